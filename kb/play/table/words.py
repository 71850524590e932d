"""A report in the words of people: what came out, what changed, identifiers with their accents."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kb.forms import Speech
from kb.play.plays import PLAYS
from kb.play.run import Report
from kb.play.table.build import Built
from kb.play.validation import checked

_WORD = re.compile(r"[a-z_]+")
_COUNT = re.compile(r"\{(\w+)\|([^|{}]*)\|([^|{}]*)\}")
NOTHING = "No cambia nada."


def in_words(speech: Speech, text: str) -> str:
    """Identifiers of the engine as people write them: «evasion» is «Evasión»."""
    return _WORD.sub(lambda word: _label(speech, word[0]) if _bare(text, word) else word[0], text)


def _bare(text: str, word: "re.Match[str]") -> bool:
    """Not a piece of another word («dañado» has «ado»)."""
    before, after = text[: word.start()][-1:], text[word.end() :][:1]
    return not (before.isalnum() or after.isalnum())


def _label(speech: Speech, name: str) -> str:
    label = speech.rotulos.get(name, name)
    return label.replace("_", " ") if "_" in name else label


def verdict(speech: Speech, built: Built, report: Report) -> str:
    """What came out, in a sentence or two."""
    if report.no_se_puede:
        return f"No se puede: {in_words(speech, report.no_se_puede).rstrip('.')}."
    changed = " ".join(f"{who}: {', '.join(what)}." for who, what in changes(speech, built, report))
    return " ".join(part for part in (headline(speech, built, report), changed) if part) or last(speech, report)


def headline(speech: Speech, built: Built, report: Report) -> str:
    """How the last step came out, where the game has words for it: «El ataque impacta»."""
    name, body = built.name_of(-1), built.body(-1)
    values = {**{k: v for k, v in body.items() if isinstance(v, str | int)}, **report.resultado}
    rows = (row for row in speech.veredicto if row.paso == name and all(values.get(k) == v for k, v in row.si.items()))
    return next((_filled(row.texto, values) for row in rows), "")


def last(speech: Speech, report: Report) -> str:
    """What a step that changes no piece ends with."""
    text = in_words(speech, report.eventos[-1].texto).rstrip(".") if report.eventos else ""
    return f"{text[:1].upper()}{text[1:]}." if text else NOTHING


def _filled(text: str, values: Mapping[str, Any]) -> str:
    """`{heridas|Herida|Heridas}` is «1 Herida» or «2 Heridas»."""
    text = _COUNT.sub(lambda m: f"{values.get(m[1], 0)} {m[2] if values.get(m[1]) == 1 else m[3]}", text)
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def changes(speech: Speech, built: Built, report: Report) -> Iterator[tuple[str, list[str]]]:
    """Who ends otherwise than it began, and in what."""
    play = PLAYS[built.game]
    before = checked(play.state, built.given, "dado").model_dump()[speech.piezas]
    after = report.estado.get(speech.piezas, {})
    for name, row in after.items():
        if name not in before:
            yield in_words(speech, name).replace("_", " "), ["entra en juego"]
            continue
        found = list(_changed(speech, before.get(name, {}), row))
        if found:
            yield name, found


def _changed(speech: Speech, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    for field, value in after.items():
        old = before.get(field)
        if isinstance(value, dict) and field not in ("cartas", "armas"):
            yield from _changed(speech, old or {}, value)
            gone = {key: n for key, n in (old or {}).items() if key not in value and n}
            yield from (f"{_label(speech, key)} {n} → 0" for key, n in gone.items())
        elif value == old or field not in speech.rotulos:
            continue
        elif isinstance(value, bool):
            yield _label(speech, field) if value else f"ya no {_label(speech, field)}"
        elif isinstance(value, int):
            yield f"{_label(speech, field)} {old or 0} → {value}"
        elif isinstance(value, list | tuple):
            more, fewer = [v for v in value if v not in (old or ())], [v for v in old or () if v not in value]
            yield from (f"{_label(speech, field)}: {_label(speech, str(v))}" for v in more)
            yield from (f"sin {_label(speech, str(v))}" for v in fewer)
