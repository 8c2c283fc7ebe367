"""What a module of the game brings along, and the game composed of modules: what has to be done stands alone, what can
be begun is gathered into one prompt, reminders stand below."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from msgspec import structs

from companion import toolkit
from companion.api import Ask, IllegalMove, Offer, Outcome, Prompt, T, Table, Text, Value, Where
from companion.games.citadel import heroes, idle, story
from companion.games.citadel.action import facts
from companion.games.citadel.campaign import ending, parting, scenario
from companion.games.citadel.life import recovery
from companion.games.citadel.state import Hero, State, Task
from companion.games.citadel.transaction import AMID, Transaction
from companion.toolkit import seat_name


def with_task(asks: Mapping[str, Callable[[State, Task], Prompt]]) -> Mapping[str, Callable[[State], Prompt]]:
    """Prompts of kinds of tasks, each with the task at the head."""
    return {kind: lambda state, ask=ask: ask(state, state.tasks[0]) for kind, ask in asks.items()}  # type: ignore[misc]


@dataclass(frozen=True, kw_only=True)
class GameModule(toolkit.GameModule[State, Transaction]):
    """One subject of the rules. What it has besides that of the toolkit:

    - `follow(tx)`: after every move, what needs nobody's choice; every module has its turn, again as long as one gives
      another something to do.
    - `prompts(state)` are asked for only while there is no task; the first module with any wins.
    - `idle(state)`: what can be begun while nothing else has to be done, gathered into the one idle prompt; each offer
      has a heading (`under`), the same one for what belongs together.
    - `aside(state)`: answers of the first prompt besides its own: what the card or the dialogue that is being resolved
      may bring about. `said(state)` is small print there, such as a golden rule at its moment.
    - `reminders(state)`: prompts shown below what has to be done.
    - `begin(tx, table)`: its share of the first state. Nothing is asked before the first move: what the players may
      choose is asked when it first matters (`campaign/house.py`).
    - `check(name, value)` refuses senseless facts of the owner's cards; `told(tx, name)`: one was told while the game
      runs.
    - `line(state)`: where we are, in one line; the first module that says one wins.
    """

    follow: Callable[[Transaction], None] = lambda _: None
    idle: Callable[[State], tuple[Offer, ...]] = lambda _: ()
    aside: Callable[[State], tuple[Offer, ...]] = lambda _: ()
    said: Callable[[State], tuple[Text, ...]] = lambda _: ()
    reminders: Callable[[State], tuple[Prompt, ...]] = lambda _: ()
    begin: Callable[[Transaction, Table], None] = lambda tx, table: None
    check: Callable[[str, Value], None] = lambda name, value: None
    told: Callable[[Transaction, str], None] = lambda tx, name: None
    line: Callable[[State], Text | None] = lambda _: None


class Citadel(toolkit.ModularGame[State, Transaction]):
    """The game over its modules, which stand in order of urgency; `shown` come first on the phones."""

    modules: tuple[GameModule, ...]

    def __init__(self, modules: tuple[GameModule, ...], shown: tuple[GameModule, ...]) -> None:
        super().__init__(modules, Transaction, self._where, shown)

    def setup(self, players: int) -> tuple[Ask, ...]:
        """Nothing is asked before the first move."""
        return ()

    def start(self, table: Table) -> Outcome[State]:
        """A new adventure: everybody has a seat, and each module its beginning."""
        heroes = tuple(Hero(seat=seat_name(at), player=name) for at, name in enumerate(table.players))
        tx = Transaction(State(heroes=heroes, board=dict(table.board)))
        for module in self.modules:
            module.begin(tx, table)
        return self._settled(tx)

    def settle(self, tx: Transaction) -> None:
        """What follows by itself; then the turn is kept for the story."""
        super().settle(tx)
        story.record(tx)

    def step(self, tx: Transaction) -> bool:
        """Every module has its turn."""
        before = tx.state
        for module in self.modules:
            module.follow(tx)
        return tx.state != before

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """What to do now: the first task, else what a module asks, else what can be begun; then the reminders, and what
        is possible at any time."""
        if state.ended:
            return () if ending.ending(state) is not None else (ending.after(state),)
        reminders = tuple(prompt for module in self.modules for prompt in module.reminders(state))
        first, *others = self._first(state)
        shown = (self._with_aside(state, first), *others, *reminders)
        return tuple(_called_rightly(state, one) for one in (*shown, *recovery.at_any_time(state, shown)))

    def _first(self, state: State) -> tuple[Prompt, ...]:
        reading = (scenario.reading_prompt(state),) if scenario.reads_now(state) else ()
        if state.tasks:
            return (*reading, *super().prompts(state))
        for module in self.modules:
            if shown := module.prompts(state):
                return shown
        can_begin = self._idle(state)
        first = (*reading, idle.while_reading(can_begin)) if reading else (can_begin,)
        return (*first, *parting.reminders(state))

    def _with_aside(self, state: State, first: Prompt) -> Prompt:
        """The prompt with what else may come of it, and what the modules say to it."""
        aside = tuple(offer for module in self.modules for offer in module.aside(state))
        if state.tasks and state.tasks[0].kind in AMID:
            aside = (*aside, *idle.effects(self._idle(state)))
        said = tuple(text for module in self.modules for text in module.said(state))
        more = facts.sentences([*(() if first.more is None else (first.more,)), *said]) if said else first.more
        return structs.replace(first, offers=(*first.offers, *aside), more=more)

    def _idle(self, state: State) -> Prompt:
        return idle.idle(state, ((module.name, offer) for module in self.modules for offer in module.idle(state)))

    def check(self, name: str, value: Value) -> None:
        """Refuse a fact that does not make sense."""
        for module in self.modules:
            module.check(name, value)

    def told(self, tx: Transaction, name: str, value: Value) -> None:
        """The modules follow a fact of the owner's cards or board."""
        self.check(name, value)
        tx.note("board_fact_told", T("Read off the table: {value}.", value=value), name=name, value=value)
        for module in self.modules:
            module.told(tx, name)

    def forgotten(self, tx: Transaction, name: str) -> None:
        """A told fact was taken back."""
        tx.note("board_fact_forgotten", T("What was read off the table is taken back."), fact=name)

    def corrected(self, tx: Transaction, settable: toolkit.Settable[Transaction], value: Value) -> None:
        """What is set by hand says so itself, in the words of its subject."""

    def require_running(self, state: State) -> None:
        """Refuse a move in an adventure that is over: the campaign may go on."""
        if state.ended:
            raise IllegalMove(T("The adventure is over. Take the last step back if that was a mistake."))

    def _where(self, state: State) -> Where:
        lines = (line for module in self.modules if (line := module.line(state)) is not None)
        return Where(line=next(lines), turn=None if state.ended else heroes.turn_of(state))


def _called_rightly(state: State, prompt: Prompt) -> Prompt:
    """The evening would call somebody who plays on the seat of a player who has left by that one's name: such a prompt
    names the player itself."""
    away = prompt.seat is not None and state.heroes[prompt.seat].newcomer
    return structs.replace(prompt, seat=None) if away else prompt
