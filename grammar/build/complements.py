"""Complements of a verb: each rule gives the fields of the operation that it fills, as (name, value)."""

from typing import Any

from lark import Token

from grammar.build.nouns import NounBuilder
from grammar.effects import Complemento, Limite, Lugar, Plazo, Secuencia, Seleccion, Trato, Uso
from grammar.parse import Node


def ascii_kind(lemma: str) -> str:
    return lemma.replace("ñ", "n")


class ComplementBuilder(NounBuilder):
    def complements(self, args: Node, fields: dict[str, Any]) -> None:
        for child in self.trees(args):
            if child.data == "sueltos":
                for loose in self.trees(child):
                    self.complement(loose, fields)
            else:
                self.complement(child, fields)

    def complement(self, node: Node, fields: dict[str, Any]) -> None:
        for name, value in self.slots(node):
            if name in fields and name in ("adverbios", "durante", "usando", "hacia", "lugares", "predicado"):
                fields[name] = (*fields[name], *value)
            elif name == "a" and name in fields and fields["a"].clitico:
                doubled = isinstance(value, Seleccion) and value.objeto in ("tu", "ti_mismo")
                fields["a"] = value.but(doblado=True) if doubled else value
            elif name in fields:
                raise self.fail(node, "complemento repetido", code="KB105")
            else:
                fields[name] = value

    def slots(self, node: Node) -> list[tuple[str, Any]]:
        if node.data in ("np", "nps"):
            return [("que", self.build(node))]
        if node.data in ("comparacion", "comp_en"):
            return [("comparacion", self.build(node))]
        found: list[tuple[str, Any]] = self.build(node)
        return found

    def one(self, node: Node) -> Any:
        return self.build(next(self.trees(node)))

    def build_objeto(self, node: Node) -> list[tuple[str, Any]]:
        return [("que", self.one(node))]

    def build_con_prep(self, node: Node) -> list[tuple[str, Any]]:
        tokens = self.tokens(node)
        preposition = self.word(tokens[0]).id
        if len(tokens) == 1:
            return [(preposition, self.one(node))]
        conj, again = (self.word(token).id for token in tokens[1:])
        if again != preposition:
            raise self.fail(node, "dos preposiciones distintas unidas", code="KB105")
        before, after = self.trees(node)
        return [(preposition, self.joined(self.build(before), self.build(after), conj))]

    def build_adjetivos_con(self, node: Node) -> list[tuple[str, Any]]:
        adjectives, what = self.trees(node)
        preposition = self.word(self.tokens(node)[0]).id
        return [*self.build_adjetivos(adjectives), ("predicado_con", Complemento.of(prep=preposition, que=self.build(what)))]

    build_con_prep_s = build_con_prep

    def build_dativo(self, node: Node) -> list[tuple[str, Any]]:
        first, *more = self.trees(node)
        if not more:
            return [("a", self.build(first))]
        ((_, before),) = self.build(first)
        return [("a", self.joined(before, self.build(more[0]), self.conj(node)))]

    build_dativo_v = build_dativo
    build_dativos = build_dativo
    build_dativo_s = build_dativo

    def build_durante(self, node: Node) -> list[tuple[str, Any]]:
        return [("durante", (self.period(node),))]

    build_durante_v = build_durante

    def period(self, node: Node) -> Plazo:
        relation = self.word(self.tokens(node)[0]).id
        what = self.one(node)
        if relation == "en" and isinstance(what, Seleccion) and what.objeto == "paso":
            relation = "durante"
        return Plazo.of(relacion=relation, que=what)

    def build_como(self, node: Node) -> list[tuple[str, Any]]:
        child = next(self.trees(node))
        if child.data == "adjetivos":
            return [("como", self.groups(self.flatten(child))[0])]
        return [("como", self.build(child))]

    build_como_v = build_como

    def build_hacia(self, node: Node) -> list[tuple[str, Any]]:
        found: list[Any] = []
        for child in self.trees(node):
            if child.data == "hacia":
                found.extend(self.build(child)[0][1])
            else:
                found.append(self.build(child))
        return [("hacia", tuple(found))]

    def build_por_cada(self, node: Node) -> list[tuple[str, Any]]:
        return [("por_cada", self.one(node))]

    def build_en_vez(self, node: Node) -> list[tuple[str, Any]]:
        child = next(self.trees(node))
        if child.data == "adjetivos":
            groups = self.groups(self.flatten(child))
            if len(groups) > 1:
                raise self.fail(node, "varias cualidades seguidas", code="KB105")
            return [("en_vez_de_rasgo", groups[0])]
        value = self.build(child)
        return [("en_vez_de_lugar" if isinstance(value, Lugar) else "en_vez_de", value)]

    def build_en_vez_inf(self, node: Node) -> list[tuple[str, Any]]:
        return [("en_vez_de_hacer", Secuencia.of(ops=(self.one(node),)))]

    def build_sin_inf(self, node: Node) -> list[tuple[str, Any]]:
        return [("sin_hacer", Secuencia.of(ops=(self.one(node),)))]

    def build_ademas(self, node: Node) -> list[tuple[str, Any]]:
        return [("ademas_de", self.one(node))]

    def build_adverbio(self, node: Node) -> list[tuple[str, Any]]:
        return [("adverbios", (self.word(self.tokens(node)[0]).id,))]

    def build_solo(self, node: Node) -> list[tuple[str, Any]]:
        return [("solo", True)]

    def build_contigo(self, node: Node) -> list[tuple[str, Any]]:
        return [("contigo", True)]

    def build_grados(self, node: Node) -> list[tuple[str, Any]]:
        if any(self.word(token).id != "o" for token in self.all_tokens(node, "CJ_GR")):
            raise self.fail(node, "dos giros a la vez", "«o»", code="KB105")
        return [("grados", tuple(self.word(token).values[0] for token in self.all_tokens(node, "GRADOS")))]

    def build_por(self, node: Node) -> list[tuple[str, Any]]:
        return [("por", self.one(node))]

    def build_para_np(self, node: Node) -> list[tuple[str, Any]]:
        return [("para", self.one(node))]

    def build_limite(self, node: Node) -> list[tuple[str, Any]]:
        word = self.word(self.tokens(node)[0])
        return [("limite", Limite.of(tipo=word.id, valores=word.values))]

    def build_antes_que(self, node: Node) -> list[tuple[str, Any]]:
        return [("antes_que", self.one(node))]

    def build_en_vez_de_eso(self, node: Node) -> list[tuple[str, Any]]:
        return [("en_vez_de_eso", True)]

    def build_utilizando(self, node: Node) -> list[tuple[str, Any]]:
        gerund = self.word(self.tokens(node)[0])
        verb = ascii_kind(gerund.id) + ("se" if gerund.verb is not None and gerund.verb.reflexive else "")
        child = next(self.trees(node))
        if child.data == "con_prep":
            ((preposition, value),) = self.build_con_prep(child)
            return [("usando", (Uso.of(verbo=verb, que=value, prep=preposition),))]
        return [("usando", (Uso.of(verbo=verb, que=self.build(child)),))]

    def build_considerando(self, node: Node) -> list[tuple[str, Any]]:
        *what, how = self.trees(node)
        verb = self.word(self.tokens(node)[0]).verb
        if what:
            treated = self.build(what[0])
        elif verb is not None and verb.accusative:
            treated = Seleccion.of(objeto=verb.accusative, clitico=True)
        else:
            raise self.fail(node, "falta qué se considera", "un nombre")
        return [("considerando", Trato.of(que=treated, **self.build(how)))]

    def build_como_fin(self, node: Node) -> dict[str, Any]:
        child = next(self.trees(node))
        if child.data == "frase_r":
            return {"como_si": self.build(child)}
        return {"como": self.groups(self.flatten(child))[0] if child.data == "adjetivos" else self.build(child)}

    def build_como_si(self, node: Node) -> list[tuple[str, Any]]:
        return [("como_si", self.one(node))]

    def build_debido(self, node: Node) -> list[tuple[str, Any]]:
        return [("debido_a", self.one(node))]

    def build_que_frase(self, node: Node) -> list[tuple[str, Any]]:
        return [("que_frase", self.one(node))]

    def build_lugares(self, node: Node) -> list[tuple[str, Any]]:
        return [("lugares", self.places(node))]

    build_lugares_de = build_lugares

    def build_lugares_y(self, node: Node) -> tuple[Lugar, ...]:
        first, second = self.trees(node)
        if self.conj(node) != "y":
            raise self.fail(node, "dos lugares unidos con «o»", code="KB105")
        after = self.build(second)
        rest = after if isinstance(after, tuple) else (after,)
        return (self.build(first), rest[0].but(union="y"), *rest[1:])

    def places(self, node: Node) -> tuple[Any, ...]:
        found: list[Any] = []
        conj = None
        for child in node.children:
            if isinstance(child, Token):
                conj = self.word(child).id
            elif child.data == "lugares":
                found.extend(self.places(child))
            elif child.data == "lugares_y":
                found.extend(self.build(child))
            else:
                found.append(self.build(child).but(union=conj))
                conj = None
        return tuple(found)

    def build_adjetivos(self, node: Node) -> list[tuple[str, Any]]:
        return [("predicado", tuple(self.groups(self.flatten(node))))]
