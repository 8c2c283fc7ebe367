"""The checks of the camera that are kept, with their dates; in and out as a file, as calibrations are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from companion import __version__
from companion.api.refusals import BadFile
from companion.api.text import T
from companion.scanner.check import results
from companion.scanner.views import KeptCheck
from companion.storage.keyed_store import KeyedStore

KIND, KEY = "camera.check", "history"
MOST_KEPT = 20
FORMAT, VERSION = "table-companion camera", 1
LARGEST_FILE = 1_000_000

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Pixels = Annotated[float, msgspec.Meta(ge=0, le=10_000)]


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One check as it is kept: `heights` are of the characters, in pixels, by kind of code; `paper` in grey levels."""

    at: float
    by: Annotated[str, msgspec.Meta(max_length=100)]
    right: Count
    asked: Count
    unread: Count
    wrong: Count
    heights: dict[Annotated[str, msgspec.Meta(max_length=20)], Pixels] = {}
    paper: Annotated[int, msgspec.Meta(ge=0, le=255)] = 255
    doubts: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=20)], ...], msgspec.Meta(max_length=10)] = ()
    game: Annotated[str, msgspec.Meta(max_length=100)] = ""


class _File(msgspec.Struct, frozen=True):
    format: str
    version: int
    checks: Annotated[list[Check], msgspec.Meta(max_length=MOST_KEPT)]


class CheckHistory:
    """What `Check my camera` found, on this companion."""

    def __init__(self, store: KeyedStore) -> None:
        self._store = store

    def keep(self, figures: dict[str, Any], at: float, by: str, game: str) -> None:
        """One more."""
        new = msgspec.convert({**figures, "at": at, "by": by, "game": game}, Check)
        self._write([*self._checks(), new])

    def all(self) -> tuple[KeptCheck, ...]:
        """Every check that is kept, newest first, with what it means in words."""
        return tuple(_kept(one) for one in reversed(self._checks()))

    def export(self) -> bytes:
        """All of them as one file."""
        file = {"format": FORMAT, "version": VERSION, "program": __version__, "checks": self._checks()}
        return msgspec.json.format(msgspec.json.encode(file), indent=1)

    def import_(self, data: bytes) -> int:
        """Take in the checks of a file: how many were new."""
        known = {one.at for one in self._checks()}
        new = [one for one in _read(data) if one.at not in known]
        self._write(sorted([*self._checks(), *new], key=lambda one: one.at))
        return len(new)

    def _checks(self) -> list[Check]:
        kept = self._store.get(KIND, KEY)
        try:
            return msgspec.convert(kept, list[Check]) if isinstance(kept, list) else []
        except msgspec.ValidationError:
            return []

    def _write(self, checks: Sequence[Check]) -> None:
        self._store.put(KIND, KEY, msgspec.to_builtins(checks[-MOST_KEPT:]))


def _kept(check: Check) -> KeptCheck:
    figures = msgspec.to_builtins(check)
    return KeptCheck(check.at, check.by, figures, results(figures))


def _read(data: bytes) -> list[Check]:
    try:
        raw = msgspec.json.decode(data) if len(data) <= LARGEST_FILE else None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raw = None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise BadFile(T("This is not a file of camera checks that the companion exported."))
    if raw.get("version") != VERSION:
        raise BadFile(T("The file was written by a newer version of the companion; please update this one."))
    try:
        return msgspec.convert(raw, _File).checks
    except msgspec.ValidationError as error:
        raise BadFile(
            T("The file was altered and does not fit together any more ({where}).", where="checks")
        ) from error
