"""The mean of frames in which nothing changed."""

import numpy as np
import pytest

from vision.reads import Frame
from vision.steadied import Steadied


def grainy(level: float, seed: int, shape: tuple[int, int, int] = (40, 60, 3)) -> Frame:
    """A plain frame in the noise of a dim picture, twelve grey levels of deviation."""
    noise = np.random.default_rng(seed).normal(level, 12, shape)
    return np.asarray(np.clip(np.round(noise), 0, 255), np.uint8)


def test_noise_goes_down_with_each_frame():
    """By the root of their number: of eight frames 12 / 2.83 = 4.2 is left. The level stays."""
    steadied = Steadied()
    means = [steadied.seen(grainy(100, seed)) for seed in range(8)]
    assert [round(float(mean.std()), 0) for mean in means[:4]] == [12, 8, 7, 6]
    assert float(means[-1].std()) == pytest.approx(4.2, abs=0.3)
    assert float(means[-1].mean()) == pytest.approx(100, abs=0.6)


def test_the_first_frame_alone_is_as_it_is():
    """Nothing is known of it but itself."""
    frame = grainy(100, 1)
    assert np.array_equal(Steadied().seen(frame), frame)


def test_after_some_frames_no_more_are_gathered():
    """What is seen later costs nothing, and changes nothing."""
    steadied = Steadied()
    last = [steadied.seen(grainy(100, seed)) for seed in range(8)][-1]
    assert steadied.seen(grainy(140, 9)) is last


def test_something_changed():
    """Nothing of what was seen before is left, nor where frames have another shape."""
    steadied = Steadied()
    for seed in range(3):
        steadied.seen(grainy(100, seed))
    steadied.begin()
    fresh = grainy(200, 5)
    assert np.array_equal(steadied.seen(fresh), fresh)
    larger = grainy(50, 6, (80, 120, 3))
    assert np.array_equal(steadied.seen(larger), larger)


def test_a_frame_is_never_written_to():
    """The camera's frames are others' too: the live picture is made of them."""
    steadied, frames = Steadied(), [grainy(100, seed) for seed in range(4)]
    copies = [frame.copy() for frame in frames]
    for frame in frames:
        steadied.seen(frame)
    assert all(np.array_equal(frame, copy) for frame, copy in zip(frames, copies, strict=True))
