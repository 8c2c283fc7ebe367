"""What the phones show of a game: panels of a few kinds of widgets. The dashboard draws these and knows no game.

`icon`, wherever it stands, names a picture among the game's icons (`icons/<name>.svg` in the game's folder), or one
that the page has for all games; without one, words alone are shown. `main` marks the few widgets that a screen on the
wall shows; where none is marked, it shows the tracks.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from companion.api.text import Text


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """Something that stands on a space of a track: a marker of another kind, a token, a danger line.

    `tone` is one of `plain`, `good`, `warm`, `cold`, `danger`.
    """

    at: int
    label: Text
    tone: str = "plain"
    icon: str | None = None


class Track(msgspec.Struct, frozen=True, kw_only=True):
    """A marker on a row of numbered spaces, from `first` to `last`; drawn as a bar when the row is long.

    `value` names the correction that a long press opens ("the board says 7"); None where it cannot be set by hand.
    """

    label: Text
    at: int
    first: int
    last: int
    marks: tuple[Mark, ...] = ()
    tone: str = "plain"
    value: str | None = None
    note: Text | None = None
    icon: str | None = None
    main: bool = False


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """One number with a label. `value` as in `Track`; `of` is a whole that it is a part of."""

    label: Text
    count: int
    of: int | None = None
    tone: str = "plain"
    value: str | None = None
    note: Text | None = None
    icon: str | None = None
    main: bool = False


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """One token of a row; `lit` is its active side."""

    label: Text
    lit: bool = True
    tone: str = "plain"
    icon: str | None = None


class TokenRow(msgspec.Struct, frozen=True, kw_only=True):
    """Tokens side by side, such as hope tokens or the phases of a round; `places` shows empty places too."""

    label: Text
    tokens: tuple[Token, ...]
    places: int | None = None
    main: bool = False


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One cell of a grid; an empty label is an empty cell."""

    label: Text
    tone: str = "plain"
    icon: str | None = None


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """Rows and columns with their heads, such as a pile table with a row for each player."""

    label: Text
    columns: tuple[Text, ...]
    rows: tuple[tuple[Cell, ...], ...]
    main: bool = False


class CardRow(msgspec.Struct, frozen=True, kw_only=True):
    """A card that lies somewhere: its code (looked up by a tap) and what is known of it."""

    code: str
    label: Text
    note: Text | None = None
    icon: str | None = None


class CardList(msgspec.Struct, frozen=True, kw_only=True):
    """Cards in a display, a hand or a pile."""

    label: Text
    cards: tuple[CardRow, ...]


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence, such as a warning or a reminder; `rule` links to a rule entry."""

    text: Text
    tone: str = "plain"
    rule: str | None = None
    main: bool = False


class MapSpace(msgspec.Struct, frozen=True, kw_only=True):
    """A space of a tile. `value` is the answer it stands for in a `Pick` whose `on` names its map; `label` is short
    ("4 Coal", "Sawmill"); `marks` are a few letters or signs each that stand on it, such as Meeples."""

    value: str
    label: Text
    tone: str = "plain"
    marks: tuple[Text, ...] = ()
    note: Text | None = None
    icon: str | None = None


class MapTile(msgspec.Struct, frozen=True, kw_only=True):
    """A hexagon at axial coordinates (`q` to the right, `r` down to the right, pointed side up); without spaces it is a
    place where nothing lies yet, whose own `value` can then be tapped."""

    value: str
    label: Text
    q: int
    r: int
    spaces: tuple[MapSpace, ...] = ()
    tone: str = "plain"
    icon: str | None = None


class HexMap(msgspec.Struct, frozen=True, kw_only=True):
    """A map of hexagons. `turned`: a flat side is up instead of a point. `name` is what a `Pick` refers to by `on`."""

    name: str
    label: Text
    tiles: tuple[MapTile, ...]
    turned: bool = False
    main: bool = False


class MapPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A place of a `PlaceMap`, its middle at (`x`, `y`) in steps of the map's grid, to the right and down.

    `value` is the answer it stands for in a `Pick` whose `on` names its map; `label` is short; `marks` are a few
    letters or signs each for what stands there; `tone` as in `Mark`, or `fog`, `event` or `gone`, which are colours
    without a sign of their own, for places that their labels or icons tell apart (`gone` is dull: in ruins);
    `round`: a disc rather than a square field.
    """

    value: str
    label: Text
    x: float
    y: float
    tone: str = "plain"
    marks: tuple[Text, ...] = ()
    note: Text | None = None
    round: bool = False
    icon: str | None = None


class MapLink(msgspec.Struct, frozen=True, kw_only=True):
    """A line between two places, by their values; `arrow`: something goes from the first to the second."""

    first: str
    second: str
    tone: str = "plain"
    arrow: bool = False


class MapStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step of what happened by itself, told on the map: its sentence, the arrows that show it, and the places it is
    about (`lit`); `places` stand instead of those of the same value, as they were at that moment."""

    text: Text
    links: tuple[MapLink, ...] = ()
    lit: tuple[str, ...] = ()
    places: tuple[MapPlace, ...] = ()


class PlaceMap(msgspec.Struct, frozen=True, kw_only=True):
    """A board of places: locations and the links between them, or (without links) the fields of a grid.

    `name` is what a `Pick` refers to by `on`. `steps` are what happened last, looked through one by one; the map itself
    shows what is now.
    """

    name: str
    label: Text
    places: tuple[MapPlace, ...]
    links: tuple[MapLink, ...] = ()
    steps: tuple[MapStep, ...] = ()
    main: bool = False


Widget: TypeAlias = Track | Counter | TokenRow | Grid | CardList | Note | HexMap | PlaceMap


class Panel(msgspec.Struct, frozen=True, kw_only=True):
    """A titled group of widgets. Panels are shown in their order, the first without scrolling."""

    name: str
    title: Text
    widgets: tuple[Widget, ...]
    icon: str | None = None


class Where(msgspec.Struct, frozen=True, kw_only=True):
    """Where we are: the round, the phase among all phases with its icon, whose turn it is (a seat), where the game has
    it."""

    line: Text
    round: int | None = None
    rounds: int | None = None
    phases: tuple[Text, ...] = ()
    phase: int | None = None
    turn: int | None = None
    icon: str | None = None


class View(msgspec.Struct, frozen=True, kw_only=True):
    """All that the phones show of a state besides the prompts."""

    where: Where
    panels: tuple[Panel, ...]
