"""A pile of like pieces: a known few first, then any number."""

import pytest

from hardware.pile_scale import CannotWeigh, PileWeights

from .pile_table import PileTable


def test_ten_known_then_the_pile() -> None:
    """After ten pieces, laid down one by one, what comes on top is counted surely, and so is what is taken away."""
    table = PileTable(1, spread=0.02)
    table.learn()
    for add in (5, 5, 8):
        reading = table.lay(add)
        assert (reading.status, reading.count) == ("sure", table.drawer.cubes_in_drawer)
    reading = table.take(4)
    assert (reading.status, reading.count) == ("sure", 24)
    reading = table.take()
    assert (reading.status, reading.count) == ("sure", 0)


def test_ten_at_once_count_a_handful() -> None:
    """Ten weighed together say nothing of how unequal they are: a handful is sure all the same."""
    table = PileTable(2)
    table.learn(singly=False)
    reading = table.lay(3)
    assert (reading.status, reading.count) == ("sure", 13)
    assert reading.at_once is not None
    assert 3 <= reading.at_once < 12


def test_too_many_at_once_is_asked() -> None:
    """Sixty at once cannot be told from fifty-nine: the two likeliest counts are given, and people say."""
    table = PileTable(3)
    table.learn(singly=False)
    reading = table.lay(60)
    assert reading.status == "unsure"
    assert reading.count is not None
    assert reading.other is not None
    assert abs(reading.count - 70) <= 3
    table.scale.confirm_count(70)
    assert (table.scale.reading.status, table.scale.reading.count) == ("sure", 70)
    reading = table.lay(2)
    assert (reading.status, reading.count) == ("sure", 72)


def test_the_mean_piece_is_refined_while_the_load_at_most_doubles() -> None:
    """Twenty after ten teach the mean; sixty after twenty do not, whatever people say."""
    table = PileTable(4, spread=0.02)
    assert table.learn().pieces == 10
    table.lay(10)
    assert table.scale.weights is not None
    assert table.scale.weights.pieces == 20
    table.drawer.drop_cubes(40)
    table.wait(3)
    table.scale.confirm_count(60)
    assert table.scale.weights.pieces == 20


def test_a_wrong_answer_teaches_nothing() -> None:
    """Who says fifteen where the weight says eighteen is believed for the count, but not for the piece's weight."""
    table = PileTable(5)
    table.learn(singly=False)
    before = table.scale.weights
    table.lay(8)
    table.scale.confirm_count(15)
    assert table.scale.weights is before


def test_a_hand_on_the_plate_is_no_piece() -> None:
    """A hand that leans on the pile makes it unsure or moving; gone, the count is as before."""
    table = PileTable(6, spread=0.02)
    table.learn()
    table.drawer.lean(0.325 * 2.45)
    table.wait(3)
    assert table.scale.reading.status != "sure"
    table.drawer.lean(-0.325 * 2.45)
    table.wait(3)
    assert (table.scale.reading.status, table.scale.reading.count) == ("sure", 10)


@pytest.mark.parametrize(("piece_g", "capacity_g", "code"), [(0.03, 500.0, "too_light"), (0.3, 10_000.0, "too_light")])
def test_too_light_for_the_cell(piece_g: float, capacity_g: float, code: str) -> None:
    """Paper tokens on a large cell are refused, not guessed."""
    table = PileTable(7, piece_g=piece_g, capacity_g=capacity_g)
    with pytest.raises(CannotWeigh) as refused:
        table.learn(4)
    assert refused.value.code == code


def test_nothing_came() -> None:
    """The known few must weigh something."""
    table = PileTable(8)
    table.wait(2)
    table.scale.zero()
    table.wait(2)
    with pytest.raises(CannotWeigh) as refused:
        table.scale.known(10)
    assert refused.value.code == "nothing_weighed"


def test_less_weight_is_a_wrong_sign() -> None:
    """A value that falls when pieces come is told as such."""
    table = PileTable(9)
    table.lay(20)
    table.scale.zero()
    table.wait(1)
    table.take(10)
    with pytest.raises(CannotWeigh) as refused:
        table.scale.known(10)
    assert refused.value.code == "wrong_sign"


@pytest.mark.parametrize(("count", "code"), [(0, "bad_count"), (5001, "bad_count"), (3, "not_yet")])
def test_steps_out_of_order(count: int, code: str) -> None:
    """Numbers out of range and steps before their time are refused."""
    table = PileTable(10)
    table.wait(2)
    with pytest.raises(CannotWeigh) as refused:
        table.scale.known(count)
    assert refused.value.code == code


def test_moving_and_no_signal_are_said() -> None:
    """While pieces fall nothing is counted; without samples nothing is known."""
    table = PileTable(11, spread=0.02)
    table.learn()
    table.lay(2, 0.3)
    assert table.scale.reading.status == "moving"
    table.wait(3)
    table.time_s += 5
    table.scale.feed(table.time_s, 0, good=False)
    table.wait(0.05)
    assert table.scale.reading.status != "sure"


def test_after_a_pause_the_empty_plate_is_asked_for_again() -> None:
    """What lay there meanwhile is not known; what a piece weighs is."""
    table = PileTable(12, spread=0.02)
    table.learn()
    table.scale.pause()
    assert table.scale.reading.stage == "zero"
    table.take()
    table.scale.zero()
    table.wait(1)
    reading = table.lay(6)
    assert (reading.stage, reading.status, reading.count) == ("count", "sure", 6)


def test_kept_weights_need_no_known_few() -> None:
    """Another evening begins with the empty plate and counts at once."""
    kept = PileWeights.from_plain(PileTable(13, spread=0.02).learn().to_plain())
    table = PileTable(13, spread=0.02, weights=kept)
    table.wait(2)
    table.scale.zero()
    table.wait(1)
    reading = table.lay(7)
    assert (reading.status, reading.count) == ("sure", 7)


@pytest.mark.parametrize(
    "damage", [{"piece": 0.0}, {"piece": "x"}, {"pieces": 0}, {"error": float("nan")}, {"spread": 2}]
)
def test_what_is_no_weight_is_refused(damage: dict[str, object]) -> None:
    """Kept figures that make no sense are refused."""
    good = PileWeights(piece=1400.0, pieces=10, error=30.0).to_plain()
    with pytest.raises(ValueError, match="not a piece"):
        PileWeights.from_plain({**good, **damage})


@pytest.mark.parametrize("spread", [0.01, 0.03, 0.05, 0.08])
def test_a_sure_count_is_true(spread: float) -> None:
    """Handfuls on and off, at every spread: whatever is said to be sure is so."""
    for seed in range(3):
        table = PileTable(100 + seed, spread=spread)
        table.learn(singly=seed % 2 == 0)
        for add in (4, 6, 10, 3, 15):
            reading = table.lay(add)
            if reading.status == "sure":
                assert reading.count == table.drawer.cubes_in_drawer
            else:
                table.scale.confirm_count(table.drawer.cubes_in_drawer)
