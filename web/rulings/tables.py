"""The tables: judges, their rulings, the passages that each ruling cites; and what was looked for and not found."""

from datetime import date, datetime

from sqlalchemy import DateTime, ForeignKey, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    pass


class Judge(Base):
    __tablename__ = "juez"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(60), unique=True)
    password: Mapped[str] = mapped_column(String(200))
    """Argon2id hash."""
    failures: Mapped[int] = mapped_column(default=0)
    locked_until: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class Ruling(Base):
    __tablename__ = "dictamen"

    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(String(30), index=True)
    question: Mapped[str] = mapped_column(String(500))
    answer: Mapped[str] = mapped_column(Text)
    cards: Mapped[str] = mapped_column(String(500), default="")
    event: Mapped[str] = mapped_column(String(200), default="")
    author_id: Mapped[int] = mapped_column(ForeignKey("juez.id"))
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    updated: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)
    sending: Mapped[str | None] = mapped_column(String(40), index=True, unique=True)
    """Comes with the form: sent twice, it is one ruling."""
    author: Mapped[Judge] = relationship(lazy="joined")
    citations: Mapped[list["Cited"]] = relationship(
        lazy="selectin", order_by="Cited.place", cascade="all, delete-orphan", back_populates="ruling"
    )


class Cited(Base):
    """A passage that a ruling rests on, with the print of its text when it was cited."""

    __tablename__ = "cita"

    id: Mapped[int] = mapped_column(primary_key=True)
    ruling_id: Mapped[int] = mapped_column(ForeignKey("dictamen.id", ondelete="CASCADE"), index=True)
    place: Mapped[int]
    entry: Mapped[str] = mapped_column(String(200), index=True)
    anchor: Mapped[str] = mapped_column(String(20), default="")
    print: Mapped[str] = mapped_column(String(64))
    told: Mapped[str] = mapped_column(String(600))
    """The citation in words."""
    ruling: Mapped[Ruling] = relationship(back_populates="citations")


class Unanswered(Base):
    """Words that were looked for and no book says, by game: how often, and the last day. Not who, nor when."""

    __tablename__ = "sin_respuesta"

    key: Mapped[str] = mapped_column(String(32), primary_key=True)
    """The print of game and words, so that words asked only once need not be kept."""
    game: Mapped[str] = mapped_column(String(30))
    words: Mapped[str] = mapped_column(String(300))
    count: Mapped[int]
    last: Mapped[date]
