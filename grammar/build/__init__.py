"""Tree to effect: one method per rule, in families (nouns, verbs, sentences)."""
