"""What stands before a sentence: «Acción:», «[incremento]:», the name of an ability."""

from dataclasses import dataclass, field

from grammar.lexing.words import Word


@dataclass(slots=True)
class Header:
    kind: str
    start: int
    end: int
    words: list[Word] = field(default_factory=list)
    """What stands in parentheses: the requirements of an attack; or the icons of a cost."""
    name: str = ""
    variant: bool = False
    colon: bool = True
