"""Lock files of Python packages."""

from __future__ import annotations

from collections.abc import Iterator


def entries(lock: str) -> Iterator[str]:
    """The entries of a lock file, each with the lines of its hashes."""
    entry: list[str] = []
    for line in lock.splitlines():
        begins = line[:1] not in ("", " ", "#")
        if begins and entry:
            yield "\n".join(entry)
            entry = []
        if begins or (entry and line.lstrip().startswith("--hash")):
            entry.append(line)
    if entry:
        yield "\n".join(entry)
