"""X-Wing in `kb odds`."""
