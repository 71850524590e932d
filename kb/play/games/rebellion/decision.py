"""Rebellion: what a player decides about a card: a field for each sort of thing that it lets choose."""

from kb.play.games.rebellion.state import Natural
from kb.play.meaning.scene import Decision

FIELDS = {"unidad": "a", "lider": "a", "sistema": "sistema", "carta": "descarta"}


class Told(Decision):
    a: tuple[str, ...] = ()
    """Units that it hits, blocks for, moves or destroys; the leaders it is about."""
    dados: tuple[Natural, ...] | None = None
    salen: tuple[str, ...] | None = None
    lider: str | None = None
    """«este Líder»."""
    sistema: str | None = None
    descarta: str | None = None

    def chosen(self, role: str, second: bool, sort: str, several: bool) -> tuple[str, ...] | None:
        if sort == "sistema":
            told = (self.objetivo or self.sistema) if role == "objetivo" else self.sistema
            told = told or self.elige
            return (told,) if told else None
        if sort == "carta":
            return (self.descarta,) if self.descarta else None
        return self.a or super().chosen(role, second, sort, several)

    @staticmethod
    def asks(role: str, sort: str) -> str:
        return role or FIELDS.get(sort, "elige")
