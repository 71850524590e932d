"""`Seleccion` and its parts to text, with agreement."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grammar.effects import Atomo, Comparacion, Complemento, Cuenta, Grupo, Lista, Lugar, Objeto, Relativa, Seleccion
from grammar.explain import style
from grammar.explain.style import contract, series
from grammar.language.lemmas import HEADS, LEMMAS
from grammar.language.nouns import agree
from grammar.language.verbs import inflect
from grammar.lexing.lexicon import Lexicon, plural_of

if TYPE_CHECKING:
    from grammar.effects import Frase

FORMS: dict[str, tuple[str, str, str, str]] = {
    "el": ("el", "la", "los", "las"), "este": ("este", "esta", "estos", "estas"), "ese": ("ese", "esa", "esos", "esas"),
    "tu": ("tu", "tu", "tus", "tus"), "su": ("su", "su", "sus", "sus"), "cada": ("cada",) * 4, "todo": ("todo", "toda",
    "todos", "todas"),
    "cualquier": ("cualquier",) * 4, "algun": ("algún", "alguna", "algunos", "algunas"), "ningun": ("ningún", "ninguna",
    "ningunos", "ningunas"),
    "ambos": ("ambos", "ambas", "ambos", "ambas"), "dicho": ("dicho", "dicha", "dichos", "dichas"), "otro": ("otro",
    "otra", "otros", "otras"),
    "tanto": ("tanto", "tanta", "tantos", "tantas"), "varios": ("varios", "varias", "varios", "varias"),
    "cierto": ("cierto", "cierta", "ciertos", "ciertas"), "aquel": ("aquel", "aquella", "aquellos", "aquellas"),
    "cuanto": ("cuánto", "cuánta", "cuántos", "cuántas"),
    "mismo": ("mismo", "misma", "mismos", "mismas"), "un": ("un", "una", "unos", "unas"), "primer": ("primer", "primera",
    "primeros", "primeras"),
}  # fmt: skip
COUNTS: dict[str, str] = {
    "hasta": "hasta {}", "al_menos": "al menos {}", "exactamente": "exactamente {}", "mas_de": "más de {}",
    "o_mas": "{} o más", "o_menos": "{} o menos",
    "exacta": "{}", "cualquiera": "cualquier cantidad de", "misma": "esa misma cantidad de",
    "misma_exacta": "exactamente esa misma cantidad de",
    "total": "la cantidad total de", "cuantos": "la cantidad de", "mas": "más",
}  # fmt: skip


class NounPrinter:
    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.mood = "subj"
        """Mood of «que tengas / que tienes»: indicative inside a «mientras» clause."""
        self.figure = False
        self.had = False
        """The object of «tener», which says itself whose range it is."""
        self.event = False
        self.is_subject = False
        self.last_feminine = False
        """Gender of the last one spoken of, for adjectives of a subject left unsaid."""
        """Inside a moment: «después de que gastes una ficha», not «1 ficha»."""

    # -- features -------------------------------------------------------------------------------

    def feminine(self, value: Seleccion) -> bool:
        if value.objeto in ("uno", "implicito", "nombrado"):
            return value.femenino
        if value.objeto in style.PRONOUNS:
            return value.objeto not in style.MASCULINE_PRONOUNS
        term = self.lexicon.terms.get(value.objeto)
        if term is not None:
            return term.genero == "f"
        icon = self.lexicon.icon_texts.get(value.objeto)
        entry = self.lexicon.icons.get(icon) if icon else None
        return bool(entry and entry.feminine)

    def number(self, value: Objeto | None) -> bool:
        """Is it plural as a subject?"""
        if isinstance(value, Lista):
            return value.conj == "y"
        if value is None:
            return False
        if value.cuenta is not None and value.cuenta.valores:
            return self.many(value.cuenta)
        if value.de_los and value.articulo == "cada":
            return False
        return value.plural or value.objeto in style.PLURAL_PRONOUNS

    @staticmethod
    def many(count: Cuenta) -> bool:
        return max(count.valores) > 1 or count.tipo in ("o_mas", "o_menos")

    # -- noun phrase ----------------------------------------------------------------------------

    def object(self, value: Objeto, article: bool = False) -> str:
        if isinstance(value, Lista):
            return series([self.selection(part, article) for part in value.partes], value.conj)
        return self.selection(value, article)

    @staticmethod
    def with_tu(text: str) -> str:
        """«más escudos que tú», «esa nave y tú»: no preposition comes before it."""
        return re.sub(r"(?:(?<=^)|(?<= ))ti$", "tú", text)

    def selection(self, value: Seleccion, article: bool = False) -> str:
        feminine, plural = self.feminine(value), self.noun_plural(value)
        parts: list[str] = []
        determiner = self.determiner(value, feminine, plural, article)
        noun = self.noun(value, plural)
        before = [group for group in value.rasgos if group.partes[0].id in style.BEFORE_NOUN]
        parts += [determiner] if determiner else []
        parts += [self.before_noun(group, value, feminine, plural) for group in before]
        if (
            value.objeto == "dano"
            and not noun.startswith("[")
            and value.cuenta is not None
            and not value.de_los
            and value.cuenta.valores
        ):
            noun = f"de {noun}"
        parts += [noun] if noun else []
        parts += [self.group(group, value, feminine, plural) for group in value.rasgos if group not in before]
        if value.tuyo:
            parts.append("tuya" if feminine else "tuyo")
        if value.lugares:
            parts.append(self.places_of(value, feminine, plural))
        if value.complemento is not None:
            parts.append(self.complement(value.complemento))
        if value.comparacion is not None:
            parts.append(self.comparison(value.comparacion))
        for relative, joint in ((value.relativa, ""), (value.y_relativa, "y ")):
            if relative is not None:
                parts.append(joint + self.relative(relative, value, feminine, plural))
        return " ".join(parts)

    def before_noun(self, group: Grupo, value: Seleccion, feminine: bool, plural: bool) -> str:
        text = self.group(group, value, feminine, plural)
        return text if feminine or plural else text.replace("primero", "primer")

    def governs(self, value: Lista) -> bool:
        """Does one preposition serve the whole list?"""
        return value.partes[0].complemento is not None

    def complement(self, value: Complemento) -> str:
        preposition = style.PREPOSITIONS[value.prep]
        if isinstance(value.que, Lista) and not self.governs(value.que):  # each part with its own preposition
            return series([contract(preposition, self.selection(part)) for part in value.que.partes], value.que.conj)
        return contract(preposition, self.object(value.que))

    def noun_plural(self, value: Seleccion) -> bool:
        return value.plural

    def noun(self, value: Seleccion, plural: bool) -> str:
        if value.objeto == "nombrado":
            return value.nombre or ""
        if value.objeto in ("uno", "implicito"):
            return ""
        if value.objeto in style.PRONOUNS:
            return style.PRONOUNS[value.objeto]
        names = [self.noun_name(name, plural) for name in (value.objeto, *value.y_objetos)]
        return series(names, value.conj_objetos)

    def noun_name(self, name: str, plural: bool) -> str:
        term = self.lexicon.terms.get(name)
        if term is not None:
            return plural_of(term) if plural else term.nombre
        return self.lexicon.icon_texts[name]

    def determiner(self, value: Seleccion, feminine: bool, plural: bool, article: bool) -> str:
        slot = (2 if plural else 0) + (1 if feminine else 0)
        words: list[str] = []
        if value.articulo == "ningun" and value.objeto == "uno":
            words.append("ninguna" if feminine else "ninguno")
        elif value.articulo == "cada" and value.objeto == "uno" and not value.de_los:
            words.append("cada una" if feminine else "cada uno")
        elif value.articulo == "cada" and value.de_los:
            words.append("cada una de" if feminine else "cada uno de")
        elif value.articulo == "cada" and self.is_subject and value.objeto == "nave" and value.lugares:
            words.append("toda")
        elif value.articulo:
            words.append(FORMS[value.articulo][slot])
        if value.mismo:
            words.append(FORMS["mismo"][slot])
        if value.cuenta is not None:
            words.append(self.count(value, feminine, article))
        if value.de_los:
            owner = FORMS[value.de_los][(2 if plural else 0) + (1 if feminine else 0)]
            partitive = value.cuenta is not None and (value.cuenta.valores != ()) and value.articulo is None
            words.append(f"de {owner}" if partitive else owner)
        if value.otro:
            words.append(FORMS["otro"][slot])
        return " ".join(word for word in words if word)

    def count(self, value: Seleccion, feminine: bool, article: bool) -> str:
        count = value.cuenta
        assert count is not None
        if count.tipo == "exacta" and count.valores == (1,) and not value.de_los:
            if value.otro and value.objeto != "uno":
                return ""
            if value.objeto == "uno":
                return "" if value.otro else "1"
            if not (self.figure and value.objeto not in style.NEVER_FIGURES) and (
                article or value.objeto in style.WITH_ARTICLE or (self.event and value.objeto in style.EVENT_ARTICLE)
            ):
                return "una" if feminine and value.objeto not in style.STRESSED_A else "un"
            return "1"
        if count.tipo in ("tantos", "hasta_tantos"):
            return ("" if count.tipo == "tantos" else "hasta ") + ("tantas" if feminine else "tantos")
        if count.tipo == "entre":
            return f"{count.valores[0]}-{count.valores[1]}"
        if count.tipo == "lista":
            return series([str(number) for number in count.valores], "o")
        return COUNTS[count.tipo].format(count.valores[0] if count.valores else "")

    # -- qualities ------------------------------------------------------------------------------

    def group(self, group: Grupo, owner: Seleccion | None, feminine: bool, plural: bool) -> str:
        text = series([self.atom(part, owner, feminine, plural) for part in group.partes], group.conj)
        return f"({text})" if group.parentesis else text

    def atom(self, atom: Atomo, owner: Seleccion | None, feminine: bool, plural: bool) -> str:
        text = self.bare_atom(atom, owner, feminine, plural)
        if atom.ser:
            verb = "sean" if plural else "sea"
            text = f"que {'no ' if atom.negado else ''}{verb} {text}"
        elif atom.negado:
            text = f"no {text}"
        more = [
            self.group(part, owner, feminine, plural) if isinstance(part, Grupo) else self.atom(part, owner, feminine, plural)
            for part in atom.con
        ]
        return " ".join([text, *more])

    def bare_atom(self, atom: Atomo, owner: Seleccion | None, feminine: bool, plural: bool) -> str:
        match atom.clase:
            case "icono":
                return "de cara vacía" if atom.id == "cara_vacia" else self.lexicon.icon_texts[atom.id or ""]
            case "ficha":
                return f"de {self.lexicon.tokens[atom.id or '']}"
            case "maniobra":
                return f"({self.span(atom.valores)} {self.lexicon.icon_texts[atom.id or '']})"
            case "velocidad":
                return f"de velocidad {self.span(atom.valores)}"
            case "nombre":
                return atom.nombre or ""
            case "paso":
                return f'de "{self.lexicon.step_names[atom.id] if atom.id else atom.nombre}"'
            case "alcance":
                text = "por alcance" if atom.id == "por_alcance" else "de alcance"
                return f"{text} {self.span(atom.valores)}" if atom.valores else text
            case "participio":
                lemma = LEMMAS[atom.id or ""]
                head, tail = HEADS.get(lemma, (lemma, ""))  # «vuelto a tirar»
                return f"{inflect(head, 'part', 0, plural, feminine)} {tail}".rstrip()
            case "numero":
                return self.span(atom.valores)
            case _:
                return self.adjective(atom, owner, feminine, plural)

    def adjective(self, atom: Atomo, owner: Seleccion | None, feminine: bool, plural: bool) -> str:
        if atom.id in ("fijado_por_ti", "fijado_por_su"):
            subject = {"fijado_por_ti": ("tienes", "tengas"), "fijado_por_su": ("tiene", "tenga")}[atom.id]
            definite = owner is not None and owner.articulo in ("el", "ese", "este")
            verb = subject[0 if self.mood == "ind" or definite else 1]
            return f"que {verb} {agree('fijado como blanco', feminine, plural)}"
        if (
            atom.id == "equipado"
            and owner is not None
            and owner.articulo not in ("tu", "su")
            and owner.de_los not in ("tu", "su")
            and not atom.negado
        ):
            return f"que tengas {agree('equipado', feminine, plural)}"
        return agree(self.lexicon.terms[atom.id or ""].nombre, feminine, plural)

    @staticmethod
    def span(values: tuple[int, ...]) -> str:
        return "-".join(str(value) for value in values)

    def comparison(self, value: Comparacion) -> str:
        text = style.COMPARISONS[value.relacion]
        if value.en is not None:
            head, _, tail = text.rpartition(" ")
            text = f"{head} en {self.selection(value.en) if isinstance(value.en, Seleccion) else ''}"
            return contract_after(text, tail, self.object(value.que)) if value.que is not None else text
        assert value.que is not None
        head, _, tail = text.rpartition(" ")
        than = self.object(value.que)
        return contract_after(head, tail, self.with_tu(than) if tail == "que" else than).strip()

    # -- places ---------------------------------------------------------------------------------

    def places_of(self, value: Seleccion, feminine: bool, plural: bool) -> str:
        text = self.places(value.lugares)
        if value.objeto not in style.BODIES or self.had:
            return text
        if value.lugares[0].union == "o":
            return f"o que {'tienes' if self.mood == 'ind' else 'tengas'} {text.partition(' ')[2]}"
        if value.rasgos and value.rasgos[-1].partes[-1].ser and value.lugares[0].de is None:
            return f"y que {'tienes' if self.mood == 'ind' else 'tengas'} {text}"
        first = value.lugares[0]
        if any(part.id == "fijado_por_ti" for group in value.rasgos for part in group.partes):
            return text
        if any(place.desde == "su" for place in value.lugares):
            return f"que {'tiene' if self.mood == 'ind' else 'tenga'} {text}"
        far = first.de is not None or first.relacion in ("a_ataque",) or first.de_quien not in (None, "tu")
        if not far and (first.tipo == "alcance" or len(value.lugares) > 1):
            return f"que {'tienes' if self.mood == 'ind' else 'tengas'} {text}"
        if first.de is None and (first.tipo == "alcance" or (first.de_quien == "su" and value.articulo == "el")):
            return text
        return f"{agree('situado', feminine, plural)} {text}"

    def places(self, places: tuple[Lugar, ...]) -> str:
        return " ".join((f"{place.union} " if place.union else "") + self.place(place) for place in places)

    def place(self, place: Lugar) -> str:
        if place.tipo == "alcance":
            words = style.RANGES[place.relacion or "a"]
            text = words.format(self.span(place.valores)) if "{}" in words else f"{words} {self.span(place.valores)}"
        else:
            arcs = [self.arc(arc) for arc in place.arcos]
            plural = False
            owner = FORMS[place.de_quien][2 if plural else 0] + " " if place.de_quien else ""
            text = f"{'fuera de' if place.tipo == 'fuera' else 'en'} {owner}{series(arcs, place.conj)}"
        return contract(f"{text} de", self.object(place.de)) if place.de is not None else text

    def arc(self, arc: str) -> str:
        term = self.lexicon.terms.get(arc)
        return term.nombre if term is not None else self.lexicon.icon_texts[arc]

    # -- relative clauses -------------------------------------------------------------------------

    def relative(self, relative: Relativa, owner: Seleccion, feminine: bool, plural: bool) -> str:
        counted = owner.cuenta is not None and owner.cuenta.tipo in ("cuantos", "total")
        mood = self.mood if owner.articulo not in ("el", "ese", "este", "tu") and not counted else "ind"
        if relative.tipo in ("cuyo", "en_cuyo"):
            noun = relative.nombre_de
            assert noun is not None
            whose = "cuy" + ("a" if self.feminine(noun) else "o") + ("s" if noun.plural else "")
            head = f"{'en ' if relative.tipo == 'en_cuyo' else ''}{whose} {self.selection(noun)}"
            return f"{head} {self.clause_text(relative.frase, mood, noun.plural, self.feminine(noun))}"
        text = self.relative_clause(relative.frase, mood, plural, feminine)
        if relative.tipo == "prep":
            pronoun = FORMS["el"][(2 if plural else 0) + (1 if feminine else 0)]
            return f"{contract(style.PREPOSITIONS[relative.prep or 'a'], pronoun + ' que')} {text}"
        return f"que {text}"

    def relative_clause(self, frase: Frase, mood: str, plural: bool, feminine: bool) -> str:
        raise NotImplementedError

    def clause_text(self, frase: Frase, mood: str, plural: bool, feminine: bool) -> str:
        raise NotImplementedError


def contract_after(head: str, preposition: str, rest: str) -> str:
    return f"{head} {contract(preposition, rest)}"
