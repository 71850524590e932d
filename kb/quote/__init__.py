"""Whether a sentence is really in the rules: the same words in the same order, where, and if not, what is nearest."""
