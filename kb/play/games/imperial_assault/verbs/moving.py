"""Imperial Assault: figures that move, are pushed, are placed: with a purpose, by themselves, or along a way that is told."""

from collections.abc import Callable
from dataclasses import replace

from grammar.meaning.values import Cosa, Cual, Hecho, Value
from kb.play import grid
from kb.play.cite import cite
from kb.play.games.imperial_assault import paths, walk
from kb.play.games.imperial_assault.measure import FAR, squares_of
from kb.play.games.imperial_assault.moves import Place, Push, place, push, shift
from kb.play.games.imperial_assault.skip import SKIP, Skip
from kb.play.games.imperial_assault.standing import barred
from kb.play.games.imperial_assault.state import Object, Table, spot
from kb.play.games.imperial_assault.targets import targets
from kb.play.games.imperial_assault.verbs.fighting import strike_at
from kb.play.games.imperial_assault.verbs.gain import mission_token
from kb.play.games.imperial_assault.verbs.harm import remove_object
from kb.play.games.imperial_assault.verbs.reading import colours_of, how_many, spaces_of
from kb.play.games.imperial_assault.world import ABILITY
from kb.play.meaning.conditions import candidates, fits, known_as
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.select import whom
from kb.play.meaning.stuff import stuff
from kb.play.run import Pending

DEPLOY = cite("imperial-assault/refuerzos#r-808d5a", "otra figura de su grupo")
MANY = frozenset({"al_menos", "maximo", "mas_de"})


def move(scene: Scene, deed: Deed) -> Scene:
    """By itself where the text says where to or what for; else along the way that is told."""
    name, fact = deed.who.name, deed.fact
    if scene.state.figure(name).derrotada:
        raise Skip(f"{name} ha sido derrotada", SKIP)
    barred(scene.state, scene.log, "salir", name)
    purpose = fact.role("para")
    if isinstance(purpose, Hecho):
        if purpose.verb not in PURPOSES:
            raise scene.fail("el verbo no se ejecuta en este juego", fact)
        return PURPOSES[purpose.verb](scene, deed, purpose)
    if fact.role("a_traves_de") is not None:
        return _through(scene, deed)
    if fact.role("alejandose_de") is not None:
        return _to(scene, deed, fact.role("alejandose_de"), walk.away)
    if fact.role("hacia") is not None:
        return _to(scene, deed, fact.role("hacia"), walk.towards)
    n = spaces_of(scene, fact.role("que"), deed)
    way = scene.decision.camino
    if way is None:
        raise Pending(f"di en «camino» por dónde se mueve {name}: {n} casillas como mucho")
    table = shift(scene.state, Push(figura=name, camino=way, casillas=n), scene.log)
    scene.say(f"{name} acaba en {spot(min(table.board.figure(name).squares))}", paths.STEP)
    return scene.on(table.change(name, movida=True))


def _to(scene: Scene, deed: Deed, goal: Value | None, how: Callable[..., Scene | None]) -> Scene:
    n = spaces_of(scene, deed.fact.role("que"), deed)
    name = deed.who.name
    for base in _bases(scene, goal, name):
        found = how(scene, name, n, base)
        if found is not None:
            return found.on(found.state.counted())
    raise Skip("no hay hacia quién moverse", SKIP)


def _bases(scene: Scene, goal: Value | None, name: str) -> list[frozenset[tuple[int, int]]]:
    """Where the goals are, the best first: figures by the priority of targets, other things the nearest first."""
    table: Table = scene.state
    found = known_as(scene, goal)
    figures = (isinstance(goal, Cosa) and goal.sort == "figura") or bool(found and found[0].sort == "figura")
    if figures:
        one = next(targets(scene, goal, name, lambda t: t != name), None)
        return [table.board.figure(one).squares] if one is not None else []
    things = found if found is not None else tuple(candidates(scene, goal)) if isinstance(goal, Cosa) else ()
    bases = [base for ente in things if (base := squares_of(table, ente)) is not None]
    here = table.board.figure(name).squares
    return sorted(bases, key=lambda base: grid.distance(table.board, here, base) or FAR)


def _to_attack(scene: Scene, deed: Deed, purpose: Hecho) -> Scene:
    n, name = spaces_of(scene, deed.fact.role("que"), deed), deed.who.name
    dice = colours_of(scene, purpose.role("con"), deed) if purpose.role("con") is not None else None
    goal = purpose.role("que")
    for target in targets(scene, goal, name, lambda t: t != name):
        moved = walk.to_attack(scene, name, n, target)
        if moved is not None:
            bound = moved.binding(getattr(goal, "id", 0), Ente("figura", target))
            return strike_at(bound, name, target, dice)
    raise Skip("no puede atacar a nadie", walk.TO_ATTACK)


def _engage(scene: Scene, deed: Deed, purpose: Hecho) -> Scene:
    return _beside(scene, deed, purpose.role("que"))


def _next_to(scene: Scene, deed: Deed, purpose: Hecho) -> Scene:
    """«para quedar adyacente a …»."""
    what = purpose.role("que")
    if not isinstance(what, Cual) or what.id != "adyacente":
        raise scene.fail("el verbo no se ejecuta en este juego", deed.fact)
    return _beside(scene, deed, purpose.role("a"))


def _beside(scene: Scene, deed: Deed, goal: Value | None) -> Scene:
    n, name = spaces_of(scene, deed.fact.role("que"), deed), deed.who.name
    if isinstance(goal, Cosa) and goal.qty.op in MANY:
        least = int(goal.qty.n) + (goal.qty.op == "mas_de") if goal.qty.n.isdigit() else 1
        near = [e.name for e, known in candidates(scene, goal).items() if known and e.name != name]
        found = walk.next_to_many(scene, name, n, near, least)
        if found is None:
            raise Skip(f"no puede quedar adyacente a {least} o más", walk.ENGAGE)
        return found.on(found.state.counted())
    for target in targets(scene, goal, name, lambda t: t != name):
        found = walk.engage(scene, name, n, scene.state.board.figure(target).squares)
        if found is not None:
            found = found.binding(getattr(goal, "id", 0), Ente("figura", target))
            return found.on(found.state.counted())
    raise Skip("no puede quedar adyacente a nadie", walk.ENGAGE)


def _reposition(scene: Scene, deed: Deed, purpose: Hecho) -> Scene:
    n, wanted = spaces_of(scene, deed.fact.role("que"), deed), spaces_of(scene, purpose.role("a"), deed)
    found = walk.reposition(scene, deed.who.name, n, wanted)
    if found is None:
        raise Skip("no hay ninguna Rebelde de quien reposicionarse", walk.REPOSITION)
    return found.on(found.state.counted())


def _to_use(scene: Scene, deed: Deed, purpose: Hecho) -> Scene:
    """«mueve 2 para descartar un terminal», «para interactuar con …»: next to it, or on it."""
    n, name = spaces_of(scene, deed.fact.role("que"), deed), deed.who.name
    goal = purpose.role("que") or purpose.role("con")
    if not isinstance(goal, Cosa) or goal.sort != "objeto":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    plain = replace(goal, filters=tuple(f for f in goal.filters if not _near_me(f)))
    table: Table = scene.state
    for ente, known in candidates(scene, plain).items():
        base = squares_of(table, ente)
        found = walk.engage(scene, name, n, base) if base is not None and known is not False else None
        if found is not None:
            found = found.binding(goal.id, ente)
            if purpose.verb == "descartar":
                one = Cosa(goal.noun, goal.sort, goal.qty, id=goal.id or -1)
                return remove_object(found.binding(goal.id or -1, ente), Deed(Hecho("descartar", (("que", one),)), deed.who))
            found.say(f"{name} interactúa con {ente.name}", ABILITY)
            return found.on(found.state.counted())
    raise Skip("no hay nada al alcance", SKIP)


def _near_me(cond: object) -> bool:
    what = cond.role("que") if isinstance(cond, Hecho) else None
    return isinstance(what, Cual) and what.id == "adyacente"


PURPOSES: dict[str, Callable[[Scene, Deed, Hecho], Scene]] = {
    "atacar": _to_attack,
    "confrontar": _engage,
    "reposicionar": _reposition,
    "ser": _next_to,
    "descartar": _to_use,
    "interactuar": _to_use,
}


def _through(scene: Scene, deed: Deed) -> Scene:
    """«a través de casillas que contengan el máximo de Rebeldes»."""
    where = deed.fact.role("a_traves_de")
    who = (
        next((f.role("que") for f in where.filters if isinstance(f, Hecho) and f.verb == "contener"), None)
        if isinstance(where, Cosa)
        else None
    )
    if not isinstance(who, Cosa) or deed.fact.role("que") is None:
        raise scene.fail("tiene una circunstancia que no se ejecuta", deed.fact)
    n = spaces_of(scene, deed.fact.role("que"), deed)
    found = walk.through_many(scene, deed.who.name, n, [e.name for e in candidates(scene, who)])
    if found is None:
        raise Skip("no puede moverse", SKIP)
    return found.on(found.state.counted())


# --- pushed ------------------------------------------------------------------------------------------------------------------


def shove(scene: Scene, deed: Deed) -> Scene:
    n = spaces_of(scene, deed.fact.role("cuanto"), deed)
    scene, found = whom(scene, deed.fact.role("que"), ABILITY)
    for ente in found:
        if ente.sort != "figura" or not scene.state.tablero:
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        if scene.state.figure(ente.name).derrotada:
            continue
        barred(scene.state, scene.log, "empujar", ente.name)
        scene = scene.on(_shoved(scene, deed, ente.name, n))
    return scene


def _shoved(scene: Scene, deed: Deed, name: str, n: int) -> Table:
    table: Table = scene.state
    for role, sign in (("hacia", 1), ("alejandose_de", -1)):
        goal = deed.fact.role(role)
        if goal is None:
            continue
        bases = _bases(scene, goal, name)
        if not bases:
            raise Skip("no se sabe hacia dónde", SKIP)
        light = replace(table.board.figure(name), light=frozenset({"terreno", "figuras"}))
        board = replace(table.board, figures={**table.board.figures, name: light})
        places = {base: way for base, (cost, way) in paths.reach(board, name, n).items() if cost <= n}
        best = min(places, key=lambda base: (sign * (grid.distance(board, base, bases[0]) or 0), len(places[base])))
        scene.say(f"{name} es empujada hasta {spot(min(best))}", paths.PUSH)
        return table.moved(name, replace(table.board.figure(name), squares=best))
    if scene.decision.camino is None:
        raise Pending(f"di en «camino» por dónde se empuja a {name}: {n} casillas como mucho")
    return push(table, Push(figura=name, camino=scene.decision.camino, casillas=n), scene.log)[0]


# --- placed, deployed ---------------------------------------------------------------------------------------------------------


def put(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    if isinstance(what, Cosa) and what.sort == "ficha":
        return mission_token(scene, deed, what)
    if isinstance(what, Cosa) and what.sort == "objeto":
        return _object(scene, deed, what)
    off = [Ente("figura", n) for n, f in scene.state.figuras.items() if f.fuera and not f.derrotada]
    named = known_as(scene, what)
    if isinstance(what, Cosa) and not named:
        named = tuple(e for e in off if scene.world.is_a(scene, e, what)) or None
    scene, found = (scene, named) if named else whom(scene, what, ABILITY)
    for ente in found or ():
        if ente.sort != "figura":
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        scene = scene.on(_placed(scene, deed, ente.name))
    return scene


def _placed(scene: Scene, deed: Deed, name: str) -> Table:
    table: Table = scene.state
    if not table.tablero:
        raise Pending("hace falta dibujar el «tablero»")
    spots = _spots(scene, deed, name)
    told = scene.decision.elige or ""
    chosen = told if told in spots else next(iter(spots), None)
    if chosen is None:
        raise Skip(f"no hay dónde colocar a {name}", SKIP)
    row, _, column = chosen.partition(",")
    return place(table, Place(figura=name, casilla=(int(row), int(column))), scene.log)[0].counted()


def _spots(scene: Scene, deed: Deed, name: str) -> list[str]:
    """Squares where it fits, as the text describes them; the nearest to what it names first."""
    table: Table = scene.state
    where, near = deed.fact.role("en"), deed.fact.role("lo_mas_cerca_posible_de")
    board = table.board
    free = [s for s in board.terrain if not board.solid(s) and not board.others({s}, name)]
    if isinstance(where, Cosa):
        owner = stuff(where).of
        if owner is not None:  # «en la casilla de …»: on it, or next to it
            near, where = owner, None
    if isinstance(where, Cosa):
        free = [s for s in free if fits(scene, Ente("casilla", f"{s[0] + 1},{s[1] + 1}"), replace(where, id=0))]
    goals: list[frozenset[tuple[int, int]]] = []
    if near is not None:
        entes = known_as(scene, near) or (tuple(candidates(scene, near)) if isinstance(near, Cosa) else ())
        goals = [b for e in entes if e.name != name and (b := squares_of(table, e)) is not None]
    free.sort(key=lambda s: (min((grid.distance(board, {s}, g) or 0 for g in goals), default=0), s))
    return [f"{r + 1},{c + 1}" for r, c in free]


def _object(scene: Scene, deed: Deed, what: Cosa) -> Scene:
    table: Table = scene.state
    spots = _spots(scene, deed, deed.who.name)
    told = scene.decision.elige or ""
    chosen = told if told in spots else next(iter(spots), "")
    place_ = tuple(int(x) for x in chosen.split(",")) if chosen else None
    objects = dict(table.objetos)
    for _ in range(max(1, how_many(scene, what, deed))):
        name = f"{what.noun} {sum(o.tipo == what.noun for o in objects.values()) + 1}"
        objects[name] = Object(tipo=what.noun, casilla=place_)
        scene.say(f"se coloca {name} en {chosen or 'el tablero'}", ABILITY)
    return scene.on(table.model_copy(update={"objetos": objects}))


def deploy(scene: Scene, deed: Deed) -> Scene:
    """Figures that come back, or that were set aside, as near as can be to what the text names."""
    what = deed.fact.role("que")
    table: Table = scene.state
    named = known_as(scene, what)
    off = [Ente("figura", n) for n, f in table.figuras.items() if f.fuera or f.derrotada]
    if named is None and isinstance(what, Cosa) and what.sort == "figura":
        plain = replace(what, filters=tuple(f for f in what.filters if not (isinstance(f, Hecho) and f.verb == "derrotar")))
        known = {e: k for e in off if (k := fits(scene, e, plain)) is not False}
        named = tuple(e for e, k in known.items() if k) or tuple(known)
        if named and not known[named[0]] and len(named) > 1 and scene.decision.elige is None:
            raise Pending(f"di en «elige» cuál se despliega ({', '.join(e.name for e in named)})")
    if named is None:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    named = tuple(e for e in named if e in off)
    if not named:
        raise Skip("no hay ninguna figura que desplegar", DEPLOY)
    many = int(what.qty.n) if isinstance(what, Cosa) and what.qty.op == "n" and what.qty.n.isdigit() else len(named)
    chosen = [e for e in named if e.name == scene.decision.elige] or list(named[:many])
    for ente in chosen:
        scene.say(f"{ente.name} se despliega", DEPLOY)
        scene = scene.on(scene.state.change(ente.name, derrotada=False, dano=0, fuera=True, estados=()))
        scene = scene.on(_placed(scene, deed, ente.name))
    return scene
