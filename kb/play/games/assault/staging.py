"""Imperial Assault: situations in which an ability may act: somebody of every kind, and every step that brings a moment."""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from grammar.meaning.values import Cosa, Hecho, Nombre, parts
from kb.play.games.assault.fight import GAME
from kb.play.games.assault.missions import announces
from kb.play.games.assault.standing import permission, stands
from kb.play.games.assault.world import anybody
from kb.play.meaning.abilities import Ability, abilities_of, effects_of
from kb.play.meaning.queue import stands_only
from kb.play.meaning.search import Situation
from kb.play.run import Report

CARD = "carta"
MINE = "M"
BOARD = """\
+-+-+-+-+-+-+-+
|. W . . . . D|
+ + + + + + + +
|. . M B . H .|
+ + + + + + + +
|. E . . C . .|
+ + + + + + + +
|. . F . K . .|
+-+-+-+-+-+-+-+
"""
FAR = """\
+-+-+-+-+-+-+-+-+-+
|M E . K . . . W B|
+ + + + + + + + + +
|. F . . . . . C .|
+ + + + + + + + + +
|. . . . . . . H D|
+-+-+-+-+-+-+-+-+-+
"""
WALLED = """\
+-+-+-+-+-+-+
|M .|. . B .|
+ +-+ + + + +
|E .|. C . W|
+ + + + + + +
|F K . H D .|
+-+-+-+-+-+-+
"""
PEOPLE = frozenset({"figura", "rebelde", "heroe", "aliado", "objetivo", "atacante", "defensor", "villano", "heroe_objetivo"})
WORLDS = (0, 4, 3, 1, 2, 5)
ATTACK = "[acción-ataque] Ataca a [rebelde-objetivo]."


def _figures(world: int, text: str) -> dict[str, dict[str, Any]]:
    hero = {"heroe": True, "bando": "rebelde", "vida": 20, "resistencia": 5, "velocidad": 4, "defensa": ["negro"],
            "ataque": ["rojo", "azul"], "tipo": "a_distancia"}  # fmt: skip
    soldier = {"bando": "imperio", "vida": 16, "velocidad": 4, "defensa": ["negro", "blanco"], "ataque": ["rojo", "azul"],
               "tipo": "cuerpo_a_cuerpo" if world == 3 else "a_distancia"}  # fmt: skip
    found: dict[str, dict[str, Any]] = {
        MINE: {**soldier, "grupo": "grupo", "coste": 4, "dano": 9 if world == 2 else 3},
        "B": {**hero, "dano": 2}, "C": {**hero, "dano": 1, "tension": 2}, "D": {**hero},
        "E": {**soldier, "grupo": "grupo", "coste": 2, "dano": 2}, "F": {**soldier, "coste": 6, "dano": 6, "elite": True},
        "W": {"bando": "rebelde", "vida": 1}, "H": {**hero, "dano": 3}, "K": {**soldier, "vida": 1, "coste": 1},
        "G": {**soldier, "grupo": "grupo", "vida": 4, "dano": 4, "derrotada": True, "fuera": True},
    }  # fmt: skip
    if world in (1, 2):
        found[MINE]["estados"] = ["oculto"] if world == 1 else ["debilidad"]
        found["B"]["estados"] = ["debilidad", "hemorragia"] if world == 1 else ["concentracion"]
        found["C"]["estados"] = ["aturdimiento"]
        found["E"]["estados"] = ["hemorragia"]
        found["B"] |= {"herido": world == 2, "activada": True}
        found["C"] |= {"activada": True}
    _named(found, text, world)
    return found


def _named(found: dict[str, dict[str, Any]], text: str, world: int) -> None:
    """Whom a text calls by a trait or a name is somebody of the table, or the bearer itself."""
    effects = effects_of(text, GAME)
    nouns = [p.noun for p in parts(effects) if isinstance(p, Cosa) and p.sort == "figura" and p.noun not in PEOPLE]
    kinds = [q.id for p in parts(effects) if hasattr(p, "kind") and getattr(p, "kind", "") == "rasgo_fijo" for q in (p,)]
    traits = list(dict.fromkeys([n for n in nouns if n in anybody()] + kinds))
    for name in {0: ("E", "F"), 1: (MINE, "E", "F", "B"), 3: (MINE,)}.get(world, ()):
        found[name]["rasgos"] = traits
    for used in (p for p in parts(effects) if isinstance(p, Hecho) and p.verb in ("usar", "realizar")):
        what = used.role("que")
        if isinstance(what, Nombre):  # another ability of its bearer, by its name
            found[MINE]["cartas"] = {what.nombre: "Gana 1 [ficha-bloqueo]."}
    names = [p.nombre for p in parts(effects) if isinstance(p, Nombre)]
    units = list(dict.fromkeys([n for n in nouns if n not in anybody()] + names))
    places = {1: ("F", "E", "D"), 4: ("F", "E", "D"), 2: ("B", "F", "E"), 5: ("D", "F", "E")}.get(world, ())
    for unit, name in zip(units, places, strict=False):
        found[name]["nombre"] = unit


def _objects(text: str) -> dict[str, dict[str, Any]]:
    nouns = dict.fromkeys(
        p.noun for p in parts(effects_of(text, GAME)) if isinstance(p, Cosa) and p.sort in ("objeto", "lugar")
    )
    return {
        f"{noun} {n}": {"tipo": noun, "casilla": place} for noun in nouns for n, place in enumerate(([1, 3], [2, 2], [3, 6]), 1)
    }


def given(text: str, world: int) -> dict[str, Any]:
    board = FAR if world == 4 else WALLED if world == 5 else BOARD
    outside = [[r, c] for r in (1, 2) for c in (1, 2, 3)]
    told: dict[str, Any] = {"tablero": board, "figuras": _figures(world, text), "objetos": _objects(text)}
    tokens = {"fichas_de_mesa": {"tension carta": 8 if world % 2 else 2, "ficha_de_mision mesa": 2, "panico mesa": 1}}
    return told | tokens | {"interiores": outside if world == 2 else [], "amenaza": 5, "nivel_de_amenaza": 3}


# --- what happens ----------------------------------------------------------------------------------------------------------


def _strike(a: str, b: str, **more: Any) -> dict[str, Any]:
    return {"ataque": {"atacante": a, "defensor": b, **more}}


SUMS = {"resultados": {"dano": 3, "incremento": 3, "precision": 2}, "resultados_de_defensa": {"bloqueo": 2}}
SHORT = {"resultados": {"dano": 3, "incremento": 3, "precision": 3}, "resultados_de_defensa": {}}
LONG = {"resultados": {"dano": 3, "incremento": 1, "precision": 6}, "resultados_de_defensa": {"bloqueo": 2}}
DODGED = {"resultados": {"dano": 3, "incremento": 2, "precision": 5}, "resultados_de_defensa": {"esquivar": 1}}
Steps = tuple[dict[str, Any], ...]
FIGHTS: tuple[Steps, ...] = (
    (_strike(MINE, "B"),),
    (_strike(MINE, "B", **SUMS, tajo_a="C"),),
    (_strike(MINE, "C"),),
    (_strike(MINE, "D", **SUMS),),
    (_strike(MINE, "D", **SHORT),),
    (_strike(MINE, "D", **LONG),),
    (_strike(MINE, "B", **DODGED),),
    (_strike(MINE, "W"),),
    (_strike(MINE, "H"),),
    (_strike("B", MINE),),
    (_strike("C", MINE, **SUMS),),
    (_strike("D", MINE, **SHORT),),
    (_strike("D", MINE, resultados={"dano": 3, "incremento": 1, "precision": 5}, resultados_de_defensa={}),),
    (_strike("B", "E"),),
    (_strike("B", "E", **SUMS),),
    (_strike("E", "B"),),
    (_strike("F", "C", **SUMS),),
    (_strike("F", "D", **SHORT),),
    ({"activa_grupo": {"figura": MINE, "lista": [ATTACK]}},),
    ({"activa_grupo": {"figura": "E", "lista": [ATTACK]}}, {"activa_grupo": {"figura": MINE, "lista": [ATTACK]}}),
)
TURNS: tuple[Steps, ...] = (
    ({"activa": {"figura": MINE}}, _strike(MINE, "B"), {"termina": {"figura": MINE}}),
    ({"activa": {"figura": MINE}}, _strike(MINE, "B"), _strike(MINE, "B")),
    ({"activa": {"figura": MINE}}, {"accion": {"figura": MINE, "tipo": "mover"}}, {"termina": {"figura": MINE}}),
    ({"activa": {"figura": "E"}}, {"termina": {"figura": "E"}}),
    ({"activa_grupo": {"figura": MINE, "lista": [ATTACK]}},),
    ({"activa_grupo": {"figura": "E", "lista": [ATTACK]}},),
    ({"activa_grupo": {"figura": MINE, "lista": ["[acción] Mueve 3 hacia [rebelde-objetivo].", ATTACK]}},),
)
OTHERS: tuple[Steps, ...] = (
    ({"accion": {"figura": MINE, "tipo": "interactuar"}},),
    ({"accion": {"figura": MINE, "tipo": "mover"}},),
    ({"accion": {"figura": "E", "tipo": "mover"}},),
    ({"mueve": {"figura": MINE, "camino": [[1, 3], [1, 4], [1, 5]]}},),
    ({"mueve": {"figura": "C", "camino": [[3, 4], [3, 3]]}},),
    ({"mueve": {"figura": MINE, "camino": [[2, 4], [2, 5]]}},),
    ({"mueve": {"figura": MINE, "camino": [[1, 3]]}},),
    ({"sufre": {"figura": "E", "dano": 20}},),
    ({"sufre": {"figura": "B", "dano": 1}},),
    ({"prueba": {"figura": "E", "exitos": 0}},),
    ({"empuja": {"figura": MINE, "camino": [[1, 3]]}},),
    ({"coloca": {"figura": MINE, "casilla": [1, 1]}},),
)
ROUND: tuple[Steps, ...] = (({"siguiente_ronda": {}},),)
OF_FIGHTS = frozenset({"atacar", "defender", "declarar", "resolver", "realizar", "ataque", "volver_a_tirar", "usar"})


def _steps(ability: Ability) -> tuple[Steps, ...]:
    """What may bring its moment; for what always holds, everything in which it may count."""
    if not ability.moments:
        return (*FIGHTS, *TURNS[:3], *OTHERS)
    told = {fact.verb for moment in ability.moments for fact in moment.hechos}
    told |= {
        getattr(m.tiempo, "noun", getattr(m.tiempo, "nombre", "")).removeprefix("este_") for m in ability.moments if m.tiempo
    }
    found = (FIGHTS if told & OF_FIGHTS else ()) + (TURNS if "activacion" in told else ()) + (ROUND if "ronda" in told else ())
    return found if found and not told & {"derrotar", "sufrir", "realizar"} else (*found, *OTHERS, *FIGHTS[:8])


def situations(text: str, ability: Ability) -> Iterator[Situation]:
    """Every way to make the ability act, the likeliest first."""
    if ability.clase == "incremento":
        for world in range(2):
            told = given(text, world)
            for goal, sums in (("B", SUMS), ("D", SUMS), ("D", SHORT), ("B", DODGED)):
                order = _strike(MINE, goal, **sums, capacidades=[text], gasta=[text], tajo_a="C")
                yield {"dado": told, "cuando": [order], "semilla": 1, "carta": text}
        return
    if any(announces(fact) for fact in ability.facts()) or ability.clase == "reglas_de_mision":
        yield from _mission(text)
        return
    lasts = stands(ability) or stands_only(ability)
    if lasts:
        yield from _carried(text, ability)
    for seed, world in product((1, 2), WORLDS) if not ability.moments or ability.clase == "instrucciones" else ():
        yield from _listed(text, world, seed)
        yield from _used(text, world, seed)
    if not lasts:
        yield from _carried(text, ability)


def _carried(text: str, ability: Ability) -> Iterator[Situation]:
    """As a card that waits for its moment, or always holds."""
    optional = ability.optional and not any(permission(fact) for fact in ability.facts())
    dice = any(fact.verb in ("volver_a_tirar", "obligar", "convertir") for fact in ability.facts())
    for bearer, world in ((MINE, 0), (MINE, 3), (MINE, 1), ("B", 0), (MINE, 4), (MINE, 2), ("B", 3), (MINE, 5)):
        told = given(text, world)
        told["figuras"][bearer]["cartas"] = {**told["figuras"][bearer].get("cartas", {}), CARD: text}
        for steps, seed in product((*_by_name(ability), *_steps(ability)), (1, 2, 3, 4) if dice and not world else (1,)):
            moved = [_renamed(step, bearer) for step in steps]
            yield {"dado": told, "cuando": moved, "semilla": seed, "carta": CARD, "optional": optional}


def _by_name(ability: Ability) -> tuple[Steps, ...]:
    """An instruction that bears the name of which the moment speaks."""
    names = [p.nombre for moment in ability.moments for p in parts(moment) if isinstance(p, Nombre)]
    line = "■ {}: Cada Rebelde adyacente sufre 1 [daño]."
    return tuple(({"activa_grupo": {"figura": MINE, "lista": [line.format(name.upper())]}},) for name in names)


def _listed(text: str, world: int, seed: int) -> Iterator[Situation]:
    """As an instruction, alone, before an attack and after one."""
    for lines in ([text], [text, ATTACK], [ATTACK, text]):
        order = {"activa_grupo": {"figura": MINE, "lista": lines}}
        yield {"dado": given(text, world), "cuando": [order], "semilla": seed, "carta": text, "lista": True}


def _mission(text: str) -> Iterator[Situation]:
    """As a rule of the mission, with a list after it."""
    for world, done in product((0, 1, 2, 4, 5, 3), (False, True)):
        told = given(text, world) | {"mision": [text, "■ Gana 1 [ficha-bloqueo]."]}
        told["resueltos"] = [p.nombre for p in parts(effects_of(text, GAME)) if isinstance(p, Nombre)] if done else []
        for one in (MINE, "F", "E"):
            order = {"activa_grupo": {"figura": one, "lista": ["[acción] Gana 1 [ficha-daño]."]}}
            yield {"dado": told, "cuando": [order], "semilla": 1, "carta": text}


def _used(text: str, world: int, seed: int) -> Iterator[Situation]:
    """As a special action of an Imperial figure or of a hero, alone and before an attack."""
    for bearer, goal in ((MINE, "C"), ("B", "F")):
        told = given(text, world)
        told["figuras"][bearer]["cartas"] = {**told["figuras"][bearer].get("cartas", {}), CARD: text}
        use = {"capacidad": {"figura": bearer, "carta": CARD}}
        yield {"dado": told, "cuando": [use], "semilla": seed, "carta": CARD}
        steps = [{"activa": {"figura": bearer}}, use, _strike(bearer, goal)]
        yield {"dado": told, "cuando": steps, "semilla": seed, "carta": CARD}


def _renamed(step: dict[str, Any], bearer: str) -> dict[str, Any]:
    """The same step with the two figures the other way round, for a card that a hero has."""
    if bearer == MINE:
        return step
    swap = {MINE: "B", "B": MINE, "E": "C", "C": "E", "F": "D", "D": "F", "W": "K", "K": "W", "H": "F"}
    name, body = next(iter(step.items()))
    if name == "activa_grupo":
        return step
    return {name: {k: swap.get(v, v) if isinstance(v, str) and len(v) == 1 else v for k, v in body.items()}}


# --- asked and told --------------------------------------------------------------------------------------------------------


def tell(told: Situation, name: str, value: Any) -> Situation:
    """A decision about the card, in every step where one may be written."""
    steps = [_decided(step, told, name, value) for step in told["cuando"]]
    return {**told, "cuando": steps}


def _decided(step: Mapping[str, Any], told: Situation, name: str, value: Any) -> dict[str, Any]:
    kind, body = next(iter(step.items()))
    if kind == "capacidad":
        return {kind: {**body, name: _merged(body.get(name), value)}}
    if kind == "activa_grupo":
        lines = (
            [str(n) for n, text in enumerate(body["lista"], 1) if text == told["carta"]]
            if told.get("lista")
            else [told["carta"]]
        )
    elif kind in ("ataque", "activa", "termina", "accion", "siguiente_ronda"):
        lines = [told["carta"]]
    else:
        beside = dict(step.get("decide", {}))
        old = beside.get(told["carta"], {})
        more = {told["carta"]: {**old, name: _merged(old.get(name), value)}}
        return {**step, "decide": {**beside, **more}} if told["carta"] == CARD else dict(step)
    usa = dict(body.get("usa", {}))
    for line in lines:
        old = usa.get(line, {})
        usa[line] = {**old, name: _merged(old.get(name), value)} if name else old
    return {kind: {**body, "usa": usa}}


def _merged(old: Any, value: Any) -> Any:
    return {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value


def answer(name: str, rest: str, way: int) -> Any:
    listed = re.search(r"\(([^()]*)\)?\s*$", rest)
    options = re.findall(r"\d+,\d+", listed[1]) or [o.strip() for o in listed[1].split(",")] if listed else []
    options = [o for o in options if o and not o.startswith("ninguna")]
    if name in ("elige", "objetivo"):
        return options[way % len(options)] if options else "B"
    if name == "opcion":
        return str(1 + way % 2)
    if name == "exitos":
        who = re.search(r"saca (\w+)", rest)
        return {who[1] if who else "B": way % 2}
    if name == "camino":
        return [[[2, 5]], [[1, 3]], [[2, 2]], [[1, 5]]][way % 4]
    if name == "dados":
        return [1]
    if name == "cuantos":
        return 2
    return True


def without(told: Situation) -> Situation:
    """The same without the card: nobody has it, no list names it."""
    figures = {name: {k: v for k, v in figure.items() if k != "cartas"} for name, figure in told["dado"]["figuras"].items()}
    steps = []
    for step in told["cuando"]:
        kind, body = next(iter(step.items()))
        if kind == "capacidad":
            continue
        body = {k: v for k, v in body.items() if k not in ("gasta", "capacidades", "usa")}
        if kind == "activa_grupo" and told.get("lista"):
            body = {**body, "lista": [line for line in body["lista"] if line != told["carta"]]}
        steps.append({kind: body})
    return {**told, "dado": {**told["dado"], "figuras": figures, "mision": []}, "cuando": steps}


KEPT = ("falla", "dano", "incrementos", "puntos", "exitos", "supera")


def table(report: Report) -> Any:
    """Figures, board, what lies on it; not the cards, nor what is only registered."""
    state = report.estado
    drop = ("cartas", "capacidades", "usadas", "hechas", "anterior", "acciones")
    figures = {name: {k: v for k, v in figure.items() if k not in drop} for name, figure in state["figuras"].items()}
    rest = {k: v for k, v in state.items() if k not in ("figuras", "vigentes", "usos", "mision")}
    return figures, rest, {k: v for k, v in report.resultado.items() if k in KEPT}


def names(told: Situation) -> list[str]:
    numbers = [f"instrucción {n}" for n in range(1, 5)] if told.get("lista") else []
    titles = [str(v.nombre) for whole in effects_of(_text(told), GAME) for k, v in _headers(whole) if k == "nombre"]
    return [str(told["carta"]), _text(told), *numbers, *titles]


def _headers(whole: Any) -> list[tuple[str, Any]]:
    inner = [h for item in whole.pasos for h in getattr(item, "cabecera", ())]
    return [*whole.cabecera, *inner]


def _text(told: Situation) -> str:
    if told["carta"] != CARD:
        return str(told["carta"])
    return next(str(f["cartas"][CARD]) for f in told["dado"]["figuras"].values() if CARD in f.get("cartas", {}))


def abilities(text: str) -> tuple[Ability, ...]:
    return abilities_of(text, GAME)
