"""What a text tells of: who and what, how it was told, and which of them fits best."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from grammar.meaning.values import EVERY, Cosa, Cual, Hecho, Nombre, Pron, Ref, Value, parts

PLACE = re.compile(r"at=-?\d+|(gender|number)='.'")
ATTACKING = frozenset({"atacar", "declarar", "realizar", "resolver"})
"""Verbs of a moment that tell of an attack and of who makes it."""


class Unbound(Exception):
    """Nothing for it to point to, or several things: the place and the candidates."""

    def __init__(self, at: int, candidates: tuple[str, ...] = (), final: bool = False) -> None:
        super().__init__(at, candidates)
        self.at = at
        self.candidates = candidates
        self.final = final
        """No other reading will do: a reader would be in doubt too."""


class Unmeasured(Unbound):
    """«adyacente», «a 2 casillas», and nobody says from whom: from the bearer, or from the candidate."""


@dataclass
class Entity:
    key: int
    """Place of its noun."""
    noun: str
    sort: str
    gender: str
    number: str
    filters: tuple[Any, ...]
    tier: int
    """0 embedded in another phrase, 1 told by the moment, 2 by a condition, 3 by a step, 4 chosen."""
    value: Value
    subject: bool = False
    or_you: bool = False
    """Told as «tú o una nave aliada»: «esa nave» would be either."""


@dataclass
class Scope:
    """What has been told so far in an ability."""

    entities: list[Entity] = field(default_factory=list)
    topic: Value | None = None
    """Subject of the clause before, in the same sentence."""
    each: int = 0
    """The group of which «cada una de ellas» was told: «ella» is one of it."""
    before: Value | None = None
    """The topic that a condition puts aside."""
    doer: Value | None = None
    """Who did the last step."""
    told: Value | None = None
    """Grammatical subject of the moment."""
    conditional: bool = False
    """The topic was told by a condition."""
    acts: list[tuple[str, str, Value]] = field(default_factory=list)
    """What was done to whom: «la unidad activada», «por cada ficha gastada»."""
    done: dict[str, list[Hecho]] = field(default_factory=dict)
    """What each verb was told to do: «Roba 1 carta. Si …, roba 2»."""
    put: dict[int, tuple[Value, ...]] = field(default_factory=dict)
    """Where a thing was put, by the place of its noun: «a un sistema con un Líder Imperial»."""
    together: Value | None = None
    """The last «A y B» that somebody did something to, or that did something: «ellos» are both."""
    denied: frozenset[int] = frozenset()
    """What a condition says that there is none of: «esa ficha» is rather another one."""
    one: frozenset[int] = frozenset()
    """«alguna ficha» of which the text goes on in the singular."""
    ended: tuple[Value, ...] = ()
    """Who can act no more: «si el defensor ha sido destruido»."""
    moment: Value | None = None
    """Whose doing the moment is."""
    happened: list[Hecho] = field(default_factory=list)
    """What the moment tells: «la nave que ejecutó la maniobra»."""
    testers: dict[int, Value] = field(default_factory=dict)
    """Who makes a test, by the place of its noun; the last one told is the last key."""
    tests_together: frozenset[int] = frozenset()
    """Tests that one act tells: «si falla» would be of either."""
    singly: Value | None = None
    """Who was told one by one («Cada unidad elegida gana …»): goes on in the singular, however many they are."""
    sides: frozenset[str] = frozenset()
    """Parts of the attack of whom something was said: «si el defensor está dañado y tú tienes más escudos que él»."""
    keywords: list[Cosa] = field(default_factory=list)
    """Keywords that were named: «dicha cualidad»."""
    roller: Value | None = None
    """Who rolled last: «si saca un resultado …»."""
    attack: bool = False
    """An attack has been told."""
    target: "Value | None" = None
    """Whom a step has attacked: the defender from then on."""
    again: bool = False
    """A step attacks, beside the attack that the moment tells: «ese ataque» would be either."""
    tallied: frozenset[int] = frozenset()
    """Whose number an act asks for («cuenta la cantidad de naves …»), by the place of its noun: «esa cantidad» is that."""
    spent: frozenset[int] = frozenset()
    """Told by the cost of this step: what is paid is not what is got."""
    used: dict[int, int] = field(default_factory=dict)
    same: dict[int, int] = field(default_factory=dict)
    """Place of an alternative -> place of the first of them: «una bomba o mina»."""
    tier: int = 1
    place: "Entity | Nombre | None" = None
    """What «este sistema» is, where a mission or a leader has been put somewhere."""


def doer_left_out(fact: Hecho, number: str) -> bool:
    who = fact.role("quien")
    return isinstance(who, Pron) and who.kind in ("elidido", "previo") and who.number == number


def is_known(value: Value | None) -> bool:
    """«la estructura», «todas las naves»: nobody chooses which."""
    return isinstance(value, Cosa) and value.qty.op in ("el", "todos") and not value.id


def bare_number(value: Value | None) -> TypeGuard[Cosa]:
    """«roba 2», «hasta 2»: of what, another act has told."""
    return isinstance(value, Cosa) and value.noun == "" and bool(value.qty.n) and not value.filters


def all_of(entity: Entity) -> bool:
    return isinstance(entity.value, Cosa) and entity.value.qty == EVERY


def is_another(cond: Any) -> bool:
    what = cond.role("que") if isinstance(cond, Hecho) else None
    return isinstance(cond, Hecho) and (cond.verb == "otro" or what == Cual("diferente", "rasgo"))


def as_said(value: Any) -> str:
    """What is said, wherever it was said."""
    return PLACE.sub("", repr(value))


def or_more(told: Entity) -> bool:
    """«al menos una ficha … todas esas fichas»: however many they are."""
    return isinstance(told.value, Cosa) and told.value.qty.op in ("al_menos", "mas_de")


def best_of(found: list[Entity]) -> list[Entity]:
    if not found:
        return []
    top = max(entity.tier for entity in found)
    kept: list[Entity] = []
    for entity in found:  # a subject that two acts share is told once
        if entity.tier == top and not any(entity.key >= 0 and entity.key == other.key for other in kept):
            kept.append(entity)
    return kept


def refs(value: Any) -> Iterator[Ref]:
    return (part for part in parts(value) if isinstance(part, Ref))
