"""Moments with their zone: SQLite forgets it, so that what it gives back is UTC by agreement."""

from datetime import UTC, date, datetime, timedelta

from markupsafe import Markup

_MONTHS = ("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre").split()


def now() -> datetime:
    return datetime.now(UTC)


def aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


LATE = timedelta(seconds=60)
"""Between doing and arriving, from which an act is said to have waited on a phone."""


def waited(done: datetime | None, arrived: datetime) -> bool:
    """Every act that a phone sends says when it was done, also one that is sent at once."""
    return done is not None and aware(arrived) - aware(done) > LATE


def long_date(day: date) -> str:
    """«17 de noviembre de 2026»."""
    return f"{day.day} de {_MONTHS[day.month - 1]} de {day.year}"


def clock(moment: datetime) -> Markup:
    """The hour with its zone; a script writes that of whoever looks in its place."""
    told = aware(moment).astimezone(UTC)
    return Markup('<time datetime="{}">{:%H:%M} UTC</time>').format(told.isoformat(timespec="seconds"), told)


def calendar(moment: datetime) -> Markup:
    """The same with its day, which may be another one where they are."""
    told = aware(moment).astimezone(UTC)
    return Markup('<time datetime="{}" data-dia>{} a las {:%H:%M} UTC</time>').format(
        told.isoformat(timespec="seconds"), long_date(told), told
    )
