"""The long runs: fuzzing, load, killed rulings, hostile timing. `make soak` runs them, `docs/soak.md` has their results."""
