"""The turn's frame: no more Actions, dealing Pollutants, the Smokestack, drawing, the next player (Your Turn)."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Args, Fact, IllegalMove, Outcome, Urgency
from companion.api.text import N, T
from companion.games.torrenar.piles import SMOKESTACK, Moved, Place, move_cards
from companion.games.torrenar.state import DRAWN_EACH_TURN, LastTurn, State, outcome
from companion.games.torrenar.words import shares


def turn_began(state: State) -> tuple[State, Fact]:
    """The turn of the seat in `turn` begins with its Actions."""
    state = replace(state, step="actions", using=None)
    text = T("It is the turn of {player}.", player=state.active.name)
    return state, Fact("turn_began", text, {"seat": state.turn + 1}, Urgency.QUIET)


def no_more_actions(state: State, args: Args) -> Outcome[State]:
    """The active player uses no more Actions; what is left in the Hand is told next. An empty Hand needs no telling."""
    require(state, "actions")
    if state.active.hand:
        return outcome(replace(state, step="pollutants"))
    return _turn_ended(replace(state, step="pollutants"), 0)


def deal(state: State, args: Args) -> Outcome[State]:
    """The Hand held so many Pollutants: everything else of the turn's end follows from it."""
    require(state, "pollutants")
    pollutants = int(args["pollutants"])
    if pollutants > state.active.hand:
        raise IllegalMove(
            N(
                "By the books the Hand of {player} has {n} card. Enter what was drawn, or set the Hand right first.",
                "By the books the Hand of {player} has {n} cards. Enter what was drawn, or set the Hand right first.",
                state.active.hand,
                player=state.active.name,
            ),
            rule="turn.deal",
        )
    return _turn_ended(state, pollutants)


def require(state: State, step: str) -> None:
    """Refuse what does not belong to this step of the turn."""
    if state.over:
        raise IllegalMove(T("The game is over. Undo the last step if that was a mistake."), rule="end")
    if state.step != step:
        raise IllegalMove(T("That is not what comes now in the turn."), rule="turn")


def smokestack_news(before: State, after: State) -> tuple[Fact, ...]:
    """What to tell when the Smokestack has shrunk: it is empty and the game is lost, or few turns are left."""
    if after.smokestack >= before.smokestack:
        return ()
    if after.lost:
        return (Fact("lost", T("The Smokestack is empty. You have lost."), urgency=Urgency.FINAL),)
    if after.undecided:
        return (Fact("smokestack_emptied", T("The Smokestack is empty."), urgency=Urgency.URGENT),)
    text = N("The Smokestack is down to {n} Pollutant.", "The Smokestack is down to {n} Pollutants.", after.smokestack)
    low = after.smokestack <= len(after.players)
    return (Fact("smokestack_fell", text, {"to": after.smokestack}, Urgency.URGENT if low else Urgency.PLAIN),)


def _turn_ended(state: State, pollutants: int) -> Outcome[State]:
    seat, hand = state.turn, Place("hand", state.turn)
    thrown = move_cards(state, hand, Place("discard", seat), state.active.hand - pollutants, False)
    dealt = _dealt(thrown.state, pollutants)
    gained = move_cards(dealt.state, SMOKESTACK, Place("discard", seat), 1, True)
    facts = (*_thrown_told(thrown), *dealt.facts, *smokestack_news(state, gained.state))
    if gained.state.over:
        return outcome(gained.state, *facts)
    drawn = move_cards(gained.state, Place("draw", seat), hand, DRAWN_EACH_TURN, None)
    last = LastTurn(seat, thrown.number, round_the_table(state, pollutants), drawn.number)
    ended = replace(drawn.state, turn=state.left_of(seat), turns=state.turns + 1, last=last)
    began, turn = turn_began(ended)
    return outcome(began, *facts, *drawn.facts, _drawn_told(state, drawn.number), turn)


def round_the_table(state: State, number: int) -> tuple[int, ...]:
    """How many of so many cards each seat is dealt, one by one, the active player first, going to the left."""
    each = [0 for _ in state.seats]
    for card in range(number):
        each[state.left_of(state.turn, card)] += 1
    return tuple(each)


def _dealt(state: State, number: int) -> Moved:
    """The Pollutants of the Hand, dealt to the Discard piles."""
    facts: tuple[Fact, ...] = ()
    for card in range(number):
        target = Place("discard", state.left_of(state.turn, card))
        moved = move_cards(state, Place("hand", state.turn), target, 1, True)
        state, facts = moved.state, moved.facts or facts
    return Moved(state, number, (*facts, _dealt_told(state, number))) if number else Moved(state, 0)


def _dealt_told(state: State, number: int) -> Fact:
    each = round_the_table(state, number)
    text = N(
        "{player} dealt {n} Pollutant: {shares}.",
        "{player} dealt {n} Pollutants: {shares}.",
        number,
        player=state.active.name,
        shares=shares(state, each, state.turn),
    )
    args = {f"seat_{seat + 1}": share for seat, share in enumerate(each)}
    return Fact("pollutants_dealt", text, args)


def _thrown_told(thrown: Moved) -> tuple[Fact, ...]:
    if not thrown.number:
        return thrown.facts
    text = N(
        "{player} Discarded {n} Action.",
        "{player} Discarded {n} Actions.",
        thrown.number,
        player=thrown.state.active.name,
    )
    return (*thrown.facts, Fact("actions_discarded", text, {"cards": thrown.number}))


def _drawn_told(state: State, number: int) -> Fact:
    text = N("{player} Drew {n} card.", "{player} Drew {n} cards.", number, player=state.active.name)
    return Fact("cards_drawn", text, {"seat": state.turn + 1, "cards": number})
