"""A network's file is read for what ONNX Runtime needs of it: parts by their names, weights left where they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.inference import Floats, Inference, Session
from vision.onnx_file import NetworkFile

WIDE = 300  # floats: more than are kept beside the network


def number(field: int, value: int) -> bytes:
    """A field that is a number below 128."""
    return bytes([field << 3, value])


def text(field: int, value: bytes) -> bytes:
    """A field that is a text or a message of less than 16,384 bytes."""
    return bytes([field << 3 | 2, len(value) & 0x7F | 0x80, len(value) >> 7]) + value


def tensor(name: bytes, values: Floats) -> bytes:
    """Values of shape (1, 1, 1, WIDE)."""
    sides = b"".join(number(1, 1) for _ in range(3)) + bytes([1 << 3, WIDE & 0x7F | 0x80, WIDE >> 7])
    return sides + number(2, 1) + text(8, name) + text(9, values.astype("<f4").tobytes())


def node(kind: bytes, inputs: list[bytes], output: bytes, attributes: bytes = b"") -> bytes:
    return text(1, b"".join(text(1, one) for one in inputs) + text(2, output) + text(4, kind) + attributes)


def value(field: int, name: bytes) -> bytes:
    """An input or output of the graph, of four sides."""
    shape = b"".join(text(1, text(2, name + side)) for side in (b"n", b"c", b"h", b"w"))
    return text(field, text(1, name) + text(2, text(1, number(1, 1) + text(2, shape))))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A network that adds 0, 1, 2 ... 299, multiplies by 2 and takes 1 away; its factors are a constant's."""
    rising, twice, one = np.arange(WIDE, dtype=np.float32), np.full(WIDE, 2, np.float32), np.ones(WIDE, np.float32)
    constant = text(5, text(1, b"value") + text(5, tensor(b"", twice)) + bytes([0xA0, 0x01, 4]))
    graph = b"".join([
        node(b"Constant", [], b"factors", constant),
        node(b"Add", [b"x", b"rising"], b"added"),
        node(b"Mul", [b"added", b"factors"], b"doubled"),
        node(b"Sub", [b"doubled", b"one"], b"y"),
        text(2, b"a network"),
        text(5, tensor(b"rising", rising)),
        text(5, tensor(b"one", one)),
        value(11, b"x"),
        value(12, b"y"),
    ])  # fmt: skip
    file = tmp_path / "small.onnx"
    file.write_bytes(number(1, 8) + text(7, graph) + text(8, number(2, 13)))
    return file


def shown(level: float) -> Floats:
    return np.full((1, 1, 1, WIDE), level, np.float32)


def test_the_whole_of_it(path: Path) -> None:
    """(3 + n) * 2 - 1 at place n: 5, 7, ... 603."""
    answer = Inference(path, 1).answer(shown(3))
    assert answer.shape == (1, 1, 1, WIDE)
    assert [answer[0, 0, 0, at] for at in (0, 1, 299)] == [5, 7, 603]


def test_a_part_of_it(path: Path) -> None:
    """What is added to has come before, and what is taken away is not wanted."""
    file = NetworkFile(path)
    [doubled] = Session(file.part({"added": 1}, {"doubled": 1}), file.folder, 1).run([shown(3)])
    assert set(doubled.ravel()) == {6}
    doubled, added = Session(file.part({"x": 1}, {"doubled": 1, "added": 1}), file.folder, 1).run([shown(3)])
    assert [(added[0, 0, 0, at], doubled[0, 0, 0, at]) for at in (0, 299)] == [(3, 6), (302, 604)]


def test_weights_stay_in_the_file(path: Path) -> None:
    """Of three times 1,200 bytes none is in what is handed on; those of a part that it does not need are not named."""
    file = NetworkFile(path)
    assert len(file.whole()) < 1200
    assert file.whole().count(b"small.onnx") == 3
    assert file.part({"added": 1}, {"doubled": 1}).count(b"small.onnx") == 1


def test_what_it_does_not_make(path: Path) -> None:
    """No network is made of a name that is wrong."""
    with pytest.raises(ValueError, match="tripled"):
        NetworkFile(path).part({"x": 1}, {"tripled": 1})
