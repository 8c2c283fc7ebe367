"""A game's data files: read once, checked, refused with the file and the place of the mistake."""

from pathlib import Path

import pytest

from companion.toolkit.data_file import BadData, Data, load_data


class Beast(Data, frozen=True):
    id: str
    label: str
    steps: int = 1


class Beasts(Data, frozen=True):
    beast: tuple[Beast, ...]


def write(folder: Path, text: str) -> Path:
    path = folder / "beasts.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_read_into_its_shape(tmp_path: Path):
    """Rows in their order, what is left out as the class says."""
    path = write(tmp_path, '[[beast]]\nid = "pain"\nlabel = "Pain"\n[[beast]]\nid = "x"\nlabel = "X"\nsteps = 2\n')
    assert load_data(path, Beasts).beast == (Beast(id="pain", label="Pain"), Beast(id="x", label="X", steps=2))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[beast]", "beasts.toml cannot be read"),
        ('[[beast]]\nid = "pain"\n', "missing required field `label`"),
        ('[[beast]]\nid = "pain"\nlabel = "Pain"\nsped = 2\n', "unknown field `sped`"),
        ('[[beast]]\nid = "pain"\nlabel = "Pain"\nsteps = "two"\n', r"\$.beast\[0\].steps"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, text: str, why: str):
    """What cannot be read, is missing, is unknown or of another type."""
    with pytest.raises(BadData, match=why):
        load_data(write(tmp_path, text), Beasts)


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    """Without its data no game starts."""
    with pytest.raises(BadData, match=r"none\.toml cannot be read"):
        load_data(tmp_path / "none.toml", Beasts)
