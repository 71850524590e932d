"""Yes, no, or nobody has said: what a rule asks of a situation that is only partly told."""

from collections.abc import Iterable

Known = bool | None


def every(parts: Iterable[Known]) -> Known:
    """One no is enough; without one, everything has to be known."""
    unknown = False
    for part in parts:
        if part is False:
            return False
        unknown = unknown or part is None
    return None if unknown else True


def some(parts: Iterable[Known]) -> Known:
    unknown = False
    for part in parts:
        if part is True:
            return True
        unknown = unknown or part is None
    return None if unknown else False


def negated(part: Known, by: bool = True) -> Known:
    """The opposite, where `by` says so."""
    return part if part is None or not by else not part
