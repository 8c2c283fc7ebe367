"""What every player has, open for all to see, and set by hand (rulebook p. 6, 10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.api import Cell, Grid, Note, Panel, T, Text, Value, Widget, row_of
from companion.games.turris import face_up, people, supply
from companion.games.turris.map import land
from companion.games.turris.names import place_name, shown_name, who
from companion.games.turris.state import SCOUTS, State
from companion.games.turris.transaction import Transaction
from companion.toolkit import GameModule, Settable, grouped, pick, seat_name, seat_of, whole

COLUMNS: Mapping[str, Text] = {
    "ichor": T("Ichor"),
    "knowledge": T("Knowledge"),
    "relics": T("Relics"),
    "weaponry": T("Weaponry"),
    "artifacts": T("Artifacts"),
    "tokens": T("Additional Action tokens"),
    "tactics": T("Tactics cards"),
    "completed": T("Missions completed"),
    "reserved": T("Missions reserved"),
}
MOST_CARDS = 50  # of Tactics and of Missions (p. 3)
MOST: Mapping[str, int] = {
    **supply.IN_BOX,
    **dict.fromkeys(("tactics", "completed", "reserved"), MOST_CARDS),
}
NOBODY = "nobody"
SIGNS: Mapping[str, str] = {"completed": "missions"}


def panels(state: State) -> tuple[Panel, ...]:
    """Resources and cards of everybody, Scouts of everybody, who holds what."""
    if state.phase == "setup":
        return ()
    return (
        Panel(
            name="players", title=T("Players"), widgets=(_stores(state), _scouts(state), *_notes(state)), icon="players"
        ),
    )


def _stores(state: State) -> Grid:
    head = tuple(Text("{name}", {"name": player.name}) for player in state.players)
    rows = tuple(
        (
            Cell(label=label, icon=SIGNS.get(what, what)),
            *(_number(int(getattr(player, what))) for player in state.players),
        )
        for what, label in COLUMNS.items()
        if what != "tokens" or any(player.tokens for player in state.players)  # few games see any
    )
    return Grid(label=T("Resources and cards"), columns=(T("What"), *head), rows=rows)


def _number(count: int) -> Cell:
    return Cell(label=Text("{count}", {"count": count}))


def _scouts(state: State) -> Grid:
    head = tuple(Text("{name}", {"name": player.name}) for player in state.players)
    seats = range(len(state.players))
    rows = [
        (Cell(label=T("Reserve"), icon="reserve"), *(_number(player.reserve) for player in state.players)),
        (Cell(label=T("Graveyard"), icon="graveyard"), *(_number(player.graveyard) for player in state.players)),
    ]
    for place in state.scouts:
        here = state.standing(place)
        rows.append((Cell(label=place_name(state, place)), *(_number(here[seat]) for seat in seats)))
    return Grid(label=T("Scouts"), columns=(T("Where"), *head), rows=tuple(rows))


def _notes(state: State) -> Iterator[Widget]:
    """Who is First Player now and next, ongoing Missions, and how little the supply has."""
    yield Note(text=T("First Player: {player}", player=who(state, state.first)))
    if state.future >= 0:
        yield Note(text=T("Future First Player: {player}", player=who(state, state.future)))
    for player in state.players:
        names = [shown_name(name) or "?" for name in player.ongoing]
        if names:
            yield Note(
                text=T("Ongoing Missions of {player}: {names}", player=player.name, names=row_of(names)),
                rule="missions",
            )
    for what in supply.TOKENS:
        if supply.left(state, what) <= len(state.players):
            left = T("Left in the supply, {what}: {count}", count=supply.left(state, what), what=supply.NAMES[what])
            yield Note(text=left, tone="warm", rule="supply")


# --- set by hand ------------------------------------------------------------------------------------------------------


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """Every number of every player, where the Scouts are, who holds the First Player token and the card."""
    for seat in range(len(state.players)):
        name = Text("{name}", {"name": who(state, seat)})
        yield from grouped(name, (_count(state, seat, what) for what in COLUMNS))
        yield from grouped(T("Scouts of {player}", player=who(state, seat)), _places(state, seat))
    yield from grouped(T("Round"), (_first(state), *(() if state.solo else (_future(state),))))


def _count(state: State, seat: int, what: str) -> Settable[Transaction]:
    now = int(getattr(state.players[seat], what))
    free = supply.left(state, what) + now if what in supply.TOKENS else MOST[what]
    label = T("{what} of {player}", what=COLUMNS[what], player=who(state, seat))

    def put(tx: Transaction, value: Value) -> None:
        if what == "reserved":
            face_up.set_reserved(tx, seat, int(value))
        else:
            tx.set_player(seat, **{what: int(value)})

    return Settable(whole(f"{what}_{seat + 1}", label, max(now, free)), now, put)


def _places(state: State, seat: int) -> Iterator[Settable[Transaction]]:
    """Scouts in each place and in the Graveyard; the reserve has the rest, so that they are always four."""
    player = state.players[seat]
    name = who(state, seat)
    label = T("Scouts of {player} in the Graveyard", player=name)
    most = player.reserve + player.graveyard
    yield Settable(whole(f"graveyard_{seat + 1}", label, most), player.graveyard, _bury(seat))
    for place in land.locations(state):
        here = state.standing(place)[seat]
        label = T("Scouts of {player}: {place}", player=name, place=place_name(state, place))
        yield Settable(whole(f"scouts_{seat + 1}_{place}", label, here + player.reserve), here, _stand(seat, place))


def _bury(seat: int) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        player = tx.state.players[seat]
        tx.set_player(seat, reserve=player.reserve + player.graveyard - int(value), graveyard=int(value))

    return put


def _stand(seat: int, place: str) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        change = int(value) - tx.state.standing(place)[seat]
        tx.stand(place, seat, change)
        tx.set_player(seat, reserve=SCOUTS - tx.state.players[seat].graveyard - _standing(tx.state, seat))

    return put


def _standing(state: State, seat: int) -> int:
    return sum(people.standing(state, seat).values())


def _first(state: State) -> Settable[Transaction]:
    seats = {seat_name(seat): Text("{name}", {"name": player.name}) for seat, player in enumerate(state.players)}
    ask = pick("first", T("First Player"), seats)
    return Settable(ask, seat_name(state.first), lambda tx, value: tx.set(first=seat_of(str(value))))


def _future(state: State) -> Settable[Transaction]:
    seats = {seat_name(seat): Text("{name}", {"name": player.name}) for seat, player in enumerate(state.players)}
    ask = pick("future", T("Future First Player card"), {NOBODY: T("Beside the board"), **seats})
    now = seat_name(state.future) if state.future >= 0 else NOBODY
    return Settable(ask, now, lambda tx, value: tx.set(future=-1 if value == NOBODY else seat_of(str(value))))


MODULE: GameModule[State, Transaction] = GameModule(name="holdings", panels=panels, settables=settables)
