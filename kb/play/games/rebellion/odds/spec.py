"""Rebellion: the question `kb odds` answers, as interface.md promises it."""

from typing import Annotated, Literal

from pydantic import Field

from kb.play.validation import Model


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
