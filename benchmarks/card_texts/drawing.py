"""Cards drawn in many layouts, and photographed: print of which every word is known."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.reads import Frame

Rng: TypeAlias = np.random.Generator
Colour: TypeAlias = tuple[int, int, int]
ICON = "{icon}"
WIDTH, HEIGHT = 756, 1056  # 63 x 88 mm at 12 pixels a millimetre
LAYOUTS = ("plain", "bar", "picture", "columns", "small")
_FONTS = Path("/usr/share/fonts")


class Faces(NamedTuple):
    """The typefaces of one card, as files under /usr/share/fonts."""

    text: str
    italic: str
    title: str


FACES = {  # of Debian's packages; those of one set are in no other
    "tune": (
        Faces(
            "truetype/lato/Lato-Regular.ttf",
            "truetype/lato/Lato-Italic.ttf",
            "opentype/ebgaramond/EBGaramond12-Bold.otf",
        ),
        Faces(
            "opentype/linux-libertine/LinLibertine_R.otf",
            "opentype/linux-libertine/LinLibertine_RI.otf",
            "opentype/linux-libertine/LinLibertine_RB.otf",
        ),
        Faces(
            "truetype/crosextra/Carlito-Regular.ttf",
            "truetype/crosextra/Carlito-Italic.ttf",
            "truetype/crosextra/Carlito-Bold.ttf",
        ),
    ),
    "test": (
        Faces(
            "truetype/gentiumplus/GentiumPlus-Regular.ttf",
            "truetype/gentiumplus/GentiumPlus-Italic.ttf",
            "truetype/gentiumplus/GentiumPlus-Bold.ttf",
        ),
        Faces(
            "opentype/cabin/Cabin-Regular.otf",
            "opentype/cabin/Cabin-Italic.otf",
            "opentype/roboto/slab/RobotoSlab-Bold.otf",
        ),
        Faces(
            "truetype/open-sans/OpenSans-Regular.ttf",
            "truetype/open-sans/OpenSans-Italic.ttf",
            "truetype/open-sans/OpenSans-Bold.ttf",
        ),
        Faces(
            "truetype/crosextra/Caladea-Regular.ttf",
            "truetype/crosextra/Caladea-Italic.ttf",
            "opentype/lobstertwo/LobsterTwo-Bold.otf",
        ),
        Faces(
            "truetype/charis/CharisSIL-Regular.ttf",
            "truetype/charis/CharisSIL-Italic.ttf",
            "truetype/charis/CharisSIL-Bold.ttf",
        ),
    ),
}  # fmt: skip


@dataclass(frozen=True)
class CardText:
    """What is printed on a card: its paragraphs in reading order as kind and words."""

    language: str
    title: str
    flavour: str = ""
    body: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    condition: str = ""


@dataclass
class Drawn:
    """A card being drawn: the picture, where the next line goes, and what was printed so far."""

    picture: Frame
    y: float
    printed: list[tuple[str, str]] = field(default_factory=list)  # kind and words of each paragraph


def cards(which: str) -> list[CardText]:
    """The texts of a set."""
    raw: dict[str, Any] = tomllib.loads((Path(__file__).parent / f"cards_{which}.toml").read_text(encoding="utf-8"))
    lists = ("body", "options")
    return [
        CardText(**{name: tuple(value) if name in lists else value for name, value in one.items()})
        for one in raw["card"]
    ]


def draw(card: CardText, layout: str, faces: Faces, rng: Rng) -> tuple[Frame, list[tuple[str, str]]]:
    """An upright card of `WIDTH` x `HEIGHT` pixels, and its paragraphs in reading order."""
    paper = _paper(rng)
    drawn = Drawn(np.full((HEIGHT, WIDTH, 3), paper, np.uint8), 0.0)
    ink: Colour = (25, 22, 20)
    size = {"small": 26, "columns": 27}.get(layout, float(rng.integers(30, 36)))
    margin = 60
    _title(drawn, card, layout, faces, rng)
    if layout == "picture":
        _scene(drawn, rng)
    early = layout in ("plain", "bar") and bool(card.flavour)
    if early:
        _paragraph(drawn, "flavour", card.flavour, faces.italic, size * 0.92, ink, margin)
    if card.condition:
        _paragraph(drawn, "condition", card.condition, faces.text, size, (30, 25, 185), margin)
    for words in card.body:
        _paragraph(drawn, "body", words, faces.text, size, ink, margin)
    _options(drawn, card, layout, faces, size, ink, rng)
    if card.flavour and not early:
        drawn.y = max(drawn.y + 20, HEIGHT - 190.0)
        _paragraph(drawn, "flavour", card.flavour, faces.italic, size * 0.92, ink, margin)
    return drawn.picture, drawn.printed


def _paper(rng: Rng) -> Colour:
    tint = rng.integers(0, 26, 3)
    return (int(238 - tint[0]), int(244 - tint[1] // 2), int(248 - tint[2] // 2))


def _title(drawn: Drawn, card: CardText, layout: str, faces: Faces, rng: Rng) -> None:
    size = 52.0
    while _width(card.title, faces.title, size) > WIDTH - 120:
        size -= 2
    ink: Colour = (25, 22, 20)
    if layout in ("bar", "small"):
        colour = tuple(int(one) for one in rng.integers(20, 110, 3))
        cv2.rectangle(drawn.picture, (25, 40), (WIDTH - 25, 130), colour, -1)
        ink = (240, 246, 248)
    middle = layout != "columns"
    left = (WIDTH - _width(card.title, faces.title, size)) / 2 if middle else 60.0
    _text(drawn.picture, card.title, left, 103, faces.title, size, ink)
    drawn.printed.append(("title", card.title))
    drawn.y = 190.0


def _scene(drawn: Drawn, rng: Rng) -> None:
    """A picture of nothing in particular."""
    height, width = 330, WIDTH - 100
    coarse = rng.integers(20, 230, (9, 12, 3)).astype(np.uint8)
    scene = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    for _ in range(6):
        middle = (int(rng.integers(0, width)), int(rng.integers(0, height)))
        cv2.circle(scene, middle, int(rng.integers(10, 90)), rng.integers(0, 255, 3).tolist(), -1, cv2.LINE_AA)
    drawn.picture[150 : 150 + height, 50 : 50 + width] = scene
    drawn.y = 150 + height + 50.0


def _options(drawn: Drawn, card: CardText, layout: str, faces: Faces, size: float, ink: Colour, rng: Rng) -> None:
    if layout == "columns" and len(card.options) == 2:
        top, lowest = drawn.y, drawn.y
        for number, words in enumerate(card.options, 1):
            drawn.y = top
            left = 50 if number == 1 else WIDTH // 2 + 25
            _paragraph(drawn, f"option {number}", f"{number}. {words}", faces.text, size, ink, left, WIDTH // 2 - 75)
            lowest = max(lowest, drawn.y)
        drawn.y = lowest
        return
    mark = ("{}.", "{})", "{}")[int(rng.integers(0, 3))]
    for number, words in enumerate(card.options, 1):
        _text(drawn.picture, mark.format(number), 60, drawn.y, faces.title, size * 1.1, ink)
        _paragraph(drawn, f"option {number}", words, faces.text, size, ink, 115)


def _paragraph(
    drawn: Drawn, kind: str, words: str, face: str, size: float, ink: Colour, left: int, width: int | None = None
) -> None:
    """Print words in lines of at most `width` pixels."""
    wide = width or WIDTH - left - 55
    line: list[str] = []
    x_of_space = _width("n n", face, size) - _width("nn", face, size)

    def put() -> None:
        x = float(left)
        for word in line:
            x = _word(drawn.picture, word, x, drawn.y, face, size, ink) + x_of_space
        drawn.y += size * 1.32

    for word in words.split():
        more = [*line, word]
        if line and sum(_word_width(one, face, size) + x_of_space for one in more) - x_of_space > wide:
            put()
            line = [word]
        else:
            line = more
    put()
    drawn.y += size * 0.75
    drawn.printed.append((kind, words))


def _word(picture: Frame, word: str, x: float, y: float, face: str, size: float, ink: Colour) -> float:
    before, icon, after = word.partition(ICON)
    x = _text(picture, before, x, y, face, size, ink)
    if icon:
        middle, radius = (round(x + size * 0.45), round(y - size * 0.32)), round(size * 0.36)
        cv2.circle(picture, middle, radius, (60, 120, 40), -1, cv2.LINE_AA)
        cv2.circle(picture, middle, radius // 2, (220, 240, 250), max(radius // 5, 1), cv2.LINE_AA)
        x += size * 0.9
    return _text(picture, after, x, y, face, size, ink)


def _word_width(word: str, face: str, size: float) -> float:
    before, icon, after = word.partition(ICON)
    return _width(before, face, size) + (size * 0.9 if icon else 0) + _width(after, face, size)


_FACES: dict[str, cv2.FontFace] = {}


def _face(file: str) -> cv2.FontFace:
    if file not in _FACES:
        _FACES[file] = cv2.FontFace(str(_FONTS / file))
    return _FACES[file]


def _width(text: str, face: str, size: float) -> float:
    if not text:
        return 0.0
    _, _, width, _ = cv2.getTextSize((4000, 400), text, (0, 200), _face(face), round(size))
    return float(width)


def _text(picture: Frame, text: str, x: float, y: float, face: str, size: float, ink: Colour) -> float:
    """Print at a place; where the print ends."""
    if text:
        cv2.putText(picture, text, (round(x), round(y)), ink, _face(face), round(size))
    return x + _width(text, face, size)


# --- photographed -----------------------------------------------------------------------------------------------------


def photographed(card: Frame, rng: Rng, size: tuple[int, int] = (1600, 1200), turned: int = 0) -> Frame:
    """A photo of a card on a table, from a little aside, with noise, a lamp's light and a little blur."""
    width, height = size
    card = np.ascontiguousarray(np.rot90(card, turned))
    share = float(rng.uniform(0.72, 0.9))
    scale = share * min(height / card.shape[0], width / card.shape[1])
    half = np.array([card.shape[1], card.shape[0]]) * scale / 2
    angle = np.deg2rad(rng.uniform(-9, 9))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half * 0.93
    corners = corners @ turn.T * (1 + rng.uniform(-0.03, 0.03, (4, 1))) + np.array([width, height]) / 2
    flat = np.array([[0, 0], [card.shape[1], 0], [card.shape[1], card.shape[0]], [0, card.shape[0]]], np.float32)
    onto = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    table = _table(rng, size)
    shown = cv2.warpPerspective(card, onto, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full(card.shape[:2], 255, np.uint8), onto, size)[..., None] / 255
    return _seen(table * (1 - mask) + shown * mask, rng)


def _table(rng: Rng, size: tuple[int, int]) -> npt.NDArray[np.float32]:
    colour = rng.integers(30, 120, 3)
    grain = cv2.resize(rng.normal(0, 6, (40, 60)).astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
    return np.asarray(
        np.clip(np.full((size[1], size[0], 3), colour, np.float32) + grain[..., None], 0, 255), np.float32
    )


def _seen(scene: npt.NDArray[Any], rng: Rng) -> Frame:
    """What a camera makes of it."""
    height, width = scene.shape[:2]
    across, down = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    light = 1 + rng.uniform(-0.15, 0.15) * across + rng.uniform(-0.15, 0.15) * down
    tint = 1 + rng.uniform(-0.08, 0.08, 3)
    lit = scene * light[..., None] * tint * rng.uniform(0.75, 1.0)
    blurred = cv2.GaussianBlur(lit, (0, 0), float(rng.uniform(0.5, 1.1)))
    noisy = np.clip(blurred + rng.normal(0, rng.uniform(2, 6), scene.shape), 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(75, 93))])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
