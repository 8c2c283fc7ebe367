"""Lines of print to blocks in reading order: columns, paragraphs, and what kind of print each is.

A title is larger than the rest and at its top, flavour text leans, a condition is red, options begin with numbers that
follow each other. Whatever is none of these for certain is plain text: that is read aloud, and nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from vision.reads import Quad, corners
from vision.text.lines import PrintedLine
from vision.text.printed import UNREAD, Block, Kind, Line, Word

_SAME_ROW = 0.5  # of the lower line's height: so much of it lies beside the other one
_ONE_LINE = 1.1  # times its height: a gap in one line of print at most
_COLUMNS = 0.5  # likewise: a gap between two columns at least
_PARAGRAPH = 1.28  # times the usual step from line to line: a new paragraph begins
_TITLE = (1.12, 1.35)  # times as high as the rest: of what looks like a heading, and of any print
_LEANS = 0.08  # more than most of the card's lines
_OTHER_SIZE = 1.35  # times as large: another paragraph
_NUMBER = re.compile(r"[(\[]?([1-9Il|])[.)\]:]?")
_ONES = "Il|"  # what a 1 is taken for
_ENDS = re.compile(r"[.!?:;”\")◇]$")  # of a sentence
_NEXT_ROW = 1.6  # line heights from one line to the next: further down, an option may begin in any case


@dataclass(frozen=True)
class _Paragraph:
    lines: tuple[PrintedLine, ...]
    number: int = 0

    @property
    def height(self) -> float:
        return float(np.median([line.height for line in self.lines]))


def blocks_of(lines: Sequence[PrintedLine]) -> tuple[Block, ...]:
    """The blocks of a card, in reading order."""
    if not lines:
        return ()
    ordered = _ordered(_joined(lines))
    upright = float(np.median([line.look.slant for line in ordered if line.look.slant is not None] or [0.0]))
    paragraphs = list(_paragraphs(ordered, upright))
    usual = _usual_height(paragraphs)
    kinds = [_kind(one, at, usual, upright, paragraphs) for at, one in enumerate(paragraphs)]
    return tuple(_block(one, kind) for one, kind in zip(paragraphs, kinds, strict=True))


# --- reading order ----------------------------------------------------------------------------------------------------


def _beside(one: PrintedLine, other: PrintedLine) -> bool:
    (_, top, _, bottom), (_, its_top, _, its_bottom) = one.box, other.box
    shared = min(bottom, its_bottom) - max(top, its_top)
    return shared > _SAME_ROW * min(one.height, other.height)


def _joined(lines: Sequence[PrintedLine]) -> list[PrintedLine]:
    """Pieces of one line as one line."""
    found: list[PrintedLine] = []
    for line in sorted(lines, key=lambda one: one.box[0]):
        before = next((one for one in reversed(found) if _goes_on(one, line)), None)
        if before is None:
            found.append(line)
        else:
            found[found.index(before)] = _as_one(before, line)
    return found


def _goes_on(one: PrintedLine, other: PrintedLine) -> bool:
    gap = other.box[0] - one.box[2]
    height = min(one.height, other.height)
    alike = max(one.height, other.height) < 1.8 * height
    if _number(one.words[:1]) == _number(other.words[:1]) - 1 > 0:
        return False  # the next option, in a column of its own
    return _beside(one, other) and alike and -0.5 * height < gap < _ONE_LINE * height


def _as_one(one: PrintedLine, other: PrintedLine) -> PrintedLine:
    quad = np.array([one.quad[0], other.quad[1], other.quad[2], one.quad[3]], np.float32)
    look = other.look if other.look.slant is not None else one.look
    return PrintedLine(quad, (*one.words, *other.words), look._replace(red=one.look.red and other.look.red))


def _ordered(lines: Sequence[PrintedLine]) -> list[PrintedLine]:
    """From top to bottom, and where there are columns one after the other."""
    left = sorted(lines, key=lambda one: one.box[1])
    found: list[PrintedLine] = []
    while left:
        count, at = _columns(left)
        if count:
            some = left[:count]
            for column in ([one for one in some if one.box[2] <= at], [one for one in some if one.box[2] > at]):
                found += _ordered(column) if len(column) < len(left) else column
        else:
            count = 1
            found.append(left[0])
        left = left[count:]
    return found


def _columns(lines: Sequence[PrintedLine]) -> tuple[int, float]:
    """How many of the first lines stand in two columns, and where the left one ends; 0 where they do not."""
    for count in range(len(lines), 1, -1):
        some = sorted(lines[:count], key=lambda one: one.box[0])
        right = some[0].box[2]
        for at, one in enumerate(some[1:], 1):
            gap = one.box[0] - right
            if gap > _COLUMNS * one.height and _side_by_side(some[:at], some[at:]):
                return count, right
            right = max(right, one.box[2])
    return 0, 0.0


def _side_by_side(left: Sequence[PrintedLine], right: Sequence[PrintedLine]) -> bool:
    """Whether most lines of the shorter column have one of the other beside them."""
    fewer, others = sorted((left, right), key=len)
    return 2 * sum(any(_beside(one, other) for other in others) for one in fewer) > len(fewer)


# --- paragraphs -------------------------------------------------------------------------------------------------------


def _paragraphs(lines: Sequence[PrintedLine], upright: float) -> Iterator[_Paragraph]:
    numbers = _numbers(lines)
    step = _usual_step(lines)
    start = 0
    for at in range(1, len(lines) + 1):
        if at == len(lines) or at in numbers or _parts(lines[at - 1], lines[at], step, upright):
            number = numbers.get(start, 0)
            some = tuple(lines[start:at])
            yield _Paragraph((_without_number(some[0]), *some[1:]) if number else some, number)
            start = at


def _numbers(lines: Sequence[PrintedLine]) -> dict[int, int]:
    """The lines that begin options, with their numbers: at least 1 and 2, each one more than the one before."""
    starts = [at for at in range(len(lines)) if _begins(lines, at, 1)]
    chains = [_chain(lines, start) for start in starts]
    longest = max(chains, key=len, default=[])
    return {at: number for number, at in enumerate(longest, 1)} if len(longest) > 1 else {}


def _chain(lines: Sequence[PrintedLine], start: int) -> list[int]:
    found = [start]
    for at in range(start + 1, len(lines)):
        if _begins(lines, at, len(found) + 1) and not _goes_on_below(lines[at - 1], lines[at]):
            found.append(at)
    return found


def _begins(lines: Sequence[PrintedLine], at: int, number: int) -> bool:
    return len(lines[at].words) > 1 and _number(lines[at].words[:1]) == number


def _goes_on_below(line: PrintedLine, other: PrintedLine) -> bool:
    """Whether a line that begins with a number is the second one of a sentence ("and lose / 2 food")."""
    return not _ENDS.search(line.text) and 0 < _step(line, other) < _NEXT_ROW


def _number(words: Sequence[Word]) -> int:
    match = _NUMBER.fullmatch(words[0].text) if words else None
    if match is None:
        return 0
    return 1 if match[1] in _ONES else int(match[1])


def _without_number(line: PrintedLine) -> PrintedLine:
    return replace(line, words=line.words[1:])


def _usual_step(lines: Sequence[PrintedLine]) -> float:
    """From one line of a paragraph to the next, in line heights: print may be set wide."""
    steps = [_step(one, other) for one, other in pairwise(lines)]
    near = [step for step in steps if 0.6 < step < 2.2]
    return min(max(float(np.percentile(near, 15)), 0.9), 1.25) if near else 1.1


def _step(one: PrintedLine, other: PrintedLine) -> float:
    return (other.middle - one.middle) / max((one.height + other.height) / 2, 1.0)


def _parts(one: PrintedLine, other: PrintedLine, usual: float, upright: float) -> bool:
    """Whether a new paragraph begins with the second of two lines."""
    sizes = max(one.height, other.height) / min(one.height, other.height)
    leaning = {_leans(one, upright), _leans(other, upright)}
    if sizes > _OTHER_SIZE or one.look.red != other.look.red or leaning == {True, False}:
        return True
    return not 0 < _step(one, other) < _PARAGRAPH * usual


def _leans(line: PrintedLine, upright: float) -> bool | None:
    return None if line.look.slant is None else line.look.slant - min(upright, 0.04) > _LEANS


# --- kinds ------------------------------------------------------------------------------------------------------------


def _usual_height(paragraphs: Sequence[_Paragraph]) -> float:
    lines = [line.height for one in paragraphs for line in one.lines for _ in line.words]
    return float(np.median(lines))


def _kind(one: _Paragraph, at: int, usual: float, upright: float, paragraphs: Sequence[_Paragraph]) -> Kind:
    if one.number:
        return Kind.OPTION
    if all(line.text == UNREAD for line in one.lines):
        return Kind.BODY
    if len(paragraphs) > 1 and _is_title(one, usual, paragraphs[:at]):
        return Kind.TITLE
    if all(line.look.red for line in one.lines):
        return Kind.CONDITION
    lean = [_leans(line, upright) for line in one.lines]
    if True in lean and False not in lean and not all(_is_leaning(each, upright) for each in paragraphs):
        return Kind.FLAVOUR
    return Kind.BODY


def _is_title(one: _Paragraph, usual: float, before: Sequence[_Paragraph]) -> bool:
    """Whether it is larger than the rest, by little where nothing but a small print in a corner stands above it and it
    is no sentence."""
    if any(each.height > one.height / 1.02 for each in before):
        return False
    heading = not one.lines[-1].text.endswith((".", ":", ",", ";"))
    return one.height > (_TITLE[0] if heading and not one.lines[0].look.red else _TITLE[1]) * usual


def _is_leaning(one: _Paragraph, upright: float) -> bool:
    return all(_leans(line, upright) is not False for line in one.lines)


def _block(one: _Paragraph, kind: Kind) -> Block:
    words = [line.words if kind is Kind.OPTION else _number_doubted(line, len(one.lines)) for line in one.lines]
    lines = tuple(Line(some, corners(line.quad)) for some, line in zip(words, one.lines, strict=True))
    return Block(kind, lines, corners(_around([line.quad for line in one.lines])), one.number)


def _number_doubted(line: PrintedLine, lines: int) -> tuple[Word, ...]:
    """The line's words; a number before a capital letter, or all alone, may be that of an option whose fellows were not
    found."""
    first, *rest = line.words
    alone = lines == 1 and not rest
    if not _number([first]) or not (alone or (rest and rest[0].text[:1].isupper())):
        return line.words
    return (replace(first, doubtful=True), *rest)


def _around(quads: Sequence[Quad]) -> Quad:
    (left, top), (right, bottom) = np.concatenate(quads).min(axis=0), np.concatenate(quads).max(axis=0)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
