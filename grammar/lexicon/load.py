"""The lexicon of a game: everyday Spanish (espanol.toml), the game's facts (juego.toml), its cards' words (palabras.toml)."""

import gc
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from grammar.game import CORPUS, Game, Step, Term, given_game, load_whole
from grammar.language.nouns import adjective_forms, pluralize
from grammar.language.verbs import conjugate, with_clitic
from grammar.lexicon.words import Word
from grammar.short import kept_short

HERE = Path(__file__).parent
GAMES = HERE.parent / "games"
SPANISH = HERE / "espanol.toml"
MOST_GAMES = 32
ENCLITICS = {
    clitic: (clitic[:2], clitic[2:]) if len(clitic) > 3 else (clitic,)
    for clitic in "lo la los las le les te se selo sela selos selas telo tela telas telos".split()
}
"""What may be written on to a verb -> its pronouns."""


_ACCENTS = str.maketrans("áéíóúüñ", "aeiouun")
"""The letters that Spanish has: all that there is to fold in nearly every form, and a table is quicker than decomposing."""
_QUOTES = str.maketrans("", "", '"“”«»')
_NOT_ID = re.compile(r"[^a-z0-9]+")


def slug(text: str) -> str:
    """ASCII identifier: «ficha de Tensión» is `ficha_de_tension`."""
    return _NOT_ID.sub("_", fold(text)).strip("_")


@kept_short(20_000)
def fold(text: str) -> str:
    """Lower case, without accents: «Sobresfuerzo», «sobresfuerzo» and a dropped accent are one form."""
    text = text.lower()
    if text.isascii():
        return text
    text = text.translate(_ACCENTS)
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def unquoted(text: str) -> str:
    """A term may hold a name: «espacio de la "Base Rebelde"»."""
    return text.translate(_QUOTES)


def expand(form: str) -> str:
    """«del» and «al» are two words."""
    if "al" not in form and "del" not in form:
        return form
    return " ".join({"del": "de el", "al": "a el"}.get(word, word) for word in form.split(" "))


def plain(text: str) -> str:
    """A name as it is looked up: folded, with one kind of apostrophe."""
    return fold(text).replace("’", "'")


def _reach(forms: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for form in forms:
        words = form.split(" ")
        found[words[0]] = max(len(words), found.get(words[0], 0))
    return found


@dataclass(frozen=True)
class Role:
    name: str
    sorts: frozenset[str]
    optional: bool
    preps: tuple[str, ...] = ()
    """Prepositions that bring it, where they are not its name: `a/hasta:sistema`."""


@dataclass(frozen=True)
class Noun:
    text: str
    plural: str
    gender: str
    sort: str


@dataclass(frozen=True)
class Lexicon:
    game: str
    forms: Mapping[str, tuple[Word, ...]]
    """Folded phrase -> readings."""
    longest: int
    """Words of the longest phrase."""
    verbs: Mapping[str, tuple[Role, ...]]
    senses: Mapping[str, tuple[str, ...]]
    """A verb as written -> the verbs that it can mean."""
    infinitives: Mapping[str, str]
    """Identifier -> lemma with its accents: `anadir` is «añadir»."""
    nouns: Mapping[str, Noun]
    adjectives: Mapping[str, tuple[str, str]]
    """Identifier -> masculine form, kind."""
    icons: Mapping[str, str]
    """Identifier -> token with brackets."""
    tokens: Mapping[str, str]
    """Kinds of tokens («ficha de …»): identifier -> name."""
    names: Mapping[str, str]
    closed: Mapping[str, str]
    """Identifier of an adverb -> its canonical form."""
    data: Mapping[str, Any]
    """The game's own tables (takes, states, possessors, headers…)."""
    dice: Mapping[str, frozenset[str]]
    """What a die is for (attack, defence) -> the faces that such dice have."""
    spelled: frozenset[str]
    """Forms with their accents, to tell which ones were dropped."""
    texts: Mapping[tuple[str, str], str]
    """Class and identifier -> the first form that was listed for it."""
    keywords: Mapping[str, tuple[Term, ...]]
    """Folded name -> keywords of that name: «Blindaje» with a number and without."""
    steps: Mapping[str, str]
    """Folded name of a step of the game -> its name."""
    facts: Game
    idioms: Mapping[str, str] = field(default_factory=dict)
    """Folded phrase -> the words that it is read as."""
    longest_idiom: int = 0
    idiom_heads: frozenset[str] = frozenset()
    """First words of the idioms: where none begins, none is looked for."""
    reach: Mapping[str, int] = field(default_factory=dict)
    """First word -> words of the longest phrase that begins with it: no longer one is looked for."""

    def fits(self, sort: str, allowed: frozenset[str]) -> bool:
        return "cosa" in allowed or sort in allowed or sort == "cosa"


AUXILIARIES = {
    "ser": "SER",
    "estar": "ESTAR",
    "haber": "HABER",
    "poder": "PODER",
    "deber": "DEBER",
    "ir": "IR",
    "quedar": "QUEDAR",
    "hallar": "ESTAR",
    "encontrar": "ESTAR",
    "volver": "VOLVER",
    "resultar": "QUEDAR",
}
DESIGNATION = re.compile(r"[/\d]")
"""«2 TIE/ln», «3 AT-ST»: the name of a model does not inflect."""
OTHER_PAST = re.compile(r"r(a|as|amos|an)$")
ARTICLES = {"el": ("m", "s"), "del": ("m", "s"), "al": ("m", "s"), "la": ("f", "s"), "los": ("m", "p"), "las": ("f", "p")}
"""«con la que»: of what the article is said, where it stands for a noun («coincide con la que has dicho»)."""
SMALL = frozenset({"de", "se", "te", "el", "si", "mas", "tu", "mi"})
"""Words that another one becomes without its accent."""
INFINITE = {"inf": "_INF", "ger": "_GER", "part": "_PART"}


def _class(lemma: str, mood: str) -> str:
    """Terminal of a form: auxiliaries have their own."""
    return AUXILIARIES.get(lemma, "V") + INFINITE.get(mood, "")


def _other_past(match: re.Match[str]) -> str:
    return "s" + {"a": "e", "as": "es", "amos": "emos", "an": "en"}[match.group(1)]


def _with_plural(text: str) -> tuple[str, str]:
    """«Blanco fijado/Blancos fijados» tells its plural; «caza TIE/ln» is a name with a bar."""
    form, _, plural = text.rpartition("/")
    return (form, plural) if form and plural[:2] == form[:2] else (text, "")


def _plural_given(text: str) -> tuple[str, str]:
    """«Blanco fijado/Blancos fijados»: a form with its plural; the slash of «TIE/ln» is none."""
    head, slash, many = text.partition("/")
    return (head, many) if slash and fold(many)[:1] == fold(head)[:1] else (text, "")


class _Builder:
    def __init__(self, game: Game, tables: list[dict[str, Any]]) -> None:
        self.game = game
        self.tables = tables
        self.forms: dict[str, list[Word]] = {}
        self.spelled: set[str] = set()
        self.nouns: dict[str, Noun] = {}
        self.adjectives: dict[str, tuple[str, str]] = {}
        self.icons: dict[str, str] = {}
        self.tokens: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.adverbs: dict[str, str] = {}
        self.verbs: dict[str, tuple[Role, ...]] = {}
        self.senses: dict[str, tuple[str, ...]] = {}
        self.infinitives: dict[str, str] = {}
        self.groups: dict[str, frozenset[str]] = {}
        self.texts: dict[tuple[str, str], str] = {}
        self.keywords: dict[str, tuple[Term, ...]] = {}
        self.steps: dict[str, str] = {}

    def lines(self, key: str) -> Iterator[str]:
        for table in self.tables:
            yield from table.get(key, ())

    def add(self, form: str, word: Word) -> None:
        self.spelled.add(form.lower())
        self.texts.setdefault((word.cls, word.id), form)
        found = self.forms.setdefault(expand(fold(unquoted(form))), [])
        if word not in found:
            found.append(word)

    def noun(self, text: str, gender: str, sort: str, canon: str | None = None, plural: str | None = None) -> None:
        text, given = _with_plural(text)
        plural = plural or given or None
        head, _, rest = text.partition(" ")
        many = plural or (text if DESIGNATION.search(head) else f"{pluralize(head)} {rest}".strip())
        if (
            plural is None
            and rest
            and " " not in rest
            and fold(rest) in self.forms
            and any(w.cls == "ADJ" for w in self.forms[fold(rest)])
        ):
            many = f"{pluralize(head)} {pluralize(rest)}"  # «estaciones espaciales»
        name = slug(canon or text)
        if canon is None:
            self.nouns.setdefault(name, Noun(text, many, gender, sort))
        self.add(text, Word("N", name, sort, gender, "s" if many != text else "-"))
        if many != text:
            self.add(many, Word("N", name, sort, gender, "p"))
            if rest and " " not in rest:  # «unidades defensoras», «ataques principales»
                self.add(f"{pluralize(head)} {pluralize(rest)}", Word("N", name, sort, gender, "p"))
        if sort == "distancia":
            self.add(text, Word("DIST", name))
            self.add(many, Word("DIST", name))

    def adjective(self, text: str, kind: str, canon: str | None = None) -> None:
        denied = canon is not None and canon.startswith("no ")
        name = "!" + slug(canon[3:]) if canon is not None and denied else slug(canon or text)
        if canon is None:
            self.adjectives.setdefault(name, (text, kind))
        head, _, rest = text.partition(" ")
        if kind.endswith("_fijo") or kind == "atributo":  # «cartas de Táctica espacial»: it agrees with a word inside the noun
            forms = dict.fromkeys(((False, False), (True, False), (False, True), (True, True)), text)
        elif head in ("más", "menos", "no"):
            forms = {k: f"{head} {v}" for k, v in adjective_forms(rest).items()}
        elif (
            (head in ("boca", "bajo", "sin", "de", "del", "en", "a", "cuerpo", "cara", "con", "hacia", "fuera") and rest)
            or head in ("bocabajo", "bocarriba")
            or head.endswith(("ando", "endo", "éndose", "éndote"))
        ):
            forms = dict.fromkeys(((False, False), (True, False), (False, True), (True, True)), text)
        elif head.endswith("mente") and rest:
            forms = {k: f"{head} {v}" for k, v in adjective_forms(rest).items()}
        else:
            forms = {k: f"{v} {rest}".strip() for k, v in adjective_forms(head).items()}
        several = len(set(forms.values())) > 1
        if not several and " " not in text and text.endswith("a"):  # «fichas naranja» and «fichas naranjas»
            self.add(pluralize(text), Word("ADJ", name, kind, "-", "p"))
        for (feminine, many), form in forms.items():
            gender = "-" if not several or forms[(not feminine, many)] == form else "f" if feminine else "m"
            number = "-" if not several or forms[(feminine, not many)] == form else "p" if many else "s"
            self.add(form, Word("ADJ", name, kind, gender, number))

    def verb(self, lemma: str, plain: bool = False) -> None:
        """Forms of a verb; `plain` gives one that is an auxiliary too («quedarse») those of a plain verb."""
        head, *rest = lemma.split("_")
        tail = " ".join(rest)
        name = slug(lemma)
        self.infinitives[name] = lemma.replace("_", " ")
        for text, forms in conjugate(head).items():
            if fold(text) in SMALL and fold(text) != text:
                continue  # «dé» without its accent is «de»
            for form in forms:
                if form.person == 5 and (
                    form.mood not in ("ind", "subj")
                    or not any({"continues", "plural_you"} & table.keys() for table in self.tables)
                ):
                    continue
                if form.mood == "imp" and name in AUXILIARIES and not plain:
                    continue
                cls = "V" + INFINITE.get(form.mood, "") if plain else _class(name, form.mood)
                number = "-" if form.mood in ("inf", "ger") else "p" if form.plural else "s"
                gender = ("f" if form.feminine else "m") if form.mood == "part" else "-"
                word = Word(cls, name, "", gender, number, form.mood, form.person)
                self.add(f"{text} {tail}".strip(), word)
                if form.mood == "isubj":  # «tuviera» is also «tuviese»
                    self.add(f"{OTHER_PAST.sub(_other_past, text)} {tail}".strip(), word)
                if form.mood in ("inf", "ger", "imp"):
                    stem = with_clitic(text, form.mood, "")  # which pronoun follows changes nothing before it
                    self.enclitics(stem, f" {tail}" if tail else "", word)

    def _meant(self, means: tuple[str, ...], deep: int = 3) -> Iterator[str]:
        """A synonym of a synonym is what that one means: «desechar» is «descartar», whatever a game says for it."""
        for sense in means:
            if deep and sense not in self.verbs and sense in self.senses:
                yield from self._meant(self.senses[sense], deep - 1)
            else:
                yield sense

    def enclitics(self, stem: str, tail: str, word: Word) -> None:
        """«coloca» with every pronoun that can be written on to it; folded once, for there are fifty to a verb."""
        written, read, behind = stem.lower(), fold(stem), expand(fold(tail))
        for clitic, pair in ENCLITICS.items():
            self.spelled.add(f"{written}{clitic}{tail}")
            found = self.forms.setdefault(f"{read}{clitic}{behind}", [])
            joined = Word(word.cls, word.id, "", word.gender, word.number, word.mood, word.person, pair)
            if joined not in found:
                found.append(joined)

    def signature(self, text: str) -> tuple[Role, ...]:
        roles = []
        for part in text.split():
            name, _, sorts = part.partition(":")
            allowed: set[str] = set()
            for sort in sorts.split("|"):
                allowed |= self.groups.get(sort, frozenset({sort}))
            first, *others = name.rstrip("?").split("/")
            roles.append(Role(first, frozenset(allowed), name.endswith("?"), tuple(others)))
        return tuple(roles)

    def read(self) -> Lexicon:
        for table in self.tables:
            for name, members in table.get("sorts", {}).items():
                self.groups[name] = frozenset({"cosa"} if members == "*" else members.split())
        for line in self.lines("closed"):
            *phrase, terminal, name = line.split()
            sort = ""
            if not terminal.isupper():  # an icon in words has its sort too
                *phrase, terminal, name, sort = line.split()
            gender, number = ARTICLES.get(phrase[-2], ("-", "-")) if terminal == "REL_PREP" and len(phrase) > 1 else ("-", "-")
            self.add(" ".join(phrase), Word(terminal, name, sort, gender, number))
            if terminal == "REL_PREP" and phrase[-1] == "que":  # «sobre la cual» is «sobre la que»
                which = "cuales" if phrase[-2] in ("los", "las") else "cual"
                self.add(" ".join((*phrase[:-1], which)), Word(terminal, name, sort))
        for line in self.lines("adverbs"):
            text, _, canon = line.partition(" = ")
            self.adverbs.setdefault(slug(canon or text), canon or text)
            self.add(text, Word("ADV", slug(canon or text)))
        for key, cls in (("pronouns", "PRON"), ("determiners", "DET")):
            for line in self.lines(key):
                *phrase, name, gender, number = line.split()
                self.add(" ".join(phrase), Word(cls, name, "", gender, number))
        for line in self.lines("numbers"):
            text, value = line.rsplit(" ", 1)
            short = "m" if text == "un" else "-"  # «un» stands before its noun; alone it is «uno»
            self.add(text, Word("NUM", value, "letras", short, "s" if value == "1" else "p"))
        replaced = {line.partition(" = ")[0] for table in self.tables[1:] for line in table.get("adjectives", ())}
        for table in self.tables:
            for line in table.get("adjectives", ()):
                text, _, canon = line.partition(" = ")
                if table is self.tables[0] and text in replaced:
                    continue  # a game's word takes the place of everyday Spanish's: «visible» is «boca arriba»
                text, kind = text.rsplit(" ", 1)
                self.adjective(text, kind, canon or None)
        for text, gender, sort, canon in self._noun_lines():
            self.noun(text, gender, sort, canon or None)
        self._facts()
        for table in self.tables:
            for lemma, text in table.get("verbs", {}).items():
                pronominal = lemma.endswith("rse")
                lemma = lemma.removesuffix("se") if pronominal else lemma
                name = slug(lemma)
                means: list[str] = []
                for sense in [text] if isinstance(text, str) else text:
                    if sense.startswith("= no "):  # «fallar una prueba» is not to pass it
                        means.append("!" + slug(sense[5:]))
                    elif sense.startswith("= "):
                        means.append("+".join(map(slug, sense[2:].split(" ", 1))))
                    else:
                        own = name + "se" if pronominal else name
                        self.verbs[own] = self.signature(sense)
                        if pronominal:
                            self.infinitives[own] = (
                                lemma.split("_")[0] + "se" + "".join(f" {word}" for word in lemma.split("_")[1:])
                            )
                        means.append(own)
                self.senses[name] = (*self.senses.get(name, ()), *means) if pronominal else tuple(means)
                if name not in self.infinitives or (pronominal and name in AUXILIARIES):
                    self.verb(lemma, plain=pronominal)
        for lemma in (
            "ser",
            "estar",
            "haber",
            "tener",
            "ir",
            "poder",
            "deber",
            "hallar",
            "quedar",
            "seguir",
            "resultar",
            "encontrar",
            "volver",
        ):
            if slug(lemma) not in self.infinitives:
                self.verb(lemma)
        self.senses = {name: tuple(self._meant(means)) for name, means in self.senses.items()}
        for line in self.lines("variants"):
            form, _, known = line.partition(" = ")
            for word in self.forms.get(expand(fold(known)), ()):
                self.add(form, word)
        data: dict[str, Any] = {}
        for table in self.tables:
            for key, value in table.items():
                data[key] = {**data.get(key, {}), **value} if isinstance(value, dict) else value
        longest = max(len(form.split()) for form in self.forms)
        idioms = {expand(fold(phrase)): known for phrase, _, known in (line.partition(" = ") for line in self.lines("read_as"))}
        idioms |= self._step_idioms()
        return Lexicon(
            self.game.slug,
            {form: tuple(words) for form, words in self.forms.items()},
            longest,
            self.verbs,
            self.senses,
            self.infinitives,
            self.nouns,
            self.adjectives,
            self.icons,
            self.tokens,
            self.names,
            self.adverbs,
            data,
            self._dice(),
            frozenset(self.spelled),
            self.texts,
            self.keywords,
            self.steps,
            self.game,
            idioms,
            max((len(phrase.split()) for phrase in idioms), default=0),
            frozenset(phrase.split()[0] for phrase in idioms),
            _reach(self.forms),
        )

    def _step_idioms(self) -> dict[str, str]:
        """«paso de neutralizar resultados», without quotes or articles, is the step of that name."""
        found: dict[str, str] = {}
        for noun in next((table["step_nouns"].split() for table in self.tables if "step_nouns" in table), []):
            for step in _steps(self.game):
                for name in dict.fromkeys((step.nombre, *spelled_names(step.nombre))):
                    found[expand(fold(f"{noun} {name}"))] = f'{noun} "{step.nombre}"'
                    found[expand(fold(f"{noun} de {name}"))] = f'{noun} de "{step.nombre}"'
        return found

    def _noun_lines(self) -> Iterator[tuple[str, str, str, str]]:
        """A game's noun takes the place of everyday Spanish's: «misión» is no mere time where it is a card."""
        tables = [
            [(*line.partition(" = ")[0].rsplit(" ", 2), line.partition(" = ")[2]) for line in table.get("nouns", ())]
            for table in self.tables
        ]
        for index, lines in enumerate(tables):
            again = {fold(line[0]) for later in tables[index + 1 :] for line in later}
            for text, gender, sort, canon in lines:
                if fold(text) not in again:
                    yield text, gender, sort, canon

    def _facts(self) -> None:
        """Icons, kinds of tokens, names of steps, names: what juego.toml already tells."""
        own: dict[str, str] = {}
        special: dict[str, str] = {}
        for table in self.tables:
            own |= table.get("icons", {})
            special |= table.get("icon_sorts", {})
        for icon in self.game.iconos:
            bare = icon.token.strip("[]")
            name = slug(bare)
            self.icons.setdefault(name, self._table("icon_words").get(name, icon.token))
            for sort in special.get(bare, own.get(icon.clase, icon.clase)).split():
                cls = "RICON" if sort == "alcance" else "ICON"
                self.add(icon.token, Word(cls, name, sort, icon.genero, "-"))
        for name, words in self._table("icon_spelled").items():  # «acción de coordinación»: an icon in words, behind its noun
            for icon_word in [word for word in self.forms.get(fold(f"[{name}]"), ()) if word.cls == "ICON"]:
                for text in words.split(", "):
                    for form in dict.fromkeys((text, pluralize(text)) if " " not in text else (text,)):
                        self.add(form, replace(icon_word, cls="WICON", gender="-", number="-"))
        skipped = frozenset(name for table in self.tables for name in table.get("states_not_tokens", ()))
        kinds = self._kinds()
        for token in self.game.fichas:
            name = slug(token.nombre)
            if name in skipped:  # «Líder capturado» is said of a leader, with the game's own words
                continue
            self.tokens.setdefault(name, token.nombre)
            if name in kinds:
                continue
            self.add(token.nombre, Word("KIND", name, "tipo_ficha", "-", "-"))
            for other in token.sinonimos:
                self.add(other, Word("KIND", name, "tipo_ficha", "-", "-"))
        for line in self.lines("token_words"):
            other, _, canon = line.partition(" = ")
            self.add(other, Word("KIND", slug(canon), "tipo_ficha", "-", "-"))
        for term in self.game.vocabulario:
            if term.clase in self._listed("keyword_classes"):
                name = expand(plain(term.nombre))
                self.keywords[name] = (*self.keywords.get(name, ()), term)
                self.add(name, Word("CLAVE", name, "palabra_clave", term.genero, "s"))
        noun = next((table["step_noun"] for table in self.tables if "step_noun" in table), None)
        for step in _steps(self.game):
            self.steps.setdefault(fold(step.nombre), step.nombre)
            for other in spelled_names(step.nombre) if any("step_nouns" in table for table in self.tables) else ():
                self.steps.setdefault(fold(other), step.nombre)
            if noun is not None:  # «paso Modificar los dados de ataque», without quotes
                gender = self.nouns[noun].gender
                self.add(f"{noun} {step.nombre}", Word("PASO", fold(step.nombre), "tiempo", gender, "s"))
                self.add(f"{noun} de {step.nombre}", Word("PASO", fold(step.nombre), "tiempo", gender, "s"))
        told = {slug(name) for name, sort, _ in self._names() if sort != "nombre"}
        for other, known in self._table("step_aliases").items():  # a step by a part of its name
            self.steps.setdefault(fold(other), known)
            self.add(f"{noun} {other}", Word("PASO", fold(other), "tiempo", self.nouns[noun].gender, "s"))  # type: ignore[index]
            self.add(f"{noun} de {other}", Word("PASO", fold(other), "tiempo", self.nouns[noun].gender, "s"))  # type: ignore[index]
        for name, sort, gender in self._names():
            if sort == "nombre" and slug(name) in told:
                continue  # a list tells what bears it
            if sort == "nombre" and expand(fold(name)) in self.forms:
                continue  # an everyday word or a term: as a name it needs its quotes
            self.names.setdefault(slug(name), name)
            self.add(name, Word("NAME", slug(name), sort, gender, "s" if sort != "nombre" else "-"))
        nouns = self._table("noun_classes")
        for term in self.game.vocabulario:
            if term.clase in nouns:
                self.noun(term.nombre, term.genero or "m", nouns[term.clase], plural=term.plural)

    def _kinds(self) -> set[str]:
        """Words that name a kind of something («Aturdimiento» is an `estado`): their identifiers."""
        found: set[str] = set()
        for line in self.lines("kind_words"):
            text, _, canon = line.partition(" = ")
            text, sort = text.rsplit(" ", 1)
            name = slug(canon or text)
            found.add(name)
            self.tokens.setdefault(name, canon or text)
            self.add(text, Word("KIND", name, sort))
        return found

    def _dice(self) -> dict[str, frozenset[str]]:
        found: dict[str, frozenset[str]] = {}
        for die in self.game.dados:
            found[die.papel] = found.get(die.papel, frozenset()) | frozenset(
                slug(face) for side in die.caras for face in side or ("cara vacía",)
            )
        return found

    def _names(self) -> Iterable[tuple[str, str, str]]:
        """Names with their sort: those of a class whose sort the game tells are no catch-all."""
        for name in self.game.nombres:
            yield name, "nombre", "-"
        for line in (*listed_names(self.game.slug), *listed_names(self.game.sobre or "")):
            name, _, sort = line.partition(" = ")
            yield name, sort or "nombre", "-"
        sorts = self._table("name_sorts")
        for term in self.game.vocabulario:
            if term.clase in sorts or term.clase in self._listed("name_classes"):
                yield term.nombre, sorts.get(term.clase, "nombre"), term.genero or "-"

    def _table(self, key: str) -> dict[str, str]:
        return {name: sort for table in self.tables for name, sort in table.get(key, {}).items()}

    def _listed(self, key: str) -> frozenset[str]:
        return frozenset(name for table in self.tables for name in table.get(key, ()))


def _steps(game: Game) -> Iterator[Step]:
    """Every step that has a name: of the round, of the attack, of the other sequences."""
    todo = [*game.ronda, *game.ataque, *(step for steps in game.secuencias.values() for step in steps)]
    while todo:
        step = todo.pop(0)
        yield step
        todo.extend(step.pasos)


ARTICLE = re.compile(r"\b(el|la|los|las|del) ")


def spelled_names(name: str) -> tuple[str, ...]:
    """A step's name without its articles, and with them: «Modificar (los) dados de ataque»."""
    bare = ARTICLE.sub(lambda m: "de " if m.group(1) == "del" else "", name)
    head, _, rest = bare.partition(" ")
    return bare, *(f"{head} {article} {rest}" for article in ("los", "el", "la", "las", "tus", "sus"))


def listed_names(game: str) -> tuple[str, ...]:
    """Names of published cards, ships and pilots, one a line, with their sort where it is known: corpus/<juego>/nombres.txt."""
    given = given_game(game)
    if given is not None:
        return given.names
    path = CORPUS / game / "nombres.txt"
    return tuple(line for line in path.read_text(encoding="utf-8").splitlines() if line) if path.exists() else ()


def has_words(game: str) -> bool:
    """Whether the game says how its cards speak; without it there is only everyday Spanish."""
    return bool(_words(game))


def lexicon_for(game: str, names: tuple[str, ...] = ()) -> Lexicon:
    """The words of a game, with names that the user's own list adds."""
    return kept_lexicon(game, names)


def with_forms(plain: Lexicon, more: dict[str, tuple[Word, ...]]) -> Lexicon:
    """The same with more phrases, or with other words for those that it has."""
    longest = max(plain.longest, *(len(form.split()) for form in more))
    own = {head: max(size, plain.reach.get(head, 0)) for head, size in _reach(more).items()}
    return replace(plain, forms={**plain.forms, **more}, longest=longest, reach={**plain.reach, **own})


@lru_cache(maxsize=MOST_GAMES)
def kept_lexicon(game: str, names: tuple[str, ...]) -> Lexicon:
    if names:
        plain = lexicon_for(game)
        more = {
            expand(fold(name)): (*plain.forms.get(expand(fold(name)), ()), Word("NAME", slug(name), "nombre")) for name in names
        }
        return replace(with_forms(plain, more), names={**plain.names, **{slug(name): name for name in names}})
    facts = load_whole(game)
    tables = [_table(SPANISH)]
    if facts.sobre is not None:
        tables.append(_words(facts.sobre))
    tables.append(_words(game))
    read = _Builder(facts, tables).read()
    gc.freeze()  # a game's words live as long as the process: half the time of a long text went into walking them again
    return read


def _words(game: str) -> dict[str, Any]:
    """How a game's cards speak: its palabras.toml, of the project or of the user's own folder."""
    given = given_game(game)
    return dict(given.words) if given is not None else _table(GAMES / game / "palabras.toml")


def _table(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return tomllib.load(file)
