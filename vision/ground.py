"""What print stands on."""

from __future__ import annotations

import numpy as np

from vision.glyphs import Floats


def ground_of(part: Floats, pale: bool) -> tuple[Floats, float]:
    """The colour of the ground of a picture of print, (H, W, 3), and by how much it differs from the ink in all colours
    together."""
    blue, green, red = colours = np.ascontiguousarray(part.reshape(-1, 3).T)
    levels = (blue + green + red) * (-1 if pale else 1)  # the ground has the higher ones
    low, high = (float(level) for level in np.percentile(levels, [5, 95]))
    return np.asarray(np.median(colours[:, levels >= low + 0.7 * (high - low)], axis=1), np.float32), high - low
