"""The firmware's own decoder (`frame.c`), compiled for this machine, behind the same face as the one in Python."""

from __future__ import annotations

import ctypes
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Protocol, TypeAlias

from firmware_bridge import simavr_board
from firmware_bridge.protocol import NotAFrame, Splitter, disclose

HERE = Path(__file__).parent
FIRMWARE = Path(simavr_board.__file__).parent / "firmware"
Piece: TypeAlias = tuple[int, int, bytes]  # type, sequence number, payload


class Side(Protocol):
    """One side of the line: bytes in, undamaged frames out."""

    damaged: int

    def feed(self, data: bytes) -> list[Piece]: ...


class PythonSide:
    """The host's."""

    def __init__(self) -> None:
        self.damaged = 0
        self._splitter = Splitter()

    def feed(self, data: bytes) -> list[Piece]:
        return [found for piece in self._splitter.feed(data) if (found := self._take(piece)) is not None]

    def _take(self, piece: bytes) -> Piece | None:
        try:
            return disclose(piece)
        except NotAFrame:
            self.damaged += 1
            return None


class FirmwareSide:
    """The board's. It is one and the same program, whose state goes on; `begin` forgets half a frame."""

    def __init__(self, library: Path) -> None:
        self._c = ctypes.CDLL(str(library))
        self._c.host_feed.restype = self._c.host_encode.restype = ctypes.c_size_t
        self._c.host_damaged.restype = ctypes.c_uint16
        self.begin()

    def begin(self) -> None:
        self.feed(b"\0")
        self._damaged_before = self._c.host_damaged()

    @property
    def damaged(self) -> int:
        return (self._c.host_damaged() - self._damaged_before) & 0xFFFF

    def feed(self, data: bytes) -> list[Piece]:
        records = ctypes.create_string_buffer(4 * len(data) + 64)
        length = self._c.host_feed(data, ctypes.c_size_t(len(data)), records)
        return unpack(records.raw[:length])

    def encode(self, code: int, payload: bytes) -> bytes:
        frame = ctypes.create_string_buffer(64)
        length = self._c.host_encode(ctypes.c_uint8(code), payload, ctypes.c_uint8(len(payload)), frame)
        return frame.raw[:length]


def unpack(records: bytes) -> list[Piece]:
    """The records that `decoder.c` writes."""
    found = []
    while records:
        code, sequence, length = struct.unpack_from("<BHB", records)
        found.append((code, sequence, records[4 : 4 + length]))
        records = records[4 + length :]
    return found


def can_compile() -> bool:
    """Whether there is a compiler."""
    return shutil.which("cc") is not None


def compile_to(target: Path, *options: str, source: str | None = None) -> Path:
    """Compile the decoder; `source` takes the place of `frame.c`."""
    frame = FIRMWARE / "frame.c"
    if source is not None:
        frame = target.with_suffix(".frame.c")
        frame.write_text(source, encoding="utf-8")
    words = ["cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", *options, f"-I{HERE}", f"-I{FIRMWARE}"]
    subprocess.run([*words, str(frame), str(HERE / "decoder.c"), "-o", str(target)], check=True)
    return target
