"""Whether both ends of a row are seen, as a network has it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.find.picture import Candidate, Floats, Pyramid
from vision.network import Network
from vision.read.ends import ENDS_HEIGHT, ENDS_WIDTH, EndsNet, ends_net, ends_of
from vision.reads import Frame, Quad

TOP, BOTTOM, LEFT = 130, 160, 260


def printed(text: str) -> tuple[Frame, Quad]:
    """A line of large print on a pale card, and where it stands."""
    card = np.full((300, 640, 3), (190, 215, 225), np.uint8)
    cv2.putText(card, text, (LEFT, BOTTOM), (40, 30, 30), cv2.FontFace("sans"), 42)
    right = int(np.flatnonzero((card[:, :, 0] < 100).any(axis=0))[-1])
    return card, np.array([[LEFT, TOP], [right, TOP], [right, BOTTOM], [LEFT, BOTTOM]], np.float32)


def test_ends_are_beside_each_other():
    """The left half of what the network sees is what is round the first sign, the right half what is round the last,
    close by and, smaller, far about."""
    card = np.zeros((300, 640, 3), np.uint8)
    card[:, :LEFT], card[:, LEFT + 100 :] = (255, 0, 0), (0, 0, 255)
    quad = np.array([[LEFT, TOP], [LEFT + 100, TOP], [LEFT + 100, BOTTOM], [LEFT, BOTTOM]], np.float32)
    ends = ends_of(Pyramid(card), quad)
    assert ends.shape == (6, ENDS_HEIGHT, ENDS_WIDTH)
    blue, _, red, far_blue, _, far_red = ends > 0
    # one and a half of two and a half heights lie beyond each end
    assert (blue[:, :37].all(), blue[:, 40:].any()) == (True, False)
    assert (red[:, 91:].all(), red[:, :88].any()) == (True, False)
    # three and a third of five and a third, of 64 columns
    assert (far_blue[:, :39].all(), far_blue[:, 42:].any()) == (True, False)
    assert (far_red[:, 89:].all(), far_red[:, :86].any()) == (True, False)


@pytest.mark.parametrize("shift", [0, 4])
def test_a_code_alone_is_whole(shift: int):
    """A code on a card with nothing beside it is whole; with a card over its last sign it is not."""
    card, quad = printed("D0128")
    row = Candidate(quad, pale=False)
    assert ends_net().wholeness(Pyramid(card), row) > 2.2  # a likelihood of 0.9
    first = int(quad[1, 0]) - 24  # of the last sign
    covered = card.copy()
    covered[:, first + shift :] = (60, 120, 160)
    rest = quad.copy()
    rest[1:3, 0] = first - 2
    assert ends_net().wholeness(Pyramid(covered), Candidate(rest, pale=False)) < -0.85  # of 0.3


def test_several_looser_cuts_say_it_together(monkeypatch: pytest.MonkeyPatch):
    """Scores of 3, 1, 1 and -1 are 1 in the mean."""
    shown: list[Floats] = []

    def answer(_: Network, pictures: Floats) -> Floats:
        shown.append(pictures)
        return np.array([[3.0], [1.0], [1.0], [-1.0]], np.float32)

    monkeypatch.setattr(Network, "answer", answer)
    card = np.full((300, 640, 3), 200, np.uint8)
    card[:, 380:] = 60
    quad = np.array([[260, 130], [380, 130], [380, 160], [260, 160]], np.float32)
    assert EndsNet().wholeness(Pyramid(card), Candidate(quad, pale=False)) == 1.0
    [pictures] = shown
    begins = [int(np.argmax(picture[0, 24, 64:] < 0)) for picture in pictures]
    # An end is 2.5 heights of the cut in 64 columns, one of them before its end. The first cut is 1.16 as high as the
    # row and goes on 0.08 behind it: what lies behind the row begins 1.08 / 2.9 on. The last: 1.15 / 3.25; the others:
    # 1 / 2.5.
    assert begins == [24, 26, 26, 23]
