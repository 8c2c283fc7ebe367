"""What each step of the work on a frame takes. It is reckoned, not measured as it goes, so that the same frames give
the same readings on every machine."""

from __future__ import annotations

from collections.abc import Mapping

from vision.card_finder import (
    BOXED,
    DARK,
    DARK_STROKES,
    FINE_BOXED,
    FINE_DARK,
    FINE_PALE,
    FINE_SHADED,
    FINE_SHADED_FAR,
    HYPHENED,
    LABELLED,
    OUTLINED,
    PALE,
    PALE_STROKES,
    SHADED,
    SHADED_FAR,
    SPACED,
)

# Milliseconds of two cores: what there is for a frame that follows at once, and for one where things move, which has to
# be followed; about what a look takes, a glance, for itself and for each row, and sifting, likewise.
FRAME_MS, MOVING_MS = 30.0, 12.0
LOOK_MS, GLANCE_MS, SIFT_MS = 20.0, (2.0, 3.0), (0.7, 0.3)
# Each part of a search: a whole frame of 1280 x 720, and each row of glyphs that the quick searches found in it.
_SEARCH_MS: Mapping[str, tuple[float, float]] = {
    SHADED: (12, 0), DARK: (13, 0.9), PALE: (11, 0.9), BOXED: (10, 0),
    HYPHENED[0]: (13, 0.9), HYPHENED[1]: (11, 0.9),
    "dark_grown": (10, 1.5), PALE_STROKES: (7, 2.0), DARK_STROKES: (7, 1.8),
    "soft_fine_dark": (14, 1.6), FINE_SHADED: (34, 0), SHADED_FAR: (13, 0), "dark_blobs": (9, 0.9),
    FINE_PALE: (9, 1.5), SPACED: (11, 0),
    FINE_DARK: (13, 1.3), "soft_pale_strokes": (20, 1.4), FINE_SHADED_FAR: (36, 0), "soft_dark_blobs": (22, 0.9),
    "soft_dark_strokes": (19, 0.8), "soft_fine_pale": (20, 0.7),
    LABELLED[0]: (18, 0.4), LABELLED[1]: (48, 2.0), LABELLED[2]: (12, 0.3), LABELLED[3]: (21, 1.2),
    "soft_pale_blobs": (26, 0.2), FINE_BOXED: (40, 0), "fine_dark_grown": (17, 1.3), "leaning_dark": (11, 1.3),
    "leaning_boxed": (9, 0), "leaning_pale": (10, 1.4),
    "fine_pale_grown": (18, 2.0), "leaning_fine_dark": (15, 1.6), "fine_dark_blobs": (22, 0.2),
    OUTLINED[0]: (34, 0), OUTLINED[1]: (68, 0),
}  # fmt: skip
_LEAST_SHARE = 0.05  # of a frame: in less of it, rows tell nothing of how many there are elsewhere


class Reckoning:
    """Reckons with how much print the quick searches found: where there is more, every search takes longer."""

    def __init__(self) -> None:
        self._rows = {DARK: 0.0, PALE: 0.0}  # of a whole frame, as far as the last search tells

    def found(self, part: str, rows: int, share: float) -> None:
        """Take in how many rows a part of a search found in this share of a frame."""
        if part in self._rows:
            self._rows[part] = rows / max(share, _LEAST_SHARE)

    def search_ms(self, part: str, share: float) -> float:
        """What a part of a search of this share of a frame takes."""
        whole, each = _SEARCH_MS[part]
        return share * (whole + each * sum(self._rows.values()))

    @staticmethod
    def glance_ms(rows: int) -> float:
        """What a glance at so many rows takes."""
        return GLANCE_MS[0] + GLANCE_MS[1] * rows

    @staticmethod
    def sift_ms(rows: int) -> float:
        """What sifting so many rows takes."""
        return SIFT_MS[0] + SIFT_MS[1] * rows
