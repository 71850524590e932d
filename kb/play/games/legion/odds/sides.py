"""Legión: the keywords and cards of both sides of a question -> levers, and what of them takes no part."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kb.play.errors import PlayError
from kb.play.games.legion.keywords import Held, held, keyword
from kb.play.games.legion.odds.levers import Lever, Reading, Side, Told, of_keyword, of_text
from kb.play.games.legion.terms import read_keyword

BY_HAND: Mapping[str, str] = {
    "divina_influencia": "deja que Guardián anule también críticos: cambia otra cualidad, que es de un tercero",
    "asistencia": "no es una cualidad sino una regla: anula hasta 2 impactos de un ataque a distancia",
    "humo": "no es una cualidad sino una ficha: mejora la cobertura en 1",
}
"""What is not read from a definition, and why."""
RULES = frozenset({"asistencia", "humo"})
BACKUP = 2  # «Asistencia»


@dataclass
class Levers:
    levers: list[Lever] = field(default_factory=list)
    smoke: int = 0
    left_out: list[str] = field(default_factory=list)
    why: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)

    def add(self, text: str, found: Reading, side: Side) -> None:
        self.levers += found.levers
        if not found.levers and (found.rest or not found.idle):
            self.left_out.append(text)
            here = f"no cambia los dados al {'atacar' if side == 'atacante' else 'defenderse'}"
            self.why.append("; ".join(found.rest) or here)
        elif found.assumed:
            self.assumed.append(text)
        if found.levers and found.rest:
            self.left_out.append(f"{text} (en parte)")
            self.why.append("; ".join(found.rest))


def read(
    attack: tuple[str, ...], cards: tuple[str, ...], defense: tuple[str, ...], theirs: tuple[str, ...], melee: bool
) -> Levers:
    """`attack` and `defense` are keywords as players write them; `cards` and `theirs`, texts."""
    found = Levers()
    guarded = _held(
        tuple(text for text in defense if read_keyword(text) not in {(rule, 0) for rule in RULES}), "defense.keywords"
    )
    ids = frozenset(mine.term.id for mine in guarded.values())
    told = Told("atacante", melee, theirs=ids)
    for mine in _held(attack, "attack.keywords").values():
        found.add(mine.words, of_keyword(mine.term.id, mine.value, told), "atacante")
    for text in cards:
        found.add(text, of_text(text, told), "atacante")
    told = Told("defensor", melee, theirs=ids)
    for mine in guarded.values():
        if mine.term.id in BY_HAND:
            _by_hand(found, mine, guarded, melee)
        else:
            found.add(mine.words, of_keyword(mine.term.id, mine.value, told), "defensor")
    for text in theirs:
        found.add(text, of_text(text, told), "defensor")
    named = [read_keyword(text)[0] for text in defense]
    if "asistencia" in named and not melee:
        found.levers.append(Lever("cancel_hits", BACKUP))
    found.smoke = named.count("humo")
    return found


def _by_hand(found: Levers, mine: Held, guarded: Mapping[str, Held], melee: bool) -> None:
    guardian = next((other.value for id, other in guarded.items() if id == "guardian_x"), 0)
    if melee or not guardian:
        found.left_out.append(mine.words)
        found.why.append("necesita Guardián X y un ataque a distancia")
    else:
        found.levers.append(Lever("guard_crits", guardian))


def _held(texts: tuple[str, ...], where: str) -> Mapping[str, Held]:
    for text in texts:
        try:
            keyword(text, "arma")
        except PlayError as error:
            raise PlayError(str(error), where) from None
    return held(texts, "arma")
