"""A line that does its worst, against both decoders: the host's in Python and the board's in C.

What can be promised is told apart from what only CRC-16 guards, and tested with every input that hypothesis can think
of. Promised for any bytes whatever: a frame that is heard stood in the stream, byte for byte, between two zeros; how
the stream was cut does not matter; the next whole frame is heard. Promised for damage to a frame that was sent, because
the CRC surely finds it (bursts of 16 bits, any three bits) or because a message's length is wrong: it is not heard. Any
other damage passes once in 65536 times at most, so that no random test of it could be sure to pass; of that, every
damage of one byte to one frame of each kind is tried out.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from firmware_bridge.messages import AskHello, Configure, ForeignHello, Hello, Reset, ResetCause, Sample, SetId, Status
from firmware_bridge.protocol import (
    MAX_BODY,
    Decoder,
    Frame,
    NotAFrame,
    UnknownMessage,
    decode,
    enclose,
    encode,
)

from .on_host import FIRMWARE, FirmwareSide, Piece, PythonSide, Side, can_compile, compile_to, unpack
from .test_protocol import FRAMES

pytestmark = pytest.mark.slow

BYTES = st.binary(max_size=80)
PAYLOADS = st.binary(max_size=MAX_BODY - 5)
PIECES = st.tuples(st.integers(1, 255), st.integers(0, 0xFFFF), PAYLOADS)
HEAD = 5  # bytes of a frame before which damage may change its type or a hello's version

needs_compiler = pytest.mark.skipif(not can_compile(), reason="no C compiler")
several = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_to(tmp_path_factory.mktemp("decoder") / "decoder.so", "-shared", "-fPIC")


class Line:
    """Makes a side anew for every example."""

    def __init__(self, firmware: FirmwareSide | None) -> None:
        self._firmware = firmware

    def begin(self) -> Side:
        if self._firmware is None:
            return PythonSide()
        self._firmware.begin()
        return self._firmware


@pytest.fixture(params=["python", pytest.param("firmware", marks=needs_compiler)])
def line(request: pytest.FixtureRequest) -> Line:
    if request.param == "python":
        return Line(None)
    return Line(FirmwareSide(request.getfixturevalue("library")))


def wire(pieces: list[Piece]) -> bytes:
    return b"".join(enclose(*piece) for piece in pieces)


def chunks(data: bytes, cuts: list[int]) -> list[bytes]:
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [data[a:b] for a, b in pairwise(edges)]


def messages(pieces: list[Piece]) -> list[Frame]:
    """Those that are messages of this protocol: right type, right length, flags that exist."""
    found = []
    for piece in pieces:
        try:
            found.append(decode(enclose(*piece)[:-1]))
        except UnknownMessage:
            continue
    return found


@st.composite
def streams(draw: st.DrawFn) -> bytes:
    """Anything: noise, whole frames, damaged frames, halves, zeros, and runs longer than any frame."""
    frames = PIECES.map(lambda piece: enclose(*piece))
    part = st.one_of(
        BYTES, frames, frames.flatmap(damaged), st.just(b"\0"), st.integers(34, 600).map(lambda n: b"x" * n)
    )
    return b"".join(draw(st.lists(part, max_size=8)))


def damaged(frame: bytes) -> st.SearchStrategy[bytes]:
    """One byte of it is another, or it ends early, or a piece of it is there twice."""
    at, value = st.integers(0, len(frame) - 1), st.integers(0, 255)
    return st.one_of(
        st.tuples(at, value).map(lambda found: frame[: found[0]] + bytes([found[1]]) + frame[found[0] + 1 :]),
        at.map(lambda end: frame[:end]),
        st.tuples(at, at).map(lambda ends: frame[: max(ends)] + frame[min(ends) :]),
    )


# --- any bytes whatever -----------------------------------------------------------------------------------------------


@several
@given(data=streams(), cuts=st.lists(st.integers(0, 5000), max_size=8))
def test_what_is_heard_stood_in_the_stream(line: Line, data: bytes, cuts: list[int]):
    """Every frame that is heard is, byte for byte, what lies between two zeros of the stream, in its order; however the
    stream was cut."""
    side = line.begin()
    heard = [piece for chunk in chunks(data, cuts) for piece in side.feed(chunk)]
    between = iter(data.split(b"\0")[:-1])
    assert all(enclose(*piece)[:-1] in between for piece in heard)
    single = line.begin()
    assert [piece for byte in data for piece in single.feed(bytes([byte]))] == heard


@several
@given(data=streams(), last=PIECES)
def test_the_next_whole_frame_is_heard(line: Line, data: bytes, last: Piece):
    """Whatever came before, the frame behind the next zero is heard, last."""
    assert line.begin().feed(data + b"\0" + enclose(*last))[-1] == last


@several
@given(pieces=st.lists(PIECES, max_size=8), cuts=st.lists(st.integers(0, 5000), max_size=8))
def test_an_undamaged_line_loses_nothing(line: Line, pieces: list[Piece], cuts: list[int]):
    """All frames are heard, nothing counts as damaged, zeros between them are nothing."""
    side = line.begin()
    heard = [piece for chunk in chunks(b"\0\0" + wire(pieces), cuts) for piece in side.feed(chunk)]
    assert heard == pieces
    assert side.damaged == 0


@needs_compiler
@several
@given(data=streams())
def test_both_sides_hear_the_same(library: Path, data: bytes):
    """What is a frame, and what is damaged, is the same for both."""
    host, board = PythonSide(), FirmwareSide(library)
    assert host.feed(data + b"\0") == board.feed(data + b"\0")
    assert host.damaged == board.damaged


@needs_compiler
@several
@given(pieces=st.lists(st.tuples(st.integers(1, 255), PAYLOADS), min_size=1, max_size=4))
def test_the_board_sends_what_the_host_would(library: Path, pieces: list[tuple[int, bytes]]):
    """The firmware's encoder and the host's make the same bytes."""
    board = FirmwareSide(library)
    for code, payload in pieces:
        sent = board.encode(code, payload)
        ((heard, sequence, _),) = PythonSide().feed(sent)
        assert heard == code
        assert enclose(code, sequence, payload) == sent


# --- damage that must be found ----------------------------------------------------------------------------------------


def data_places(frame: bytes) -> list[int]:
    """Where a frame has bytes of its body, not COBS's own."""
    codes, at = set(), 0
    while at < len(frame) - 1:
        codes.add(at)
        at += frame[at]
    return [place for place in range(len(frame) - 1) if place not in codes]


def has_one_length(frame: Frame) -> bool:
    """Of another version's hello only the beginning is known."""
    return not isinstance(frame.message, ForeignHello)


@several
@given(frame=FRAMES, behind=FRAMES, data=st.data())
def test_a_burst_is_found(line: Line, frame: Frame, behind: Frame, data: st.DataObject):
    """Up to sixteen bits in a row are surely found by the CRC, wherever they lie in the body."""
    sent = encode(frame.message, frame.sequence)
    places = data_places(sent)
    at = data.draw(st.sampled_from([place for place in places if place + 1 in places]))
    burst = data.draw(st.integers(1, 0xFFFF))
    changed = (int.from_bytes(sent[at : at + 2], "big") ^ burst).to_bytes(2, "big")
    assume(0 not in changed)
    hurt = sent[:at] + changed + sent[at + 2 :]
    assert messages(line.begin().feed(hurt + encode(behind.message, behind.sequence))) == [behind]


@several
@given(frame=FRAMES, behind=FRAMES, data=st.data())
def test_three_bits_are_found(line: Line, frame: Frame, behind: Frame, data: st.DataObject):
    """One, two or three bits are surely found by the CRC, wherever they lie in the body."""
    sent = bytearray(encode(frame.message, frame.sequence))
    places = data_places(bytes(sent))
    bits = data.draw(st.sets(st.tuples(st.sampled_from(places), st.integers(0, 7)), min_size=1, max_size=3))
    for at, bit in bits:
        sent[at] ^= 1 << bit
    assume(all(sent[at] for at in places))
    assert messages(line.begin().feed(bytes(sent) + encode(behind.message, behind.sequence))) == [behind]


@several
@given(frame=FRAMES.filter(has_one_length), behind=FRAMES, data=st.data())
def test_a_wrong_length_is_found(line: Line, frame: Frame, behind: Frame, data: st.DataObject):
    """Bytes lost or added within a frame, or its end lost: every message has its one length."""
    sent = encode(frame.message, frame.sequence)
    at = data.draw(st.integers(HEAD, len(sent) - 1))
    lost = data.draw(st.integers(0, len(sent) - at - 1))
    added = data.draw(st.binary(max_size=40)).replace(b"\0", b"")
    assume(lost != len(added))
    hurt = sent[:at] + added + sent[at + lost :]
    after = encode(behind.message, behind.sequence)
    assert messages(line.begin().feed(hurt + after)) == [behind]
    assert messages(line.begin().feed(sent[:-1] + after + after)) == [behind]  # its closing zero lost


@several
@given(frame=FRAMES, hello=FRAMES, data=st.data())
def test_a_reset_cuts_off_one_frame_only(line: Line, frame: Frame, hello: Frame, data: st.DataObject):
    """A board that is reset within a frame begins with a zero, so that its hello stands by itself."""
    whole = encode(frame.message, frame.sequence)
    part = whole[: data.draw(st.integers(0, len(whole) - 2))]
    assert messages(line.begin().feed(b"\0" + part + b"\0" + encode(hello.message, hello.sequence))) == [hello]


@several
@given(frames=st.lists(FRAMES, max_size=6), kept=st.lists(st.integers(0, 5), max_size=8))
def test_whole_frames_lost_or_repeated_are_no_damage(line: Line, frames: list[Frame], kept: list[int]):
    """What is heard is what came, in the order in which it came."""
    coming = [frames[at] for at in kept if at < len(frames)]
    data = b"".join(encode(frame.message, frame.sequence) for frame in coming)
    assert messages(line.begin().feed(data)) == coming


ONE_OF_EACH = [
    encode(Hello(1, (1, 1, 0), bytes.fromhex("5d1f0c73a200004e"), 3, ResetCause.EXTERNAL, 80, 128), 0),
    *(encode(Sample(time_ms, raw, Sample.of(bytes(8)).flags), time_ms & 0xFFFF)
      for time_ms, raw in ((0, 0), (1234, -56789), (0x01020304, 0x123456))),
    encode(Status(61003, Sample.of(bytes(8)).flags, 80, 128, 2, 4823, 1, 0, 0, 0), 4999),
    encode(AskHello(), 1),
    encode(Reset(), 0),
    encode(Configure(10, 64), 0x0102),
    encode(SetId(bytes.fromhex("5d1f0c73a2b94e86")), 9),
]  # fmt: skip


def every_damage(frame: bytes) -> Iterator[bytes]:
    """One byte another, lost, or added; two swapped; the frame cut at any place by a zero."""
    for at in range(len(frame)):
        yield frame[:at] + frame[at + 1 :]
        yield frame[:at] + b"\0" + frame[at:]
        if at + 1 < len(frame):
            yield frame[:at] + bytes([frame[at + 1], frame[at]]) + frame[at + 2 :]
        for value in range(256):
            yield frame[:at] + bytes([value]) + frame[at + 1 :]
            yield frame[:at] + bytes([value]) + frame[at:]


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("frame", ONE_OF_EACH, ids=lambda frame: frame.hex())
def test_every_damage_of_one_byte_is_found(library: Path, frame: bytes):
    """Every byte another, lost, added, swapped, and every cut: nothing else is ever heard. (The host's decoder hears
    the same of the same bytes, see the last but one test.)"""
    board = FirmwareSide(library)
    (sent,) = messages(board.feed(frame))
    behind = Frame(7, Configure(80, 128))
    data = encode(behind.message, behind.sequence)
    for hurt in every_damage(frame):
        heard = messages(board.feed(hurt + b"\0" + data))
        assert heard[-1] == behind
        assert all(other == sent for other in heard[:-1])


# --- the indexes of the decoder in C ----------------------------------------------------------------------------------


WRAPPED = enclose(ord("c"), 0, b"\x01\x00")  # its body has two zeros in a row: a COBS code of 01 behind another
OVERLONG = b"x" * 256 + encode(AskHello(), 1)
INDEXES = {
    # A run that reaches beyond 255 would come out behind where it began.
    "uint16_t next": ("uint16_t next = from + frame[from];", "uint8_t next = from + frame[from];"),
    # A piece of 256 bytes would begin again at the front, so that a frame at its end stood by itself.
    "length <= MAX_FRAME": ("if (length <= MAX_FRAME) length++;", "length++;"),
}


def wrapping(frame: bytes) -> Iterator[bytes]:
    """The frame with one code so large that eight bits of index would make it point back."""
    codes = [at for at in range(1, len(frame) - 1) if at not in data_places(frame)]
    for at in codes:
        yield frame[:at] + bytes([(256 - at) & 0xFF or 255]) + frame[at + 1 :]
        yield frame[:at] + b"\xff" + frame[at + 1 :]


@needs_compiler
def test_no_index_of_the_firmware_goes_round(library: Path):
    """Codes that reach beyond 255, and pieces of 256 bytes and more, are damaged, not something else."""
    for hurt in (OVERLONG, *wrapping(WRAPPED)):
        board = FirmwareSide(library)
        assert board.feed(hurt) == []
        assert board.damaged == 1


@needs_compiler
@pytest.mark.parametrize("guard", INDEXES)
def test_the_test_above_would_notice(tmp_path: Path, guard: str):
    """Without either guard something damaged is heard."""
    found, instead = INDEXES[guard]
    source = (FIRMWARE / "frame.c").read_text(encoding="utf-8")
    assert found in source
    library = compile_to(tmp_path / "worse.so", "-shared", "-fPIC", "-w", source=source.replace(found, instead))
    board = FirmwareSide(library)
    assert any(board.feed(hurt) for hurt in (OVERLONG, *wrapping(WRAPPED)))


@pytest.mark.slow
@needs_compiler
def test_the_firmware_never_reads_or_writes_beside(tmp_path: Path):
    """Under the compiler's sanitizers nothing is found, with pieces of every length, of every kind of byte."""
    try:
        program = compile_to(
            tmp_path / "alone", "-DALONE", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover"
        )
    except subprocess.CalledProcessError:
        pytest.skip("no sanitizers")
    pieces = [bytes([value]) * length for value in (1, 2, 33, 34, 254, 255) for length in range(1, 300)]
    pieces += [hurt for frame in ONE_OF_EACH for hurt in every_damage(frame)]
    data = b"\0".join(pieces)[: 1 << 20]
    result = subprocess.run([str(program)], input=data, capture_output=True, check=False)
    assert result.returncode == 0, result.stderr.decode()[:2000]
    assert unpack(result.stdout) == PythonSide().feed(data)


def test_a_decoder_of_messages_counts_what_it_leaves_out():
    """The host's decoder of messages is the same, and tells damaged and unknown frames apart."""
    decoder = Decoder()
    decoder.feed(b"\0x\0")
    assert decoder.feed(enclose(ord("S"), 0, b"") + b"\x02\x01\0") == []
    assert (decoder.unknown, decoder.damaged) == (1, 1)
    with pytest.raises(NotAFrame):
        decode(b"\x02\x01")
