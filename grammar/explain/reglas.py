"""Rules in prose, keyword lists and weapon lines back to text, from the effect alone."""

import re

from grammar.effects import Seleccion
from grammar.effects.reglas import Arma, Clausula, Conversion, Cualidades, Parte, Regla, Verbo
from grammar.explain.nouns import FORMS
from grammar.explain.sintagmas import AGREEMENT, CONJ, PhrasePrinter, join, link_word
from grammar.explain.style import contract
from grammar.explain.verbs import MODALS
from grammar.language.lemmas import HEADS
from grammar.language.verbs import Mood, inflect, with_clitic
from grammar.lexing.prosa import lemma_of

SEPARATORS: dict[str, str] = {"coma": ",", "punto_y_coma": ";", "dos_puntos": ":"}


class RulePrinter(PhrasePrinter):
    # -- the whole text -------------------------------------------------------------------------------------------

    def text(self, effects: tuple[object, ...]) -> str:
        lines: list[str] = []
        stop = "." if any(isinstance(effect, Regla) for effect in effects) else ""
        for effect in effects:
            if isinstance(effect, Regla):
                said = self.rule(effect)
                if effect.vineta or not lines:
                    lines.append(said)
                else:
                    lines[-1] = f"{lines[-1]} {said}"
            elif isinstance(effect, Cualidades):
                lines.append(", ".join(self.keyword(item) for item in effect.lista) + stop)
            elif isinstance(effect, Arma):
                lines.append(self.weapon(effect))
            elif isinstance(effect, Conversion):
                lines.append(f"{self.lexicon.icon_texts[effect.de]}: {self.lexicon.icon_texts[effect.a]}")
        return "\n".join(lines)

    def rule(self, rule: Regla) -> str:
        body = ""
        aside = False
        for clause in rule.clausulas:
            said = self.clause(clause)
            sign = SEPARATORS.get(clause.separador or "", "")
            if clause.inciso and not aside:
                body += f"{sign} ({said}"
            elif aside and not clause.inciso:
                body += f"){sign} {said}"
            else:
                body += f"{sign} {said}"
            aside = clause.inciso
        body = re.sub(
            r"\b(a|de) el (?=\S)",
            lambda match: "al " if match.group(1) == "a" else "del ",
            (body + (")" if aside else "")).strip(),
        )
        head = f"{self.headers[rule.cabecera]}: " if rule.cabecera else ""
        mark = "- " if rule.vineta else ""
        return f"{mark}{head}{body[:1].upper()}{body[1:]}{':' if rule.anuncia else '.'}"

    # -- clauses --------------------------------------------------------------------------------------------------

    def clause(self, clause: Clausula, owner: Seleccion | None = None) -> str:
        words = [self.link(name, clause, owner) for name in clause.nexos]
        words += self.parts(clause.antes, clause.nexos[-1:] == ("cuyo",))
        if clause.verbo is not None:
            words.append(self.verb(clause.verbo))
        words += self.parts(clause.partes, False)
        return join(words)

    def link(self, name: str, clause: Clausula, owner: Seleccion | None) -> str:
        if name in CONJ:
            return CONJ[name]
        if name.endswith("_cuyo"):
            return f"{self.particles[name[:-5]]} {self.link('cuyo', clause, owner)}"
        if name == "cuyo":
            first = clause.antes[0].que if clause.antes else None
            feminine, plural = (self.feminine(first), first.plural) if first is not None else (False, False)
            return "cuy" + ("a" if feminine else "o") + ("s" if plural else "")
        if name.endswith("_el_que"):
            feminine, plural = (self.feminine(owner), owner.plural) if owner is not None else (False, False)
            return contract(self.particles[name[:-7]], f"{FORMS['el'][(2 if plural else 0) + (1 if feminine else 0)]} que")
        return self.particles[name]

    def parts(self, parts: tuple[Parte, ...], owned: bool) -> list[str]:
        words: list[str] = []
        for part in parts:
            said = self.part(part)
            if part.union == "coma":
                words[-1] += ","
            elif part.union is not None:
                words.append(link_word(part.union, said))
            words.append(said)
        return words

    def part(self, part: Parte) -> str:
        if part.adverbio is not None:
            return " ".join([self.particles[part.adverbio], *(self.clause(relative) for relative in part.relativas)])
        if part.que is None:
            feminine, plural = AGREEMENT[part.concordancia or "m"]
            said = " ".join(self.group(group, None, feminine, plural) for group in part.predicado)
            return f"{self.particles[part.prep]} {said}" if part.prep else said
        text = self.selection(part.que, article=part.prep is not None or part.papel != "objeto" or self.depth > 0)
        if part.segunda_prep is not None:
            text = contract(self.particles[part.segunda_prep], text)
        if part.prep is not None:
            text = contract(self.particles[part.prep], text)
        self.depth += 1
        for relative in part.relativas:
            text = f"{text} {self.clause(relative, part.que)}"
        self.depth -= 1
        return text

    # -- verbs ----------------------------------------------------------------------------------------------------

    def verb(self, verb: Verbo) -> str:
        lemma = lemma_of(verb.lema)
        head, tail = HEADS.get(lemma, (lemma, ""))
        clitics = [
            *(["te" if verb.persona == "tu" else "se"] if verb.reflexivo else []),
            *(["se"] if verb.voz == "se" else []),
            *([verb.dativo] if verb.dativo else []),
            *([verb.acusativo] if verb.acusativo else []),
        ]
        text = self.modal(verb, head, clitics) if verb.modo is not None else self.plain(verb, head, clitics)
        return f"{text} {tail}" if tail else text

    def modal(self, verb: Verbo, lemma: str, clitics: list[str]) -> str:
        name, tail = MODALS[verb.modo or "puede"]
        words = ["no"] if verb.modo_negado else []
        if verb.modo_adverbio == "puede":
            words += [self.finite("poder", verb), inflect(name, "inf"), tail]
        else:
            words += [self.finite(name, verb), tail]
        if verb.modo_adverbio not in (None, "puede"):
            words.append(self.particles[verb.modo_adverbio or ""])
        infinitive = verb.but(modo=None, forma="infinitivo")
        if len(clitics) > 1:  # «se le pueden asignar»
            words.insert(1 if verb.modo_negado else 0, " ".join(clitics))
            clitics = []
        return join([*words, self.plain(infinitive, lemma, clitics)])

    def plain(self, verb: Verbo, lemma: str, clitics: list[str]) -> str:
        no = "no " if verb.negado else ""
        if verb.voz == "pasiva":
            feminine, plural = AGREEMENT[verb.participio or "m"]
            participle = inflect(lemma, "part", 0, plural, feminine)
            if verb.tiempo == "pasado":
                return f"{no}{self.head('haber', verb, clitics)} sido {participle}"
            if verb.tiempo == "inminente":
                return f"{no}{self.head('ir', verb, clitics)} a ser {participle}"
            return f"{no}{self.head('ser', verb, clitics)} {participle}"
        if verb.tiempo == "pasado":
            return f"{no}{self.head('haber', verb, clitics)} {inflect(lemma, 'part')}"
        if verb.tiempo == "inminente":
            return f"{no}{self.head('ir', verb, [])} a {joined(lemma, 'inf', clitics)}"
        if verb.tiempo == "reciente":
            return f"{no}{self.head('acabar', verb, [])} de {joined(lemma, 'inf', clitics)}"
        if verb.tiempo == "curso":
            return f"{no}{self.head('estar', verb, [])} {joined(lemma, 'ger', clitics)}"
        return no + self.head(lemma, verb, clitics)

    def head(self, lemma: str, verb: Verbo, clitics: list[str]) -> str:
        if verb.forma == "infinitivo":
            return joined(lemma, "inf", clitics)
        if verb.forma == "gerundio":
            return joined(lemma, "ger", clitics)
        if verb.forma == "imperativo":
            return joined(lemma, "imp", clitics)
        return " ".join([*clitics, self.finite(lemma, verb)])

    @staticmethod
    def finite(lemma: str, verb: Verbo) -> str:
        mood: Mood = "isubj" if verb.irreal else "subj" if verb.subjuntivo else "ind"
        person = 2 if verb.persona == "tu" else 3
        if verb.forma == "imperativo":
            return inflect(lemma, "imp", 2)
        if lemma == "haber" and mood == "ind" and not verb.tiempo and verb.lema == "haber":
            return "hay"
        return inflect(lemma, mood, person, verb.plural)


def joined(lemma: str, mood: Mood, clitics: list[str]) -> str:
    form = inflect(lemma, mood, 2 if mood == "imp" else 0)
    for clitic in clitics:
        form = with_clitic(form, mood, clitic)
    return form
