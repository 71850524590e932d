"""Card files: JSON Lines, YAML, Markdown and CSV; findings in every format; files written back."""

import json
import tempfile
from collections.abc import Hashable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from grammar.game import GAMES
from kb.cards.files import Card, CardFileError, cards_from, read_cards, write_texts
from kb.cards.output import FORMATS
from kb.errors import KbError
from tests.soak import material
from tests.soak.invariants import hold, refusal, sound
from tests.soak.mutate import spoil_text
from tests.soak.targets import Target
from web.errors import WebError
from web.view.cards import uploaded

_WORDS = (
    "## ", "{xwing; uno}", "{legion}", "- text: ", "  text: |\n", "  game: xwing\n", '"text": ', '"game": "legion"',
    "{", "}", "[", "]", '"', "'",
    ": ", "\n", "\n- ", "# ", "---", "...", "&a ", "*a", "!!python/object", "!!binary", "<<: ", "? ", "| ", "> ", "~",
    "null", "1", "2024-01-01",
    "0x1F", ".nan", ".inf", "text,game\n", ",", "\\n", "\\u00e1", "\\ud800", "%TAG", "@", "`",
)  # fmt: skip


@cache
def _folder() -> Path:
    place = "/dev/shm" if Path("/dev/shm").is_dir() else None
    _KEPT.append(tempfile.TemporaryDirectory(prefix="reglario-soak-", dir=place))
    return Path(_KEPT[-1].name)


_KEPT: list["tempfile.TemporaryDirectory[str]"] = []


def seeds() -> list[Any]:
    """Pairs of ending and content."""
    found: list[Any] = []
    texts = [(game, text) for game, text in material.cards() if len(text) < 200]
    for n in range(0, len(texts) - 2, 9):
        three = texts[n : n + 3]
        rows = [{"id": f"x/{k}", "game": g, "name": f"Carta {k}", "text": t} for k, (g, t) in enumerate(three)]
        found.append(["jsonl", "\n".join(json.dumps(row, ensure_ascii=n % 2 == 0) for row in rows)])
        found.append(["yaml", "".join(f"- game: {g}\n  name: Carta\n  text: >-\n    {t}\n" for g, t in three)])
        found.append(["yaml", json.dumps(rows, ensure_ascii=False)])
        found.append(["md", "".join(f"## Carta {k} {{{g}; x/{k}}}\n\n{t}\n\n" for k, (g, t) in enumerate(three))])
        found.append(["csv", "id,game,text\n" + "".join(f'x/{k},{g},"{t}"\n' for k, (g, t) in enumerate(three))])
    return found


def spoil(rng: Random, case: Any, pool: list[Any]) -> Any:
    ending, content = case
    if rng.random() < 0.1:
        ending = rng.choice(("jsonl", "yaml", "md", "csv", "yml", "txt"))
    words = _WORDS if rng.random() < 0.6 else material.card_words()
    return [ending, spoil_text(rng, content, words, [other for _, other in rng.sample(pool, 2)])]


def check(case: Any) -> Hashable:
    ending, raw = case[0], case[1].encode("utf-8", "replace")
    content = raw.decode("utf-8")  # every door takes bytes: no half character comes in but as an escape
    try:
        sent = list(uploaded(f"cartas.{ending}", raw, None).cards)
        _sent(sent)
    except WebError as error:
        refusal(Exception(error.body.message))
        sound(error.body.model_dump(), "uploaded")
    if ending == "csv":
        return None
    try:
        cards = list(cards_from(content, f"cartas.{ending}", None))
    except KbError as error:
        hold(isinstance(error, CardFileError), "otra clase de error", repr(error))
        return ending, refusal(error).split("«")[0][-40:]
    _sent(cards)
    findings = [(card, d) for card in cards[:1] for d in _findings(card)]
    for name, write in FORMATS.items():
        write(findings).encode("utf-8")
        hold(name, "formato")
    _written(ending, content, cards)
    return ending, len(cards), frozenset(card.game for card in cards), frozenset(d.code for _, d in findings)


def _findings(card: Card) -> list[Any]:
    from grammar.lint import lint_text

    return list(lint_text(card.text[:200], card.game))


def _sent(cards: list[Card]) -> None:
    for card in cards:
        hold(card.game in GAMES and isinstance(card.text, str) and card.line >= 1, "carta mal leída", card)
        sound([card.id, card.text, card.name, card.kind], "carta")


def _written(ending: str, content: str, cards: list[Card]) -> None:
    """Changing the texts of a file changes those and nothing else, or is refused."""
    if not cards or "\r" in content:
        return
    path = _folder() / f"cartas.{ending}"
    path.write_bytes(content.encode("utf-8", "replace"))
    try:
        before = read_cards(str(path))
        texts = [f"Texto {n}." if n == 0 else card.text for n, card in enumerate(before)]
        write_texts(str(path), before, texts)
        after = read_cards(str(path))
    except KbError as error:
        refusal(error)
        return
    hold([card.text for card in after] == texts, "el fichero escrito dice otra cosa", (content, [card.text for card in after]))


TARGET = Target("cartas", seeds, spoil, check)
