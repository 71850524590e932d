"""The questions `kb odds` answers, as interface.md promises them."""

from typing import Annotated, Literal

from pydantic import Field

from kb.play.validation import Model

Tokens = Annotated[int, Field(ge=0, le=20)]
Texts = Annotated[tuple[Annotated[str, Field(max_length=2000)], ...], Field(max_length=12)]
Words = Annotated[tuple[Annotated[str, Field(max_length=80)], ...], Field(max_length=30)]


class XwingAttackTokens(Model):
    concentracion: Tokens = 0
    blanco_fijado: Annotated[int, Field(ge=0, le=3)] = 0
    fuerza: Tokens = 0
    calculo: Tokens = 0


class XwingDefenseTokens(Model):
    concentracion: Tokens = 0
    evasion: Tokens = 0
    calculo: Tokens = 0
    refuerzo: Tokens = 0
    fuerza: Tokens = 0


class XwingAttack(Model):
    dice: Annotated[int, Field(ge=0, le=6)]
    tokens: XwingAttackTokens = XwingAttackTokens()
    cards: Texts = ()


class XwingDefense(Model):
    dice: Annotated[int, Field(ge=0, le=6)] = 0
    tokens: XwingDefenseTokens = XwingDefenseTokens()
    cards: Texts = ()


class XwingSpec(Model):
    game: Literal["xwing"]
    attack: XwingAttack
    defense: XwingDefense = XwingDefense()


LegionDice = Annotated[int, Field(ge=0, le=24)]


class LegionPool(Model):
    rojo: LegionDice = 0
    negro: LegionDice = 0
    blanco: LegionDice = 0


class LegionAttackTokens(Model):
    ataque_apuntado: Annotated[int, Field(ge=0, le=6)] = 0
    incremento: Tokens = 0
    observacion: Annotated[int, Field(ge=0, le=6)] = 0
    esquiva: Tokens = 0


class LegionDefenseTokens(Model):
    esquiva: Tokens = 0
    incremento: Tokens = 0
    acobardamiento: Tokens = 0
    humo: Tokens = 0
    escudo: Tokens = 0
    observacion: Annotated[int, Field(ge=0, le=6)] = 0


class LegionAttack(Model):
    dice: LegionPool
    surge: Literal["impacto", "critico", "null"] | None = None
    tokens: LegionAttackTokens = LegionAttackTokens()
    keywords: Words = ()
    type: Literal["a_distancia", "cuerpo_a_cuerpo"] = "a_distancia"
    reroll: tuple[Literal["vacia", "incremento", "impacto"], ...] = ("vacia", "incremento", "impacto")
    """What the attacker agrees to roll again: to compare with calculators that only lift blanks."""


class LegionDefense(Model):
    die: Literal["rojo", "blanco"]
    surge: bool = False
    tokens: LegionDefenseTokens = LegionDefenseTokens()
    cover: Literal["ninguna", "ligera", "densa"] = "ninguna"
    keywords: Words = ()
    courage: Annotated[int, Field(ge=1, le=20)] = 1
    """Aplomo: with so many suppression tokens the unit is suppressed and its cover improves."""


class LegionSpec(Model):
    game: Literal["legion"]
    attack: LegionAttack
    defense: LegionDefense | None = None


class AssaultAttack(Model):
    dice: Annotated[tuple[Literal["rojo", "azul", "verde", "amarillo"], ...], Field(max_length=10)]
    type: Literal["cuerpo_a_cuerpo", "a_distancia"] = "cuerpo_a_cuerpo"
    range: Annotated[int, Field(ge=0, le=60)] | None = None
    abilities: Annotated[tuple[str, ...], Field(max_length=10)] = ()
    keywords: Words = ()
    cards: Texts = ()


class AssaultDefense(Model):
    dice: Annotated[tuple[Literal["negro", "blanco"], ...], Field(max_length=10)] = ()
    keywords: Words = ()
    cards: Texts = ()


class AssaultSpec(Model):
    game: Literal["imperial-assault", "leyendas"]
    attack: AssaultAttack
    defense: AssaultDefense = AssaultDefense()


class CombatDice(Model):
    rojo: Annotated[int, Field(ge=0, le=30)] = 0
    negro: Annotated[int, Field(ge=0, le=30)] = 0
    verde: Annotated[int, Field(ge=0, le=30)] = 0


class CombatDefense(Model):
    rojo: Annotated[int, Field(ge=0, le=100)] = 0
    negro: Annotated[int, Field(ge=0, le=100)] = 0
    bloqueo: Annotated[int, Field(ge=0, le=100)] = 0


class MissionSide(Model):
    dice: Annotated[int, Field(ge=0, le=10)]
    bonus: Annotated[int, Field(ge=0, le=20)] = 0


class RebellionSpec(Model):
    game: Literal["rebellion"]
    attack: CombatDice | None = None
    defense: CombatDefense | None = None
    """Health that the rival offers, by colour, and damage that it blocks."""
    mission: MissionSide | None = None
    opposition: MissionSide | None = None
    """None: no rival leader, so that there is no roll."""


AnySpec = XwingSpec | LegionSpec | AssaultSpec | RebellionSpec
SPECS: dict[str, type[Model]] = {
    "xwing": XwingSpec,
    "legion": LegionSpec,
    "imperial-assault": AssaultSpec,
    "leyendas": AssaultSpec,
    "rebellion": RebellionSpec,
}
