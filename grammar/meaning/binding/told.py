"""What has been told so far, and what of it a word may point to."""

from typing import Any, TypeGuard

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.things import sort_of
from grammar.meaning.binding.entities import Entity, Scope, Unbound, as_said, is_another
from grammar.meaning.effect import Item
from grammar.meaning.values import ONE, SOME, THE, Cosa, Cual, Hecho, Nombre, Papel, Ref, Value, Yo, parts


class Told:
    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.scope = Scope()
        self.subject: Value | None = None
        self.mission = False
        self.bearer_told = True
        self.eventful = False
        """A mission or a fight is told by the moment: «Durante el combate, … de ese sistema»."""
        self.outer: Value | None = None
        """Who does what a circumstance is said of: «como si fueran suyas»."""
        self.instead: Value | None = None
        """What is done something with, where another act is told beside it: «tíralo en vez de retirarlo»."""
        self.own_subject: Value | None = None
        """Subject of the clause that is being bound, once it is bound."""
        self.payer: Value | None = None
        """Who did the last act that no «para que» tells."""
        self.verb = ""
        self.role = ""
        """Of the verb, that is being bound."""
        self.fact: Hecho | None = None
        self.measured = -1
        """The place of the thing that is told by where it is."""
        self.instead_of = False
        """What is not done is being bound, beside what is done instead."""
        self.tallying = False
        """What an amount depends on is being bound: «por cada figura adyacente a él»."""
        self.holder: Cosa | None = None
        """A thing of whose surroundings is spoken: «un terminal sin Rebeldes a 2 casillas»."""
        self.heads: list[Cosa | None] = []
        self.contrasted: Cosa | None = None
        """From whom «otra figura de su grupo» is told apart."""
        self.whose_filter: Cosa | None = None
        """The thing whose filters are being bound."""
        """Whose phrase is being bound: «los Héroes con 1 ficha en su hoja»."""
        self.lying = ""
        """What is told to lie somewhere."""
        self.ahead: tuple[Value | None, bool, int] = (None, False, 0)
        """The topic before the conditions of a step, and how many things had been told."""
        self.modo = ""
        """Of the step that is being bound: «puede recibir 1 ficha» is no order."""
        self.watching = False
        """A moment or a condition is being bound: nobody acts in it."""
        self.listed: frozenset[int] = frozenset()
        """Who was told by the items of a list before this one."""
        self.apart: frozenset[int] = frozenset()
        self.gone: frozenset[int] = frozenset()
        """Told in another branch: nobody speaks of it here."""
        self.branch = 0
        """What other options of a choice have told: «elige o retira 1 ficha» is of two."""
        self.beside = False
        """A phrase stands beside its verb, as the object or where it goes: «esa unidad» or «ella» there is not its subject."""
        self.told_conds: dict[Any, tuple[Any, Value | None, bool]] = {}
        """Conditions that have been bound, with what was spoken of after them."""
        self.said_acts: tuple[Item, ...] = ()
        self.averted = False
        """What «evita que …» tells is being bound."""
        self.replaced = 0
        """How many things had been told before the step that «en su lugar» replaces."""
        self.said_si: tuple[Any, ...] = ()
        """The conditions of the step before: a condition that several acts share stands in each of their steps."""
        self.third = bool(lexicon.data.get("third_person_bearer"))

    def _sort(self, value: Value) -> str:
        if isinstance(value, Ref):
            return next((e.sort for e in self.scope.entities if e.key == -2 - value.id), "")
        return sort_of(value, self.lexicon)

    def _sorts(self, verb: str, role: str) -> frozenset[str]:
        for slot in self.lexicon.verbs.get(verb, ()):
            if slot.name == role:
                return slot.sorts
        if role == "quien" and verb in ("a_alcance", "en"):
            return frozenset(self.lexicon.data.get("placed", "").split())
        if (verb, role) in (("a_alcance", "de"), ("ser", "a")) and "continues" in self.lexicon.data:
            return frozenset(self.lexicon.data.get("placed", "").split()) | {"lugar"}
        if (verb, role) == ("a_alcance", "de") and "ranged" in self.lexicon.data:
            return frozenset(str(self.lexicon.data["ranged"]).split()) - {"ataque"} | {"lugar"}  # no range is from an attack
        if role == "donde":
            return frozenset(self.lexicon.data.get("places", "").split())
        if role == "quien" and verb == "tener":
            return frozenset(self.lexicon.data.get("owners", "").split())
        return frozenset({"cosa"})

    def _noun_sort(self, noun: str) -> str:
        known = self.lexicon.nouns.get(noun)
        return known.sort if known is not None else ""

    def _owners(self, verb: str, head: str) -> frozenset[str]:
        """What may follow «de», «sobre», «contra» after a noun of this sort."""
        data = self.lexicon.data
        if verb == "de":
            table = data.get("of", {})
            return frozenset(str(table.get(head, table.get("*", "cosa"))).split())
        if verb in data.get("preps", {}):
            kind = self._noun_sort(head.removeprefix("the ")) if head.startswith("the ") else head
            return frozenset(str(data["preps"][verb].get(kind, "cosa")).split())
        return self._sorts(verb, "que")

    def _sort_fits(self, entity: Entity, sorts: frozenset[str]) -> bool:
        return not sorts or self.lexicon.fits(entity.sort, sorts)

    def _number(self, value: Value) -> str:
        if isinstance(value, Ref):
            return next((e.number for e in self.scope.entities if e.key == -2 - value.id), "-")
        return value.number if isinstance(value, Cosa) else "-"

    def _noun(self, value: Value) -> str:
        if isinstance(value, Ref):
            return next((e.noun for e in self.scope.entities if e.key == -2 - value.id), "")
        return value.noun if isinstance(value, Cosa) else value.nombre if isinstance(value, Papel) else ""

    def _candidates(self) -> list[Entity]:
        found = self.scope.entities
        return [e for e in found if e.key not in self.gone] if self.gone else found

    def _use(self, entity: Entity) -> Value:
        if isinstance(entity.value, (Papel, Yo, Nombre, Cual)):
            return entity.value
        if self._going(entity):
            return Papel("este_" + entity.noun)
        if entity.noun in ("papel_atacante", "papel_defensor"):  # «el atacante con BRÍO … . Ese atacante …»
            return Papel(entity.noun.removeprefix("papel_"))
        self.scope.used[entity.key] = 1
        return Ref(-2 - entity.key)

    def _going(self, entity: Entity) -> bool:
        """The one manoeuvre, action or attack of the moment: «esta maniobra», however it is pointed to."""
        if entity.tier != 1 or entity.noun not in self.lexicon.data.get("going_on", "").split():
            return False
        return len({e.key for e in self.scope.entities if e.noun == entity.noun and e.tier == 1}) == 1

    def _again(self, value: Value) -> Value:
        if isinstance(value, Cosa):
            place = self.scope.same.get(value.at, value.at)
            entity = next((e for e in self.scope.entities if e.key == place), None)
            if entity is not None:
                return self._use(entity)
        return value

    def _role(self, sort: str) -> Value | None:
        return None

    def _now(self, told: Entity) -> bool:
        """Whether it is what is going on: the attack, manoeuvre or action of the moment."""
        return told.tier == 1 and told.noun in self.lexicon.data.get("going_on", "").split()

    def _told_at(self, place: int) -> Value:
        """Who was told at that place; what this reading never told refers to nothing."""
        found = next((e for e in self.scope.entities if e.key == place), None)
        if found is None:
            raise Unbound(place)
        return self._use(found)

    def _one_of(self, told: Entity, number: str) -> None:
        """«si tiene alguna ficha de Iones, retírala»: one of them, not all."""
        if number == "s" and isinstance(told.value, Cosa) and told.value.qty == SOME and told.number == "s" and not self.third:
            self.scope.one = self.scope.one | {told.key}

    def _is(self, entity: Entity, subject: Value | None) -> bool:
        if isinstance(entity.value, Yo):
            return isinstance(subject, Yo)
        if isinstance(entity.value, Nombre):
            return subject == entity.value
        return (isinstance(subject, Cosa) and subject.at == entity.key) or (
            isinstance(subject, Ref) and subject.id == -2 - entity.key
        )

    def _is_subject(self, entity: Entity) -> bool:
        return self._is(entity, self.own_subject)

    def _same(self, verb: str, role: str, value: Value) -> Value:
        """A mission's success is yours, a system that is loyal to a player is loyal to his side: one shape for both."""
        noun = value.nombre if isinstance(value, Papel) else _the_only(value)
        table = self.lexicon.data.get("same", {})
        other = table.get(f"{verb} {role} {noun}", table.get(f"{verb} {role} este_{noun}") if noun else None)
        if other is None:
            return value
        if other != "yo":
            return Papel(other)
        noun = noun.removeprefix("este_")
        return (
            value
            if any(e.noun == noun and e.value is not value and not isinstance(e.value, Papel) for e in self.scope.entities)
            else Yo()
        )  # somebody else's

    def _shorter(self, entity: Entity, thing: Cosa) -> bool:
        """«el núcleo», where the «núcleo de memoria» has been told."""
        short = "continues" in self.lexicon.data and not thing.filters and thing.sort == entity.sort
        link = "_de_" if entity.tier < 3 else "_"  # «Despliega 1 Oficial Imperial. El Oficial …»
        return short and entity.noun.startswith(thing.noun + link)

    def _told_again(self, entities: list[Entity]) -> None:
        """What was put aside while a part was bound is among the things told again, in its order."""
        if self.scope.entities is not entities:
            known = {id(e) for e in entities}
            self.scope.entities = [*entities, *(e for e in self.scope.entities if id(e) not in known)]

    def _alternatives(self, entities: list[Entity]) -> None:
        """«una bomba o mina … ese dispositivo»: whichever of them it is. One number for all."""
        if len(entities) < 2 or len({e.sort for e in entities}) > 1 or all(e.number == "p" for e in entities):
            return
        first = entities[0]
        nouns = {e.noun for e in entities}
        for entity in entities[1:]:
            self.scope.same[entity.key] = first.key
            self.scope.entities.remove(entity)
        common = [f for f in first.filters if all(as_said(f) in {as_said(g) for g in e.filters} for e in entities)]
        first.filters = tuple(common)
        if len(nouns) > 1:
            first.noun = next(
                (n for n in self.lexicon.data.get("wide", "").split() if self._noun_sort(n) == first.sort), first.noun
            )
        if len({e.gender for e in entities}) > 1:
            first.gender = "-"
        if len({e.number for e in entities}) > 1:
            first.number = "-"

    def _owns_it(self, who: Value, sorts: frozenset[str]) -> bool:
        """«cada una de sus otras figuras» are a group's, not another figure's."""
        return "continues" not in self.lexicon.data or not sorts or self.lexicon.fits(self._sort(who), sorts)

    def _nearer(self, fits: list[Entity], best: list[Entity]) -> list[Entity]:
        """«Mueve hacia una puerta. Si hay una puerta adyacente, ábrela»: the one that the condition of this act tells."""
        if len(best) != 1 or best[0].tier != 3:
            return best
        later = [e for e in fits if e.tier in (2, 5) and e.key > best[0].key and e.noun == best[0].noun]
        return later if len(later) == 1 else best

    def _beside_it(self, told: Entity, alike: list[Entity]) -> bool:
        """Whether the moment tells another one by which the first is placed, in games whose bearer is spoken of as anybody."""
        if not self.third or "continues" in self.lexicon.data or self.scope.tier < 3:
            return False
        return any(
            e.tier == 0 and e.noun == told.noun and isinstance(e.value, Cosa) and e.value.qty == ONE and e.number == "s"
            for e in alike
        )

    def _met_there(self, told: Entity, fits: list[Entity]) -> Entity | None:
        """Another one of its kind, told beside it to say where it is put."""
        others = [e for e in fits if e.tier == 0 and e.noun == told.noun]
        there = {part.at for part in parts(self.scope.put.get(told.key, ())) if isinstance(part, Cosa) and part.qty == ONE}
        met = [e for e in others if e.key in there and told.number == "s"]
        return next((e for e in others if e in met or any(map(is_another, e.filters))), None)

    def _is_kept(self, entity: Entity) -> bool:
        """Told as what somebody gets, pays or loses."""
        verbs = self.lexicon.data.get("kept", "").split()
        return any(
            verb in verbs and role == "que" and isinstance(value, Cosa) and value.at == entity.key
            for verb, role, value in self.scope.acts
        )

    def _gone(self, who: Value) -> bool:
        """Whether what was told of somebody leaves nobody to act."""
        return any(self._again(value) == self._again(who) for value in self.scope.ended)

    def _another(self, who: Value | None) -> TypeGuard[Value]:
        """Somebody told who is not the bearer."""
        return isinstance(who, (Cosa, Ref, Papel, Nombre)) and self._sort(who) == self.lexicon.data["bearer"]


def _the_only(value: Value) -> str:
    """«la Misión», of which nothing else is said: its noun."""
    plain = isinstance(value, Cosa) and value.ref == "el" and value.qty == THE and not value.filters
    return value.noun if plain and isinstance(value, Cosa) else ""
