"""Card files as people have them: JSON Lines or an array, YAML, CSV, XLSX, Markdown, plain text, folders of them.

Each card knows where its text stands in the file, so that a change of words touches nothing else (`kb/cards/spots.py`).
Markdown: one card per `## Nombre` heading (`{juego; id}` after it is optional), its text below until the next heading.
Plain text: cards are parted by blank lines.
"""

import io
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from grammar.diagnostics import Fix, apply_edits
from grammar.game import DEFAULT_GAME, card_games, load_game
from grammar.lexicon.load import fold
from grammar.likeness import known_share, likeness
from kb.cards.spots import BadCsv, Spot, csv_rows, escaped_spot, json_strings, plain_spot, yaml_spot
from kb.errors import KbError
from kb.formats.json_text import JsonError, read_json
from kb.formats.yaml_text import Tree, YamlError, yaml_documents

_GAME = re.compile(r"[a-z-]+")
_COMMENT = re.compile(r"<!--(?:(?!-->)[\s\S])*-->\s*")
MOST_UNPACKED, MOST_PARTS, MOST_CELLS = 16 * 2**20, 500, 500_000
"""Of a sheet in XLSX: bytes and files inside, and cells of its first sheet."""
SUFFIXES = (".jsonl", ".ndjson", ".json", ".yaml", ".yml", ".csv", ".tsv", ".xlsx", ".md", ".markdown", ".txt")
HEADERS: dict[str, tuple[str, ...]] = {
    "text": ("text", "texto", "texto de la carta", "texto de carta", "descripcion", "efecto", "capacidad"),
    "game": ("game", "juego"),
    "name": ("name", "nombre", "name_es", "titulo", "carta"),
    "id": ("id", "codigo", "ref", "referencia", "numero"),
    "kind": ("kind", "tipo", "clase"),
}
"""What a column or a key may be called, folded."""
MARKS = ",;\t|"
MOST_ASKED, MOSTLY = 30, 0.8
"""Cards of a file that are looked at to tell its game; the share of them whose words must all be of the usual one."""


@dataclass(frozen=True)
class Card:
    id: str
    game: str
    text: str
    kind: str = ""
    name: str = ""
    path: str = "-"
    line: int = 1
    """Line of the file where the card's text begins; in a sheet, its row."""
    facts: tuple[tuple[str, str], ...] = ()
    """What stands around the text: cost, faction, slot… by its name on the card."""
    spot: Spot | None = field(default=None, compare=False, repr=False)
    cell: str = field(default="", compare=False)
    """«C7» in a sheet."""
    gameless: bool = field(default=False, compare=False)
    """Neither the card nor who gave it said the game."""


class CardFileError(KbError):
    """A card file that cannot be read; says the file and the line."""

    def __init__(self, path: str, line: int, reason: str, too_long: bool = False) -> None:
        super().__init__(path, line, reason, too_long)
        self.path, self.line, self.reason, self.too_long = path, line, reason, too_long

    def told(self) -> str:
        return f"{self.path}:{self.line}: {self.reason}."


@dataclass(frozen=True)
class Sheet:
    """A card file as it was read."""

    path: str
    content: str
    """Without its byte order mark; line breaks as they stand."""
    encoding: str
    bom: bool
    cards: tuple[Card, ...]
    raw: bytes = field(default=b"", repr=False)

    @property
    def note(self) -> str:
        """What whoever gave it should know."""
        told = [] if self.encoding == "utf-8" else ["no es UTF-8; leído como Latin-1 (Windows-1252)."]
        game = next((card.game for card in self.cards if card.gameless), DEFAULT_GAME)
        if game != DEFAULT_GAME:
            told.append(f"no dice el juego: parece de {load_game(game).nombre}. Si es otro, dilo en «juego» o con «--game».")
        return f"{self.path}: {' '.join(told)}" if told else ""


def card_files(paths: Sequence[str]) -> Iterator[str]:
    """The files named, and those of the folders named."""
    for path in paths:
        if path != "-" and Path(path).is_dir():
            found = sorted(str(p) for p in Path(path).rglob("*") if p.suffix.lower() in SUFFIXES and p.is_file())
            if not found:
                raise CardFileError(path, 1, "la carpeta no tiene ficheros de cartas")
            yield from found
        else:
            yield path


def open_sheet(path: str, game: str | None = None, named: str | None = None) -> Sheet:
    """A file, or the standard input («-»), which may be said to be of some name."""
    try:
        raw = sys.stdin.buffer.read() if path == "-" and hasattr(sys.stdin, "buffer") else (
            sys.stdin.read().encode("utf-8") if path == "-" else Path(path).read_bytes())  # fmt: skip
    except OSError as error:
        raise CardFileError(path, 1, f"no se puede leer ({error.__class__.__name__})") from None
    return sheet_from(raw, named or path, game)


def sheet_from(raw: bytes, path: str, game: str | None = None, most: int | None = None, cards: int | None = None) -> Sheet:
    """`most` is how many tokens a YAML file may have; `cards`, how many cards are wanted: one more is read and no other."""
    enough = None if cards is None else cards + 1
    if path.lower().endswith(".xlsx"):
        return Sheet(path, "", "utf-8", False, _recognised(islice(_xlsx(raw, path, game), enough)), raw)
    bom = raw.startswith(b"\xef\xbb\xbf")
    try:
        content, encoding = raw.removeprefix(b"\xef\xbb\xbf").decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        if b"\0" in raw:
            line = raw.count(b"\n", 0, error.start) + 1
            raise CardFileError(path, line, "no es un texto: parece un fichero de otro programa") from None
        content, encoding = raw.decode("cp1252", errors="replace"), "cp1252"
    return Sheet(path, content, encoding, bom, _recognised(islice(cards_from(content, path, game, most), enough)), raw)


def _recognised(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards of no game that anybody said are all of the game that most of them are written for."""
    read = tuple(cards)
    asked = [card.text for card in read if card.gameless][:MOST_ASKED]
    if sum(known_share(text, DEFAULT_GAME) == 1 for text in asked) >= MOSTLY * len(asked):
        return read  # the others are not even looked at: they take a second to be read from cold
    found = Counter(likeness(text).game for text in asked)
    game = max((name for name in found if name), key=lambda name: found[name], default=DEFAULT_GAME)
    return tuple(
        replace(card, game=game, id=card.id.replace(f"{DEFAULT_GAME}/", f"{game}/")) if card.gameless else card for card in read
    )


def read_cards(path: str, game: str | None = None) -> list[Card]:
    """Cards of a file, or of the standard input («-»). `game` is for cards that do not say theirs."""
    return list(open_sheet(path, game).cards)


def cards_from(content: str, path: str, game: str | None = None, most: int | None = None) -> Iterator[Card]:
    """`most` is how many tokens a YAML file may have, where the reader's time is not their own."""
    low = path.lower()
    if low.endswith((".yaml", ".yml")):
        return _yaml(content, path, game, most)
    if low.endswith((".csv", ".tsv")):
        return _csv(content, path, game)
    if low.endswith((".md", ".markdown")):
        return _markdown(content, path, game)
    if low.endswith(".txt"):
        return _paragraphs(content, path, game)
    if content.lstrip()[:1] == "[" or (low.endswith(".json") and _one_object(content)):
        return _json_whole(content, path, game)
    return _json_lines(content, path, game)


def _fields(data: dict[str, Any]) -> dict[str, Any]:
    """A card's own fields by our names, whatever the file calls them."""
    named: dict[str, Any] = {}
    folded = {fold(str(key)).strip(): value for key, value in data.items() if key is not None}
    for ours, names in HEADERS.items():
        named[ours] = next((folded[name] for name in names if folded.get(name) not in (None, "")), folded.get(names[0]))
    return named


def _text_key(keys: Sequence[str]) -> str | None:
    folded = {fold(str(key)).strip(): key for key in keys if key is not None}
    return next((folded[name] for name in HEADERS["text"] if name in folded), None)


def _slug(value: Any) -> str | None:
    """A game by its slug or by any of its names."""
    if not isinstance(value, str):
        return None
    low = fold(value).strip()
    for game in card_games():
        facts = load_game(game)
        if low in (game, game.replace("-", " "), *(fold(name) for name in (facts.nombre, facts.corto, *facts.llamado))):
            return game
    return None


def _card(data: Any, path: str, line: int, game: str | None, number: int, spot: Spot | None = None, cell: str = "") -> Card:
    if not isinstance(data, dict):
        raise CardFileError(path, line, "se esperaba una carta con su «text»")
    told = _fields(data)
    if not isinstance(told["text"], str):
        raise CardFileError(path, line, "se esperaba una carta con su «text» (o «texto»)")
    said = told["game"] or game or DEFAULT_GAME
    slug = _slug(said)
    if slug is None:
        raise CardFileError(path, line, f"no se conoce el juego «{str(said)[:40]}»; hay: {', '.join(card_games())}")
    for name in ("id", "kind", "name"):
        if not isinstance(told[name], str | int | float | None):
            raise CardFileError(path, line, f"«{name}» debe ser un texto")
    id, kind, name = (str(told[key] if told[key] is not None else "") for key in ("id", "kind", "name"))
    facts = _facts(data.get("datos"))
    gameless = not told["game"] and game is None
    return Card(id or f"{slug}/{number}", slug, str(told["text"]), kind, name, path, line, facts, spot, cell, gameless)


def _facts(data: Any) -> tuple[tuple[str, str], ...]:
    """Only names and words: whatever else a file keeps under that name is its own business."""
    rows = data.items() if isinstance(data, dict) else ()
    return tuple((k, str(v)) for k, v in rows if isinstance(v, str))


def _json_spot(content: str, start: int, end: int, wanted: tuple[str | int, ...]) -> Spot | None:
    for path, a, b in json_strings(content, start, end):
        if path == wanted:
            return escaped_spot(content, a, b, "json")
    return None


def _json_lines(content: str, path: str, game: str | None) -> Iterator[Card]:
    at = 0
    for number, line in enumerate(content.split("\n"), 1):
        start, at = at, at + len(line) + 1
        if not line.strip():
            continue
        try:
            data = read_json(line)
        except JsonError as error:
            raise CardFileError(path, number, error.reason) from None
        key = _text_key(list(data)) if isinstance(data, dict) else None
        yield _card(data, path, number, game, number, _json_spot(content, start, start + len(line), (key,)) if key else None)


def _listed(data: Any) -> tuple[tuple[str | int, ...], list[Any]] | None:
    """Where the cards of a whole file are: it is their list, or has one under some name («cartas: …»)."""
    if isinstance(data, list):
        return (), data
    lists = data.items() if isinstance(data, dict) and _text_key(list(data)) is None else ()
    for name, rows in lists:
        if isinstance(rows, list) and rows and isinstance(rows[0], dict) and _text_key(list(rows[0])) is not None:
            return (name,), rows
    return None


def _one_object(content: str) -> bool:
    """Not a card on each line: the whole file is one object."""
    try:
        return isinstance(read_json(content), dict)
    except JsonError:
        return False


def _json_whole(content: str, path: str, game: str | None) -> Iterator[Card]:
    try:
        whole = read_json(content)
    except JsonError as error:
        raise CardFileError(path, error.line, error.reason) from None
    listed = _listed(whole)
    under, rows = listed or ((), [whole])
    spots = {where: (a, b) for where, a, b in json_strings(content, 0, len(content)) if len(where) <= len(under) + 2}
    for number, data in enumerate(rows):
        key = _text_key(list(data)) if isinstance(data, dict) else None
        where = spots.get((*under, number, key) if listed else (key,)) if key else None
        spot = escaped_spot(content, *where, "json") if where else None
        line = content.count("\n", 0, spot.here) + 1 if spot else 1
        yield _card(data, path, line, game, number + 1, spot)


def _yaml(content: str, path: str, game: str | None, most: int | None) -> Iterator[Card]:
    try:
        trees = yaml_documents(content, most)
    except YamlError as error:
        raise CardFileError(path, error.line, error.reason, error.too_long) from None
    number = 0
    for tree in trees:
        listed = _listed(tree.value)
        under, rows = listed or ((), [tree.value])
        for n, item in enumerate(rows):
            number += 1
            at = (*under, n) if listed else ()
            key = _text_key(list(item)) if isinstance(item, dict) else None
            line = tree.starts.get((*at, key), tree.lines[at]) if key else tree.lines[at]
            yield _card(item, path, line, game, number, _yaml_spot(content, tree, (*at, key), item) if key else None)


def _yaml_spot(content: str, tree: Tree, at: tuple[str | int, ...], item: Any) -> Spot | None:
    found = tree.scalars.get(at)
    if found is None or not isinstance(item, dict):
        return None
    start, end, style = found
    return yaml_spot(content, str(item[str(at[-1])]), start, end, style)


def _mark(content: str) -> str:
    """What stands between two cells, by the first line: that which parts a known header off, or the commonest."""
    first = content.split("\n", 1)[0]
    known = [
        mark
        for mark in MARKS
        if _text_key([cell.strip().strip('"') for cell in first.split(mark)]) is not None and mark in first
    ]
    return known[0] if known else max(MARKS, key=first.count) if any(mark in first for mark in MARKS) else ","


def _csv(content: str, path: str, game: str | None) -> Iterator[Card]:
    mark = "\t" if path.lower().endswith(".tsv") else _mark(content)
    try:
        rows = csv_rows(content, mark)
        header = next(rows, [])
        keys = [cell.text.strip() for cell in header]
        key = _text_key(keys)
        if key is None:
            raise CardFileError(path, 1, "falta la columna «text» (o «texto»); puede haber además «juego», «nombre» e «id»")
        column = keys.index(key)
        for number, row in enumerate(rows, 1):
            data = {name: cell.text for name, cell in zip(keys, row, strict=False)}
            spot = row[column].spot(content, mark) if column < len(row) else None
            line = row[column].line if column < len(row) else row[0].line
            yield _card({**data, key: data.get(key, "")}, path, line, game, number, spot)
    except BadCsv as bad:
        raise CardFileError(path, bad.line, bad.reason) from None


def _workbooks(path: str) -> Callable[..., Any]:
    """Reader of sheets: an extra, and loaded only for them, as it takes a while."""
    try:
        found: Callable[..., Any] = import_module("openpyxl").load_workbook
    except ImportError:
        raise CardFileError(path, 1, "para leer XLSX hace falta openpyxl: instala «reglario[xlsx]»") from None
    return found


def _check_packed(raw: bytes, path: str) -> None:
    """An XLSX is a ZIP of XML, and both have bombs: what it unpacks into is counted as it comes, and declares no entities."""
    left = MOST_UNPACKED
    with ZipFile(io.BytesIO(raw)) as packed:
        if len(packed.infolist()) > MOST_PARTS:
            raise CardFileError(path, 1, f"tiene más de {MOST_PARTS} ficheros dentro: no es una hoja de cartas")
        for part in packed.infolist():
            with packed.open(part) as content:
                found = content.read(left + 1)
            left -= len(found)
            if left < 0:
                raise CardFileError(
                    path, 1, f"desempaquetado ocupa más de {MOST_UNPACKED // 2**20} MB: no es una hoja de cartas"
                )
            if b"<!DOCTYPE" in found[:1000].upper() or b"<!ENTITY" in found.upper():
                raise CardFileError(path, 1, "declara entidades de XML, que no se leen")


def _xlsx(raw: bytes, path: str, game: str | None) -> Iterator[Card]:
    load_workbook = _workbooks(path)
    try:
        _check_packed(raw, path)
        book = load_workbook(io.BytesIO(raw), read_only=False, data_only=False)
        first = book.worksheets[0]
        if first.max_row * first.max_column > MOST_CELLS:
            raise CardFileError(path, 1, f"la primera hoja llega hasta {first.dimensions}: más de {MOST_CELLS} casillas")
        rows = [list(row) for row in first.iter_rows()]
    except CardFileError:
        raise
    except Exception:
        raise CardFileError(path, 1, "no es un libro de XLSX que se pueda leer") from None
    keys = [str(cell.value or "").strip() for cell in rows[0]] if rows else []
    key = _text_key(keys)
    if key is None:
        raise CardFileError(path, 1, "falta la columna «text» (o «texto») en la primera fila de la primera hoja")
    column = keys.index(key)
    for number, row in enumerate(rows[1:], 1):
        if not any(cell.value for cell in row):
            continue
        data = {name: cell.value if name == key else str(cell.value) if cell.value is not None else None
                for name, cell in zip(keys, row, strict=False)}  # fmt: skip
        yield _card({**data, key: str(data.get(key) or "")}, path, number + 1, game, number, None, row[column].coordinate)


def _paragraphs(content: str, path: str, game: str | None) -> Iterator[Card]:
    for number, match in enumerate(re.finditer(r"\S(?:[^\n]|\n(?!\s*\n))*", content), 1):
        end = match.start() + len(match.group().rstrip())
        text, spot = plain_spot(content, match.start(), end)
        yield _card({"text": text}, path, content.count("\n", 0, match.start()) + 1, game, number, spot)


def _markdown(content: str, path: str, game: str | None) -> Iterator[Card]:
    lines = content.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    heads = [(n, head) for n, line in enumerate(lines) if (head := _heading(line.rstrip("\r")))]
    ends = (*(n for n, _ in heads[1:]), len(lines))
    for number, ((start, head), end) in enumerate(zip(heads, ends, strict=False), 1):  # without a heading there is no card
        first = next((n for n in range(start + 1, end) if lines[n].strip()), start)
        body = content[starts[start + 1] : starts[end] - 1] if start + 1 < end else ""
        begin = starts[start + 1] + len(body) - len(body.lstrip()) if body.strip() else starts[start + 1] - 1
        last = begin + len(body.strip())
        while begin < last and (comment := _COMMENT.match(content, begin, last)):
            begin = comment.end()
        text, spot = plain_spot(content, begin, last)
        yield _card({**head, "text": text}, path, first + 1, game, number, spot)


def _heading(line: str) -> dict[str, str | None] | None:
    """The name of «## Nombre {juego; id}», its game and its id. By hand, as an expression went over its blanks four times."""
    if not line.startswith("##") or not line[2:3].isspace():
        return None
    name, brace, told = line[2:].strip().partition("{")
    slug, _, id = told.removesuffix("}").partition(";")
    if not name.strip() or (brace and (not told.endswith("}") or "}" in told[:-1] or not _GAME.fullmatch(slug))):
        return None
    return {"name": name.strip(), "game": slug or None, "id": id.strip() or None}


def fixed(sheet: Sheet, changes: Sequence[Sequence[Fix]]) -> tuple[bytes, list[Card]]:
    """The file with the changes of each card's text, every other byte as it was; and the cards that could not be changed.

    A changed file is read again: a card whose text would not be the one that was wanted is left alone.
    """
    left: list[Card] = []
    if sheet.path.lower().endswith(".xlsx"):
        return _fixed_xlsx(sheet, changes), left
    texts = [apply_edits(card.text, tuple(fixes)) for card, fixes in zip(sheet.cards, changes, strict=True)]
    edits: dict[int, list[tuple[int, int, str]]] = {}
    for number, (card, fixes) in enumerate(zip(sheet.cards, changes, strict=True)):
        if card.spot is not None and fixes:
            edits[number] = [card.spot.edit(fix.start, fix.end, _lines(sheet, fix.text)) for fix in fixes]
        elif fixes:
            left.append(card)
            texts[number] = card.text
    if not _reads(sheet, edits, texts):
        for number in list(edits):
            alone = [text if n == number else sheet.cards[n].text for n, text in enumerate(texts)]
            if not _reads(sheet, {number: edits[number]}, alone):
                left.append(sheet.cards[number])
                texts[number] = sheet.cards[number].text
                del edits[number]
    mark = b"\xef\xbb\xbf" if sheet.bom else b""
    return mark + _edited(sheet.content, edits).encode(sheet.encoding, errors="replace"), left


def _lines(sheet: Sheet, words: str) -> str:
    return words.replace("\n", "\r\n") if "\r\n" in sheet.content and not sheet.path.endswith((".json", ".jsonl")) else words


def _edited(content: str, edits: Mapping[int, Sequence[tuple[int, int, str]]]) -> str:
    parts: list[str] = []
    at = 0
    for start, end, words in sorted((edit for mine in edits.values() for edit in mine), key=lambda edit: edit[:2]):
        if start >= at:
            parts += [content[at:start], words]
            at = end
    return "".join(parts) + content[at:]


def _reads(sheet: Sheet, edits: Mapping[int, Sequence[tuple[int, int, str]]], texts: Sequence[str]) -> bool:
    """Whether the changed file has these texts, and the same names."""
    content = _edited(sheet.content, edits)
    try:
        again = list(cards_from(content, sheet.path, sheet.cards[0].game if sheet.cards else None))
        content.encode(sheet.encoding)
    except (CardFileError, UnicodeEncodeError):
        return False
    wanted = [(card.name, text) for card, text in zip(sheet.cards, texts, strict=True)]
    return [(card.name, card.text) for card in again] == wanted


def write_texts(path: str, cards: Sequence[Card], texts: Sequence[str]) -> None:
    """Writes the file again with whole new texts; everything else stays as it was, or nothing is written."""
    sheet = open_sheet(path)
    changes = [[Fix(0, len(c.text), text)] if text != c.text else [] for c, text in zip(cards, texts, strict=True)]
    made, left = fixed(sheet, changes)
    if left:
        raise CardFileError(path, left[0].line, "el texto está escrito de una forma que no se puede cambiar con seguridad")
    if made != sheet.raw:
        Path(path).write_bytes(made)


def _fixed_xlsx(sheet: Sheet, changes: Sequence[Sequence[Fix]]) -> bytes:
    book = _workbooks(sheet.path)(io.BytesIO(sheet.raw))
    for card, fixes in zip(sheet.cards, changes, strict=True):
        if fixes:
            book.worksheets[0][card.cell].value = apply_edits(card.text, tuple(fixes))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
