"""Every ability that the rulebook lists, and who has which now: all of them are carried out by the companion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.api import Text, verbatim
from companion.games.fire_brigade import house_rules
from companion.games.fire_brigade.state import State
from companion.games.fire_brigade.streets import around, beside
from companion.toolkit import Data, load_data


@dataclass(frozen=True)
class Ability:
    """Somebody's ability: the name on the card, and what it does."""

    name: str
    words: Text


class _Card(Data, frozen=True):
    id: str
    name: str
    what: str


class _Board(Data, frozen=True):
    id: str
    title: str
    what: str


class _File(Data, frozen=True):
    captain: tuple[_Card, ...]
    crew: tuple[_Card, ...]
    house: tuple[_Board, ...]


def _abilities(cards: tuple[_Card, ...]) -> dict[str, Ability]:
    return {card.id: Ability(card.name, Text(card.what)) for card in cards}


_FILE = load_data(Path(__file__).parent.parent / "crew.toml", _File)
CAPTAINS = _abilities(_FILE.captain)
CREW = _abilities(_FILE.crew)
HOUSES = {board.id: Ability(board.title, Text(board.what)) for board in _FILE.house}
EVERYBODY: dict[str, Ability] = {**CAPTAINS, **CREW, **HOUSES}


# Readings that matter once somebody has these: they are asked then.
READ_FOR: Mapping[str, tuple[str, ...]] = {
    "ash": ("neighbours", "crew_actions"),
    "leon": ("crew_actions",),
    "chops": ("neighbours",),
    "mog": ("neighbours",),
    "ali": ("neighbours",),
    "esme": ("neighbours",),
    "blitz": ("neighbours",),
    "del_uge": ("del_uge",),
}


def title(name: str) -> Text:
    """How an ability is called, by its short name: Captains and crew as their cards are printed, the boards only by the
    text."""
    called = EVERYBODY[name].name
    return Text(called) if name in HOUSES else verbatim(called)


# --- who has which ability now: a crew member's only with Loyalty on a block of the same kind (p. 5, 11) --------------


def active(state: State, seat: int) -> tuple[str, ...]:
    """The abilities of a player that apply now, by their short names."""
    return tuple(dict.fromkeys(_active(state, seat)))


def _active(state: State, seat: int) -> Iterator[str]:
    player = state.players[seat]
    if house_rules.rule(state, "sides") == "advanced":
        yield from (key for key in (player.captain, player.side) if key in CAPTAINS or key in HOUSES)
        if player.captain == "galeela" and any(one.name == player.mimic for who in state.players for one in who.crew):
            yield player.mimic  # without a loyal block (card text)
    loyal = {block.kind for block in state.city.values() if block.loyal == seat}
    yield from (one.name for one in player.crew if one.name in CREW and one.kind in loyal)


def has(state: State, seat: int, name: str) -> bool:
    """Whether a player's ability of this short name applies now."""
    return name in active(state, seat)


def holders(state: State, name: str) -> tuple[int, ...]:
    """The seats whose ability of this name applies now, from the active player on. Galeela may share one."""
    return tuple(seat for seat in state.clockwise if has(state, seat, name))


def neighbours(state: State, place: str) -> tuple[str, ...]:
    """The blocks that a card calls neighbours: cards and p. 10 say it where diagonals are left out, so they count; by a
    house rule they do not."""
    near = around(place) if house_rules.rule(state, "neighbours") == "around" else beside(place)
    return tuple(one for one in near if one in state.city)
