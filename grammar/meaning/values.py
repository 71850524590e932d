"""What stretches of a sentence mean: things, facts about them, clauses, sentences. All frozen, all hashable.

`at` is the place of a word among the tokens: it tells two mentions apart while reading, and is gone from the effect.
"""

from typing import Any, Union

from grammar.meaning.node import Node, node, replace
from grammar.meaning.node import parts as parts


@node
class Qty(Node):
    """How many: n (exactly what is said), hasta, al_menos, exacto, todos, cada, algun, ningun, cualquiera, varios or el."""

    op: str
    n: str = ""
    total: bool = False
    """So many in all, among several: «un total de 3 fichas a unidades aliadas»."""
    cap: bool = False
    """«un máximo de 3», said of `hasta`: a limit, and no choice, where the rules say how many. Gone from the effect."""


ONE = Qty("n", "1")
THE = Qty("el")
EVERY = Qty("todos")
SOME = Qty("algun")
EACH = Qty("cada")
"""One by one, where that rules otherwise than of all of them: «coloca cada figura en 1 casilla»."""
WHOLE = frozenset({EVERY.op, EACH.op})
"""All there are, done to all or to each."""


@node
class Yo(Node):
    """The card's bearer."""


@node
class It(Node):
    """The thing that a filter is said of."""


@node
class Self(Node):
    """The subject of the same fact: «se coloca»."""


@node
class Papel(Node):
    """Who has a part in what is going on: the attacker, the defender, this attack, these rules, the ship of the moment."""

    nombre: str

    @property
    def this(self) -> str:
        """The noun of «esta regla» and «estas reglas»; nothing of another part."""
        one = self.nombre.removeprefix("este_").removeprefix("estos_")
        return one if one != self.nombre else ""


SIDES = (Papel("atacante"), Papel("defensor"))
"""Who may be one of those named: «el atacante o una nave enemiga»."""


@node
class Cual(Node):
    """A quality: enemy, red, damaged, a kind of token, an icon."""

    id: str
    kind: str


@node
class Nombre(Node):
    """A proper name, of a list or in quotes."""

    nombre: str
    sort: str = "nombre"
    """What bears it, where the list tells."""


@node
class Rango(Node):
    desde: str
    hasta: str
    modo: str = "a"
    """a, dentro, mas_alla; al_menos and hasta for spaces; the game's own way of measuring, by its noun (alcance_de_ataque)."""


@node
class Cosa(Node):
    noun: str
    sort: str
    qty: Qty
    ref: str = ""
    """'' introduces it; `el` definite; `ese` points back; `este` points to what is going on."""
    gender: str = "-"
    number: str = "-"
    filters: tuple["Cond", ...] = ()
    at: int = -1
    id: int = 0
    """Number of the referent, once it is bound."""


@node
class Pron(Node):
    """A pronoun, a clitic or an elided subject, until it is bound."""

    kind: str
    gender: str
    number: str
    at: int
    sorts: frozenset[str] = frozenset()


@node
class Ref(Node):
    """A referent that was introduced elsewhere, by its number."""

    id: int


@node
class Lista(Node):
    conj: str
    items: tuple["Value", ...]


@node
class Cuenta(Node):
    """How many there are of something, a value of it, or a computed number."""

    de: "Value"


Value = Union[Yo, It, Self, Papel, Cual, Nombre, Rango, Cosa, Pron, Ref, Lista, Cuenta, "Hecho", "Clause"]
Roles = tuple[tuple[str, Value], ...]


@node
class Hecho(Node):
    """A verb with its roles, said as a fact, an event or an order."""

    verb: str
    roles: Roles = ()
    neg: bool = False
    past: bool = False
    would: bool = False
    still: bool = False
    """With `past`: of what was done and is so now («la puerta está cerrada»), whoever did it and whenever."""
    modal: str = ""
    circ: Roles = ()
    sujeto: str = ""
    """Role of the grammatical subject where it is not `quien` (passive): pronouns follow it. Gone from the effect."""

    def role(self, name: str) -> "Value | None":
        for key, value in self.roles:
            if key == name:
                return value
        return None

    def put(self, name: str, value: "Value") -> "Hecho":
        """The same with another value in a role that it has."""
        return replace(self, roles=tuple((key, value if key == name else other) for key, other in self.roles))


def verbs_in(value: Any) -> set[str]:
    """Of all its facts: what rewrites facts of some verbs need not look where there are none."""
    return {part.verb for part in parts(value) if isinstance(part, Hecho)}


@node
class Junto(Node):
    """Conditions together: op is `y` or `o`."""

    op: str
    items: tuple["Cond", ...]


Cond = Hecho | Junto


@node
class Pred(Node):
    """A verb phrase whose subject is not known yet."""

    facts: tuple[Hecho, ...]
    """Without their subject; several for «tienes en tu arco a alcance 1»."""
    subject: str
    """Role that the subject fills: quien, or que (passive, se)."""
    sorts: frozenset[str]
    """What the subject may be."""
    gap: str = ""
    """A role that must be filled and is not: a relative clause fills it."""
    gap_sorts: frozenset[str] = frozenset()
    person: int = 3
    number: str = "-"
    gender: str = "-"
    mood: str = ""
    at: int = -1
    impersonal: bool = False
    agent: "Value | None" = None


@node
class Clause(Node):
    """Predicates with one subject: what is done, or what is so."""

    subject: "Value | None"
    preds: tuple[Pred, ...]
    conj: str = ""
    modal: str = ""
    purpose: "Clause | None" = None
    """Inside infinitives: gastar … para …"""


NONE = {"none_m": "m", "none_f": "f"}
"""«si no hay ninguno», «si no la hay»: the gender of what there is none of."""


@node
class Frame(Node):
    """What a sentence says before its acts: kind is cuando, si, hasta, durante, limite, enlace, como."""

    kind: str
    rel: str = ""
    events: tuple[Clause, ...] = ()
    value: "Value | None" = None
    cond: "CondClause | None" = None
    at: int = -1


@node
class CondClause(Node):
    op: str
    items: tuple["Clause | CondClause", ...]
    neg: bool = False


@node
class Act(Node):
    clause: Clause
    link: str = ""
    """para, caso (si lo haces), resultado, o_si."""
    then: Clause | None = None
    cond: Frame | None = None
    other: "Value | None" = None


@node
class Gap(Node):
    """An act that repeats the verb before it: subject and object only."""

    subject: "Value | None"
    obj: Value
    where: Roles = ()
    """Other complements, by their preposition."""


@node
class Piece(Node):
    joint: str
    leads: tuple[Frame, ...]
    act: "Act | Gap"


@node
class Sentence(Node):
    leads: tuple[Frame, ...]
    pieces: tuple[Piece, ...]
    tails: tuple[Frame, ...]


def is_nobody(value: Value | None) -> bool:
    """«ninguna unidad»."""
    return isinstance(value, Cosa) and value.qty.op == "ningun"
