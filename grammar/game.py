"""The facts of a game (corpus/<juego>/juego.toml) and its other names (lexico.toml), as typed values.

One source of truth for reader, grammar, engine and site. Field names are Spanish because they are the keys
of the files; see corpus/README.md for what each one means.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

CORPUS = Path(__file__).resolve().parent.parent / "corpus"
_SHIPPED = tomllib.loads((CORPUS / "juegos.toml").read_text("utf-8"))
GAMES: tuple[str, ...] = tuple(_SHIPPED["orden"])
DEFAULT_GAME: str = _SHIPPED["por_defecto"]
"""The game of a card that does not say it."""

IconClass = Literal[
    "resultado", "accion", "arco", "maniobra", "mejora", "puntuacion", "carga", "ficha", "faccion", "alcance",
    "categoria", "dado", "atributo", "ataque", "recurso", "habilidad", "coste", "otro",
]  # fmt: skip
Gender = Literal["m", "f"]
Colour = Annotated[str, StringConstraints(pattern="^#[0-9a-f]{6}$")]


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Die(Model):
    id: str
    nombre: str
    color: str
    papel: Literal["ataque", "defensa", "combate"]
    caras: tuple[dict[str, int], ...] = Field(min_length=6)
    """One mapping per face, icon id to count; an empty mapping is a blank face."""
    nota: str | None = None


class Icon(Model):
    id: str
    token: str
    """How card text writes it: `[daño]`."""
    nombre: str
    clase: IconClass
    genero: Gender = "m"
    svg: str | None = None
    """File in corpus/<juego>/iconos/."""
    en: tuple[str, ...] = ()


class Token(Model):
    id: str
    nombre: str
    """As printed after «ficha de»: `Concentración`."""
    color: str
    forma: str | None = None
    se_quita: str
    """When it leaves play, one short sentence."""
    entrada: str | None = None
    """Slug of the entry that explains it."""
    sinonimos: tuple[str, ...] = ()
    """Other names that players write after «ficha de»."""
    en: tuple[str, ...] = ()


class Step(Model):
    id: str
    numero: str
    nombre: str
    resumen: str = ""
    entrada: str | None = None
    cualidades: tuple[str, ...] = ()
    """Slugs of the keywords that act in this step."""
    fichas: tuple[str, ...] = ()
    ventanas: tuple[str, ...] = ()
    """Moments at which an effect can enter, e.g. `antes_de_tirar`."""
    pasos: tuple["Step", ...] = ()


class Priority(Model):
    orden: int = Field(ge=1)
    regla: str
    ambito: str | None = None
    entrada: str | None = None


class Term(Model):
    """A word of the game's language that is no icon, token, die or step."""

    id: str
    clase: str
    nombre: str
    plural: str | None = None
    genero: Gender = "m"
    sinonimos: tuple[str, ...] = ()
    parametros: tuple[str, ...] = ()
    definicion: str | None = None
    """What a keyword does, as card text of our own with X for its number; the grammar compiles it."""
    sin_definicion: str | None = None
    """Why a keyword has none: a sentence for whoever asks."""
    sin_motor: str | None = None
    """Why the engine does not play the keyword from its definition, for now: by hand, or not at all."""
    falta: str | None = None
    """What of the entry its definition leaves out, for now."""
    acumula: Literal["suma", "aparte", "no"] | None = None
    """A keyword had twice: its numbers add up, each one counts apart, or the second adds nothing. Without it: by its number."""
    tope: int | None = None
    """The most that its numbers can add up to."""
    en: tuple[str, ...] = ()
    entrada: str | None = None


class Game(Model):
    slug: str
    nombre: str
    corto: str = ""
    """How the site calls it where there is little room; without it, `nombre`."""
    colores: tuple[Colour, Colour] | None = None
    """Its colour on paper and on a dark screen, `#rrggbb` each; without them, one is made of its slug."""
    ejemplos: tuple[str, ...] = ()
    """Questions that a player would ask, shown where nobody has asked yet."""
    llamado: tuple[str, ...] = ()
    """What players call it in a question: «en swl…»."""
    libro: str
    """Name of the official rulebook, for citations."""
    edicion: str
    vigencia: date | None = None
    sobre: str | None = None
    """Slug of the game that this one is a mode of."""
    dados: tuple[Die, ...] = ()
    iconos: tuple[Icon, ...] = ()
    fichas: tuple[Token, ...] = ()
    ronda: tuple[Step, ...] = ()
    """Phases of a round, each with its steps."""
    ataque: tuple[Step, ...] = ()
    secuencias: dict[str, tuple[Step, ...]] = {}
    """Other ordered procedures (`mision`, `combate`…)."""
    prioridades: tuple[Priority, ...] = ()
    vocabulario: tuple[Term, ...] = ()
    nombres: tuple[str, ...] = ()
    """Proper names of figures and groups that are written with small letters inside: «Guardia de honor»."""


class Names(Model):
    """The other names of one entry."""

    entrada: str
    indice: tuple[str, ...] = ()
    en: tuple[str, ...] = ()
    coloquial: tuple[str, ...] = ()
    erratas: tuple[str, ...] = ()

    def all(self) -> Iterator[str]:
        yield from (*self.indice, *self.en, *self.coloquial, *self.erratas)


class Lexicon(Model):
    termino: tuple[Names, ...] = ()


@dataclass(frozen=True)
class Given:
    """A game that the user brings: what its cards are read with."""

    facts: Game
    words: Mapping[str, Any] = field(default_factory=dict)
    """Its palabras.toml."""
    names: tuple[str, ...] = ()
    """Its nombres.txt, a line each."""


_given: dict[str, Given] = {}


def give_game(game: Given) -> None:
    """Makes a game known to this process, before anything is read with it. The shipped ones keep their names."""
    if game.facts.slug in GAMES:
        raise ValueError(game.facts.slug)
    _given[game.facts.slug] = game


def given_game(slug: str) -> Given | None:
    return _given.get(slug)


def card_games() -> tuple[str, ...]:
    """The games whose cards can be read here: those that are shipped, then those that were given."""
    return (*GAMES, *_given)


_editions: dict[str, Game] = {}


def use_edition(facts: Game) -> None:
    """Another edition of a shipped game in its place, for this process, before anything of it is loaded."""
    _editions[facts.slug] = facts


@cache
def load_game(slug: str, corpus: Path = CORPUS) -> Game:
    if slug in _editions:
        return _editions[slug]
    if slug in _given:
        return _given[slug].facts
    with (corpus / slug / "juego.toml").open("rb") as file:
        return Game.model_validate(tomllib.load(file))


@cache
def load_whole(slug: str, corpus: Path = CORPUS) -> Game:
    """The game with the icons, tokens and words of the game that it is a mode of; its own come first."""
    game = load_game(slug, corpus)
    if game.sobre is None:
        return game
    base = load_whole(game.sobre, corpus)
    return game.model_copy(update={
        "iconos": _own_first(game.iconos, base.iconos), "fichas": _own_first(game.fichas, base.fichas),
        "vocabulario": _own_first(_figures(game), _own_first(base.vocabulario, game.vocabulario)),
        "nombres": (*game.nombres, *base.nombres),
    })  # fmt: skip


def _figures(game: Game) -> tuple[Term, ...]:
    """What a mode calls its own figures comes before the base game's words."""
    return tuple(term for term in game.vocabulario if term.clase == "figura")


Named = TypeVar("Named", bound=Icon | Token | Term)


def _own_first(own: tuple[Named, ...], base: tuple[Named, ...]) -> tuple[Named, ...]:
    known = {item.id for item in own}
    return (*own, *(item for item in base if item.id not in known))


@cache
def load_lexicon(slug: str, corpus: Path = CORPUS) -> Mapping[str, Names]:
    path = corpus / slug / "lexico.toml"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return {names.entrada: names for names in Lexicon.model_validate(tomllib.load(file)).termino}
