"""The row of ink on a drawn card."""

import numpy as np

from vision.find.picture import Candidate
from vision.reads import Frame


def row_of(card: Frame, left: int = 0, right: int | None = None) -> Candidate:
    """All the dark ink between two columns, as one upright row."""
    ink = card[:, left:right].min(axis=2) < 128
    rows, columns = np.flatnonzero(ink.any(axis=1)), left + np.flatnonzero(ink.any(axis=0))
    x, y, end, base = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    return Candidate(np.array([[x, y], [end, y], [end, base], [x, base]], np.float32), pale=False)
