"""YAML that a judge writes -> plain values and the line of each of them. Small files only, no aliases, no repeated keys."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from kb.play.errors import PlayError
from kb.play.validation import read, sentence
from kb.yaml_depth import too_deep

MOST_CHARACTERS = 200_000
DEEPEST = 20
Path_ = tuple[str | int, ...]
M = TypeVar("M", bound=BaseModel)


class _Loader(yaml.SafeLoader):
    """YAML 1.1 reads «no» and «on» as truth values and dates as dates: here only sí, no, true and false are special."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in rows if tag not in ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:timestamp")]
    for first, rows in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_SURROGATE = re.compile("[\ud800-\udfff]")
_TRUTH = re.compile(r"^(?:sí|Sí|true|no|No|false)$")
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", _TRUTH, list("sStnNf"))
_Loader.add_constructor("tag:yaml.org,2002:bool", lambda _, node: str(node.value).lower() in ("sí", "true"))


class Document(BaseModel):
    """One YAML document with the line of each of its values."""

    name: str
    data: Any
    lines: dict[Path_, int]

    def line(self, path: Path_) -> int:
        """Of the value, or of the nearest value around it."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.lines:
                return self.lines[path[:end]]
        return 1

    def error(self, reason: str, path: Path_ = ()) -> PlayError:
        return PlayError(reason, f"{self.name}:{self.line(path)}")

    def checked(self, model: type[M], data: Any = None, at: Path_ = ()) -> M:
        try:
            return read(model, self.data if data is None else data)
        except ValidationError as error:
            path, why = sentence(error, model)
            field = ".".join(str(p) for p in path)
            raise self.error(f"«{field}»: {why}" if field else why, (*at, *path)) from None


def documents(name: str, text: str) -> list[Document]:
    """The documents of a file (separated by ---)."""
    if len(text) > MOST_CHARACTERS:
        raise PlayError(f"es demasiado largo (como mucho {MOST_CHARACTERS} caracteres)", name)
    if too_deep(text):
        raise PlayError("hay demasiados niveles", name)
    found = []
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, _Loader)):
            raise PlayError("no se admiten alias de YAML (*nombre)", name)
        for node in yaml.compose_all(text, _Loader):
            if node is not None:
                lines: dict[Path_, int] = {}
                found.append(Document(name=name, data=_value(name, node, (), lines), lines=lines))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise PlayError("no es YAML válido", f"{name}:{mark.line + 1 if mark else 1}") from error
    except (yaml.YAMLError, RecursionError) as error:
        raise PlayError("no es YAML válido", name) from error
    return found


def read_documents(path: Path) -> list[Document]:
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PlayError("no se puede leer el fichero", str(path)) from error
    return documents(str(path), text)


def _value(name: str, node: yaml.Node, path: Path_, lines: dict[Path_, int]) -> Any:
    lines[path] = node.start_mark.line + 1
    if len(path) > DEEPEST:
        raise PlayError("hay demasiados niveles", f"{name}:{lines[path]}")
    if isinstance(node, yaml.MappingNode):
        found: dict[str, Any] = {}
        for key, value in node.value:
            word = _whole(name, str(key.value), key.start_mark.line + 1)
            if word in found:
                raise PlayError(f"«{word}» está repetido", f"{name}:{key.start_mark.line + 1}")
            found[word] = _value(name, value, (*path, word), lines)
            lines[(*path, word)] = key.start_mark.line + 1
        return found
    if isinstance(node, yaml.SequenceNode):
        return [_value(name, item, (*path, i), lines) for i, item in enumerate(node.value)]
    return _scalar(name, node, lines[path])


def _scalar(name: str, node: yaml.Node, line: int) -> Any:
    loader = _Loader("")
    try:
        value = loader.construct_object(node)
    except (yaml.YAMLError, ValueError) as error:
        raise PlayError("no se entiende este valor", f"{name}:{line}") from error
    finally:
        loader.dispose()
    if not isinstance(value, str | int | float | bool | None):
        raise PlayError("no se entiende este valor", f"{name}:{line}")
    return _whole(name, value, line) if isinstance(value, str) else value


def _whole(name: str, text: str, line: int) -> str:
    """YAML can write half a character («\\ud800»), which no answer could quote."""
    if _SURROGATE.search(text):
        raise PlayError("hay medio carácter (un sustituto suelto)", f"{name}:{line}")
    return text


def mapping(document: Document) -> Mapping[str, Any]:
    if not isinstance(document.data, Mapping):
        raise document.error("se espera un documento con nombres y valores")
    return document.data
