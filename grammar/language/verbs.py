"""Conjugation. A lemma comes in, every form that card text uses comes out, each with its features."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, Protocol

Mood = Literal["inf", "ger", "part", "ind", "subj", "imp", "pret", "impf", "fut", "isubj"]


class Form(NamedTuple):
    mood: Mood
    person: int = 0
    """2 or 3; 0 where the form has no person. 5 is «vosotros»."""
    plural: bool = False
    feminine: bool = False


# Vowel change of the stressed stem: perder, pierdo.
STEM_CHANGE: dict[str, tuple[str, str]] = {
    "defender": ("e", "ie"), "perder": ("e", "ie"), "empezar": ("e", "ie"), "comenzar": ("e", "ie"),
    "volver": ("o", "ue"), "mover": ("o", "ue"), "soltar": ("o", "ue"), "resolver": ("o", "ue"),
    "devolver": ("o", "ue"), "poder": ("o", "ue"), "mostrar": ("o", "ue"), "contar": ("o", "ue"),
    "elegir": ("e", "i"), "desplegar": ("e", "ie"), "encontrar": ("o", "ue"), "convertir": ("e", "ie"),
    "transferir": ("e", "ie"), "interferir": ("e", "ie"), "intervenir": ("e", "ie"), "repetir": ("e", "i"),
    "reforzar": ("o", "ue"), "acertar": ("e", "ie"), "sugerir": ("e", "ie"), "adquirir": ("i", "ie"),
    "decir": ("e", "i"),
    "medir": ("e", "i"), "impedir": ("e", "i"), "pedir": ("e", "i"), "seguir": ("e", "i"), "mantener": ("e", "ie"),
    "tener": ("e", "ie"),
    "obtener": ("e", "ie"), "jugar": ("u", "ue"), "colgar": ("o", "ue"), "cerrar": ("e", "ie"),
    "prevenir": ("e", "ie"), "probar": ("o", "ue"), "demostrar": ("o", "ue"), "entender": ("e", "ie"),
    "preferir": ("e", "ie"), "herir": ("e", "ie"), "reemplazar": ("", ""),
    "costar": ("o", "ue"), "redesplegar": ("e", "ie"), "conseguir": ("e", "i"),
    "comprobar": ("o", "ue"), "requerir": ("e", "ie"), "querer": ("e", "ie"), "atravesar": ("e", "ie"), "servir": ("e", "i"),
    "venir": ("e", "ie"), "morir": ("o", "ue"), "rodar": ("o", "ue"), "rendir": ("e", "i"), "volar": ("o", "ue"),
    "recordar": ("o", "ue"), "acordar": ("o", "ue"), "apostar": ("o", "ue"), "negar": ("e", "ie"), "invertir": ("e", "ie"),
    "descender": ("e", "ie"), "encender": ("e", "ie"), "tender": ("e", "ie"),
    "encerrar": ("e", "ie"), "despertar": ("e", "ie"), "corregir": ("e", "i"),
    "extender": ("e", "ie"), "contener": ("e", "ie"), "detener": ("e", "ie"), "someter": ("", ""), "convenir": ("e", "ie"),
}  # fmt: skip
# First person singular, from which the subjunctive comes, where no rule gives it.
YO: dict[str, str] = {
    "tener": "tengo", "obtener": "obtengo", "mantener": "mantengo", "poner": "pongo", "exponer": "expongo",
    "hacer": "hago", "decir": "digo", "salir": "salgo", "intervenir": "intervengo", "caer": "caigo",
    "prevenir": "prevengo", "proponer": "propongo", "disponer": "dispongo", "posponer": "pospongo",
    "superponer": "superpongo", "ver": "veo", "seguir": "sigo", "oponer": "opongo", "reponer": "repongo",
    "conseguir": "consigo",
    "contener": "contengo", "detener": "detengo", "componer": "compongo", "imponer": "impongo", "valer": "valgo",
    "escoger": "escojo", "recoger": "recojo", "proteger": "protejo", "convencer": "convenzo", "dirigir": "dirijo",
    "satisfacer": "satisfago", "traer": "traigo", "venir": "vengo",
}  # fmt: skip
ACCENTED_ORDER = {"ten": "tén", "pon": "pón", "ven": "vén"}
"""«retén», «propón»: with a syllable before it the order has its accent."""
IMPERATIVE: dict[str, str] = {
    "tener": "ten", "obtener": "obtén", "mantener": "mantén", "poner": "pon", "exponer": "expón", "hacer": "haz",
    "decir": "di", "salir": "sal", "intervenir": "intervén", "contener": "contén", "ser": "sé", "ir": "ve",
    "superponer": "superpón", "venir": "ven",
}  # fmt: skip
PARTICIPLE: dict[str, str] = {
    "volver": "vuelto", "devolver": "devuelto", "resolver": "resuelto", "hacer": "hecho", "decir": "dicho",
    "poner": "puesto", "exponer": "expuesto", "ver": "visto", "superponer": "superpuesto", "caer": "caído",
    "descubrir": "descubierto", "abrir": "abierto", "romper": "roto", "cubrir": "cubierto", "reponer": "repuesto",
    "describir": "descrito", "escribir": "escrito", "componer": "compuesto", "imponer": "impuesto", "oponer": "opuesto",
    "satisfacer": "satisfecho", "morir": "muerto", "traer": "traído",
}  # fmt: skip
PRETERITE: dict[str, str] = {
    "tener": "tuv", "obtener": "obtuv", "mantener": "mantuv", "poner": "pus", "exponer": "expus", "hacer": "hic",
    "decir": "dij", "estar": "estuv", "poder": "pud", "haber": "hub", "intervenir": "intervin", "contener": "contuv",
    "traer": "traj", "venir": "vin", "querer": "quis",
}  # fmt: skip
FUTURE: dict[str, str] = {
    "tener": "tendr", "poder": "podr", "poner": "pondr", "hacer": "har", "decir": "dir", "venir": "vendr", "salir": "saldr",
    "valer": "valdr", "haber": "habr", "querer": "querr",
}  # fmt: skip
COMPOUNDS = re.compile(
    r"(abs|ante|a|com|contra|con|des|de|dis|entre|ex|im|inter|in|man|ob|o|per|pre|pro|re|sobre|sos|super|su)"
    r"(tener|poner|venir|hacer|decir|traer|mover|volver|mostrar|contar|seguir|pedir|probar|cubrir|escribir|abrir|valer)"
)
"""«sostiene», «dispuso», «prevendrá»: a verb is irregular as the one that it is made of."""
# Whole tables of the verbs that follow no rule: ind 2s 3s 3p 2p | subj 2s 3s 3p 2p | pret 2s 3s 3p | isubj stem | impf stem.
IRREGULAR: dict[str, tuple[str, str, str, str, str]] = {
    "ser": ("eres es son sois", "seas sea sean seáis", "fuiste fue fueron", "fue", "er"),
    "estar": ("estás está están estáis", "estés esté estén estéis", "estuviste estuvo estuvieron", "estuvie", "estab"),
    "haber": ("has ha han habéis", "hayas haya hayan hayáis", "hubiste hubo hubieron", "hubie", "habí"),
    "ir": ("vas va van vais", "vayas vaya vayan vayáis", "fuiste fue fueron", "fue", "ib"),
    "dar": ("das da dan dais", "des dé den deis", "diste dio dieron", "die", "dab"),
}


def _made_of(lemma: str, table: Mapping[str, Any]) -> tuple[str, str]:
    """The verb of the table that it goes like, and what stands before it."""
    if lemma not in table and (found := COMPOUNDS.fullmatch(lemma)) and found[2] in table:
        return found[1], found[2]
    return "", lemma


def _spell(stem: str, ending: str) -> str:
    """Joins stem and ending keeping the sound: atac + e -> ataque, eleg + a -> elija (stem given in -g)."""
    front = ending[:1] in ("e", "é", "i", "í")
    for hard, soft in (("c", "qu"), ("g", "gu"), ("z", "c")):
        if front and stem.endswith(hard):
            return stem[: -len(hard)] + soft + ending
    return stem + ending


STRESSED_I = frozenset({"enviar", "desviar", "ampliar", "guiar", "vaciar", "variar", "espiar", "confiar", "criar", "fiar"})
"""«envía», «desvía»."""


def _stressed(lemma: str, stem: str) -> str:
    old, new = STEM_CHANGE.get(_made_of(lemma, STEM_CHANGE)[1], ("", ""))
    if old:
        at = stem.rfind(old)
        return stem[:at] + new + stem[at + 1 :]
    if lemma.endswith("uir") and not lemma.endswith(("guir", "quir")):
        return stem + "y"
    if lemma.endswith("uar") and not lemma.endswith(("guar", "cuar")):
        return stem[:-1] + "ú"
    if lemma in STRESSED_I:
        return stem[:-1] + "í"
    return stem


def _subjunctive_stem(lemma: str, stem: str, strong: str) -> str:
    before, like = _made_of(lemma, YO)
    if like in YO:
        return before + YO[like][:-1]
    if lemma.endswith(("ecer", "ucir")):
        return stem[:-1] + "zc"
    if lemma.endswith(("ger", "gir")):
        return strong[:-1] + "j"
    return strong


@cache
def conjugate(lemma: str) -> dict[str, tuple[Form, ...]]:
    """Every written form of the verb, with what it can be."""
    forms: dict[str, list[Form]] = {}

    def add(text: str, mood: Mood, person: int = 0, plural: bool = False, feminine: bool = False) -> None:
        forms.setdefault(text, []).append(Form(mood, person, plural, feminine))

    stem, ending = lemma[:-2], lemma[-2:]
    strong = _stressed(lemma, stem)
    ar = ending == "ar"
    add(lemma, "inf")
    weak = stem
    changed = _made_of(lemma, STEM_CHANGE)[1]
    if ending == "ir" and (strong_vowel := STEM_CHANGE.get(changed, ("", ""))[0]) in ("e", "o"):
        at = stem.rfind(strong_vowel)
        weak = stem[:at] + {"e": "i", "o": "u"}[strong_vowel] + stem[at + 1 :]
    if lemma in ("ir", "poder"):
        add("yendo" if lemma == "ir" else "pudiendo", "ger")
    elif ar:
        add(stem + "ando", "ger")
    else:
        add(weak + ("yendo" if weak[-1:] in "aeu" and not weak.endswith("gu") else "iendo"), "ger")
    before, like = _made_of(lemma, PARTICIPLE)
    part = before + PARTICIPLE[like] if like in PARTICIPLE else stem + ("ado" if ar else "ído" if stem[-1:] in "aeo" else "ido")
    for feminine in (False, True):
        for plural in (False, True):
            word = part[:-1] + ("a" if feminine else "o") + ("s" if plural else "")
            add(word, "part", 0, plural, feminine)
    if lemma in IRREGULAR:
        ind, subj, pret, isubj, impf = IRREGULAR[lemma]
        for text, (person, plural) in zip(ind.split(), ((2, False), (3, False), (3, True), (5, True)), strict=True):
            add(text, "ind", person, plural)
        for text, (person, plural) in zip(subj.split(), ((2, False), (3, False), (3, True), (5, True)), strict=True):
            add(text, "subj", person, plural)
        for text, (person, plural) in zip(pret.split(), ((2, False), (3, False), (3, True)), strict=True):
            add(text, "pret", person, plural)
        _add_ending(add, isubj, "isubj", ("ras", "ra", "ran"))
        _add_ending(add, impf, "impf", ("as", "a", "an"))
        add(IMPERATIVE.get(lemma, ind.split()[1]), "imp", 2)
        if lemma == "haber":
            add("hay", "ind", 3)
    else:
        e = "a" if ar else "e"
        ind3 = strong + e
        add(ind3 + "s", "ind", 2)
        add(ind3, "ind", 3)
        add(ind3 + "n", "ind", 3, True)
        add(stem + {"ar": "áis", "er": "éis", "ir": "ís"}[ending], "ind", 5, True)
        before, like = _made_of(lemma, IMPERATIVE)
        if like not in IMPERATIVE or (before and like == "decir"):  # «predice»
            add(ind3, "imp", 2)
        else:
            order = IMPERATIVE[like]
            add(before + ACCENTED_ORDER.get(order, order) if before else order, "imp", 2)
            if before:  # «previene 1 daño»: so players write it too
                add(ind3, "imp", 2)
        sub = _subjunctive_stem(lemma, stem, strong)
        for text, person, plural in (("s", 2, False), ("", 3, False), ("n", 3, True)):
            add(_spell(sub, ("e" if ar else "a")) + text, "subj", person, plural)
        plain = weak if sub == strong else sub  # «defendáis», «elijáis»: the stem is not stressed
        add(_spell(plain, "éis" if ar else "áis"), "subj", 5, True)
        before, like = _made_of(lemma, PRETERITE)
        if like in PRETERITE:
            strong_pret = before + PRETERITE[like]
            add(strong_pret + "iste", "pret", 2)
            add(strong_pret.replace("hic", "hiz") + "o", "pret", 3)
            add(strong_pret + ("eron" if strong_pret.endswith("j") else "ieron"), "pret", 3, True)
            past = strong_pret + ("e" if strong_pret.endswith("j") else "ie")
        elif ar:
            add(stem + "aste", "pret", 2)
            add(stem + "ó", "pret", 3)
            add(stem + "aron", "pret", 3, True)
            past = stem + "a"
        else:
            y = weak[-1:] in "aeou" and not weak.endswith("gu")
            add(stem + ("íste" if stem[-1:] in "aeo" else "iste"), "pret", 2)
            add(weak + ("yó" if y else "ió"), "pret", 3)
            add(weak + ("yeron" if y else "ieron"), "pret", 3, True)
            past = weak + ("ye" if y else "ie")
        _add_ending(add, past, "isubj", ("ras", "ra", "ran"))
        _add_ending(add, stem + ("ab" if ar else "í"), "impf", ("as", "a", "an"))
    before, like = _made_of(lemma, FUTURE)
    future = lemma if before and like == "decir" else before + FUTURE.get(like, like)
    for text, person, plural in (("ás", 2, False), ("á", 3, False), ("án", 3, True)):
        add(future + text, "fut", person, plural)
    return {text: tuple(found) for text, found in forms.items()}


def _add_ending(add: "_Add", stem: str, mood: Mood, endings: tuple[str, str, str]) -> None:
    for text, (person, plural) in zip(endings, ((2, False), (3, False), (3, True)), strict=True):
        add(stem + text, mood, person, plural)


class _Add(Protocol):
    def __call__(self, text: str, mood: Mood, person: int = 0, plural: bool = False, feminine: bool = False) -> None: ...


@cache
def _by_form(lemma: str) -> dict[Form, str]:
    table: dict[Form, str] = {}
    for text, found in conjugate(lemma).items():
        for form in found:
            table.setdefault(form, text)  # «ha» before «hay»: the auxiliary is the regular one
    return table


def inflect(lemma: str, mood: Mood, person: int = 0, plural: bool = False, feminine: bool = False) -> str:
    """One form of the verb: ("elegir", "subj", 3) -> "elija"."""
    return _by_form(lemma)[Form(mood, person, plural, feminine)]


ACCENTED = str.maketrans("aeiou", "áéíóú")
PLAIN = str.maketrans("áéíóú", "aeiou")


def _nuclei(word: str) -> list[int]:
    """Index of the vowel that bears the accent of each syllable (diphthongs count once)."""
    places: list[int] = []
    i = 0
    while i < len(word):
        if word[i] in "aeiouáéíóú" and not (word[i] == "u" and word[i - 1 : i] in ("q", "g") and word[i + 1 : i + 2] in "ei"):
            run = i
            while run + 1 < len(word) and word[run + 1] in "aeiouáéíóú" and not _hiatus(word[run], word[run + 1]):
                run += 1
            strong = [at for at in range(i, run + 1) if word[at] in "aeoáéíóú"]
            places.append(strong[0] if strong else run)
            i = run
        i += 1
    return places


def _hiatus(first: str, second: str) -> bool:
    strong = "aeoáéó"
    return (first in strong and second in strong) or first in "íú" or second in "íú"


def with_clitic(form: str, mood: Mood, clitic: str) -> str:
    """Verb and pronoun written together: ("coloca", "imp", "te") -> "colócate"."""
    if mood == "inf":
        return form + clitic
    if mood == "ger":
        return form[:-4] + form[-4:].replace("ando", "ándo").replace("endo", "éndo") + clitic
    places = _nuclei(form)
    if len(places) < 2:
        return form.translate(PLAIN) + clitic
    plain = form.translate(PLAIN)
    accented = next((at for at, letter in enumerate(form) if letter in "áéíóú"), None)
    stress = accented if accented is not None else places[-2]
    # An accented last syllable (obtén) becomes the last but one with the pronoun and loses its mark.
    if stress == places[-1]:
        return plain + clitic
    return plain[:stress] + plain[stress].translate(ACCENTED) + plain[stress + 1 :] + clitic
