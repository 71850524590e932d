"""X-Wing: «no puede» is absolute (La regla de oro): what a card forbids is looked up before it is done."""

from dataclasses import dataclass

from kb.play.games.xwing import state as rules
from kb.play.games.xwing.board import BOARD
from kb.play.games.xwing.state import COLOURS, Table
from kb.play.games.xwing.view import ACTION_ICONS, SORTS, Happening, event_of, ship_of
from kb.play.meaning.conditions import part
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.look import stopped
from kb.play.meaning.scene import Scene
from kb.play.run import Illegal, Log

MODIFYING = frozenset({"volver_a_tirar", "cambiar", "anadir"})
"""Forms of modifying dice («Modificación de dados»): a ban on modifying reaches them all."""


@dataclass(frozen=True)
class Deed:
    """What somebody is about to do."""

    who: str
    verb: str
    noun: str = ""
    kinds: frozenset[str] = frozenset()
    """Tokens, or the icon of the action."""
    dice_of: str = ""
    to: str = ""
    """The ship that it is done to."""
    n: int = 1
    """How many dice."""
    modifies: bool = False
    """Something is spent for its own effect of modifying dice."""


def check(table: Table, deed: Deed, happening: Happening | None = None, log: Log | None = None) -> None:
    """Raises Illegal where a card in play forbids the deed; where nobody told whether it does, that is told, too."""
    if not table.vigentes and not any(ship.cartas for ship in table.naves.values()):
        return
    event, going = event_of(table, happening) if happening is not None else (None, _phase(table))
    doubts: list[str] = []
    card = stopped(BOARD, table, _event(deed, happening), event, going, Log(), _same, doubts=doubts)
    if card is None and log is not None:
        card = next((each for each in dict.fromkeys(doubts) if _told(each, log)), None)
    if card is not None:
        raise Illegal(f"«{card}» lo prohíbe: un «no puede» no lo levanta nada", rules.CANNOT)


def forbid(scene: Scene, deed: Deed) -> None:
    """What an ability is about to do, in the attack in which it acts."""
    check(scene.state, deed, fight_of(scene), scene.log)


def fight_of(scene: Scene) -> Happening | None:
    """The attack in which an ability acts."""
    attacker, defender = part(scene, "atacante"), part(scene, "defensor")
    if attacker is None or defender is None:
        return None
    attack = part(scene, "este_ataque")
    marks = (attack.marks if attack else None) or frozenset()
    roles = {"atacante": attacker.name, "defensor": defender.name}
    return Happening("mientras", "efectuar", attacker.name, "ataque", marks, attack.number if attack else None, roles)


def _told(card: str, log: Log) -> bool:
    """Whether somebody has said that its requirement holds; else the report says that nobody knows."""
    decision = log.decisions.get(card)
    known = getattr(decision, "se_cumple", None)
    log.asked.add(card)
    if known is None:
        told = f"no se sabe si «{card}» lo prohíbe: se sigue como si no (dilo en «decide», con «se_cumple»)"
        if all(event.texto != told for event in log.events):
            log.say("", told, rules.CANNOT, card)
    return bool(known)


def _phase(table: Table) -> tuple[Event, ...]:
    return event_of(table, Happening("durante", "fase"))[1]


def _event(deed: Deed, happening: Happening | None) -> Event:
    roles = {"quien": ship_of(deed.who)}
    if deed.noun:
        colours = {colour for colour, kinds in COLOURS.items() if set(kinds) & deed.kinds}
        icons = {ACTION_ICONS.get(kind, kind) for kind in deed.kinds}
        noun = deed.noun
        if noun == "dado" and happening is not None and deed.dice_of:
            noun = {"atacante": "dado_de_ataque", "defensor": "dado_de_defensa"}.get(
                next((role for role, name in happening.roles.items() if name == deed.dice_of), ""), noun
            )
        sort = "carga" if noun in ("carga", "fuerza", "energia") else SORTS.get(noun, noun)
        marks = frozenset({*deed.kinds, *icons, *colours, noun})
        roles["que"] = Ente(sort, deed.to or noun, marks, deed.dice_of or deed.who)
    elif deed.to:
        roles["que"] = ship_of(deed.to)
    modes = frozenset({"para_modificar"}) if deed.modifies else frozenset[str]()
    return Event("", deed.verb, roles, modes, number=deed.n)


def _same(said: str, done: str) -> bool:
    return said == done or (said == "modificar" and done in MODIFYING)
