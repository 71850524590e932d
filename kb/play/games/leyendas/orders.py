"""Leyendas: the list of instructions of an Imperial group, figure by figure: cost, skipping, resolving."""

from typing import Annotated, Any

from pydantic import Field

from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.assault.cards import Ability, read_card
from kb.play.games.assault.play import Cards, Held, equipped, run_clause
from kb.play.games.assault.scene import Scene, Told, rebel
from kb.play.games.assault.state import Table, harm, without
from kb.play.games.leyendas import targets
from kb.play.games.leyendas import walk as way
from kb.play.games.leyendas.instructions import END, SKIP, Roll, Skip
from kb.play.run import Illegal, Log
from kb.play.validation import Model

COST = cite("leyendas/lista-de-instrucciones#r-08ebfa", "una acción por cada icono")
ONE_ATTACK = cite("leyendas/limite-de-una-accion-de-ataque#r-5e27a7", "una acción de ataque")
BONUS = cite("leyendas/efecto-de-bonificacion#r-301458", "cada figura del grupo")
BLEEDING = cite("leyendas/apendice-1/estados#r-hemorragia", "Hemorragia")
CITES: tuple[Cite, ...] = (COST, SKIP, ONE_ATTACK, BONUS, BLEEDING, END, *targets.CITES, *way.CITES)
BONUS_NAME = "bonificación"


class Orders(Model):
    """The activation of one Imperial figure by its list."""

    figura: str
    lista: Annotated[tuple[str, ...], Field(max_length=20)]
    bonificacion: str = ""
    objetivo: str | None = None
    """Whom [rebelde-objetivo] points at, where it is not the nearest Rebel."""
    acaba: dict[int, tuple[int, int]] = Field(default_factory=dict)
    """By number of instruction, where it ends among places as good."""
    ataques: tuple[Roll, ...] = ()
    usa: dict[str, Told] = Field(default_factory=dict)
    """By number of instruction («1») or name of card: dice, successes, whom."""


def activate(table: Table, order: Orders, log: Log) -> tuple[Table, dict[str, Any]]:
    figure = table.figure(order.figura)
    if rebel(figure):
        raise Illegal(f"{order.figura} no es Imperial: no se activa por una lista", END)
    table = equipped(table)
    if order.bonificacion:
        log.say("3", f"efecto de bonificación: {order.bonificacion}", BONUS, BONUS_NAME, order.bonificacion)
        table = table.change(order.figura, cartas={**figure.cartas, BONUS_NAME: order.bonificacion})
    table = table.change(order.figura, acciones=2, ataques=0).model_copy(update={"activa": order.figura})
    table = _window(table, order, "al_comienzo_de_la_activacion", log)
    rolls = list(order.ataques)
    done: list[bool] = []
    attacked = False
    for number, text in enumerate(order.lista, 1):
        if table.figure(order.figura).derrotada:
            break
        table, resolved, struck = _instruction(table, order, number, text, rolls, attacked, log)
        attacked |= struck
        done.append(resolved)
    if not table.figure(order.figura).derrotada:
        table = _window(table, order, "al_final_de_la_activacion", log)
    left = table.figure(order.figura).acciones
    cards = {k: v for k, v in table.figure(order.figura).cartas.items() if k != BONUS_NAME}
    table = table.change(order.figura, acciones=0, puntos=0, activada=True, cartas=cards).model_copy(update={"activa": None})
    log.say("5", f"{order.figura} acaba su activación", END)
    return table, {"hechas": done, "acciones_sin_usar": left, "ataques": len(order.ataques) - len(rolls)}


def _window(table: Table, order: Orders, window: str, log: Log) -> Table:
    told = {name: t for name, t in order.usa.items() if not name.isdigit()}
    cards = Cards(table, log, told, verbs="instrucciones")
    cards.open(window, "3", order.figura)
    return cards.table


def _instruction(
    table: Table, order: Orders, number: int, text: str, rolls: list[Roll], attacked: bool, log: Log
) -> tuple[Table, bool, bool]:
    """(table, whether it was resolved, whether it was the attack action)."""
    card = read_card(text, table.game, "instrucciones")
    if card.unread:
        raise PlayError(f"no se entiende la instrucción {number}: {card.unread}")
    if not card.abilities:
        log.say("4d", f"instrucción {number}: se entiende, pero no se ejecuta: {'; '.join(card.refused)}", END, text, text)
        return table, False, False
    name = order.figura
    cost, strikes = card.abilities[0].actions, "[acción-ataque]" in text
    if cost > table.figure(name).acciones:
        log.say("4a", f"instrucción {number}: cuesta {cost} acciones y quedan {table.figure(name).acciones}: se omite", COST)
        return table, False, False
    if strikes and attacked:
        log.say("4c", f"instrucción {number}: ya hizo su acción de ataque: se omite", ONE_ATTACK)
        return table, False, False
    scene = _scene(table, order, number, text, rolls, log)
    try:
        _resolve(scene, card.abilities, text)
    except Skip as skip:
        if scene.table == table or not scene.kept:
            log.say("4c", f"instrucción {number}: {skip.reason}: se omite", skip.rule)
            return table, False, False
    if scene.table == table and not scene.kept:
        log.say("4c", f"instrucción {number}: no cambiaría nada: se omite", SKIP)
        return table, False, False
    left = max(0, scene.table.figure(name).acciones - cost)
    table = scene.table.change(name, acciones=left)
    log.say("4d", f"instrucción {number}: resuelta por {cost} acciones", COST, text, text)
    for why in card.refused:
        log.say("4d", f"instrucción {number}: se entiende, pero no se ejecuta: {why}", END, text, text)
    return (bleed(table, name, log) if cost else table), True, strikes


def _scene(table: Table, order: Orders, number: int, text: str, rolls: list[Roll], log: Log) -> Scene:
    told = order.usa.get(str(number), Told())
    if number in order.acaba:
        told = told.model_copy(update={"camino": (order.acaba[number],)})
    scene = Scene(table, log, order.figura, f"instrucción {number}", text, "4d", told=told)
    scene.target, scene.rolls, scene.acting = order.objetivo, rolls, order.figura
    return scene


def _resolve(scene: Scene, abilities: tuple[Ability, ...], text: str) -> None:
    """All its sentences in order; those that change an attack wait for it inside."""
    inside = [a for a in abilities if a.event in ("ataque", "declara")]
    scene.during = [Held(scene.owner, scene.card, text, a, scene) for a in inside]
    cards = Cards(scene.table.model_copy(update={"figuras": {}}), scene.log, {scene.card: scene.told}, known={scene.card})
    for ability in abilities:
        if ability in inside:
            continue
        if ability.event == "tras_ataque" and scene.fight is None:
            continue
        for clause in ability.clauses:
            run_clause(Held(scene.owner, scene.card, text, ability, scene, used=True), clause, cards)


def bleed(table: Table, name: str, log: Log) -> Table:
    """After an instruction with an action icon; with one health left the condition goes."""
    figure = table.figure(name)
    if "hemorragia" not in figure.estados or figure.derrotada:
        return table
    log.say("4e", f"{name} sufre 1 de daño por la Hemorragia", BLEEDING)
    table = harm(table, name, 1, log, "4e")
    figure = table.figure(name)
    if not figure.derrotada and figure.vida - figure.dano == 1:
        log.say("4e", "queda a 1 de Vida: descarta la Hemorragia", BLEEDING)
        table = table.change(name, estados=without(figure.estados, "hemorragia"))
    return table
