"""Rebellion: cards that are drawn, discarded, seen, used and played."""

from grammar.meaning.values import Cosa, Hecho, Papel, Value
from kb.play.cite import cite
from kb.play.games.rebellion.facts import listed, where
from kb.play.games.rebellion.rules import effect_of, move_reputation
from kb.play.games.rebellion.state import Side, Table
from kb.play.games.rebellion.verbs.reading import ask, number, side, told
from kb.play.games.rebellion.view import leader_of
from kb.play.games.rebellion.world import system_of
from kb.play.meaning.conditions import candidates, known_as
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.stuff import stuff
from kb.play.run import Illegal
from kb.play.saying import many

DISCARD = cite("rebellion/descartes#r-32d0e8", "descartado")
ONE_USE = cite("rebellion/cartas-de-accion#r-f8ff10", "una sola vez por partida")
ITS_LEADER = cite("rebellion/cartas-de-accion#r-811ac1", "está en ese sistema")
SCORE = cite("rebellion/cartas-de-objetivo#r-d923cc", "requisito")
BOX = cite("rebellion/cartas-de-objetivo#r-43b529", "vuelve a la caja")
ONE_EACH = cite("rebellion/cartas-de-objetivo#r-62d013", "1 en cada combate")
DECKS = frozenset({"sonda", "objetivo", "mision", "proyecto", "accion", "tactica"})


def deck_of(scene: Scene, deed: Deed, what: Value | None, *kinds: str) -> str:
    """Which deck: «carta de Sonda», «carta de Táctica terrestre»."""
    if not isinstance(what, Cosa) or what.sort != "carta":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    row = stuff(what)
    name = what.noun.removeprefix("carta_de_")
    theatre = row.ids("escenario_fijo", "escenario")
    if name not in DECKS or (theatre and name != "tactica") or len(theatre) > 1:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    if not row.only("escenario_fijo", "escenario", *kinds):
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    return f"tactica_{theatre[0]}" if theatre else name


def draw(scene: Scene, deed: Deed) -> Scene:
    for what in listed(deed.fact.role("que")):
        deck = deck_of(scene, deed, what)
        assert isinstance(what, Cosa)
        n = number(scene, deed, what.qty)
        scene.say(f"roba {many(n, 'carta')} de {deck.replace('_', ' ')}", effect_of(scene))
        scene = scene.on(_held(scene.state.counted("robadas", deck, n), side(scene, deed), deck, n))
    return scene


def _held(table: Table, who: Side, deck: str, n: int) -> Table:
    """The cards of a hand are counted where the situation tells how many there are."""
    hand = table.hand(who)
    if deck not in hand.cartas:
        return table
    return table.put_hand(who, hand.model_copy(update={"cartas": {**hand.cartas, deck: max(0, hand.cartas[deck] + n)}}))


def discard(scene: Scene, deed: Deed) -> Scene:
    for what in listed(deed.fact.role("que")):
        if isinstance(what, Papel) and what.nombre == "este_carta":
            scene.say(f"«{scene.card}» se descarta", DISCARD)
            scene = scene.on(scene.state.counted("descartadas", "mision" if scene.state.lance else "accion", 1))
            continue
        if isinstance(what, Cosa) and what.noun == "carta_de_tactica":
            scene = _tactic(scene, deed, what)
            continue
        deck = deck_of(scene, deed, what, "de")
        assert isinstance(what, Cosa)
        scene = _discard(scene, deed, what, deck)
    return scene


def _discard(scene: Scene, deed: Deed, what: Cosa, deck: str) -> Scene:
    who, n = _whose(scene, deed, what), number(scene, deed, what.qty)
    have = scene.state.hand(who).cartas.get(deck)
    if have is not None and have < n:
        if deed.cost:
            raise Illegal(f"{who} no tiene {many(n, 'carta')} de {deck} que descartar", DISCARD)
        n = have
    scene.say(f"{who} descarta {many(n, 'carta')} de {deck.replace('_', ' ')}", DISCARD)
    return scene.on(_held(scene.state.counted("descartadas", deck, n), who, deck, -n))


def _whose(scene: Scene, deed: Deed, what: Cosa) -> Side:
    """«de tu mano», «de la mano de tu adversario»; else of whoever does it."""
    hand = stuff(what).of
    owner = stuff(hand).of if isinstance(hand, Cosa) and hand.sort == "mano" else hand
    found = known_as(scene, owner) if owner is not None else (deed.who,)
    if not found or len(found) != 1 or found[0].sort != "jugador":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return "imperio" if found[0].name == "imperio" else "rebelde"


def _tactic(scene: Scene, deed: Deed, what: Cosa) -> Scene:
    """Tactic cards have names on the table: the one that its player says, or the only one."""
    fit = {
        ente: known for ente, known in candidates(scene, what).items() if ente.name != scene.card or ente.of != scene.me.name
    }
    paid = told(scene).descarta or (next(iter(fit)).name if len(fit) == 1 else None)
    if paid is None and fit:
        raise ask("descarta", f"qué carta de Táctica descarta «{scene.card}»", (ente.name for ente in fit))
    chosen = next((ente for ente in fit if ente.name == paid), None)
    if chosen is None:
        if paid is None and not deed.cost:
            scene.say(f"«{scene.card}»: no hay ninguna carta de Táctica que descartar", DISCARD)
            return scene
        raise Illegal(f"«{scene.card}» pide descartar 1 carta de Táctica («descarta»)", DISCARD)
    scene.say(f"{chosen.of} descarta «{chosen.name}»", DISCARD)
    return scene.on(without_tactic(scene.state, chosen.of, chosen.name).counted("descartadas", "tactica", 1))


def without_tactic(table: Table, who: str, name: str) -> Table:
    owner: Side = "imperio" if who == "imperio" else "rebelde"
    hand = table.hand(owner)
    left = {n: card for n, card in hand.tacticas.items() if n != name}
    return table.put_hand(owner, hand.model_copy(update={"tacticas": left}))


def see(scene: Scene, deed: Deed) -> Scene:
    """A hand is shown: from now on the rival knows it."""
    what = deed.fact.role("que")
    if not isinstance(what, Cosa) or what.sort != "mano":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    row = stuff(what)
    found = known_as(scene, row.of) if row.of is not None else (deed.who,)
    cards = [f.role("que") for f in row.rest if isinstance(f, Hecho) and f.verb == "tener"]
    if not found or len(found) != 1 or len(row.rest) != len(cards) or len(cards) > 1:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    kind = cards[0] if cards else None
    deck = kind.noun.removeprefix("carta_de_") if isinstance(kind, Cosa) else "cartas"
    if isinstance(kind, Cosa) and kind.id:
        scene = scene.binding(kind.id, *_cards(scene, kind, found[0]))
    scene.say(f"se ve la mano de {deck} de {found[0].name}", effect_of(scene))
    table: Table = scene.state
    return scene.on(table.model_copy(update={"vistas": tuple(dict.fromkeys((*table.vistas, f"{deck} {found[0].name}")))}))


def _cards(scene: Scene, kind: Cosa, owner: Ente) -> tuple[Ente, ...]:
    return tuple(ente for ente in candidates(scene, kind) if ente.of == owner.name)


def use(scene: Scene, deed: Deed) -> Scene:
    """«Úsala …»: once a game; in a mission or a combat, with one of its leaders there."""
    if deed.fact.role("que") != Papel("este_carta"):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return spent(scene)


def spent(scene: Scene) -> Scene:
    mine: Side = "imperio" if scene.me.name == "imperio" else "rebelde"
    leader, place = told(scene).lider, system_of(scene)
    going = scene.state.lance is not None or scene.event is not None
    if going and leader and place is not None and where(scene.state, leader_of(leader)) != place.name:
        raise Illegal(f"{leader} no está en {place.name}: «{scene.card}» no vale", ITS_LEADER)
    scene.say(f"{mine} usa «{scene.card}»", ONE_USE)
    return scene.on(without_action(scene.state, mine, scene.card))


def without_action(table: Table, who: Side, name: str) -> Table:
    hand = table.hand(who)
    if name not in hand.acciones:
        return table
    left = {n: text for n, text in hand.acciones.items() if n != name}
    return table.put_hand(who, hand.model_copy(update={"acciones": left}))


def score(scene: Scene, deed: Deed) -> Scene:
    """«Juega esta carta …»: an Objective, worth its Reputation; one in each combat, and in each Refresh phase."""
    mine: Side = "imperio" if scene.me.name == "imperio" else "rebelde"
    card = scene.state.hand(mine).objetivos.get(scene.card)
    if deed.fact.role("que") != Papel("este_carta") or card is None:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene.say(f"se cumple: gana {card.valor} de Reputación", SCORE)
    table = move_reputation(scene.state, card.valor, scene.log, scene.step)
    scene.say("la carta vuelve a la caja", BOX)
    hand = table.hand(mine)
    left = {n: each for n, each in hand.objetivos.items() if n != scene.card}
    scene.log.past.append(Event("despues", "jugar", {"quien": scene.me}))
    return scene.on(table.put_hand(mine, hand.model_copy(update={"objetivos": left})))
