"""The 7th Citadel: a campaign for one to four, kept from one evening to the next. Pages are those of its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from companion.api.game import (
    Args,
    Ask,
    Correction,
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
from companion.games.citadel.campaign import ending as campaign_ending
from companion.games.citadel.campaign import scenario
from companion.games.citadel.heroes import Hero, seat_name
from companion.games.citadel.life import recovery
from companion.games.citadel.modules import MODULES
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.toolkit import board_file as board

FOLDER = Path(__file__).parent
MOST_PLAYERS = 4  # (p. 3)
FIRST_PANELS = ("action", "life", "board")


def setup(players: int) -> tuple[Ask, ...]:
    """What is asked before the first move."""
    return tuple(ask for module in MODULES for ask in module.setup(players))


def start(table: Table) -> Outcome[State]:
    """A new adventure: everybody has a seat, and each part its beginning."""
    heroes = tuple(Hero(seat=seat_name(at), player=name) for at, name in enumerate(table.players))
    tx = Transaction(State(heroes=heroes, known=dict(table.board)))
    for module in MODULES:
        module.begin(tx, table)
    settle(tx)
    return tx.outcome()


def settle(tx: Transaction) -> None:
    """What needs nobody's choice, after every move; again as long as one part gives another something to do."""
    before = None
    while tx.state != before and not tx.state.ended:
        before = tx.state
        for module in MODULES:
            module.settle(tx)


def prompts(state: State) -> tuple[Prompt, ...]:
    """What to do now: the first task, else what presses, else what can be begun; then the reminders, and what is
    possible at any time."""
    if state.ended:
        return () if ending(state) is not None else (campaign_ending.after(state),)
    reminders = tuple(prompt for module in MODULES for prompt in module.reminders(state))
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
        return (*first, next(module.tasks[task.kind] for module in MODULES if task.kind in module.tasks)(state, task))
    for module in MODULES:
        if shown := module.prompts(state):
            return shown
    return (*first, idle.while_reading(state)) if first else (idle.idle(state),)


def view(state: State) -> View:
    """What the phones show besides the prompts; a panel that has nothing to show is left out."""
    panels = sorted((panel for module in MODULES for panel in module.panels(state) if panel.widgets), key=_looked_at)
    line = next((line for module in MODULES if (line := module.line(state)) is not None), T("A new adventure"))
    return View(
        where=Where(line=line), panels=tuple(panels) or (Panel(name="empty", title=T("The table"), widgets=()),)
    )


def _looked_at(panel: Panel) -> int:
    """How early a panel stands: what players look at most comes first, the rest in the order of the parts."""
    return FIRST_PANELS.index(panel.name) if panel.name in FIRST_PANELS else len(FIRST_PANELS)


def corrections(state: State) -> tuple[Correction, ...]:
    """Every value that can be set by hand."""
    return tuple(one for module in MODULES for one in module.corrections(state))


def correct(state: State, name: str, value: Value) -> Outcome[State]:
    """The table says so."""
    for module in MODULES:
        outcome = module.correct(state, name, value)
        if outcome is not None:
            return _and_what_follows(outcome)
    raise IllegalMove(T("This cannot be set by hand."))


def ending(state: State) -> Text | None:
    """How the campaign ended; None while it goes on, if need be with a new adventure (p. 3)."""
    return campaign_ending.ending(state)


def learn(state: State, name: str, value: Value) -> Outcome[State]:
    """A fact of the owner's cards or board was told while the game runs."""
    check(name, value)
    tx = Transaction(state)
    tx.remember(name, value)
    text = T("Read off the table: {value}.", value=value)
    tx.facts.append(Fact("board_fact_told", text, {"name": name, "value": value}, Urgency.QUIET))
    for module in MODULES:
        module.told(tx, name)
    settle(tx)
    return tx.outcome()


def forget(state: State, name: str) -> Outcome[State]:
    """A told fact was taken back: it is asked again where it matters."""
    tx = Transaction(state)
    tx.set(known={one: value for one, value in state.known.items() if one != name})
    tx.note("board_fact_forgotten", T("What was read off the table is taken back."), fact=name)
    settle(tx)
    return tx.outcome()


def check(name: str, value: Value) -> None:
    """Refuse a fact that does not make sense."""
    for module in MODULES:
        module.check(name, value)


def _settled(kind: MoveKind[State]) -> MoveKind[State]:
    def play(state: State, args: Args) -> Outcome[State]:
        return _and_what_follows(kind.play(state, args))

    return MoveKind(play=play, label=kind.label, asks=kind.asks)


def _and_what_follows(outcome: Outcome[State]) -> Outcome[State]:
    tx = Transaction(outcome.state)
    tx.facts.extend(outcome.facts)
    tx.board_facts.update(outcome.board_facts)
    settle(tx)
    return tx.outcome()


MOVES: Mapping[str, MoveKind[State]] = {
    name: _settled(kind) for module in MODULES for name, kind in module.moves.items()
}

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
    corrections=corrections,
    correct=correct,
    ending=ending,
    board=board.load(FOLDER / "board.toml"),
    learn=learn,
    families=tuple(family for module in MODULES for family in module.families),
    forget=forget,
    check=check,
)
