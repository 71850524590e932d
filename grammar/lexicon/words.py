"""Words: a form comes in, every reading that it can have comes out. Morphology only; nothing is decided by neighbours."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """One reading of a form."""

    cls: str
    """Terminal of sentences.lark."""
    id: str
    sort: str = ""
    """Sort of a noun or icon, kind of an adjective."""
    gender: str = "-"
    number: str = "-"
    """s, p, or - where the form does not tell."""
    mood: str = ""
    person: int = 0
    clitics: tuple[str, ...] = ()
    """Pronouns written together with the verb: «colócala» has (la,)."""


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of text with its readings."""

    text: str
    start: int
    end: int
    words: tuple[Word, ...]

    @property
    def classes(self) -> frozenset[str]:
        return frozenset(word.cls for word in self.words)
