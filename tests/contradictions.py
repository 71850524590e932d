"""Definitions of keywords with one thing changed that no reader would let pass, and whether the check lets it pass.

`python -m tests.contradictions BOOKS` measures the three sets with the official books. The rules of comparison were written
looking at what of `KNOWN` passes; of `FRESH` only the share was looked at, to choose among rules; `LAST` was run once, when
they stood.
"""

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from grammar.game import GAMES, Game, Term, load_game
from kb.agreement.apart import apart
from kb.agreement.definitions import differences
from kb.models import Entry

Kind = Sequence[tuple[str, str]]
"""What is written, as a regular expression, and what is put there instead."""

KNOWN: Mapping[str, Kind] = {
    "obligación": [(r"\bpuede (?=\w+[aei]r)", "debe "), (r"\bpueden (?=\w+[aei]r)", "deben ")],
    "prohibición": [(r"\bpuede (?=\w+[aei]r)", "no puede "), (r"\bno puede ", "puede ")],
    "de quién": [(r"\baliada(s?)\b", r"enemiga\1"), (r"\benemiga(s?)\b", r"aliada\1")],
    "antes y después": [(r"\bDespués de", "Antes de"), (r"\bdespués de", "antes de"), (r"\bantes de", "después de")],
    "sin visión": [(r" y dentro de (?:la|su) línea de visión", "")],
    "sin otra": [(r"\botra (?=unidad|figura)", "una ")],
    "cuántos": [(r"\b1 (?=\w)", "2 "), (r"\buna ficha", "2 fichas"), (r"\b2 (?=\w)", "3 ")],
    "sin tope": [(r"\bhasta (?=X|\d)", "")],
    "alcance": [(r"\[alcance-(?:1|3)\]", "[alcance-2]"), (r"\[alcance-2\]", "[alcance-3]")],
}
FRESH: Mapping[str, Kind] = {
    "quién ataca": [(r"\batacante", "defensor"), (r"\bdefensor(?!a)", "atacante")],
    "comienzo y final": [(r"\b([Aa]l) comienzo\b", r"\1 final"), (r"\b([Aa]l) final\b", r"\1 comienzo")],
    "otra fase": [(r"fase de Mando", "fase Final"), (r"fase Final", "fase de Activación"),
                  (r"fase de Activación", "fase de Mando")],
    "otra ficha": [
        (r"fichas? de Esquiva", "ficha de Acobardamiento"),
        (r"fichas? de Acobardamiento", "ficha de Ataque apuntado"),
        (r"fichas? de Ataque apuntado", "ficha de Esquiva"),
    ],
    "otro resultado": [
        (r"\[impacto\]", "[crítico]"),
        (r"\[crítico\]", "[bloqueo]"),
        (r"\[bloqueo\]", "[impacto]"),
        (r"\[incremento-de-ataque\]", "[incremento-de-defensa]"),
    ],
    "ganar y perder": [(r"\bgana(n?)\b", r"pierde\1"), (r"\bpierde(n?)\b", r"gana\1"),
                       (r"\bganar\b", "perder"), (r"\bperder\b", "ganar")],
    "otra acción": [(r"acción de ataque", "acción de movimiento"), (r"acción de movimiento", "acción de ataque")],
    "se niega": [(r"\b(?<!no )(gana|pierde|realiza|sufre|anula|tira|aumenta|reduce|cambia)\b", r"no \1")],
    "no se niega": [(r"\bno (?=es\b|está\b|tenga\b|tiene\b|reduce\b|se )", "")],
    "otro paso": [(r"“[^”]+”", "“Comparar los resultados”"), (r"“Comparar los resultados”", "“Reagrupamiento”")],
    "otra clase": [(r"\binfantería\b", "vehículo"), (r"\bvehículo", "infantería"), (r"\bdroide", "vehículo")],
    "todas por una": [(r"\b[Cc]ada unidad", "1 unidad"), (r"\btodas las unidades", "1 unidad"),
                      (r"\btodos los resultados", "1 resultado")],
    "más y menos": [(r"\baumenta", "reduce"), (r"\breduce\b", "aumenta"),
                    (r"\baumentar\b", "reducir"), (r"\breducir\b", "aumentar")],
    "deja de ser gratis": [(r" gratuita\b", "")],
    "otra duración": [(r"hasta el final de la (?:ronda|partida)", "hasta el final de su activación")],
    "cómo se ataca": [(r"ataque cuerpo a cuerpo", "ataque a distancia"), (r"ataque a distancia", "ataque cuerpo a cuerpo"),
                      (r"armas cuerpo a cuerpo", "armas a distancia"), (r"armas a distancia", "armas cuerpo a cuerpo")],
    "una vez": [(r"\bpuede (?=\w+[aei]r)", "puede una vez por partida ")],
    "también sin condición": [(r"(?<=[.,:] )si [^,.]+, (?=\w)", ""), (r"^Si [^,.]+, (?=\w)", "")],
    "solo": [(r"\bsolo puede", "puede"), (r"\bSolo puede", "Puede")],
    "boca abajo": [(r"boca arriba", "boca abajo"), (r"boca abajo", "boca arriba")],
    "ataca y defiende": [(r"\bAl defenderse de un ataque", "Al realizar un ataque"), (r"\bAl atacar\b", "Al defenderse"),
                         (r"\b[Cc]uando esta unidad ataca\b", "Cuando esta unidad se defiende")],
}  # fmt: skip

LAST: Mapping[str, Kind] = {
    "X por 1": [(r"\bX (?=\w)", "1 ")],
    "a otra": [(r"\bunidad elegida\b", "unidad enemiga"), (r"\besa unidad\b", "otra unidad")],
    "si y si no": [(r"\bsi está\b", "si no está"), (r"\bsi tiene\b", "si no tiene"), (r"\bsi hay\b", "si no hay")],
    "cuando y después": [(r"^Cuando ", "Después de que "), (r"^Durante ", "Después de ")],
    "otro dado": [(r"dados? de ataque", "dados de defensa"), (r"dados? de defensa", "dados de ataque")],
    "otro color": [(r"\bnegros?\b", "rojo"), (r"\bblancos?\b", "rojo"), (r"\brojos?\b", "blanco")],
    "anular y añadir": [(r"\banular\b", "añadir"), (r"\brepetir\b", "anular"), (r"\bgastar\b", "ganar")],
    "otro estado": [(r"\bacobardada\b", "trabada"), (r"\bagotada\b", "preparada")],
    "en vez de mover": [(r"\brealizar un movimiento\b", "realizar un ataque"), (r"\bun pivote\b", "un ataque")],
}


class Injected(NamedTuple):
    game: str
    term: Term
    kind: str


def injected(game: Game, kinds: Mapping[str, Kind], seed: int, most: int = 99) -> Iterator[Injected]:
    """Every place at which a change fits, or as many of a kind and keyword as asked for, drawn by the seed."""
    chance = random.Random(seed)
    for term in game.vocabulario:
        text = term.definicion or ""
        for kind, rules in kinds.items():
            made = {
                text[: m.start()] + m.expand(put) + text[m.end() :] for said, put in rules for m in re.finditer(said, text)
            } - {text}
            for other in chance.sample(sorted(made), min(most, len(made))):
                yield Injected(game.slug, term.model_copy(update={"definicion": other}), kind)


def passes(game: Game, term: Term, entry: Entry, explained: Set[str]) -> bool:
    """Whether nothing is told that is not explained, and everything is that is explained (an idle explanation is an error)."""
    assert entry.summary is not None
    alone = game.model_copy(update={"vocabulario": (term,)})
    if any(True for _ in differences(alone, {term.entrada or "": entry.summary.blocks})):
        return False
    return {*apart(game, term, entry.summary.blocks, entry.blocks)} == explained


def measured(
    entries: Sequence[Entry], kinds: Mapping[str, Kind], seed: int, most: int = 99, every: int = 1
) -> tuple[Counter[str], list[Injected]]:
    """How many of each kind, and those that pass; `most` of a kind and keyword, of one keyword in so many."""
    texts = {e.id: e for e in entries if e.source == "oficial" and e.summary}
    asked: Counter[str] = Counter()
    missed = []
    for game in map(load_game, GAMES):
        known = {
            t.id: {*apart(game, t, e.summary.blocks, e.blocks)}
            for t in game.vocabulario[::every]
            if (e := texts.get(f"{game.slug}/{t.entrada}")) and e.summary
        }
        some = game.model_copy(update={"vocabulario": game.vocabulario[::every]})
        for case in injected(some, kinds, seed, most):
            entry = texts.get(f"{game.slug}/{case.term.entrada}")
            if entry is not None:
                asked[case.kind] += 1
                missed += [case] if passes(game, case.term, entry, known[case.term.id]) else []
    return asked, missed


def main() -> None:
    from kb.build import build_from

    entries = build_from(Path(sys.argv[1]), lambda _: None).entries
    for name, kinds, seed in (("conocidas", KNOWN, 18), ("nuevas", FRESH, 1812), ("últimas", LAST, 18121)):
        asked, missed = measured(entries, kinds, seed)
        total = sum(asked.values())
        print(f"{name}: {total - len(missed)} de {total} ({(total - len(missed)) / total:.1%})")
        for kind, n in asked.items():
            print(f"  {kind}: {n - sum(m.kind == kind for m in missed)} de {n}")
        if "-v" in sys.argv:
            print("\n".join(f"    {m.kind}: {m.term.id}: {m.term.definicion}" for m in missed))


if __name__ == "__main__":
    main()
