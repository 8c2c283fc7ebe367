"""Warnings before the game is lost (rulebook p. 16)."""

from __future__ import annotations

from companion.games.frostpunk.state import (
    KIND_NAMES,
    KINDS,
    LOSING_HUNGER,
    LOSING_SICK,
    MOST_TOKENS,
    SMALL_SPACES,
    State,
)
from companion.text import N, T, Text
from companion.view import Note

STEPS_BEFORE = 2  # how near a loss must be for a warning


def dangers(state: State) -> tuple[Note, ...]:
    """What may soon lose the game, a sentence each."""
    if state.ended:
        return ()
    found: list[tuple[Text, str]] = [*_tokens(state), *_people(state), *_generator(state)]
    return tuple(Note(text=text, tone="danger", rule=rule) for text, rule in found)


def _tokens(state: State) -> list[tuple[Text, str]]:
    found = []
    left = MOST_TOKENS - state.discontent.count
    if left <= STEPS_BEFORE:
        text = N("{n} more Discontent token loses the game.", "{n} more Discontent tokens lose the game.", left)
        found.append((text, "ends"))
    if state.hope.count < STEPS_BEFORE:
        text = N("Only {n} Hope token is left.", "Only {n} Hope tokens are left.", state.hope.count)
        found.append((text, "ends"))
    return found


def _people(state: State) -> list[tuple[Text, str]]:
    found = []
    for kind in KINDS:
        sick = state.group(kind).sick
        if sick >= LOSING_SICK - STEPS_BEFORE:
            text = T("{who}: {sick} sick; 26 in the Preparation Phase lose the game.", who=KIND_NAMES[kind], sick=sick)
            found.append((text, "preparation.sickness"))
    if state.hunger >= LOSING_HUNGER - STEPS_BEFORE:
        text = T("Hunger is {hunger}; 25 left after paying lose the game.", hunger=state.hunger)
        found.append((text, "hunger.previous"))
    last = state.fact("corpse_last")
    if last is not None and last - state.corpses <= STEPS_BEFORE:
        text = N("{n} more death loses the game.", "{n} more deaths lose the game.", last - state.corpses)
        found.append((text, "ends"))
    return found


def _generator(state: State) -> list[tuple[Text, str]]:
    room = SMALL_SPACES - state.generator.stress
    if not state.generator.overheated or room > STEPS_BEFORE:
        return []
    return [
        (
            N(
                "The Generator has room for {n} more cube before it explodes.",
                "The Generator has room for {n} more cubes before it explodes.",
                max(0, room),
            ),
            "generator.breakdown",
        )
    ]
