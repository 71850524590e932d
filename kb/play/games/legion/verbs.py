"""Clauses of compiled rules -> operations and conditions: one small function per verb, and what each piece of a phrase says."""

from collections.abc import Callable, Mapping
from typing import Literal

from grammar.effects.reglas import Parte
from grammar.effects.selection import Seleccion
from kb.play.games.legion.ops import (
    ALL,
    Add,
    Cancel,
    Change,
    Chart,
    Choose,
    Condition,
    Cover,
    Dice,
    Flip,
    Forbid,
    Gain,
    Kind,
    Op,
    Recolour,
    Reroll,
    Spend,
    Tokens,
    Who,
    Wound,
)  # fmt: skip


class Unreadable(ValueError):
    """A definition that says something this reader does not know."""


KINDS: Mapping[str, Kind] = {"ataque_a_distancia": "a_distancia", "ataque_cuerpo_a_cuerpo": "cuerpo_a_cuerpo"}
SIDES: Mapping[str, Who] = {"adj_defensor": "defensor", "adj_atacante": "atacante"}
DOERS = ("unidad", "atacante", "defensor", "reserva_de_ataque", "cobertura")
RESULTS = ("impacto", "critico", "incremento", "bloqueo", "vacia")
FACES = {"incremento_de_ataque": "incremento", "incremento_de_defensa": "incremento"}


def who(que: Seleccion) -> Who:
    if que.objeto in ("atacante", "defensor"):
        return "atacante" if que.objeto == "atacante" else "defensor"
    if que.objeto == "reserva_de_ataque":
        return "reserva"
    if atom(que, "participio") == "elegir":
        return "elegida"
    return SIDES.get(atom(que, "rasgo"), "propia")


def doer(que: Seleccion) -> Who:
    """Who does what a sentence says; other units than these are not known here."""
    plain = not que.rasgos or atom(que, "participio") == "elegir" or atom(que, "rasgo") in SIDES
    if que.objeto not in DOERS or (que.objeto == "unidad" and (que.plural or not plain or que.otro or que.lugares)):
        raise Unreadable(f"lo hace «{que.objeto}»")
    return who(que)


def condition_of(subject: Who, que: Seleccion | None, verb: str, tense: str | None, parts: list[Parte]) -> Condition:
    objects = [part.que for part in parts if part.que]
    if verb == "tener" and que is not None and que.objeto == "arma" and objects:
        return Condition("todas", values=keywords_in(objects[0]))
    if verb == "tener" and objects and keywords_in(objects[0]):
        return Condition("tiene", subject, keywords_in(objects[0]))
    if verb == "tener" and objects and (token := atom(objects[0], "ficha")):
        return Condition("fichas", subject, (token, str(count(objects[0]) if objects[0].cuenta else 1)))
    if verb == "ser" and objects:
        return Condition("es", subject, tuple(sort_of(p) for p in parts))
    if verb == "gastar" and objects and (token := atom(objects[0], "ficha")):
        return Condition("gasto", subject, (token,))
    if verb in ("contener", "haber") and objects:
        return Condition("hay", subject, (face(objects[0]),))
    if verb == "sufrir" and objects and objects[0].objeto == "herida":
        return Condition("herida", subject)
    if verb == "tirar" and tense == "inminente":
        return Condition("tira", subject)
    # Ranges, heights, sectors and moves are facts of the situation: who writes the keyword says that they hold.
    return Condition("afirmada", subject)


def sort_of(part: Parte) -> str:
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


def atom(que: Seleccion, kind: str) -> str:
    return next((a.id or "" for group in que.rasgos for a in group.partes if a.clase == kind), "")


def keywords_in(que: Seleccion) -> tuple[str, ...]:
    return tuple(a.id or "" for group in que.rasgos for a in group.partes if a.clase == "cualidad")


def count_kind(que: Seleccion) -> str:
    return que.cuenta.tipo if que.cuenta else ""


def count(que: Seleccion) -> int:
    if que.cuenta and que.cuenta.valores:
        return que.cuenta.valores[0]
    return ALL


def face(que: Seleccion) -> str:
    if que.objeto == "cara_vacia":
        return "vacia"
    name = que.objeto.removeprefix("icono_") if que.objeto.startswith("icono_") else atom(que, "icono")
    found = FACES.get(name, name)
    if found not in RESULTS:
        raise Unreadable(f"el resultado «{que.objeto}»")
    return found


def object_of(parts: list[Parte]) -> Seleccion:
    for part in parts:
        if part.papel == "objeto" and part.que:
            return part.que
    raise Unreadable("falta el complemento")


def after(parts: list[Parte], prep: str) -> Seleccion | None:
    return next((p.que for p in parts if p.prep == prep and p.que), None)


# --- verbs ------------------------------------------------------------------------------------------------------------

Maker = Callable[[Who, Seleccion | None, list[Parte]], list[Op]]


def _anular(mine: Who, _: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que = object_of(parts)
    return [Cancel(face(que), count(que))]


def _cambiar(mine: Who, _: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que, into = object_of(parts), after(parts, "por") or after(parts, "en")
    if into is None or len([p for p in parts if p.prep == "por"]) > 1:
        raise Unreadable("cambia una de varias cosas")
    return [Change(face(que) if que.rasgos else None, face(into), count(que))]


def _ganar(mine: Who, _: Seleccion | None, parts: list[Parte]) -> list[Op]:
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
        elif token := atom(que, "ficha"):
            found.append(Tokens(mine, token, count(que), either=either))
        elif keywords := keywords_in(que):
            numbers = [a.valores[0] for group in que.rasgos for a in group.partes if a.valores]
            found.append(Gain(mine, keywords[0], numbers[0] if numbers else 1))
        else:
            raise Unreadable(f"gana «{que.objeto}»")
    return found


def _perder(mine: Who, _: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que = object_of(parts)
    if que.complemento is not None:
        raise Unreadable("quita fichas a otras unidades")
    if not (token := atom(que, "ficha")):
        raise Unreadable(f"pierde «{que.objeto}»")
    return [Tokens(mine, token, -count(que), upto=count_kind(que) == "hasta")]


def _sufrir(mine: Who, _: Seleccion | None, parts: list[Parte]) -> list[Op]:
    per = after(parts, "por_cada")
    return [Wound(mine, count(object_of(parts)), atom(per, "ficha") if per else "")]


def _cubrir(sign: int) -> Maker:
    def make(_: Who, subject: Seleccion | None, parts: list[Parte]) -> list[Op]:
        by = after(parts, "en")
        if subject is None or subject.objeto != "cobertura" or by is None:
            raise Unreadable("aumenta o reduce otra cosa")
        return [Cover(sign * count(by))]

    return make


def _recolorear(sign: int) -> Maker:
    def make(_: Who, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
        que = object_of(parts)
        if que.objeto != "dado_de_ataque":
            raise Unreadable(f"mejora «{que.objeto}»")
        return [Recolour(sign, count(que))]

    return make


def _tirar(_: Who, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que, per = object_of(parts), after(parts, "por_cada")
    if atom(que, "rasgo").startswith("color_") or after(parts, "en_vez_de") or after(parts, "como"):
        raise Unreadable("tira dados de otro modo")
    sign = -1 if any(p.adverbio == "menos" for p in parts) else 1
    return [Dice(sign * count(que), atom(per, "ficha") if per else "")]


def _repetir(_: Who, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que, per = object_of(parts), after(parts, "por_cada")
    side: Literal["ataque", "defensa"] = "ataque" if que.objeto == "dado_de_ataque" else "defensa"
    return [Reroll(side, count(que), per is not None)]


def _gastar(_: Who, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que = object_of(parts)
    return [Spend(atom(que, "ficha"), count(que))]


def _voltear(_: Who, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que = after(parts, "a")
    if que is None or atom(que, "ficha") != "escudo" or atom(que, "rasgo") != "adj_inactivo":
        raise Unreadable("da la vuelta a otra cosa")
    return [Flip(count(que))]


def _elegir(_: Who, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que = object_of(parts)
    return [Choose(count(que), "enemiga" if atom(que, "rasgo") == "enemiga" else "aliada")]


def _no_usar(_: Who, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que = object_of(parts)
    return [Forbid(k) for k in keywords_in(que)] or [Forbid(que.objeto)]


def _no_beneficiarse(_: Who, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que = after(parts, "de")
    return [Forbid(que.objeto)] if que else []


def _no_gastar(_: Who, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    return [Forbid(f"ficha:{atom(object_of(parts), 'ficha')}")]


def _no_sufrir(_: Who, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    cause = after(parts, "por")
    return [Forbid(f"herida:{k}") for k in (keywords_in(cause) if cause else ())]


def _anadir(_: Who, __: Seleccion | None, parts: list[Parte]) -> list[Op]:
    que = object_of(parts)
    if que.objeto != "resultado":
        raise Unreadable(f"añade «{que.objeto}»")
    return [Add(face(que), count(que))]


VERBS: Mapping[str, Maker] = {
    "anular": _anular, "cambiar": _cambiar, "convertir": _cambiar, "ganar": _ganar, "perder": _perder, "sufrir": _sufrir,
    "aumentar": _cubrir(1), "reducir": _cubrir(-1), "mejorar": _recolorear(1), "rebajar": _recolorear(-1), "tirar": _tirar,
    "volver_a_tirar": _repetir, "gastar": _gastar, "dar_la_vuelta": _voltear, "elegir": _elegir, "ignorar": _no_usar,
    "anadir": _anadir, "quitar": _perder,
}  # fmt: skip
DENIALS: Mapping[str, Maker] = {
    "utilizar": _no_usar, "beneficiar": _no_beneficiarse, "gastar": _no_gastar, "sufrir": _no_sufrir,
}  # fmt: skip
# What each verb may have beside its object; anything else makes the sentence unreadable.
BESIDE: Mapping[str, frozenset[str]] = {
    verb: frozenset(preps.split())
    for verb, preps in {
        "cambiar": "por", "convertir": "en", "sufrir": "por_cada por", "aumentar": "en", "reducir": "en",
        "tirar": "por_cada en_vez_de como", "volver_a_tirar": "por_cada", "dar_la_vuelta": "a", "elegir": "a dentro_de",
        "beneficiar": "de", "anadir": "a",
    }.items()
}  # fmt: skip


def check_parts(verb: str, parts: list[Parte]) -> None:
    for part in parts:
        inside = part.que.complemento if part.que else None
        if part.papel is None and part.adverbio is None and (part.prep or "") not in BESIDE.get(verb, frozenset()):
            raise Unreadable(f"«{verb} {part.prep or ''}»")
        if (
            part.papel == "objeto"
            and inside is not None
            and verb in ("anular", "cambiar", "convertir", "ganar", "gastar", "perder")
        ):
            raise Unreadable(f"«{verb}» algo de otra cosa")
        if part.relativas and part.prep != "por_cada":
            raise Unreadable("una oración de relativo")
