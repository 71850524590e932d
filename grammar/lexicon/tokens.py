"""Text to tokens: stretches of text with every reading. Longest phrase of the lexicon first; «del» and «al» are two."""

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

from grammar.lexicon.load import Lexicon, expand, fold, plain, slug, unquoted
from grammar.lexicon.words import Token, Word
from grammar.short import kept_short

RAW = re.compile(
    r"\((?P<move>\d\s*\[[^\[\]]{1,40}\](?:\s*[,o/]+\s*\d?\s*\[[^\[\]]{1,40}\]){0,4})\)"
    r"|(?P<tag></?(?:b|i|em|strong|u)>)"
    r"|(?P<icon>\[[^\[\]\n]{1,40}\])"
    r"|[\"“«](?P<quote>[^\"”»\n]{1,80})[\"”»]"
    r"|(?<!\w)['‘](?P<single>[^'’\n]{1,60})['’](?!\w)"
    r"|(?P<range>\d{1,2}\s?[-‐‑–−─—]\s?\d{1,2})(?![\w-])"
    r"|(?P<signed>[+−–-]\d{1,2})(?!\w)"
    r"|(?P<num>\d{1,3})(?![^\W˚°º])"
    r"|(?P<word>[^\W_]+(?:[-'’/][^\W_]+)*)"
    r"|(?P<punct>[^\w\s])",
)
DEGREES = "˚°º"
PUNCTUATION = {",": "COMMA", ";": "SEMI", "/": "SLASH", ":": "COLON", "(": "LPAR", ")": "RPAR", "■": "BULLET", "•": "BULLET"}


FARTHEST = 10
"""Characters between two words of one phrase: a blank, and how they are set («<i>»)."""
STRAY = frozenset("\"“”«»'‘’")


@dataclass(frozen=True, slots=True)
class Raw:
    kind: str
    text: str
    start: int
    end: int


TWICE = frozenset({"de", "que", "en"})
"""Little words that never stand twice: the second one is a slip of the pen."""


OPENERS = frozenset({"Si", "Luego", "Mientras", "Después", "Cuando", "Durante"})
"""Words that have a capital only where a sentence begins."""


def raw_tokens(text: str, start: int = 0, end: int | None = None) -> list[Raw]:
    """The text cut, «del» and «al» taken apart."""
    return list(_cut(text, start, len(text) if end is None else end))


@lru_cache(maxsize=8)
def _cut(text: str, start: int, end: int) -> tuple[Raw, ...]:
    """Of the text that is being read: several ask, one after the other."""
    found: list[Raw] = []
    for match in RAW.finditer(text, start, end):
        kind = match.lastgroup or "word"
        shown = match.group()
        low = shown.lower()
        if low in ("del", "al"):
            first = shown[0] if shown[1:].islower() else low[0]  # «Bomba Al final …»: the text begins there
            found.append(Raw("word", first + ("e" if low == "del" else ""), match.start(), match.end()))
            found.append(Raw("word", "el", match.start(), match.end()))
        elif found and shown == "." and found[-1].text in (",", "."):
            found[-1] = Raw(kind, shown, match.start(), match.end())  # «esa nave,. Si …»: the sentence ends
        elif found and found[-1].text == "," and shown in OPENERS:
            found[-1] = replace(found[-1], text=".")  # «…, Si sacas …»: a capital begins a sentence
            found.append(Raw(kind, shown, match.start(), match.end()))
        elif found and low in TWICE and found[-1].text.lower() == low:
            continue  # «1 de de sus cartas»
        elif kind == "single":
            found.append(Raw("quote", f'"{shown[1:-1]}"', match.start(), match.end()))
        elif kind == "tag" or shown in STRAY:
            continue  # how a word is set says nothing, nor does a quotation mark that nothing closes
        elif shown == "•" and found and found[-1].text not in (".", ":") and text[match.start() - 1 : match.start()] != "\n":
            continue  # «el estado •Maniobra temeraria»: how a card marks what is limited
        elif kind == "quote" and shown[1:].strip()[:1].islower():
            found.extend(raw_tokens(text, match.start() + 1, match.end() - 1))  # « el Héroe más cercano »: words, no name
        else:
            found.append(Raw(kind, shown, match.start(), match.end()))
    return tuple(found)


def tokens_of(raws: list[Raw], lexicon: Lexicon) -> list[Token]:
    """Readings of each stretch. A form that no list knows has none."""
    found: list[Token] = []
    raws = _read_as(raws, lexicon)
    at = 0
    while at < len(raws):
        token, used = _next(raws, at, lexicon)
        found.append(token)
        at += used
    return found


def one_token(raws: list[Raw], lexicon: Lexicon) -> Token | None:
    """The token that all of it is together, if it is one."""
    raws = _read_as(raws, lexicon)
    token, used = _next(raws, 0, lexicon)
    return token if used == len(raws) else None


@kept_short(20_000)
def looked_up(text: str) -> str:
    return plain(unquoted(text))


def _read_as(raws: list[Raw], lexicon: Lexicon) -> list[Raw]:
    """Idioms that the game's list reads as other words, in their place."""
    table = lexicon.idioms
    if not table:
        return raws
    folded = [fold(raw.text) if raw.kind == "word" else "" for raw in raws]
    found: list[Raw] = []
    at = 0
    while at < len(raws):
        size = _idiom(folded[at : at + lexicon.longest_idiom], lexicon)
        if size:
            known = table[" ".join(folded[at : at + size])]
            found.extend(replace(raw, start=raws[at].start, end=raws[at + size - 1].end) for raw in raw_tokens(known))
        else:
            found.append(raws[at])
        at += size or 1
    return found


def _idiom(words: list[str], lexicon: Lexicon) -> int:
    """How many of these words, the first among them, are the longest idiom that there is."""
    if not words or words[0] not in lexicon.idiom_heads:
        return 0
    run = words.index("") if "" in words else len(words)
    return next((size for size in range(run, 1, -1) if " ".join(words[:size]) in lexicon.idioms), 0)


def _next(raws: list[Raw], at: int, lexicon: Lexicon) -> tuple[Token, int]:
    raw = raws[at]
    if raw.text in DEGREES:
        return _token([raw], lexicon.forms.get("grados", ())), 1
    if raw.kind == "quote" and at + 1 < len(raws) and raws[at + 1].kind == "word" and _near(raw, raws[at + 1]):
        for size in range(
            min(lexicon.longest, len(raws) - at), 1, -1
        ):  # «"Ala Roja" Vander»: a name that begins with its quotes
            phrase = expand(" ".join(looked_up(r.text) for r in raws[at : at + size]))
            named = tuple(word for word in lexicon.forms.get(phrase, ()) if word.cls == "NAME")
            if named:
                return _token(raws[at : at + size], named), size
    if raw.kind == "word":
        run = 1
        most = lexicon.reach.get(expand(looked_up(raw.text)).partition(" ")[0], 1)
        if "named_headers" in lexicon.data and _shouted(raw):
            most = lexicon.longest  # a name in capitals goes on as far as it is shouted
        while (
            at + run < len(raws)
            and run < most
            and raws[at + run].kind in ("word", "quote", "num")  # «INMUNE A ARMAS CON ALCANCE 1»
            and _near(raws[at + run - 1], raws[at + run])
        ):
            run += 1
        texts = [looked_up(r.text) for r in raws[at : at + run]]
        for size in range(run, 0, -1):
            phrase = expand(" ".join(texts[:size]))
            known = lexicon.forms.get(phrase)
            words = _cased(raws[at : at + size], _accented(raw.text, known)) if known else ()
            if words and size > 1 and texts[0] == "o" and _name_begins(raws, at + 1, lexicon):
                continue  # «Falso Hermano o Más vale callar»: no «o más»
            if words:
                if size == 1 and raw.text in lexicon.data.get("variables", "").split():
                    words = (*words, Word("NUM", raw.text.lower(), number="p"))  # «Mueve A hacia …»
                told = argument_after(raws, at + size) if words[0].cls == "CLAVE" and _capitals(raws[at : at + size]) else None
                if told is not None:  # «ARMA FIJA: FRONTAL»: a keyword with what it is said of
                    number, argument, used = told
                    words = tuple(replace(word, clitics=(number, argument)) for word in words)
                    return _token(raws[at : at + size + used], words), size + used
                return _token(raws[at : at + size], words), size
        if "named_headers" in lexicon.data and _shouted(raw):  # «usa DESGARRO»: capitals mark the name of an ability
            size = 1
            while size < run and _shouted(raws[at + size]) and not lexicon.forms.get(fold(raws[at + size].text)):
                size += 1
            return _token(raws[at : at + size], (Word("NAME", " ".join(r.text for r in raws[at : at + size]), "nombre"),)), size
        if raw.text == "X" or raw.text in lexicon.data.get("variables", "").split():
            return _token([raw], (Word("NUM", raw.text.lower(), number="p"),)), 1
        return _token([raw], ()), 1
    return _token([raw], _special(raw, lexicon)), 1


def _name_begins(raws: list[Raw], at: int, lexicon: Lexicon) -> bool:
    """Whether a known name of several words begins there, with its capital."""
    if not raws[at].text[:1].isupper():
        return False
    token, size = _next(raws, at, lexicon)
    return size > 1 and any(word.cls == "NAME" for word in token.words)


def _capitals(raws: list[Raw]) -> bool:
    return "".join(raw.text for raw in raws).isupper() and len(raws[0].text) > 1


def argument_after(raws: list[Raw], at: int) -> tuple[str, str, int] | None:
    """Number, argument and length of what follows a keyword in capitals: «X: CAPACIDAD Y»; None where nothing does."""
    start = at
    number = ""
    if at < len(raws) and (raws[at].kind == "num" or raws[at].text in ("X", "Y")):
        number, at = raws[at].text.lower(), at + 1
    if at + 1 >= len(raws) or raws[at].text != ":" or raws[at + 1].kind != "word":
        return None
    if raws[at + 1].text in ("X", "Y") and not number:
        return "", raws[at + 1].text, at + 2 - start  # «SELECCIÓN AVANZADA DE BLANCO: X»: of its two parameters the number
    small = raws[at + 1].text == "A" and at + 2 < len(raws) and _shouted(raws[at + 2])  # «A DISTANCIA»
    if not small and not _capitals([raws[at + 1]]):
        return None
    end = at + 1
    while end < len(raws) and (raws[end].kind == "num" or (raws[end].kind == "word" and raws[end].text.isupper())):
        if raws[end].text == "O" or (raws[end].text in ("X", "Y") and end == at + 1):
            break
        end += 1
    return number, " ".join(raw.text for raw in raws[at + 1 : end]).capitalize(), end - start


def _shouted(raw: Raw) -> bool:
    return len(raw.text) > 2 and raw.text.isupper()


ENDS_OF_BEING = frozenset({"té", "tá", "én", "án", "és", "ás"})
"""«esté», «está», «estén», «estás»: with that accent they are no «este»."""


def _accented(text: str, words: tuple[Word, ...]) -> tuple[Word, ...]:
    """«él» and «sí» without their accent are other words."""
    if text.lower() in ("el", "si", "tu"):
        return tuple(word for word in words if word.cls != "PRON")
    if text[-2:].lower() in ENDS_OF_BEING and any(word.cls == "ESTAR" for word in words):
        return tuple(word for word in words if word.cls not in ("DET", "PRON"))
    if text[:1].islower() and any(map(_capital, words)):  # a name has its capital
        return tuple(word for word in words if not _capital(word))
    return words


def _capital(word: Word) -> bool:
    return (word.cls == "NAME" and word.sort == "nombre") or (word.cls == "ADJ" and word.sort == "atributo")


def _cased(raws: list[Raw], words: tuple[Word, ...]) -> tuple[Word, ...]:
    """A keyword is written with a capital; wholly in capitals it is nothing else."""
    for word in words:
        if word.cls == "CLAVE":
            break
    else:
        return words
    text = "".join(raw.text for raw in raws)
    if len(text) > 1 and text.isupper():
        return tuple(word for word in words if word.cls == "CLAVE")
    return words if text[0].isupper() else tuple(word for word in words if word.cls != "CLAVE")


def _near(before: Raw, after: Raw) -> bool:
    return after.start - before.end <= FARTHEST


def _token(raws: list[Raw], words: tuple[Word, ...]) -> Token:
    if len(raws) == 1:
        return Token(raws[0].text, raws[0].start, raws[0].end, words)
    return Token(" ".join(r.text for r in raws), raws[0].start, raws[-1].end, words)


def _special(raw: Raw, lexicon: Lexicon) -> tuple[Word, ...]:
    if raw.kind == "icon":
        return lexicon.forms.get(fold(raw.text).replace(" ", "-"), ())
    if raw.kind == "range":
        low, high = re.findall(r"\d+", raw.text)
        return (Word("RANGE", f"{low}-{high}"),)
    if raw.kind == "signed":
        return (Word("SIGNED", raw.text.replace("−", "-").replace("–", "-")),)
    if raw.kind == "num":
        return (Word("NUM", str(int(raw.text)), number="s" if raw.text == "1" else "p"),)
    if raw.kind == "quote":
        inner = " ".join(unicodedata.normalize("NFC", raw.text[1:-1]).split())
        listed = [w for w in lexicon.forms.get(expand(plain(inner)), ()) if w.cls == "NAME" and w.sort != "nombre"]
        if listed:  # in quotes or not, it names the same thing
            return tuple(listed)
        if "step_nouns" in lexicon.data:  # «"Modificar los dados de ataque"»: its articles make no other step
            inner = lexicon.steps.get(fold(inner), inner)
        named = Word("NAME", inner, "nombre")
        if fold(inner) in lexicon.steps and "step_noun" in lexicon.data:  # «resuelve su "Reagrupamiento"»
            return (Word("PASO", fold(inner), "tiempo", lexicon.nouns[lexicon.data["step_noun"]].gender, "s"), named)
        return (named,)
    if raw.kind == "move":
        speed = raw.text[1]
        shown = re.findall(r"\[[^\]]+\]", raw.text)
        icons = [slug(icon[1:-1]) for icon in shown]
        numbers = re.findall(r"\d", raw.text)
        read = (lexicon.forms.get(fold(icon).replace(" ", "-"), ()) for icon in shown)
        bearings = all(any(word.sort == "rumbo" for word in words) for words in read)
        known = bearings and all(int(n) <= 5 for n in numbers)  # «(2 [evasión])» is no manoeuvre
        if not known:
            return ()
        speeds = numbers if len(numbers) == len(icons) else [speed] * len(icons)
        return (Word("MANIOBRA", ",".join(f"{s}_{name}" for s, name in zip(speeds, icons, strict=True))),)
    if raw.text in PUNCTUATION:
        return (Word(PUNCTUATION[raw.text], raw.text),)
    return ()
