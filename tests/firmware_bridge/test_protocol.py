"""Bytes and messages; a line that does its worst is in `test_damage.py`."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.messages import (
    AskHello,
    Configure,
    Error,
    ErrorCode,
    Flag,
    ForeignHello,
    Hello,
    Identify,
    Message,
    Reset,
    ResetCause,
    Sample,
    SetId,
    Status,
)
from firmware_bridge.protocol import (
    MAX_BODY,
    MAX_FRAME,
    Decoder,
    Frame,
    NotAFrame,
    Splitter,
    UnknownMessage,
    decode,
    disclose,
    enclose,
    encode,
)

U8, U16, U32 = (st.integers(0, 2**bits - 1) for bits in (8, 16, 32))
RAW = st.integers(-(2**23), 2**23 - 1)
ID = st.binary(min_size=8, max_size=8)
FLAGS = st.integers(0, 0x3F).map(Flag)
FIRMWARE = st.tuples(U8, U8, U8)
MESSAGES: st.SearchStrategy[Message] = st.one_of(
    st.builds(Hello, st.just(1), FIRMWARE, ID, U32, st.integers(0, 0x1F).map(ResetCause), U8, U8),
    st.builds(ForeignHello, U8.filter(lambda version: version != 1), FIRMWARE),
    st.builds(Sample, U32, RAW, FLAGS),
    st.builds(Status, U32, FLAGS, U8, U8, U16, U32, U16, U16, U16, U16),
    st.builds(Error, st.sampled_from(ErrorCode), U8, U16),
    st.builds(Configure, U8, U8),
    st.builds(SetId, ID),
    st.sampled_from([AskHello(), Identify(), Reset()]),
)
FRAMES = st.builds(Frame, U16, MESSAGES)


def wire(frames: list[Frame]) -> bytes:
    return b"".join(encode(frame.message, frame.sequence) for frame in frames)


def test_the_crc_is_the_one_that_avr_libc_has():
    """CRC-16/MCRF4XX of the usual nine digits is 0x6F91, sent lower byte first."""
    frame = enclose(ord("1"), ord("2") | ord("3") << 8, b"456789")
    assert frame == b"\x0c" + b"123456789" + b"\x91\x6f" + b"\x00"


@given(FRAMES)
def test_a_message_comes_out_as_it_went_in(frame: Frame):
    """Every message, with every value, survives the wire, and its frame holds one zero only: the last byte."""
    data = wire([frame])
    assert data.index(0) == len(data) - 1 <= MAX_FRAME
    assert decode(data[:-1]) == frame


@given(st.lists(FRAMES, max_size=8), st.lists(st.integers(0, 300), max_size=6))
def test_pieces_of_any_size_will_do(frames: list[Frame], cuts: list[int]):
    """However the bytes are cut, the frames are the same."""
    data = wire(frames)
    edges = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    decoder = Decoder()
    heard = [frame for a, b in pairwise(edges) for frame in decoder.feed(data[a:b])]
    assert heard == frames
    assert decoder.damaged == decoder.unknown == 0


def test_damage_is_counted_from_the_first_zero_on():
    """The half frame that a listener hears first is no damage; the next bad one is."""
    decoder = Decoder()
    decoder.feed(b"half a frame\0")
    assert decoder.damaged == 0
    decoder.feed(b"another\0\0\0")
    assert decoder.damaged == 1


def test_an_endless_frame_takes_no_memory():
    """A device that never sends a zero fills nothing, and the frame behind its first zero is heard."""
    splitter = Splitter()
    for _ in range(1000):
        assert splitter.feed(b"x" * 1000) == []
    assert [len(piece) for piece in splitter.feed(b"\0")] == [MAX_FRAME + 1]
    assert splitter.feed(b"ab\0") == [b"ab"]


@pytest.mark.parametrize(
    ("code", "payload"),
    [
        (ord("Z"), b""),
        (ord("S"), bytes(7)),
        (ord("S"), bytes(9)),
        (ord("S"), bytes(7) + b"\x40"),  # a flag that does not exist
        (ord("H"), b"\x01" + bytes(17)),
        (ord("H"), b""),
        (ord("H"), b"\x02\x00\x00"),
        (ord("E"), b"\x05h\x00\x00"),  # an error code that does not exist
        (ord("c"), b"P"),
    ],
)
def test_an_undamaged_frame_of_something_else_is_told_apart(code: int, payload: bytes):
    """A frame whose CRC is right but that is no message of this version is unknown, not damaged."""
    frame = enclose(code, 0, payload)
    with pytest.raises(UnknownMessage):
        decode(frame[:-1])
    decoder = Decoder()
    assert decoder.feed(frame) == []
    assert (decoder.unknown, decoder.damaged) == (1, 0)


@pytest.mark.parametrize("piece", [b"", b"\x01", b"\x02", b"\x05abc", b"\x03ab", b"\xff" * 10, b"\x05abcd" * 20])
def test_what_is_no_frame_is_refused(piece: bytes):
    """Too short, too long, not COBS, wrong CRC."""
    with pytest.raises(NotAFrame):
        disclose(piece)


def test_zeros_behind_the_crc_are_noticed():
    """This CRC says nothing about zeros behind it; the exact length of every message does."""
    good = encode(Sample(0, 0, Flag(0)), 0)
    assert decode(good[:-1])
    longer = enclose(ord("S"), 0, Sample(0, 0, Flag(0)).payload() + b"\0")
    with pytest.raises(UnknownMessage):
        decode(longer[:-1])


@pytest.mark.parametrize(
    "message",
    [Sample(0, 2**23, Flag(0)), Sample(-1, 0, Flag(0)), Configure(256, 0), SetId(b"123456789"), SetId(b"1234567")],
)
def test_a_value_that_does_not_fit_is_not_sent(message: Message):
    """What would be cut off on the wire is refused before."""
    with pytest.raises(ValueError, match=r"fit|eight bytes"):
        encode(message, 0)


def test_the_longest_message_fits():
    """The longest body is the status, and it fits into what the board can hold."""
    assert max(kind.LAYOUT.size for kind in (Hello, Status)) + 5 <= MAX_BODY
