"""Legión, steps 1 to 3: which pools an attack forms, against whom, and which weapons may join each."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from grammar.meaning.values import Cosa, Hecho
from kb.play.cite import Cite
from kb.play.errors import PlayError
from kb.play.games.legion import cites as rules
from kb.play.games.legion.board import LOOK, weapons_each
from kb.play.games.legion.board import sure_ban as banned
from kb.play.games.legion.fight import Arm, by_colour
from kb.play.games.legion.keywords import held, rule_named, rule_of
from kb.play.games.legion.orders import Attack, Pool
from kb.play.games.legion.state import Battle, Unit, Weapon
from kb.play.games.legion.terms import read_keyword
from kb.play.games.legion.view import unit_of
from kb.play.meaning import look
from kb.play.meaning.conditions import candidates
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.moments import unify
from kb.play.meaning.scene import Scene
from kb.play.run import Illegal, Log

ATTACKS_ALONE = {
    "arma_con_area_de_efecto": "«ataque_de_area» o «detona»",
    "arrollamiento_x": "«arrollamiento»",
    "autodestruccion_x_arma": "«autodestruccion_de_arma»",
}
"""Weapons that no pool of a unit's attack may hold, and the action that uses each."""


def formed(battle: Battle, order: Attack, log: Log) -> tuple[Pool, ...]:
    """The pools in the order in which they are resolved."""
    pools = order.reservas or (Pool.model_validate({k: getattr(order, k) for k in Pool.model_fields}),)
    if order.reservas and (order.defensor or order.dados or order.armas):
        raise PlayError("di una reserva («defensor», «armas») o varias («reservas»), no las dos cosas")
    pools = tuple(_measured(battle, order.atacante, pool) for pool in pools)
    unit = battle.unit(order.atacante)
    for i, pool in enumerate(pools):
        for check in (_defender, _weapons, _kind, _reach):
            check(battle, order.atacante, pool)
        if len(pools) > 1:
            log.say("3" if i else "1", f"{order.atacante} reúne una reserva contra {pool.defensor}", _why(i))
    _bound(battle, order.atacante, pools)
    for rule in RULES:
        rule(unit, order, pools)
    _enough_miniatures(unit, order, pools, weapons_each(battle, order.atacante))
    turn = order.orden or tuple(range(1, len(pools) + 1))
    if sorted(turn) != list(range(1, len(pools) + 1)):
        raise PlayError(f"«orden» debe nombrar una vez cada reserva, de 1 a {len(pools)}")
    return tuple(pools[i - 1] for i in turn)


def _why(i: int) -> Cite:
    return rules.ANOTHER_DEFENDER if i else rules.DECLARE


def armed(unit: Unit, pool: Pool) -> tuple[Arm, ...]:
    """The weapons of a formed pool."""
    if not pool.armas:
        return (Arm("", 1, by_colour(pool.dados), held(pool.cualidades, "arma")),)
    return tuple(arm_of(name, unit.armas[name], n) for name, n in pool.armas.items())


def arm_of(name: str, weapon: Weapon, count: int = 1) -> Arm:
    return Arm(name, count, by_colour(weapon.dados, count), held(weapon.cualidades, "arma"))


# --- each pool --------------------------------------------------------------------------------------------------------


def _defender(battle: Battle, who: str, pool: Pool) -> None:
    if not pool.defensor:
        raise PlayError("falta decir a quién se ataca: «defensor»")
    if pool.defensor == who:
        raise Illegal("una unidad no puede atacarse a sí misma", rules.DECLARE)
    mine, theirs = battle.unit(who).jugador, battle.unit(pool.defensor).jugador
    if mine and mine == theirs:
        raise Illegal(f"{pool.defensor} es aliada: solo se declara a una unidad enemiga", rules.DECLARE)
    if (pool.alcance or 0) > 1 and battle.unit(pool.defensor).has("incognito"):
        raise Illegal(f"{pool.defensor} está de Incógnito: solo se la ataca a alcance 1", rule_of("incognito"))
    far = _opposed(battle if pool.alcance is None else battle.at(who, pool.defensor, pool.alcance), who, pool.defensor)
    if card := banned(far, Log(), "atacar", quien=unit_of(who), que=unit_of(pool.defensor), a=unit_of(pool.defensor)):
        raise Illegal(f"{who} no puede atacar a {pool.defensor}, por {card}", rule_named(card))
    if battle.unit(pool.defensor).derrotada:
        raise Illegal(f"{pool.defensor} ya está derrotada", rules.DECLARE)


def _bound(battle: Battle, who: str, pools: Sequence[Pool]) -> None:
    """«debe atacar a … si es posible»: whom a text makes it attack, or keeps it from. That it cannot is told by `declina`."""
    for pool in pools:
        against = _opposed(battle, who, pool.defensor)
        for scene, fact in _orders(against, who, pool):
            goal = fact.role("que")
            mine = not isinstance(goal, Cosa)
            if mine and any(each.defensor == scene.me.name for each in pools):
                continue
            rest = list(candidates(scene, goal)) if isinstance(goal, Cosa) else [scene.me]
            others = [e.name for e in rest if e.name != who and _against(against, who, e.name)]
            if others:
                why = f"{who} ha de atacar a {' o '.join(others)} si puede, por {scene.card}"
                raise Illegal(f"{why}; si no puede, «declina: [{scene.card}]»", rule_named(scene.card))


def _orders(battle: Battle, who: str, pool: Pool) -> Iterator[tuple[Scene, Hecho]]:
    """Orders to attack somebody else that are in force for who attacks."""
    attacker, defender = unit_of(who), unit_of(pool.defensor)
    attack = Ente("ataque", "ataque", frozenset({pool.tipo}), who)
    going = tuple(Event("mientras", v, {"quien": attacker, "que": e}) for v, e in (("realizar", attack), ("atacar", defender)))
    deed = Event("", "atacar", {"quien": attacker, "que": defender, "a": defender})
    declined = {read_keyword(text)[0] for text in pool.declina}
    for scene, step in look.standing(LOOK, battle, None, going, Log()):
        for fact in step.efecto if step.modo == "debe" else ():
            if not isinstance(fact, Hecho) or fact.verb != "atacar" or read_keyword(scene.card)[0] in declined:
                continue
            bare = replace(fact, circ=())
            who_only = replace(bare, roles=tuple(role for role in bare.roles if role[0] == "quien"))
            if unify(scene, who_only, deed)[0] and unify(scene, bare, deed)[0] is False:
                yield scene, fact


def _against(battle: Battle, who: str, other: str) -> bool:
    unit = battle.unit(other)
    return not unit.derrotada and unit.jugador != battle.unit(who).jugador


def _measured(battle: Battle, who: str, pool: Pool) -> Pool:
    """At the range that the situation tells, where the attack does not."""
    far = battle.range(who, pool.defensor) if pool.alcance is None and pool.defensor in battle.unidades else None
    return pool if far is None else pool.model_copy(update={"alcance": far})


def _opposed(battle: Battle, who: str, against: str) -> Battle:
    """Whose units they are is not always told: whoever is declared defender is an enemy."""
    one, other = battle.unit(who), battle.unit(against)
    if one.jugador and other.jugador:
        return battle
    mine, theirs = one.jugador or f"contra {other.jugador}", other.jugador or f"contra {one.jugador}"
    battle = battle.put(who, one.model_copy(update={"jugador": mine}))
    return battle.put(against, other.model_copy(update={"jugador": theirs if theirs != mine else f"{theirs} "}))


def _weapons(battle: Battle, who: str, pool: Pool) -> None:
    cards = battle.unit(who).armas
    for name in pool.armas:
        if name not in cards:
            raise PlayError(f"{who} no tiene ningún arma «{name}»")
    if not pool.armas and not sum(pool.dados.values()):
        raise Illegal(f"la reserva contra {pool.defensor} no lleva ningún arma", rules.SOME_WEAPON)
    for name, texts in [("", pool.cualidades), *((name, cards[name].cualidades) for name in pool.armas)]:
        for keyword in ATTACKS_ALONE:
            if keyword in held(texts, "arma"):
                what = f"«{name}»" if name else "esa arma"
                where = rules.AREA_ALONE if keyword == "arma_con_area_de_efecto" else rule_of(keyword)
                raise Illegal(f"{what} no entra en la reserva de un ataque: usa {ATTACKS_ALONE[keyword]}", where)


def _kind(battle: Battle, who: str, pool: Pool) -> None:
    cards = battle.unit(who).armas
    versatile = any(read_keyword(text)[0] == "versatil" for text in pool.cualidades)
    for name, rule in ((who, rules.LOCKED_SHOOTS), (pool.defensor, rules.LOCKED_SHOT)):
        shoots = pool.tipo == "a_distancia" and battle.unit(name).trabada
        arms = [cards[arm].keyword("versatil") for arm in pool.armas] or [versatile]
        if shoots and not (name == who and all(arms)):
            raise Illegal(f"{name} está trabada: no hay ataques a distancia", rule)
    if pool.trabadas and pool.tipo == "a_distancia" and not pool.armas and not versatile:
        raise Illegal(f"no se ataca a distancia a {pool.defensor}: las unidades están trabadas", rules.ENGAGED)
    for name in pool.armas:
        if pool.tipo not in cards[name].tipos:
            raise Illegal(f"«{name}» no puede entrar en una reserva {pool.tipo.replace('_', ' ')}", rules.NOT_MIXED)
        if pool.trabadas and pool.tipo == "a_distancia" and not cards[name].keyword("versatil"):
            raise Illegal(f"«{name}» es un arma a distancia y las unidades están trabadas", rules.ENGAGED)


def _reach(battle: Battle, who: str, pool: Pool) -> None:
    cards = battle.unit(who).armas
    for name in pool.armas:
        reach = cards[name].alcance
        if pool.alcance is None or reach is None or pool.tipo != "a_distancia":
            continue
        far = reach[1] + (1 if pool.disparo_lejano and cards[name].keyword("disparo_lejano") else 0)
        # «Rayo continuo X»: its further attacks may go beyond the range of the weapon.
        if pool.alcance < reach[0] or (pool.alcance > far and pool.por != "rayo_continuo"):
            raise Illegal(
                f"«{name}» alcanza de {reach[0]} a {far} y {pool.defensor} está a alcance {pool.alcance}", rules.WEAPON_RANGE
            )
        if reach[1] <= 1 and battle.unit(pool.defensor).keyword("inmune_a_armas_con_alcance_1"):
            raise Illegal(f"«{name}» tiene alcance máximo 1", rule_of("inmune_a_armas_con_alcance_1"))


# --- all the pools together -------------------------------------------------------------------------------------------


def _free(pools: tuple[Pool, ...]) -> Iterator[Pool]:
    """Those that use weapons not used before."""
    return (pool for pool in pools if pool.por is None)


def _one_pool_each(unit: Unit, order: Attack, pools: tuple[Pool, ...]) -> None:
    names = [pool.defensor for pool in pools]
    for name in names:
        if names.count(name) > 1:
            raise Illegal(f"{name} se declara dos veces: cada reserva va contra una unidad distinta", rules.ANOTHER_DEFENDER)


def _same_name_together(unit: Unit, order: Attack, pools: tuple[Pool, ...]) -> None:
    used: set[str] = set()
    for pool in _free(pools):
        for name in pool.armas:
            if name in used:
                raise Illegal(f"las armas «{name}» van todas en la misma reserva", rules.SAME_NAME)
        used |= set(pool.armas)


def _enough_miniatures(unit: Unit, order: Attack, pools: tuple[Pool, ...], arsenal: int) -> None:
    """A weapon each; with «Arsenal X», X pools each and X weapons in every one."""
    models = unit.miniaturas if order.miniaturas_validas is None else min(unit.miniaturas, order.miniaturas_validas)
    total = sum(n for pool in _free(pools) for n in pool.armas.values())
    if not arsenal and total > models:
        raise Illegal(f"{models} miniaturas aportan como mucho {models} armas, y se dan {total}", rules.ONE_WEAPON)
    if not arsenal:
        return
    for pool in _free(pools):
        if sum(pool.armas.values()) > arsenal * models:
            raise Illegal(
                f"con Arsenal {arsenal}, {models} miniaturas aportan a cada reserva hasta {arsenal * models} armas",
                rules.ARSENAL_WEAPONS,
            )
        for name, n in pool.armas.items():
            if n > models:
                raise Illegal(f"«{name}» entra una sola vez por miniatura", rules.WEAPON_ONCE)
    if len(list(_free(pools))) > arsenal * models:
        raise Illegal(f"con Arsenal {arsenal}, cada miniatura interviene en {arsenal} reservas como mucho", rules.ARSENAL_POOLS)


def _single_pool(unit: Unit, order: Attack, pools: tuple[Pool, ...]) -> None:
    if len(pools) > 1 and any(pool.seleccion_avanzada for pool in pools):
        raise Illegal(
            "con Selección avanzada de blanco se forma una sola reserva", rule_of("seleccion_avanzada_de_blanco", "r-7e902f")
        )


def _gunslinger(unit: Unit, order: Attack, pools: tuple[Pool, ...]) -> None:
    mine = [pool for pool in pools if pool.por == "pistolero"]
    if not mine:
        return
    if not unit.keyword("pistolero"):
        raise Illegal(f"{order.atacante} no tiene Pistolero", rules.GUNSLINGER)
    if len(mine) > 1:
        raise Illegal("Pistolero se usa una vez por secuencia de ataque", rules.GUNSLINGER)
    used = {name for pool in _free(pools) for name in pool.armas}
    (pool,) = mine
    if sum(pool.armas.values()) != 1 or not set(pool.armas) <= used or pool.tipo != "a_distancia":
        raise Illegal("la reserva de Pistolero lleva un solo arma a distancia que ya esté en otra", rules.GUNSLINGER)


def _beam(unit: Unit, order: Attack, pools: tuple[Pool, ...]) -> None:
    mine = [pool for pool in pools if pool.por == "rayo_continuo"]
    if not mine:
        return
    if any(pool.por == "pistolero" for pool in pools):
        raise Illegal("Pistolero y Rayo continuo no se usan en el mismo ataque", rules.NOT_BOTH)
    beams = {name: unit.armas[name].keyword("rayo_continuo_x") for pool in _free(pools) for name in pool.armas}
    for pool in mine:
        if len(pool.armas) != 1 or not beams.get(next(iter(pool.armas)), 0):
            raise Illegal("esa reserva lleva solo un arma con Rayo continuo que ya esté en otra", rules.BEAM)
    for name, most in beams.items():
        if sum(name in pool.armas for pool in mine) > most:
            raise Illegal(f"Rayo continuo {most} permite {most} ataques más con «{name}»", rules.BEAM)


RULES: tuple[Callable[[Unit, Attack, tuple[Pool, ...]], None], ...] = (
    _one_pool_each, _same_name_together, _single_pool, _gunslinger, _beam,
)  # fmt: skip
