"""Legión: the question `kb odds` answers, as interface.md promises it."""

from typing import Annotated, Literal

from pydantic import Field

from kb.play.odds.fields import Texts, Tokens, Words
from kb.play.validation import Model

Dice = Annotated[int, Field(ge=0, le=24)]


class LegionPool(Model):
    rojo: Dice = 0
    negro: Dice = 0
    blanco: Dice = 0


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
    cards: Texts = ()
    type: Literal["a_distancia", "cuerpo_a_cuerpo"] = "a_distancia"
    reroll: tuple[Literal["vacia", "incremento", "impacto"], ...] = ("vacia", "incremento", "impacto")
    """What the attacker agrees to roll again: to compare with calculators that only lift blanks."""


class LegionDefense(Model):
    die: Literal["rojo", "blanco"]
    surge: bool = False
    tokens: LegionDefenseTokens = LegionDefenseTokens()
    cover: Literal["ninguna", "ligera", "densa"] = "ninguna"
    keywords: Words = ()
    cards: Texts = ()
    courage: Annotated[int, Field(ge=1, le=20)] = 1
    """Aplomo: with so many suppression tokens the unit is suppressed and its cover improves."""


class LegionSpec(Model):
    game: Literal["legion"]
    attack: LegionAttack
    defense: LegionDefense | None = None
