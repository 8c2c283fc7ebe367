"""The drawer's serial link in figures, for the page of devices."""

from __future__ import annotations

from companion.api.text import T, Text, decimal
from firmware_bridge.link_status import LinkStatus


def link_figures(status: LinkStatus, grams: float | None = None) -> tuple[tuple[Text, str | Text], ...]:
    """What the link tells of itself; `grams` is what the noise of one sample weighs, or None while nobody knows."""
    return (
        (T("Port"), status.port or ""),
        (T("Board"), (status.device_id or "")[:8]),
        (T("Firmware"), status.firmware or ""),
        (T("Samples a second"), f"{status.rate_hz:.0f}"),
        (T("Noise of one sample"), _noise(status.noise, grams)),
        (T("Samples set aside"), str(status.flagged)),
        (T("Frames lost"), str(status.lost)),
        (T("CRC errors"), str(status.damaged)),
        (T("Found again"), str(status.reconnects)),
        (T("Restarts of the board"), str(status.restarts)),
        (T("Restarts of the weighing chip"), str(status.power_cycles)),
    )


def _noise(counts: float | None, grams: float | None) -> str | Text:
    if counts is None:
        return "?"
    shown = f"{_coarse(counts):g}"
    return shown if grams is None else T("{counts} = {grams} g", counts=shown, grams=decimal(grams, 2))


def _coarse(counts: float) -> float:
    """Not to the last count: it wavers, and every phone would be told each time."""
    step = 10.0 if counts >= 50 else 5.0 if counts >= 20 else 1.0
    return round(counts / step) * step
