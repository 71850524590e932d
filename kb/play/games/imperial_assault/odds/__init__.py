"""Imperial Assault in `kb odds`."""
