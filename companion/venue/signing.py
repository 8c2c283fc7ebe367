"""What the venue's owner has signed: a document that changes a table holds by the owner's key alone, wherever it lay.

The owner's key is an Ed25519 pair in the form of nkeys (an operator's: seed `SO…`, public half `O…`). The seed stays
with the owner; each table has the public half in its settings, and believes neither the server nor anybody in the
network.
"""

from __future__ import annotations

import base64
import binascii
import secrets
from typing import TypeVar

import msgspec
import nkeys
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from companion.api.refusals import BadFile
from companion.api.text import T
from companion.venue import notes

_PURPOSE = b"table companion, fleet\n"  # a signature made for anything else holds here for nothing
_KEY_BYTES = 32
S = TypeVar("S", bound=msgspec.Struct)


class Signed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A document, its very letters, and the signature over them in base64."""

    format: int
    document: str
    signature: str


def new_key() -> tuple[str, str]:
    """A new key of an owner: its seed, which is secret, and its public half."""
    seed = nkeys.encode_seed(secrets.token_bytes(_KEY_BYTES), nkeys.PREFIX_BYTE_OPERATOR)
    return bytes(seed).decode(), public_of(bytes(seed).decode())


def public_of(seed: str) -> str:
    """The public half of an owner's key; `BadFile` where it is none."""
    return str(nkeys.from_seed(_seed(seed)).public_key.decode())


def _seed(seed: str) -> bytearray:
    raw = bytearray(seed.strip().encode("ascii", "replace"))
    try:
        prefix, _ = nkeys.decode_seed(raw)
    except Exception as error:
        raise BadFile(T("This is not the key of a venue's owner.")) from error
    if prefix != nkeys.PREFIX_BYTE_OPERATOR:
        raise BadFile(T("This is not the key of a venue's owner."))
    return raw


def signed(document: msgspec.Struct, seed: str) -> Signed:
    """A document, signed; `BadFile` where that is no owner's key."""
    text = msgspec.json.encode(document)
    _, raw = nkeys.decode_seed(_seed(seed))
    signature = Ed25519PrivateKey.from_private_bytes(bytes(raw[:_KEY_BYTES])).sign(_PURPOSE + text)
    return Signed(format=notes.FORMAT, document=text.decode(), signature=base64.b64encode(signature).decode())


def opened(record: Signed, public: str, shape: type[S]) -> S:
    """What the owner signed; `BadFile` where it was somebody else, or it is nothing of the kind."""
    text = record.document.encode("utf-8", "surrogatepass")
    try:
        key = Ed25519PublicKey.from_public_bytes(_public(public))
        key.verify(base64.b64decode(record.signature, validate=True), _PURPOSE + text)
    except (InvalidSignature, ValueError, binascii.Error) as error:
        raise BadFile(T("What the venue wants is not signed by its owner, and so nothing of it was taken.")) from error
    return notes.decode(text, shape)


def _public(key: str) -> bytes:
    raw = base64.b32decode(key + "=" * (-len(key) % 8))
    if len(raw) != 1 + _KEY_BYTES + 2 or raw[0] != nkeys.PREFIX_BYTE_OPERATOR:
        raise ValueError(key)
    return raw[1 : 1 + _KEY_BYTES]
