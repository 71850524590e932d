"""X-Wing as players write it: small passes that settle words before places and joints are marked.

`loosen` runs before verbs are grouped, `settle` after determiners are; each pass says which wording it reads.
"""

from dataclasses import replace
from itertools import pairwise

from grammar.language.closed import PROCLITICS
from grammar.language.verbs import Form, conjugate
from grammar.lexing.lexicon import Lexicon
from grammar.lexing.words import Verb, Word

OPENERS: frozenset[str] = frozenset({"MIENTRAS", "DESPUES_QUE", "ANTES_QUE", "SI", "QUE", "INCLUSO", "INCLUSO_SI", "A_MENOS"})
PRONOUNS: frozenset[str] = frozenset({"te", "se", "le", "no"})
WOULD: dict[str, tuple[int, bool]] = {"debería": (3, False), "deberías": (2, False), "deberían": (3, True)}
TRAITS: dict[str, str] = {"piloto": "atributo_piloto", "nave": "atributo_nave"}
FAR: dict[str, str] = {
    "o_mas": "a_o_mas", "superior": "a_o_mas", "mayor": "a_o_mas", "o_menos": "a_o_menos", "inferior": "a_o_menos",
    "menor": "a_o_menos",
}  # fmt: skip


def loosen(words: list[Word], lexicon: Lexicon) -> list[Word]:
    return _would(_attacks(_gerunds(_on_doing(_accents(words, lexicon))), lexicon))


def settle(words: list[Word]) -> list[Word]:
    for step in (_besides, _across, _trait, _factions, _both, _as_many, _dice, _blank_faces, _farther, _parentheses, _orders):
        words = step(words)
    return words


def _accents(words: list[Word], lexicon: Lexicon) -> list[Word]:
    """«si estas dañado»: the verb without its accent, where no noun follows."""
    for i in range(1, len(words) - 1):
        word, before, after = words[i], words[i - 1], words[i + 1]
        accented = {"esta": "está", "estas": "estás"}.get(word.text)
        opened = before.type in OPENERS or before.text.lower() == "no"
        if accented and word.type == "D" and opened and (after.type == "RANGO" or after.cls == "estado_de_nave"):
            lemma, forms = lexicon.verbs[accented][0]
            words[i] = Word("V", word.text, word.start, word.end, lemma, verb=Verb(lemma, forms), variant=True, misprint=True)
    return words


def _on_doing(words: list[Word]) -> list[Word]:
    """«Al atacar, …» is «mientras atacas, …»: the official moment of what is being done."""
    out: list[Word] = []
    for i, word in enumerate(words):
        head = not out or out[-1].text == ","
        verb = words[i + 2].verb if i + 2 < len(words) else None
        if head and word.type == "A" and word.text.lower() == "al" and verb is not None and verb.has("inf"):
            out.append(Word("MIENTRAS", word.text, word.start, word.end, "mientras", variant=True))
            verb.forms = (Form("ind", 3 if verb.dative == "se" or _somebody(words, i) else 2),)
        elif not (
            out and out[-1].type == "MIENTRAS" and out[-1].text.lower() == "al" and word.type == "D" and word.end == word.start
        ):
            out.append(word)
    return out


def _somebody(words: list[Word], i: int) -> bool:
    """Is it a noun that does what comes after the comma? Then it is the one who does this too."""
    comma = next((j for j in range(i, len(words)) if words[j].text == ","), len(words))
    main = next((j for j in range(comma, len(words)) if words[j].type in ("V", "MODAL")), len(words))
    return any(word.type in ("NOUN", "PALABRA", "NAME") and word.text not in PROCLITICS for word in words[comma:main])


def _gerunds(words: list[Word]) -> list[Word]:
    """«incluso estando bajo tensión» is «incluso aunque estés bajo tensión»."""
    for word, following in pairwise(words):
        if word.text.lower() == "incluso" and following.verb is not None and following.verb.has("ger"):
            word.type, word.id, word.variant = "INCLUSO", "incluso_aunque", True
            following.verb.forms = (Form("subj", 2),)
    return words


def _attacks(words: list[Word], lexicon: Lexicon) -> list[Word]:
    """«después de que ataques», «una nave enemiga te ataque»: the verb, not the noun."""
    opened = False
    for i, word in enumerate(words):
        before = words[i - 1] if i else None
        if word.type in OPENERS:
            opened = True
        elif word.type == "V" or word.text == ",":
            opened = False
        elif word.id == "ataque" and word.type == "NOUN" and word.text.islower() and before is not None:
            counted = before.type == "ADJ" and i > 1 and words[i - 2].type in ("D", "DQ", "NUM")  # «tu primer ataque»
            alone = opened and not counted and before.type in ("NOUN", "ADJ", "NUM", "NAME", *OPENERS)
            if alone or before.text.lower() in PRONOUNS:
                lemma, forms = next(found for found in lexicon.verbs[word.text] if found[0] == "atacar")
                words[i] = Word("V", word.text, word.start, word.end, lemma, verb=Verb(lemma, forms))
                opened = False
    return words


def _would(words: list[Word]) -> list[Word]:
    """«si deberías recibir», «si se supone que debes recibir»: «si vas a recibir», what is about to happen."""
    out: list[Word] = []
    i, opened = 0, False
    while i < len(words):
        word = words[i]
        opened = word.type in OPENERS or (opened and word.text != ",")
        supposed = [later.text.lower() for later in words[i : i + 3]] == ["se", "supone", "que"]
        at = i + 3 if supposed else i
        verb = words[at] if at + 1 < len(words) else word
        person = WOULD.get(verb.text.lower()) if not supposed else _person(verb)
        acts = at + 1 < len(words) and _infinitive(words[at + 1])
        if opened and person is not None and acts:
            form = Form("ind", *person)
            text = next(text for text, forms in conjugate("ir").items() if form in forms)
            out.append(Word("V", text, word.start, verb.end, "ir", verb=Verb("ir", (form,)), variant=True))
            out.append(Word("A", "a", verb.end, verb.end, "a"))
            i = at + 1
            continue
        out.append(word)
        i += 1
    return out


def _person(word: Word) -> tuple[int, bool] | None:
    if word.verb is None or word.verb.lemma != "deber":
        return None
    return next(((form.person, form.plural) for form in word.verb.forms if form.mood == "ind"), None)


def _besides(words: list[Word]) -> list[Word]:
    """«Además, puedes…»: a link to the sentence before."""
    if words and words[0].type == "ADV" and words[0].id == "ademas":
        words[0].type = "ENLACE"
    return words


def _across(words: list[Word]) -> list[Word]:
    """«moverte a través y superponerte a obstáculos»: both verbs take what is said once."""
    for i in range(len(words) - 5):
        cut = words[i + 1].text.lower() == "través" and words[i].type == "A" and words[i + 2].type == "CJ"
        if not cut or words[i + 3].type != "V" or words[i + 4].type != "A":
            continue
        end = next((j for j in range(i + 5, len(words)) if words[j].type not in ("DET", "NOUN", "ADJ")), len(words))
        through = Word("A_TRAVES", "a través de", words[i].start, words[i + 1].end, "a_traves_de", variant=True)
        shared = [replace(word) for word in words[i + 5 : end]]
        return [*words[:i], through, *shared, *words[i + 2 :]]
    return words


def _trait(words: list[Word]) -> list[Word]:
    """«carta de daño de piloto»: its trait."""
    out: list[Word] = []
    for word in words:
        trait = TRAITS.get(word.text.lower(), "")
        if trait and len(out) > 1 and out[-1].type == "DE" and out[-2].id == "carta_de_dano":
            out.pop()
            word = Word("ADJ", word.text, word.start, word.end, trait, "atributo", variant=True)
        out.append(word)
    return out


def _factions(words: list[Word]) -> list[Word]:
    """«de la facción Escoria»: its name."""
    for word, following in pairwise(words):
        if word.id == "faccion" and following.type == "NOUN" and following.cls == "faccion":
            following.type, following.id, following.cls = "NAME", "", "nombre"
    return words


def _both(words: list[Word]) -> list[Word]:
    """«tanto la dirección como la velocidad» is «la dirección y la velocidad»."""
    for i, word in enumerate(words):
        if word.text.lower() != "tanto" or word.type not in ("PALABRA", "NAME"):
            continue
        for j in range(i + 2, min(i + 10, len(words) - 1)):
            if words[j].type == "V" or words[j].text == ",":
                break
            if words[j].type == "COMO" and words[j + 1].type == words[i + 1].type == "DET":
                words[j].type, words[j].id, words[j].variant = "CJ", "y", True
                return words[:i] + words[i + 1 :]
    return words


def _as_many(words: list[Word]) -> list[Word]:
    """«tantos dados como fichas tengas»: «… como fichas que tengas». Without «como» it is «esa misma cantidad»."""
    for i, word in enumerate(words):
        if word.type != "DET" or not word.text.lower().removeprefix("hasta ").startswith("tant"):
            continue
        compared = False
        for j in range(i + 1, len(words)):
            if words[j].type == "COMO":
                compared = True
                if word.det is not None:
                    word.det.count = "hasta_tantos" if word.det.count == "hasta_misma" else "tantos"
            elif words[j].text == "," or words[j].type in ("QUE", "MODAL"):
                break
            elif compared and words[j].type == "V":
                verb = words[j].verb
                if verb is not None and not verb.has("inf", "ger") and words[j - 1].type in ("NOUN", "ADJ", "TOK", "ICON"):
                    words.insert(j, Word("QUE", "que", words[j].start, words[j].start, "que", variant=True))
                break
    return words


def _dice(words: list[Word]) -> list[Word]:
    """«dados de ataque o defensa», «dados de ataque o de defensa»: two kinds of dice."""
    out: list[Word] = []
    for word in words:
        joint = out[:-1] if out and out[-1].type == "DE" else out
        named = len(joint) > 1 and joint[-1].type == "CJ" and joint[-2].id == "dado_de_ataque"
        if named and word.text == "defensa":
            plural = joint[-2].plural
            del out[len(joint) :]
            word = Word("NOUN", word.text, word.start, word.end, "dado_de_defensa", "objeto", False, plural, variant=True)
        out.append(word)
    return out


def _blank_faces(words: list[Word]) -> list[Word]:
    """«las caras vacías» are the results of a blank face."""
    for word, following in pairwise(words):
        if word.type == "NOUN" and word.id == "cara" and following.id == "cara_vacia":
            word.id, word.cls, word.feminine, word.variant = "resultado", "objeto", False, True
    return words


def _farther(words: list[Word]) -> list[Word]:
    """«a alcance 2 o más», «a alcance 2 o superior»: the range, not how many."""
    out: list[Word] = []
    i = 0
    while i < len(words):
        word = words[i]
        last = out[-1] if out else None
        ranged = last is not None and last.type == "RANGO" and last.id == "a" and len(last.values) == 1
        said = words[i + 1] if word.type == "CJ" and word.id == "o" and i + 1 < len(words) else word
        compared = said.type == "COMP" and (i + 2 >= len(words) or words[i + 2].type not in ("QUE", "A"))
        if ranged and last is not None and said.id in FAR and (word.type == "DQ" or compared):
            last.id, last.text, last.end = FAR[said.id], f"{last.text} {word.text}", said.end
            last.variant = last.variant or said is not word
            i += 1 if said is word else 2
            continue
        out.append(word)
        i += 1
    return out


def _parentheses(words: list[Word]) -> list[Word]:
    """«1 ficha (a tu elección)», «una nave (que no sea limitada)»: what goes with the noun needs no parentheses."""
    out: list[Word] = []
    i = 0
    while i < len(words):
        close = next((j for j in range(i + 1, min(i + 9, len(words))) if words[j].text == ")"), 0)
        inside = words[i + 1 : close] if words[i].text == "(" and close else []
        adverb = len(inside) == 1 and inside[0].type == "ADV"
        relative = bool(inside) and inside[0].type == "QUE" and [w.id for w in inside if w.type in ("V", "MODAL")] == ["ser"]
        if adverb or relative:
            out.extend(inside)
            i = close + 1
            continue
        out.append(words[i])
        i += 1
    return out


def _orders(words: list[Word]) -> list[Word]:
    """«Gastar 1 [carga] y retirar esta carta.»: infinitives that give orders, where nobody else does anything."""
    if not words or not _infinitive(words[0]):
        return words
    end = next((i for i, word in enumerate(words) if word.type in ("PARA", "SI", "QUE", "MIENTRAS", "PARA_QUE")), len(words))
    if any((word.type == "V" and not _infinitive(word)) or word.type == "MODAL" for word in words[:end]):
        return words
    for i, word in enumerate(words[:end]):
        heads = i == 0 or words[i - 1].type == "CJ" or words[i - 1].text == ","
        if heads and word.verb is not None and _infinitive(word):
            word.verb.forms, word.variant = (Form("imp", 2),), True
    return words


def _infinitive(word: Word) -> bool:
    return word.type == "V" and word.verb is not None and word.verb.has("inf") and not word.verb.negated
