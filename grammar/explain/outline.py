"""An effect as an outline: each part with its role and the words that say it. For the terminal and for plain explanations."""

from dataclasses import dataclass, field

from grammar.effects import Capacidad, Frase, Frases, Momento, Oracion, Requisito
from grammar.explain.sentences import Printer
from grammar.explain.verbs import Person

MODES: dict[str, str] = {
    "puede": "opcional", "debe": "obligatorio", "capaz": "permiso permanente", "sigue_capaz": "permiso permanente",
    "opta": "opcional",
    "elige": "opcional", "deja_de": "obligatorio", "sigue_pudiendo": "permiso permanente", "evita": "obligatorio",
}  # fmt: skip
FRAMES: dict[str, str] = {
    "momento": "momento", "periodo": "plazo", "requisito": "requisito", "por_cada": "por cada", "con_resultado": "resultado",
    "enlace": "enlace",
}  # fmt: skip


@dataclass
class Part:
    role: str
    words: str = ""
    kind: str = ""
    children: list["Part"] = field(default_factory=list)


def outline(ability: Capacidad, printer: Printer) -> Part:
    root = Part("capacidad")
    for head in ability.cabeceras:
        root.children.append(Part("cabecera", printer.heading(head), head.tipo))
    printer.header = bool(ability.cabeceras)
    for sentence in ability.oraciones:
        root.children.append(_sentence(sentence, printer))
        printer.header = False
    return root


def _sentence(sentence: Oracion, printer: Printer) -> Part:
    part = Part("frase")
    for frame in sentence.marco:
        words = printer.frame(frame).rstrip(", ")
        kind = frame.relacion if isinstance(frame, Momento) else frame.kind
        part.children.append(Part(FRAMES[frame.kind], words, kind if not isinstance(frame, Requisito) else ""))
    part.children.extend(_clauses(sentence.frases, printer))
    part.children.extend(
        Part("salvo" if tail.tipo == "a_menos_que" else "cola", printer.tail(tail).strip(" ,"), tail.tipo)
        for tail in sentence.colas
    )
    for piece in sentence.tramos:
        more = Part("además")
        if piece.marco is not None:
            more.children.append(Part(FRAMES[piece.marco.kind], printer.frame(piece.marco).rstrip(", ")))
        more.children.extend(_clauses(piece.frases, printer))
        part.children.append(more)
    return part


def _clauses(clauses: Frases, printer: Printer) -> list[Part]:
    parts = [_clause(clause, printer) for clause in clauses.partes]
    if len(parts) > 1 and clauses.conj == "o":
        return [Part("una de", children=parts)]
    return parts


def _clause(clause: Frase, printer: Printer) -> Part:
    mode = (
        "prohibido" if clause.modo_negado and clause.modo in ("puede", "capaz") else MODES.get(clause.modo or "", "obligatorio")
    )
    part = Part(mode, kind=clause.modo or "")
    who = printer.person(clause.sujeto, False, False)
    part.children.append(
        Part("quién", printer.subject(clause.sujeto) if clause.sujeto is not None and not _unsaid(clause) else _you(clause))
    )
    for role, sequence in (("coste", clause.costes), ("efecto", clause.efecto)):
        if sequence is None:
            continue
        steps = [
            Part(role, printer.operation(op, "inf", Person(who.person, who.plural, who.feminine)), op.kind)
            for op in sequence.ops
        ]
        part.children.extend([Part("una de", children=steps)] if sequence.conj == "o" and len(steps) > 1 else steps)
    return part


def _unsaid(clause: Frase) -> bool:
    return getattr(clause.sujeto, "objeto", "") == "implicito"


def _you(clause: Frase) -> str:
    return "la misma de la que se habla" if clause.sujeto is not None else "tú (la nave de la carta)"


def draw(part: Part, indent: str = "") -> list[str]:
    """Lines of a tree for the terminal."""
    lines: list[str] = []
    for number, child in enumerate(part.children):
        last = number == len(part.children) - 1
        branch, below = ("└─ ", "   ") if last else ("├─ ", "│  ")
        kind = f" [{child.kind}]" if child.kind else ""
        words = f" «{child.words}»" if child.words else ""
        lines.append(f"{indent}{branch}{child.role}{kind}{words}")
        lines.extend(draw(child, indent + below))
    return lines
