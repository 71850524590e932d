"""Imperial Assault: dice of an attack (added, taken away, exchanged, rolled again), results that change, dice of an effect."""

from collections import Counter
from collections.abc import Callable

from grammar.meaning.values import EACH, EVERY, WHOLE, Cosa, Hecho, Value
from kb.play.cite import cite
from kb.play.games.imperial_assault.fight import ATTACK_ICONS, DEFENSE_DICE, DEFENSE_ICONS, FACES, Die
from kb.play.games.imperial_assault.state import Table, side
from kb.play.games.imperial_assault.verbs.gain import icon_of, keep, modified
from kb.play.games.imperial_assault.verbs.harm import remove_object
from kb.play.games.imperial_assault.verbs.reading import (
    COLOUR,
    MODIFY,
    colours_of,
    how_many,
    in_fight,
    pieces,
    plain,
    with_fight,
)
from kb.play.meaning.conditions import holds
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.select import whom
from kb.play.meaning.stuff import Stuff, stuff
from kb.play.run import Illegal, Log, Pending

REROLL = cite("imperial-assault/pasos-de-un-ataque#r-repetir", "más de una vez")
DICE = cite("imperial-assault/pasos-de-un-ataque#r-tirar-los", "Tirar los dados")
USES = {"de_ataque": "ataque", "de_defensa": "defensa"}
MANY = 99


def postponed(window: str) -> Callable[[Callable[[Scene, Deed], Scene]], Callable[[Scene, Deed], Scene]]:
    """What an ability says before its window of the attack has come waits for it."""

    def wrap(verb: Callable[[Scene, Deed], Scene]) -> Callable[[Scene, Deed], Scene]:
        def run(scene: Scene, deed: Deed) -> Scene:
            fight = in_fight(scene)
            if WINDOWS.index(fight.window) >= WINDOWS.index(window) if fight.window in WINDOWS else True:
                return verb(scene, deed)
            scene.say(f"«{scene.card}» espera a su paso: {scene.world.words(deed.fact)}", MODIFY)
            return with_fight(scene, fight.but(waiting=(*fight.waiting, (window, scene, deed))))

        return run

    return wrap


WINDOWS = ("antes_de_declarar", "al_declarar_objetivo", "tras_declarar_objetivo", "antes_de_tirar", "volver_a_tirar",
           "modificar_resultados", "convertir_resultados", "cancelar_incrementos", "gastar_incremento")  # fmt: skip
"""Of an attack, in their order, as far as dice count."""


def side_of(scene: Scene, row: Stuff, who: Ente) -> str:
    """Which pool a die belongs to: as its words tell, or that of whoever does it."""
    uses, colours = row.ids("uso_de_dado"), row.ids(COLOUR)
    if len(uses) == 1:
        return USES[uses[0]]
    if colours:
        return "defensa" if set(colours) & DEFENSE_DICE else "ataque"
    fight = in_fight(scene)
    table: Table = scene.state
    mine = who.name if who.name in table.figuras else fight.attacker
    return "ataque" if side(table.figure(mine)) == side(table.figure(fight.attacker)) else "defensa"


def add(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    if isinstance(what, Cosa) and what.noun == "numero":
        return _longer(scene, deed)
    if scene.state.fight is None:
        scene.say(f"hasta el final de la activación, por «{scene.card}»: {scene.world.words(deed.fact)}", DICE)
        return keep(scene, deed.fact, "activacion")
    if isinstance(what, Cosa) and what.sort in ("bono", "resultado"):
        return modified(scene, icon_of(scene, what, deed.fact), how_many(scene, what, deed))
    fight = in_fight(scene)
    if fight.attack or fight.defense:
        raise Illegal(f"«{scene.card}» añade dados, y ya se han tirado", DICE)
    for colour in colours_of(scene, what, deed):
        pool = "defensa" if colour in DEFENSE_DICE else "ataque"
        fight = fight.with_colours(pool, (*fight.colours(pool), colour))
        scene.say(f"se añade 1 dado {colour}", DICE)
    return with_fight(scene, fight)


def _longer(scene: Scene, deed: Deed) -> Scene:
    """«añade 1 a todos los valores de Mover»."""
    scene.say(f"hasta el final de la activación, por «{scene.card}»: {scene.world.words(deed.fact)}", MODIFY)
    return keep(scene, deed.fact, "activacion")


def take(scene: Scene, deed: Deed) -> Scene:
    """Dice leave a pool before they are rolled; other things leave the board."""
    what = deed.fact.role("que")
    if not isinstance(what, Cosa) or what.sort != "dado":
        return remove_object(scene, deed)
    fight, row = in_fight(scene), stuff(what)
    plain(scene, row, deed.fact, COLOUR, "uso_de_dado", "de")
    pool = side_of(scene, row, deed.who)
    for _ in range(min(how_many(scene, what, deed), len(fight.colours(pool)))):
        fit = [c for c in fight.colours(pool) if not row.ids(COLOUR) or c in row.ids(COLOUR)]
        gone = _which(scene, fit, pool)
        left = list(fight.colours(pool))
        left.remove(gone)
        fight = fight.with_colours(pool, tuple(left))
    return with_fight(scene, fight)


def _which(scene: Scene, pool: list[str], where: str) -> str:
    if not pool:
        raise Illegal(f"no hay ningún dado de {where} que retirar", DICE)
    chosen = scene.decision.elige
    if chosen is None and len(set(pool)) > 1:
        raise Pending(f"di en «elige» qué dado de {where} se retira ({', '.join(sorted(set(pool)))})")
    colour = chosen or pool[0]
    if colour not in pool:
        raise Illegal(f"no hay ningún dado {colour} en la reserva de {where}", DICE)
    scene.say(f"se retira 1 dado {colour} de la reserva de {where}", DICE)
    return colour


def exchange(scene: Scene, deed: Deed) -> Scene:
    fight = in_fight(scene)
    old, new = colours_of(scene, deed.fact.role("que"), deed), colours_of(scene, deed.fact.role("por"), deed)
    pool = "defensa" if set(old) & DEFENSE_DICE else "ataque"
    for before, after in zip(old, new, strict=False):
        colours = list(fight.colours(pool))
        if before not in colours:
            scene.say(f"no hay ningún dado {before} que sustituir", DICE)
            continue
        colours[colours.index(before)] = after
        fight = fight.with_colours(pool, tuple(colours))
        scene.say(f"un dado {before} se sustituye por uno {after}", DICE)
    return with_fight(scene, fight)


def consist(scene: Scene, deed: Deed) -> Scene:
    """«su reserva de ataque consiste en …»."""
    if scene.state.fight is None:
        return keep(scene, deed.fact, "activacion")
    colours = colours_of(scene, deed.fact.role("en"), deed)
    scene.say(f"la reserva de ataque es {', '.join(colours)}", DICE)
    return with_fight(scene, in_fight(scene).but(attack_colours=colours))


@postponed("volver_a_tirar")
def reroll(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    if not isinstance(what, Cosa) or what.sort != "dado":
        raise scene.fail("no se puede calcular sobre los dados", deed.fact)
    fight, row = in_fight(scene), stuff(what)
    shown = [f for f in row.rest if isinstance(f, Hecho) and f.verb == "mostrar"]
    if len(shown) < len(row.rest) or not Stuff(row.noun, row.sort, row.qty, row.kinds, row.of).only(
        COLOUR, "uso_de_dado", "de"
    ):
        raise scene.fail("no se puede calcular sobre los dados", deed.fact)
    pool = side_of(scene, row, deed.who)
    dice = fight.pool(pool)
    fit = [die for die in dice if not row.ids(COLOUR) or die.colour in row.ids(COLOUR)]
    fit = [die for die in fit if all(holds(scene, f, _die(die)) for f in shown)]
    every = what.qty.op in WHOLE
    most = None if every else (int(what.qty.n) if what.qty.n.isdigit() else MANY)
    chosen = _picked(scene, dice, fit, most)
    if any(dice[i].again for i in chosen):
        raise Illegal("un dado no se vuelve a tirar dos veces en el mismo ataque", REROLL)
    fresh = rolled(scene.log, [dice[i].colour for i in chosen], f"los dados que repite «{scene.card}»", scene.decision.salen)
    after = list(dice)
    for i, new in zip(chosen, fresh, strict=True):
        scene.say(f"se vuelve a tirar 1 dado {after[i].colour}: de la cara {after[i].face} a la {new.face}", REROLL)
        after[i] = Die(after[i].colour, new.face, True)
    return with_fight(scene, fight.with_pool(pool, tuple(after)))


def _die(die: Die) -> Ente:
    counts = dict(zip(ATTACK_ICONS, die.counts(ATTACK_ICONS), strict=True)) | dict(
        zip(DEFENSE_ICONS, die.counts(DEFENSE_ICONS), strict=True)
    )
    return Ente("dado", die.colour, frozenset({die.colour, *(f"{icon}:{n}" for icon, n in counts.items() if n)}))


def _picked(scene: Scene, dice: tuple[Die, ...], fit: list[Die], most: int | None) -> list[int]:
    places = [i for i, die in enumerate(dice) if any(die is one for one in fit)]
    if most is None:
        return [i for i in places if not dice[i].again]
    if not dice:
        raise Pending("para repetir dados hay que dar sus caras («ataque» y «defensa»), no solo los resultados")
    told = scene.decision.dados
    if told is None:
        if len(places) == 1:
            return places
        raise Pending(f"di en «dados» qué dados repite «{scene.card}»: 1 a {len(dice)}")
    if len(told) > most:
        raise Illegal(f"«{scene.card}» deja repetir como mucho {most}", REROLL)
    if any(not 1 <= i <= len(dice) or i - 1 not in places for i in told):
        raise Illegal(f"«{scene.card}» no deja repetir ese dado", REROLL)
    return [i - 1 for i in told]


def rolled(log: Log, colours: list[str], what: str, faces: tuple[int, ...] | None) -> list[Die]:
    shown = log.roll([str(f) for f in faces] if faces is not None else None, len(colours), FACES, what)
    return [Die(colour, int(face)) for colour, face in zip(colours, shown, strict=True)]


@postponed("modificar_resultados")
def convert(scene: Scene, deed: Deed) -> Scene:
    first = deed.fact.role("que")
    if not isinstance(first, Cosa):
        raise scene.fail("no se puede calcular sobre los dados", deed.fact)
    icon = icon_of(scene, first, deed.fact)
    there = in_fight(scene).count(icon)
    n = there if first.qty.op in WHOLE else min(how_many(scene, first, deed), there)
    gains = [
        (icon_of(scene, t, deed.fact), how_many(scene, t, deed) * _as_often(first, t, n))
        for t in _things(scene, deed.fact.role("en"), deed)
    ]
    fight = in_fight(scene).modified(icon, -n)
    for kind, more in gains:
        fight = fight.modified(kind, more)
    named = ", ".join(f"{more} {kind}" for kind, more in gains)
    scene.say(f"convierte {n} {icon} en {named}", MODIFY)
    return with_fight(scene, fight)


def _as_often(turned: Cosa, into: Cosa, n: int) -> int:
    """«cada A en 2 B»: 2 for each of them; «todos los A en 2 B»: 2 in all; «todos los A en B»: as many as there are."""
    apart = turned.qty == EACH or (turned.qty == EVERY and into.qty.op != "n")
    return n if apart else min(n, 1)


def _things(scene: Scene, value: Value | None, deed: Deed) -> list[Cosa]:
    return [thing for thing in pieces(scene, value, deed.fact) if isinstance(thing, Cosa)]


def roll(scene: Scene, deed: Deed) -> Scene:
    """Dice of the effect itself: what they show is asked afterwards."""
    colours = list(colours_of(scene, deed.fact.role("que"), deed)) * deed.times
    results: Counter[str] = Counter()
    for die in rolled(scene.log, colours, f"los dados de «{scene.card}»", scene.decision.salen):
        for icons in (ATTACK_ICONS, DEFENSE_ICONS):
            results.update(dict(zip(icons, die.counts(icons), strict=True)))
    shown = ", ".join(f"{n} {icon}" for icon, n in results.items() if n) or "nada"
    scene.say(f"tira {', '.join(colours)}: {shown}", DICE)
    return scene.on(scene.state.throwing(dict(results)))


def force(scene: Scene, deed: Deed) -> Scene:
    """«obliga al defensor a volver a tirar …»."""
    order = deed.fact.role("a")
    verb = FORCED.get(order.verb) if isinstance(order, Hecho) else None
    if verb is None or not isinstance(order, Hecho):
        raise scene.fail("el verbo no se ejecuta en este juego", deed.fact)
    scene, whose = whom(scene, deed.fact.role("que"), DICE)
    for one in whose:
        scene = verb(scene, Deed(order, one))
    return scene


FORCED = {"volver_a_tirar": reroll, "retirar": take}


def ignore(scene: Scene, deed: Deed) -> Scene:
    """Blocks of the rival's roll; surcharges of movement are looked up where they count."""
    what = deed.fact.role("que")
    if isinstance(what, Cosa) and what.sort == "opcion":
        scene.say("no se elige ninguna de las opciones del evento", MODIFY)
        return scene.on(scene.state.model_copy(update={"opcion": 0}))
    if isinstance(what, Cosa) and what.noun == "coste_adicional":
        return keep(scene, deed.fact, "activacion")
    if isinstance(what, Cosa) and what.sort == "resultado" and icon_of(scene, what, deed.fact) == "bloqueo":
        return modified(scene, "perforante", how_many(scene, what, deed))
    raise scene.fail("el verbo no se ejecuta en este juego", deed.fact)
