"""X-Wing: damage suffered and prevented, Damage cards dealt, repaired and exposed."""

from grammar.effects import Operacion
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.damage import deal_cards, suffer
from kb.play.games.xwing.scene import Scene
from kb.play.games.xwing.verbs.this_card import this_card, turned
from kb.play.run import Illegal, Pending


def suffer_damage(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    icons = {str(a.id) for g in what.rasgos for a in g.partes}
    if what.objeto != "dano" or icons - {"impacto", "critico"} or not icons:
        raise scene.fail("no se sabe qué daño")
    if len(icons) > 1 and scene.decision.opcion not in icons:
        raise Pending("di en «opcion» si el daño es impacto o critico")
    kind, n = (scene.decision.opcion if len(icons) > 1 else icons.pop()), scene.count(what)
    return scene.on(suffer(scene.table, name, n * (kind == "impacto"), n * (kind == "critico"), scene.log))


def prevent(scene: Scene, op: Operacion, name: str) -> Scene:
    what, happening = scene.what(op), scene.view.happening
    if what.objeto != "dano" or happening is None or (happening.relation, happening.verb) != ("antes", "sufrir"):
        raise scene.fail("impide algo que no es el daño que se va a sufrir")
    hurt = happening.who
    return scene.on(scene.table.put(hurt, scene.ship(hurt).model_copy(update={"impide": True})))


def deal(scene: Scene, op: Operacion, name: str) -> Scene:
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


def repair(scene: Scene, op: Operacion, name: str) -> Scene:
    what, ship = scene.what(op), scene.ship(name)
    faces = {a.id for g in what.rasgos for a in g.partes} & {"boca_arriba", "boca_abajo"}
    if this_card(what):  # a Damage card face up that repairs itself: it is turned face down
        scene.say(f"{name} repara «{scene.card}», que queda boca abajo", rules.DESTROYED)
        up = min(1, ship.criticos)
        downed = ship.model_copy(update={"criticos": ship.criticos - up, "dano": ship.dano + up})
        return turned(scene.on(scene.table.put(name, downed)))
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


def expose(scene: Scene, op: Operacion, name: str) -> Scene:
    what = scene.what(op)
    if what.complemento is not None:
        name = next(iter(scene.whom(what.complemento.que)))
    ship, n = scene.ship(name), scene.count(what)
    if what.objeto != "carta_de_dano" or ship.dano < n:
        raise Illegal(f"{name} no tiene cartas de Daño boca abajo que exponer", rules.COST_CHECK)
    scene.say(f"{name} expone {n} cartas de Daño", rules.CARD)
    exposed = ship.model_copy(update={"criticos": ship.criticos + n, "dano": ship.dano - n})
    return scene.on(scene.table.put(name, exposed))
