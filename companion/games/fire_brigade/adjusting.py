"""Everything that can be set by hand, when the table shows something else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from msgspec import structs

from companion.api import T, Text, Value, verbatim
from companion.games.fire_brigade import ending, house_rules, water
from companion.games.fire_brigade.crew.cards import CAPTAINS, CREW, HOUSES, title
from companion.games.fire_brigade.names import KIND_NAMES, SPECIALS, TRACK_NAMES, block_name, name_there, place_name
from companion.games.fire_brigade.state import (
    AT_MOST,
    AT_START,
    DESTROYED,
    MOST_VALUE,
    TOWN_KINDS,
    TRACKS,
    UNIVERSITY_KIND,
    UNIVERSITY_VALUE,
    Block,
    Crew,
    Player,
    State,
)
from companion.games.fire_brigade.streets import ALL, BLOCKS, CORNERS, TOWN
from companion.games.fire_brigade.transaction import Transaction
from companion.games.fire_brigade.turns import recruiting
from companion.toolkit import GameModule, Settable, grouped, pick, seat_name, seat_of, whole

NOBODY, STANDS, BURNT, NONE, STOLEN = "nobody", "stands", "burnt", "none", "stolen"
YES, NO = "yes", "no"
MOST_ACTIONS, MOST_CIRCLES, MOST_HELD = 20, 12, 6

Put = Callable[[Transaction, Value], None]

_GROUPS = {"fire": T("Fire"), "loyal": T("Loyalty"), "from": T("Loyalty"), "renown": T("Renown"), "side": T("Ruins")}
_TILES = T("Tiles")
_KINDS = {kind: KIND_NAMES[kind] for kind in TOWN_KINDS}
_KINDS_OR_NONE = {NONE: T("Not told"), **_KINDS}
_CORNERS = {place: verbatim(place) for place in CORNERS}
_SIDES = {STANDS: T("Stands"), BURNT: T("Destroyed")}
_SPECIALS = {NONE: T("No special building"), **{key: verbatim(name) for key, name in SPECIALS.items()}}


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """Every block, everything that a player has, and the turn."""
    turn = T("The turn")
    yield Settable(
        whole("actions", T("Actions left"), MOST_ACTIONS), max(state.turn.actions, 0), _turn("actions"), turn
    )
    seats = {seat_name(at): verbatim(one.name) for at, one in enumerate(state.players)}
    yield Settable(pick("turn", T("Whose turn"), seats), seat_name(state.turn.seat), _put_turn, turn)
    for reading in house_rules.OPEN.values():
        if reading.name in state.choices:
            now = str(state.choices[reading.name])
            yield Settable(structs.replace(reading, name=f"rule.{reading.name}"), now, _put_rule(reading.name),
                           T("Unclear rules"))  # fmt: skip
    table = _Table(
        there=tuple(name_there(state, place) for place in ALL),
        fields=state.fields,
        absent=tuple(name for name in CREW if _may_join(state, name)),
        advanced=house_rules.rule(state, "sides") == "advanced",
    )
    for seat, player in enumerate(state.players):
        yield from _player(seat, _Held(player), water.captain_holds(state, seat), table)
    names = tuple(player.name for player in state.players)
    for place in BLOCKS:
        yield from _block(place, state.city[place], names)


def _group(one: Settable[Transaction]) -> Text:
    """The heading under which a thing of all blocks stands together."""
    return _GROUPS.get(one.ask.name.split(".")[1], _TILES)


def _turn(name: str) -> Put:
    return lambda tx, value: tx.set_turn(**{name: int(value)})


def _put_rule(name: str) -> Put:
    return lambda tx, value: tx.set(choices={**tx.state.choices, name: str(value)})


def _put_turn(tx: Transaction, value: Value) -> None:
    tx.set_turn(seat=seat_of(str(value)))


# --- a block ----------------------------------------------------------------------------------------------------------


# A step changes a block or two of 28, and this is asked at every step: what did not change is not made again.
@lru_cache(maxsize=64)
def _block(place: str, block: Block, names: tuple[str, ...]) -> tuple[Settable[Transaction], ...]:
    """Everything of a block, with the players' names by seat."""
    where = block_name(place, block)
    asked = (*_tile(place, block, where), *_loyal(place, block, where, names), *_renown(place, block, where, names))
    return tuple(structs.replace(one, group=_group(one)) for one in asked)


def _tile(place: str, block: Block, where: Text) -> Iterator[Settable[Transaction]]:
    fire = whole(f"{place}.fire", T("{where}: intensity", where=where), DESTROYED - 1)
    yield Settable(fire, min(block.fire, DESTROYED - 1), _put_fire(place))
    kinds, values = (_KINDS if block.kind else _KINDS_OR_NONE), range(MOST_VALUE + 1)
    if place not in TOWN:  # the four in the middle are all the same
        kinds, values = {UNIVERSITY_KIND: KIND_NAMES[UNIVERSITY_KIND]}, range(UNIVERSITY_VALUE, UNIVERSITY_VALUE + 1)
    kind = block.kind or NONE if place in TOWN else UNIVERSITY_KIND
    yield Settable(pick(f"{place}.kind", T("{where}: kind", where=where), kinds), kind, _put_kind(place))
    ask = whole(f"{place}.value", T("{where}: value", where=where), values[-1], at_least=values[0])
    yield Settable(ask, max(block.value, values[0]), _put_value(place))
    side = pick(f"{place}.side", T("{where}: destroyed or not", where=where), _SIDES)
    yield Settable(side, BURNT if block.destroyed else STANDS, _put_side(place))


def _loyal(place: str, block: Block, where: Text, names: tuple[str, ...]) -> Iterator[Settable[Transaction]]:
    seats = {NOBODY: T("Nobody"), **{seat_name(at): verbatim(name) for at, name in enumerate(names)}}
    loyal = seat_name(block.loyal) if block.loyal >= 0 else NOBODY
    yield Settable(pick(f"{place}.loyal", T("{where}: loyal to", where=where), seats), loyal, _put_loyal(place))
    special = pick(f"{place}.special", T("{where}: special building", where=where), _SPECIALS)
    yield Settable(special, block.special or NONE, _put_special(place))
    if loyal != NOBODY:
        ways = {NONE: T("Nobody"), STOLEN: T("Another player")}
        won = pick(f"{place}.from", T("{where}: won from", where=where), ways)
        yield Settable(won, STOLEN if block.stolen else NONE, _put_stolen(place))


def _renown(place: str, block: Block, where: Text, names: tuple[str, ...]) -> Iterator[Settable[Transaction]]:
    for seat, name in enumerate(names):
        label = T("{where}: Renown of {who}", where=where, who=name)
        now = block.renown[seat] if block.renown else 0
        ask = whole(f"{place}.renown.{seat_name(seat)}", label, UNIVERSITY_VALUE)
        yield Settable(ask, min(now, UNIVERSITY_VALUE), _put_renown(place, seat))


def _in_city(put: Put) -> Put:
    """What an earlier slip in the city had begun or ended is taken back."""

    def putting(tx: Transaction, value: Value) -> None:
        put(tx, value)
        ending.corrected(tx)

    return putting


def _put_kind(place: str) -> Put:
    return _in_city(lambda tx, value: _ignore(tx.set_block(place, kind="" if value == NONE else str(value))))


def _put_value(place: str) -> Put:
    return _in_city(lambda tx, value: _ignore(tx.set_block(place, value=int(value))))


def _put_fire(place: str) -> Put:
    return _in_city(lambda tx, value: _ignore(tx.set_block(place, fire=int(value))))


def _put_side(place: str) -> Put:
    def put(tx: Transaction, value: Value) -> None:
        nobody = (0,) * len(tx.state.players)
        burnt = value == BURNT
        changes = {"fire": 0, "renown": nobody, "loyal": -1} if burnt else {}
        tx.set_block(place, destroyed=burnt, **changes)

    return _in_city(put)


def _put_loyal(place: str) -> Put:
    def put(tx: Transaction, value: Value) -> None:
        nobody = (0,) * len(tx.state.players)
        loyal = -1 if value == NOBODY else seat_of(str(value))
        if loyal != tx.state.city[place].loyal:
            tx.set_block(place, loyal=loyal, stolen=False, renown=nobody)

    return _in_city(put)


def _put_special(place: str) -> Put:
    return lambda tx, value: _ignore(tx.set_block(place, special="" if value == NONE else str(value)))


def _put_stolen(place: str) -> Put:
    return lambda tx, value: _ignore(tx.set_block(place, stolen=value == STOLEN))


def _put_renown(place: str, seat: int) -> Put:
    def put(tx: Transaction, value: Value) -> None:
        renown = list(tx.state.city[place].renown or (0,) * len(tx.state.players))
        renown[seat] = int(value)
        tx.set_block(place, renown=tuple(renown))

    return put


def _ignore(_: object) -> None:
    return None


# --- a player ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Held:
    """What a player has, to find again what was made of the same."""

    player: Player

    def __hash__(self) -> int:
        one = self.player
        return hash((one.name, one.house, one.brigade, one.wagon, one.captain_water, one.wagon_water, one.crew))


@dataclass(frozen=True, kw_only=True)
class _Table:
    """What players have in common: the names of the tiles on all fields, where one can stand, who may join a crew."""

    there: tuple[str | None, ...]
    fields: tuple[str, ...]
    absent: tuple[str, ...]
    advanced: bool


@lru_cache(maxsize=16)  # likewise: most steps change one player of four, or none
def _player(seat: int, held: _Held, captain: int, table: _Table) -> tuple[Settable[Transaction], ...]:
    """Everything of a player, whose Captain holds so much water."""
    return tuple(grouped(verbatim(held.player.name), _settables(seat, held.player, captain, table)))


def _settables(seat: int, player: Player, captain: int, table: _Table) -> Iterator[Settable[Transaction]]:
    key, names = seat_name(seat), _names(table.there)
    places = {
        "brigade": T("{who}: Brigade on", who=player.name),
        "wagon": T("{who}: Wagon on", who=player.name),
    }
    yield Settable(pick(f"{key}.house", T("{who}: Firehouse in the corner", who=player.name), _CORNERS), player.house,
               _put_house(seat))  # fmt: skip
    yield Settable(whole(f"{key}.holds", T("{who}: water that the Captain holds", who=player.name), MOST_HELD),
               player.holds, _put_water(seat, "holds"))  # fmt: skip
    for name, label in places.items():
        now = str(getattr(player, name))
        fields = {place: named for place, named in names.items() if place in table.fields or place == now}
        yield Settable(pick(f"{key}.at.{name}", label, fields), now, _put_player(seat, name))
    yield Settable(whole(f"{key}.captain_water", T("{who}: water on the Captain", who=player.name), captain),
               min(player.captain_water, captain), _put_water(seat, "captain_water"))  # fmt: skip
    yield Settable(whole(f"{key}.wagon_water", T("{who}: water in the Wagon", who=player.name), player.values["wagon"]),
               min(player.wagon_water, player.values["wagon"]), _put_water(seat, "wagon_water"))  # fmt: skip
    for track in TRACKS:
        label = T("{who}: {track}", who=player.name, track=TRACK_NAMES[track])
        ask = whole(f"{key}.{track}", label, AT_MOST[track], at_least=AT_START[track])
        yield Settable(ask, player.values[track], _put_track(seat, track))
        label = T("{who}: upgrades of the track {track}", who=player.name, track=TRACK_NAMES[track])
        ask = whole(f"{key}.circles.{track}", label, MOST_CIRCLES)
        yield Settable(ask, player.circles[track], _put_circles(seat, track))
        label = T("{who}: blue circle of {track}", who=player.name, track=TRACK_NAMES[track])
        blue = YES if track in player.blue else NO
        yield Settable(pick(f"{key}.blue.{track}", label, _REACHED), blue, _put_blue(seat, track))
    for one in player.crew:
        label = T("{who}: water of {name}", who=player.name, name=CREW[one.name].name)
        yield Settable(whole(f"{key}.crew.{one.name}", label, one.holds), one.water, _put_crew(seat, one.name))
        gone = {STANDS: T("In the crew"), NONE: T("Discarded")}
        yield Settable(
            pick(f"{key}.keeps.{one.name}", verbatim(CREW[one.name].name), gone), STANDS, _drop(seat, one.name)
        )
    if table.absent:
        absent = {NONE: T("Nobody"), **{name: verbatim(CREW[name].name) for name in table.absent}}
        label = T("{who}: joins the crew", who=player.name)
        yield Settable(pick(f"{key}.joins", label, absent), NONE, _put_joins(seat))
    yield Settable(pick(f"{key}.precious", T("{who}: has Sir Precious", who=player.name), _REACHED),
               YES if player.precious else NO, _put_flag(seat, "precious"))  # fmt: skip
    if table.advanced:
        yield from _advanced(seat, player)


@lru_cache(maxsize=16)
def _names(there: tuple[str | None, ...]) -> Mapping[str, Text]:
    return {place: place_name(place, named) for place, named in zip(ALL, there, strict=True)}


def _advanced(seat: int, player: Player) -> Iterator[Settable[Transaction]]:
    key = seat_name(seat)
    captains = {NONE: T("Not told"), **{name: verbatim(one.name) for name, one in CAPTAINS.items()}}
    sides = {NONE: T("Not told"), **{name: title(name) for name in HOUSES}}
    yield Settable(pick(f"{key}.captain", T("{who}: Captain", who=player.name), captains), player.captain or NONE,
               _put_named(seat, "captain"))  # fmt: skip
    yield Settable(pick(f"{key}.side", T("{who}: Firehouse, side 2", who=player.name), sides), player.side or NONE,
               _put_named(seat, "side"))  # fmt: skip
    if player.captain == "white_fang":
        yield Settable(pick(f"{key}.turned", T("{who}: White Fang is a werewolf", who=player.name), _REACHED),
                   YES if player.turned else NO, _put_flag(seat, "turned"))  # fmt: skip


_REACHED = {NO: T("No"), YES: T("Yes")}


def _may_join(state: State, name: str) -> bool:
    """A crew card that was told once can be put into a crew by hand."""
    return recruiting.known(state, name) is not None and not recruiting.in_play(state, name)


def _put_joins(seat: int) -> Put:
    def put(tx: Transaction, value: Value) -> None:
        known = recruiting.known(tx.state, str(value))
        if known is not None:
            crew = tx.state.players[seat].crew
            tx.set_player(seat, crew=(*crew, Crew(name=str(value), kind=known[0], holds=known[1], water=0)))

    return put


def _put_flag(seat: int, field: str) -> Put:
    return lambda tx, value: _ignore(tx.set_player(seat, **{field: value == YES}))


def _put_circles(seat: int, track: str) -> Put:
    def put(tx: Transaction, value: Value) -> None:
        circles = tx.state.players[seat].circles
        tx.set_player(seat, circles={**circles, track: int(value)})

    return put


def _put_blue(seat: int, track: str) -> Put:
    def put(tx: Transaction, value: Value) -> None:
        blue = tuple(one for one in tx.state.players[seat].blue if one != track)
        tx.set_player(seat, blue=(*blue, track) if value == YES else blue)

    return put


def _put_player(seat: int, field: str) -> Put:
    return lambda tx, value: _ignore(tx.set_player(seat, **{field: str(value)}))


def _put_house(seat: int) -> Put:
    """The Firehouse is in another corner; whoever has theirs there gets this one. What stands at home goes along."""

    def put(tx: Transaction, value: Value) -> None:
        old, new = tx.state.players[seat].house, str(value)
        exchanged = {old: new, new: old}
        for at, player in enumerate(tx.state.players):
            if player.house in exchanged:
                home = {name: exchanged[player.house] for name in ("house", "brigade", "wagon")
                        if getattr(player, name) == player.house}  # fmt: skip
                tx.set_player(at, **home)

    return put


def _put_named(seat: int, field: str) -> Put:
    return lambda tx, value: _ignore(tx.set_player(seat, **{field: "" if value == NONE else str(value)}))


def _put_water(seat: int, field: str) -> Put:
    return lambda tx, value: _ignore(tx.set_player(seat, **{field: int(value)}))


def _put_track(seat: int, track: str) -> Put:
    def put(tx: Transaction, value: Value) -> None:
        tx.set_player(seat, values={**tx.state.players[seat].values, track: int(value)})

    return put


def _put_crew(seat: int, name: str) -> Put:
    def put(tx: Transaction, value: Value) -> None:
        crew = tx.state.players[seat].crew
        tx.set_player(seat, crew=tuple(replace(c, water=int(value)) if c.name == name else c for c in crew))

    return put


def _drop(seat: int, name: str) -> Put:
    def put(tx: Transaction, value: Value) -> None:
        if value == NONE:
            crew = tx.state.players[seat].crew
            tx.set_player(seat, crew=tuple(one for one in crew if one.name != name))

    return put


MODULE: GameModule[State, Transaction] = GameModule(name="adjusting", settables=settables)
