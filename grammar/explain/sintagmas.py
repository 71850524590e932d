"""Noun phrases and keywords of rules in prose back to text."""

from grammar.effects import Atomo, Cuenta, Grupo, Seleccion
from grammar.effects.reglas import Arma, Cualidad, X, Y
from grammar.explain.nouns import FORMS, NounPrinter
from grammar.explain.style import contract, series
from grammar.game import load_game
from grammar.language.nouns import agree
from grammar.language.verbs import inflect
from grammar.lexing.lexicon import Lexicon
from grammar.lexing.prosa import PRONOUNS, common_words, is_keyword, lemma_of, masculine, slug

PRONOUN_TEXTS: dict[str, tuple[str, bool, bool]] = {
    ident: (text, feminine, plural) for text, (ident, feminine, plural) in PRONOUNS.items()
}
BEFORE: frozenset[str] = frozenset({
    "adj_primero", "adj_segundo", "adj_tercero", "adj_siguiente", "adj_ultimo", "adj_unico", "adj_propio",
    "adj_proximo", "adj_nuevo",
})  # fmt: skip
APOCOPE: dict[str, str] = {"primero": "primer", "tercero": "tercer"}
SEPARATORS: dict[str, str] = {"coma": ",", "punto_y_coma": ";", "dos_puntos": ":"}
AGREEMENT: dict[str, tuple[bool, bool]] = {"m": (False, False), "f": (True, False), "ms": (False, True), "fs": (True, True)}
CONJ: dict[str, str] = {"y": "y", "o": "o", "ni": "ni", "coma": ","}
ARTICLED: frozenset[str] = frozenset({"combate", "modificador", "indicador"})
"""Never counted with a figure."""
BARE_OWNERS: frozenset[str] = frozenset({"cualidad", "cualidad_suelta", "palabra", "efecto", "valor", "uso"})
"""Nouns that name a keyword instead of having it."""
PARTITIVE: dict[str, tuple[str, str]] = {
    "cada": ("cada uno", "cada una"), "cualquier": ("cualquiera", "cualquiera"), "algun": ("alguno", "alguna"),
    "ningun": ("ninguno", "ninguna"),
}  # fmt: skip
RULE_COUNTS: dict[str, str] = {
    "hasta": "hasta {}", "al_menos": "al menos {}", "exactamente": "exactamente {}", "mas_de": "más de {}", "o_mas": "{} o más",
    "o_menos": "{} o menos", "exacta": "{}", "cualquiera": "cualquier cantidad de", "misma": "esa misma cantidad de",
    "misma_exacta": "exactamente esa misma cantidad de", "total": "la cantidad total de",
    "cuantos": "la cantidad de", "mas": "más", "menos": "-{}",
}  # fmt: skip


def figure(value: int) -> str:
    return {X: "X", Y: "Y"}.get(value, str(value))


def link_word(conj: str, following: str) -> str:
    word = CONJ.get(conj, conj)
    start = following.lstrip('([“"').lower()
    if word == "o" and start.startswith(("o", "ho")) and not start.startswith("o "):
        return "u"
    if word == "y" and start.startswith(("i", "hi")) and not start.startswith(("hie", "hia", "ia", "io", "ió")):
        return "e"
    return word


def join(words: list[str]) -> str:
    """Words with a space between them; «de el» and «a el» contract across them."""
    return " ".join(word for word in words if word)


class PhrasePrinter(NounPrinter):
    def __init__(self, lexicon: Lexicon, game: str) -> None:
        super().__init__(lexicon)
        words = common_words()
        self.particles = {slug(text): text for text in (*words.adverbs, *words.links, *words.prepositions)}
        self.particles.update(
            {
                "de": "de",
                "no": "no",
                "que": "que",
                "al": "al",
                "mas": "más",
                "o_mas": "o más",
                "hasta": "hasta",
                "al_menos": "al menos",
            }
        )
        vocabulary = load_game(game).vocabulario
        self.keywords = {term.id: term for term in vocabulary if is_keyword(term)}
        self.headers = {slug(name): name for name in ("Preparación", "Acción", "Ataque")}
        self.headers.update({slug(term.nombre): term.nombre for term in vocabulary if term.clase == "momento"})
        self.depth = 0
        """Inside how many relative clauses: there «un» is the article."""
        self.one = "1" if game == "rebellion" else ""

    # -- noun phrases ---------------------------------------------------------------------------------------------

    def feminine(self, value: Seleccion) -> bool:
        if value.objeto in PRONOUN_TEXTS:
            return PRONOUN_TEXTS[value.objeto][1]
        if value.objeto in ("citado", "cualidad_suelta", "tabla_de_incrementos", "paso_llamado") or value.objeto.startswith(
            "icono_"
        ):
            return value.femenino
        return super().feminine(value)

    def selection(self, value: Seleccion, article: bool = False) -> str:
        feminine, plural = self.feminine(value), value.plural
        before = [
            group for group in value.rasgos if group.partes[0].id in BEFORE and len(group.partes) == 1 and value.objeto != "uno"
        ]
        words = [self.determiner(value, feminine, plural, article)]
        words += [self.early(group, value, feminine, plural) for group in before]
        words += [self.noun(value, plural)]
        words += [self.group(group, value, feminine, plural) for group in value.rasgos if group not in before]
        if value.complemento is not None and isinstance(value.complemento.que, Seleccion):
            said = contract("de", self.selection(value.complemento.que))
            place = 2 + len(before) if self.kind_of_unit(value.complemento.que) else len(words)
            words.insert(place, said)
        return join(words)

    def kind_of_unit(self, value: Seleccion) -> bool:
        """«unidades de infantería aliadas»: what kind they are comes first."""
        term = self.lexicon.terms.get(value.objeto)
        return term is not None and term.clase == "tipo_de_unidad" and value.articulo is None and value.cuenta is None

    def early(self, group: Grupo, value: Seleccion, feminine: bool, plural: bool) -> str:
        said = self.group(group, value, feminine, plural)
        return APOCOPE.get(said, said)

    def noun(self, value: Seleccion, plural: bool) -> str:
        if value.objeto in PRONOUN_TEXTS:
            return PRONOUN_TEXTS[value.objeto][0]
        if value.objeto in ("cualidad_suelta", "tabla_de_incrementos", "paso_llamado"):
            return ""
        if value.objeto.startswith("icono_"):
            return series([self.lexicon.icon_texts[name[6:]] for name in (value.objeto, *value.y_objetos)], value.conj_objetos)
        if value.objeto == "citado":
            return f"“{value.nombre}”"
        return super().noun(value, plural)

    def count(self, value: Seleccion, feminine: bool, article: bool) -> str:
        count = value.cuenta
        assert count is not None
        if count.tipo == "exacta" and count.valores == (1,):
            if value.otro:
                return ""
            if value.de_los or (
                self.one and not value.femenino and not ((article or value.objeto in ARTICLED) and value.objeto != "uno")
            ):
                return "1" if self.one else "una" if feminine else "uno"
            bare = value.objeto == "uno"
            return ("una" if feminine else "1") if bare else "una" if feminine and not self.stressed(value) else "un"
        if count.tipo in ("entre", "lista"):
            return (
                series([figure(number) for number in count.valores], "o") if count.tipo == "lista" else self.span(count.valores)
            )
        said = figure(count.valores[0]) if count.valores else ""
        if said == "1" and count.tipo != "exacta" and not self.one and value.objeto != "uno":
            said = "una" if feminine and not self.stressed(value) else "uno" if count.tipo in ("o_mas", "o_menos") else "un"
        return RULE_COUNTS[count.tipo].format(said)

    def determiner(self, value: Seleccion, feminine: bool, plural: bool, article: bool) -> str:
        slot = (2 if plural else 0) + (1 if feminine else 0)
        words: list[str] = []
        count = self.count(value, feminine, article) if value.cuenta is not None else ""
        owner = FORMS[value.de_los][slot] if value.de_los else ""
        if value.articulo in PARTITIVE and owner:
            words = [PARTITIVE[value.articulo][1 if feminine else 0], "de", owner, count]
        elif value.articulo == "todo" or (value.cuenta is not None and not value.cuenta.valores):
            words = [FORMS[value.articulo][slot] if value.articulo else "", count, owner]
        elif owner:
            words = [FORMS[value.articulo][slot] if value.articulo else "", count, "de", owner]
        elif value.articulo:
            single = value.articulo in PARTITIVE and value.objeto == "uno"
            said = PARTITIVE[value.articulo][1 if feminine else 0] if single and not plural else FORMS[value.articulo][slot]
            words = [
                {"la": "el", "ninguna": "ningún", "alguna": "algún"}.get(said, said) if self.stressed(value) else said,
                count,
            ]
        else:
            words = [count]
        if value.mismo:
            words.append(FORMS["mismo"][slot])
        if value.otro:
            words.insert(1 if value.articulo else 0, FORMS["otro"][slot])
        return join(words)

    def stressed(self, value: Seleccion) -> bool:
        """«un arma», «el área»: feminine nouns that begin with a stressed a."""
        term = self.lexicon.terms.get(value.objeto)
        adjective_first = bool(value.rasgos) and value.rasgos[0].partes[0].id in BEFORE
        return (term is not None and not adjective_first and term.nombre.startswith(("arma ", "área", "ala-"))) or (
            value.objeto == "arma" and not adjective_first
        )

    @staticmethod
    def many(count: Cuenta) -> bool:
        return max(count.valores) > 1 or min(count.valores) < 0

    @staticmethod
    def span(values: tuple[int, ...]) -> str:
        return "-".join(figure(value) for value in values)

    def group(self, group: Grupo, owner: Seleccion | None, feminine: bool, plural: bool) -> str:
        if owner is not None and owner.objeto == "tabla_de_incrementos":
            return self.lexicon.icon_texts[group.partes[0].id or ""] + (":" if group is owner.rasgos[0] else "")
        if group.partes[0].clase == "cualidad":
            return self.keyword_group(group, owner)
        text = ""
        for number, part in enumerate(group.partes):
            said = self.atom(part, owner, feminine, plural)
            if number and part.clase == "ficha":
                said = said.removeprefix("de ")
            if not number:
                text = said
            elif number < len(group.partes) - 1:
                text += f", {said}"
            else:
                text += f" {link_word(group.conj or 'y', said)} {said}" if group.conj != "coma" else f", {said}"
        return text

    def atom(self, atom: Atomo, owner: Seleccion | None, feminine: bool, plural: bool) -> str:
        text = self.bare_atom(atom, owner, feminine, plural)
        return f"no {text}" if atom.negado else text

    def bare_atom(self, atom: Atomo, owner: Seleccion | None, feminine: bool, plural: bool) -> str:
        match atom.clase:
            case "cualidad":
                return self.keyword_name(atom)
            case "nombre":
                return f"“{atom.nombre}”" if atom.id == "comillas" else atom.nombre or ""
            case "paso":
                return f"“{self.lexicon.step_names[atom.id or '']}”"
            case "participio":
                return inflect(lemma_of(atom.id or ""), "part", 0, plural, feminine)
            case "numero":
                return RULE_COUNTS[atom.id].format(self.span(atom.valores)) if atom.id else self.span(atom.valores)
            case "icono":
                return self.lexicon.icon_texts[atom.id or ""]
            case "ficha":
                return f"de {self.lexicon.tokens[atom.id or '']}"
            case _:
                return agree(masculine(self.lexicon.terms[atom.id or ""].nombre), feminine, plural)

    # -- keywords -------------------------------------------------------------------------------------------------

    def keyword_group(self, group: Grupo, owner: Seleccion | None) -> str:
        said = series([self.keyword_name(part) for part in group.partes], group.conj)
        if owner is None or owner.objeto in BARE_OWNERS or owner.objeto.startswith("accion"):
            return f"no {said}" if group.partes[0].negado else said
        return f"{'sin' if group.partes[0].negado else 'con'} la cualidad {said}"

    def keyword_name(self, atom: Atomo) -> str:
        words = [self.keywords[atom.id or ""].nombre.upper()]
        if atom.valores:
            words.append(figure(atom.valores[0]))
        text = " ".join(words)
        if len(atom.valores) > 1:
            return f"{text}: CAPACIDAD {figure(atom.valores[1])}"
        return f"{text}: {atom.nombre}" if atom.nombre else text

    def keyword(self, item: Cualidad) -> str:
        text = self.keywords[item.id].nombre + (f" {figure(item.valor)}" if item.valor is not None else "")
        if item.capacidad is not None:
            return f"{text}: Capacidad {figure(item.capacidad)}"
        if not item.nombres:
            return text
        values = (*item.valores, *(0,) * (len(item.nombres) - len(item.valores)))
        names = [f"{name} {figure(value)}" if value else name for name, value in zip(item.nombres, values, strict=True)]
        return f"{text}: {'/'.join(names)}"

    def weapon(self, weapon: Arma) -> str:
        parts: list[str] = []
        if weapon.cuerpo_a_cuerpo:
            parts.append("Cuerpo a cuerpo")
        if weapon.alcance:
            parts.append(f"Alcance {'-'.join(str(value) for value in weapon.alcance)}")
        for dice in weapon.dados:
            many = dice.cantidad > 1
            parts.append(f"{dice.cantidad} {'dados' if many else 'dado'} {agree(dice.color, False, many)}")
        return ", ".join([*parts, *(self.keyword(item) for item in weapon.cualidades)])
