"""Reading a game's `board.toml`."""

from pathlib import Path

import pytest

from companion.api.game import Pick, Whole
from companion.toolkit.board_file import BadBoard, load

GOOD = """
[[fact]]
name = "length"
label = "Length of the track"
where = "Main board: its last space"
group = "Main board"
look = "look_main_board"
at_least = 3
at_most = 30

[[fact]]
name = "type_in_{n}"
each = [1, 3]
label = "Type in round {n}"
where = "Round board: over column {n}"
pick = { red = "Red", blue = "Blue" }

[[fact.known]]
n = 2
value = "blue"
source = "Rulebook p. 5: round {n} is blue"
"""


def read(folder: Path, text: str):
    path = folder / "board.toml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def test_facts_in_the_order_of_the_file(tmp_path: Path):
    """One fact for a plain table, one for each number of `each`, and what the text gives is known with its source."""
    facts = read(tmp_path, GOOD)
    assert [fact.ask.name for fact in facts] == ["length", "type_in_1", "type_in_2", "type_in_3"]
    length, first, second, _ = facts
    assert isinstance(length.ask, Whole)
    assert (length.ask.at_least, length.ask.at_most, length.known) == (3, 30, None)
    assert isinstance(first.ask, Pick)
    assert [choice.value for choice in first.ask.choices] == ["red", "blue"]
    assert (first.known, second.known) == (None, "blue")
    assert str(second.ask.label) == "Type in round 2"
    assert str(second.where) == "Round board: over column 2"
    assert str(second.source) == "Rulebook p. 5: round 2 is blue"


def test_facts_of_one_row_belong_together(tmp_path: Path):
    """A heading and the picture of where to look are kept; the facts of one `each` share a row and have numbers."""
    length, first, second, _ = read(tmp_path, GOOD)
    assert (str(length.group), length.row, length.number) == ("Main board", None, None)
    assert (length.look, first.look) == ("look_main_board", None)
    assert (first.group, first.row, first.number) == (None, "type_in", 1)
    assert (second.row, second.number) == ("type_in", 2)


def test_no_file_means_no_facts(tmp_path: Path):
    """A game whose board hides nothing needs no file."""
    assert load(tmp_path / "board.toml") == ()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("at_most = 30", "at_most = thirty", "cannot be read"),
        ("at_most = 30", 'at_most = "30"', "cannot be read"),
        ("at_most = 30", "at_mots = 30", "at_mots"),
        ("at_most = 30\n", "", "length needs either"),
        ("at_least = 3", "at_least = 31", "length needs either"),
        ("n = 2", "n = 4", "type_in_{n}"),
        ("n = 2\n", "", "type_in_{n}"),
        ('value = "blue"', 'value = "green"', "does not fit"),
        ('name = "length"', 'name = "type_in_1"', "there twice"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, old: str, new: str, says: str):
    """Each mistake is named with the file and, where there is one, the fact."""
    assert old in GOOD
    with pytest.raises(BadBoard) as refused:
        read(tmp_path, GOOD.replace(old, new))
    assert "board.toml" in str(refused.value.text)
    assert says in str(refused.value.text)
