"""Two readers that must agree: how many looks a row takes, and when what they say is sure."""

import math

import numpy as np
import pytest

from tests.vision.codes import EVERY
from vision.find.picture import Candidate
from vision.grammar import CodeKind, Grammar
from vision.read.fusion import CropRequest, ReadFusion, in_doubt
from vision.read.networks import Prediction, Prescreen
from vision.read.recogniser import Recognition
from vision.reads import CARD_ID, COVERED, DOUBTFUL, NUMBOX, UPSIDE_DOWN, Read
from vision.scanner import combined, sure_and_unsure

NOTHING = Prediction(0.0, "", 0.0)
UPRIGHT = CropRequest(False, (0.3, 0.16))
ROW = Candidate(np.array([[100, 100], [180, 100], [180, 130], [100, 130]], np.float32), pale=False)


def votes_on(text: str, sure: float = 0.9, *, turned: Prediction = NOTHING, boxed: bool = False) -> ReadFusion:
    """A reading of a row of which the small network is so sure that it is this text."""
    prescreen = Prescreen(Prediction(sure, text, sure), turned)
    kind = NUMBOX if boxed else CARD_ID
    told = tuple(fit.code if (fit := EVERY.fit(each, kind)) else "" for each in (text, turned.text))
    return ReadFusion(boxed, prescreen, told)


def looked(fusion: ReadFusion, *seen: tuple[str, float], other: tuple[str, float] = ("", 0.0)) -> int:
    """Take all the looks that are wanted: upright ones see these texts, the last one again and again, turned ones the
    other. Returns how many looks were taken."""
    taken = [0, 0]
    while (look := fusion.next_crop) is not None:
        text, confidence = other if look.turned else seen[min(taken[0], len(seen) - 1)]
        taken[look.turned] += 1
        word = Recognition(text, confidence, (confidence,) * len(text))
        fusion.take(look, word, EVERY.fit(text, fusion.kind))
    return sum(taken)


def only(fusion: ReadFusion) -> Read:
    """The one reading."""
    [read] = fusion.reads(ROW)
    return read


def told(fusion: ReadFusion) -> set[tuple[str, str]]:
    """What is said of the row in all, each with why it is not sure."""
    said = sure_and_unsure(fusion.reads(ROW))
    return {(read.text, read.uncertainty_reason) for read in (*said.reads, *said.unsure)}


def test_two_looks_are_enough_where_both_readers_agree():
    """The same code from both of them, and nothing the other way up: two looks, and sure."""
    fusion = votes_on("D012")
    assert looked(fusion, ("D012", 0.92)) == 2
    assert (only(fusion).text, only(fusion).uncertainty_reason) == ("D012", "")


@pytest.mark.parametrize(("other", "sure", "reason"), [("M020", 0.9, DOUBTFUL), ("M020", 0.7, ""), ("M026", 0.9, "")])
def test_another_cut_of_the_same_print(other: str, sure: float, reason: str):
    """Where the small network surely reads another code in it, nothing is sure, though both readers agree in one."""
    agreed, contradicting = votes_on("M026"), votes_on(other, sure)
    for fusion in (agreed, contradicting):
        looked(fusion, ("M026", 0.99))
    found = combined([(ROW, agreed), (ROW, contradicting)])
    assert [(read.text, read.uncertainty_reason) for read in (*found.reads, *found.unsure)] == [("M026", reason)]


@pytest.mark.parametrize(
    ("confidence", "consistency", "reason"),
    [(0.83, 0.81, DOUBTFUL), (0.83, 0.0, DOUBTFUL), (0.83, 0.88, ""), (0.95, 0.81, "")],
)
def test_another_cut_in_which_nobody_is_sure(confidence: float, consistency: float, reason: str):
    """The more cuts are looked at, the likelier both readers happen to be sure enough in one of them: D111 was read as
    D171. Where they are not in another one, and the small network does not hold to it in many crops, nothing is."""
    wavering, agreed = votes_on("D171", 0.9), votes_on("D171", 0.9)
    for fusion, sure, held in ((wavering, confidence, consistency), (agreed, 0.97, 0.9)):
        looked(fusion, ("D171", sure))
        fusion.take_consistency(UPRIGHT, held)
    found = combined([(ROW, wavering), (ROW, agreed)])
    assert {(read.text, read.uncertainty_reason) for read in (*found.reads, *found.unsure)} == {("D171", reason)}


def test_another_cut_of_which_two_crops_differ():
    """587 was read as 537, surely in one cut, and in another one less surely than 587."""
    agreed = votes_on("537", boxed=True)
    prescreen = Prescreen(Prediction(0.98, "587", 0.0, ("537",)), NOTHING)
    differing = ReadFusion(True, prescreen, ("587", ""))
    for fusion in (agreed, differing):
        looked(fusion, ("537", 0.99))
    found = combined([(ROW, agreed), (ROW, differing)])
    assert found.reads == ()
    assert {read.text for read in found.unsure} == {"537"}


def test_the_mark_makes_no_difference():
    """One of them may have seen the # that the other has not."""
    fusion = votes_on("#D012")
    looked(fusion, ("D012", 0.92))
    assert (only(fusion).text, only(fusion).uncertainty_reason) == ("D012", "")


def test_what_one_denies_is_never_sure():
    """Four looks that say 595, all of them certain, count for nothing where the small network sees 565."""
    fusion = votes_on("565", boxed=True)
    looked(fusion, ("595", 1.0))
    assert (only(fusion).text, only(fusion).uncertainty_reason) == ("595", DOUBTFUL)


@pytest.mark.parametrize("net", ["", "M246"])
def test_what_one_does_not_read_is_never_sure(net: str):
    """Where the small network reads something else, or nothing, four looks that are certain are not enough."""
    fusion = votes_on(net, 0.4)
    assert looked(fusion, ("M346", 1.0)) >= 4
    assert only(fusion).uncertainty_reason == DOUBTFUL


@pytest.mark.parametrize(("confidence", "sure"), [(0.96, False), (0.98, True)])
def test_one_reader_nearly_alone_must_be_very_sure(confidence: float, sure: bool):
    """Where the small network is hardly sure of the same code, four looks must agree, surer than usual."""
    fusion = ReadFusion(False, Prescreen(Prediction(0.4, "M346", 0.2), Prediction(0.0, "", 0.9)), ("M346", ""))
    assert looked(fusion, ("M346", confidence)) >= 4
    assert (only(fusion).uncertainty_reason == "") is sure


@pytest.mark.parametrize(
    ("consistency", "confidence", "sure"),
    [(0.95, 0.40, True), (0.95, 0.31, False), (0.8, 0.65, False), (0.5, 0.75, False)],
)
def test_many_views_of_one_reader_help_the_other(consistency: float, confidence: float, sure: bool):
    """The surer the small network is of the same in many crops of the row, the less sure the recogniser may be."""
    fusion = votes_on("M346", 0.97)
    looked(fusion, ("M346", confidence))
    assert [look.turned for look in fusion.wants_consistency] == [False, True]
    fusion.take_consistency(UPRIGHT, consistency)
    assert fusion.wants_consistency == ()
    assert (only(fusion).uncertainty_reason == "") is sure


def test_many_views_of_a_loose_cut_do_not_help():
    """Where the margin of a row was guessed, the recogniser must be as sure as without them."""
    prescreen = Prescreen(Prediction(0.97, "M346", 0.97), NOTHING)
    for confidence, sure in ((0.75, False), (0.85, False), (0.92, True)):
        fusion = ReadFusion(False, prescreen, ("M346", ""), loose=True)
        looked(fusion, ("M346", confidence))
        fusion.take_consistency(UPRIGHT, 0.95)
        assert (only(fusion).uncertainty_reason == "") is sure


@pytest.mark.parametrize(("code", "sure"), [("L11", False), ("M111", True)])
def test_what_looks_like_a_word(code: str, sure: bool):
    """The word `in`, small and upside down, looked like L11 to the small network, and half so to the recogniser."""
    fusion = votes_on(code, 0.93)
    looked(fusion, (code, 0.46))
    fusion.take_consistency(UPRIGHT, 0.89)
    assert (only(fusion).uncertainty_reason == "") is sure


def test_a_number_that_can_be_turned_wants_no_more_views():
    """What they say would hold for either way up."""
    fusion = votes_on("960", 0.97, boxed=True)
    looked(fusion, ("960", 0.65))
    assert fusion.wants_consistency == ()


@pytest.mark.parametrize(("other_way", "sure"), [(0.2, True), (0.9, False)])
def test_many_views_tell_the_way_up(other_way: float, sure: bool):
    """Where the small network reads a code the other way up too, it must hold to the one and not to the other."""
    fusion = votes_on("605", 0.97, turned=Prediction(0.9, "509", 0.9), boxed=True)
    looked(fusion, ("605", 0.99), other=("sog", 0.6))
    assert [look.turned for look in fusion.wants_consistency] == [False, True]
    fusion.take_consistency(UPRIGHT, 0.95)
    fusion.take_consistency(CropRequest(True, (0.3, 0.16)), other_way)
    fusion.orientations[0].shaped = True
    assert (only(fusion).uncertainty_reason == "") is sure


@pytest.mark.parametrize(
    ("net", "recogniser", "sure"),
    [
        (0.42, 0.94, False),
        (0.55, 0.95, True),
        (0.3, 0.99, True),
        (0.9, 0.92, True),
        (0.9, 0.82, False),
        (0.69, 0.90, False),  # so `066` was read as 055,
        (0.57, 0.90, False),  # and `M095` as M395
    ],
)
def test_two_that_are_both_half_sure(net: float, recogniser: float, sure: bool):
    """Both may take a small, blurred 2 for a 3: where both are half sure of it, they are not sure together."""
    fusion = votes_on("133", net, boxed=True)
    looked(fusion, ("133", recogniser))
    assert (only(fusion).uncertainty_reason == "") is sure


def test_what_the_small_network_takes_for_nothing():
    """The recogniser is not asked, which alone makes no code sure."""
    fusion = votes_on("", 0.1, boxed=True)
    assert looked(fusion, ("000", 1.0)) == 0
    assert fusion.reads(ROW) == []


@pytest.mark.parametrize(
    ("likelihood", "surest", "other", "confidence", "sure"),
    [
        (0.97, "D838", "D833", 0.93, False),
        (0.97, "D838", "D833", 0.98, True),
        (0.7, "D833", "#D838", 0.93, False),
        (0.7, "D833", "#D838", 0.98, True),
        (0.97, "D833", "#D838", 0.98, False),
    ],
)
def test_a_small_network_that_wavers(likelihood: float, surest: str, other: str, confidence: float, sure: bool):
    """Where one of its crops reads what the recogniser reads and another one does not, four looks must agree, and be
    nearly certain: M059, pale and blurred, was M050 to both. Never where it is surer of the other one, and of a code:
    so 587 was read as 537."""
    prescreen = Prescreen(Prediction(likelihood, surest, 0.0, (other,)), NOTHING)
    fusion = ReadFusion(False, prescreen, (surest, ""))
    assert looked(fusion, ("D838", confidence)) == 4
    assert (only(fusion).uncertainty_reason == "") is sure


def test_a_small_network_that_wavers_and_takes_it_for_none():
    """588, blurred and seen upside down: one of its crops reads 885, as the recogniser does, but neither is a code."""
    fusion = ReadFusion(True, Prescreen(NOTHING, Prediction(0.06, "855", 0.0, ("885",))), ("", "855"))
    looked(fusion, ("", 0.0), other=("885", 0.95))
    assert only(fusion).uncertainty_reason == DOUBTFUL


def test_a_code_that_stands_the_other_way_up():
    """607 is L09 upside down: where the small network takes it for that, it is not sure."""
    fusion = votes_on("", 0.1, turned=Prediction(0.93, "L09", 0.97), boxed=True)
    looked(fusion, ("607", 1.0), other=("L09", 1.0))
    assert all(read.uncertainty_reason for read in fusion.reads(ROW))


def test_a_code_that_is_one_the_other_way_up_too():
    """L09 is 601 upside down to the small network, as likely a code: however well the recogniser reads it, it asks."""
    fusion = votes_on("L09", 0.85, turned=Prediction(0.75, "601", 0.97))
    looked(fusion, ("L09", 0.99), other=("601", 0.7))
    assert only(fusion).uncertainty_reason == DOUBTFUL


@pytest.mark.parametrize(("turned", "reason"), [("L99", ""), ("L09", DOUBTFUL)])
def test_what_is_no_code_the_other_way_up(turned: str, reason: str):
    """No card says L99: that 667 looks like it upside down is no doubt. 607 may be L09."""
    number = f"6{turned[1].translate(str.maketrans('09', '06'))}7"
    fusion = votes_on(number, 0.8, turned=Prediction(0.76, turned, 0.96), boxed=True)
    looked(fusion, (number, 0.99), other=(turned, 0.99))
    assert only(fusion).uncertainty_reason == reason


def test_a_number_that_is_the_same_both_ways_up():
    """986 is 986 upside down, too: that nobody can tell which way up it lies does not matter."""
    fusion = votes_on("986", 0.97, turned=Prediction(0.9, "986", 0.95), boxed=True)
    looked(fusion, ("986", 0.99), other=("986", 0.99))
    assert {(read.text, read.uncertainty_reason) for read in fusion.reads(ROW)} == {("986", "")}


def test_a_number_upside_down_that_begins_like_a_code():
    """601 is L09 upside down: a wide look that sees the digits beside it denies it, however unsure it is; and so does
    the small network where it takes it for 601 half as surely."""
    fusion = votes_on("L09", 0.78)
    looked(fusion, ("L09", 0.88), ("L098", 0.47))
    fusion.take_consistency(UPRIGHT, 0.7)
    assert all(read.uncertainty_reason for read in fusion.reads(ROW))
    fusion = votes_on("L09", 0.78, turned=Prediction(0.36, "601", 0.97))
    looked(fusion, ("L09", 0.99))
    assert only(fusion).uncertainty_reason == DOUBTFUL


def test_what_only_the_small_network_reads_is_asked_about():
    """Sure as it is, nobody else saw it; and where the recogniser is sure of something else, nothing is asked."""
    fusion = votes_on("D012", 0.97)
    looked(fusion, ("D0", 0.5))
    assert (only(fusion).text, only(fusion).uncertainty_reason) == ("D012", DOUBTFUL)
    fusion = votes_on("M203", 0.97)
    looked(fusion, ("N203", 0.99))
    assert fusion.reads(ROW) == []


@pytest.mark.parametrize(("seen", "asked"), [("ui", []), ("111", ["L11"])])
def test_a_small_word_is_not_asked_about(seen: str, asked: list[str]):
    """Nor is what looks like L11 to the small network alone: the recogniser must see its digits at least."""
    fusion = votes_on("L11", 0.9)
    looked(fusion, (seen, 0.5))
    assert [read.text for read in fusion.reads(ROW)] == asked


@pytest.mark.parametrize(("other", "uncertainty_reason"), [(0.05, ""), (0.4, UPSIDE_DOWN)])
def test_the_way_up_of_a_number(other: float, uncertainty_reason: str):
    """168 is told from 891 where its shapes are those of one way up alone; otherwise it is asked about."""
    fusion = votes_on("168", 0.95, turned=Prediction(other, "891", 0.9), boxed=True)
    looked(fusion, ("168", 0.99), other=("891", 0.9))
    texts = {read.text for read in fusion.reads(ROW)}
    assert {read.uncertainty_reason for read in fusion.reads(ROW)} == {uncertainty_reason}
    assert texts == ({"168"} if not uncertainty_reason else {"168", "891"})


def test_six_nine_and_nought_look_alike_both_ways_up():
    """606 is 909 upside down in any typeface: however sure the small network is, it is asked about."""
    fusion = votes_on("606", 0.97, turned=Prediction(0.01, "909", 0.9), boxed=True)
    looked(fusion, ("606", 0.99), other=("909", 0.9))
    assert {read.uncertainty_reason for read in fusion.reads(ROW)} == {UPSIDE_DOWN}


@pytest.mark.parametrize(("other", "uncertainty_reason"), [(0.4, ""), (0.5, DOUBTFUL)])
def test_a_rival_the_other_way_up(other: float, uncertainty_reason: str):
    """067 looks a little like 290 upside down: that counts where it is half as likely to the small network."""
    fusion = votes_on("067", 0.9, turned=Prediction(other, "290", 0.6), boxed=True)
    looked(fusion, ("067", 0.99))
    assert only(fusion).uncertainty_reason == uncertainty_reason


@pytest.mark.parametrize(
    ("consistency", "other_way", "sure"), [(0.83, 0.03, False), (0.9, 0.6, False), (0.9, 0.4, True)]
)
def test_steadier_one_way_up(consistency: float, other_way: float, sure: bool):
    """L06 is 907 upside down, also where its L is told by its shape: the network must hold to the one, and not to the
    other."""
    fusion = votes_on("L06", 0.96, turned=Prediction(0.55, "907", 0.95))
    looked(fusion, ("L06", 0.99), other=("907", 0.99))
    fusion.take_consistency(UPRIGHT, consistency)
    fusion.take_consistency(CropRequest(True, (0.3, 0.16)), other_way)
    fusion.orientations[0].shaped = True
    assert (only(fusion).uncertainty_reason == "") is sure


def test_the_shape_of_an_l():
    """It is asked for once the network's crops are told, and only of a code that is nearly a number."""
    for code, asked in (("L06", True), ("L02", False), ("D018", False)):
        fusion = votes_on(code, 0.96)
        looked(fusion, (code, 0.99))
        assert fusion.wants_shape_check is None
        fusion.take_consistency(UPRIGHT, 0.9)
        assert fusion.wants_shape_check == ((UPRIGHT, code) if asked else None)
        fusion.orientations[0].shaped = False
        assert fusion.wants_shape_check is None


@pytest.mark.parametrize(("other_way", "reads"), [(0.0, {("L01", "")}), (0.7, {("L01", DOUBTFUL), ("L07", DOUBTFUL)})])
def test_many_views_rule_out_a_rival(other_way: float, reads: set[tuple[str, str]]):
    """L01 looks a little like L07 upside down, to both readers: many crops tell."""
    fusion = votes_on("L01", 0.95, turned=Prediction(0.45, "L07", 0.47))
    looked(fusion, ("L01", 0.98), other=("L07", 0.81))
    assert fusion.wants_consistency
    fusion.take_consistency(UPRIGHT, 0.92)
    fusion.take_consistency(CropRequest(True, (0.3, 0.16)), other_way)
    assert told(fusion) == reads


def test_expected_codes():
    """A first prescreen tells whether a row may be what a prompt waits for."""
    dusk, law = Grammar([CodeKind(CARD_ID, "D[0-9]{3}")]), Grammar([CodeKind(CARD_ID, "L[0-9]{2}")])
    assert votes_on("D012").may_be(dusk)
    assert not votes_on("D012").may_be(law)
    assert not ReadFusion(False).may_be(dusk)


def test_what_was_not_taught_is_judged_as_before():
    """Codes of other games have no prescreen: four looks that agree, each way up."""
    fusion = ReadFusion(False)
    assert fusion.likelihood == 1.0
    taken = looked(fusion, ("M346", 0.9))
    assert taken >= 5
    assert only(fusion).uncertainty_reason == ""


def test_noughts_alone_are_asked_about():
    """What is inside the noughts of a dark `1000` looks like pale noughts in a dark box."""
    fusion = votes_on("000", 0.99, boxed=True)
    looked(fusion, ("000", 0.99))
    assert {(read.text, read.uncertainty_reason) for read in fusion.reads(ROW)} == {("000", DOUBTFUL)}


@pytest.mark.parametrize(("otherwise", "uncertainty_reason"), [("M206", ""), ("MM205", DOUBTFUL), ("#M206", "")])
def test_a_text_that_may_be_longer(otherwise: str, uncertainty_reason: str):
    """M1205 whose 1 runs into its M looks like M205 to the recogniser: it alone is never sure where the small network
    has seen more signs."""
    prescreen = Prescreen(Prediction(0.95, "M205", 0.0, (otherwise,)), NOTHING)
    fusion = ReadFusion(False, prescreen, ("M205", ""))
    looked(fusion, ("M205", 0.98))
    assert (only(fusion).text, only(fusion).uncertainty_reason) == ("M205", uncertainty_reason)


@pytest.mark.parametrize(
    ("ends", "reason"),
    [
        ((("D078", 3.0), ("D078", -7.0)), COVERED),  # -2 in the mean
        ((("D078", 6.0), ("D078", -2.0)), ""),  # 2 in the mean: one of the cuts was bad
        ((("D078", 3.0), ("D078", -math.inf)), COVERED),  # the picture's edge
        ((("D07", -7.0),), ""),
        ((), ""),
    ],
)
def test_all_cuts_of_a_code_tell_whether_it_is_whole(ends: tuple[tuple[str, float], ...], reason: str):
    """In their mean, however surely one cut is read; what they say of another code does not count."""
    assert in_doubt(Read("D078", CARD_ID, 0.99), ends).uncertainty_reason == reason


@pytest.mark.parametrize(("confidence", "ends"), [(0.9, (("D012", -3.0),)), (0.7, ())])
def test_a_cut_that_is_hardly_read_says_nothing_of_others(confidence: float, ends: tuple[tuple[str, float], ...]):
    """Its ends are not where the print's are; the cut itself is asked about all the same."""
    fusion = votes_on("D012")
    fusion.ends[False] = -3.0
    looked(fusion, ("D012", confidence))
    assert fusion.code_ends == ends
    assert only(fusion).uncertainty_reason == COVERED


def test_the_end_of_a_longer_code_is_covered():
    """X/13 of IX/13, however likely nothing lies over it."""
    fusion = votes_on("X/13")
    fusion.ends[False], fusion.longer = 9.0, True
    looked(fusion, ("X/13", 0.95))
    assert fusion.code_ends == (("X/13", -math.inf),)
    assert only(fusion).uncertainty_reason == COVERED


@pytest.mark.parametrize(
    ("leftwards", "text", "crops"), [(False, "night", [False]), (True, "night", [True]), (False, "XK7", [False, True])]
)
def test_what_is_no_code_is_not_turned(leftwards: bool, text: str, crops: list[bool]):
    """A word is looked at one way up, first the one that is upright in the picture; what may be a code both ways."""
    fusion = ReadFusion(False, leftwards=leftwards)
    taken = []
    while (look := fusion.next_crop) is not None:
        taken.append(look.turned)
        fusion.take(look, Recognition(text, 0.9), None)
    assert taken == crops
    assert fusion.is_other_print is (text == "night")
