"""Abilities that leave a choice: the answers that are legal are offered, one tap each, or on the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.api.game import Args, IllegalMove, Move, Offer, Prompt, Words
from companion.api.text import T, Text
from companion.games.fire_brigade.city.streets import ALL
from companion.games.fire_brigade.crew.cards import EVERYBODY, title
from companion.games.fire_brigade.forms import pick_field
from companion.games.fire_brigade.names import who
from companion.games.fire_brigade.state import State, Task
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit.forms import tap
from companion.toolkit.modules import word
from companion.toolkit.transaction import require_task

FEW = 5  # so many answers at most are buttons; more are picked on the map
ANSWER = Words(name="answer", label=T("Answer"), at_most_chars=40)


@dataclass(frozen=True)
class Choice:
    """What an ability asks. `options`: legal answers, fields or other words, with their labels; `may`: it can be left;
    `carry` does what was chosen, the task being done already."""

    ability: str
    do: Callable[[State, Task], Text]
    options: Callable[[State, Task], Mapping[str, Text]]
    carry: Callable[[Transaction, Task, str], None]
    may: bool = True


class Choosing:
    """The prompts and moves of a number of choices, by the kind of their tasks."""

    def __init__(self, choices: Mapping[str, Choice]) -> None:
        self._choices = choices
        self.tasks = dict.fromkeys(choices, self.prompt)

    def prompt(self, state: State) -> Prompt:
        """What the task at the head asks."""
        task = state.tasks[0]
        choice = self._choices[task.kind]
        options = choice.options(state, task)
        if len(options) > FEW and all(answer in ALL for answer in options):
            ask = pick_field(state, "answer", T("Which block"), options)
            offers = [Offer(move=Move("use_ability"), label=T("Choose a block"), asks=(ask,))]
        else:
            offers = [tap("use_ability", label, answer=answer) for answer, label in options.items()]
        if choice.may:
            offers.append(tap("skip_ability", T("No")))
        more = T("{name}: {words}", name=title(choice.ability), words=EVERYBODY[choice.ability].words)
        return Prompt(name=f"ability.{task.kind}", do=choice.do(state, task), offers=tuple(offers), more=more,
                      seat=task.seat, rule="crew.list")  # fmt: skip

    def use(self, tx: Transaction, args: Args) -> None:
        """An answer."""
        task = require_task(tx.state, *self._choices)
        choice, answer = self._choices[task.kind], word(args, "answer")
        if answer not in choice.options(tx.state, task):
            name = title(choice.ability)
            raise IllegalMove(T("{name}: that cannot be chosen.", name=name), rule="crew", page=11)
        tx.finish_task()
        choice.carry(tx, task, answer)

    def skip(self, tx: Transaction, args: Args) -> None:
        """The ability is not used."""
        task = require_task(tx.state, *self._choices)
        choice = self._choices[task.kind]
        if not choice.may:
            raise IllegalMove(T("{name}: one has to be chosen.", name=title(choice.ability)), rule="crew")
        tx.finish_task()
        text = T("{who}: {name} is not used.", who=who(tx.state, task.seat), name=title(choice.ability))
        tx.note("ability_left", text, seat=task.seat)

    def settle(self, tx: Transaction) -> bool:
        """A choice among nothing is none; one that must be made is made where there is only one answer."""
        task = tx.state.tasks[0] if tx.state.tasks else None
        if task is None or task.kind not in self._choices:
            return False
        choice = self._choices[task.kind]
        options = tuple(choice.options(tx.state, task))
        if options and (choice.may or len(options) > 1):
            return False
        tx.finish_task()
        if options:
            choice.carry(tx, task, options[0])
        return True
