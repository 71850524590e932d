"""X-Wing: actions, and what each chooses and gives."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from kb.play.cite import Cite
from kb.play.errors import PlayError
from kb.play.games.xwing import legality
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.considered import colours as considered_colours
from kb.play.games.xwing.invariants import LOCK
from kb.play.games.xwing.manoeuvres import COLOUR, Flight, Manoeuvre, activation_of, fly
from kb.play.games.xwing.prohibitions import Deed, check
from kb.play.games.xwing.standing import most_locks, permits, turret_banned
from kb.play.games.xwing.state import Natural, Ship, Table
from kb.play.games.xwing.tokens import about_to_be_stressed, force_spent, locked, receive_tokens, refused, token_qualities
from kb.play.games.xwing.view import ACTION_ICONS, COLOURS, Happening
from kb.play.run import Illegal, Log, Pending
from kb.play.validation import Model, nearest
from kb.play.watch import passed_on
from kb.text import identifier

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
TOLD: Mapping[str, tuple[str, Cite]] = {"impulso": ("un impulso", rules.BOOST), "tonel": ("un tonel volado", rules.ROLL)}
"""What changes nothing that the state knows but where the ship is."""
STRICT = ("blanca", "roja", "violeta")
OTHER_NAMES = {icon: name for name, icon in ACTION_ICONS.items()} | {
    "tonel_volado": "tonel", "slam": "masa", "calculo": "calculos", "reorientar": "reorientacion", "fijar": "fijar_blanco",
}  # fmt: skip
"""What else an action is called: by its icon, or by its verb."""


def _known_action(name: str) -> str:
    plain = identifier(name)
    if name.startswith(OF_A_CARD) or plain in ACTION_ICONS:
        return name if name.startswith(OF_A_CARD) else plain
    if plain in OTHER_NAMES:
        return OTHER_NAMES[plain]
    raise ValueError(f"no existe la acción «{name}»; {nearest(name, ACTION_ICONS)}")


ActionName = Annotated[str, AfterValidator(_known_action)]


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
    lado: Literal["proa", "popa"] | None = None
    """Of a reinforce token: the side that its player chooses."""
    concedida: bool = False
    """Granted by some effect, not that of the ship's own action step."""
    plantilla: str = ""
    """Of a boost or a barrel roll, where it is not a normal one: `1_giro_izquierda`."""
    maniobra: Flight | None = None
    """The one of a SLAM."""


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
    if order.accion == "fijar_blanco" and order.objetivo is not None:
        check(table, Deed(order.nave, "obtener", LOCK, to=order.objetivo), log=log)
    if order.accion == "coordinacion" and order.objetivo is not None:
        check(table, Deed(order.nave, "coordinar", to=order.objetivo), log=log)
    done = Happening("despues", "realizar", order.nave, "accion", frozenset({icon, COLOURS[colour]}))
    if ship.stressed() and "bajo_tension" not in despite:
        allowed = permits(table, "realizar", done)
        if allowed is None:
            raise Illegal(f"{order.nave} está bajo tensión y no puede realizar acciones", rules.STRESSED)
        log.say("", f"«{allowed}» deja a {order.nave} actuar bajo tensión", rules.CAPABLE, allowed)
    if ship.over("iones") and order.accion != "concentracion":
        raise Illegal(f"{order.nave} está ionizada: solo puede realizar la acción de concentración", rules.IONISED)
    if order.accion in (*ship.acciones, *ship.fracasadas):
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
        table = force_spent(table.put(order.nave, ship), order.nave, "acción", rules.VIOLET_ACTION, log)
        ship = table.ship(order.nave)
    stressed = False
    if colour == "roja":
        table, replaced = about_to_be_stressed(table.put(order.nave, ship), order.nave, log)
        ship, stressed = table.ship(order.nave), not replaced
        if stressed:  # it is the cost of trying: who may not receive it does not pay
            check(table, Deed(order.nave, "recibir", "ficha", frozenset({"tension"})), log=log)
    stress = (Happening("despues", "recibir", order.nave, "ficha", token_qualities(("tension",))),) if stressed else ()
    if stressed:
        ship = ship.with_tokens(tension=1)
        log.say("", f"{order.nave} recibe 1 ficha de Tensión por la acción roja", rules.RED_ACTION)
    if order.accion == "masa" and order.maniobra is not None and order.maniobra.huye:
        log.say("", f"con esa maniobra {order.nave} huiría: MASA fracasa", rules.SLAM_FLEES, "masa")
        order = order.model_copy(update={"fracasa": True})
    if order.fracasa or _misses(table, order):
        log.say("", f"la acción de {order.accion} fracasa: ni enlazada ni lo que ocurre «después»", rules.FAILED)
        ship = ship.model_copy(update={"fracasadas": (*ship.fracasadas, order.accion)})
        failed = Happening("despues", "fracasar", order.nave, "accion", done.qualities)
        return log.happen(table.put(order.nave, ship), *stress, failed), {"fracasa": True, "color": colour, "enlazada": False}
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
    if wanted and not any(same_template(name, wanted) for name in able):
        raise Illegal(f"«{told}» no es una plantilla que se pueda usar para eso: {', '.join(able)}", rule)
    return {"plantillas": list(more)} if more else {}


def same_template(able: str, wanted: str) -> bool:
    """A template told by its beginning; where a text tells no speed («la plantilla de giro»), of the move's own."""
    return able.startswith(wanted) or (not able[:1].isdigit() and wanted == f"1_{able}")


def _activating(table: Table, order: Action) -> Table:
    """A ship that takes its own action is in its activation; another one's is then over."""
    own = not order.concedida and order.enlazada_a is None and not table.ship(order.nave).invitada
    mine = own and table.fase in ("", "activacion")
    return activation_of(table, order.nave) if mine and table.activa not in ("", order.nave) else table


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
        most, card = most_locks(table, order.nave)
        ship = ship.model_copy(update={"blancos": locked(ship, order.objetivo, most)})
        kept = "solo mantiene uno" if most == 1 else f"por «{card}» puede mantener {most}"
        log.say("", f"{order.nave} obtiene un Blanco fijado sobre {order.objetivo}; {kept}", rules.LOCK_ONE, card)
    if order.accion == "recarga":
        order = order.model_copy(update={"carta": order.carta or _reloadable(ship)[0]})
        check(table, Deed(order.nave, "recuperar", "carga", frozenset({"carga"}), to=order.carta or ""), log=log)
        ship = _reloaded(ship, order, log)
    if order.accion == "reorientacion" and order.hacia:
        if order.hacia == ship.torreta:
            raise Illegal(f"la torreta de {order.nave} ya apunta ahí: tiene que pasar a otro arco", rules.ROTATES)
        if ship.doble_torreta and order.hacia == legality.OPPOSITE.get(ship.torreta):
            raise Illegal(f"la torreta de {order.nave} es doble: pasa a los dos arcos que no tenía", rules.ROTATES)
        if banned := turret_banned(table, order.nave, order.hacia):
            raise Illegal(
                f"«{banned}» lo prohíbe: la torreta de {order.nave} no puede orientarse hacia {order.hacia}", rules.CANNOT
            )
        ship = ship.model_copy(update={"torreta": order.hacia})
        log.say("", f"{order.nave} gira su torreta hacia el arco {order.hacia}", rules.ROTATES)
    if order.accion == "masa":
        table, ship = _slam(table.put(order.nave, ship), order, log)
        log.say("", f"{order.nave} recibe una ficha de Desarme por MASA", rules.SLAM_DISARMS, "masa")
    table = table.put(order.nave, ship)
    if order.accion in ("masa", "recarga"):
        table = receive_tokens(table, order.nave, {"desarme": 1}, log)[0]
    if token := GIVES.get(order.accion):
        table = _sided(_gets(table, order, token, log), order, token, log)
    if order.accion in MOVING:
        table = table.moved(order.nave)
    if told := TOLD.get(order.accion):
        log.say("", f"{order.nave} realiza {told[0]}", told[1])
    if order.accion == "coordinacion" and order.objetivo:
        log.say("", f"{order.nave} coordina: {order.objetivo} puede realizar una acción", rules.COORDINATES)
        table = table.put(order.objetivo, table.ship(order.objetivo).model_copy(update={"invitada": True}))
        log.offer(order.objetivo, "", "puede realizar una acción (escríbela como otro paso)")
        table = log.happen(table, Happening("despues", "coordinar", order.nave, roles={"que": order.objetivo}))
    if order.accion == "fijar_blanco" and order.objetivo:
        table = log.happen(table, Happening("despues", "obtener", order.nave, LOCK, roles={"que": order.objetivo}))
    if order.accion == "interferencia" and order.objetivo:
        table, _ = receive_tokens(table, order.objetivo, {"interferencia": 1}, log, order.pierde, asks=True)
        table = log.happen(table, Happening("despues", "interferir", order.nave, roles={"que": order.objetivo}))
    return table


def _sided(table: Table, order: Action, given: str, log: Log) -> Table:
    """A reinforce token has a side."""
    if given != "refuerzo":
        return table
    if order.lado is None:
        if not table.ship(order.nave).refuerzo:
            log.offer(order.nave, "", "elige si el Refuerzo es de proa o de popa: dilo en «lado»")
        return table
    return table.put(order.nave, table.ship(order.nave).model_copy(update={"refuerzo": order.lado}))


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
    plain = passed_on(order.maniobra, Manoeuvre, nave=name)
    table, _ = fly(table, plain, log, again=True)
    ship = table.ship(name).model_copy(update={"paso_hecho": step})
    return table.put(name, ship), ship


def _gets(table: Table, order: Action, token: str, log: Log) -> Table:
    """The token of an action: something may be received in its place."""
    marks = token_qualities((token,))
    table = log.happen(table, Happening("iba_a", "recibir", order.nave, "ficha", marks))
    if log.instead():
        return table
    if refused(table, order.nave, token, log):
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
    return ship.with_card(order.carta or "", cargas=card.cargas + 1)
