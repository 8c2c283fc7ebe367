"""How the C library and Python keep memory, which on a small machine is all there is."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

_ARENA_MAX = -8  # of glibc's malloc.h
_ARENAS = 2
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
_WHOLE_FRAME = 4_000_000  # bytes
# So many objects are made between the looks of the collector. With the usual 700 it looked 1.5 times in a tap, which is
# a twentieth of a tap's work, and after every hundred taps at everything, which takes a Pi 60 ms.
_COLLECT_AFTER = (10_000, 10, 10)


def keep_little() -> None:
    """Let all threads share two arenas. Otherwise each of the web server's gets one of its own, up to eight for each
    core, and what is freed in one is of no use to another. Nothing where the C library is another one.

    A Pi's camera's frame, six megabytes, is taken straight from the system, and given back as it is freed: three of
    them in turn leave holes that nothing else fits into. To do so with all large pieces would take 2.5 times the
    processor time to read a card."""
    _c("mallopt", _ARENA_MAX, _ARENAS)
    _c("mallopt", _MMAP_THRESHOLD, _WHOLE_FRAME)
    _c("mallopt", _TRIM_THRESHOLD, 2 * _WHOLE_FRAME)


def give_back() -> None:
    """Give what is freed back to the system: reading all the games leaves much behind."""
    _c("malloc_trim", 0)


@contextmanager
def reading() -> Iterator[None]:
    """What is read at start stays: the collector of what nobody needs any more waits for its end, and leaves out then
    what is there. All the games are a hundred thousand objects; to look through them takes half a second on a Pi, in
    the middle of somebody's tap, and finds nothing. For a process that lives as long as what it has read."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*_COLLECT_AFTER)
        gc.enable()


def let_go() -> None:
    """What was read before is not needed any more: look through all of it once."""
    gc.unfreeze()
    gc.collect()


_library = cache(lambda: ctypes.CDLL(None))  # each further one makes classes, which only a rare full look collects


def _c(name: str, *args: int) -> None:
    function = getattr(_library(), name, None)
    if function is not None:
        function(*args)
