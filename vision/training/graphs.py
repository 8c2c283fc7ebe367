"""Makes `vision/models/graphs/` of the networks beside it: `python -m vision.training.graphs`; wants `onnx`.

A graph is a network without its larger weights, of which it says where in the network's own file they stand: ONNX
Runtime maps them from there, packs them as the processor likes them, and unmaps them. Otherwise they are copied twice
on that way, which is 8 MB more while the text detector is read. The text detector and the recogniser of texts are cut
into parts as well (`vision/inference.py`), by the names of what goes in and comes out, each with its number of channels
(0: it is no picture).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import onnx
from onnx import TensorProto, helper

from vision.inference import DETECTOR, MODELS, TEXT, TEXT_PARTS, graph_of

_Ends: TypeAlias = Mapping[str, int]
_FEW = 1024  # bytes: so few weights are not worth a file's page


def _op(name: str) -> str:
    return f"p2o.pd_op.{name}.0"


_STEM, _STEM_GATE = {_op("add.5"): 48}, {_op("hardsigmoid.0"): 48}
_FIRST = {_op("add.14"): 48}
_TWICE, _COARSER = {_op("nearest_interp.2"): 96}, {_op(f"nearest_interp.{at}"): 24 for at in (5, 4, 3)}
_NECK_GATE, _NECK = {_op("hardsigmoid.8"): 96}, {_op("conv2d.62"): 24}
_HEAD_GATE = {_op("hardsigmoid.12"): 24}
_DEEP = {_op("add.77"): 96, _op("add.90"): 24, _op("add.86"): 24, _op("add.82"): 24}
# What goes into each part of the detector, and what comes out.
_DETECTOR_PARTS: Mapping[str, tuple[_Ends, _Ends]] = {
    "stem": ({"x": 3}, _STEM),
    "stem_gate": (_STEM, _STEM_GATE),
    "first": ({**_STEM, **_STEM_GATE}, _FIRST),
    "deep": (_FIRST, _DEEP),
    "neck_gate": (_FIRST, _NECK_GATE),
    "neck": ({**_FIRST, **_NECK_GATE, **_TWICE}, _NECK),
    "head_gate": (_NECK, _HEAD_GATE),
    "head": ({**_NECK, **_HEAD_GATE, **_COARSER}, {"fetch_name_0": 1}),
}
# The recogniser of texts, from its input to its output: where it is cut, all goes through one tensor, and each part has
# a fifth of the weights, or a little more.
_TEXT_ENDS = ({"x": 3}, {"Add.99": 192}, {"Mul.42": 384}, {"Add.145": 384}, {"Add.155": 384}, {"fetch_name_0": 0})


def main() -> None:
    """Write the graphs of all networks that are shipped."""
    for file in sorted(MODELS.glob("*.onnx")):
        write_graphs(file)


def write_graphs(file: Path) -> None:
    """Write the graph of a network, or of each of its parts, into a folder beside it."""
    (file.parent / "graphs").mkdir(exist_ok=True)
    parts: Mapping[str, tuple[_Ends, _Ends] | None] = {
        DETECTOR: _DETECTOR_PARTS,
        TEXT: dict(zip(TEXT_PARTS, pairwise(_TEXT_ENDS), strict=True)),
    }.get(file.name, {"": None})
    for name, ends in parts.items():
        graph_of(file, name).write_bytes(graph(file, ends))


def graph(file: Path, ends: tuple[_Ends, _Ends] | None) -> bytes:
    """The graph of a network, or of the part of it between these ends."""
    model, there = onnx.load(file), file.read_bytes()
    if ends is not None:
        _keep(model.graph, *ends)
    _make_weights_of_constants(model.graph)
    wanted = {name for node in model.graph.node for name in node.input}
    weights = [tensor for tensor in model.graph.initializer if tensor.name in wanted]
    for tensor in weights:
        if len(tensor.raw_data) >= _FEW:
            _leave_in(tensor, file.name, there.index(tensor.raw_data))
    del model.graph.initializer[:], model.graph.value_info[:]
    model.graph.initializer.extend(weights)
    return bytes(model.SerializeToString())


def _keep(network: onnx.GraphProto, inputs: _Ends, outputs: _Ends) -> None:
    """Of a network what makes these outputs of these inputs, of any number and size."""
    kept, wanted = [], set(outputs)
    for node in reversed(network.node):  # each stands after those that it takes from
        if wanted.intersection(node.output):
            kept.append(node)
            wanted.update(set(node.input) - inputs.keys())
    if outputs.keys() - {name for node in kept for name in node.output}:
        raise ValueError(f"The network does not make all of {', '.join(outputs)}.")
    for field, values in (
        (network.node, kept[::-1]),
        (network.input, [_pictures(*each) for each in inputs.items()]),
        (network.output, [_pictures(*each) for each in outputs.items()]),
    ):
        copies = [type(each).FromString(each.SerializeToString()) for each in values]
        del field[:]
        field.extend(copies)


def _pictures(name: str, channels: int) -> onnx.ValueInfoProto:
    shape = [f"{name} count", channels, f"{name} high", f"{name} wide"] if channels else None
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


def _make_weights_of_constants(network: onnx.GraphProto) -> None:
    """As ONNX Runtime does with them."""
    for node in [each for each in network.node if each.op_type == "Constant" and each.attribute[0].HasField("t")]:
        network.initializer.append(node.attribute[0].t)
        network.initializer[-1].name = node.output[0]
        network.node.remove(node)


def _leave_in(tensor: onnx.TensorProto, file: str, at: int) -> None:
    place = {"location": file, "offset": str(at), "length": str(len(tensor.raw_data))}
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in place.items():
        tensor.external_data.add(key=key, value=value)


if __name__ == "__main__":
    main()
