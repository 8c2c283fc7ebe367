"""What Buildings cost to build and to upgrade (rulebook p. 26, 41); cards and pictures are told by the owner."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api import BoardFamily, Choice, Pick, T, Text, Whole, row_of
from companion.games.frostpunk.city.buildings import BUILDINGS, INSULATIONS
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import counted

PAID_WITH = ("wood", "steam_cores", "steel")
MOST_PAID = 20
UPGRADES: Mapping[str, Mapping[str, int]] = {  # p. 41: what can be depicted below a Build cost
    "wood": {"wood": 1},
    "core": {"steam_cores": 1},
    "cores": {"steam_cores": 2},
}
UPGRADE_NAMES: Mapping[str, Text] = {
    "wood": T("1 Wood"),
    "core": T("1 Steam Core"),
    "cores": T("2 Steam Cores"),
}
COSTS = BoardFamily(
    pattern=r"build_(wood|steam_cores|steel)_[a-z_]+",
    ask=Whole(name="cost", label=T("What a Building costs"), at_most=MOST_PAID),
    label=T("What a Building costs that is built by a card"),
)
SIZES = BoardFamily(
    pattern=r"building_size_[a-z_]+",
    ask=Whole(name="size", label=T("Spaces that a Building takes"), at_least=1, at_most=2),
    label=T("How many spaces a scenario’s Building takes"),
)
COLOURS = BoardFamily(
    pattern=r"building_colour_[a-z_]+",
    ask=Pick(
        name="colour",
        label=T("Colour of a Building’s stripe"),
        choices=tuple(Choice(value=colour, label=name) for colour, name in INSULATIONS.items()),
    ),
    label=T("The insulation of a scenario’s Building"),
)
RED_ICONS = BoardFamily(
    pattern=r"red_(build|dismantle)_[a-z_]+",
    ask=Pick(
        name="icon",
        label=T("Red icon on the Building"),
        choices=(Choice(value="no", label=T("No")), Choice(value="yes", label=T("Yes"))),
    ),
    label=T("Whether a Building shows the red Build or Dismantle icon"),
)


def cost(state: State, kind: str) -> Mapping[str, int] | None:
    """What it costs to build; None while nobody has told what the card says."""
    known = BUILDINGS[kind]
    if known.wood is not None and known.steam_cores is not None:
        return _without_nothing({"wood": known.wood, "steam_cores": known.steam_cores})
    told = {what: state.fact(f"build_{what}_{kind}") for what in PAID_WITH}
    if told["wood"] is None and told["steam_cores"] is None and told["steel"] is None:
        return None
    return _without_nothing({what: count or 0 for what, count in told.items()})


def learn_cost(tx: Transaction, kind: str, paid: Mapping[str, int]) -> None:
    """Keep what a card says a Building costs; those of the Buildings board are known."""
    if BUILDINGS[kind].wood is None:
        for what in PAID_WITH:
            tx.learn(f"build_{what}_{kind}", paid.get(what, 0))


def upgrade_cost(state: State, kind: str) -> Mapping[str, int] | None:
    """What it costs to upgrade, the same for each column of the Buildings board; None while nobody has told."""
    told = state.word(upgrade_fact(kind))
    return None if told is None else UPGRADES[told]


def upgrade_fact(kind: str) -> str:
    """The board fact: what stands below the Build cost of a Building's column."""
    return f"upgrade_cost_{BUILDINGS[kind].column}"


def size(state: State, kind: str) -> int | None:
    """How many spaces it takes, 1 or 2; None while nobody has told."""
    return BUILDINGS[kind].size or state.fact(f"building_size_{kind}")


def red_icon(state: State, which: str, kind: str) -> bool | None:
    """Whether the Building shows the red `build` or `dismantle` icon; None while nobody has told."""
    told = state.word(f"red_{which}_{kind}")
    return None if told is None else told == "yes"


def cost_text(paid: Mapping[str, int] | None) -> Text:
    """A cost as people say it: "4 Wood, 1 Steam Core"."""
    if paid is None:
        return T("not told yet")
    parts = [counted(what, count) for what, count in paid.items()]
    return row_of(parts) if parts else T("nothing")


def _without_nothing(paid: Mapping[str, int]) -> dict[str, int]:
    return {what: count for what, count in paid.items() if count}
