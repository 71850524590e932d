"""The typed word: what the lexer hands to the parser."""

from dataclasses import dataclass, field, fields
from operator import attrgetter

from grammar.language.verbs import Form


@dataclass(slots=True)
class Verb:
    lemma: str
    forms: tuple[Form, ...]
    voice: str = "activa"
    """activa | pasiva | se (impersonal or passive with «se»)."""
    aspect: str = ""
    """pasado («ha fallado») | inminente («va a recibir») | reciente («acabas de coordinar») | curso («está atacando»)."""
    reflexive: bool = False
    dative: str = ""
    """Pronoun of the person it happens to: te | le | les."""
    accusative: str = ""
    """Object pronoun: lo | la | los | las | te."""
    negated: bool = False

    def has(self, *moods: str) -> bool:
        return any(form.mood in moods for form in self.forms)


@dataclass(slots=True)
class Det:
    article: str = ""
    """un el ese este tu su cada todo cualquier algun ningun ambos dicho, or nothing."""
    count: str = ""
    """exacta hasta al_menos o_mas o_menos exactamente mas_de cualquiera misma lista entre, or nothing."""
    values: tuple[int, ...] = ()
    other: bool = False
    same: bool = False
    of: str = ""
    """«1 de tus»: tu su el ese."""
    feminine: bool | None = None
    plural: bool | None = None
    only: bool = False
    variable: str = ""
    """x, a, b: a number that the text gives elsewhere."""


@dataclass(slots=True)
class Word:
    type: str
    text: str
    start: int
    end: int
    id: str = ""
    cls: str = ""
    feminine: bool | None = None
    plural: bool | None = None
    verb: Verb | None = None
    det: Det | None = None
    values: tuple[int, ...] = ()
    negated: bool = False
    variant: bool = False
    """Understood, but the canonical style writes it in another way."""
    absorbed: bool = False
    """The builder has said it with another word: the second noun of «un ataque principal o un ataque [torpedo]»."""
    misprint: bool = False
    """Read as the only known word at one letter's distance."""
    canonical: str = ""
    """How the vocabulary writes it, for findings about capitals."""
    parts: list["Word"] = field(default_factory=list)

    def reads_like(self, other: "Word") -> bool:
        """Whether a builder sees the same: everything but where it stands, and what a builder has noted on it."""
        return _read(self) == _read(other) and not self.parts and not other.parts


_read = attrgetter(*(f.name for f in fields(Word) if f.name not in ("start", "end", "absorbed", "parts")))
