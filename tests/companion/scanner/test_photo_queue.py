"""Photos wait on their phones, are called in their order, and whoever has gone loses the place."""

import threading
from contextlib import ExitStack

import pytest

from companion.scanner.photo_queue import CALLED, IN_REQUESTS, MOST_OF_ONE, PATIENCE_S, NoPlace, PhotoQueue, QueueFull


class Clock:
    """A clock that is set by hand."""

    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still."""
    return Clock()


@pytest.fixture
def queue(clock: Clock) -> PhotoQueue:
    """An empty queue in which no request waits."""
    return PhotoQueue(clock=clock, in_request_s=0)


def test_the_first_are_called_at_once_and_the_others_in_their_order(queue: PhotoQueue):
    """Three may send; the fourth has three before it, and is called when one of these is done."""
    first, *_, fourth, fifth = [queue.join(name) for name in "ABCDE"]
    assert (first.before, first.wait_s) == (0, 0)
    assert (fourth.before, fifth.before) == (3, 4)
    with queue.turn("A", first.ticket):
        assert queue.ask(fourth.ticket, "D").before == 3
    assert queue.ask(fourth.ticket, "D").before == 0
    assert queue.ask(fifth.ticket, "E").before == 3


def test_it_says_how_long(queue: PhotoQueue, clock: Clock):
    """Photos that took 2 s each: whoever has 9 before it waits about 18 s."""
    for _ in range(40):
        with queue.turn("A"):
            clock.now_s += 2
    places = [queue.join(str(number)) for number in range(10)]
    assert places[9].before == 9
    assert places[9].wait_s in (18, 19)


def test_a_phone_that_is_silent_has_gone(queue: PhotoQueue, clock: Clock):
    """It gives its place up, called or not, and the others move up; who asks keeps it."""
    gone = [queue.join("gone") for _ in range(CALLED + 1)]
    here = queue.join("here")
    clock.now_s += PATIENCE_S - 1
    assert queue.ask(here.ticket, "here").before == CALLED + 1
    clock.now_s += 2
    assert queue.ask(here.ticket, "here").before == 0
    for place in gone:
        with pytest.raises(NoPlace):
            queue.ask(place.ticket, "gone")


def test_a_photo_that_is_being_read_is_not_forgotten(queue: PhotoQueue, clock: Clock):
    """However long it takes."""
    with queue.turn("A", queue.join("A").ticket):
        clock.now_s += 10 * PATIENCE_S
        assert len(queue) == 1
    assert len(queue) == 0


def test_a_place_is_given_up(queue: PhotoQueue):
    """By the phone that has it and by no other."""
    places = [queue.join(name) for name in "ABCD"]
    queue.leave(places[0].ticket, "B")
    assert queue.ask(places[3].ticket, "D").before == 3
    queue.leave(places[0].ticket, "A")
    assert queue.ask(places[3].ticket, "D").before == 0


def test_another_phones_place_is_none(queue: PhotoQueue):
    """Nobody jumps the queue with a ticket that they overheard."""
    called = queue.join("A")
    with pytest.raises(NoPlace):
        queue.ask(called.ticket, "B")


def test_a_full_queue_says_so(clock: Clock):
    """With one sentence and the seconds to wait; it has changed nothing."""
    queue = PhotoQueue(clock=clock, most=5)
    for number in range(5):
        queue.join(str(number))
    with pytest.raises(QueueFull) as full:
        queue.join("late")
    assert str(full.value.text) == "Too many photos are waiting to be read. Try again in a moment, or type the code."
    assert full.value.wait_s == 20
    assert len(queue) == 5


def test_one_phone_does_not_take_all_places(queue: PhotoQueue):
    """Six at the most."""
    for _ in range(MOST_OF_ONE):
        queue.join("greedy")
    with pytest.raises(QueueFull):
        queue.join("greedy")
    assert queue.join("other").before == MOST_OF_ONE


def test_who_comes_without_a_place_waits_in_line(clock: Clock):
    """It is served when it is its turn, behind those that came before."""
    queue, served = PhotoQueue(clock=clock), threading.Event()

    def come() -> None:
        with queue.turn("late"):
            served.set()

    with ExitStack() as reading:
        for number in range(CALLED):
            reading.enter_context(queue.turn(str(number)))
        late = threading.Thread(target=come)
        late.start()
        assert not served.wait(0.2)
    late.join(10)
    assert served.is_set()


def test_few_wait_with_their_request_made(clock: Clock):
    """Each holds a thread of the server, which taps need: the next one is told to come again."""
    queue = PhotoQueue(clock=clock)
    with ExitStack() as reading:
        for number in range(CALLED):
            reading.enter_context(queue.turn(str(number)))
        waiting = [threading.Thread(target=_come, args=(queue, f"w{number}")) for number in range(IN_REQUESTS)]
        for thread in waiting:
            thread.start()
        while len(queue) < CALLED + IN_REQUESTS:
            pass
        with pytest.raises(QueueFull) as full, queue.turn("one more"):
            pass
        assert "Send this one again in" in str(full.value.text)
        assert len(queue) == CALLED + IN_REQUESTS
    for thread in waiting:
        thread.join(10)
    assert len(queue) == 0


def _come(queue: PhotoQueue, phone: str) -> None:
    with queue.turn(phone):
        pass


def test_a_worker_is_warmed_while_the_photo_arrives():
    """Whoever joins or comes lets it start."""
    warmed: list[bool] = []
    queue = PhotoQueue(lambda: warmed.append(True))
    place = queue.join("A")
    assert warmed
    with queue.turn("A", place.ticket):
        assert len(warmed) == 2
