"""Imperial Assault and Leyendas: the question `kb odds` answers, as interface.md promises it."""

from typing import Annotated, Literal

from pydantic import Field

from kb.play.odds.fields import Texts, Words
from kb.play.validation import Model


class ImperialAssaultAttack(Model):
    dice: Annotated[tuple[Literal["rojo", "azul", "verde", "amarillo"], ...], Field(max_length=10)]
    type: Literal["cuerpo_a_cuerpo", "a_distancia"] = "cuerpo_a_cuerpo"
    range: Annotated[int, Field(ge=0, le=60)] | None = None
    abilities: Annotated[tuple[str, ...], Field(max_length=10)] = ()
    keywords: Words = ()
    cards: Texts = ()


class ImperialAssaultDefense(Model):
    dice: Annotated[tuple[Literal["negro", "blanco"], ...], Field(max_length=10)] = ()
    keywords: Words = ()
    cards: Texts = ()


class ImperialAssaultSpec(Model):
    game: Literal["imperial-assault", "leyendas"]
    attack: ImperialAssaultAttack
    defense: ImperialAssaultDefense = ImperialAssaultDefense()
