"""Effect to canonical Spanish, from the effect alone. Mirrors build/: nouns, verbs, sentences."""
