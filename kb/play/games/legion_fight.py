"""Legión: where one attack pool stands against its defender, and how wounds fall."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from kb.play.cite import Cite
from kb.play.games import legion_state as rules
from kb.play.games.legion_keywords import Held, rule_of
from kb.play.games.legion_orders import Pool
from kb.play.games.legion_state import Battle, Colour, Unit
from kb.play.run import Illegal, Log

Dice = tuple[int, ...]
"""How many red, black and white ones."""


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
    hits: int = 0
    crits: int = 0
    blanks: int = 0
    surges: int = 0
    pierce: int = 0
    dodged: bool = False
    struck: bool = False
    """There was a hit or a crit at step 4: for the suppression token."""

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
    def melee(self) -> bool:
        return self.pool.tipo == "cuerpo_a_cuerpo"

    def weapon(self, keyword: str) -> int:
        """Of the pool: numbers of every weapon in it and of the attacking unit, added up."""
        return self.attacker.keyword(keyword) + sum(arm.count * arm.keyword(keyword) for arm in self.arms)

    def every(self, keyword: str) -> bool:
        """All the weapons of the pool have it."""
        return all(arm.keyword(keyword) for arm in self.arms)

    def say(self, step: str, text: str, keyword: str = "", rule: Cite | None = None) -> None:
        self.log.say(step, text, rule or rule_of(keyword), keyword)

    def put(self, name: str, unit: Unit) -> "Fight":
        return replace(self, battle=self.battle.put(name, unit))

    def spend(self, who: str, **tokens: int) -> "Fight":
        if self.token and who == self.who:
            raise Illegal("una ficha de Carga no puede gastar fichas", rules.CHARGE_ATTACKS)
        unit = self.battle.unit(who)
        for token, n in tokens.items():
            if unit.has(token) < n:
                raise Illegal(f"{who} no tiene {n} fichas de {token}", rules.DODGE)
        return self.put(who, unit.with_tokens(**{k: -n for k, n in tokens.items()}))

    def wound(self, who: str, n: int) -> "Fight":
        if self.token and who == self.who:
            return self
        return replace(self, battle=wounded(self.battle, who, n, self.log))


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
    log.say("9", f"{name} sufre {n} Heridas: caen {fallen} miniaturas y quedan {left}", rules.WOUNDED_FIRST)
    now = {"miniaturas": max(1, left), "heridas": total % unit.umbral if left else 0, "derrotada": not left}
    return battle.put(name, unit.model_copy(update=now))
