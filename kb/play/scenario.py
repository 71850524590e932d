"""Scenarios: given, when, then, in YAML. They run, and they say whether what comes out is what was expected."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from grammar.figures import whole
from kb.play.errors import PlayError
from kb.play.plays import PLAYS, Played
from kb.play.run import Play, Report, run
from kb.play.validation import Model, checked, fields_at, nearest
from kb.play.yaml_io import Document, read_each


class Scenario(Model):
    juego: Played
    titulo: str
    pregunta: str = ""
    """Id of the question of the knowledge base that it decides."""
    semilla: int | None = None
    dado: dict[str, Any] = Field(default_factory=dict)
    cuando: Annotated[tuple[dict[str, Any], ...], Field(max_length=100)] = ()
    entonces: dict[str, Any] | None = None
    """What has to come out; without it the situation is only told."""


class Verdict(Model):
    titulo: str
    juego: str
    informe: Report
    diferencias: tuple[str, ...]
    comprobado: bool = True
    """Whether the scenario says what it expects."""


def play_file(path: Path) -> list[Verdict | PlayError]:
    """Each document by itself: one that makes no sense is told, and the others are played."""
    return [outcome(document) for document in read_each(path)]


def outcome(document: Document | PlayError) -> Verdict | PlayError:
    if isinstance(document, PlayError):
        return document
    try:
        return play_document(document)
    except PlayError as error:
        return error


def play_document(document: Document) -> Verdict:
    scenario = document.checked(Scenario)
    play = PLAYS[scenario.juego]
    try:
        report = run(play, scenario.dado, scenario.cuando, scenario.semilla)
        found = differences(play, scenario.entonces, report) if scenario.entonces is not None else []
    except PlayError as error:
        where = error.where.replace(": ", ".")
        raise document.error(f"«{where}»: {error.reason}" if where else error.reason, _path(where)) from None
    asked = scenario.entonces is not None
    return Verdict(titulo=scenario.titulo, juego=scenario.juego, informe=report, diferencias=tuple(found), comprobado=asked)


def _path(where: str) -> tuple[str | int, ...]:
    parts = where.split(".") if where else []
    return tuple(p if (n := whole(p)) is None else n for p in parts)


def differences(play: Play, expected: Mapping[str, Any], report: Report) -> list[str]:
    found: list[str] = []
    told = {"no_se_puede": report.no_se_puede, "pendiente": report.pendiente}
    for name, stopped in told.items():
        wanted = expected.get(name)
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
    for key, wanted in expected.items():
        if key in told:
            continue
        got = play.answer(state, key) if play.answer and key not in data else data.get(key)
        if got is None and key not in data:
            found.append(f"{key}: no existe; {nearest(key, (*told, *data))}")
        else:
            found += _differs(play, (key,), wanted, got)
    return found


def _differs(play: Play, path: tuple[str, ...], wanted: Any, got: Any) -> list[str]:
    place = ".".join(path)
    if isinstance(wanted, Mapping):
        if not isinstance(got, Mapping):
            return [f"{place}: no existe"]
        found: list[str] = []
        for key, value in wanted.items():
            if key in got:
                found += _differs(play, (*path, key), value, got[key])
            elif why := _absent(play, path, key, value, got):
                found.append(f"{place}.{key}: {why}")
        return found
    if path in (("opciones",), ("eventos",), ("citas",)) and isinstance(got, Sequence):
        wants = wanted if isinstance(wanted, list) else [wanted]
        return [f"{place}: falta «{text}»" for text in wants if not any(str(text) in line for line in got)]
    if isinstance(wanted, list) and isinstance(got, tuple):
        got = list(got)
    if got is None and wanted in NOTHING:
        return []
    return [] if wanted == got else [f"{place}: se esperaba {_told(wanted)} y sale {_told(got)}"]


NOTHING = ("nada", "nadie", "neutral")
"""What a scenario may write for no value: no winner yet, a system of nobody."""


def _absent(play: Play, path: tuple[str, ...], key: str, wanted: Any, got: Mapping[str, Any]) -> str:
    """What is wrong with asking for something that is not there. A counter that is not there is 0; a misspelt one is not."""
    known = fields_at(play.state, path) or (play.tokens if path[-1] == "fichas" else ())
    if known and key not in known:
        return f"no existe; {nearest(key, known)}"
    return "" if wanted in (0, [], {}) and path != ("resultado",) else f"no sale; {nearest(key, got)}"


def _told(value: Any) -> str:
    """As a scenario writes it."""
    match value:
        case None:
            return "nada"
        case bool():
            return "sí" if value else "no"
        case dict():
            return "{" + ", ".join(f"{key}: {_told(each)}" for key, each in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(_told, value)) + "]"
    return repr(value)
