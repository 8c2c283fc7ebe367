"""What is searched for: only what may hold a code of the kinds that are looked for."""

from itertools import chain

import pytest

from vision.card_finder import BOXED, DARK, FINE_DARK, FINER, LEANING, PALE, PARTS, SHADED, SPACED, searches
from vision.grammar import CITADEL, EVERY, FROSTPUNK, CodeKind, Grammar
from vision.reads import CARD_ID, NUMBOX
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
    assert not parts & {SHADED, SPACED, next(name for name, part in LEANING.items() if part == SHADED)}


def test_only_numbers():
    """They are pale: no dark print."""
    parts = parts_for(NUMBOX)
    assert {PALE, BOXED, SHADED, SPACED} <= parts
    assert not any("dark" in part for part in parts)


@pytest.mark.parametrize(("kinds", "searched"), [(FROSTPUNK, CARD_ID), (CITADEL, NUMBOX)])
def test_one_game(kinds: tuple[CodeKind, ...], searched: str):
    """A game's own codes tell what is searched for while it is played."""
    assert TextReader(grammar=Grammar(kinds)).searches == searches({searched})
