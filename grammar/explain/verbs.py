"""Operations and clauses to text: conjugation, pronouns, complements in the order that the grammar reads."""

from typing import Any

from grammar.effects import Comparacion, Frase, Frases, Grupo, Lista, Objeto, Operacion, Plazo, Secuencia, Seleccion, Uso
from grammar.explain import style
from grammar.explain.nouns import NounPrinter
from grammar.explain.style import contract, link, series
from grammar.language.lemmas import HEADS, LEMMAS
from grammar.language.nouns import agree
from grammar.language.verbs import Mood, inflect, with_clitic

PREPOSITIONAL: tuple[str, ...] = (
    "en", "sobre", "con", "contra", "desde", "de", "a_traves_de", "entre", "sin", "mediante", "detras_de", "delante_de",
    "en_o_adyacente_a",
)  # fmt: skip
MODALS: dict[str, tuple[str, str]] = {
    "puede": ("poder", ""), "debe": ("deber", ""), "capaz": ("ser", "capaz de"), "sigue_capaz": ("seguir", "siendo capaz de"),
    "opta": ("optar", "por"), "elige": ("elegir", ""), "deja_de": ("dejar", "de"), "sigue_pudiendo": ("seguir",
    "pudiendo"), "evita": ("evitar", ""), "intenta": ("intentar", ""), "necesita": ("necesitar", ""),
}  # fmt: skip


USING: frozenset[str] = frozenset({"utilizar", "usar"})
"""Gerunds that follow without a comma."""
OWNERS: frozenset[str] = frozenset({"nave", "defensor", "atacante", "jugador", "objetivo"})


class Person:
    """Who the verb agrees with."""

    def __init__(self, person: int, plural: bool = False, feminine: bool = False) -> None:
        self.person, self.plural, self.feminine = person, plural, feminine


YOU = Person(2)


class VerbPrinter(NounPrinter):
    header = False
    figured: frozenset[str] = frozenset({"elegir"})
    """Verbs whose object is counted with a figure: «elige 1 nave»."""

    # -- verb forms -----------------------------------------------------------------------------

    def verb(self, op: Operacion, mood: str, who: Person) -> str:
        """The verb group alone: negation, pronouns, auxiliaries."""
        kind = op.kind
        if kind == "haber":
            who = Person(3)
        reflexive = kind not in LEMMAS and kind.endswith("se")
        lemma = LEMMAS[kind[:-2] if reflexive else kind]
        head, tail = HEADS.get(lemma, (lemma, ""))
        clitics = self.clitics(op, reflexive, who)
        text = self.conjugated(op, head, mood, who, clitics)
        return f"{text} {tail}" if tail else text

    def clitics(self, op: Operacion, reflexive: bool, who: Person) -> list[str]:
        found: list[str] = []
        if reflexive:
            found.append("te" if who.person == 2 else "se")
        if op.voz == "se":
            found.append("se")
        for name in ("a", "que"):
            value = op.__dict__.get(name)
            if isinstance(value, Seleccion) and value.clitico:
                found.append(value.objeto)
            elif isinstance(value, Seleccion) and value.doblado:
                found.append("te")
        if op.kind == "dar_la_vuelta":
            found.append("le")
        return found

    def conjugated(self, op: Operacion, lemma: str, mood: str, who: Person, clitics: list[str]) -> str:
        negation = "no " if op.negada else ""
        if mood == "imp" and (op.negada or op.voz):
            mood = "subj" if op.negada else "ind"
        if op.voz == "pasiva" and mood == "inf" and op.kind in style.RECOVERED:
            return negation + inflect(lemma, "inf") + "se"
        if op.voz == "pasiva":
            participle = inflect(lemma, "part", 0, who.plural, who.feminine)
            if op.tiempo == "pasado":
                return negation + f"{self.finite('haber', mood, who)} sido {participle}"
            if op.tiempo == "inminente":
                return negation + f"{self.finite('ir', mood, who)} a ser {participle}"
            return negation + f"{self.finite('ser', mood, who)} {participle}"
        if op.tiempo == "pasado":
            if lemma in ("ser", "tener", "estar") and mood == "ind":
                return negation + self.before(clitics, inflect(lemma, "impf", who.person, who.plural))
            return negation + self.before(clitics, f"{self.finite('haber', mood, who)} {inflect(lemma, 'part')}")
        if op.tiempo == "inminente":
            return negation + f"{self.finite('ir', mood, who)} a {self.after(clitics, lemma, 'inf')}"
        if op.tiempo == "reciente":
            return negation + f"{self.finite('acabar', mood, who)} de {self.after(clitics, lemma, 'inf')}"
        if mood in ("inf", "ger") or mood == "imp":
            return negation + self.after(clitics, lemma, mood)
        if lemma == "haber" and mood == "ind":
            return negation + "hay"
        return negation + self.before(clitics, self.finite(lemma, mood, who))

    def finite(self, lemma: str, mood: str, who: Person) -> str:
        if mood in ("inf", "ger"):
            return inflect(lemma, mood)  # type: ignore[arg-type]
        if mood == "imp":
            mood = "ind"
        return inflect(lemma, mood, who.person, who.plural)  # type: ignore[arg-type]

    @staticmethod
    def before(clitics: list[str], form: str) -> str:
        return " ".join([*clitics, form])

    @staticmethod
    def after(clitics: list[str], lemma: str, mood: str) -> str:
        exact: Mood = "imp" if mood == "imp" else "ger" if mood == "ger" else "inf"
        form = inflect(lemma, exact, 2 if exact == "imp" else 0)
        for clitic in clitics:
            form = with_clitic(form, exact, clitic)
        return form

    # -- operations -----------------------------------------------------------------------------

    def operation(self, op: Operacion, mood: str, who: Person) -> str:
        called = op.kind == "considerar" and who.person == 3  # «tu Iniciativa se considera 6»
        if op.voz == "se" and not called and isinstance(op.__dict__.get("que"), (Seleccion, Lista)):
            who = Person(3, self.number(op.__dict__.get("que")))
        early = [style.ADVERBS[name] for name in op.adverbios if name in style.EARLY_ADVERBS]
        late = [style.ADVERBS[name] for name in op.adverbios if name not in style.EARLY_ADVERBS]
        parts = [self.verb(op, mood, who), *early, *self.complements(op, who), *late]
        text = " ".join(part for part in parts if part)
        return text + self.closing(op, who)

    def complements(self, op: Operacion, who: Person) -> list[str]:
        parts: list[str] = []
        predicate = op.__dict__.get("predicado", ())
        if predicate:
            feminine, plural = self.predicate_gender(op, who)
            parts.append(" ".join(self.group(group, None, feminine, plural) for group in predicate))
        if op.predicado_con is not None:
            parts.append(contract(style.PREPOSITIONS[op.predicado_con.prep], self.object(op.predicado_con.que)))
        places = op.__dict__.get("lugares", ())
        if places:
            parts.append(self.places_after(op, places, who))
        if op.contigo:
            parts.append("contigo")
        for name in PREPOSITIONAL:
            value = op.__dict__.get(name)
            if isinstance(value, Lista) and not self.governs(value):
                parts.append(
                    series([contract(style.PREPOSITIONS[name], self.object(part)) for part in value.partes], value.conj)
                )
            elif value is not None:
                parts.append(contract(style.PREPOSITIONS[name], self.object(value)))
        if op.comparacion is not None:
            parts.append(self.comparison(op.comparacion))
        what = op.__dict__.get("que")
        objects: list[str] = []
        if what is not None and not (isinstance(what, Seleccion) and what.clitico):
            self.figure, self.had = op.kind in self.figured, op.kind == "tener"
            objects.append(self.object(what))
            self.figure = self.had = False
            if op.kind == "elegir" and isinstance(what, Seleccion):
                self.last_feminine = self.feminine(what)
        if op.a is not None and not (isinstance(op.a, Seleccion) and op.a.clitico):
            # After a relative clause «a …» would be read as part of it: then the person comes first.
            first = what is not None and self.ends_in_clause(what)
            whom = op.a.partes if isinstance(op.a, Lista) else (op.a,)
            said = series([contract("a", self.object(part)) for part in whom], op.a.conj if isinstance(op.a, Lista) else None)
            objects.insert(0 if first else len(objects), said)
        parts.extend(objects)
        towards = op.__dict__.get("hacia", ())
        if towards:
            parts.append(" o ".join(contract("hacia", self.object(value)) for value in towards))
        degrees = op.__dict__.get("grados", ())
        if degrees:
            parts.append(("en " if op.kind == "cambiar" else "") + " o ".join(f"{value}˚" for value in degrees))
        if op.solo:
            parts.append("sólo")
        parts.extend(self.circumstances(op))
        return parts

    def places_after(self, op: Operacion, places: Any, who: Person) -> str:
        text = self.places(places)
        if op.kind not in ("estar", "hallarse"):
            return text
        first = places[0]
        if first.tipo == "alcance" and who.person == 3 and first.de is None and len(places) == 1:
            text += " de ti"
        if op.kind == "estar" and (first.tipo != "alcance" or (who.person == 3 and first.relacion == "a")):
            return f"{agree('situado', who.feminine, who.plural)} {text}"
        return text

    def circumstances(self, op: Operacion) -> list[str]:
        parts: list[str] = []
        if op.como is not None:
            parts.append(f"como {self.manner(op)}")
        if op.por is not None:
            parts.append(contract("por", self.object(op.por, article=True)))
        before = op.__dict__.get("antes_que")
        if before is not None:
            parts.append(f"antes que {self.object(before)}")
        for use in op.usando:
            if use.verbo in USING:
                parts.append(self.use(use))
        if op.por_cada is not None:
            parts.append(f"por cada {self.each(op.por_cada)}")
        if op.en_vez_de is not None:
            parts.append(contract("en vez de", self.object(op.en_vez_de)))
        if op.en_vez_de_rasgo is not None:
            parts.append("en vez de " + self.group(op.en_vez_de_rasgo, None, *self.como_gender(op)).removeprefix("de "))
        if op.en_vez_de_lugar is not None:
            parts.append(f"en vez de {self.place(op.en_vez_de_lugar)}")
        if op.ademas_de is not None:
            parts.append(contract("además de", self.object(op.ademas_de)))
        if op.para is not None:
            parts.append(contract("para", self.object(op.para)))
        parts.extend(self.period(period) for period in op.durante)
        return parts

    def manner(self, op: Operacion) -> str:
        if isinstance(op.como, Grupo):
            return self.group(op.como, None, *self.como_gender(op))
        if isinstance(op.como, Comparacion):
            return self.comparison(op.como)
        return self.object(op.como) if isinstance(op.como, (Seleccion, Lista)) else ""

    def predicate_gender(self, op: Operacion, who: Person) -> tuple[bool, bool]:
        what = op.__dict__.get("que")
        if op.kind == "tener" and isinstance(op.a, Seleccion) and op.a.clitico:  # «que te tienen fijado como blanco»
            return False, False
        if op.kind == "considerar" and what is not None:
            return self.como_gender(op)
        return who.feminine, who.plural

    def ends_in_clause(self, value: Objeto) -> bool:
        last = value.partes[-1] if isinstance(value, Lista) else value
        if last.relativa is not None or last.y_relativa is not None:
            return True
        return last.complemento is not None and self.ends_in_clause(last.complemento.que)

    def como_gender(self, op: Operacion) -> tuple[bool, bool]:
        what = op.__dict__.get("que")
        if isinstance(what, Seleccion):
            if what.clitico:
                return what.objeto.startswith("la"), what.objeto.endswith("s")
            return self.feminine(what), what.plural
        return False, False

    def each(self, value: Objeto) -> str:
        return self.object(value)

    def use(self, use: Uso) -> str:
        lemma = LEMMAS[use.verbo]
        head, tail = HEADS.get(lemma, (lemma, ""))
        text = inflect(head, "ger") + (f" {tail}" if tail else "")
        if use.que is None:
            return text
        what = self.object(use.que)
        return f"{text} {contract(style.PREPOSITIONS[use.prep], what)}" if use.prep else f"{text} {what}"

    def period(self, period: Plazo) -> str:
        return contract(style.PERIODS[period.relacion], self.object(period.que))

    def closing(self, op: Operacion, who: Person) -> str:
        """What comes after a comma or closes the clause."""
        text = ""
        if op.en_vez_de_eso:
            text += " en vez de eso"
        if op.limite is not None:
            words = {
                "limite": "hasta un límite de",
                "maximo": "hasta un máximo de",
                "maximo_alcance": "hasta un máximo de alcance",
            }
            text += f", {words[op.limite.tipo]} {self.span(op.limite.valores)}"
        for use in op.usando:
            if use.verbo not in USING:
                text += f", {self.use(use)}"
        if op.considerando is not None:
            treated = op.considerando
            clitic = isinstance(treated.que, Seleccion) and treated.que.clitico
            if isinstance(treated.que, Seleccion) and clitic:
                text += ", " + with_clitic("considerando", "ger", treated.que.objeto)
            else:
                text += f", considerando {self.object(treated.que)}"
            feminine, plural = self.treated_gender(treated.que)
            if treated.como_si is not None:
                text += f" como si {self.clause_text(treated.como_si, 'isubj', plural, feminine)}"
            elif isinstance(treated.como, Grupo):
                text += f" como {self.group(treated.como, None, feminine, plural)}"
            elif isinstance(treated.como, (Seleccion, Lista)):
                text += f" como {self.object(treated.como)}"
        if op.como_si is not None:
            feminine, plural = self.como_gender(op)
            text += f" como si {self.clause_text(op.como_si, 'isubj', plural, feminine)}"
        if op.debido_a is not None:
            text += f" debido a que {self.clause_text(op.debido_a, 'ind', False, False)}"
        that = op.__dict__.get("que_frase")
        if that is not None:
            text += f" que {self.clause_text(that, 'ind' if op.kind == 'considerar' else 'subj', False, False)}"
        if op.en_vez_de_hacer is not None:
            text += f" en vez de {self.sequence(op.en_vez_de_hacer, 'inf', who)}"
        if op.sin_hacer is not None:
            text += f" sin {self.sequence(op.sin_hacer, 'inf', who)}"
        return text

    def treated_gender(self, value: Objeto) -> tuple[bool, bool]:
        if isinstance(value, Lista):
            return False, True
        if value.clitico:
            return value.objeto.startswith("la"), value.objeto.endswith("s")
        return self.feminine(value), value.plural

    def sequence(self, value: Secuencia, mood: str, who: Person) -> str:
        parts = [self.operation(op, mood, who) for op in value.ops]
        if not value.juntas:
            return series(parts, value.conj)
        text = parts[0]
        for joint, part in zip(value.juntas, parts[1:], strict=True):
            text += f" {link(joint, part)} {part}"
        return text

    # -- clauses --------------------------------------------------------------------------------

    def person(self, subject: Objeto | None, plural: bool, feminine: bool | None) -> Person:
        if subject is None:
            return YOU
        if isinstance(subject, Seleccion) and subject.objeto == "implicito":
            return Person(3, plural or subject.plural, self.last_feminine if feminine is None else feminine)
        if isinstance(subject, Seleccion) and subject.objeto == "tu":
            return YOU
        if isinstance(subject, Lista):
            return Person(3, self.number(subject), self.feminine(subject.partes[0]))
        return Person(3, self.number(subject), self.feminine(subject))

    def clause_text(self, frase: Frase, mood: str, plural: bool, feminine: bool) -> str:
        return self.clause(frase, mood, plural=plural, feminine=feminine)

    def relative_clause(self, frase: Frase, mood: str, plural: bool, feminine: bool) -> str:
        op = frase.efecto.ops[0]
        if frase.sujeto is not None and op.kind in ("tener", "poseer", "hallarse") and self._inverts(frase, op):
            who = self.person(frase.sujeto, False, False)
            return f"{self.operation(op, mood, who)} {self.object(frase.sujeto)}"
        return self.clause(frase, mood, plural=plural, feminine=feminine)

    @staticmethod
    def _inverts(frase: Frase, op: Operacion) -> bool:
        """«que tenga el defensor»: a known owner and nothing else after the verb."""
        subject = frase.sujeto
        alone = not any(
            op.__dict__.get(name) for name in (*PREPOSITIONAL, "que", "a", "predicado", "lugares", "durante", "adverbios")
        )
        return (
            alone
            and isinstance(subject, Seleccion)
            and subject.objeto in OWNERS
            and subject.articulo in ("el", "ese", "este", "tu")
        )

    def clause(self, frase: Frase, mood: str, plural: bool = False, feminine: bool | None = None) -> str:
        who = self.person(frase.sujeto, plural, feminine)
        parts: list[str] = []
        if frase.sujeto is not None and not (isinstance(frase.sujeto, Seleccion) and frase.sujeto.objeto == "implicito"):
            parts.append(self.subject(frase.sujeto))
        if frase.tema is not None:
            parts.insert(0, self.object(frase.tema))
        if frase.a_quien is not None:
            parts.insert(0, contract("a", self.object(frase.a_quien, article=True)))
        if frase.en_vez_previo is not None:
            parts.append(contract("en vez de", self.object(frase.en_vez_previo)))
        if frase.modo is not None:
            parts.append(self.modal(frase, mood, who))
            mood = "inf"
        main = frase.costes or frase.efecto
        parts.append(self.sequence(main, self.mood_for(main, mood, who), who))
        if frase.costes is not None:
            parts.append(f"para {self.sequence(frase.efecto, 'inf', who)}")
        if frase.para_que is not None:
            parts.append(f"para que {self.clause(frase.para_que, 'subj')}")
        return " ".join(parts)

    def subject(self, subject: Objeto) -> str:
        if isinstance(subject, Seleccion) and subject.objeto == "tu":
            return "tú"
        if isinstance(subject, Lista) and isinstance(subject.partes[0], Seleccion) and subject.partes[0].objeto == "tu":
            rest = [self.selection(part, article=True) for part in subject.partes[1:]]
            return series(["tú", *rest], subject.conj)
        self.is_subject = True
        text = self.with_tu(self.object(subject, article=True))
        self.is_subject = False
        if isinstance(subject, Seleccion):
            self.last_feminine = self.feminine(subject)
        return text

    def mood_for(self, main: Secuencia, mood: str, who: Person) -> str:
        """In a main clause spoken to you: an order («tira»), or what happens to you («recibes»)."""
        if mood != "main":
            return mood
        if who.person != 2:
            return "ind"
        if not self.header and main.ops[0].kind in style.INDICATIVE:
            return "ind"
        return "imp"

    def modal(self, frase: Frase, mood: str, who: Person) -> str:
        lemma, tail = MODALS[frase.modo or "puede"]
        if frase.modo_voz == "se":
            who = Person(3, who.plural)
        form = self.finite(lemma, "ind" if mood == "main" else mood, who)
        if tail.endswith("capaz de") and who.plural:
            tail = tail.replace("capaz", "capaces")
        words = [
            "sólo" if frase.solo else "",
            "no" if frase.modo_negado else "",
            "se" if frase.modo_voz == "se" else "",
            form,
            tail,
        ]
        if frase.adverbio:
            words.append(style.ADVERBS[frase.adverbio])
        return " ".join(word for word in words if word)

    def clauses(self, value: Frases, mood: str) -> str:
        header = self.header
        # One order among what you do makes orders of the rest: «descarta…, sufre… y colócate…».
        self.header = header or (mood == "main" and len(value.partes) > 1 and any(map(self.orders, value.partes)))
        parts = [self.clause(frase, mood, *self.inherited(value, index)) for index, frase in enumerate(value.partes)]
        self.header = header
        if value.repite_si:
            return f" {value.conj} si ".join(parts)
        return series(parts, value.conj)

    @staticmethod
    def orders(frase: Frase) -> bool:
        main = frase.costes or frase.efecto
        return frase.sujeto is None and frase.modo is None and main.ops[0].kind not in style.INDICATIVE and not main.ops[0].voz

    def inherited(self, value: Frases, index: int) -> tuple[bool, bool | None]:
        """Number and gender of the subject that an implicit one continues."""
        for frase in reversed(value.partes[:index]):
            if frase.sujeto is not None and not (isinstance(frase.sujeto, Seleccion) and frase.sujeto.objeto == "implicito"):
                who = self.person(frase.sujeto, False, False)
                return who.plural, who.feminine
        return False, None


__all__ = ["Person", "VerbPrinter"]
