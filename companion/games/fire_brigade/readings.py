"""Readings of the rules that the book leaves open: each is asked when it first matters, never before."""

from __future__ import annotations

from msgspec import structs

from companion.api import Args, Choice, IllegalMove, Pick, Prompt, T, Text
from companion.games.fire_brigade import ending
from companion.games.fire_brigade.house_rules import OPEN, READING
from companion.games.fire_brigade.state import State
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit import Action, GameModule, action, require_task, tap, word

QUESTIONS = {
    "evacuation": T("The city is evacuated. Who still has a last turn?"),
    "stolen": T("What is a block worth at the end that was won from another player?"),
    "wagons": T("May a Brigade pass another player's Wagon?"),
    "festival": T("Does the festival mean every such block, or one of them?"),
    "burning_man": T("Do Brigades and Wagons protect from the Burning Man?"),
    "neighbours": T("Which blocks are neighbours where an ability says so?"),
    "crew_actions": T("Do abilities that are used once a turn cost an action, such as Ash's?"),
    "del_uge": T("Which blocks does Del Uge mean?"),
    "buildings": T("Do Brigades and Wagons hold back the fire of a destroyed special building?"),
}
RULES = {
    "evacuation": "end",
    "stolen": "renown",
    "wagons": "actions.brigade",
    "festival": "events.festivals",
    "burning_man": "events.festivals",
    "neighbours": "crew",
    "crew_actions": "actions.special",
    "del_uge": "crew.list",
    "buildings": "specials",
}


def prompt(state: State) -> Prompt:
    """The recommended reading is the large button."""
    ask = OPEN[state.tasks[0].about]
    offers = tuple(
        structs.replace(
            tap("read_rule", choice.label, "usual" if choice.value == ask.usual else "plain", reading=choice.value),
            note=_who_goes_on(state, ask.name, choice.value),
        )
        for choice in ask.choices
    )
    more = T("The rulebook leaves it open. Asked once; the large answer is what we recommend.")
    return Prompt(name=f"reading.{ask.name}", do=QUESTIONS[ask.name], offers=offers, more=more, rule=RULES[ask.name])


def _who_goes_on(state: State, ask: str, reading: str) -> Text | None:
    """What a reading means here and now, where its words alone do not tell."""
    if ask != "evacuation":
        return None
    return T("Last turns: {names}", names=ending.named(state, ending.last_turns(state, reading)))


def read(tx: Transaction, args: Args) -> None:
    """The group has said how it reads the rule: so it stays for this evening."""
    ask, answer = OPEN[require_task(tx.state, READING).about], word(args, "reading")
    chosen = next((choice for choice in ask.choices if choice.value == answer), None)
    if chosen is None:
        raise IllegalMove(T("Choose one of the answers."))
    tx.finish_task()
    tx.set(choices={**tx.state.choices, ask.name: answer})
    tx.note("rule_read", T("{rule}: {reading}.", rule=ask.label, reading=chosen.label), rule=ask.name, reading=answer)


def _answers() -> Pick:
    found: dict[str, Choice] = {choice.value: choice for ask in OPEN.values() for choice in ask.choices}
    return Pick(name="reading", label=T("How you play it"), choices=tuple(found.values()))


MOVES: dict[str, Action[Transaction]] = {"read_rule": action(read, T("How a rule is read"), _answers())}
MODULE: GameModule[State, Transaction] = GameModule(name="readings", moves=MOVES, tasks={READING: prompt})
