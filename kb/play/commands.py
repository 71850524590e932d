"""The commands of the engine: odds, order, run, mesa, quiz."""

import argparse

from kb.play import quizzing, running
from kb.play.odds import commands as chances
from kb.play.order import commands as queue
from kb.play.table import commands as table


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    for each in (chances, queue, running, table, quizzing):
        each.register(commands)
