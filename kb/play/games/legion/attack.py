"""Legión: an attack runs the steps of `ataque` in juego.toml; every step is told to the keywords and cards of both sides.

A keyword's compiled definition says its moment and what it does; the few that cannot be said so have a handler (`hand`).
Pools are formed first (steps 1 to 3); then each goes through steps 4 to 10.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from grammar.game import Step, load_game
from grammar.meaning.effect import Item, Paso
from grammar.meaning.values import Hecho
from kb.play.errors import PlayError
from kb.play.games.legion import cites as rules
from kb.play.games.legion.board import SILENCES, expected, keyword_in, remind, silenced, waited, wants
from kb.play.games.legion.decision import Decision, Tacit
from kb.play.games.legion.fight import BEARERS, Fight, Side
from kb.play.games.legion.hand import HAND
from kb.play.games.legion.keywords import keyword, rule_named, rule_of
from kb.play.games.legion.lending import lent
from kb.play.games.legion.orders import Attack
from kb.play.games.legion.pools import armed, formed
from kb.play.games.legion.queue import constant, react
from kb.play.games.legion.state import Battle
from kb.play.games.legion.steps import RULES, Rule
from kb.play.games.legion.terms import by_name, read_keyword, terms
from kb.play.games.legion.view import State, about_to_roll, added, after_attack, at_step, going
from kb.play.meaning.abilities import Ability
from kb.play.meaning.board import Held
from kb.play.meaning.events import Event
from kb.play.run import Illegal, Log
from kb.play.validation import nearest

SIDES: tuple[Side, ...] = ("atacante", "defensor")


def attack(battle: Battle, order: Attack, log: Log) -> tuple[Battle, dict[str, Any]]:
    fights = []
    pools = formed(battle, order, log)
    if battle.unit(order.atacante).has("alerta"):
        log.say("1", f"{order.atacante} ataca: pierde su ficha de Alerta", rules.LOSES_STANDBY)
        battle = battle.put(order.atacante, battle.unit(order.atacante).with_tokens(alerta=-1))
    for pool in pools:
        arms = armed(battle.unit(order.atacante), pool)
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
    """What is used has to be there."""
    known = (*fight.texts, *(name for _, name in FIELDS.values()))
    for name in fight.pool.usa:
        if name not in fight.texts and read_keyword(name)[0] not in known:
            raise PlayError(f"no hay ninguna carta «{name}» en juego para «usa»; {nearest(name, known)}")


POOLS = frozenset({"anadir"})
"""What a text says at all times about which weapons make a pool: told, because sectors are not measured."""


def gathered(fight: Fight) -> Fight:
    """Steps 1 and 2: keywords that act while the pool is formed."""
    for step in sequence()[:3]:
        fight = entered(fight, step)
    remind(fight, fight.log, sequence()[1].number, POOLS, fight.who)
    fight = replace(fight, lent=lent(fight))
    for arm in fight.arms:
        fight = _raised(fight, [added(fight, arm)], None)
    return constant(_told(fight, going(fight), None))  # whatever of a text does not run is told here


def resolved(fight: Fight) -> tuple[Battle, dict[str, Any]]:
    """Steps 4 to 10 of one pool, and what comes after its attack."""
    fight.log.since = len(fight.log.past)
    for step in sequence()[3:-1]:
        fight = entered(fight, step)
    for step in afterwards():
        fight = _raised(fight, after_attack(fight, step.number), None)
    fight = replace(fight, battle=fight.battle.over("ataque"))
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
    if step.id == "reunir_defensa":
        _decided(fight)
    for part in step.parts:
        fight = entered(fight, part)
    rule, ruled = RULES.get(step.id), False
    for when, side in step.windows:
        if when == "despues" and rule and not ruled:
            fight, ruled = _ruled(fight, step, rule), True
        if when == "durante":
            _quieted(fight, step)
        for each in (side,) if side else SIDES:
            fight = _by_hand(fight, step, when, each)
            for rel in RELATIONS[when]:
                if fight.wants is None or expected(fight.wants, rel, step.id):
                    fight = _raised(fight, [at_step(fight, rel, step.id, step.number)], each)
    if step.id == "tirar_cobertura" and fight.dice:
        fight = replace(fight, here=at_step(fight, "durante", step.id, step.number))
        fight = _raised(fight, [about_to_roll(fight, step.number)], None)
    return _ruled(fight, step, rule) if rule and not ruled else fight


def _decided(fight: Fight) -> None:
    """What its player decides about a keyword that has had no turn in this attack is no decision: it is told, before dice."""
    turned = {keyword(card, bearer).term.id for card in _taken(fight) for bearer in BEARERS}
    for id, (_, name) in FIELDS.items():
        # «punteria» says what is lifted for Jar'Kai too.
        mine = {id, "dominio_de_jar_kai"} if name == "punteria" else {id}
        if getattr(fight.pool, name) and not mine & turned and not fight.log.refused:
            raise Illegal(f"«{name}»: {terms()[id].nombre} no actúa en este ataque", rule_of(id))


def _taken(fight: Fight) -> Iterator[str]:
    for (_, card, _), n in fight.log.taken.items():
        if n and read_keyword(card)[0] in by_name():
            yield card


RELATIONS = {"antes": ("antes", "comienzo"), "durante": ("durante",), "despues": ("despues", "final")}
"""What the windows of juego.toml are called in a text."""


def _ruled(fight: Fight, step: Stage, rule: Rule) -> Fight:
    """What the step does by itself; and what that sets off."""
    mark, before = len(fight.log.past), fight
    fight = rule(replace(fight, here=at_step(fight, "durante", step.id, step.number)))
    if fight.wounds and not before.wounds:  # a wounded unit may be another one
        fight = constant(fight, before)
    new = fight.log.past[mark:]
    del fight.log.past[mark:]
    for event in new:
        fight = _raised(fight, [event], None)
    return fight


def _raised(fight: Fight, events: Sequence[Event], side: Side | None) -> Fight:
    if fight.wants is None:
        fight = replace(fight, wants=wants(fight))
    if fight.wants is None or not waited(fight.wants, events):
        fight.log.past.extend(event for event in events if event.rel == "despues")
        return fight
    here = events[0] if events[0].verb == "paso" else fight.here
    return _told(replace(fight, here=here), events, side)


def _told(fight: Fight, events: Sequence[Event], side: Side | None) -> Fight:
    found = react(fight, events, fight.log, told, side)
    assert isinstance(found, Fight)
    return found


def _quieted(fight: Fight, step: Stage) -> None:
    """Keywords of this step that may not be used say so."""
    if not step.keywords or (fight.wants is not None and SILENCES not in fight.wants):
        return
    here = replace(fight, here=at_step(fight, "durante", step.id, step.number))
    for (name, id), card in silenced(here).items():
        if id in step.keywords and card and all(e.efecto != card or e.paso != step.number for e in fight.log.events[-20:]):
            text = f"{name} no puede usar {terms()[id].nombre}, por {card}"
            fight.log.say(step.number, text, rule_named(card), card)


def _by_hand(fight: Fight, step: Stage, when: str, side: Side) -> Fight:
    for named in step.keywords:
        mine, moment, handler = HAND.get((named, step.id), ("", "", None))
        if handler is not None and (mine, moment) == (side, when) and (n := holder(fight, side, named)):
            fight = handler(fight, n)
    return fight


def holder(fight: Fight, side: Side, keyword: str) -> int:
    """Its number at this moment: a keyword gained since the step began counts, and one forbidden does not."""
    if keyword == "guardian_x":
        return int(bool(fight.pool.guards) and side == "defensor")
    return 0 if (fight.name(side), keyword) in silenced(fight) else fight.number(side, keyword)


FIELDS: Mapping[str, tuple[str, str]] = {
    "letal_x": ("cuantos", "letal"),
    "capacidad_de_maniobra": ("cuantos", "esquiva_criticos"),
    "embestida_x": ("dados", "embestida"),
    "seleccion_avanzada_de_blanco": ("", "seleccion_avanzada"),
    "punteria": ("opcion", "punteria"),
    "dominio_de_jar_kai": ("opcion", "jar_kai"),
    "rociada": ("cuantos", "rociada_sobre"),
}
LIFTS = {"vacia": "1", "impacto": "2"}
"""Results that a token lifts one step, as the options of the text come: a blank to a hit, a hit to a crit."""
"""Keywords that are used only where the order says so: which decision the field of the pool is."""


def told(state: State, held: Held, ability: Ability) -> Decision | None:
    """What the order of the attack decides: the rest is used unless it is declined, and what it asks for is taken as so."""
    assert isinstance(state, Fight)
    id = keyword_in(held.text)
    if state.declined(id or held.card):
        return Tacit(usa=False, se_cumple=True)
    if id in FIELDS:
        what, name = FIELDS[id]
        value = getattr(state.pool, name) or sum(n for text, n in state.pool.usa.items() if read_keyword(text)[0] == name)
        if id == "dominio_de_jar_kai" and not value and not state.number("atacante", "punteria"):
            value = state.pool.punteria
        if not value:
            return None
        if what == "opcion":
            return Decision(se_cumple=True, cuantos=len(value), opcion=" ".join(LIFTS[face] for face in value))
        return Decision.model_validate({"se_cumple": True, **({what: value} if what else {})})
    if any(fact.verb == "gastar" for fact in costs(ability.steps)):
        n = state.pool.usa.get(held.card, 0)
        return Decision(se_cumple=True, cuantos=n) if n else None
    return Tacit(se_cumple=True)


def costs(items: Sequence[Item]) -> Iterator[Hecho]:
    for item in items:
        if isinstance(item, Paso):
            yield from (fact for fact in item.coste if isinstance(fact, Hecho))
