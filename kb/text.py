"""Text at the door: cleaning, folding, slugs, alphabetical keys. Everything later trusts these."""

import re
import unicodedata
from collections.abc import Callable

import Stemmer

from grammar.short import kept_short

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff\u200b-\u200f\u2028\u2029\ufffe\uffff]")
_LIGATURES = str.maketrans({"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl", "\u00a0": " ", "\u00ad": "", "\t": "\t"})
_PLAIN = str.maketrans("áéíóúüñàèìòùçÁÉÍÓÚÜÑÀÈÌÒÙÇ¿¡“”«»‘’–—…™", "aeiouunaeioucAEIOUUNAEIOUC            ")
_NOT_WORD = re.compile(r"[^a-z0-9]+")
_KEEP_UPPER = re.compile(r"\bx\b|\by$|(?<=ap[eé]ndice )(?:[ivx]+|[a-h])\b")
_TRAILING_PARENS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*$")


def clean(text: str) -> str:
    """NFC, no control characters, plain spaces, one kind of line end. Lines are never added or removed."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x0c", " ")
    return _CONTROL.sub("", unicodedata.normalize("NFC", text).translate(_LIGATURES))


def plain_spanish(text: str) -> str:
    """Lower case without Spanish accents; other marks stay. For looking things up in whole books."""
    return text.lower().translate(_PLAIN)


def _by_bytes(made: Callable[[str], str]) -> bytes:
    """What a function makes of each letter, as a table: most texts are in one alphabet of 256."""
    return bytes(made(bytes([k]).decode("cp1252", "replace")).encode("cp1252", "replace")[0] for k in range(256))


_WESTERN = _by_bytes(lambda letter: letter.translate(_PLAIN))


def strip_accents(text: str) -> str:
    """Letters without their marks. Spanish ones by a table, which is a hundred times faster than decomposing."""
    if text.isascii():
        return text
    try:
        text = text.encode("cp1252").translate(_WESTERN).decode("cp1252")
    except UnicodeEncodeError:
        text = text.translate(_PLAIN)
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


_WORDS = _by_bytes(lambda letter: _NOT_WORD.sub(" ", strip_accents(letter)))


# Three times what the five books need: a server keeps the questions of strangers here, so that it is also a bound.
@kept_short(32768)
def fold(text: str) -> str:
    """Lower case, no accents, words separated by one space: what two spellings of one term share."""
    text = text.lower()
    try:
        return " ".join(text.encode("cp1252").translate(_WORDS).decode("ascii").split())
    except UnicodeEncodeError:
        return _NOT_WORD.sub(" ", strip_accents(text)).strip()


def slugify(text: str) -> str:
    """ASCII words joined by hyphens; the form of ids, URLs and identifiers in data."""
    return fold(text).replace(" ", "-")


def identifier(text: str) -> str:
    """As the code and the files name it: «Ataque apuntado» is `ataque_apuntado`."""
    return slugify(text).replace("-", "_")


def lemma(title: str) -> str:
    """A title without the closing parenthesis that holds its icon: `GIRO (↶ Y ↷)` is `GIRO`."""
    bare = _TRAILING_PARENS.sub("", title)
    return bare if fold(bare) else title


def alphabetical(title: str) -> str:
    """The key by which glossaries sort: folded, spaces kept, closing parenthesis ignored."""
    return fold(lemma(title))


def sentence_case(title: str) -> str:
    """`COLA DE CAPACIDADES` as `Cola de capacidades`; mixed-case titles are left alone.

    Parameters (`GUARDIÁN X`) and the letter or number of an appendix keep their capitals.
    """
    letters = [c for c in title if c.isalpha()]
    if not letters or sum(c.isupper() for c in letters) < 0.9 * len(letters):
        return title
    lower = _KEEP_UPPER.sub(lambda m: m[0].upper(), title.lower())
    for i, c in enumerate(lower):
        if c.isalpha():
            return lower[:i] + c.upper() + lower[i + 1 :]
    return lower


_SNOWBALL = Stemmer.Stemmer("spanish")
STOP_WORDS = frozenset(
    "a al ante con contra cual cuando de del desde donde e el ella ellas ellos en entre era es esa ese eso esta este"
    " esto ha han hasta la las le les lo los mas me mi mis muy ni nos o os para pero por que se segun ser si sin sobre son su"
    " sus te tu tus u un una uno unos unas y ya yo".split()
)


@kept_short(32768)
def stem(word: str) -> str:
    """Stem of one folded word. Accents go first: Snowball parts «concentración» from «concentracion».

    Snowball also splits unidad/unidades and líder/líderes; the plural is taken off before it.
    """
    if len(word) > 4 and word.endswith("es") and word[-3] not in "aeiou":
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and word[-2] in "aeiou":
        word = word[:-1]
    return str(_SNOWBALL.stemWord(word))


def stems(text: str) -> tuple[str, ...]:
    """Stems of the words that mean something, in order."""
    return tuple(stem(w) for w in fold(text).split() if w not in STOP_WORDS)
