"""What the page of devices tells when the board's supply dips."""

from __future__ import annotations

import pytest

from companion.app.drawer import link_figures
from firmware_bridge.link import _browned_out
from firmware_bridge.link_status import LinkStatus
from firmware_bridge.messages import ResetCause


@pytest.mark.parametrize(
    ("cause", "dipped"),
    [
        (ResetCause.BROWN_OUT, True),
        (ResetCause.BROWN_OUT | ResetCause.EXTERNAL, True),
        (ResetCause.BROWN_OUT | ResetCause.POWER_ON, False),
        (ResetCause.POWER_ON, False),
        (ResetCause.EXTERNAL, False),
        (ResetCause(0), False),
    ],
)
def test_a_dip_is_told_from_plugging_in(cause: ResetCause, dipped: bool) -> None:
    """A rising supply looks like a dip to the chip too, and is none."""
    assert _browned_out(cause) == dipped


def test_a_dip_stands_first_among_the_figures() -> None:
    """One figure more, before all others, and only then."""
    usual, dipped = link_figures(LinkStatus()), link_figures(LinkStatus(brown_out=True))
    assert dipped[1:] == usual
    assert str(dipped[0][0]) == "Its power dipped"
