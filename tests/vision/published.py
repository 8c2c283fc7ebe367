"""Networks as their makers published them, in one piece."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime

from vision.inference import Floats


def as_published(model: Path, pictures: Floats) -> Floats:
    """What ONNX Runtime answers that is given a network's file and nothing else."""
    network = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    [answer] = network.run(None, {network.get_inputs()[0].name: pictures})
    return np.asarray(answer, np.float32)
