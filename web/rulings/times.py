"""Moments with their zone: SQLite forgets it, so that what it gives back is UTC by agreement."""

from datetime import UTC, date, datetime

_MONTHS = ("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre").split()


def now() -> datetime:
    return datetime.now(UTC)


def aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def long_date(day: date) -> str:
    """«17 de noviembre de 2026»."""
    return f"{day.day} de {_MONTHS[day.month - 1]} de {day.year}"
