"""What is known of a game beside its book, from its folder: facts, other names, drawings. A game is data.

A knowledge base carries these for every game that it has (`games.json`), so that whoever opens it needs no other folder. A game
with nothing but a book has its name, and every part works as far as its data goes.
"""

import json
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from grammar.game import CORPUS, GAMES, Game, Given, Lexicon, Names
from grammar.lexicon.check import fault_of
from kb.errors import CorpusError, ReadError
from kb.forms import DiceForm, DiceForms, OrderTable
from kb.models import Model
from kb.text import slugify

FILE = "games.json"
BOOK, FACTS, LEXICON, DRAWINGS = "libro.md", "juego.toml", "lexico.toml", "iconos"
DICE, TABLE = "tiradas.toml", "mesa.toml"
WORDS, LISTED = "palabras.toml", "nombres.txt"
RESERVED = frozenset(
    "about api cambios cobertura dictamenes entrar glosario healthz iconos juegos metrics probabilidades readyz salir"
    " secuencias sin-conexion situaciones static sw taller cuenta hoja invitacion menciones mesa mostrar torneo"
    " compartir descargas dossier imagen llms oembed opensearch practica robots sitemap sugerencias v1".split()
)
"""First words of the site's own addresses: no game is called so. `tests/test_web_any_game.py` compares them with its routes."""


class GameData(Model):
    """One game as its folder tells it."""

    facts: Game
    names: tuple[Names, ...] = ()
    drawings: dict[str, str] = Field(default_factory=dict)
    """Name of the file to the drawing, as SVG."""
    dice: tuple[DiceForm, ...] = ()
    table: OrderTable | None = None
    words: dict[str, Any] = Field(default_factory=dict)
    """How its cards speak; the shipped games have theirs in the compiler's own folder."""
    listed: tuple[str, ...] = ()
    """Names of its cards and figures, with their sort where it is known."""

    @property
    def lexicon(self) -> Mapping[str, Names]:
        return {names.entrada: names for names in self.names}


M = TypeVar("M", bound=BaseModel)
_SHELF = TypeAdapter(tuple[GameData, ...])


def read_game(folder: Path) -> GameData:
    """A game from its folder. Raises CorpusError with the file and line of what is wrong."""
    facts = _facts(folder / FACTS)
    lexicon = _checked(Lexicon, folder / LEXICON)
    dice, table = _checked(DiceForms, folder / DICE), _checked(OrderTable, folder / TABLE)
    wanted = {icon.svg for icon in facts.iconos if icon.svg}
    files = (folder / DRAWINGS / name for name in sorted(wanted) if "/" not in name)
    drawings = {path.name: path.read_text("utf-8", "replace") for path in files if path.is_file()}
    return GameData(facts=facts, names=lexicon.termino if lexicon else (), drawings=drawings,
                    dice=dice.tirada if dice else (), table=table,
                    words=_words(folder / WORDS), listed=_lines(folder / LISTED))  # fmt: skip


def given_from(data: GameData, folder: Path) -> Given:
    """The game as the compiler wants it. Raises ReadError for the name of one that is shipped."""
    if data.facts.slug in GAMES:
        raise ReadError(folder, f"«{data.facts.slug}» es un juego que ya trae Reglario", "Dale otro slug en juego.toml.")
    return Given(data.facts, data.words, data.listed)


def _words(path: Path) -> dict[str, Any]:
    table = _toml(path)
    fault = fault_of(table)
    if fault is not None:
        raise CorpusError(path, _line_of(path, fault.text), fault.told)
    return table


def _line_of(path: Path, text: str) -> int:
    """The line of the file that has a text."""
    lines = path.read_text("utf-8").splitlines() if text else []
    return next((number for number, line in enumerate(lines, 1) if text in line), 1)


def _lines(path: Path) -> tuple[str, ...]:
    if not path.is_file():
        return ()
    try:
        return tuple(line.strip() for line in path.read_text("utf-8").splitlines() if line.strip())
    except (OSError, UnicodeDecodeError) as error:
        raise ReadError(path, "no se puede leer", "Comprueba que está y que es texto UTF-8.") from error


def _facts(path: Path) -> Game:
    facts = _checked(Game, path)
    if facts is None:
        raise ReadError(path.parent, f"no es un juego: falta {FACTS}", "docs/add-a-game.md dice cómo se hace uno.")
    if not facts.slug or slugify(facts.slug) != facts.slug or facts.slug in RESERVED:
        raise CorpusError(path, 1, f"«{facts.slug}» no vale como slug; usa minúsculas, cifras y guiones, p. ej. mi-juego")
    return facts


def _checked(model: type[M], path: Path) -> M | None:
    """The file as the model; None where there is none."""
    if not path.is_file():
        return None
    try:
        return model.model_validate(_toml(path))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "el fichero"
        told = {"missing": "falta", "extra_forbidden": "no se conoce"}.get(first["type"], "no vale")
        raise CorpusError(path, 1, f"«{place}» {told}; los campos están en corpus/README.md") from error


def _toml(path: Path) -> dict[str, Any]:
    """The tables of a file; none where there is no file."""
    if not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise CorpusError(path, getattr(error, "lineno", 1), f"no es TOML ({error})") from error
    except (OSError, UnicodeDecodeError) as error:
        raise ReadError(path, "no se puede leer", "Comprueba que está y que es texto UTF-8.") from error


@cache
def shipped_game(slug: str) -> GameData:
    return read_game(CORPUS / slug)


def bare_game(slug: str, name: str, book: str = "Reglamento") -> GameData:
    """A game of which there is a book and nothing else."""
    short = name.partition(". ")[0]  # «El juego. Guía de referencia» is called by its first part
    return GameData(facts=Game(slug=slug, nombre=name, corto=short, libro=book, edicion=""))


def slug_for(name: str) -> str:
    """The slug of a game of which only a book is known, from the name of its file: never that of another game or of a page."""
    slug = slugify(name.rsplit(".", 1)[0])[:40].strip("-") or "libro"
    return f"libro-{slug}" if slug in RESERVED or slug in GAMES else slug


def games_in(folder: Path) -> dict[str, Path]:
    """The games of a folder by slug: each subfolder with a juego.toml, or the folder itself."""
    if not folder.is_dir():
        raise ReadError(folder, "no es un directorio", "Da con --games el directorio de los juegos.")
    places = [folder] if (folder / FACTS).is_file() else sorted(p.parent for p in folder.glob(f"*/{FACTS}"))
    if not places:
        raise ReadError(folder, f"no hay ningún juego: falta {FACTS}", "docs/add-a-game.md dice cómo se hace uno.")
    found: dict[str, Path] = {}
    for place in places:
        slug = _facts(place / FACTS).slug
        if slug in found:
            raise ReadError(place, f"el juego «{slug}» está ya en {found[slug]}", "Cada juego tiene un slug distinto.")
        found[slug] = place
    return found


def shelf_from(known: Mapping[str, GameData], present: Iterable[str]) -> dict[str, GameData]:
    """The games that are present, the shipped ones first, each with the most that is known of it."""
    here = dict.fromkeys(present)
    order = [*(slug for slug in GAMES if slug in here), *(slug for slug in here if slug not in GAMES)]
    return {slug: known.get(slug) or _known(slug) for slug in order}


def _known(slug: str) -> GameData:
    return shipped_game(slug) if slug in GAMES else bare_game(slug, slug.replace("-", " ").capitalize())


def written(games: Iterable[GameData]) -> str:
    return _SHELF.dump_json(tuple(games), exclude_defaults=True).decode()


def read(text: str) -> dict[str, GameData]:
    return {data.facts.slug: data for data in _SHELF.validate_python(json.loads(text), strict=False)}
