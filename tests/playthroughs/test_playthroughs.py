"""Every golden evening goes as its file says; see README.md beside this."""

from pathlib import Path

import pytest

from companion.library.registry import find_games
from companion.testing.playscript import rewrite

HERE = Path(__file__).parent
EVENINGS = sorted(HERE.glob("*/*.evening"))


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_evening_goes_as_written(path: Path) -> None:
    """Every fact, prompt, refusal and value of the evening is what its file says."""
    written = path.read_text(encoding="utf-8")
    assert rewrite(written, find_games()) == written
