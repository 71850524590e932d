"""Headers of Imperial Assault: «[incremento]:», «[acción] [acción]», the bullet of an instruction, «Reglas de misión (…):»."""

import re

from grammar.lexing.headers import Header
from grammar.lexing.words import Word

COST_ICONS: frozenset[str] = frozenset({"accion", "accion_ataque", "flecha_de_accion"})
WITH_COLON: frozenset[str] = frozenset({"incremento", "tension", "amenaza"})
"""What is spent for what follows the colon: «[incremento]:», «2 [tensión]:»."""
SIGNS: frozenset[str] = frozenset({"+", "-", "–", "−"})
MAX_COST = 9
BULLETS: frozenset[str] = frozenset({"■", "●"})
MISSION_RULES = re.compile(r"Reglas de misión\s*(?:\(([^()]{1,80})\))?\s*:", re.IGNORECASE)
MODES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?:añadir |añade )?al (?:comienzo|principio) de la lista(?: de instrucciones)?"), "al_comienzo"),
    (re.compile(r"(?:añadir |añade )?al final de la lista(?: de instrucciones)?"), "al_final"),
    (re.compile(r"(?:reemplazar|reemplaza) las instrucciones por la siguiente lista"), "reemplazar"),
)
"""All that may stand there: a word more would be dropped."""


def opens_line(word: Word) -> bool:
    return word.text in BULLETS or (word.type == "ICON" and word.id in COST_ICONS)


def cost_header(words: list[Word], i: int, text: str) -> tuple[Header, int] | None:
    """A header that starts at this word and the index after it."""
    first = words[i]
    if first.text in BULLETS:
        return Header("punto", first.start, first.end, colon=False), i + 1
    if first.text.lower() == "reglas" or first.text.lower().startswith("reglas de misión"):
        return _mission_rules(words, i, text)
    times = first.values[0] if first.type == "NUM" and len(first.values) == 1 and 0 < first.values[0] <= MAX_COST else 0
    start = at = i + 1 if times else i
    while at < len(words) and words[at].type == "ICON" and (words[at].id in COST_ICONS or words[at].id in WITH_COLON):
        at += 1
    if at == start or at >= len(words):
        return None
    icons = words[start:at]
    colon = words[at].type == "SIGN" and words[at].text == ":"
    signed = not times and words[at].text in SIGNS  # «[incremento] -1 [esquivar]»
    if (times or any(icon.id in WITH_COLON for icon in icons)) and not (colon or signed):
        return None
    return Header("coste", first.start, words[at - 1].end, icons * max(times, 1), colon=colon), at + 1 if colon else at


def _mission_rules(words: list[Word], i: int, text: str) -> tuple[Header, int] | None:
    found = MISSION_RULES.match(text, words[i].start)
    if found is None:
        return None
    said = " ".join((found.group(1) or "").lower().split())
    mode = next((id_ for phrase, id_ in MODES if phrase.fullmatch(said)), "")
    if said and not mode:
        return None
    at = i
    while at < len(words) and words[at].start < found.end():
        at += 1
    return Header("reglas_de_mision", words[i].start, found.end(), name=mode), at
