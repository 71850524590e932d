"""X-Wing: an attack from 1 to 6. The steps and their order are those of juego.toml; each side's cards act in the step
where they do what they do («Momentos de aplicación»)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from grammar.game import Step, load_game
from kb.play.games.xwing import cards, prohibitions, weapons
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.considered import arc_of
from kb.play.games.xwing.damage import ATTACK, suffer
from kb.play.games.xwing.dice_cards import Pool
from kb.play.games.xwing.faces import shown
from kb.play.games.xwing.fight import Attack, Fight, Side
from kb.play.games.xwing.legality import check, engaged, may_attack
from kb.play.games.xwing.modify import during, scene_of, window
from kb.play.games.xwing.odds.solve import MOST_DICE, neutralised
from kb.play.games.xwing.prohibitions import Deed
from kb.play.games.xwing.queue import CONSEQUENCES
from kb.play.games.xwing.standing import allowed_already, capped, end, ignores, lifted, not_granted, other_arcs, weapons_given
from kb.play.games.xwing.state import Ship, Table
from kb.play.games.xwing.tokens import kept_by, receive_tokens, removed
from kb.play.games.xwing.view import Happening
from kb.play.games.xwing.world import GAME
from kb.play.meaning.abilities import said
from kb.play.meaning.standing import item_of
from kb.play.run import Illegal, Log
from kb.play.saying import many


def attack(table: Table, order: Attack, log: Log) -> tuple[Table, dict[str, Any]]:
    arc, card = arc_of(table, order.atacante, order.arma, order.arco)
    if card:
        log.say("1c", f"«{card}»: el requisito de arco ({order.arco}) se considera {arc}", rules.ABILITY, card)
        order = order.model_copy(update={"arco": arc})
    order = _measured(table, order, log)
    fight = Fight(table, order, log)
    _steps(fight, load_game("xwing").ataque)
    again = sum(bool(change.repite) for change in order.modifica or ())
    rolled = fight.rolled or fight.dice
    red, green = rolled.ataque, rolled.defensa
    result = {
        "impacta": fight.result == "impacta",
        "impactos": fight.hits,
        "criticos": fight.crits,
        "dados_de_ataque": sorted(red),
        "dados_de_defensa": sorted(green),
        "tiradas": 2,
        "repeticiones": again,
    }
    return end(fight.table.model_copy(update={"dados": None}), "ataque"), result


def _measured(table: Table, order: Attack, log: Log) -> Attack:
    """Without an attack range of its own, the range between the two ships; without that, one that gives no dice."""
    if "alcance" in order.model_fields_set:
        return order
    far = table.range(order.atacante, order.defensor)
    if far is None:
        log.say("1a", "no se dice el alcance: se da por dicho que es 2, que no da dados a nadie", rules.RANGE_2)
        return order
    return order.model_copy(update={"alcance": far})


def _steps(fight: Fight, steps: Iterable[Step]) -> None:
    """In the order of the book; before and after each, what waits for it."""
    for step in steps:
        _window(fight, "antes", step)
        _window(fight, "durante", step)
        if step.id in STEPS:
            STEPS[step.id](fight, step.numero)
        _steps(fight, step.pasos)
        _window(fight, "despues", step)


def _window(fight: Fight, relation: Any, step: Step) -> None:
    fight.table = fight.log.happen(fight.table, fight.moment(relation, "paso", "", step.id, step.numero))
    if relation == "despues" and step.id == "declarar_defensor":
        fight.table = fight.log.happen(fight.table, *_declared(fight, step.numero))


def _declared(fight: Fight, step: str) -> tuple[Happening, ...]:
    """Somebody has declared an attack, and its defender, who has become that."""
    made = fight.moment("despues", "declarar", fight.order.atacante, "ataque", step)
    whom = fight.moment("despues", "declarar", fight.order.atacante, "", step, que=fight.order.defensor)
    return made, whom, fight.moment("despues", "convertirse", fight.order.defensor, "", step, en="defensor")


def _declare(fight: Fight, step: str) -> None:
    order = fight.order
    for name in (order.atacante, order.defensor):
        fight.table.ship(name)
    seen = fight.happening("mientras", "atacante")
    for what in order.obstruye:
        fight.table.object(what)
    lifts = lifted(fight.table, seen)
    arcs = dict(other_arcs(fight.table, seen))
    check(may_attack(fight.table, order, lifts, arcs))
    for what, card in lifts.items():
        if what in fight.table.touching(order.atacante) or fight.table.ship(order.atacante).has(what):
            fight.log.say(step, f"«{card}» deja atacar a {order.atacante} ({what})", rules.CAPABLE, card)
    for card in allowed_already(fight.table, seen):
        fight.log.say(step, f"«{card}» lo permite, y las reglas también", rules.CAPABLE, card)
    shown = seen.qualities
    prohibitions.check(fight.table, Deed(order.atacante, "efectuar", "ataque", shown), None, fight.log)
    if order.adicional:
        _bonus(fight)
    elif not order.concedido:
        ship = fight.table.ship(order.atacante)
        if ship.ataques:
            again = f"{order.atacante} ya había atacado: se da por dicho que es otra ronda (con «fase» se comprueba)"
            fight.log.say(step, again, rules.ONE_ATTACK)
        fight.table = fight.table.put(order.atacante, ship.model_copy(update={"ataques": ship.ataques + 1, "intervino": True}))
        fight.table = engaged(fight.table, order.atacante, fight.log)
    ship = fight.table.ship(order.atacante)
    done = {
        "atacadas": (*ship.atacadas, order.defensor), "desde": (*ship.desde, f"arco_{order.arco}"),
        "ultimo_ataque": order.carta or order.arma,
    }  # fmt: skip
    fight.table = fight.table.put(order.atacante, ship.model_copy(update=done))
    declared = f"{order.atacante} declara como defensor a {order.defensor}, a alcance {order.alcance}"
    fight.log.say(step, declared, rules.DECLARE)


def _bonus(fight: Fight) -> None:
    name = fight.order.atacante
    ship = fight.table.ship(name)
    if ship.tamano == "enorme":
        _huge_bonus(fight)
        return
    own = weapons.grants(fight) and ship.ataque_adicional != "hecho"
    if ship.ataque_adicional != "concedido" and not own:
        why = "ya ha hecho uno en esta ronda" if ship.ataque_adicional else "ninguna capacidad se lo ha concedido"
        raise Illegal(f"{name} no puede efectuar un ataque adicional: {why}", rules.BONUS)
    card, known = ("", True) if own else not_granted(fight.table, name, fight.happening("mientras", "atacante"))
    if known is False:
        raise Illegal(f"«{card}» no concede ese ataque adicional: {_granted_words(ship)}", rules.BONUS_NEW)
    if known is None:
        fight.log.say("1c", f"se da por dicho que el ataque adicional es como pide «{card}»", rules.BONUS_NEW, card)
    fight.table = fight.table.put(name, ship.model_copy(update={"ataque_adicional": "hecho", "concedido": None}))
    fight.log.say("1c", f"{name} efectúa su ataque adicional, que es un ataque nuevo", rules.BONUS_NEW)


def _granted_words(ship: Ship) -> str:
    return said(item_of(ship.concedido, GAME), GAME) if ship.concedido is not None else ""


def _huge_bonus(fight: Fight) -> None:
    """As many as it has weapons: with each header of a card, one bonus attack a round."""
    name, ship = fight.order.atacante, fight.table.ship(fight.order.atacante)
    weapon = fight.order.carta or fight.order.arma
    headers = weapons.bonus_headers(ship, fight.order.carta)
    if ship.adicionales.count(weapon) >= headers:
        rule = rules.HUGE_HEADER if fight.order.carta else rules.HUGE_SAME
        raise Illegal(f"{name} ya ha hecho en esta ronda un ataque adicional con «{weapon}»", rule)
    if not fight.order.carta and not ship.ataque_adicional:
        raise Illegal(f"{name} no puede efectuar un ataque adicional: ninguna capacidad se lo ha concedido", rules.HUGE_SAME)
    used = ship.model_copy(update={"ataque_adicional": "", "adicionales": (*ship.adicionales, weapon)})
    fight.table = fight.table.put(name, used)
    fight.log.say("1c", f"{name} es enorme y efectúa un ataque adicional con «{weapon}»: no tiene tope", rules.HUGE_BONUS)


def _roll_attack(fight: Fight, step: str) -> None:
    order = fight.order
    _about_to_roll(fight, order.atacante, "dado_de_ataque", step)
    dice = _attack_dice(fight, step)
    red = fight.log.roll(order.ataque, dice, rules.ATTACK_FACES, "los dados de ataque")
    fight.keep(fight.dice.put("ataque", red))
    fight.log.say(step, f"{order.atacante} tira {many(dice, 'dado')} de ataque: {shown(red)}", rules.ROLL_ATTACK)
    _rolled(fight, order.atacante, "dado_de_ataque", step)


def _rolled(fight: Fight, name: str, noun: str, step: str) -> None:
    fight.table = fight.log.happen(fight.table, fight.moment("despues", "tirar", name, noun, step))


def _about_to_roll(fight: Fight, name: str, noun: str, step: str) -> None:
    fight.table = fight.log.happen(fight.table, fight.moment("antes", "tirar", name, noun, step))


def _attack_dice(fight: Fight, step: str) -> int:
    order, log = fight.order, fight.log
    ship = fight.table.ship(order.atacante)
    dice = _value(fight, step) if order.valor is None else order.valor
    more, fewer = max(0, order.dados_de_mas), max(0, -order.dados_de_mas)
    close = order.alcance == 1 and not order.artilleria
    coming = dice + order.dados_de_mas + close - bool(ship.has("merma"))
    fight.keep(fight.dice.model_copy(update={"previstos": {"ataque": max(0, coming)}}))
    by_cards = _card_dice(fight, "ataque", step)
    if close and not fight.dice.sin_alcance:
        more += 1
        log.say(step, "un dado de ataque más por alcance 1", rules.RANGE_BONUS)
    more, fewer = more + max(0, by_cards), fewer + max(0, -by_cards)
    if order.alcance == 0 and order.arma == "principal":
        more = 0
    ship = fight.table.ship(order.atacante)
    if ship.has("merma"):
        fewer += 1
        told = "" if kept_by(fight.table, order.atacante, "merma", log) else ", y retira una ficha"
        log.say(step, f"{order.atacante} está mermada: un dado menos{told}", rules.DEPLETE, "Merma")
        fight.table = removed(fight.table, order.atacante, "merma", 1, log)
    return _capped(fight, "ataque", dice + more - fewer, step)


def _value(fight: Fight, step: str) -> int:
    """The value of the ship's weapon, or of the one that a card gives it in this arc."""
    order, ship = fight.order, fight.table.ship(fight.order.atacante)
    given = weapons_given(fight.table, order.atacante) if order.arma == "principal" else ()
    for arc, value, card in given:
        if arc == order.arco:
            fight.log.say(step, f"«{card}»: armamento principal ({arc}) con valor {value}", rules.ROLL_ATTACK, card)
            return value
    return ship.ataque


def _capped(fight: Fight, pool: Pool, dice: int, step: str) -> int:
    """What an ability says that may be rolled at most."""
    most = fight.dice.tope.get(pool)
    for card, told in capped(fight.table, fight.happening("mientras", "atacante"), pool, fight.name(ROLLER[pool])):
        most = told if most is None else min(most, told)
        fight.log.say(step, f"«{card}»: no se tiran más de {many(told, 'dado')} de {pool}", rules.CANNOT, card)
    return _clamp(dice if most is None else min(most, dice))


ROLLER: Mapping[Pool, Side] = {"ataque": "atacante", "defensa": "defensor"}


TOO_CLOSE = "las naves enemigas no quitan dados de defensa"


def _card_dice(fight: Fight, pool: str, step: str) -> int:
    """Dice that the cards of both ships add to a pool or take from it."""
    total = 0
    rule = rules.ROLL_ATTACK if pool == "ataque" else rules.ROLL_DEFENSE
    for side in ("atacante", "defensor"):
        scene = scene_of(fight, side)
        for card, ability, n in tuple(cards.extra_dice(scene, pool, fight.order.usa)):
            if n < 0 and pool == "defensa" and side == "atacante" and fight.order.alcance == 0:
                fight.log.say(step, f"«{card}» no actúa: a alcance 0 {TOO_CLOSE}", rules.MODIFY_DEFENSE, card)
                continue
            if n > 0 and pool == "ataque" and fight.order.alcance == 0 and fight.order.arma == "principal":
                fight.acted.add(card)
                fight.log.say(step, f"«{card}» no actúa: a alcance 0 no se añaden dados de ataque", rules.ROLL_ATTACK, card)
                continue
            told = True if card in fight.order.usa else None
            fight.acted.add(card)
            if cards.met(scene_of(fight, side, card), ability) is None:
                fight.log.say(step, f"se da por dicho que se cumple lo que pide «{card}»", rule, card)
            cards.allowed(scene_of(fight, side, card), card, ability, told, rule)
            fight.table = cards.paid(scene_of(fight, side, card), card, ability, rule)
            fight.log.say(
                step, f"«{card}»: {n:+d} dados de {pool}", rule, card, fight.table.ship(fight.name(side)).text_of(card)
            )
            total += n
    weapons.act(fight, step)
    during(fight, step)
    return total + fight.dice.mas.get(pool, 0)


def _roll_defense(fight: Fight, step: str) -> None:
    order = fight.order
    _about_to_roll(fight, order.defensor, "dado_de_defensa", step)
    dice = _defense_dice(fight, step)
    green = fight.log.roll(order.defensa, dice, rules.DEFENSE_FACES, "los dados de defensa")
    fight.keep(fight.dice.put("defensa", green))
    _idle(fight, step)
    fight.log.say(step, f"{order.defensor} tira {many(dice, 'dado')} de defensa: {shown(green)}", rules.ROLL_DEFENSE)
    _rolled(fight, order.defensor, "dado_de_defensa", step)


def _idle(fight: Fight, step: str) -> None:
    """Once both have rolled: a card of «usa» that has given no dice is said, with the reason."""
    for card in fight.order.usa:
        if card in fight.acted:
            continue
        bearers = [side for side in SIDES if card in fight.table.ship(fight.name(side)).active_cards()]
        why = "ninguna de las dos naves lleva esa carta" if not bearers else "no se cumple lo que pide, o no da dados al tirar"
        error = Illegal(f"«{card}» no cambia los dados de este ataque: {why}", rules.ROLL_ATTACK)
        fight.log.say(step, f"no se puede, y el ataque sigue sin ello: {error.reason}", error.rule, card)
        fight.log.refused.append(error)


SIDES: tuple[Side, ...] = ("atacante", "defensor")


def _defense_dice(fight: Fight, step: str) -> int:
    order, log = fight.order, fight.log
    fewer = max(0, -order.dados_de_defensa_de_mas)
    by_cards = _card_dice(fight, "defensa", step)
    agile = fight.table.ship(order.defensor).agilidad if fight.dice.agilidad is None else fight.dice.agilidad
    dice = agile + max(0, order.dados_de_defensa_de_mas)
    dice, fewer, ship = dice + max(0, by_cards), fewer + max(0, -by_cards), fight.table.ship(order.defensor)
    if ship.has("camuflaje"):
        dice += 2
        log.say(step, f"{order.defensor} está camuflada: su Agilidad sube en 2", rules.CLOAK, "Camuflaje")
    if order.alcance >= 3 and not order.artilleria and not fight.dice.sin_alcance:
        dice += 1 if order.alcance == 3 else 2
        rule = rules.RANGE_DEFENSE if order.alcance == 3 else rules.RANGE_FAR
        log.say(step, f"más dados de defensa por alcance {order.alcance}", rule)
    obstructed = _obstructed(fight)
    if obstructed and fight.table.ship(order.atacante).ignora_obstaculos:
        log.say(
            step, f"{order.atacante} ignora los obstáculos: el defensor no gana dado por la obstrucción", rules.IGNORES_SHOT
        )
    elif obstructed and (card := _ignored(fight)):
        ignored = f"«{card}»: {order.atacante} ignora el obstáculo, y el defensor no gana dado por la obstrucción"
        log.say(step, ignored, rules.IGNORES_SHOT, card)
    elif obstructed:
        dice += 1
        rule = rules.HUGE_OBSTRUCTS if obstructed == "enorme" else rules.OBSTRUCTED
        log.say(step, "un dado de defensa más: el ataque está obstruido", rule)
    if ship.over("campo_de_traccion"):
        fewer += 1
        trapped = f"{order.defensor} está atrapada en un campo de tracción: un dado menos"
        log.say(step, trapped, rules.TRACTOR, "Campo de tracción")
    if ship.has("sobresfuerzo"):
        fewer += 1
        told = "" if kept_by(fight.table, order.defensor, "sobresfuerzo", log) else ", y retira una ficha"
        strained = f"{order.defensor} está bajo sobresfuerzo: un dado menos{told}"
        log.say(step, strained, rules.STRAIN_OFF, "Sobresfuerzo")
        fight.table = removed(fight.table, order.defensor, "sobresfuerzo", 1, log)
    return _capped(fight, "defensa", dice - fewer, step)


def _obstructed(fight: Fight) -> str:
    """What gives the defender a die: an obstacle, or a huge ship; other ships and devices do nothing."""
    table, order = fight.table, fight.order
    if order.obstruido or any(name in table.obstaculos for name in order.obstruye):
        return "obstaculo"
    return "enorme" if any(name in table.naves and table.ship(name).tamano == "enorme" for name in order.obstruye) else ""


def _ignored(fight: Fight) -> str | None:
    """The card because of which the attacker ignores every obstacle that the situation names in the way."""
    rocks = [name for name in fight.order.obstruye if name in fight.table.obstaculos]
    shot, name = fight.happening("mientras", "atacante"), fight.order.atacante
    if fight.order.obstruido and not rocks:
        return ignores(fight.table, name, "", "", shot)
    found = [ignores(fight.table, name, fight.table.obstaculos[rock].tipo, rock, shot) for rock in rocks]
    return found[0] if found and all(found) else None


def _neutralise(fight: Fight, step: str) -> None:
    order, ship = fight.order, fight.table.ship(fight.order.defensor)
    red, evades = fight.dice.ataque, fight.dice.defensa.count("evasion")
    before = red.count("impacto"), red.count("critico")
    during(fight, step)
    reinforce = _reinforced(fight, ship, *before, evades, step)
    fight.hits, fight.crits = _left(fight, *before, evades, reinforce)
    if reinforce and _left(fight, *before, evades, 0) != (fight.hits, fight.crits):
        fight.log.say(step, f"el Refuerzo de {order.defensor} anula un resultado más", rules.REINFORCE, "Refuerzo")
    fight.result = "impacta" if fight.hits + fight.crits else "falla"
    left = f"tras neutralizar, {many(fight.hits, 'impacto')} y {many(fight.crits, 'crítico')}: el ataque {fight.result}"
    fight.log.say(step, left, rules.HITS if fight.hits + fight.crits else rules.MISSES)
    fight.rolled = fight.dice
    fight.keep(fight.dice.put("ataque", ("impacto",) * fight.hits + ("critico",) * fight.crits))
    weapons.on_hit(fight, step)
    verb = "impactar" if fight.result == "impacta" else "fallar"
    fight.table = fight.log.happen(fight.table, fight.moment("despues", verb, "ataque", "", step, sort="ataque"))


def _reinforced(fight: Fight, ship: Ship, hits: int, crits: int, evades: int, step: str) -> int:
    """How many reinforce tokens count: those of the full arc in which the attacker is, and not in the other."""
    tokens, told = ship.has("refuerzo"), fight.order.refuerzo_sirve
    matters = tokens and _left(fight, hits, crits, evades, tokens) != _left(fight, hits, crits, evades, 0)
    if not matters or told is not None:
        return tokens if told is not False else 0
    name, attacker = fight.order.defensor, fight.order.atacante
    front, back = (fight.table.in_arc(name, arc, attacker) for arc in ("frontal_completo", "trasero_completo"))
    if ship.refuerzo and front is not None and back is not None:
        serves = (front and not back) if ship.refuerzo == "proa" else (back and not front)
        if not serves:
            fight.log.say(step, f"el Refuerzo de {ship.refuerzo} de {name} no sirve contra {attacker}", rules.REINFORCE_SIDE)
        return tokens if serves else 0
    side = ship.refuerzo or "su lado"
    given = f"se da por dicho que {attacker} está solo en el arco completo que protege el Refuerzo de {name} ({side})"
    fight.log.say(step, given, rules.REINFORCE_SIDE)
    return tokens


def _left(fight: Fight, hits: int, crits: int, evades: int, reinforce: int) -> tuple[int, int]:
    """Hits first; an ability may put critical results first, or out of the reach of evades."""
    dice = fight.dice
    if dice.criticos_firmes:
        free = hits - min(evades, hits)
        return neutralised(free, crits, 0, reinforce)
    if dice.criticos_antes:
        crits, hits = neutralised(crits, hits, evades, reinforce)
        return hits, crits
    return neutralised(hits, crits, evades, reinforce)


def _damage(fight: Fight, step: str) -> None:
    left = fight.dice.ataque
    fight.hits, fight.crits = left.count("impacto"), left.count("critico")
    inflicts = fight.order.inflige or fight.dice.inflige
    if fight.result != "impacta":
        return
    hits, crits = fight.hits, fight.crits
    if inflicts:
        gives = fight.dice.infligen
        n = hits * ("impacto" in gives) + crits * ("critico" in gives)
        hits, crits = hits * ("impacto" not in gives), crits * ("critico" not in gives)
        fight.log.say(step, f"el arma inflige {n} de {inflicts} en vez de daño", rules.INFLICT)
        fight.table = receive_tokens(fight.table, fight.order.defensor, {inflicts: n}, fight.log)[0] if n else fight.table
    if not inflicts or hits + crits:
        fight.table = suffer(fight.table, fight.order.defensor, hits, crits, fight.log, ATTACK, "ataque")


def _aftermath(fight: Fight, step: str) -> None:
    """What waits for the end of the attack, and for a ship that it destroyed, makes one queue."""
    after = [fight.happening("despues", "defensor", CONSEQUENCES), fight.happening("despues", "atacante", CONSEQUENCES)]
    for name in (fight.order.defensor, fight.order.atacante):
        if fight.table.ship(name).destruida and not fight.before.ship(name).destruida:
            after.append(Happening("despues", "destruir", name, roles=after[0].roles, step=CONSEQUENCES))
    fight.table = fight.log.happen(fight.table, *after)


STEPS: Mapping[str, Callable[[Fight, str], None]] = {
    "declarar_defensor": _declare,
    "pagar_costes": weapons.pay,
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
