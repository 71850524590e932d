"""A text in plain Spanish: when it applies, what it costs, what it does, whether it is optional, and which rules it touches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from grammar.compile import Result, compile_text
from grammar.effects.base import Model
from grammar.explain.outline import Part
from grammar.game import load_game
from grammar.outlines import outline_of
from kb.models import Entry
from kb.text import slugify

LEADS: dict[str, str] = {
    "momento": "Cuándo", "plazo": "Durante", "requisito": "Sólo", "por cada": "Se repite", "resultado": "Según la tirada",
    "coste": "Cuesta",
    "efecto": "Hace", "quién": "Quién", "salvo": "Salvo", "cola": "Además", "enlace": "Después", "cabecera": "Encabezado",
}  # fmt: skip
MODES: dict[str, str] = {
    "opcional": "Es opcional: quien la usa decide.", "obligatorio": "Es obligatoria.",
    "permiso permanente": "Es un permiso permanente, siempre activo.",
    "prohibido": "Es una prohibición, y «no puede» gana siempre.",
}  # fmt: skip


@dataclass(frozen=True)
class Citation:
    id: str
    title: str
    page: str | None = None


def explain(text: str, game: str, entries: Sequence[Entry] = ()) -> str:
    """The explanation, or what stops it."""
    result = compile_text(text, game)
    if not result.effects:
        return "No se entiende todavía:\n" + "\n".join(f"- {d.message}" for d in result.diagnostics)
    lines: list[str] = []
    for number, ability in enumerate(result.effects, 1):
        if len(result.effects) > 1:
            lines.append(f"{number}.")
        lines.extend(_lines(outline_of(ability, game)))
    cited = list(citations(result, game, entries))
    if cited:
        lines.append("Reglas que toca:")
        lines.extend(f"- {c.title} ({c.id}{', p. ' + c.page if c.page else ''})" for c in cited)
    return "\n".join(lines)


def _lines(part: Part) -> Iterator[str]:
    for child in part.children:
        if child.role in MODES:
            yield MODES[child.role]
        if child.words:
            yield f"{LEADS.get(child.role, child.role.capitalize())}: {child.words}."
        elif child.role == "una de":
            yield "Una de estas cosas:"
        yield from _lines(child)


def identifiers(effects: tuple[Model, ...]) -> Iterator[str]:
    """Every identifier of the effects, in order and once."""
    seen: set[str] = set()
    pending: list[object] = list(effects)
    while pending:
        node = pending.pop(0)
        if isinstance(node, BaseModel):
            pending[:0] = list(node.__dict__.values())
        elif isinstance(node, tuple):
            pending[:0] = list(node)
        elif isinstance(node, str) and node not in seen:
            seen.add(node)
            yield node


def citations(result: Result, game: str, entries: Sequence[Entry] = ()) -> Iterator[Citation]:
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
