"""What can go wrong while a text is compiled. Errors carry data; the sentence is made by whoever shows it."""


class GrammarError(Exception):
    """Root of this package's errors."""


class Unprintable(GrammarError):
    """The effect names something that this game has no word for: it was read with another game's word."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class BuildError(GrammarError):
    """The sentence parses, but its parts do not fit: a verb with a complement that it does not take."""

    def __init__(self, code: str, start: int, end: int, detail: str, expected: tuple[str, ...] = ()) -> None:
        super().__init__(detail)
        self.code, self.start, self.end, self.detail, self.expected = code, start, end, detail, expected
