"""Exposure and focus found once for a place and then kept: a camera that goes on searching blurs and brightens
whenever a hand comes near.

What was found is plain numbers by name, to be kept and given back at the next start. A USB camera has `exposure` and
`focus` (and `gain`, `white_balance` where it tells them) in its driver's units; the Pi's camera has `shutter_us`,
`gain`, `red`, `blue` and, where its lens moves, `lens`.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

import cv2

Place: TypeAlias = Mapping[str, float]

_SETTLE_S = 2.0  # for a camera to find exposure and focus
_AUTO, _BY_HAND = 3.0, 1.0  # what Video4Linux calls exposure by itself and by hand
_PI_LIMIT_S = 20.0
_USB = {  # each value with the control that finds it, and what that control is for by itself and for by hand
    "exposure": (cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE, _AUTO, _BY_HAND),
    "focus": (cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_AUTOFOCUS, 1.0, 0.0),
    "white_balance": (cv2.CAP_PROP_WB_TEMPERATURE, cv2.CAP_PROP_AUTO_WB, 1.0, 0.0),
}


class Capture(Protocol):
    """The part of an OpenCV capture that is used here."""

    def get(self, control: int, /) -> float: ...
    def set(self, control: int, value: float, /) -> bool: ...
    def grab(self) -> bool: ...


# --- a USB camera -----------------------------------------------------------------------------------------------------


def find_usb(capture: Capture, clock: Callable[[], float] = time.monotonic) -> dict[str, float] | None:
    """Let the camera find exposure and focus for what it sees now, and keep them; None where it lets nobody."""
    free_usb(capture)
    until_s = clock() + _SETTLE_S
    while clock() < until_s and capture.grab():
        pass
    found = {name: float(capture.get(control)) for name, (control, *_) in _USB.items()}
    if not fix_usb(capture, found):
        free_usb(capture)
        return None
    return found


def fix_usb(capture: Capture, place: Place) -> bool:
    """Set what was found before; whether the camera took its exposure or its focus."""
    taken = set()
    for name, (control, by_itself, _, by_hand) in _USB.items():
        if name in place and capture.set(by_itself, by_hand) and capture.set(control, place[name]):
            taken.add(name)
    return bool(taken & {"exposure", "focus"})


def free_usb(capture: Capture) -> None:
    """Let the camera choose by itself again."""
    for _, by_itself, automatic, _ in _USB.values():
        capture.set(by_itself, automatic)


# --- the Pi's own camera ----------------------------------------------------------------------------------------------


def find_pi(still: tuple[str, ...]) -> dict[str, float] | None:
    """Run the system's program for single pictures, which focuses and exposes, and take what it tells of the picture;
    None where it tells nothing of use. The camera must not be in use."""
    command = (*still, "--nopreview", "--timeout", str(round(_SETTLE_S * 1000)), "--metadata", "-")
    command = (*command, "--metadata-format", "json", "--output", "/dev/null")
    try:
        told = subprocess.run(command, capture_output=True, timeout=_PI_LIMIT_S, check=False)
        return _of_metadata(json.loads(told.stdout))
    except (OSError, subprocess.TimeoutExpired, ValueError, RecursionError):
        return None


def _of_metadata(told: Any) -> dict[str, float] | None:
    if not isinstance(told, dict):
        return None
    found = {"shutter_us": told.get("ExposureTime"), "gain": told.get("AnalogueGain"), "lens": told.get("LensPosition")}
    colours = told.get("ColourGains")
    if isinstance(colours, list) and len(colours) == 2:
        found |= {"red": colours[0], "blue": colours[1]}
    numbers = {name: float(value) for name, value in found.items() if isinstance(value, int | float)}
    return numbers if "shutter_us" in numbers else None


def pi_options(place: Place) -> tuple[str, ...]:
    """The options of the system's camera program that keep what was found."""
    options: list[str] = []
    if "shutter_us" in place:
        options += ["--shutter", str(round(place["shutter_us"]))]
    if "gain" in place:
        options += ["--gain", f"{place['gain']:.3f}"]
    if "red" in place and "blue" in place:
        options += ["--awbgains", f"{place['red']:.3f},{place['blue']:.3f}"]
    if "lens" in place:
        options += ["--autofocus-mode", "manual", "--lens-position", f"{place['lens']:.3f}"]
    return tuple(options)
