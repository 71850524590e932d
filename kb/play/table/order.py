"""Who goes first among the cards that lie on the table: their classes are read from their texts."""

from collections.abc import Mapping
from typing import Any

from grammar.meaning.values import Cosa, Hecho, parts
from kb.forms import OrderTable, Speech
from kb.play.errors import PlayError
from kb.play.meaning.abilities import Ability, NotUnderstood, abilities_of
from kb.play.meaning.queue import stands_only
from kb.play.order import Timeline, order
from kb.play.order.situation import Situation
from kb.play.table.build import Built
from kb.play.table.state import UNKNOWN, Answer, Table
from kb.play.table.telling import Fork, Option, Question, Telling, Told
from kb.play.validation import checked

FIRST = "primero"
KINDS: Mapping[str, str] = {"capacidad": "Una capacidad", "constante": "Vale siempre", "sustitutivo": "Sustituye a otra cosa"}
NO_CARDS = "pon en la mesa las cartas que coinciden, cada una con quien la lleva"


def order_told(table: Table, data: OrderTable, made: Built, bare: Telling) -> Telling:
    """The order of all cards on the table, once it is known what decides it."""
    speech = data.habla
    assert speech is not None
    if not made.cards:
        raise PlayError(NO_CARDS)
    said = {answer.clave: answer.valor for answer in table.dichos if isinstance(answer, Answer)}
    situation, notes, ask = _situation(table.juego, speech, made, said)
    ask = ask or _asked(data, speech, situation, said)
    if ask is not None:
        if said.get(ask.clave) == UNKNOWN:
            return _either(table, data, made, bare, ask)
        return bare.model_copy(update={"tono": "pregunta", "pregunta": ask, "preguntas": len(said)})
    timeline = order(checked(Situation, situation))
    names = timeline.names("resuelve", "sin_efecto")
    steps = tuple(
        Told(paso=str(n), texto=f"{_EVENTS[step.suceso]} «{step.capacidad}»{f' ({step.jugador})' if step.jugador else ''}:"
             f" {step.razon}", cita=step.cita, efecto=step.capacidad)
        for n, step in enumerate(timeline.pasos, 1)
    )  # fmt: skip
    return bare.model_copy(update={
        "tono": "sale", "veredicto": _line(timeline, names), "pasos": steps, "notas": notes, "preguntas": len(said),
        "citas": tuple(dict.fromkeys(step.cita for step in timeline.pasos)),
        "alternativas": _choices(situation, speech),
    })  # fmt: skip


def situation_of(table: Table, data: OrderTable, made: Built) -> dict[str, Any]:
    """As `kb order` reads it, with what has been told."""
    speech = data.habla
    assert speech is not None
    said = {answer.clave: answer.valor for answer in table.dichos if isinstance(answer, Answer)}
    situation, _, lacking = _situation(table.juego, speech, made, said)
    if lacking is None:
        _asked(data, speech, situation, said)  # writes in the roles that were told
    return situation or {"juego": table.juego, "jugadores": list(speech.lados), "capacidades": []}


_EVENTS: Mapping[str, str] = {
    "entra": "Entra en la cola", "no_entra": "No entra", "constante": "Vale siempre", "sustituye": "Sustituye",
    "resuelve": "Se resuelve", "sin_efecto": "Se resuelve en vano", "sale": "Sale de la cola", "pasa": "No se usa",
    "espera_retirada": "Espera para retirarse", "se_retira": "Se retira", "ciclo": "Se repite sin fin",
}  # fmt: skip


def _line(timeline: Timeline, names: list[str]) -> str:
    always = timeline.names("constante", "sustituye")
    first = f"Primero «{names[0]}»" + "".join(f", luego «{name}»" for name in names[1:]) + "." if names else ""
    rest = f" No espera{'n' if len(always) > 1 else ''} turno: {', '.join(f'«{name}»' for name in always)}." if always else ""
    return (first + rest).strip()


def _choices(situation: Mapping[str, Any], speech: Speech) -> tuple[Fork, ...]:
    """Those of one player are ordered by their player."""
    found = []
    for who in speech.lados:
        mine = [row["nombre"] for row in situation["capacidades"] if row["jugador"] == who and row["tipo"] == "capacidad"]
        if len(mine) > 1:
            found.append(Fork(si=f"{who} elige el orden de las suyas: {', '.join(mine)}", sale="", cambia=False))
    return tuple(found)


def _situation(
    game: str, speech: Speech, made: Built, said: Mapping[str, str]
) -> tuple[dict[str, Any], tuple[str, ...], Question | None]:
    rows, notes = [], []
    for name, card in made.cards.items():
        kind, optional, sort = read(card.texto, game, speech)
        if not kind:
            key = f"clase.{name}"[:120]
            if key not in said:
                options = tuple(Option(rotulo=label, valor=value) for value, label in KINDS.items())
                return {}, (), Question(clave=key, texto=f"El texto de «{name}» no se entiende. ¿Qué es?", opciones=options,
                                        porque=card.texto)  # fmt: skip
            notes.append(f"«{name}» no se entiende entera: su clase la has dicho tú.")
            kind = said[key] if said[key] in KINDS else "capacidad"
        rows.append({"nombre": name, "jugador": speech.lados[card.lado - 1], "tipo": kind, "opcional": optional, "clase": sort})
    players = list(speech.lados) if said.get(FIRST, speech.lados[0]) != speech.lados[1] else list(reversed(speech.lados))
    mode = next((speech.modo_si[row["clase"]] for row in rows if row["clase"] in speech.modo_si), None)
    told: dict[str, Any] = {"juego": game, "jugadores": players, "capacidades": rows}
    return (told | {"modo": mode} if mode else told), tuple(notes), None


def read(text: str, game: str, speech: Speech) -> tuple[str, bool, str]:
    """Kind, whether its player may leave it, and class of a card, from its text; no kind where it is not understood."""
    try:
        abilities = abilities_of(text, game)
    except NotUnderstood:
        return "", False, ""
    waits = [ability for ability in abilities if not stands_only(ability)]
    sort = next((speech.lee[word] for ability in abilities for word in _nouns(ability) if word in speech.lee), "")
    if not waits:
        return "constante", False, sort
    first = waits[0]
    if any(getattr(step, "en_vez", ()) for step in first.steps):
        return "sustitutivo", first.optional, sort
    return "capacidad", first.optional, sort


def _nouns(ability: Ability) -> list[str]:
    found: list[str] = [ability.clase]
    for step in ability.steps:
        for part in parts(step):
            if isinstance(part, Cosa):
                found.append(part.noun)
            elif isinstance(part, Hecho):
                found.append(part.verb)
    return found


def _asked(data: OrderTable, speech: Speech, told: dict[str, Any], said: Mapping[str, str]) -> Question | None:
    """The role that the rules want to know, or who the first player is, where it changes the order."""
    if data.modos and "modo" not in told:
        if said.get("modo") not in data.modos:
            return _question("modo", "¿Cuándo coinciden?", data.modos)
        told["modo"] = said["modo"]
    for role in data.papeles:
        if said.get(role) in speech.lados:
            told[role] = said[role]
    wrong = _refused(told)
    for role, label in data.papeles.items():
        if wrong and role not in told and _refused({**told, role: speech.lados[0]}) != wrong:
            text = f"¿Quién {label[:1].lower()}{label[1:]}?"
            return _question(role, text, {side: side for side in speech.lados})
    if wrong:
        return None
    if FIRST not in said and _names(told) != _names({**told, "jugadores": list(reversed(told["jugadores"]))}):
        return _question(FIRST, f"¿Quién es el {data.primero.lower()}?", {side: side for side in speech.lados})
    return None


def _question(key: str, text: str, options: Mapping[str, str]) -> Question:
    rows = tuple(Option(rotulo=label[:1].upper() + label[1:], valor=value) for value, label in options.items())
    return Question(clave=key, texto=text, opciones=rows)


def _refused(told: Mapping[str, Any]) -> str:
    try:
        order(checked(Situation, told))
    except PlayError as error:
        return error.reason
    return ""


def _names(told: Mapping[str, Any]) -> list[str]:
    return order(checked(Situation, told)).names("resuelve", "sin_efecto")


def _either(table: Table, data: OrderTable, made: Built, bare: Telling, ask: Question) -> Telling:
    """Nobody knows: the order in each case."""
    kept = Table(juego=table.juego, dichos=tuple(
        s for s in table.dichos if not (isinstance(s, Answer) and s.clave == ask.clave)
    ))  # fmt: skip
    forks = []
    for option in ask.opciones:
        other = kept.plus(checked(Answer, {"clave": ask.clave, "valor": option.valor}))
        told = order_told(other, data, made, bare)
        line = told.veredicto or (told.pregunta.texto if told.pregunta else "")
        forks.append(Fork(si=f"{ask.texto.strip('¿?')}: {option.rotulo}", sale=line, mesa=other.code()))
    return bare.model_copy(update={"tono": "depende", "veredicto": f"Depende: {ask.texto}", "ramas": tuple(forks)})
