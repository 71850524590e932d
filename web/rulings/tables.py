"""The tables: judges; rulings as they stand now, and every revision that made them so; and what was looked for and not found.

`revision` is the truth and is only ever added to: the databases themselves refuse to change or delete its rows (migration 4).
`dictamen` and `cita` are its last page, written in the same transaction, so that reading asks one table and the version before
this one can go on working.
"""

from datetime import date, datetime

from sqlalchemy import Date, DateTime, ForeignKey, String, Text, UniqueConstraint, false
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

Moment = DateTime(timezone=True)


class Base(DeclarativeBase):
    pass


class Judge(Base):
    __tablename__ = "juez"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(60), unique=True)
    password: Mapped[str] = mapped_column(String(200))
    """Argon2id hash."""
    failures: Mapped[int] = mapped_column(default=0)
    locked_until: Mapped[datetime | None] = mapped_column(Moment)
    """These two are the version before's: nobody can lock another out any more."""
    role: Mapped[str] = mapped_column(String(12), default="juez", server_default="juez")
    disabled: Mapped[datetime | None] = mapped_column(Moment)
    totp: Mapped[str | None] = mapped_column(String(64))
    """The secret of its second factor, if it has one."""
    totp_step: Mapped[int] = mapped_column(default=0, server_default="0")
    """The half minute of the last code that was taken: none is taken twice."""
    recovery: Mapped[str] = mapped_column(Text, default="", server_default="")
    """Prints of the recovery codes that are left, one per line."""


class Sitting(Base):
    """A session of a judge: what the cookie holds is the secret, this its print. Gone from here, it is over on every host."""

    __tablename__ = "sesion"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    judge_id: Mapped[int] = mapped_column(ForeignKey("juez.id"), index=True)
    created: Mapped[datetime] = mapped_column(Moment)
    seen: Mapped[datetime] = mapped_column(Moment)
    ends: Mapped[datetime] = mapped_column(Moment)
    device: Mapped[str] = mapped_column(String(60), default="", server_default="")
    judge: Mapped[Judge] = relationship(lazy="joined")


class Attempt(Base):
    """Wrong passwords from one address for one name, or from one address for any. Prints: neither can be read back."""

    __tablename__ = "intento"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    count: Mapped[int]
    ends: Mapped[datetime] = mapped_column(Moment)


class Invitation(Base):
    __tablename__ = "invitacion"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    made_by: Mapped[int] = mapped_column(ForeignKey("juez.id"))
    role: Mapped[str] = mapped_column(String(12))
    created: Mapped[datetime] = mapped_column(Moment)
    ends: Mapped[datetime] = mapped_column(Moment)


class Happened(Base):
    """What happened to an account, for its owner to see: signed in, password changed, second factor set…"""

    __tablename__ = "suceso"

    id: Mapped[int] = mapped_column(primary_key=True)
    judge_id: Mapped[int] = mapped_column(ForeignKey("juez.id"), index=True)
    moment: Mapped[datetime] = mapped_column(Moment)
    what: Mapped[str] = mapped_column(String(20))
    device: Mapped[str] = mapped_column(String(60), default="", server_default="")


class Ruling(Base):
    __tablename__ = "dictamen"

    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(String(30), index=True)
    question: Mapped[str] = mapped_column(String(500))
    answer: Mapped[str] = mapped_column(Text)
    cards: Mapped[str] = mapped_column(String(500), default="")
    event: Mapped[str] = mapped_column(String(200), default="")
    author_id: Mapped[int] = mapped_column(ForeignKey("juez.id"))
    created: Mapped[datetime] = mapped_column(Moment)
    updated: Mapped[datetime] = mapped_column(Moment, index=True)
    """The moment of its last revision."""
    sending: Mapped[str | None] = mapped_column(String(40), index=True, unique=True)
    """Comes with the form: sent twice, it is one ruling."""
    revision: Mapped[int] = mapped_column(default=0, server_default="0")
    """The number of its last revision; 0 where the version before wrote it and none of ours has looked at it yet."""
    verdict: Mapped[str] = mapped_column(String(8), default="", server_default="")
    status: Mapped[str] = mapped_column(String(8), default="vigente", server_default="vigente")
    appeal: Mapped[str] = mapped_column(String(10), default="", server_default="")
    until: Mapped[date | None] = mapped_column(Date)
    by_edition: Mapped[bool] = mapped_column(default=False, server_default=false())
    event_id: Mapped[int | None]
    overrules: Mapped[int | None]
    overruled_by: Mapped[int | None]
    confirmed_id: Mapped[int | None] = mapped_column(ForeignKey("juez.id"))
    editor_id: Mapped[int | None] = mapped_column(ForeignKey("juez.id"))
    """Who last changed what it says, if that was a correction."""
    acted_id: Mapped[int | None] = mapped_column(ForeignKey("juez.id"))
    """Who made the last revision, whatever it was."""
    reason: Mapped[str] = mapped_column(String(1000), default="", server_default="")
    """What the last revision gave as its reason."""
    author: Mapped[Judge] = relationship(lazy="joined", foreign_keys=author_id)
    confirmed: Mapped[Judge | None] = relationship(lazy="joined", foreign_keys=confirmed_id)
    editor: Mapped[Judge | None] = relationship(lazy="joined", foreign_keys=editor_id)
    acted: Mapped[Judge | None] = relationship(lazy="joined", foreign_keys=acted_id)
    citations: Mapped[list["Cited"]] = relationship(
        lazy="selectin", order_by="Cited.place", cascade="all, delete-orphan", back_populates="ruling"
    )


class Cited(Base):
    """A passage that a ruling rests on: where it stood, and its words when it was cited."""

    __tablename__ = "cita"

    id: Mapped[int] = mapped_column(primary_key=True)
    ruling_id: Mapped[int] = mapped_column(ForeignKey("dictamen.id", ondelete="CASCADE"), index=True)
    place: Mapped[int]
    entry: Mapped[str] = mapped_column(String(200), index=True)
    anchor: Mapped[str] = mapped_column(String(20), default="")
    print: Mapped[str] = mapped_column(String(64))
    told: Mapped[str] = mapped_column(String(600))
    """The citation in words."""
    words: Mapped[str] = mapped_column(Text, default="", server_default="")
    """The passage itself; empty where the version before wrote it and it has changed since."""
    base: Mapped[str] = mapped_column(String(64), default="", server_default="")
    """The digest of the knowledge base that it was read in."""
    edition: Mapped[str] = mapped_column(String(60), default="", server_default="")
    ruling: Mapped[Ruling] = relationship(back_populates="citations")


class Revision(Base):
    """One act on one ruling, and the whole of what the ruling says after it."""

    __tablename__ = "revision"
    __table_args__ = (UniqueConstraint("ruling_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    ruling_id: Mapped[int] = mapped_column(ForeignKey("dictamen.id"), index=True)
    number: Mapped[int]
    """From 1 on, without gaps. Two who correct the same one at once would write the same number: the second is refused."""
    act: Mapped[str] = mapped_column(String(10))
    author_id: Mapped[int] = mapped_column(ForeignKey("juez.id"))
    moment: Mapped[datetime] = mapped_column(Moment)
    at: Mapped[datetime | None] = mapped_column(Moment)
    """When its author did it, by their clock, if it waited to be sent."""
    sending: Mapped[str | None] = mapped_column(String(40), unique=True)
    reason: Mapped[str] = mapped_column(String(1000), default="", server_default="")
    state: Mapped[str] = mapped_column(Text)
    """JSON of `states.State`."""
    seal: Mapped[str] = mapped_column(String(64))
    """The print of this row and of the seal before it: a history that was tampered with does not add up."""
    author: Mapped[Judge] = relationship(lazy="joined")


class Event(Base):
    """A tournament. What happens there are its acts; this is what its head judge sets."""

    __tablename__ = "torneo"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(120))
    game: Mapped[str] = mapped_column(String(30))
    day: Mapped[date] = mapped_column(Date)
    head_id: Mapped[int] = mapped_column(ForeignKey("juez.id"), index=True)
    made_by: Mapped[int] = mapped_column(ForeignKey("juez.id"))
    created: Mapped[datetime] = mapped_column(Moment)
    forget: Mapped[date] = mapped_column(Date)
    """The day after which the names of players are deleted."""
    penalties: Mapped[bool] = mapped_column(default=False, server_default=false())
    sending: Mapped[str | None] = mapped_column(String(40), unique=True)
    head: Mapped[Judge] = relationship(lazy="joined", foreign_keys=head_id)


class Works(Base):
    """A judge who works an event."""

    __tablename__ = "torneo_juez"

    event_id: Mapped[int] = mapped_column(ForeignKey("torneo.id"), primary_key=True)
    judge_id: Mapped[int] = mapped_column(ForeignKey("juez.id"), primary_key=True)
    judge: Mapped[Judge] = relationship(lazy="joined")


class EventAct(Base):
    """Something done at an event: only added, never changed, so that phones may send theirs late and in any order."""

    __tablename__ = "torneo_acto"

    sending: Mapped[str] = mapped_column(String(40), primary_key=True)
    """Made on the phone: sent twice, it is one act; a call is known by it."""
    event_id: Mapped[int] = mapped_column(ForeignKey("torneo.id"), index=True)
    kind: Mapped[str] = mapped_column(String(12))
    author_id: Mapped[int] = mapped_column(ForeignKey("juez.id"))
    moment: Mapped[datetime] = mapped_column(Moment)
    """When it arrived."""
    at: Mapped[datetime] = mapped_column(Moment)
    """When it was done, by its author's clock."""
    data: Mapped[str] = mapped_column(Text)
    """JSON, without names of players: those are in `torneo_nombre`."""
    author: Mapped[Judge] = relationship(lazy="joined")


class PlayerName(Base):
    """The name of a player in an act; deleted when the event says so, and the act stays."""

    __tablename__ = "torneo_nombre"

    sending: Mapped[str] = mapped_column(ForeignKey("torneo_acto.sending"), primary_key=True)
    name: Mapped[str] = mapped_column(String(80))


class Schema(Base):
    """One row: which versions of the program may write, and whether an operator's command holds the history open."""

    __tablename__ = "esquema"

    id: Mapped[int] = mapped_column(primary_key=True)
    floor: Mapped[str] = mapped_column(String(8))
    """The oldest schema whose code may write here; what is older reads."""
    open: Mapped[bool] = mapped_column(default=False, server_default=false())
    """True only inside the transaction of `kb rulings restore --replace`."""
    last: Mapped[int] = mapped_column(default=0, server_default="0")
    """The highest number that a ruling ever had: not even a restored copy gives one out again."""


class Unanswered(Base):
    """Words that were looked for and no book says, by game: how often, and the last day. Not who, nor when."""

    __tablename__ = "sin_respuesta"

    key: Mapped[str] = mapped_column(String(32), primary_key=True)
    """The print of game and words, so that words asked only once need not be kept."""
    game: Mapped[str] = mapped_column(String(30))
    words: Mapped[str] = mapped_column(String(300))
    count: Mapped[int]
    last: Mapped[date]
