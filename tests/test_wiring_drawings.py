"""The drawings of the drawer's wiring are what their script makes, and show what the firmware and the guide say."""

import re
import runpy
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
GUIDE = (ROOT / "docs" / "wiring-drawer.md").read_text("utf-8")
MADE: dict[str, str] = runpy.run_path(str(PICTURES / "wiring.py"))["drawings"]()
DESCRIBED = {one["file"]: one for one in tomllib.loads((PICTURES / "wiring.toml").read_text("utf-8"))["drawing"]}
WIRED = [file for file, one in DESCRIBED.items() if "wires" in one]
SVG = "{http://www.w3.org/2000/svg}"


def wires(file: str) -> set[tuple[str, str]]:
    return {(wire["from"], wire["to"]) for wire in DESCRIBED[file]["wires"]}


@pytest.mark.parametrize("file", sorted(MADE))
def test_a_drawing_is_as_the_script_makes_it(file: str) -> None:
    """Made anew it would be the same; if not: python docs/pictures/wiring.py."""
    assert (PICTURES / file).read_text("utf-8") == MADE[file]
    assert f"pictures/{file})" in GUIDE


def test_no_drawing_is_left_over() -> None:
    """Every wiring drawing that lies there is made by the script."""
    assert {path.name for path in PICTURES.glob("wiring*.svg")} == set(MADE)


@pytest.mark.parametrize("file", sorted(MADE))
def test_letters_stay_readable_on_a_phone(file: str) -> None:
    """No letter is under 13 of 480 units, so under 9 pixels on a phone of 360; and every one stands on the picture."""
    root = ElementTree.fromstring(MADE[file])
    width, height = (float(number) for number in root.attrib["viewBox"].split()[2:])
    style = root.findtext(f"{SVG}style") or ""
    assert width == 480
    assert min(int(size) for size in re.findall(r"(\d+)px", style)) == 13
    for word in root.iter(f"{SVG}text"):
        assert 0 < float(word.attrib["x"]) < width
        assert 0 < float(word.attrib["y"]) < height


@pytest.mark.parametrize("file", WIRED)
def test_the_nano_is_wired_as_the_firmware_has_it(file: str) -> None:
    """Data, clock and rate go to the pins of board.h."""
    board = (ROOT / "firmware_bridge" / "firmware" / "board.h").read_text("utf-8")
    pins = {name: f"nano.D{pin}" for name, pin in re.findall(r"#define (\w+)_BIT PD(\d)", board)}
    assert pins == {"DOUT": "nano.D2", "SCK": "nano.D3", "RATE": "nano.D4"}
    names = {"DT": "DOUT", "DAT": "DOUT", "SCK": "SCK", "CLK": "SCK", "RATE": "RATE"}
    led = {(start, end) for start, end in wires(file) if end.startswith("nano.D")}
    assert led == {(start, pins[names[start.removeprefix("board.")]]) for start, _ in led}
    assert {end for _, end in led} >= {"nano.D2", "nano.D3"}


def test_sparkfuns_board_has_both_supplies_at_5_volts() -> None:
    """VDD and VCC go to the Nano's 5V, and RATE, which is a jumper there, to nothing."""
    found = wires("wiring-sparkfun.svg")
    assert {start for start, end in found if end == "nano.5V"} == {"board.VDD", "board.VCC"}
    assert not any(end == "nano.D4" for _, end in found)


def test_the_green_board_shows_where_to_test() -> None:
    """A tip on E- and one on GND, and a wire between the two."""
    assert DESCRIBED["wiring-green.svg"]["parts"]["board"]["marks"] == {"E−": "1", "GND": "2"}
    assert ("board.E−", "board.GND") in wires("wiring-green.svg")
