"""Scenarios: given, when, then, in YAML. They run, and they say whether what comes out is what was expected."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from kb.play.errors import PlayError
from kb.play.games import assault, legion, leyendas, rebellion, xwing
from kb.play.run import Play, Report, run
from kb.play.validation import Model, checked
from kb.play.yaml_io import Document, read_documents

PLAYS: Mapping[str, Play] = {
    "xwing": xwing.PLAY,
    "legion": legion.PLAY,
    "imperial-assault": assault.PLAY,
    "leyendas": leyendas.PLAY,
    "rebellion": rebellion.PLAY,
}


class Scenario(Model):
    juego: Literal["xwing", "legion", "imperial-assault", "leyendas", "rebellion"]
    titulo: str
    pregunta: str = ""
    """Id of the question of the knowledge base that it decides."""
    semilla: int | None = None
    dado: dict[str, Any] = Field(default_factory=dict)
    cuando: Annotated[tuple[dict[str, Any], ...], Field(max_length=100)] = ()
    entonces: dict[str, Any]


class Verdict(Model):
    titulo: str
    juego: str
    informe: Report
    diferencias: tuple[str, ...]


def play_file(path: Path) -> list[Verdict]:
    return [play_document(document) for document in read_documents(path)]


def play_document(document: Document) -> Verdict:
    scenario = document.checked(Scenario)
    play = PLAYS[scenario.juego]
    try:
        report = run(play, scenario.dado, scenario.cuando, scenario.semilla)
        found = differences(play, scenario, report)
    except PlayError as error:
        where = error.where.replace(": ", ".")
        raise document.error(f"«{where}»: {error.reason}" if where else error.reason, _path(where)) from None
    return Verdict(titulo=scenario.titulo, juego=scenario.juego, informe=report, diferencias=tuple(found))


def _path(where: str) -> tuple[str | int, ...]:
    parts = where.split(".") if where else []
    return tuple(int(p) if p.isdigit() else p for p in parts)


def differences(play: Play, scenario: Scenario, report: Report) -> list[str]:
    found: list[str] = []
    told = {"no_se_puede": report.no_se_puede, "pendiente": report.pendiente}
    for name, stopped in told.items():
        wanted = scenario.entonces.get(name)
        if stopped and wanted is None:
            found.append(f"{name}: {stopped}")
        elif wanted is True and not stopped:
            found.append(f"{name}: se esperaba, y no ocurre")
        elif isinstance(wanted, str) and wanted not in stopped:
            found.append(f"{name}: se esperaba «{wanted}» y es «{stopped}»")
        elif wanted is False and stopped:
            found.append(f"{name}: {stopped}")
    data = {**report.estado, "resultado": report.resultado, "opciones": [c.texto for c in report.opciones]}
    data["eventos"] = [e.texto for e in report.eventos]
    data["citas"] = [e.cita for e in report.eventos] + ([report.regla] if report.regla else [])
    state = checked(play.state, report.estado, "estado final") if play.answer else None
    for key, wanted in scenario.entonces.items():
        if key in told:
            continue
        got = play.answer(state, key) if play.answer and key not in data else None
        found += _differs(key, wanted, got if got is not None or (key not in data) else data[key])
    return found


def _differs(path: str, wanted: Any, got: Any) -> list[str]:
    if isinstance(wanted, Mapping):
        if not isinstance(got, Mapping):
            return [f"{path}: no existe"]
        return [
            line
            for key, value in wanted.items()
            for line in _differs(f"{path}.{key}", value, got.get(key, 0 if value == 0 else None))
        ]
    if path in ("opciones", "eventos", "citas") and isinstance(got, Sequence):
        wants = wanted if isinstance(wanted, list) else [wanted]
        return [f"{path}: falta «{text}»" for text in wants if not any(str(text) in line for line in got)]
    if isinstance(wanted, list) and isinstance(got, tuple):
        got = list(got)
    return [] if wanted == got else [f"{path}: se esperaba {wanted!r} y sale {got!r}"]
