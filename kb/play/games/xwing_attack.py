"""X-Wing: an attack from 1 to 5, with the dice given and each modification told in the order of its window."""

from collections import Counter
from typing import Any, Literal

from kb.play.games import xwing_cards as cards
from kb.play.games import xwing_state as rules
from kb.play.games.xwing_damage import suffer
from kb.play.games.xwing_state import Natural, Table
from kb.play.odds.xwing import MOST_DICE, neutralised
from kb.play.run import Illegal, Log
from kb.play.validation import Model

AttackFace = Literal["impacto", "critico", "concentracion", "vacia"]
DefenseFace = Literal["evasion", "concentracion", "vacia"]
Side = Literal["atacante", "defensor"]
Spent = Literal["concentracion", "calculos", "fuerza", "evasion", "blanco_fijado"]


class Change(Model):
    """One modification: a token spent, or what a card lets do."""

    quien: Side
    gasta: Spent | None = None
    carta: str = ""
    dados: Literal["ataque", "defensa"] | None = None
    """Whose dice; one's own unless a card says otherwise."""
    cuantos: Natural | None = None
    repite: tuple[str, ...] = ()
    sale: tuple[str, ...] | None = None
    cambia: tuple[str, ...] = ()
    por: str = ""
    anade: tuple[str, ...] = ()
    paso: Literal["2b", "3b", "6"] | None = None
    """Where it is tried, to ask whether it is still in time."""
    se_cumple: bool | None = None
    """Whether the requirement of the card holds."""


class Attack(Model):
    atacante: str
    defensor: str
    alcance: Literal[0, 1, 2, 3, 4, 5] = 2
    arma: Literal["principal", "especial"] = "principal"
    valor: Natural | None = None
    arco: Literal["frontal", "trasero", "torreta", "torreta_doble", "diana"] = "frontal"
    """The arc printed on the weapon, wherever the target is."""
    artilleria: bool = False
    """Ordnance: range gives no dice."""
    obstruido: bool = False
    refuerzo_sirve: bool = True
    """The attacker is in the arc of the reinforce token and out of the other."""
    dados_de_mas: int = 0
    dados_de_defensa_de_mas: int = 0
    ataque: tuple[AttackFace, ...] | None = None
    defensa: tuple[DefenseFace, ...] | None = None
    modifica: tuple[Change, ...] | None = None
    usa: tuple[str, ...] = ()
    """Cards that add or take dice, by name."""


def attack(table: Table, order: Attack, log: Log) -> tuple[Table, dict[str, Any]]:
    table = _declared(table, order, log)
    table, red_dice = _attack_dice(table, order, log)
    red = list(log.roll(order.ataque, red_dice, rules.ATTACK_FACES, "los dados de ataque"))
    log.say("2a", f"{order.atacante} tira {red_dice} dados de ataque: {_shown(red)}", rules.ROLL_ATTACK)
    changes = order.modifica or ()
    if any(change.paso == "6" for change in changes):
        raise Illegal("en las consecuencias el ataque ya ha terminado: no vale lo que se aplica «mientras»", rules.AFTERMATH)
    on_attack = [c for c in changes if _pool(c) == "ataque"]
    table = _window(table, order, red, on_attack, "2b", log)
    table, green_dice = _defense_dice(table, order, log)
    green = list(log.roll(order.defensa, green_dice, rules.DEFENSE_FACES, "los dados de defensa"))
    log.say("3a", f"{order.defensor} tira {green_dice} dados de defensa: {_shown(green)}", rules.ROLL_DEFENSE)
    on_defense = [c for c in changes if _pool(c) == "defensa"]
    table = _window(table, order, green, on_defense, "3b", log)
    return _resolved(table, order, red, green, log)


def _declared(table: Table, order: Attack, log: Log) -> Table:
    ship = table.ship(order.atacante)
    table.ship(order.defensor)
    if order.atacante == order.defensor:
        raise Illegal("una nave no puede atacarse a sí misma", rules.ROLL_ATTACK)
    if ship.has("desarme"):
        raise Illegal(f"{order.atacante} está desarmada y no puede atacar", rules.DISARMED)
    if ship.has("camuflaje"):
        raise Illegal(f"{order.atacante} está camuflada y no puede atacar", rules.CLOAKED_UNARMED)
    if order.arma == "principal" and order.alcance > 3:
        raise Illegal("el armamento principal llega a alcance 3", rules.ROLL_ATTACK)
    log.say("1c", f"{order.atacante} declara como defensor a {order.defensor}, a alcance {order.alcance}", rules.ROLL_ATTACK)
    return table


def _attack_dice(table: Table, order: Attack, log: Log) -> tuple[Table, int]:
    ship = table.ship(order.atacante)
    dice = ship.ataque if order.valor is None else order.valor
    more = max(0, order.dados_de_mas)
    if order.alcance == 1 and not order.artilleria:
        more += 1
        log.say("2a", "un dado de ataque más por alcance 1", rules.RANGE_BONUS)
    fewer = max(0, -order.dados_de_mas)
    table, cards = _card_dice(table, order, "ataque", "2a", log)
    more, fewer = more + max(0, cards), fewer + max(0, -cards)
    ship = table.ship(order.atacante)
    if order.alcance == 0 and order.arma == "principal":
        more = 0
    if ship.has("merma"):
        fewer += 1
        table = table.put(order.atacante, ship.with_tokens(merma=-1))
        log.say("2a", f"{order.atacante} está mermada: un dado menos, y retira una ficha", rules.DEPLETE, "Merma")
    return table, _clamp(dice + more - fewer)


def _card_dice(table: Table, order: Attack, pool: str, step: str, log: Log) -> tuple[Table, int]:
    """Dice that the cards of both ships add to a pool or take from it."""
    total = 0
    for name, moment in ((order.atacante, "ataque"), (order.defensor, "defensa")):
        ship = table.ship(name)
        for card, ability, n in cards.extra_dice(ship, moment, pool, order.usa, _kind(order)):
            rule = rules.ROLL_ATTACK if step == "2a" else rules.ROLL_DEFENSE
            table = table.put(name, cards.paid(table.ship(name), card, ability, True, rule))
            log.say(step, f"«{card}»: {n:+d} dados de {pool}", rule, card, ship.cartas[card])
            total += n
    return table, total


def _defense_dice(table: Table, order: Attack, log: Log) -> tuple[Table, int]:
    ship = table.ship(order.defensor)
    dice, fewer = ship.agilidad + max(0, order.dados_de_defensa_de_mas), max(0, -order.dados_de_defensa_de_mas)
    table, cards = _card_dice(table, order, "defensa", "3a", log)
    dice, fewer, ship = dice + max(0, cards), fewer + max(0, -cards), table.ship(order.defensor)
    if ship.has("camuflaje"):
        dice += 2
        log.say("3a", f"{order.defensor} está camuflada: su Agilidad sube en 2", rules.CLOAK, "Camuflaje")
    if order.alcance >= 3 and not order.artilleria:
        dice += 1 if order.alcance == 3 else 2
        log.say("3a", f"más dados de defensa por alcance {order.alcance}", rules.RANGE_BONUS)
    dice += order.obstruido
    if ship.over("campo_de_traccion"):
        fewer += 1
        log.say(
            "3a", f"{order.defensor} está atrapada en un campo de tracción: un dado menos", rules.TRACTOR, "Campo de tracción"
        )
    if ship.has("sobresfuerzo"):
        fewer += 1
        table = table.put(order.defensor, ship.with_tokens(sobresfuerzo=-1))
        log.say(
            "3a",
            f"{order.defensor} está bajo sobresfuerzo: un dado menos, y retira una ficha",
            rules.STRAIN_OFF,
            "Sobresfuerzo",
        )
    return table, _clamp(dice - fewer)


def _window(table: Table, order: Attack, dice: list[str], changes: list[Change], step: str, log: Log) -> Table:
    """2b: the defender first; 3b: the attacker first. A die is rolled again once."""
    first: Side = "defensor" if step == "2b" else "atacante"
    if order.modifica is None:
        _offers(table, order, dice, step, log)
    again: Counter[str] = Counter()
    started = False
    for change in changes:
        rule = rules.MODIFY_ATTACK if step == "2b" else rules.MODIFY_DEFENSE
        if change.quien != first:
            started = True
        elif started:
            raise Illegal(f"en {step} modifica antes el {first}", rule)
        if order.alcance == 0 and change.quien == "atacante" and (step == "3b" or order.arma == "principal"):
            raise Illegal("a alcance de ataque 0 el atacante no puede modificar los dados", rule)
        table = _changed(table, order, dice, change, step, again, log)
    return table


def _changed(table: Table, order: Attack, dice: list[str], change: Change, step: str, again: Counter[str], log: Log) -> Table:
    name = order.atacante if change.quien == "atacante" else order.defensor
    ship = table.ship(name)
    to = "impacto" if step == "2b" else "evasion"
    if change.gasta is None:
        if change.carta in ship.cartas:
            table = _by_compiled(table, name, dice, change, step, again, order, log)
        else:
            _by_card(dice, change, step, again, log)
        return table
    if change.gasta == "blanco_fijado":
        if step != "2b" or change.quien != "atacante" or order.defensor not in ship.blancos:
            raise Illegal(f"{name} no tiene un Blanco fijado sobre {order.defensor}", rules.LOCK)
        _reroll(dice, change, rules.ATTACK_FACES, again, log)
        log.say(step, f"{name} gasta su Blanco fijado y vuelve a tirar: {_shown(dice)}", rules.LOCK, "Blanco fijado")
        return table.put(name, ship.model_copy(update={"blancos": tuple(b for b in ship.blancos if b != order.defensor)}))
    eyes = dice.count("concentracion")
    spent = change.cuantos or 1
    if change.gasta == "evasion":
        if step != "3b" or change.quien != "defensor":
            raise Illegal("una ficha de Evasión sólo sirve al defenderse", rules.EVADE)
        faces = list(change.cambia) or (["vacia"] * dice.count("vacia") + ["concentracion"] * eyes)[:spent]
        return _spend(table, name, "evasion", len(faces) or spent, dice, faces, to, step, log)
    if not eyes:
        need = rules.FOCUS_NEEDS if change.gasta == "concentracion" else rules.CALCULATE_NEEDS
        raise Illegal(f"{name} no tiene ningún resultado de concentración que cambiar", need)
    many = eyes if change.gasta == "concentracion" else min(spent, eyes)
    cost = 1 if change.gasta == "concentracion" else many
    return _spend(table, name, change.gasta, cost, dice, ["concentracion"] * many, to, step, log)


def _spend(
    table: Table, name: str, what: str, cost: int, dice: list[str], faces: list[str], to: str, step: str, log: Log
) -> Table:
    ship = table.ship(name)
    have = ship.fuerza if what == "fuerza" else ship.has(what)
    rule = {
        "concentracion": rules.FOCUS_ATTACK if step == "2b" else rules.FOCUS_DEFENSE,
        "calculos": rules.CALCULATE,
        "fuerza": rules.CALCULATE,
        "evasion": rules.EVADE,
    }[what]
    if have < cost:
        raise Illegal(f"{name} no tiene {cost} de {what} que gastar", rule)
    _swap(dice, faces, to)
    log.say(step, f"{name} gasta {cost} de {what}: {_shown(dice)}", rule, what)
    spent = ship.model_copy(update={"fuerza": ship.fuerza - cost}) if what == "fuerza" else ship.with_tokens(**{what: -cost})
    return table.put(name, spent)


def _by_compiled(
    table: Table, name: str, dice: list[str], change: Change, step: str, again: Counter[str], order: Attack, log: Log
) -> Table:
    """A card of the ship: only what its text allows, with its costs paid and its words quoted."""
    ship = table.ship(name)
    moment, pool = ("ataque" if change.quien == "atacante" else "defensa"), ("ataque" if step == "2b" else "defensa")
    kind, faces = (
        ("repetir", change.repite)
        if change.repite
        else ("cambiar", change.cambia)
        if change.cambia
        else ("anadir", change.anade)
    )
    if change.cambia and not change.por and (kind == "cambiar"):
        kind = (
            "cambiar"
            if any(op.kind == "cambiar" for a in cards.abilities_of(ship, change.carta, moment) for op in a.ops)
            else "anular"
        )
    ability, op = cards.matching(ship, change.carta, moment, kind, pool, faces, _kind(order))
    table = table.put(name, cards.paid(ship, change.carta, ability, change.se_cumple, cards.RULES[step]))
    if kind == "repetir":
        _reroll(dice, change, rules.ATTACK_FACES if step == "2b" else rules.DEFENSE_FACES, again, log)
    elif kind == "cambiar":
        to = change.por or next(face for face in op.to if face in (rules.ATTACK_FACES if step == "2b" else rules.DEFENSE_FACES))
        if to not in op.to:
            raise Illegal(f"«{change.carta}» no cambia por «{to}»", cards.RULES[step])
        _swap(dice, list(faces), to)
    elif kind == "anular":
        for face in faces:
            _swap(dice, [face], "")
            dice.remove("")
    else:
        dice.extend(faces)
    log.say(step, f"{name} usa «{change.carta}»: {_shown(dice)}", cards.RULES[step], change.carta, ship.cartas[change.carta])
    return table


def _by_card(dice: list[str], change: Change, step: str, again: Counter[str], log: Log) -> None:
    rule = rules.MODIFY_ATTACK if step == "2b" else rules.MODIFY_DEFENSE
    if change.repite:
        _reroll(dice, change, rules.ATTACK_FACES if step == "2b" else rules.DEFENSE_FACES, again, log)
    if change.cambia:
        _swap(dice, list(change.cambia), change.por)
    dice.extend(change.anade)
    log.say(step, f"{change.quien} modifica con «{change.carta}»: {_shown(dice)}", rule, change.carta)


def _reroll(dice: list[str], change: Change, faces: tuple[str, ...], again: Counter[str], log: Log) -> None:
    shown = log.roll(change.sale, len(change.repite), faces, "los dados que se vuelven a tirar")
    for old in change.repite:
        if dice.count(old) - again[old] <= 0:
            raise Illegal(
                f"no hay ningún dado con «{old}» que se pueda volver a tirar: cada dado, una vez", rules.MODIFY_ATTACK
            )
        dice.remove(old)
    for new in shown:
        dice.append(new)
        again[new] += 1


def _swap(dice: list[str], faces: list[str], to: str) -> None:
    for face in faces:
        if face not in dice:
            raise Illegal(f"no hay ningún resultado «{face}» que cambiar", rules.MODIFY_ATTACK)
        dice[dice.index(face)] = to


def _offers(table: Table, order: Attack, dice: list[str], step: str, log: Log) -> None:
    """What each side may do here, for whoever has not said it."""
    name = order.atacante if step == "2b" else order.defensor
    ship = table.ship(name)
    eyes = dice.count("concentracion")
    if eyes and ship.has("concentracion"):
        log.offer(name, step, "puedes gastar una ficha de Concentración")
    if eyes and ship.has("calculos"):
        log.offer(name, step, f"puedes gastar hasta {min(eyes, ship.has('calculos'))} fichas de Cálculos")
    if eyes and ship.fuerza:
        log.offer(name, step, f"puedes gastar hasta {min(eyes, ship.fuerza)} de Fuerza")
    if step == "2b" and order.defensor in ship.blancos:
        log.offer(name, step, "puedes gastar tu Blanco fijado para volver a tirar dados de ataque")
    mine: Side = "atacante" if step == "2b" else "defensor"
    for card in cards.offers(ship, "ataque" if mine == "atacante" else "defensa", "ataque" if step == "2b" else "defensa"):
        log.offer(name, step, f"puedes usar «{card}»")
    if step == "3b" and ship.has("evasion") and len(dice) > dice.count("evasion"):
        log.offer(name, step, "puedes gastar fichas de Evasión")


def _resolved(table: Table, order: Attack, red: list[str], green: list[str], log: Log) -> tuple[Table, dict[str, Any]]:
    ship = table.ship(order.defensor)
    before = red.count("impacto"), red.count("critico")
    reinforce = ship.has("refuerzo") if order.refuerzo_sirve else 0
    hits, crits = neutralised(*before, green.count("evasion"), reinforce)
    if reinforce and neutralised(*before, green.count("evasion")) != (hits, crits):
        log.say("4", f"el Refuerzo de {order.defensor} anula un resultado más", rules.REINFORCE, "Refuerzo")
    hit = hits + crits > 0
    log.say("4", f"quedan {hits} impactos y {crits} críticos: el ataque {'impacta' if hit else 'falla'}", rules.NEUTRALISE)
    if hit:
        table = suffer(table, order.defensor, hits, crits, log, "5")
    shown: dict[str, Any] = {"impacta": hit, "impactos": hits, "criticos": crits, "dados_de_ataque": sorted(red)}
    again = sum(bool(change.repite) for change in order.modifica or ())
    return table, {**shown, "dados_de_defensa": sorted(green), "tiradas": 2, "repeticiones": again}


def _kind(order: Attack) -> frozenset[str]:
    return frozenset({order.arma, f"arco_{order.arco}"})


def _pool(change: Change) -> str:
    return change.dados or ("ataque" if change.quien == "atacante" else "defensa")


def _clamp(dice: int) -> int:
    return max(0, min(MOST_DICE, dice))


def _shown(dice: list[str]) -> str:
    return ", ".join(dice) or "nada"
