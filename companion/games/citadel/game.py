"""The 7th Citadel: a campaign for one to four, kept from one evening to the next. Pages are those of its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from companion.api.game import (
    Adjustable,
    Args,
    Ask,
    Fact,
    Game,
    IllegalMove,
    MoveKind,
    Outcome,
    Prompt,
    Table,
    Urgency,
    Value,
)
from companion.api.text import T, Text
from companion.api.view import Panel, View, Where
from companion.games.citadel import idle
from companion.games.citadel.books import Books
from companion.games.citadel.campaign import ending as campaign_ending
from companion.games.citadel.campaign import scenario
from companion.games.citadel.heroes import Hero, seat_name
from companion.games.citadel.life import recovery
from companion.games.citadel.parts import PARTS
from companion.games.citadel.state import State
from companion.toolkit import board_file as board

FOLDER = Path(__file__).parent
MOST_PLAYERS = 4  # (p. 3)
FIRST_PANELS = ("action", "life", "board")


def setup(players: int) -> tuple[Ask, ...]:
    """What is asked before the first move."""
    return tuple(ask for part in PARTS for ask in part.setup(players))


def start(table: Table) -> Outcome[State]:
    """A new adventure: everybody has a seat, and each part its beginning."""
    heroes = tuple(Hero(seat=seat_name(at), player=name) for at, name in enumerate(table.players))
    books = Books(State(heroes=heroes, known=dict(table.board)))
    for part in PARTS:
        part.begin(books, table)
    settle(books)
    return books.outcome()


def settle(books: Books) -> None:
    """What needs nobody's choice, after every move; again as long as one part gives another something to do."""
    before = None
    while books.state != before and not books.state.ended:
        before = books.state
        for part in PARTS:
            part.settle(books)


def prompts(state: State) -> tuple[Prompt, ...]:
    """What to do now: the first task, else what presses, else what can be begun; then the reminders, and what is
    possible at any time."""
    if state.ended:
        return () if ending(state) is not None else (campaign_ending.after(state),)
    reminders = tuple(prompt for part in PARTS for prompt in part.reminders(state))
    shown = (*_pressing(state), *idle.effects(state), *reminders)
    return tuple(_called_rightly(state, one) for one in (*shown, *recovery.at_any_time(state, shown)))


def _called_rightly(state: State, prompt: Prompt) -> Prompt:
    """The evening would call somebody who plays on the seat of a player who has left by that one's name: such a prompt
    names the player itself."""
    away = prompt.seat is not None and state.heroes[prompt.seat].newcomer
    return replace(prompt, seat=None) if away else prompt


def _pressing(state: State) -> tuple[Prompt, ...]:
    first = (scenario.reading_prompt(state),) if scenario.reads_now(state) else ()
    if state.todo:
        task = state.todo[0]
        return (*first, next(part.tasks[task.kind] for part in PARTS if task.kind in part.tasks)(state, task))
    for part in PARTS:
        if shown := part.prompts(state):
            return shown
    return (*first, idle.while_reading(state)) if first else (idle.idle(state),)


def view(state: State) -> View:
    """What the phones show besides the prompts; a panel that has nothing to show is left out."""
    panels = sorted((panel for part in PARTS for panel in part.panels(state) if panel.widgets), key=_looked_at)
    line = next((line for part in PARTS if (line := part.line(state)) is not None), T("A new adventure"))
    return View(
        where=Where(line=line), panels=tuple(panels) or (Panel(name="empty", title=T("The table"), widgets=()),)
    )


def _looked_at(panel: Panel) -> int:
    """How early a panel stands: what players look at most comes first, the rest in the order of the parts."""
    return FIRST_PANELS.index(panel.name) if panel.name in FIRST_PANELS else len(FIRST_PANELS)


def adjustables(state: State) -> tuple[Adjustable, ...]:
    """Every value that can be set by hand."""
    return tuple(one for part in PARTS for one in part.adjustables(state))


def correct(state: State, name: str, value: Value) -> Outcome[State]:
    """The table says so."""
    for part in PARTS:
        outcome = part.correct(state, name, value)
        if outcome is not None:
            return _and_what_follows(outcome)
    raise IllegalMove(T("This cannot be set by hand."))


def ending(state: State) -> Text | None:
    """How the campaign ended; None while it goes on, if need be with a new adventure (p. 3)."""
    return campaign_ending.ending(state)


def learn(state: State, name: str, value: Value) -> Outcome[State]:
    """A fact of the owner's cards or board was told while the game runs."""
    check(name, value)
    books = Books(state)
    books.remember(name, value)
    text = T("Read off the table: {value}.", value=value)
    books.facts.append(Fact("board_fact_told", text, {"name": name, "value": value}, Urgency.QUIET))
    for part in PARTS:
        part.told(books, name)
    settle(books)
    return books.outcome()


def forget(state: State, name: str) -> Outcome[State]:
    """A told fact was taken back: it is asked again where it matters."""
    books = Books(state)
    books.set(known={one: value for one, value in state.known.items() if one != name})
    books.note("board_fact_forgotten", T("What was read off the table is taken back."), fact=name)
    settle(books)
    return books.outcome()


def check(name: str, value: Value) -> None:
    """Refuse a fact that does not make sense."""
    for part in PARTS:
        part.check(name, value)


def _settled(kind: MoveKind[State]) -> MoveKind[State]:
    def play(state: State, args: Args) -> Outcome[State]:
        return _and_what_follows(kind.play(state, args))

    return MoveKind(play=play, label=kind.label, asks=kind.asks)


def _and_what_follows(outcome: Outcome[State]) -> Outcome[State]:
    books = Books(outcome.state)
    books.facts.extend(outcome.facts)
    books.learnt.update(outcome.learnt)
    settle(books)
    return books.outcome()


MOVES: Mapping[str, MoveKind[State]] = {name: _settled(kind) for part in PARTS for name, kind in part.moves.items()}

GAME: Game[State] = Game(
    name="citadel",
    title=T("The 7th Citadel"),
    state=State,
    seats=range(1, MOST_PLAYERS + 1),
    setup=setup,
    start=start,
    moves=MOVES,
    prompts=prompts,
    view=view,
    adjustables=adjustables,
    correct=correct,
    ending=ending,
    board=board.load(FOLDER / "board.toml"),
    learn=learn,
    families=tuple(family for part in PARTS for family in part.families),
    forget=forget,
    check=check,
)
