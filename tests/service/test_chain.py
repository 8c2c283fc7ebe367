"""From a cube that falls to what is said and shown: everything that runs on a Pi, on simulated devices."""

import json
import time
import urllib.request

import pytest

from companion.app.panel import READ_S
from companion.app.service import Service
from hardware.players import RememberingPlayer

from .conftest import A_NEW_HOME

pytestmark = pytest.mark.slow


def stress(service: Service) -> int:
    return int(service.session.state().generator.stress)


def test_cubes_that_fall_reach_the_stress_track_and_the_voice(service, at_the_generator, player: RememberingPlayer):
    """2 of 3 cubes fall: weighed by the emulated board, counted, played, narrated; nobody typed a number."""
    hands = at_the_generator
    before = stress(service)
    service.fakes.drawer.drop_cubes(2)
    hands.answer("all_dropped")
    hands.wait_until_asked("weather.card")
    assert service.session.screen().history[0].by == "drawer"
    hands.wait_for(lambda: "2 cubes fell." in player.begun, "the voice")
    assert stress(service) == before + 2


def test_a_late_cube_is_counted_too(service, at_the_generator):
    """A third cube that falls after the count raises it, as the rulebook counts it (p. 20)."""
    hands = at_the_generator
    service.fakes.drawer.drop_cubes(2)
    hands.answer("all_dropped")
    hands.wait_until_asked("weather.card")
    assert stress(service) == 2
    service.fakes.drawer.drop_cubes(1)
    hands.wait_for(lambda: stress(service) == 3, "a count of 3")
    assert hands.asked().name == "weather.card"


def test_all_cubes_that_can_fall_need_no_tap(service, at_the_generator):
    """When every cube inside the Generator has fallen, nothing more can come, and the prompt is answered by itself."""
    service.fakes.drawer.drop_cubes(3)
    at_the_generator.wait_until_asked("weather.card")
    assert stress(service) == 3


def test_none_fell(service, at_the_generator):
    """No cube fell: a sure zero is an answer too, once somebody said that all are dropped; a late one still counts."""
    at_the_generator.answer("all_dropped")
    at_the_generator.wait_for(lambda: at_the_generator.asked().name != "generator.count", "a count of none")
    assert stress(service) == 0
    service.fakes.drawer.drop_cubes(1)
    at_the_generator.wait_for(lambda: stress(service) == 1, "the late cube")


def test_the_cable_out_and_in_again(service, at_the_generator):
    """With the cable pulled everything stays playable by tap; plugged in again, the drawer counts again."""
    hands = at_the_generator
    states = lambda: {one.name: one.state for one in service.health.health()}  # noqa: E731
    service.fakes.cable.unplug()
    hands.wait_for(lambda: states()["drawer"] == "lost", "the drawer's loss")
    hands.answer("all_dropped")
    hands.answer("cubes_fell", cubes=1)
    service.session.undo("Anna", 1)
    assert hands.asked().name == "generator.count"
    service.fakes.cable.plug()
    hands.wait_for(lambda: states()["drawer"] == "simulated", "the drawer's return")


def test_a_card_before_the_camera_is_read(service, hands):
    """A card that nobody expects is shown with its code, and changes nothing."""
    service.session.start("frostpunk", "Saturday", ["Anna"], A_NEW_HOME, "Anna")
    version = service.session.screen().version
    service.fakes.show("M017")
    notice = hands.wait_for(lambda: service.session.screen().notices, "a notice of the card")[0]
    assert notice.code == "M017"
    assert service.session.screen().version == version


def test_a_card_that_is_asked_for_is_played(service, hands):
    """The Dusk card's code is read by the camera where the prompt expects it."""
    service.session.start("frostpunk", "Saturday", ["Anna", "Ben"], A_NEW_HOME, "Anna")
    hands.answer("all_set_up", food=0, leader="seat1")
    hands.answer_until("dusk.card", action_turn={"move": "actions_over"})
    service.fakes.show("D012")
    hands.wait_for(lambda: hands.asked().name != "dusk.card", "the card's move")
    assert service.session.screen().history[0].by == "camera"


def test_the_scan_button_reads_what_lies_there_already(service, hands):
    """A card shown too early is not read by itself again; the Scan button has another look, and now it is asked for."""
    service.session.start("frostpunk", "Saturday", ["Anna", "Ben"], A_NEW_HOME, "Anna")
    hands.answer("all_set_up", food=0, leader="seat1")
    service.fakes.show("D012")
    hands.wait_for(lambda: service.session.screen().notices, "a notice of the card")
    hands.answer_until("dusk.card", action_turn={"move": "actions_over"})
    service.fakes.press("scan")
    hands.wait_for(lambda: hands.asked().name != "dusk.card", "the card's move")
    assert service.session.screen().history[0].by == "camera"


def test_next_and_back_on_the_panel(service, hands):
    """Next gives the usual answer, Back takes it back."""
    service.session.start("frostpunk", "Saturday", ["Anna", "Ben"], A_NEW_HOME, "Anna")
    first = hands.asked().name
    time.sleep(READ_S + 0.1)  # a press for what nobody can have read yet is none
    service.fakes.press("next")
    hands.wait_for(lambda: hands.asked().name != first, "the usual answer")
    time.sleep(READ_S + 0.1)
    service.fakes.press("back")
    hands.wait_for(lambda: hands.asked().name == first, "the way back")
    assert [step.by for step in service.session.screen().history][:2] == ["panel", "panel"]


def test_the_page_answers_with_what_to_do(service, at_the_generator):
    """A phone that only watches sees the same prompt."""
    with urllib.request.urlopen(f"http://127.0.0.1:{service.server.port}/api/screen", timeout=10) as answer:
        shown = json.load(answer)
    assert shown["prompts"][0]["name"] == "generator.drop"


def test_an_evening_goes_on_after_a_restart(service, at_the_generator, tmp_path, player):
    """Started again on the same folder, the evening is open where it stood, and is greeted."""
    version = service.session.screen().version
    service.stop()
    again = Service(service.settings, data=tmp_path / "data", port=0, simulate=True, player=player)
    try:
        again.start()
        assert again.session.screen().version == version
        assert again.session.screen().prompts[0].name == "generator.drop"
        assert "Saturday goes on where you left it." in [str(one.text) for one in again.narrator.captions()]
    finally:
        again.stop()
