"""X-Wing: weapons that are cards: what their header asks for, what they cost, what they do to the attack made with them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import get_args

from grammar.meaning.effect import Item, Paso
from grammar.meaning.values import Cual, Hecho, Lista, Papel, Yo, parts
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.cards import scene_for
from kb.play.games.xwing.decision import Decision
from kb.play.games.xwing.dice import step_of
from kb.play.games.xwing.fight import Fight, Side
from kb.play.games.xwing.queue import PERFORMER
from kb.play.games.xwing.state import Ship
from kb.play.games.xwing.world import GAME
from kb.play.meaning.abilities import Ability, NotUnderstood, abilities_of, refusal
from kb.play.meaning.notrun import NotRun
from kb.play.meaning.scene import Scene
from kb.play.run import Illegal

ASKED: Mapping[str, Callable[[Ship, str], bool]] = {
    "blanco_fijado": lambda ship, target: target in ship.blancos,
    "concentracion": lambda ship, _: ship.has("concentracion") > 0,
    "calculo": lambda ship, _: ship.has("calculos") > 0,
    "evasion": lambda ship, _: ship.has("evasion") > 0,
}
COSTS = frozenset({"gastar", "recibir"})
THIS_ATTACK = Hecho("efectuar", (("quien", Yo()), ("que", Papel("este_ataque"))))
WINDOWS = ("2a", "2b", "3a", "3b")


def pay(fight: Fight, step: str) -> None:
    """1d: the header's requirements hold, and every cost is paid; otherwise the weapon cannot be used."""
    if not fight.order.carta:
        return
    seen = (fight.happening("mientras", side, step) for side in get_args(Side))
    fight.table = fight.log.happen(fight.table, *seen)
    ship, target = fight.table.ship(fight.order.atacante), fight.order.defensor
    for ability in _own(fight):
        for asked in _required(ability):
            if {"todos", *asked} & set(fight.dice.ignora):
                continue
            if any(name not in ASKED for name in asked):
                raise Illegal(f"«{fight.order.carta}» pide algo que no se lleva aquí: {', '.join(asked)}", rules.WEAPON)
            if not any(ASKED[name](ship, target) for name in asked):
                lacks = f"«{fight.order.carta}» exige {' o '.join(asked)} y {fight.order.atacante} no lo tiene"
                raise Illegal(lacks, rules.WEAPON)
    for ability in _own(fight)[:1]:
        told = filter(_is_cost, takewhile(lambda item: not _on_hit(item), ability.steps))
        costs = tuple(part for item in told for part in (item.coste if isinstance(item, Paso) and item.coste else (item,)))
        if costs:
            scene, _ = PERFORMER.items(_scene(fight, step), costs, nested=True, cost=True)
            fight.table = scene.state
            paid = f"{fight.order.atacante} paga los costes de «{fight.order.carta}»"
            fight.log.say(step, paid, rules.WEAPON_COST, fight.order.carta, _text(fight))


def act(fight: Fight, step: str) -> None:
    """What the weapon does to the attack without being asked, in the step where it does it."""
    for item, later in _effects(fight):
        if not later and _window(item) == step:
            _perform(fight, step, item)


def on_hit(fight: Fight, step: str) -> None:
    """«Si este ataque impacta …», as soon as it is known."""
    for item, later in _effects(fight):
        if later and (fight.result == "impacta" or _on_hit(item)):
            _perform(fight, step, item)
        elif later:
            scene = _scene(fight, step)
            scene.say(f"«{scene.card}»: el ataque no impacta, y no ocurre «{scene.world.words(item)}»", rules.REQUIREMENT)


def _perform(fight: Fight, step: str, item: Item) -> None:
    """What the weapon says is obligatory unless it says «puedes»: then it is offered, or decided."""
    decided = fight.log.decisions.get(fight.order.carta)
    scene = _scene(fight, step)
    if isinstance(item, Paso) and item.modo == "puede" and decided is None:
        fight.log.offer(fight.order.atacante, step, f"puedes usar «{fight.order.carta}»: {scene.world.words(item)}")
        return
    if decided is not None:
        fight.log.asked.add(fight.order.carta)
    try:
        after, _ = PERFORMER.items(scene, (item,), nested=False)
    except NotRun as error:
        scene.say(error.reason, error.rule)
        return
    fight.table = after.state


def _effects(fight: Fight) -> Iterator[tuple[Item, bool]]:
    """What it does, and whether that waits for the result: «si este ataque impacta, …», and what follows it."""
    if not fight.order.carta:
        return
    for ability in _own(fight):
        later = False
        for item in ability.steps:
            later = later or _on_hit(item)
            if later or not _is_cost(item):  # «si impacta, … . Luego recibes …» is no cost
                yield item, later


def _own(fight: Fight) -> list[Ability]:
    return [ability for ability in abilities_of(_text(fight), GAME) if ability.weapon and not ability.timed]


def _required(ability: Ability) -> Iterator[tuple[str, ...]]:
    for key, value in ability.whole.cabecera:
        if key != "requiere":
            continue
        items = value.items if isinstance(value, Lista) and value.conj == "o" else (value,)
        yield tuple(item.id for item in items if isinstance(item, Cual))


def _is_cost(item: Item) -> bool:
    if isinstance(item, Hecho):
        return item.verb in COSTS
    if not isinstance(item, Paso) or item.modo or item.si or item.cuando:
        return False
    if item.coste:  # «Recibe 1 ficha … para efectuar este ataque»
        return item.efecto == (THIS_ATTACK,) and all(isinstance(part, Hecho) and part.verb in COSTS for part in item.coste)
    return all(isinstance(part, Hecho) and part.verb in COSTS and part.role("quien") == Yo() for part in item.efecto)


def _on_hit(item: Item) -> bool:
    conds = item.si if isinstance(item, Paso) else ()
    return any(isinstance(p, Hecho) and p.verb in ("impactar", "fallar") for cond in conds for p in parts(cond))


def _window(item: Item) -> str:
    """2b, unless the dice that it names are touched elsewhere."""
    facts = [p for p in parts(item) if isinstance(p, Hecho)]
    return next((step for fact in facts if (step := step_of(fact, "ataque"))), "2b")


def _text(fight: Fight) -> str:
    ship, card = fight.table.ship(fight.order.atacante), fight.order.carta
    if card not in ship.cartas:
        raise Illegal(f"la nave no lleva la carta «{card}»", rules.WEAPON)
    text = ship.text_of(card)
    try:
        weapons = [ability for ability in abilities_of(text, GAME) if ability.weapon]
    except NotUnderstood as error:
        raise Illegal(f"«{card}» no se entiende: {error.reason}", rules.WEAPON) from None
    if not weapons:
        raise Illegal(f"«{card}» no es un armamento", rules.WEAPON)
    return text


def grants(fight: Fight) -> bool:
    """«Ataque adicional: …»: the weapon itself is what grants the bonus attack."""
    return bool(fight.order.carta) and any(ability.clase == "ataque_adicional" for ability in _own(fight))


def bonus_headers(ship: Ship, card: str) -> int:
    """How many bonus attacks a card has: one for each of its headers."""
    text = ship.text_of(card) if card in ship.cartas else ""
    if not text or refusal(text, GAME):
        return 1
    return max(1, sum(ability.clase == "ataque_adicional" for ability in abilities_of(text, GAME)))


def _scene(fight: Fight, step: str) -> Scene:
    told = fight.log.decisions.get(fight.order.carta)
    decision = told if isinstance(told, Decision) else None
    happening = replace(fight.happening("mientras", "atacante"), step=step)
    return scene_for(fight.table, fight.order.atacante, fight.order.carta, happening, fight.log, decision)
