"""Facts, things and their filters, bound from the outside in."""

from typing import Any

from grammar.meaning.actions.things import HERE, agree, headless, sort_of
from grammar.meaning.binding.acts import Acts
from grammar.meaning.binding.entities import ATTACKING, Entity, Unbound, doer_left_out, is_another
from grammar.meaning.node import replace
from grammar.meaning.values import (
    EACH,
    EVERY,
    ONE,
    SIDES,
    THE,
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
    Ref,
    Self,
    Value,
    Yo,
    is_nobody,
    parts,
)

WHERE = frozenset({"a_alcance", "en"})
NUMBERED = frozenset({"n", "hasta", "cualquiera", "al_menos"})
"""So many: «elige y retira 2 fichas» are the same two, «ganar y gastar fichas» are any."""
GOALS = frozenset({"a", "en", "hacia"})
"""Roles of where a thing is put."""
EDGES = frozenset({"final", "comienzo"})
"""«hasta el final de la ronda», told twice or once for two acts: the same moment, which nobody has to be told."""


class Phrases(Acts):
    def _cond(self, cond: Any) -> Any:
        if isinstance(cond, Hecho):
            return self._fact(cond, cond=True)
        return replace(cond, items=tuple(self._cond(item) for item in cond.items))

    def _fact(self, fact: Hecho, moment: bool = False, cond: bool = False) -> Hecho:
        fact = self._to_here(self._told_as(self._near_this(_of_itself(self._by_anybody(fact)) if moment else fact)))
        if moment or cond:
            fact = self._partly(fact, moment)
        else:
            self._refuse_different(fact)
            fact = self._as_before(self._not_you(fact))
        roles: list[tuple[str, Value]] = []
        told = len(self.scope.entities)
        doing = self.own_subject
        if fact.verb == "superar":
            fact = self._tested(fact)
        self._refuse_near(fact)
        self.fact = fact
        order = sorted(fact.roles, key=lambda item: item[0] != "quien")
        before = self.subject
        self.verb, self.own_subject = fact.verb, None
        circ_first = {
            key: self._circ(value) for key, value in fact.circ if isinstance(value, Pron) and value.kind == "cada_uno"
        }
        for name, value in order:
            sorts = self._sorts(fact.verb, name)
            tier = (
                4
                if fact.verb == "elegir" and name == "que" and not moment
                else 5
                if fact.verb == "hay" and cond and not fact.neg and "continues" in self.lexicon.data
                else 0
                if (fact.verb in WHERE and name != "quien") or (fact.verb, name) == ("distinto", "de")
                else self.scope.tier
            )
            self.beside = name != "quien" and (fact.verb in self.lexicon.verbs or fact.verb == "a_alcance")
            self.role = name
            averted, self.averted = (
                self.averted,
                self.averted
                or (
                    name == "que"
                    and isinstance(value, Hecho)
                    and fact.verb in self.lexicon.data.get("brings_about", "").split()
                ),
            )
            if (
                (name == "quien" or (name == "que" and not moment and not cond))
                and isinstance(value, Cosa)
                and any(e.key == value.at >= 0 and isinstance(e.value, Cosa) for e in self.scope.entities)
                and not is_nobody(value)  # «si ningún Rebelde está cerca, A y B»: none, both times
                and (name == "quien" or (value.qty.op in NUMBERED and value.at not in self.apart))
            ):
                value = self._again(value)  # one subject of several acts, one object: «elige y retira 2 fichas»
            entities = self.scope.entities
            done_to = fact.role("que")
            aside = name not in ("quien", "que") and isinstance(value, Cosa) and value.ref == "ese"
            if aside and isinstance(done_to, Cosa):  # «rota tu [arco-torreta] hacia ese arco»: another one
                self.scope.entities = [e for e in entities if e.key != done_to.at]
            made = self._same(
                fact.verb, name, self._value(self._untold(fact.verb, value), tier, sorts, subject=name == self._speaks(fact))
            )
            self._told_again(entities)
            self.averted = averted
            if fact.verb == "ser" and name == "que" and isinstance(made, Cosa) and made.qty == ONE:
                self.scope.entities = [e for e in self.scope.entities if e.value is not made]  # «es una unidad»: no other one
            if fact.verb == "elegir" and name == "que" and isinstance(made, Ref) and not moment and not cond:
                for entity in self.scope.entities:  # «puedes elegir esa nave para que reciba 1 ficha»
                    entity.tier = 4 if entity.key == -2 - made.id else entity.tier
            if _one_by_one(value):
                self.scope.singly = made
            if name == "quien":
                self.subject = self.own_subject = made if made != Self() or doing is None else doing
            if name in ("quien", "que") and isinstance(made, Lista) and made.conj == "y":
                self.scope.together = made
            roles.append((name, made))
        if fact.role("quien") is None:
            spoken = dict(roles).get(fact.sujeto)
            self.subject = self._again(spoken) if "continues" in self.lexicon.data and spoken is not None else None
        if fact.verb in ("atacar", "defender") or any(sort_of(v, self.lexicon) == "ataque" for _, v in roles):
            self.scope.attack = True
        if (
            not moment
            and not cond_only(fact)
            and (fact.verb == "atacar" or any(isinstance(v, Cosa) and v.sort == "ataque" for _, v in roles))
        ):
            self.scope.target = next(
                (v for n, v in roles if n in ("contra", "a") or (n == "que" and fact.verb == "atacar")), None
            )
            self.scope.again = fact.verb == "atacar" and any(told.verb in ATTACKING for told in self.scope.happened)
        if fact.verb == "tirar" and not moment and not cond:
            self.scope.roller = next((value for name, value in roles if name == "quien"), None)
        for made in (one for _, value in roles for one in (value.items if isinstance(value, Lista) else (value,))):
            if isinstance(made, Cosa) and made.sort == "prueba" and self.subject is not None:
                self.scope.testers[made.at] = self.subject
                if isinstance(fact.role("que"), Lista):
                    self.scope.tests_together = self.scope.tests_together | {made.at}
        topic = self.scope.topic
        what = next((value for name, value in roles if name == "que"), None)
        circ_made = []
        outer, self.outer = self.outer, next((value for name, value in roles if name == "quien"), None)
        for key, value in fact.circ:
            conditional = self.scope.conditional
            moved = key == "hasta" and isinstance(value, Hecho) and isinstance(what, (Cosa, Ref))
            pushed = moved and what is not None and self._sort(what) in self.lexicon.data["animate"].split()
            if (key == "como_si" and what is not None) or pushed:
                self.scope.topic, self.scope.conditional = what, False  # «ejecútala como si fuera …»: the thing done
                if key == "como_si" and isinstance(what, (Cosa, Ref)):
                    value = self._taken_for(fact.verb, value, what)
            elif key == "incluso_aunque" and isinstance(self.outer, (Cosa, Ref)):
                self.scope.topic, self.scope.conditional = self.outer, False  # «una unidad puede …, aunque esté trabada»: she
            self.instead = what if key in ("en_vez_de", "sin") else None
            if (
                key == "a_alcance"
                and self.third
                and not self.bearer_told
                and dict(roles).get("quien") != Yo()  # «Coloca una ficha de Humo a [alcance-1]»: of you
                and isinstance(value, Hecho)
                and value.role("de") == HERE
            ):
                raise Unbound(-1)  # «realice una acción a alcance 3»: of whom, nobody has told
            other_end = self.lexicon.data.get("ranged_from", {}).get(fact.verb)
            if key == "a_alcance" and other_end and isinstance(value, Hecho) and value.role("de") == HERE:
                end = next((v for n, v in roles if n == "quien"), None) if other_end == "quien" else Papel(other_end)
                if not isinstance(end, (Yo, Ref, Papel)):
                    raise Unbound(-1)
                value = value.put("de", end)
            entities = self.scope.entities
            other = key == "en_vez_de" and isinstance(what, Cosa) and isinstance(value, Cosa) and value.ref == "ese"
            if other and isinstance(what, Cosa):  # «en vez de esa maniobra, ejecuta otra»: not of the other one
                self.scope.entities = [e for e in entities if e.key != what.at]
            watching, self.watching = self.watching, self.watching or moved  # «hasta que esté adyacente»: to the bearer
            tallying, self.tallying = self.tallying, key == "por_cada"
            self.instead_of, known = key == "en_vez_de", {e.key for e in self.scope.entities}
            circ_made.append(
                (
                    key,
                    circ_first[key]
                    if key in circ_first
                    else self._circ(_two_places(value, fact) if key == "como_si" else value),
                )
            )
            self.watching, self.tallying, self.instead_of = watching, tallying, False
            self._told_again(entities)
            if key == "en_vez_de" and isinstance(value, Hecho):  # «en vez de robar 2 cartas, mira 3 y descarta 1 de ellas»
                self.scope.entities = [e for e in self.scope.entities if e.key in known or not _indefinite(e)]
            self.scope.topic, self.scope.conditional = topic, conditional
        circ = tuple(circ_made)
        self.instead = None
        self.outer = outer
        who = next((value for name, value in roles if name == "quien"), None)
        who = _counted(who) if isinstance(who, Cuenta) else who
        spoken_of = next((value for name, value in roles if name == fact.sujeto), who)
        self.scope.acts.extend(
            (fact.verb, name, value) for name, value in roles if name in ("quien", "que") and isinstance(value, Cosa)
        )
        put = next((value.at for name, value in roles if name == "que" and isinstance(value, Cosa)), -1)
        if put >= 0 and (goals := tuple(value for name, value in roles if name in GOALS)):
            self.scope.put[put] = goals
        if cond or moment:
            none = ("algun", "ningun") if fact.neg and cond else ("ningun",)  # «1 ficha y ninguna ficha roja»
            told_of = (v for n, v in roles if n != "quien" for v in (v.items if isinstance(v, Lista) else (v,)))
            self.scope.denied |= {thing.at for thing in told_of if isinstance(thing, Cosa) and thing.qty.op in none}
        if fact.verb in self.lexicon.data.get("ends", "").split() and not fact.neg:
            self.scope.ended = (*self.scope.ended, *(value for name, value in roles if name == "que"))
        self.scope.tallied |= {
            v.de.at for n, v in fact.roles if n == "que" and isinstance(v, Cuenta) and isinstance(v.de, Cosa)
        }
        self._also_done(fact.verb, roles)
        if moment and spoken_of is not None and not isinstance(spoken_of, Pron):
            self.scope.told = spoken_of
        if spoken_of is not None and not moment:
            self.scope.topic = spoken_of
            self.scope.conditional = cond
        if who is not None and not moment and not cond:
            self.scope.doer = who
            said = fact.role("quien")
            if not (isinstance(said, Pron) and said.kind == "otro"):
                self.payer = who
        self.subject = before if moment is False and cond is False and before is not None and who is None else who
        self.own_subject = doing
        ordered = tuple((name, next(v for n, v in roles if n == name)) for name, _ in fact.roles)
        if not moment and not cond:
            ordered = tuple((name, self._apart(fact, name, value)) for name, value in ordered)
        bound = self._there(self._contained(replace(fact, roles=ordered, circ=circ, sujeto="")), not moment and not cond)
        if moment:
            self._refuse_far(bound)
            bound = self._itself(self._spelled_out(bound))
        self._set_place(bound, self.scope.entities[told:])
        if not moment and not cond:
            self.scope.done.setdefault(fact.verb, []).append(replace(fact, roles=ordered, circ=circ))
        return bound

    def _apart(self, fact: Hecho, name: str, told: Value) -> Value:
        """«Coloca cada una de esas figuras en 1 casilla»: of all of them it would be one for all."""
        said = fact.role(name)
        if name != "que" or not isinstance(told, Ref) or said is None or not _one_by_one(said):
            return told
        group = next((e for e in self.scope.entities if e.key == -2 - told.id), None)
        among = Hecho("entre", (("quien", It()), ("que", told)))
        return told if group is None else Cosa(group.noun, group.sort, EACH, filters=(among,))

    def _taken_for(self, verb: str, like: Any, what: Cosa | Ref) -> Any:
        """«considera ese requisito como si fuera [arco-torreta]»: that requirement, whatever was told before it."""
        who = like.role("quien") if isinstance(like, Hecho) else None
        elided = isinstance(who, Pron) and who.kind == "elidido" and agree(who.number, self._number(what))
        taken = elided and verb in self.lexicon.data.get("taken_for", "").split()
        return like.put("quien", self._again(what)) if taken else like

    def _circ(self, value: Any) -> Any:
        if isinstance(value, Hecho):
            return self._fact(value, cond=True)
        if isinstance(value, Junto):
            return replace(value, items=tuple(self._circ(item) for item in value.items))
        if isinstance(value, tuple):
            return tuple(self._circ(item) for item in value)
        return self._value(value, 0)

    def _value(self, value: Value, tier: int, sorts: frozenset[str] = frozenset({"cosa"}), subject: bool = False) -> Value:
        if isinstance(value, Lista):
            told, listed = len(self.scope.entities), self.listed
            items = tuple(self._value(item, tier, sorts) for item in self._one_by_one(value.items))
            self.listed = listed
            if value.conj == "o" and any(isinstance(item, Yo) or item in SIDES for item in value.items):
                for entity in self.scope.entities[told:]:
                    entity.or_you = True
            if value.conj == "o":
                heads = {item.at for item in items if isinstance(item, Cosa)}
                self._alternatives([e for e in self.scope.entities[told:] if e.key in heads])
            return replace(value, items=items)
        if isinstance(value, Cosa):
            return self._thing(value, tier, subject, sorts)
        if isinstance(value, Pron):
            narrow = value.sorts & sorts if value.sorts and "cosa" not in value.sorts else sorts
            return self._pronoun(value, value.sorts or sorts if "cosa" in sorts else narrow or sorts)
        if type(value).__name__ == "Cuenta":
            told = len(self.scope.entities)
            whole = self._value(value.de, 0)  # type: ignore[union-attr]
            for entity in self.scope.entities[told:]:  # «si la cantidad de naves …, esa nave»: none of those that were counted
                entity.number = "p" if entity.value == whole and self._number(whole) == "p" else entity.number
            return replace(value, de=whole)  # type: ignore[arg-type]
        if isinstance(value, Hecho):
            topic = self.scope.topic
            made = self._fact(value, cond=True)
            self.scope.topic = topic  # «para atacar …» does not change who is spoken of
            return made
        if isinstance(value, Papel):
            return self._part(value, tier)
        named = isinstance(value, Nombre) and value.sort in self.lexicon.data.get("animate", "").split()
        if named and isinstance(value, Nombre) and not any(e.value == value for e in self.scope.entities):
            entity = Entity(-1, "nombre", value.sort, "-", "s", (), min(tier, 2), value, subject)
            self.scope.entities.append(entity)  # «Si Luke está herido, mueve 5 hacia él»
        state = isinstance(value, Cual) and value.kind == "estado" and "estado" in self.lexicon.nouns
        if state and not any(e.value == value for e in self.scope.entities):
            self.scope.entities.append(
                Entity(-1, "estado", "estado", "-", "s", (), 1, value)
            )  # «si tienes A, descarta ese estado»
        return value

    def _thing(self, thing: Cosa, tier: int, subject: bool, sorts: frozenset[str] = frozenset({"cosa"})) -> Value:
        if thing.at in self.listed:
            return self._again(thing)
        outer = self.subject
        beside, self.beside = self.beside, False
        contrasted, self.contrasted = self.contrasted, self._contrasted(thing) or self.contrasted
        bound = {
            cond: self._headed(thing, cond, tier) for cond in sorted(thing.filters, key=_points)
        }  # «distinto del objetivo a 2 casillas de él»
        filters = tuple(bound[cond] for cond in thing.filters)
        self.subject, self.contrasted = outer, contrasted
        made = replace(thing, filters=filters)
        if made.qty == EVERY and made.ref in ("", "el"):
            made = self._of_testers(made)
        if made.noun == "uno":  # «1 de ellas»: of what they are
            key = next((-2 - told.id for f in filters if isinstance(f, Hecho) and isinstance(told := f.role("que"), Ref)), None)
            whole = next((e for e in self.scope.entities if e.key == key), None)
            if whole is None:
                raise Unbound(thing.at)
            made = replace(made, noun=whole.noun, sort=whole.sort, gender=whole.gender)
        made = self._out_of(made)
        if made.ref == "este" and made.qty == THE and not filters and self.lexicon.data.get("this", {}).get(made.noun) == "yo":
            self.scope.entities.append(Entity(made.at, made.noun, made.sort, made.gender, "s", (), tier, Yo(), subject))
            return Yo()
        if made.ref == "este" and filters and self.lexicon.data.get("this", {}).get(made.noun) == "yo":
            raise Unbound(thing.at)  # «esta unidad con 1 Herida»: the bearer is known, and nothing tells it apart
        if headless(made):
            return self._headless(made, sorts, tier)
        if made.sort == "palabra_clave":
            self.scope.keywords.append(made)
        if made.sort in ("palabra_clave", "distancia"):
            return made  # nobody speaks of them again, but by «dicha cualidad»
        bearer = self._bearer(made, tier, subject)
        if bearer is not None:
            return bearer
        if made.ref == "ese":
            return self._pointed(made, beside)
        if made.sort == "valor" and Hecho("de", (("quien", It()), ("que", It()))) in filters:
            return made  # «una nave con una Iniciativa menor que la tuya»: her own, and of nobody told before
        done = self._done(made)
        if done is not None:
            return done
        did = self._that_did(made)
        if did is not None:
            return did
        each = self._each_of_them(made)
        if each is not None:
            return each
        mine = (
            "continues" not in self.lexicon.data
            and made.sort == "valor"
            and Hecho("de", (("quien", It()), ("que", Yo()))) in filters
        )
        theirs = Hecho("de", (("quien", It()), ("que", It()))) in filters  # «un ataque cuya reserva …»: its own
        known = (
            mine
            or theirs
            or made.noun
            in (
                *EDGES,
                *self.lexicon.data.get("one_of_a_kind", "").split(),
            )
        )  # «tu Iniciativa»: there is no other
        those = self._so_many_told(made)
        if those is not None:
            return those
        if made.ref == "el" and made.qty.op == "n" and made.qty.n not in ("1", "x") and not made.filters:
            made = replace(made, qty=EVERY)  # «las dos opciones»: both
        if made.ref == "el" and made.qty.op in ("el", "todos", "n") and not known:
            found = self._described(made if made.qty.op != "n" else replace(made, qty=THE))  # «los 2 dados», told or not
            if found is not None:
                return found
        if (
            made.qty == EVERY
            and not made.ref
            and "chosen_told" in self.lexicon.data
            and _chosen(made)
            and not self._choosing(made)
        ):
            raise Unbound(thing.at)  # «cada nave elegida», and nobody has chosen any
        alike = made.sort in ("tipo", "color") and Hecho("mismo", (("quien", It()),)) in filters
        if alike and not self.scope.entities and not self.scope.happened:
            raise Unbound(thing.at)  # «del mismo tipo», and nothing has been told
        if made.noun in self.lexicon.data.get("one_of_a_kind", "").split() and made.qty in (THE, Qty("masa")):
            return made  # «del juego», «en juego»: there is no other
        if made.noun == "numero":
            return made  # nobody speaks of a number as of somebody
        number = made.number if made.qty.op != "todos" else "-"
        self.scope.entities.append(Entity(made.at, made.noun, made.sort, made.gender, number, filters, tier, made, subject))
        return made

    def _contrasted(self, thing: Cosa) -> Cosa | None:
        """«una figura adyacente a otra figura de su grupo»: whom «otra» sets apart, and whose the group is."""
        animate = thing.sort in self.lexicon.data.get("animate", "").split()
        if not animate or not any(is_another(cond) for cond in thing.filters):
            return None
        what = self.fact.role("que") if self.fact is not None and self.role not in ("quien", "que") else None
        told = next((one for one in (self.whose_filter, what) if isinstance(one, Cosa)), None)
        return told if told is not None and told is not thing and told.at >= 0 and told.noun == thing.noun else None

    def _headed(self, thing: Cosa, cond: Any, tier: int) -> Any:
        """«los Héroes con 1 ficha en su hoja»: «su», in what somebody has, is his."""
        owns = isinstance(cond, Hecho) and cond.verb == "tener" and thing.at >= 0 and thing.ref not in ("ese", "este")
        animate = thing.sort in self.lexicon.data.get("animate", "").split()
        acts = isinstance(cond, Hecho) and cond.role("quien") == It() and cond.verb in self.lexicon.verbs
        does = acts and thing.at >= 0  # «un Héroe que salga de su casilla»: his own
        owns = owns and ("continues" in self.lexicon.data or not self.third)
        self.heads.append(thing if (owns or does) and animate else None)
        self.measured = thing.at
        holder, self.holder = self.holder, thing if owns and not animate and "continues" in self.lexicon.data else None
        narrow = f"the {thing.noun}"  # «su dificultad» is no ship's
        lying, self.lying = self.lying, thing.noun if isinstance(cond, Hecho) and cond.verb in ("en", "sobre") else ""
        around, self.whose_filter = self.whose_filter, thing
        made = self._filter(cond, tier, narrow if narrow in self.lexicon.data.get("of", {}) else thing.sort)
        self.holder, self.lying, self.whose_filter = holder, lying, around
        self.heads.pop()
        return made

    def _filter(self, cond: Any, tier: int = 0, head: str = "") -> Any:
        if isinstance(cond, Hecho):
            cond = self._near_this(cond)
            if cond.verb == "superar":
                cond = self._tested(cond)
            inner = (
                tier if cond.verb in ("contra", "sobre") else 0
            )  # whom an attack is made against counts as much as the attack
            verb = self.verb
            known = {e.key for e in self.scope.entities}
            if any(isinstance(value, Pron) and value.kind == "elidido" for _, value in cond.roles):
                self.verb = cond.verb  # «recibes 1 ficha del tipo que ha elegido»: who has chosen
            roles = []
            for name, value in cond.roles:
                self.beside = cond.verb == "contra" and name == "que"  # «un ataque contra esa unidad»: not who attacks
                owners = self._owners(cond.verb, head) if name == "que" else self._sorts(cond.verb, name)
                quality = cond.role("que") if (cond.verb, name) == ("ser", "a") and isinstance(value, Pron) else None
                takes = self.lexicon.data.get("adj_takes", {}).get(quality.id) if isinstance(quality, Cual) else None
                owners = frozenset(takes.split()) if takes else owners  # «adyacente a él»: to no player
                own = str(self.lexicon.data.get("belongs", {}).get(cond.verb, ""))
                if own and isinstance(value, Pron) and head == self.lexicon.data["bearer"] and cond.role("a") == It():
                    value = replace(value, sorts=frozenset(own.split()))  # «la unidad a la que pertenecía»: no other unit did
                roles.append((name, self._same(cond.verb, name, self._value(value, inner, owners))))
            if cond.neg:  # «que no esté adyacente a otro Rebelde»: there is none to speak of
                self.scope.entities[:] = [e for e in self.scope.entities if e.key in known or not _some(e)]
            self.beside, self.verb = False, verb
            return replace(cond, roles=tuple(roles), circ=tuple((k, self._circ(v)) for k, v in cond.circ), sujeto="")
        return replace(cond, items=tuple(self._filter(item, tier, head) for item in cond.items))


def _of_itself(fact: Hecho) -> Hecho:
    """«Después de que termine un ataque», with nobody told: the attack does, whoever's it is."""
    what = fact.role("que")
    if fact.verb not in ("terminar", "empezar") or not doer_left_out(fact, "s") or not isinstance(what, Cosa):
        return fact
    if what.noun == "activacion" or what.sort not in ("ataque", "tiempo", "combate"):
        return fact
    return replace(fact, roles=(("quien", what), *(role for role in fact.roles if role[0] not in ("quien", "que"))))


def _counted(value: Cuenta) -> Value:
    """«Si el jugador Imperial tiene más unidades …»: he is spoken of, not their number."""
    filters = value.de.filters if isinstance(value.de, Cosa) else ()
    owner = next((f.role("que") for f in filters if isinstance(f, Hecho) and f.verb == "de"), None)
    return owner if isinstance(owner, (Papel, Ref, Yo)) else value


def _two_places(value: Value, fact: Hecho) -> Value:
    """«mueve unidades desde A a B como si estuvieran adyacentes»: A and B."""
    if not isinstance(value, Hecho):
        return value
    who = value.role("quien")
    ends = [fact.role(name) for name in ("desde", "a")]
    if not isinstance(who, Pron) or who.kind != "elidido" or who.number != "p" or None in ends:
        return value
    both = Lista("y", tuple(end for end in ends if end is not None))
    return replace(
        value,
        roles=tuple(
            (name, both if name == "quien" else item)
            for name, item in value.roles
            if (name, item) not in (("a", Yo()), ("a", HERE))
        ),
    )


def _one_by_one(value: Value) -> bool:
    """«Cada unidad elegida», «cada una de esas figuras»."""
    if isinstance(value, Pron):
        return value.kind.startswith("cada_")
    return isinstance(value, Cosa) and value.qty == EVERY and (value.number == "s" or value.ref == "ese")


def _some(entity: Entity) -> bool:
    """«un Rebelde», «ninguna ficha»: no certain one."""
    return isinstance(entity.value, Cosa) and entity.value.qty.op in ("n", "algun", "ningun", "al_menos")


def _chosen(thing: Cosa) -> bool:
    return any(isinstance(f, Hecho) and f.verb == "elegir" and f.role("que") == It() for f in thing.filters)


def cond_only(fact: Hecho) -> bool:
    """«que haya atacado»: no attack of a step."""
    return fact.past or fact.neg


def _points(cond: Any) -> bool:
    """Whether a pronoun is in it."""
    return any(isinstance(part, Pron) and part.kind != "aqui" for part in parts(cond))


def _indefinite(entity: Entity) -> bool:
    """«2 cartas», «cartas»: which are nowhere, where that is not done."""
    value = entity.value
    return isinstance(value, Cosa) and value.qty.op in ("n", "algun", "hasta", "al_menos") and not value.ref
