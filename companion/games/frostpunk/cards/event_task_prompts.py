"""What has to be told about a card before the step goes on (rulebook p. 28, 34, 37)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Prompt
from companion.api.text import T
from companion.games.frostpunk.cards import carrying, dusk, effects, events, owner_facts
from companion.games.frostpunk.state import State
from companion.toolkit.forms import tap


def which(state: State) -> Prompt:
    """Which of the unread cards of the Dusk deck it was."""
    code = state.tasks[0].about
    laws = [one.removeprefix(dusk.UNREAD) for one in dusk.may_be(state, code) if one != dusk.DISPUTE]
    offers = (
        tap("which_card", T("A Consequence of {law}", law=owner_facts.title(state, law)), entry=law) for law in laws
    )
    return Prompt(
        name="dusk.which",
        do=T("Which unread card of the Dusk deck was it?"),
        more=T(
            "“{name}” was shown; its identification code says so. It is asked once for each card.",
            name=owner_facts.title(state, code),
        ),
        rule="dusk.card",
        offers=(*offers, tap("which_card", T("None of these"), entry="other")),
    )


def consequence(state: State) -> Prompt:
    """Which of the two Consequences of a Law was revealed; they bear the same code."""
    law = state.tasks[0].about
    told, free = events.consequences(state, law)
    offers = [tap("which_consequence", owner_facts.title(state, one), card=one) for one in told]
    offers += [tap("which_consequence", T("Another one"), card=one) for one in free[:1]]
    return Prompt(
        name="dusk.consequence",
        do=T("Which Consequence of {law} is it?", law=owner_facts.title(state, law)),
        rule="laws.consequence",
        offers=tuple(offers),
    )


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


TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    events.WHICH: which,
    events.CONSEQUENCE: consequence,
    carrying.TASK: condition,
}
