"""Spanish as it is typed at a table, turned into that of the sentences: first persons, the past, who comes after its verb,
«X con 2 de … ataca», questions at the end and words that say nothing. No game is named here."""

import re
from collections.abc import Iterator, Mapping

from kb.text import fold

FIRST: Mapping[str, str] = {
    "tengo": "tiene", "llevo": "lleva", "gasto": "gasta", "muevo": "mueve", "ataco": "ataca", "disparo": "dispara",
    "hago": "hace", "uso": "usa", "sufro": "sufre", "recibo": "recibe", "pierdo": "pierde", "recupero": "recupera",
    "descanso": "descansa", "apunto": "apunta", "activo": "activa", "choco": "choca", "paso": "pasa", "fijo": "fija",
    "gano": "gana", "emprendo": "emprende", "intento": "intenta", "despliego": "despliega", "construyo": "construye",
    "capturo": "captura", "retiro": "retira", "estoy": "esta", "soy": "es", "saco": "saca", "suelto": "suelta",
    "lanzo": "lanza", "ejecuto": "ejecuta", "revelo": "revela", "esquivo": "esquiva", "interactuo": "interactua",
    "abro": "abre", "coordino": "coordina", "interfiero": "interfiere", "cojo": "coge", "tiro": "tira", "juego": "juega",
    "quedo": "queda", "solapo": "solapa", "estrello": "estrella", "opongo": "opone", "descarto": "descarta", "curo": "cura",
    "pego": "pega", "defiendo": "defiende", "compro": "compra", "elijo": "elige", "mato": "mata",
    "atravieso": "atraviesa", "sigo": "sigue", "caigo": "cae",
    "entro": "entra", "observo": "observa", "realizo": "realiza", "voy": "va", "termino": "termina",
    "reagrupo": "reagrupa", "recuperamos": "recupera", "tenemos": "tiene", "somos": "son", "usamos": "usa",
    "atacamos": "ataca", "ganamos": "gana", "llevamos": "lleva", "sufrimos": "sufre", "emprendemos": "emprende",
    "choque": "choca", "saque": "saca", "recibi": "recibe", "ataque": "ataca", "dispare": "dispara", "gaste": "gasta",
    "pase": "pasa", "quede": "queda", "fije": "fija", "active": "activa", "perdi": "pierde", "puse": "pone",
    "gane": "gana", "despliegue": "despliega", "acabe": "acaba", "acabo": "acaba",
    "tenia": "tiene", "tenian": "tienen", "estaba": "esta", "llevaba": "lleva", 
    
    "mando": "manda", "envio": "envia", "traigo": "trae", "rescato": "rescata",
    "cumplo": "cumple", "saboteo": "sabotea", "desembarco": "desembarca", "destruyo": "destruye", "asigno": "asigna",
    "robo": "roba", "recluto": "recluta", "libero": "libera", "invado": "invade", "aterrizo": "aterriza", "meto": "mete",
    "pongo": "pone", "coloco": "coloca", "mandamos": "manda", "movemos": "mueve", "invadimos": "invade",
    "desplegamos": "despliega", "construimos": "construye", "intentamos": "intenta", "capturamos": "captura",
    "hice": "hace", "hizo": "hace", "movi": "mueve", "recibio": "recibe", "sufrio": "sufre", "coge": "recibe",
}  # fmt: skip
"""A verb as somebody says it of himself, or of what has just happened, and in the third person of the present."""
NOUNS = frozenset({"ataque", "disparo", "juego", "paso", "tiro", "activo", "uso", "retiro", "choque", "mando", "envio", "robo"})
"""Those that are nouns, too: only at the head of what is said, or after «me»."""
_ONE = re.compile(r"(?<![\w-])(?:(me|nos) )?([a-záéíóúñ]+)(?![\w-])", re.I)
_DONE = re.compile(r"(?<!\w)(?<!ya )(?<!\ba )(?:he|ha|han|hemos) (\w+?)(ado|ido)(?!\w)", re.I)
_IRREGULAR = {
    "hecho": "hace",
    "movido": "mueve",
    "perdido": "pierde",
    "tenido": "tiene",
    "recibido": "recibe",
    "sufrido": "sufre",
}
_AFTER = re.compile(
    r"(?<!\w)(puede|pueden|puedo|podria|podrian|quiere) "
    r"((?:el|la|los|las|un|una|mi|mis|su|este|esta) [\w-]+(?: de la [\w-]+|(?: (?!\w*[aei]r(?:se|me)?\b)[\w-]+){0,2})?"
    r"|[\w-]+) "
    r"(\w*[aei]r(?:se|me)?)(?!\w)", re.I,
)  # fmt: skip
_FILLER = re.compile(
    r"(?<!\w)(?:(?:en )?(?:este|esta|ese|esa) (?:mismo |misma )?(?:turno|activaci[oó]n|ronda|fase)"
    r"|en (?:un|una|mi|su|el|la) (?:mismo |misma )?(?:turno|activaci[oó]n|ronda|fase)"
    r"|por favor|juez|hola|oye|a la vez|otra vez|de nuevo|entonces|creo que|dice que|ahora mismo|tambi[eé]n|encima(?! de)"
    r"|al (?:mover|atacar|disparar|defender)(?:se|me)?(?= *(?:[,.;?]|$))"
    r"|(?:despu[eé]s|luego|al final|por delante)(?= *(?:[,.;?]|$))"
    r"|ya(?= (?:tien|lleva|est[aá])))(?!\w)",
    re.I,
)  # fmt: skip
VERBS = frozenset({
    *FIRST.values(), "atacan", "disparan", "tienen", "sufren", "emprenden", "sigue", "resuelve", "queda", "defiende", "se",
    "le", "esta", "estan", "puede", "quiere", "ya", "no", "hacen", "cae", "pegan", "meten", "quitan", "ponen", "fijan", "dan",
    "llegan", "mueven", "habia", "hay", "falta", "sobra", "quedan", "salen", "sale",
})  # fmt: skip


def _other_persons() -> Iterator[str]:
    """«pasan», «pasando», «entran»: what several do, and what is being done."""
    for verb in FIRST.values():
        yield f"{verb}n"
        if verb[-1] in "ae":
            yield f"{verb[:-1]}ando" if verb[-1] == "a" else f"{verb[:-1]}iendo"


NOT_NAMES = VERBS | (FIRST.keys() - NOUNS) | (frozenset(_other_persons()) - {"van", "son"})
"""Words of which no piece is called: what somebody does, whoever says it."""
_DOES = "|".join(sorted(VERBS - {"se", "le", "ya", "no"}))
_RELATIVE = re.compile(rf"^([\w-]+(?: [\w-]+){{0,3}}) que (est[aá]n?|tienen?|llevan?) (.+?) ((?:{_DOES})\b.*)$", re.I)


_WITH_FIRST = re.compile(r"^con (.+?),? (?=(?:puede|puedo|pueden|hago|hace|ataco|ataca|muevo|tiro|disparo|dispara)\b)", re.I)
_ME = re.compile(r"(?<!\w)me (atacan?|disparan?)(?!\w)", re.I)
_TO_DO = re.compile(r"^(\w{3,}[aei]r)(?:se)? ", re.I)


def relative(said: str) -> str:
    """«un caza que está estresado hace …»: what it is like, and then what it does."""
    found = _RELATIVE.match(said)
    if not found or VERBS & {fold(word) for word in found[1].split()}:
        return said
    return f"{found[1]} {found[2]} {found[3]}, {found[1]} {found[4]}"


_RIVAL = "rival|otro|otra|contrario|oponente|adversario|enemigo"
_MINE = "tengo|tenia|tenía|llevo|saco|saqu[eé]|gasto|hago|estoy|estaba|ataco|disparo"
_POINTS = "de|impactos?|cr[ií]ticos?|da[ñn]os?"
_PLAINLY = (
    (r"(?:le|les|lo|la) ((?:atac|dispar|tir|peg|interfier|coordin|fij)[ae]n?) (al? )", r"\1 \2"),  # «le tira al caza»
    (r"(?:la|una|el|un) [\w ]{2,30}? (?:le|les|me|nos) (?:obliga|fuerza) a", "debe"),
    (r"(?:,? ?al? (?:el |la )?que|al cual) (?:le |la |lo )?(dispara|ataca)n?", r", recibe un ataque"),
    (r"acab(?:a|o|an) de (\w{2,}[aei]r(?:se|me)?)", r"puede \1"),
    (r"devolver(?:le|les)? el (?:tiro|disparo|ataque)", "atacar"),
    (r"tiene que|tienen que|tengo que|ha de|me toca|le toca", "debe"),
    (r"(?:me|se|nos) (quiero|quiere|quieren|puedo|puede|pueden|debo|debe) (\w{2,}[aei]r)", r"\1 \2se"),
    (r"volver a (\w{2,}[aei]r(?:se|me)?)", r"\1"),
    (r"(?:le|me|les|nos) salen?", "saca"),
    (r"(?:el|al) (?:otro|contrario|oponente|adversario)(?: jugador)?(?= \w+)", "el rival"),
    (r"(?:a|contra) (?:unos|otros|alguien|algo|otra cosa|otro|otra)(?: (?:nave|unidad|figura))?(?! \w+ a)", "a un rival"),
    (r"no (saca|sale|tiene)n? nada", r"\1 nada"),
    (
        r"(?:le|me|les|nos) (?:hacen?|meten?|pegan?|quitan?|cascan?|entran?|caen?) (\d+)(?: puntos)?(?: de)? da[ñn]os?",
        r"sufre \1 de daño",
    ),
    (r"(?:le|me|les|nos) (?:han puesto|ha puesto|ponen?|meten?|dan?|caen?|asignan?) (\d+|un|una)(?= (?!da[ñn]))", r"recibe \1"),
    (r"(?:le|me|les|nos) (?:pegan|zurran|tiran|disparan|atacan)(?= con| desde| y| por| a |,)", "recibe un ataque"),
    (r"(?:con )?(\d+ \w+) en contra", r", el defensor saca \1"),
    (r"al (dispar|atac)ar(?:le|lo|la|les)?", r"y le \1a"),
    (
        r"(?:me|le|les|nos) (?:entran?|meten?|caen?|hacen?|pegan?|cascan?) (\d+) (impactos?|cr[ií]ticos?|hits?|crits?)",
        r"sufre \1 \2",
    ),
    (r"(?:recibe|sufre|encaja) (\d+)(?= *(?:[,.;?]|$| y (?:tiene|lleva|esta)\b))", r"sufre \1 de daño"),
    (
        r"(?:tira|lanza|consigue|obtiene)n? (\d+) "
        r"(impactos?|cr[ií]ticos?|hits?|crits?|evasion(?:es)?|evades?|bloqueos?|blocks?)",
        r"saca \1 \2",
    ),
    (r"(?:mi propia|una propia|una de mis|una de las m[ií]as)(?: naves?| unidad(?:es)?| figuras?)?", "una aliada"),
    (r"(?:mis|sus) dados (?:salen|sacan|dan|muestran)", "saca"),
    (r"(?:he|ha) sacado", "saca"),
    (r"(?:me|nos) defiendo|(?:me|nos) defendemos|se defienden?", "recibe un ataque"),
    (r"me coordinan?", "una aliada me coordina"),
    (rf"(?:le|me) (?:hacen?|meten?|pegan?|quitan?) (\d+)(?! (?:{_POINTS}))", r"sufre \1 de daño"),
    (r"pega(?=(?:n)? (?:a|contra|en)\b)", "ataca"),
    (rf"(?:la|una|el|un) (\w+) (?:del|de mi|de su|de un) (?:{_RIVAL})", r"una \1 enemiga"),
    (r"puedo tirar(?= *\??$)", "puedo disparar"),
    (rf"(?:yo|nosotros)(?= (?:{_MINE})\b)", ""),
    (r"(\w+?)s? x ?(\d)(?!\w)", r"\2 \1s"),
    (r"(\d+) m[aá]s(?= *(?:[,.;?]|$))", r"\1"),
    (r"hit", "impacto"),
    (r"hits", "impactos"),
    (r"crit", "crítico"),
    (r"crits", "críticos"),
    (r"dmg|damage", "daño"),
    (r"vs\.?", "contra"),
    (r"(?:se |me )?com(?:e|en|o|í|i|ió|io)", "recibe"),
    (r"(?:hace|hago|hacen|realiza) (?:un|una|su) (?:acci[oó]n de )?(?:ataque|disparo)", "ataca"),
    (r"(pegan?|atacan?|disparan?|mueven?|esquivan?|apuntan?) 2 veces", r"\1 dos veces"),
    (r"pega(?=n? dos veces)", "ataca"),
    (
        r"(?<!se )(?<!me )(?<!nos )muev[eo]"
        r"(?= (?:y|e|se|mueve|luego|despues|después|ataca|dispara|apunta|esquiva|tira)(?!\w)| *(?:[,.;?]|$))",
        "se mueve",
    ),
    (r"(?:y |e )?(?:luego|despu[eé]s|entonces) (\w{2,}[aei]r(?:se|me)?)", r", puede \1"),
    (r"(?<=mueve) (?=se mueve|ataca|dispara|apunta|esquiva)", " y "),
)
PLAINLY = tuple((re.compile(rf"(?<![\w-])(?:{found})(?![\w-])", re.I), plain) for found, plain in _PLAINLY)
"""What is said in several ways at any table, and the one that the sentences have."""


def plainly(said: str) -> str:
    for pattern, plain in PLAINLY:
        said = pattern.sub(plain, said)
    return said


def third(said: str) -> str:
    """First persons and what has been done, said of somebody in the present."""
    said = plainly(said)
    said = relative(re.sub(r"^si (?=\w)", "", said, flags=re.I))
    said = _WITH_FIRST.sub(r"tiene \1, ", said)
    said = _ME.sub("recibe un ataque", said)
    said = _TO_DO.sub(_to_be_done, said)
    said = _AFTER.sub(r"\2 \1 \3", re.sub(r"(?<!\w)(\w+[aei]r)me(?!\w)", r"\1se", said))
    said = _DONE.sub(_present, said)
    start = True

    def each(found: "re.Match[str]") -> str:
        nonlocal start
        word, me = fold(found[2]), found[1]
        before = found.string[: found.start()].rstrip()
        head = start or before[-1:] in ",;.:?¿" or fold(before.rpartition(" ")[2]) in ("y", "luego", "despues", "pero")
        start = False
        after_ya = found.string[: found.start()].rstrip().lower().endswith(" ya")  # «ya atacó» has been done
        if word not in FIRST or after_ya or (word in NOUNS and not head and not me):
            return found[0]
        return f"se {FIRST[word]}" if me else FIRST[word]

    return re.sub(r"\s+", " ", _FILLER.sub(" ", _ONE.sub(each, said))).strip()


_BY_WHOM = re.compile(r"^([a-záéíóú]+ .+) con ((?:el|la|los|las|mi|mis|un|una) [^\d,;.]{3,40})$", re.I)


def by_whom(said: str) -> Iterator[str]:
    """«hago … y luego … con los soldados»: whoever speaks says last with whom he does it."""
    found = _BY_WHOM.match(said.strip())
    if found and fold(found[1].split()[0]) in FIRST and len(found[2].split()) < 5:
        yield f"{found[2]} {found[1]}"


def _to_be_done(found: "re.Match[str]") -> str:
    """«disparar a …»: what somebody wants to do; a name that ends like a verb is none."""
    verb = fold(found[1])
    return f"puede {found[1]} " if {verb[:-1], f"{verb[:-2]}e"} & VERBS else found[0]


def _present(found: "re.Match[str]") -> str:
    whole = fold(found[1] + found[2])
    return _IRREGULAR.get(whole) or (f"{found[1]}a" if found[2] == "ado" else f"{found[1]}e")


def with_what(said: str) -> Iterator[list[str]]:
    """«un tanque con 2 de daño se activa»: what it has, and then what it does; as many ways as it can be cut."""
    words = said.split()
    plain = [fold(word) for word in words]
    if "con" not in plain[1:]:
        return
    at = plain.index("con", 1)
    if VERBS & set(plain[:at]) or at > 5:
        return
    who, rest = " ".join(words[:at]), words[at + 1 :]
    for n, word in enumerate(plain[at + 1 :]):
        if word in VERBS and n:
            yield [*_each(who, rest[:n]), f"{who} {' '.join(rest[n:])}"]
    if rest and not VERBS & set(plain[at + 1 :]):
        yield _each(who, rest)


def _each(who: str, what: list[str]) -> list[str]:
    return [f"{who} tiene {part.strip()}" for part in re.split(r"\s+(?:y|e)\s+|,", " ".join(what)) if part.strip()]


_OBJECT_WITH = re.compile(
    r"^(.+ (?:a|contra) )((?:un|una|unos|unas)(?: (?!con )[\w-]+){1,4}) con (?:un |una |la |el )?(.+)$", re.I
)


def object_with(said: str) -> Iterator[list[str]]:
    """«… a un tanque con Blindaje»: what is told of somebody who comes up there is his."""
    if found := _OBJECT_WITH.match(said):
        who = found[2].strip()
        yield [f"{found[1]}{who}", *_each(who, found[3].split())]


_TURNED = re.compile(
    r"^(?:le|les|lo|la|me|nos) (\w+) ((?:el|la|los|las|un|una|unos|unas|mi|su) [\w-]+)( [\w-]+)?(?= |$)(.*)$", re.I
)


_TURNED_BARE = re.compile(
    r"^(?:le|les|lo|la|me|nos) (\w+) (?!(?:a|al|con|de|desde|en|por|un|una|el|la|los|las|mi|su)(?: |$))"
    r"([\w-]+)(?= (?:a|con|desde|por)(?: |$)|$)(.*)$", re.I,
)  # fmt: skip
"""«le dispara Brasa a alcance 2»."""


def turned(said: str, who: str) -> Iterator[str]:
    """«le dispara un caza a alcance 1»: who comes after its verb, and at whom was said before."""
    if (found := _TURNED.match(said)) and who:
        verb, name, more, rest = found[1], found[2], found[3] or "", found[4]
        yield f"{name} {verb} a {who}{more}{rest}"
        yield f"{name}{more} {verb} a {who}{rest}"
    if (found := _TURNED_BARE.match(said)) and who and not found[2].isdecimal():
        yield f"{found[2]} {found[1]} a {who}{found[3]}"


_VERB_FIRST = re.compile(
    r"^(se )?(\w+) ((?:el|la|los|las|un|una|unos|unas|mi|su) [\w-]+(?: de(?: la| los| las)? [\w-]+)?)( .*)?$", re.I
)


def verb_first(said: str) -> Iterator[str]:
    """«dispara una unidad …»: who does it, after what it does."""
    found = _VERB_FIRST.match(said)
    if found and fold(found[2]) in VERBS:
        yield f"{found[3]} {found[1] or ''}{found[2]}{found[4] or ''}"
