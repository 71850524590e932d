"""Words side by side in a keyword's definition and nowhere in its entry or in the book, and what both of these put beside
a word and the definition does not: «después» beside «orden», «aliada» beside «unidad», «puede» beside «anular».

Words are compared by their sense (`SENSES`): «efectúa» and «realiza» are one, «cuando» and «después de que» are two; a name of
the keyword, «no puede … que no», whoever of an attack has the keyword are the same by rule. Other pairs are only another way
to say the same: a person reads them with the book open and `leidas.toml` of the game keeps them with the reason why they
contradict nothing. Whatever has no reason there is an error, and what is kept there and stands apart no more is one, too.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from grammar.game import Game, Step, Term
from kb.agreement.facts import said
from kb.models import Block
from kb.text import stem, strip_accents

READ = "leidas.toml"
Pair = tuple[str, str]
Steps = tuple[Mapping[str, frozenset[str]], Mapping[str, str]]
"""Names of steps with the steps around them; those of an attack by their number."""

SENSES: Mapping[str, str] = {
    # when
    "antes": r"antes",
    "después": r"despues|tras|luego|acto seguido|una vez (?!por|cada|en cada)\w+",
    "comienzo": r"comienzo|comenzar|comien[cz]\w+|principio|inicio|empezar|empie[cz]\w+|iniciar|activarse",
    "final": r"final|acab(?:ar?|e)|termin(?:ar?|e|ad[ao]s?)",
    "hasta el final": r"hasta el final|(?:para|durante) el resto|resto|para toda",
    "cuando": r"cuando|mientras|durante|al(?= [a-z]+[aei]r(?:se)?\b)|cada vez que|siempre que|si(?= una accion| un ataque)"
    r"|en (?:el|su)(?= paso)|en(?= cada fase| un ataque)",
    "primera": r"primera?(?: vez)?(?: que)?|ronda 1",
    "una vez": r"una (?:sola )?vez(?= por| cada| en cada)",
    "fase Final": r"fase final",
    "fase de Mando": r"fase de mando",
    "fase de Activación": r"fase de activacion",
    "activar": r"activacion(?:es)?|activ(?:a|e|en|ar)",
    # who and whom
    "atacante": r"atacantes?",
    "defensor": r"defensor[ae]?s?|atacad[oa]s?",
    "aliada": r"(?:aliad|amig)[ao]s?",
    "enemiga": r"(?:enemig|hostil)\w*",
    "otra": r"otr[ao]s?|demas|a si misma no",
    "elegir": r"elegid[ao]s?|elig\w+|eleg\w+|escog\w+|seleccion\w+|eleccion",
    "indicado": r"indicad[ao]s?|especific\w+|nombrad[ao]s?|correspond\w+|enumer\w+|indica|se nombra|nombre o tipo|de ese nombre"
    r"|de ese tipo|que encaje|cumpla los requisitos|siguen",
    "jugador": r"jugador(?:es)?",
    "miniatura": r"miniaturas?",
    "líder": r"lider(?:es)?",
    "infantería": r"infanteria",
    "vehículo": r"vehiculos?",
    "droide": r"droides?",
    # whether and how many
    "no puede": r"(?:no|ni|nunca|tampoco) (?:le |se |la )?(?:puede[ns]?|podr\w+|pued[ae]n?)|nunca|renuncia",
    "no sea": r"no sea[ns]?|que no es",
    "no": r"no|ni|tampoco|sin|ningun[ao]?|impide",
    "posible": r"si (?:le |les )?es posible|si puede[ns]?(?= *[).,;])|siempre que pueda[ns]?(?= *[).,;])",
    "puede": r"puede[ns]?|podr\w+|pued[ae]n?s?|permite\w*|optar por|opcional",
    "debe": r"debe[ns]?|debera[ns]?|obliga\w*|tiene que|ha de",
    "solo": r"solo|solamente|unicamente|exclusivamente|unic[ao]s?",
    "hasta": r"hasta(?! el final)(?: un maximo de)?|maximo de|maximo(?= x)|como (?:mucho|maximo)|un total (?:maximo )?(?:de)?"
    r"|tope|cuantas? .{0,18}quier[ae]|en total|entre",
    "algún": r"algun[ao]?s?|al menos|como minimo|o mas(?! de)|cualquiera?|una o ninguna",
    "todo": r"tod[ao]s?|(?:por )?cada|cuant[ao]s|tant[ao]s .{0,9}como",
    "1": r"1|un[ao]?(?= (?:ficha|herida|dado|orden|accion|movimiento|resultado|carta|punto|\[|impacto|cara|arma|reserva))",
    "2": r"2|dos",
    "3": r"3|tres",
    "4": r"4|cuatro",
    "adicional": r"adicional(?:es)?|de mas|mas(?= dad| unid)|uno mas|otro(?= defensor)",
    "aumentar": r"aument\w+|incrementar|mejor(?:a|an|ar)|sub[ea]|sum[ae]r?|extender"
    r"|(?:tiene un|1|un) punto (?:de prioridad )?mas",
    "reducir": r"redu\w+|rest[ae]r?|rebaj\w+|(?:un|1) punto (?:de prioridad )?menos|menos",
    # what is done
    "ganar": r"gan[ae]n?|ganar|recib\w+|obten\w+|obtien\w+|asign\w+|anade un|se anade|anadirle|tendra",
    "perder": r"pierd\w+|perd\w+|quit\w+|retir[ae]n?|elimin\w+",
    "gastar": r"gast\w+",
    "anular": r"anul\w+",
    "cambiar": r"cambi\w+|convert\w+|conviert\w+|conversion\w*|pasan?(?= a)|volviendolos",
    "repetir": r"vo?l?ve?r a (?:tirar|lanzar)|vuelv\w+ a (?:tirar|lanzar)|repet\w+|repit\w+|repeticion\w*",
    "tirar": r"tir[ae]n?|tirar|tirad[ao]s?|lanz\w+|sac[ae]n?|sacar|saque",
    "sufrir": r"sufr\w+|infli\w+",
    "derrotar": r"derrot\w+|cae|caiga",
    "colocar": r"coloc\w+|pon[eg]?\w*",
    "hallar": r"situad[ao]s?|hall[ae]\w*|encuentr\w+|‹est[ae]n?›|se situe",
    "voltear": r"da[rn]?(?:le)? la vuelta|volte\w+",
    "preparar": r"preparar?n?\b|se prepara",
    "mover": r"mov[ei]\w*|muev\w+",
    "atacar": r"atac(?:a|an|ar|ue|uen)|ataques?",
    "defender": r"defend\w+|defiend\w+",
    "impartir": r"impart\w+",
    "orden": r"ordene?s?",
    "desplegar": r"despleg\w+|desplieg\w+",
    "usar": r"us[aeo]n?|usar\w*|utili\w+|emple\w+|benefici\w+|aprovech\w+",
    "añadir": r"anad\w+|agreg\w+|aport\w+|conten\w+|contien\w+|inclu\w+|form[ae]\w*|intervenir|contribuir",
    "realizar": r"reali[cz]\w+|efect[uú]\w+|hac\w+|hag\w+|hizo|hech[ao]s?|llev\w+ a cabo|resuelv\w+|resolv\w+"
    r"|resuelt[ao]s?|ejecut\w+",
    "escalar": r"escal\w+|trep\w+",
    "pivotar": r"pivot\w+",
    "ignorar": r"ignor\w+|sin importar|no importa|inmune",
    "crear": r"crea\w*|disen\w+",
    "tener": r"ten(?:ga|gan|er|ia|ido)|tien\w+|pose\w+|provist\w+|dotad\w+",
    "equipar": r"equip\w+|llev\w+",
    "reagrupar": r"reagrup\w+",
    "recuperar": r"recuper\w+",
    # of what
    "acción de carta": r"accion(?:es)? (?:gratuita )?de carta",
    "línea de visión": r"lineas? de vision",
    "gratuita": r"gratuit[ao]s?",
    "contra": r"contra",
    "inferior": r"inferior|o menor|o menos|menor",
    "más alto": r"mas alto|superior a",
    "a distancia": r"a distancia",
    "cuerpo a cuerpo": r"cuerpo a cuerpo|\[cuerpo-a-cuerpo\]",
    "Ataque apuntado": r"ataque apuntado",
    "Esquiva": r"esquivas?",
    "Acobardamiento": r"acobardamiento",
    "acobardado": r"acobardad[ao]s?",
    "inactivo": r"inactiv[ao]s?",
    "activo": r"activ[ao]s?",
    "boca arriba": r"boca arriba",
    "boca abajo": r"boca abajo",
    "cara vacía": r"caras? vacias?",
    "impacto": r"\[impacto\]|impactos?(?! critico)",
    "crítico": r"\[critico\]|(?:impactos? )?criticos?",
    "bloqueo": r"\[bloqueo\]|bloqueos?",
}  # fmt: skip
ASKED = frozenset({
    "aliada", "enemiga", "otra", "infantería", "vehículo", "droide", "línea de visión", "gratuita", "hasta", "indicado",
    "elegir", "después", "antes", "comienzo", "final", "solo", "no puede", "hasta el final", "una vez",
})  # fmt: skip
"""What a definition may not leave out where both the entry and the book have it beside a word that the definition has, too."""
_CLASSES: Mapping[str, str] = {
    "momento": "antes|después|comienzo|final|hasta el final|cuando|primera|una vez",
    "modo": "no puede|no sea|no|puede|debe|solo",
    "cifra": "hasta|algún|todo|1|2|3|4|adicional",
    "quién": "atacante|defensor|aliada|enemiga|otra|indicado|jugador|miniatura|líder|infantería|vehículo|droide",
    "qué": "elegir|activar|aumentar|reducir|ganar|perder|gastar|anular|cambiar|repetir|tirar|sufrir|derrotar|colocar|hallar"
    "|voltear|preparar|mover|atacar|defender|impartir|desplegar|usar|añadir|realizar|escalar|pivotar|ignorar|tener|crear|equipar"
    "|reagrupar|recuperar",
}
_CLASS = {word: kind for kind, words in _CLASSES.items() for word in words.split("|")}
"""Of two words of one class the nearer is meant; a word of another class may stand between."""
_FAR, _NEAR = 9, 3
"""How far words belong together, and how far two that have the same class or none."""
_DEFENDS = r"\bdefiend\w+|\bdefend(?:er|erse|iendo\w*)\b|\bdefensora\b|\bturno del defensor\b"
_ATTACKS = (
    r"\bal atacar\b|\bataca\b|\bataque suyo\b|\bataque [a-z ]{0,18}propio\b|\batacante\b"
    r"|\b(?:efectu|reali[cz]|hac|hag)\w+ (?:un |el |una accion de )?ataque"
)
_SAID_TWICE = frozenset({"impacto", "crítico", "bloqueo", "Esquiva"})
_STOP = frozenset(
    "el la los las lo de del que se su sus y a al en con por para es ha han como esta este ese esa estos estas esas "
    "esos aquel le les o u e si ser sea sean un una unos unas unidad unidades cualidad paso resultado resultados modo "
    "manera efecto efectos ello ellos ellas ella misma mismo ademas asi aun aunque pero embargo mas siempre haya hay "
    "ya tambien cuyo cuya dicha dicho donde entonces igual vez mediante parte cosa valor numero cantidad tipo nombre "
    ""
    "considera consideran "
    "esto lugar va vaya fuera fuese son tal dentro hacia sobre entre".split()
)
_NAMES = tuple(sorted(SENSES, key=lambda name: -max(map(len, SENSES[name].split("|"))) if " " in SENSES[name] else 0))
"""Senses of several words are tried first."""
_WORD = re.compile(
    "|".join(rf"(?P<s{n}>(?<!\w)(?:{SENSES[name]})(?!\w))" for n, name in enumerate(_NAMES)) + r"|\[[^\]]+\]|‹?[a-z0-9½]+›?"
)
_HAS = r"(?:(?:que )?(?:posee[n]?|posea[n]?|tiene[n]?|tenga[n]?|provistas? de|dotadas? de|con) )?"
_TWICE_NOT = re.compile(r"no puede(n?) ([^.;]{3,60}?) (que|si) ([^.;]{0,40}?)\bno ")
_SENTENCE = re.compile(r"(?<=[.;!?])\s+|\n")
_QUOTED = re.compile(r"[“\"«']([^”\"»']{4,60})[”\"»']")
_NUMBERED = re.compile(r"\bpaso (\d+[a-e]?)\b(?:, )?", re.I)
_STEP = re.compile(r"‹‹([^›]+)››")


def apart(game: Game, term: Term, entry: Sequence[Block], book: Sequence[Block]) -> Iterator[str]:
    """`defensor + puede`: together in the definition only; `sin aliada + unidad`: in the entry and the book, not here."""
    steps = _steps(game)
    texts = [_nameless(term, "\n".join(b.text for b in rows)) for rows in (entry, book)]
    told = [words for text in (*texts, *map(_plainly, texts)) for words in _sentences(steps, text)]
    together = {pair for words in told for pair in _beside(words)}
    bearer = _bearer(" ".join(b.text for rows in (entry, book) for b in rows))
    mine = [[w for w in words if w != bearer] for words in _sentences(steps, _nameless(term, _plainly(term.definicion or "")))]
    for a, b in dict.fromkeys(pair for words in mine for pair in pairwise(words)):
        if not any((x, y) in together for x in _kin(steps, a) for y in _kin(steps, b)):
            yield f"{a} + {b}"
    left_out = list(_sentences(steps, term.falta or ""))
    have, excused = {w for words in mine for w in words}, {w for words in left_out for w in words}
    near = _pairs(mine, 5) | _pairs([*_sentences(steps, _nameless(term, term.definicion or ""))], 5) | _pairs(left_out, 6)
    ruled = [_pairs(list(_sentences(steps, _nameless(term, said(rows)))), n) for rows, n in ((entry, 2), (book, 3))]
    for a, b in sorted(ruled[0] & ruled[1]):
        if a in ASKED and b not in ASKED and b in have and a not in excused and (a, b) not in near:
            yield f"sin {a} + {b}"


def read_in(folder: Path) -> Mapping[str, Mapping[str, str]]:
    """Of each keyword, what stands apart in its definition and the reason why it contradicts neither the entry nor the book."""
    path = folder / READ
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["leida"] if path.exists() else []
    found: dict[str, dict[str, str]] = {}
    for row in rows:
        found.setdefault(row["cualidad"], {}).update(dict.fromkeys(row["aparte"], row["motivo"]))
    return found


def _nameless(term: Term, text: str) -> str:
    """«Vehículo de mando» speaks of no vehicle."""
    name = re.escape(term.nombre)
    return re.sub(rf"{_HAS}la cualidad (?:de arma )?{name}(?: X)?|{_HAS}{name}(?: X)?", "", text, flags=re.I)


def _sentences(steps: Steps, text: str) -> Iterator[list[str]]:
    for sentence in _SENTENCE.split(_with_steps(steps, text)):
        words: list[str] = []
        for n, part in enumerate(_STEP.split(sentence)):
            words += [f"paso «{part}»"] if n % 2 else _senses(part)
        kept = [w for n, w in enumerate(words) if not n or words[n - 1] != w or w in _SAID_TWICE]
        if kept:
            yield kept


def _senses(text: str) -> list[str]:
    marked = re.sub(r"\best[áé]n?\b", lambda m: f"‹{m[0]}›", re.sub(r"\[?alcance[- ](\d)\]?", r"alcance\1", text.lower()))
    plain = strip_accents(marked.replace("‹", "\0").replace("›", "\1")).replace("\0", "‹").replace("\1", "›")
    found = []
    for match in _WORD.finditer(plain):
        word = match[0]
        if match.lastgroup:
            found.append(_NAMES[int(match.lastgroup[1:])])
        elif word.startswith(("[", "alcance")):
            found.append(word)
        elif word == "x":
            found.append("X")
        elif word not in _STOP and (len(word) > 2 or word.isdigit()):
            found.append(stem(word))
    return found


def _pairs(sentences: Sequence[Sequence[str]], reach: int) -> set[Pair]:
    """Words at most that far from one another, in both orders."""
    found = {(a, b) for words in sentences for i, a in enumerate(words) for b in words[i + 1 : i + 1 + reach]}
    return found | {(b, a) for a, b in found}


def _class(word: str) -> str:
    return _CLASS.get(word, "cifra" if word == "X" or word.isdigit() else "paso" if word.startswith("paso «") else "")


def _beside(words: Sequence[str]) -> Iterator[Pair]:
    """Words between which no third stands that could be meant instead of one of them, in both orders.

    «puede, al comienzo de su activación, gastar» has «puede» beside «gastar»; in «puede mover y gastar» it is not.
    """
    for i, a in enumerate(words):
        between: set[str] = set()
        for b in words[i + 1 : i + 1 + _FAR]:
            kinds = {_class(a), _class(b)} - {""}
            if not kinds & between and (len(kinds) == 2 or len(between) <= _NEAR):
                yield a, b
                yield b, a
            between.add(_class(b) or b)


def _bearer(text: str) -> str:
    """Who of an attack has the keyword, where the text speaks of only one of them: what it does needs no subject."""
    plain = strip_accents(text.lower())
    defends, attacks = re.search(_DEFENDS, plain), re.search(_ATTACKS, plain)
    return "defensor" if defends and not attacks else "atacante" if attacks and not defends else ""


def _plainly(text: str) -> str:
    """«no puede incluirse en un ejército que no use» is «solo puede incluirse en un ejército que use»."""
    return _TWICE_NOT.sub(r"solo puede\1 \2 \3 \4", text)


def _with_steps(steps: Steps, text: str) -> str:
    """Steps that are quoted or called by their number, as one word each."""
    known, numbers = steps
    text = re.sub(r"\bPV\b", "punto de victoria", text)
    text = re.sub(
        rf"(?<![“«\"\w])(?:{'|'.join(name for name in known if name.count(' ') > 1)})(?!\w)", r"«\g<0>»", text, flags=re.I
    )
    text = _QUOTED.sub(lambda m: f" ‹‹{m[1].lower()}›› " if m[1].lower() in known else m[1], text)
    return _NUMBERED.sub(lambda m: f"en el paso ‹‹{numbers[m[1]]}›› " if m[1] in numbers else m[0], text)


def _kin(steps: Steps, word: str) -> frozenset[str]:
    """A step is told by the step around it and by its parts."""
    if not word.startswith("paso «"):
        return frozenset({word})
    known, _ = steps
    name = word[6:-1]
    return frozenset(f"paso «{other}»" for other, path in known.items() if name in path or other in known[name])


def _steps(game: Game) -> Steps:
    known: dict[str, frozenset[str]] = {}
    numbers: dict[str, str] = {}

    def walk(steps: Iterable[Step], above: frozenset[str], numbered: bool) -> None:
        for step in steps:
            name = step.nombre.lower()
            known[name] = known.get(name, frozenset()) | above | {name}
            if numbered:
                numbers.setdefault(step.numero, name)
            walk(step.pasos, above | {name}, numbered)

    walk(game.ataque, frozenset(), True)
    for steps in (*game.secuencias.values(), *(phase.pasos for phase in game.ronda)):
        walk(steps, frozenset(), False)
    return known, numbers
