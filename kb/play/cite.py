"""Where a rule stands: an entry of the knowledge base and the passage in it, by the mark of what the passage says.

The mark is that of our own text; the official one answers to it too (`kb/books/passages.py`), so that a citation opens the rule
that justifies a step in either base. A build in which one opens nothing fails (`kb/play/citations.py`).
"""

from kb.play.validation import Model


class Cite(Model):
    entry: str
    anchor: str
    about: str
    """A word of that passage in the shipped corpus: a test checks that the citation still points at it."""

    @property
    def ref(self) -> str:
        return f"{self.entry}#{self.anchor}"


_MADE: dict[str, Cite] = {}


def cite(ref: str, about: str) -> Cite:
    entry, _, anchor = ref.partition("#")
    made = Cite(entry=entry, anchor=anchor, about=about)
    _MADE[f"{ref} {about}"] = made
    return made


def made_cites() -> tuple[Cite, ...]:
    """Every citation of the modules that have been imported."""
    return tuple(_MADE.values())
