"""Where a fact of ours comes from when the Spanish book does not simply print it (corpus/<juego>/procedencia.toml),
and where an old anchor leads now (corpus/<juego>/anclas.toml). Blocks in, the same blocks with what the files say out."""

import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from kb.errors import CorpusError
from kb.models import Block, Confidence, Entry, Model, Origin, Provenance


class Row(Model):
    entrada: str
    texto: str
    """Words of one of the entry's blocks: the mark stands there."""
    procedencia: Origin
    confianza: Confidence
    frase: str


class Moved(Model):
    entrada: str
    antes: str
    """An anchor that was given out: `r4`."""
    ahora: str
    """The mark of the block that it named."""


class _Facts(Model):
    hecho: tuple[Row, ...] = ()


class _Anchors(Model):
    ancla: tuple[Moved, ...] = ()


def with_provenance(entries: Sequence[Entry], folder: Path) -> list[Entry]:
    """Entries of a shipped book whose blocks know where their facts come from and which old anchors lead to them."""
    facts, anchors = folder / "procedencia.toml", folder / "anclas.toml"
    rows: dict[str, list[Row]] = defaultdict(list)
    for row in _Facts.model_validate(_read(facts, _Facts)).hecho:
        rows[row.entrada].append(row)
    moved: dict[str, dict[str, str]] = defaultdict(dict)
    for anchor in _Anchors.model_validate(_read(anchors, _Anchors)).ancla:
        moved[anchor.entrada][anchor.antes] = anchor.ahora
    out = []
    for entry in entries:
        slug = entry.id.split("/", 1)[1]
        blocks = _marked(facts, slug, entry.blocks, rows.pop(slug, ()))
        out.append(entry.model_copy(update={"blocks": _with_old(anchors, slug, blocks, moved.pop(slug, {}))}))
    for path, left in ((facts, rows), (anchors, moved)):
        if left:
            raise CorpusError(path, 1, f"no hay ninguna entrada «{next(iter(left))}»")
    return out


def _read(path: Path, model: type[Model]) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        model.model_validate(data)
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise CorpusError(path, 1, f"no se entiende ({str(error).splitlines()[0]})") from error
    return data


def _marked(path: Path, slug: str, blocks: tuple[Block, ...], rows: Sequence[Row]) -> tuple[Block, ...]:
    found: dict[int, list[Provenance]] = defaultdict(list)
    for row in rows:
        at = next((n for n, block in enumerate(blocks) if row.texto in block.text), None)
        if at is None:
            raise CorpusError(path, 1, f"la entrada «{slug}» no dice «{row.texto}»")
        found[at].append(Provenance(words=row.texto, origin=row.procedencia, confidence=row.confianza, told=row.frase))
    if not found:
        return blocks
    return tuple(b.model_copy(update={"provenance": tuple(found[n])}) if n in found else b for n, b in enumerate(blocks))


def _with_old(path: Path, slug: str, blocks: tuple[Block, ...], moved: Mapping[str, str]) -> tuple[Block, ...]:
    """An anchor that was given out leads where it led, also when another block stands in that place now."""
    if lost := set(moved.values()) - {b.mark for b in blocks}:
        raise CorpusError(path, 1, f"la entrada «{slug}» no tiene el bloque «{min(lost)}»")
    out = []
    for block in blocks:
        old = [a for a in block.old if a not in moved] + [a for a, mark in moved.items() if mark == block.mark]
        out.append(block.model_copy(update={"old": tuple(old)}) if tuple(old) != block.old else block)
    return tuple(out)
