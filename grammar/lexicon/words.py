"""Words: a form comes in, every reading that it can have comes out. Morphology only; nothing is decided by neighbours."""

from dataclasses import dataclass


class Remembered:
    """What a chart hashes thousands of times knows its hash."""

    __slots__ = ("_hash",)


@dataclass(frozen=True, slots=True)
class Word(Remembered):
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

    def __hash__(self) -> int:
        try:
            return self._hash  # type: ignore[attr-defined, no-any-return]
        except AttributeError:
            told = (self.cls, self.id, self.sort, self.gender, self.number, self.mood, self.person, self.clitics)
            object.__setattr__(self, "_hash", hash(told))
            return self._hash  # type: ignore[attr-defined, no-any-return]


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
