"""Compiled loops over a lattice; everything else about it is NumPy."""
