"""Which lights are lit: a pure function of the screen and the devices' health."""

from __future__ import annotations

from collections.abc import Iterable

from companion.api.view import Note, View
from companion.session.screen import Screen
from companion.status.health import DeviceHealth

LAMPS = ("your_turn", "unsure", "danger", "not_connected")


def lit(screen: Screen, health: Iterable[DeviceHealth]) -> frozenset[str]:
    """The names of the lamps that are on now."""
    on = set()
    if screen.prompts:
        on.add("your_turn")
    if screen.notices:
        on.add("unsure")
    if screen.view is not None and screen.ending is None and _in_danger(screen.view):
        on.add("danger")
    if any(device.state in ("lost", "trouble") for device in health):
        on.add("not_connected")
    return frozenset(on)


def _in_danger(view: View) -> bool:
    """A warning stands on the screen: a track may be red all evening without a loss being near."""
    widgets = (widget for panel in view.panels for widget in panel.widgets)
    return any(isinstance(widget, Note) and widget.tone == "danger" for widget in widgets)
