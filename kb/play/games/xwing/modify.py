"""X-Wing: the windows in which dice are modified (2b and 3b): what is obligatory, what was told, what may be done."""

from collections.abc import Mapping, Sequence
from typing import get_args

from kb.play.cite import Cite
from kb.play.errors import PlayError
from kb.play.games.xwing import cards, weapons
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.decision import Decision
from kb.play.games.xwing.dice import VERBS
from kb.play.games.xwing.dice_cards import DiceAbility, DiceOp, Pool, Unusable, dice_abilities
from kb.play.games.xwing.faces import FACES, applied, changed, rerolled, shown, without_choice
from kb.play.games.xwing.fight import Change, Fight, Side
from kb.play.games.xwing.prohibitions import Deed, check
from kb.play.games.xwing.runs import never_run
from kb.play.games.xwing.tokens import lock_spent, spent, used_up
from kb.play.games.xwing.view import ship_of
from kb.play.games.xwing.world import GAME
from kb.play.meaning.abilities import refusal
from kb.play.meaning.events import Event
from kb.play.meaning.scene import Scene
from kb.play.run import Illegal, Pending
from kb.play.validation import alike

FIRST: dict[str, Side] = {"ataque": "defensor", "defensa": "atacante"}
"""2b: the defender first; 3b: the attacker first."""


def window(fight: Fight, pool: Pool, step: str) -> None:
    waiting = [c for c in fight.order.modifica or () if _waits(fight, c)]
    changes = [c for c in fight.order.modifica or () if _pool(fight, c) == pool and c not in waiting]
    _decided(fight, waiting)
    during(fight, step)
    if any(change.paso == "6" for change in fight.order.modifica or ()):
        raise Illegal("en las consecuencias el ataque ya ha terminado: no vale lo que se aplica «mientras»", rules.AFTERMATH)
    if fight.order.modifica is None:
        _offers(fight, pool, step)
    weapons.act(fight, step)
    told = {change.carta for change in changes} | {name.rpartition("/")[2] for name in fight.log.decisions}
    sides: tuple[Side, ...] = (FIRST[pool], *(side for side in get_args(Side) if side != FIRST[pool]))
    changes = _in_turn(fight, changes, sides, step)
    for side in sides:
        _obligatory(fight, side, pool, step, told)
        for change in (c for c in changes if c.quien == side):
            _no_slip(fight, change)
            _tried(fight, change, pool, step)
    if step == "3b":
        _came(fight, waiting)


def _waits(fight: Fight, change: Change) -> bool:
    """A card that somebody else bears acts by its own moment and requirements, not because the attacker names it; and so does
    one's own that does more than change dice."""
    ship = fight.table.ship(fight.name(change.quien))
    if not change.carta:
        return False
    if change.carta in ship.cartas:
        text = ship.text_of(change.carta)
        return bool(text) and not refusal(text, GAME) and _more_than_dice(text)
    return change.carta in rules.named_cards(fight.table)


def _more_than_dice(text: str) -> bool:
    try:
        dice_abilities(text)
    except Unusable:
        return not never_run(text)
    return False


def _decided(fight: Fight, changes: Sequence[Change]) -> None:
    told = {
        change.carta: Decision(
            dados=change.repite or change.cambia or None, sale=change.sale or None, se_cumple=change.se_cumple
        )
        for change in changes
    }
    fight.log.decisions = {**fight.log.decisions, **told}


def _came(fight: Fight, changes: Sequence[Change]) -> None:
    """Both windows are over: a card that was to change dice and has not been asked for does not act in this attack."""
    for change in changes:
        if change.carta not in fight.log.asked:
            why = f"«{change.carta}» no actúa aquí: no es su momento, o no se cumple lo que pide"
            fight.log.say("3b", f"no se puede, y el ataque sigue sin ello: {why}", cards.RULES["3b"], change.carta)
            fight.log.refused.append(Illegal(why, cards.RULES["3b"]))


def _no_slip(fight: Fight, change: Change) -> None:
    """A modification may name a card that the situation does not write; one almost like a written one is a slip."""
    written = rules.named_cards(fight.table)
    if change.carta and change.carta not in written and (near := alike(change.carta, written)):
        raise PlayError(f"no hay ninguna carta «{change.carta}» en juego; quizá «{near}»")


def during(fight: Fight, step: str) -> None:
    """Abilities «mientras» that do more than change dice of their own ship: other ships', or with more than one effect."""
    seen = (fight.happening("mientras", side, step) for side in get_args(Side))
    fight.table = fight.log.happen(fight.table, *seen)


def _in_turn(fight: Fight, changes: Sequence[Change], sides: tuple[Side, ...], step: str) -> list[Change]:
    """Modifications are told in the order in which they are made: what comes once the other side has begun is too late."""
    kept: list[Change] = []
    for change in changes:
        if change.paso not in (None, step, "6"):
            why = f"eso se hace en {step}, que es cuando se modifican esos dados, y no en {change.paso}"
            _refused(fight, change, step, Illegal(why, cards.RULES[step]))
        elif kept and sides.index(change.quien) < sides.index(kept[-1].quien):
            _refused(fight, change, step, Illegal(f"en {step} modifica antes el {sides[0]}: ya es tarde", cards.RULES[step]))
        else:
            kept.append(change)
    return kept


def _refused(fight: Fight, change: Change, step: str, error: Illegal) -> None:
    fight.log.say(step, f"no se puede, y el ataque sigue sin ello: {error.reason}", error.rule, change.carta)
    fight.log.refused.append(error)


def _obligatory(fight: Fight, side: Side, pool: Pool, step: str, told: set[str]) -> None:
    """What a card does without asking. Where its player has to choose dice, the scenario says which."""
    for card, ability in tuple(cards.dice_cards(scene_of(fight, side))):
        ops = [op for op in ability.ops if op.pool == pool and op.kind != "dados"]
        known = cards.met(scene_of(fight, side, card), ability)
        if not ops or ability.optional or card in told or known is False:
            continue
        if known is None:
            raise Pending(f"di en «modifica», con «se_cumple», si «{card}» actúa aquí")
        if _in_contact(fight, side, step):
            fight.log.say(step, f"«{card}» no actúa: a alcance de ataque 0 el atacante no modifica", _contact_rule(step), card)
            continue
        fight.table = cards.paid(scene_of(fight, side, card), card, ability, cards.RULES[step])
        for op in ops:
            fight.keep(applied(fight.dice, op, without_choice(fight.dice, op, card, "modifica"), None, fight.log))
        words = fight.table.ship(fight.name(side)).text_of(card)
        fight.log.say(step, f"«{card}» es obligatoria: {shown(fight.dice.of(pool))}", rules.MANDATORY, card, words)


def _in_contact(fight: Fight, side: Side, step: str) -> bool:
    """At attack range 0 the attacker modifies no dice: none of a primary attack, and never the defender's."""
    return fight.order.alcance == 0 and side == "atacante" and (step == "3b" or fight.order.arma == "principal")


def _contact_rule(step: str) -> Cite:
    return rules.CONTACT if step == "2b" else cards.RULES[step]


def _tried(fight: Fight, change: Change, pool: Pool, step: str) -> None:
    """What the rules do not allow is not done; it is told, and the attack goes on without it."""
    before, marks, used = fight.table, (len(fight.log.events), len(fight.log.past)), set(fight.used)
    try:
        if _in_contact(fight, change.quien, step):
            raise Illegal("a alcance de ataque 0 el atacante no puede modificar los dados", _contact_rule(step))
        _changed(fight, change, pool, step)
    except Illegal as error:
        del fight.log.events[marks[0] :], fight.log.past[marks[1] :]
        fight.table, fight.used = before, used
        _refused(fight, change, step, error)


def _changed(fight: Fight, change: Change, pool: Pool, step: str) -> None:
    name = fight.name(change.quien)
    ship = fight.table.ship(name)
    if change.gasta is None:
        _by_card(fight, change, pool, step)
    elif change.gasta == "blanco_fijado":
        if step != "2b" or change.quien != "atacante" or fight.order.defensor not in ship.blancos:
            raise Illegal(f"{name} no tiene un Blanco fijado sobre {fight.order.defensor}", rules.LOCK)
        _check(fight, change.quien, Deed(name, "gastar", "blanco_fijado", modifies=True))
        _modifies(fight, change, "volver_a_tirar", pool)
        _reroll(fight, change, pool)
        told = f"{name} gasta su Blanco fijado y vuelve a tirar: {shown(fight.dice.of(pool))}"
        fight.log.say(step, told, rules.LOCK, "Blanco fijado")
        fight.table = lock_spent(fight.table, name, fight.order.defensor, fight.log)
    else:
        _modifies(fight, change, "cambiar", pool)
        _by_token(fight, change, pool, step)


def _by_token(fight: Fight, change: Change, pool: Pool, step: str) -> None:
    dice = fight.dice.of(pool)
    name, what, eyes = fight.name(change.quien), str(change.gasta), dice.count("concentracion")
    many = change.cuantos or 1
    if what == "evasion":
        if step != "3b" or change.quien != "defensor":
            raise Illegal("una ficha de Evasión solo sirve al defenderse", rules.EVADE)
        able = ["vacia"] * dice.count("vacia") + ["concentracion"] * eyes
        faces = list(change.cambia) or able[:many]
        if not change.cambia and len(able) < many:
            raise Illegal(f"{name} no tiene tantos resultados vacíos o de concentración que cambiar", rules.EVADE)
        if change.cuantos not in (None, len(faces)):
            raise Illegal(f"{name} cambia tantos resultados como fichas de Evasión gasta", rules.EVADE)
        _spend(fight, change, len(faces), pool, faces, step)
        return
    if not eyes:
        need = rules.FOCUS_NEEDS if what == "concentracion" else rules.CALCULATE_NEEDS
        raise Illegal(f"{name} no tiene ningún resultado de concentración que cambiar", need)
    if what != "concentracion" and many > eyes:
        raise Illegal(f"{name} solo tiene {eyes} de concentración que cambiar, no {many}", SPENDING[what, step])
    turned = eyes if what == "concentracion" else many
    _spend(fight, change, 1 if what == "concentracion" else turned, pool, ["concentracion"] * turned, step)


SPENDING: Mapping[tuple[str, str], Cite] = {
    ("concentracion", "2b"): rules.FOCUS_ATTACK, ("concentracion", "3b"): rules.FOCUS_DEFENSE,
    ("calculos", "2b"): rules.CALCULATE, ("calculos", "3b"): rules.CALCULATE_DEFENSE,
    ("fuerza", "2b"): rules.FORCE_ATTACK, ("fuerza", "3b"): rules.FORCE_DEFENSE,
    ("evasion", "3b"): rules.EVADE,
}  # fmt: skip
"""What lets each be spent in each window."""


def _spend(fight: Fight, change: Change, cost: int, pool: Pool, faces: list[str], step: str) -> None:
    name, what = fight.name(change.quien), str(change.gasta)
    ship = fight.table.ship(name)
    rule = SPENDING[what, step]
    if (ship.fuerza if what == "fuerza" else ship.has(what)) < cost:
        raise Illegal(f"{name} no tiene {cost} de {what} que gastar", rule)
    noun, kinds = ("fuerza", frozenset[str]()) if what == "fuerza" else ("ficha", frozenset({what}))
    deed = Deed(name, "gastar", noun, kinds, modifies=True)
    _check(fight, change.quien, deed)
    _turn(fight, pool, faces, "impacto" if step == "2b" else "evasion")
    fight.log.say(step, f"{name} gasta {cost} de {what}: {shown(fight.dice.of(pool))}", rule, what)
    if what == "fuerza":
        left = ship.model_copy(update={"fuerza": ship.fuerza - cost})
        fight.table = used_up(fight.table.put(name, left), name, what, fight.log)
    else:
        fight.table = spent(fight.table, name, what, cost, fight.log)


def _by_card(fight: Fight, change: Change, pool: Pool, step: str) -> None:
    """A card of the ship does only what its text allows; one that is only named is believed."""
    name = fight.name(change.quien)
    kind = "repetir" if change.repite else "cambiar" if change.cambia else "anadir"
    if change.carta not in fight.table.ship(name).cartas:
        _modifies(fight, change, VERBS[kind], pool)
        if change.repite:
            _reroll(fight, change, pool)
        for face in (*((change.por,) if change.cambia else ()), *change.anade):
            if face not in FACES[pool]:
                raise Illegal(f"un dado de {pool} no tiene la cara «{face}»: no ocurre nada", rules.NO_FACE)
        if change.cambia:
            _turn(fight, pool, change.cambia, change.por)
        _add(fight, pool, change.anade)
        told = f"{change.quien} modifica con «{change.carta}»: {shown(fight.dice.of(pool))}"
        fight.log.say(step, told, cards.RULES[step], change.carta)
        return
    _by_compiled(fight, change, pool, step, kind)


def _by_compiled(fight: Fight, change: Change, pool: Pool, step: str, kind: str) -> None:
    name, view, rule = fight.name(change.quien), scene_of(fight, change.quien, change.carta), cards.RULES[step]
    faces = change.repite or change.cambia or change.anade
    mine: list[DiceAbility] = [ability for card, ability in cards.dice_cards(view) if card == change.carta]
    if not faces and (only := _only(mine, pool)) is not None:
        kind, faces = only.kind, tuple(_untold(fight, only, change.carta))
    if kind == "cambiar" and not change.por and not any(op.kind == "cambiar" for a in mine for op in a.ops):
        kind = "anular"
    ability, op = cards.matching(view, change.carta, kind, pool, faces)
    cards.allowed(view, change.carta, ability, change.se_cumple, rule)
    if (used := (name, change.carta, ability.place)) in fight.used:
        raise Illegal(f"«{change.carta}» ya se ha usado en este ataque: una vez por oportunidad", rules.ONCE_PER_CHANCE)
    fight.used.add(used)
    if kind in VERBS:  # cancelling is no modification («Modificación de dados»)
        _modifies(fight, change, VERBS[kind], pool)
    fight.table = cards.paid(view, change.carta, ability, rule)
    if kind == "repetir":
        _reroll(fight, change, pool)
    elif kind == "cambiar":
        to = change.por or next((face for face in op.to if face in FACES[pool]), "")
        if to not in op.to:
            raise Illegal(f"«{change.carta}» no cambia por «{to}»", rule)
        _turn(fight, pool, faces, to)
    elif kind == "anular":
        _turn(fight, pool, faces, None)
    else:
        _add(fight, pool, faces)
    words = view.words
    fight.log.say(step, f"{name} usa «{change.carta}»: {shown(fight.dice.of(pool))}", rule, change.carta, words)


def _only(mine: list[DiceAbility], pool: Pool) -> DiceOp | None:
    """What a card does to these dice, where it is one thing: whoever only names the card means that."""
    ops = [op for ability in mine for op in ability.ops if op.pool == pool and op.kind != "dados"]
    return ops[0] if len(ops) == 1 else None


def _untold(fight: Fight, op: DiceOp, card: str) -> list[str]:
    """The dice that it takes where nobody has told them; where there are none, it cannot be used on them."""
    if op.kind == "anadir":
        return list(op.to[:1] * (op.most or 1))
    taken = without_choice(fight.dice, op, card, "modifica")
    if not taken:
        raise Illegal(f"no hay ningún resultado sobre el que actúe «{card}»", rules.MODIFY)
    return taken


def scene_of(fight: Fight, side: Side, card: str = "") -> Scene:
    """The attack as a card of one of its ships sees it."""
    return cards.scene_for(fight.table, fight.name(side), card, fight.happening("mientras", side), fight.log)


def _modifies(fight: Fight, change: Change, verb: str, pool: Pool) -> None:
    fight.log.past.append(Event("despues", "modificar", {"quien": ship_of(fight.name(change.quien))}))
    owner = fight.order.atacante if pool == "ataque" else fight.order.defensor
    many = len(change.repite) if verb == "volver_a_tirar" else 1
    _check(fight, change.quien, Deed(fight.name(change.quien), verb, "dado", dice_of=owner, n=many))


def _check(fight: Fight, side: Side, deed: Deed) -> None:
    """Cards of both ships may forbid it, each from its own side of the attack."""
    for seen in get_args(Side):
        check(fight.table, deed, fight.happening("mientras", seen), fight.log)


def _reroll(fight: Fight, change: Change, pool: Pool) -> None:
    fight.keep(rerolled(fight.dice, pool, change.repite, change.sale, fight.log))


def _turn(fight: Fight, pool: Pool, faces: Sequence[str], to: str | None) -> None:
    fight.keep(changed(fight.dice, pool, faces, to))


def _add(fight: Fight, pool: Pool, faces: Sequence[str]) -> None:
    fight.keep(fight.dice.put(pool, [*fight.dice.of(pool), *faces]))


def _offers(fight: Fight, pool: Pool, step: str) -> None:
    """What each side may do here, for whoever has not said it."""
    side: Side = "atacante" if pool == "ataque" else "defensor"
    dice = fight.dice.of(pool)
    name, eyes = fight.name(side), dice.count("concentracion")
    ship = fight.table.ship(name)
    if eyes and ship.has("concentracion"):
        fight.log.offer(name, step, "puedes gastar una ficha de Concentración")
    if eyes and ship.has("calculos"):
        fight.log.offer(name, step, f"puedes gastar hasta {min(eyes, ship.has('calculos'))} fichas de Cálculos")
    if eyes and ship.fuerza:
        fight.log.offer(name, step, f"puedes gastar hasta {min(eyes, ship.fuerza)} de Fuerza")
    if pool == "ataque" and fight.order.defensor in ship.blancos:
        fight.log.offer(name, step, "puedes gastar tu Blanco fijado para volver a tirar dados de ataque")
    for seen in get_args(Side):
        for card in cards.offers(scene_of(fight, seen), pool):
            fight.log.offer(fight.name(seen), step, f"puedes usar «{card}»")
    if pool == "defensa" and ship.has("evasion") and len(dice) > dice.count("evasion"):
        fight.log.offer(name, step, "puedes gastar fichas de Evasión")


def _pool(fight: Fight, change: Change) -> str:
    """One's own dice, unless it says which, or its card acts only on the other's."""
    own: Pool = "ataque" if change.quien == "atacante" else "defensa"
    if change.dados or not change.carta:
        return change.dados or own
    ship = fight.table.ship(fight.name(change.quien))
    mine = [a for card, a in cards.dice_cards(scene_of(fight, change.quien)) if card == change.carta] if ship.cartas else []
    pools = {op.pool for ability in mine for op in ability.ops if op.kind != "dados"}
    return own if own in pools or len(pools) != 1 else pools.pop()
