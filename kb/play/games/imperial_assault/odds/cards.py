"""Imperial Assault card texts in `kb odds`: what they always add, the dice they bring, the rerolls they allow.

The compiled effects are run on an attack without dice, and what they leave is counted; what cannot be counted is left out."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from grammar.meaning.effect import Paso
from grammar.meaning.values import WHOLE, Cosa, Hecho
from kb.play.errors import PlayError
from kb.play.games.imperial_assault.decision import Told
from kb.play.games.imperial_assault.fight import GAME, Fight
from kb.play.games.imperial_assault.odds.rerolls import Reroll
from kb.play.games.imperial_assault.odds.solve import Gain
from kb.play.games.imperial_assault.queue import QUEUES
from kb.play.games.imperial_assault.runs import never_run
from kb.play.games.imperial_assault.standing import stands, subject
from kb.play.games.imperial_assault.state import Table
from kb.play.games.imperial_assault.verbs.dice import side_of
from kb.play.games.imperial_assault.verbs.table import RUN
from kb.play.games.imperial_assault.view import figure_of, going
from kb.play.meaning.abilities import Ability, abilities_of, refusal
from kb.play.meaning.board import Held, scene_of
from kb.play.meaning.moments import comes
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.stuff import stuff
from kb.play.run import Log

COUNTED = frozenset({"aplicar", "recibir", "anadir", "retirar", "reemplazar", "ignorar", "volver_a_tirar", "usar"})
"""Verbs whose result is the same whatever the dice show."""


class Uncounted(PlayError):
    """It is understood, and the odds do not count it."""


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
    if why := refusal(text, GAME):
        raise Uncounted(why)
    if left := never_run(text):
        raise Uncounted(left[0])
    abilities = abilities_of(text, GAME)
    if all(ability.clase == "incremento" for ability in abilities):
        found.surges.append(text)
        return
    if any(fact.verb not in COUNTED for ability in abilities for fact in _effects(ability)):
        raise Uncounted("no actúa solo sobre los dados del ataque")
    for ability in abilities:
        _ability(text, ability, owner, kind, distance, found)


def _effects(ability: Ability) -> list[Hecho]:
    """What it does; what it costs is not counted, only said."""
    steps = [step for step in ability.steps if isinstance(step, Paso)]
    if len(steps) < len(ability.steps) or any(not isinstance(f, Hecho) for s in steps for f in s.efecto):
        raise Uncounted("no se puede calcular sobre los dados")
    costs = [f for s in steps for f in s.coste if isinstance(f, Hecho) and f.verb == "volver_a_tirar"]
    return costs + [f for s in steps for f in s.efecto if isinstance(f, Hecho)]


def _ability(text: str, ability: Ability, owner: str, kind: str, distance: int | None, found: Found) -> None:
    """Runs it on an attack without dice and sees what it leaves."""
    figures = {"atacante": {"bando": "imperio"}, "defensor": {"bando": "rebelde", "heroe": True}}
    table = Table.model_validate({"figuras": figures})
    table = table.fighting(Fight("atacante", "defensor", kind, distance, window="antes_de_tirar"))
    around = going(table)
    held = Held(figure_of(owner), text, text)
    scene = next((filled for event in around if (filled := _in_time(table, held, ability, event, around)) is not None), None)
    if scene is None:
        raise Uncounted("no es su momento en este ataque")
    for fact in _effects(ability):
        scene = _fact(scene, fact, owner, stands(ability), found)
    fight: Fight = scene.state.fight
    if fight.no_accuracy or fight.no_sight or fight.see_through or fight.mod("esquivar") or fight.waiting:
        raise Uncounted("cambia algo del ataque que aquí no se calcula")
    _collect(fight, found)
    steps = [step for step in ability.steps if isinstance(step, Paso)]
    if any(step.si or step.coste for step in steps) or any(fact.verb == "usar" for fact in _effects(ability)):
        found.assumed.append(text)


def _in_time(table: Table, held: Held, ability: Ability, event: object, around: tuple[object, ...]) -> Scene | None:
    board = QUEUES[table.game]
    scene = scene_of(board, table, held, event, around, Log(), ability)  # type: ignore[arg-type]
    scene = replace(scene, decision=Told(se_cumple=True))
    if stands(ability) and not ability.moments:
        return scene
    come, filled = comes(scene, ability.moments)
    return filled if come is not False else None


def _fact(scene: Scene, fact: Hecho, owner: str, constant: bool, found: Found) -> Scene:
    if fact.verb == "volver_a_tirar":
        what = fact.role("que")
        row = stuff(what) if isinstance(what, Cosa) else None
        if row is None or row.rest or not isinstance(what, Cosa):
            raise Uncounted("no se puede calcular sobre los dados")
        if side_of(scene, row, figure_of(owner)) != ("ataque" if owner == "atacante" else "defensa"):
            raise Uncounted("vuelve a tirar los dados del rival")
        most = None if what.qty.op in WHOLE else int(what.qty.n) if what.qty.n.isdigit() else 99
        found.rerolls.append(Reroll(most, row.ids("color")))
        return scene
    fight: Fight = scene.state.fight
    for ente in subject(scene, fact, fight) if constant or fact.verb == "recibir" else [figure_of(owner)]:
        scene = RUN[fact.verb](scene, Deed(fact, ente))
    return scene


def _collect(fight: Fight, found: Found) -> None:
    gain = Gain(
        damage=fight.mod("dano"), surge_result=fight.mod("incremento"), accuracy=fight.mod("precision"),
        block=fight.mod("bloqueo"), evade=fight.mod("evadir"), pierce=fight.mod("perforante"),
    )  # fmt: skip
    if gain != Gain():
        found.gains.append(gain)
    found.attack_dice += fight.attack_colours
    found.defense_dice += fight.defense_colours
