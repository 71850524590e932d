"""YAML that a judge writes -> plain values and the line of each of them. Small files only, read by `kb/formats/`."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from kb.formats.yaml_text import Bare, Place, Value, YamlError, yaml_documents
from kb.play.errors import PlayError
from kb.play.validation import read, sentence

MOST_CHARACTERS = 200_000
M = TypeVar("M", bound=BaseModel)
_NOTHING = ("", "~", "null")
_TRUTH = {"sí": True, "Sí": True, "true": True, "no": False, "No": False, "false": False}
"""YAML 1.1 also reads «on» and «y» as truth values, 12:30 as a number and dates as dates: here those are texts."""
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,15}\.[0-9]{1,15}")
_ENDLESS = re.compile(r"\d{1000}")
_FIGURES = re.compile(r"[+-]?[0-9]+")


class Document(BaseModel):
    """One YAML document with the line of each of its values."""

    name: str
    data: Any
    lines: Mapping[Place, int]

    def line(self, path: Place) -> int:
        """Of the value, or of the nearest value around it."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.lines:
                return self.lines[path[:end]]
        return 1

    def error(self, reason: str, path: Place = ()) -> PlayError:
        return PlayError(reason, f"{self.name}:{self.line(path)}")

    def checked(self, model: type[M], data: Any = None, at: Place = ()) -> M:
        try:
            return read(model, self.data if data is None else data)
        except ValidationError as error:
            path, why = sentence(error, model)
            field = ".".join(str(p) for p in path)
            raise self.error(f"«{field}»: {why}" if field else why, (*at, *path)) from None


def documents(name: str, text: str) -> list[Document]:
    """The documents of a file (separated by ---); the first that cannot be read is an error."""
    found = each_document(name, text)
    for one in found:
        if isinstance(one, PlayError):
            raise one
    return [one for one in found if isinstance(one, Document)]


def each_document(name: str, text: str) -> list[Document | PlayError]:
    """The documents of a file, each read by itself: what is wrong with one does not stop the others."""
    if len(text) > MOST_CHARACTERS:
        raise PlayError(f"es demasiado largo (como mucho {MOST_CHARACTERS} caracteres)", name)
    out: list[Document | PlayError] = []
    line = 0
    for part in _parts(text):
        try:
            for tree in yaml_documents(part):
                lines = {place: n + line for place, n in tree.lines.items()}
                out.append(Document(name=name, data=_meant(tree.value, (), tree.lines), lines=lines))
        except YamlError as error:
            out.append(PlayError(error.reason, f"{name}:{error.line + line}"))
        line += part.count("\n")
    return out


_SEPARATOR = re.compile(r"^(?=---(?:\s|$))", re.M)
_ONLY_HEAD = re.compile(r"(?:[^\S\n]*(?:[%#][^\n]*)?\n)*")


def _parts(text: str) -> list[str]:
    """The text of each document; directives and comments before the first sign belong to it."""
    first, *rest = _SEPARATOR.split(text)
    return [first + rest[0], *rest[1:]] if rest and _ONLY_HEAD.fullmatch(first) else [first, *rest]


def read_documents(path: Path) -> list[Document]:
    return documents(str(path), _read(path))


def read_each(path: Path) -> list[Document | PlayError]:
    return each_document(str(path), _read(path))


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PlayError("no se puede leer el fichero", str(path)) from error


def _meant(value: Value, at: Place, lines: Mapping[Place, int]) -> Any:
    """What the words without quotes stand for."""
    if isinstance(value, dict):
        return {name: _meant(each, (*at, name), lines) for name, each in value.items()}
    if isinstance(value, list):
        return [_meant(each, (*at, n), lines) for n, each in enumerate(value)]
    if _ENDLESS.search(value):
        raise YamlError(lines[at], "tiene un número de más de 18 cifras")
    if not isinstance(value, Bare):
        return value
    if value in _NOTHING:
        return None
    if value in _TRUTH:
        return _TRUTH[value]
    if _INTEGER.fullmatch(value):
        return int(value)
    if _FIGURES.fullmatch(value):
        raise YamlError(lines[at], "tiene un número de más de 18 cifras")
    return float(value) if _DECIMAL.fullmatch(value) else str(value)
