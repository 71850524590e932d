"""X-Wing: damage suffered and prevented, Damage cards dealt, repaired and exposed."""

from grammar.meaning.values import WHOLE, Cosa, Hecho, Ref, Value
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.damage import deal_cards, destroy, suffer
from kb.play.games.xwing.verbs import reading, supplies
from kb.play.games.xwing.verbs.this_card import this_card, turned
from kb.play.games.xwing.world import FACES_OF
from kb.play.meaning.perform import awaited_kinds
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.select import whom
from kb.play.meaning.stuff import described, stuff
from kb.play.run import Illegal, Pending
from kb.play.saying import many


def suffer_damage(scene: Scene, deed: Deed) -> Scene:
    thing = reading.one(scene, deed)
    row = described(scene, deed, thing, "icono_resultado")
    icons = row.ids("icono_resultado")
    if thing.sort != "dano" or set(icons) - {"impacto", "critico"} or not icons:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    if len(icons) > 1 and scene.decision.opcion not in icons:
        raise Pending("di en «opcion» qué daño: impacto, critico")
    kind, n = (scene.decision.opcion if len(icons) > 1 else icons[0]), reading.many(scene, deed, row)
    return scene.on(suffer(scene.state, deed.who.name, n * (kind == "impacto"), n * (kind == "critico"), scene.log))


def prevent(scene: Scene, deed: Deed) -> Scene:
    event = scene.event
    what = deed.fact.role("que")
    if isinstance(what, Cosa) and what.noun == "detonacion":
        if event is None or (event.rel, event.verb) != ("antes", "detonar"):
            raise scene.fail("sustituye algo que aquí no se puede sustituir", deed.fact)
        scene.say(f"se impide que detone {event.roles['quien'].name}", rules.DETONATES)
        scene.log.put_instead()
        return scene
    if isinstance(what, Hecho) and what.verb == "aplicar" and scene.state.dados is not None:
        scene.say("los modificadores por alcance no se aplican", rules.RANGE_BONUS)
        return scene.on(scene.state.model_copy(update={"dados": scene.state.dados.model_copy(update={"sin_alcance": True})}))
    if event is None or event.rel not in ("antes", "iba_a") or event.verb != "sufrir":
        raise scene.fail("sustituye algo que aquí no se puede sustituir", deed.fact)
    hurt = event.roles["quien"].name
    part = what.role("que") if isinstance(what, Hecho) and what.verb == "sufrir" else what
    if isinstance(part, Cosa) and part.qty.op == "n" and part.qty.n.isdigit():  # «1 de ese daño»
        kinds = stuff(part).ids("icono_resultado")
        return reading.put(scene, hurt, evita=int(part.qty.n), evita_de=kinds[0] if len(kinds) == 1 else "")
    kinds = tuple(awaited_kinds(scene) & {"impacto", "critico"})
    if len(kinds) == 1:  # «antes de que sufras daño [crítico] …, impide ese daño»: the other kind comes
        return reading.put(scene, hurt, evita=event.number or 1, evita_de=kinds[0])
    return reading.put(scene, hurt, impide=True)


def deal(scene: Scene, deed: Deed) -> Scene:
    """«Inflige 1 carta de Daño boca arriba a…»; «los resultados infligen fichas en vez de daño»."""
    thing = reading.one(scene, deed)
    if thing.sort == "ficha":
        return _tokens_instead(scene, deed, thing)
    row = described(scene, deed, thing, "cara")
    if thing.sort != "carta_dano":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    up, n = "boca_arriba" in row.ids("cara"), reading.many(scene, deed, row)
    to: Value | None = deed.fact.role("a")
    scene, targets = whom(scene, to, rules.CHOOSE)
    table = scene.state
    for target in targets:
        table = deal_cards(table, target.name, 0 if up else n, n if up else 0, scene.log)
    return scene.on(table)


def _tokens_instead(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    row = described(scene, deed, thing, "tipo_ficha")
    instead, results = deed.circ("en_vez_de"), deed.fact.role("quien")
    if isinstance(instead, Hecho) and instead.verb == deed.fact.verb:
        instead = instead.role("que")
    if not isinstance(instead, Cosa) or instead.sort != "dano" or scene.state.dados is None:
        raise scene.fail("sustituye algo que aquí no se puede sustituir", deed.fact)
    faces = tuple(FACES_OF[id] for id in stuff(results).ids("icono_resultado")) if isinstance(results, Cosa) else ()
    if isinstance(results, Cosa) and results.sort == "resultado" and results.qty.op not in (*WHOLE, "el", "algun", "masa"):
        raise scene.fail("la cantidad depende de algo que no se lleva aquí", deed.fact)
    kind = reading.given(scene, deed, row)
    scene.say(f"este ataque inflige fichas de {kind} en vez de daño{_of_faces(faces)}", rules.INFLICT)
    update = {"inflige": kind, **({"infligen": faces} if faces else {})}
    return scene.on(scene.state.model_copy(update={"dados": scene.state.dados.model_copy(update=update)}))


def _of_faces(faces: tuple[str, ...]) -> str:
    return f" por cada {faces[0]}" if len(faces) == 1 else ""


def repair(scene: Scene, deed: Deed) -> Scene:
    name = deed.who.name
    ship = reading.ship(scene, name)
    if this_card(deed.fact.role("que")):  # a Damage card face up that repairs itself: it is turned face down
        scene.say(f"{name} repara «{scene.card}», que queda boca abajo", rules.REPAIR)
        up = min(1, ship.criticos)
        return turned(reading.put(scene, name, criticos=ship.criticos - up, dano=ship.dano + up))
    thing = reading.one(scene, deed)
    row = described(scene, deed, thing, "cara", "atributo", "de")
    if row.of is not None and reading.owner(scene, deed, row)[1] != name:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    if thing.sort != "carta_dano":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    faces = set(row.ids("cara"))
    if len(faces) != 1:
        held = {face for face, n in (("boca_arriba", ship.criticos), ("boca_abajo", ship.dano)) if n}
        if len(held) == 1:
            faces = held
        elif scene.decision.opcion in ("boca_arriba", "boca_abajo"):
            faces = {scene.decision.opcion}
        else:
            raise Pending("di en «opcion» cómo está la carta que se repara: boca_arriba, boca_abajo")
    n = reading.many(scene, deed, row, ship.criticos if "boca_arriba" in faces else ship.dano)
    up, down = (min(n, ship.criticos), 0) if "boca_arriba" in faces else (0, min(n, ship.dano))
    scene.say(f"{name} repara {many(up + down, 'carta')} de Daño", rules.REPAIR)
    return reading.put(scene, name, criticos=ship.criticos - up, dano=ship.dano - down + up)


def expose(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    if isinstance(what, Ref):  # «elige 1 de ellas y exponla»
        found = scene.bound.get(what.id, ())
        name, n = (found[0].of or deed.who.name) if found else deed.who.name, 1
    else:
        row = described(scene, deed, reading.one(scene, deed), "cara", "atributo", "de")
        scene, name = reading.owner(scene, deed, row)
        n = reading.many(scene, deed, row, reading.ship(scene, name).dano)
    ship = reading.ship(scene, name)
    if ship.dano < n or not n:
        if not deed.cost:
            scene.say(f"{name} no tiene cartas de Daño boca abajo que exponer", rules.EXPOSE)
            return scene
        raise Illegal(f"{name} no tiene cartas de Daño boca abajo que exponer", rules.COST_CHECK)
    scene.say(f"{name} expone {many(n, 'carta')} de Daño", rules.EXPOSE)
    return reading.put(scene, name, criticos=ship.criticos + n, dano=ship.dano - n)


def look(scene: Scene, deed: Deed) -> Scene:
    """Looking at cards changes nothing on the table; whose they are is kept for «1 de ellas»."""
    thing = reading.one(scene, deed)
    row = described(scene, deed, thing, "cara", "de")
    if thing.sort != "carta_dano":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene, name = reading.owner(scene, deed, row)
    scene.say(f"{deed.who.name} mira las cartas de Daño de {name}", rules.CARD)
    from_whom = reading.damage_cards(name)
    return scene.binding(thing.id, from_whom)


def cause(scene: Scene, deed: Deed) -> Scene:
    """«provocar que el defensor sufra 1 de daño»: the deed of another."""
    inner = deed.fact.role("que")
    verb = scene.world.verbs.get(inner.verb) if isinstance(inner, Hecho) else None
    known = {"quien", "que"} | (scene.world.roles.get(inner.verb, frozenset()) if isinstance(inner, Hecho) else frozenset())
    if not isinstance(inner, Hecho) or verb is None or inner.circ or inner.neg or not {k for k, _ in inner.roles} <= known:
        raise scene.fail("el verbo no se ejecuta en este juego", deed.fact)
    scene, whose = whom(scene, inner.role("quien"), rules.CHOOSE)
    for who in whose:
        scene = verb(scene, Deed(inner, who))
    return scene


def waive(scene: Scene, deed: Deed) -> Scene:
    """«ignorar el requisito [blanco-fijado]» of the weapon that is being used."""
    thing = reading.one(scene, deed)
    row = described(scene, deed, thing, "icono_tipo_accion", "icono", "de")
    if thing.sort != "requisito" or scene.state.dados is None:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    waived = row.ids("icono_tipo_accion", "icono") or ("todos",)
    scene.say(f"este ataque no necesita {', '.join(waived)}", rules.WEAPON)
    dice = scene.state.dados
    return scene.on(scene.state.model_copy(update={"dados": dice.model_copy(update={"ignora": (*dice.ignora, *waived)})}))


def discard(scene: Scene, deed: Deed) -> Scene:
    """«descartarla en vez de recibirla»: of the Damage card that is about to come."""
    if isinstance(token := deed.fact.role("que"), Cosa) and token.sort == "ficha" and not deed.fact.circ:
        return supplies.remove(scene, deed)
    event, instead = scene.event, deed.circ("en_vez_de")
    coming = event.roles.get("que") if event is not None and (event.rel, event.verb) == ("antes", "recibir") else None
    what = deed.fact.role("que")
    found = scene.bound.get(what.id, ()) if isinstance(what, Ref) else ()
    meant = instead is None or (isinstance(instead, Hecho) and instead.verb == "recibir")  # who discards it does not get it
    if coming is None or coming not in found or not meant:
        raise scene.fail("sustituye algo que aquí no se puede sustituir", deed.fact)
    scene.say(f"{deed.who.name} descarta la carta de Daño en vez de recibirla", rules.CARD)
    scene.log.put_instead()
    return scene


def first_crits(scene: Scene, deed: Deed) -> Scene:
    """«los resultados [crítico] se neutralizan antes que los [impacto]»."""
    thing, other = reading.one(scene, deed), deed.circ("antes_que")
    icons = stuff(other).ids("icono_resultado") if isinstance(other, Cosa) else ()
    if stuff(thing).ids("icono_resultado") != ("critico",) or icons != ("impacto",) or scene.state.dados is None:
        raise scene.fail("no se puede calcular sobre los dados", deed.fact)
    scene.say("los críticos se neutralizan antes que los impactos", rules.NEUTRALISE)
    return scene.on(scene.state.model_copy(update={"dados": scene.state.dados.model_copy(update={"criticos_antes": True})}))


def ruin(scene: Scene, deed: Deed) -> Scene:
    """«eres destruido»."""
    scene, targets = whom(scene, deed.fact.role("que"), rules.CHOOSE)
    table = scene.state
    for target in targets:
        table = destroy(table, target.name, scene.log)
    return scene.on(table)
