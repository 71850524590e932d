"""Imperial Assault: what `make bench` asks of its odds."""

from typing import Any

_AGAIN = ("Al atacar, puedes volver a tirar 1 dado de ataque.",)
_AGAIN_DEFENDING = ("Al defenderte, puedes volver a tirar 1 dado de defensa.",)
_SURGES = ("[incremento]: +2 [daño]", "[incremento]: +2 Precisión", "[incremento]: Perforante 3")
_FOUR = ("rojo", "azul", "verde", "amarillo")


def _question(dice: tuple[str, ...], defense: tuple[str, ...], mine: tuple[str, ...] = (), theirs: tuple[str, ...] = ()) -> Any:
    attack = {"dice": dice, "type": "a_distancia", "range": 5, "abilities": _SURGES, "cards": mine}
    return {"game": "imperial-assault", "attack": attack, "defense": {"dice": defense, "cards": theirs}}


LARGEST: tuple[dict[str, Any], ...] = (
    _question(("rojo", "rojo", "azul", "verde", "amarillo"), ("negro", "negro", "blanco")),
    _question(_FOUR, ("negro", "blanco"), _AGAIN, _AGAIN_DEFENDING),
    _question(_FOUR, ("negro", "blanco"), _AGAIN * 2, _AGAIN_DEFENDING * 2),
)
