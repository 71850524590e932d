"""X-Wing card texts, compiled, as what they let a ship do to dice. What is no such thing is refused with its reason."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Literal

from grammar.compile import Result, compile_text
from grammar.effects import Capacidad, Frase, Lista, Momento, Operacion, Oracion, Requisito, Seleccion
from kb.play.errors import PlayError
from kb.play.validation import Model

Pool = Literal["ataque", "defensa"]
OTHER: dict[Pool, Pool] = {"ataque": "defensa", "defensa": "ataque"}
FACES: dict[Pool, tuple[str, ...]] = {
    "ataque": ("vacia", "concentracion", "impacto", "critico"),
    "defensa": ("vacia", "concentracion", "evasion"),
}
ICONS = {
    "cara_vacia": "vacia",
    "concentracion": "concentracion",
    "impacto": "impacto",
    "critico": "critico",
    "evasion": "evasion",
}
KINDS = frozenset({"arco_frontal", "arco_trasero", "arco_torreta", "arco_torreta_doble", "arco_diana", "principal", "especial"})
ENEMIES = frozenset({"defensor", "atacante", "nave"})


class DiceOp(Model):
    kind: Literal["repetir", "cambiar", "anadir", "anular", "dados"]
    pool: Pool
    faces: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    most: int | None = None
    """None: all of them."""
    whole: bool = False
    """All or none."""


class DiceAbility(Model):
    moment: Pool
    """While attacking or while defending."""
    optional: bool
    kinds: tuple[str, ...] = ()
    """What the attack has to be: `arco_frontal`, `principal`; with a minus, what it must not be."""
    conditional: bool
    """It has a requirement that the dice alone do not decide."""
    costs: dict[str, int]
    ops: tuple[DiceOp, ...]
    frames: tuple[Any, ...] = ()
    """Moment and requirements as compiled, for an engine that knows the situation."""


class Unusable(PlayError):
    """The text is understood, or not, but it is no change of dice that can be computed."""


@lru_cache(maxsize=500)
def compiled(text: str) -> Result:
    return compile_text(text)


@lru_cache(maxsize=500)
def dice_abilities(text: str) -> tuple[DiceAbility, ...]:
    """The dice abilities of a card; raises Unusable with the reason."""
    result = compiled(text)
    if result.status == "rechazado":
        why = result.diagnostics[0].message if result.diagnostics else "no se entiende"
        raise Unusable(f"el texto no se entiende ({why})")
    found = tuple(ability for effect in result.abilities for ability in _abilities(effect))
    if not found:
        raise Unusable("no cambia los dados de un ataque")
    return found


def _abilities(effect: Capacidad) -> Iterator[DiceAbility]:
    if any(header.tipo != "nombre" for header in effect.cabeceras):
        raise Unusable("es una acción o un armamento, no una capacidad sobre los dados")
    for sentence in effect.oraciones:
        moments = [m for m in sentence.marco if isinstance(m, Momento)]
        if moments and moments[0].relacion != "mientras":
            continue  # another ability of the same card, about something else
        yield from _sentence(sentence, moments)


def _sentence(sentence: Oracion, moments: list[Momento]) -> Iterator[DiceAbility]:
    if len(moments) != 1 or sentence.colas or sentence.tramos:
        raise Unusable("su momento no es sólo «mientras atacas» o «mientras te defiendes»")
    rest = [m for m in sentence.marco if not isinstance(m, Momento)]
    if not all(isinstance(m, Requisito) for m in rest):
        raise Unusable("depende de algo más que un requisito")
    for moment, narrowed, kinds in _moments(moments[0]):
        for phrase in sentence.frases.partes:
            found = _ability(phrase, moment, bool(rest) or narrowed)
            yield found.model_copy(update={"kinds": kinds, "frames": sentence.marco})


def _moments(moment: Momento) -> Iterator[tuple[Pool, bool, tuple[str, ...]]]:
    """(window, whether it asks for more than attacking or defending, kinds of attack)."""
    if moment.frases is None:
        raise Unusable("su momento no es un ataque")
    for phrase in moment.frases.partes:
        if phrase.sujeto is not None:
            raise Unusable("se aplica al ataque de otra nave")
        for op in phrase.efecto.ops:
            if op.kind == "defenderse":
                yield "defensa", _plain(op), ()
            elif op.kind == "efectuar" and _noun(getattr(op, "que", None)) == "ataque":
                que = getattr(op, "que", None)
                assert isinstance(que, Seleccion)
                atoms = [a for g in que.rasgos for a in g.partes]
                known = all(str(a.id) in KINDS for a in atoms) and all(g.conj is None for g in que.rasgos)
                kinds = tuple(f"{'-' if a.negado else ''}{a.id}" for a in atoms) if known else ()
                yield "ataque", _plain(op) or bool(not known or que.relativa or que.lugares or que.complemento), kinds
            else:
                raise Unusable("su momento no es atacar ni defenderse")


def _plain(op: Operacion) -> bool:
    return bool(op.lugares or getattr(op, "contra", None) or getattr(op, "con", None))


def _ability(phrase: Frase, moment: Pool, conditional: bool) -> DiceAbility:
    if phrase.modo_negado or phrase.modo not in (None, "puede", "debe") or phrase.para_que is not None:
        raise Unusable("prohíbe o condiciona en vez de cambiar dados")
    subject = _noun(phrase.sujeto)
    costs = dict(_cost(op) for op in phrase.costes.ops) if phrase.costes else {}
    if phrase.efecto.conj == "o":
        raise Unusable("da a elegir entre varios efectos")
    ops = tuple(dice_op(op, moment, subject) for op in phrase.efecto.ops)
    if subject and any(op.kind != "dados" for op in ops):
        raise Unusable("el cambio lo hace el otro bando")
    return DiceAbility(moment=moment, optional=phrase.modo == "puede", conditional=conditional, costs=costs, ops=ops)


def _cost(op: Operacion) -> tuple[str, int]:
    que = getattr(op, "que", None)
    if op.kind == "recibir" and isinstance(que, Seleccion) and que.objeto == "ficha":
        received = [a.id for g in que.rasgos for a in g.partes if a.clase == "ficha"]
        if len(received) != 1:
            raise Unusable("deja elegir la ficha que se recibe")
        return f"recibe_{received[0]}", _many(que) or 1
    if op.kind != "gastar" or not isinstance(que, Seleccion) or que.complemento or que.relativa:
        raise Unusable("tiene un coste que no son sus cargas, su Fuerza ni sus fichas")
    n = _many(que)
    if que.objeto in ("carga", "fuerza"):
        return que.objeto, n or 1
    token = next((a.id for g in que.rasgos for a in g.partes if a.clase == "ficha" and a.id), None)
    if que.objeto == "ficha" and token:
        return token, n or 1
    raise Unusable("tiene un coste que no son sus cargas, su Fuerza ni sus fichas")


def dice_op(op: Operacion, moment: Pool, subject: str | None) -> DiceOp:
    """What an operation does to which dice; `moment` is the pool of the ship that speaks."""
    que = getattr(op, "que", None)
    if isinstance(que, Lista):
        raise Unusable("nombra varias cosas a la vez")
    if not isinstance(que, Seleccion) or op.por_cada is not None or op.negada or que.relativa or any(_otherwise(op)):
        raise Unusable("la cantidad o los dados dependen de otra cosa")
    if op.kind == "tirar":
        return _more_dice(que, moment, subject)
    pool, faces = _target(que, moment)
    most, whole = _many(que), _many(que) is None and (que.cuenta is None or que.cuenta.tipo != "cualquiera")
    if op.kind == "volver_a_tirar":
        return DiceOp(kind="repetir", pool=pool, faces=faces, most=most, whole=whole)
    if op.kind == "anular":
        return DiceOp(kind="anular", pool=pool, faces=faces, most=most, whole=whole)
    if op.kind == "anadir":
        return DiceOp(kind="anadir", pool=pool, to=faces[:1], most=most or 1)
    if op.kind == "cambiar":
        por = op.por
        if not isinstance(por, Seleccion):
            raise Unusable("no dice por qué se cambia")
        to = _icons(por) or ()
        return DiceOp(kind="cambiar", pool=pool, faces=faces, to=to, most=most, whole=whole)
    raise Unusable(f"«{op.kind}» no es un cambio de dados")


def _otherwise(op: Operacion) -> Iterator[bool]:
    """Circumstances that change how many dice, or whether any."""
    for value in (op.en_vez_de, op.en_vez_de_hacer, op.en_vez_de_rasgo, op.sin_hacer, op.como, op.limite):
        yield value is not None


def _more_dice(que: Seleccion, moment: Pool, subject: str | None) -> DiceOp:
    qualities = {a.id for g in que.rasgos for a in g.partes}
    if qualities - {"adicional", "menos"} or not qualities:
        raise Unusable("tira dados por otro motivo")
    pool: Pool = {"dado_de_ataque": "ataque", "dado_de_defensa": "defensa"}.get(que.objeto, moment)  # type: ignore[assignment]
    if subject == "defensor":
        pool = "defensa"
    n = _many(que) or 1
    return DiceOp(kind="dados", pool=pool, most=-n if "menos" in qualities else n)


def _target(que: Seleccion, moment: Pool) -> tuple[Pool, tuple[str, ...]]:
    """Which dice, and which of their faces."""
    icons = _icons(que)
    if que.objeto in ("dado_de_ataque", "dado_de_defensa"):
        pool: Pool = "ataque" if que.objeto == "dado_de_ataque" else "defensa"
    elif que.objeto not in ("resultado", "dado"):
        raise Unusable("no habla de dados")
    elif que.complemento is not None:
        if _noun(que.complemento.que) not in ENEMIES or que.complemento.prep != "de":
            raise Unusable("no se sabe de quién son los dados")
        pool = OTHER[moment]
    elif icons and "evasion" in icons:
        pool = "defensa"
    elif icons and {"impacto", "critico"} & set(icons):
        pool = "ataque"
    else:
        pool = moment
    faces = icons if icons is not None else FACES[pool]
    if set(faces) - set(FACES[pool]):
        raise Unusable("nombra resultados que esos dados no tienen")
    return pool, faces


def _icons(que: Seleccion) -> tuple[str, ...] | None:
    atoms = [a for g in que.rasgos for a in g.partes]
    if not atoms:
        return None
    if any(a.id not in ICONS or a.negado for a in atoms):
        raise Unusable("describe los dados de un modo que no se calcula")
    return tuple(ICONS[str(a.id)] for a in atoms)


def _many(que: Seleccion) -> int | None:
    """How many; None for all or any number."""
    if que.cuenta is None or que.cuenta.tipo == "cualquiera":
        return None
    if que.cuenta.tipo not in ("exacta", "hasta") or len(que.cuenta.valores) != 1:
        raise Unusable("la cantidad depende de otra cosa")
    return que.cuenta.valores[0]


def _noun(que: object) -> str | None:
    return que.objeto if isinstance(que, Seleccion) else None


def usable(texts: Iterable[str]) -> Iterator[tuple[str, tuple[DiceAbility, ...] | str]]:
    """Each text with its abilities, or with the reason why it takes no part."""
    for text in texts:
        try:
            yield text, dice_abilities(text)
        except Unusable as error:
            yield text, error.reason
