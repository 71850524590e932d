"""X-Wing: the abilities of a card's text, each with the sentences that hang from it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from grammar.effects import Capacidad, Enlace, Frase, Grupo, Momento, Oracion, Periodo, Requisito
from kb.play.cards import Unusable, compiled, dice_abilities

# Headers of what is no ability of its own: the weapon or device is used in its own way.
OTHER_HEADERS = frozenset({"ataque", "bomba", "mina", "inoperativa", "copiloto", "final_de_la_partida"})


@dataclass(frozen=True)
class Ability:
    place: int
    """Which of the card, from 1."""
    headers: frozenset[str]
    sentences: tuple[Oracion, ...]

    @property
    def frames(self) -> tuple[object, ...]:
        return self.sentences[0].marco

    @property
    def requirements(self) -> tuple[Requisito, ...]:
        return tuple(frame for frame in self.frames if isinstance(frame, Requisito))

    @property
    def phrases(self) -> Iterator[Frase]:
        for sentence in self.sentences:
            yield from sentence.frases.partes

    @property
    def timed(self) -> bool:
        """It waits for its moment; the others hold always, or are actions."""
        return any(isinstance(frame, Momento | Periodo) for frame in self.frames)

    @property
    def optional(self) -> bool:
        first = self.sentences[0].frases.partes
        return bool(first) and first[0].modo == "puede" and not first[0].modo_negado

    @property
    def grants_attack(self) -> bool:
        return any(op.kind == "efectuar" for phrase in self.phrases for op in phrase.efecto.ops)


@lru_cache(maxsize=500)
def abilities_of(text: str) -> tuple[Ability, ...]:
    """In the order of the text; raises Unusable where it is not understood."""
    result = compiled(text)
    if result.status == "rechazado":
        why = result.diagnostics[0].message if result.diagnostics else "no se entiende"
        raise Unusable(f"el texto no se entiende ({why})")
    groups = [group for effect in result.abilities for group in _grouped(effect)]
    return tuple(Ability(n, headers, tuple(sentences)) for n, (headers, sentences) in enumerate(groups, 1))


def _grouped(effect: Capacidad) -> Iterator[tuple[frozenset[str], list[Oracion]]]:
    """A new ability begins where a sentence does not hang from the one before."""
    headers = frozenset(header.tipo for header in effect.cabeceras) - {"nombre"}
    group: list[Oracion] = []
    for sentence in effect.oraciones:
        if group and not any(isinstance(frame, Enlace) for frame in sentence.marco):
            yield headers, group
            headers, group = headers - {"accion"}, []
        group.append(sentence)
    if group:
        yield headers, group


def readable(texts: Mapping[str, str]) -> Iterator[tuple[str, Ability]]:
    """Every ability of the cards that are understood, with the name of its card."""
    for card, text in texts.items():
        try:
            found = abilities_of(text)
        except Unusable:
            continue
        yield from ((card, ability) for ability in found)


@lru_cache(maxsize=500)
def headers_of(text: str) -> tuple[Grupo, ...]:
    """What the header of a weapon asks for: «Ataque ([blanco-fijado])»."""
    return tuple(group for effect in compiled(text).abilities for header in effect.cabeceras for group in header.requisitos)


def plain_dice(text: str, ability: Ability) -> bool:
    """Does it only change dice of its own ship's attack or defence? Those are told in «modifica» and count in the odds."""
    try:
        return any(found.frames == ability.frames for found in dice_abilities(text))
    except Unusable:
        return False
