"""A trained network, as it was written to ONNX, back into one that can be trained on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from vision.training.network import Network

_KERNEL = 4  # axes


def take_over(network: Network, model: Path, pictures: Tensor) -> None:
    """Give a network the weights of a written one of the same size. That one has each convolution and the normalisation
    behind it as one; these pictures, (N, 1, 32, 128) as it is trained with, tell how to part them again."""
    written = onnx.load(str(model)).graph.initializer
    weights = {each.name: torch.from_numpy(numpy_helper.to_array(each).copy()) for each in written}
    own = network.state_dict()
    own.update({name: each for name, each in weights.items() if name in own})
    own["shape.weight"] = next(each.T for name, each in weights.items() if "MatMul" in name)
    network.load_state_dict(own)
    joined = [name for name, each in weights.items() if each.dim() == _KERNEL]
    biases = [weights[_next(name)] for name in joined]
    convolutions = [each for each in network.modules() if isinstance(each, nn.Conv2d)]
    normals = [each for each in network.modules() if isinstance(each, nn.BatchNorm2d)]
    hooks = []
    for convolution, normal, name, bias in zip(convolutions, normals, joined, biases, strict=True):
        convolution.weight.data.copy_(weights[name])
        hooks.append(normal.register_forward_pre_hook(_parted(bias)))
    with torch.no_grad():
        network.eval()(pictures)
    for hook in hooks:
        hook.remove()
    network.train()


def _parted(bias: Tensor) -> Callable[[Any, tuple[Tensor, ...]], None]:
    """Set a normalisation, before it sees anything, so that it does nothing but add this bias to what it sees."""

    def part(normal: nn.BatchNorm2d, seen: tuple[Tensor, ...]) -> None:
        mean, variance = seen[0].mean(dim=(0, 2, 3)), seen[0].var(dim=(0, 2, 3))
        assert normal.running_mean is not None
        assert normal.running_var is not None
        normal.running_mean.copy_(mean)
        normal.running_var.copy_(variance)
        normal.weight.data.copy_((variance + normal.eps).sqrt())
        normal.bias.data.copy_(bias + mean)

    return part


def _next(name: str) -> str:
    """The name of the bias that is written behind a kernel of this name: `onnx::Conv_12`, `onnx::Conv_13`."""
    word, number = name.rsplit("_", 1)
    return f"{word}_{int(number) + 1}"
