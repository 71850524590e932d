"""The forms that a game brings with it: its dice (`tiradas.toml`), who goes first and what is said at a table (`mesa.toml`)."""

from typing import Any, Literal

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


Paths = dict[str, Any]
"""Where a scenario keeps what was said (`paso.alcance`, `naves.{a}.fichas.{f}`, `modifica+` adds to a list, `fuerza?` is
only written where nobody told it), and the value."""


class Sentence(Model):
    """Something that a judge may say: «{a} ataca a {b}». `a/b` are two words for one, `(de)` may be left out."""

    forma: str
    paso: str = ""
    """The step of a scenario that it begins; without it, something about the table or about the last step."""
    pone: Paths = Field(default_factory=dict)
    lados: dict[str, Literal[1, 2]] = Field(default_factory=dict)
    """On which side a piece stands that is named here for the first time; else the second one of a sentence is on the other."""
    ejemplo: str = ""
    """As it is shown to who does not know what to say."""
    no: str = ""
    """Why it is declined although it is understood: what the rules do not say is not played."""


class Tail(Model):
    """What may follow a sentence, in any order: «a alcance {n}»."""

    de: tuple[str, ...]
    """The steps that it may follow."""
    forma: str
    pone: Paths


class FactAsked(Model):
    """A fact that is asked where it would change what happens."""

    id: str
    de: tuple[str, ...]
    texto: str
    pone: tuple[str, ...]
    """Every place that says it; the first is looked at to see whether somebody has told it."""
    opciones: dict[str, Any] = Field(default_factory=dict)
    """What is written on each button, and the value."""
    cuenta: dict[str, str] = Field(default_factory=dict)
    """Instead of options, how many of each: field and name."""
    tope: int = Field(6, ge=1, le=99)
    si: dict[str, Any] = Field(default_factory=dict)
    """Only where the step says so."""
    nota: str = ""
    """Not asked: the first option is taken for granted, and this is told where another would change what happens."""
    basta: str = ""
    """A list that says how many, where somebody has told it: who tells three results has rolled three dice."""


class RollAsked(Model):
    """Dice whose faces the engine has to be told."""

    dice: str
    """As the engine calls them."""
    pone: str
    caras: dict[str, str]
    """Face and its name, the blank one last: the dice that nobody counts show it."""
    suelta: bool = False
    """One die, told as a face and not as a list."""


class PieceAsked(Model):
    """Something that has to be given to a piece: each time, to which."""

    dice: str
    """The engine's words, with slots."""
    texto: str
    pone: str
    """`{valor}` is the piece."""
    valor: str


class Assumed(Model):
    """What is taken for granted of a piece when nobody says it; told where it matters."""

    campo: str
    valor: Any
    prueba: Any
    """Another value: where it would change the outcome, the note is shown."""
    nota: str


class Offered(Model):
    """What the engine offers to a player, as a sentence that does it."""

    dice: str
    frase: str


class Outcome(Model):
    """How the result of a step is told."""

    paso: str
    si: dict[str, Any] = Field(default_factory=dict)
    texto: str


class Activation(Model):
    """One step with the actions of a piece in their order: told one by one, they are one activation."""

    paso: str
    quien: str
    """The field of the step that says whose it is."""
    acciones: str
    pone: dict[str, Any]
    """What else the step has."""
    aparte: dict[str, str] = Field(default_factory=dict)
    """Steps that are an action of it told by itself, and the field that says whose they are."""
    accion: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """And the action that each of them is."""
    si: str = ""
    """The field of a piece because of which its activation has to be played before such a step, "acobardamiento"."""
    por: str = ""
    """The field of the piece that says how much it bears, and so many times it (`veces`)."""
    veces: int = 1


class Speech(Model):
    """How a judge tells a situation of this game, and what is asked back."""

    piezas: str
    """The field of a scenario that holds the pieces."""
    una: str
    """What a piece is called: «nave»."""
    lado: str = "jugador"
    """The field of a piece that says whose it is."""
    lados: tuple[str, str] = ("Ana", "Bea")
    cartas: str = "cartas"
    cualidades: str = ""
    """The field of a piece that lists its keywords, where keywords are put on the table by their name."""
    decide: str = "decide.{carta}.{campo}"
    """Where what a player decides about a card is written."""
    listas: tuple[str, ...] = ("dados",)
    """Of what is decided, what is written as a list."""
    datos: dict[str, str] = Field(default_factory=dict)
    """Printed value of a card and the field of a piece that it is."""
    palabras: dict[str, dict[str, Any]] = Field(default_factory=dict)
    sinonimos: dict[str, str] = Field(default_factory=dict)
    """Ways of saying something, without accents, and how its sentences say it."""
    """Closed lists of words that a sentence may have: `{x:arco}`."""
    nombra: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """What a word of a piece's name says that it is: «un repulsor»."""
    defecto: str = ""
    """What happens where only what there is was told, and something is asked: «{a} se activa»."""
    implicita: str = ""
    """What happens where only what is told of it was said: «{a} ataca a {b}»."""
    de_bando: dict[str, tuple[str, str, str]] = Field(default_factory=dict)
    """What each side of a step has: the field that says whose the step is, that side's, and the other's: `{l|tirada}`."""
    activacion: Activation | None = None
    frase: tuple[Sentence, ...] = ()
    anadido: tuple[Tail, ...] = ()
    pregunta: tuple[FactAsked, ...] = ()
    tirada: tuple[RollAsked, ...] = ()
    reparto: tuple[PieceAsked, ...] = ()
    supone: tuple[Assumed, ...] = ()
    oferta: tuple[Offered, ...] = ()
    veredicto: tuple[Outcome, ...] = ()
    rotulos: dict[str, str] = Field(default_factory=dict)
    """Identifiers as people write them; of what changes on the table, only these are told."""
    lee: dict[str, str] = Field(default_factory=dict)
    """Who goes first: a noun or verb of a text, and the class of ability that it makes."""
    modo_si: dict[str, str] = Field(default_factory=dict)
    """The mode that a class brings with it."""


class OrderTable(Model):
    """What `kb order` must be told of a game beside its abilities."""

    primero: str = "Un jugador"
    segundo: str = "El otro"
    papeles: dict[str, str] = Field(default_factory=dict)
    """Field of the situation and its label: each is one of the two players."""
    modos: dict[str, str] | None = None
    clases: dict[str, str] | None = None
    habla: Speech | None = None
    """What can be said at the table; without it the game has no table."""
