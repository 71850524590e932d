"""Compiled definitions of Legión keywords (`definicion` in juego.toml) -> effects with their moment, bound to a card's number.

Nothing is guessed: a clause or a part that this reader does not know makes the definition unreadable, and the keyword needs a
handler of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from grammar.compile import compile_text
from grammar.cualidades import bind
from grammar.effects.reglas import Clausula, Parte, Regla
from grammar.effects.selection import Seleccion
from grammar.game import Step, load_game
from kb.play.games.legion_keywords import terms
from kb.play.games.legion_ops import (
    ALL,
    Add,
    Cancel,
    Change,
    Chart,
    Choose,
    Condition,
    Cover,
    Dice,
    Effect,
    Flip,
    Forbid,
    Gain,
    Kind,
    Op,
    Permit,
    Recolour,
    Reroll,
    Spend,
    Tokens,
    When,
    Who,
    Wound,
)  # fmt: skip


class Unreadable(ValueError):
    """A definition that says something this reader does not know."""


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
KINDS: Mapping[str, Kind] = {"ataque_a_distancia": "a_distancia", "ataque_cuerpo_a_cuerpo": "cuerpo_a_cuerpo"}
RESULTS = ("impacto", "critico", "incremento", "bloqueo", "vacia")
FACES = {"incremento_de_ataque": "incremento", "incremento_de_defensa": "incremento"}


@cache
def effects_of(keyword: str, x: int) -> tuple[Effect, ...]:
    """What the keyword does with its number in place of X; empty where juego.toml gives no definition."""
    definition = terms()[keyword].definicion
    if not definition:
        return ()
    result = compile_text(definition, "legion")
    if result.status == "rechazado":
        raise Unreadable(result.diagnostics[0].message)
    return read_rules(keyword, bind(result.effects, x), definition)


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
        elif que.objeto == "dado" and _tipo(que) == "hasta" and self.ops and isinstance(self.ops[-1], Dice):
            self.ops[-1] = replace(self.ops[-1], cap=_count(que))
        elif part.prep == "por_cada":
            return  # the cost before it says of what
        else:
            self.moment(part.prep or "", que)
        self.last = "marco"

    def moment(self, prep: str, que: Seleccion) -> None:
        named = _atom(que, "paso")
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
        objects = [p for p in clause.partes if p.papel == "objeto" and p.que]
        self.conditions.append(_condition(self.subject, subject, clause.verbo.lema, clause.verbo.tiempo, objects))
        self.last = "condicion"

    # --- what it does -------------------------------------------------------------------------------------------------

    def main(self, clause: Clausula) -> None:
        verb = clause.verbo
        assert verb is not None
        subject = next((p.que for p in (*clause.antes, *clause.partes) if p.papel == "sujeto" and p.que), None)
        if subject is not None:
            self.subject = who(subject)
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
        self.ops += maker(self, subject, [*(p for p in clause.antes if p.papel is None), *parts])
        self.last = "principal"

    def purpose(self, clause: Clausula) -> None:
        spent = self.ops.pop()
        if not isinstance(spent, Spend) or clause.verbo is None or clause.verbo.lema != "anular":
            raise Unreadable("«para»")
        self.ops.append(Permit(spent.token, _face(_object(list(clause.partes)))))


def who(que: Seleccion) -> Who:
    if que.objeto in ("atacante", "defensor"):
        return "atacante" if que.objeto == "atacante" else "defensor"
    if que.objeto == "reserva_de_ataque":
        return "reserva"
    if _atom(que, "participio") == "elegir":
        return "elegida"
    return "propia"


def _condition(subject: Who, que: Seleccion | None, verb: str, tense: str | None, parts: list[Parte]) -> Condition:
    objects = [part.que for part in parts if part.que]
    if verb == "tener" and que is not None and que.objeto == "arma" and objects:
        return Condition("todas", values=_keywords(objects[0]))
    if verb == "tener" and objects and _keywords(objects[0]):
        return Condition("tiene", subject, _keywords(objects[0]))
    if verb == "tener" and objects and (token := _atom(objects[0], "ficha")):
        return Condition("fichas", subject, (token, str(_count(objects[0]) if objects[0].cuenta else 1)))
    if verb == "ser" and objects:
        return Condition("es", subject, tuple(_sort(p) for p in parts))
    if verb == "gastar" and objects and (token := _atom(objects[0], "ficha")):
        return Condition("gasto", subject, (token,))
    if verb in ("contener", "haber") and objects:
        return Condition("hay", subject, (_face(objects[0]),))
    if verb == "sufrir" and objects and objects[0].objeto == "herida":
        return Condition("herida", subject)
    if verb == "tirar" and tense == "inminente":
        return Condition("tira", subject)
    # Ranges, heights, sectors and moves are facts of the situation: who writes the keyword says that they hold.
    return Condition("afirmada", subject)


def _sort(part: Parte) -> str:
    """`vehiculo`, `infanteria`, `infanteria_droide`, `infanteria_no_droide`."""
    que = part.que
    if que is None:
        raise Unreadable("«ser»")
    inside = que.complemento.que if que.complemento and isinstance(que.complemento.que, Seleccion) else None
    name = inside.objeto if inside else que.objeto
    if part.relativas:
        name += "_no_droide"
    if name not in ("vehiculo", "infanteria", "infanteria_droide", "infanteria_no_droide"):
        raise Unreadable(f"«ser {name}»")
    return name


# --- pieces of a noun phrase ------------------------------------------------------------------------------------------


def _atom(que: Seleccion, kind: str) -> str:
    return next((a.id or "" for group in que.rasgos for a in group.partes if a.clase == kind), "")


def _keywords(que: Seleccion) -> tuple[str, ...]:
    return tuple(a.id or "" for group in que.rasgos for a in group.partes if a.clase == "cualidad")


def _tipo(que: Seleccion) -> str:
    return que.cuenta.tipo if que.cuenta else ""


def _count(que: Seleccion) -> int:
    if que.cuenta and que.cuenta.valores:
        return que.cuenta.valores[0]
    return ALL


def _face(que: Seleccion) -> str:
    if que.objeto == "cara_vacia":
        return "vacia"
    name = que.objeto.removeprefix("icono_") if que.objeto.startswith("icono_") else _atom(que, "icono")
    face = FACES.get(name, name)
    if face not in RESULTS:
        raise Unreadable(f"el resultado «{que.objeto}»")
    return face


def _object(parts: list[Parte]) -> Seleccion:
    for part in parts:
        if part.papel == "objeto" and part.que:
            return part.que
    raise Unreadable("falta el complemento")


def _after(parts: list[Parte], prep: str) -> Seleccion | None:
    return next((p.que for p in parts if p.prep == prep and p.que), None)


# --- verbs ------------------------------------------------------------------------------------------------------------

Maker = Callable[[_Reader, Seleccion | None, list[Parte]], list[Op]]


def _anular(reader: _Reader, _: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que = _object(parts)
    return [Cancel(_face(que), _count(que))]


def _cambiar(reader: _Reader, _: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que, into = _object(parts), _after(parts, "por") or _after(parts, "en")
    if into is None or len([p for p in parts if p.prep == "por"]) > 1:
        raise Unreadable("cambia una de varias cosas")
    return [Change(_face(que) if que.rasgos else None, _face(into), _count(que))]


def _ganar(reader: _Reader, _: Seleccion | None, parts: list[Parte]) -> list[Op]:
    found: list[Op] = []
    things = [p for p in parts if p.papel == "objeto" and p.que]
    either = any(p.union == "o" for p in things)
    for part in things:
        que = part.que
        assert que is not None
        if que.objeto == "tabla_de_incrementos":
            icons = [FACES.get(a.id or "", a.id or "") for group in que.rasgos for a in group.partes]
            if len(icons) != 2 or not set(icons) <= set(RESULTS):
                raise Unreadable("otra tabla de conversión")
            found.append(Chart(icons[0], icons[1]))
        elif token := _atom(que, "ficha"):
            found.append(Tokens(reader.subject, token, _count(que), either=either))
        elif keywords := _keywords(que):
            numbers = [a.valores[0] for group in que.rasgos for a in group.partes if a.valores]
            found.append(Gain(reader.subject, keywords[0], numbers[0] if numbers else 1))
        else:
            raise Unreadable(f"gana «{que.objeto}»")
    return found


def _perder(reader: _Reader, _: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que = _object(parts)
    if que.complemento is not None:
        raise Unreadable("quita fichas a otras unidades")
    if not (token := _atom(que, "ficha")):
        raise Unreadable(f"pierde «{que.objeto}»")
    return [Tokens(reader.subject, token, -_count(que), upto=_tipo(que) == "hasta")]


def _sufrir(reader: _Reader, _: Seleccion | None, parts: list[Parte]) -> list[Op]:
    per = _after(parts, "por_cada")
    return [Wound(reader.subject, _count(_object(parts)), _atom(per, "ficha") if per else "")]


def _cubrir(sign: int) -> Maker:
    def make(_: _Reader, subject: Seleccion | None, parts: list[Parte]) -> list[Op]:
        by = _after(parts, "en")
        if subject is None or subject.objeto != "cobertura" or by is None:
            raise Unreadable("aumenta o reduce otra cosa")
        return [Cover(sign * _count(by))]

    return make


def _recolorear(sign: int) -> Maker:
    def make(_: _Reader, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
        que = _object(parts)
        if que.objeto != "dado_de_ataque":
            raise Unreadable(f"mejora «{que.objeto}»")
        return [Recolour(sign, _count(que))]

    return make


def _tirar(_: _Reader, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que, per = _object(parts), _after(parts, "por_cada")
    if _atom(que, "rasgo").startswith("color_") or _after(parts, "en_vez_de") or _after(parts, "como"):
        raise Unreadable("tira dados de otro modo")
    sign = -1 if any(p.adverbio == "menos" for p in parts) else 1
    return [Dice(sign * _count(que), _atom(per, "ficha") if per else "")]


def _repetir(_: _Reader, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que, per = _object(parts), _after(parts, "por_cada")
    side: Literal["ataque", "defensa"] = "ataque" if que.objeto == "dado_de_ataque" else "defensa"
    return [Reroll(side, _count(que), per is not None)]


def _gastar(_: _Reader, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que = _object(parts)
    return [Spend(_atom(que, "ficha"), _count(que))]


def _voltear(_: _Reader, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que = _after(parts, "a")
    if que is None or _atom(que, "ficha") != "escudo" or _atom(que, "rasgo") != "adj_inactivo":
        raise Unreadable("da la vuelta a otra cosa")
    return [Flip(_count(que))]


def _elegir(_: _Reader, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que = _object(parts)
    return [Choose(_count(que), "enemiga" if _atom(que, "rasgo") == "enemiga" else "aliada")]


def _no_usar(_: _Reader, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que = _object(parts)
    return [Forbid(k) for k in _keywords(que)] or [Forbid(que.objeto)]


def _no_beneficiarse(_: _Reader, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que = _after(parts, "de")
    return [Forbid(que.objeto)] if que else []


def _no_gastar(_: _Reader, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    return [Forbid(f"ficha:{_atom(_object(parts), 'ficha')}")]


def _no_sufrir(_: _Reader, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    cause = _after(parts, "por")
    return [Forbid(f"herida:{k}") for k in (_keywords(cause) if cause else ())]


def _anadir(_: _Reader, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que = _object(parts)
    if que.objeto != "resultado":
        raise Unreadable(f"añade «{que.objeto}»")
    return [Add(_face(que), _count(que))]


VERBS: Mapping[str, Maker] = {
    "anular": _anular, "cambiar": _cambiar, "convertir": _cambiar, "ganar": _ganar, "perder": _perder, "sufrir": _sufrir,
    "aumentar": _cubrir(1), "reducir": _cubrir(-1), "mejorar": _recolorear(1), "rebajar": _recolorear(-1), "tirar": _tirar,
    "volver_a_tirar": _repetir, "gastar": _gastar, "dar_la_vuelta": _voltear, "elegir": _elegir, "ignorar": _no_usar,
    "anadir": _anadir, "quitar": _perder,
}  # fmt: skip
DENIALS: Mapping[str, Maker] = {
    "utilizar": _no_usar, "beneficiar": _no_beneficiarse, "gastar": _no_gastar, "sufrir": _no_sufrir,
}  # fmt: skip
