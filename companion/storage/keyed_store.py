"""What a room needs of the store to keep its own things: values that go into JSON, by kind and key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class KeyedStore(Protocol):
    """A store that survives restarts; `companion.storage.log.Log` is one. `get` gives None for what is not there; `put`
    raises `NotSaved`."""

    def get(self, kind: str, key: str) -> Any: ...
    def put(self, kind: str, key: str, value: Any) -> None: ...
    def all(self, kind: str) -> Mapping[str, Any]: ...
    def drop(self, kind: str, key: str) -> None: ...
