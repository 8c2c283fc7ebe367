"""Draws the wiring of docs/wiring-drawer.md: wiring.toml, beside this file, to SVG files beside it.

    python docs/pictures/wiring.py

Narrow, so that a phone shows the letters at reading size; every wire is named, so that a print without colours will do.
"""

import textwrap
import tomllib
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
WIDTH = 480  # a phone of 360 pixels shows 15 of these units as 11 pixels
COLUMNS = {"cell": (6, 92), "board": (168, 304), "nano": (380, 474)}  # left and right edge
TOP, FIRST_ROW, PITCH = 44, 132, 38  # of the parts, of their pins, from pin to pin
LINE, LETTERS = 20, 60  # of the notes: height of a line, letters in it

STYLE = """\
.part{fill:#fff;stroke:#333;stroke-width:2} .pin{fill:#333} .wire{fill:none;stroke-width:3}
.title{font:bold 18px sans-serif;fill:#111} .name{font:bold 15px sans-serif;text-anchor:middle;fill:#111}
.sub{font:13px sans-serif;text-anchor:middle;fill:#333} .label{font:bold 15px sans-serif;fill:#111}
.note{font:14px sans-serif;fill:#111} .left{font:15px sans-serif;text-anchor:start}
.solid{fill:#666} .bar{fill:#b9c4d0;stroke:#333} .foam{fill:#e8d9a8;stroke:#998a55} .stop{fill:#222}
.ring{fill:none;stroke:#c2185b;stroke-width:3} .mark{font:bold 15px sans-serif;fill:#c2185b;text-anchor:middle}"""


@dataclass(frozen=True)
class Pin:
    """Where a pin is drawn, and whether it is on the left edge of its part."""

    x: float
    y: float
    is_left: bool


def text(x: float, y: float, kind: str, words: str, *, end: bool = False) -> str:
    """One line of text."""
    anchor = ' text-anchor="end"' if end else ""
    return f'<text x="{x:g}" y="{y:g}" class="{kind}"{anchor}>{escape(words)}</text>'


def box(x: float, y: float, width: float, height: float, kind: str) -> str:
    """A rectangle; a part has round corners."""
    corners = ' rx="8"' if kind == "part" else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corners} class="{kind}"/>'


def pins_of(parts: dict[str, Any]) -> dict[str, Pin]:
    """Every pin by "part.pin"."""
    found = {}
    for name, part in parts.items():
        for side, x in zip(("left", "right"), COLUMNS[name], strict=True):
            for row, pin in part.get(side, {}).items():
                found[f"{name}.{pin}"] = Pin(x, FIRST_ROW + PITCH * int(row), side == "left")
    return found


def rows_of(parts: dict[str, Any]) -> int:
    """How many rows of pins the parts have."""
    return 1 + max(int(row) for part in parts.values() for side in ("left", "right") for row in part.get(side, {}))


def drawn_part(name: str, part: dict[str, Any], bottom: float) -> list[str]:
    """The box of a part with its names; its pins come later, above the wires."""
    left, right = COLUMNS[name]
    lines = [("name", words) for words in part["name"]] + [("sub", words) for words in part["sub"]]
    drawn = [box(left, TOP, right - left, bottom - TOP, "part")]
    for number, (kind, words) in enumerate(lines):
        drawn.append(text((left + right) / 2, TOP + 22 + 18 * number, kind, words))
    return drawn


def drawn_pin(pin: Pin, label: str, mark: str | None) -> list[str]:
    """A pin with its name inside the part, and a ring with a number where it is to be tested."""
    inside = 1 if pin.is_left else -1
    drawn = [f'<circle cx="{pin.x:g}" cy="{pin.y:g}" r="5" class="pin"/>']
    drawn.append(text(pin.x + 11 * inside, pin.y + 5, "label", label, end=not pin.is_left))
    if mark is not None:
        drawn.append(f'<circle cx="{pin.x:g}" cy="{pin.y:g}" r="10" class="ring"/>')
        drawn.append(text(pin.x + 20 * inside, pin.y - 11, "mark", mark))
    return drawn


def drawn_wire(wire: dict[str, Any], pins: dict[str, Pin], colours: dict[str, str]) -> list[str]:
    """A wire with its name above it; one from a board to itself runs between the names of its pins."""
    start, end = pins[wire["from"]], pins[wire["to"]]
    inner = start.is_left and not end.is_left
    x1, x2 = (start.x + 38, end.x - 52) if inner else (start.x, end.x)
    middle = (x1 + x2) / 2
    bent = "" if start.y == end.y else f" H{middle:g} V{end.y:g}"
    dashes = ' stroke-dasharray="7 5"' if wire.get("dashed") else ""
    colour = colours[wire["colour"]]
    drawn = [f'<path d="M{x1:g} {start.y:g}{bent} H{x2:g}" stroke="{colour}" class="wire"{dashes}/>']
    if wire["label"]:
        drawn.append(text(middle, start.y - 7, "sub", wire["label"]))
    if wire.get("joins"):
        drawn.append(f'<circle cx="{middle:g}" cy="{end.y:g}" r="6" fill="{colour}"/>')
    return drawn


def drawn_wiring(drawing: dict[str, Any], colours: dict[str, str]) -> tuple[list[str], float]:
    """The parts, their wires and the Pi; and how far down they reach."""
    parts = drawing["parts"]
    pins = pins_of(parts)
    bottom = FIRST_ROW + PITCH * (rows_of(parts) - 1) + 22
    drawn = [line for name, part in parts.items() for line in drawn_part(name, part, bottom)]
    drawn += [line for wire in drawing["wires"] for line in drawn_wire(wire, pins, colours)]
    for key, pin in pins.items():
        name, label = key.split(".")
        drawn += drawn_pin(pin, label, parts[name].get("marks", {}).get(label))
    left, right = COLUMNS["nano"]
    middle = (left + right) / 2
    drawn.append(f'<path d="M{middle:g} {bottom:g} V{bottom + 30:g}" stroke="#444" class="wire"/>')
    drawn.append(text(middle - 22, bottom + 20, "sub", "USB"))
    drawn.append(box(left, bottom + 30, right - left, 30, "part"))
    drawn.append(text(middle, bottom + 50, "sub", "Raspberry Pi"))
    return drawn, bottom + 60


def drawn_chip(chip: dict[str, Any], top: float) -> tuple[list[str], float]:
    """The chip with its sixteen pins, those named that matter; and how far down it reaches."""
    left, right, pitch = 180.0, 260.0, 18.0
    drawn = [text(20, top, "note", chip["title"]), box(left, top + 12, right - left, 8 * pitch + 4, "part")]
    drawn.append(f'<circle cx="{left + 12:g}" cy="{top + 24:g}" r="4" class="pin"/>')
    for number in range(1, 17):
        is_left = number <= 8
        y = top + 14 + pitch * ((number if is_left else 17 - number) - 0.5)
        strong = number in chip["strong"]
        drawn.append(box(left - 14 if is_left else right, y - 4, 14, 8, "stop" if strong else "solid"))
        if str(number) in chip["pins"]:
            words = f"{number} {chip['pins'][str(number)]}"
            kind = "label" if strong else "note"
            drawn.append(text(left - 20 if is_left else right + 20, y + 5, kind, words, end=is_left))
    return drawn, top + 12 + 8 * pitch + 4


def drawn_notes(notes: list[str], top: float) -> tuple[list[str], float]:
    """The notes below each other, with a dash before each."""
    drawn, y = [], top
    for note in notes:
        for number, line in enumerate(textwrap.wrap(note, LETTERS)):
            drawn.append(text(12, y, "note", "–") if number == 0 else "")
            drawn.append(text(26, y, "note", line))
            y += LINE
        y += 4
    return [line for line in drawn if line], y


def draw(drawing: dict[str, Any], colours: dict[str, str]) -> str:
    """One drawing as SVG."""
    drawn = [text(12, 26, "title", drawing["title"])]
    height = float(drawing.get("height", 0))
    drawn += [box(*shape["box"], shape["kind"]) for shape in drawing.get("shapes", [])]
    drawn += [text(*words["at"], words.get("kind", "sub"), words["text"]) for words in drawing.get("texts", [])]
    if "parts" in drawing:
        lines, height = drawn_wiring(drawing, colours)
        drawn += lines
    if "chip" in drawing:
        lines, height = drawn_chip(drawing["chip"], height + 28)
        drawn += lines
    lines, height = drawn_notes(drawing.get("notes", []), height + 30)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img" aria-labelledby="t d">\n'
        f'<title id="t">{escape(drawing["title"])}</title>\n<desc id="d">{escape(drawing["description"])}</desc>\n'
        f'<style>\n{STYLE}\n</style>\n<rect width="{WIDTH}" height="{height:g}" fill="#fff"/>\n'
    )
    return head + "\n".join(drawn + lines) + "\n</svg>\n"


def drawings() -> dict[str, str]:
    """Every drawing of wiring.toml: the name of its file and the SVG in it."""
    described = tomllib.loads((HERE / "wiring.toml").read_text("utf-8"))
    return {drawing["file"]: draw(drawing, described["colours"]) for drawing in described["drawing"]}


if __name__ == "__main__":
    for file, svg in drawings().items():
        (HERE / file).write_text(svg, "utf-8")
