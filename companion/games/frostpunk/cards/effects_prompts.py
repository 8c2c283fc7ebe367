"""What is asked while a card's effects are carried out: ways to choose, conditions to judge, what to do yourselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Args, IllegalMove, Move, MoveKind, Offer, Prompt
from companion.api.text import T, Text
from companion.games.frostpunk.cards import effects
from companion.games.frostpunk.cards.effects_do import CHOOSE, JUDGE, SAY, TASK, WHO, fed_fact, open_ways
from companion.games.frostpunk.moves import move, number, says, word
from companion.games.frostpunk.state import KIND_NAMES, KINDS, State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import pick, tap, usual, whole
from companion.toolkit.transaction import require_task

MOST_WAYS = 9


def instruction_done(tx: Transaction, args: Args) -> None:
    """What the card says in words was done at the table."""
    require_task(tx.state, SAY)
    tx.finish_task()


def choose_way(tx: Transaction, args: Args) -> None:
    """One of the ways that a card leaves open was chosen."""
    task = require_task(tx.state, CHOOSE)
    ways = open_ways(tx.state, task.words)
    at = number(args, "way") - 1
    if at >= len(ways):
        raise IllegalMove(T("There is no such way to choose."), rule="events.options", page=33)
    tx.finish_task()
    effects.carry_out(tx, ways[at])


def judge(tx: Transaction, args: Args) -> None:
    """Whether a condition holds that only the players can judge."""
    task = require_task(tx.state, JUDGE)
    tx.finish_task()
    if word(args, "holds") == "yes":
        tx.queue(TASK, words=task.words)


def who_is_fed(tx: Transaction, args: Args) -> None:
    """The type of Citizen that stands over a round's column was read off the board."""
    task = tx.state.tasks[0] if tx.state.tasks else None
    require_task(tx.state, WHO)
    tx.drop_task()
    if task is not None:
        tx.learn(fed_fact(task.count), word(args, "kind"))


# --- what is asked ----------------------------------------------------------------------------------------------------


def _instruction(state: State) -> Prompt:
    return Prompt(
        name="card.instruction",
        do=Text(state.tasks[0].words),
        more=T("Do it at the table. What it changes in the books can be entered below."),
        rule="events",
        offers=(usual("instruction_done", T("Done")),),
    )


def _choose(state: State) -> Prompt:
    ways = open_ways(state, state.tasks[0].words)
    offers = (tap("choose_way", effects.describe(way, state), way=at) for at, way in enumerate(ways, start=1))
    return Prompt(
        name="card.either", do=T("Choose what happens."), rule="events.options", offers=(*offers, *_none_left(ways))
    )


def _none_left(ways: tuple[str, ...]) -> tuple[Offer, ...]:
    """Where what happened meanwhile has closed every way, there is nothing to choose."""
    return () if ways else (usual("no_way_left", T("None is possible")),)


def no_way_left(tx: Transaction, args: Args) -> None:
    """Nothing of what could be chosen is possible any more."""
    task = require_task(tx.state, CHOOSE)
    if open_ways(tx.state, task.words):
        raise IllegalMove(T("Something can still be chosen."), rule="events.options", page=33)
    tx.finish_task()


def _judge(state: State) -> Prompt:
    task = state.tasks[0]
    condition = effects.describe(task.of, state)
    return Prompt(
        name="card.condition",
        do=T("Does this hold? {condition}", condition=condition),
        more=T("If so: {then}", then=effects.describe(task.words, state)),
        rule="events.options",
        offers=(tap("judge", T("Yes"), holds="yes"), tap("judge", T("No"), holds="no")),
    )


def _who(state: State) -> Prompt:
    return Prompt(
        name="card.who",
        do=T(
            "Read the board: which type of Citizen stands over the column of round {round}?", round=state.tasks[0].count
        ),
        rule="hunger.feed",
        offers=tuple(tap("who_is_fed", KIND_NAMES[kind], kind=kind) for kind in KINDS),
    )


def _waiting(state: State) -> Prompt:
    """Effects at the head of the list are carried out by themselves; seen only where a table was put together so."""
    return Prompt(
        name="card.effects",
        do=effects.describe(state.tasks[0].words, state),
        rule="events",
        offers=(Offer(move=Move("go_on_with_card"), label=T("Go on"), tone="usual"),),
    )


def go_on_with_card(tx: Transaction, args: Args) -> None:
    """Effects that wait at the head of the list are carried out."""
    require_task(tx.state, TASK)
    effects.settle(tx)


TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    SAY: _instruction,
    CHOOSE: _choose,
    JUDGE: _judge,
    WHO: _who,
    TASK: _waiting,
}
_YES_NO = pick("holds", T("Does it hold?"), {"yes": T("Yes"), "no": T("No")})
MOVES: Mapping[str, MoveKind[State]] = {
    "instruction_done": move(instruction_done, says(T("Card’s words carried out"))),
    "choose_way": move(
        choose_way, lambda a: T("Way {way} chosen", way=a["way"]), whole("way", T("Way"), MOST_WAYS, at_least=1)
    ),
    "no_way_left": move(no_way_left, says(T("No way possible"))),
    "judge": move(
        judge, lambda a: T("Condition holds") if a["holds"] == "yes" else T("Condition does not hold"), _YES_NO
    ),
    "who_is_fed": move(
        who_is_fed,
        lambda a: T("Read off the board: {who}", who=KIND_NAMES[word(a, "kind")]),
        pick("kind", T("Type"), {kind: KIND_NAMES[kind] for kind in KINDS}),
    ),
    "go_on_with_card": move(go_on_with_card, says(T("Card’s effects carried out"))),
}
