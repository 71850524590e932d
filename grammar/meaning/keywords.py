"""Card lines: keywords with their parameters, weapons, conversions of a die's face. Closed lists, read before any sentence.

What a keyword takes is in juego.toml (`parametros`); what each kind of parameter may be, in palabras.toml ([params], [weapon]).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from grammar.game import Term
from grammar.lexicon.load import Lexicon, plain, slug
from grammar.lexicon.tokens import Raw
from grammar.lexicon.words import Word
from grammar.meaning.effect import Capacidad
from grammar.meaning.values import THE, Cond, Cosa, Cual, Hecho, It, Lista, Nombre, Qty, Rango, Value, Yo

COINED = "cualidad_propia"
"""A keyword that only its text knows."""
VARIABLES = ("X", "Y")
SEPARATORS = (",", ";", "y", "e")
LONGEST_NAME = 9
FURTHEST = 5


class BadLine(Exception):
    """What is wrong with a card line, and where."""

    def __init__(self, message: str, raw: Raw) -> None:
        super().__init__(message)
        self.message = message
        self.raw = raw


def is_line(raws: Sequence[Raw], lexicon: Lexicon) -> bool:
    """Whether the sentence is a list, and no prose: it begins with a keyword that stands alone, a reach or a conversion."""
    if not raws or not (lexicon.keywords or "conversions" in lexicon.data):
        return False
    reader = _Reader(raws, lexicon)
    if reader.conversion_ahead() or reader.reach_ahead():
        return True
    name, used = reader.name_ahead()
    if not used:
        return False
    after = raws[used] if used < len(raws) else None
    if after is not None and after.text == ":" and slug(name) in lexicon.data.get("headers", {}):
        return False
    if used < len(raws) and reader.lead_in(lexicon.keywords[name], used):
        return True
    return (
        after is None
        or after.kind == "num"
        or after.text in (*VARIABLES, ":", ",", ";")
        or (after.text == "y" and bool(_Reader(raws[used + 1 :], lexicon).name_ahead()[1]))
    )


def read_line(raws: Sequence[Raw], lexicon: Lexicon) -> Capacidad:
    return _Reader(raws, lexicon).line()


def keyword(term: Term, number: str | None, args: Sequence[Value] = ()) -> Cosa:
    """A keyword with its parameters, on a line or in prose."""
    filters: list[Cond] = []
    if number is not None:
        filters.append(Hecho("valer", (("quien", It()), ("que", Rango(number, number)))))
    if args:
        filters.append(Hecho("indicar", (("quien", It()), ("que", args[0] if len(args) == 1 else Lista("o", tuple(args))))))
    return Cosa(term.id, "palabra_clave", THE, filters=tuple(filters))


def coined(word: Word, number: str | None) -> Cosa:
    """A keyword that the text itself defines: its name goes with it."""
    told, named = word.clitics or ("", "")
    filters: list[Cond] = [Hecho("llamar", (("quien", It()), ("que", Nombre(word.id, "palabra_clave"))))]
    if number or told:
        value = str(number or told)
        filters.append(Hecho("valer", (("quien", It()), ("que", Rango(value, value)))))
    if named:
        filters.append(Hecho("indicar", (("quien", It()), ("que", Nombre(named)))))
    return Cosa(COINED, "palabra_clave", THE, filters=tuple(filters))


def numbered(term: Term) -> bool:
    """«Perforante X»: its number comes right after the name."""
    return term.parametros[:1] == ("X",)


def term_for(terms: Sequence[Term], number: str | None) -> Term | None:
    """The keyword of that name, with a number or without."""
    return next((term for term in terms if numbered(term) == (number is not None)), None)


def conversion(icon: str, other: str, lexicon: Lexicon) -> Cosa | None:
    """«[incremento-de-ataque]: [impacto]»; None where the die's face cannot become that."""
    if other not in lexicon.data.get("conversions", {}).get(icon, "").split():
        return None
    made = Hecho("convertir", (("que", Cual(icon, "icono_resultado")), ("en", Cual(other, "icono_resultado"))))
    return Cosa("conversion", "conversion", Qty("n", "1"), filters=(made,))


@dataclass
class _Reader:
    raws: Sequence[Raw]
    lexicon: Lexicon
    at: int = 0

    # ---- what comes
    @property
    def raw(self) -> Raw | None:
        return self.raws[self.at] if self.at < len(self.raws) else None

    @property
    def here(self) -> Raw:
        return self.raws[min(self.at, len(self.raws) - 1)]

    def text(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return plain(self.raws[at].text) if at < len(self.raws) else ""

    def words(self, phrase: str) -> int:
        """Length of the phrase if it comes now, else 0."""
        parts = plain(phrase).split()
        return len(parts) if all(self.text(i) == part for i, part in enumerate(parts)) else 0

    def name_ahead(self) -> tuple[str, int]:
        """The longest keyword that comes now, and its words."""
        run = takewhile(lambda raw: raw.kind in ("word", "num"), self.raws[self.at : self.at + LONGEST_NAME])
        words = [plain(raw.text) for raw in run]
        for size in range(len(words), 0, -1):
            name = " ".join(words[:size])
            if name in self.lexicon.keywords:
                return name, size
        return "", 0

    def lead_in(self, terms: Sequence[Term], ahead: int) -> int:
        """Words that stand in place of the colon: «Divulgar al comienzo de la fase de Mando»."""
        leads = (str(self._param(kind).get("lead", "")) for term in terms for kind in term.parametros)
        here = self.at
        self.at += ahead
        found = next((size for lead in leads if lead and (size := self.words(lead))), 0)
        if found and self.text(found) in ("el", "la"):
            found += 1
        self.at = here
        return found

    def icon(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return slug(self.raws[at].text) if at < len(self.raws) and self.raws[at].kind == "icon" else ""

    def conversion_ahead(self) -> bool:
        return bool(self.icon() and self.text(1) == ":" and self.icon(2))

    def reach_ahead(self) -> bool:
        weapon = self.lexicon.data.get("weapon")
        if not weapon:
            return False
        after = self.raws[self.at + 1].kind if self.at + 1 < len(self.raws) else ""
        melee = self.words(weapon["melee"])
        return (self.text() == weapon["reach"] and after in ("num", "range")) or bool(
            melee and self.text(melee) in (",", ";", "y", "")
        )

    # ---- the line
    def line(self) -> Capacidad:
        reach: list[Value] = []
        dice: dict[str, Value] = {}
        owned: list[tuple[Term | None, Cosa]] = []
        while self.raw is not None:
            if self.reach_ahead():
                if dice or owned:
                    raise BadLine("El alcance va al principio", self.here)
                reach.append(self._reach())
            elif (die := self._dice()) is not None:
                if not reach or owned or die[0] in dice:
                    raise BadLine("Los dados van después del alcance, cada color una vez", self.here)
                dice[die[0]] = die[1]
            elif self.conversion_ahead():
                owned.append((None, self._conversion()))
            else:
                owned.append(self._keyword())
            self._separator()
        if reach and not dice:
            raise BadLine("Faltan los dados del arma", self.raws[-1])
        ordered = sorted((thing for _, thing in owned), key=repr)  # a list of keywords has no order
        facts = tuple(Hecho("tener", (("quien", Yo()), ("que", thing))) for thing in ordered)
        if not reach:
            return Capacidad("palabras_clave", pasos=facts)
        wrong = next(
            (term for term, _ in owned if term is not None and term.clase not in self.lexicon.data["weapon"]["classes"]), None
        )
        if wrong is not None:
            raise BadLine(f"«{wrong.nombre}» no es de un arma", self.raws[0])
        pool = tuple(Hecho("tirar", (("quien", Yo()), ("que", dice[color]))) for color in sorted(dice))
        return Capacidad("arma", tuple(("alcance", value) for value in reach), pasos=(*pool, *facts))

    def _separator(self) -> None:
        raw = self.raw
        if raw is None:
            return
        if plain(raw.text) not in SEPARATORS:
            raise BadLine(f"Sobra «{raw.text}»", raw)
        self.at += 1
        if raw.text in (",", ";") and self.text() == "y":
            self.at += 1
        if self.raw is None:
            raise BadLine("La lista acaba sin decir qué sigue", raw)

    def _reach(self) -> Value:
        melee = self.words(self.lexicon.data["weapon"]["melee"])
        if melee:
            self.at += melee
            return Cual(slug(self.lexicon.data["weapon"]["melee"]), "alcance")
        raw = self.raws[self.at + 1]
        ends = [part for part in raw.text.replace("–", "-").replace("−", "-").split("-") if part.strip()]
        low, high = ends[0].strip(), ends[-1].strip()
        if (len(ends) == 2 and int(low) >= int(high)) or int(high) > FURTHEST:
            raise BadLine(f"«{raw.text}» no es un alcance", raw)
        self.at += 2
        return Rango(low, high)

    def _dice(self) -> tuple[str, Value] | None:
        """«2 dados rojos», «1 dado de ataque negro»."""
        weapon = self.lexicon.data.get("weapon", {})
        if self.here.kind != "num" or self.text(1) not in ("dado", "dados") or not weapon:
            return None
        number = self.here
        many = "s" if int(number.text) != 1 else ""
        if int(number.text) == 0 or self.text(1) != "dado" + many:
            raise BadLine(f"«{number.text}» no concuerda con «{self.raws[self.at + 1].text}»", number)
        self.at += 2
        role = f"de {weapon['role']}"
        self.at += self.words(role)
        colors = {die.color + many: die.color for die in self.lexicon.facts.dados if die.papel == weapon["role"]}
        color = colors.get(self.text())
        if color is None:
            raise BadLine(f"«{self.here.text}» no es un color de dado de {weapon['role']}", self.here)
        self.at += 1
        self.at += self.words(role)
        kinds = (Hecho("ser", (("quien", It()), ("que", Cual(color, "color")))),)
        return color, Cosa("dado", "dado", Qty("n", str(int(number.text))), filters=kinds)

    def _conversion(self) -> Cosa:
        made = conversion(self.icon(), self.icon(2), self.lexicon)
        if made is None:
            raise BadLine(f"{self.here.text} no puede convertirse en {self.raws[self.at + 2].text}", self.here)
        self.at += 3
        return made

    # ---- keywords
    def _keyword(self) -> tuple[Term, Cosa]:
        name, used = self.name_ahead()
        start = self.here
        if not used:
            raise BadLine(f"No se conoce la cualidad «{start.text}»", start)
        self.at += used
        number = self._number()
        term = term_for(self.lexicon.keywords[name], number)
        if term is None:
            shown = self.lexicon.keywords[name][0].nombre
            raise BadLine(f"«{shown}» no lleva número" if number is not None else f"A «{shown}» le falta su número", start)
        kinds = [kind for kind in term.parametros if kind != "X"]
        led = self.lead_in([term], 0)
        if led:
            self.at += led
            return term, keyword(term, number, tuple(self._arguments(term, kinds)))
        if self.text() != ":":
            if kinds:
                raise BadLine(f"A «{term.nombre}» le falta decir cuál", start)
            return term, keyword(term, number)
        if not kinds:
            raise BadLine(f"«{term.nombre}» no lleva nada detrás de los dos puntos", self.here)
        self.at += 1
        return term, keyword(term, number, tuple(self._arguments(term, kinds)))

    def _number(self) -> str | None:
        raw = self.raw
        if raw is None or (raw.kind != "num" and raw.text not in VARIABLES):
            return None
        if raw.kind == "num" and int(raw.text) == 0:
            raise BadLine("El número de una cualidad no puede ser 0", raw)
        self.at += 1
        return str(int(raw.text)) if raw.kind == "num" else raw.text.lower()

    def _arguments(self, term: Term, kinds: Sequence[str]) -> Iterator[Value]:
        counted = "X" in term.parametros[1:]
        while True:
            before = self.at
            value = self._argument(kinds)
            if value is None:
                raise BadLine(f"«{self.here.text}» no vale para «{term.nombre}»", self.raws[min(before, len(self.raws) - 1)])
            alone = " ".join(raw.text.lower() for raw in self.raws[before : self.at])
            number = self._number()
            several = any(self._param(kind).get("number") for kind in kinds) or counted
            if number is not None and not several:
                raise BadLine(f"Sobra «{number}»", self.raws[self.at - 1])
            bare = any(alone == self._param(kind).get("bare") for kind in kinds)  # «Flotante: Terrestre»
            if number is not None and bare:
                raise BadLine(f"Sobra «{number}»", self.raws[self.at - 1])
            if number is None and several and not bare and any(self._param(kind).get("number") == "must" for kind in kinds):
                raise BadLine(f"A «{term.nombre}» le falta un número", self.here)
            yield Hecho("valer", (("quien", value), ("que", Rango(number, number)))) if number is not None else value
            if not self._goes_on(kinds):
                return

    def _goes_on(self, kinds: Sequence[str]) -> bool:
        """Another argument after «o», «/» or a comma, if it is one and no keyword."""
        if self.text() in ("o", "/"):
            self.at += 1
            return True
        if self.text() not in (",", "y"):
            return False
        here = self.at
        self.at += 1
        closed = self.name_ahead()[1] == 0 and self._argument(kinds, free=False) is not None
        self.at = here + 1 if closed else here
        return closed

    def _param(self, kind: str) -> dict[str, object]:
        found: dict[str, object] = self.lexicon.data.get("params", {}).get(kind, {})
        return found

    def _argument(self, kinds: Sequence[str], free: bool = True) -> Value | None:
        """The longest closed value of these kinds; else a name, where a kind is open."""
        known = {plain(name): (kind, name) for kind in reversed(kinds) for name in self._values(kind)}
        for size in range(min(LONGEST_NAME, len(self.raws) - self.at), 0, -1):
            said = " ".join(plain(raw.text) for raw in self.raws[self.at : self.at + size])
            if said in known:
                self.at += size
                return Cual(slug(known[said][1]), known[said][0])
        opens = {str(self._param(kind).get("opens", "")) for kind in kinds} - {
            ""
        }  # «carga de protones»: a name that its noun opens
        if not free or not any(self._param(kind).get("free") for kind in kinds):
            return None
        if not self.here.text[:1].isupper() and self.text() not in opens:
            return None
        start = self.at
        while (
            self.raw is not None
            and self.raw.kind in ("word", "num", "quote")
            and self.text() not in ("o", "y")
            and not (self.raw.kind == "num" and self.at > start + 3)
        ):
            self.at += 1
        return Nombre(" ".join(raw.text for raw in self.raws[start : self.at])) if self.at > start else None

    def _values(self, kind: str) -> Iterator[str]:
        param = self._param(kind)
        words, classes = param.get("words", ()), param.get("classes", ())
        yield from words if isinstance(words, list) else ()
        for term in self.lexicon.facts.vocabulario:
            if isinstance(classes, list) and term.clase in classes:
                yield term.nombre
        if param.get("tokens"):
            yield from (token.nombre for token in self.lexicon.facts.fichas)
