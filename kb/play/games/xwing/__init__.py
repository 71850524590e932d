"""X-Wing: what a scenario can ask for, and what waits for it.

state -> view -> selector -> conditions -> moments: the table, what a card sees of it, whether its moment has come
abilities -> scene -> operations -> resolve -> queue: a compiled ability resolved, and who goes first
standing, prohibitions: what holds always, and what nothing can lift
actions, damage, hazards, round, fight, modify, attack: what happens by the rules of the game, in the order of the book
"""

from kb.play.games.xwing import actions
from kb.play.games.xwing import round as phases
from kb.play.games.xwing.attack import attack
from kb.play.games.xwing.fight import Attack
from kb.play.games.xwing.hazards import Cross, Detonate, cross, detonate
from kb.play.games.xwing.queue import react
from kb.play.games.xwing.resolve import UseAbility, use
from kb.play.games.xwing.scene import Decision
from kb.play.games.xwing.state import TOKENS, Table, named_cards
from kb.play.run import Play

PLAY = Play(
    state=Table,
    tokens=TOKENS,
    actions={
        "ataque": (Attack, attack),
        "accion": (actions.Action, actions.act),
        "maniobra": (actions.Manoeuvre, actions.fly),
        "dificultad": (actions.Colouring, actions.coloured),
        "recibe": (actions.Receive, actions.receive),
        "sufre": (actions.Suffer, actions.hurt),
        "repara": (actions.Repair, actions.repair),
        "fase": (phases.Phase, phases.phase),
        "activa": (phases.Turn, phases.activate),
        "interviene": (phases.Turn, phases.engage),
        "revela": (phases.Reveal, phases.reveal),
        "situa": (phases.Places, phases.place),
        "fase_final": (actions.End, actions.finish),
        "capacidad": (UseAbility, use),
        "obstaculo": (Cross, cross),
        "mina": (Detonate, detonate),
    },
    react=react,
    cards=named_cards,
    decision=Decision,
)
