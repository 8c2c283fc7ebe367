"""What one connected board tells: which samples are good, and after which of them the zero may have moved."""

from __future__ import annotations

import random

from firmware_bridge.conversation import Conversation
from firmware_bridge.link_status import TimedSample
from firmware_bridge.messages import Flag, Hello, Message, ResetCause, Sample, Status
from firmware_bridge.protocol import Frame

HELLO = Hello(1, (1, 1, 0), b"drawer--", 1, ResetCause.POWER_ON, 80, 128)
NONE = Flag(0)
WARMING = Flag.WARMING_UP | Flag.REINITIALISED


class Talk:
    """A conversation, with frames numbered and timed as by a board."""

    def __init__(self, resumed: bool = False) -> None:
        self.samples: list[TimedSample] = []
        self.conversation = Conversation(HELLO, self.samples.append, resumed=resumed)
        self._sequence = 0
        self._now = 0.0

    def hear(self, message: Message) -> None:
        self.conversation.hear(Frame(self._sequence, message), self._now)
        self._sequence += 1

    def sample(self, raw: int = 1000, flags: Flag = NONE) -> TimedSample:
        self._now += 0.0125
        self.hear(Sample(round(self._now * 1000), raw, flags))
        return self.samples[-1]

    def status(self, flags: Flag = NONE, power_cycles: int = 0) -> None:
        self.hear(Status(round(self._now * 1000), flags, 80, 128, 0, 0, 0, power_cycles, 0, 0))

    def lose(self, frames: int) -> None:
        self._sequence += frames
        self._now += 0.0125 * frames


def test_the_first_samples_of_all_move_nothing():
    """There was no zero before them."""
    talk = Talk()
    told = [talk.sample(flags=WARMING) for _ in range(4)] + [talk.sample() for _ in range(3)]
    assert not any(sample.restarted for sample in told)


def test_a_chip_that_was_switched_off_and_on_moves_the_zero():
    """The first good sample behind the flagged ones says so, and only that one."""
    talk = Talk()
    talk.sample()
    assert not any(talk.sample(flags=WARMING).restarted for _ in range(4))
    assert [talk.sample().restarted for _ in range(3)] == [True, False, False]
    assert talk.conversation.flagged == 4


def test_what_may_have_been_missed_counts_as_said():
    """When so many frames are lost that a start of the chip may hide among them, it is taken to have been one."""
    talk = Talk()
    talk.sample()
    talk.lose(3)
    assert not talk.sample().restarted
    talk.lose(4)
    assert talk.sample().restarted
    talk.lose(2)
    talk.status()
    talk.lose(2)
    assert talk.sample().restarted


def test_a_silent_chip_and_a_restarted_board_move_the_zero():
    """So does a conversation that goes on after the cable was out."""
    talk = Talk()
    talk.sample()
    talk.status(Flag.NOT_ANSWERING)
    assert talk.sample().restarted
    talk.hear(Hello(1, (1, 1, 0), b"drawer--", 2, ResetCause.WATCHDOG, 80, 128))
    assert talk.sample().restarted
    assert Talk(resumed=True).sample().restarted


def test_the_noise_is_that_of_one_sample():
    """Steps from cube to cube and a zero that wanders do not count as noise; too few samples have none."""
    chance = random.Random(1)
    talk = Talk()
    assert talk.conversation.recent.noise(0.0) is None
    for number in range(160):
        talk.sample(round(1400 * (number // 40) + 5 * number + chance.gauss(0, 95)))
    noise = talk.conversation.recent.noise(2.0)
    assert noise is not None
    assert 75 < noise < 115
    assert 79 <= talk.conversation.recent.rate_hz(2.0) <= 81
    assert talk.conversation.recent.noise(10.0) is None  # all are longer ago than two seconds


def test_the_rate_is_that_of_the_samples_however_many_come_at_once():
    """Forty at a time, every half second, are eighty a second; one alone has no rate."""
    talk = Talk()
    assert talk.conversation.recent.rate_hz(0.0) == 0.0
    for number in range(240):
        sample = Sample(round(12.5 * number), 1000, NONE)
        talk.conversation.hear(Frame(number, sample), 0.5 * (number // 40 + 1))
    assert round(talk.conversation.recent.rate_hz(3.1)) == 80
    assert talk.conversation.recent.rate_hz(9.0) == 0.0
