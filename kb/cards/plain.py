"""A text in plain Spanish: when it applies, what it costs, what it does, whether it is optional, and which rules it touches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grammar.diagnostics import Diagnostic
from grammar.game import load_game
from grammar.lexicon.load import lexicon_for
from grammar.meaning.card import Card, compile_card
from grammar.meaning.effect import dump
from grammar.wording.plain import Line, outline, plain
from kb.models import Entry
from kb.text import slugify


@dataclass(frozen=True)
class Citation:
    id: str
    title: str
    page: str | None = None


def explain(text: str, game: str, entries: Sequence[Entry] = ()) -> str:
    """The explanation, or what stops it."""
    result = compile_card(text, game)
    if not result.effects:
        return "No se entiende todavía:\n" + "\n".join(line for d in result.diagnostics for line in _problem(d))
    lines = [*(f"Entiendo: {text}" for text in understood(result, game)), plain(result.effects, lexicon_for(game))]
    cited = list(citations(result, game, entries))
    if cited:
        lines.append("Reglas que toca:")
        lines.extend(f"- {c.title} ({c.id}{', p. ' + c.page if c.page else ''})" for c in cited)
    return "\n".join(lines)


def _problem(told: Diagnostic) -> Iterator[str]:
    """What stops it; of several meanings each, with the text that says only that one."""
    yield f"- {told.message}"
    for at, reading in enumerate(told.readings, 1):
        yield f"  {at}. {reading.says}" + (f" Se escribe: «{reading.text}»" if reading.text else "")


def understood(result: Card, game: str) -> tuple[str, ...]:
    """Each ability in one sentence: when, on which condition, at what price → what happens, and who is who."""
    return tuple(_sentence(outline(ability, lexicon_for(game))) for ability in result.effects)


def _sentence(told: Line) -> str:
    parts = list(_flat(told))

    def words(*roles: str) -> list[str]:
        return [line.words.strip(" .") for line in parts if line.role in roles and line.words]

    head = ", ".join([*words("cabecera", "limite"), *words("momento"), *(f"si {text}" for text in words("condicion"))])
    modes = {line.kind for line in parts if line.role == "modo"}
    may = "se puede (o no): " if "puede" in modes else "prohibido: " if "no_puede" in modes else ""
    price = " y ".join(words("coste"))
    deeds = "; ".join(words("efecto", "opciones"))
    otherwise = "; si no: ".join(["", *words("si_no")])
    core = f"{may}{f'pagando: {price} → ' if price else ''}{deeds}{otherwise}"
    who = ". ".join(words("referente"))
    text = ", ".join(part for part in (head, core) if part)
    return f"{text[:1].upper()}{text[1:]}.{f' Aquí {who}.' if who else ''}"


def _flat(line: Line) -> Iterator[Line]:
    for child in line.children:
        yield child
        yield from _flat(child)


def identifiers(effects: Any) -> Iterator[str]:
    """Every identifier of the effects, in order and once."""
    seen: set[str] = set()
    pending: list[object] = [dump(effects)]
    while pending:
        node = pending.pop(0)
        if isinstance(node, dict):
            pending[:0] = list(node.values())
        elif isinstance(node, list):
            pending[:0] = node
        elif isinstance(node, str) and node not in seen:
            seen.add(node)
            yield node


def citations(result: Card, game: str, entries: Sequence[Entry] = ()) -> Iterator[Citation]:
    """Entries of the terms used: tokens, steps and words that the game's facts tie to one, then titles that match."""
    facts = load_game(game)
    slugs = {token.id: token.entrada for token in facts.fichas} | {term.id: term.entrada for term in facts.vocabulario}
    by_id = {entry.id: entry for entry in entries}
    for identifier in identifiers(result.effects):
        slug = slugs.get(identifier) or slugify(identifier.replace("_", " "))
        entry = by_id.get(f"{game}/{slug}")
        if entry is not None:
            yield Citation(entry.id, entry.title, str(entry.page) if entry.page else None)
        elif slugs.get(identifier):
            yield Citation(f"{game}/{slugs[identifier]}", identifier.replace("_", " ").capitalize())
