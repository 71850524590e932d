"""X-Wing: devices put on the table, bombs that detonate at the end of the Activation phase, and decloaking."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.xwing import legality
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.actions import usable
from kb.play.games.xwing.damage import deal_cards, lose_shields, suffer
from kb.play.games.xwing.hazards import MINES, Detonate, detonate
from kb.play.games.xwing.prohibitions import Deed, check
from kb.play.games.xwing.state import SETS, Device, Natural, Rock, Table
from kb.play.games.xwing.tokens import receive_tokens, spent, used_up
from kb.play.games.xwing.view import Happening
from kb.play.run import Illegal, Log, Pending
from kb.play.validation import Faces, Model, nearest
from kb.text import identifier

ANY = "cada"


class Effect(Model):
    """What one result does, or what happens without dice (`cada`)."""

    impactos: Natural = 0
    criticos: Natural = 0
    escudos: Natural = 0
    """Shields lost."""
    cartas: Natural = 0
    """Damage cards face down."""
    fichas: dict[str, Natural] = Field(default_factory=dict)


class Bomb(Model):
    alcance: Natural = 1
    alcance_de_remotos: Natural = 1
    dados: Natural = 0
    naves: dict[str, Effect]
    remotos: dict[str, Effect]
    cita: Cite


HIT, CRIT = Effect(impactos=1), Effect(criticos=1)
ION = Effect(fichas={"iones": 1})
_BOTH = {"impacto": HIT, "critico": HIT}
BOMBS: Mapping[str, Bomb] = {
    "bomba_de_electroprotones": Bomb(
        alcance=2, dados=4,
        naves={"vacia": Effect(escudos=1), "concentracion": ION, "impacto": ION, "critico": Effect(fichas={"desarme": 1})},
        remotos={"vacia": Effect(escudos=1), "concentracion": HIT, "impacto": HIT},
        cita=cite("xwing/bomba-de-electroprotones#r-25d357", "4 dados de ataque"),
    ),
    "bomba_de_impacto": Bomb(naves={ANY: Effect(cartas=1)}, remotos={ANY: Effect(cartas=1)},
                             cita=cite("xwing/bomba-de-impacto#r-25d357", "1 carta de Daño boca abajo")),
    "bomba_de_iones": Bomb(naves={ANY: Effect(fichas={"iones": 3})}, remotos={ANY: HIT},
                           cita=cite("xwing/bomba-de-iones#r-25d357", "3 fichas de Iones")),
    "bomba_de_protones": Bomb(naves={ANY: CRIT}, remotos={ANY: CRIT},
                              cita=cite("xwing/bomba-de-protones#r-25d357", "1 de daño [crítico]")),
    "bomba_incendiaria": Bomb(dados=1, naves=_BOTH, remotos=_BOTH,
                              cita=cite("xwing/bomba-incendiaria#r-25d357", "1 dado de ataque")),
    "carga_sismica": Bomb(naves={ANY: HIT}, remotos={ANY: HIT}, cita=cite("xwing/carga-sismica#r-25d357", "1 obstáculo")),
    "detonador_termico": Bomb(
        dados=1, naves={"concentracion": Effect(fichas={"sobresfuerzo": 1}), "impacto": HIT, "critico": CRIT},
        remotos={"impacto": HIT, "critico": CRIT}, cita=cite("xwing/detonador-termico#r-25d357", "1 dado de ataque"),
    ),
    "minibomba": Bomb(dados=2, naves=_BOTH, remotos=_BOTH, cita=cite("xwing/minibomba#r-25d357", "2 dados de ataque")),
}  # fmt: skip
EXPOSES = cite("xwing/bomba-de-impacto#r-25d357", "exponer 1 carta de Daño")
OUTSIDE = cite("xwing/dispositivo#r-c40264", "fuera de la zona de juego")
THREE = cite("xwing/mina-de-racimo#r-49f138", "conjuntos de 3")
LEAVES_FIRE = cite("xwing/bomba-incendiaria#r-25d357", "incendio espacial")
CITES: tuple[Cite, ...] = (EXPOSES, THREE, LEAVES_FIRE, OUTSIDE, *(bomb.cita for bomb in BOMBS.values()))


class Detonation(Model):
    """What has to be told of a bomb that detonates."""

    afecta: tuple[str, ...] | None = None
    """Who is in reach, where the ranges are not told."""
    dados: dict[str, Faces] = Field(default_factory=dict)
    """What each one in reach rolls."""
    obstaculo: str = ""
    """Of a seismic charge."""
    elige: dict[str, Literal["exponer", "sobresfuerzo"]] = Field(default_factory=dict)
    """Of an impact bomb: what each ship prefers; without it, it exposes a card."""


class Explode(Detonation):
    dispositivo: str


class Put(Model):
    """A device that a ship drops or launches."""

    nave: str
    tipo: str
    como: Literal["soltar", "lanzar", "colocar"] = "soltar"
    carta: str = ""
    """The card that pays for it with a charge."""
    bajo: Annotated[tuple[str, ...], Field(max_length=8)] = ()
    """The ships under which it ends: a mine detonates at once."""
    elige: str | None = None
    dados: tuple[Literal["impacto", "critico", "concentracion", "vacia"], ...] | None = None
    espoletas: Natural = 0
    plantilla: str = "1_recto"
    """With which it is dropped or launched."""
    concedido: bool = False
    """Some ability lets it be placed out of the Systems phase."""
    fuera: bool = False
    """Some part of it would be outside of the play area."""


class Decloak(Model):
    nave: str
    con: Literal["tonel", "impulso"]
    plantilla: str = ""
    """Where an ability says so, another than the straight one of its size."""
    fracasa: bool = False


def put(table: Table, order: Put, log: Log) -> tuple[Table, dict[str, Any]]:
    legality.check(legality.absent(table, order.nave))
    kind, ship = identifier(order.tipo), table.ship(order.nave)
    if kind not in BOMBS and kind not in MINES:
        raise PlayError(f"no se conoce el dispositivo «{order.tipo}»; {nearest(order.tipo, (*BOMBS, *MINES))}")
    if table.fase not in ("", "sistemas") and not order.concedido:
        why = "los dispositivos se colocan en la fase de Sistemas; si una carta deja hacerlo ahora, es «concedido: sí»"
        raise Illegal(why, rules.ON_SYSTEMS)
    if ship.coloco and not order.concedido:
        raise Illegal(f"{order.nave} ya ha colocado un dispositivo en esta fase", rules.ONE_DEVICE)
    if ship.descamuflo:
        raise Illegal(f"{order.nave} ha desactivado el camuflaje en esta fase: no coloca dispositivos", rules.DECLOAK_OR_DEVICE)
    if order.fuera:
        log.say("", f"{kind} quedaría en parte fuera de la zona de juego: no se coloca y no se paga nada", OUTSIDE)
        return table, {"colocado": False}
    about = Happening("iba_a", order.como, order.nave, "dispositivo", roles={"con": f"plantilla {order.plantilla}"})
    table = log.happen(table, about)
    log.instead()  # a template in the place of another: the device is placed all the same
    table, used = _templates(table, order.nave, order.plantilla, (identifier(order.plantilla),), rules.DEVICE)
    ship = table.ship(order.nave)
    names = [f"{kind}-{len(table.dispositivos) + n}" for n in range(1, SETS.get(kind, 1) + 1)]
    name = names[0]
    if order.carta:
        check(table, Deed(order.nave, "gastar", "carga", frozenset({"carga"})), log=log)
    ship = _charged(ship, order).model_copy(update={"coloco": True})
    new = {each: Device(tipo=kind, nave=order.nave, espoletas=order.espoletas) for each in names}
    table = table.put(order.nave, ship).model_copy(update={"dispositivos": {**table.dispositivos, **new}})
    log.say("", f"{order.nave} coloca {', '.join(names)} ({order.como})", THREE if len(names) > 1 else rules.DEVICE)
    done = Happening("despues", order.como, order.nave, "mina" if kind in MINES else "bomba", roles={"que": name})
    table = used_up(table, order.nave, "carga", log) if order.carta else table
    table = log.happen(table, done)
    if kind in MINES and order.bajo:
        mine = Detonate(tipo=kind, naves=order.bajo, elige=order.elige, dados=order.dados, dispositivo=name)
        table, found = detonate(table, mine, log)
        return table, {"colocado": True, **found}
    return table, {"colocado": True, "dispositivo": name, **used}


def _templates(table: Table, name: str, told: str, normal: tuple[str, ...], rule: Cite) -> tuple[Table, dict[str, Any]]:
    """The templates that abilities let it use in this, and whether the one told is among them."""
    ship = table.ship(name)
    able, wanted = usable(normal, ship.plantillas), identifier(told)
    if wanted and not any(each.startswith(wanted) for each in able):
        raise Illegal(f"«{told}» no es una plantilla que se pueda usar para eso: {', '.join(able)}", rule)
    used = {"plantillas": list(ship.plantillas)} if ship.plantillas else {}
    return table.put(name, ship.model_copy(update={"plantillas": ()})), used


def _charged(ship: rules.Ship, order: Put) -> rules.Ship:
    if not order.carta:
        return ship
    card = ship.cartas.get(order.carta)
    if card is None:
        raise PlayError(f"{order.nave} no tiene ninguna carta «{order.carta}»; {nearest(order.carta, ship.cartas)}")
    if not card.cargas:
        raise Illegal(f"«{order.carta}» no tiene cargas con que colocarlo", rules.DEVICE)
    return ship.with_card(order.carta, cargas=card.cargas - 1)


def decloak(table: Table, order: Decloak, log: Log) -> tuple[Table, dict[str, Any]]:
    legality.check(legality.absent(table, order.nave))
    ship = table.ship(order.nave)
    if ship.tamano == "enorme":
        raise Illegal(f"{order.nave} es enorme: desactivar el camuflaje no tiene efecto para ella", rules.HUGE_STILL)
    if not ship.has("camuflaje"):
        raise Illegal(f"{order.nave} no está camuflada: no tiene ficha que gastar", rules.DECLOAK)
    if table.fase not in ("", "sistemas"):
        raise Illegal(f"el camuflaje se desactiva en la fase de Sistemas, no en la de {table.fase}", rules.DECLOAK)
    if ship.coloco:
        why = f"{order.nave} ha colocado un dispositivo en esta fase: no desactiva el camuflaje"
        raise Illegal(why, rules.DECLOAK_OR_DEVICE)
    check(table, Deed(order.nave, "gastar", "ficha", frozenset({"camuflaje"})), log=log)
    speed = 2 if ship.tamano == "pequena" else 1
    table = log.happen(table, Happening("mientras", "desactivar", order.nave, "camuflaje"))
    table, used = _templates(table, order.nave, order.plantilla, (f"{speed}_recto",), rules.DECLOAK)
    if order.fracasa:
        log.say("", f"el {order.con} de {order.nave} fracasa: vuelve a donde estaba y conserva su ficha", rules.DECLOAK_FAILS)
        return table, {"fracasa": True, "velocidad": speed}
    ship = table.ship(order.nave).model_copy(update={"descamuflo": True})
    log.say("", f"{order.nave} gasta su ficha de Camuflaje", rules.DECLOAK)
    table = spent(table.put(order.nave, ship), order.nave, "camuflaje", 1, log)
    moved = f"{order.nave} efectúa un {order.con} con la plantilla ({speed} recta); no es acción ni maniobra"
    log.say("", moved, rules.DECLOAK_MOVES)
    done = Happening("despues", "desactivar", order.nave, "camuflaje")
    table = log.happen(table.moved(order.nave), done)
    return table, {"fracasa": False, "velocidad": speed, **used}


def bombs_detonate(table: Table, told: Mapping[str, Detonation], log: Log) -> Table:
    """All of the first player's, one by one, then those of the second. Mines wait for somebody to cross them."""
    for name in told:
        if name not in table.dispositivos:
            raise PlayError(f"no hay ningún dispositivo «{name}»; {nearest(name, table.dispositivos)}")
    players = table.players()
    bombs = [name for name, device in table.dispositivos.items() if device.tipo not in MINES]
    owners = {name: table.ship(table.dispositivos[name].nave).jugador for name in bombs}
    if len(set(owners.values())) > 1:
        log.say("", "detonan primero los dispositivos del primer jugador", rules.DEVICE_ORDER)
    for name in sorted(bombs, key=lambda each: players.index(owners[each])):
        table = blown(table, name, told.get(name) or Detonation(), log)
    return table


def explode(table: Table, order: Explode, log: Log) -> tuple[Table, dict[str, Any]]:
    if order.dispositivo not in table.dispositivos:
        raise PlayError(f"no hay ningún dispositivo «{order.dispositivo}»; {nearest(order.dispositivo, table.dispositivos)}")
    if table.dispositivos[order.dispositivo].tipo in MINES:
        raise PlayError(f"«{order.dispositivo}» es una mina: se escribe como «mina»")
    before = table.dispositivos[order.dispositivo].espoletas
    return blown(table, order.dispositivo, order, log), {"detona": not before}


def blown(table: Table, name: str, told: Detonation, log: Log) -> Table:
    """A bomb detonates and leaves; with a fuse, it loses the fuse instead."""
    device = table.dispositivos[name]
    if device.espoletas:
        log.say("", f"{name} pierde un indicador de Espoleta en vez de detonar", rules.FUSED)
        kept = device.model_copy(update={"espoletas": device.espoletas - 1})
        return table.model_copy(update={"dispositivos": {**table.dispositivos, name: kept}})
    table = log.happen(table, Happening("antes", "detonar", name, roles={"sort": "dispositivo"}))
    if log.instead():
        log.say("", f"{name} no detona", rules.DETONATES)
        return table
    bomb = BOMBS.get(device.tipo)
    if bomb is None:
        log.say("", f"{name} detona: lo que hace lo dice su carta, y aquí no se sabe cuál es", rules.DETONATES)
        return _gone(table, name)
    log.say("", f"{name} detona al final de la fase de Activación", rules.BOMB)
    centre = _centre(table, name, device, told, log)
    for ship in _reached(table, centre, bomb, told):
        table = _hit(table, ship, bomb, told, log, device.nave)
    if device.tipo == "carga_sismica":
        table = _taken(table, centre, log)
    if device.tipo == "bomba_incendiaria":
        log.say("", f"{name} deja un incendio espacial con una Espoleta", LEAVES_FIRE)
        rocks = {**table.obstaculos, f"incendio-{len(table.obstaculos) + 1}": Rock(tipo="incendio", espoletas=1)}
        table = table.model_copy(update={"obstaculos": rocks})
    table = log.happen(table, Happening("despues", "detonar", name, roles={"sort": "dispositivo"}))
    return _gone(table, name)


def _taken(table: Table, name: str, log: Log) -> Table:
    """An obstacle is taken away; with a fuse, it loses the fuse instead."""
    rock = table.obstaculos[name]
    left = {k: v for k, v in table.obstaculos.items() if k != name}
    if rock.espoletas:
        log.say("", f"{name} pierde un indicador de Espoleta en vez de retirarse", rules.FUSED)
        left = {**table.obstaculos, name: rock.model_copy(update={"espoletas": rock.espoletas - 1})}
    return table.model_copy(update={"obstaculos": left})


def _gone(table: Table, name: str) -> Table:
    return table.model_copy(update={"dispositivos": {k: v for k, v in table.dispositivos.items() if k != name}})


def _centre(table: Table, name: str, device: Device, told: Detonation, log: Log) -> str:
    """From where reach is measured: a seismic charge's is an obstacle close to it."""
    if device.tipo != "carga_sismica":
        return name
    if not told.obstaculo:
        raise Pending(f"di en «obstaculo» qué obstáculo elige {name}")
    if told.obstaculo not in table.obstaculos:
        raise PlayError(f"no hay ningún obstáculo «{told.obstaculo}»; {nearest(told.obstaculo, table.obstaculos)}")
    far = table.range(name, told.obstaculo)
    if far is not None and far > 1:
        raise Illegal(f"{told.obstaculo} está a alcance {far} de {name}, no a 0-1", BOMBS["carga_sismica"].cita)
    log.say("", f"{name} elige {told.obstaculo}, que se retira después", BOMBS["carga_sismica"].cita)
    return told.obstaculo


def _reached(table: Table, centre: str, bomb: Bomb, told: Detonation) -> list[str]:
    there = [name for name in table.naves if legality.absent(table, name) is None]
    if told.afecta is not None:
        for name in told.afecta:
            legality.check(legality.absent(table, name))
            far = table.range(name, centre)
            if far is not None and far > bomb.alcance:
                raise Illegal(f"{name} está a alcance {far} de {centre}, no a 0-{bomb.alcance}", bomb.cita)
        return list(told.afecta)
    ranges = {name: table.range(name, centre) for name in there}
    reach = {name: bomb.alcance_de_remotos if table.ship(name).remoto else bomb.alcance for name in there}
    if unknown := [name for name, far in ranges.items() if far is None]:
        where = f"di en «alcances» a qué alcance de {centre} está {', '.join(unknown)} («{unknown[0]} {centre}: 1»)"
        raise Pending(f"{where}, o en «afecta» a quién alcanza")
    return [name for name, far in ranges.items() if far is not None and far <= reach[name]]


def _hit(table: Table, name: str, bomb: Bomb, told: Detonation, log: Log, bomb_of: str) -> Table:
    row = bomb.remotos if table.ship(name).remoto else bomb.naves
    shown = log.roll(told.dados.get(name), bomb.dados, rules.ATTACK_FACES, f"los dados de {name}")
    rolled = f": {', '.join(shown)}" if shown else ""
    log.say("", f"alcanza a {name}{rolled}", bomb.cita)
    effects = [row[face] for face in shown if face in row] if bomb.dados else [row[ANY]]
    table = _suffered(table, name, effects, log, bomb_of)
    if bomb.cita.entry == "xwing/bomba-de-impacto" and not table.ship(name).remoto:
        table = _exposed(table, name, told.elige.get(name, "exponer"), log)
    return table


def _suffered(table: Table, name: str, effects: list[Effect], log: Log, bomb_of: str) -> Table:
    """Everything that one detonation does to one ship; its tokens are one reception."""
    tokens: dict[str, int] = {}
    for effect in effects:
        for token, n in effect.fichas.items():
            tokens[token] = tokens.get(token, 0) + n
    if shields := sum(effect.escudos for effect in effects):
        table = lose_shields(table, name, shields, log)
    if cards := sum(effect.cartas for effect in effects):
        table = deal_cards(table, name, cards, 0, log)
    hits, crits = sum(effect.impactos for effect in effects), sum(effect.criticos for effect in effects)
    if hits + crits:
        table = suffer(table, name, hits, crits, log, cause=f"bomba {bomb_of}")
    return receive_tokens(table, name, tokens, log)[0] if tokens else table


def _exposed(table: Table, name: str, choice: str, log: Log) -> Table:
    ship = table.ship(name)
    if choice == "sobresfuerzo":
        log.say("", f"{name} prefiere recibir Sobresfuerzo", EXPOSES)
        return receive_tokens(table, name, {"sobresfuerzo": 1}, log)[0]
    if not ship.dano:
        return table
    log.say("", f"{name} expone 1 carta de Daño", EXPOSES)
    return table.put(name, ship.model_copy(update={"dano": ship.dano - 1, "criticos": ship.criticos + 1}))
