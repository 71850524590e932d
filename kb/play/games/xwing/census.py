"""X-Wing: which abilities of a text the engine runs, tried on a table where everything is at hand."""

from collections.abc import Iterator
from itertools import product
from random import Random

from grammar.effects import Momento
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.abilities import Ability, abilities_of, plain_dice
from kb.play.games.xwing.fight import with_card
from kb.play.games.xwing.queue import react
from kb.play.games.xwing.resolve import resolve
from kb.play.games.xwing.scene import Decision, NotRun, Scene
from kb.play.games.xwing.standing import ABLE, STEPS
from kb.play.games.xwing.state import Card, Dice, Ship, Table
from kb.play.games.xwing.view import Happening, View
from kb.play.run import Illegal, Log, Pending

ME, FRIEND, FOE = "nave", "aliada", "enemiga"


def census(text: str) -> tuple[str, ...]:
    """For each ability of the card, why it is only read; empty where it runs. Raises Unusable where it is not understood."""
    return tuple(_verdict(text, ability) for ability in abilities_of(text))


def _verdict(text: str, ability: Ability) -> str:
    if plain_dice(text, ability) or _stands(ability):
        return ""
    reasons = list(_tried(text, ability))
    return "" if "" in reasons else next((r for r in reasons if r.startswith("«")), reasons[0])


def _stands(ability: Ability) -> bool:
    """It forbids, allows or changes difficulty, and nothing has to happen for that."""
    sentence = ability.sentences[0]
    phrases = sentence.frases.partes
    if not phrases:
        return False
    phrase = phrases[0]
    forbids = phrase.modo == "puede" and phrase.modo_negado and not sentence.colas
    allows = phrase.modo in ABLE and any(tail.tipo == "incluso_aunque" for tail in sentence.colas)
    changes = not ability.timed and any(op.kind in STEPS for op in phrase.efecto.ops)
    return forbids or allows or changes


def _tried(text: str, ability: Ability) -> Iterator[str]:
    """One attempt per decision that a player might take, until one works."""
    tokens: tuple[str | None, ...] = (None, *rules.TOKENS)
    for chosen, option, token in product((FRIEND, FOE), ("1", "boca_arriba", "tonel_volado"), tokens):
        action = "evasion" if option == "1" else "impulso" if option == "boca_arriba" else None
        decision = Decision(se_cumple=True, elige=chosen, opcion=option, ficha=token, accion=action, hacia="trasero",
                            objetivo=FOE)  # fmt: skip
        view = View(_table(text), ME, _moment(ability), that=(chosen,))
        dice = Log(Random(1), react)  # noqa: S311 - dice, not secrets
        try:
            resolve(Scene(view, "carta", decision, dice, text), ability)
        except NotRun as error:
            yield f"«{error.reason.split(': ', 1)[-1]}»"
        except (Illegal, Pending) as error:
            yield error.reason
        else:
            yield ""
            return


def _moment(ability: Ability) -> Happening:
    """An attack of which everything is known, or a manoeuvre for what changes its difficulty."""
    if any(op.kind in STEPS for phrase in ability.phrases for op in phrase.efecto.ops):
        return Happening("mientras", "ejecutar", ME, "maniobra")
    defends = any(
        op.kind == "defenderse"
        for frame in ability.frames
        if isinstance(frame, Momento) and frame.frases
        for clause in frame.frases.partes
        for op in clause.efecto.ops
    )
    roles = {"atacante": FOE, "defensor": ME} if defends else {"atacante": ME, "defensor": FOE}
    verb = "defenderse" if defends else "efectuar"
    return Happening("mientras", verb, ME, "ataque", frozenset({"impacta", with_card("carta")}), 1, roles)


def _table(text: str) -> Table:
    tokens = {token: 2 for token in rules.TOKENS if token not in ("desarme", "camuflaje", "tension", "iones")}
    full = Ship(ataque=3, agilidad=2, casco=20, escudos=3, escudos_max=5, fichas=tokens, fuerza=3, fuerza_max=5, cargas=4,
                cargas_max=5, dano=3, criticos=2)  # fmt: skip
    mine = full.model_copy(update={"jugador": "A", "blancos": (FOE,), "cartas": {"carta": Card(texto=text)}, "energia": 3})
    arcs = {"frontal": (FOE,), "diana": (FOE,), "torreta": (FOE,), "fuego": (FOE,), "trasero": ()}
    return Table(
        naves={ME: mine, FRIEND: full.model_copy(update={"jugador": "A"}), FOE: full.model_copy(update={"jugador": "B"})},
        alcances={f"{ME} {FRIEND}": 1, f"{ME} {FOE}": 1, f"{FRIEND} {FOE}": 1},
        arcos={ME: arcs},
        dados=Dice(ataque=("impacto", "critico", "concentracion", "vacia"), defensa=("evasion", "concentracion", "vacia")),
    )
