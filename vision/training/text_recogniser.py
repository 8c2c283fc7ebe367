"""Makes `vision/models/pp_ocrv6_text.onnx` of PP-OCRv6's recogniser: `python -m vision.training.text_recogniser
PP-OCRv6_rec_small.onnx` (of the wheel `rapidocr`; wants `pip install onnx`).

Of its 18,708 characters it keeps those of Latin print, its signs, and some hundred others that stand for "no letter of
ours", so that a picture among the words is not forced into a letter. Weights are kept in half precision; ONNX Runtime
turns them back when it reads the file. That is 7 MB instead of 21.
"""

from __future__ import annotations

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from vision.inference import MODELS
from vision.training.graphs import write_graphs

_OTHERS = 16  # of the characters of other scripts each 16th is kept
_LETTERS = [*range(0x21, 0x180), *range(0x2000, 0x2800), 0xFB00, 0xFB01, 0xFB02, 0xFB03, 0xFB04, *range(0xFF01, 0xFF5F)]
_OTHER_SCRIPTS = range(0x370, 0x590)  # Greek and Cyrillic look like Latin letters and are none of ours
_LARGE = 512  # weights


def main(source: str) -> None:
    """Write the network and its characters."""
    model = onnx.load(source)
    known = model.metadata_props[0].value.split("\n")[:18708]
    kept = [at for at, sign in enumerate(known) if _is_kept(at, sign)]
    _keep(model, [0, *(at + 1 for at in kept), len(known) + 1])
    _halve(model)
    del model.metadata_props[:], model.graph.value_info[:]
    onnx.checker.check_model(model)
    onnx.save(model, str(MODELS / "pp_ocrv6_text.onnx"))
    write_graphs(MODELS / "pp_ocrv6_text.onnx")
    (MODELS / "pp_ocrv6_text_characters.txt").write_text("".join(f"{known[at]}\n" for at in kept), encoding="utf-8")


def _is_kept(at: int, sign: str) -> bool:
    code = ord(sign[0])
    return len(sign) == 1 and (code in _LETTERS or (at % _OTHERS == 0 and code not in _OTHER_SCRIPTS))


def _keep(model: onnx.ModelProto, classes: list[int]) -> None:
    """Of the last layer these classes alone."""
    for tensor in model.graph.initializer:
        if tensor.name in ("linear_8.w_0", "linear_8.b_0"):
            kept = np.ascontiguousarray(numpy_helper.to_array(tensor)[..., classes])
            tensor.CopyFrom(numpy_helper.from_array(kept, tensor.name))
    model.graph.output[0].type.tensor_type.shape.dim[-1].dim_value = len(classes)


def _halve(model: onnx.ModelProto) -> None:
    """Large weights in half precision, each cast back before it is used."""
    casts = []
    for tensor in model.graph.initializer:
        weights = numpy_helper.to_array(tensor)
        if tensor.data_type == TensorProto.FLOAT and weights.size >= _LARGE:
            name = tensor.name
            tensor.CopyFrom(numpy_helper.from_array(weights.astype(np.float16), f"{name}.half"))
            casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    for cast in reversed(casts):
        model.graph.node.insert(0, cast)


if __name__ == "__main__":
    main(sys.argv[1])
