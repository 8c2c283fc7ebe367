"""Stored states are small, and come back byte for byte."""

import json
import random
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.session.archive import StatesIn, StatesOut
from companion.storage.packing import BadPack, changed_fields, pack, unpack

dice = random.Random(7)
TEXTS = {f"card.D{n:03}": "".join(dice.choices("abcdefgh ijkl", k=200)) for n in range(300)}


def state(**fields: object) -> bytes:
    """A state with 60 kB of texts that no two cards share."""
    return json.dumps({"coal": 5, "board": TEXTS, "city": list(range(300)), "name": "Żółw", **fields}).encode()


def compact(**fields: object) -> bytes:
    """The same as the codec writes it."""
    return json.dumps(json.loads(state(**fields)), separators=(",", ":"), ensure_ascii=False).encode()


def test_a_large_state_costs_what_changed() -> None:
    """Of a state with the texts of all cards, a step keeps a few bytes; another text costs about that text."""
    key = compact()
    step = compact(coal=6)
    told = compact(board={**TEXTS, "card.D001": "something else" * 10})
    assert len(step) > 60_000
    assert len(pack(step, key)) < 60
    assert unpack(pack(step, key), key) == step
    assert unpack(pack(told, key), key) == told


FIELDS = st.dictionaries(st.sampled_from("abcdef"), st.integers() | st.text() | st.just("x" * 3_000), max_size=6)


@settings(deadline=None)  # a machine that is busy with other things takes its time
@given(FIELDS, FIELDS)
def test_any_state_comes_back(fields: dict[str, object], before: dict[str, object]) -> None:
    """Fields may change, come, go or stand in another order."""
    data, key = (json.dumps(one, separators=(",", ":")).encode() for one in (fields, before))
    assert unpack(pack(data, key), key) == data


@pytest.mark.parametrize("spoil", [slice(0, 3), slice(0, 12), slice(0, -3)])
def test_a_damaged_pack_is_refused(spoil: slice) -> None:
    """A pack that is cut, or that belongs to another key, is refused."""
    key = compact()
    packed = pack(compact(coal=6), key)
    with pytest.raises(BadPack):
        unpack(packed[spoil], key)
    for other in (b"", b"[]", b'{"coal": 4}'):
        with pytest.raises(BadPack):
            unpack(packed, other)


@pytest.mark.parametrize("other", [b"[]", b"junk", b"{}", b'{"coal": 5}', b'{"board": 1, "coal": 5}'])
def test_what_changed_is_told_only_where_it_tells_all(other: bytes) -> None:
    """Between states of different shapes there is no difference to keep."""
    assert changed_fields(compact(), other) is None
    assert changed_fields(other, compact()) is None


def test_states_of_a_file_lean_on_the_last_whole_one() -> None:
    """In a file one state is whole; those after it hold what changed, until too much did."""
    out, back = StatesOut(), StatesIn()
    states = [compact(coal=n) for n in range(4)] + [
        compact(coal=4, board={"x": "y" * 3_000}),
        compact(coal=5, board={"x": "y" * 3_000}),
    ]
    written = [(n, *out.state(n, data)) for n, data in enumerate(states, 1)]
    assert [base for _, base, _ in written] == [0, 1, 1, 1, 0, 5]
    assert bytes(written[1][2]) == b'{"coal":1}'
    assert [back.state(n, base, json.loads(bytes(raw))) for n, base, raw in written] == [
        json.loads(one) for one in states
    ]


def test_a_file_that_leans_on_something_else_is_refused() -> None:
    """A difference is from the last whole state, and a state is an object."""
    back = StatesIn()
    back.state(1, 0, {"coal": 5})
    for base, found in ((2, {"coal": 4}), (-1, {}), (1, None), (0, [])):
        with pytest.raises(ValueError, match=r"base|no state"):
            back.state(3, base, found)


def test_an_ordinary_state_leans_on_its_whole_key() -> None:
    """Of ten kilobytes a step keeps some tens of bytes, which whoever knows zlib alone can read, too."""
    numbers = {f"tile.{n:03}": dice.randrange(10**6) for n in range(600)}
    key = json.dumps(numbers).encode()
    step = json.dumps({**numbers, "tile.300": 7}).encode()
    packed = pack(step, key)
    assert 10_000 < len(step) < 30_000
    assert len(packed) < 200
    assert unpack(packed, key) == step
    assert zlib.decompressobj(zdict=key).decompress(packed) == step
    with pytest.raises(BadPack):
        unpack(packed, key[:-1])


@pytest.mark.parametrize("size", [29_000, 31_000, 33_000, 70_000])
def test_what_lies_too_far_back_comes_back_all_the_same(size: int) -> None:
    """A key may be longer than zlib can look back."""
    key = json.dumps({"a": "".join(dice.choices("abcdefgh", k=size)), "b": 1}).encode()
    for step in (key.replace(b'"b": 1', b'"b": 2'), b'{"b":2}', key[: len(key) // 3]):
        assert unpack(pack(step, key), key) == step
