"""What a fact says beside its roles: who does it, where it is, what is told by it."""

from collections.abc import Iterator

from grammar.meaning.actions.things import HERE
from grammar.meaning.assembly.draft import Senseless
from grammar.meaning.binding.entities import Entity, Unbound, bare_number, doer_left_out, is_known
from grammar.meaning.binding.pronouns import Pronouns
from grammar.meaning.node import replace
from grammar.meaning.shapes import INDEFINITE
from grammar.meaning.values import (
    EVERY,
    ONE,
    SOME,
    THE,
    Cosa,
    Cual,
    Hecho,
    It,
    Lista,
    Nombre,
    Papel,
    Pron,
    Rango,
    Ref,
    Roles,
    Value,
    Yo,
    parts,
)

COUNTED = frozenset({"n", "hasta", "al_menos", "exacto"})
GOT = frozenset({"recibir", "sufrir"})
"""What one gets is not what another one got."""
LASTS = frozenset({"durante", "hasta"})
"""What else goes on where an act is told again with another number: not «por cada …», which might be for each or for all."""


class Acts(Pronouns):
    def _by_anybody(self, fact: Hecho) -> Hecho:
        """«Después de que te ataquen», where no others have been told: after you are attacked, by whomever."""
        done_to = any(isinstance(value, Yo) for key, value in fact.roles if key != "quien")
        if not doer_left_out(fact, "p") or not done_to or any(e.number == "p" for e in self._candidates()):
            return fact
        return replace(fact, roles=tuple(role for role in fact.roles if role[0] != "quien"))

    def _partly(self, fact: Hecho, moment: bool) -> Hecho:
        """«Después de que vuelvas a tirar tus dados», «si ha modificado sus dados»: any of them. «… gastes tus fichas», «si has
        gastado tus fichas»: nobody can tell which is meant."""
        what = fact.role("que")
        plain = isinstance(what, Cosa) and what.qty == EVERY and what.number == "p" and what.ref == "el"
        if not plain or not isinstance(what, Cosa):
            return fact
        if fact.verb in self.lexicon.data["in_part"].split():
            return fact.put("que", replace(what, qty=SOME, ref=""))
        asked = (moment and not fact.neg) or fact.past  # «si has gastado tus fichas»
        if asked and fact.verb in self.lexicon.data["some_or_all"].split():
            when = "en ese momento" if moment else "ahí"
            raise Senseless(f"no se sabe si {when} son todas o basta con una: escribe «todas» o «alguna»")
        return fact

    def _refuse_different(self, fact: Hecho) -> None:
        """«Esas naves obtienen un Blanco fijado sobre una nave distinta»: one for them all, or one each? «Cada una …» tells."""
        who = fact.role(fact.sujeto or "quien") or fact.role("que")
        several = isinstance(who, (Cosa, Pron)) and who.number == "p" and not getattr(who, "kind", "").startswith("cada")
        each = any(isinstance(value, Pron) and value.kind == "cada_uno" for _, value in fact.circ)
        if not several or each:
            return
        for _, value in fact.roles:
            if value is not who and any(map(_a_different_one, parts(value))):
                raise Senseless("no se sabe si es uno distinto para cada uno o uno solo para todos: escribe «cada uno»")

    def _as_before(self, fact: Hecho) -> Hecho:
        """«Roba 1 carta de Misión. Si …, roba 2»: of the same, from there and for as long; only how many is another."""
        what = fact.role("que")
        told = self.scope.done.get(fact.verb, [])
        again = isinstance(what, Pron) and what.kind == "clitico" and fact.verb in GOT
        if again and any(one.role("quien") != fact.role("quien") == Yo() for one in told):
            raise Unbound(what.at if isinstance(what, Pron) else -1)  # «Esa nave recibe 1 ficha. Si …, la recibes tú»
        likes = [like for one in told if isinstance(like := one.role("que"), Cosa)]
        if not bare_number(what) or not likes or fact.verb == "elegir":
            return fact  # «elige 1»: out of those that were chosen
        like = likes[-1]
        if like.qty.op not in COUNTED:
            return fact
        yours = (
            fact.role("quien") == Yo() != told[0].role("quien")
        )  # «El defensor recibe 1. Si …, recibe 2»: he does, by no order
        if len(told) > 1 or yours or any(key not in LASTS for key, _ in told[0].circ):
            raise Unbound(what.at, tuple(one.noun for one in likes))
        had = {key for key, _ in (*fact.roles, *fact.circ)}
        where = tuple((key, self._again(value)) for key, value in told[0].roles if key not in had)
        lasting = tuple((key, value) for key, value in told[0].circ if key not in had)
        same = replace(like, qty=what.qty, number="s" if what.qty.n == "1" else "p", at=what.at, id=0)
        return replace(fact.put("que", same), roles=(*fact.put("que", same).roles, *where), circ=(*fact.circ, *lasting))

    def _to_here(self, fact: Hecho) -> Hecho:
        """«Mueve 1 nave desde un sistema adyacente»: to this one, where nothing else is told."""
        place = self.lexicon.data.get("this_place", {})
        if fact.verb not in place.get("comes", ()):
            return fact
        thing = fact.role("que")
        lying = (
            [f for f in thing.filters if isinstance(f, Hecho) and f.verb == "en" and not f.neg]
            if isinstance(thing, Cosa)
            else []
        )
        if (
            isinstance(thing, Cosa)
            and len(lying) == 1
            and fact.role("desde") is None
            and fact.role("cuanto") is None
            and not (
                self.modo and thing.qty == EVERY  # «cada unidad de este sistema puede trasladarse»: which of them may
            )
        ):
            there = lying[0].role("donde")
            bare = replace(thing, filters=tuple(f for f in thing.filters if f is not lying[0]))
            assert there is not None  # «mueve 1 nave de este sistema»: from it
            fact = replace(fact, roles=(*((k, bare if k == "que" else v) for k, v in fact.roles), ("desde", there)))
        start = fact.role("desde")
        if (
            not isinstance(start, Cosa)
            or start.ref in ("este", "ese")
            or any(name in ("a", "en", "cuanto") for name, _ in fact.roles)
        ):
            return fact
        chosen = [e for e in self._candidates() if e.tier == 4 and e.noun == place["noun"]]
        if chosen and self.scope.place is None:
            raise Unbound(start.at, (f"este_{place['noun']}", chosen[0].noun), final=True)  # to this one, or to that?
        return replace(fact, roles=(*fact.roles, ("a", Papel(f"este_{place['noun']}"))))

    def _not_you(self, fact: Hecho) -> Hecho:
        """«No puede terminar ese movimiento adyacente a ti»: you are told of as somebody else."""
        who = fact.role("quien")
        if not self.third or not isinstance(who, Pron) or who.kind != "elidido" or self.scope.topic not in (None, Yo()):
            return fact
        said = (*(value for name, value in fact.roles if name != "quien"), *fact.circ)
        if not any(isinstance(part, Yo) for part in parts(said)):
            return fact
        self.payer = Yo()
        return fact.put("quien", replace(who, kind="otro"))

    def _refuse_near(self, fact: Hecho) -> None:
        """«desde un sistema Imperial hasta un sistema adyacente»: to that one, which nothing can say yet, or to this one?"""
        noun = self.lexicon.data.get("this_place", {}).get("noun")
        start, end = fact.role("desde"), fact.role("a")
        if noun is None or not isinstance(end, Cosa) or not isinstance(start, Cosa) or start.ref == "este":
            return
        near = [f for f in end.filters if isinstance(f, Hecho) and f.verb == "ser" and f.role("a") == HERE]
        if near:
            raise Unbound(end.at, (f"este {noun}", start.noun), final=True)

    def _refuse_far(self, fact: Hecho) -> None:
        """«Cuando un Héroe ataque a una figura a más de 3 casillas»: of himself, or of the bearer?"""
        who, whom = fact.role("quien"), fact.role("que")
        if (
            "continues" not in self.lexicon.data
            or fact.verb != "atacar"
            or not isinstance(who, Cosa)
            or not isinstance(whom, Cosa)
        ):
            return
        far = [f for f in whom.filters if isinstance(f, Hecho) and f.verb == "a_alcance" and f.role("de") == Yo()]
        if any(isinstance(span := f.role("rango"), Rango) and span.modo == "al_menos" for f in far):
            raise Unbound(whom.at, (str(self.lexicon.data["bearer"]), who.noun), final=True)

    def _told_as(self, fact: Hecho) -> Hecho:
        """«prueba [fuerza]» is «realiza una prueba de [fuerza]»: what is done, with what it is done by."""
        told = str(self.lexicon.data.get("told_as", {}).get(fact.verb, "")).split()
        what = fact.role("que")
        if not told or not isinstance(what, Cosa):
            return fact
        verb, noun = told
        known = self.lexicon.nouns[noun]
        done = Cosa(noun, known.sort, ONE, gender=known.gender, number="s", filters=what.filters, at=what.at)
        return replace(fact, verb=verb, roles=tuple((k, done if k == "que" else v) for k, v in fact.roles))

    def _itself(self, fact: Hecho) -> Hecho:
        """«Después de desplegar esta unidad»: she deploys, and nobody else was told."""
        if fact.role("que") != Yo() or fact.role("quien") != Yo():
            return fact
        own = any(role.name == "que" and role.optional for role in self.lexicon.verbs.get(fact.verb, ()))
        return replace(fact, roles=tuple(role for role in fact.roles if role[0] != "que")) if own else fact

    def _spelled_out(self, fact: Hecho) -> Hecho:
        """«mientras atacas» is «mientras efectúas un ataque»: one moment, one shape."""
        told = str(self.lexicon.data.get("spelled_out", {}).get(fact.verb, "")).split()
        if not told or fact.role("que") is not None:
            return fact
        verb, noun = told
        known = self.lexicon.nouns[noun]
        against = tuple(Hecho("contra", (("quien", It()), ("que", value))) for name, value in fact.roles if name == "a")
        done = Cosa(noun, known.sort, ONE, gender=known.gender, number="s", filters=against)
        who = tuple((name, value) for name, value in fact.roles if name == "quien")
        roles = tuple((name, value) for name, value in fact.roles if name not in ("quien", "a"))
        return replace(fact, verb=verb, roles=(*who, ("que", done), *roles))

    def _also_done(self, verb: str, roles: list[tuple[str, Value]]) -> None:
        """Who gets a lock on a ship has locked it: «la nave fijada» is that one."""
        for name, told in self.lexicon.data.get("same_act", {}).items():
            act, noun, link = told.split()
            thing = dict(roles).get("que")
            if act != verb or not isinstance(thing, Cosa) or thing.noun != noun:
                continue
            on = [f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == link]
            self.scope.acts.extend((name, "que", value) for value in on if isinstance(value, Cosa))

    def _speaks(self, fact: Hecho) -> str:
        """The role of the grammatical subject: «cuando un Rebelde es derrotado, … su casilla»."""
        return fact.sujeto or "quien" if "continues" in self.lexicon.data else "quien"

    def _untold(self, verb: str, value: Value) -> Value:
        """«Si tiene éxito»: of what, the game says."""
        who = self.lexicon.data.get("elided_subject", {}).get(verb)
        return Papel(who) if who is not None and isinstance(value, Pron) and value.kind == "elidido" else value

    def _contained(self, fact: Hecho) -> Hecho:
        """«hay naves en este sistema» is «este sistema contiene naves»."""
        thing = fact.role("que")
        who = fact.role("quien")
        if fact.verb == "en" and isinstance(who, Cosa) and who.qty.op in INDEFINITE and not who.ref and not fact.neg:
            there = fact.put("quien", It())  # «ninguna está en él»
            none = who.qty.op == "ningun"
            thing = replace(who, filters=(*who.filters, there), qty=SOME if none else who.qty)
            made = self._contained(Hecho("hay", (("que", thing),), none))
            return made if made.verb == "tener" else fact
        if fact.verb != "hay" or not isinstance(thing, Cosa):
            return fact
        where = [f for f in thing.filters if isinstance(f, Hecho) and f.verb == "en" and not f.neg]
        place = where[0].role("donde") if len(where) == 1 else None
        if place is None or self._sort(place) not in self.lexicon.data.get("containers", "").split():
            return fact
        if fact.neg and isinstance(place, Cosa) and not place.ref and place.qty.op != "el":
            return fact  # «no hay ninguna nave en un sistema adyacente»: in none of them
        if isinstance(place, Cosa) and place.qty == SOME and place.number == "p" and thing.qty.op not in ("algun", "ningun"):
            return fact  # «al menos 4 Líderes están en sistemas neutrales»: all of them together, not in one
        rest = replace(thing, filters=tuple(f for f in thing.filters if f is not where[0]))
        return replace(fact, verb="tener", roles=(("quien", place), ("que", rest)))

    def _there(self, fact: Hecho, ruled: bool) -> Hecho:
        """«1 unidad de este sistema es destruida» is destroyed in it; by whom the card is played, where nobody else is told."""
        thing = fact.role("que")
        if fact.verb not in self.lexicon.data.get("done_there", "").split() or not isinstance(thing, Cosa):
            return fact
        if thing.ref not in ("", "el"):
            return fact
        where = [f for f in thing.filters if isinstance(f, Hecho) and f.verb == "en" and not f.neg]
        place = where[0].role("donde") if len(where) == 1 else None
        if place is None or fact.role("en") is not None or fact.past:
            return fact
        rest = replace(thing, filters=tuple(f for f in thing.filters if f is not where[0]))
        who: Roles = (("quien", Yo()),) if ruled and fact.role("quien") is None and not is_known(thing) else ()
        return replace(fact, roles=(*who, *((k, rest if k == "que" else v) for k, v in fact.roles), ("en", place)))

    def _set_place(self, fact: Hecho, told: list[Entity]) -> None:
        """Where this mission is, or this leader was placed, is «este sistema» from then on."""
        table = self.lexicon.data.get("this_place", {})
        what = fact.role("que")
        if (
            self.scope.place is not None
            or fact.verb not in table.get("verbs", ())
            or not isinstance(what, Papel)
            or what.nombre not in table["things"]
        ):
            return
        where = fact.role("en")
        if isinstance(where, Nombre):
            self.scope.place = where
            return
        found = [e for e in told if e.noun == table["noun"] and (where is None or e.value == where)]
        if len(found) == 1:
            self.scope.place = found[0]

    def _of_testers(self, thing: Cosa) -> Cosa:
        """«Cada Rebelde que no la supere»: of those who make the test."""
        tests = [f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "superar"]
        for test in tests:
            who = self.scope.testers.get(-2 - test.id) if isinstance(test, Ref) else None
            if (
                isinstance(who, Cosa)
                and who.noun == thing.noun
                and not any(isinstance(f, Hecho) and f.verb == "entre" for f in thing.filters)
            ):
                whole = Hecho("entre", (("quien", It()), ("que", self._again(who))))
                return replace(thing, filters=(whole, *thing.filters))
        return thing

    def _tested(self, fact: Hecho) -> Hecho:
        """«Si la falla»: who made the test; «si falla»: the test just made."""
        scope = self.scope
        test = fact.role("que")
        tests = test.items if isinstance(test, Lista) else (test,)
        if all(isinstance(one, Cosa) and one.qty == ONE and one.ref == "" for one in tests):
            return fact  # «a menos que supere una prueba»: one that is made for it
        if not scope.testers:
            raise Unbound(-1)
        place, who = list(scope.testers.items())[-1]
        roles = dict(fact.roles)
        if isinstance(roles.get("que", Pron("", "-", "-", -1)), Pron):
            if place in scope.tests_together:
                raise Unbound(-1)  # «hace una prueba de [fuerza] y otra de [tecnología]. Si falla, …»: which of them?
            roles["que"] = self._told_at(place)
        if isinstance(roles.get("quien"), Pron):
            roles["quien"] = self._again(who)
        return replace(fact, roles=tuple(roles.items()))

    def _out_of(self, thing: Cosa) -> Cosa:
        """«1 de esas cartas»: it is what they are, however wide the noun."""
        group = next((f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "entre"), None)
        whole = next((e for e in self.scope.entities if isinstance(group, Ref) and e.key == -2 - group.id), None)
        if whole is None or whole.sort != thing.sort or thing.noun not in self.lexicon.data.get("wide", "").split():
            return thing
        return replace(thing, noun=whole.noun)

    def _near_this(self, fact: Hecho) -> Hecho:
        """«un sistema adyacente», where you are a player: adjacent to this system."""
        noun = self.lexicon.data.get("this_place", {}).get("noun")
        what = fact.role("que")
        if noun is None or fact.verb != "ser" or fact.role("a") not in (Yo(), HERE) or not isinstance(what, Cual):
            return fact
        if what.kind != "extremo" and noun not in self.lexicon.data.get("adj_takes", {}).get(what.id, "").split():
            return fact
        return fact.put("a", Papel("este_" + noun))

    def _bearer(self, thing: Cosa, tier: int, subject: bool) -> Value | None:
        """«una unidad con esta cualidad»: the keyword's bearer."""
        marks = self.lexicon.data.get("bearer_marks", {})
        owns = Hecho("tener", (("quien", It()), ("que", Papel("este_" + marks.get("mark", "")))))
        if thing.noun not in marks.get("nouns", ()) or thing.filters != (owns,) or thing.qty not in (ONE, THE, EVERY):
            return None
        self.scope.entities.append(
            Entity(thing.at, thing.noun, thing.sort, thing.gender, "s", thing.filters, tier, Yo(), subject)
        )
        return Yo()

    def _one_by_one(self, items: tuple[Value, ...]) -> Iterator[Value]:
        """What is said of all items of a list tells somebody once: «1 ficha de Tensión y 1 ficha de Iones de una nave»."""
        told = len(self.scope.entities)
        for item in items:
            yield item
            self.listed |= {e.key for e in self.scope.entities[told:] if e.key >= 0}


def _a_different_one(thing: object) -> bool:
    apart = Hecho("ser", (("quien", It()), ("que", Cual("diferente", "rasgo"))))
    return isinstance(thing, Cosa) and thing.qty == ONE and apart in thing.filters
