"""Moments with their zone: SQLite forgets it, so that what it gives back is UTC by agreement."""

from datetime import UTC, datetime


def now() -> datetime:
    return datetime.now(UTC)


def aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
