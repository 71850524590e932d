"""Rebellion: Loyalty, Reputation, markers and units that are gained, destroyed, moved or built."""

from typing import Any

from grammar.meaning.values import Cosa, Cual, Hecho, Papel, Rango, Value, parts
from kb.play.cite import cite
from kb.play.games.rebellion.board import forbids
from kb.play.games.rebellion.facts import adjacent, listed, where
from kb.play.games.rebellion.rules import CARD, effect_of, gain_loyalty, lose_loyalty, move_reputation
from kb.play.games.rebellion.state import BASE, GROUND, IMMOBILE, Side, Table, Theatre, Unit, destroy
from kb.play.games.rebellion.transport import carried
from kb.play.games.rebellion.verbs.reading import ask, here, number, one_place, pick, places, side
from kb.play.games.rebellion.view import place_of, player, unit_of
from kb.play.meaning.conditions import candidates, known_as
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.select import whom
from kb.play.meaning.stuff import stuff
from kb.play.run import Illegal, Log

WORTH = cite("rebellion/destruccion-de-unidades#r-52c78d", "valor máximo")
GAIN_UNIT = cite("rebellion/indicadores-de-sabotaje#r-1440c8", "ganar")
RUINED = cite("rebellion/sistemas-destruidos#r-ad110b", "indicador de Sistema destruido")
MARKER = cite("rebellion/indicadores-de-sabotaje#r-d55e3a", "1 por sistema")
MOVE = cite("rebellion/movimiento-de-unidades#r-2dcc5b", "adyacentes")
GOAL = cite("rebellion/revelar-una-mision#r-elegir-un", "donde la carta permita")
QUEUE = cite("rebellion/construccion-de-unidades#r-065b22", "cola")


def gain(scene: Scene, deed: Deed) -> Scene:
    for what in listed(deed.fact.role("que")):
        scene = _gain(scene, deed, what, 1)
    return scene


def lose(scene: Scene, deed: Deed) -> Scene:
    for what in listed(deed.fact.role("que")):
        scene = _gain(scene, deed, what, -1)
    return scene


def _gain(scene: Scene, deed: Deed, what: Value, sign: int) -> Scene:
    if not isinstance(what, Cosa):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    if what.sort == "reputacion" and not what.filters:
        n = sign * number(scene, deed, what.qty)
        return scene.on(move_reputation(scene.state, n, scene.log, scene.step))
    if what.sort == "lealtad" and not what.filters:
        return _loyalty(scene, deed, sign * number(scene, deed, what.qty))
    if what.sort == "unidad" and sign > 0:
        scene, found = places(scene, deed, deed.fact.role("en"), CARD)
        for place in found:
            scene = bring(scene, deed, what, place)
        return scene
    raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)


def _loyalty(scene: Scene, deed: Deed, n: int) -> Scene:
    scene, found = places(scene, deed, deed.fact.role("en"), CARD)
    who = side(scene, deed)
    for place in found:
        if n > 0:
            scene = scene.on(gain_loyalty(scene.state, place.name, who, n, scene.log, scene.step))
        else:
            scene = scene.on(lose_loyalty(scene.state, place.name, who, scene.log, scene.step))
    return scene


def bring(scene: Scene, deed: Deed, what: Cosa, place: Ente) -> Scene:
    """New units: where the text says, or on a square of the build queue."""
    if what.noun in GENERIC or what.filters:
        return _any_unit(scene, deed, what, place)
    return _made(scene, deed, what.noun, number(scene, deed, what.qty), place)


GENERIC = frozenset({"unidad", "nave", "caza", "nave_de_linea", "estructura", "estacion_espacial"})


def _any_unit(scene: Scene, deed: Deed, what: Cosa, place: Ente) -> Scene:
    """«1 unidad de tu elección»: its player says of which kind."""
    kind = scene.decision.opcion
    if what.filters or what.noun != "unidad" or number(scene, deed, what.qty) != 1:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    if kind is None:
        raise ask("opcion", "de qué tipo es la unidad", tuple(scene.state.tipos) or ("caza_tie", "soldado_rebelde"))
    return _made(scene, deed, kind, 1, place)


def _made(scene: Scene, deed: Deed, kind: str, n: int, place: Ente) -> Scene:
    table: Table = scene.state
    like = table.tipos.get(kind)
    theatre: Theatre = "terrestre" if kind in GROUND else "espacial"
    pattern = like or Unit(bando=side(scene, deed), tipo=kind, escenario=theatre)
    queued = place.sort == "casilla"
    new: dict[str, Any] = {"casilla": place.number, "sistema": ""} if queued else {"sistema": place.name, "casilla": None}
    units = dict(table.unidades)
    for _ in range(n):
        units[f"{kind}_{place.name.replace(' ', '_')}_{len(units) + 1}"] = pattern.model_copy(
            update={**new, "tipo": kind, "dano": 0}
        )
    what = kind.replace("_", " ")
    if queued:
        scene.say(f"coloca {n} {what} en la casilla {place.number} de su cola de construcción", QUEUE)
    else:
        scene.say(f"gana {n} {what} en {place.name}", GAIN_UNIT)
    return scene.on(table.model_copy(update={"unidades": units}))


def put(scene: Scene, deed: Deed) -> Scene:
    """Leaders, markers of Sabotage, units."""
    for what in listed(deed.fact.role("que")):
        if isinstance(what, Papel) or (isinstance(what, Cosa) and what.sort == "lider"):
            scene = _send(scene, deed, what)
            continue
        if not isinstance(what, Cosa):
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        scene, found = places(scene, deed, deed.fact.role("en"), CARD)
        for place in found:
            if what.noun == "indicador_de_sabotaje" and place.sort == "sistema" and not what.filters:
                scene = _sabotage(scene, place, True)
            elif what.noun == "indicador_de_sistema_destruido" and place.sort == "sistema" and not what.filters:
                scene.say(f"{place.name} es un sistema destruido", RUINED)
                scene = scene.on(scene.state.put_system(place.name, destruido=True))
            elif what.sort == "unidad":
                scene = bring(scene, deed, what, place)
            else:
                raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return scene


def _sabotage(scene: Scene, place: Ente, there: bool) -> Scene:
    if there and scene.state.system(place.name).sabotaje:
        scene.say(f"{place.name} ya tiene un indicador de Sabotaje: no cabe otro", MARKER)
        return scene
    scene.say(f"{'se coloca' if there else 'se retira'} el indicador de Sabotaje en {place.name}", MARKER)
    return scene.on(scene.state.put_system(place.name, sabotaje=there))


def remove(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    if not isinstance(what, Cosa):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    if what.noun == "dano":
        return _heal(scene, deed, what)
    inside = [f.role("donde") for f in what.filters if isinstance(f, Hecho) and f.verb == "en"]
    row = stuff(what)
    spot = inside[0] if inside else row.of
    if what.noun != "indicador_de_sabotaje" or len(what.filters) > 1 or (what.filters and spot is None):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene, found = places(scene, deed, spot, CARD)
    for place in found:
        if not scene.state.system(place.name).sabotaje:
            scene.say(f"en {place.name} no hay indicador de Sabotaje que retirar", MARKER)
            continue
        scene = _sabotage(scene, place, False)
    return scene


def _heal(scene: Scene, deed: Deed, what: Cosa) -> Scene:
    """«Retira hasta 2 de daño de 1 de tus unidades»."""
    row = stuff(what)
    if row.of is None or not row.only("de"):
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    hurt = scene.state.unidades
    scene, units = pick(scene, deed, row.of, CARD, lambda ente: ente.sort == "unidad" and hurt[ente.name].dano > 0)
    for ente in units:
        n = min(number(scene, deed, what.qty), scene.state.unit(ente.name).dano)
        scene.say(f"se retira {n} de daño de {ente.name}", effect_of(scene))
        scene = scene.on(scene.state.put_unit(ente.name, dano=scene.state.unit(ente.name).dano - n))
    return scene


def wreck(scene: Scene, deed: Deed) -> Scene:
    """Units of a system, by number or by what they are worth."""
    fact = deed.fact
    for what in listed(fact.role("que")):
        scene, place = one_place(scene, deed, fact.role("en"), CARD) if fact.role("en") is not None else (scene, None)
        worth = _worth(scene, deed, fact.role("por")) if fact.role("por") is not None else None
        near = here(scene, place) if place is not None else _any
        scene, units = pick(scene, deed, what, WORTH, near, 100 if worth is not None else None)
        total = sum(scene.state.unit(ente.name).resistencia for ente in units)
        if worth is not None and total > worth:
            raise Illegal(f"«{scene.card}» llega a {worth} y lo elegido suma {total}", WORTH)
        scene.say(f"destruye {', '.join(ente.name for ente in units) or 'nada'}", WORTH)
        for ente in units:
            scene = scene.on(fall(scene.state, ente.name, side(scene, deed), scene.log, scene.step))
    return scene


def _any(ente: Ente) -> bool:
    return ente.sort == "unidad"


def _worth(scene: Scene, deed: Deed, value: Value | None) -> int:
    """«por un valor máximo de 3 puntos de Resistencia»."""
    if isinstance(value, Cosa) and value.noun == "valor":
        row = stuff(value)
        points = row.of
        most = row.ids("rasgo") == ("maximo",) and row.only("rasgo", "de")
        if most and isinstance(points, Cosa) and points.noun == "punto_de_resistencia" and points.qty.n.isdigit():
            return int(points.qty.n)
    raise scene.fail("la cantidad depende de algo que no se lleva aquí", deed.fact)


def fall(table: Table, name: str, by: Side | None, log: Log, step: str) -> Table:
    """Destroyed, and whoever waits for that hears of it."""
    place = place_of(table.unit(name).sistema)
    table = destroy(table, name, log, step)
    roles = {"que": unit_of(name), "en": place, **({"quien": player(by)} if by else {})}
    return log.happen(table, Event("despues", "destruir", roles, step=step))


# --- moving ------------------------------------------------------------------------------------------------------------------


def _send(scene: Scene, deed: Deed, what: Value) -> Scene:
    scene, leader = one_leader(scene, deed, what)
    scene, place = one_place(scene, deed, deed.fact.role("en") or deed.fact.role("a"), GOAL)
    scene.say(f"{leader.name} va a {place.name}", effect_of(scene))
    return scene.on(scene.state.put_leader(leader.name, sistema=place.name))


def one_leader(scene: Scene, deed: Deed, what: Value | None) -> tuple[Scene, Ente]:
    pointed = known_as(scene, what)
    if pointed is None and isinstance(what, Papel):
        raise ask("lider", f"de qué Líder es «{scene.card}»", tuple(scene.state.lideres))
    scene, found = (scene, pointed) if pointed else pick(scene, deed, what, CARD)
    if len(found) != 1 or found[0].sort != "lider":
        raise Illegal(f"«{scene.card}» no encuentra de qué Líder habla", CARD)
    return scene, found[0]


def move(scene: Scene, deed: Deed) -> Scene:
    fact, what = deed.fact, deed.fact.role("que")
    goal = fact.role("a")
    if isinstance(goal, Cosa) and goal.sort == "casilla":
        return _up_the_queue(scene, deed, goal)
    target = known_as(scene, what)
    if (target and target[0].sort == "lider") or (isinstance(what, Cosa) and what.sort == "lider"):
        return _lead(scene, deed)
    if isinstance(what, Papel):
        return _lead(scene, deed)
    ignored = _ignored(scene, deed)
    leaving = fact.role("desde")
    if goal is None:
        raise scene.fail("actúa sobre algo que no se lleva aquí", fact)
    origins = _origins(scene, deed, leaving)
    units = _movable(scene, deed, origins)
    _from_there(scene, deed, origins)
    scene, moving = pick(scene, deed, what, MOVE, units)
    scene, place = _destination(scene, deed, goal)
    for ente in moving:
        may_move(scene.state, ente, place, ignored, scene.log)
    if "transporte" not in ignored:
        carried(scene.state, (ente.name for ente in moving), scene.log, scene.step)
    for ente in moving:
        scene = scene.on(scene.state.put_unit(ente.name, sistema=place.name))
    if not moving:
        scene.say(f"«{scene.card}»: no hay qué mover", MOVE)
        return scene
    scene.say(f"{', '.join(ente.name for ente in moving)} van a {place.name}", MOVE)
    return scene


def _origins(scene: Scene, deed: Deed, leaving: Value | None) -> frozenset[str] | None:
    """From where: the places that the text describes; None: from anywhere."""
    if leaving is None:
        return None
    pointed = known_as(scene, leaving)
    if pointed is None:
        if not isinstance(leaving, Cosa):
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        pointed = tuple(ente for ente, known in candidates(scene, leaving).items() if known is not False)
    return frozenset(ente.name for ente in pointed)


def _from_there(scene: Scene, deed: Deed, origins: frozenset[str] | None) -> None:
    """Units that were chosen somewhere else are refused with where they are."""
    near = any(isinstance(p, Cual) and p.id == "adyacente" for p in parts(deed.fact.role("desde")))
    for name in scene.decision.a if origins is not None else ():
        place = scene.state.unit(name).sistema if name in scene.state.unidades else None
        if place is not None and origins is not None and place not in origins:
            why = ", que no es adyacente" if near else ""
            raise Illegal(f"«{scene.card}» no mueve desde {place or 'ningún sistema'}{why}", MOVE)


def _movable(scene: Scene, deed: Deed, origins: frozenset[str] | None) -> Any:
    table: Table = scene.state
    mine = scene.me.name

    def may(ente: Ente) -> bool:
        unit = table.unidades.get(ente.name) if ente.sort == "unidad" else None
        if unit is None or unit.tipo in IMMOBILE or unit.destruida or unit.bando != mine:
            return False
        return origins is None or unit.sistema in origins

    return may


def _destination(scene: Scene, deed: Deed, goal: Value) -> tuple[Scene, Ente]:
    if isinstance(goal, Cosa) and goal.sort == "sistema" and known_as(scene, goal) is None:
        scene, found = whom(scene, goal, MOVE, "objetivo")
        return scene, found[0]
    return one_place(scene, deed, goal, MOVE)


def may_move(table: Table, ente: Ente, place: Ente, ignored: frozenset[str], log: Log) -> None:
    """Adjacent, unless the card says otherwise; and nothing forbids it."""
    origin = table.unit(ente.name).sistema
    if card := forbids(table, "mover", log, quien=ente, que=ente, desde=place_of(origin), a=place):
        raise Illegal(f"{ente.name} no puede moverse desde {origin}: «{card}» lo prohíbe", CARD)
    if "adyacencia" in ignored or BASE in (origin, place.name):
        return
    if origin not in table.sistemas or not adjacent(table, place_of(origin), place):
        raise Illegal(f"{origin or 'ningún sistema'} no es adyacente a {place.name}", MOVE)


RESTRICTIONS = {"restriccion_al_transporte": "transporte", "adyacencia": "adyacencia", "capacidad_de_transporte": "transporte"}


def _ignored(scene: Scene, deed: Deed) -> frozenset[str]:
    way = deed.circ("modo_de")
    if way is None:
        return frozenset()
    what = listed(way.role("que")) if isinstance(way, Hecho) and way.verb == "ignorar" else ()
    nouns = [thing.noun for thing in what if isinstance(thing, Cosa) and not thing.filters]
    if not nouns or len(nouns) != len(what) or set(nouns) - set(RESTRICTIONS):
        raise scene.fail("tiene una circunstancia que no se ejecuta", deed.fact)
    return frozenset(RESTRICTIONS[noun] for noun in nouns)


def _lead(scene: Scene, deed: Deed) -> Scene:
    fact = deed.fact
    origins = _origins(scene, deed, fact.role("desde"))
    what = fact.role("que")
    if isinstance(what, Cosa) and known_as(scene, what) is None:
        table: Table = scene.state
        free = lambda ente: not table.leader(ente.name).capturado and (origins is None or where(table, ente) in origins)  # noqa: E731
        scene, found = pick(scene, deed, what, MOVE, free)
    else:
        scene, one = one_leader(scene, deed, what)
        found = (one,)
        if origins is not None and where(scene.state, one) not in origins:
            raise Illegal(f"{one.name} no está donde «{scene.card}» pide", MOVE)
    goal = fact.role("a")
    if goal is None:
        raise scene.fail("actúa sobre algo que no se lleva aquí", fact)
    if isinstance(goal, Cosa) and goal.noun == "reserva_de_lideres":
        place = None
    else:
        scene, there = _destination(scene, deed, goal)
        place = there.name
    if not found:
        scene.say(f"«{scene.card}»: no hay a quién mover", MOVE)
    for ente in found:
        scene.say(f"{ente.name} va a {place or 'su reserva'}", effect_of(scene))
        scene = scene.on(scene.state.put_leader(ente.name, sistema=place))
    return scene


def _up_the_queue(scene: Scene, deed: Deed, goal: Cosa) -> Scene:
    """«muévela a la casilla 3»: on the queue of whoever owns it."""
    squares = [int(p.desde) for f in goal.filters for p in parts(f) if isinstance(p, Rango) and p.desde == p.hasta]
    if len(squares) != 1 or deed.circ("modo") is not None:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene, units = pick(scene, deed, deed.fact.role("que"), CARD)
    for ente in units:
        if scene.state.unit(ente.name).casilla is None:
            raise Illegal(f"{ente.name} no está en la cola de construcción", QUEUE)
        scene.say(f"{ente.name} pasa a la casilla {squares[0]}", QUEUE)
        scene = scene.on(scene.state.put_unit(ente.name, casilla=squares[0]))
    return scene


def choose(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    if not isinstance(what, Cosa) or what.sort not in ("unidad", "lider", "sistema"):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene, found = (
        places(scene, deed, what, CARD) if what.sort == "sistema" else pick(scene, deed, what, CARD, lambda ente: True)
    )
    scene.say(f"elige {', '.join(ente.name for ente in found) or 'nada'}", effect_of(scene))
    return scene


def tougher(scene: Scene, deed: Deed) -> Scene:
    """«tienen -1 de Resistencia, hasta un mínimo de 1»."""
    what, least = deed.fact.role("que"), deed.circ("hasta_un_minimo")
    fewer = isinstance(what, Cosa) and what.noun == "resistencia" and what.qty.op in ("menos", "mas") and what.qty.n.isdigit()
    if not fewer or deed.who.sort != "unidad" or not isinstance(what, Cosa):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    low = int(least.id) if isinstance(least, Cual) and least.id.isdigit() else 1
    n = int(what.qty.n) * (-1 if what.qty.op == "menos" else 1)
    unit = scene.state.unit(deed.who.name)
    value = max(low, unit.resistencia + n)
    scene.say(f"{deed.who.name} tiene {n:+d} de Resistencia: {value}", effect_of(scene))
    return scene.on(scene.state.put_unit(deed.who.name, resistencia=value))
