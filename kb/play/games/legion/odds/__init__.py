"""Legión in `kb odds`."""
