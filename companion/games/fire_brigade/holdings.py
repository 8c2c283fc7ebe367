"""What the players have, as the phones show it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.api import CardList, CardRow, Cell, Counter, Grid, Panel, T, Track, Widget, verbatim
from companion.games.fire_brigade import city as city_view
from companion.games.fire_brigade import water
from companion.games.fire_brigade.crew.cards import CAPTAINS, CREW, HOUSES, active, title
from companion.games.fire_brigade.ending import score
from companion.games.fire_brigade.names import KIND_NAMES, TRACK_NAMES, field_name
from companion.games.fire_brigade.state import (
    AT_MOST,
    AT_START,
    FLAMES,
    KINDS,
    LOYALTY,
    RENOWN,
    TRACKS,
    State,
)
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit import GameModule, seat_name


def panels(state: State) -> tuple[Panel, ...]:
    """How far the fire has come, then every player."""
    if state.phase == "setup":
        return (city_view.panel(state),)
    return (city_view.panel(state), _danger(state), *(_player(state, seat) for seat in range(len(state.players))))


def _danger(state: State) -> Panel:
    burnt = len(state.destroyed)
    widgets: tuple[Widget, ...] = (
        Track(label=T("Destroyed blocks"), at=min(burnt, 8), first=0, last=8, tone="danger" if burnt >= 6 else "plain",
              note=T("Eight, or three of the University, and the city is evacuated."), icon="ruins", main=True),
        Counter(label=T("Blocks that burn"), count=len(state.fires), icon="fire", main=True),
        Counter(label=T("Flames left"), count=max(FLAMES - len(state.fires), 0), of=FLAMES, icon="flames"),
        Counter(label=T("Water left"), count=state.water_left(), icon="water", main=True),
    )  # fmt: skip
    return Panel(name="danger", title=T("The fire"), widgets=widgets, icon="fire")


def _player(state: State, seat: int) -> Panel:
    player = state.players[seat]
    widgets: list[Widget] = [
        Counter(label=T("Points"), count=score(state, seat), icon="points", main=True),
        Counter(label=T("Water of the Brigade"), count=player.brigade_water, of=water.brigade_holds(state, seat),
                note=T("on {where}", where=field_name(state, player.brigade)), icon="brigade"),
        Counter(label=T("Water in the Wagon"), count=player.wagon_water, of=player.values["wagon"],
                value=f"{seat_name(seat)}.wagon_water", note=T("on {where}", where=field_name(state, player.wagon)),
                icon="wagon"),
        *(Track(label=TRACK_NAMES[track], at=player.values[track], first=AT_START[track], last=AT_MOST[track],
                value=f"{seat_name(seat)}.{track}", icon=track) for track in TRACKS),
        _loyal(state, seat),
        Counter(label=T("Loyalty markers left"), count=state.loyalty_left(seat), of=LOYALTY, icon="loyalty"),
        Counter(label=T("Renown markers left"), count=state.renown_left(seat), of=RENOWN, icon="renown"),
    ]  # fmt: skip
    rows = tuple(_cards(state, seat))
    if rows:
        widgets.append(CardList(label=T("Crew"), cards=rows))
    return Panel(name=seat_name(seat), title=verbatim(player.name), widgets=tuple(widgets), icon="firehouse")


def _loyal(state: State, seat: int) -> Grid:
    counts = {kind: sum(b.loyal == seat and b.kind == kind for b in state.city.values()) for kind in KINDS}
    cells = tuple(Cell(label=verbatim(str(n)), tone="good" if n else "plain") for n in counts.values())
    return Grid(label=T("Loyal blocks"), columns=tuple(KIND_NAMES[kind] for kind in KINDS), rows=(cells,))


def _cards(state: State, seat: int) -> Iterator[CardRow]:
    """The Captain and the board of the advanced game, the crew, and Sir Precious."""
    player, awake = state.players[seat], active(state, seat)
    for deck, name in ((CAPTAINS, player.captain), (HOUSES, player.side)):
        if name in deck:
            icon = "captain" if deck is CAPTAINS else "firehouse"
            yield CardRow(code=deck[name].name, label=title(name), note=deck[name].words, icon=icon)
    for one in player.crew:
        label = T("{name}, {kind}, water {water} of {holds}", name=CREW[one.name].name, kind=KIND_NAMES[one.kind],
                  water=one.water, holds=one.holds)  # fmt: skip
        note = CREW[one.name].words if one.name in awake else T("Sleeps: no loyal block of that kind.")
        yield CardRow(code=CREW[one.name].name, label=label, note=note, icon="crew")
    if player.mimic in awake:
        label = T("Galeela's token: {name}", name=CREW[player.mimic].name)
        yield CardRow(code=CREW[player.mimic].name, label=label, note=CREW[player.mimic].words)
    if player.precious:
        yield CardRow(code=CREW["precious"].name, label=verbatim(CREW["precious"].name), note=CREW["precious"].words)


MODULE: GameModule[State, Transaction] = GameModule(name="holdings", panels=panels)
