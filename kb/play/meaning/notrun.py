"""«Se lee pero no se ejecuta»: the one error of the engine for what it understands and does not do, and its reasons."""

from typing import Literal, get_args

from kb.play.cite import Cite
from kb.play.run import Illegal

Reason = Literal[
    "el verbo no se ejecuta en este juego",
    "ese momento no llega nunca en lo que se simula",
    "depende de algo que no se lleva aquí",
    "la cantidad depende de algo que no se lleva aquí",
    "actúa sobre algo que no se lleva aquí",
    "tiene una circunstancia que no se ejecuta",
    "sustituye algo que aquí no se puede sustituir",
    "es de la preparación de la partida o del escuadrón",
    "es un armamento o un dispositivo que se usa en su propio paso",
    "no se puede calcular sobre los dados",
]
REASONS: tuple[str, ...] = get_args(Reason)


class NotRun(Illegal):
    """The text is understood, but the engine does not do that."""

    def __init__(self, card: str, reason: Reason, words: str, rule: Cite) -> None:
        self.card, self.why, self.words = card, reason, words
        super().__init__(f"«{card}» se lee pero no se ejecuta: {reason}{f' («{words}»)' if words else ''}", rule)
