"""Before binding and after it: the passes that leave one effect for one meaning."""

from collections.abc import Callable

from grammar.lexicon.load import Lexicon
from grammar.meaning.alike import alike
from grammar.meaning.asked import near_you, one_is_enough
from grammar.meaning.effect import Capacidad, Item, Momento, Paso
from grammar.meaning.node import replace
from grammar.meaning.normal.asking import asked_again
from grammar.meaning.normal.bans import able, bans_in_order, forbidden, none_but, opposed
from grammar.meaning.normal.each import all_again, each_by_itself, one_by_one, told_once
from grammar.meaning.normal.fight import by_roles, from_an_attack, other_than_you, taken_by_incremento, told_against
from grammar.meaning.normal.hanging import dependent, hung, paid_at_once, paid_first, target_first
from grammar.meaning.normal.moments import (
    about_to,
    acts_told_as,
    as_while,
    by_itself,
    each_time,
    ended_attack,
    in_a_phase,
    in_this_phase,
    ones_attack,
    such,
    told_as,
    under_while,
    until_while,
)
from grammar.meaning.normal.plainer import plainer
from grammar.meaning.normal.same import (
    as_held,
    as_states,
    borne,
    in_state,
    of_ones_own,
    of_those_it_has,
    one_act,
    own_token,
    sided,
    taken_from,
    where_it_lies,
    where_lying,
)
from grammar.meaning.normal.sorting import as_they_are, flat, in_one_shape
from grammar.meaning.normal.steps import (
    asked_once,
    at_most,
    by_whoever,
    each_as_many,
    each_undergoes,
    going_back,
    grown,
    in_its_time,
    of_the_roll,
    option_told,
    options_in_order,
    simply,
    together,
    used_when,
)
from grammar.meaning.otherwise import one_otherwise, opposites_joined
from grammar.meaning.shapes import by_anybody, steps
from grammar.meaning.values import Cosa, Hecho, Lista, parts, verbs_in

Pass = Callable[[Capacidad, Lexicon], Capacidad]


def normal(ability: Capacidad) -> Capacidad:
    """Before binding: clauses in circumstances become facts, parts are put in order."""
    ability = replace(ability, limite=tuple(role for role in ability.limite if role[0] != "uso"))
    return in_one_shape(flat(ability))  # type: ignore[no-any-return]


def settled(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    """After binding: parts of the attack that the moment gives are said by who has them; steps hang on their choice."""
    for change in PASSES:
        ability = change(ability, lexicon)
    return ability


def _words(lexicon: Lexicon, table: str) -> frozenset[str]:
    return frozenset(str(lexicon.data.get(table, "")).split())


def _alone(change: Callable[[Capacidad], Capacidad]) -> Pass:
    """A pass that asks the game nothing."""
    return lambda ability, _lexicon: change(ability)


def _steps(change: Callable[[tuple[Item, ...]], tuple[Item, ...]]) -> Pass:
    """Of the steps together."""
    return lambda ability, _lexicon: replace(ability, pasos=change(ability.pasos))


def _step(change: Callable[[Item, Lexicon], Item]) -> Pass:
    """Of each step by itself."""
    return lambda ability, lexicon: replace(ability, pasos=tuple(change(step, lexicon) for step in ability.pasos))


def _moments(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    lasting, when = _words(lexicon, "lasting"), _words(lexicon, "said_when")

    def shaped(moment: Momento) -> Momento:
        moment = told_as(moment, lexicon)
        moment = replace(moment, hechos=tuple(by_itself(by_anybody(fact), lexicon) for fact in moment.hechos))
        if "continues" in lexicon.data:
            moment = replace(moment, hechos=tuple(map(ones_attack, moment.hechos)))
        return as_while(moment, lasting, when)

    return replace(ability, cuando=tuple(map(shaped, ability.cuando)))


def _roles_of_attack(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    ability = taken_by_incremento(ability, _words(lexicon, "defensive"))
    return by_roles(told_against(ability if "continues" in lexicon.data else from_an_attack(ability)))


def _of_sides(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    sides = {owner: told.split() for owner, told in lexicon.data.get("sides", {}).items()}
    return sided(ability, sides) if sides else ability


def _ones_own(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    own = {verb: told.split() for verb, told in lexicon.data.get("ones_own", {}).items()}
    if not own:
        return ability
    ability = of_those_it_has(ability)
    return of_ones_own(ability, own) if own.keys() & verbs_in(ability) else ability


def _taken(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    """From whom a thing is taken, in games that tell it of the verb."""
    verbs = _words(lexicon, "taken")
    told = any(isinstance(part, Hecho) and part.verb in verbs and part.role("de") is not None for part in parts(ability))
    return taken_from(ability, verbs, frozenset({"lugar", "juego"})) if told else ability


def _near(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    if {"continues", "third_person_bearer"} & lexicon.data.keys():
        return ability
    verbs = verbs_in(ability)
    ability = one_is_enough(ability) if verbs & {"tener", "hay"} else ability
    return near_you(ability) if "a_alcance" in verbs else ability


def _states(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    """What one has, as the state that it gives: only where a verb of the text is one that such tables speak of."""
    verbs = verbs_in(ability)
    worn, states, still = lexicon.data.get("borne", {}), lexicon.data.get("token_states", {}), _words(lexicon, "where_it_lies")
    acts = {told.split()[1]: (verb, told.split()[2]) for verb, told in lexicon.data.get("same_act", {}).items()}
    if verbs & worn.keys():
        ability = borne(ability, worn)
        verbs.add("tener")
    ability = in_state(ability, states) if states and "tener" in verbs else ability
    ability = as_states(ability, acts) if acts and "tener" in verbs else ability
    locked = verbs & {verb for verb, _ in acts.values()}
    ability = as_held(ability, frozenset(locked)) if locked else ability
    return where_it_lies(ability, still) if verbs & {verb.partition(":")[0] for verb in still} else ability


def _acts(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    """One act, one verb: only where something that the game's tables name is done, or as often as something else."""
    pairs = lexicon.data.get("short", {}).keys() | lexicon.data.get("turned", {}).keys()

    def told(fact: Hecho) -> bool:
        what = fact.role("que")
        return isinstance(what, Cosa) and (what.qty.op == "segun" or f"{fact.verb} {what.noun}" in pairs)

    return one_act(ability, lexicon) if any(isinstance(part, Hecho) and told(part) for part in parts(ability)) else ability


def _where(ability: Capacidad) -> Capacidad:
    return where_lying(ability) if any(isinstance(part, Paso) and part.si for part in parts(ability)) else ability


def _again(ability: Capacidad) -> Capacidad:
    """Only where something is asked."""
    asked = any(isinstance(part, Paso) and (part.si or part.otra_vez) for part in parts(ability.pasos))
    return asked_again(ability) if asked else ability


def _options(ability: Capacidad, _lexicon: Lexicon) -> Capacidad:
    return options_in_order(ability) if any(isinstance(part, Lista) for part in parts(ability)) else ability


# The order is behaviour: each pass may rest on the shapes that those above it leave.
PASSES: tuple[Pass, ...] = (
    alike,
    _alone(one_by_one),
    _alone(_again),
    _alone(about_to),
    _alone(in_a_phase),
    _alone(in_this_phase),
    each_time,
    _moments,
    _alone(until_while),
    _alone(under_while),
    lambda ability, lexicon: other_than_you(ability, str(lexicon.data.get("bearer", ""))),
    _alone(ended_attack),
    _alone(such),
    _roles_of_attack,
    _step(acts_told_as),
    _step(lambda step, lexicon: each_undergoes(step, _words(lexicon, "undergone"))),
    _steps(lambda told: dependent(tuple(map(forbidden, steps(hung(told)))))),
    _steps(target_first),
    _alone(paid_first),
    _alone(one_otherwise),
    _of_sides,
    _taken,
    lambda ability, lexicon: simply(ability, _words(lexicon, "carried")),
    plainer,
    _ones_own,
    _steps(each_as_many),
    _step(lambda step, lexicon: by_whoever(step, _words(lexicon, "whoever"))),
    _acts,
    own_token,
    _step(lambda step, _lexicon: in_its_time(step)),
    _steps(bans_in_order),
    _step(lambda step, lexicon: step if "continues" in lexicon.data else able(step)),
    _step(lambda step, lexicon: none_but(step, lexicon) if "none_but" in lexicon.data else step),
    _step(lambda step, lexicon: going_back(step, lexicon.data.get("goes_back", {}))),
    _alone(all_again),
    opposed,
    _alone(told_once),
    _alone(opposites_joined),
    _alone(_where),
    _alone(each_by_itself),
    _step(asked_once),
    _steps(together),
    _alone(used_when),
    _near,
    _step(grown),
    _states,
    _alone(lambda ability: in_one_shape(as_they_are(ability))),
    _steps(lambda told: of_the_roll(tuple(paid_at_once(at_most(step)) for step in told))),
    _options,
    _steps(option_told),
    _alone(_again),
)
