"""Kelt's pages: they arrange what `privacy_core` says."""
