"""Trains the small readers and writes them as ONNX: `python -m vision.training.train [READER] [--steps N] [--seed N]`.

The same seed, typefaces and PyTorch draw the same examples in the same order. Uses a GPU where there is one. Prints the
loss as it goes, and at the end how often lines that were not trained with are told rightly.
"""

from __future__ import annotations

import argparse
import copy
import dataclasses
import multiprocessing
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from vision.read.ends import ENDS_HEIGHT, ENDS_MODEL, ENDS_WIDTH
from vision.read.networks import CODE_MODEL, INPUT_HEIGHT, INPUT_WIDTH, NUMERAL_MODEL, SLOTS
from vision.training.ends import EndsBatch, ends_batch
from vision.training.examples import Batch, batch, numeral_batch
from vision.training.graphs import write_graphs
from vision.training.network import CLASSES, EndsNetwork, Network, loss_of, loss_of_ends

_KERNEL = 4  # axes
BATCH = 128
_FASTEST, _WEIGHT_DECAY = 2e-3, 0.01
_GOING_ON = 0.5  # of the fastest learning, for a network that was trained before
_PARTED_BY = 2048  # examples
_TOLD_EVERY, _WRITTEN_EVERY = 200, 500  # steps
_TOLD_OF = 40  # batches at the end
_LIMITS = (0.5, 0.9, 0.97, 0.99, 0.995, 0.998)  # of how likely a row is whole


def take_over(network: nn.Module, model: Path, pictures: Tensor) -> None:
    """Give a network the weights of a written one of the same size. That one has each convolution and the normalisation
    behind it as one; these pictures, as it is trained with, tell how to part them again."""
    written = onnx.load(str(model)).graph.initializer
    weights = {each.name: torch.from_numpy(numpy_helper.to_array(each).copy()) for each in written}
    own = network.state_dict()
    own.update({name: each for name, each in weights.items() if name in own})
    if "shape.weight" in own:
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
        normal.bias.data.copy_(bias.to(mean.device) + mean)

    return part


def _next(name: str) -> str:
    """The name of the bias that is written behind a kernel of this name: `onnx::Conv_12`, `onnx::Conv_13`."""
    word, number = name.rsplit("_", 1)
    return f"{word}_{int(number) + 1}"


@dataclass(frozen=True)
class Reader:
    """What is trained: how its examples are drawn, what it is, what it should learn from them, for how many steps,
    where it is kept, and what is told of it at the end."""

    examples: Callable[[tuple[int, int], int], Batch | EndsBatch]
    network: Callable[[], nn.Module]
    loss: Callable[..., Tensor]
    steps: int
    model: Path
    tell: Callable[[Tensor, tuple[Tensor, ...]], tuple[str, ...]]
    looks_at: tuple[int, int, int] = (1, INPUT_HEIGHT, INPUT_WIDTH)


def main() -> None:
    """Train one of them, or each in turn."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("reader", nargs="?", choices=READERS, help="all of them where none is named")
    parser.add_argument("--steps", type=int, help=f"of {BATCH} examples each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--drawing", type=int, default=1, help="processes that draw examples")
    parser.add_argument("--out", type=Path, default=CODE_MODEL.parent, help="the folder that they are written to")
    parser.add_argument("--on", action="store_true", help="go on with what is shipped, with smaller steps")
    parser.add_argument("--resume", action="store_true", help="go on where the same training was broken off")
    asked = parser.parse_args()
    torch.set_num_threads(max(torch.get_num_threads() - asked.drawing, 1))
    for name in [asked.reader] if asked.reader else READERS:
        _trained(name, asked)


def _trained(name: str, asked: argparse.Namespace) -> None:
    """Train, write, and tell."""
    reader, out = READERS[name], asked.out / READERS[name].model.name
    torch.manual_seed(asked.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network = reader.network().to(device=device, memory_format=torch.channels_last)
    steps = asked.steps or reader.steps
    if asked.on:
        take_over(network, reader.model, _tensors(reader.examples((asked.seed, steps), _PARTED_BY), device)[0])
    learning = _Learning(network, _FASTEST * (_GOING_ON if asked.on else 1), steps)
    broken_off = out.with_suffix(".state.pt")
    if asked.resume and broken_off.exists():
        learning.take_up(broken_off)
    drawn = _batches(name, asked.seed, range(learning.step, steps), asked.drawing)
    for step in _train(learning, reader.loss, drawn, device):
        if step % _WRITTEN_EVERY == 0:  # so that it can be tried on the way, and gone on with
            _write(network, out, reader.looks_at)
            learning.leave(broken_off)
    _tell(network.eval(), reader, asked.seed, device)
    _write(network, out, reader.looks_at)


class _Learning:
    """A network while it is trained."""

    def __init__(self, network: nn.Module, fastest: float, steps: int) -> None:
        self.network, self.step = network, 0
        self.optimiser = torch.optim.AdamW(network.parameters(), weight_decay=_WEIGHT_DECAY)
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(self.optimiser, fastest, total_steps=steps, pct_start=0.08)

    def leave(self, file: Path) -> None:
        """Write all of it to a file."""
        parts = {"network": self.network, "optimiser": self.optimiser, "schedule": self.schedule}
        torch.save({"step": self.step, **{name: each.state_dict() for name, each in parts.items()}}, file)

    def take_up(self, file: Path) -> None:
        """Be as it was written."""
        left = torch.load(file)
        self.step = int(left["step"])
        self.network.load_state_dict(left["network"])
        self.optimiser.load_state_dict(left["optimiser"])
        self.schedule.load_state_dict(left["schedule"])


def _train(
    learning: _Learning,
    loss_of_scores: Callable[..., Tensor],
    batches: Iterator[Batch | EndsBatch],
    device: torch.device,
) -> Iterator[int]:
    recent, began_s = 0.0, time.monotonic()
    for drawn in batches:
        pictures, *wanted = _tensors(drawn, device)
        loss = loss_of_scores(learning.network(pictures), *wanted)
        learning.optimiser.zero_grad()
        loss.backward()
        learning.optimiser.step()
        learning.schedule.step()
        recent = 0.98 * recent + 0.02 * loss.item() if recent else loss.item()
        if learning.step % _TOLD_EVERY == 0:
            print(f"step {learning.step:6}  loss {recent:.4f}  {time.monotonic() - began_s:6.0f} s", flush=True)
        learning.step += 1
        yield learning.step


def _batches(reader: str, seed: int, steps: range, drawing: int) -> Iterator[Batch | EndsBatch]:
    """Batches in their order, drawn by other processes."""
    with multiprocessing.get_context("spawn").Pool(drawing, _quietly) as pool:
        yield from pool.imap(_draw, ((reader, seed, step) for step in steps), chunksize=4)


def _quietly() -> None:
    cv2.setNumThreads(1)


def _draw(asked: tuple[str, int, int]) -> Batch | EndsBatch:
    reader, *seed = asked
    return READERS[reader].examples((seed[0], seed[1]), BATCH)


def _tensors(drawn: Batch | EndsBatch, device: torch.device) -> tuple[Tensor, ...]:
    pictures = torch.from_numpy(drawn.pictures).contiguous(memory_format=torch.channels_last)
    rest = (torch.from_numpy(getattr(drawn, each.name)) for each in dataclasses.fields(drawn)[1:])
    return tuple(each.to(device) for each in (pictures, *rest))


def _tell(network: nn.Module, reader: Reader, seed: int, device: torch.device) -> None:
    """Print how often it is right of examples that it has not seen."""
    scores: list[Tensor] = []
    wanted: list[tuple[Tensor, ...]] = []
    for number in range(_TOLD_OF):
        pictures, *rest = _tensors(reader.examples((seed + 1_000_000, number), BATCH), device)
        with torch.no_grad():
            scores.append(network(pictures))
        wanted.append(tuple(rest))
    for line in reader.tell(torch.cat(scores), tuple(torch.cat(each) for each in zip(*wanted, strict=True))):
        print(line)


def _share_right(scores: Tensor, wanted: tuple[Tensor, ...]) -> tuple[str, ...]:
    codes, slots, read = wanted
    is_code = (scores[:, 0] > 0) == (codes > 1 / 2)
    signs = scores[:, 1:].reshape(-1, SLOTS, CLASSES).argmax(dim=2)
    whole = (signs == slots).all(dim=1)[read > 0].float()
    return (
        f"a code or none: {100 * is_code.float().mean():.2f} % right of {len(is_code)}",
        f"every sign: {100 * whole.mean():.2f} % right of {len(whole)}, blurred ones and all",
    )


def _shares_passed(scores: Tensor, wanted: tuple[Tensor, ...]) -> tuple[str, ...]:
    whole, likely = wanted[0] > 1 / 2, scores[:, 0].sigmoid()
    return tuple(
        f"whole from {limit}: {100 * (likely[whole] >= limit).float().mean():.2f} % of {int(whole.sum())} whole rows, "
        f"{100 * (likely[~whole] >= limit).float().mean():.3f} % of the cut ones"
        for limit in _LIMITS
    )


def _write(network: nn.Module, out: Path, looks_at: tuple[int, int, int]) -> None:
    network = copy.deepcopy(network).cpu().eval()
    example = torch.zeros(1, *looks_at)
    names = {"input_names": ["pictures"], "output_names": ["scores"]}
    torch.onnx.export(
        network, (example,), str(out), dynamo=False, dynamic_axes={"pictures": {0: "n"}, "scores": {0: "n"}}, **names
    )
    write_graphs(out)
    print(f"wrote {out.name}: {out.stat().st_size / 1e6:.2f} MB")


READERS = {
    "codes": Reader(batch, Network, loss_of, 12000, CODE_MODEL, _share_right),
    "ends": Reader(
        ends_batch, EndsNetwork, loss_of_ends, 5700, ENDS_MODEL, _shares_passed, (6, ENDS_HEIGHT, ENDS_WIDTH)
    ),
    "numerals": Reader(numeral_batch, partial(Network, 96), loss_of, 8000, NUMERAL_MODEL, _share_right),
}


if __name__ == "__main__":
    main()
