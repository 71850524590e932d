"""What is fuzzed: each target makes inputs (JSON values, so that a finding can be kept) and checks what comes out."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from random import Random
from typing import Any


@dataclass(frozen=True)
class Target:
    name: str
    seeds: Callable[[], list[Any]]
    spoil: Callable[[Random, Any, list[Any]], Any]
    """A new input out of one of the pool; the pool lends pieces."""
    check: Callable[[Any], Hashable]
    """Raises on a broken invariant or a crash. What it returns tells behaviours apart: an input with a new one is kept."""
    slow: float = 2.0
    """Seconds of processor time that no input may take, three times in a row."""
    slower: Callable[[Any], float] = lambda case: 0.0
    """Seconds of those that may take longer."""
    forget: Callable[[], None] = lambda: None
    """Before an input is tried again: what is remembered of it would make it cheaper."""
    remember: Callable[[], None] = lambda: None
    """Before a long run: looks up what there is to forget."""
    made: Callable[[Any], Any] = lambda case: case
    """What is checked, out of an input: what it takes to write a request down is not the site's time."""
    kind: Callable[[Any], str] = lambda case: ""
    """What a slow input is told under, so that each door has its own finding."""
    warm: Callable[[], None] = lambda: None
    """What a long run does first, so that the memory that rises afterwards is of what strangers send."""
