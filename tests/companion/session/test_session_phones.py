"""Several phones at once, and those who listen."""

import logging
import threading
from typing import Any

import pytest

from companion.api.refusals import BadMove
from companion.session.screen import Update, VersionConflict
from companion.session.session import Session
from companion.storage.log import Log
from tests.companion.toy_game import fuel_move


def test_stale_tap_is_refused_kindly(evening: Session) -> None:
    """A tap for a screen that has passed is refused, says who did what, and brings the new screen."""
    seen = evening.screen().version
    evening.play(fuel_move(2), "Anna", seen)
    with pytest.raises(VersionConflict, match="Anna was quicker: Fuelled with 2 coal") as caught:
        evening.play(fuel_move(1), "Bert", seen)
    assert caught.value.screen == evening.screen()
    assert evening.state().coal == 18


@pytest.mark.parametrize("act", ["correct", "learn", "undo", "redo"])
def test_every_tap_may_be_stale(evening: Session, act: str) -> None:
    """Corrections, board facts, undo and redo are refused for a screen that has passed, too."""
    seen = evening.screen().version
    evening.play(fuel_move(2), "Anna")
    all_args = {"correct": {"name": "coal", "value": 1}, "learn": {"name": "valve", "value": 2}}
    args: dict[str, Any] = all_args.get(act, {})
    with pytest.raises(VersionConflict):
        getattr(evening, act)(**args, by="Bert", seen=seen)
    assert evening.state().coal == 18


def test_tap_for_another_evening_is_stale(evening: Session) -> None:
    """A tap made for one evening never plays in another, even where both are equally long."""
    seen = evening.screen().version
    evening.start("boiler", "Saturday", ["Cleo"], {"level": "hard"}, by="Cleo")
    with pytest.raises(VersionConflict, match="Another evening is open now"):
        evening.play(fuel_move(1), "Anna", seen)
    evening.close()
    with pytest.raises(VersionConflict, match="closed meanwhile"):
        evening.play(fuel_move(1), "Anna", seen)


@pytest.mark.parametrize("seen", ["1", True, 1.0, [1], -5, 10**30])
def test_nonsense_version_is_refused(evening: Session, seen: Any) -> None:
    """A version that is no present one is refused, whatever was sent."""
    with pytest.raises((BadMove, VersionConflict)):
        evening.play(fuel_move(1), "Anna", seen)
    assert evening.state().coal == 20


def test_two_phones_at_once(evening: Session) -> None:
    """Of many taps made at once for one screen, exactly one is played."""
    seen = evening.screen().version
    gate = threading.Barrier(8)
    played, refused = [], []

    def tap(name: str) -> None:
        gate.wait(10)
        try:
            played.append(evening.play(fuel_move(1), name, seen))
        except VersionConflict as stale:
            refused.append(stale)

    threads = [threading.Thread(target=tap, args=(f"phone {number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert (len(played), len(refused)) == (1, 7)
    assert evening.state().coal == 19


def test_listeners_hear_every_step(evening: Session) -> None:
    """A listener hears what happened, its facts and the new screen, until it unsubscribes."""
    heard: list[Update] = []
    stop = evening.subscribe(heard.append)
    screen = evening.play(fuel_move(2), "Anna")
    evening.undo("Anna")
    stop()
    evening.redo("Anna")
    assert [update.cause for update in heard] == ["move", "undo"]
    assert heard[0].screen == screen
    assert [fact.name for fact in heard[0].facts] == ["coal_burnt"]


def test_listener_hears_only_what_is_on_disk(evening: Session, log: Log) -> None:
    """By the time a listener hears of a step, the log has it."""
    kept: list[bool] = []

    def look(update: Update) -> None:
        assert update.screen.evening is not None
        kept.append(log.links(update.screen.evening.id)[-1].number == update.screen.history[0].number)

    evening.subscribe(look)
    evening.play(fuel_move(2), "Anna")
    assert kept == [True]


def test_failing_listener_stops_nobody(evening: Session, caplog: pytest.LogCaptureFixture) -> None:
    """A listener that fails is logged once and stops neither the move nor the other listeners."""

    def fail(_: Update) -> None:
        raise ZeroDivisionError

    heard: list[Update] = []
    evening.subscribe(fail)
    evening.subscribe(heard.append)
    with caplog.at_level(logging.ERROR):
        evening.play(fuel_move(1), "Anna")
        evening.play(fuel_move(1), "Anna")
    assert len(heard) == 2
    assert len([record for record in caplog.records if "listener failed" in record.message]) == 1


def test_listener_may_use_the_session(evening: Session) -> None:
    """A listener may play a move itself; everybody hears of both in their order."""
    heard: list[tuple[str, int]] = []

    def answer(update: Update) -> None:
        if update.cause == "move" and evening.state().coal == 19:
            evening.correct("coal", 3, "listener")

    evening.subscribe(answer)
    evening.subscribe(lambda update: heard.append((update.cause, update.screen.version)))
    evening.play(fuel_move(1), "Anna")
    assert [cause for cause, _ in heard] == ["move", "correct"]
    assert heard == sorted(heard, key=lambda pair: pair[1])


def test_updates_come_in_order(evening: Session) -> None:
    """With many threads playing at once, every listener hears every version once, in order."""
    versions: list[int] = []
    evening.subscribe(lambda update: versions.append(update.screen.version))

    def play() -> None:
        for _ in range(10):
            evening.correct("coal", 50, "phone")

    threads = [threading.Thread(target=play) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    first = evening.screen().version - 59
    assert versions == list(range(first, first + 60))
