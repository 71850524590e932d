"""Where a rule stands: an entry of the knowledge base and the passage in it."""

from kb.play.validation import Model


class Cite(Model):
    entry: str
    anchor: str
    about: str
    """A word of that passage in the shipped corpus: a test checks that the citation still points at it."""

    @property
    def ref(self) -> str:
        return f"{self.entry}#{self.anchor}"


def cite(ref: str, about: str) -> Cite:
    entry, _, anchor = ref.partition("#")
    return Cite(entry=entry, anchor=anchor, about=about)
