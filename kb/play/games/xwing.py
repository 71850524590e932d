"""X-Wing: what a scenario can ask for."""

from kb.play.games import xwing_actions as actions
from kb.play.games.xwing_attack import Attack, attack
from kb.play.games.xwing_effects import UseAbility, use
from kb.play.games.xwing_hazards import Cross, Detonate, cross, detonate
from kb.play.games.xwing_state import Table
from kb.play.run import Play

PLAY = Play(
    state=Table,
    actions={
        "ataque": (Attack, attack),
        "accion": (actions.Action, actions.act),
        "maniobra": (actions.Manoeuvre, actions.fly),
        "dificultad": (actions.Colouring, actions.coloured),
        "recibe": (actions.Receive, actions.receive),
        "sufre": (actions.Suffer, actions.hurt),
        "repara": (actions.Repair, actions.repair),
        "fase_final": (actions.End, actions.finish),
        "capacidad": (UseAbility, use),
        "obstaculo": (Cross, cross),
        "mina": (Detonate, detonate),
    },
)
