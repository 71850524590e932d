"""X-Wing: what each verb of a compiled ability does to the table. A verb that is not here is read but not run."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from grammar.effects import Operacion, Seleccion
from kb.play.cards import Pool
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.actions import Action, Manoeuvre, act, break_locks, fly, receive_tokens, spent
from kb.play.games.xwing.damage import deal_cards, lose_shields, suffer
from kb.play.games.xwing.dice import on_dice
from kb.play.games.xwing.faces import changed
from kb.play.games.xwing.moments import ACTION_ICONS, COLOURS
from kb.play.games.xwing.prohibitions import Deed, check
from kb.play.games.xwing.scene import SELF, Scene
from kb.play.games.xwing.state import Device, Ship
from kb.play.games.xwing.view import Happening
from kb.play.run import Illegal, Pending

ACTIONS: Mapping[str, str] = {**{icon: name for name, icon in ACTION_ICONS.items()}, "coordinacion": "coordinacion"}
SHADES: Mapping[str, str] = {id: name for name, id in COLOURS.items()}
POSITIONS = {"tonel_volado": "tonel volado", "impulso": "impulso"}
TURNS: tuple[str, ...] = tuple(a for a in get_args(Ship.model_fields["torreta"].annotation) if a)
DEVICES = frozenset({"bomba", "mina", "dispositivo", "remoto", "indicador"})


def _receive(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    if what.objeto != "ficha":
        raise scene.fail("sólo se reciben fichas")
    return scene.on(receive_tokens(scene.table, name, {_given(scene, what): scene.count(what)}, scene.log)[0])


def _given(scene: Scene, what: Seleccion) -> str:
    """A token that comes from the supply: the ship need not have one."""
    named = [str(a.id) for g in what.rasgos for a in g.partes if a.clase == "ficha"]
    if not named or set(named) - set(rules.TOKENS):
        raise scene.fail("no se lleva la cuenta de esa ficha")
    if len(named) == 1:
        return named[0]
    if scene.decision.ficha not in named:
        raise Pending(f"di en «ficha» cuál: {', '.join(named)}")
    return str(scene.decision.ficha)


def _remove(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    if _this_card(what):
        scene.say(f"«{scene.card}» se retira", rules.ABILITY)
        return _turned(scene)
    if what.objeto != "ficha":
        raise scene.fail("sólo se retiran fichas")
    token, ship = scene.token(what, name), scene.ship(name)
    check(scene.table, Deed(name, "retirar", "ficha", frozenset({token})), scene.view.happening)
    n = min(scene.count(what), ship.has(token))
    scene.say(f"{name} retira {n} de {token}", rules.REMOVE)
    return scene.on(scene.table.put(name, ship.with_tokens(**{token: -n})))


def _spend(scene: Scene, op: Operacion, name: str) -> Scene:
    what, ship = scene.what(op), scene.ship(name)
    n = scene.count(what)
    if what.objeto == "ficha":
        token = scene.token(what, name)
        if ship.has(token) < n:
            raise Illegal(f"{name} no tiene {n} fichas de {token} que gastar", rules.COST_CHECK)
        check(scene.table, Deed(name, "gastar", "ficha", frozenset({token})), scene.view.happening)
        return scene.on(spent(scene.table, name, token, n, scene.log))
    if what.objeto == "blanco_fijado":
        return _spend_lock(scene, what, name)
    field = {"carga": "cargas", "fuerza": "fuerza", "escudo": "escudos", "energia": "energia"}.get(what.objeto)
    if what.objeto == "resultado":
        return _spend_result(scene, what)
    if field is None:
        raise scene.fail(f"no se gasta «{what.objeto}»")
    check(scene.table, Deed(name, "gastar", what.objeto), scene.view.happening)
    card = ship.cartas.get(scene.card) if field == "cargas" and name == scene.me else None
    if card is not None and card.cargas is not None:
        if card.cargas < n:
            raise Illegal(f"«{scene.card}» no tiene {n} cargas que gastar", rules.COST_CHECK)
        return scene.on(scene.table.put(name, ship.with_card(scene.card, cargas=card.cargas - n)))
    if getattr(ship, field) < n:
        raise Illegal(f"{name} no puede gastar {n} de {what.objeto}", rules.COST_CHECK)
    return scene.on(scene.table.put(name, ship.model_copy(update={field: getattr(ship, field) - n})))


def _spend_lock(scene: Scene, what: Seleccion, name: str) -> Scene:
    target = scene.decision.objetivo or scene.view.role("defensor")
    if what.complemento is not None:
        target = next(iter(scene.whom(what.complemento.que)))
    ship = scene.ship(name)
    if target is None:
        raise Pending("di en «objetivo» sobre qué nave está el Blanco fijado que se gasta")
    if target not in ship.blancos:
        raise Illegal(f"{name} no tiene un Blanco fijado sobre {target}", rules.LOCK)
    check(scene.table, Deed(name, "gastar", "blanco_fijado"), scene.view.happening)
    scene.say(f"{name} gasta su Blanco fijado sobre {target}", rules.LOCK)
    return scene.on(break_locks(scene.table, {name}, {target}))


def _recover(scene: Scene, op: Operacion, name: str) -> Scene:
    what, ship = scene.what(op), scene.ship(name)
    card = ship.cartas.get(scene.card)
    if what.objeto == "carga" and card is not None and card.cargas is not None and name == scene.me:
        value = min(card.cargas_max, card.cargas + scene.count(what))
        scene.say(f"«{scene.card}» recupera {value - card.cargas} cargas", rules.CHARGES)
        return scene.on(scene.table.put(name, ship.with_card(scene.card, cargas=value)))
    fields = {
        "carga": ("cargas", ship.cargas_max),
        "fuerza": ("fuerza", ship.fuerza_max),
        "escudo": ("escudos", ship.escudos_max),
        "energia": ("energia", ship.energia_max),
    }
    if what.objeto not in fields:
        raise scene.fail(f"no se recupera «{what.objeto}»")
    field, most = fields[what.objeto]
    now = getattr(ship, field) + scene.count(what)
    value = now if most is None else min(most, now)
    scene.say(f"{name} recupera {value - getattr(ship, field)} de {what.objeto}", rules.CHARGES)
    return scene.on(scene.table.put(name, ship.model_copy(update={field: value})))


def _lose(scene: Scene, op: Operacion, name: str) -> Scene:
    what, ship = scene.what(op), scene.ship(name)
    n = scene.count(what)
    if what.objeto == "escudo":
        return scene.on(lose_shields(scene.table, name, n, scene.log))
    field = {"carga": "cargas", "fuerza": "fuerza"}.get(what.objeto)
    if field is None:
        raise scene.fail(f"no se pierde «{what.objeto}»")
    card = ship.cartas.get(scene.card)
    if field == "cargas" and card is not None and card.cargas is not None and name == scene.me:
        lost = min(n, card.cargas)
        scene.say(f"«{scene.card}» pierde {lost} cargas", rules.CHARGES)
        return scene.on(scene.table.put(name, ship.with_card(scene.card, cargas=card.cargas - lost)))
    scene.say(f"{name} pierde {min(n, getattr(ship, field))} de {what.objeto}", rules.CHARGES)
    return scene.on(scene.table.put(name, ship.model_copy(update={field: max(0, getattr(ship, field) - n)})))


def _suffer(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    icons = {str(a.id) for g in what.rasgos for a in g.partes}
    if what.objeto != "dano" or icons - {"impacto", "critico"} or not icons:
        raise scene.fail("no se sabe qué daño")
    if len(icons) > 1 and scene.decision.opcion not in icons:
        raise Pending("di en «opcion» si el daño es impacto o critico")
    kind, n = (scene.decision.opcion if len(icons) > 1 else icons.pop()), scene.count(what)
    return scene.on(suffer(scene.table, name, n * (kind == "impacto"), n * (kind == "critico"), scene.log))


def _prevent(scene: Scene, op: Operacion, name: str) -> Scene:
    what, happening = scene.what(op), scene.view.happening
    if what.objeto != "dano" or happening is None or (happening.relation, happening.verb) != ("antes", "sufrir"):
        raise scene.fail("impide algo que no es el daño que se va a sufrir")
    hurt = happening.who
    return scene.on(scene.table.put(hurt, scene.ship(hurt).model_copy(update={"impide": True})))


def _deal(scene: Scene, op: Operacion, name: str) -> Scene:
    """«Inflige 1 carta de Daño boca arriba a…»."""
    what = scene.what(op)
    if what.objeto != "carta_de_dano":
        raise scene.fail(f"no se inflige «{what.objeto}» así")
    up = any(a.id == "boca_arriba" for g in what.rasgos for a in g.partes)
    n = scene.count(what)
    table = scene.table
    for target in scene.whom(op.a) if op.a is not None else (name,):
        table = deal_cards(table, target, 0 if up else n, n if up else 0, scene.log)
    return scene.on(table)


def _repair(scene: Scene, op: Operacion, name: str) -> Scene:
    what, ship = scene.what(op), scene.ship(name)
    faces = {a.id for g in what.rasgos for a in g.partes} & {"boca_arriba", "boca_abajo"}
    if _this_card(what):  # a Damage card face up that repairs itself: it is turned face down
        scene.say(f"{name} repara «{scene.card}», que queda boca abajo", rules.DESTROYED)
        up = min(1, ship.criticos)
        turned = ship.model_copy(update={"criticos": ship.criticos - up, "dano": ship.dano + up})
        return _turned(scene.on(scene.table.put(name, turned)))
    if what.objeto != "carta_de_dano":
        raise scene.fail("no se sabe qué carta")
    if len(faces) != 1:
        if scene.decision.opcion not in ("boca_arriba", "boca_abajo"):
            raise Pending("di en «opcion» si la carta que se repara está boca_arriba o boca_abajo")
        faces = {scene.decision.opcion}
    n = scene.count(what)
    up, down = (min(n, ship.criticos), 0) if "boca_arriba" in faces else (0, min(n, ship.dano))
    scene.say(f"{name} repara {up + down} cartas de Daño", rules.DESTROYED)
    changed = ship.model_copy(update={"criticos": ship.criticos - up, "dano": ship.dano - down + up})
    return scene.on(scene.table.put(name, changed))


def _expose(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    if what.complemento is not None:
        name = next(iter(scene.whom(what.complemento.que)))
    ship, n = scene.ship(name), scene.count(what)
    if what.objeto != "carta_de_dano" or ship.dano < n:
        raise Illegal(f"{name} no tiene cartas de Daño boca abajo que exponer", rules.COST_CHECK)
    scene.say(f"{name} expone {n} cartas de Daño", rules.CARD)
    exposed = ship.model_copy(update={"criticos": ship.criticos + n, "dano": ship.dano - n})
    return scene.on(scene.table.put(name, exposed))


def _perform(scene: Scene, op: Operacion, name: str) -> Scene:
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


def _place(scene: Scene, op: Operacion, name: str) -> Scene:
    """The ship goes somewhere else: where, is told; what was measured is forgotten."""
    scene.say(f"{name} cambia de posición: hay que volver a decir alcances y arcos", rules.MOVES)
    return scene.on(scene.table.moved(name))


def _execute(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    if what.objeto != "maniobra":
        raise scene.fail(f"no se ejecuta «{what.objeto}»")
    colour: Any = next((SHADES[str(a.id)] for g in what.rasgos for a in g.partes if a.id in SHADES), "blanca")
    return scene.on(fly(scene.table, Manoeuvre(nave=name, color=colour), scene.log)[0])


def _lock(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    if what.objeto != "blanco_fijado" or what.complemento is None:
        raise scene.fail("no se sabe sobre qué objeto")
    target = _aimed(scene, what.complemento.que)
    scene.say(f"{name} obtiene un Blanco fijado sobre {target}", rules.LOCK_ONE)
    table = scene.table.put(name, scene.ship(name).model_copy(update={"blancos": (target,)}))
    happening = Happening("despues", "obtener", name, "blanco_fijado", roles={"defensor": target})
    return scene.on(scene.log.happen(table, happening))


def _aimed(scene: Scene, what: Any) -> str:
    named = isinstance(what, Seleccion) and what.objeto == "nave" and what.articulo not in ("ese", "el", "dicho")
    return scene.chosen(what) if named else next(iter(scene.whom(what)))


def _choose(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    if what.objeto != "nave":
        raise scene.fail("elige algo que no es una nave")
    chosen = scene.chosen(what)
    scene.say(f"{name} elige a {chosen}", rules.CHOOSE)
    return scene.of(chosen)


def _transfer(scene: Scene, op: Operacion, name: str) -> Scene:
    """From one's own ship unless it says whose; to one's own unless it says to whom."""
    what = scene.what(op)
    if what.objeto != "ficha" or op.a is None:
        raise scene.fail("no se sabe qué se transfiere ni a quién")
    giver = next(iter(scene.whom(what.complemento.que))) if what.complemento is not None else name
    mine = isinstance(op.a, Seleccion) and op.a.objeto in SELF
    taker = scene.me if mine else _aimed(scene, op.a)
    if scene.decision.ficha == "blanco_fijado":
        return _transfer_lock(scene, giver, taker)
    token = scene.token(what, giver)
    if scene.ship(giver).has(token) < scene.count(what):
        raise Illegal(f"{giver} no tiene esa ficha que transferir", rules.TRANSFER)
    n = scene.count(what)
    scene.say(f"{giver} transfiere {n} de {token} a {taker}", rules.TRANSFER)
    table = scene.table.put(giver, scene.ship(giver).with_tokens(**{token: -n}))
    return scene.on(table.put(taker, table.ship(taker).with_tokens(**{token: n})))


def _transfer_lock(scene: Scene, giver: str, taker: str) -> Scene:
    """The red lock token is the ship's that wears it («¿De quién es la ficha de Blanco fijado?»), not its owner's."""
    owners = [name for name, ship in scene.table.naves.items() if giver in ship.blancos]
    if not owners:
        raise Illegal(f"{giver} no lleva ninguna ficha de Blanco fijado: la que obtuvo es de la otra nave", rules.WEARER)
    owner, table = owners[0], break_locks(scene.table, {owners[0]}, {giver})
    if owner == taker:
        scene.say(f"el Blanco fijado de {owner} pasaría a sí misma: se interrumpe", rules.SELF_LOCK)
        return scene.on(table)
    scene.say(f"{giver} transfiere a {taker} la ficha de Blanco fijado de {owner}", rules.TRANSFER)
    return scene.on(table.put(owner, table.ship(owner).model_copy(update={"blancos": (taker,)})))


def _bonus(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    if what.objeto != "ataque":
        raise scene.fail(f"no se efectúa «{what.objeto}»")
    ship = scene.ship(name)
    if ship.ataque_adicional == "hecho":
        raise Illegal(f"{name} ya ha hecho un ataque adicional en esta ronda", rules.BONUS)
    scene.say(f"{name} puede efectuar un ataque adicional", rules.BONUS_NEW)
    return scene.on(scene.table.put(name, ship.model_copy(update={"ataque_adicional": "concedido"})))


def _turn_card(scene: Scene, op: Operacion, name: str) -> Scene:
    if not (isinstance(op.a, Seleccion) and op.a.objeto == "carta" and op.a.articulo == "este"):
        raise scene.fail("da la vuelta a algo que no es esta carta")
    scene.say(f"«{scene.card}» se da la vuelta: este lado deja de actuar", rules.ABILITY)
    return _turned(scene)


def _this_card(what: Seleccion) -> bool:
    return what.objeto == "carta" and what.articulo == "este"


def _turned(scene: Scene) -> Scene:
    """This side of the card no longer acts."""
    return scene.on(scene.table.put(scene.me, scene.ship(scene.me).with_card(scene.card, boca_abajo=True)))


def _equip(scene: Scene, op: Operacion, name: str) -> Scene:
    """«Preparación: equipa esta carta con este lado boca arriba»."""
    what = scene.what(op)
    if not _this_card(what):
        raise scene.fail(f"no se equipa «{what.objeto}»")
    scene.say(f"«{scene.card}» queda con este lado boca arriba", rules.ABILITY)
    return scene.on(scene.table.put(scene.me, scene.ship(scene.me).with_card(scene.card, boca_abajo=False)))


def _spend_result(scene: Scene, what: Seleccion) -> Scene:
    """A result that is spent is a die that is taken away («Modificación de dados»)."""
    dice, faces = scene.table.dados, [str(a.id) for g in what.rasgos for a in g.partes]
    if dice is None:
        raise scene.fail("gasta un resultado y no se está efectuando ningún ataque")
    pool: Pool = "ataque" if scene.me == scene.view.role("atacante") else "defensa"
    able = [face for face in dice.of(pool) if face in {"vacia" if f == "cara_vacia" else f for f in faces}]
    taken = list(scene.decision.dados or able[: scene.count(what)])
    if len(taken) != scene.count(what) or any(face not in able for face in taken):
        raise Illegal(f"{scene.me} no tiene ese resultado que gastar", rules.MODIFY)
    scene.say(f"{scene.me} gasta un resultado: {', '.join(taken)}", rules.MODIFY)
    return scene.on(scene.table.model_copy(update={"dados": changed(dice, pool, taken, None)}))


def _rotate(scene: Scene, op: Operacion, name: str) -> Scene:
    where = scene.decision.hacia
    if where not in TURNS:
        raise Pending(f"di en «hacia» adónde se orienta la torreta: {', '.join(TURNS)}")
    if where == scene.ship(name).torreta:
        raise Illegal(f"la torreta de {name} ya apunta ahí: tiene que pasar a otro arco", rules.ROTATE)
    scene.say(f"{name} orienta su torreta hacia {where}, sin que sea una acción", rules.TURN)
    return scene.on(scene.table.put(name, scene.ship(name).model_copy(update={"torreta": where})))


def _drop(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    if what.objeto not in DEVICES or what.complemento is not None:
        raise scene.fail(f"no se coloca «{what.objeto}» así")
    kind = scene.decision.opcion or what.objeto
    device = f"{kind}-{len(scene.table.dispositivos) + 1}"
    scene.say(f"{name} coloca {device} como diga la carta del dispositivo, y paga sus costes", rules.DEVICE)
    placed = {**scene.table.dispositivos, device: Device(tipo=kind, nave=name)}
    table = scene.table.model_copy(update={"dispositivos": placed})
    return scene.on(scene.log.happen(table, Happening("despues", op.kind, name, what.objeto)))


def _assign(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    targets = scene.whom(op.a) if op.a is not None else (name,)
    table = scene.table
    if what.objeto == "ficha":
        for target in targets:
            table = receive_tokens(table, target, {_given(scene, what): scene.count(what)}, scene.log)[0]
        return scene.on(table)
    label = what.nombre or next((a.nombre for g in what.rasgos for a in g.partes if a.nombre), None)
    if label is None:
        raise scene.fail(f"no se asigna «{what.objeto}»")
    for target in targets:
        scene.say(f"se asigna a {target} el Estado «{label}»", rules.CONDITION)
        states = (*table.ship(target).estados, label)
        table = table.put(target, table.ship(target).model_copy(update={"estados": states}))
    return scene.on(table)


def _difficulty(scene: Scene, op: Operacion, name: str) -> Scene:
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


def _coordinate(scene: Scene, op: Operacion, name: str) -> Scene:
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


RUN: Mapping[str, Callable[[Scene, Operacion, str], Scene]] = {
    "recibir": _receive,
    "retirar": _remove,
    "gastar": _spend,
    "recuperar": _recover,
    "perder": _lose,
    "sufrir": _suffer,
    "infligir": _deal,
    "impedir": _prevent,
    "reparar": _repair,
    "exponer": _expose,
    "realizar": _perform,
    "ejecutar": _execute,
    "colocarse": _place,
    "obtener": _lock,
    "elegir": _choose,
    "transferir": _transfer,
    "efectuar": _bonus,
    "dar_la_vuelta": _turn_card,
    "reorientar": _rotate,
    "soltar": _drop,
    "lanzar": _drop,
    "asignar": _assign,
    "coordinar": _coordinate,
    "cambiar": on_dice,
    "volver_a_tirar": on_dice,
    "anadir": on_dice,
    "anular": on_dice,
    "tirar": on_dice,
    "equipar": _equip,
    "reducir": _difficulty,
    "incrementar": _difficulty,
}
