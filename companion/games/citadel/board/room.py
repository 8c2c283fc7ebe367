"""Not enough room on the table (p. 22): everybody meets, some Terrain cards are returned with what is attached to them,
and Exploration cards come onto the empty spaces that arrows point to."""

from __future__ import annotations

from companion.api import Args, IllegalMove, Move, N, Offer, T, Text, Words, row_of
from companion.games.citadel.board import geometry, placing
from companion.games.citadel.board.showing import number_of
from companion.games.citadel.board.sketch import EXPLORATION, Space
from companion.games.citadel.cards import moving
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import pick, word


def meeting_place(state: State) -> str | None:
    """The Terrain card on which all figures stand; None while they have not met."""
    places = {hero.place for hero in state.awake}
    place = places.pop() if len(places) == 1 else ""
    return place if state.sketch.holding(place) is not None else None


def why_not(state: State, chosen: tuple[str, ...]) -> Text | None:
    """Why these Terrain cards may not be returned; None where they may."""
    here = meeting_place(state)
    if here is None:
        return T("First, all characters take actions until they stand on the same Terrain card.")
    if here in chosen:
        return T("The Terrain card that the figures stand on has to stay.")
    left = {space.key for space in state.sketch.terrains} - set(chosen)
    if left - geometry.reachable(state.sketch, here, frozenset(chosen)):
        return T("All Terrain cards that stay must be reachable. Choose others as well.")
    return None


def cut_off(state: State, chosen: tuple[str, ...]) -> tuple[Space, ...]:
    """The Terrain cards that could not be reached any more if these were returned."""
    here = meeting_place(state)
    if here is None:
        return ()
    kept = geometry.reachable(state.sketch, here, frozenset(chosen))
    return tuple(one for one in state.sketch.terrains if one.key not in kept and one.key not in chosen)


def clear(tx: Transaction, chosen: tuple[str, ...]) -> None:
    """Return them, with their events; put Exploration cards where arrows point to empty spaces."""
    refused = why_not(tx.state, chosen)
    if refused is not None:
        raise IllegalMove(refused, rule="board.room", page=22)
    if not chosen:
        raise IllegalMove(T("Choose the Terrain cards to return."), rule="board.room", page=22)
    sketch = tx.state.sketch
    numbers = [number_of(tx.state, key) for key in chosen]
    events = tuple(dict.fromkeys(one.key for one in sketch.attached if one.to in chosen))
    for key in (*events, *chosen):
        moving.return_(tx, key)
        placing.drop(tx, key)
    _return_orphans(tx)
    tx.tell(
        "board_cleared",
        N("{n} Terrain card was returned: {numbers}.", "{n} Terrain cards were returned: {numbers}.", len(chosen),
          numbers=row_of(numbers)),
        count=len(chosen),
    )  # fmt: skip
    placing.refill(tx, geometry.gaps(tx.state.sketch))


def _return_orphans(tx: Transaction) -> None:
    """Exploration cards that no arrow points to any more hide nothing, and are returned too."""
    for space in tx.state.sketch.spaces:
        if space.kind == EXPLORATION and not geometry.pointing(tx.state.sketch, space.x, space.y):
            moving.return_(tx, space.key)
            placing.drop(tx, space.key)


def clear_room(tx: Transaction, args: Args) -> None:
    """Terrain cards are returned because the table is full (p. 22)."""
    clear(tx, tuple(word(args, "terrains").split()))


_TERRAINS = Words(name="terrains", label=T("Terrain cards"), at_most_chars=400)


def offers(state: State) -> tuple[Offer, ...]:
    """One Terrain card to return at a time, or with it all that would be cut off."""
    here = meeting_place(state)
    if here is None or len(state.sketch.terrains) < 2:
        return ()
    choices = {}
    for space in state.sketch.terrains:
        if space.key != here:
            lost = cut_off(state, (space.key,))
            keys = (space.key, *(one.key for one in lost))
            numbers = row_of([number_of(state, key) for key in keys])
            choices[" ".join(keys)] = numbers
    asks = (pick("terrains", T("Terrain cards"), choices),)
    return (
        Offer(
            move=Move("clear_room"),
            label=T("Return Terrain cards to make room"),
            note=T("With those that could not be reached any more."),
            asks=asks,
            under=T("The table is full"),
            rule="board.room",
        ),
    )


MOVES: Moves = {
    "clear_room": move(clear_room, T("Returned Terrain cards to make room"), _TERRAINS),
}
