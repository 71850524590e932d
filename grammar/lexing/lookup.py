"""Raw pieces to vocabulary: the longest phrase of the lexicon, else a verb form, else an unknown word."""

from grammar.language.closed import ENCLITICS, NUMBERS
from grammar.language.verbs import PLAIN, Form
from grammar.lexing.lexicon import Entry, Lexicon
from grammar.lexing.words import Verb, Word

# «del», «al» and what ends in them are two words: a preposition and an article.
SPLIT: dict[str, str] = {
    "DEL": "DE", "AL": "A", "DESPUES_DEL": "DESPUES_DE", "ANTES_DEL": "ANTES_DE", "AL_FINAL_DEL": "AL_FINAL",
    "HASTA_FINAL_DEL": "HASTA_FINAL", "DETRAS_DEL": "DETRAS", "AL_COMIENZO_DEL": "AL_COMIENZO",
    "EN_VEZ_DEL": "EN_VEZ", "ADEMAS_DEL": "ADEMAS_DE",
}  # fmt: skip
MAX_PHRASE = 7


def look_up(pieces: list[Word], lexicon: Lexicon) -> list[Word]:
    words: list[Word] = []
    repairs = MAX_REPAIRS
    i = 0
    while i < len(pieces):
        piece = pieces[i]
        if piece.type == "ICON":
            words.append(_icon(piece, lexicon))
        elif piece.type == "WORD":
            used = _phrase(pieces, i, lexicon, words)
            if used:
                i += used
                continue
            known = _verb(piece, lexicon) or _number(piece)
            words.append(known or _repaired(piece, lexicon, repairs > 0))
            repairs -= known is None
        elif piece.type == "NUM":
            piece.values = tuple(int(part) for part in _split_range(piece.text))
            words.append(piece)
        else:
            words.append(piece)
        i += 1
    return words


def _split_range(text: str) -> list[str]:
    for dash in "−–─":
        text = text.replace(dash, "-")
    return [part.strip() for part in text.split("-")]


def _icon(piece: Word, lexicon: Lexicon) -> Word:
    entry = lexicon.icons.get(piece.text)
    if entry is None:
        return Word("PALABRA", piece.text, piece.start, piece.end, cls="icono")
    return Word(entry.type, piece.text, piece.start, piece.end, entry.id, "icono:" + entry.cls, entry.feminine)


def _phrase(pieces: list[Word], i: int, lexicon: Lexicon, out: list[Word]) -> int:
    candidates = lexicon.phrases.get(pieces[i].text.lower())
    if not candidates:
        return 0
    window = [piece.text.lower() if piece.type in ("WORD", "NUM") else "" for piece in pieces[i : i + MAX_PHRASE]]
    for phrase, entry in candidates:
        if window[: len(phrase)] == list(phrase) and _case_fits(pieces[i : i + len(phrase)], entry):
            last = pieces[i + len(phrase) - 1]
            text = " ".join(piece.text for piece in pieces[i : i + len(phrase)])
            word = Word(
                SPLIT.get(entry.type, entry.type), text, pieces[i].start, last.end, entry.id, entry.cls,
                entry.feminine, entry.plural, variant=entry.variant, canonical=entry.canonical,
            )  # fmt: skip
            out.append(word)
            if entry.type in SPLIT:
                out.append(Word("D", "el", last.end, last.end, "el", feminine=False, plural=False))
            return len(phrase)
    return 0


def _case_fits(found: list[Word], entry: Entry) -> bool:
    """«Nave» the attribute of a damage card is not «nave» the ship, nor «Blanco» a colour."""
    return entry.cls not in ("atributo", "nombre") or not found[0].text[0].islower()


def _number(piece: Word) -> Word | None:
    value = NUMBERS.get(piece.text.lower())
    if value is None:
        return None
    return Word("NUM", piece.text, piece.start, piece.end, values=(value,), variant=True)


def _repaired(piece: Word, lexicon: Lexicon, allowed: bool) -> Word:
    """The only word of the vocabulary at one letter's distance, marked as a misprint; else an unknown word."""
    unknown = Word("PALABRA", piece.text, piece.start, piece.end)
    if not allowed or not MIN_REPAIR <= len(piece.text) <= MAX_REPAIR or not piece.text.isalpha() or not piece.text.islower():
        return unknown
    found: list[Word] = []
    for candidate in one_letter_away(piece.text):
        word = _whole(candidate, piece, lexicon)
        if word is not None and all(word.id != other.id for other in found):
            found.append(word)
    if len(found) != 1:
        return unknown
    found[0].variant, found[0].misprint = True, True
    return found[0]


def _whole(text: str, piece: Word, lexicon: Lexicon) -> Word | None:
    """The text as a noun, adjective, adverb or modal verb, at the place of the misprint. Other verbs have too many forms."""
    if any(lemma in ("poder", "deber") for lemma, _ in lexicon.verbs.get(text, ())):
        return _verb_word(Word("WORD", text, piece.start, piece.end), lexicon.verbs[text], "")
    for phrase, entry in lexicon.phrases.get(text, ()):
        if len(phrase) == 1 and entry.type in ("NOUN", "ADJ", "ADV"):
            return Word(
                entry.type, text, piece.start, piece.end, entry.id, entry.cls, entry.feminine, entry.plural, canonical=text
            )
    return None


def one_letter_away(word: str) -> list[str]:
    """Every text that one insertion, swap, deletion or change of a letter gives, likeliest slips first."""
    splits = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    added = [left + letter + right for left, right in splits for letter in ALPHABET]
    swapped = [left + right[1] + right[0] + right[2:] for left, right in splits if len(right) > 1]
    deleted = [left + right[1:] for left, right in splits if right]
    # A short word with one letter changed is too often another word.
    changed = [left + letter + right[1:] for left, right in splits if right for letter in ALPHABET if len(word) > MIN_CHANGED]
    return [text for text in dict.fromkeys((*added, *swapped, *deleted, *changed)) if text != word]


ALPHABET = "abcdefghijklmnñopqrstuvwxyzáéíóúü"
MIN_REPAIR, MAX_REPAIR = 5, 24
MAX_REPAIRS = 4
"""A text with more unknown words is not misprinted: it is about something else."""
MIN_CHANGED = 7


def _verb(piece: Word, lexicon: Lexicon) -> Word | None:
    text = piece.text.lower()
    found = lexicon.verbs.get(text)
    if found:
        return _verb_word(piece, found, "")
    for clitic in ENCLITICS:
        if text.endswith(clitic):
            stem = text[: -len(clitic)]
            for candidate in (stem, stem.translate(PLAIN), _accent_last(stem)):
                hosts = [
                    (lemma, kept)
                    for lemma, forms in lexicon.verbs.get(candidate, ())
                    if (kept := tuple(form for form in forms if form.mood in ("inf", "imp", "ger")))
                ]
                if hosts:
                    return _verb_word(piece, tuple(hosts), clitic)
    return None


def _accent_last(stem: str) -> str:
    """exponla -> expón, obtenlo -> obtén."""
    return stem.replace("expon", "expón").replace("obten", "obtén").replace("manten", "mantén")


def _verb_word(piece: Word, found: tuple[tuple[str, tuple[Form, ...]], ...], clitic: str) -> Word:
    lemma, forms = found[0]
    for other, other_forms in found[1:]:  # «fue» is ser, not ir; «vuelta» is volver
        if other == "ser":
            lemma, forms = other, other_forms
    verb = Verb(lemma, forms)
    if clitic in ("le", "les"):
        verb.dative = clitic
    elif clitic in ("lo", "la", "los", "las"):
        verb.accusative = clitic
    elif clitic:
        verb.dative = clitic  # te, se: the verb group decides what it is
    return Word("V", piece.text, piece.start, piece.end, lemma, verb=verb)
