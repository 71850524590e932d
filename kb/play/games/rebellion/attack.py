"""Rebellion: one attack of a battle: dice, tactics, assignment, blocking (Resolución de ataques)."""

from collections.abc import Iterator

from grammar.meaning.values import Cosa, Hecho
from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.rebellion.board import forbids, now
from kb.play.games.rebellion.decision import Told
from kb.play.games.rebellion.facts import listed
from kb.play.games.rebellion.odds.solve import MOST_COMBAT
from kb.play.games.rebellion.queue import PERFORMER, WORLD
from kb.play.games.rebellion.rules import CARD
from kb.play.games.rebellion.state import FACES, NO_HEALTH, RIVAL, STATIONS, Colour, Die, Lance, Side, Tactic, hurt
from kb.play.games.rebellion.use import read
from kb.play.games.rebellion.verbs.fray import COLOURS, extra
from kb.play.games.rebellion.verbs.hands import without_tactic
from kb.play.games.rebellion.view import player, unit_of
from kb.play.games.rebellion.war import Strike, War, use
from kb.play.logic import every
from kb.play.meaning.abilities import Ability
from kb.play.meaning.conditions import holds, known_as
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.stuff import stuff
from kb.play.run import Illegal, Pending
from kb.play.saying import many, of_each

DAMAGED = cite("rebellion/resolucion-de-ataques#r-39f236", "fichas de Daño")
POOL = cite("rebellion/resolucion-de-ataques#r-tirar-los", "dados")
CUT_FIRST = cite("rebellion/resolucion-de-ataques#r-f2e7f7", "antes")
DRAW = cite("rebellion/resolucion-de-ataques#r-robar-una", "Robar una carta de Táctica")
PLAY = cite("rebellion/resolucion-de-ataques#r-jugar-una", "Jugar una carta de Táctica")
COLOUR = cite("rebellion/resolucion-de-ataques#r-e1180d", "color")
DIRECT = cite("rebellion/resolucion-de-ataques#r-be64cd", "cualquier color")
SAME = cite("rebellion/resolucion-de-ataques#r-80c73c", "escenario en curso")
MUST = cite("rebellion/resolucion-de-ataques#r-919f8b", "obligatorio")
BLOCK = cite("rebellion/resolucion-de-ataques#r-bloqueo-de", "bloque")
FALL = cite("rebellion/resolucion-de-ataques#r-destruccion", "al final de este paso")


def attack(war: War, side: Side, strike: Strike, step: str) -> None:
    war.table = war.table.going(bando=side, tirada=(), dano={})
    _roll(war, side, strike)
    for _ in range(strike.roba):
        _spend(war)
        war.log.say("2a", f"{side} gasta un especial y roba 1 carta de Táctica {war.theatre}", DRAW)
        war.table = war.table.counted("robadas", f"tactica_{war.theatre}", 1)
    for name, told in strike.juega.items():
        _tactic(war, side, name, told)
    for name, told in strike.responde.items():
        _answer(war, RIVAL[side], name, told)
    _assign(war, side, strike)
    if not strike.juega and any(die.cara == "especial" for die in _lance(war).tirada):
        war.log.offer(side, "2", "puedes gastar un dado con [especial] en robar o jugar una carta de Táctica")
    _block(war, side, strike)
    for name, n in _lance(war).dano.items():
        if n:
            war.table = hurt(war.table, name, n, war.log, "5")
            unit = war.table.unit(name)
            war.log.say("5", f"{name} tiene {unit.dano} de daño", FALL if unit.dano >= unit.resistencia else DAMAGED)
    war.table = war.table.going(tirada=(), dano={})


def _lance(war: War) -> Lance:
    assert war.table.lance is not None
    return war.table.lance


# --- dice --------------------------------------------------------------------------------------------------------------------


def _roll(war: War, side: Side, strike: Strike) -> None:
    names = [name for name in war.table.there(war.place, side, war.theatre) if _may_attack(war, name)]
    changes = list(_changes(war, side))
    dice: list[Die] = []
    for colour in COLOURS:
        total = sum(war.table.unit(name).ataque.get(colour, 0) for name in names)
        total += sum(n for _, where, n in changes if where == colour)
        told = list(strike.tirada.get(colour, ())) if strike.tirada is not None else None
        what = f"los dados {'rojos' if colour == 'rojo' else 'negros'} del bando {side}"
        shown = war.log.roll(told, min(MOST_COMBAT, max(0, total)), FACES, what)
        dice += [Die(color=colour, cara=face) for face in shown]
    for card, colour, n in changes:
        war.log.say(
            "1",
            f"por «{card}» el bando {side} tira {of_each({colour: abs(n)}, 'dado')} {'más' if n > 0 else 'menos'}",
            CUT_FIRST,
            card,
        )
    seen = ", ".join(f"{die.cara} {die.color}" for die in dice)
    if dice:
        war.log.say("1", f"{side} tira {many(len(dice), 'dado')}: {seen}", CUT_FIRST if changes else POOL)
    war.table = war.table.going(tirada=tuple(dice))


def _may_attack(war: War, name: str) -> bool:
    card = forbids(war.table, "atacar", war.log, quien=unit_of(name))
    if card:
        war.log.say("1", f"{name} no puede atacar: «{card}» lo prohíbe", CARD, card)
    return card is None


def _orders(war: War, verb: str) -> Iterator[tuple[Scene, Hecho]]:
    """Orders that stand now: «tira 1 dado rojo adicional», «considera …»."""
    for scene, step in now(war.table, war.log):
        if step.modo in ("", "debe") and every(holds(scene, cond) for cond in step.si):
            yield from ((scene, fact) for fact in step.efecto if isinstance(fact, Hecho) and fact.verb == verb)


def _of(scene: Scene, fact: Hecho, side: Side) -> bool:
    found = known_as(scene, fact.role("quien")) if fact.role("quien") is not None else (scene.me,)
    return bool(found) and player(side) in (found or ())


def _changes(war: War, side: Side) -> Iterator[tuple[str, Colour, int]]:
    """Dice more or fewer of each colour, by the cards in force."""
    for scene, fact in _orders(war, "tirar"):
        if not _of(scene, fact, side):
            continue
        for what in listed(fact.role("que")):
            deed = Deed(fact, scene.me, PERFORMER.times(scene, fact))
            colour, n = extra(scene, deed, what)
            if colour is None:
                raise Pending(f"«{scene.card}» no dice el color del dado")
            yield scene.card, colour, n


def _considered(war: War, side: Side, dice: list[Die]) -> list[Die]:
    """«considera hasta 2 de tus resultados [impacto] negros como …»: face, colour, or both."""
    for scene, fact in _orders(war, "considerar"):
        before, after = fact.role("que"), fact.role("como")
        if not isinstance(before, Cosa) or not isinstance(after, Cosa) or not _of(scene, fact, side):
            continue
        most = int(before.qty.n) if before.qty.n.isdigit() else len(dice)
        was, then = stuff(before), stuff(after)
        fits = [n for n, die in enumerate(dice) if _such(die, was.ids("icono_resultado"), was.ids("color"))][:most]
        for n in fits:
            face, colour = then.ids("icono_resultado"), then.ids("color")
            new: dict[str, str] = {**({"cara": face[0]} if face else {}), **({"color": colour[0]} if colour else {})}
            dice[n] = dice[n].model_copy(update=new)
        war.log.say("3", f"por «{scene.card}» {len(fits)} resultados cuentan como otros", CARD, scene.card)
    return dice


def _such(die: Die, faces: tuple[str, ...], colours: tuple[str, ...]) -> bool:
    return (not faces or die.cara in faces) and (not colours or die.color in colours)


def _spend(war: War) -> None:
    dice = list(_lance(war).tirada)
    die = next((d for d in dice if d.cara == "especial"), None)
    if die is None:
        raise Illegal("no queda ningún dado con [especial] que gastar", DRAW)
    dice.remove(die)
    war.table = war.table.going(tirada=tuple(dice))


# --- tactics -----------------------------------------------------------------------------------------------------------------


def _card(war: War, side: Side, name: str, dice: bool) -> Tactic:
    """Takes a tactic card from the hand, paying for it."""
    hand = war.table.hand(side)
    if name not in hand.tacticas:
        raise PlayError(f"{side} no tiene ninguna carta de Táctica «{name}»")
    tactic = hand.tacticas[name]
    if tactic.escenario != war.theatre:
        raise Illegal(f"«{name}» es una Táctica {tactic.escenario}: no se juega en una batalla {war.theatre}", PLAY)
    card = Ente("carta", name, frozenset({"carta_de_tactica", tactic.escenario}), side)
    if why := forbids(war.table, "jugar", war.log, quien=player(side), que=card):
        raise Illegal(f"{side} no puede jugar Tácticas de ese escenario: «{why}» lo prohíbe", PLAY)
    read(name, tactic.texto)
    if tactic.especial:
        if not dice:
            raise Illegal(f"«{name}» cuesta un dado con [especial]", PLAY)
        _spend(war)
    war.table = without_tactic(war.table, side, name)
    return tactic


def _facts(text: str, name: str) -> list[Hecho]:
    return [fact for ability in read(name, text) for fact in ability.facts()]


def _blocks(text: str, name: str) -> bool:
    """It is played to block: step 4."""
    return any(fact.verb == "bloquear" and not _forbidden(read(name, text), fact) for fact in _facts(text, name))


def _forbidden(abilities: tuple[Ability, ...], fact: Hecho) -> bool:
    steps = [step for ability in abilities for step in ability.steps]
    return any(getattr(step, "modo", "") == "no_puede" and fact in getattr(step, "efecto", ()) for step in steps)


def _tactic(war: War, side: Side, name: str, told: Told) -> None:
    tactic = _card(war, side, name, True)
    war.log.say("2b", f"{side} juega «{name}»", PLAY, name, tactic.texto)
    if _blocks(tactic.texto, name):
        raise Illegal(f"«{name}» no se juega como acción de combate", PLAY)
    use(war, side, name, tactic.texto, told, "2b")


def _answer(war: War, side: Side, name: str, told: Told) -> None:
    """A tactic that speaks of the dice of whoever attacks."""
    tactic = _card(war, side, name, False)
    if not any(fact.verb == "volver_a_tirar" for fact in _facts(tactic.texto, name)):
        raise Illegal(f"«{name}» no habla de los dados del atacante", PLAY)
    war.log.say("2", f"{side} juega «{name}»", CARD, name, tactic.texto)
    use(war, side, name, tactic.texto, told, "2")


# --- damage ------------------------------------------------------------------------------------------------------------------


def _assign(war: War, side: Side, strike: Strike) -> None:
    """Every die that can be assigned must be."""
    seen = _considered(war, side, list(_lance(war).tirada))
    left = [die for die in seen if die.cara in ("impacto", "impacto_directo")]
    dealt = dict(_lance(war).dano)
    rivals = war.table.there(war.place, RIVAL[side], war.theatre)
    for name, placed in strike.asigna.items():
        if name not in rivals:
            raise Illegal(f"{name} no es una unidad rival de esta batalla", SAME)
        for mark in placed:
            die = next((d for d in left if mark in _marks(d)), None)
            if die is None:
                shown = ", ".join(dict.fromkeys(_marks(d)[0] for d in left)) or "ninguno"
                raise Illegal(f"no hay ningún «{mark}» que asignar; quedan: {shown}", MUST)
            if not _could(war, die, name):
                station = war.table.unit(name).tipo in STATIONS
                raise Illegal(f"un {die.cara} {die.color} no sirve contra {name}", NO_HEALTH if station else COLOUR)
            left.remove(die)
            dealt[name] = dealt.get(name, 0) + 1
            war.log.say("3", f"asigna un {mark} a {name}", DIRECT if die.cara == "impacto_directo" else COLOUR)
    loose = [die for die in left if any(_could(war, die, name) for name in rivals)]
    if loose:
        one = f"{loose[0].cara} {loose[0].color}"
        raise Pending(f"falta asignar los dados del bando {side} («asigna»): {len(loose)}, p. ej. «{one}»")
    war.table = war.table.going(dano=dealt)


def _marks(die: Die) -> tuple[str, ...]:
    """How a die is named: its face and its colour; a direct hit also without its colour, which does not matter."""
    name = f"{die.cara} {die.color}"
    return (name, name.replace("_", " "), *((die.cara, "impacto directo") if die.cara == "impacto_directo" else ()))


def _could(war: War, die: Die, name: str) -> bool:
    unit = war.table.unit(name)
    return unit.tipo not in STATIONS and (die.cara == "impacto_directo" or unit.color == die.color)


def _block(war: War, side: Side, strike: Strike) -> None:
    other = RIVAL[side]
    if strike.bloquea and (card := forbids(war.table, "bloquear", war.log, quien=player(other), que=Ente("dano", "dano"))):
        raise Illegal(f"{other} no puede bloquear daño ahora: «{card}» lo prohíbe", BLOCK)
    for scene, fact in list(_orders(war, "bloquear")):
        if _of(scene, fact, other) and any(war.table.unit(n).bando == other for n, d in _lance(war).dano.items() if d):
            told = strike.bloquea.get(scene.card, Told())
            acting = Scene(
                WORLD, war.table, scene.me, scene.card, told, war.log, going=scene.going, words=scene.words, step="4"
            )
            war.table = PERFORMER.act(acting, fact, cost=False).state
    for name, told in strike.bloquea.items():
        if name not in war.table.hand(other).tacticas and any(card.carta == name for card in war.table.en_vigor):
            continue
        tactic = _card(war, other, name, False)
        if not _blocks(tactic.texto, name):
            raise Illegal(f"«{name}» no bloquea daño", BLOCK)
        war.log.say("4", f"{other} juega «{name}»", BLOCK, name, tactic.texto)
        use(war, other, name, tactic.texto, told, "4")
    if any(_lance(war).dano.values()) and not strike.bloquea:
        hand = war.table.hand(other).tacticas
        if any(t.escenario == war.theatre and _readable(n, t.texto) and _blocks(t.texto, n) for n, t in hand.items()):
            war.log.offer(other, "4", "puedes jugar Tácticas que bloqueen daño")


def _readable(name: str, text: str) -> bool:
    try:
        return bool(read(name, text))
    except PlayError:
        return False


CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))
