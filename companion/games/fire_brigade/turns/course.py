"""The course of the game: Event Phase, Action Phase, the next player (rulebook p. 8 and 9)."""

from __future__ import annotations

from companion.games.fire_brigade.books import Books
from companion.games.fire_brigade.crew import abilities
from companion.games.fire_brigade.crew.cards import END, TURN
from companion.games.fire_brigade.ending import winning
from companion.games.fire_brigade.fire import razing, specials
from companion.games.fire_brigade.names import who
from companion.games.fire_brigade.state import START_EVENTS, State, Turn
from companion.text import T


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
    if books.state.phase == "start_events" and books.state.events < START_EVENTS:
        return True
    begin_actions(books)
    return True


def begin_actions(books: Books) -> None:
    """The Action Phase of the active player: as many actions as the Leadership track shows (p. 9)."""
    seat, player = books.state.turn.seat, books.state.active
    books.set(phase="action")
    books.set_turn(actions=player.values["leadership"], done=(), free=())
    text = T("{who} has {n} actions.", who=who(books.state, seat), n=player.values["leadership"])
    books.tell("actions", text, seat=seat, actions=player.values["leadership"])
    for ability in abilities.reminders(books.state, seat, TURN):
        if not ability.action:
            books.tell("reminder", T("{name}: {words}", name=ability.name, words=ability.words), seat=seat)


def _end_actions(books: Books) -> bool:
    if _turn_over(books):
        return True
    seat = books.state.turn.seat
    for ability in abilities.reminders(books.state, seat, END):
        books.tell("reminder", T("{name}: {words}", name=ability.name, words=ability.words), seat=seat)
    if winning.evacuated(books, seat):
        return True
    following = (seat + 1) % len(books.state.players)
    books.set(phase="event", turn=Turn(seat=following, number=books.state.turn.number + 1))
    books.tell("turn", T("It is the turn of {who}.", who=who(books.state, following)), seat=following)
    return True


def pending(state: State) -> bool:
    """Whether blocks wait to be turned over at the end of the phase."""
    return bool(razing.lost(state))
