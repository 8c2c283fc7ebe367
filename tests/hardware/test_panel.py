import queue
import threading
from collections.abc import Iterator

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.panel import LIGHTS, Panel, PanelPins, SimulatedPanel

LIMIT_S = 20.0


class Presses:
    """What the panel has told, and in which thread."""

    def __init__(self) -> None:
        self.queue: queue.Queue[tuple[str, str]] = queue.Queue()

    def __call__(self, button: str) -> None:
        self.queue.put((button, threading.current_thread().name))

    def next(self) -> str:
        return self.queue.get(timeout=LIMIT_S)[0]


@pytest.fixture
def presses() -> Presses:
    return Presses()


@pytest.fixture
def panel(presses: Presses) -> Iterator[SimulatedPanel]:
    panel = SimulatedPanel(presses)
    yield panel
    panel.stop()


def test_presses_come_in_order_from_the_panels_own_thread(panel: SimulatedPanel, presses: Presses) -> None:
    """Each press is told once, in its order, from the thread `panel`."""
    for button in ("next", "back", "repeat", "scan", "next"):
        panel.press(button)
    told = [presses.queue.get(timeout=LIMIT_S) for _ in range(5)]
    assert told == [(button, "panel") for button in ("next", "back", "repeat", "scan", "next")]
    assert presses.queue.empty()


def test_a_light_that_blinks_keeps_nothing(panel: SimulatedPanel) -> None:
    """What a simulated pin was is not kept, however long a light blinks."""
    light = panel._lights["danger"]
    for _ in range(50):
        light.toggle()
    assert len(light.pin.states) == 1


def test_a_slow_listener_never_holds_up_the_pins() -> None:
    """While a press is being dealt with, presses go on; what does not fit the short queue is dropped."""
    go = threading.Event()
    told: list[str] = []
    done = threading.Event()

    def slow(button: str) -> None:
        go.wait(LIMIT_S)
        told.append(button)
        if len(told) == 16:
            done.set()

    panel = SimulatedPanel(slow)
    for _ in range(100):
        panel.press("next")
    go.set()
    assert done.wait(LIMIT_S)
    panel.stop()
    assert 16 <= len(told) <= 17


def test_a_listener_that_fails_hears_the_next_press() -> None:
    """An exception in the listener is handed on and the panel lives."""
    failures: queue.Queue[Exception] = queue.Queue()
    told: queue.Queue[str] = queue.Queue()

    def listen(button: str) -> None:
        told.put(button)
        if button == "back":
            raise RuntimeError("no step to undo")

    panel = SimulatedPanel(listen, on_failure=failures.put)
    panel.press("back")
    panel.press("next")
    assert [told.get(timeout=LIMIT_S), told.get(timeout=LIMIT_S)] == ["back", "next"]
    assert str(failures.get(timeout=LIMIT_S)) == "no step to undo"
    panel.stop()


@pytest.mark.parametrize("light", LIGHTS)
def test_a_light_drives_its_own_pin(panel: SimulatedPanel, light: str) -> None:
    """On is high, off is low, and no other light changes."""
    panel.light(light)
    assert {name: panel.lit(name) for name in LIGHTS} == {name: name == light for name in LIGHTS}
    panel.light(light, "off")
    assert not any(panel.lit(name) for name in LIGHTS)


def test_blinking_ends(panel: SimulatedPanel) -> None:
    """A light that blinks is told as such, and stands still again when it is set."""
    panel.light("danger", "blink")
    assert panel.lights["danger"] == "blink"
    panel.light("danger", "off")
    assert not panel.lit("danger")


def test_unknown_lights_and_ways(panel: SimulatedPanel) -> None:
    """A light or a way of showing it that does not exist is an error of the program."""
    with pytest.raises(KeyError):
        panel.light("dangr")
    with pytest.raises(ValueError, match="pulse"):
        panel.light("danger", "pulse")


def test_no_gpio_is_a_status(presses: Presses, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine without GPIO the panel says so and everything else is harmless."""
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-factory")
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    panel = Panel(presses)
    assert panel.status == "no_gpio"
    assert "no-such-factory" in panel.problem
    panel.light("danger")
    panel.beep()
    assert panel.lights["danger"] == "on"
    panel.stop()
    assert panel.status == "stopped"


@pytest.mark.parametrize(
    ("pins", "status"),
    [
        (PanelPins(lights={"danger": 5}), "pin_in_use"),
        (PanelPins(lights={"danger": "GPIO99"}), "bad_pin"),
        (PanelPins(buttons={"next": "BOARD1"}), "bad_pin"),
    ],
)
def test_wrong_pins_are_a_status_and_free_the_others(presses: Presses, pins: PanelPins, status: str) -> None:
    """A pin given twice, that there is not, or that is no GPIO gives a code; no other pin stays taken."""
    factory = MockFactory(pin_class=MockPWMPin)
    panel = Panel(presses, pins, factory=factory)
    assert panel.status == status
    assert panel.problem
    again = Panel(presses, factory=factory)
    assert again.status == "ready"
    again.stop()
    panel.stop()


def test_stop_frees_the_pins(presses: Presses) -> None:
    """After `stop` another panel can open the same pins; stopping twice is harmless."""
    factory = MockFactory(pin_class=MockPWMPin)
    first = Panel(presses, PanelPins(buzzer=18), factory=factory)
    first.light("danger", "blink")
    first.beep(2)
    first.stop()
    first.stop()
    second = Panel(presses, PanelPins(buzzer=18), factory=factory)
    assert second.status == "ready"
    second.stop()


def test_stop_in_the_listener(presses: Presses) -> None:
    """A press that ends the service may stop the panel that told it."""
    stopped = threading.Event()
    panels: list[Panel] = []

    def stop(button: str) -> None:
        panels[0].stop()
        stopped.set()

    panels.append(panel := SimulatedPanel(stop))
    panel.press("next")
    assert stopped.wait(LIMIT_S)
    assert panel.status == "stopped"


def test_only_what_is_fitted(presses: Presses) -> None:
    """A panel with one button and no lights works; a button that is not fitted cannot be pressed."""
    panel = SimulatedPanel(presses, PanelPins(buttons={"next": 5}, lights={}))
    panel.press("next")
    assert presses.next() == "next"
    panel.light("danger")
    with pytest.raises(KeyError):
        panel.press("back")
    panel.stop()


@pytest.mark.parametrize("wrong", [{"buttons": {"nxt": 5}}, {"lights": {"alarm": 5}}])
def test_unknown_names_in_the_settings(wrong: dict[str, dict[str, int]]) -> None:
    """A button or light that does not exist is refused by name, with those that do."""
    with pytest.raises(ValueError, match=r"nxt|alarm"):
        PanelPins(**wrong)  # type: ignore[arg-type]


def test_a_torch_is_lit_and_put_out(presses: Presses) -> None:
    """The torch beside the camera has a pin of its own, which goes dark when the panel stops."""
    panel = SimulatedPanel(presses, PanelPins(torch=24))
    assert panel.has_torch
    panel.torch(True)
    assert panel.torch_lit
    panel.torch(False)
    assert not panel.torch_lit
    panel.torch(True)
    panel.stop()
    assert not panel.torch_lit


def test_without_a_torch_nothing_happens(panel: SimulatedPanel) -> None:
    """Where none is wired, lighting it does nothing."""
    panel.torch(True)
    assert not panel.has_torch
    assert not panel.torch_lit
