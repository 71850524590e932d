"""Which mode of play a rule is about: campaign, skirmish, team play, huge ships. Inherited downwards.

A block says it by its opening words; a sub-bullet has its bullet's; an entry that opens with it is all about it; a
subsection has its entry's. A search for one mode must not answer with the rules of another.
"""

import re
from collections.abc import Mapping, Sequence

from kb.models import Block, Entry
from kb.text import fold

_DURING = r"^(?:Durante|En|Al (?:inicio|final) de) (?:una |la |cada |las )?(?:misi[oó]n(?:es)? de )?"
_OPENINGS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.I), mode)
    for pattern, mode in (
        (_DURING + r"(?:preparación de (?:una|la) )?campañas?\b|^Campaña:", "campana"),
        (_DURING + r"escaramuzas?\b|^Escaramuza:", "escaramuza"),
        (r"^JUEGO POR EQUIPOS\b", "equipos"),
    )
)  # fmt: skip
_TITLES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\bcampana$|\bde campana\b"), "campana"),
    (re.compile(r"\bescaramuzas?$"), "escaramuza"),
    (re.compile(r"^juego por equipos$"), "equipos"),
)


def opening_mode(text: str) -> str | None:
    return next((mode for pattern, mode in _OPENINGS if pattern.match(text)), None)


def with_modes(entries: Sequence[Entry], sections: Mapping[str, str]) -> list[Entry]:
    """Entries and blocks with their modes. `sections` maps folded titles to the mode of all that stands under them."""
    modes: dict[str, tuple[str, ...]] = {}
    out = []
    for entry in entries:  # parents come before their children
        own = _entry_modes(entry, sections) or modes.get(entry.parent or "", ())
        modes[entry.id] = own
        blocks = _block_modes(entry.blocks, own)
        same = not own and blocks == entry.blocks
        out.append(entry if same else entry.model_copy(update={"modes": own, "blocks": blocks}))
    return out


def _entry_modes(entry: Entry, sections: Mapping[str, str]) -> tuple[str, ...]:
    title = fold(entry.title)
    if title in sections:
        return (sections[title],)
    mode = next((mode for pattern, mode in _TITLES if pattern.search(title)), None)
    if mode is None and entry.blocks and entry.blocks[0].kind == "parrafo":
        mode = opening_mode(entry.blocks[0].text)
    return (mode,) if mode else ()


def _block_modes(blocks: Sequence[Block], inherited: tuple[str, ...]) -> tuple[Block, ...]:
    above: list[tuple[int, tuple[str, ...]]] = []
    out = []
    for block in blocks:
        while above and above[-1][0] >= block.depth:
            above.pop()
        said = opening_mode(block.text)
        modes = (said,) if said else (above[-1][1] if above else inherited)
        above.append((block.depth, modes))
        out.append(block if modes == block.modes else block.model_copy(update={"modes": modes}))
    return tuple(out)
