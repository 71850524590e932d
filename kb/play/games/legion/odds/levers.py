"""Legión: a keyword or a card, compiled, as what it does to the dice of an attack: levers, each with its number.

The same definitions that `kb run` plays. What moves no lever is told in the words of the text; what it asks for and nobody
told is taken as met."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from grammar.meaning.effect import Item, Momento, Paso
from grammar.meaning.values import Cond, Cosa, Hecho, Lista, Papel, Value, Yo
from kb.play.games.legion.odds import ops
from kb.play.games.legion.terms import terms
from kb.play.meaning.abilities import Ability, abilities_of, refusal, said
from kb.play.meaning.numbers import numbered
from kb.play.meaning.stuff import stuff
from kb.text import identifier

GAME = "legion"
Side = Literal["atacante", "defensor"]
OTHER: Mapping[Side, Side] = {"atacante": "defensor", "defensor": "atacante"}
AIMED, DODGED, TRADED = "apuntado", "esquiva", "trato"
"""What may have happened in the attack: an aim token spent to roll again, a dodge token spent, a keyword's number given up."""
MUTE = "calla"

IMPROVE, CONVERT = "mejorar_o_rebajar_los_dados_de_ataque", "convertir_los_incrementos_de_ataque"
COVER, SCREEN, POOL = "determinar_la_cobertura", "aplicar_la_cobertura", "tirar_los_dados_de_la_reserva_de_cobertura"
DODGE, MODIFY = "aplicar_las_esquivas", "modificar_los_dados_de_ataque"
GATHER, AGAIN = "reunir_los_dados_de_defensa", "posibles_repeticiones"
BLOCKS, PIERCE = "convertir_los_incrementos_de_defensa", "modificar_los_dados_de_defensa"
LIFT = "cambiar:cara_vacia>impacto o cambiar:impacto>critico"

LEVERS: Mapping[tuple[str, str], tuple[Side, str]] = {
    (IMPROVE, "mejorar"): ("atacante", "raised"),
    (IMPROVE, "rebajar"): ("atacante", "lowered"),
    ("", "repetir:ataque*ataque_apuntado"): ("atacante", "aim_dice"),
    (CONVERT, "cambiar:incremento_de_ataque>critico"): ("atacante", "surge_crits"),
    (CONVERT, "tabla:incremento_de_ataque>critico"): ("atacante", "surge_crits"),
    (CONVERT, "tabla:incremento_de_ataque>impacto"): ("atacante", "surge_hits"),
    (f"tras_{CONVERT}", f"gastar:ataque_apuntado {LIFT}"): ("atacante", "lift_by_aim"),
    (f"tras_{CONVERT}", f"gastar:esquiva {LIFT}"): ("atacante", "lift_by_dodge"),
    (COVER, "aumentar:cobertura"): ("defensor", "cover_up"),
    (COVER, "reducir:cobertura"): ("atacante", "cover_down"),
    (SCREEN, "no cobertura"): ("atacante", "no_cover"),
    ("", "no cobertura"): ("defensor", "no_cover"),
    (POOL, "tirar:menos"): ("defensor", "cover_fewer"),
    (POOL, "anadir:bloqueo"): ("defensor", "cover_blocks"),
    (DODGE, "no gastar:esquiva"): ("atacante", "no_dodge"),
    (DODGE, "gastar:esquiva anular:critico"): ("defensor", "dodge_crits"),
    (MODIFY, "cambiar:impacto>critico"): ("atacante", "hits_to_crits"),
    (MODIFY, "cambiar:critico>impacto"): ("atacante", "crits_to_hits"),
    (MODIFY, "cambiar:*>critico"): ("atacante", "any_to_crits"),
    (MODIFY, "voltear:escudo*critico|impacto"): ("atacante", "shields_down"),
    (MODIFY, "anular:impacto"): ("defensor", "cancel_hits"),
    ("", "tener:escudo"): ("defensor", "shields"),
    (MODIFY, "voltear:escudo anular:critico|impacto"): ("defensor", "shield_use"),
    (GATHER, "tirar:mas=perforante_x"): ("defensor", "dice_by_pierce"),
    (GATHER, "tirar:mas*acobardamiento"): ("defensor", "dice_by_suppression"),
    (AGAIN, "repetir:defensa"): ("defensor", "reroll"),
    (AGAIN, "repetir:defensa:todos"): ("defensor", "reroll_all"),
    (BLOCKS, "tabla:incremento_de_defensa>bloqueo"): ("defensor", "surge_blocks"),
    (PIERCE, "anular:bloqueo"): ("atacante", "pierce"),
}  # fmt: skip
"""In which step which order moves which lever, and on whose side."""
LETHAL: Mapping[tuple[str, str], str] = {(MODIFY, "gastar:ataque_apuntado"): "aim_pierce"}
"""Tokens spent for as much of a keyword."""


@dataclass(frozen=True)
class Lever:
    kind: str
    n: int
    flags: frozenset[str] = frozenset()
    """What has to have happened."""
    sources: frozenset[tuple[Side, str]] = frozenset()
    """The keywords that it stands on: one that may not be used takes it away."""
    about: tuple[Side, str] = ("atacante", "")
    """Of what silences: which keyword of which side."""


@dataclass(frozen=True)
class Reading:
    levers: tuple[Lever, ...] = ()
    assumed: bool = False
    idle: bool = False
    """Something of it would act in another attack, or against others."""
    rest: tuple[str, ...] = ()
    """What of it moves no lever, in its words."""


@dataclass(frozen=True)
class Told:
    """What a text is read for: whose it is, of which attack, against which keywords."""

    side: Side
    melee: bool
    weapon: bool = False
    theirs: frozenset[str] = frozenset()
    """Keywords of the defender."""
    depth: int = 0


@dataclass(frozen=True)
class _Window:
    step: str
    melee: bool | None = None
    whose: Side | None = None
    flags: frozenset[str] = frozenset()


class _Aside(Exception):
    """Not of these dice."""


def of_keyword(keyword: str, n: int, told: Told) -> Reading:
    term = terms()[keyword]
    if not term.definicion:
        return Reading(rest=(term.nombre,))
    text = numbered(term.definicion, x=n) if "X" in term.parametros else term.definicion
    found = of_text(text, replace(told, weapon=term.clase == "cualidad_arma"))
    mine = (told.side, keyword)
    return replace(found, levers=tuple(replace(lever, sources=lever.sources | {mine}) for lever in found.levers))


@lru_cache(maxsize=2048)
def of_text(text: str, told: Told) -> Reading:
    if why := refusal(text, GAME):
        return Reading(rest=(why,))
    levers: list[Lever] = []
    rest: list[str] = []
    assumed = idle = False
    for ability in abilities_of(text, GAME):
        for step in ability.steps:
            try:
                window = _window(ability, step, told)
                if window is None:
                    continue  # the other side's
                held, flags = _held(step, told)
                if held is False or window.melee not in (None, told.melee):
                    idle = True
                    continue
                found = tuple(_levers(step, window, told))
            except _Aside:
                rest.append(said(step, GAME))
                continue
            assumed = assumed or held is None
            levers += (replace(lever, flags=lever.flags | flags | window.flags) for lever in found)
    return Reading(tuple(levers), assumed, idle, tuple(rest))


def _window(ability: Ability, step: Item, told: Told) -> _Window | None:
    """The step of the attack in which it acts; None where it is not this side's."""
    found = _Window("")
    own = step.cuando if isinstance(step, Paso) else ()
    for moment in (*(m for m in ability.moments if not (own and m.tiempo is not None)), *own):
        found = _narrowed(found, moment)
    whose = "atacante" if told.weapon else found.whose or _doer(ability)
    return found if whose in (None, told.side) else None


def _narrowed(window: _Window, moment: Momento) -> _Window:
    time = moment.tiempo
    if isinstance(time, Cosa) and time.noun == "paso":
        row = stuff(time)
        name = identifier(row.name)
        melee = _kind(row.of) if row.of is not None else window.melee
        return replace(window, step=f"tras_{name}" if moment.rel == "despues" else name, melee=melee)
    if time is not None or len(moment.hechos) != 1:
        raise _Aside
    fact = moment.hechos[0]
    if moment.rel == "iba_a":  # what its condition says again
        return window
    who = fact.role("quien")
    if fact.verb in ("atacar", "defender") and moment.rel in ("cuando", "mientras", "durante"):
        side: Side = "atacante" if fact.verb == "atacar" else "defensor"
        narrowed = set(dict(fact.roles)) - {"quien", "de"} or fact.circ
        if narrowed or who not in (Yo(), Papel(side)):
            raise _Aside
        of = fact.role("de")
        return replace(window, whose=side, melee=_kind(of) if of is not None else window.melee)
    if fact.verb == "volver_a_tirar" and moment.rel == "despues" and who == Yo():
        during = dict(fact.circ).get("durante")
        return replace(window, whose="atacante", melee=_kind(during) if during is not None else None, flags=frozenset({AIMED}))
    raise _Aside


def _kind(attack: Value | None) -> bool | None:
    """Whether an attack is in melee; None where it does not say."""
    if not isinstance(attack, Cosa) or attack.sort != "ataque":
        raise _Aside
    return {"ataque_cuerpo_a_cuerpo": True, "ataque_a_distancia": False}.get(attack.noun)


def _doer(ability: Ability) -> Side | None:
    """Who acts, or whose it is; None: its bearer."""
    first = next(iter(ability.facts()), None)
    who = first.role("quien") if first else None
    if first and who is None and isinstance(what := first.role("que"), Cosa):
        who = stuff(what).of
    if isinstance(who, Papel) and who.nombre in OTHER:
        return "atacante" if who.nombre == "atacante" else "defensor"
    return "atacante" if isinstance(who, Cosa) and who.sort == "reserva" else None


def _held(step: Item, told: Told) -> tuple[bool | None, frozenset[str]]:
    """Whether its conditions hold (None: nobody told), and what has to have happened."""
    flags: set[str] = set()
    known: bool | None = True
    for cond in step.si if isinstance(step, Paso) else ():
        if flag := _flag(cond):
            flags.add(flag)
        elif (has := _has(cond, told)) is False:
            return False, frozenset()
        elif has is None:
            known = None
    return known, frozenset(flags)


def _flag(cond: Cond) -> str:
    """What the attack itself decides."""
    if not isinstance(cond, Hecho) or cond.neg:
        return ""
    row = ops.thing(cond)
    if cond.verb == "gastar" and cond.past and row is not None:
        return {"ataque_apuntado": AIMED, "esquiva": DODGED}.get("|".join(row.ids("tipo_ficha")), "")
    return ""


def _has(cond: Cond, told: Told) -> bool | None:
    """«si el defensor tiene la cualidad BLINDAJE o BLINDAJE X»; furtivo's «si va a tirar» is the dice's own."""
    if isinstance(cond, Hecho) and cond.would and cond.verb == "tirar":
        return True
    if not isinstance(cond, Hecho) or cond.neg or cond.verb != "tener" or cond.role("quien") != Papel("defensor"):
        return None
    what = cond.role("que")
    items = what.items if isinstance(what, Lista) else (what,)
    if not all(isinstance(item, Cosa) and item.sort == "palabra_clave" for item in items):
        return None
    return any(isinstance(item, Cosa) and item.noun in told.theirs for item in items)


def _levers(step: Item, window: _Window, told: Told) -> Iterator[Lever]:
    if not isinstance(step, Paso) or step.si_no or step.en_vez:
        raise _Aside
    if step.modo == "no_puede":
        yield from (lever for item in step.efecto for lever in _forbidden(item, window, told))
        return
    if step.coste:
        yield from _paid(step, window, told)
        return
    read = 0
    for item in step.efecto:
        found = [*_gained(item, window, told), *_mute(item, told), *_moved(ops.named(item), window, told)]
        read += bool(found)
        yield from found
        if not found and read:
            break  # what the first one brings about: «por cada resultado anulado, …»
    if not read:
        raise _Aside


def _moved(op: ops.Op | None, window: _Window, told: Told) -> Iterator[Lever]:
    side, kind = LEVERS.get((window.step, op[0]), (None, "")) if op else (None, "")
    if op and side == told.side:
        yield Lever(kind, op[1])


def _forbidden(item: Item, window: _Window, told: Told) -> Iterator[Lever]:
    if found := [*_mute(item, told, "utilizar")]:
        yield from found
        return
    op = ops.named(item)
    found = [*_moved((f"no {op[0]}", op[1]) if op else None, window, told)]
    if not found:
        raise _Aside
    yield from found


def _mute(item: Item, told: Told, verb: str = "ignorar") -> Iterator[Lever]:
    """Keywords that may not be used, or are ignored: the other side's."""
    what = item.role("que") if isinstance(item, Hecho) and item.verb == verb else None
    for each in what.items if isinstance(what, Lista) else (what,):
        if isinstance(each, Cosa) and each.sort == "palabra_clave":
            yield Lever(MUTE, 1, about=(OTHER[told.side], each.noun))


def _gained(item: Item, window: _Window, told: Told) -> Iterator[Lever]:
    """«la reserva de ataque gana CRÍTICO 2»: what that keyword does, for whoever gains it."""
    what = item.role("que") if isinstance(item, Hecho) and item.verb == "recibir" else None
    if not isinstance(item, Hecho) or not isinstance(what, Cosa) or what.sort != "palabra_clave" or told.depth > 2:
        return
    side = _side(item.role("quien"), told)
    number = next((f.role("que") for f in what.filters if isinstance(f, Hecho) and f.verb == "valer"), None)
    n = getattr(number, "desde", "1")
    if what.noun not in terms() or not n.isdigit() or any(k != "por_cada" for k, _ in item.circ):
        raise _Aside
    found = of_keyword(what.noun, int(n), replace(told, side=side, depth=told.depth + 1))
    yield from found.levers


def _side(who: Value | None, told: Told) -> Side:
    if isinstance(who, Papel) and who.nombre in OTHER:
        return "atacante" if who.nombre == "atacante" else "defensor"
    if isinstance(who, Yo):
        return told.side
    if isinstance(who, Cosa) and who.sort == "reserva":
        return "atacante"
    raise _Aside  # somebody who is not in this attack


def _paid(step: Paso, window: _Window, told: Told) -> Iterator[Lever]:
    """Tokens spent, or a keyword's number lowered, for something else."""
    if len(step.coste) != 1:
        raise _Aside
    price = step.coste[0]
    if less := _lowered(price, told):
        yield Lever("trade", 1)
        yield from less
        for item in step.efecto:
            for lever in _levers(item, window, told):
                yield replace(lever, flags=lever.flags | {TRADED})
        return
    cost = ops.named(price)
    if cost is None or len(step.efecto) != 1:
        raise _Aside
    item = step.efecto[0]
    if (kind := LETHAL.get((window.step, cost[0]))) and told.side == "atacante":
        gained = [*_gained(item, window, told)]
        if [lever.kind for lever in gained] == ["pierce"] and gained[0].n == 1:
            yield Lever(kind, cost[1], sources=gained[0].sources)
            return
    op = ops.named(item)
    found = [*_moved((f"{cost[0]} {op[0]}", cost[1]) if op else None, window, told)]
    if not found:
        raise _Aside
    yield from found


def _lowered(price: Item, told: Told) -> list[Lever]:
    """«reducir en 1 el valor de PERFORANTE X de un arma»."""
    if not isinstance(price, Hecho) or price.verb != "reducir":
        return []
    row, by = ops.thing(price), ops.thing(price, "en")
    what, n = row.of if row and row.sort == "valor" else None, ops.many(by) if by else None
    if not isinstance(what, Cosa) or what.noun not in terms() or n is None:
        raise _Aside
    found = of_keyword(what.noun, n, replace(told, depth=told.depth + 1)).levers
    return [replace(lever, n=-lever.n, flags=lever.flags | {TRADED}) for lever in found]


def standing(levers: Iterable[Lever], flags: frozenset[str]) -> Mapping[str, int]:
    """What each lever is worth once this has happened. A keyword that is itself silenced silences nobody."""
    here = [lever for lever in levers if lever.flags <= flags]
    mutes = [lever for lever in here if lever.kind == MUTE]
    first = {lever.about for lever in mutes}
    quiet = {lever.about for lever in mutes if not lever.sources & first}
    found = defaultdict[str, int](int)
    for lever in here:
        if not lever.sources & quiet:
            found[lever.kind] += lever.n
    return found
