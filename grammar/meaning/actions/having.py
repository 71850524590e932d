"""To own something, to have it somewhere, to have done it: «tener», which is many verbs."""

from collections.abc import Sequence
from typing import Any

from grammar.meaning.actions.placing import Placing
from grammar.meaning.actions.things import (
    HERE,
    agree,
    fits,
    owned_only,
    states_of,
)
from grammar.meaning.actions.verbs import (
    LOCATION,
    PLACED,
    Comp,
    Verb,
    of_owner,
    with_subject,
)
from grammar.meaning.node import rebuilt, replace
from grammar.meaning.values import (
    EVERY,
    SOME,
    Cosa,
    Cual,
    Cuenta,
    Hecho,
    It,
    Junto,
    Lista,
    Pred,
    Pron,
    Value,
    Yo,
)  # fmt: skip

CLITIC_NUMBER = {"lo": ("m", "s"), "la": ("f", "s"), "los": ("m", "p"), "las": ("f", "p"), "le": ("-", "s"), "les": ("-", "p")}
REFLEXIVE = ("te", "se", "os")


def _kept_by(value: Any) -> Any:
    """«una nave que tenga al defensor en su arco»: in her own, who has him there."""
    if isinstance(value, Pron):
        return replace(value, kind="duenno") if value.kind == "su" else value
    return rebuilt(value, _kept_by) if isinstance(value, (Hecho, Cosa, Lista, Junto, tuple)) else value


def _located_thing(thing: Cosa) -> bool:
    facts = [f for c in thing.filters for f in (c.items if isinstance(c, Junto) else (c,))]
    return any(isinstance(f, Hecho) and f.verb in LOCATION for f in facts) or any(
        isinstance(f, Junto) and any(isinstance(g, Hecho) and g.verb in LOCATION for g in f.items) for f in facts
    )


def _from_subject(fact: Hecho) -> Hecho:
    if fact.verb != "a_alcance" or fact.role("de") != HERE:
        return fact
    return replace(fact, roles=tuple(item for item in fact.roles if item[0] != "de"))


class Having(Placing):
    def _somewhere(self, thing: Cosa) -> bool:
        """«si tienes alguna nave enemiga en tu arco», «si tienes otra nave aliada con 2 fichas»: if there is one."""
        told = [f for f in thing.filters if isinstance(f, Hecho) and f.verb in ("ser", "otro", "tener")]
        kinds = [what for f in told if f.verb == "ser" and isinstance(what := f.role("que"), Cual)]
        docked = [k for k in kinds if k.id[:-3] in {verb[:-2] for verb in self.lexicon.data.get("stative", "").split()}]
        held = any(kind.kind == "lado" for kind in kinds) and len(told) == len(thing.filters) and not docked
        return _located_thing(thing) or held

    def predicates(self, verb: Verb, comps: Sequence[Comp], placed: dict[str, bool] | None = None) -> list[Pred]:
        """Every way in which the verb takes these complements."""
        raise NotImplementedError

    def _have(self, verb: Verb, comps: Sequence[Comp]) -> list[Pred]:
        """tener: to own something, or to have it somewhere («que tengas a alcance 0-1»)."""
        plain = PLACED | {"situar", *str(self.lexicon.data.get("just_had", "")).split()}
        comps = [inner for c in comps for inner in (c.value[1] if c.kind == "part" and c.value[0][1].id in plain else (c,))]
        done = next((c for c in comps if c.kind == "part"), None)
        if done is not None:
            return self._have_done(verb, done, comps)
        more = next((c for c in comps if c.kind == "more"), None)
        if more is not None:
            return self._have_more(verb, more, comps)
        objs = [c.value for c in comps if c.kind == "obj" or (c.kind == "prep" and c.prep == "a")]
        where = [
            c
            for c in comps
            if c.kind in ("range", "places")
            or (c.kind == "prep" and c.prep != "a")
            or (c.kind == "adj" and c.value[0].sort == "cara")
        ]
        if objs and any(c.kind == "adj" for c in where):
            return []  # «tiene una ficha boca arriba»: the noun's
        told = next((value for value in objs if isinstance(value, Cosa)), None)
        besides = [self._besides(told, c.value) for c in comps if c.kind == "circ" and c.prep == "ademas_de"]
        if None in besides:
            return []
        circ = tuple((c.prep, c.value) for c in comps if c.kind == "circ" and c.prep != "ademas_de")
        circ = (*circ, *(("ademas_de", value) for value in besides if value is not None))
        capped = [c for c in comps if c.kind == "most" and c.value[1] is None]
        if capped and len(objs) == 1 and isinstance(objs[0], Cosa) and objs[0].qty.op in ("mas", "menos"):
            circ = (*circ, *((c.prep or "hasta_un_maximo", Cual(c.value[0], "numero")) for c in capped[:1]))
        if len(objs) + len(where) + len(circ) < len(comps) or len(objs) > 1:
            return []
        clitic = next((c for c in verb.clitics if c in CLITIC_NUMBER), None)
        if verb.clitics == ("te",) and verb.person == 3 and not objs:  # «que te tenga a alcance 1»
            objs = [Yo()]
        elif any(c in REFLEXIVE for c in verb.clitics):
            return []
        if clitic is not None:
            if objs:
                return []
            gender, number = CLITIC_NUMBER[clitic]
            objs = [Pron("clitico", gender, number, verb.at)]
        common: dict[str, Any] = {"person": verb.person, "number": verb.number, "mood": verb.mood, "at": verb.at}
        placed = frozenset(self.lexicon.data.get("placed", "").split())
        owners = frozenset(self.lexicon.data.get("owners", "").split())
        shown = self._shown(objs, where)
        if shown is not None:
            return [Pred((replace(shown, neg=verb.neg, past=verb.past, circ=circ),), "de", owners, **common)]
        if where:
            facts: list[Hecho] = []
            turned = frozenset(str(states_of(self.lexicon, "", "cara") or "").split())
            for comp in where:
                states = self._states(comp if comp.kind != "prep" else Comp("place", comp.value, comp.prep))
                if not states:
                    return []
                facts.extend(states[0][0])
            # the range is measured from the subject
            made = tuple(_from_subject(fact) for fact in facts)
            owning = self.lexicon.data.get("having_is_owning") and all(f.verb == "en" for f in made)
            faced = all(comp.kind == "adj" for comp in where)
            if not objs:  # «una carta que tengas boca abajo»: one of yours
                owning = owning or faced
                made = (*made, Hecho("de")) if owning else made
                if owning and verb.neg:
                    return []
                return [
                    Pred(
                        tuple(replace(f, neg=f.neg ^ verb.neg, past=verb.past, circ=circ) for f in made),
                        "de",
                        owners,
                        "quien",
                        placed - {"arco", "tipo_accion", "escudo"} | {"lugar"}
                        if any(c.kind == "range" for c in where)
                        else turned
                        if faced
                        else placed,
                        **common,
                    )
                ]
            thing = objs[0]
            if isinstance(thing, Cosa) and thing.ref in ("", "el") and (thing.qty.op not in ("el",)):
                if not fits(thing, placed | frozenset(self.lexicon.data.get("has", {}).get("*", "").split()), self.lexicon):
                    return []
                if thing.qty.op in ("ningun", "masa"):
                    thing = replace(thing, qty=SOME)
                on = tuple(self.upon(thing.sort, with_subject(f, It())) for f in made)
                if any(thing.sort not in table for f in on if (table := self.lexicon.data.get("preps", {}).get(f.verb))):
                    return []  # «una nave con un Blanco fijado sobre el defensor»: no ship is upon him
                located = replace(thing, filters=(*thing.filters, *on))
                if (
                    all(f.verb == "sobre" for f in on) and thing.sort in self.lexicon.data.get("upon", "").split()
                ):  # «tienes un bloqueo en el defensor»: yours
                    return [
                        Pred(
                            (Hecho("tener", (("que", located),), neg=verb.neg, past=verb.past, circ=circ),),
                            "quien",
                            owners,
                            **common,
                        )
                    ]
                told_of = self.lexicon.data.get("third_person_bearer") and all(f.verb == "en" for f in on)
                if told_of and not any(self.has(owner, thing) for owner in owners):
                    return []
                if owning or told_of:  # «el defensor tiene una peana en su sector»: one of his
                    return [
                        Pred(
                            (Hecho("tener", (("que", located),), neg=verb.neg, past=verb.past, circ=circ),),
                            "quien",
                            owners,
                            **common,
                        )
                    ]
                return [Pred((Hecho("hay", (("que", located),), neg=verb.neg, circ=circ),), "de", owners, **common)]
            if not fits(thing, placed, self.lexicon):
                return []
            own = tuple(_kept_by(f) for f in made) if verb.person == 3 else made
            whose = [f.role("donde") for f, kept in zip(made, own, strict=True) if f != kept and f.verb == "en"]
            for place in whose:  # «si te tiene en su arco»: who can have one
                if isinstance(place, Cosa):
                    owners &= frozenset(self.lexicon.data.get("of", {}).get(place.sort, "").split()) or owners
            return [
                Pred(
                    tuple(replace(with_subject(f, thing), neg=f.neg ^ verb.neg, past=verb.past, circ=circ) for f in own),
                    "de",
                    owners,
                    **common,
                )
            ]
        if not objs:
            return [
                Pred(
                    (Hecho("tener", (), verb.neg, verb.past, circ=circ),),
                    "quien",
                    owners,
                    "que",
                    frozenset(self.lexicon.data.get("has", {}).get("*", "").split()),
                    **common,
                )
            ]
        thing = objs[0]
        found = []
        for owner in sorted(owners):
            if self.has(owner, thing):
                found.append(owner)
        if not found and verb.person == 2 and isinstance(thing, Cosa) and thing.sort in placed and self._somewhere(thing):
            if thing.qty.op in ("ningun", "masa"):
                thing = replace(thing, qty=SOME)  # «si tienes alguna nave enemiga en A o en B»: there is one
            return [Pred((Hecho("hay", (("que", thing),), neg=verb.neg, circ=circ),), "de", owners, **common)]
        if not found:
            return []
        if isinstance(thing, Cosa) and thing.qty.op in ("ningun", "masa"):
            thing = replace(thing, qty=SOME)
        return [Pred((Hecho("tener", (("que", thing),), verb.neg, verb.past, circ=circ),), "quien", frozenset(found), **common)]

    def _shown(self, objs: Sequence[Value], where: Sequence[Comp]) -> Hecho | None:
        """«si tienes el mismo resultado en todos tus dados»: what your dice show."""
        dice = where[0].value if len(where) == 1 and where[0].kind == "prep" and where[0].prep == "en" else None
        what = objs[0] if len(objs) == 1 else None
        if not isinstance(dice, Cosa) or not isinstance(what, Cosa) or not owned_only(dice.filters):
            return None
        shows = self.lexicon.data.get("shown_by", {}).get(dice.sort)
        return Hecho("mostrar", (("quien", dice), ("que", what))) if shows == what.sort else None

    def _have_done(self, verb: Verb, done: Comp, comps: Sequence[Comp]) -> list[Pred]:
        """«que tengas fijada como blanco», «que tengas equipadas»: what the subject has done with it."""
        (at, part), inner = done.value
        if verb.mood == "inf" and not inner and part.id in str(self.lexicon.data.get("participles", "")).split():
            return []  # «no puedes tener más de 1 mejora equipada»: how it is, not what was done
        objs = [c.value for c in comps if c.kind == "obj" or (c.kind == "prep" and c.prep == "a")]
        clitic = next((c for c in verb.clitics if c in CLITIC_NUMBER), None)
        if not objs and clitic is not None and len(verb.clitics) == 1:  # «mientras tú la tengas fijada»
            gender, number = CLITIC_NUMBER[clitic]
            if not (agree(part.gender, gender) and agree(part.number, number)):
                return []
            held = Pron("clitico", gender, number, verb.at)
            objs, comps, clitic = [held], [*comps, Comp("obj", held)], None
        if not objs and verb.clitics == ("te",) and verb.person == 3:  # «te tiene fijado»
            objs, comps = [Yo()], [*comps, Comp("obj", Yo())]
        elif any(c in REFLEXIVE for c in verb.clitics):
            return []
        if len(comps) - 1 != len(objs) or len(objs) > 1 or clitic is not None or any(c.kind == "purpose" for c in inner):
            return []  # «una mejora que tengas equipada para recuperar …»: what the act is for
        made = self.predicates(
            Verb(part.id, at, verb.person, verb.number, verb.mood, verb.neg, past=True),
            [*(Comp("obj", o) for o in objs), *inner],
        )
        return [replace(pred, at=verb.at) for pred in made if not objs or not pred.gap]

    def _same_things(self, thing: Value, other: Value) -> bool:
        """«más unidades Rebeldes que Imperiales»: two kinds of one thing, and nothing says of either where or whose it is."""
        both = [value for value in (thing, other) if isinstance(value, Cosa)]
        there = [{f for f in value.filters if isinstance(f, Hecho) and f.verb in LOCATION} for value in both]
        kinds = [[f for f in value.filters if f not in places] for value, places in zip(both, there, strict=True)]
        free = all(isinstance(f, Hecho) and f.verb == "ser" for own in kinds for f in own) and not any(v.ref for v in both)
        return len(both) == 2 and both[0].sort == both[1].sort and there[0] == there[1] and free

    def _two_things(self, thing: Value, other: Value) -> bool:
        """«más escudos que cartas de Daño»: two things that one owner has, as no card has shields."""
        if not isinstance(thing, Cosa) or not isinstance(other, Cosa) or self._same_things(thing, other):
            return False
        bare = all(one.number == "p" and not one.ref and one.qty.op in ("algun", "masa") for one in (thing, other))
        told = any(isinstance(f, Hecho) and f.verb != "ser" for one in (thing, other) for f in one.filters)
        return bare and not told and other.sort not in ("valor", "numero") and not self.has(other.sort, thing)

    def _have_more(self, verb: Verb, more: Comp, comps: Sequence[Comp]) -> list[Pred]:
        """«si tienes menos escudos que el defensor»."""
        thing, other = more.value
        if isinstance(other, Yo) and verb.person == 2:
            return []  # «tienes más escudos que tú»
        where = [c for c in comps if c.kind in ("prep", "range")]
        if len(comps) != 1 + len(where) or verb.clitics:
            return []
        if verb.neg:  # «no tienes más escudos que él»: as many, or fewer
            opposite = {"mayor": "menor_igual", "menor": "mayor_igual"}.get(more.prep)
            return [] if opposite is None else self._have_more(replace(verb, neg=False), replace(more, prep=opposite), comps)
        if isinstance(other, Cosa) and isinstance(thing, Cosa) and not _located_thing(thing) and not where:
            there = tuple(f for f in other.filters if isinstance(f, Hecho) and f.verb in LOCATION)
            plain = replace(other, filters=tuple(f for f in other.filters if f not in there))
            if there and self._same_things(thing, plain):  # «más naves que tropas en este sistema»: both are counted there
                return self._have_more(
                    verb, replace(more, value=(replace(thing, filters=(*thing.filters, *there)), other)), comps
                )
        if self._same_things(thing, other) and where:
            placed = [self._located(value, where) for value in (thing, other)]
            if not all(found and isinstance(found[0], Cosa) for found in placed):
                return []
            thing, other = placed[0][0], placed[1][0]
            where, comps = [], [c for c in comps if c not in where]
        alike = self._same_things(thing, other) or self._two_things(thing, other)
        if alike and not where and isinstance(thing, Cosa) and isinstance(other, Cosa):
            fact = Hecho(
                "compara", (("quien", Cuenta(replace(thing, qty=EVERY))), (more.prep, Cuenta(replace(other, qty=EVERY))))
            )
            inside = frozenset() if _located_thing(thing) else frozenset(self.lexicon.data.get("containers", "").split())
            owners = [o for o in self.lexicon.data.get("owners", "").split() if o not in inside]
            owning = frozenset(o for o in owners if self.has(o, thing) and self.has(o, other))
            return [
                Pred((fact,), role, sorts, person=verb.person, number=verb.number, mood=verb.mood, at=verb.at)
                for role, sorts in (("donde_ambos", inside), ("duenos", owning))
                if sorts
            ]
        if not self.has(str(self.lexicon.data["bearer"]), thing):
            return []
        if verb.person == 2 and other == Yo():
            return []  # nobody has more than oneself
        located = self._located(thing, where)  # «más unidades que tu adversario en este sistema»: both are counted there
        if not located or not isinstance(located[0], Cosa):
            return []
        thing = located[0]
        if isinstance(other, Cosa) and other.sort in ("valor", "numero"):
            level = (
                replace(other, filters=(*other.filters, of_owner(Pron("duenno", "-", "-", -1))))
                if other.sort == "valor" and not other.filters
                else other
            )
            if level is not other:
                return []  # «más fichas que Aplomo»: whose, it does not say
            fact = Hecho("compara", (("quien", Cuenta(replace(thing, qty=EVERY))), (more.prep, level)))
            whose = frozenset(self.lexicon.data.get("owners", "").split())
            return [Pred((fact,), "dueno", whose, person=verb.person, number=verb.number, mood=verb.mood, at=verb.at)]
        theirs = (
            other
            if isinstance(other, Cosa) and other.sort == thing.sort
            else replace(thing, filters=(*thing.filters, of_owner(other)), at=-1)
        )
        fact = Hecho("compara", (("quien", Cuenta(replace(thing, qty=EVERY))), (more.prep, Cuenta(replace(theirs, qty=EVERY)))))
        whose = frozenset(self.lexicon.data.get("owners", "").split())
        return [Pred((fact,), "dueno", whose, person=verb.person, number=verb.number, mood=verb.mood, at=verb.at)]
