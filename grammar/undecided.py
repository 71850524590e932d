"""Is an ability ignored where nobody plays its side, and because of which words?

Such a book (`undecided` in the taller.toml of its game) ignores the abilities of Imperial Deployment cards that use the verbs
«poder» or «elegir», because they ask the Imperial player for a decision, and this mode has none. «no puede» uses the verb but
leaves nothing to decide: such words are reported as a prohibition and, alone, do not switch the ability off.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Literal

from grammar.language.verbs import conjugate

VERBS: tuple[Literal["poder", "elegir"], ...] = ("poder", "elegir")
CLITICS = ("", "lo", "la", "los", "las", "le", "les", "te", "se")
MISPRINTS: dict[str, Literal["poder", "elegir"]] = {
    "elije": "elegir",
    "elijes": "elegir",
    "elijen": "elegir",
    "elejir": "elegir",
}
WORD = re.compile(r"[^\W\d_]+")
HABER: frozenset[str] = frozenset(conjugate("haber"))


@dataclass(frozen=True)
class Reason:
    """One word of the text that the rule speaks of."""

    verbo: Literal["poder", "elegir"]
    palabra: str
    span: tuple[int, int]
    prohibicion: bool = False
    """«no puede»: nothing to decide."""


@dataclass(frozen=True)
class Verdict:
    ignorada: bool
    motivos: tuple[Reason, ...]

    @property
    def mensaje(self) -> str:
        if self.ignorada:
            words = ", ".join(f"«{reason.palabra}»" for reason in self.motivos if not reason.prohibicion)
            verbs = " y ".join(dict.fromkeys(f"«{reason.verbo}»" for reason in self.motivos if not reason.prohibicion))
            return f"Se ignora en el modo cooperativo: {words} usa {verbs}."
        if self.motivos:
            words = ", ".join(f"«no {reason.palabra}»" for reason in self.motivos)
            return f"Se aplica: {words} usa «poder», pero prohíbe y no deja nada que decidir."
        return "Se aplica: no usa los verbos «poder» ni «elegir»."


@cache
def _forms() -> dict[str, tuple[Literal["poder", "elegir"], bool]]:
    """Written form -> verb, and whether it is a participle («la figura elegida» describes, unless «ha» comes before)."""
    table: dict[str, tuple[Literal["poder", "elegir"], bool]] = {form: (verb, False) for form, verb in MISPRINTS.items()}
    for verb in VERBS:
        for text, forms in conjugate(verb).items():
            participle = all(form.mood == "part" for form in forms)
            hosts = any(form.mood in ("inf", "ger", "imp") for form in forms)
            for clitic in CLITICS if hosts else ("",):
                table.setdefault(_plain(text + clitic), (verb, participle))
    return table


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.lower())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter) or letter == "\u0303")


def is_ignored(text: str) -> Verdict:
    """Judges the text of an ability of an Imperial Deployment card."""
    text = unicodedata.normalize("NFC", text)
    words = list(WORD.finditer(text))
    reasons: list[Reason] = []
    for i, match in enumerate(words):
        found = _forms().get(_plain(match.group()))
        before = words[i - 1].group().lower() if i else ""
        if found is None or (before == "de" and match.group()[0].isupper()):  # «ficha de Poder»
            continue
        verb, participle = found
        if participle and before not in HABER and before != "sido":
            continue
        reasons.append(Reason(verb, match.group(), match.span(), verb == "poder" and _denied(words, i)))
    return Verdict(any(not reason.prohibicion for reason in reasons), tuple(reasons))


def _denied(words: list[re.Match[str]], i: int) -> bool:
    """«no puede», «no se puede», «nunca puede»."""
    return any(word.group().lower() in ("no", "nunca", "tampoco") for word in words[max(0, i - 2) : i])
