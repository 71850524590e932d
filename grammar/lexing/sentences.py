"""Words to sentences: full stops, line breaks, colons; and the header that a sentence may carry."""

from dataclasses import dataclass

from grammar.lexing.costs import cost_header, opens_line
from grammar.lexing.headers import Header
from grammar.lexing.words import Word

HEADERS: dict[tuple[str, ...], str] = {
    ("acción",): "accion",
    ("ataque",): "ataque",
    ("ataque", "adicional"): "ataque_adicional",
    ("ataque", "bonus"): "ataque_adicional",
    ("preparación",): "preparacion",
    ("configuración",): "preparacion",
    ("despliegue",): "preparacion",
    ("setup",): "preparacion",
    ("final", "de", "la", "partida"): "final_de_la_partida",
    ("fin", "de", "partida"): "final_de_la_partida",
    ("copiloto",): "copiloto",
}
CANONICAL_HEADERS: dict[str, str] = {
    "accion": "Acción", "ataque": "Ataque", "ataque_adicional": "Ataque adicional", "preparacion": "Preparación",
    "final_de_la_partida": "Final de la partida", "copiloto": "Copiloto", "bomba": "Bomba", "mina": "Mina",
    "inoperativa": "Inoperativa",
}  # fmt: skip
LABELS: dict[str, str] = {"bomba": "bomba", "mina": "mina", "inoperativa": "inoperativa"}
"""Words that stand alone before the text, without a colon."""
REMOTE: frozenset[str] = frozenset({"distante", "remota"})
"""What fans call a remote."""
MAX_HEADER = 9
MAX_NAME = 8


@dataclass(slots=True)
class Sentence:
    headers: list[Header]
    words: list[Word]
    start: int
    end: int
    colon: bool = False
    """Ends in a colon and announces what follows."""
    too_long: bool = False

    def reads_like(self, other: "Sentence") -> bool:
        """Whether a builder would make the same of both: the same words, and a header before both or neither."""
        return (
            len(self.words) == len(other.words)
            and bool(self.headers) == bool(other.headers)
            and all(mine.reads_like(its) for mine, its in zip(self.words, other.words, strict=True))
        )


def sentences(words: list[Word], text: str) -> list[Sentence]:
    found: list[Sentence] = []
    headers: list[Header] = []
    current: list[Word] = []

    def close(end: int, colon: bool = False) -> None:
        if current or headers:
            start = headers[0].start if headers else current[0].start
            found.append(Sentence(list(headers), list(current), start, end, colon))
        headers.clear()
        current.clear()

    i = 0
    while i < len(words):
        word = words[i]
        if not current and (header := _header(words, i, text)):
            made, i = header
            headers.append(made)
            if made.kind == "tipo":
                close(made.end)
            continue
        if word.type == "SIGN" and word.text == ".":
            close(word.end)
        elif word.type == "SIGN" and word.text == ":":
            close(word.end, True)
        elif word.type == "NL":
            if headers and not current:
                i += 1
                continue
            if _is_title(current):
                name = text[current[0].start : current[-1].end]
                headers.append(Header("nombre", current[0].start, current[-1].end, name=name, colon=False))
                current.clear()
                i += 1
                continue
            following = words[i + 1] if i + 1 < len(words) else None
            if (
                following is None
                or opens_line(following)
                or not (
                    following.text[:1].islower()
                    or (following.type in ("ICON", "NOUN", "SIGN") and not following.text[:1].isupper())
                )
            ):
                close(word.start)
        else:
            current.append(word)
        i += 1
    close(words[-1].end if words else 0)
    return found


def _is_title(words: list[Word]) -> bool:
    """A line that only names what comes below: a side of the card, another ability."""
    if not words or len(words) > MAX_HEADER or not words[0].text[0].isupper() or words[0].text.lower() in LABELS:
        return False
    plain = ("WORD", "PALABRA", "NOUN", "ADJ", "DE", "D", "ARC", "TOK", "TOKB")
    return all(word.type in plain or word.text in ("(", ")", "-") or word.text[0].isupper() for word in words)


def _header(words: list[Word], i: int, text: str) -> tuple[Header, int] | None:
    """A header that starts here and the index after it."""
    first = words[i]
    if (cost := cost_header(words, i, text)) is not None:
        return cost
    if (kinds := _kinds(words, i)) is not None:
        return kinds
    if (token := _token(words, i, text)) is not None:
        return token
    label = LABELS.get(first.text.lower())
    if label and first.text[0].isupper():
        after = i + 1
        if after < len(words) and words[after].type == "NL":
            after += 1
        if after < len(words) and words[after].text[:1].isupper() and words[after].type != "SIGN":
            return Header(label, first.start, first.end, colon=False), after
    end = i
    inner: list[Word] = []
    said: list[str] = []
    depth = 0
    while end < len(words) and end - i < MAX_HEADER + 8:
        word = words[end]
        if word.text == "(":
            depth += 1
        elif word.text == ")":
            depth -= 1
        elif word.type == "SIGN" and word.text == ":" and depth == 0:
            break
        elif word.type in ("SIGN", "NL") and depth == 0:
            return None
        elif depth:
            inner.append(word)
        else:
            said.extend(word.text.lower().split())
        end += 1
    else:
        return _bare(words, i)
    kind = HEADERS.get(tuple(said))
    if kind:
        variant = text[first.start : first.start + len(CANONICAL_HEADERS[kind])] != CANONICAL_HEADERS[kind]
        return Header(kind, first.start, words[end].end, inner, variant=variant), end + 1
    name = text[first.start : words[end].start].strip()
    icons = any(word.cls.startswith("icono") for word in inner)
    speaks = any(word.type == "V" and word.text[0].islower() and not (i == 0 and _told(word)) for word in words[i:end])
    if first.text[0].isupper() and 0 < len(name.split()) <= MAX_NAME and not speaks and not icons:
        return Header("nombre", first.start, words[end].end, name=name), end + 1
    return None


def _told(word: Word) -> bool:
    """«Se acabaron las bromas:» at the head of the text is a title: no rule is told in the past."""
    return word.verb is not None and all(form.mood == "pret" for form in word.verb.forms)


def _kinds(words: list[Word], i: int) -> tuple[Header, int] | None:
    """«Tipo: nave, bomba»: what a device or an obstacle is, alone on its line."""
    if words[i].text.lower() not in ("tipo", "tipos") or i + 1 >= len(words) or words[i + 1].text != ":":
        return None
    found: list[Word] = []
    for at in range(i + 2, min(i + 14, len(words) + 1)):
        word = words[at] if at < len(words) else None
        if word is None or word.type == "NL" or word.text == ".":
            if len(found) < 2:
                return None
            return Header("tipo", words[i].start, words[at - 1].end, found), at + 1
        if word.text.lower() in REMOTE:
            found.append(Word("NOUN", word.text, word.start, word.end, "remoto", "dispositivo", variant=True))
        elif word.type in ("NOUN", "ADJ"):
            found.append(word)
        elif word.text not in (",", "(", ")"):
            return None
    return None


def _token(words: list[Word], i: int, text: str) -> tuple[Header, int] | None:
    """«(Ficha de Bomba) - …»: the name of the token whose rules follow."""
    if words[i].text != "(":
        return None
    close = next((at for at in range(i + 1, min(i + 8, len(words))) if words[at].text == ")"), 0)
    if not close or close + 1 >= len(words) or words[close + 1].text not in ("-", "–") or not words[i + 1].text[0].isupper():
        return None
    if any(word.type == "V" for word in words[i + 1 : close]):
        return None
    name = text[words[i + 1].start : words[close - 1].end]
    return Header("nombre", words[i].start, words[close + 1].end, name=name, variant=True), close + 2


def _bare(words: list[Word], i: int) -> tuple[Header, int] | None:
    """A text that is only «Ataque»."""
    if i == 0 and len(words) == 1 and words[0].id == "ataque" and words[0].type == "NOUN":
        return Header("ataque", words[0].start, words[0].end, colon=False), 1
    return None
