"""The scan spot: who may look, what was seen, why not, and what comes of saying that it is wrong."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from companion.api.game import Move
from companion.api.readings import CardSeen, CardUnread
from companion.api.refusals import BadMove
from companion.scanner.desk import KEPT, MOST_LOOKING, TooManyLooking
from companion.session.seeing import CANNOT_READ, HINTS, PHOTO_FIRST, WHAT_HELPS
from companion.session.session import Session

from .scan_spot import JPEG, Evidence, Spot, View


@pytest.fixture
def spot(tmp_path: Path, evening: Session) -> Spot:
    """A scan spot with a camera beside an evening of the toy game."""
    return Spot(tmp_path, evening, View())


def test_sightings_newest_first(spot: Spot):
    """With what the card is, and, where it is not sure, a word and a sentence why."""
    spot.shows("M001")
    spot.shows("M002", sure=False)
    spot.shows_unread("too_dark")
    dark, unsure, sure = spot.desk.state().sightings
    assert (sure.code, sure.sure, str(sure.title), sure.hint) == ("M001", True, "Morning card", None)
    assert (unsure.code, unsure.sure, str(unsure.hint)) == ("M002", False, "Not sure")
    assert "looks like M002" in str(unsure.words)
    assert (dark.code, str(dark.hint)) == ("", "Too dark")
    assert "bring a lamp nearer" in str(dark.words)
    assert spot.desk.evidence(sure.number) == JPEG


def test_only_a_few_are_kept(spot: Spot):
    """The oldest goes, with its picture."""
    for number in range(KEPT + 1):
        spot.shows(f"M{number:03}")
    assert len(spot.desk.state().sightings) == KEPT
    assert spot.desk.evidence(1) is None


def test_a_card_of_another_game_is_no_news(spot: Spot, evening: Session):
    """While no card is asked for, one that the game does not have is seen at the scan spot, and nobody is told that its
    entry says what it does; one of the game's own is told."""
    evening.close()
    spot.shows("Q221", sure=False, other="M002")
    spot.shows("Q221")
    assert [reading.text for reading in spot.reported if isinstance(reading, CardSeen)] == ["Q221"]
    assert [one.code for one in spot.desk.state().sightings] == ["Q221", "Q221"]
    spot.library = None
    spot.shows("M001")
    assert len(spot.reported) == 1


def test_every_refusal_has_its_own_word():
    """Each trouble of the reader, and what keeps it from reading, has a word to stand in the picture, another one than
    the others', and a sentence."""
    from vision.reads import TROUBLES

    every = {*TROUBLES, CANNOT_READ, PHOTO_FIRST}
    assert set(HINTS) == set(WHAT_HELPS) == every
    assert len({str(one) for one in HINTS.values()}) == len({str(one) for one in WHAT_HELPS.values()}) == len(every)


def test_the_hint_of_what_lies_there(spot: Spot):
    """Told when it changes, not with every frame."""
    told: list[str] = []
    spot.desk.subscribe(lambda: told.append(str(spot.desk.state().hint)))
    for doubt in ("", "", "too_small", "too_small", "glare", ""):
        spot.desk.on_doubt(doubt)
    assert told == ["Closer", "Glare", "None"]


def test_few_phones_look_at_once(spot: Spot):
    """A further one is refused until one of them looks no more; nobody gets the same picture twice."""
    for number in range(MOST_LOOKING):
        picture = spot.desk.picture(f"phone {number}")
        assert picture is not None
        assert spot.desk.picture(f"phone {number}", picture.number) is None
    with pytest.raises(TooManyLooking):
        spot.desk.picture("another")
    spot.steady += 10
    assert spot.desk.picture("another") is not None


def test_without_a_camera(tmp_path: Path, evening: Session):
    """There is no picture, but photos are seen all the same."""
    spot = Spot(tmp_path, evening)
    assert not spot.desk.state().camera
    with pytest.raises(BadMove, match="Take a photo"):
        spot.desk.picture("phone")
    spot.desk.photographed(CardSeen("card_id", "M001", True, 0.99), Evidence())
    assert [one.source for one in spot.desk.state().sightings] == ["photo"]
    with pytest.raises(BadMove, match="not there any more"):
        spot.desk.report_wrong(0, "M001", "Ada")


def test_a_live_camera_does_not_fill_the_list(spot: Spot):
    """Of stills that show the same only the newest is listed; another card, and the same one later, are."""

    def still(*shown: CardSeen | CardUnread) -> None:
        for one in shown:
            spot.desk.photographed(one, Evidence(), live=True)

    def listed() -> list[str]:
        return [one.code for one in spot.desk.state().sightings]

    first, second = CardSeen("card_id", "M001", True, 0.99), CardSeen("card_id", "M002", True, 0.98)
    spot.desk.photographed(CardUnread("glare"), Evidence())
    for trouble in ("blurred", "glare", "too_small", "") * 5:
        still(CardUnread(trouble))
    assert listed() == ["", ""]  # the photo, which somebody took, and the newest still
    still(first, second)
    still(CardSeen("card_id", "M001", True, 0.97), CardSeen("card_id", "M002", True, 0.97))
    assert listed() == ["M002", "M001", "", ""]
    still(CardSeen("card_id", "M001", False, 0.6))
    assert listed() == ["M001", "M002", "M001", "", ""]
    spot.now += 90
    still(second)
    assert listed() == ["M002", "M001", "M002", "M001", "", ""]
    assert spot.desk.number_of(second) == spot.desk.state().sightings[0].number


def test_the_torch(spot: Spot, tmp_path: Path, evening: Session):
    """Lit and put out by a tap, out at the end; where none is wired, one sentence."""
    spot.desk.light(True)
    assert spot.desk.state().torch
    spot.desk.stop()
    assert (spot.torch, spot.desk.state().torch) == ([True, False], False)
    bare = Spot(tmp_path, evening, torch=False)
    assert bare.desk.state().torch is None
    with pytest.raises(BadMove, match="No torch"):
        bare.desk.light(True)


# --- that is wrong ----------------------------------------------------------------------------------------------------


def test_a_wrong_read_is_undone_and_kept(spot: Spot):
    """What it did in the game was the last step: that is undone, by whoever said so."""
    before = spot.session.state()
    spot.shows("M001")
    [one] = spot.desk.state().sightings
    assert one.came_of is not None
    assert spot.session.state() != before
    assert spot.desk.report_wrong(one.number, "m002", "Ada")
    assert spot.session.state() == before
    assert spot.session.screen().history[0].by == "Ada"
    [kept] = spot.wrong.all()
    assert (kept.read, kept.right, kept.sure, kept.game) == ("M001", "M002", True, "boiler")
    assert (kept.height_px, kept.source) == (20.0, "camera")
    assert spot.wrong.picture(kept.id) == JPEG
    assert spot.desk.state().sightings[0].reported
    assert spot.desk.state().wrong == 1


def test_a_wrong_read_is_not_asked_about_any_more(spot: Spot):
    """Neither at once, where it was not sure, nor when its question comes again: nobody has such a card."""
    spot.shows("M001", sure=False)
    assert [one.code for one in spot.session.screen().notices] == ["M001"]
    spot.desk.report_wrong(1, "", "Ada")
    assert spot.session.screen().notices == ()
    spot.shows("M003")
    assert spot.desk.report_wrong(2, "", "Ada")
    spot.session.play(Move("fuel", {"coal": 1}), "Ben")
    assert spot.session.screen().notices == ()


@pytest.mark.parametrize("sure", [True, False])
def test_the_right_code_is_offered_where_it_is_asked_for(spot: Spot, sure: bool):
    """Whether the wrong one was played or asked about: nobody types the right one twice."""
    spot.shows("M001", sure=sure)
    spot.desk.report_wrong(1, "m002", "Ada")
    [notice] = spot.session.screen().notices
    assert (notice.code, notice.offer and notice.offer.move.args) == ("M002", {"card": "M002"})
    assert notice.offer is not None
    spot.session.play(notice.offer.move, "Ada")
    assert spot.session.screen().notices == ()


def test_what_was_played_upon_it_stands(spot: Spot):
    """Where something was done since, nothing is undone; the picture is kept all the same."""
    spot.shows("M001")
    [one] = spot.desk.state().sightings
    spot.session.correct("coal", 7, "Ben")
    after = spot.session.state()
    assert not spot.desk.report_wrong(one.number, "M002", "Ada")
    assert spot.session.state() == after
    assert len(spot.wrong) == 1


def test_a_reading_that_did_nothing_undoes_nothing(spot: Spot):
    """Neither does one that was only shown, nor a photo."""
    spot.session.correct("coal", 7, "Ben")
    after = spot.session.state()
    spot.shows("M001", sure=False)
    spot.desk.photographed(CardUnread("glare"), Evidence(height_px=0))
    for one in spot.desk.state().sightings:
        assert not spot.desk.report_wrong(one.number, "M017", "Ada")
    assert spot.session.state() == after
    assert {(one.read, one.source, one.doubt) for one in spot.wrong.all()} == {
        ("M001", "camera", "doubtful"),
        ("", "photo", "glare"),
    }


def test_there_is_no_code_at_all(spot: Spot):
    """A pattern that was taken for a code."""
    spot.shows("M001")
    spot.desk.report_wrong(1, "", "Ada")
    assert [(one.read, one.right) for one in spot.wrong.all()] == [("M001", "")]


def test_what_lies_there_and_was_missed(spot: Spot):
    """The whole picture is kept, small."""
    assert not spot.desk.report_wrong(0, "L04", "Ada")
    [kept] = spot.wrong.all()
    assert (kept.read, kept.right) == ("", "L04")
    assert spot.wrong.picture(kept.id) == b"\xff\xd8 all \xff\xd9"


def test_what_makes_no_sense_is_refused(spot: Spot):
    """A sighting that is gone; a right code that is what was read."""
    spot.shows("M001")
    with pytest.raises(BadMove, match="not there any more"):
        spot.desk.report_wrong(99, "M002", "Ada")
    with pytest.raises(BadMove, match="what was read"):
        spot.desk.report_wrong(1, "#m001", "Ada")
    assert len(spot.wrong) == 0


def test_nothing_of_it_gets_into_a_log(spot: Spot, caplog: pytest.LogCaptureFixture, folder: Path):
    """Neither into the program's log nor into the evenings' database, its journal or an export."""
    caplog.set_level(logging.DEBUG)
    spot.shows("M001")
    spot.desk.report_wrong(1, "M777", "Ada")
    evening = spot.session.screen().evening
    assert evening is not None
    assert b"M777" not in spot.session.export(evening.id)
    assert not any(b"M777" in path.read_bytes() for path in folder.rglob("*") if path.is_file())
    assert "M777" not in caplog.text


def test_a_stale_undo_is_no_undo(spot: Spot, monkeypatch: pytest.MonkeyPatch):
    """Somebody is quicker between looking and undoing: what they did stands."""
    spot.shows("M001")
    screen = spot.session.screen()
    spot.session.play(Move("fuel", {"coal": 1}), "Ben")
    after = spot.session.state()
    real = spot.session.screen
    monkeypatch.setattr(spot.session, "screen", lambda: screen)
    assert not spot.desk.report_wrong(1, "M002", "Ada")
    monkeypatch.setattr(spot.session, "screen", real)
    assert spot.session.state() == after


def test_what_fails_on_the_phones_keeps_no_card_from_the_game(spot: Spot) -> None:
    """What the phones are shown of a reading is never worth a lost card."""

    def fails() -> Evidence:
        raise ZeroDivisionError

    seen = CardSeen("card_id", "M001", True, 0.99)
    spot.desk.saw(seen, fails)
    assert spot.reported == [seen]
    assert spot.desk.state().sightings == ()
