"""Card texts as the workshop sees them: findings with their place, the effect as a tree, the plain explanation."""

import csv
import io
import logging
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

import yaml

from grammar.compile import Result, compile_text
from grammar.diagnostics import Diagnostic, apply_fixes
from grammar.explain.outline import Part
from grammar.game import CORPUS, GAMES
from grammar.lint import lint_text
from grammar.outlines import outline_of
from grammar.parse import GRAMMARS
from grammar.steps import TooManyWords
from kb.cards.coverage import coverage
from kb.cards.files import Card, CardFileError, cards_from, read_cards
from kb.cards.plain import Citation, citations
from kb.models import Entry
from kb.yaml_depth import too_deep
from web.errors import WebError
from web.guard.budgets import CARD_TEXT as MAX_TEXT
from web.guard.budgets import CARDS_PER_FILE as MAX_CARDS
from web.guard.budgets import YAML_TEXT, YAML_TOKENS
from web.models import CardCoverage, CompileOut, DiagnosticOut, NodeOut
from web.observe.meters import COMPILED, work

log = logging.getLogger(__name__)
_ENOUGH = 300
"""Characters by which a game is recognised."""
_RANK = {"exacto": 0, "variante": 1, "rechazado": 2}
_ANCHOR = re.compile(r"(?:^|[\s\[{,:-])[&*]\w", re.MULTILINE)


def compile_safely(text: str, game: str) -> Result:
    """A fault of the compiler is our fault, not the reader's: it is logged, and the text declined."""
    try:
        return compile_text(text, game)
    except TooManyWords:
        raise
    except Exception:
        log.exception("the compiler failed on a text of %s characters of %s", len(text), game)
        return Result("rechazado", diagnostics=(_stumbled(text),))


def lint_safely(text: str, game: str, known: Result | None = None) -> tuple[Diagnostic, ...]:
    try:
        return tuple(lint_text(text, game, known))
    except TooManyWords:
        raise
    except Exception:
        log.exception("the linter failed on a text of %s characters of %s", len(text), game)
        return (_stumbled(text),)


def _stumbled(text: str) -> Diagnostic:
    return Diagnostic("KB100", "error", "El compilador ha tropezado con este texto. Ya está anotado.", (0, len(text)))


def recognised(text: str) -> str:
    """The game whose language understands the text best; on a tie, the one that stumbles latest."""
    with work("recognise"):
        return _recognised(text)


def _recognised(text: str) -> str:

    text = _opening(text)

    def fit(game: str) -> tuple[int, int]:
        result = compile_safely(text, game)
        first = min((d.span[0] for d in result.diagnostics if d.severity == "error"), default=len(text))
        return _RANK[result.status], -first

    return min(GAMES, key=fit)


def _opening(text: str) -> str:
    """Its first sentences: a text of two games is of none."""
    if len(text) <= _ENOUGH:
        return text
    return text[: text.rfind(".", 0, _ENOUGH) + 1] or text[:_ENOUGH]


def compiled(text: str, game: str, entries: tuple[Entry, ...], id: str | None = None) -> CompileOut:
    with work("compile", game):
        result = compile_safely(text, game)
    COMPILED.labels(game, result.status).inc()
    found = _findings(text, game, result)
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
    )


def _findings(text: str, game: str, result: Result) -> tuple[Diagnostic, ...]:
    """The compiler's and the linter's findings, each once, in the order of the text."""
    both = {(d.code, d.span): d for d in (*lint_safely(text, game, result), *result.diagnostics)}
    return tuple(sorted(both.values(), key=lambda d: (d.span, d.code)))


def _fixed(text: str, found: tuple[Diagnostic, ...]) -> str | None:
    after = apply_fixes(text, found)
    return after if after != text else None


def tree_safely(result: Result, game: str) -> tuple[NodeOut, ...]:
    """The effects as trees; none where they cannot be told."""
    try:
        return tuple(_nodes(result, game))
    except Exception:
        log.exception("an effect of %s cannot be told", game)
        return ()


def _nodes(result: Result, game: str) -> Iterator[NodeOut]:
    canonical = result.canonical.casefold()
    for ability in result.effects:
        yield _node(outline_of(ability, game), canonical)


def _node(part: Part, canonical: str) -> NodeOut:
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


def uploaded(name: str, content: bytes, game: str | None) -> list[Card]:
    """The cards of a file that somebody sends: JSONL, CSV, YAML or Markdown, by its name."""
    suffix = name.rsplit(".", 1)[-1].lower()
    try:
        text = content.decode("utf-8-sig")
        if suffix in ("yaml", "yml") and len(text) <= YAML_TEXT and _ANCHOR.search(text):
            raise WebError(400, "peticion_incorrecta", "En YAML no se admiten anclas (&) ni alias (*).")
        if suffix in ("yaml", "yml"):
            _check_yaml(text)
        kinds = {"yaml": ".yaml", "yml": ".yaml", "md": ".md", "markdown": ".md"}
        found = _csv(text, game) if suffix == "csv" else cards_from(text, f"cartas{kinds.get(suffix, '.jsonl')}", game)
        cards = list(islice(found, MAX_CARDS + 1))
    except CardFileError as error:
        raise WebError(400, "peticion_incorrecta", f"Línea {error.line}: {error.reason}.") from error
    except (UnicodeDecodeError, RecursionError, csv.Error) as error:
        raise WebError(400, "peticion_incorrecta", "El fichero no es un texto UTF-8 que se pueda leer.") from error
    if len(cards) > MAX_CARDS:
        raise WebError(
            413,
            "demasiado_grande",
            f"Son demasiadas cartas para un fichero: el límite es {MAX_CARDS}. Pártelo, o revísalo con «kb lint».",
        )
    if any(len(card.text) > MAX_TEXT for card in cards):
        raise WebError(413, "demasiado_grande", f"Una carta pasa de {MAX_TEXT} caracteres.")
    return cards


def _too_big(told: str) -> WebError:
    return WebError(413, "demasiado_grande", told)


def _check_yaml(text: str) -> None:
    if len(text) > YAML_TEXT:
        raise WebError(
            413, "demasiado_grande", f"El YAML pasa de {YAML_TEXT} caracteres. Envía menos cartas de una vez, o JSONL."
        )
    if not too_deep(text) and sum(1 for _ in islice(_tokens(text), YAML_TOKENS + 1)) > YAML_TOKENS:
        raise WebError(
            413, "demasiado_grande", f"El YAML pasa de {YAML_TOKENS} piezas. Envía menos cartas de una vez, o JSONL."
        )


def _tokens(text: str) -> Iterator[object]:
    """Those of a YAML text until the first mistake, which its reader will tell."""
    try:
        yield from yaml.scan(text, yaml.SafeLoader)
    except yaml.YAMLError:
        return


def _csv(text: str, game: str | None) -> Iterator[Card]:
    rows = csv.DictReader(io.StringIO(text), strict=True)
    if "text" not in (rows.fieldnames or ()):
        raise CardFileError("cartas.csv", 1, "falta la columna «text»; puede haber además «game», «name» e «id»")
    for number, row in enumerate(rows, 1):
        slug = row.get("game") or game or "xwing"
        if slug not in GAMES:
            raise CardFileError("cartas.csv", rows.line_num, f"no se conoce el juego «{slug[:20]}»")
        yield Card(row.get("id") or f"{slug}/{number}", slug, row["text"] or "", name=row.get("name") or "", path="cartas.csv",
                   line=rows.line_num)  # fmt: skip


def as_csv(rows: list[tuple[Card, CompileOut]]) -> str:
    """A table of findings that a spreadsheet opens without running anything in it."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["id", "juego", "nombre", "estado", "codigo", "mensaje", "texto", "redaccion_canonica"])
    for card, result in rows:
        for code, message in [(d.code, d.message) for d in result.diagnostics] or [("", "")]:
            cells = (card.id, card.game, card.name, result.status, code, message, card.text, result.canonical)
            writer.writerow([_inert(cell) for cell in cells])
    return out.getvalue()


def _inert(cell: str) -> str:
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell


@cache
def gallery() -> dict[str, list[Card]]:
    """Our sample cards, by game."""
    return {game: read_cards(str(CORPUS / game / "cartas.jsonl"), game) for game in GAMES}


def has_dialect(game: str) -> bool:
    return (GRAMMARS / f"{game}.lark").exists()


@cache
def card_coverage(game: str) -> CardCoverage | None:
    """How much of our sample cards of a game is understood: measured once, as neither changes while we run."""
    if not has_dialect(game):
        return None
    try:
        found = coverage(gallery().get(game, ()))
    except Exception:
        log.exception("the compiler failed on a sample card of %s", game)
        return None
    return CardCoverage(cards=sum(row.total for row in found), exact=sum(row.exact for row in found),
                        variant=sum(row.variant for row in found), declined=sum(row.declined for row in found))  # fmt: skip
