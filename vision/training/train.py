"""Trains the small reader of codes and writes it as ONNX: `python -m vision.training.train [--steps N] [--seed N]`.

The same seed, typefaces and PyTorch draw the same examples in the same order. Uses a GPU where there is one. Prints the
loss as it goes, and at the end how often lines that were not trained with are told rightly.
"""

from __future__ import annotations

import argparse
import copy
import multiprocessing
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor

from vision.code_net import MODEL
from vision.slots import HEIGHT, SLOTS, WIDTH
from vision.training.examples import Batch, batch
from vision.training.network import CLASSES, Network, loss_of

BATCH = 128
_FASTEST, _WEIGHT_DECAY = 2e-3, 0.01
_TOLD_EVERY, _WRITTEN_EVERY = 200, 2000  # steps


def main() -> None:
    """Train, write, and tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=12000, help=f"of {BATCH} examples each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--drawing", type=int, default=1, help="processes that draw examples")
    parser.add_argument("--out", type=Path, default=MODEL)
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(max(torch.get_num_threads() - asked.drawing, 1))
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network = Network().to(device=device, memory_format=torch.channels_last)
    for step in _train(network, asked.steps, asked.seed, asked.drawing, device):
        if step % _WRITTEN_EVERY == 0:  # so that it can be tried on the way
            _write(network, asked.out)
    _tell(network.eval(), asked.seed, device)
    _write(network, asked.out)


def _train(network: Network, steps: int, seed: int, drawing: int, device: torch.device) -> Iterator[int]:
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=_WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _FASTEST, total_steps=steps, pct_start=0.08)
    recent, began_s = 0.0, time.monotonic()
    for step, drawn in enumerate(_batches(seed, steps, drawing)):
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


def _batches(seed: int, steps: int, drawing: int) -> Iterator[Batch]:
    """Batches in their order, drawn by other processes."""
    with multiprocessing.get_context("spawn").Pool(drawing, _quietly) as pool:
        yield from pool.imap(_draw, ((seed, step) for step in range(steps)), chunksize=4)


def _quietly() -> None:
    cv2.setNumThreads(1)


def _draw(seed: tuple[int, int]) -> Batch:
    return batch(seed, BATCH)


def _tensors(drawn: Batch, device: torch.device) -> tuple[Tensor, ...]:
    pictures = torch.from_numpy(drawn.pictures).contiguous(memory_format=torch.channels_last)
    rest = (torch.from_numpy(each) for each in (drawn.codes, drawn.slots, drawn.read))
    return tuple(each.to(device) for each in (pictures, *rest))


def _tell(network: Network, seed: int, device: torch.device) -> None:
    """Print how often it is right of examples that it has not seen."""
    told: list[tuple[bool, bool, bool]] = []
    for number in range(40):
        pictures, codes, slots, read = _tensors(batch((seed + 1_000_000, number), BATCH), device)
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
