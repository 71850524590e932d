"""Rebellion: what a card's orders do to the table, outside the dice of an attack."""

from collections.abc import Callable
from dataclasses import dataclass, field

from kb.play.cite import Cite, cite
from kb.play.games.rebellion.cards import Card
from kb.play.games.rebellion.orders import Order, Where, side_of
from kb.play.games.rebellion.state import GROUND, STRUCTURES, Natural, Side, System, Table, Theatre, Unit, destroy, is_kind
from kb.play.run import Illegal, Log, Pending
from kb.play.validation import Model
from kb.text import slugify

CARD = cite("rebellion/las-reglas-de-oro#r-e57d04", "Una carta manda sobre la guía")
NEUTRAL = cite("rebellion/lealtad#r-ganar-lealtad", "neutral")
ONE = cite("rebellion/lealtad#r-ganar-1-en", "neutral")
TWO = cite("rebellion/lealtad#r-ganar-2-en", "cambias")
LOSE = cite("rebellion/lealtad#r-perder", "Perder")
CORUSCANT = cite("rebellion/lealtad#r-b97211", "Coruscant")
TURNED = cite("rebellion/subyugacion#r-el-imperio", "Imperio gana")
WORTH = cite("rebellion/destruccion-de-unidades#r-52c78d", "valor máximo")
GAIN_UNIT = cite("rebellion/indicadores-de-sabotaje#r-1440c8", "ganar")
MARKER = cite("rebellion/indicadores-de-sabotaje#r-d55e3a", "1 por sistema")
STEP_BY_STEP = cite("rebellion/reputacion#r-6b7542", "una a una")
REBELS_WIN = cite("rebellion/ganar-la-partida#r-rebelde", "misma casilla")
CAPTURED = cite("rebellion/lideres-capturados#r-379d26", "uno a la vez")
RESCUED = cite("rebellion/rescate-de-lideres-capturados#r-35035d", "rescatado")
MOVE = cite("rebellion/movimiento-de-unidades#r-2dcc5b", "adyacentes")
TRANSPORT = cite("rebellion/capacidad-de-transporte#r-2e8fdc", "ocupa 1 punto")
COMBAT = cite("rebellion/combate#r-a523a9", "mismo sistema")
BASE_SPACE = "espacio_base_rebelde"
GOAL = cite("rebellion/revelar-una-mision#r-elegir-un", "donde la carta permita")


class Told(Model):
    """What a scenario decides for a card."""

    a: tuple[str, ...] = ()
    """Units that it hits, blocks for or destroys; the leader it is about."""
    dados: tuple[Natural, ...] | None = None
    salen: tuple[str, ...] | None = None
    lider: str | None = None
    """«este Líder»."""
    sistema: str | None = None
    descarta: str | None = None


@dataclass
class Scene:
    table: Table
    log: Log
    mine: Side
    card: str
    words: str
    step: str
    system: str
    told: Told = field(default_factory=Told)
    leader: str | None = None
    """«ese Líder»: the target of the mission."""
    failed: bool = False
    dice: dict[Side, int] = field(default_factory=dict)
    """Dice more or less in the mission."""

    def say(self, text: str, rule: Cite) -> None:
        self.log.say(self.step, text, rule, self.card, self.words)


def run(scene: Scene, card: Card) -> None:
    for order in card.orders:
        apply(scene, order)


def apply(scene: Scene, order: Order) -> None:
    if not all(_present(scene, kind, side) for kind, side in order.when):
        scene.say("no se cumple lo que pide", CARD)
        return
    VERBS[order.verb](scene, order)


def _present(scene: Scene, kind: str, side: str) -> bool:
    if kind == "indicador":
        return scene.table.system(scene.system).sabotaje
    return any(
        is_kind(scene.table.unit(name), kind) and side in ("", scene.table.unit(name).bando)
        for name in scene.table.there(scene.system)
    )


# --- loyalty and reputation --------------------------------------------------------------------------------------------------


def gain_loyalty(table: Table, name: str, side: Side, n: int, log: Log, step: str = "") -> Table:
    system = table.system(name)
    if system.coruscant:
        log.say(step, "Coruscant es siempre leal al Imperio", CORUSCANT)
        return table
    if system.lealtad is None:
        log.say(step, f"{name} pasa de neutral a leal", NEUTRAL)
        table = table.put_system(name, lealtad=side)
        if side == "imperio" and system.subyugacion:
            log.say(step, "el indicador de Subyugación se vuelve por la cara de Lealtad", TURNED)
            table = table.put_system(name, subyugacion=False)
        return table
    if system.lealtad == side:
        return table
    if n == 1:
        log.say(step, f"{name} queda neutral", ONE)
        return table.put_system(name, lealtad=None)
    log.say(step, f"{name} cambia de bando", TWO)
    return table.put_system(name, lealtad=side)


def move_reputation(table: Table, n: int, log: Log, step: str = "") -> Table:
    """Square by square: meeting the time marker wins at once."""
    place, way = table.reputacion, -1 if n > 0 else 1
    for _ in range(abs(n)):
        if place + way < 0:  # the track has no more squares
            break
        place += way
        log.say(step, f"la Reputación pasa a la casilla {place}", STEP_BY_STEP)
        if place == table.tiempo:
            break
    return judged(table.model_copy(update={"reputacion": place}), log, step)


def judged(table: Table, log: Log, step: str = "") -> Table:
    if table.reputacion == table.tiempo:
        log.say(step, "Reputación y Tiempo coinciden: gana la Rebelión", REBELS_WIN)
        return table.model_copy(update={"gana": "rebelde"})
    return table


def _loyalty(scene: Scene, order: Order) -> None:
    side = side_of(order.side, scene.mine)
    if order.n > 0:
        scene.table = gain_loyalty(scene.table, scene.system, side, order.n, scene.log, scene.step)
    elif scene.table.system(scene.system).lealtad == side:
        scene.say(f"{scene.system} deja de ser leal y queda neutral", LOSE)
        scene.table = scene.table.put_system(scene.system, lealtad=None)


def _reputation(scene: Scene, order: Order) -> None:
    scene.table = move_reputation(scene.table, order.n, scene.log, scene.step)


# --- units, markers, leaders -------------------------------------------------------------------------------------------------


def _destroy(scene: Scene, order: Order) -> None:
    table = scene.table
    legal = [
        n for n in table.there(scene.system) if is_kind(table.unit(n), order.kind) and order.side in ("", table.unit(n).bando)
    ]
    chosen = scene.told.a or (tuple(legal) if not order.most and len(legal) <= order.n else ())
    if not chosen and legal:
        raise Pending(f"falta elegir qué destruye «{scene.card}» («a»): {', '.join(legal)}")
    if wrong := [n for n in chosen if n not in legal]:
        raise Illegal(f"«{scene.card}» no puede destruir {wrong[0]}", WORTH)
    worth = sum(table.unit(n).resistencia for n in chosen) if order.most else len(chosen)
    if worth > order.n:
        raise Illegal(f"«{scene.card}» llega a {order.n} y lo elegido suma {worth}", WORTH)
    scene.say(f"destruye {', '.join(chosen) or 'nada'}", WORTH)
    for name in chosen:
        scene.table = destroy(scene.table, name, scene.log, scene.step)


def _bring(scene: Scene, order: Order) -> None:
    table = scene.table
    like = table.tipos.get(order.kind)
    side: Side = like.bando if like is not None else scene.mine
    theatre: Theatre = "terrestre" if order.kind in GROUND else "espacial"
    pattern = like or Unit(bando=side, tipo=order.kind, escenario=theatre)
    for i in range(1, order.n + 1):
        name = f"{order.kind}_{scene.system}_{len(table.unidades) + i}"
        fresh = pattern.model_copy(update={"sistema": scene.system, "tipo": order.kind, "dano": 0})
        scene.table = scene.table.model_copy(update={"unidades": {**scene.table.unidades, name: fresh}})
    scene.say(f"gana {order.n} {order.kind.replace('_', ' ')} en {scene.system}", GAIN_UNIT)


def _sabotage(scene: Scene, order: Order) -> None:
    scene.say(f"{'se coloca' if order.n else 'se retira'} el indicador de Sabotaje en {scene.system}", MARKER)
    scene.table = scene.table.put_system(scene.system, sabotaje=bool(order.n))


def _draw(scene: Scene, order: Order) -> None:
    drawn = dict(scene.table.robadas)
    drawn[order.kind] = drawn.get(order.kind, 0) + order.n
    scene.say(f"roba {order.n} cartas de {order.kind.replace('_', ' ')}", CARD)
    scene.table = scene.table.model_copy(update={"robadas": drawn})


def capture(table: Table, leader: str, log: Log, step: str = "") -> Table:
    log.say(step, f"{leader} queda capturado; sólo puede haber uno", CAPTURED)
    if table.capturado is not None and table.capturado in table.lideres:
        table = table.put_leader(table.capturado, capturado=False)
    if leader in table.lideres:
        table = table.put_leader(leader, capturado=True)
    return table.model_copy(update={"capturado": leader})


def _whom(scene: Scene) -> str:
    leader = scene.leader or (scene.told.a[0] if scene.told.a else None) or scene.told.lider
    if leader is None:
        raise Pending(f"falta saber de qué Líder habla «{scene.card}» («contra»)")
    return leader


def _capture(scene: Scene, order: Order) -> None:
    scene.table = capture(scene.table, _whom(scene), scene.log, scene.step)


def _rescue(scene: Scene, order: Order) -> None:
    leader = scene.table.capturado or _whom(scene)
    scene.say(f"{leader} es rescatado", RESCUED)
    if leader in scene.table.lideres:
        scene.table = scene.table.put_leader(leader, capturado=False, sistema="espacio_base_rebelde")
    scene.table = scene.table.model_copy(update={"capturado": None})


def _eliminate(scene: Scene, order: Order) -> None:
    leader = _whom(scene)
    scene.say(f"{leader} es eliminado", CARD)
    captive = None if scene.table.capturado == leader else scene.table.capturado
    table = scene.table.put_leader(leader, eliminado=True, capturado=False)
    scene.table = table.model_copy(update={"capturado": captive})


def _send(scene: Scene, order: Order) -> None:
    leader = scene.told.lider
    if leader is None:
        raise Pending(f"falta saber de qué Líder es «{scene.card}» («lider»)")
    where = scene.told.sistema or scene.system
    check(scene.table, order.where, where, scene.card)
    scene.say(f"{leader} va a {where}", CARD)
    scene.system = where
    scene.table = scene.table.put_leader(leader, sistema=where)


def _move(scene: Scene, order: Order) -> None:
    """Units to this system; what they may ignore is what the card says."""
    table = scene.table
    if not scene.told.a:
        raise Pending(f"falta decir qué unidades mueve «{scene.card}» («a»)")
    if len(scene.told.a) > order.n:
        raise Illegal(f"«{scene.card}» mueve {order.n} unidades como mucho", MOVE)
    side = order.side or scene.mine
    for name in scene.told.a:
        unit = table.unit(name)
        if unit.bando != side or not is_kind(unit, order.kind) or unit.tipo in STRUCTURES or unit.destruida:
            raise Illegal(f"«{scene.card}» no puede mover {name}", MOVE)
        _from(scene, order, name, unit.sistema)
        scene.table = scene.table.put_unit(name, sistema=scene.system)
    scene.say(f"{', '.join(scene.told.a)} van a {scene.system}", MOVE)
    if not {"transporte", "capacidad_de_transporte"} & set(order.ignores):
        scene.say("la capacidad de transporte no se comprueba aquí", TRANSPORT)


def _from(scene: Scene, order: Order, name: str, origin: str) -> None:
    if (origin == BASE_SPACE) != (order.origin == "base"):
        raise Illegal(f"«{scene.card}» no mueve desde {origin or 'ningún sistema'}", MOVE)
    near = "adyacencia" not in order.ignores and order.origin != "base"
    if near and origin not in scene.table.system(scene.system).adyacentes:
        raise Illegal(f"{origin} no es adyacente a {scene.system}", MOVE)


def _fight(scene: Scene, order: Order) -> None:
    scene.say(f"sigue un combate en {scene.system}: escríbelo como otro paso", COMBAT)
    scene.log.offer(scene.mine, scene.step, f"resuelve un «combate» en {scene.system}")


def _dice(scene: Scene, order: Order) -> None:
    side = side_of(order.side, scene.mine)
    scene.dice[side] = scene.dice.get(side, 0) + order.n
    scene.say(f"{side}: {order.n:+d} dados", CARD)


def _fail(scene: Scene, order: Order) -> None:
    scene.say("la Misión fracasa", CARD)
    scene.failed = True


def _only_in_combat(scene: Scene, order: Order) -> None:
    raise Illegal(f"«{scene.card}» sólo actúa en un combate", CARD)


VERBS: dict[str, Callable[[Scene, Order], None]] = {
    "lealtad": _loyalty,
    "reputacion": _reputation,
    "destruir": _destroy,
    "ganar_unidad": _bring,
    "sabotaje": _sabotage,
    "robar": _draw,
    "capturar": _capture,
    "rescatar": _rescue,
    "eliminar": _eliminate,
    "colocar_lider": _send,
    "mover": _move,
    "combate": _fight,
    "dados": _dice,
    "fracasar": _fail,
    **dict.fromkeys(
        ("infligir", "bloquear", "volver_a_tirar", "no_retirarse", "no_bloquear", "no_jugar", "resistencia", "cambiar_color",
         "destruir_sistema"), _only_in_combat),
}  # fmt: skip


# --- places ------------------------------------------------------------------------------------------------------------------


def imperial(system: System) -> bool:
    return system.subyugacion or system.lealtad == "imperio"


TRAITS: dict[str, Callable[[System], bool]] = {
    "populoso": lambda s: s.populoso,
    "lejano": lambda s: not s.populoso,
    "imperial": imperial,
    "rebelde": lambda s: s.lealtad == "rebelde" and not s.subyugacion,
    "neutral": lambda s: s.lealtad is None and not s.subyugacion,
    "subyugado": lambda s: s.subyugacion,
}


def check(table: Table, where: Where, name: str, card: str) -> None:
    """May the card be used in that system?"""
    if where.system and slugify(where.system) != slugify(name.replace("_", " ")):
        raise Illegal(f"«{card}» es para {where.system.replace('_', ' ')}, no para {name}", GOAL)
    if name not in table.sistemas and not (where.traits or where.contains):
        return
    system = table.system(name)
    for trait in where.traits:
        if not TRAITS[trait](system):
            raise Illegal(f"«{card}» pide un sistema {trait} y {name} no lo es", GOAL)
    for kind, side, wanted in where.contains:
        if _contains(table, name, kind, side) != wanted:
            what = f"{kind.replace('_', ' ')} {side}".strip()
            raise Illegal(f"«{card}» pide un sistema {'con' if wanted else 'sin'} {what}", GOAL)


def _contains(table: Table, name: str, kind: str, side: str) -> bool:
    if kind == "lider_capturado":
        return any(leader.capturado and leader.sistema == name for leader in table.lideres.values())
    if kind == "indicador":
        return table.system(name).sabotaje
    units = [table.unit(n) for n in table.there(name)]
    return any(is_kind(unit, kind) and side in ("", unit.bando) for unit in units)


CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))
