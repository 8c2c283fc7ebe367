"""States go through JSON unchanged; what does not fit is refused."""

import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.storage.codec import BadState, StateCodec, pack, unpack
from tests.companion.toy_game import GAME, Boiler, Card

CODEC = StateCodec(GAME)
STATE = Boiler(players=("Anna", "Żółw"), coal=7, cards=(Card("M017", 1),), limits={"danger": 8})


def test_state_comes_back() -> None:
    """A state comes back equal, types and all."""
    assert CODEC.decode(CODEC.encode(STATE)) == STATE


def test_state_that_would_come_back_different_is_refused() -> None:
    """A state with a value of a wrong type is a mistake in the game and is refused when it is written."""
    with pytest.raises(BadState):
        CODEC.encode(replace(STATE, players=["Anna"]))  # type: ignore[arg-type]
    with pytest.raises(BadState):
        CODEC.encode(replace(STATE, named=object()))  # type: ignore[arg-type]


def test_newer_fields_take_their_defaults() -> None:
    """A state of an older version, without a field that has a default, is read."""
    assert CODEC.decode_all(b'{"players": ["Anna"], "coal": 3}') == Boiler(players=("Anna",), coal=3)


@pytest.mark.parametrize(
    "data",
    [
        b'{"players": ["Anna"], "gold": 3}',
        b'{"players": ["Anna"], "cards": [{"code": "M017", "by_seat": 1, "side": 2}]}',
        b'{"coal": 3}',
        b'{"players": ["Anna"], "coal": true}',
        b'{"players": ["Anna"], "coal": 2.5}',
        b"[]",
        b'{"players": ["Anna"]',
        b"\xff",
        b"[" * 100_000,
    ],
)
def test_states_of_another_shape(data: bytes) -> None:
    """A state with a field that this game does not have, a field less or a wrong type is refused."""
    with pytest.raises(BadState):
        CODEC.decode_all(data)


def upgrade(raw: dict[str, Any]) -> dict[str, Any]:
    """An earlier boiler kept its coal in tons, and its cards as bare codes."""
    if "tons" in raw:
        raw["coal"] = raw.pop("tons") * 10
    raw["cards"] = [{"code": one, "by_seat": 0} if isinstance(one, str) else one for one in raw.get("cards", [])]
    return raw


UPGRADING = StateCodec(replace(GAME, upgrade=upgrade))


@pytest.mark.parametrize("read", [UPGRADING.decode, UPGRADING.decode_all])
def test_an_old_state_is_brought_up_to_date(read: Callable[[bytes], Boiler]) -> None:
    """A state of an earlier shape is upgraded before it is read: a field that today has another name is not lost."""
    old = b'{"players": ["Anna"], "tons": 2, "cards": ["M017"]}'
    assert read(old) == Boiler(players=("Anna",), coal=20, cards=(Card("M017", 0),))


def test_a_present_state_stays_as_it_is() -> None:
    """A state of today's shape comes through the upgrade unchanged, and is written without it."""
    assert UPGRADING.decode_all(UPGRADING.encode(STATE)) == STATE


@pytest.mark.parametrize(
    "data", [b'{"players": ["Anna"], "tons": "x"}', b'{"players": [], "tons": {}}', b"[]", b"\xff", b"[" * 100_000]
)
def test_an_old_state_that_cannot_be_upgraded(data: bytes) -> None:
    """Whatever the upgrade stumbles over is a state that does not fit, and never another error."""
    with pytest.raises(BadState):
        UPGRADING.decode_all(data)


@given(st.binary(), st.binary())
def test_packing_comes_back(data: bytes, key: bytes) -> None:
    """Whatever is packed against whatever key comes back."""
    assert unpack(pack(data, key), key) == data


def test_packing_against_a_key_is_small() -> None:
    """A state that is mostly its key takes a fraction of its size."""
    key = CODEC.encode(STATE)
    later = CODEC.encode(replace(STATE, coal=6))
    assert len(pack(later, key)) < len(later) / 4


@pytest.mark.parametrize("data", [b"", b"junk", pack(b"x" * 100)[:-5], zlib.compress(b"0" * 10_000_000)])
def test_damaged_or_huge_packs_are_refused(data: bytes) -> None:
    """What is damaged, cut or would unpack to more than any state is refused."""
    with pytest.raises(BadState):
        unpack(data)
