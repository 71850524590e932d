"""Practice: a situation in which one of our cards acts, told in words, and what could come out of it.

The situation is the one that puts the card in play (`kb/play/tryout.py`), with everything taken out that changes nothing; what
does change something is what the wrong answers are made of: they are what comes out of the same situation without it."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from random import Random
from typing import Any

from grammar.game import CORPUS
from kb.forms import Speech
from kb.games import shipped_game
from kb.play.errors import PlayError
from kb.play.meaning.abilities import NotUnderstood, abilities_of
from kb.play.meaning.tryout import MOST, Staging, Step
from kb.play.plays import PLAYS
from kb.play.quiz_choices import CANNOT, Outcome, cast, renamed, wrong
from kb.play.quiz_choices import CHOICES as CHOICES
from kb.play.run import DECIDE, Event, Report
from kb.play.table.build import Built
from kb.play.table.cards import Shipped, shipped
from kb.play.table.words import NOTHING, changes, headline, in_words, last
from kb.play.tryout import staging_of, tried
from kb.play.validation import Model, checked
from kb.text import fold

FILE = "practica.jsonl"
TRIED = 200
"""Things that are taken out to see whether they matter."""
VARIANTS = 24
"""Of the situation: what comes out of them are the wrong answers."""
STEPS, PIECES = 2, 10
"""Happenings and pieces of a question: more are a story."""
TOLD = 4
"""Situations of a card from which a question is tried."""
KEYS = 2
"""Passages that are shown in full with the answer."""
KEPT = 300
NUMBERS = 9999
"""The address of a question is its number."""
WRITTEN = frozenset({"tablero", "orden", "modo"})
"""What a situation says of itself whether or not it matters."""
KNOWN = frozenset({"jugador", "bando", "heroe", "cartas"})
"""What a reader wants to know of a piece whether or not it matters."""
ACCENTED = {
    name.translate(str.maketrans("áéíóúñ", "aeioun")): name
    for name in ("acción", "acciones", "activación", "categoría", "crítico", "críticos", "ejército", "héroe", "órdenes",
                 "planificación", "recuperación", "región", "reorientación",
                 "coordinación", "modificación", "tamaño", "misión", "lealtad", "límite", "táctica", "móvil")
}  # fmt: skip
"""Names of fields that no game spells out for its table."""
DICE = re.compile(r"\btiran?\b|; defensa ")
"""Lines of a report that tell what the dice show: a reader has to know it before guessing."""
Path = tuple[str, ...]


class Piece(Model):
    """One piece of the situation, in words."""

    nombre: str
    datos: tuple[str, ...]


class Quiz(Model):
    juego: str
    numero: int
    carta: str
    texto: str
    """Of the card."""
    hay: tuple[Piece, ...]
    tablero: str
    ocurre: tuple[str, ...]
    dados: tuple[str, ...]
    opciones: tuple[str, ...]
    acierto: int
    """Which of them comes out, from 1."""
    pasos: tuple[Event, ...]
    """What happens, step by step, each with its passage."""
    motivo: str
    """Why it cannot be done, where that is what comes out."""
    regla: str
    """The rule that forbids it, where what comes out is that it cannot be done."""
    claves: tuple[str, ...]
    """The passages that decide it: behind what the card does, or that forbid it."""


def quizzed() -> tuple[str, ...]:
    """The games that have questions: their cards can be put in play, and what happens said in words."""
    return tuple(game for game in tried() if _speech(game) is not None and questions(game))


def quiz(game: str, number: int) -> Quiz:
    """The question of that number, always the same. PlayError where the game has none."""
    if game not in quizzed():
        raise PlayError(f"de este juego no hay preguntas de práctica (sí de {', '.join(quizzed())})")
    if not 1 <= number <= NUMBERS:
        raise PlayError(f"las preguntas van de la 1 a la {NUMBERS}")
    rows = [*questions(game)]
    turn, place = divmod(number - 1, len(rows))
    Random(f"{game} {turn}").shuffle(rows)  # noqa: S311 - no secret; every card comes once before any comes again
    return _asked(game, rows[place], number)


class Row(Model):
    """A question, as `kb quiz --genera` wrote it."""

    carta: str
    dado: dict[str, Any]
    cuando: tuple[dict[str, Any], ...]
    semilla: int
    variantes: tuple[int, ...]
    """Which variants of it come out otherwise (`variants`)."""

    def told(self, game: str) -> Step:
        return {"juego": game, "titulo": "", "semilla": self.semilla, "dado": self.dado, "cuando": list(self.cuando)}


@cache
def questions(game: str) -> tuple[Row, ...]:
    path = CORPUS / game / FILE
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    return tuple(Row(**json.loads(line)) for line in lines)


def made(game: str) -> Iterator[Row]:
    """A question for every card of ours that has one."""
    for card in shipped(game).values():
        found = _made(game, card)
        if found is not None:
            yield found


def _made(game: str, card: Shipped) -> Row | None:
    staging = staging_of(game)
    try:
        abilities = abilities_of(card.texto, game)
    except NotUnderstood:
        return None
    short = (
        told for ability in abilities for told in islice(staging.situations(card.texto, ability), MOST)
        if len(told["cuando"]) <= STEPS and staging.acts(told)
    )  # fmt: skip
    return next(filter(None, (_row(card.nombre, staging, told) for told in islice(short, TOLD))), None)


def _row(card: str, staging: Staging, first: Step) -> Row | None:
    speech = _speech(staging.game)
    assert speech is not None
    right = _came_out(staging, speech, first, first)
    if right in ("", NOTHING, _came_out(staging, speech, first, staging.bare(first))):
        return None  # what the card does is not told: nothing to guess
    told = _least(staging, speech, first, right)
    others: dict[int, str] = {}
    for n, other in enumerate(islice(variants(staging, told), VARIANTS)):
        text = _came_out(staging, speech, told, other)
        if text and text != right and text not in others.values():
            others[n] = text
    if not others or len(told["dado"].get(speech.piezas, {})) > PIECES:
        return None
    plain = json.loads(json.dumps(told))
    row = Row(carta=card, dado=plain["dado"], cuando=plain["cuando"], semilla=told["semilla"], variantes=tuple(others))
    return row if fair(staging.game, row) else None


def fair(game: str, row: Row) -> bool:
    """Whether who has not understood it could hesitate: a wrong answer at least tells what changes, as the right one."""
    right, *others = _drawn(game, row)[2]
    asked = [str(right), *wrong(right, tuple(others), Random(row.carta))]  # noqa: S311 - no secret
    return sum(text not in (CANNOT, NOTHING) for text in asked) > 1


def _came_out(staging: Staging, speech: Speech, told: Step, other: Step) -> str:
    """What comes out of a variant, told as if it had begun as the situation did; empty where something has to be told first."""
    report = staging.played(other)
    if report is None or report.pendiente:
        return ""
    return str(_outcome(speech, told if other["cuando"] else other, report))


@lru_cache(maxsize=KEPT)
def _right(game: str, place: int) -> tuple[Step, Report, tuple[Outcome, ...]]:
    return _drawn(game, questions(game)[place])


def _drawn(game: str, row: Row) -> tuple[Step, Report, tuple[Outcome, ...]]:
    """A question with the names of its pieces, what happens in it, and what comes out of it, then of its variants."""
    staging, speech = staging_of(game), _speech(game)
    plain, names = row.told(game), cast(staging, row.carta)
    told = renamed(plain, names)
    report = staging.played(told)
    if report is None or speech is None:
        raise PlayError(f"la pregunta de «{row.carta}» ya no se puede jugar: hazlas de nuevo con kb quiz --genera", FILE)
    outcomes = [_outcome(speech, told, report)]
    for other in (renamed(other, names) for n, other in enumerate(variants(staging, plain)) if n in row.variantes):
        came = staging.played(other)
        if came is not None and not came.pendiente:
            outcomes.append(_outcome(speech, told if other["cuando"] else other, came))
    return told, report, tuple(outcomes)


def _asked(game: str, row: Row, number: int) -> Quiz:
    staging, speech = staging_of(game), _speech(game)
    assert speech is not None
    told, report, outcomes = _right(game, questions(game).index(row))
    chance = Random(f"{game} {number}")  # noqa: S311 - no secret
    options = [str(outcomes[0]), *wrong(outcomes[0], outcomes[1:], chance)]
    chance.shuffle(options)

    def words(text: str) -> str:
        return by_name(in_words(speech, text))

    def by_name(text: str) -> str:
        for name in staging.names(told):
            text = text.replace(f"«{name}»", f"«{row.carta}»")
        return text

    saying = Saying(speech, staging.card, row.carta, words)
    return Quiz(
        juego=game, numero=number, carta=row.carta, texto=shipped(game)[fold(row.carta)].texto,
        hay=tuple(saying.pieces(told["dado"])), tablero=str(told["dado"].get("tablero", "")),
        ocurre=tuple(saying.happenings(told["cuando"])),
        dados=tuple(words(e.texto) for e in report.eventos if DICE.search(e.texto)),
        opciones=tuple(map(by_name, options)), acierto=options.index(str(outcomes[0])) + 1,
        pasos=tuple(e.model_copy(update={"texto": words(e.texto), "efecto": ""}) for e in report.eventos),
        motivo=words(report.no_se_puede or ""), regla=report.regla or "", claves=_keys(report, staging.names(told)),
    )  # fmt: skip


def _keys(report: Report, names: tuple[str, ...]) -> tuple[str, ...]:
    if report.regla:
        return (report.regla,)
    mine = [e.cita for e in report.eventos if e.efecto in names] or [e.cita for e in report.eventos[-1:]]
    return tuple(dict.fromkeys(reversed(mine)))[:KEYS]


def _speech(game: str) -> Speech | None:
    table = shipped_game(game).table if game in PLAYS else None
    return table.habla if table else None


def _outcome(speech: Speech, told: Step, report: Report) -> Outcome:
    """What came out, told against how this situation began; where somebody moved on a drawn board, to where."""
    if not told["cuando"]:
        return Outcome()
    if report.no_se_puede:
        return Outcome(cannot=True)
    built = Built(game=told["juego"], given=told["dado"], steps=list(told["cuando"]))
    old, new = _places(str(told["dado"].get("tablero", ""))), _places(str(report.estado.get("tablero", "")))
    moved = tuple((name, at) for name, at in new.items() if old.get(name, at) != at)
    changed = tuple((who, tuple(what)) for who, what in changes(speech, built, report))
    first = headline(speech, built, report)
    if not (first or changed or moved) and report.estado != _state(told).model_dump():
        first = last(speech, report)  # something else than a piece ends otherwise: a card, a track
    return Outcome(first, changed, moved)


def _state(told: Step) -> Model:
    play = PLAYS[told["juego"]]
    return checked(play.state, told["dado"], "dado")


def _places(board: str) -> dict[str, tuple[int, int]]:
    """The first square of each figure of a drawn board."""
    rows = [line[1::2] for line in board.splitlines()[1::2]]
    return {
        square: (r, c) for r, row in reversed([*enumerate(rows, 1)]) for c, square in reversed([*enumerate(row, 1)])
        if square.isalpha()
    }  # fmt: skip


def _least(staging: Staging, speech: Speech, told: Step, right: str) -> Step:
    """The situation without what does not matter."""
    runs = 0

    def same(fewer: Step) -> bool:
        nonlocal runs
        runs += 1
        report = staging.played(fewer) if runs <= TRIED else None
        return report is not None and not report.pendiente and str(_outcome(speech, fewer, report)) == right

    def lessened(told: Step, paths: list[Path]) -> Step:
        """Without as many of them as can be: all, or else the halves."""
        if not paths or same(fewer := _without(told, paths)):
            return fewer if paths else told
        if len(paths) == 1:
            return told
        half = len(paths) // 2
        return lessened(lessened(told, paths[:half]), paths[half:])

    for group in _groups(told, speech.piezas):
        told = lessened(told, group)
    stay = {*staging.cast[1][:1], *_mentioned(told["cuando"])}
    for name in (name for name in _places(str(told["dado"].get("tablero", ""))) if name not in stay):
        told = fewer if same(fewer := _off_board(told, speech.piezas, name)) else told
    return told


def _mentioned(value: Any) -> Iterator[str]:
    """Every word of what happens: whoever is named there stays."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield key
            yield from _mentioned(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _mentioned(each)
    else:
        yield str(value)


def _off_board(told: Step, main: str, name: str) -> Step:
    given = {**told["dado"], "tablero": told["dado"]["tablero"].replace(name, ".")}
    given[main] = {key: row for key, row in given.get(main, {}).items() if key != name}
    return {**told, "dado": given}


def _groups(told: Step, main: str) -> Iterator[list[Path]]:
    """What is tried without: whole pieces (those of the game last: others are about them), what is said of each, each token of
    it, each detail of what happens."""
    rows = [(name, row) for name, row in told["dado"].items() if isinstance(row, Mapping)]
    yield [("dado", name) for name, row in told["dado"].items() if not isinstance(row, Mapping) and name not in WRITTEN]
    for name, row in sorted(rows, key=lambda each: each[0] == main):
        if name != main or "tablero" not in told["dado"]:  # who stands on a drawn board stays
            yield [("dado", name, piece) for piece in row]
    about = [(("dado", name, piece), each) for name, row in rows for piece, each in row.items() if isinstance(each, Mapping)]
    yield [(*path, field) for path, each in about for field in each if field not in KNOWN]
    yield [
        (*path, field, token) for path, each in about for field, value in each.items()
        if isinstance(value, Mapping) and field not in KNOWN for token in value
    ]  # fmt: skip
    *_, step = told["cuando"]
    yield [("cuando", name, key) for name, body in step.items() if isinstance(body, Mapping) for key in body]


def variants(staging: Staging, told: Step) -> Iterator[Step]:
    """The same without the card, or with one thing more or less."""
    yield staging.bare(told)
    for name, value in told["dado"].items():
        yield from ({**told, "dado": {**told["dado"], name: other}} for other in _nudged(value))
    *before, last = told["cuando"]
    yield from ({**told, "cuando": [*before, other]} for other in _nudged(last))


def _nudged(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        yield from ({**value, key: other} for key, each in value.items() for other in _nudged(each))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from (n for n in (value - 1, value + 1) if n >= 0)


def _without(told: Step, paths: list[Path]) -> Step:
    for head, *rest in paths:
        if head == "dado":
            told = {**told, "dado": _cut(told["dado"], tuple(rest))}
        else:
            *before, last = told["cuando"]
            told = {**told, "cuando": [*before, _cut(last, tuple(rest))]}
    return told


def _cut(value: Mapping[str, Any], path: Path) -> dict[str, Any]:
    if len(path) == 1:
        return {key: row for key, row in value.items() if key != path[0]}
    inner = value.get(path[0])
    return {**value, path[0]: _cut(inner, path[1:])} if isinstance(inner, Mapping) else dict(value)


@dataclass(frozen=True)
class Saying:
    """A situation in words."""

    speech: Speech
    card: str
    """Its name in the situation."""
    name: str
    words: Callable[[str], str]

    def pieces(self, given: Mapping[str, Any]) -> Iterator[Piece]:
        for name, row in given.get(self.speech.piezas, {}).items():
            side = row.get(self.speech.lado)
            facts = [self.fact(field, value) for field, value in row.items() if field not in ("cartas", self.speech.lado)]
            bears = [f"lleva «{self.name}»"] if self.card in (row.get("cartas") or {}) else []
            whose = [f"de {self.words(str(side))}"] if side else []
            yield Piece(nombre=name, datos=tuple(fact for fact in (*whose, *bears, *facts) if fact))
        for name, value in given.items():
            if name not in (self.speech.piezas, "tablero", "orden") and value:
                rows = value.items() if isinstance(value, Mapping) else [("", value)]
                facts = [self.fact(key, each) or self.plain(key) if key else self.value(each) for key, each in rows]
                yield Piece(nombre=self.plain(name), datos=tuple(facts))

    def happenings(self, steps: list[Step]) -> Iterator[str]:
        for step in steps:
            for name, body in step.items():
                if name == DECIDE:
                    rest = ", ".join(self.decided(each) for each in body.values())
                    yield f"Con «{self.name}»: {rest or 'se usa'}."
                    continue
                rest = self.listed(body) if isinstance(body, Mapping) else ""
                yield f"{self.plain(name).capitalize()}{f': {rest}' if rest else ''}."

    def decided(self, value: Any) -> str:
        told = {key: each for key, each in value.items() if key != "usa"} if isinstance(value, Mapping) else {}
        return ", ".join(filter(None, ("se usa", self.listed(told))))

    def fact(self, field: str, value: Any) -> str:
        label = self.plain(field) if field != self.card or not isinstance(value, str) else field
        if isinstance(value, bool):
            return label if value else f"no {label}"
        if isinstance(value, Mapping | list | tuple):
            return f"{label} ({self.value(value)})" if value else ""
        return label if label == self.plain(str(value)) else f"{label} {self.plain(str(value))}"

    def value(self, value: Any) -> str:
        if isinstance(value, Mapping):
            return self.listed(value)
        if isinstance(value, list | tuple):
            return ", ".join(map(self.value, value))
        return self.plain(str(value))

    def listed(self, value: Mapping[str, Any]) -> str:
        return ", ".join(filter(None, (self.fact(str(key), each) for key, each in value.items())))

    def plain(self, text: str) -> str:
        return f"«{self.name}»" if text == self.card else self.words(ACCENTED.get(text, text)).replace("_", " ")
