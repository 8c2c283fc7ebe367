"""Laying out the game: what to count out for this group, and who starts (Setup)."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Args, BoardFact, Fact, IllegalMove, Outcome, Table, Value, Whole
from companion.api.text import N, T
from companion.games.torrenar.piles import Place, move_cards, seat_named
from companion.games.torrenar.state import (
    DRAWN_EACH_TURN,
    MOST_PLAYERS,
    SETUP_STEPS,
    SMOKESTACK_EACH,
    START_CARDS,
    START_POLLUTANTS,
    Player,
    State,
    outcome,
)
from companion.games.torrenar.turn import turn_began

MOST_ACTIONS = 300


def stack_fact(players: int) -> str:
    """The name of the board fact that holds the size of the Action stack for this number of players."""
    return f"action_cards_{players}"


def board() -> tuple[BoardFact, ...]:
    """How many cards the Action stack has is told by no text; the cards in the box depend on the number of players."""
    return tuple(
        BoardFact(
            ask=Whole(
                name=stack_fact(players),
                label=N(
                    "Cards in the Action stack with {n} player", "Cards in the Action stack with {n} players", players
                ),
                at_least=1,
                at_most=MOST_ACTIONS,
            ),
            where=T(
                "Leave out the cards of other game sizes, the starting cards and Reprieve; count the Action cards that "
                "remain, Court Victory among them."
            ),
        )
        for players in range(1, MOST_PLAYERS + 1)
    )


def start(table: Table) -> Outcome[State]:
    """The game as it lies on the table after the setup by the book, before anybody has checked it."""
    if not 1 <= len(table.players) <= MOST_PLAYERS:
        raise IllegalMove(T("The companion keeps the books of 1 to {most} players.", most=MOST_PLAYERS))
    count = len(table.players)
    known = table.board.get(stack_fact(count))
    state = State(
        players=tuple(Player(name, START_CARDS, 0, 0, START_POLLUTANTS, 0) for name in table.players),
        smokestack=SMOKESTACK_EACH * count,
        action_stack=known if isinstance(known, int) else None,
    )
    text = T(
        "The Smokestack has {number} Pollutants, {each} for each player.", number=state.smokestack, each=SMOKESTACK_EACH
    )
    return outcome(state, Fact("smokestack_built", text, {"pollutants": state.smokestack}))


def laid_out(state: State, args: Args) -> Outcome[State]:
    """One step of the setup is done."""
    step = str(args["step"])
    if state.step != step:
        raise IllegalMove(T("That part of the setup is not what is being laid out now."), rule="setup.size")
    return _next(state)


def count_stack(state: State, args: Args) -> Outcome[State]:
    """The Action stack was counted, Court Victory included where it still lies below."""
    counted = int(args["cards"])
    if state.step == "action_stack" and not counted:
        raise IllegalMove(T("The Action stack holds at least Court Victory."), rule="setup.action_stack")
    below = state.court_victory_below and counted > 0
    state = replace(state, action_stack=counted, court_victory_below=below)
    fact = _counted(counted)
    if state.step != "action_stack":
        return outcome(state, fact)
    went = _next(state)
    return Outcome(went.state, (fact, *went.facts), {stack_fact(len(state.players)): counted} if counted else {})


def count_new_stack(state: State, args: Args) -> Outcome[State]:
    """The Action stack was counted after it had been refilled: Court Victory has come up before."""
    if state.step in SETUP_STEPS:
        raise IllegalMove(T("The first Action stack has Court Victory at the bottom."), rule="setup.action_stack")
    return count_stack(replace(state, court_victory_below=False), args)


def skip_setup(state: State, args: Args) -> Outcome[State]:
    """All is laid out already; only who starts is still to be said."""
    if state.step not in SETUP_STEPS[:-1]:
        raise IllegalMove(T("The game is laid out already."), rule="setup.size")
    return _with_first_hands(state)


def start_with(state: State, args: Args) -> Outcome[State]:
    """The group chose who starts (Setup: Wrap-Up)."""
    if state.step != "starter":
        raise IllegalMove(T("Who starts is chosen when all is laid out."), rule="setup.start")
    seat = seat_named(state, str(args["seat"]))
    return outcome(*turn_began(replace(state, turn=seat)))


def learn(state: State, name: str, value: Value) -> Outcome[State]:
    """The size of the Action stack was told while the game runs: what has left it since is taken off."""
    known = state.action_stack is not None and state.step not in SETUP_STEPS
    if name != stack_fact(len(state.players)) or known:
        return outcome(state)  # what was counted at this table is nearer than what is known of the box
    left = max(0, int(value) - state.actions_taken)
    below = state.court_victory_below and (left > 0 or not state.actions_taken)
    return outcome(replace(state, action_stack=left, court_victory_below=below), _counted(left))


def _counted(cards: int) -> Fact:
    text = N("The Action stack has {n} card.", "The Action stack has {n} cards.", cards)
    return Fact("action_stack_counted", text, {"cards": cards})


def _next(state: State) -> Outcome[State]:
    if state.step == "first_hand":
        return _with_first_hands(state)
    if state.step == "starter":
        raise IllegalMove(T("Say who starts."), rule="setup.start")
    following = SETUP_STEPS[SETUP_STEPS.index(state.step) + 1]
    return outcome(replace(state, step=following))


def _with_first_hands(state: State) -> Outcome[State]:
    for seat in state.seats:
        state = move_cards(state, Place("draw", seat), Place("hand", seat), DRAWN_EACH_TURN, None).state
    text = T("Everybody drew {number} cards.", number=DRAWN_EACH_TURN)
    return outcome(replace(state, step="starter"), Fact("hands_drawn", text, {"cards": DRAWN_EACH_TURN}))
