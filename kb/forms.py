"""The forms that a game brings with it: its dice (`tiradas.toml`) and who goes first (`mesa.toml`)."""

from typing import Literal

from pydantic import Field

from kb.models import Model


class DiceField(Model):
    nombre: str
    rotulo: str
    tipo: Literal["numero", "opcion", "casilla", "lista", "lineas", "dados"]
    donde: str
    """Dotted place in the question that `kb odds` answers; `dados` adds so many dice of the colour `rotulo` to a list."""
    valor: str = "0"
    tope: int = Field(6, ge=1, le=99)
    opciones: tuple[tuple[str, str], ...] = ()
    pista: str = ""


class DiceSide(Model):
    titulo: str
    campos: tuple[DiceField, ...]


class DiceForm(Model):
    slug: str = Field(pattern="^[a-z0-9-]+$")
    titulo: str
    corto: str = ""
    """Told beside the game's name where a game has more than one."""
    cuenta: str
    """What is counted, in the plural."""
    lados: tuple[DiceSide, ...]


class DiceForms(Model):
    tirada: tuple[DiceForm, ...] = ()


class OrderTable(Model):
    """What `kb order` must be told of a game beside its abilities."""

    primero: str = "Un jugador"
    segundo: str = "El otro"
    papeles: dict[str, str] = Field(default_factory=dict)
    """Field of the situation and its label: each is one of the two players."""
    modos: dict[str, str] | None = None
    clases: dict[str, str] | None = None
