"""What tests of the reader share."""

import pytest

from tests.vision.codes import EVERY
from vision.read.text_reader import TextReader
from vision.scanner import Scanner


@pytest.fixture(scope="session")
def scanner() -> Scanner:
    """One scanner for all tests: it keeps nothing between frames, and loading its model takes a moment."""
    return Scanner(TextReader(EVERY))
