"""The board's milliseconds on the host's clock."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.chip_clock import ChipClock


def test_samples_that_come_in_one_go_keep_their_distance():
    """Four samples of 80 a second, handed over together, are told 12.5 ms apart, the last at the time it was heard."""
    clock = ChipClock()
    clock.place(0, 100.0)
    told = [clock.place(time_ms, 100.05) for time_ms in (13, 25, 38, 50)]
    assert [round(time_s - 100.0, 3) for time_s in told] == [0.013, 0.025, 0.038, 0.05]


def test_the_shortest_delay_counts():
    """One that was held up for a second is placed where it belongs by those that were not."""
    clock = ChipClock()
    clock.place(0, 50.0)
    assert abs(clock.place(1000, 52.0) - 51.01) < 1e-6  # a hundredth of the time passed is allowed for drift
    assert clock.place(2000, 52.0) == 52.0


@given(st.lists(st.tuples(st.integers(1, 500), st.floats(0, 0.5)), min_size=2, max_size=60), st.floats(-0.005, 0.005))
def test_times_grow_and_are_never_ahead(steps: list[tuple[int, float]], drift: float):
    """With any delays, and a board's clock that is off by half a percent, times grow and lie within a second of now."""
    clock, time_ms, now, told = ChipClock(), 0, 1000.0, []
    for step_ms, delay_s in steps:
        time_ms += step_ms
        now = max(now, 1000.0 + time_ms / 1000 * (1 + drift) + delay_s)
        told.append(clock.place(time_ms, now))
        assert now - 1.0 < told[-1] < now + 0.01
    assert all(later > earlier for earlier, later in pairwise(told))


def test_time_goes_round_after_49_days_and_back_after_a_restart():
    """2**32 milliseconds are followed by zero, which is no restart; a small number after a large one is."""
    clock = ChipClock()
    clock.place(2**32 - 10, 5.0)
    assert not clock.is_back(3)
    assert abs(clock.place(3, 5.013) - 5.013) < 1e-6
    clock.place(60_000, 65.01)
    assert clock.is_back(50)
    clock.restart()
    assert not clock.is_back(50)
    assert clock.place(50, 66.0) == 66.0
