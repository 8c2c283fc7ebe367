"""What is read at start is left alone by the collector, which goes on afterwards, whatever happened."""

import gc
import sys
from collections.abc import Iterator

import pytest

from companion.app.memory import give_back, let_go, reading


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Other tests find the collector as it was."""
    before = gc.get_threshold()
    yield
    let_go()
    gc.set_threshold(*before)


@pytest.mark.slow
def test_what_is_read_is_left_out_from_then_on() -> None:
    """The collector waits meanwhile, and what was made is not looked at any more until it is let go."""
    before = gc.get_freeze_count()
    with reading():
        assert not gc.isenabled()
        kept = [[number] for number in range(1000)]
    assert gc.isenabled()
    assert gc.get_threshold()[0] == 10_000
    assert gc.get_freeze_count() >= before + len(kept)
    let_go()
    assert gc.get_freeze_count() == 0


def test_giving_back_leaves_nothing_behind() -> None:
    """It is done twice a minute, and the collector looks at everything but seldom."""
    give_back()
    gc.disable()
    before = sys.getallocatedblocks()
    for _ in range(100):
        give_back()
    left = sys.getallocatedblocks() - before
    gc.enable()
    assert left < 100


def test_a_start_that_fails_leaves_the_collector_on() -> None:
    """As a data folder that cannot be used."""
    with pytest.raises(OSError, match="full"), reading():
        raise OSError("full")
    assert gc.isenabled()
