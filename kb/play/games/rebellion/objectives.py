"""Rebellion: Objective cards: what they ask for, when they may be played, and the plans of the Death Star."""

from dataclasses import replace
from typing import Any

from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.rebellion.decision import Told
from kb.play.games.rebellion.queue import left_out
from kb.play.games.rebellion.rules import move_reputation
from kb.play.games.rebellion.state import STATIONS, Face, Natural, Table, Theatre, is_kind
from kb.play.games.rebellion.state import Objective as Card
from kb.play.games.rebellion.use import Used, carry_out, read, scene_for
from kb.play.games.rebellion.verbs.hands import SCORE
from kb.play.games.rebellion.verbs.realm import fall
from kb.play.games.rebellion.view import battle_of, place_of, player
from kb.play.meaning.events import Event
from kb.play.meaning.moments import comes
from kb.play.meaning.queue import ready
from kb.play.meaning.scene import Scene
from kb.play.run import Illegal, Log
from kb.play.validation import Model

PLANS = cite("rebellion/destruccion-de-una-estrella-de-la-muerte#r-d7dde4", "Tira 3 dados")
KEEPS = cite("rebellion/destruccion-de-una-estrella-de-la-muerte#r-2f6f5b", "conserva la carta")
NO_STATION = cite("rebellion/destruccion-de-una-estrella-de-la-muerte#r-2af5c5", "no se puede jugar")
CITES: tuple[Cite, ...] = (SCORE, PLANS, KEEPS, NO_STATION)
NAME = "el Objetivo"


class Won(Model):
    batalla: Theatre
    sistema: str


class Objective(Model):
    carta: str
    """Its text."""
    valor: Natural = 1
    """Reputation printed on it."""
    ha_ganado: tuple[Won, ...] = ()
    """Battles just won by the Rebels."""


class Plans(Model):
    sistema: str
    tirada: tuple[Face, ...] | None = None
    valor: Natural = 2
    carta: str = "Planos"


def objective(table: Table, order: Objective, log: Log) -> tuple[Table, dict[str, Any]]:
    """Played on purpose: its moment is one that has just come, and what it asks for holds."""
    found = read(NAME, order.carta)
    if left := left_out(order.carta):
        raise PlayError(f"el Objetivo se entiende, pero no se ejecuta: {left[0]}")
    hand = table.hand("rebelde")
    cards = {**hand.objetivos, NAME: Card(texto=order.carta, valor=order.valor)}
    table = table.put_hand("rebelde", hand.model_copy(update={"objetivos": cards}))
    scene = scene_for(table, Used("rebelde", NAME, order.carta, Told()), log)
    for ability in found:
        scene = _come(scene, ability.moments, order)
        known = ready(scene, ability)
        if known is None:
            raise PlayError("el Objetivo se entiende, pero la situación no dice si se cumple lo que pide")
        if not known:
            raise Illegal("no se cumple lo que pide la carta de Objetivo", SCORE)
        scene, refused = carry_out(scene, ability.steps)
        if refused:
            raise PlayError(f"el Objetivo se entiende, pero no se ejecuta: {refused[0]}")
    return scene.state, {"reputacion": order.valor}


def _come(scene: Scene, moments: Any, order: Objective) -> Scene:
    """With the event that is its moment: of those told, or of those of the last steps."""
    if not moments:
        return scene
    me = player("rebelde")
    won = [
        Event("despues", "ganar", {"quien": me, "que": battle_of(w.batalla), "en": place_of(w.sistema)})
        for w in order.ha_ganado
    ]
    for event in (*won, *reversed(scene.log.past[scene.log.since :])):
        known, filled = comes(replace(scene, event=event), moments)
        if known:
            return filled
    raise Illegal("no se cumple lo que pide la carta de Objetivo", SCORE)


def plans(table: Table, order: Plans, log: Log) -> tuple[Table, dict[str, Any]]:
    """Three dice: one direct hit destroys the station; else the card is kept."""
    there = {n: table.unit(n) for n in table.there(order.sistema)}
    stations = [n for n, u in there.items() if u.tipo in STATIONS]
    if not stations:
        raise Illegal(f"no hay ninguna Estrella de la Muerte en {order.sistema}", NO_STATION)
    if not any(u.bando == "rebelde" and is_kind(u, "caza") for u in there.values()):
        raise Illegal("hace falta al menos 1 caza Rebelde en el sistema", PLANS)
    faces: tuple[Face, ...] = ("impacto", "impacto", "impacto_directo", "especial", "vacia", "vacia")
    shown = log.roll(order.tirada, 3, faces, "los 3 dados de los Planos")
    if "impacto_directo" not in shown:
        log.say("", "no sale ningún impacto directo: conserva la carta", KEEPS)
        return table, {"destruida": False, "conserva_carta": True, "reputacion": 0}
    log.say("", f"un impacto directo destruye {stations[0]}", PLANS)
    table = move_reputation(fall(table, stations[0], "rebelde", log, ""), order.valor, log)
    return table, {"destruida": True, "conserva_carta": False, "reputacion": order.valor}


KIND_WORDS = {
    "caza": "caza",
    "nave": "nave",
    "nave de línea": "nave_de_linea",
    "estación espacial": "estacion_espacial",
    "estructura": "estructura",
    "unidad terrestre": "unidad_terrestre",
}


def answer(table: Table, question: str) -> Any:
    """«destructor es nave de línea»."""
    name, _, word = question.partition(" es ")
    if word in KIND_WORDS and name in table.unidades:
        return is_kind(table.unidades[name], KIND_WORDS[word])
    return None
