"""What is particular to each official book, as data (`lectura.toml` of its game's folder), and which book a text is.

A book without a profile is read by the general rules alone.
"""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field

from grammar.game import CORPUS
from kb.errors import ReadError
from kb.models import Model
from kb.text import fold, plain_spanish

FILE = "lectura.toml"


class Lost(Model):
    """An entry whose heading the source has lost, and what of its text survives under other names."""

    titulo: str
    tras: str
    """Title of the last entry before the gap."""
    hijos: tuple[str, ...] = ()
    """Subsections that survive and are its own."""
    retoma: str | None = None
    """Pattern of the first surviving line of its text."""
    que: str
    """What is lost, for the reader."""


class OverrideRow(Model):
    """A rule of this book that stands over another."""

    entrada: str
    """Title of the entry that says it."""
    en: str = ""
    """How the title of its parent begins, to tell homonyms apart."""
    sobre: str
    """Slug of the entry it stands over, in this game or in `juego`."""
    relacion: Literal["sustituye", "desactiva", "reinterpreta", "anade", "restringe"] = "sustituye"
    juego: str | None = None
    modo: str | None = None
    nota: str = ""


class Profile(Model):
    libro: str
    juego: str
    titulo: str
    edicion: str = ""
    """Pattern whose first group is the edition, looked for in the first lines."""
    edicion_por_defecto: str = ""
    firmas: tuple[str, ...] = ()
    """Words that only this book has; the book with most of them is it."""
    titulos: tuple[str, ...] = ()
    """Headings that do not look like one, exactly as printed."""
    rotulos: tuple[str, ...] = ()
    """Lines that look like a heading and are a label of a drawing."""
    correcciones: dict[str, str] = Field(default_factory=dict)
    """Printed title to right title."""
    esquema: str = ""
    """Titles indented by two spaces per level, `[clase]` optional: what the book's own marks do not tell."""
    clase_glosario: str = "termino"
    sangria_es_nivel: bool = True
    """Whether one leading space before a bullet means a deeper level."""
    recuadros_cortos: dict[str, int] = Field(default_factory=dict)
    """Boxes that interrupt the text, and how many of its lines are theirs."""
    perdidos: tuple[Lost, ...] = ()
    sustituciones: tuple[OverrideRow, ...] = ()
    enlaces: dict[str, str] = Field(default_factory=dict)
    """Words of a link to the title it means, where inflection alone does not tell."""
    reparaciones: dict[str, str] = Field(default_factory=dict)
    """Misprints to their correction, each a few words."""
    iconos_de_titulos: dict[str, str] = Field(default_factory=dict)
    """A few words of a title with the glyph of a lost icon, to the same with the icon, or without it."""
    titulos_a_la_vista: dict[str, str] = Field(default_factory=dict)
    """A title as the copy has it, to how readers see it: its lost icons drawn, or without the letter that stands for one."""
    traducciones: dict[str, str] = Field(default_factory=dict)
    """How a line left in English begins, to the same in our Spanish."""
    ambitos: dict[str, str] = Field(default_factory=dict)
    """Title of a section to the mode that its rules are about."""
    obsoletos: tuple[str, ...] = ()
    """Titles of sections that hold text no longer in force."""


GENERIC = Profile(libro="libro", juego="libro", titulo="Reglamento")


@cache
def profiles() -> tuple[Profile, ...]:
    """Those of the books that the project knows."""
    return tuple(read_profile(path) for path in sorted(CORPUS.glob(f"*/{FILE}")))


def read_profile(path: Path) -> Profile:
    try:
        return Profile.model_validate(tomllib.loads(path.read_text("utf-8")))
    except (OSError, ValueError) as error:
        raise ReadError(
            path, f"no se entiende ({str(error).splitlines()[0]})", "Sus campos están en kb/books/profiles.py."
        ) from error


def identify(lines: Sequence[str], more: Sequence[Profile] = ()) -> Profile | None:
    """The profile whose signatures the text carries; None for a book nobody has seen."""
    text = plain_spanish(" ".join(lines))
    known = (*profiles(), *more)
    scores = [(sum(fold(s) in text for s in p.firmas) / (len(p.firmas) or 1), p.libro, p) for p in known]
    best = max(scores, key=lambda row: row[:2], default=None)
    return best[2] if best is not None and best[0] >= 0.6 else None


def edition_of(profile: Profile, lines: Sequence[str]) -> str:
    if profile.edicion:
        for line in lines[:60]:
            if found := re.search(profile.edicion, line):
                return found[1]
    return profile.edicion_por_defecto
