"""Every reference of every part, resolved: closing lists, printed links, bold terms, quoted titles, pages, steps."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kb.books.blocks import RawBlock
from kb.books.links import Resolver, Target, page_refs, quoted, step_ref
from kb.books.outline import BookOutline, Part
from kb.books.profiles import Profile
from kb.text import fold, lemma, stems

_CLOSING_HEAD = re.compile(r"^(?:- )?\**(?:Temas relacionados|Véase también)\s*:?\s*\**:?\**\s*", re.I)
_TITLE_SEE = re.compile(r"\((?:VER|ver)\s+([^)]+)\)$")
_SEE = re.compile(r"\b(?:ver|véase|consulta|consúltese)\b[^.]*$", re.I)
_APPENDIX = re.compile(r"\bap[eé]ndice\s+([IVX]+|\d|[A-H])\b", re.I)
_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4"}
_TOKEN = re.compile(r"\[[a-záéíóúñ0-9?-]+\](?!\()")
_KEYWORD = re.compile(r"\bcualidad(?:es)?\s+((?:[A-ZÁÉÍÓÚÑ][\w’-]+)(?:\s+(?:[\w’-]+)){0,4})")
_STEP_BEFORE = re.compile(r"\bpaso (?:de )?\W$")
_STEP_OF = re.compile(r"\bpasos?\s+(?P<n>\d+[a-h]?)(?:\s+(?:del?|de la|de un)\s+(?P<what>[^.,;()]{4,60}))?", re.I)


class HasText(Protocol):
    raw: list[RawBlock]
    closing: str | None


@dataclass(slots=True)
class Linked:
    """What one part refers to, by index."""

    see_also: list[int] = field(default_factory=list)
    refs: list[int] = field(default_factory=list)
    redirect: int | None = None
    best: int | None = None
    anchor: str | None = None
    steps: list[tuple[int, str]] = field(default_factory=list)
    dangling: list[str] = field(default_factory=list)
    aliases: list[str] = field(default_factory=list)
    backlinks: list[int] = field(default_factory=list)


def link_parts(book: BookOutline, bodies: Sequence[HasText], profile: Profile) -> list[Linked]:
    resolver = Resolver(_targets(book, bodies), profile.enlaces)
    closings = any(body.closing for body in bodies)
    linked = [Linked() for _ in book.parts]
    for i, body in enumerate(bodies):
        _define_terms(resolver, i, body, linked[i])
        _name_steps(resolver, i, body)
    _name_aliases(book, resolver, linked)
    for i, (part, body) in enumerate(zip(book.parts, bodies, strict=True)):
        if body.closing:
            _close(resolver, i, body.closing, linked, book)
        for block in body.raw:
            _follow(resolver, i, block, linked[i], explicit_see_also=not closings)
        if part.node.kind == "redireccion":
            _redirect(resolver, i, part, body, linked[i], bodies)
        parent = part.node.parent
        if part.question and parent is not None:
            linked[parent].refs += linked[i].refs
            linked[parent].see_also += linked[i].see_also
    _through_redirects(linked)
    _steps(resolver, bodies, linked)
    for i, links in enumerate(linked):
        links.refs = [k for k in dict.fromkeys(links.refs) if k != i]
        links.see_also = [k for k in dict.fromkeys(links.see_also) if k != i]
        for k in {*links.refs, *links.see_also}:
            linked[k].backlinks.append(i)
    _warn_of_missing(book, linked)
    return linked


def _targets(book: BookOutline, bodies: Sequence[HasText]) -> list[Target]:
    out = []
    for i, part in enumerate(book.parts):
        top = i
        while (parent := book.parts[top].node.parent) is not None:
            top = parent
        words = frozenset(w for b in bodies[i].raw for w in stems(_TOKEN.sub(" ", b.text))) if part.page else frozenset[str]()
        out.append(Target(part.title, part.node.kind, part.node.region, top, part.page, part.node.parent, part.listed, words))
    return out


def _define_terms(resolver: Resolver, i: int, body: HasText, links: Linked) -> None:
    """Bold capitals that name no entry are terms defined here: other names of this entry."""
    for block in body.raw:
        for bold in block.bolds:
            term = _TOKEN.sub("", bold).strip(" .:,")
            plain = len(term) > 3 and term == term.upper() and not any(c.isdigit() for c in term) and len(term.split()) <= 6
            if plain and resolver.find(term, i) is None and "EQUIPOS" not in term:
                links.aliases.append(term.capitalize())
    for name in links.aliases:
        resolver.alias(name, i)


def _name_steps(resolver: Resolver, i: int, body: HasText) -> None:
    """A sub-step without an entry of its own is explained where its step is: «Elegir las armas» in step 2's entry."""
    steps = {b.label: b for b in body.raw if b.label}
    for label, block in steps.items():
        name = block.term or block.text
        if len(name) > 70 or resolver.titled(name):
            continue
        above = next((steps[label[:n]] for n in range(len(label) - 1, 0, -1) if label[:n] in steps), None)
        target = resolver.find(above.term or above.text, i) if above else None
        if target is not None and target != i:
            resolver.alias(name, target)


def _name_aliases(book: BookOutline, resolver: Resolver, linked: list[Linked]) -> None:
    """Index terms that are no title: «(ver X)» rows and rows set under another."""
    for row in book.index:
        name = f"{row.sub_of} {row.term}" if row.sub_of else row.term
        if resolver.by_fold.get(fold(row.term)) or resolver.by_fold.get(fold(name)):
            continue
        target = resolver.find(row.see, 0) if row.see else resolver.on_page(row.page, row.term, -1)
        if target is not None:
            linked[target].aliases.append(name.capitalize() if name.isupper() else name)
            resolver.alias(name, target)


def _close(resolver: Resolver, i: int, closing: str, linked: list[Linked], book: BookOutline) -> None:
    """The closing list belongs to the entry, even where its last subsection stands before it."""
    owner = i
    while book.parts[owner].node.kind == "apartado" and (parent := book.parts[owner].node.parent) is not None:
        owner = parent
    lists = (_CLOSING_HEAD.sub("", line).strip().rstrip(".") for line in closing.split("\n"))
    for name in (name for names in lists for name in re.split(r",\s+", names)):
        target = resolver.find(name, owner, loose=True)
        if target is None:
            linked[owner].dangling.append(name)
        else:
            linked[owner].see_also.append(target)


def _follow(resolver: Resolver, i: int, block: RawBlock, links: Linked, explicit_see_also: bool) -> None:
    for link in block.links:
        target = resolver.find(link.text, i, loose=True)
        if target is None:
            links.dangling.append(link.text)
            continue
        links.refs.append(target)
        before = block.text[: max(0, block.text.find(link.text))]
        if explicit_see_also and _SEE.search(before[-60:]):
            links.see_also.append(target)
    found = list(_strict(resolver, i, block))
    links.refs += found
    if explicit_see_also and not block.links:
        links.see_also += found


def _strict(resolver: Resolver, i: int, block: RawBlock) -> Iterator[int]:
    """References without a printed link: only what names an entry in so many words."""
    yield from _bold(resolver, i, block)
    titled = list(_quoted(resolver, i, block.text))
    yield from titled
    if "cualidad" in block.text:
        yield from _keywords(resolver, i, block.text)
    if "péndice" in block.text:
        yield from _appendices(resolver, block.text)
    yield from _pages(resolver, i, block.text, bool(titled))


def _bold(resolver: Resolver, i: int, block: RawBlock) -> Iterator[int]:
    for bold in block.bolds:
        words = _TOKEN.sub("", bold).strip(" .:,")
        target = resolver.find(words, i)
        if target is None and words[:1].islower():
            target = resolver.inside(frozenset(stems(words)), i, 2)
        if target is None or _defines_here(resolver.targets[target], i) or _is_label(bold, words, resolver.targets[target]):
            continue
        yield target


def _is_label(bold: str, words: str, target: Target) -> bool:
    """«**Preparación:**» says what a line of a list is about; the keyword is «Preparación X»."""
    return bold.rstrip().endswith(":") and target.kind == "cualidad" and fold(words) != fold(target.title)


def _quoted(resolver: Resolver, i: int, text: str) -> Iterator[int]:
    """Titles and steps in quotes; a step may be named by a part of its title."""
    for words in quoted(text):
        at = text.find(words)
        before = text[max(0, at - 80) : at]
        target = resolver.step_named(words, before, i) if _STEP_BEFORE.search(before) else resolver.find(words, i)
        if target is not None:
            yield target


def _keywords(resolver: Resolver, i: int, text: str) -> Iterator[int]:
    """«la cualidad Iónica X», not in bold: the longest run of words after it that is a keyword."""
    for match in _KEYWORD.finditer(text):
        words = match[1].split()
        for n in range(len(words), 0, -1):
            target = resolver.find(" ".join(words[:n]), i)
            if target is not None:
                yield target
                break


def _appendices(resolver: Resolver, text: str) -> Iterator[int]:
    """«Apéndice I» and «Apéndice 1» are the same."""
    for number in _APPENDIX.findall(text):
        wanted = {fold(number), _ROMAN.get(number.lower(), fold(number))}
        for k, target in enumerate(resolver.targets):
            words = fold(target.title).split()
            if target.kind == "apendice" and len(words) > 1 and {words[1], _ROMAN.get(words[1], words[1])} & wanted:
                yield k


def _pages(resolver: Resolver, i: int, text: str, titled: bool) -> Iterator[int]:
    """«en la página N», unless a title before it has said what is there."""
    for page, context in page_refs(text):
        if titled and any(resolver.find(words, i) is not None for words in quoted(context)):
            continue
        target = resolver.on_page(page, context, i)
        if target is not None:
            yield target


def _defines_here(target: Target, i: int) -> bool:
    """The bold term that opens a definition is no reference to it."""
    return target.kind == "definicion" and target.parent == i


def _redirect(resolver: Resolver, i: int, part: Part, body: HasText, links: Linked, bodies: Sequence[HasText]) -> None:
    named = _TITLE_SEE.search(part.title)
    block = body.raw[-1] if body.raw else None
    words: list[str] = [named[1]] if named else []
    if block is not None:
        words = [link.text for link in block.links] or quoted(block.text) or list(block.bolds) or words
    targets = [t for t in (resolver.find(w, i, loose=True) for w in words) if t is not None]
    if not targets:
        return
    target = targets[-1]
    text = block.text if block else ""
    homonym = _homonym(resolver, i, target)
    step = step_ref(text)
    if step is not None:
        holder = _with_step(resolver, target, step, bodies)
        links.redirect, links.anchor = holder, f"paso-{step}"
        return
    lost = resolver.targets[target].title and not bodies[target].raw
    # The book names the entry; with a page it means the subsection of the same name that is printed there.
    if homonym is not None and ("página" in text or lost):
        links.redirect = homonym
    else:
        links.redirect, links.best = target, homonym


def _homonym(resolver: Resolver, i: int, target: int) -> int | None:
    """A subsection of the target that has the redirection's own title, in any number."""
    own = lemma(resolver.targets[i].title)
    for k, other in enumerate(resolver.targets):
        if k != i and other.kind != "redireccion" and resolver.descends(k, target) and k != target:
            a, b = fold(lemma(other.title)), fold(own)
            if a == b or {w.rstrip("s") for w in a.split()} == {w.rstrip("s") for w in b.split()}:
                return k
    return target if fold(lemma(resolver.targets[target].title)) == fold(own) else None


def _with_step(resolver: Resolver, target: int, step: str, bodies: Sequence[HasText]) -> int:
    for k in range(len(resolver.targets)):
        if resolver.descends(k, target) and any(b.label == step for b in bodies[k].raw):
            return k
    return target


def _through_redirects(linked: list[Linked]) -> None:
    """A reference to a redirection is also a reference to where it leads."""
    for links in linked:
        for some in (links.refs, links.see_also):
            some += [r for k in some if (r := linked[k].redirect) is not None]


def _steps(resolver: Resolver, bodies: Sequence[HasText], linked: list[Linked]) -> None:
    """«paso 2b» to the block that is step 2b: of what is named, of this entry, or of the only procedure that has it."""
    labels: dict[str, list[int]] = {}
    for k, body in enumerate(bodies):
        for label in {b.label for b in body.raw if b.label}:
            labels.setdefault(label, []).append(k)
    for i, body in enumerate(bodies):
        for text in (resolver.targets[i].title, *(block.text for block in body.raw)):
            for match in _STEP_OF.finditer(text) if "paso" in text or "Paso" in text else ():
                holders = labels.get(match["n"], [])
                named = resolver.find(match["what"], i, loose=True) if match["what"] else None
                near = [k for k in holders if k == i or (named is not None and resolver.descends(k, named))]
                only = holders if len(holders) == 1 or match["n"][-1].isalpha() else []
                if pick := (near or only):
                    linked[i].steps.append((pick[0], match["n"]))


def _warn_of_missing(book: BookOutline, linked: Sequence[Linked]) -> None:
    """Several references to one title that is not there: the source has probably lost it."""
    counts = Counter(fold(name) for links in linked for name in links.dangling)
    for name, count in sorted(counts.items()):
        if count >= 3:
            book.warnings.append(f"{count} referencias a «{name}», que no está en el texto")
