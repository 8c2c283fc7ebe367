"""A line of print with what is round it: plain, on a plate, in a dark box, between other lines, over a texture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.find.picture import Floats, Grey
from vision.reads import Quad
from vision.training.labels import Wording, any_wording
from vision.training.typefaces import digit_px, face, families

TALL = 28  # pixels of a digit on the strip
_SIZE = (520, 140)  # of the strip, across and down
_BASE = 84  # the base line
_HANGING = 0.18  # of the lines: with old-style figures, beside those of typefaces that have no others,
_LOW = (0.62, 0.80)  # the low ones so high, in shares of a digit's height,
_LIKE_AN_I = 0.3  # and the ones like an I in so many of them
_FRAMED = 0.15  # of the lines: a thin line all round them


@dataclass(frozen=True)
class Figures:
    """How the digits of a line look: `low` is the height of the low ones among old-style figures, in shares of a
    digit's (1 where none are), `drawn_as` what stands for a digit, as an I for a 1 in some typefaces."""

    low: float = 1.0
    drawn_as: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Strip:
    """A drawn line in grey levels, (140, 520) float32, dark on pale; `quad` is tight round the part to be read."""

    picture: Floats
    quad: Quad


def draw_strip(
    rng: np.random.Generator,
    wording: Wording,
    typefaces: Sequence[Sequence[str]] = (),
    figures: Figures | None = None,
) -> Strip:
    """Print a line in any of these typefaces, each told by its font files; in any at all where none are named. Its
    digits are mostly the typeface's own, unless told."""
    font = any_font(rng, typefaces)
    mask, quad = inked(rng, wording, font, figures)
    ink, ground = float(rng.uniform(0, 90)), float(rng.uniform(130, 255))
    picture = _ground(rng, ground)
    if rng.random() < _FRAMED:
        _frame(rng, mask)
    else:
        _surround(rng, picture, quad, ink, ground, font)
    if rng.random() < 0.15:  # worn print
        mask *= np.clip(1.2 + 0.5 * _texture(rng, int(rng.integers(3, 20))), 0.2, 1)
    picture += (ink - picture) * mask
    return Strip(np.asarray(picture, np.float32), quad)


def any_font(rng: np.random.Generator, typefaces: Sequence[Sequence[str]] = ()) -> str:
    """A font file of any of these typefaces; of any at all where none are named."""
    some = typefaces or families()
    family = some[int(rng.integers(len(some)))]
    return str(family[int(rng.integers(len(family)))])


def draw_nothing(rng: np.random.Generator) -> Strip:
    """Spots, bars and rings that are no print, about as large as a code."""
    picture = _ground(rng, float(rng.uniform(130, 255)))
    for _ in range(int(rng.integers(3, 9))):
        at = int(rng.integers(150, 370)), int(rng.integers(_BASE - TALL - 6, _BASE + 6))
        size, ink = int(rng.integers(4, 30)), float(rng.uniform(0, 120))
        turn = float(rng.uniform(0, 180))
        if rng.random() < 0.5:
            cv2.ellipse(picture, at, (size, int(rng.integers(3, 20))), turn, 0, 360, ink, int(rng.choice([-1, 3])))
        else:
            corners = cv2.boxPoints((at, (size, int(rng.integers(3, 40))), turn)).astype(np.int32)
            cv2.fillPoly(picture, [corners], ink, cv2.LINE_AA)
    half = float(rng.uniform(0.7, 2.2)) * TALL
    return Strip(np.asarray(picture, np.float32), _rectangle(260 - half, _BASE - TALL, 260 + half, _BASE))


def _any_figures(rng: np.random.Generator) -> Figures:
    if rng.random() >= _HANGING:
        return Figures()
    return Figures(float(rng.uniform(*_LOW)), {"1": "I"} if rng.random() < _LIKE_AN_I else {})


def inked(rng: np.random.Generator, wording: Wording, font: str, figures: Figures | None = None) -> tuple[Floats, Quad]:
    """The ink of a line, 0 to 1, and the tight quad round its own text."""
    size = max(round(TALL * 100 / digit_px(font)), 4)
    apart = 0.0 if rng.random() < 0.6 else float(rng.uniform(0.02, 0.6 if wording.text.isdigit() else 0.15)) * TALL
    figures = figures or _any_figures(rng)
    canvas: Grey = np.zeros(_SIZE[::-1], np.uint8)
    edges = []
    parts = (wording.before, wording.text, wording.behind)
    room = _width(parts, size, apart, font)
    left = max((_SIZE[0] - room) / 2, 4)
    for part in parts:
        if apart or figures != Figures():
            for sign in part:
                left = _put(canvas, sign, left, size, font, figures) + apart
        else:
            left = _put(canvas, part, left, size, font)
        edges.append(left)
    canvas = _as_heavy(rng, canvas)
    own = np.zeros_like(canvas)
    own[:, round(edges[0]) : round(edges[1])] = canvas[:, round(edges[0]) : round(edges[1])]
    inked = own if own.any() else canvas
    rows, columns = np.flatnonzero(inked.max(axis=1) > 80), np.flatnonzero(inked.max(axis=0) > 80)
    if len(rows) == 0 or len(columns) == 0:
        return _shares(canvas), _rectangle(200, _BASE - TALL, 320, _BASE)
    return _shares(canvas), _rectangle(columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)


def _put(canvas: Grey, text: str, left: float, size: int, font: str, figures: Figures = Figures()) -> float:
    """Write where the last text ended; returns where this one ends. As old-style figures stand, 0, 1 and 2 are low, and
    all but 6 and 8 of the others hang below the line."""
    if not text:
        return left
    base = _BASE
    if text in "34579":
        base += round((1 - figures.low) * TALL)
    size = round(figures.low * size) if text in "012" else size
    drawn = figures.drawn_as.get(text, text)
    end, _ = cv2.putText(canvas, drawn, (round(left), base), 255, face(font), size)
    return float(end[0])


def _as_heavy(rng: np.random.Generator, canvas: Grey) -> Grey:
    """Print with more ink or less."""
    which, kernel = rng.random(), np.ones((2, 2) if rng.random() < 0.7 else (3, 3), np.uint8)
    if which < 0.12:
        return np.asarray(cv2.dilate(canvas, kernel), np.uint8)
    return np.asarray(cv2.erode(canvas, np.ones((2, 2), np.uint8)), np.uint8) if which < 0.18 else canvas


def _width(parts: tuple[str, ...], size: int, apart: float, font: str) -> float:
    text = "".join(parts)
    _, _, width, _ = cv2.getTextSize(_SIZE, text, (0, _BASE), face(font), size)
    return float(width) + apart * len(text)


def _surround(rng: np.random.Generator, picture: Floats, quad: Quad, ink: float, ground: float, font: str) -> None:
    """A box or a plate round the line, other lines above and below, more print on its own line, a border."""
    which, (left, top), (right, bottom) = rng.random(), quad[0], quad[2]
    if which < 0.35:
        pads = rng.uniform(0.3, 1.1) * TALL, rng.uniform(0.18, 0.7) * TALL
        box = (int(left - pads[0]), int(top - pads[1])), (int(right + pads[0]), int(bottom + pads[1]))
        outside = float(rng.uniform(0, 255))
        inside = picture[box[0][1] : box[1][1], max(box[0][0], 0) : box[1][0]].copy()
        picture += outside - ground
        if rng.random() < 0.4:
            _lines(rng, picture, top - 2.2 * TALL, bottom + 2.6 * TALL, float(rng.uniform(0, 255)), font)
        picture[box[0][1] : box[1][1], max(box[0][0], 0) : box[1][0]] = inside
        _round_off(picture, box, outside, round(float(rng.uniform(0, 0.5)) * TALL))
    elif which < 0.6:
        _lines(rng, picture, top - rng.uniform(0.5, 1.2) * TALL, bottom + rng.uniform(1.3, 2.2) * TALL, ink, font)
    if which >= 0.35 and rng.random() < 0.3:
        _beside(rng, picture, (left, right), ink, font)
    if rng.random() < 0.15:
        y = int(rng.choice([top - rng.uniform(0.4, 1) * TALL, bottom + rng.uniform(0.4, 1) * TALL]))
        cv2.line(picture, (0, y), (_SIZE[0], y), float(rng.uniform(0, 255)), int(rng.integers(1, 8)))
    if rng.random() < 0.1:
        x = int(rng.choice([left - rng.uniform(0.5, 1.5) * TALL, right + rng.uniform(0.5, 1.5) * TALL]))
        cv2.line(picture, (x, 0), (x, _SIZE[1]), float(rng.uniform(0, 255)), int(rng.integers(1, 40)))


def _frame(rng: np.random.Generator, mask: Floats) -> None:
    """A thin line round all of the ink, fainter than the print or as strong."""
    rows, columns = np.flatnonzero(mask.max(axis=1) > 0.3), np.flatnonzero(mask.max(axis=0) > 0.3)
    if len(rows) == 0 or len(columns) == 0:
        return
    along, across = (int(part) for part in rng.uniform((0.2, 0.15), (0.9, 0.7)) * TALL)
    corners = (int(columns[0]) - along, int(rows[0]) - across), (int(columns[-1]) + along, int(rows[-1]) + across)
    line: Grey = np.zeros(mask.shape, np.uint8)
    cv2.rectangle(line, *corners, 255, int(rng.integers(1, 4)), cv2.LINE_AA)
    np.maximum(mask, float(rng.uniform(0.4, 1.0)) * _shares(line), out=mask)


def _lines(rng: np.random.Generator, picture: Floats, above: float, below: float, ink: float, font: str) -> None:
    size = max(round(TALL * float(rng.uniform(0.6, 1.1)) * 100 / digit_px(font)), 4)
    for base in (above, below):
        text = " ".join(any_wording(rng).text for _ in range(5))
        if rng.random() < 0.8:
            _print(picture, text, (int(rng.integers(-60, 60)), int(base)), ink, font, size)


def _beside(rng: np.random.Generator, picture: Floats, ends: tuple[float, float], ink: float, font: str) -> None:
    """Another word on the same line, a word's gap away."""
    size, gap = max(round(TALL * 100 / digit_px(font)), 4), float(rng.uniform(0.75, 2.0)) * TALL
    text = any_wording(rng).text
    _, _, width, _ = cv2.getTextSize(_SIZE, text, (0, _BASE), face(font), size)
    x = ends[1] + gap if rng.random() < 0.5 else ends[0] - gap - width
    _print(picture, text, (int(x), _BASE), ink, font, size)


def _print(picture: Floats, text: str, at: tuple[int, int], ink: float, font: str, size: int) -> None:
    mask: Grey = np.zeros(picture.shape, np.uint8)  # letters are drawn on bytes only
    print_on(mask, text, at, font, size)
    picture += (ink - picture) * _shares(mask)


def print_on(mask: Grey, text: str, at: tuple[int, int], font: str, size: int) -> None:
    """Add a text to the ink of a mask."""
    cv2.putText(mask, text, at, 255, face(font), size)


def _round_off(picture: Floats, box: tuple[tuple[int, int], tuple[int, int]], outside: float, radius: int) -> None:
    """Round corners of a box."""
    if radius < 2:
        return
    corner = np.full((radius, radius), 1.0, np.float32)
    cv2.circle(corner, (radius, radius), radius, 0.0, -1, cv2.LINE_AA)
    (left, top), (right, bottom) = box
    places = ((left, top, corner), (right - radius, top, corner[:, ::-1]))
    lower = ((left, bottom - radius, corner[::-1]), (right - radius, bottom - radius, corner[::-1, ::-1]))
    for x, y, share in (*places, *lower):
        part = picture[max(y, 0) : y + radius, max(x, 0) : x + radius]
        if part.shape == share.shape:
            part += (outside - part) * share


def _ground(rng: np.random.Generator, level: float) -> Floats:
    picture = np.full(_SIZE[::-1], level, np.float32)
    if rng.random() < 0.6:
        picture += float(rng.uniform(1, 18)) * _texture(rng, int(rng.integers(3, 80)))
    if rng.random() < 0.3:
        picture += np.linspace(-1, 1, _SIZE[0], dtype=np.float32)[None, :] * float(rng.uniform(-50, 50))
    return picture


def _texture(rng: np.random.Generator, coarse: int) -> Floats:
    small = rng.standard_normal((_SIZE[1] // coarse + 2, _SIZE[0] // coarse + 2), dtype=np.float32)
    return np.asarray(cv2.resize(small, _SIZE, interpolation=cv2.INTER_CUBIC), np.float32)


def _shares(mask: Grey) -> Floats:
    return np.asarray(mask.astype(np.float32) / 255, np.float32)


def _rectangle(left: float, top: float, right: float, bottom: float) -> Quad:
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
