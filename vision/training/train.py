"""Trains the small readers and writes them as ONNX: `python -m vision.training.train [READER] [--steps N] [--seed N]`.

The same seed, typefaces and PyTorch draw the same examples in the same order. Uses a GPU where there is one. Prints the
loss as it goes, and at the end how often lines that were not trained with are told rightly.
"""

from __future__ import annotations

import argparse
import copy
import multiprocessing
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor

from vision.code_net import MODEL, SCENARIO_MODEL
from vision.slots import HEIGHT, SLOTS, WIDTH
from vision.training.examples import Batch, batch
from vision.training.go_on import take_over
from vision.training.network import CLASSES, Network, loss_of
from vision.training.scenario_examples import scenario_batch

BATCH = 128
_FASTEST, _WEIGHT_DECAY = 2e-3, 0.01
_GOING_ON = 0.5  # of the fastest learning, for a network that was trained before
_PARTED_BY = 2048  # examples
_TOLD_EVERY, _WRITTEN_EVERY = 200, 2000  # steps


@dataclass(frozen=True)
class Reader:
    """What is trained: how its examples are drawn, how large it is, for how many steps, and where it is kept."""

    examples: Callable[[tuple[int, int], int], Batch]
    hidden: int
    steps: int
    model: Path


READERS = {
    "codes": Reader(batch, 320, 12000, MODEL),
    "scenario": Reader(scenario_batch, 96, 8000, SCENARIO_MODEL),
}


def main() -> None:
    """Train one of them, or each in turn."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("reader", nargs="?", choices=READERS, help="all of them where none is named")
    parser.add_argument("--steps", type=int, help=f"of {BATCH} examples each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--drawing", type=int, default=1, help="processes that draw examples")
    parser.add_argument("--out", type=Path, default=MODEL.parent, help="the folder that they are written to")
    parser.add_argument("--on", action="store_true", help="go on with what is shipped, with smaller steps")
    asked = parser.parse_args()
    torch.set_num_threads(max(torch.get_num_threads() - asked.drawing, 1))
    for name in [asked.reader] if asked.reader else READERS:
        _trained(name, asked)


def _trained(name: str, asked: argparse.Namespace) -> None:
    """Train, write, and tell."""
    reader, out = READERS[name], asked.out / READERS[name].model.name
    torch.manual_seed(asked.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network = Network(reader.hidden).to(device=device, memory_format=torch.channels_last)
    steps = asked.steps or reader.steps
    if asked.on:
        take_over(network, reader.model, _tensors(reader.examples((asked.seed, steps), _PARTED_BY), device)[0])
    fastest = _FASTEST * (_GOING_ON if asked.on else 1)
    for step in _train(network, fastest, steps, _batches(name, asked.seed, steps, asked.drawing), device):
        if step % _WRITTEN_EVERY == 0:  # so that it can be tried on the way
            _write(network, out)
    _tell(network.eval(), reader, asked.seed, device)
    _write(network, out)


def _train(
    network: Network, fastest: float, steps: int, batches: Iterator[Batch], device: torch.device
) -> Iterator[int]:
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=_WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, fastest, total_steps=steps, pct_start=0.08)
    recent, began_s = 0.0, time.monotonic()
    for step, drawn in enumerate(batches):
        pictures, codes, slots, read = _tensors(drawn, device)
        loss = loss_of(network(pictures), codes, slots, read)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        recent = loss.item() if step == 0 else 0.98 * recent + 0.02 * loss.item()
        if step % _TOLD_EVERY == 0:
            print(f"step {step:6}  loss {recent:.4f}  {time.monotonic() - began_s:6.0f} s", flush=True)
        yield step


def _batches(reader: str, seed: int, steps: int, drawing: int) -> Iterator[Batch]:
    """Batches in their order, drawn by other processes."""
    with multiprocessing.get_context("spawn").Pool(drawing, _quietly) as pool:
        yield from pool.imap(_draw, ((reader, seed, step) for step in range(steps)), chunksize=4)


def _quietly() -> None:
    cv2.setNumThreads(1)


def _draw(asked: tuple[str, int, int]) -> Batch:
    reader, *seed = asked
    return READERS[reader].examples((seed[0], seed[1]), BATCH)


def _tensors(drawn: Batch, device: torch.device) -> tuple[Tensor, ...]:
    pictures = torch.from_numpy(drawn.pictures).contiguous(memory_format=torch.channels_last)
    rest = (torch.from_numpy(each) for each in (drawn.codes, drawn.slots, drawn.read))
    return tuple(each.to(device) for each in (pictures, *rest))


def _tell(network: Network, reader: Reader, seed: int, device: torch.device) -> None:
    """Print how often it is right of examples that it has not seen."""
    told: list[tuple[bool, bool, bool]] = []
    for number in range(40):
        pictures, codes, slots, read = _tensors(reader.examples((seed + 1_000_000, number), BATCH), device)
        with torch.no_grad():
            scores = network(pictures)
        is_code = (scores[:, 0] > 0) == (codes > 0.5)
        signs = scores[:, 1:].reshape(-1, SLOTS, CLASSES).argmax(dim=2)
        whole = (signs == slots).all(dim=1)
        told += zip(is_code.tolist(), whole.tolist(), (read > 0).tolist(), strict=True)
    text = [whole for _, whole, counts in told if counts]
    print(f"a code or none: {100 * np.mean([each for each, _, _ in told]):.2f} % right of {len(told)}")
    print(f"every sign: {100 * np.mean(text):.2f} % right of {len(text)}, blurred ones and all")


def _write(network: Network, out: Path) -> None:
    network = copy.deepcopy(network).cpu().eval()
    example = torch.zeros(1, 1, HEIGHT, WIDTH)
    names = {"input_names": ["pictures"], "output_names": ["scores"]}
    torch.onnx.export(
        network, (example,), str(out), dynamo=False, dynamic_axes={"pictures": {0: "n"}, "scores": {0: "n"}}, **names
    )
    print(f"wrote {out.name}: {out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
