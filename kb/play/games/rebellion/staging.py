"""Rebellion: situations made to order: a galaxy of twelve systems in five conditions, and the step in which a card is used."""

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from typing import Any

from grammar.meaning.effect import Paso
from grammar.meaning.values import Cosa, Cual, Hecho, Nombre, Papel, parts
from kb.play.games.rebellion import PLAY
from kb.play.games.rebellion.kinds import sides
from kb.play.games.rebellion.queue import left_out, opens
from kb.play.games.rebellion.state import BASE, GROUND, RIVAL, Side, System, Theatre
from kb.play.games.rebellion.world import GAME, TRAITS
from kb.play.meaning.abilities import Ability
from kb.play.meaning.tryout import Staging
from kb.text import slugify

Step = dict[str, Any]
CARD, SPARE, FILLER = "carta", "otra", "tercera"
SIDES: tuple[Side, ...] = ("rebelde", "imperio")
THEATRES: tuple[Theatre, ...] = ("terrestre", "espacial")
SYSTEMS: Mapping[str, Step] = {
    "naboo": {"region": "norte"},
    "kuat": {"lealtad": "imperio", "region": "norte", "sabotaje": True},
    "hoth": {"lealtad": "rebelde", "region": "norte"},
    "bespin": {"subyugacion": True, "region": "norte", "sabotaje": True},
    "dagobah": {"populoso": False, "region": "sur"},
    "yavin": {"lealtad": "rebelde", "populoso": False, "region": "sur"},
    "kessel": {"lealtad": "imperio", "populoso": False, "region": "sur"},
    "sullust": {"lealtad": "rebelde", "region": "sur"},
    "endor": {"populoso": False, "region": "este"},
    "lothal": {"lealtad": "imperio", "subyugacion": False, "region": "este"},
    "ryloth": {"lealtad": "rebelde", "subyugacion": True, "region": "este"},
    "corellia": {"region": "este", "sabotaje": True},
}
REBEL: Side = "rebelde"
IMPERIAL: Side = "imperio"
NATURAL: Mapping[str, Side] = {kind: IMPERIAL if side == IMPERIAL else REBEL for kind, side in sides().items()}
USUAL: Mapping[Side, tuple[str, ...]] = {REBEL: ("soldado_rebelde", "ala_x"), IMPERIAL: ("soldado_de_asalto", "caza_tie")}
WORLDS: tuple[frozenset[str], ...] = (
    frozenset({REBEL, IMPERIAL}), frozenset({REBEL}), frozenset({IMPERIAL}), frozenset(),
)  # fmt: skip
"""Whose units are everywhere: both sides', one's, nobody's."""


def _unit(side: Side, kind: str, place: str, **more: Any) -> Step:
    theatre = "terrestre" if kind in GROUND else "espacial"
    return {"bando": side, "tipo": kind, "sistema": place, "escenario": theatre, "resistencia": 3, **more}


def _galaxy(text_kinds: tuple[str, ...], there: frozenset[str], places: Collection[str]) -> tuple[Step, Step]:
    """The systems, each beside the three before and after it, and what is in them."""
    names = list(SYSTEMS)
    systems = {
        name: {**row, "adyacentes": [names[(i + d) % len(names)] for d in (-3, -2, -1, 1, 2, 3)]}
        for i, (name, row) in enumerate(SYSTEMS.items())
    }
    units: Step = {}
    for place in places:
        for side in SIDES:
            kinds = (*USUAL[side], *(k for k in text_kinds if NATURAL.get(k) == side and k not in USUAL[side]))
            for kind in kinds if side in there else ():
                for n in (1, 2):
                    units[f"{kind}-{place}-{n}"] = _unit(side, kind, place)
    if REBEL in there:
        units |= {f"base-{n}": _unit(REBEL, "soldado_rebelde", BASE) for n in range(1, 12)}
    return systems, units


def kinds_of(ability: Ability) -> tuple[str, ...]:
    """Kinds of unit that it names."""
    nouns = [p.noun for item in (*ability.moments, *ability.steps) for p in parts(item) if isinstance(p, Cosa)]
    return tuple(dict.fromkeys(noun for noun in nouns if noun in NATURAL))


def named(ability: Ability) -> str:
    """The system that it names, if any."""
    found = [p.nombre for step in ability.steps for p in parts(step) if isinstance(p, Nombre) and p.sort == "sistema"]
    return slugify(found[0]).replace("-", "_") if found else ""


def given(ability: Ability, world: int, places: Collection[str] = tuple(SYSTEMS), **more: Any) -> Step:
    systems, units = _galaxy(kinds_of(ability), WORLDS[world], places)
    if (name := named(ability)) and name not in systems:
        systems[name] = {"region": "norte", "adyacentes": ["naboo", "kuat"]}
    if _queues(ability) and WORLDS[world] != WORLDS[3]:
        units |= {f"obra-{side}-{n}": {"bando": side, "casilla": n} for side in SIDES for n in (1, 2)}
    hand = {"cartas": {"mision": 3, "objetivo": 1, "proyecto": 2}}
    kinds = {
        kind: {"bando": side, "tipo": kind, "escenario": "terrestre" if kind in GROUND else "espacial"}
        for kind, side in NATURAL.items()
    }
    return {"sistemas": systems, "unidades": units, "tipos": kinds, "manos": {side: dict(hand) for side in SIDES}, **more}


def _queues(ability: Ability) -> bool:
    return any(isinstance(p, Cosa) and p.sort in ("casilla", "cola") for item in ability.steps for p in parts(item))


def _captives(ability: Ability) -> bool:
    return any(
        isinstance(p, Hecho) and p.verb in ("capturar", "rescatar")
        for i in (*ability.moments, *ability.steps)
        for p in parts(i)
    )


def _whole(dado: Step, cuando: list[Step], seed: int) -> Step:
    return {"juego": GAME, "titulo": "Una carta en juego", "semilla": seed, "dado": dado, "cuando": cuando, "entonces": {}}


# --- situations --------------------------------------------------------------------------------------------------------------


def situations(text: str, ability: Ability) -> Iterator[Step]:
    first = ability.steps[0] if ability.steps else None
    if first is not None and opens(ability, first):
        yield from _missions(text, ability)
    elif ability.clase in ("asignacion", "inmediata"):
        yield from _actions(text, ability)
    elif ability.clase == "inicio_del_combate":
        yield from _combats(text, ability, "inicio")
    elif ability.clase == "especial":
        yield from _specials(text, ability)
    elif ability.clase in ("combate", "inicio_de_la_fase_de_recuperacion"):
        yield from _objectives(text, ability)
    else:
        verbs = {fact.verb for fact in ability.facts()} - forbidden(ability)
        likely = "bloquea" if "bloquear" in verbs else "responde" if _of_the_rival(ability) else "juega"
        for how in sorted(("juega", "bloquea", "responde"), key=lambda how: how != likely):
            yield from _combats(text, ability, how)


def forbidden(ability: Ability) -> set[str]:
    """What it forbids."""
    steps = [step for step in ability.steps if isinstance(step, Paso) and step.modo == "no_puede"]
    return {fact.verb for step in steps for fact in step.efecto if isinstance(fact, Hecho)}


def _of_the_rival(ability: Ability) -> bool:
    return any(fact.verb == "volver_a_tirar" and fact.role("quien") == Papel("adversario") for fact in ability.facts())


def _missions(text: str, ability: Ability) -> Iterator[Step]:
    """In every system, by either side, where the rival has nobody, and where it may fail."""
    places = [named(ability)] if named(ability) else sorted((*SYSTEMS, BASE), key=lambda place: not _such(ability, place))
    against = any(k == "contra" for item in ability.steps for p in parts(item) if isinstance(p, Hecho) for k, _ in p.roles)
    forbids = {fact.verb for fact in ability.facts()} & {"mover"} and any(
        getattr(s, "modo", "") == "no_puede" for s in ability.steps
    )
    for way, world, opposed, side, place in product(range(2), (0, 1, 2), (False, True), SIDES, places):
        near = (place, SYSTEMS_NEXT.get(place, "naboo"))
        leaders = _leaders(side, place, opposed, against or _captives(ability), ability)
        body: Step = {
            "jugador": side,
            "nombre": CARD,
            "carta": text,
            "sistema": place,
            "lideres": ["mia"],
            "habilidad": "espionaje",
        }
        if against:
            body["contra"] = "presa"
        after: list[Step] = []
        if forbids:
            mover = next(
                (n for n, u in given(ability, world, near)["unidades"].items() if u["bando"] != side and u["sistema"] == place),
                None,
            )
            if mover is None:
                continue
            after = [{"mueve": {"unidades": [mover], "a": SYSTEMS_NEXT.get(place, "naboo")}}]
        told = _whole(given(ability, world, near, lideres=leaders), [{"mision": body}, *after], way + 1)
        yield STAGING.answered(told, way)


def _such(ability: Ability, place: str) -> bool:
    """Whether a system has the traits that the mission asks for: those are tried first."""
    fact = next(ability.facts())
    goal = fact.role("en")
    wanted = (
        [p for f in goal.filters for p in parts(f) if isinstance(f, Hecho) and f.verb == "ser"]
        if isinstance(goal, Cosa)
        else []
    )
    sides = [p.nombre for p in wanted if isinstance(p, Papel)]
    traits = [p.id for p in wanted if isinstance(p, Cual) and p.id in TRAITS]
    if place not in SYSTEMS:
        return isinstance(goal, Cosa) and goal.sort == "lugar"
    system = System.model_validate(SYSTEMS[place])
    loyal = {"imperio": "imperio", "rebelion": "rebelde"}
    return all(TRAITS[trait](system) for trait in traits) and all(system.lealtad == loyal.get(side) for side in sides)


SYSTEMS_NEXT = {name: list(SYSTEMS)[(i + 1) % len(SYSTEMS)] for i, name in enumerate(SYSTEMS)}


def _leaders(side: Side, place: str, opposed: bool, prey: bool, ability: Ability) -> Step:
    leaders: Step = {
        "mia": {"bando": side, "iconos": {"espionaje": 4}},
        "aliada": {"bando": side, "sistema": "naboo" if place != "naboo" else "hoth"},
    }
    if opposed:
        leaders["rival"] = {"bando": RIVAL[side], "sistema": place}
    if prey:
        held = _wants_captive(ability)
        leaders["presa"] = {"bando": REBEL, "sistema": place, "capturado": held}
    return leaders


def _wants_captive(ability: Ability) -> bool:
    facts = [p for item in (*ability.moments, *ability.steps) for p in parts(item) if isinstance(p, Hecho)]
    orders = set(ability.facts())
    return any(f.verb == "rescatar" or (f.verb == "capturar" and f not in orders) for f in facts)


def _actions(text: str, ability: Ability) -> Iterator[Step]:
    for way, world, side, place in product(range(2), range(3), SIDES, SYSTEMS):
        leaders = {
            "mia": {"bando": side, "sistema": place if ability.clase == "inmediata" else None},
            "aliada": {"bando": side, "sistema": SYSTEMS_NEXT[place]},
            "rival": {"bando": RIVAL[side], "sistema": SYSTEMS_NEXT[place]},
        }
        dado = given(ability, world, (place, SYSTEMS_NEXT[place]), lideres=leaders)
        dado["manos"][side] = {**dado["manos"][side], "acciones": {CARD: text}}
        use = {"jugador": side, "carta": CARD, "decide": {"lider": "mia", "sistema": place}}
        yield STAGING.answered(_whole(dado, [{"accion": use}], 1), way)


def _objectives(text: str, ability: Ability) -> Iterator[Step]:
    goal = {"objetivos": {CARD: {"texto": text, "valor": 1}}}
    decided = {"decide": {CARD: True}}
    if ability.clase == "combate":
        for theatre, flees, place, seed in product(THEATRES, (False, True), ("hoth", "kuat", "naboo"), (1, 2)):
            foe = next((k for k in kinds_of(ability) if NATURAL[k] == IMPERIAL), "")
            dado, fight = battle(REBEL, theatre, place, foe, flees)
            dado["manos"] = {REBEL: goal}
            yield _whole(dado, [{**fight, **decided}], seed)
        return
    for world in (1, 0, 2, 3):
        dado = given(ability, world)
        dado["manos"] = {REBEL: goal}
        dado["lideres"] = {
            f"lider-{n}": {"bando": REBEL, "sistema": place}
            for n, place in enumerate(("naboo", "dagobah", "endor", "corellia"))
        }
        if world == 3:
            dado["lideres"] = {}
        yield _whole(dado, [{"fase": {"nombre": "recuperacion"}, **decided}], 1)


def battle(mine: Side, theatre: Theatre, place: str, foe: str = "", flees: bool = False) -> tuple[Step, Step]:
    """One side destroys the other's only unit of a theatre; or one of two, and then it retreats."""
    other = RIVAL[mine]
    kind = foe or USUAL[other][0 if theatre == "terrestre" else 1]
    own = USUAL[mine][0 if theatre == "terrestre" else 1]
    hurt: Step = {"color": "negro", "escenario": theatre, "resistencia": 1}
    units: Step = {
        "mia-1": {**_unit(mine, own, place), "ataque": {"negro": 1}},
        "suya-1": {**_unit(other, kind, place), **hurt},
    }
    if flees:
        units["suya-2"] = {**_unit(other, kind, place), **hurt}
    adjacent = {"naboo": "yavin", "hoth": "yavin", "kuat": "yavin"}[place]
    systems = {place: {**SYSTEMS[place], "adyacentes": [adjacent]}, adjacent: {}}
    leaders = {"mia": {"bando": mine, "sistema": place}, "suya": {"bando": other, "sistema": place}}
    strike: Step = {mine: {"tirada": {"negro": ["impacto"]}, "asigna": {"suya-1": ["impacto negro"]}}}
    round_: Step = {theatre: strike}
    if flees:
        round_["retirada"] = {mine: {"lider": "mia", "a": adjacent}}
    fight = {"combate": {"sistema": place, "jugador_actual": mine, "rondas": [round_]}}
    return {"sistemas": systems, "unidades": units, "lideres": leaders}, fight


def _specials(text: str, ability: Ability) -> Iterator[Step]:
    """The step in which its moment comes, for each side."""
    facts = [fact for moment in ability.moments for fact in moment.hechos]
    verbs = {fact.verb for fact in facts}
    skills = [p.id for fact in facts for p in parts(fact) if isinstance(p, Cual) and p.kind == "icono_habilidad"]
    against = any(isinstance(p, Hecho) and p.verb == "contra" for fact in facts for p in parts(fact))
    for way, side, doer, good in product(range(2), SIDES, SIDES, (True, False)):
        hand = {"manos": {side: {"acciones": {CARD: text}, "cartas": {"mision": 3}}}}
        decided = {"decide": {CARD: {"usa": True, "lider": "mia"}}}
        if verbs & {"capturar", "rescatar"}:
            yield from _captures(hand, decided, side, verbs, way)
            continue
        if verbs & {"ganar", "perder", "destruir", "retirarse"}:
            for theatre, flees in product(THEATRES, (False, True)):
                dado, fight = battle(doer, theatre, "hoth", "", flees)
                dado["lideres"]["mia"], dado["lideres"]["suya"] = (
                    {"bando": side, "sistema": "hoth"},
                    {"bando": RIVAL[side], "sistema": "hoth"},
                )
                if flees:
                    fight["combate"]["rondas"][0]["retirada"] = {
                        doer: {"lider": "mia" if doer == side else "suya", "a": "yavin"}
                    }
                yield STAGING.answered(_whole({**dado, **hand}, [{**fight, **decided}], 1), way)
            continue
        body: Step = {"jugador": doer, "sistema": "hoth", "habilidad": skills[0] if skills else "espionaje", "iconos": 3}
        body |= {"iconos_rivales": 1 if good else 4, "lideres_rivales": 1}
        leaders: Step = {
            "mia": {"bando": side, "sistema": "hoth", "iconos": {}},
            "suya": {"bando": RIVAL[side], "sistema": "hoth"},
        }
        for who in leaders.values():
            who["iconos"] = {body["habilidad"]: (4 if (who["bando"] == doer) == good else 1)}
        if against:
            leaders["presa"] = {"bando": REBEL, "sistema": "hoth", "capturado": True}
            body["contra"] = "presa"
        dado = {"sistemas": {"hoth": {"adyacentes": ["yavin"]}, "yavin": {}}, "lideres": leaders, **hand}
        for seed in (1, 2, 3):
            yield STAGING.answered(_whole(dado, [{"mision": body, **decided}], seed), way)


def _captures(hand: Step, decided: Step, side: Side, verbs: set[str], way: int) -> Iterator[Step]:
    held = "rescatar" in verbs
    leaders = {"mia": {"bando": side, "sistema": "hoth", "capturado": held}, "otro": {"bando": side}}
    dado = {"sistemas": {"hoth": {}}, "lideres": leaders, **({"capturado": "mia"} if held else {}), **hand}
    rescue = "Emprende esta Misión en cualquier sistema que contenga un Líder capturado. Si tiene éxito, rescata a ese Líder."
    step: Step = {"mision": {"sistema": "hoth", "carta": rescue, "jugador": side}} if held else {"captura": {"lider": "mia"}}
    yield STAGING.answered(_whole(dado, [{**step, **decided}], 1), way)


def _combats(text: str, ability: Ability, how: str) -> Iterator[Step]:
    """A round of two battles in which the card is played, in either theatre, by either side."""
    for way, seed, theatre, side in product(range(3), range(1, 7), THEATRES, SIDES):
        attacker = side if how in ("juega", "inicio") else RIVAL[side]
        units: Step = {}
        for who, kinds in USUAL.items():
            kind = kinds[0 if theatre == "terrestre" else 1]
            for n in (1, 2):
                units[f"{who}-{n}"] = {
                    **_unit(who, kind, "hoth"),
                    "ataque": {"negro": 2, "rojo": 1},
                    "dano": 1,
                    "resistencia": 5,
                }
            units[f"{who}-roja"] = {**_unit(who, kind, "hoth"), "color": "rojo", "resistencia": 5}
            for kind in kinds_of(ability):
                if NATURAL[kind] == who:
                    units[f"{kind}-1"] = _unit(who, kind, "hoth", resistencia=5)
        cards = {CARD: {"texto": text, "escenario": theatre}} if how != "inicio" else {}
        spare = {name: {"texto": "Inflige 1 de daño.", "escenario": theatre} for name in (SPARE, FILLER)}
        hands: Step = {side: {"tacticas": {**cards, SPARE: spare[SPARE]}}, RIVAL[side]: {"tacticas": {FILLER: spare[FILLER]}}}
        fight: Step = {"sistema": "hoth", "jugador_actual": attacker}
        strike: Step = {"asigna": {}}
        if how == "inicio":
            hands[side]["acciones"] = {CARD: text}
            fight["inicio"] = {side: {CARD: {}}}
        else:
            strike[how] = {CARD: {}}
        reply: Step = {"asigna": {}}
        if "bloquear" in forbidden(ability):
            hands[RIVAL[side]]["tacticas"][FILLER]["texto"] = "Bloquea 1 de daño."
            strike["bloquea"] = {FILLER: {}}
        if "jugar" in forbidden(ability):
            reply["juega"] = {FILLER: {}}
        fight["rondas"] = [{theatre: {attacker: strike, RIVAL[attacker]: reply}}]
        leaders = {"mia": {"bando": side, "sistema": "hoth"}, "suya": {"bando": RIVAL[side], "sistema": "hoth"}}
        if any(fact.verb == "retirarse" for fact in ability.facts()):
            who = RIVAL[side] if seed % 2 else side
            fight["rondas"][0]["retirada"] = {who: {"lider": "mia" if who == side else "suya", "a": "yavin"}}
        dado = {
            "sistemas": {"hoth": {"adyacentes": ["yavin"], "region": "norte"}, "yavin": {}},
            "unidades": units,
            "lideres": leaders,
            "manos": hands,
        }
        yield STAGING.answered(_whole(dado, [{"combate": fight}], seed), way)


def elsewhere(text: str, ability: Ability) -> Iterator[Step]:
    """The card is in a hand, and nobody uses it; or a mission that is not the place for it."""
    first = ability.steps[0] if ability.steps else None
    if first is not None and opens(ability, first):
        return
    for found in situations(text, ability):
        yield {**found, "cuando": [_without(step) for step in found["cuando"] if "accion" not in step]}


# --- how a situation is read and changed -------------------------------------------------------------------------------------


def _told(told: Step, name: str, value: Any) -> Step:
    """The answer where the card is used."""
    step = told["cuando"][0]
    for verb in ("mision", "accion"):
        if verb in step and "decide" not in step:
            body = {**step[verb], "decide": {**step[verb].get("decide", {}), name: value}}
            return _first(told, {**step, verb: body})
    if "decide" in step:
        before = step["decide"][CARD]
        return _first(told, {**step, "decide": {CARD: {**(before if isinstance(before, dict) else {}), name: value}}})
    return _first(told, {**step, "combate": _deep(step["combate"], lambda card: {**card, name: value})})


def _deep(value: Any, change: Any) -> Any:
    if isinstance(value, dict):
        return {k: change(v) if k == CARD else _deep(v, change) for k, v in value.items()}
    return [_deep(v, change) for v in value] if isinstance(value, list) else value


def _first(told: Step, step: Step) -> Step:
    return {**told, "cuando": [step, *told["cuando"][1:]]}


def _bare(told: Step) -> Step:
    """The same without the card: not in a hand, not used, no text."""
    steps = [_without(step) for step in told["cuando"] if "accion" not in step]
    for step in steps:
        if step.get("mision", {}).get("nombre") == CARD:
            step["mision"] = {k: v for k, v in step["mision"].items() if k not in ("carta", "decide")}
    return {**told, "dado": _without(told["dado"]), "cuando": steps}


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            k: _without(v) for k, v in value.items() if k != CARD and not (k == "decide" and isinstance(v, dict) and CARD in v)
        }
    return [_without(v) for v in value] if isinstance(value, list) else value


def _state(state: Mapping[str, Any]) -> Any:
    """The table without the name of the card in its hands."""
    hands = {side: {k: v for k, v in hand.items() if v} for side, hand in _without(dict(state["manos"])).items()}
    rest = {k: v for k, v in state.items() if k not in ("manos", "lance")}
    return rest, {side: hand for side, hand in hands.items() if hand}


def _value(name: str, options: list[str], way: int, question: str) -> Any:
    if name == "a":
        return options[way % len(options) :][: 1 + way // 2] if options else []
    if name == "dados":
        return [int(options[way % len(options)])] if options else []
    if name == "se_cumple":
        return True
    if name == "cuantos":
        return 1
    return options[way % len(options)] if options else "naboo"


def _assign(told: Step, question: str, way: int) -> Step | None:
    """The dice of whoever attacks, one by one: to a unit of the rival's of their colour."""
    if not question.startswith("falta asignar"):
        return None
    side: Side = "imperio" if "bando imperio" in question else "rebelde"
    mark = question.rsplit("«", 1)[1].rstrip("»")
    target = f"{RIVAL[side]}-roja" if mark.endswith("rojo") else f"{RIVAL[side]}-1"
    body = told["cuando"][0]["combate"]
    rounds = [{k: _more(v, side, target, mark) if k in THEATRES else v for k, v in r.items()} for r in body["rondas"]]
    return _first(told, {**told["cuando"][0], "combate": {**body, "rondas": rounds}})


def _more(strikes: Step, side: Side, target: str, mark: str) -> Step:
    strike = strikes.get(side, {})
    placed = strike.get("asigna", {})
    return {**strikes, side: {**strike, "asigna": {**placed, target: [*placed.get(target, []), mark]}}}


STAGING = Staging(
    game=GAME, play=PLAY, card=CARD, situations=situations, told=_told, bare=_bare, state=_state, left_out=left_out,
    value=_value, answer=_assign, elsewhere=elsewhere,
)  # fmt: skip
