"""What changed from one frame to another. The mean of frames in which nothing changed."""

import weakref

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import Pose, empty_table, show
from vision.find.picture import Region, region_of
from vision.photos.decode import thumbnail
from vision.reads import Frame
from vision.track.change import FrameAverage, Stillness, region_of_cells, touched


@pytest.mark.slow
def test_noise_is_no_change():
    """Ordinary noise changes nothing, an hour long."""
    still, rng = Stillness(), np.random.default_rng(1)
    table = empty_table()
    assert still.changed(table) is not None
    for _ in range(20):
        noisy = np.clip(table + rng.normal(0, 8, table.shape), 0, 255).astype(np.uint8)
        assert still.changed(noisy) is None


def test_where_something_changed():
    """The changed cells lie where a card was laid, and the region holds it."""
    still = Stillness()
    still.changed(empty_table())
    cells = still.changed(show("D247", pose=Pose(4, 0, 0, (300, 100))))
    assert cells is not None
    region = region_of_cells(cells, 1, (720, 1280, 3))
    assert region.left <= 814 <= 1066 <= region.right <= 1100
    assert region.top <= 284 <= 636 <= region.bottom <= 670
    assert touched(cells, Region(900, 400, 950, 450), (720, 1280))
    assert not touched(cells, Region(100, 100, 300, 300), (720, 1280))


def test_bare_table():
    """Where a card was taken away the table is bare as before, but not where one lies, nor once nobody knows it."""
    still, all_of_it, left = Stillness(), Region(0, 0, 1280, 720), Region(0, 0, 500, 720)
    still.changed(empty_table())
    assert not still.is_bare(all_of_it, (720, 1280, 3))
    still.learn_bare()
    still.changed(show("D247", pose=Pose(4, 0, 0, (300, 100))))
    assert not still.is_bare(all_of_it, (720, 1280, 3))
    assert still.is_bare(left, (720, 1280, 3))
    still.changed(empty_table())
    assert still.is_bare(all_of_it, (720, 1280, 3))
    still.forget_bare()
    assert not still.is_bare(all_of_it, (720, 1280, 3))


def test_two_looks_of_the_bare_table():
    """What has been lying there for long belongs to the table; where it is taken away, the table is bare as before. A
    third look takes the place of the oldest."""
    still, all_of_it, shape = Stillness(), Region(0, 0, 1280, 720), (720, 1280, 3)
    scenes = [empty_table(), show("D247", pose=Pose(4, 0, 0, (300, 100))), show("D247", pose=Pose(4, 0, 0, (-300, 0)))]
    assert not still.knows_bare
    for scene in (*scenes[:2], *scenes[:2]):
        still.changed(scene)
        still.learn_bare()
    assert still.knows_bare
    for scene in scenes[:2]:
        still.changed(scene)
        assert still.is_bare(all_of_it, shape)
    still.changed(scenes[2])
    assert not still.is_bare(all_of_it, shape)
    still.learn_bare()
    still.changed(scenes[0])
    assert not still.is_bare(all_of_it, shape)


def thumbnail_of(frame: Frame, seed: int, quality: int = 90) -> Frame:
    """As a camera at rest sees it: its noise, its JPEG, an eighth of each side."""
    noisy = np.clip(frame + np.random.default_rng(seed).normal(0, 6, frame.shape), 0, 255).astype(np.uint8)
    found = thumbnail(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())
    assert found is not None
    assert found.shape == (135, 240, 3)
    return found


@pytest.mark.parametrize("quality", [50, 90])
def test_a_thumbnail_tells_whether_anything_is_new(quality: int) -> None:
    """The first one after a frame was kept is looked at. Then the bare table is the same, and so is one on which a card
    lies; a card that came, went or moved is not, nor another one that lies exactly there."""
    still, wide = Stillness(), (1920, 1080)
    table = empty_table(*wide)
    lies, moved, other = (
        show(code, pose=Pose(4, 9, 0, shift), width=wide[0], height=wide[1])
        for code, shift in (("D247", (700, 350)), ("D247", (690, 350)), ("L09", (700, 350)))
    )
    seen = [table, table, lies, lies, moved, other, other, table, table]
    still.changed(table)
    told = [still.differs(thumbnail_of(one, seed, quality)) for seed, one in enumerate(seen)]
    assert told == [True, False, True, False, True, True, False, True, False]
    still.changed(lies)
    told = [still.differs(thumbnail_of(one, seed, quality)) for seed, one in enumerate((lies, lies, table))]
    assert told == [True, False, True]


def test_what_is_no_picture_has_no_thumbnail() -> None:
    """Half a picture of a pipe, or anything else."""
    assert thumbnail(b"") is None
    assert thumbnail(b"\xff\xd8\xff nothing") is None


def test_slow_changes_add_up():
    """A change that is too small to notice from frame to frame is noticed when it has extended."""
    still = Stillness()
    table = empty_table()
    assert [still.changed(table + np.uint8(shade)) is not None for shade in range(0, 24, 2)].count(True) in (2, 3)


def test_regions():
    """Regions end at the frame's edges; one around two holds both."""
    quad = np.array([[-5, -5], [40, -5], [40, 20], [-5, 20]], np.float32)
    assert region_of(quad, 10, (100, 45, 3)) == Region(0, 0, 45, 30)
    assert Region(0, 0, 5, 5).around(Region(3, 4, 9, 9)) == Region(0, 0, 9, 9)
    assert Region(4, 4, 2, 9).area == 0


def grainy(level: float, seed: int, shape: tuple[int, int, int] = (40, 60, 3)) -> Frame:
    """A plain frame in the noise of a dim picture, twelve grey levels of deviation."""
    noise = np.random.default_rng(seed).normal(level, 12, shape)
    return np.asarray(np.clip(np.round(noise), 0, 255), np.uint8)


def test_noise_goes_down_with_each_frame():
    """By the root of their number: of eight frames 12 / 2.83 = 4.2 is left. The level stays."""
    take_consistency = FrameAverage()
    means = [take_consistency.mean_with(grainy(100, seed)).copy() for seed in range(8)]  # the next is in its place
    assert [round(float(mean.std()), 0) for mean in means[:4]] == [12, 8, 7, 6]
    assert float(means[-1].std()) == pytest.approx(4.2, abs=0.3)
    assert float(means[-1].mean()) == pytest.approx(100, abs=0.6)


def test_the_first_frame_alone_is_as_it_is():
    """Nothing is known of it but itself."""
    frame = grainy(100, 1)
    assert np.array_equal(FrameAverage().mean_with(frame), frame)


def test_the_camera_s_own_frame_is_never_changed():
    """It may be shown elsewhere; only means of our own are added to."""
    first, frame_average = grainy(100, 1), FrameAverage()
    before = first.copy()
    for seed in range(1, 5):
        frame_average.mean_with(first if seed == 1 else grainy(100, seed))
    assert np.array_equal(first, before)


def test_no_frame_is_held_to_know_it_again():
    """Of a Pi's camera each is six megabytes."""
    still, frame = Stillness(), grainy(100, 1)
    still.changed(frame)
    assert still.changed(frame) is None
    assert still.is_same
    gone = weakref.ref(frame)
    del frame
    assert gone() is None
    still.changed(grainy(100, 1))
    assert not still.is_same


def test_the_very_frame_again_is_as_it_is():
    """No second one is made of it."""
    frame, frame_average = grainy(100, 1), FrameAverage()
    assert [frame_average.mean_with(frame) is frame for _ in range(3)] == [True] * 3


def test_after_some_frames_no_more_are_gathered():
    """What is seen later costs nothing, and changes nothing."""
    take_consistency = FrameAverage()
    last = [take_consistency.mean_with(grainy(100, seed)) for seed in range(8)][-1]
    assert take_consistency.mean_with(grainy(140, 9)) is last


def test_something_changed():
    """Nothing of what was seen before is left, nor where frames have another shape."""
    take_consistency = FrameAverage()
    for seed in range(3):
        take_consistency.mean_with(grainy(100, seed))
    take_consistency.begin()
    fresh = grainy(200, 5)
    assert np.array_equal(take_consistency.mean_with(fresh), fresh)
    larger = grainy(50, 6, (80, 120, 3))
    assert np.array_equal(take_consistency.mean_with(larger), larger)


def test_a_frame_is_never_written_to():
    """The camera's frames are others' too: the live picture is made of them."""
    take_consistency, frames = FrameAverage(), [grainy(100, seed) for seed in range(4)]
    copies = [frame.copy() for frame in frames]
    for frame in frames:
        take_consistency.mean_with(frame)
    assert all(np.array_equal(frame, copy) for frame, copy in zip(frames, copies, strict=True))
