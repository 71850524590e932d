"""Legión: what is in play for the interpreter: the keywords of units and weapons with their numbers, and the sentences of cards."""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from grammar.meaning.effect import Paso
from grammar.meaning.values import Cosa, Hecho
from kb.play.games.legion.decision import Decision
from kb.play.games.legion.fight import Fight
from kb.play.games.legion.keywords import held, title
from kb.play.games.legion.view import State, battle_of, going, keyword_of, side_of, unit_of
from kb.play.games.legion.world import GAME, Legion
from kb.play.keywords import terms
from kb.play.logic import every
from kb.play.meaning import look
from kb.play.meaning.abilities import abilities_of, refusal
from kb.play.meaning.board import Board, Held
from kb.play.meaning.conditions import holds
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.moments import unify
from kb.play.meaning.numbers import numbered, parted
from kb.play.meaning.standing import Vigente
from kb.play.meaning.stuff import stuff
from kb.play.run import Log

SIDES = ("atacante", "defensor")


@lru_cache(maxsize=1024)
def defined(keyword: str, n: int) -> str:
    """The definition with its number; empty where juego.toml has none."""
    term = terms()[keyword]
    if not term.definicion:
        return ""
    return numbered(term.definicion, x=n) if "X" in term.parametros else term.definicion


def cards(state: State) -> Iterator[Held]:
    """Every keyword and sentence in play. In an attack, those that may not be used are not there."""
    quiet = silenced(state) if isinstance(state, Fight) else {}
    for card in _all(state):
        if not quiet or (card.bearer.name, keyword_in(card.text)) not in quiet:
            yield card


def _all(state: State) -> Iterator[Held]:
    battle = battle_of(state)
    for name, unit in battle.unidades.items():
        bearer = unit_of(name)
        fighting = isinstance(state, Fight) and side_of(state, bearer)
        for keyword, n in _numbers(state, name):
            if text := defined(keyword, n):
                yield Held(bearer, title(keyword, n), text)
        if not unit.derrotada or fighting:
            yield from (Held(bearer, card, text) for card, text in unit.cartas.items())
    if isinstance(state, Fight) and state.token:
        for keyword, n in _numbers(state, state.who):
            if text := defined(keyword, n):
                yield Held(unit_of(state.who), title(keyword, n), text)


def _numbers(state: State, name: str) -> Iterator[tuple[str, int]]:
    unit = battle_of(state).unidades.get(name)
    side = side_of(state, unit_of(name)) if isinstance(state, Fight) else None
    if not isinstance(state, Fight) or side is None:
        if unit is not None and not unit.derrotada:
            yield from ((id, mine.value) for id, mine in held(unit.cualidades).items())
        return
    ids = dict.fromkeys(held((state.attacker if side == "atacante" else state.defender).cualidades))
    if side == "atacante":
        ids |= {id: None for arm in state.arms for id in arm.keywords}
    ids |= {id: None for where, id in state.gained if where == side}
    for id in ids:
        if n := state.number(side, id):
            yield id, n


@lru_cache(maxsize=1024)
def keyword_in(text: str) -> str:
    """The keyword whose definition this is; empty for the text of a card."""
    plain = parted(text)[0]
    return next((term.id for term in terms().values() if term.definicion == plain), "")


@lru_cache(maxsize=1024)
def _silences(text: str) -> bool:
    """Whether it speaks of using or ignoring another keyword."""
    return not refusal(text, GAME) and any(_muted(step) for ability in abilities_of(text, GAME) for step in ability.steps)


def _muted(step: object) -> list[Hecho]:
    """What a step takes away: «no puede utilizar la cualidad …», «ignora la cualidad …»."""
    if not isinstance(step, Paso):
        return []
    facts = [fact for fact in step.efecto if isinstance(fact, Hecho)]
    verbs = ("utilizar",) if step.modo == "no_puede" else ("ignorar",) if not step.modo else ()
    things = [(fact, fact.role("que")) for fact in facts if fact.verb in verbs]
    return [fact for fact, thing in things if isinstance(thing, Cosa) and thing.sort == "palabra_clave"]


def silenced(f: Fight) -> Mapping[tuple[str, str], str]:
    """Keywords (by unit) that may not be used now, and why. One that is itself silenced silences nobody."""
    told = dict.fromkeys(f.quiet, "")
    if not any(_silences(card.text) for card in _all(f)):
        return told
    first = _quiet(f, f.quiet)
    return {**told, **(_quiet(f, f.quiet | set(first)) if first else first)}


def _quiet(f: Fight, mute: Collection[tuple[str, str]]) -> dict[tuple[str, str], str]:
    def speaking(state: State) -> Iterator[Held]:
        return (c for c in _all(state) if _silences(c.text) and (c.bearer.name, keyword_in(c.text)) not in mute)

    board = Board(game=GAME, world=LOOK.world, cards=speaking, standing=rows, decision=Decision)
    found: dict[tuple[str, str], str] = {}
    for scene, step in look.standing(board, f, f.here, going(f), f.log):
        if every(holds(scene, cond) for cond in step.si) is False:
            continue
        for fact in _muted(step):
            for side in SIDES:
                name, ids = f.name("atacante" if side == "atacante" else "defensor"), _held(f, side)
                for id in ids:
                    if fact.verb == "ignorar":  # whoever ignores it, the other one's does nothing to it
                        if unify(scene, fact, Event("", "ignorar", {"quien": scene.me, "que": keyword_of(id)}))[0]:
                            found[name, id] = scene.card
                    elif unify(scene, fact, Event("", "utilizar", {"quien": unit_of(name), "que": keyword_of(id)}))[0]:
                        found[name, id] = scene.card
    return found


def _held(f: Fight, side: str) -> list[str]:
    return [id for id, _ in _numbers(f, f.name("atacante" if side == "atacante" else "defensor"))]


def present(f: Fight) -> frozenset[str]:
    """Every keyword that either side has."""
    return frozenset(id for side in SIDES for id in _held(f, side))


def rows(state: State) -> tuple[Vigente, ...]:
    return battle_of(state).vigentes


LOOK = Board(game=GAME, world=Legion({}, {}, {}), cards=cards, standing=rows, decision=Decision)


def banned(state: State, log: Log, verb: str, **roles: Ente) -> str | None:
    """The card or keyword that forbids a deed now; «no puede» wins."""
    around = going(state) if isinstance(state, Fight) else ()
    here = state.here if isinstance(state, Fight) else None
    return look.stopped(LOOK, state, Event("", verb, roles), here, around, log, granted=True)


AIM = 2
"""Dice that one aim token rolls again («Lanzar los dados de ataque»)."""


def aim_dice(f: Fight) -> tuple[int, str]:
    """And those that keywords add for each aim token spent («… dados de ataque adicionales por cada ficha gastada»): which."""
    most, card = AIM, ""
    for scene, step in look.standing(LOOK, f, f.here, going(f), f.log):
        for fact in step.efecto:
            what = fact.role("que") if isinstance(fact, Hecho) and fact.verb == "volver_a_tirar" else None
            if not isinstance(what, Cosa) or side_of(f, scene.me) != "atacante" or not what.qty.n.isdigit():
                continue
            if "adicional" in stuff(what).ids("rasgo") and all(holds(scene, cond) is not False for cond in step.si):
                most, card = most + int(what.qty.n), scene.card
    return most, card
