"""A reading changes the game only where a prompt expects it and only when it is sure."""

from dataclasses import replace

import pytest
from msgspec import structs

from companion.api.game import CubesExpected, Move, Prompt
from companion.api.readings import CardSeen, CardUnread, Cubes, Pressed, Reading
from companion.api.text import T
from companion.session.answers import Answer, answer_cubes, answer_unread
from companion.session.screen import Update
from companion.session.session import Session
from companion.storage.log import Log
from tests.companion.toy_game import GAME, Boiler


@pytest.fixture
def fuelled(evening: Session) -> Session:
    """The boiler was fed with 2 coal: 0 to 4 cubes are expected in the drawer, and a Morning card."""
    evening.play(Move("fuel", {"coal": 2}), "Anna")
    return evening


def notices(session: Session) -> list[str]:
    return [str(notice.text) for notice in session.screen().notices]


def counted(count: int | None, sure: bool = True, place: str = "drawer") -> Cubes:
    return Cubes(place, count, sure, 0.99 if sure else 0.6)


def card(text: str, sure: bool = True, kind: str = "card_id") -> CardSeen:
    return CardSeen(kind, text, sure, 0.99 if sure else 0.6)


@pytest.mark.parametrize("count", [0, 3, 4])
def test_sure_count_answers(fuelled: Session, count: int) -> None:
    """A sure count within the limits, none included, is played as the move that the prompt expects, by the device."""
    screen = fuelled.report(counted(count), "drawer")
    assert screen is not None
    assert fuelled.state().cubes == count
    assert (screen.history[0].by, [fact.name for fact in screen.history[0].facts]) == ("drawer", ["cubes_fell"])


def test_a_count_made_for_another_prompt_answers_nothing(fuelled: Session) -> None:
    """Its thread was held up until people were asked something else: it is left out, and no notice of it is shown."""
    asked = fuelled.screen().prompts[0].name
    assert fuelled.report(counted(0), "drawer", "the prompt before") is None
    assert (fuelled.state().cubes, notices(fuelled)) == (None, [])
    assert fuelled.report(counted(3), "drawer", asked) is not None
    assert fuelled.state().cubes == 3


@pytest.mark.parametrize(
    ("reading", "words", "offers"),
    [
        (Cubes("drawer", 3, False, 1.0, 0, 3), "3 cubes lay there before this was asked. Do they count?", [3, 0]),
        (Cubes("drawer", 1, False, 1.0, 0, 1), "1 cube lay there before this was asked. Does it count?", [1, 0]),
        (Cubes("drawer", 4, False, 1.0, 1, 3), "1 cube fell onto 3 that lay there before this was asked.", [4, 1]),
        (Cubes("drawer", 6, False, 1.0, 2, 4), "2 cubes fell onto 4 that lay there before this was asked.", [2]),
        (Cubes("drawer", 9, False, 1.0, 0, 9), "9 cubes lay there before this was asked.", [0]),
    ],
)
def test_cubes_that_lay_there_before_are_asked_about(
    fuelled: Session, reading: Cubes, words: str, offers: list[int]
) -> None:
    """0 to 4 cubes are expected: all that lie there, and those that fell since, are offered where they can be."""
    screen = fuelled.report(reading, "drawer")
    assert screen is not None
    (notice,) = screen.notices
    assert words in str(notice.text)
    asked = [offer.move.args["cubes"] for offer in (notice.offer, notice.other) if offer is not None]
    assert (asked, fuelled.state().cubes) == (offers, None)


def test_same_count_again_is_no_news(fuelled: Session) -> None:
    """The count that the game has already changes nothing; a late cube does."""
    fuelled.report(counted(3), "drawer")
    version = fuelled.screen().version
    assert fuelled.report(counted(3), "drawer") is None
    assert fuelled.screen().version == version
    assert fuelled.report(counted(4), "drawer") is not None
    assert fuelled.state().cubes == 4


def test_unsure_count_asks(fuelled: Session) -> None:
    """An unsure count is shown with the move that it would be, and changes nothing; the sure one takes it away."""
    version = fuelled.screen().version
    screen = fuelled.report(counted(3, sure=False), "drawer")
    assert screen is not None
    assert screen.version == version
    assert fuelled.state().cubes is None
    (notice,) = screen.notices
    assert str(notice.text) == "Drawer: it looks like 3 cubes, but that is not sure. Please count and say."
    assert notice.offer is not None
    assert notice.offer.move == Move("drop", {"cubes": 3})
    fuelled.report(counted(4), "drawer")
    assert (fuelled.state().cubes, notices(fuelled)) == (4, [])


def test_a_sensors_question_outlives_a_step_beside_it(fuelled: Session) -> None:
    """Somebody sets a value by hand, and takes that back: nobody has said yet how many fell. Whoever does ends it."""
    fuelled.report(counted(3, sure=False), "drawer")
    asked = fuelled.screen().notices
    fuelled.correct("heat", 1, "Bert")
    assert fuelled.screen().notices == asked
    fuelled.undo("Bert")
    assert fuelled.screen().notices == asked
    fuelled.play(Move("draw", {"card": "M017"}), "Bert")  # which answers the other question
    assert fuelled.screen().notices == asked
    fuelled.play(Move("drop", {"cubes": 2}), "Anna")
    assert notices(fuelled) == []


def test_what_a_sensor_merely_said_goes_with_the_next_step(fuelled: Session) -> None:
    """Too many cubes, a card that nothing waits for: whoever went on has seen it."""
    fuelled.report(counted(5), "drawer")
    fuelled.report(card("X000"), "camera")
    assert len(notices(fuelled)) == 2
    fuelled.correct("heat", 1, "Bert")
    assert notices(fuelled) == []


def test_a_card_that_is_asked_about_is_not_offered_once_another_was_played(evening: Session) -> None:
    """Its question comes again at once, but what lay there was for the one before."""
    evening.report(card("D012", sure=False), "camera")
    evening.report(card("M017", sure=False), "camera")
    assert len(notices(evening)) == 1
    evening.play(Move("draw", {"card": "M018"}), "Anna")
    assert notices(evening) == []


def test_same_unsure_count_is_told_once(fuelled: Session) -> None:
    """The same notice again is no change and is not told again."""
    heard: list[Update] = []
    fuelled.subscribe(heard.append)
    fuelled.report(counted(3, sure=False), "drawer")
    assert fuelled.report(counted(3, sure=False), "drawer") is None
    assert [(update.cause, update.reading) for update in heard] == [("notice", counted(3, sure=False))]


@pytest.mark.parametrize("sure", [True, False])
def test_count_beyond_the_limits_asks(fuelled: Session, sure: bool) -> None:
    """More cubes than there can be are never played, however sure the scale is."""
    fuelled.report(counted(5, sure), "drawer")
    assert fuelled.state().cubes is None
    assert notices(fuelled) == [
        "Drawer: 5 cubes counted, but there can be at most 4. Please check, or enter the number."
    ]


def test_count_below_the_limits(fuelled: Session) -> None:
    """No cube where at least one is due is no news at all."""
    fuelled.report(counted(3), "drawer")
    assert fuelled.report(counted(0), "drawer") is None
    assert (fuelled.state().cubes, notices(fuelled)) == (3, [])


@pytest.mark.parametrize("sure", [True, False])
def test_some_of_what_a_prompt_waits_for_is_no_news(sure: bool) -> None:
    """While 3 cubes are being dropped, the first one or two are neither an answer nor a trouble; the third answers."""
    waiting = CubesExpected(place="drawer", drop="1", at_least=3, at_most=3, move=Move("dropped"), arg="cubes")
    prompts = [Prompt(name="drop", do=T("Drop 3 cubes."), offers=(), expects=(waiting,))]
    assert answer_cubes(prompts, counted(2, sure)) == Answer("cubes.drawer")
    assert answer_cubes(prompts, counted(3)).move == Move("dropped", {"cubes": 3})
    assert answer_cubes(prompts, counted(4, sure)).notice is not None


@pytest.mark.parametrize("reading", [counted(None, sure=False), counted(2, place="box"), counted(None)])
def test_no_count_or_another_place_is_nothing(fuelled: Session, reading: Cubes) -> None:
    """A scale without a count, or a place where nothing is expected, changes nothing."""
    assert fuelled.report(reading, "drawer") is None
    assert fuelled.state().cubes is None


def test_count_that_nobody_expects(evening: Session) -> None:
    """A sure count changes nothing while no prompt expects cubes."""
    assert evening.report(counted(3), "drawer") is None
    assert evening.state().cubes is None


def test_lost_count_takes_the_notice_away(fuelled: Session) -> None:
    """When the drawer is pulled out, what it last thought is no longer shown."""
    fuelled.report(counted(3, sure=False), "drawer")
    fuelled.report(counted(None, sure=False), "drawer")
    assert notices(fuelled) == []


def test_next_step_takes_notices_away(fuelled: Session) -> None:
    """A notice goes away with the next step."""
    fuelled.report(counted(5), "drawer")
    fuelled.play(Move("drop", {"cubes": 4}), "Anna")
    assert notices(fuelled) == []


def test_expected_card_is_played(evening: Session) -> None:
    """A sure card that a prompt expects is played by the camera."""
    evening.report(card("M017"), "camera")
    assert [drawn.code for drawn in evening.state().cards] == ["M017"]


@pytest.mark.parametrize("reading", [card("D012"), card("M017", kind="numbox"), card("M0171")])
def test_other_card_opens_its_entry(evening: Session, reading: CardSeen) -> None:
    """A card that no prompt expects changes nothing; its code is shown so that the entry can be opened."""
    screen = evening.report(reading, "camera")
    assert screen is not None
    assert screen.notices[0].code == reading.text
    assert evening.state().cards == ()


def test_unsure_card_asks(evening: Session) -> None:
    """An unsure card that would be expected is offered, not played."""
    screen = evening.report(card("M017", sure=False), "camera")
    assert screen is not None
    assert screen.notices[0].offer is not None
    assert screen.notices[0].offer.move == Move("draw", {"card": "M017"})
    assert evening.state().cards == ()


@pytest.mark.parametrize(
    ("doubt", "words"), [("too_small", "closer"), ("glare", "lamp"), ("too_dark", "dark"), ("doubtful", "flat")]
)
def test_unsure_card_tells_why(evening: Session, doubt: str, words: str) -> None:
    """What made a card unsure is told with what helps."""
    screen = evening.report(CardSeen("card_id", "M017", False, 0.6, doubt), "camera")
    assert screen is not None
    assert words in str(screen.notices[0].text)


def test_a_number_that_can_be_turned_offers_both(evening: Session) -> None:
    """Both ways up are offered where a prompt would take them, and named where none does."""
    turnable = CardSeen("card_id", "M168", False, 0.9, "upside_down", "M891")
    screen = evening.report(turnable, "camera")
    assert screen is not None
    (notice,) = screen.notices
    assert [str(offer.label) for offer in (notice.offer, notice.other) if offer] == ["Yes, M168", "Yes, M891"]
    screen = evening.report(CardSeen("numbox", "168", False, 0.9, "upside_down", "891"), "camera")
    assert screen is not None
    assert "168 or, the other way up, 891" in str(screen.notices[0].text)


@pytest.fixture
def later(log: Log) -> tuple[Session, list[float]]:
    """An evening in which a card is waited for once the boiler is fuelled, and its clock."""
    now = [1000.0]
    session = Session(log, {"boiler": replace(GAME, prompts=_waiting)}, clock=lambda: now[0])
    session.start("boiler", "Friday", ["Anna", "Bert"], {"level": "easy"}, by="Anna")
    return session, now


def _waiting(state: Boiler) -> tuple[Prompt, ...]:
    """The boiler's questions, without the card until it is fuelled."""
    return tuple(one if state.fuelled else structs.replace(one, expects=()) for one in GAME.prompts(state))


def test_a_card_that_came_before_its_question_is_asked_about(later: tuple[Session, list[float]]) -> None:
    """Laid before the camera while the step before it was still open, a card is offered for one tap once it is asked
    for, and never played by itself: nobody knows whether it lies there for that."""
    session, _ = later
    session.report(card("M017"), "camera")
    session.play(Move("fuel", {"coal": 2}), "Anna")
    (notice,) = session.screen().notices
    assert str(notice.text) == "Card M017 was seen before this was asked. Is it the one?"
    assert (notice.offer is not None and notice.offer.move, notice.code) == (Move("draw", {"card": "M017"}), "M017")
    assert session.state().cards == ()
    session.play(Move("draw", {"card": "M017"}), "Anna")
    assert (notices(session), [drawn.code for drawn in session.state().cards]) == ([], ["M017"])


def test_a_card_that_came_early_is_settled(later: tuple[Session, list[float]]) -> None:
    """It is not asked about where another card was seen since, it was not sure or no such card is wanted, a minute went
    by, or another evening was opened."""
    session, now = later
    fuel = Move("fuel", {"coal": 2})
    for happens in (
        lambda: session.report(card("D012"), "camera"),
        lambda: now.__setitem__(0, now[0] + 61),
        lambda: session.open(evening_id(session)),
    ):
        session.report(card("M017"), "camera")
        happens()
        session.play(fuel, "Anna")
        assert notices(session) == []
        session.undo("Anna")
    session.report(card("M017", sure=False), "camera")
    session.play(fuel, "Anna")
    assert notices(session) == []


def test_a_card_lies_there_still_after_a_step_back(later: tuple[Session, list[float]]) -> None:
    """Where the step before its question is taken back and made otherwise, a card that came early is asked about anew;
    so is one that was played and whose step was undone with it. To undo that step alone asks nothing."""
    session, _ = later
    asked = ["Card M017 was seen before this was asked. Is it the one?"]
    session.report(card("M017"), "camera")
    session.play(Move("fuel", {"coal": 2}), "Anna")
    session.undo("Anna")
    session.play(Move("fuel", {"coal": 1}), "Anna")
    assert notices(session) == asked
    session.report(card("M017"), "camera")
    session.undo("Anna")
    assert (notices(session), session.state().cards) == ([], ())
    session.undo("Anna")
    session.play(Move("fuel", {"coal": 2}), "Anna")
    assert (notices(session), session.state().cards) == (asked, ())


def test_an_undone_card_is_settled(later: tuple[Session, list[float]]) -> None:
    """It is not asked about any more once another card answered its question, or its step was brought back."""
    session, _ = later
    session.play(Move("fuel", {"coal": 2}), "Anna")
    session.report(card("M017"), "camera")
    session.undo("Anna")
    session.play(Move("draw", {"card": "M018"}), "Anna")
    assert notices(session) == []
    session.undo("Anna", 2)
    session.play(Move("fuel", {"coal": 1}), "Anna")
    assert notices(session) == []


def test_a_card_that_was_named_by_hand_answers_no_later_question(later: tuple[Session, list[float]]) -> None:
    """Typed, and read by the camera a moment after: it is the same card."""
    session, _ = later
    session.play(Move("fuel", {"coal": 2}), "Anna")
    session.play(Move("draw", {"card": "M017"}), "Anna")
    session.undo("Anna", 2)
    session.redo("Anna", 2)
    session.report(card("M017", kind="numbox"), "camera")
    session.correct("coal", 3, "Anna")
    assert notices(session) == []


def test_a_card_that_lay_there_is_asked_about(evening: Session) -> None:
    """Nobody laid it there for what is asked now: before the camera began to look, say."""
    evening.report(replace(card("M017"), early=True), "camera")
    assert notices(evening) == ["Card M017 was seen before this was asked. Is it the one?"]
    assert evening.state().cards == ()


def test_the_card_that_is_asked_for_is_found_in_a_photo(evening: Session) -> None:
    """Another card that was read better is beside it; the right one is played."""
    assert evening.report_photo([card("D012"), card("M017")], "Anna") == card("M017")
    assert [drawn.code for drawn in evening.state().cards] == ["M017"]


def test_two_cards_of_a_photo_that_may_be_it_are_asked_about(evening: Session) -> None:
    """Each is one tap; neither is played by itself, nor told as the card that came up."""
    heard: list[Update] = []
    evening.subscribe(heard.append)
    assert evening.report_photo([card("M017"), card("D012"), card("M018")], "Anna") is None
    (notice,) = evening.screen().notices
    assert "M017 and M018 are both in the photo." in str(notice.text)
    assert [update.reading for update in heard] == [None]
    moves = [offer.move for offer in (notice.offer, notice.other) if offer]
    assert (moves, evening.state().cards) == ([Move("draw", {"card": code}) for code in ("M017", "M018")], ())


def test_a_photo_for_an_earlier_question(later: tuple[Session, list[float]]) -> None:
    """A card that was photographed before its question came, or before a step was taken back, is asked about; other
    steps meanwhile, while it is asked for, change nothing."""
    session, _ = later
    seen = session.screen().version
    session.play(Move("fuel", {"coal": 2}), "Anna")
    assert session.report_photo([card("M017")], "Bert", seen) is None
    assert notices(session) == ["Card M017 was seen before this was asked. Is it the one?"]
    seen = session.screen().version
    session.correct("coal", 3, "Anna")
    session.undo("Anna")
    assert session.report_photo([card("M017")], "Bert", seen) is None
    seen = session.screen().version
    session.correct("coal", 3, "Anna")
    assert session.report_photo([card("M017")], "Bert", seen) == card("M017")


def evening_id(session: Session) -> str:
    evening = session.screen().evening
    assert evening is not None
    return evening.id


def test_unread_card_is_told_where_one_is_expected(evening: Session) -> None:
    """Something that cannot be read is told with its reason while a card is expected, and not otherwise."""
    screen = evening.report(CardUnread("covered"), "camera")
    assert screen is not None
    assert "covered" in str(screen.notices[0].text)
    assert answer_unread((), CardUnread("covered")) == Answer("card")


def test_what_could_not_be_read_is_gone(evening: Session) -> None:
    """Its notice goes with it; one of another card stays."""
    evening.report(CardUnread("too_dark"), "camera")
    evening.report(CardUnread(""), "camera")
    assert notices(evening) == []
    evening.report(CardUnread("too_dark"), "camera")
    evening.report(card("D012"), "camera")
    evening.report(CardUnread(""), "camera")
    assert notices(evening) == ["Card D012 was seen. Nothing waits for it now; its entry says what it does."]


def test_reading_that_the_rules_forbid(evening: Session) -> None:
    """A reading that the rules forbid becomes a notice with the page, never an error in the device's thread."""
    evening.play(Move("fuel", {"coal": 2}), "Anna")
    evening.correct("coal", 0, "Anna")
    screen = evening.report(Pressed("next"), "panel")
    assert screen is not None
    assert "needs an answer on a phone: Drop 4 cubes." in str(screen.notices[0].text)
    evening.undo("Anna", 2)
    evening.correct("coal", 0, "Anna")
    screen = evening.report(Pressed("next"), "panel")
    assert screen is not None
    assert (str(screen.notices[0].text), screen.notices[0].page) == ("There is only 0 coal left.", 3)


def test_next_takes_the_usual_answer(evening: Session) -> None:
    """The Next button plays the first prompt's usual answer with its usual values."""
    evening.report(Pressed("next"), "panel")
    assert (evening.state().coal, evening.screen().history[0].by) == (19, "panel")


def test_back_undoes(fuelled: Session) -> None:
    """The Back button undoes one step, and says so when there is none."""
    fuelled.report(Pressed("back"), "panel")
    assert fuelled.state().coal == 20
    fuelled.report(Pressed("back"), "panel")
    assert notices(fuelled) == ["There is nothing to undo."]


@pytest.mark.parametrize("button", ["repeat", "scan"])
def test_other_buttons_are_passed_on(evening: Session, button: str) -> None:
    """Repeat and Scan change nothing and are passed to the listeners."""
    heard: list[Update] = []
    evening.subscribe(heard.append)
    assert evening.report(Pressed(button), "panel") is None
    assert [(update.cause, update.reading) for update in heard] == [(button, Pressed(button))]


@pytest.mark.parametrize("reading", [counted(3), card("M017"), Pressed("next"), Pressed("back"), Pressed("cough")])
def test_readings_without_an_evening(session: Session, reading: Reading) -> None:
    """While nothing is open no reading raises or starts anything."""
    session.report(reading, "panel")
    assert session.screen().evening is None


def test_reading_on_a_full_disk(evening: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reading that cannot be saved becomes a notice."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.write", full)
        evening.report(card("M017"), "camera")
    assert "disk is full" in notices(evening)[0]
    assert evening.state().cards == ()


def test_an_unsure_count_offers_both_likely_ones(fuelled: Session) -> None:
    """Between two counts each is one tap; a second one that the prompt would not take is left out."""
    screen = fuelled.report(Cubes("drawer", 3, False, 0.6, 4), "drawer")
    assert screen is not None
    (notice,) = screen.notices
    assert str(notice.text) == "Drawer: it looks like 3 or 4, but that is not sure. Please count and say."
    assert notice.other is not None
    assert str(notice.other.label) == "Yes, 4 cubes"
    heard: list[Update] = []
    fuelled.subscribe(heard.append)
    fuelled.play(notice.other.move, "Anna")
    assert fuelled.state().cubes == 4
    assert heard[0].move == notice.other.move
    fuelled.report(Cubes("drawer", 3, False, 0.6, 5), "drawer")
    assert fuelled.screen().notices[0].other is None
