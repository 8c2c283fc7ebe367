"""A blank card, the row of ink on a drawn one, and where the code of a card on the table is."""

import cv2
import numpy as np

from hardware.drawn_deck import CARD_MM, Pose, draw_card, empty_table, lay
from vision.find.picture import Candidate
from vision.reads import Frame


def paper() -> Frame:
    """A blank card, ten pixels to a millimetre."""
    return np.full((400, 700, 3), 230, np.uint8)


def row_of(card: Frame, left: int = 0, right: int | None = None) -> Candidate:
    """All the dark ink between two columns, as one upright row."""
    ink = card[:, left:right].min(axis=2) < 128
    rows, columns = np.flatnonzero(ink.any(axis=1)), left + np.flatnonzero(ink.any(axis=0))
    x, y, end, base = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    return Candidate(np.array([[x, y], [end, y], [end, base], [x, base]], np.float32), pale=False)


def code_on(pose: Pose, width: int = 1280, height: int = 720, code: str = "D586") -> Candidate:
    """The row of the code of a drawn card that lies so."""
    card = draw_card(code)
    corner = row_of(card[:140])  # its other print stands lower
    flat = np.array([[0, 0], [CARD_MM[0], 0], [CARD_MM[0], CARD_MM[1]], [0, CARD_MM[1]]], np.float32) * 10
    onto = cv2.getPerspectiveTransform(flat, lay(empty_table(width, height), card, pose))
    quad = cv2.perspectiveTransform(corner.quad.reshape(-1, 1, 2), onto).reshape(4, 2)
    return Candidate(np.asarray(quad, np.float32), pale=False)
