"""Why nothing goes on where a sentence stops: the word there is of a sort that the one before it does not take."""

from collections.abc import Sequence

from grammar.lexicon.load import Lexicon
from grammar.lexicon.words import Token, Word

VERBAL = frozenset({"V", "V_INF"})
KEYWORDS = frozenset({"palabra_clave", "palabra_abierta"})
BACK = 3
"""Words between a verb and the noun that it takes: «tirar 1 de tus …»."""
EXAMPLES = 3


def why(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> str | None:
    """The reason, where it is one of sorts; the words may be right and something else be missing."""
    if not 0 <= at < len(tokens):
        return None
    return _of_that(tokens, at, lexicon) or _no_token(tokens, at, lexicon) or _object(tokens, at, lexicon)


def _of_that(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> str | None:
    """«ficha de Puntería», «acción [crítico]»: no such token, no such action."""
    here = next((i for i in (at, at + 1) if 0 < i < len(tokens) and _first(tokens[i], {"DE"}) is None), None)
    if here is None:
        return None
    head = here - 2 if _first(tokens[here - 1], {"DE"}) else here - 1
    noun = _first(tokens[head], {"N"}) if head >= 0 else None
    said = _first(tokens[here], {"CLAVE", "WICON", "ICON"}) or (_first(tokens[here], {"N"}) if head == here - 2 else None)
    if noun is None or said is None:
        return None
    takes = str(lexicon.data.get("icons_after", {}).get(noun.sort, "")).split()
    if said.sort in KEYWORDS:
        if noun.sort in KEYWORDS:
            return None
    elif said.cls == "N" or any(word.sort in takes for word in tokens[here].words):
        return None
    what = _sort(said, lexicon)
    return f"«{tokens[here].text}» no va con «{tokens[head].text}»" + (f": es {what}." if what else ".")


def _no_token(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> str | None:
    """«1 ficha de Botín»: a thing of the game, and no token of it."""
    here = next((i for i in (at, at + 1) if 1 < i < len(tokens) and _first(tokens[i], {"DE"}) is None), None)
    head = _first(tokens[here - 2], {"N"}) if here is not None and _first(tokens[here - 1], {"DE"}) else None
    if (
        here is None
        or head is None
        or head.id != "ficha"
        or not tokens[here].text[:1].isupper()
        or _first(tokens[here], {"KIND"})
    ):
        return None
    return f"No hay fichas de «{tokens[here].text}»: las hay de «{'», «'.join(sorted(lexicon.tokens.values())[:EXAMPLES])}»…"


def _object(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> str | None:
    """«gastar» does not take a ship."""
    noun = _first(tokens[at], {"N", "ICON"})
    if noun is None:
        return None
    for token in reversed(tokens[max(0, at - BACK) : at]):
        verb = next((word for word in token.words if word.cls in VERBAL and word.id in lexicon.senses), None)
        if verb is None:
            continue
        senses = [sense.lstrip("!") for sense in lexicon.senses[verb.id]]
        roles = [role for sense in senses for role in lexicon.verbs.get(sense, ()) if role.name == "que"]
        if not roles or any(lexicon.fits(noun.sort, role.sorts) for role in roles):
            return None
        takes = [n.text for n in lexicon.nouns.values() if any(n.sort in role.sorts for role in roles)][:EXAMPLES]
        lemma = lexicon.infinitives.get(verb.id, verb.id)
        told = f"«{lemma}» no va con «{tokens[at].text}»"
        return told + (f": va con «{'», «'.join(takes)}»…" if takes else ".")
    return None


def _first(token: Token, classes: set[str]) -> Word | None:
    return next((word for word in token.words if word.cls in classes), None)


def _sort(word: Word, lexicon: Lexicon) -> str:
    """What a word is, in words: «un resultado», «un tipo de mejora»."""
    if word.sort in KEYWORDS:
        return "una palabra clave"
    kind = word.sort.removeprefix("tipo_")
    noun = lexicon.nouns.get(kind)
    if noun is None:
        return ""
    return f"un tipo de {noun.text}" if kind != word.sort else f"{'una' if noun.gender == 'f' else 'un'} {noun.text}"
