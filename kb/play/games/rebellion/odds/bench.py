"""Rebellion: what `make bench` asks of its odds."""

from typing import Any

LARGEST: tuple[dict[str, Any], ...] = ({"game": "rebellion", "mission": {"dice": 10, "bonus": 2}, "opposition": {"dice": 10}},)
