"""A table is what was said at it, in order: pieces put down, sentences, answers. Going back is forgetting the last one; the
whole of it is a short text for an address."""

import base64
import binascii
import json
import re
import zlib
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from kb.play.errors import PlayError
from kb.play.validation import Model

MOST_SAID = 60
"""Things said at one table."""
MOST_CODE = 6_000
"""Characters of a table in an address."""
MOST_BYTES = 16_000
"""Of a table, unpacked."""
SENTENCE, NAME, TEXT = 240, 80, 600
"""Characters of a sentence, of a name and of a card."""
UNKNOWN = "?"
"""The answer «no se sabe»."""
VERSION = "1"
_CODE = re.compile(r"1[A-Za-z0-9_-]+")
NOT_A_TABLE = "el enlace no es el de una mesa, o está cortado; empieza otra"


class Piece(Model):
    """Something on the table: a ship, a unit, a figure; or a card or keyword that one of them carries."""

    nombre: Annotated[str, Field(min_length=1, max_length=NAME, pattern=r"^[^{}<>\n]+$")]
    lado: Literal[1, 2] = 1
    texto: Annotated[str, Field(max_length=TEXT)] = ""
    en: Annotated[str, Field(max_length=NAME)] = ""
    """Who carries it; empty: it stands on the table itself."""


class Said(Model):
    frase: Annotated[str, Field(min_length=1, max_length=SENTENCE)]


class Answer(Model):
    clave: Annotated[str, Field(min_length=1, max_length=2 * NAME)]
    valor: Annotated[str, Field(max_length=SENTENCE)]


Saying = Piece | Said | Answer


class Table(Model):
    juego: str
    dichos: Annotated[tuple[Saying, ...], Field(max_length=MOST_SAID)] = ()

    def plus(self, *sayings: Saying) -> "Table":
        if len(self.dichos) + len(sayings) > MOST_SAID:
            raise PlayError(f"en una mesa caben {MOST_SAID} cosas dichas; empieza otra")
        return Table(juego=self.juego, dichos=(*self.dichos, *sayings))

    def back(self, to: int = -1) -> "Table":
        """As it was before the last thing was said, or with only the first `to`."""
        return Table(juego=self.juego, dichos=self.dichos[:to])

    def without(self, place: int) -> "Table":
        """As if one thing had not been said; answers after it are asked again."""
        kept = [said for n, said in enumerate(self.dichos) if n < place or (n > place and not isinstance(said, Answer))]
        return Table(juego=self.juego, dichos=tuple(kept))

    def code(self) -> str:
        """Short and safe in an address."""
        plain = json.dumps([_row(said) for said in self.dichos], ensure_ascii=False, separators=(",", ":")).encode()
        packed = zlib.compressobj(9, zlib.DEFLATED, -15)
        raw = packed.compress(plain) + packed.flush()
        code = VERSION + base64.urlsafe_b64encode(raw).decode().rstrip("=")
        if len(code) > MOST_CODE or len(plain) > MOST_BYTES:
            raise PlayError("la mesa es demasiado larga; quita algo o empieza otra")
        return code


def table_from(game: str, code: str) -> Table:
    """The table of an address. Raises PlayError with one sentence where it is none."""
    if not code:
        return Table(juego=game)
    if len(code) > MOST_CODE or not _CODE.fullmatch(code):
        raise PlayError(NOT_A_TABLE)
    try:
        raw = base64.urlsafe_b64decode(code[1:] + "=" * (-len(code[1:]) % 4))
        unpacked = zlib.decompressobj(-15)
        plain = unpacked.decompress(raw, MOST_BYTES + 1)
        if len(plain) > MOST_BYTES or not unpacked.eof:
            raise PlayError(NOT_A_TABLE)
        rows = json.loads(plain)
        return Table(juego=game, dichos=tuple(_said(row) for row in rows))
    except (binascii.Error, zlib.error, ValueError, ValidationError, TypeError, RecursionError) as error:
        raise PlayError(NOT_A_TABLE) from error


def _row(said: Saying) -> list[Any]:
    match said:
        case Piece():
            return ["p", said.nombre, said.lado, said.texto, said.en]
        case Said():
            return ["f", said.frase]
        case Answer():
            return ["r", said.clave, said.valor]


def _said(row: Any) -> Saying:
    match row:
        case ["p", str(name), 1 | 2 as side, str(text), str(bearer)]:
            return Piece(nombre=name, lado=side, texto=text, en=bearer)
        case ["f", str(sentence)]:
            return Said(frase=sentence)
        case ["r", str(key), str(value)]:
            return Answer(clave=key, valor=value)
    raise ValueError("no such saying")
