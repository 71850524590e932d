"""A count of the steps of one question, so that an absurd one is refused instead of hanging."""

from kb.play.errors import TooMuch

LIMIT = 400_000


class Budget:
    def __init__(self, limit: int = LIMIT) -> None:
        self.left = limit

    def spend(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left < 0:
            raise TooMuch("la pregunta es demasiado grande para calcularla exactamente; usa menos dados, fichas o cartas")
