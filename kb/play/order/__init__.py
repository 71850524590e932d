"""`kb order`: a situation in, a timeline out. Each step says why, and where the rule stands."""

from dataclasses import dataclass, field
from typing import Any, Literal

from kb.play.cite import Cite
from kb.play.errors import PlayError
from kb.play.order.game import What, order_of
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
    here = order_of(s.juego)
    names = [a.nombre for a in s.capacidades]
    for name in names:
        if names.count(name) > 1:
            raise PlayError(f"hay dos capacidades llamadas «{name}»")
    for a in s.capacidades:
        free = a.tipo == "efecto_de_juego" or a.clase in here.nobodys
        if not free and a.jugador not in s.jugadores:
            why = nearest(a.jugador, s.jugadores)
            raise PlayError(f"«{a.nombre}» es de «{a.jugador}», que no está entre los jugadores; {why}")
        if a.clase and a.clase not in here.classes:
            raise PlayError(f"«{a.nombre}»: no existe la clase «{a.clase}»; {nearest(a.clase, here.classes)}")
        if a.provoca and not here.chains:
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
        self.rules = order_of(self.s.juego)
        self.facts = dict(self.s.hechos)
        self.told = 0
        self.times: dict[str, int] = {}
        self.seen: set[tuple[Any, ...]] = set()

    def cite(self, what: What) -> Cite:
        return self.rules.cite(what)

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
                self.say("constante", a, "es constante: vale siempre y no pasa por la cola", self.cite("constante"))
            elif a.tipo == "sustitutivo":
                self.replace(a)
        entering = [a for a in ready if a.tipo in ("capacidad", "efecto_de_juego") and self.may_enter(a)]
        rows = sorted(((self.rules.rank(a, self.s), self.own(a), a) for a in entering), key=lambda row: (row[0].place, row[1]))
        for i, (why, _, a) in enumerate(rows):
            self.waiting.insert(i if front else len(self.waiting), a)
            same = any(j != i and other[0].place == why.place for j, other in enumerate(rows))
            chosen = f"; entre las iguales elige {who}" if same and (who := self.rules.orderer(a, self.s)) else ""
            first = "surge al resolver otra: entra al principio; " if front else ""
            self.say("entra", a, f"{first}{why.reason}{chosen}", self.cite("al_principio") if front else why.cite)

    def own(self, a: Ability) -> int:
        """Place that its player gives it among their own."""
        chosen = self.s.orden.get(self.rules.orderer(a, self.s), ())
        written = [x.nombre for x in self.s.capacidades]
        return chosen.index(a.nombre) if a.nombre in chosen else len(chosen) + written.index(a.nombre)

    def may_enter(self, a: Ability) -> bool:
        if broken := self.unmet(a):
            self.say("no_entra", a, f"no se cumple su requisito «{broken}»", self.cite("no_entra"))
        elif short := self.unpaid(a):
            self.say("no_entra", a, f"no se puede pagar su coste ({short})", self.cite("no_entra_por_coste"))
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
            self.say("pasa", a, "es opcional y su jugador renuncia", self.cite("pasa"))
            return
        self.apply(a)
        self.say("sustituye", a, "es un efecto sustitutivo: ocurre al instante, sin esperar en la cola", self.cite("sustituye"))

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
            self.say("ciclo", a, "las mismas capacidades vuelven a provocarse sin fin: se detiene aquí", self.cite("resuelve"))
            return
        self.seen.add(spot[:2])
        self.waiting.pop(0)
        if broken := self.unmet(a):
            self.say("sale", a, f"al resolverse ya no se cumple «{broken}»: sale sin resolverse", self.cite("sale"))
        elif short := self.unpaid(a):
            self.say(
                "sale",
                a,
                f"al resolverse ya no se puede pagar ({short}): sale sin pagar nada",
                self.cite("sale_por_coste"),
            )
        elif a.opcional and self.declines(a):
            self.say("pasa", a, "es opcional y su jugador renuncia: pierde esta ocasión", self.cite("pasa"))
        elif vain := next((test for test in a.posible if not holds(test, self.facts)), ""):
            self.say("sin_efecto", a, f"no se cumple «{vain}»: se resuelve sin efecto", self.cite("sin_efecto"))
        else:
            self.apply(a)
            paid = f"; paga {', '.join(f'{n} de {name}' for name, n in a.cuesta.items())}" if a.cuesta else ""
            where = self.rules.passages.get("paga" if a.cuesta else "resuelve") or self.rules.rank(a, self.s).cite
            self.say("resuelve", a, f"le llega el turno{paid}", where)
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
                self.say(
                    "espera_retirada",
                    a,
                    f"{ship} debe retirarse, pero espera a que la cola se vacíe",
                    self.cite("espera_retirada"),
                )

    def retire(self) -> None:
        for ship in self.leaving:
            last = Ability(nombre=ship)
            self.say("se_retira", last, f"la cola está vacía: {ship} se retira", self.cite("espera_retirada"))
