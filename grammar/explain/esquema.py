"""Rules in prose and card lines as an outline: when, under which condition, who, whether they may, and what they do."""

from grammar.effects.base import Model
from grammar.effects.reglas import Arma, Clausula, Conversion, Cualidades, Regla
from grammar.explain.outline import MODES, Part
from grammar.explain.reglas import RulePrinter

MOMENTS: frozenset[str] = frozenset({
    "cuando", "mientras", "despues_de_que", "antes_de_que", "despues_de", "antes_de", "una_vez_que", "al", "tras",
    "cada_vez_que",
})  # fmt: skip
CONDITIONS: frozenset[str] = frozenset({"si", "siempre_que", "incluso_aunque", "aunque", "en_caso_de_que"})
EXCEPTIONS: frozenset[str] = frozenset({"a_menos_que", "salvo_que", "excepto_si"})
PERIODS: frozenset[str] = frozenset({"durante", "hasta", "al_comienzo_de", "al_final_de", "hasta_el_final_de"})


def outline_rule(effect: Model, printer: RulePrinter) -> Part:
    root = Part("capacidad")
    if isinstance(effect, Regla):
        if effect.cabecera:
            root.children.append(Part("cabecera", printer.headers[effect.cabecera], effect.cabecera))
        root.children.extend(_clause(clause, printer) for clause in effect.clausulas)
    elif isinstance(effect, Cualidades | Arma):
        keywords = effect.lista if isinstance(effect, Cualidades) else effect.cualidades
        if isinstance(effect, Arma):
            root.children.append(Part("arma", printer.weapon(effect.but(cualidades=()))))
        root.children.extend(Part("cualidad", printer.keyword(keyword), keyword.id) for keyword in keywords)
    elif isinstance(effect, Conversion):
        root.children.append(Part("conversión", printer.text((effect,))))
    return root


def _clause(clause: Clausula, printer: RulePrinter) -> Part:
    words = printer.clause(clause)
    role = _role(clause)
    if role != "efecto" or clause.verbo is None:
        return Part(role, words)
    verb = clause.verbo
    denied = verb.modo_negado and verb.modo in ("puede", "capaz")
    part = Part("prohibido" if denied else MODES.get(verb.modo or "", "obligatorio"), kind=verb.modo or "")
    subject = [printer.part(piece) for piece in clause.antes if piece.papel == "sujeto"]
    if subject:
        part.children.append(Part("quién", " ".join(subject)))
    part.children.append(Part("efecto", words, verb.lema))
    return part


def _role(clause: Clausula) -> str:
    last = clause.nexos[-1] if clause.nexos else ""
    if last in MOMENTS:
        return "momento"
    if last in CONDITIONS:
        return "requisito"
    if last in EXCEPTIONS:
        return "salvo"
    if clause.verbo is None and clause.antes and (clause.antes[0].prep in PERIODS):
        return "plazo"
    finite = clause.verbo is not None and clause.verbo.forma in ("personal", "imperativo")
    return "efecto" if finite and last in ("", "y", "o", "ni", "pero", "o_bien") else "cola"
