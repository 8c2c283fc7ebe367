"""What was read: plain values that leave this room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Frame: TypeAlias = npt.NDArray[np.uint8]  # (H, W, 3) BGR
Quad: TypeAlias = npt.NDArray[np.float32]  # (4, 2) float32 pixels, TL TR BR BL of the upright text
Corners: TypeAlias = tuple[tuple[float, float], ...]  # a quad as plain values, one decimal

CARD_ID = "card_id"
NUMBOX = "numbox"

# Why a reading is not sure; the words for people are made elsewhere.
DOUBTFUL = "doubtful"  # two crops of the row disagree, or the reader is not confident enough, and nothing tells why
UPSIDE_DOWN = "upside_down"  # reads as another number when turned round, and nothing tells which way is up
TOO_SMALL = "too_small"  # fewer pixels than can be read safely: bring the card closer
TOO_BLURRED = "too_blurred"  # out of focus, or it moved
TOO_DARK = "too_dark"
GLARE = "glare"  # a lamp is mirrored in it
COVERED = "covered"  # only a part of a code is seen
NO_CODE = "no_code"  # something was laid down, and no code is found in it: too far away, turned over, or it has none
TROUBLES = (TOO_SMALL, TOO_BLURRED, TOO_DARK, GLARE, COVERED, UPSIDE_DOWN, DOUBTFUL, NO_CODE)


@dataclass(frozen=True)
class Read:
    """A code in one frame.

    `text` is the code in its plain form (`D012`, `L09`, `I/08`, `123`), `kind` is `card_id` or `numbox`, `quad` the
    corners in pixels of the frame (top left, top right, bottom right, bottom left of the upright text), `confidence`
    lies between 0 and 1. `uncertainty_reason` is empty for a sure reading, otherwise one of the `TROUBLES`. `other` is
    what a number reads the other way up, where that is the reason.
    """

    text: str
    kind: str
    confidence: float
    quad: Corners | None = None
    uncertainty_reason: str = ""
    other: str = ""

    def as_json(self) -> dict[str, Any]:
        """The reading as `companion scan --json` prints it."""
        quad = None if self.quad is None else [list(corner) for corner in self.quad]
        return {"text": self.text, "kind": self.kind, "quad": quad, "confidence": round(self.confidence, 4)}


@dataclass(frozen=True)
class FrameReads:
    """All that was read in one frame: `reads` may be used, `unsure` must be asked about. Where there is neither,
    `trouble` may tell why: one of the `TROUBLES`, or empty."""

    reads: tuple[Read, ...] = ()
    unsure: tuple[Read, ...] = ()
    trouble: str = ""


def corners(quad: Quad) -> Corners:
    """A quad as plain numbers."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in quad)
