"""X-Wing: what a ship does because a card says so: actions, manoeuvres, locks, devices, bonus attacks."""

from collections.abc import Mapping
from typing import Any, get_args

from grammar.effects import Operacion, Seleccion
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.actions import Action, Manoeuvre, act, fly
from kb.play.games.xwing.moments import ACTION_ICONS, COLOURS
from kb.play.games.xwing.prohibitions import Deed, check
from kb.play.games.xwing.scene import Scene
from kb.play.games.xwing.state import Device, Ship
from kb.play.games.xwing.view import Happening
from kb.play.run import Illegal, Pending

ACTIONS: Mapping[str, str] = {**{icon: name for name, icon in ACTION_ICONS.items()}, "coordinacion": "coordinacion"}
SHADES: Mapping[str, str] = {id: name for name, id in COLOURS.items()}
POSITIONS = {"tonel_volado": "tonel volado", "impulso": "impulso"}
TURNS: tuple[str, ...] = tuple(a for a in get_args(Ship.model_fields["torreta"].annotation) if a)
DEVICES = frozenset({"bomba", "mina", "dispositivo", "remoto", "indicador"})


def perform(scene: Scene, op: Operacion, name: str) -> Scene:
    what = getattr(op, "que", None)
    kinds = {part.objeto for part in getattr(what, "partes", ())} or {getattr(what, "objeto", "")}
    if kinds <= set(POSITIONS):
        return _reposition(scene, name, kinds)
    what = scene.what(op)
    atoms = [a for g in what.rasgos for a in g.partes]
    icons = [ACTIONS[str(a.id)] for a in atoms if a.clase == "icono" and a.id in ACTIONS]
    colours = [a.id for a in atoms if a.clase == "color"]
    if what.objeto != "accion" or len(icons) + len(colours) != len(atoms):
        raise scene.fail("concede una acción que no se lleva aquí")
    chosen = scene.decision.accion or (icons[0] if len(icons) == 1 else None)
    if chosen is None:
        raise Pending(f"di en «accion» cuál: {', '.join(icons) or 'cualquiera de su barra'}")
    if icons and chosen not in icons:
        raise Illegal(f"«{scene.card}» no concede la acción «{chosen}»", rules.ABILITY)
    colour: Any = {"rojo": "roja", "violeta": "violeta"}.get(str(colours[0]) if colours else "", "blanca")
    target = scene.decision.objetivo or scene.decision.elige
    order = Action(nave=name, accion=chosen, color=colour, objetivo=target, fracasa=scene.decision.fracasa)
    return scene.on(act(scene.table, order, scene.log)[0])


def _reposition(scene: Scene, name: str, kinds: set[str]) -> Scene:
    """A boost or barrel roll that is no action."""
    kind = scene.decision.opcion if len(kinds) > 1 else next(iter(kinds))
    if kind not in kinds:
        raise Pending(f"di en «opcion» cuál: {', '.join(sorted(kinds))}")
    if scene.decision.fracasa:
        raise Illegal(f"el {POSITIONS[kind]} fracasa: el efecto no se realiza y no se paga nada", rules.EFFECT_FAILS)
    scene.say(f"{name} efectúa un {POSITIONS[kind]}, que no es una acción", rules.NOT_AN_ACTION)
    return scene.on(scene.table.moved(name))


def place(scene: Scene, op: Operacion, name: str) -> Scene:
    """The ship goes somewhere else: where, is told; what was measured is forgotten."""
    scene.say(f"{name} cambia de posición: hay que volver a decir alcances y arcos", rules.MOVES)
    return scene.on(scene.table.moved(name))


def execute(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    if what.objeto != "maniobra":
        raise scene.fail(f"no se ejecuta «{what.objeto}»")
    colour: Any = next((SHADES[str(a.id)] for g in what.rasgos for a in g.partes if a.id in SHADES), "blanca")
    return scene.on(fly(scene.table, Manoeuvre(nave=name, color=colour), scene.log)[0])


def lock(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    if what.objeto != "blanco_fijado" or what.complemento is None:
        raise scene.fail("no se sabe sobre qué objeto")
    target = scene.aimed(what.complemento.que)
    scene.say(f"{name} obtiene un Blanco fijado sobre {target}", rules.LOCK_ONE)
    table = scene.table.put(name, scene.ship(name).model_copy(update={"blancos": (target,)}))
    happening = Happening("despues", "obtener", name, "blanco_fijado", roles={"defensor": target})
    return scene.on(scene.log.happen(table, happening))


def choose(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    if what.objeto != "nave":
        raise scene.fail("elige algo que no es una nave")
    chosen = scene.chosen(what)
    scene.say(f"{name} elige a {chosen}", rules.CHOOSE)
    return scene.of(chosen)


def bonus(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    if what.objeto != "ataque":
        raise scene.fail(f"no se efectúa «{what.objeto}»")
    ship = scene.ship(name)
    if ship.ataque_adicional == "hecho":
        raise Illegal(f"{name} ya ha hecho un ataque adicional en esta ronda", rules.BONUS)
    scene.say(f"{name} puede efectuar un ataque adicional", rules.BONUS_NEW)
    return scene.on(scene.table.put(name, ship.model_copy(update={"ataque_adicional": "concedido"})))


def rotate(scene: Scene, op: Operacion, name: str) -> Scene:
    where = scene.decision.hacia
    if where not in TURNS:
        raise Pending(f"di en «hacia» adónde se orienta la torreta: {', '.join(TURNS)}")
    if where == scene.ship(name).torreta:
        raise Illegal(f"la torreta de {name} ya apunta ahí: tiene que pasar a otro arco", rules.ROTATE)
    scene.say(f"{name} orienta su torreta hacia {where}, sin que sea una acción", rules.TURN)
    return scene.on(scene.table.put(name, scene.ship(name).model_copy(update={"torreta": where})))


def drop(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    if what.objeto not in DEVICES or what.complemento is not None:
        raise scene.fail(f"no se coloca «{what.objeto}» así")
    kind = scene.decision.opcion or what.objeto
    device = f"{kind}-{len(scene.table.dispositivos) + 1}"
    scene.say(f"{name} coloca {device} como diga la carta del dispositivo, y paga sus costes", rules.DEVICE)
    placed = {**scene.table.dispositivos, device: Device(tipo=kind, nave=name)}
    table = scene.table.model_copy(update={"dispositivos": placed})
    return scene.on(scene.log.happen(table, Happening("despues", op.kind, name, what.objeto)))


def difficulty(scene: Scene, op: Operacion, name: str) -> Scene:
    """While a manoeuvre is executed: its difficulty goes up or down by one."""
    what = getattr(op, "que", None)
    if isinstance(what, Seleccion) and what.objeto not in ("dificultad", "la", "lo"):
        raise scene.fail(f"no cambia la dificultad, sino «{what.objeto}»")
    if scene.view.happening is None or scene.view.happening.verb != "ejecutar":
        raise scene.fail("cambia la dificultad de una maniobra que no se está ejecutando")
    flying, step = scene.view.happening.who, -1 if op.kind == "reducir" else 1
    scene.say(f"la dificultad de la maniobra {'baja' if step < 0 else 'sube'}", rules.DIFFICULTY)
    ship = scene.ship(flying)
    return scene.on(scene.table.put(flying, ship.model_copy(update={"dificultad": ship.dificultad + step})))


def coordinate(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    chosen = scene.chosen(what) if what.objeto == "nave" else None
    if chosen is None:
        raise scene.fail(f"no se coordina «{what.objeto}»")
    check(scene.table, Deed(name, "coordinar", "nave"), scene.view.happening)
    scene.say(f"{name} coordina a {chosen}, que puede realizar una acción", rules.COORDINATE)
    if scene.decision.accion is None:
        return scene.of(chosen)
    target = scene.decision.objetivo
    order = Action(nave=chosen, accion=scene.decision.accion, objetivo=target, fracasa=scene.decision.fracasa)
    return scene.on(act(scene.table, order, scene.log)[0]).of(chosen)
