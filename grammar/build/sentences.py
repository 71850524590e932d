"""Sentences and headers: frames of time and condition, clauses, tails. The text's abilities come out here."""

from dataclasses import dataclass
from typing import Any

from lark import Token

from grammar.build.verbs import VerbBuilder
from grammar.effects import (
    Cola,
    ConResultado,
    Enlace,
    Frase,
    Frases,
    Momento,
    Objeto,
    Oracion,
    Periodo,
    PorCada,
    Requisito,
    Secuencia,
    Seleccion,
    Tramo,
    speaks_of_others,
)  # fmt: skip
from grammar.parse import Node


@dataclass(frozen=True)
class EnVez:
    """What stands before the clause and belongs to it: «en vez de esa maniobra, …»."""

    que: Objeto | None = None
    hacer: Secuencia | None = None


IMPERSONAL: frozenset[str] = frozenset({"desplegar"})
"""«después de desplegar las fuerzas»: both players do."""


class SentenceBuilder(VerbBuilder):
    def build_oracion(self, node: Node) -> Oracion:
        frames, clauses, tails, *pieces = self.trees(node)
        built = [self.build(child) for child in self.trees(frames)]
        marks = tuple(mark for mark in built if not isinstance(mark, EnVez))
        self.others = any(speaks_of_others(mark) for mark in marks)
        main = self.clauses(clauses, main=True)
        if not self.others:
            main = self._named(main)
        for instead in (mark for mark in built if isinstance(mark, EnVez)):
            main = self._instead(node, main, instead)
        return Oracion.of(
            marco=marks,
            frases=main,
            colas=self.tails(tails),
            tramos=tuple(self.build(piece) for piece in pieces),
        )

    def _instead(self, node: Node, clauses: Frases, instead: EnVez) -> Frases:
        """«En vez de atacar, puedes…» is «puedes… en vez de atacar»; «en vez de esa maniobra, …» goes before the verb."""
        *before, last = clauses.partes
        if before or last.en_vez_previo is not None:
            raise self.fail(node, "«en vez de» ante varias frases", code="KB105")
        if instead.que is not None:
            return clauses.but(partes=(last.but(en_vez_previo=instead.que),))
        *first, op = last.efecto.ops
        if op.en_vez_de_hacer is not None or last.para_que is not None:
            raise self.fail(node, "dos veces «en vez de»", code="KB105")
        done = last.efecto.but(ops=(*first, op.but(en_vez_de_hacer=instead.hacer)))
        return clauses.but(partes=(last.but(efecto=done),))

    def build_en_vez_p(self, node: Node) -> EnVez:
        child = next(self.trees(node))
        value = self.build(child)
        if child.data != "infinitivos":
            return EnVez(que=value)
        if len(value.ops) > 1:
            raise self.fail(node, "«en vez de» varias cosas", code="KB105")
        return EnVez(hacer=value)

    @staticmethod
    def _named(clauses: Frases) -> Frases:
        """«Si lo haces, puede realizar…»: nobody has been named in the sentence, so it is the ship of the one before."""
        first, *rest = clauses.partes
        unsaid = isinstance(first.sujeto, Seleccion) and first.sujeto.objeto == "implicito" and not first.sujeto.plural
        if not unsaid or first.modo_voz or any(op.voz for op in first.efecto.ops):
            return clauses
        return clauses.but(partes=(first.but(sujeto=Seleccion.of(objeto="nave", articulo="ese")), *rest))

    def build_tramo(self, node: Node) -> Tramo:
        *frame, clauses, tails = self.trees(node)
        token = self.tokens(node)[0]
        fields: dict[str, Any] = {"frases": self.clauses(clauses, main=True), "colas": self.tails(tails)}
        if frame:
            fields["marco"] = self.build(frame[0])
        if token.type == "CJ_CUERPO":
            fields["conj"] = self.word(token).id
        return Tramo.of(**fields)

    def tails(self, node: Node) -> tuple[Cola, ...]:
        return tuple(self.build(child) for child in self.trees(node))

    # -- clauses --------------------------------------------------------------------------------

    def build_frases(self, node: Node) -> Frases:
        return self.clauses(node, main=False)

    def clauses(self, node: Node, main: bool) -> Frases:
        run: list[tuple[str, Node]] = []
        self._collect(node, run)
        return self._run(run, main)

    def _collect(self, node: Node, run: list[tuple[str, Node]]) -> None:
        joint = ""
        for child in node.children:
            if isinstance(child, Token):
                joint = self._joint(child)
            elif child.data == "frases":
                self._collect(child, run)
            else:
                run.append((joint, child))

    def _joint(self, token: Token) -> str:
        return f"si:{self.word(token).id}" if token.type == "CJ_OSI" else self.word(token).id

    def _run(self, run: list[tuple[str, Node]], main: bool) -> Frases:
        clauses: list[Frase] = []
        conj: str | None = None
        repeat = False
        third = False
        for joint, node in run:
            clause = self.build_frase(node, not clauses, main, third)
            third = clause.sujeto is not None
            clauses.append(clause)
            if joint.startswith("si:"):
                repeat, joint = True, joint[3:]
            if joint and joint != "coma":
                if conj not in (None, joint):
                    raise self.fail(node, "mezcla de «y» y «o»", code="KB105")
                conj = joint
        return Frases.of(partes=tuple(clauses), conj=conj if conj or len(clauses) == 1 else "y", repite_si=repeat)

    # -- frames ---------------------------------------------------------------------------------

    def build_marco(self, node: Node) -> Any:
        return self.build(next(self.trees(node)))

    def build_momento(self, node: Node) -> Momento:
        relation = self.word(self.tokens(node)[0]).id
        child = next(self.trees(node))
        if child.data == "infinitivos":
            return self._infinitive_moment(relation, self.build(child))
        if child.data != "frases":
            return Momento.of(relacion=relation, que=self.build(child))
        clauses: Frases = self.build(child)
        if relation == "despues":
            clauses = self._untensed(clauses)
        inner = self.first(node, "momento")
        return Momento.of(relacion=relation, frases=clauses, precisa=self.build(inner) if inner is not None else None)

    def _infinitive_moment(self, relation: str, sequence: Secuencia) -> Momento:
        """«después de ejecutar» is «después de que ejecutes», unless nobody in particular does it."""
        if any(op.kind in IMPERSONAL for op in sequence.ops):
            return Momento.of(relacion=relation, infinitivo=sequence)
        clauses = tuple(Frase.of(efecto=Secuencia.of(ops=(op,))) for op in sequence.ops)
        found = Frases.of(partes=clauses, conj=sequence.conj)
        return Momento.of(relacion=relation, frases=SentenceBuilder._untensed(found))

    @staticmethod
    def _untensed(clauses: Frases) -> Frases:
        """«después de que hayas atacado» says no more than «después de que ataques»."""
        parts = []
        for clause in clauses.partes:
            ops = tuple(op.but(tiempo=None) if op.tiempo == "pasado" else op for op in clause.efecto.ops)
            parts.append(clause.but(efecto=clause.efecto.but(ops=ops)))
        return clauses.but(partes=tuple(parts))

    def build_durante_p(self, node: Node) -> Periodo:
        return Periodo.of(plazo=self.period(node))

    def build_requisito(self, node: Node) -> Requisito:
        self.condition = True
        try:
            return Requisito.of(frases=self.build(next(self.trees(node))))
        finally:
            self.condition = False

    def build_por_cada_p(self, node: Node) -> PorCada:
        return PorCada.of(que=self.one(node))

    def build_con_resultado(self, node: Node) -> ConResultado:
        return ConResultado.of(que=self.one(node))

    def build_enlace(self, node: Node) -> Enlace:
        fields: dict[str, Any] = {"tipo": self.word(self.tokens(node)[0]).id}
        extra = self.first(node, "frases")
        if extra is not None:
            if self.conj(node) != "y":
                raise self.fail(node, "enlace con «o»", code="KB105")
            fields["y_si"] = self.build(extra)
        return Enlace.of(**fields)

    def build_en_vez_de_eso_p(self, node: Node) -> Enlace:
        return Enlace.of(tipo="en_vez_de_eso")

    # -- tails ----------------------------------------------------------------------------------

    def tail(self, node: Node, kind: str) -> Cola:
        child = next(self.trees(node))
        if child.data == "infinitivos":
            return Cola.of(tipo=kind, frases=self._infinitive_moment(kind, self.build(child)).frases)
        return Cola.of(tipo=kind, **{"frases" if child.data == "frases" else "que": self.build(child)})

    def build_incluso(self, node: Node) -> Cola:
        return self.tail(node, "incluso_aunque")

    def build_a_menos(self, node: Node) -> Cola:
        return self.tail(node, "a_menos_que")

    def build_cola_si(self, node: Node) -> Cola:
        return self.tail(node, "si")

    def build_cola_momento(self, node: Node) -> Cola:
        return self.tail(node, self.word(self.tokens(node)[0]).id)

    def build_si_posible(self, node: Node) -> Cola:
        return Cola.of(tipo="si_es_posible")

    def build_excepto(self, node: Node) -> Cola:
        return self.tail(node, "excepto_mientras")

    def build_inciso(self, node: Node) -> Cola:
        return self.tail(node, "inciso")

    def build_pero(self, node: Node) -> Cola:
        return Cola.of(tipo="pero_solo_hacia", que=self.one(node))
