"""`kb order`: a situation in, a timeline out. Each step says why, and where the rule stands."""

from dataclasses import dataclass, field
from typing import Any, Literal

from kb.play.cite import Cite
from kb.play.errors import PlayError
from kb.play.order import rules
from kb.play.order.situation import Ability, Situation, holds
from kb.play.validation import Model, nearest

MOST_STEPS = 500
MOST_TOLD = 300_000
"""Characters of the names in the queues of all steps: each step tells the whole queue, which may grow with every step."""
Event = Literal[
    "entra",
    "no_entra",
    "constante",
    "sustituye",
    "resuelve",
    "sin_efecto",
    "sale",
    "pasa",
    "espera_retirada",
    "se_retira",
    "ciclo",
]


class Step(Model):
    suceso: Event
    capacidad: str
    jugador: str
    razon: str
    cita: str
    """entry#anchor"""
    cola: tuple[str, ...]
    """The queue once this has happened, first to last."""


class Timeline(Model):
    juego: str
    pasos: tuple[Step, ...]
    hechos: dict[str, int]
    ciclo: bool

    def names(self, *events: Event) -> list[str]:
        return [step.capacidad for step in self.pasos if step.suceso in events]


def order(situation: Situation) -> Timeline:
    _check(situation)
    queue = _Queue(situation)
    queue.happen(situation.suceso, front=False)
    while queue.waiting and not queue.cycle:
        queue.resolve()
    queue.retire()
    return Timeline(juego=situation.juego, pasos=tuple(queue.steps), hechos=queue.facts, ciclo=queue.cycle)


def _check(s: Situation) -> None:
    names = [a.nombre for a in s.capacidades]
    for name in names:
        if names.count(name) > 1:
            raise PlayError(f"hay dos capacidades llamadas «{name}»")
    for a in s.capacidades:
        free = a.tipo == "efecto_de_juego" or (a.clase == "mision" and s.juego == "imperial-assault")
        if not free and a.jugador not in s.jugadores:
            why = nearest(a.jugador, s.jugadores)
            raise PlayError(f"«{a.nombre}» es de «{a.jugador}», que no está entre los jugadores; {why}")
        if a.clase and a.clase not in rules.CLASSES.get(s.juego, ()):
            raise PlayError(f"«{a.nombre}»: no existe la clase «{a.clase}»; {nearest(a.clase, rules.CLASSES.get(s.juego, ()))}")
        if a.provoca and s.juego != "xwing":
            raise PlayError(
                f"«{a.nombre}»: el reglamento no dice dónde entra lo que provoca un efecto; pregunta cada suceso aparte"
            )
    for word in (*(n for own in s.orden.values() for n in own), *s.decisiones):
        if word not in names:
            raise PlayError(f"no hay ninguna capacidad «{word}»; {nearest(word, names)}")
    for who in (s.prioridad, s.azul, s.actua, s.imperial, s.iniciativa, s.atacante, s.defensor, s.jugador_actual, *s.orden):
        if who is not None and who not in s.jugadores:
            raise PlayError(f"«{who}» no está entre los jugadores; {nearest(who, s.jugadores)}")


@dataclass
class _Queue:
    s: Situation
    waiting: list[Ability] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    leaving: list[str] = field(default_factory=list)
    cycle: bool = False

    def __post_init__(self) -> None:
        self.facts = dict(self.s.hechos)
        self.told = 0
        self.times: dict[str, int] = {}
        self.seen: set[tuple[Any, ...]] = set()

    def say(self, event: Event, ability: Ability, reason: str, where: Cite) -> None:
        names = tuple(a.nombre for a in self.waiting)
        self.told += 3 + sum(map(len, names)) + 3 * len(names)  # with the quotes and the comma of each
        if self.told > MOST_TOLD:
            told = f"la cola crece demasiado: los nombres de sus pasos pasan de {MOST_TOLD} caracteres"
            raise PlayError(f"{told}; quita capacidades o acorta sus nombres")
        self.steps.append(
            Step(suceso=event, capacidad=ability.nombre, jugador=ability.jugador, razon=reason, cita=where.ref, cola=names)
        )

    def happen(self, event: str, front: bool) -> None:
        """Everything that waits for `event` enters, in the order of the game."""
        ready = [a for a in self.s.capacidades if event in (a.cuando or (self.s.suceso,))]
        for a in ready:
            if a.tipo == "constante":
                self.say("constante", a, "es constante: vale siempre y no pasa por la cola", rules.CONSTANT)
            elif a.tipo == "sustitutivo":
                self.replace(a)
        entering = [a for a in ready if a.tipo in ("capacidad", "efecto_de_juego") and self.may_enter(a)]
        rank = rules.RANKS[self.s.juego]
        rows = sorted(((rank(a, self.s), self.own(a), a) for a in entering), key=lambda row: (row[0].place, row[1]))
        for i, (why, _, a) in enumerate(rows):
            self.waiting.insert(i if front else len(self.waiting), a)
            same = any(j != i and other[0].place == why.place for j, other in enumerate(rows))
            chosen = f"; entre las iguales elige {who}" if same and (who := rules.orderer(a, self.s)) else ""
            first = "surge al resolver otra: entra al principio; " if front else ""
            self.say("entra", a, f"{first}{why.reason}{chosen}", rules.TO_FRONT if front else why.cite)

    def own(self, a: Ability) -> int:
        """Place that its player gives it among their own."""
        chosen = self.s.orden.get(rules.orderer(a, self.s), ())
        written = [x.nombre for x in self.s.capacidades]
        return chosen.index(a.nombre) if a.nombre in chosen else len(chosen) + written.index(a.nombre)

    def may_enter(self, a: Ability) -> bool:
        if broken := self.unmet(a):
            self.say("no_entra", a, f"no se cumple su requisito «{broken}»", rules.ENTRY_CHECK)
        elif short := self.unpaid(a):
            self.say("no_entra", a, f"no se puede pagar su coste ({short})", rules.COST_ENTRY)
        return not (self.unmet(a) or self.unpaid(a))

    def unmet(self, a: Ability) -> str:
        return next((test for test in a.requiere if not holds(test, self.facts)), "")

    def unpaid(self, a: Ability) -> str:
        return next((f"{n} de {name}" for name, n in a.cuesta.items() if self.facts.get(name, 0) < n), "")

    def replace(self, a: Ability) -> None:
        """A replacement effect happens at once, outside the queue."""
        if self.unmet(a) or self.unpaid(a):
            return
        if a.opcional and self.declines(a):
            self.say("pasa", a, "es opcional y su jugador renuncia", rules.OPTIONAL)
            return
        self.apply(a)
        self.say("sustituye", a, "es un efecto sustitutivo: ocurre al instante, sin esperar en la cola", rules.REPLACES)

    def declines(self, a: Ability) -> bool:
        turn = self.times.get(a.nombre, 0)
        self.times[a.nombre] = turn + 1
        said = self.s.decisiones.get(a.nombre, ())
        return bool(said) and said[min(turn, len(said) - 1)] == "pasar"

    def resolve(self) -> None:
        spot = (tuple(a.nombre for a in self.waiting), tuple(sorted(self.facts.items())), tuple(sorted(self.times.items())))
        a = self.waiting[0]
        if spot[:2] in self.seen or len(self.steps) > MOST_STEPS:
            self.cycle = True
            self.say("ciclo", a, "las mismas capacidades vuelven a provocarse sin fin: se detiene aquí", rules.RESOLVES)
            return
        self.seen.add(spot[:2])
        self.waiting.pop(0)
        if broken := self.unmet(a):
            self.say("sale", a, f"al resolverse ya no se cumple «{broken}»: sale sin resolverse", rules.REQUIREMENT_LATE)
        elif short := self.unpaid(a):
            self.say("sale", a, f"al resolverse ya no se puede pagar ({short}): sale sin pagar nada", rules.COST_LATE)
        elif a.opcional and self.declines(a):
            late = rules.DECLINED if self.s.juego == "imperial-assault" else rules.OPTIONAL
            self.say("pasa", a, "es opcional y su jugador renuncia: pierde esta ocasión", late)
        elif vain := next((test for test in a.posible if not holds(test, self.facts)), ""):
            self.say("sin_efecto", a, f"no se cumple «{vain}»: se resuelve sin efecto", rules.IN_VAIN)
        else:
            self.apply(a)
            paid = f"; paga {', '.join(f'{n} de {name}' for name, n in a.cuesta.items())}" if a.cuesta else ""
            where = rules.COST_PAID if a.cuesta and self.s.juego == "xwing" else rules.RANKS[self.s.juego](a, self.s).cite
            self.say(
                "resuelve", a, f"le llega el turno{paid}", rules.RESOLVES if self.s.juego == "xwing" and not a.cuesta else where
            )
            for event in a.provoca:
                self.happen(event, front=True)

    def apply(self, a: Ability) -> None:
        for name, n in a.cuesta.items():
            self.facts[name] = self.facts.get(name, 0) - n
        for name, n in a.hace.items():
            self.facts[name] = max(0, self.facts.get(name, 0) + n)
        for ship in a.retira:
            if ship not in self.leaving:
                self.leaving.append(ship)
                self.say("espera_retirada", a, f"{ship} debe retirarse, pero espera a que la cola se vacíe", rules.WAITS)

    def retire(self) -> None:
        for ship in self.leaving:
            last = Ability(nombre=ship)
            self.say("se_retira", last, f"la cola está vacía: {ship} se retira", rules.WAITS)
