"""Verbs with their complements to operations, and clauses to `Frase`."""

from typing import Any

from lark import Token

from grammar.build.canon import canonical_operation
from grammar.build.nouns import NounBuilder
from grammar.effects import (
    BY_KIND,
    Complemento,
    Frase,
    Limite,
    Lista,
    Lugar,
    Objeto,
    Operacion,
    Plazo,
    Secuencia,
    Seleccion,
    Trato,
    Uso,
)
from grammar.lexing.words import Verb, Word
from grammar.parse import Node

INDICATIVE: frozenset[str] = frozenset(
    {"recibir", "perder", "sufrir", "obtener", "recuperar", "ser", "estar", "tener", "poseer", "intervenir", "destruir"}
)
"""Verbs whose canonical second person is the indicative («recibes»), so that «recibe» speaks of somebody else."""
INVERTING: frozenset[str] = frozenset({"tener", "poseer", "hallarse"})
OWNERS: frozenset[str] = frozenset({"nave", "defensor", "atacante", "jugador", "objetivo"})
THIRD = ("ind", "subj", "pret", "impf", "fut", "isubj")


def ascii_kind(lemma: str) -> str:
    return lemma.replace("ñ", "n")


class VerbBuilder(NounBuilder):
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

    # -- complements ----------------------------------------------------------------------------

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
        return [("a", self.one(node))]

    build_dativo_v = build_dativo
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
        value = self.one(node)
        return [("en_vez_de_lugar" if isinstance(value, Lugar) else "en_vez_de", value)]

    def build_en_vez_inf(self, node: Node) -> list[tuple[str, Any]]:
        return [("en_vez_de_hacer", Secuencia.of(ops=(self.one(node),)))]

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

    def places(self, node: Node) -> tuple[Any, ...]:
        found: list[Any] = []
        conj = None
        for child in node.children:
            if isinstance(child, Token):
                conj = self.word(child).id
            elif child.data == "lugares":
                found.extend(self.places(child))
            else:
                found.append(self.build(child).but(union=conj))
                conj = None
        return tuple(found)

    def build_adjetivos(self, node: Node) -> list[tuple[str, Any]]:
        return [("predicado", tuple(self.groups(self.flatten(node))))]

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
        if people and all(person == 2 for person, _ in people):
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
            if word.verb.accusative or word.verb.dative not in ("", "le", "les"):
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
