"""Studies kept: written and read as TOML, compared, undone, summed up. Settings only, never a row."""
