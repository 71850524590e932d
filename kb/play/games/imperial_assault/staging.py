"""Imperial Assault: situations in which an ability may act: somebody of every kind, and every step that brings a moment."""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from grammar.meaning.values import Cosa, Cual, Hecho, Nombre, Papel, parts
from kb.play.games.imperial_assault import PLAY
from kb.play.games.imperial_assault.fight import GAME
from kb.play.games.imperial_assault.missions import FOLLOWS, announces, loses
from kb.play.games.imperial_assault.runs import never_run
from kb.play.games.imperial_assault.standing import permission, stands
from kb.play.games.imperial_assault.world import anybody
from kb.play.meaning.abilities import Ability, effects_of
from kb.play.meaning.queue import stands_only
from kb.play.meaning.tryout import Staging
from kb.play.run import Play

Step = dict[str, Any]
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
|. . . J . . . H D|
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
AGAIN = "■ Ataca a [rebelde-objetivo]."
NAMED = "■ {}: Gana 1 [ficha-bloqueo]."
GAIN = "■ Gana 1 [ficha-bloqueo]."
OTHER = "[acción] Gana 1 [ficha-daño]."
RULE = ("Todas las figuras del bando Imperial ganan:",)
SURGE = "[incremento]: +1 [daño]"
BLAST = "[incremento]: Explosión 1 [daño]"
WAYS = 2
"""Of each question, how many of its answers are tried."""


def _figures(world: int, text: str) -> dict[str, dict[str, Any]]:
    hero = {"heroe": True, "bando": "rebelde", "vida": 20, "resistencia": 5, "velocidad": 4, "defensa": ["negro"],
            "ataque": ["rojo", "azul"], "tipo": "a_distancia"}  # fmt: skip
    soldier = {"bando": "imperio", "vida": 16, "velocidad": 4, "defensa": ["negro", "blanco"], "ataque": ["rojo", "azul"],
               "tipo": "cuerpo_a_cuerpo" if world == 3 else "a_distancia"}  # fmt: skip
    found: dict[str, dict[str, Any]] = {
        MINE: {**soldier, "grupo": "grupo", "coste": 4, "dano": {2: 9, 5: 0}.get(world, 3)},
        "B": {**hero, "dano": 2}, "C": {**hero, "dano": 1, "tension": 2}, "D": {**hero},
        "E": {**soldier, "grupo": "grupo", "coste": 2, "dano": 2}, "F": {**soldier, "coste": 6, "dano": 6, "elite": True},
        "W": {"bando": "rebelde", "vida": 1}, "H": {**hero, "dano": 3}, "K": {**soldier, "vida": 1, "coste": 1},
        "G": {**soldier, "grupo": "grupo", "vida": 4, "dano": 4, "derrotada": True, "fuera": True},
    }  # fmt: skip
    if world == 4:
        found["J"] = {**hero}  # far from everybody else of its side
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
    if world == 3 and units:  # somebody of whom it speaks is set aside
        found["P"] = {**found["K"], "nombre": units[0], "fuera": True}


def _objects(text: str, world: int) -> dict[str, dict[str, Any]]:
    nouns = dict.fromkeys(
        p.noun for p in parts(effects_of(text, GAME)) if isinstance(p, Cosa) and p.sort in ("objeto", "lugar")
    )
    found: Step = {
        f"{noun} {n}": {"tipo": noun, "casilla": place} for noun in nouns for n, place in enumerate(([1, 3], [2, 2], [3, 6]), 1)
    }
    colours = [q.id for q in parts(effects_of(text, GAME)) if isinstance(q, Cual) and q.kind == "color"]
    for n, name in enumerate(found):
        if colours and not n % 3:
            found[name]["color"] = colours[0]
    carried = [p.role("que") for p in parts(effects_of(text, GAME)) if isinstance(p, Hecho) and p.verb == "transportar"]
    for thing in carried:
        if isinstance(thing, Cosa) and f"{thing.noun} 1" in found:
            found[f"{thing.noun} 1"] = {"tipo": thing.noun, "lleva": MINE}
    for door in (thing for thing in found.values() if thing["tipo"] == "puerta" and world in (1, 4)):
        door["cerrada"] = False
    places = [p.nombre for p in parts(effects_of(text, GAME)) if isinstance(p, Nombre) and p.sort == "lugar"]
    return found | {name: {"tipo": "zona", "casilla": [2, 3]} for name in places}


def given(text: str, world: int) -> dict[str, Any]:
    board = FAR if world == 4 else WALLED if world == 5 else BOARD
    outside = [[r, c] for r in (1, 2) for c in (1, 2, 3)]
    told: dict[str, Any] = {"tablero": board, "figuras": _figures(world, text), "objetos": _objects(text, world)}
    if any(isinstance(p, Cosa) and p.noun == "reglas_de_mision" for p in parts(effects_of(text, GAME))):
        told["mision"] = [GAIN]
    tokens = {"fichas_de_mesa": {"tension carta": 8 if world % 2 else 2, "ficha_de_mision mesa": 2, "panico mesa": 1}}
    return told | tokens | {"interiores": outside if world == 2 else [], "amenaza": 5, "nivel_de_amenaza": 3}


# --- what happens ----------------------------------------------------------------------------------------------------------


def _strike(a: str, b: str, **more: Any) -> Step:
    return {"ataque": {"atacante": a, "defensor": b, **more}}


SUMS = {"resultados": {"dano": 3, "incremento": 3, "precision": 2}, "resultados_de_defensa": {"bloqueo": 2}}
SHORT = {"resultados": {"dano": 3, "incremento": 3, "precision": 3}, "resultados_de_defensa": {}}
LONG = {"resultados": {"dano": 3, "incremento": 1, "precision": 6}, "resultados_de_defensa": {"bloqueo": 2}}
DODGED = {"resultados": {"dano": 3, "incremento": 2, "precision": 5}, "resultados_de_defensa": {"esquivar": 1}}
Steps = tuple[Step, ...]
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


OF_PERMISSION: Mapping[str, tuple[Steps, ...]] = {
    "activar": ((_strike(MINE, "B", **SUMS, gasta=[SURGE, SURGE]),),),
    "afectar": ((_strike(MINE, "B", **SUMS, gasta=[BLAST]),), (_strike(MINE, "C", **SHORT, gasta=[BLAST]),)),
    "usar": ((_strike("E", "B", **SUMS, gasta=[SURGE]),),),
}
"""What a card may let somebody do, done."""


def _told_moments(ability: Ability) -> set[str]:
    times = {getattr(m.tiempo, "noun", getattr(m.tiempo, "nombre", "")) for m in ability.moments if m.tiempo}
    return {fact.verb for moment in ability.moments for fact in moment.hechos} | {t.removeprefix("este_") for t in times}


def _steps(ability: Ability) -> tuple[Steps, ...]:
    """What may bring its moment; for what always holds, everything in which it may count."""
    if not ability.moments:
        return (*FIGHTS, *TURNS[:3], *OTHERS)
    told = _told_moments(ability)
    found = (FIGHTS if told & OF_FIGHTS else ()) + (TURNS if "activacion" in told else ()) + (ROUND if "ronda" in told else ())
    return found if found and not told & {"derrotar", "sufrir", "realizar"} else (*found, *OTHERS, *FIGHTS[:8])


def situations(text: str, ability: Ability) -> Iterator[Step]:
    """Every way to make the ability act, the likeliest first; what the engine asks is not answered yet."""
    if ability.clase == "incremento":
        yield from _bought(text)
        return
    heads = ability.clase == "reglas_de_mision" or _ends(ability)
    if heads or any(_follows(fact) for fact in ability.facts()):
        yield from _mission(text, ability)
        return
    lasts = stands(ability) or stands_only(ability)
    if lasts:
        yield from _carried(text, ability)
    for seed, world in product((1, 2), WORLDS) if not ability.moments or ability.clase == "instrucciones" else ():
        yield from _listed(text, world, seed)
        yield from _used(text, world, seed)
    if not lasts:
        yield from _carried(text, ability)


def _follows(fact: Hecho) -> bool:
    """«… las siguientes instrucciones:»: what it says stands in the next text."""
    return announces(fact) or any(part == FOLLOWS for part in parts(fact))


def _ends(ability: Ability) -> bool:
    """It ends rules of the mission that stand before it."""
    return any(loses(fact) or fact.role("que") == Papel("este_regla") for fact in ability.facts())


def _whole(dado: Step, cuando: list[Step], seed: int = 1) -> Step:
    return {"juego": GAME, "titulo": "Una carta en juego", "semilla": seed, "dado": dado, "cuando": cuando, "entonces": {}}


def _bought(text: str) -> Iterator[Step]:
    """A surge ability of the attacker, and enough surges."""
    for world in range(2):
        for goal, sums in (("B", SUMS), ("D", SUMS), ("D", SHORT), ("B", DODGED)):
            told = given(text, world)
            told["figuras"][MINE]["capacidades"] = [text]
            yield _whole(told, [_strike(MINE, goal, **sums, gasta=[text], tajo_a="C")])


def _carried(text: str, ability: Ability) -> Iterator[Step]:
    """As a card that waits for its moment, or always holds."""
    allowed = [fact.verb for fact in ability.facts() if permission(fact) or fact.verb == "afectar"]
    optional = ability.optional and not allowed
    dice = any(fact.verb in ("volver_a_tirar", "obligar", "convertir") for fact in ability.facts())
    for bearer, world in ((MINE, 0), (MINE, 3), (MINE, 1), ("B", 0), (MINE, 4), (MINE, 2), ("B", 3), (MINE, 5)):
        told = given(text, world)
        told["figuras"][bearer]["cartas"] = {**told["figuras"][bearer].get("cartas", {}), CARD: text}
        if allowed:
            told["figuras"][bearer]["capacidades"] = [SURGE, BLAST]
        if "despliegue" in _told_moments(ability):
            told["figuras"][bearer]["fuera"] = True
            told["tablero"] = told["tablero"].replace(bearer, ".")
        steps = tuple(step for verb in allowed for step in OF_PERMISSION.get(verb, ()))
        for each, seed in product((*steps, *_by_name(ability), *_steps(ability)), (1, 2, 3, 4) if dice and not world else (1,)):
            moved = [_renamed(step, bearer) for step in each]
            started = _whole(told, moved, seed)
            yield _told(started, "usa", True) if optional else started


def _by_name(ability: Ability) -> tuple[Steps, ...]:
    """An instruction that bears the name of which the moment speaks."""
    names = [p.nombre for moment in ability.moments for p in parts(moment) if isinstance(p, Nombre)]
    line = "■ {}: Cada Rebelde adyacente sufre 1 [daño]."
    return tuple(({"activa_grupo": {"figura": MINE, "lista": [line.format(name.upper())]}},) for name in names)


def _before(text: str) -> list[str]:
    """An instruction with the name of each deed that the text asks for."""
    done = [p.role("que") for p in parts(effects_of(text, GAME)) if isinstance(p, Hecho) and p.verb == "realizar" and p.past]
    return [NAMED.format(what.nombre.upper()) for what in done if isinstance(what, Nombre)]


def _listed(text: str, world: int, seed: int) -> Iterator[Step]:
    """As an instruction, alone, before an attack and after one, or after two."""
    for lines in ([*_before(text), text], [text, ATTACK], [ATTACK, text], [ATTACK, AGAIN, text]):
        yield _whole(given(text, world), [{"activa_grupo": {"figura": MINE, "lista": lines}}], seed)


def _mission(text: str, ability: Ability) -> Iterator[Step]:
    """As a rule of the mission, with others and a list after it: resolved now, or when somebody acts."""
    closed = not any(announces(fact) for fact in ability.facts())
    heads = ability.clase == "reglas_de_mision"
    for world, done in product((0, 1, 2, 4, 5, 3), (False, True)):
        rules = [*RULE, GAIN, text] if _ends(ability) else [text, *(RULE if heads and closed else ()), GAIN]
        told = given(text, world) | {"mision": rules}
        told["resueltos"] = [p.nombre for p in parts(effects_of(text, GAME)) if isinstance(p, Nombre)] if done else []
        for one in (MINE, "F", "E"):
            order = {"activa_grupo": {"figura": one, "lista": [OTHER]}}
            yield _whole(told, [order])
        if closed and not heads and not _ends(ability):
            yield _whole(told, [{"evento": {"regla": 1}}])
            yield _whole(told, [{"siguiente_ronda": {}}])


def _used(text: str, world: int, seed: int) -> Iterator[Step]:
    """As a special action of an Imperial figure or of a hero, alone and before an attack."""
    for bearer, goal in ((MINE, "C"), ("B", "F")):
        told = given(text, world)
        told["figuras"][bearer]["cartas"] = {**told["figuras"][bearer].get("cartas", {}), CARD: text}
        use = {"capacidad": {"figura": bearer, "carta": CARD}}
        yield _whole(told, [use], seed)
        yield _whole(told, [{"activa": {"figura": bearer}}, use, _strike(bearer, goal)], seed)


def _renamed(step: Step, bearer: str) -> Step:
    """The same step with the two figures the other way round, for a card that a hero has."""
    if bearer == MINE:
        return step
    swap = {MINE: "B", "B": MINE, "E": "C", "C": "E", "F": "D", "D": "F", "W": "K", "K": "W", "H": "F"}
    name, body = next(iter(step.items()))
    if name == "activa_grupo":
        return step
    return {name: {k: swap.get(v, v) if isinstance(v, str) and len(v) == 1 else v for k, v in body.items()}}


# --- asked and told --------------------------------------------------------------------------------------------------------


def _subject(told: Step) -> tuple[str, str]:
    """How the card is there (carried, a rule of the mission, a surge, an instruction), and its text."""
    dado = told["dado"]
    for figure in dado["figuras"].values():
        if CARD in figure.get("cartas", {}):
            return CARD, str(figure["cartas"][CARD])
    if bought := dado["figuras"][MINE].get("capacidades"):
        return "incremento", str(bought[0])
    fillers = (ATTACK, AGAIN, OTHER, NAMED.partition("}")[2])
    lines = [line for step in told["cuando"] for line in step.get("activa_grupo", {}).get("lista", ())]
    listed = next((line for line in lines if not line.endswith(fillers)), None)
    rules = [str(text) for text in dado.get("mision", ()) if text not in (*RULE, GAIN)]
    return ("mision", rules[0]) if listed is None else ("lista", listed)


def _told(told: Step, name: str, value: Any) -> Step:
    """A decision about the card, in every step where one may be written."""
    how, text = _subject(told)
    steps = [_decided(step, how, text, name, value) for step in told["cuando"]]
    return {**told, "cuando": steps}


def _decided(step: Mapping[str, Any], how: str, text: str, name: str, value: Any) -> Step:
    kind, body = next(iter(step.items()))
    if kind in ("capacidad", "evento"):
        return {kind: {**body, name: _merged(body.get(name), value)}}
    card = CARD if how == CARD else text
    if kind == "activa_grupo":
        lines = [str(n) for n, line in enumerate(body["lista"], 1) if line == text] if how == "lista" else [card]
    elif kind in ("ataque", "activa", "termina", "accion", "siguiente_ronda"):
        lines = [card]
    else:
        beside = dict(step.get("decide", {}))
        old = beside.get(card, {})
        more = {card: {**old, name: _merged(old.get(name), value)}}
        return {**step, "decide": {**beside, **more}} if how == CARD else dict(step)
    usa = dict(body.get("usa", {}))
    for line in lines:
        old = usa.get(line, {})
        usa[line] = {**old, name: _merged(old.get(name), value)} if name else old
    return {kind: {**body, "usa": usa}}


def _merged(old: Any, value: Any) -> Any:
    return {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value


def _value(name: str, offered: list[str], way: int, rest: str) -> Any:
    squares = re.findall(r"\d+,\d+", rest)
    options = squares or offered
    if name in ("elige", "objetivo"):
        if "cuáles" in rest and len(options) > 1:
            return f"{options[way % len(options)]}, {options[(way + 1) % len(options)]}"
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
    return 2 if name == "cuantos" else True


def _bare(told: Step) -> Step:
    """The same without the card: nobody has it, no list names it."""
    how, text = _subject(told)
    figures = {
        n: {k: v for k, v in f.items() if k not in ("cartas", "capacidades")} for n, f in told["dado"]["figuras"].items()
    }
    steps = []
    for step in told["cuando"]:
        kind, body = next(iter(step.items()))
        if kind in ("capacidad", "evento"):
            continue
        body = {k: v for k, v in body.items() if k not in ("gasta", "usa")}
        if kind == "activa_grupo" and how == "lista":
            body = {**body, "lista": [line for line in body["lista"] if line != text]}
        steps.append({kind: body})
    rules = [rule for rule in told["dado"].get("mision", ()) if rule != text]
    return {**told, "dado": {**told["dado"], "figuras": figures, "mision": rules}, "cuando": steps}


KEPT = ("falla", "dano", "incrementos", "puntos", "exitos", "supera")
NOT_COUNTED = ("cartas", "capacidades", "usadas", "hechas", "anterior", "acciones")


def _state(state: Mapping[str, Any]) -> Any:
    """Figures, board, what lies on it; not the cards, nor what is only registered."""
    figures = {n: {k: v for k, v in figure.items() if k not in NOT_COUNTED} for n, figure in state["figuras"].items()}
    return figures, {k: v for k, v in state.items() if k not in ("figuras", "vigentes", "usos", "mision")}


def _outcome(result: Mapping[str, Any]) -> Any:
    return {k: v for k, v in result.items() if k in KEPT}


def _names(told: Step) -> list[str]:
    how, text = _subject(told)
    numbers = [f"instrucción {n}" for n in range(1, 5)] if how == "lista" else []
    titles = [str(v.nombre) for whole in effects_of(text, GAME) for k, v in _headers(whole) if k == "nombre"]
    return [CARD, text, *numbers, *titles]


def _headers(whole: Any) -> list[tuple[str, Any]]:
    inner = [h for item in whole.pasos for h in getattr(item, "cabecera", ())]
    return [*whole.cabecera, *inner]


def elsewhere(text: str, ability: Ability) -> Iterator[Step]:
    """Somebody else acts while the card is there."""
    for step in (_strike("E", "B", **SUMS), {"accion": {"figura": "F", "tipo": "interactuar"}}, _strike("D", "F", **SUMS)):
        told = given(text, 0)
        told["figuras"][MINE]["cartas"] = {CARD: text}
        yield _whole(told, [step])


def staged(game: str, play: Play) -> Staging:
    """The situations for a game, or for a mode of it, with an answer to whatever the engine asks."""

    def answered(text: str, ability: Ability) -> Iterator[Step]:
        for bare in situations(text, ability):
            told = {**bare, "juego": game}
            first = staging.answered(told, 0)
            yield first
            if first is not told:
                yield from (staging.answered(told, way) for way in range(1, WAYS))

    def others(text: str, ability: Ability) -> Iterator[Step]:
        return ({**told, "juego": game} for told in elsewhere(text, ability))

    staging = Staging(
        game=game, play=play, card=CARD, situations=answered, told=_told, bare=_bare, state=_state, left_out=never_run,
        value=_value, elsewhere=others, named=_names, outcome=_outcome, tried=340, cast=("", (MINE,)),
    )  # fmt: skip
    return staging


STAGING = staged(GAME, PLAY)
