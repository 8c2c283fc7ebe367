"""The network: a picture of a line to whether it is a code, and to its signs."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.slots import SIGNS, SLOTS

CLASSES = len(SIGNS) + 1  # and no sign at all


class Network(nn.Module):
    """(N, 1, 32, 128) pictures to (N, 1 + 8 * 19) scores: first that of a code, then those of each slot's signs."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _step(1, 16, (2, 2)),  # 16 x 64
            _step(16, 32, (2, 2)),  # 8 x 32
            _step(32, 48, (1, 1)),
            _step(48, 64, (2, 1)),  # 4 x 32
            _step(64, 64, (1, 1)),
            _step(64, 96, (2, 2)),  # 2 x 16
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(96 * 2 * 16, 320),
            nn.ReLU(),
        )
        self.code = nn.Linear(320, 1)
        self.signs = nn.Linear(320, SLOTS * CLASSES)

    def forward(self, pictures: Tensor) -> Tensor:
        """Scores before any softmax."""
        found = self.features(pictures)
        return torch.cat([self.code(found), self.signs(found)], dim=1)


def loss_of(scores: Tensor, codes: Tensor, slots: Tensor, read: Tensor) -> Tensor:
    """How far off the scores are: of a code always, of the signs where they count."""
    code = nn.functional.binary_cross_entropy_with_logits(scores[:, 0], codes)
    each = nn.functional.cross_entropy(
        scores[:, 1:].reshape(-1, CLASSES), slots.reshape(-1), reduction="none", label_smoothing=0.02
    )
    signs = (each.reshape(-1, SLOTS).sum(dim=1) * read).sum() / read.sum().clamp(min=1)
    return code + 0.5 * signs


def _step(before: int, behind: int, stride: tuple[int, int]) -> nn.Sequential:
    convolution = nn.Conv2d(before, behind, 3, stride=stride, padding=1, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(behind), nn.ReLU())
