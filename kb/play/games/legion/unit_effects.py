"""Legión: keywords of a unit outside attacks: what a moment of the round sets off, and the card actions that it makes."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from grammar.meaning.effect import Eleccion, Paso
from grammar.meaning.values import Cosa, Hecho, Yo
from kb.play.errors import PlayError
from kb.play.games.legion import cites as rules
from kb.play.games.legion.board import cards, defined, keyword_in, remind
from kb.play.games.legion.decision import Decision, Tacit
from kb.play.games.legion.keywords import held, rule_of, title
from kb.play.games.legion.queue import PERFORMER, TABLE, react
from kb.play.games.legion.state import TOKENS, Battle
from kb.play.games.legion.terms import read_keyword, terms
from kb.play.games.legion.view import GAINED, MOVES, State, battle_of, token_of, unit_of
from kb.play.meaning.abilities import Ability, abilities_of, orders, refusal
from kb.play.meaning.board import Held, scene_of
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.moments import holds_around, stative
from kb.play.run import Illegal, Log
from kb.play.validation import nearest
from kb.text import identifier


@dataclass(frozen=True)
class Told:
    """What the players decide at a moment of the round, by unit."""

    chosen: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Units chosen by an effect."""
    takes: Mapping[str, str] = field(default_factory=dict)
    """The token taken of several."""
    declined: Sequence[str] = ()
    rolled: tuple[str, ...] | None = None
    """What dice show that an effect rolls."""
    firm: bool = False
    """What the rules do not allow of it is a mistake of the order, and told as such."""

    def of(self, state: State, card: Held, ability: Ability) -> Decision:
        name = card.bearer.name
        self._known(battle_of(state))
        declined = {text.lower() for text in self.declined} | {read_keyword(text)[0] for text in self.declined}
        id = keyword_in(card.text)
        used = card.card.lower() not in declined and (not id or read_keyword(terms()[id].nombre)[0] not in declined)
        chosen = self._chosen(name, card, id)
        made = Decision if self.firm and chosen else Tacit
        takes, option = self.takes.get(name), _indicated(card, ability)
        return made(usa=used, se_cumple=True, elegidas=chosen, ficha=takes, salen=self.rolled, opcion=option)

    def _chosen(self, name: str, card: Held, id: str) -> tuple[str, ...]:
        """By the unit whose effect it is, or by the name of the effect."""
        called = {read_keyword(text)[0]: tuple(units) for text, units in self.chosen.items()}
        mine = read_keyword(terms()[id].nombre)[0] if id else read_keyword(card.card)[0]
        return tuple(self.chosen.get(name, ())) or called.get(mine, ())

    def _known(self, battle: Battle) -> None:
        """Whose choice it is has to be somebody's, or some effect's that is there."""
        for told in self.chosen:
            cards = {read_keyword(text)[0] for unit in battle.unidades.values() for text in (*unit.cualidades, *unit.cartas)}
            arms = {read_keyword(t)[0] for u in battle.unidades.values() for w in u.armas.values() for t in w.cualidades}
            if told not in battle.unidades and read_keyword(told)[0] not in cards | arms:
                known = (*battle.unidades, *(text for unit in battle.unidades.values() for text in unit.cualidades))
                raise PlayError(f"«elegidas» nombra a «{told}», que no es una unidad ni una cualidad; {nearest(told, known)}")


def _indicated(card: Held, ability: Ability) -> str | None:
    """Of «X fichas indicadas o la acción indicada», the one that the keyword names after its colon."""
    named = identifier(re.sub(r"\d+", "", card.card.partition(":")[2]))
    choices = [item for step in ability.steps if isinstance(step, Paso) for item in step.efecto if isinstance(item, Eleccion)]
    if not named or len(choices) != 1:
        return None
    for n, option in enumerate(choices[0].opciones, 1):
        things = [fact.role("que") for fact in option if isinstance(fact, Hecho)]
        for thing in things:
            if isinstance(thing, Cosa) and thing.sort == ("ficha" if named in TOKENS else "accion"):
                return str(n)
    return None


def states(battle: Battle, name: str, number: str, log: Log) -> Battle:
    """«Mientras esta unidad tenga …, pierde todas sus fichas de …»: what its state takes from it, wherever it is looked at."""
    for card in cards(battle):
        if card.bearer.name != name or refusal(card.text, "legion"):
            continue
        for ability in abilities_of(card.text, "legion"):
            if not ability.moments or not all(stative(moment) for moment in ability.moments):
                continue
            scene = replace(scene_of(TABLE, battle, card, None, (), log, ability), step=number)
            if holds_around(scene, ability.moments)[0]:
                off = [step for step in ability.steps if [fact.verb for fact in orders((step,))] == ["perder"]]
                battle = PERFORMER.items(replace(scene, decision=Tacit(se_cumple=True)), off)[0].state
    return battle


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
    here = "este_activacion" if time == "activacion" else "este_ronda" if time == "ronda" else "este_fase"
    event = Event(rel, "fase", roles, parts={here: Ente("tiempo", time, None, who)}, step=number, tiempo=time)
    return happened(battle, [event], told, log)


def at_step(battle: Battle, rel: str, step: str, number: str, told: Told, log: Log, who: str = "") -> Battle:
    """A step of a phase; of whose activation."""
    roles = {"quien": unit_of(who)} if who else {}
    parts = {"este_activacion": Ente("tiempo", "activacion", None, who)} if who else {"este_fase": Ente("tiempo", step)}
    return happened(battle, [Event(rel, "paso", roles, parts=parts, step=number, tiempo=step)], told, log)


def does(battle: Battle, rel: str, verb: str, number: str, told: Told, log: Log, who: str, **roles: Ente) -> Battle:
    """Something that a unit does, or that is done to it."""
    event = Event(rel, verb, {"quien": unit_of(who), "que": unit_of(who), **roles}, step=number)
    return happened(battle, [event], told, log)


def move_of(name: str, kind: str) -> Ente:
    kind = {"retirada": "normal"}.get(kind, kind)  # a withdrawal is a normal move, at speed 1
    marks = frozenset({"movimiento", kind, f"movimiento_{kind}"})
    return Ente("movimiento", f"movimiento_{kind}", marks, name)


def moving(battle: Battle, name: str, kind: str, number: str, told: Told, log: Log) -> Battle:
    """Before a move and while it is made; what stands about moving is told."""
    remind(battle, log, number, MOVES, name)
    move = move_of(name, kind)
    battle = does(battle, "antes", "realizar", number, told, log, name, que=move)
    for verb in ("realizar", "mover", *({"pivote": ("pivotar",), "escalada": ("escalar",)}.get(kind, ()))):
        battle = does(battle, "mientras", verb, number, told, log, name, que=move)
    return battle


def acted(battle: Battle, name: str, action: str, number: str, told: Told, log: Log, kind: str = "normal") -> Battle:
    """After an action; a move is what it does, too."""
    what = Ente("accion", "accion", frozenset({action, f"accion_de_{action}"}), name)
    events = [Event("despues", "realizar", {"quien": unit_of(name), "que": what}, step=number)]
    if action != "movimiento":  # of a move, `moving` has told it
        battle = happened(battle, [replace(events[0], rel="mientras")], told, log)
    if action == "movimiento":
        events += _moved(name, kind, number)
    return happened(battle, events, told, log)


def _moved(name: str, kind: str, number: str) -> list[Event]:
    roles = {"quien": unit_of(name), "que": move_of(name, kind)}
    return [Event("despues", verb, roles, step=number) for verb in ("realizar", "mover")]


def moved(battle: Battle, name: str, kind: str, number: str, told: Told, log: Log) -> Battle:
    """After a move that was no move action: «Como acción de carta, esta unidad puede realizar un movimiento normal»."""
    return happened(battle, _moved(name, kind, number), told, log)


def got(battle: Battle, name: str, token: str, number: str, told: Told, log: Log) -> Battle:
    """After a unit has gained a token."""
    return does(battle, "despues", "recibir", number, told, log, name, que=token_of(token, name))


def happened(battle: Battle, events: Sequence[Event], told: Told, log: Log) -> Battle:
    before = len(log.past)
    found = react(battle, events, log, told.of)
    if gained := [event for event in log.past[before:] if event.verb == "recibir" and event.tiempo == GAINED]:
        found = react(found, [replace(event, tiempo="") for event in gained], log, told.of)
    assert isinstance(found, Battle)
    return found


def _action_of(battle: Battle, name: str, card: str) -> tuple[Held, list[Ability]]:
    """A card or keyword of a unit, and its card actions."""
    unit = battle.unit(name)
    arms = (held(weapon.cualidades, "arma").get(card) for weapon in unit.armas.values())
    mine = held(unit.cualidades).get(card) or next((each for each in arms if each), None)
    text = defined(card, mine.value) if mine else unit.cartas.get(card, "")
    found = Held(unit_of(name), mine.words if mine else card, text)
    abilities = [] if not text or refusal(text, "legion") else abilities_of(text, "legion")
    return found, [ability for ability in abilities if ability.clase == "accion"]


def moves_itself(battle: Battle, name: str, card: str) -> bool:
    """Whether its card action is a move of the unit that uses it."""
    facts = (fact for ability in _action_of(battle, name, card)[1] for fact in ability.facts())
    things = [fact.role("que") for fact in facts if fact.verb == "realizar" and fact.role("quien") == Yo()]
    return any(isinstance(thing, Cosa) and thing.sort == "movimiento" for thing in things)


def card_action(battle: Battle, name: str, card: str, number: str, told: Told, log: Log) -> Battle:
    """«Como acción de carta, …»: made by name."""
    found, actions = _action_of(battle, name, card)
    if not actions:
        raise Illegal(f"«{title(card)}» no es una acción de carta", rule_of(card) if card in terms() else rules.CARD_ACTION)
    for ability in actions:
        scene = scene_of(TABLE, battle, found, None, (), log, ability)
        scene = replace(scene, decision=told.of(battle, found, ability), step=number)
        battle = PERFORMER.items(scene, ability.steps)[0].state
    return battle
