"""Frames to sightings: once per showing, when frames agree."""

import itertools

from vision.find.picture import Region
from vision.reads import FrameReads, Read
from vision.track.sightings import Sightings

NOTHING = FrameReads()


def read(text: str, at: tuple[float, float] = (100, 100), uncertainty_reason: str = "") -> Read:
    """A reading of a code 20 pixels high at a place."""
    x, y = at
    quad = ((x, y), (x + 60, y), (x + 60, y + 20), (x, y + 20))
    return Read(text, "card_id", 0.6 if uncertainty_reason else 0.99, quad, uncertainty_reason)


def sure(*reads: Read) -> FrameReads:
    """A frame with these sure readings."""
    return FrameReads(reads)


def seen(frames: list[FrameReads], per_s: float = 10.0) -> list[tuple[str, str]]:
    """What is sighted in a sequence of frames: text and uncertainty_reason."""
    sightings = Sightings()
    found = itertools.chain.from_iterable(sightings.see(each, n / per_s) for n, each in enumerate(frames))
    return [(each.text, each.uncertainty_reason) for each in found]


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


def in_turn(*frames: FrameReads | Region) -> list[str]:
    """What is sighted, ten frames a second; a region stands for the moment at which it is seen to be bare."""
    sightings, found, at_s = Sightings(), [], 0.0
    for each in frames:
        if isinstance(each, Region):
            sightings.see_bare(each)
        else:
            found += [read.text for read in sightings.see(each, at_s)]
            at_s += 0.1
    return found


def test_a_card_laid_into_the_same_corner_again():
    """Where a corner guides the cards, one that was taken away lies again where it had lain: it is shown again, if the
    table was seen bare there for a second; seen bare elsewhere, or lifted for half a second, it is the same showing."""
    lies, bare = [sure(read("D012"))] * 5, Region(90, 90, 180, 140)
    assert in_turn(*lies, bare, *[NOTHING] * 15, *lies) == ["D012", "D012"]
    assert in_turn(*lies, bare, *[NOTHING] * 5, *lies) == ["D012"]
    assert in_turn(*lies, Region(300, 90, 400, 140), *[NOTHING] * 15, *lies) == ["D012"]
    lifted = [bare, *[NOTHING] * 5, *lies, *[NOTHING] * 100, *lies]
    assert in_turn(*lies, *lifted) == ["D012"]  # it was there again after it had been lifted: then a hand is in the way


def test_what_may_lie_there_unread():
    """A card that was reported may lie under a hand, for a minute; not where the table was seen bare in its place."""
    sightings = Sightings()
    assert not sightings.may_lie_there
    for n in range(5):
        sightings.see(sure(read("D012")), n / 10)
    assert sightings.may_lie_there
    sightings.see_bare(Region(300, 90, 400, 140))
    assert sightings.may_lie_there
    sightings.see(NOTHING, 70.0)
    assert not sightings.may_lie_there
    for n in range(5):
        sightings.see(sure(read("D012")), 80 + n / 10)
    sightings.see_bare(Region(90, 90, 180, 140))
    assert not sightings.may_lie_there


def test_a_card_that_is_pushed_along():
    """A card that moves while it is seen is one showing."""
    assert seen([sure(read("D012", at=(100 + 15 * step, 100))) for step in range(30)]) == [("D012", "")]


def test_votes_are_not_gathered_over_an_evening():
    """Single looks that are far apart do not add up to a sighting."""
    frames = ([sure(read("D012", at=(100, 100)))] + [NOTHING] * 30) * 20
    assert seen(frames) == []


def test_an_unsure_reading_is_asked_about_once():
    """A reading that stays unsure is reported once, after more frames and more time than a sure one."""
    doubtful = FrameReads((), (read("D012", uncertainty_reason="doubtful"),))
    assert seen([doubtful] * 3) == []
    assert seen([doubtful] * 12, per_s=30) == []
    assert seen([doubtful] * 300) == [("D012", "doubtful")]


def test_sure_after_unsure():
    """What was asked about is reported when it becomes sure; what is sure is not asked about any more."""
    doubtful = FrameReads((), (read("D012", uncertainty_reason="doubtful"),))
    assert seen([doubtful] * 9 + [sure(read("D012"))] * 9 + [doubtful] * 90) == [("D012", "doubtful"), ("D012", "")]


def test_a_doubtful_second_opinion_does_not_count_against_a_sure_reading():
    """Another text read unsurely in the same place is neither asked about nor in the way."""
    both = FrameReads((read("D012"),), (read("D812", uncertainty_reason="doubtful"),))
    assert seen([both] * 20) == [("D012", "")]


def test_forgetting_reads_what_lies_there():
    """After `forget` the card that lies there is sighted once more."""
    sightings = Sightings()
    for n in range(5):
        sightings.see(sure(read("D012")), n / 10)
    sightings.forget()
    assert [each.text for n in range(5, 9) for each in sightings.see(sure(read("D012")), n / 10)] == ["D012"]
