"""Actions for ranges and distances."""

import itertools
from collections.abc import Sequence
from typing import Any

from grammar.meaning.actions.quantities import Quantities
from grammar.meaning.actions.things import (
    At,
    Of,
    is_rising,
    number_said,
    reach_of,
    sort_of,
)
from grammar.meaning.node import replace
from grammar.meaning.values import (
    EVERY,
    ONE,
    Cosa,
    Lista,
    Nombre,
    Papel,
    Pron,
    Rango,
    Value,
    Yo,
)  # fmt: skip


class Ranges(Quantities):
    def range(self, *parts: Any) -> Sequence[tuple[str, str, Value | None, str]]:
        of = parts[-1] if not isinstance(parts[-1], tuple) or isinstance(parts[-1], Of) else None
        value = next((p for p in parts if isinstance(p, Rango)), None)
        if value is None:
            icon = next(
                word for _, word in (p for p in parts if isinstance(p, tuple) and not isinstance(p, Of)) if word.cls == "RICON"
            )
            value = Rango(reach_of(icon.id), reach_of(icon.id))
        owner = of.value if isinstance(of, Of) else None
        if value.desde != "0" and value.hasta == str(self.lexicon.data.get("reach", "")):
            owner = _of_all(owner)  # «a alcance 2 o más de cualquier indicador»: that far from each
        kind = next(
            (
                word.id
                for _, word in (p for p in parts if isinstance(p, tuple) and not isinstance(p, Of))
                if word.cls == "ALCANCE"
            ),
            "",
        )
        return ((value.desde, value.hasta, owner, "a" if kind in ("", "alcance") else kind),)

    def range_o(self, *parts: Any) -> Sequence[tuple[str, str, Value | None, str]]:
        low, high = (reach_of(p[1].id) for p in parts if isinstance(p, tuple) and p[1].cls in ("RICON", "NUM"))
        owner = parts[-1].value if isinstance(parts[-1], Of) else None
        return ((low, high, owner, "a"),) if low.isdigit() and high.isdigit() and int(high) == int(low) + 1 else ()

    def range_in(self, *parts: Any) -> Sequence[tuple[str, str, Value | None, str]]:
        mode = parts[0][1].id
        beyond = mode == "mas_alla"
        return [
            (low, high, _of_all(of) if beyond else of, mode)
            for low, high, of, _ in self.range(*parts)
            if not beyond or low == high  # «más allá de alcance 1-2»: beyond which of them?
        ]

    def of(self, _de: At, value: Value) -> Sequence["Of"]:
        if isinstance(value, Lista) and any(isinstance(item, (Yo, Pron)) or item == Papel("yo") for item in value.items):
            return ()  # «a 2 casillas de ti y 1 casilla vacía»: a pronoun is joined to nothing without its preposition again
        if isinstance(value, (Cosa, Yo, Papel, Pron, Nombre, Lista)) and self._measured_from(value):
            return (Of(value),)
        return ()

    def _measured_from(self, value: Value) -> bool:
        sort = sort_of(value, self.lexicon)
        return (
            sort not in ("numero", "tiempo", "ficha", "movimiento", "valor", "dado", "resultado")
            or sort in str(self.lexicon.data.get("placed", "")).split()
        )

    def span_value(self, *parts: At) -> Sequence[Rango]:
        first = parts[0][1]
        if first.cls == "RANGE":
            low, high = first.id.split("-")
            return (Rango(low, high),) if is_rising(first.id) else ()
        if len(parts) == 1:
            return (Rango(first.id, first.id),)
        if parts[-1][1].cls in ("O_MAS", "O_MENOS"):  # «a alcance 2 o más», where no range is longer than the game's
            reach = str(self.lexicon.data.get("reach", ""))
            if not first.id.isdigit() or not reach:
                return ()
            return (Rango(first.id, reach) if parts[-1][1].cls == "O_MAS" else Rango("0", first.id),)
        told = [word.id for _, word in parts if word.cls == "NUM"]
        if not all(number.isdigit() for number in told):
            return ()
        rising = all(int(b) == int(a) + 1 for a, b in itertools.pairwise(told))
        return (Rango(told[0], told[-1]),) if rising else ()

    def np_dist(self, dist: Rango, *of: "Of") -> Sequence[tuple[str, str, Value | None, str]]:
        return ((dist.desde, dist.hasta, of[0].value if of else None, dist.modo),)

    def core_dist(self, *parts: At) -> Sequence[Rango]:
        number = number_said(parts)
        beyond = next((word.cls for _, word in parts if word.cls in ("MAS_DE", "MENOS_DE")), None)
        if beyond is not None:
            if not number.isdigit():
                return ()
            number = str(int(number) + (1 if beyond == "MAS_DE" else -1))
            return (Rango(number, number, "al_menos" if beyond == "MAS_DE" else "hasta"),)
        marks = [word.id for _, word in parts if word.cls in ("O_MAS", "O_MENOS")]
        if len(marks) > 1:
            return ()
        exact = any(word.cls == "EXACTO" for _, word in parts)
        marks += ["hasta" for _, word in parts if word.cls == "COMO_MUCHO"]
        mode = "n" if exact else marks[0] if marks else self.lexicon.data.get("bare_distance", "n")
        return (Rango(number, number, mode),)


def _of_all(value: Value | None) -> Value | None:
    """«más allá de alcance 2 de cualquier nave»: of all of them."""
    if isinstance(value, Lista):
        items = tuple(item for item in map(_of_all, value.items) if item is not None)
        return replace(value, conj="y" if items != value.items else value.conj, items=items)  # of each ship and of each device
    return replace(value, qty=EVERY) if isinstance(value, Cosa) and value.qty == ONE and not value.ref else value
