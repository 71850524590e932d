"""Legión: keywords of a unit outside attacks: tokens when it is ordered, when a phase begins, by its own actions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kb.play.games.legion.cards import card
from kb.play.games.legion.keywords import held, rule_of, title
from kb.play.games.legion.ops import Choose, Effect, Flip, Tokens
from kb.play.games.legion.reading import effects_of
from kb.play.games.legion.state import Battle
from kb.play.games.legion.words import agree
from kb.play.run import Illegal, Log, Pending


@dataclass(frozen=True)
class Moment:
    """Where a unit stands in the round, and what its player decides there."""

    step: str
    number: str = ""
    after: str = ""
    """The action just made: «después de realizar una acción de alerta»."""
    only: str = ""
    """The card action that is being made."""
    chosen: Sequence[str] = ()
    """Units chosen by an effect."""
    takes: str = ""
    """The token taken of several."""
    declined: Sequence[str] = field(default_factory=tuple)


def unit_effects(battle: Battle, name: str, moment: Moment, log: Log) -> Battle:
    """Every keyword of the unit that acts at that moment."""
    for effect, words in _effects(battle, name):
        if effect.step == moment.step and _now(effect, moment) and not (effect.optional and _declined(effect.keyword, moment)):
            battle = _run(battle, name, effect, words, moment, log)
    return battle


def _effects(battle: Battle, name: str) -> Iterator[tuple[Effect, str]]:
    """Of its keywords and of the sentences on its cards, with the name of each."""
    unit = battle.unit(name)
    for keyword, mine in held(unit.cualidades).items():
        yield from ((effect, mine.words) for effect in effects_of(keyword, mine.value))
    for title_, text in unit.cartas.items():
        yield from ((effect, title_) for effect in card(title_, text).effects)


def _now(effect: Effect, moment: Moment) -> bool:
    asked = next((c.values[0] for c in effect.conditions if c.kind == "afirmada" and c.values), "")
    if moment.only:
        return effect.keyword == moment.only and not asked
    # A card action is made by name; what follows an action waits for that action.
    return asked == moment.after if asked else moment.step != "realizar_acciones"


def _declined(keyword: str, moment: Moment) -> bool:
    return title(keyword).lower() in {text.lower().rstrip(" 0123456789") for text in moment.declined}


def _run(battle: Battle, name: str, effect: Effect, title_: str, moment: Moment, log: Log) -> Battle:
    def say(text: str) -> None:
        log.say(moment.number, agree(text), rule_of(effect.keyword), title_, effect.words)

    for op in effect.ops:
        if isinstance(op, Choose):
            _choice(battle, name, op, effect, moment)
        elif isinstance(op, Flip):
            unit = battle.unit(name)
            turned = min(op.most, unit.escudos_inactivos)
            if turned:
                now = unit.with_tokens(escudo=turned).model_copy(update={"escudos_inactivos": unit.escudos_inactivos - turned})
                battle = battle.put(name, now)
                say(f"{name} vuelve a activar {turned} escudos")
        elif isinstance(op, Tokens):
            if op.either and moment.takes != op.token:
                if not moment.takes:
                    log.offer(name, moment.number, f"puedes ganar {op.n} ficha de {op.token} con {title_}")
                continue
            for who in moment.chosen if op.who == "elegida" else (name,):
                unit = battle.unit(who)
                changed = unit.gains(op.token, max(op.n, -unit.has(op.token)))
                n = changed.has(op.token) - unit.has(op.token)
                if n:
                    battle = battle.put(who, changed)
                    say(f"{who} {'gana' if n > 0 else 'pierde'} {abs(n)} fichas de {op.token}")
        else:
            raise Illegal(f"{title_} no se ejecuta aquí", rule_of(effect.keyword))
    return battle


def _choice(battle: Battle, name: str, op: Choose, effect: Effect, moment: Moment) -> None:
    if not moment.chosen:
        raise Pending(f"di en «elige» (o «elegidas», en una fase) a qué unidades elige {name} (como mucho {op.most})")
    if len(moment.chosen) > op.most:
        raise Illegal(f"{name} elige como mucho {op.most} unidades", rule_of(effect.keyword))
    mine = battle.unit(name).jugador
    for other in moment.chosen:
        theirs = battle.unit(other).jugador
        if mine and theirs and (mine == theirs) != (op.side == "aliada"):
            raise Illegal(f"{other} no es una unidad {op.side}", rule_of(effect.keyword))
