"""Where a sentence ends without a full stop: «…, donde X es…», «…; de lo contrario, …», a whole sentence in parentheses."""

from grammar.lexing.words import Word

VARIABLES: frozenset[str] = frozenset({"X", "Y", "A", "B"})


def breaks(words: list[Word]) -> list[Word]:
    """The words with a full stop where the text only had a comma or a parenthesis."""
    return _otherwise(_stands_for(_reminders(words)))


def _stands_for(words: list[Word]) -> list[Word]:
    """«sufre X [daño], donde X es…»: what X stands for is told in a sentence of its own."""
    out: list[Word] = []
    for i, word in enumerate(words):
        where = _text(words, i) == "donde"
        if where and _says_what(words, i + 1) and out and out[-1].text == ",":
            out[-1] = Word("SIGN", ".", out[-1].start, out[-1].end)
            continue
        if where and _says_what(words, i + 1):
            out.append(Word("SIGN", ".", word.start, word.end))
            continue
        if word.text == "," and _says_what(words, i + 1):
            word = Word("SIGN", ".", word.start, word.end)
        out.append(word)
    return out


def _otherwise(words: list[Word]) -> list[Word]:
    """«…; si no, …» and «…; de lo contrario, …» open a sentence."""
    out: list[Word] = []
    i = 0
    while i < len(words):
        word = words[i]
        if word.type == "SI" and _text(words, i + 1) == "no" and _text(words, i + 2) == ",":
            word = Word(
                "ENLACE", f"{word.text} {words[i + 1].text}", word.start, words[i + 1].end, "de_lo_contrario", variant=True
            )
            i += 1
        if word.type == "ENLACE" and word.id == "de_lo_contrario" and out and out[-1].text in (";", ","):
            out[-1] = Word("SIGN", ".", out[-1].start, out[-1].end)
        out.append(word)
        i += 1
    return out


def _says_what(words: list[Word], i: int) -> bool:
    return i + 1 < len(words) and words[i].text in VARIABLES and words[i + 1].text in ("es", "son")


def _text(words: list[Word], i: int) -> str:
    return words[i].text.lower() if i < len(words) else ""


def _reminders(words: list[Word]) -> list[Word]:
    """«(Cuenta como derrotado.)»: a reminder is a sentence like the others; its parentheses say nothing more."""
    out: list[Word] = []
    dropped: set[int] = set()
    for i, word in enumerate(words):
        opens = not out or out[-1].type == "NL" or out[-1].text in (".", ":")
        if word.text == "(" and opens and (end := _closing(words, i)):
            dropped.add(end)
            continue
        if i in dropped:
            if out and out[-1].text != ".":
                out.append(Word("SIGN", ".", word.start, word.end))
            continue
        out.append(word)
    return out


def _closing(words: list[Word], i: int) -> int:
    """Where the parenthesis that opens a sentence ends one too, or 0."""
    for place in range(i + 1, len(words)):
        if words[place].text == "(":
            return 0
        if words[place].text == ")":
            before, after = words[place - 1].text, words[place + 1] if place + 1 < len(words) else None
            ends = before == "." or after is None or after.type == "NL" or after.text == "."
            said = any(word.type == "V" for word in words[i + 1 : place])
            return place if ends and said and place - i > 2 else 0
    return 0
