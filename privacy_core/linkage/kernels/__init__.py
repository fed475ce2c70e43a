"""Compiled loops over pairs of records; everything else about linkage is NumPy."""
