"""Legión: what a scenario can ask for: attacks, the phases of a round, and single rolls on their own."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from kb.play.games.legion import cites as rules
from kb.play.games.legion import residue
from kb.play.games.legion.attack import attack
from kb.play.games.legion.board import named_cards, rally_die
from kb.play.games.legion.decision import Decision
from kb.play.games.legion.dice import LatentPower, Observe, SelfDestruct, latent_power, observe, self_destruct
from kb.play.games.legion.explosions import area, blow_up, detonate, overrun
from kb.play.games.legion.keywords import CARD_EFFECT, rule_named, rule_of
from kb.play.games.legion.orders import Area, Attack, BlowUp, DefenseFace, Detonate, Face, Overrun
from kb.play.games.legion.rolls import attack_dice, defense_dice
from kb.play.games.legion.round import (
    Begin,
    Command,
    Deploy,
    End,
    Priority,
    Setup,
    army,
    begin,
    command,
    deploy,
    end,
    prepare,
    priority,
)
from kb.play.games.legion.state import TOKENS, Battle
from kb.play.games.legion.terms import terms
from kb.play.games.legion.turn import React, Turn, no_damage, react, turn
from kb.play.run import Handler, Illegal, Log, Play
from kb.play.validation import Model


class Rally(Model):
    unidad: str
    pintada: Literal["aliada", "enemiga"] | None = None
    """A graffiti token near and in sight: a die more, which may be declined, or a die less."""
    tirada: tuple[DefenseFace, ...] | None = None


class Activate(Model):
    """Dice for ion tokens and vehicle damage at the start of an activation."""

    unidad: str
    tirada: tuple[DefenseFace, ...] | None = None


class Regenerate(Model):
    unidad: str
    tirada: tuple[DefenseFace, ...] | None = None


class Blue(Model):
    tiradas: Annotated[dict[str, tuple[Face, ...]], Field(min_length=1)]


GRAFFITI = {"aliada": rules.GRAFFITI_FRIEND, "enemiga": rules.GRAFFITI_FOE}


def rally(battle: Battle, order: Rally, log: Log) -> tuple[Battle, dict[str, Any]]:
    unit = battle.unit(order.unidad)
    dice = unit.has("acobardamiento")
    if order.pintada and dice:
        dice = dice + 1 if order.pintada == "aliada" else max(1, dice - 1)
        log.say("", f"una Pintada {order.pintada}: tira {dice} dados", GRAFFITI[order.pintada])
    colour, card = rally_die(battle, order.unidad)
    shown = defense_dice(log, order.tirada, colour, dice, "el reagrupamiento")
    if card:
        log.say("", f"tira dados {colour}s", rule_named(card), card)
    off = len([face for face in shown if face != "vacia"])
    unit = unit.with_tokens(acobardamiento=-off)
    log.say("", f"{order.unidad} se quita {off} de {dice} fichas de Acobardamiento", rules.RALLY)
    now = unit.has("acobardamiento")
    panic = unit.aplomo is not None and not unit.vehiculo and now >= 2 * unit.aplomo > 0
    actions = 0 if panic else 2 - unit.suppressed()
    if panic:
        log.say("", f"{order.unidad} es presa del pánico: no puede realizar acciones", rules.PANIC)
    return battle.put(order.unidad, unit), {"panico": panic, "acobardada": unit.suppressed(), "acciones": actions}


def activate(battle: Battle, order: Activate, log: Log) -> tuple[Battle, dict[str, Any]]:
    unit = battle.unit(order.unidad)
    ions, damaged = unit.has("iones"), unit.has("dano_a_vehiculo")
    shown = defense_dice(log, order.tirada, "blanco", ions + damaged, "los dados de activación")
    if unit.danado and not damaged:
        log.say("", no_damage(order.unidad), rules.VEHICLE_DIE)
    lost = int("vacia" in shown[:ions]) + int("vacia" in shown[ions:])
    log.say("", f"{order.unidad} tira {ions + damaged} dados blancos de defensa y pierde {lost} acciones", rules.ION_DIE)
    return battle, {"acciones": max(0, 2 - lost)}


def regenerate(battle: Battle, order: Regenerate, log: Log) -> tuple[Battle, dict[str, Any]]:
    unit = battle.unit(order.unidad)
    dice = min(unit.heridas, unit.keyword("regeneracion_x"))
    shown = defense_dice(log, order.tirada, "blanco", dice, "la regeneración")
    off = len([face for face in shown if face != "vacia"])
    log.say("", f"{order.unidad} pierde {off} fichas de Herida", rule_of("regeneracion_x"), "regeneracion_x")
    return battle.put(order.unidad, unit.model_copy(update={"heridas": unit.heridas - off})), {"curadas": off}


def blue(battle: Battle, order: Blue, log: Log) -> tuple[Battle, dict[str, Any]]:
    def key(who: str) -> tuple[int, ...]:
        shown = attack_dice(log, order.tiradas[who], ["negro"] * 4, f"la tirada de {who}")
        return tuple(shown.count(face) for face in ("critico", "impacto", "incremento"))

    ranked = sorted(((key(who), who) for who in order.tiradas), reverse=True)
    tied = len(ranked) > 1 and ranked[0][0] == ranked[1][0]
    winner: Literal[""] | str = "" if tied else ranked[0][1]
    log.say("", "empate: se repite la tirada" if tied else f"es el jugador azul {winner}", rules.BLUE)
    return battle, {"azul": winner, "repetir": tied}


def _standing(step: str, handler: Handler) -> Handler:
    """Whatever it is, a defeated unit no longer does it."""

    def checked(battle: Battle, order: Any, log: Log) -> tuple[Battle, dict[str, Any]]:
        who = getattr(order, "unidad", None) or getattr(order, "atacante", None)
        if isinstance(who, str) and who and battle.unit(who).derrotada:
            raise Illegal(f"{who} está derrotada: ya no hace nada", rules.FALLEN)
        mark = len(log.events)
        residue.tell(battle, step, _involved(battle, order), log)
        after, found = handler(battle, order, log)
        _unchosen(order, log, mark)
        return after, {**found, **_alone(battle, after, found, log)}

    return checked


def _involved(battle: Battle, order: Any) -> tuple[str, ...]:
    """Whoever an order names; everybody, where it names nobody: a phase."""
    pools = getattr(order, "reservas", ())
    whole = (getattr(order, "unidad", ""), getattr(order, "atacante", ""), getattr(order, "defensor", ""))
    against = getattr(order, "contra", ())
    named = (*whole, *(pool.defensor for pool in pools), *((against,) if isinstance(against, str) else against))
    return tuple(name for name in named if name) or tuple(battle.unidades)


def _unchosen(order: Any, log: Log, mark: int) -> None:
    """Whoever was chosen and nothing of this step has named was chosen for nothing: it is told."""
    told = " ".join(event.texto for event in log.events[mark:])
    for who, names in getattr(order, "elegidas", {}).items():
        if names and not any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", told) for name in names):
            log.say("", f"se elige a {', '.join(names)} en nombre de {who}, y nada elige en este paso", CARD_EFFECT)


def _alone(before: Battle, after: Battle, found: Mapping[str, Any], log: Log) -> dict[str, Any]:
    """Whoever is the only one with units left wins there and then («Cómo ganar la partida»)."""
    standing = [player for player in after.players() if after.of(player)]
    fell = any(before.of(player) and not after.of(player) for player in before.players())
    if len(after.players()) < 2 or len(standing) != 1 or not fell or "gana" in found:
        return {}
    log.say("", f"solo {standing[0]} tiene unidades: gana la partida", rules.LAST_STANDING)
    return {"gana": standing[0]}


ACTIONS: Mapping[str, tuple[type[Model], Handler]] = {
    "ataque": (Attack, attack),
    "ataque_de_area": (Area, area),
    "detona": (Detonate, detonate),
    "arrollamiento": (Overrun, overrun),
    "autodestruccion_de_arma": (BlowUp, blow_up),
    "crea_ejercito": (Setup, army),
    "prepara": (Setup, prepare),
    "despliega": (Deploy, deploy),
    "fase_de_mando": (Command, command),
    "comienzo_de_la_fase_de_activacion": (Begin, begin),
    "turno": (Turn, turn),
    "gasta_alerta": (React, react),
    "fase_final": (End, end),
    "reagrupamiento": (Rally, rally),
    "activacion": (Activate, activate),
    "regeneracion": (Regenerate, regenerate),
    "prioridad": (Priority, priority),
    "jugador_azul": (Blue, blue),
    "observa": (Observe, observe),
    "autodestruccion": (SelfDestruct, self_destruct),
    "poder_latente": (LatentPower, latent_power),
}
CHOICES = frozenset({
    "disparo_lejano", "inspira", "regeneracion", "asciende", "astucia", "interrogar", "declina", "asistencia", "escudos",
    "prestadas", "conserva", "aplomo_de", "aplomo", "esquivas", "incrementos_de_ataque", "incrementos_de_defensa",
    "humo_del_atacante", "letal", "orden",
})  # fmt: skip
PLAY = Play(
    cites=lambda: map(rule_of, terms()),
    state=Battle,
    tokens=TOKENS,
    cards=named_cards,
    decision=Decision,
    unasked=CARD_EFFECT,
    choices=CHOICES,
    actions={name: (model, _standing(name, handler)) for name, (model, handler) in ACTIONS.items()},
    staging="kb.play.games.legion.tryout",
)
