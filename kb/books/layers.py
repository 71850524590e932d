"""What lies over the text of a book: corrections, modes of play, answers, errata, history, overrides."""

from collections.abc import Iterator, Sequence

from kb.books.outline import BookOutline
from kb.books.profiles import Profile
from kb.books.repair import Line
from kb.models import Entry, Repair


def title_repairs(book: BookOutline, profile: Profile) -> Iterator[Repair]:
    for part in book.parts:
        printed = part.node.heading.printed
        if printed in profile.correcciones:
            yield Repair(line=part.node.heading.line, before=printed, after=part.title, why="errata del título", confidence="alta")


def corrected(line: Line, profile: Profile, repairs: list[Repair]) -> Line:
    """Misprints that the profile lists."""
    text = line.text
    for wrong, right in profile.reparaciones.items():
        if wrong in text:
            text = text.replace(wrong, right)
            repairs.append(Repair(line=line.no, before=wrong, after=right, why="errata", confidence="alta"))
    return line if text == line.text else Line(line.no, text, line.caption)


def with_layers(entries: list[Entry], book: BookOutline, bodies: Sequence[object], profile: Profile) -> list[Entry]:
    return entries
