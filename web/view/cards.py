"""Card texts as the workshop sees them: findings with their place, the effect as a tree, the plain explanation."""

import csv
import io
import logging
import re
from collections.abc import Iterator
from functools import cache

from grammar.diagnostics import Diagnostic, apply_fixes
from grammar.game import CORPUS, DEFAULT_GAME, GAMES
from grammar.lexicon.load import has_words, lexicon_for
from grammar.likeness import likeness
from grammar.meaning.card import Card as Compiled
from grammar.steps import TooMuchWork
from grammar.wording.plain import Line, outline
from kb.cards.coverage import coverage
from kb.cards.files import SUFFIXES, Card, CardFileError, Sheet, read_cards, sheet_from
from kb.cards.findings import findings
from kb.cards.plain import Citation, citations, understood
from kb.cards.safely import compile_safely, stumbled
from kb.models import Entry
from web.errors import WebError
from web.guard.budgets import CARD_PIECES, YAML_TEXT, YAML_TOKENS
from web.guard.budgets import CARD_TEXT as MAX_TEXT
from web.guard.budgets import CARDS_PER_FILE as MAX_CARDS
from web.models import CardCoverage, CompileOut, DiagnosticOut, NodeOut
from web.observe.meters import COMPILED, work

log = logging.getLogger(__name__)
_PIECE = re.compile(r"\w+|[^\w\s]")


def counted(text: str) -> str:
    """The text, if it has no more words and signs than a card may: a thousand single letters fit in its characters."""
    if len(text) > CARD_PIECES and len(_PIECE.findall(text)) > CARD_PIECES:
        raise TooMuchWork(CARD_PIECES, "palabras y signos")
    return text


def lint_safely(text: str, game: str, known: Compiled | None = None) -> tuple[Diagnostic, ...]:
    counted(text)
    try:
        return findings(text, game, known)
    except (TooMuchWork, MemoryError):
        raise
    except Exception:
        log.exception("the linter failed on a text of %s characters of %s", len(text), game)
        return (stumbled(text),)


def recognised(text: str) -> str:
    """The game that a text is of; the likeliest where two fit, and the first of ours where none does."""
    with work("recognise"):
        found = likeness(text)
    return found.candidates[0] if found.candidates else DEFAULT_GAME


def compiled(text: str, game: str, entries: tuple[Entry, ...], id: str | None = None) -> CompileOut:
    with work("compile", game):
        result = compile_safely(counted(text), game)
    COMPILED.labels(game, result.status).inc()
    found = lint_safely(text, game, result)
    return CompileOut(
        id=id,
        game=game,
        status=result.status,
        effects=tuple(result.as_dict()["effects"]),
        canonical=result.canonical,
        diagnostics=tuple(DiagnosticOut.model_validate(d.as_dict()) for d in found),
        fixed=_fixed(text, found),
        tree=tree_safely(result, game),
        cites=tuple(_once(citations(result, game, entries), {entry.id for entry in entries})),
        understood=understood_safely(result, game),
    )


def _fixed(text: str, found: tuple[Diagnostic, ...]) -> str | None:
    after = apply_fixes(text, found)
    return after if after != text else None


def understood_safely(result: Compiled, game: str) -> tuple[str, ...]:
    try:
        return understood(result, game)
    except Exception:
        log.exception("an effect of %s cannot be told", game)
        return ()


def tree_safely(result: Compiled, game: str) -> tuple[NodeOut, ...]:
    """The effects as trees; none where they cannot be told."""
    try:
        return tuple(_nodes(result, game))
    except Exception:
        log.exception("an effect of %s cannot be told", game)
        return ()


def _nodes(result: Compiled, game: str) -> Iterator[NodeOut]:
    canonical = result.canonical.casefold()
    for ability in result.effects:
        yield _node(outline(ability, lexicon_for(game)), canonical)


def _node(part: Line, canonical: str) -> NodeOut:
    words = part.words.strip(" .,")
    at = canonical.find(words.casefold()) if words else -1
    span = (at, at + len(words)) if at >= 0 else None
    return NodeOut(role=part.role, kind=part.kind, words=words, span=span,
                   children=tuple(_node(child, canonical) for child in part.children))  # fmt: skip


def _once(cited: Iterator[Citation], known: set[str]) -> Iterator[str]:
    seen: set[str] = set()
    for citation in cited:
        if citation.id in known and citation.id not in seen:
            seen.add(citation.id)
            yield citation.id


def uploaded(name: str, content: bytes, game: str | None) -> Sheet:
    """The cards of a file that somebody sends, by its name; what is wrong with it is told with its line."""
    kind = f".{name.rsplit('.', 1)[-1].lower()}"
    path = f"cartas{kind if kind in SUFFIXES else '.jsonl'}"
    try:
        if kind in (".yaml", ".yml") and len(content) > YAML_TEXT:
            raise _too_big(f"El YAML pasa de {YAML_TEXT} caracteres. Envía menos cartas de una vez, o JSONL.")
        sheet = sheet_from(content, path, game, YAML_TOKENS, MAX_CARDS)
    except CardFileError as error:
        if error.too_long:
            raise _too_big(f"El YAML {error.reason}. Envía menos cartas de una vez, o JSONL.") from error
        raise WebError(400, "peticion_incorrecta", f"Línea {error.line}: {error.reason}.") from error
    if len(sheet.cards) > MAX_CARDS:
        raise _too_big(f"Son demasiadas cartas para un fichero: el límite es {MAX_CARDS}. Pártelo, o revísalo con «kb lint».")
    if any(len(card.text) > MAX_TEXT for card in sheet.cards):
        raise _too_big(f"Una carta pasa de {MAX_TEXT} caracteres.")
    return sheet


def _too_big(told: str) -> WebError:
    return WebError(413, "demasiado_grande", told)


def as_csv(rows: list[tuple[Card, CompileOut]]) -> str:
    """A table of findings that a spreadsheet opens without running anything in it."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["id", "juego", "nombre", "estado", "codigo", "mensaje", "texto", "redaccion_canonica"])
    for card, result in rows:
        for code, message in [(d.code, d.message) for d in result.diagnostics] or [("", "")]:
            cells = (card.id, card.game, card.name, result.status, code, message, card.text, result.canonical)
            writer.writerow([inert(cell) for cell in cells])
    return out.getvalue()


def inert(cell: str) -> str:
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r", "\n") else cell


@cache
def gallery() -> dict[str, list[Card]]:
    """Our sample cards, by game."""
    return {game: read_cards(str(CORPUS / game / "cartas.jsonl"), game) for game in GAMES}


@cache
def card_coverage(game: str) -> CardCoverage | None:
    """How much of our sample cards of a game is understood: measured once, as neither changes while we run."""
    if not has_words(game):
        return None
    try:
        found = coverage(gallery().get(game, ()))
    except Exception:
        log.exception("the compiler failed on a sample card of %s", game)
        return None
    return CardCoverage(cards=sum(row.total for row in found), exact=sum(row.exact for row in found),
                        variant=sum(row.variant for row in found), declined=sum(row.declined for row in found))  # fmt: skip
