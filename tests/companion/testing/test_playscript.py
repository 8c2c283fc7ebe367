"""Scripted evenings: what is written is what is played, and every difference is told with its line."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from companion.api.readings import CardSeen, Cubes, Pressed
from companion.testing.playscript import play_file, rewrite
from companion.testing.script import BadScript, parse
from tests.companion.toy_game import GAME

GAMES = {"boiler": GAME}
EVENING = """\
# The boiler is fed until it bursts.
game: boiler
players: Anna, Bert
choose: level=easy
  - The boiler was lit with 20 coal.
  ? Fuel the boiler, or draw a card.

Anna> fuel coal=5
  - 5 coal were burnt.
  = coal 15, heat 5
  ? Drop 7 cubes.
drawer counts 6 unsure
  ! Drawer: it looks like 6 cubes, but that is not sure. Please count and say.
drawer counts 7
  - 7 cubes fell.
camera reads M017
  - Card M017 was drawn.
Bert> undo 2
Anna> correct coal=3
  - Set by hand: coal 3.
  ! Card M017 was seen before this was asked. Is it the one?
Bert> fuel coal=4
  ! There is only 3 coal left. (p. 3)
> correct coal=5
  - Set by hand: coal 5.
panel next
  ! This needs an answer on a phone: Drop 7 cubes.
# It bursts at 10.
> fuel coal=5
  - 5 coal were burnt.
  - The boiler burst.
  = heat 10
  * The boiler burst: the game is over.
"""


def played(tmp_path: Path, source: str | bytes) -> tuple[int, Any, str]:
    path = tmp_path / "a.evening"
    path.write_bytes(source.encode() if isinstance(source, str) else source)
    out, err = io.StringIO(), io.StringIO()
    code = play_file(path, out, err, GAMES)
    return code, json.loads(out.getvalue() or "null"), err.getvalue().replace(str(path), "FILE")


def test_the_setup_has_usual_answers(tmp_path: Path) -> None:
    """What a script does not say of the setup is as usual."""
    code, report, _ = played(tmp_path, "game: boiler\nplayers: Anna\n  - The boiler was lit with 20 coal.\n")
    assert (code, report["state"]["coal"]) == (0, 20)
    code, report, _ = played(tmp_path, "game: boiler\nplayers: Anna\nchoose: level=hard\n")
    assert (code, report["state"]["coal"]) == (0, 10)


def test_families_lines_and_chance(tmp_path: Path) -> None:
    """Facts of a family are told like others, `\\n` begins a line, and what is left to chance comes the same again."""
    source = """\
game: boiler
players: Anna
choose: level=easy
board: plate.A1="one\\ntwo" danger=7
Anna> learn plate.B2=three
> stoke
> stoke
> stoke stoker=ann
  - ann stokes.
"""
    code, report, _ = played(tmp_path, source)
    assert code == 0
    assert report["state"]["limits"] == {"danger": 7, "plate.B2": 5}
    assert played(tmp_path, source)[1]["facts"] == report["facts"]


def test_evening_that_goes_as_written(tmp_path: Path) -> None:
    """A script that goes as written gives its facts and the final state, and no complaint."""
    code, report, err = played(tmp_path, EVENING)
    assert (code, err) == (0, "")
    assert report["state"]["heat"] == 10
    assert report["ending"] == "The boiler burst: the game is over."
    assert [fact["name"] for fact in report["facts"]] == [
        "boiler_lit", "coal_burnt", "cubes_fell", "card_drawn", "value_set", "value_set", "coal_burnt", "boiler_burst",
    ]  # fmt: skip
    assert [fact["name"] for fact in report["facts"] if fact.get("undone")] == ["cubes_fell", "card_drawn"]


def test_rewriting_changes_nothing_when_all_is_right() -> None:
    """A complete and true script is rewritten as it stands."""
    assert rewrite(EVENING, GAMES) == EVENING


def test_rewriting_fills_in_what_is_missing() -> None:
    """From the moves and the wanted values alone, the rest is filled in, comments and empty lines staying."""
    kept = [line for line in EVENING.splitlines() if not line.startswith("  ") or line.startswith("  =")]
    bare = "\n".join(kept).replace("= coal 15, heat 5", "= coal 1, heat 2")
    assert rewrite(bare, GAMES) == EVENING


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("- 5 coal were burnt.\n  = coal", "- 6 coal were burnt.\n  = coal", "FILE:9: expected “- 6 coal were burnt.”"),
        ("= coal 15, heat 5", "= coal 16, heat 5", "FILE:10: expected “= coal 16, heat 5”"),
        ("= coal 15, heat 5", "= steam 1", "FILE:10: expected “= steam 1”"),
        ("? Drop 7 cubes.", "? Drop 8 cubes.", "FILE:11: expected “? Drop 8 cubes.”"),
        ("  ! There is only 3 coal left. (p. 3)\n", "", "FILE:22: unexpected: There is only 3 coal left. (p. 3)"),
        ("(p. 3)", "(p. 4)", "FILE:23: expected “! There is only 3 coal left. (p. 4)”"),
        ("* The boiler burst: the game", "* The boiler held: the game", "expected “* The boiler held: the game"),
    ],
)
def test_every_difference_is_told(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    """What goes otherwise than written is told with its line and what came instead."""
    code, report, err = played(tmp_path, EVENING.replace(old, new, 1))
    assert code == 1
    assert complaint in err
    assert report["state"]["heat"] == 10


def test_script_may_leave_things_out(tmp_path: Path) -> None:
    """Lines that are not there are not asked for, so that one can write what matters by hand."""
    code, _, err = played(tmp_path, "game: boiler\nplayers: Anna\nchoose: level=hard\n> fuel coal=2\n  = coal 8\n")
    assert (code, err) == (0, "")


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("", "FILE:1: The script does not name its game"),
        ("players: Anna\n> fuel coal=1", "FILE:1: The script does not name its game"),
        ("game: chess\nplayers: A", "FILE:1: There is no game called “chess”"),
        ("game: boiler\nplayers: A\nchoose: level", "FILE:3: “level” is no name=value"),
        ("game: boiler\nplayers: A\nchoose: level=easy\nfuel coal", "FILE:4: This is neither a move"),
        ("game: boiler\nplayers: A\nchoose: level=easy\n> fuel coal", "FILE:4: “coal” is no name=value"),
        ("game: boiler\nplayers: A\nchoose: level=easy\n> name name='x", "FILE:4: A quotation mark is missing"),
        ("game: boiler\nplayers: A\nchoose: level=easy\n> undo twice", "FILE:4: After undo and redo"),
        ("game: boiler\nplayers: A\nchoose: level=easy\n  coal 3", "FILE:4: An indented line"),
        (b"game: \xff\xfe", "FILE: This is no text file in UTF-8"),
        (b"\x00" * 3_000_000, "FILE: The file is too large"),
    ],
)
def test_script_that_cannot_be_understood(tmp_path: Path, source: str | bytes, complaint: str) -> None:
    """A script with a mistake is refused with the line and a sentence, and nothing is printed."""
    code, report, err = played(tmp_path, source)
    assert (code, report) == (2, None)
    assert err.startswith(complaint)


def test_missing_file(tmp_path: Path) -> None:
    """A file that is not there, or is a folder, is told in words."""
    err = io.StringIO()
    assert play_file(tmp_path / "none", io.StringIO(), err, GAMES) == 2
    assert play_file(tmp_path, io.StringIO(), err, GAMES) == 2
    assert err.getvalue().count("The file cannot be read") == 2


def test_bad_start_is_told(tmp_path: Path) -> None:
    """An evening that cannot be started is told at its last head line, and nothing is played."""
    code, report, err = played(tmp_path, "game: boiler\nplayers: A\nchoose: level=mild\n> fuel coal=1\n")
    assert code == 1
    assert err.startswith("FILE:3: unexpected: “mild” is not one of the answers to “Level”")
    assert (report["facts"], report["state"]) == ([], None)


@pytest.mark.parametrize(
    ("line", "reading"),
    [
        ("drawer counts 4", Cubes("drawer", 4, True, 1.0)),
        ("drawer counts 4 unsure", Cubes("drawer", 4, False, 0.5)),
        ("drawer counts nothing", Cubes("drawer", None, False, 1.0)),
        ("camera reads D012", CardSeen("card_id", "D012", True, 1.0)),
        ("camera reads 123", CardSeen("numbox", "123", True, 1.0)),
        ("camera reads card_id I/08 unsure", CardSeen("card_id", "I/08", False, 0.5)),
        ("panel back", Pressed("back")),
    ],
)
def test_readings(line: str, reading: object) -> None:
    """Each kind of reading can be written in words."""
    assert parse(f"game: boiler\n{line}\n").actions[1].reading == reading


def test_values_with_spaces_and_codes_of_digits(tmp_path: Path) -> None:
    """Values in quotation marks keep their spaces; only what is asked for as a number becomes one."""
    script = 'game: boiler\nplayers: A\nchoose: level=easy\nboard: valve=12\n> name name="Big Ben 7"\n> name name=7\n'
    code, report, err = played(tmp_path, script)
    assert (code, err) == (0, "")
    assert report["state"]["named"] == "7"
    assert report["state"]["limits"] == {"danger": 8, "valve": 12}


def test_marks_are_the_only_indented_lines() -> None:
    """A script with an unknown mark is refused."""
    with pytest.raises(BadScript):
        parse("game: boiler\n  % what\n")


def test_an_evening_in_polish(tmp_path: Path):
    """What came of it stands in the script's language: notices, refusals with their page, what has no translation in
    English."""
    polish = rewrite(EVENING.replace("players:", "language: pl\nplayers:"), GAMES)
    assert "  ! Drawer: it looks like" not in polish
    assert "wygląda na 6 kostek, ale to niepewne. Policzcie i powiedzcie." in polish
    assert "  ! There is only 3 coal left. (s. 3)" in polish
    code, came, differences = played(tmp_path, polish)
    assert (code, differences) == (0, "")
    assert came["ending"] == "The boiler burst: the game is over."
