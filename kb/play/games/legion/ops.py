"""What a keyword's definition does once it is read: a moment, conditions and small operations that can be run."""

from dataclasses import dataclass
from typing import Literal

Who = Literal["propia", "atacante", "defensor", "reserva", "elegida"]
When = Literal["antes", "durante", "despues"]
Kind = Literal["a_distancia", "cuerpo_a_cuerpo"]
ALL = 999
"""«todos»."""


@dataclass(frozen=True)
class Cancel:
    """Takes results away."""

    face: str
    most: int


@dataclass(frozen=True)
class Change:
    """Turns results into others; without `face`, whichever the player names."""

    face: str | None
    into: str
    most: int


@dataclass(frozen=True)
class Add:
    face: str
    n: int


@dataclass(frozen=True)
class Chart:
    """A line of the surge chart."""

    face: str
    into: str


@dataclass(frozen=True)
class Gain:
    """The pool or the unit has a keyword from now on."""

    who: Who
    keyword: str
    n: int


@dataclass(frozen=True)
class Tokens:
    """Gained, or lost where `n` is negative; `either` where one of several is chosen."""

    who: Who
    token: str
    n: int
    upto: bool = False
    either: bool = False


@dataclass(frozen=True)
class Wound:
    who: Who
    n: int
    per_token: str = ""


@dataclass(frozen=True)
class Forbid:
    """`cobertura`, `ficha:esquiva`, `herida:desvio` or the id of a keyword."""

    what: str


@dataclass(frozen=True)
class Permit:
    """A token may also cancel another result."""

    token: str
    face: str


@dataclass(frozen=True)
class Cover:
    by: int


@dataclass(frozen=True)
class Recolour:
    """Better (+1) or worse (-1) dice of the weapon."""

    by: int
    most: int


@dataclass(frozen=True)
class Dice:
    """More dice (or fewer) in the roll; for each token of a kind, up to a cap."""

    n: int
    per_token: str = ""
    cap: int = ALL


@dataclass(frozen=True)
class Reroll:
    """Rolls again up to `most` dice; `aim`: that many more for each aim token."""

    side: Literal["ataque", "defensa"]
    most: int
    aim: bool = False


@dataclass(frozen=True)
class Spend:
    """Pays up to `most` tokens; the next operation happens once for each."""

    token: str
    most: int


@dataclass(frozen=True)
class Flip:
    """Shields turned to their active side."""

    most: int


@dataclass(frozen=True)
class Choose:
    most: int
    side: Literal["aliada", "enemiga"]


Op = (
    Cancel | Change | Add | Chart | Gain | Tokens | Wound | Forbid | Permit | Cover | Recolour | Dice | Reroll | Spend | Flip
    | Choose
)  # fmt: skip


@dataclass(frozen=True)
class Condition:
    """What has to be true; `afirmada` is a fact of the situation (a range, a move), which who writes the keyword states."""

    kind: Literal["tiene", "fichas", "es", "todas", "gasto", "hay", "herida", "tira", "afirmada"]
    who: Who = "propia"
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Effect:
    """One sentence of a definition (or several that go together)."""

    keyword: str
    step: str
    """Id of the step of juego.toml where it acts."""
    when: When
    ops: tuple[Op, ...]
    conditions: tuple[Condition, ...] = ()
    kind: Kind | None = None
    """Only in attacks of this kind."""
    role: Literal["atacante", "defensor"] | None = None
    """Only for the keyword of that side: «al defender»."""
    optional: bool = False
    words: str = ""
