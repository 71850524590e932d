"""A player's list (ships, units) and the sheet that is made of it: terms, questions, moments, odds."""
