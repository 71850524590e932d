"""YAML -> texts, lists and mappings with the line of each, from the parser's events: the only reader of YAML, for every door.

Nothing is constructed. Aliases, anchors, tags, merge keys, repeated keys and keys that are no text are refused as their event
comes; every scalar is the text that stands there, and who reads it decides whether it is a number (`kb/play/yaml_io.py`).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, Union

import yaml
from yaml.parser import Parser
from yaml.reader import Reader, ReaderError
from yaml.scanner import Scanner

from kb.errors import KbError

DEEPEST = 20
Place: TypeAlias = tuple[str | int, ...]
Value: TypeAlias = Union[str, list["Value"], dict[str, "Value"]]  # noqa: UP007 - the names inside are texts
_SURROGATE = re.compile("[\ud800-\udfff]")
_OTHERS = (ValueError, ArithmeticError, LookupError, RecursionError)
"""What PyYAML lets through besides its own errors: a character beyond Unicode, a version of thousands of figures."""


class Bare(str):
    """A scalar written without quotes, which may stand for a number, a truth value or nothing."""

    __slots__ = ()


class YamlError(KbError):
    """A text that is not the YAML we take; `too_long` where a limit of who asked was passed."""

    def __init__(self, line: int, reason: str, too_long: bool = False) -> None:
        super().__init__(line, reason, too_long)
        self.line, self.reason, self.too_long = line, reason, too_long

    def told(self) -> str:
        return f"línea {self.line}: {self.reason}."


@dataclass(frozen=True)
class Tree:
    """One document."""

    value: Value
    lines: Mapping[Place, int]
    """Of each value, by its path: in a mapping that of its key."""
    starts: Mapping[Place, int]
    """Where the words of each scalar begin."""
    scalars: Mapping[Place, tuple[int, int, str | None]] = field(default_factory=dict)
    """First and last place of each scalar in the text, and its style."""


class _Parser(Reader, Scanner, Parser):
    """PyYAML's events. Depth and length are looked at before each token: its time grows with the square of the depth."""

    def __init__(self, text: str, most: int | None) -> None:
        self.most = most
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)

    def fetch_more_tokens(self) -> None:
        if self.flow_level + len(self.indents) > DEEPEST:
            raise YamlError(self.line + 1, "hay demasiados niveles")
        if self.most is not None and self.tokens_taken + len(self.tokens) > self.most:
            raise YamlError(self.line + 1, f"pasa de {self.most} piezas", too_long=True)
        Scanner.fetch_more_tokens(self)


def yaml_documents(text: str, most: int | None = None) -> list[Tree]:
    """The documents of a text (separated by ---), of at most so many tokens; YamlError where it is anything else."""
    events = _events(text, most)
    return [_Builder(events).tree() for event in events if isinstance(event, yaml.DocumentStartEvent)]


def _events(text: str, most: int | None) -> Iterator[yaml.Event]:
    """Those of the text, each allowed."""
    parser: _Parser | None = None
    try:
        parser = _Parser(text, most)
        while parser.check_event():
            event = parser.get_event()  # type: ignore[no-untyped-call]
            if why := _refused(event):
                raise YamlError(_line(event), why)
            yield event
    except ReaderError as error:
        at = error.position if isinstance(error.position, int) else 0
        raise YamlError(text.count("\n", 0, at) + 1, "no es YAML válido: hay un carácter que no se puede escribir") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlError(mark.line + 1 if mark else 1, f"no es YAML válido{_cause(error)}") from None
    except (yaml.YAMLError, *_OTHERS):
        raise YamlError(parser.line + 1 if parser else 1, "no es YAML válido") from None


_CAUSES = (
    (r"mapping values are not allowed", "hay un «:» de más: falta sangría, o el texto que lo lleva va entre comillas"),
    (r"cannot start any token.*\\t|'\\t' that cannot", "hay un tabulador: se sangra con espacios"),
    (r"character '(.+)' that cannot start any token", "un texto que empieza por «{}» va entre comillas"),
    (r"expected ',' or '\}'", "falta una coma, o la llave que cierra («}}»)"),
    (r"expected ',' or '\]'", "falta una coma, o el corchete que cierra («]»)"),
    (r"expected <block end>", "la sangría no es la de las líneas de encima"),
    (r"could not find expected ':'", "falta «:» después de un nombre"),
    (r"unexpected end of stream", "unas comillas no se cierran"),
    (r"unknown escape character", "detrás de una barra inversa no va eso: escribe el texto entre comillas simples"),
    (r"expected the node content", "falta un valor, o sobra un signo"),
    (r"block sequence entries are not allowed", "sobra un guion, o va en su propia línea"),
    (r"expected .*document start", "sobra algo después del documento: ¿falta «---» entre dos?"),
)
"""What PyYAML says, in English, and what is wrong: the commonest slips of who writes by hand."""


def _cause(error: yaml.MarkedYAMLError) -> str:
    said = " ".join(filter(None, (error.context, error.problem)))
    for pattern, cause in _CAUSES:
        if found := re.search(pattern, said):
            return f": {cause.format(*found.groups())}"
    return ""


def _refused(event: yaml.Event) -> str:
    """Why it may not come; empty where it may."""
    if getattr(event, "anchor", None) is not None:
        return "no se admiten anclas ni alias de YAML (&nombre, *nombre)"
    if getattr(event, "tag", None) is not None or getattr(event, "tags", None):
        return "no se admiten etiquetas de YAML (!nombre)"
    if isinstance(event, yaml.ScalarEvent) and _SURROGATE.search(event.value):
        return "hay medio carácter (un sustituto suelto, como \\ud800)"
    return ""


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


@dataclass
class _Builder:
    """One document's events, one after another."""

    events: Iterator[yaml.Event]
    lines: dict[Place, int] = field(default_factory=dict)
    starts: dict[Place, int] = field(default_factory=dict)
    scalars: dict[Place, tuple[int, int, str | None]] = field(default_factory=dict)

    def tree(self) -> Tree:
        return Tree(self._value(next(self.events), ()), self.lines, self.starts, self.scalars)

    def _value(self, event: yaml.Event, at: Place) -> Value:
        self.lines.setdefault(at, _line(event))
        if isinstance(event, yaml.ScalarEvent):
            self.starts[at] = _line(event) + (event.style in ("|", ">"))  # a block begins on the line after its sign
            if event.start_mark is not None and event.end_mark is not None:
                self.scalars[at] = (event.start_mark.index, event.end_mark.index, event.style)
            return event.value if event.style else Bare(event.value)
        if isinstance(event, yaml.SequenceStartEvent):
            return [self._value(each, (*at, n)) for n, each in enumerate(self._until(yaml.SequenceEndEvent))]
        found: dict[str, Value] = {}
        for key in self._until(yaml.MappingEndEvent):
            name = self._name(key, found)
            self.lines[(*at, name)] = _line(key)
            found[name] = self._value(next(self.events), (*at, name))
        return found

    def _until(self, end: type[yaml.Event]) -> Iterator[yaml.Event]:
        while not isinstance(event := next(self.events), end):
            yield event

    def _name(self, key: yaml.Event, found: Mapping[str, Value]) -> str:
        if not isinstance(key, yaml.ScalarEvent):
            raise YamlError(_line(key), "el nombre de un valor debe ser un texto")
        if key.value == "<<" and not key.style:
            raise YamlError(_line(key), "no se admiten claves de mezcla de YAML (<<)")
        if key.value in found:
            raise YamlError(_line(key), f"«{key.value}» está repetido")
        return str(key.value)
