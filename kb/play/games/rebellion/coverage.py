"""Rebellion: the verbs of its cards that run, for `kb run --list`; what each does is in `verbs/`."""

from kb.play.games.rebellion.verbs.table import RUN

NAMES: tuple[str, ...] = tuple(sorted(RUN))
