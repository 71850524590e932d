"""Legión: what is in play for the interpreter: keywords of units and weapons with their numbers, and sentences of cards."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from grammar.lexicon.load import fold
from grammar.meaning.effect import Momento, Paso
from grammar.meaning.values import Cosa, Hecho, Lista, Papel, Rango, Ref, Yo, parts
from grammar.steps import spend
from kb.play.games.legion.by_hand import BY_HAND
from kb.play.games.legion.decision import Decision
from kb.play.games.legion.fight import Fight, Side
from kb.play.games.legion.keywords import held, rule_named, title
from kb.play.games.legion.state import Battle
from kb.play.games.legion.terms import terms
from kb.play.games.legion.view import State, battle_of, going, keyword_of, named, side_of, unit_of
from kb.play.games.legion.world import GAME, Legion
from kb.play.logic import every
from kb.play.meaning import look
from kb.play.meaning.abilities import abilities_of, orders, refusal, said
from kb.play.meaning.board import Board, Held
from kb.play.meaning.conditions import holds
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.moments import relations, unify
from kb.play.meaning.numbers import numbered, parted, readable
from kb.play.meaning.standing import Vigente, item_of
from kb.play.meaning.stuff import stuff
from kb.play.run import Log

SIDES: tuple[Side, ...] = ("atacante", "defensor")


@lru_cache(maxsize=1024)
def defined(keyword: str, n: int) -> str:
    """The definition with its number; empty where juego.toml has none, or where a handler plays it."""
    term = terms()[keyword]
    if not term.definicion or keyword in BY_HAND:
        return ""
    return numbered(term.definicion, x=n) if "X" in term.parametros else term.definicion


def cards(state: State) -> Iterator[Held]:
    """Every keyword and sentence in play. In an attack, those that may not be used are not there."""
    quiet = silenced(state) if isinstance(state, Fight) else {}
    for card in _all(state):
        if not quiet or (card.bearer.name, keyword_in(card.text)) not in quiet:
            yield card


PER_UNIT = 2
"""Steps of looking through what a unit has (`grammar/steps.py`)."""


def _all(state: State) -> Iterator[Held]:
    battle = battle_of(state)
    for name, unit in battle.unidades.items():
        spend(PER_UNIT)
        bearer = unit_of(name)
        fighting = isinstance(state, Fight) and side_of(state, bearer)
        about = {id: mine.about for id, mine in held(unit.cualidades).items() if mine.about}
        for keyword, n in _numbers(state, name):
            if text := defined(keyword, n):
                yield Held(bearer, title(keyword, n) + (f": {about[keyword]}" if keyword in about else ""), text)
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
            of_weapons = (held(weapon.cualidades, "arma") for weapon in unit.armas.values())
            numbers = {id: mine.value for had in (*of_weapons, held(unit.cualidades)) for id, mine in had.items()}
            yield from with_lasting(battle_of(state), name, numbers).items()
        return
    ids = dict.fromkeys(held((state.attacker if side == "atacante" else state.defender).cualidades))
    if side == "atacante":
        ids |= {id: None for arm in state.arms for id in arm.keywords}
    ids |= {id: None for where, id in state.gained if where == side}
    told = {id: n for id in ids if (n := state.number(side, id))}
    yield from with_lasting(state.battle, name, told).items()


def with_lasting(battle: Battle, name: str, numbers: dict[str, int]) -> dict[str, int]:
    """And what lasts: «gana COBERTURA 2 hasta el final de la ronda», «pierde INCÓGNITO durante el resto de la partida»."""
    for row in battle.vigentes:
        for fact in orders((item_of(row, GAME),)):
            thing, who = fact.role("que"), fact.role("quien")
            if fact.verb not in ("recibir", "perder") or not isinstance(thing, Cosa) or thing.sort != "palabra_clave":
                continue
            whose = row.ligados.get(who.id, ()) if isinstance(who, Ref) else (row.nave,) if isinstance(who, Yo) else ()
            if name in whose and fact.verb == "perder":
                numbers = {id: n for id, n in numbers.items() if id != thing.noun}
            elif name in whose:
                numbers = {**numbers, thing.noun: numbers.get(thing.noun, 0) + (number_of(thing) or 1)}
    return numbers


def speed_of(battle: Battle, name: str) -> int | None:
    """Its top speed with what lasts («hasta el final de esa activación»), where it is told; immobilisation aside."""
    now = battle.unit(name).velocidad
    for row in battle.vigentes if now is not None else ():
        for fact in orders((item_of(row, GAME),)):
            who = fact.role("quien")
            whose = row.ligados.get(who.id, ()) if isinstance(who, Ref) else (row.nave,) if isinstance(who, Yo) else ()
            if name in whose and now is not None:
                now = changed_speed(now, fact)
    return now


FASTEST = 3
"""The longest movement tool («Mediciones»)."""


def changed_speed(now: int, fact: Hecho) -> int:
    """«aumenta su Velocidad máxima en 1», «a 3»: at most the longest tool."""
    what, by, to = fact.role("que"), fact.role("en"), fact.role("a")
    if not isinstance(what, Cosa) or what.noun not in ("velocidad_maxima", "velocidad"):
        return now
    if isinstance(to, Cosa) and to.qty.n.isdigit():
        now = max(now, int(to.qty.n)) if fact.verb == "aumentar" else int(to.qty.n)
    elif isinstance(by, Cosa) and by.qty.n.isdigit():
        now += int(by.qty.n) * {"aumentar": 1, "reducir": -1}.get(fact.verb, 0)
    return max(0, min(FASTEST, now))


def number_of(thing: Cosa) -> int | None:
    """The number of «PERFORANTE 2»; 1 of a keyword that has none."""
    spans = [f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "valer"]
    if len(spans) != len(thing.filters):
        return None
    if not spans:
        return 1
    span = spans[0]
    return int(span.desde) if isinstance(span, Rango) and span.desde.isdigit() else None


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
    inner = [fact for item in step.efecto for fact in _muted(item)]  # «si lo hace, el defensor no puede …»
    facts = [fact for fact in step.efecto if isinstance(fact, Hecho)]
    verbs = ("utilizar",) if step.modo == "no_puede" else ("ignorar",) if not step.modo else ()
    things = [(fact, fact.role("que")) for fact in facts if fact.verb in verbs]
    found = [fact for fact, thing in things for each in _each(thing) if isinstance(each, Cosa) and each.sort == "palabra_clave"]
    return [*inner, *dict.fromkeys(found)]


def _each(thing: object) -> tuple[object, ...]:
    return thing.items if isinstance(thing, Lista) else (thing,)


SILENCES = ("calla", "")
"""The interest of a text that takes keywords away: whoever asks which are left has to look."""


@lru_cache(maxsize=1024)
def interests(text: str) -> frozenset[tuple[str, str]]:
    """The moments that a text waits for, as relation and what happens: an event that nobody waits for is not told."""
    if refusal(text, GAME):
        return frozenset()
    found = {SILENCES} if _silences(text) else set()
    for ability in abilities_of(text, GAME):
        inner = (moment for step in ability.steps if isinstance(step, Paso) for moment in step.cuando)
        for moment in (*ability.moments, *inner):
            found |= {(rel, name) for name in _happenings(moment) for rel in relations(moment)}
    return frozenset(found)


def _happenings(moment: Momento) -> Iterator[str]:
    if moment.tiempo is None:
        yield from (fact.verb for fact in moment.hechos)
    elif isinstance(moment.tiempo, Papel):
        yield moment.tiempo.nombre.removeprefix("este_")
    elif isinstance(moment.tiempo, Cosa):
        names = [f.role("que") for f in moment.tiempo.filters if isinstance(f, Hecho) and f.verb == "llamar"]
        yield fold(getattr(names[0], "nombre", "").lower()) if names else moment.tiempo.noun


def wants(state: State) -> frozenset[tuple[str, str]]:
    """Everything that somebody in play waits for."""
    texts = {card.text for card in _all(state)} | {row.texto for row in rows(state)}
    return frozenset().union(*map(interests, texts))


def waited(wanted: frozenset[tuple[str, str]], events: Iterable[Event]) -> bool:
    return any((e.rel, e.verb) in wanted or expected(wanted, e.rel, e.tiempo) for e in events)


def expected(wanted: frozenset[tuple[str, str]], rel: str, time: str) -> bool:
    return (rel, time) in wanted or (rel, _folded(time)) in wanted


@lru_cache(maxsize=256)
def _folded(step: str) -> str:
    return fold(named(step).lower()) if step else ""


def silenced(f: Fight) -> Mapping[tuple[str, str], str]:
    """Keywords (by unit) that may not be used now, and why. Asked again and again while nothing has changed."""
    last = _SILENCED[0] if _SILENCED else None
    if last is None or last[0] is not f:
        last = f, _silenced(f)
        _SILENCED[:] = [last]
    return last[1]


_SILENCED: list[tuple[Fight, Mapping[tuple[str, str], str]]] = []
"""Of the fight that was looked at last: one never changes, another one takes its place."""


def _silenced(f: Fight) -> Mapping[tuple[str, str], str]:
    """One that is itself silenced silences nobody."""
    told = dict.fromkeys(f.quiet, "")
    if SILENCES not in (wants(f) if f.wants is None else f.wants):
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
                name = f.name(side)
                for id, _ in _numbers(f, name):
                    if fact.verb == "ignorar":  # whoever ignores it, the other one's does nothing to it
                        if unify(scene, fact, Event("", "ignorar", {"quien": scene.me, "que": keyword_of(id)}))[0]:
                            found[name, id] = scene.card
                    elif unify(scene, fact, Event("", "utilizar", {"quien": unit_of(name), "que": keyword_of(id)}))[0]:
                        found[name, id] = scene.card
    return found


def named_cards(battle: Battle) -> list[str]:
    """Keywords and cards in play as a player names them: alone, or «unidad/carta» where several have it."""
    names = [(card.bearer.name, card.card) for card in _all(battle)]
    return list(dict.fromkeys([name for _, name in names] + [f"{who}/{name}" for who, name in names]))


def rows(state: State) -> tuple[Vigente, ...]:
    return battle_of(state).vigentes


LOOK = Board(game=GAME, world=Legion({}, {}, {}), cards=cards, standing=rows, decision=Decision)


def banned(state: State, log: Log, verb: str, **roles: Ente) -> str | None:
    """The card or keyword that forbids a deed now; «no puede» wins."""
    around = going(state) if isinstance(state, Fight) else ()
    here = state.here if isinstance(state, Fight) else None
    return look.stopped(LOOK, state, Event("", verb, roles), here, around, log, granted=True)


def sure_ban(state: State, log: Log, verb: str, **roles: Ente) -> str | None:
    """The card that surely forbids it: what nobody told does not."""
    return look.stopped(LOOK, state, Event("", verb, roles), None, (), log)


def stands_by(state: State, log: Log, name: str) -> bool:
    """Whether a unit may have standby tokens: a repulsor only where a text of its own says so."""
    if not battle_of(state).unit(name).repulsor:
        return True
    what = Ente("accion", "accion", frozenset({"alerta", "accion_de_alerta"}), name)
    deed = Event("", "realizar", {"quien": unit_of(name), "que": what})
    return look.allowed(LOOK, state, deed, lambda scene, fact: scene.me.name == name, log) is not None


def attacks_each(battle: Battle, name: str) -> tuple[int, str]:
    """Attack actions in one activation: one, unless a text of its own says more; and which."""
    most, which = 1, ""
    for card in cards(battle):
        if card.bearer.name != name or refusal(card.text, GAME):
            continue
        for fact in (fact for ability in abilities_of(card.text, GAME) for fact in ability.facts()):
            what = fact.role("que")
            attack = fact.verb == "realizar" and isinstance(what, Cosa) and stuff(what).ids("clase_de_accion") == ("ataque",)
            if attack and isinstance(what, Cosa) and what.qty.n.isdigit() and int(what.qty.n) > most:
                most, which = int(what.qty.n), card.card
    return most, which


def ignores(battle: Battle, name: str, keyword: str) -> str:
    """The card because of which a keyword of somebody else does nothing to a unit: «ignora los efectos de la cualidad …»."""
    for card in _all(battle) if keyword else ():
        if card.bearer.name != name or refusal(card.text, GAME):
            continue
        facts = (fact for ability in abilities_of(card.text, GAME) for fact in ability.facts() if fact.verb == "ignorar")
        if any(isinstance(p, Cosa) and p.sort == "palabra_clave" and p.noun == keyword for fact in facts for p in parts(fact)):
            return card.card
    return ""


def weapons_each(battle: Battle, name: str) -> int:
    """Weapons that each miniature of a unit may bring where a text of its own says so («Arsenal X»); 0: none does."""
    texts = [card.text for card in cards(battle) if card.bearer.name == name and not refusal(card.text, GAME)]
    facts = (fact for text in texts for ability in abilities_of(text, GAME) for fact in ability.facts())
    things = [fact.role("que") for fact in facts if fact.verb == "aportar"]
    most = [thing.qty for thing in things if isinstance(thing, Cosa) and thing.sort == "arma" and thing.qty.op == "hasta"]
    return max((int(qty.n) for qty in most if qty.n.isdigit()), default=0)


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


def remind(state: State, log: Log, number: str, verbs: frozenset[str], who: str = "") -> None:
    """Constant rules of the texts in play about deeds that are done on the table: told where such a deed comes."""
    for card in cards(state):
        if (who and card.bearer.name != who) or refusal(card.text, GAME):
            continue
        for ability in abilities_of(card.text, GAME):
            if ability.moments or ability.clase != "constante":
                continue
            for step in ability.steps:
                if {fact.verb for fact in orders((step,))} & verbs:
                    log.say(
                        number, f"{card.bearer.name}: {said(step, GAME)}", rule_named(card.card), card.card, readable(card.text)
                    )


def rally_die(battle: Battle, name: str) -> tuple[str, str]:
    """The dice of a rally: white, unless a text in play says others «en vez de blancos»; and which."""
    for card in cards(battle):
        if card.bearer.name != name or refusal(card.text, GAME):
            continue
        for ability in abilities_of(card.text, GAME):
            times = {name for moment in ability.moments for name in _happenings(moment)}
            for fact in ability.facts() if _folded("reagrupamiento") in times else ():
                what = fact.role("que")
                colours = stuff(what).ids("color") if fact.verb == "tirar" and isinstance(what, Cosa) else ()
                if colours and any(key == "en_vez_de" for key, _ in fact.circ):
                    return colours[0], card.card
    return "blanco", ""
