"""Readings where the rulebook is silent and tables differ: asked when they first matter, the usual one as the large
button, and kept for the evening."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from companion.api import Args, Pick, Prompt, T, Text, Value
from companion.games.turris import prestige
from companion.games.turris.beasts.paths import BLOCKED, CHAIN
from companion.games.turris.state import HOUSE, State, Task
from companion.games.turris.transaction import Transaction
from companion.games.turris.turns import collecting
from companion.toolkit import Action, GameModule, Settable, action, grouped, pick, require_task, tap, usual, word


@dataclass(frozen=True, kw_only=True)
class Rule:
    """What is asked, and the readings by the value that is kept, the usual one first; `after`: what follows from the
    answer for what is being done."""

    asks: Text
    label: Text
    readings: Mapping[str, Text]
    rule: str
    after: Callable[[Transaction, Task, str], None] = lambda *_: None
    alone: bool = False

    @property
    def usual(self) -> str:
        return next(iter(self.readings))


RULES: Mapping[str, Rule] = {
    collecting.REWARDS_RULE: Rule(
        asks=T("Two Scouts come back from the same Location. Does each bring its reward?"),
        label=T("Two Scouts Collected from the same Location"),
        readings={collecting.EACH: T("Each brings its reward"), collecting.ONCE: T("The reward comes once")},
        rule="collect",
        after=collecting.rewards_settled,
    ),
    BLOCKED: Rule(
        asks=T("A Beast has two steps, and another Beast stands where the second one ends. What does it do?"),
        label=T("A Beast with two steps whose second place is taken by another Beast"),
        readings={"near": T("It goes one step"), "stay": T("It does not move")},
        rule="beasts.move",
    ),
    CHAIN: Rule(
        asks=T("A Scout next to the Harrow stands with another Beast. Does it count for the chain attack?"),
        label=T("An adjacent Scout that stands with another Beast, for the Harrow's chain attack"),
        readings={"ignored": T("It does not count"), "counts": T("It counts")},
        rule="beasts.harrow",
    ),
    prestige.BETRAYERS: Rule(
        asks=T("The Betrayers reach 10, 20 or 30 Prestige before you. Does the Excavation Site change?"),
        label=T("The Betrayers reach 10, 20 or 30 Prestige before you"),
        readings={"stay": T("The Excavation Site stays"), "change": T("The Excavation Site changes")},
        rule="sites",
        after=prestige.betrayers_settled,
        alone=True,
    ),
}


def answer(tx: Transaction, args: Args) -> None:
    """This is how it is played, for the rest of the evening."""
    task = require_task(tx.state, HOUSE)
    reading = word(args, "reading")
    tx.finish_task()
    tx.set(choices={**tx.state.choices, task.about: reading})
    text = T("{what}: {reading}.", what=RULES[task.about].label, reading=RULES[task.about].readings[reading])
    tx.note("house_rule", text, rule=task.about, reading=reading)
    RULES[task.about].after(tx, task, reading)


def prompt(state: State) -> Prompt:
    """One tap, and never again in this evening."""
    rule = RULES[state.tasks[0].about]
    first, *others = rule.readings.items()
    return Prompt(
        name="house.rule",
        do=rule.asks,
        more=T("The rulebook does not say. The large button is the usual reading; it can be set otherwise later."),
        offers=(
            usual("house_rule", first[1], rule.rule, reading=first[0]),
            *(tap("house_rule", label, rule=rule.rule, reading=value) for value, label in others),
        ),
        rule=rule.rule,
    )


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """Each reading, as it is played."""
    for name, rule in RULES.items():
        if state.solo or not rule.alone:
            ask = pick(name, rule.label, rule.readings)
            yield Settable(ask, str(state.choices.get(name, rule.usual)), _put(name))


def _put(name: str) -> Callable[[Transaction, Value], None]:
    return lambda tx, value: tx.set(choices={**tx.state.choices, name: value})


_READINGS: Pick = pick(
    "reading", T("Reading"), {value: label for rule in RULES.values() for value, label in rule.readings.items()}
)
MOVES: Mapping[str, Action[Transaction]] = {
    "house_rule": action(answer, T("Said how it is played"), _READINGS),
}
MODULE: GameModule[State, Transaction] = GameModule(
    name="house",
    moves=MOVES,
    tasks={HOUSE: prompt},
    settables=lambda state: grouped(T("How unclear rules are read"), settables(state)),
)
