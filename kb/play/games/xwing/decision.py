"""X-Wing: what a player decides about an ability."""

from kb.play.games.xwing.actions import ActionName
from kb.play.games.xwing.state import Bearing, Colour, Natural
from kb.play.meaning import scene
from kb.play.validation import Faces, Model


class Manoeuvred(Model):
    color: Colour = "blanca"
    velocidad: Natural = 2
    tipo: Bearing = "recta"


class Decision(scene.Decision):
    ficha: str | None = None
    """The token, where the text gives a choice."""
    accion: ActionName | None = None
    hacia: str | None = None
    """Where a turret arc turns to."""
    dados: Faces | None = None
    """The faces of the dice that it takes."""
    sale: Faces | None = None
    """What they show when they are rolled again."""
    maniobra: Manoeuvred | None = None
    """The manoeuvre that is set on the dial."""
    fracasa: bool = False
    """The boost, barrel roll or action that the text gives fails."""
