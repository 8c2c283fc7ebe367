"""The sieve: codes go through as they lie and upside down, most of what is none is parted from them, and the reader
glances at the likely ones first."""

from dataclasses import replace

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


@pytest.mark.parametrize(
    ("sure", "first"), [(0.35, ["plain", "boxed"]), (0.45, ["plain", "boxed", "rough"]), (0.2, ["boxed"]), (0.1, [])]
)
def test_how_likely_the_first_ones_are(sure: float, first: list[str], monkeypatch: pytest.MonkeyPatch):
    """Of the many blobs only the likelier ones are glanced at first, and of the few boxes nearly all."""
    pyramid, [plain] = sheet("D012")
    rows = {"plain": plain, "boxed": replace(plain, boxed=True), "rough": replace(plain, rough=True)}
    monkeypatch.setattr("vision.text_reader.likely_codes", lambda *seen: [(sure, 0.0)] * len(rows))
    likely, less_likely, others = TextReader().sifted(pyramid, list(rows.values()))
    assert [name for name, row in rows.items() if any(row is each for each in likely)] == first
    assert (len(likely) + len(less_likely), others) == (len(rows), [])


def test_codes_that_nobody_was_taught():
    """They are all worth a look, in their order: the sieve knows nothing of them."""
    grammar = Grammar((*EVERY.kinds, CodeKind(CARD_ID, "[0-9]{2}[A-Z]")))
    pyramid, rows = sheet("D012", "24B")
    assert TextReader(grammar=grammar).sifted(pyramid, rows) == (rows, [], [])
