"""Ranges, speeds and manoeuvres: «a alcance 0-1», «de velocidad 3-5», «(2 [recto])» become one word."""

from grammar.lexing.words import Word

RANGED: dict[str, str] = {"RNG": "RANGO", "VELP": "VEL", "LIM": "LIMITE"}


def group_values(words: list[Word]) -> list[Word]:
    out: list[Word] = []
    i = 0
    while i < len(words):
        word = words[i]
        following = words[i + 1] if i + 1 < len(words) else None
        if word.type in RANGED and following is not None and following.type == "NUM":
            i = _ranged(words, i, RANGED[word.type], out)
            continue
        if word.type == "RNG":
            out.append(Word("A", "a", word.start, word.start + 1, "a"))
            out.append(Word("NOUN", word.text[2:], word.start + 2, word.end, "alcance", "valor", False, False))
        elif word.type == "VELP":
            out.append(Word("DE", "de", word.start, word.start + 2, "de"))
            out.append(Word("NOUN", word.text[3:], word.start + 3, word.end, "velocidad", "valor", True, False))
        elif word.type == "RNGW":
            out.append(Word("NOUN", word.text, word.start, word.end, "alcance", "valor", False, False))
        elif word.type == "VELW":
            if following is not None and following.type == "NUM" and out and out[-1].type != "DET":
                i = _ranged(words, i, "VEL", out)
                continue
            out.append(Word("NOUN", word.text, word.start, word.end, "velocidad", "valor", True, False))
        elif word.type == "POR_ALCANCE" and following is not None and following.type == "NUM":
            out.append(
                Word(
                    "POR_ALCANCE", f"{word.text} {following.text}", word.start, following.end, word.id, values=following.values
                )
            )
            i += 1
        elif word.text == "(" and _is_manoeuvre(words, i):
            out.append(_manoeuvre(words, i))
            i += 4
            continue
        elif word.type == "NUM" and following is not None and following.text in ("˚", "°", "º"):
            out.append(Word("GRADOS", word.text, word.start, following.end, "grados", values=word.values))
            i += 1
        else:
            out.append(word)
        i += 1
    return out


def _ranged(words: list[Word], i: int, type_: str, out: list[Word]) -> int:
    word, number = words[i], words[i + 1]
    out.append(
        Word(type_, f"{word.text} {number.text}", word.start, number.end, word.id, values=number.values, variant=word.variant)
    )
    return i + 2


def _is_manoeuvre(words: list[Word], i: int) -> bool:
    if i + 3 >= len(words):
        return False
    number, icon, close = words[i + 1], words[i + 2], words[i + 3]
    return number.type == "NUM" and icon.cls == "icono:maniobra" and close.text == ")"


def _manoeuvre(words: list[Word], i: int) -> Word:
    number, icon, close = words[i + 1], words[i + 2], words[i + 3]
    return Word("MAN", f"({number.text} {icon.text})", words[i].start, close.end, icon.id, "maniobra", values=number.values)
