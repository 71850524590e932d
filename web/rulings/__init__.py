"""Rulings (dictámenes) and the judges who write them: the one part of the site that keeps what people send."""
