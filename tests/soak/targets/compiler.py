"""Card texts of the five games: compile, lint, fixes and canonical wording."""

import re
import unicodedata
from collections.abc import Hashable, Iterator
from random import Random
from typing import Any

from grammar.diagnostics import Diagnostic, apply_fixes
from grammar.game import GAMES
from grammar.lexicon.load import lexicon_for
from grammar.lint import CATALOGUE, lint_text
from grammar.meaning.card import Card, compile_card
from grammar.wording.plain import outline
from tests.soak import material
from tests.soak.invariants import hold, sound
from tests.soak.mutate import spoil_text
from tests.soak.targets import Target

_IDENTIFIER = re.compile(r"[a-z0-9][a-z0-9_-]*")
_FIGURE, _ICON = re.compile(r"(?<!\w)\d+(?!\w)"), re.compile(r"\[[^\[\]\s]+\]")
_SO_MANY = re.compile(r"(?<!\w)(\d+)\s*(\[[^\[\]\s]+\])")
_DENIES = re.compile(
    r"\b(?:a menos que|no|ni|sin|nunca|ning[uú]n[ao]?|excepto|salvo|tampoco|nadie|fall(?:a|an|ar|e|en|ad[ao]s?))\b",
    re.IGNORECASE,
)
"""Who fails a test does not pass it: both are said («que falla», «que no supera»)."""
_OTHERWISE = re.compile(r"\bsi no\s*,", re.IGNORECASE)
"""Denies nothing: it is «de lo contrario,»."""
_MORE_THAN = re.compile(r"\b(m[aá]s|menos) de (\d{1,3})\b", re.IGNORECASE)
"""Of what is counted one by one, «más de 4» is «5 o más»."""
_FREE = ("nombre", "nombres")


def seeds() -> list[Any]:
    return [[game, text] for game, text in material.cards()] + [
        [g, p] for g in GAMES for p in material.paragraphs()[:: 7 * len(GAMES)]
    ]


def spoil(rng: Random, case: Any, pool: list[Any]) -> Any:
    game, text = case
    if rng.random() < 0.05:
        game = rng.choice(GAMES)
    return [game, spoil_text(rng, text, material.card_words(), [other for _, other in rng.sample(pool, 2)])]


def check(case: Any) -> Hashable:
    game, text = case
    result = compile_card(text, game)
    size = len(unicodedata.normalize("NFC", text))
    _diagnostics(result.diagnostics, size, result.canonical)
    sound(result.as_dict(), "compile")
    if result.status == "rechazado":
        hold(any(d.severity == "error" for d in result.diagnostics), "rechazado sin error", text)
        hold(not result.effects and not result.canonical, "rechazado con efecto", text)
    else:
        _understood(result, game)
        _nothing_dropped(unicodedata.normalize("NFC", text), result.canonical)
    found: tuple[Diagnostic, ...] = ()
    if len(text) % 3 == 0:  # linting compiles again: one input in three
        found = lint_text(text, game)
        _diagnostics(found, size, result.canonical)
        _fixes(found, text, game)
    codes = frozenset(d.code for d in (*result.diagnostics, *found))
    expected = tuple(d.expected[:2] for d in result.diagnostics[:1])
    return game, result.status, codes, expected, frozenset(_kinds(result.as_dict()["effects"]))


def _diagnostics(found: tuple[Diagnostic, ...], size: int, canonical: str) -> None:
    for d in found:
        hold(0 <= d.span[0] <= d.span[1] <= size, "hallazgo fuera del texto", d)
        hold(d.code in CATALOGUE, "código sin explicar", d)
        told = d.message.replace(canonical, "") if canonical else d.message
        hold(told.strip() and "\n" not in told, "mensaje de varias líneas", d)
        if d.fix is not None:
            hold(0 <= d.fix.start <= d.fix.end <= size, "arreglo fuera del texto", d)


def _understood(result: Card, game: str) -> None:
    hold(result.effects and result.canonical, "entendido sin efecto", result.status)
    again = compile_card(result.canonical, game)
    hold(again.effects == result.effects, "la redacción canónica da otro efecto", result.canonical)
    hold(again.canonical == result.canonical, "la redacción canónica no es estable", (result.canonical, again.canonical))
    dumped = result.as_dict()["effects"]
    for field, value in _texts(dumped, ""):
        hold(field in _FREE or _IDENTIFIER.fullmatch(value), "texto libre en el efecto", (field, value))
    for ability in result.effects:
        hold(outline(ability, lexicon_for(game)).children, "lectura sin palabras", dumped)


def _nothing_dropped(text: str, canonical: str) -> None:
    """An audit that knows nothing of the compiler's own: figures (but «1», which may be «una»), icons, whether it denies."""
    for what, found in (("cifra", _FIGURE), ("icono", _ICON)):
        lost = {w.lower() for w in found.findall(text)} - {w.lower() for w in found.findall(canonical)} - {"1"}
        # «[impulso]» is «impulso» too, and several «[blanco-fijado]» are «Blancos fijados».
        lost = {word for word in lost if not all(part in canonical.lower() for part in word.strip("[]").split("-"))}
        hold(lost <= _counted(text, canonical), f"{what} que se pierde", (lost, text, canonical))
    denied, printed = (_DENIES.search(_OTHERWISE.sub("", each)) is not None for each in (text, canonical))
    hold(denied == printed, "negación que se pierde o aparece", (text, canonical))


def _counted(text: str, canonical: str) -> set[str]:
    """Figures that say how many icons there are, and that the canonical text says with as many icons: «2 [incremento]»; and
    those of «más de 4», where it says «5 o más»."""
    told = {figure.group() for figure in _FIGURE.finditer(canonical)}
    beside = {n for way, n in _MORE_THAN.findall(text) if str(int(n) + (-1 if way.lower() == "menos" else 1)) in told}
    return beside | {n for n, icon in _SO_MANY.findall(text) if len(n) < 3 and canonical.lower().count(icon.lower()) >= int(n)}


def _fixes(found: tuple[Diagnostic, ...], text: str, game: str) -> None:
    """A safe fix changes no meaning."""
    fixed = apply_fixes(text, found)
    if fixed == text or unicodedata.normalize("NFC", text) != text:
        return
    before = compile_card(text, game)
    if before.status != "rechazado":
        hold(compile_card(fixed, game).effects == before.effects, "un arreglo seguro cambia el efecto", (text, fixed))


def _texts(value: Any, field: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield field, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _texts(inner, name)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _texts(inner, field)


def _kinds(value: Any) -> Iterator[str]:
    return (text for field, text in _texts(value, "") if field in ("verbo", "clase"))


TARGET = Target("compilador", seeds, spoil, check)
