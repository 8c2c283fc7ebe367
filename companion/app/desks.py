"""The desks at the drawer's cell: the scale's, which every sample goes through, and the piles'."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.api.readings import Reading
from companion.drawer.pile_desk import PileDesk
from companion.drawer.scale_desk import ScaleDesk
from companion.drawer.scale_parts import Say, Store
from companion.session.screen import Screen
from hardware.calibration import Calibration
from hardware.pile_scale import PileScale, PileWeights
from hardware.recorder import RecordedCubeScale


def scale_desk(
    scale: RecordedCubeScale, report: Callable[[Reading], object], store: Store, key: Callable[[], str], say: Say
) -> ScaleDesk:
    """The desk of this scale, with its recorder."""
    return ScaleDesk(
        scale,
        report,
        store,
        key,
        say=say,
        recorder=scale.recorder,
        start_recording=scale.start_recording,
        revive=Calibration.from_plain,
    )


def pile_desk(
    desk: ScaleDesk,
    store: Store,
    key: Callable[[], str],
    say: Say,
    screen: Callable[[], Screen],
    correct: Callable[..., object],
) -> PileDesk:
    """The piles on the same cell; while the game expects a drop, the drop has it."""
    return PileDesk(_pile, store, key, screen, correct, lambda: desk.expecting, say)


def _pile(plain: Mapping[str, Any] | None) -> PileScale:
    return PileScale(None if plain is None else PileWeights.from_plain(plain))
