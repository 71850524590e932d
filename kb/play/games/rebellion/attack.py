"""Rebellion: one attack of a battle: dice, tactics, assignment, blocking (Resolución de ataques)."""

from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.rebellion.cards import Card, read_card
from kb.play.games.rebellion.effects import Told
from kb.play.games.rebellion.orders import Order, side_of
from kb.play.games.rebellion.state import (
    FACES,
    RIVAL,
    STATIONS,
    Colour,
    Side,
    hurt,
    is_kind,
)  # fmt: skip
from kb.play.games.rebellion.war import Die, Strike, War, carry_out, drawn
from kb.play.odds.rebellion import MOST_COMBAT
from kb.play.run import Illegal, Pending

POOL = cite("rebellion/resolucion-de-ataques#r-tirar-los", "dados")
CUT_FIRST = cite("rebellion/resolucion-de-ataques#r-8047a8", "antes")
DRAW = cite("rebellion/resolucion-de-ataques#r-robar-una", "Robar una carta de Táctica")
PLAY = cite("rebellion/resolucion-de-ataques#r-jugar-una", "Jugar una carta de Táctica")
REROLL = cite("rebellion/resolucion-de-ataques#r-38b229", "todos a la vez")
ANY = cite("rebellion/resolucion-de-ataques#r-052df0", "sin decir a quién")
COLOUR = cite("rebellion/resolucion-de-ataques#r-e1180d", "color")
DIRECT = cite("rebellion/resolucion-de-ataques#r-be64cd", "cualquier color")
SAME = cite("rebellion/resolucion-de-ataques#r-80c73c", "escenario en curso")
MUST = cite("rebellion/resolucion-de-ataques#r-919f8b", "obligatorio")
BLOCK = cite("rebellion/resolucion-de-ataques#r-bloqueo-de", "bloque")
FALL = cite("rebellion/resolucion-de-ataques#r-destruccion", "al final de este paso")
COLOURS: tuple[Colour, ...] = ("rojo", "negro")


def attack(war: War, side: Side, strike: Strike, step: str) -> None:
    dice = _roll(war, side, strike, step)
    for _ in range(strike.roba):
        _spend(dice)
        war.log.say("2a", f"{side} gasta un especial y roba 1 carta de Táctica {war.theatre}", DRAW)
        drawn(war, f"tactica_{war.theatre}", 1)
    dealt: dict[str, int] = {}
    for name, told in strike.juega.items():
        _tactic(war, side, name, told, dice, dealt)
    _assign(war, side, strike, dice, dealt)
    if not strike.juega and any(d.face == "especial" for d in dice):
        war.log.offer(side, "2", "puedes gastar un dado con [especial] en robar o jugar una carta de Táctica")
    _block(war, side, strike, dealt)
    for name, n in dealt.items():
        if n:
            war.table = hurt(war.table, name, n, war.log, "5")
            war.log.say("5", f"{name} tiene {war.table.unit(name).dano} de daño", FALL)


def _roll(war: War, side: Side, strike: Strike, step: str) -> list[Die]:
    units = [war.table.unit(n) for n in war.table.there(war.place, side, war.theatre)]
    dice: list[Die] = []
    for colour in COLOURS:
        total = sum(u.ataque.get(colour, 0) for u in units)
        for mine, order in war.changes("dados"):
            if side_of(order.side, mine) == side:
                total += order.colours.count(colour) * (1 if order.n > 0 else -1)
        n = min(MOST_COMBAT, max(0, total))
        told = list(strike.tirada.get(colour, ())) if strike.tirada is not None else None
        shown = war.log.roll(told, n, FACES, f"los dados {'rojos' if colour == 'rojo' else 'negros'} del bando {side}")
        dice += [Die(colour, face) for face in shown]
    seen = ", ".join(f"{d.face} {d.colour}" for d in dice) or "nada"
    war.log.say("1", f"{side} tira {len(dice)} dados: {seen}", CUT_FIRST if war.changes("dados") else POOL)
    return dice


def _spend(dice: list[Die]) -> None:
    die = next((d for d in dice if d.face == "especial"), None)
    if die is None:
        raise Illegal("no queda ningún dado con [especial] que gastar", DRAW)
    dice.remove(die)


def _card(war: War, side: Side, name: str, dice: list[Die] | None) -> Card:
    """Takes a tactic card from the hand, paying for it."""
    hand = war.table.hand(side)
    if name not in hand.tacticas:
        raise PlayError(f"{side} no tiene ninguna carta de Táctica «{name}»")
    tactic = hand.tacticas[name]
    if tactic.escenario != war.theatre:
        raise Illegal(f"«{name}» es una Táctica {tactic.escenario}: no se juega en una batalla {war.theatre}", PLAY)
    if war.holds("no_jugar", side):
        raise Illegal(f"{side} no puede jugar Tácticas de ese escenario", PLAY)
    card = read_card(tactic.texto)
    if card.unread:
        raise PlayError(f"el texto de «{name}» no se entiende: {card.unread}")
    if tactic.especial:
        if dice is None:
            raise Illegal(f"«{name}» cuesta un dado con [especial]", PLAY)
        _spend(dice)
    left = {n: t for n, t in hand.tacticas.items() if n != name}
    war.table = war.table.put_hand(side, hand.model_copy(update={"tacticas": left}))
    return card


def _tactic(war: War, side: Side, name: str, told: Told, dice: list[Die], dealt: dict[str, int]) -> None:
    card = _card(war, side, name, dice)
    war.log.say("2b", f"{side} juega «{name}»", PLAY, name)
    if card.window != "accion_de_combate":
        raise Illegal(f"«{name}» no se juega como acción de combate", PLAY)
    if card.refused:
        war.idle[name] = card.refused
    for order in card.orders:
        if order.verb == "infligir":
            _inflict(war, side, name, order, told, dealt)
        elif order.verb == "volver_a_tirar":
            _again(war, name, order, told, dice)
        else:
            carry_out(war, side, name, Card(card.window, (order,)), told, "2b")


def _inflict(war: War, side: Side, name: str, order: Order, told: Told, dealt: dict[str, int]) -> None:
    theatre = "nave" if war.theatre == "espacial" else "unidad_terrestre"
    kind = order.kind or theatre
    rivals = war.table.there(war.place, RIVAL[side])
    legal = [n for n in rivals if is_kind(war.table.unit(n), kind) and war.table.unit(n).tipo not in STATIONS]
    targets = max(1, order.targets)
    chosen = told.a or (tuple(legal) if len(legal) <= targets and not order.most else ())
    if not chosen and legal:
        raise Pending(f"falta elegir a quién daña «{name}» («a»): {', '.join(legal)}")
    if len(set(chosen)) > targets or len(set(chosen)) != len(chosen):
        raise Illegal(f"«{name}» daña a {targets} unidades diferentes como mucho", ANY)
    if wrong := [n for n in chosen if n not in legal]:
        raise Illegal(f"«{name}» no puede dañar a {wrong[0]}", SAME)
    for unit in chosen:
        dealt[unit] = dealt.get(unit, 0) + order.n
        war.log.say("2b", f"{unit} recibe {order.n} de daño de «{name}»", ANY, name)


def _again(war: War, name: str, order: Order, told: Told, dice: list[Die]) -> None:
    if told.dados is None:
        raise Pending(f"falta decir qué dados repite «{name}» («dados»): 1 a {len(dice)}")
    if len(told.dados) > order.n or any(not 1 <= i <= len(dice) for i in told.dados):
        raise Illegal(f"«{name}» deja repetir hasta {order.n} dados", REROLL)
    shown = war.log.roll(
        list(told.salen) if told.salen is not None else None, len(told.dados), FACES, f"lo que repite «{name}»"
    )
    for i, face in zip(told.dados, shown, strict=True):
        war.log.say("2b", f"un {dice[i - 1].face} {dice[i - 1].colour} pasa a {face}", REROLL, name)
        dice[i - 1].face = face


def _assign(war: War, side: Side, strike: Strike, dice: list[Die], dealt: dict[str, int]) -> None:
    """Every die that can be assigned must be."""
    left = [d for d in dice if d.face in ("impacto", "impacto_directo")]
    for _, order in [row for row in war.changes("cambiar_color") if row[0] == side]:
        _recolour(left, order)
    rivals = war.table.there(war.place, RIVAL[side], war.theatre)
    for name, placed in strike.asigna.items():
        if name not in rivals:
            raise Illegal(f"{name} no es una unidad rival de esta batalla", SAME)
        for mark in placed:
            die = next((d for d in left if mark in _marks(d)), None)
            if die is None:
                shown = ", ".join(dict.fromkeys(_marks(d)[0] for d in left)) or "ninguno"
                raise Illegal(f"no hay ningún «{mark}» que asignar; quedan: {shown}", MUST)
            _fits(war, die, name)
            left.remove(die)
            dealt[name] = dealt.get(name, 0) + 1
            war.log.say("3", f"asigna un {mark} a {name}", DIRECT if die.face == "impacto_directo" else COLOUR)
    loose = [d for d in left if any(_could(war, d, name) for name in rivals)]
    if loose:
        one = f"{loose[0].face} {loose[0].colour}"
        raise Pending(f"falta asignar los dados del bando {side} («asigna»): {len(loose)}, p. ej. «{one}»")


def _marks(die: Die) -> tuple[str, ...]:
    """How a die is named: its face and its colour; a direct hit also without its colour, which does not matter."""
    name = f"{die.face} {die.colour}"
    return (name, name.replace("_", " "), *((die.face, "impacto directo") if die.face == "impacto_directo" else ()))


def _recolour(dice: list[Die], order: Order) -> None:
    before = order.colours[0]
    after: Colour = "rojo" if order.colours[1] == "rojo" else "negro"
    for die in [d for d in dice if d.face == "impacto" and d.colour == before][: order.n]:
        die.colour = after


def _could(war: War, die: Die, name: str) -> bool:
    unit = war.table.unit(name)
    return unit.tipo not in STATIONS and (die.face == "impacto_directo" or unit.color == die.colour)


def _fits(war: War, die: Die, name: str) -> None:
    if not _could(war, die, name):
        raise Illegal(f"un {die.face} {die.colour} no sirve contra {name}", COLOUR)


def _block(war: War, side: Side, strike: Strike, dealt: dict[str, int]) -> None:
    other = RIVAL[side]
    for name, told in strike.bloquea.items():
        if war.holds("no_bloquear", other):
            raise Illegal(f"{other} no puede bloquear daño ahora", BLOCK)
        card = _card(war, other, name, None)
        order = next((o for o in card.orders if o.verb == "bloquear"), None)
        if order is None:
            raise Illegal(f"«{name}» no bloquea daño", BLOCK)
        if order.discard:
            _discard(war, other, name, order, told)
        if len(told.a) > order.n:
            raise Illegal(f"«{name}» bloquea {order.n} como mucho", BLOCK)
        for unit in told.a:
            if dealt.get(unit, 0) < 1 or (order.kind and not is_kind(war.table.unit(unit), order.kind)):
                raise Illegal(f"«{name}» no puede bloquear daño de {unit}", BLOCK)
            dealt[unit] -= 1
            war.log.say("4", f"«{name}» bloquea 1 de {unit}", BLOCK, name)
    if any(dealt.values()) and not strike.bloquea:
        hand = war.table.hand(other).tacticas
        if any(read_card(t.texto).window == "bloqueo_de_dano" and t.escenario == war.theatre for t in hand.values()):
            war.log.offer(other, "4", "puedes jugar Tácticas que bloqueen daño")


def _discard(war: War, side: Side, name: str, order: Order, told: Told) -> None:
    hand = war.table.hand(side)
    theatre = order.discard.removeprefix("tactica_")
    fit = [n for n, t in hand.tacticas.items() if order.discard == "tactica" or t.escenario == theatre]
    paid = told.descarta or (fit[0] if len(fit) == 1 else None)
    if paid is None or paid not in fit:
        raise Illegal(f"«{name}» pide descartar 1 carta de Táctica {theatre} («descarta»)", BLOCK)
    left = {n: t for n, t in hand.tacticas.items() if n != paid}
    war.table = war.table.put_hand(side, hand.model_copy(update={"tacticas": left}))


CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))
