"""Sentences, headers and abilities to text."""

from typing import ClassVar, assert_never

from grammar.effects import (
    Cabecera,
    Capacidad,
    Cola,
    ConResultado,
    Enlace,
    Frase,
    Frases,
    Momento,
    Oracion,
    Periodo,
    PorCada,
    Requisito,
    Secuencia,
    Seleccion,
)  # fmt: skip
from grammar.explain import style
from grammar.explain.style import contract
from grammar.explain.verbs import YOU, VerbPrinter
from grammar.lexing.sentences import CANONICAL_HEADERS


class Printer(VerbPrinter):
    links: ClassVar[dict[str, str]] = style.LINKS

    def text(self, abilities: tuple[Capacidad, ...]) -> str:
        self.last_feminine = False
        return " ".join(self.ability(ability) for ability in abilities)

    def ability(self, ability: Capacidad) -> str:
        heads = [self.heading(head) for head in ability.cabeceras]
        self.header = any(
            head.tipo in ("accion", "ataque", "ataque_adicional", "final_de_la_partida") for head in ability.cabeceras
        )
        sentences = []
        for number, sentence in enumerate(ability.oraciones):
            last = number == len(ability.oraciones) - 1
            sentences.append(self.sentence(sentence) + (":" if last and ability.anuncia else "."))
            self.header = False
        self.header = False
        return " ".join([*heads, *sentences])

    def heading(self, head: Cabecera) -> str:
        if head.tipo == "nombre":
            return f"{head.nombre}:"
        if head.tipo == "tipo":
            return f"Tipo: {', '.join(self.lexicon.terms[kind].nombre for kind in head.clases)}."
        text = CANONICAL_HEADERS[head.tipo]
        if head.tipo in ("bomba", "mina", "inoperativa"):
            return text
        if head.requisitos:
            needs = " ".join(self.group(group, None, False, False) for group in head.requisitos)
            text += f" ({needs})"
        return f"{text}:"

    def sentence(self, sentence: Oracion) -> str:
        parts = [self.frame(frame) for frame in sentence.marco]
        parts.append(self.main(sentence.frases))
        text = "".join(parts) + "".join(self.tail(tail) for tail in sentence.colas)
        for piece in sentence.tramos:
            joint = f" {piece.conj}, " if piece.conj else "; "
            text += joint + (self.frame(piece.marco) if piece.marco is not None else "") + self.main(piece.frases)
            text += "".join(self.tail(tail) for tail in piece.colas)
        return text[0].upper() + text[1:]

    def main(self, clauses: Frases) -> str:
        return self.clauses(clauses, "main")

    # -- frames ---------------------------------------------------------------------------------

    def frame(self, frame: Momento | Periodo | Requisito | PorCada | ConResultado | Enlace) -> str:
        match frame:
            case Enlace():
                text = self.links[frame.tipo]
                return f"{text.rstrip(', ')} y {self.clauses(frame.y_si, 'ind')}, " if frame.y_si is not None else text
            case Momento():
                return f"{self.moment(frame)}, "
            case Periodo():
                return f"{self.period(frame.plazo)}, "
            case Requisito():
                return f"si {self.clauses(frame.frases, 'ind')}, "
            case PorCada():
                return f"por cada {self.object(frame.que)}, "
            case ConResultado():
                return f"{contract('con', self.object(frame.que, article=True))}, "
            case _:
                assert_never(frame)

    def moment(self, moment: Momento) -> str:
        text = self.plain_moment(moment)
        return f"{text} ({self.plain_moment(moment.precisa)})" if moment.precisa is not None else text

    def plain_moment(self, moment: Momento) -> str:
        head = style.MOMENTS[moment.relacion]
        if moment.que is not None:
            return contract(head, self.object(moment.que))
        self.event = True
        try:
            if moment.infinitivo is not None:  # nobody in particular: «después de desplegar las fuerzas»
                return f"{head} {self.sequence(moment.infinitivo, 'inf', YOU)}"
            assert moment.frases is not None
            if moment.relacion == "mientras":
                self.mood = "ind"
                return f"{head} {self.clauses(moment.frases, 'ind')}"
            return f"{head} que {self.clauses(moment.frases, 'subj')}"
        finally:
            self.mood, self.event = "subj", False

    # -- tails ----------------------------------------------------------------------------------

    def tail(self, tail: Cola) -> str:
        if tail.tipo == "si_es_posible":
            return ", si es posible"
        if tail.tipo == "pero_solo_hacia":
            assert tail.que is not None
            return f", pero sólo {contract('hacia', self.object(tail.que))}"
        if tail.que is not None:
            return f" {contract(style.MOMENTS[tail.tipo], self.object(tail.que))}"
        assert tail.frases is not None
        match tail.tipo:
            case "incluso_aunque":
                return f", incluso aunque {self.clauses(tail.frases, 'subj')}"
            case "a_menos_que":
                return f" a menos que {self.clauses(tail.frases, 'subj')}"
            case "si":
                return f" si {self.clauses(tail.frases, 'ind')}"
            case "inciso":
                return f" ({self.clauses(tail.frases, 'ind')})"
            case "mientras" | "excepto_mientras":
                word = "mientras" if tail.tipo == "mientras" else "excepto mientras"
                self.mood, self.event = "ind", True
                try:
                    return f" {word} {self.clauses(tail.frases, 'ind')}"
                finally:
                    self.mood, self.event = "subj", False
            case "cuando":
                return f" cuando {self.clauses(tail.frases, 'ind')}"
            case "al" | "al_comienzo" | "al_final":
                return ""  # they take no clause
            case "despues" | "antes" | "hasta_que" | "cada_vez_que" | "la_primera_vez_que" | "la_proxima_vez_que":
                return f" {style.MOMENTS[tail.tipo]} que {self.clauses(tail.frases, 'subj')}"
            case _:
                assert_never(tail.tipo)


__all__ = ["Frase", "Printer", "Secuencia", "Seleccion"]
