"""Counts as people say them: «1 impacto», «2 impactos»."""

from collections.abc import Mapping

from grammar.language.nouns import pluralize


def many(n: int, noun: str) -> str:
    return f"{n} {noun if abs(n) == 1 else pluralize(noun)}"


def of_each(counts: Mapping[str, int], noun: str) -> str:
    """«5 dados negros y 1 dado rojo»: what there is of each colour."""
    told = [f"{many(n, noun)} {kind if n == 1 else pluralize(kind)}" for kind, n in counts.items() if n]
    return " y ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told) or f"ningún {noun}"
