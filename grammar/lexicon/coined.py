"""Keywords that a text tells of itself: «una unidad con la cualidad TENAZ X puede …» defines what no list knows.

Only in capitals, right behind who has it, and never a name that looks like a keyword of the game: that is a slip of the pen.
"""

import difflib
from collections.abc import Sequence
from itertools import takewhile

from grammar.lexicon.load import Lexicon, expand, fold, with_forms
from grammar.lexicon.tokens import Raw, looked_up
from grammar.lexicon.words import Word

ARTICLES = frozenset({"un", "una", "varias", "varios", "1"})
HAVING = (
    ("con",),
    ("provista", "de"),
    ("provisto", "de"),
    ("que", "posee"),
    ("que", "posea"),
    ("que", "tiene"),
    ("que", "tenga"),
    ("dotada", "de"),
    ("dotado", "de"),
)
LIKE = 0.88
"""From how alike two names are one for the other."""
SHORTEST = 3
APART = 3
"""Words between who has the keyword and «con»: «una unidad no desplegada con …»."""
OTHERS = ("alia", "enemig", "amig")
"""«una unidad enemiga con la cualidad X» defines nothing: of whom else is it told?"""


def with_coined(lexicon: Lexicon, raws: Sequence[Raw], text: str) -> Lexicon:
    """The game's words, with the keywords that this text defines."""
    if "coins" not in lexicon.data or not any(map(str.isupper, text.split())):
        return lexicon
    found = {expand(" ".join(looked_up(raw.text) for raw in run)): shown for run, shown in _coined(lexicon, raws, text)}
    more = {
        form: (*lexicon.forms.get(form, ()), Word("CLAVE", shown, "palabra_clave", "f", "s")) for form, shown in found.items()
    }
    return with_forms(lexicon, more) if more else lexicon


def _coined(lexicon: Lexicon, raws: Sequence[Raw], text: str) -> list[tuple[list[Raw], str]]:
    told = [lexicon.nouns[noun] for noun in str(lexicon.data["coins"]).split()]
    nouns = frozenset(fold(form) for noun in told for form in (noun.text, noun.plural))
    words = [fold(raw.text) for raw in raws]
    found = []
    for at, noun in enumerate(words):
        if noun not in nouns or words[at - 1 : at] == [] or words[at - 1] not in ARTICLES:
            continue
        begin = _name_at(words, at + 1)
        run = list(takewhile(lambda raw: text[raw.start : raw.end].isupper(), raws[begin:])) if begin else []
        while run and run[-1].text in ("X", "Y"):
            run.pop()
        shown = " ".join(dict.fromkeys(text[raw.start : raw.end] for raw in run)) if run else ""
        if len(shown) >= SHORTEST and not _known(expand(" ".join(looked_up(raw.text) for raw in run)), lexicon):
            found.append((run, shown))
    return found


def _name_at(words: Sequence[str], at: int) -> int:
    """Where the name of what it has begins; 0 where nothing is told that it has."""
    for start in range(at, min(at + APART + 1, len(words))):
        if words[start].startswith(OTHERS):
            return 0
        for having in HAVING:
            end = start + len(having)
            if tuple(words[start:end]) == having:
                return end + 2 if tuple(words[end : end + 2]) == ("la", "cualidad") else end
    return 0


def _known(name: str, lexicon: Lexicon) -> bool:
    """A keyword of the game, or one that is all but spelt so."""
    if any(name == known or (name.startswith(known + " ") and len(known) > len(name) - 3) for known in lexicon.keywords):
        return True
    return bool(difflib.get_close_matches(name, lexicon.keywords, 1, LIKE))
