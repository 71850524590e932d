"""Which rules has any situation run? Passages of our rulebooks, those that the engine cites, those that scenarios reach."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from grammar.game import CORPUS
from kb.anchors import START
from kb.cards.files import Card, read_cards
from kb.models import Block, Entry
from kb.play.citations import all_cites
from kb.play.errors import PlayError
from kb.play.meaning.tryout import acting
from kb.play.order import order
from kb.play.order.situation import Situation
from kb.play.run import Report
from kb.play.scenario import Verdict, outcome
from kb.play.tryout import staging_of
from kb.play.validation import Model
from kb.play.yaml_io import Document, read_each

REACHED = CORPUS / "alcanzado.txt"
"""What the project's own scenarios reach, written by `kb coverage --reglas CARPETA --anota`; shown by the site."""
RULES = frozenset(
    "seccion termino cualidad apartado recuadro apendice carta pregunta tabla paso definicion".split()
)  # fmt: skip
"""Kinds of entry that state rules: not examples, history, redirections nor contents."""
NO_RULES = frozenset({"ejemplo", "nota", "pie"})


class Reach(Model):
    """Of one game."""

    juego: str
    pasajes: int
    """Passages of its rulebook, in our words."""
    citados: int
    """Those that some step of the engine cites."""
    ejecutados: int
    """Those that some scenario, card or keyword has reached."""
    sin_prueba: tuple[str, ...]
    """Cited by the engine, and reached by no scenario."""
    sin_motor: tuple[str, ...]
    """Entries none of whose passages the engine cites."""


@dataclass
class Looked:
    """What some files have run."""

    reached: set[str] = field(default_factory=set)
    """The citations of everything that happens in them."""
    games: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)
    """What could not be played, one sentence each."""


def reached_by(paths: Iterable[Path]) -> set[str]:
    return looked_at(paths).reached


def looked_at(paths: Iterable[Path], game: str | None = None) -> Looked:
    """Scenarios and situations of order, played as they stand; cards, in the situation in which each of them acts."""
    found = Looked()
    for path in _files(paths):
        if path.suffix in YAML:
            for document in read_each(path):
                _document(document, found)
        else:
            for card in read_cards(str(path), game):
                _card(card, found)
    return found


YAML = (".yaml", ".yml")


def _document(document: Document | PlayError, found: Looked) -> None:
    try:
        if isinstance(document, Document) and isinstance(document.data, dict) and "capacidades" in document.data:
            asked = document.checked(Situation)
            found.reached |= {step.cita for step in order(asked).pasos}
            found.games.add(asked.juego)
            return
    except PlayError as error:
        found.wrong.append(str(error))
        return
    played = outcome(document)
    if isinstance(played, Verdict):
        _report(played.juego, played.informe, found)
    else:
        found.wrong.append(str(played))


def _card(card: Card, found: Looked) -> None:
    try:
        staging = staging_of(card.game)
        acts = acting(staging, card.text)
    except PlayError as error:
        found.wrong.append(f"{card.path}:{card.line}: {error}")
        return
    report = staging.played(acts[1]) if acts is not None else None
    if report is None:
        found.wrong.append(f"{card.path}:{card.line}: no se ha hallado ninguna situación en la que actúe.")
    else:
        _report(staging.game, report, found)


def _report(game: str, report: Report, found: Looked) -> None:
    found.games.add(game)
    found.reached |= {event.cita for event in report.eventos} | ({report.regla} if report.regla else set())


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(path.rglob("*.yaml")) if path.is_dir() else (path,)


@cache
def noted() -> frozenset[str]:
    """What was reached when somebody last noted it."""
    return frozenset(REACHED.read_text("utf-8").split()) if REACHED.is_file() else frozenset()


def reach(entries: Sequence[Entry], reached: Iterable[str]) -> tuple[Reach, ...]:
    """Game by game, in the order of the entries."""
    games = dict.fromkeys(entry.game for entry in entries)
    cited, run = {cite.ref for cite in all_cites()}, set(reached)
    return tuple(_of_game(game, [e for e in entries if e.game == game], cited, run) for game in games)


def _of_game(game: str, entries: Sequence[Entry], cited: set[str], run: set[str]) -> Reach:
    names = {(e.id, b.mark): _names(e, b) for e in entries if e.kind in RULES for b in _ours(e) if b.kind not in NO_RULES}
    touched = {id for (id, _), each in names.items() if each & cited}
    return Reach(
        juego=game,
        pasajes=len(names),
        citados=sum(bool(each & cited) for each in names.values()),
        ejecutados=sum(bool(each & run) for each in names.values()),
        sin_prueba=tuple(sorted(min(each & cited) for each in names.values() if each & cited and not each & run)),
        sin_motor=tuple(dict.fromkeys(id for id, _ in names if id not in touched)),
    )


def _ours(entry: Entry) -> Sequence[Block]:
    return entry.summary.blocks if entry.summary else entry.blocks


def _names(entry: Entry, block: Block) -> frozenset[str]:
    """How a citation may call the passage."""
    marks = (block.mark, *((START,) if START in block.old else ()))
    return frozenset(f"{entry.id}#{mark}" for mark in marks)


def as_text(rows: Iterable[Reach]) -> str:
    lines = []
    for row in rows:
        part = f"{100 * row.ejecutados / (row.pasajes or 1):.1f} %".replace(".", ",")
        lines.append(f"{row.juego}: {row.pasajes} pasajes; el motor cita {row.citados} y se ejecutan {row.ejecutados} ({part})")
        lines.append(f"  citados que nada prueba: {len(row.sin_prueba)}")
        lines += [f"    {ref}" for ref in row.sin_prueba]
        lines.append(f"  entradas que el motor no toca: {len(row.sin_motor)}")
    return "\n".join(lines)
