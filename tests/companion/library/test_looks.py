"""A game's look is read from its folder; what is not a drawing or a colour of ours is left out and told."""

from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.api.text import Text
from companion.library.looks import NO_LOOK, read_look

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{}</svg>'
COAL = SVG.format('<path d="M4 20l8-16 8 16z"/>')


def folder(tmp_path: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_a_game_without_a_look(tmp_path: Path):
    """Nothing has to be there."""
    assert read_look(tmp_path) == NO_LOOK


def test_icons_are_symbols_of_one_picture(tmp_path: Path):
    """Each by its file's name, with the family's strokes, and the same digest as long as nothing changes."""
    two = folder(tmp_path, {"icons/wood.svg": COAL, "icons/coal.svg": COAL, "icons/names.txt": "coal"})
    found = read_look(two).icons
    assert found is not None
    symbols = list(ElementTree.fromstring(found.data))
    assert [one.get("id") for one in symbols] == ["coal", "wood"]
    assert {one.get("viewBox") for one in symbols} == {"0 0 24 24"}
    assert {one.get("stroke") for one in symbols} == {"currentColor"}
    assert read_look(two).icons == found
    (tmp_path / "icons/wood.svg").unlink()
    assert read_look(two).icons != found


@pytest.mark.parametrize(
    "bad",
    [
        SVG.format("<script>alert(1)</script>"),
        SVG.format('<path d="M0 0" onload="alert(1)"/>'),
        SVG.format('<image href="http://elsewhere/x.png"/>'),
        SVG.format('<use href="#coal"/>'),
        SVG.format('<path d="M0 0" style="fill:red"/>'),
        SVG.format('<path d="M0 0" fill="#ff0000"/>'),
        SVG.format('<path d="M0 0" fill="url(http://elsewhere)"/>'),
        SVG.format("<g>words</g>"),
        SVG.format("<foreignObject/>"),
        '<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + COAL,
        COAL.replace("24 24", "64 64"),
        "<svg",
        "<p/>",
    ],
)
def test_what_is_no_icon_is_left_out(tmp_path: Path, bad: str):
    """Anything but plain shapes in the two inks costs only that icon."""
    told: list[Text] = []
    found = read_look(folder(tmp_path, {"icons/coal.svg": COAL, "icons/bad.svg": bad}), told.append)
    assert found.icons is not None
    assert [one.get("id") for one in ElementTree.fromstring(found.icons.data)] == ["coal"]
    assert len(told) == 1


def test_a_name_that_is_no_name_is_left_out(tmp_path: Path):
    """An icon's name stands in addresses of the page: small letters, digits and `_` alone."""
    told: list[Text] = []
    assert read_look(folder(tmp_path, {'icons/a"b.svg': COAL}), told.append).icons is None
    assert len(told) == 1


def test_colours_become_a_style_sheet(tmp_path: Path):
    """For the dark, the light, and as the phone has it."""
    text = '[dark]\naccent = "#ffaa00"\nicon = "#00aaff"\n[light]\naccent = "#663300"\n'
    found = read_look(folder(tmp_path, {"look.toml": text})).colours
    assert found is not None
    lines = found.data.decode().splitlines()
    assert lines[0] == ":root{--accent:#ffaa00;--icon-accent:#00aaff;}"
    assert lines[1] == ':root[data-theme="light"]{--accent:#663300;}'
    assert "prefers-color-scheme: light" in lines[2]
    assert "--accent:#663300" in lines[2]


@pytest.mark.parametrize("bad", ['[night]\naccent = "#000000"', '[dark]\nink = "#000000"', '[dark]\naccent = "red"',
                                 '[dark]\naccent = "#000000;}body{display:none"', "[dark"])  # fmt: skip
def test_what_is_no_colour_is_left_out(tmp_path: Path, bad: str):
    """Only known names and plain colours reach the style sheet."""
    told: list[Text] = []
    assert read_look(folder(tmp_path, {"look.toml": bad}), told.append).colours is None
    assert len(told) == 1


PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180">{}</svg>'


def test_a_picture_may_have_colours_and_gradients(tmp_path: Path):
    """Of its own; it fills its card."""
    inside = (
        '<defs><linearGradient id="sky"><stop offset="0" stop-color="#123456"/></linearGradient></defs>'
        '<rect width="320" height="180" fill="url(#sky)"/><circle cx="9" cy="9" r="4" fill="#fff"/>'
    )
    told: list[Text] = []
    found = read_look(folder(tmp_path, {"picture.svg": PICTURE.format(inside)}), told.append).picture
    assert told == []
    assert found is not None
    root = ElementTree.fromstring(found.data)
    assert (root.get("viewBox"), len(root), len(list(root.iter()))) == ("0 0 320 180", 3, 6)


@pytest.mark.parametrize("bad", ["<script/>", "<style/>", '<rect fill="url(http://x)"/>', '<image href="x"/>',
                                 '<g clip-path="url(http://x)"/>', "<text>x</text>", "<animate/>"])  # fmt: skip
def test_what_is_no_picture_is_left_out(tmp_path: Path, bad: str):
    """Nothing runs and nothing comes from elsewhere."""
    assert read_look(folder(tmp_path, {"picture.svg": PICTURE.format(bad)})).picture is None
