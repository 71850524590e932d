"""What we promise, measured: `python -m kb.bench`."""
