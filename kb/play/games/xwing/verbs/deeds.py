"""X-Wing: what a ship does because a card says so: actions, manoeuvres, locks, devices, bonus attacks."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, get_args

from grammar.meaning.values import Cosa, Cual, Hecho, Lista, Papel, Ref
from kb.play.games.xwing import legality
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.actions import NORMAL, ONLY, Action, act
from kb.play.games.xwing.manoeuvres import ByCard, fly
from kb.play.games.xwing.prohibitions import Deed as Ban
from kb.play.games.xwing.prohibitions import forbid
from kb.play.games.xwing.standing import despite, most_locks, turret_banned
from kb.play.games.xwing.state import SETS, Device, Dial, Ship
from kb.play.games.xwing.tokens import locked, receive_tokens, spent
from kb.play.games.xwing.verbs import reading
from kb.play.games.xwing.view import ACTION_ICONS, COLOURS, Happening
from kb.play.games.xwing.view import BEARINGS as RUMBOS
from kb.play.meaning.abilities import abilities_of
from kb.play.meaning.conditions import holds, number
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.select import whom
from kb.play.meaning.standing import lasting
from kb.play.meaning.stuff import Stuff, described, stuff
from kb.play.run import Illegal, Pending
from kb.play.saying import many

ACTIONS: Mapping[str, str] = {**{icon: name for name, icon in ACTION_ICONS.items()}, "coordinacion": "coordinacion"}
SHADES: Mapping[str, str] = {id: name for name, id in COLOURS.items()}
POSITIONS = {"tonel_volado": "tonel volado", "impulso": "impulso"}
TURNS: tuple[str, ...] = tuple(a for a in get_args(Ship.model_fields["torreta"].annotation) if a)
BEARINGS = {"recto": "recta", "estacionaria": "inmovil", "inclinacion": "inclinacion", "giro": "giro"}
REACH = 3
"""How far a lock reaches («Fijar blanco»)."""


def perform(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    items = what.items if isinstance(what, Lista) else (what,)
    if all(isinstance(item, Cosa) and item.sort == "movimiento" for item in items):
        return _reposition(scene, deed, [item.noun for item in items if isinstance(item, Cosa)])
    icons, colours = _asked(scene, deed, items)
    chosen = scene.decision.accion or (icons[0] if len(icons) == 1 else None)
    if chosen is None:
        raise Pending(f"di en «accion» cuál: {', '.join(icons) or 'cualquiera de su barra'}")
    if icons and chosen not in icons:
        raise Illegal(f"«{scene.card}» no concede la acción «{chosen}»", rules.ABILITY)
    colour: Any = _shade(scene, deed, colours)
    name = deed.who.name
    target = scene.decision.objetivo or (scene.decision.elige if scene.decision.elige != name else None)
    order = Action(
        nave=name, accion=chosen, color=colour, objetivo=target, fracasa=scene.decision.fracasa, hacia=_turn_of(scene),
        concedida=True,
    )  # fmt: skip
    return scene.on(act(scene.state, order, scene.log, despite(deed.fact))[0])


def _asked(scene: Scene, deed: Deed, items: tuple[Any, ...]) -> tuple[list[str], list[str]]:
    """The actions that an order allows, and their colours."""
    icons: list[str] = []
    colours: list[str] = []
    for item in items:
        if not isinstance(item, Cosa) or item.sort != "accion":
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        row = stuff(item)
        # «que figure en tu barra»: whoever names the action vouches for that
        rest = [f for f in row.rest if not (isinstance(f, Hecho) and f.verb == "figurar")]
        if rest or set(row.kinds) - {"icono_tipo_accion", "color"} or row.of is not None or row.on is not None or row.name:
            raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
        icons += [ACTIONS[id] for id in row.ids("icono_tipo_accion") if id in ACTIONS]
        colours += row.ids("color")
        if any(id not in ACTIONS for id in row.ids("icono_tipo_accion")):
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return icons, colours


def _shade(scene: Scene, deed: Deed, colours: list[str]) -> str:
    """«considerando esa acción como si fuera roja» wins over the colour that it has."""
    manner = deed.circ("modo_de")
    inside = next((v for k, v in manner.circ if k == "como_si"), None) if isinstance(manner, Hecho) else None
    as_if = deed.circ("como_si") or inside
    what = as_if.role("que") if isinstance(as_if, Hecho) else None
    if (manner is not None or as_if is not None) and not (isinstance(what, Cual) and what.kind == "color"):
        raise scene.fail("tiene una circunstancia que no se ejecuta", deed.fact)
    colour = what.id if isinstance(what, Cual) else colours[0] if colours else ""
    return {"rojo": "roja", "violeta": "violeta"}.get(colour, "blanca")


def _turn_of(scene: Scene) -> Any:
    return scene.decision.hacia if scene.decision.hacia in TURNS else None


def _reposition(scene: Scene, deed: Deed, kinds: list[str]) -> Scene:
    """A boost or barrel roll that is no action."""
    name = deed.who.name
    kind = scene.decision.opcion if len(kinds) > 1 else kinds[0]
    if kind not in kinds or kind not in POSITIONS:
        raise Pending(f"di en «opcion» cuál: {', '.join(sorted(kinds))}")
    if scene.decision.fracasa:
        raise Illegal(f"el {POSITIONS[kind]} fracasa: el efecto no se realiza y no se paga nada", rules.EFFECT_FAILS)
    scene.say(f"{name} efectúa un {POSITIONS[kind]}, que no es una acción", rules.NOT_AN_ACTION)
    return scene.on(scene.log.happen(scene.state.moved(name), Happening("despues", "realizar", name, kind)))


def place(scene: Scene, deed: Deed) -> Scene:
    """The ship goes somewhere else: where, is told; what was measured is forgotten."""
    what = deed.fact.role("que")
    if isinstance(what, Cosa) and what.noun == "indicador_de_espoleta":
        return _fuse(scene, deed, what)
    if isinstance(what, Cosa) and what.sort != "nave":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene, found = whom(scene, what, rules.CHOOSE)
    for ente in found:
        if ente.sort != "nave":
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        scene.say(f"{ente.name} cambia de posición: hay que volver a decir alcances y arcos", rules.MOVES)
        scene = reading.put(scene.on(scene.state.moved(ente.name)), ente.name, reserva=False)
    return scene


def _fuse(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    """«coloca 1 indicador de Espoleta sobre ese dispositivo»."""
    row = described(scene, deed, thing, "sobre")
    onto = row.on or deed.fact.role("sobre") or deed.fact.role("en")
    scene, found = whom(scene, onto, rules.CHOOSE) if onto is not None else (scene, ())
    if len(found) != 1 or found[0].name not in scene.state.dispositivos:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    name, n = found[0].name, reading.many(scene, deed, row)
    device = scene.state.dispositivos[name]
    scene.say(f"{name} recibe {n} indicadores de Espoleta", rules.DEVICE)
    fused = device.model_copy(update={"espoletas": device.espoletas + n})
    return scene.on(scene.state.model_copy(update={"dispositivos": {**scene.state.dispositivos, name: fused}}))


def use_template(scene: Scene, deed: Deed) -> Scene:
    """Which template is used changes where the ship ends, and that is told; the step may then use it."""
    thing = reading.one(scene, deed)
    row = stuff(thing)
    if thing.sort != "plantilla":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    shown = row.ids("rumbo", "icono_rumbo") or _faster(scene, row) or (f"como dice «{scene.card}»",)
    ability = abilities_of(scene.words, "xwing")[scene.place[0] - 1] if scene.place and scene.words else None
    if ability is not None and not ability.optional:  # «debe»: the normal ones are no longer there
        shown = tuple(f"{ONLY}{name}" for name in shown)
    scene.say(f"{deed.who.name}: {scene.world.words(deed.fact)}", rules.MOVES)
    ship = reading.ship(scene, deed.who.name)
    return reading.put(scene, deed.who.name, plantillas=(*ship.plantillas, *shown))


def _faster(scene: Scene, row: Stuff) -> tuple[str, ...]:
    """«una plantilla cuya velocidad sea superior en 1 punto a la original»: of the move that is being made."""
    doing = scene.event.roles.get("que") if scene.event is not None else None
    icons = doing.marks if doing is not None and doing.marks else frozenset()
    normal = next((NORMAL[name][0] for name in NORMAL if ACTION_ICONS[name] in icons), ())
    step = {"superior": 1, "inferior": -1}
    for cond in row.rest:
        way = getattr(cond.role("que"), "id", "") if isinstance(cond, Hecho) and cond.verb == "difiere" else ""
        many = getattr(cond.role("cuanto"), "id", "") if isinstance(cond, Hecho) else ""
        if way in step and many.isdigit():
            pairs = (name.partition("_") for name in normal)
            return tuple(f"{int(speed) + step[way] * int(many)}_{rest}" for speed, _, rest in pairs)
    return ()


def consider(scene: Scene, deed: Deed) -> Scene:
    """«considerar tu Agilidad como si …» in an attack; «considerarla como si fuera roja», of the action that is being done."""
    what = deed.fact.role("que")
    as_if = deed.circ("como_si")
    said = as_if.role("que") if isinstance(as_if, Hecho) else None
    if what == Papel("este_accion") and isinstance(said, Cual) and said.id in ("rojo", "violeta"):
        scene.say(f"la acción de {deed.who.name} se considera {said.id}", rules.STRICTEST)
        return reading.put(scene, deed.who.name, accion_como="roja" if said.id == "rojo" else "violeta")
    value = number(scene, as_if.role("igual") or said) if isinstance(as_if, Hecho) else None
    dice = scene.state.dados
    if not isinstance(what, Cosa) or what.noun != "agilidad" or dice is None:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    if value is None:
        raise scene.fail("la cantidad depende de algo que no se lleva aquí", deed.fact)
    scene.say(f"la Agilidad de {deed.who.name} se considera {value}", rules.ROLL_DEFENSE)
    return scene.on(scene.state.model_copy(update={"dados": dice.model_copy(update={"agilidad": value})}))


def set_dial(scene: Scene, deed: Deed) -> Scene:
    """«establecer en tu selector otra maniobra …», once it has been revealed."""
    thing = reading.one(scene, deed)
    revealed = scene.event.roles.get("que") if scene.event is not None and scene.event.verb == "revelar" else None
    if thing.sort != "maniobra" or revealed is None:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    told = scene.decision.maniobra
    if told is None:
        raise Pending("di en «maniobra» cuál se establece: {color: …, velocidad: …, tipo: …}")
    marks = frozenset({COLOURS[told.color], *RUMBOS[told.tipo], "maniobra"})
    new = Ente("maniobra", "maniobra", marks, deed.who.name, told.velocidad)
    for cond in thing.filters:
        if not _as_asked(scene, cond, revealed, new):
            raise Illegal(f"«{scene.card}» no permite establecer esa maniobra: {scene.world.words(deed.fact)}", rules.ABILITY)
    scene.say(f"{deed.who.name} establece en su selector ({told.velocidad} {told.tipo}) {told.color}", rules.DIAL)
    shown = Dial(color=told.color, velocidad=told.velocidad, tipo=told.tipo)
    return reading.put(scene, deed.who.name, selector=shown, revelada=shown).binding(thing.id, new)


def _as_asked(scene: Scene, cond: Any, old: Ente, new: Ente) -> bool:
    """A filter of the new manoeuvre, some of which compare it with the one that was revealed."""
    if not isinstance(cond, Hecho):
        return bool(holds(scene, cond, new))
    if cond.verb == "otro":
        return (old.marks, old.number) != (new.marks, new.number)
    if cond.verb == "difiere":
        return _differs(cond, old, new)
    what = cond.role("que")
    if cond.verb == "tener":
        nouns = [item.noun for item in (what.items if isinstance(what, Lista) else (what,)) if isinstance(item, Cosa)]
        shades, ways = frozenset(SHADES), frozenset(id for ids in RUMBOS.values() for id in ids)
        same = {
            "velocidad": old.number == new.number,
            "dificultad": (old.marks or shades) & shades == (new.marks or shades) & shades,
            "direccion": (old.marks or ways) & ways <= (new.marks or ways) & ways,  # the new one names no side
        }
        return all(same.get(noun, False) for noun in nouns)
    return bool(holds(scene, cond, new))


def execute(scene: Scene, deed: Deed) -> Scene:
    if deed.fact.role("que") == Papel("este_maniobra"):
        return _as_another(scene, deed)
    thing = reading.one(scene, deed)
    if thing.sort == "maniobra" and any(isinstance(cond, Hecho) and cond.verb == "otro" for cond in thing.filters):
        return _another(scene, deed, thing)
    row = described(scene, deed, thing, "rumbo", "icono_rumbo", "color", "rasgo")
    if thing.sort != "maniobra":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    bearings = row.ids("rumbo", "icono_rumbo")
    bearing = bearings[0] if len(bearings) == 1 else scene.decision.opcion
    if bearings and bearing not in bearings:
        raise Pending(f"di en «opcion» cuál: {', '.join(bearings)}")
    colour: Any = next((SHADES[id] for id in row.ids("color") if id in SHADES), "blanca")
    if deed.circ("en_vez_de") is not None:
        scene.log.put_instead()
    order = ByCard(nave=deed.who.name, color=colour, por=scene.card, **_bearing(bearing or ""))
    scene.say(f"{deed.who.name} ejecuta la maniobra [{order.velocidad} {order.tipo}] {colour}", rules.MOVES)
    return scene.on(fly(scene.state, order, scene.log, again=True)[0])


def _as_another(scene: Scene, deed: Deed) -> Scene:
    """«ejecútala como si fuera una maniobra [giro-koiogran]»: as fast and as hard, and another way."""
    doing = scene.event.roles.get("que") if scene.event is not None and scene.event.verb == "ejecutar" else None
    as_if = deed.circ("como_si")
    what = as_if.role("que") if isinstance(as_if, Hecho) and as_if.verb == "ser" else None
    row = stuff(what) if isinstance(what, Cosa) else None
    ways = row.ids("rumbo", "icono_rumbo") if row is not None and row.only("rumbo", "icono_rumbo") else ()
    kind = next((name for name, ids in RUMBOS.items() if len(ways) == 1 and ways[0] in ids), None)
    colour = next((SHADES[id] for id in (doing.marks or ()) if id in SHADES), None) if doing is not None else None
    if doing is None or kind is None or colour is None or doing.number is None:
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    scene.log.put_instead()
    scene.say(f"{deed.who.name} la ejecuta como si fuera [{doing.number} {kind}]", rules.MOVES)
    order = ByCard.model_validate(
        {"nave": deed.who.name, "color": colour, "velocidad": doing.number, "tipo": kind, "por": scene.card}
    )
    return scene.on(fly(scene.state, order, scene.log, again=True)[0])


def _another(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    """«en vez de esa maniobra puedes ejecutar otra que tenga …»: of the one that is about to be executed."""
    doing = scene.event.roles.get("que") if scene.event is not None and scene.event.verb == "ejecutar" else None
    if doing is None or deed.circ("en_vez_de") != Papel("este_maniobra"):
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    told = scene.decision.maniobra
    if told is None:
        raise Pending("di en «maniobra» cuál se ejecuta: {color: …, velocidad: …, tipo: …}")
    new = Ente("maniobra", "maniobra", frozenset({COLOURS[told.color], *RUMBOS[told.tipo]}), deed.who.name, told.velocidad)
    if not all(_as_asked(scene, cond, doing, new) for cond in thing.filters):
        raise Illegal(f"«{scene.card}» no permite ejecutar esa maniobra: {scene.world.words(deed.fact)}", rules.ABILITY)
    scene.log.put_instead()
    scene.say(f"{deed.who.name} ejecuta la maniobra [{told.velocidad} {told.tipo}] {told.color} en vez de esa", rules.MOVES)
    order = ByCard(nave=deed.who.name, color=told.color, velocidad=told.velocidad, tipo=told.tipo, por=scene.card)
    return scene.on(fly(scene.state, order, scene.log, again=True)[0])


def _differs(cond: Hecho, old: Ente, new: Ente) -> bool:
    """«cuya velocidad sea superior o inferior en 1 punto»."""
    what, way = cond.role("quien"), getattr(cond.role("que"), "id", "")
    many = getattr(cond.role("cuanto"), "id", "")
    if not isinstance(what, Cosa) or what.noun != "velocidad" or not many.isdigit() or old.number is None or new.number is None:
        return False
    return new.number - old.number in {int(many) * sign for sign in DIFFERENCES.get(way, ())}


DIFFERENCES: Mapping[str, tuple[int, ...]] = {"superior": (1,), "inferior": (-1,), "superior_o_inferior": (1, -1)}


def _kind(item: Any) -> str:
    if isinstance(item, Cual):
        return item.id
    return next(iter(stuff(item).ids("tipo_ficha", "icono_resultado", "icono_tipo_accion")), item.noun)


def _kind_of_token(scene: Scene, kinds: list[str]) -> Scene:
    """«el adversario elige entre concentración o evasión»: what comes later is of that kind."""
    if scene.decision.ficha not in kinds:
        raise Pending(f"di en «ficha» cuál se elige: {', '.join(kinds)}")
    scene.say(f"se elige {scene.decision.ficha}", rules.CHOOSE)
    return scene


def begin(scene: Scene, deed: Deed) -> Scene:
    """«Empiezas en reserva»."""
    where = deed.fact.role("en")
    if not isinstance(where, Cosa) or where.noun != "reserva":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene.say(f"{deed.who.name} empieza en reserva", rules.IN_RESERVE)
    return reading.put(scene, deed.who.name, reserva=True)


def decloak(scene: Scene, deed: Deed) -> Scene:
    """«desactiva el camuflaje»: as in the Systems phase, with the move that its player chooses."""
    thing, name = reading.one(scene, deed), deed.who.name
    if thing.noun != "camuflaje" or stuff(thing).kinds:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    if not reading.ship(scene, name).has("camuflaje"):
        raise Illegal(f"{name} no está camuflada: no tiene ficha que gastar", rules.DECLOAK)
    if scene.decision.accion not in ("tonel", "impulso"):
        raise Pending("di en «accion» con qué se mueve al desactivar el camuflaje: tonel, impulso")
    forbid(scene, Ban(name, "gastar", "ficha", frozenset({"camuflaje"})))
    scene.say(f"{name} gasta su ficha de Camuflaje", rules.DECLOAK)
    table = spent(scene.state, name, "camuflaje", 1, scene.log)
    how = "tonel volado" if scene.decision.accion == "tonel" else "impulso"
    scene.say(f"{name} efectúa un {how}; no es acción ni maniobra", rules.DECLOAK_MOVES)
    return scene.on(scene.log.happen(table.moved(name), Happening("despues", "desactivar", name, "camuflaje")))


def _bearing(id: str) -> dict[str, Any]:
    speed, _, rest = id.partition("_")
    if not speed.isdigit():
        speed, rest = "", id
    kind = next((name for start, name in BEARINGS.items() if rest.startswith(start)), None)
    told: dict[str, Any] = {"velocidad": int(speed)} if speed else {}
    return {**told, **({"tipo": kind} if kind else {})}


def lock(scene: Scene, deed: Deed) -> Scene:
    thing = deed.fact.role("que")
    if not isinstance(thing, Cosa) or thing.sort != "blanco_fijado":
        return _gain(scene, deed)
    row = described(scene, deed, thing, "sobre")
    _waives_range(scene, deed)
    if row.on is None:
        scene, target = _any_object(scene)
        return _lock_on(scene, deed, target)
    scene, found = whom(scene, row.on, rules.CHOOSE, "objetivo" if isinstance(row.on, Cosa) else "")
    if not found:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    for ente in found:  # «sobre esa misma cantidad de objetos»: one on each
        scene = _lock_on(scene, deed, ente.name)
    return scene


def _lock_on(scene: Scene, deed: Deed, target: str) -> Scene:
    name = deed.who.name
    far = scene.state.range(name, target)
    if far is not None and far > REACH and deed.circ("modo_de") is None:
        raise Illegal(f"{target} está a alcance {far}: un Blanco fijado llega a {REACH}", rules.LOCK_RANGE)
    forbid(scene, Ban(name, "obtener", "blanco_fijado", to=target))
    scene.say(f"{name} obtiene un Blanco fijado sobre {target}", rules.LOCK_ONE)
    ship = reading.ship(scene, name)
    kept = locked(ship, target, most_locks(scene.state, name)[0])
    table = scene.state.put(name, ship.model_copy(update={"blancos": kept}))
    happening = Happening("despues", "obtener", name, "blanco_fijado", roles={"que": target})
    return scene.on(scene.log.happen(table, happening))


def _any_object(scene: Scene) -> tuple[Scene, str]:
    """«obtienes un Blanco fijado», on whatever its player chooses."""
    target = scene.decision.objetivo or scene.decision.elige
    if target is None:
        raise Pending("di en «objetivo» sobre qué se obtiene el Blanco fijado")
    scene.state.object(target)
    if target == scene.me.name:
        raise Illegal(f"{target} no puede fijarse a sí misma", rules.SELF_LOCK)
    return scene, target


def _waives_range(scene: Scene, deed: Deed) -> None:
    """The only manner that is understood: «ignorando las restricciones de alcance»."""
    manner = deed.circ("modo_de")
    what = manner.role("que") if isinstance(manner, Hecho) and manner.verb == "ignorar" else None
    if manner is not None and not (isinstance(what, Cosa) and what.sort == "requisito"):
        raise scene.fail("tiene una circunstancia que no se ejecuta", deed.fact)


def _gain(scene: Scene, deed: Deed) -> Scene:
    """«obtiene 1 ficha»: it comes from the supply."""
    thing = reading.one(scene, deed)
    row = described(scene, deed, thing, "tipo_ficha")
    tokens = {reading.given(scene, deed, row): reading.many(scene, deed, row)}
    return scene.on(receive_tokens(scene.state, deed.who.name, tokens, scene.log)[0])


def choose(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    if isinstance(what, Lista) and what.conj == "o" and all(isinstance(item, Cual | Cosa) for item in what.items):
        kinds = [_kind(item) for item in what.items]
        if all(kind in rules.TOKENS for kind in kinds):
            return _kind_of_token(scene, kinds)
    if isinstance(what, Cosa) and what.sort == "carta_dano":
        among = next((f.role("que") for f in what.filters if isinstance(f, Hecho) and f.verb == "entre"), None)
        found = scene.bound.get(among.id, ()) if isinstance(among, Ref) else ()
        if not found:
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        scene.say(f"{deed.who.name} elige una carta de Daño de {found[0].of}", rules.CHOOSE)
        return scene.binding(what.id, *found)
    if isinstance(what, Cosa) and what.sort == "dado" and scene.state.dados is not None:
        return _die(scene, deed, what)
    if isinstance(what, Lista) and what.conj == "o" and all(isinstance(i, Cosa) and i.sort == "nave" for i in what.items):
        scene, chosen = whom(scene, what, rules.CHOOSE)
        scene.say(f"{deed.who.name} elige a {', '.join(ente.name for ente in chosen)}", rules.CHOOSE)
        return scene.binding(getattr(what.items[0], "id", 0), *chosen)
    if isinstance(what, Papel | Ref):  # «puedes elegir al atacante»: there is only one
        scene, chosen = whom(scene, what, rules.CHOOSE)
        scene.say(f"{deed.who.name} elige a {', '.join(ente.name for ente in chosen)}", rules.CHOOSE)
        return scene
    if not isinstance(what, Cosa) or what.sort not in ("nave", "remoto", "dispositivo", "objeto", "mejora"):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    if deed.who != scene.me:
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    scene, chosen = whom(scene, what, rules.CHOOSE)
    scene.say(f"{deed.who.name} elige a {', '.join(ente.name for ente in chosen)}", rules.CHOOSE)
    return scene


def _die(scene: Scene, deed: Deed, what: Cosa) -> Scene:
    """«elige 2 dados de defensa»: by what they show; fewer where there are not so many."""
    pool = what.noun.removeprefix("dado_de_")
    shown = scene.state.dados.of(pool) if pool in ("ataque", "defensa") else ()
    n = min(reading.many(scene, deed, stuff(what)), len(shown)) or 1
    told = scene.decision.dados or ()
    if len(told) != n or Counter(told) - Counter(shown):
        raise Pending(f"di en «dados» qué dado se elige: {n} de {', '.join(shown)}")
    scene.say(f"{deed.who.name} elige {many(n, 'dado')}: {', '.join(told)}", rules.CHOOSE)
    return scene.binding(what.id, *(Ente("dado", face, frozenset({what.noun})) for face in told))


def bonus(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    if not (isinstance(what, Cosa) and what.sort == "ataque") and what != Papel("este_ataque"):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    name = deed.who.name
    ship = reading.ship(scene, name)
    forbid(scene, Ban(name, "efectuar", "ataque"))
    if ship.ataque_adicional == "hecho" and ship.tamano != "enorme":
        raise Illegal(f"{name} ya ha hecho un ataque adicional en esta ronda", rules.BONUS)
    scene.say(f"{name} puede efectuar un ataque adicional: {scene.world.words(deed.fact)}", rules.BONUS_NEW)
    said = lasting(scene, deed.fact, "xwing", "fase") if scene.words else None
    return reading.put(scene, name, ataque_adicional="concedido", concedido=said)


def skip(scene: Scene, deed: Deed) -> Scene:
    """«omite tu paso “Realizar una acción”»."""
    thing = reading.one(scene, deed)
    row = described(scene, deed, thing, "llamar", "de")
    if thing.noun != "paso" or not scene.world.called("realizar_una_accion", row.name):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene.say(f"{deed.who.name} omite su paso «Realizar una acción»", rules.SKIPS_ACTION)
    return reading.put(scene, deed.who.name, sin_accion="paso")


def spin(scene: Scene, deed: Deed) -> Scene:
    """The ship turns where it stands: what was measured is forgotten."""
    scene.say(f"{deed.who.name} gira sobre sí misma: {scene.world.words(deed.fact)}", rules.MOVES)
    return scene.on(scene.state.moved(deed.who.name))


def rotate(scene: Scene, deed: Deed) -> Scene:
    where, name = scene.decision.hacia, deed.who.name
    if where not in TURNS:
        raise Pending(f"di en «hacia» adónde se orienta la torreta: {', '.join(TURNS)}")
    if where == reading.ship(scene, name).torreta:
        raise Illegal(f"la torreta de {name} ya apunta ahí: tiene que pasar a otro arco", rules.ROTATE)
    ship = reading.ship(scene, name)
    if ship.doble_torreta and where == legality.OPPOSITE.get(ship.torreta):
        raise Illegal(f"la torreta de {name} es doble: pasa a los dos arcos que no tenía", rules.ROTATE)
    if card := turret_banned(scene.state, name, where):
        raise Illegal(f"«{card}» lo prohíbe: la torreta de {name} no puede orientarse hacia {where}", rules.CANNOT)
    scene.say(f"{name} orienta su torreta hacia {where}, sin que sea una acción", rules.TURN)
    return reading.put(scene, name, torreta=where)


def drop(scene: Scene, deed: Deed) -> Scene:
    thing = reading.one(scene, deed)
    if thing.sort not in ("dispositivo", "remoto"):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    ship = reading.ship(scene, deed.who.name)
    if scene.state.fase == "sistemas":
        if ship.descamuflo:
            raise Illegal(f"{deed.who.name} ha desactivado el camuflaje en esta fase", rules.DECLOAK_OR_DEVICE)
        if ship.coloco and scene.event is not None and scene.event.verb == "fase":
            raise Illegal(f"{deed.who.name} ya ha colocado un dispositivo en esta fase", rules.ONE_DEVICE)
        scene = reading.put(scene, deed.who.name, coloco=True)
    for _ in range(reading.many(scene, deed, stuff(thing))):
        scene = _dropped(scene, deed, thing)
    return scene


def _dropped(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    """One of them: each is dropped for itself, and what that sets off comes before the next."""
    name = deed.who.name
    kind = scene.decision.opcion if scene.decision.opcion and thing.noun in ("bomba", "mina", "dispositivo") else thing.noun
    kind = SINGLE.get(kind, kind)
    names = [f"{kind}-{len(scene.state.dispositivos) + n}" for n in range(1, SETS.get(kind, 1) + 1)]
    device = names[0]
    scene.say(
        f"{name} coloca {', '.join(names)} como diga la carta del dispositivo: {scene.world.words(deed.fact)}", rules.DEVICE
    )
    placed = {**scene.state.dispositivos, **{each: Device(tipo=kind, nave=name) for each in names}}
    table = scene.state.model_copy(update={"dispositivos": placed})
    scene = scene.binding(thing.id, Ente("dispositivo", device))
    return scene.on(scene.log.happen(table, Happening("despues", deed.fact.verb, name, thing.sort, roles={"que": device})))


SINGLE: Mapping[str, str] = {"conjunto_de_minas_de_racimo": "mina_de_racimo"}
"""What a set is made of."""


def difficulty(scene: Scene, deed: Deed) -> Scene:
    """The difficulty of the manoeuvre that is being executed, or that has just been revealed, goes up or down by one."""
    what = deed.fact.role("que")
    if not isinstance(what, Cosa) or what.noun != "dificultad":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    event = scene.event
    if event is None or event.verb not in ("ejecutar", "revelar"):
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    flying, step = event.roles["quien"].name, -1 if deed.fact.verb == "reducir" else 1
    scene.say(f"la dificultad de la maniobra {'baja' if step < 0 else 'sube'}", rules.DIFFICULTY)
    return reading.put(scene, flying, dificultad=reading.ship(scene, flying).dificultad + step)


def coordinate(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    if what is None:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene, found = whom(scene, what, rules.CHOOSE)
    name, chosen = deed.who.name, found[0].name
    legality.check(legality.may_coordinate(scene.state, name, chosen))
    forbid(scene, Ban(name, "coordinar", to=chosen))
    scene.say(f"{name} coordina a {chosen}, que puede realizar una acción", rules.COORDINATE)
    if scene.decision.accion is not None:
        target = scene.decision.objetivo
        order = Action(
            nave=chosen, accion=scene.decision.accion, objetivo=target, fracasa=scene.decision.fracasa, concedida=True
        )
        scene = scene.on(act(scene.state, order, scene.log)[0])
    return scene.on(scene.log.happen(scene.state, Happening("despues", "coordinar", name, roles={"que": chosen})))


def jam(scene: Scene, deed: Deed) -> Scene:
    _waives_range(scene, deed)
    scene, target = reading.aimed(scene, deed, deed.fact.role("que"))
    name = deed.who.name
    legality.check(legality.may_jam(scene.state, name, target))
    far = scene.state.range(name, target)
    if deed.circ("modo_de") is None and far is not None:
        close = far == 1 or (far == 2 and legality.bullseye(scene.state, name, target))
        if not close:
            raise Illegal(f"{target} está a alcance {far}: se interfiere a 1, o a 2 en el arco centrado", rules.JAM_WHOM)
    table = receive_tokens(scene.state, target, {"interferencia": 1}, scene.log)[0]
    return scene.on(scene.log.happen(table, Happening("despues", "interferir", name, roles={"que": target})))
