"""Steps that only have to be done at the table: nothing is kept of them, one tap says that they are done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.game import Args, MoveKind, Offer, Prompt
from companion.games.frostpunk.asking import pick, usual
from companion.games.frostpunk.ledger import Ledger, require_step
from companion.games.frostpunk.moves import move, word
from companion.games.frostpunk.state import State
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
    "dawn.development": Reminder(
        do=T("Is there a Development token on this round's space? Then its Technology is developed."),
        more=T(
            "Put the token, active side up, on the Technology card that has none. Then choose the next Technology, one "
            "with an inactive token (if any), and put it on the Round track, as many spaces ahead as its card shows, "
            "at most on space 15."
        ),
        rule="dawn.development",
        done=T("Development token seen to"),
    ),
    "weather.scouts": Reminder(
        do=T("Move each Scout as many spaces as the third section shows."),
        more=T("A Scout who reaches the last space of the stack explores or skips the location."),
        rule="weather.scouts",
        done=T("Scouts moved"),
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
    "action.spent": Reminder(
        do=T("Put a Meeple of the same type onto each Spent Citizen token."),
        more=T("These Meeples cannot act this round. Where Meeples lack, tokens stay empty."),
        rule="action.spent",
        done=T("Meeples put on Spent tokens"),
    ),
    "dusk.effects": Reminder(
        do=T("Carry out everything marked “Dusk Phase” on your Scenario and Event cards."),
        more=T("In any order you like. Look in the Scenario display and in the Event display."),
        rule="dusk.effects",
        done=T("Dusk Phase effects carried out"),
    ),
    "hunger.reset": Reminder(
        do=T("Put the Hunger marker back to zero."),
        rule="hunger.previous",
        done=T("Hunger marker put back"),
    ),
    "night.meeples": Reminder(
        do=T("Take all Meeples placed this round back into the supply."),
        more=T(
            "Those on Event and Scenario cards too, unless the card says otherwise. Scouts stay on their Expeditions. "
            "Resources on cards stay there."
        ),
        rule="night.meeples",
        done=T("Meeples taken back"),
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
    "night.cards": Reminder(
        do=T("Put the Citizen cards played this round onto the Citizen discard pile."),
        rule="citizens.ability",
        done=T("Citizen cards discarded"),
    ),
}
BEFORE: Mapping[str, Callable[[Ledger], None]] = {"hunger.reset": lambda ledger: ledger.set(hunger=0)}


def prompt(state: State) -> Prompt:
    """What the present step asks for."""
    one = REMINDERS[state.step]
    offers: tuple[Offer, ...] = (usual("done", T("Done"), step=state.step),)
    return Prompt(name=state.step, do=one.do, more=one.more, rule=one.rule, offers=offers)


def done(ledger: Ledger, args: Args) -> None:
    """The step was done at the table."""
    step = word(args, "step")
    require_step(ledger.state, step)
    if step in BEFORE:
        BEFORE[step](ledger)
    ledger.go_on()


MOVES: Mapping[str, MoveKind[State]] = {
    "done": move(
        done,
        lambda args: REMINDERS[word(args, "step")].done,
        pick("step", T("Step"), {step: one.done for step, one in REMINDERS.items()}),
    )
}
