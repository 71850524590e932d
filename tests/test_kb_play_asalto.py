"""Cards of Imperial Assault and Leyendas in the engine: what runs is listed, and what must hold whatever they say."""

from kb.play.coverage import RUNNABLE
from kb.play.games import assault_do


def test_verbs_are_listed():
    assert set(assault_do.VERBS) <= set(RUNNABLE)
