"""Legión: keywords of a unit outside attacks: what a moment of the round sets off, and the card actions that it makes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kb.play.games.legion import cites as rules
from kb.play.games.legion.board import defined, keyword_in
from kb.play.games.legion.decision import Decision, Tacit
from kb.play.games.legion.keywords import held, rule_of, title
from kb.play.games.legion.queue import PERFORMER, TABLE, react
from kb.play.games.legion.state import Battle
from kb.play.games.legion.view import State, unit_of
from kb.play.keywords import read_keyword, terms
from kb.play.meaning.abilities import Ability, abilities_of, refusal
from kb.play.meaning.board import Held, scene_of
from kb.play.meaning.events import Ente, Event
from kb.play.run import Illegal, Log


@dataclass(frozen=True)
class Told:
    """What the players decide at a moment of the round, by unit."""

    chosen: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Units chosen by an effect."""
    takes: Mapping[str, str] = field(default_factory=dict)
    """The token taken of several."""
    declined: Sequence[str] = ()

    def of(self, state: State, card: Held, ability: Ability) -> Decision:
        name = card.bearer.name
        declined = {text.lower() for text in self.declined} | {read_keyword(text)[0] for text in self.declined}
        id = keyword_in(card.text)
        used = card.card.lower() not in declined and (not id or read_keyword(terms()[id].nombre)[0] not in declined)
        chosen = tuple(self.chosen.get(name, ()))
        return Tacit(usa=used, se_cumple=True, elegidas=chosen, ficha=self.takes.get(name))


def ordered(battle: Battle, name: str, number: str, told: Told, log: Log) -> Battle:
    """An order is given to a unit: as it is, and once it has been."""
    roles = {"que": Ente("orden", "orden", frozenset()), "a": unit_of(name)}
    got = {"quien": unit_of(name), "que": roles["que"]}
    for rel in ("mientras", "despues"):
        events = [Event(rel, "impartir", roles, step=number), Event(rel, "recibir", got, step=number)]
        battle = happened(battle, events, told, log)
    return battle


def clock(battle: Battle, rel: str, time: str, number: str, told: Told, log: Log, who: str = "") -> Battle:
    """A phase begins, goes on or ends; or the activation of a unit."""
    roles = {"quien": unit_of(who)} if who else {}
    return happened(battle, [Event(rel, "fase", roles, step=number, tiempo=time)], told, log)


def acted(battle: Battle, name: str, action: str, number: str, told: Told, log: Log) -> Battle:
    """After an action; a move is what it does, too."""
    what = Ente("accion", "accion", frozenset({action, f"accion_de_{action}"}), name)
    events = [Event("despues", "realizar", {"quien": unit_of(name), "que": what}, step=number)]
    if action == "movimiento":
        move = Ente("movimiento", "movimiento_normal", frozenset({"movimiento", "normal"}), name)
        part = frozenset({"como_parte_de_accion"})
        events.append(Event("despues", "realizar", {"quien": unit_of(name), "que": move}, part, step=number))
    return happened(battle, events, told, log)


def happened(battle: Battle, events: Sequence[Event], told: Told, log: Log) -> Battle:
    found = react(battle, events, log, told.of)
    assert isinstance(found, Battle)
    return found


def card_action(battle: Battle, name: str, card: str, number: str, told: Told, log: Log) -> Battle:
    """«Como acción de carta, …»: made by name."""
    unit = battle.unit(name)
    mine = held(unit.cualidades).get(card)
    text = defined(card, mine.value) if mine else unit.cartas.get(card, "")
    found = Held(unit_of(name), mine.words if mine else card, text)
    abilities = [] if not text or refusal(text, "legion") else abilities_of(text, "legion")
    actions = [ability for ability in abilities if ability.clase == "accion"]
    if not actions:
        raise Illegal(f"«{title(card)}» no es una acción de carta", rule_of(card) if mine else rules.CARD_ACTION)
    for ability in actions:
        scene = scene_of(TABLE, battle, found, None, (), log, ability)
        scene = replace(scene, decision=told.of(battle, found, ability), step=number)
        battle = PERFORMER.items(scene, ability.steps)[0].state
    return battle
