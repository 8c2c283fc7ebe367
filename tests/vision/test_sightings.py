"""Frames to sightings: once per showing, when frames agree."""

import itertools

import numpy as np
import pytest

from vision.drawn_deck import Pose, empty_table, show
from vision.reads import FrameReads, Read
from vision.scanner import Scanner
from vision.sightings import CardWatcher, Sightings

NOTHING = FrameReads()


def read(text: str, at: tuple[float, float] = (100, 100), doubt: str = "") -> Read:
    """A reading of a code 20 pixels high at a place."""
    x, y = at
    quad = ((x, y), (x + 60, y), (x + 60, y + 20), (x, y + 20))
    return Read(text, "card_id", 0.6 if doubt else 0.99, quad, doubt)


def sure(*reads: Read) -> FrameReads:
    """A frame with these sure readings."""
    return FrameReads(reads)


def seen(frames: list[FrameReads], per_s: float = 10.0) -> list[tuple[str, str]]:
    """What is sighted in a sequence of frames: text and doubt."""
    sightings = Sightings()
    found = itertools.chain.from_iterable(sightings.see(each, n / per_s) for n, each in enumerate(frames))
    return [(each.text, each.doubt) for each in found]


def test_one_frame_is_not_enough():
    """A reading that only one frame has is never reported."""
    assert seen([NOTHING, sure(read("D012")), *[NOTHING] * 30]) == []


def test_a_lying_card_is_reported_once():
    """A card that lies there all evening is sighted once."""
    assert seen([sure(read("D012"))] * 3000) == [("D012", "")]


def test_two_cards_in_turn_are_two_sightings():
    """Each card that is laid on the other is sighted."""
    frames = [sure(read("D012"))] * 5 + [sure(read("M017"))] * 5
    assert seen(frames) == [("D012", ""), ("M017", "")]


def test_the_same_card_shown_again():
    """Taken away for more than a second and laid down elsewhere, a card is sighted again."""
    again = sure(read("D012", at=(118, 109)))
    assert seen([sure(read("D012"))] * 5 + [NOTHING] * 15 + [again] * 5) == [("D012", "")] * 2


def test_a_hand_over_the_card():
    """A card that is covered for ten seconds and did not move is the same showing."""
    frames = [sure(read("D012"))] * 5 + [NOTHING] * 100 + [sure(read("D012"))] * 50
    assert seen(frames) == [("D012", "")]


def test_a_card_that_is_pushed_along():
    """A card that moves while it is seen is one showing."""
    assert seen([sure(read("D012", at=(100 + 15 * step, 100))) for step in range(30)]) == [("D012", "")]


def test_votes_are_not_gathered_over_an_evening():
    """Single looks that are far apart do not add up to a sighting."""
    frames = ([sure(read("D012", at=(100, 100)))] + [NOTHING] * 30) * 20
    assert seen(frames) == []


def test_an_unsure_reading_is_asked_about_once():
    """A reading that stays unsure is reported once, after more frames than a sure one."""
    doubtful = FrameReads((), (read("D012", doubt="doubtful"),))
    assert seen([doubtful] * 3) == []
    assert seen([doubtful] * 300) == [("D012", "doubtful")]


def test_sure_after_unsure():
    """What was asked about is reported when it becomes sure; what is sure is not asked about any more."""
    doubtful = FrameReads((), (read("D012", doubt="doubtful"),))
    assert seen([doubtful] * 9 + [sure(read("D012"))] * 9 + [doubtful] * 90) == [("D012", "doubtful"), ("D012", "")]


def test_a_doubtful_second_opinion_does_not_count_against_a_sure_reading():
    """Another text read unsurely in the same place is neither asked about nor in the way."""
    both = FrameReads((read("D012"),), (read("D812", doubt="doubtful"),))
    assert seen([both] * 20) == [("D012", "")]


def test_forgetting_reads_what_lies_there():
    """After `forget` the card that lies there is sighted once more."""
    sightings = Sightings()
    for n in range(5):
        sightings.see(sure(read("D012")), n / 10)
    sightings.forget()
    assert [each.text for n in range(5, 9) for each in sightings.see(sure(read("D012")), n / 10)] == ["D012"]


class Watched:
    """A watcher under a clock of its own, with what it sighted and how often it had to read."""

    def __init__(self, scanner: Scanner) -> None:
        self.now_s = 0.0
        self.sighted: list[str] = []
        self.reads = 0
        self._scanner = scanner
        self.watcher = CardWatcher(lambda read: self.sighted.append(read.text), self, lambda: self.now_s)  # type: ignore[arg-type]

    def read(self, frame):
        """Count a reading, and do it."""
        self.reads += 1
        return self._scanner.read(frame)

    def look(self, frame, frames: int, noise: float = 0.0) -> None:
        """Let the camera see a scene for some frames, ten a second."""
        rng = np.random.default_rng(5)
        for _ in range(frames):
            seen = np.clip(frame + rng.normal(0, noise, frame.shape), 0, 255).astype(np.uint8) if noise else frame
            self.watcher.on_frame(seen)
            self.now_s += 0.1


@pytest.fixture
def watched(scanner: Scanner) -> Watched:
    """A watcher that has seen nothing yet."""
    return Watched(scanner)


def test_cards_shown_in_turn(watched: Watched):
    """Cards laid on the table one after the other are sighted in their order, once each."""
    for code, turned in (("D247", 5), ("352", -8), ("D247", 12)):
        watched.look(show(code, pose=Pose(6, turned)), 6)
        watched.look(empty_table(), 14)
    assert watched.sighted == ["D247", "352", "D247"]


def test_nothing_is_read_while_nothing_changes(watched: Watched):
    """A still picture with ordinary noise is read a few times only."""
    watched.look(show("D247", pose=Pose(5, 5)), 40, noise=3.0)
    assert watched.sighted == ["D247"]
    assert watched.reads <= 6


def test_a_change_is_noticed_at_once(watched: Watched):
    """The first frame with another card is read."""
    watched.look(empty_table(), 40)
    before = watched.reads
    watched.look(show("D247", pose=Pose(4, 5)), 1)
    assert watched.reads == before + 1


def test_the_scan_button(watched: Watched):
    """After `forget` the card that lies there is read and sighted again."""
    watched.look(show("D247", pose=Pose(6)), 10)
    watched.watcher.forget()
    watched.look(show("D247", pose=Pose(6)), 10)
    assert watched.sighted == ["D247", "D247"]
