"""Frames: cards with codes on a table, seen by a camera, and what is true of each code in them.

A code that a person could not read is no truth: it is kept as `legible = False`, and a frame whose first code is such
is drawn again. The rule: the ink as it would be seen sharply, and the picture, must go together (correlation of the
best of blue, green, red and grey, over the code's box) by at least `WHOLE` for the whole code and by `SIGN` for each of
its uncovered signs; light and dark in it must differ by `CONTRAST` of 255; a digit must be at least 7 pixels high. The
numbers were chosen by looking at contact sheets: below them one begins to guess.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from benchmarks.independent.assets import Assets, Picture, Rng
from benchmarks.independent.camera import Camera, blurred, camera_over, glare_at, lit, taken
from benchmarks.independent.cards import Card, Printed, blank, print_id, print_number
from benchmarks.independent.codes import Cut, any_code, is_turnable
from benchmarks.independent.levels import CARD_ID, PROMISED, SMALL, Level
from benchmarks.independent.table import Table, moved, outline_of, placing

WHOLE, SIGN, CONTRAST = 0.68, 0.55, 22
SIZE, STILL = (1280, 720), (4000, 3000)  # width, height
_EDGE = 12  # pixels of the 1280 from the picture's edge
_TRIES = 40
_COVERS = ("finger", "card", "edge")


@dataclass(frozen=True)
class Truth:
    """A code in a frame. `corners` are those of its ink (top left, top right, bottom right, bottom left of the upright
    text), `digit` is a digit's height, all in pixels of the picture. `rest` is what is left of a code that is cut,
    `covered_by` what cuts it (finger, card, edge)."""

    text: str
    kind: str
    corners: tuple[tuple[float, float], ...]
    digit: float
    whole: bool = True
    causes: tuple[str, ...] = ()
    legible: bool = True
    rest: str = ""
    covered_by: str = ""

    @property
    def promised(self) -> bool:
        """Whether it is as large as the reader must read."""
        return self.digit >= PROMISED[self.kind]

    @property
    def turnable(self) -> bool:
        """Whether it is another number upside down."""
        return is_turnable(self.text)


@dataclass(frozen=True)
class Frame:
    """A camera's picture, (H, W, 3) uint8 BGR, and all codes in it."""

    picture: Picture
    truths: tuple[Truth, ...]
    level: str
    kind: str


@dataclass
class _Laid:
    """A code as it lies: `place` takes its card's pixels to millimetres."""

    code: Printed
    place: Picture
    hidden: int = 0
    share: float | None = None
    rest: str = ""
    covered_by: str = ""
    causes: tuple[str, ...] = ()


def draw(
    assets: Assets, level: Level, kind: str, rng: Rng, size: tuple[int, int] = SIZE, cut: Cut | None = None
) -> Frame:
    """A frame whose codes are of that kind; with `cut` its only code is that one, covered. Raises RuntimeError where no
    legible one comes of many tries, which no seed has been seen to do."""
    for _ in range(_TRIES):
        frame = _drawn(assets, level, kind, rng, size, cut)
        if frame is not None and frame.truths[0].legible:
            return frame
    raise RuntimeError("no legible frame came of many tries")


def draw_without(assets: Assets, level: Level, rng: Rng, size: tuple[int, int], cards: list[Card]) -> Frame:
    """A frame of these cards (or pages, or screens) of 8 pixels a millimetre, none of which has a code; without any, a
    photograph alone."""
    scale = size[0] / rng.uniform(140, 420)
    camera = camera_over(*size, rng.uniform(*level.tilt), scale, rng.uniform(-0.04, 0.02), rng)
    table = Table(camera, 2 if size[0] < 2000 else 1, assets, rng)
    if cards:
        _clutter(table, assets, rng)
    else:
        table.canvas = assets.photo(rng, *table.size)
    for card in cards:
        at = _on_plane(camera, rng.uniform(0.25, 0.75, 2) * size)
        middle = np.array(card.cover.shape[::-1]) / 2
        table.lay(card, placing(middle, at, _turn(level, rng), 1 / 8), rng)
    conditions = _Conditions(level, 22.0, rng)
    return Frame(conditions.photograph(table, None, rng)[0], (), level.name, "none")


def _drawn(assets: Assets, level: Level, kind: str, rng: Rng, size: tuple[int, int], cut: Cut | None) -> Frame | None:
    larger = size[0] / SIZE[0]
    low, high = level.heights[kind]
    wanted = float(np.exp(rng.uniform(np.log(low), np.log(high)))) * larger**0.7
    many = 1
    if cut is None and rng.random() < level.often_more:
        many = int(rng.integers(2, level.most_codes + 1))
    set_up = _first_card(assets, level, kind, rng, size, cut, wanted)
    if set_up is None:
        return None
    camera, card, laid, density = set_up
    table = Table(camera, 2 if size[0] < 2000 else 1, assets, rng)
    _clutter(table, assets, rng)
    table.lay(card, laid.place, rng)
    table.keep_clear(moved(_box(laid.code), laid.place))
    codes = [laid, *_more_cards(table, assets, level, kind, many - 1, density, rng)]
    if laid.covered_by in ("finger", "card"):
        _cover(table, laid, assets, rng)
    elif rng.random() < 0.12:
        _finger_elsewhere(table, rng)
    conditions = _Conditions(level, wanted, rng)
    picture, glare = conditions.photograph(table, laid, rng)
    truths = [_truth(each, table, picture, glare, conditions, len(codes)) for each in codes]
    return Frame(picture, tuple(each for each in truths if each is not None), level.name, kind) if truths[0] else None


def _first_card(
    assets: Assets, level: Level, kind: str, rng: Rng, size: tuple[int, int], cut: Cut | None, wanted: float
) -> tuple[Camera, Card, _Laid, float] | None:
    larger = size[0] / SIZE[0]
    height = float(np.clip(rng.uniform(2.4, 6.0), wanted / (11 * larger), wanted / (1.9 * larger)))
    density = float(np.clip(1.25 * wanted / height, 5, 16 if larger < 2 else 26))
    card = blank(assets, rng, density)
    if cut is not None:
        text, printed_as = cut.text, cut.kind
    else:
        text, printed_as = any_code(kind, rng), kind
    _print(card, text, printed_as, kind, height * density, level, assets, rng)
    code = card.codes[0]
    laid = _Laid(code, np.eye(3))
    if cut is not None:
        laid.hidden, laid.share, laid.rest = cut.hidden, cut.share, cut.rest
    elif rng.random() < level.often_cut:
        laid.hidden = int(rng.choice((-1, 1)))
    if laid.hidden:
        laid.covered_by = str(rng.choice(_COVERS))
    at_edge = not laid.hidden and rng.random() < level.often_edge
    camera = _set_up(laid, wanted, density, level, size, at_edge, rng)
    return None if camera is None else (camera, card, laid, density)


def _print(
    card: Card, text: str, printed_as: str, kind: str, height: float, level: Level, assets: Assets, rng: Rng
) -> None:
    if printed_as == CARD_ID:
        print_id(card, text, height, level, assets, rng)
    else:
        print_number(card, text, height, level, assets, rng, kind)


def _set_up(
    laid: _Laid, wanted: float, density: float, level: Level, size: tuple[int, int], at_edge: bool, rng: Rng
) -> Camera | None:
    """Stands the camera so that the code is as high as wanted, and puts the card where it is to be seen."""
    tilt, bend = rng.uniform(*level.tilt), rng.uniform(-0.05, 0.02)
    degrees = rng.uniform(-12, 12) if laid.covered_by == "edge" else _turn(level, rng)
    goal = rng.uniform(0.14, 0.86, 2) * size
    scale = wanted / laid.code.ink.digit * density
    side, gap = int(rng.integers(4)), rng.uniform(1, _EDGE - 1)
    fixed = np.random.default_rng(int(rng.integers(2**32)))
    held = fixed.bit_generator.state
    for _ in range(4):
        fixed.bit_generator.state = held
        camera = camera_over(*size, tilt, scale, bend, fixed)
        laid.place = placing(laid.code.corners.mean(axis=0), _on_plane(camera, goal), degrees, 1 / density)
        seen = camera.seen(moved(laid.code.corners, laid.place))
        scale *= wanted / _digit(seen, laid.code)
        goal = _nearer(goal, seen, laid, camera, size, side if at_edge else None, gap)
    seen = camera.seen(moved(laid.code.corners, laid.place))
    if laid.covered_by != "edge" and not _is_inside(seen, size, 0.5):
        return None
    return camera


def _nearer(
    goal: Picture, seen: Picture, laid: _Laid, camera: Camera, size: tuple[int, int], side: int | None, gap: float
) -> Picture:
    """Where the code's middle has to be so that it is as near to the picture's edge as it should be."""
    low, far = seen.min(axis=0), seen.max(axis=0)
    away = (goal - low, far - goal)
    if laid.covered_by == "edge":
        at = camera.seen(moved(_boundary(laid)[None], laid.place))[0]
        return np.asarray(goal - np.array([at[0] - (0 if laid.hidden > 0 else size[0]), 0.0]))
    if side is not None:
        axis = side % 2
        goal = goal.copy()
        goal[axis] = gap + away[0][axis] if side < 2 else size[axis] - gap - away[1][axis]
        return goal
    return np.clip(goal, 16 + away[0], np.maximum(np.array(size) - 16 - away[1], 17 + away[0]))


def _boundary(laid: _Laid) -> Picture:
    """The point in the middle of the line of print, in pixels of the card, up to which it is covered: most of the last
    hidden sign, or a share of it, nothing of the first that is left."""
    signs = laid.code.ink.signs
    at = laid.hidden if laid.hidden > 0 else len(signs) + laid.hidden
    last, first = signs[at - 1], signs[at]
    if laid.share is not None:
        x = (
            last[0] + laid.share * (last[2] - last[0])
            if laid.hidden > 0
            else first[2] - laid.share * (first[2] - first[0])
        )
    elif laid.hidden > 0:
        x = min(first[0], 0.15 * last[0] + 0.85 * last[2])
    else:
        x = max(last[2], 0.85 * first[0] + 0.15 * first[2])
    return np.array([laid.code.left + x, laid.code.corners[:, 1].mean()])


def _cover(table: Table, laid: _Laid, assets: Assets, rng: Rng) -> None:
    """Lays a finger or a card over the hidden signs."""
    sign = 1 if laid.hidden > 0 else -1
    edge = moved(_boundary(laid)[None], laid.place)[0]
    along = moved(_boundary(laid)[None] + (1.0, 0.0), laid.place)[0] - edge
    along = along / np.linalg.norm(along) * sign  # from what is hidden to what is left
    if laid.covered_by == "finger":
        width = rng.uniform(14, 19)
        slant = rng.uniform(-0.6, 0.6)
        tip = edge - along * width * 0.43
        table.lay_finger(tip, float(np.arctan2(-along[1], -along[0])) + slant, width, rng)
        return
    other = blank(assets, rng, 8)
    wide, high = other.cover.shape[::-1]
    degrees = float(np.degrees(np.arctan2(along[1], along[0]))) + rng.uniform(-4, 4)
    point = np.array([wide, high * rng.uniform(0.2, 0.8)])
    table.lay(other, placing(point, edge, degrees, 1 / 8), rng)


def _more_cards(
    table: Table, assets: Assets, level: Level, kind: str, many: int, density: float, rng: Rng
) -> list[_Laid]:
    found: list[_Laid] = []
    scale = float(np.linalg.norm(np.diff(table.camera.seen(np.array([[0, 0], [1.0, 0]])), axis=0)))
    size = (table.camera.width, table.camera.height)
    for _ in range(8 * many):
        if len(found) == many:
            break
        card = blank(assets, rng, density)
        height = float(np.clip(rng.uniform(*level.heights[kind]) / scale, 2.0, 9.0))
        _print(card, any_code(kind, rng), kind, kind, height * density, level, assets, rng)
        code = card.codes[0]
        goal = _on_plane(table.camera, rng.uniform(0.06, 0.94, 2) * size)
        place = placing(code.corners.mean(axis=0), goal, _turn(level, rng), 1 / density)
        seen = table.camera.seen(moved(code.corners, place))
        if _is_inside(seen, size, 4) and table.is_free(moved(outline_of(card), place)):
            table.lay(card, place, rng)
            table.keep_clear(moved(_box(code), place))
            found.append(_Laid(code, place))
    return found


def _finger_elsewhere(table: Table, rng: Rng) -> None:
    size = (table.camera.width, table.camera.height)
    for _ in range(6):
        tip = _on_plane(table.camera, rng.uniform(0.1, 0.9, 2) * size)
        way = rng.uniform(0, 2 * np.pi)
        to = np.array([np.cos(way), np.sin(way)])
        side = np.array([-to[1], to[0]])
        near, far = (tip - to * 12, tip + to * 600)
        area = np.array([near + side * 13, far + side * 25, far - side * 25, near - side * 13])
        if table.is_free(area):
            table.lay_finger(tip, way, rng.uniform(14, 19), rng)
            return


def _clutter(table: Table, assets: Assets, rng: Rng) -> None:
    """Things and cards without codes that lie about, under all else."""
    size = (table.camera.width, table.camera.height)
    for _ in range(int(rng.integers(0, 4))):
        at = _on_plane(table.camera, rng.uniform(0, 1, 2) * size)
        thing = assets.thing(rng)
        if thing is not None and rng.random() < 0.5:
            table.lay_thing(thing, at, rng.uniform(15, 70), rng)
        else:
            card = blank(assets, rng, 8)
            table.lay(card, placing(np.array(card.cover.shape[::-1]) / 2, at, rng.uniform(0, 360), 1 / 8), rng)


class _Conditions:
    """Light, sharpness and packing of one frame."""

    def __init__(self, level: Level, digit: float, rng: Rng) -> None:
        self.lamps = bool(rng.random() < level.often_lamps)
        self.glare = bool(rng.random() < level.often_glare)
        self.dark = bool(rng.random() < level.often_dark)
        soft = rng.uniform(*level.blur) * digit
        self.moved = float(2.2 * rng.uniform(*level.blur) * digit) if rng.random() < 0.35 else 0.0
        self.sigma = float(max(soft * (0.6 if self.moved else 1.0), 0.3))
        self.noise = float(rng.uniform(*level.noise))
        self.quality = int(rng.integers(level.jpeg[0], level.jpeg[1] + 1))

    @property
    def softness(self) -> float:
        """How many pixels print is smeared over (a standard deviation)."""
        return float(np.hypot(self.sigma, self.moved / 3.5))

    def photograph(self, table: Table, laid: _Laid | None, rng: Rng) -> tuple[Picture, Picture]:
        """The table's picture, and where glare lies in it."""
        size = (table.camera.width, table.camera.height)
        picture = cv2.resize(table.canvas, size, interpolation=cv2.INTER_AREA) if table.finer > 1 else table.canvas
        picture = lit(table.camera.bent(picture).astype(np.float32), self.lamps, rng)
        glare = np.zeros(size[::-1], np.float32)
        if self.glare:
            glare = self._glare(table, laid, size, rng)
            picture = picture * (1 - 0.5 * glare[..., None]) + 255 * glare[..., None]
        picture = blurred(picture, self.sigma, self.moved, rng)
        exposure = rng.uniform(0.14, 0.3) if self.dark else rng.uniform(0.8, 1.12)
        return taken(picture, exposure, self.noise, self.quality, rng), glare

    def _glare(self, table: Table, laid: _Laid | None, size: tuple[int, int], rng: Rng) -> Picture:
        at, wide = rng.uniform(0.2, 0.8, 2) * size, size[0] * rng.uniform(0.03, 0.12)
        if laid is not None:
            corners = table.camera.seen(moved(laid.code.corners, laid.place))
            long = float(np.linalg.norm(corners[1] - corners[0]))
            at = corners.mean(axis=0) + rng.uniform(-0.8, 0.8, 2) * long
            wide = long * rng.uniform(0.3, 1.1)
        return glare_at((size[1], size[0]), at, wide, rng) * rng.uniform(0.35, 0.95)


def _truth(
    laid: _Laid, table: Table, picture: Picture, glare: Picture, conditions: _Conditions, many: int
) -> Truth | None:
    size = (table.camera.width, table.camera.height)
    seen = table.camera.seen(moved(laid.code.corners, laid.place))
    digit = _digit(seen, laid.code)
    truth = Truth(
        laid.code.text, laid.code.kind, tuple((round(float(x), 1), round(float(y), 1)) for x, y in seen), digit,
        whole=not laid.hidden, rest=laid.rest, covered_by=laid.covered_by,
    )  # fmt: skip
    box = _box_in(seen, size)
    if box is None:
        return None
    gray = cv2.cvtColor(picture[box], cv2.COLOR_BGR2GRAY)
    found = {
        "small": digit < SMALL[truth.kind],
        "cut": not truth.whole,
        "second_code": many > 1,
        "lamps": conditions.lamps,
        "glare": bool(glare[box].max() > 0.25),
        "edge": truth.whole and not _is_inside(seen, size, _EDGE * size[0] / SIZE[0]),
        "blur": conditions.softness >= 0.1 * digit,
        "dark": bool(np.percentile(gray, 97) < 70),
        "jpeg": conditions.quality < 55,
    }
    causes = sorted(laid.code.causes | {name for name, is_so in found.items() if is_so}) or ["plain"]
    return replace(truth, causes=tuple(causes), legible=digit >= 7 and _is_legible(laid, table, picture, seen))


def _is_legible(laid: _Laid, table: Table, picture: Picture, seen: Picture) -> bool:
    """Whether a person could read what is not covered: see the top of the file."""
    ink = laid.code.ink
    if laid.hidden and not laid.rest:
        return True
    box = _box_in(seen, picture.shape[1::-1])
    if box is None:
        return False
    place = laid.place @ np.array([[1, 0, laid.code.left - 2], [0, 1, laid.code.top - 2], [0, 0, 1.0]])
    light, dark = (np.percentile(picture[box].max(axis=2), each) for each in (95, 5))
    if light - dark < CONTRAST:
        return False
    sharp = np.zeros(picture.shape[:2], np.float32)
    sharp[box] = table.sharp(np.pad(ink.cover, 2), place, box)
    layers = [picture[..., 0], picture[..., 1], picture[..., 2], cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)]
    signs = list(ink.signs)
    if laid.hidden:
        signs = signs[laid.hidden :] if laid.hidden > 0 else signs[: laid.hidden]
    boxes = [
        _box_in(table.camera.seen(moved(_sign(laid.code, each), laid.place)), picture.shape[1::-1]) for each in signs
    ]
    fits = [0.0 if box is None else max(_together(sharp[box], layer[box]) for layer in layers) for box in boxes]
    if not fits or min(fits) < SIGN:
        return False
    return bool(laid.hidden) or max(_together(sharp[box], layer[box]) for layer in layers) >= WHOLE


def _sign(code: Printed, box: tuple[int, int, int, int]) -> Picture:
    by = 0.12 * code.ink.digit
    left, top, right, bottom = box[0] - by, box[1] - by, box[2] + by, box[3] + by
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64)
    return np.asarray(corners + np.array([code.left, code.top]))


def _together(one: Picture, other: Picture) -> float:
    first, second = one.astype(np.float32).ravel(), other.astype(np.float32).ravel()
    if first.size < 4 or first.std() < 1e-3 or second.std() < 1e-3:
        return 0.0
    return float(abs(np.corrcoef(first, second)[0, 1]))


def _box(code: Printed) -> Picture:
    left, top, right, bottom = code.box
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64)


def _box_in(seen: Picture, size: tuple[int, ...]) -> tuple[slice, slice] | None:
    low = np.maximum(np.floor(seen.min(axis=0)).astype(int), 0)
    far = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + 1, size[:2])
    return None if (far - low < 2).any() else (slice(low[1], far[1]), slice(low[0], far[0]))


def _digit(seen: Picture, code: Printed) -> float:
    high = float(np.linalg.norm(seen[3] - seen[0]) + np.linalg.norm(seen[2] - seen[1])) / 2
    return float(high * code.ink.digit / code.ink.cover.shape[0])


def _is_inside(seen: Picture, size: tuple[int, int], by: float) -> bool:
    return bool((seen >= by).all() and (seen <= np.array(size) - by).all())


def _on_plane(camera: Camera, pixel: Picture) -> Picture:
    """The millimetres that are seen at a pixel, by straight lines."""
    return np.asarray(moved(pixel[None], np.linalg.inv(camera.plane))[0])


def _turn(level: Level, rng: Rng) -> float:
    return float(rng.uniform(0, 360) if rng.random() < level.often_any_way else rng.uniform(-level.turn, level.turn))
