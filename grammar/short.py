"""What is kept of words. A stranger's text may be of any length: a bound on how many are kept is none on how much that is."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

T = TypeVar("T")
LONGEST = 64
"""Characters: no word or name of ours has as many."""


def kept_short(most: int) -> Callable[[Callable[[str], T]], Callable[[str], T]]:
    """As `lru_cache`, for functions of one text; what is longer is reckoned each time."""

    def keeping(made: Callable[[str], T]) -> Callable[[str], T]:
        kept = lru_cache(maxsize=most)(made)

        @wraps(made)
        def asked(text: str) -> T:
            return kept(text) if len(text) <= LONGEST else made(text)

        return asked

    return keeping
