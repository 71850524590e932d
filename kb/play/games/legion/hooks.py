"""Legión: effects of keywords act on an attack: what each operation does to the pool, and whether a condition holds."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from kb.play.games.legion.cites import CHANGED_DICE
from kb.play.games.legion.fight import Arm, Fight, Side
from kb.play.games.legion.keywords import rule_of, title
from kb.play.games.legion.ops import (
    ALL,
    Add,
    Cancel,
    Change,
    Chart,
    Condition,
    Cover,
    Dice,
    Effect,
    Forbid,
    Gain,
    Op,
    Permit,
    Recolour,
    Reroll,
    Spend,
    Tokens,
    Who,
    Wound,
)  # fmt: skip
from kb.play.games.legion.state import Unit
from kb.play.games.legion.words import dice_words
from kb.play.keywords import read_keyword, terms
from kb.play.run import Illegal

# Faces of the attack and of the defence, and where a fight counts them.
COUNTED = {"impacto": "hits", "critico": "crits", "vacia": "blanks", "incremento": "surges", "bloqueo": "blocks"}
# How many tokens a player spends on a keyword, and which results he lifts with it: fields of the pool.
SPENT = {"letal_x": "letal"}
NAMED = {"embestida_x": "embestida"}
CHOSEN = {"seleccion_avanzada_de_blanco": "seleccion_avanzada"}


def act(f: Fight, effect: Effect, side: Side, number: str) -> Fight:
    """One effect at its window. `number` is the step as juego.toml numbers it."""
    if effect.role not in (None, side) or (effect.kind and effect.kind != f.pool.tipo):
        return f
    if not all(holds(f, condition, side) for condition in effect.conditions):
        return f
    if effect.optional and f.declined(effect.keyword):
        return f
    chosen = CHOSEN.get(effect.keyword)
    if chosen and not getattr(f.pool, chosen):
        f.log.offer(f.name(side), number, f"puedes usar {title(effect.keyword)}")
        return f
    times = 1
    for op in effect.ops:
        if isinstance(op, Spend):
            f, times = _spend(f, effect, op, side, number)
            continue
        for _ in range(times):
            done = APPLY[type(op)](f, op, effect, side)
            if done is None:
                continue
            f, text = done
            if any(c.kind == "afirmada" for c in effect.conditions):
                text += " (se da por cumplido lo que pide)"
            f.tell(number, text, effect.keyword, max(1, f.number(side, effect.keyword)), effect.words)
    return f


def holds(f: Fight, condition: Condition, side: Side) -> bool:
    unit = f.defender if condition.who == "defensor" or (condition.who == "propia" and side == "defensor") else f.attacker
    on: Side = "defensor" if unit is f.defender else "atacante"
    match condition.kind:
        case "tiene":
            return any(f.number(on, name) for name in condition.values)
        case "fichas":
            return unit.counts(condition.values[0]) >= int(condition.values[1])
        case "es":
            return any(_is(unit, sort) for sort in condition.values)
        case "todas":
            return all(f.every(name) for name in condition.values)
        case "gasto":
            return (on, condition.values[0]) in f.spent
        case "hay":
            face = condition.values[0]
            return bool(getattr(f, COUNTED[face]) if condition.who == "reserva" else f.defense.count(face))
        case "herida":
            return f.wounds > 0 and not unit.derrotada
        case "tira":
            return f.dice > 0
        case "afirmada":
            return True


def _is(unit: Unit, sort: str) -> bool:
    return {
        "vehiculo": unit.vehiculo,
        "infanteria": not unit.vehiculo,
        "infanteria_droide": not unit.vehiculo and unit.droide,
        "infanteria_no_droide": not unit.vehiculo and not unit.droide,
    }[sort]


def _told(f: Fight, keyword: str) -> int:
    """Tokens for a keyword: in its own field (`letal: 1`) or among what is used (`usa: {Letal 2: 1}`)."""
    return int(getattr(f.pool, keyword)) + sum(n for text, n in f.pool.usa.items() if read_keyword(text)[0] == keyword)


def _spend(f: Fight, effect: Effect, op: Spend, side: Side, number: str) -> tuple[Fight, int]:
    name = title(effect.keyword)
    n = _told(f, SPENT[effect.keyword]) if effect.keyword in SPENT else f.pool.usa.get(name, 0)
    if n > op.most:
        raise Illegal(f"{name} permite gastar {op.most} fichas", rule_of(effect.keyword))
    have = f.battle.unit(f.name(side)).has(op.token) if not (f.token and side == "atacante") else 0
    if not n and have:
        f.log.offer(f.name(side), number, f"puedes gastar hasta {min(have, op.most)} fichas de {op.token} con {name}")
    return (f.spend(side, op.token, n), n) if n else (f, 0)


Done = tuple[Fight, str] | None
"""The fight after an operation and what to say of it; None where nothing changes."""


def _cancel(f: Fight, op: Cancel, effect: Effect, side: Side) -> Done:
    field = COUNTED[op.face]
    off = min(op.most, getattr(f, field))
    return (replace(f, **{field: getattr(f, field) - off}), f"anula {off} resultados {op.face}") if off else None


def _change(f: Fight, op: Change, effect: Effect, side: Side) -> Done:
    if op.face is not None:
        n = min(op.most, getattr(f, COUNTED[op.face]))
        return (_moved(f, op.face, op.into, n), f"{n} resultados {op.face} pasan a {op.into}") if n else None
    faces = getattr(f.pool, NAMED.get(effect.keyword, "embestida"))
    if not faces:
        f.log.offer(f.name(side), "6", f"puedes cambiar hasta {op.most} resultados por {op.into}")
        return None
    if len(faces) > op.most:
        raise Illegal(f"{title(effect.keyword)} cambia {op.most} resultados", rule_of(effect.keyword))
    for face in faces:
        if face == op.into or not getattr(f, COUNTED[face]):
            raise Illegal(f"no hay ningún resultado «{face}» que cambiar", rule_of(effect.keyword))
        f = _moved(f, face, op.into, 1)
    return f, f"{len(faces)} resultados pasan a {op.into}"


def _moved(f: Fight, face: str, into: str, n: int) -> Fight:
    out, back = COUNTED[face], COUNTED[into]
    return replace(f, **{out: getattr(f, out) - n, back: getattr(f, back) + n})


def _add(f: Fight, op: Add, effect: Effect, side: Side) -> Done:
    return replace(f, added=(*f.added, *(op.face,) * op.n)), f"añade {op.n} resultado {op.face}"


def _chart(f: Fight, op: Chart, effect: Effect, side: Side) -> Done:
    return replace(f, charts=f.charts | {(op.face, op.into)}), f"gana la conversión de {op.face} en {op.into}"


def _gain(f: Fight, op: Gain, effect: Effect, side: Side) -> Done:
    to = _side(op.who, side)
    what = "la reserva" if op.who == "reserva" else f.name(to)
    number = f" {op.n}" if "X" in terms()[op.keyword].parametros else ""
    return f.gain(to, op.keyword, op.n), f"{what} gana {terms()[op.keyword].nombre}{number}"


def _tokens(f: Fight, op: Tokens, effect: Effect, side: Side) -> Done:
    to = _side(op.who, side)
    after = f.tokens(to, op.token, op.n)
    if f.battle.unit(f.name(to)).derrotada or after.battle == f.battle:
        return None
    return after, f"{f.name(to)} gana {op.n} fichas de {op.token}"


def _wound(f: Fight, op: Wound, effect: Effect, side: Side) -> Done:
    if f"herida:{effect.keyword}" in f.forbidden or (f.token and op.who == "atacante"):
        return None
    who = f.name(_side(op.who, side))
    return f.wound(who, op.n), f"{who} sufre {op.n} Heridas"


def _forbid(f: Fight, op: Forbid, effect: Effect, side: Side) -> Done:
    return replace(f, forbidden=f.forbidden | {op.what}), f"no se puede usar {_named(op.what)}"


def _named(what: str) -> str:
    kind, _, name = what.rpartition(":")
    said = terms()[name].nombre if name in terms() else name
    return {"ficha": f"ninguna ficha de {said}", "herida": f"{said} para herir"}.get(kind, said)


def _permit(f: Fight, op: Permit, effect: Effect, side: Side) -> Done:
    return replace(f, permitted=f.permitted | {(op.token, op.face)}), f"las fichas de {op.token} también anulan {op.face}"


def _cover(f: Fight, op: Cover, effect: Effect, side: Side) -> Done:
    if op.by > 0:
        return replace(f, cover_up=f.cover_up + op.by), f"la cobertura aumenta en {op.by}"
    return replace(f, cover_down=f.cover_down - op.by), f"la cobertura se reduce en {-op.by}"


def _recolour(f: Fight, op: Recolour, effect: Effect, side: Side) -> Done:
    def changed(arm: Arm) -> Arm:
        n = arm.count * arm.keyword(effect.keyword)
        return _repainted(arm, op.by, ALL if op.most == ALL else n) if n else arm

    arms = tuple(changed(arm) for arm in f.arms)
    if arms == f.arms:
        return None
    total = [sum(column) for column in zip(*(arm.dice for arm in arms), strict=True)]
    f.say("4a", f"la reserva queda en {dice_words(total)}", CHANGED_DICE)
    return replace(f, arms=arms), "mejora los dados del arma" if op.by > 0 else "rebaja los dados del arma"


def _repainted(arm: Arm, by: int, most: int) -> Arm:
    """The controller chooses which dice rise: white to black gains two hits in eight, and black to red as much."""
    red, black, white = arm.dice
    if by < 0:
        lowered = min(most, red + black)
        red_down = min(red, lowered)
        black_down = min(black, lowered - red_down)
        return replace(arm, dice=(red - red_down, black + red_down - black_down, white + black_down))
    white_up = min(white, most)
    black_up = min(black, most - white_up)
    return replace(arm, dice=(red + black_up, black + white_up - black_up, white - white_up))


def _dice(f: Fight, op: Dice, effect: Effect, side: Side) -> Done:
    n = op.n if not op.per_token else min(op.cap, op.n * f.battle.unit(f.name(side)).has(op.per_token))
    if not n or not f.dice:
        return None
    return replace(f, more=f.more + n), f"{abs(n)} dados {'más' if n > 0 else 'menos'}"


def _reroll(f: Fight, op: Reroll, effect: Effect, side: Side) -> Done:
    if op.aim:
        return replace(f, aim=f.aim + op.most), f"cada Ataque apuntado repite hasta {f.aim + op.most} dados"
    return replace(f, rerolls={**f.rerolls, effect.keyword: op.most}), "puede volver a tirar dados"


def _side(who: Who, side: Side) -> Side:
    if who == "reserva":
        return "atacante"
    return who if who in ("atacante", "defensor") else side


APPLY: Mapping[type[Op], Callable[[Fight, Any, Effect, Side], Done]] = {
    Cancel: _cancel, Change: _change, Add: _add, Chart: _chart, Gain: _gain, Tokens: _tokens, Wound: _wound, Forbid: _forbid,
    Permit: _permit, Cover: _cover, Recolour: _recolour, Dice: _dice, Reroll: _reroll,
}  # fmt: skip
