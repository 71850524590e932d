"""Legión: what is done to the dice of an attack: results cancelled, changed and added, dice more or fewer, better or worse."""

from collections.abc import Mapping
from dataclasses import replace

from grammar.meaning.values import WHOLE, Cosa, Hecho, Papel
from kb.play.games.legion.board import keyword_in
from kb.play.games.legion.cites import CHANGED_DICE
from kb.play.games.legion.fight import Arm, Fight
from kb.play.games.legion.rolls import defense_dice
from kb.play.games.legion.terms import terms
from kb.play.games.legion.verbs import on_table, reading
from kb.play.games.legion.verbs.reading import ALL, say
from kb.play.games.legion.verbs.tokens import FACES
from kb.play.games.legion.words import dice_words
from kb.play.games.legion.world import shown
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.stuff import described, stuff
from kb.play.run import Illegal, Pending

COUNTED: Mapping[str, str] = {
    "impacto": "hits", "critico": "crits", "vacia": "blanks", "incremento": "surges", "bloqueo": "blocks",
}  # fmt: skip
"""Faces, and where a fight counts them."""


def cancel(scene: Scene, deed: Deed) -> Scene:
    f, thing = reading.fight(scene, deed), reading.one(scene, deed)
    row = described(scene, deed, thing, "icono_resultado")
    face = _face(scene, deed, thing)
    have = shown(f, face)
    off = min(have, reading.many(scene, deed, row, have))
    if off:
        say(scene, f"anula {off} resultados {face}")
    return scene.on(_moved(f, face, "", off))


def change(scene: Scene, deed: Deed) -> Scene:
    if reading.one(scene, deed).sort != "resultado":
        return on_table.tell(scene, deed)  # «cambiar su categoría»
    f, thing = reading.fight(scene, deed), reading.one(scene, deed)
    into = deed.fact.role("por") or deed.fact.role("en")
    if not isinstance(into, Cosa):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    row = described(scene, deed, thing, "icono_resultado")
    to = _face(scene, deed, into)
    if not row.ids("icono_resultado"):
        return _picked(scene, deed, f, to, reading.many(scene, deed, row))
    face = _face(scene, deed, thing)
    n = min(shown(f, face), reading.many(scene, deed, row, shown(f, face)))
    if n:
        say(scene, f"{n} resultados {face} pasan a {to}")
    return scene.on(_moved(f, face, to, n))


def _picked(scene: Scene, deed: Deed, f: Fight, to: str, most: int) -> Scene:
    """«cambiar X resultados»: its player says which."""
    faces = scene.decision.dados or ()
    if not faces:
        raise Pending(f"di en «dados» qué resultados cambia «{scene.card}» (hasta {most})")
    if len(faces) > most:
        raise Illegal(f"«{scene.card}» cambia {most} resultados", reading.cited(scene))
    for face in faces:
        if face == to or not shown(f, face):
            raise Illegal(f"no hay ningún resultado «{face}» que cambiar", reading.cited(scene))
        f = _moved(f, face, to, 1)
    say(scene, f"{len(faces)} resultados pasan a {to}")
    return scene.on(f)


def _face(scene: Scene, deed: Deed, thing: Cosa) -> str:
    ids = described(scene, deed, thing, "icono_resultado").ids("icono_resultado")
    if thing.sort != "resultado" or len(ids) != 1 or ids[0] not in FACES:
        raise scene.fail("no se puede calcular sobre los dados", deed.fact)
    return FACES[ids[0]]


def _moved(f: Fight, face: str, into: str, n: int) -> Fight:
    now = {COUNTED[face]: getattr(f, COUNTED[face]) - n}
    if into:
        now[COUNTED[into]] = getattr(f, COUNTED[into]) + n
    return replace(f, **now)


def add(scene: Scene, deed: Deed) -> Scene:
    if reading.one(scene, deed).sort != "resultado":
        return on_table.tell(scene, deed)
    f, thing = reading.fight(scene, deed), reading.one(scene, deed)
    row = described(scene, deed, thing, "icono_resultado")
    face, n = _face(scene, deed, thing), reading.many(scene, deed, row)
    say(scene, f"añade {n} resultados {face}")
    if face in ("bloqueo",) or (face == "incremento" and f.dice):
        return scene.on(replace(f, added=(*f.added, *(face,) * n)))
    return scene.on(replace(f, **{COUNTED[face]: getattr(f, COUNTED[face]) + n}))


def roll(scene: Scene, deed: Deed) -> Scene:
    """Dice more, or fewer, of the pool that this step rolls; outside an attack, dice that the text has rolled."""
    if not isinstance(scene.state, Fight):
        return _rolls(scene, deed)
    f, thing = reading.fight(scene, deed), reading.one(scene, deed)
    row = stuff(thing)
    manner = row.ids("rasgo")
    like = [c.role("igual") for c in row.rest if isinstance(c, Hecho) and c.verb == "cantidad"]
    if thing.sort != "dado" or len(manner) != 1 or manner[0] not in ("menos", "adicional", "mas") or len(like) != len(row.rest):
        raise scene.fail("no se puede calcular sobre los dados", deed.fact)
    n = reading.worth(scene, deed, like[0]) if like else reading.many(scene, deed, row)
    n *= -1 if manner[0] == "menos" else 1
    if not n or not f.dice:
        return scene
    say(scene, f"{abs(n)} dados {'más' if n > 0 else 'menos'}")
    return scene.on(replace(f, more=f.more + n))


def reroll(scene: Scene, deed: Deed) -> Scene:
    """The defender's dice: the order says which, in the step itself."""
    f, thing = reading.fight(scene, deed), reading.one(scene, deed)
    row = described(scene, deed, thing, "clase_de_dado", "de")
    if row.ids("clase_de_dado") != ("defensa",):
        raise scene.fail("no se puede calcular sobre los dados", deed.fact)
    whole = row.qty.op in WHOLE
    most = ALL if whole else reading.many(scene, deed, row)
    say(scene, "puede volver a tirar dados")
    return scene.on(replace(f, rerolls={**f.rerolls, keyword_in(scene.words): (most, whole)}))


def better(scene: Scene, deed: Deed) -> Scene:
    thing = deed.fact.role("que")
    if isinstance(thing, Cosa) and thing.sort == "cobertura":
        return cover(scene, deed)
    f, thing = reading.fight(scene, deed), reading.one(scene, deed)
    row = described(scene, deed, thing, "clase_de_dado", "de")
    if row.ids("clase_de_dado") != ("ataque",) or (row.of is not None and row.of != Papel("este_arma")):
        raise scene.fail("no se puede calcular sobre los dados", deed.fact)
    up, id = deed.fact.verb == "mejorar", keyword_in(scene.words)

    def changed(arm: Arm) -> Arm:
        n = arm.count * arm.keyword(id)
        return _repainted(arm, up, ALL if row.qty.op in WHOLE else n) if n else arm

    arms = tuple(changed(arm) for arm in f.arms)
    if arms == f.arms:
        return scene
    say(scene, "mejora los dados del arma" if up else "rebaja los dados del arma")
    total = [sum(column) for column in zip(*(arm.dice for arm in arms), strict=True)]
    f.say("4a", f"la reserva queda en {dice_words(total)}", CHANGED_DICE)
    return scene.on(replace(f, arms=arms))


def _repainted(arm: Arm, up: bool, most: int) -> Arm:
    """The controller chooses which dice rise: white to black gains two hits in eight, and black to red as much."""
    red, black, white = arm.dice
    if not up:
        lowered = min(most, red + black)
        red_down = min(red, lowered)
        black_down = min(black, lowered - red_down)
        return replace(arm, dice=(red - red_down, black + red_down - black_down, white + black_down))
    white_up = min(white, most)
    black_up = min(black, most - white_up)
    return replace(arm, dice=(red + black_up, black + white_up - black_up, white - white_up))


def cover(scene: Scene, deed: Deed) -> Scene:
    """Cover goes up or down; so does the number of a keyword of the pool («el valor de PERFORANTE X»)."""
    what = deed.fact.role("que")
    if isinstance(what, Cosa) and what.sort == "valor":
        keyword = stuff(what).of
        named = isinstance(keyword, Cosa) and keyword.sort == "palabra_clave"
        return _number(scene, deed, what) if named else on_table.speed(scene, deed)
    if isinstance(what, Cosa) and what.sort != "cobertura":
        return on_table.tell(scene, deed)
    f, thing = reading.fight(scene, deed), reading.one(scene, deed)
    row = described(scene, deed, thing, "de")
    by = deed.fact.role("en")
    if thing.sort != "cobertura" or not isinstance(by, Cosa) or not by.qty.n.isdigit():
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    n = int(by.qty.n) * deed.times
    if reading.owners(scene, deed, row) != (f.pool.defensor,):
        return scene  # whoever else's cover it is plays no part in this attack
    if deed.fact.verb in ("aumentar", "mejorar", "incrementar"):
        say(scene, f"la cobertura aumenta en {n}")
        return scene.on(replace(f, cover_up=f.cover_up + n))
    say(scene, f"la cobertura se reduce en {n}, después de lo que la aumente")
    return scene.on(replace(f, cover_down=f.cover_down + n))


def _number(scene: Scene, deed: Deed, what: Cosa) -> Scene:
    f, by, keyword = reading.fight(scene, deed), deed.fact.role("en"), stuff(what).of
    have = reading.worth(scene, deed, what)
    if not isinstance(by, Cosa) or not by.qty.n.isdigit() or not isinstance(keyword, Cosa):
        raise scene.fail("la cantidad depende de algo que no se lleva aquí", deed.fact)
    n = int(by.qty.n) * (-1 if deed.fact.verb == "reducir" else 1)
    if have + n < 0:
        raise Illegal(f"no hay {terms()[keyword.noun].nombre} que reducir", reading.cited(scene))
    say(scene, f"{terms()[keyword.noun].nombre} queda en {have + n}")
    return scene.on(f.gain("atacante", keyword.noun, n))


def bring(scene: Scene, deed: Deed) -> Scene:
    """«aporta sus dados por cada …»: a weapon adds its dice as often."""
    f = reading.fight(scene, deed)
    if reading.one(scene, deed).sort == "arma":
        return on_table.tell(scene, deed)
    row = described(scene, deed, reading.one(scene, deed), "de")
    if row.sort != "dado" or deed.who.sort != "arma":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    arms = tuple(
        replace(arm, dice=tuple(n * deed.times for n in arm.dice)) if arm.name == deed.who.name else arm for arm in f.arms
    )
    if deed.times > 1:
        say(scene, f"el arma aporta sus dados {deed.times} veces")
    return scene.on(replace(f, arms=arms))


def _rolls(scene: Scene, deed: Deed) -> Scene:
    """«tira un dado de defensa blanco por cada …»: what they show is told, or rolled with the seed."""
    thing = reading.one(scene, deed)
    row = described(scene, deed, thing, "clase_de_dado", "color")
    colours = row.ids("color") or ("blanco",)
    if thing.sort != "dado" or row.ids("clase_de_dado") != ("defensa",) or len(colours) != 1:
        raise scene.fail("no se puede calcular sobre los dados", deed.fact)
    n = reading.many(scene, deed, row)
    shown = defense_dice(scene.log, scene.decision.salen, colours[0], n, f"los dados de {scene.card}")
    say(scene, f"{deed.who.name} tira {n} dados: {', '.join(shown) or 'nada'}")
    faces = {str(k): Ente("resultado", face) for k, face in enumerate(shown)}
    scene.log.past.append(Event("despues", "tirada_suelta", faces))
    return scene
