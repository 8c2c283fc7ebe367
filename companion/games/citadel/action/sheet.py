"""What an action says of itself (p. 11, 23): its icon, cost, difficulty, rows, who must take part, and a creature's
traits; kept as one line of the owner's facts, such as `cost 2 chain rows 4,3 compound mandatory traits
tough:1,epic:1`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.api import IllegalMove, N, T, Text
from companion.games.citadel.tables import read, typed
from companion.toolkit.card_language import BadWords, Clause

FIGHT = "fight"
MOVE = "move"
EXPLORE = "explore"  # the action on the back of an Exploration card, whatever its icon is
UNREAD = "unread"  # the line of an action that a card is known to show, while nobody has read what it shows
_ACTIONS = read("actions")
ACTIONS = {name: Text(one["label"]) for name, one in _ACTIONS.items()}
SHORT = {name: Text(one["title"]) for name, one in _ACTIONS.items() if "title" in one}


def called(icon: str) -> Text:
    """The name of an action, short enough to be said."""
    if icon == EXPLORE:
        return T("Explore")
    return SHORT.get(icon) or ACTIONS.get(icon, ACTIONS["other"])


MOST_COST, MOST_DIFFICULTY, DIE_SIDES = 30, 40, 6
TRAITS = ("unsettling", "tough", "epic", "evasive", "brutal", "reach", "regenerate")
WITH_NUMBER = ("unsettling", "tough", "evasive", "reach", "regenerate")
FLAGS = ("chain", "compound", "mandatory", "group")


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """`cost` is the default cost, `chain` whether it caps the cards that count. `rows` are the difficulties of the rows
    (a simple action has one; 0 as a later row: nobody has read it yet). `traits` is None while nobody has said."""

    cost: int
    rows: tuple[int, ...]
    chain: bool = False
    compound: bool = False
    mandatory: bool = False
    group: bool = False
    traits: Mapping[str, int] | None = field(default=None)

    def difficulty(self, row: int) -> int | None:
        """The difficulty of a row, from 1; None when nobody has read it yet."""
        return self.rows[row - 1] if row <= len(self.rows) and (row == 1 or self.rows[row - 1]) else None

    def trait(self, name: str) -> int:
        """The number of a trait, 1 for one without a number; 0 when the creature does not have it."""
        return (self.traits or {}).get(name, 0)


def spelled(sheet: Sheet) -> str:
    """The line that keeps it."""
    parts = [f"cost {sheet.cost}", f"rows {','.join(str(row) for row in sheet.rows)}"]
    parts += [flag for flag in FLAGS if getattr(sheet, flag)]
    if sheet.traits is not None:
        traits = ",".join(f"{name}:{count}" for name, count in sheet.traits.items()) or "none"
        parts.append(f"traits {traits}")
    return " ".join(parts)


def understood(line: str) -> Sheet:
    """The line read back; refused when it cannot be understood."""
    clause = Clause(typed(line))
    try:
        flags = {flag: clause.has(flag) for flag in FLAGS}
        cost = clause.number(clause.after("cost"), 0, MOST_COST)
        most = DIE_SIDES if flags["compound"] else MOST_DIFFICULTY
        rows = tuple(clause.number(row, 0, most) for row in clause.after("rows").split(","))
        traits = _traits(clause) if clause.has("traits") else None
    except BadWords as bad:
        raise IllegalMove(
            T("Write an action like this: cost 2 rows 4,3 compound chain mandatory group traits tough:1"),
            rule="action.cost",
        ) from bad
    return Sheet(cost=cost, rows=rows, traits=traits, **flags)


def _traits(clause: Clause) -> dict[str, int]:
    words = clause.after("traits")
    pairs = (word.partition(":") for word in words.split(",") if words != "none")
    return {clause.one_of(name, TRAITS): clause.number(count, 1, DIE_SIDES + 3) for name, _, count in pairs}


def asks_traits(icon: str, sheet: Sheet) -> bool:
    """Only a fight shows traits (p. 23)."""
    return icon == FIGHT and sheet.traits is None


def trait_name(trait: str, count: int) -> Text:
    """A trait as it stands beside the fight."""
    return {
        "unsettling": T("Unsettling {x}", x=count),
        "tough": T("Tough {x}", x=count),
        "epic": T("Epic"),
        "evasive": T("Evasive {x}", x=count),
        "brutal": T("Brutal"),
        "reach": T("Reach {x}", x=count),
        "regenerate": T("Regenerate {x}", x=count),
    }[trait]


def explained(trait: str, count: int) -> Text:
    """What it does, in words."""
    return {
        "unsettling": N("Unsettling: use {n} card at most.", "Unsettling: use {n} cards at most.", count),
        "tough": N("Tough: {n} success is ignored.", "Tough: {n} successes are ignored.", count),
        "epic": T("Epic: nobody is active twice in a row."),
        "evasive": N(
            "Evasive: for every 3 cards drawn you lose {n}.", "Evasive: for every 3 cards drawn you lose {n}.", count
        ),
        "brutal": T("Brutal: after a failure a die may block a selected card."),
        "reach": N(
            "Reach: after a failure somebody involved loses {n}.",
            "Reach: after a failure somebody involved loses {n}.",
            count,
        ),
        "regenerate": T("Regenerate: after a failure the die goes up by {x}, to 6 at most.", x=count),
    }[trait]
