"""What the network that tells scenario codes from dates is taught with."""

import numpy as np
import pytest

from vision.glyphs import Floats
from vision.slots import HEIGHT, SIGNS, SLOTS, WIDTH
from vision.training import scenario_examples
from vision.training.scenario_examples import date_of_ones, scenario_figures, scenario_wording
from vision.training.strip import Strip


def test_codes_and_dates_are_drawn_as_often():
    """Neither is the likelier one beforehand: `I/08` as often as `1/08`, `II/08` as `11/08`."""
    rng = np.random.default_rng(5)
    some = [scenario_wording(rng) for _ in range(4000)]
    heads = [each.text.split("/")[0] for each in some]
    for letters, digits in (("I", "1"), ("II", "11")):
        assert abs(heads.count(letters) - heads.count(digits)) < 0.2 * heads.count(digits)
    assert all(each.is_code == each.text[0].isalpha() for each in some if not each.text.startswith("IIII"))
    assert not any(each.is_code for each in some if each.text.startswith("IIII"))


def test_what_it_should_say():
    """The signs as they are printed, filled up in front, so that the digits have places of their own."""
    rng = np.random.default_rng(6)
    for _ in range(50):
        wording = scenario_wording(rng)
        slots = wording.slots
        assert slots is not None
        assert len(slots) == SLOTS
        assert "".join(SIGNS[place - 1] for place in slots if place) == wording.text


def test_figures_of_old():
    """Some lines have old-style figures, most of those with ones like a small I; every line whose ones look like a tall
    I is a date with a 1 among its last digits, for a code in that print would look the same."""
    rng = np.random.default_rng(7)
    some = [scenario_figures(rng) for _ in range(2000)]
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
        return np.zeros((HEIGHT, WIDTH), np.float32)

    monkeypatch.setattr(
        scenario_examples, "draw_strip", lambda rng, wording, figures: Strip(np.full((140, 520), 200, np.float32), quad)
    )
    monkeypatch.setattr(scenario_examples, "seen", seen)
    batch = scenario_examples.scenario_batch((1, 2), 16)
    assert upright == [True] * 16
    assert np.array_equal(batch.codes[::2], batch.codes[1::2])
    assert np.array_equal(batch.slots[::2], batch.slots[1::2])
    assert batch.read.all()
    assert np.array_equal(batch.slots, scenario_examples.scenario_batch((1, 2), 16).slots)
