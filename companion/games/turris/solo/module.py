"""Playing alone, put together: what is shown, set by hand and asked (rulebook p. 25 to 27)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.api import Panel, T, Token, TokenRow, Track, Value
from companion.games.turris import ending, prestige
from companion.games.turris.ending import MOST_PRESTIGE
from companion.games.turris.map.land import locations
from companion.games.turris.names import place_name
from companion.games.turris.solo import betrayers, damage
from companion.games.turris.solo.damage import ROOMS
from companion.games.turris.state import State
from companion.games.turris.transaction import Transaction
from companion.toolkit import GameModule, Settable, grouped, pick, whole

YES_NO = {"no": T("No"), "yes": T("Yes")}


def panels(state: State) -> tuple[Panel, ...]:
    """Their Prestige, and the Tower Rooms with the damaged ones marked."""
    if not state.solo:
        return ()
    rooms = tuple(
        Token(
            label=T("Room {room}", room=room),
            lit=room not in state.damaged,
            tone="danger" if room in state.damaged else "good" if room in state.taken else "plain",
            icon="tower",
        )
        for room in range(1, ROOMS + 1)
    )
    points = Track(
        label=T("Prestige of the Betrayers"),
        at=min(state.betrayer_prestige, MOST_PRESTIGE),
        first=0,
        last=MOST_PRESTIGE,
        value="betrayer_prestige",
        icon="prestige",
        tone="danger",
    )
    damaged = TokenRow(label=T("Tower Rooms, from the top right; dark ones are damaged"), tokens=rooms)
    return (Panel(name="betrayers", title=T("Betrayers"), widgets=(points, damaged), icon="betrayer"),)


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """Prestige, where their Scouts stand, and each Damaged tile."""
    if not state.solo:
        return
    most = max(MOST_PRESTIGE, state.betrayer_prestige)
    points = whole("betrayer_prestige", T("Prestige of the Betrayers"), most)
    yield Settable(points, state.betrayer_prestige, _put_points)
    for scout in range(len(state.betrayers)):
        yield _scout(state, scout)
    for room in range(1, ROOMS + 1):
        yield _room(state, room)


def _put_points(tx: Transaction, value: Value) -> None:
    before = tx.state
    tx.set(betrayer_prestige=int(value))
    if before.choices.get(prestige.BETRAYERS) == "change":
        prestige.marks_set_right(tx, before.betrayer_prestige, int(value))
    ending.corrected(tx, before, "")


def _scout(state: State, scout: int) -> Settable[Transaction]:
    places = {place: place_name(state, place) for place in locations(state)}
    ask = pick(f"betrayer_{scout + 1}", T("Betrayers' Scout {number}: where", number=scout + 1), places)

    def moved(value: str) -> tuple[str, ...]:
        return tuple(value if at == scout else place for at, place in enumerate(state.betrayers))

    return Settable(ask, state.betrayers[scout], lambda tx, value: tx.set(betrayers=moved(str(value))))


def _room(state: State, room: int) -> Settable[Transaction]:
    others = tuple(other for other in state.damaged if other != room)
    now = "yes" if room in state.damaged else "no"
    ask = pick(f"damaged_{room}", T("Room {room}: damaged", room=room), YES_NO)

    def put(tx: Transaction, value: Value) -> None:
        before = tx.state
        tx.set(damaged=(*others, room) if value == "yes" else others)
        ending.corrected(tx, before, "")

    return Settable(ask, now, put)


def _settle(tx: Transaction) -> bool:
    if tx.state.tasks and tx.state.tasks[0].kind == damage.REPAIR:
        return damage.settle(tx, tx.state.tasks[0])
    return betrayers.settle(tx)


MODULE: GameModule[State, Transaction] = GameModule(
    name="solo",
    moves={**betrayers.NUMBER_MOVES, **damage.MOVES, **betrayers.MOVES},
    tasks={
        betrayers.NUMBER: betrayers.number_prompt,
        betrayers.CARD: betrayers.card_prompt,
        betrayers.LURE: betrayers.lure_prompt,
        damage.REPAIR: damage.prompt,
    },
    settle=_settle,
    panels=panels,
    settables=lambda state: grouped(T("Betrayers"), settables(state)),
)
