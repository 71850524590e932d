"""Noun phrases that point back: «esa nave», «la unidad elegida», «ambas», «la activada»."""

from typing import Any

from grammar.meaning.actions.things import agree, by_its_side
from grammar.meaning.binding.entities import Entity, Unbound, all_of, as_said, best_of, is_another, or_more
from grammar.meaning.binding.told import Told
from grammar.meaning.node import replace
from grammar.meaning.values import (
    EVERY,
    ONE,
    THE,
    Cond,
    Cosa,
    Cual,
    Hecho,
    It,
    Junto,
    Lista,
    Nombre,
    Papel,
    Ref,
    Value,
    Yo,
    parts,
)

LOOKS = frozenset({"estado", "color", "cara", "lado", "tamano"})
"""Kinds of qualities that many have at once: «la nave dañada» tells nobody which one."""


SEVERAL = ("n", "hasta", "al_menos", "entre")
"""How many were told of whom «las naves» goes on."""
MORE = Hecho("ser", (("quien", It()), ("que", Cual("adicional", "rasgo"))))

SO_MANY_MORE = (Cual("adicional", "rasgo"), Cual("menos", "rasgo"))


class Pointing(Told):
    def _kind_of(self, entity: Entity, thing: Cosa) -> bool:
        """«esa figura» for a Rebelde, «ese líder» for a named one: a wider noun of the same sort."""
        if thing.noun == "los_que":
            return (
                agree(entity.gender, thing.gender)
                and entity.sort in self.lexicon.data.get("animate", "").split()
                and entity.number != "s"
            )
        if entity.noun.startswith(f"{thing.noun}_") or entity.sort in self._wider(thing):
            return True  # «esa fase» for the fase de Sistemas, «esas casillas» for 2 casillas exteriores
        if self.lexicon.data.get("one_kind", {}).get(thing.noun) == entity.noun:
            return True
        drawn = {part.id for cond in entity.filters for part in parts(cond) if isinstance(part, Cual)}
        if any(self.lexicon.data.get("drawn", {}).get(icon) == thing.noun for icon in drawn):
            return True  # «Ataca a [rebelde-objetivo]. Ese Rebelde …»
        if entity.noun == "nombre" and entity.sort == thing.sort == thing.noun:
            return True  # «Si Darth Vader está aquí, ese Líder …»
        return entity.sort == thing.sort and (thing.noun in self.lexicon.data.get("wide", "").split() or entity.noun == "uno")

    def _wider(self, thing: Cosa) -> list[str]:
        return str(self.lexicon.data.get("wider", {}).get(thing.noun, "")).split()

    def _choosing(self, thing: Cosa) -> bool:
        """Whether what goes on lets choose: «Mientras coordinas, …», «Después de que realices una acción [coordinar], …»."""
        if thing.noun in self.lexicon.data.get("chosen_before", "").split():
            return True
        verbs = str(self.lexicon.data["chosen_told"]).split()
        told = (*self.scope.happened, *(Hecho(verb) for verb, _, _ in self.scope.acts))
        return any(
            (isinstance(part, Hecho) and part.verb in verbs) or (isinstance(part, Cual) and part.id in verbs)
            for fact in told
            for part in parts(fact)
        )

    def _told_apart(self, thing: Cosa) -> bool:
        """Whether something tells which one it is: more than how it looks or what was done to it, unless that was told."""
        told = (*self.scope.happened, *(Hecho(verb) for verb, _, _ in self.scope.acts))
        verbs = {p.verb if isinstance(p, Hecho) else p.id for fact in told for p in parts(fact) if isinstance(p, (Hecho, Cual))}

        def apart(said: Any) -> bool:
            what = said.role("que") if isinstance(said, Hecho) else None
            if isinstance(what, Cual):
                return what.kind not in LOOKS or (what.kind == "lado" and self.scope.attack)
            undergone = isinstance(said, Hecho) and what == It() and said.role("quien") is None
            if undergone and said.verb == "elegir" and "chosen_told" in self.lexicon.data:
                return self._choosing(thing)
            if undergone and said.verb == "sacar" and self.scope.roller is not None:
                return True  # «Tira 1 dado. … el resultado obtenido»
            return not undergone or said.verb in verbs or said.verb not in self.lexicon.verbs

        return any(apart(said) for said in thing.filters)

    def _icon_kind(self, cond: Any) -> str:
        facts = cond.items if isinstance(cond, Junto) else (cond,)
        kinds = {q.kind for f in facts if isinstance(f, Hecho) and isinstance(q := f.role("que"), Cual)}
        return kinds.pop() if len(kinds) == 1 else ""

    def _something_there(self) -> bool:
        """A mission or a fight has been told, or where it is: «ese sistema» is its own."""
        events = self.lexicon.data.get("events", "").split()
        return (
            self.scope.place is not None or self.mission or self.eventful or any(e.sort in events for e in self.scope.entities)
        )

    def _either_of_them(self, told: Entity) -> Value | None:
        """«Después de que tú o una nave aliada …, esa nave …»: whichever of them the moment is about."""
        part = "protagonista" if told.tier == 1 else "elegida"
        if told.tier not in (1, 4) or part not in self.lexicon.data.get("part_words", {}):
            return None
        if told.tier == 4:  # «elige tu nave o una nave aliada. Esa nave …»
            return Papel(part) if sum(e.tier == 4 and e.noun == told.noun for e in self._candidates()) == 1 else None
        about = [value for fact in self.scope.happened for key, value in fact.roles if isinstance(value, Lista)]
        return Papel(part) if len(about) == len(self.scope.happened) and len(set(about)) == 1 else None

    def _of_the_attack(self, thing: Cosa) -> Value | None:
        """«Mientras efectúas un ataque [torpedo], … de esa mejora», «un ataque [arco-torreta] … ese arco»: told by its icon."""
        part = self.lexicon.data.get("of_the_attack", {}).get(thing.noun)
        if part is None or thing.number == "p":
            return None
        attacks = [e for e in self._candidates() if e.sort == "ataque" and isinstance(e.value, Cosa)]
        icon = self.lexicon.data["of_the_attack"].get("icono_" + thing.noun)
        told = [as_said(f) for e in attacks for f in e.filters if self._icon_kind(f) == icon]
        same = {as_said(f) for f in thing.filters} <= set(told)  # «ese [arco-torreta]»
        return Papel(part) if len(attacks) == len(told) == 1 and same else None

    def _that_did(self, thing: Cosa) -> Value | None:
        """«la nave que ejecutó la maniobra»: who did what the moment tells."""
        said = thing.filters[0] if len(thing.filters) == 1 else None
        if not isinstance(said, Hecho) or said.neg or thing.ref != "el" or thing.qty != THE or said.role("quien") != It():
            return None
        doers = [fact.role("quien") for fact in self.scope.happened if fact.verb == said.verb]
        others = [value for key, value in said.roles if key != "quien"]
        if len(doers) != 1 or any(not isinstance(value, (Papel, Ref)) for value in others):
            return None
        who = doers[0]
        if isinstance(who, Lista):
            told = [e for e in self._candidates() if e.or_you and (e.noun == thing.noun or self._kind_of(e, thing))]
            return self._either_of_them(told[0]) if len(told) == 1 else None
        # «una lanzadera …, la nave que …»
        return self._again(who) if isinstance(who, Cosa) and thing.noun in (who.noun, who.sort) else None

    def _both(self, thing: Cosa) -> Value:
        """«ambas naves»: two that were told, together or one by one."""
        alike = [e for e in self._candidates() if (e.noun == thing.noun or self._kind_of(e, thing)) and e.tier > 0]
        pairs = [e for e in alike if e.number == "p" and isinstance(e.value, Cosa) and e.value.qty.n == "2"]
        bare = [
            e for e in alike if isinstance(e.value, Cosa) and e.value.qty.op == "masa"
        ]  # «son de cara vacía» tells no thing
        single = {e.key: e for e in alike if e.number == "s" and not isinstance(e.value, Yo) and e not in bare}
        if len(pairs) == 1 and not thing.filters:
            return self._use(pairs[0])
        shown = {v: k for k, v in self.lexicon.data.get("shown_by", {}).items()}.get(thing.sort)
        rolled = [e for e in self._candidates() if e.sort == shown and isinstance(e.value, Cosa) and e.value.qty.n == "2"]
        if (
            not pairs and not single and len(rolled) == 1 and not thing.filters
        ):  # «Tira 2 dados. Si ambos resultados …»: what they show
            owned = Hecho("de", (("quien", It()), ("que", self._use(rolled[0]))))
            return replace(thing, qty=EVERY, ref="", filters=(owned,))
        if not pairs and len(single) == 1 and not thing.filters:
            (one,) = single.values()
            first = self._before_it(one)
            if first is not None:
                return Lista("y", (first, self._use(one)))
        if not pairs and len(single) == 2 and not thing.filters:
            return Lista("y", tuple(self._use(e) for e in single.values()))
        raise Unbound(thing.at)

    def _so_many_told(self, thing: Cosa) -> Value | None:
        """«Elige 2 naves. Las 2 naves …», «las naves»: those, and not all there are; so many that nobody told are nobody."""
        bare = thing.ref == "el" and thing.number == "p" and not thing.filters
        wide = thing.noun in self.lexicon.data.get("wide", "").split()
        if not bare or not wide or self.third or "continues" in self.lexicon.data or thing.qty.op not in ("n", "todos"):
            return None
        alike = [e for e in self._candidates() if (e.noun == thing.noun or self._kind_of(e, thing)) and e.tier >= 3]
        told = {e.key: e for e in alike if e.number == "p" and isinstance(e.value, Cosa) and e.value.qty.op in SEVERAL}
        if thing.qty.op == "todos":
            return self._use(next(iter(told.values()))) if len(told) == 1 and len(alike) == 1 else None
        if thing.qty.n == "2":
            return self._both(replace(thing, qty=EVERY))
        same = [e for e in told.values() if isinstance(e.value, Cosa) and e.value.qty == thing.qty]
        if len({e.key for e in same}) != 1:
            raise Unbound(thing.at)
        return self._use(same[0])

    def _before_it(self, extra: Entity) -> Cosa | None:
        """«Mientras coordinas, puedes coordinar 1 nave adicional. Ambas naves …»: the one that was coordinated anyway."""
        if MORE not in extra.filters:
            return None
        done = [verb for verb, name, value in self.scope.acts
                if name == "que" and isinstance(value, Cosa) and value.at == extra.key]  # fmt: skip
        if len(done) != 1 or done[0] == "elegir" or done[0] not in str(self.lexicon.data.get("chosen_told", "")).split():
            return None
        told = (Hecho(done[0], (("que", It()),)),)
        return Cosa(extra.noun, extra.sort, THE, "el", extra.gender, "s", told)

    def _described(self, thing: Cosa) -> Value | None:
        """«la nave enemiga», «la unidad elegida»: told before, if there is one such thing."""
        chosen = [f for f in thing.filters if isinstance(f, Hecho) and f.verb == "elegir" and f.role("quien") in (None, Yo())]
        bare = replace(thing, filters=tuple(f for f in thing.filters if f not in chosen))
        fits = [
            e
            for e in self._candidates()
            if (e.noun == thing.noun or self._shorter(e, thing))
            and _described_by(e, bare)
            and (thing.qty.op == "todos" or agree(e.number, thing.number))
            and (not chosen or e.tier == 4)
            and e.key <= thing.at  # «La unidad puede … después de que una unidad enemiga …»: that one comes later
            and (e.key not in self.scope.denied or not thing.filters)  # «si no hay figura …, la figura derrotada»: another one
        ]
        if thing.qty.op == "todos" and not chosen:
            return None
        if thing.noun == self.lexicon.data.get("bearer_noun") and not thing.filters:
            fits = [e for e in fits if e.tier > 0]  # «la unidad» is no one told only to say where another is
        best = best_of(fits)
        just = self.watching and len(best) == 1 and best[0].tier >= 3  # «realiza una acción [A]. Antes de que realices la …»
        if thing.noun in self.lexicon.data.get("generic", "").split() and thing.filters and not chosen and not just:
            return None  # «no puedes realizar la acción [slam]»: any such action
        if best and best[0].tier == 1 and thing.noun in self.lexicon.data.get("going_on", "").split() and not thing.filters:
            return Papel("este_" + thing.noun)
        if len(best) == 1 and best[0].or_you and chosen and (whole := self._either_of_them(best[0])) is not None:
            return whole  # «elige al atacante o a una nave enemiga. La nave elegida …»
        if len(best) == 1:
            return self._use(best[0])
        if best:
            raise Unbound(thing.at, tuple(e.noun for e in best))
        either = [e for e in self._candidates() if e.or_you and e.noun == thing.noun] if chosen else []
        if len(either) == 1 and (whole := self._either_of_them(either[0])) is not None:
            return whole
        if chosen and "chosen_told" in self.lexicon.data and thing.qty.op == "el" and not self._choosing(thing):
            raise Unbound(thing.at)  # «la nave elegida», and nobody has chosen one
        if thing.noun in self.lexicon.data.get("going_on", "").split() and not thing.filters and thing.qty.op == "el":
            return Papel("este_" + thing.noun)
        if thing.noun == self.lexicon.data.get("bearer_noun") and not bare.filters and not chosen:
            return Yo()
        spoken_to = not self.third and "continues" not in self.lexicon.data  # elsewhere «la figura» is the bearer
        plain = thing.noun in self.lexicon.data.get("wide", "").split() and not thing.filters
        looks = thing.filters and thing.sort in self.lexicon.data.get("told_apart_sorts", "").split()
        if spoken_to and thing.qty.op == "el" and (plain or (looks and not self._told_apart(thing))):
            raise Unbound(thing.at)  # «la nave», «la nave dañada»: which one?
        if thing.qty.op == "el" and not thing.filters and thing.noun in self.lexicon.data.get("which_one", "").split():
            raise Unbound(thing.at)  # «en la casilla», and none has been told
        if "continues" in self.lexicon.data and thing.noun == self.lexicon.data["bearer"] and not thing.filters:
            told = [e for e in self._candidates() if e.tier == 1 and e.sort == thing.sort and not isinstance(e.value, Yo)]
            if len(told) == 1 and told[0].number == "s":
                return self._use(told[0])  # «Cuando un Soldado sea derrotado, aparta la figura»
            return Yo()  # «La figura puede …», where no other has been told
        return None

    def _each_of_them(self, thing: Cosa) -> Value | None:
        """«Toda nave a alcance 0-1 tira 1 dado. Cada nave sufre …»: each of those, not of all there are."""
        if thing.qty != EVERY or thing.number != "s" or thing.filters or thing.ref or "continues" in self.lexicon.data:
            return None
        told = [e for e in self._candidates() if e.noun == thing.noun and all_of(e) and e.filters and e.tier >= 3]
        if not told and thing.noun in self.lexicon.data.get("wide", "").split():  # «suelta 2 minas. Cada dispositivo …»
            told = [e for e in self._candidates() if self._kind_of(e, thing) and e.number == "p" and e.tier >= 3]
        return self._use(told[-1]) if len({e.key for e in told}) == 1 else None

    def _done(self, thing: Cosa) -> Value | None:
        """«la unidad activada», «por cada ficha gastada de este modo»: the one to which that was done before."""
        done = [
            f
            for f in thing.filters
            if isinstance(f, Hecho)
            and (f.verb != "elegir" or not thing.ref)
            and not f.neg
            and f.role("que") == It()
            and f.role("quien") is None
            and all(v == Cual("asi", "modo") for _, v in f.circ)
        ]
        if len(done) != 1 or thing.qty.op not in ("el", "masa", "todos"):
            return None
        rest = replace(thing, filters=tuple(f for f in thing.filters if f not in done))
        acts = [(name, value.at) for verb, name, value in self.scope.acts if verb == done[0].verb and isinstance(value, Cosa)]
        keys = {at for name, at in acts if name == "que"} or {at for _, at in acts}
        fits = [e for e in self._candidates() if e.key in keys and e.noun == thing.noun and _described_by(e, rest)]
        fits = [e for e in fits if e.key <= thing.at or thing.at < 0]
        if thing.number == "p" and any(e.number == "s" for e in fits):
            raise Unbound(thing.at)  # «las naves coordinadas», and one has been told
        if len(fits) > 1:
            raise Unbound(thing.at, tuple(e.noun for e in fits))
        return self._use(fits[0]) if fits else None

    def _the_one_of_them(self, thing: Cosa, groups: list[Entity]) -> Value:
        """«Si hay al menos 2 Héroes a 3 casillas, ataca al que tenga menos Vida»: of all that there are there."""
        found = [e for e in groups if isinstance(e.value, Cosa) and e.value.qty.op in ("al_menos", "mas_de")]
        most = any(isinstance(part, Cual) and part.kind in ("extremo", "medida") for part in parts(thing.filters))
        if len({e.key for e in found}) != 1 or len({e.key for e in groups}) != 1 or not most:
            raise Unbound(thing.at)
        one = found[0]
        return replace(
            thing, noun=one.noun, sort=one.sort, gender=one.gender, qty=THE, ref="", filters=(*one.filters, *thing.filters)
        )

    def _of_the_moment(self, thing: Cosa) -> Value:
        """«Cada vez que vayas a recibir fichas de Tensión, recibe 1 menos»: of what one would get."""
        told = [fact.role("que") for fact in self.scope.happened if fact.verb == self.verb]
        like = told[0] if len(told) == 1 else None
        if not isinstance(like, Cosa):
            raise Unbound(thing.at)
        kinds = tuple(f for f in like.filters if isinstance(f, Hecho) and f.verb == "ser" and isinstance(f.role("que"), Cual))
        return replace(thing, noun=like.noun, sort=like.sort, gender=like.gender, number="s", filters=(*kinds, *thing.filters))

    def _headless(self, thing: Cosa, sorts: frozenset[str], tier: int) -> Value:
        """«Quédate con 1 y coloca la otra»: out of what was told."""
        if any(isinstance(f, Hecho) and f.role("que") in SO_MANY_MORE for f in thing.filters):
            return self._of_the_moment(thing)
        one = thing.qty == ONE and any(isinstance(f, Hecho) and f.verb == "otro" for f in thing.filters)
        single = {
            e.noun: e
            for e in self._candidates()
            if e.number == "s" and agree(e.gender, thing.gender) and self._sort_fits(e, sorts)
        }
        if by_its_side(thing):
            told = [e for e in self._candidates() if e.number == "s" and _described_by(e, thing) and self._sort_fits(e, sorts)]
            if len(told) != 1 or not agree(told[0].gender, thing.gender) or isinstance(told[0].value, Yo):
                raise Unbound(thing.at, tuple(e.noun for e in told))
            return self._use(told[0])
        if one and len(single) == 1 and "cosa" not in sorts:  # «en vez de esa maniobra, ejecuta otra»
            whole = next(iter(single.values()))
            kind = _token_kind(whole) if thing.qty == ONE else ()  # «gane 1 ficha de Alerta, puede ganar otra»
            another = replace(thing, noun=whole.noun, sort=whole.sort, filters=(*thing.filters, *kind))
            self.scope.entities.append(
                Entity(another.at, another.noun, another.sort, whole.gender, "s", another.filters, tier, another)
            )
            return another
        groups = [
            e
            for e in self._candidates()
            if (e.number == "p" or (thing.qty == ONE and "cosa" not in sorts and all_of(e)))
            and agree(e.gender, thing.gender)
            and e.tier > 0
            and self._sort_fits(e, sorts)
        ]
        if any(is_another(f) for f in thing.filters):  # «quédate con 2 y descarta las otras»: of all, not of the 2
            taken = [e for e in groups if any(isinstance(f, Hecho) and f.verb == "entre" for f in e.filters)]
            groups = [e for e in groups if e not in taken] or groups
        best = best_of(groups)
        kinds = {e.noun: e for e in single.values() if isinstance(e.value, Cosa) and e.value.qty == ONE}
        if not best and thing.qty == ONE and not thing.filters and len(kinds) == 1 and "cosa" not in sorts:
            like = next(iter(kinds.values()))  # «pases a través de un obstáculo o te solapes con uno»: with such a thing
            another = replace(thing, noun=like.noun, sort=like.sort, gender=like.gender, number="s", filters=_token_kind(like))
            self.scope.entities.append(Entity(another.at, like.noun, like.sort, like.gender, "s", (), tier, another))
            return another
        if len(best) != 1:
            raise Unbound(thing.at, tuple(e.noun for e in best))
        group = best[0]
        if group.key in self.scope.denied and thing.qty == ONE and not thing.filters:
            another = replace(
                thing, noun=group.noun, sort=group.sort, gender=group.gender, number="s", filters=_token_kind(group)
            )
            self.scope.entities.append(Entity(another.at, group.noun, group.sort, group.gender, "s", (), tier, another))
            return another  # «si no tiene cartas de Objetivo, puede robar 1»: such a card
        part = Hecho("entre", (("quien", It()), ("que", self._use(group))))
        rest = EVERY if thing.qty == THE and thing.number == "p" else thing.qty  # «las otras»
        made = replace(thing, noun=group.noun, sort=group.sort, filters=(*thing.filters, part), ref="", qty=rest)
        self.scope.entities.append(
            Entity(
                made.at,
                made.noun,
                made.sort,
                group.gender,
                "s" if made.qty.n in ("1", "") else "p",
                made.filters,
                tier,
                made,
            )
        )
        return made

    def _part(self, part: Papel, tier: int) -> Value:
        """«este sistema» and «el defensor» can be pointed to («en él»); a place may have been told before."""
        if part == Papel("defensor") and isinstance(self.scope.target, (Cosa, Ref, Nombre)):
            return self._again(self.scope.target)
        if part == Papel("defensor") and "continues" in self.lexicon.data and not self.scope.attack:
            aimed = {
                e.key: e
                for e in self._candidates()
                if e.tier >= 3 and e.sort == "figura" and not isinstance(e.value, Yo) and e.number == "s"
                if e.value is not self.own_subject  # «Un Soldado gana +1 [daño] contra el objetivo»: another one
            }
            if len(aimed) == 1:  # «Un Rebelde a 4 casillas sufre 2 [daño]. … otro Rebelde a 2 casillas del objetivo»
                return self._use(next(iter(aimed.values())))
        noun = part.nombre.removeprefix("este_")
        known = self.lexicon.nouns.get(noun)
        if known is None:
            return part
        if known.sort == "jugador" and noun == part.nombre:  # «Elige 1 adversario. Ese adversario …»: the one that was chosen
            chosen = {e.key: e for e in self._candidates() if e.noun == noun and e.tier == 4 and e.number == "s"}
            if len(chosen) == 1:
                return self._use(next(iter(chosen.values())))
        told = [e for e in self._candidates() if e.noun == noun and not isinstance(e.value, Papel)]
        here = noun in self.lexicon.data.get("going_on", "").split()  # «esta activación» is the one that is going on
        told = [e for e in told if e.tier > 0 and e.number != "p"]
        if "continues" in self.lexicon.data and part.nombre != noun and not here and told:
            return self._use(max(told, key=lambda e: e.key))  # «este Rebelde», after one has been told
        put = [e for e in told if e.tier >= 3] if known.sort in self.lexicon.data.get("origins", "").split() else []
        if part.nombre != noun and len(put) == 1 and not any(e.value == part for e in self._candidates()):
            return self._use(put[0])  # «Suelta 1 remoto. Coloca este remoto …», where the card has not called itself so
        place = self.scope.place
        if place is not None and noun == self.lexicon.data["this_place"]["noun"]:
            return place if isinstance(place, Nombre) else self._use(place)
        pointed = (
            *self.lexicon.data.get("pointed", "").split(),
            *self.lexicon.data.get("containers", "").split(),
            *self.lexicon.data.get("animate", "").split(),
        )
        if (known.sort in pointed or "continues" in self.lexicon.data) and not any(
            e.value == part for e in self.scope.entities
        ):
            self.scope.entities.append(Entity(-1, noun, known.sort, known.gender, "s", (), tier, part))
        return part

    def _pointed(self, thing: Cosa, beside: bool = False) -> Value:
        """«esa nave»: the one told before that is such a thing; who acts on itself would be told so."""
        number = thing.number
        both = Hecho("ambos", (("quien", It()),))
        if both in thing.filters:
            return self._both(replace(thing, filters=tuple(f for f in thing.filters if f != both)))
        alike = [
            e
            for e in self._candidates()
            if (e.noun == thing.noun or self._kind_of(e, thing)) and (agree(e.number, number) or (number == "p" and or_more(e)))
        ]
        # «si no tienes ninguna ficha verde, … esa ficha»: what is not there is nobody
        alike = [e for e in alike if e.key not in self.scope.denied]
        if thing.qty == EVERY:  # «cada una de esas unidades» is more than the bearer
            alike = [e for e in alike if not isinstance(e.value, Yo)]
        if beside and thing.number == "s" and not thing.filters:
            alike = [e for e in alike if not self._is_subject(e)]
        same = Hecho("mismo", (("quien", It()),))
        if same in thing.filters:  # «ese mismo objetivo»: not the other one
            alike = [e for e in alike if not any(is_another(f) for f in e.filters)]
            thing = replace(thing, filters=tuple(f for f in thing.filters if f != same))
        described = [e for e in alike if _described_by(e, thing)]
        named_so = [e for e in described if e.noun == thing.noun] or described
        others = [e for e in named_so if not isinstance(e.value, Yo)]
        named_so = others or named_so  # the bearer would be called by its name, or left out
        best = self._nearer(named_so, best_of(named_so))
        if thing.noun == "los_que" and thing.number == "s":
            return self._the_one_of_them(thing, [e for e in self._candidates() if self._kind_of(e, thing)])
        among = best_of(alike) if thing.qty == EVERY and (thing.filters or thing.noun == "los_que") else []
        if len(among) == 1 and not best:  # «cada uno de esos Rebeldes que …», «los que …»: some of those told before
            whole = Hecho("entre", (("quien", It()), ("que", self._use(among[0]))))
            return replace(thing, noun=among[0].noun, sort=among[0].sort, ref="", filters=(whole, *thing.filters))
        if len(best) == 1 and best[0].or_you:
            either = self._either_of_them(best[0])
            if either is None:
                raise Unbound(thing.at, (str(self.lexicon.data["bearer"]), best[0].noun))
            return either
        if thing.noun == "ataque" and self.scope.again and "continues" in self.lexicon.data:
            raise Unbound(thing.at, (thing.noun, thing.noun), final=True)  # the one of the moment, or the one just made
        if len(best) == 1 and self._now(best[0]):
            return Papel("este_" + best[0].noun)
        if len(best) == 1 and best[0].tier == 1 and not thing.filters and self._beside_it(best[0], described):
            raise Unbound(thing.at, (best[0].noun, best[0].noun))  # «A se mueve a alcance 1 de B, esa unidad …»
        if len(best) == 1 and best[0].tier == 3 and not thing.filters and (rival := self._met_there(best[0], described)):
            raise Unbound(thing.at, (best[0].noun, rival.noun))  # «Mueve 1 Líder a un sistema con otro Líder. Ese Líder …»
        if len(best) == 1:
            self._one_of(best[0], number)
            return self._use(best[0])
        told_elsewhere = self.lexicon.data.get("told_by_mission", {}).get(thing.noun)
        if not best and told_elsewhere is not None and self.mission:
            self.scope.entities.append(
                Entity(-1, thing.noun, thing.sort, thing.gender, "s", (), self.scope.tier, Papel(told_elsewhere))
            )
            return Papel(told_elsewhere)
        if not best and thing.noun in (
            *self.lexicon.data.get("going_on", "").split(),
            *self.lexicon.data.get("implied", "").split(),
        ):
            if thing.sort in self.lexicon.data.get("containers", "").split() and not self._something_there():
                raise Unbound(thing.at)  # «Si la Base está en esa región, …»: which one?
            return Papel(("estos_" if self.third and number == "p" else "este_") + thing.noun)
        weapon = self._of_the_attack(thing)
        if not best and weapon is not None:
            return weapon
        aimed = self.lexicon.data.get("pointed_roles", {}).get(thing.noun)
        if not best and aimed is not None and self.scope.attack:
            return Papel(aimed)
        part = self.lexicon.data.get("roles", {}).get(thing.noun)
        if not best and part == thing.sort and thing.qty == THE and not thing.filters:
            return Papel(part)  # «ese jugador», and no other was told: whose the card is
        shown = self.lexicon.data.get("shown_by", {}).get(thing.noun)
        if not best and shown is not None:  # «anula esos resultados, retirando esos dados»: the dice that show them
            told = best_of([e for e in self._candidates() if e.sort == shown and agree(e.number, number)])
            if len(told) == 1:
                showing = Hecho("mostrar", (("quien", It()), ("que", self._use(told[0]))))
                return replace(thing, qty=EVERY, ref="", filters=(showing,))
        named = {replace(word, at=-1): word for word in self.scope.keywords}
        if not best and thing.noun == self.lexicon.data.get("keyword_noun") and not thing.filters and number == "s" and named:
            if len(named) > 1:
                raise Unbound(thing.at, tuple(word.noun for word in named))
            return next(iter(named))  # «dicha cualidad»: the one that was named
        part = self.lexicon.data.get("bridges", {}).get(thing.noun)
        if not best and part is not None and number == "s":  # «una miniatura enemiga … esa unidad»: the one it belongs to
            told = best_of([e for e in self._candidates() if e.noun == part and e.number == "s" and isinstance(e.value, Cosa)])
            if len(told) == 1:
                whose = Hecho("de", (("quien", It()), ("que", self._use(told[0]))))
                return replace(thing, qty=THE, ref="el", filters=(whose, *thing.filters))
        if not best:
            role = self._role(thing.sort)
            if role is not None:
                return role
        raise Unbound(thing.at, tuple(e.noun for e in best))


def _token_kind(like: "Entity") -> tuple[Cond, ...]:
    """«retira 1 ficha de Tensión y tú recibes 1»: one of that kind; whether what else was said goes on, nobody knows."""
    told = like.filters if like.sort == "ficha" else ()
    kinds = tuple(f for f in told if isinstance(f, Hecho) and isinstance(q := f.role("que"), Cual) and q.kind == "tipo_ficha")
    if any(f not in kinds and not (isinstance(f, Hecho) and f.verb == "de") for f in told):
        raise Unbound(like.key)
    return kinds


def _described_by(entity: Entity, thing: Cosa) -> bool:
    """Everything said is known of it; «el Rebelde más cercano» is not «el Rebelde herido más cercano»."""
    known, said = {as_said(f) for f in entity.filters}, {as_said(f) for f in thing.filters}
    return said == known if any(map(_outdoes, thing.filters)) else said <= known


def _outdoes(cond: Any) -> bool:
    """«más cercano», «con mayor Iniciativa»: who that is hangs on who else there is."""
    return any(isinstance(part, Cual) and part.kind in ("extremo", "medida") for part in parts(cond))
