import pytest

from hardware.samples import Blocks, SampleBlock


def feed(blocks: Blocks, raws: list[int], rate_hz: float, start_s: float = 0.0) -> list[SampleBlock]:
    made = [blocks.feed(start_s + i / rate_hz, raw, True) for i, raw in enumerate(raws)]
    return [block for block in made if block is not None]


@pytest.mark.parametrize(("rate_hz", "samples"), [(9, 1), (10, 1), (12, 1), (20, 2), (80, 8), (92, 9)])
def test_a_block_is_about_a_tenth_of_a_second(rate_hz: int, samples: int) -> None:
    """Ten seconds make as many blocks as that many samples go into each, at every rate that an HX711 may have."""
    made = feed(Blocks(), [5 + i % 3 for i in range(10 * rate_hz)], rate_hz)
    assert len(made) == pytest.approx(10 * rate_hz / samples, abs=5)


def test_no_samples_are_silence_not_a_frozen_value() -> None:
    """A chip that has flagged everything from the beginning has not stood still: it has said nothing."""
    blocks = Blocks()
    blocks.last_good_s = 1000.0
    assert not blocks.frozen()


def test_a_swing_of_three_samples_shows_though_the_median_cuts_it_off() -> None:
    """1000, 4000 and -2000 in turn, as a stiff bar swings: every median of three is about 1000. Eight in a row deviate
    by 2500 or by 2780."""
    for block in feed(Blocks(), [1000, 4000, -2000, 1010, 4000, -2000] * 10, 80)[1:]:
        assert block.rough < 6.0
        assert 2490.0 < block.swing < 2790.0


def test_a_single_spike_is_gone() -> None:
    """One disturbed value among good ones leaves no trace in any block."""
    raws = [1000] * 80
    raws[40] = 8_388_606
    assert {block.mean for block in feed(Blocks(), raws, 80)} == {1000.0}


@pytest.mark.parametrize("raw", [2**23 - 1, -(2**23)])
def test_saturated_and_flagged_samples_are_dropped(raw: int) -> None:
    """Full scale either way, and what the chip flagged, is as if it had not come."""
    blocks = Blocks()
    feed(blocks, [1000] * 20, 10)
    assert blocks.feed(2.05, raw, True) is None
    assert blocks.feed(2.06, 5, False) is None
    assert blocks.last_good_s == pytest.approx(1.9)
    assert {block.mean for block in feed(blocks, [1000] * 20, 10, 2.1)} == {1000.0}


def test_time_never_runs_backwards() -> None:
    """A sample that is not later than the one before is dropped."""
    blocks = Blocks()
    feed(blocks, [1000] * 20, 10)
    assert blocks.feed(0.5, 9999, True) is None
    assert blocks.last_good_s == pytest.approx(1.9)


def test_a_gap_is_told_with_the_next_block() -> None:
    """Two seconds without samples stand in the first block after them, and only there; it mixes nothing of before."""
    blocks = Blocks()
    feed(blocks, [1000] * 40, 80)
    after = feed(blocks, [5000] * 40, 80, 0.5 + 2.0)
    assert after[0].gap_s == pytest.approx(2.0, abs=0.02)
    assert after[0].mean == 5000.0
    assert all(block.gap_s == 0.0 for block in after[1:])


def test_a_value_that_stands_still_is_frozen() -> None:
    """Three seconds of one value are frozen; one step of the lowest bit is life."""
    blocks = Blocks()
    feed(blocks, [1000] * 29, 10)
    assert not blocks.frozen()
    feed(blocks, [1000] * 3, 10, 2.9)
    assert blocks.frozen()
    feed(blocks, [1001], 10, 3.3)
    assert not blocks.frozen()
