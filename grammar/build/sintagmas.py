"""Phrases of a rule in prose: noun phrases to `Seleccion`, verb groups to `Verbo`, what stands before a preposition."""

from typing import Any

from lark import Tree

from grammar.build.nouns import NounBuilder
from grammar.build.qualities import ATOM_CLASSES
from grammar.effects import Atomo, Complemento, Cuenta, Grupo, Seleccion
from grammar.effects.reglas import Parte, Verbo
from grammar.lexing.prosa import slug
from grammar.lexing.words import Det, Word
from grammar.parse import Node

Piece = tuple[str, Any]
"""Kind (sn, sp, verbo, adverbio, predicado, or the mark's terminal) and its value."""
PARTICIPLES: dict[tuple[bool, bool], str] = {(False, False): "m", (True, False): "f", (False, True): "ms", (True, True): "fs"}


class PhraseBuilder(NounBuilder):
    """Tree of phrases to a flat list of pieces."""

    def pieces(self, tree: Node) -> list[Piece]:
        return [self.piece(child) for child in tree.children if isinstance(child, Tree)]

    def piece(self, node: Node) -> Piece:
        name = node.data.rsplit("__", 1)[-1]
        if name == "marca":
            token = self.tokens(node)[0]
            return token.type, self.word(token)
        return name, getattr(self, f"build_{name}")(node)

    # -- noun phrases ---------------------------------------------------------------------------------------------

    def build_sn(self, node: Node) -> Seleccion:
        found, left = self.phrase(node, None)
        if left:
            raise self.fail(node, "adjetivos sin nombre", code="KB105")
        return found

    def phrase(self, node: Node, owner: Word | None) -> tuple[Seleccion, list[tuple[str, Any]]]:
        """The noun phrase, and the qualities at its end that belong to its owner («unidades de infantería aliadas»)."""
        fields: dict[str, Any] = {}
        marks: list[tuple[str, Any]] = []
        above: list[tuple[str, Any]] = []
        head: Word | None = None
        for child in self.trees(node):
            name = child.data.rsplit("__", 1)[-1]
            if name in ("determinado", "suelto", "pronombre"):
                fields.update(self.head_of(child, marks))
                head = self.word(self.tokens(child)[-1])
            elif name == "de":
                inner, more = self.phrase(next(self.trees(child)), head)
                fields["complemento"] = Complemento.of(prep="de", que=inner)
                marks.extend(more)
            else:
                joint, word = self.quality(child, name)
                if joint and not marks:  # «un [comandante] o [agente]»
                    fields["y_objetos"] = (*fields.get("y_objetos", ()), f"icono_{word.id}")
                    fields["conj_objetos"] = fields.get("conj_objetos") or "coma" if joint == "coma" else joint
                    continue
                rises = bool(above) or (
                    owner is not None and self.rises(head, word, owner, bool(fields.get("cuenta") or fields.get("articulo")))
                )
                (above if rises else marks).append((joint, self.atom(word)))
        if marks:
            fields["rasgos"] = (*fields.get("rasgos", ()), *self.groups(marks))
        return Seleccion.of(**fields), above

    def quality(self, node: Node, name: str) -> tuple[str, Word]:
        if name == "atomo":
            return "", self.word(self.tokens(node)[0])
        inner = next(self.trees(node))
        return self.word(self.tokens(node)[0]).id, self.word(self.tokens(inner)[0])

    @staticmethod
    def rises(head: Word | None, word: Word, owner: Word, determined: bool) -> bool:
        """Does the quality belong to the noun before «de»? By kind of noun, or because it agrees with that one only."""
        if head is None or word.type not in ("ADJ", "VPART", "ICON", "CUAL"):
            return False
        if head.cls == "tipo_de_unidad" and not determined:
            return owner.id in ("unidad", "miniatura")
        if word.type == "CUAL":
            return owner.id == "cualidad"
        if word.type == "ICON" or head.plural is None or owner.plural is None or head.type != "NOUN" or owner.type != "NOUN":
            return False
        feminine, plural = features(word)
        fits = (plural is None or plural == head.plural) and (feminine is None or feminine == head.feminine)
        suits = (plural is None or plural == owner.plural) and (feminine is None or feminine == owner.feminine)
        return not fits and suits

    def head_of(self, node: Node, marks: list[tuple[str, Any]]) -> dict[str, Any]:
        det: Det | None = None
        noun: Word | None = None
        for token in self.tokens(node):
            word = self.word(token)
            if token.type in ("DET", "DETP"):
                det = word.det
                determiner = word
            else:
                noun = word
        fields: dict[str, Any] = self.determiner(det) if det is not None else {}
        if noun is None:
            fields.update(
                objeto="uno",
                femenino=bool(determiner.feminine) and not any(c.isdigit() for c in determiner.text),
                plural=bool(determiner.plural) or self.counts_many(det),
            )
            return fields
        fields.update(self.nucleus_of(noun, marks))
        if noun.type == "NOUN":
            fields["plural"] = bool(noun.plural) if not self.counts_many(det) else True
        elif det is not None:
            fields["plural"] = bool(det.plural) or self.counts_many(det)
            fields["femenino"] = bool(det.feminine) if det.feminine is not None else False
        return fields

    def nucleus_of(self, noun: Word, marks: list[tuple[str, Any]]) -> dict[str, Any]:
        if noun.type.startswith("CUAL"):
            marks.append(("", self.atom(noun)))
            return {"objeto": "cualidad_suelta"}
        if noun.type == "CONV_N":
            marks.extend(("", Atomo.of(clase="icono", id=self.icon_id(part))) for part in noun.parts)
            return {"objeto": "tabla_de_incrementos"}
        if noun.type.startswith("NAME"):
            if noun.id:
                return {"objeto": "paso_llamado", "rasgos": (Grupo.of(partes=(Atomo.of(clase="paso", id=noun.id),)),)}
            return {"objeto": "citado" if noun.cls == "comillas" else "nombrado", "nombre": noun.text}
        return {"objeto": f"icono_{noun.id}" if noun.type.startswith("ICON") else noun.id}

    def icon_id(self, part: Word) -> str:
        return slug(part.text.strip("[]"))

    @staticmethod
    def counts_many(det: Det | None) -> bool:
        if det is None or not det.values:
            return False
        return max(det.values) > 1 or min(det.values) < 0 or det.values == (0,)

    def determiner(self, det: Det) -> dict[str, Any]:
        fields = super().determiner(det)
        if det.count in ("o_mas", "o_menos"):
            fields["cuenta"] = Cuenta.of(tipo=det.count, valores=det.values)
        return fields

    def atom(self, word: Word) -> Atomo:
        if word.type.startswith("CUAL"):
            return Atomo.of(
                clase="cualidad", id=word.id, valores=word.values, nombre=word.canonical or None, negado=word.negated
            )
        if word.type == "PASO":
            return Atomo.of(clase="paso", id=word.id)
        if word.type == "NAME":
            return Atomo.of(clase="nombre", nombre=word.text, id="comillas" if word.cls == "comillas" else None)
        if word.type == "PRED":
            kind = "participio" if word.verb is not None else "rasgo"
            ident = slug(word.verb.lemma) if word.verb is not None else word.id
            return Atomo.of(clase=kind, id=ident, negado=word.negated)
        if word.type == "VPART":
            return Atomo.of(clase="participio", id=slug(word.id), negado=word.negated)
        if word.type == "NUM":
            count = word.det.count if word.det is not None and word.det.count != "exacta" else None
            return Atomo.of(clase="numero", valores=word.values, id=count)
        clase = ATOM_CLASSES.get(word.type, "rasgo")
        return Atomo.of(clase=clase, id=word.id, negado=word.negated)

    # -- the rest -------------------------------------------------------------------------------------------------

    def build_sp(self, node: Node) -> Parte:
        first, *second = [self.word(token).id or "de" for token in self.tokens(node)]
        child = next(self.trees(node))
        if child.data.endswith("predicado"):
            groups, agrees = self.build_predicado(child)
            return Parte.of(prep=first, predicado=groups, concordancia=agrees)
        return Parte.of(prep=first, segunda_prep=second[0] if second else None, que=self.build_sn(child))

    def build_adverbio(self, node: Node) -> str:
        return self.word(self.tokens(node)[0]).id

    def build_predicado(self, node: Node) -> tuple[tuple[Grupo, ...], str]:
        marks: list[tuple[str, Any]] = []
        joint = ""
        first: Word | None = None
        for token in self.tokens(node):
            word = self.word(token)
            if token.type == "CJ_A":
                joint = word.id
            else:
                first = first or word
                marks.append((joint, self.atom(word)))
        assert first is not None
        return tuple(self.groups(marks)), agreement(first)

    def build_verbo(self, node: Node) -> Verbo:
        tokens = self.tokens(node)
        words = [self.word(token) for token in tokens]
        main = words[-1]
        if main.verb is None:
            raise self.fail(node, "verbo", code="KB103")
        fields: dict[str, Any] = self.features(main)
        if len(words) > 1:
            modal = words[0]
            fields.update(self.person(modal))
            fields["modo"] = words[1].id if tokens[1].type == "MODAL" else modal.id
            if tokens[1].type == "MODAL":
                if words[1].id != "opta" or modal.id != "puede":
                    raise self.fail(node, "dos verbos modales seguidos", code="KB105")
                fields["modo"] = "opta"
                fields["modo_adverbio"] = "puede"
            elif tokens[1].type == "ADV_M":
                fields["modo_adverbio"] = words[1].id
            if modal.verb is not None:
                fields["modo_negado"] = modal.verb.negated
                if modal.verb.voice == "se" or modal.verb.reflexive:
                    fields["voz"] = "se"
                if modal.verb.dative or modal.verb.accusative:
                    fields["dativo"], fields["acusativo"] = modal.verb.dative or None, modal.verb.accusative or None
        return Verbo.of(**fields)

    def features(self, word: Word) -> dict[str, Any]:
        verb = word.verb
        assert verb is not None
        fields: dict[str, Any] = {"lema": slug(verb.lemma), "negado": verb.negated, "reflexivo": verb.reflexive}
        if verb.voice != "activa":
            fields["voz"] = verb.voice
        if verb.voice == "pasiva":
            fields["participio"] = agreement_of(word.text.split()[-1])
        if verb.aspect:
            fields["tiempo"] = verb.aspect
        if verb.dative:
            fields["dativo"] = verb.dative
        if verb.accusative:
            fields["acusativo"] = verb.accusative
        if verb.has("inf"):
            fields["forma"] = "infinitivo"
        elif verb.has("ger"):
            fields["forma"] = "gerundio"
        else:
            fields.update(self.person(word))
        return fields

    @staticmethod
    def person(word: Word) -> dict[str, Any]:
        verb = word.verb
        assert verb is not None
        present = [form for form in verb.forms if form.mood in ("ind", "subj", "fut")]
        past = [form for form in verb.forms if form.mood in ("pret", "impf", "isubj")]
        fields: dict[str, Any] = {"forma": "personal"}
        if not present and not past:
            return {"forma": "imperativo", "persona": "tu"}
        chosen = present or past
        third = [form for form in chosen if form.person == 3] or chosen
        fields["persona"] = "tercera" if third[0].person == 3 else "tu"
        fields["plural"] = third[0].plural
        fields["subjuntivo"] = all(form.mood == "subj" for form in third) and bool(present)
        if not present:
            if all(form.mood == "isubj" for form in third):
                fields["irreal"] = True
            elif not verb.aspect:
                fields["tiempo"] = "pasado"
        return fields


def features(word: Word) -> tuple[bool | None, bool | None]:
    if word.verb is not None:
        low = word.text.lower()
        return low.rstrip("s").endswith("a"), low.endswith("s")
    same = word.canonical and word.text.lower().rstrip("s") in (word.canonical.lower(), word.canonical.lower() + "e")
    neutral = same and not word.canonical.endswith("o")
    return (None if neutral else word.feminine), word.plural


def agreement(word: Word) -> str:
    if word.verb is not None:
        return agreement_of(word.text)
    return PARTICIPLES[(bool(word.feminine), bool(word.plural))]


def agreement_of(text: str) -> str:
    low = text.lower()
    return PARTICIPLES[(low.rstrip("s").endswith("a"), low.endswith("s"))]
