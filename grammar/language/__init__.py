"""Spanish as data and small functions: conjugation, inflection, closed classes of words. Knows no game."""
