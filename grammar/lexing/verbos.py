"""Verbs of rules in prose: those of each game, obligations, verbs that the vocabulary took for nouns."""

from typing import ClassVar

from grammar.language.lemmas import COMPOUND
from grammar.lexing.lexicon import Lexicon
from grammar.lexing.verbgroups import Grouper
from grammar.lexing.words import Verb, Word


class RuleGrouper(Grouper):
    """Rules keep the verbs of their game («ganar» is not «recibir»); these say the same in every one of them."""

    aliases: ClassVar[dict[str, str]] = {
        "usar": "utilizar", "emplear": "utilizar", "escoger": "elegir", "seleccionar": "elegir", "hallar": "encontrar",
        "lanzar": "tirar", "efectuar": "realizar", "finalizar": "terminar", "acabar": "terminar", "comenzar": "empezar",
    }  # fmt: skip
    compounds: ClassVar[dict[tuple[str, str], str]] = {
        key: name for key, name in COMPOUND.items() if key[0] in ("volver", "dar", "llevar")
    }


def indicative(word: Word, lexicon: Lexicon) -> Word:
    """«ve» is the verb «ver» that somebody does, before the order of «ir»."""
    if word.verb is None or word.verb.has("ind", "subj", "inf", "ger", "part"):
        return word
    for lemma, forms in lexicon.verbs.get(word.text.lower(), ()):
        if any(form.mood == "ind" for form in forms):
            return Word("V", word.text, word.start, word.end, lemma, verb=Verb(lemma, forms))
    return word


def entre(words: list[Word], lexicon: Lexicon) -> list[Word]:
    """«entre» before «en» is the verb."""
    for i, word in enumerate(words[:-1]):
        if word.id == "entre" and words[i + 1].text.lower().startswith("en "):
            lemma, forms = lexicon.verbs["entre"][0]
            words[i] = Word("V", word.text, word.start, word.end, lemma, verb=Verb(lemma, forms))
    return words


def verbs_again(words: list[Word], lexicon: Lexicon) -> list[Word]:
    """«se activa», «haya dado»: a verb where the vocabulary saw an adjective or a noun."""
    for i in range(1, len(words)):
        word, before = words[i], words[i - 1]
        forms = lexicon.verbs.get(word.text.lower())
        if word.type not in ("ADJ", "NOUN") or not forms:
            continue
        participle = any(form.mood == "part" for _, found in forms for form in found)
        finite = any(form.mood in ("ind", "subj") for _, found in forms for form in found)
        auxiliary = before.type == "V" and before.id == "haber"
        # «la unidad ataque», «que figura»
        bare = word.type == "NOUN" and before.type in ("NOUN", "NAME", "ADJ", "QUE") and finite
        if bare or (auxiliary and participle) or (before.text.lower() in ("se", "le", "les") and finite):
            lemma, found = forms[0]
            words[i] = Word("V", word.text, word.start, word.end, lemma, verb=Verb(lemma, found))
    return words


def obligations(words: list[Word]) -> list[Word]:
    """«ha de tirarse» and «tiene que tirarse» are «debe tirarse»."""
    out: list[Word] = []
    for i, word in enumerate(words):
        last = out[-1] if out else None
        following = words[i + 1] if i + 1 < len(words) else None
        infinitive = following is not None and following.verb is not None and following.verb.has("inf")
        if (
            last is not None
            and infinitive
            and (last.id, word.text) in (("haber", "de"), ("tener", "que"))
            and last.verb is not None
        ):
            last.type, last.id = "MODAL", "debe"
            continue
        out.append(word)
    return out


def group_verbs(words: list[Word], lexicon: Lexicon) -> list[Word]:
    return obligations(RuleGrouper(verbs_again(entre(words, lexicon), lexicon), lexicon).run())
