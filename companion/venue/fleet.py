"""What a venue wants of its tables: settings, cards, a version of the program; by groups, signed by its owner.

The plan is one record, which the owner's command changes as a whole. Out of it comes for each table what is wanted of
it, signed for that table alone and numbered, so that nothing older and nothing of another table's is ever taken. What
a table has of it, it tells itself.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import msgspec

from companion.api.refusals import BadMove
from companion.api.text import T, Text
from companion.venue import notes
from companion.venue.cards import ShelfNote
from companion.venue.records import TABLE

GROUP = TABLE  # what a group may be called
State: TypeAlias = Literal["waiting", "trying", "taken", "failed"]
STATES: Mapping[State, Text] = {
    "waiting": T("waits"),
    "trying": T("is being tried"),
    "taken": T("has it"),
    "failed": T("failed"),
}


class Release(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A release file in the venue's store, and the machine and Python that it is for. Whether it may run is told by
    its own signature."""

    machine: str
    python: str
    digest: str
    size: int


class Wish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is wanted: settings by their names (`voice.rate`), the cards of games, a version (empty: whichever runs)
    with its releases."""

    settings: dict[str, Any] = {}
    cards: dict[str, ShelfNote] = {}
    version: str = ""
    releases: tuple[Release, ...] = ()


class Group(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tables, what is wanted of them, and what was before. `first`: these alone have it yet, the others what was
    before; none: all have it."""

    name: str
    tables: tuple[str, ...] = ()
    wish: Wish = Wish()
    before: Wish | None = None
    first: tuple[str, ...] = ()

    def wish_for(self, table: str) -> Wish:
        """What this group wants of one of its tables now."""
        return self.wish if not self.first or table in self.first else self.before or Wish()


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every group, in the order in which they hold: what a later one says holds over an earlier one."""

    format: int
    number: int = 0
    groups: tuple[Group, ...] = ()

    def group(self, name: str) -> Group:
        """One of them; `BadMove` where there is none."""
        found = next((one for one in self.groups if one.name == name), None)
        if found is None:
            raise BadMove(T("There is no group {name}. There are: {names}.", name=name, names=self._names()))
        return found

    def _names(self) -> str:
        return ", ".join(one.name for one in self.groups) or "–"

    def tables(self) -> set[str]:
        """Every table of any group."""
        return {table for one in self.groups for table in one.tables}

    def wish_for(self, table: str) -> Wish:
        """What all groups together want of a table."""
        found = Wish()
        for group in self.groups:
            if table in group.tables:
                found = _over(found, group.wish_for(table))
        return found

    def put(self, group: Group) -> Plan:
        """With a group in the place of the one of its name, or at the end; one without tables is gone."""
        if group.name not in {one.name for one in self.groups}:
            groups = (*self.groups, group)
        else:
            groups = tuple(group if one.name == group.name else one for one in self.groups)
        left = tuple(one for one in groups if one.tables)
        return msgspec.structs.replace(self, number=max(self.number + 1, int(time.time())), groups=left)


def _over(below: Wish, above: Wish) -> Wish:
    return Wish(
        settings=below.settings | above.settings,
        cards=below.cards | above.cards,
        version=above.version or below.version,
        releases=above.releases if above.version else below.releases,
    )


class Wanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is wanted of a table; of a later one, the number is greater."""

    format: int
    table: str
    number: int
    wish: Wish


class Has(msgspec.Struct, frozen=True, kw_only=True):
    """What a table has: the number of what was wanted last, what came of it (`why`, where it failed or waits), the
    version that it runs, and the settings of the venue that hold. `at`: since when."""

    format: int
    table: str
    number: int
    state: State
    version: str
    at: float
    settings: dict[str, Any] = {}
    why: Text | None = None


@dataclass(frozen=True)
class Standing:
    """A table of the fleet: its groups, what is wanted of it, and what it told last (None: nothing yet)."""

    table: str
    groups: tuple[str, ...]
    wanted: Wanted
    told: bool  # it lies there for the table to fetch
    has: Has | None

    @property
    def there(self) -> bool:
        """Whether it has what is wanted."""
        return self.has is not None and self.fetched and self.has.state == "taken"

    @property
    def fetched(self) -> bool:
        """Whether what it told is about what is wanted now."""
        return self.has is not None and self.has.number >= self.wanted.number


def standing(plan: Plan, table: str, lies_there: Wanted | None, has: Has | None) -> Standing:
    """How a table stands by the plan, what lies there for it to fetch, and what it told."""
    groups = tuple(one.name for one in plan.groups if table in one.tables)
    computed = _wanted(plan, table)
    if lies_there is None and computed.wish == Wish():  # nothing was ever wanted of it
        lies_there = msgspec.structs.replace(computed, number=0)
    told = lies_there is not None and (lies_there.table, lies_there.wish) == (table, computed.wish)
    return Standing(table, groups, computed if lies_there is None else lies_there, told, has)


def named(name: str) -> str:
    """The name of a group or a table; `BadMove` where it may not be one."""
    if re.fullmatch(TABLE, name) is None:
        raise BadMove(
            T("A table's name has small letters, digits and hyphens, such as table-3; not {name}.", name=name)
        )
    return name


def changed(before: Plan, now: Plan) -> list[Wanted]:
    """What is to be told to which tables after a change of the plan; to one that is in no group any more, too."""
    tables = sorted(before.tables() | now.tables())
    return [_wanted(now, one) for one in tables if before.wish_for(one) != now.wish_for(one)]


def every(plan: Plan) -> list[Wanted]:
    """What is wanted of each table."""
    return [_wanted(plan, one) for one in sorted(plan.tables())]


def _wanted(plan: Plan, table: str) -> Wanted:
    return Wanted(format=notes.FORMAT, table=table, number=plan.number, wish=plan.wish_for(table))


def used(plans: Iterable[Plan]) -> tuple[set[str], list[tuple[str, ShelfNote]]]:
    """The digests that any wish of these names, and its shelves by game."""
    wishes = [wish for plan in plans for one in plan.groups for wish in (one.wish, one.before or Wish())]
    digests = {release.digest for wish in wishes for release in wish.releases}
    shelves = [(game, note) for wish in wishes for game, note in wish.cards.items()]
    return digests | {note.digest for _, note in shelves}, shelves
