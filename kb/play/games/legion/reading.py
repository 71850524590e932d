"""Compiled definitions of Legión keywords (`definicion` in juego.toml) -> effects with their moment, bound to a card's number.

Nothing is guessed: a clause or a part that this reader does not know makes the definition unreadable, and the keyword needs a
handler of its own.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Literal

from grammar.compile import Result, compile_text
from grammar.cualidades import bind
from grammar.effects.reglas import Clausula, Parte, Regla
from grammar.effects.selection import Seleccion
from grammar.game import Step, load_game
from kb.play.games.legion.ops import Chart, Condition, Dice, Effect, Gain, Kind, Op, Permit, Spend, When, Who
from kb.play.games.legion.verbs import (
    DENIALS,
    KINDS,
    VERBS,
    Unreadable,
    atom,
    check_parts,
    condition_of,
    count,
    count_kind,
    doer,
    face,
    object_of,
    who,
)  # fmt: skip
from kb.play.keywords import terms

MOMENTS: Mapping[str, When] = {
    "en": "durante", "durante": "durante", "al_comienzo_de": "antes", "al_final_de": "durante", "despues_de": "despues",
    "cuando": "durante", "como": "durante",
}  # fmt: skip
# Where a moment that names no step takes place: what it says and the step of juego.toml.
PLACES: Mapping[tuple[str, str], str] = {
    ("al_comienzo_de", "fase_de_activacion"): "comienzo_de_la_fase_de_activacion",
    ("al_final_de", "activacion"): "final_de_la_activacion",
    ("durante", "fase_final"): "fase_final",
    ("despues_de", "ataque"): "otros_efectos_posteriores",
    ("cuando", "orden"): "impartir_ordenes",
    ("despues_de", "orden"): "impartir_ordenes",
    ("despues_de", "movimiento_normal"): "tras_moverse",
    ("despues_de", "accion_de_alerta"): "realizar_acciones",
    ("despues_de", "accion_de_recuperacion"): "realizar_acciones",
    ("como", "accion_de_carta"): "realizar_acciones",
}


@lru_cache(maxsize=1024)  # X is the reader's number: without a bound, each would stay for ever
def effects_of(keyword: str, x: int) -> tuple[Effect, ...]:
    """What the keyword does with its number in place of X; empty where juego.toml gives none to play."""
    definition = terms()[keyword].definicion
    if not definition or terms()[keyword].sin_motor:
        return ()
    result = _compiled(keyword)
    if result.status == "rechazado":
        raise Unreadable(result.diagnostics[0].message)
    return read_rules(keyword, bind(result.effects, x), definition)


@cache
def _compiled(keyword: str) -> Result:
    return compile_text(terms()[keyword].definicion or "", "legion")


def read_rules(name: str, effects: Iterable[object], text: str) -> tuple[Effect, ...]:
    """The sentences of a definition or of a card; those that go on with the one before are joined to it."""
    found: list[Effect] = []
    rules = [effect for effect in effects if isinstance(effect, Regla)]
    sentences = [s.strip() + "." for s in text.rstrip(".").split(". ")]
    for i, regla in enumerate(rules):
        words = sentences[i] if len(sentences) == len(rules) else text
        reader = _Reader(name, words)
        for clause in regla.clausulas:
            reader.take(clause)
        if reader.continues and found:
            found[-1] = replace(found[-1], ops=(*found[-1].ops, *reader.ops), words=f"{found[-1].words} {words}")
        else:
            found.append(reader.effect())
    return tuple(found)


@cache
def steps_of(keyword: str) -> tuple[str, ...]:
    """Ids of the steps of juego.toml that list the keyword, those of the attack first; a card is on no list."""
    if keyword not in terms():
        return ()
    game, slug = load_game("legion"), terms()[keyword].entrada

    every = (game.ataque, *game.secuencias.values(), game.ronda)
    return tuple(dict.fromkeys(step.id for rows in every for step in _walk(rows) if slug in step.cualidades))


@cache
def parts_of(step: str) -> tuple[str, ...]:
    return tuple(part.id for row in _walk(load_game("legion").ataque) if row.id == step for part in row.pasos)


def _walk(rows: tuple[Step, ...]) -> Iterator[Step]:
    for row in rows:
        yield from _walk(row.pasos)
        yield row


@dataclass
class _Reader:
    """Takes the clauses of one sentence, in order."""

    keyword: str
    words: str
    step: str = ""
    when: When = "durante"
    kind: Kind | None = None
    role: Literal["atacante", "defensor"] | None = None
    conditions: list[Condition] = field(default_factory=list)
    ops: list[Op] = field(default_factory=list)
    optional: bool = False
    subject: Who = "propia"
    last: str = ""
    """What the clause before was: `marco`, `condicion`, `principal`."""
    continues: bool = False

    def effect(self) -> Effect:
        listed = steps_of(self.keyword)
        step = self.step or next(iter(listed), "")
        # A step that has parts of its own: the part that lists the keyword.
        step = next((part for part in parts_of(step) if part in listed), step)
        if not step and self.keyword not in terms():
            step = self.natural()
        if not self.ops or (not step and self.keyword in terms()):
            raise Unreadable("no dice cuándo ni qué")
        ops, conditions = tuple(self.ops), tuple(self.conditions)
        return Effect(self.keyword, step, self.when, ops, conditions, self.kind, self.role, self.optional, self.words)

    def natural(self) -> str:
        """The step where a card's operation has its effect, if its text names none."""
        op = self.ops[0] if self.ops else None
        if isinstance(op, Gain) and (self.role == "atacante" or op.who == "reserva"):
            return "elegir_armas"
        if isinstance(op, Chart):
            return "convertir_defensa" if op.into == "bloqueo" else "convertir_ataque"
        if isinstance(op, Gain) and op.who == "propia" and not self.conditions and not self.role:
            return ""
        raise Unreadable("no dice cuándo")

    def take(self, clause: Clausula) -> None:
        link = clause.nexos[0] if clause.nexos else ""
        if link == "que" and self.last == "condicion":
            return  # «más alto que…»: the rest of a fact that the situation states
        if clause.verbo is None:
            for part in clause.antes:
                self.frame(part)
        elif link in ("al", "cuando", "despues_de", "despues_de_que"):
            self.happening(link.removesuffix("_que"), clause)
        elif link == "mientras" or link == "si" or (link == "y" and self.last == "condicion"):
            self.condition(clause)
        elif link == "para" and self.last == "condicion":
            return  # «para volver a tirar dados»: tokens spent are counted by what they were spent on
        elif link == "para" and self.last == "principal":
            self.purpose(clause)
        elif link in ("", "y"):
            self.main(clause)
        else:
            raise Unreadable(f"«{link}»")

    def frame(self, part: Parte) -> None:
        que = part.que
        if part.adverbio == "si_lo_hace":
            self.continues = True
        elif que is None:
            raise Unreadable(f"el marco «{part.adverbio}»")
        elif que.objeto in KINDS:
            self.kind = KINDS[que.objeto]
        elif que.objeto == "dado" and count_kind(que) == "hasta" and self.ops and isinstance(self.ops[-1], Dice):
            self.ops[-1] = replace(self.ops[-1], cap=count(que))
        elif part.prep == "por_cada":
            return  # the cost before it says of what
        else:
            self.moment(part.prep or "", que)
        self.last = "marco"

    def moment(self, prep: str, que: Seleccion) -> None:
        named = atom(que, "paso")
        place = named or PLACES.get((prep, que.objeto), "")
        if not place or prep not in MOMENTS:
            raise Unreadable(f"el momento «{prep} {que.objeto}»")
        self.step, self.when = place, MOMENTS[prep] if named else "durante"
        if que.complemento:
            inside = que.complemento.que
            if not isinstance(inside, Seleccion) or inside.objeto not in KINDS:
                raise Unreadable("un paso de otra cosa")
            self.kind = KINDS[inside.objeto]

    def happening(self, link: str, clause: Clausula) -> None:
        assert clause.verbo is not None
        verb, objects = clause.verbo.lema, [p.que.objeto for p in clause.partes if p.que]
        subject = next((p.que for p in clause.antes if p.papel == "sujeto" and p.que), None)
        if subject is not None and doer(subject) != "propia":
            raise Unreadable(f"«{link} {verb}» otra unidad")
        if verb in ("defender", "atacar"):
            self.role = "defensor" if verb == "defender" else "atacante"
            self.kind = next((KINDS[o] for o in objects if o in KINDS), self.kind)
            if link == "despues_de":
                self.step = "otros_efectos_posteriores"
        elif verb == "volver_a_tirar" and link == "despues_de":
            self.step, self.when = "repetir_ataque", "despues"
            self.kind = next((KINDS[o] for o in objects if o in KINDS), self.kind)
        elif verb == "realizar" and objects and objects[0] in KINDS:
            self.role, self.kind = "atacante", KINDS[objects[0]]
        elif objects and (link, objects[0]) in PLACES:
            self.step = PLACES[link, objects[0]]
            if objects[0].startswith("accion_de_") and link == "despues_de":
                self.conditions.append(Condition("afirmada", values=(objects[0],)))
        else:
            raise Unreadable(f"«{link} {verb}»")
        self.last = "marco"

    # --- conditions ---------------------------------------------------------------------------------------------------

    def condition(self, clause: Clausula) -> None:
        subject = next((p.que for p in clause.antes if p.papel == "sujeto"), None)
        if subject is not None:
            self.subject = who(subject)
        assert clause.verbo is not None
        if clause.verbo.negado or clause.verbo.modo_negado:
            raise Unreadable("una condición negada")
        objects = [p for p in clause.partes if p.papel == "objeto" and p.que]
        self.conditions.append(condition_of(self.subject, subject, clause.verbo.lema, clause.verbo.tiempo, objects))
        self.last = "condicion"

    # --- what it does -------------------------------------------------------------------------------------------------

    def main(self, clause: Clausula) -> None:
        verb = clause.verbo
        assert verb is not None
        subject = next((p.que for p in (*clause.antes, *clause.partes) if p.papel == "sujeto" and p.que), None)
        if subject is not None:
            self.subject = doer(subject)
            if self.subject == "elegida" and not self.step:
                self.continues = True
        denied = verb.modo_negado or verb.negado
        self.optional = self.optional or (verb.modo == "puede" and not denied)
        if (maker := (DENIALS if denied else VERBS).get(verb.lema)) is None:
            raise Unreadable(f"el verbo «{verb.lema}»")
        parts = [p for p in clause.partes if p.papel != "sujeto"]
        for part in [p for p in parts if p.que and p.que.objeto == "paso"]:
            assert part.que is not None
            self.moment(part.prep or "", part.que)
            parts.remove(part)
        check_parts(verb.lema, parts)
        self.ops += maker(self.subject, subject, [*(p for p in clause.antes if p.papel is None), *parts])
        self.last = "principal"

    def purpose(self, clause: Clausula) -> None:
        spent = self.ops.pop()
        if not isinstance(spent, Spend) or clause.verbo is None or clause.verbo.lema != "anular":
            raise Unreadable("«para»")
        self.ops.append(Permit(spent.token, face(object_of(list(clause.partes)))))
