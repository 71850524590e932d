"""Card lines: lists of keywords with their parameters, weapon profiles, lines of a surge chart."""

import re
from typing import Any

from grammar.effects.base import Model
from grammar.effects.reglas import Arma, Conversion, Cualidad, Cualidades, Dados
from grammar.lexing.cualidades import keyword_terms, number, pick, unmarked
from grammar.lexing.prosa import prose_lexicon

RANGE = re.compile(r"alcance ([0-9])(?:-([0-9]))?$", re.IGNORECASE)
DICE = re.compile(r"([0-9]{1,2}) dados? (rojo|negro|blanco)s?$", re.IGNORECASE)
CHART = re.compile(r"(\[[^\]\s]+\]): ?(\[[^\]\s]+\])$")
TAIL = re.compile(r"^(?P<name>.*?)(?: (?P<value>[0-9]+|X|Y))?$")
ITEM = re.compile(r"[^,;.\n\s][^,;.\n]*")
MAX_LINE = 600
MAX_ITEM = 5
"""Words of the longest item of a line, with its number and its name."""


def card_line(text: str, game: str) -> tuple[Model, ...]:
    """The effects of a text made of lines only; nothing if some line is prose."""
    if len(text) > MAX_LINE or not keyword_terms(game):
        return ()
    found: list[Model] = []
    for line in re.split(r"\n|(?<=[\w\]])\.\s*", text.replace("’", "'").strip()):
        if not line.strip():
            continue
        effect = _line(line.strip(), game)
        if effect is None:
            return ()
        found.append(effect)
    return _merged(found)


def unknown_item(text: str, game: str) -> tuple[str, int] | None:
    """In what looks like a line of keywords, the first item that is none, and where it stands."""
    if len(text) > MAX_LINE or not keyword_terms(game):
        return None
    items = [(match.group().strip(), match.start()) for match in ITEM.finditer(text)]
    strange = [(item, at) for item, at in items if not _fits_line(item, game)]
    short = all(len(item.split()) <= MAX_ITEM for item, _ in items)
    return strange[0] if strange and short and len(strange) < len(items) else None


def _fits_line(item: str, game: str) -> bool:
    weapon = RANGE.match(item) or DICE.match(item) or item.lower() == "cuerpo a cuerpo"
    return bool(weapon) or card_keyword(item, game) is not None


def _merged(found: list[Model]) -> tuple[Model, ...]:
    """«Tratamiento 1: Capacidad 2. No combatiente.» is one list."""
    if len(found) > 1 and all(isinstance(effect, Cualidades) for effect in found):
        items = tuple(item for effect in found if isinstance(effect, Cualidades) for item in effect.lista)
        return (Cualidades.of(lista=items),)
    return tuple(found)


def _line(line: str, game: str) -> Model | None:
    if chart := CHART.match(line):
        icons = prose_lexicon(game).icons
        if chart.group(1) in icons and chart.group(2) in icons:
            return Conversion.of(de=icons[chart.group(1)].id, a=icons[chart.group(2)].id)
        return None
    items = [part for item in re.split(r"[,;]", line) for part in _joined(item.strip(), game)]
    keywords: list[Cualidad] = []
    dice: list[Dados] = []
    reach: tuple[int, ...] = ()
    melee = False
    for item in items:
        if match := RANGE.match(item):
            reach = tuple(int(value) for value in match.groups() if value)
        elif item.lower() == "cuerpo a cuerpo":
            melee = True
        elif match := DICE.match(item):
            dice.append(Dados.of(cantidad=int(match.group(1)), color=match.group(2).lower()))
        elif (keyword := card_keyword(item, game)) is not None:
            keywords.append(keyword)
        elif keywords and keywords[-1].nombres and re.match(r"[A-ZÁÉÍÓÚÑ“\"0-9]", item):
            keywords[-1] = _with_name(keywords[-1], item)
        else:
            return None
    if dice or reach or melee:
        return Arma.of(cuerpo_a_cuerpo=melee, alcance=reach, dados=tuple(dice), cualidades=tuple(keywords))
    return Cualidades.of(lista=tuple(keywords)) if keywords else None


def _joined(item: str, game: str) -> list[str]:
    """«Salto 1 y Acometida»: two items, where the whole is none."""
    halves = item.split(" y ")
    if len(halves) == 2 and card_keyword(item, game) is None and all(card_keyword(half, game) is not None for half in halves):
        return halves
    return [item]


def card_keyword(item: str, game: str) -> Cualidad | None:
    """«Guardián 2: C-3PO», «Reparación 1: Capacidad 2», «Independiente: Esquiva 1»."""
    head, colon, tail = item.partition(":")
    match = TAIL.match(head.strip())
    assert match is not None
    name, value = unmarked(match.group("name")), match.group("value")
    if name not in keyword_terms(game):
        name, value = unmarked(head.strip()), None
        if name not in keyword_terms(game):
            return None
    term = pick(game, name, value is not None)
    fields: dict[str, object] = {"id": term.id}
    if value is not None:
        fields["valor"] = number(value)
    if colon:
        if not tail.strip():
            return None
        if capacity := re.fullmatch(r"capacidad ([0-9]+|Y)", tail.strip(), re.IGNORECASE):
            fields["capacidad"] = number(capacity.group(1))
        else:
            _names(tail.strip(), fields)
    return Cualidad.of(**fields)


def _with_name(keyword: Cualidad, item: str) -> Cualidad:
    """«Punto débil 1: Posterior, Flancos»: the comma goes on with the names of the keyword."""
    fields: dict[str, object] = {}
    _names(item, fields)
    names = (*keyword.nombres, *_tuple(fields.get("nombres")))
    values = (*keyword.valores, *(0,) * (len(keyword.nombres) - len(keyword.valores)), *_tuple(fields.get("valores")))
    values = (*values, *(0,) * (len(names) - len(values)))
    return keyword.but(nombres=names, valores=values if any(values) else ())


def _tuple(value: object) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else ()


def _names(text: str, fields: dict[str, object]) -> None:
    names: list[str] = []
    values: list[int] = []
    for part in re.split(r"\s?/\s?| o ", " ".join(text.split())):
        match = re.fullmatch(r"(.+?) ([0-9]+|X)", part)
        names.append(match.group(1) if match else part)
        values.append(number(match.group(2)) if match else 0)
    fields["nombres"] = tuple(names)
    if any(values):
        fields["valores"] = tuple(values)
