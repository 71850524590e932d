"""Legión: attacks that no unit declares: area weapons, charges, overruns and the weapon's self-destruction.

Each defender is attacked apart, steps 4 to 10, with a pool of that weapon alone.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kb.play.errors import PlayError
from kb.play.games.legion import cites as rules
from kb.play.games.legion.attack import gathered, resolved
from kb.play.games.legion.fight import Fight
from kb.play.games.legion.keywords import held, rule_of
from kb.play.games.legion.orders import Area, BlowUp, Detonate, Overrun, Pool, Rolls
from kb.play.games.legion.pools import arm_of
from kb.play.games.legion.state import Battle, Unit, Weapon
from kb.play.run import Illegal, Log
from kb.text import fold


def area(battle: Battle, order: Area, log: Log) -> tuple[Battle, dict[str, Any]]:
    weapon = _weapon(battle, order.unidad, order.arma)
    if not weapon.keyword("arma_con_area_de_efecto"):
        raise Illegal(f"«{order.arma}» no es un arma con área de efecto", rules.AREA_EACH)
    return _exploded(battle, order.de, weapon, order.contra, log)


def detonate(battle: Battle, order: Detonate, log: Log) -> tuple[Battle, dict[str, Any]]:
    unit = battle.unit(order.unidad)
    mine = [keyword for weapon in unit.armas.values() if (keyword := held(weapon.cualidades, "arma").get("detonar_x"))]
    if not mine:
        raise Illegal(f"{order.unidad} no tiene ningún arma con Detonar", rules.DETONATED)
    most, kinds = sum(keyword.value for keyword in mine), {fold(keyword.about) for keyword in mine}
    if len(order.cargas) > most:
        raise Illegal(f"{order.unidad} detona como mucho {most} fichas de Carga", rules.DETONATED)
    found: dict[str, Any] = {}
    for name, explosion in order.cargas.items():
        charge = battle.cargas.get(name)
        if charge is None:
            raise PlayError(f"no hay ninguna ficha de Carga «{name}»")
        if charge.jugador != unit.jugador or (charge.tipo and fold(charge.tipo) not in kinds):
            raise Illegal(f"«{name}» no es una Carga aliada del tipo que {order.unidad} puede detonar", rules.DETONATED)
        battle, found[name] = _exploded(battle, name, charge.arma, explosion.contra, log)
        battle = battle.model_copy(update={"cargas": {k: v for k, v in battle.cargas.items() if k != name}})
        log.say("", f"la Carga {name} se retira", rules.CHARGE_ATTACKS, "detonar_x")
    return battle, {"cargas": found}


def overrun(battle: Battle, order: Overrun, log: Log) -> tuple[Battle, dict[str, Any]]:
    unit, weapon = battle.unit(order.unidad), _weapon(battle, order.unidad, order.arma)
    most = weapon.keyword("arrollamiento_x")
    if not most:
        raise Illegal(f"«{order.arma}» no es un arma de arrollamiento", rule_of("arrollamiento_x"))
    if unit.arrollamientos >= most:
        raise Illegal(f"{order.unidad} ya ha hecho {most} ataques de arrollamiento en esta activación", rules.OVERRUN_TIMES)
    log.say("", f"{order.unidad} pasa por encima de {order.contra} y la ataca", rules.OVERRUN, "arrollamiento_x")
    battle = battle.put(order.unidad, unit.model_copy(update={"arrollamientos": unit.arrollamientos + 1}))
    pool = _pool(order, order.contra).model_copy(update={"tipo": "arrollamiento"})
    # The weapon is added once, however many miniatures the unit has.
    return resolved(gathered(Fight(battle, order.unidad, pool, (arm_of(order.arma, weapon),), log)))


def blow_up(battle: Battle, order: BlowUp, log: Log) -> tuple[Battle, dict[str, Any]]:
    unit, weapon = battle.unit(order.unidad), _weapon(battle, order.unidad, order.arma)
    needed = weapon.keyword("autodestruccion_x_arma")
    if not needed:
        raise Illegal(f"«{order.arma}» no es un arma de autodestrucción", rule_of("autodestruccion_x_arma"))
    if unit.heridas < needed:
        raise Illegal(f"{order.unidad} necesita {needed} fichas de Herida y tiene {unit.heridas}", rules.BLOW_UP_NEEDS)
    found: dict[str, Any] = {}
    for name, rolls in order.contra.items():
        log.say("1", f"un ataque a distancia contra {name}", rules.BLOWS_UP, "autodestruccion_x_arma")
        battle, found[name] = resolved(Fight(battle, order.unidad, _pool(rolls, name), (arm_of(order.arma, weapon),), log))
    log.say("", f"{order.unidad} es derrotada", rules.BLOWN_UP, "autodestruccion_x_arma")
    gone = battle.unit(order.unidad).model_copy(update={"derrotada": True})
    return battle.put(order.unidad, gone), {"reservas": found}


def _exploded(
    battle: Battle, name: str, weapon: Weapon, against: Mapping[str, Rolls], log: Log
) -> tuple[Battle, dict[str, Any]]:
    """The token is the attacker: its card's surge chart and keywords, and no unit's tokens."""
    ghost = Unit(incremento_de_ataque=weapon.incremento)
    found: dict[str, Any] = {}
    for defender, rolls in against.items():
        log.say("1", f"{name}: un ataque a distancia contra {defender}", rules.AREA_EACH, "arma_con_area_de_efecto")
        fight = Fight(battle, name, _pool(rolls, defender), (arm_of(name, weapon),), log)
        battle, found[defender] = resolved(gathered(replace(fight, token=ghost)))
    return battle, {"reservas": found}


def _pool(rolls: Rolls, defender: str) -> Pool:
    return Pool.model_validate({k: getattr(rolls, k) for k in Rolls.model_fields} | {"defensor": defender})


def _weapon(battle: Battle, who: str, name: str) -> Weapon:
    weapon = battle.unit(who).armas.get(name)
    if weapon is None:
        raise PlayError(f"{who} no tiene ningún arma «{name}»")
    return weapon
