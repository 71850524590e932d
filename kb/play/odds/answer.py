"""`kb odds`: a question in, exact probabilities out."""

from collections.abc import Callable, Mapping
from typing import Any

from kb.play.errors import PlayError
from kb.play.games.imperial_assault.odds import rerolls as assault_rerolls
from kb.play.games.imperial_assault.odds import solve as imperial_assault
from kb.play.games.imperial_assault.odds.cards import read_cards
from kb.play.games.legion.odds import rules
from kb.play.games.legion.odds import solve as legion
from kb.play.games.legion.terms import read_keywords
from kb.play.games.rebellion.odds import solve as rebellion
from kb.play.games.xwing.odds import solve as xwing
from kb.play.games.xwing.odds.cards import xwing_card_options
from kb.play.odds.budget import Budget
from kb.play.odds.spec import SPECS, AssaultSpec, LegionSpec, RebellionSpec, XwingSpec
from kb.play.validation import Model, checked
from kb.text import slugify

Answer = dict[str, Any]
FOCUS = "concentracion"
"""The state that adds a green die to an attack of Imperial Assault."""


def odds(question: Any, where: str = "", budget: Budget | None = None) -> Answer:
    """The answer to one question of interface.md. Raises PlayError with a Spanish sentence.

    `budget` is for who answers many people and has less patience than the command.
    """
    if not isinstance(question, Mapping):
        raise PlayError("se espera un objeto JSON con «game»", where)
    game = question.get("game")
    if not isinstance(game, str) or game not in SPECS:
        raise PlayError(f"el juego debe ser uno de {', '.join(SPECS)}", ": ".join(p for p in (where, "game") if p))
    return ANSWERS[game](checked(SPECS[game], question, where), budget or Budget())


def _xwing(spec: Model, budget: Budget) -> Answer:
    assert isinstance(spec, XwingSpec)
    mine = xwing_card_options(spec.attack.cards, defending=False)
    theirs = xwing_card_options(spec.defense.cards, defending=True)
    tokens, their_tokens = spec.attack.tokens.model_dump(), spec.defense.tokens.model_dump()
    attack = xwing.Attack(
        attack_dice=_within(spec.attack.dice + mine.attack_dice + theirs.attack_dice),
        defense_dice=_within(spec.defense.dice + mine.defense_dice + theirs.defense_dice),
        attack_by_defender=theirs.on_attack,
        attack_by_attacker=(*xwing.token_options(tokens, False, mine.wanted), *mine.on_attack),
        defense_by_attacker=mine.on_defense,
        defense_by_defender=(*xwing.token_options(their_tokens, True, theirs.wanted), *theirs.on_defense),
        reinforce=spec.defense.tokens.refuerzo,
        attack_purse=xwing.purse_of(tokens, mine.wanted),
        defense_purse=xwing.purse_of(their_tokens, theirs.wanted),
    )
    found = xwing.solve(attack, budget)
    answer: Answer = {"damage": found.probabilities(), "hits": found.average(1), "crits": found.average(2)}
    notes = {"left_out": mine.left_out + theirs.left_out, "left_out_why": mine.why + theirs.why}
    return {**answer, "expected": found.average(), **notes, "assumed": mine.assumed + theirs.assumed}


def _within(dice: int) -> int:
    return max(0, min(xwing.MOST_DICE, dice))


def _legion(spec: Model, budget: Budget) -> Answer:
    assert isinstance(spec, LegionSpec)
    a, d = spec.attack, spec.defense
    if sum(a.dice.model_dump().values()) > rules.MOST_DICE:
        raise PlayError(f"son demasiados dados para calcularlos exactamente (como mucho {rules.MOST_DICE})", "attack.dice")
    keywords, aside = read_keywords(a.keywords, rules.ATTACK_KEYWORDS, rules.IGNORED, "attack.keywords")
    faces = {"vacia": rules.BLANK, "incremento": rules.SURGE, "impacto": rules.HIT}
    defense = None
    if d is not None:
        theirs, more = read_keywords(d.keywords, rules.DEFENSE_KEYWORDS, rules.IGNORED, "defense.keywords")
        aside += more
        theirs = {
            **theirs,
            **{k: theirs.get(k, 0) + n for k, n in (("humo", d.tokens.humo), ("escudado", d.tokens.escudo)) if n},
        }
        defense = rules.Defense(d.die, d.surge, rules.COVER[d.cover], d.tokens.esquiva, d.tokens.incremento,
                                 d.tokens.acobardamiento, d.courage, theirs)  # fmt: skip
    observation = a.tokens.observacion + (d.tokens.observacion if d else 0)
    attack = rules.Attack(
        dice=a.dice.model_dump(), surge=None if a.surge == "null" else a.surge, aim=a.tokens.ataque_apuntado,
        surge_tokens=a.tokens.incremento, observation=observation, dodge=a.tokens.esquiva, keywords=keywords,
        melee=a.type == "cuerpo_a_cuerpo", reroll=tuple(faces[f] for f in a.reroll), defense=defense,
    )  # fmt: skip
    found = legion.solve(attack, budget)
    name = "wounds" if defense else "results"
    return {name: found.probabilities(), "expected": found.average(), "left_out": aside}


def _assault(spec: Model, budget: Budget) -> Answer:
    assert isinstance(spec, AssaultSpec)
    a, d = spec.attack, spec.defense
    extra = tuple("verde" for k in a.keywords if slugify(k) == FOCUS)
    abilities = tuple(imperial_assault.read_ability(text) for text in a.abilities)
    lines = [imperial_assault.read_ability(text) for text in (*a.keywords, *d.keywords)]
    distance = None if a.type == "cuerpo_a_cuerpo" else (1 if a.range is None else a.range)
    mine = read_cards(a.cards, "atacante", a.type, distance)
    theirs = read_cards(d.cards, "defensor", a.type, distance)
    abilities += tuple(imperial_assault.read_ability(text) for text in mine.surges)
    # A line without surge cost, printed among the abilities, always applies.
    fixed = imperial_assault.summed([*lines, *mine.gains, *theirs.gains, *(g for g in abilities if not g.surges)])
    attack = imperial_assault.Attack(
        (*a.dice, *extra, *mine.attack_dice, *theirs.attack_dice), (*d.dice, *mine.defense_dice, *theirs.defense_dice),
        distance, tuple(g for g in abilities if g.surges), fixed,
    )  # fmt: skip
    if mine.rerolls or theirs.rerolls:
        table = assault_rerolls.Table(attack, tuple(mine.rerolls), tuple(theirs.rerolls))
        found = assault_rerolls.solve(table, budget)
    else:
        found = imperial_assault.solve(attack, budget)
    aside = [part for gain in (*abilities, *lines) for part in gain.after if slugify(part) != FOCUS]
    answer: Answer = {"damage": found.probabilities(), "expected": found.average()}
    notes = {"left_out": aside + mine.left_out + theirs.left_out, "left_out_why": mine.why + theirs.why}
    return {**answer, **notes, "assumed": mine.assumed + theirs.assumed}


def _rebellion(spec: Model, budget: Budget) -> Answer:
    assert isinstance(spec, RebellionSpec)
    if (spec.attack is None) == (spec.mission is None):
        raise PlayError("hace falta «attack» (una tirada de combate) o «mission» (una Misión), y sólo uno de los dos")
    if spec.mission is not None:
        if spec.opposition is None:
            return {"success": 1.0, "rolled": False}
        good, ways = rebellion.mission(spec.mission.dice, spec.mission.bonus, spec.opposition.dice, spec.opposition.bonus)
        return {"success": good / ways, "rolled": True}
    assert spec.attack is not None
    dice = spec.attack.model_dump()
    health = spec.defense.model_dump() if spec.defense else None
    block = health.pop("bloqueo") if health else 0
    found = rebellion.combat(dice, health if health and any(health.values()) else None, block)
    return {"damage": found.probabilities(), "expected": found.average(), "specials": found.average(2)}


ANSWERS: Mapping[str, Callable[[Model, Budget], Answer]] = {
    "xwing": _xwing,
    "legion": _legion,
    "imperial-assault": _assault,
    "leyendas": _assault,
    "rebellion": _rebellion,
}
