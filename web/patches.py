"""What changed within a JSON value, as edits that a page makes in its own copy; `web/static/patches.js` makes them.

An edit is a list: `[path, value]` puts a value where the path leads, `[path]` takes away what is there, and
`[path, at, gone, [items]]` takes so many items out of a list from one place on and puts others in there. A path is
the list of names and places that lead to it from the whole value; an empty one is the value itself. Edits are made in
their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress, count
from operator import ne
from typing import Any, TypeAlias

import msgspec
from rapidfuzz.distance import Levenshtein

Edit: TypeAlias = list[Any]

LONGEST_ALIGNED = 1000  # items; a longer list is compared place by place, or sent
# Nothing is decoded but what leads to a difference: nearly all of what is compared is the same, and so is its JSON.
_fields = msgspec.json.Decoder(dict[str, msgspec.Raw])
_items = msgspec.json.Decoder(list[msgspec.Raw])


def edits(old: bytes, new: bytes) -> list[Edit]:
    """The edits that turn `old` into `new`, both of them JSON; the values in them are JSON as well (`msgspec.Raw`)."""
    found: list[Edit] = []
    _compare(old, new, [], found)
    return found


def _compare(old: bytes, new: bytes, path: list[str | int], found: list[Edit]) -> None:
    if old == new:
        return
    kind = new[:1] if new[:1] == old[:1] else b""
    if kind == b"{":
        _objects(_fields.decode(old), _fields.decode(new), path, found)
    elif kind == b"[":
        _lists(_items.decode(old), _items.decode(new), path, found)
    else:
        found.append([path, msgspec.Raw(new)])


def _objects(
    old: Mapping[str, msgspec.Raw], new: Mapping[str, msgspec.Raw], path: list[str | int], found: list[Edit]
) -> None:
    found += [[[*path, name]] for name in old if name not in new]
    for name, value in new.items():
        if name not in old:
            found.append([[*path, name], value])
        elif old[name] != value:
            _compare(bytes(old[name]), bytes(value), [*path, name], found)


def _lists(before: list[msgspec.Raw], after: list[msgspec.Raw], path: list[str | int], found: list[Edit]) -> None:
    """From the end to the beginning, so that what stands before an edit is where it was."""
    for start, end, begins, ends in reversed(_changes(before, after)):
        if end - start == ends - begins:
            for here, there in zip(range(start, end), range(begins, ends), strict=True):
                _compare(bytes(before[here]), bytes(after[there]), [*path, here], found)
        else:
            found.append([path, start, end - start, after[begins:ends]])


def _changes(before: list[msgspec.Raw], after: list[msgspec.Raw]) -> list[tuple[int, int, int, int]]:
    """Where items stand that are not in both, before and after: a list of what happened drops its oldest where it takes
    in the newest, and both are short then."""
    short = min(len(before), len(after))
    start = _first_difference(before, after, short)
    alike = _first_difference(reversed(before[start:]), reversed(after[start:]), short - start)
    end, ends = len(before) - alike, len(after) - alike
    gone, new = end - start, ends - start
    if not gone or not new or gone == new == 1 or max(gone, new) > LONGEST_ALIGNED:  # nothing in between to align
        return [(start, end, start, ends)] if gone or new else []
    return [
        (start + at, start + to, start + begins, start + until)
        for at, to, begins, until in _aligned([*map(bytes, before[start:end])], [*map(bytes, after[start:ends])])
    ]


def _first_difference(some: Iterable[object], others: Iterable[object], otherwise: int) -> int:
    return next(compress(count(), map(ne, some, others)), otherwise)


def _aligned(before: list[bytes], after: list[bytes]) -> list[tuple[int, int, int, int]]:
    blocks = Levenshtein.editops(before, after).as_matching_blocks()
    ends = [(0, 0), *((one.a + one.size, one.b + one.size) for one in blocks)]
    gaps = [(start, one.a, begins, one.b) for (start, begins), one in zip(ends, blocks, strict=False)]
    return [gap for gap in gaps if gap[0] < gap[1] or gap[2] < gap[3]]
