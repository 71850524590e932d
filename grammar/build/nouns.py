"""Noun phrases: determiners, qualities, places, complements and relative clauses to `Seleccion`."""

from typing import Any

from lark import Tree

from grammar.build.qualities import QualityBuilder
from grammar.build.referents import charges_of_a_card, lock_of_another, locked_by_you, same_as_yours
from grammar.effects import (
    Comparacion,
    Complemento,
    Cuenta,
    Grupo,
    Lista,
    Lugar,
    Objeto,
    Relativa,
    Seleccion,
)  # fmt: skip
from grammar.lexing.words import Det, Word
from grammar.parse import Node

CARRIED: frozenset[str] = frozenset({"ficha", "carga", "mejora", "escudo", "blanco_fijado", "iniciativa"})
"""What a ship has with it, wherever it is."""


class NounBuilder(QualityBuilder):
    condition: bool = False
    """Inside «si …», where «cualquier» asks whether there is some."""

    def build_nps(self, node: Node) -> Objeto:
        parts = [self.build(child) for child in self.trees(node)]
        if len(parts) == 1:
            found: Objeto = parts[0]
            return found
        first = parts[0]
        if isinstance(first, Seleccion) and first.objeto == "tu":  # «tú o una nave» is «tu nave o una nave»
            first = Seleccion.of(objeto="nave", articulo="tu")
        merged = self.same_noun(first, parts[1], self.conj(node))
        if merged is None:
            return self.joined(first, parts[1], self.conj(node))
        for kind in ("NOUN", "DET"):
            self.word(self.all_tokens(node, kind)[-1]).absorbed = True
        return merged

    @staticmethod
    def same_noun(left: Objeto, right: Seleccion, conj: str) -> Seleccion | None:
        """«un ataque principal o un ataque [torpedo]» is «un ataque principal o [torpedo]»."""
        if not isinstance(left, Seleccion) or conj != "o" or left.objeto != "ataque":
            return None
        if left.but(rasgos=()) != right.but(rasgos=()) or any(
            len(s.rasgos) != 1 or len(s.rasgos[0].partes) != 1 for s in (left, right)
        ):
            return None
        return left.but(rasgos=(Grupo.of(partes=(*left.rasgos[0].partes, *right.rasgos[0].partes), conj="o"),))

    def joined(self, left: Objeto, right: Seleccion, conj: str) -> Objeto:
        parts = left.partes if isinstance(left, Lista) else (left,)
        return Lista.of(conj=conj if conj != "coma" else "y", partes=(*parts, right))

    def conj(self, node: Node) -> str:
        """The conjunction of a rule `x: x CJ y`; a comma takes the one that comes after it."""
        return next(self.word(token).id for token in self.tokens(node) if token.type.startswith("CJ"))

    def build_np(self, node: Node) -> Seleccion:
        fields: dict[str, Any] = {}
        base, *rest = self.trees(node)
        fields.update(self.build(base))
        for child in rest:
            if child.data == "rasgos":
                self.qualities(child, fields)
            else:
                self.close(child, fields)
        return self.referent(Seleccion.of(**fields))

    @staticmethod
    def referent(value: Seleccion) -> Seleccion:
        """«ella» and «la nave elegida» are «esa nave»: what a pronoun points at is settled here, not in play."""
        chosen = value.objeto == "nave" and value.articulo == "el" and not value.plural
        if chosen and [part.id for group in value.rasgos for part in group.partes] == ["elegido"]:
            return value.but(articulo="ese", rasgos=())
        if value.objeto == "ella" and not (value.rasgos or value.lugares or value.complemento or value.relativa):
            return Seleccion.of(objeto="nave", articulo="ese")
        for settle in (charges_of_a_card, locked_by_you, lock_of_another, same_as_yours):
            value = settle(value)
        return value

    build_np_s = build_np

    def build_sujeto_r(self, node: Node) -> Objeto:
        found: Objeto = self.build(next(self.trees(node)))
        return found

    # -- head -----------------------------------------------------------------------------------

    def build_nombre(self, node: Node) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        noun: Word | None = None
        for child in node.children:
            if isinstance(child, Tree):
                noun = self.nucleus(child, fields)
            else:
                word = self.word(child)
                if word.det is not None:
                    fields.update(self.determiner(word.det))
        if noun is None:
            word = self.word(self.tokens(node)[0])
            fields["objeto"] = "uno"
            numbered = word.det is not None and bool(word.det.values) and not word.det.other
            fields["femenino"] = bool(word.feminine) and not numbered  # «una de ellas» is «1 de ellas»
            fields["plural"] = bool(word.plural) or self.counts_many(word.det)
            return fields
        det = self._det_of(node)
        if fields.get("articulo") == "ese" and (noun.cls == "tiempo" or noun.id == "ataque"):
            fields["articulo"] = "este"  # the one going on, either way
        if fields.get("articulo") == "todo" and not noun.plural and "de_los" not in fields:
            fields["articulo"] = "cada"
        if self.counts_many(det):
            fields["plural"] = True
        elif noun.plural is None:
            fields["plural"] = bool(det is not None and det.plural)
        else:
            fields["plural"] = noun.plural and not self._one(node)
        return fields

    def nucleus(self, node: Node, fields: dict[str, Any]) -> Word:
        """The noun, or the first of several under one determiner."""
        inner = next(self.trees(node), None)
        tokens = self.tokens(node)
        if inner is None:
            noun = self.word(tokens[0])
            fields.update(self.head(noun))
            return noun
        noun = self.nucleus(inner, fields)
        fields["y_objetos"] = (*fields.get("y_objetos", ()), self.word(tokens[1]).id)
        conj = self.word(tokens[0]).id
        fields["conj_objetos"] = fields.get("conj_objetos") or "y" if conj == "coma" else conj
        return noun

    def _det_of(self, node: Node) -> Det | None:
        tokens = self.tokens(node)
        return self.word(tokens[0]).det if tokens else None

    def _one(self, node: Node) -> bool:
        det = self._det_of(node)
        return (
            det is not None
            and det.values == (1,)
            and det.count in ("exacta", "hasta", "exactamente", "al_menos")
            and not det.of
        )

    @staticmethod
    def counts_many(det: Det | None) -> bool:
        return det is not None and bool(det.values) and det.count not in ("",) and max(det.values) > 1

    def head(self, noun: Word) -> dict[str, Any]:
        if noun.type.startswith("NAME"):
            return {"objeto": "nombrado", "nombre": noun.text}
        if noun.type.startswith("ICON") or noun.type.startswith("ARC"):
            return {"objeto": noun.id}
        return {"objeto": noun.id}

    def determiner(self, det: Det) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        if det.article:
            fields["articulo"] = "algun" if self.condition and det.article == "cualquier" and not det.count else det.article
        if det.count:
            fields["cuenta"] = Cuenta.of(tipo=det.count, valores=det.values, variable=det.variable or None)
        if det.of:
            fields["de_los"] = det.of
        if det.other:
            fields["otro"] = True
        if det.same:
            fields["mismo"] = True
        return fields

    def build_pronombre(self, node: Node) -> dict[str, Any]:
        return {"objeto": self.word(self.tokens(node)[0]).id}

    # -- what closes a noun phrase -----------------------------------------------------------------

    def close(self, node: Node, fields: dict[str, Any]) -> None:
        value = self.build(node)
        if isinstance(value, Complemento):
            if fields.get("objeto") == "blanco_fijado" and value.prep == "en":  # a lock lies on something
                value = value.but(prep="sobre")
            fields["complemento"] = self.lifted(value, fields)
        elif isinstance(value, Comparacion):
            fields["comparacion"] = value
        elif isinstance(value, Lugar):
            fields["lugares"] = (*fields.get("lugares", ()), value)
        elif isinstance(value, tuple):
            fields["lugares"] = (*fields.get("lugares", ()), *value)
        elif node.data == "cierre_rel":
            fields["y_relativa"] = value
        else:
            fields["relativa"] = value

    @staticmethod
    def lifted(value: Complemento, fields: dict[str, Any]) -> Complemento:
        """«una nave con 1 ficha que tengas a alcance 1»: the place is the ship's, not the token's."""
        what = value.que
        if value.prep != "con" or not isinstance(what, Seleccion) or not what.lugares or what.objeto not in CARRIED:
            return value
        if fields.get("objeto") != "nave" or fields.get("lugares"):
            return value
        fields["lugares"] = what.lugares
        return value.but(que=what.but(lugares=()))

    def build_complemento(self, node: Node) -> Complemento:
        tokens = self.tokens(node)
        preposition = self.word(tokens[0]).id
        first, *more = (self.build(child) for child in self.trees(node))
        if not more:
            return Complemento.of(prep=preposition, que=first)
        if self.word(tokens[2]).id != preposition:
            raise self.fail(node, "dos preposiciones distintas unidas", code="KB105")
        return Complemento.of(prep=preposition, que=self.joined(first, more[0], self.word(tokens[1]).id))

    def build_comparacion(self, node: Node) -> Comparacion:
        relation = self.word(self.tokens(node)[0]).id
        return Comparacion.of(relacion=relation, que=self.build(next(self.trees(node))))

    def build_comp_en(self, node: Node) -> Comparacion:
        relation = self.word(self.tokens(node)[0]).id
        measure, *others = self.trees(node)
        fields = {"relacion": relation, "en": self.build(measure)}
        if others:
            fields["que"] = self.build(others[0])
        return Comparacion.of(**fields)

    def build_medida(self, node: Node) -> Seleccion:
        tokens = self.tokens(node)
        det = self.word(tokens[0]).det
        fields = self.determiner(det) if det is not None else {}
        noun = self.word(tokens[1]) if len(tokens) > 1 else None
        fields["objeto"] = noun.id if noun is not None else "uno"
        fields["plural"] = self.counts_many(det)
        return Seleccion.of(**fields)

    def build_cierre_rel(self, node: Node) -> Relativa:
        if self.conj(node) != "y":
            raise self.fail(node, "dos relativas unidas con «o»", code="KB105")
        found: Relativa = self.build(next(self.trees(node)))
        return found

    def build_relativa(self, node: Node) -> Relativa:
        word = self.word(self.tokens(node)[0])
        if word.type == "CUYO":
            return self._whose(node, word)
        frase = self.build(next(self.trees(node)))
        if word.type == "QUE_P":
            return Relativa.of(tipo="prep", prep=word.id, frase=self.inverted(frase))
        return Relativa.of(tipo="que", frase=self.inverted(frase))

    def inverted(self, frase: Any) -> Any:
        raise NotImplementedError

    def _whose(self, node: Node, word: Word) -> Relativa:
        fields: dict[str, Any] = {}
        frase = None
        for child in self.trees(node):
            if child.data == "nucleo":
                noun = self.nucleus(child, fields)
                fields["plural"] = bool(noun.plural)
            elif child.data == "rasgos":
                self.qualities(child, fields)
            else:
                frase = self.build(child)
        return Relativa.of(tipo=word.id, nombre_de=Seleccion.of(**fields), frase=frase)
