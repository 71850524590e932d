"""The corpus we ship: complete by title, stable by id, linked, named without ambiguity, and true to the books."""

import json
import re
import tomllib
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from grammar.game import CORPUS, GAMES, Game, Lexicon, Step, load_game
from grammar.meaning.card import compile_card
from kb.agreement.apart import apart, read_in
from kb.agreement.commands import as_read, definitions_apart, is_reason, not_read
from kb.agreement.definitions import differences, undefined
from kb.agreement.facts import EXPLANATIONS, compare, explanations_from
from kb.books.shipped import shipped_entries
from kb.models import Entry
from kb.play.meaning.abilities import refusal
from kb.store import open_kb
from kb.text import fold, lemma, strip_accents
from tests.contradictions import FRESH, measured
from tests.sample import WHOLE
from web.view.figures import figures_of, rows_of

FIXTURES = Path(__file__).parent / "fixtures"
TITLE = re.compile(r"^(?P<title>.+?) \{(?P<kind>\w+)(?:; sigue «(?P<rest>.+)»)?\}$")
TOKEN = re.compile(r"\[[^\[\]\n]+\](?!\()")
CARD_FIELDS = {"id", "game", "kind", "name", "datos", "text"}
SIDES = {
    "legion": {"ataque": 8, "defensa": 6}, "xwing": {"ataque": 8, "defensa": 8}, "rebellion": {"combate": 6},
    "imperial-assault": {"ataque": 6, "defensa": 6}, "leyendas": {},
}  # fmt: skip
each_game = pytest.mark.parametrize("game", GAMES)


@cache
def entries(game: str) -> tuple[Entry, ...]:
    return tuple(shipped_entries(CORPUS / game / "libro.md")[1])


def slugs(game: str) -> list[str]:
    return [e.id.split("/", 1)[1] for e in entries(game)]


def lines(folder: str, game: str) -> list[str]:
    return (FIXTURES / folder / f"{game}.txt").read_text(encoding="utf-8").splitlines()


def steps(game: Game) -> Iterator[Step]:
    waiting = list(chain(game.ronda, game.ataque, *game.secuencias.values()))
    while waiting:
        step = waiting.pop()
        waiting += step.pasos
        yield step


def cards(game: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CORPUS / game / "cartas.jsonl").read_text(encoding="utf-8").splitlines()]


@each_game
def test_every_sample_card_is_understood(game: str) -> None:
    told = {card["id"]: compile_card(card["text"], game) for card in cards(game)}
    assert {name: card.diagnostics[0].message for name, card in told.items() if card.status == "rechazado"} == {}


@each_game
def test_every_official_title_has_its_entry(game: str) -> None:
    found = [TITLE.match(line) for line in lines("titles", game)]
    assert all(found), "a line is not «Título {clase}»"
    official = Counter(fold(lemma(" ".join(filter(None, (m["title"], m["rest"]))))) for m in found if m)
    ours = Counter(fold(lemma(e.title)) for e in entries(game) if e.kind != "redireccion")
    assert official - ours == Counter()


@each_game
def test_ids_are_stable(game: str) -> None:
    """An id is an address that people link to. Add new ones to the list; think twice before taking one off."""
    assert sorted(e.id for e in entries(game)) == lines("ids", game)


@each_game
def test_ids_are_unique_and_every_link_resolves(game: str) -> None:
    known = {f"{g}/{slug}" for g in GAMES for slug in slugs(g)}
    assert len(set(slugs(game))) == len(slugs(game))
    targets = [(e.id, t) for e in entries(game) for t in (*e.see_also, *e.refs, e.redirect, e.parent) if t is not None]
    lost = [(id, target) for id, target in targets if target not in known]
    assert lost == []
    assert [e.id for e in entries(game) if e.dangling] == []


@each_game
def test_lexicon_rows_point_to_entries(game: str) -> None:
    rows = Lexicon.model_validate(tomllib.loads((CORPUS / game / "lexico.toml").read_text(encoding="utf-8"))).termino
    assert [name for name, n in Counter(r.entrada for r in rows).items() if n > 1] == []
    assert [r.entrada for r in rows if r.entrada not in slugs(game)] == []


@each_game
def test_no_name_belongs_to_two_entries(game: str) -> None:
    rows = Lexicon.model_validate(tomllib.loads((CORPUS / game / "lexico.toml").read_text(encoding="utf-8"))).termino
    owners: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        for name in row.all():
            owners[fold(name)].add(row.entrada)
    assert {name: who for name, who in owners.items() if len(who) > 1} == {}
    titles = {fold(e.title): e.id.split("/", 1)[1] for e in entries(game) if e.kind != "redireccion"}
    equal = Counter(fold(e.title) for e in entries(game))
    assert {n: who for n, who in owners.items() if equal[n] == 1 and n in titles and who != {titles[n]}} == {}


@each_game
def test_game_facts_point_to_entries(game: str) -> None:
    facts = load_game(game)
    named = {s.entrada for s in steps(facts)} | {q for s in steps(facts) for q in s.cualidades}
    named |= {x.entrada for x in (*facts.fichas, *facts.prioridades, *facts.vocabulario)}
    lost = {slug for slug in named if slug is not None} - set(slugs(game))
    assert lost == set()


@each_game
def test_game_facts_are_consistent(game: str) -> None:
    facts = load_game(game)
    assert facts.slug == game
    tokens = {t.id for t in facts.fichas}
    assert [(s.id, f) for s in steps(facts) for f in s.fichas if f not in tokens] == []
    terms = [(t.clase, t.id) for t in facts.vocabulario]
    for ids in ([i.id for i in facts.iconos], [i.token for i in facts.iconos], [t.id for t in facts.fichas], terms):
        assert [i for i, n in Counter(ids).items() if n > 1] == []


FACES = {"precision": "precisión {}", "dano": "{} [daño]", "bloqueo": "{} [bloqueo]", "evadir": "{} [evadir]",
         "esquivar": "{} [esquivar]", "incremento": "{} [incremento]"}  # fmt: skip


def face_told(face: dict[str, int]) -> str:
    parts = [form.format(face[icon]) for icon, form in FACES.items() if icon in face]
    parts = [part if "daño" in part else re.sub(r"^1 (?=\[)", "", part) for part in parts] or ["vacía"]
    return " y ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def counted(face_lists: list[list[str]], columns: tuple[str, ...]) -> list[str]:
    """The cells of a row for each die: how many faces bear each icon, and how many none."""
    rows = [[str(faces.count(icon) or "—") for icon in (*columns, "")] for faces in face_lists]
    return [" | ".join(row) for row in rows]


def test_faces_are_told_as_the_game_has_them() -> None:
    """They stand in the facts, which the engine rolls, and in the entry, which players read."""
    books = {game: (CORPUS / game / "libro.md").read_text("utf-8") for game in GAMES}
    dice = {game: [[next(iter(face), "") for face in die.caras] for die in load_game(game).dados] for game in GAMES}
    legion = counted(dice["legion"], ("impacto", "critico", "bloqueo", "incremento"))
    names = ("Ataque rojo", "Ataque negro", "Ataque blanco", "Defensa rojo", "Defensa blanco")
    for name, row in zip(names, legion, strict=True):
        assert f"| {name} | {row} |" in books["legion"]
    xwing = counted(dice["xwing"], ("impacto", "critico", "evasion", "concentracion"))
    for name, row in zip(("Ataque (rojo)", "Defensa (verde)"), xwing, strict=True):
        assert f"| {name} | {row} |" in books["xwing"]
    for die in load_game("imperial-assault").dados:
        name, faces = die.nombre.removeprefix("dado ").capitalize(), "; ".join(face_told(dict(face)) for face in die.caras)
        assert f"- **{name}** ({die.papel}): {faces}." in books["imperial-assault"]
    assert [Counter(faces) for faces in dice["rebellion"][:2]] == [
        {"impacto": 2, "impacto_directo": 1, "especial": 1, "": 2}
    ] * 2
    assert "dos [impacto], un [impacto-directo], un [especial] y dos vacías" in books["rebellion"]


@each_game
def test_dice_have_their_faces(game: str) -> None:
    facts = load_game(game)
    icons = {i.id for i in facts.iconos}
    assert {d.papel for d in facts.dados} == set(SIDES[game])
    for die in facts.dados:
        assert len(die.caras) == SIDES[game][die.papel], die.id
        assert {icon for face in die.caras for icon in face} <= icons, die.id


@each_game
def test_icon_tokens_cover_book_and_cards(game: str) -> None:
    known = {icon.token for icon in load_game(game).iconos}
    book = (CORPUS / game / "libro.md").read_text(encoding="utf-8")
    used = set(TOKEN.findall(book)) | {
        token for card in cards(game) for token in TOKEN.findall(json.dumps(card["datos"], ensure_ascii=False) + card["text"])
    }
    assert used - known == set()


@each_game
def test_sample_cards(game: str) -> None:
    rows = cards(game)
    assert len(rows) >= 40
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows:
        assert set(row) == CARD_FIELDS
        assert row["game"] == game
        assert row["id"].startswith(f"{game}/")
        words = [v for k, v in row.items() if k != "datos"] + [w for pair in row["datos"].items() for w in pair]
        assert all(isinstance(word, str) and word.strip() == word != "" for word in words), row["id"]
        assert "Tipo" in row["datos"], row["id"]


@each_game
def test_our_text_speaks_of_rules_and_not_of_scans(game: str) -> None:
    """Where a fact comes from is data (procedencia.toml), shown as a mark; nobody at a table asks about a scan."""
    about = re.compile(
        r"escane|nuestra fuente|edición inglesa|se (?:ha |han )?perdi(?:eron|do en)|ilegible|se desconoce|no se lee"
    )
    assert [(e.id, b.text) for e in entries(game) for b in e.blocks if about.search(b.text)] == []
    told = [p for e in entries(game) for b in e.blocks for p in b.provenance]
    assert [p.told for p in told if not p.told.endswith(".") or p.told.count(". ")] == []


@each_game
def test_one_spelling(game: str) -> None:
    """«solo», «esta», «icono», «por ejemplo», tokens with the game's capital; a quotation is another's."""
    names = "|".join(t.nombre.lower() for t in load_game(game).fichas)
    other = re.compile(rf"\b[Ss]ólo\b|\bést[aeo]s?\b|\baquéll|\bíconos?\b|\bp\. ?ej|\bfichas? de (?:{names})\b")
    cards = [json.loads(line)["text"] for line in (CORPUS / game / "cartas.jsonl").read_text(encoding="utf-8").splitlines()]
    texts = [*(b.text for e in entries(game) for b in e.blocks), *prose_of(load_game(game).model_dump()), *cards]
    assert [text for text in texts if other.search(re.sub("«[^»]*»", "", text))] == []


SPOKEN_TO = re.compile(
    r"\b(?:tú|tus?|te|ti|tuy[oa]s?|puedes|debes|tienes|estás|eres|elig[ea]s|pon(?:es|lo|la)?|colocas|ganas|tiras|juegas|usas"
    r"|gastas|haces|hagas|robas|sacas|tengas|puedas|recibes|sufres|resuelves|ves|mides|añades|confundas|quieres|anotas|llevas"
    r"|retiras|giras|mueves|atacas|defiendes|muestras|descartas|ignoras|efectúas|realizas|recuperas|revelas|ejecutas|pierdes"
    r"|tomas|decides|necesitas|controlas|despliegas|haz|conviertes|empiezas|quieras|prefieras|supón|apóyala|dóblala|sois)\b",
    re.I,
)
QUOTED = re.compile(r"«[^»]*»|“[^”]*”|\([^)]*\)")
"""What a card says to its player, and addresses of links."""


@each_game
def test_one_voice(game: str) -> None:
    """Rules speak of players, units and ships; nobody is addressed."""
    prose = [line for line in (CORPUS / game / "libro.md").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert [line for line in prose if SPOKEN_TO.search(QUOTED.sub("", line))] == []


@each_game
def test_figures_belong_to_entries_and_can_be_drawn(game: str) -> None:
    rows = rows_of(game)
    assert {row.entrada for row in rows} <= set(slugs(game))
    for slug in {row.entrada for row in rows}:
        entry = next(e for e in entries(game) if e.id == f"{game}/{slug}")
        for figure in figures_of(entry):
            root = ET.fromstring(str(figure.svg))
            assert root.find(".//{*}title") is not None and len(figure.svg) < 4000 and figure.caption.endswith(".")


def test_the_engine_judges_the_boards() -> None:
    entry = next(e for e in entries("imperial-assault") if e.id.endswith("/apendice-i-ejemplos-de-lineas-de-vision"))
    told = [figure.caption for figure in figures_of(entry)]
    assert any(t.startswith("Caso 15") and t.endswith("A no ve a B.") for t in told)
    assert any(t.startswith("Caso 5") and t.endswith("A ve a B.") for t in told)
    entry = next(e for e in entries("imperial-assault") if e.id.endswith("/apendice-ii-ejemplos-de-movimiento"))
    verdicts = [figure.caption.partition(". ")[2] for figure in figures_of(entry)]
    assert [verdict.startswith("Se puede") for verdict in verdicts] == [n not in (4, 6, 9) for n in range(11)]


@each_game
def test_marks_are_addresses(game: str) -> None:
    for e in entries(game):
        ids = [a for b in e.blocks for a in (b.mark, *b.old)]
        assert len(set(ids)) == len(ids), e.id
        assert all(len(b.mark) <= 18 for b in e.blocks), e.id


@each_game
def test_definitions_say_what_their_entries_say(game: str) -> None:
    """What the engine runs and what the page says are one rule; a keyword without a definition says why."""
    facts = load_game(game)
    assert [(d.entry, d.what) for d in differences(facts, {e.id.split("/", 1)[1]: e.blocks for e in entries(game)})] == []
    assert undefined(facts) == []
    assert [t.id for t in facts.vocabulario if t.definicion and refusal(t.definicion, game)] == []


CONTRADICTIONS = [
    ("legion", "calcular_probabilidades", "[alcance-2]", "[alcance-3]", "con alcance 3"),
    ("legion", "modo_rodante", " 3 ", " 4 ", "con 4"),
    ("legion", "calcular_probabilidades", "aliada", "enemiga", "con enemiga"),
    ("legion", "calcular_probabilidades", " y dentro de la línea de visión", "", "sin línea de visión"),
    ("legion", "comitiva", "otra unidad", "una unidad", "sin otra unidad"),
    ("legion", "acometida", "puede realizar", "debe realizar", "con una obligación"),
    ("legion", "preparacion_x", "Después de", "Antes de", "con antes"),
    ("legion", "maestria_con_la_fuerza_x", "Al final de", "Al comienzo de", "con al comienzo"),
    ("legion", "fiable_x", "Al comienzo de", "Al final de", "con al final"),
    ("legion", "despiadado", "1 acción gratuita", "2 acciones gratuitas", "con 2 accion"),
    ("legion", "despiadado", "1 Herida", "2 Heridas", "con 2 her"),
    ("legion", "refuerzos", "Velocidad 1", "Velocidad 2", "con 2 de velocidad"),
    ("legion", "letal_x", "PERFORANTE 1", "PERFORANTE 2", "con 2 de perforante"),
    ("legion", "espolear", "máxima en 1", "máxima en 2", "con 2 de más o de menos"),
    ("imperial-assault", "gran_alcance", "puede realizar", "debe realizar", "sin opcional"),
]


@pytest.mark.parametrize(("game", "keyword", "said", "instead", "told"), CONTRADICTIONS)
def test_a_contradiction_is_told(game: str, keyword: str, said: str, instead: str, told: str) -> None:
    """The check that definitions pass is one that they can fail: in number, moment, choice, «otra», «aliada»."""
    facts = load_game(game)
    (term,) = (t for t in facts.vocabulario if t.id == keyword and t.definicion)
    assert term.definicion is not None
    assert said in term.definicion
    other = term.model_copy(update={"definicion": term.definicion.replace(said, instead)})
    texts = {e.id.split("/", 1)[1]: e.blocks for e in entries(game)}
    assert f"definición {told}" in [d.what for d in differences(facts.model_copy(update={"vocabulario": (other,)}), texts)]


@pytest.mark.books
def test_loading_the_books_loses_no_link_and_no_mode(official_kb: Path, shipped_kb: Path) -> None:
    """Whatever leads from one entry to another without the books does so with them; what is of one mode stays so."""
    loaded = open_kb(official_kb).by_id
    for own in open_kb(shipped_kb).entries:
        same = loaded[own.id]
        assert joined(own) <= joined(same), own.id
        assert {*own.modes} <= {*same.modes}, own.id


def joined(entry: Entry) -> set[str]:
    return {*entry.see_also, *entry.refs, *entry.mentioned_by, *entry.mentions, *entry.named_by}


@pytest.mark.books
def test_definitions_say_what_the_official_books_say(official_kb: Path) -> None:
    rows = [e for e in open_kb(official_kb).entries if e.source == "oficial"]
    for game in GAMES:
        texts = {e.id.split("/", 1)[1]: e.blocks for e in rows if e.game == game}
        assert [(d.entry, d.what) for d in differences(load_game(game), texts)] == []


@pytest.mark.books
def test_definitions_were_read_against_the_books(official_kb: Path) -> None:
    """Every word that stands elsewhere than in the entry or in the book has its reason; a contradiction has none."""
    rows = [e for e in open_kb(official_kb).entries if e.source == "oficial"]
    assert list(not_read(definitions_apart(rows))) == []
    legion, texts = load_game("legion"), {e.id: e for e in rows}
    for keyword, said, instead in UNSEEN_BY_MARKS:
        (term,) = (t for t in legion.vocabulario if t.id == keyword)
        entry = texts[f"legion/{term.entrada}"]
        assert term.definicion is not None and said in term.definicion and entry.summary is not None
        other = term.model_copy(update={"definicion": term.definicion.replace(said, instead)})
        told = {*apart(legion, other, entry.summary.blocks, entry.blocks)} - {*read_in(CORPUS / "legion").get(keyword, ())}
        assert told, keyword


@pytest.mark.parametrize("game", GAMES)
def test_reasons_are_sentences_about_keywords(game: str) -> None:
    """One by one: no reason stands for half the keywords."""
    known, read = {t.id for t in load_game(game).vocabulario if t.definicion}, read_in(CORPUS / game)
    assert {*read} <= known
    assert [(id, pair) for id, rows in read.items() for pair, reason in rows.items() if not is_reason(reason)] == []
    shared = Counter(reason for rows in read.values() for reason in {*rows.values()})
    assert [reason for reason, times in shared.items() if times > MOST_SHARED] == []


MOST_SHARED = 2
"""Pairs of keywords that are one rule said twice («Táctica» and «Paso ágil») may share a reason."""


def test_what_has_no_reason_is_told_until_it_has_one() -> None:
    rows = {"agil": ["a + b", "c + d"]}
    text = as_read(rows, {"agil": {"a + b": "Es lo mismo dicho de otro modo."}})
    assert text.count("[[leida]]") == 2 and 'motivo = ""' in text
    assert not is_reason("") and not is_reason("Es igual.") and is_reason("Es lo mismo dicho de otro modo.")


@pytest.mark.books
def test_most_contradictions_are_told(official_kb: Path) -> None:
    """Of changes of other kinds than the rules of comparison were written with."""
    asked, missed = measured(open_kb(official_kb).entries, FRESH, 1812, *((99, 1) if WHOLE else (1, 3)))
    assert len(missed) <= 0.05 * sum(asked.values())


UNSEEN_BY_MARKS = [
    ("fuego_de_apoyo", "Después de que", "Cuando"),
    ("autoridad", "Al comienzo", "Al final"),
    ("blindaje", "el defensor", "el atacante"),
    ("perforante_x", "[bloqueo]", "[crítico]"),
    ("letal_x", "gana PERFORANTE", "pierde PERFORANTE"),
    ("explorador_x", "“Realizar acciones”", "“Reagrupamiento”"),
]


def told_in(text: str) -> Iterator[tuple[str, ...]]:
    """Sentences of ten words or more, without titles and markup."""
    for sentence in re.split(r"(?<=[.!?;])\s+|\n", re.sub(r"\]\([^)]*\)", "]", text)):
        words = tuple(re.findall(r"[a-z0-9]+", strip_accents(sentence.lower())))
        if len(words) >= 10 and not sentence.startswith("#"):
            yield words


def triples(words: tuple[str, ...]) -> set[tuple[str, ...]]:
    return {words[i : i + 3] for i in range(len(words) - 2)}


TITLES = ("nombre", "titulo")
"""Names of steps and the like are the game's own."""


def prose_of(value: object) -> Iterator[str]:
    """The texts of a table of facts, without titles."""
    if isinstance(value, str):
        yield from (value,) if " " in value else ()  # a slug is the name of an entry
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from prose_of(each) if name not in TITLES else ()
    elif isinstance(value, list | tuple):
        for each in value:
            yield from prose_of(each)


@pytest.mark.books
def test_no_sentence_is_like_one_of_the_books(books: Path) -> None:
    official = list({words for path in sorted(books.glob("*.txt")) for words in told_in(path.read_text(encoding="utf-8"))})
    where: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for n, words in enumerate(official):
        for part in triples(words):
            where[part].append(n)
    alike = []
    for game in GAMES:
        facts = load_game(game).model_dump()
        for ours in told_in("\n".join(((CORPUS / game / "libro.md").read_text(encoding="utf-8"), *prose_of(facts)))):
            shared = Counter(n for part in triples(ours) for n in where.get(part, ()))
            near = (official[n] for n, _ in shared.most_common(8))
            likest = max((SequenceMatcher(None, ours, words, autojunk=False).ratio() for words in near), default=0)
            alike += [(game, " ".join(ours))] if likest >= 0.85 else []
    assert alike == []


PLACES = {"corpus": 13, "docs": 13, "bench": 18, "tests": 18}
"""From how many words on a sentence is somebody's. Shorter ones are formulas: «Mientras efectúas un ataque, el defensor tira 1
dado de defensa menos.» What stands on several published cards is one, however long it is."""
WRITTEN = frozenset((".md", ".txt", ".yaml", ".jsonl", ".toml", ".py", ".tsv"))


def whole_sentences(text: str, words: int = min(PLACES.values())) -> Iterator[tuple[str, ...]]:
    """As long as that, whatever card, list or quotation they stand in."""
    for sentence in re.split(r"(?<=[.!?;:])\s+|\n|[\"“”]", re.sub(r"\]\([^)]*\)", " ", text)):
        said = tuple(re.findall(r"[a-z0-9]+", strip_accents(sentence.lower())))
        if len(said) >= words:
            yield said


@pytest.mark.books
def test_no_sentence_is_one_of_the_books_or_of_a_published_card(books: Path, published: Path) -> None:
    rows = [json.loads(row) for path in sorted(published.glob("*.jsonl")) for row in path.read_text("utf-8").splitlines()]
    cards = Counter(
        said
        for row in rows
        for said in {said for text in row.values() if isinstance(text, str) for said in whole_sentences(text)}
    )
    theirs = {said for said, n in cards.items() if n == 1}
    theirs |= {said for path in sorted(books.glob("*.txt")) for said in whole_sentences(path.read_text("utf-8"))}
    ours = [
        (n, path)
        for place, n in PLACES.items()
        for path in sorted((CORPUS.parent / place).rglob("*"))
        if path.suffix in WRITTEN
    ]
    assert len(theirs) > 5000 and len(ours) > 300
    found = []
    for n, path in ours:
        text = path.read_text("utf-8", errors="replace").replace("\\n", "\n").replace('\\"', '"')
        found += [(path.name, " ".join(said)) for said in whole_sentences(text, n) if said in theirs]
    assert found == []


def test_explanations_say_who_what_and_why() -> None:
    rows = explanations_from(CORPUS / EXPLANATIONS)
    pairs = [(row.entrada, what) for row in rows for what in row.que]
    assert [pair for pair, n in Counter(pairs).items() if n > 1] == []
    assert all(row.que and row.motivo.strip().endswith(".") for row in rows)
    assert max(Counter(row.motivo for row in rows).values()) <= MOST_ALIKE


MOST_ALIKE = 7
"""Captions and screens of an application are alike; a reason for forty entries explained none of them."""


@pytest.mark.books
def test_facts_agree_with_the_official_books(official_kb: Path) -> None:
    result = compare(open_kb(official_kb).entries, explanations_from(CORPUS / EXPLANATIONS))
    assert result.compared > 1100
    assert [(d.entry, d.what) for d in result.open] == []
