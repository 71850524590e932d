"""What a judge types into a form: read, held to its limits, and carried through signing in so that it is not lost."""

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from flask import request

from grammar.figures import whole
from web.fields import RULING
from web.guard.budgets import REASON, RULING_TEXT
from web.library import site
from web.rulings.access import new_sending
from web.rulings.desk import Draft
from web.rulings.ledger import DeskError, NotAllowed
from web.rulings.times import now

VERDICTS = {"si": "Sí", "no": "No", "depende": "Depende"}
_NAMES = {
    "question": "La pregunta",
    "answer": "La respuesta",
    "cards": "Las cartas",
    "event": "El evento",
    "citations": "Las citas",
}
_WRITING = re.compile(r"/dictamenes/(?:nuevo|(\d{1,9})/editar)")
_LONGEST_WAIT = timedelta(days=30)
"""An act that says that it waited longer on a phone is not believed about its time."""


@dataclass(frozen=True)
class Filled:
    """A form with what is in it."""

    draft: Draft
    sending: str
    """Sent twice, it is one ruling."""
    seen: str = ""
    """The revision that it corrects: if that is no longer the last, somebody else has been here."""
    reason: str = ""
    at: datetime | None = None

    @property
    def revision(self) -> int | None:
        return number(self.seen)


def clean(text: str) -> str:
    """As it was typed, in one kind of line ends and without the one character that no database takes."""
    return text.replace("\r\n", "\n").replace("\x00", "").strip()


def number(told: str) -> int | None:
    return whole(told)


def typed() -> Filled:
    texts = {name: clean(request.form.get(field, "")) for name, field in RULING.items()}
    reason = clean(request.form.get("motivo", ""))[:REASON]
    return Filled(Draft(**texts), sending(), request.form.get("visto", "")[:10], reason, sent_at())


def sending() -> str:
    """The one that came with the form; a new one where it has none that we could have given."""
    told = request.form.get("envio", "")
    return told if re.fullmatch(r"[\w-]{16,40}", told, re.ASCII) else new_sending()


def sent_at() -> datetime | None:
    """When it was done, by the clock of a phone that could not send it then; not in the future, nor long ago."""
    try:
        told = datetime.fromisoformat(request.form.get("hora", "")[:40])
    except ValueError:
        return None
    return told if told.tzinfo and now() - _LONGEST_WAIT < told <= now() + timedelta(minutes=5) else None


def own_author(judge_id: int) -> None:
    """What a phone kept says whose it is: nobody sends it in their own name, also if they sign in on the same phone."""
    told = number(request.form.get("autor", ""))
    if told is not None and told != judge_id:
        raise NotAllowed("lo escribió otra cuenta: entra con ella para enviarlo")


def check(draft: Draft) -> None:
    if draft.game not in site().games:
        raise DeskError("hay que elegir el juego")
    for name, limit in RULING_TEXT.items():
        if len(getattr(draft, name)) > limit:
            raise DeskError(f"{_NAMES[name]} pasa de {limit} caracteres")
    if not draft.question or not draft.answer:
        raise DeskError("hacen falta la pregunta y la respuesta")
    if draft.verdict not in ("", *VERDICTS):
        raise DeskError("el veredicto es sí, no o depende")
    if draft.until:
        try:
            date.fromisoformat(draft.until)
        except ValueError:
            raise DeskError("la fecha no se entiende: se escribe 2027-01-31") from None


def carried() -> dict[str, str]:
    """A ruling that was being written when the session ended, as the sign-in form carries it: never a password or a token.
    Its sending goes with it, so that one that was kept after all is not written twice."""
    names = (*RULING.values(), "envio", "visto", "motivo", "hora", "autor")
    return {name: request.form[name] for name in names if request.form.get(name)} if RULING["answer"] in request.form else {}


def writing(path: str) -> tuple[bool, int | None]:
    """Whether the path is that of a form that writes rulings, and the number of the one that it corrects."""
    found = _WRITING.fullmatch(path)
    return found is not None, int(found[1]) if found and found[1] else None
