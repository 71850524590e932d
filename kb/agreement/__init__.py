"""Whether two wordings of one rule agree: ours, the official one, a keyword's definition."""
