"""How each device is: one line for people, and what to do about it. Device rooms report codes; the words are here."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.api.text import T, Text
from companion.session.signal import Signal
from companion.storage.losses import moment

_log = logging.getLogger(__name__)
_WANTING = ("lost", "trouble")


@dataclass(frozen=True)
class DeviceHealth:
    """One device as people see it.

    `state` is `ok`, `simulated`, `lost` (was there, is not), `absent` (never seen), `trouble` or `off`;
    `figures` are further lines for the curious (samples a second, losses).
    """

    name: str
    label: Text
    state: str
    words: Text
    what_to_do: Text | None = None
    figures: tuple[tuple[Text, str | Text], ...] = ()


class HealthBoard:
    """The present health of every device; tells its listeners when something changed, and the log, in the page's words,
    what needs a hand and when it no longer does. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._devices: dict[str, DeviceHealth] = {}
        self._listeners = Signal("the devices' health")

    def put(self, device: DeviceHealth) -> None:
        """Take a device's new health; listeners hear of it when people would see a difference."""
        with self._lock:
            before = self._devices.get(device.name)
            self._devices[device.name] = device
        if before is None or _face(before) != _face(device):
            _tell_log(before, device)
            self._listeners.emit()

    def drop(self, name: str) -> None:
        """This one is wanted no more; listeners hear of it."""
        with self._lock:
            found = self._devices.pop(name, None)
        if found is not None:
            self._listeners.emit()

    def health(self) -> tuple[DeviceHealth, ...]:
        """Every device in the order in which they were first reported."""
        with self._lock:
            return tuple(self._devices.values())

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told of changes; the answer unsubscribes."""
        return self._listeners.subscribe(listener)


def _face(device: DeviceHealth) -> tuple[object, ...]:
    return device.state, device.words, device.figures


def _tell_log(before: DeviceHealth | None, now: DeviceHealth) -> None:
    wanted = before is not None and before.state in _WANTING
    if before is not None and (before.state, before.words) == (now.state, now.words):
        return
    if now.state in _WANTING:
        _log.warning("%s: %s %s", now.label, now.words, now.what_to_do or "")
    elif wanted:
        _log.info("%s: %s", now.label, now.words)


@dataclass(frozen=True)
class Saying:
    """What a status code means to people."""

    state: str
    words: Text
    what_to_do: Text | None = None


LABELS: Mapping[str, Text] = {
    "drawer": T("Drawer scale"),
    "camera": T("Camera"),
    "voice": T("Voice"),
    "panel": T("Buttons and lights"),
    "data": T("Saved evenings"),
    "backup": T("Backups"),
    "machine": T("This machine"),
    "safe": T("Safe mode"),
    "venue": T("Venue"),
    "venue_cards": T("Venue: cards"),
    "venue_fleet": T("Venue: settings"),
}

_UNPLUGGED_DRAWER = T("Plug its USB cable in, or enter the counts by tapping.")

SAYINGS: Mapping[tuple[str, str], Saying] = {
    ("drawer", "connected"): Saying("ok", T("Connected.")),
    ("drawer", "simulated"): Saying(
        "simulated",
        T("Simulated: no drawer was plugged in."),
        T("For a real one: plug it in; it is found by itself."),
    ),
    ("drawer", "not_simulated"): Saying(
        "absent",
        T("No drawer is plugged in, and this machine cannot simulate one."),
        T("Plug its USB cable in, or enter the counts by tapping. A simulated one needs pseudo-terminals: /dev/pts."),
    ),
    ("drawer", "seen"): Saying("ok", T("Plugged in; not tried.")),
    ("drawer", "searching"): Saying("absent", T("Looking for the drawer."), _UNPLUGGED_DRAWER),
    ("drawer", "no_port"): Saying("absent", T("No drawer is plugged in."), _UNPLUGGED_DRAWER),
    ("drawer", "no_such_port"): Saying(
        "absent",
        T("The drawer's port that settings.toml names is not there."),
        T("Plug its USB cable in; or write the right name, or auto, there under drawer."),
    ),
    ("drawer", "lost"): Saying("lost", T("The drawer does not answer any more."), T("Check its USB cable.")),
    ("drawer", "not_a_drawer"): Saying(
        "trouble",
        T("What is plugged in there is not the companion's drawer."),
        T(
            "Check which cable goes where, or name the right port in settings.toml under drawer. With port = auto it "
            "is looked at again only when it is plugged in anew. A new board, or one whose flashing broke off, is to "
            "be flashed first: make -C firmware_bridge/firmware flash"
        ),
    ),
    ("drawer", "wrong_version"): Saying(
        "trouble",
        T("The drawer's firmware is of another version than this program."),
        T("Flash it again: make -C firmware_bridge/firmware flash"),
    ),
    ("drawer", "busy"): Saying(
        "trouble",
        T("Another program uses the drawer's serial port."),
        T("Stop that program; it is found by itself then."),
    ),
    ("drawer", "permission"): Saying(
        "trouble",
        T("This user may not open the drawer's serial port."),
        T("Run once: sudo usermod -aG dialout $USER, then log in again."),
    ),
    ("drawer", "chip_silent"): Saying(
        "trouble",
        T("The drawer answers, but its weighing chip does not."),
        T("Check the four wires between the Nano and the HX711."),
    ),
    ("drawer", "saturated"): Saying(
        "trouble",
        T("The drawer answers, but its load cell reads past the end of the range."),
        T(
            "A wire between the load cell and the HX711 is off or loose: check all four (E+, E-, A+, A-). Until then "
            "enter the counts by tapping."
        ),
    ),
    ("drawer", "frozen"): Saying(
        "trouble",
        T("The drawer answers, but its reading never changes at all."),
        T(
            "A wire between the load cell and the HX711 is off or loose: check all four (E+, E-, A+, A-); then unplug "
            "the USB cable and plug it in again. Until then enter the counts by tapping."
        ),
    ),
    ("drawer", "not_calibrated"): Saying(
        "trouble",
        T("Connected, but it does not know your cubes yet."),
        T("Calibrate it once: Table, Calibrate the scale."),
    ),
    ("drawer", "power_dipped"): Saying(
        "ok",
        T("Connected; but its voltage fell too low for a moment, and its board started anew."),
        T(
            "A count that was under way is asked for. If it comes again: a short, thick USB cable straight into the "
            "Pi, and a power supply made for it. Plugged in anew, it no longer says this."
        ),
    ),
    ("drawer", "swapped"): Saying(
        "ok",
        T("Connected: another drawer than last time, with the calibration of its own."),
        T("If that is not meant, plug the usual one in."),
    ),
    ("drawer", "swapped_unknown"): Saying(
        "trouble",
        T("This is another drawer than last time, and it does not know your cubes."),
        T("Plug the usual one in, or calibrate this one: Table, Calibrate the scale."),
    ),
    ("drawer", "off"): Saying("off", T("Switched off in the settings.")),
    ("camera", "ok"): Saying("ok", T("Connected.")),
    ("camera", "simulated"): Saying(
        "simulated",
        T("Simulated: no camera was plugged in."),
        T("For a real one: plug it in and start the companion again."),
    ),
    ("camera", "absent"): Saying(
        "absent", T("No camera is plugged in."), T("Plug one in, take photos with a phone, or type the codes.")
    ),
    ("camera", "not_there"): Saying(
        "absent",
        T("The camera that settings.toml names is not there, or holds no picture."),
        T("Plug it in; or write the right name, or auto, there under camera, and start the companion again."),
    ),
    ("camera", "busy"): Saying(
        "trouble",
        T("The camera is plugged in, but gives no pictures: another program uses it, or it is no camera."),
        T("Stop that program; it is found by itself then. Else name the right one in settings.toml under camera."),
    ),
    ("camera", "lost"): Saying("lost", T("The camera gives no pictures any more."), T("Check its cable.")),
    ("camera", "permission"): Saying(
        "trouble",
        T("This user may not open the camera."),
        T("Run once: sudo usermod -aG video $USER, then log in again."),
    ),
    ("camera", "cannot_read"): Saying(
        "trouble",
        T("The camera cannot read cards: what reads them keeps ending."),
        T(
            "Type the codes by hand. It is tried again by itself; if this stays, see whether memory is short, and "
            "install the companion anew."
        ),
    ),
    ("camera", "seen"): Saying("ok", T("Plugged in; not tried.")),
    ("camera", "off"): Saying("off", T("Switched off in the settings.")),
    ("voice", "ready"): Saying("ok", T("Ready to speak.")),
    ("voice", "installed"): Saying("ok", T("Installed; not tried.")),
    ("voice", "no_sound"): Saying("absent", T("No speaker was found: captions only."), T("Plug a loudspeaker in.")),
    ("voice", "no_player"): Saying(
        "absent", T("The sound player is missing: captions only."), T("Run ./setup.sh install.")
    ),
    ("voice", "no_engine"): Saying(
        "absent", T("The speech engine is missing: captions only."), T("Run ./setup.sh install.")
    ),
    ("voice", "no_voice"): Saying(
        "trouble", T("There is no voice for this language."), T("Choose another language for the voice.")
    ),
    ("voice", "engine_failed"): Saying("trouble", T("The speech engine failed and is being started again.")),
    ("voice", "stopped"): Saying("off", T("Switched off.")),
    ("panel", "ready"): Saying("ok", T("Connected.")),
    ("panel", "simulated"): Saying("simulated", T("Simulated: this machine has no pins.")),
    ("panel", "seen"): Saying("ok", T("This machine has pins; not tried.")),
    ("panel", "permission"): Saying(
        "trouble",
        T("This user may not use the pins."),
        T("Run once: sudo usermod -aG gpio $USER, then log in again."),
    ),
    ("panel", "no_gpio"): Saying("absent", T("This machine has no pins: tap on a phone instead.")),
    ("panel", "pin_in_use"): Saying(
        "trouble",
        T("A pin of the panel is used by another program."),
        T("Stop that program or choose other pins in settings.toml under panel."),
    ),
    ("panel", "bad_pin"): Saying(
        "trouble", T("A pin of the panel cannot be used."), T("Choose other pins in settings.toml under panel.")
    ),
    ("panel", "stopped"): Saying("off", T("Switched off.")),
    ("panel", "off"): Saying("off", T("Switched off in the settings.")),
    ("data", "ok"): Saying("ok", T("Every move is on disk before anybody is told.")),
}


def data_health(
    trouble: tuple[Text, Text] | None,
    repairs: Sequence[Text],
    lost: bool,
    last: tuple[float, Sequence[Text]] | None = None,
) -> DeviceHealth:
    """The health of what is kept: what keeps it from being saved, with what to do; what was mended and is lost since
    the start; and else when something was mended last, and what."""
    more = tuple((T("Also"), text) for text in repairs[0 if trouble else 1 :])
    if trouble is not None:
        return DeviceHealth("data", LABELS["data"], "trouble", trouble[0], trouble[1], more)
    if lost:
        what_to_do = T(
            "Compare the table with what is shown, and set by hand what differs. The files as they were are kept."
        )
        return DeviceHealth("data", LABELS["data"], "trouble", repairs[0], what_to_do, more)
    if repairs:
        return DeviceHealth("data", LABELS["data"], "ok", repairs[0], None, more)
    before = () if last is None else tuple((T("Mended, {when}", when=moment(last[0])), text) for text in last[1])
    return device("data", "ok", before)


def device(name: str, code: str, figures: tuple[tuple[Text, str | Text], ...] = ()) -> DeviceHealth:
    """The health of a device from its status code; a code without words is shown as it is."""
    saying = SAYINGS.get((name, code)) or Saying("trouble", T("Unknown trouble: {code}.", code=code))
    return DeviceHealth(name, LABELS[name], saying.state, saying.words, saying.what_to_do, figures)
