"""Whether a game's words are written as the compiler reads them: the first fault of a palabras.toml, with what to do."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

CANON = r"( = .+)?"
LINES = {
    "nouns": (re.compile(rf".+ [mf-] [a-z_]+{CANON}"), "«nave f nave»: forma, género (m, f o -) y clase"),
    "adjectives": (re.compile(rf".+ [a-z_]+{CANON}"), "«enemigo lado»: forma y clase"),
    "closed": (re.compile(r".+ [A-Z_]+ [a-z0-9_]+( [a-z_]+)?"), "«en cuanto CUANDO cuando»: frase, terminal e identificador"),
    "kind_words": (re.compile(rf".+ [a-z_]+{CANON}"), "«Aturdimiento estado»: nombre y clase"),
    "determiners": (re.compile(r".+ [a-z_]+ [mf-] [sp-]"), "«varios varios m p»: forma, identificador, género y número"),
    "pronouns": (re.compile(r".+ [a-z_]+ [mf-] [sp-]"), "«él el m s»: forma, identificador, género y número"),
    "numbers": (re.compile(r".+ \d+"), "«dos 2»: palabra y cifra"),
    "variants": (re.compile(r".+ = .+"), "«elije = elige»: como se escribe y como se lee"),
    "read_as": (re.compile(r".+ = .+"), "«en el rango = a alcance»: como se escribe y como se lee"),
    "token_words": (re.compile(r".+ = .+"), "«bloqueo = Blanco fijado»: otro nombre y el de la ficha"),
    "adverbs": (re.compile(r".+"), "«al azar»: la frase, y « = otra» si se lee como otra"),
}
"""Lists of lines -> what a line is, and a line as an example."""
SENSE = re.compile(r"= .+|[a-z_]+(/[a-z_]+)*\??:[a-z_|]+( [a-z_]+(/[a-z_]+)*\??:[a-z_|]+)*")
TABLES = (
    "sorts verbs states of has preps icons icon_sorts icons_after headers header_names header_icons roles this tags wider"
    " name_sorts noun_classes possessors adj_takes adj_with shown_by step_aliases params"
).split()


@dataclass(frozen=True)
class Fault:
    text: str
    """What of the file is wrong, as it stands there."""
    told: str


def fault_of(words: Mapping[str, Any]) -> Fault | None:
    """The first thing of a palabras.toml that cannot be read; None if all of it can."""
    return next(_faults(words), None)


def _faults(words: Mapping[str, Any]) -> Iterator[Fault]:
    for key, (shape, example) in LINES.items():
        lines = words.get(key, [])
        if not isinstance(lines, list):
            yield Fault(key, f"«{key}» es una lista de líneas como {example}")
            continue
        for line in lines:
            if not isinstance(line, str) or not shape.fullmatch(line):
                yield Fault(str(line), f"«{line}» de «{key}» no se entiende; se escribe {example}")
    for key in TABLES:
        if not isinstance(words.get(key, {}), dict):
            yield Fault(key, f'«{key}» es una tabla: [{key}] y debajo, línea a línea, nombre = "…"')
    verbs = words.get("verbs", {})
    for verb, senses in verbs.items() if isinstance(verbs, dict) else ():
        for sense in senses if isinstance(senses, list) else [senses]:
            if not isinstance(sense, str) or not SENSE.fullmatch(sense):
                shown = f"«{verb} = {sense}» no es la firma de un verbo"
                yield Fault(str(sense), f"{shown}; se escribe «quien:jugador que:carta de?:mazo» o «= otro_verbo»")
