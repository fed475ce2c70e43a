"""Compiled loops over classes of rows: counting one more column, and splitting by it."""
