"""X-Wing: an attack that is being made: how a scenario writes it, and what is on the table while it lasts."""

from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import model_validator

from kb.play.games.xwing.facts import THROUGH
from kb.play.games.xwing.state import Dice, Natural, Table
from kb.play.games.xwing.view import Happening, Relation
from kb.play.run import Log
from kb.play.validation import Faces, Model

AttackFace = Literal["impacto", "critico", "concentracion", "vacia"]
DefenseFace = Literal["evasion", "concentracion", "vacia"]
Side = Literal["atacante", "defensor"]
Spent = Literal["concentracion", "calculos", "fuerza", "evasion", "blanco_fijado"]


class Change(Model):
    """One modification: a token spent, or what a card lets do."""

    quien: Side
    gasta: Spent | None = None
    carta: str = ""
    dados: Literal["ataque", "defensa"] | None = None
    """Whose dice; one's own unless a card says otherwise."""
    cuantos: Natural | None = None
    repite: Faces = ()
    sale: Faces | None = None
    cambia: Faces = ()
    por: str = ""
    anade: Faces = ()
    paso: Literal["2b", "3b", "6"] | None = None
    """Where it is tried, to ask whether it is still in time."""
    se_cumple: bool | None = None
    """Whether the requirement of the card holds."""


class Attack(Model):
    atacante: str
    defensor: str
    alcance: Literal[0, 1, 2, 3, 4, 5] = 2
    arma: Literal["principal", "especial", "torpedo", "misil", "canon", "torreta"] = "principal"
    carta: str = ""
    """The card of the weapon, one of the attacker's: its requirements and costs are those of its text."""
    valor: Natural | None = None
    arco: Literal[
        "frontal", "trasero", "izquierdo", "derecho", "torreta", "torreta_doble", "diana", "frontal_completo",
        "trasero_completo",
    ] = "frontal"  # fmt: skip
    """The arc printed on the weapon: the defender has to be in it, where the situation tells its arcs."""
    artilleria: bool = False
    """Ordnance: range gives no dice."""
    obstruido: bool = False
    """By an obstacle that the situation does not name."""
    obstruye: tuple[str, ...] = ()
    """What the ruler crosses, by name: obstacles, devices, ships."""
    refuerzo_sirve: bool | None = None
    """The attacker is in the arc of the reinforce token and out of the other."""
    dados_de_mas: int = 0
    dados_de_defensa_de_mas: int = 0
    ataque: tuple[AttackFace, ...] | None = None
    defensa: tuple[DefenseFace, ...] | None = None
    modifica: tuple[Change, ...] | None = None
    tipos: tuple[Literal["torpedo", "misil", "canon", "torreta", "dispositivo", "tecnologia"], ...] = ()
    """Every kind of upgrade that the weapon is; one is enough for an ability that asks for it."""
    inflige: str | None = None
    """The token that the weapon gives instead of damage."""
    usa: tuple[str, ...] = ()
    """Cards that add or take dice, by name."""
    concedido: bool = False
    """An attack that a card grants out of its engagement: neither its normal one nor a bonus attack."""
    adicional: bool = False
    """The bonus attack that an ability has granted."""

    @model_validator(mode="before")
    @classmethod
    def _of_a_card(cls, told: Any) -> Any:
        """A card that is fired is a special weapon, whatever else nobody has told of it («Armamento especial»)."""
        return {**told, "arma": "especial"} if isinstance(told, dict) and told.get("carta") and not told.get("arma") else told


def with_card(name: str) -> str:
    """The quality of an attack made with a card's weapon."""
    return f"con {name}"


@dataclass
class Fight:
    """The attack as it goes on; the scenario's own values are never changed."""

    table: Table
    order: Attack
    log: Log
    hits: int = 0
    crits: int = 0
    result: str = ""
    """`impacta` or `falla`, once the results are neutralised."""
    before: Table = field(init=False)
    used: set[tuple[str, str, int]] = field(default_factory=set)
    """Abilities (ship, card, place) that have modified dice in this attack: each once."""
    acted: set[str] = field(default_factory=set)
    """Cards that have added or taken dice."""
    rolled: Dice | None = None
    """The dice as they were before they were neutralised."""

    def __post_init__(self) -> None:
        self.before = self.table
        self.log.since = len(self.log.past)
        seen = self.happening("mientras", "atacante")
        dice = Dice(quienes=(self.order.atacante, self.order.defensor), marcas=seen.qualities, alcance=seen.number)
        self.table = self.table.model_copy(update={"dados": dice})

    @property
    def dice(self) -> Dice:
        assert self.table.dados is not None
        return self.table.dados

    def keep(self, dice: Dice) -> None:
        self.table = self.table.model_copy(update={"dados": dice})

    def name(self, side: Side) -> str:
        return self.order.atacante if side == "atacante" else self.order.defensor

    def happening(self, relation: Relation, side: Side, step: str = "") -> Happening:
        """The attack as one of its two ships sees it."""
        verb = "efectuar" if side == "atacante" else "defenderse"
        weapon = {self.order.arma} if self.order.arma in ("principal", "especial") else {self.order.arma, "especial"}
        shown = frozenset({*weapon, *self.order.tipos, f"arco_{self.order.arco}", *self.marks})
        return Happening(relation, verb, self.name(side), "ataque", shown, self.order.alcance, self.roles, step)

    def moment(self, relation: Relation, verb: str, who: str, noun: str = "", step: str = "", **more: str) -> Happening:
        """Something that happens in the attack, with all that is known of it."""
        seen = self.happening(relation, "atacante")
        return Happening(relation, verb, who, noun, seen.qualities, seen.number, {**self.roles, **more}, step)

    @property
    def roles(self) -> dict[str, str]:
        return {"atacante": self.order.atacante, "defensor": self.order.defensor}

    @property
    def marks(self) -> tuple[str, ...]:
        """How the attack came out, and the card of the weapon with which it is made."""
        marks = (
            self.result,
            self.order.carta and with_card(self.order.carta),
            "obstruido" if self.order.obstruido or self.order.obstruye else "",
            *(f"{THROUGH}{name}" for name in self.order.obstruye),
            "adicional" if self.order.adicional else "",
        )
        return tuple(filter(None, marks))
