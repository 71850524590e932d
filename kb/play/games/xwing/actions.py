"""X-Wing: actions, manoeuvres, tokens, and the End phase."""

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AliasChoices, Field

from kb.play.errors import PlayError
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.damage import deal_cards, lose_shields, suffer
from kb.play.games.xwing.moments import ACTION_ICONS, BEARINGS, COLOURS
from kb.play.games.xwing.prohibitions import Deed, check
from kb.play.games.xwing.standing import difficulty, permits
from kb.play.games.xwing.state import Card, Colour, Natural, Ship, Table
from kb.play.games.xwing.view import Happening, Relation, View
from kb.play.run import Illegal, Log, Pending
from kb.play.validation import Model, nearest
from kb.text import slugify

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
SPEEDS = {"recta": (1, 5), "inclinacion": (1, 3), "giro": (1, 3), "inmovil": (0, 0)}


OTHER_NAMES = {icon: name for name, icon in ACTION_ICONS.items()} | {
    "tonel_volado": "tonel", "slam": "masa", "calculo": "calculos", "reorientar": "reorientacion", "fijar": "fijar_blanco",
}  # fmt: skip
"""What else an action is called: by its icon, or by its verb."""
COLOUR = AliasChoices("color", "dificultad")


def _known_action(name: str) -> str:
    plain = slugify(name).replace("-", "_")
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


class Manoeuvre(Model):
    nave: str
    color: Colour = Field("blanca", validation_alias=COLOUR)
    cambio: int = 0
    """Steps of difficulty up (+) or down (-)."""
    velocidad: Natural = 2
    cambio_de_velocidad: int = 0
    tipo: Literal["recta", "inclinacion", "giro", "inmovil"] = "recta"
    parcial: bool = False
    """The ship could not finish it: it overlapped another."""


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


def act(table: Table, order: Action, log: Log) -> tuple[Table, dict[str, Any]]:
    ship = table.ship(order.nave)
    colours = order.colores or ((order.color,) if order.color else ())
    colour = max(colours, key=STRICT.index, default="blanca")
    if len(colours) > 1:
        log.say("", f"entre {', '.join(colours)} vale la más restrictiva: {colour}", rules.STRICTEST)
    elif not colours:
        log.say("", "si no se dice el color, la acción es blanca", rules.WHITE)
    icon = ACTION_ICONS.get(order.accion, order.accion)
    check(table, Deed(order.nave, "realizar", "accion", frozenset({order.accion})))
    done = Happening("despues", "realizar", order.nave, "accion", frozenset({icon, COLOURS[colour]}))
    if ship.stressed():
        allowed = permits(View(table, order.nave), "realizar", done)
        if allowed is None:
            raise Illegal(f"{order.nave} está bajo tensión y no puede realizar acciones", rules.STRESSED)
        log.say("", f"«{allowed}» deja a {order.nave} actuar bajo tensión", rules.CAPABLE, allowed)
    if ship.over("iones") and order.accion != "concentracion":
        raise Illegal(f"{order.nave} está ionizada: sólo puede realizar la acción de concentración", rules.IONISED)
    if order.accion in ship.acciones:
        raise Illegal(f"{order.nave} ya intentó esa acción en esta ronda", rules.ONCE)
    if order.accion == "camuflaje" and ship.has("camuflaje"):
        raise Illegal(f"{order.nave} ya está camuflada", rules.CLOAKED_UNARMED)
    ship = ship.model_copy(update={"acciones": (*ship.acciones, order.accion)})
    if colour == "violeta":
        if not ship.fuerza:
            raise Illegal(f"{order.nave} no tiene Fuerza para una acción violeta", rules.VIOLET_ACTION)
        ship = ship.model_copy(update={"fuerza": ship.fuerza - 1})
        log.say("", f"{order.nave} gasta 1 de Fuerza para intentar la acción violeta", rules.VIOLET_ACTION)
    if colour == "roja":
        ship = ship.with_tokens(tension=1)
        log.say("", f"{order.nave} recibe 1 ficha de Tensión por la acción roja", rules.RED_ACTION)
    if order.fracasa or _misses(table, order):
        log.say("", f"la acción de {order.accion} fracasa: ni enlazada ni lo que ocurre «después»", rules.FAILED)
        return table.put(order.nave, ship), {"fracasa": True, "color": colour, "enlazada": False}
    table = log.happen(_done(table, order, ship, log), done)
    return table, {"fracasa": False, "color": colour, "enlazada": True}


REACH = {"fijar_blanco": 3, "coordinacion": 2, "interferencia": 2}
"""How far the chosen ship may be; jamming at range 2 asks for the bullseye arc, which the situation vouches for."""


def _misses(table: Table, order: Action) -> bool:
    if order.accion not in REACH or (order.objetivo is None and order.accion != "fijar_blanco"):
        return False
    if order.objetivo is None:
        return True
    table.ship(order.objetivo)
    far = order.alcance if order.alcance is not None else table.range(order.nave, order.objetivo)
    return far is not None and (far > REACH[order.accion] or (not far and order.accion != "fijar_blanco"))


def _done(table: Table, order: Action, ship: Ship, log: Log) -> Table:
    if token := GIVES.get(order.accion):
        ship = ship.with_tokens(**{token: 1})
        log.say("", f"{order.nave} recibe una ficha de {token}", rules.NOT_AN_ACTION, order.accion)
    if order.accion == "fijar_blanco" and order.objetivo:
        ship = ship.model_copy(update={"blancos": (order.objetivo,)})
        log.say("", f"{order.nave} obtiene un Blanco fijado sobre {order.objetivo}; sólo mantiene uno", rules.LOCK_ONE)
    if order.accion == "recarga" and order.carta:
        ship = _reloaded(ship, order, log)
    if order.accion == "reorientacion" and order.hacia:
        ship = ship.model_copy(update={"torreta": order.hacia})
        log.say("", f"{order.nave} gira su torreta hacia el arco {order.hacia}", rules.ROTATES)
    if order.accion in MOVING:
        table = table.moved(order.nave)
    table = table.put(order.nave, ship)
    if order.accion == "coordinacion" and order.objetivo:
        log.say("", f"{order.nave} coordina: {order.objetivo} puede realizar una acción", rules.COORDINATES)
        log.offer(order.objetivo, "", "puede realizar una acción (escríbela como otro paso)")
    if order.accion == "interferencia" and order.objetivo:
        table, _ = receive_tokens(table, order.objetivo, {"interferencia": 1}, log, order.pierde, asks=True)
    return table


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


def fly(table: Table, order: Manoeuvre, log: Log) -> tuple[Table, dict[str, Any]]:
    table = log.happen(table, _flight("antes", order, order.color, order.velocidad))
    table, colour = _coloured_flight(table, order, log)
    ship = table.ship(order.nave)
    slow, fast = SPEEDS[order.tipo]
    speed = order.velocidad if order.tipo == "inmovil" else max(slow, min(fast, order.velocidad + order.cambio_de_velocidad))
    allowed = permits(View(table, order.nave), "ejecutar", _flight("despues", order, colour, speed))
    instead = (colour == "roja" and ship.stressed() and allowed is None) or (colour == "violeta" and not ship.fuerza)
    if instead:
        log.say("", f"{order.nave} no puede hacerla: ejecuta (2 recta) blanca en su lugar", rules.STRESS_STRAIGHT)
        colour, speed = "blanca", 2
    elif colour == "roja" and ship.stressed() and allowed:
        log.say("", f"«{allowed}» le deja ejecutarla bajo tensión", rules.CAPABLE, allowed)
    table = _paid_flight(table, order.nave, colour, log).moved(order.nave)
    table = log.happen(table, _flight("despues", order, colour, speed))
    return table, {
        "color": colour,
        "color_revelado": order.color,
        "velocidad": speed,
        "por_tension": instead,
    }


def _flight(relation: Relation, order: Manoeuvre, colour: str, speed: int) -> Happening:
    whole = "parcialmente" if order.parcial else "completamente"
    shown = frozenset({COLOURS[colour], *BEARINGS[order.tipo], whole})
    return Happening(relation, "ejecutar", order.nave, "maniobra", shown, speed)


def _coloured_flight(table: Table, order: Manoeuvre, log: Log) -> tuple[Table, str]:
    """The difficulty once what acts «mientras» it is executed, and what holds always, has changed it."""
    during = _flight("mientras", order, order.color, order.velocidad)
    table = log.happen(table, during)
    changes = [order.cambio] if order.cambio else []
    for card, step in difficulty(View(table, order.nave, during)):
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
    if colour == "roja":
        ship = ship.with_tokens(tension=1)
        log.say("", f"{name} recibe 1 ficha de Tensión por la maniobra roja", rules.RED_MANOEUVRE)
    if colour == "azul":
        ship = ship.with_tokens(tension=-1, sobresfuerzo=-1, merma=-1)
        log.say("", f"{name} retira una ficha de Tensión, una de Sobresfuerzo y una de Merma", rules.BLUE_MANOEUVRE)
    return table.put(name, ship)


def receive(table: Table, order: Receive, log: Log) -> tuple[Table, dict[str, Any]]:
    tokens = {slugify(token).replace("-", "_"): n for token, n in order.fichas.items()}
    for token in tokens:
        if token not in rules.TOKENS:
            raise PlayError(f"no existe la ficha «{token}»; {nearest(token, rules.TOKENS)}")
    return receive_tokens(table, order.nave, tokens, log, order.pierde, asks=True)


def receive_tokens(
    table: Table, name: str, tokens: Mapping[str, int], log: Log, lost: str | None = None, asks: bool = False
) -> tuple[Table, dict[str, Any]]:
    """All the tokens of one effect are one reception. `lost`: what a jam takes; `asks`: where it is a choice, it is told."""
    ship = table.ship(name)
    ship = ship.with_tokens(**tokens)
    log.say(
        "",
        f"{name} recibe {', '.join(f'{n} de {k}' for k, n in tokens.items())}: una sola recepción",
        rules.ONE_RECEPTION,
    )
    if ship.over("iones") and ship.blancos:
        ship = ship.model_copy(update={"blancos": ()})
        log.say("", f"{name} queda ionizada e interrumpe sus Blancos fijados", rules.ION_LOCKS)
    if "interferencia" in tokens:
        ship = _jammed(ship, name, log, lost, asks)
    received = Happening("despues", "recibir", name, "ficha", _token_qualities(tokens))
    table = log.happen(table.put(name, ship), received)
    ship = table.ship(name)
    return table, {
        "recepciones": 1,
        "ionizada": ship.over("iones"),
        "atrapada": ship.over("campo_de_traccion"),
    }


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


LOCK = "blanco_fijado"


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
        lost = told or losable[0]
        if len(losable) > 1 and told is None:
            log.offer("quien interfiere", "", f"elige qué pierde {name}: {', '.join(losable)} (sin decirlo, {lost})")
        ship = ship.with_tokens(interferencia=-1)
        ship = ship.model_copy(update={"blancos": ship.blancos[1:]}) if lost == LOCK else ship.with_tokens(**{lost: -1})
        what = "interrumpe un Blanco fijado" if lost == LOCK else f"pierde una ficha de {lost}"
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
    # A face-up card that is repaired is turned face down; a face-down one is discarded.
    ship = ship.model_copy(update={"criticos": ship.criticos - up, "dano": ship.dano - down + up})
    log.say("", f"{order.nave} repara cartas; si ya estaba destruida, lo sigue estando", rules.DESTROYED)
    return table.put(order.nave, ship), {"destruida": ship.destruida}


def finish(table: Table, _: End, log: Log) -> tuple[Table, dict[str, Any]]:
    ships = {}
    for name, ship in table.naves.items():
        kept = {k: n for k, n in ship.fichas.items() if k not in (*rules.GREEN, *rules.ORANGE)}
        charges = min(ship.cargas_max, ship.cargas + 1) if ship.recurrente else ship.cargas
        force = min(ship.fuerza_max, ship.fuerza + 1) if ship.fuerza_max else ship.fuerza
        cards = {card: _recharged(row) for card, row in ship.cartas.items()}
        fresh = {"fichas": kept, "acciones": (), "cargas": charges, "fuerza": force, "cartas": cards, "ataque_adicional": ""}
        ships[name] = ship.model_copy(update=fresh)
    log.say("", "se retiran las fichas redondas: verdes y luego naranjas", rules.ROUND_TOKENS)
    log.say("", "se recuperan las cargas recurrentes", rules.RECHARGE)
    return table.model_copy(update={"naves": ships, "prohibido": ()}), {}


def _recharged(card: Card) -> Card:
    if card.cargas is None or not card.recurrente:
        return card
    return card.model_copy(update={"cargas": min(card.cargas_max, card.cargas + 1)})
