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


def on_a_plate(colour: tuple[int, int, int], room: int) -> Frame:
    """A white card on a grey table, 640 x 480 pixels, with D012 in nearly black, 103 x 30 pixels, on a plate of this
    colour that leaves so many pixels round it."""
    frame = np.full((480, 640, 3), (90, 110, 120), np.uint8)
    cv2.rectangle(frame, (140, 120), (420, 440), (235, 238, 240), -1)
    cv2.rectangle(frame, (200 - room, 200 - room), (303 + room, 230 + room), colour, -1)
    cv2.putText(frame, "D012", (200, 229), cv2.FONT_HERSHEY_SIMPLEX, 1.35, (40, 25, 45), 4, cv2.LINE_AA)
    return frame


def code_on(pose: Pose, width: int = 1280, height: int = 720, code: str = "D586") -> Candidate:
    """The row of the code of a drawn card that lies so."""
    card = draw_card(code)
    corner = row_of(card[:140])  # its other print stands lower
    flat = np.array([[0, 0], [CARD_MM[0], 0], [CARD_MM[0], CARD_MM[1]], [0, CARD_MM[1]]], np.float32) * 10
    onto = cv2.getPerspectiveTransform(flat, lay(empty_table(width, height), card, pose))
    quad = cv2.perspectiveTransform(corner.quad.reshape(-1, 1, 2), onto).reshape(4, 2)
    return Candidate(np.asarray(quad, np.float32), pale=False)
