"""X-Wing: tokens, charges, shields and results that change hands: received, spent, recovered, lost, transferred, assigned."""

from grammar.effects import Operacion, Seleccion
from kb.play.cards import Pool
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.actions import break_locks, receive_tokens, spent
from kb.play.games.xwing.damage import lose_shields
from kb.play.games.xwing.faces import changed
from kb.play.games.xwing.prohibitions import Deed, check
from kb.play.games.xwing.scene import SELF, Scene
from kb.play.games.xwing.verbs.this_card import this_card, turned
from kb.play.run import Illegal, Pending


def receive(scene: Scene, op: Operacion, name: str) -> Scene:
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


def remove(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    if this_card(what):
        scene.say(f"«{scene.card}» se retira", rules.ABILITY)
        return turned(scene)
    if what.objeto != "ficha":
        raise scene.fail("sólo se retiran fichas")
    token, ship = scene.token(what, name), scene.ship(name)
    check(scene.table, Deed(name, "retirar", "ficha", frozenset({token})), scene.view.happening)
    n = min(scene.count(what), ship.has(token))
    scene.say(f"{name} retira {n} de {token}", rules.REMOVE)
    return scene.on(scene.table.put(name, ship.with_tokens(**{token: -n})))


def spend(scene: Scene, op: Operacion, name: str) -> Scene:
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


def recover(scene: Scene, op: Operacion, name: str) -> Scene:
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


def lose(scene: Scene, op: Operacion, name: str) -> Scene:
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


def transfer(scene: Scene, op: Operacion, name: str) -> Scene:
    """From one's own ship unless it says whose; to one's own unless it says to whom."""
    what = scene.what(op)
    if what.objeto != "ficha" or op.a is None:
        raise scene.fail("no se sabe qué se transfiere ni a quién")
    giver = next(iter(scene.whom(what.complemento.que))) if what.complemento is not None else name
    mine = isinstance(op.a, Seleccion) and op.a.objeto in SELF
    taker = scene.me if mine else scene.aimed(op.a)
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


def assign(scene: Scene, op: Operacion, name: str) -> Scene:
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
