"""Damaged tiles on the Tower Rooms (rulebook p. 26)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api import Args, IllegalMove, Prompt, T
from companion.games.turris import prestige
from companion.games.turris.state import HOUSE, State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit import Action, action, number, require_task, tap, whole


def gain_prestige(tx: Transaction, count: int) -> None:
    """The Betrayers gain Prestige. They are no player (p. 25), so that the Site stays, unless the table plays it so."""
    before = tx.state.betrayer_prestige
    tx.set(betrayer_prestige=before + count)
    played = tx.state.choices.get(prestige.BETRAYERS)
    if played == "change":
        prestige.passed(tx, before, before + count)
    elif played is None and min(prestige.new_marks(tx.state, before, before + count), default=LAST) < LAST:
        of = (str(before), str(before + count))
        tx.add_task(Task(kind=HOUSE, seat=0, about=prestige.BETRAYERS, of=of))


REPAIR = "solo.repair"
ROOMS = 6  # and as many Damage tokens (p. 3)
LAST = prestige.MARKS[-1]  # with it they have won
POINTS = 4  # the Betrayers' Prestige for a tile (p. 26)


def damage(tx: Transaction) -> None:
    """A Damaged tile goes to the next room without one, from the top right, right to left, top to bottom."""
    state = tx.state
    room = next((room for room in range(1, ROOMS + 1) if room not in state.damaged), None)
    if room is None:
        tx.tell("no_room_left", T("Every Tower Room is damaged already: no tile is placed."))
        return
    tx.set(damaged=(*state.damaged, room))
    gain_prestige(tx, POINTS)
    text = T(
        "Damaged tile on room {room}, counted from the top right to the left. Betrayers: {points} Prestige.",
        room=room,
        points=tx.state.betrayer_prestige,
    )
    tx.tell("damaged", text, room=room, prestige=tx.state.betrayer_prestige)
    order = T("Damaged tile onto room {room}; the Betrayers’ Prestige marker to {points}", room=room,
              points=tx.state.betrayer_prestige)  # fmt: skip
    back = T("Take the Damaged tile off room {room}; the Betrayers’ Prestige marker to {points}", room=room,
             points=tx.state.betrayer_prestige - POINTS)  # fmt: skip
    tx.todo(order, icon="tower", back=back)


def settle(tx: Transaction, task: Task) -> bool:
    """Nothing to repair where nothing is damaged."""
    if tx.state.damaged:
        return False
    tx.finish_task()
    return True


def repair(tx: Transaction, args: Args) -> None:
    """Instead of the Future First Player card, you take a Damaged tile away."""
    require_task(tx.state, REPAIR)
    room = number(args, "room")
    if room and room not in tx.state.damaged:
        raise IllegalMove(T("There is no Damaged tile on this room."), rule="solo.turn", page=25)
    tx.finish_task()
    if room:
        tx.set(damaged=tuple(other for other in tx.state.damaged if other != room))
        tx.note("repaired", T("The Damaged tile was taken off room {room}.", room=room), room=room)


def prompt(state: State) -> Prompt:
    """Which tile is taken away, one tap."""
    offers = [tap("repair", T("Room {room}", room=room), room=room) for room in sorted(state.damaged)]
    return Prompt(
        name=REPAIR,
        do=T("You may take a Damaged tile off a Tower Room."),
        more=T("Rooms are counted from the top right, right to left and top to bottom."),
        seat=0,
        rule="solo.turn",
        offers=(*offers, tap("repair", T("Leave them"), room=0)),
    )


MOVES: Mapping[str, Action[Transaction]] = {
    "repair": action(
        repair,
        lambda args: (
            T("Repaired room {room}", room=number(args, "room")) if number(args, "room") else T("Repaired no room")
        ),
        whole("room", T("Room"), ROOMS),
    )
}
