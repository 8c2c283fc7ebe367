"""How hard frames are, and what may be the matter with a code in them."""

from __future__ import annotations

from dataclasses import dataclass

CARD_ID, NUMBOX = "card_id", "numbox"
KINDS = (CARD_ID, NUMBOX)
CAUSES = (
    "outline",  # print with a line of another colour round it
    "halo",  # print with a soft glow round it
    "shadow",  # print that throws a shadow
    "small",  # an ID below 18 pixels, a number below 12
    "cut",  # a sign or more of it is covered or outside the picture
    "second_code",  # there are others in the same picture
    "lamps",  # coloured or mixed light
    "glare",  # a lamp is mirrored in a part of it
    "faces",  # italics, slashed zeros, old style figures, decorative faces
    "edge",  # within 12 pixels of the picture's edge
    "blur",  # out of focus or moved by a tenth of its height or more
    "dark",  # its brightest part is below 70 of 255
    "jpeg",  # quality below 55
    "plain",  # none of these
)
PROMISED = {CARD_ID: 16.0, NUMBOX: 10.0}  # pixels of a digit's height from which on the reader must read
SMALL = {CARD_ID: 18.0, NUMBOX: 12.0}


@dataclass(frozen=True)
class Level:
    """How hard a frame is. Angles are degrees, heights pixels of a digit, what begins with `often_` parts of all."""

    name: str
    tilt: tuple[float, float]
    turn: float
    heights: dict[str, tuple[float, float]]
    often_styled: float
    often_special: float
    often_lamps: float
    often_glare: float
    often_dark: float
    often_more: float
    most_codes: int
    often_edge: float
    often_cut: float
    often_any_way: float
    blur: tuple[float, float]  # parts of a digit's height
    noise: tuple[float, float]  # grey values
    jpeg: tuple[int, int]


EASY = Level(
    "easy", (0, 14), 12, {CARD_ID: (20, 56), NUMBOX: (16, 52)},
    0.15, 0.12, 0.05, 0.05, 0.02, 0.15, 2, 0.03, 0.0, 0.02, (0.0, 0.045), (1, 3), (86, 97),
)  # fmt: skip
NORMAL = Level(
    "normal", (4, 28), 30, {CARD_ID: (15, 40), NUMBOX: (10, 34)},
    0.35, 0.3, 0.25, 0.18, 0.08, 0.3, 4, 0.06, 0.06, 0.08, (0.0, 0.085), (2, 6), (65, 93),
)  # fmt: skip
HARD = Level(
    "hard", (10, 44), 60, {CARD_ID: (10, 28), NUMBOX: (7.5, 20)},
    0.5, 0.45, 0.45, 0.3, 0.2, 0.4, 6, 0.12, 0.12, 0.2, (0.02, 0.13), (3, 9), (38, 85),
)  # fmt: skip
LEVELS = (EASY, NORMAL, HARD)
