"""Qualities and places of a noun: adjectives, icons and names in groups; ranges and arcs."""

from typing import Any

from lark import Token, Tree

from grammar.build.base import BuilderBase
from grammar.effects import Atomo, Grupo, Lugar, Seleccion
from grammar.errors import BuildError
from grammar.lexing.words import Word
from grammar.parse import Node

ATOM_CLASSES: dict[str, str] = {
    "TOK": "ficha", "MAN": "maniobra", "VEL": "velocidad", "NAME": "nombre", "PASO": "paso", "POR_ALCANCE": "alcance",
    "DE_ALCANCE": "alcance", "VPART": "participio", "NUM": "numero", "ICON": "icono", "ARC": "icono",
}  # fmt: skip
"""Terminal -> class of the quality; an adjective brings its own."""
Mark = tuple[str, Any]
UNMEASURED: frozenset[str] = frozenset({"linea_de_vision", "lo_mas_cerca_posible"})
"""Places without a number."""


def _shape(value: Any) -> str:
    return value.clase if isinstance(value, Atomo) else "parentesis" if value.parentesis else "grupo"


class QualityBuilder(BuilderBase):
    # -- qualities ------------------------------------------------------------------------------

    def qualities(self, node: Node, fields: dict[str, Any]) -> None:
        marks = list(self.flatten(node))
        atoms: list[tuple[str, Any]] = []
        places: list[Lugar] = []
        for conj, value in marks:
            if isinstance(value, Lugar):
                places.append(value.but(union=(conj or None) if places or conj == "o" else None))
            elif value == "tuyo":
                fields["tuyo"] = True
            else:
                atoms.append((conj, value))
        if atoms and atoms[0][0]:
            raise self.fail(node, "una cualidad unida a un lugar", code="KB105")
        if fields.get("objeto") == "resultado":
            atoms = [(conj, self.face(value)) for conj, value in atoms]
        if atoms:
            fields["rasgos"] = fields.get("rasgos", ()) + tuple(self.groups(atoms))
        if places:
            fields["lugares"] = tuple(places)

    @staticmethod
    def face(value: Any) -> Any:
        """«1 resultado de Concentración» is the face of a die, not a token."""
        if isinstance(value, Atomo) and value.clase == "ficha":
            return value.but(clase="icono")
        return value

    def flatten(self, node: Node) -> list[Mark]:
        """(conjunction before it, atom or group or place) in the order of the text."""
        found: list[Mark] = []
        conj = ""
        for child in node.children:
            if isinstance(child, Token):
                conj = self.word(child).id
            elif child.data == "rasgos" or child.data in ("adjetivos", "atomos"):
                found.extend(self.flatten(child))
            else:
                found.append((conj, self.build(child)))
                conj = ""
        return found

    def groups(self, marks: list[Mark]) -> list[Grupo]:
        """Joins what conjunctions join: neighbours of the same shape («[x] roja o [y] roja») or single qualities."""
        segments: list[list[Any]] = [[]]
        joints: list[str] = []
        for conj, value in marks:
            if conj:
                joints.append(conj)
                segments.append([])
            segments[-1].append(value)
        out: list[Any] = list(segments[0])
        for joint, segment in zip(joints, segments[1:], strict=True):
            width = len(segment) if self.same_shape(out, segment) else 1
            left = self.compound(out[len(out) - width :])
            right = self.compound(segment[:width])
            out[len(out) - width :] = [self.join_group(left, joint, right)]
            out.extend(segment[width:])
        return [value if isinstance(value, Grupo) else Grupo.of(partes=(value,)) for value in out]

    @staticmethod
    def same_shape(left: list[Any], right: list[Any]) -> bool:
        if not 1 < len(right) <= len(left):
            return False
        pairs = zip(left[-len(right) :], right, strict=True)
        return all(_shape(a) == _shape(b) for a, b in pairs)

    @staticmethod
    def compound(values: list[Any]) -> Any:
        first, *rest = values
        return first.but(con=tuple(rest)) if rest else first

    @staticmethod
    def join_group(left: Any, joint: str, right: Any) -> Grupo:
        """A parenthesis is never opened up: its qualities belong together."""
        if any(isinstance(side, Grupo) and side.parentesis for side in (left, right)):
            raise BuildError("KB105", 0, 0, "un paréntesis unido a otra cualidad")
        parts = left.partes if isinstance(left, Grupo) else (left,)
        more = right.partes if isinstance(right, Grupo) else (right,)
        previous = left.conj if isinstance(left, Grupo) else None
        if previous not in (None, "coma", joint) and joint != "coma":
            raise BuildError("KB105", 0, 0, "mezcla de «y» y «o»")
        return Grupo.of(partes=(*parts, *more), conj=(previous or "coma") if joint == "coma" else joint)

    def build_atomo(self, node: Node) -> Atomo:
        return self.atom(self.word(self.tokens(node)[0]))

    def atom(self, word: Word) -> Atomo:
        clase = word.cls if word.type == "ADJ" else ATOM_CLASSES[word.type]
        fields: dict[str, Any] = {"clase": clase, "negado": word.negated}
        if word.negated and word.id != "recurrente":
            fields["ser"] = True  # «no limitada» is «que no sea limitada»
        if word.type == "NAME":
            fields["nombre"] = word.text
        elif word.type == "PASO":
            fields.update(self.step(word))
        elif word.type in ("VEL", "NUM"):
            fields["valores"] = word.values
        elif word.type == "MAN" or word.type == "POR_ALCANCE":
            fields["id"], fields["valores"] = word.id, word.values
        elif word.type == "VPART":
            fields["id"] = word.id.replace("ñ", "n")
        else:
            fields["id"] = word.id
        return Atomo.of(**fields)

    @staticmethod
    def step(word: Word) -> dict[str, Any]:
        """A step of the game by its identifier; a step that the game does not list by its name."""
        return {"id": word.id} if word.id else {"nombre": word.text.strip("\"'")}

    def build_parentesis(self, node: Node) -> Grupo:
        groups = self.groups(self.flatten(self.first(node, "atomos") or node))
        return groups[0].but(parentesis=True)

    def build_que_ser(self, node: Node) -> Atomo:
        atom = self.build_atomo(next(self.trees(node)))
        negated = self.word(self.tokens(node)[0]).id == "no"
        return atom.but(ser=True, negado=negated)

    def build_tuyo(self, node: Node) -> str:
        return "tuyo"

    # -- places ---------------------------------------------------------------------------------

    def build_lugar(self, node: Node) -> Lugar:
        place = self.build(next(self.trees(node)))
        marker = self.tokens(node)
        if marker and self.word(marker[0]).id == "su":
            place = place.but(desde="su")
        found: Lugar = place
        return found

    def build_lugar_de(self, node: Node) -> Lugar:
        site, reference = self.trees(node)
        place: Lugar = self.build(site)
        reference_object = self.build(reference)
        if isinstance(reference_object, Seleccion) and reference_object.objeto == "tu" and place.tipo == "alcance":
            return place
        if place.de_quien == "ningun" and isinstance(reference_object, Seleccion) and reference_object.articulo is None:
            # «en ningún [arco] de naves enemigas» is «en el [arco] de ninguna nave enemiga»
            return place.but(de_quien="el", de=reference_object.but(articulo="ningun", plural=False))
        return place.but(de=reference_object)

    build_lugar_de_s = build_lugar_de

    def build_rango(self, node: Node) -> Lugar:
        word = self.word(self.tokens(node)[0])
        if word.id in UNMEASURED:
            return Lugar.of(tipo=word.id)
        if "casillas" in word.id:
            return Lugar.of(tipo="casillas", relacion=word.id, valores=word.values, variable=word.cls or None)
        return Lugar.of(tipo="alcance", relacion=word.id, valores=word.values)

    def build_arcos(self, node: Node) -> Lugar:
        owner: str | None = None
        arcs: list[str] = []
        conj = None
        for child in node.children:
            if isinstance(child, Tree):
                conj_token, arc = self.tokens(child)
                conj = self.word(conj_token).id
                arcs.append(self.word(arc).id)
            elif child.type == "DET":
                det = self.word(child).det
                owner = det.article if det is not None else None
                if det is not None and (det.other or det.count):
                    raise self.fail(child, "determinante de arco", "tu", "su", "el")
            elif child.type == "ARC_L":
                arcs.append(self.word(child).id)
        return Lugar.of(tipo="arco", arcos=tuple(arcs), conj=conj, de_quien=owner)

    def build_fuera(self, node: Node) -> Lugar:
        tokens = self.tokens(node)
        det = self.word(tokens[1]).det
        return Lugar.of(tipo="fuera", arcos=(self.word(tokens[-1]).id,), de_quien=det.article if det else None)
