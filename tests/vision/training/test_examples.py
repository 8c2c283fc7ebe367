"""Pictures for training: what the network gets of a drawn line, through a camera."""

import cv2
import numpy as np

from vision.slots import HEIGHT, WIDTH
from vision.training.examples import seen
from vision.training.strip import Strip


def strip() -> Strip:
    """A line drawn by hand: a bar with a notch at its left end."""
    picture = np.full((140, 520), 220, np.float32)
    cv2.rectangle(picture, (200, 56), (320, 84), 30.0, -1)
    cv2.rectangle(picture, (200, 56), (230, 70), 220.0, -1)
    quad = np.array([[200, 56], [320, 56], [320, 84], [200, 84]], np.float32)
    return Strip(picture, quad)


def test_a_picture_is_what_the_network_wants():
    """Of the right size, with its mean taken out, another one each time and the same one for a seed."""
    pictures = [seen(np.random.default_rng(number), strip(), turned=False) for number in range(20)]
    for picture in pictures:
        assert picture.shape == (HEIGHT, WIDTH)
        assert np.isfinite(picture).all()
        assert abs(float(picture.mean())) < 2.0
    assert np.array_equal(pictures[0], seen(np.random.default_rng(0), strip(), turned=False))
    assert not np.array_equal(pictures[0], pictures[1])


def test_it_stands_the_right_way_up():
    """The notch is pale at the top left, or, turned round, at the bottom right."""
    for turned in (False, True):
        at_top_left = []
        for number in range(30):
            picture = seen(np.random.default_rng(number), strip(), turned=turned)
            dark = picture < picture.min() + 0.4 * np.ptp(picture)
            rows, columns = np.nonzero(dark)
            top, bottom, left, right = rows.min(), rows.max(), columns.min(), columns.max()
            middle, centre = (top + bottom) // 2, (left + right) // 2
            first = picture[top:middle, left : (left + centre) // 2].mean()
            last = picture[middle:bottom, (centre + right) // 2 : right].mean()
            at_top_left.append(bool(first > last))
        assert np.mean(at_top_left) > 0.9 if not turned else np.mean(at_top_left) < 0.1
