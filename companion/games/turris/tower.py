"""Tower Rooms: who may build one, the Trionfi card that it takes, the Tower track (rulebook p. 11, 12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api import Args, Counter, IllegalMove, N, Offer, Panel, Prompt, T, Text, Track, Value
from companion.api import Move as GameMove
from companion.games.turris import ending, prestige
from companion.games.turris.names import who
from companion.games.turris.rewards.effects import read_card
from companion.games.turris.state import State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit import GameModule, Settable, action, pick, require_task, tap, usual, whole

EACH_NEEDS = 2  # completed Missions for every room (p. 11)
CARDS = 6  # Trionfi cards face up (p. 6)
MOST_ROOMS = 12
BUILD = "tower.build"


def needs(state: State, seat: int, before: int = 0) -> int:
    """Missions that a player must have completed for the next room: 2, 4, 6 and so on (p. 11); `before`: so many rooms
    are built before it."""
    return EACH_NEEDS * (state.players[seat].tower + before + 1)


def missing(state: State, seat: int, before: int = 0) -> int:
    """Missions still to be completed for it."""
    return max(0, needs(state, seat, before) - state.players[seat].completed)


def free_rooms(state: State) -> tuple[int, ...]:
    """In solo play: the rooms (1 is the top right one) whose card can be taken, none with a Damaged tile (p. 26)."""
    return tuple(room for room in range(1, CARDS + 1) if room not in state.damaged and room not in state.taken)


def why_not(state: State, seat: int) -> Text | None:
    """Why a player cannot build a room now."""
    return too_few_missions(state, seat) or no_room(state)


def too_few_missions(state: State, seat: int, before: int = 0) -> Text | None:
    """How many Missions are still to be completed, if any; `before`: so many rooms are built before this one."""
    lacking = missing(state, seat, before)
    if not lacking:
        return None
    return N(
        "{n} more completed Mission is needed for a Tower Room.",
        "{n} more completed Missions are needed for a Tower Room.",
        lacking,
    )


def no_room(state: State, before: int = 0) -> Text | None:
    """Alone: why no room is left to build, so many (`before`) being built before it (p. 26)."""
    if not state.solo:
        return None
    rooms = len(free_rooms(state)) - before if state.trionfi > before else CARDS - len(state.damaged)
    return T("every Tower Room has a Damaged tile or no card.") if rooms <= 0 else None


def build(tx: Transaction, seat: int, points: int, room: int = 0) -> None:
    """A card is taken if there is one, the marker advances, the source's Prestige is scored (p. 11, 12)."""
    state = tx.state
    tower, card = state.players[seat].tower + 1, state.trionfi > 0
    tx.set_player(seat, tower=tower)
    if card:
        tx.set(trionfi=state.trionfi - 1, taken=(*state.taken, room) if room else state.taken)
    text = T("{player} built a Tower Room.", player=who(state, seat))
    tx.tell("room_built", text, seat=seat + 1, rooms=tower, card=int(card), prestige=points)
    tx.todo(_card_and_marker(tx.state, seat, card), icon="tower")
    prestige.gain(tx, seat, points)
    if card:
        read_card(tx, seat, "trionfi")


def _card_and_marker(state: State, seat: int, card: bool) -> Text:
    player, rooms = who(state, seat), state.players[seat].tower
    if card:
        return T("{player}: take a Trionfi card, your Tower marker to {rooms}", player=player, rooms=rooms)
    return T("{player}: your Tower marker to {rooms}", player=player, rooms=rooms)


def ask(tx: Transaction, seat: int, points: int) -> None:
    """A player may build a room now, for so much Prestige."""
    tx.add_task(Task(kind=BUILD, seat=seat, count=points))


# --- the prompt and its answers ---------------------------------------------------------------------------------------


def settle(tx: Transaction) -> bool:
    """A room that cannot be built is not asked for."""
    task = tx.state.tasks[0] if tx.state.tasks else None
    if task is None or task.kind != BUILD:
        return False
    reason = why_not(tx.state, task.seat)
    if reason is None:
        return False
    tx.finish_task()
    tell_no_room(tx, task.seat, reason)
    return True


def tell_no_room(tx: Transaction, seat: int, reason: Text) -> None:
    """Say why a player builds no room."""
    text = T("{player} cannot build a Tower Room: {why}", player=who(tx.state, seat), why=reason)
    tx.tell("no_room", text, seat=seat + 1)


def prompt(state: State) -> Prompt:
    """Build, or do not; in solo play the room is chosen."""
    task = state.tasks[0]
    return Prompt(
        name="tower.build",
        do=T("{player}, build a Tower Room?", player=who(state, task.seat)),
        more=_more(state),
        offers=(*build_offers(state, task.count), tap("no_room", T("Do not build"), rule="tower")),
        seat=task.seat,
        rule="tower",
    )


def _more(state: State) -> Text:
    if state.trionfi:
        return T("Take one of the face-up Trionfi cards; the marker on the Tower track advances.")
    return T("No Trionfi card is left: it brings the Prestige and a step on the Tower track all the same.")


def build_offers(state: State, points: int) -> tuple[Offer, ...]:
    """To build with one tap; in solo play from which room."""
    label = N("Build it: {n} Prestige", "Build it: {n} Prestige", points)
    rooms = free_rooms(state) if state.solo and state.trionfi else ()
    if not rooms:
        return (usual("build", label, "tower", room=0),)
    if len(rooms) == 1:
        return (usual("build", label, "tower", room=rooms[0]),)
    which = pick("room", T("From which Tower Room"), {str(room): room_name(room) for room in rooms})
    return (Offer(move=GameMove("build_from"), label=label, asks=(which,), rule="tower"),)


def room_name(room: int) -> Text:
    """Rooms in solo play are counted from the top right, to the left, then down (p. 26)."""
    return T("Tower Room {number}, counted from the top right", number=room)


def _built(tx: Transaction, args: Args) -> None:
    task = require_task(tx.state, BUILD)
    room = int(args["room"])
    if room and room not in free_rooms(tx.state):
        raise IllegalMove(T("No card can be taken from that Tower Room."), rule="solo.tower", page=26)
    tx.finish_task()
    build(tx, task.seat, task.count, room)


def _not_built(tx: Transaction, args: Args) -> None:
    require_task(tx.state, BUILD)
    task = tx.finish_task()
    tx.note("room_declined", T("{player} does not build.", player=who(tx.state, task.seat)), seat=task.seat + 1)


# --- shown and set by hand --------------------------------------------------------------------------------------------


def panels(state: State) -> tuple[Panel, ...]:
    """The Tower track with what the next room needs, and the cards left."""
    tracks = tuple(
        Track(label=Text("{name}", {"name": player.name}), at=player.tower, first=0, last=max(CARDS, player.tower),
              value=f"tower_{seat + 1}", note=_needs_text(state, seat), icon="tower", main=True)
        for seat, player in enumerate(state.players)
    )  # fmt: skip
    cards = Counter(label=T("Trionfi cards face up"), count=state.trionfi, of=CARDS, value="trionfi", icon="trionfi")
    return (Panel(name="tower", title=T("Tower track"), widgets=(*tracks, cards), icon="tower"),)


def _needs_text(state: State, seat: int) -> Text:
    return T("Missions completed: {done}; the next room needs {needed}", done=state.players[seat].completed,
             needed=needs(state, seat))  # fmt: skip


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """Rooms of each player, and the cards left."""
    for seat, player in enumerate(state.players):
        label = T("Tower Rooms of {player}", player=player.name)
        yield Settable(whole(f"tower_{seat + 1}", label, max(MOST_ROOMS, player.tower)), player.tower, _put(seat))
    label = T("Trionfi cards face up")
    yield Settable(whole("trionfi", label, CARDS), state.trionfi, lambda tx, value: tx.set(trionfi=int(value)))


def _put(seat: int) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        before = tx.state
        tx.set_player(seat, tower=int(value))
        ending.corrected(tx, before, ending.BY_ROOMS)

    return put


_ROOM = whole("room", T("Tower Room"), CARDS, 0)
_ROOMS = pick("room", T("Tower Room"), {str(room): room_name(room) for room in range(1, CARDS + 1)})
MODULE: GameModule[State, Transaction] = GameModule(
    name="tower",
    moves={
        "build": action(_built, T("Built a Tower Room"), _ROOM),
        "build_from": action(_built, T("Built a Tower Room"), _ROOMS),
        "no_room": action(_not_built, T("Did not build")),
    },
    tasks={BUILD: prompt},
    settle=settle,
    panels=panels,
    settables=settables,
)
