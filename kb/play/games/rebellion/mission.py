"""Rebellion: a mission step by step as juego.toml orders it, with its card's text and the cards that act before the dice."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from grammar.meaning.effect import Item, Paso
from grammar.meaning.values import Cosa, Hecho, Nombre, Value, parts
from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.rebellion.decision import Told
from kb.play.games.rebellion.facts import located
from kb.play.games.rebellion.odds.solve import MOST_MISSION
from kb.play.games.rebellion.queue import left_out, opens
from kb.play.games.rebellion.state import BASE, RIVAL, Face, Lance, Natural, Side, Table, skill
from kb.play.games.rebellion.use import Used, carry_out, merged, moment_of, read, scene_for, tell
from kb.play.games.rebellion.verbs.reading import lacks, named
from kb.play.games.rebellion.view import leader_of, mission_of, place_of, player
from kb.play.meaning.conditions import candidates, fits, holds
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.perform import STANDS
from kb.play.meaning.scene import Scene
from kb.play.run import Illegal, Log, Pending
from kb.play.saying import many
from kb.play.validation import Model

ROLLED: tuple[Face, ...] = ("impacto", "impacto", "impacto_directo", "especial", "vacia", "vacia")
SUCCESS = {"impacto": 1, "impacto_directo": 1, "especial": 2, "vacia": 0}
REVEAL = cite("rebellion/revelar-una-mision#r-poner-la", "boca arriba")
LACKING = cite("rebellion/cartas-de-mision#r-requisitos", "no se puede revelar")
NOT_IN_BASE = cite("rebellion/base-rebelde#r-625119", "salvo que la carta")
TWO_LEADERS = cite("rebellion/fase-de-asignacion#r-1abf59", "máximo es de 2")
PLACE = cite("rebellion/revelar-una-mision#r-elegir-un", "Elegir un sistema")
GOAL = cite("rebellion/revelar-una-mision#r-elegir-un", "donde la carta permita")
RESOLVED = cite("rebellion/revelar-una-mision#r-emprender-o", "resuelve")
NO_ROLL = cite("rebellion/revelar-una-mision#r-oposicion", "sin tirar")
COUNT = cite("rebellion/revelar-una-mision#r-c039bf", "éxito")
MORE = cite("rebellion/revelar-una-mision#r-23accc", "empate")
PORTRAIT = cite("rebellion/revelar-una-mision#r-332298", "2 éxitos")
NO_ICONS = cite("rebellion/revelar-una-mision#r-c792dd", "al menos 1")
TEN = cite("rebellion/revelar-una-mision#r-9b4e57", "10 dados")
AGAINST = cite("rebellion/revelar-una-mision#r-dda6d7", "participa siempre")
CAPTIVE = cite("rebellion/revelar-una-mision#r-153178", "ausente")
DONE = cite("rebellion/revelar-una-mision#r-mision", "se aplica el efecto")
FIRST = cite("rebellion/revelar-una-mision#r-78f218", "tira primero")
CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))


class Mission(Model):
    jugador: Side = "rebelde"
    verbo: Literal["emprende", "resuelve"] = "emprende"
    lideres_rivales: Natural = 0
    iconos: Natural = 0
    iconos_rivales: Natural = 0
    retrato: bool = False
    tirada: tuple[Face, ...] | None = None
    tirada_rival: tuple[Face, ...] | None = None
    carta: str = ""
    """Text of the mission: says where, whether it is opposed, and what it does."""
    nombre: str = "la Misión"
    habilidad: Annotated[str, BeforeValidator(skill)] = ""
    """Skill that it asks for: with `lideres`, icons and dice are counted from it."""
    requisito: Annotated[int, Field(ge=1, le=9)] = 1
    """How many of its icons the leaders have to have among them for the card to be revealed."""
    sistema: str = ""
    lideres: tuple[str, ...] = ()
    envia: str | None = None
    """Leader that the rival sends to oppose."""
    contra: str | None = None
    decide: Told = Field(default_factory=Told)
    usa: dict[Side, dict[str, Told]] = Field(default_factory=dict)
    """Special cards used in it."""


class Steps(Model):
    """A mission's text: where it may be, what it does before the dice and after them."""

    verbo: str = ""
    donde: Any = None
    antes: tuple[Any, ...] = ()
    despues: tuple[Any, ...] = ()


def mission(table: Table, order: Mission, log: Log) -> tuple[Table, dict[str, Any]]:
    text = _read(order)
    merged(log, *order.usa.values())
    resolved = text.verbo == "resolver" if text.verbo else order.verbo == "resuelve"
    lance = Lance(
        clase="mision", sistema=order.sistema, bando=order.jugador, actual=order.jugador, nombre=order.nombre,
        habilidad=order.habilidad, contra=order.contra,
    )  # fmt: skip
    me, it = player(order.jugador), mission_of(lance)
    use = Used(order.jugador, order.nombre, order.carta, order.decide, "6", "decide" in order.model_fields_set)
    if order.carta:
        log.say("1", f"{order.jugador} revela {order.nombre}", REVEAL, order.nombre, order.carta)
        log.asked.add(order.nombre)
    if resolved and order.envia:
        raise Illegal(f"la Misión se resuelve: {order.envia} no puede ir a oponerse", RESOLVED)
    if order.contra in table.lideres and table.leader(order.contra).sistema is None and order.sistema:
        table = table.put_leader(order.contra, sistema=order.sistema)  # it is attempted where that leader is
    table = table.model_copy(update={"lance": lance})
    table = log.happen(table, *_events(("mientras", "despues"), "revelar", "1", quien=me, que=it))
    scene = _goal(scene_for(_go(table, order, log), use, log), text, order)
    verb = "resolver" if resolved else "emprender"
    scene = scene.on(log.happen(scene.state, Event("mientras", verb, {"quien": me, "que": it}, step="3")))
    if resolved:
        log.say("3", "la carta dice «resuelve»: no admite oposición", RESOLVED)
        result: dict[str, Any] = {"exito": True, "tirada": False}
    else:
        scene, result = _opposed(scene, order, text)
    scene = scene.on(scene.state.going(exito=result["exito"]))
    refused = left_out(order.carta) if order.carta else ()
    if result["exito"] and text.despues:
        log.say("6", f"{order.nombre} tiene éxito: se aplica su efecto", DONE, order.nombre, order.carta)
    scene, why = carry_out(scene, _after(scene, text, bool(result["exito"])))
    refused = tuple(dict.fromkeys((*refused, *why)))
    tell(log, order.nombre, order.carta, refused, "6", DONE)
    end = "tener_exito" if result["exito"] else "fracasar"
    after = log.happen(scene.state, *_events(("mientras", "despues"), end, "6", quien=me, en=it))
    _unused(after, order, log, EARLY | LATE)
    return after.model_copy(update={"lance": None}), {**result, "no_ejecutado": list(refused)}


def _events(relations: tuple[str, ...], verb: str, step: str, **roles: Ente) -> tuple[Event, ...]:
    return tuple(Event(rel, verb, roles, step=step) for rel in relations)


def _read(order: Mission) -> Steps:
    if not order.carta:
        return Steps()
    found = read(order.nombre, order.carta)
    first = found[0].steps[0] if found and found[0].steps else None
    if first is None or not opens(found[0], first):
        raise PlayError("ese texto no es el de una Misión: tiene que decir «Emprende…» o «Resuelve esta Misión…»")
    assert isinstance(first, Paso)
    fact = first.efecto[0]
    assert isinstance(fact, Hecho)
    steps = [step for ability in found for step in ability.steps][1:]
    cut = next((n for n, step in enumerate(steps) if _on_outcome(step)), len(steps)) if fact.verb == "emprender" else 0
    goal = fact.role("contra") or fact.role("en")
    return Steps(verbo=fact.verb, donde=goal, antes=tuple(steps[:cut]), despues=tuple(steps[cut:]))


def _on_outcome(item: Item) -> bool:
    return isinstance(item, Paso) and any(
        isinstance(p, Hecho) and p.verb in ("tener_exito", "fracasar") for cond in item.si for p in parts(cond)
    )


def _after(scene: Scene, text: Steps, good: bool) -> list[Item]:
    """What a failed mission would have left behind is not left; the other steps say themselves that they do not happen."""
    lasting = [step for step in text.despues if isinstance(step, Paso) and (step.modo in STANDS or step.cuando)]
    idle = [step for step in lasting if not good and _on_outcome(step) and any(holds(scene, c) is False for c in step.si)]
    return [step for step in text.despues if step not in idle]


MOST_LEADERS = 2


def _go(table: Table, order: Mission, log: Log) -> Table:
    """Step 2: the leaders to the system; step 4: the one that opposes."""
    if order.carta and not order.sistema:
        raise PlayError("falta el «sistema» de la Misión")
    if len(order.lideres) > MOST_LEADERS:
        raise Illegal(f"a una Misión se asignan {MOST_LEADERS} Líderes como mucho", TWO_LEADERS)
    for name in (*order.lideres, *((order.envia,) if order.envia else ())):
        leader = table.leader(name)
        if leader.capturado or leader.eliminado or leader.sistema not in (None, order.sistema):
            if not order.sistema:
                raise Pending(f"falta decir en «sistema» dónde se intenta la Misión: {name} está en {leader.sistema}")
            raise Illegal(f"{name} no puede ir a {order.sistema}", PLACE)
        if (name == order.envia) == (leader.bando == order.jugador):
            raise Illegal(f"{name} es del otro bando", PLACE)
        table = table.put_leader(name, sistema=order.sistema)
    _enough(table, order)
    if order.lideres:
        go = "va" if len(order.lideres) == 1 else "van"
        log.say("2", f"{', '.join(order.lideres)} {go} a {order.sistema}", PLACE)
    return table


def _enough(table: Table, order: Mission) -> None:
    """A mission whose leaders lack its icons stays face down; of whom nobody told any, nothing is known."""
    told = [table.leader(name).iconos for name in order.lideres]
    have = sum(icons.get(order.habilidad, 0) for icons in told)
    if order.habilidad and any(told) and have < order.requisito:
        named = order.habilidad.replace("_", " ")
        raise Illegal(
            f"{', '.join(order.lideres)}: {have} de los {order.requisito} iconos de {named} que pide la Misión", LACKING
        )


# --- where it may be ---------------------------------------------------------------------------------------------------------


def _goal(scene: Scene, text: Steps, order: Mission) -> Scene:
    """Is the system, or the leader, such as the card asks for? What it names is bound."""
    goal: Value | None = text.donde
    place = place_of(order.sistema)
    if goal is None:
        return scene
    if isinstance(goal, Nombre):
        if named(scene, goal) != place:
            raise Illegal(f"«{order.nombre}» es para {goal.nombre}, no para {order.sistema}", GOAL)
        return scene
    if not isinstance(goal, Cosa):
        raise scene.fail("depende de algo que no se lleva aquí")
    if goal.sort == "lider":
        target = _target(scene, goal, order)
        return _bound(scene.binding(goal.id, target), goal, place)
    if order.sistema == BASE and goal.sort == "sistema":
        raise Illegal(f"«{order.nombre}» es para un sistema, y el espacio de la Base Rebelde no lo es", NOT_IN_BASE)
    if place.sort == "sistema" and (goal.filters or order.sistema in scene.state.sistemas):
        scene.state.system(order.sistema)
        if lack := lacks(scene, place, goal):
            raise Illegal(f"«{order.nombre}» pide {lack}; {order.sistema} no lo es", GOAL)
    elif place.sort != goal.sort and not (goal.sort == "sistema" and not goal.filters):
        raise Illegal(f"«{order.nombre}» no puede hacerse en {order.sistema}", GOAL)
    return _bound(scene.binding(goal.id, place), goal, place)


def _target(scene: Scene, goal: Cosa, order: Mission) -> Ente:
    if order.contra is None:
        raise PlayError("falta contra qué Líder va la Misión («contra»)")
    leader, target = scene.state.leader(order.contra), leader_of(order.contra)
    captive = any(isinstance(p, Hecho) and p.verb == "capturar" for f in goal.filters for p in parts(f))
    if leader.sistema != order.sistema or leader.capturado != captive or fits(scene, target, goal) is False:
        raise Illegal(f"la Misión no puede ir contra {order.contra}", AGAINST)
    return target


def _bound(scene: Scene, goal: Cosa, place: Ente) -> Scene:
    """«un sistema que contenga un Líder capturado …, ese Líder»: whoever of them is there."""
    for thing in (p for f in goal.filters for p in parts(f) if isinstance(p, Cosa) and p.id and p.id not in scene.bound):
        found = tuple(ente for ente in candidates(scene, thing) if located(scene.state, ente, place))
        scene = scene.binding(thing.id, *found) if found else scene
    return scene


# --- opposition --------------------------------------------------------------------------------------------------------------


def _opposed(scene: Scene, order: Mission, text: Steps) -> tuple[Scene, dict[str, Any]]:
    log, me = scene.log, order.jugador
    other = RIVAL[me]
    lance = scene.state.lance
    assert lance is not None
    it = mission_of(lance)
    for name in _there(scene, order, other):
        scene = scene.on(log.happen(scene.state, Event("mientras", "oponerse", {"quien": leader_of(name), "a": it}, step="4")))
    rivals = _rivals(scene, order)
    scene, why = carry_out(scene, text.antes)
    tell(log, order.nombre, order.carta, why, "5", DONE)
    if rivals:
        dice = Ente("dado", "dado", frozenset())
        rolls = [Event("antes", "tirar", {"quien": player(s), "que": dice, "durante": it}, step="5") for s in (me, other)]
        scene = scene.on(log.happen(scene.state, *rolls))
    _unused(scene.state, order, log, EARLY)
    lance = scene.state.lance
    assert lance is not None
    if lance.fracasa:
        return scene, {"exito": False, "tirada": False}
    if not rivals:
        log.say("5", "el rival no tiene Líderes en el sistema: triunfa sin tirar", NO_ROLL)
        return scene, {"exito": True, "tirada": False}
    every = _every_icon(text)
    mine = max(0, _icons(scene, order, every, me) + lance.dados.get(me, 0))
    theirs = max(0, _icons(scene, order, every, other) + lance.dados.get(other, 0))
    won = _successes(scene, order.tirada, mine, "la tirada de quien emprende la Misión")
    lost = _successes(scene, order.tirada_rival, theirs, "la tirada del rival")
    if order.retrato:
        won += 2
        log.say("5", "el Líder del retrato suma 2 éxitos", PORTRAIT)
    if not theirs:
        log.say("5", "el rival no tiene iconos útiles: hace falta al menos 1 éxito", NO_ICONS)
    good = won > lost
    log.say("5", f"{many(won, 'éxito')} contra {lost}: la Misión {'triunfa' if good else 'fracasa'}", MORE)
    result = {"exito": good, "tirada": True, "exitos": won, "exitos_rivales": lost, "dados": min(mine, MOST_MISSION)}
    return scene, result


def _every_icon(text: Steps) -> bool:
    """«Se cuentan todos los iconos de habilidad»."""
    return any(isinstance(p, Hecho) and p.verb == "contar" for step in (*text.antes, *text.despues) for p in parts(step))


def _there(scene: Scene, order: Mission, side: Side) -> list[str]:
    """Leaders of a side that take part: a captive only in a mission against it."""
    leaders = scene.state.lideres
    here = [n for n, x in leaders.items() if x.bando == side and x.sistema == order.sistema and not x.eliminado]
    return [n for n in here if not leaders[n].capturado or n == order.contra]


def _rivals(scene: Scene, order: Mission) -> int:
    """Those of the situation, or as many as the step tells where it says more than the situation does."""
    other = RIVAL[order.jugador]
    for name, leader in scene.state.lideres.items():
        if leader.capturado and leader.sistema == order.sistema and name != order.contra:
            scene.log.say("5", f"{name} está capturado y cuenta como ausente", CAPTIVE)
    rolled = 1 if order.tirada_rival else 0  # who rolls dice has a leader there
    return max(len(_there(scene, order, other)), order.lideres_rivales, rolled)


def _icons(scene: Scene, order: Mission, every: bool, side: Side) -> int:
    told = order.iconos if side == order.jugador else order.iconos_rivales
    leaders = [scene.state.lideres[n] for n in _there(scene, order, side)]
    if (not order.habilidad and not every) or not leaders:
        return told
    if every:
        return sum(sum(leader.iconos.values()) for leader in leaders)
    return sum(leader.iconos.get(order.habilidad, 0) for leader in leaders)


def _successes(scene: Scene, told: tuple[Face, ...] | None, icons: int, what: str) -> int:
    dice = min(icons, MOST_MISSION)
    if dice < icons:
        scene.log.say("5", f"como mucho {many(MOST_MISSION, 'dado')}", TEN)
    total = sum(SUCCESS[face] for face in scene.log.roll(told, dice, ROLLED, what))
    scene.log.say("5", f"{what}: {many(total, 'éxito')}", COUNT)
    return total


EARLY = frozenset({"revelar", "emprender", "resolver", "oponerse", "tirar"})
LATE = frozenset({"tener_exito", "fracasar"})
"""What happens in a mission up to the dice, and after them."""


def _unused(table: Table, order: Mission, log: Log, past: frozenset[str]) -> None:
    """A card that was to be used, and whose moment can no longer come, is refused with what it waits for."""
    for side, name in ((side, name) for side, cards in order.usa.items() for name in cards if name not in log.asked):
        text = table.hand(side).acciones.get(name)
        if text is None:
            raise PlayError(f"{side} no tiene ninguna carta de Acción «{name}»")
        ability = read(name, text)[0]
        waits = {fact.verb for moment in ability.moments for fact in moment.hechos}
        if waits <= past or not waits & LATE:
            raise Illegal(f"«{name}» espera otro momento: {moment_of(ability)}", FIRST)
