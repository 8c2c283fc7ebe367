"""A row of glyphs that may be a code."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision.reads import CARD_ID, NUMBOX, Quad


@dataclass(frozen=True)
class Candidate:
    """A row of glyphs that may be a code.

    `quad` encloses it tightly, its first side along the row; which of the two ways is up is not known. `pale` tells
    pale glyphs on a darker ground, `boxed` three of them in a dark green box. `uneven` is by how much the heights of
    its glyphs differ, in shares of their height: capitals and digits are all of one. What is
    `rough` was found as one blob and may be anything; a `given` one was told to be all the print that belongs together.
    """

    quad: Quad
    pale: bool
    boxed: bool = False
    uneven: float = 0.0
    rough: bool = False
    given: bool = False

    @cached_property
    def height(self) -> float:
        """The height of its glyphs in pixels of the frame."""
        return float(np.linalg.norm(self.quad[3] - self.quad[0]) + np.linalg.norm(self.quad[2] - self.quad[1])) / 2

    @cached_property
    def length(self) -> float:
        """The length of the row in pixels of the frame."""
        return float(np.linalg.norm(self.quad[1] - self.quad[0]) + np.linalg.norm(self.quad[2] - self.quad[3])) / 2

    @property
    def kind(self) -> str:
        """What a code in it would be: three digits in a box are a number, anything else an ID."""
        return NUMBOX if self.boxed else CARD_ID

    def turned(self) -> Candidate:
        """The same row, read the other way up."""
        return replace(self, quad=np.roll(self.quad, 2, axis=0))

    def shifted(self, by: Quad) -> Candidate:
        """The same row somewhere else, by (2,) pixels to the right and down."""
        return replace(self, quad=np.asarray(self.quad + by, np.float32))
