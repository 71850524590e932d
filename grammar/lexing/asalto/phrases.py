"""Ways of saying of a few words, before names and determiners: «una vez por ronda», «en o adyacente a», «lejos de»."""

from grammar.language.verbs import conjugate
from grammar.lexing.words import Verb, Word

INSIDE: frozenset[str] = frozenset({"EN", "SOBRE"})
AGAIN: frozenset[str] = frozenset({"él", "ella", "ellos", "ellas", "uno", "una", "este", "éste", "esta", "ésta"})
"""How «adyacente a él» names again what stands before it."""
MAX_PLACE = 9
MAX_ASIDE = 5
PERIODS: frozenset[str] = frozenset({"ronda", "activacion", "turno", "fase"})


def phrases(words: list[Word]) -> list[Word]:
    return _each(_aside(_between(_but(_in_time(_plus(_more(_away(_beside(_possible(_once_per(words)))))))))))


def _once_per(words: list[Word]) -> list[Word]:
    """«Una vez por ronda, …»; after «límite» the words are what is limited."""
    out: list[Word] = []
    i = 0
    while i < len(words):
        some = words[i : i + 4]
        if len(some) == 4 and [word.id for word in some[1:3]] == ["vez", "por"] and _one(some[0]) and some[3].cls == "tiempo":
            limited = bool(out) and out[-1].type == "LIMITE_O"
            if not limited:
                text = " ".join(word.text for word in some[:3])
                out.append(Word("DURANTE", text, some[0].start, some[2].end, "una_vez_por"))
                i += 3
                continue
        out.append(words[i])
        i += 1
    return out


def _one(word: Word) -> bool:
    return (word.type == "D" and word.id == "un") or (word.type == "NUM" and word.values == (1,))


def _possible(words: list[Word]) -> list[Word]:
    """«Si es posible, mueve 3»: the condition goes to the end, where the style has it."""
    if len(words) < 3 or words[0].type != "SI_POSIBLE" or words[1].text != ",":
        return words
    words[0].variant = True
    return [*words[2:], words[0]]


def _beside(words: list[Word]) -> list[Word]:
    """«en o adyacente a X» and «en X o adyacente a él» are one place: X and the spaces beside it."""
    out: list[Word] = []
    i = 0
    while i < len(words):
        word = words[i]
        if word.type in INSIDE and _or_adjacent(words, i + 1):
            out.append(
                Word("EN", "en o adyacente a", word.start, words[i + 3].end, "en_o_adyacente_a", variant=word.type != "EN")
            )
            i += 4
            continue
        end = _named_again(words, i) if word.type in INSIDE else 0
        if end:
            out.append(Word("EN", "en o adyacente a", word.start, word.end, "en_o_adyacente_a", variant=True))
            out.extend(words[i + 1 : end])
            i = end + 4
            continue
        out.append(word)
        i += 1
    return out


def _or_adjacent(words: list[Word], i: int) -> bool:
    some = words[i : i + 3]
    return len(some) == 3 and some[0].text == "o" and some[1].id == "adyacente" and some[2].type == "A"


def _named_again(words: list[Word], i: int) -> int:
    """Index of the «o» in «en X o adyacente a él», or 0."""
    for place in range(i + 2, min(i + MAX_PLACE, len(words))):
        if words[place].type in ("V", "SIGN", "QUE", "NL", *INSIDE):
            return 0
        if _or_adjacent(words, place):
            return place if place + 3 < len(words) and words[place + 3].text.lower() in AGAIN else 0
    return 0


def _away(words: list[Word]) -> list[Word]:
    """«1 casilla lejos de ti» is «1 casilla alejándose de ti»."""
    for i, word in enumerate(words[:-1]):
        if word.text.lower() == "lejos" and words[i + 1].type == "DE":
            verb = Verb("alejar", conjugate("alejar")["alejando"], dative="se")
            words[i] = Word("V", word.text, word.start, word.end, "alejar", verb=verb, variant=True)
    return words


def _more(words: list[Word]) -> list[Word]:
    """«la opción que más perjudique a X» is «que perjudique más a X»; here «más» counts nothing."""
    for i, word in enumerate(words):
        if word.type != "DQ" or word.id != "mas":
            continue
        last, following = words[i - 1] if i else None, words[i + 1] if i + 1 < len(words) else None
        if last is not None and last.type == "QUE" and following is not None and following.type == "V":
            following.variant = True
            words[i], words[i + 1] = following, Word("ADV", word.text, word.start, word.end, "mas")
        elif last is not None and last.type == "V" and following is not None and following.type == "A":
            word.type = "ADV"
    for i in range(1, len(words)):
        word, ends = words[i], i + 1 == len(words) or words[i + 1].type in ("SIGN", "NL")
        if word.type == "DQ" and word.id in ("mas", "menos") and ends and words[i - 1].type in ("NOUN", "ICON", "ADJ"):
            word.type, word.id = "ADV", f"de_{word.id}"  # «recupera 1 [daño] menos»
    return words


def _in_time(words: list[Word]) -> list[Word]:
    """«Esta ronda, …» is «durante esta ronda, …»."""
    out: list[Word] = []
    for i, word in enumerate(words):
        coming = words[i + 1 : i + 3]
        period = word.type == "D" and word.id in ("este", "cada") and bool(coming) and coming[0].id in PERIODS
        ended = len(coming) < 2 or coming[1].type == "SIGN"
        if period and ended and (not out or out[-1].type in ("ICON", "ADV", "NOUN", "ADJ") or _takes_nothing(out[-1])):
            out.append(Word("DURANTE", "durante", word.start, word.start, "durante", variant=True))
        out.append(word)
    return out


def _takes_nothing(word: Word) -> bool:
    """«que haya activado esta ronda»: the round is when, not what."""
    return word.verb is not None and word.verb.lemma in ("activar", "atacar", "mover", "descansar", "interactuar")


def _each(words: list[Word]) -> list[Word]:
    """«pueden mover 2 casillas cada uno»"""
    if len(words) > 2 and words[-2].id == "cada" and words[-1].id == "un" and words[-3].type in ("NOUN", "ICON", "ADJ"):
        last = words[-1]
        return [*words[:-2], Word("ADV", f"{words[-2].text} {last.text}", words[-2].start, last.end, "cada_uno", variant=True)]
    return words


def _but(words: list[Word]) -> list[Word]:
    """«…, pero cada ataque pierde 1 dado»: another piece of the sentence. «pero sólo» says where, and stays."""
    out: list[Word] = []
    for i, word in enumerate(words):
        following = words[i + 1] if i + 1 < len(words) else None
        if word.type == "PERO" and following is not None and following.type != "SOLO" and i:
            if out[-1].text == ",":
                out.pop()
            out.append(Word("SIGN", ";", word.start, word.end, variant=True))
            continue
        out.append(word)
    return out


def _between(words: list[Word]) -> list[Word]:
    """«elegir entre sufrir 1 [daño] o gastar…» is «elegir sufrir…»."""
    out: list[Word] = []
    for i, word in enumerate(words):
        following = words[i + 1] if i + 1 < len(words) else None
        if word.type == "ENTRE" and out and out[-1].id == "elegir" and following is not None and _infinitive(following):
            following.variant = True
            continue
        out.append(word)
    return out


def _infinitive(word: Word) -> bool:
    return word.verb is not None and word.verb.has("inf")


def _aside(words: list[Word]) -> list[Word]:
    """«pon la figura aparte» is «aparta la figura»."""
    for at, word in enumerate(words):
        if word.text.lower() != "aparte":
            continue
        verb = next((before for before in reversed(words[max(0, at - MAX_ASIDE) : at]) if before.type == "V"), None)
        if verb is not None and verb.verb is not None and verb.verb.lemma in ("poner", "dejar"):
            verb.verb.lemma = verb.id = "apartar"
            verb.variant = True
            return [*words[:at], *words[at + 1 :]]
    return words


def _plus(words: list[Word]) -> list[Word]:
    """«tu reserva de ataque más 1 dado amarillo»: both."""
    for i in range(1, len(words) - 1):
        word = words[i]
        if (
            word.type == "DQ"
            and word.id == "mas"
            and words[i + 1].type == "NUM"
            and words[i - 1].type in ("NOUN", "ADJ", "NAME")
        ):
            words[i] = Word("CJ", word.text, word.start, word.end, "y", variant=True)
    return words
