"""Legión: what is done on the table and cannot be measured here (moving, deploying, lists, a free action): it is granted, told
in the words of the text and kept among what each unit has been granted; orders, points and defeats are kept as they are."""

import re
from collections.abc import Mapping
from dataclasses import replace

from grammar.meaning.values import Cosa, Hecho, Yo
from kb.play.games.legion import cites as rules
from kb.play.games.legion.board import banned, changed_speed
from kb.play.games.legion.keywords import rule_named
from kb.play.games.legion.state import TOKENS
from kb.play.games.legion.verbs import reading
from kb.play.games.legion.verbs.reading import say
from kb.play.games.legion.view import battle_of, on, token_of, unit_of
from kb.play.meaning.conditions import candidates
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.select import whom
from kb.play.meaning.stuff import described, stuff
from kb.play.run import Illegal
from kb.text import identifier

TOLD = frozenset({
    "realizar", "pivotar", "mover", "desplegar", "declarar", "formar", "detonar", "equipar", "incluir", "recorrer", "disputar",
    "activar", "terminar", "designar", "considerar", "conservar", "capturar", "atacar", "colocar", "preparar",
    "contar", "descartar", "solapar", "proporcionar", "contener", "crear", "escalar", "ser",
})  # fmt: skip
"""Deeds that players do on the table because a text says so."""
ROLES = frozenset({
    "a", "en", "con", "contra", "de", "desde", "sobre", "por", "como", "rango", "donde", "dentro_de", "hasta", "altura",
    "en_contacto_con", "resultado", "velocidad", "para", "entre", "que", "quien", "sin", "cuanto",
})  # fmt: skip
CIRCUMSTANCES = frozenset({
    "como", "como_parte_de", "modo", "modo_de", "si_es_posible", "en_vez_de", "incluso_aunque", "hasta_un_maximo", "a_alcance",
    "en", "para", "durante", "hasta", "siendo", "como_si", "en_lo_que_respecta_a", "donde", "por",
})  # fmt: skip
"""What may be said of them: the report repeats it."""


GRANTED = "concedido"
"""Of what a text lets a unit do: whoever does it in its turn looks for it."""


def act(scene: Scene, deed: Deed) -> Scene:
    """An action that a text gives: told, and whoever takes it in this activation finds it."""
    what = deed.fact.role("que")
    if isinstance(what, Cosa) and what.sort == "accion" and deed.who.sort == "unidad":
        row = stuff(what)
        marks = frozenset((*row.ids("clase_de_accion"), *row.ids("rasgo")))
        n = int(what.qty.n) if what.qty.n.isdigit() else 1
        given = Ente("accion", "accion", marks, deed.who.name)
        scene.log.past.append(Event("", GRANTED, {"quien": deed.who, "que": given}, number=n))
    return tell(scene, deed)


def first_action(scene: Scene, deed: Deed) -> Scene:
    """«su primera acción debe ser una de las acciones indicadas»: those that the keyword names after its colon."""
    who, what = deed.fact.role("quien"), deed.fact.role("que")
    told = scene.card.partition(":")[2]
    first = isinstance(who, Cosa) and who.sort == "accion" and stuff(who).ids("orden") == ("primero",)
    if not first or not isinstance(what, Cosa) or what.sort != "accion" or not told.strip():
        return tell(scene, deed)
    named = frozenset(identifier(part) for part in re.split(r",|/| o | u ", told) if part.strip())
    scene.log.past.append(Event("", "primera_accion", {"quien": scene.me, "que": Ente("accion", scene.card, named)}))
    return tell(scene, deed)


def consider(scene: Scene, deed: Deed) -> Scene:
    """«puede considerar que su Aplomo es 2»: for the check that is being made."""
    fact = deed.fact.role("que")
    whose = fact.role("quien") if isinstance(fact, Hecho) and fact.verb == "valer" else None
    worth = fact.role("que") if isinstance(fact, Hecho) else None
    fits = isinstance(whose, Cosa) and whose.noun == "aplomo" and isinstance(worth, Cosa) and worth.qty.n.isdigit()
    if not fits or not isinstance(worth, Cosa) or deed.who.sort != "unidad":
        return tell(scene, deed)
    n = int(worth.qty.n)
    say(scene, f"{deed.who.name} puede contar con un Aplomo de {n}, por {scene.me.name}")
    scene.log.past.append(Event("", "aplomo", {"quien": deed.who, "de": scene.me}, number=n))
    return scene


def speed(scene: Scene, deed: Deed) -> Scene:
    """The top speed, where it is told: what raises it counts before what cuts it (`turn`)."""
    scene = tell(scene, deed)
    name = deed.who.name if deed.who.sort == "unidad" else scene.me.name
    unit = reading.unit(scene, name)
    if unit.velocidad is None:
        return scene
    return reading.put(scene, name, unit.model_copy(update={"velocidad": changed_speed(unit.velocidad, deed.fact)}))


KEEPS = "conserva"
"""Of a unit that chooses not to lose its suppression in the rally that is going on."""


def keep(scene: Scene, deed: Deed) -> Scene:
    """«puede conservar sus fichas de Acobardamiento»: whoever takes them off asks."""
    scene.log.past.append(Event("", KEEPS, {"quien": deed.who}))
    return tell(scene, deed)


def tell(scene: Scene, deed: Deed) -> Scene:
    words = _words(scene, deed)
    name = deed.who.name if deed.who.sort == "unidad" else scene.me.name
    say(scene, f"{name}: {words[:1].lower()}{words[1:]}")
    battle = battle_of(scene.state)
    granted: Mapping[str, tuple[str, ...]] = {**battle.concedido, name: (*battle.concedido.get(name, ()), words)}
    return scene.on(on(scene.state, battle.model_copy(update={"concedido": granted})))


def _words(scene: Scene, deed: Deed) -> str:
    """The words of the text; of a unit that the text has named before, said of «esta unidad», which the report names."""
    words = scene.world.words(deed.fact)
    if " " in words or deed.who.sort != "unidad":
        return words
    mine = tuple((name, Yo() if name == "quien" else value) for name, value in deed.fact.roles)
    return scene.world.words(replace(deed.fact, roles=mine))


def order(scene: Scene, deed: Deed) -> Scene:
    """An order to another unit: its token, face up, unless it has had one."""
    thing = reading.one(scene, deed)
    to = deed.fact.role("a")
    if thing.sort != "orden" or to is None:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene, found = whom(scene, to, reading.cited(scene), "objetivo")
    for ente in found:
        unit = reading.unit(scene, ente.name)
        if unit.orden != "sin":
            raise Illegal(f"{ente.name} ya ha recibido una orden esta ronda", rules.ONE_ORDER)
        say(scene, f"{deed.who.name} imparte una orden a {ente.name}: ficha de Orden boca arriba")
        scene = reading.put(scene, ente.name, unit.model_copy(update={"orden": "boca_arriba"}))
    return scene


def assign(scene: Scene, deed: Deed) -> Scene:
    """Tokens on other units: «asigna hasta X fichas a unidades enemigas», one after another to whom its player says."""
    thing = reading.one(scene, deed)
    row = described(scene, deed, thing, "tipo_ficha")
    kinds, to = row.ids("tipo_ficha"), deed.fact.role("a")
    if thing.sort != "ficha" or len(kinds) != 1 or kinds[0] not in TOKENS or not isinstance(to, Cosa):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    most = reading.many(scene, deed, row)
    names = scene.decision.elegidas
    if len(names) > most:
        raise Illegal(f"«{scene.card}» asigna {most} fichas como mucho", reading.cited(scene))
    if not names:
        scene.log.offer(scene.me.name, scene.step, f"puedes asignar hasta {most} fichas de {kinds[0]} con {scene.card}")
    possible = candidates(scene, to)
    for name in names:
        if possible.get(unit_of(name), False) is False:
            raise Illegal(f"«{scene.card}» no alcanza a {name}: {scene.world.words(deed.fact)}", reading.cited(scene))
        if card := banned(scene.state, scene.log, "recibir", quien=unit_of(name), que=token_of(kinds[0], name)):
            scene.say(f"{name} no puede ganar fichas de {kinds[0]}, por {card}", rule_named(card))
            continue
        unit = reading.unit(scene, name)
        now = unit.gains(kinds[0], 1)
        got = now.has(kinds[0]) > unit.has(kinds[0])
        say(scene, f"{name} gana 1 ficha de {kinds[0]}" if got else f"{name} no puede ganar fichas de {kinds[0]}")
        scene = reading.put(scene, name, now)
    return scene


def score(scene: Scene, deed: Deed) -> Scene:
    thing = reading.one(scene, deed)
    battle = battle_of(scene.state)
    player = battle.unit(scene.me.name).jugador
    if thing.sort != "punto" and "punto" not in thing.noun:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    n = int(thing.qty.n) if thing.qty.n.isdigit() else 1
    points = {**battle.puntos, player: battle.puntos.get(player, 0) + n}
    say(scene, f"{player or 'su jugador'} se anota {n} puntos de Victoria")
    return scene.on(on(scene.state, battle.model_copy(update={"puntos": points})))


def defeat(scene: Scene, deed: Deed) -> Scene:
    scene, found = whom(scene, deed.fact.role("que"), reading.cited(scene))
    for ente in found:
        say(scene, f"{ente.name} es derrotada")
        scene = reading.put(scene, ente.name, reading.unit(scene, ente.name).model_copy(update={"derrotada": True}))
    return scene
