"""Actions for noun phrases: who and what. A phrase whose parts do not go together has no value."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from grammar.lexicon.load import Lexicon, slug
from grammar.lexicon.words import Word
from grammar.meaning.keywords import conversion, keyword, term_for
from grammar.meaning.node import Node, node
from grammar.meaning.values import (
    EVERY,
    ONE,
    SOME,
    THE,
    Cond,
    Cosa,
    Cual,
    Cuenta,
    Hecho,
    It,
    Junto,
    Lista,
    Nombre,
    Papel,
    Pron,
    Qty,
    Rango,
    Value,
    Yo,
)  # fmt: skip
from grammar.meaning.values import parts as parts_of

At = tuple[int, Word]
ANY = frozenset({"cosa"})
HERE = Pron("aqui", "-", "-", -1)
"""Where a range that does not say it is measured from: you."""


@node
class Pre(Node):
    kind: str
    """det, qty, adj."""
    value: Any
    at: int


@node
class Post(Node):
    kind: str
    value: Any


@node
class Mod(Node):
    """Something said of a noun, to be tried on it."""

    kind: str
    value: Any
    prep: str = ""


def agree(a: str, b: str) -> bool:
    return a == "-" or b == "-" or a == b


def sort_of(value: Value, lexicon: Lexicon) -> str:
    if isinstance(value, Cosa):
        return value.sort
    if isinstance(value, Yo):
        return str(lexicon.data["bearer"])
    if isinstance(value, Lista):
        return sort_of(value.items[0], lexicon)
    if isinstance(value, Cuenta):
        return "numero"
    if isinstance(value, Cual):
        return value.kind
    if value == Papel("yo"):
        return str(lexicon.data["bearer"])
    if isinstance(value, Papel):
        noun = lexicon.nouns.get(value.nombre.removeprefix("este_"))
        return noun.sort if noun is not None else "cosa"
    if isinstance(value, Nombre):
        return value.sort
    return "cosa"


def headless(value: Value) -> bool:
    """«la otra», «1»: a part of things told before, known once they are."""
    return (
        isinstance(value, Cosa)
        and value.noun == ""
        and (
            value.qty.op in ("n", "hasta", "cualquiera")
            or any(isinstance(f, Hecho) and f.verb == "otro" for f in value.filters)
        )
    )


def lasts(value: Value, lexicon: Lexicon, *more: str) -> bool:
    """Whether it is a stretch of time, or something that goes on for one: a phase, this mission, a combat."""
    return sort_of(value, lexicon) in ("tiempo", "cosa", *more, *lexicon.data.get("events", "").split())


def fits(value: Value, sorts: frozenset[str], lexicon: Lexicon) -> bool:
    """Whether the value may be there. A pronoun is tried when it is bound."""
    if isinstance(value, Lista):
        return all(fits(item, sorts, lexicon) for item in value.items)
    if isinstance(value, Pron):
        return not value.sorts or lexicon_any(value.sorts, sorts)
    if isinstance(value, Cual):
        return value.kind in sorts
    if isinstance(value, Cosa) and value.noun == "numero":
        return "numero" in sorts
    if headless(value):
        return True
    sort = sort_of(value, lexicon)
    if sort == "nombre":
        return True
    return lexicon.fits(sort, sorts)


def lexicon_any(a: frozenset[str], b: frozenset[str]) -> bool:
    return "cosa" in a or "cosa" in b or bool(a & b)


def _said_of_it(conds: tuple[Cond, ...]) -> bool:
    """«que tenga BRÍO y se produzca un empate»: a relative clause says something of its noun."""
    return all(any(isinstance(part, It) for part in parts_of(cond)) for cond in conds)


class Nouns:
    """Actions of the rules np, npc, core, pre, post, mod, qty, range."""

    lexicon: Lexicon
    lenient: bool = False
    """A verb or a participle need not agree: for texts that no reading gets past otherwise."""

    @property
    def containers(self) -> tuple[str, ...]:
        """Sorts of places that «contain» what is in them."""
        return tuple(self.lexicon.data.get("containers", "").split())

    # ---- quantities
    def qty(self, number: At) -> Sequence[Qty]:
        return (Qty("n", number[1].id),)

    def qty_least(self, *parts: At) -> Sequence[Qty]:
        return (Qty("al_menos", _number(parts)),)

    def qty_most(self, *parts: At) -> Sequence[Qty]:
        return (Qty("hasta", _number(parts)),)

    def qty_exact(self, *parts: At) -> Sequence[Qty]:
        return (Qty("exacto", _number(parts)),)

    def qty_beyond(self, word: At, number: At) -> Sequence[Qty]:
        return (Qty(word[1].id, number[1].id),)

    def qty_range(self, word: At) -> Sequence[Qty]:
        return (Qty("entre", word[1].id),) if _rising(word[1].id) else ()

    def qty_only(self, _word: At) -> Sequence[Qty]:
        """«una sola unidad»: one and no more."""
        return (Qty("exacto", "1"),)

    def qty_or_none(self, number: At, _o: At, none: At) -> Sequence[Qty]:
        """«una o ninguna ficha»: one at most."""
        return (Qty("hasta", number[1].id),) if none[1].id == "ningun" and number[1].id == "1" else ()

    def qty_or(self, a: At, _o: At, b: At) -> Sequence[Qty]:
        low, high = a[1].id, b[1].id
        return (Qty("entre", f"{low}-{high}"),) if low.isdigit() and high.isdigit() and int(high) == int(low) + 1 else ()

    def qty_many(self, *parts: At) -> Sequence[Qty]:
        """«2, 3, 4 o 5»: a run of numbers."""
        numbers = [int(word.id) for _, word in parts if word.cls == "NUM" and word.id.isdigit()]
        if len(numbers) * 2 != len(parts) + 1 or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            return ()
        return (Qty("entre", f"{numbers[0]}-{numbers[-1]}"),)

    def pre_det(self, word: At) -> Sequence[Pre]:
        return (Pre("det", word[1], word[0]),)

    def pre_least(self, word: At) -> Sequence[Pre]:
        return (Pre("least", Qty("al_menos", "1"), word[0]),)

    def pre_qty(self, qty: Qty) -> Sequence[Pre]:
        return (Pre("qty", qty, -1),)

    def pre_adj(self, word: At) -> Sequence[Pre]:
        if word[1].sort != "rasgo" and word[1].id in self.lexicon.data.get("two_kinds", "").split():
            return ()  # «la única figura» is the only one, «la figura única» a unique one
        return (Pre("adj", word[1], word[0]),)

    def _own_kind(self, word: Word) -> bool:
        """Whether an adjective after its noun has the game's sense, where it has another of its own."""
        return word.sort != "rasgo" or word.id not in self.lexicon.data.get("two_kinds", "").split()

    # ---- what follows a noun directly
    def post_adj(self, word: At) -> Sequence[Post]:
        return (Post("adj", (word[1],)),) if self._own_kind(word[1]) else ()

    def post_not(self, _no: At, word: At) -> Sequence[Post]:
        return (Post("not", word[1]),)

    def post_names(self, *words: At) -> Sequence[Post]:
        return (Post("names", tuple(word for _, word in words if word.cls == "NAME")),)

    def post_adj_o(self, *parts: At) -> Sequence[Post]:
        words = tuple(word for _, word in parts if word.cls == "ADJ")
        if len(words) > 2 and len({word.sort for word in words}) > 1:
            return ()  # a list of three is of one kind
        return (Post("adj_o", words),) if all(agree(words[0].number, word.number) for word in words) else ()

    def post_either(self, _word: At, _o: At, _no: At) -> Sequence[Post]:
        return (Post("nothing", None),)

    def post_both(self, *parts: At) -> Sequence[Post]:
        """«tanto aliada como enemiga»: whichever."""
        a, b = (word for _, word in parts if word.cls == "ADJ")
        return (Post("adj_o", (a, b)),) if agree(a.number, b.number) and a.sort == b.sort else ()

    def icons(self, icon: At) -> Sequence[tuple[str, tuple[Word, ...], int]]:
        return (("", (icon[1],), icon[0]),)

    def icons_many(self, *parts: At) -> Sequence[tuple[str, tuple[Word, ...], int]]:
        words = tuple(word for _, word in parts if word.cls == "ICON")
        conj = next(word.id for _, word in reversed(parts) if word.cls in ("O", "Y", "SLASH"))
        if len({word.sort for word in words}) > 1 or len(set(words)) < len(words):
            return ()
        return (("o" if conj in ("o", "/") else "y", words, parts[0][0]),)

    def post_icons(self, *parts: Any) -> Sequence[Post]:
        return tuple(Post("icons", part) for part in parts if isinstance(part[0], str))

    def post_icon_list(self, *parts: At) -> Sequence[Post]:
        words = tuple(word for _, word in parts if word.cls == "ICON")
        if len({word.sort for word in words}) > 1 or len(set(words)) < len(words):
            return ()
        return (Post("icons", ("o", words, parts[0][0])),)

    def post_name(self, word: At) -> Sequence[Post]:
        return (Post("name", word[1]),)

    def post_yours(self, _word: At) -> Sequence[Post]:
        return (Post("yours", None),)

    def post_more(self, word: At) -> Sequence[Post]:
        return (Post("more", word[1].id),)

    def post_move(self, word: At) -> Sequence[Post]:
        return (Post("move", word[1].id),)

    def post_moves(self, *words: At) -> Sequence[Post]:
        return (Post("move", ",".join(word.id for _, word in words if word.cls == "MANIOBRA")),)

    def post_num(self, word: At, *bound: At) -> Sequence[Post]:
        if word[1].sort == "letras" and word[1].id == "1":
            return ()  # «la fase Final una unidad …» is no phase 1
        return (Post("num", Rango(word[1].id, word[1].id, bound[0][1].id if bound else "a")),)

    def post_num_or(self, a: At, _o: At, b: At) -> Sequence[Post]:
        low, high = a[1].id, b[1].id
        return (Post("num", Rango(low, high)),) if low.isdigit() and high.isdigit() and int(high) == int(low) + 1 else ()

    def post_range(self, word: At) -> Sequence[Post]:
        low, high = word[1].id.split("-")
        return (Post("num", Rango(low, high)),) if _rising(word[1].id) else ()

    def post_qty(self, word: At) -> Sequence[Post]:
        return (Post("qty", word[1].id),)

    def post_kind(self, word: At) -> Sequence[Post]:
        return (Post("kind", word[1].id),)

    # ---- cores
    def core_noun(self, *parts: Any) -> Sequence[Value]:
        at = next(i for i, part in enumerate(parts) if isinstance(part, tuple))
        pre, (place, noun), post = parts[:at], parts[at], parts[at + 1 :]
        if not pre and noun.id in self.lexicon.data.get("with_article", "").split():
            return ()  # «a alcance 1» is no thing
        thing = Cosa(noun.id, noun.sort, THE, gender=noun.gender, number=noun.number, at=place)
        if not pre and noun.id in self.lexicon.data.get("article_inside", "").split():
            pre = (Pre("det", Word("DET", "el", gender="m", number="s"), place),)
        called = str(self.lexicon.data.get("called", {}).get(noun.id, "")).split()
        if called:  # «un enemigo» is an enemy ship
            name, quality, kind = called
            known = self.lexicon.nouns[name]
            thing = replace(thing, noun=name, sort=known.sort, filters=(_kind(Cual(quality, kind)),))
            made = self._built(thing, pre, post)
            return [replace(m, gender="-") if isinstance(m, Cosa) else m for m in made]
        face = self.lexicon.data.get("faces", {}).get(noun.id)
        if face is not None:  # «un impacto» is a result [impacto]
            thing = replace(thing, noun="resultado", filters=(_kind(Cual(face, "icono_resultado")),))
        return self._built(thing, pre, post)

    def core_icon(self, *parts: Any) -> Sequence[Value]:
        at = next(i for i, part in enumerate(parts) if isinstance(part, tuple))
        pre, (conj, icons, first), post = parts[:at], parts[at], parts[at + 1 :]
        found: list[Value] = []
        for icon in icons[:1]:
            if icon.sort in self.lexicon.data.get("bare_icons", "").split():
                place = next((p.at for p in pre if p.at >= 0), first)
                kinds: tuple[Cond, ...] = (_is_any(icons, conj),)
                one = any((p.kind == "qty" and p.value == ONE) or (p.kind == "det" and p.value.number == "s") for p in pre)
                many = any(
                    (p.kind == "qty" and p.value.n not in ("1", "")) or (p.kind == "det" and p.value.number == "p") for p in pre
                )
                thing = Cosa(
                    icon.sort,
                    icon.sort,
                    THE,
                    gender="-" if icon.sort.startswith("tipo_") else icon.gender,
                    number="s" if one else "p" if many else "-",
                    at=place,
                    filters=kinds,
                )
                made = self._built(thing, pre, post)
                found.extend(made or self._built(replace(thing, gender="-"), pre, post))  # an icon shows no gender
        return found

    def core_kind(self, *parts: Any) -> Sequence[Value]:
        at = next(i for i, part in enumerate(parts) if isinstance(part, tuple))
        pre, (_place, kind), post = parts[:at], parts[at], parts[at + 1 :]
        if not pre and not post:
            return (Cual(kind.id, kind.sort),)
        return ()

    def core_name(self, *parts: Any) -> Sequence[Value]:
        _, word = parts[-1]
        if any(part.kind != "det" or part.value.id not in ("el", "otro", "un", "tu") for part in parts[:-1]):
            return ()
        return (Nombre(self.lexicon.names.get(word.id, word.id), word.sort),)

    def core_named(self, *parts: Any) -> Sequence[Value]:
        """«el GA-97 aliado»: the ship of that name."""
        at = next(i for i, part in enumerate(parts) if isinstance(part, tuple))
        place, word = parts[at]
        noun = str(self.lexicon.data["bearer"])
        if noun not in self.lexicon.nouns or word.sort != "nombre" or any(p.kind == "adj" for p in parts[:at]):
            return ()
        name = Nombre(self.lexicon.names.get(word.id, word.id), word.sort)
        thing = Cosa(noun, noun, THE, number="s", at=place, filters=(Hecho("llamar", (("quien", It()), ("que", name))),))
        post = [Post("adj", (adj,)) for _, adj in parts[at + 1 :]]
        return self._built(thing, parts[:at], post)

    def core_pron(self, word: At) -> Sequence[Value]:
        at, pron = word
        if pron.id == "yo":
            return (Yo(),)
        return (Pron(pron.id, pron.gender, pron.number, at),)

    def core_part(self, qty: Qty, _de: At, whole: Value) -> Sequence[Value]:
        """«1 de tus fichas rojas»: that many, out of those."""
        if isinstance(whole, Pron) and whole.kind in ("ellos", "ellas"):
            return (
                Cosa(
                    "uno",
                    "cosa",
                    qty,
                    filters=(Hecho("entre", (("quien", It()), ("que", whole))),),
                    at=whole.at,
                    gender=whole.gender,
                    number="s",
                ),
            )
        amount = isinstance(whole, Cosa) and whole.ref == "ese" and whole.sort in self.lexicon.data.get("amounts", "").split()
        if isinstance(whole, Cosa) and (whole.number != "s" or amount) and whole.qty in (THE, EVERY):
            if whole.ref == "ese":
                part = Hecho("entre", (("quien", It()), ("que", whole)))
                return (replace(whole, qty=qty, ref="", filters=(part,), number=_number_of(qty)),)
            return (replace(whole, qty=qty, ref="", number=_number_of(qty)),)
        return ()

    def core_none_of(self, det: At, _de: At, whole: Value) -> Sequence[Value]:
        """«ninguna de tus unidades», «alguna de esas cartas»."""
        word = det[1]
        if word.id not in ("ningun", "algun") or not isinstance(whole, Cosa) or not agree(word.gender, whole.gender):
            return ()
        return [replace(made, number="s") for made in self.core_part(Qty(word.id), _de, whole) if isinstance(made, Cosa)]

    def core_equal(self, _word: At, thing: Value, comparison: tuple[str, Value]) -> Sequence[Value]:
        """«una cantidad de daño igual a tu Ataque»: as much as that."""
        op, value = comparison
        if not isinstance(thing, Cosa) or thing.ref or thing.qty.op not in ("algun", "masa"):
            return ()
        if thing.sort not in self.lexicon.data.get("amounts", "").split() and thing.number != "p":
            return ()
        if sort_of(value, self.lexicon) not in ("valor", "numero"):
            return ()
        return (replace(thing, qty=Qty("segun"), filters=(*thing.filters, Hecho("cantidad", (("quien", It()), (op, value))))),)

    def core_amount(self, qty: Qty, _de: At, noun: At, *post: Post) -> Sequence[Value]:
        """«1 de daño»: an amount of what has no plural."""
        at, word = noun
        if word.sort not in self.lexicon.data.get("amounts", "").split() or word.number == "p":
            return ()
        return self._built(Cosa(word.id, word.sort, THE, gender=word.gender, number="-", at=at), (Pre("qty", qty, -1),), post)

    def core_amount_icon(self, qty: Qty, _de: At, icons: Any) -> Sequence[Value]:
        return self.core_icon(Pre("qty", qty, -1), icons) if "continues" in self.lexicon.data and not icons[0] else ()

    def core_any_of(self, _word: At, whole: Value) -> Sequence[Value]:
        if isinstance(whole, Cosa) and whole.number != "s" and whole.qty.op in ("el", "todos", "algun", "masa"):
            return (replace(whole, qty=Qty("cualquiera"), ref=""),)
        return ()

    def core_that_many(self, word: At, whole: Value) -> Sequence[Value]:
        """«esa misma cantidad de naves»: as many as were told before."""
        if (
            not isinstance(whole, Cosa)
            or whole.number == "s"
            or whole.ref not in ("", "el")
            or whole.qty.op not in ("algun", "todos", "masa")
        ):
            return ()
        many = Hecho("cantidad", (("quien", It()), ("igual", Pron("esa_cantidad", "-", "-", word[0]))))
        return (replace(whole, qty=Qty("segun"), ref="", filters=(*whole.filters, many)),)

    def core_same_many_as(self, word: At, whole: Value, _que: At, *rest: Any) -> Sequence[Value]:
        """«la misma cantidad de fichas que tiene el defensor»: as many as his."""
        owner = rest[-1]
        if len(rest) > 1 and not self.only_has(rest[0], owner):
            return ()
        if word[1].id != "esa" or not isinstance(owner, (Cosa, Papel)) or not isinstance(whole, Cosa) or whole.number != "p":
            return ()
        if any(isinstance(f, Junto) for f in whole.filters):
            return ()  # «la misma cantidad de fichas de A y B»: of each, or of both together?
        if whole.qty.op != "algun" or whole.ref or not self.has(sort_of(owner, self.lexicon), whole):
            return ()
        theirs = Cuenta(replace(whole, qty=EVERY, filters=(*whole.filters, _owned(owner)), at=-1))
        many = Hecho("cantidad", (("quien", It()), ("igual", theirs)))
        return (replace(whole, qty=Qty("segun"), filters=(*whole.filters, many)),)

    def core_as_many_as(self, *parts: Any) -> Sequence[Value]:
        """«hasta tantos dados como el número de naves»."""
        thing, other = (part for part in parts if not isinstance(part, tuple))
        most = any(isinstance(part, tuple) and part[1].cls == "HASTA" for part in parts)
        if not isinstance(thing, Cosa) or thing.number != "p" or thing.qty.op != "algun":
            return ()
        return [
            replace(
                thing,
                qty=Qty("segun"),
                filters=(*thing.filters, Hecho("cantidad", (("quien", It()), ("menor_igual" if most else "igual", count)))),
            )
            for count in self.core_count(parts[-2], other)
        ]

    def core_each_of(self, _word: At, _de: At, whole: Value) -> Sequence[Value]:
        if isinstance(whole, Pron):
            return (replace(whole, number="-", kind="cada_" + whole.kind),)
        if isinstance(whole, Cosa) and whole.number != "s" and whole.qty in (THE, EVERY):
            if whole.ref == "este":
                whole = replace(whole, ref="ese")  # «cada una de estas unidades»: those just told
            return (replace(whole, qty=EVERY, number="s" if whole.ref != "ese" else "-"),)
        return ()

    def core_each_one(self, word: At) -> Sequence[Value]:
        return (Pron("cada_uno", word[1].id, "s", word[0]),)

    def core_headless(self, *parts: Pre) -> Sequence[Value]:
        at = next((p.at for p in parts if p.at >= 0), -1)
        qty = next((p.value for p in parts if p.kind == "qty"), None)
        if qty is not None and len(parts) == 1:
            return (Cosa("", "", qty, at=at), Cuenta(Nombre("")) if False else Cosa("numero", "numero", qty, at=at))
        det = next((p.value for p in parts if p.kind == "det"), None)
        if det is not None and det.id in ("este", "ese", "tu", "su", "cada", "cualquier") and len(parts) == 1:
            return ()  # «este» alone is a pronoun, with its accent or without
        gender = next((p.value.gender for p in parts if p.kind in ("det", "adj") and p.value.gender != "-"), "-")
        number = next((p.value.number for p in parts if p.kind in ("det", "adj") and p.value.number != "-"), "-")
        if det is None and qty is None:
            return ()
        if any(p.kind == "least" or (p.kind == "adj" and p.value.id in self.lexicon.nouns) for p in parts):
            return ()  # «un Rebelde» is a noun there
        return self._built(Cosa("", "", THE, gender=gender, number=number, at=at), parts, ())

    def core_count(self, _word: At, whole: Value) -> Sequence[Value]:
        if (
            isinstance(whole, Cosa)
            and whole.noun == "ronda"
            and whole.number == "s"
            and "numero_de_ronda" in self.lexicon.nouns
        ):
            return (Cosa("numero_de_ronda", "valor", THE, "el", "m", "s", at=whole.at),)  # «el número de la ronda actual»
        return (Cuenta(replace(whole, qty=EVERY)),) if isinstance(whole, Cosa) and whole.number != "s" else ()

    def core_so_many(self, word: At, whole: Value) -> Sequence[Value]:
        return self.core_that_many(word, whole) if isinstance(whole, Cosa) and whole.ref in ("", "el") else ()

    def core_so_many_of(self, word: At, _de: At, whole: Value) -> Sequence[Value]:
        return self.core_that_many(word, whole) if isinstance(whole, Cosa) and whole.qty in (THE, EVERY) else ()

    def core_yours(self, word: At) -> Sequence[Value]:
        return (Cosa("", "", THE, gender=word[1].id, number="-", at=word[0], filters=(_owned(Yo()),)), Yo())

    def core_minus(self, number: At, _menos: At, value: Value) -> Sequence[Value]:
        if not isinstance(value, Cuenta):
            return ()
        return (
            Cosa(
                "numero",
                "numero",
                Qty("n", number[1].id),
                at=number[0],
                filters=(Hecho("menos", (("quien", It()), ("que", value))),),
            ),
        )

    def core_most(self, *parts: Any) -> Sequence[Value]:
        """As many as possible, with the least that will do."""
        whole = next(part for part in parts if not isinstance(part, tuple))
        least = next((part for part in parts if isinstance(part, Least)), Least(""))
        if not isinstance(whole, Cosa) or whole.number != "p" or whole.qty not in (SOME, EVERY):
            return ()
        return (replace(whole, qty=Qty("maximo", least.n), ref=""),)

    def least(self, *parts: At) -> Sequence["Least"]:
        return (Least(_number(parts)),)

    def core_as_many(self, _tanto: At, thing: Value, _como: At, other: Value) -> Sequence[Value]:
        """«tanto [daño] como resultados [daño]»: an amount equal to how many there are."""
        if isinstance(thing, Cosa) and thing.number == "p" and sort_of(other, self.lexicon) in ("valor", "numero"):
            return (
                replace(
                    thing, qty=Qty("segun"), filters=(*thing.filters, Hecho("cantidad", (("quien", It()), ("igual", other))))
                ),
            )
        if not isinstance(thing, Cosa) or not isinstance(other, Cosa) or other.number == "s":
            return ()
        return (replace(thing, filters=(*thing.filters, self._equal("igual", other))),)

    def _equal(self, op: str, other: Value) -> Hecho:
        if isinstance(other, Cosa) and other.sort == "resultado":
            other = Cuenta(replace(other, qty=EVERY, ref=""))
        return Hecho("compara", (("quien", It()), (op, other)))

    def core_signed(self, signed: At, *rest: Any) -> Sequence[Value]:
        what, *post = (
            part for part in rest if not (isinstance(part, tuple) and isinstance(part[1], Word) and part[1].cls == "DE")
        )
        sign = signed[1].id
        bonus = "bono" if "bonus" in self.lexicon.data else ""
        if isinstance(what[0], str):  # icons
            conj, icons, _ = what
            if bonus and icons[0].sort not in self.lexicon.data.get("bonus_icons", "").split():
                return ()
            kinds: tuple[Cond, ...] = (_is_any(icons, conj),)
            base = Cosa(icons[0].sort, bonus or icons[0].sort, THE, at=signed[0], filters=kinds)
        else:
            face = self.lexicon.data.get("signed_faces", {}).get(what[1].id)
            if bonus and face is not None:  # «+1 de bloqueo»
                said = _kind(Cual(face, "icono_resultado"))
                base = Cosa("resultado", bonus, THE, at=signed[0], filters=(said,))
                return self._built(base, (Pre("qty", Qty("mas" if sign[0] == "+" else "menos", sign[1:]), -1),), post)
            if bonus and what[1].sort != "valor":
                return ()
            base = Cosa(what[1].id, bonus or what[1].sort, THE, gender=what[1].gender, number="-", at=what[0])
        return self._built(base, (Pre("qty", Qty("mas" if sign[0] == "+" else "menos", sign[1:]), -1),), post)

    def core_move(self, word: At) -> Sequence[Value]:
        return (_moves(Cosa("maniobra", "maniobra", ONE, gender="f", number="s", at=word[0]), word[1].id),)

    def keyword(self, word: At) -> Sequence[Cosa]:
        return self._keyword(word, None)

    def keyword_num(self, word: At, number: At) -> Sequence[Cosa]:
        return self._keyword(word, number[1].id)

    def _keyword(self, word: At, number: str | None) -> Sequence[Cosa]:
        """A name without its number is the keyword whatever its number: «la cualidad Arsenal»."""
        terms = self.lexicon.keywords[word[1].id]
        if word[1].clitics:  # «ARMA FIJA: FRONTAL»
            told, named = word[1].clitics
            term = term_for(terms, told or None)
            if number is not None or term is None or not [kind for kind in term.parametros if kind != "X"]:
                return ()
            return (replace(keyword(term, told or None, (Nombre(named),)), at=word[0], number="s"),)
        term = term_for(terms, number)
        if term is None:
            return (replace(keyword(terms[0], None), qty=Qty("cualquiera"), at=word[0], number="s"),) if number is None else ()
        return (replace(keyword(term, number), at=word[0], number="s"),)

    def core_keyword(self, *parts: Any) -> Sequence[Value]:
        return (parts[-1],) if all(p.kind == "det" and p.value.id == "el" for p in parts[:-1]) else ()

    def core_the_keyword(self, *parts: Any) -> Sequence[Value]:
        return self.core_the_keywords(*parts)

    def core_the_keywords(self, *parts: Any) -> Sequence[Value]:
        pre = [p for p in parts if isinstance(p, Pre)]
        noun = next(p for p in parts if isinstance(p, tuple) and p[1].cls == "N")
        named = tuple(p for p in parts if isinstance(p, Cosa))
        if noun[1].id != self.lexicon.data.get("keyword_noun") or not all(
            p.kind == "det" and p.value.id in ("el", "un", "su", "tu") and agree(p.value.number, noun[1].number) for p in pre
        ):
            return ()
        if len(pre) == 1 and pre[0].value.id in ("su", "tu"):  # «ignora su cualidad IA»
            whose: Value = Yo() if pre[0].value.id == "tu" else Pron("su", "-", "-", pre[0].at)
            named = tuple(replace(thing, filters=(*thing.filters, _owned(whose))) for thing in named)
        conj = next((p[1].id for p in parts if isinstance(p, tuple) and p[1].cls in ("O", "Y", "NI")), "")
        return (Lista("o" if conj == "ni" else conj, named),) if conj else named

    def core_conversion(self, icon: At, _colon: At, other: At) -> Sequence[Value]:
        made = conversion(icon[1].id, other[1].id, self.lexicon)
        return (replace(made, at=icon[0]),) if made is not None else ()

    def core_step(self, *parts: Any) -> Sequence[Value]:
        at, word = parts[-1]
        thing = Cosa(str(self.lexicon.data["step_noun"]), "tiempo", THE, gender=word.gender, number="s", at=at)
        ready = self._determined(thing, parts[:-1])
        return (_named_step(ready, self.lexicon.steps[word.id]),) if ready is not None else ()

    def _built(self, thing: Cosa, pre: Sequence[Pre], post: Sequence[Post]) -> Sequence[Value]:
        ready = self._determined(thing, pre)
        for step in post:
            ready = None if ready is None else self._posted(ready, step)
        return () if ready is None else (self._role(ready),)

    def _role(self, thing: Cosa) -> Value:
        """«el atacante» and «esta carta» are parts of what is going on, not things to look for."""
        roles = self.lexicon.data.get("roles", {})
        if thing.noun == "adversario" and thing.filters == (_owned(Yo()),):  # «tu adversario»: there is no other
            thing = replace(thing, filters=())
        if (
            thing.qty == THE
            and thing.noun in roles
            and not thing.filters
            and thing.ref in ("el", "ese", "este")
            and thing.number != "p"
        ):
            return Papel(roles[thing.noun]) if roles[thing.noun] != "yo" else Yo()
        if thing.noun in roles and thing.qty == ONE and thing.ref == "" and self.lexicon.data.get("third_person_bearer"):
            part = roles[thing.noun]  # «una unidad atacante»: in an attack there is one
            if part in ("atacante", "defensor"):
                return Papel(part) if not thing.filters else replace(thing, noun="papel_" + part, qty=THE, ref="el")
        if (
            thing.ref == "el"
            and thing.qty == THE
            and len(thing.filters) == 1
            and isinstance(thing.filters[0], Hecho)
            and thing.filters[0].verb == "llamar"
        ):
            name = thing.filters[0].role("que")
            if isinstance(name, Nombre) and name.sort == thing.sort:  # «el sistema Hoth» is Hoth
                return name
        if thing.ref == "ese" and thing.sort == "valor" and Hecho("mismo", (("quien", It()),)) in thing.filters:
            thing = replace(thing, ref="el")  # «con esa misma dificultad»: the same
        if thing.ref == "este" and thing.qty == EVERY and thing.number == "p" and self.lexicon.data.get("third_person_bearer"):
            return replace(thing, ref="ese")  # «todos estos dados»: those just told
        if thing.ref == "este" and thing.qty == THE and not thing.filters:
            bearer = self.lexicon.data.get("this", {}).get(thing.noun)
            if bearer == "yo":
                if "continues" in self.lexicon.data:
                    return Papel("yo")
                return thing if self.lexicon.data.get("third_person_bearer") else Papel("yo")  # «esta nave es …»
            return Papel("este_" + thing.noun)
        return thing

    def _stressed(self, thing: Cosa) -> bool:
        return thing.gender == "f" and thing.noun.split("_")[0] in self.lexicon.data.get("stressed_a", "").split()

    def _fronted(self, word: Word) -> bool:
        return word.sort in self.lexicon.data["fronted"].split() or word.id in self.lexicon.data["fronted_words"].split()

    def _determined(self, thing: Cosa, pre: Sequence[Pre]) -> Cosa | None:
        """Determiners and numbers before the noun, in an order that Spanish allows."""
        ref, qty, filters = "", None, list(thing.filters)
        seen: list[str] = []
        numbered: Qty | None = None
        for part in pre:
            if part.kind == "least":  # «al menos otra figura»
                if part is not pre[0] or [p.value.id for p in pre[1:] if p.kind == "det"] != ["otro"]:
                    return None
                qty = part.value
                continue
            if part.kind == "qty":
                if (qty is not None and qty not in (THE, SOME, EVERY)) or "adj" in seen:
                    return None
                if (
                    part.value.op in ("n", "al_menos", "hasta", "exacto", "entre")
                    and part.value.n not in ("x", "1")
                    and thing.number == "s"
                ):
                    return None
                if part.value == ONE and (thing.number == "p" or ref == "el"):
                    return None  # «la 1 casilla»
                if qty == EVERY:
                    return None
                numbered = part.value
                if ref != "ese" or qty != THE:  # «esas 2 naves» were told
                    qty = numbered
                seen.append("qty")
                continue
            word: Word = part.value
            if word.id in ("el", "un") and word.gender == "m" and word.number == "s" and self._stressed(thing):
                word = replace(word, gender="f")  # «el área»
            if not agree(word.gender, thing.gender) or not agree(word.number, thing.number):
                return None
            if thing.number == "-" and part.kind == "det" and word.number in ("s", "p"):
                thing = replace(thing, number=word.number)  # «los AT-AT»
            if part.kind == "adj":
                if not self._fronted(word) and thing.noun:
                    return None  # «enemiga nave»: adjectives of cards follow their noun
                filters.append(_is(word))
                seen.append("adj")
                continue
            if word.id in seen or "adj" in seen:
                return None
            seen.append(word.id)
            if word.id == "el":
                if "otro" in seen or "mismo" in seen or qty not in (None, EVERY):
                    return None
                ref, qty = "el", qty or THE
            elif word.id in ("un", "unos"):
                if qty is not None or ref:
                    return None
                qty = ONE if word.id == "un" else SOME
            elif word.id in ("ese", "este"):
                if qty not in (None, EVERY):
                    return None
                ref, qty = word.id, qty or THE
            elif word.id in ("tu", "su"):
                if ref == "el" or qty not in (None, EVERY):
                    return None
                filters.append(_owned(Yo() if word.id == "tu" else Pron("su", "-", "-", part.at)))
                ref, qty = "el" if qty is None else ref, qty or THE
            elif word.id in ("cada", "todo", "ambos"):
                if qty is not None:
                    return None
                qty = EVERY
                if word.id == "ambos" and thing.sort not in ("jugador", "bando", "equipo"):
                    ref = "ese"  # «ambas naves»: the two that were told, not all there are
                    filters.append(Hecho("ambos", (("quien", It()),)))
            elif word.id == "cualquier":
                if qty is not None:
                    return None
                qty = ONE
            elif word.id in ("algun", "ningun", "varios"):
                if qty is not None:
                    return None
                qty = {"algun": SOME, "ningun": Qty("ningun"), "varios": SOME}[word.id]
            elif word.id == "otro":
                filters.append(Hecho("otro", (("quien", It()),)))
                if qty is None and ref == "":
                    qty = None
            elif word.id == "mismo":
                filters.append(Hecho("mismo", (("quien", It()),)))
            elif word.id in ("mas_det", "menos_det"):
                if thing.sort not in self.lexicon.data.get("measures", "").split() or qty is not None or ref:
                    return None
                filters.append(_is(Word("ADJ", "mayor" if word.id == "mas_det" else "menor", "medida")))
        if qty is None:
            if any(isinstance(f, Hecho) and f.verb == "otro" for f in filters) and thing.number == "s":
                qty = ONE
            elif thing.number == "p":
                qty = SOME
            else:
                qty = Qty("masa")
        if ref == "el" and qty == THE and thing.number == "p" and thing.sort:
            qty = EVERY
        return replace(thing, qty=qty, ref=ref, filters=tuple(filters))

    def _posted(self, thing: Cosa, step: Post) -> Cosa | None:
        if step.kind == "nothing":
            return thing  # «gratuita o no»
        if step.kind in ("adj", "adj_o", "adj_y"):
            words: tuple[Word, ...] = step.value
            if thing.ref == "este" and thing.sort == words[0].sort == "cara":
                return None  # «equipa esta carta con este lado boca arriba»: how it is left
            if not all(
                agree(w.gender, thing.gender) and agree(w.number, thing.number) and self.said_of(w, thing.sort) for w in words
            ):
                return None
            if step.kind == "adj":
                return replace(thing, filters=(*thing.filters, _is(words[0])))
            op = "o"  # «dados negros y blancos» are dice of either colour
            return replace(thing, filters=(*thing.filters, Junto(op, tuple(_is(w) for w in words))))
        if step.kind == "icons":
            conj, icons, _ = step.value
            allowed = self.lexicon.data.get("icons_after", {}).get(thing.sort, "").split()
            if icons[0].sort not in allowed or (conj == "y" and thing.qty == ONE):
                return None  # «1 prueba de [fuerza] y [tecnología]»: one of which, or two?
            if thing.noun == "ficha":  # «1 ficha [carga]» is «1 [carga]»
                thing = replace(thing, noun=icons[0].sort, sort=icons[0].sort)
            return replace(thing, filters=(*thing.filters, _is_any(icons, conj)))
        if step.kind == "names":
            each = [self._posted(replace(thing, filters=()), Post("name", word)) for word in step.value]
            if not all(each):
                return None
            return replace(thing, filters=(*thing.filters, Junto("o", tuple(m.filters[0] for m in each if m is not None))))
        if step.kind == "name" and thing.noun == self.lexicon.data.get("step_noun"):
            return None  # a step that the game does not have
        if step.kind == "yours":
            return replace(thing, filters=(*thing.filters, _owned(Yo()))) if not _owned_only(thing.filters) else None
        if step.kind == "name":
            word = step.value
            if word.sort not in ("nombre", thing.sort):
                return None  # «el Líder Hoth»
            return replace(
                thing,
                filters=(
                    *thing.filters,
                    Hecho("llamar", (("quien", It()), ("que", Nombre(self.lexicon.names.get(word.id, word.id), word.sort)))),
                ),
            )
        if step.kind == "move":
            return _moves(thing, step.value) if thing.sort in ("maniobra", "plantilla") else None
        if step.kind == "num":
            if thing.sort not in (
                "valor",
                "alcance",
                "tiempo",
                "palabra_clave",
                "palabra_abierta",
                *self.lexicon.data.get("numbered", "").split(),
            ):
                return None
            if thing.sort == "palabra_abierta":  # a keyword is whole with its number
                if step.value.modo != "a" or _has_value(thing):
                    return None
                thing = replace(thing, sort="palabra_clave")
            return replace(thing, filters=(*thing.filters, Hecho("valer", (("quien", It()), ("que", step.value)))))
        if step.kind == "more":
            if thing.qty.op != "n":
                return None
            return replace(
                thing, filters=(*thing.filters, _is(Word("ADJ", {"mas": "adicional", "menos": "menos"}[step.value], "rasgo")))
            )
        if step.kind == "not":
            said = self._posted(thing, Post("adj", (step.value,)))
            if said is None or not isinstance(said.filters[-1], Hecho):
                return None
            return replace(said, filters=(*said.filters[:-1], replace(said.filters[-1], neg=True)))
        if step.kind == "qty":
            return replace(thing, qty=Qty(step.value, thing.qty.n)) if thing.qty.op == "n" and not _has_value(thing) else None
        if step.kind == "kind":
            return None
        return None

    def said_of(self, word: Word, sort: str) -> bool:
        """Whether the adjective can be said of a thing of this sort."""
        allowed = self.lexicon.data.get("states", {}).get(word.sort)
        return allowed is None or sort in ("cosa", "") or sort in allowed.split()

    # ---- modified phrases
    def np(self, core: Value, *mods: Mod) -> Sequence[Value]:
        found: list[Value] = [core]
        for place, mod in enumerate(mods):
            if place and _says_kind(mod):
                return []  # «ficha de Cálculos»: a kind stands right after its noun
            if mod.kind in ("de", "de_o", "rel", "part") and isinstance(core, Cosa) and core.qty.op == "segun":
                return []  # «… igual al Aplomo de esa unidad»: whose Aplomo
            if place and self._closer(mods[place - 1], mod):
                return []
            if (
                place
                and mod.kind in ("de", "de_o")
                and mods[place - 1].kind in ("rel", "rels", "beyond", "rel_beyond", "compare")
            ):
                return []  # «la unidad que está en la casilla 1 de la cola»: no «de» goes back past a clause
            if (
                place
                and mod.kind == "de"
                and not self._material(core, mods[place - 1])
                and not self._kind_of_it(core, mods[place - 1])
                and self._nearer(mods[place - 1], mod)
            ):
                return []
            if place and mod.kind == "part" and self._nearest(mods[place - 1], mod):
                return []  # «la velocidad de tu maniobra revelada»
            if place and mod.kind == "en" and mods[place - 1].kind == "con" and self._lower(mods[place - 1].value, mod):
                return []  # «Héroes con 1 ficha en su hoja»: the token is there
            if place and mod.kind in ("range", "en") and mods[place - 1].kind == "p" and self._nearest(mods[place - 1], mod):
                return []  # «un ataque contra una nave a alcance 2»
            if place and mod.kind == "rel" and _bare_type(mods[place - 1]) and self._nearest(mods[place - 1], mod):
                return []  # «1 ficha de un tipo que no tengas»
            if place and mod.kind in ("range", "en", "p") and mods[place - 1].kind in ("wheres", "where_rel"):
                return []
            if place and mod.kind == "wheres" and mods[place - 1].kind in ("range", "en", "p", "wheres"):
                return []  # the places of an option are said together
            if (
                place
                and mod.kind == "con"
                and not self._kind_of_it(core, mods[place - 1])
                and self._marked_nearer(mods[place - 1], mod.value)
            ):
                return []
            if place and mod.kind == "sin" and mods[place - 1].kind in ("en", "con") and self._nearest(mods[place - 1], mod):
                return []  # «el grupo con el mayor número de figuras sin Concentración»: they have none
            if mod.kind == "wheres" and place and mods[place - 1].kind in ("en", "range", "p", "places"):
                return []  # «en A a alcance 0-1 o en B»: either both, or the other
            if mod.kind == "keyword" and not all(self._kind_mod(m) for m in mods[:place]):
                return []
            late = mod.kind == "adj" and (
                mod.value[0].sort in ("extremo", "relacion") or mod.value[0].id == "adicional"
            )  # «el Rebelde con Concentración más cercano», «1 nave que no sea limitada adicional»
            if (
                mod.kind in ("adj", "adj_o", "more", "icons", "not")
                and not (place and late)
                and not (place and all(self._kind_mod(m) for m in mods[:place]))
            ):
                return []  # «unidad de infantería aliada»: an adjective goes past a kind, not past a possessor
            if place and late and self._taken(mods[place - 1], mod):
                return []  # «cada figura en una casilla adyacente»: the space is
            if (
                place
                and mod.kind == "range"
                and mods[place - 1].kind in ("sin", "con")
                and self._lower(mods[place - 1].value, mod)
            ):
                return []  # «un terminal sin Rebeldes a 2 casillas»: they are
            found = [made for thing in found for made in self._modified(thing, mod)]
        return [
            thing
            for thing in found
            if not (
                isinstance(thing, Cosa) and thing.noun == "" and thing.sort == "" and not thing.filters and not headless(thing)
            )
        ]

    def _material(self, core: Value, mod: Mod) -> bool:
        """«mano de cartas de Misión»: what it is made of belongs to its name."""
        made_of = self.lexicon.data.get("material", {}).get(sort_of(core, self.lexicon), "").split()
        return mod.kind == "de" and sort_of(mod.value, self.lexicon) in made_of

    def _kind_of_it(self, core: Value, mod: Mod) -> bool:
        """«todos los dados de defensa de esta unidad»: a kind has no owner."""
        return (
            isinstance(core, Cosa)
            and mod.kind == "de"
            and isinstance(mod.value, Cosa)
            and self._bare_kind(mod.value)
            and mod.value.noun in self._kinds(core.sort)
        )

    def _taken(self, before: Mod, mod: Mod) -> bool:
        """Whether the noun of a place takes the adjective after it."""
        last = before.value[-1][-1] if before.kind == "wheres" else before
        return "continues" in self.lexicon.data and last.kind == "en" and self._lower(last.value, mod)

    def _lower(self, thing: Value, mod: Mod) -> bool:
        return isinstance(thing, Cosa) and bool(self.conds(thing, mod))

    def _closer(self, before: Mod, mod: Mod) -> bool:
        """«una miniatura de una unidad que tenga BRÍO», «un ejército que utilice el grupo indicado»: of the nearest noun."""
        if before.kind == "part" and mod.kind in ("con", "de", "en", "p"):
            return self.takes(before.value[0][1].id, mod.prep or mod.kind, mod.value)  # «equipada con una carta»
        if not (
            (before.kind == "de" and mod.kind == "rel") or (before.kind in ("rel", "part") and mod.kind in ("part", "rel"))
        ):
            return False
        inner = max((p for p in parts_of(before.value) if isinstance(p, Cosa) and p.at >= 0), key=lambda c: c.at, default=None)
        return (
            inner is not None
            and inner.qty.op in ("n", "algun", "el", "todos")
            and inner.ref in ("", "el")
            and bool(self.conds(inner, mod))
        )

    def takes(self, verb: str, role: str, value: Value) -> bool:
        """Whether the verb has such a complement."""
        senses = self.lexicon.senses.get(verb, (verb,))
        slots = [r for sense in senses for r in self.lexicon.verbs.get(sense, ()) if r.name == role]
        return any(fits(value, slot.sorts, self.lexicon) for slot in slots)

    def _nearer(self, before: Mod, mod: Mod) -> bool:
        """«la casilla 1 de la cola del jugador Imperial»: «de» belongs to the nearest noun that can have it."""
        thing = before.value
        if before.kind == "part" and before.value[1] and before.value[1][-1].kind == "prep":
            thing = before.value[1][-1].value  # «situadas en la carta de despliegue de Thrawn»
            thing = thing.items[-1] if isinstance(thing, Lista) else thing  # «causado por A o por la detonación de B»
        elif before.kind not in ("de", "en", "p"):
            return False
        if not isinstance(thing, Cosa):
            return False
        while thing.filters and isinstance(thing.filters[-1], Hecho):
            inner = thing.filters[-1].role("que" if thing.filters[-1].verb == "de" else "donde")
            if not isinstance(inner, Cosa) or thing.filters[-1].verb not in ("de", "en"):
                break
            thing = inner
        return bool(self.conds(thing, mod))

    def _nearest(self, before: Mod, mod: Mod) -> bool:
        """Whether the last noun of what stands before can take it."""
        inner = max(
            (part for part in parts_of(before.value) if isinstance(part, Cosa) and part.at >= 0 and part.sort),
            key=lambda thing: thing.at,
            default=None,
        )
        return inner is not None and bool(self.conds(inner, mod))

    def _marked_nearer(self, before: Mod, mark: Value) -> bool:
        """«a alcance 1 de una unidad con esta cualidad», «… un arma con Perforante 1»: that one has it."""
        marks = self.lexicon.data.get("bearer_marks", {})
        inner = max(
            (part for part in parts_of(before.value) if isinstance(part, Cosa) and part.at >= 0),
            key=lambda c: c.at,
            default=None,
        )
        if inner is None:
            return False
        if isinstance(mark, Cosa) and mark.sort == "palabra_clave":
            return self.has(inner.sort, mark)
        return mark == Papel("este_" + str(marks.get("mark", ""))) and inner.noun in marks.get("nouns", ())

    def lies(self, thing: Cosa) -> bool:
        """Whether a token of this kind lies on the table: those that units have are nowhere."""
        kinds = self.lexicon.data.get("lying", {}).get(thing.noun)
        if kinds is None:
            return True
        told = [f.role("que") for f in thing.filters if isinstance(f, Hecho)]
        return any(isinstance(q, Cual) and q.id in kinds.split() for q in told)

    def _kind_mod(self, mod: Mod) -> bool:
        return (
            _says_kind(mod)
            or (mod.kind == "de" and isinstance(mod.value, Cosa) and self._bare_kind(mod.value))
            or (mod.kind == "de_o" and all(self._bare_kind(v) for v in mod.value[1]))
            or mod.kind in ("adj", "adj_o", "more", "icons", "keyword", "not")
            or (mod.kind == "de" and sort_of(mod.value, self.lexicon) == "resultado")
            or (
                mod.kind == "de"
                and isinstance(mod.value, Nombre)
                and mod.value.sort == "nombre"
                and "named_faces" in self.lexicon.data
            )
        )

    def _bare_kind(self, value: Value) -> bool:
        """«de ataque», «de infantería», «de Velocidad 1»: a noun alone, which says what kind it is."""
        return (
            isinstance(value, Cosa)
            and value.qty.op == "masa"
            and all(isinstance(f, Hecho) and f.verb == "valer" for f in value.filters)
        )

    def _kinds(self, sort: str) -> list[str]:
        return str(self.lexicon.data.get("kinds", {}).get(sort, "")).split()

    def _modified(self, thing: Value, mod: Mod) -> Sequence[Value]:
        if thing == Papel("este_instruccion") and mod.kind == "follows":
            return [Papel("lo_que_sigue")]
        if (
            isinstance(thing, Papel)
            and thing.nombre.startswith("este_")
            and mod.kind == "de"
            and isinstance(mod.value, Cosa)
            and self._bare_kind(mod.value)
            and mod.value.noun in self._kinds(sort_of(thing, self.lexicon))
        ):
            return [thing]  # «esta acción de ataque»: there is one going on
        of_attack = mod.kind == "de" and sort_of(mod.value, self.lexicon) == "ataque" and not isinstance(mod.value, Lista)
        if thing in (Papel("atacante"), Papel("defensor")) and of_attack and "continues" not in self.lexicon.data:
            bare = mod.value == Papel("este_ataque") or (isinstance(mod.value, Cosa) and not mod.value.filters)
            return [thing] if bare else []  # «el defensor de un ataque»
        if (
            isinstance(thing, Papel)
            and thing.nombre != "yo"
            and not thing.nombre.startswith("este_")
            and mod.kind in ("rel", "compare", "con", "range")
        ):
            known = sort_of(thing, self.lexicon)
            thing = Cosa(
                "papel_" + thing.nombre, known if known != "cosa" else str(self.lexicon.data["bearer"]), THE, "el", number="s"
            )
        if not isinstance(thing, Cosa) or (thing.noun == "numero" and thing.gender == "-"):
            return []
        return [
            replace(thing, filters=(*thing.filters, *cond)) if isinstance(cond, tuple) else cond
            for cond in self.conds(thing, mod)
        ]

    def conds(self, thing: Cosa, mod: Mod) -> Sequence[tuple[Cond, ...] | Cosa]:
        """What the modifier says of the thing; nothing where it cannot be said of it."""
        lexicon = self.lexicon
        value = mod.value
        sided = self._sided(thing, mod)
        if sided is not None:
            return [sided]
        if mod.kind == "de":
            return self._of(thing, value)
        if mod.kind == "de_o":
            conj, values = mod.value
            heading = self._heading(thing, Lista("o", tuple(values))) if conj in ("o", "y") else None
            if heading is not None:
                return [(heading,)]
            owners = lexicon.data.get("of", {}).get(thing.sort, "").split()
            if (
                conj == "o"
                and all(isinstance(v, (Nombre, Papel, Cosa)) and sort_of(v, lexicon) in owners for v in values)
                and not _owned_only(thing.filters)
            ):
                return [(_owned(Lista("o", tuple(values))),)]
            kinds = [v for v in values if isinstance(v, Cual)]
            if conj == "ni" and thing.qty.op not in ("algun", "ningun", "todos"):
                return []
            named = [v.noun for v in values if isinstance(v, Cosa) and self._bare_kind(v) and v.noun in self._kinds(thing.sort)]
            if len(named) == len(values):  # «acción de ataque o de movimiento»
                ones = tuple(Hecho("ser", (("quien", It()), ("que", Cual(name, "clase_de_" + thing.sort)))) for name in named)
                return [(Junto("o", ones),)]
            if len(kinds) == len(values) and thing.sort in ("ficha", "", "estado"):
                base = thing if thing.sort else replace(thing, noun="ficha", sort="ficha")
                return [replace(base, filters=(*base.filters, Junto("o", tuple(_kind(k) for k in kinds))))]
            return []
        if mod.kind in ("con", "sin"):
            owners = lexicon.data.get("owners", "").split()
            if not self.has(thing.sort, value) or (thing.sort not in owners and sort_of(value, lexicon) != "valor"):
                return []
            return [self._having(value, mod.kind == "sin")]
        if mod.kind == "en" and self.lies_upon(thing.sort, value):
            return [(self.upon(thing.sort, Hecho("en", (("quien", It()), ("donde", value)))),)]
        if mod.kind == "en":
            places = lexicon.data.get("places", "").split()
            if (
                any(sort_of(item, lexicon) not in places for item in (value.items if isinstance(value, Lista) else (value,)))
                or thing.sort not in lexicon.data.get("placed", "").split()
                or (thing.sort == sort_of(value, lexicon) and thing.sort not in self.containers)
            ):
                return []
            return [(Hecho("en", (("quien", It()), ("donde", value))),)]
        if mod.kind == "range":
            low, high, of, mode = value
            if thing.sort not in lexicon.data.get("ranged", lexicon.data.get("placed", "")).split() or not self.lies(thing):
                return []
            return [(Hecho("a_alcance", (("quien", It()), ("de", of or HERE), ("rango", Rango(low, high, mode)))),)]
        if mod.kind == "near":
            word, other = value
            posted = self._posted(thing, Post("adj", (word,)))
            return [] if posted is None else self._prep(posted, "a", other)
        if mod.kind == "choice":  # «una figura a tu elección»
            return [(Hecho("elegir", (("quien", Yo()), ("que", It()))),)] if thing.qty.op == "n" else []
        if mod.kind == "p":
            return self._prep(thing, mod.prep, value)
        if mod.kind == "rel":
            return self.relative(thing, value)
        if mod.kind == "rels":
            conj, parts = value
            left, right = ([c for c in self.relative(thing, part) if isinstance(c, tuple) and _said_of_it(c)] for part in parts)
            return [(*a, *b) if conj == "y" else (Junto("o", (_one(a), _one(b))),) for a in left for b in right]
        if mod.kind == "compare" and thing.sort in lexicon.data.get("amounts", "").split():
            return [(self._equal(*value),)] if thing.qty.op == "masa" else []
        if mod.kind == "compare":
            op, other = value
            return (
                [(Hecho("compara", (("quien", It()), (op, self._same_kind(thing, other)))),)]
                if thing.sort in ("valor", "numero")
                else []
            )
        if mod.kind == "qty":  # «2 fichas de Tensión o menos»
            return (
                [replace(thing, qty=Qty(value, thing.qty.n))]
                if thing.qty.op == "n" and thing.filters and thing.number != "s" and not _has_value(thing)
                else []
            )
        if mod.kind == "shift":
            roles = tuple((k, self._same_kind(thing, v) if k == "de" else v) for k, v in value)
            return [(Hecho("difiere", (("quien", It()), *roles)),)] if thing.sort == "valor" else []
        if mod.kind == "between":
            reach = value.desde != value.hasta or thing.noun in lexicon.data.get("measured", "").split()
            return [(Hecho("valer", (("quien", It()), ("que", value))),)] if reach and thing.sort in ("numero", "valor") else []
        if mod.kind == "other":
            return [(Hecho("distinto", (("quien", It()), ("de", value))),)]
        if mod.kind == "except":
            return (
                [(Hecho("salvo", (("quien", It()), ("que", self._same_kind(thing, value)))),)]
                if thing.qty in (EVERY, SOME, THE)
                else []
            )
        if mod.kind == "as":  # «el mismo sistema que una Misión»
            plain = Hecho("mismo", (("quien", It()),))
            bare = isinstance(value, Cosa) and value.noun == "" and value.sort == "" and thing.sort == "tipo"
            if plain not in thing.filters or isinstance(value, Lista) or bare:  # «del mismo tipo que la tuya»: as you
                return []
            rest = tuple(f for f in thing.filters if f != plain)
            return [replace(thing, filters=(*rest, Hecho("mismo", (("quien", It()), ("que", self._same_kind(thing, value))))))]
        if mod.kind == "during":
            ordered = any(_of_kind(f, "orden") for f in thing.filters)
            return [(Hecho("durante", (("quien", It()), ("que", value))),)] if ordered and thing.sort == "ataque" else []
        if mod.kind == "follows":
            return (
                [(Hecho("ser", (("quien", It()), ("que", Papel("lo_que_sigue")))),)]
                if thing.sort in ("instruccion", "lista", "orden_de_cosas")
                else []
            )
        if mod.kind == "ger":
            return self.gerund(thing, value)
        if mod.kind == "asks":
            return self.asked(thing, value)
        if mod.kind == "without":  # «sin gastar»: that has not been spent
            verb = next(iter(lexicon.senses.get(value.id, (value.id,))))
            role = next((r for r in lexicon.verbs.get(verb, ()) if r.name == "que"), None)
            if role is None or not lexicon.fits(thing.sort, role.sorts):
                return []
            return [(Hecho(verb, (("que", It()),), neg=True, past=True),)]
        if mod.kind == "part":
            return self.participle(thing, value)
        if mod.kind == "parts":
            conj, both = value
            first, second = (self.participle(thing, part) for part in both)
            return [(*a, *b) if conj == "y" else (Junto("o", (_one(a), _one(b))),) for a in first for b in second]
        if mod.kind in ("adj", "adj_o"):
            made = self._posted(thing, Post(mod.kind, value))
            return [made] if made is not None else []
        if mod.kind == "keyword":
            link = str(lexicon.data.get("with_keyword", {}).get(f"{mod.prep} {thing.sort}".strip(), ""))
            return [(Hecho(link, (("quien", It()), ("que", value))),)] if link else []
        if mod.kind == "icons":
            posted = self._posted(thing, Post("icons", value))
            return [posted] if posted is not None else []
        if mod.kind == "not":
            posted = self._posted(thing, Post("adj", (value,)))
            return (
                [replace(posted, filters=(*posted.filters[:-1], replace(posted.filters[-1], neg=True)))]
                if posted is not None and isinstance(posted.filters[-1], Hecho)
                else []
            )
        if mod.kind == "not_de":  # «1 ficha roja no de Tensión»
            return [
                tuple(_denied(cond) for cond in conds)
                for conds in self._of(thing, value)
                if isinstance(conds, tuple) and len(conds) == 1
            ]
        if mod.kind == "not_move":
            moves = _moves(replace(thing, filters=()), value) if thing.sort == "maniobra" else None
            return [tuple(_denied(cond) for cond in moves.filters)] if moves is not None else []
        if mod.kind in ("where_rel", "where_and_rel"):  # «a alcance 0 o que esté en tu arco»
            places = [self.conds(thing, part) for part in value[0]]
            said = [cond for cond in self.relative(thing, value[1]) if isinstance(cond, tuple)]
            if not all(places):
                return []
            spot = _one(tuple(c for made in places for c in made[0]))
            return [(Junto("o", (spot, _one(cond))),) if mod.kind == "where_rel" else (spot, *cond) for cond in said]
        if mod.kind == "wheres":
            each = [[self.conds(thing, part) for part in option] for option in value]
            if not all(made for option in each for made in option):
                return []
            joined = tuple(_one(tuple(c for made in option for c in _new(thing, made))) for option in each)
            return [(Junto("o", joined),)]
        if mod.kind == "not_part":
            return [
                tuple(replace(f, neg=not f.neg) for f in conds if isinstance(f, Hecho))
                for conds in self.participle(thing, value)
                if len(conds) == 1
            ]
        if mod.kind == "rel_beyond":
            relatives, beyond = self.conds(thing, Mod("rel", value[0])), self.conds(thing, Mod("beyond", value[1]))
            return [(*a, *b) for a in relatives for b in beyond if isinstance(a, tuple) and isinstance(b, tuple)]
        if mod.kind == "beyond":  # «un terreno más alto que el del líder»
            more, word, other = value
            if (
                not agree(word.gender, thing.gender)
                or not agree(word.number, thing.number)
                or not self.said_of(word, thing.sort)
            ):
                return []
            return [(Hecho(more, (("quien", It()), ("que", Cual(word.id, word.sort)), ("de", self._same_kind(thing, other)))),)]
        if mod.kind == "more":
            made = self._posted(thing, Post("more", value))
            return [made] if made is not None else []
        if mod.kind == "places" and any(part.kind == "near" for part in value):
            both = [_new(thing, self.conds(thing, part)) for part in value]
            return [tuple(c for cond in both for c in cond)] if all(both) else []
        if mod.kind == "places":
            told = [self.conds(thing, part) for part in value]
            return [tuple(c for cond in told for c in cond[0])] if all(told) else []  # type: ignore[union-attr]
        return []

    def upon(self, sort: str, fact: Hecho) -> Hecho:
        """«un bloqueo en el defensor» is on him: what has no place of its own is not in another."""
        if fact.verb != "en" or not self.lies_upon(sort, fact.role("donde")):
            return fact
        return replace(fact, verb="sobre", roles=tuple(("que" if key == "donde" else key, value) for key, value in fact.roles))

    def lies_upon(self, sort: str, where: Value | None) -> bool:
        """Whether a thing of this sort is on that one."""
        on = self.lexicon.data.get("preps", {}).get("sobre", {}).get(sort, "")
        known = sort in self.lexicon.data.get("upon", "").split()
        return known and where is not None and fits(where, frozenset(on.split()), self.lexicon)

    def _distance(self, value: Value) -> bool:
        """«2 casillas» is how far, not what it is near to."""
        return isinstance(value, Cosa) and (
            value.sort in ("distancia", "numero")
            or (value.noun == self.lexicon.data.get("unit") and value.qty.op != "el" and not value.filters)
        )

    def _same_kind(self, thing: Cosa, other: Value) -> Value:
        """«la tuya», «las de Cálculos»: of the same noun."""
        if isinstance(other, Cosa) and other.noun == "":
            return replace(other, noun=thing.noun, sort=thing.sort, gender=thing.gender)
        return other

    def _of(self, thing: Cosa, value: Value) -> Sequence[tuple[Cond, ...] | Cosa]:
        lexicon = self.lexicon
        steps = ("tiempo", *lexicon.data.get("named_with_de", "").split())
        if isinstance(value, Nombre) and thing.sort in steps and value.sort not in lexicon.data.get("animate", "").split():
            return [(Hecho("llamar", (("quien", It()), ("que", value))),)]  # «paso de "Neutralizar los resultados"»
        if thing.sort == "resultado" and isinstance(value, Cosa) and value.sort == "resultado" and value.qty.op == "masa":
            return [tuple(value.filters)]  # «resultados de impacto»
        heading = self._heading(thing, value)
        if heading is not None:
            return [(heading,)]
        if isinstance(value, Cual) and value.id in self._kinds(thing.sort):
            return [(Hecho("ser", (("quien", It()), ("que", Cual(value.id, "clase_de_" + thing.sort)))),)]
        if isinstance(value, Cosa) and value.noun in self._kinds(thing.sort):
            if not self._bare_kind(value) or value.number == "p":
                return []
            return [(Hecho("ser", (("quien", It()), ("que", Cual(value.noun, "clase_de_" + thing.sort)))), *value.filters)]
        if isinstance(value, Cual) and thing.sort == "resultado" and value.id in self.lexicon.icons:
            faces = {face for side in self.lexicon.dice.values() for face in side}
            return [(_kind(Cual(value.id, "icono_resultado")),)] if value.id in faces else []  # «resultado de Concentración»
        if isinstance(value, Lista) and value.conj == "o":  # «una unidad de vehículo o infantería droide»
            kinds = [
                v.noun for v in value.items if isinstance(v, Cosa) and self._bare_kind(v) and v.noun in self._kinds(thing.sort)
            ]
            if len(kinds) == len(value.items):
                return [(Junto("o", tuple(_kind(Cual(name, "clase_de_" + thing.sort)) for name in kinds)),)]
        if isinstance(value, Cual) and value.kind == "tipo_ficha":
            if thing.sort == "":
                return [replace(thing, noun="ficha", sort="ficha", filters=(*thing.filters, _kind(value)))]
            return [(_kind(value),)] if thing.sort in ("ficha", "tipo", "estado", "indicador") and not _has_kind(thing) else []
        if isinstance(value, Lista) and all(isinstance(item, Cual) and item.kind == "tipo_ficha" for item in value.items):
            if thing.sort in ("ficha", ""):
                base = thing if thing.sort else replace(thing, noun="ficha", sort="ficha")
                return [
                    replace(
                        base,
                        filters=(
                            *base.filters,
                            Junto("o", tuple(_kind(item) for item in value.items if isinstance(item, Cual))),
                        ),
                    )
                ]
            return []
        if (
            _furthest(thing)
            and sort_of(value, lexicon) in lexicon.data.get("placed", "").split() + lexicon.data.get("places", "").split()
        ):
            last = thing.filters[-1]
            assert isinstance(last, Hecho)
            return [replace(thing, filters=(*thing.filters[:-1], replace(last, roles=(*last.roles, ("a", value)))))]
        sort = sort_of(value, lexicon)
        if sort in lexicon.data.get("takes", {}).get(thing.sort, "").split():
            if isinstance(value, Cual):
                return [(_kind(value),)]
            if isinstance(value, Cosa) and value.qty.op == "masa" and not any(isinstance(f, Junto) for f in value.filters):
                return [value.filters]
        if isinstance(value, Cual):
            return []
        if _undetermined(value) and any(isinstance(f, Hecho) and f.verb in ("a_alcance", "en") for f in value.filters):  # type: ignore[union-attr]
            return []  # «2 remotos de Boya más allá de alcance 2»: a kind is nowhere
        sort = sort_of(value, lexicon)
        if sort in lexicon.data.get("material", {}).get(thing.sort, "").split():  # «mano de cartas de Misión»
            if isinstance(value, Cosa) and not _owned_only(value.filters):
                return [(Hecho("tener", (("quien", It()), ("que", value))),)]
            return []
        if (
            sort in self.containers and thing.sort in lexicon.data.get("placed", "").split()
        ):  # «las naves de este sistema» are in it
            if any(isinstance(f, Hecho) and f.verb == "en" for f in thing.filters):
                return []
            return [(Hecho("en", (("quien", It()), ("donde", value))),)]
        if thing.sort == "valor" and isinstance(value, Cosa) and sort == "numero":
            return [
                (
                    Hecho(
                        "valer",
                        (
                            ("quien", It()),
                            ("que", Rango(value.qty.n, value.qty.n, "a" if value.qty.op == "n" else value.qty.op)),
                        ),
                    ),
                )
            ]
        if isinstance(value, Cosa) and value.qty.op == "masa" and extreme(value) and self.has(thing.sort, value):
            return [(Hecho("tener", (("quien", It()), ("que", value))),)]  # «de mayor coste»
        rules = lexicon.data.get("of", {}).get(thing.sort)
        if rules is None:
            rules = lexicon.data.get("of", {}).get("*", "")
        if thing.sort == "":
            return [(_owned(value),)] if thing.ref == "el" and not thing.filters else []  # «la del atacante»
        if sort == "valor" and sort in rules.split() and thing.sort in ("maniobra", "nave", "tiempo", "plantilla"):
            return [(Hecho("tener", (("quien", It()), ("que", value))),)]  # «maniobra de velocidad 3»
        if (
            thing.sort == "ficha"
            and isinstance(value, Cosa)
            and value.qty.op == "masa"
            and not value.filters
            and sort == "mejora"
        ):
            return []  # «2 fichas de Mejora»: no such token
        if isinstance(value, Nombre) and value.sort == "nombre" and str(lexicon.data["bearer"]) in rules.split():
            return [(_owned(value),)] if not _owned_only(thing.filters) else []  # «2 [carga] de Zam Wesell»
        if isinstance(value, Lista) and any(sort_of(i, lexicon) not in ("cosa", "nombre", *rules.split()) for i in value.items):
            return []  # «una maniobra de inclinación o una maniobra …»: no manoeuvre is a manoeuvre's
        if sort == "cosa" or sort in rules.split():
            if any(isinstance(f, Hecho) and f.verb == "de" and not self._of_keyword(f) for f in thing.filters):
                return []
            return [(_owned(value),)]
        return []

    def _heading(self, thing: Cosa, value: Value) -> Cond | None:
        """«una maniobra de giro ([giro-izquierda] o [giro-derecha])» is one with those icons."""
        items = value.items if isinstance(value, Lista) and value.conj in ("o", "y") else (value,)
        table = self.lexicon.data.get("headings", {})
        facts: list[Hecho] = []
        for item in items:
            if not isinstance(item, Cosa) or item.sort != "maniobra_tipo" or item.noun not in table or item.ref:
                return None
            told = [f for c in item.filters for f in (c.items if isinstance(c, Junto) else (c,)) if isinstance(f, Hecho)]
            known = [_kind(Cual(slug(name), "icono_rumbo")) for name in table[item.noun].split()]
            if any(f not in known for f in told):
                return None  # «de giro ([recto])»
            facts.extend(told or known)
        if thing.sort not in ("maniobra", "plantilla"):
            return None
        return facts[0] if len(facts) == 1 else Junto("o", tuple(facts))

    def _of_keyword(self, fact: Hecho) -> bool:
        """«el valor de PERFORANTE X de un arma»: which value, not whose."""
        value = fact.role("que")
        return value is not None and sort_of(value, self.lexicon) == "palabra_clave"

    def _having(self, value: Value, neg: bool) -> tuple[Cond, ...]:
        """«con 2 fichas» has them; «con [cálculo] en su barra de acciones» is «en cuya barra de acciones figura [cálculo]»."""
        items = value.items if isinstance(value, Lista) and value.conj == "y" and not neg else (value,)
        facts = [self._figures(item, neg) for item in items]
        if not any(facts):
            return (Hecho("tener", (("quien", It()), ("que", value)), neg=neg),)
        return tuple(f or Hecho("tener", (("quien", It()), ("que", i))) for f, i in zip(facts, items, strict=True))

    def _figures(self, value: Value, neg: bool) -> Hecho | None:
        where = value.filters[-1] if isinstance(value, Cosa) and value.filters else None
        place = where.role("donde") if isinstance(where, Hecho) and where.verb == "en" and not where.neg else None
        if not isinstance(value, Cosa) or not isinstance(place, Cosa) or place.sort != "barra":
            return None
        whose = tuple(
            _owned(Pron("duenno", "-", "-", -1)) if isinstance(f, Hecho) and _is_su(f.role("que")) else f for f in place.filters
        )
        if whose == place.filters:
            return None
        bar = replace(place, filters=whose)
        return Hecho("figurar", (("quien", replace(value, filters=value.filters[:-1])), ("en", bar)), neg=neg)

    def _sided(self, thing: Cosa, mod: Mod) -> Cosa | None:
        """«una nave aliada con el defensor», «aliada del defensor»: on whose side, where it is not yours."""
        last = thing.filters[-1] if thing.filters and mod.kind in ("con", "de") else None
        what = last.role("que") if isinstance(last, Hecho) and last.verb == "ser" and len(last.roles) == 2 else None
        takes = self.lexicon.data.get("adj_with", {}).get(what.id) if isinstance(what, Cual) else None
        if takes is None or not isinstance(last, Hecho) or not isinstance(mod.value, (Papel, Cosa)):
            return None
        if not fits(mod.value, frozenset(takes.split()), self.lexicon) or sort_of(mod.value, self.lexicon) == "":
            return None
        return replace(thing, filters=(*thing.filters[:-1], replace(last, roles=(*last.roles, ("con", mod.value)))))

    def has(self, owner: str, value: Value) -> bool:
        """Whether a thing of the first sort can have the second."""
        table = self.lexicon.data.get("has", {})
        allowed = str(table.get(owner, table.get("*", "")))
        sort = sort_of(value, self.lexicon)
        if sort == "numero" and isinstance(value, Cosa):
            return False
        return sort in allowed.split() or sort in ("nombre", "cosa") or "*" in allowed.split()

    def _prep(self, thing: Cosa, prep: str, value: Value) -> Sequence[tuple[Cond, ...] | Cosa]:
        if prep == "a" and thing.sort == "maniobra" and isinstance(value, Cosa) and value.sort == "valor":
            return [(Hecho("tener", (("quien", It()), ("que", value))),)]  # «maniobra a velocidad 3-5»
        last = thing.filters[-1] if thing.filters else None
        if (
            prep == "a"
            and isinstance(value, Cosa)
            and value.noun == "numero"
            and last is not None
            and not self._distance(value)
        ):
            return []  # «adyacente a uno»: to such a thing, not to a number
        if prep == "a" and isinstance(last, Hecho) and last.verb == "ser" and len(last.roles) == 2:
            quality = last.role("que")
            takes = self.lexicon.data.get("adj_takes", {})
            if (
                isinstance(quality, Cual)
                and quality.id in takes
                and not fits(value, frozenset(takes[quality.id].split()), self.lexicon)
            ):
                return []
            if (
                isinstance(quality, Cual) and quality.kind in ("extremo", "relacion") and not self._distance(value)
            ):  # «la más cercana a ese remoto», «adyacente a ti»
                return [replace(thing, filters=(*thing.filters[:-1], replace(last, roles=(*last.roles, ("a", value)))))]
        locks = {told.split()[1] for told in self.lexicon.data.get("same_act", {}).values()}
        if prep in ("a", "contra", "hacia") and thing.noun in locks:
            prep = "sobre"  # «un bloqueo a esa nave»
        if prep == "sobre" and any(isinstance(f, Hecho) and f.verb == "sobre" for f in thing.filters):
            return []  # on one thing
        table = self.lexicon.data.get("preps", {}).get(prep, {})
        sorts = table.get(thing.sort)
        if sorts is None or not fits(value, frozenset(sorts.split()), self.lexicon):
            return []
        if prep in ("fuera_de", "dentro_de"):
            return [(Hecho("en", (("quien", It()), ("donde", value)), neg=prep == "fuera_de"),)]
        return [(Hecho("a" if prep == "hasta_linea" else prep, (("quien", It()), ("que", value))),)]

    # implemented by Clauses
    def only_has(self, vp: Any, owner: Value) -> bool:
        raise NotImplementedError

    def _part(self, part: At, comps: Sequence[Any]) -> Sequence[Any]:
        raise NotImplementedError

    def relative(self, thing: Cosa, value: Any) -> Sequence[tuple[Cond, ...] | Cosa]:
        raise NotImplementedError

    def gerund(self, thing: Cosa, value: Any) -> Sequence[tuple[Cond, ...]]:
        raise NotImplementedError

    def participle(self, thing: Cosa, value: Any) -> Sequence[tuple[Cond, ...]]:
        raise NotImplementedError

    def asked(self, thing: Cosa, infs: Any) -> Sequence[tuple[Cond, ...]]:
        raise NotImplementedError

    def mod_de(self, _de: At, value: Value) -> Sequence[Mod]:
        return (Mod("de", value),)

    def mod_de_inf(self, _de: At, infs: Any) -> Sequence[Mod]:
        return (Mod("asks", infs),)

    def mod_de_o(self, *parts: Any) -> Sequence[Mod]:
        values = tuple(part for part in parts if not isinstance(part, tuple))
        conj = next(part[1].id for part in parts if isinstance(part, tuple) and part[1].cls in ("O", "Y", "NI"))
        return (Mod("de_o", (conj, values)),)

    def mod_adj(self, word: At) -> Sequence[Mod]:
        return (Mod("adj", (word[1],)),)

    def mod_adj_o(self, a: At, conj: At, b: At) -> Sequence[Mod]:
        return (Mod("adj_o", (a[1], b[1])),) if agree(a[1].number, b[1].number) else ()

    def mod_keyword(self, *parts: Any) -> Sequence[Mod]:
        return (Mod("keyword", parts[-1], "de" if len(parts) > 1 else ""),)

    def mod_icons(self, icons: Any) -> Sequence[Mod]:
        return (Mod("icons", icons),)

    def mod_not(self, _no: At, word: At) -> Sequence[Mod]:
        return (Mod("not", word[1]),)

    def mod_not_part(self, _no: At, part: At, *comps: Any) -> Sequence[Mod]:
        return (Mod("not_part", (part, comps)),)

    def mod_not_de(self, _no: At, _de: At, value: Value) -> Sequence[Mod]:
        return (Mod("not_de", value),)

    def mod_not_move(self, _no: At, word: At) -> Sequence[Mod]:
        return (Mod("not_move", word[1].id),)

    def wheres(self, *parts: Mod) -> Sequence[tuple[Mod, ...]]:
        return (parts,)

    def mod_wheres(self, *parts: Any) -> Sequence[Mod]:
        """Places of which one will do; one of several words, or it is a list of nouns."""
        options = tuple(part for part in parts if isinstance(part[0], Mod))
        if all(len(option) == 1 and option[0].kind == "p" and option[0].prep == options[0][0].prep for option in options):
            return ()  # «contra ti o contra una figura amiga» is one list
        return (Mod("wheres", options),)

    def mod_where_rel(self, where: tuple[Mod, ...], conj: At, rel: Any) -> Sequence[Mod]:
        return (Mod("where_rel" if conj[1].id == "o" else "where_and_rel", (where, rel)),)

    def mod_more(self, word: At) -> Sequence[Mod]:
        return (Mod("more", word[1].id),)

    def mod_beyond(self, more: At, word: At, _que: At, value: Value) -> Sequence[Mod]:
        return (Mod("beyond", (more[1].id, word[1], value)),)

    def mod_rel_beyond(self, rel: Any, _y: At, more: At, word: At, _que: At, value: Value) -> Sequence[Mod]:
        return (Mod("rel_beyond", (rel, (more[1].id, word[1], value))),)

    def mod_shift(self, *parts: Any) -> Sequence[Mod]:
        """«superior o inferior en 1 punto a la original»."""
        _, word = parts[0]
        number = _number([p for p in parts if isinstance(p, tuple)])
        noun = next((p[1] for p in parts if isinstance(p, tuple) and p[1].cls == "N"), None)
        if noun is not None and noun.id not in ("punto", "nivel"):
            return ()
        other = next((p for p in parts if not isinstance(p, tuple)), None)
        roles: tuple[tuple[str, Value], ...] = (("que", Cual(word.id, "desvio")), ("cuanto", Cual(number, "numero")))
        return (Mod("shift", roles if other is None else (*roles, ("de", other))),)

    def mod_between(self, prep: At, low: At, _y: At, high: At) -> Sequence[Mod]:
        if prep[1].id != "entre" or not (low[1].id.isdigit() and high[1].id.isdigit()) or int(low[1].id) >= int(high[1].id):
            return ()
        return (Mod("between", Rango(low[1].id, high[1].id)),)

    def where(self, value: Any) -> Sequence[Mod]:
        return (Mod("range", value),)

    def where_dist(self, _a: At, value: Any) -> Sequence[Mod]:
        return (Mod("range", value),)

    def where_p(self, prep: At, value: Value) -> Sequence[Mod]:
        return (Mod("en", value, "en") if prep[1].cls == "EN" else Mod("p", value, prep[1].id),)

    def mod_places(self, *parts: Any) -> Sequence[Mod]:
        return (Mod("places", tuple(p for p in parts if isinstance(p, Mod))),)

    def mod_hasta(self, _word: At, value: Value) -> Sequence[Mod]:
        return (Mod("p", value, "hasta_linea"),)

    def mod_follows(self, _colon: At) -> Sequence[Mod]:
        return (Mod("follows", None),)

    def mod_reach(self, _de: At, icon: At) -> Sequence[Mod]:
        return (Mod("between", Rango(_reach(icon[1].id), _reach(icon[1].id))),) if "measured" in self.lexicon.data else ()

    def mod_during(self, _word: At, value: Value) -> Sequence[Mod]:
        return (Mod("during", value),) if lasts(value, self.lexicon) else ()

    def mod_por(self, _word: At, value: Value) -> Sequence[Mod]:
        return (Mod("p", value, "por_causa"),)

    def mod_part_adv(self, adv: At, part: At, *comps: Any) -> Sequence[Mod]:
        return (Mod("part", (part, comps, False)),) if adv[1].id in ("ya", "todavia", "recien") else ()

    def mod_ger(self, ger: At, *comps: Any) -> Sequence[Mod]:
        return (Mod("ger", (ger, comps)),)

    def mod_without(self, _sin: At, verb: At) -> Sequence[Mod]:
        return (Mod("without", verb[1]),) if not verb[1].clitics else ()

    def mod_con(self, _con: At, value: Value) -> Sequence[Mod]:
        return (Mod("con", value),)

    def mod_sin(self, _sin: At, value: Value) -> Sequence[Mod]:
        if isinstance(value, Cosa) and value.qty.op in ("masa", "algun", "ningun"):
            value = replace(value, qty=SOME)
        return (Mod("sin", value),)

    def mod_en(self, _en: At, value: Value) -> Sequence[Mod]:
        return (Mod("en", value),)

    def mod_a(self, _a: At, value: Value) -> Sequence[Mod]:
        return (Mod("p", value, "a"),)

    def mod_p(self, prep: At, value: Value) -> Sequence[Mod]:
        return (Mod("p", value, prep[1].id),)

    def mod_p_list(self, prep: At, a: Value, conj: At, again: At, b: Value) -> Sequence[Mod]:
        return (Mod("p", Lista(conj[1].id, (a, b)), prep[1].id),) if prep[1].id == again[1].id else ()

    def mod_range(self, value: Any) -> Sequence[Mod]:
        return (Mod("range", value),)

    def mod_dist(self, _a: At, value: Any) -> Sequence[Mod]:
        return (Mod("range", value),)

    def mod_rel(self, *parts: Any) -> Sequence[Mod]:
        return (Mod("rel", parts[-1]),)

    def mod_qty(self, word: At) -> Sequence[Mod]:
        return (Mod("qty", word[1].id),)

    def mod_rel_y(self, a: Any, _y: At, clause: Any) -> Sequence[Mod]:
        return (Mod("rels", ("y", (a, ("", clause)))),)

    def mod_rel_o(self, a: Any, _o: At, clause: Any) -> Sequence[Mod]:
        return (Mod("rels", ("o", (a, ("", clause)))),) if "continues" in self.lexicon.data else ()

    def where_adj(self, word: At, _a: At, value: Value) -> Sequence[Mod]:
        return (Mod("near", (word[1], value)),) if word[1].sort == "relacion" else ()

    def mod_choice(self, word: At) -> Sequence[Mod]:
        return (Mod("choice", Yo()),) if word[1].id == "yo" and "continues" in self.lexicon.data else ()

    def mod_en_adv(self, adv: At, _en: At, value: Value) -> Sequence[Mod]:
        return (Mod("en", value),) if adv[1].id in ("todavia", "ya") else ()

    def mod_rels(self, a: Any, conj: At, b: Any) -> Sequence[Mod]:
        return (Mod("rels", (conj[1].id, (a, b))),)

    def mod_part(self, *parts: Any) -> Sequence[Mod]:
        no = parts[0][1].cls == "NO"
        part, comps = parts[int(no)], parts[int(no) + 1 :]
        found = self._part(part, comps)
        return [Mod("part", (part, comps, no)) for _ in found] or found

    def mod_parts(self, *parts: Any) -> Sequence[Mod]:
        """«situada a alcance 2 o situada a alcance 3»."""
        conj = next(i for i, p in enumerate(parts) if isinstance(p, tuple) and p[1].cls in ("O", "Y"))
        return (
            Mod("parts", (parts[conj][1].id, ((parts[0], parts[1:conj], False), (parts[conj + 1], parts[conj + 2 :], False)))),
        )

    def mod_compare(self, value: Any) -> Sequence[Mod]:
        return (Mod("compare", value),)

    def mod_other(self, _word: At, value: Value) -> Sequence[Mod]:
        return (Mod("other", value),)

    def mod_as(self, _que: At, value: Value) -> Sequence[Mod]:
        return (Mod("as", value),)

    def mod_except(self, _word: At, value: Value) -> Sequence[Mod]:
        return (Mod("except", value),)

    def mod_each(self, _word: At, value: Value) -> Sequence[Mod]:
        return ()

    def comparison(self, op: At, value: Value) -> Sequence[tuple[str, Value]]:
        bare = isinstance(value, Cosa) and value.noun == "" and value.qty.op == "n" and not value.filters
        return ((op[1].id, value),) if not isinstance(value, Yo) and not bare else ()

    # ---- coordination
    def npc_y(self, *parts: Any) -> Sequence[Value]:
        return self._listed("y", parts)

    def npc_aside(self, first: Value, _comma: At, o: At, other: Value, _again: At) -> Sequence[Value]:
        """«tú, o una nave aliada a alcance 0-1, …»: only beside you, or the commas are the sentence's."""
        return self._listed("o", (first, o, other)) if isinstance(first, Yo) else ()

    def npc_o(self, *parts: Any) -> Sequence[Value]:
        return self._listed("o", parts)

    def _listed(self, conj: str, parts: Sequence[Any]) -> Sequence[Value]:
        items = [part for part in parts if not isinstance(part, tuple)]
        first = items[0]
        if isinstance(first, (Yo, Pron)) and len(items) < 2:
            return ()
        if any(headless(item) and isinstance(item, Cosa) and not item.filters for item in items):
            return ()  # a bare number in a list is a number
        if isinstance(first, Cosa) and first.noun == "numero" and any(sort_of(i, self.lexicon) != "numero" for i in items[1:]):
            return ()  # «2 o 3 cazas»: no list of a number and ships
        if isinstance(first, Cosa):
            head = first
            items = [
                self._same_kind(head, item) if isinstance(item, Cosa) and item.noun == "" and head.noun else item
                for item in items
            ]
        items = _shared(items)
        if any(isinstance(item, Cosa) and item.noun in ("", "numero") and not item.filters for item in items[1:]):
            return ()  # a number alone is not a thing
        if items[0] == Yo() and len(items) == 3:  # «tú o un Droide o Vehículo»
            pair = self._one_of_traits(conj, _shared(items[1:]))
            items = [Yo(), pair] if pair is not None else items
        one = self._one_of_traits(conj, items)
        if one is not None:
            return (one,)
        shown = [
            isinstance(item, Cosa) and (item.number == "-" or _icon_kind(item) == "rumbo") for item in items
        ]  # «impacto crítico» is a noun of its own
        items = [self._told_icon(first, item) for item in items]
        items = [self._same_noun(first, item) for item in items]
        bare = any(alone and _bare_icon(item) for alone, item in zip(shown[1:], items[1:], strict=True))
        items = [_some_of(first, item) for item in items]
        if isinstance(first, Cosa) and not first.ref and first.qty.op in ("n", "todos", "ningun", "entre", "hasta", "al_menos"):
            mixed = first.number == "p" and first.qty.op in ("n", "entre", "hasta", "al_menos")
            if mixed and any(_undetermined(i) and isinstance(i, Cosa) and i.number == "-" for i in items):
                return ()  # «2 o 3 cazas TIE/fo o TIE/sf»: of both together, or of one of them?
            items = [replace(i, qty=first.qty) if _undetermined(i) else i for i in items]  # «cualquier nave o dispositivo»
        if bare and not _bare_icon(first):
            return ()  # «resultado [impacto] o [crítico]» is one noun with two icons; an icon alone is no thing of a list
        if bare and _icon_kind(first) == _icon_kind(items[-1]):
            return ()
        if any(_undetermined(item) for item in items[1:]) and not _undetermined(first):
            return ()  # «el tablero o nave»
        named = isinstance(first, Cosa) and any(isinstance(f, Hecho) and f.verb == "llamar" for f in first.filters)
        if named and any(isinstance(item, Nombre) for item in items[1:]):
            return ()  # «un aliado "Ala Roja" o "Ala Azul"»: the names are joined
        if isinstance(first, Cosa) and any(self._same_place(first, item) for item in items[1:]):
            return ()  # «una nave en tu arco frontal o tu arco trasero»: the places are
        if all(_bare_icon(item) for item in items) and len({_icon_kind(item) for item in items}) > 1:
            return ()
        sorts = {sort_of(item.items[0] if isinstance(item, Lista) else item, self.lexicon) for item in items}
        if sorts & {"tipo_ficha"} and len(sorts) > 1:
            return ()
        return (Lista(conj, tuple(items)),)

    def _same_noun(self, first: Value, item: Value) -> Value:
        """«un ataque principal o [arco-torreta]»: an icon that may follow the first noun is of that noun."""
        if (
            not isinstance(first, Cosa)
            or not isinstance(item, Cosa)
            or item is first
            or not _bare_icon(item)
            or _icon_kind(first)
        ):
            return item
        if (
            first.sort not in self.lexicon.nouns
            or item.sort not in self.lexicon.data.get("icons_after", {}).get(first.sort, "").split()
        ):
            return item
        if first.noun == first.sort:
            return item
        return replace(item, noun=first.sort, sort=first.sort, qty=first.qty, gender=first.gender, number=first.number)

    def _same_place(self, first: Cosa, item: Value) -> bool:
        sort = sort_of(item, self.lexicon)
        return first.sort != sort and any(
            isinstance(f, Hecho)
            and f.verb == "en"
            and (where := f.role("donde")) is not None
            and sort_of(where, self.lexicon) == sort
            for f in first.filters
        )

    def _one_of_traits(self, conj: str, items: list[Any]) -> Cosa | None:
        """«un Droide o Vehículo amigo»: one figure, with either trait."""
        traits = self.lexicon.data.get("traits", "").split()
        first: Any = items[0]
        if (
            conj != "o"
            or not isinstance(first, Cosa)
            or not all(
                isinstance(i, Cosa) and i.noun in traits and (i.qty, i.ref, i.filters) == (first.qty, first.ref, first.filters)
                for i in items
            )
        ):
            return None
        noun = str(self.lexicon.data["bearer"])
        either = Junto("o", tuple(_kind(Cual(i.noun, "rasgo_fijo")) for i in items))
        return replace(first, noun=noun, sort=noun, gender="-", filters=(*first.filters, either))

    def _told_icon(self, first: Value, item: Value) -> Value:
        """«una acción [impulso] roja o [tonel-volado] roja»: the second icon with its adjective is of the same noun."""
        if (
            not isinstance(first, Cosa)
            or not isinstance(item, Cosa)
            or item is first
            or (first.noun == first.sort and first.noun not in self.lexicon.nouns)
        ):
            return item
        own = len(first.filters) > 1  # «una acción [impulso] o [tonel-volado] roja»: the adjective is the action's
        if (
            own
            and item.noun == item.sort
            and item.qty.op == "masa"
            and len(item.filters) > 1
            and _icon_kind(first) == _icon_kind(item)
        ):
            return replace(item, noun=first.noun, sort=first.sort, qty=first.qty, gender=first.gender, number=first.number)
        return item

    # ---- ranges
    def range(self, *parts: Any) -> Sequence[tuple[str, str, Value | None, str]]:
        of = parts[-1] if not isinstance(parts[-1], tuple) or isinstance(parts[-1], Of) else None
        value = next((p for p in parts if isinstance(p, Rango)), None)
        if value is None:
            icon = next(
                word for _, word in (p for p in parts if isinstance(p, tuple) and not isinstance(p, Of)) if word.cls == "RICON"
            )
            value = Rango(_reach(icon.id), _reach(icon.id))
        owner = of.value if isinstance(of, Of) else None
        return ((value.desde, value.hasta, owner, "a"),)

    def range_o(self, *parts: Any) -> Sequence[tuple[str, str, Value | None, str]]:
        low, high = (_reach(p[1].id) for p in parts if isinstance(p, tuple) and p[1].cls in ("RICON", "NUM"))
        owner = parts[-1].value if isinstance(parts[-1], Of) else None
        return ((low, high, owner, "a"),) if low.isdigit() and high.isdigit() and int(high) == int(low) + 1 else ()

    def range_in(self, *parts: Any) -> Sequence[tuple[str, str, Value | None, str]]:
        mode = parts[0][1].id
        beyond = mode == "mas_alla"
        return [(low, high, _of_all(of) if beyond else of, mode) for low, high, of, _ in self.range(*parts)]

    def of(self, _de: At, value: Value) -> Sequence["Of"]:
        if isinstance(value, Lista) and any(isinstance(item, (Yo, Pron)) or item == Papel("yo") for item in value.items):
            return ()  # «a 2 casillas de ti y 1 casilla vacía»: a pronoun is joined to nothing without its preposition again
        if isinstance(value, (Cosa, Yo, Papel, Pron, Nombre, Lista)) and self._measured_from(value):
            return (Of(value),)
        return ()

    def _measured_from(self, value: Value) -> bool:
        sort = sort_of(value, self.lexicon)
        return (
            sort not in ("numero", "tiempo", "ficha", "movimiento", "valor", "dado", "resultado")
            or sort in str(self.lexicon.data.get("placed", "")).split()
        )

    def span_value(self, *parts: At) -> Sequence[Rango]:
        first = parts[0][1]
        if first.cls == "RANGE":
            low, high = first.id.split("-")
            return (Rango(low, high),) if _rising(first.id) else ()
        if len(parts) == 1:
            return (Rango(first.id, first.id),)
        last = parts[-1][1].id
        return (Rango(first.id, last),) if first.id.isdigit() and last.isdigit() and int(last) == int(first.id) + 1 else ()

    def np_dist(self, dist: Rango, *of: "Of") -> Sequence[tuple[str, str, Value | None, str]]:
        return ((dist.desde, dist.hasta, of[0].value if of else None, dist.modo),)

    def core_dist(self, *parts: At) -> Sequence[Rango]:
        number = _number(parts)
        beyond = next((word.cls for _, word in parts if word.cls in ("MAS_DE", "MENOS_DE")), None)
        if beyond is not None:
            if not number.isdigit():
                return ()
            number = str(int(number) + (1 if beyond == "MAS_DE" else -1))
            return (Rango(number, number, "al_menos" if beyond == "MAS_DE" else "hasta"),)
        marks = [word.id for _, word in parts if word.cls in ("O_MAS", "O_MENOS")]
        if len(marks) > 1:
            return ()
        mode = marks[0] if marks else self.lexicon.data.get("bare_distance", "n")
        return (Rango(number, number, mode),)


@node
class Of(Node):
    value: Value


def _of_all(value: Value | None) -> Value | None:
    """«más allá de alcance 2 de cualquier nave»: of all of them."""
    if isinstance(value, Lista):
        return replace(value, items=tuple(item for item in map(_of_all, value.items) if item is not None))
    return replace(value, qty=EVERY) if isinstance(value, Cosa) and value.qty == ONE and not value.ref else value


def _icon_kind(value: Value) -> str:
    """The kind of the icons that a thing is told by."""
    if not isinstance(value, Cosa):
        return ""
    for cond in value.filters:
        fact = cond.items[0] if isinstance(cond, Junto) else cond
        quality = fact.role("que") if isinstance(fact, Hecho) and fact.verb == "ser" else None
        if isinstance(quality, Cual) and (quality.kind.startswith("icono_") or quality.kind == "rumbo"):
            return quality.kind
    return ""


def _bare_icon(value: Value) -> bool:
    return (
        isinstance(value, Cosa)
        and ((value.noun == value.sort and value.qty.op == "masa") or (_icon_kind(value) == "rumbo" and value.qty == ONE))
        and _icon_kind(value) != ""
    )


def _some_of(first: Value, item: Value) -> Value:
    """«1 de tus resultados de cara vacía o resultados [impacto]»: one, of either kind, of yours."""
    if item is first or not isinstance(first, Cosa) or not isinstance(item, Cosa) or item.noun != first.noun:
        return item
    if first.qty.op not in ("n", "hasta") or item.qty != SOME or item.ref or item.number != "p":
        return item
    owner = tuple(f for f in first.filters if isinstance(f, Hecho) and f.verb == "de" and f not in item.filters)
    return replace(item, qty=first.qty, number=first.number, filters=(*item.filters, *owner)) if owner else item


def _undetermined(value: Value) -> bool:
    """A singular noun without a determiner of its own, or of the first of its list."""
    if not isinstance(value, Cosa) or value.qty.op != "masa" or value.sort not in COUNTED:
        return False
    return value.number == "s" or (value.number == "-" and not value.noun.endswith("s"))  # «caza TIE/sf», not «desechos»


COUNTED = frozenset({"nave", "obstaculo", "lugar", "remoto", "dispositivo", "objeto", "ficha", "dado"})
"""Sorts whose nouns need a determiner in the singular."""


def _shared(items: list[Any]) -> list[Any]:
    """«los Droides y Vehículos amigos», «un arma o tipo de ataque [cuerpo-a-cuerpo]»: a noun without a determiner of its own
    shares that of the first, and what is said after the last is said of all."""
    first, last = items[0], items[-1]
    if (
        not all(isinstance(i, Cosa) and (i.sort == first.sort or _only_where(last)) and i.noun for i in items)
        or first.filters
        or (first.qty.op in ("masa", "algun") and first.ref == "")
    ):
        return items
    if any(i.ref or i.qty.op not in ("masa", "algun") or i.number != first.number for i in items[1:]) or any(
        i.filters for i in items[1:-1]
    ):
        return items
    icons = all(
        isinstance(f, Hecho) and isinstance(what := f.role("que"), Cual) and what.kind.startswith("icono_")
        for f in last.filters
    )
    if first.number != "p" and not icons and first.gender != last.gender and not _only_where(last):
        return items
    if len({i.noun for i in items}) == 1:  # «una acción o acción gratuita»: the noun is told again to be told apart
        return [replace(i, qty=first.qty, ref=first.ref) for i in items]
    return [replace(i, qty=first.qty, ref=first.ref, filters=last.filters) for i in items]


def _only_where(thing: Value) -> bool:
    """«cada nave y remoto a alcance 0-1»: a place agrees with nothing."""
    return (
        isinstance(thing, Cosa)
        and bool(thing.filters)
        and all(isinstance(f, Hecho) and f.verb in ("a_alcance", "en") for f in thing.filters)
    )


def _new(thing: Cosa, made: Sequence[Any]) -> tuple[Cond, ...]:
    """What a modifier adds to the noun."""
    first = made[0] if made else ()
    return first.filters[len(thing.filters) :] if isinstance(first, Cosa) else tuple(first)


def _says_kind(mod: Mod) -> bool:
    values = mod.value[1] if mod.kind == "de_o" else (mod.value,) if mod.kind == "de" else ()
    return any(isinstance(v, Cual) or (isinstance(v, Lista) and isinstance(v.items[0], Cual)) for v in values)


def _reach(icon: str) -> str:
    """[alcance-1] is «alcance 1»."""
    number = icon.removeprefix("alcance_")
    return number if number.isdigit() else icon


@node
class Least(Node):
    n: str


def _number(parts: Sequence[At]) -> str:
    return next(word.id for _, word in parts if word.cls == "NUM")


def _ordinal(cond: Cond) -> bool:
    value = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "ser" else None
    return isinstance(value, Cual) and value.kind == "orden"


def _number_of(qty: Qty) -> str:
    return "s" if qty == ONE or qty.op in ("ningun", "algun") else "p" if qty.op == "n" else "-"


def _rising(text: str) -> bool:
    low, high = text.split("-")
    return int(low) < int(high)


def _named_step(thing: Cosa, name: str) -> Cosa:
    return replace(thing, filters=(*thing.filters, Hecho("llamar", (("quien", It()), ("que", Nombre(name))))))


def _is(word: Word) -> Hecho:
    name = word.id.removeprefix("!")  # «sin restricciones» is not «limitado»
    return Hecho("ser", (("quien", It()), ("que", Cual(name, word.sort))), neg=name != word.id)


def _kind(value: Cual) -> Hecho:
    return Hecho("ser", (("quien", It()), ("que", value)))


def _is_any(icons: tuple[Word, ...], conj: str) -> Cond:
    facts = tuple(Hecho("ser", (("quien", It()), ("que", Cual(icon.id, "icono_" + icon.sort)))) for icon in icons)
    return facts[0] if len(facts) == 1 else Junto("o", facts)


def _furthest(thing: Cosa) -> bool:
    """«la puerta más alejada» of what comes after it."""
    last = thing.filters[-1] if thing.filters else None
    return isinstance(last, Hecho) and last.role("que") == Cual("mas_alejado", "extremo") and last.role("a") is None


def _has_value(thing: Cosa) -> bool:
    return any(isinstance(f, Hecho) and f.verb == "valer" for f in thing.filters)


def extreme(thing: Cosa) -> bool:
    """Whether it is the most or the least of a measure: «mayor coste», «menos Vida»."""
    return any(_of_kind(f, "medida") for f in thing.filters)


def _moves(thing: Cosa, ids: str) -> Cosa:
    facts = tuple(Hecho("ser", (("quien", It()), ("que", Cual(name, "rumbo")))) for name in ids.split(","))
    return replace(thing, filters=(*thing.filters, facts[0] if len(facts) == 1 else Junto("o", facts)))


def _owned(value: Value) -> Hecho:
    return Hecho("de", (("quien", It()), ("que", value)))


def _is_su(value: Value | None) -> bool:
    return isinstance(value, Pron) and value.kind == "su"


def _owned_only(filters: Sequence[Cond]) -> bool:
    return any(isinstance(f, Hecho) and f.verb == "de" for f in filters)


def _has_kind(thing: Cosa) -> bool:
    return any(_of_kind(f, "tipo_ficha") for f in thing.filters)


def _of_kind(cond: Cond, kind: str) -> bool:
    """Whether a quality of that kind is said."""
    what = cond.role("que") if isinstance(cond, Hecho) else None
    return isinstance(what, Cual) and what.kind == kind


def _bare_type(mod: Mod) -> bool:
    return mod.kind == "de" and isinstance(mod.value, Cosa) and mod.value.sort == "tipo" and not mod.value.filters


def _denied(cond: Cond) -> Cond:
    if isinstance(cond, Hecho):
        return replace(cond, neg=not cond.neg)
    return Junto("y" if cond.op == "o" else "o", tuple(_denied(item) for item in cond.items))


def _one(conds: tuple[Cond, ...]) -> Cond:
    return conds[0] if len(conds) == 1 else Junto("y", conds)
