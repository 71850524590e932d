"""What an event looks like after its acts, whatever the order in which they arrived: a pure function of them.

Acts say when they were done by their author's clock; two that cannot both be so (one call taken or closed twice, by two judges)
are both kept and shown as a conflict.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Kind = Literal["llamada", "atiende", "cierra", "sancion", "fija", "suelta", "nota"]
KINDS: dict[str, str] = {
    "llamada": "Llamada", "atiende": "Atendida", "cierra": "Cerrada", "sancion": "Sanción", "fija": "Regla fijada",
    "suelta": "Regla soltada", "nota": "Nota",
}  # fmt: skip
PENALTIES = {"aviso": "Aviso", "penalizacion": "Penalización"}


@dataclass(frozen=True)
class Act:
    id: str
    kind: str
    author: str
    at: datetime
    data: dict[str, str]
    name: str = ""
    late: bool = False
    """It waited to be sent."""

    @property
    def told(self) -> str:
        """What was done, as the log says it: of a penalty, which."""
        return PENALTIES.get(self.data.get("kind", ""), KINDS[self.kind]) if self.kind == "sancion" else KINDS[self.kind]


@dataclass
class Call:
    id: str
    table: str
    question: str
    opened: Act | None = None
    taken: list[Act] = field(default_factory=list)
    closed: list[Act] = field(default_factory=list)

    @property
    def conflict(self) -> bool:
        """Two judges took it, or closed it with different words."""
        return len({a.author for a in self.taken}) > 1 or len({(a.author, a.data.get("text", "")) for a in self.closed}) > 1

    def minutes(self, now: datetime) -> int:
        end = self.closed[0].at if self.closed else now
        return max(0, int((end - self.opened.at).total_seconds() // 60)) if self.opened else 0


@dataclass
class Board:
    """The event as a judge sees it."""

    calls: list[Call]
    """Open ones first, then those closed, each by when they were made."""
    pinned: list[str]
    """Addresses of rules."""
    penalties: list[Act]
    acts: list[Act]

    @property
    def open_calls(self) -> list[Call]:
        return [call for call in self.calls if not call.closed]


def board(acts: Iterable[Act]) -> Board:
    ordered = sorted(acts, key=lambda act: (act.at, act.id))
    calls: dict[str, Call] = {}
    pinned: dict[str, None] = {}
    for act in ordered:
        if act.kind == "llamada":
            calls[act.id] = Call(act.id, act.data.get("table", ""), act.data.get("text", ""), act)
        elif act.kind == "fija":
            pinned[act.data.get("rule", "")] = None
        elif act.kind == "suelta":
            pinned.pop(act.data.get("rule", ""), None)
    for act in ordered:  # after the calls: what was done about one may say an earlier time, by another phone's clock
        if act.kind in ("atiende", "cierra"):
            call = calls.setdefault(act.data.get("call", ""), Call(act.data.get("call", ""), "", ""))
            (call.taken if act.kind == "atiende" else call.closed).append(act)
    rows = sorted(
        calls.values(), key=lambda call: (bool(call.closed), call.opened.at if call.opened else ordered[0].at, call.id)
    )
    return Board(rows, list(pinned), [act for act in ordered if act.kind == "sancion"], ordered)
