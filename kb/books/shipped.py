"""The rulebooks we ship (corpus/<juego>/libro.md) to entries. The format is described in corpus/README.md."""

import re
import tomllib
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from markdown_it.token import Token
from pydantic import ValidationError

from grammar.game import Names, load_lexicon
from kb.books.blocks import RawBlock, blocks_from, numbered, plain_text, tokens_from
from kb.books.ids import Titled, assign_ids
from kb.books.layers import with_layers_of_ours
from kb.books.profiles import GENERIC, profiles
from kb.books.provenance import with_provenance
from kb.errors import CorpusError
from kb.models import Citation, Entry, Kind, Model, Verdict
from kb.text import clean

_FRONT = re.compile(r"\A\+\+\+\n(.*?)\n\+\+\+\n", re.S)
_HEADING = re.compile(r"^(?P<title>.*?)\s*\{(?P<attrs>[^{}]*)\}$")
_PAGE = re.compile(r"^p\. (\d+)$")
_SECTION = re.compile(r"^en «(.+)»$")
_REST = re.compile(r"^sigue «(.+)»$")
_VERDICTS = (("sí", "si"), ("no", "no"), ("depende", "depende"))
_SEE_ALSO = re.compile(r"^Véase también:", re.I)
KINDS: frozenset[str] = frozenset(
    "seccion termino cualidad apartado recuadro ejemplo apendice historial carta redireccion pregunta errata tabla"
    " paso definicion".split()
)


class Front(Model):
    """Front matter of a shipped book."""

    juego: str
    titulo: str
    libro_oficial: str
    edicion: str
    vigencia: date | None = None
    version: str


@dataclass(slots=True)
class _Section:
    title: str
    kind: Kind
    level: int
    line: int
    page: int | None
    cited: str | None
    parent: int | None
    first: int
    """Index of the first body token; `last` is exclusive."""
    last: int


def shipped_entries(path: Path) -> tuple[Front, list[Entry]]:
    """All entries of one shipped book, links resolved. Raises CorpusError with the line of what is wrong."""
    text = clean(path.read_text(encoding="utf-8"))
    front, body, offset = _front_matter(path, text)
    tokens = tokens_from(body)
    sections = _sections(path, tokens, offset)
    ids = assign_ids(front.juego, [Titled(s.title, s.kind, s.parent) for s in sections])
    lexicon = load_lexicon(front.juego, path.parent.parent)
    known = set(ids)
    entries = []
    for section, id in zip(sections, ids, strict=True):
        raw = blocks_from(tokens[section.first : section.last])
        entries.append(_entry(path, front, section, id, raw, ids, known, lexicon.get(id.split("/", 1)[1]), offset))
    profile = next((p for p in profiles() if p.juego == front.juego), GENERIC)
    return front, with_layers_of_ours(with_provenance(entries, path.parent), profile)


def _front_matter(path: Path, text: str) -> tuple[Front, str, int]:
    match = _FRONT.match(text)
    if match is None:
        raise CorpusError(path, 1, "falta la cabecera entre líneas «+++»")
    try:
        front = Front.model_validate(tomllib.loads(match[1]))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise CorpusError(path, 2, f"la cabecera no se entiende ({str(error).splitlines()[0]})") from error
    return front, text[match.end() :], match[0].count("\n")


def _sections(path: Path, tokens: list[Token], offset: int) -> list[_Section]:
    sections: list[_Section] = []
    for i, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        line = (token.map or [0])[0] + 1 + offset
        if token.level:
            told = f"el título «{tokens[i + 1].content}» está dentro de una lista o de una cita; ponlo al margen"
            raise CorpusError(path, line, told)
        if sections:
            sections[-1].last = i
        level = int(token.tag[1])
        parent = next((k for k in range(len(sections) - 1, -1, -1) if sections[k].level < level), None)
        sections.append(_section(path, tokens[i + 1].content, level, line, parent, i + 3))
    if sections:
        sections[-1].last = len(tokens)
    return sections


def _section(path: Path, heading: str, level: int, line: int, parent: int | None, first: int) -> _Section:
    match = _HEADING.match(heading)
    if match is None:
        raise CorpusError(path, line, f"al título «{heading}» le falta su clase entre llaves, p. ej. {{termino}}")
    kind, *rest = (part.strip() for part in match["attrs"].split(";"))
    if kind not in KINDS:
        raise CorpusError(path, line, f"«{kind}» no es una clase de entrada; vale {', '.join(sorted(KINDS))}")
    page, cited, title = None, None, match["title"]
    for part in rest:
        if found := _PAGE.match(part):
            page = int(found[1])
        elif found := _SECTION.match(part):
            cited = found[1]
        elif found := _REST.match(part):
            title = f"{title} {found[1]}"
        else:
            raise CorpusError(path, line, f"no se entiende «{part}»; vale «p. 9» o «en «Otra sección»»")
    return _Section(title, kind, level, line, page, cited, parent, first, first)  # type: ignore[arg-type]


def _entry(
    path: Path, front: Front, section: _Section, id: str, raw: list[RawBlock], ids: list[str], known: set[str],
    names: Names | None, offset: int,
) -> Entry:  # fmt: skip
    see_also: list[str] = []
    refs: list[str] = []
    for block in raw:
        for link in block.links:
            target = _target(front.juego, link.href)
            if target is None:
                continue
            if target.split("#")[0] not in known and target.startswith(front.juego + "/"):
                raise CorpusError(path, block.first + 1 + offset, f"el enlace «{link.text}» apunta a «{target}», que no existe")
            (see_also if _SEE_ALSO.match(block.text) else refs).append(target.split("#")[0])
    redirect = next(iter([*refs, *see_also]), None) if section.kind == "redireccion" else None
    if section.kind == "redireccion" and redirect is None:
        raise CorpusError(path, section.line, f"la redirección «{section.title}» no dice adónde lleva")
    blocks = numbered([b for b in raw if not _SEE_ALSO.match(b.text)], None)
    return Entry(
        id=id, game=front.juego, book=front.juego, title=section.title, kind=section.kind, source="propio",
        parent=ids[section.parent] if section.parent is not None else None,
        see_also=tuple(dict.fromkeys(see_also)), redirect=redirect,
        refs=tuple(t for t in dict.fromkeys(refs) if t != id),
        page=section.page, aliases=tuple(dict.fromkeys(names.all())) if names else (),
        text=plain_text(blocks), blocks=blocks,
        citation=Citation(book=front.libro_oficial, edition=front.edicion, section=section.cited or section.title,
                          page=section.page),
        verdict=_verdict(raw) if section.kind == "pregunta" else None,
    )  # fmt: skip


def _target(game: str, href: str) -> str | None:
    """`#cola-de-capacidades` is of this game; `otro-juego/estados` of another; URLs are not ours."""
    if href.startswith("#"):
        return f"{game}/{href[1:]}"
    return href if re.match(r"^[a-z-]+/[a-z0-9/-]+$", href) else None


def _verdict(raw: list[RawBlock]) -> Verdict:
    opening = raw[0].text.lower() if raw else ""
    for word, verdict in _VERDICTS:
        if re.match(rf"{word}\b", opening):
            return Verdict(verdict=verdict)
    return Verdict(verdict="explica")
