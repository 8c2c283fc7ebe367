"""Values of the domain to plain JSON values, every `Text` put into one language on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeAlias

import msgspec

from companion.api.game import Chance, Code, Pick, Whole, Words
from companion.api.text import Text
from companion.api.view import CardList, Counter, Grid, HexMap, Note, PlaceMap, TokenRow, Track

Say: TypeAlias = Callable[[Text], str]

# Only where one of several kinds may stand does the page need to be told which one it is.
_TAGGED = (Whole, Pick, Words, Code, Chance, Track, Counter, TokenRow, Grid, CardList, Note, HexMap, PlaceMap)
_AS_THEY_ARE = frozenset({str, int, float, bool, type(None)})


def plain(value: Any, say: Say) -> Any:
    """The value as JSON knows it: a dataclass becomes an object without its empty (None) fields."""
    kind = type(value)
    if kind in _AS_THEY_ARE:
        return value
    if kind is Text:
        return say(value)
    if kind is tuple or kind is list:
        return [plain(inner, say) for inner in value]
    names = _names(kind)
    if names is not None:
        return _object(value, names, say)
    if isinstance(value, Mapping):
        return {str(key): plain(inner, say) for key, inner in value.items()}
    return value


def _object(value: Any, names: tuple[str, ...], say: Say) -> dict[str, Any]:
    found: dict[str, Any] = {"type": type(value).__name__} if isinstance(value, _TAGGED) else {}
    for name in names:
        inner = getattr(value, name)
        if inner is not None:
            found[name] = plain(inner, say)
    return found


_NAMES: dict[type, tuple[str, ...] | None] = {}


def _names(kind: type) -> tuple[str, ...] | None:
    """The fields of a kind of value; None when it has none. Asked for every value, so it is remembered."""
    if kind not in _NAMES:
        _NAMES[kind] = _look_up_names(kind)
    return _NAMES[kind]


def _look_up_names(kind: type) -> tuple[str, ...] | None:
    if is_dataclass(kind):
        return tuple(one.name for one in fields(kind))
    return kind.__struct_fields__ if issubclass(kind, msgspec.Struct) else None
