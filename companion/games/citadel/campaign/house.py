"""What the rulebook leaves open, and what an adventure chooses: asked when it first matters, with what is recommended
as the usual answer (p. 16 to 17, 20). Each can be changed by hand later."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from msgspec import structs

from companion.api import Args, IllegalMove, Prompt, T, Table, Text, Value, Words
from companion.games.citadel.cards import choosing, looking, taking
from companion.games.citadel.life import panels, piles, recovery
from companion.games.citadel.state import OPEN, RESTS, State, Task
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import Settable, pick, require_task, tap, word

HOUSE = "campaign.house"


@dataclass(frozen=True, kw_only=True)
class HouseRule:
    """Its question, its answers with the recommended one first, and whether it matters now."""

    do: Text
    more: Text
    answers: Mapping[str, Text]
    matters: Callable[[State], bool]
    rule: str


def _recovers(state: State) -> bool:
    return bool(state.tasks) and state.tasks[0].kind == "recover"


def _rest_matters(state: State) -> bool:
    """The two readings offer this character something different."""
    if not _recovers(state):
        return False
    seat, mode = state.tasks[0].seat, state.vigour.mode
    life, lying = state.hero(seat).life, piles.piles(state, seat).discard
    found = {rest: recovery.bargains(mode, rest, life, lying) for rest in RESTS}
    return found["started"] != found["whole"]


def _takes(state: State) -> bool:
    return bool(state.tasks) and state.tasks[0].kind == taking.TAKE


def _possession_matters(state: State) -> bool:
    """A card of somebody else shows a pictograph with which a card of this number is framed."""
    if not _takes(state):
        return False
    task = state.tasks[0]
    frames = {choosing.spelled(copy.frame) for copy in looking.where(state, task.card)}
    whose = {
        what: choosing.matching(_with(state, "house.possession", what), task.seat) & frames
        for what in (choosing.GROUP, choosing.TAKER)
    }
    return whose[choosing.GROUP] != whose[choosing.TAKER]


def _gold_matters(state: State) -> bool:
    """Beside a green card that may not be taken a gold one is there."""
    if not _takes(state):
        return False
    task = state.tasks[0]
    free, barred = (choosing.plan(_with(state, "house.gold", one), task.card, task.seat) for one in ("free", "barred"))
    return free.lawful != barred.lawful


def _with(state: State, name: str, value: str) -> State:
    return replace(state, board={**state.board, name: value})


RULES: Mapping[str, HouseRule] = {
    "mode": HouseRule(
        do=T("Your first Recovery: which mode do you play?"),
        more=T("The normal mode is the rulebook's own (p. 20)."),
        answers=panels.MODE_NAMES,
        matters=_recovers,
        rule="life.recovery",
    ),
    "rest": HouseRule(
        do=T("A Recovery of an odd number of cards: what does it cost?"),
        more=T("The rulebook does not say."),
        answers=panels.REST_NAMES,
        matters=_rest_matters,
        rule="life.recovery",
    ),
    "possession": HouseRule(
        do=T("Whose cards count for the pictograph of a framed card?"),
        more=T("The rulebook speaks to all players, but does not say it clearly (p. 16)."),
        answers={
            choosing.GROUP: T("Of anybody in the group"),
            choosing.TAKER: T("Of the player who takes the card"),
        },
        matters=_possession_matters,
        rule="cards.framed",
    ),
    "gold": HouseRule(
        do=T("A green card that you may not take: does it bar the gold one?"),
        more=T("The rulebook does not say (p. 16 to 17)."),
        answers={
            "free": T("No: the gold one may be taken"),
            "barred": T("Yes: then none may be taken"),
        },
        matters=_gold_matters,
        rule="cards.take",
    ),
}
SETUP = {"mode": "recovery", "rest": "recovery_rest", "possession": "possession", "gold": "gold_bars"}


def begin(tx: Transaction, table: Table) -> None:
    """What was chosen before the first move; the rest is asked when it first matters."""
    tx.remember(OPEN, " ".join(RULES))
    for name, asked in SETUP.items():
        said = str(table.choices.get(asked, ""))
        if said in RULES[name].answers:
            _choose(tx, name, said)


def undecided(state: State) -> tuple[str, ...]:
    """The rules that nobody has chosen yet; an evening of an earlier version chose all of them at setup."""
    return tuple(name for name in str(state.board.get(OPEN, "")).split() if name in RULES)


def _choose(tx: Transaction, name: str, answer: str) -> None:
    tx.remember(OPEN, " ".join(one for one in undecided(tx.state) if one != name))
    if name in ("mode", "rest"):
        changes: dict[str, Any] = {name: answer}
        tx.set(vigour=replace(tx.state.vigour, **changes))
    else:
        tx.remember(f"house.{name}", answer)


def follow(tx: Transaction) -> None:
    """A rule that matters now and that nobody has chosen is asked first."""
    due = next((name for name in undecided(tx.state) if RULES[name].matters(tx.state)), "")
    if due:
        tx.add_first(Task(kind=HOUSE, about=due))


def chosen(tx: Transaction, args: Args) -> None:
    """The players choose; what waited for it goes on."""
    task, answer = require_task(tx.state, HOUSE), word(args, "answer")
    rule = RULES[task.about]
    if answer not in rule.answers:
        raise IllegalMove(T("That is not one of the answers."), rule=rule.rule, field="answer")
    tx.finish_task(HOUSE)
    _choose(tx, task.about, answer)
    tx.note("house_rule", T("House rule: {answer}", answer=rule.answers[answer]), rule=task.about, answer=answer)


def prompt(state: State, task: Task) -> Prompt:
    """One tap; the recommended answer is the usual one."""
    rule = RULES[task.about]
    offers = [tap("house_rule", text, rule=rule.rule, answer=answer) for answer, text in rule.answers.items()]
    return Prompt(
        name=HOUSE,
        do=rule.do,
        more=T("{why} It is asked once, and can be changed in the values set by hand.", why=rule.more),
        offers=(structs.replace(offers[0], tone="usual"), *offers[1:]),
        rule=rule.rule,
    )


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """The rules for framed and gold cards; those of the Recovery stand with life points."""
    for name in ("possession", "gold"):
        rule = RULES[name]
        ask = pick(f"house_{name}", rule.do, rule.answers)
        now = str(state.board.get(f"house.{name}", next(iter(rule.answers))))
        yield Settable(ask, now, partial(_set, name))


def _set(name: str, tx: Transaction, value: Value) -> None:
    _choose(tx, name, str(value))


MOVES: Moves = {
    "house_rule": move(chosen, T("Chose a house rule"), Words(name="answer", label=T("Answer"), at_most_chars=12)),
}
