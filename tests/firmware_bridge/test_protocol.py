"""Bytes and messages, on a line that does its worst."""

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


def is_subsequence(heard: list[Frame], sent: list[Frame]) -> bool:
    """Whether what was heard is what was sent, in order, with gaps."""
    rest = iter(sent)
    return all(any(frame == other for other in rest) for frame in heard)


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


@given(FRAMES, FRAMES, st.data())
def test_a_flipped_bit_is_noticed(frame: Frame, behind: Frame, data: st.DataObject):
    """Whichever bit of a frame flips, nothing untrue is heard, and the frame behind it (or the one after) is."""
    damaged = bytearray(wire([frame]))
    at = data.draw(st.integers(0, len(damaged) * 8 - 1))
    damaged[at // 8] ^= 1 << at % 8
    heard = Decoder().feed(b"\0" + bytes(damaged) + wire([behind, behind]))
    assert is_subsequence(heard, [frame, behind, behind])
    assert heard[-1] == behind


def cut(data: bytes, start: int, length: int) -> bytes:
    return data[:start] + data[start + length :]


DAMAGES = st.lists(
    st.one_of(
        st.tuples(st.just("flip"), st.integers(0, 2**16), st.integers(1, 255)),
        st.tuples(st.just("lose"), st.integers(0, 2**16), st.integers(1, 20)),
        st.tuples(st.just("insert"), st.integers(0, 2**16), st.binary(min_size=1, max_size=60)),
        st.tuples(st.just("repeat"), st.integers(0, 2**16), st.integers(1, 20)),
    ),
    max_size=5,
)


def damage(data: bytes, kind: str, place: int, what: int | bytes) -> bytes:
    at = place % (len(data) + 1)
    if isinstance(what, bytes):
        return data[:at] + what + data[at:]
    if kind == "flip":
        return data[:at] + bytes(byte ^ what for byte in data[at : at + 1]) + data[at + 1 :]
    if kind == "lose":
        return cut(data, at, what)
    return data[:at] + data[at : at + what] + data[at:]


@given(st.lists(FRAMES, min_size=1, max_size=8), DAMAGES, FRAMES)
def test_damage_brings_no_untruth_and_is_over_at_the_next_frame(
    frames: list[Frame], damages: list[tuple[str, int, int | bytes]], last: Frame
):
    """Bits flipped, bytes lost, inserted and repeated: what is heard was sent, and the next whole frame is found."""
    data = wire(frames)
    for kind, place, what in damages:
        data = damage(data, kind, place, what)
    heard = Decoder().feed(data + b"\0" + wire([last]))
    repeated = any(kind == "repeat" for kind, _, _ in damages)
    assert heard[-1] == last
    if repeated:
        assert set(heard) <= {*frames, last}
    else:
        assert is_subsequence(heard, [*frames, last])


@given(st.binary(max_size=600), FRAMES)
def test_garbage_is_no_message(garbage: bytes, last: Frame):
    """Whatever some other device says, no message is made of it, and a frame behind it is found."""
    assert Decoder().feed(garbage + b"\0" + wire([last])) == [last]


@given(FRAMES, FRAMES, st.data())
def test_a_reset_cuts_off_one_frame_only(cut_off: Frame, hello: Frame, data: st.DataObject):
    """A board that is reset within a frame begins with a zero, so that its hello stands by itself."""
    whole = wire([cut_off])
    part = whole[: data.draw(st.integers(0, len(whole) - 2))]
    assert Decoder().feed(b"\0" + part + b"\0" + wire([hello])) == [hello]


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
