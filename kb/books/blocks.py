"""Markdown to blocks: what a judge can link to, each with its depth, label, links, bold words and source lines.

markdown-it-py does the parsing; this file only walks its tokens.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kb.anchors import marks
from kb.models import Block, BlockKind

_MD = (
    MarkdownIt("commonmark", {"html": False, "maxNesting": 200})
    .enable("table")
    .disable(["code", "lheading", "hr", "reference"])
)
_MANY_MARKS = re.compile(r"^( *(?:(?:[-+*>]|\d{1,9}[.)])[ \t]+){8})(\d*)(?=[-+*>.)])", re.M)
_SUBSTEP = re.compile(r"^\(?([a-h]|[ivx]+|[IVX]+)[.)]\s+(?=\S)")
_LEADERS = re.compile(r"\s*(?:(?:\. ){4,}\.? ?\d{0,3}|(?:\. ){2,}\.? ?\d{1,3})$")
_SUM = re.compile(r"\$([\d+\-−=×*/ .,]+)\$")
_NOTE = re.compile(r"^(Nota( para jueces)?|Importante|Debe tenerse)\b", re.I)
_EXAMPLE = re.compile(r"^(Por ejemplo|Ejemplo)\b", re.I)
_THEN = re.compile(r"^(A continuación|Luego|Después|Entonces|Por último),")
_RUN_IN = re.compile(r"^\*\*([^*]{2,90}?):?\*\*:?\s*")


@dataclass(frozen=True, slots=True)
class Link:
    text: str
    href: str


@dataclass(frozen=True, slots=True)
class RawBlock:
    kind: BlockKind
    text: str
    md: str
    first: int
    """0-based first line in the Markdown given, `last` exclusive."""
    last: int
    depth: int = 0
    label: str | None = None
    term: str | None = None
    links: tuple[Link, ...] = ()
    bolds: tuple[str, ...] = ()


@dataclass(slots=True)
class _Item:
    ordered: bool
    number: str
    fresh: bool = True
    """True until the first paragraph of the item has been seen."""


@dataclass(slots=True)
class _Walk:
    blocks: list[RawBlock] = field(default_factory=list)
    items: list[_Item] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)


def tokens_from(markdown: str) -> list[Token]:
    """A line opens eight lists at the most: markdown-it drops, without a word, what is nested deeper than its limit."""
    return _MD.parse(_MANY_MARKS.sub(r"\1\2\\", markdown))


def blocks_from(tokens: Sequence[Token]) -> list[RawBlock]:
    """Paragraphs, list items, steps and table rows in reading order. Headings are the caller's business."""
    walk = _Walk()
    row: list[Token] | None = None
    for token in tokens:
        match token.type:
            case "list_item_open":
                ordered = token.markup in ".)" and token.info != ""
                walk.items.append(_Item(ordered, token.info))
            case "list_item_close":
                walk.items.pop()
            case "tr_open":
                row = []
            case "tr_close":
                _add_row(walk, row or [])
                row = None
            case "inline" if row is not None:
                row.append(token)
            case "inline":
                _add_paragraph(walk, token)
            case "fence" | "code_block":
                _add_fence(walk, token)
    return walk.blocks


def _add_fence(walk: _Walk, token: Token) -> None:
    """No book has code: three stray marks of a scan open one, and the words after them are words of the book."""
    first, last = token.map or (0, 0)
    text = " ".join(f"{token.info} {token.content}".split())
    if text:
        walk.blocks.append(RawBlock("parrafo", text, text, first, last, len(walk.items)))


def _add_row(walk: _Walk, cells: Sequence[Token]) -> None:
    parts = [_inline(cell) for cell in cells]
    if not parts:
        return
    lines = [cell.map for cell in cells if cell.map]
    first, last = lines[0] if lines else (0, 0)
    text = " | ".join(p.text for p in parts).strip(" |")
    walk.blocks.append(RawBlock(
        "tabla", text, " | ".join(p.md for p in parts), first, last, len(walk.items),
        links=tuple(l for p in parts for l in p.links), bolds=tuple(b for p in parts for b in p.bolds),
    ))  # fmt: skip


def _add_paragraph(walk: _Walk, token: Token) -> None:
    part = _inline(token)
    if not part.text:
        return
    item = walk.items[-1] if walk.items else None
    if item is None:
        walk.labels.clear()
        block = _labelled(part, token, "parrafo", 0, walk.labels, "")
        walk.blocks.append(replace(block, kind="ejemplo") if _goes_on(block, walk.blocks) else block)
    elif item.fresh:
        item.fresh = False
        kind: BlockKind = "paso" if item.ordered else "vineta"
        number = item.number if item.ordered else ""
        walk.blocks.append(_labelled(part, token, kind, len(walk.items) - 1, walk.labels, number))
    else:
        walk.blocks.append(_labelled(part, token, "parrafo", len(walk.items), walk.labels, ""))


def _goes_on(block: RawBlock, before: Sequence[RawBlock]) -> bool:
    """«A continuación, el defensor…» straight after an example is still the example, and no rule."""
    return bool(before) and before[-1].kind == "ejemplo" and block.kind == "parrafo" and bool(_THEN.match(block.text))


def _labelled(part: "_Inline", token: Token, kind: BlockKind, depth: int, labels: list[str], number: str) -> RawBlock:
    """The block with its step label (`2b` inside step 2), its run-in term and what it is by its opening words."""
    text, md = part.text, part.md
    del labels[depth:]
    own = number
    if not own and kind == "vineta" and (sub := _SUBSTEP.match(text)):
        own, kind, text = sub[1], "paso", text[sub.end() :]
        md = md[sub.end() :] if md.startswith(sub[0]) else md
    if own.isalpha() and depth and len(labels) >= depth and labels[depth - 1].isalpha():
        depth -= 1  # «b.» set under «a.» by a scan's indents is its neighbour
        del labels[depth:]
    if kind in ("paso", "vineta"):
        labels.extend([""] * (depth - len(labels)))
        labels.append(own)
    elif _EXAMPLE.match(text):
        kind = "ejemplo"
    elif _NOTE.match(text):
        kind = "nota"
    term = _RUN_IN.match(md) if md.startswith("**") else None
    first, last = token.map or (0, 0)
    label = "".join(labels) if own else None
    return RawBlock(kind, text, md, first, last, depth, label, term[1].strip() if term else None, part.links, part.bolds)


@dataclass(frozen=True, slots=True)
class _Inline:
    text: str
    md: str
    links: tuple[Link, ...]
    bolds: tuple[str, ...]


def _inline(token: Token) -> _Inline:
    """Plain text, inline Markdown, links and bold words of one inline token."""
    text: list[str] = []
    links: list[Link] = []
    bolds: list[str] = []
    link_at, href, bold_at = -1, "", -1
    for child in token.children or ():
        match child.type:
            case "text" | "code_inline":
                text.append(child.content)
            case "softbreak" | "hardbreak":
                text.append(" ")
            case "link_open":
                link_at, href = len(text), str(child.attrs.get("href", ""))
            case "link_close":
                links.append(Link(_squeeze("".join(text[link_at:])), href))
            case "strong_open":
                bold_at = len(text)
            case "strong_close":
                bolds.append(_squeeze("".join(text[bold_at:])))
            case "image":
                text.append(child.content)
    return _Inline(_squeeze("".join(text)), _squeeze(token.content), tuple(links), tuple(bolds))


def _squeeze(text: str) -> str:
    """One line, without the dots that lead to a page number nor the signs that a scan put around a sum."""
    return _LEADERS.sub("", _SUM.sub(r"\1", " ".join(text.split())))


def numbered(blocks: Iterable[RawBlock], source_lines: Sequence[int] | None) -> tuple[Block, ...]:
    """Blocks with their anchors. `source_lines` maps each Markdown line to a line of the source (1-based)."""
    out = []
    blocks = list(blocks)
    named = marks((raw.term, raw.text) for raw in blocks)
    for n, (raw, mark) in enumerate(zip(blocks, named, strict=True), 1):
        lines = None
        if source_lines is not None:
            spanned = source_lines[raw.first : raw.last] or source_lines[raw.first : raw.first + 1]
            known = [line for line in spanned if line]
            lines = (min(known), max(known)) if known else None
        place = f"r{n}"
        out.append(Block(anchor=place, mark=mark, old=(place,), kind=raw.kind, depth=raw.depth, label=raw.label, term=raw.term,
                         text=raw.text, md=raw.md, lines=lines))  # fmt: skip
    return tuple(out)


def plain_text(blocks: Iterable[Block]) -> str:
    """The whole entry as plain text: one line a block, bullets and numbers kept."""
    return "\n".join(_line(block) for block in blocks)


def _line(block: Block) -> str:
    marks = {"paso": f"{block.label}. " if block.label else "", "vineta": "- "}
    return "  " * block.depth + marks.get(block.kind, "") + block.text
