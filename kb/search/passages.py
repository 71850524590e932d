"""What a hit shows: up to three whole blocks, the best first; an item of a list comes with the list's introduction."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

MOST = 3
ROOM = 900
"""Characters of a list that are shown around the item that matched."""


class Passage(NamedTuple):
    anchor: str | None
    text: str
    stems: str
    lead: int | None = None
    """The block that introduces the list to which this item belongs."""
    label: str | None = None
    """`2b` for step 2b."""
    quiet: bool = False
    """A caption, a line of types or of contents: never shown for itself."""


class Part(NamedTuple):
    anchor: str | None
    text: str


def whole(passages: Sequence[Passage], k: int, seen: AbstractSet[int] = frozenset()) -> tuple[str, range]:
    """A block with what it needs to be understood, and the items of its list that are in it; none that was `seen` before."""
    lead = k if _leads(passages, k) else passages[k].lead
    if lead is None:
        return told(passages[k]), range(k, k + 1)
    items = _items(passages, lead)
    first = last = k if k != lead else next((n for n in items if n not in seen), items.start)
    size = len(passages[lead].text) + len(passages[first].text)
    while True:  # grow downwards first: what follows an item completes it
        if last + 1 < items.stop and last + 1 not in seen and size + len(passages[last + 1].text) <= ROOM:
            last += 1
            size += len(passages[last].text)
        elif first > items.start and first - 1 not in seen and size + len(passages[first - 1].text) <= ROOM:
            first -= 1
            size += len(passages[first].text)
        else:
            break
    lines = [] if lead in seen else [told(passages[lead])]  # its introduction stands above already
    lines += ["…" for _ in range(first > items.start or lead in seen)]
    lines += [_item(passages[n]) for n in range(first, last + 1)]
    lines += ["…" for _ in range(last + 1 < items.stop)]
    return "\n".join(lines), range(first, last + 1)


Whole = tuple[Part, frozenset[int]]
"""A block as it is shown, and the passages that are visible in it."""


def shown(passages: Sequence[Passage], order: Iterable[int], kept: dict[int, Whole] | None = None) -> list[Part]:
    """The first blocks of `order` that are not already visible in an earlier one. `kept` remembers those that were made."""
    kept = {} if kept is None else kept
    found: list[Part] = []
    seen: set[int] = set()
    for k in order:
        if k not in seen:
            block = kept.get(k)
            if block is None:
                block = kept[k] = _block(passages, k)
            if not seen.isdisjoint(block[1]):
                block = _block(passages, k, seen)
            found.append(block[0])
            if len(found) == MOST:
                break
            seen |= block[1]
    return found


def _block(passages: Sequence[Passage], k: int, seen: AbstractSet[int] = frozenset()) -> Whole:
    text, items = whole(passages, k, seen)
    lead = k if _leads(passages, k) else passages[k].lead
    return Part(passages[k].anchor, text), frozenset((k, *items, *(() if lead is None else (lead,))))


def told(passage: Passage) -> str:
    return f"{passage.label}. {passage.text}" if passage.label else passage.text


def _item(passage: Passage) -> str:
    return told(passage) if passage.label else f"• {passage.text}"


def _leads(passages: Sequence[Passage], k: int) -> bool:
    return k + 1 < len(passages) and passages[k + 1].lead == k


def _items(passages: Sequence[Passage], lead: int) -> range:
    end = lead + 1
    while end < len(passages) and (passages[end].lead == lead or (passages[end].lead or -1) > lead):
        end += 1
    return range(lead + 1, end)
