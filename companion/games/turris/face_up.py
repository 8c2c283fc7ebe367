"""Missions that lie face up or are reserved, by name (rulebook p. 10, 11). Whoever likes tells which they are: then to
complete one that is known takes one tap."""

from __future__ import annotations

from collections.abc import Iterator

from companion.asking import pick, tap
from companion.game import Args, Choice, IllegalMove, Offer, Prompt, Words
from companion.game import Move as GameMove
from companion.games.turris import known_cards
from companion.games.turris.books import Books
from companion.games.turris.kept_names import LONGEST_NAME, shown_name, tidy_name
from companion.games.turris.names import who
from companion.games.turris.rewards import telling
from companion.games.turris.state import State, Task
from companion.parts import Deed, Part, deed, word
from companion.scribe import require_running, require_task
from companion.text import T, Text
from companion.view import CardList, CardRow, Panel

MOST = 5  # face up (p. 6)
RESERVE = "missions.reserve"


def kept(state: State, seat: int) -> tuple[str, ...]:
    """A player's reserved Missions, as far as their names were told."""
    player = state.players[seat]
    return player.kept[: player.reserved]


def gone(books: Books, seat: int, name: str, reserved: bool) -> None:
    """A Mission is completed: it lies there, or among the player's reserved ones, no more."""
    if reserved:
        left = tuple(one for one in kept(books.state, seat) if one != name)
        books.set_player(seat, kept=left)
    else:
        books.set(tableau=tuple(one for one in books.state.tableau if one != name))


def reserve(books: Books, seat: int, count: int) -> None:
    """Which of the Missions that were told does the player reserve? Without any told, nobody asks."""
    if books.state.tableau:
        books.add_task(Task(kind=RESERVE, seat=seat, count=count))


# --- moves ------------------------------------------------------------------------------------------------------------


def tell(books: Books, args: Args) -> None:
    """A Mission lies face up."""
    require_running(books.state)
    name, there = tidy_name(word(args, "name")), books.state.tableau
    if not name or name in there:
        raise IllegalMove(T("Enter the name of a Mission that has not been told yet."), rule="missions")
    if len(there) >= MOST:
        raise IllegalMove(T("Five Missions lie face up: tell first which one does so no more."), rule="missions")
    books.set(tableau=(*there, name))
    books.note("mission_told", T("Face up: {card}.", card=shown_name(name)), name=name)


def take_away(books: Books, args: Args) -> None:
    """A Mission lies face up no more."""
    require_running(books.state)
    name = word(args, "name")
    books.set(tableau=tuple(one for one in books.state.tableau if one != name))
    books.note("mission_away", T("No longer face up: {card}.", card=shown_name(name)), name=name)


def chosen(books: Books, args: Args) -> None:
    """Which Mission is reserved; empty: one whose name was not told."""
    task, name = require_task(books.state, RESERVE), word(args, "name")
    if name and name not in books.state.tableau:
        raise IllegalMove(T("That Mission does not lie face up."), rule="missions", page=11)
    books.finish_task()
    if name:
        books.set_player(task.seat, kept=(*kept(books.state, task.seat), name))
        gone(books, task.seat, name, reserved=False)
    if task.count > 1:
        reserve(books, task.seat, task.count - 1)


# --- what is asked and shown ------------------------------------------------------------------------------------------


def what(state: State, name: str) -> Text | None:
    """What a Mission costs and brings, if that is known."""
    effects = known_cards.effects_of(state, "mission", name)
    return telling.describe(effects) if effects else None


def reserve_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    offers = (tap("reserve_which", Text("{name}", {"name": shown_name(name)}), note=what(state, name), name=name)
              for name in state.tableau)  # fmt: skip
    return Prompt(
        name=RESERVE,
        do=T("{player}, which Mission do you reserve?", player=who(state, task.seat)),
        offers=(*offers, tap("reserve_which", T("A different one"), name="")),
        seat=task.seat,
        rule="missions",
    )


def offers(state: State) -> Iterator[Offer]:
    """To tell which Missions lie face up."""
    if len(state.tableau) < MOST:
        names = (name for name in known_cards.known_names(state, "mission") if name not in state.tableau)
        blocks = tuple(Choice(value=shown_name(name), label=Text("{name}", {"name": shown_name(name)}))
                       for name in names)  # fmt: skip
        ask = Words(name="name", label=NAME.label, at_most_chars=LONGEST_NAME, blocks=blocks)
        yield Offer(move=GameMove("mission_face_up"), label=T("A Mission lies face up"), asks=(ask,), rule="missions")
    if state.tableau:
        there = {name: Text("{name}", {"name": shown_name(name)}) for name in state.tableau}
        away = pick("name", T("Which Mission"), there)
        yield Offer(move=GameMove("mission_away"), label=T("A Mission lies face up no more"), asks=(away,))


def panels(state: State) -> tuple[Panel, ...]:
    """The Missions that were told, with what is known of them."""
    lists = [(T("Face up"), state.tableau)]
    lists += [(T("Reserved by {player}", player=player.name), kept(state, seat))
              for seat, player in enumerate(state.players)]  # fmt: skip
    widgets = tuple(CardList(label=label, cards=tuple(_row(state, name) for name in names))
                    for label, names in lists if names)  # fmt: skip
    return (Panel(name="missions", title=T("Missions"), widgets=widgets),)


def _row(state: State, name: str) -> CardRow:
    return CardRow(code="", label=Text("{name}", {"name": shown_name(name)}), note=what(state, name))


NAME = Words(name="name", label=T("Name of the Mission"), at_most_chars=LONGEST_NAME)
MOVES: dict[str, Deed[Books]] = {
    "mission_face_up": deed(tell, T("Told a Mission that lies face up"), NAME),
    "mission_away": deed(take_away, T("Told a Mission that lies face up no more"), NAME),
    "reserve_which": deed(chosen, T("Reserved a Mission"), NAME),
}
PART: Part[State, Books] = Part(name="missions", moves=MOVES, tasks={RESERVE: reserve_prompt}, panels=panels)
