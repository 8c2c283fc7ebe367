"""From a card under the simulated camera to the phones' scan spot, with everything in between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from companion.app.service import Service
from companion.app.settings import read_settings
from hardware.drawn_deck import Pose, show
from hardware.panel import SimulatedPanel
from hardware.players import RememberingPlayer

from .conftest import A_NEW_HOME, Hands

pytestmark = pytest.mark.slow

LONG_S = 120.0


@pytest.fixture
def service(tmp_path: Path, player: RememberingPlayer) -> Iterator[Service]:
    """The service on simulated devices, with a torch wired."""
    settings = read_settings("[panel]\ntorch = 24\n")
    found = Service(settings, data=tmp_path / "data", port=0, simulate=True, player=player, code="123456")
    found.start()
    yield found
    found.stop()


def test_seen_looked_at_reported(service: Service, hands: Hands, player: RememberingPlayer) -> None:
    """A card is drawn over in the live picture, listed, looked at again, said to be wrong; and the torch is lit."""
    scan = service.scan
    assert scan is not None
    assert service.camera.show is not None
    hands.session.start("frostpunk", "Saturday", ["Anna", "Ben"], A_NEW_HOME, "Anna")
    assert scan.picture("phone") is None  # nobody looked until now, so that nothing was kept
    service.camera.show("D247")
    hands.wait_for(lambda: scan.state().sightings, "a sighting", LONG_S)

    def outlined() -> bool:
        picture = scan.picture("phone")
        return picture is not None and [(one.code, one.sure) for one in picture.outlines] == [("D247", True)]

    hands.wait_for(outlined, "the outline", LONG_S)
    [seen] = scan.state().sightings
    assert (seen.code, seen.source, str(seen.title)) == ("D247", "camera", "Dusk card")
    jpeg = scan.evidence(seen.number)
    assert jpeg is not None
    assert jpeg.startswith(b"\xff\xd8")
    scan.report_wrong(seen.number, "D274", "Anna")
    assert [(one.read, one.right) for one in scan.wrong.all()] == [("D247", "D274")]
    scan.look_again()
    hands.wait_for(lambda: len(scan.state().sightings) == 2, "it is seen again", LONG_S)
    panel = service.panel._panel
    assert isinstance(panel, SimulatedPanel)
    scan.light(True)
    assert panel.torch_lit
    service.stop()
    assert not panel.torch_lit


def test_a_photo_is_the_same_thing(service: Service) -> None:
    """It is listed with its own part of the picture, or with why nothing was read."""
    scan = service.scan
    assert scan is not None
    found = service.camera.read_photo(cv2.imencode(".jpg", show("D247", pose=Pose(5)))[1].tobytes())
    assert scan.number_of(found.reads[0]) == 1
    blurred = cv2.GaussianBlur(show("D247", pose=Pose(5)), (0, 0), 9)
    none = service.camera.read_photo(cv2.imencode(".jpg", blurred)[1].tobytes())
    assert scan.number_of(none.unread) == 2
    unread, read = scan.state().sightings
    assert (read.code, read.source, str(unread.hint)) == ("D247", "photo", "Blurred")


@pytest.mark.slow
def test_the_check_with_drawn_cards(service: Service, hands: Hands, player: RememberingPlayer) -> None:
    """The camera is checked with cards that the companion names and the simulated table shows: all ten are right, the
    game hears of none, the result stands among the devices."""
    scan = service.scan
    assert scan is not None
    assert service.camera.show is not None
    hands.session.start("frostpunk", "Saturday", ["Anna", "Ben"], A_NEW_HOME, "Anna")
    before = hands.session.screen()
    scan.check.begin("Anna", named=True)
    for number in range(10):
        state = scan.check.state
        assert state.card == number + 1, state
        service.camera.show(state.wanted)
        hands.wait_for(lambda number=number: scan.check.state.card != number + 1, f"card {number + 1}", LONG_S)
    state = scan.check.state
    assert (state.step, state.right, state.wrong, state.good) == ("idle", 10, 0, True)
    assert hands.session.screen() == before
    camera = next(one for one in service.health.health() if one.name == "camera")
    assert [str(value) for _, value in camera.figures][1:] == ["Read right: 10. Asked: 0. Not read: 0. Wrong: 0."]
