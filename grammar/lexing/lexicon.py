"""The vocabulary of a game as phrases: nouns, adjectives, icons, tokens, verbs, small words."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

from grammar.errors import Unprintable
from grammar.game import Game, Step, Term, load_whole
from grammar.language.closed import CLOSED
from grammar.language.determiners import DETERMINERS
from grammar.language.dialects import Dialect, dialect_for
from grammar.language.lemmas import VERBS
from grammar.language.nouns import adjective_forms, agree, pluralize
from grammar.language.verbs import Form, conjugate
from grammar.lexing.names import step_key

T = TypeVar("T")
ADJECTIVE_CLASSES: frozenset[str] = frozenset({
    "lado", "color", "tamano", "estado_de_nave", "rasgo", "atributo", "rasgo_de_figura", "situacion", "calidad",
})  # fmt: skip
NOT_WORDS: frozenset[str] = frozenset({"verbo", "instruccion", "criterio", "rasgo_de_carta"})
"""Terms that no sentence uses as a noun or an adjective."""
RESOURCE_ICONS: frozenset[str] = frozenset({"carga", "fuerza", "energia", "escudo"})


@dataclass(frozen=True, slots=True)
class Entry:
    type: str
    id: str
    cls: str = ""
    feminine: bool | None = None
    plural: bool | None = None
    variant: bool = False
    canonical: str = ""


class Words(dict[str, T]):
    """Ids to the game's words. An id without a word means that the effect was read with another game's."""

    def __missing__(self, key: str) -> T:
        raise Unprintable(key)


@dataclass(frozen=True)
class Lexicon:
    phrases: dict[str, list[tuple[tuple[str, ...], Entry]]]
    """First word in lower case -> phrases that start with it, longest first."""
    verbs: dict[str, tuple[tuple[str, tuple[Form, ...]], ...]]
    """Written form -> (lemma, forms)."""
    icons: dict[str, Entry]
    terms: dict[str, Term]
    tokens: dict[str, str]
    """Token id -> printed name."""
    icon_texts: dict[str, str]
    steps: dict[str, str]
    """Key of a step's name -> id."""
    step_names: dict[str, str]
    dialect: Dialect = field(default_factory=Dialect)

    def __post_init__(self) -> None:
        for name in ("terms", "tokens", "icon_texts"):
            object.__setattr__(self, name, Words(getattr(self, name)))


def plural_of(term: Term) -> str:
    head, _, rest = term.nombre.partition(" ")
    return term.plural or (pluralize(head) + (f" {rest}" if rest else ""))


def plural_names(name: str) -> tuple[str, str]:
    """«Soldados de asalto»; «Bandidos tusken» and «Oficiales Imperiales»."""
    head, *rest = name.split()
    whole = [pluralize(word) if len(rest) == 1 else word for word in rest]
    return " ".join([pluralize(head), *rest]), " ".join([pluralize(head), *whole])


def _noun_entries(term: Term) -> Iterator[tuple[str, Entry]]:
    type_ = "ARC" if term.clase == "arco" else "NOUN"
    feminine = term.genero == "f"
    plural = plural_of(term)
    always = term.nombre.split()[0].endswith("s") if plural == term.nombre else False
    invariable = plural == term.nombre and not always
    yield term.nombre, Entry(type_, term.id, term.clase, feminine, None if invariable else always, False, term.nombre)
    if plural != term.nombre:
        yield plural, Entry(type_, term.id, term.clase, feminine, True, False, plural)
    for other in term.sinonimos:
        yield other, Entry(type_, term.id, term.clase, feminine, other.split()[0].endswith("s"), True, term.nombre)
        yield (
            pluralize(other.split()[0]) + other[len(other.split()[0]) :],
            Entry(type_, term.id, term.clase, feminine, True, True, plural),
        )
        if len(other.split()) == 2:  # «figuras hostiles»
            yield " ".join(map(pluralize, other.split())), Entry(type_, term.id, term.clase, feminine, True, True, plural)


def _adjective_entries(term: Term) -> Iterator[tuple[str, Entry]]:
    for name, variant in ((term.nombre, False), *((other, True) for other in term.sinonimos)):
        head = name.split()[0]
        for feminine, plural in adjective_forms(head):
            form = agree(name, feminine, plural)
            neutral = form == agree(name, not feminine, plural)
            yield form, Entry("ADJ", term.id, term.clase, None if neutral else feminine, plural, variant, term.nombre)
            if head == "primero" and not feminine and not plural:
                yield "primer", Entry("ADJ", term.id, term.clase, False, False, variant, "primer")
            if head in ("naranja", "violeta") and plural:
                yield f"{form}s", Entry("ADJ", term.id, term.clase, None, True, True, term.nombre)


def _is_icon(term: Term, game: Game) -> bool:
    """A resource that has an icon («amenaza») is printed as the icon."""
    return term.clase in ("recurso", "atributo_de_heroe") and any(icon.id == term.id for icon in game.iconos)


def _steps(game: Game) -> Iterator[Step]:
    """Every step that a text can name, the deepest first."""
    groups = (*game.ataque, *game.ronda, *(step for steps in game.secuencias.values() for step in steps))
    for step in groups:
        yield from step.pasos
    yield from groups


@cache
def lexicon_for(slug: str) -> Lexicon:
    game = load_whole(slug)
    phrases: dict[str, dict[tuple[str, ...], Entry]] = {}

    def add(text: str, entry: Entry) -> None:
        words = tuple(text.lower().split())
        phrases.setdefault(words[0], {}).setdefault(words, entry)

    dialect = dialect_for(slug)
    for name in game.nombres:
        for text in (name, *plural_names(name)):
            add(text, Entry("PROPIO", "", "nombre", None, None, False, text))
    for text, closed in (*dialect.closed.items(), *CLOSED.items()):
        add(text, Entry(closed.terminal, closed.id, "", None, None, closed.variant, text))
    lemmas = {*VERBS, *dialect.verbs} if dialect.name else set()
    for term in game.vocabulario:
        if term.clase in NOT_WORDS or term.nombre.lower() in lemmas:
            continue
        make = _adjective_entries if term.clase in ADJECTIVE_CLASSES else _noun_entries
        for text, entry in make(term):
            add(text, entry)
    for token in game.fichas:
        names = (token.nombre, *token.sinonimos)
        for number, name in enumerate(names):
            add(f"de {name}", Entry("TOK", token.id, "ficha", None, None, number > 0, f"de {token.nombre}"))
            add(name, Entry("TOKB", token.id, "ficha", None, None, number > 0, token.nombre))
            if dialect.name and " " in name:  # «fichas de Misión Imperiales»
                head, last = name.rsplit(" ", 1)
                add(f"de {head} {pluralize(last)}", Entry("TOK", token.id, "ficha", None, None, True, f"de {token.nombre}"))
    for color in (term for term in game.vocabulario if term.clase == "color"):
        add(f"de color {color.nombre}", Entry("ADJ", color.id, "color", None, None, True, color.nombre))
    for text, (terminal, id_) in (*dialect.determiners.items(), *DETERMINERS.items()):
        add(text, Entry(terminal, id_, "", None, None, False, text))
    verbs: dict[str, dict[str, tuple[Form, ...]]] = {}
    for lemma in (*VERBS, *dialect.verbs):
        for text, forms in conjugate(lemma).items():
            verbs.setdefault(text, {})[lemma] = forms
            if dialect.name and forms[0].mood == "isubj":  # «fuese» beside «fuera»
                stem, ending = text.rsplit("ra", 1)
                verbs.setdefault(f"{stem}se{ending}", {}).setdefault(lemma, forms)
    icons: dict[str, Entry] = {}
    for icon in game.iconos:
        resource = icon.id in RESOURCE_ICONS and icon.clase != "atributo"
        kind = "NOUN" if resource else "ARC" if icon.clase == "arco" else "ICON"
        icons[icon.token] = Entry(kind, icon.id, icon.clase, icon.genero == "f", None, False, icon.token)
    return Lexicon(
        {first: sorted(found.items(), key=lambda item: -len(item[0])) for first, found in phrases.items()},
        {text: tuple(found.items()) for text, found in verbs.items()},
        icons,
        {term.id: term for term in game.vocabulario if not _is_icon(term, game)},
        {token.id: token.nombre for token in game.fichas},
        {icon.id: icon.token for icon in game.iconos},
        {step_key(step.nombre): step.id for step in _steps(game)},
        {step.id: step.nombre for step in _steps(game)},
        dialect,
    )
