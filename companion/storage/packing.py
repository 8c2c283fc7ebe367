"""Stored states made small: most of a state is as it was in an earlier one, its key.

Of a large state only the fields that changed are kept: zlib looks back no further than 32 kB, and the texts of all
cards are more than that.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import lru_cache

import msgspec
from isal import isal_zlib

LARGEST_STATE = 4_000_000  # bytes of JSON; an ordinary state has a few thousand
WHOLE_KEY = 30_000  # bytes; such a state is packed beside its whole key, in a third of the time
_CHANGED = b"\x01"  # begins a pack of changed fields; zlib's own streams begin with 0x78
_fields = msgspec.json.Decoder(dict[str, msgspec.Raw])
_names = msgspec.json.Decoder(tuple[str, ...])


class BadPack(Exception):
    """A stored state is damaged or larger than any state."""


def fields_of(data: bytes) -> dict[str, bytes] | None:
    """The JSON of each field of a state, in their order; None where it is no object."""
    try:
        return {name: bytes(value) for name, value in _fields.decode(data).items()}
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


_fields_of_key = lru_cache(maxsize=2)(fields_of)  # two keys take turns, and each is asked for twice a step


def joined(fields: Mapping[str, bytes]) -> bytes:
    """An object of these fields."""
    return msgspec.json.encode({name: msgspec.Raw(value) for name, value in fields.items()})


def changed_fields(data: bytes, key: bytes) -> dict[str, bytes] | None:
    """The fields that are not as in the key; None where that does not tell the whole state."""
    fields, before = fields_of(data), _fields_of_key(key)
    if not fields or not before or list(fields) != list(before):
        return None
    changed = {name: value for name, value in fields.items() if before[name] != value}
    return changed if joined({**before, **changed}) == data else None


def pack(data: bytes, key: bytes = b"") -> bytes:
    """Compressed against a key state that is mostly the same."""
    changed = changed_fields(data, key) if len(data) > WHOLE_KEY and key else None
    if changed is None:
        return _deflated(data, key)
    names = msgspec.json.encode(list(changed))
    return _CHANGED + len(names).to_bytes(4) + names + _deflated(joined(changed), _dictionary(key, tuple(changed)))


def unpack(data: bytes, key: bytes = b"") -> bytes:
    """Undo `pack`; `BadPack` when it is damaged or larger than any state."""
    if data[:1] != _CHANGED:
        return _inflated(data, key)
    end = 5 + int.from_bytes(data[1:5])
    before = _fields_of_key(key)
    try:
        names = _names.decode(data[5:end])
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadPack(str(error)) from error
    changed = fields_of(_inflated(data[end:], _dictionary(key, names)))
    if before is None or changed is None or tuple(changed) != names:
        raise BadPack("the stored state does not fit its key")
    return joined({**before, **changed})


def _dictionary(key: bytes, names: tuple[str, ...]) -> bytes:
    """What the changed fields were before."""
    before = _fields_of_key(key) or {}
    return b"".join(before.get(name, b"") for name in names)


def _deflated(data: bytes, dictionary: bytes) -> bytes:
    # Beside what it was before, a change is told in few bytes: zlib spares a quarter of them, in twice the time.
    packer = isal_zlib.compressobj(1, zdict=dictionary) if dictionary else zlib.compressobj(9)
    return packer.compress(data) + packer.flush()


def _inflated(data: bytes, dictionary: bytes) -> bytes:
    unpacker = zlib.decompressobj(zdict=dictionary)
    try:
        whole = unpacker.decompress(data, LARGEST_STATE)
    except zlib.error as error:
        raise BadPack(str(error)) from error
    if not unpacker.eof:
        raise BadPack("the stored state is cut short or too large")
    return whole
