"""Legión: the Command phase and the End phase, step by step as juego.toml orders them."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import Field

from grammar.game import load_game
from kb.play.games.legion import cites as rules
from kb.play.games.legion.board import remind
from kb.play.games.legion.keywords import rule_of
from kb.play.games.legion.orders import DefenseFace
from kb.play.games.legion.rolls import defense_dice
from kb.play.games.legion.state import Battle, Natural, Unit
from kb.play.games.legion.terms import by_name, read_keyword
from kb.play.games.legion.unit_effects import Told, at_step, clock, does, happened, ordered
from kb.play.games.legion.view import ENDS, LISTS, ORDERS
from kb.play.meaning.events import Ente, Event
from kb.play.run import Illegal, Log, Pending
from kb.play.saying import many
from kb.play.validation import Model

ROUNDS = 5
GREEN = ("ataque_apuntado", "esquiva", "incremento", "alerta")
LASTING = ("humo", "observacion")


class Priority(Model):
    """Pips of the cards played; None where no card was played."""

    puntitos: Annotated[dict[str, Natural | None], Field(min_length=1)]
    astucia: tuple[str, ...] = ()
    interrogar: tuple[str, ...] = ()
    """Whose card belongs to a unit next to an enemy with «Interrogar»."""
    dado: DefenseFace | None = None
    tira: str = ""


class Command(Priority):
    ordenes: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Units that each player orders."""
    cartas: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Keywords of the command card of each player, e.g. [Permanente]."""
    elegidas: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Units that an effect of a unit chooses."""
    declina: tuple[str, ...] = ()


class Begin(Model):
    """Effects of the start of the Activation phase."""

    elige: dict[str, str] = Field(default_factory=dict)
    """The token that a unit takes where its keyword offers several."""
    elegidas: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Units that an effect of a unit chooses."""
    declina: tuple[str, ...] = ()


class End(Model):
    puntos: dict[str, Natural] = Field(default_factory=dict)
    """Victory points scored this round."""
    asciende: dict[str, str] = Field(default_factory=dict)
    """The infantry unit that a player without commanders promotes."""
    declina: tuple[str, ...] = ()
    elegidas: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Units that an effect of a unit chooses."""


class Setup(Begin):
    """Before the first round: the army is made, or the battle prepared."""


class Deploy(Begin):
    unidad: str


def priority(battle: Battle, order: Priority, log: Log) -> tuple[Battle, dict[str, Any]]:
    """Fewest pips; a tie is broken by «Astucia» and «Interrogar», then by a red die."""
    pips = {who: n for who, n in order.puntitos.items() if n is not None}
    least = min(pips.values(), default=0)
    first = [who for who, n in pips.items() if n == least] or list(order.puntitos)
    if len(first) > 1:
        worth = {who: -(who in order.astucia) + (who in order.interrogar) for who in first}
        for who in first:
            for keyword, holders, how in (("astucia", order.astucia, "menos"), ("interrogar", order.interrogar, "más")):
                if who in holders:
                    log.say("3", f"la carta de {who} cuenta un punto {how}", rule_of(keyword), keyword.capitalize())
        first = [who for who in first if worth[who] == min(worth.values())]
    if len(first) > 1:
        if order.tira not in first:
            raise Pending(f"di en «tira» quién tira el dado rojo del empate: {' o '.join(first)}")
        shown = defense_dice(log, (order.dado,) if order.dado else None, "rojo", 1, "el desempate")
        others = [who for who in first if who != order.tira]
        first = [order.tira] if shown[0] == "bloqueo" else others
    log.say("3", f"tiene la prioridad {first[0]}", rules.PRIORITY)
    return battle.model_copy(update={"prioridad": first[0]}), {"prioridad": first[0]}


# --- Command phase ----------------------------------------------------------------------------------------------------

Phase = Callable[[Battle, Any, Log, str, dict[str, Any]], Battle]


def command(battle: Battle, order: Command, log: Log) -> tuple[Battle, dict[str, Any]]:
    told = Told(order.elegidas, declined=order.declina)
    remind(battle, log, "4", ORDERS)
    for rel in ("comienzo", "durante"):
        battle = clock(battle, rel, "fase_de_mando", "1", told, log)
    return _phase("fase_de_mando", COMMAND, battle, order, log)


def _phase(name: str, steps: Mapping[str, Phase], battle: Battle, order: Any, log: Log) -> tuple[Battle, dict[str, Any]]:
    found: dict[str, Any] = {}
    for step in load_game("legion").secuencias[name]:
        if step.id in steps:
            battle = steps[step.id](battle, order, log, step.numero, found)
    return battle, found


def _cards(battle: Battle, order: Command, log: Log, number: str, found: dict[str, Any]) -> Battle:
    for player, pips in order.puntitos.items():
        leaders = [u for u in battle.of(player).values() if u.categoria in ("comandante", "agente") or u.has("comandante")]
        if battle.of(player) and not leaders and pips is not None:
            raise Illegal(f"{player} no tiene Comandante ni Agente: no puede jugar una carta de Mando", rules.NO_CARD)
    for text in (text for texts in order.cartas.values() for text in texts if read_keyword(text)[0] not in by_name()):
        log.say(number, f"«{text}»: lo que hace una carta de Mando no se ejecuta aquí", rules.COMMAND_CARDS)
    battle = battle.model_copy(update={"cartas_de_mando": {**battle.cartas_de_mando, **order.cartas}})
    told = Told(order.elegidas, declined=order.declina)
    shown = {"que": Ente("carta", "carta_de_mando", None)}
    for rel in ("mientras", "despues"):
        battle = happened(battle, [Event(rel, "mostrar", shown, step=number)], told, log)
    return battle


def _decide(battle: Battle, order: Command, log: Log, number: str, found: dict[str, Any]) -> Battle:
    battle, got = priority(battle, order, log)
    found.update(got)
    return battle


def _turns(battle: Battle) -> list[str]:
    """Players, who has priority first."""
    return sorted(battle.players(), key=lambda who: who != battle.prioridad)


def _orders(battle: Battle, order: Command, log: Log, number: str, found: dict[str, Any]) -> Battle:
    battle = at_step(battle, "durante", "impartir_ordenes", number, Told(order.elegidas, declined=order.declina), log)
    for player in _turns(battle):
        for name in order.ordenes.get(player, ()):
            unit = battle.unit(name)
            if unit.jugador != player or unit.derrotada:
                raise Illegal(f"{player} no puede impartir una orden a {name}", rules.ORDERS)
            if unit.orden != "sin":
                raise Illegal(f"{name} ya ha recibido una orden esta ronda", rules.ONE_ORDER)
            log.say(number, f"{player} imparte una orden a {name}: ficha de Orden boca arriba", rules.ORDER_TOKEN)
            battle = battle.put(name, unit.model_copy(update={"orden": "boca_arriba"}))
            battle = ordered(battle, name, number, Told(order.elegidas, declined=order.declina), log)
    return battle


def _order_pools(battle: Battle, order: Command, log: Log, number: str, found: dict[str, Any]) -> Battle:
    pools = {}
    for player in _turns(battle):
        units = battle.of(player)
        ranks = Counter(unit.categoria for unit in units.values() if unit.orden == "sin" and unit.categoria)
        for name, unit in units.items():
            if unit.categoria and unit.keyword("avance_imparable"):
                ranks[unit.categoria] += 1
                log.say(number, f"{name} añade una ficha de más", rule_of("avance_imparable", "r-7517d0"), "avance_imparable")
        pools[player] = dict(ranks)
        log.say(number, f"reserva de órdenes de {player}: {many(sum(ranks.values()), 'ficha')}", rules.ORDER_POOL)
    return battle.model_copy(update={"reserva_de_ordenes": pools})


def _pass_pools(battle: Battle, order: Command, log: Log, number: str, found: dict[str, Any]) -> Battle:
    counts = {player: len(battle.of(player)) for player in battle.players()}
    most = max(counts.values(), default=0)
    pools = {player: most - n - 1 for player, n in counts.items() if most - n > 1}
    for player, n in pools.items():
        log.say(number, f"{player} recibe {n} fichas de Ventaja en su reserva de espera", rules.PASS_POOL)
    return battle.model_copy(update={"reserva_de_espera": pools, "paso": {}})


COMMAND: Mapping[str, Phase] = {
    "elegir_cartas_de_mando": _cards,
    "determinar_la_prioridad": _decide,
    "impartir_ordenes": _orders,
    "crear_reserva_de_ordenes": _order_pools,
    "crear_reserva_de_espera": _pass_pools,
}


def begin(battle: Battle, order: Begin, log: Log) -> tuple[Battle, dict[str, Any]]:
    """Step 1 of the Activation phase, who has priority first."""
    step = load_game("legion").secuencias["fase_de_activacion"][0]
    told = Told(order.elegidas, order.elige, order.declina)
    battle = clock(battle, "comienzo", "fase_de_activacion", step.numero, told, log)
    return battle, {}


# --- End phase --------------------------------------------------------------------------------------------------------


def end(battle: Battle, order: End, log: Log) -> tuple[Battle, dict[str, Any]]:
    remind(battle, log, "3", ENDS)
    for rel, time in (("comienzo", "fase_final"), ("durante", "fase_final"), ("final", "ronda")):
        battle = clock(battle, rel, time, "3", Told(order.elegidas, declined=order.declina), log)
    return _phase("fase_final", END, battle, order, log)


def _score(battle: Battle, order: End, log: Log, number: str, found: dict[str, Any]) -> Battle:
    points = {**battle.puntos}
    for player, n in order.puntos.items():
        points[player] = points.get(player, 0) + n
        log.say(number, f"{player} se anota {n} puntos de Victoria y tiene {points[player]}", rules.SCORE)
    return battle.model_copy(update={"puntos": points})


def _discard(battle: Battle, order: End, log: Log, number: str, found: dict[str, Any]) -> Battle:
    kept = {player: cards for player, cards in battle.cartas_de_mando.items() if "Permanente" in cards}
    for player in battle.cartas_de_mando:
        stays = player in kept
        log.say(number, f"la carta de Mando de {player} {'sigue en juego' if stays else 'se descarta'}",
                rule_of("permanente") if stays else rules.DISCARD)  # fmt: skip
    return battle.model_copy(update={"cartas_de_mando": kept})


def _tokens_off(battle: Battle, order: End, log: Log, number: str, found: dict[str, Any]) -> Battle:
    for name, unit in battle.unidades.items():
        gone = {token: -unit.has(token) for token in (*GREEN, *LASTING) if unit.has(token)}
        for tokens, rule in ((GREEN, rules.GREEN_OFF), (LASTING, rules.SMOKE_OFF)):
            off = [f"{-gone[t]} de {t}" for t in tokens if t in gone]
            if off:
                log.say(number, f"{name} pierde sus fichas: {', '.join(off)}", rule)
        if unit.has("acobardamiento"):
            log.say(number, f"{name} pierde 1 ficha de Acobardamiento", rules.SUPPRESSION_OFF)
            gone["acobardamiento"] = -1
        battle = battle.put(name, unit.with_tokens(**gone).model_copy(update={"orden": "sin", "arrollamientos": 0}))
    if any(battle.reserva_de_espera.values()):
        log.say(number, "se vacían las reservas de espera", rules.PASS_OFF)
    return battle.model_copy(update={"reserva_de_espera": {}})


def _leads(unit: Unit) -> bool:
    return unit.categoria == "comandante" or bool(unit.keyword("comandante_operativo") and unit.has("comandante"))


def _promote(battle: Battle, order: End, log: Log, number: str, found: dict[str, Any]) -> Battle:
    for player in _turns(battle):
        units = battle.of(player)
        known = any(unit.categoria for unit in units.values())
        if not known or any(map(_leads, units.values())):
            continue
        infantry = [name for name, unit in units.items() if not unit.vehiculo]
        if not infantry:
            log.say(number, f"{player} no tiene infantería que ascender: ya no puede jugar cartas de Mando", rules.NO_PROMOTION)
            continue
        name = order.asciende.get(player)
        if name is None:
            raise Pending(f"di en «asciende» qué unidad de infantería asciende {player}: {', '.join(infantry)}")
        if name not in infantry:
            raise Illegal(f"{player} solo puede ascender a una unidad de infantería suya", rules.PROMOTION)
        log.say(number, f"{name} pasa a ser Comandante", rules.PROMOTION)
        battle = battle.put(name, battle.unit(name).model_copy(update={"categoria": "comandante"}))
    return battle


def _next_round(battle: Battle, order: End, log: Log, number: str, found: dict[str, Any]) -> Battle:
    found.update(_winner(battle, log, number))
    if not found["termina"]:
        log.say(number, f"empieza la ronda {battle.ronda + 1}", rules.NEXT_ROUND)
    return battle.over("ronda").model_copy(update={"ronda": battle.ronda + 1, "prioridad": ""})


def _winner(battle: Battle, log: Log, number: str) -> dict[str, Any]:
    players = battle.players()
    standing = [player for player in players if battle.of(player)]
    ranked = sorted(players, key=lambda who: -battle.puntos.get(who, 0))
    points = [battle.puntos.get(who, 0) for who in ranked]
    if len(players) > 1 and len(standing) == 1:
        log.say(number, f"solo {standing[0]} tiene unidades: gana", rules.LAST_STANDING)
        return {"termina": True, "gana": standing[0]}
    if len(points) > 1 and points[0] >= 12 and points[0] > points[1]:
        log.say(number, f"{ranked[0]} tiene {points[0]} puntos de Victoria: gana", rules.WINS_EARLY)
        return {"termina": True, "gana": ranked[0]}
    if battle.ronda < ROUNDS or len(players) < 2:
        return {"termina": battle.ronda >= ROUNDS, "gana": ""}
    if points[0] > points[1]:
        log.say(number, f"acaba la quinta ronda: gana {ranked[0]}", rules.MOST_POINTS)
        return {"termina": True, "gana": ranked[0]}
    lost = {who: sum(u.valor for u in battle.unidades.values() if u.jugador == who and u.derrotada) for who in players}
    best = sorted(players, key=lambda who: lost[who])
    if lost[best[0]] == lost[best[1]]:
        log.say(number, "tablas", rules.DRAW)
        return {"termina": True, "gana": ""}
    log.say(number, f"empate a puntos: gana {best[0]}, que ha perdido menos", rules.FEWEST_LOST)
    return {"termina": True, "gana": best[0]}


END: Mapping[str, Phase] = {
    "anotarse_puntos_de_victoria": _score,
    "descartar_cartas_de_mando": _discard,
    "quitar_fichas": _tokens_off,
    "actualizar_reserva_y_ascensos": _promote,
    "adelantar_indicador_de_ronda": _next_round,
}


# --- before the first round -------------------------------------------------------------------------------------------


def _said(order: Begin) -> Told:
    return Told(order.elegidas, order.elige, order.declina)


def army(battle: Battle, order: Setup, log: Log) -> tuple[Battle, dict[str, Any]]:
    """What the texts of an army ask of it: told, because the list of an army is not kept here."""
    remind(battle, log, "1", LISTS)
    return clock(battle, "durante", "creacion_del_ejercito", "1", _said(order), log), {}


def prepare(battle: Battle, order: Setup, log: Log) -> tuple[Battle, dict[str, Any]]:
    """Effects of setup, units in prepared positions, and every unit comes into play."""
    battle = clock(battle, "durante", "preparacion_de_la_partida", "7", _said(order), log)
    battle = at_step(battle, "durante", "posiciones_preparadas", "8", _said(order), log)
    for name in battle.unidades:
        battle = does(battle, "mientras", "entrar", "8", _said(order), log, name)
    return battle, {}


def deploy(battle: Battle, order: Deploy, log: Log) -> tuple[Battle, dict[str, Any]]:
    log.say("", f"{order.unidad} se despliega", rules.DEPLOYED)
    return does(battle, "despues", "desplegar", "", _said(order), log, order.unidad), {}
