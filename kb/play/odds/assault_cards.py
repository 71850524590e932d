"""Imperial Assault card texts in `kb odds`: what they always add, the dice they bring, the rerolls they allow."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from kb.play.errors import PlayError
from kb.play.games.assault.cards import Ability, read_card
from kb.play.games.assault.dice import RerollAct
from kb.play.games.assault.scene import Fight, NotRun, Scene, Told
from kb.play.games.assault.state import Table
from kb.play.odds.assault_rerolls import Reroll
from kb.play.odds.imperial_assault import Gain
from kb.play.run import Log

WINDOWS = ("antes_de_declarar", "antes_de_tirar", "volver_a_tirar", "modificar_resultados")


@dataclass
class Found:
    gains: list[Gain] = field(default_factory=list)
    attack_dice: list[str] = field(default_factory=list)
    defense_dice: list[str] = field(default_factory=list)
    rerolls: list[Reroll] = field(default_factory=list)
    surges: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    why: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)


def read_cards(texts: Iterable[str], owner: str, kind: str, distance: int | None) -> Found:
    """`owner`: atacante or defensor. A requirement that the dice do not decide is taken as met, and said so."""
    found = Found()
    for text in texts:
        try:
            _read(text, owner, kind, distance, found)
        except PlayError as error:
            found.left_out.append(text)
            found.why.append(error.reason)
    return found


def _read(text: str, owner: str, kind: str, distance: int | None, found: Found) -> None:
    card = read_card(text)
    if card.unread:
        raise PlayError(f"el texto no se entiende ({card.unread})")
    if card.refused:
        raise NotRun(card.refused[0])
    if all(ability.surges for ability in card.abilities):
        found.surges.append(text)
        return
    acting = [a for a in card.abilities if any(c.window in WINDOWS for c in a.clauses)]
    if not acting or any(c.window not in WINDOWS for a in acting for c in a.clauses):
        raise NotRun("no actúa sólo sobre los dados del ataque")
    for ability in acting:
        _ability(text, ability, owner, kind, distance, found)


def _ability(text: str, ability: Ability, owner: str, kind: str, distance: int | None, found: Found) -> None:
    """Runs it on an attack without dice and sees what it leaves."""
    table = Table.model_validate({"figuras": {"atacante": {"bando": "imperio"}, "defensor": {"bando": "rebelde"}}})
    fight = Fight("atacante", "defensor", kind, distance)
    scene = Scene(table, Log(), owner, text, text, fight=fight, told=Told(se_cumple=True), acting="atacante")
    if not ability.trigger(scene):
        raise NotRun("no es su momento en este ataque")
    conditional = ability.use
    for clause in ability.clauses:
        conditional |= bool(clause.when or clause.costs)
        names = clause.subject(scene) if clause.subject is not None else [owner]
        scene.standing = clause.standing
        for one in clause.acts:
            if isinstance(one, RerollAct):
                mine = one.side in (None, "ataque" if owner == "atacante" else "defensa")
                if not mine:
                    raise NotRun("vuelve a tirar los dados del rival")
                found.rerolls.append(Reroll(one.most, one.colours))
            else:
                one(scene, names)
    if fight.no_accuracy or fight.no_sight or fight.see_through or fight.mods["esquivar"]:
        raise NotRun("cambia algo del ataque que aquí no se calcula")
    _collect(fight.mods, found, fight)
    if conditional:
        found.assumed.append(text)


def _collect(mods: Counter[str], found: Found, fight: Fight) -> None:
    gain = Gain(
        damage=mods["dano"], surge_result=mods["incremento"], accuracy=mods["precision"], block=mods["bloqueo"],
        evade=mods["evadir"], pierce=mods["perforante"],
    )  # fmt: skip
    if gain != Gain():
        found.gains.append(gain)
    found.attack_dice += fight.attack_colours
    found.defense_dice += fight.defense_colours
