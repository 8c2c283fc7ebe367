"""What the phones show: the Smokestack and its turns first, then everybody's piles, the stacks, and who sits where."""

from __future__ import annotations

from companion.api import Cell, Counter, Grid, N, Note, Panel, T, Text, Token, TokenRow, Where
from companion.games.torrenar.names import shares
from companion.games.torrenar.state import SETUP_STEPS, State
from companion.games.torrenar.transaction import Transaction
from companion.toolkit import GameModule


def panels(state: State) -> tuple[Panel, ...]:
    """All panels, the most pressing first."""
    always = (_smokestack(state), *_cooperation(state), _piles(state), _stacks(state))
    return always if state.step in SETUP_STEPS else (*always, _table(state))


def turns_left(state: State) -> Text:
    """Every turn takes one card off the Smokestack, so its cards are the turns that are left, this one included."""
    return N(
        "{n} turn is left before it is empty, this one included.",
        "{n} turns are left before it is empty, this one included.",
        state.smokestack,
    )


# --- where ------------------------------------------------------------------------------------------------------------


def where(state: State) -> Where:
    """Where in the setup or the turn we are."""
    if state.ended:
        return Where(line=T("The game is over"))
    if state.step in SETUP_STEPS:
        return Where(line=T("Setup"))
    line = T("Turn {number}: {player}", number=state.turns + 1, player=state.active.name)
    return Where(line=line, turn=state.turn, icon="hand")


# --- panels -----------------------------------------------------------------------------------------------------------


def _smokestack(state: State) -> Panel:
    players = len(state.players)
    last_lap, low = state.smokestack <= players, state.smokestack <= 2 * players
    counter = Counter(
        label=T("Smokestack"),
        count=state.smokestack,
        tone="danger" if last_lap else "warm" if low else "plain",
        value="smokestack",
        icon="smokestack",
        main=True,
        note=None if state.ended else turns_left(state),
    )
    warning = Note(text=_warning(state), tone="danger", rule="end.lose", main=True)
    widgets = (counter, warning) if last_lap and not state.won else (counter,)
    return Panel(name="smokestack", title=T("Smokestack"), widgets=widgets, icon="smokestack")


def _warning(state: State) -> Text:
    if state.empty:
        return T("The Smokestack is empty.")
    if state.smokestack == 1:
        return T("This is the last turn: win before it ends.")
    return T("Nobody has more than one turn left.")


def _cooperation(state: State) -> tuple[Panel, ...]:
    using = state.using
    if using is None or not using.needed:
        return ()
    given = sum(using.contributed)
    counter = Counter(
        label=T("Cooperation"),
        count=given,
        of=using.needed,
        tone="good" if not using.missing else "plain",
        icon="cooperation",
    )
    who = (
        T("{shares}", shares=shares(state, using.contributed, state.turn))
        if given
        else T("Nobody has Contributed yet.")
    )
    widgets = (counter, Note(text=who, rule="cooperation"))
    return (Panel(name="cooperation", title=T("Cooperation"), widgets=widgets, icon="cooperation"),)


def _piles(state: State) -> Panel:
    rows = tuple(_row(state, seat) for seat in state.seats)
    columns = (T("Player"), T("Draw pile"), T("Hand"), T("Discard pile"), T("Pollutants"))
    return Panel(
        name="piles",
        title=T("Everybody's cards"),
        widgets=(Grid(label=T("Piles"), columns=columns, rows=rows, main=True),),
        icon="piles",
    )


def _row(state: State, seat: int) -> tuple[Cell, ...]:
    player = state.players[seat]
    tone = "good" if seat == state.turn and state.step not in SETUP_STEPS else "plain"
    name = Cell(label=T("{player}", player=player.name), tone=tone)
    numbers = (player.draw, player.hand, player.discard, player.pollutants)
    return (name, *(Cell(label=T("{number}", number=number)) for number in numbers))


def _stacks(state: State) -> Panel:
    if state.action_stack is None:
        stack: Counter | Note = Note(text=T("The Action stack is not counted."), rule="setup.action_stack")
    else:
        stack = Counter(
            label=T("Action stack"),
            count=state.action_stack,
            value="action_stack",
            note=_court_victory(state),
            icon="action_stack",
        )
    return Panel(
        name="stacks",
        title=T("Stacks"),
        icon="stacks",
        widgets=(
            stack,
            Counter(label=T("Forfeit pile"), count=state.forfeit, value="forfeit", icon="forfeit", main=True),
            Counter(label=T("Mitigated"), count=state.mitigated, value="mitigated", icon="mitigated", main=True),
            TokenRow(label=T("Beside the stacks"), tokens=(_reprieve(state), _hourglass(state))),
        ),
    )


def _court_victory(state: State) -> Text | None:
    return T("Court Victory lies at the bottom.") if state.court_victory_lies_below else None


def _reprieve(state: State) -> Token:
    labels = {
        "face_down": T("Reprieve, face-down"),
        "face_up": T("Reprieve, face-up"),
        "gone": T("Reprieve, gone"),
    }
    return Token(label=labels[state.reprieve], lit=state.reprieve != "gone", icon="reprieve")


def _hourglass(state: State) -> Token:
    return Token(label=T("Hourglass up") if state.hourglass == "up" else T("Hourglass down"), icon="hourglass")


def _table(state: State) -> Panel:
    return Panel(
        name="table",
        title=T("Round the table"),
        icon="table",
        widgets=(Note(text=_neighbors(state), rule="word.neighbor"),),
    )


def _neighbors(state: State) -> Text:
    name = state.active.name
    if len(state.players) == 1:
        return T("{player} plays alone: no Ally, no Neighbor.", player=name)
    left = state.players[state.left_of(state.turn)].name
    if len(state.players) == 2:
        return T("{other} is the Ally of {player}, and the next seat on both sides.", player=name, other=left)
    right = state.players[state.left_of(state.turn, -1)].name
    return T("Neighbors of {player}: {left} on the left, {right} on the right.", player=name, left=left, right=right)


MODULE: GameModule[State, Transaction] = GameModule(name="view", panels=panels)
