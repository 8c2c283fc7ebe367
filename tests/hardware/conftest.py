"""What several tests of the scale begin with."""

import pytest

from .scale_table import ScaleTable


@pytest.fixture
def table() -> ScaleTable:
    """A scale that was calibrated by the whole guided talk, over an empty drawer."""
    table = ScaleTable(3)
    table.calibrate()
    return table
