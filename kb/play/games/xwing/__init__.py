"""X-Wing: what a scenario can ask for, and what waits for it.

state, view: the table, and what happens on it; facts, world: the same as the interpreter of kb/play/meaning asks for it
board, prohibitions, standing, considered: what holds always, and what nothing can lift
verbs/, dice, runs: what each verb does, and what of a text never runs; queue, resolve: who goes first, an ability used
legality, invariants: who may do what to whom, and what a state forces, wherever the thing happens
squad, actions, manoeuvres, flights, tokens, damage, overlaps, hazards, devices, round, ending, match: the game's own steps;
fight, modify, attack: attacks
"""

from typing import Any

from kb.play.games.xwing import actions, damage, ending, legality, manoeuvres, squad, tokens
from kb.play.games.xwing import round as phases
from kb.play.games.xwing.attack import attack
from kb.play.games.xwing.decision import Decision
from kb.play.games.xwing.devices import Decloak, Explode, Put, decloak, explode, put
from kb.play.games.xwing.fight import Attack
from kb.play.games.xwing.flights import manoeuvre
from kb.play.games.xwing.hazards import Cross, Detonate, cross, detonate
from kb.play.games.xwing.invariants import cleared, settle
from kb.play.games.xwing.match import FirstPlayer, Start, first_player, start
from kb.play.games.xwing.queue import react
from kb.play.games.xwing.resolve import UseAbility, act, use
from kb.play.games.xwing.state import ABILITY, TOKENS, Table, named_cards
from kb.play.run import Handler, Log, Play
from kb.play.validation import Model


def in_activation(handler: Handler, flies: bool = True) -> Handler:
    """Ships fly in the Activation phase: where a scenario tells no phase, it is that one. `flies`: it executes a manoeuvre."""

    def run(table: Table, order: Any, log: Log) -> tuple[Table, dict[str, Any]]:
        legality.check(legality.absent(table, order.nave) or legality.may_fly(table, order.nave, order.concedida))
        after, found = handler(table if table.fase else table.model_copy(update={"fase": "activacion"}), order, log)
        after = after if table.fase else after.model_copy(update={"fase": ""})
        ship = after.ship(order.nave)
        done = ship.activada or (flies and not order.concedida)
        return after.put(order.nave, ship.model_copy(update={"activada": done})), found

    return run


def closing(handler: Handler) -> Handler:
    """A ship that has left the game by the end of a step gives its tokens back («Retirar de la partida»)."""

    def run(table: Table, order: Any, log: Log) -> tuple[Table, dict[str, Any]]:
        after, found = handler(table, order, log)
        return cleared(log.keep_rules(after)), found

    return run


ACTIONS: dict[str, tuple[type[Model], Handler]] = {
    "ataque": (Attack, attack),
    "accion": (actions.Action, act),
    "maniobra": (manoeuvres.Manoeuvre, in_activation(manoeuvre)),
    "dificultad": (manoeuvres.Colouring, manoeuvres.coloured),
    "recibe": (tokens.Receive, tokens.receive),
    "sufre": (damage.Suffer, damage.hurt),
    "repara": (damage.Repair, damage.repair),
    "fase": (phases.Phase, phases.phase),
    "activa": (phases.Turn, phases.activate),
    "interviene": (phases.Turn, phases.engage),
    "revela": (phases.Reveal, in_activation(phases.reveal, flies=False)),
    "situa": (phases.Places, phases.place),
    "fase_final": (ending.End, ending.finish),
    "capacidad": (UseAbility, use),
    "obstaculo": (Cross, cross),
    "mina": (Detonate, detonate),
    "dispositivo": (Put, put),
    "detona": (Explode, explode),
    "desactiva_camuflaje": (Decloak, decloak),
    "arrastra": (tokens.Pull, tokens.pull),
    "orden_de_jugadores": (FirstPlayer, first_player),
    "comienza_la_partida": (Start, start),
    "equipa": (squad.Equip, squad.equip),
    "prepara": (squad.Setup, squad.setup),
    "acopla": (squad.Dock, squad.dock),
    "despliega": (squad.Undock, squad.undock),
}
PLAY = Play(
    state=Table,
    tokens=TOKENS,
    actions={name: (model, closing(handler)) for name, (model, handler) in ACTIONS.items()},
    react=react,
    settle=settle,
    cards=named_cards,
    decision=Decision,
    unasked=ABILITY,
    staging="kb.play.games.xwing.tryout",
)
