"""The city on the phones: the map, what stands on it and what it would give now, and the Buildings board."""

from __future__ import annotations

import math
from collections.abc import Mapping

from companion.api import Cell, Grid, HexMap, MapSpace, MapTile, Note, Panel, T, Text, Widget
from companion.games.frostpunk.city import construction, ground
from companion.games.frostpunk.city.buildings import BUILDINGS, INSULATIONS
from companion.games.frostpunk.city.costs import COLOURS, COSTS, RED_ICONS, SIZES, cost, cost_text, upgrade_cost
from companion.games.frostpunk.city.generator_tile import missing
from companion.games.frostpunk.city.geometry import COORDINATES, PLACE_NAMES, space_name, spaces_of
from companion.games.frostpunk.city.ground import cut_off, lies_text
from companion.games.frostpunk.city.heat import LEARNT, heated_building, heated_place
from companion.games.frostpunk.city.land import MAP, PLACES, Building, place_of
from companion.games.frostpunk.city.yields import gives
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule

TONES = {True: "warm", False: "cold", None: "plain"}
HEAT_NAMES = {True: T("heated"), False: T("cold"), None: T("not known")}
MARKS: Mapping[str, Text] = {
    "workers": T("W"),
    "engineers": T("E"),
    "children": T("C"),
    "child_worker": T("CW"),
    "child_engineer": T("CE"),
    "automatons": T("A"),
}
RIM_NAMES: Mapping[str, Text] = {
    "coal": T("Coal Deposit"),
    "wood": T("Wood Deposit"),
    "coal wood": T("Coal and Wood"),
}


def city(state: State) -> Panel:
    """The map with what stands on it."""
    return Panel(
        name="city", title=T("City"), widgets=(*_notes(state), _map(state), *_standing(state)), icon="buildings"
    )


def buildings_board(state: State) -> Panel:
    """What can be built, what it costs and what it does."""
    return Panel(name="buildings", title=T("Buildings board"), widgets=(_board(state),), icon="buildings")


def _notes(state: State) -> tuple[Widget, ...]:
    notes = []
    if missing(state.board):
        notes.append(Note(text=T("Which space of the Generator tile holds what is not told yet."), rule="map"))
    if cut_off(state):
        notes.append(Note(text=T("A tile does not hang together with the Generator tile."), tone="danger", rule="map"))
    return tuple(notes)


# --- the map ----------------------------------------------------------------------------------------------------------


def _map(state: State) -> HexMap:
    return HexMap(
        name=MAP,
        label=T("City"),
        tiles=tuple(_tile(state, place) for place in PLACES),
        turned=state.word("map_side_up") == "flat",
    )


def _tile(state: State, place: str) -> MapTile:
    q, r = COORDINATES[place]
    rim = RIM_NAMES.get(state.city.rim.get(place, ""))
    laid = place in state.city.tiles
    tone = TONES[heated_place(state, place)] if laid else "plain"
    spaces = tuple(_space(state, space, tone) for space in _in_order(state, place))
    label = PLACE_NAMES[place] if laid else Text("")
    return MapTile(value=place, label=rim or label, q=q, r=r, spaces=spaces, tone=tone)


def _in_order(state: State, place: str) -> tuple[str, ...]:
    """The spaces of a tile as they are drawn, row by row; those of the Generator tile where they lie, if it is told."""
    spaces = spaces_of(state, place)
    if place != "G":
        return spaces
    middles = [state.word(f"generator_middle_{n}") for n in range(1, 6)]
    if len(spaces) != len(middles) or None in middles:
        return spaces
    first = -90 if state.word("map_side_up") == "flat" else -120  # degrees of edge 1, clockwise from the right
    angles = {space: math.radians(first + 60 * (int(str(n)) - 1)) for space, n in zip(spaces, middles, strict=True)}
    return tuple(sorted(spaces, key=lambda space: (round(math.sin(angles[space]), 2), math.cos(angles[space]))))


def _space(state: State, space: str, tone: str) -> MapSpace:
    """A space; `tone` is that of its tile, which holds where no Building stands."""
    building = ground.building_at(state, space)
    marks = tuple(MARKS[meeple.kind] for meeple in ground.meeples_on(state, space) if meeple.kind in MARKS)
    if building is None:
        lies = ground.on(state, space)
        icon = lies.what if lies.count else "trees" if lies.trees else None
        return MapSpace(
            value=space, label=lies_text(lies), tone=tone, marks=marks, note=_rim_note(state, space), icon=icon
        )
    heated = heated_building(state, building)
    return MapSpace(
        value=space,
        label=_short(building),
        tone=TONES[heated],
        marks=marks,
        note=gives(state, building),
        icon=_sign(building),
    )


def _sign(building: Building) -> str:
    return "ruin" if building.ruin else building.kind


def _short(building: Building) -> Text:
    name = BUILDINGS[building.kind].name
    if building.ruin:
        return T("Ruin")
    return T("{building} +", building=name) if building.upgraded else name


def _rim_note(state: State, space: str) -> Text | None:
    rim = state.city.rim.get(place_of(space))
    return RIM_NAMES.get(rim) if rim else None


# --- what stands on it ------------------------------------------------------------------------------------------------


def _standing(state: State) -> tuple[Widget, ...]:
    if not state.city.buildings:
        return ()
    columns = (T("Building"), T("Where"), T("Heated"), T("Gives now"))
    return (Grid(label=T("On the map"), columns=columns, rows=tuple(_row(state, one) for one in state.city.buildings)),)


def _row(state: State, building: Building) -> tuple[Cell, ...]:
    heated = heated_building(state, building)
    return (
        Cell(label=construction.called(building), icon=_sign(building)),
        Cell(label=space_name(building.at[0])),
        Cell(label=HEAT_NAMES[heated], tone=TONES[heated]),
        Cell(label=gives(state, building)),
    )


# --- the Buildings board ----------------------------------------------------------------------------------------------


def _board(state: State) -> Grid:
    columns = (T("Building"), T("Left"), T("Build"), T("Upgrade"), T("Insulation"), T("What it does"))
    kinds = (kind for kind in BUILDINGS if _shown(state, kind))
    return Grid(label=T("Buildings"), columns=columns, rows=tuple(_kind(state, kind) for kind in kinds))


def _shown(state: State, kind: str) -> bool:
    """Those of the Buildings board, and those that a Law or card allows."""
    return BUILDINGS[kind].unlocked_by == "" or kind in state.city.unlocked


def _kind(state: State, kind: str) -> tuple[Cell, ...]:
    known, count = BUILDINGS[kind], construction.left(state, kind)
    ruined = kind in state.city.ruins
    number = T("Ruins") if ruined else T("not known") if count is None else T("{n}", n=count)
    upgrade = cost_text(upgrade_cost(state, kind)) if known.upgradable else T("never")
    return (
        Cell(label=known.name, icon=kind),
        Cell(label=number, tone="danger" if ruined or count == 0 else "plain"),
        Cell(label=cost_text(cost(state, kind))),
        Cell(label=upgrade),
        Cell(label=_insulation(state, kind)),
        Cell(label=T("{does} Engineers only.", does=known.does) if known.engineer_only else known.does),
    )


def _insulation(state: State, kind: str) -> Text:
    known = BUILDINGS[kind]
    colour = known.insulation or state.word(f"building_colour_{kind}") or ""
    if known.upgradable and known.upgraded_insulation != known.insulation:
        return T("{basic}, upgraded {upgraded}", basic=INSULATIONS[colour], upgraded=INSULATIONS[known.colour(True)])
    return INSULATIONS.get(colour, T("not told yet"))


MODULE: GameModule[State, Transaction] = GameModule(
    name="city",
    panels=lambda state: (city(state), buildings_board(state)),
    families=(COSTS, SIZES, COLOURS, RED_ICONS, LEARNT),
)
