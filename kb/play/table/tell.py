"""A table told: facts that matter are asked one at a time; then it runs, and its forks with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from kb.forms import FactAsked, OrderTable, Speech
from kb.play.errors import PlayError
from kb.play.plays import PLAYS
from kb.play.run import Play, Report
from kb.play.table.ask import Asked, each_played_once, facts, is_unknown, matters, padded, pending, played, told
from kb.play.table.build import ORDER, Built, built, filled
from kb.play.table.order import order_told, situation_of
from kb.play.table.sentences import examples, slots_in
from kb.play.table.state import Answer, Said, Table
from kb.play.table.telling import Fork, Telling, Told
from kb.play.table.words import in_words, verdict
from kb.play.validation import checked

MOST_QUESTIONS = 30
MOST_BRANCHES = 8
"""Ways that are played where something is not known."""
MOST_OFFERS = 10
MOST_PADDED = 3
"""Rolls of which only some dice are told."""


@dataclass(frozen=True)
class Way:
    """One of the situations that the table may be: the only one, or one for each value of what is not known."""

    built: Built
    said: tuple[tuple[Asked, str], ...] = ()
    """What had to be supposed to tell them apart."""
    lacks: str = ""
    """What would have to be asked in this one and not in others."""

    def split(self, ask: Asked) -> "Iterator[Way]":
        """One for each answer."""
        for label, value in ask.values.items():
            yield Way(told(self.built, ask, value), (*self.said, (ask, label)))


@dataclass(frozen=True)
class Known:
    """A table with every answer written in."""

    ways: tuple[Way, ...]
    asked: Asked | None = None
    """What still has to be told."""
    stuck: bool = False
    """It cannot go on for want of something that nobody knows."""
    answered: int = 0

    @property
    def built(self) -> Built:
        return self.ways[0].built


@each_played_once()
def tell(table: Table, data: OrderTable) -> Telling:
    """What the table answers. Raises PlayError where something said cannot be."""
    speech = data.habla
    if speech is None:
        raise PlayError("de este juego no se puede poner la mesa: su carpeta no dice cómo se habla en ella")
    bare = Telling(juego=table.juego, mesa=table.code())
    made = built(table, speech)
    if not made.steps:
        said = any(isinstance(each, Said) for each in table.dichos)
        nothing = f"Apuntado. No se ha dicho que ocurra nada; se puede decir: {examples(speech, 4)}."
        return bare.model_copy(update={"veredicto": nothing, "notas": tuple(made.notes)}) if said else bare
    if made.name_of(len(made.steps) - 1) == ORDER:
        return order_told(table, data, made, bare)
    play = PLAYS[table.juego]
    known = _known(play, speech, table, made)
    if known.asked is not None:
        return bare.model_copy(update={
            "tono": "pregunta", "pregunta": known.asked.question, "preguntas": known.answered,
            "pasos": _steps(_reports(play, known)[0], speech),
        })  # fmt: skip
    return _finished(play, speech, table, known, bare)


@each_played_once()
def scenario_of(table: Table, data: OrderTable) -> dict[str, Any]:
    """The situation as `kb run` reads it, or `kb order` where it is about who goes first."""
    speech = data.habla
    assert speech is not None
    made = built(table, speech)
    if made.steps and made.name_of(-1) == ORDER:
        return situation_of(table, data, made)
    here = _known(PLAYS[table.juego], speech, table, made).built if made.steps else made
    title = next((said.frase for said in table.dichos if isinstance(said, Said)), "Una situación")
    return {"juego": table.juego, "titulo": title, "dado": here.given, "cuando": here.steps}


def _known(play: Play, speech: Speech, table: Table, made: Built) -> Known:
    """Answers written in, until one is missing or nobody knows more."""
    said = {answer.clave: answer.valor for answer in table.dichos if isinstance(answer, Answer)}
    ways: tuple[Way, ...] = (Way(assumed(made, speech)),)
    used = set[str]()
    for _ in range(MOST_QUESTIONS):
        asks = [_next(play, speech, way.built, said, used) for way in ways]
        ask = asks[0]
        if ask is None or any(other is None or other.question != ask.question for other in asks):
            # In each case something else would have to be known, or nothing.
            lacking = [each.question.texto if each else "" for each in asks]
            ways = tuple(replace(way, lacks=lacks) for way, lacks in zip(ways, lacking, strict=True))
            break
        answer = said.get(ask.question.clave) or (next(iter(ask.values)) if len(ask.values) == 1 else None)
        if answer is None:
            return Known(_whole(play, ways, speech, used), ask, answered=len(used & said.keys()))
        used.add(ask.question.clave)
        if not is_unknown(answer):
            value = ask.value(answer)
            ways = tuple(Way(told(way.built, ask, value), way.said) for way in ways)
        elif not ask.values or len(ways) * len(ask.values) > MOST_BRANCHES:
            return Known(_whole(play, ways, speech, used), stuck=True, answered=len(used & said.keys()))
        else:
            ways = tuple(each for way in ways for each in way.split(ask))
    return Known(_whole(play, ways, speech, used), answered=len(used & said.keys()))


def _whole(play: Play, ways: tuple[Way, ...], speech: Speech, used: set[str]) -> tuple[Way, ...]:
    return tuple(replace(way, built=plain(play, way.built, speech, used)) for way in ways)


def _next(play: Play, speech: Speech, made: Built, said: Mapping[str, str], used: set[str]) -> Asked | None:
    """A fact that was told or that matters; else what the run stops for."""
    whole = plain(play, made, speech, used)
    for ask in facts(made, speech):
        key = ask.question.clave
        if isinstance(ask.row, FactAsked) and ask.row.nota:
            continue
        if key not in used and (key in said or matters(play, speech, whole, ask)):
            return ask if key in said else _possible(play, speech, whole, ask)
    report = played(play, whole).report
    wanted = pending(play, whole, speech, report) if report is not None and report.pendiente else None
    return wanted if wanted is None or wanted.question.clave not in used else None


def _possible(play: Play, speech: Speech, whole: Built, ask: Asked) -> Asked:
    """The question without the answers that what was told makes impossible: who rolled 3 dice has an attack of 3. Where it
    asks for no number, dice that nobody told show nothing."""

    def goes_on(value: Any) -> bool:
        made = told(whole, ask, value)
        run = played(play, made)
        return run.report is not None or (not isinstance(value, int) and padded(speech, made, run.wrong) is not None)

    kept = {label: value for label, value in ask.values.items() if goes_on(value)}
    if not kept or len(kept) == len(ask.values):
        return ask
    options = tuple(option for option in ask.question.opciones if option.valor in kept)
    return replace(ask, values=kept, question=ask.question.model_copy(update={"opciones": options}))


def plain(play: Play, made: Built, speech: Speech, used: set[str]) -> Built:
    """Every fact that nobody told as its first option has it: where it does not matter, any would do; where that makes what
    was told impossible, the first with which it goes on."""
    asks = [ask for ask in facts(made, speech) if ask.question.clave not in used and ask.values]
    for ask in asks:
        made = told(made, ask, next(iter(ask.values.values())))
    for ask in asks:
        now = played(play, made)
        if now.report is not None:
            break
        others = (told(made, ask, value) for value in ask.values.values())
        made = next((other for other in others if _of(played(play, other).wrong) != _of(now.wrong)), made)
    for _ in range(MOST_PADDED):
        now = played(play, made)
        whole = padded(speech, made, now.wrong) if now.report is None else None
        if whole is None:
            break
        made = whole
    return made


def _of(wrong: str) -> str:
    """What is wrong, not how much: «los dados de ataque: se tiran 2 …»."""
    return wrong.partition(":")[0]


def assumed(made: Built, speech: Speech) -> Built:
    """What nobody says of a piece is what the game takes for granted."""
    made = made.copy()
    for place, ask in ((place, ask) for place in range(len(made.steps)) for ask in speech.pregunta if ask.basta):
        shown = made.read(ask.basta, place)
        if made.name_of(place) in ask.de and isinstance(shown, list) and made.read(ask.pone[0], place) is None:
            made.put(ask.pone[0], {next(iter(ask.cuenta)): len(shown)} if ask.cuenta else len(shown), {}, place)
    for place, ask in ((place, ask) for place in range(len(made.steps)) for ask in speech.pregunta):
        if made.name_of(place) in ask.de and made.read(ask.pone[0], place) is None:
            told_there = (made.read(path, place) for way in ask.pone[1:] for path in (way, _turned(way)))
            if (value := next((each for each in told_there if each is not None), None)) is not None:
                made.put(ask.pone[0], value, {}, place)
    for row in speech.supone:
        for piece in made.given.get(speech.piezas, {}).values():
            piece.setdefault(row.campo, row.valor)
    return made


def _turned(path: str) -> str:
    """What is told of two is told of both: «alcances.B A» is «alcances.A B»."""
    head, _, pair = path.rpartition(".")
    one, between, other = pair.partition(" ")
    return f"{head}.{other} {one}" if between else path


# --- what happens -----------------------------------------------------------------------------------------------------


def _finished(play: Play, speech: Speech, table: Table, known: Known, bare: Telling) -> Telling:
    reports = _reports(play, known)
    report, made = reports[0], known.built
    steps = _steps(report, speech)
    update: dict[str, Any] = {"preguntas": known.answered}
    branches = tuple(_branch(speech, table, way, each) for way, each in zip(known.ways, reports, strict=True))
    if len({fork.sale for fork in branches}) > 1:
        common = steps[: _common(reports)]
        return bare.model_copy(update={
            **update, "tono": "depende", "veredicto": f"Depende: {_why(known)}", "ramas": branches, "pasos": common,
            "citas": _cites(common, ""),
        })  # fmt: skip
    stuck = known.stuck or bool(report.pendiente)
    tone = "no_se_puede" if report.no_se_puede else "hasta_aqui" if stuck else "sale"
    line = f"Hasta aquí: {_waits(speech, report)}" if stuck else verdict(speech, made, report)
    return bare.model_copy(update={
        **update, "tono": tone, "veredicto": line, "regla": report.regla, "pasos": steps,
        "alternativas": tuple(_alternatives(play, speech, table, report, line)),
        "notas": (*made.notes, *_notes(play, speech, table, made)), "citas": _cites(steps, report.regla),
    })  # fmt: skip


def _reports(play: Play, known: Known) -> list[Report]:
    found = []
    for way in known.ways:
        run = played(play, way.built)
        if run.report is None:
            raise PlayError(run.wrong)
        found.append(run.report)
    return found


def _waits(speech: Speech, report: Report) -> str:
    text = report.pendiente.partition(" (o da")[0] or "lo demás depende de lo que no se sabe"
    return in_words(speech, text).rstrip(".") + "."


def _why(known: Known) -> str:
    return " ".join(dict.fromkeys(asked.question.texto for asked, _ in known.ways[0].said))


def _cites(steps: tuple[Told, ...], rule: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ref for ref in (*([rule] if rule else []), *(step.cita for step in steps)) if ref))


def _steps(report: Report | None, speech: Speech) -> tuple[Told, ...]:
    if report is None:
        return ()
    return tuple(
        Told(paso=e.paso, texto=in_words(speech, e.texto), cita=e.cita, efecto=in_words(speech, e.efecto), palabras=e.palabras)
        for e in report.eventos
    )


def _branch(speech: Speech, table: Table, way: Way, report: Report) -> Fork:
    """What comes out where the unknown is so."""
    gone = {asked.question.clave for asked, _ in way.said}
    kept = (said for said in table.dichos if not (isinstance(said, Answer) and said.clave in gone))
    there = (checked(Answer, {"clave": asked.question.clave, "valor": label}) for asked, label in way.said)
    other = Table(juego=table.juego, dichos=(*kept, *there))
    label = ", ".join(f"{asked.question.texto.strip('¿?')}: {_label(asked, said)}" for asked, said in way.said)
    return Fork(si=label, sale=_outcome(speech, way, report), mesa=other.code())


def _label(asked: Asked, value: str) -> str:
    return next((option.rotulo for option in asked.question.opciones if option.valor == value), value)


def _outcome(speech: Speech, way: Way, report: Report) -> str:
    if way.lacks:
        return f"Hay que saber más. {way.lacks}"
    if report.pendiente:
        return f"Hay que saber más: {_waits(speech, report)}"
    return verdict(speech, way.built, report)


def _common(reports: list[Report]) -> int:
    """How many steps are the same in every case."""
    tales = [[event.texto for event in report.eventos] for report in reports]
    return next((n for n, texts in enumerate(zip(*tales, strict=False)) if len(set(texts)) > 1), min(map(len, tales)))


# --- what would be different ------------------------------------------------------------------------------------------


def _alternatives(play: Play, speech: Speech, table: Table, report: Report, line: str) -> Iterator[Fork]:
    """Each thing that a player could have done, as the sentence that does it, and what comes of it."""
    seen: set[str] = set()
    for choice in islice(report.opciones, MOST_OFFERS):
        sentence = offered(speech, choice.quien, choice.texto)
        label = sentence or f"{choice.quien}: {in_words(speech, choice.texto)}"
        if label in seen:
            continue
        seen.add(label)
        step = choice.paso
        if sentence is None:
            yield Fork(si=label, sale="", paso=step, cambia=False)
            continue
        try:
            other = table.plus(checked(Said, {"frase": sentence}))
            result = _known(play, speech, other, built(other, speech))
            sale = f"Depende: {result.asked.question.texto}" if result.asked else _comes(play, speech, result)
            yield Fork(si=sentence, sale=sale, paso=step, mesa=other.code(), cambia=sale != line)
        except PlayError as error:
            yield Fork(si=sentence, sale=f"No se puede: {error.reason}.", paso=step, cambia=True)


def _comes(play: Play, speech: Speech, known: Known) -> str:
    found = {_outcome(speech, way, report) for way, report in zip(known.ways, _reports(play, known), strict=True)}
    return found.pop() if len(found) == 1 else f"Depende: {_why(known)}"


def offered(speech: Speech, who: str, text: str) -> str | None:
    """The sentence that takes an offer up."""
    for row in speech.oferta:
        slots = slots_in(row.dice, text)
        if slots is not None:
            return row.frase.format_map({"quien": who, **slots})
    return None


def _notes(play: Play, speech: Speech, table: Table, made: Built) -> Iterator[str]:
    """What was taken for granted, where another value would have changed what happens."""
    said = built(table, speech).given.get(speech.piezas, {})
    base = played(play, made).signature
    for ask in facts(assumed(built(table, speech), speech), speech):
        if isinstance(ask.row, FactAsked) and ask.row.nota and matters(play, speech, made, ask):
            yield str(filled(ask.row.nota, {}, made, ask.place))
    for row in speech.supone:
        for name in made.given.get(speech.piezas, {}):
            if row.campo in said.get(name, {}):
                continue
            other = made.copy()
            other.given[speech.piezas][name][row.campo] = row.prueba
            if played(play, other).signature != base:
                yield row.nota.replace("{pieza}", name)
