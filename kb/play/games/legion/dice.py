"""Legión: keywords that roll dice outside an attack: self-destruction, latent power, and observation, which serves attacks."""

from typing import Any

from pydantic import Field

from kb.play.games.legion.fight import wounded
from kb.play.games.legion.keywords import rule_of
from kb.play.games.legion.orders import DefenseFace, Face
from kb.play.games.legion.rolls import attack_dice, defense_dice
from kb.play.games.legion.state import Battle
from kb.play.run import Illegal, Log, Pending
from kb.play.validation import Model


class Observe(Model):
    unidad: str
    objetivo: str


class SelfDestruct(Model):
    unidad: str
    tiradas: dict[str, tuple[Face, ...]] = Field(default_factory=dict)
    """What the black dice show for each unit in range and in sight."""


class LatentPower(Model):
    unidad: str
    dado: DefenseFace | None = None
    elige: str | None = None


def _friends(battle: Battle, one: str, other: str) -> bool:
    """Surely of one player."""
    mine, theirs = battle.unit(one).jugador, battle.unit(other).jugador
    return one == other or bool(mine and mine == theirs)


def observe(battle: Battle, order: Observe, log: Log) -> tuple[Battle, dict[str, Any]]:
    n = battle.unit(order.unidad).keyword("observar_x")
    if not n:
        raise Illegal(f"{order.unidad} no tiene Observar", rule_of("observar_x"))
    if _friends(battle, order.unidad, order.objetivo):
        raise Illegal(f"{order.objetivo} no es una unidad enemiga", rule_of("observar_x"))
    log.say("", f"{order.objetivo} recibe {n} fichas de Observación", rule_of("observar_x"), "observar_x")
    return battle.put(order.objetivo, battle.unit(order.objetivo).with_tokens(observacion=n)), {}


def self_destruct(battle: Battle, order: SelfDestruct, log: Log) -> tuple[Battle, dict[str, Any]]:
    unit = battle.unit(order.unidad)
    dice = unit.keyword("autodestruccion_x")
    if not dice or unit.heridas < (unit.umbral + 1) // 2:
        raise Illegal(f"{order.unidad} no tiene heridas bastantes para la Autodestrucción", rule_of("autodestruccion_x"))
    for name, told in order.tiradas.items():
        shown = attack_dice(log, told, ["negro"] * dice, f"los dados contra {name}")
        hurt = shown.count("incremento") + shown.count("critico")
        log.say("", f"{name}: {', '.join(shown)}", rule_of("autodestruccion_x"), "autodestruccion_x")
        battle = wounded(battle, name, hurt, log)
        battle = battle.put(name, battle.unit(name).gains("acobardamiento", shown.count("impacto")))
    log.say("", f"{order.unidad} es derrotada", rule_of("autodestruccion_x"), "autodestruccion_x")
    return battle.put(order.unidad, unit.model_copy(update={"derrotada": True})), {}


def latent_power(battle: Battle, order: LatentPower, log: Log) -> tuple[Battle, dict[str, Any]]:
    unit = battle.unit(order.unidad)
    if not unit.keyword("poder_latente"):
        raise Illegal(f"{order.unidad} no tiene Poder latente", rule_of("poder_latente"))
    battle = battle.put(order.unidad, unit.gains("acobardamiento", 1))
    shown = defense_dice(log, (order.dado,) if order.dado else None, "rojo", 1, "el dado de Poder latente")[0]
    log.say("", f"{order.unidad} gana una ficha de Acobardamiento y saca {shown}", rule_of("poder_latente"), "poder_latente")
    if shown == "bloqueo":
        return battle, {"sale": shown}
    if order.elige is None:
        raise Pending("di en «elige» qué unidad se elige")
    other = battle.unit(order.elige)
    rule = rule_of("poder_latente")
    if shown == "incremento":
        if _friends(battle, order.unidad, order.elige):
            raise Illegal(f"con ese resultado se elige a una unidad enemiga, y {order.elige} no lo es", rule)
        return battle.put(order.elige, other.gains("acobardamiento", 2).gains("inmovilizacion", 2)), {"sale": shown}
    mine, theirs = battle.unit(order.unidad).jugador, other.jugador
    if other.droide or other.vehiculo or (mine and theirs and mine != theirs):
        raise Illegal(f"con ese resultado se elige a infantería aliada que no sea droide, y {order.elige} no lo es", rule)
    cured = other.model_copy(update={"heridas": other.heridas - 1}) if other.heridas else other.with_tokens(veneno=-1)
    return battle.put(order.elige, cured), {"sale": shown}
