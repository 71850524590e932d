"""Imperial Assault: what holds always or for a while: keywords, bonuses, prohibitions. It is looked up where it matters."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from grammar.meaning.effect import Momento, Paso
from grammar.meaning.values import Cosa, Cual, Hecho, Lista, Papel, Value, Yo, parts
from grammar.undecided import is_ignored
from kb.play.cite import cite
from kb.play.games.imperial_assault.decision import Told
from kb.play.games.imperial_assault.fight import GAME, Fight
from kb.play.games.imperial_assault.measure import group
from kb.play.games.imperial_assault.state import Table, rebel
from kb.play.games.imperial_assault.view import attack_of, figure_of, going
from kb.play.games.imperial_assault.world import ABILITY, Assault
from kb.play.logic import every
from kb.play.meaning.abilities import Ability, abilities_of, refusal
from kb.play.meaning.board import Board, Held, scene_bare, scene_of
from kb.play.meaning.conditions import candidates, fits, holds, joined, over
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.limits import still
from kb.play.meaning.look import stopped
from kb.play.meaning.moments import holds_around, stative
from kb.play.meaning.scene import Scene
from kb.play.meaning.standing import bound_of, item_of, lapsed
from kb.play.meaning.stuff import stuff
from kb.play.run import Illegal, Log

MUST = cite("imperial-assault/estados#r-8e1d9d", "debe cumplir")
IGNORED = cite("leyendas/capacidades#r-cambia", "se ignoran")
UNPRINTED = cite("imperial-assault/estados#r-621113", "carta de Estado")
KNOWN_STATES = frozenset({"concentracion"})
"""Conditions that the sequence of an attack sees to."""
STUN = "No puedes atacar ni salir de tu casilla."
STATE_CARDS: Mapping[str, str] = {
    "aturdimiento": f"{STUN}\n[acción] Descarta Aturdimiento.",
    "hemorragia": "Después de que realices una acción, sufres 1 [tensión].\n[acción] Descarta Hemorragia.",
}
"""What «Estados» says of each, as a card that the engine reads; a table may give another text. Those of expansions (Oculto,
Debilidad) say what they do on a card that no book of ours prints."""
FLAGS = frozenset({"gran_alcance", "movil", "descomunal"})
GIVEN = {
    "gran_alcance": "{} tiene Gran alcance",
    "movil": "{} es Móvil",
    "descomunal": "{} es Descomunal",
    "terreno": "{} no paga recargo por el terreno difícil",
    "figuras": "{} no paga recargo por las figuras enemigas",
}
SURCHARGES = {"terreno_dificil": "terreno", "figura": "figuras"}
OF_RESULTS = frozenset({"recibir", "aplicar", "adquirir", "ignorar"})
OF_DICE = frozenset({"anadir", "retirar", "reemplazar", "consistir"})
DENIED = frozenset({"requerir", "bloquear", "usar", "costar", "afectar"})
UNTIL: tuple[str, ...] = ("uso",)
"""What lasts as long as the ability that said it."""


BONUS_NAME = "bonificación"
"""The bonus effect of an activation: it is no deployment card, and may leave something to decide."""


def in_play(table: Table) -> Iterator[Held]:
    """Every card of who is on the board; in the co-operative mode, not those of the Empire that leave something to decide."""
    for owner, figure in table.figuras.items():
        if figure.derrotada or figure.fuera:
            continue
        states = state_cards(table, owner)
        printed = {text: text for text in figure.capacidades if not refusal(text, table.game)}
        for card, text in {**printed, **figure.cartas, **states}.items():
            if card in figure.cartas and card != BONUS_NAME and ignored(table, owner, text):
                continue
            yield Held(figure_of(owner), card, text)
    # The rules of a mission are nobody's: whoever of the Empire is on the board stands for it.
    empire = next((n for n, f in table.figuras.items() if not rebel(f) and not f.derrotada and not f.fuera), None)
    if empire is not None:
        yield from (Held(figure_of(empire), text, text) for text in table.mision if rules_by_itself(text, table.game))


@lru_cache(maxsize=500)
def rules_by_itself(text: str, game: str) -> bool:
    """A rule of the mission that waits for its moment or always holds; the others are lists, or say what follows them."""
    if refusal(text, game):
        return True  # told as not understood
    found = abilities_of(text, game)
    return all(one.clase in ("constante", "disparada") and (one.moments or stands(one)) for one in found)


def state_cards(table: Table, name: str) -> dict[str, str]:
    """What the conditions of a figure say: as the table tells, else as the book does.

    In the co-operative mode those of an Imperial figure are seen to by its list (`lists.bleed`, `walk.go`); outside its
    activation it may neither attack nor leave its space."""
    figure = table.figure(name)
    told = {str(s): t for s, t in table.cartas_de_estado.items() if s in figure.estados}
    if table.nobody_decides_for_the_empire and not rebel(figure):
        own = {"aturdimiento": STUN} if table.activa != name else {}
    else:
        own = dict(STATE_CARDS)
    return {**{s: text for s, text in own.items() if s in figure.estados}, **told}


def ignored(table: Table, owner: str, text: str) -> bool:
    return table.nobody_decides_for_the_empire and not rebel(table.figure(owner)) and is_ignored(text).ignorada


def tell_ignored(table: Table, log: Log) -> None:
    for owner, figure in table.figuras.items():
        for card, text in figure.cartas.items() if not figure.derrotada and not figure.fuera else ():
            if ignored(table, owner, text):
                said = is_ignored(text).mensaje
                log.say("", f"«{card}» de {owner}: {said[0].lower()}{said[1:-1]}", IGNORED, card, text)


UNDECIDED = Told()
WORLD = Assault({}, {}, {})
BOARDS = {
    game: Board(game=game, world=WORLD, cards=in_play, standing=lambda table: table.vigentes, decision=lambda: UNDECIDED)
    for game in (GAME, "leyendas")
}


def board_of(table: Table) -> Board:
    return BOARDS[table.game]


def stands(ability: Ability) -> bool:
    """It changes attacks, movement or values as long as it is there: nobody has to use it."""
    if ability.clase not in ("constante", "disparada") or not all(stative(m) or _meanwhile(m) for m in ability.moments):
        return False
    steps = [step for step in ability.steps if isinstance(step, Paso)]
    return bool(steps) and all(step.modo == "" and not step.coste and not step.en_vez and _lasting(step) for step in steps)


def _meanwhile(moment: Momento) -> bool:
    """«durante esta activación»: the bearer's, or its group's."""
    return moment.rel == "durante" and isinstance(moment.tiempo, Papel) and moment.tiempo.nombre == "este_activacion"


def _lasting(step: Paso) -> bool:
    return all(isinstance(fact, Hecho) and standing_fact(fact) for fact in step.efecto) and bool(step.efecto)


def standing_fact(fact: Hecho) -> bool:
    if fact.neg:
        return fact.verb in DENIED
    if permission(fact):
        return True
    if fact.verb == "afectar":  # whom a blast reaches
        return any(isinstance(p, Cosa) and p.noun == "explosion" for p in parts(fact.role("quien")))
    if fact.verb == "adquirir":
        own = fact.role("quien") == Yo() and isinstance(fact.role("que"), Cual)  # «Concentración», as a keyword of its attacks
        return own or getattr(fact.role("quien"), "nombre", "") == "defensor"
    if fact.verb == "recibir":
        return all(isinstance(thing, Cosa) and thing.sort in ("bono", "palabra_clave") for thing in _items(fact.role("que")))
    if fact.verb in OF_DICE:
        things = () if fact.verb == "consistir" else _items(fact.role("que"))
        return all(isinstance(thing, Cosa) and thing.sort in ("dado", "numero", "bono") for thing in things)
    return fact.verb in OF_RESULTS


def _items(value: Value | None) -> tuple[Value | None, ...]:
    return value.items if isinstance(value, Lista) else (value,)


def constants(table: Table, log: Log, event: Event | None = None) -> Iterator[tuple[Scene, Hecho]]:
    """Every order that holds now, with its scene."""
    board = board_of(table)
    around = going(table, event.step if event else "")
    for held in in_play(table):
        if refusal(held.text, table.game):
            continue
        for ability in abilities_of(held.text, table.game):
            if not stands(ability):
                continue
            scene = scene_of(board, table, held, event, around, log, ability)
            if ability.moments and not holds_around(scene, ability.moments)[0]:
                continue
            mine = table.activa is not None and group(table, table.activa) == group(table, held.bearer.name)
            if not mine and any(_meanwhile(m) for m in ability.moments):
                continue
            scene = _introduced(scene, ability)
            for step in ability.steps:
                if isinstance(step, Paso):
                    yield from _orders(scene, step)
    yield from _left(table, log, event, around)


def _introduced(scene: Scene, ability: Ability) -> Scene:
    """«Los ataques de esta figura …, y cada uno gana …»: who is told in one order is spoken of in the next."""
    fight = scene.state.fight
    for thing in (p for p in parts(ability.steps) if isinstance(p, Cosa) and p.id and p.id not in scene.bound):
        if thing.sort == "ataque" and fight is not None and fits(scene, attack_of(fight), replace(thing, id=0)):
            scene = scene.binding(thing.id, attack_of(fight))
        elif thing.sort == "figura":
            described = replace(thing, id=0)
            known = candidates(scene, described)
            scene = scene.binding(thing.id, *(ente for ente, is_so in known.items() if is_so))
            _doubted(scene, [ente for ente, is_so in known.items() if is_so is None])
    return scene


def _doubted(scene: Scene, entes: Sequence[Ente]) -> None:
    """Of the two of an attack: whoever may be meant, and nobody told, is not, and it is said."""
    fight = scene.state.fight
    for ente in entes if fight is not None else ():
        line = f"no se sabe si «{scene.card}» habla de {ente.name}: no se le aplica"
        if ente.name in (fight.attacker, fight.defender) and all(event.texto != line for event in scene.log.events):
            scene.say(line, ABILITY)


def _orders(scene: Scene, step: Paso) -> Iterator[tuple[Scene, Hecho]]:
    met = every(holds(scene, cond) for cond in joined(step.si))
    if met is None:  # three values: what nobody told is said, not passed over
        line = f"no se sabe si se cumple lo que pide «{scene.card}»: no ocurre «{scene.world.words(step)}»"
        if all(event.texto != line for event in scene.log.events):
            scene.say(line, ABILITY)
    for fact in step.efecto if met else step.si_no if met is False else ():
        if isinstance(fact, Hecho):
            yield scene, fact
        elif isinstance(fact, Paso) and (not fact.cuando or holds_around(scene, fact.cuando)[0]):
            yield from _orders(scene, fact)


def _left(table: Table, log: Log, event: Event | None, around: tuple[Event, ...]) -> Iterator[tuple[Scene, Hecho]]:
    board = board_of(table)
    for row in table.vigentes:
        item = item_of(row, table.game)
        step = item if isinstance(item, Paso) else Paso(efecto=(item,))
        bearer = board.world.entity(scene_bare(board, table, log), row.nave) if row.nave in table.figuras else None
        if bearer is None or step.modo:
            continue
        scene = scene_of(board, table, Held(bearer, row.carta, row.texto), event, around, log)
        scene = replace(scene, bound=bound_of(row, scene), several=frozenset(row.varios))
        yield from _orders(scene, replace(step, cuando=()))


def subject(scene: Scene, fact: Hecho, fight: Fight | None) -> list[Ente]:
    """Of the figures of an attack, those that the order is about."""
    who = fact.role("quien")
    sides = [figure_of(fight.attacker), figure_of(fight.defender)] if fight is not None else []
    where = fact.role("a")
    attacks = _attack_in(where)
    if fight is not None and attacks is not None:
        return sides[:1] if _fits(scene, attack_of(fight), attacks) else []
    if isinstance(who, Cosa) and who.sort == "ataque":
        return sides[:1] if fight is not None and _fits(scene, attack_of(fight), who) else []
    return [ente for ente in sides if who is None or _is_one(scene, who, ente)]


def _attack_in(where: Value | None) -> Cosa | None:
    """«a los resultados de cada ataque a distancia»."""
    if isinstance(where, Cosa) and where.sort == "ataque" and where.filters:
        return where
    of = stuff(where).of if isinstance(where, Cosa) and where.sort == "resultado" else None
    return of if isinstance(of, Cosa) and of.sort == "ataque" else None


def _fits(scene: Scene, ente: Ente, thing: Cosa) -> bool:
    return bool(fits(scene, ente, thing))


def _is_one(scene: Scene, who: Value, ente: Ente) -> bool:
    if isinstance(who, Cosa) and who.id and who.id in scene.bound:
        return ente in scene.bound[who.id]
    if isinstance(who, Cosa):
        return bool(fits(scene, ente, who))
    if isinstance(who, Lista):
        return any(_is_one(scene, item, ente) for item in who.items)
    return bool(over(scene, who, None, lambda one: one == ente or (one.sort == "ataque" and one.of == ente.name)))


def covers(scene: Scene, fact: Hecho, name: str) -> bool:
    who = fact.role("quien")
    where = fact.role("a")
    if fact.verb == "aplicar" and where is not None:
        return _is_one(scene, where, figure_of(name))
    return who is None or _is_one(scene, who, figure_of(name))


# --- keywords, surcharges, values ---------------------------------------------------------------------------------------------


def keywords(table: Table, name: str) -> frozenset[str]:
    """Gran alcance, Móvil, Descomunal, surcharges that it is spared: from the figure or from cards."""
    figure = table.figure(name)
    return frozenset({flag for flag in FLAGS if getattr(figure, flag)} | set(figure.sin_recargo) | set(given_by(table, name)))


def given_by(table: Table, name: str) -> dict[str, Scene]:
    """Of those, the ones that a card gives, with its scene."""
    own: dict[str, Scene] = {}
    for scene, fact in constants(table, Log()) if _any_card(table) else ():
        if fact.verb == "recibir" and not fact.neg and covers(scene, fact, name):
            own |= {t.noun: scene for t in _items(fact.role("que")) if isinstance(t, Cosa) and t.noun in FLAGS}
        elif fact.verb == "ignorar" and covers(scene, fact, name):
            own |= dict.fromkeys(spared(fact), scene)
    return own


def tell_given(table: Table, name: str, flags: frozenset[str], log: Log, step: str) -> None:
    """What a card makes of a figure, told where it has mattered."""
    for flag, scene in given_by(table, name).items():
        if flag in flags:
            log.say(step, GIVEN[flag].format(name), ABILITY, scene.card, scene.words)


def spares(scene: Scene, fact: Hecho, fight: Fight) -> frozenset[str]:
    """«no requieren línea de visión», «las figuras no bloquean la línea de visión de tus ataques»: of this attack?"""
    if not fact.neg or fact.verb not in ("requerir", "bloquear"):
        return frozenset()
    owners = [p for p in parts(fact) if isinstance(p, Cosa) and p.sort == "ataque"]
    mine = bool(subject(scene, Hecho("", (("quien", owners[0]),)), fight)) if owners else scene.me.name == fight.attacker
    if not mine:
        return frozenset()
    if fact.verb == "bloquear":
        return frozenset({"figuras"})
    return frozenset(p.noun for p in parts(fact.role("que")) if isinstance(p, Cosa)) & {"precision", "linea_de_vision"}


def sight(table: Table, name: str, target: str, kind: str) -> frozenset[str]:
    """What an attack would be spared, before it is declared: whether it can be is asked first."""
    fight = Fight(name, target, kind)
    found = [spares(scene, fact, fight) for scene, fact in (constants(table, Log()) if _any_card(table) else ())]
    return frozenset().union(*found)


def _any_card(table: Table) -> bool:
    return bool(table.vigentes) or any(f.cartas or f.capacidades for f in table.figuras.values())


def spared(fact: Hecho) -> list[str]:
    """«ignora el coste adicional del terreno difícil y de las figuras enemigas»."""
    what = fact.role("que")
    if not isinstance(what, Cosa) or what.noun != "coste_adicional":
        return []
    causes = [f.role("que") for f in what.filters if isinstance(f, Hecho) and f.verb in ("de", "por_causa")]
    things = [
        thing for cause in causes for thing in _items(cause) if isinstance(thing, Cosa) and thing.sort in ("terreno", "figura")
    ]
    return [SURCHARGES[thing.noun] for thing in things if thing.noun in SURCHARGES]


def equipped(table: Table) -> Table:
    """Figures with what their cards make of them, before they move or are seen."""
    for name in table.figuras:
        figure, flags = table.figure(name), keywords(table, name)
        light = tuple(sorted(flags & {"terreno", "figuras"}))
        new: dict[str, object] = {f: True for f in flags - {"terreno", "figuras"} if not getattr(figure, f)}
        if set(light) != set(figure.sin_recargo):
            new["sin_recargo"] = light
        if new:
            data = table.model_dump()
            data["figuras"][name].update(new)
            table = table.model_validate(data)
    return table


def bonus(table: Table, name: str, value: str, log: Log, step: str = "") -> int:
    """«+1 Velocidad», «+2 de Vida»: what cards and lasting effects add to a value of a figure."""
    total = 0
    for scene, fact in constants(table, Log()) if _any_card(table) else ():
        if fact.verb not in ("recibir", "aplicar") or fact.neg or not covers(scene, fact, name):
            continue
        for thing in _items(fact.role("que")):
            if isinstance(thing, Cosa) and thing.noun == value and thing.sort == "bono" and thing.qty.n.isdigit():
                n = int(thing.qty.n) * (-1 if thing.qty.op == "menos" else 1)
                log.say(step, f"{n:+d} {value} para {name}", ABILITY, scene.card, scene.words)
                total += n
    return total


def permissions(table: Table) -> Iterator[tuple[Scene, Hecho]]:
    """«puede …», said once and for all: what the rules would not let it do."""
    board = board_of(table)
    for held in in_play(table):
        for ability in abilities_of(held.text, table.game) if not refusal(held.text, table.game) else ():
            for step in ability.steps:
                fact = step.efecto[0] if isinstance(step, Paso) and step.modo == "puede" and len(step.efecto) == 1 else None
                if isinstance(fact, Hecho) and permission(fact):
                    yield scene_of(board, table, held, None, (), Log(), ability), fact


def permission(fact: Hecho) -> bool:
    """More than one attack, the same surge ability twice, surge abilities of somebody else."""
    what = fact.role("que")
    if not isinstance(what, Cosa) or fact.neg:
        return False
    return (
        (fact.verb == "realizar" and what.sort == "ataque" and what.qty.op == "mas_de")
        or (fact.verb == "activar" and what.sort == "capacidad")
        or (fact.verb == "usar" and what.noun == "capacidad_de_incremento")
    )


def permitted(table: Table, name: str, verb: str) -> list[tuple[Scene, Hecho]]:
    return [(scene, fact) for scene, fact in permissions(table) if fact.verb == verb and covers(scene, fact, name)]


def longer(table: Table, name: str) -> int:
    """«añade 1 a todos los valores de Mover»."""
    total = 0
    for scene, fact in constants(table, Log()) if _any_card(table) else ():
        what, where = fact.role("que"), fact.role("a")
        if fact.verb == "anadir" and isinstance(what, Cosa) and what.noun == "numero" and isinstance(where, Cosa):
            owner = stuff(where).of
            mine = _is_one(scene, owner, figure_of(name)) if owner is not None else scene.me.name == name
            total += int(what.qty.n) if mine and what.qty.n.isdigit() else 0
    return total


# --- prohibitions, ends ------------------------------------------------------------------------------------------------------


class Barred(Illegal):
    """A card or a condition forbids it: whoever acts by a list leaves that instruction out."""


def barred(table: Table, log: Log, verb: str, acting: str, target: str | None = None) -> None:
    """«no puede» beats everything: raises where a card forbids it."""
    roles = {"quien": figure_of(acting)} | ({"que": figure_of(target)} if target else {})
    if verb == "salir":
        roles["de"] = Ente("casilla", "", None, acting)
    if verb == "empujar":
        roles = {"que": figure_of(acting)}
    card = stopped(board_of(table), table, Event("", verb, roles), None, going(table), Log()) if _any(table) else None
    if card is not None:
        text = next((held.text for held in in_play(table) if held.card == card), card)
        state = card in state_cards(table, acting)
        raise Barred(f"«{card}» lo prohíbe: {text}", MUST if state else ABILITY)


def _any(table: Table) -> bool:
    return _any_card(table) or any(figure.estados for figure in table.figuras.values())


def unexplained(table: Table, name: str, log: Log, step: str) -> list[str]:
    """Conditions whose card nobody has given: no book of ours says what they do."""
    figure = table.figure(name)
    known = KNOWN_STATES | set(STATE_CARDS) | set(table.cartas_de_estado)
    states: list[str] = [s for s in figure.estados if s not in known]
    for state in states:
        log.say(step, f"lo que hace {state} lo dice su carta de Estado: escríbela en «cartas_de_estado»", UNPRINTED, state)
    return states


def end(table: Table, over_: str) -> Table:
    """An attack, an activation or a round is over: what lasted until then lapses."""
    if not table.vigentes and not table.usos:
        return table
    return table.model_copy(update={"vigentes": lapsed(table.vigentes, over_), "usos": still(table.usos, over_)})
