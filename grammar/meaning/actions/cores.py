"""Actions for the cores of noun phrases: nouns, icons, names, pronouns, amounts, keywords."""

from collections.abc import Sequence
from typing import Any

from grammar.chart import HOPELESS
from grammar.lexicon.words import Word
from grammar.meaning.actions.filters import Filters
from grammar.meaning.actions.things import (
    SO_MANY,
    At,
    Least,
    Mod,
    Post,
    Pre,
    agree,
    is_any_icon,
    kind_fact,
    moves_of,
    number_said,
    owned_fact,
    sort_of,
)
from grammar.meaning.keywords import coined, conversion, keyword, term_for
from grammar.meaning.node import replace
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
    Value,
    Yo,
)  # fmt: skip

MOST_BEFORE = 6
"""What stands before a noun: «todas las demás 2 …» has four."""


class Cores(Filters):
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
            thing = replace(thing, noun=name, sort=known.sort, filters=(kind_fact(Cual(quality, kind)),))
            made = self._built(thing, pre, post)
            return [replace(m, gender="-") if isinstance(m, Cosa) else m for m in made]
        face = self.lexicon.data.get("faces", {}).get(noun.id)
        if face is not None:  # «un impacto» is a result [impacto]
            thing = replace(thing, noun="resultado", filters=(kind_fact(Cual(face, "icono_resultado")),))
        return self._built(thing, pre, post)

    def core_icon(self, *parts: Any) -> Sequence[Value]:
        at = next(i for i, part in enumerate(parts) if isinstance(part, tuple))
        pre, (conj, icons, first), post = parts[:at], parts[at], parts[at + 1 :]
        found: list[Value] = []
        for icon in icons[:1]:
            if icon.sort in self.lexicon.data.get("bare_icons", "").split():
                place = next((p.at for p in pre if p.at >= 0), first)
                plain = icons == (icon,) and icon.id in self.lexicon.data.get("plain_icons", "").split()
                kinds: tuple[Cond, ...] = () if plain else (is_any_icon(icons, conj),)
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
        if noun not in self.lexicon.nouns or word.sort not in ("nombre", noun) or any(p.kind == "adj" for p in parts[:at]):
            return ()
        name = Nombre(self.lexicon.names.get(word.id, word.id), word.sort)
        thing = Cosa(noun, noun, THE, number="s", at=place, filters=(Hecho("llamar", (("quien", It()), ("que", name))),))
        post = [Post("adj", (adj,)) for _, adj in parts[at + 1 :]]
        return self._built(thing, parts[:at], post)

    def core_counted_name(self, qty: Qty, *parts: At) -> Sequence[Value]:
        """«1 Actis Eta-2 o V-wing de clase Nimbus»: so many ships of that type."""
        noun = str(self.lexicon.data["bearer"])
        if "counted_names" not in self.lexicon.data or qty.op not in ("n", "hasta"):
            return ()
        names = [Post("name", word) for _, word in parts if word.cls == "NAME"]
        word = self.lexicon.nouns[noun]
        ship = Cosa(noun, noun, qty, gender=word.gender, number="s" if qty.n == "1" else "p", at=parts[0][0])
        post = names if len(names) == 1 else [Post("names", tuple(post.value for post in names))]
        return self._built(ship, [Pre("qty", qty, parts[0][0])], post)

    def core_pron(self, word: At) -> Sequence[Value]:
        at, pron = word
        if pron.id in ("yo", "tu"):
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
        """«ninguna de tus unidades», «alguna de esas cartas», «otro de tus dados»."""
        word = det[1]
        if word.id == "otro" and word.number == "s" and isinstance(whole, Cosa) and agree(word.gender, whole.gender):
            other = Hecho("otro", (("quien", It()),))
            found = [made for made in self.core_part(ONE, _de, whole) if isinstance(made, Cosa) and made.ref == ""]
            return [replace(made, filters=(*made.filters, other)) for made in found if other not in made.filters]
        if word.id == "cualquier" and isinstance(whole, Cosa) and word.number == "s":
            if any(isinstance(f, Hecho) and f.role("que") == Cual("siguiente", "orden") for f in whole.filters):
                return ()  # «cualquiera de los siguientes requisitos»: of a list that is not read
            return [replace(made, number="s") for made in self.core_part(ONE, _de, whole) if isinstance(made, Cosa)]
        if word.id not in ("ningun", "algun") or not isinstance(whole, Cosa) or not agree(word.gender, whole.gender):
            return ()
        return [replace(made, number="s") for made in self.core_part(Qty(word.id), _de, whole) if isinstance(made, Cosa)]

    def core_equal(self, _word: At, thing: Value, comparison: tuple[str, Value]) -> Sequence[Value]:
        """«una cantidad de daño igual a tu Ataque»: as much as that."""
        op, value = comparison
        if not isinstance(thing, Cosa) or thing.ref or thing.qty.op not in ("algun", "masa") or self.is_somebody(value):
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

    def core_icon_of(self, qty: Qty, icons: Any, de: At, noun: At) -> Sequence[Value]:
        """«1 [crítico] de daño» is «1 de daño [crítico]»."""
        return self.core_amount(qty, de, noun, Post("icons", icons))

    def core_amount_icon(self, qty: Qty, _de: At, icons: Any) -> Sequence[Value]:
        return self.core_icon(Pre("qty", qty, -1), icons) if "continues" in self.lexicon.data and not icons[0] else ()

    def core_any_of(self, _word: At, whole: Value) -> Sequence[Value]:
        if isinstance(whole, Cosa) and whole.number != "s" and whole.qty.op in ("el", "todos", "algun", "masa"):
            return (replace(whole, qty=Qty("cualquiera"), ref=""),)
        return ()

    def core_as_wished(self, word: At, whole: Value, _wish: At) -> Sequence[Value]:
        return self.core_any_of(word, whole)

    def core_that_many(self, *parts: Any) -> Sequence[Value]:
        """«esa misma cantidad de naves»: as many as were told before; «hasta esa cantidad»: or fewer."""
        word, whole = parts[-2:]
        most = any(isinstance(part, tuple) and part[1].cls == "HASTA" for part in parts)
        mass = isinstance(whole, Cosa) and whole.sort in self.lexicon.data.get("amounts", "").split()
        if (
            not isinstance(whole, Cosa)
            or (whole.number == "s" and not mass)
            or whole.ref not in ("", "el")
            or whole.qty.op not in ("algun", "todos", "masa")
        ):
            return ()
        told = Pron("esa_cantidad", "-", "-", word[0])
        many = Hecho("cantidad", (("quien", It()), ("menor_igual" if most else "igual", told)))
        return (replace(whole, qty=Qty("segun"), ref="", filters=(*whole.filters, many)),)

    def core_equal_aside(self, word: At, thing: Value, _comma: At, where: Any, _again: At, compared: Any) -> Sequence[Value]:
        """«un número de naves, a alcance 1, igual al de cargas»: where they are, between commas."""
        if not isinstance(thing, Cosa):
            return ()
        near = [
            replace(thing, filters=(*thing.filters, *c)) for c in self.conds(thing, Mod("range", where)) if isinstance(c, tuple)
        ]
        return [made for one in near for made in self.core_equal(word, one, compared)]

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
        theirs = Cuenta(replace(whole, qty=EVERY, filters=(*whole.filters, owned_fact(owner)), at=-1))
        many = Hecho("cantidad", (("quien", It()), ("igual", theirs)))
        return (replace(whole, qty=Qty("segun"), filters=(*whole.filters, many)),)

    def core_as_many_as(self, *parts: Any) -> Sequence[Value]:
        """«hasta tantos dados como el número de naves»."""
        thing, other = (part for part in parts if not isinstance(part, tuple))
        most = any(isinstance(part, tuple) and part[1].cls == "HASTA" for part in parts)
        mass = isinstance(thing, Cosa) and thing.sort in self.lexicon.data.get("amounts", "").split()
        if not isinstance(thing, Cosa) or (thing.number != "p" and not mass) or thing.qty.op not in ("algun", "masa"):
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
        if len(parts) > MOST_BEFORE:
            return HOPELESS  # «esa esa esa …»
        at = next((p.at for p in parts if p.at >= 0), -1)
        qty = next((p.value for p in parts if p.kind == "qty"), None)
        if qty is not None and len(parts) == 1:
            return (Cosa("", "", qty, at=at), Cuenta(Nombre("")) if False else Cosa("numero", "numero", qty, at=at))
        det = next((p.value for p in parts if p.kind == "det"), None)
        if det is not None and len(parts) == 1 and (det.id, det.gender) == ("un", "m"):
            return ()  # alone it is «uno»
        if det is not None and det.id in ("este", "ese", "tu", "su", "cada", "cualquier") and len(parts) == 1:
            return ()  # «este» alone is a pronoun, with its accent or without
        gender = next((p.value.gender for p in parts if p.kind in ("det", "adj") and p.value.gender != "-"), "-")
        number = next((p.value.number for p in parts if p.kind in ("det", "adj") and p.value.number != "-"), "-")
        if det is None and qty is None:
            return ()
        if [p.value.id for p in parts if p.kind in ("det", "adj")] == ["el", "mismo"] and len(parts) == 2:
            same = self._built(Cosa("", "", THE, gender=gender, number=number, at=at), parts, ())
            return (Pron("este", gender, number, at), *same)  # «el líder de la misma»: of what was just told
        never = self.lexicon.data.get("never_headless", "").split()
        if any(p.kind == "least" or (p.kind == "adj" and (p.value.id in never or self._noun_too(p.value))) for p in parts):
            return ()  # «un Rebelde» is a noun there
        return self._built(Cosa("", "", THE, gender=gender, number=number, at=at), parts, ())

    def core_so_many_more(self, number: At, word: At) -> Sequence[Value]:
        """«vaya a ganar fichas de Orden, gana 1 menos»: of what the moment tells."""
        if not number[1].id.isdigit():
            return ()
        more = Hecho("ser", (("quien", It()), ("que", Cual({"mas": "adicional", "menos": "menos"}[word[1].id], "rasgo"))))
        return (Cosa("", "", Qty("n", number[1].id), filters=(more,), at=number[0]),)

    def _noun_too(self, word: Word) -> bool:
        """«el enemigo» is a noun; «la enemiga» is the one told before."""
        noun = self.lexicon.nouns.get(word.id)
        return noun is not None and agree(noun.gender, word.gender)

    def core_rest(self, det: At, _rest: At) -> Sequence[Value]:
        """«quédate con 1 y descarta el resto»: all the others."""
        others = Cosa("", "", EVERY, "el", "-", "p", (Hecho("otro", (("quien", It()),)),), det[0])
        return (others,) if det[1].id == "el" else ()

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
        """«tantas minas»: as many as were told; or as many as «como …» tells further on."""
        if not isinstance(whole, Cosa) or whole.ref not in ("", "el"):
            return ()
        mass = whole.sort in self.lexicon.data.get("amounts", "").split()
        later = Hecho("cantidad", (("quien", It()), ("igual", Pron(SO_MANY, "-", "-", word[0]))))
        open_one = replace(whole, qty=Qty("segun"), ref="", filters=(*whole.filters, later))
        counted = whole.qty.op in ("algun", "masa", "todos") and (whole.number != "s" or mass)
        return (*self.core_that_many(word, whole), *((open_one,) if counted else ()))

    def core_so_many_of(self, word: At, _de: At, whole: Value) -> Sequence[Value]:
        return self.core_that_many(word, whole) if isinstance(whole, Cosa) and whole.qty in (THE, EVERY) else ()

    def core_yours(self, word: At) -> Sequence[Value]:
        return (Cosa("", "", THE, gender=word[1].id, number="-", at=word[0], filters=(owned_fact(Yo()),)), Yo())

    def core_theirs(self, det: At, word: At, *own: At) -> Sequence[Value]:
        """«la suya», «la suya propia»: of who is spoken of."""
        if det[1].id != "el" or any(adj[1].id != "propio" for adj in own):
            return ()
        whose = owned_fact(Pron("su", "-", "-", word[0]))
        return (Cosa("", "", THE, gender=word[1].id, number="-", at=det[0], filters=(whose,)),)

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
        return (Least(number_said(parts)),)

    def core_as_many(self, _tanto: At, thing: Value, _como: At, other: Value) -> Sequence[Value]:
        """«tanto [daño] como resultados [daño]»: an amount equal to how many there are."""
        mass = isinstance(thing, Cosa) and thing.sort in self.lexicon.data.get("amounts", "").split()
        counted = isinstance(thing, Cosa) and (
            thing.number == "p" or (mass and isinstance(other, Cosa) and other.number == "s")
        )
        if isinstance(thing, Cosa) and counted and sort_of(other, self.lexicon) in ("valor", "numero"):
            return (
                replace(
                    thing, qty=Qty("segun"), filters=(*thing.filters, Hecho("cantidad", (("quien", It()), ("igual", other))))
                ),
            )
        if not isinstance(thing, Cosa) or not isinstance(other, Cosa) or other.number == "s":
            return ()
        return (replace(thing, filters=(*thing.filters, self._equal("igual", other))),)

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
            kinds: tuple[Cond, ...] = (is_any_icon(icons, conj),)
            base = Cosa(icons[0].sort, bonus or icons[0].sort, THE, at=signed[0], filters=kinds)
        else:
            face = self.lexicon.data.get("signed_faces", {}).get(what[1].id)
            if bonus and face is not None:  # «+1 de bloqueo»
                said = kind_fact(Cual(face, "icono_resultado"))
                base = Cosa("resultado", bonus, THE, at=signed[0], filters=(said,))
                return self._built(base, (Pre("qty", Qty("mas" if sign[0] == "+" else "menos", sign[1:]), -1),), post)
            if bonus and what[1].sort != "valor":
                return ()
            base = Cosa(what[1].id, bonus or what[1].sort, THE, gender=what[1].gender, number="-", at=what[0])
        return self._built(base, (Pre("qty", Qty("mas" if sign[0] == "+" else "menos", sign[1:]), -1),), post)

    def core_move(self, word: At) -> Sequence[Value]:
        return (moves_of(Cosa("maniobra", "maniobra", ONE, gender="f", number="s", at=word[0]), word[1].id),)

    def core_the_move(self, article: At, word: At) -> Sequence[Value]:
        """«en vez de la (1 [recto])»: the article tells no more than the manoeuvre does."""
        return self.core_move(word) if (article[1].id, article[1].gender, article[1].number) == ("el", "f", "s") else ()

    def keyword(self, word: At) -> Sequence[Cosa]:
        return self._keyword(word, None)

    def keyword_num(self, word: At, number: At) -> Sequence[Cosa]:
        return self._keyword(word, number[1].id)

    def _keyword(self, word: At, number: str | None) -> Sequence[Cosa]:
        """A name without its number is the keyword whatever its number: «la cualidad Arsenal»."""
        if word[1].id not in self.lexicon.keywords:
            return (replace(coined(word[1], number), at=word[0], number="s"),) if number is None or not word[1].clitics else ()
        terms = self.lexicon.keywords[word[1].id]
        if word[1].clitics:  # «ARMA FIJA: FRONTAL»
            told, named = word[1].clitics
            term = term_for(terms, told or None)
            if term is not None and named in ("X", "Y"):
                return (replace(keyword(term, named.lower()), at=word[0], number="s"),) if "X" in term.parametros else ()
            if number is not None or term is None or not [kind for kind in term.parametros if kind != "X"]:
                return ()
            return (replace(keyword(term, told or None, (Nombre(named),)), at=word[0], number="s"),)
        if number is not None and any(f"{term.nombre} {number.upper()}" in term.sinonimos for term in terms):
            number = None  # a book that writes an «X» which the keyword never has
        term = term_for(terms, number) or next((term for term in terms if number is not None and "X" in term.parametros), None)
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
            named = tuple(replace(thing, filters=(*thing.filters, owned_fact(whose))) for thing in named)
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


def _number_of(qty: Qty) -> str:
    return "s" if qty == ONE or qty.op in ("ningun", "algun") else "p" if qty.op == "n" else "-"


def _named_step(thing: Cosa, name: str) -> Cosa:
    return replace(thing, filters=(*thing.filters, Hecho("llamar", (("quien", It()), ("que", Nombre(name))))))
