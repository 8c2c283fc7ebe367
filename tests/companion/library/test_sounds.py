"""Which short sound a game's fact is told with."""

from pathlib import Path

import pytest

from companion.library.registry import find
from companion.library.sounds import read_sounds
from hardware import cues

GAMES = find()


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_names_facts_and_cues_that_there_are(name: str) -> None:
    """Each fact is one that the game tells, each cue one that the voice has, and the end of a game is heard."""
    folder = GAMES[name].folder
    code = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    found = read_sounds(folder)
    assert [fact for fact in found if f'"{fact}"' not in code] == []
    assert set(found.values()) <= set(cues.names())
    assert "won" in found.values()


@pytest.mark.parametrize("text", ["broke_down = 3", "= =", "[broke_down]\na = 'b'", "broke_down = 'breakdown"])
def test_a_broken_file_is_told_and_means_silence(tmp_path: Path, text: str) -> None:
    """Whatever is wrong with the file is said once, with its name; the game is played without sounds."""
    (tmp_path / "sounds.toml").write_text(text)
    told: list[str] = []
    assert read_sounds(tmp_path, lambda words: told.append(str(words))) == {}
    assert len(told) == 1
    assert "sounds.toml" in told[0]


def test_no_file_is_silence(tmp_path: Path) -> None:
    """A game need not have any."""
    assert read_sounds(tmp_path) == {}
