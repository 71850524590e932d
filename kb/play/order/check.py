"""A situation file may say what it expects: then `kb order` also checks it."""

from kb.play.order import Timeline
from kb.play.order.situation import Expected


def differences(timeline: Timeline, expected: Expected | None) -> list[str]:
    if expected is None:
        return []
    found = []
    for name, wanted, got in (
        ("resuelve", expected.resuelve, timeline.names("resuelve", "sustituye")),
        ("no_entra", expected.no_entra, timeline.names("no_entra")),
        ("sin_efecto", expected.sin_efecto, timeline.names("sin_efecto")),
        ("sale", expected.sale, timeline.names("sale", "pasa")),
    ):
        if wanted is not None and list(wanted) != got:
            found.append(f"{name}: se esperaba {list(wanted)} y sale {got}")
    if expected.ciclo is not None and expected.ciclo != timeline.ciclo:
        found.append(f"ciclo: se esperaba {expected.ciclo} y sale {timeline.ciclo}")
    for name, number in expected.hechos.items():
        if timeline.hechos.get(name, 0) != number:
            found.append(f"{name}: se esperaba {number} y sale {timeline.hechos.get(name, 0)}")
    return found
