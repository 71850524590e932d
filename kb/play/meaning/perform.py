"""An ability performed, step by step: conditions, costs (all of them or nothing), effects, choices, what lasts.

What does not run is never dropped: it is an error (NotRun), or a line of the report that says why it did not happen."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from grammar.meaning.effect import Capacidad, Eleccion, Item, Paso
from grammar.meaning.values import Cond, Cosa, Cual, Hecho, Junto, Papel, Ref, Value, parts
from kb.play.cite import Cite
from kb.play.logic import Known
from kb.play.meaning.abilities import DICE, of_before, would
from kb.play.meaning.conditions import candidates, count, holds, introduced, known_as
from kb.play.meaning.events import Ente
from kb.play.meaning.moments import holds_around, stative
from kb.play.meaning.notrun import NotRun
from kb.play.meaning.numbers import place_of
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.select import MANY, whom
from kb.play.meaning.standing import THEN, TIMES, delayed, duration
from kb.play.run import Illegal, Pending

HANDLED = frozenset({"por_cada", "hasta_un_maximo", "hasta", "durante", "a_eleccion", "incluso_aunque"})
"""Circumstances that are the interpreter's; the others have to be known to the verb."""
PLAIN = frozenset({"quien", "que"})
STANDS = frozenset({"no_puede", "es_capaz", "solo_puede", "puede_no"})


class Rules:
    """What the rulebook says about abilities: where each thing that the interpreter reports is cited from."""

    def __init__(
        self, requirement: Cite, optional: Cite, cost: Cite, choose: Cite, cannot: Cite,
        keep: "Callable[[Scene, Item, str], Scene]", joint: Cite | None = None,
    ) -> None:  # fmt: skip
        self.requirement, self.optional, self.cost, self.choose, self.cannot = requirement, optional, cost, choose, cannot
        self.keep = keep
        """Puts an effect that lasts on the table."""
        self.joint = joint
        """Where it stands that «A hace … y B hace …» is one effect: all of it or nothing. None where no rule says so."""


class Performer:
    """The interpreter with the citations of one game. It holds no state."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def items(self, scene: Scene, items: Sequence[Item], nested: bool = False, cost: bool = False) -> tuple[Scene, bool]:
        """Everything in order; whether anything was done. What is declined at the head of an ability takes the rest along."""
        used = done = False
        answers: dict[Cond, bool] = {}  # «si …, A y B»: asked once, before A
        for n, item in enumerate(items):
            if isinstance(item, Paso) and item.si:
                known = {} if item.otra_vez else {cond: answers[cond] for cond in item.si if cond in answers}
                if not all(known.values()):
                    if item.si_no:
                        scene, done = self.items(scene, item.si_no, nested=True)
                        used = used or done
                    else:
                        self._unmet(scene, item, next(cond for cond in known if not known[cond]), nested)
                    continue
                answers |= self._answers(scene, item, items[n + 1 :])
                item = replace(item, si=tuple(cond for cond in item.si if cond not in known))
            if done and n and (cond := _contrary(items[n - 1], item)) is not None:
                assert isinstance(item, Paso)  # «si tienes alguna, A. Si no tienes ninguna, B»: A decides nothing for B
                self._unmet(scene, item, cond, nested)
                done = False
                continue
            turn = self._in_turn if nested and _of_another(items[:n], item) else self.item
            scene, done = turn(scene, item, nested, cost)
            used = used or done
            if not n and not nested and not done and isinstance(item, Paso) and item.modo == "puede" and not scene.decision.usa:
                break
        return scene, used

    def _answers(self, scene: Scene, step: Paso, rest: Sequence[Item]) -> dict[Cond, bool]:
        """What is known now of the conditions that rule later steps too: what is done meanwhile does not undo the answer."""
        later = {cond for item in rest if isinstance(item, Paso) and not item.otra_vez for cond in item.si}
        asked = (cond for cond in step.si if cond in later and not would(cond) and unless(scene, cond) is None)
        found = {cond: holds(scene, cond) for cond in asked}
        told = {cond: scene.decision.se_cumple if known is None else known for cond, known in found.items()}
        return {cond: known for cond, known in told.items() if known is not None}

    def item(self, scene: Scene, item: Item, nested: bool, cost: bool) -> tuple[Scene, bool]:
        match item:
            case Hecho():
                return self.act(scene, item, cost), True
            case Paso():
                return self.step(scene, item, nested)
            case Eleccion():
                return self.choice(scene, item, nested, cost)
            case Capacidad():
                raise scene.fail("depende de algo que no se lleva aquí", item)

    def step(self, scene: Scene, step: Paso, nested: bool) -> tuple[Scene, bool]:
        moments = [moment for moment in step.cuando if not stative(moment)]
        lasts = any(isinstance(moment.tiempo, Papel) for moment in moments)  # «durante esta fase»
        if moments and (lasts or _of_later(scene, step) or not holds_around(scene, moments)[0]):
            return self._later(scene, step), True
        if _undecided(scene, step):
            return self._later(scene, step, THEN), True
        if step.modo in STANDS:
            for cond in filter(of_before, step.si):  # what has happened by now is judged now, not when it matters
                scene, met = self._met(scene, cond, nested)
                if not met:
                    self._unmet(scene, step, cond, nested)
                    return scene, False
            return self._later(scene, step), True
        conds: tuple[Cond, ...] = tuple(cond for cond in step.si if not would(cond))  # it was its moment
        if len(conds) != len(step.si):
            scene = introduced(scene, step.si)
        if several := _each_unless(scene, step, conds):
            return self._one_by_one(scene, step, several, nested)
        for cond in conds:
            scene, met = self._met(scene, cond, nested)
            if not met:
                self._unmet(scene, step, cond, nested)
                return self.items(scene, step.si_no, nested=True) if step.si_no else (scene, False)
        scene = introduced(scene, conds)
        if step.modo == "puede" and not scene.decided:
            who = self._who(scene, step)
            scene.log.offer(who, scene.step, f"por «{scene.card}» {who} puede: {scene.world.words(step)}")
            return scene, False
        if step.modo == "puede" and not scene.decision.usa:
            scene.say(f"{scene.me.name} renuncia: pierde esta ocasión", self.rules.optional)
            return self.items(scene, step.si_no, nested=True) if step.si_no else (scene, False)
        if step.modo == "puede" and (each := _each_may(step)) is not None:
            return self._each_for_itself(scene, step, each)
        if step.modo == "puede" and nested:
            return self._offered(scene, step)
        return self._paid(scene, step), True

    def _one_by_one(self, scene: Scene, step: Paso, who: Cosa, nested: bool) -> tuple[Scene, bool]:
        """«toda nave … sufre … a menos que retire …»: each of them chooses for itself."""
        scene, found = whom(scene, who, self.rules.choose)
        if not found:
            scene.say(f"«{scene.card}»: no hay a quién: {scene.world.words(step)}", self.rules.requirement)
        done = False
        told = scene.decision
        for ente in found:
            choice = told.cada.get(ente.name, told.opcion)
            one = replace(scene.binding(who.id, ente), decision=told.model_copy(update={"opcion": choice, "cada": {}}))
            pointing = tuple(_pointed(item, who) for item in step.efecto)
            try:
                after, acted = self.step(one, replace(step, efecto=pointing), nested)
            except Pending as missing:
                raise Pending(f"{missing.reason} ({ente.name}: también en «cada», nave por nave)") from None
            scene, done = replace(after, decision=told, bound=scene.bound), done or acted
        return scene, done

    def _each_for_itself(self, scene: Scene, step: Paso, who: Cosa) -> tuple[Scene, bool]:
        """«cada nave aliada … puede gastar … para …»: those that want to and can; the others go without."""
        scene, found = whom(scene, who, self.rules.choose)
        if not found:
            scene.say(f"«{scene.card}»: no hay a quién: {scene.world.words(step)}", self.rules.requirement)
        told, outer, done = scene.decision, scene.bound, False
        one = who.id or EACH
        plain = replace(
            step, modo="", coste=tuple(_pointed(item, who, one) for item in step.coste),
            efecto=tuple(_pointed(item, who, one) for item in step.efecto),
        )  # fmt: skip
        for ente in found:
            said = told.cada.get(ente.name, "no" if told.cada else "si")
            if said == "no":
                scene.say(f"{ente.name} renuncia: pierde esta ocasión", self.rules.optional)
                scene, acted = self._without(scene, step, who, one, ente)
                done = done or acted
                continue
            mine = dict.fromkeys(("opcion", "elige", "objetivo"), said) if said != "si" else {}
            decision = told.model_copy(update={"cada": {}, **mine})
            trial = replace(scene.binding(one, ente), decision=decision)
            events = len(scene.log.events)
            try:
                after = self._paid(trial, plain)
            except NotRun:
                raise
            except Illegal as error:
                del scene.log.events[events:]
                scene.say(f"{ente.name} no puede: {error.reason}", error.rule)
                scene, acted = self._without(scene, step, who, one, ente)
                done = done or acted
                continue
            scene, done = replace(after, decision=told, bound=outer), True
        return scene, done

    def _without(self, scene: Scene, step: Paso, who: Cosa, one: int, ente: Ente) -> tuple[Scene, bool]:
        """«Si no lo hace, …»: of that one."""
        other = tuple(_pointed(item, who, one) for item in step.si_no)
        after, acted = self.items(scene.binding(one, ente), other, nested=True) if other else (scene, False)
        return replace(after, bound=scene.bound), acted

    def _paid(self, scene: Scene, step: Paso) -> Scene:
        if step.coste:
            scene, _ = self.items(scene, step.coste, nested=True, cost=True)
            scene.say(f"{self._who(scene, step)} paga el coste de «{scene.card}»", self.rules.cost)
        scene, _ = self._whole(scene, step.efecto, self.rules.joint) if self.rules.joint and _exchange(step.efecto) else (
            self.items(scene, step.efecto, nested=True))  # fmt: skip
        if step.en_vez:
            scene.log.put_instead(_coming(scene), awaited_kinds(scene))
        return scene

    def _whole(self, scene: Scene, items: Sequence[Item], rule: Cite) -> tuple[Scene, bool]:
        """What one gives and another takes: a part that could change nothing undoes the other."""
        for item in items:
            before = scene.state
            scene, _ = self.item(scene, item, nested=True, cost=False)
            if scene.state == before and isinstance(item, Hecho) and item.verb in GIVE | TAKE:
                raise Illegal(f"«{scene.card}» es un solo efecto y no se puede hacer entero: {scene.world.words(item)}", rule)
        return scene, True

    def _in_turn(self, scene: Scene, item: Item, nested: bool, cost: bool) -> tuple[Scene, bool]:
        """«Puedes …. Esa nave puede …»: what one has decided decides nothing for the other, which says it in «cada»."""
        assert isinstance(item, Paso)
        found = known_as(scene, _doer(item))
        if not found or len(found) != 1 or found[0] == scene.me:
            return self.item(scene, item, nested, cost)
        name, told = found[0].name, scene.decision
        said = told.cada.get(name)
        if said is None:
            words = scene.world.words(item)
            scene.log.offer(name, scene.step, f"por «{scene.card}» {name} puede: {words} (dilo en «cada», con su nombre)")
            return scene, False
        if said == "no":
            scene.say(f"{name} renuncia: pierde esta ocasión", self.rules.optional)
            return scene, False
        fields = (field for field in ("opcion", "elige", "objetivo", "ficha") if field in type(told).model_fields)
        mine = dict.fromkeys(fields, None if said == "si" else said)
        scene, done = self.item(replace(scene, decision=told.model_copy(update={"cada": {}, **mine})), item, nested, cost)
        return replace(scene, decision=told), done

    def _offered(self, scene: Scene, step: Paso) -> tuple[Scene, bool]:
        """«Esa nave puede …» inside an ability: done where the decision says how, offered where it does not."""
        events, choices = len(scene.log.events), len(scene.log.choices)
        try:
            return self._paid(scene, step), True
        except Pending as missing:
            del scene.log.events[events:], scene.log.choices[choices:]
            who = self._who(scene, step)
            scene.log.offer(who, scene.step, f"por «{scene.card}» {who} puede: {scene.world.words(step)} ({missing.reason})")
            return scene, False

    def _who(self, scene: Scene, step: Paso) -> str:
        first = next((item for item in (*step.coste, *step.efecto) if isinstance(item, Hecho)), None)
        try:
            return ", ".join(e.name for e in whom(scene, first.role("quien") if first else None, self.rules.choose)[1])
        except Pending:
            return scene.me.name

    def _met(self, scene: Scene, cond: Cond, nested: bool) -> tuple[Scene, bool]:
        alternative = unless(scene, cond)
        if alternative is not None:
            return self._otherwise(scene, alternative)
        known = holds(scene, cond)
        return scene, self.told(scene, known)

    def told(self, scene: Scene, known: Known) -> bool:
        """What the situation does not tell, the scenario has to say."""
        found = scene.decision.se_cumple if known is None else known
        if found is None:
            raise Pending(f"di con «se_cumple» si se cumple el requisito de «{scene.card}»")
        return found

    def _unmet(self, scene: Scene, step: Paso, cond: Cond, nested: bool) -> None:
        words = scene.world.words(Paso(efecto=step.efecto or step.si_no))
        scene.say(f"«{scene.card}»: no se cumple su requisito, y no ocurre «{words}»", self.rules.requirement)

    def _otherwise(self, scene: Scene, deed: Hecho) -> tuple[Scene, bool]:
        """«a menos que retire 1 ficha verde»: whoever it names chooses; where it cannot, there is no choice."""
        told = scene.decision.opcion
        if told in ("no", None):
            try:
                self.act(quiet(scene), deed, cost=True)
            except Illegal:
                return scene, True  # it cannot be avoided
            except Pending:
                pass  # it can: somebody has to say how
            if told is None:
                raise Pending(f"di en «opcion» si se evita ({deed.verb}) o no: «{scene.world.words(deed)}»")
            return scene, True
        if told != deed.verb:
            raise Pending(f"di en «opcion» «{deed.verb}» o «no»")
        try:
            return self.act(scene, deed, cost=True), False
        except NotRun:
            raise
        except Illegal as error:
            scene.say(f"«{scene.card}»: no se puede evitar, porque {error.reason}", error.rule)
            return scene, True

    def choice(self, scene: Scene, choice: Eleccion, nested: bool, cost: bool) -> tuple[Scene, bool]:
        kinds = [_verb(option) for option in choice.opciones]
        told = scene.decision.opcion
        each = _each(choice)
        if each is not None and told is not None and " " in told.strip():
            return self._for_each(scene, choice, told.split(), cost)
        if (by_number := place_of(told, len(kinds))) is not None:
            place = by_number
        elif told in kinds:
            place = kinds.index(told)
        else:
            place = self._by_token(scene, choice)
        if place < 0:
            if not scene.decision.usa:
                return scene, False
            raise Pending(f"di en «opcion» cuál: {', '.join(f'{n} ({kind})' for n, kind in enumerate(kinds, 1))}")
        scene, done = self.items(scene, choice.opciones[place], nested=True, cost=cost)
        return scene, done

    def _for_each(self, scene: Scene, choice: Eleccion, told: Sequence[str], cost: bool) -> tuple[Scene, bool]:
        """«Por cada ficha gastada, A o B»: one option for each, told one after another."""
        first = choice.opciones[0][0]
        if not isinstance(first, Hecho) or len(told) != self.times(scene, first):
            raise Pending(f"di en «opcion» una opción por cada vez que cuenta «{scene.card}»")
        for option in told:
            place = place_of(option, len(choice.opciones))
            if place is None:
                raise Pending(f"di en «opcion» cuál: de 1 a {len(choice.opciones)}")
            once = replace(scene, decision=scene.decision.model_copy(update={"cuantos": 1}))
            done, _ = self.items(once, _once(choice.opciones[place]), nested=True, cost=cost)
            scene = replace(done, decision=scene.decision)
        return scene, True

    def _by_token(self, scene: Scene, choice: Eleccion) -> int:
        """Of options with one verb, the one whose thing the decision names."""
        token = getattr(scene.decision, "ficha", None)
        fits = [n for n, option in enumerate(choice.opciones) if token and token in repr(option)]
        return fits[0] if len(fits) == 1 else -1

    def act(self, scene: Scene, fact: Hecho, cost: bool) -> Scene:
        """One order: every subject does it."""
        until = duration(fact)
        if fact.neg or (until and fact.verb not in ENDURING):
            return self._later(scene, fact)
        verb = scene.world.verbs.get(fact.verb)
        if verb is None or fact.past or fact.would or fact.modal:
            raise scene.fail("el verbo no se ejecuta en este juego", fact)
        known = HANDLED | scene.world.circumstances.get(fact.verb, frozenset())
        roles = PLAIN | scene.world.roles.get(fact.verb, frozenset())
        if any(name not in known for name, _ in fact.circ) or any(name not in roles for name, _ in fact.roles):
            raise scene.fail("tiene una circunstancia que no se ejecuta", fact)
        scene = _counting(scene, fact)
        times = self.times(scene, fact)
        if not times:
            scene.say(f"«{scene.card}»: no hay nada por lo que contar", self.rules.requirement)
            return scene
        who = fact.role("quien")
        if who is None or _is_thing(who):
            return verb(scene, Deed(fact, scene.me, times, cost))
        scene, subjects = whom(scene, who, self.rules.choose)
        if not subjects:
            scene.say(f"«{scene.card}»: no hay a quién: {scene.world.words(fact)}", self.rules.requirement)
        each = getattr(who, "id", 0)
        for subject in subjects:
            inner = scene.binding(each, subject) if len(subjects) > 1 else scene
            after = verb(inner, Deed(fact, subject, times, cost))
            scene = replace(after, bound={**after.bound, each: scene.bound[each]}) if each in scene.bound else after
        return scene

    def times(self, scene: Scene, fact: Hecho) -> int:
        each = next((value for key, value in fact.circ if key == "por_cada"), None)
        if each is None:
            return 1
        found = count(scene, each)
        if found is None:
            if scene.decision.cuantos is not None:
                return int(scene.decision.cuantos)
            raise Pending(f"di en «cuantos» cuántas veces cuenta «{scene.card}»")
        group = each.qty.n if isinstance(each, Cosa) and each.qty.op == "n" else ""
        times = found // int(group) if group.isdigit() and int(group) else found  # «por cada 2 cazas»
        return self._at_most(scene, fact, times)

    def _at_most(self, scene: Scene, fact: Hecho, times: int) -> int:
        """«… por cada nave, hasta un máximo de 2»: as often as that many allow."""
        most = next((value.id for key, value in fact.circ if key == "hasta_un_maximo" and isinstance(value, Cual)), "")
        if not most.isdigit():
            return times
        what = fact.role("que")
        n = int(what.qty.n) if isinstance(what, Cosa) and what.qty.n.isdigit() and int(what.qty.n) else 1
        if int(most) % n:
            raise scene.fail("la cantidad depende de algo que no se lleva aquí", fact)
        return min(times, int(most) // n)

    def _later(self, scene: Scene, item: Item, until: str = "") -> Scene:
        """It stands from now on."""
        until = until or (THEN if delayed(item) else duration(item) or _of_this(item) or "fase")
        bans = isinstance(item, Paso) and item.modo == "no_puede"
        rule = self.rules.cannot if bans else scene.world.rule
        scene.say(f"desde ahora, por «{scene.card}»: {scene.world.words(item)}", rule)
        return self.rules.keep(scene, item, until)


def _counting(scene: Scene, fact: Hecho) -> Scene:
    """«por cada ficha de la nave que tienes fijada»: whose they are is known from then on."""
    each = next((value for key, value in fact.circ if key == "por_cada"), None)
    inner = (p for p in parts(each) if isinstance(p, Cosa) and p != each and p.id and p.id not in scene.bound) if each else ()
    for thing in inner:
        found = candidates(scene, thing)
        scene = scene.binding(thing.id, *found) if found and all(found.values()) else scene
    return scene


ENDURING = frozenset({"utilizar"})
"""Verbs that see to how long they last."""
PRESENT = ("este_ataque", "este_maniobra", "atacante", "defensor")
"""Parts of what is going on: who speaks of them speaks of it."""


GIVE, TAKE = frozenset({"perder"}), frozenset({"recuperar"})


def _coming(scene: Scene) -> int | None:
    """«Si vas a recibir 1 ficha …, en vez de eso …»: how many of those that come it takes the place of."""
    what = next(_awaited(scene), None)
    return int(what.qty.n) if isinstance(what, Cosa) and what.qty.op == "n" and what.qty.n.isdigit() else None


def awaited_kinds(scene: Scene) -> frozenset[str]:
    """Which kinds of what is about to happen the ability waits for: «daño [crítico]»."""
    return frozenset(p.id for what in _awaited(scene) for p in parts(what) if isinstance(p, Cual))


def _awaited(scene: Scene) -> Iterator[Value | None]:
    verb = scene.event.verb if scene.event is not None else ""
    yield from (fact.role("que") for moment in scene.moments for fact in moment.hechos if fact.verb == verb)


def _exchange(items: Sequence[Item]) -> bool:
    """«esa nave pierde … y tú recuperas …»."""
    verbs = {item.verb for item in items if isinstance(item, Hecho)}
    return bool(verbs & GIVE) and bool(verbs & TAKE)


def _each_unless(scene: Scene, step: Paso, conds: Sequence[Cond]) -> Cosa | None:
    """Whom it names, where each of several may avoid it."""
    deeds = [deed for cond in conds if (deed := unless(scene, cond)) is not None]
    ids = {p.id for deed in deeds for p in parts(deed.role("quien")) if isinstance(p, Ref)}
    for item in step.efecto:
        who = item.role("quien") if isinstance(item, Hecho) else None
        if isinstance(who, Cosa) and who.id in ids and who.qty.op in MANY:
            return who
    return None


EACH = -4
"""No number of the text: each in its turn of those that nobody speaks of again."""


def _doer(step: Paso) -> Value | None:
    first = next((item for item in (*step.coste, *step.efecto) if isinstance(item, Hecho)), None)
    return first.role("quien") if first is not None else None


def _of_another(before: Sequence[Item], item: Item) -> bool:
    """Whether an earlier step let somebody else do something, too."""
    if not isinstance(item, Paso) or item.modo != "puede":
        return False
    return any(isinstance(one, Paso) and one.modo == "puede" and _doer(one) != _doer(item) for one in before)


def _each_may(step: Paso) -> Cosa | None:
    """Whom it names, where each of several may do it."""
    first = next((item for item in (*step.coste, *step.efecto) if isinstance(item, Hecho)), None)
    who = first.role("quien") if first is not None else None
    return who if isinstance(who, Cosa) and who.qty.op in MANY and not _is_thing(who) else None


def _pointed(item: Item, who: Cosa, one: int = 0) -> Item:
    """The same order of one of them."""
    if not isinstance(item, Hecho):
        return item
    return replace(item, roles=tuple((k, Ref(one or who.id) if v == who else v) for k, v in item.roles))


def _of_later(scene: Scene, step: Paso) -> bool:
    """«… hasta el final de la fase, mientras te defiendes, …», said once an attack is over: of those still to come."""
    over = scene.event is not None and scene.event.rel == "despues"
    return over and any(m.rel == "mientras" for m in step.cuando) and duration(step) not in (None, "ataque")


OUTCOMES = frozenset({"impactar", "fallar"})


def _undecided(scene: Scene, step: Paso) -> bool:
    """«Si lo hace y el ataque no impacta, …», said while the attack is being made: it waits for how that comes out."""
    if scene.event is None or scene.event.rel == "despues" or scene.decision.se_cumple is not None:
        return False
    asked = (cond for cond in step.si if isinstance(cond, Hecho) and cond.verb in OUTCOMES)
    return any(cond.role("quien") == Papel("este_ataque") and holds(scene, cond) is None for cond in asked)


def _contrary(before: Item, item: Item) -> Cond | None:
    """The condition of a step that denies the only one of the step before it."""
    if not isinstance(before, Paso) or not isinstance(item, Paso) or len(before.si) != 1:
        return None
    asked = before.si[0]
    no = replace(asked, neg=not asked.neg) if isinstance(asked, Hecho) else None
    return no if no in item.si else None


def _of_this(item: Item) -> str | None:
    """What speaks of this attack or this manoeuvre is over with it."""
    named = {p.nombre for p in parts(item) if isinstance(p, Papel)}
    if isinstance(item, Paso) and item.modo in STANDS and any(isinstance(p, Cosa) and p.sort in DICE for p in parts(item)):
        return "ataque"
    return next((TIMES[name] for name in PRESENT if name in named), None)


def quiet(scene: Scene) -> Scene:
    """For trying: what it writes is thrown away with it."""
    return replace(scene, log=scene.log.trial())


def _each(choice: Eleccion) -> Value | None:
    """What every option is done for, where it is the same: «por cada ficha gastada»."""
    found = [next((v for k, v in item.circ if k == "por_cada"), None) if isinstance(item, Hecho) else None
             for option in choice.opciones for item in option]  # fmt: skip
    return found[0] if found and len(set(found)) == 1 else None


def _once(option: Sequence[Item]) -> tuple[Item, ...]:
    """One of the times that «por cada» counts."""
    facts = (item for item in option if isinstance(item, Hecho))  # `_each` found nothing else
    return tuple(replace(item, circ=tuple((k, v) for k, v in item.circ if k != "por_cada")) for item in facts)


def _is_thing(who: Value) -> bool:
    """«los resultados infligen …»: the subject is no one who acts."""
    return isinstance(who, Cosa) and who.sort in ("resultado", "dado", "carta", "efecto", "ataque")


def unless(scene: Scene, cond: Cond) -> Hecho | None:
    """«a menos que …»: a deed, not a state, that somebody may do now."""
    if isinstance(cond, Junto) or not cond.neg or cond.past or cond.would or cond.verb not in (*scene.world.verbs, "elegir"):
        return None
    what = cond.role("que")
    if cond.verb == "elegir" and isinstance(what, Hecho):
        who = cond.role("quien")
        roles: tuple[tuple[str, Value], ...] = tuple((k, v) for k, v in what.roles if k != "quien")
        return Hecho(what.verb, (("quien", who), *roles) if who is not None else roles, circ=what.circ)
    return replace(cond, neg=False) if cond.verb not in ("tener", "ser") else None


def _verb(option: Sequence[Item]) -> str:
    for item in option:
        if isinstance(item, Hecho):
            return item.verb
        if isinstance(item, Paso):
            return _verb((*item.coste, *item.efecto))
    return ""
