"""A piece of a line of a page: what the reader of the file gives, and all that the rest knows of it."""

from dataclasses import dataclass


@dataclass(slots=True)
class Fragment:
    """A piece of a line. `y` grows downwards, as one reads."""

    x0: float
    x1: float
    y: float
    """Its base line."""
    size: float
    text: str
    """With the bold words between `**`."""
    bold: bool
    """All of it."""
