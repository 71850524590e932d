"""Rules about words that hold whether or not the text is understood: spelling, capitals, other editions' names, signs."""

import re
from collections.abc import Iterator
from itertools import pairwise

from grammar.diagnostics import Diagnostic
from grammar.lexicon.load import fold
from grammar.lexicon.words import Token, Word
from grammar.lint.context import Context, finding
from grammar.lint.terms import named, owners
from grammar.own import inner_words, own_words, practised, small_letters, token_capitals, written

JOINED = re.compile(
    r"\](?=[a-záéíóúñ])|(?<=[a-záéíóúñ])[.,](?=[A-ZÁÉÍÓÚa-záéíóúñ])|(?<=[a-záéíóúñ\]]):(?=[+A-ZÁÉÍÓÚa-záéíóúñ\[])"
)
ASTRAY = re.compile(r"[ \t]+([,;])(?=[^\W\d_])")
"""«ataque ,puedes»: the blank stands before its comma."""
DOUBLED = re.compile(r"(?<=\S)[ \t]{2,}(?=\S)|(?<!\.)\.\.(?!\.)|,[.,]|[ \t]+(?=[,.;](?:\s|$))")
TWICE = re.compile(r"\b([^\W\d_]{2,}(?: [^\W\d_]+)?|a|e|o|y|\d+) \1\b(?![-–/])", re.IGNORECASE)
SPACED_SIGN = re.compile(r"(?<![\d\]] )(?<=[ (:])([+−-]) +(?=\d)")
"""«aplica + 1»: a sign belongs to its number; between two numbers it may be a sum."""
OTHER_BRACKETS = re.compile(
    r"\{([^{}\n]{1,40})\}|(?:(?<=\d )|^)\(([^()\d\n]{1,40})\)|<([^<>\n]{1,40})>|\[\[([^\[\]\n]{1,40})\]{1,2}"
    r"|\{([^\[\](){}\n]{1,40})\]",
    re.MULTILINE,
)
DASH = re.compile(r"(?<=\d)\s*[–—]\s*(?=\d)")
SPACED_ICON = re.compile(r"\[[^\W\d_]+(?:[ _]+[^\W\d_]+){1,3}\]")
LOST_ICON = re.compile(r"\[\?\]|\bel espacio(?=[ ]*(?:[.,]| y\b))|\bgastar \d+ (?=para\b)")
NOT_AN_ACTION = re.compile(r"realizar una acción(?! de)[^.()]{0,60}(\(esto no (?:es|cuenta como) una acción\))", re.IGNORECASE)
RANGE_WORDS = re.compile(
    r"\b(?:(?:a|en|al) (?:el )?(?:rango|distancia|range)|(?:en|al) (?:el )?alcance)(?= (?:de )?\d)", re.IGNORECASE
)
RANGE_SPELT = re.compile(r"\b(alcance) (?:de )?(\d)(?:\s*(?:a|y|hasta|al|/)\s*| +- *| *- +)(\d)\b", re.IGNORECASE)
RANGE_VALUE = re.compile(r"\balcance (\d+)(?:\s*[-–−]\s*(\d+))?", re.IGNORECASE)
AT_RANGE = re.compile(
    r"\b(a) (?:alcance|rango|(?:una )?distancia) (?:de )?(?:\d+ ?[-–] ?)?(\d+)(?: o menos)?\b(?! casillas?)", re.IGNORECASE
)
FURTHEST = 5
STATES = frozenset({"tener", "llevar", "conservar"})
"""«Mientras tengas 2 fichas»: a condition as much as a moment, and official."""
CASED = ("KIND", "N")
STRESSED_A = re.compile(r"h?(?:á|a[^aeiouáéíóú]*[aeiou]{1,2}[sn]?$)")  # «arma», «ala», «área»; not «acción»
PLAIN_ARTICLES = frozenset({"el", "un", "algun", "ningun"})


def accents(context: Context) -> Iterator[Diagnostic]:
    """Words and icons that are known with an accent that is not there, but for phrases that are written so («arco de tiro»)."""
    written = [
        (token.start, token.end)
        for token in context.tokens
        if " " in token.text and context.text[token.start : token.end].lower() in context.lexicon.spelled
    ]
    for raw in context.raws:
        low = raw.text.lower()
        if raw.kind == "icon":
            name = low.strip("[] ").replace(" ", "-")
            known = context.terms.icons.get(name)
            if known is not None and fold(known) == fold(f"[{name}]") and known != raw.text.replace(" ", "-"):
                yield finding("KB120", f"El icono se escribe «{known}».", raw.start, raw.end, known)
        elif raw.kind == "word" and raw.end - raw.start == len(raw.text) and low.isascii():
            if any(start <= raw.start < end for start, end in written):
                continue
            right = context.terms.spelt.get(low)
            if right is None and low in context.terms.inside:
                right = (context.terms.inside[low],)
            if right and all(fold(form) == low and form.lower() != low for form in right):
                text = right[0].capitalize() if right[0].isupper() and not raw.text.isupper() else right[0]
                text = text if raw.text[:1].islower() or text[:1].isupper() else text[:1].upper() + text[1:]
                if raw.text.islower() and not text.islower() and inner_words(context.game).get(text.lower()):
                    text = text.lower()  # «bajo tension»; whether it wants a capital is another matter
                yield finding("KB120", f"Con su acento: «{text}».", raw.start, raw.end, text)
        elif low == "ó":
            yield finding("KB120", "La «o» va sin acento.", raw.start, raw.end, "o")
    yield from _are(context)


BEFORE_ARE = frozenset({"N", "QUE", "NO", "SI", "MIENTRAS"})


def _are(context: Context) -> Iterator[Diagnostic]:
    """«esta figura esta adyacente»: behind a noun, «que», «si» or «no», and before no noun, it is of «estar»."""
    for (before, token), (_, after) in pairwise(context.pairs()):
        verb = next((word for word in token.words if word.cls == "ESTAR"), None)
        form = context.terms.sister(verb) if verb is not None and token.text.isascii() else None
        if form is None or form == token.text or before.end > token.start or not before.classes & BEFORE_ARE:
            continue
        if "N" not in after.classes:
            yield finding("KB120", f"Con su acento: «{form}».", token.start, token.end, form)


QUOTES = tuple('"“”«»')


def capitals(context: Context) -> Iterator[Diagnostic]:
    """«ficha de evasión»: kinds of tokens, phases and the like have their capital, where our own texts have no small one."""
    small = small_letters(context.game)
    for at, token in enumerate(context.tokens):
        after = "ficha de " if at > 1 and any(w.id == "ficha" for w in context.tokens[at - 2].words) else ""
        kinds = [word for word in token.words if word.cls in CASED]  # behind «ficha de» it is no icon in words
        rights = {_proper(context, word) for word in kinds}
        shown = context.text[token.start : token.end]
        if len(rights) != 1 or (not after and len(kinds) < len(token.words)) or shown.isupper():
            continue
        (right,) = rights
        if right is None or fold(right) != fold(shown):
            continue
        if context.opens(token):
            right = shown[:1] + right[1:]
        pairs = [(a, b) for a, b in zip(shown.split(), right.split(), strict=False) if a != b and a.lower() == b.lower()]
        if not pairs or (" " not in right and (not after or right not in token_capitals(context.game))):
            continue
        if " " in right and written(shown, context.game):
            continue
        if all(a[:1].islower() and b[:1].isupper() and (" " in right or after + a not in small) for a, b in pairs):
            yield finding("KB203", f"Se escribe «{right}».", token.start, token.end, right)


def _proper(context: Context, word: Word) -> str | None:
    """The name of a reading with its capitals, where it has any."""
    if word.cls == "KIND":
        return context.lexicon.tokens.get(word.id)
    noun = context.lexicon.nouns.get(word.id)
    if noun is None or noun.text.islower():
        return None
    return noun.plural if word.number == "p" else noun.text


def quoted_icons(context: Context) -> Iterator[Diagnostic]:
    """«un resultado "evasión"»: quotes are for names; what is meant is the icon."""
    for token in context.tokens:
        icon = next((context.lexicon.icons.get(word.id) for word in token.words if word.cls == "WICON"), None)
        if icon is not None and in_quotes(context, token):
            yield finding("KB205", f"Aquí va el icono: «{icon}».", token.start - 1, token.end + 1, icon)
    for before, token in context.pairs():  # «1 resultado impacto»
        icon = next((context.lexicon.icons.get(word.id) for word in token.words if word.cls == "WICON"), None)
        if (
            icon is not None
            and fold(before.text) in ("resultado", "resultados")
            and not context.text.startswith("]", token.end)
        ):
            yield finding("KB205", f"Aquí va el icono: «{icon}».", token.start, token.end, icon)


def spaced_icons(context: Context) -> Iterator[Diagnostic]:
    """«[arco frontal]»: the name of an icon is one word."""
    for match in SPACED_ICON.finditer(context.text):
        right = re.sub(r"[ _]+", "-", match.group())
        if fold(right) in context.lexicon.forms:
            yield finding("KB205", f"El icono se escribe «{right}».", match.start(), match.end(), right)


def other_brackets(context: Context) -> Iterator[Diagnostic]:
    """«1 {carga}», «1 (daño)», «[[daño]»: an icon stands in square brackets."""
    for match in OTHER_BRACKETS.finditer(context.text):
        name = next(group for group in match.groups() if group is not None)
        icon = context.terms.icons.get(fold(name.strip()).replace(" ", "-"))
        if icon is not None:
            yield finding("KB205", f"Aquí va el icono: «{icon}».", match.start(), match.end(), icon, safe=False)


def is_keyword(word: Word) -> bool:
    return word.cls == "CLAVE" or word.sort.startswith("palabra_")


def in_quotes(context: Context, token: Token) -> bool:
    around = context.text[max(0, token.start - 1) : token.start], context.text[token.end : token.end + 1]
    return all(mark in QUOTES for mark in around)


OPENING = frozenset({"DET", "PRON", "SI", "CUANDO", "MIENTRAS", "DESPUES", "ANTES", "LUEGO", "PODER", "ESTAR", "CLI"})


LINKING = frozenset({"SI", "CUANDO", "MIENTRAS", "DESPUES", "ANTES", "LUEGO"})


def openings(context: Context) -> Iterator[Diagnostic]:
    """A sentence begins with a capital."""
    for match in re.finditer(r"(?:^|(?<=[a-záéíóúñ\d\])»\"]\. ))([a-záéíóúñ])(?=[a-záéíóúñ]+)", context.text):
        yield finding("KB203", "La frase empieza con mayúscula.", match.start(1), match.end(1), match.group(1).upper())
    for token in context.tokens:  # «… de Misión Después, …»: a capital, and nothing before it
        if not token.text[:1].isupper() or not frozenset() < token.classes <= LINKING:
            continue
        before = context.text[: token.start].rstrip(" ")
        said = re.split(r"[.:\n]", before)[-1].split()  # «Inoperativa Después de que …»: a title
        if len(said) > 2 and (before[-1:].isalnum() or before[-1:] == "]"):
            yield finding("KB215", "Falta un punto.", len(before), token.start, ". ", safe=False)
    for token in context.tokens:  # «…; Esa figura …»: a little word that begins a sentence
        sign = context.text[: token.start].rstrip()[-1:]
        if (
            sign in (",", ";")
            and token.text[:1].isupper()
            and not token.text.isupper()
            and frozenset() < token.classes <= OPENING
        ):
            at = context.text[: token.start].rstrip()
            yield finding("KB215", "Aquí va un punto.", len(at) - 1, len(at), ".", safe=False)


def other_editions(context: Context) -> Iterator[Diagnostic]:
    """Names that are understood and are not this edition's: «ficha de Estrés», «fase de Combate»."""
    others = {fold(name): token.nombre for token in context.lexicon.facts.fichas for name in (*token.sinonimos, *token.en)}
    for at, token in enumerate(context.tokens):
        shown = context.text[token.start : token.end]
        word = token.words[0] if len(token.words) == 1 else None
        if at > 1 and any(w.id == "ficha" for w in context.tokens[at - 2].words):
            word = next((w for w in token.words if w.cls == "KIND"), word)  # «ficha de Foco»: no icon in words
        right: str | None = None
        if word is not None and word.cls == "KIND":
            right = others.get(fold(shown))
        elif word is not None and word.cls == "N" and word.sort == "tiempo" and fold(shown).startswith("fase de "):
            noun = context.lexicon.nouns.get(word.id)
            right = noun.text if noun is not None else None
        if right is not None and fold(right) != fold(shown) and fold(shown) not in own_words(context.game):
            yield finding("KB204", f"En esta edición se dice «{right}».", token.start, token.end, right)


def borrowed(context: Context) -> Iterator[Diagnostic]:
    """«ficha de Esquiva», «1 unidad enemiga» where ships fly: another game's name, though one sees what is meant."""
    bearer = str(context.lexicon.data.get("bearer", ""))
    for at, token in enumerate(context.tokens):
        shown = context.text[token.start : token.end]
        after = at > 1 and any(w.id == "ficha" for w in context.tokens[at - 2].words)
        kind = next((w for w in token.words if w.cls == "KIND"), None) if after else None
        rights = {context.lexicon.tokens.get(kind.id)} if kind is not None else _bearers(context, token, bearer)
        if len(rights) != 1 or None in rights:
            continue
        right = _cased(str(next(iter(rights))), shown)
        homes = owners(fold(shown), context.game) if fold(right) != fold(shown) else ()
        if homes and (kind is None or fold(shown) not in own_words(context.game)):
            games = named(homes)
            yield finding("KB202", f"«{shown}» es de {games}; aquí se dice «{right}».", token.start, token.end, right)


def _bearers(context: Context, token: Token, bearer: str) -> set[str | None]:
    """What a game calls who bears its cards, where a word stands for that and nothing else."""
    noun = context.lexicon.nouns.get(bearer)
    if noun is None or not token.words or any(w.cls != "N" or w.id != bearer for w in token.words):
        return set()
    return {noun.plural if word.number == "p" else noun.text for word in token.words}


def agreement(context: Context) -> Iterator[Diagnostic]:
    """«2 ficha», «un nave», «nave enemigo»: number and gender of neighbours that agree in no reading."""
    pairs = list(context.pairs())
    for left, right in pairs:
        yield from _counted(context, left, right)
        yield from _qualified(context, left, right)
        if right.classes <= {"DET", "CLI"}:
            yield from _articles(context, left, right)
    for (noun, first), (_, second) in pairwise(pairs):
        if first.classes == {"ADJ"} and second.classes == {"ADJ"} and noun.end <= first.start:
            yield from _qualified(context, noun, second)  # «figuras enemigas adyacente»
    for (left, whose), (_, right) in pairwise(pairs):
        if all(word.cls == "DET" and word.gender == "-" for word in whose.words) and whose.words and left.end <= whose.start:
            yield from _counted(context, left, right)  # «todas tus dados»


def _counted(context: Context, left: Token, right: Token) -> Iterator[Diagnostic]:
    """What else the two words may be counts only in a text that is understood: elsewhere the fix has to prove itself."""
    counts = [word for word in left.words if word.cls in ("NUM", "DET") and word.number != "-"]
    counts = [word for word in counts if word.cls == "DET" and word.gender != "-"] or counts  # «un» is a number and an article
    nouns = [word for word in right.words if word.cls == "N"]
    others = {w.cls for w in left.words} - {"NUM", "DET", "CLI"}
    only = len(nouns) == len(right.words) or not context.understood
    if not counts or not nouns or (others and not _before_a_noun(others, only)):
        return
    if not only and any(w.cls == "CLI" for w in left.words):
        return  # «la ataque»: she is attacked
    if any(_agree(count, noun, right.text) for count in counts for noun in nouns):
        return
    noun, count = nouns[0], counts[0]
    if all(c.number not in ("-", noun.number) for c in counts) and noun.number != "-":
        form = context.terms.sister(noun, number="p" if noun.number == "s" else "s")
        if form is not None and practised(context.game) >= set(fold(form).split()):  # «2 daño» wants «de», not «daños»
            told = "plural" if noun.number == "s" else "singular"
            right_form = _cased(form, right.text)
            yield finding("KB206", f"Tras «{left.text}» va el {told}: «{right_form}».", right.start, right.end, right_form)
        return
    det = context.terms.sister(count, gender=noun.gender)
    if det is not None:
        shown = context.text[left.start : left.end].lower()
        det = _cased(f"{CONTRACTED[shown]} {det}" if shown in CONTRACTED else det, context.text[left.start : left.end])
        yield finding("KB206", f"«{left.text}» no concuerda con «{right.text}»: «{det}».", left.start, left.end, det)


CONTRACTED = {"al": "a", "del": "de"}
"""«al puerta»: the article is written together with what stands before it."""


def _articles(context: Context, left: Token, right: Token) -> Iterator[Diagnostic]:
    """«todos las figuras»: the two of them stand before one noun."""
    article = next((word for word in right.words if word.cls == "DET" and word.id == "el"), None)
    every = left.words[0] if left.classes == {"DET"} and len(left.words) == 1 and left.words[0].id == "todo" else None
    if article is None or every is None or article.gender == "-" or _agree(every, article, ""):
        return
    form = context.terms.sister(every, gender=article.gender, number=article.number)
    if form is not None:
        form = _cased(form, left.text)
        yield finding("KB206", f"«{left.text}» no concuerda con «{right.text}»: «{form}».", left.start, left.end, form)


def _before_a_noun(others: set[str], only: bool) -> bool:
    """«una» may be of «unir», «esta» of «estar», and «ese» may stand alone, but not right before what is only a noun."""
    return others == {"V"} or (others <= {"PRON", "ESTAR"} and only)


def _agree(count: Word, noun: Word, text: str) -> bool:
    number = "-" in (count.number, noun.number) or count.number == noun.number
    gender = "-" in (count.gender, noun.gender) or count.gender == noun.gender
    if not gender and noun.gender == "f" and count.id in PLAIN_ARTICLES and STRESSED_A.match(text.lower()):
        gender = True  # «el arma»
    return number and gender


def _qualified(context: Context, left: Token, right: Token) -> Iterator[Diagnostic]:
    nouns = [word for word in left.words if word.cls == "N"]
    adjectives = [word for word in right.words if word.cls == "ADJ"]
    if not context.understood:  # «unidades terrestre»: a reading that tells no number explains nothing here
        adjectives = [word for word in adjectives if word.number != "-"] or adjectives
    only = len(nouns) == len(left.words) and len(adjectives) == len(right.words)
    if not nouns or not adjectives or (context.understood and not only):
        return
    if any(_agree(adjective, noun, "") for adjective in adjectives for noun in nouns):
        return
    noun, adjective = nouns[0], adjectives[0]
    gender, number = noun.gender if adjective.gender != "-" else "-", noun.number if adjective.number != "-" else "-"
    form = context.terms.agreeing(right.text, adjective, gender, number)
    if form is not None and form != right.text:
        yield finding("KB206", f"«{right.text}» no concuerda con «{left.text}»: «{form}».", right.start, right.end, form)


def _cased(form: str, like: str) -> str:
    return form[:1].upper() + form[1:] if like[:1].isupper() else form


def moods(context: Context) -> Iterator[Diagnostic]:
    """«Mientras te defiendas»: what goes on meanwhile is told in the indicative; «después de que ataca» in the subjunctive."""
    yield from _not_yet(context)
    for at, token in enumerate(context.tokens):
        if token.classes != {"MIENTRAS"}:
            continue
        for after in context.tokens[at + 1 : at + 3]:
            verb = next((w for w in after.words if w.cls == "V" and w.mood == "subj" and w.person == 2), None)
            verb = None if verb is not None and verb.id in STATES else verb
            form = context.terms.sister(verb, mood="ind") if verb is not None and len(after.classes) == 1 else None
            if form is not None:
                yield finding("KB218", f"«{token.text}» va con indicativo: «{form}».", after.start, after.end, form)
                break


MOMENTS = frozenset({"DESPUES", "ANTES"})
CLAUSE_ENDS = frozenset({"COMMA", "SI", "PODER", "QUE", "COLON"})
WHEN_VERBS = frozenset({"V", "SER", "ESTAR", "HABER"})


def _not_yet(context: Context) -> Iterator[Diagnostic]:
    """«Después de que una nave es destruida»: «sea»."""
    for at, token in enumerate(context.tokens[:-1]):
        if token.classes != MOMENTS & token.classes or not token.classes or context.tokens[at + 1].classes != {"QUE"}:
            continue
        for after in context.tokens[at + 2 : at + 12]:
            if not after.words or after.classes & CLAUSE_ENDS:
                break
            verb = next((w for w in after.words if w.cls in WHEN_VERBS), None)
            if verb is None or after.classes - WHEN_VERBS:
                continue  # «figura» and «una» are words of other kinds first
            if verb.mood == "ind" and not any(w.mood in ("subj", "isubj") for w in after.words):
                form = context.terms.sister(verb, mood="subj")
                if form is not None:
                    yield finding("KB218", f"«{token.text} que» va con subjuntivo: «{form}».", after.start, after.end, form)
            break


def ranges(context: Context) -> Iterator[Diagnostic]:
    if not context.lexicon.data.get("ranged"):
        for match in AT_RANGE.finditer(context.text) if "casilla" in context.lexicon.nouns else ():
            right = f"{match.group(1)} {match.group(2)} casilla{'s' * (match.group(2) != '1')} o menos"
            yield finding("KB207", f"Aquí se cuentan casillas: «{right}».", match.start(), match.end(), right, safe=False)
        return
    for match in RANGE_WORDS.finditer(context.text):
        yield finding(
            "KB207", "El alcance se escribe «a alcance».", match.start(), match.end(), _cased("a alcance", match.group())
        )
    for match in RANGE_SPELT.finditer(context.text):
        right = f"{match.group(1)} {match.group(2)}-{match.group(3)}"
        yield finding("KB207", f"El alcance se escribe con guion: «{right}».", match.start(), match.end(), right)
    for match in RANGE_VALUE.finditer(context.text):
        low, high = int(match.group(1)), int(match.group(2) or match.group(1))
        if max(low, high) > FURTHEST:
            yield finding("KB208", f"El alcance va de 0 a {FURTHEST}.", match.start(), match.end())
        elif low > high:
            right = f"alcance {high}-{low}"
            yield finding("KB208", "El intervalo está al revés.", match.start(), match.end(), right, safe=False)


def signs(context: Context) -> Iterator[Diagnostic]:
    text = context.text
    for match in JOINED.finditer(text):
        yield finding("KB215", "Falta un espacio.", match.start(), match.end(), match.group() + " ")
    for match in ASTRAY.finditer(text):
        yield finding("KB215", "El espacio va detrás del signo.", match.start(), match.end(), f"{match.group(1)} ")
    for match in DOUBLED.finditer(text):
        right = (
            " "
            if match.group().isspace() and match.end() < len(text) and text[match.end()] not in ",.;"
            else match.group()[-1:].strip()
        )
        yield finding("KB215", "Sobra un espacio o un signo.", match.start(), match.end(), right)
    for match in SPACED_SIGN.finditer(text):
        yield finding("KB215", "El signo va junto a su número.", match.start(), match.end(), match.group(1))
    for match in DASH.finditer(text):
        yield finding("KB215", "Entre dos números va un guion corto: «-».", match.start(), match.end(), "-")
    for match in TWICE.finditer(text):
        yield finding("KB215", f"«{match.group(1)}» está dos veces.", match.start(), match.end(), match.group(1))
    yield from _open(context)


PAIRS = {"(": ")", "[": "]", "«": "»", "“": "”"}


def _open(context: Context) -> Iterator[Diagnostic]:
    """Brackets and quotes without their other half."""
    text = context.text
    open_at: list[tuple[str, int]] = []
    for at, sign in enumerate(text):
        if sign in PAIRS:
            open_at.append((sign, at))
        elif sign in PAIRS.values():
            if open_at and PAIRS[open_at[-1][0]] == sign:
                open_at.pop()
            elif open_at and context.terms.icons.get(fold(text[open_at[-1][1] + 1 : at])) is not None:
                start = open_at.pop()[1]  # «[impulso)»
                icon = context.terms.icons[fold(text[start + 1 : at])]
                yield finding("KB219", f"El icono se escribe «{icon}».", start, at + 1, icon, safe=False)
            else:
                word = re.match(r"[\w-]+", text[:at][::-1]) if sign == "]" else None  # backwards: forwards took a second
                start = at - word.end() if word else at
                fix = f"[{text[start : at + 1]}" if word else "" if sign != "]" else None
                yield finding("KB219", f"«{sign}» cierra algo que no se abre.", start, at + 1, fix, safe=False)
    for sign, at in open_at:
        word = re.match(r"[\[(«“]\s?[\w-]+", text[at:]) if sign == "[" else None
        end = at + (len(word.group()) if word else 1)
        if word and text.startswith("}", end):  # «[escudo}»
            yield finding("KB219", f"El icono se escribe «{text[at:end]}]».", at, end + 1, f"{text[at:end]}]", safe=False)
            continue
        inside = re.compile(r"\([^().\n]{1,60}(?=\.|$)", re.MULTILINE).match(text, at)
        end = inside.end() if inside else end
        fix = text[at:end] + PAIRS[sign] if word or inside else None
        yield finding("KB219", f"Falta «{PAIRS[sign]}» para cerrar «{sign}».", at, end, fix, safe=False)
    if text.count('"') % 2:
        at = text.rfind('"')
        known = [name for name in context.lexicon.steps if fold(text[at + 1 :]).startswith(name)]
        end = at + 1 + max(map(len, known), default=0)
        fix = f'{text[at:end]}"' if known else None
        yield finding("KB219", "Falta una comilla.", at, end, fix, safe=False)


def lost_icons(context: Context) -> Iterator[Diagnostic]:
    for match in LOST_ICON.finditer(context.text):
        yield finding("KB205", "Aquí falta un icono.", match.start(), match.end())


def reminders(context: Context) -> Iterator[Diagnostic]:
    """«realizar una acción … (esto no es una acción)»."""
    for match in NOT_AN_ACTION.finditer(context.text):
        yield finding("KB214", "La frase dice que es una acción y el recordatorio que no.", match.start(1), match.end(1))
