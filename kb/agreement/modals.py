"""The modal words of a rule text: what it forbids, orders, allows and limits.

«Puede» comes in every person and tense; each modal also has the words that amount to it in another wording.
"""

import re
from dataclasses import dataclass

from kb.agreement.claims import folded

_CAN = r"pued[eoa]\w*|podr\w+|podi\w+|pudi\w+|poder"
_NO_CAN = (
    r"\b(?:no|tampoco|nunca|jamas|ni|ningun[oa]?|nadie|sin)\b(?: (?:se|le|les|lo|la|los|las|te|ya|obstante,?|\w+ ni))*"
    rf" (?:{_CAN})\b"
)
_SOME = r"\d+|x|maximo|total|dos|tres|cuatro|cinco|seis|ocho|diez|un[ao]?|tant[oa]s|doble"


@dataclass(frozen=True, slots=True)
class Modal:
    said: re.Pattern[str]
    """Says it in so many words."""
    amounts: re.Pattern[str]
    """Answers for it in the other wording."""
    unless: re.Pattern[str]
    """Looks like it and is something else; taken out first."""


def _modal(said: str, amounts: str, unless: str = r"(?!)") -> Modal:
    return Modal(re.compile(said), re.compile(amounts), re.compile(unless))


MODALS: dict[str, Modal] = {
    "no puede": _modal(
        rf"{_NO_CAN}|\bno (?:se )?debe\w*|\bnunca\b|\bjamas\b|\bimposible\b|\bprohib\w+|\bno (?:se |le |les )?permit\w+"
        r"|\bno es posible\b|\bno esta\w* permitid\w+|\bimpid\w+|\bincapaz\b|\bningun[oa]? (?:\w+ ){1,3}(?:puede|podra)\b",
        r"\bsolo\b|\bsolamente\b|\bunicamente\b|\bno vale\w*\b|\bno cabe\b|\bimpedir\b|\bnadie\b|\bni siquiera\b",
        r"\bno (?:impid\w+|prohib\w+)",
    ),
    "debe": _modal(
        r"\bdebe(?!ria)\w*\b|\bobliga\w*|\bobligatori\w+|\b(?:tiene|tienen|tendra|tendran|tenga|tengan) que\b"
        r"|\b(?:ha|han|habra|habran) de\b|\bhay que\b|\bforzos\w+|\bhabra que\b|\bestan? forzad\w+",
        r"\bes (?:necesario|preciso)\b|\bhace falta\b|\bexig\w+|\bnecesit\w+|\brequier\w+|\brequisit\w+|\bsiempre\b",
        # «no debe» forbids, «no tiene que» allows, «si debe…» only supposes
        r"\bno (?:se )?debe\w*|\bno (?:tiene|tienen|tendra|tendran) que\b|\b(?:no|nadie) esta\w? obliga\w+|\bdebe de\b"
        r"|\b(?:si|cuando|cuantos|cuantas)(?: \w+){0,4} (?:debe\w*|tiene que|tienen que|deba\w*|tenga\w* que)\b",
    ),
    "puede": _modal(
        rf"\b(?:{_CAN})\b",
        r"\bopcional\w*|\bsi (?:quiere|lo desea|quieren)\b|\bpermit\w+|\bdecid\w+|\belig\w+|\beleccion\b|\bvoluntari\w+"
        r"|\blibre\w*|\bposible\b|\bvale\w?\b|\bcabe\b|\bcapaz\b|\bse deja\b|\bsi\b\.",
        # «no puede» forbids and «sólo puede» restricts; «puede que» supposes
        rf"{_NO_CAN}|\bsol(?:o|amente) (?:se )?(?:{_CAN})|\bpuede que\b",
    ),
    "hasta": _modal(
        rf"\bhasta (?:un |una |el |los |las |la )?(?:{_SOME})\b|\b(?:como|un|de) maximo\b|\bmaxim[oa]s?\b|\ba lo sumo\b"
        r"|\b(?:no|nunca) (?:\w+ ){0,3}mas de\b|\bo menos\b|\blimite\b"
        r"|\bno (?:\w+ ){0,3}(?:superar|supera|exceder|excede|superior)\b",
        r"\blimit\w+|\bsuper\w+|\bpas[ae]r? de\b|\bhasta\b|\bsolo\b|\bmenos de\b|\bexced\w+|\btope\b|\bno (?:\w+ ){0,3}mas\b"
        r"|\bcada\b",
    ),
    "al menos": _modal(
        r"\b(?:como|un) minimo\b|\bal menos\b|\bpor lo menos\b|\bminim[oa]s?\b",
        r"\bo mas\b|\bo mayor\b|\bnunca menos\b|\bmenos de\b|\balgun[oa]?s?\b|\bun[oa]?\b|\bninguna?\b",
    ),
    "sólo": _modal(
        r"\bsolo\b|\bsolamente\b|\bunicamente\b|\bexclusiv\w+|\bunic[oa]s?\b",
        r"\bsalvo\b|\bexcept\w+|\bnada mas\b|\bni\b|\bmenos que\b|\bnunca\b|\bmientras\b|\bno (?:se )?(?:\w+ )?(?:si|mas)\b"
        rf"|{_NO_CAN}|\bsol[oa]s?\b|\bmaximo\b|\blimit\w+|\bningun[oa]?\b|\bsin\b|\baunque\b",
        r"\bhan solo\b|\bno (?:solo|solamente|unicamente)\b",  # the smuggler is not a modal
    ),
}


def says(modal: str, text: str) -> bool:
    """Does the text say this modal in so many words, and not as part of its contrary?"""
    rule = MODALS[modal]
    return rule.said.search(rule.unless.sub(" ", folded(text))) is not None


def answers(modal: str, text: str) -> bool:
    """Does the text say it, or something that amounts to it?"""
    return says(modal, text) or MODALS[modal].amounts.search(folded(text)) is not None
