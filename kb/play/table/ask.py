"""What the engine has to be told next: a fact that would change what happens, or what a run stopped for."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from grammar.figures import whole
from kb.forms import FactAsked, RollAsked, Speech
from kb.play.errors import PlayError
from kb.play.run import Play, Report, run
from kb.play.table.build import Built, filled
from kb.play.table.sentences import NUMBERS, slots_in
from kb.play.table.state import UNKNOWN
from kb.play.table.telling import Count, Option, Question
from kb.play.table.words import in_words
from kb.text import fold, identifier

ROLL = re.compile(r"falta saber qué sale en (?P<dice>.+?): (?P<n>\d+) dados?")
FIELD = re.compile(r"«(?P<campo>[a-z_]+)»")
CARD = re.compile(r"«([^«»]+)»")
WORDS: Mapping[str, str] = {
    "elige": "¿A quién elige {carta}?",
    "objetivo": "¿Sobre quién?",
    "ficha": "¿Qué ficha?",
    "accion": "¿Qué acción?",
    "opcion": "{carta}: ¿qué se elige?",
    "hacia": "¿Hacia dónde se orienta la torreta?",
    "cuantos": "{carta}: ¿cuántas veces?",
    "se_cumple": "¿Se cumple lo que pide {carta}?",
    "dados": "¿Qué dados toca {carta}?",
    "pierde": "¿Qué pierde?",
    "tira": "¿Quién tira el dado?",
}
YES_NO = (Option(rotulo="Sí", valor="sí"), Option(rotulo="No", valor="no"))
MOST_OPTIONS = 12


@dataclass(frozen=True)
class Run:
    """How it went: a report, or the sentence that refused it."""

    report: Report | None
    wrong: str = ""

    @property
    def signature(self) -> Any:
        """What somebody at the table would see of it."""
        r = self.report
        if r is None:
            return self.wrong
        if r.no_se_puede:  # that is the answer, however the rest comes out
            return r.no_se_puede
        return [e.texto for e in r.eventos], r.no_se_puede, r.pendiente, r.resultado, [c.texto for c in r.opciones]


_PLAYED: ContextVar[dict[str, Run] | None] = ContextVar("played", default=None)


@contextmanager
def each_played_once() -> Iterator[None]:
    """Inside, a situation that comes again is not played again: each question tries the ones before it anew, so that two in
    three of a call's come again."""
    if _PLAYED.get() is not None:
        yield
        return
    before = _PLAYED.set({})
    try:
        yield
    finally:
        _PLAYED.reset(before)


def played(play: Play, built: Built, upto: int | None = None) -> Run:
    steps = built.steps[:upto]
    kept = _PLAYED.get()
    if kept is None:
        return _played(play, built.given, steps)
    key = repr((built.game, built.given, steps))
    if key not in kept:
        kept[key] = _played(play, built.given, steps)
    return kept[key]


def _played(play: Play, given: Mapping[str, Any], steps: Sequence[Mapping[str, Any]]) -> Run:
    try:
        return Run(run(play, given, steps))
    except PlayError as error:
        return Run(None, error.reason)


@dataclass(frozen=True)
class Placed:
    """A value that goes to a piece."""

    piece: str
    value: str


@dataclass(frozen=True)
class Asked:
    """A question, and how its answer is written into the scenario."""

    question: Question
    paths: tuple[str, ...]
    place: int
    values: Mapping[str, Any]
    """By what the answer says; a count has none."""
    row: FactAsked | RollAsked | None = None
    slots: Mapping[str, str] = field(default_factory=dict)
    """Of its paths."""

    def value(self, said: str) -> Any:
        if self.question.cuenta:
            return self._counted(said)
        if said not in self.values:
            raise PlayError(f"«{said}» no contesta a «{self.question.texto}»; {expected(self.question)}")
        return self.values[said]

    def _counted(self, said: str) -> Any:
        counts = dict.fromkeys((count.campo for count in self.question.cuenta), 0)
        for part in said.split():
            name, _, many = part.partition("=")
            told = whole(many, 99)
            if name not in counts or told is None:
                raise PlayError(f"«{said}» no dice cuántos de cada; {expected(self.question)}")
            counts[name] = told
        if not isinstance(self.row, RollAsked):
            return {name: n for name, n in counts.items() if n}
        faces = list(self.row.caras)
        total = sum(counts.values())
        if total > self.question.tope:
            raise PlayError(f"se tiran {self.question.tope} dados y se cuentan {total}")
        shown = [face for face, n in counts.items() for _ in range(n)]
        shown += [faces[-1]] * (self.question.tope - total)
        return shown


def expected(question: Question) -> str:
    """What would be an answer."""
    if question.cuenta:
        return f"se espera cuántos de cada: {', '.join(count.rotulo for count in question.cuenta)}"
    return f"se espera {', '.join(option.rotulo for option in question.opciones)} o «no se sabe»"


def answered(question: Question, text: str) -> str:
    """What somebody writes or says, as an answer: a button by its words or its number, «2 impactos 1 crítico», «no se sabe»."""
    said = fold(text)
    if text.strip() == UNKNOWN or said in ("no se sabe", "no se", "ni idea"):
        return UNKNOWN
    if question.cuenta:
        return _counts(question, text)
    for option in question.opciones:
        if said in (fold(option.rotulo), fold(option.valor)) or _one(said) == fold(option.rotulo):
            return option.valor
    raise PlayError(f"«{text.strip()}» no contesta a «{question.texto}»; {expected(question)}")


def _one(said: str) -> str:
    """«1 evasión», of the only die, is «evasión»."""
    return re.sub(r"^(?:1|una?) ", "", said)


def _counts(question: Question, text: str) -> str:
    counts: dict[str, int] = {}
    many = 1
    for word in re.findall(r"\w+", text.replace("=", " = ")):
        plain = fold(word)
        number = NUMBERS.get(plain) if (n := whole(plain, 99)) is None else n
        if number is not None:
            many = number
        elif plain in ("nada", "y") or (question.resto and _alike(plain, Count(campo="", rotulo=question.resto))):
            many = 1
        else:
            field = next((c.campo for c in question.cuenta if _alike(plain, c)), None)
            if field is None:
                raise PlayError(f"«{word}» no sale en esos dados; {expected(question)}")
            counts[field], many = counts.get(field, 0) + many, 1
    return " ".join(f"{name}={n}" for name, n in counts.items()) or f"{question.cuenta[0].campo}=0"


def _alike(word: str, count: Count) -> bool:
    """«impacto» or «impactos»."""
    names = (fold(count.rotulo), fold(count.campo), *count.tambien)
    return any(word in (name, name.removesuffix("s"), name.removesuffix("es"), f"{name}s", f"{name}es") for name in names)


# --- facts that matter ------------------------------------------------------------------------------------------------


def facts(built: Built, speech: Speech) -> Iterator[Asked]:
    """Every fact about the steps that nobody has told."""
    for place in range(len(built.steps)):
        name, body = built.name_of(place), built.body(place)
        for row in speech.pregunta:
            fits = name in row.de and all(body.get(key) == value for key, value in row.si.items())
            if fits and built.read(row.pone[0], place) is None:
                yield fact(row, built, place)


def fact(row: FactAsked, built: Built, place: int) -> Asked:
    text = str(filled(row.texto, {}, built, place))
    options = tuple(Option(rotulo=label, valor=label) for label in row.opciones)
    counts = tuple(Count(campo=name, rotulo=label) for name, label in row.cuenta.items())
    question = Question(clave=f"{row.id}.{place}", texto=text, opciones=options, cuenta=counts, cada=row.tope)
    return Asked(question, row.pone, place, row.opciones, row)


def samples(asked: Asked) -> list[Any]:
    """Values that are tried to see whether the fact matters."""
    if asked.question.cuenta:
        names = [count.campo for count in asked.question.cuenta]
        return [{}, *({name: 1} for name in names), dict.fromkeys(names, 3)]
    return list(asked.values.values())


NOTHING = "nada"
"""A value of an option that is none."""


def told(built: Built, asked: Asked, value: Any) -> Built:
    made = built.copy()
    slots = {**asked.slots, "valor": value.piece} if isinstance(value, Placed) else asked.slots
    value = None if value == NOTHING else value.value if isinstance(value, Placed) else value
    for path in asked.paths:
        made.put(path, value, slots, asked.place)
    return made


SHORT_ROLL = re.compile(r"^(?P<dice>.+): se tiran (?P<n>\d+) dados y se dan (?P<told>\d+) resultados")


def padded(speech: Speech, built: Built, wrong: str) -> Built | None:
    """Of the dice that are rolled somebody told only some: the others show nothing. None where that is not what is wrong."""
    found = SHORT_ROLL.match(wrong)
    if found is None or int(found["told"]) > int(found["n"]):
        return None
    for row, place in ((row, place) for place in range(len(built.steps)) for row in speech.tirada):
        shown = built.read(row.pone, place)
        blank = list(row.caras)[-1]
        if row.dice.endswith(found["dice"]) and isinstance(shown, list) and len(shown) == int(found["told"]):
            made = built.copy()
            made.put(row.pone, [*shown, *[blank] * (int(found["n"]) - len(shown))], {}, place)
            left = int(found["n"]) - len(shown)
            made.notes = [*made.notes, f"De {found['n']} dados se han dicho {len(shown)}: {_others(left, row.caras[blank])}."]
            return made
    return None


def _others(n: int, blank: str) -> str:
    return f"cuento {n} {blank.lower()}" if n > 1 else "el otro no cuenta"


def matters(play: Play, speech: Speech, built: Built, asked: Asked) -> bool:
    """Whether some two values of the fact make a difference."""
    seen: list[Any] = []
    before = {ask.question.clave for ask in facts(built, speech)}
    for value in samples(asked):
        made = told(built, asked, value)
        brought = [ask for ask in facts(made, speech) if ask.question.clave not in before]  # it asks for more
        others = [told(made, ask, more) for ask in brought for more in samples(ask)] or [made]
        for other in others:
            signature = played(play, other).signature
            if seen and signature != seen[0]:
                return True
            seen.append(signature)
    return False


# --- what a run stopped for -------------------------------------------------------------------------------------------


def pending(play: Play, built: Built, speech: Speech, report: Report) -> Asked | None:
    """The question of the engine, as one for people; None where only its words can be shown."""
    place = _stopped(play, built)
    if roll := ROLL.search(report.pendiente):
        return _roll(speech, built, place, roll["dice"], int(roll["n"]))
    return _given_to(built, speech, report, place) or _decision(built, speech, report, place)


def _given_to(built: Built, speech: Speech, report: Report, place: int) -> Asked | None:
    for n, row in enumerate(speech.reparto):
        slots = slots_in(row.dice, report.pendiente)
        if slots is not None:
            names = [name for name, side in built.sides.items() if side not in slots.values()]
            values = {name: Placed(name, str(filled(row.valor, slots, built, place))) for name in names}
            text = in_words(speech, str(filled(row.texto, slots, built, place)))
            options = tuple(Option(rotulo=name, valor=name) for name in names)
            key = f"reparto.{n}.{place}.{'.'.join(slots.values())}"[:120]
            question = Question(clave=key, texto=text, opciones=options)
            return Asked(question, (row.pone,), place, values, slots=slots) if names else None
    return None


def _stopped(play: Play, built: Built) -> int:
    """The step that waits: the first whose beginning of the scenario does."""
    for n in range(1, len(built.steps)):
        seen = played(play, built, n).report
        if seen is None or seen.pendiente:
            return n - 1
    return len(built.steps) - 1


def _roll(speech: Speech, built: Built, place: int, dice: str, many: int) -> Asked | None:
    name = built.name_of(place)
    row = next((row for row in speech.tirada if row.dice in (dice, f"{name}: {dice}")), None)
    if row is None:
        return None
    slots = {"carta": _last_card(built, place)}
    key = f"tirada.{identifier(dice)}.{place}"
    if many == 1:
        options = tuple(Option(rotulo=in_words(speech, face).capitalize(), valor=face) for face in row.caras)
        values = {face: face if row.suelta else [face] for face in row.caras}
        return Asked(
            Question(clave=key, texto=f"¿Qué sale en {dice}?", opciones=options), (row.pone,), place, values, row, slots
        )
    also = speech.palabras.get("caras", {})
    counts = tuple(
        Count(campo=face, rotulo=label, tambien=tuple(word for word, said in also.items() if said == face))
        for face, label in list(row.caras.items())[:-1]
    )
    text = f"¿Qué sale en {dice}? ({many} {'dado' if many == 1 else 'dados'})"
    return Asked(
        Question(clave=key, texto=text, cuenta=counts, tope=many, cada=many, resto=list(row.caras.values())[-1]),
        (row.pone,),
        place,
        {},
        row,
        slots,
    )


def _last_card(built: Built, place: int) -> str:
    decided = built.steps[place].get("decide", {})
    return next(reversed(decided), "")


def _decision(built: Built, speech: Speech, report: Report, place: int) -> Asked | None:
    text = report.pendiente
    fields = [found["campo"] for found in FIELD.finditer(text) if found["campo"] not in ("decide", "modifica")]
    if not fields:
        return None
    name = next((each for each in fields if each in WORDS), fields[0])
    card = _card(built, report, name)
    labels = [label for label in _listed(text) if label not in fields]
    options: tuple[Option, ...] = YES_NO
    values: dict[str, Any] = {"sí": True, "no": False}
    if name != "se_cumple":
        options = tuple(Option(rotulo=label.replace("_", " "), valor=label) for label in islice(labels, MOST_OPTIONS))
        values = {label: [label] if name in speech.listas else label for label in labels}
    if not options:
        return None
    asked = WORDS.get(name, _plainly(text)).format(carta=f"«{card}»" if card else "").replace(" ?", "?")
    words = built.cards[card].texto if card in built.cards else ""
    path = speech.decide if card else "paso.{campo}"  # without a card, a decision of the step itself
    key = f"{name}.{place}.{fold(card)[:60]}"
    return Asked(
        Question(clave=key, texto=asked, opciones=options, porque=words),
        (path,),
        place,
        values,
        slots={"carta": card, "campo": name},
    )


def _card(built: Built, report: Report, name: str) -> str:
    """The card that asks: named by the question, or the last that began to resolve."""
    named = [each for each in CARD.findall(report.pendiente) if each in built.cards]
    if named:
        return str(named[-1])
    resolved = [event.efecto for event in report.eventos if event.efecto in built.cards]
    return str(resolved[-1]) if resolved else ""


def _listed(text: str) -> list[str]:
    """What the engine offers: after a colon, in a closing parenthesis, or behind the name of the field."""
    if text.endswith(")") and "(" in text:
        told = text[text.rindex("(") + 1 : -1]
    elif ": " in text:
        told = text.rpartition(": ")[2]
    else:
        told = text.rpartition("» ")[2] if " o " in text.rpartition("» ")[2] else ""
    parts = (part.partition(" (")[0].strip(" .«»") for each in told.split(", ") for part in each.split(" o "))
    cut = (OF.sub("", part) for part in parts)
    return list(dict.fromkeys(part for part in cut if part and not part.startswith(NO_OPTION)))


OF = re.compile(r"^[0-9]{1,3} de ")
NO_OPTION = ("ningun", "no hay", "cualquiera", "hasta")


def _plainly(text: str) -> str:
    """The engine's words without the names of its fields."""
    bare = FIELD.sub("", text).replace("()", "").removeprefix("di en ").removeprefix("di con ")
    bare = bare.partition(":")[0].partition("(")[0].strip(" ,.")
    return f"¿{bare[:1].upper()}{bare[1:]}?".replace("{", "").replace("}", "")


def is_unknown(said: str) -> bool:
    return said == UNKNOWN
