"""The setup as a checklist, with the counts for this group."""

from __future__ import annotations

from companion.api.game import Move, Offer, Prompt, Whole
from companion.api.text import N, T, Text
from companion.games.torrenar.setup import MOST_ACTIONS
from companion.games.torrenar.state import (
    DRAWN_EACH_TURN,
    FEWEST_IN_THE_TEXT,
    SETUP_STEPS,
    SMOKESTACK_EACH,
    START_CAMPAIGNS,
    START_EDUCATIONS,
    START_POLLUTANTS,
    State,
)
from companion.games.torrenar.words import seat_value


def setup_prompt(state: State) -> Prompt:
    """What to lay out now."""
    return Prompt(
        name=f"setup.{state.step}",
        do=_do(state),
        more=_more(state),
        offers=_starters(state) if state.step == "starter" else _done(state),
        rule=f"setup.{'start' if state.step == 'starter' else state.step}",
    )


def _do(state: State) -> Text:
    players = len(state.players)
    return {
        "size": T("Put the cards for larger groups back into the box."),
        "smokestack": T(
            "Shuffle all Pollutants; count {number} of them face-down into the Smokestack.",
            number=SMOKESTACK_EACH * players,
        ),
        "players": T(
            "Give each player {pollutants} more Pollutants, {campaigns} Local Campaigns and {educations} Education.",
            pollutants=START_POLLUTANTS,
            campaigns=START_CAMPAIGNS,
            educations=START_EDUCATIONS,
        ),
        "action_stack": T("Build the Action stack, with Court Victory face-down at the bottom."),
        "first_hand": T("Each player Draws {number} cards from the own Draw pile.", number=DRAWN_EACH_TURN),
        "starter": T("Choose together who starts."),
    }[state.step]


def _more(state: State) -> Text | None:
    return {
        "size": _size(len(state.players)),
        "smokestack": N(
            "That is {each} for the one player. Lay its art card beside it, hourglass side down.",
            "That is {each} for each of {n} players. Lay its art card beside it, hourglass side down.",
            len(state.players),
            each=SMOKESTACK_EACH,
        ),
        "players": T(
            "Each player shuffles these {number} cards into a face-down Draw pile. Reference cards are for whoever "
            "wants one.",
            number=START_POLLUTANTS + START_CAMPAIGNS + START_EDUCATIONS,
        ),
        "action_stack": T(
            "Shuffle all other Actions first. The art card and an empty Forfeit pile lie beside the stack, Reprieve "
            "face-down near by. Count it, Court Victory included, and the companion says when it runs out."
        ),
        "first_hand": None,
        "starter": T("Play goes on to the left."),
    }[state.step]


def _size(players: int) -> Text:
    if players < FEWEST_IN_THE_TEXT:
        return T(
            "The rulebook's text speaks of three and more players and does not define Neighbors for fewer: look on the "
            "box whether your group can play."
        )
    return N(
        "You are {n} player: a card marked with a larger number and a plus sign goes back.",
        "You are {n} players: a card marked with a larger number and a plus sign goes back.",
        players,
    )


def _done(state: State) -> tuple[Offer, ...]:
    offers = _counting(state) if state.step == "action_stack" else [_laid_out(state, T("Done"), "usual")]
    if state.step == SETUP_STEPS[0]:
        offers.append(Offer(move=Move("skip_setup"), label=T("All is laid out already")))
    return tuple(offers)


def _laid_out(state: State, label: Text, tone: str) -> Offer:
    return Offer(move=Move("laid_out", {"step": state.step}), label=label, tone=tone)


def _counting(state: State) -> list[Offer]:
    known = state.action_stack
    cards = Whole(name="cards", label=T("Cards in the Action stack"), at_least=1, at_most=MOST_ACTIONS, usual=known)
    counted = Offer(move=Move("count_stack"), label=T("Done, and counted"), asks=(cards,))
    if known is None:
        return [_laid_out(state, T("Done, not counted"), "usual"), counted]
    same = _laid_out(state, N("Done: {n} card as before", "Done: {n} cards as before", known), "usual")
    return [same, counted]


def _starters(state: State) -> tuple[Offer, ...]:
    return tuple(
        Offer(
            move=Move("start_with", {"seat": seat_value(seat)}),
            label=T("{player} starts", player=state.players[seat].name),
        )
        for seat in state.seats
    )
