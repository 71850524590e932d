"""The forms of the odds pages: from what a reader sends to the question that `kb.play.odds.answer` answers."""

from collections.abc import Mapping
from typing import Any

from grammar.figures import whole
from kb.forms import DiceField, DiceForm


def values_from(form: DiceForm, sent: Mapping[str, str], prefix: str = "") -> dict[str, str]:
    """What each field holds: what was sent, or its default where nothing was. An unticked box sends nothing."""
    answered = any(prefix + field.nombre in sent for side in form.lados for field in side.campos)
    return {
        field.nombre: sent.get(prefix + field.nombre, "" if answered and field.tipo == "casilla" else field.valor)
        for side in form.lados
        for field in side.campos
    }


def question(game: str, form: DiceForm, values: Mapping[str, str]) -> dict[str, Any]:
    """The question for `odds`, from the values of the form."""
    asked: dict[str, Any] = {"game": game}
    for side in form.lados:
        for field in side.campos:
            _put(asked, field, values[field.nombre])
    return asked


def _put(asked: dict[str, Any], field: DiceField, sent: str) -> None:
    *folders, name = field.donde.split(".")
    spot = asked
    for folder in folders:
        spot = spot.setdefault(folder, {})
    match field.tipo:
        case "numero":
            spot[name] = _number(sent)
        case "dados":
            spot.setdefault(name, []).extend([field.rotulo] * min(_number(sent), 10))
        case "opcion":
            spot[name] = sent or None
        case "casilla":
            spot[name] = bool(sent)
        case "lista":
            spot[name] = [word.strip() for word in sent.split(",") if word.strip()]
        case "lineas":
            spot[name] = [line.strip() for line in sent.splitlines() if line.strip()]


def _number(sent: str) -> int:
    return whole(sent.strip(), 99_999) or 0
