"""Ways to spoil a text or a JSON value. All chance comes from the `rng` that is passed in, so that a seed repeats a run."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

NASTY: tuple[str, ...] = (
    "\0", "\n", "\r", "\t", "\x0b", "\x1b", "\x7f", "\x85", "\xa0", "\xad", "\u0301", "\u200b", "\u200d", "\u202e", "\u2028",
    "\ufeff", "\ufffd", "\uffff", "ﬁ", "İ", "ß", "ǆ", "K", "１", "²", "½", "Ⅷ", "٣", "𝟛", "🚀", "ñ", "n\u0303", "ª", "º", "·",
    "«", "»", "“", "”", "‘", "'", '"', "`", "´", "(", ")", "[", "]", "{", "}", "<", ">", "&", "#", "%", "*", "_", "~",
    "\\", "/",
    "|", "+", "-", "–", "—", "−", "=", "^", "$", "@", ":", ";", ",", ".", "…", "?", "!", "¿", "¡", "0", "9999999999",
    "-1", "1e400",
    "[?]", "[]", "[[", "]]", "[x", "${", "{{", "<script>", "../", "%00", "%s", "null", "NaN", "true", "\ud800", "\udfff",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 3, 5, 7, 12, 40, -1, -7, 2**31, 2**63, 10**30, 0.5, 1.0, 1.5, -0.0, float("nan"), float("inf"),
    "", " ", "a", "b", "0", "1", "no", "null", "sí", "\n", "á", "🚀", "x" * 300, [], {}, [None], [[]], {"": ""}, ["a",
    "a"], "\ud800",
)  # fmt: skip
LONGEST = 4000


def spoil_text(rng: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    """One to four changes. Most are of whole words, which is what gets past the first check of a parser."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        text = rng.choice(TEXT_CHANGES)(rng, text, words, others)
    return text[:LONGEST]


TextChange = Callable[[Random, str, Sequence[str], Sequence[str]], str]


def _replace_word(rng: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    parts = text.split(" ")
    parts[rng.randrange(len(parts))] = rng.choice(words)
    return " ".join(parts)


def _insert_word(rng: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    parts = text.split(" ")
    parts.insert(rng.randint(0, len(parts)), rng.choice(words))
    return " ".join(parts)


def _drop_words(rng: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    parts = text.split(" ")
    start = rng.randrange(len(parts))
    del parts[start : start + rng.choice((1, 1, 2, 4))]
    return " ".join(parts)


def _swap_words(rng: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    parts = text.split(" ")
    a, b = rng.randrange(len(parts)), rng.randrange(len(parts))
    parts[a], parts[b] = parts[b], parts[a]
    return " ".join(parts)


def _splice(rng: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    """The head of this text and the tail of another, cut between words where there are any."""
    mine, theirs = text.split(" "), rng.choice(others).split(" ")
    return " ".join(mine[: rng.randint(0, len(mine))] + theirs[rng.randint(0, len(theirs)) :])


def _repeat(rng: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    start = rng.randint(0, len(text))
    piece = text[start : start + rng.choice((1, 3, 10, 40))]
    return text[:start] + piece * rng.choice((2, 2, 3, 8, 40)) + text[start:]


def _nasty(rng: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + rng.choice(NASTY) * rng.choice((1, 1, 1, 2, 9)) + text[at + rng.choice((0, 1)) :]


def _any_character(rng: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + chr(rng.choice((rng.randrange(0x250), rng.randrange(0x3000), rng.randrange(0x110000)))) + text[at:]


def _drop_characters(rng: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + text[at + rng.choice((1, 1, 2, 8, 60)) :]


def _case(rng: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    at = rng.randint(0, len(text))
    end = at + rng.choice((1, 5, 40))
    return text[:at] + text[at:end].swapcase() + text[end:]


def _other_space(rng: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    parts = text.split(" ")
    at = rng.randint(0, len(parts))
    return " ".join(parts[:at]) + rng.choice(("\n", "\n\n", "  ", "", "\t", ". ", ", ", ": ")) + " ".join(parts[at:])


def _salad(rng: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    return " ".join(rng.choice(words) for _ in range(rng.choice((1, 2, 5, 12, 30))))


TEXT_CHANGES: tuple[TextChange, ...] = (
    _replace_word, _replace_word, _replace_word, _insert_word, _insert_word, _drop_words, _drop_words, _swap_words, _splice,
    _splice, _repeat, _nasty, _any_character, _drop_characters, _case, _other_space, _salad,
)  # fmt: skip


def spoil_value(rng: Random, value: Any, words: Sequence[str], others: Sequence[Any]) -> Any:
    """A copy of a JSON value with one to four changes in it; `others` lends pieces."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        value = _spoilt(rng, value, words, others, rng.randint(0, 5))
    return value


def _spoilt(rng: Random, value: Any, words: Sequence[str], others: Sequence[Any], depth: int) -> Any:
    if depth and isinstance(value, dict) and value:
        name = rng.choice(list(value))
        return {**value, name: _spoilt(rng, value[name], words, others, depth - 1)}
    if depth and isinstance(value, list) and value:
        at = rng.randrange(len(value))
        return [*value[:at], _spoilt(rng, value[at], words, others, depth - 1), *value[at + 1 :]]
    return _changed(rng, value, words, others)


def _changed(rng: Random, value: Any, words: Sequence[str], others: Sequence[Any]) -> Any:
    how = rng.random()
    if isinstance(value, dict) and value and how < 0.8:
        return _changed_dict(rng, value, words, others)
    if isinstance(value, list) and value and how < 0.8:
        at = rng.randrange(len(value))
        changed = ([*value, value[at]], value[:at] + value[at + 1 :], value[::-1], value * 3, [*value, piece(rng, others)])
        return rng.choice(changed)
    if isinstance(value, str) and how < 0.6:
        return rng.choice((rng.choice(words), spoil_text(rng, value, words, words)))
    if isinstance(value, int) and how < 0.6:
        return value + rng.choice((-1, 1, 1, 2, -value, value, 9))
    return rng.choice((rng.choice(VALUES), piece(rng, others), rng.choice(words), value))


def _changed_dict(rng: Random, value: dict[str, Any], words: Sequence[str], others: Sequence[Any]) -> dict[str, Any]:
    name = rng.choice(list(value))
    how = rng.randrange(4)
    if how == 0:
        return {k: v for k, v in value.items() if k != name}
    if how == 1:
        return {(rng.choice(words) if k == name else k): v for k, v in value.items()}
    if how == 2:
        return {**value, rng.choice(words): rng.choice((rng.choice(VALUES), value[name], piece(rng, others)))}
    return {**value, name: piece(rng, others, name)}


def piece(rng: Random, others: Sequence[Any], name: str | None = None) -> Any:
    """A part of another value; under the same name where the other has it."""
    value = rng.choice(others)
    for _ in range(rng.randint(0, 6)):
        if isinstance(value, dict) and value:
            if name is not None and name in value:
                return value[name]
            value = value[rng.choice(list(value))]
        elif isinstance(value, list) and value:
            value = rng.choice(value)
    return value
