"""The frames that judge the reader are what they say they are, and are judged fairly."""

import struct
import zlib

import cv2
import numpy as np
import pytest

from benchmarks.independent.assets import assets_in
from benchmarks.independent.codes import any_cut, any_partial, is_printed, is_turnable
from benchmarks.independent.getting import as_truetype
from benchmarks.independent.levels import CARD_ID, EASY, HARD, NORMAL, NUMBOX
from benchmarks.independent.near_misses import near_misses
from benchmarks.independent.printing import ink_of
from benchmarks.independent.readers import Answer, Said
from benchmarks.independent.scenes import SIZE, Frame, Truth, draw, draw_without
from benchmarks.independent.scoring import Share, judge
from companion.app.codes import codes_of_all_games

ASSETS = assets_in(None)
QUARTER = (640, 360)


def frame_of(kind: str, seed: int) -> Frame:
    """A frame with stand-in typefaces and grounds."""
    return draw(ASSETS, NORMAL, kind, np.random.default_rng(seed), QUARTER)


def truth(text: str, at: tuple[float, float] = (100, 100), kind: str = CARD_ID, whole: bool = True) -> Truth:
    """A code of 60 by 20 pixels at a place."""
    x, y = at
    return Truth(text, kind, ((x, y), (x + 60, y), (x + 60, y + 20), (x, y + 20)), 20.0, whole)


def test_same_seed_gives_the_same_frame_and_another_seed_another() -> None:
    """A frame is a function of its seed."""
    first, again, other = (frame_of(CARD_ID, seed) for seed in (3, 3, 4))
    assert np.array_equal(first.picture, again.picture)
    assert first.truths == again.truths
    assert not np.array_equal(first.picture, other.picture)


@pytest.mark.parametrize("kind", [CARD_ID, NUMBOX])
def test_codes_lie_in_the_picture_as_high_as_told(kind: str) -> None:
    """Corners are in the picture, digits as high as the level allows, and the text a code of its kind."""
    frame = draw(ASSETS, NORMAL, kind, np.random.default_rng(11))
    low, high = NORMAL.heights[kind]
    assert frame.picture.shape == (720, 1280, 3)
    for each in frame.truths:
        corners = np.array(each.corners)
        assert ((corners >= 0) & (corners <= SIZE)).all() or not each.whole
        assert codes_of_all_games().fit(each.text, kind) is not None
        side = np.linalg.norm(corners[3] - corners[0])
        assert each.digit <= side * 1.3
    assert low * 0.9 <= frame.truths[0].digit <= high * 1.1


def test_ink_has_the_height_told() -> None:
    """A digit drawn 40 pixels high is 40 pixels high."""
    ink = ink_of("8", ASSETS.faces[0], 40)
    rows = np.flatnonzero(ink.cover.max(axis=1) > 0.5)
    assert abs(rows[-1] - rows[0] + 1 - 40) <= 1


def test_print_stands_where_the_corners_say() -> None:
    """In an easy frame the code's box differs from what is just below the card's own ground."""
    frame = draw(ASSETS, EASY, NUMBOX, np.random.default_rng(5))
    corners = np.array(frame.truths[0].corners, np.float32)
    straight = cv2.getPerspectiveTransform(corners, np.array([[0, 0], [90, 0], [90, 30], [0, 30]], np.float32))
    code = cv2.cvtColor(cv2.warpPerspective(frame.picture, straight, (90, 30)), cv2.COLOR_BGR2GRAY)
    assert np.percentile(code, 95) - np.percentile(code, 5) > 60  # white digits on dark green


def test_what_is_left_of_a_cut_code_is_a_code() -> None:
    """Each cut hides signs at one end, and the rest is a code of some kind."""
    rng = np.random.default_rng(1)
    for _ in range(200):
        cut = any_cut(rng)
        assert cut.rest == (cut.text[cut.hidden :] if cut.hidden > 0 else cut.text[: cut.hidden])
        assert any(codes_of_all_games().fit(cut.rest, kind) for kind in (CARD_ID, NUMBOX))


def test_a_cut_code_is_told_as_cut() -> None:
    """A frame drawn with a cut has one code, which is not whole."""
    rng = np.random.default_rng(2)
    cut = any_cut(rng)
    frame = draw(ASSETS, HARD, cut.kind, rng, QUARTER, cut)
    (only,) = frame.truths
    assert not only.whole
    assert (only.text, only.rest) == (cut.text, cut.rest)


def test_a_sign_that_is_covered_in_part_is_the_first_or_the_last() -> None:
    """A third to two thirds of it, and the rest is all the others."""
    rng = np.random.default_rng(3)
    for _ in range(100):
        cut = any_partial(rng)
        assert cut.rest == (cut.text[1:] if cut.hidden == 1 else cut.text[:-1])
        assert cut.share is not None
        assert 1 / 3 <= cut.share <= 2 / 3


@pytest.mark.parametrize(
    ("text", "rest", "both"),
    [
        ("VIII/04", "III/04", True),
        ("L09/1", "L09", True),
        ("AI/02", "I/02", False),
        ("SM042", "M042", False),
        ("M0171", "M017", False),
        ("M017", "017", False),  # no game has both
    ],
)
def test_whether_a_game_prints_a_cut_code_and_its_rest(text: str, rest: str, both: bool) -> None:
    """Numeral codes of which another one is left, and a Law's Consequence."""
    assert is_printed(text, rest) is both


def test_frames_without_a_code_have_no_truth() -> None:
    """A near miss is drawn, and nothing in it is to be read."""
    rng = np.random.default_rng(6)
    _, cards = near_misses(ASSETS, NORMAL, rng)
    assert draw_without(ASSETS, NORMAL, rng, QUARTER, cards).truths == ()


def test_judging_tells_right_wrong_asked_and_silent_apart() -> None:
    """Of four codes each has its own fate; what was said elsewhere is invented."""
    truths = (truth("D012"), truth("M001", (300, 100)), truth("L09", (500, 100)), truth("I/08", (700, 100)))
    answer = Answer(
        sure=(Said("D012", CARD_ID, (130, 110)), Said("M007", CARD_ID, (330, 110)), Said("D999", CARD_ID, (900, 600))),
        unsure=(Said("L08", CARD_ID, (530, 110)),),
    )
    judged = judge(truths, answer)
    assert judged.outcomes == ("right", "wrong", "asked", "silent")
    assert judged.invented == 2


def test_the_rest_of_a_cut_code_is_wrong_and_the_whole_of_it_right() -> None:
    """What is left of a code is never what is printed."""
    cut = truth("VIII/08", whole=False)
    assert judge((cut,), Answer(sure=(Said("III/08", CARD_ID, (120, 110)),))).outcomes == ("wrong",)
    assert judge((cut,), Answer(sure=(Said("VIII/08", CARD_ID, (120, 110)),))).outcomes == ("right",)


def test_a_reader_without_places_is_wrong_about_the_only_code() -> None:
    """A wrong text of a frame with one code is held against that code."""
    judged = judge((truth("123", kind=NUMBOX),), Answer(sure=(Said("128"),)))
    assert (judged.outcomes, judged.invented) == (("wrong",), 1)


def test_shares_have_wilson_bounds() -> None:
    """0 of 100 may be up to 3.7 %; 9 of 10 lies between 60 and 98 %."""
    assert Share(0, 100).bounds()[1] == pytest.approx(0.037, abs=0.0005)
    assert Share(9, 10).bounds() == pytest.approx((0.596, 0.982), abs=0.001)


def test_numbers_that_are_others_upside_down() -> None:
    """168 is 891; 808 stays 808; 2 is nothing."""
    assert is_turnable("168")
    assert not is_turnable("808")
    assert not is_turnable("128")


def test_a_packed_typeface_is_unpacked() -> None:
    """A WOFF file with one table becomes a TrueType file with the same table."""
    table = b"glyphs" * 20
    packed = zlib.compress(table)
    head = struct.pack(">4sIIHHIHHIIIII", b"wOFF", 0x00010000, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0)
    record = struct.pack(">4sIIII", b"glyf", 64, len(packed), len(table), 7)
    found = as_truetype(head + record + packed)
    assert found[:4] == b"\0\1\0\0"
    assert struct.unpack(">4sIII", found[12:28]) == (b"glyf", 7, 28, len(table))
    assert found[28 : 28 + len(table)] == table
    with pytest.raises(ValueError, match="WOFF"):
        as_truetype(b"\0" * 64)
