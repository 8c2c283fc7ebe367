"""Every Building of the appendix (rulebook p. 40 to 43), by its kind (`buildings.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.api import T, Text

SMALL, LARGE = 1, 2  # spaces of one tile that it takes, and Meeples that may stand on it in a round (p. 39)
INSULATIONS = {
    "white": T("White"),
    "blue": T("Blue"),
    "yellow": T("Yellow"),
    "orange": T("Orange"),
    "red": T("Red"),
}


@dataclass(frozen=True, kw_only=True)
class BuildingKind:
    """A kind of Building.

    `insulation` is a colour, empty where only the tile shows it, `upgraded_insulation` that of the other side where it
    can be upgraded. `size` is `SMALL` or `LARGE`, 0 where only the tile shows it. `number` is how many there are,
    None where it is not said. `wood` and `steam_cores` are the cost, None where a card shows it. `column` is the column
    of the Buildings board ("small_1"), which shares one upgrade cost; empty for those below the board. `unlocked_by` is
    `""` for those of the Buildings board, else `start`, `law`, `faith`, `order` or `scenario`. `sleeps` is how many
    Meeples it shelters, `sleepers` which types (all where empty). `beside` is the Deposit that it must stand next to.
    `basic` and `upgraded` are effects in the companion's own words, one entry for each way to choose; empty where the
    action is no plain one. `does` says the action or passive effect for people.
    """

    kind: str
    name: Text
    insulation: str = ""
    upgraded_insulation: str = ""
    size: int = SMALL
    number: int | None = 1
    wood: int | None = None
    steam_cores: int | None = None
    column: str = ""
    unlocked_by: str = ""
    engineer_only: bool = False
    printed: bool = False
    usable: bool = True
    sleeps: int = 0
    sleepers: tuple[str, ...] = ()
    beside: str = ""
    basic: tuple[str, ...] = ()
    upgraded: tuple[str, ...] = ()
    does: Text
    page: int

    @property
    def icon(self) -> str:
        """Its picture."""
        return self.kind

    @property
    def large(self) -> bool:
        return self.size == LARGE

    @property
    def upgradable(self) -> bool:
        return bool(self.upgraded_insulation)

    def colour(self, upgraded: bool) -> str:
        """The insulation of the side that lies up."""
        return self.upgraded_insulation if upgraded and self.upgraded_insulation else self.insulation

    def effects(self, upgraded: bool) -> tuple[str, ...]:
        """The ways to choose of the side that lies up."""
        return self.upgraded if upgraded else self.basic


def _read(entry: dict[str, Any]) -> BuildingKind:
    lists = {name: tuple(value) for name, value in entry.items() if isinstance(value, list)}
    texts = {"name": Text(entry.pop("title")), "does": Text(entry.pop("what"))}
    return BuildingKind(**{**entry, **lists, **texts, "number": entry.get("number", 1) or None})


_FILE = Path(__file__).parent.parent / "buildings.toml"
BUILDINGS: Mapping[str, BuildingKind] = {
    entry["kind"]: _read(entry) for entry in tomllib.loads(_FILE.read_text(encoding="utf-8"))["building"]
}
SHELTER_KINDS = tuple(kind for kind, known in BUILDINGS.items() if known.column == "shelter")  # p. 13
