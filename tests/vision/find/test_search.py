"""What is searched for: only what may hold a code of the kinds that are looked for. A code whose place is told is read
there, whatever is round it."""

import io
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import write
from tests.vision.codes import IDS, NUMBERS
from vision.find.boxes import box_of
from vision.find.picture import Candidate, Pyramid
from vision.grammar import CodeKind, Grammar
from vision.read.text_reader import TextReader
from vision.reads import Frame, Read
from vision.scan_command import scan
from vision.scanner import Scanner

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("kinds", "boxes"), [(IDS, False), (NUMBERS, True), ((*IDS, *NUMBERS), True)])
def test_one_game(kinds: tuple[CodeKind, ...], boxes: bool):
    """A game's own codes tell what is searched for: with IDs alone no boxes."""
    assert TextReader(grammar=Grammar(kinds)).has_boxes is boxes


PAPER = (222, 232, 236)


def printed(text: str, turned: int = 0) -> tuple[Frame, tuple[int, int, int, int]]:
    """A sheet with one line, and the box tightly round it: left, top, width, height."""
    sheet = np.empty((360, 480, 3), np.uint8)
    sheet[:] = PAPER
    write(sheet, text, 14, 16, 3.2)
    for _ in range(turned):
        sheet = np.ascontiguousarray(np.rot90(sheet))
    rows, columns = np.nonzero(np.abs(sheet.astype(int) - PAPER).sum(axis=2) > 120)
    left, top = int(columns.min()), int(rows.min())
    return sheet, (left, top, int(columns.max()) - left + 1, int(rows.max()) - top + 1)


@pytest.mark.parametrize("turned", [0, 1, 2, 3])
@pytest.mark.parametrize("text", ["D012", "#M305", "L09", "IV/03"])
def test_ids(scanner: Scanner, text: str, turned: int):
    """A tight box is enough, whichever way its print stands."""
    sheet, box = printed(text, turned)
    assert [read.text for read in scanner.read_box(sheet, box_of(box)).reads] == [text.removeprefix("#")]


@pytest.mark.parametrize("text", ["352", "470", "935"])
def test_a_number_need_not_stand_on_green(scanner: Scanner, text: str):
    """In a given box three digits are a number, on any ground."""
    sheet, box = printed(text)
    reads = scanner.read_box(sheet, box_of(box))
    assert [(read.text, read.kind) for read in reads.reads] == [(text, "numbox")]


def test_a_box_with_room_round_its_print(scanner: Scanner):
    """A box that is drawn by hand is larger than the print in it."""
    sheet, (left, top, width, height) = printed("D247")
    wide = (left - 0.4 * height, top - 0.35 * height, width + 0.9 * height, 1.8 * height)
    assert [read.text for read in scanner.read_box(sheet, box_of(wide)).reads] == ["D247"]


def test_what_stands_close_beside_a_box(scanner: Scanner):
    """It is none of the number's: the box was told to hold all of it."""
    card = np.full((300, 400, 3), 225, np.uint8)
    write(card, "352", 12, 16, 3.0, (30, 30, 30))
    rows, columns = np.nonzero(card[:, :, 0] < 128)
    left, top, right, bottom = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
    write(card, "7", (right + 4) / 10, 16, 3.0, (30, 30, 30))
    reads = scanner.read_box(card, box_of((left - 3, top - 3, right - left + 6, bottom - top + 6)))
    assert [read.text for read in reads.reads] == ["352"]


def test_an_upside_down_number_is_asked_about_or_right(scanner: Scanner):
    """168 is 891 the other way up: never the wrong one of them."""
    for turned in (0, 2):
        sheet, box = printed("168", turned)
        assert {read.text for read in scanner.read_box(sheet, box_of(box)).reads} <= {"168"}


@pytest.mark.parametrize("text", ["352", "D012", "IV/03"])
def test_a_small_picture_is_cut_out_for_its_print(scanner: Scanner, text: str):
    """Who cuts the print out of a photo has told the place: three digits are a number there, on any ground."""
    sheet, (left, top, width, height) = printed(text)
    room = height // 3
    piece = np.ascontiguousarray(sheet[top - room : top + height + room, left - room : left + width + room])
    assert [read.text for read in scanner.read(piece).reads] == [text]


@pytest.mark.parametrize("text", ["hello", "1999", "12.50", "A017", "3.99", "47", "10/21"])
def test_a_small_picture_without_a_code(scanner: Scanner, text: str):
    """Nothing else becomes a code by being cut out."""
    sheet, (left, top, width, height) = printed(text)
    room = height // 2
    piece = np.ascontiguousarray(sheet[top - room : top + height + room, left - room : left + width + room])
    assert scanner.read(piece).reads == ()


def test_a_number_in_a_large_picture_is_not_cut_out(scanner: Scanner):
    """A page number on a sheet under the camera is none of ours."""
    sheet, _ = printed("352")
    assert scanner.read(sheet).reads == ()


@pytest.mark.parametrize("text", ["hello", "1999", "12.50", "A017"])
def test_no_code_is_none(scanner: Scanner, text: str):
    """What stands in the box is not made a code because it was asked for."""
    sheet, box = printed(text)
    assert scanner.read_box(sheet, box_of(box)).reads == ()


@dataclass
class Said:
    """What is said of a row, whatever it looks like."""

    said: list[Read]

    def reads(self, row: Candidate) -> list[Read]:
        return self.said


class Differing:
    """A reader that is sure of 885 in one row of a box, and asks about what it sees in the others."""

    def __init__(self, other: Read) -> None:
        self._other = other

    def begin(self, pyramid: Pyramid, rows: list[Candidate]) -> list[Said]:
        return [Said([Read("885", "numbox", 0.95)]), *(Said([self._other]) for _ in rows[1:])]

    def read_on(self, pyramid: Pyramid, row: Candidate, fusion: Said) -> Said:
        return fusion


@pytest.mark.parametrize(("confidence", "sure"), [(0.97, False), (0.9, True)])
def test_rows_that_say_otherwise(confidence: float, sure: bool):
    """One trim of the box shows 885 and another one a blurred 588: neither is sure, unless one is seen better."""
    sheet, box = printed("352")
    differing = Scanner(Differing(Read("588", "numbox", confidence, uncertainty_reason="too_blurred")))  # type: ignore[arg-type]
    reads = differing.read_box(sheet, box_of(box))
    assert [read.text for read in reads.reads] == (["885"] if sure else [])
    assert {read.text for read in reads.unsure} == (set() if sure else {"885", "588"})


def test_an_empty_box(scanner: Scanner):
    """Blank paper says nothing, not even a uncertainty_reason."""
    sheet, _ = printed("D012")
    reads = scanner.read_box(sheet, box_of((300, 250, 90, 30)))
    assert (reads.reads, reads.unsure) == ((), ())


def test_the_command(scanner: Scanner, tmp_path: Path):
    """Each picture is read in the box only; a box beside the picture gets a sentence."""
    sheet, box = printed("D012")
    cv2.imwrite(str(tmp_path / "card.png"), sheet)
    out, err = io.StringIO(), io.StringIO()
    assert scan([str(tmp_path)], True, out, err, scanner=scanner, box=box) == 0
    assert [read["text"] for read in json.loads(out.getvalue())["reads"]] == ["D012"]
    assert scan([str(tmp_path)], True, out, err, scanner=scanner, box=(900, 0, 50, 20)) == 2
    assert "nothing in this box" in err.getvalue()
