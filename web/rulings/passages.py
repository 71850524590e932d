"""The passages that rulings rest on: read from what a judge types, kept with their words, found again in any later text.

An anchor is only where the words stood. What was cited are the words: if they stand elsewhere in the entry now, the ruling
rests on them still; if no block has them any more, the ruling waits for somebody to look at it.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from rapidfuzz import fuzz, process

from kb.anchors import OWN
from kb.models import Block, Entry, Source
from kb.text import fold
from web.library import Site
from web.models import CitedOut
from web.rulings.states import CitedState, State
from web.view.cite import cite
from web.view.refs import entry_url

MOST_CITATIONS = 20
_ADDRESS = re.compile(r"^(?:https?://[^/]+)?/?([a-z0-9/-]+)(?:\?[^#\s]*)?(?:#((?:p-)?r[a-z0-9-]{0,17}))?$")
_ALIKE = 45
"""Of 100: less like than this, a block is not what became of another."""
_NEAR = 70
"""Of 100: less like than this, a name is not offered for another."""
_HOW = "se escribe el nombre de la regla, o su dirección: juego/entrada#r3"
_WORD = re.compile(r"\s+|\w+|[^\w\s]")
Passage = tuple[Entry, Block | None, str]
"""An entry, one of its blocks or none for the whole, and the block's anchor as its page writes it."""


class PassageError(ValueError):
    """A citation that leads nowhere; the sentence says which."""


def blocks(entry: Entry) -> Iterator[tuple[str, Block]]:
    """Every block with the anchor that the entry's page gives it."""
    for block in entry.blocks:
        yield block.mark, block
    for block in entry.summary.blocks if entry.summary else ():
        yield (f"{OWN}{block.mark}" if entry.blocks else block.mark), block


def passages(here: Site, citations: str, most: int = MOST_CITATIONS, game: str = "") -> list[Passage]:
    """The passages at these addresses or of these names, one per line; at least one, and every one must exist.

    A name is looked for in one game where it is given: between two tables nobody types an address.
    """
    lines = [line for line in map(str.strip, citations.splitlines()) if line]
    if not lines:
        raise PassageError("un dictamen necesita al menos una cita")
    if len(lines) > most:
        raise PassageError(f"son demasiadas citas (como mucho {most})")
    return [_passage(here, line, game) for line in lines]


def _passage(here: Site, line: str, game: str) -> Passage:
    match = _ADDRESS.match(line)
    entry = here.kb.by_id.get(match[1].strip("/")) if match else None
    if match is None or entry is None:
        return _named(here, line.strip("«» "), game), None, ""
    if not match[2]:
        return entry, None, ""
    block = _by_anchor(entry, match[2]) or _by_anchor(entry, match[2].removeprefix(OWN))
    if block is None:
        raise PassageError(f"«{entry.title}» no tiene el punto {match[2]}")
    return entry, block[1], block[0]


def _named(here: Site, name: str, game: str) -> Entry:
    """The one rule that is called so, by its title or else by another name; several are told, and so are the nearest."""
    known = [entry for entry in here.kb.entries if entry.redirect is None and game in ("", entry.game)]
    folded = fold(name)
    titled = [entry for entry in known if fold(entry.title) == folded]
    called = titled or [entry for entry in known if folded in map(fold, entry.aliases)]
    if len(called) == 1:
        return called[0]
    if called:
        raise PassageError(f"varias reglas se llaman «{name[:80]}»: {_addresses(called)}; escribe la dirección de una")
    near = process.extract(
        fold(name[:80]), [fold(entry.title) for entry in known], scorer=fuzz.ratio, limit=3, score_cutoff=_NEAR
    )
    told = f"¿es alguna de estas?: {_addresses([known[at] for _, _, at in near])}" if near else _HOW
    raise PassageError(f"no existe el pasaje «{name[:80]}»; {told}")


def _addresses(entries: list[Entry]) -> str:
    return ", ".join(f"{entry.title} ({entry.id})" for entry in entries[:3])


def _by_anchor(entry: Entry, anchor: str) -> tuple[str, Block] | None:
    return _at(list(blocks(entry)), anchor)


def _at(there: list[tuple[str, Block]], anchor: str) -> tuple[str, Block] | None:
    """The block with that mark, one to which the anchor led before, or the one at that place."""
    own, bare = anchor.startswith(OWN), anchor.removeprefix(OWN)
    side = [pair for pair in there if pair[0].startswith(OWN) == own]
    named = (
        [pair for pair in there if pair[0] == anchor],
        [pair for pair in side if bare in pair[1].old],
        [pair for pair in side if bare == pair[1].anchor],
    )
    return next((pairs[0] for pairs in named if pairs), None)


def printed(words: str) -> str:
    """The print of a passage: white space does not count, any other change does."""
    return hashlib.sha256(" ".join(words.split()).encode()).hexdigest()


def words_of(entry: Entry, block: Block | None) -> str:
    return block.text if block else entry.text or (entry.summary.text if entry.summary else "")


def cited(here: Site, passage: Passage) -> CitedState:
    """A passage as it is cited now."""
    entry, block, anchor = passage
    source: Source | None = "propio" if anchor.startswith(OWN) else None
    words = words_of(entry, block)
    return CitedState(
        entry=entry.id, anchor=anchor, print=printed(words), told=cite(here, entry, block, source), words=words,
        base=here.kb.digest, edition=entry.citation.edition,
    )  # fmt: skip


def kept_or_cited(here: Site, passages: list[Passage], before: State | None) -> tuple[CitedState, ...]:
    """Passages that were cited already stay as they were cited: correcting something else is no review of them."""
    known = {(c.entry, c.anchor): c for c in before.citations} if before else {}
    return tuple(known.get((entry.id, anchor)) or cited(here, (entry, block, anchor)) for entry, block, anchor in passages)


@dataclass(frozen=True)
class Found:
    """What a cited passage is in the text of now."""

    entry: Entry | None
    block: Block | None
    anchor: str
    same: bool
    """Its words are there, at the same place or at another of the entry."""

    @property
    def lost(self) -> bool:
        return self.entry is None or (bool(self.anchor) and self.block is None)


def find(here: Site, row: CitedState) -> Found:
    entry = here.kb.by_id.get(row.entry)
    if entry is None:
        return Found(None, None, row.anchor, False)
    if not row.anchor:
        return Found(entry, None, "", printed(words_of(entry, None)) == row.print)
    there = sorted(blocks(entry), key=lambda pair: pair[0] != row.anchor)  # its own anchor before any other
    for anchor, block in there:
        if printed(block.text) == row.print:
            return Found(entry, block, anchor, True)
    anchor, changed = _became(row, there)
    return Found(entry, changed, anchor, False)


def _became(row: CitedState, there: list[tuple[str, Block]]) -> tuple[str, Block | None]:
    """The block most like the words cited; where these were not kept, the one at their anchor."""
    if not row.words:
        return _at(there, row.anchor) or (row.anchor, None)
    best = process.extractOne(row.words, [block.text for _, block in there], scorer=fuzz.token_sort_ratio, score_cutoff=_ALIKE)
    return there[best[2]] if best else (row.anchor, None)


def renewed(here: Site, row: CitedState) -> CitedState:
    """A passage cited again as it reads now, by somebody who has looked at it; one that is gone keeps its old words."""
    found = find(here, row)
    return row if found.lost or found.entry is None else cited(here, (found.entry, found.block, found.anchor))


def filled(here: Site, row: CitedState) -> CitedState:
    """With the words that the version before did not keep, if they are still the ones that it cited."""
    found = find(here, row)
    if row.words or not found.same or found.entry is None:
        return row
    words = words_of(found.entry, found.block)
    return row.model_copy(update={"words": words, "base": here.kb.digest, "edition": found.entry.citation.edition})


def cited_out(here: Site, row: CitedState) -> CitedOut:
    found = find(here, row)
    now = words_of(found.entry, found.block) if found.entry and found.block else None
    edition = found.entry.citation.edition if found.entry else ""
    return CitedOut(entry=row.entry, anchor=found.anchor or None, cite=row.told, changed=not found.same, lost=found.lost,
                    text=now, words=row.words or None, base=row.base, edition=row.edition,
                    new_edition=bool(row.edition and edition and row.edition != edition),
                    url=entry_url(row.entry, found.anchor or None))  # fmt: skip


def differences(old: str, new: str) -> list[tuple[str, str]]:
    """Two texts word by word: pieces marked `=`, `-` (only in the old one) or `+` (only in the new one), in reading order."""
    a, b = _WORD.findall(old), _WORD.findall(new)
    pieces: list[tuple[str, str]] = []
    for kind, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append(("=", "".join(a[i:j])))
            continue
        pieces += [(mark, "".join(part)) for mark, part in (("-", a[i:j]), ("+", b[k:m])) if part]
    return pieces
