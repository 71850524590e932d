"""X-Wing: an ability being resolved: what it sees, what its player decides, and where it writes."""

from dataclasses import dataclass, replace

from pydantic import Field

from grammar.effects import Lista, Objeto, Operacion, Seleccion
from kb.play.cite import Cite
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.actions import ActionName
from kb.play.games.xwing.selector import ROLES, candidates, fits, tokens_of
from kb.play.games.xwing.state import Ship, Table
from kb.play.games.xwing.view import View
from kb.play.run import Illegal, Log, Pending
from kb.play.validation import Faces, Model


class Decision(Model):
    """What a player decides about an ability."""

    usa: bool = True
    se_cumple: bool | None = None
    """Whether what the situation does not tell holds: the requirement, or the moment."""
    elige: str | None = None
    """The ship that the text lets choose."""
    ficha: str | None = None
    """The token, where the text gives a choice."""
    accion: ActionName | None = None
    objetivo: str | None = None
    """The ship that the action given takes as its object."""
    opcion: str | None = None
    """Which of several effects: its verb, or its place from 1."""
    cuantos: int | None = None
    hacia: str | None = None
    """Where a turret arc turns to."""
    dados: Faces | None = None
    """The faces of the dice that it takes."""
    sale: Faces | None = None
    """What they show when they are rolled again."""
    fracasa: bool = False
    """The boost, barrel roll or action that the text gives fails."""
    papeles: dict[str, str] = Field(default_factory=dict)
    """Who is `atacante` and `defensor`, where the text names them."""


SELF = frozenset({"te", "ti", "ti_mismo", "tu", "la_tuya"})
"""Ways of naming one's own ship as the object of a verb."""


class NotRun(Illegal):
    """The text is understood, but the engine does not do that."""


@dataclass(frozen=True)
class Scene:
    view: View
    card: str
    decision: Decision
    log: Log
    words: str
    step: str = ""

    @property
    def table(self) -> Table:
        return self.view.table

    @property
    def me(self) -> str:
        return self.view.me

    def ship(self, name: str) -> Ship:
        return self.table.ship(name)

    def on(self, table: Table) -> "Scene":
        return replace(self, view=replace(self.view, table=table))

    def of(self, *that: str) -> "Scene":
        """«Esa nave» is from now on this one."""
        return replace(self, view=self.view.of(that))

    def fail(self, reason: str) -> NotRun:
        return NotRun(f"«{self.card}» se lee pero no se ejecuta: {reason}", rules.ABILITY)

    def say(self, text: str, rule: Cite) -> None:
        self.log.say(self.step, text, rule, self.card, self.words)

    def whom(self, subject: Objeto | None) -> tuple[str, ...]:
        """The ships that do it."""
        if subject is None:
            return (self.me,)
        if isinstance(subject, Lista):
            return tuple(dict.fromkeys(name for part in subject.partes for name in self.whom(part)))
        if subject.objeto in ROLES:
            found = self.view.role(subject.objeto)
            if found is None:
                raise Pending(f"di en «papeles» quién es el {subject.objeto}")
            return (found,)
        if subject.objeto in SELF:
            return (self.me,)
        if subject.objeto in ("implicito", "este"):
            return self.view.that or (self.me,)
        if subject.objeto != "nave" or subject.relativa is not None:
            raise self.fail(f"actúa sobre «{subject.objeto}», que no se lleva aquí")
        if subject.articulo in ("cada", "todo"):
            return self._each(subject)
        if subject.articulo in ("ese", "este", "dicho", "el", "ambos") and self.view.that:
            return self.view.that
        raise self.fail("actúa sobre naves que no se han nombrado")

    def _each(self, subject: Seleccion) -> tuple[str, ...]:
        found = candidates(self.view, subject)
        if unsure := [name for name, known in found.items() if known is None]:
            raise Pending(f"di en «alcances» o «arcos» si «{self.card}» afecta a {', '.join(unsure)}")
        return tuple(found)

    def chosen(self, what: Seleccion) -> str:
        """The ship that the player chooses among those that the text allows."""
        possible = candidates(self.view, what)
        name = self.decision.elige
        if name is None:
            listed = ", ".join(possible) or "ninguna vale"
            raise Pending(f"di en «elige» qué nave se elige ({listed})")
        self.ship(name)
        if fits(self.view, what, name) is False:
            raise Illegal(f"«{self.card}» no permite elegir a {name}", rules.CHOOSE)
        return name

    def aimed(self, what: Objeto | None) -> str:
        """One ship: chosen where the text says «una nave», the one it speaks of where it says «esa nave» or «el defensor»."""
        if isinstance(what, Seleccion) and what.objeto == "nave" and what.articulo not in ("ese", "el", "dicho"):
            return self.chosen(what)
        return next(iter(self.whom(what)))

    def what(self, op: Operacion) -> Seleccion:
        """What it acts on; of several that the text offers, the one that the player says."""
        what = getattr(op, "que", None)
        if isinstance(what, Lista) and what.conj == "o":
            kinds = {(tokens_of(part) or (part.objeto,))[0]: part for part in what.partes}
            if self.decision.ficha is None:
                raise Pending(f"di en «ficha» cuál: {', '.join(kinds)}")
            if self.decision.ficha in kinds:
                return kinds[self.decision.ficha]
        if not isinstance(what, Seleccion) or what.relativa is not None:
            raise self.fail(f"no se sabe qué {op.kind}")
        return what

    def count(self, what: Seleccion) -> int:
        if what.cuenta is None:
            return 1
        kind, values = what.cuenta.tipo, what.cuenta.valores
        if kind == "exacta" and len(values) == 1:
            return values[0]
        if kind in ("hasta", "o_mas", "cualquiera", "al_menos"):
            return self._how_many(kind, values[0] if values else 1)
        raise self.fail("la cantidad depende de otra cosa")

    def _how_many(self, kind: str, limit: int) -> int:
        told = self.decision.cuantos
        if told is None:
            return limit
        if (kind == "hasta" and told > limit) or (kind in ("o_mas", "al_menos") and told < limit) or told < 0:
            raise Illegal(f"«{self.card}» no permite esa cantidad ({told})", rules.ABILITY)
        return told

    def token(self, what: Seleccion, name: str) -> str:
        """The token named, or the one chosen among those that fit and that the ship has."""
        kinds = tokens_of(what, self.ship(name))
        named = [a for g in what.rasgos for a in g.partes if a.clase == "ficha"]
        if kinds is None or (named and set(kinds) - set(rules.TOKENS)):
            raise self.fail("no se lleva la cuenta de esa ficha")
        if self.decision.ficha in kinds:
            return str(self.decision.ficha)
        if len(kinds) != 1:
            raise Pending(f"di en «ficha» cuál: {', '.join(kinds) or 'no hay ninguna'}")
        return kinds[0]
