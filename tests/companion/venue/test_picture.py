"""What a venue makes of what its tables tell, without a server."""

import msgspec

from companion.venue import present
from companion.venue.picture import Picture
from companion.venue.present import Stand, TableState


def status(at: float, now: float) -> str:
    """That of a table whose evening began at second 500 and had its last step at `at`."""
    stand = Stand(id="a" * 16, game="boiler", name="Friday", players=("Anna",), started=500.0, entries=2, at=at)
    picture = Picture()
    picture.take_state(present.now_subject("table-3"), msgspec.json.encode(TableState(program="1.0", stand=stand)), now)
    (found,) = picture.tables(now)
    return found.status


def test_an_evening_without_a_step_for_half_an_hour_rests() -> None:
    """So that nobody takes a table that was left for one that plays: 1,800 seconds are half an hour."""
    assert status(at=1200.0, now=3000.0) == "playing"
    assert status(at=1199.0, now=3000.0) == "resting"
    assert status(at=0.0, now=2300.0) == "playing"  # only just begun
