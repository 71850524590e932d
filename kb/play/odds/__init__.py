"""Exact probabilities: `answer.odds` is the door, and each game counts in modules of its own."""
