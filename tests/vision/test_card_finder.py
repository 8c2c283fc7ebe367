"""What is searched for: only what may hold a code of the kinds that are looked for."""

from itertools import chain

import cv2
import numpy as np
import pytest

from vision.candidate import Candidate
from vision.card_finder import (
    BOXED,
    DARK,
    FINE_DARK,
    FINER,
    OUTLINED,
    PALE,
    PARTS,
    SHADED,
    SPACED,
    find_candidates,
    holds,
    searches,
    unlike,
)
from vision.drawn_deck import write
from vision.grammar import CITADEL, EVERY, FROSTPUNK, CodeKind, Grammar
from vision.pyramid import Pyramid
from vision.reads import CARD_ID, NUMBOX
from vision.scanner import Scanner
from vision.text_reader import TextReader


def parts_for(*kinds: str) -> set[str]:
    """All parts of the searches for these kinds."""
    return set(chain(*searches(kinds)))


def test_everything():
    """Where IDs and numbers are looked for, everything is searched, in its order."""
    assert searches({CARD_ID, NUMBOX}) == (PARTS, *FINER)
    assert TextReader(grammar=EVERY).searches == (PARTS, *FINER)


def test_only_ids():
    """No boxes, but for dark ones, which may be plates; print of either colour."""
    parts = parts_for(CARD_ID)
    assert {DARK, PALE, BOXED, FINE_DARK} <= parts
    assert not parts & {SHADED, SPACED}


def test_only_numbers():
    """They are pale: no dark print."""
    parts = parts_for(NUMBOX)
    assert {PALE, BOXED, SHADED, SPACED} <= parts
    assert not any("dark" in part for part in parts)


@pytest.mark.parametrize(("kinds", "searched"), [(FROSTPUNK, CARD_ID), (CITADEL, NUMBOX)])
def test_one_game(kinds: tuple[CodeKind, ...], searched: str):
    """A game's own codes tell what is searched for while it is played."""
    assert TextReader(grammar=Grammar(kinds)).searches == searches({searched})


def faint(*, pale: bool, grain: float) -> tuple[Pyramid, Candidate]:
    """A code fourteen grey levels from its ground, in the grain of a camera in dim light; where it is."""
    card = np.full((480, 640, 3), 60, np.uint8)
    level = 74 if pale else 46
    write(card, "D247", 22, 25, 4.0, (level, level, level))
    rows, columns = np.nonzero(card[:, :, 0] != 60)
    (left, top), (right, bottom) = (columns.min(), rows.min()), (columns.max(), rows.max())
    quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    soft = cv2.GaussianBlur(card, (0, 0), 1.5).astype(np.float32)
    specks = np.random.default_rng(1).normal(0, grain, soft.shape[:2])[:, :, None]
    return Pyramid(np.clip(soft + specks, 0, 255).astype(np.uint8)), Candidate(quad, pale)


@pytest.mark.parametrize("pale", [False, True])
def test_faint_print_in_the_grain_of_a_picture(pale: bool):
    """Softened, the grain is gone and the print is left."""
    pyramid, code = faint(pale=pale, grain=7)

    def found(parts: tuple[str, ...]) -> list[Candidate]:
        near = [row for row in find_candidates(pyramid, 200, parts) if holds(row, code) and holds(code, row)]
        return [row for row in near if 0.9 < row.length / code.length < 1.1]

    assert found(tuple(part for part in chain(*FINER) if "soft" in part))
    assert not found(PARTS)


def test_faint_print_is_read(scanner: Scanner):
    """Where the grain is a little finer."""
    assert [read.text for read in scanner.read(faint(pale=False, grain=4)[0].levels[0]).reads] == ["D247"]


@pytest.mark.parametrize(("higher", "kept"), [(0, 0), (1, 0), (6, 1)])
def test_a_row_that_is_cut_out_otherwise(higher: int, kept: int):
    """It may be read where the one before was not; the same row once more may not."""
    known = Candidate(np.array([[100, 100], [180, 100], [180, 130], [100, 130]], np.float32), pale=False)
    found = Candidate(known.quad + np.array([[0, -higher], [0, -higher], [0, 0], [0, 0]], np.float32), pale=False)
    assert len(unlike([found], [known])) == kept
    assert len(unlike([found.turned()], [known])) == kept


@pytest.mark.parametrize(
    ("box", "light", "found"),
    [((52, 92, 40), (0.95, 0.7, 0.9), 1), ((60, 60, 60), (0.95, 0.7, 0.9), 0), ((120, 60, 50), (1, 1, 1), 0)],
    ids=["green in violet light", "grey in violet light", "blue"],
)
def test_boxes_in_coloured_light(box: tuple[int, int, int], light: tuple[float, float, float], found: int):
    """What is green in daylight the white of the digits tells; a grey box in such light is none, nor a blue one."""
    card = np.full((720, 1280, 3), 215, np.uint8)
    write(card, "352", 34, 36, 3.0)
    rows, columns = np.nonzero(card[:, :, 0] < 128)
    (left, top), (right, bottom) = (columns.min(), rows.min()), (columns.max(), rows.max())
    cv2.rectangle(card, (left - 25, top - 18), (right + 25, bottom + 18), box, -1)
    write(card, "352", 34, 36, 3.0, (240, 240, 240))
    seen = np.asarray(card * np.array(light), np.uint8)
    rows = {part: find_candidates(Pyramid(seen), parts=(part,)) for part in OUTLINED}
    assert all(row.boxed and row.pale for each in rows.values() for row in each)
    assert max(len(each) for each in rows.values()) == found
