"""Who made a packed knowledge base: an Ed25519 signature beside the file, and the keys that this host trusts (KB_TRUST).

The signature is of the pack's digest. Without KB_TRUST nothing is asked; with it, only what one of its keys signed is opened.
"""

import base64
import os
import re
from collections.abc import Mapping
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from kb.errors import StoreError

TRUST = "KB_TRUST"
_PREFIX = "ed25519:"
_KEY = re.compile(rf"{_PREFIX}([A-Za-z0-9+/]{{43}}=)")
_LINES = re.compile(rf"({_PREFIX}[A-Za-z0-9+/]{{43}}=)\n([A-Za-z0-9+/]{{86}}==)\n")
_MOST = 4096


def new_key(path: Path) -> str:
    """Writes a private key that only its owner can read, and gives the public one as KB_TRUST takes it."""
    key = Ed25519PrivateKey.generate()
    text = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(text)
    except FileExistsError as error:
        raise StoreError(path, "ya existe", "Una llave no se pisa: elige otro nombre.") from error
    except OSError as error:
        raise StoreError(path, f"no se puede escribir ({error.strerror})") from error
    return _told(key.public_key())


def sign(pack: Path, digest: str, key_file: Path) -> Path:
    """Writes the signature beside the pack."""
    key = _private(key_file)
    signed = base64.b64encode(key.sign(_message(digest))).decode()
    place = signature_of(pack)
    try:
        place.write_text(f"{_told(key.public_key())}\n{signed}\n", "ascii")
    except OSError as error:
        raise StoreError(place, f"no se puede escribir ({error.strerror})") from error
    return place


def signature_of(pack: Path) -> Path:
    """Beside the file itself, also where it is opened by a link."""
    real = pack.resolve()
    return real.with_name(f"{real.name}.firma")


def check(pack: Path, digest: str) -> None:
    """Nothing where no key is asked for, or one of them signed it; else StoreError."""
    trusted = trusted_keys()
    if trusted is None:
        return
    place = signature_of(pack)
    try:
        text = place.read_bytes()[:_MOST].decode("ascii")
    except FileNotFoundError as error:
        raise StoreError(pack, "no está firmada, y aquí se piden firmas (KB_TRUST)", _ADVICE) from error
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(place, "no se puede leer la firma", "Cópiala otra vez.") from error
    found = _LINES.fullmatch(text)
    if found is None:
        raise StoreError(place, "no es una firma", _ADVICE)
    if found[1] not in trusted:
        raise StoreError(pack, "la firma alguien en quien aquí no se confía (KB_TRUST)", _ADVICE)
    try:
        trusted[found[1]].verify(base64.b64decode(found[2]), _message(digest))
    except InvalidSignature as error:
        raise StoreError(pack, "su firma es de otro contenido", "Copia otra vez el fichero y su firma.") from error


def refuse_unsigned(folder: Path) -> None:
    """A directory has no signature."""
    if trusted_keys() is not None:
        raise StoreError(folder, "aquí solo se abren bases empaquetadas y firmadas (KB_TRUST)", _ADVICE)


_ADVICE = "Fírmala con «kb pack --sign LLAVE», o quita KB_TRUST."


def trusted_keys() -> Mapping[str, Ed25519PublicKey] | None:
    """Those of KB_TRUST: keys, or a file with one a line; None where it is not set."""
    told = os.environ.get(TRUST, "").strip()
    if not told:
        return None
    if not told.startswith(_PREFIX):
        try:
            told = Path(told).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise StoreError(TRUST, "no se puede leer el fichero de llaves", "Da su camino, o las llaves mismas.") from error
    words = [word for line in told.splitlines() for word in line.partition("#")[0].replace(",", " ").split()]
    wrong = [word for word in words if not _KEY.fullmatch(word)]
    if wrong or not words:
        raise StoreError(TRUST, "no es una lista de llaves públicas", "Cada una se escribe «ed25519:…», como la dice «kb key».")
    return {word: Ed25519PublicKey.from_public_bytes(base64.b64decode(word.removeprefix(_PREFIX))) for word in words}


def _message(digest: str) -> bytes:
    return f"reglario 1 {digest}".encode("ascii")


def _told(key: Ed25519PublicKey) -> str:
    return _PREFIX + base64.b64encode(key.public_bytes_raw()).decode()


def _private(path: Path) -> Ed25519PrivateKey:
    try:
        key = load_pem_private_key(path.read_bytes(), None)
    except OSError as error:
        raise StoreError(path, f"no se puede leer la llave ({error.strerror})", "Haz una con «kb key FICHERO».") from error
    except (ValueError, TypeError) as error:
        raise StoreError(path, "no es una llave para firmar", "Haz una con «kb key FICHERO».") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise StoreError(path, "no es una llave Ed25519", "Haz una con «kb key FICHERO».")
    return key
