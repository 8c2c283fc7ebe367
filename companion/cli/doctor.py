"""`companion doctor`: how every device is, and what to do about it, whether the service runs or not."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TextIO

from companion.api.refusals import CannotOpen
from companion.api.text import T, Text, catalogue
from companion.app.device_report import RunningService, running_service
from companion.app.service import Service
from companion.app.settings import CameraSettings, DrawerSettings, PanelSettings, Settings, VoiceSettings
from companion.cli.phones import phones_in_words
from companion.status.health import LABELS, DeviceHealth, device
from firmware_bridge.serial_port import usb_ports
from hardware.camera_sources import find_camera

LOOK_S = 4.0  # how long devices have to answer
_LOOKED_AT = ("auto", "simulated", "none")
_GPIO = Path("/dev/gpiochip0")


def arguments(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    """What can be said on the command line."""
    parser.add_argument("--data", type=Path, help=say(T("folder where evenings are kept")))


def do(args: argparse.Namespace, settings: Settings) -> int:
    """Look; the answer is the exit code."""
    return doctor(settings, sys.stdout, args.data)


def doctor(settings: Settings, out: TextIO, data: Path | None = None) -> int:
    """Print how every device is and what to do about it; exit code 1 when something needs a hand.

    A running service is asked what it sees, since it has the devices to itself. Where none runs, each device is tried.
    Where the data folder cannot be used, so that nothing can be tried, what can be seen without opening a device is
    told.
    """
    folder = data or settings.data.path
    exit_code = _devices(settings, folder, out)
    joined = phones_in_words(settings, folder)
    if joined is not None:
        say = catalogue(settings.language).say
        title, more = T("Phones"), T("A new pairing code: companion phones invite")
        out.write(f"{say(title)}: {say(joined)}\n    {say(more)}\n")
    return exit_code


def _devices(settings: Settings, folder: Path, out: TextIO) -> int:
    say = catalogue(settings.language).say
    running = running_service(folder, settings.language)
    if running is not None:
        out.write(f"{say(_of(running))}\n")
        return _tell(running.devices, settings, out)
    try:
        return _tell(_tried(settings, folder), settings, out)
    except CannotOpen as error:
        data_health = DeviceHealth("data", LABELS["data"], "trouble", error.text)
        seen = T("Nothing was tried, since the data folder cannot be used. What can be seen from outside:")
        out.write(f"{say(seen)}\n")
        return _tell((data_health, *unopened(settings)), settings, out)


def _of(running: RunningService) -> Text:
    where, process = running.address, running.pid
    return T("The companion is running (process {process}, {address}). What it sees:", process=process, address=where)


def _tried(settings: Settings, folder: Path) -> Sequence[DeviceHealth]:
    service = Service(settings, data=folder, port=0)
    try:
        service.start(dashboard=False)
        threading.Event().wait(LOOK_S)
        return service.health.health()
    finally:
        service.stop()


def _tell(devices: Iterable[DeviceHealth], settings: Settings, out: TextIO) -> int:
    say = catalogue(settings.language).say
    wanting = False
    for one in devices:
        wanting |= one.state in ("lost", "trouble")
        out.write(f"{say(one.label)}: {say(one.words)}\n")
        if one.what_to_do is not None:
            out.write(f"    {say(one.what_to_do)}\n")
    return 1 if wanting else 0


# --- without opening anything -----------------------------------------------------------------------------------------


def unopened(settings: Settings) -> Sequence[DeviceHealth]:
    """How the devices look without being opened."""
    return (
        _voice(settings.voice),
        _panel(settings.panel),
        _drawer(settings.drawer),
        _camera(settings.camera),
    )


def _voice(settings: VoiceSettings) -> DeviceHealth:
    if not settings.on:
        return device("voice", "stopped")
    if shutil.which("espeak-ng") is None:
        return device("voice", "no_engine")
    return device("voice", "no_player") if shutil.which("aplay") is None else device("voice", "installed")


def _panel(settings: PanelSettings) -> DeviceHealth:
    if settings.kind != "auto":
        return device("panel", "off" if settings.kind == "none" else "simulated")
    return _seen("panel", str(_GPIO)) if _GPIO.exists() else device("panel", "no_gpio")


def _drawer(settings: DrawerSettings) -> DeviceHealth:
    if settings.port in ("none", "simulated"):
        return device("drawer", "off" if settings.port == "none" else "simulated")
    if settings.port != "auto":
        there = os.path.exists(settings.port)
        return _seen("drawer", settings.port) if there else device("drawer", "no_such_port")
    ports = usb_ports()
    return _seen("drawer", ports[0]) if ports else device("drawer", "no_port")


def _camera(settings: CameraSettings) -> DeviceHealth:
    if settings.source in ("none", "simulated"):
        return device("camera", "off" if settings.source == "none" else "simulated")
    source = find_camera() if settings.source == "auto" else settings.source
    if source == "pi":
        return device("camera", "seen")
    if source is None or not os.path.exists(source):
        return device("camera", "absent" if settings.source == "auto" else "not_there")
    return _seen("camera", source)


def _seen(name: str, path: str) -> DeviceHealth:
    return device(name, "seen" if os.access(path, os.R_OK | os.W_OK) else "permission")
