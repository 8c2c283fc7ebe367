"""Values of the domain to plain JSON values, every `Text` put into one language on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeAlias

import msgspec

from companion.game import Code, Pick, Whole, Words
from companion.text import Text
from companion.view import CardList, Counter, Grid, Note, TokenRow, Track

Say: TypeAlias = Callable[[Text], str]

# Only where one of several kinds may stand does the page need to be told which one it is.
_TAGGED = (Whole, Pick, Words, Code, Track, Counter, TokenRow, Grid, CardList, Note)


def plain(value: object, say: Say) -> Any:
    """The value as JSON knows it: a dataclass becomes an object without its empty (None) fields."""
    if isinstance(value, Text):
        return say(value)
    if is_dataclass(value) and not isinstance(value, type):
        return _object(value, say)
    if isinstance(value, msgspec.Struct):
        return _kept({name: plain(getattr(value, name), say) for name in value.__struct_fields__})
    if isinstance(value, Mapping):
        return {str(key): plain(inner, say) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(inner, say) for inner in value]
    return value


def _object(value: Any, say: Say) -> dict[str, Any]:
    found = _kept({one.name: plain(getattr(value, one.name), say) for one in fields(value)})
    return {"type": type(value).__name__, **found} if isinstance(value, _TAGGED) else found


def _kept(found: dict[str, Any]) -> dict[str, Any]:
    return {name: inner for name, inner in found.items() if inner is not None}
