"""Recording and piles on the whole service, everything simulated byte by byte."""

import io
import json
import time
from pathlib import Path

import pytest

from companion.app.service import Service
from hardware.weigh_command import weigh

from .conftest import A_NEW_HOME, Hands

pytestmark = pytest.mark.slow


def test_a_recording_is_weighed_as_it_was_counted(service: Service, hands: Hands, tmp_path: Path) -> None:
    """Recorded from the page while cubes fall, the file gives the same sure counts to `companion weigh`."""
    scale, drawer = service.scale, service.fakes.drawer
    assert scale is not None
    assert drawer is not None
    scale.record(True)
    counted: list[int | None] = []
    for cubes in (2, 3):
        scale.try_out()
        hands.wait_for(lambda: scale.state().sure and scale.state().count == 0, "the scale's zero")
        drawer.drop_cubes(cubes)
        hands.wait_for(lambda: scale.state().sure and scale.state().count, "a sure count")
        counted.append(scale.state().count)
        time.sleep(2.5)
    scale.record(False)
    path = tmp_path / "evening.csv"
    path.write_text("".join(scale.recorded()), encoding="utf-8")
    out = io.StringIO()
    assert weigh(path, True, out, io.StringIO()) == 0
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [one["count"] for one in answers if one["status"] == "sure" and one["count"]] == counted == [2, 3]


def test_a_pile_sets_a_counter_and_gives_way_to_a_drop(service: Service, hands: Hands) -> None:
    """Weighed on the simulated cell, a pile becomes a correction in the history."""
    pile, drawer = service.drawer.pile, service.fakes.drawer
    assert pile is not None
    assert drawer is not None
    hands.session.start("frostpunk", "Saturday", ["Anna", "Ben"], A_NEW_HOME, "Anna")
    name = next(one.ask.name for one in hands.session.screen().corrections if type(one.ask).__name__ == "Whole")
    pile.begin("Cores")
    pile.zero()
    hands.wait_for(lambda: pile.state().step == "known", "the empty scale")
    drawer.drop_cubes(4)
    hands.wait_for(
        lambda: not service.scale.state().resting, "pieces that fall"
    )  # else it is the empty scale that rests
    hands.wait_for(lambda: service.scale.state().resting, "four at rest")

    def known() -> bool:
        try:
            pile.known(4)
        except Exception:
            return False
        return pile.state().count == 4 or pile.state().step == "count"

    hands.wait_for(known, "four known")
    hands.wait_for(lambda: pile.state().status == "sure", "a sure count")
    pile.bind(name, by_itself=False)
    pile.put("Anna")
    step = hands.session.screen().history[0]
    assert (step.kind, step.by) == ("correct", "Anna")
    assert str(step.label).startswith("The scale says: ")
