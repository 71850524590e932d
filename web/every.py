"""Every command: the knowledge base's and the site's."""

from kb.cli import REGISTERS as OF_THE_BASE
from web import commands

REGISTERS = (*OF_THE_BASE, commands.register)
