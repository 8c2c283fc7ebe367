"""A picture of a card to what is printed on it: the card is cut out and put upright, its lines are found, read, and
laid out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TypeAlias

import cv2
import numpy as np

from vision.evidence import jpeg_of
from vision.find.picture import Floats, region_of, shrunk
from vision.photos.card_photo import count_cards, cut_out, find_card, from_the_top
from vision.reads import Frame, Quad
from vision.text.layout import blocks_of
from vision.text.lines import LETTERS, SURE, PrintedLine, Sign, found_lines, line_crop, read_lines, text_recogniser
from vision.text.printed import ICON, UNREAD, PrintedText, Trouble
from vision.text.vocabulary import with_doubts

Signs: TypeAlias = tuple[Sign, ...]  # of a line
LANGUAGES = frozenset(LETTERS)
LONGEST = 1400  # pixels of the longer side of what is read
KEPT = 1000  # and of what is kept of it
_QUALITY = 86
_MOST_READ = 1600.0  # lengths of all lines together, in line heights; more is a page, and would take too long
_MOST_LINES = 24  # where no card's edges are seen: a page has more, and is told apart before it is read
_ASKED = 3  # lines, the longest for their height, that tell which way is up
_ENOUGH, _READS_WELL = 12, 0.9  # signs, and how sure of them: print that is upside down reads with half of that
_SINGLE = 2.6  # times as tall as wide: a single sign at most
_TOO_SMALL = 13.0  # pixels of a line in the picture as it came: what is read of less is doubtful
_UNSURE = 0.40  # of all words: more, and the picture is not good enough; print in relief alone is less on any card
_SHARP = 0.13  # of the contrast in one pixel: less, and lines may not even be found
_MARGIN = 0.04  # of the picture, round the print of a card whose edges are not seen
_AT_EDGE = 0.012  # of the picture's shorter side: print that stands there is cut off


def read_text(picture: Frame, languages: Collection[str] = LANGUAGES) -> PrintedText:
    """What is printed on the one card in a picture, (H, W, 3) uint8 BGR, in any of these languages. Whatever the
    picture is, it answers: with a `trouble` where that is no card, or not all of its print could be read."""
    quad = find_card(picture)
    if quad is not None:
        card = cut_out(picture, quad, LONGEST)
        scale = _length(quad) / max(card.shape[:2])
        del picture  # a large one, where nobody else has it, before the networks take as much
        return _read(card, scale, languages, None)
    if count_cards(picture) > 1:
        return PrintedText(trouble=Trouble.TWO_CARDS)
    small = shrunk(picture, LONGEST)
    scale = max(picture.shape[:2]) / max(small.shape[:2])
    del picture
    return _read_without_edges(small, scale, languages)


def _read_without_edges(small: Frame, scale: float, languages: Collection[str]) -> PrintedText:
    """The print of a picture in which no card's edges are seen: one that fills it, or lies on a busy ground; one pixel
    of it was `scale` of them in the photo."""
    lines = found_lines(small)
    if not lines:
        return PrintedText(trouble=Trouble.NO_CARD)
    points = np.concatenate(lines)
    height, width = small.shape[:2]
    edge = _AT_EDGE * min(height, width)
    cut = bool((points < edge).any() or (points > np.array([width, height]) - 1 - edge).any())
    card = _around(small, points)
    return _read(card, scale, languages, Trouble.CUT_OFF if cut else Trouble.NO_EDGES)


def _around(picture: Frame, points: Quad) -> Frame:
    height, width = picture.shape[:2]
    margin = _MARGIN * max(height, width)
    left, top = np.maximum(points.min(axis=0) - margin, 0).astype(int)
    right, bottom = np.minimum(points.max(axis=0) + margin, [width, height]).astype(int)
    return np.ascontiguousarray(picture[top:bottom, left:right])


def _read(card: Frame, scale: float, languages: Collection[str], trouble: Trouble | None) -> PrintedText:
    """The print of a picture of a card alone, of which one pixel was `scale` of them in the photo."""
    if trouble is None and card.shape[1] > card.shape[0]:
        card = _turned(card, 1)  # most cards are taller than wide, and their print lies then
    quads = found_lines(card)
    print_seen = sum(_length(quad) / max(_height(quad), 1.0) for quad in quads)
    if print_seen > _MOST_READ or (trouble is not None and len(quads) > _MOST_LINES):
        return _kept(PrintedText(trouble=Trouble.TOO_MUCH), shrunk(card, KEPT))
    if _stands(quads):  # of which single digits are not found
        card = _turned(card, 1)
        quads = found_lines(card)
    turned, read = _half_turns(card, quads, languages)
    card, quads = _turned(card, turned), [_turned_quad(quad, turned, card.shape) for quad in quads]
    kept = shrunk(card, KEPT)
    smaller = kept.shape[0] / card.shape[0]
    lines = read_lines(card, quads, languages, read, smaller)
    blocks = with_doubts(blocks_of(lines), languages)
    return _judged(_kept(PrintedText(blocks, trouble), kept), lines, scale / smaller, _edge(card, quads))


def _kept(found: PrintedText, kept: Frame) -> PrintedText:
    """The text with the picture that it was read in, as small as it is kept."""
    return replace(found, jpeg=jpeg_of(kept, KEPT, _QUALITY), width=kept.shape[1], height=kept.shape[0])


# --- which way is up --------------------------------------------------------------------------------------------------


def _stands(quads: Sequence[Quad]) -> bool:
    """Whether most of the lines' length does not lie."""
    along = np.array([quad[1] - quad[0] for quad in quads]).reshape(-1, 2)
    return bool(np.abs(along[:, 0]).sum() < np.abs(along[:, 1]).sum())


def _half_turns(card: Frame, quads: Sequence[Quad], languages: Collection[str]) -> tuple[int, dict[int, Signs]]:
    """The quarter turns, 2 or none, that put lying print upright, and the lines that were read for it, by their place
    in the list."""
    flat = [at for at, quad in enumerate(quads) if abs(quad[1][0] - quad[0][0]) >= abs(quad[1][1] - quad[0][1])]
    longest = sorted(flat, key=lambda at: _length(quads[at]) / max(_height(quads[at]), 1.0), reverse=True)[:_ASKED]
    upside_down, read = _read_upright([line_crop(card, quads[at]) for at in longest], languages)
    return 2 if upside_down else 0, dict(zip(longest, read, strict=True))


def _read_upright(crops: Sequence[Frame], languages: Collection[str]) -> tuple[bool, list[Signs]]:
    """Whether lines are read more surely the other way up, which is not asked where they read well as they are; and the
    lines as they are read upright."""
    read = text_recogniser().read(crops, languages)
    signs = _confidences(read)
    if len(signs) >= _ENOUGH and float(np.mean(signs)) > _READS_WELL:
        return False, read
    back = text_recogniser().read([np.ascontiguousarray(crop[::-1, ::-1]) for crop in crops], languages)
    upside_down = _sureness(_confidences(back)) > _sureness(signs)
    return upside_down, back if upside_down else read


def _confidences(read: Sequence[Signs]) -> list[float]:
    """How sure the signs of lines are."""
    return [sign.confidence for signs in read for sign in signs if sign.text.strip()]


def _sureness(signs: Sequence[float]) -> float:
    """How surely they are read, in all: upside down, most are worth less than none."""
    return sum(sure**2 - 0.5 for sure in signs)


def _turned(card: Frame, turned: int) -> Frame:
    return np.ascontiguousarray(np.rot90(card, -turned % 4))


def _turned_quad(quad: Quad, turned: int, shape: tuple[int, ...]) -> Quad:
    height, width = shape[:2]
    for _ in range(turned):
        quad = np.stack([height - 1 - quad[:, 1], quad[:, 0]], axis=1)
        height, width = width, height
    right, down = quad[1] - quad[0]
    if abs(down) > abs(right) and abs(down) < _SINGLE * max(_height(quad), 1.0):
        return from_the_top(np.asarray(quad, np.float32))  # a digit alone is taller than wide, and no standing line
    return np.asarray(quad if right > abs(down) or abs(down) > abs(right) else np.roll(quad, 2, axis=0), np.float32)


# --- how good it is ---------------------------------------------------------------------------------------------------


def _judged(found: PrintedText, lines: Sequence[PrintedLine], scale: float, edge: float) -> PrintedText:
    """The text with what is wrong with it."""
    words = [word for word in found.words if word.text not in (ICON, UNREAD)]
    sure = [word for word in words if word.confidence >= SURE]  # names that no language has are doubtful, not blurred
    if sum(len(word.text) for word in sure) < 3:
        return replace(found, blocks=(), trouble=Trouble.BLANK if found.trouble is None else Trouble.NO_CARD)
    if edge < _SHARP:  # only the title may be legible, and no word of it doubtful
        return replace(found, trouble=found.trouble or Trouble.TOO_BLURRED)
    if len(words) - len(sure) > _UNSURE * len(words):
        low = float(np.median([line.height for line in lines])) * scale
        return replace(found, trouble=found.trouble or (Trouble.TOO_SMALL if low < _TOO_SMALL else Trouble.TOO_BLURRED))
    return found


def _edge(card: Frame, lines: Sequence[Quad]) -> float:
    """How steep the edges of the sharpest line's print are: what part of its contrast lies in one pixel."""
    grey = np.asarray(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), np.float32)
    across = np.asarray(np.abs(cv2.Sobel(grey, cv2.CV_32F, 1, 0)) / 8, np.float32)
    return max((_edge_in(grey, across, line) for line in lines), default=0.0)


def _edge_in(grey: Floats, across: Floats, line: Quad) -> float:
    left, top, right, bottom = region_of(line, 0.0, grey.shape)
    part = grey[top:bottom, left:right]
    if not part.size:
        return 0.0
    low, high = (float(level) for level in np.percentile(part, (2, 98)))
    return float(np.percentile(across[top:bottom, left:right], 97)) / max(high - low, 16.0)


# --- sizes ------------------------------------------------------------------------------------------------------------


def _length(quad: Quad) -> float:
    return max(float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[3] - quad[0])))


def _height(quad: Quad) -> float:
    return min(float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[3] - quad[0])))
