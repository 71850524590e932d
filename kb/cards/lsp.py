"""`kb lsp`: the language server for card files. Findings, quick fixes, completion, hover, formatting, links to the rules.

The editor's text is read as a card file by its name (`kb/cards/files.py`), so that every place is one of the file.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast
from urllib.parse import unquote, urlparse

from grammar.completion import complete
from grammar.diagnostics import Diagnostic, Fix
from grammar.game import Term, Token, load_whole
from grammar.lexicon.load import fold
from grammar.lint import CATALOGUE
from grammar.lint.rewrite import wording_edits
from kb.cards.config import Config, config_for, ignored
from kb.cards.files import Card, CardFileError, Sheet, sheet_from
from kb.cards.findings import findings
from kb.cards.output import help_address
from kb.cards.rules import passage
from kb.cards.safely import compile_safely
from kb.errors import KbError

MISSING = "para «kb lsp» hace falta pygls: instala «reglario[lsp]»"
F = TypeVar("F", bound=Callable[..., Any])
SEVERITY = {"error": 1, "aviso": 2, "nota": 3}


class NoServer(KbError):
    def told(self) -> str:
        return MISSING


@dataclass(frozen=True)
class Finding:
    card: Card
    found: Diagnostic
    start: int
    """Places in the file."""
    end: int


class Lines:
    """Offsets of a text as line and UTF-16 column, which is what editors count."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(at + 1 for at, sign in enumerate(text) if sign == "\n")]

    def place(self, at: int) -> tuple[int, int]:
        line = bisect_right(self.starts, at) - 1
        return line, len(self.text[self.starts[line] : at].encode("utf-16-le")) // 2

    def offset(self, line: int, column: int) -> int:
        if line >= len(self.starts):
            return len(self.text)
        start = self.starts[line]
        stop = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.text)
        raw = self.text[start:stop].encode("utf-16-le")[: 2 * column]
        return start + len(raw.decode("utf-16-le", errors="ignore"))


class Desk:
    """What the server knows of the open files; the same for every protocol."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str, tuple[str, ...]], tuple[Diagnostic, ...]] = {}

    def read(self, uri: str, text: str) -> tuple[Sheet | None, Config, Diagnostic | None, int]:
        path = unquote(urlparse(uri).path) or uri
        config = config_for(str(Path(path).parent))
        try:
            return sheet_from(text.encode("utf-8", "replace"), path, config.game_of(path)), config, None, 0
        except CardFileError as error:
            return (
                None,
                config,
                Diagnostic("KB100", "error", f"{error.reason[:1].upper()}{error.reason[1:]}.", (0, 0)),
                error.line,
            )

    def findings(self, uri: str, text: str) -> list[Finding]:
        """Only cards whose text changed are read again."""
        sheet, config, bad, line = self.read(uri, text)
        if sheet is None:
            assert bad is not None
            starts = Lines(text).starts
            at = starts[min(line, len(starts)) - 1] if line else 0
            return [Finding(Card("", "", ""), bad, at, at)]
        fresh: dict[tuple[str, str, tuple[str, ...]], tuple[Diagnostic, ...]] = {}
        rows: list[Finding] = []
        for card, silent in zip(sheet.cards, ignored(sheet.content, sheet.cards), strict=True):
            key = (card.text, card.game, config.names)
            fresh[key] = self.kept.get(key) or findings(card.text, card.game, compile_safely(*key), config.names)
            for d in config.kept(fresh[key]):
                if card.spot is not None and not (silent and d.code.startswith(silent)):
                    rows.append(Finding(card, d, card.spot.place(d.span[0]), _last(card, d.span[1])))
        self.kept = fresh
        return rows

    def card_at(self, uri: str, text: str, at: int) -> tuple[Card, int, Config] | None:
        """The card whose text holds a place of the file, and where in the text."""
        sheet, config, _, _ = self.read(uri, text)
        for card in sheet.cards if sheet is not None else ():
            if card.spot is not None and card.spot.here <= at <= _last(card, len(card.text)):
                inside = sum(1 for start in card.spot.starts if start < at)
                return card, inside, config
        return None

    def formatted(self, uri: str, text: str) -> list[tuple[int, int, str]]:
        sheet, config, _, _ = self.read(uri, text)
        edits: list[tuple[int, int, str]] = []
        for card in sheet.cards if sheet is not None else ():
            result = compile_safely(card.text, card.game, config.names)
            if card.spot is not None:
                edits += [
                    card.spot.edit(f.start, f.end, f.text) for f in wording_edits(card.text, result, card.game, config.names)
                ]
        return edits


def _last(card: Card, end: int) -> int:
    assert card.spot is not None
    return card.spot.ends[end - 1] if 0 < end <= len(card.spot.ends) else card.spot.here


def _word(card: Card, inside: int) -> str:
    """The word or icon around a place of a card's text."""
    text = card.text
    a = b = min(inside, len(text))
    while a > 0 and (text[a - 1].isalnum() or text[a - 1] in "[-"):
        a -= 1
    while b < len(text) and (text[b].isalnum() or text[b] in "]-"):
        b += 1
    return text[a:b]


def term_of(card: Card, inside: int) -> tuple[str, str | None] | None:
    """Name and entry of the term under the cursor, by the game's facts."""
    word = fold(_word(card, inside))
    facts = load_whole(card.game)
    items: tuple[Token | Term, ...] = (*facts.fichas, *facts.vocabulario)
    for item in items:
        if word and word in (fold(item.nombre), *(fold(name) for name in item.sinonimos)):
            return item.nombre, item.entrada
    for icon in facts.iconos:
        if word and fold(icon.token) in (word, f"[{word.strip('[]')}]"):
            return f"{icon.token} ({icon.nombre})", None
    return None


def offers(found: Diagnostic, text: str) -> Iterator[tuple[str, Fix]]:
    """What an editor can do about a finding: its fix, or each thing that may be meant, as the wording that says it."""
    if found.fix is not None:
        short = len(found.fix.text) <= 40
        yield f"Cambiar por «{found.fix.text}»" if short else "Usar la redacción canónica", found.fix
    for reading in found.readings:
        if reading.text:
            yield f"Quiero decir: {reading.says}", Fix(0, len(text), reading.text, safe=False)


def server() -> Any:
    """A pygls server over the desk."""
    try:
        pygls, types = import_module("pygls.lsp.server"), import_module("lsprotocol.types")
    except ImportError:
        raise NoServer from None
    made = pygls.LanguageServer("reglario", "v1")
    desk = Desk()

    def feature(name: str, options: Any = None) -> Callable[[F], F]:
        """pygls' own decorator, which tells no types."""
        return cast("Callable[[F], F]", made.feature(name, options) if options is not None else made.feature(name))

    def region(lines: Lines, start: int, end: int) -> Any:
        (a, b), (c, d) = lines.place(start), lines.place(max(start, end))
        return types.Range(types.Position(a, b), types.Position(c, d))

    def publish(uri: str) -> None:
        text = made.workspace.get_text_document(uri).source
        lines = Lines(text)
        rows = []
        for row in desk.findings(uri, text):
            rows.append(types.Diagnostic(
                region(lines, row.start, row.end), row.found.message, types.DiagnosticSeverity(SEVERITY[row.found.severity]),
                code=row.found.code, code_description=types.CodeDescription(help_address(row.found.code)), source="reglario",
            ))  # fmt: skip
        made.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=rows))

    @feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: Any) -> None:
        publish(params.text_document.uri)

    @feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: Any) -> None:
        publish(params.text_document.uri)

    @feature(types.TEXT_DOCUMENT_CODE_ACTION)
    def actions(params: Any) -> list[Any]:
        uri = params.text_document.uri
        text = made.workspace.get_text_document(uri).source
        lines = Lines(text)
        first = lines.offset(params.range.start.line, params.range.start.character)
        last = lines.offset(params.range.end.line, params.range.end.character)
        found = []
        for row in desk.findings(uri, text):
            if row.card.spot is None or row.end < first or last < row.start:
                continue
            for title, fix in offers(row.found, row.card.text):
                start, end, words = row.card.spot.edit(fix.start, fix.end, fix.text)
                edit = types.WorkspaceEdit({uri: [types.TextEdit(region(lines, start, end), words)]})
                found.append(types.CodeAction(title, types.CodeActionKind.QuickFix, is_preferred=fix.safe, edit=edit))
        return found

    @feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" ", "["]))
    def completions(params: Any) -> Any:
        uri = params.text_document.uri
        text = made.workspace.get_text_document(uri).source
        here = desk.card_at(uri, text, Lines(text).offset(params.position.line, params.position.character))
        words = complete(here[0].text[: here[1]], here[0].game, names=here[2].names) if here is not None else ()
        items = [
            types.CompletionItem(word.text, sort_text=f"{n:03}", detail=f"{word.text}{word.rest}" if word.rest else None)
            for n, word in enumerate(words)
        ]
        return types.CompletionList(is_incomplete=True, items=items)

    @feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: Any) -> Any:
        uri = params.text_document.uri
        text = made.workspace.get_text_document(uri).source
        at = Lines(text).offset(params.position.line, params.position.character)
        for row in desk.findings(uri, text):
            if row.start <= at <= row.end and row.found.code in CATALOGUE and row.found.code != "KB001":
                rule = CATALOGUE[row.found.code]
                told = (
                    f"**{rule.code} {rule.title}**\n\n{row.found.message}\n\n{rule.about}\n\n[Más]({help_address(rule.code)})"
                )
                return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, told))
        here = desk.card_at(uri, text, at)
        term = term_of(here[0], here[1]) if here is not None else None
        if here is None or term is None:
            return None
        link = f"\n\n[{here[0].game}/{term[1]}]({_entry(here[0], term[1])})" if term[1] else ""
        told_by = passage(here[0].game, term[1]) if term[1] else None
        said = f"\n\n{told_by.text}" if told_by is not None else ""
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, f"**{term[0]}**{said}{link}"))

    @feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: Any) -> Any:
        """Where our book tells the rule of the term."""
        uri = params.text_document.uri
        text = made.workspace.get_text_document(uri).source
        here = desk.card_at(uri, text, Lines(text).offset(params.position.line, params.position.character))
        term = term_of(here[0], here[1]) if here is not None else None
        rule = passage(here[0].game, term[1]) if here is not None and term is not None and term[1] else None
        if rule is None:
            return None
        start = types.Position(rule.line, 0)
        return types.Location(rule.path.resolve().as_uri(), types.Range(start, start))

    def _entry(card: Card, entry: str) -> str:
        return f"{help_address('').split('/taller')[0]}/{card.game}/{entry}"

    @feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    def links(params: Any) -> list[Any]:
        """Every term of a card leads to its rule."""
        uri = params.text_document.uri
        text = made.workspace.get_text_document(uri).source
        lines = Lines(text)
        sheet, _, _, _ = desk.read(uri, text)
        found = []
        for card in sheet.cards if sheet is not None else ():
            for token in load_whole(card.game).fichas:
                at = card.text.find(f"de {token.nombre}")
                if token.entrada and at >= 0 and card.spot is not None:
                    where = region(lines, card.spot.place(at + 3), _last(card, at + 3 + len(token.nombre)))
                    found.append(types.DocumentLink(where, target=_entry(card, token.entrada)))
        return found

    @feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: Any) -> list[Any]:
        uri = params.text_document.uri
        text = made.workspace.get_text_document(uri).source
        lines = Lines(text)
        return [types.TextEdit(region(lines, start, end), words) for start, end, words in desk.formatted(uri, text)]

    return made
