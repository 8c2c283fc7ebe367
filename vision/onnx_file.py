"""A network's file (ONNX), so that ONNX Runtime is given no more than it needs: a part of the network, cut out by the
names of what goes in and what comes out, and the weights left where they are, in the file.

Only as much of the format is read as that takes. A file is a message of Protocol Buffers: fields, each with a number
and a value, which may be a message again. Its graph lists nodes, each with the names of its inputs and outputs, and
tensors with the weights; a tensor is also what a node of the kind `Constant` has. One that says that its values stand
in a file is mapped into memory there, and unmapped once they are in the order that the processor likes; otherwise they
are copied twice on that way, which is 8 MB more while the text detector is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import NamedTuple

_VARINT, _EIGHT_BYTES, _LENGTH, _FOUR_BYTES = 0, 1, 2, 5  # how a field's value is written
# The numbers of the fields that are read or written, by message (onnx.proto).
_MODEL_GRAPH = 7
_GRAPH_NODE, _GRAPH_NAME, _GRAPH_TENSOR, _GRAPH_INPUT, _GRAPH_OUTPUT = 1, 2, 5, 11, 12
_NODE_INPUT, _NODE_OUTPUT, _NODE_KIND, _NODE_ATTRIBUTE = 1, 2, 4, 5
_ATTRIBUTE_TENSOR = 5
_TENSOR_NAME, _TENSOR_VALUES, _TENSOR_ELSEWHERE, _TENSOR_PLACE = 8, 9, 13, 14
_ENTRY_KEY, _ENTRY_VALUE = 1, 2
_VALUE_NAME, _VALUE_TYPE = 1, 2
_TYPE_TENSOR = 1
_KIND, _SHAPE = 1, 2
_SHAPE_SIDE = 1
_SIDE_SIZE, _SIDE_NAME = 1, 2
_FLOAT, _IN_A_FILE = 1, 1
_FEW = 1024  # bytes: so few values are not worth a file's page


class _Field(NamedTuple):
    number: int
    body: memoryview  # empty where the value is a number
    whole: memoryview
    at: int  # where the body begins in the file


class _Node(NamedTuple):
    inputs: frozenset[str]
    outputs: frozenset[str]
    whole: bytes


class NetworkFile:
    """A network's file that was read."""

    def __init__(self, model: Path) -> None:
        self.folder = model.resolve().parent
        self._about: list[bytes] = []  # of the whole network
        self._nodes: list[_Node] = []
        self._tensors: dict[str, bytes] = {}
        self._ends: list[bytes] = []  # what the whole of it takes and makes
        with model.open("rb") as file:
            whole = memoryview(mmap(file.fileno(), 0, access=ACCESS_READ))
        for field in _fields(whole, 0):
            if field.number == _MODEL_GRAPH:
                self._read_graph(field, model.name)
            else:
                self._about.append(bytes(field.whole))

    def whole(self) -> bytes:
        """All of it."""
        return self._with([node.whole for node in self._nodes], self._tensors, self._ends)

    def part(self, inputs: Mapping[str, int], outputs: Mapping[str, int]) -> bytes:
        """The network that makes these outputs of these inputs: each by its name in the whole one, with its number of
        channels (0: it is no picture); of any number and size. `ValueError` where the whole one has no such output."""
        made = frozenset[str]().union(*(node.outputs for node in self._nodes))
        if not outputs.keys() <= made:
            raise ValueError(f"The network has no {', '.join(sorted(outputs.keys() - made))}.")
        wanted, kept = set(outputs), []
        for node in reversed(self._nodes):  # each stands after those that it takes from
            if node.outputs & wanted:
                kept.append(node.whole)
                wanted |= node.inputs - inputs.keys()
        ends = [
            *(_message(_GRAPH_INPUT, _pictures(*one)) for one in inputs.items()),
            *(_message(_GRAPH_OUTPUT, _pictures(*one)) for one in outputs.items()),
        ]
        return self._with(kept[::-1], self._tensors.keys() & wanted, ends)

    def _with(self, nodes: Sequence[bytes], tensors: Iterable[str], ends: Sequence[bytes]) -> bytes:
        used = (self._tensors[name] for name in tensors)
        graph = b"".join([*nodes, _message(_GRAPH_NAME, b"network"), *used, *ends])
        return b"".join([*self._about, _message(_MODEL_GRAPH, graph)])

    def _read_graph(self, graph: _Field, file: str) -> None:
        for field in _fields(graph.body, graph.at):
            if field.number == _GRAPH_TENSOR:
                [name] = _texts(field.body, _TENSOR_NAME)
                self._tensors[name] = _message(_GRAPH_TENSOR, _tensor(field, name, file))
            elif field.number == _GRAPH_NODE:
                self._read_node(field, file)
            elif field.number in (_GRAPH_INPUT, _GRAPH_OUTPUT):
                self._ends.append(bytes(field.whole))

    def _read_node(self, field: _Field, file: str) -> None:
        """A constant is kept with the weights, as ONNX Runtime does with it."""
        outputs = _texts(field.body, _NODE_OUTPUT)
        constant = _constant(field) if _texts(field.body, _NODE_KIND) == ["Constant"] else None
        if constant is None:
            inputs = _texts(field.body, _NODE_INPUT)
            self._nodes.append(_Node(frozenset(inputs), frozenset(outputs), bytes(field.whole)))
        else:
            self._tensors[outputs[0]] = _message(_GRAPH_TENSOR, _tensor(constant, outputs[0], file))


def _constant(node: _Field) -> _Field | None:
    """The tensor of a node of that kind, where it has one."""
    attributes = (field for field in _fields(node.body, node.at) if field.number == _NODE_ATTRIBUTE)
    inside = (field for attribute in attributes for field in _fields(attribute.body, attribute.at))
    return next((field for field in inside if field.number == _ATTRIBUTE_TENSOR), None)


def _tensor(tensor: _Field, name: str, file: str) -> bytes:
    """A tensor by that name, its values in the file where they are many."""
    fields = [field for field in _fields(tensor.body, tensor.at) if field.number != _TENSOR_NAME]
    values = next((field for field in fields if field.number == _TENSOR_VALUES and len(field.body) >= _FEW), None)
    written = [_message(_TENSOR_NAME, name.encode()), *(bytes(field.whole) for field in fields if field is not values)]
    if values is not None:
        place = {"location": file, "offset": str(values.at), "length": str(len(values.body))}
        written += [_message(_TENSOR_ELSEWHERE, _entry(*one)) for one in place.items()]
        written.append(_number_of(_TENSOR_PLACE, _IN_A_FILE))
    return b"".join(written)


def _texts(message: memoryview, number: int) -> list[str]:
    return [str(field.body, "utf-8") for field in _fields(message, 0) if field.number == number]


def _fields(message: memoryview, start: int) -> Iterator[_Field]:
    """The fields of a message that begins there in the file."""
    at = 0
    while at < len(message):
        key, body = _number(message, at)
        number, way = key >> 3, key & 7
        if way == _LENGTH:
            size, body = _number(message, body)
            end = body + size
        elif way == _VARINT:
            body = end = _number(message, body)[1]
        else:
            end = body + {_EIGHT_BYTES: 8, _FOUR_BYTES: 4}[way]
        yield _Field(number, message[body:end], message[at:end], start + body)
        at = end


def _number(message: memoryview, at: int) -> tuple[int, int]:
    """A number of seven bits a byte, the lowest first, and where it ends."""
    value = shift = 0
    while True:
        byte = message[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def _written(value: int) -> bytes:
    written = bytearray()
    while value >= 0x80:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*written, value])


def _message(number: int, body: bytes) -> bytes:
    return _written(number << 3 | _LENGTH) + _written(len(body)) + body


def _number_of(field: int, value: int) -> bytes:
    return _written(field << 3 | _VARINT) + _written(value)


def _entry(key: str, value: str) -> bytes:
    return _message(_ENTRY_KEY, key.encode()) + _message(_ENTRY_VALUE, value.encode())


def _pictures(name: str, channels: int) -> bytes:
    """What is known of an input or output: its name, and that it is pictures of so many channels; 0: that it is
    numbers."""
    count, high, wide = (_message(_SIDE_NAME, f"{name} {side}".encode()) for side in ("count", "high", "wide"))
    sides = (count, _number_of(_SIDE_SIZE, channels), high, wide)
    shape = b"".join(_message(_SHAPE_SIDE, side) for side in sides)
    tensor = _number_of(_KIND, _FLOAT) + (_message(_SHAPE, shape) if channels else b"")
    return _message(_VALUE_NAME, name.encode()) + _message(_VALUE_TYPE, _message(_TYPE_TENSOR, tensor))
