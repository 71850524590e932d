"""Imperial Assault: lines of keywords, limits, announcements; movement with its purpose."""

from typing import Any

from grammar.build.canon_asalto import canonical_asalto
from grammar.build.sentences import SentenceBuilder
from grammar.build.verbs import THIRD
from grammar.effects import (
    BY_KIND,
    Atomo,
    Cola,
    Comparacion,
    Frase,
    Frases,
    Lista,
    Momento,
    Objeto,
    Operacion,
    Oracion,
    Secuencia,
    Seleccion,
)
from grammar.language.dialects.asalto import ABOUT_SOMEBODY
from grammar.lexing.words import Verb, Word
from grammar.parse import Node

REPOSITION = (
    "«reposicionar a» pide un número de casillas («reposicionar a 3»), no un objetivo; para acercarse a alguien y "
    "atacarlo se escribe «para atacar a», y para quedar adyacente, «para confrontar a»"
)


ABSTRACT: frozenset[str] = frozenset({
    "uno", "coste", "coste_de_figura", "concentracion", "debilidad", "hemorragia", "aturdimiento", "oculto", "vida",
    "velocidad", "resistencia", "precision", "estado", "dano", "tension", "punto_de_salud",
})  # fmt: skip
"""What cannot attack nor be near: «una figura con un coste de 6 o menos que pueda atacar» speaks of the figure."""
SUPERLATIVES: frozenset[str] = frozenset({"mas_cercano", "mas_alejado", "adyacente"})


def lifted(value: Seleccion) -> Seleccion:
    """Gives the head what its complement cannot have: clauses, distances, «más cercano»."""
    inner = value.complemento.que if value.complemento is not None else None
    if (
        not isinstance(inner, Seleccion)
        or inner.objeto not in ABSTRACT
        or value.objeto in ABSTRACT
        or value.complemento is None
    ):
        return value
    deeper = inner.complemento.que if inner.complemento is not None else None
    if isinstance(deeper, Seleccion) and deeper.objeto in ABSTRACT and inner.complemento is not None:
        taken, left = _split(deeper)
        inner = inner.but(complemento=inner.complemento.but(que=left))
    else:
        taken, inner = _split(inner)
    return value.but(
        complemento=value.complemento.but(que=inner),
        relativa=value.relativa or taken["relativa"],
        lugares=(*value.lugares, *taken["lugares"]),
        rasgos=(*value.rasgos, *taken["rasgos"]),
    )


def _split(inner: Seleccion) -> tuple[dict[str, Any], Seleccion]:
    moved = tuple(group for group in inner.rasgos if group.partes[0].id in SUPERLATIVES)
    kept = tuple(group for group in inner.rasgos if group not in moved)
    taken = {"relativa": inner.relativa, "lugares": inner.lugares, "rasgos": moved}
    return taken, inner.but(relativa=None, lugares=(), rasgos=kept)


DICE: frozenset[str] = frozenset({"dado", "dado_de_ataque"})


def _with_dice(attack: Operacion, target: Seleccion) -> Operacion:
    """«ataca a alguien con 1 dado verde»: the dice are the attack's, not the target's."""
    part = target.complemento
    first = part.que.partes[0] if part is not None and isinstance(part.que, Lista) else part.que if part is not None else None
    if part is None or part.prep != "con" or not isinstance(first, Seleccion) or first.objeto not in DICE:
        return attack
    return attack.but(a=target.but(complemento=None), con=part.que)


class AsaltoBuilder(SentenceBuilder):
    headed = False
    indicative = ABOUT_SOMEBODY

    def canonical(self, kind: str, fields: dict[str, Any]) -> str:
        return canonical_asalto(kind, fields)

    def build_oracion(self, node: Node) -> Oracion:
        first = next(self.trees(node))
        if first.data in ("claves", "limitacion"):
            return Oracion.of(frases=self.build(first))
        if self.tokens(node) and self.tokens(node)[-1].type == "ANUNCIO":
            frames = tuple(self.build(child) for child in self.trees(first))
            return Oracion.of(marco=frames, frases=Frases.of(partes=()))
        return super().build_oracion(node)

    @staticmethod
    def _named(clauses: Frases) -> Frases:
        return clauses

    def build_claves(self, node: Node) -> Frases:
        what, *each = self.trees(node)
        return self._verbless("conceder", que=self.build(what), **dict(self.build(each[0]) if each else ()))

    def build_limitacion(self, node: Node) -> Frases:
        what, unit = (self.build(child) for child in self.trees(node))
        each = self.word(self.tokens(node)[0]).id == "por_cada"
        return self._verbless("limitar", que=what, **{"por_cada" if each else "por": unit})

    @staticmethod
    def _verbless(kind: str, **fields: Any) -> Frases:
        operation = BY_KIND[kind].of(**fields)
        return Frases.of(partes=(Frase.of(efecto=Secuencia.of(ops=(operation,))),))

    def build_nps(self, node: Node) -> Objeto:
        parts = [self.build(child) for child in self.trees(node)]
        found: Objeto = parts[0] if len(parts) == 1 else self.joined(parts[0], parts[1], self.conj(node))
        return found

    @staticmethod
    def referent(value: Seleccion) -> Seleccion:
        return lifted(value)

    def build_np(self, node: Node) -> Any:
        last = list(self.trees(node))[-1]
        if last.data != "y_mismo":
            return super().build_np(node)
        node.children.remove(last)
        more = self.build(next(self.trees(last)))
        first = super().build_np(node)
        parts = more.partes if isinstance(more, Lista) else (more,)
        return Lista.of(conj=self.conj(last), partes=(first, *parts))

    def build_objetivo(self, node: Node) -> dict[str, Any]:
        inner = self.one(node)
        if not isinstance(inner, Seleccion):
            raise self.fail(node, "más de un objetivo entre « »", code="KB105")
        return {**inner.__dict__, "prioridad": True}

    def operation(self, verb_node: Node, args: Node | None) -> Operacion:
        made = super().operation(verb_node, args)
        if made.kind == "reposicionar" and made.a is not None:
            raise self.fail(args or verb_node, REPOSITION, "«reposicionar a» y un número", code="KB104")
        if made.kind == "atacar" and isinstance(made.a, Seleccion):
            return _with_dice(made, made.a)
        return made

    def agree_subject(self, node: Node, verb: Verb, fields: dict[str, Any]) -> None:
        """«un Rebelde sufres…»: a noun before a verb is its subject, whatever the ending, unless a pronoun repeats it."""
        people = {form.person for form in verb.forms if form.mood in THIRD}
        if verb.accusative or people != {2}:
            super().agree_subject(node, verb, fields)

    def atom(self, word: Word) -> Atomo:
        return super().atom(word).but(ser=False)  # «no preparado», never «que no sea preparado»

    def build_cola_momento(self, node: Node) -> Cola:
        child = next(self.trees(node))
        if child.data == "infinitivos":
            return Cola.of(tipo=self.word(self.tokens(node)[0]).id, infinitivo=self.build(child))
        return super().build_cola_momento(node)

    def complement(self, node: Node, fields: dict[str, Any]) -> None:
        what = fields.get("que")
        if node.data == "objeto" and isinstance(what, Seleccion) and what.clitico:  # «empújala 1 casilla»
            fields["a"] = fields.pop("que")
        super().complement(node, fields)

    def _infinitive_moment(self, relation: str, sequence: Secuencia) -> Momento:
        """«tras resolver un ataque contra ti»: whoever resolves it."""
        return Momento.of(relacion=relation, infinitivo=sequence)

    def build_comparacion(self, node: Node) -> Comparacion:
        found = list(self.trees(node))
        if len(found) == 1:
            return super().build_comparacion(node)
        relation = self.word(self.tokens(node)[0]).id
        return Comparacion.of(relacion=relation, que=self.build(found[1]), resta_de=self.build(found[0]))

    def predicate(self, node: Node, fields: dict[str, Any]) -> Any:
        word = super().predicate(node, fields)
        cost = fields.get("costes")
        if cost is not None and len(cost.ops) == 1 and cost.ops[0].kind == "mover":
            moved = cost.ops[0].but(proposito=fields["efecto"])
            fields["efecto"] = Secuencia.of(ops=(moved,))
            del fields["costes"]
        return word
