"""What cards do, carried out line by line: each line's condition is looked at when its turn comes, not before. What
the players have to choose, to judge or to do themselves meanwhile."""

from __future__ import annotations

from collections.abc import Iterable

from companion.api import Args, IllegalMove, Move, Offer, Prompt, T, Text
from companion.games.frostpunk.cards import dusk, effects, owner_facts
from companion.games.frostpunk.cards.card_text import LEAVES, Line
from companion.games.frostpunk.cards.effects import CHOOSE, EFFECTS, JUDGE, SAY, WHO, fed_fact, open_ways
from companion.games.frostpunk.state import KIND_NAMES, KINDS, State, Task
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule, action, number, pick, require_task, tap, usual, whole, word

TASK = "card_line"  # `about` is the card, `of` the condition, `words` the effects
LEAVE = "card_leaves"  # the card `about` leaves the Event display and the game


def queue(tx: Transaction, lines: Iterable[Line], card: str) -> None:
    """These lines of a card happen, one after the other, each when the choices of the one before it are made."""
    for line in lines:
        if line.needs:
            tx.queue(TASK, card, of=line.needs, words=line.effects)
        else:
            _carry_out(tx, line.effects, card)


def settle(tx: Transaction) -> bool:
    """See to the line at the head of the list where its condition is plain; whether that was done."""
    task = tx.at_head(TASK, LEAVE)
    if task is None:
        return False
    if task.kind == LEAVE:
        _take_off(tx)
        dusk.remove_from_display(tx, task.about)
        return True
    holds = holding(tx.state, task)
    if holds is None:
        return False
    _take_off(tx)
    if holds:
        _carry_out(tx, task.words, task.about)
    else:
        tx.tell("condition_failed", T("A condition on the card does not hold: nothing comes of it."), of=task.of)
    return True


def holding(state: State, task: Task) -> bool | None:
    """Whether a line's condition holds; None where only the players can say."""
    return effects.requirement(state, task.of)


def judged(tx: Transaction, args: Args) -> None:
    """The players said whether a line's condition holds."""
    task = require_task(tx.state, TASK)
    _take_off(tx)
    if args["holds"] == "yes":
        _carry_out(tx, task.words, task.about)


def _take_off(tx: Transaction) -> None:
    tx.drop_task()


def _carry_out(tx: Transaction, words: str, card: str) -> None:
    pieces = words.split("; ")
    rest = "; ".join(piece for piece in pieces if piece not in ("", LEAVES))
    if rest:
        tx.queue(EFFECTS, card, words=rest)
    if LEAVES in pieces:
        tx.queue(LEAVE, card)


def condition(state: State) -> Prompt:
    """A condition on a card that only the players can judge."""
    task = state.tasks[0]
    return Prompt(
        name="card.condition",
        do=T(
            "“{name}”: does this hold? {needs}.",
            name=owner_facts.title(state, task.about),
            needs=effects.describe(task.of, state),
        ),
        more=T("If it does, this follows: {effects}.", effects=effects.describe(task.words, state)),
        rule="events.options",
        offers=(tap("condition", T("Yes"), holds="yes"), tap("condition", T("No"), holds="no")),
    )


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
        tx.queue(EFFECTS, words=task.words)


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
    require_task(tx.state, EFFECTS)
    effects.settle(tx)


_YES_NO = pick("holds", T("Does it hold?"), {"yes": T("Yes"), "no": T("No")})

MODULE: GameModule[State, Transaction] = GameModule(
    name="carrying",
    moves={
        "condition": action(
            judged,
            T("A card’s condition judged"),
            pick("holds", T("Does it hold?"), {"yes": T("Yes"), "no": T("No")}),
        ),
        "instruction_done": action(instruction_done, T("Card’s words carried out")),
        "choose_way": action(
            choose_way, lambda a: T("Way {way} chosen", way=a["way"]), whole("way", T("Way"), MOST_WAYS, at_least=1)
        ),
        "no_way_left": action(no_way_left, T("No way possible")),
        "judge": action(
            judge, lambda a: T("Condition holds") if a["holds"] == "yes" else T("Condition does not hold"), _YES_NO
        ),
        "who_is_fed": action(
            who_is_fed,
            lambda a: T("Read off the board: {who}", who=KIND_NAMES[word(a, "kind")]),
            pick("kind", T("Type"), {kind: KIND_NAMES[kind] for kind in KINDS}),
        ),
        "go_on_with_card": action(go_on_with_card, T("Card’s effects carried out")),
    },
    tasks={
        TASK: condition,
        SAY: _instruction,
        CHOOSE: _choose,
        JUDGE: _judge,
        WHO: _who,
        EFFECTS: _waiting,
    },
    settle=lambda tx: effects.settle(tx) or settle(tx),
)
