"""A text in plain Spanish: when it applies, what it costs, what it does, whether it is optional, and which rules it touches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grammar.diagnostics import Diagnostic
from grammar.game import load_game
from grammar.lexicon.load import lexicon_for
from grammar.meaning.card import Card, compile_card
from grammar.meaning.effect import dump
from grammar.wording.plain import HANGS, Line, outline, plain
from kb.models import Entry
from kb.text import slugify

MODES = {"puede": "se puede (o no): ", "solo_puede": "solo se puede: ", "es_capaz": "se permite: "}
"""Where the act itself cannot be said with its verb; a prohibition always is («no puedes gastar»)."""


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
    """The steps of an ability one after the other; a step that hangs on another stays in its sentence."""
    if told.kind == "instrucciones":
        return " ".join(map(_sentence, told.children))
    steps = [part for part in told.children if part.role == "paso" and part.kind != HANGS]
    apart = [part for part in told.children if part not in steps]
    texts = [text for text in (_act(apart), *(_step(part) for part in steps)) if text]
    first = ", ".join([*_words(apart, "limite", "momento"), *texts[:1]])
    texts = [": ".join([*_words(apart, "cabecera"), *filter(None, [first])]), *texts[1:]]
    who = ". ".join(_words(told.children, "referente"))
    return f"{'. Luego, '.join(_begun(text, at) for at, text in enumerate(texts))}.{f' Aquí {who}.' if who else ''}"


def _begun(text: str, at: int) -> str:
    return text if at else text[:1].upper() + text[1:]


def _words(lines: Sequence[Line], *roles: str) -> list[str]:
    return [line.words.strip(" .") for line in lines if line.role in roles and line.words]


def _act(lines: Sequence[Line]) -> str:
    """On which condition, whether one may, at what price → what is done, and what otherwise."""
    may = next((line for line in lines if line.role == "modo"), Line("modo"))
    price = " y ".join(_words(lines, "coste"))
    done = [line for line in lines if line.role in ("efecto", "opciones", "paso")]
    if may.said and not price:  # the verb that permits says the acts; what hangs on them follows
        done = [line for line in done if line.role == "paso"]
    deeds = "; ".join(_deed(line, line is done[-1]) for line in done)
    if may.said:
        core = (" → " if price else "; ").join(filter(None, [may.said, deeds]))
    else:
        core = MODES.get(may.kind, "") + (f"pagando: {price} → {deeds}" if price and deeds else price or deeds)
    core += "".join(f"; si no: {text}" for text in _words(lines, "si_no"))
    return ", ".join([*(f"si {text}" for text in _words(lines, "condicion")), *filter(None, [core])])


def _step(line: Line) -> str:
    return ", ".join([*_words(line.children, "momento"), *filter(None, [_act(line.children)])])


def _deed(line: Line, last: bool) -> str:
    """What hangs on the step, with its moments; in brackets where more follows that does not hang on its condition."""
    if line.role == "opciones":
        return " o bien: ".join(_words(line.children, "efecto"))
    if line.role == "efecto":
        return line.words.strip(" .")
    text = _step(line)
    simple = {part.role for part in line.children} <= {"modo", "efecto"} and "puede" not in {
        part.kind for part in line.children
    }
    return text if simple or last else f"({text})"


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
