"""Legión: tokens gained, lost and spent; wounds; shields turned; keywords and surge charts that are gained."""

import re
from collections.abc import Mapping
from dataclasses import replace

from grammar.meaning.values import Cosa, Cual, Hecho
from kb.play.games.legion import cites as rules
from kb.play.games.legion.board import banned, expected, interests, keyword_in, number_of, stands_by
from kb.play.games.legion.fight import Fight, wounded
from kb.play.games.legion.keywords import rule_named
from kb.play.games.legion.state import TOKENS
from kb.play.games.legion.terms import terms
from kb.play.games.legion.verbs import reading
from kb.play.games.legion.verbs.reading import ALL, say
from kb.play.games.legion.view import GAINED, battle_of, keyword_of, on, side_of, token_of, unit_of
from kb.play.games.legion.words import agree
from kb.play.meaning.conditions import candidates, known_as
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.standing import lasting
from kb.play.meaning.stuff import Stuff, described
from kb.play.run import Illegal, Pending
from kb.text import identifier

FACES: Mapping[str, str] = {
    "incremento_de_ataque": "incremento", "incremento_de_defensa": "incremento", "cara_vacia": "vacia",
    "impacto": "impacto", "critico": "critico", "bloqueo": "bloqueo", "incremento": "incremento",
}  # fmt: skip


def gain(scene: Scene, deed: Deed) -> Scene:
    for thing in reading.things(scene, deed):
        done = GIVEN.get(thing.sort)
        if done is None:
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        scene = done(scene, deed, thing)
    return scene


def _token(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    thing, told = _indicated(scene, thing)
    row = described(scene, deed, thing, "tipo_ficha")
    kinds = told or row.ids("tipo_ficha")
    kind = kinds[0] if len(kinds) == 1 else scene.decision.ficha
    name = deed.who.name
    if deed.who.sort != "unidad" or not kinds or set(kinds) - set(TOKENS):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    n = reading.many(scene, deed, row)
    if kind is None:
        for each in kinds:
            scene.log.offer(name, scene.step, f"puedes ganar {n} ficha de {each} con {scene.card}")
        return scene
    if kind not in kinds:
        raise Illegal(f"«{scene.card}» no da fichas de {kind}", reading.cited(scene))
    unit = reading.unit(scene, name)
    if unit.derrotada or (isinstance(scene.state, Fight) and scene.state.token and name == scene.state.who):
        return scene
    if card := banned(scene.state, scene.log, "recibir", quien=deed.who, que=token_of(kind, name)):
        scene.say(f"{name} no puede ganar fichas de {kind}, por {card}", rule_named(card))
        return scene
    now = unit.gains(kind, n, stands_by(scene.state, scene.log, name))
    got = now.has(kind) - unit.has(kind)
    if got:
        say(scene, f"{name} gana {got} fichas de {kind}")
    else:
        say(scene, f"{name} no puede ganar fichas de {kind}")
    if now.has("alerta") < unit.has("alerta"):
        scene.say(f"{name} pierde su ficha de Alerta", rules.LOSES_STANDBY)
    roles = {"quien": deed.who, "que": token_of(kind, name)}
    # What a text gives when tokens are gained is no occasion for more of them: it would never end.
    again = got > 0 and not expected(interests(scene.words), "despues", "recibir")
    scene.log.past.append(Event("despues", "recibir", roles, number=got, tiempo=GAINED if again else ""))
    return reading.put(scene, name, now)


def _indicated(scene: Scene, thing: Cosa) -> tuple[Cosa, tuple[str, ...]]:
    """«X fichas indicadas»: of the kind that the keyword names after its colon."""
    rest = tuple(f for f in thing.filters if not (isinstance(f, Hecho) and f.verb == "indicar"))
    kind = identifier(re.sub(r"\d+", "", scene.card.partition(":")[2]))
    return (replace(thing, filters=rest), (kind,)) if len(rest) < len(thing.filters) and kind in TOKENS else (thing, ())


def _keyword(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    """Of the attack pool or of a unit in the attack: until the attack is over."""
    if not isinstance(scene.state, Fight):  # a keyword that is gained outside an attack stays
        say(scene, f"{deed.who.name} gana {terms()[thing.noun].nombre if thing.noun in terms() else thing.noun}")
        return scene.on(kept(scene, deed.fact))
    f = reading.fight(scene, deed)
    side, n = side_of(f, deed.who), number_of(thing)
    if side is None or thing.noun not in terms() or n is None:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    number = f" {n * deed.times}" if "X" in terms()[thing.noun].parametros else ""
    say(scene, f"{deed.who.name} gana {terms()[thing.noun].nombre}{number}")
    return scene.on(f.gain(side, thing.noun, n * deed.times))


def _chart(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    f = reading.fight(scene, deed)
    rows = [c for c in thing.filters if isinstance(c, Hecho) and c.verb == "convertir"]
    if len(rows) != 1 or len(thing.filters) != 1:
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    ids = [row.id if isinstance(row, Cual) else "" for row in (rows[0].role("que"), rows[0].role("en"))]
    if set(ids) - set(FACES):
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    say(scene, f"{deed.who.name} gana la conversión de {FACES[ids[0]]} en {FACES[ids[1]]}")
    return scene.on(replace(f, charts=f.charts | {(FACES[ids[0]], FACES[ids[1]])}))


GIVEN = {"ficha": _token, "palabra_clave": _keyword, "conversion": _chart}


def lose(scene: Scene, deed: Deed) -> Scene:
    for thing in reading.things(scene, deed):
        if thing.sort == "palabra_clave":
            say(scene, f"{deed.who.name} pierde {terms()[thing.noun].nombre}")
            scene = scene.on(kept(scene, deed.fact))
            continue
        row = described(scene, deed, thing, "tipo_ficha", "de")
        if isinstance(row.of, Cosa):
            scene = _off_others(scene, deed, row)
            continue
        name, kinds = _owner(scene, deed, row), row.ids("tipo_ficha")
        if thing.sort not in ("ficha", "herida") or (thing.sort == "ficha" and (not kinds or set(kinds) - {*TOKENS, "herida"})):
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        if len(kinds) > 1:
            scene = _off_several(scene, deed, row, name)
            continue
        kind = kinds[0] if kinds else "herida"
        unit = reading.unit(scene, name)
        n = min(reading.many(scene, deed, row, unit.counts(kind)), unit.counts(kind))
        if n:
            say(scene, f"{name} pierde {n} fichas de {kind}")
        now = unit.model_copy(update={"heridas": unit.heridas - n}) if kind == "herida" else unit.with_tokens(**{kind: -n})
        scene = reading.put(scene, name, now)
    return scene


def _off_several(scene: Scene, deed: Deed, row: Stuff, name: str) -> Scene:
    """«hasta X fichas de Herida o de Veneno»: of the kind that its player says; where there is only one, of that."""
    unit = reading.unit(scene, name)
    have = {kind: unit.counts(kind) for kind in row.ids("tipo_ficha") if unit.counts(kind)}
    most = reading.many(scene, deed, row, sum(have.values()))
    kind = scene.decision.ficha or (next(iter(have)) if len(have) == 1 else None)
    if kind is None and sum(have.values()) > most:
        raise Pending(f"di en «ficha» de qué clase quita {most} «{scene.card}»: {' o '.join(have)}")
    for each in (kind,) if kind else tuple(have):
        n = min(most, have.get(each, 0))
        say(scene, f"{name} pierde {n} fichas de {each}")
        now = unit.model_copy(update={"heridas": unit.heridas - n}) if each == "herida" else unit.with_tokens(**{each: -n})
        unit = now
    return reading.put(scene, name, unit)


def _off_others(scene: Scene, deed: Deed, row: Stuff) -> Scene:
    """«quita hasta X fichas de otras unidades aliadas»: one from each unit that its player names, as often as it is named."""
    assert isinstance(row.of, Cosa)
    kinds = row.ids("tipo_ficha")
    possible, names = candidates(scene, row.of), scene.decision.elegidas
    kind = kinds[0] if len(kinds) == 1 else scene.decision.ficha
    most = reading.many(scene, deed, row, ALL)
    if not names:
        scene.log.offer(scene.me.name, scene.step, f"puedes quitar hasta {most} fichas con {scene.card}")
    if len(names) > most or any(unit_of(name) not in possible for name in names):
        raise Illegal(f"«{scene.card}» quita en total {most} fichas: {scene.world.words(deed.fact)}", reading.cited(scene))
    for name in names:
        unit = reading.unit(scene, name)
        off = kind or next((each for each in kinds if unit.counts(each)), kinds[0])
        say(scene, f"{name} pierde 1 ficha de {off}")
        left = max(0, unit.heridas - 1)
        scene = reading.put(
            scene, name, unit.model_copy(update={"heridas": left}) if off == "herida" else unit.with_tokens(**{off: -1})
        )
    return scene


def _owner(scene: Scene, deed: Deed, row: Stuff) -> str:
    if row.of is None:
        return deed.who.name
    pointed = known_as(scene, row.of)
    if not pointed or len(pointed) != 1 or pointed[0].sort != "unidad":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return pointed[0].name


def spend(scene: Scene, deed: Deed) -> Scene:
    for thing in reading.things(scene, deed):
        row = described(scene, deed, thing, "tipo_ficha", "de")
        kinds = row.ids("tipo_ficha")
        if thing.sort != "ficha" or len(kinds) != 1 or set(kinds) - set(TOKENS):
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        name = _owner(scene, deed, row)
        n = reading.many(scene, deed, row, reading.unit(scene, name).has(kinds[0]))
        if card := banned(scene.state, scene.log, "gastar", quien=unit_of(name), que=token_of(kinds[0], name)):
            raise Illegal(f"{name} no puede gastar fichas de {kinds[0]} por {card}", reading.cited(scene))
        say(scene, f"{name} gasta {n} fichas de {kinds[0]}")
        scene = scene.on(paid(scene, name, kinds[0], n))
        scene = scene.binding(thing.id, *(token_of(kinds[0], f"{name} {k}") for k in range(n)))
    return scene


def paid(scene: Scene, name: str, kind: str, n: int) -> object:
    state = scene.state
    if isinstance(state, Fight) and (side := side_of(state, unit_of(name))):
        return state.spend(side, kind, n)
    unit = battle_of(state).unit(name)
    if unit.has(kind) < n:
        raise Illegal(f"{name} no tiene {n} fichas de {kind}", reading.cited(scene))
    return state.put(name, unit.with_tokens(**{kind: -n}))


def suffer(scene: Scene, deed: Deed) -> Scene:
    thing = reading.one(scene, deed)
    row = described(scene, deed, thing)
    if thing.sort != "herida" or deed.who.sort != "unidad":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    name, n = deed.who.name, reading.many(scene, deed, row)
    if isinstance(scene.state, Fight) and scene.state.token and name == scene.state.who:
        return scene  # a charge is nobody
    by = keyword_of(keyword_in(scene.words))
    if card := banned(scene.state, scene.log, "sufrir", quien=deed.who, que=Ente("herida", "herida"), por=by):
        scene.say(f"{name} no sufre Heridas por «{scene.card}»: lo impide {card}", rule_named(card))
        return scene
    say(scene, f"{name} sufre {n} Heridas")
    state = scene.state
    return scene.on(state.wound(name, n) if isinstance(state, Fight) else wounded(state, name, n, scene.log))


def turn_over(scene: Scene, deed: Deed) -> Scene:
    thing = reading.one(scene, deed, "a" if deed.fact.role("a") is not None else "que")
    row = described(scene, deed, thing, "tipo_ficha", "estado", "de")
    if row.ids("tipo_ficha") != ("escudo",) or row.ids("estado") not in (("inactivo",), ("activo",)):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    name = _owner(scene, deed, row)
    unit = reading.unit(scene, name)
    if row.ids("estado") == ("inactivo",):
        n = min(unit.escudos_inactivos, reading.many(scene, deed, row, unit.escudos_inactivos))
        say(scene, f"{name} vuelve a activar {n} escudos")
    else:
        n = -min(unit.has("escudo"), reading.many(scene, deed, row, unit.has("escudo")))
        by_ions = keyword_in(scene.words) == "ionica_x"  # its entry speaks of shields in a passage of its own
        rule = rules.ION_SHIELDS if by_ions else reading.cited(scene)
        scene.say(agree(f"{-n} escudos de {name} se vuelven inactivos"), rule)
    now = unit.with_tokens(escudo=n).model_copy(update={"escudos_inactivos": unit.escudos_inactivos - n})
    return reading.put(scene, name, now)


def kept(scene: Scene, fact: Hecho) -> object:
    battle = battle_of(scene.state)
    return on(
        scene.state, battle.model_copy(update={"vigentes": (*battle.vigentes, lasting(scene, fact, "legion", "partida"))})
    )
