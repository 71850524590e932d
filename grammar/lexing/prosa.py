"""The vocabulary of rules in prose: a game's terms, the common words of corpus/palabras.toml and the verbs."""

import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from grammar.game import CORPUS, Term, load_game
from grammar.language.determiners import DETERMINERS
from grammar.language.lemmas import HEADS, VERBS
from grammar.language.nouns import adjective_forms, agree, pluralize
from grammar.language.verbs import Form, conjugate
from grammar.lexing.lexicon import Entry, Lexicon, plural_of
from grammar.lexing.names import step_key

ADJECTIVAL: frozenset[str] = frozenset({"lado", "color", "estado", "sector", "adjetivo"})
SKIPPED: frozenset[str] = frozenset({"alcance", "verbo", "momento", "tipo_de_sistema"})
"""Kinds of terms that are read otherwise: ranges, verbs, headers, a noun and its adjective."""
KEYWORDS: tuple[str, ...] = ("cualidad_unidad", "cualidad_arma", "cualidad_mejora_mando")
PRONOUNS: dict[str, tuple[str, bool, bool]] = {
    # text: id, feminine, plural
    "él": ("el", False, False), "ella": ("ella", True, False), "ellos": ("ellos", False, True), "ellas": ("ellas", True, True),
    "ésta": ("esta", True, False), "éste": ("este", False, False), "éstas": ("estas", True, True),
    "éstos": ("estos", False, True),
    "esto": ("esto", False, False), "eso": ("eso", False, False), "ello": ("ello", False, False),
    "sí misma": ("si_misma", True, False),
    "sí mismo": ("si_mismo", False, False), "ti": ("ti", False, False), "tú": ("tu", False, False),
    "sí mismas": ("si_mismas", True, True),
    "lo": ("lo", False, False), "quien": ("quien", False, False), "los suyos": ("los_suyos", False, True),
}  # fmt: skip
EXTRA_DETERMINERS: dict[str, tuple[str, str]] = {
    **dict.fromkeys(("tanto", "tanta", "tantos", "tantas"), ("D", "tanto")),
    **dict.fromkeys(("varios", "varias"), ("D", "varios")),
    **dict.fromkeys(("ciertos", "ciertas", "cierto", "cierta"), ("D", "cierto")),
    **dict.fromkeys(("aquel", "aquella", "aquellos", "aquellas"), ("D", "aquel")),
    **dict.fromkeys(("unos", "unas"), ("D", "un")),
    **dict.fromkeys(("dichos", "dichas"), ("D", "dicho")),
    **dict.fromkeys(("cuánto", "cuántos", "cuántas", "cuánta"), ("D", "cuanto")),
    "un mínimo de": ("DQ", "al_menos"),
    "como máximo": ("DQ", "hasta"),
    "hasta un máximo de": ("DQ", "hasta"),
    "hasta un mínimo de": ("DQ", "al_menos"),
}
NUMBERS: dict[str, int] = {"siete": 7, "ocho": 8, "nueve": 9, "diez": 10}


def slug(text: str) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
    return "".join(c if c.isalnum() else "_" for c in plain).strip("_")


def split_contractions(text: str) -> tuple[str, ...]:
    """«del» and «al» are two words each, in the text and in every phrase of the vocabulary."""
    found: list[str] = []
    for word in text.lower().split():
        found.extend({"del": ("de", "el"), "al": ("a", "el")}.get(word, (word,)))
    return tuple(found)


@dataclass(frozen=True)
class Common:
    nouns: tuple[tuple[str, bool], ...]
    adjectives: tuple[str, ...]
    verbs: tuple[str, ...]
    adverbs: tuple[str, ...]
    links: tuple[str, ...]
    prepositions: tuple[str, ...]


@cache
def common_words(corpus: Path = CORPUS) -> Common:
    with (corpus / "palabras.toml").open("rb") as file:
        data = tomllib.load(file)
    nouns = [(word, False) for word in data["nombres"]["masculinos"]] + [(word, True) for word in data["nombres"]["femeninos"]]
    small = data["particulas"]
    return Common(
        tuple(nouns), tuple(data["adjetivos"]["lista"]), tuple(data["verbos"]["lista"]), tuple(small["adverbios"]),
        tuple(small["nexos"]), tuple(small["preposiciones"]),
    )  # fmt: skip


def lemmas() -> tuple[str, ...]:
    return (*VERBS, *common_words().verbs)


@cache
def lemma_of(ident: str) -> str:
    return {slug(lemma): lemma for lemma in (*HEADS, *lemmas())}[ident]


def is_keyword(term: Term) -> bool:
    return term.clase in KEYWORDS


def _term_entries(term: Term) -> Iterator[tuple[str, Entry]]:
    if term.clase in ADJECTIVAL:
        yield from _adjective(term.nombre, term.id)
        for other in term.sinonimos:
            if " " not in other:  # «amiga» beside «aliada»
                yield from ((text, replace(entry, variant=True)) for text, entry in _adjective(other, term.id))
        return
    for name in (term.nombre, *(other for other in term.sinonimos if not other.startswith("unidad "))):
        plural = plural_of(term) if name == term.nombre else pluralize(name.split()[0]) + name[len(name.split()[0]) :]
        always = name.split()[0].endswith("s") and plural == name
        yield name, Entry("NOUN", term.id, term.clase, term.genero == "f", always, name != term.nombre, term.nombre)
        yield plural, Entry("NOUN", term.id, term.clase, term.genero == "f", True, name != term.nombre, term.nombre)


def masculine(name: str) -> str:
    """Adjectives stand in the vocabulary as the noun asks («aliada»); the masculine is the base of all forms."""
    head, _, rest = name.partition(" ")
    if head.endswith("a") and head not in ("boca", "presa", "agua"):
        head = head[:-1] + "o"
    return f"{head} {rest}".strip()


def noun_forms(written: str) -> tuple[str, str]:
    """Singular and plural; «imagen|imágenes» where no rule gives the plural."""
    name, _, plural = written.partition("|")
    head = name.split()[0]
    return name, plural or pluralize(head) + name[len(head) :]


def _more_forms(lemma: str) -> Iterator[tuple[str, tuple[Form, ...]]]:
    """Forms of rules that cards do without: «fuese» beside «fuera», «podría», «pudiendo»."""
    for text, forms in conjugate(lemma).items():
        subjunctive = tuple(form for form in forms if form.mood == "isubj")
        future = tuple(form for form in forms if form.mood == "fut")
        if subjunctive and text.endswith(("ra", "ras", "ran")):
            stem, ending = text.rsplit("r", 1)
            yield f"{stem}s{ending.replace('a', 'e')}", subjunctive
        if future:
            yield text.replace("rás", "rías").replace("rán", "rían").replace("rá", "ría"), future
    if lemma == "poder":
        yield "pudiendo", (Form("ger"),)


def _adjective(name: str, ident: str) -> Iterator[tuple[str, Entry]]:
    base = masculine(name)
    head = base.split()[0]
    for feminine, plural in adjective_forms(head):
        form = agree(base, feminine, plural)
        yield form, Entry("ADJ", ident, "rasgo", feminine, plural, False, base)
    short = {"primero": "primer", "tercero": "tercer", "bueno": "buen"}.get(head)
    if short:
        yield short, Entry("ADJ", ident, "rasgo", False, False, False, base)


def _noun(written: str, feminine: bool) -> Iterator[tuple[str, Entry]]:
    name, plural = noun_forms(written)
    yield name, Entry("NOUN", slug(name), "comun", feminine, False, False, name)
    yield plural, Entry("NOUN", slug(name), "comun", feminine, True, False, name)


@cache
def prose_lexicon(game_slug: str) -> Lexicon:
    game, words = load_game(game_slug), common_words()
    phrases: dict[str, dict[tuple[str, ...], Entry]] = {}
    terms: dict[str, Term] = {}

    def add(text: str, entry: Entry) -> None:
        parts = split_contractions(text)
        phrases.setdefault(parts[0], {}).setdefault(parts, entry)

    for kind, texts in (("NEXO", words.links), ("PREP", words.prepositions), ("ADV", words.adverbs)):
        for text in texts:
            add(text, Entry(kind, slug(text), "", None, None, False, text))
    phrases.setdefault("al", {})[("al",)] = Entry("NEXO", "al", "", None, None, False, "al")
    for text, type_ in (
        ("de", "DE"),
        ("que", "QUE"),
        ("no", "NO"),
        ("y", "CJ"),
        ("e", "CJ"),
        ("o", "CJ"),
        ("u", "CJ"),
        ("ni", "CJ"),
    ):
        add(text, Entry(type_, {"e": "y", "u": "o"}.get(text, text), "", None, None, False, text))
    for text in ("cuyo", "cuya", "cuyos", "cuyas"):
        add(text, Entry("CUYO", "cuyo", "", text.endswith(("a", "as")), text.endswith("s"), False, text))
    for text, (ident, feminine, plural) in PRONOUNS.items():
        add(text, Entry("PRON", ident, "", feminine, plural, False, text))
    for text, (terminal, ident) in {**DETERMINERS, **EXTRA_DETERMINERS}.items():
        add(text, Entry(terminal, ident, "", None, None, False, text))
    for token in game.fichas:
        for number, name in enumerate((token.nombre, *token.sinonimos)):
            add(f"de {name}", Entry("TOK", token.id, "ficha", None, None, number > 0, token.nombre))
    infinitives = set(lemmas())
    for term in game.vocabulario:
        if (
            is_keyword(term)
            or term.nombre.split()[0] in infinitives
            or term.clase in SKIPPED
            or term.id == "lider_de_unidad"
            or term.nombre.startswith("no ")
        ):
            continue
        if term.id in terms:  # two words of one name: the value «Táctica» and the card
            term = term.model_copy(update={"id": f"{term.id}_{term.clase}"})
        terms[term.id] = term
        for text, entry in _term_entries(term):
            add(text, entry)
    for written, is_feminine in words.nouns:
        name, plural_name = noun_forms(written)
        terms.setdefault(
            slug(name), Term(id=slug(name), clase="comun", nombre=name, plural=plural_name, genero="f" if is_feminine else "m")
        )
        for text, entry in _noun(written, is_feminine):
            add(text, entry)
    for name in words.adjectives:
        terms.setdefault(f"adj_{slug(name)}", Term(id=f"adj_{slug(name)}", clase="adjetivo", nombre=name))
        for text, entry in _adjective(name, f"adj_{slug(name)}"):
            add(text, entry)
    for token in game.fichas:
        for number, name in enumerate((token.nombre, *token.sinonimos)):
            add(name, Entry("TOKB", token.id, "ficha", None, None, number > 0, token.nombre))
    verbs: dict[str, dict[str, tuple[Form, ...]]] = {}
    for lemma in lemmas():
        for text, forms in conjugate(lemma).items():
            verbs.setdefault(text, {})[lemma] = forms
        for text, forms in _more_forms(lemma):
            verbs.setdefault(text, {}).setdefault(lemma, forms)
    steps = [step for group in (game.ronda, game.ataque, *game.secuencias.values()) for step in group]
    steps = [inner for step in steps for inner in (*step.pasos, step)]
    return Lexicon(
        {first: sorted(found.items(), key=lambda item: -len(item[0])) for first, found in phrases.items()},
        {text: tuple(found.items()) for text, found in verbs.items()},
        {icon.token: Entry("ICON", icon.id, icon.clase, icon.genero == "f", None, False, icon.token) for icon in game.iconos},
        terms,
        {token.id: token.nombre for token in game.fichas},
        {icon.id: icon.token for icon in game.iconos},
        {step_key(step.nombre): step.id for step in steps},
        {step.id: step.nombre for step in steps},
    )  # fmt: skip
