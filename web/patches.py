"""What changed within a JSON value, as edits that a page makes in its own copy; `web/static/patches.js` makes them.

An edit is a list: `[path, value]` puts a value where the path leads, `[path]` takes away what is there, and
`[path, at, gone, [items]]` takes so many items out of a list from one place on and puts others in there. A path is
the list of names and places that lead to it from the whole value; an empty one is the value itself. Edits are made in
their order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, TypeAlias

import msgspec

Edit: TypeAlias = list[Any]

LONGEST_ALIGNED = 200  # of a longer list, what comes behind the first difference is compared place by place, or sent
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
        _lists(_split(old), _split(new), path, found)
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


def _lists(before: list[bytes], after: list[bytes], path: list[str | int], found: list[Edit]) -> None:
    """From the end to the beginning, so that what stands before an edit is where it was."""
    if before == after:
        return
    for kind, start, end, begins, ends in reversed(_aligned(before, after)):
        if kind == "equal":
            continue
        if end - start == ends - begins:
            for here, there in zip(range(start, end), range(begins, ends), strict=True):
                _compare(before[here], after[there], [*path, here], found)
        else:
            found.append([path, start, end - start, [msgspec.Raw(one) for one in after[begins:ends]]])


def _split(items: bytes) -> list[bytes]:
    return [bytes(one) for one in _items.decode(items)]


def _aligned(before: list[bytes], after: list[bytes]) -> Sequence[tuple[str, int, int, int, int]]:
    """What stays, is put in, goes, or changes, as difflib says it: a list of what happened drops its oldest where it
    takes in the newest, and both are short then. What is alike at either end is most of it, and need not be looked for.
    """
    most = min(len(before), len(after))
    start = next((at for at in range(most) if before[at] != after[at]), most)
    if max(len(before), len(after)) > LONGEST_ALIGNED:
        return [("replace", start, len(before), start, len(after))]
    end = next((at for at in range(most - start) if before[-1 - at] != after[-1 - at]), most - start)
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    if (len(old) <= 1 and len(new) <= 1) or not old or not new:
        return [("replace", start, start + len(old), start, start + len(new))]
    found = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(kind, start + one, start + two, start + three, start + four) for kind, one, two, three, four in found]
