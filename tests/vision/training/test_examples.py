"""Pictures for training: what the network gets of a drawn line, through a camera. What the network that tells numeral
codes from dates is taught with."""

import cv2
import numpy as np
import pytest

from vision.find.picture import Floats
from vision.read.networks import INPUT_HEIGHT, INPUT_WIDTH, SIGNS, SLOTS
from vision.training import examples
from vision.training.examples import date_of_ones, numeral_figures, numeral_wording, seen
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
        assert picture.shape == (INPUT_HEIGHT, INPUT_WIDTH)
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


def test_codes_and_dates_are_drawn_as_often():
    """Neither is the likelier one beforehand: `I/08` as often as `1/08`, `II/08` as `11/08`."""
    rng = np.random.default_rng(5)
    some = [numeral_wording(rng) for _ in range(4000)]
    heads = [each.text.split("/")[0] for each in some]
    for letters, digits in (("I", "1"), ("II", "11")):
        assert abs(heads.count(letters) - heads.count(digits)) < 0.2 * heads.count(digits)
    assert all(each.is_code == each.text[0].isalpha() for each in some if not each.text.startswith("IIII"))
    assert not any(each.is_code for each in some if each.text.startswith("IIII"))


def test_what_it_should_say():
    """The signs as they are printed, filled up in front, so that the digits have places of their own."""
    rng = np.random.default_rng(6)
    for _ in range(50):
        wording = numeral_wording(rng)
        slots = wording.slots
        assert slots is not None
        assert len(slots) == SLOTS
        assert "".join(SIGNS[place - 1] for place in slots if place) == wording.text


def test_figures_of_old():
    """Some lines have old-style figures, most of those with ones like a small I; every line whose ones look like a tall
    I is a date with a 1 among its last digits, for a code in that print would look the same."""
    rng = np.random.default_rng(7)
    some = [numeral_figures(rng) for _ in range(2000)]
    small = [each for each in some if each.low < 1 and each.drawn_as.get("1") == "I"]
    tall = [each for each in some if each.low == 1 and each.drawn_as]
    assert 0.15 < len(small) / len(some) < 0.25
    assert 0.04 < len(tall) / len(some) < 0.08
    assert {tuple(each.drawn_as) for each in small} == {("1",), ("1", "0")}
    for _ in range(200):
        wording = date_of_ones(rng)
        assert not wording.is_code
        assert wording.text.split("/")[0] in ("1", "11")
        assert "1" in wording.text.split("/")[1]


def test_a_batch_is_upright(monkeypatch: pytest.MonkeyPatch):
    """Each line is seen twice, both times the right way up; the same seed draws the same."""
    quad = np.array([[200, 56], [320, 56], [320, 84], [200, 84]], np.float32)
    upright: list[bool] = []

    def seen(rng: np.random.Generator, strip: Strip, turned: bool) -> Floats:
        upright.append(not turned)
        return np.zeros((INPUT_HEIGHT, INPUT_WIDTH), np.float32)

    monkeypatch.setattr(
        examples, "draw_strip", lambda rng, wording, figures: Strip(np.full((140, 520), 200, np.float32), quad)
    )
    monkeypatch.setattr(examples, "seen", seen)
    batch = examples.numeral_batch((1, 2), 16)
    assert upright == [True] * 16
    assert np.array_equal(batch.codes[::2], batch.codes[1::2])
    assert np.array_equal(batch.slots[::2], batch.slots[1::2])
    assert batch.read.all()
    assert np.array_equal(batch.slots, examples.numeral_batch((1, 2), 16).slots)
