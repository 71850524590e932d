"""How people ask for each rule: corpus/<juego>/preguntas.toml, one phrase a line, by entry and by what is asked of it."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from grammar.game import CORPUS
from kb.errors import ReadError

FILE = "preguntas.toml"
GENERAL = "general"
"""The group of the phrases that ask for the entry as a whole."""


class Group(NamedTuple):
    about: str
    """In a few words of the book: which of its blocks answers. Empty for the entry as a whole."""
    phrases: tuple[str, ...]


@cache
def phrases(game: str, corpus: Path = CORPUS) -> Mapping[str, tuple[Group, ...]]:
    """By the slug of the entry."""
    path = corpus / game / FILE
    if not path.is_file():
        return {}
    try:
        with path.open("rb") as file:
            rows = tomllib.load(file)
        return {slug: tuple(_group(about, text) for about, text in groups.items()) for slug, groups in rows.items()}
    except (ValueError, AttributeError) as error:
        raise ReadError(
            path, "no es un fichero de preguntas", 'Es TOML: [entrada] y, dentro, asunto = """una frase por línea""".'
        ) from error


def _group(about: str, text: str) -> Group:
    lines = (line.strip() for line in text.splitlines())
    return Group("" if about == GENERAL else about, tuple(line for line in lines if line))
