"""Who may do what, as a table: what each act asks of an account, of its own rulings and of others'."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from web.rulings.states import State

Role = Literal["juez", "principal", "editor"]
ROLES: dict[Role, str] = {"juez": "juez", "principal": "juez principal", "editor": "editor"}
_ALL = frozenset(ROLES)


@dataclass(frozen=True)
class Right:
    own: bool
    """The author may, whatever their role."""
    roles: frozenset[str]
    """Those who may with anybody's. «principal» is also the head judge of the event that the ruling is of."""
    when: tuple[str, ...] = ("vigente",)
    """What the ruling must be."""


RIGHTS: dict[str, Right] = {
    "escribe": Right(True, _ALL),
    "corrige": Right(True, frozenset({"editor"})),
    "retira": Right(True, frozenset({"principal"})),
    "restituye": Right(True, frozenset({"principal"}), ("retirado",)),
    "apela": Right(True, _ALL),
    "confirma": Right(False, frozenset({"principal"})),
    "revoca": Right(False, frozenset({"principal"})),
    "revisa": Right(True, frozenset({"principal", "editor"})),
}


@dataclass(frozen=True)
class Actor:
    """An account as the table asks about it."""

    id: int
    role: str = "juez"
    heads: Collection[int] = ()
    """The events whose head judge it is."""


def may(act: str, actor: Actor, author_id: int, state: State) -> bool:
    right = RIGHTS[act]
    if state.status not in right.when:
        return False
    roles = {actor.role} | ({"principal"} if state.event_id is not None and state.event_id in actor.heads else set())
    return (right.own and actor.id == author_id) or bool(roles & right.roles)


def acts_open(actor: Actor, author_id: int, state: State) -> frozenset[str]:
    """What this account may do now with this ruling."""
    can = {act for act in RIGHTS if act != "escribe" and may(act, actor, author_id, state)}
    if state.appeal == "abierta":
        can -= {"apela"}
    if state.overruled_by is not None:
        can -= {"apela", "confirma", "revoca"}
    if state.confirmed_id is not None and state.appeal != "abierta":
        can -= {"confirma"}
    return frozenset(can)
