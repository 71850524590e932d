"""Leyendas de la Alianza: the situations of Imperial Assault, played in its co-operative mode."""

from kb.play.games.imperial_assault.staging import staged
from kb.play.games.leyendas import PLAY

STAGING = staged("leyendas", PLAY)
