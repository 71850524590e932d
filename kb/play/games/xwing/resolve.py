"""X-Wing: an ability resolved sentence by sentence: requirements checked, costs paid, effects done."""

from typing import Any

from grammar.effects import Cola, Enlace, Frase, Momento, Operacion, Oracion, Periodo, Requisito, Secuencia, Seleccion
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.abilities import OTHER_HEADERS, Ability, abilities_of
from kb.play.games.xwing.actions import OF_A_CARD, Action, act
from kb.play.games.xwing.conditions import holds, required
from kb.play.games.xwing.fight import with_card
from kb.play.games.xwing.scene import Decision, Scene
from kb.play.games.xwing.selector import tokens_of
from kb.play.games.xwing.state import Ban, Natural, Table
from kb.play.games.xwing.verbs import RUN
from kb.play.games.xwing.view import View
from kb.play.logic import Known, every
from kb.play.run import Illegal, Log, Pending

SPECIAL = (
    "por_cada", "en_vez_de", "en_vez_de_hacer", "en_vez_de_eso", "en_vez_de_rasgo", "sin_hacer", "limite",
    "como_si", "considerando", "debido_a",
)  # fmt: skip
"""Circumstances that change what a verb does: none of them is run, and what has one is refused."""
COUNTED = frozenset({"una_vez_por", "mas_de_una_vez_por"})
"""How often it may be used: nobody keeps that count."""


class UseAbility(Decision):
    """An ability used because the scenario says that its moment has come."""

    nave: str
    carta: str
    oracion: Natural = 1
    """Which ability of the card, where it has several."""


def use(table: Table, order: UseAbility, log: Log) -> tuple[Table, dict[str, Any]]:
    ship = table.ship(order.nave)
    if order.carta not in ship.cartas:
        raise Illegal(f"la nave no lleva la carta «{order.carta}»", rules.ABILITY)
    words = ship.text_of(order.carta)
    scene = Scene(View(table, order.nave, roles=order.papeles), order.carta, order, log, words)
    if order.elige is not None:
        scene = scene.of(order.elige)
    found = abilities_of(words)
    if not 1 <= order.oracion <= len(found):
        raise Illegal(f"«{order.carta}» tiene {len(found)} capacidades", rules.ABILITY)
    table, used = resolve(scene, found[order.oracion - 1])
    return table, {"usada": used}


def resolve(scene: Scene, ability: Ability) -> tuple[Table, bool]:
    """The table afterwards, and whether it was used."""
    if ability.headers & OTHER_HEADERS and not _fired(scene):
        raise scene.fail("es un armamento o un dispositivo")
    if "accion" in ability.headers:
        order = Action(nave=scene.me, accion=f"{OF_A_CARD}{scene.card}", color="blanca")
        scene = scene.on(act(scene.table, order, scene.log)[0])
    used = False
    for sentence in ability.sentences:
        linked = next((frame for frame in sentence.marco if isinstance(frame, Enlace)), None)
        if linked is not None and linked.tipo not in ("luego", "ademas") and (linked.tipo == "de_lo_contrario") == used:
            continue
        if linked is not None and linked.y_si is not None and not _told(scene, holds(scene.view, linked.y_si)):
            continue
        scene, used = _sentence(scene, sentence)
    return scene.table, used


def _fired(scene: Scene) -> bool:
    """Is the weapon of this card the one that is being used?"""
    return scene.view.happening is not None and with_card(scene.card) in scene.view.happening.qualities


def _sentence(scene: Scene, sentence: Oracion) -> tuple[Scene, bool]:
    if sentence.tramos:
        raise scene.fail("tiene varios tramos")
    for frame in sentence.marco:
        if isinstance(frame, Requisito):
            if not _told(scene, required(scene.view, frame)):
                raise Illegal(f"no se cumple el requisito de «{scene.card}»", rules.REQUIREMENT)
        elif isinstance(frame, Periodo) and frame.plazo.relacion in COUNTED:
            raise scene.fail("no se lleva la cuenta de cuántas veces se usa")
        elif not isinstance(frame, Momento | Periodo | Enlace):
            raise scene.fail("depende de una tirada o de una cuenta")
    despite = tuple(tail for tail in sentence.colas if tail.tipo == "incluso_aunque")
    for tail in sentence.colas:
        if tail not in despite and _stops(scene, tail):
            return scene, False
    phrases = sentence.frases.partes
    if sentence.frases.conj == "o":
        phrases = (phrases[_option(scene, [p.efecto.ops[0].kind for p in phrases])],)
    used = False
    for phrase in phrases:
        scene, used = _phrase(scene, phrase)
    return scene, used


def _stops(scene: Scene, tail: Cola) -> bool:
    """«si …» and «a menos que …» at the end of a sentence."""
    if tail.tipo not in ("si", "a_menos_que") or tail.frases is None:
        raise scene.fail("tiene excepciones o alternativas")
    return _told(scene, holds(scene.view, tail.frases)) == (tail.tipo == "a_menos_que")


def _told(scene: Scene, known: Known) -> bool:
    """What the situation does not tell, the scenario has to say."""
    found = scene.decision.se_cumple if known is None else known
    if found is None:
        raise Pending(f"di con «se_cumple» si se cumple el requisito de «{scene.card}»")
    return found


def _phrase(scene: Scene, phrase: Frase) -> tuple[Scene, bool]:
    if phrase.modo_negado and phrase.modo == "puede":
        return _forbid(scene, phrase), True
    if phrase.modo_negado or phrase.modo not in (None, "puede", "debe") or phrase.para_que is not None:
        raise scene.fail("prohíbe o permite en vez de hacer")
    if phrase.en_vez_previo is not None:
        raise scene.fail("cambia una cosa por otra")
    if phrase.modo == "puede" and not scene.decision.usa:
        scene.say(f"{scene.me} renuncia: pierde esta ocasión", rules.OPTIONAL)
        return scene, False
    ships = scene.whom(phrase.sujeto)
    if len(ships) > 1 or (phrase.sujeto is not None and ships != (scene.me,)):
        scene = scene.of(*ships)
    for costs, part in ((True, phrase.costes), (False, phrase.efecto)):
        if part is not None:
            scene = _sequence(scene, part, ships, costs)
    return scene, True


def _sequence(scene: Scene, part: Secuencia, ships: tuple[str, ...], costs: bool) -> Scene:
    ops = part.ops
    if part.conj == "o":
        ops = (ops[_option(scene, [op.kind for op in ops])],)
    for op in ops:
        counted = any(period.relacion in COUNTED for period in op.durante)
        if op.kind not in RUN or op.negada or counted or any(getattr(op, name) for name in SPECIAL):
            raise scene.fail(f"«{op.kind}» no se ejecuta así")
        for name in ships:
            scene = RUN[op.kind](scene, op, name)
    if costs:
        scene.say(f"{', '.join(ships)} paga el coste de «{scene.card}»", rules.COST)
    return scene


def _option(scene: Scene, kinds: list[str]) -> int:
    told = scene.decision.opcion
    if told is not None and told.isdigit() and 1 <= int(told) <= len(kinds):
        return int(told) - 1
    if told in kinds:
        return kinds.index(told)
    raise Pending(f"di en «opcion» cuál: {', '.join(f'{n} ({kind})' for n, kind in enumerate(kinds, 1))}")


def _forbid(scene: Scene, phrase: Frase) -> Scene:
    """«Si lo haces, no puedes …»: it lasts until the end of the phase, or of the round where it says so."""
    bans = [ban for op in phrase.efecto.ops for name in scene.whom(phrase.sujeto) if (ban := _ban(scene, op, name))]
    if not bans:
        raise scene.fail("prohíbe algo que no se vigila")
    for ban in bans:
        scene.say(f"desde ahora {ban.nave} no puede {ban.verbo} {', '.join(ban.cosas)}".rstrip(), rules.CANNOT)
    return scene.on(scene.table.model_copy(update={"prohibido": (*scene.table.prohibido, *bans)}))


def _ban(scene: Scene, op: Operacion, name: str) -> Ban | None:
    what = getattr(op, "que", None)
    if isinstance(what, Seleccion) and what.objeto in ("accion", "ficha"):
        things = tokens_of(what) or () if what.objeto == "ficha" else ()
        return Ban(nave=name, verbo=op.kind, cosas=things, carta=scene.card)
    if isinstance(what, Seleccion) and what.objeto == "blanco_fijado":
        return Ban(nave=name, verbo=op.kind, cosas=("blanco_fijado",), carta=scene.card)
    return None


def ready(scene: Scene, ability: Ability) -> Known:
    """Are its requirements met now? (Checked on entering the queue and again on resolving.)"""
    return every(required(scene.view, frame) for frame in ability.requirements)
