"""Legión: an attack runs the steps of `ataque` in juego.toml; the keywords that each step lists act in it by themselves.

A keyword's compiled definition says its moment and what it does (`reading`); the few that cannot be read so have a
handler (`hand`). Pools are formed first (steps 1 to 3); then each goes through steps 4 to 10.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from grammar.game import Step, load_game
from kb.play.errors import PlayError
from kb.play.games.legion import cites as rules
from kb.play.games.legion.cards import card
from kb.play.games.legion.fight import Fight, Side
from kb.play.games.legion.hand import HAND, Handler
from kb.play.games.legion.hooks import SPENT, act
from kb.play.games.legion.keywords import CARD_EFFECT, held
from kb.play.games.legion.ops import Effect, Forbid
from kb.play.games.legion.orders import Attack
from kb.play.games.legion.pools import armed, formed
from kb.play.games.legion.reading import effects_of
from kb.play.games.legion.state import Battle
from kb.play.games.legion.steps import RULES
from kb.play.keywords import read_keyword, terms
from kb.play.run import Log
from kb.play.validation import nearest

SIDES: tuple[Side, ...] = ("atacante", "defensor")


def attack(battle: Battle, order: Attack, log: Log) -> tuple[Battle, dict[str, Any]]:
    fights = []
    pools = formed(battle, order, log)
    if battle.unit(order.atacante).has("alerta"):
        log.say("1", f"{order.atacante} ataca: pierde su ficha de Alerta", rules.LOSES_STANDBY)
        battle = battle.put(order.atacante, battle.unit(order.atacante).with_tokens(alerta=-1))
    for pool in pools:
        arms = armed(battle.unit(order.atacante), pool, pool.rociada_sobre or 1)
        fight = gathered(Fight(battle, order.atacante, pool, arms, log))
        unread(fight)
        battle = fight.battle
        fights.append(fight)
    found: dict[str, Any] = {}
    for i, fight in enumerate(fights):
        if i:
            log.say("11", f"queda otra reserva, contra {fight.pool.defensor}", rules.NEXT_POOL)
        battle, found[fight.pool.defensor] = resolved(replace(fight, battle=battle))
    return battle, {"reservas": found} if len(found) > 1 else next(iter(found.values()))


def unread(fight: Fight) -> None:
    """Cards that take no part say so, with the reason; one that is used has to be there."""
    for name in fight.pool.usa:
        if name not in fight.texts and read_keyword(name)[0] not in SPENT.values():
            known = (*fight.texts, *SPENT.values())
            raise PlayError(f"no hay ninguna carta «{name}» en juego para «usa»; {nearest(name, known)}")
    for name, text in fight.texts.items():
        if why := card(name, text).why_not:
            fight.say("", f"la carta «{name}» se lee pero no se ejecuta: {why}", CARD_EFFECT)


def gathered(fight: Fight) -> Fight:
    """Steps 1 and 2: keywords that act while the pool is formed."""
    for step in sequence()[:2]:
        fight = entered(fight, step)
    return fight


def resolved(fight: Fight) -> tuple[Battle, dict[str, Any]]:
    """Steps 4 to 10 of one pool, and what comes after its attack."""
    for step in sequence()[3:-1]:
        fight = entered(fight, step)
    for step in afterwards():
        fight = entered(fight, step)
    return fight.battle, {
        "impactos": fight.hits, "criticos": fight.crits, "bloqueos": fight.blocks, "heridas": fight.wounds,
        "dados_de_defensa": fight.dice, "perforante": fight.number("atacante", "perforante_x"),
    }  # fmt: skip


@dataclass(frozen=True)
class Stage:
    """A step of juego.toml, ready to run."""

    id: str
    number: str
    windows: tuple[tuple[str, Side | None], ...]
    """(when, whose), in the order of the step's `ventanas`."""
    keywords: tuple[str, ...]
    """Those that the step lists, in the order in which they act."""
    parts: tuple["Stage", ...]


@cache
def sequence() -> tuple[Stage, ...]:
    """1 to 11, as juego.toml orders them: the first three form pools and the last goes back for another."""
    return tuple(stage(step) for step in load_game("legion").ataque)


@cache
def afterwards() -> tuple[Stage, ...]:
    """What follows an attack once standby tokens and charges have had their turn."""
    return tuple(stage(step) for step in load_game("legion").secuencias["despues_del_ataque"][2:])


def stage(step: Step) -> Stage:
    by_entry: dict[str, list[str]] = {}
    for term in terms().values():
        by_entry.setdefault(term.entrada or "", []).append(term.id)
    keywords = tuple(keyword for slug in step.cualidades for keyword in by_entry.get(slug, ()))
    return Stage(step.id, step.numero, windows(step), keywords, tuple(stage(part) for part in step.pasos))


def windows(step: Step) -> tuple[tuple[str, Side | None], ...]:
    """A step without windows of its own has just one."""
    named: dict[str, tuple[str, Side | None]] = {
        f"antes_de_{step.id}": ("antes", None), f"al_comienzo_de_{step.id}": ("antes", None),
        f"durante_{step.id}": ("durante", None), f"{step.id}_atacante": ("durante", "atacante"),
        f"{step.id}_defensor": ("durante", "defensor"), f"despues_de_{step.id}": ("despues", None),
    }  # fmt: skip
    found = tuple(named[window] for window in step.ventanas if window in named)
    return found or (("durante", None),)


def entered(fight: Fight, step: Stage) -> Fight:
    """Its parts in order; then the windows of the step, with its own rule before what comes after it."""
    for part in step.parts:
        fight = entered(fight, part)
    rule, ruled = RULES.get(step.id), False
    for when, side in step.windows:
        if when == "despues" and rule and not ruled:
            fight, ruled = rule(fight), True
        hooks = [hook for hook in hooks_at(fight, step) if hook.when == when and side in (None, hook.side)]
        for hook in sorted(hooks, key=lambda hook: hook.rank):
            fight = hook.run(fight, step.number)
    return rule(fight) if rule and not ruled else fight


@dataclass(frozen=True)
class Hook:
    """A keyword that someone has, at one of its moments."""

    keyword: str
    side: Side
    when: str
    effect: Effect | None = None
    handler: Handler | None = None

    @property
    def rank(self) -> int:
        """«no puede» is heard before «puede», and what silences another keyword before anything."""
        whats = [op.what for op in self.effect.ops if isinstance(op, Forbid)] if self.effect else []
        return 0 if any(what in terms() or ":" in what for what in whats) else 1 if whats else 2

    def run(self, fight: Fight, number: str) -> Fight:
        n = holder(fight, self.side, self.keyword)
        if not n:
            return fight
        if self.handler is not None:
            return self.handler(fight, n)
        if self.effect is not None and self.keyword not in terms():
            return act(fight, self.effect, self.side, number)
        for effect in effects_of(self.keyword, n):
            if self.effect is not None and (effect.step, effect.when, effect.words) == _place(self.effect):
                fight = act(fight, effect, self.side, number)
        return fight


def _place(effect: Effect) -> tuple[str, str, str]:
    return effect.step, effect.when, effect.words


def holder(fight: Fight, side: Side, keyword: str) -> int:
    """Its number at this moment: a keyword gained since the step began counts, and one forbidden does not."""
    if keyword not in terms():
        return 1
    if keyword == "guardian_x":
        return int(bool(fight.pool.guards) and side == "defensor")
    return fight.number(side, keyword)


def hooks_at(fight: Fight, step: Stage) -> Iterator[Hook]:
    """Every keyword that the step lists, on either side, in the order of the list."""
    here = present(fight) if step.keywords else frozenset()
    for keyword in step.keywords:
        for side in SIDES if keyword in here else ():
            if not holder(fight, side, keyword):
                continue
            if (keyword, step.id) in HAND and HAND[keyword, step.id][0] == side:
                yield Hook(keyword, side, HAND[keyword, step.id][1], handler=HAND[keyword, step.id][2])
            for effect in effects_of(keyword, 1):
                if effect.step == step.id:
                    yield Hook(keyword, side, effect.when, effect)
    for side, unit in (("atacante", fight.attacker), ("defensor", fight.defender)) if fight.texts else ():
        for name, text in unit.cartas.items():
            for effect in card(name, text).effects:
                if effect.step == step.id:
                    yield Hook(name, "atacante" if side == "atacante" else "defensor", effect.when, effect)


def present(fight: Fight) -> frozenset[str]:
    """Every keyword that either side has, by whatever way."""
    units = (held(fight.attacker.cualidades), held(fight.defender.cualidades), *(arm.keywords for arm in fight.arms))
    guard = {"guardian_x"} if fight.pool.guards else set()
    return frozenset().union(*units, (name for _, name in fight.gained), guard)
