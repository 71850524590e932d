"""Text to typed words: raw pieces, the game's vocabulary, groups (verbs, determiners, ranges), joints."""
