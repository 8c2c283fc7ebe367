"""Exposure and focus, set once for this place: asked for by a tap, kept in the database, used again at every start."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from companion.api.refusals import BadMove, NotSaved
from companion.api.text import T, Text
from companion.scanner.views import PlaceState
from companion.storage.keyed_store import KeyedStore

KIND, KEY = "camera", "place"
Values: TypeAlias = Mapping[str, float]


class Camera(Protocol):
    """The part of a camera that is used here; see `hardware/camera.py`."""

    @property
    def keeps_place(self) -> bool: ...
    def find_place(self, done: Callable[[Values | None], None]) -> bool: ...
    def use_place(self, place: Values | None) -> bool: ...


class CameraPlace:
    """What was found for one camera, by its name `source`; another camera begins by itself. Safe from any thread."""

    def __init__(
        self,
        camera: Camera | None,
        source: str,
        store: KeyedStore,
        changed: Callable[[], None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._camera = camera
        self._source = source
        self._store = store
        self._changed = changed
        self._clock = clock
        self._lock = threading.Lock()
        self._working = False
        self._words: Text | None = None
        kept = self._kept()
        if kept is not None and camera is not None:
            camera.use_place(kept["values"])

    @property
    def state(self) -> PlaceState:
        """How it is set."""
        kept = self._kept()
        step = "working" if self._working else "auto" if kept is None else "set"
        return PlaceState(step, None if kept is None else kept["at"], self._words)

    def set(self) -> None:
        """Find exposure and focus for what the camera sees now, and keep them."""
        camera = self._camera
        if camera is None or not camera.keeps_place:
            raise BadMove(T("This camera cannot be set by the companion. Set its focus by hand, where it has a ring."))
        with self._lock:
            if self._working:
                return
            self._working, self._words = True, None
        if not camera.find_place(self._found):
            self._working = False
            raise BadMove(T("The camera gives no pictures at the moment. Try again when it does."))
        self._changed()

    def forget(self) -> None:
        """Let the camera choose by itself again."""
        self._store.drop(KIND, KEY)
        self._words = None
        if self._camera is not None:
            self._camera.use_place(None)
        self._changed()

    def _found(self, values: Values | None) -> None:
        """In the camera's thread."""
        if values is None:
            self._words = T("The camera does not let the companion set it; it goes on choosing by itself.")
        else:
            self._keep(values)
        self._working = False
        self._changed()

    def _keep(self, values: Values) -> None:
        entry = {"at": self._clock(), "source": self._source, "values": dict(values)}
        try:
            self._store.put(KIND, KEY, entry)
            self._words = T("Exposure and focus are set for this place. Set them anew when lamp or camera is moved.")
        except NotSaved as refusal:
            self._words = refusal.text

    def _kept(self) -> dict[str, Any] | None:
        found = self._store.get(KIND, KEY)
        fits = isinstance(found, dict) and found.get("source") == self._source
        return found if fits and isinstance(found.get("values"), dict) else None
