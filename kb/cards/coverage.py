"""Coverage: how many texts compile, exactly or as a variant, and which missing construction would finish the most."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from kb.cards.files import Card
from kb.cards.safely import compile_safely


@dataclass
class Coverage:
    game: str
    exact: int = 0
    variant: int = 0
    declined: int = 0
    backlog: Counter[str] = field(default_factory=Counter)
    """Obstacle -> texts for which it is the only one."""
    examples: dict[str, str] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return self.exact + self.variant + self.declined

    @property
    def share(self) -> float:
        return (self.exact + self.variant) / self.total if self.total else 0.0


def coverage(cards: Iterable[Card]) -> list[Coverage]:
    games: defaultdict[str, Coverage] = defaultdict(lambda: Coverage(""))
    for card in cards:
        found = games[card.game]
        found.game = card.game
        result = compile_safely(card.text, card.game)
        if result.status == "exacto":
            found.exact += 1
        elif result.status == "variante":
            found.variant += 1
        else:
            found.declined += 1
            obstacles = {
                f"{d.code} {card.text[d.span[0] : d.span[1]][:30].strip().lower() or 'final'}" for d in result.diagnostics
            }
            if len(obstacles) == 1:
                (obstacle,) = obstacles
                found.backlog[obstacle] += 1
                found.examples.setdefault(obstacle, card.id)
    return sorted(games.values(), key=lambda found: found.game)


def as_markdown(found: list[Coverage]) -> str:
    lines = ["| juego | textos | exactos | variantes | rechazados | cubiertos |", "|---|---|---|---|---|---|"]
    for row in found:
        lines.append(f"| {row.game} | {row.total} | {row.exact} | {row.variant} | {row.declined} | {row.share:.1%} |")
    for row in found:
        if row.backlog:
            lines += ["", f"## Lo que falta en {row.game}", ""]
            lines += [
                f"- {count} × {obstacle} (p. ej. {row.examples[obstacle]})" for obstacle, count in row.backlog.most_common(20)
            ]
    return "\n".join(lines)
