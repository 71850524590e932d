"""What a judge types into a form: read, held to its limits, and carried through signing in so that it is not lost."""

import re
from dataclasses import dataclass

from flask import request

from grammar.game import GAMES
from web.guard.budgets import RULING_TEXT
from web.rulings.access import new_sending
from web.rulings.desk import DeskError, Draft

FIELDS = ("game", *RULING_TEXT)
_NAMES = {
    "question": "La pregunta",
    "answer": "La respuesta",
    "cards": "Las cartas",
    "event": "El evento",
    "citations": "Las citas",
}
_WRITING = re.compile(r"/dictamenes/(?:nuevo|(\d{1,9})/editar)")


@dataclass(frozen=True)
class Filled:
    """A form with what is in it."""

    draft: Draft
    sending: str
    """Sent twice, it is one ruling."""
    seen: str = ""
    """When the ruling that it corrects had last been changed: if that is no longer so, somebody else has been here."""


def typed() -> Filled:
    texts = {name: request.form.get(name, "").replace("\r\n", "\n").replace("\x00", "").strip() for name in FIELDS}
    return Filled(Draft(**texts), _sending(), request.form.get("visto", "")[:40])


def _sending() -> str:
    """The one that came with the form; a new one where it has none that we could have given."""
    told = request.form.get("envio", "")
    return told if re.fullmatch(r"[\w-]{16,40}", told, re.ASCII) else new_sending()


def check(draft: Draft) -> None:
    if draft.game not in GAMES:
        raise DeskError("hay que elegir el juego")
    for name, limit in RULING_TEXT.items():
        if len(getattr(draft, name)) > limit:
            raise DeskError(f"{_NAMES[name]} pasa de {limit} caracteres")
    if not draft.question or not draft.answer:
        raise DeskError("hacen falta la pregunta y la respuesta")


def carried() -> dict[str, str]:
    """A ruling that was being written when the session ended, as the sign-in form carries it: never a password or a token.
    Its sending goes with it, so that one that was kept after all is not written twice."""
    names = (*FIELDS, "envio", "visto")
    return {name: request.form[name] for name in names if request.form.get(name)} if "answer" in request.form else {}


def writing(path: str) -> tuple[bool, int | None]:
    """Whether the path is that of a form that writes rulings, and the number of the one that it corrects."""
    found = _WRITING.fullmatch(path)
    return found is not None, int(found[1]) if found and found[1] else None
