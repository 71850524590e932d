"""The checker of quotations: true ones accepted, ones altered by a word rejected, and the nearest passage told."""

import random
from pathlib import Path

import pytest

from kb.errors import NotFound
from kb.models import Entry
from kb.quote.check import QuoteError, Quotes
from kb.store import open_kb

HOW_MANY = 500


@pytest.fixture(scope="module")
def quotes(shipped_kb: Path) -> Quotes:
    return Quotes(open_kb(shipped_kb))


def fragments(quotes: Quotes, seed: int) -> list[tuple[Entry, list[str]]]:
    """Runs of words of our own rules, of any length from four words on, all over the books."""
    chance = random.Random(seed)
    blocks = [(e, b.text.split()) for e in quotes.kb.entries for b in e.blocks if len(b.text.split()) >= 6]
    out = []
    for entry, words in chance.sample(blocks, HOW_MANY):
        size = chance.randint(4, len(words))
        start = chance.randint(0, len(words) - size)
        out.append((entry, words[start : start + size]))
    return out


def as_typed(words: list[str], chance: random.Random) -> str:
    """As somebody would paste it: other spaces, other quotation marks, between marks, with its own stop."""
    text = chance.choice((" ", "  ", "\n", "\u00a0")).join(words)
    for old, new in chance.choice(((), (("«", "“"), ("»", "”")), (("«", '"'), ("»", '"')))):
        text = text.replace(old, new)
    return chance.choice(("{}", "«{}»", '"{}"', "{}.", "…{}…")).format(text)


def test_true_quotations_are_accepted(quotes: Quotes) -> None:
    chance = random.Random(1)
    wrong = []
    for entry, words in fragments(quotes, 22):
        text = as_typed(words, chance)
        found = quotes.check(text, entry.id)
        if found.verdict != "textual" or found.places[0].entry != entry.id or not found.places[0].anchors:
            wrong.append((entry.id, text, found.told))
    assert wrong == []


def altered(words: list[str], vocabulary: list[str], chance: random.Random) -> list[str]:
    """One word changed, put in or left out; at the ends only changed, as a shorter quotation is still a quotation."""
    new, at = chance.choice(vocabulary), chance.randrange(len(words))
    inside = 0 < at < len(words) - 1
    kind = chance.choice(("cambia", "pone", "quita")) if inside else "cambia"
    if kind == "cambia":
        return [*words[:at], new, *words[at + 1 :]]
    return [*words[:at], *([new, words[at]] if kind == "pone" else []), *words[at + 1 :]]


def bare(text: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def test_quotations_altered_by_a_word_are_rejected(quotes: Quotes) -> None:
    chance, wrong, tried = random.Random(2), [], 0
    vocabulary = sorted(
        {w for e in quotes.kb.entries[::7] for b in e.blocks for w in b.text.split() if w.isalpha() and len(w) > 2}
    )
    for entry, words in fragments(quotes, 23):
        while True:
            text = " ".join(altered(words, vocabulary, chance))
            if bare(text) not in bare(" ".join(b.text for b in entry.blocks)):  # by chance it may still be what the rule says
                break
        tried += 1
        found = quotes.check(as_typed(text.split(), chance), entry.id)
        if found.verdict != "no_textual" or found.places:
            wrong.append((entry.id, text, found.told))
    assert tried == HOW_MANY and wrong == []


RULE = "xwing/concentracion"


def opening(quotes: Quotes, id: str = RULE) -> list[str]:
    return quotes.kb.get(id).blocks[0].text.split()


def test_what_is_otherwise_is_told_with_the_nearest_passage(quotes: Quotes) -> None:
    words = opening(quotes)
    found = quotes.check(" ".join([*words[:3], "zanahoria", *words[4:9]]), RULE)
    assert found.nearest is not None and found.nearest.entry == RULE
    assert [(d.op, d.quoted, d.text) for d in found.differences] == [("cambia", "zanahoria", words[3].strip(".,;"))]
    assert "difiere en un punto" in found.told
    missing = quotes.check(" ".join([*words[:3], *words[4:9]]), RULE)
    assert [d.op for d in missing.differences] == ["falta"]


def test_without_an_entry_it_is_looked_for_everywhere(quotes: Quotes) -> None:
    words = opening(quotes)
    assert RULE in [place.entry for place in quotes.check(" ".join(words)).places]
    assert RULE in [place.entry for place in quotes.check(" ".join(words), game="xwing").places]
    assert quotes.check(" ".join(words), game="legion").verdict == "no_textual"
    near = quotes.check(" ".join([*words[:4], "zanahoria", *words[5:]]))
    assert near.nearest is not None and near.nearest.entry == RULE


def test_accents_and_capitals_count_unless_one_says_so(quotes: Quotes) -> None:
    text = " ".join(opening(quotes))
    plain = text.translate(str.maketrans("áéíóúñ", "aeioun")).upper()
    assert quotes.check(text[0].lower() + text[1:], RULE).verdict == "textual"
    assert quotes.check(plain, RULE).verdict == "no_textual"
    assert quotes.check(plain, RULE, loose=True).verdict == "textual"


def test_omissions_are_allowed_where_they_are_said_and_in_order(quotes: Quotes) -> None:
    words = opening(quotes)
    head, tail = " ".join(words[:4]), " ".join(words[7:11])
    found = quotes.check(f"{head} […] {tail}", RULE)
    assert found.verdict == "textual" and found.omissions == 1
    assert quotes.check(f"{tail} […] {head}", RULE).verdict == "no_textual"
    assert quotes.check(f"{head} {tail}", RULE).verdict == "no_textual"


def test_part_of_a_word_is_no_quotation(quotes: Quotes) -> None:
    words = opening(quotes)
    assert quotes.check(" ".join(words[:4])[:-2], RULE).verdict == "no_textual"


def test_another_edition_is_not_vouched_for(quotes: Quotes) -> None:
    text = " ".join(opening(quotes))
    assert quotes.check(text, RULE, edition="0.0.1").verdict == "otra_edicion"
    assert quotes.check(text, RULE, edition=quotes.kb.get(RULE).citation.edition).verdict == "textual"


def test_nothing_to_compare_is_said(quotes: Quotes) -> None:
    with pytest.raises(QuoteError, match="ninguna palabra"):
        quotes.check("«…»", RULE)
    with pytest.raises(NotFound):
        quotes.check("hola", "xwing/nada-de-nada")
    assert quotes.check("zorritrones calvos vuelan").nearest is None
    for letters in ("xnavex", "o", "ataqueataque", "e e e e e e", "CONCENTRACIÓNCONCENTRACIÓN"):
        assert quotes.check(letters, RULE).verdict == "no_textual"


def test_an_icon_is_quoted_by_token_or_name(quotes: Quotes) -> None:
    entry, block = next((e, b) for e in quotes.kb.entries for b in e.blocks if e.game == "xwing" and "[arco-frontal]" in b.text)
    named = block.text.replace("[arco-frontal]", "[arco frontal]")
    assert named != block.text and quotes.check(named, entry.id).verdict == "textual"
