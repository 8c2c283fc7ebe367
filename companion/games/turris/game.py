"""Turris, one to four players. Pages are those of its rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from companion import board
from companion.game import (
    Adjustable,
    Args,
    Ask,
    BoardFamily,
    Fact,
    Game,
    IllegalMove,
    MoveKind,
    Outcome,
    Pick,
    Prompt,
    Table,
    Urgency,
    Value,
    Whole,
)
from companion.games.turris import cards, checking, cleanup, council, ending, excavation, holdings, prestige, tower
from companion.games.turris.beasts import part as beasts
from companion.games.turris.books import Books, Deed, require_running
from companion.games.turris.map import part as land
from companion.games.turris.parts import Knob, Part
from companion.games.turris.setup import part as setup
from companion.games.turris.solo import part as solo
from companion.games.turris.state import State
from companion.games.turris.story import DECISIONS, story
from companion.games.turris.turns import part as turns
from companion.games.turris.where import where
from companion.text import T, Text
from companion.view import View

FOLDER = Path(__file__).parent

# In order of urgency: an earlier part settles, asks and shows first.
PARTS: tuple[Part, ...] = (
    ending.PART,
    council.PART,
    tower.PART,
    excavation.PART,
    prestige.PART,
    beasts.PART,
    solo.PART,
    cleanup.PART,
    setup.PART,
    turns.PART,
    holdings.PART,
    cards.PART,
    land.PART,
)
TASKS: Mapping[str, Callable[[State], Prompt]] = {kind: ask for part in PARTS for kind, ask in part.tasks.items()}
SETTLED = 10_000  # more than ever happens by itself in one move


def settle(books: Books) -> None:
    """Do what needs nobody's choice, until somebody has to choose or the game is over."""
    for _ in range(SETTLED):
        if books.state.ended or not any(part.settle(books) for part in PARTS):
            return
    raise RuntimeError("the game does not come to rest")


def _kind(one: Deed) -> MoveKind[State]:
    def play(state: State, args: Args) -> Outcome[State]:
        require_running(state)
        books = Books(state)
        one.write(books, args)
        settle(books)
        return books.outcome()

    return MoveKind(play=play, label=one.label, asks=one.asks)


def _all_moves() -> dict[str, MoveKind[State]]:
    found: dict[str, MoveKind[State]] = {}
    for part in PARTS:
        twice = found.keys() & part.moves.keys()
        assert not twice, f"two parts have the move {twice}"
        found.update({name: _kind(one) for name, one in part.moves.items()})
    return found


def start(table: Table) -> Outcome[State]:
    """The first state, and what it leads to by itself."""
    books = Books(setup.first_state(table))
    settle(books)
    return books.outcome()


def prompts(state: State) -> tuple[Prompt, ...]:
    """The task at the head; without one, what every part asks."""
    if state.ended:
        return ()
    if state.tasks:
        return (TASKS[state.tasks[0].kind](state),)
    return tuple(prompt for part in PARTS for prompt in part.prompts(state))


def view(state: State) -> View:
    """The map first, then what the players have, then the Beasts and the Betrayers."""
    return View(where=where(state), panels=tuple(panel for part in SHOWN for panel in part.panels(state)))


FIRST_SHOWN: tuple[Part, ...] = (land.PART, holdings.PART, beasts.PART, solo.PART)
SHOWN: tuple[Part, ...] = (*FIRST_SHOWN, *(part for part in PARTS if part not in FIRST_SHOWN))


def _knobs(state: State) -> Iterator[Knob]:
    for part in PARTS:
        yield from part.knobs(state)


def adjustables(state: State) -> tuple[Adjustable, ...]:
    """Every value that can be set by hand."""
    return tuple(Adjustable(ask=knob.ask, now=knob.now) for knob in _knobs(state))


def correct(state: State, name: str, value: Value) -> Outcome[State]:
    """Set a value to what the table says."""
    knob = next((knob for knob in _knobs(state) if knob.ask.name == name), None)
    if knob is None:
        raise IllegalMove(T("There is nothing of that name to set."))
    _refuse(knob.ask, value)
    books = Books(state)
    shown = _shown(knob.ask, value)
    books.note(
        "corrected", T("{what} was set by hand: {value}.", what=knob.ask.label, value=shown), what=name, to=value
    )
    knob.put(books, value)
    settle(books)
    return books.outcome()


def _shown(ask: Ask, value: Value) -> Text:
    labels = {choice.value: choice.label for choice in ask.choices} if isinstance(ask, Pick) else {}
    return labels.get(str(value), Text(str(value)))


def _refuse(ask: Ask, value: Value) -> None:
    if isinstance(ask, Whole) and not (isinstance(value, int) and ask.at_least <= value <= ask.at_most):
        raise IllegalMove(
            T("{what} can be from {least} to {most}.", what=ask.label, least=ask.at_least, most=ask.at_most)
        )
    if isinstance(ask, Pick) and value not in {choice.value for choice in ask.choices}:
        raise IllegalMove(T("{what}: choose one of the answers.", what=ask.label))


def learn(state: State, name: str, value: Value) -> Outcome[State]:
    """A board fact was told while the game runs."""
    books = Books(state)
    books.remember(name, value)
    text = T("The board was read: {value}.", value=value)
    books.facts.append(Fact("board_fact_told", text, {"name": name, "value": value}, Urgency.QUIET))
    settle(books)
    return books.outcome()


def forget(state: State, name: str) -> Outcome[State]:
    """A told board fact was taken back: it is asked again where it matters."""
    books = Books(state)
    books.set(board={one: value for one, value in state.board.items() if one != name})
    books.note("board_fact_forgotten", T("What was told of the board is taken back."), name=name)
    settle(books)
    return books.outcome()


FAMILIES: tuple[BoardFamily, ...] = tuple(family for part in PARTS for family in part.families)

GAME: Game[State] = Game(
    name="turris",
    title=T("Turris"),
    state=State,
    seats=setup.SEATS,
    setup=setup.asked,
    start=start,
    moves=_all_moves(),
    prompts=prompts,
    view=view,
    adjustables=adjustables,
    correct=correct,
    ending=ending.ending,
    board=board.load(FOLDER / "board.toml"),
    learn=learn,
    check=checking.check_fact,
    families=FAMILIES,
    forget=forget,
    story=story,
    decisions=DECISIONS,
)
