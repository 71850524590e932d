"""Verb groups: negation, pronouns, auxiliaries and compound verbs become one word with features."""

from typing import ClassVar

from grammar.language.closed import ENCLITICS, PROCLITICS
from grammar.language.lemmas import ALIASES, COMPOUND, REFLEXIVE, VARIANT_COMPOUNDS
from grammar.lexing.lexicon import Lexicon
from grammar.lexing.words import Verb, Word

MODALS: dict[str, str] = {"poder": "puede", "deber": "debe"}


class Grouper:
    """Walks the words once; `at` is the next one to read."""

    aliases: ClassVar[dict[str, str]] = ALIASES
    compounds: ClassVar[dict[tuple[str, str], str]] = COMPOUND

    def __init__(self, words: list[Word], lexicon: Lexicon) -> None:
        self.words, self.lexicon, self.at = words, lexicon, 0
        self.out: list[Word] = []

    def run(self) -> list[Word]:
        while self.at < len(self.words):
            group = self.group()
            self.out.append(group if group is not None else self.take())
        return self.out

    def peek(self, ahead: int = 0) -> Word | None:
        place = self.at + ahead
        return self.words[place] if place < len(self.words) else None

    def take(self) -> Word:
        self.at += 1
        return self.words[self.at - 1]

    def lower(self, ahead: int = 0) -> str:
        word = self.peek(ahead)
        return word.text.lower() if word else ""

    def group(self) -> Word | None:
        """A whole verb group at this place, or nothing and no move."""
        start = self.at
        negated = False
        clitics: list[str] = []
        if self.lower() == "no":
            negated = True
            self.at += 1
        while (word := self.peek()) and word.text.lower() in PROCLITICS and self._verb_follows():
            clitics.append(word.text.lower())
            self.at += 1
        head = self.peek()
        if head is None or head.type != "V" or head.verb is None:
            self.at = start
            return None
        self.at += 1
        first = self.words[start]
        word = Word(
            "V", head.text, first.start, head.end, head.id, verb=head.verb, variant=head.variant, misprint=head.misprint
        )
        head.verb.negated = negated
        self._chain(word, head.verb)
        self._attach(word, clitics)
        return word

    def _verb_follows(self) -> bool:
        ahead = 1
        while (word := self.peek(ahead)) and word.text.lower() in PROCLITICS:
            ahead += 1
        word = self.peek(ahead)
        return word is not None and word.type == "V" and word.verb is not None and not word.verb.has("inf", "ger")

    # -- auxiliaries ----------------------------------------------------------------------------

    def _chain(self, word: Word, verb: Verb) -> None:
        following = self.peek()
        if verb.lemma in MODALS and following is not None:
            word.type, word.id = "MODAL", MODALS[verb.lemma]
        elif verb.lemma == "haber" and (part := self._participle()):
            self._join(word, verb, part, "pasado")
            if verb.lemma == "ser" and (passive := self._participle()):
                self._join(word, verb, passive, "pasado", "pasiva")
            elif verb.lemma == "ser" and self.lower() == "capaz":
                self._capable(word)
        elif verb.lemma == "ser" and verb.has("isubj") and self.lower() == "a" and (infinitive := self._infinitive(1)):
            self.at += 2  # «fuera a ser derrotado» is of «ir»
            self._join(word, verb, infinitive, "inminente")
            self._chain_passive(word, verb)
        elif verb.lemma == "ser" and self.lower() in ("capaz", "capaces"):
            self._capable(word)
        elif verb.lemma == "seguir" and self.lower() == "siendo" and self.lower(1).startswith("capa"):
            self.at += 1
            self._capable(word)
            word.id = "sigue_capaz"
        elif verb.lemma == "ser" and (part := self._participle()):
            self._join(word, verb, part, "", "pasiva")
        elif verb.lemma == "ir" and self.lower() == "a" and (infinitive := self._infinitive(1)):
            self.at += 2
            self._join(word, verb, infinitive, "inminente")
            self._chain_passive(word, verb)
        elif verb.lemma == "acabar" and self.lower() == "de" and (infinitive := self._infinitive(1)):
            self.at += 2
            self._join(word, verb, infinitive, "reciente")
        elif verb.lemma == "estar" and following and following.type == "V" and following.verb and following.verb.has("ger"):
            self.at += 1
            gerund = following.verb
            verb.lemma, verb.aspect = gerund.lemma, "curso"
            verb.dative = gerund.dative or verb.dative
            word.id, word.end, word.text, word.variant = gerund.lemma, following.end, f"{word.text} {following.text}", True
        elif verb.lemma == "seguir" and self.lower() == "pudiendo":
            self.at += 1
            word.type, word.id = "MODAL", "sigue_pudiendo"
        elif verb.lemma == "evitar" and self._infinitive(0):
            word.type, word.id = "MODAL", "evita"
        elif verb.lemma == "optar" and self.lower() == "por":
            self.at += 1
            word.type, word.id = "MODAL", "opta"
        elif verb.lemma in self.lexicon.dialect.modals and self._infinitive(0):
            word.type, word.id = "MODAL", self.lexicon.dialect.modals[verb.lemma]
        elif verb.lemma == "elegir" and self._infinitive(0):
            word.type, word.id = "MODAL", "elige"
        elif verb.lemma == "dejar" and self.lower() == "de" and self._infinitive(1):
            self.at += 1
            word.type, word.id = "MODAL", "deja_de"
        self._compound(word, verb)

    def _chain_passive(self, word: Word, verb: Verb) -> None:
        if verb.lemma == "ser" and (part := self._participle()):
            self._join(word, verb, part, verb.aspect, "pasiva")

    def _compound(self, word: Word, verb: Verb) -> None:
        dialect = self.lexicon.dialect
        for (lemma, tail), compound in (*self.compounds.items(), *dialect.compound.items()):
            parts = tail.split()
            if verb.lemma == lemma and (self._says(parts) or self._says_with_pronoun(parts, verb)):
                verb.lemma = word.id = compound
                word.variant = word.variant or (lemma, tail) in VARIANT_COMPOUNDS
                if compound == "dar_la_vuelta":
                    verb.dative = ""
        if word.type != "V":
            return
        if verb.lemma in dialect.aliases:
            verb.lemma = word.id = dialect.aliases[verb.lemma]
            word.variant = True
        elif verb.lemma in self.aliases and verb.lemma not in dialect.own_verbs:
            verb.lemma = word.id = self.aliases[verb.lemma]
            word.variant = True

    def _says(self, parts: list[str]) -> bool:
        """Consumes the words if they come next; a phrase of the lexicon may hold several of them."""
        ahead, left = 0, list(parts)
        while left:
            word = self.peek(ahead)
            if word is None:
                return False
            said = word.text.lower().split()
            if said != left[: len(said)]:
                return False
            left = left[len(said) :]
            ahead += 1
        self.at += ahead
        return True

    def _says_with_pronoun(self, parts: list[str], verb: Verb) -> bool:
        """«volver a tirarlos» is «volverlos a tirar»: the pronoun belongs to the whole."""
        said = self.lower(len(parts) - 1)
        pronoun = said.removeprefix(parts[-1])
        if parts[0] != "a" or not said.startswith(parts[-1]) or pronoun not in ENCLITICS or verb.dative or verb.accusative:
            return False
        if not self._says([*parts[:-1], said]):
            return False
        verb.dative = pronoun
        return True

    def _capable(self, word: Word) -> None:
        self.at += 1
        if self.lower() == "de":
            self.at += 1
        word.type, word.id = "MODAL", "capaz"

    def _participle(self) -> tuple[Word, str] | None:
        following = self.peek()
        if following is None or following.type not in ("V", "ADJ"):
            return None
        if following.id == "fijado_como_blanco":
            return following, "fijar_como_blanco"
        for lemma, forms in self.lexicon.verbs.get(following.text.lower(), ()):
            if any(form.mood == "part" for form in forms):
                return following, lemma
        return None

    def _infinitive(self, ahead: int) -> tuple[Word, str] | None:
        following = self.peek(ahead)
        if following and following.type == "V" and following.verb and following.verb.has("inf"):
            return following, following.verb.lemma
        return None

    def _join(self, word: Word, verb: Verb, found: tuple[Word, str], aspect: str, voice: str = "activa") -> None:
        following, lemma = found
        if self.peek() is following:
            self.at += 1
        verb.lemma, verb.aspect, verb.voice, word.id = lemma, aspect, voice, lemma
        if following.verb:
            verb.dative = following.verb.dative or verb.dative
            verb.accusative = following.verb.accusative or verb.accusative
        word.text, word.end = f"{word.text} {following.text}", following.end

    # -- pronouns -------------------------------------------------------------------------------

    def _attach(self, word: Word, clitics: list[str]) -> None:
        verb = word.verb
        if verb is None:
            return
        if verb.lemma == "intervenir":  # «comprometerte»: the official verb takes no pronoun
            verb.dative = ""
            if "se" in clitics:
                verb.forms = tuple(form for form in verb.forms if form.mood != "imp")
            return
        pronouns = [*clitics, *([verb.dative] if verb.dative else [])]
        verb.dative = ""
        for pronoun in pronouns:
            if pronoun in ("le", "les"):
                verb.dative = "" if verb.lemma == "dar_la_vuelta" else pronoun
            elif pronoun in ("lo", "la", "los", "las"):
                verb.accusative = pronoun
            elif self._is_reflexive(verb, pronoun, pronouns):
                verb.reflexive = True
            elif pronoun == "se":
                verb.voice = "se"
            else:
                verb.dative = "te"

    def _is_reflexive(self, verb: Verb, pronoun: str, pronouns: list[str]) -> bool:
        if verb.lemma == "hallar":
            return True
        if verb.lemma not in (REFLEXIVE | self.lexicon.dialect.reflexive) or len(pronouns) > 1:
            return False
        if verb.has("inf", "ger", "imp") and not verb.has("ind", "subj"):
            return True
        person = {"te": 2, "se": 3, "os": 5}[pronoun]
        imperative = verb.has("imp") and pronoun == "te"
        return imperative or any(form.person == person for form in verb.forms)


def final_type(word: Word) -> str:
    """VF finite, VINF, VGER or VPART: what the parser needs to know of a verb."""
    verb = word.verb
    if word.type != "V" or verb is None:
        return word.type
    if verb.has("inf"):
        return "VINF"
    if verb.has("ger"):
        return "VGER"
    if all(form.mood == "part" for form in verb.forms):
        return "VPART"
    return "VF"
