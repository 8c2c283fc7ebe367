"""A tap that is sent twice counts once: answers are remembered by the key that the phone made for the tap."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from mmap import mmap
from typing import Protocol, TypeAlias

from companion.api.text import T
from web.errors import HttpRefusal

Answer: TypeAlias = tuple[bytes, int]

KEPT = 1000
KEY_CHARS = 80
PATIENCE_S = 20.0


class KeptTaps(Protocol):
    """Which taps were done, kept together with what they did, so that a crash in between is no harm."""

    def for_tap(self, id: str, digest: str) -> AbstractContextManager[None]: ...
    def done_for(self, id: str) -> tuple[int, str] | None: ...
    def sync(self) -> None: ...


class Taps:
    """Answers to the last thousand taps. A repeat gets the same answer, also while the first is still being done."""

    def __init__(self, kept: KeptTaps | None = None) -> None:
        self._kept = kept
        self._lock = threading.Lock()
        # A tap that is being done is waited for; an answer alone has a fifth of the memory.
        self._answers: OrderedDict[str, tuple[bytes, Answer | Future[Answer]]] = OrderedDict()

    def once(self, key: str, body: bytes | mmap, work: Callable[[], Answer]) -> Answer:
        """Do the work, or give the answer of the tap that had this key. Work that raises may be tried again."""
        digest = hashlib.sha256(body).digest()
        with self._lock:
            found = self._answers.get(key)
            if found is None:
                mine: Future[Answer] = Future()
                self._answers[key] = (digest, mine)
                self._trim()
        if found is None:
            return self._do(key, digest, mine, work)
        if found[0] != digest:
            raise _key_used()
        if not isinstance(found[1], Future):
            return found[1]
        try:
            return found[1].result(PATIENCE_S)
        except TimeoutError:
            text = T("This is still being done. Ask again in a moment.")
            raise HttpRefusal(503, "full", text, wait_s=round(PATIENCE_S / 4)) from None

    def once_for_good(
        self, key: str, body: bytes | mmap, work: Callable[[], Answer], again: Callable[[int], Answer]
    ) -> Answer:
        """The same, also over a restart: `again` answers a tap that was done before, from the number of its write."""
        kept = self._kept
        if kept is None:
            return self.once(key, body, work)
        id, digest = (hashlib.sha256(part).hexdigest()[:32] for part in (key.encode(), body))

        def unless_done() -> Answer:
            done = kept.done_for(id)
            if done is not None:
                if done[1] != digest:
                    raise _key_used()
                return again(done[0])
            with kept.for_tap(id, digest):
                return work()

        return self.once(key, body, unless_done)

    def _do(self, key: str, digest: bytes, mine: Future[Answer], work: Callable[[], Answer]) -> Answer:
        try:
            answer = work()
        except BaseException as error:
            with self._lock:
                self._answers.pop(key, None)
            mine.set_exception(error)
            raise
        with self._lock:
            if key in self._answers:
                self._answers[key] = digest, answer
        mine.set_result(answer)
        return answer

    def _trim(self) -> None:
        while len(self._answers) > KEPT:
            self._answers.popitem(last=False)


def _key_used() -> HttpRefusal:
    return HttpRefusal(422, "key_used", T("This key was used for another request; each tap needs its own."))
