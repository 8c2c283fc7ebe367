"""The states in an evening's file: one whole, the next ones as what changed since, so that the file stays small."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.storage.packing import SMALL, changed_fields, joined


class StatesOut:
    """Makes the states of a file, entry after entry."""

    def __init__(self) -> None:
        self._number = 0
        self._whole = b""

    def state(self, number: int, data: bytes) -> tuple[int, msgspec.Raw]:
        """The entry whose state this one completes (0: none, it is whole), and what stands in the file."""
        changed = changed_fields(data, self._whole) if len(data) > SMALL and self._number else None
        part = None if changed is None else joined(changed)
        if part is not None and 2 * len(part) < len(data):
            return self._number, msgspec.Raw(part)
        self._number, self._whole = number, data
        return 0, msgspec.Raw(data)


class StatesIn:
    """Reads them again."""

    def __init__(self) -> None:
        self._number = 0
        self._whole: dict[str, Any] = {}

    def state(self, number: int, base: int, found: Any) -> Any:
        """The whole state; `ValueError` where it completes another than the last whole one."""
        if not isinstance(found, dict):
            raise ValueError("no state")
        if base == 0:
            self._number, self._whole = number, found
            return found
        if base != self._number:
            raise ValueError("base")
        return {**self._whole, **found}
