"""An instruction that cannot be resolved is passed over, with the reason and its rule."""

from kb.play.cite import cite
from kb.play.run import Illegal

SKIP = cite("leyendas/omitir-instrucciones#r-cf2072", "no cambiaría nada")


class Skip(Illegal):
    """Nobody to move to, to attack, to be next to."""
