"""Legión: how a scenario asks for an attack: pools with their weapons, the dice they show and what each player decides."""

from typing import Annotated, Literal

from pydantic import Field

from kb.play.games.legion.state import Colour, Natural
from kb.play.validation import Faces, Model

Face = Literal["impacto", "critico", "incremento", "vacia"]
DefenseFace = Literal["bloqueo", "incremento", "vacia"]
Kind = Literal["a_distancia", "cuerpo_a_cuerpo", "arrollamiento"]


class Again(Model):
    """A reroll: by which token or keyword, which faces, and what they show now (without it, the seed rolls)."""

    con: Literal["ataque_apuntado", "observacion", "suerte_increible", "dominio_de_soresu"]
    dados: Faces
    sale: Faces | None = None


class Guard(Model):
    """«Guardián X» of another unit: how many hits it takes upon itself and what its dice show."""

    unidad: str
    anula: Natural
    tirada: tuple[DefenseFace, ...] | None = None
    repite: tuple[DefenseFace, ...] | None = None
    """«Dominio de Soresu»: a dodge token rolls all of them again, and they show this."""
    incrementos: Natural = 0
    """Surge tokens that it spends."""


class Rolls(Model):
    """What one pool needs once it is formed: dice, facts and decisions."""

    ataque: tuple[Face, ...] | None = None
    repite: tuple[Again, ...] = ()
    cobertura: Literal["ninguna", "ligera", "densa"] = "ninguna"
    tirada_de_cobertura: tuple[DefenseFace, ...] | None = None
    esquivas: Natural | None = None
    """Dodge tokens that the defender spends."""
    esquiva_criticos: Natural = 0
    letal: Natural = 0
    rociada_sobre: Natural = 0
    """Miniatures in sight of a weapon with «Rociada»."""
    seleccion_avanzada: bool = False
    disparo_lejano: bool = False
    punteria: tuple[Literal["vacia", "impacto"], ...] = ()
    """Results lifted one step by «Puntería», an aim token each."""
    jar_kai: tuple[Literal["vacia", "impacto"], ...] = ()
    """The same by «Dominio de Jar'Kai», a dodge token each."""
    prestadas: dict[Literal["esquiva", "incremento", "ataque_apuntado"], str] = Field(default_factory=dict)
    """Clones: the other allied clone unit, at range 2 and in sight, whose tokens are spent."""
    embestida: tuple[Face, ...] = ()
    escudos: Natural = 0
    guardian: Guard | tuple[Guard, ...] = ()
    """One after another, where several take hits upon themselves."""
    asistencia: Natural = 0
    defensa: tuple[DefenseFace, ...] | None = None
    incrementos_de_ataque: Natural | None = None
    """Surge tokens spent; without it, as many as help."""
    incrementos_de_defensa: Natural | None = None
    miniaturas_visibles: Natural | None = None
    humo_del_atacante: Natural = 0
    """Smoke tokens next to the attacking leader."""
    declina: tuple[str, ...] = ()
    """Optional keywords and cards that their player does not use."""
    usa: dict[str, Natural] = Field(default_factory=dict)
    """Tokens spent on what a card offers, by card."""

    @property
    def guards(self) -> tuple[Guard, ...]:
        return (self.guardian,) if isinstance(self.guardian, Guard) else self.guardian


class Pool(Rolls):
    """Steps 1 to 3: against whom, and with which weapons."""

    defensor: str = ""
    tipo: Kind = "a_distancia"
    armas: dict[str, Annotated[int, Field(ge=1, le=30)]] = Field(default_factory=dict)
    """Weapons of the attacking unit's card and how many miniatures add each."""
    dados: dict[Colour, Natural] = Field(default_factory=dict)
    """In place of weapons, the dice that they add together."""
    cualidades: tuple[str, ...] = ()
    """Of the weapons in the pool; the units' own are on their cards."""
    alcance: Annotated[int, Field(ge=0, le=6)] | None = None
    trabadas: bool = False
    """Attacker and defender are engaged."""
    por: Literal["pistolero", "rayo_continuo"] | None = None
    """The keyword that lets a weapon attack again."""


class Attack(Pool):
    """One pool written at once, or several in `reservas`, in the order in which they are declared."""

    atacante: str
    reservas: Annotated[tuple[Pool, ...], Field(max_length=12)] = ()
    orden: tuple[int, ...] = ()
    """In which order the pools are resolved (1 is the first declared); without it, as declared."""
    miniaturas_validas: Natural | None = None
    """Miniatures that see a defender; without it, all of them."""


class Overrun(Rolls):
    """After a normal move over an enemy base."""

    unidad: str
    arma: str
    contra: str


class Explosion(Model):
    """An attack of its own against each unit in range and in sight, friend or foe."""

    contra: dict[str, Rolls]


class Area(Explosion):
    """An area weapon that a card puts in play."""

    de: str
    unidad: str
    arma: str


class Detonate(Model):
    unidad: str
    cargas: dict[str, Explosion]


class BlowUp(Explosion):
    """The weapon's «Autodestrucción X»; the unit's keyword of the same name is another action."""

    unidad: str
    arma: str
