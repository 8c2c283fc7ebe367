"""Between a request and the next one."""

import gc
from collections.abc import Iterator

import pytest

from web.exchange import MANY_YOUNG, collect_young


@pytest.fixture(autouse=True)
def as_in_the_service() -> Iterator[None]:
    """The collector looks seldom by itself, and has just looked."""
    before = gc.get_threshold()
    gc.set_threshold(10_000, 10, 10)
    gc.collect()
    yield
    gc.set_threshold(*before)


def test_what_was_made_of_late_is_looked_through_after_an_answer() -> None:
    """So that the collector has nothing to do in the middle of the next tap; a few objects are left for later."""
    few = [[number] for number in range(MANY_YOUNG // 2)]
    collect_young()
    assert gc.get_count()[0] >= len(few)
    many = [[number] for number in range(MANY_YOUNG)]
    collect_young()
    assert gc.get_count()[0] < len(many) // 2


def test_older_objects_have_their_turn() -> None:
    """As often as the collector itself would come to them: every eleventh time those that it has seen once."""
    looked = []

    def look(phase: str, about: dict[str, int]) -> None:
        if phase == "stop":
            looked.append(about["generation"])

    gc.callbacks.append(look)
    try:
        kept = []
        for _ in range(12):
            kept.append([[number] for number in range(MANY_YOUNG + 100)])
            collect_young()
    finally:
        gc.callbacks.remove(look)
    assert looked == [0] * 11 + [1]
