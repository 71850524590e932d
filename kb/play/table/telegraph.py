"""Spanish as it is typed in a hurry on a telephone: the verb left out («vader a luke a rango 2», «luke 2 evasiones», «un tie
foco»), several things with no comma between them. Each way to fill a clause in; the table says how it was understood."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kb.forms import Speech
from kb.play.table.sentences import ARTICLES, JOINERS, LINKS, Heard, number_said
from kb.play.table.spoken import VERBS, with_what
from kb.text import fold

LONGEST_NAME = 3
"""Words of a name that nobody has put down: where verbs are missing a longer one has swallowed something."""
TOWARDS = frozenset({"a", "al", "contra", "vs", "v"})
MEASURES = frozenset("alcance rango distancia cuerpo traves casillas casilla la lo adyacente melee pesar vida".split())
"""What stands behind «a» where it leads to nobody."""
OWN = frozenset({"yo", "mio", "mios", "nosotros"})
THEIRS = frozenset({"ellos", "ellas", "el", "ella", "rival", "otro", "contrario", "enemigo"})
FILLED = ("esta", "tiene", "hace", "saca", "va", "es")
"""Verbs that are left out, the likeliest first."""


@dataclass(frozen=True)
class Faces:
    """What dice show, on each side."""

    attack: frozenset[str]
    defence: frozenset[str]

    def all_of(self, words: Sequence[str]) -> frozenset[str] | None:
        """The faces that some words say, where they say nothing else."""
        told = [word for word in words if number_said(word) is None and word not in JOINERS and word not in ("de", "nada")]
        shown = frozenset(told)
        return shown if shown <= self.attack | self.defence and (shown or "nada" in words) else None


@lru_cache(maxsize=16)
def _faces(names: tuple[tuple[str, frozenset[str]], ...]) -> Faces:
    of: Mapping[str, frozenset[str]] = dict(names)
    every = of.get("caras", frozenset())
    attack = of.get("caras_de_ataque") or of.get("cara_ataque") or every
    defence = of.get("caras_de_defensa") or of.get("cara_defensa") or every
    return Faces(attack, defence)


def faces_of(speech: Speech) -> Faces:
    return _faces(tuple((kind, frozenset(words)) for kind, words in speech.palabras.items() if kind.startswith("cara")))


def filled_in(part: str, speech: Speech) -> Iterator[list[str]]:
    """The ways to say a clause whole, as one clause or as several; every word of it stays."""
    words = part.split()
    plain = [fold(word) for word in words]
    yield from _rolled(words, plain, faces_of(speech))
    yield from _between(words, plain, speech)
    yield from with_what(part)
    for n in range(1, len(words)):
        if plain[n] in ("con", "teniendo") and n + 1 < len(words):
            yield [" ".join(words[:n]), " ".join(words[n + 1 :])]
    for n in range(1, len(words)):  # a verb begins another clause
        starts = plain[n] in VERBS and not (plain[n - 1] in ("se", "le", "no", "ya", "me", "que") or plain[n] == "no")
        if starts and n + (plain[n] in ("se", "le")) < len(words):
            yield [" ".join(words[:n]), " ".join(words[n:])]
    yield from _without_verb(words, plain)


def _rolled(words: list[str], plain: list[str], faces: Faces) -> Iterator[list[str]]:
    """«3 impactos», «ellos 2 bloqueos», «2 bloqueos ellos», «luke 1 evasión»: who rolls what."""
    if len(words) > 2 and plain[-1] in OWN | THEIRS and number_said(plain[0]) is not None:
        words, plain = [words[-1], *words[:-1]], [plain[-1], *plain[:-1]]
    for n in range(min(len(words), LONGEST_NAME + 1)):
        if VERBS & set(plain[:n]):
            return
        shown = faces.all_of(plain[n:])
        if shown is None or (n and number_said(plain[n - 1]) is not None and n > 1):
            continue
        who, what = " ".join(words[:n]), " ".join(words[n:])
        if who and not set(plain[:n]) & (OWN | THEIRS):
            yield [f"{who} saca {what}"]
        sides = [side for side, of in (("atacante", faces.attack), ("defensor", faces.defence)) if shown <= of]
        yield from ([f"el {side} saca {what}"] for side in sides)
        return


def _between(words: list[str], plain: list[str], speech: Speech) -> Iterator[list[str]]:
    """«vader a luke a rango 2»: who attacks whom; a weapon that stands there is what is fired."""
    arms = speech.palabras.get("arma", {})
    for n in range(1, len(words) - 1):
        if plain[n] not in TOWARDS or plain[n + 1] in MEASURES or number_said(plain[n + 1]) not in (None, 1):
            continue
        if VERBS & set(plain[:n]):
            return
        weapon = [word for word, said in zip(words[:n], plain[:n], strict=True) if said in arms]
        who = " ".join(word for word, said in zip(words[:n], plain[:n], strict=True) if said not in arms)
        whom = " ".join(words[n + 1 :])
        yield [f"{who} ataca a {whom}" + "".join(f" con {arm}" for arm in weapon)]


def _without_verb(words: list[str], plain: list[str]) -> Iterator[list[str]]:
    """«un tie foco», «trooper herido», «luke misión en Hoth»."""
    if VERBS & set(plain[: LONGEST_NAME + 1]):
        return
    for n in range(1, min(len(words), LONGEST_NAME + 2)):
        if plain[n - 1] in LINKS or plain[n - 1] in ARTICLES:
            continue
        for verb in FILLED:
            yield [f"{' '.join(words[:n])} {verb} {' '.join(words[n:])}"]


def swallows(heard: Heard, known: Mapping[str, str], literal: frozenset[str] = frozenset()) -> bool:
    """A name that nobody has put down and that is no name: something has been taken into it."""
    for name in "abc":
        said = fold(str(heard.slots.get(name, "")))
        words = said.split()
        if said and said not in known and said in literal:
            return True
        if said and said not in known and (len(words) > LONGEST_NAME or (LINKS - {"de"}).intersection(words)):
            return True
    return False
