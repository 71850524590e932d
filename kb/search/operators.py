"""What somebody types beside the question: words in quotes, -words, a page, a step. The same in web/static/buscador.js."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from kb.text import fold

_QUOTED = re.compile(r'["«“]([^"«»“”]{2,80})["»”]')
_WITHOUT = re.compile(r"(?<!\S)-([^\W\d_]{2,40})")
_PAGE = re.compile(r"\b(?:en |de )?(?:la )?(?:p[aá]ginas?|p[aá]gs?\.?|p\.) ?(\d{1,3})\b", re.IGNORECASE)
_STEP = re.compile(r"\bpaso (\d{1,2}[a-z]?)\b", re.IGNORECASE)

QUOTING = 6
"""A question with more words than these beside its quotes quotes a card; it does not ask for those words."""


class Operators(NamedTuple):
    text: str
    """What is left to understand."""
    whole: tuple[str, ...] = ()
    """Words that an entry has to say just so, folded."""
    without: tuple[str, ...] = ()
    """Words that it must not say, folded."""
    page: int | None = None
    step: str | None = None

    @property
    def narrow(self) -> bool:
        return bool(self.whole or self.without or self.page is not None)

    def told(self) -> str:
        """What was looked for, in words."""
        parts = [f"lo que dice «{words}»" for words in self.whole]
        parts += [f"lo que no dice «{word}»" for word in self.without]
        parts += [] if self.page is None else [f"la página {self.page}"]
        return ", ".join(parts)

    def allow(self, said: str, page: int | None) -> bool:
        """`said`: the folded text of an entry, title and all."""
        line = f" {said} "
        return (
            self.page in (None, page)
            and all(f" {words} " in line for words in self.whole)
            and not any(f" {word} " in line for word in self.without)
        )


def operators(text: str) -> Operators:
    whole = () if len(fold(_QUOTED.sub(" ", text)).split()) > QUOTING else _words(_QUOTED.findall(text))
    without = _words(_WITHOUT.findall(text))
    page, step = _PAGE.search(text), _STEP.search(text)
    left = _PAGE.sub(" ", _WITHOUT.sub(" ", text)) if without or page else text
    return Operators(left, whole, without, int(page[1]) if page else None, step[1].lower() if step else None)


def _words(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(words for text in texts if (words := fold(text)))
