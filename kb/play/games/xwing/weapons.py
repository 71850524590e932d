"""X-Wing: weapons that are cards: what their header asks for, what they cost, what they do when they hit."""

from collections.abc import Callable, Iterator, Mapping

from kb.play.cards import Unusable
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.abilities import Ability, abilities_of, headers_of
from kb.play.games.xwing.fight import Fight
from kb.play.games.xwing.resolve import resolve
from kb.play.games.xwing.scene import Decision, Scene
from kb.play.games.xwing.state import Ship
from kb.play.run import Illegal

ASKED: Mapping[str, Callable[[Ship, str], bool]] = {
    "blanco_fijado": lambda ship, target: target in ship.blancos,
    "concentracion": lambda ship, _: ship.has("concentracion") > 0,
    "calculo": lambda ship, _: ship.has("calculos") > 0,
    "evasion": lambda ship, _: ship.has("evasion") > 0,
}
COSTS = frozenset({"gastar", "recibir"})


def pay(fight: Fight, step: str) -> None:
    """1d: the header's requirements hold, and every cost is paid; otherwise the weapon cannot be used."""
    if not fight.order.carta:
        return
    ship, target = fight.table.ship(fight.order.atacante), fight.order.defensor
    for group in headers_of(_text(fight)):
        asked = [str(atom.id) for atom in group.partes]
        if any(name not in ASKED for name in asked):
            raise Illegal(f"«{fight.order.carta}» pide algo que no se lleva aquí: {', '.join(asked)}", rules.WEAPON)
        if not any(ASKED[name](ship, target) for name in asked):
            raise Illegal(f"«{fight.order.carta}» exige {' o '.join(asked)} y {fight.order.atacante} no lo tiene", rules.WEAPON)
    for ability in _own(fight):
        if _is_cost(ability):
            fight.table = resolve(_scene(fight, step), ability)[0]
            paid = f"{fight.order.atacante} paga los costes de «{fight.order.carta}»"
            fight.log.say(step, paid, rules.WEAPON_COST, fight.order.carta, _text(fight))


def on_hit(fight: Fight, step: str) -> None:
    """«Si este ataque impacta …», as soon as it is known."""
    for ability in _own(fight) if fight.order.carta and fight.result == "impacta" else ():
        hits = [op.kind for frame in ability.requirements for clause in frame.frases.partes for op in clause.efecto.ops]
        if "impactar" in hits:
            fight.table = resolve(_scene(fight, step), ability)[0]


def _own(fight: Fight) -> Iterator[Ability]:
    yield from (ability for ability in abilities_of(_text(fight)) if "ataque" in ability.headers and not ability.timed)


def _is_cost(ability: Ability) -> bool:
    ops = [op.kind for phrase in ability.phrases for op in phrase.efecto.ops]
    return not ability.requirements and not ability.optional and set(ops) <= COSTS


def _text(fight: Fight) -> str:
    ship, card = fight.table.ship(fight.order.atacante), fight.order.carta
    if card not in ship.cartas:
        raise Illegal(f"la nave no lleva la carta «{card}»", rules.WEAPON)
    text = ship.text_of(card)
    try:
        headers = {header for ability in abilities_of(text) for header in ability.headers}
    except Unusable as error:
        raise Illegal(f"«{card}» no se entiende: {error.reason}", rules.WEAPON) from None
    if "ataque" not in headers:
        raise Illegal(f"«{card}» no es un armamento", rules.WEAPON)
    return text


def _scene(fight: Fight, step: str) -> Scene:
    decision = fight.log.decisions.get(fight.order.carta) or Decision()
    return Scene(fight.view("atacante"), fight.order.carta, decision, fight.log, _text(fight), step)
