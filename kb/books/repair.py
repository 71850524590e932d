"""Mends what the scan broke inside an entry, before Markdown sees it. Every repair is recorded.

Split paragraphs are joined, lost bold openers and step numbers restored, page ornaments used as bullets
normalised, and lists that a page break flattened get their depth back. The result is Markdown.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.books.headings import is_caption
from kb.models import Confidence, Repair


@dataclass(frozen=True, slots=True)
class Line:
    no: int
    """1-based line of the source."""
    text: str
    caption: bool = False
    last: int = 0
    """Last source line, where a paragraph was joined; 0 for `no`."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of an entry as what it is: `marker` is `-`, `3.` or `` for a paragraph, `|` for a table row."""

    no: int
    marker: str
    depth: int
    text: str
    caption: bool = False


@dataclass(frozen=True, slots=True)
class Mended:
    markdown: str
    source: tuple[int, ...]
    """Source line of each Markdown line, 0 where we added it."""
    captions: frozenset[int]
    joined: Mapping[int, int]
    """First to last source line of the paragraphs that were joined."""


_BULLET = re.compile(r"^(?P<indent>\s*)(?P<mark>[-•☞⦿–»◇◊])\s+(?P<rest>\S.*)$")
_INNER = re.compile(r"^(?P<glyph>[☞⦿◇◊»]+)\s*")
_NUMBER = re.compile(r"^\s*(?:- )?(?P<n>\d{1,2})[.)]\s+(?P<rest>\S.*)$")
_LETTER = re.compile(r"^\s*(?:- )?(?P<n>[a-h])\.\s+(?P<rest>\S.*)$")
_ROMAN = re.compile(r"^\s*(?:- )?(?P<n>I{1,3}|IV|VI{0,3}|IX|X)\.\s+(?P<rest>\S.*)$")
_HALF_BOLD = re.compile(r"^(?P<term>[^*]{2,90}?):\*\*\s*(?P<rest>.*)$")
_TEAM = re.compile(r"^(?:\*\*)?JUEGO POR EQUIPOS(?P<tail> \([^)]*\))?:(?:\*\*)?\s*")
_OPEN_END = re.compile(r"[^.:;?!)”\"*»\]]$")
_LOWER = re.compile(r"^[a-záéíóúñü]")
_DEEP = frozenset("◇◊–")


def lines_of(source: Sequence[str], spans: Iterable[tuple[int, int]]) -> list[Line]:
    """Inked lines of some spans of the source (1-based, inclusive)."""
    return [Line(n, source[n - 1], is_caption(source, n - 1)) for a, b in spans for n in range(a, b + 1)
            if source[n - 1].strip()]  # fmt: skip


def mend(lines: Sequence[Line], indent_is_level: bool, repairs: list[Repair]) -> Mended:
    joined = _close_quotes(_join_paragraphs(lines, repairs), repairs)
    items = [_item(line, indent_is_level, repairs) for line in joined]
    items = _restore_numbers(_restore_eleven(items, repairs), repairs)
    return _markdown(_restore_depth(items), {line.no: line.last for line in joined if line.last})


def _join_paragraphs(lines: Sequence[Line], repairs: list[Repair]) -> list[Line]:
    """A paragraph without final stop and the next that opens in lower case are one, also around a caption."""
    out: list[Line] = []
    for line in lines:
        text = line.text.strip()
        back = 2 if len(out) >= 2 and out[-1].caption else 1
        last = out[-back] if len(out) >= back else None
        if (last is not None and not line.caption and not last.caption and _LOWER.match(text)
                and not _LETTER.match(text) and len(last.text) > 60 and _OPEN_END.search(last.text.rstrip())
                and "\t" not in text):  # fmt: skip
            whole = replace(last, text=f"{last.text.rstrip()} {text}", last=line.no)
            _record(repairs, line.no, f"…{last.text.rstrip()[-30:]} ¶ {text[:30]}…",
                    f"…{last.text.rstrip()[-30:]} {text[:30]}…", "párrafo partido por un salto de página", "alta")  # fmt: skip
            out[-back] = whole
            continue
        out.append(line)
    return out


def _close_quotes(lines: Sequence[Line], repairs: list[Repair]) -> list[Line]:
    """A quotation whose end was eaten by a lost icon is closed; one that goes on in the next paragraph is left alone."""
    out = list(lines)
    open_before = False
    for i, line in enumerate(lines):
        text = line.text.rstrip()
        odd = text.count('"') % 2 == 1
        if odd and (open_before or (i + 1 < len(lines) and _ends_quotation(lines[i + 1].text))):
            open_before = not open_before
            continue
        close = '"' if odd and re.search(r':\s*"', text) and not text.endswith('"') else ""
        close = "”" if text.count("“") == text.count("”") + 1 else close
        close += ")" if text.startswith("(") and text.count("(") == text.count(")") + 1 else ""
        if close and not open_before:
            out[i] = replace(line, text=text + close)
            _record(repairs, line.no, f"…{text[-30:]}", f"…{text[-30:]}{close}", "comilla o paréntesis sin cerrar", "media")
    return out


def _ends_quotation(text: str) -> bool:
    text = text.rstrip()
    return text.count('"') % 2 == 1 and text.endswith(('"', '".', '.")', '")'))


def _record(repairs: list[Repair], line: int, before: str, after: str, why: str, confidence: Confidence) -> None:
    repairs.append(Repair(line=line, before=before, after=after, why=why, confidence=confidence))


def _item(line: Line, indent_is_level: bool, repairs: list[Repair]) -> Item:
    text = line.text.rstrip()
    if "\t" in line.text:
        return Item(line.no, "|", 0, line.text.strip(" "))
    if line.caption:
        return Item(line.no, "", 0, text.strip(), caption=True)
    for pattern, depth in ((_NUMBER, 0), (_LETTER, 1), (_ROMAN, 1)):
        if (found := pattern.match(text)) and not (pattern is not _NUMBER and not _looks_like_step(text)):
            rest = _mend_bold(line.no, found["rest"], repairs)
            return Item(line.no, f"{found['n']}.", depth, rest)
    if team := _TEAM.match(text.strip()):
        return Item(line.no, "-", 0, f"**JUEGO POR EQUIPOS{team['tail'] or ''}:** {text.strip()[team.end() :]}")
    bullet = _BULLET.match(text)
    if bullet is None:
        return Item(line.no, "", 0, _mend_bold(line.no, text.strip(), repairs))
    depth = min(2, (len(bullet["indent"]) + 1) // 2) if indent_is_level else 0
    rest, mark = bullet["rest"], bullet["mark"]
    if inner := _INNER.match(rest):
        mark, rest = inner["glyph"][0], rest[inner.end() :]
    if mark in _DEEP:
        depth = max(depth, 1)
    if mark not in "-•":
        _record(repairs, line.no, f"{mark} {rest[:30]}…", f"- {rest[:30]}…", "adorno de página usado como viñeta", "alta")
    if team := _TEAM.match(rest):
        return Item(line.no, "-", depth, f"**JUEGO POR EQUIPOS{team['tail'] or ''}:** {rest[team.end() :]}")
    return Item(line.no, "-", depth, _mend_bold(line.no, rest, repairs))


def _looks_like_step(text: str) -> bool:
    """`a. …` is a step; so is `IV. …`; a sentence that merely opens with a letter is not."""
    return bool(re.match(r"^\s*(?:- )?(?:[a-h]|[IVX]+)\.\s+(?:\*\*)?[A-ZÁÉÍÓÚÑ¿¡]", text))


def _mend_bold(no: int, text: str, repairs: list[Repair]) -> str:
    """`Nombre:** …` lost the asterisks that open its bold."""
    if text.count("**") % 2 and (half := _HALF_BOLD.match(text)):
        mended = f"**{half['term']}:** {half['rest']}"
        _record(repairs, no, text[:40], mended[:42], "negrita sin apertura", "alta")
        return mended
    return text


def _restore_numbers(items: Sequence[Item], repairs: list[Repair]) -> list[Item]:
    """Bullets that were the steps of a numbered list get their numbers back."""
    lost = {r.line for r in repairs if r.why == "negrita sin apertura"}
    steps = [i for i, it in enumerate(items) if (it.no in lost and it.depth == 0 and not _TEAM.match(it.text)
             and it.marker in ("-", "")) or (it.marker[:1].isdigit() and it.depth == 0)]  # fmt: skip
    unnumbered = [i for i in steps if not items[i].marker[:1].isdigit()]
    if len(unnumbered) < 2:
        return list(items)
    out = list(items)
    number, sub, extra = 0, 0, 0
    for k, i in enumerate(steps):
        item = items[i]
        if item.marker[:1].isdigit():
            number, sub = int(item.marker[:-1]), 0
            continue
        if extra:
            extra, sub = extra - 1, sub + 1
            out[i] = replace(item, marker=f"{chr(96 + sub)}.", depth=1)
        else:
            number, sub = number + 1, 0
            out[i] = replace(item, marker=f"{number}.")
            extra = _substeps(items, steps, k, number)
        _record(
            repairs,
            item.no,
            f"- {item.text[:30]}…",
            f"{out[i].marker} {item.text[:30]}…",
            "número de paso perdido",
            "media",
        )
    return out


def _restore_eleven(items: Sequence[Item], repairs: list[Repair]) -> list[Item]:
    """A lone `I.` or `II.` after step 10 is an 11 that the scan read as letters."""
    out = list(items)
    for i, item in enumerate(items):
        romans = [it for it in items if _is_roman(it)]
        if i and item.marker in ("I.", "II.") and items[i - 1].marker == "10." and item is romans[-1]:
            out[i] = replace(item, marker="11.", depth=0)
            _record(
                repairs,
                item.no,
                f"{item.marker} {item.text[:30]}",
                f"11. {item.text[:30]}",
                "número 11 leído como letras",
                "alta",
            )
    return out


def _substeps(items: Sequence[Item], steps: Sequence[int], k: int, number: int) -> int:
    """How many of the steps that follow must be sub-steps for the next printed number to be right.

    They stand under the step that ends in a colon; where none does, under the last that leaves no number over.
    """
    ahead = next((n for n, i in enumerate(steps[k + 1 :], 1) if items[i].marker[:1].isdigit()), None)
    if ahead is None:
        return 0
    left = number + ahead - int(items[steps[k + ahead]].marker[:-1])
    colon = any(items[i].text.rstrip().endswith(":") for i in steps[k + 1 : k + ahead])
    if items[steps[k]].text.rstrip().endswith(":") or (not colon and left == ahead - 1):
        return max(0, left)
    return 0


def _restore_depth(items: Sequence[Item]) -> list[Item]:
    """What stands between two steps of a procedure belongs to the first, whatever its indentation says."""
    numbers = [i for i, it in enumerate(items) if it.marker[:1].isdigit()]
    if not numbers:
        return list(items)
    out = list(items)
    for i, item in enumerate(items):
        before = [n for n in numbers if n <= i]
        after = [n for n in numbers if n > i]
        if i in numbers:
            out[i] = replace(item, depth=0)
        elif item.marker == "|" or not before:
            continue
        elif after and _continues(items[before[-1]], items[after[0]]):
            since = items[before[-1] + 1 : i]
            lettered = any(_is_letter(it) for it in since)
            under = 2 if lettered and item.marker and not _is_letter(item) else 1
            flat = any(it.marker == "-" and it.depth == 0 for it in since) and item.marker == "-"
            out[i] = replace(item, depth=item.depth + under if flat else max(item.depth, under))
        elif item.marker and (_is_letter(item) or item.depth):
            out[i] = replace(item, depth=max(1, item.depth))
        if _is_roman(item) and any(_is_letter(it) and not _is_roman(it) for it in items[before[-1] + 1 : i]):
            out[i] = replace(item, depth=2)  # a. then I, II, III: they are its own
    return out


def _is_roman(item: Item) -> bool:
    return item.marker[:1] in ("I", "V", "X")


def _is_letter(item: Item) -> bool:
    return bool(item.marker) and item.marker[0].isalpha()


def _continues(step: Item, following: Item) -> bool:
    return int(following.marker[:-1]) == int(step.marker[:-1]) + 1


def _markdown(items: Sequence[Item], joined: Mapping[int, int]) -> Mended:
    """Markdown whose nesting says the depths, one item a line, and the source line of each."""
    text: list[str] = []
    source: list[int] = []
    offsets: list[int] = []
    before = ""
    widths = _table_widths(items)
    for k, item in enumerate(items):
        if item.marker == "|":
            if before != "|":
                _blank(text, source)
                text += [_row(item.text, widths[k]), "|" + "---|" * widths[k]]
                source += [item.no, 0]
            else:
                text.append(_row(item.text, widths[k]))
                source.append(item.no)
            offsets.clear()
        elif not item.marker:
            _blank(text, source)
            indent = offsets[min(item.depth, len(offsets)) - 1] if item.depth and offsets else 0
            if not indent:
                offsets.clear()
            text.append(" " * indent + _guard(item.text))
            source.append(item.no)
        else:
            depth = min(item.depth, len(offsets))
            indent = offsets[depth - 1] if depth else 0
            if before == "" or before == "|" or depth < len(offsets) - 1:
                _blank(text, source)
            lettered = item.marker[0].isalpha()
            marker = "-" if lettered else item.marker
            body = f"{item.marker} {item.text}" if lettered else item.text
            del offsets[depth:]
            offsets.append(indent + len(marker) + 1)
            text.append(" " * indent + f"{marker} {body}")
            source.append(item.no)
        before = item.marker
    return Mended("\n".join(text), tuple(source), frozenset(it.no for it in items if it.caption), joined)


def _blank(text: list[str], source: list[int]) -> None:
    if text and text[-1]:
        text.append("")
        source.append(0)


def _table_widths(items: Sequence[Item]) -> list[int]:
    """Columns of the table that each row belongs to: Markdown cuts what stands past its first row's."""
    widths = [item.text.count("\t") + 1 if item.marker == "|" else 0 for item in items]
    for k in range(1, len(widths)):
        if widths[k] and widths[k - 1]:
            widths[k] = max(widths[k], widths[k - 1])
    for k in range(len(widths) - 2, -1, -1):
        if widths[k] and widths[k + 1]:
            widths[k] = widths[k + 1]
    return widths


def _row(text: str, width: int) -> str:
    cells = [cell.strip().replace("|", "/") for cell in text.split("\t")]
    return "| " + " | ".join([*cells, *[""] * (width - len(cells))]) + " |"


def _guard(text: str) -> str:
    """A paragraph that Markdown would take for something else keeps being a paragraph."""
    return "\\" + text if re.match(r"^(?:[+>#]|\*\s|-\s|={2,}|`{3})", text) else text
