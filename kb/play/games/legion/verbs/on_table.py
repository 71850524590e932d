"""Legión: what is done on the table and cannot be measured here (moving, deploying, lists, a free action): it is granted, told
in the words of the text and kept among what each unit has been granted; orders, points and defeats are kept as they are."""

from collections.abc import Mapping

from grammar.meaning.values import Cosa
from kb.play.games.legion import cites as rules
from kb.play.games.legion.state import TOKENS
from kb.play.games.legion.verbs import reading
from kb.play.games.legion.verbs.reading import say
from kb.play.games.legion.view import battle_of, on
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.select import whom
from kb.play.meaning.stuff import described
from kb.play.run import Illegal

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


def tell(scene: Scene, deed: Deed) -> Scene:
    words = scene.world.words(deed.fact)
    name = deed.who.name if deed.who.sort == "unidad" else scene.me.name
    say(scene, f"{name}: {words[:1].lower()}{words[1:]}")
    battle = battle_of(scene.state)
    granted: Mapping[str, tuple[str, ...]] = {**battle.concedido, name: (*battle.concedido.get(name, ()), words)}
    return scene.on(on(scene.state, battle.model_copy(update={"concedido": granted})))


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
    for name in names:
        say(scene, f"{name} gana 1 ficha de {kinds[0]}")
        scene = reading.put(scene, name, reading.unit(scene, name).gains(kinds[0], 1))
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
