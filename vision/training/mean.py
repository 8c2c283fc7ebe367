"""The mean of the weights of networks that were trained on from each other, which is a network as good as they are:
`python -m vision.training.mean OUT FILE SHARE [FILE SHARE ...]`; wants `onnx`."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from vision.training.graphs import write_graphs


def main() -> None:
    """Write the mean, and its graph beside it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("parts", nargs="+", help="each network's file, and its share")
    asked = parser.parse_args()
    files, shares = asked.parts[::2], [float(share) for share in asked.parts[1::2]]
    networks = [onnx.load(file) for file in files]
    for place, tensor in enumerate(networks[0].graph.initializer):
        each = [numpy_helper.to_array(network.graph.initializer[place]) for network in networks]
        if each[0].dtype == np.float32:
            mean = sum(share * one for share, one in zip(shares, each, strict=True))
            tensor.CopyFrom(numpy_helper.from_array(np.asarray(mean, np.float32), tensor.name))
    onnx.save(networks[0], asked.out)
    write_graphs(asked.out)


if __name__ == "__main__":
    main()
