"""Small joins that need the neighbours: no + adjective, y + luego, en + cuya, auxiliaries shared by two verbs…

One function per join, tried in the order of the table for the type of the word at hand.
"""

from collections.abc import Callable
from dataclasses import dataclass

from grammar.lexing.words import Det, Verb, Word

ATTRIBUTES: frozenset[str] = frozenset({"ICON", "MAN", "TOK", "ADJ", "ARC", "NAME", "VEL", "PASO", "COMP"})
OPENERS: frozenset[str] = frozenset(
    {"MIENTRAS", "DESPUES_QUE", "ANTES_QUE", "DESPUES_DE", "ANTES_DE", "SI", "AL_COMIENZO", "AL_FINAL", "DURANTE"}
)
EARLY: frozenset[str] = frozenset({"ya", "todavia", "tambien", "siempre", "inmediatamente", "automaticamente"})
"""Adverbs that may come before their verb."""
PASSIVE: frozenset[str] = frozenset({"obstruido", "fijado_como_blanco"})
"""Adjectives that name an agent with «por»."""
MARKED: frozenset[str] = frozenset({"accion", "mejora", "carta_de_mejora", "resultado", "espacio"})
"""Nouns that an icon goes with, with «de» or without."""
NOTHING = Word("", "", 0, 0)


@dataclass
class View:
    """The word at hand, what follows it and what has come out so far."""

    words: list[Word]
    at: int
    out: list[Word]

    def ahead(self, distance: int) -> Word:
        place = self.at + distance
        return self.words[place] if place < len(self.words) else NOTHING

    @property
    def word(self) -> Word:
        return self.words[self.at]

    @property
    def last(self) -> Word:
        return self.out[-1] if self.out else NOTHING


Joined = tuple[list[Word], int]
"""Words that come out, and how many of the input they stand for."""
Join = Callable[[View], Joined | None]


def join_neighbours(words: list[Word]) -> list[Word]:
    out: list[Word] = []
    at = 0
    while at < len(words):
        view = View(words, at, out)
        made, used = next((found for join in JOINS.get(view.word.type, ()) if (found := join(view))), ([view.word], 1))
        out.extend(made)
        at += used
    return out


def renamed(word: Word, type_: str) -> Joined:
    word.type = type_
    return [word], 1


# ---- negation, tokens, adjectives ---------------------------------------------------------------------------


def negated_quality(view: View) -> Joined | None:
    """«no recurrente»"""
    if view.ahead(1).type not in ("ADJ", "MAN", "TOK"):
        return None
    view.ahead(1).negated = True
    return [], 1


def negative_adjective(view: View) -> Joined | None:
    """«sin restricciones»: not limited."""
    word = view.word
    return [Word("ADJ", word.text, word.start, word.end, word.id, "rasgo", negated=True, variant=True)], 1


def bare_token(view: View) -> Joined | None:
    """«de Concentración o Evasión»: the second token goes without «de»."""
    named = view.last.type == "EN_VEZ" or (view.last.type == "CJ" and len(view.out) > 1 and view.out[-2].type == "TOK")
    return renamed(view.word, "TOK" if named else "PALABRA")


def equal_to(view: View) -> Joined | None:
    if view.word.id not in ("igual", "identico") or view.ahead(1).type != "A":
        return None
    view.word.id = "igual"
    return renamed(view.word, "COMP")


def icon_of_token(view: View) -> Joined | None:
    """«1 ficha [carga]»"""
    if not view.word.cls.startswith("icono") or view.last.id != "ficha":
        return None
    view.word.variant = True
    return renamed(view.word, "ICON")


def damage_attribute(view: View) -> Joined | None:
    """«carta de Daño Nave»: the attribute, not the ship."""
    if view.word.text != "Nave" or view.last.id not in ("carta_de_dano", "atributo"):
        return None
    view.word.id, view.word.cls = "atributo_nave", "atributo"
    return renamed(view.word, "ADJ")


def count_afterwards(view: View) -> Joined | None:
    """«2 fichas o menos» is «2 o menos fichas»."""
    if view.word.id not in ("o_mas", "o_menos"):
        return None
    det = last_count(view.out)
    if det is None:
        return None
    det.count = view.word.id
    return [], 1


def last_count(out: list[Word]) -> Det | None:
    for word in reversed(out[-5:]):
        if word.det is not None:
            return word.det if word.det.count == "exacta" and word.det.values else None
    return None


# ---- prepositions ---------------------------------------------------------------------------------------------


def of_icon(view: View) -> Joined | None:
    """«acción de [impulso]», «acción blanca de [impulso]», «mejora de [talento]»"""
    if view.ahead(1).type != "ICON" or not any(word.id in MARKED for word in view.out[-2:]):
        return None
    view.ahead(1).variant = True
    return [], 1


def of_place(view: View) -> Joined | None:
    """«a alcance 1 de la nave»: the point from which it is measured."""
    return renamed(view.word, "DE_REF") if view.last.type in ("RANGO", "ARC_L") else None


def in_place(view: View) -> Joined | None:
    """«girar 90˚ sobre sí misma»: a ship turns in no other way."""
    return ([], 2) if view.last.type == "GRADOS" and view.ahead(1).id == "si_misma" else None


def agent(view: View) -> Joined | None:
    """«obstruido por», «causado por»"""
    return renamed(view.word, "POR_A") if view.last.type == "VPART" or view.last.id in PASSIVE else None


def in_whose(view: View) -> Joined | None:
    if view.ahead(1).type != "CUYO":
        return None
    view.ahead(1).id = "en_cuyo"
    return [], 1


def in_degrees(view: View) -> Joined | None:
    if view.ahead(1).type != "GRADOS":
        return None
    view.ahead(1).id = "en_grados"
    return [], 1


# ---- que --------------------------------------------------------------------------------------------------------


def completive(view: View) -> Joined | None:
    """«provocar que», «se considera que»"""
    verb = view.last.type in ("VF", "VINF") and view.last.id in ("provocar", "impedir", "considerar")
    return renamed(view.word, "QUE_C") if verb else None


def comparative(view: View) -> Joined | None:
    """«menor que», «más dados que», «la misma velocidad que la actual»"""
    more = _more(view.out)
    same = any(word.det is not None and word.det.same for word in view.out[-2:]) and view.ahead(1).type in ("DET", "PRON")
    return renamed(view.word, "QUE_COMP") if view.last.type == "COMP" or more or same else None


def _more(out: list[Word]) -> bool:
    """«más resultados [impacto]/[crítico] que»: how many more was said, and only qualities after it."""
    for distance, word in enumerate(reversed(out[-7:])):
        if word.det is not None:
            return word.det.count in ("mas", "menos")
        if distance > 1 and word.type not in ("NOUN", "CJ", *ATTRIBUTES):
            return False
    return False


def that_is(view: View) -> Joined | None:
    """«que no sea limitada»"""
    verb, after = view.ahead(1), view.ahead(2)
    if verb.type != "VF" or verb.id != "ser" or verb.verb is None or verb.verb.aspect:
        return None
    if after.type not in ATTRIBUTES or after.type == "COMP":
        return None
    return [Word("QUE_SER", f"que {verb.text}", view.word.start, verb.end, "no" if verb.verb.negated else "si")], 2


# ---- conjunctions and commas --------------------------------------------------------------------------------------


def and_then(view: View) -> Joined | None:
    then = view.ahead(1)
    if view.word.id != "y" or then.type != "LUEGO":
        return None
    return [Word("CJ", f"{view.word.text} {then.text}", view.word.start, then.end, "y_luego", variant=then.variant)], 2


def and_if_in_moment(view: View) -> Joined | None:
    """«mientras te defiendes y si estás dañado, …» is «mientras te defiendes, si estás dañado, …»."""
    if view.word.id != "y" or view.ahead(1).type != "SI" or not in_moment(view.out):
        return None
    comma = [] if view.last.text == "," else [Word("SIGN", ",", view.word.start, view.word.start, variant=True)]
    return comma, 1


def in_moment(out: list[Word]) -> bool:
    """Still inside «mientras …» or «después de que …», or right after «si lo haces,»."""
    if any(word.type == "SI" for word in out):
        return False
    if out and (out[-1].type == "ENLACE" or (len(out) > 1 and out[-1].text == "," and out[-2].type == "ENLACE")):
        return True
    return bool(out) and out[0].type in OPENERS and not any(word.text == "," for word in out)


def or_if(view: View) -> Joined | None:
    condition = view.ahead(1)
    if condition.type != "SI":
        return None
    return [Word("CJ_OSI", f"{view.word.text} {condition.text}", view.word.start, condition.end, view.word.id)], 2


def or_else(view: View) -> Joined | None:
    """«… o, si no, …»: a new piece of the sentence."""
    if view.ahead(1).text != "," or view.ahead(2).type not in ("SI", "DURANTE"):
        return None
    return [Word("CJ_CUERPO", view.word.text, view.word.start, view.ahead(1).end, view.word.id)], 2


def unsaid_verb(view: View) -> Joined | None:
    """«cambiar A por B o C por D»: the verb that the second half leaves unsaid."""
    verbs = [word for word in view.out if word.type in ("VF", "VINF")]
    if not verbs or verbs[-1].id != "cambiar" or not any(word.type == "POR" for word in view.out[-6:]):
        return None
    coming = [word.type for word in view.words[view.at + 1 : view.at + 7]]
    if coming[:1] != ["DET"] or "POR" not in coming or "SIGN" in coming[: coming.index("POR")]:
        return None
    verb, end = verbs[-1], view.word.end
    return [view.word, Word(verb.type, verb.text, end, end, verb.id, verb=verb.verb, variant=True)], 1


def second_price(view: View) -> Joined | None:
    """«puedes A para B o C para D»: each with its own price, so «puedes» is said again."""
    modals = [word for word in view.out if word.type == "MODAL"]
    later = view.words[view.at + 1 :]
    if view.word.id != "o" or not modals or view.ahead(1).type != "VINF" or view.out[-1].type == "VINF":
        return None
    since = view.out[view.out.index(modals[-1]) :]
    end = next((i for i, word in enumerate(later) if word.text in (",", ";") or word.type in ("VF", "MODAL", "CJ")), len(later))
    if not any(word.type == "PARA" for word in since) or not any(word.type == "PARA" for word in later[:end]):
        return None
    again, at = modals[-1], view.word.end
    return [view.word, Word("MODAL", again.text, at, at, again.id, verb=again.verb, variant=True)], 1


def adverb_before(view: View) -> Joined | None:
    """«todavía no has atacado», «ya tienes»: the adverb goes behind its verb."""
    if view.ahead(1).type not in ("VF", "MODAL") or view.word.id not in EARLY:
        return None
    view.ahead(1).variant = view.word.variant = True
    return [view.ahead(1), view.word], 2


def never(view: View) -> Joined | None:
    """«nunca puedes» is «no puedes»."""
    verb = view.ahead(1).verb
    if view.ahead(1).type not in ("VF", "MODAL") or verb is None or verb.negated:
        return None
    verb.negated, view.ahead(1).variant = True, True
    return [], 1


def slash(view: View) -> Joined | None:
    word = view.word
    return ([Word("CJ", "/", word.start, word.end, "barra")], 1) if word.text == "/" else None


def comma_then(view: View) -> Joined | None:
    """«A, luego B» is «A y luego B», where A is no moment or condition."""
    then = view.ahead(1)
    if view.word.text != "," or then.type != "LUEGO" or view.ahead(2).type not in ("VF", "VINF"):
        return None
    since = next((i for i in range(len(view.out) - 1, -1, -1) if view.out[i].text == ","), -1)
    segment = view.out[since + 1 :]
    if not any(word.type in ("VF", "VINF") for word in segment) or any(
        word.type in OPENERS or word.type == "ENLACE" for word in segment
    ):
        return None
    return [Word("CJ", f", {then.text}", view.word.start, then.end, "y_luego", variant=True)], 2


def comma_before_conjunction(view: View) -> Joined | None:
    """«A, o B»"""
    if view.word.text != "," or view.ahead(1).type != "CJ" or view.ahead(1).id == "y_luego":
        return None
    view.ahead(1).variant = True
    return [], 1


def shared_auxiliary(view: View) -> Joined | None:
    """«has soltado ni lanzado», «vas a soltar o lanzar»: the second verb shares the auxiliary of the first."""
    word = view.word
    if view.last.type != "CJ" or word.verb is None:
        return None
    aspect = "pasado" if word.type == "VPART" else "inminente"
    for before in reversed(view.out[:-1]):
        if before.type in ("VF", "VINF") and before.verb is not None:
            if before.verb.aspect != aspect:
                return None
            verb = Verb(word.verb.lemma, before.verb.forms, before.verb.voice, aspect, word.verb.reflexive)
            return [Word(before.type, word.text, word.start, word.end, word.id, verb=verb, variant=True)], 1
        if before.type in ("SI", "COMA", "MODAL", "VINF", "PARA"):
            return None
    return None


JOINS: dict[str, tuple[Join, ...]] = {
    "NO": (negated_quality,),
    "ADJ_NEG": (negative_adjective,),
    "TOKB": (bare_token,),
    "ADJ": (equal_to,),
    "NOUN": (icon_of_token, damage_attribute),
    "DQ": (count_afterwards,),
    "DE": (of_icon, of_place),
    "POR": (agent,),
    "SOBRE": (in_place,),
    "EN": (in_whose, in_degrees),
    "QUE": (completive, comparative, that_is),
    "CJ": (and_then, and_if_in_moment, or_if, or_else, unsaid_verb, second_price),
    "ADV": (adverb_before,),
    "NUNCA": (never,),
    "SIGN": (slash, comma_then, comma_before_conjunction),
    "VPART": (shared_auxiliary,),
    "VINF": (shared_auxiliary,),
}
