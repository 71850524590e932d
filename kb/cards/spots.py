"""Where each character of a card's text stands in its file, and how words are written there: a change touches nothing else."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0", "a": "\a", "v": "\v", "e": "\x1b", "_": "\xa0",
           "N": "\x85", "L": "\u2028", "P": "\u2029", " ": " ", "\t": "\t"}  # fmt: skip
WIDTHS = {"x": 2, "u": 4, "U": 8}
_JSON = re.compile(r'"(?:[^"\\\n]|\\.)*"|[{}\[\],:]')


@dataclass(frozen=True)
class Spot:
    """Of a text in the content of its file."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    """Of each character; a character may take several («\\u00f3»), and blanks of the file's layout lie between two."""
    style: str
    """json, simple ('…'), double ("…"), block (of YAML), csv, cell (a cell without quotes), plain."""
    here: int
    """Where the text begins, also if it is empty."""
    indent: str = ""

    def edit(self, start: int, end: int, words: str) -> tuple[int, int, str]:
        """The same change in the file."""
        if start < end:
            return self.starts[start], self.ends[end - 1], self.written(words)
        at = self.starts[start] if start < len(self.starts) else self.ends[-1] if self.ends else self.here
        return at, at, self.written(words)

    def written(self, words: str) -> str:
        if self.style == "json":
            return json.dumps(words, ensure_ascii=False)[1:-1]
        if self.style == "double":
            return json.dumps(words, ensure_ascii=False)[1:-1]
        if self.style == "simple":
            return words.replace("'", "''")
        if self.style == "csv":
            return words.replace('"', '""')
        if self.style == "block":
            return words.replace("\n", f"\n{self.indent}")
        return words

    def place(self, at: int) -> int:
        """Offset in the file of a character of the text."""
        return self.starts[at] if at < len(self.starts) else self.ends[-1] if self.ends else self.here


def plain_spot(content: str, start: int, end: int) -> tuple[str, Spot]:
    """A stretch of the file as it stands; a line break is one character, however the file writes it."""
    starts, ends, text = [], [], []
    at = start
    while at < end:
        size = 2 if content.startswith("\r\n", at) else 1
        starts.append(at)
        ends.append(at + size)
        text.append("\n" if size == 2 else content[at])
        at += size
    return "".join(text), Spot(tuple(starts), tuple(ends), "plain", start)


def escaped_spot(content: str, start: int, end: int, style: str) -> Spot:
    """Between the quotes of a JSON string, or of one of YAML with double quotes on one line."""
    starts, ends = [], []
    at = start
    while at < end:
        size = 1
        if content[at] == "\\":
            size = 2 + WIDTHS.get(content[at + 1], 0)
            pair = content[at : at + size]
            if re.fullmatch(r"\\u[dD][89abAB][0-9a-fA-F]{2}", pair):
                size = 12  # one character in two halves
        starts.append(at)
        ends.append(at + size)
        at += size
    return Spot(tuple(starts), tuple(ends), style, start)


def yaml_spot(content: str, value: str, start: int, end: int, style: str | None) -> Spot | None:
    """A scalar of YAML, character by character; none where the two cannot be laid side by side."""
    if style in ("|", ">"):
        begin = content.find("\n", start, end) + 1
        if not begin:
            return None
        indent = re.match(r"[ ]*", content[re.compile(r"[^\S\n]*\n|").match(content, begin).end() :])  # type: ignore[union-attr]
        return _aligned(content, value, begin, end, "block", indent.group() if indent else "")
    if style == '"':
        return _aligned(content, value, start + 1, end - 1, "double")
    if style == "'":
        return _aligned(content, value, start + 1, end - 1, "simple")
    return _aligned(content, value, start, end, "plain")


def _aligned(content: str, value: str, at: int, end: int, style: str, indent: str = "") -> Spot | None:
    """A blank of the value is a blank, or a fold of lines; any other character is itself or its escape."""
    here = at
    starts, ends = [], []
    for index, char in enumerate(value):
        if style == "block" and content.startswith(indent, at) and (at == here or content[at - 1] == "\n"):
            at += len(indent)
        if style == "double":
            while content.startswith("\\\n", at):  # an escaped line break is nothing
                at = re.compile(r"\\\n[ \t]*").match(content, at).end()  # type: ignore[union-attr]
        begin = at
        if char in " \n" and (fold := re.compile(r"[ \t]*\r?\n[ \t]*").match(content, at)):
            if style == "block":
                at = content.find("\n", at) + 1
            else:
                at = fold.end()
                if char == "\n":
                    begin, at = fold.start(), fold.end()
        elif style == "double" and content[at : at + 1] == "\\":
            code = content[at + 1 : at + 2]
            size = 2 + WIDTHS.get(code, 0)
            said = chr(int(content[at + 2 : at + size], 16)) if code in WIDTHS else ESCAPES.get(code, code)
            if said != char:
                return None
            at += size
        elif style == "simple" and content.startswith("''", at) and char == "'":
            at += 2
        elif at < end and content[at] == char:
            at += 1
        elif index == len(value) - 1 and char == "\n":  # the line break that closes a block at the end of the file
            pass
        else:
            return None
        starts.append(begin)
        ends.append(at)
    return Spot(tuple(starts), tuple(ends), style, here, indent)


# ---- JSON --------------------------------------------------------------------------------------------------------------


def json_strings(content: str, start: int, end: int) -> Iterator[tuple[tuple[str | int, ...], int, int]]:
    """Every string of a JSON value with its path, and where it stands between its quotes. The value is known to be JSON."""
    path: list[str | int] = []
    kinds: list[str] = []
    key: str | None = None
    for match in _JSON.finditer(content, start, end):
        sign = match.group()
        if sign in "{[":
            kinds.append(sign)
            path.append(0 if sign == "[" else "")
            key = None
        elif sign in "}]":
            kinds.pop()
            path.pop()
            key = None
        elif sign == ",":
            key = None
            if kinds and kinds[-1] == "[":
                path[-1] = int(path[-1]) + 1
        elif sign == ":":
            pass
        elif kinds and kinds[-1] == "{" and key is None:
            key = json.loads(sign, strict=False)
            path[-1] = key
        else:
            yield tuple(path), match.start() + 1, match.end() - 1


# ---- CSV ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cell:
    text: str
    start: int
    end: int
    """With its quotes."""
    quoted: bool
    line: int

    def spot(self, content: str, mark: str) -> Spot:
        if not self.quoted:
            return Spot(
                tuple(range(self.start, self.end)), tuple(range(self.start + 1, self.end + 1)), "cell", self.start, mark
            )
        starts, ends, at = [], [], self.start + 1
        while at < self.end - 1:
            size = 2 if content.startswith('""', at) or content.startswith("\r\n", at) else 1
            starts.append(at)
            ends.append(at + size)
            at += size
        return Spot(tuple(starts), tuple(ends), "csv", self.start + 1)


class BadCsv(Exception):
    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line, self.reason = line, reason


def csv_rows(content: str, mark: str) -> Iterator[list[Cell]]:
    """Rows of cells with their places; `mark` stands between two."""
    row: list[Cell] = []
    at, line, plain = 0, 1, re.compile(rf"[^{re.escape(mark)}\r\n]*")
    while at <= len(content):
        begin, first = at, line
        if content.startswith('"', at):
            at += 1
            while True:
                close = content.find('"', at)
                if close < 0:
                    raise BadCsv(first, "no es CSV: unas comillas sin cerrar")
                if content.startswith('""', close):
                    at = close + 2
                    continue
                at = close + 1
                break
            if at < len(content) and content[at] not in (mark, "\r", "\n"):
                raise BadCsv(first, "no es CSV: hay algo detrás de las comillas de una celda")
            text = content[begin + 1 : at - 1].replace('""', '"').replace("\r\n", "\n")
            line += content.count("\n", begin, at)
            row.append(Cell(text, begin, at, True, first))
        else:
            found = plain.match(content, at)
            at = found.end() if found else at
            row.append(Cell(content[begin:at], begin, at, False, first))
        if at < len(content) and content[at] == mark:
            at += 1
            continue
        if len(row) > 1 or row[0].text:
            yield row
        row = []
        if at >= len(content):
            return
        at += 2 if content.startswith("\r\n", at) else 1
        line += 1
        if at >= len(content):
            return
