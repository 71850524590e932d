"""Rules about words: misprints, capitals, fan wording, agreement, ranges, punctuation."""

import re
from collections.abc import Iterator

from grammar.build.canon import BY_OBJECT
from grammar.diagnostics import Diagnostic
from grammar.game import GAMES
from grammar.language.lemmas import ALIASES, HEADS
from grammar.language.nouns import agree
from grammar.lexing.lexicon import lexicon_for, plural_of
from grammar.lexing.words import Word
from grammar.lint.context import Context, finding

RANGE_WORDS = re.compile(r"\b(?:a rango|en el rango|en rango|a distancia|at range)\b(?= (?:de ataque )?\d)", re.IGNORECASE)
JOINED = re.compile(r"\](?=[^\W\d_])|(?<=[a-záéíóúñ])[.](?=[A-ZÁÉÍÓÚ])")
DOUBLED = re.compile(r"(?<=\S)[ ]{2,}(?=\S)|\.\.(?!\.)|,\.")
FAN_VERBS: frozenset[str] = frozenset(ALIASES.values()) - {"eliminar", "ejecutar", "empezar"}
TOLERATED: frozenset[tuple[str, str]] = frozenset({("efectuar", "accion"), ("realizar", "ataque"), ("obtener", "ficha")})
MAX_UNKNOWN = 8
STRANGE_WORDS = 2
STRESSED_A: frozenset[str] = frozenset({"arma", "área"})
"""Feminine nouns that take «un» and «el»."""


def misprints(context: Context) -> Iterator[Diagnostic]:
    for word in context.words():
        if word.misprint:
            shown = context.text[word.start : word.end]
            yield finding(
                "KB201", f"«{shown}» no está en el vocabulario: ¿quisiste decir «{word.text}»?", word.start, word.end, word.text
            )
        elif word.type == "PALABRA" and word.cls == "icono":
            yield finding("KB201", f"El icono «{word.text}» no existe en este juego.", word.start, word.end)


def other_games(context: Context) -> Iterator[Diagnostic]:
    """Unknown words that another game knows."""
    unknown = [word for word in context.words() if word.type == "PALABRA"]
    for word in unknown[:MAX_UNKNOWN]:
        if word.type != "PALABRA" or word.cls == "ficha" or _part_of_phrase(context, word.text.lower()):
            continue
        owners = [game for game in GAMES if game != context.game and _knows(game, word.text)]
        if owners:
            yield finding("KB202", f"«{word.text}» es un término de otro juego ({', '.join(owners)}).", word.start, word.end)


def wrong_game(context: Context) -> Iterator[Diagnostic]:
    """A text that is not understood, and whose strange words are all at home in another game."""
    if context.result.status != "rechazado":
        return
    strange = [word.text for word in context.words() if word.type == "PALABRA"][:MAX_UNKNOWN]
    counts = {game: sum(_knows(game, text) for text in strange) for game in GAMES if game != context.game}
    game = max(counts, key=lambda name: counts[name])
    if counts[game] >= STRANGE_WORDS:
        yield finding("KB216", f"El texto parece de otro juego: {game}.", 0, len(context.text))


def _part_of_phrase(context: Context, text: str) -> bool:
    """The word stands inside a term of this game too («dado de defensa»)."""
    return any(text in phrase for found in context.lexicon.phrases.values() for phrase, _ in found)


def _knows(game: str, text: str) -> bool:
    try:
        lexicon = lexicon_for(game)
    except FileNotFoundError:
        return False
    if text in lexicon.icons:
        return True
    return any(len(phrase) == 1 and entry.cls for phrase, entry in lexicon.phrases.get(text.lower(), ()))


def capitals(context: Context) -> Iterator[Diagnostic]:
    for sentence in context.sentences:
        for number, word in enumerate(sentence.words):
            if word.variant or not word.canonical or word.type not in ("NOUN", "TOK", "ARC"):
                continue
            shown = context.text[word.start : word.end]
            right = word.canonical
            if number == 0:
                right = shown[:1] + right[1:]
            if word.cls == "rasgo_de_figura" and shown.isupper():
                continue  # traits stand in small capitals
            if shown != right and " ".join(shown.split()).lower() == right.lower():
                yield finding("KB203", f"Se escribe «{right}».", word.start, word.end, right)


def fan_words(context: Context) -> Iterator[Diagnostic]:
    """Words that the vocabulary lists as another way of saying an official one."""
    for word in context.words():
        if (
            not word.variant
            or word.misprint
            or not word.text
            or word.text.lower() in ("cuando", "a rango", "en el rango", "a distancia")
        ):
            continue
        if word.type in ("NOUN", "TOK", "ARC") and word.canonical and word.canonical.lower() != word.text.lower():
            right = word.canonical
            yield finding("KB204", f"La redacción oficial dice «{right}».", word.start, word.end, right)
        elif word.type in ("NOUN", "TOK") and word.canonical and word.canonical != context.text[word.start : word.end]:
            yield finding("KB203", f"Se escribe «{word.canonical}».", word.start, word.end, word.canonical)


def fan_verbs(context: Context) -> Iterator[Diagnostic]:
    """«ganar» for «recibir», «lanzar un dado» for «tirarlo». What the official wording also says is left alone."""
    for sentence in context.sentences:
        for number, word in enumerate(sentence.words):
            if word.verb is None or word.misprint:
                continue
            nouns = [later.id for later in sentence.words[number + 1 : number + 4] if later.type == "NOUN"]
            official = BY_OBJECT.get((word.id, nouns[0])) if nouns and (word.id, nouns[0]) not in TOLERATED else None
            said = context.text[word.start : word.end].lower()
            if word.variant and word.id in FAN_VERBS and not said.startswith("us") and said.split()[-1][:4] != word.id[:4]:
                official = word.id
            if official is not None:
                verb = " ".join(HEADS.get(official, (official, ""))).strip()
                yield finding("KB204", f"La redacción oficial usa el verbo «{verb}».", word.start, word.end)


def agreement(context: Context) -> Iterator[Diagnostic]:
    for left, right in context.pairs():
        if left.type == "DET" and right.type == "NOUN" and not right.cls.startswith("icono"):
            yield from _determiner(context, left, right)
        elif left.type == "NOUN" and right.type == "ADJ" and not left.cls.startswith("icono"):
            yield from _adjective(context, left, right)


def _determiner(context: Context, det: Word, noun: Word) -> Iterator[Diagnostic]:
    if det.det is None or noun.variant or noun.id not in context.lexicon.terms:
        return
    many = bool(det.det.values) and det.det.count in ("exacta", "hasta") and max(det.det.values) > 1
    one = det.det.values == (1,) and det.det.count in ("exacta", "exactamente") and not det.det.of
    if many and noun.plural is False:
        right = plural_of(context.lexicon.terms[noun.id])
        yield finding("KB206", f"Tras «{det.text}» va el plural: «{right}».", noun.start, noun.end, right)
    elif one and noun.plural is True and not det.det.other:
        right = context.lexicon.terms[noun.id].nombre
        yield finding("KB206", f"Tras «{det.text}» va el singular: «{right}».", noun.start, noun.end, right)
    elif (
        det.feminine is not None
        and noun.feminine is not None
        and det.feminine != noun.feminine
        and _marked(det.text, noun.text)
    ):
        yield finding("KB206", f"«{det.text}» no concuerda con «{noun.text}».", det.start, noun.end)


def _marked(text: str, noun: str) -> bool:
    """Does the determiner show its gender in its last word?"""
    if noun.split()[0] in STRESSED_A:
        return False
    return text.split()[-1].lower() in (
        "un", "una", "el", "la", "los", "las", "ese", "esa", "esos", "esas", "este", "esta", "estos", "estas",
        "otro", "otra", "otros", "otras",
    )  # fmt: skip


def _adjective(context: Context, noun: Word, adjective: Word) -> Iterator[Diagnostic]:
    if (
        adjective.variant
        or adjective.cls == "atributo"
        or adjective.feminine is None
        or noun.feminine is None
        or adjective.id.startswith("fijado")
    ):
        return
    wrong_gender = adjective.feminine != noun.feminine
    wrong_number = adjective.plural is not None and noun.plural is not None and adjective.plural != noun.plural
    if wrong_gender or wrong_number:
        right = agree(context.lexicon.terms[adjective.id].nombre, noun.feminine, bool(noun.plural))
        yield finding(
            "KB206", f"«{adjective.text}» no concuerda con «{noun.text}»: «{right}».", adjective.start, adjective.end, right
        )


def range_words(context: Context) -> Iterator[Diagnostic]:
    for match in RANGE_WORDS.finditer(context.text):
        yield finding("KB207", "El alcance se escribe «a alcance».", match.start(), match.end(), "a alcance")


def punctuation(context: Context) -> Iterator[Diagnostic]:
    for match in JOINED.finditer(context.text):
        yield finding("KB215", "Falta un espacio.", match.start(), match.end(), match.group() + " ")
    for match in DOUBLED.finditer(context.text):
        text = match.group()
        yield finding("KB215", "Sobra un espacio o un signo.", match.start(), match.end(), " " if text.isspace() else text[-1])
    for word in context.words():
        if word.type == "COMA" and not word.text:
            yield finding("KB215", "Falta una coma.", max(0, word.start - 1), word.start, ", ")


def whenever(context: Context) -> Iterator[Diagnostic]:
    for word in context.words():
        if word.type == "MIENTRAS" and word.id == "mientras" and word.text.lower() == "cuando":
            right = "Mientras" if word.text[0].isupper() else "mientras"
            yield finding("KB212", "Las erratas piden «mientras».", word.start, word.end, right)
