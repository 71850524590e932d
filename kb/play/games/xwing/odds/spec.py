"""X-Wing: the question `kb odds` answers, as interface.md promises it."""

from typing import Annotated, Literal

from pydantic import Field

from kb.play.odds.fields import Texts, Tokens
from kb.play.validation import Model


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
