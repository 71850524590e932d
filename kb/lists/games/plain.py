"""A list of names, one a line, of a game whose lists have no form of their own."""

from kb.lists.games.reader import NOISE, Reader, bare, counted, lines_of, no_attack, split_text
from kb.lists.models import Listed, Roster


def read(text: str) -> Roster:
    cards = []
    for line in lines_of(text):
        if line.strip() and not NOISE.search(line):
            count, rest = counted(line)
            name, told = split_text(rest)
            if bare(name):
                cards.append(Listed(name=bare(name), count=count, text=told))
    return Roster(game="", cards=tuple(cards))


READER = Reader(read, no_attack)
