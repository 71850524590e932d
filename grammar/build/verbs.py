"""Verbs with their complements to operations, and clauses to `Frase`."""

from typing import Any

from grammar.build.canon import canonical_operation
from grammar.build.complements import ComplementBuilder, ascii_kind
from grammar.effects import (
    BY_KIND,
    Frase,
    Lista,
    Objeto,
    Operacion,
    Secuencia,
    Seleccion,
)
from grammar.language.lemmas import LEMMAS, REFLEXIVE
from grammar.lexing.words import Verb, Word
from grammar.parse import Node

INDICATIVE: frozenset[str] = frozenset(
    {"recibir", "perder", "sufrir", "obtener", "recuperar", "ser", "estar", "tener", "poseer", "intervenir", "destruir"}
)
"""Verbs whose canonical second person is the indicative («recibes»), so that «recibe» speaks of somebody else."""
INVERTING: frozenset[str] = frozenset({"tener", "poseer", "hallarse"})
OWNERS: frozenset[str] = frozenset({"nave", "defensor", "atacante", "jugador", "objetivo"})
THIRD = ("ind", "subj", "pret", "impf", "fut", "isubj")


class VerbBuilder(ComplementBuilder):
    header: bool = False
    """The sentence stands under «Acción:» or another header: imperatives speak to you."""
    headed: bool = True
    indicative: frozenset[str] = INDICATIVE
    others: bool = False
    """The sentence has spoken of somebody else, so that «recibe» may be about them."""

    # -- verb words -----------------------------------------------------------------------------

    def head_verb(self, node: Node) -> tuple[Word, list[str]]:
        """The verb of vf or vinf and the adverbs right after it."""
        adverbs: list[str] = []
        while True:
            tokens = self.tokens(node)
            inner = next(self.trees(node), None)
            if inner is None:
                return self.word(tokens[0]), adverbs
            adverbs.insert(0, self.word(tokens[0]).id)
            node = inner

    def operation(self, verb_node: Node, args: Node | None) -> Operacion:
        word, adverbs = self.head_verb(verb_node)
        verb = word.verb
        if verb is None:
            raise self.fail(verb_node, "verbo")
        fields: dict[str, Any] = {}
        if adverbs:
            fields["adverbios"] = tuple(adverbs)
        self.verb_features(verb, fields)
        if args is not None:
            self.complements(args, fields)
        kind = ascii_kind(verb.lemma) + ("se" if verb.reflexive else "")
        kind = self.canonical(kind, fields)
        model = BY_KIND.get(kind)
        if model is None:
            raise self.fail(verb_node, f"el verbo «{word.text}» no se conoce aquí", code="KB103")
        for name in fields:
            if name not in model.model_fields:
                raise self.fail(
                    args or verb_node, f"«{word.text}» no admite un complemento con «{name.replace('_', ' ')}»", code="KB104"
                )
        return model.of(**fields)

    def canonical(self, kind: str, fields: dict[str, Any]) -> str:
        return canonical_operation(kind, fields)

    def verb_features(self, verb: Verb, fields: dict[str, Any]) -> None:
        if verb.negated:
            fields["negada"] = True
        if verb.voice != "activa":
            fields["voz"] = verb.voice
        tense = verb.aspect if verb.aspect in ("pasado", "inminente", "reciente") else ""
        if not tense and verb.has("pret", "impf") and not verb.has("ind", "subj", "imp", "inf"):
            tense = "pasado"
        if tense:
            fields["tiempo"] = tense
        if verb.accusative:
            fields["que"] = Seleccion.of(objeto=verb.accusative, clitico=True)
        if verb.dative:
            fields["a"] = Seleccion.of(objeto=verb.dative, clitico=True)

    # -- clauses --------------------------------------------------------------------------------

    def build_infinitivo(self, node: Node) -> Operacion:
        return self.operation(next(self.trees(node)), self.first(node, "args"))

    def build_infinitivos(self, node: Node) -> Secuencia:
        parts = list(self.trees(node))
        if len(parts) == 1:
            return Secuencia.of(ops=(self.build(parts[0]),))
        before: Secuencia = self.build(parts[0])
        conj = self.conj(node)
        ops = (*before.ops, self.build(parts[1]))
        if conj == "coma":
            return before.but(ops=ops, conj=before.conj or "coma")
        if before.conj in (None, "coma", conj):
            return before.but(ops=ops, conj=conj)
        joints = before.juntas or (before.conj,) * (len(before.ops) - 1)
        return before.but(ops=ops, juntas=(*joints, conj))  # «A y B o C», in the order of the text

    def build_frase(self, node: Node, first: bool = True, main: bool = False, third: bool = False) -> Frase:
        fields: dict[str, Any] = {}
        subject = self.first(node, "sujeto", "sujeto_r")
        if subject is not None:
            who = self.build(next(self.trees(subject)))
            if not (isinstance(who, Seleccion) and who.objeto == "tu"):  # «tú» is who the card speaks to anyway
                fields["sujeto"] = who
        predicate = self.first(node, "predicado", "predicado_r")
        assert predicate is not None
        fronted = self.first(node, "dativo_p")
        if fronted is not None:
            fields["a_quien"] = self.one(fronted)
        word = self.predicate(predicate, fields)
        if subject is None and self.speaks_of_third(word, first, main, third):
            plural = bool(word.verb and all(form.plural for form in word.verb.forms))
            fields["sujeto"] = Seleccion.of(objeto="implicito", plural=plural)
        elif "sujeto" in fields and word.verb is not None:
            self.agree_subject(node, word.verb, fields)
        return Frase.of(**fields)

    def agree_subject(self, node: Node, verb: Verb, fields: dict[str, Any]) -> None:
        """A noun before a verb that speaks to you is not its subject; «A con B y C puede» has one subject, not two."""
        subject = fields["sujeto"]
        people = {(form.person, form.plural) for form in verb.forms if form.mood in THIRD}
        with_you = isinstance(subject, Lista) and any(
            part.objeto == "nave" and part.articulo == "tu" for part in subject.partes
        )
        if people and all(person == 2 for person, _ in people) and with_you:
            return  # «tú o una nave aliada te defiendes»
        if people and all(person == 2 for person, _ in people):
            ops = (*(fields["costes"].ops if fields.get("costes") else ()), *fields["efecto"].ops)
            taken = [op.__dict__.get(name) for op in ops for name in ("que", "a")]
            if not any(isinstance(part, Seleccion) and part.clitico for part in taken):
                raise self.fail(node, "un nombre ante un verbo que te habla a ti", "«tú»", code="KB105")
            fields["tema"] = fields.pop("sujeto")
        elif isinstance(subject, Lista) and subject.conj == "y" and people == {(3, False)}:
            first, *rest = subject.partes
            if first.complemento is None or len(rest) != 1:
                raise self.fail(node, "sujeto en plural y verbo en singular", code="KB105")
            whole = self.joined(first.complemento.que, rest[0], "y")
            fields["sujeto"] = first.but(complemento=first.complemento.but(que=whole))

    def build_frase_r(self, node: Node) -> Frase:
        return self.build_frase(node)

    def inverted(self, frase: Frase) -> Frase:
        """«que tenga el defensor»: in a relative clause the noun after the verb is who has it."""
        (op, *more) = frase.efecto.ops
        what = getattr(op, "que", None)
        if (
            more
            or op.kind not in INVERTING
            or frase.modo
            or not isinstance(frase.sujeto, Seleccion)
            or frase.sujeto.objeto != "implicito"
        ):
            return frase
        if what is None and op.kind == "poseer":  # «de un tipo que no posea»: the ship spoken of
            return frase.but(sujeto=Seleccion.of(objeto="nave", articulo="ese"))
        if not isinstance(what, Seleccion) or what.objeto not in OWNERS or what.articulo not in ("el", "ese", "este", "tu"):
            return frase
        changed = op.but(que=None)
        return frase.but(sujeto=what, efecto=Secuencia.of(ops=(changed,)))

    def build_predicado_r(self, node: Node) -> Frase:
        fields: dict[str, Any] = {}
        word = self.predicate(node, fields)
        if self.speaks_of_third(word, True, False, False):
            fields["sujeto"] = Seleccion.of(objeto="implicito")
        return Frase.of(**fields)

    def predicate(self, node: Node, fields: dict[str, Any]) -> Word:
        """Fills in mode, costs and effect; gives back the finite verb."""
        children = list(self.trees(node))
        inner = self.first(node, "predicado")
        if inner is not None:  # «en vez de esa maniobra puedes…»
            fields["en_vez_previo"] = self.build(children[0])
            return self.predicate(inner, fields)
        modal = self.first(node, "modal")
        if modal is not None:
            word = self._modal(modal, fields)
            infinitives = self.first(node, "infinitivos")
            if infinitives is not None:
                done = self.build(infinitives)
            else:
                vinf = self.first(node, "vinf")
                assert vinf is not None
                done = Secuencia.of(ops=(self.operation(vinf, self.first(node, "args_r")),))
        else:
            vf = self.first(node, "vf")
            assert vf is not None
            word = self.head_verb(vf)[0]
            done = Secuencia.of(ops=(self.operation(vf, self.first(node, "args", "args_r")),))
        if modal is not None:
            done = self._one_passive(done, fields)
            if word.verb is not None and word.verb.dative:  # «se le puede asignar» is «se puede asignarle»
                if word.verb.dative == "te" and (done.ops[0].a is not None or LEMMAS[done.ops[0].kind] in REFLEXIVE):
                    raise self.fail(node, "pronombre junto al verbo modal", code="KB105")
                done = done.but(ops=(done.ops[0].but(a=Seleccion.of(objeto=word.verb.dative, clitico=True)), *done.ops[1:]))
        purpose = self.first(node, "para")
        if purpose is None:
            fields["efecto"] = done
        else:
            aim = next(self.trees(purpose))
            if aim.data == "frase":
                fields["efecto"], fields["para_que"] = done, self.build(aim)
            else:
                fields["costes"], fields["efecto"] = done, self.build(aim)
        return word

    @staticmethod
    def _one_passive(done: Secuencia, fields: dict[str, Any]) -> Secuencia:
        """«no se pueden modificar», «no pueden modificarse» and «no pueden ser modificados» say the same."""
        plain = "sujeto" in fields and len(done.ops) == 1
        op = done.ops[0]
        if not plain or op.__dict__.get("que") is not None or not (fields.get("modo_voz") == "se" or op.voz == "se"):
            return done
        fields.pop("modo_voz", None)
        return done.but(ops=(op.but(voz="pasiva"),))

    def _modal(self, node: Node, fields: dict[str, Any]) -> Word:
        tokens = self.tokens(node)
        word = self.word(tokens[0])
        if tokens[0].type == "SOLO_P":
            fields["solo"] = True
            word = self.word(tokens[1])
        elif len(tokens) > 1 and tokens[1].type == "ADV":
            fields["adverbio"] = self.word(tokens[1]).id
        elif len(tokens) > 1 and self.word(tokens[1]).id != "opta":
            raise self.fail(node, "dos verbos modales seguidos", code="KB105")
        fields["modo"] = word.id
        if word.verb is not None:
            if word.verb.negated:
                fields["modo_negado"] = True
            if word.verb.voice == "se":
                fields["modo_voz"] = "se"
            if word.verb.accusative or word.verb.dative not in ("", "le", "les", "te"):
                raise self.fail(node, "pronombre junto al verbo modal", code="KB105")
        return word

    def speaks_of_third(self, word: Word, first: bool, main: bool, third: bool) -> bool:
        """Without a subject: does the verb speak of somebody else (True) or to you (False)?"""
        verb = word.verb
        if verb is None:
            return False
        if verb.lemma == "haber" and verb.aspect == "" and verb.voice != "pasiva":
            return False
        people = {form.person for form in verb.forms if form.mood in THIRD}
        imperative = verb.has("imp") and verb.aspect == "" and word.type == "VF"
        if 2 in people or 5 in people:
            return False
        if word.verb is not None and word.verb.voice == "se" and word.type == "VF":
            return True
        if main and not third and word.type == "VF" and verb.aspect == "" and all(form.mood == "subj" for form in verb.forms):
            return False  # «retire esta carta»: the polite order
        if not imperative:
            return bool(people)
        if not people:
            return False  # «colócate»: an order and nothing else
        if not main or third:
            return True
        return first and not self.header and self.others and verb.lemma in self.indicative and not word.variant


__all__ = ["Objeto", "VerbBuilder"]
