"""The sieve: codes go through as they lie and upside down, most of what is none is parted from them, and the reader
glances at the likely ones first."""

import numpy as np
import pytest

from vision.candidate import Candidate
from vision.drawn_deck import write
from vision.glance import LIKELY_CODE, WORTH_A_GLANCE, likely_codes
from vision.grammar import EVERY, CodeKind, Grammar
from vision.pyramid import Pyramid
from vision.reads import CARD_ID
from vision.sieve import sieve
from vision.text_reader import TextReader


def sheet(*lines: str) -> tuple[Pyramid, list[Candidate]]:
    """Lines of print on a card, each with the tight quad round it."""
    card, rows = np.full((120 * len(lines) + 60, 520, 3), 228, np.uint8), []
    for number, line in enumerate(lines):
        before = card.copy()
        write(card, line, 10, 8 + 12 * number, 4.0)
        down, across = np.nonzero((before != card).any(axis=2))
        left, top, right, bottom = across.min(), down.min(), across.max() + 1, down.max() + 1
        quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
        rows.append(Candidate(quad, pale=False))
    return Pyramid(card), rows


@pytest.mark.parametrize("code", ["D012", "#M374", "L07", "IV/23"])
def test_codes(code: str):
    """A code is likely one, and likelier the way up that it stands."""
    pyramid, [row] = sheet(code)
    [[upright, turned]] = likely_codes(sieve(), pyramid, [row])
    [[again, upside_down]] = likely_codes(sieve(), pyramid, [row.turned()])
    assert upright > max(turned, LIKELY_CODE)
    assert upside_down > max(again, LIKELY_CODE)


def test_no_crops():
    """Nothing to sift is nothing sifted."""
    assert sieve().likely([]).shape == (0, 2)


def test_likely_ones_come_first():
    """A row is likely a code, or less so, or none: each is told once, and nothing is lost."""
    pyramid, rows = sheet("Gather wood", "D012", "everyone", "M374", "-----------", "L07")
    likely, less_likely, others = TextReader().sifted(pyramid, rows)
    assert {id(rows[1]), id(rows[3]), id(rows[5])} <= {id(row) for row in likely}
    assert sorted(id(row) for row in (*likely, *less_likely, *(row for row, _ in others))) == sorted(map(id, rows))
    assert all(votes.likely < WORTH_A_GLANCE and votes.glanced for _, votes in others)


def test_codes_that_nobody_was_taught():
    """They are all worth a look, in their order: the sieve knows nothing of them."""
    grammar = Grammar((*EVERY.kinds, CodeKind(CARD_ID, "[0-9]{2}[A-Z]")))
    pyramid, rows = sheet("D012", "24B")
    assert TextReader(grammar=grammar).sifted(pyramid, rows) == (rows, [], [])
