"""Determiners: «hasta 2 de tus otras», «cada», «1 o más» become one word with its features."""

from grammar.language.determiners import COUNTS, WHOLE
from grammar.lexing.words import Det, Word

OWNERS: frozenset[str] = frozenset({"tu", "su", "el", "ese", "este"})

LABELLED: frozenset[str] = frozenset({"valor", "tiempo", "palabra_clave", "opcion"})
"""Nouns after which a number is their value: «Perforante 2», «la opción 3»."""


class Determiner:
    """Reads one determiner starting at `at`."""

    def __init__(self, words: list[Word], at: int) -> None:
        self.words, self.at, self.det, self.variant = words, at, Det(), False

    def word(self, ahead: int = 0) -> Word | None:
        place = self.at + ahead
        return self.words[place] if place < len(self.words) else None

    def read(self) -> bool:
        start = self.at
        while self._step():
            pass
        return self.at != start

    def _step(self) -> bool:
        word = self.word()
        if word is None:
            return False
        if word.type == "DQ":
            return self._quantity(word)
        if word.type == "NUM":
            return self._number(word)
        if word.type == "D":
            return self._article(word)
        if word.type == "DE" and self._partitive():
            return True
        following = self.word(1)
        if word.type == "DE" and following is not None and following.id == "dano" and self.det.values:
            self.at += 1
            return True
        return False

    def _quantity(self, word: Word) -> bool:
        following = self.word(1)
        if word.id in ("o_mas", "o_menos"):
            if not self.det.values:
                return False
            self.det.count = word.id
        elif word.id == "hasta" and following is not None and following.text.lower() in ("tantos", "tantas"):
            self.det.count, self.at = "hasta_misma", self.at + 2
            return True
        elif word.id in COUNTS:
            if self.det.count or following is None or not (following.type == "NUM" or following.id == "un"):
                return False
            self.det.count = word.id
        elif word.id in WHOLE:
            if word.id in ("mas", "menos") and (following is None or following.type not in ("NOUN", "ICON")):
                return False
            self.det.count = word.id
        self.at += 1
        return True

    def _number(self, word: Word) -> bool:
        if self.det.values or self.det.variable:
            return False
        self.det.values = word.values
        self.variant = self.variant or word.variant
        if word.id and not word.values:  # «hasta X»
            self.det.variable, self.det.count = word.id, self.det.count or "variable"
        elif word.id:
            self.det.count = word.id
        elif not self.det.count:
            self.det.count = "entre" if len(word.values) == 2 else "exacta"
        self.at += 1
        self._list()
        return True

    def _list(self) -> None:
        """«2, 3, 4 o 5»"""
        values = list(self.det.values)
        ahead = 0
        while (sign := self.word(ahead)) and sign.text in (",", "o") and (number := self.word(ahead + 1)):
            if number.type != "NUM" or len(number.values) != 1:
                break
            values.append(number.values[0])
            ahead += 2
        following = self.word(ahead)
        if ahead and following is not None and following.type in ("NOUN", "D", "NAME"):
            self.det.values, self.det.count = tuple(values), "lista"
            self.at += ahead

    def _article(self, word: Word) -> bool:
        det = self.det
        if word.id in ("otro", "demas"):
            det.other = True
        elif word.id == "mismo":
            det.same = True
        elif word.id == "un" and det.count in COUNTS and not det.values:
            det.values = (1,)
        elif word.id == "un" and det.article == "cada":
            det.feminine = word.text.lower() == "una"
            self.at += 1
            return True
        elif det.article == "todo" and word.id in OWNERS and not det.of:
            det.of = word.id
        elif det.article or (det.count and word.id in OWNERS and det.count not in WHOLE):
            return False
        elif det.count in WHOLE and word.id in OWNERS:
            det.of = word.id
        else:
            det.article = word.id
        text = word.text.lower()
        if word.id not in ("cada", "su", "tu", "cualquier") and not det.of:
            det.plural = (text.endswith("s") and word.id not in ("mismo",)) or bool(det.plural)
            if text not in ("cada",):
                det.feminine = text.endswith(("a", "as"))
        elif word.id in ("tu", "su"):
            det.plural = text.endswith("s")
        if det.of:
            det.plural = text.endswith("s")
        self.at += 1
        return True

    def _partitive(self) -> bool:
        """«1 de tus», «cada una de esas»; «1 de ellas» is left to the pronoun."""
        following = self.word(1)
        if not following or following.type != "D" or following.id not in OWNERS or self.det.of:
            return False
        one_of_each = self.det.article in ("cada", "cualquier")
        if not (self.det.values or one_of_each or (self.det.article == "un")):
            return False
        self.det.of = following.id
        self.det.plural = not (self.det.values == (1,) or one_of_each or self.det.article == "un")
        self.det.feminine = following.text.lower().endswith(("a", "as"))
        self.at += 2
        return True


def group_determiners(words: list[Word]) -> list[Word]:
    out: list[Word] = []
    i = 0
    while i < len(words):
        word = words[i]
        label = word.type == "NUM" and bool(out) and out[-1].type == "NOUN" and out[-1].cls in LABELLED
        if word.type in ("D", "DQ", "NUM") and not label:
            reader = Determiner(words, i)
            if reader.read():
                first, last = words[i], words[reader.at - 1]
                out.append(_determiner_word(words, i, reader, first, last))
                i = reader.at
                continue
        out.append(word)
        i += 1
    return out


def _determiner_word(words: list[Word], i: int, reader: Determiner, first: Word, last: Word) -> Word:
    det = reader.det
    if det.article == "cada" and last.id == "un":
        det.article = "cada"
    if det.article == "un" and not det.count:
        det.count, det.values = "exacta", (1,)
    if det.article == "un" and det.values == (1,):
        det.article = ""
    if det.other and not det.article and not det.count:
        det.count, det.values = ("exacta", (1,)) if not det.plural else ("", ())
    text = " ".join(word.text for word in words[i : reader.at])
    variant = any(word.variant for word in words[i : reader.at])
    return Word("DET", text, first.start, last.end, det=det, feminine=det.feminine, plural=det.plural, variant=variant)
