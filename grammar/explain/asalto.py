"""Imperial Assault to text: keyword lines, limits, costs as icons, spaces, movement points."""

from typing import ClassVar

from grammar.effects import (
    Atomo,
    Cabecera,
    Capacidad,
    Cola,
    Comparacion,
    Cuenta,
    Lista,
    Lugar,
    Momento,
    Operacion,
    Oracion,
    Relativa,
    Secuencia,
    Seleccion,
    Uso,
    speaks_of_others,
)
from grammar.effects.asalto import Reposicionar
from grammar.effects.maniobras import Mover
from grammar.explain import style
from grammar.explain.nouns import COUNTS
from grammar.explain.sentences import Printer
from grammar.explain.style import contract
from grammar.explain.verbs import Person
from grammar.language.dialects.asalto import ABOUT_SOMEBODY
from grammar.language.lemmas import LEMMAS
from grammar.language.verbs import with_clitic

WHENEVER: dict[str, str] = {
    "cuando": "cuando", "la_primera_vez_que": "la primera vez que", "la_proxima_vez_que": "la próxima vez que",
    "cada_vez_que": "cada vez que",
}  # fmt: skip
SPACES: dict[str, str] = {
    "casillas": "a {} {}", "casillas_o_menos": "a {} o menos casillas", "casillas_o_mas": "a {} o más casillas",
    "mas_de_casillas": "a más de {} {}", "menos_de_casillas": "a menos de {} {}",
}  # fmt: skip
UNMEASURED: dict[str, str] = {"linea_de_vision": "en línea de visión", "lo_mas_cerca_posible": "lo más cerca posible"}
MODES: dict[str, str] = {
    "al_comienzo": " (añadir al comienzo de la lista de instrucciones)",
    "al_final": " (añadir al final de la lista de instrucciones)",
    "reemplazar": " (reemplaza las instrucciones por la siguiente lista)",
}


WITH_COLON: frozenset[str] = frozenset({"incremento", "tension", "amenaza"})
STATES: frozenset[str] = frozenset({"ser", "estar", "tener"})
WITH_FIGURE: frozenset[str] = frozenset(
    {"dado", "ficha", "punto_de_movimiento", "dado_de_ataque", "dado_de_defensa", "resultado", "punto_de_victoria"}
)
"""Counted with a figure: «1 dado», but «una figura»."""


class AsaltoPrinter(Printer):
    others = False
    figured = frozenset({"empujar", "mover"})
    links: ClassVar[dict[str, str]] = {**style.LINKS, "luego": "después, "}

    def governs(self, value: Lista) -> bool:
        """«con 1 dado rojo y 1 dado azul»"""
        return super().governs(value) or len({part.objeto for part in value.partes}) == 1

    def noun_name(self, name: str, plural: bool) -> str:
        text = super().noun_name(name, plural)
        term = self.lexicon.terms.get(name)
        return text.upper() if term is not None and term.clase == "rasgo_de_figura" else text

    def text(self, abilities: tuple[Capacidad, ...]) -> str:
        self.last_feminine = False
        lines: list[str] = []
        for ability in abilities:
            text = self.ability(ability)
            opens = ability.cabeceras and ability.cabeceras[0].tipo in ("coste", "punto", "nombre", "reglas_de_mision")
            if lines and not opens and not lines[-1].endswith((".", ":")):
                lines[-1] += "."  # what an [incremento] gives goes on in another sentence
            lines.append(("\n" if opens and lines else " " if lines else "") + text)
        return "".join(lines)

    def heading(self, head: Cabecera) -> str:
        if head.tipo == "coste":
            icons = " ".join(self.group(group, None, False, False) for group in head.requisitos)
            return f"{icons}:" if head.requisitos[0].partes[0].id in WITH_COLON else icons
        if head.tipo == "punto":
            return "■"
        if head.tipo == "reglas_de_mision":
            return f"Reglas de misión{MODES[head.modo] if head.modo else ''}:"
        return super().heading(head)

    def ability(self, ability: Capacidad) -> str:
        text = super().ability(ability)
        last = ability.oraciones[-1] if ability.oraciones else None
        if last is not None and len(ability.oraciones) == 1 and _bare(ability) and text.endswith("."):
            return text[:-1]
        return text

    def sentence(self, sentence: Oracion) -> str:
        self.others = any(speaks_of_others(frame) for frame in sentence.marco)
        if not sentence.frases.partes:
            text = "".join(self.frame(frame) for frame in sentence.marco).removesuffix(", ")
            return text[0].upper() + text[1:]
        return super().sentence(sentence)

    def mood_for(self, main: Secuencia, mood: str, who: Person) -> str:
        """An order, unless the sentence speaks of somebody else and «sufre» would be about them."""
        if mood != "main":
            return mood
        if who.person != 2:
            return "ind"
        return "ind" if main.ops[0].kind in STATES or (self.others and main.ops[0].kind in ABOUT_SOMEBODY) else "imp"

    def operation(self, op: Operacion, mood: str, who: Person) -> str:
        if op.kind == "conceder":
            return self.keywords(op)
        if op.kind == "limitar":
            return self.limit(op)
        return super().operation(op, mood, who)

    def keywords(self, op: Operacion) -> str:
        what = op.__dict__["que"]
        text = ", ".join(self.selection(part) for part in what.partes) if what.kind == "lista" else self.selection(what)
        return " ".join([text, *self.circumstances(op)])

    def limit(self, op: Operacion) -> str:
        what = op.__dict__["que"]
        return " ".join(["límite de", self.object(what), *self.circumstances(op)])

    def complements(self, op: Operacion, who: Person) -> list[str]:
        dice = op.__dict__.get("con") if op.kind == "atacar" else None
        found = super().complements(op.but(con=None) if dice is not None else op, who)
        if dice is not None:
            found.append(contract("con", self.object(dice)))
        if isinstance(op, Mover) and op.puntos is not None:
            found.insert(0, self.number_text(op.puntos))
        if isinstance(op, Reposicionar) and op.distancia is not None:
            found.insert(0, f"a {self.number_text(op.distancia)}")
        return found

    def closing(self, op: Operacion, who: Person) -> str:
        limit = op.limite if op.limite is not None and op.limite.tipo in BOUNDS else None
        plain = op.sin_hacer is None and limit is None
        text = super().closing(op if plain else op.but(sin_hacer=None, limite=None if limit is not None else op.limite), who)
        if limit is not None:
            text += f" ({BOUNDS[limit.tipo]} {limit.valores[0]})"
        if op.sin_hacer is not None:
            text += f" sin {self.sequence(op.sin_hacer, 'inf', who)}"
        aim = op.__dict__.get("proposito")
        return f"{text} para {self.sequence(aim, 'inf', who)}" if isinstance(aim, Secuencia) else text

    def tail(self, tail: Cola) -> str:
        if tail.infinitivo is not None:
            return f" {TAILS[tail.tipo]} {self.sequence(tail.infinitivo, 'inf', Person(3))}"
        return super().tail(tail)

    def selection(self, value: Seleccion, article: bool = False) -> str:
        text = super().selection(value, article)
        if value.objeto == "uno" and text == "cada":
            text = "cada una" if value.femenino else "cada uno"
        return f"« {text} »" if value.prioridad else text

    def relative(self, relative: Relativa, owner: Seleccion, feminine: bool, plural: bool) -> str:
        return super().relative(relative, owner, feminine, self.number(owner))

    # -- numbers and places -------------------------------------------------------------------------

    def number_text(self, count: Cuenta) -> str:
        if count.variable:
            return count.variable.upper()
        return self.count(Seleccion.of(objeto="uno", cuenta=count), False, False)

    def count(self, value: Seleccion, feminine: bool, article: bool) -> str:
        count = value.cuenta
        assert count is not None
        if count.variable:
            return COUNTS.get(count.tipo, FIXED.get(count.tipo, "{}")).format(count.variable.upper())
        if count.tipo in ("suma", "resta"):
            return f"{'+' if count.tipo == 'suma' else '-'}{count.valores[0]}"
        if count.tipo in GENDERED:
            return GENDERED[count.tipo][(2 if value.plural else 0) + (1 if feminine else 0)]
        if count.tipo in FIXED:
            return FIXED[count.tipo].format(count.valores[0] if count.valores else "")
        if (
            count.tipo == "exacta"
            and count.valores == (1,)
            and not (value.de_los or value.otro or self.figure)
            and value.objeto != "uno"
        ):
            counted = value.objeto in WITH_FIGURE or (
                value.objeto in self.lexicon.icon_texts and value.objeto not in self.lexicon.terms
            )
            return "1" if counted else "una" if feminine and value.objeto not in style.STRESSED_A else "un"
        return super().count(value, feminine, article)

    def bare_atom(self, atom: Atomo, owner: Seleccion | None, feminine: bool, plural: bool) -> str:
        text = super().bare_atom(atom, owner, feminine, plural)
        return "primer" if text == "primero" and owner is not None else text

    def use(self, use: Uso) -> str:
        if use.verbo.endswith("se") and use.verbo not in LEMMAS:
            plain = super().use(use.but(verbo=use.verbo[:-2]))
            gerund, _, rest = plain.partition(" ")
            return f"{with_clitic(gerund, 'ger', 'se')} {rest}"
        return super().use(use)

    def place(self, place: Lugar) -> str:
        if place.tipo in UNMEASURED:
            text = UNMEASURED[place.tipo]
        elif place.tipo == "casillas":
            number = place.variable.upper() if place.variable else str(place.valores[0])
            text = SPACES[place.relacion or "casillas"].format(number, "casilla" if number == "1" else "casillas")
        else:
            return super().place(place)
        return contract(f"{text} de", self.object(place.de)) if place.de is not None else text

    def places_of(self, value: Seleccion, feminine: bool, plural: bool) -> str:
        return self.places(value.lugares)

    def places_after(self, op: Operacion, places: tuple[Lugar, ...], who: Person) -> str:
        return self.places(places)

    def comparison(self, value: Comparacion) -> str:
        if value.resta_de is not None and value.que is not None:
            return f"igual a {self.object(value.resta_de)} menos {self.object(value.que)}"
        return super().comparison(value)

    # -- moments --------------------------------------------------------------------------------------

    def moment(self, moment: Momento) -> str:
        if moment.infinitivo is not None:
            head = "al" if moment.relacion == "al" else f"{moment.relacion.replace('despues', 'después')} de"
            return f"{head} {self.sequence(moment.infinitivo, 'inf', Person(3))}"
        if moment.relacion in WHENEVER:
            assert moment.frases is not None
            self.mood, self.event = "ind", True
            try:
                return f"{WHENEVER[moment.relacion]} {self.clauses(moment.frases, 'ind')}"
            finally:
                self.mood, self.event = "subj", False
        return super().moment(moment)


GENDERED: dict[str, tuple[str, str, str, str]] = {
    "tantos": ("tanto", "tanta", "tantos", "tantas"),
    "uno_solo": ("un solo", "una sola", "", ""),
}
FIXED: dict[str, str] = {
    "menos_de": "menos de {}", "menos": "menos", "mayor": "mayor", "menor": "menor", "numero_de": "el número de",
    "mayor_numero": "el mayor número de",
    "menor_numero": "el menor número de",
}  # fmt: skip


BOUNDS: dict[str, str] = {"minimo": "mínimo", "maximo_dicho": "máximo"}
TAILS: dict[str, str] = {"al": "al", "despues": "después de", "antes": "antes de"}


def _bare(ability: Capacidad) -> bool:
    """A line of keywords, or what an [incremento] gives, ends without a full stop."""
    surge = any(head.tipo == "coste" and head.requisitos[0].partes[0].id == "incremento" for head in ability.cabeceras)
    return surge or _verbless(ability.oraciones[-1]) == "conceder"


def _verbless(sentence: Oracion) -> str:
    parts = sentence.frases.partes
    return parts[0].efecto.ops[0].kind if len(parts) == 1 else ""
