"""The reading said back: when, if, at what price, what, until when, and who every «esa nave» is. From the effect alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from grammar.lexicon.load import Lexicon
from grammar.meaning.effect import Capacidad, Eleccion, Item, Paso
from grammar.meaning.values import Cond, Cosa, Cual, Hecho, It, Junto, Papel, Ref, parts
from grammar.wording.abilities import (
    OTHERWISE,
    _acts,
    _asked_for,
    _header,
    _limit,
    _moment,
    _none_of,
    called,
    chosen_anew,
    one_by_one,
    one_each,
    ruling,
    things_of,
    this_place,
)
from grammar.wording.apart import all_told, each_told, nobody
from grammar.wording.facts import clause, infinitives, relative
from grammar.wording.lines import keyword, line
from grammar.wording.nouns import Unprintable, Voice, phrase, shape

LEADS = {
    "cabecera": "Encabezado",
    "limite": "Límite",
    "momento": "Cuándo",
    "condicion": "Solo si",
    "coste": "Cuesta",
    "efecto": "Hace",
    "si_no": "Si no",
    "referente": "Quién es",
    "opciones": "Una de estas cosas",
}
MODES = {
    "puede": "Es opcional: quien la usa decide.",
    "debe": "Es obligatorio.",
    "no_puede": "Es una prohibición, y «no puede» gana siempre.",
    "puede_no": "Es opcional no hacerlo.",
    "solo_puede": "Es un límite: de otra manera no se puede.",
    "es_capaz": "Es un permiso permanente.",
    "": "Es obligatorio.",
}


EITHER = {"protagonista": "la del momento, sea cual sea de las nombradas", "elegida": "la que se elija de las nombradas"}
"""«tú o una nave aliada …, esa nave»."""
HANGS = "depende"
"""A step that another one has inside: without that one there is none."""
ENEMY = Hecho("ser", (("quien", It()), ("que", Cual("enemigo", "lado"))))
BANS = ("no_puede", "puede_no", "solo_puede")
"""Said with the act: «no puedes gastar fichas verdes», never «gasta fichas verdes» under a heading."""


@dataclass(frozen=True)
class Line:
    role: str
    words: str = ""
    kind: str = ""
    children: tuple["Line", ...] = ()
    said: str = ""
    """Of a mode: what one may do, or pay, as one says it («puedes gastar 1 [carga]»)."""


def outline(ability: Capacidad, lexicon: Lexicon) -> Line:
    ability = all_told(each_told(one_by_one(one_each(ability, called(ability, lexicon)))))
    place = this_place(ability, lexicon)
    voice = Voice(lexicon, called(ability, lexicon), 1, relative, infinitives, keyword=keyword, told=True, here=place)
    ability = all_told(ability, spoken=True)
    if ability.clase in ("palabras_clave", "arma"):
        return Line("capacidad", "", ability.clase, (Line("efecto", _told(lambda: line(ability, voice)), ability.clase),))
    if ability.clase == "instrucciones":
        return Line(
            "capacidad",
            "",
            ability.clase,
            tuple(outline(part, lexicon) for part in ability.pasos if isinstance(part, Capacidad)),
        )
    lines: list[Line] = []
    if head := _told(lambda: _header(ability, voice)).strip():
        lines.append(Line("cabecera", head.rstrip(":"), ability.clase))
    if "como" in dict(ability.cabecera):
        lines.append(Line("cabecera", _told(lambda: "como " + phrase(dict(ability.cabecera)["como"], voice)), ability.clase))
    if ability.limite:
        lines.append(Line("limite", _told(lambda: _limit(ability, voice))))
    lines.extend(Line("momento", _told(lambda m=moment: _moment(m, voice)), moment.rel) for moment in ability.cuando)
    lines.extend(Line("coste", _words((item,), "", voice)) for item in ability.coste)
    lines.extend(_steps(ability.pasos, voice))
    told = {part for part in parts(ability) if isinstance(part, Ref)}
    lines.extend(
        Line("referente", _told(lambda n=number: f"«{phrase(Ref(n), voice)}» es {_whichever(n, ability, voice)}"), thing.noun)
        for number, thing in sorted(voice.things.items())
        if Ref(number) in told
    )
    named = {part.nombre for part in parts(ability) if isinstance(part, Papel)}
    lines.extend(
        Line("referente", _told(lambda n=name, w=who: f"«{phrase(Papel(n), voice)}» es {w}"), name)
        for name, who in EITHER.items()
        if name in named
    )
    return Line("capacidad", "", ability.clase, tuple(lines))


def _whichever(number: int, ability: Capacidad, voice: Voice) -> str:
    """What a number stands for; of alternatives («una bomba o una mina») whichever it is."""
    told = dict.fromkeys(phrase(thing, voice) for at, thing in things_of(ability) if at == number)
    return " o ".join(told)


def _told(say: object) -> str:
    try:
        return str(say())  # type: ignore[operator]
    except Unprintable as error:
        return f"(sin palabras para «{error}»)"


def _steps(items: Sequence[Item], voice: Voice) -> Iterator[Line]:
    """What is done, in order. One step is told as it is; of several each is a line of its own, with all that hangs on it."""
    told = [tuple(_step(item, voice, items[:at])) for at, item in enumerate(items)]
    if len(told) == 1:
        yield from told[0]
        return
    for lines in told:
        yield lines[0] if len(lines) == 1 else Line("paso", "", "", lines)


def _step(item: Item, voice: Voice, before: Sequence[Item] = ()) -> Iterator[Line]:
    if not isinstance(item, Paso):
        yield Line("efecto", _words((item,), "", voice))
        return
    yield from (Line("momento", _told(lambda m=moment: _moment(m, voice)), moment.rel) for moment in item.cuando)
    if ruling(item):
        yield from (Line("condicion", _condition(cond, voice) + " (vale para todo lo que sigue)") for cond in item.si)
        yield from _steps(item.efecto, voice)
        return
    known = {cond for other in before if isinstance(other, Paso) and not item.otra_vez for cond in other.si}
    if known & set(item.si):
        yield Line("condicion", "se cumplía lo de antes (no se vuelve a mirar)")
    again = " (se mira otra vez)" if item.otra_vez else ""
    yield from (Line("condicion", _condition(cond, voice) + again) for cond in item.si if cond not in known)
    asked = "Es un requisito: sin ello no se puede." if _asked_for(item)[0] is not None else ""  # «Para poder A, debe B»
    how = asked or _decides(item, voice) or MODES.get(item.modo, "")
    yield Line("modo", how, item.modo or "debe", said=_allowed(item, voice))
    if item.coste:
        yield Line("coste", _words(item.coste, "", voice))
    acts, anew = chosen_anew(item.efecto, voice)
    if len(acts) == 1 and isinstance(acts[0], Eleccion):
        options = tuple(Line("efecto", _words(option, "", voice)) for option in acts[0].opciones)
        yield from (Line("momento", f"{told} (se elige otra vez cada vez)", "por_cada") for told in anew)
        yield Line("opciones", "", "eleccion", options)
    else:
        yield from (_part(part, item, voice) for part in item.efecto)
    if item.si_no:  # one after the other, and each only then
        yield Line("si_no", " y después ".join(_words((part,), "", voice) for part in item.si_no))


def _decides(item: Paso, voice: Voice) -> str:
    """Who may is who decides: the attacker, each ship of several; '' where it is whose ability it is."""
    first = next(iter((*item.coste, *item.efecto)), None)
    acts = first.opciones[0] if isinstance(first, Eleccion) else (first,)
    who = acts[0].role("quien") if item.modo == "puede" and acts and isinstance(acts[0], Hecho) else None
    told = voice.things.get(who.id) if isinstance(who, Ref) else who
    if isinstance(told, Papel) and told.nombre in ("atacante", "defensor"):
        return f"Es opcional: lo decide {phrase(told, voice)}."
    if isinstance(told, Cosa) and told.qty.op in ("todos", "cada", "algun"):
        return f"Es opcional: lo decide cada {'una' if shape(told, voice).feminine else 'uno'}."
    if isinstance(told, Cosa) and ENEMY in told.filters:
        return f"Es opcional: decide quien {'la' if shape(told, voice).feminine else 'lo'} controla."
    return ""


def _part(part: Item, within: Paso, voice: Voice) -> Line:
    """What a step does; a step inside it hangs on it."""
    if isinstance(part, Paso):
        return Line("paso", "", HANGS, tuple(_step(part, voice)))
    barred = nobody(part) if within.modo == "no_puede" else part
    modo = "puede" if barred is not part else within.modo if within.modo in BANS else ""
    words = _words((barred,), modo, voice)
    words = _none_of(words) if within.modo == "no_puede" else words
    return Line("efecto", ("en vez de eso, " if within.en_vez else "") + words, part.verb if isinstance(part, Hecho) else "")


def _allowed(item: Paso, voice: Voice) -> str:
    """With its verb of permission: the price, where there is one; nothing where the act cannot be said in one go."""
    told = item.coste or tuple(takewhile(lambda part: not isinstance(part, Paso), item.efecto))
    if item.modo not in ("puede", "solo_puede", "es_capaz") or item.en_vez or not told:
        return ""
    try:
        return _acts(told, item.modo, voice)
    except Unprintable:
        return "" if item.coste or len(told) == 1 else _first_allowed(told, item.modo, voice)


def _first_allowed(told: Sequence[Item], modo: str, voice: Voice) -> str:
    """«Esta unidad puede elegir 1 unidad y, con ello, esa unidad recibe 1 ficha»: who does the rest is another."""
    try:
        first, *others = _acts(told[:1], modo, voice), *(_acts((one,), "", voice) for one in told[1:])
    except Unprintable:
        return ""
    return f"{first} y, con ello, {' y '.join(others)}"


def _words(items: Sequence[Item], modo: str, voice: Voice) -> str:
    return _told(lambda: _acts(items, modo, voice))


def _condition(cond: Cond, voice: Voice) -> str:
    if cond == OTHERWISE:
        return "lo que se dijo antes no se cumple"
    if isinstance(cond, Junto):
        return f" {cond.op} ".join(_condition(item, voice) for item in cond.items)
    return _told(lambda: clause(cond, voice, state=True))


def plain(abilities: Sequence[Capacidad], lexicon: Lexicon) -> str:
    """The reading in plain Spanish, one line a part."""
    texts: list[str] = []
    for number, ability in enumerate(abilities, 1):
        if len(abilities) > 1:
            texts.append(f"{number}.")
        texts.extend(_printed(outline(ability, lexicon)))
    return "\n".join(texts)


def distinct(abilities: Sequence[Capacidad], lexicon: Lexicon) -> tuple[str, ...]:
    """Of several readings of one text, what each says and not all the others say."""
    told = [tuple(_printed(outline(ability, lexicon))) for ability in abilities]
    shared = set[str]().union(*told).intersection(*told) if told else set()
    return tuple(" ".join(line for line in lines if line not in shared) or " ".join(lines) for lines in told)


def _printed(line: Line, indent: str = "") -> Iterator[str]:
    step = 0
    for child in line.children:
        if child.role == "modo":
            yield indent + child.words
        elif child.words:
            lead = "Hasta cuándo" if (child.role, child.kind) == ("momento", "hasta") else LEADS.get(child.role, child.role)
            yield f"{indent}{lead}: {child.words}."
        elif child.role == "opciones":
            yield f"{indent}Una de estas cosas:"
        elif child.role == "paso":
            step += 1
            yield f"{indent}{'Y con ello' if child.kind == HANGS else f'Paso {step}'}:"
        yield from _printed(child, indent + "  " if child.role in ("paso", "opciones") else indent)
