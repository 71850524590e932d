"""X-Wing: actions, manoeuvres, tokens, and the End phase."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AliasChoices, BeforeValidator, Field

from kb.play.cite import Cite
from kb.play.errors import PlayError
from kb.play.games.xwing import legality
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.considered import colours as considered_colours
from kb.play.games.xwing.damage import deal_cards, lose_shields, suffer
from kb.play.games.xwing.invariants import LOCK, lost
from kb.play.games.xwing.match import over
from kb.play.games.xwing.overlaps import overlapped
from kb.play.games.xwing.prohibitions import Deed, check
from kb.play.games.xwing.standing import difficulty, end, keeps, most_locks, permits, turret_banned
from kb.play.games.xwing.state import Card, Colour, Natural, Ship, Table
from kb.play.games.xwing.view import ACTION_ICONS, BEARINGS, CHECK, COLOURS, Happening, Relation
from kb.play.run import Illegal, Log, Pending
from kb.play.validation import Model, nearest
from kb.text import identifier

ORDER = ("azul", "blanca", "roja")
GIVES = {
    "concentracion": "concentracion",
    "calculos": "calculos",
    "evasion": "evasion",
    "refuerzo": "refuerzo",
    "camuflaje": "camuflaje",
}
OF_A_CARD = "carta:"
"""An action that a card grants, once a round like the others."""
MOVING = frozenset({"impulso", "tonel", "masa"})
STRICT = ("blanca", "roja", "violeta")
# Templates that exist, slowest and fastest («Velocidad»): speed never leaves them.
SPEEDS = {
    "recta": (1, 5), "inclinacion": (1, 3), "giro": (1, 3), "inmovil": (0, 0), "koiogran": (1, 5), "segnor": (1, 3),
    "tallon": (1, 3), "retroceso": (1, 5), "retroceso_lateral": (1, 3), "deslizamiento": (1, 3),
}  # fmt: skip
HUGE_FLIES = frozenset({"recta", "inclinacion", "inmovil"})
STRAIGHT = frozenset({"recta", "inmovil", "koiogran", "retroceso"})
"""Bearings whose way («sentido») is neither left nor right."""
BACKWARDS = frozenset({"retroceso", "retroceso_lateral"})


def _bearing(name: object) -> object:
    """«retroceso recto», «deslizamiento de giro»: by the first word that tells them apart."""
    plain = identifier(name) if isinstance(name, str) else name
    return OTHER_BEARINGS.get(plain, plain) if isinstance(plain, str) else plain


OTHER_BEARINGS: Mapping[str, str] = {
    "retroceso_recto": "retroceso", "retroceso_en_linea_recta": "retroceso", "retroceso_hacia_un_lado": "retroceso_lateral",
    "retroceso_inclinado": "retroceso_lateral", "koiograno": "koiogran", "giro_koiogran": "koiogran",
    "giro_koiograno": "koiogran", "giro_de_segnor": "segnor", "bucle_de_segnor": "segnor", "giro_tallon": "tallon",
    "recto": "recta", "movimiento_recto": "recta", "estacionaria": "inmovil",
}  # fmt: skip
Bearing = Annotated[
    Literal[
        "recta", "inclinacion", "giro", "inmovil", "koiogran", "segnor", "tallon", "retroceso", "retroceso_lateral",
        "deslizamiento",
    ],
    BeforeValidator(_bearing),
]  # fmt: skip


OTHER_NAMES = {icon: name for name, icon in ACTION_ICONS.items()} | {
    "tonel_volado": "tonel", "slam": "masa", "calculo": "calculos", "reorientar": "reorientacion", "fijar": "fijar_blanco",
}  # fmt: skip
"""What else an action is called: by its icon, or by its verb."""
COLOUR = AliasChoices("color", "dificultad")


def _known_action(name: str) -> str:
    plain = identifier(name)
    if name.startswith(OF_A_CARD) or plain in ACTION_ICONS:
        return name if name.startswith(OF_A_CARD) else plain
    if plain in OTHER_NAMES:
        return OTHER_NAMES[plain]
    raise ValueError(f"no existe la acción «{name}»; {nearest(name, ACTION_ICONS)}")


ActionName = Annotated[str, AfterValidator(_known_action)]


Die = Literal["impacto", "critico", "concentracion", "vacia"]


class Flight(Model):
    """A manoeuvre, whoever executes it."""

    color: Colour = Field("blanca", validation_alias=COLOUR)
    cambio: int = 0
    """Steps of difficulty up (+) or down (-)."""
    velocidad: Natural = 2
    cambio_de_velocidad: int = 0
    tipo: Bearing = "recta"
    parcial: bool = False
    """The ship could not finish it: it overlapped another."""
    solapa: tuple[str, ...] = ()
    """The ships that it overlapped at first; the manoeuvre is partial, and what follows is resolved."""
    dado: Die | None = None
    """The die of who overlaps a friendly ship, or stays on an obstacle."""
    dados: tuple[Die, ...] | None = None
    """Those of a huge ship that overlaps others."""
    huye: bool = False
    """Some part of its base ends outside of the play area."""


class Manoeuvre(Flight):
    nave: str
    olvidado: bool = False
    """Nobody set its dial in the Planning phase."""
    acopla: bool = False
    """It overlaps its carrier and docks with it."""


class Action(Model):
    nave: str
    accion: ActionName
    color: Literal["blanca", "roja", "violeta"] | None = Field(None, validation_alias=COLOUR)
    colores: tuple[Literal["blanca", "roja", "violeta"], ...] = ()
    """Several effects that colour it."""
    objetivo: str | None = None
    """The ship that is locked, jammed or coordinated."""
    alcance: Natural | None = None
    """To that ship, where the situation does not tell it."""
    pierde: str | None = None
    """Of a jammed ship: the green token, or `blanco_fijado`."""
    carta: str | None = None
    """The card that is reloaded."""
    hacia: Literal["frontal", "trasero", "izquierdo", "derecho"] | None = None
    """Where the turret points after rotating."""
    fracasa: bool = False
    enlazada_a: str | None = None
    """The action to which it is linked."""
    concedida: bool = False
    """Granted by some effect, not that of the ship's own action step."""
    plantilla: str = ""
    """Of a boost or a barrel roll, where it is not a normal one: `1_giro_izquierda`."""
    maniobra: Flight | None = None
    """The one of a SLAM."""


class Receive(Model):
    nave: str
    fichas: dict[str, Natural]
    pierde: str | None = None
    """By a jam token: the green token, or `blanco_fijado`."""


class Suffer(Model):
    nave: str
    impactos: Natural = 0
    criticos: Natural = 0
    cartas_boca_abajo: Natural = 0
    cartas_boca_arriba: Natural = 0
    pierde_escudos: Natural = 0


class Repair(Model):
    nave: str
    boca_abajo: Natural = 0
    boca_arriba: Natural = 0


class End(Model):
    """The End phase, for every ship."""


class Colouring(Model):
    color: Colour = Field(validation_alias=COLOUR)
    cambios: Annotated[tuple[int, ...], Field(max_length=10)] = ()


def act(table: Table, order: Action, log: Log, despite: Collection[str] = ()) -> tuple[Table, dict[str, Any]]:
    """`despite`: states in spite of which whoever grants it lets it be done."""
    ship = table.ship(order.nave)
    colours = order.colores or ((order.color,) if order.color else ())
    for card, considered in considered_colours(table, order.nave, order.accion):
        log.say("", f"«{card}»: la acción se considera {considered}", rules.ABILITY, card)
        colours = (*(c for c in colours if c != order.color), considered)
    colour = max(colours, key=STRICT.index, default="blanca")
    if len(colours) > 1:
        log.say("", f"entre {', '.join(colours)} vale la más restrictiva: {colour}", rules.STRICTEST)
    elif not colours:
        log.say("", "si no se dice el color, la acción es blanca", rules.WHITE)
    if ship.sin_accion == "choque" and table.activa == order.nave and colour == "blanca":
        colour = "roja"
        log.say("", f"{order.nave} se solapó con una enemiga: la acción se trata como roja", rules.BUMP_ENEMY)
    icon = ACTION_ICONS.get(order.accion, order.accion)
    table = _activating(table, order)
    ship = table.ship(order.nave)
    granted = order.concedida or order.enlazada_a is not None or ship.invitada
    legality.check(legality.may_act(table, order.nave, order.accion, granted))
    legality.check(legality.may_link(table, order.nave, order.enlazada_a))
    _told(table, order)
    if order.objetivo is not None and order.accion in legality.TARGETS:
        _known_object(table, order)
        legality.check(legality.TARGETS[order.accion](table, order.nave, order.objetivo))
    check(table, Deed(order.nave, "realizar", "accion", frozenset({order.accion})), log=log)
    if order.accion == "coordinacion" and order.objetivo is not None:
        check(table, Deed(order.nave, "coordinar", to=order.objetivo), log=log)
    done = Happening("despues", "realizar", order.nave, "accion", frozenset({icon, COLOURS[colour]}))
    if ship.stressed() and "bajo_tension" not in despite:
        allowed = permits(table, "realizar", done)
        if allowed is None:
            raise Illegal(f"{order.nave} está bajo tensión y no puede realizar acciones", rules.STRESSED)
        log.say("", f"«{allowed}» deja a {order.nave} actuar bajo tensión", rules.CAPABLE, allowed)
    if ship.over("iones") and order.accion != "concentracion":
        raise Illegal(f"{order.nave} está ionizada: sólo puede realizar la acción de concentración", rules.IONISED)
    if order.accion in ship.acciones:
        raise Illegal(f"{order.nave} ya intentó esa acción en esta ronda", rules.ONCE)
    if order.accion == "camuflaje" and ship.has("camuflaje"):
        raise Illegal(f"{order.nave} ya está camuflada", rules.CLOAK_ONE)
    doing = replace(done, relation="mientras")
    moves = (replace(doing, noun=icon),) if order.accion in ("impulso", "tonel") else ()
    table = log.happen(table, doing, *moves)
    ship = table.ship(order.nave)
    if ship.accion_como:
        colour = max((colour, ship.accion_como), key=STRICT.index)
        done = replace(done, qualities=frozenset({icon, COLOURS[colour]}))
        ship = ship.model_copy(update={"accion_como": ""})
    templates, ship = ship.plantillas, ship.model_copy(update={"plantillas": ()})
    used = templates_used(order.accion, order.plantilla, templates)
    spent_chance = "todas" if ship.sin_accion == "choque" else ship.sin_accion
    links = {**ship.enlazadas, order.enlazada_a: order.accion} if order.enlazada_a is not None else ship.enlazadas
    tried = {
        "acciones": (*ship.acciones, order.accion), "sin_accion": spent_chance, "enlazadas": links, "invitada": False,
        "paso_hecho": ship.paso_hecho or not granted,
    }  # fmt: skip
    ship = ship.model_copy(update=tried)
    if colour == "violeta":
        if not ship.fuerza:
            raise Illegal(f"{order.nave} no tiene Fuerza para una acción violeta", rules.VIOLET_ACTION)
        ship = ship.model_copy(update={"fuerza": ship.fuerza - 1})
        log.say("", f"{order.nave} gasta 1 de Fuerza para intentar la acción violeta", rules.VIOLET_ACTION)
    stressed = False
    if colour == "roja":
        table, replaced = _about_to_be_stressed(table.put(order.nave, ship), order.nave, log)
        ship, stressed = table.ship(order.nave), not replaced
    if stressed:
        ship = ship.with_tokens(tension=1)
        log.say("", f"{order.nave} recibe 1 ficha de Tensión por la acción roja", rules.RED_ACTION)
    if order.fracasa or _misses(table, order):
        log.say("", f"la acción de {order.accion} fracasa: ni enlazada ni lo que ocurre «después»", rules.FAILED)
        ship = ship.model_copy(update={"fracasadas": (*ship.fracasadas, order.accion)})
        failed = Happening("despues", "fracasar", order.nave, "accion", done.qualities)
        return log.happen(table.put(order.nave, ship), failed), {"fracasa": True, "color": colour, "enlazada": False}
    stress = (Happening("despues", "recibir", order.nave, "ficha", _token_qualities(("tension",))),) if stressed else ()
    moved = (replace(done, noun=icon),) if order.accion in ("impulso", "tonel") else ()  # it performs the move, too
    table = log.happen(_done(table, order, ship, log), *stress, done, *moved)
    if order.enlazada_a is not None:
        log.say("", "hecha como enlazada, no permite otra enlazada", rules.NO_CHAIN)
    return table, {"fracasa": False, "color": colour, "enlazada": order.enlazada_a is None, **used}


NORMAL: Mapping[str, tuple[tuple[str, ...], Cite]] = {
    "impulso": (("1_recto", "1_inclinacion_izquierda", "1_inclinacion_derecha"), rules.BOOST),
    "tonel": (("1_recto",), rules.ROLL),
}
"""The templates of each move."""
ONLY = "sólo "
"""Before a template that has to be used."""


def usable(normal: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    """The templates that may be used, where abilities add some or leave only some."""
    only = tuple(name.removeprefix(ONLY) for name in more if name.startswith(ONLY))
    return only or (*normal, *more)


def templates_used(move: str, told: str, more: Sequence[str]) -> dict[str, Any]:
    """Which templates it may use, where an ability lets it use others; Illegal for one that neither allows."""
    normal, rule = NORMAL.get(move, ((), rules.MOVES))
    wanted = identifier(told)
    able = usable(normal, more)
    if wanted and not any(name.startswith(wanted) for name in able):
        raise Illegal(f"«{told}» no es una plantilla que se pueda usar para eso: {', '.join(able)}", rule)
    return {"plantillas": list(more)} if more else {}


def _activating(table: Table, order: Action) -> Table:
    """A ship that takes its own action is in its activation; another one's is then over."""
    own = not order.concedida and order.enlazada_a is None and not table.ship(order.nave).invitada
    mine = own and table.fase in ("", "activacion")
    return activation_of(table, order.nave) if mine and table.activa not in ("", order.nave) else table


def activation_of(table: Table, name: str) -> Table:
    """The activation of `name` goes on («» for nobody's): whatever belonged to the one before is over."""
    before = table.activa
    if before and before != name and before in table.naves:
        fresh = {"por_ionizacion": False, "sin_accion": "", "paso_hecho": False}
        table = table.put(before, table.ship(before).model_copy(update=fresh))
    return table.model_copy(update={"activa": name})


def _known_object(table: Table, order: Action) -> None:
    table.object(order.objetivo or "") if order.accion == "fijar_blanco" else table.ship(order.objetivo or "")


NO_ONE: Mapping[str, Cite] = {"coordinacion": rules.COORDINATE_WHOM, "interferencia": rules.JAM_WHOM}
REACH = {"fijar_blanco": 3, "coordinacion": 2, "interferencia": 2}
"""How far the chosen ship may be; jamming at range 2 asks for the bullseye arc, which the situation vouches for."""


def _told(table: Table, order: Action) -> None:
    """What an action chooses has to be told: whom, which card, which way."""
    if order.fracasa:
        return
    if order.accion in REACH and order.objetivo is None and (there := _in_reach(table, order)):
        if _unmeasured(table, order.nave):
            return  # nothing is told of where they are: the report says that nobody is chosen
        raise Pending(f"di en «objetivo» a quién elige {order.nave} ({', '.join(there)})")
    if order.accion == "reorientacion" and order.hacia is None:
        raise Pending(f"di en «hacia» adónde reorienta {order.nave} su torreta")
    if order.accion == "recarga" and not order.carta and not _reloadable(table.ship(order.nave)):
        raise Pending(f"di en «carta» cuál recarga {order.nave}: una de torpedos, misiles o carga explosiva")
    if order.accion == "recarga" and not order.carta and len(_reloadable(table.ship(order.nave))) > 1:
        raise Pending(f"di en «carta» cuál recarga {order.nave} ({', '.join(_reloadable(table.ship(order.nave)))})")


def _unmeasured(table: Table, name: str) -> bool:
    return all(table.range(name, other) is None for other in table.objects() if other != name)


def _in_reach(table: Table, order: Action) -> list[str]:
    """Whom it may choose, as far as the situation tells."""
    able, most = legality.TARGETS[order.accion], REACH[order.accion]
    least = 0 if order.accion == "fijar_blanco" else 1
    others = table.objects() if order.accion == "fijar_blanco" else table.naves
    far = {name: table.range(order.nave, name) for name in others if able(table, order.nave, name) is None}
    return [name for name, n in far.items() if n is None or least <= n <= most]


def _reloadable(ship: Ship) -> list[str]:
    return [name for name, card in ship.cartas.items() if card.cargas is not None and card.cargas < card.cargas_max]


def _misses(table: Table, order: Action) -> bool:
    if order.accion not in REACH:
        return False
    if order.objetivo is None:
        return order.accion == "fijar_blanco" or not _in_reach(table, order)
    far = order.alcance if order.alcance is not None else table.range(order.nave, order.objetivo)
    if order.accion == "interferencia" and far == 2 and not legality.bullseye(table, order.nave, order.objetivo):
        return True
    return far is not None and (far > REACH[order.accion] or (not far and order.accion != "fijar_blanco"))


def _done(table: Table, order: Action, ship: Ship, log: Log) -> Table:
    if order.accion in REACH and not order.objetivo:
        log.say(
            "",
            f"no se dice a quién elige {order.nave}: si no hay nadie a quien elegir, la acción fracasa",
            NO_ONE[order.accion],
        )
        log.offer(order.nave, "", "di en «objetivo» a qué nave elige; si no hay ninguna que valga, la acción fracasa")
    if order.accion == "fijar_blanco" and order.objetivo:
        most = most_locks(table, order.nave)
        ship = ship.model_copy(update={"blancos": locked(ship, order.objetivo, most)})
        kept = "sólo mantiene uno" if most == 1 else f"puede mantener {most}"
        log.say("", f"{order.nave} obtiene un Blanco fijado sobre {order.objetivo}; {kept}", rules.LOCK_ONE)
    if order.accion == "recarga":
        order = order.model_copy(update={"carta": order.carta or _reloadable(ship)[0]})
        check(table, Deed(order.nave, "recuperar", "carga", frozenset({"carga"}), to=order.carta or ""), log=log)
        ship = _reloaded(ship, order, log)
    if order.accion == "reorientacion" and order.hacia:
        if order.hacia == ship.torreta:
            raise Illegal(f"la torreta de {order.nave} ya apunta ahí: tiene que pasar a otro arco", rules.ROTATES)
        if ship.doble_torreta and order.hacia == legality.OPPOSITE.get(ship.torreta):
            raise Illegal(f"la torreta de {order.nave} es doble: pasa a los dos arcos que no tenía", rules.ROTATES)
        if card := turret_banned(table, order.nave, order.hacia):
            raise Illegal(
                f"«{card}» lo prohíbe: la torreta de {order.nave} no puede orientarse hacia {order.hacia}", rules.CANNOT
            )
        ship = ship.model_copy(update={"torreta": order.hacia})
        log.say("", f"{order.nave} gira su torreta hacia el arco {order.hacia}", rules.ROTATES)
    if order.accion == "masa":
        table, ship = _slam(table.put(order.nave, ship), order, log)
        ship = ship.with_tokens(desarme=1)
        log.say("", f"{order.nave} recibe una ficha de Desarme por MASA", rules.SLAM_DISARMS, "masa")
    table = table.put(order.nave, ship)
    if token := GIVES.get(order.accion):
        table = _gets(table, order, token, log)
    if order.accion in MOVING:
        table = table.moved(order.nave)
    if order.accion == "coordinacion" and order.objetivo:
        log.say("", f"{order.nave} coordina: {order.objetivo} puede realizar una acción", rules.COORDINATES)
        table = table.put(order.objetivo, table.ship(order.objetivo).model_copy(update={"invitada": True}))
        log.offer(order.objetivo, "", "puede realizar una acción (escríbela como otro paso)")
        table = log.happen(table, Happening("despues", "coordinar", order.nave, roles={"que": order.objetivo}))
    if order.accion == "fijar_blanco" and order.objetivo:
        table = log.happen(table, Happening("despues", "obtener", order.nave, LOCK, roles={"que": order.objetivo}))
    if order.accion == "interferencia" and order.objetivo:
        table, _ = receive_tokens(table, order.objetivo, {"interferencia": 1}, log, order.pierde, asks=True)
    return table


def _slam(table: Table, order: Action, log: Log) -> tuple[Table, Ship]:
    """The manoeuvre of a SLAM, as fast as the one of this round."""
    name, flown = order.nave, table.ship(order.nave).velocidad
    if order.maniobra is None:
        log.offer(name, "", "di en «maniobra» cuál ejecuta con MASA: de la misma velocidad que la de esta ronda")
        return table, table.ship(name)
    if flown is None:
        raise Pending(f"di con un paso «maniobra» la que ha ejecutado {name} esta ronda")
    if order.maniobra.velocidad != flown:
        why = f"la maniobra de MASA ha de tener la velocidad de la que ha ejecutado {name} esta ronda, {flown}"
        raise Illegal(why, rules.SLAM_SPEED)
    step = table.ship(name).paso_hecho
    plain = Manoeuvre.model_validate({**order.maniobra.model_dump(), "nave": name})
    table, _ = fly(table, plain, log, again=True)
    ship = table.ship(name).model_copy(update={"paso_hecho": step})
    return table.put(name, ship), ship


def locked(ship: Ship, target: str, most: int) -> tuple[str, ...]:
    """Its locks with a new one: the oldest leave."""
    return (*(name for name in ship.blancos if name != target), target)[-most:]


def _gets(table: Table, order: Action, token: str, log: Log) -> Table:
    """The token of an action: something may be received in its place."""
    marks = _token_qualities((token,))
    table = log.happen(table, Happening("iba_a", "recibir", order.nave, "ficha", marks))
    if log.instead():
        return table
    log.say("", f"{order.nave} recibe una ficha de {token}", rules.GIVEN[token], order.accion)
    table = table.put(order.nave, table.ship(order.nave).with_tokens(**{token: 1}))
    return log.happen(table, Happening("despues", "recibir", order.nave, "ficha", marks))


def _reloaded(ship: Ship, order: Action, log: Log) -> Ship:
    card = ship.cartas.get(order.carta or "")
    if card is None:
        raise PlayError(f"{order.nave} no tiene ninguna carta «{order.carta}»; {nearest(order.carta or '', ship.cartas)}")
    if card.cargas is None or card.cargas >= card.cargas_max:
        raise Illegal(f"«{order.carta}» no tiene cargas que recuperar", rules.RELOADS)
    log.say("", f"«{order.carta}» recupera 1 carga", rules.RELOADED, order.carta or "")
    log.say("", f"{order.nave} recibe una ficha de Desarme", rules.RELOAD_DISARMS)
    return ship.with_card(order.carta or "", cargas=card.cargas + 1).with_tokens(desarme=1)


def coloured(_table: Table, order: Colouring, log: Log) -> tuple[Table, dict[str, Any]]:
    return _table, {"color": _difficulty(order.color, order.cambios, log)}


def _difficulty(colour: Colour, changes: tuple[int, ...], log: Log) -> str:
    if colour == "violeta":
        log.say("", "la dificultad violeta ni sube ni baja", rules.VIOLET_FIXED)
        return colour
    place = ORDER.index(colour) + sum(changes)
    if changes:
        log.say("", "los cambios de dificultad se acumulan y se compensan", rules.BALANCE)
    return ORDER[max(0, min(len(ORDER) - 1, place))]


def fly(table: Table, order: Manoeuvre, log: Log, again: bool = False) -> tuple[Table, dict[str, Any]]:
    """`again`: in the same activation, as a SLAM does."""
    legality.check(legality.absent(table, order.nave))
    table = activation_of(table, order.nave)
    ship = table.ship(order.nave)
    if order.huye and not order.olvidado:
        return _fled(table, order.nave, log)
    if order.olvidado:
        log.say("", f"nadie puso el selector de {order.nave}: recibe Tensión y ejecuta (2 recta) blanca", rules.FORGOTTEN)
        table, _ = receive_tokens(table, order.nave, {"tension": 1}, log)
        plain = order.model_copy(update={"color": "blanca", "velocidad": 2, "tipo": "recta", "cambio": 0})
        return _flown(table, plain, "recta", "blanca", 2, log, por_tension=True)
    if not again:
        _as_set(ship, order)
    shows = ship.revelada or {"color": order.color, "velocidad": str(order.velocidad), "tipo": order.tipo}
    fresh: dict[str, Any] = {
        "sin_accion": "", "por_ionizacion": False, "selector": {}, "revelada": shows, "paso_hecho": again and ship.paso_hecho,
    }  # fmt: skip
    table = table.put(order.nave, ship.model_copy(update=fresh))
    if ship.has("iones") >= rules.THRESHOLD[ship.tamano]:
        return _ion_flight(table, order, log)
    if ship.tamano == "enorme" and order.tipo not in HUGE_FLIES:
        raise Illegal(f"{order.nave} es enorme: sólo maniobras rectas, de inclinación e inmóviles", rules.HUGE_FLIGHT)
    table = log.happen(table, _flight("antes", order, order.color, order.velocidad))
    if log.instead():
        return table, {"sustituida": True}
    table, colour = _coloured_flight(table, order, log)
    ship = table.ship(order.nave)
    slow, fast = (0, 5) if ship.tamano == "enorme" else SPEEDS[order.tipo]
    speed = order.velocidad if order.tipo == "inmovil" else max(slow, min(fast, order.velocidad + order.cambio_de_velocidad))
    allowed = permits(table, "ejecutar", _flight("despues", order, colour, speed))
    barred = ship.stressed() and not (ship.tamano == "enorme" and ship.energia)
    instead = (colour == "roja" and barred and allowed is None) or (colour == "violeta" and not ship.fuerza)
    if instead:
        rule = rules.HUGE_STRAIGHT if ship.tamano == "enorme" else rules.STRESS_STRAIGHT
        log.say("", f"{order.nave} no puede hacerla: ejecuta (2 recta) blanca en su lugar", rule)
        colour, speed = "blanca", 2
    elif colour == "roja" and barred and allowed:
        log.say("", f"«{allowed}» le deja ejecutarla bajo tensión", rules.CAPABLE, allowed)
    return _flown(table, order, "recta" if instead else order.tipo, colour, speed, log, por_tension=instead)


def _fled(table: Table, name: str, log: Log) -> tuple[Table, dict[str, Any]]:
    log.say("", f"{name} huye: parte de su peana queda fuera de la zona de juego, y se retira de la partida", rules.FLEES)
    table = log.happen(table, Happening("despues", "huir", name))
    gone = table.ship(name).model_copy(update={"retirada": True, "fichas": {}, "blancos": ()})
    return break_locks(table.put(name, gone), set(table.naves), {name}), {"huye": True}


def _as_set(ship: Ship, order: Manoeuvre) -> None:
    """An ability has set its dial: that is the manoeuvre that it executes."""
    told = {"color": order.color, "velocidad": str(order.velocidad), "tipo": order.tipo}
    if ship.selector and ship.selector != told:
        shown = f"{ship.selector['velocidad']} {ship.selector['tipo']} {ship.selector['color']}"
        raise Illegal(f"el selector de {order.nave} muestra otra maniobra: {shown}", rules.DIAL)


def _ion_flight(table: Table, order: Manoeuvre, log: Log) -> tuple[Table, dict[str, Any]]:
    """Blue, speed 1, straight or banked as the dial points; nothing changes it. What it gets rid of, it does at the end of its
    activation, whose limits stay until then."""
    kind: Bearing = "recta" if order.tipo in STRAIGHT else "inclinacion"
    log.say("", f"{order.nave} está ionizada: ejecuta una maniobra por ionización (1 {kind}), azul", rules.ION_FLIGHT)
    table = log.happen(table, _flight("antes", order, "azul", 1))
    table, found = _flown(table, order, kind, "azul", 1, log, por_ionizacion=True)
    ship = table.ship(order.nave)
    log.say("", f"al final de su activación {order.nave} retira todas sus fichas de Iones", rules.ION_OFF)
    freed = ship.with_tokens(iones=-ship.has("iones")).model_copy(update={"por_ionizacion": True})
    return table.put(order.nave, freed), found


def _flown(table: Table, order: Manoeuvre, kind: "Bearing", colour: str, speed: int, log: Log,
           por_tension: bool = False, por_ionizacion: bool = False) -> tuple[Table, dict[str, Any]]:  # fmt: skip
    """The ship moves, its difficulty is checked, and whom it overlapped has its say."""
    done = order.model_copy(update={"tipo": kind, "parcial": order.parcial or bool(order.solapa)})
    table = log.happen(table, replace(_flight("antes", done, colour, speed), verb="paso", noun=CHECK))
    before = table.ship(order.nave).has("tension")
    table = _paid_flight(table, order.nave, colour, log)
    table = table if kind == "inmovil" else table.moved(order.nave)  # it stays where it is
    if table.ship(order.nave).has("tension") > before:
        table = log.happen(table, Happening("despues", "recibir", order.nave, "ficha", _token_qualities(("tension",))))
    table = table.put(order.nave, table.ship(order.nave).model_copy(update={"velocidad": speed}))
    if order.solapa:
        table = overlapped(table, order.nave, order.solapa, speed, order.dado, order.dados, log)
    table = end(log.happen(table, _flight("despues", done, colour, speed)), "maniobra")
    return table, {
        "color": colour,
        "color_revelado": order.color,
        "velocidad": speed,
        "tipo": kind,
        "por_tension": por_tension,
        "por_ionizacion": por_ionizacion,
        "omite_accion": bool(table.ship(order.nave).sin_accion),
    }


def _flight(relation: Relation, order: Manoeuvre, colour: str, speed: int) -> Happening:
    whole = "parcialmente" if order.parcial else "completamente"
    marks = (*BEARINGS[order.tipo], *(f"{speed}_{bearing}" for bearing in BEARINGS[order.tipo]))
    return Happening(relation, "ejecutar", order.nave, "maniobra", frozenset({COLOURS[colour], *marks, whole}), speed)


def _coloured_flight(table: Table, order: Manoeuvre, log: Log) -> tuple[Table, str]:
    """The difficulty once what acts «mientras» it is executed, and what holds always, has changed it."""
    during = _flight("mientras", order, order.color, order.velocidad)
    table = log.happen(table, during)
    changes = [order.cambio] if order.cambio else []
    for card, step in difficulty(table, during):
        log.say("", f"«{card}» {'reduce' if step < 0 else 'aumenta'} la dificultad", rules.DIFFICULTY, card)
        changes.append(step)
    ship = table.ship(order.nave)
    if ship.dificultad:
        changes.append(ship.dificultad)
        table = table.put(order.nave, ship.model_copy(update={"dificultad": 0}))
    return table, _difficulty(order.color, tuple(changes), log)


def _paid_flight(table: Table, name: str, colour: str, log: Log) -> Table:
    ship = table.ship(name)
    if colour == "violeta":
        ship = ship.model_copy(update={"fuerza": ship.fuerza - 1})
        log.say("", f"{name} gasta 1 de Fuerza por la maniobra violeta", rules.VIOLET_MANOEUVRE)
    if colour == "roja" and ship.tamano == "enorme" and ship.energia:
        ship = ship.model_copy(update={"energia": ship.energia - 1})
        log.say("", f"{name} pierde 1 de energía por la maniobra roja, y no recibe Tensión", rules.HUGE_RED)
    elif colour == "roja":
        table, replaced = _about_to_be_stressed(table.put(name, ship), name, log)
        if replaced:
            return table
        ship = table.ship(name).with_tokens(tension=1)
        log.say("", f"{name} recibe 1 ficha de Tensión por la maniobra roja", rules.RED_MANOEUVRE)
    if colour == "azul":
        return _rested(table.put(name, ship), name, log)
    return table.put(name, ship)


def _about_to_be_stressed(table: Table, name: str, log: Log) -> tuple[Table, bool]:
    """«Si vas a recibir 1 ficha de Tensión …»: also where the rules give it; whether something else happens instead."""
    table = log.happen(table, Happening("iba_a", "recibir", name, "ficha", _token_qualities(("tension",))))
    return table, log.instead()


def _rested(table: Table, name: str, log: Log) -> Table:
    """A blue manoeuvre takes tokens away, unless a card forbids it."""
    log.say("", f"{name} retira una ficha de Tensión, una de Sobresfuerzo y una de Merma", rules.BLUE_MANOEUVRE)
    for token in ("tension", "sobresfuerzo", "merma"):
        if not table.ship(name).has(token):
            continue
        try:
            check(table, Deed(name, "retirar", "ficha", frozenset({token})), log=log)
        except Illegal as error:
            log.say("", f"{name} conserva su ficha de {token}: {error.reason}", error.rule)
            continue
        table = table.put(name, table.ship(name).with_tokens(**{token: -1}))
    return table


def receive(table: Table, order: Receive, log: Log) -> tuple[Table, dict[str, Any]]:
    tokens = {identifier(token): n for token, n in order.fichas.items()}
    for token in tokens:
        if token not in rules.TOKENS:
            raise PlayError(f"no existe la ficha «{token}»; {nearest(token, rules.TOKENS)}")
    return receive_tokens(table, order.nave, tokens, log, order.pierde, asks=True)


def receive_tokens(
    table: Table, name: str, tokens: Mapping[str, int], log: Log, lost: str | None = None, asks: bool = False
) -> tuple[Table, dict[str, Any]]:
    """All the tokens of one effect are one reception. `lost`: what a jam takes; `asks`: where it is a choice, it is told."""
    marks = _token_qualities(tokens)
    table = log.happen(table, Happening("iba_a", "recibir", name, "ficha", marks))
    if log.instead():
        return table, {"recepciones": 0, "sustituida": True}
    tokens = {kind: n for kind, n in tokens.items() if not _refused(table, name, kind, log)}
    if not tokens:
        return table, {"recepciones": 0}
    ship = table.ship(name).with_tokens(**tokens)
    told = f"{name} recibe {', '.join(f'{n} de {k}' for k, n in tokens.items())}"
    if sum(tokens.values()) > 1:
        log.say("", f"{told}: una sola recepción", rules.ONE_RECEPTION)
    else:
        log.say("", told, rules.RECEIVES)
    if "interferencia" in tokens and not ship.remoto:
        ship = _jammed(ship, name, log, lost, asks)
    if "campo_de_traccion" in tokens:
        ship = _pulled(table.ship(name), ship, name, log)
    received = Happening("despues", "recibir", name, "ficha", marks)
    table = log.happen(table.put(name, ship), received)
    ship = table.ship(name)
    return table, {
        "recepciones": 1,
        "ionizada": ship.over("iones"),
        "atrapada": ship.over("campo_de_traccion"),
    }


def _pulled(before: Ship, after: Ship, name: str, log: Log) -> Ship:
    """The first time in a round that a ship is trapped, whoever gave the token may move it."""
    trapped = after.over("campo_de_traccion") and not before.over("campo_de_traccion")
    if not trapped or after.arrastrada or after.tamano == "enorme":
        return after
    log.say("", f"{name} queda atrapada en un campo de tracción: quien puso la ficha puede moverla", rules.PULLED)
    log.offer("quien puso la ficha", "", f"puede mover a {name} con un tonel o un impulso (1 recto): paso «arrastra»")
    return after.model_copy(update={"arrastrada": True})


class Pull(Model):
    """A ship that a tractor beam has just trapped is moved."""

    nave: str
    con: Literal["tonel", "impulso"]
    gira: bool = False
    """Its own player turns it by 90° afterwards."""
    fracasa: bool = False


def pull(table: Table, order: Pull, log: Log) -> tuple[Table, dict[str, Any]]:
    legality.check(legality.absent(table, order.nave))
    ship = table.ship(order.nave)
    if not ship.over("campo_de_traccion") or ship.tamano == "enorme":
        raise Illegal(f"{order.nave} no está atrapada en un campo de tracción: nadie la mueve", rules.PULLED)
    if order.fracasa:
        log.say("", f"el {order.con} de {order.nave} fracasa: se queda donde estaba", rules.TURNED)
        return table, {"fracasa": True}
    log.say("", f"{order.nave} se mueve con un {order.con} (1 recto): no es una acción ni una maniobra", rules.PULLED)
    table = table.moved(order.nave)
    if order.gira:
        log.say("", f"su jugador gira a {order.nave} 90°, y recibe 1 ficha de Tensión", rules.TURNED)
        table = receive_tokens(table, order.nave, {"tension": 1}, log)[0]
    return table, {"fracasa": False}


def _refused(table: Table, name: str, kind: str, log: Log) -> bool:
    """A ship that cannot receive a token does not, whoever gives it."""
    try:
        check(table, Deed(name, "recibir", "ficha", frozenset({kind})), log=log)
    except Illegal as ban:
        log.say("", f"{name} no recibe la ficha de {kind}: {ban.reason}", ban.rule)
        return True
    return False


def _token_qualities(tokens: Iterable[str]) -> frozenset[str]:
    """The tokens and their colours, as texts may name them."""
    colours = {colour for colour, kinds in rules.COLOURS.items() if set(kinds) & set(tokens)}
    return frozenset(tokens) | colours


def spent(table: Table, name: str, token: str, n: int, log: Log) -> Table:
    table = table.put(name, table.ship(name).with_tokens(**{token: -n}))
    return log.happen(table, Happening("despues", "gastar", name, "ficha", _token_qualities((token,))))


def break_locks(table: Table, owners: Collection[str], targets: Collection[str]) -> Table:
    ships = {
        name: ship.model_copy(update={"blancos": tuple(b for b in ship.blancos if b not in targets)})
        if name in owners
        else ship
        for name, ship in table.naves.items()
    }
    return table.model_copy(update={"naves": ships})


def _jammed(ship: Ship, name: str, log: Log, told: str | None, asks: bool) -> Ship:
    for _ in range(ship.has("interferencia")):
        losable = [*(t for t in rules.GREEN if ship.has(t)), *([LOCK] if ship.blancos else [])]
        if not losable:
            log.say("", f"{name} sigue interferida: no tiene nada que perder", rules.JAMMED_LATER)
            break
        if told is not None and told not in losable:
            raise PlayError(f"{name} no puede perder «{told}»; {nearest(told, losable)}")
        if told is None and asks and len(losable) > 1:
            raise Pending(f"quien interfiere elige qué pierde {name}; di en «pierde» {' o '.join(losable)}")
        gone = told or losable[0]
        if len(losable) > 1 and told is None:
            log.offer("quien interfiere", "", f"elige qué pierde {name}: {', '.join(losable)} (sin decirlo, {gone})")
        ship = lost(ship.with_tokens(interferencia=-1), gone)
        what = "interrumpe un Blanco fijado" if gone == LOCK else f"pierde una ficha de {gone}"
        log.say("", f"{name} {what} por la Interferencia, que se retira", rules.JAMMED)
        told = None
    return ship


def hurt(table: Table, order: Suffer, log: Log) -> tuple[Table, dict[str, Any]]:
    before = table.ship(order.nave)
    if order.pierde_escudos:
        table = lose_shields(table, order.nave, order.pierde_escudos, log)
    if order.cartas_boca_abajo or order.cartas_boca_arriba:
        table = deal_cards(table, order.nave, order.cartas_boca_abajo, order.cartas_boca_arriba, log)
    if order.impactos or order.criticos:
        table = suffer(table, order.nave, order.impactos, order.criticos, log)
    after = table.ship(order.nave)
    return table, {"sufre_dano": bool(order.impactos + order.criticos), "destruida": after.destruida, "antes": before.escudos}


def repair(table: Table, order: Repair, log: Log) -> tuple[Table, dict[str, Any]]:
    ship = table.ship(order.nave)
    if not order.boca_arriba + order.boca_abajo:
        raise PlayError("di cuántas cartas repara: «boca_arriba» o «boca_abajo»")
    up, down = min(order.boca_arriba, ship.criticos), min(order.boca_abajo, ship.dano)
    if not up + down:
        raise Illegal(f"{order.nave} no tiene ninguna carta de Daño de esas que reparar", rules.REPAIR)
    # A face-up card that is repaired is turned face down; a face-down one is discarded.
    ship = ship.model_copy(update={"criticos": ship.criticos - up, "dano": ship.dano - down + up})
    log.say("", f"{order.nave} repara cartas; si ya estaba destruida, lo sigue estando", rules.STAYS_DESTROYED)
    return table.put(order.nave, ship), {"destruida": ship.destruida}


def finish(table: Table, _: End, log: Log) -> tuple[Table, dict[str, Any]]:
    ships = {}
    table = table.model_copy(update={"fase": "final"})
    recovering: dict[str, set[str]] = {}
    for name in table.naves:
        table, recovering[name] = _recovering(table, name, log)
    for name, ship in table.naves.items():
        kept, back = _kept(table, name, log), recovering[name]
        charges = _recurs(ship.cargas, ship.cargas_max, ship.recurrente if "carga" in back else 0)
        force = _recurs(ship.fuerza, ship.fuerza_max, ship.fuerza_recurrente if "fuerza" in back else 0)
        shields = _recurs(ship.escudos, ship.escudos_max or 0, ship.escudos_recurrentes)
        if shields > ship.escudos:
            log.say("", f"{name} recupera {shields - ship.escudos} de escudo", rules.HUGE_SHIELDS)
        cards = {card: _recharged(row) for card, row in ship.cartas.items()}
        energy = min(ship.energia_max, ship.energia + ship.energia_recurrente) if ship.energia_recurrente else ship.energia
        fresh = {
            "fichas": kept, "cargas": charges, "fuerza": force, "energia": energy, "escudos": shields, "cartas": cards,
            **NEW_ROUND,
        }  # fmt: skip
        ships[name] = ship.model_copy(update=fresh)
    log.say("", "se retiran las fichas redondas: verdes y luego naranjas", rules.ROUND_TOKENS)
    log.say("", "se recuperan las cargas recurrentes", rules.RECHARGE)
    closed = {"naves": ships, "activa": "", "iniciativa": None, "fase": ""}
    table = legality.removed(table.model_copy(update=closed), log)
    table, found = over(end(burnt_out(table, log), "ronda"), log)
    return table, found


def _kept(table: Table, name: str, log: Log) -> dict[str, int]:
    """Tokens that are not round, and those that a card does not let go: of each card, as many as it says."""
    ship = table.ship(name)
    found = {k: n for k, n in ship.fichas.items() if k not in (*rules.GREEN, *rules.ORANGE)}
    left: dict[str, int] = {}
    for token, n in ship.fichas.items():
        if token in found or (why := keeps(table, name, token, log)) is None:
            continue
        card, most = why
        told = log.decisions.get(card)
        log.asked.add(card)
        if most is not None and getattr(told, "ficha", None) not in (None, token):
            continue
        now = n if most is None else min(n, left.get(card, most))
        left[card] = left.get(card, most or 0) - now
        if now:
            log.say("", f"«{card}»: {name} conserva {now} de {token}", rules.CAPABLE, card)
            found[token] = now
    return found


def _recovering(table: Table, name: str, log: Log) -> tuple[Table, set[str]]:
    """What of a ship recovers in the End phase: an ability may stop it."""
    ship, found = table.ship(name), set()
    due = {"carga": ship.recurrente > 0 and ship.cargas < ship.cargas_max, "fuerza": ship.fuerza < ship.fuerza_max}
    for kind, is_due in due.items():
        if is_due:
            table = log.happen(table, Happening("antes", "recuperar", name, "carga", frozenset({kind, "recurrente"})))
            if log.instead():
                log.say("", f"{name} no recupera su {kind}", rules.RECHARGE)
                continue
        found.add(kind)
    return table, found


PASSING: Mapping[str, tuple[Cite, Cite]] = {
    "incendio": (rules.FIRE, rules.FIRE),
    "nube_de_electroparticulas": (rules.CLOUD_GONE, rules.CLOUD_FUSE),
}
"""Obstacles that go away by themselves: why one leaves, why one loses a fuse."""


def burnt_out(table: Table, log: Log) -> Table:
    """Fires and clouds without a fuse leave; the others lose one."""
    left = {}
    for name, rock in table.obstaculos.items():
        if rock.tipo not in PASSING:
            left[name] = rock
        elif rock.espoletas:
            left[name] = rock.model_copy(update={"espoletas": rock.espoletas - 1})
            log.say("", f"{name} pierde un indicador de Espoleta", PASSING[rock.tipo][1])
        else:
            log.say("", f"{name} no tiene Espoleta y se retira", PASSING[rock.tipo][0])
    return table.model_copy(update={"obstaculos": left})


NEW_ROUND: Mapping[str, Any] = {
    "acciones": (), "fracasadas": (), "sin_accion": "", "por_ionizacion": False, "velocidad": None, "ataques": 0,
    "ataque_adicional": "", "adicionales": (), "coloco": False, "descamuflo": False, "acoplo": False, "selector": {},
    "revelada": {}, "concedido": None, "atacadas": (), "desde": (), "ultimo_ataque": "", "enlazadas": {}, "paso_hecho": False,
    "invitada": False, "arrastrada": False,
}  # fmt: skip
"""What a ship has done is counted round by round."""


def _recharged(card: Card) -> Card:
    if card.cargas is None or not card.recurrente:
        return card
    return card.model_copy(update={"cargas": _recurs(card.cargas, card.cargas_max, card.recurrente)})


def _recurs(now: int, most: int, symbols: int) -> int:
    """Recurring charges come back up to the limit; with negative symbols they go."""
    return max(0, now + symbols) if symbols < 0 else max(now, min(most, now + symbols))
