"""What print stands on."""

from __future__ import annotations

import numpy as np

from vision.glyphs import Floats


def ground_of(part: Floats, pale: bool) -> tuple[Floats, float]:
    """The colour of the ground of a picture of print, (H, W, 3), and by how much it differs from the ink in all colours
    together."""
    pixels = part.reshape(-1, 3)
    levels = pixels.sum(axis=1) * (-1 if pale else 1)  # the ground has the higher ones
    low, high = (float(level) for level in np.percentile(levels, [5, 95]))
    return np.asarray(np.median(pixels[levels >= low + 0.7 * (high - low)], axis=0), np.float32), high - low
