"""What a table answers: the next thing that it has to be told, or what happens, step by step, and what would be different."""

from typing import Literal

from pydantic import Field

from kb.play.validation import Model


class Option(Model):
    rotulo: str
    valor: str


class Count(Model):
    campo: str
    rotulo: str
    tambien: tuple[str, ...] = ()
    """Other words for it."""


class Question(Model):
    """One thing that has to be known: buttons, or how many of each."""

    clave: str
    texto: str
    opciones: tuple[Option, ...] = ()
    cuenta: tuple[Count, ...] = ()
    tope: int = 0
    """Of what is counted, all together; 0 has no limit but `cada`."""
    cada: int = 6
    resto: str = ""
    """What the dice show that nobody counts."""
    porque: str = ""
    """The words of the card that ask it."""


class Told(Model):
    """One step of the tale."""

    paso: str
    texto: str
    cita: str
    efecto: str = ""
    palabras: str = ""
    elige: str = ""
    """Who has chosen here, where the rules let somebody."""


class Fork(Model):
    """Something that could have been otherwise, and what comes of it."""

    si: str
    """«B gasta 1 Evasión»."""
    sale: str
    paso: str = ""
    mesa: str = ""
    """The table where it is so; empty where it cannot be said yet."""
    cambia: bool = True
    """Whether the verdict is another one."""


class Telling(Model):
    juego: str
    mesa: str
    tono: Literal["vacia", "pregunta", "sale", "no_se_puede", "depende", "hasta_aqui"] = "vacia"
    veredicto: str = ""
    """What happens, in a sentence or two."""
    regla: str = ""
    """Where the prohibition stands."""
    pregunta: Question | None = None
    pasos: tuple[Told, ...] = ()
    alternativas: tuple[Fork, ...] = ()
    ramas: tuple[Fork, ...] = ()
    """Where something is not known: what happens in each case."""
    notas: tuple[str, ...] = ()
    preguntas: int = 0
    """How many have been answered."""
    citas: tuple[str, ...] = Field(default=())
    """Every passage that the tale rests on, once each."""
