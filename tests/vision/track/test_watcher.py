"""What steps of work are estimated to take: alike on every machine. Frames in, sightings out, with little work on each
frame."""

from functools import cache
from itertools import pairwise

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import Pose, draw_card, empty_table, lay, show, write
from tests.vision.codes import EVERY
from tests.vision.drawn_rows import on_a_plate
from vision.find.boxes import find_boxes
from vision.find.picture import Pyramid, grey_pyramid
from vision.grammar import CodeKind, Grammar
from vision.read.fusion import ReadFusion
from vision.read.recogniser import Recognition, recogniser
from vision.read.text_reader import TextReader
from vision.reads import CARD_ID, Frame, Read
from vision.thresholds import LIKELY
from vision.track import watcher
from vision.track.watcher import CardWatcher, look_ms, prescreen_ms, search_ms

pytestmark = pytest.mark.slow


def test_what_steps_take():
    """Half of a frame takes half of the time; many rows take longer to prescreen; four times as many pixels take the
    detector four times as long."""
    assert 0 < search_ms(0.5) == pytest.approx(search_ms(1.0) / 2)
    assert prescreen_ms(6) - prescreen_ms(1) == pytest.approx(15.0)
    assert look_ms(1280 * 720) == pytest.approx(4 * look_ms(640 * 360))


@cache
def noises(shape: tuple[int, ...], level: float) -> list[np.ndarray]:
    """Pictures of a camera's noise that take turns."""
    rng = np.random.default_rng(5)
    return [rng.normal(0, level, shape).astype(np.int8) for _ in range(4)]


class Counted:
    """The recogniser, counting how many crops it is shown."""

    def __init__(self) -> None:
        self.looks = 0

    def read(self, crops: list[Frame]) -> list[Recognition]:
        self.looks += len(crops)
        return recogniser().read(crops)


class Watched:
    """A watcher under a clock of its own, with what it sighted and how many looks it took."""

    def __init__(self, frames_per_s: float = 30.0) -> None:
        self.now_s = 0.0
        self.sighted: list[Read] = []
        self.troubles: list[str] = []
        self.trouble = ""
        self._pause_s = 1 / frames_per_s
        self._counted = Counted()
        reader = TextReader(EVERY, self._counted)  # type: ignore[arg-type]
        self.watcher = CardWatcher(self.sighted.append, reader, lambda: self.now_s, self.troubles.append)

    @property
    def texts(self) -> list[str]:
        """What was sighted, in its order."""
        return [read.text for read in self.sighted]

    def look(self, frame: Frame, seconds: float, noise: float = 2.0) -> list[int]:
        """Let the camera see a scene for some time; returns how many looks each frame took."""
        looks = []
        seen = [np.asarray(cv2.add(frame, each, dtype=cv2.CV_8U), np.uint8) for each in noises(frame.shape, noise)]
        for number in range(round(seconds / self._pause_s)):
            before = self._counted.looks
            self.trouble = self.watcher.on_frame(seen[number % len(seen)]).trouble
            looks.append(self._counted.looks - before)
            self.now_s += self._pause_s
        return looks


@pytest.fixture
def watched() -> Watched:
    """A watcher that has seen nothing yet, thirty frames a second."""
    return Watched()


def test_cards_shown_in_turn(watched: Watched):
    """Cards laid on the table one after the other are sighted in their order, once each."""
    for code, turned in (("D247", 5), ("352", -8), ("D247", 12)):
        watched.look(show(code, pose=Pose(6, turned)), 0.7)
        watched.look(empty_table(), 1.3)
    assert watched.texts == ["D247", "352", "D247"]


@pytest.mark.parametrize("room", [4, 10])
@pytest.mark.parametrize("colour", [(150, 60, 170), (120, 60, 140)])
def test_dark_print_on_a_narrow_coloured_plate(watched: Watched, colour: tuple[int, int, int], room: int):
    """A card with such a plate is sighted once it lies there: its print is not taken for the plate's ground."""
    watched.look(np.full((480, 640, 3), (90, 110, 120), np.uint8), 0.4)
    watched.look(on_a_plate(colour, room), 1.2)
    assert watched.texts == ["D012"]


@pytest.mark.parametrize("seed", [3, 4])
def test_two_cards_in_turn(watched: Watched, seed: int):
    """Two cards that take turns under the camera are a sighting each time, none of them another card."""
    rng = np.random.default_rng(seed)
    codes = [f"D{rng.integers(1000):03}", f"M{rng.integers(1000):03}"] * 2
    for code in codes:
        watched.look(show(code, pose=Pose(5.5, float(rng.uniform(-30, 30)))), 0.8)
        watched.look(empty_table(), 1.2)
    assert watched.texts == codes


def test_what_is_expected_is_never_forced(watched: Watched):
    """While one card alone is expected, another one that looks much like it is not taken for it."""
    watched.watcher.read_codes(Grammar([CodeKind(CARD_ID, "D[0-9]{3}", frozenset({"D241"}))]))
    watched.look(show("D247", pose=Pose(6, 5)), 0.8)
    assert watched.texts == []
    watched.look(empty_table(), 1.2)
    watched.look(show("D241", pose=Pose(6, 5)), 0.8)
    assert watched.texts == ["D241"]


def test_one_look_a_frame(watched: Watched):
    """No frame takes more than one look at one row of glyphs, however much lies there."""
    looks = watched.look(show("D247", "352", "L09", pose=Pose(4, 5)), 1.5)
    assert max(looks) == 1
    assert sorted(watched.texts) == ["352", "D247", "L09"]


@pytest.mark.parametrize("frames_per_s", [4, 10])
def test_slow_cameras(frames_per_s: float):
    """Frames that come seldom are worked on longer: a card is sighted within a second all the same."""
    slow = Watched(frames_per_s)
    slow.look(empty_table(), 1.0)
    slow.look(show("D247", pose=Pose(6, 5)), 1.0)
    assert slow.texts == ["D247"]


def test_nothing_is_read_while_nothing_changes(watched: Watched):
    """A still picture with ordinary noise is left alone once all of it was read."""
    watched.look(show("D247", pose=Pose(5, 5)), 1.5, noise=3.0)
    assert sum(watched.look(show("D247", pose=Pose(5, 5)), 8.0, noise=3.0)) == 0
    assert watched.texts == ["D247"]


def test_the_bare_table_is_searched_once(watched: Watched, monkeypatch: pytest.MonkeyPatch):
    """Where a card was taken away nothing is searched for, until another one lies there or Scan is pressed."""
    searched: list[Pyramid] = []
    monkeypatch.setattr(
        "vision.track.watcher.find_boxes", lambda pyramid: searched.append(pyramid) or find_boxes(pyramid)
    )
    watched.look(empty_table(), 4.0)
    watched.look(show("D247", pose=Pose(6, 5)), 1.0)
    watched.look(empty_table(), 0.1)
    searched.clear()
    watched.look(empty_table(), 3.0)
    assert not searched
    watched.look(show("352", pose=Pose(6, 5)), 1.0)
    assert watched.texts == ["D247", "352"]
    watched.look(empty_table(), 1.0)
    searched.clear()
    watched.watcher.forget()
    watched.look(empty_table(), 1.0)
    assert searched


def test_a_new_table_is_soon_searched(watched: Watched, monkeypatch: pytest.MonkeyPatch):
    """All searches of a bare table, the fine ones too, are done in little more than a second; then it is left alone."""
    searched: list[Pyramid] = []
    monkeypatch.setattr(
        "vision.track.watcher.find_boxes", lambda pyramid: searched.append(pyramid) or find_boxes(pyramid)
    )
    watched.look(empty_table(), 1.3)
    assert searched
    searched.clear()
    watched.look(empty_table(), 2.0)
    assert not searched


def test_words_are_hardly_looked_at(watched: Watched, monkeypatch: pytest.MonkeyPatch):
    """Only rows that the small network takes for likely codes are shown to the recogniser."""
    looked_at: list[ReadFusion] = []
    look = TextReader.read_next_crop
    monkeypatch.setattr(
        TextReader, "read_next_crop", lambda reader, *seen: looked_at.append(seen[2]) or look(reader, *seen)
    )
    frame = empty_table()
    cv2.rectangle(frame, (300, 200), (980, 500), (235, 235, 235), -1)
    cv2.putText(frame, "more coal", (400, 300), cv2.FONT_HERSHEY_COMPLEX, 1.6, (20, 20, 20), 3)
    cv2.putText(frame, "wares", (400, 380), cv2.FONT_HERSHEY_COMPLEX, 1.6, (20, 20, 20), 3)
    cv2.putText(frame, "M017", (400, 470), cv2.FONT_HERSHEY_COMPLEX, 1.6, (20, 20, 20), 3)
    watched.look(frame, 2.0)
    assert looked_at
    assert all(fusion.likelihood >= LIKELY for fusion in looked_at)


def test_what_lies_still_is_steadied(watched: Watched, monkeypatch: pytest.MonkeyPatch):
    """What is searched last has less than two thirds of a frame's noise, and no trace of what was there before."""
    searched: list[Frame] = []
    looked_at: list[Frame] = []
    monkeypatch.setattr(
        "vision.track.watcher.find_boxes",
        lambda pyramid: searched.append(pyramid.levels[0]) or find_boxes(pyramid),
    )
    monkeypatch.setattr(
        "vision.track.watcher.find_lines",
        lambda pyramid, seen: looked_at.append(pyramid.levels[0]) or [],
    )
    dark, pale = (np.full((720, 1280, 3), level, np.uint8) for level in (70, 120))
    watched.look(dark, 2.0, noise=8)
    searched.clear()
    looked_at.clear()
    watched.look(pale, 2.0, noise=8)
    whole = [frame for frame in searched if frame.shape == pale.shape]
    assert whole[0].std() == pytest.approx(8, abs=0.5)
    assert looked_at[-1].std() < 8 * 2 / 3
    assert all(frame.mean() == pytest.approx(120, abs=1) for frame in [*whole, *looked_at])


def test_a_search_that_is_interrupted(watched: Watched, monkeypatch: pytest.MonkeyPatch):
    """What was not searched to the end when something moved elsewhere is searched again once all is still."""
    searched: list[tuple[int, ...]] = []
    monkeypatch.setattr(
        "vision.track.watcher.find_boxes",
        lambda pyramid: searched.append(pyramid.levels[0].shape[:2]) or find_boxes(pyramid),
    )
    watched.look(empty_table(), 0.1)
    searched.clear()
    watched.look(show("D247", pose=Pose(4, 0, 0, (300, 100))), 0.5)
    assert (720, 1280) in searched


def test_little_is_looked_at_once_something_is_read(watched: Watched):
    """Rows that are hardly codes are no longer looked at then: a card full of words, all the same, costs nothing."""
    frame = empty_table()
    card = np.full((880, 630, 3), 225, np.uint8)
    cv2.rectangle(card, (235, 400), (395, 480), (44, 74, 26), -1)
    for place, digit in enumerate("352"):
        write(card, digit, 25.4 + 4.6 * place, 45.9, 4.0, (226, 240, 240))
    words = ("walk", 9, 45.5), ("past", 42, 45.5), ("Then look round", 9, 38), ("or stay here", 9, 53)
    for word, left_mm, base_mm in words:
        write(card, word, left_mm, base_mm, 3.0)
    lay(frame, card, Pose(6, 4))
    while not watched.sighted:
        watched.look(frame, 0.1)
    assert sum(watched.look(frame, 2.0)) <= 2


def test_a_change_is_noticed_at_once(watched: Watched):
    """A card that comes to lie there is looked at within a sixth of a second, and known within a half."""
    watched.look(empty_table(), 2.0)
    assert sum(watched.look(show("D247", pose=Pose(4, 5)), 0.17)) >= 1
    watched.look(show("D247", pose=Pose(4, 5)), 0.33)
    assert watched.texts == ["D247"]


def test_another_card_on_the_very_same_spot(watched: Watched):
    """A card that differs by one digit and comes to lie under a hand exactly where the other lay is another card."""
    for code in ("D248", "D246", "D240"):
        covered = show(code, pose=Pose(5, 5))
        cv2.ellipse(covered, (560, 200), (200, 150), 0, 0, 360, (128, 160, 208), -1)
        watched.look(covered, 0.2)
        watched.look(show(code, pose=Pose(5, 5)), 0.8)
    assert watched.texts == ["D248", "D246", "D240"]


@pytest.mark.parametrize("codes", [("D018", "D013"), ("318", "316"), ("D086", "D088")])
def test_a_card_laid_exactly_upon_a_like_one(watched: Watched, codes: tuple[str, str]):
    """Where a corner guides the cards and one digit became another that looks much like it, it is read anew."""
    watched.look(empty_table(), 1.0)
    for code in codes:
        watched.look(show(code, pose=Pose(6, 4, 0, (30, 20))), 1.5)
    assert watched.texts == [*codes]


def test_a_card_that_was_read_in_the_dark_and_is_gone(watched: Watched):
    """So little of it was seen that nothing looks otherwise when it is gone: it is looked for anew with the light."""

    def dark(frame: Frame) -> Frame:
        return np.asarray(frame * 0.03, np.uint8)

    card = show("D012", pose=Pose(6, 4, 0, (30, 20)))
    watched.look(empty_table(), 4.0)
    for frame in (dark(card), dark(empty_table())):
        watched.look(frame, 2.0, noise=1.0)
    for frame in (empty_table(), card):
        watched.look(frame, 2.5)
    assert watched.texts == ["D012", "D012"]


def test_the_lamp_is_on_again(watched: Watched):
    """What was told of the dark is taken back once the bare table is seen."""
    for frame in (empty_table(), np.asarray(empty_table() * 0.03, np.uint8), empty_table()):
        watched.look(frame, 2.5, noise=1.0)
    assert watched.troubles == ["too_dark", ""]


def test_a_change_too_small_to_notice(watched: Watched):
    """What slips through, such as one digit that becomes another one, is noticed some seconds later."""
    watched.look(show("D248", pose=Pose(5, 5)), 1.0)
    watched.look(show("D246", pose=Pose(5, 5)), 9.5)
    assert watched.texts == ["D248", "D246"]


def test_a_card_that_is_pushed_along(watched: Watched):
    """A card that moves while it is seen is read once, on the way or when it lies."""
    for step in range(12):
        watched.look(show("D247", pose=Pose(5, 5 + step, 0, (4.0 * step, 2.0 * step))), 0.034)
    before = len(watched.sighted)
    watched.look(show("D247", pose=Pose(5, 16, 0, (44.0, 22.0))), 1.0)
    assert before <= 1
    assert watched.texts == ["D247"]


def test_a_hand_over_the_card(watched: Watched):
    """A card that a hand covers for a while is the same showing."""
    frame = show("D247", pose=Pose(5, 5))
    covered = frame.copy()
    cv2.ellipse(covered, (560, 200), (200, 150), 0, 0, 360, (128, 160, 208), -1)
    for scene in (frame, covered, frame):
        watched.look(scene, 1.5)
    assert watched.texts == ["D247"]


def test_a_card_laid_into_the_same_corner_again(watched: Watched):
    """A card that was taken off the bare table and is laid exactly where it lay, within a minute, is shown again."""
    watched.look(empty_table(), 2.0)
    for _ in range(3):
        watched.look(show("D247", pose=Pose(5, 5)), 1.0)
        watched.look(empty_table(), 1.5)
    assert watched.texts == ["D247"] * 3


def test_lamps_are_switched(watched: Watched):
    """Other light makes no other card of it."""
    frame = show("D247", pose=Pose(5, 5))
    for light in (1.0, 0.5, 1.0, 0.7):
        watched.look(cv2.convertScaleAbs(frame, alpha=light), 1.0)
    assert watched.texts == ["D247"]


def test_a_card_beside_one_that_lies_there(watched: Watched):
    """A second card does not make the first one be sighted again, nor be read again where it did not change."""
    frame = empty_table()
    lay(frame, draw_card("D247"), Pose(4, 3, 0, (-350, 0)))
    watched.look(frame, 1.2)
    lay(frame, draw_card("352"), Pose(4, 3, 0, (350, 0)))
    watched.look(frame, 1.2)
    assert watched.texts == ["D247", "352"]


@pytest.mark.parametrize("card", ["", "D247"])
def test_a_still_picture_is_searched_again_and_then_seldom(card: str, monkeypatch: pytest.MonkeyPatch):
    """A table that nobody touches is looked at after 8 seconds, 16, 32 and so on, whatever noise the camera has, and
    not 225 times in half an hour; once something moved there, soon again."""
    watched = Watched(frames_per_s=1)
    searched_at: list[float] = []

    def noted(frame: Frame) -> Pyramid:
        searched_at.append(watched.now_s)
        return grey_pyramid(frame)

    monkeypatch.setattr(watcher, "grey_pyramid", noted)
    scene = show(card, pose=Pose(6)) if card else empty_table()

    def searches(seconds: float) -> list[float]:
        since = watched.now_s
        watched.look(scene, seconds)
        return list(dict.fromkeys(at - since for at in searched_at if at > since))

    watched.look(scene, 2)
    found = searches(1800)
    assert [round(later - sooner) for sooner, later in pairwise(found)] == [17, 33, 65, 129, 257, 513]
    watched.look(show("D305", pose=Pose(9)), 3)
    watched.look(scene, 4)
    assert searches(10) != []
    assert watched.texts == [*([card] if card else []), "D305"]


def test_the_scan_button(watched: Watched):
    """After `forget` the card that lies there is read and sighted again."""
    watched.look(show("D247", pose=Pose(6)), 1.0)
    watched.watcher.forget()
    watched.look(show("D247", pose=Pose(6)), 1.0)
    assert watched.texts == ["D247", "D247"]


def test_another_size_of_frames(watched: Watched):
    """A camera that comes back with frames of another size is watched all the same."""
    watched.look(show("D247", pose=Pose(5)), 0.8)
    watched.look(show("D305", pose=Pose(6), width=1600, height=900), 0.8)
    assert watched.texts == ["D247", "D305"]


def test_an_unsure_card_is_asked_about_once(watched: Watched):
    """A number that can be turned is asked about both ways, once."""
    watched.look(show("960", pose=Pose(6, 4)), 3.0)
    assert sorted(watched.texts) == ["096", "960"]
    assert {read.uncertainty_reason for read in watched.sighted} == {"upside_down"}


def test_why_a_card_cannot_be_read_is_told_once():
    """Something that was laid down and cannot be read is told with its reason, once; a card that is read is not."""
    troubles: list[str] = []
    now_s = 0.0
    watcher = CardWatcher(lambda read: None, TextReader(EVERY), clock=lambda: now_s, on_trouble=troubles.append)
    blurred = cv2.GaussianBlur(show("D247", pose=Pose(5, 5)), (0, 0), 9)
    for frame in (empty_table(), blurred, show("D247", pose=Pose(5, 5))):
        for _ in range(60):
            watcher.on_frame(frame)
            now_s += 1 / 30
    assert troubles == ["too_blurred"]


def _box_of_cubes() -> Frame:
    """Something that lies on the table and is no card."""
    frame = empty_table()
    cv2.rectangle(frame, (500, 250), (760, 430), (210, 220, 225), -1)
    for x in range(530, 740, 50):
        cv2.rectangle(frame, (x, 300), (x + 28, 328), (60, 120, 40), -1)
    return frame


def test_what_has_no_code_is_shown_and_not_told(watched: Watched):
    """Whoever looks sees that no code is seen, nobody is spoken to; when it is taken away, there is nothing to say."""
    watched.look(empty_table(), 2.0)
    assert watched.trouble == ""
    watched.look(_box_of_cubes(), 3.0)
    assert watched.trouble == "no_code"
    watched.look(empty_table(), 3.0)
    assert watched.trouble == ""
    assert not watched.troubles
    assert not watched.sighted


def test_what_lies_there_for_long_belongs_to_the_table(watched: Watched):
    """A box of cubes beside the cards is not spoken of all evening, nor when it is taken away."""
    watched.look(empty_table(), 2.0)
    watched.look(_box_of_cubes(), 16.0)
    assert watched.trouble == ""
    watched.look(empty_table(), 3.0)
    assert watched.trouble == ""
    watched.look(show("D247", pose=Pose(6, 5)), 1.0)
    assert watched.texts == ["D247"]


def test_who_presses_scan_is_answered(watched: Watched):
    """Also where nothing lies there that was not there before: no code is seen; a new prompt asks for no answer."""
    watched.look(empty_table(), 2.0)
    watched.watcher.read_codes(Grammar([CodeKind(CARD_ID, "L[0-9]{2}")]))
    watched.look(empty_table(), 3.0)
    assert watched.trouble == ""
    watched.watcher.forget()
    watched.look(empty_table(), 3.0)
    assert watched.trouble == "no_code"


def test_what_is_expected_is_looked_at_first(watched: Watched):
    """Of several cards laid down at once, the one that a prompt waits for is sighted first; the others as well."""
    watched.look(empty_table(), 2.0)
    watched.watcher.expect(Grammar([CodeKind(CARD_ID, "L[0-9]{2}")]))
    watched.look(show("D247", "352", "L09", pose=Pose(4, 5)), 1.5)
    assert watched.texts[0] == "L09"
    assert sorted(watched.texts) == ["352", "D247", "L09"]
