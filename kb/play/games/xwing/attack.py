"""X-Wing: an attack from 1 to 6. The steps and their order are those of juego.toml; each side's cards act in the step
where they do what they do («Momentos de aplicación»)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from grammar.game import Step, load_game
from kb.play.games.xwing import cards
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.actions import receive_tokens
from kb.play.games.xwing.damage import ATTACK, suffer
from kb.play.games.xwing.faces import shown
from kb.play.games.xwing.fight import Attack, Fight
from kb.play.games.xwing.modify import during, window
from kb.play.games.xwing.queue import CONSEQUENCES
from kb.play.games.xwing.state import Table
from kb.play.games.xwing.view import Happening
from kb.play.games.xwing.weapons import on_hit, pay
from kb.play.odds.xwing import MOST_DICE, neutralised
from kb.play.run import Illegal, Log


def attack(table: Table, order: Attack, log: Log) -> tuple[Table, dict[str, Any]]:
    fight = Fight(table, order, log)
    _steps(fight, load_game("xwing").ataque)
    again = sum(bool(change.repite) for change in order.modifica or ())
    red, green = fight.dice.ataque, fight.dice.defensa
    result = {
        "impacta": fight.result == "impacta",
        "impactos": fight.hits,
        "criticos": fight.crits,
        "dados_de_ataque": sorted(red),
        "dados_de_defensa": sorted(green),
        "tiradas": 2,
        "repeticiones": again,
    }
    return fight.table.model_copy(update={"dados": None}), result


def _steps(fight: Fight, steps: Iterable[Step]) -> None:
    """In the order of the book; before and after each, what waits for it."""
    for step in steps:
        _window(fight, "antes", step)
        if step.id in STEPS:
            STEPS[step.id](fight, step.numero)
        _steps(fight, step.pasos)
        _window(fight, "despues", step)


def _window(fight: Fight, relation: Any, step: Step) -> None:
    happening = Happening(relation, "paso", noun=step.id, qualities=frozenset(fight.marks), roles=fight.roles, step=step.numero)
    fight.table = fight.log.happen(fight.table, happening)


def _declare(fight: Fight, step: str) -> None:
    order = fight.order
    ship = fight.table.ship(order.atacante)
    fight.table.ship(order.defensor)
    if order.atacante == order.defensor:
        raise Illegal("una nave no puede atacarse a sí misma", rules.ROLL_ATTACK)
    if ship.has("desarme"):
        raise Illegal(f"{order.atacante} está desarmada y no puede atacar", rules.DISARMED)
    if ship.has("camuflaje"):
        raise Illegal(f"{order.atacante} está camuflada y no puede atacar", rules.CLOAKED_UNARMED)
    if order.arma == "principal" and order.alcance > 3:
        raise Illegal("el armamento principal llega a alcance 3", rules.ROLL_ATTACK)
    told = fight.table.range(order.atacante, order.defensor)
    if told is not None and told != order.alcance:
        raise Illegal(f"se ha dicho que están a alcance {told}, no a {order.alcance}", rules.ROLL_ATTACK)
    if order.adicional:
        _bonus(fight)
    declared = f"{order.atacante} declara como defensor a {order.defensor}, a alcance {order.alcance}"
    fight.log.say(step, declared, rules.ROLL_ATTACK)


def _bonus(fight: Fight) -> None:
    name = fight.order.atacante
    ship = fight.table.ship(name)
    if ship.ataque_adicional != "concedido":
        why = "ya ha hecho uno en esta ronda" if ship.ataque_adicional else "ninguna capacidad se lo ha concedido"
        raise Illegal(f"{name} no puede efectuar un ataque adicional: {why}", rules.BONUS)
    fight.table = fight.table.put(name, ship.model_copy(update={"ataque_adicional": "hecho"}))
    fight.log.say("1c", f"{name} efectúa su ataque adicional, que es un ataque nuevo", rules.BONUS_NEW)


def _roll_attack(fight: Fight, step: str) -> None:
    order = fight.order
    dice = _attack_dice(fight, step)
    red = fight.log.roll(order.ataque, dice, rules.ATTACK_FACES, "los dados de ataque")
    fight.keep(fight.dice.put("ataque", red))
    fight.log.say(step, f"{order.atacante} tira {dice} dados de ataque: {shown(red)}", rules.ROLL_ATTACK)
    _rolled(fight, order.atacante, "dado_de_ataque", step)


def _rolled(fight: Fight, name: str, noun: str, step: str) -> None:
    fight.table = fight.log.happen(fight.table, Happening("despues", "tirar", name, noun, roles=fight.roles, step=step))


def _attack_dice(fight: Fight, step: str) -> int:
    order, log = fight.order, fight.log
    ship = fight.table.ship(order.atacante)
    dice = ship.ataque if order.valor is None else order.valor
    more, fewer = max(0, order.dados_de_mas), max(0, -order.dados_de_mas)
    if order.alcance == 1 and not order.artilleria:
        more += 1
        log.say(step, "un dado de ataque más por alcance 1", rules.RANGE_BONUS)
    by_cards = _card_dice(fight, "ataque", step)
    more, fewer = more + max(0, by_cards), fewer + max(0, -by_cards)
    if order.alcance == 0 and order.arma == "principal":
        more = 0
    ship = fight.table.ship(order.atacante)
    if ship.has("merma"):
        fewer += 1
        fight.table = fight.table.put(order.atacante, ship.with_tokens(merma=-1))
        log.say(step, f"{order.atacante} está mermada: un dado menos, y retira una ficha", rules.DEPLETE, "Merma")
    return _clamp(dice + more - fewer)


def _card_dice(fight: Fight, pool: str, step: str) -> int:
    """Dice that the cards of both ships add to a pool or take from it."""
    total = 0
    rule = rules.ROLL_ATTACK if pool == "ataque" else rules.ROLL_DEFENSE
    for side in ("atacante", "defensor"):
        view = fight.view(side)
        for card, ability, n in cards.extra_dice(view, pool, fight.order.usa):
            told = True if card in fight.order.usa else None
            cards.allowed(view, card, ability, told, rule)
            fight.table = cards.paid(fight.view(side), card, ability, rule, fight.log)
            fight.log.say(step, f"«{card}»: {n:+d} dados de {pool}", rule, card, view.ship.text_of(card))
            total += n
    during(fight, step)
    return total + fight.dice.mas.get(pool, 0)


def _roll_defense(fight: Fight, step: str) -> None:
    order = fight.order
    dice = _defense_dice(fight, step)
    green = fight.log.roll(order.defensa, dice, rules.DEFENSE_FACES, "los dados de defensa")
    fight.keep(fight.dice.put("defensa", green))
    fight.log.say(step, f"{order.defensor} tira {dice} dados de defensa: {shown(green)}", rules.ROLL_DEFENSE)
    _rolled(fight, order.defensor, "dado_de_defensa", step)


def _defense_dice(fight: Fight, step: str) -> int:
    order, log = fight.order, fight.log
    dice = fight.table.ship(order.defensor).agilidad + max(0, order.dados_de_defensa_de_mas)
    fewer = max(0, -order.dados_de_defensa_de_mas)
    by_cards = _card_dice(fight, "defensa", step)
    dice, fewer, ship = dice + max(0, by_cards), fewer + max(0, -by_cards), fight.table.ship(order.defensor)
    if ship.has("camuflaje"):
        dice += 2
        log.say(step, f"{order.defensor} está camuflada: su Agilidad sube en 2", rules.CLOAK, "Camuflaje")
    if order.alcance >= 3 and not order.artilleria:
        dice += 1 if order.alcance == 3 else 2
        log.say(step, f"más dados de defensa por alcance {order.alcance}", rules.RANGE_BONUS)
    dice += order.obstruido
    if ship.over("campo_de_traccion"):
        fewer += 1
        trapped = f"{order.defensor} está atrapada en un campo de tracción: un dado menos"
        log.say(step, trapped, rules.TRACTOR, "Campo de tracción")
    if ship.has("sobresfuerzo"):
        fewer += 1
        fight.table = fight.table.put(order.defensor, ship.with_tokens(sobresfuerzo=-1))
        strained = f"{order.defensor} está bajo sobresfuerzo: un dado menos, y retira una ficha"
        log.say(step, strained, rules.STRAIN_OFF, "Sobresfuerzo")
    return _clamp(dice - fewer)


def _neutralise(fight: Fight, step: str) -> None:
    order, ship = fight.order, fight.table.ship(fight.order.defensor)
    red, evades = fight.dice.ataque, fight.dice.defensa.count("evasion")
    before = red.count("impacto"), red.count("critico")
    reinforce = ship.has("refuerzo") if order.refuerzo_sirve else 0
    fight.hits, fight.crits = neutralised(*before, evades, reinforce)
    if reinforce and neutralised(*before, evades) != (fight.hits, fight.crits):
        fight.log.say(step, f"el Refuerzo de {order.defensor} anula un resultado más", rules.REINFORCE, "Refuerzo")
    fight.result = "impacta" if fight.hits + fight.crits else "falla"
    left = f"quedan {fight.hits} impactos y {fight.crits} críticos: el ataque {fight.result}"
    fight.log.say(step, left, rules.NEUTRALISE)
    on_hit(fight, step)


def _damage(fight: Fight, step: str) -> None:
    if fight.result == "impacta" and fight.order.inflige:
        token, n = fight.order.inflige, fight.hits + fight.crits
        fight.log.say(step, f"el arma inflige {n} de {token} en vez de daño", rules.INFLICT)
        fight.table = receive_tokens(fight.table, fight.order.defensor, {token: n}, fight.log)[0]
    elif fight.result == "impacta":
        fight.table = suffer(fight.table, fight.order.defensor, fight.hits, fight.crits, fight.log, ATTACK)


def _aftermath(fight: Fight, step: str) -> None:
    """What waits for the end of the attack, and for a ship that it destroyed, makes one queue."""
    after = [fight.happening("despues", "defensor", CONSEQUENCES), fight.happening("despues", "atacante", CONSEQUENCES)]
    for name in (fight.order.defensor, fight.order.atacante):
        if fight.table.ship(name).destruida and not fight.before.ship(name).destruida:
            after.append(Happening("despues", "destruir", name, roles=after[0].roles, step=CONSEQUENCES))
    fight.table = fight.log.happen(fight.table, *after)


STEPS: Mapping[str, Callable[[Fight, str], None]] = {
    "declarar_defensor": _declare,
    "pagar_costes": pay,
    "tirar_dados_de_ataque": _roll_attack,
    "modificar_dados_de_ataque": lambda fight, step: window(fight, "ataque", step),
    "tirar_dados_de_defensa": _roll_defense,
    "modificar_dados_de_defensa": lambda fight, step: window(fight, "defensa", step),
    "neutralizar_los_resultados": _neutralise,
    "infligir_dano": _damage,
    "resolver_consecuencias": _aftermath,
}


def _clamp(dice: int) -> int:
    return max(0, min(MOST_DICE, dice))
