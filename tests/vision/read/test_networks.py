"""The small network: whole, upright codes are told from everything else; what it was not taught is left to others."""

import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import write
from vision.find.picture import Candidate, Grey, Pyramid
from vision.read.networks import (
    INPUT_HEIGHT,
    INPUT_WIDTH,
    Prescreen,
    code_net,
    fitted,
    is_taught,
    prescreen_rows,
)
from vision.reads import Quad

GAMES = Path(__file__).parents[3] / "companion" / "games"


def sheet_with(text: str, *, pale: bool = False) -> tuple[np.ndarray, Quad]:
    """A line on a sheet, and the tight quad round it."""
    ground, ink = ((40, 40, 40), (230, 235, 240)) if pale else ((222, 232, 236), (30, 30, 30))
    sheet = np.empty((300, 560, 3), np.uint8)
    sheet[:] = ground
    write(sheet, text, 14, 14, 3.0, ink)
    rows, columns = np.nonzero(np.abs(sheet.astype(int) - ground).sum(axis=2) > 150)
    left, top, right, bottom = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
    return sheet, np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def prescreen(text: str, *, pale: bool = False, turned: bool = False) -> Prescreen:
    """What it says of a line."""
    sheet, quad = sheet_with(text, pale=pale)
    row = Candidate(np.roll(quad, 2, axis=0) if turned else quad, pale)
    [told] = prescreen_rows(code_net(), Pyramid(sheet), [row])
    return told


@pytest.mark.parametrize("text", ["D012", "#M305", "L09", "L16/2", "IV/03", "VIII/08", "352", "470"])
@pytest.mark.parametrize("pale", [False, True])
@pytest.mark.parametrize("turned", [False, True])
def test_codes(text: str, pale: bool, turned: bool):
    """A code is read, dark or pale, and known to be one way up and not the other."""
    told = prescreen(text, pale=pale, turned=turned)
    upright, other = told[::-1] if turned else told
    assert upright.text == text
    assert min(upright.likelihood, upright.confidence) > 0.5
    assert other.likelihood < 0.25 < upright.likelihood


@pytest.mark.parametrize("text", ["hello", "garden", "12.99", "1999", "M0171", "3/4"])
def test_no_codes(text: str):
    """Words, prices, years and codes with a sign too many are none."""
    told = prescreen(text)
    assert told.likelihood < 0.5


def test_blank_paper_is_no_code():
    """Noise is not made large until it looks like something."""
    sheet = np.random.default_rng(1).integers(198, 203, (200, 300, 3)).astype(np.uint8)
    quad = np.array([[80, 80], [180, 80], [180, 110], [80, 110]], np.float32)
    [told] = prescreen_rows(code_net(), Pyramid(sheet), [Candidate(quad, False)])
    assert told.likelihood < 0.1


def test_no_rows_take_no_look():
    """Nothing in, nothing out."""
    assert prescreen_rows(code_net(), Pyramid(np.zeros((60, 60, 3), np.uint8)), []) == []


@pytest.mark.parametrize("shape", [(8, 20), (32, 300), (90, 60), (40, 1)])
def test_crops_of_any_size(shape: tuple[int, int]):
    """Any crop becomes 32 x 128, its brightness and contrast taken out."""
    crop: Grey = np.random.default_rng(2).integers(0, 255, shape).astype(np.uint8)
    picture = fitted(crop)
    assert picture.shape == (INPUT_HEIGHT, INPUT_WIDTH)
    assert np.isfinite(picture).all()
    assert np.abs(fitted(cv2.convertScaleAbs(crop, alpha=0.5)) - picture).max() < 0.1  # type: ignore[arg-type]


def test_the_games_codes_were_taught():
    """Each code that a game of ours has printed on its cards, but for games whose codes are read without it."""
    patterns = [
        kind["pattern"]
        for file in GAMES.glob("*/cards.toml")
        for kind in tomllib.loads(file.read_text(encoding="utf-8")).get("kind", ())
        if kind.get("reader") in ("card_id", "numbox") and "pattern" in kind
    ]
    assert patterns
    assert all(map(is_taught, patterns))
    assert not is_taught("[A-Z]{2}-[0-9]{2}")
