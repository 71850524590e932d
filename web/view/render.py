"""From a block's Markdown to safe HTML: links to entries, icons as drawings, nested lists, tables."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup, escape

from kb.models import Block, Entry, IconMark
from web.view.icons import Drawing, Drawings

_TOKEN = re.compile(r"\[([^\[\]\n]{1,40})\]")
_ICON = re.compile(rf"([(«“]?){_TOKEN.pattern}([.,;:!?)»”]*)")
"""With what no line may part from it: a drawing is a word of its own to a browser, a comma behind it begins a line."""
LOST_ICON = "[?]"
_CONFIDENCE = {"alta": "confianza alta", "media": "confianza media", "baja": "confianza baja"}


@dataclass
class Context:
    """What rendering one entry needs to know, and what it leaves behind: the icons it used."""

    game: str
    entries: Mapping[str, Entry]
    recovered: list[IconMark] = field(default_factory=list)
    used: dict[str, Drawing] = field(default_factory=dict)
    drawings: Drawings = field(default_factory=dict)

    def sprite(self) -> Markup:
        """The drawings that the page uses, once each."""
        symbols = "".join(d.symbol or "" for d in self.used.values())
        return Markup(f'<svg class="sprite" aria-hidden="true">{symbols}</svg>') if symbols else Markup("")  # noqa: S704 - our own drawings


def inline(md: str, context: Context, recovered: Sequence[IconMark] = ()) -> Markup:
    """One block's inline Markdown. Raw HTML in it is shown, never obeyed."""
    context.recovered = list(recovered)
    return Markup(_MD.renderInline(md, {"context": context}))  # noqa: S704 - the Markdown of a book, with raw HTML off


def lost_icons(block: Block) -> tuple[str, ...]:
    """What is known of each icon that the copy lost and nothing tells: once each, in their order."""
    return tuple(dict.fromkeys(mark.how for mark in block.icons if mark.token == LOST_ICON))


def plain(text: str, context: Context) -> Markup:
    """Plain text with its icons drawn."""
    return Markup(_with_icons(text, context))  # noqa: S704 - escapes the text itself


def passage(text: str, marks: Iterable[tuple[int, int]], context: Context) -> Markup:
    """A search passage: what matched is marked, icons are drawn."""
    parts: list[str] = []
    at = 0
    for start, end in sorted(_around_icons(text, marks)):
        if at <= start < end <= len(text):
            parts += [_with_icons(text[at:start], context), f"<mark>{_with_icons(text[start:end], context)}</mark>"]
            at = end
    return Markup("".join(parts) + _with_icons(text[at:], context))  # noqa: S704 - every piece is escaped above


def _around_icons(text: str, marks: Iterable[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """A mark that falls inside an icon's token takes the whole token: half an icon cannot be drawn."""
    icons = [match.span() for match in _TOKEN.finditer(text)]
    for start, end in marks:
        for first, last in icons:
            if first < end and start < last:
                start, end = min(start, first), max(end, last)
        yield start, end


def icon(drawing: Drawing, mark: IconMark | None = None) -> str:
    """An icon with its name for those who do not see it; a recovered one says how sure we are."""
    name = escape(drawing.icon.nombre)
    told = f"{name} (icono recuperado, {_CONFIDENCE[mark.confidence]})" if mark else name
    recovered = f" rec {mark.confidence}" if mark else ""
    if drawing.symbol is None:
        return f'<span class="ict{recovered}" title="{told}">{name}</span>'
    return f'<svg class="ic{recovered}" role="img"><title>{told}</title><use href="#{drawing.symbol_id}"/></svg>'


def _with_icons(text: str, context: Context) -> str:
    out, at = [], 0
    for match in _ICON.finditer(text):
        if (html := _icon_for(match[2], context)) is not None:
            drawn = f"{escape(match[1])}{html}{escape(match[3])}"
            out += [str(escape(text[at : match.start()])), f'<span class="nb">{drawn}</span>' if match[1] or match[3] else html]
            at = match.end()
    return "".join(out) + str(escape(text[at:]))


def _icon_for(name: str, context: Context) -> str | None:
    if name == "?":
        return '<span class="perdido" title="Icono perdido en la fuente">?</span>'
    drawing = context.drawings.get(name)
    if drawing is None:
        return None
    context.used[name] = drawing
    mark = next((m for m in context.recovered if m.token.strip("[]") == name), None)
    if mark is not None:
        context.recovered.remove(mark)
    return icon(drawing, mark)


def target_of(href: str, context: Context) -> Entry | None:
    """The entry that a link means: `#slug` in this game, `juego/slug` in another."""
    return _followed(context.entries.get(f"{context.game}/{href[1:]}" if href.startswith("#") else href), context)


def _followed(entry: Entry | None, context: Context) -> Entry | None:
    """A link to a redirection goes where it leads."""
    lead = (entry.redirect_best or entry.redirect) if entry else None
    return context.entries.get(lead, entry) if lead else entry


class _Renderer(RendererHTML):
    """Links go to entries or are not links; texts have their icons drawn."""

    def text(self, tokens: Sequence[Token], i: int, options: OptionsDict, env: EnvType) -> str:
        return _with_icons(tokens[i].content, env["context"])

    def link_open(self, tokens: Sequence[Token], i: int, options: OptionsDict, env: EnvType) -> str:
        target = target_of(str(tokens[i].attrGet("href") or "#"), env["context"])
        env.setdefault("open", []).append(target)
        return f'<a href="/{escape(target.id)}">' if target else "<span>"

    def link_close(self, tokens: Sequence[Token], i: int, options: OptionsDict, env: EnvType) -> str:
        return "</a>" if env["open"].pop() else "</span>"

    def image(self, tokens: Sequence[Token], i: int, options: OptionsDict, env: EnvType) -> str:
        return str(escape(tokens[i].content))


_MD = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer)


@dataclass
class Item:
    """A block in its place: a list item may hold the deeper ones that follow it."""

    block: Block
    html: Markup
    cells: tuple[Markup, ...] = ()
    below: list["Group"] = field(default_factory=list)

    @property
    def points(self) -> bool:
        """Only numbers that point at the parts of a picture: without the picture they tell nothing."""
        return bool(_POINTERS.fullmatch(self.block.text))


_POINTERS = re.compile(r"[\d ]+")


@dataclass
class Group:
    kind: str
    """`vineta` and `paso` are lists, `tabla` a table, `lamina` what was read in a picture; every other kind stands alone."""
    items: list[Item]


def grouped(blocks: Iterable[Block], context: Context) -> list[Group]:
    """Blocks as lists in lists: a deeper block goes under the item before it."""
    top: list[Group] = []
    for block in blocks:
        item = Item(block, inline(_body(block), context, block.icons), _cells(block, context))
        level = top
        for _ in range(block.depth):
            if not level or not level[-1].items or level[-1].kind not in ("vineta", "paso"):
                break
            level = level[-1].items[-1].below
        if level and level[-1].kind == block.kind and block.kind in ("vineta", "paso", "tabla"):
            level[-1].items.append(item)
        else:
            level.append(Group(block.kind, [item]))
    return _pictures(top)


_LABEL = re.compile(r"(?:[^:.]{2,30}: [A-ZÁÉÍÓÚÑ(\d].*[^.:;]|(?:\S+ ){0,5}[^\s.:;?!]*[^\s.:;?!»\"”])")
"""What stands in a printed picture: a number, a name, «Alcance del arma: (iconos)»; never a sentence."""
_MARK = re.compile(r"[\d ]+|.*: \(.*\)")
"""What only stands in a picture: the numbers that point at its parts, «(iconos)»."""
_LABELS, _MARKS = 6, 3
"""So many of each in a row are a picture that was read letter by letter."""


def _pictures(groups: list[Group]) -> list[Group]:
    """The loose words of a picture as one group: nothing is lost, and the rule is not hidden among them."""
    out: list[Group] = []
    for loose, run in groupby(groups, key=lambda g: g.kind in ("parrafo", "pie") and bool(_LABEL.fullmatch(_said(g)))):
        here = list(run)
        read = loose and len(here) >= _LABELS and sum(bool(_MARK.fullmatch(_said(g))) for g in here) >= _MARKS
        out += [Group("lamina", [g.items[0] for g in here])] if read else here
    return out


def _said(group: Group) -> str:
    return group.items[0].block.text


def _cells(block: Block, context: Context) -> tuple[Markup, ...]:
    return tuple(inline(c, context, block.icons) for c in block.md.split(" | ")) if block.kind == "tabla" else ()


def _body(block: Block) -> str:
    """A judges' note says it is one by its looks and label, so its opening words go."""
    return re.sub(r"^\*\*Nota para jueces:?\*\*:?\s*", "", block.md) if block.kind == "nota" else block.md


def opening(entry: Entry) -> str:
    """What an entry says first: its opening blocks as one text, ours where there is no official one."""
    blocks = entry.blocks or (entry.summary.blocks if entry.summary else ())
    return " ".join(b.text for b in blocks[:3] if b.kind not in ("tabla", "pie"))


def named(text: str, known: Drawings) -> str:
    """Plain text with each icon as its name, where no drawing can go."""
    return _TOKEN.sub(lambda m: known[m[1]].icon.nombre if m[1] in known else m[0], text)


def excerpt(text: str, size: int = 180) -> str:
    """The opening of a text, cut at a word."""
    flat = " ".join(text.split())
    if len(flat) <= size:
        return flat
    return flat[:size].rsplit(" ", 1)[0].rstrip(",;:.") + "…"
