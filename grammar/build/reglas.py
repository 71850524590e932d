"""Phrases of a rule in prose to clauses: one pass from left to right, one reading.

A clause ends at a separator, at a link («si», «cuando», «para»), or where a second verb shows that a relative clause is
over. A comma or conjunction joins parts of a clause when no verb of its own follows.
"""

from typing import Any

from grammar.build.sintagmas import Piece
from grammar.effects.reglas import Clausula, Parte, Verbo
from grammar.lexing.words import Word

SEPARATORS: dict[str, str] = {"COMA": "coma", "PYC": "punto_y_coma", "DP": "dos_puntos"}
PARTS: frozenset[str] = frozenset({"sn", "sp", "adverbio", "predicado"})
RELATIVE: frozenset[str] = frozenset({"QUE", "QUE_P", "CUYO"})
CHOICES: frozenset[str] = frozenset({"de_su_eleccion", "de_tu_eleccion"})
"""They stand between a noun and its relative clause."""
JOINTS: frozenset[str] = frozenset({"y", "o", "ni", "pero", "sino", "o_bien"})
EITHER_MOOD: frozenset[str] = frozenset({"cuando", "mientras", "si"})
"""After these the indicative and the subjunctive say the same."""


class Unassembled(Exception):
    """The phrases do not make a sentence; the reason is the message."""


class Assembler:
    """The clauses of one sentence."""

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces, self.at = pieces, 0

    def kind(self, ahead: int = 0) -> str:
        place = self.at + ahead
        return self.pieces[place][0] if place < len(self.pieces) else ""

    def take(self) -> Any:
        self.at += 1
        return self.pieces[self.at - 1][1]

    def run(self) -> tuple[Clausula, ...]:
        found: list[Clausula] = []
        aside = False
        while self.at < len(self.pieces):
            fields: dict[str, Any] = {}
            if self.kind() in SEPARATORS:
                fields["separador"] = SEPARATORS[self.kind()]
                self.at += 1
            if self.kind() in ("LPAR", "RPAR"):
                aside = self.kind() == "LPAR"
                self.at += 1
                if self.kind() in SEPARATORS and not aside:
                    fields["separador"] = SEPARATORS[self.kind()]
                    self.at += 1
            if self.at >= len(self.pieces):
                break
            fields["inciso"] = aside
            start = self.at
            found.append(self.clause(fields))
            if self.at == start:  # a mark that opens nothing
                raise Unassembled("la frase no se cierra")
            self.check(found)
        return tuple(found)

    @staticmethod
    def check(found: list[Clausula]) -> None:
        """What no sentence says: two verbs in a row without a joint, or noun phrases side by side with no role."""
        clause = found[-1]
        absolute = any(part.predicado for part in clause.antes)  # «una vez resuelto el ataque la unidad…»
        if (
            len([part for part in clause.antes if part.que is not None and part.prep is None and part.union is None])
            > 1 + absolute
        ):
            raise Unassembled("dos sujetos seguidos")
        if len([part for part in clause.partes if part.que is not None and part.prep is None and part.union is None]) > 2:
            raise Unassembled("demasiados complementos sin preposición")
        if len(found) < 2 or clause.separador or clause.nexos or clause.inciso or found[-2].inciso:
            return
        if found[-2].nexos and found[-2].nexos[-1] not in JOINTS:  # «cuando ataque debe…»: the comma is missing
            return
        before = found[-2].verbo
        if clause.verbo is not None and clause.verbo.forma == "personal" and before is not None and before.forma == "personal":
            raise Unassembled("dos verbos seguidos")

    # -- one clause -----------------------------------------------------------------------------------------------

    def clause(self, fields: dict[str, Any], relative: bool = False) -> Clausula:
        links: list[str] = list(fields.pop("nexos", ()))
        while self.kind() in ("CJ", "NEXO") or (self.kind() in RELATIVE and not relative and not links):
            word: Word = self.take()
            links.append(word.id if word.type != "QUE_P" else f"{word.id}_el_que")
        before: list[Parte] = []
        after: list[Parte] = []
        verb: Verbo | None = None
        while self.at < len(self.pieces):
            kind = self.kind()
            parts = after if verb is not None else before
            if kind in PARTS:
                parts.append(self.part())
            elif kind == "verbo":
                if verb is not None:
                    break
                verb = self.take()
            elif kind in ("CJ", "COMA") and parts and self.joins():
                joint = "coma" if kind == "COMA" else self.take_joint()
                if kind == "COMA":
                    self.at += 1
                parts.append(self.part().but(union=joint))
            elif kind == "CJ" and self.kind(1) in RELATIVE and parts and parts[-1].relativas and not relative:
                joint = self.take_joint()
                parts[-1] = self.with_relative(parts[-1], joint, verb is not None)
            elif kind in RELATIVE and parts and (parts[-1].que is not None or parts[-1].adverbio in CHOICES):
                parts[-1] = self.with_relative(parts[-1], "", verb is not None)
            else:
                break
        if verb is not None and links and links[-1] in EITHER_MOOD and not verb.irreal:
            verb = verb.but(subjuntivo=False)
        if verb is None and not before and not links:
            raise Unassembled("la frase no se cierra")
        return Clausula.of(
            **fields, nexos=tuple(links), antes=self.subjects(before, verb), verbo=verb, partes=self.objects(after)
        )

    def take_joint(self) -> str:
        word: Word = self.take()
        return word.id

    def part(self) -> Parte:
        kind, value = self.pieces[self.at]
        self.at += 1
        if kind == "sn":
            return Parte.of(que=value)
        if kind == "sp":
            found: Parte = value
            return found
        if kind == "adverbio":
            return Parte.of(adverbio=value)
        return Parte.of(predicado=value[0], concordancia=value[1])

    def with_relative(self, part: Parte, joint: str, outer_verb: bool) -> Parte:
        kind = self.kind()
        word: Word = self.take()
        fields: dict[str, Any] = {
            "nexos": (
                *((joint,) if joint else ()),
                "que" if kind == "QUE" else word.id if kind == "CUYO" else f"{word.id}_el_que",
            )
        }
        found = [self.clause(fields, relative=True)]
        while self.relative_goes_on(found[-1].verbo, outer_verb):
            found.append(self.clause({"nexos": (self.take_joint(),)}, relative=True))
        return part.but(relativas=(*part.relativas, *found))

    def joint(self) -> bool:
        return self.kind() == "CJ" or (self.kind() == "NEXO" and self.pieces[self.at][1].id in JOINTS)

    def relative_goes_on(self, verb: Verbo | None, outer_verb: bool) -> bool:
        """«que posean X y no se hayan utilizado»: the same mood, or another verb still to come for the noun itself."""
        if not self.joint() or self.kind(1) != "verbo" or verb is None:
            return False
        following: Verbo = self.pieces[self.at + 1][1]
        if following.forma != "personal":
            return False
        return (verb.subjuntivo and following.subjuntivo) or (not outer_verb and self.verb_ahead(2))

    # -- joints ---------------------------------------------------------------------------------------------------

    def joins(self) -> bool:
        """Does this comma or conjunction join the part that follows to the one before?"""
        following = self.kind(1)
        if following not in PARTS:
            return False
        if self.kind() == "CJ":
            return not self.verb_ahead(1)
        return self.list_ahead()

    def verb_ahead(self, ahead: int) -> bool:
        """A finite verb before anything that would end the clause."""
        while (kind := self.kind(ahead)) and (kind in PARTS or kind == "verbo"):
            if kind == "verbo":
                return self.pieces[self.at + ahead][1].forma in ("personal", "imperativo")
            ahead += 1
        if kind in RELATIVE:  # its own verb, and perhaps another one after it
            verbs = 0
            while (kind := self.kind(ahead)) and kind not in SEPARATORS and kind not in ("NEXO", "CJ"):
                verbs += kind == "verbo" and self.pieces[self.at + ahead][1].forma == "personal"
                ahead += 1
            return verbs > 1
        return False

    def list_ahead(self) -> bool:
        """«A, B y C» without verbs."""
        ahead = 1
        while self.kind(ahead) in PARTS:
            while self.kind(ahead + 1) in ("sp", "adverbio") and self.kind(ahead) in ("sn", "sp"):
                ahead += 1
            joint = self.kind(ahead + 1)
            if joint == "CJ":
                return self.kind(ahead + 2) in PARTS and not self.verb_ahead(ahead + 2)
            if joint != "COMA":
                return False
            ahead += 2
        return False

    # -- who does what --------------------------------------------------------------------------------------------

    @staticmethod
    def subjects(parts: list[Parte], verb: Verbo | None) -> tuple[Parte, ...]:
        if verb is None:
            return tuple(parts)
        return _mark(parts, "sujeto")

    @staticmethod
    def objects(parts: list[Parte]) -> tuple[Parte, ...]:
        return _mark(parts, "objeto")


def _mark(parts: list[Parte], role: str) -> tuple[Parte, ...]:
    """The first bare noun phrase has the role, and what a conjunction joins to it."""
    out: list[Parte] = []
    marked = False
    for part in parts:
        bare = part.que is not None and part.prep is None
        if bare and (not marked or (part.union is not None and out and out[-1].papel == role)):
            part, marked = part.but(papel=role), True
        out.append(part)
    return tuple(out)
