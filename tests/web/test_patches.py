"""What changed within a value, as edits: exact, and short where little changed."""

import copy
import random
from typing import Any

import msgspec

from web import patches
from web.patches import Edit


def edits(old: Any, new: Any) -> list[Edit]:
    """The edits as the page reads them."""
    found = patches.edits(msgspec.json.encode(old), msgspec.json.encode(new))
    decoded: list[Edit] = msgspec.json.decode(msgspec.json.encode(found))
    return decoded


def made(value: Any, changes: list[Edit]) -> Any:
    """The edits made one after the other, as the page makes them."""
    value = copy.deepcopy(value)
    for path, *change in changes:
        if not path:
            value = _spliced(value, change) if len(change) == 3 else change[0]
            continue
        inner = value
        for step in path[:-1]:
            inner = inner[step]
        if not change:
            del inner[path[-1]]
        else:
            inner[path[-1]] = _spliced(inner[path[-1]], change) if len(change) == 3 else change[0]
    return value


def _spliced(items: list[Any], change: list[Any]) -> list[Any]:
    at, gone, new = change
    return [*items[:at], *new, *items[at + gone :]]


def test_one_number_deep_inside_is_one_edit() -> None:
    """The path leads to it, and nothing else is said."""
    old = {"widgets": [{"type": "Track", "at": 3}, {"type": "Note", "text": "a"}]}
    new = {"widgets": [{"type": "Track", "at": 4}, {"type": "Note", "text": "a"}]}
    assert edits(old, new) == [[["widgets", 0, "at"], 4]]
    assert edits(old, old) == []


def test_names_come_and_go() -> None:
    """What is gone has a path alone; what is new has its value."""
    assert edits({"a": 1, "b": 2}, {"b": 2, "c": None}) == [[["a"]], [["c"], None]]


def test_a_list_that_takes_in_one_and_drops_its_oldest_is_two_short_edits() -> None:
    """As the captions do, which stand for eight lines at most; the end is edited first."""
    assert edits([1, 2, 3, 4], [2, 3, 4, 5]) == [[[], 4, 0, [5]], [[], 0, 1, []]]
    assert edits([3, 2, 1], [4, 3, 2]) == [[[], 2, 1, []], [[], 0, 0, [4]]]


def test_what_changed_in_the_middle_is_found_between_what_is_alike() -> None:
    """One that became another, some that were put in, some that went, and two changes apart from each other."""
    assert edits([1, 2, 3, 4], [1, 9, 3, 4]) == [[[1], 9]]
    assert edits([1, 2, 2, 3], [1, 2, 2, 2, 2, 3]) == [[[], 3, 0, [2, 2]]]
    assert edits([1, 2, 3, 4], [1, 4]) == [[[], 1, 2, []]]
    assert edits([0, 1, 2, 3, 4, 5], [0, 9, 2, 3, 8, 5]) == [[[4], 8], [[1], 9]]
    assert edits([], [1]) == [[[], 0, 0, [1]]]
    assert edits([7, 7], [7]) == [[[], 1, 1, []]]


def test_true_is_not_one() -> None:
    """Python takes them for the same; a page shows them differently."""
    assert edits({"a": 1, "b": [0]}, {"a": True, "b": [False]}) == [[["a"], True], [["b", 0], False]]
    assert edits({"a": None}, {"a": 0}) == [[["a"], 0]]


def test_whatever_changes_the_edits_lead_there() -> None:
    """Two thousand values, changed by chance."""
    chance = random.Random(1)
    for _ in range(2000):
        old = _value(chance)
        new = _changed(old, chance)
        assert msgspec.json.encode(made(old, edits(old, new)), order="sorted") == msgspec.json.encode(
            new, order="sorted"
        )


def test_a_very_long_list_is_compared_from_its_first_difference_on() -> None:
    """Five hundred items, of which the last is another."""
    assert edits([*range(500)], [*range(499), -1]) == [[[499], -1]]
    assert edits([*range(500)], [*range(499)]) == [[[], 499, 1, []]]


def _value(chance: random.Random, deep: int = 0) -> Any:
    kind = chance.random()
    if deep > 3 or kind < 0.4:
        return chance.choice([0, 1, True, False, None, "a", "b", 1.5])
    if kind < 0.7:
        return [_value(chance, deep + 1) for _ in range(chance.randint(0, 5))]
    return {chance.choice("abcd"): _value(chance, deep + 1) for _ in range(chance.randint(0, 4))}


def _changed(value: Any, chance: random.Random) -> Any:
    if chance.random() < 0.3:
        return _value(chance, 2)
    if isinstance(value, list):
        items = [_changed(one, chance) if chance.random() < 0.3 else one for one in value]
        for _ in range(chance.randint(0, 2)):
            if items and chance.random() < 0.5:
                items.pop(chance.randrange(len(items)))
            else:
                items.insert(chance.randint(0, len(items)), _value(chance, 2))
        return items
    if isinstance(value, dict):
        return {name: _changed(one, chance) if chance.random() < 0.4 else one for name, one in value.items()}
    return value
