"""Data folders of evenings that were abandoned as by a power cut."""

from pathlib import Path

import pytest

from .torn_files import played


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Forty entries, no backup yet."""
    return played(tmp_path / "data")


@pytest.fixture
def backed_up(tmp_path: Path) -> Path:
    """Forty entries, the first twenty of them in the backup."""
    return played(tmp_path / "data", backup_at=20)
