"""Lines of print as they stand on a card: their words, and what the print looks like: its height, its slant, its
colour."""

from __future__ import annotations

import string
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import takewhile
from typing import NamedTuple

import cv2
import numpy as np

from vision.find.picture import Floats, Grey, Ints
from vision.find.text_detector import text_detector
from vision.read.recogniser import HEIGHT, STEP, line_characters, line_network
from vision.reads import Frame, Quad, corners
from vision.text.printed import ICON, LONGEST_WORD, UNREAD, Word
from vision.text.vocabulary import ALIKE, Vocabulary, vocabulary

_LOOK_AT = 1024  # pixels of the longer side while lines are looked for; the memory that it takes grows with its square
_EVEN = 3.0  # times its contrast, at most, is what a small part of a picture gets: print in relief is not found without
SURE = 0.80  # of a word's least sure sign
_SURE_OF_NUMBER = 0.98  # likewise; a wrong number reads like a right one
_LEGIBLE = 0.60  # of a line's signs, on average; of 34 lines below it on photographed cards two words of 60 were right
_APART = 0.03  # how likely a blank is: more in none of 9,634 places in scanned words, and in 40 of 42 between two
_GAP = 0.62  # of a line's height: a blank as wide as that, with ink in it, holds a picture
_INK_IN_GAP = 0.12  # of the gap's pixels, at least
_OTHER_INK = 38.0  # levels of colour (CIE Lab): ink that differs so from the rest of the line's is a picture's
_LIKE_PICTURES = frozenset("oO0eceCGQ@*+")  # what a round picture is taken for
_RED = (22.0, 1.1)  # of ink: by how much it is redder than paper (a*), and how much rather red than yellow
_SLANTS = tuple(step * 0.04 for step in range(-4, 11))
_LONG_ENOUGH = 4.0  # times its height: a shorter line tells no slant
_WIDTHS = (96, 2400)  # pixels of a line at that height
_BATCH = 6  # lines at once; more take more memory and no less time
_NOTHING, _BLANK = 0, -1  # no sign; the one between words
_PRINT = frozenset(string.ascii_letters + string.digits + string.punctuation + " ’‘“”–—…×·½¼¾°éüöäèà")
LETTERS = {"en": frozenset[str](), "pl": frozenset("ąćęłńóśźżĄĆĘŁŃÓŚŹŻ")}
# Signs that the network takes pictures for, and that no card is printed with.
_PICTURES = frozenset("©®@^~`|\\{}<>_$#§¶¤•·")
_NUMERALS = {"I": "1", "l": "1", "O": "0", "o": "0"}
_POSSIBLE = 0.05  # how likely such a letter is, at least: the network is surer of what it reads than it is right
_FULL_WIDTH = {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)}


class Look(NamedTuple):
    """What print looks like: its slant (0 is upright, 0.2 is usual for italics; None: too short to tell), and whether
    it is red."""

    slant: float | None
    red: bool


@dataclass(frozen=True, eq=False)
class PrintedLine:
    """One piece of a line: where it stands, its words with their quads, and its look."""

    quad: Quad
    words: tuple[Word, ...]
    look: Look

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        (left, top), (right, bottom) = self.quad.min(axis=0), self.quad.max(axis=0)
        return float(left), float(top), float(right), float(bottom)

    @property
    def middle(self) -> float:
        """How far down its middle is."""
        return (self.box[1] + self.box[3]) / 2

    @cached_property
    def height(self) -> float:
        """In pixels, with the little margin that the detector leaves."""
        return float(np.linalg.norm(self.quad[3] - self.quad[0]))

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


def found_lines(picture: Frame) -> list[Quad]:
    """Where lines of print are, each with its first side along the line, from left to right or from top to bottom."""
    return [_forward(quad) for quad in text_detector().look(_even(picture), _LOOK_AT, whole=True).lines]


def _even(picture: Frame) -> Frame:
    """The picture with as much contrast in each part as in the others."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
    lab[..., 0] = cv2.createCLAHE(_EVEN).apply(np.ascontiguousarray(lab[..., 0]))
    return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR), np.uint8)


def _forward(quad: Quad) -> Quad:
    right, down = quad[1] - quad[0]
    turned = right < 0 if abs(right) >= abs(down) else down < 0
    return np.asarray(np.roll(quad, 2, axis=0) if turned else quad, np.float32)


def read_lines(
    picture: Frame,
    quads: Sequence[Quad],
    languages: Collection[str],
    read: Mapping[int, tuple[Sign, ...]],
    smaller: float = 1.0,
) -> list[PrintedLine]:
    """The lines at these places, told for a picture that is so much `smaller`; one that cannot be read is a word
    `UNREAD`. `read` are those that have been, by their place in the list."""
    crops = [line_crop(picture, quad) for quad in quads]
    left = [at for at in range(len(quads)) if at not in read]
    signs = text_recogniser().read([crops[at] for at in left], languages)
    found = {**read, **dict(zip(left, signs, strict=True))}
    known = vocabulary(frozenset(languages))
    there = [np.asarray(quad * smaller, np.float32) for quad in quads]
    return [_line(quad, crop, found[at], known) for at, (quad, crop) in enumerate(zip(there, crops, strict=True))]


def line_crop(picture: Frame, quad: Quad) -> Frame:
    """A line as an upright picture, as high as it is read."""
    along, across = (float(np.linalg.norm(quad[corner] - quad[0])) for corner in (1, 3))
    width = max(round(along / max(across, 1.0) * HEIGHT), 8)
    flat = np.array([[0, 0], [width, 0], [width, HEIGHT], [0, HEIGHT]], np.float32)
    onto = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), flat)
    crop = cv2.warpPerspective(picture, onto, (width, HEIGHT), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)


# --- signs ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sign:
    """One sign of a line: how sure it is, and where its middle is, in shares of the line's length; which letters that
    look alike it may be as well; how likely a blank stands before it. What is no letter of ours has an empty `text`."""

    text: str
    confidence: float
    at: float
    others: str = ""
    apart: float = 0.0


class TextRecogniser:
    """Reads upright pictures of one line of print. Usable from any thread; a few lines at a time."""

    def __init__(self) -> None:
        self._net = line_network()
        self._characters = line_characters()
        places = {one: at for at, one in enumerate(self._characters) if one.strip()}
        self._folds = [(places[full], places[plain]) for full, plain in _FULL_WIDTH.items() if full in places]
        alike = {one: ALIKE.get(one, "") + _NUMERALS.get(one, "") for one in {*ALIKE, *_NUMERALS}}
        self._alike = {places[one]: [places[other] for other in others] for one, others in alike.items()}
        self._unused = lru_cache(maxsize=4)(self._not_in)

    def read(self, crops: Sequence[Frame], languages: Collection[str]) -> list[tuple[Sign, ...]]:
        """The signs of each line, blanks among them."""
        order = sorted(range(len(crops)), key=lambda at: crops[at].shape[1] / crops[at].shape[0])
        found: list[tuple[Sign, ...]] = [()] * len(crops)
        for start in range(0, len(order), _BATCH):
            some = order[start : start + _BATCH]
            for at, signs in zip(some, self._read([crops[at] for at in some], frozenset(languages)), strict=True):
                found[at] = signs
        return found

    def _read(self, crops: Sequence[Frame], languages: frozenset[str]) -> Iterator[tuple[Sign, ...]]:
        widths = [min(max(round(crop.shape[1] * HEIGHT / crop.shape[0]), STEP), _WIDTHS[1]) for crop in crops]
        whole = max(_WIDTHS[0], -(-max(widths) // (4 * STEP)) * 4 * STEP)
        batch = np.zeros((len(crops), 3, HEIGHT, whole), np.float32)  # 0 is the grey that its makers fill up with
        for at, (crop, width) in enumerate(zip(crops, widths, strict=True)):
            shrinks = crop.shape[0] > HEIGHT
            scaled = cv2.resize(crop, (width, HEIGHT), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC)
            batch[at, :, :, :width] = scaled.transpose(2, 0, 1).astype(np.float32) / 127.5 - 1
        for steps, width in zip(self._net.answer(batch), widths, strict=True):
            yield tuple(self._signs(steps[: max(-(-width // STEP), 1)], languages, width / STEP))

    def _signs(self, steps: Floats, languages: frozenset[str], length: float) -> Iterator[Sign]:
        for full, plain in self._folds:
            steps[:, plain] += steps[:, full]
        steps[:, self._unused(languages)] = 0
        best = steps.argmax(axis=1)
        start = end = 0  # of this sign, and of the one before
        for at in range(1, len(best) + 1):
            if at < len(best) and best[at] == best[start]:
                continue
            if best[start] != _NOTHING:
                text, sure = self._characters[best[start]], float(steps[start:at, best[start]].max())
                alike = self._alike.get(int(best[start]), [])
                others = "".join(self._characters[one] for one in alike if steps[start:at, one].max() > _POSSIBLE)
                middle = min((start + at) / 2 / length, 1.0)
                apart = min(float(steps[end:at, _BLANK].max()), 1.0)
                yield Sign("" if _is_picture(text) else text, min(sure, 1.0), middle, others, apart)
                end = at
            start = at

    def _not_in(self, languages: frozenset[str]) -> Ints:
        """The letters of the Latin script, and the signs, that none of the languages has."""
        used = _PRINT.union(*(LETTERS[one] for one in languages if one in LETTERS))
        unused = [at for at, one in enumerate(self._characters) if one and one not in used and ord(one) < 0x250]
        return np.array(unused + [at for at, _ in self._folds], np.int32)


def _is_picture(text: str) -> bool:
    return text in _PICTURES or (text not in "’‘“”–—… " and ord(text) >= 0x250)


@cache
def text_recogniser() -> TextRecogniser:
    """The one of this process; loading it takes a moment and some 40 MB."""
    return TextRecogniser()


# --- words ------------------------------------------------------------------------------------------------------------


class _Part(NamedTuple):
    """Signs without a blank between them, or a picture; from and to in shares of the line's length."""

    text: str
    confidence: float
    start: float
    end: float
    others: tuple[str, ...] = ()


def _line(quad: Quad, crop: Frame, signs: tuple[Sign, ...], known: Vocabulary) -> PrintedLine:
    ink = _Ink(crop)
    parted = [*_parted(signs, known)]
    parts = [part for word in _words(parted, crop.shape[1]) for part in _with_pictures(word, ink)]
    words = tuple(_word(part, quad) for part in _between(parts, ink))
    if not words or (not all(word.is_icon for word in words) and not _is_legible(signs)):
        words = (Word(UNREAD, 0.0, True, corners(quad)),)
    return PrintedLine(quad, words, ink.look)


def _is_legible(signs: Sequence[Sign]) -> bool:
    return float(np.mean([sign.confidence for sign in signs if sign.text != " "] or [0.0])) >= _LEGIBLE


def _words(signs: Sequence[Sign], width: int) -> Iterator[_Part]:
    half = 0.22 * HEIGHT / width
    word: list[Sign] = []
    for sign in (*signs, Sign(" ", 1.0, 1.0)):
        if sign.text != " ":
            word.append(sign)
        elif word:
            text = "".join(one.text or ICON for one in word)
            start, end = max(word[0].at - half, 0.0), min(word[-1].at + half, 1.0)
            sure, others = min(one.confidence for one in word), tuple(_others(word))
            yield _Part(text, sure, start, end, others)
            word = []


def _parted(signs: Sequence[Sign], known: Vocabulary) -> Iterator[Sign]:
    """The signs with a blank wherever one is likely between two words: in print set close the recogniser is seldom sure
    of it."""
    begun = ""
    for at, sign in enumerate(signs):
        if begun and sign.apart > _APART and known.are_two(begun, _until_blank(signs[at:])):
            yield Sign(" ", sign.apart, sign.at)
            begun = ""
        yield sign
        begun = "" if sign.text == " " else begun + (sign.text or ICON)


def _until_blank(signs: Sequence[Sign]) -> str:
    return "".join(one.text or ICON for one in takewhile(lambda one: one.text != " ", signs))


def _others(word: Sequence[Sign]) -> Iterator[str]:
    """The word with one letter exchanged for one that looks alike, or with both of them: one may have hidden the
    other. Only a letter that stands alone may be a digit."""
    texts = [one.text or ICON for one in word]
    alone = sum(text.isalnum() for text in texts) == 1
    for at, sign in enumerate(word):
        for other in sign.others if alone else filter(str.isalpha, sign.others):
            for both in (other, sign.text + other):
                yield "".join((*texts[:at], both, *texts[at + 1 :]))


def _with_pictures(part: _Part, ink: _Ink) -> Iterator[_Part]:
    """The part as it is, or as a picture: signs that are no letters, or a round letter of other ink than the line's."""
    bare = part.text.strip(".,;:!?()")
    if bare and set(bare) == {ICON}:
        yield part._replace(text=part.text.replace(bare, ICON))
    elif len(bare) == 1 and bare in _LIKE_PICTURES and ink.is_other(part.start, part.end):
        yield part._replace(text=part.text.replace(bare, ICON), confidence=max(part.confidence, SURE))
    else:
        yield part


def _between(parts: Sequence[_Part], ink: _Ink) -> Iterator[_Part]:
    """All parts, and a picture wherever there is ink of which nothing was read."""
    least = _GAP * HEIGHT / ink.width
    at = 0.0
    for part in (*parts, _Part("", 1.0, 1.0, 1.0)):
        if part.start - at > least and (part.text or parts) and ink.share(at, part.start) > _INK_IN_GAP:
            start, end = ink.extent(at, part.start)
            if (end - start) * ink.width > HEIGHT * 0.3:
                yield _Part(ICON, 1.0, start, end)
        if part.text:
            yield part
        at = part.end


def _word(part: _Part, quad: Quad) -> Word:
    along = quad[1] - quad[0], quad[2] - quad[3]
    place = np.array(
        [
            quad[0] + along[0] * part.start,
            quad[0] + along[0] * part.end,
            quad[3] + along[1] * part.end,
            quad[3] + along[1] * part.start,
        ],
        np.float32,
    )
    text = part.text[:LONGEST_WORD]
    sure = _SURE_OF_NUMBER if any(sign.isdigit() for sign in text) else SURE
    doubtful = part.confidence < sure or text != part.text or (ICON in text and set(text) & set(ICON) != set(text))
    return Word(text, round(part.confidence, 3), doubtful, corners(place), part.others)


# --- ink --------------------------------------------------------------------------------------------------------------


class _Ink:
    """Which pixels of a line are print, and of what colour."""

    def __init__(self, crop: Frame) -> None:
        lab = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB).astype(np.float32)
        self._lab = lab
        grey: Grey = np.asarray(lab[..., 0], np.uint8)
        self._paper: Floats = np.median(np.concatenate([lab[:4].reshape(-1, 3), lab[-4:].reshape(-1, 3)]), axis=0)
        apart: Grey = np.clip(np.linalg.norm(lab - self._paper, axis=2), 0, 255).astype(np.uint8)
        level, _ = cv2.threshold(apart, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        self._mask: Grey = (apart > max(level, 20)).astype(np.uint8)
        self._rows = slice(round(0.12 * HEIGHT), round(0.88 * HEIGHT))
        self.width = grey.shape[1]
        inside = self._mask.astype(bool)
        self._colour: Floats = np.median(lab[inside], axis=0) if inside.any() else self._paper

    def _columns(self, start: float, end: float) -> slice:
        return slice(max(round(start * self.width), 0), min(max(round(end * self.width), 1), self.width))

    def share(self, start: float, end: float) -> float:
        """How much of a part of the line is ink."""
        part = self._mask[self._rows, self._columns(start, end)]
        return float(part.mean()) if part.size else 0.0

    def extent(self, start: float, end: float) -> tuple[float, float]:
        """Where ink begins and ends in a part of the line."""
        columns = self._columns(start, end)
        inked = np.flatnonzero(self._mask[self._rows, columns].any(axis=0))
        if not len(inked):
            return start, start
        return (columns.start + int(inked[0])) / self.width, (columns.start + int(inked[-1]) + 1) / self.width

    def is_other(self, start: float, end: float) -> bool:
        """Whether a part of the line has other colours than the line's ink."""
        columns = self._columns(start, end)
        inside = self._mask[:, columns].astype(bool)
        if not inside.any():
            return False
        away = np.linalg.norm((self._lab[:, columns][inside] - self._colour)[:, 1:], axis=1)
        return float(np.percentile(away, 60)) > _OTHER_INK / 2

    @property
    def look(self) -> Look:
        """Of the whole line."""
        redder, yellower = (float(one) for one in (self._colour - self._paper)[1:])
        red = redder > _RED[0] and redder > _RED[1] * yellower and float(self._colour[0] - self._paper[0]) < 0
        return Look(self._slant(), red)

    def _slant(self) -> float | None:
        """By how much strokes lean to the right: so that most of them stand upright when the line is sheared back."""
        if self.width < _LONG_ENOUGH * HEIGHT:
            return None
        sharpest, found = -1.0, 0.0
        mask = self._mask * 255
        for slant in _SLANTS:
            back = np.array([[1, slant, -slant * HEIGHT / 2], [0, 1, 0]], np.float32)
            columns = cv2.warpAffine(mask, back, (self.width, HEIGHT)).sum(axis=0, dtype=np.float64)
            sharp = float(np.square(np.diff(columns)).sum())
            if sharp > sharpest:
                sharpest, found = sharp, slant
        return found
