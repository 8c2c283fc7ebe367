"""The network: a picture of a line to whether it is a code, and to its signs."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.read.networks import SIGNS, SLOTS

CLASSES = len(SIGNS) + 1  # and no sign at all
_COLUMNS = 32  # of the picture's strokes


class Network(nn.Module):
    """(N, 1, 32, 128) pictures to (N, 1 + 8 * 19) scores: first that of a code, then those of each slot's signs.

    Two ways lead to the signs, and their scores are added: the whole picture at once, and, for each slot, a look at the
    columns where the whole picture says that its sign stands. The second one knows a digit wherever it stands. `hidden`
    is how much is known of the whole picture.
    """

    def __init__(self, hidden: int = 320) -> None:
        super().__init__()
        self.strokes = nn.Sequential(
            _step(1, 16, (2, 2)),  # 16 x 64
            _step(16, 32, (2, 2)),  # 8 x 32
            _step(32, 48, (1, 1)),
            _step(48, 64, (2, 1)),  # 4 x 32
            _step(64, 64, (1, 1)),
        )
        self.whole = nn.Sequential(
            _step(64, 96, (2, 2)),  # 2 x 16
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(96 * 2 * 16, hidden),
            nn.ReLU(),
        )
        self.columns = nn.Sequential(
            nn.Conv2d(64, 128, (4, 3), padding=(0, 1), bias=False),  # 1 x 32
            nn.BatchNorm2d(128),
            nn.ReLU(),
        )
        self.code = nn.Linear(hidden, 1)
        self.signs = nn.Linear(hidden, SLOTS * CLASSES)
        self.places = nn.Linear(hidden, SLOTS * _COLUMNS)
        self.shape = nn.Linear(128, CLASSES)

    def forward(self, pictures: Tensor) -> Tensor:
        """Scores before any softmax."""
        strokes = self.strokes(pictures)
        found = self.whole(strokes)
        columns = self.columns(strokes).flatten(2).transpose(1, 2)  # (N, 32, 128)
        places = self.places(found).unflatten(1, (SLOTS, _COLUMNS)).softmax(dim=2)
        shapes = self.shape(places @ columns).flatten(1)
        return torch.cat([self.code(found), self.signs(found) + shapes], dim=1)


class EndsNetwork(nn.Module):
    """(N, 6, 48, 128) pictures of both ends of a row, close by and far about, to (N, 1) scores that both are seen: what
    is seen close by counts alone, and together with what is seen about it."""

    def __init__(self) -> None:
        super().__init__()
        self.close, self.about = _looks(96), _looks(64)
        self.near = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(96 * 3 * 8, 192), nn.ReLU())
        self.far = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(64 * 3 * 8, 128), nn.ReLU())
        self.alone = nn.Linear(192, 1)
        self.both = nn.Sequential(nn.Linear(192 + 128, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, pictures: Tensor) -> Tensor:
        """Scores before any sigmoid."""
        near, far = self.near(self.close(pictures[:, :3])), self.far(self.about(pictures[:, 3:]))
        scores: Tensor = self.alone(near) + self.both(torch.cat([near, far], dim=1))
        return scores


def _looks(last: int) -> nn.Sequential:
    """(N, 3, 48, 128) to (N, last, 3, 8)."""
    return nn.Sequential(
        _step(3, 16, (2, 2)),
        _step(16, 32, (2, 2)),
        _step(32, 48, (1, 1)),
        _step(48, 64, (2, 2)),
        _step(64, 64, (1, 1)),
        _step(64, last, (2, 2)),
    )


def loss_of_ends(scores: Tensor, whole: Tensor) -> Tensor:
    """How far off the scores are."""
    return nn.functional.binary_cross_entropy_with_logits(scores[:, 0], whole)


def loss_of(scores: Tensor, codes: Tensor, slots: Tensor, read: Tensor) -> Tensor:
    """How far off the scores are: of a code always, of the signs where they count."""
    code = nn.functional.binary_cross_entropy_with_logits(scores[:, 0], codes)
    each = nn.functional.cross_entropy(
        scores[:, 1:].reshape(-1, CLASSES), slots.reshape(-1), reduction="none", label_smoothing=0.02
    )
    signs = (each.reshape(-1, SLOTS).sum(dim=1) * read).sum() / read.sum().clamp(min=1)
    return code + 0.5 * signs


def _step(before: int, behind: int, stride: tuple[int, int], kernel: int = 3) -> nn.Sequential:
    convolution = nn.Conv2d(before, behind, kernel, stride=stride, padding=kernel // 2, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(behind), nn.ReLU())
