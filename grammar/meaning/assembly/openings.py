"""What kind of sentence it is: whether it begins an ability, holds always, or is a rule of what may be."""

from collections.abc import Iterator, Sequence

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.said import ACTIVITIES
from grammar.meaning.assembly.retold import circumstances, only_there
from grammar.meaning.values import (
    SOME,
    Act,
    Clause,
    Cosa,
    Hecho,
    Lista,
    Sentence,
    parts,
)


def opens(sentence: Sentence) -> bool:
    """Whether the sentence has a moment of its own, and so may begin an ability."""
    frames = [*sentence.leads, *sentence.tails]
    linked = any(frame.kind == "enlace" and frame.rel != "ademas" for frame in sentence.leads)
    if sentence.leads and sentence.leads[0].kind == "hasta":
        return False  # «Hasta el final de la ronda, mientras te defiendes, …»: from what was just told
    whens = {frame.rel for frame in frames if frame.kind == "cuando"}
    if whens == {"mientras"} and any(key == "hasta" for key, _ in circumstances(sentence)):
        return False  # «Mientras te defiendes, tira 1 dado menos hasta el final de la ronda»
    return not linked and any(frame.kind == "cuando" for frame in frames)


def still_then(sentence: Sentence) -> bool:
    """«Además, antes de tirar los dados, …»: another instant of what was told, which «además» goes on with."""
    first = sentence.leads[0] if sentence.leads else None
    whens = {frame.rel for frame in (*sentence.leads, *sentence.tails) if frame.kind == "cuando"}
    return (
        first is not None and (first.kind, first.rel) == ("enlace", "ademas") and bool(whens) and whens <= {"antes", "despues"}
    )


def goes_on_for(sentence: Sentence) -> bool:
    """«Cuando te defiendas, …», «Mientras atacas, …»: what lasts, so that something can come about inside it."""
    whens = [frame for frame in sentence.leads if frame.kind == "cuando" and frame.rel in ("cuando", "mientras")]
    acts = [fact for frame in whens for clause in frame.events for pred in clause.preds for fact in pred.facts]
    return bool(acts) and any(fact.verb in ACTIVITIES for fact in acts)


def introduced(sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    """«Algunas armas tienen la cualidad BRÍO. Una unidad con un arma BRÍO …»: the first sentence rules nothing."""
    first, *rest = sentences
    act = first.pieces[0].act if len(first.pieces) == 1 and not (first.leads or first.tails) else None
    if not rest or not isinstance(act, Act) or act.clause.modal or act.then is not None or len(act.clause.preds) != 1:
        return sentences
    fact, who = act.clause.preds[0].facts[0], act.clause.subject
    what = fact.role("que")
    keyword = isinstance(what, Cosa) and what.sort == "palabra_clave" and fact.verb in HAVING and not fact.neg
    if not keyword or not isinstance(who, Cosa) or who.qty != SOME or who.ref or who.number != "p":
        return sentences
    again = (part.noun for part in parts(tuple(rest)) if isinstance(part, Cosa) and part.ref == "ese")
    return sentences if any(who.noun.startswith(noun) for noun in again) else tuple(rest)


HAVING = frozenset({"tener", "contener"})


def in_a_phase(sentence: Sentence) -> bool:
    """«Durante la fase Final, recuperas 1 [carga]»: a moment of its own, after another one."""
    first = sentence.leads[0] if sentence.leads else None
    when = first.value if first is not None and first.kind == "durante" else None
    return isinstance(when, Cosa) and when.noun.startswith("fase_") and when.qty.op == "el" and not when.filters


LASTING = frozenset({"no_puede", "es_capaz", "solo_puede"})


def permanent(sentence: Sentence, lexicon: Lexicon) -> bool:
    """A rule that holds always: «las [carga] de esta carta no pueden recuperarse», «Añádete el espacio [cañón]»."""
    if sentence.leads or sentence.tails or len(sentence.pieces) != 1 or not isinstance(sentence.pieces[0].act, Act):
        return False
    act = only_there(sentence).pieces[0].act
    assert isinstance(act, Act)
    facts = [fact for pred in act.clause.preds for fact in pred.facts]
    if act.clause.subject is None and any(pred.person == 3 and pred.number == "p" for pred in act.clause.preds):
        return False  # «Los Soldados …. No pueden moverse.»: they, who were told before
    if any(key in ("hasta", "durante") for fact in facts for key, _ in fact.circ):
        return False
    return act.clause.modal in LASTING or all(for_good(fact, lexicon) for fact in facts)


def for_good(fact: Hecho, lexicon: Lexicon) -> bool:
    """What is gained or lost for good: «Añádete el espacio [cañón] y el espacio [misil]»."""
    what = fact.role("que")
    things = what.items if isinstance(what, Lista) else (what,)
    sorts = lexicon.data.get("permanent", {}).get(fact.verb, "").split()
    return all(isinstance(thing, Cosa) and thing.sort in sorts and not thing.id for thing in things)


def told_behind(sentences: Sequence[Sentence], lexicon: Lexicon) -> bool:
    """«X se prepara al comienzo de tu activación. Se activa como si …»: a moment at the end reaches over no full stop to what
    is no deed."""
    first, rest = sentences[0], sentences[1:]
    ahead = any(frame.kind in ("cuando", "durante") for frame in first.leads)
    acts = [piece.act.clause for sentence in rest for piece in sentence.pieces if isinstance(piece.act, Act)]
    bare = not any((*sentence.leads, *sentence.tails) for sentence in rest)
    behind = any(frame.kind == "cuando" for frame in first.tails) and not ahead
    return behind and bare and bool(acts) and all(_no_deed(clause, lexicon) for clause in acts)


def _no_deed(clause: Clause, lexicon: Lexicon) -> bool:
    static = str(lexicon.data.get("no_deeds", "")).split()
    facts = [fact for pred in clause.preds for fact in pred.facts]
    return all(fact.verb in static or any(key == "como_si" for key, _ in fact.circ) for fact in facts)


def lasting(sentence: Sentence) -> bool:
    """A ban or a permission, of whatever there is."""
    acts = [piece.act for piece in sentence.pieces if isinstance(piece.act, Act)]
    return bool(acts) and all(act.clause.modal in LASTING for act in acts)


def standing(sentence: Sentence) -> bool:
    """A rule of what may or must be, or is: nothing that is done while the game is set up."""
    if sentence.leads or len(sentence.pieces) != 1 or not isinstance(sentence.pieces[0].act, Act):
        return False
    clause = sentence.pieces[0].act.clause
    return bool(clause.modal) or all(fact.verb in ("ser", "tener") for pred in clause.preds for fact in pred.facts)


def sentences_in(readings: Sequence[Sequence[Sentence]], most: int) -> Iterator[tuple[Sentence, ...]]:
    """One reading of each sentence, all combinations up to a bound."""
    found: list[tuple[Sentence, ...]] = [()]
    for options in readings:
        found = [(*before, option) for before in found for option in options][: most + 1]
    yield from found[:most]
