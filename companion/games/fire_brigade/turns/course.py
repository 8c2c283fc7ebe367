"""The course of the game: Event Phase, Action Phase, the next player (rulebook p. 8 and 9)."""

from __future__ import annotations

from companion.api.text import N, T
from companion.games.fire_brigade.books import Books
from companion.games.fire_brigade.crew import abilities
from companion.games.fire_brigade.ending import winning
from companion.games.fire_brigade.fire import razing, specials
from companion.games.fire_brigade.names import who
from companion.games.fire_brigade.state import NOBLES, START_EVENTS, Turn
from companion.games.fire_brigade.story import record_turn
from companion.games.fire_brigade.turns import moving


def settle(books: Books) -> bool:
    """The next thing that happens by itself: a phase ends, blocks are turned over, the next turn begins."""
    state = books.state
    if state.phase == "setup":
        return False
    if winning.crown(books):
        return True
    if state.tasks:
        return False
    if winning.settle(books):
        return True
    if state.phase in ("event", "start_events") and state.turn.revealed:
        return _end_event(books)
    if state.phase == "action" and state.turn.actions <= 0 and not state.turn.free:
        return _end_actions(books)
    return False


def _turn_over(books: Books) -> bool:
    """At the end of a phase lost blocks are turned over; what a special building does may lose more."""
    lost = {place: books.state.city[place].special for place in razing.lost(books.state)}
    if not lost:
        return False
    razing.raze(books)
    for place, special in lost.items():
        specials.turned(books, place, special)
    return True


def _end_event(books: Books) -> bool:
    if _turn_over(books):
        return True
    books.set_turn(revealed=False)
    if winning.closed(books):
        return True
    if books.state.phase == "start_events":
        if books.state.events < START_EVENTS:
            return True
        books.tell("events_shuffled", T("Shuffle the other start events into the event deck."))
    begin_actions(books)
    return True


def begin_actions(books: Books) -> None:
    """The Action Phase of the active player: as many actions as the Leadership track shows (p. 9)."""
    seat, player = books.state.turn.seat, books.state.active
    count = player.values["leadership"] + books.state.turn.bonus - int(player.precious)
    books.set(phase="action")
    books.set_turn(actions=count, bonus=0, done=(), free=())
    if player.precious:
        books.tell("precious_costs", T("{who}: Sir Precious costs an action.", who=player.name), seat=seat)
    text = N("{who} has {n} action.", "{who} has {n} actions.", count, who=player.name)
    books.tell("actions", text, seat=seat, actions=count)


def _end_actions(books: Books) -> bool:
    if _turn_over(books):
        return True
    seat = books.state.turn.seat
    if _fresh_horses(books, seat):
        return True
    if _again(books, seat):
        return True
    if winning.evacuated(books, seat):
        return True
    _next(books, (seat + 1) % len(books.state.players))
    return True


def _next(books: Books, seat: int) -> None:
    """A turn begins. What Bernhardt Blaze kept off lasted until now (card text)."""
    record_turn(books)
    books.set(phase="event", turn=Turn(seat=seat, number=books.state.turn.number + 1))
    books.set_player(seat, sheltered=False)
    books.tell("turn", T("It is the turn of {who}.", who=who(books.state, seat)), seat=seat)


def _again(books: Books, seat: int) -> bool:
    """Brother Ben's extra turn follows the own turn. In an evacuation nobody has more than the last one (p. 8)."""
    player, left = books.state.players[seat], books.state.left
    if not player.again or left is not None:
        return False
    books.set_player(seat, again=player.again - 1)
    _next(books, seat)
    return True


def _fresh_horses(books: Books, seat: int) -> bool:
    """Black Firehouse, side 2: a turn that ends on a block of the Nobles' Rise allows a free Move (card text)."""
    block = books.state.city.get(books.state.players[seat].brigade)
    if "horses" in books.state.turn.done or block is None or block.kind != NOBLES:
        return False
    if not abilities.has(books.state, seat, "black") or not moving.targets(books.state, seat):
        return False
    books.set_turn(free=("horses",), done=(*books.state.turn.done, "horses"))
    return True
