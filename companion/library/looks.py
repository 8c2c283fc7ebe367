"""How a game looks, from its folder: its icons, its colours and its picture.

    icons/<name>.svg   what `icon="<name>"` in its views and prompts means, on a grid of 24 by 24
    look.toml          its colours, `[dark]` and `[light]`, by the names of `COLOURS`
    picture.svg        a scene for its card in the list of games

All three may be missing; a broken one is left out and told. Icons are drawn with a few plain elements in the colour of
the words beside them (`currentColor`) and one other (`var(--icon-accent)`), so that they fit every page and theme.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from companion.api.text import T, Text

ICONS, COLOUR_FILE, PICTURE = "icons", "look.toml", "picture.svg"
COLOURS = (
    "accent", "accent_soft", "on_accent", "icon", "bg", "surface", "raised", "line", "edge", "muted",
)  # fmt: skip
THEMES = ("dark", "light")
_SVG = "http://www.w3.org/2000/svg"
_NAME = re.compile(r"[a-z0-9_]+")
_HEX = re.compile(r"#[0-9a-f]{6}")
_GEOMETRY = frozenset(
    {
        "d", "cx", "cy", "r", "rx", "ry", "x", "y", "x1", "y1", "x2", "y2", "width", "height", "points", "transform",
        "opacity", "fill-rule", "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin",
        "stroke-dasharray",
    }
)  # fmt: skip
_SHAPES = frozenset({"path", "circle", "ellipse", "rect", "line", "polyline", "polygon"})
_INKS = frozenset({"none", "currentColor", "var(--icon-accent)"})
_PICTURE_MORE = frozenset({"defs", "linearGradient", "radialGradient", "stop", "clipPath"})
_PICTURE_GEOMETRY = _GEOMETRY | {"id", "offset", "stop-color", "stop-opacity", "fill-opacity", "stroke-opacity",
                                 "gradientUnits", "gradientTransform", "fx", "fy", "clip-path"}  # fmt: skip
_PICTURE_INK = re.compile(r"none|#[0-9a-f]{3}(?:[0-9a-f]{3})?|url\(#[a-z0-9_]+\)")


class BadDrawing(ValueError):
    """A drawing that has something in it that a drawing of ours does not have."""


@dataclass(frozen=True)
class Served:
    """Something that is served as it is; the digest is part of its address."""

    data: bytes
    digest: str

    @classmethod
    def of(cls, data: str) -> Served:
        """With the digest of what it holds."""
        raw = data.encode()
        return cls(raw, hashlib.sha256(raw).hexdigest()[:12])


@dataclass(frozen=True)
class Look:
    """What a game brings of its own; None is what it does not bring."""

    icons: Served | None = None
    colours: Served | None = None
    picture: Served | None = None


NO_LOOK = Look()


def read_look(folder: Path, trouble: Callable[[Text], None] = lambda text: None) -> Look:
    """The look of the game in this folder. What is broken is left out and told to `trouble`."""
    return Look(
        icons=_icons(folder / ICONS, trouble),
        colours=_try(folder / COLOUR_FILE, lambda path: style(read_colours(path)), trouble),
        picture=_try(folder / PICTURE, read_picture, trouble),
    )


def _try(path: Path, read: Callable[[Path], str], trouble: Callable[[Text], None]) -> Served | None:
    try:
        return Served.of(read(path)) if path.is_file() else None
    except (OSError, ValueError, ElementTree.ParseError) as error:
        trouble(T("{file} is left out: {reason}", file=str(path), reason=str(error)))
        return None


# --- icons ------------------------------------------------------------------------------------------------------------


def _icons(folder: Path, trouble: Callable[[Text], None]) -> Served | None:
    """All icons as the symbols of one SVG."""
    symbols = []
    for path in sorted(folder.glob("*.svg")):
        found = _try(path, lambda one: symbol(one.stem, read_icon(one)), trouble)
        if found is not None:
            symbols.append(found.data.decode())
    return Served.of(f'<svg xmlns="{_SVG}">{"".join(symbols)}</svg>\n') if symbols else None


def read_icon(path: Path) -> Element:
    """One icon. Raises `BadDrawing` where it is not as this file's first lines say."""
    if not _NAME.fullmatch(path.stem):
        raise BadDrawing(f"{path.stem!r} is no name for an icon")
    root = _parsed(path)
    if root.get("viewBox") != "0 0 24 24":
        raise BadDrawing("its viewBox is not 0 0 24 24")
    for one in _inside(root):
        _check(one, _SHAPES | {"g"}, _GEOMETRY, lambda ink: ink in _INKS)
    return root


def symbol(name: str, icon: Element) -> str:
    """An icon as a symbol: strokes in the words' colour unless a shape says otherwise."""
    inside = "".join(_written(one) for one in icon)
    return (
        f'<symbol id="{name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" '
        f'stroke-linecap="round" stroke-linejoin="round">{inside}</symbol>'
    )


def _parsed(path: Path) -> Element:
    text = path.read_text(encoding="utf-8")
    if "<!" in text.replace("<!--", "") or "<?" in text.removeprefix("<?xml"):
        raise BadDrawing("it declares something")
    root = ElementTree.fromstring(text)
    if root.tag != f"{{{_SVG}}}svg":
        raise BadDrawing("it is no SVG")
    return root


def _inside(root: Element) -> Iterator[Element]:
    return (one for child in root for one in child.iter())


def _check(one: Element, tags: frozenset[str], names: frozenset[str], ink: Callable[[str], object]) -> None:
    tag = one.tag.removeprefix(f"{{{_SVG}}}")
    if tag not in tags:
        raise BadDrawing(f"<{tag}> is not for a drawing")
    for name, value in one.attrib.items():
        if name not in names:
            raise BadDrawing(f"{name} is not for a drawing")
        if name in ("fill", "stroke", "stop-color") and not ink(value):
            raise BadDrawing(f"{value} is no colour for it")
    if (one.text or "").strip():
        raise BadDrawing("there are words in it")


def _written(one: Element) -> str:
    tag = one.tag.removeprefix(f"{{{_SVG}}}")
    attributes = "".join(f' {name}="{_quoted(value)}"' for name, value in one.attrib.items())
    inside = "".join(_written(child) for child in one)
    return f"<{tag}{attributes}>{inside}</{tag}>" if inside else f"<{tag}{attributes}/>"


def _quoted(value: str) -> str:
    return value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


# --- the picture ------------------------------------------------------------------------------------------------------


def read_picture(path: Path) -> str:
    """The scene: plain shapes in any colours, gradients, nothing from elsewhere. Raises `BadDrawing` for all else."""
    root = _parsed(path)
    view = root.get("viewBox", "")
    if not re.fullmatch(r"0 0 \d+ \d+", view):
        raise BadDrawing("its viewBox does not begin at 0 0")
    for one in _inside(root):
        _check(one, _SHAPES | {"g"} | _PICTURE_MORE, _PICTURE_GEOMETRY, _PICTURE_INK.fullmatch)
        clip = one.get("clip-path")
        if clip is not None and not re.fullmatch(r"url\(#[a-z0-9_]+\)", clip):
            raise BadDrawing(f"{clip} is elsewhere")
    inside = "".join(_written(one) for one in root)
    return f'<svg xmlns="{_SVG}" viewBox="{view}" preserveAspectRatio="xMidYMid slice">{inside}</svg>\n'


# --- colours ----------------------------------------------------------------------------------------------------------


def read_colours(path: Path) -> Mapping[str, Mapping[str, str]]:
    """The game's colours by theme and name. Raises ValueError for what is no colour."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    for theme, colours in found.items():
        if theme not in THEMES:
            raise ValueError(f"there is no theme {theme}")
        for name, value in colours.items():
            if name not in COLOURS:
                raise ValueError(f"there is no colour {name}")
            if not isinstance(value, str) or not _HEX.fullmatch(value):
                raise ValueError(f"{name} is not written as #1a2b3c")
    return found


def style(colours: Mapping[str, Mapping[str, str]]) -> str:
    """The colours as a style sheet for the page, whichever theme a phone has chosen."""
    dark, light = (_variables(colours.get(theme, {})) for theme in THEMES)
    return (
        f":root{{{dark}}}\n"
        f':root[data-theme="light"]{{{light}}}\n'
        f'@media (prefers-color-scheme: light){{:root[data-theme="system"]{{{light}}}}}\n'
    )


def _variables(colours: Mapping[str, str]) -> str:
    names = {name: "icon-accent" if name == "icon" else name.replace("_", "-") for name in COLOURS}
    return "".join(f"--{names[name]}:{value};" for name, value in colours.items())
