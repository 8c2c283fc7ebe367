"""How the C library keeps memory, which on a small machine is all there is."""

from __future__ import annotations

import ctypes

_ARENA_MAX = -8  # of glibc's malloc.h
_ARENAS = 2


def keep_little() -> None:
    """Let all threads share two arenas. Otherwise each of the web server's gets one of its own, up to eight for each
    core, and what is freed in one is of no use to another. Nothing where the C library is another one."""
    _c("mallopt", _ARENA_MAX, _ARENAS)


def give_back() -> None:
    """Give what is freed back to the system: reading all the games leaves much behind."""
    _c("malloc_trim", 0)


def _c(name: str, *args: int) -> None:
    function = getattr(ctypes.CDLL(None), name, None)
    if function is not None:
        function(*args)
