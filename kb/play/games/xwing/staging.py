"""X-Wing: situations made to order: three ships in five conditions, and the step in which the moment of an ability comes."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from grammar.meaning.effect import Momento, Paso
from grammar.meaning.values import Cosa, Cual, Hecho, Lista, Papel, Rango, Value, Yo, parts
from kb.play.games.xwing.state import TOKENS
from kb.play.games.xwing.verbs.deeds import ACTIONS
from kb.play.games.xwing.view import BEARINGS, COLOURS, PHASES
from kb.play.games.xwing.world import GAME
from kb.play.meaning.abilities import Ability, abilities_of
from kb.play.meaning.moments import stative
from kb.play.meaning.perform import STANDS
from kb.play.meaning.stuff import stuff

CARD, OTHER, MINE, FRIEND, FOE = "carta", "otra", "nave", "aliada", "enemiga"
THEIRS = "suya"
"""A weapon of the friend."""
LOCK = "blanco_fijado"
Step = dict[str, Any]
_SHIP: Step = {"tamano": "pequena", "ataque": 3, "agilidad": 2, "casco": 7, "escudos": 1, "escudos_max": 3}
_RICH: Step = {
    "iniciativa": 3, "cargas": 3, "cargas_max": 4, "fuerza": 2, "fuerza_max": 3, "energia": 3, "energia_max": 5,
    "torreta": "frontal",
}  # fmt: skip
_GREEN = {"concentracion": 1, "evasion": 1, "calculos": 1}
_FRAGILE: Step = {"dano": 6, "escudos": 0}
WORLDS: tuple[tuple[Step, Step, Step], ...] = (
    (
        {"fichas": _GREEN, "blancos": [FOE]},
        {"fichas": {"concentracion": 1, "calculos": 1}},
        {"dano": 1, "fichas": {"evasion": 2, "tension": 1, "concentracion": 1}},
    ),
    (
        {
            "fichas": {**_GREEN, "merma": 1, "sobresfuerzo": 1, "refuerzo": 1},
            "dano": 1,
            "criticos": 1,
            "escudos": 2,
            "torreta": "izquierdo",
            "velocidad": 4,
        },
        {"fichas": {"tension": 1, "interferencia": 1, "merma": 1}, "fuerza_max": 2, "cargas_max": 2},
        _FRAGILE,
    ),
    (
        {
            "fichas": {**_GREEN, "refuerzo": 1, "tension": 1},
            "dano": 2,
            "criticos": 1,
            "escudos": 0,
            "blancos": [FOE],
            "torreta": "derecho",
        },
        {"fichas": {"evasion": 1, "campo_de_traccion": 1}, "blancos": [FOE], **_FRAGILE},
        {"fichas": {"campo_de_traccion": 1, "interferencia": 1, "merma": 2}, "dano": 1},
    ),
    (
        {"fichas": {}, "escudos": 0, "dano": 1, "cargas": 0, "fuerza": 1},
        {"fichas": {"tension": 1, "calculos": 1}, "dano": 1, "ataque": 1},
        {"fichas": {"tension": 1}},
    ),
    (
        {"fichas": {"tension": 3, "campo_de_traccion": 3, "iones": 1}, "tamano": "grande", "dano": 1, "fuerza": 3},
        {"fichas": {"calculos": 1}, "blancos": [FOE]},
        {"fichas": {"evasion": 2}, "criticos": 1, "dano": 1},
    ),
)
"""The three ships: at ease, battered, with shields down, with nothing left, with much stress; friend and foe likewise."""
ARCS = (
    "frontal", "trasero", "izquierdo", "derecho", "diana", "torreta", "torreta_doble", "fuego", "ataque", "frontal_completo",
    "trasero_completo",
)  # fmt: skip


HEADERS = {
    LOCK: "[blanco-fijado]", "concentracion": "[concentración]", "calculo": "[cálculo]", "evasion": "[evasión]",
}  # fmt: skip
"""What the header of a weapon may ask for."""
SEEN = ("ambas", "la nave", "la enemiga")
"""Who has whom in its arcs."""


def scenario(text: str, ability: Ability, world: int, step: Step, seen: str = "ambas") -> Step:
    """The three ships of a world at the range that the ability asks for."""
    mine, friend, foe = WORLDS[world]
    down = any(fact.verb == "equipar" and fact.role("que") is not None for fact in ability.facts())  # this very card
    cards: Step = {CARD: {"texto": text, "boca_abajo": True} if down else text}
    verbs = {fact.verb for fact in ability.facts()}
    if verbs & {"recuperar", "recargar"} and not ability.moments:
        cards[CARD] = {"texto": text, "cargas": 1, "cargas_max": 3}
    spoken = {p.sort for item in (*ability.moments, *ability.steps) for p in parts(item) if isinstance(p, Cosa)}
    if "mejora" in spoken or step.get("accion", {}).get("accion") == "recarga":
        cards[OTHER] = {"texto": "Ataque: Gasta 1 [carga].", "cargas": 1 if "gastar" in verbs else 0, "cargas_max": 2}
        if "inoperativo" in {p.id for item in ability.steps for p in parts(item) if isinstance(p, Cual)}:
            cards[OTHER]["boca_abajo"] = True
    theirs: Step = {}
    if step.get("ataque", {}).get("carta") == THEIRS:
        theirs[THEIRS] = {"texto": f"Ataque ({waived(ability)}): Gasta 1 [carga].", "cargas": 2, "cargas_max": 2}
    if step.get("ataque", {}).get("carta") == OTHER:
        asks = f" ({waived(ability)})" if waived(ability) else ""
        cards[OTHER] = {"texto": f"Ataque{asks}: Gasta 1 [carga].", "cargas": 2, "cargas_max": 2}
    ships: Step = {
        MINE: {"jugador": "Ana", **_SHIP, **_RICH, **mine, "cartas": cards},
        FRIEND: {"jugador": "Ana", **_SHIP, "iniciativa": 1, "limitada": not world % 2, **friend, "cartas": theirs},
        FOE: {"jugador": "Bea", **_SHIP, "iniciativa": 2 if world % 3 == 2 else 5, "limitada": not world % 2, **foe},
    }
    ships = _valued(ability, ships) if world % 2 else ships
    if "equipa" in step and any(fact.verb in ("eliminar", "perder") for fact in ability.facts()):
        ships[MINE]["espacios"] = {step["equipa"]["espacio"]: 1}
    if "fase_final" in step:
        ships[FOE] |= {"fuerza": 0, "fuerza_max": 1}
        ships[MINE] |= {"escudos_recurrentes": 1, "recurrente": 1}
    if "desactiva_camuflaje" in step or "desactivar" in verbs:
        ships[MINE]["fichas"] = {"camuflaje": 1}
    named = {p.id for m in ability.moments for p in parts(m) if isinstance(p, Cual) and p.kind == "tipo_ficha"}
    named |= {p.id for item in ability.steps for p in parts(item) if isinstance(p, Cual) and p.id == "desarmado"}
    if any(p.id == "camuflado" for item in ability.steps for p in parts(item) if isinstance(p, Cual)) and not world % 2:
        ships[MINE]["fichas"] = {**ships[MINE]["fichas"], "camuflaje": 1}
    if any(fact.verb == "retirar" for moment in ability.moments for fact in moment.hechos):  # there has to be what leaves
        ships[MINE]["fichas"] = {**ships[MINE]["fichas"], **dict.fromkeys(named & set(TOKENS), 3)}
    if not ability.moments and any(fact.verb == "retirar" for fact in ability.facts()):
        spoken_of = {p.id for item in ability.steps for p in parts(item) if isinstance(p, Cual) and p.kind == "tipo_ficha"}
        ships[MINE]["fichas"] = {**ships[MINE]["fichas"], **dict.fromkeys(spoken_of & set(TOKENS), 3)}
        if ability.clase == "accion" and "iones" in spoken_of:  # an ionised ship would not get to it
            ships[MINE] |= {"tamano": "grande", "fichas": {**ships[MINE]["fichas"], "iones": 1}}
    if any(p.id == "fuerza" for m in ability.moments for p in parts(m) if isinstance(p, Cual)):
        ships = {name: {"fuerza": 1, "fuerza_max": 2} | ship for name, ship in ships.items()}
    if step.get("ataque", {}).get("adicional"):
        ships[MINE]["ataque_adicional"] = "concedido"
    if named & {"desarme", "desarmado"} and "ataque" in step:
        ships[MINE]["fichas"] = {**ships[MINE]["fichas"], "desarme": 1}
    if _earlier(text, ability, step, world):
        ships[MINE] |= {"tamano": "enorme", "energia": 3, "energia_max": 3}
    if "acopla" in step or "despliega" in step:
        ships[FRIEND]["tipo"] = carried(ability)
    if "despliega" in step:
        ships[FRIEND] |= {"reserva": True, "acoplada_a": MINE}
    far = distance(ability)
    names = {noun: name for name, noun in PHASES.items()}
    given: Step = {"orden": ["Ana", "Bea"], "naves": ships}
    fight = step.get("ataque", {})
    given["alcances"] = {f"{MINE} {FRIEND}": far, f"{MINE} {FOE}": far, f"{FRIEND} {FOE}": far}
    for pair in given["alcances"] if fight else ():
        if set(pair.split()) == {fight["atacante"], fight["defensor"]}:
            given["alcances"][pair] = fight["alcance"]
    if "obstaculo" in spoken and "obstaculo" not in step:
        given["obstaculos"] = {"roca": {"tipo": "asteroide"}}
        near = far if "ataque" in step else 0  # nobody attacks from an obstacle
        given["alcances"] |= {f"{MINE} roca": near, f"{FOE} roca": 2, f"{FRIEND} roca": 2}
        ships[MINE]["blancos"] = ships[MINE].get("blancos") or ["roca"]
    if "detona" in step or "dispositivo" in spoken:
        given["dispositivos"] = {"bomba": {"tipo": "bomba_de_protones", "nave": MINE}}
        given["alcances"] |= {f"{name} bomba": 1 for name in ships}
        ships[MINE]["blancos"] = ["bomba"] if "detona" in step else ships[MINE].get("blancos", [])
    phase = [names[m.tiempo.noun] for m in ability.moments if isinstance(m.tiempo, Cosa) and m.tiempo.noun in names]
    if phase and "fase" not in step and "fase_final" not in step:
        given["fase"] = phase[0]
    if arcs := arcs_of(ability):
        around = {MINE: [FOE, FRIEND], FRIEND: [FOE], FOE: [MINE, FRIEND] if seen != "la nave" else []}
        given["arcos"] = {name: dict.fromkeys(arcs, others) for name, others in around.items()}
        if any(fact.verb == "efectuar" and fact.role("desde") is not None for fact in ability.facts()):
            given["arcos"][MINE]["frontal"] = []
        if seen == "la enemiga":
            given["arcos"][MINE] = {arc: [FRIEND] for arc in arcs}
    return {
        "juego": GAME,
        "titulo": "Una carta en juego",
        "semilla": world + 1,
        "dado": given,
        "cuando": [*_before(ability, "roja" if world % 2 else "blanca"), *_earlier(text, ability, step, world), step],
        "entonces": {},
    }


def _valued(ability: Ability, ships: Step) -> Step:
    """Values and charges as the ability asks for them: «si la Agilidad del defensor es 3 o más», «exactamente 1 [carga]»."""
    mine, foe = dict(ships[MINE]), dict(ships[FOE])
    for fact in (p for item in (*ability.moments, *ability.steps) for p in parts(item) if isinstance(p, Hecho)):
        who, what = fact.role("quien"), fact.role("que")
        if fact.verb == "recibir" and isinstance(what, Cosa) and what.sort == "arma":
            mine["ataque"] = 1
        if not isinstance(what, Cosa) or not what.qty.n.isdigit():
            continue
        if fact.verb == "tirar" and fact.past and what.qty.op == "hasta":
            mine |= {"ataque": max(1, int(what.qty.n) - 1)}
        if fact.verb == "valer" and isinstance(who, Cosa) and who.noun in ("agilidad", "iniciativa"):
            foe[who.noun] = int(what.qty.n)
        if fact.verb == "tener" and what.sort == "carga" and what.qty.op == "exacto":
            mine |= {"cargas": int(what.qty.n), "fuerza": int(what.qty.n), "fuerza_max": 3}
    return {**ships, MINE: mine, FOE: foe}


def _before(ability: Ability, colour: str) -> list[Step]:
    """What has to have happened: dials that it asks about have been revealed."""
    told = [
        p for item in (*ability.moments, *ability.steps) for p in parts(item) if isinstance(p, Hecho) and p.verb == "revelar"
    ]
    inner = any(fact.role("quien") is None for fact in told)
    return [{"revela": {"nave": who, "velocidad": 3, "color": colour}} for who in (MINE, FRIEND, FOE)] if inner else []


def _earlier(text: str, ability: Ability, step: Step, world: int) -> list[Step]:
    """A huge ship whose card has several bonus attacks makes them one after another."""
    headers = sum(one.clase == ability.clase for one in abilities_of(text, GAME))
    return [step] * (headers - 1) if ability.clase == "ataque_adicional" and not world % 2 else []


def carried(ability: Ability) -> str:
    """The kind of ship that it lets dock."""
    named = [
        p for fact in ability.facts() for p in parts(fact) if isinstance(p, Cosa) and p.sort == "nave" and p.noun != "nave"
    ]
    return named[0].noun if named else ""


def distance(ability: Ability) -> int:
    """A range at which everything that it measures holds."""
    asked = [p for item in (*ability.moments, *ability.steps) for p in parts(item) if isinstance(p, Rango)]
    spans = [(int(r.desde), int(r.hasta)) for r in asked if r.modo == "a" and r.desde.isdigit() and r.hasta.isdigit()]
    return next((d for d in (1, 2, 0, 3) if all(low <= d <= high for low, high in spans if high <= 3)), 1)


def arcs_of(ability: Ability) -> tuple[str, ...]:
    """The arcs that it speaks of."""
    named = [p for item in (*ability.moments, *ability.steps) for p in parts(item) if isinstance(p, Cosa) and p.sort == "arco"]
    icons = [id.removeprefix("arco_") for thing in named for id in stuff(thing).ids("icono_arco")]
    nouns = [{"arco_de_fuego": "fuego", "arco_de_ataque": "ataque"}.get(thing.noun, "") for thing in named]
    return tuple(dict.fromkeys(arc for arc in (*icons, *nouns) if arc in ARCS))


def waived(ability: Ability) -> str:
    """The requirement of a weapon that it ignores, as a header writes it: it matters where such a weapon is used."""
    ignored = [fact.role("que") for fact in ability.facts() if fact.verb == "ignorar"]
    things = [thing for thing in ignored if isinstance(thing, Cosa) and thing.sort == "requisito"]
    named = [id for thing in things for id in stuff(thing).ids("icono_tipo_accion", "icono")]
    return next((HEADERS[id] for id in named if id in HEADERS), HEADERS[LOCK] if things else "")


def steps(ability: Ability) -> Iterator[Step]:
    """The steps of a scenario in which its moment comes, or in which what stands matters."""
    if ability.weapon:
        extra = {"adicional": True} if ability.clase == "ataque_adicional" else {}
        yield _fight(MINE, FOE, reach(ability), arma="especial", carta=CARD, valor=3, **extra)
    if any(fact.verb == "ignorar" and _sorts(fact.role("que")) == {"obstaculo"} for fact in ability.facts()):
        yield _fight(MINE, FOE, reach(ability), obstruye=["roca"])
    spent = any(isinstance(p, Hecho) and p.role("como") is not None for item in ability.steps for p in parts(item))
    if spent or any(p == Papel("mejora_del_ataque") for item in ability.steps for p in parts(item)):
        kinds = [
            mark
            for m in ability.moments
            for p in parts(m)
            if isinstance(p, Cual) and (mark := p.id) in ("torpedo", "misil", "canon")
        ]
        yield _fight(MINE, FOE, reach(ability), arma=kinds[0] if kinds else "especial", carta=OTHER, valor=3)
    if waived(ability):
        yield _fight(MINE, FOE, reach(ability), arma="especial", carta=OTHER, valor=3)
        yield _fight(FRIEND, FOE, reach(ability), arma="especial", carta=THEIRS, valor=3)
    for moment in ability.moments:
        yield from _moment(moment, reach(ability))
    stands = any(isinstance(step, Paso) and step.modo in STANDS for step in ability.steps)
    if all(stative(m) for m in ability.moments) or stands or any(fact.verb == "ignorar" for fact in ability.facts()):
        yield from _standing(ability)


def _standing(ability: Ability) -> Iterator[Step]:
    """Deeds that something that stands may forbid, permit or change, the likeliest first."""
    far = reach(ability)
    verbs = {fact.verb for fact in ability.facts()}
    flights = [
        {"maniobra": {"nave": MINE, "color": colour, "tipo": kind, "velocidad": 2 if kind != "inmovil" else 0}}
        for kind, colour in product(("recta", "inclinacion", "giro", "inmovil"), ("roja", "blanca"))
    ]
    flights += [{"maniobra": {"nave": MINE, "color": "blanca", "tipo": "recta", "velocidad": speed}} for speed in (1, 4)]
    flights += [{"maniobra": {"nave": who, "color": "azul"}} for who in (FOE, FRIEND, MINE)]
    actions: list[Step] = [{"accion": {"nave": MINE, "accion": "recarga", "carta": CARD}}]
    for action in ("concentracion", "evasion", "masa", "impulso", "fijar_blanco"):
        actions.append({"accion": _aimed({"nave": MINE, "accion": action}, action, MINE)})
    flights += [
        {"maniobra": {"nave": MINE, "color": "roja", "tipo": kind, "velocidad": 3}} for kind in ("recta", "inclinacion")
    ]
    flights += [{"maniobra": {"nave": MINE, "color": "blanca", "tipo": kind, "velocidad": 3}} for kind in TURNED]
    rocks: list[Step] = [{"obstaculo": {"nave": MINE, "tipo": "asteroide", "dado": "impacto"}}]
    fights = [step for pair in ((FOE, MINE), (MINE, FOE), (FOE, FRIEND)) for step in _fights(*pair, far)]
    armed = [_fight(MINE, FOE, far, arma=arm, valor=4) for arm in ("canon", "misil", "torpedo", "especial")]
    armed += [_fight(MINE, FOE, far, arma=arm, valor=3, arco="frontal") for arm in ("misil", "torpedo")]
    turned: list[Step] = [
        {"accion": {"nave": MINE, "accion": "reorientacion", "hacia": way}} for way in ("trasero", "izquierdo", "derecho")
    ]
    engaged: list[Step] = [{"interviene": {"nave": MINE}}, {"fase": {"nombre": "enfrentamiento"}}]
    order: Mapping[str, list[Step]] = {
        "efectuar": [*armed, _fight(MINE, FOE, far, adicional=True)], "reorientar": turned,
        "anadir": equips(ability), "eliminar": equips(ability),
        "mantener": [{"accion": {"nave": MINE, "accion": "fijar_blanco", "objetivo": FRIEND}}],
        "equipar": equips(ability), "acoplar": DOCKING, "desplegar": DOCKING[1:], "considerar": [*engaged, *actions, *armed],
        "ignorar": rocks, "ejecutar": flights, "reducir": flights, "incrementar": flights, "realizar": actions,
        "gastar": [] if ability.moments else list(_spend("", Hecho("gastar"), MINE, [], {}, far)), "obtener": actions[-1:],
        "recuperar": [{"fase_final": {}}, *actions],
        "retirar": [{"fase_final": {}}, *flights[-3:], *flights], "coordinar": COORDINATING,
        "recibir": list(_received(ability)),
    }  # fmt: skip
    first = [step for verb in order if verb in verbs for step in order[verb]]
    if "efectuar" in verbs and distance(ability) == 0:
        first += [_fight(MINE, FOE, 0), _fight(FOE, MINE, 0)]
    yield from (*first, *fights, *flights, *actions, *rocks)


def _received(ability: Ability) -> Iterator[Step]:
    """Tokens that somebody gives, of the kinds that it names."""
    for fact in ability.facts():
        kinds = [mark for mark in _marks(fact.role("que")) if mark in TOKENS] if fact.verb == "recibir" else []
        yield from ({"recibe": {"nave": _who(fact.role("quien")), "fichas": {kind: 1}}} for kind in kinds)


TURNED = ("koiogran", "segnor", "tallon")
DOCKING: list[Step] = [
    {"acopla": {"nave": FRIEND, "en": MINE, "alcance": 0}}, {"despliega": {"nave": FRIEND, "desde": "delanteros"}},
]  # fmt: skip
COORDINATING: list[Step] = [{"accion": {"nave": MINE, "accion": "coordinacion", "objetivo": FRIEND}}]


def equips(ability: Ability) -> list[Step]:
    """Upgrades that ask for the slots of which it speaks."""
    kinds = [p.id for fact in ability.facts() for p in parts(fact) if isinstance(p, Cual) and p.kind == "icono_tipo_mejora"]
    return [{"equipa": {"nave": MINE, "mejora": "mejora nueva", "espacio": kind}} for kind in dict.fromkeys(kinds)]


def _fights(attacker: str, defender: str, far: int) -> Iterator[Step]:
    yield _fight(attacker, defender, far)
    yield _fight(attacker, defender, far, arma="especial", valor=3)
    yield _rerolled(attacker, defender, far)
    yield _feinted(attacker, defender, far)
    yield from _tokens_spent(attacker, defender, far)


def reach(ability: Ability) -> int:
    """The range of the attack that it speaks of; else one at which everything holds, and the ships do not touch."""
    attacks = [p for m in ability.moments for p in parts(m) if isinstance(p, Cosa) and p.sort == "ataque"]
    spans = [r for thing in attacks for cond in thing.filters for r in parts(cond) if isinstance(r, Rango)]
    told = [int(r.desde) for r in spans if r.desde.isdigit()]
    return told[0] if told else distance(ability) or 1


def _rerolled(attacker: str, defender: str, far: int) -> Step:
    """An attack in which dice are rolled again by a card that the situation only names."""
    dice = ["concentracion", "vacia", "vacia", *(["vacia"] if far == 1 else [])]
    change = {"quien": "atacante", "carta": "pericia", "repite": ["vacia", "vacia"], "sale": ["vacia", "vacia"]}
    return _fight(attacker, defender, far, ataque=dice, modifica=[change])


def _feinted(attacker: str, defender: str, far: int) -> Step:
    """An attack in which the attacker changes what the defender rolled."""
    green = ["evasion", "vacia", *(["vacia"] if far == 3 else [])]
    change = {"quien": "atacante", "dados": "defensa", "carta": "amago", "cambia": ["evasion"], "por": "vacia"}
    return _fight(attacker, defender, far, defensa=green, modifica=[change])


def _tokens_spent(attacker: str, defender: str, far: int) -> Iterator[Step]:
    """Attacks in which each side spends something."""
    dice = ["concentracion", "concentracion", "vacia", *(["vacia"] if far == 1 else [])]
    green = ["concentracion", "vacia", *(["vacia"] if far == 3 else [])]
    for side, token in product(("atacante", "defensor"), ("concentracion", "calculos", "fuerza", "evasion")):
        yield _fight(attacker, defender, far, ataque=dice, defensa=green, modifica=[{"quien": side, "gasta": token}])


def _moment(moment: Momento, far: int) -> Iterator[Step]:
    if moment.tiempo is not None:
        yield from _clock(moment, far)
    for fact in moment.hechos:
        if not stative(moment):
            yield from _happens(moment.rel, fact, far)


def _clock(moment: Momento, far: int) -> Iterator[Step]:
    names = {noun: name for name, noun in PHASES.items()}
    noun = moment.tiempo.noun if isinstance(moment.tiempo, Cosa) else ""
    if noun in names:
        told = {"comienzo": "comienzo", "final": "final"}.get(moment.rel, "durante")
        yield {"fase": {"nombre": names[noun], "momento": told}}
        if noun == "fase_final":
            yield {"fase_final": {}}
    if noun == "preparacion":
        yield {"prepara": {}}
    if noun == "paso":
        yield _fight(MINE, FOE, far)
        yield _fight(FOE, MINE, far)


def _who(value: Value | None) -> str:
    if value is None or isinstance(value, Yo):
        return MINE
    if isinstance(value, Lista):
        return _who(value.items[0])
    if isinstance(value, Cosa) and value.sort != "nave":
        return _who(stuff(value).of)
    sides = stuff(value).ids("lado") if isinstance(value, Cosa) else ()
    return FOE if "enemigo" in sides else FRIEND


def _sorts(value: Value | None) -> set[str]:
    return {value.sort} if isinstance(value, Cosa) else set()


def _marks(value: Value | None) -> list[str]:
    return [p.id for p in parts(value) if isinstance(p, Cual)]


def _happens(rel: str, fact: Hecho, far: int) -> Iterator[Step]:
    """The step in which this happens to the ship that the text names."""
    passive = fact.verb == "destruir" or fact.role("como") is not None
    who = _who(fact.role("que") if passive else fact.role("quien"))
    marks = _marks(fact.role("que"))
    colour = next((name for name, id in COLOURS.items() if id in marks), None)
    coloured = {"color": colour} if colour else {}
    handler = HAPPENS.get(fact.verb)
    if handler is not None:
        yield from handler(rel, fact, who, marks, coloured, far)


def _attack(rel: str, fact: Hecho, who: str, marks: list[str], coloured: Step, far: int) -> Iterator[Step]:
    other = FOE if who != FOE else MINE
    more: Step = {}
    kinds = [mark for mark in marks if mark in ("torpedo", "misil", "canon", "torreta")]
    arcs = [mark.removeprefix("arco_") for mark in marks if mark.removeprefix("arco_") in ARCS[:7] and mark.startswith("arco_")]
    if kinds or "especial" in marks:
        more |= {"arma": kinds[0] if kinds else "especial", "valor": 3}
    denied = any(isinstance(p, Hecho) and p.neg for p in parts(fact))
    if arcs:
        more["arco"] = "torreta" if denied else arcs[0]
    attacked = fact.verb in ("defender", "convertirse") or fact.role("como") is not None  # «sea declarada como defensor»
    pairs: tuple[tuple[str, str], ...] = ((other, who),) if attacked else ((who, other),)
    if who == FRIEND:
        pairs = ((FOE, FRIEND),) if attacked else ((FRIEND, FOE),)
        anyone = fact.role("quien")
        if isinstance(anyone, Cosa) and not stuff(anyone).ids("lado"):  # «una nave»: whosever it is
            pairs = (*pairs, *((defender, attacker) for attacker, defender in pairs))
    crossed = [p for p in parts(fact) if isinstance(p, Hecho) and p.verb == "obstruir"]
    for attacker, defender in pairs:
        yield _fight(attacker, defender, far, **more)
        if kinds:
            yield _fight(attacker, defender, far, **{**more, "valor": 4})
        if any(isinstance(p, Cosa) and p.sort == "dispositivo" for each in crossed for p in parts(each)):
            yield _fight(attacker, defender, far, **more, obstruye=["bomba"])
        yield _fight(attacker, defender, far, **{**more, "obstruido": True})
        yield _fight(attacker, defender, far, **more, ataque=["impacto"] * (4 if far == 1 else 3))
        yield from (_fight(attacker, defender, far, **more, **spending) for spending in SPENDING)


SPENDING: tuple[Step, ...] = tuple(
    {"modifica": [{"quien": side, "gasta": token}]}
    for side, token in product(("atacante", "defensor"), ("concentracion", "calculos"))
)


def _fly(rel: str, fact: Hecho, who: str, marks: list[str], coloured: Step, far: int) -> Iterator[Step]:
    partial = any(key == "modo" and getattr(value, "id", "") == "parcialmente" for key, value in fact.circ)
    speeds = [int(r.desde) for r in parts(fact) if isinstance(r, Rango) and r.desde.isdigit()]
    plain = {mark.partition("_")[2] if mark[:1].isdigit() else mark for mark in marks}
    speeds += [int(mark[0]) for mark in marks if mark[:1].isdigit()]
    kinds = [name for name, ids in BEARINGS.items() if set(ids) & plain] or ["recta"]
    for kind in kinds[:2]:
        speed = 0 if kind == "inmovil" else max(1, speeds[0]) if speeds else 2  # a range may begin at 0, no template does
        yield {"maniobra": {"nave": who, **coloured, "tipo": kind, "velocidad": speed, "parcial": partial}}


def _reveal(rel: str, fact: Hecho, who: str, marks: list[str], coloured: Step, far: int) -> Iterator[Step]:
    for step in _fly(rel, fact, who, marks, coloured, far):
        yield {"revela": {key: value for key, value in step["maniobra"].items() if key != "parcial"}}


def _act(rel: str, fact: Hecho, who: str, marks: list[str], coloured: Step, far: int) -> Iterator[Step]:
    plain = {"coordinar": ["coordinacion"], "obtener": ["fijar_blanco"], "fracasar": ["evasion"]}
    found = [ACTIONS[mark] for mark in marks if mark in ACTIONS] or plain.get(fact.verb, ["concentracion", "impulso"])
    shade = {"color": coloured["color"]} if coloured.get("color") in ("roja", "violeta") else {}
    for colours in (shade, {"color": "roja"}) if not shade else (shade,):  # a red one leaves stress before what comes after
        for action in found:
            body = _aimed({"nave": who, "accion": action, **colours}, action, who)
            yield {"accion": {**body, **({"fracasa": True} if fact.verb == "fracasar" else {})}}


def _aimed(body: Step, action: str, who: str) -> Step:
    targets = {"fijar_blanco": FOE if who != FOE else MINE, "interferencia": FOE if who != FOE else MINE}
    if action == "coordinacion":
        return {**body, "objetivo": FRIEND if who == MINE else MINE}
    if action == "interferencia":
        return {**body, "objetivo": targets[action], "pierde": "concentracion"}
    if action == "reorientacion":
        return {**body, "hacia": "trasero"}
    return {**body, "objetivo": targets[action]} if action in targets else body


def _turn(rel: str, fact: Hecho, who: str, marks: list[str], coloured: Step, far: int) -> Iterator[Step]:
    name = {"activar": "activa", "intervenir": "interviene"}[fact.verb]
    yield {name: {"nave": who, "momento": "despues" if rel == "despues" else "antes"}}


def _get(rel: str, fact: Hecho, who: str, marks: list[str], coloured: Step, far: int) -> Iterator[Step]:
    tokens = [mark for mark in marks if mark in TOKENS]
    yield {"recibe": {"nave": who, "fichas": {(tokens or ["tension"])[0]: 1}}}
    what = fact.role("que")
    if isinstance(what, Cosa) and what.sort == "carta_dano":
        yield {"sufre": {"nave": who, "criticos": 3}}


def _spend(rel: str, fact: Hecho, who: str, marks: list[str], coloured: Step, far: int) -> Iterator[Step]:
    other = FOE if who != FOE else MINE
    for token in ("concentracion", "calculos", LOCK):
        change: Step = {"quien": "atacante", "gasta": token}
        if token == LOCK:
            change |= {"repite": ["concentracion"], "sale": ["impacto"]}
        dice = ["concentracion", "concentracion", "vacia", *(["vacia"] if far == 1 else [])]
        yield _fight(who, other, far, ataque=dice, modifica=[change])
    if "evasion" in marks:
        yield _fight(other, who, far, modifica=[{"quien": "defensor", "gasta": "evasion"}])
    yield {"accion": {"nave": who, "accion": "evasion", "color": "violeta"}}
    yield _fight(who, other, far, arma="especial", carta=OTHER, valor=3)
    yield {"desactiva_camuflaje": {"nave": who, "con": "tonel"}}


def _remove(rel: str, fact: Hecho, who: str, marks: list[str], coloured: Step, far: int) -> Iterator[Step]:
    yield {"maniobra": {"nave": who, "color": "azul", "velocidad": 2}}
    yield {"fase_final": {}}
    yield _fight(who, FOE if who != FOE else MINE, far)


def _harm(rel: str, fact: Hecho, who: str, marks: list[str], coloured: Step, far: int) -> Iterator[Step]:
    if any(isinstance(p, Cosa) and p.sort == "dispositivo" for p in parts(fact)):  # «daño de un dispositivo»
        yield {"detona": {"dispositivo": "bomba", "afecta": [who]}}
    yield {"sufre": {"nave": who, "impactos": 9 if fact.verb == "destruir" else 1}}
    if "critico" in marks:
        yield {"sufre": {"nave": who, "criticos": 1}}


def _deal(rel: str, fact: Hecho, who: str, marks: list[str], coloured: Step, far: int) -> Iterator[Step]:
    hurt = _who(fact.role("a"))
    yield {"sufre": {"nave": hurt, "cartas_boca_abajo": 1}}
    yield {"sufre": {"nave": hurt, "cartas_boca_arriba": 1}}


def _simple(name: str, **body: Any) -> Any:
    def made(rel: str, fact: Hecho, who: str, marks: list[str], coloured: Step, far: int) -> Iterator[Step]:
        yield {name: {"nave": who, **coloured, **body}}

    return made


def _deploy(rel: str, fact: Hecho, who: str, marks: list[str], coloured: Step, far: int) -> Iterator[Step]:
    if fact.role("desde") is not None:
        yield {"despliega": {"nave": FRIEND, "velocidad": 2}}
    yield {"prepara": {"momento": "antes" if rel == "antes" else "despues"}}


def _recover(rel: str, fact: Hecho, who: str, marks: list[str], coloured: Step, far: int) -> Iterator[Step]:
    yield {"fase_final": {}}


def _blast(rel: str, fact: Hecho, who: str, marks: list[str], coloured: Step, far: int) -> Iterator[Step]:
    yield {"detona": {"dispositivo": "bomba"}}


def _bump(rel: str, fact: Hecho, who: str, marks: list[str], coloured: Step, far: int) -> Iterator[Step]:
    other = _who(fact.role("con"))
    yield {"maniobra": {"nave": who, "solapa": [other if other != who else FOE], "dado": "vacia"}}


def _jam(rel: str, fact: Hecho, who: str, marks: list[str], coloured: Step, far: int) -> Iterator[Step]:
    for action in ({"nave": FOE, "objetivo": MINE}, {"nave": MINE, "objetivo": FOE}):
        yield {"accion": {**action, "accion": "interferencia", "alcance": 1, "pierde": "concentracion"}}


HAPPENS: Mapping[str, Any] = {
    "efectuar": _attack, "defender": _attack, "declarar": _attack, "convertirse": _attack, "tirar": _attack,
    "impactar": _attack, "fallar": _attack, "ejecutar": _fly, "realizar": _act, "coordinar": _act, "obtener": _act,
    "interferir": _jam,
    "fracasar": _act, "activar": _turn, "intervenir": _turn, "revelar": _reveal, "recibir": _get, "gastar": _spend,
    "sufrir": _harm, "destruir": _harm, "perder": _harm, "detonar": _blast, "solapar": _bump,
    "infligir": _deal, "desplegar": _deploy, "colocar": _deploy, "recuperar": _recover, "retirar": _remove,
    "desactivar": _simple("desactiva_camuflaje", con="tonel"),
    "soltar": _simple("dispositivo", tipo="bomba_de_protones", como="soltar"),
    "lanzar": _simple("dispositivo", tipo="bomba_de_protones", como="lanzar"),
}  # fmt: skip


def _fight(attacker: str, defender: str, far: int, **more: Any) -> Step:
    return {"ataque": {"atacante": attacker, "defensor": defender, "alcance": far, **more}}
