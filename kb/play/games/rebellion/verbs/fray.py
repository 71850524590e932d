"""Rebellion: dice and damage: of the attack that is being made, or of the mission."""

from grammar.meaning.values import WHOLE, Cosa, Value
from kb.play.cite import cite
from kb.play.games.rebellion.facts import listed
from kb.play.games.rebellion.rules import CARD, effect_of
from kb.play.games.rebellion.state import FACES, RIVAL, STATIONS, Colour, Die, Lance, Side, Table
from kb.play.games.rebellion.verbs.reading import ask, number, pick, side, told
from kb.play.meaning.conditions import fits, known_as
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.stuff import stuff
from kb.play.run import Illegal
from kb.play.saying import many

REROLL = cite("rebellion/resolucion-de-ataques#r-38b229", "todos a la vez")
ANY = cite("rebellion/resolucion-de-ataques#r-052df0", "sin decir a quién")
SAME = cite("rebellion/resolucion-de-ataques#r-80c73c", "escenario en curso")
BLOCK = cite("rebellion/resolucion-de-ataques#r-bloqueo-de", "bloque")
COLOURS: tuple[Colour, ...] = ("rojo", "negro")


def attack_of(scene: Scene, deed: Deed) -> Lance:
    lance: Lance | None = scene.state.lance
    if lance is None or lance.clase != "combate" or lance.escenario is None:
        raise Illegal(f"«{scene.card}» solo actúa en un combate", CARD)
    return lance


def inflict(scene: Scene, deed: Deed) -> Scene:
    lance, what = attack_of(scene, deed), deed.fact.role("que")
    if not isinstance(what, Cosa) or what.noun != "dano" or what.filters:
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    n, goal = number(scene, deed, what.qty), deed.fact.role("a")
    scene, units = _targets(scene, deed, lance, goal)
    if not units:
        scene.say(f"«{scene.card}»: no hay a quién infligir daño", ANY)
    dealt = dict(lance.dano)
    for ente in units:
        dealt[ente.name] = dealt.get(ente.name, 0) + n
        scene.say(f"{ente.name} recibe {n} de daño de «{scene.card}»", ANY)
    return scene.on(scene.state.going(dano=dealt))


def _targets(scene: Scene, deed: Deed, lance: Lance, goal: Value | None) -> tuple[Scene, tuple[Ente, ...]]:
    """Units of the theatre: the rival's, unless the text says whose."""
    table: Table = scene.state
    mine = scene.me.name
    owned = isinstance(goal, Cosa) and (stuff(goal).of is not None or bool(stuff(goal).ids("bando")) or goal.qty.op in WHOLE)

    def legal(ente: Ente) -> bool:
        unit = table.unidades.get(ente.name) if ente.sort == "unidad" else None
        if unit is None or unit.tipo in STATIONS or unit.sistema != lance.sistema or unit.escenario != lance.escenario:
            return False
        return owned or unit.bando != mine

    if goal is None:
        names = table.there(lance.sistema, RIVAL["imperio" if mine == "imperio" else "rebelde"], lance.escenario)
        possible = [Ente("unidad", n) for n in names if table.unit(n).tipo not in STATIONS]
        chosen = told(scene).a or (tuple(names) if len(names) == 1 else ())
        if not chosen and possible:
            raise ask("a", f"a quién daña «{scene.card}»", names)
        if len(chosen) > 1:
            raise Illegal(f"«{scene.card}» daña a 1 unidad", ANY)
        if wrong := [n for n in chosen if Ente("unidad", n) not in possible]:
            raise Illegal(f"«{scene.card}» no puede dañar a {wrong[0]}", SAME)
        return scene, tuple(Ente("unidad", n) for n in chosen)
    return pick(scene, deed, goal, SAME, legal)


def block(scene: Scene, deed: Deed) -> Scene:
    """Points of the damage that has just been assigned."""
    lance, what = attack_of(scene, deed), deed.fact.role("que")
    if not isinstance(what, Cosa) or what.noun != "dano" or what.filters:
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    n, names = number(scene, deed, what.qty), told(scene).a
    dealt, table = dict(lance.dano), scene.state
    mine = [name for name, d in dealt.items() if d and table.unit(name).bando == scene.me.name]
    kind = deed.fact.role("a")
    if not names:
        if len(mine) != 1:
            raise ask("a", f"de qué unidades bloquea el daño «{scene.card}»", mine)
        names = (mine[0],) * min(n, dealt[mine[0]])
    if len(names) > n:
        raise Illegal(f"«{scene.card}» bloquea {n} como mucho", BLOCK)
    for name in names:
        table.unit(name)
        if dealt.get(name, 0) < 1 or (kind is not None and not _fits(scene, kind, name)):
            raise Illegal(f"«{scene.card}» no puede bloquear daño de {name}", BLOCK)
        dealt[name] -= 1
        scene.say(f"«{scene.card}» bloquea 1 de {name}", BLOCK)
    return scene.on(table.going(dano=dealt))


def _fits(scene: Scene, kind: Value, name: str) -> bool:
    return isinstance(kind, Cosa) and fits(scene, Ente("unidad", name), kind) is not False


def again(scene: Scene, deed: Deed) -> Scene:
    """Dice of the attack that is being made: the attacker's."""
    lance, what = attack_of(scene, deed), deed.fact.role("que")
    if not isinstance(what, Cosa) or what.sort != "dado" or not stuff(what).only("de", "color"):
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    owner = stuff(what).of
    whose = known_as(scene, owner) if owner is not None else (deed.who,)
    if not whose or whose[0].name != lance.bando:
        raise Illegal(f"«{scene.card}» habla de dados que ahora no se han tirado", REROLL)
    colours = stuff(what).ids("color")
    legal = [i for i, die in enumerate(lance.tirada, 1) if not colours or die.color in colours]
    whole = what.qty.op in WHOLE
    most = len(legal) if whole else number(scene, deed, what.qty)
    which = told(scene).dados if told(scene).dados is not None else tuple(legal) if whole else None
    if which is None:
        raise ask("dados", f"qué dados repite «{scene.card}»", map(str, legal))
    if len(which) > most or any(i not in legal for i in which):
        raise Illegal(f"«{scene.card}» no permite repetir esos dados", REROLL)
    shown = scene.log.roll(told(scene).salen, len(which), FACES, "los dados que se repiten")
    dice = list(lance.tirada)
    for i, face in zip(which, shown, strict=True):
        dice[i - 1] = dice[i - 1].model_copy(update={"cara": face})
    scene.say(f"repite {many(len(which), 'dado')} a la vez: {', '.join(shown) or 'ninguno'}", REROLL)
    return scene.on(scene.state.going(tirada=tuple(dice)))


def extra(scene: Scene, deed: Deed, what: Value) -> tuple[Colour | None, int]:
    """«2 dados adicionales», «1 dado rojo menos»: of which colour, and how many more or fewer."""
    if isinstance(what, Cosa) and what.sort == "dado":
        row = stuff(what)
        traits, colours = row.ids("rasgo"), row.ids("color")
        if row.only("rasgo", "color") and traits in (("adicional",), ("menos",)) and len(colours) <= 1:
            n = number(scene, deed, what.qty)
            colour: Colour | None = None if not colours else "rojo" if colours[0] == "rojo" else "negro"
            return colour, n if traits == ("adicional",) else -n
    raise scene.fail("depende de algo que no se lleva aquí", deed.fact)


def roll(scene: Scene, deed: Deed) -> Scene:
    """More or fewer dice in the mission; in an attack, dice that are rolled now."""
    who = side(scene, deed)
    for what in listed(deed.fact.role("que")):
        colour, n = extra(scene, deed, what)
        lance: Lance | None = scene.state.lance
        if lance is not None and lance.clase == "mision":
            if colour is not None:
                raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
            scene.say(f"{who}: {n:+d} dados", effect_of(scene))
            scene = scene.on(scene.state.going(dados={**lance.dados, who: lance.dados.get(who, 0) + n}))
        else:
            scene = _now(scene, deed, who, colour, n)
    return scene


def _now(scene: Scene, deed: Deed, who: Side, colour: Colour | None, n: int) -> Scene:
    lance = attack_of(scene, deed)
    if colour is None or n < 0 or who != lance.bando:
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    shown = scene.log.roll(told(scene).salen, n, FACES, f"los dados adicionales de «{scene.card}»")
    scene.say(f"{who} tira {many(n, 'dado')} más: {', '.join(shown)}", effect_of(scene))
    return scene.on(scene.state.going(tirada=(*lance.tirada, *(Die(color=colour, cara=face) for face in shown))))
