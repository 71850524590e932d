"""Which rules has any situation run? Passages of our rulebooks, those that the engine cites, those that scenarios reach."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from grammar.game import CORPUS
from kb.anchors import START
from kb.models import Block, Entry
from kb.play.citations import all_cites
from kb.play.order import order
from kb.play.order.situation import Situation
from kb.play.scenario import Verdict, outcome
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


def reached_by(paths: Iterable[Path]) -> set[str]:
    """The citations of everything that happens in those scenarios and situations of order."""
    found: set[str] = set()
    for path in _files(paths):
        for document in read_each(path):
            if isinstance(document, Document) and "capacidades" in document.data:
                found |= {step.cita for step in order(document.checked(Situation)).pasos}
                continue
            played = outcome(document)
            if isinstance(played, Verdict):
                report = played.informe
                found |= {event.cita for event in report.eventos} | ({report.regla} if report.regla else set())
    return found


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
    known = {name for each in names.values() for name in each}
    touched = {id for (id, _), each in names.items() if each & cited}
    return Reach(
        juego=game,
        pasajes=len(names),
        citados=sum(bool(each & cited) for each in names.values()),
        ejecutados=sum(bool(each & run) for each in names.values()),
        sin_prueba=tuple(sorted((cited & known) - run)),
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
