"""What the fields of a form or an address are called: in Spanish on a page, in English in the API, where they are those of its
JSON; one name on each side. Forms made of a game's own words (odds, situations, a judge's table) have those on both sides.
Names that an earlier version had are read under today's: what waits on a phone and old links go on working."""

from typing import Any

from flask import Request
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.utils import cached_property

TWINS = {"juego": "game", "texto": "text", "clase": "kind", "fuente": "source", "lista": "list", "textos": "texts"}
"""A field of a page, and the same in the JSON twin of that page, which takes both: the page's address is its twin's."""

RULING = {
    "game": "juego", "question": "pregunta", "answer": "respuesta", "cards": "cartas", "event": "evento",
    "citations": "citas", "verdict": "fallo", "until": "hasta", "by_edition": "por_edicion", "overrules": "revoca",
    "event_id": "torneo", "reviewed": "revisado",
}  # fmt: skip
"""What a ruling is made of, and its field in the form."""
EVENT = {"name": "nombre", "game": "juego", "day": "dia", "forget": "olvido", "penalties": "sanciones", "head": "principal",
         "judges": "jueces"}  # fmt: skip
ACT = {"table": "mesa", "text": "texto", "call": "llamada", "kind": "clase", "rule": "regla"}
"""Of an event and of what is noted there, likewise."""

ALIASES: tuple[tuple[str, dict[str, str]], ...] = (
    ("/dictamenes/", RULING),
    ("/entrar", RULING),  # a ruling that is carried through signing in
    ("/torneo/", EVENT | ACT | {"nombre_jugador": "jugador"}),
    *((f"/api/v1/{twin}", TWINS) for twin in ("search", "complete", "rulings", "workshop", "scenario", "dossier")),
)
"""By the beginning of the address: other names that are read there, and the one that each stands for."""


def renamed(path: str, sent: MultiDict[str, str]) -> ImmutableMultiDict[str, str]:
    """What was sent, under today's names; where both are sent, today's is meant, unless it is empty."""
    others = next((names for start, names in ALIASES if path.startswith(start)), {})
    if not others.keys() & sent.keys():
        return ImmutableMultiDict(sent)
    dropped = {other if sent.get(name) else name for other, name in others.items() if other in sent and name in sent}
    return ImmutableMultiDict((others.get(name, name), value) for name, value in sent.items(multi=True) if name not in dropped)


class FieldRequest(Request):
    """A request whose fields have today's names."""

    @cached_property
    def args(self) -> Any:
        return renamed(self.path, super().args)

    def _load_form_data(self) -> None:
        if "form" not in self.__dict__:
            super()._load_form_data()
            self.__dict__["form"] = renamed(self.path, self.__dict__["form"])
