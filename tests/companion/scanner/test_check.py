"""“Check my camera”: ten cards by hand or named, counted, measured, told, kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.api.readings import Pressed
from companion.api.refusals import BadMove
from companion.scanner.check import CARDS
from companion.session.session import Session

from .scan_spot import Spot


@pytest.fixture
def spot(tmp_path: Path, evening: Session) -> Spot:
    """A scan spot beside an evening of the toy game."""
    return Spot(tmp_path, evening)


def test_ten_cards_read_right(spot: Spot):
    """Each is read out and confirmed with one tap; then figures, words and a date are kept."""
    talk = spot.desk.check
    talk.begin("Ada", named=False)
    for number in range(CARDS):
        assert talk.state.card == number + 1
        assert spot.shows(f"M{number:03}", height_px=14)
        assert talk.state.can == ("yes", "no", "cancel")
        assert (talk.state.step, talk.state.read) == ("is_it", f"M{number:03}")
        talk.yes()
    assert spot.said[:2] == ["Card 1 of 10: lay any card with a code under the camera.", "I read M000. Is that right?"]
    state = talk.state
    assert (state.step, state.good) == ("idle", True)
    assert [str(one) for one in state.results] == [
        "Read right: 10. Asked: 0. Not read: 0. Wrong: 0.",
        "Your IDs are 14 pixels high: fine for numbers, low for IDs.",
        "Bring ID cards closer by a quarter.",
        "The light is good.",
    ]
    assert spot.said[-4:] == [str(one) for one in state.results]
    [kept] = spot.checks.all()
    assert (kept.at, kept.by, kept.figures["game"]) == (1000, "Ada", "boiler")
    assert kept.results == state.results


def test_no_card_of_the_check_reaches_the_game(spot: Spot):
    """While it is under way, what the camera reads is not played and makes no notice."""
    before = spot.session.screen()
    spot.desk.check.begin("Ada", named=False)
    for code in ("M001", "M002"):
        spot.shows(code)
    assert spot.session.screen() == before
    spot.desk.check.cancel()
    assert not spot.shows("M003")
    assert spot.session.screen() != before


def test_a_check_that_nobody_goes_on_with(spot: Spot):
    """Whoever began it has left its page: after three minutes a card is the game's again, and nothing is kept."""
    spot.desk.check.begin("Ada", named=False)
    spot.steady = 170.0
    assert spot.shows("M001")
    spot.steady = 340.0
    assert spot.shows("M002")  # the first one is still asked about
    spot.steady = 351.0
    assert not spot.shows("M003")
    assert [drawn.code for drawn in spot.session.state().cards] == ["M003"]
    assert (spot.desk.check.state.step, spot.checks.all()) == ("idle", ())


def test_a_button_says_yes(spot: Spot):
    """Hands free: Next on the panel, but only while it is being asked."""
    talk = spot.desk.check
    assert not spot.desk.takes(Pressed("next"))
    talk.begin("Ada", named=False)
    assert not spot.desk.takes(Pressed("next"))
    spot.shows("M001")
    assert not spot.desk.takes(Pressed("back"))
    assert spot.desk.takes(Pressed("next"))
    assert (talk.state.right, talk.state.step) == (1, "show")


def test_a_wrong_read_is_counted_and_kept(spot: Spot):
    """No, and the right code; its picture is among the wrong reads, also where there is no code at all."""
    talk = spot.desk.check
    talk.begin("Ada", named=False)
    spot.shows("M001")
    talk.no()
    assert talk.state.can == ("name", "no_code", "cancel")
    talk.name("m007")
    spot.shows("M002")
    talk.no()
    talk.no_code()
    assert talk.state.wrong == 2
    assert {(one.read, one.right) for one in spot.wrong.all()} == {("M002", ""), ("M001", "M007")}
    assert all(one.reported for one in spot.desk.state().sightings)


def test_unsure_and_unread_cards(spot: Spot):
    """A card that is asked about counts as asked; one that cannot be read is waited for, with what helps, until
    somebody gives up."""
    talk = spot.desk.check
    talk.begin("Ada", named=False)
    spot.shows("M001", sure=False)
    assert (talk.state.asked, talk.state.card) == (1, 2)
    spot.shows_unread("glare", paper=90)
    assert "A lamp is mirrored" in str(talk.state.words)
    assert talk.state.unread == 0
    talk.give_up()
    assert (talk.state.unread, talk.state.card) == (1, 3)
    for _ in range(8):
        talk.give_up()
    words = [str(one) for one in talk.state.results]
    assert words[0] == "Read right: 0. Asked: 1. Not read: 9. Wrong: 0."
    assert "A lamp was mirrored in a card: move the lamp aside, or use two from the sides." in words
    assert not talk.state.good


def test_named_cards_are_compared_by_themselves(spot: Spot):
    """The companion names a card; the right one counts at once, another one is asked about."""
    talk = spot.desk.check
    talk.begin("Ada", named=True)
    assert str(talk.state.words) == "Card 1 of 10: lay M001 under the camera."
    spot.shows("M001")
    assert (talk.state.right, talk.state.wanted) == (1, "M002")
    spot.shows("M003")
    assert str(talk.state.words) == "I read M003, but M002 was to be shown. Which one lies there?"
    assert (talk.state.can, talk.state.read) == (("wanted", "read", "cancel"), "M003")
    talk.read()
    assert (talk.state.right, talk.state.wrong) == (2, 0)
    spot.shows("M009")
    talk.wanted()
    assert talk.state.wrong == 1
    assert [(one.read, one.right) for one in spot.wrong.all()] == [("M009", "M003")]
    assert talk.state.wanted == ""  # no further code is known: any card


def test_the_owner_names_the_next_card(spot: Spot):
    """A typed code is compared as one that the companion named; another can be asked for."""
    talk = spot.desk.check
    talk.begin("Ada", named=True)
    talk.skip()
    assert talk.state.wanted == "M002"
    talk.name("#m017")
    assert (talk.state.wanted, talk.state.card) == ("M017", 1)
    spot.shows("M017")
    assert talk.state.right == 1


def test_what_is_not_asked_is_refused(spot: Spot):
    """Every tap out of its turn gets a sentence and changes nothing."""
    talk = spot.desk.check
    for tap in (talk.yes, talk.no, talk.no_code, talk.read, talk.wanted, talk.skip, talk.give_up):
        with pytest.raises(BadMove):
            tap()
    talk.begin("Ada", named=False)
    for tap in (talk.yes, talk.no, talk.no_code, talk.read, talk.wanted):
        with pytest.raises(BadMove):
            tap()
    for code in ("", "#", "X" * 30):
        with pytest.raises(BadMove):
            talk.name(code)
    assert talk.state.card == 1
    spot.codes = []
    talk.cancel()
    with pytest.raises(BadMove, match="any cards"):
        talk.begin("Ada", named=True)
    assert not talk.under_way


def test_a_full_folder_of_wrong_reads_does_not_end_the_check(spot: Spot, monkeypatch: pytest.MonkeyPatch):
    """The card counts as wrong all the same."""
    monkeypatch.setattr("companion.scanner.wrong_reads.MOST", 0)
    talk = spot.desk.check
    talk.begin("Ada", named=False)
    spot.shows("M001")
    talk.no()
    talk.name("M002")
    assert (talk.state.wrong, talk.state.step) == (1, "show")
