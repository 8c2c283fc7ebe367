"""What the Action Phase's moves ask for, with the widest limits that could ever be right."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api import Choice, Pick, T, Text, Whole, Words
from companion.games.frostpunk.action.meeples import MEEPLES, NAMES
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.geometry import space_name
from companion.games.frostpunk.city.land import MAP, SPACES
from companion.toolkit import pick, whole

NOWHERE = "none"
MOST_WAYS = 40
HEAT = {"heated": T("Heated"), "cold": T("Cold")}
HEATS = {"known": T("As the companion knows it"), **HEAT}
MEEPLE = pick("meeple", T("Meeple"), {kind: NAMES[kind] for kind in MEEPLES})
BUILDING = pick("building", T("Building"), {kind: one.name for kind, one in BUILDINGS.items()})
WAY = whole("way", T("Which of its effects; 0 to be asked"), MOST_WAYS)
CODE = Words(name="code", label=T("Card"), at_most_chars=40)


def meeple(kinds: tuple[str, ...]) -> Pick:
    """One of these Meeples, the first as the usual one."""
    return pick("meeple", T("Meeple"), {kind: NAMES[kind] for kind in kinds}, kinds[0])


def space(
    spaces: tuple[str, ...] = SPACES,
    label: Text | None = None,
    *,
    nowhere: bool = False,
    extra: Mapping[str, Text] | None = None,
) -> Pick:
    """A space of the map, tapped on it; besides, `extra` places that are not on the map."""
    choices = tuple(Choice(value=one, label=space_name(one)) for one in spaces)
    more = {**({NOWHERE: T("None")} if nowhere else {}), **(extra or {})}
    others = tuple(Choice(value=value, label=name) for value, name in more.items())
    return Pick(
        name="at",
        label=label or T("Where"),
        choices=(*others, *choices),
        usual=NOWHERE if nowhere else None,
        on=MAP,
    )


def heat(*, known: bool = False) -> Pick:
    """Whether it is heated; `known` where the companion may know it itself."""
    return pick("heat", T("Heated or cold"), HEATS if known else HEAT, "known" if known else None)


def cost(what: str, label: Text) -> Whole:
    """What a card says a Building costs."""
    return whole(what, label, 20, 0)
