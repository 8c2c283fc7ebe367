"""States, moves, facts and texts to JSON and back. Decoding checks every type; nothing is ever executed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

from companion.api.game import Fact, Game, Move, Value
from companion.api.text import Text
from companion.storage import packing

S = TypeVar("S")


class BadState(Exception):
    """A stored state does not have the shape that this program's game expects; says where."""


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a state may not hold a {type(value).__name__}")


_encoder = msgspec.json.Encoder(enc_hook=_plain)
_text = msgspec.json.Decoder(Text)
_facts = msgspec.json.Decoder(tuple[Fact, ...])
_move = msgspec.json.Decoder(Move)
_values = msgspec.json.Decoder(dict[str, int | str])
_names = msgspec.json.Decoder(tuple[str, ...])
_replaced = msgspec.json.Decoder(dict[str, int | str | None])


def encode(value: Any) -> str:
    """Any frozen value of the domain as JSON."""
    return _encoder.encode(value).decode()


def text(data: str) -> Text:
    return _text.decode(data)


def facts(data: str) -> tuple[Fact, ...]:
    return _facts.decode(data)


def move(data: str) -> Move:
    return _move.decode(data)


def values(data: str) -> dict[str, Value]:
    return _values.decode(data)


def names(data: str) -> tuple[str, ...]:
    return _names.decode(data)


def replaced(data: str) -> dict[str, Value | None]:
    return _replaced.decode(data)


class StateCodec(Generic[S]):
    """One game's states to JSON and back. `TypeError` at once when the game's state type cannot go through JSON."""

    def __init__(self, game: Game[S]) -> None:
        self._decoder = msgspec.json.Decoder(game.state)
        self._upgrade = game.upgrade

    def encode(self, state: S) -> bytes:
        """The state as JSON; `BadState` when it would come back different, which is a mistake in the game."""
        try:
            data = _encoder.encode(state)
        except (TypeError, ValueError, RecursionError) as error:
            raise BadState(str(error)) from error
        if len(data) > packing.LARGEST_STATE:
            raise BadState("the state is larger than any that can be read again")
        if self._read(data) != state:  # of today's shape by its making, so there is nothing to upgrade
            raise BadState("the state does not come back from JSON as it went in")
        return data

    def decode(self, data: bytes) -> S:
        """The state from JSON, every type checked; `BadState` says where it does not fit."""
        return self._read(self._upgraded(data))

    def decode_all(self, data: bytes) -> S:
        """The state from JSON that another version or program may have written: a field that this game does not have
        is a `BadState`, too; a field that it has in addition takes its default."""
        data = self._upgraded(data)
        state = self._read(data)
        today = _encoder.encode(state)
        if today == data:  # as good as always: going through every field costs more than all the rest of an undo
            return state
        lost = _paths(msgspec.json.decode(data)) - _paths(msgspec.json.decode(today))
        if lost:
            raise BadState(f"this game has no field `{min(lost)}`")
        return state

    def _read(self, data: bytes) -> S:
        try:
            return self._decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise BadState(str(error)) from error

    def _upgraded(self, data: bytes) -> bytes:
        """The JSON in today's shape.

        Every stored state goes through the game's `upgrade`: the decoder passes over fields that it does not know and
        fills in those that lack, so that it cannot tell an old shape from a new one. States are read only when an
        evening is opened, a step is undone or a file taken in; a step that is played never pays for it.
        """
        if self._upgrade is None:
            return data
        try:
            raw = msgspec.json.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise BadState(str(error)) from error
        if not isinstance(raw, dict):
            raise BadState("the stored state is no object")
        try:
            return msgspec.json.encode(self._upgrade(raw))
        except Exception as error:  # a stored state may be anything; a game need not foresee it
            raise BadState(f"the stored state cannot be brought up to date: {error!r}") from error


def _paths(value: Any, path: str = "$") -> set[str]:
    """Every field of decoded JSON, elements of a list alike."""
    if isinstance(value, dict):
        return set().union(*({f"{path}.{key}"} | _paths(one, f"{path}.{key}") for key, one in value.items()))
    if isinstance(value, list):
        return set().union(*(_paths(one, f"{path}[]") for one in value))
    return set()


def pack(data: bytes, key: bytes = b"") -> bytes:
    """Made small against a key state that is mostly the same."""
    return packing.pack(data, key)


def unpack(data: bytes, key: bytes = b"") -> bytes:
    """Undo `pack`; `BadState` when it is damaged or larger than any state."""
    try:
        return packing.unpack(data, key)
    except packing.BadPack as error:
        raise BadState(str(error)) from error
