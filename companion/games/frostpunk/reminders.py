"""Steps that only have to be done at the table: nothing is kept of them, one tap says that they are done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.game import Args, Move, MoveKind, Offer, Prompt
from companion.games.frostpunk.asking import per_kind, pick, usual
from companion.games.frostpunk.ledger import Ledger, require_step
from companion.games.frostpunk.moves import move, number, word
from companion.games.frostpunk.people import fall_sick
from companion.games.frostpunk.state import KINDS, State
from companion.text import T, Text


@dataclass(frozen=True, kw_only=True)
class Reminder:
    """A step that is only said: what to do, its small print, its rule entry and how it is named in the history."""

    do: Text
    more: Text | None = None
    rule: str
    done: Text


REMINDERS: Mapping[str, Reminder] = {
    "dawn.trigger": Reminder(
        do=T("Remove the Scenario Trigger token from this round, and do what its Scenario card says."),
        more=T("Look for the token's symbol on the face-up Scenario cards."),
        rule="dawn.trigger",
        done=T("Scenario Trigger carried out"),
    ),
    "action.meeples": Reminder(
        do=T("Set the Meeples in the supply right, type by type."),
        more=T(
            "The bar over the section with the Citizen marker shows how many Meeples you have. Scouts on Expeditions "
            "count as if they were in the supply."
        ),
        rule="action.meeples",
        done=T("Meeples set right"),
    ),
    "dusk.effects": Reminder(
        do=T("Carry out everything marked “Dusk Phase” on your Scenario and Event cards."),
        more=T("In any order you like. Look in the Scenario display and in the Event display."),
        rule="dusk.effects",
        done=T("Dusk Phase effects carried out"),
    ),
    "night.shelters": Reminder(
        do=T("Lay down two Meeples for each heated shelter."),
        more=T(
            "Tents, Bunkhouses and Houses sleep two each, if they are heated. Ruins sleep nobody, unless a Law says "
            "it. You choose who sleeps inside."
        ),
        rule="night.shelters",
        done=T("Meeples laid down"),
    ),
}


def prompt(state: State) -> Prompt:
    """What the present step asks for."""
    one = REMINDERS[state.step]
    offers: tuple[Offer, ...] = (usual("done", T("Done"), step=state.step),)
    return Prompt(name=state.step, do=one.do, more=one.more, rule=one.rule, offers=offers)


def done(ledger: Ledger, args: Args) -> None:
    """The step was done at the table."""
    step = word(args, "step")
    require_step(ledger.state, step)
    ledger.go_on()


def night_cold(ledger: Ledger, args: Args) -> None:
    """One of the matching type falls sick for each Meeple without a warm place (p. 29)."""
    require_step(ledger.state, "night.sick")
    for kind in KINDS:
        fall_sick(ledger, kind, number(args, kind))
    ledger.go_on()


def sick_prompt(state: State) -> Prompt:
    """Who stands in the cold."""
    standing = Offer(move=Move("night_cold"), label=T("These stand in the cold"), asks=per_kind(MOST_STANDING))
    warm = Offer(move=Move("night_cold", dict.fromkeys(KINDS, 0)), label=T("All sleep warm"))
    return Prompt(
        name="night.sick",
        do=T("Who is still standing? One falls sick for each Meeple without a warm place."),
        rule="night.sick",
        offers=(standing, warm),
    )


MOST_STANDING = dict.fromkeys(KINDS, 10)
STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {"night.sick": sick_prompt}
MOVES: Mapping[str, MoveKind[State]] = {
    "night_cold": move(
        night_cold,
        lambda args: T("In the cold: {workers} workers, {engineers} engineers, {children} children", **dict(args)),
        *per_kind(MOST_STANDING),
    ),
    "done": move(
        done,
        lambda args: REMINDERS[word(args, "step")].done,
        pick("step", T("Step"), {step: one.done for step, one in REMINDERS.items()}),
    ),
}
