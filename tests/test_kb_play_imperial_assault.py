"""Cards of Imperial Assault, Leyendas and Rebellion in the engine: what runs is listed, and laws that always hold."""

import json
from collections import Counter
from copy import deepcopy
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sample import WHOLE

from grammar.game import CORPUS
from kb.play.coverage import RUNNABLE
from kb.play.errors import PlayError
from kb.play.games import imperial_assault, rebellion
from kb.play.games.imperial_assault.census import census
from kb.play.games.imperial_assault.runs import never_run
from kb.play.games.imperial_assault.verbs.table import RUN
from kb.play.games.rebellion.queue import left_out
from kb.play.meaning.abilities import refusal
from kb.play.odds.answer import odds
from kb.play.run import run
from kb.play.scenario import PLAYS, play_document
from kb.play.tryout import play_card
from kb.play.yaml_io import documents

OWN = ("imperial-assault", "leyendas", "rebellion")
ATTACK = ("rojo", "azul", "verde", "amarillo")
DEFENSE = ("negro", "blanco")


def cards(game):
    return [json.loads(line) for line in (CORPUS / game / "cartas.jsonl").read_text("utf-8").splitlines()]


def test_verbs_are_listed():
    assert set(RUN) <= set(RUNNABLE)


def ran(game, card):
    why = (left_out if game == "rebellion" else never_run)(card["text"])
    return not why, why, refusal(card["text"], game)


@pytest.mark.parametrize(("game", "least"), [("imperial-assault", 50), ("leyendas", 34), ("rebellion", 60)])
def test_our_own_cards_run_or_say_why(game, least):
    found = [ran(game, card) for card in cards(game)]
    assert not any(unread for _, _, unread in found)
    assert all(runs or why for runs, why, _ in found)
    assert all(reason and "\n" not in reason for _, why, _ in found for reason in why)
    assert sum(runs for runs, _, _ in found) >= least


ACT = (
    "[incremento]: Perforante 2",
    "Al atacar, puedes volver a tirar 1 dado de ataque.",
    "Cuando una figura enemiga entre en una casilla adyacente a ti, esa figura sufre 1 [tensión]. Límite de una vez por ronda.",
    "Después de que derrotes a una figura enemiga, te recuperas de 2 [daño].",
    "Al inicio de tu activación, elige una figura amiga a 2 o menos casillas. Esa figura gana 1 punto de movimiento.",
    "Los DROIDES amigos ganan +1 Velocidad.",
    "No puedes ser empujado.",
    "Mueve 3 para atacar al Rebelde con menos Vida restante.",
    "[acción] Elige un DROIDE o VEHÍCULO amigo adyacente. Esa figura se recupera de 3 [daño].",
    "Reglas de misión (añadir al comienzo de la lista de instrucciones):\nEl Carroñero jawa gana:",
)


@pytest.mark.parametrize("text", ACT)
def test_a_situation_is_found_in_which_it_acts(text):
    assert census(text) and not any(census(text))


@pytest.mark.parametrize("game", ["imperial-assault", "leyendas"])
def test_a_card_is_put_in_play(game):
    """One situation in which it acts, one in which it does not."""
    scenario, (acts, idle) = play_card("Después de que derrotes a una figura enemiga, te recuperas de 2 [daño].", game)
    assert f"juego: {game}" in scenario
    assert any(event.efecto == "carta" for event in acts.informe.eventos)
    assert not any(event.efecto == "carta" for event in idle.informe.eventos)


@pytest.mark.parametrize("text", ["Después de que resuelvas un ataque, roba 1 carta de Mando.", "Mueve 3 para bailar."])
def test_what_does_not_run_is_not_counted(text):
    assert refusal(text, "imperial-assault") or any(census(text))


BOARD = "+-+-+-+-+\n|A . B C|\n+ + + + +\n|. ~ . D|\n+-+-+-+-+\n"


@pytest.mark.parametrize("game", ["imperial-assault", "leyendas"])
def test_every_card_of_ours_takes_part_in_a_turn(game):
    """In every hand, through an activation, an attack and a round: no card stops the engine but with a sentence."""
    play = PLAYS[game]
    for card in cards(game):
        for owner in "ABC":
            figures = {n: {"vida": 6, "bando": side, "ataque": ["rojo", "azul"], "tipo": "a_distancia", "defensa": ["negro"]}
                       for n, side in zip("ABCD", ("imperio", "rebelde", "rebelde", "imperio"), strict=True)}  # fmt: skip
            figures[owner]["cartas"] = {"carta": card["text"]}
            fight = {"atacante": "A", "defensor": "B"}
            steps = [{"activa": {"figura": "A"}}, {"ataque": fight}, {"termina": {"figura": "A"}}, {"siguiente_ronda": {}}]
            report = run(play, {"tablero": BOARD, "figuras": figures}, steps, 5)
            assert report.eventos or report.no_se_puede
            assert report == run(play, {"tablero": BOARD, "figuras": figures}, steps, 5)
            assert all(event.cita for event in report.eventos)


@pytest.mark.parametrize("kind", ["instruction", "event"])
def test_every_instruction_of_ours_is_resolved_or_skipped(kind):
    for card in (c for c in cards("leyendas") if c["kind"] == kind):
        soldier = {"vida": 6, "bando": "imperio", "ataque": ["azul"], "tipo": "a_distancia"}
        hero = {"vida": 6, "bando": "rebelde", "heroe": True, "resistencia": 3}
        figures = {"A": soldier, "B": hero, "C": hero, "D": soldier}
        step = {"activa_grupo": {"figura": "A", "lista": [card["text"]], "usa": {"1": {"exitos": {"B": 0, "C": 1}}}}}
        report = run(PLAYS["leyendas"], {"tablero": BOARD, "figuras": figures}, [step], 5)
        assert report.pendiente or len(report.resultado["hechas"]) == 1


def attack(dice, defense, seed, **more):
    """One attack, rolled with a seed, the surges spent as told."""
    figures = {
        "a": {"vida": 50, **more.pop("atacante", {})},
        "b": {"vida": 50, "defensa": list(defense), **more.pop("defensor", {})},
    }
    order = {"atacante": "a", "defensor": "b", "tipo": "cuerpo_a_cuerpo", "dados": list(dice), **more}
    return run(imperial_assault.PLAY, {"figuras": figures}, [{"ataque": order}], seed)


OPTIONAL = (
    "Al atacar, puedes volver a tirar 1 dado de ataque.",
    "Al defenderte, puedes volver a tirar 1 dado negro.",
    "Usa esta carta al atacar. Convierte 1 resultado [incremento] en 2 [daño].",
    "Al atacar, puedes sufrir 1 [tensión] para aplicar +1 [daño] a los resultados de ataque.",
    "Usa esta carta al defenderte. Añade 1 dado blanco a tu reserva de defensa.",
)
HELP = ("Al atacar, aplica +1 [daño] a los resultados de ataque.", "Al atacar, gana Perforante 2.")
pools = st.lists(st.sampled_from(ATTACK), min_size=1, max_size=3)
shields = st.lists(st.sampled_from(DEFENSE), max_size=2)
seeds = st.integers(0, 10_000)


@settings(max_examples=60, deadline=None)
@given(pools, shields, seeds, st.sampled_from(OPTIONAL))
def test_a_declined_option_changes_nothing(dice, defense, seed, text):
    plain = attack(dice, defense, seed)
    for side in ("atacante", "defensor"):
        declined = attack(dice, defense, seed, **{side: {"cartas": {"carta": text}}})
        assert declined.resultado["dano"] == plain.resultado["dano"]
        assert declined.estado["figuras"]["b"]["dano"] == plain.estado["figuras"]["b"]["dano"]
        assert declined.estado["figuras"]["a"]["tension"] == 0
        assert declined.resultado["usadas"] == []


@settings(max_examples=40, deadline=None)
@given(pools, shields, seeds)
def test_the_same_twice_and_nothing_passed_in_is_changed(dice, defense, seed):
    given_ = {
        "figuras": {
            "a": {"cartas": {"c": OPTIONAL[0], "d": "Al atacar, gana Perforante 1."}},
            "b": {"vida": 9, "defensa": defense},
        }
    }
    order = [
        {"ataque": {"atacante": "a", "defensor": "b", "tipo": "cuerpo_a_cuerpo", "dados": dice, "usa": {"c": {"dados": [1]}}}}
    ]
    before = deepcopy((given_, order))
    assert run(imperial_assault.PLAY, given_, order, seed) == run(imperial_assault.PLAY, given_, order, seed)
    assert (given_, order) == before


@settings(max_examples=60, deadline=None)
@given(
    pools,
    shields,
    seeds,
    st.sampled_from(["Al atacar, aplica +1 [daño] a los resultados de ataque.", "Al atacar, gana Perforante 2."]),
)
def test_a_card_in_your_favour_never_hurts_you(dice, defense, seed, text):
    helped = attack(dice, defense, seed, atacante={"cartas": {"carta": text}})
    assert helped.resultado["dano"] >= attack(dice, defense, seed).resultado["dano"]


@settings(max_examples=30, deadline=None)
@given(pools, st.sampled_from(ATTACK), st.lists(st.integers(1, 6), min_size=4, max_size=4))
def test_more_dice_never_hurt(dice, extra, faces):
    def dealt(pool):
        return attack(pool, [], None, ataque=faces[: len(pool)], defensa=[]).resultado["dano"]

    assert dealt([*dice, extra]) >= dealt(dice)


@pytest.mark.parametrize(
    ("dice", "defense", "abilities"),
    [
        (("rojo", "azul"), ("negro",), ()),
        (("verde", "amarillo"), ("blanco",), ("Perforante 1",)),
        (("rojo", "amarillo"), ("negro", "blanco"), ("+1 [daño]",)),
    ],
)
def test_odds_agree_with_running_many_times(dice, defense, abilities):
    """Within three standard errors of the exact distribution, value by value."""
    question = {"game": "imperial-assault", "attack": {"dice": dice, "keywords": abilities}, "defense": {"dice": defense}}
    exact = odds(question)["damage"]
    n = 1500 if WHOLE else 400
    seen = Counter(attack(dice, defense, seed, palabras_clave=list(abilities)).resultado["dano"] for seed in range(n))
    for hurt, p in enumerate(exact):
        assert abs(seen[hurt] / n - p) <= 3 * sqrt(p * (1 - p) / n) + 1e-9, hurt


AGAIN = "Al atacar, puedes volver a tirar 1 dado de ataque."
REPLY = "Al defenderte, puedes volver a tirar 1 dado negro."


def expected(dice, defense, mine=(), theirs=()):
    attack_ = {"dice": list(dice), "cards": list(mine)}
    return odds({"game": "imperial-assault", "attack": attack_, "defense": {"dice": list(defense), "cards": list(theirs)}})


def test_a_reroll_by_hand():
    """A red die is rolled again when it shows less than its mean, 13/6: four faces in six."""
    assert expected(["rojo"], [], [AGAIN])["expected"] == pytest.approx(4 / 6 * 13 / 6 + 2 / 6 * 3)
    assert expected(["rojo"], [], [AGAIN, AGAIN])["expected"] == expected(["rojo"], [], [AGAIN])["expected"]  # once per die


@settings(max_examples=25, deadline=None)
@given(pools.filter(lambda p: len(p) < 3), shields)
def test_cards_help_who_has_them(dice, defense):
    plain = expected(dice, defense)["expected"]
    assert expected(dice, defense, [AGAIN])["expected"] >= plain - 1e-12
    assert expected(dice, defense, [], [REPLY])["expected"] <= plain + 1e-12
    assert expected(dice, defense, HELP)["expected"] >= plain
    assert sum(expected(dice, defense, [AGAIN], [REPLY])["damage"]) == pytest.approx(1)


def test_cards_without_part_in_the_odds_say_why():
    answer = expected(["rojo"], [], ["Al comienzo de tu activación, gana 2 puntos de movimiento.", "Baila un vals."])
    assert answer["damage"] == expected(["rojo"], [])["damage"]
    assert len(answer["left_out"]) == len(answer["left_out_why"]) == 2
    met = expected(["rojo"], [], ["Al atacar, si el objetivo está herido, aplica +1 [daño] a los resultados de ataque."])
    assert len(met["assumed"]) == 1


@pytest.mark.parametrize(("mine", "theirs"), [(3, 2), (2, 0), (5, 4)])
def test_odds_of_a_mission_agree_with_running_it(mine, theirs):
    exact = odds({"game": "rebellion", "mission": {"dice": mine}, "opposition": {"dice": theirs}})["success"]
    n = 2000
    order = [{"mision": {"lideres_rivales": 1, "iconos": mine, "iconos_rivales": theirs}}]
    won = sum(run(rebellion.PLAY, {}, order, seed).resultado["exito"] for seed in range(n))
    assert abs(won / n - exact) <= 3 * sqrt(exact * (1 - exact) / n)


COMBAT = {
    "sistemas": {"hoth": {}},
    "manos": {"imperio": {"tacticas": {"muro": {"texto": "Bloquea 1 de daño.", "escenario": "terrestre"}}}},
    "unidades": {
        "s": {"bando": "rebelde", "sistema": "hoth", "ataque": {"negro": 2}, "resistencia": 3},
        "w": {"bando": "imperio", "sistema": "hoth", "color": "rojo", "resistencia": 9, "ataque": {"rojo": 2}},
    },
}


@settings(max_examples=30, deadline=None)
@given(seeds, st.booleans())
def test_a_combat_is_the_same_twice_and_changes_nothing_given(seed, retreat):
    given_ = deepcopy(COMBAT)
    order = [{"combate": {"sistema": "hoth", "rondas": [{} if not retreat else {"retirada": {}}]}}]
    first = run(rebellion.PLAY, given_, order, seed)
    assert first == run(rebellion.PLAY, given_, order, seed)
    assert given_ == COMBAT
    # A tactic that nobody plays stays in the hand, and blocks nothing.
    assert first.estado["manos"]["imperio"]["tacticas"].keys() == {"muro"}


HEAD = "juego: {}\ntitulo: t\ndado:\n  {}\ncuando:\n  - {}\nentonces: {{}}\n"
FIGURES = "figuras: {a: {}, b: {}}"
WRONG = [
    ("imperial-assault", FIGURES, "ataque: {atacante: z, defensor: b, tipo: cuerpo_a_cuerpo}", "no hay ninguna figura «z»"),
    ("imperial-assault", FIGURES, "ataque: {atacante: a, defensor: b}", "falta el «tipo»"),
    (
        "imperial-assault",
        FIGURES,
        "ataque: {atacante: a, defensor: b, tipo: a_distancia, dados: [rojo], ataque: [9]}",
        "6 o menos",
    ),
    ("imperial-assault", FIGURES, "ataque: {atacante: a, defensor: b, tipo: a_distancia, usa: [nada]}", "ninguna carta «nada»"),
    ("imperial-assault", FIGURES, "ataque: {atacante: a, defensor: b, tipo: a_distancia, capacidades: [bailar]}", "«bailar»"),
    ("imperial-assault", "figuras: {a: {estados: [dormido]}}", "activa: {figura: a}", "estados"),
    ("imperial-assault", FIGURES, "mueve: {figura: a, camino: [[1, 2]]}", "dibujar el «tablero»"),
    ("imperial-assault", FIGURES, "capacidad: {figura: a, carta: nada}", "ninguna carta «nada»"),
    ("leyendas", "figuras: {a: {}}", "activa_grupo: {figura: a, lista: [Baila un vals.]}", "no se entiende la instrucción 1"),
    ("rebellion", "sistemas: {hoth: {}}", "combate: {sistema: yavin}", "ningún sistema «yavin»"),
    ("rebellion", "sistemas: {hoth: {}}", "mision: {sistema: hoth, carta: Baila un vals.}", "no se entiende"),
    ("rebellion", "sistemas: {hoth: {}}", "mision: {carta: Bloquea 1 de daño.}", "Emprende"),
    ("rebellion", "unidades: {a: {bando: rebelde, ataque: {verde: 1}}}", "planos: {sistema: hoth}", "ataque"),
    ("rebellion", "unidades: {a: {bando: rebelde, resistencia: -1}}", "planos: {sistema: hoth}", "1 o más"),
]


@pytest.mark.parametrize(("game", "given_", "step", "words"), WRONG, ids=[row[3] for row in WRONG])
def test_a_bad_situation_gets_one_sentence_with_its_line(game, given_, step, words):
    with pytest.raises(PlayError) as caught:
        play_document(documents("s.yaml", HEAD.format(game, given_, step))[0])
    assert words in str(caught.value)
    assert str(caught.value).startswith(("s.yaml:4", "s.yaml:6"))
    assert "\n" not in str(caught.value)
