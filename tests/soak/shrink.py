"""The smallest input that still shows a finding: pieces are taken away while the finding stays."""

import time
from collections.abc import Callable, Iterator
from typing import Any


def shrink(case: Any, shows: Callable[[Any], bool], seconds: float = 20.0) -> Any:
    end = time.monotonic() + seconds
    again = True
    while again:
        again = False
        for smaller in _smaller(case):
            if time.monotonic() > end:
                return case
            if shows(smaller):
                case, again = smaller, True
                break
    return case


def _smaller(value: Any) -> Iterator[Any]:
    """Values with one piece less, big pieces first."""
    if isinstance(value, str):
        size = len(value)
        while size:
            for start in range(0, len(value), size):
                yield value[:start] + value[start + size :]
            size //= 2
    elif isinstance(value, dict):
        for name in value:
            yield {k: v for k, v in value.items() if k != name}
        for name, inner in value.items():
            for less in _smaller(inner):
                yield {**value, name: less}
    elif isinstance(value, list):
        for n in range(len(value)):
            yield value[:n] + value[n + 1 :]
        for n, inner in enumerate(value):
            for less in _smaller(inner):
                yield [*value[:n], less, *value[n + 1 :]]
    elif isinstance(value, int) and abs(value) > 1 and not isinstance(value, bool):
        yield abs(value) // 2 * (1 if value > 0 else -1)
