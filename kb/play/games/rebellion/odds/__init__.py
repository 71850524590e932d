"""Rebellion in `kb odds`."""
