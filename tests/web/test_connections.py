"""Too many connections: who is turned away, who goes, and what is logged."""

import logging

import pytest

from web.connections import EACH_ADDRESS, EACH_PHONE, Connection, Connections


class Stream:
    """Remembers that it was closed."""

    closed = False

    def close(self) -> None:
        self.closed = True


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def connections(clock: Clock) -> Connections:
    """Room for six."""
    return Connections(6, clock)


def come(connections: Connections, address: str, phone: str | None = None, answered: bool = False) -> Connection:
    one = Connection(address, Stream(), phone, answered)  # type: ignore[arg-type]
    connections.enter(one)
    return one


def closed(*some: Connection) -> list[bool]:
    return [one.stream.closed for one in some]  # type: ignore[misc]


def test_the_newest_comes_in_when_all_places_are_taken(connections: Connections) -> None:
    """Whoever holds the most loses the connection that was quiet for longest."""
    lone = come(connections, "192.0.2.1")
    many = [come(connections, "192.0.2.2") for _ in range(5)]
    newest = come(connections, "192.0.2.3")
    assert closed(lone, *many, newest) == [False, True, False, False, False, False, False]
    assert len(connections) == 6


def test_a_used_connection_is_not_the_oldest_any_more(connections: Connections) -> None:
    """A request on a connection makes it the newest of its owner."""
    many = [come(connections, "192.0.2.2") for _ in range(6)]
    connections.enter(many[0])
    come(connections, "192.0.2.3")
    assert closed(*many) == [False, True, False, False, False, False]


def test_who_waits_goes_before_who_is_answered_and_that_before_who_has_joined(connections: Connections) -> None:
    """However many a phone holds that has joined, a stranger's goes first, and of those one that says nothing."""
    joined = [come(connections, "192.0.2.1", phone="ada") for _ in range(3)]
    answered = [come(connections, "192.0.2.2", answered=True) for _ in range(2)]
    waiting = come(connections, "192.0.2.3")
    ben = [come(connections, "192.0.2.4", phone="ben") for _ in range(3)]
    assert closed(waiting, *answered) == [True, True, True]
    assert closed(*joined, *ben) == [False] * 6
    come(connections, "192.0.2.4", phone="ben")
    assert closed(*joined, *ben) == [False] * 3 + [True, False, False]


def test_an_address_is_given_no_more_than_its_share() -> None:
    """Its next is refused; other addresses, and what phones that have joined hold there, are another matter."""
    connections = Connections(1000)
    for _ in range(EACH_ADDRESS + 5):
        come(connections, "192.0.2.1", phone="ada" if len(connections) < 5 else None)
    assert connections.refused("192.0.2.1")
    assert not connections.refused("192.0.2.2")


def test_requests_that_are_answered_count_for_their_address() -> None:
    """What an address may open is one number, whatever goes on there."""
    connections = Connections(1000)
    for number in range(EACH_ADDRESS):
        assert not connections.refused("192.0.2.1")
        come(connections, "192.0.2.1", answered=number % 2 == 0)
    assert connections.refused("192.0.2.1")


def test_a_phone_that_comes_and_goes_loses_its_own() -> None:
    """A phone's connections that it has forgotten take no other's place."""
    connections = Connections(1000)
    other = come(connections, "192.0.2.1", phone="ben")
    own = [come(connections, "192.0.2.1", phone="ada") for _ in range(EACH_PHONE + 1)]
    assert closed(other, *own) == [False, True] + [False] * EACH_PHONE


def test_what_is_closed_is_forgotten(connections: Connections) -> None:
    """A connection that has ended takes no place, and may be told of again."""
    one = come(connections, "192.0.2.1")
    connections.leave(one)
    connections.leave(one)
    assert (len(connections), connections.make_room()) == (0, False)


def test_a_crowd_is_logged_when_it_comes_and_when_it_is_over(
    connections: Connections, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """Thousands of connections a second make two lines."""
    caplog.set_level(logging.INFO)
    for _ in range(1006):
        come(connections, "192.0.2.1")
    clock.now += 29.0
    connections.crowded.settle()
    assert caplog.messages == ["too many connections are opened, and so some are closed"]
    clock.now += 1.0
    connections.crowded.settle()
    connections.crowded.settle()
    assert caplog.messages[1:] == ["over (1000 times): too many connections are opened, and so some are closed"]
