"""Legión: where one attack pool stands against its defender, and how wounds fall."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from kb.play.cite import Cite
from kb.play.games.legion import cites as rules
from kb.play.games.legion.keywords import Held, keyword, rule_of, title
from kb.play.games.legion.orders import Pool
from kb.play.games.legion.state import Battle, Colour, Unit
from kb.play.games.legion.terms import terms
from kb.play.games.legion.words import agree
from kb.play.meaning.events import Ente, Event
from kb.play.run import Illegal, Log

Dice = tuple[int, ...]
"""How many red, black and white ones."""
Side = Literal["atacante", "defensor"]

SPENT_BY: Mapping[str, Cite] = {
    "ataque_apuntado": rules.AIM, "observacion": rules.OBSERVED, "esquiva": rules.DODGE, "incremento": rules.CONVERT,
}  # fmt: skip
"""Where it stands what each token is spent for."""


@dataclass(frozen=True)
class Arm:
    """A weapon in the pool: how many miniatures add it, the dice of all of them and the keywords of each."""

    name: str
    count: int
    dice: Dice
    keywords: Mapping[str, Held] = field(default_factory=dict)

    def keyword(self, name: str) -> int:
        return self.keywords[name].value if name in self.keywords else 0


@dataclass(frozen=True)
class Fight:
    battle: Battle
    who: str
    pool: Pool
    arms: tuple[Arm, ...]
    log: Log
    token: Unit | None = None
    """A charge attacks by itself: no unit's tokens or keywords take part."""
    rolled: tuple[tuple[str, str], ...] = ()
    """Attack dice as they lie: colour and face; until they are converted."""
    hits: int = 0
    crits: int = 0
    blanks: int = 0
    surges: int = 0
    cover: int = 0
    cover_up: int = 0
    cover_down: int = 0
    more: int = 0
    """Dice that effects add to the roll of this step, or take from it."""
    added: tuple[str, ...] = ()
    dice: int = 0
    """Of the cover pool, then of the defence."""
    defense: tuple[str, ...] = ()
    blocks: int = 0
    charts: frozenset[tuple[str, str]] = frozenset()
    gained: Mapping[tuple[Side, str], int] = field(default_factory=dict)
    rerolls: Mapping[str, tuple[int, bool]] = field(default_factory=dict)
    """Keyword of the defender -> how many dice it rolls again, and whether it has to be all of them."""
    here: Event | None = None
    """The step in which the attack is."""
    quiet: frozenset[tuple[str, str]] = frozenset()
    """Keywords (by unit) that something has silenced for the rest of the attack."""
    wants: frozenset[tuple[str, str]] | None = None
    """What the keywords in play wait for; None: not yet looked up."""
    dodged: int = 0
    """Dodge tokens that have cancelled crits."""
    struck: bool = False
    """There was a hit or a crit at step 4: for the suppression token."""
    wounds: int = 0
    lent: Mapping[tuple[str, str], Cite] = field(default_factory=dict)
    """Who may spend whose tokens, and where that stands."""

    @property
    def attacker(self) -> Unit:
        return self.token or self.battle.unit(self.who)

    @property
    def defender(self) -> Unit:
        return self.battle.unit(self.pool.defensor)

    @property
    def ranged(self) -> bool:
        return self.pool.tipo == "a_distancia"

    @property
    def results(self) -> int:
        return self.hits + self.crits

    def name(self, side: Side) -> str:
        return self.who if side == "atacante" else self.pool.defensor

    def number(self, side: Side, name: str) -> int:
        """The keyword's number on that side, gained ones included; 0 where it lacks it."""
        held = self.attacker.keyword(name) if side == "atacante" else self.defender.keyword(name)
        if side == "atacante":
            held += sum(arm.count * arm.keyword(name) for arm in self.arms)
        return max(0, held + self.gained.get((side, name), 0))

    def gain(self, side: Side, name: str, n: int) -> "Fight":
        return replace(self, gained={**self.gained, (side, name): self.gained.get((side, name), 0) + n}, wants=None)

    def every(self, name: str) -> bool:
        """All the weapons of the pool have it."""
        return all(arm.keyword(name) for arm in self.arms)

    def declined(self, name: str) -> bool:
        if name not in terms():
            return name in self.pool.declina
        named = [text for text in self.pool.declina if text not in self.texts]
        return any(keyword(text, bearer).term.id == name for text in named for bearer in BEARERS)

    def say(self, step: str, text: str, rule: Cite) -> None:
        self.log.say(step, agree(text), rule)

    def tell(self, step: str, text: str, name: str, n: int, words: str = "", rule: Cite | None = None) -> None:
        """An event of a keyword or a card: its name with its number, its words and its entry, or the passage of it."""
        self.log.say(step, agree(text), rule or rule_of(name), title(name, n), words)

    @property
    def texts(self) -> Mapping[str, str]:
        """Cards whose sentences act in the attack, of both sides."""
        return {**self.defender.cartas, **self.attacker.cartas}

    def put(self, name: str, unit: Unit) -> "Fight":
        return replace(self, battle=self.battle.put(name, unit))

    def spend(self, side: Side, token: str, n: int) -> "Fight":
        if self.token and side == "atacante":
            raise Illegal("una ficha de Carga no puede gastar fichas", rules.CHARGE_ATTACKS)
        who = self._lender(side, token) if n else self.name(side)
        unit = self.battle.unit(who)
        if unit.has(token) < n:
            raise Illegal(f"{who} no tiene {n} fichas de {token}", SPENT_BY.get(token, rules.TOKENS))
        if n:
            what = Ente("ficha", token, frozenset({token}), who)
            step = self.here.tiempo if self.here else ""
            self.log.past.append(
                Event("despues", "gastar", {"quien": Ente("unidad", self.name(side)), "que": what}, tiempo=step)
            )
        at_dodges = self.here is not None and self.here.tiempo == "aplicar_esquivas"
        dodged = self.dodged + (n if token == "esquiva" and at_dodges else 0)  # noqa: S105 - a game token
        return replace(self.put(who, unit.with_tokens(**{token: -n})), dodged=dodged)

    def _lender(self, side: Side, token: str) -> str:
        """Whose token is spent: where another's may be (`lending`), that one's."""
        who = self.name(side)
        lender = {str(kind): unit for kind, unit in self.pool.prestadas.items()}.get(token)
        if lender is None or self.battle.unit(lender).jugador != self.battle.unit(who).jugador:
            return who
        self.say("", f"{who} gasta una ficha de {token} de {lender}", self.lent.get((who, lender), rules.CLONES))
        return lender

    def tokens(self, side: Side, token: str, n: int) -> "Fight":
        if self.token and side == "atacante":
            return self
        return self.put(self.name(side), self.battle.unit(self.name(side)).gains(token, n))

    def wound(self, who: str, n: int) -> "Fight":
        if self.token and who == self.who:
            return self
        return replace(self, battle=wounded(self.battle, who, n, self.log))


BEARERS: tuple[Literal["unidad", "arma"], ...] = ("unidad", "arma")


def by_colour(dice: Mapping[Colour, int], times: int = 1) -> Dice:
    return tuple(n * times for n in (dice.get("rojo", 0), dice.get("negro", 0), dice.get("blanco", 0)))


def wounded(battle: Battle, name: str, n: int, log: Log) -> Battle:
    """On the most wounded first; miniatures fall at their threshold; the leader is the last."""
    unit = battle.unit(name)
    if not n or unit.derrotada:
        return battle
    total = unit.heridas + n
    fallen = min(unit.miniaturas, total // unit.umbral)
    left = unit.miniaturas - fallen
    text = f"{name} sufre {n} Heridas: caen {fallen} miniaturas y quedan {left}"
    log.say("9", agree(text), rules.WOUNDED_FIRST)
    now: dict[str, object] = {"miniaturas": max(1, left), "heridas": total % unit.umbral if left else 0, "derrotada": not left}
    if not left:  # its order token leaves the battlefield with it
        now["orden"] = "sin"
    unit = unit.model_copy(update=now)
    if unit.vehiculo and unit.resistencia and unit.heridas >= unit.resistencia and not unit.danado and left:
        log.say("9", f"{name} recibe una ficha de Daño a vehículo", rules.DAMAGED)
        unit = unit.with_tokens(dano_a_vehiculo=1).model_copy(update={"danado": True})
    return battle.put(name, unit)
