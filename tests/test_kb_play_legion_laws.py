"""Laws of Legión's engine: the same twice, nothing changed, declining is free, more dice never hurt, rolls as the odds say."""

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.play.games.legion import PLAY
from kb.play.games.legion.attack import attack
from kb.play.games.legion.orders import Attack
from kb.play.games.legion.state import Battle
from kb.play.odds.answer import odds
from kb.play.run import Log, run

COLOURS = st.sampled_from(["rojo", "negro", "blanco"])
OPTIONAL = ["Perforante 2", "Antiblindaje 1", "Crítico 1"]
WEAPONS = [*OPTIONAL, "Deflagración", "Primitiva", "Alta velocidad", "Fuego de contención", "Veneno 1"]
UNITS = ["Blindaje 1", "Blindaje", "Furtivo", "Inmune a Perforante", "Desvío", "Duro de pelar", "Cobertura 1", "Ágil"]
MINE = st.lists(st.sampled_from(WEAPONS), unique=True)
THEIRS = st.lists(st.sampled_from(UNITS), unique=True)
CHARTS = st.sampled_from([None, "impacto", "critico"])


@st.composite
def situations(draw):
    """An attack rolled with a seed: whatever both sides have."""
    given_state = {
        "unidades": {
            "a": {"miniaturas": draw(st.integers(1, 6)), "incremento_de_ataque": draw(CHARTS)},
            "b": {"umbral": 30, "defensa": draw(st.sampled_from(["rojo", "blanco"])), "aplomo": 3, "cualidades": draw(THEIRS),
                  "incremento_de_defensa": draw(st.booleans()), "fichas": {"acobardamiento": draw(st.integers(0, 4))}},
        }
    }  # fmt: skip
    order = {"atacante": "a", "defensor": "b", "dados": draw(st.dictionaries(COLOURS, st.integers(1, 4), min_size=1)),
             "cualidades": draw(MINE), "cobertura": draw(st.sampled_from(["ninguna", "ligera", "densa"]))}  # fmt: skip
    return given_state, order


@settings(max_examples=60, deadline=None)
@given(situations(), st.integers(0, 10**6))
def test_the_same_twice_and_nothing_passed_in_is_changed(situation, seed):
    given_state, order = situation
    before = json.dumps([given_state, order])
    first = run(PLAY, given_state, [{"ataque": order}], seed)
    assert first == run(PLAY, given_state, [{"ataque": order}], seed)
    assert json.dumps([given_state, order]) == before
    results = first.resultado["impactos"] + first.resultado["criticos"]
    assert first.resultado["heridas"] <= results <= sum(order["dados"].values())
    assert all(event.cita and event.paso for event in first.eventos)


@settings(max_examples=60, deadline=None)
@given(situations(), st.integers(0, 10**6))
def test_a_declined_option_changes_nothing(situation, seed):
    """With every optional keyword declined, the attack is that of units that never had them."""
    given_state, order = situation
    order = {**order, "cualidades": [k for k in order["cualidades"] if k not in OPTIONAL]}
    target = given_state["unidades"]["b"]
    plain = {**given_state, "unidades": {**given_state["unidades"], "b": {**target, "cualidades": []}}}
    armoured = {**given_state, "unidades": {**given_state["unidades"], "b": {**target, "cualidades": ["Blindaje 1"]}}}
    without = run(PLAY, plain, [{"ataque": {**order, "cualidades": []}}], seed)
    declined = {**order, "cualidades": OPTIONAL, "declina": [*OPTIONAL, "Blindaje 1"]}
    with_them = run(PLAY, armoured, [{"ataque": declined}], seed)
    assert {**with_them.resultado, "perforante": 0} == {**without.resultado, "perforante": 0}
    told = [e.texto for e in with_them.eventos if e.texto != "«declina» no ha cambiado nada en este paso"]  # there was nothing
    assert told == [e.texto for e in without.eventos]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["impacto", "critico", "incremento", "vacia"]), min_size=1, max_size=6),
    st.sampled_from(["impacto", "critico", "incremento", "vacia"]),
    st.lists(st.sampled_from([*OPTIONAL, "Deflagración"]), unique=True),
    st.lists(st.sampled_from(["Blindaje 1", "Blindaje", "Inmune a Perforante"]), unique=True),
    CHARTS,
)
def test_one_die_more_never_hurts_the_attacker(faces, extra, mine, theirs, surge):
    def wounds(shown):
        state = {"unidades": {"a": {"incremento_de_ataque": surge}, "b": {"umbral": 30, "cualidades": theirs}}}
        order = {"atacante": "a", "defensor": "b", "dados": {"rojo": len(shown)}, "cualidades": mine, "ataque": shown}
        # As many defence dice as it asks for, all of them blocks.
        asked = run(PLAY, state, [{"ataque": order}]).pendiente
        dice = int(asked.rpartition(": ")[2].split()[0]) if asked else 0
        found = run(PLAY, state, [{"ataque": {**order, "defensa": ["bloqueo"] * dice}}]).resultado
        return found["impactos"] + found["criticos"], found["heridas"]

    less, more = wounds(faces), wounds([*faces, extra])
    assert more[0] >= less[0]
    assert more[1] >= less[1]


# Attacks without choices, so that the engine and the exact odds play the same.
SPECS = [
    ({"rojo": 2}, None, [], "rojo", False, "ninguna", []),
    ({"negro": 4}, "impacto", ["Perforante 1"], "blanco", True, "ligera", []),
    ({"blanco": 6}, "critico", [], "rojo", False, "densa", ["Blindaje 1"]),
    ({"rojo": 1, "negro": 2, "blanco": 1}, None, ["Crítico 2"], "blanco", False, "densa", ["Furtivo"]),
    ({"rojo": 3}, "impacto", ["Antiblindaje 2"], "rojo", True, "ninguna", ["Blindaje"]),
    ({"rojo": 3}, None, ["Antiblindaje 1", "Primitiva"], "rojo", False, "ninguna", ["Blindaje 2"]),
    ({"negro": 3}, None, ["Perforante 2"], "rojo", False, "ninguna", ["Inmune a Perforante"]),
    ({"negro": 3}, "impacto", ["Perforante 2"], "rojo", True, "ninguna", ["Duro de pelar"]),
    ({"negro": 4}, None, ["Deflagración"], "blanco", True, "densa", []),
    ({"negro": 4}, None, ["Tirador de primera 1"], "blanco", False, "densa", ["Cobertura 1"]),
    ({"rojo": 2, "blanco": 2}, None, ["Cazador de Jedi"], "rojo", False, "ligera", ["Desvío"]),
    ({"blanco": 4}, "impacto", ["Antipersonal 2", "Perforante 1"], "rojo", False, "ligera", []),
]  # fmt: skip


def simulated(spec, runs, seed):
    dice, surge, mine, die, chart, cover, theirs = spec
    battle = Battle.model_validate({"unidades": {
        "a": {"miniaturas": 30, "incremento_de_ataque": surge},
        "b": {"umbral": 30, "defensa": die, "incremento_de_defensa": chart, "cualidades": theirs},
    }})  # fmt: skip
    order = Attack.model_validate({"atacante": "a", "defensor": "b", "dados": dice, "cualidades": mine, "cobertura": cover})
    rng = Random(seed)
    return Counter(attack(battle, order, Log(rng))[1]["heridas"] for _ in range(runs))


@pytest.mark.parametrize("spec", SPECS, ids=[f"{i}-{'-'.join([*s[2], *s[6]]) or 'nada'}" for i, s in enumerate(SPECS)])
def test_the_engine_rolls_as_the_exact_odds_say(spec, runs=200):
    """Every bar within three standard errors of what is counted exactly; 20,000 rolls of each in `make soak SOAK=rolls`."""
    dice, surge, mine, die, chart, cover, theirs = spec
    exact = odds({
        "game": "legion", "attack": {"dice": dice, "surge": surge, "keywords": mine},
        "defense": {"die": die, "surge": chart, "cover": cover, "keywords": theirs},
    })["wounds"]  # fmt: skip
    found = simulated(spec, runs, seed=11)
    assert sum(found.values()) == runs
    for n in range(max(len(exact), max(found) + 1)):
        p = exact[n] if n < len(exact) else 0.0
        assert abs(found[n] / runs - p) <= 3 * (p * (1 - p) / runs) ** 0.5 + 1e-9, (n, found, exact)
