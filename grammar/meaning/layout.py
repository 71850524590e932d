"""Text to units: paragraphs, what stands before a colon, icons and marks that open a line. One unit is read as one ability."""

import difflib
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from grammar.lexicon.load import Lexicon, fold, slug
from grammar.lexicon.tokens import Raw, argument_after, one_token, raw_tokens, tokens_of
from grammar.meaning.keywords import is_line
from grammar.meaning.node import replace
from grammar.meaning.values import Cual, Lista, Nombre, Roles

POINTING = frozenset("ese esa esos esas dicho dicha dichos dichas él ella ellos ellas éste ésta".split())
LONGEST_TITLE = 8
"""Words of a name before a colon."""
MOST_COLONS = 8
"""Of a paragraph: what stands behind more of them is no sentence, and reading up to each would take their square."""
FRAMES = frozenset("si cuando mientras al antes despues durante hasta tras".split())
"""Words that open a moment or a condition: «Si hay 2 Rebeldes: …» has no title."""
ALIKE = 0.7
"""A title as like a header as this is that header, badly written."""
SMALL = frozenset("de el la los las a en y con por para".split())
CHOICES = frozenset({"tu eleccion", "a tu eleccion", "tu eliges", "tu eliges cual", "eliges tu", "de tu eleccion", "elige tu"})
EXAMPLE = re.compile(r"\s*por ejemplo\b", re.IGNORECASE)
"""A paragraph that shows how a rule is applied rules nothing."""
EXAMPLE_GOES_ON = re.compile(r"\s*(a continuación|luego|acto seguido|después|seguidamente),? ", re.IGNORECASE)
"""Behind such a paragraph: nothing else was told that this could come after."""
COMMENT = re.compile(r"(?<=\. )Esto puede (?:hacer|provocar|suponer|significar) que [^.\n]*\.")
"""What may come of a rule, told behind it: no rule of its own."""
BULLETS = ("■", "•")
LINKED = re.compile(
    r"(Si (así )?(no )?lo hace[sn]?|Si (actúas|haces esto)|En (ese|tal) caso|De lo contrario|En caso contrario)\b"
)
"""What begins a line and depends on the line before it."""
DASHES = ("-", "–", "—")
INSTRUCTIONS = re.compile(r"instrucci(ón|ones)\s*:|\bganan?\s*:(?=\s*\[acc)", re.IGNORECASE)
"""«… ejecutan las siguientes instrucciones:», «… gana: [acción] …»: what is after it are instructions."""


ASIDES = (
    "hasta un ",
    "en lugar de ",
    "en vez de ",
    "si puede",
    "si es posible",
    "tanto ",
    "en cualquier ",
    "o mas",
    "como minimo",
    "gratuita o no",
    "gratuito o no",
    "incluid",
    "si es que",
)
"""What in parentheses is part of the sentence around it; anything else is a reminder."""


@dataclass(frozen=True)
class Unit:
    """A stretch that is one ability or part of it: header and sentences of a paragraph."""

    clase: str
    cabecera: Roles
    sentences: tuple[tuple[Raw, ...], ...]
    start: int
    end: int
    reminders: tuple[tuple[Raw, ...], ...] = ()
    fault: str = ""
    """Why it cannot be read, if it cannot."""
    ruled: bool = False
    """Its first sentence begins with a condition that rules them all: «Si hay 2 Rebeldes: Tira 1 dado. …»."""


def units(text: str, lexicon: Lexicon) -> Iterator[Unit]:
    """Units of the text; a name alone on its first line is that of the first of them."""
    first, _, rest = text.partition("\n")
    raws = raw_tokens(first) if rest.strip()[:1].isupper() else []
    alone = raws and raws[-1].kind == "word" and not _keyword_given(raws, lexicon)
    if alone and _title(raws, lexicon):
        name: Roles = (("nombre", Nombre(_name(raws))),)
        for index, unit in enumerate(_units(" " * len(first) + "\n" + rest, lexicon)):
            yield replace(unit, cabecera=(*unit.cabecera, *name)) if index == 0 else unit
        return
    yield from _units(text, lexicon)


def _keyword_given(raws: list[Raw], lexicon: Lexicon) -> bool:
    kinds = ("palabra_clave", "palabra_abierta")
    return any(w.cls == "KIND" or w.sort in kinds for t in tokens_of(raws, lexicon) for w in t.words)


def _name(raws: list[Raw]) -> str:
    """«A TRAVÉS DEL MIEDO» as it is written."""
    text = re.sub(r"\b(de|a) el\b", lambda m: "del" if m.group(1) == "de" else "al", _text(raws))
    shouted = [raw.text for raw in raws if raw.text not in ("de", "el", "a")]
    return text.upper() if shouted and all(word.isupper() for word in shouted) else text


def _units(text: str, lexicon: Lexicon) -> Iterator[Unit]:
    told = False
    example = False
    given = False
    """What comes next was announced: «… por la siguiente:», and begins with its name."""
    for start, end in _paragraphs(text, lexicon):
        example = bool(start) and bool(EXAMPLE.match(text, start) or (example and EXAMPLE_GOES_ON.match(text, start)))
        if example:
            continue
        if told:
            raws = _raws(text, start, end, lexicon)
            yield _instruction(raws, lexicon, start, end)
            continue
        listed = INSTRUCTIONS.search(text, start, end) if "listed" in lexicon.data else None
        if listed is not None:
            told = True
            rest = _raws(text, listed.end(), end, lexicon)
            yield _headed(_raws(text, start, listed.end(), lexicon), lexicon, start, listed.end())
            if rest:
                yield _instruction(rest, lexicon, listed.end(), end)
            continue
        raws = _raws(text, start, end, lexicon)
        while raws:
            first = next(iter(_sentences(raws)), ())
            if not is_line(first, lexicon):
                for part in _parts(raws, lexicon):
                    title = _given_name(part, lexicon) if given else 0
                    given = _announces(part, lexicon)
                    if title:
                        unit = Unit(
                            "texto", (("nombre", Nombre(_joined_title(part[:title]))),), (), part[0].start, part[-1].end
                        )
                        yield _filled(unit, part[title + 1 :], lexicon)
                        continue
                    yield _headed(part, lexicon, part[0].start, part[-1].end)
                break
            yield Unit("linea", (), (first,), first[0].start, first[-1].end)
            raws = raws[raws.index(first[-1]) + 1 :]
            raws = raws[1:] if raws and raws[0].text == "." else raws


def _title_line(line: str) -> bool:
    """«En línea:», alone over what follows; «… por la siguiente:» tells what the next line is."""
    words = line.strip().rstrip(":").split()
    return line[:1].isupper() and (len(words) <= LONGEST_TITLE - 3 or words[-1] == "siguiente") and fold(words[0]) not in FRAMES


def _paragraphs(text: str, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """Lines; one that ends in a colon goes on in the next, unless that one opens an instruction."""
    faces = "named_faces" in lexicon.data
    begun: int | None = None
    listing = False
    """Behind a colon: the lines that follow may be names, one by one."""
    for match in re.finditer(r"[^\n]+", text):
        start = begun if begun is not None else match.start()
        rest = text[match.end() :].lstrip()
        if (
            match.group().rstrip().endswith(":")
            and not (faces and _title_line(match.group()))
            and rest
            and not rest.startswith((*BULLETS, "[acc"))
            and not INSTRUCTIONS.search(match.group())
        ):
            begun = start
            listing = True
            continue
        begun = None
        if listing and _known_name(_raws(rest.partition("\n")[0], 0, len(rest.partition("\n")[0]), lexicon), lexicon):
            begun = start
            continue
        listing = False
        if rest and _broken(text[start : match.end()], rest) and not _icon_opens(rest, lexicon):
            begun = start
            continue
        if LINKED.match(rest):  # «… ¶ Si lo haces, …»: nothing else could be done
            begun = start
            continue
        yield start, match.end()
    if begun is not None:
        yield begun, len(text)


def _broken(line: str, rest: str) -> bool:
    """A line broken in the middle of a sentence."""
    return rest[0].islower() or (
        rest[0] == "[" and not rest.startswith("[acc") and line.rstrip()[-1:] not in (".", ":", "]", "")
    )


LONGEST_ICON = 60
"""Characters before its «]»: what opens so late opens nothing."""


def _icon_opens(line: str, lexicon: Lexicon) -> bool:
    """«[especial]: …»: an icon of the game's headers with its colon or its dash."""
    raws = raw_tokens(line[: line.find("]", 0, LONGEST_ICON) + 3])
    marked = len(raws) > 1 and raws[0].kind == "icon" and raws[1].text in (":", *DASHES)
    return marked and slug(raws[0].text) in lexicon.data.get("header_icons", {})


def _raws(text: str, start: int, end: int, lexicon: Lexicon) -> list[Raw]:
    return _dashed(_opened(raw_tokens(text, start, end), text, lexicon), lexicon)


def _dashed(raws: list[Raw], lexicon: Lexicon) -> list[Raw]:
    """«Acción - Agota …», «[especial] - …»: a dash behind a header stands for its colon, in a game that writes it so."""
    if "header_dash" not in lexicon.data:
        return raws
    found = list(raws)
    for at, raw in enumerate(raws):
        if raw.text in DASHES:
            begins = next((i + 1 for i in range(at - 1, -1, -1) if raws[i].text in (".", ":")), 0)
            head = raws[begins:at]
            icon = len(head) == 1 and head[0].kind == "icon" and slug(head[0].text) in lexicon.data.get("header_icons", {})
            if icon or (_header(head, lexicon) or ("", 0))[1] == len(head) > 0:
                found[at] = replace(raw, text=":")
    return found


def _opened(raws: list[Raw], text: str, lexicon: Lexicon) -> list[Raw]:
    """« el Héroe más cercano » is a phrase, not a name, in a game that quotes its priorities."""
    if "quoted_phrases" not in lexicon.data:
        return raws
    found: list[Raw] = []
    for raw in raws:
        inner = raw.text[1:-1].split()
        if raw.kind == "quote" and raw.text[0] == "«" and inner and inner[0] in ("el", "la", "los", "las", "un", "una"):
            found.extend(raw_tokens(text, raw.start + 1, raw.end - 1))
        else:
            found.append(raw)
    return found


def _parts(raws: list[Raw], lexicon: Lexicon) -> Iterator[list[Raw]]:
    """A paragraph cut before every sentence that begins with a header: «… . Acción: …»."""
    part: list[Raw] = []
    for at, raw in enumerate(raws):
        headed = False
        if part and part[-1].text == ".":
            colon = next((i for i in range(at, min(at + 12, len(raws))) if raws[i].text in (":", ".")), None)
            headed = (
                colon is not None
                and raws[colon].text == ":"
                and (_header(raws[at:colon], lexicon) is not None or _known_name(raws[at:colon], lexicon))
            )
        if headed or _announces(part, lexicon):
            yield part
            part = []
        part.append(raw)
    if part:
        yield part


def _announces(raws: list[Raw], lexicon: Lexicon) -> bool:
    """«Reemplaza tu capacidad por la siguiente:»: what follows is given by this text."""
    ends = [fold(raw.text) for raw in raws[-3:]]
    return "named_faces" in lexicon.data and ends in (["la", "siguiente", ":"], ["lo", "siguiente", ":"])


def _given_name(raws: list[Raw], lexicon: Lexicon) -> int:
    """How many words of what was announced are its name: those before its colon."""
    colon = next((i for i, raw in enumerate(raws[: LONGEST_TITLE + 1]) if raw.text in (":", ".", ",")), 0)
    named = colon and raws[colon].text == ":" and raws[0].text[:1].isupper() and _header(raws[:colon], lexicon) is None
    return colon if named and all(raw.kind in ("word", "quote") for raw in raws[:colon]) else 0


def _known_name(raws: list[Raw], lexicon: Lexicon) -> bool:
    """«Copiloto: …»: a name that a list knows, before a colon."""
    whole = one_token(raws, lexicon) if raws and raws[0].kind == "word" else None
    return whole is not None and any(word.cls == "NAME" for word in whole.words)


def _converts(raws: list[Raw], at: int, lexicon: Lexicon) -> bool:
    """«gana [incremento-de-ataque]: [crítico]»: no header."""
    return "conversions" in lexicon.data and 0 < at < len(raws) - 1 and raws[at - 1].kind == raws[at + 1].kind == "icon"


def _argued(raws: list[Raw], at: int) -> bool:
    """«una unidad con ARMA FIJA: FRONTAL …»: the colon is the keyword's."""
    return at > 1 and (argument_after(raws, at) or argument_after(raws, at - 1)) is not None and raws[at - 1].text.isupper()


def _headed(raws: list[Raw], lexicon: Lexicon, start: int, end: int) -> Unit:
    """Takes «Acción:», «Ataque ([blanco-fijado]):», «[acción] ORDEN:» off the front."""
    raws = _going_on(_between(raws, lexicon), lexicon)
    if _announces(raws, lexicon):
        return _filled(Unit("texto", (), (), start, end), [*raws[:-3], raws[-1]], lexicon)  # «reemplázala por la siguiente: …»
    marks, raws = _marks(raws, lexicon)
    unit = Unit("instruccion" if marks is not None else "texto", marks or (), (), start, end)
    tag = lexicon.data.get("tags", {}).get(fold(raws[0].text)) if raws else None
    head = next((i for i, raw in enumerate(raws) if raw.text in (":", ".")), len(raws))
    headed = head < len(raws) and raws[head].text == ":" and (_header(raws[:head], lexicon) or ("", 0))[1] > 1
    titled = head == 1 and len(raws) > 2 and raws[1].text == ":" and _header(raws[:1], lexicon) is None  # «Mina: Durante …»
    if (
        tag is not None and not headed and (len(raws) == 1 or raws[1].text[:1].isupper() or titled)
    ):  # «Bomba», «Inoperativa» over the text
        unit, raws = replace(unit, cabecera=(*unit.cabecera, ("tipo", Cual(tag, "tipo")))), raws[1:]
        raws = raws[1:] if titled else raws
        if not raws:
            return replace(unit, clase="tipo")
    if tag is None and marks is None:
        told, raws = _token_of(raws, lexicon)
        unit = replace(unit, cabecera=(*unit.cabecera, *told))
    stop = next((i for i, raw in enumerate(raws) if raw.text == "."), len(raws))
    colon = next(
        (
            i
            for i, raw in enumerate(raws[:stop])
            if raw.text == ":" and not _converts(raws, i, lexicon) and not _argued(raws, i)
        ),
        None,
    )
    if colon is not None and fold(raws[0].text) == "si" and sum(raw.text == "." for raw in raws[colon:-1]) > 0:
        unit = replace(unit, ruled=True)  # «Si has sufrido 2 [daño]: Elige …. Recuperas …»: all that the colon opens
    if colon == 0 and marks:  # «[incremento]: …»
        known = {value.id for key, value in marks if key == "coste" and isinstance(value, Cual)}
        clase = lexicon.data.get("header_icons", {}).get(next(iter(known))) if len(known) == 1 else None
        if clase is None:
            return replace(unit, fault=f"«{raws[0].text}» no abre una capacidad")
        return _filled(replace(unit, clase=clase), raws[1:], lexicon)
    if marks and raws and raws[0].kind == "signed":  # «[incremento] +1 [daño]», without its colon
        known = {value.id for key, value in marks if key == "coste" and isinstance(value, Cual)}
        clase = lexicon.data.get("header_icons", {}).get(next(iter(known))) if len(known) == 1 else None
        return _filled(replace(unit, clase=clase or unit.clase), raws, lexicon)
    if marks == () and colon is None and raws and raws[0].kind == "icon":
        return _filled(unit, raws, lexicon)
    if colon is None and (_face(raws, lexicon) or ("named_faces" in lexicon.data and _known_name(raws, lexicon))):
        return replace(unit, clase="cara", cabecera=(("nombre", Nombre(_joined_title(raws))),))
    if colon is None or fold(raws[0].text) == "limite":
        return _filled(unit, raws, lexicon)
    if _lists_names(raws, colon, stop, lexicon):  # «… 1 de tus Estados secretos: A o B»
        return _filled(unit, raws, lexicon)
    sort = lexicon.data.get("keyword_headers", {}).get(_joined(raws[:colon]))
    if sort is not None:  # «Hábitat: Nieve»
        word = next((w for token in tokens_of(raws[colon + 1 :], lexicon) for w in token.words if w.sort == sort), None)
        if word is None or len(raws) != colon + 2:
            return replace(unit, fault=f"«{_text(raws[colon + 1 :])}» no es un {sort}")
        return replace(unit, clase="palabra_clave", cabecera=(("nombre", Nombre(raws[0].text)), (sort, Cual(word.id, sort))))
    kinds = _kinds(raws, colon, lexicon)
    if kinds is not None:
        return replace(unit, clase="tipo", cabecera=(("tipo", kinds),))
    known_header = _header(raws[:colon], lexicon)
    if known_header is not None:
        clase, size = known_header
        roles = _header_roles(raws[size:colon], lexicon)
        if roles is None:
            return replace(unit, fault=f"«{_text(raws[size:colon])}» no es un requisito")
        return _filled(replace(unit, clase=clase, cabecera=(*unit.cabecera, *roles)), raws[colon + 1 :], lexicon)
    framed = fold(raws[0].text) in FRAMES or _joined(raws[:colon]).partition(" ")[0] in FRAMES  # «al» is two words of one place
    if framed and colon == len(raws) - 1:  # «Mientras la puerta esté cerrada, la figura gana:»
        return _filled(unit, raws, lexicon)
    if framed:
        return _filled(unit, [*raws[:colon], replace(raws[colon], text=","), *raws[colon + 1 :]], lexicon)
    if _pays(raws[:colon], lexicon):
        return _filled(unit, raws, lexicon)
    if "named_headers" in lexicon.data and _only_chooses(raws, colon):
        return _filled(unit, raws[colon + 1 :], lexicon)
    if _title(raws[:colon], lexicon) and not CHOOSES.fullmatch(" ".join(fold(raw.text) for raw in raws[:colon])):
        named = (*unit.cabecera, ("nombre", Nombre(_name(raws[:colon]))))
        return _filled(replace(unit, cabecera=named), raws[colon + 1 :], lexicon)
    if _named(raws, colon, lexicon) or _known_name(raws[:colon], lexicon):
        title = ("nombre", Nombre(_joined_title(raws[:colon])))
        if colon == len(raws) - 1:
            return replace(unit, clase="cara", cabecera=(title,))
        return _filled(replace(unit, cabecera=(*unit.cabecera, title)), raws[colon + 1 :], lexicon)
    if "named_headers" in lexicon.data:
        return _filled(unit, raws, lexicon)
    return replace(unit, fault=f"No se conoce la cabecera «{raws[0].text}:»")


def _lists_names(raws: list[Raw], colon: int, stop: int, lexicon: Lexicon) -> bool:
    """Whether what follows the colon is nothing but names: which things those before it are."""
    told = [token.classes for token in tokens_of(raws[colon + 1 : stop], lexicon)]
    return bool(told) and all(classes & {"NAME", "COMMA", "O"} for classes in told) and _finite(raws[:colon], lexicon)


def _token_of(raws: list[Raw], lexicon: Lexicon) -> tuple[Roles, list[Raw]]:
    """«(Ficha de Bomba) - Al final …»: of which token the text tells, and the text."""
    close = next((i for i, raw in enumerate(raws) if raw.text == ")"), 0)
    if close < 3 or close + 2 >= len(raws) or raws[0].text != "(" or raws[close + 1].text not in DASHES:
        return (), raws
    head, *named = tokens_of(raws[1:close], lexicon)
    ficha = any(word.cls == "N" and word.id == "ficha" for word in head.words)
    of = next((word for word in named[1].words if word.cls == "N"), None) if len(named) == 2 else None
    return ((("tipo", Cual(of.id, "tipo")),), raws[close + 2 :]) if ficha and of is not None else ((), raws)


def _instruction(raws: list[Raw], lexicon: Lexicon, start: int, end: int) -> Unit:
    """A line of a list of instructions, with a mark before it or without."""
    unit = _headed(raws, lexicon, start, end)
    return replace(unit, clase="instruccion") if unit.clase == "texto" else unit


def _filled(unit: Unit, raws: list[Raw], lexicon: Lexicon) -> Unit:
    """The unit with its sentences and its reminders."""
    kept, reminders = _reminders(raws, frozenset(map(fold, lexicon.data.get("reminders", ()))))
    return replace(unit, sentences=tuple(_sentences(kept)), reminders=reminders)


def _points(raw: Raw, rest: list[Raw]) -> bool:
    """«esa figura …», «él …»; «el» without its accent is an article."""
    return raw.text in POINTING and bool(rest)


def _going_on(raws: list[Raw], lexicon: Lexicon) -> list[Raw]:
    """«Elige 1 figura: esa figura sufre 1 [daño]»: a colon behind what is ruled goes on as a point does."""
    colons = itertools.accumulate(raw.text == ":" for raw in raws)
    told = [
        i > 2
        and raw.text == ":"
        and seen <= MOST_COLONS
        and after.text[:1].islower()
        and (_points(after, raws[i + 2 :]) or _ordered(raws[:i], lexicon))
        and not _pays(raws[:i], lexicon)
        for i, ((raw, after), seen) in enumerate(zip(itertools.pairwise(raws), colons, strict=False))
    ]
    return [replace(raw, text=".") if here else raw for raw, here in zip(raws, [*told, False], strict=True)] if raws else raws


def _between(raws: list[Raw], lexicon: Lexicon) -> list[Raw]:
    """«elige entre: A, o B»: one of the two options; «elige entre: hacer A o hacer B» needs no colon."""
    at = next((i for i, raw in enumerate(raws[1:-2], 1) if raw.text == "entre" and raws[i + 1].text == ":"), None)
    if at is None or not any(word.id == "elegir" for token in tokens_of([raws[at - 1]], lexicon) for word in token.words):
        return raws
    infinitive = any(word.cls == "V_INF" for token in tokens_of([raws[at + 2]], lexicon) for word in token.words)
    one = [replace(raws[at], text=text) for text in ("una", "opción")]
    return [*raws[: at + 1], *raws[at + 2 :]] if infinitive else [*raws[:at], *one, *raws[at + 1 :]]


CHOOSES = re.compile(r"(?:elige|escoge) (?:(?:una|1)(?: opcion| de estas opciones| de las siguientes opciones)?|entre)")
MOST_BEFORE_COLON = 80
"""Words: no sentence of a card has as many before its colon, and each colon has all of them looked up."""


def _ordered(raws: list[Raw], lexicon: Lexicon) -> bool:
    """«Tira 2 dados de ataque: por cada resultado …»: what is ruled stands before the colon, in a game without titles."""
    if "named_headers" in lexicon.data or "listed" in lexicon.data or fold(raws[0].text) == "si":
        return False
    last = max((i for i, raw in enumerate(raws) if raw.text == "."), default=-1)
    if len(raws) - last > MOST_BEFORE_COLON:
        return False
    tokens = tokens_of(raws[last + 1 :], lexicon)
    order = [any(w.cls == "V" and w.mood == "imp" for w in t.words) and not any(w.cls == "N" for w in t.words) for t in tokens]
    return order[:1] == [True] or _finite(raws[last + 1 :], lexicon)


def _pays(raws: list[Raw], lexicon: Lexicon) -> bool:
    """«Gasta 1 [carga]: …», «Agota esta carta: …»: a price, and what it is paid for."""
    last = max((i for i, raw in enumerate(raws) if raw.text == "."), default=-1)
    tokens = tokens_of(raws[last + 1 :], lexicon)
    paid = lexicon.data.get("paid", "").split()
    order = bool(tokens) and any(w.cls == "V" and w.mood == "imp" and w.id in paid for w in tokens[0].words)
    return order and any(
        w.cls in ("NUM", "ICON") or (w.cls == "DET" and w.id in ("este", "un", "tu")) for t in tokens for w in t.words
    )


def _marks(raws: list[Raw], lexicon: Lexicon) -> tuple[Roles | None, list[Raw]]:
    """Bullets and icons that open a line, as its price."""
    listed = lexicon.data.get("listed", "").split()
    icons = {*(slug(name) for name in listed), *lexicon.data.get("header_icons", {})}
    at = 0
    while at < len(raws) and (raws[at].text in BULLETS or (raws[at].kind == "icon" and slug(raws[at].text) in icons)):
        at += 1
    icons_seen = [slug(raw.text) for raw in raws[:at] if raw.kind == "icon"]
    found: Roles = tuple(("coste", Cual(name, "icono")) for name in sorted(set(icons_seen)))
    if len(icons_seen) > 1:
        found = (*found, ("cuantos", Cual(str(len(icons_seen)), "numero")))
    follows = at < len(raws) and (raws[at].text == ":" or raws[at].kind == "signed")
    if at == 0 and raws[0].kind == "icon" and len(raws) > 1 and raws[1].text == ":":
        return (("coste", Cual(slug(raws[0].text), "icono")),), raws[1:]
    if at == 0 or (
        not follows and any(raw.kind == "icon" and slug(raw.text) not in {slug(name) for name in listed} for raw in raws[:at])
    ):
        return None, raws
    return found, raws[at:]


def _only_chooses(raws: list[Raw], colon: int) -> bool:
    """«Elige una opción: A o B»: it says no more than «A o B», where that is one sentence."""
    told = " ".join(fold(raw.text) for raw in raws[:colon])
    rest = [raw.text for raw in raws[colon + 1 :]]
    stops = [at for at, text in enumerate(rest) if text in (".", ";")]
    return bool(CHOOSES.fullmatch(told)) and "o" in rest and (not stops or stops == [len(rest) - 1])


def _title(raws: list[Raw], lexicon: Lexicon) -> bool:
    """A name before a colon, in a game whose abilities have one: short, with a capital, and no sentence."""
    words = [raw for raw in raws if raw.kind == "word"]
    return (
        "named_headers" in lexicon.data
        and 0 < len(raws) <= LONGEST_TITLE
        and raws[0].text[:1].isupper()
        and len(words) == len(raws)
        and not _finite(raws, lexicon)
    )


def _named(raws: list[Raw], colon: int, lexicon: Lexicon) -> bool:
    """A name that is given here: alone on its line over a face of the card, or of two words or more with their capitals."""
    words = [raw for raw in raws[:colon] if raw.kind == "word" and raw.text not in SMALL]
    if "named_faces" not in lexicon.data or not words or not raws[0].text[:1].isupper() or len(words) > LONGEST_TITLE:
        return False
    title = _joined(raws[:colon])
    if set(title.split()) <= {word for header in lexicon.data.get("headers", {}) for word in header.split()}:
        return False  # «Adicional Ataque:»
    known = [header for header in lexicon.data.get("headers", {}) if len(header.split()) == len(title.split())]
    if any(difflib.SequenceMatcher(None, title, header).ratio() > ALIKE for header in known):
        return False  # «Atake:» is no name
    if not all(raw.kind == "word" or raw.text in ",()" for raw in raws[:colon]):
        return False
    if colon == len(raws) - 1:
        return not _finite([raws[0], *raws[:colon]], lexicon)  # «Reemplaza tu capacidad por la siguiente:» is no name
    if len(words) == 1 and any(token.words for token in tokens_of(raws[:colon], lexicon)):
        return False  # «Iniciativa: 3» is no name
    return all(word.text[:1].isupper() for word in words) and not _finite([raws[0], *raws[:colon]], lexicon)


def _face(raws: list[Raw], lexicon: Lexicon) -> bool:
    """«Alas móviles (Cerradas)», alone on its line: a face of the card, with its name."""
    opened = next((i for i, raw in enumerate(raws) if raw.text == "("), 0)
    return (
        "named_faces" in lexicon.data
        and 0 < opened < len(raws) - 2 <= LONGEST_TITLE
        and raws[-1].text == ")"
        and all(raw.kind == "word" or raw.text in "()" for raw in raws)
        and raws[0].text[:1].isupper()
        and raws[opened + 1].text[:1].isupper()
    )


def _joined_title(raws: list[Raw]) -> str:
    return re.sub(r"\s+([,)])", r"\1", _text(raws)).replace("( ", "(").replace(" de el ", " del ").replace(" a el ", " al ")


def _kinds(raws: list[Raw], colon: int, lexicon: Lexicon) -> Lista | None:
    """«Tipo: Dispositivo, Bomba»: what the card is."""
    if _joined(raws[:colon]) not in lexicon.data.get("kind_headers", "").split() or colon == len(raws) - 1:
        return None
    found: list[Cual] = []
    for token in tokens_of([raw for raw in raws[colon + 1 :] if raw.text not in ",.()"], lexicon):
        word = next((w for w in token.words if w.cls in ("N", "ADJ")), None)
        if word is None:
            return None
        found.append(Cual(word.id, "tipo"))
    return Lista("y", tuple(found))


def _finite(raws: list[Raw], lexicon: Lexicon) -> bool:
    """«Todos los Oficiales ganan:» is a sentence; what is all in capitals never is."""
    if all(raw.text.isupper() for raw in raws):
        return False
    return any(
        w.cls in ("V", "PODER", "DEBER") and w.mood in ("ind", "subj")
        for token in tokens_of(raws, lexicon)[1:]
        for w in token.words
        if len(token.words) == len([x for x in token.words if x.cls != "N"])
    )


def _text(raws: list[Raw]) -> str:
    return " ".join(raw.text for raw in raws)


def _header(raws: list[Raw], lexicon: Lexicon) -> tuple[str, int] | None:
    """The longest header that the words begin with, and how many they are: «Inicio del combate»."""
    headers = lexicon.data.get("headers", {})
    longest = max(map(len, headers), default=0)
    most = next((size for size, raw in enumerate(raws) if raw.end - raws[0].start > 2 * longest), len(raws))
    for size in range(most, 0, -1):
        known = headers.get(_joined(raws[:size]))
        if known is not None:
            return known, size
    return None


def _joined(raws: list[Raw]) -> str:
    """«Inicio del combate» as written: the two words of «del» have one place."""
    return f" {fold(_text(raws))} ".replace(" de el ", " del ").replace(" a el ", " al ").strip()


def _header_roles(raws: list[Raw], lexicon: Lexicon) -> Roles | None:
    note = lexicon.data.get("header_notes", {}).get(_joined([raw for raw in raws if raw.text not in "()"]))
    if note is not None:
        return (("nota", Cual(note, "nota")),)
    found: list[Cual] = []
    either = any(raw.text in ("o", "/") for raw in raws)
    for token in tokens_of([raw for raw in raws if raw.text not in "(),/"], lexicon):
        word = next((w for w in token.words if w.cls in ("ICON", "ADJ", "N")), None)
        if word is None:
            if token.text.lower() in ("o", "y"):
                continue
            return None
        asked = lexicon.data.get("icons_after", {}).get("requisito", "").split()
        if asked and word.cls == "ICON" and not any(w.sort in asked for w in token.words):
            return None  # «Ataque ([giro-izquierda]):» asks for nothing that one can have
        found.append(Cual(word.id, "icono" if word.cls == "ICON" else "rasgo"))
    if not found:
        return ()
    return (("requiere", found[0] if len(found) == 1 else Lista("o" if either else "y", tuple(found))),)


def _reminders(raws: list[Raw], known: frozenset[str]) -> tuple[list[Raw], tuple[tuple[Raw, ...], ...]]:
    """What stands in parentheses and is more than icons: it reminds of a rule, and is an ability of its own kind.

    `known` are those of which the game says that they only repeat its book.
    """
    kept: list[Raw] = []
    found: list[tuple[Raw, ...]] = []
    inside: list[Raw] | None = None
    for raw in raws:
        if raw.text == "(" and inside is None:
            inside = []
        elif raw.text == ")" and inside is not None:
            if _told(inside) in known:
                pass
            elif fold(_text(inside)) == "elite" or fold(_text(inside)).startswith(ASIDES):
                kept.extend(inside)  # «(hasta un máximo de 3)» goes on with the sentence
            elif len(inside) == 2 and fold(inside[0].text) == "maximo":  # «… por cada Rebelde (máximo 3)»
                told = [Raw("word", word, inside[0].start, inside[0].end) for word in "hasta un máximo de".split()]
                kept.extend([*told, inside[1]])
            elif fold(_text(inside)) in CHOICES:  # «1 ficha de Merma o de Iones (tú eliges)»
                kept.extend(Raw("word", word, inside[0].start, raw.end) for word in "a tu elección".split())
            elif inside and fold(inside[0].text) == "que":  # «1 ficha roja (que no sea de Tensión)»
                kept.extend(inside)
            elif LIMITING.match(fold(_text(inside))):  # «(solo una vez por ronda)»: the ability's limit
                bare = fold(inside[0].text) not in ("solo", "limite")
                word = [Raw("word", "límite", inside[0].start, inside[0].start)] if bare else []
                kept.extend([Raw("punct", ".", raw.start, raw.start), *word, *inside])
            elif (
                inside and fold(inside[0].text) in ("antes", "despues", "mientras") and kept
            ):  # «… (antes de tirar los dados), …»
                comma = Raw("punct", ",", raw.start, raw.start)
                kept.extend([comma, *inside])
            elif fold(_text(inside)) == "ver abajo":
                pass
            elif (
                all(r.kind == "icon" or r.text in (",", "o", "y", "u", "e", "/") for r in inside)
                or fold(inside[0].text) == "minimo"
            ):
                kept.extend([Raw("punct", "(", raw.start, raw.start), *inside, raw])
            else:
                found.append(tuple(r for r in inside if r.text != "."))
            inside = None
        elif inside is not None:
            inside.append(raw)
        else:
            kept.append(raw)
    if inside is not None:
        kept.extend(inside)
    return kept, tuple(found)


def _told(raws: list[Raw]) -> str:
    """What stands in parentheses as a list of the game's would write it."""
    return re.sub(r" ([,.])", r"\1", _joined(raws)).rstrip(".")


LIMITING = re.compile(r"(solo |limite:? (de )?)?(una|dos|tres) (vez|veces) por ")


def _sentences(raws: list[Raw]) -> Iterator[tuple[Raw, ...]]:
    part: list[Raw] = []
    for at, raw in enumerate(raws):
        if raw.text == "." and not _initial(raws[:at]):
            if part:
                yield tuple(part)
            part = []
        elif raw.text != ".":
            part.append(raw)
    if part:
        yield tuple(part)


def _initial(raws: list[Raw]) -> bool:
    """«Salacious B. Crumb»: the point of an initial."""
    return (
        len(raws) > 1
        and len(raws[-1].text) == 1
        and raws[-1].text.isupper()
        and raws[-1].text != "X"  # «Velocidad X.»: a number
        and raws[-1].kind == "word"
        and raws[-2].text[:1].isupper()
        and raws[-2].kind == "word"
        and raws[-2].text.isalpha()
        and len(raws[-2].text) > 3
    )
