"""Laying out the game: what to count out for this group, as a checklist, and who starts (Setup)."""

from __future__ import annotations

from msgspec import structs

from companion.api import Args, BoardFact, IllegalMove, Move, N, Offer, Outcome, Prompt, T, Table, Text, Value
from companion.games.torrenar import turn
from companion.games.torrenar.names import ANY_SEAT, seat_named, seat_value
from companion.games.torrenar.state import (
    DRAWN_EACH_TURN,
    FEWEST_IN_THE_TEXT,
    MOST_PLAYERS,
    SETUP_STEPS,
    SMOKESTACK_EACH,
    START_CAMPAIGNS,
    START_CARDS,
    START_EDUCATIONS,
    START_POLLUTANTS,
    Player,
    State,
)
from companion.games.torrenar.transaction import Place, Transaction
from companion.toolkit import Action, GameModule, action, number, pick, tap, whole, word

MOST_ACTIONS = 300


def stack_fact(players: int) -> str:
    """The name of the board fact that holds the size of the Action stack for this number of players."""
    return f"action_cards_{players}"


def board() -> tuple[BoardFact, ...]:
    """How many cards the Action stack has is told by no text; the cards in the box depend on the number of players."""
    where = T(
        "Leave out the cards of other game sizes, the starting cards and Reprieve; count the Action cards that "
        "remain, Court Victory among them."
    )
    labels = {
        players: N("Cards in the Action stack with {n} player", "Cards in the Action stack with {n} players", players)
        for players in range(1, MOST_PLAYERS + 1)
    }
    return tuple(
        BoardFact(ask=whole(stack_fact(players), label, MOST_ACTIONS, at_least=1), where=where)
        for players, label in labels.items()
    )


def start(table: Table) -> Outcome[State]:
    """The game as it lies on the table after the setup by the book, before anybody has checked it."""
    if not 1 <= len(table.players) <= MOST_PLAYERS:
        raise IllegalMove(T("The companion keeps the books of 1 to {most} players.", most=MOST_PLAYERS))
    count = len(table.players)
    known = table.board.get(stack_fact(count))
    tx = Transaction(
        State(
            players=tuple(Player(name, START_CARDS, 0, 0, START_POLLUTANTS, 0) for name in table.players),
            smokestack=SMOKESTACK_EACH * count,
            action_stack=known if isinstance(known, int) else None,
        )
    )
    pollutants = tx.state.smokestack
    text = T("The Smokestack has {number} Pollutants, {each} for each player.", number=pollutants, each=SMOKESTACK_EACH)
    tx.tell("smokestack_built", text, pollutants=pollutants)
    return tx.outcome()


def learn(state: State, name: str, value: Value) -> Outcome[State]:
    """The size of the Action stack was told while the game runs: what has left it since is taken off."""
    tx = Transaction(state)
    known = state.action_stack is not None and state.step not in SETUP_STEPS
    if name == stack_fact(len(state.players)) and not known:
        left = max(0, int(value) - state.actions_taken)  # what was counted at this table is nearer than this
        below = state.court_victory_below and (left > 0 or not state.actions_taken)
        tx.set(action_stack=left, court_victory_below=below)
        _tell_counted(tx, left)
    return tx.outcome()


# --- moves ------------------------------------------------------------------------------------------------------------


def laid_out(tx: Transaction, args: Args) -> None:
    """One step of the setup is done."""
    if tx.state.step != word(args, "step"):
        raise IllegalMove(T("That part of the setup is not what is being laid out now."), rule="setup.size")
    _next(tx)


def count_stack(tx: Transaction, args: Args) -> None:
    """The Action stack was counted, Court Victory included where it still lies below."""
    counted, first = number(args, "cards"), tx.state.step == "action_stack"
    if first and not counted:
        raise IllegalMove(T("The Action stack holds at least Court Victory."), rule="setup.action_stack")
    tx.set(action_stack=counted, court_victory_below=tx.state.court_victory_below and counted > 0)
    _tell_counted(tx, counted)
    if first:
        tx.board_facts[stack_fact(len(tx.state.players))] = counted
        _next(tx)


def count_new_stack(tx: Transaction, args: Args) -> None:
    """The Action stack was counted after it had been refilled: Court Victory has come up before."""
    if tx.state.step in SETUP_STEPS:
        raise IllegalMove(T("The first Action stack has Court Victory at the bottom."), rule="setup.action_stack")
    tx.set(court_victory_below=False)
    count_stack(tx, args)


def tick(tx: Transaction, args: Args) -> None:
    """A part of the setup is done, or is not after all; those before the step at which an evening stands are."""
    part, ticked = word(args, "part"), tx.state.ticked
    if tx.state.step not in PARTS:
        raise IllegalMove(T("The game is laid out already."), rule="setup.size")
    after = tuple(one for one in ticked if one != part) if part in ticked else (*ticked, part)
    tx.set(ticked=after)
    tx.note("ticked", T("Noted."), part=part)


def tell_size(tx: Transaction, args: Args) -> None:
    """The new Action stack was counted while it was built: the box has so many cards for this group."""
    if tx.state.step not in PARTS:
        raise IllegalMove(T("The game is laid out already."), rule="setup.action_stack")
    counted = number(args, "cards")
    tx.set(action_stack=counted, court_victory_below=True)
    _tell_counted(tx, counted)
    tx.board_facts[stack_fact(len(tx.state.players))] = counted


def begin_with(tx: Transaction, args: Args) -> None:
    """All is laid out, everybody has drawn, and somebody starts: one tap says it all."""
    if tx.state.step not in SETUP_STEPS:
        raise IllegalMove(T("The game is laid out already."), rule="setup.size")
    seat = seat_named(tx.state, word(args, "seat"))
    if tx.state.step != "starter":
        _draw_first_hands(tx)
    turn.begin(tx, seat)


def skip_setup(tx: Transaction, args: Args) -> None:
    """All is laid out already; only who starts is still to be said."""
    if tx.state.step not in SETUP_STEPS[:-1]:
        raise IllegalMove(T("The game is laid out already."), rule="setup.size")
    _draw_first_hands(tx)


def start_with(tx: Transaction, args: Args) -> None:
    """The group chose who starts (Setup: Wrap-Up)."""
    if tx.state.step != "starter":
        raise IllegalMove(T("Who starts is chosen when all is laid out."), rule="setup.start")
    turn.begin(tx, seat_named(tx.state, word(args, "seat")))


def _tell_counted(tx: Transaction, cards: int) -> None:
    text = N("The Action stack has {n} card.", "The Action stack has {n} cards.", cards)
    tx.tell("action_stack_counted", text, cards=cards)


def _next(tx: Transaction) -> None:
    step = tx.state.step
    if step == "first_hand":
        _draw_first_hands(tx)
    elif step == "starter":
        raise IllegalMove(T("Say who starts."), rule="setup.start")
    else:
        tx.set(step=SETUP_STEPS[SETUP_STEPS.index(step) + 1])


def _draw_first_hands(tx: Transaction) -> None:
    for seat in tx.state.seats:
        tx.move_cards(Place("draw", seat), Place("hand", seat), DRAWN_EACH_TURN, None)
    tx.set(step="starter")
    tx.tell("hands_drawn", T("Everybody drew {number} cards.", number=DRAWN_EACH_TURN), cards=DRAWN_EACH_TURN)


# --- the checklist ----------------------------------------------------------------------------------------------------


PARTS = SETUP_STEPS[:-1]


def prompts(state: State) -> tuple[Prompt, ...]:
    """What to lay out, as a list to tick off, and who starts."""
    if state.step not in SETUP_STEPS:
        return ()
    if state.step == "starter":
        return (_who_starts(state),)
    done = {*state.ticked, *PARTS[: PARTS.index(state.step)]}
    ticks = (
        Offer(move=Move("tick", {"part": part}), label=_do(state, part), note=_more(state, part), ticked=part in done,
              rule=f"setup.{part}")
        for part in PARTS
    )  # fmt: skip
    return (
        Prompt(
            name="setup.list",
            do=T("Lay out the game. Who starts?"),
            more=T("Choose together who starts; play goes on to the left."),
            offers=(*ticks, *_counting(state), *_named_starters(state)),
            rule="setup.size",
        ),
    )


def _who_starts(state: State) -> Prompt:
    return Prompt(
        name="setup.starter",
        do=T("Choose together who starts."),
        more=T("Play goes on to the left."),
        offers=_starters(state, "start_with"),
        rule="setup.start",
    )


def _do(state: State, part: str) -> Text:
    return {
        "size": T("Put the cards for larger groups back into the box."),
        "smokestack": T(
            "Shuffle all Pollutants; count {number} of them face-down into the Smokestack.",
            number=SMOKESTACK_EACH * len(state.players),
        ),
        "players": T(
            "Give each player {pollutants} more Pollutants, {campaigns} Local Campaigns and {educations} Education.",
            pollutants=START_POLLUTANTS,
            campaigns=START_CAMPAIGNS,
            educations=START_EDUCATIONS,
        ),
        "action_stack": T("Build the Action stack, with Court Victory face-down at the bottom."),
        "first_hand": T("Each player Draws {number} cards from the own Draw pile.", number=DRAWN_EACH_TURN),
    }[part]


def _more(state: State, part: str) -> Text | None:
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
            "face-down near by."
        ),
        "first_hand": None,
    }[part]


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


def _counting(state: State) -> tuple[Offer, ...]:
    """Whoever counts the stack hears when it runs out; it can be counted later, too."""
    if state.action_stack is not None:
        return ()
    cards = whole("cards", T("Cards in the Action stack"), MOST_ACTIONS, at_least=1)
    note = T("Court Victory included. It can wait; then the companion says when the stack runs out.")
    return (Offer(move=Move("tell_size"), label=T("Count the Action stack, if you like"), asks=(cards,), note=note,
                  rule="setup.action_stack", icon="action_stack"),)  # fmt: skip


def count_stack_offers(state: State) -> list[Offer]:
    """Once cards have left it, it may be a new stack by now: then Court Victory lies below no more."""
    if state.action_stack is not None or state.step != "actions":
        return []
    cards = whole("cards", T("Cards in the Action stack now"), MOST_ACTIONS)
    labels = {"count_stack": T("Count the Action stack")}
    if state.actions_taken > 0:
        labels = {
            "count_stack": T("Count the Action stack, Court Victory at the bottom"),
            "count_new_stack": T("Count the Action stack, Court Victory has come up"),
        }
    return [Offer(move=Move(move), label=label, asks=(cards,), rule="setup.action_stack", icon="action_stack")
            for move, label in labels.items()]  # fmt: skip


def _starters(state: State, move: str) -> tuple[Offer, ...]:
    return tuple(
        tap(move, T("{player} starts", player=player.name), seat=seat_value(seat))
        for seat, player in enumerate(state.players)
    )


def _named_starters(state: State) -> tuple[Offer, ...]:
    """Below what is to be laid out, by their names alone, so that they stand side by side."""
    return tuple(
        structs.replace(offer, label=T("{player}", player=player.name), under=T("Who starts?"))
        for offer, player in zip(_starters(state, "begin_with"), state.players, strict=True)
    )


LAID_OUT = {
    "size": T("Sorted out the cards of other game sizes"),
    "smokestack": T("Built the Smokestack"),
    "players": T("Gave everybody the starting cards"),
    "action_stack": T("Built the Action stack"),
    "first_hand": T("Drew the first cards"),
    "starter": T("Laid out the game"),
}
STEP = pick(
    "step", T("Part of the setup"), {step: T("Part {number}", number=at) for at, step in enumerate(SETUP_STEPS, 1)}
)
CARDS = whole("cards", T("Cards in the Action stack"), turn.MOST_CARDS)
PART = pick("part", T("Part of the setup"), {part: LAID_OUT[part] for part in PARTS})


def _starts_unnamed(args: Args) -> Text:
    return T("Player {number} starts", number=word(args, "seat"))


def _starts(state: State, args: Args) -> Text:
    return T("{player} starts", player=state.players[seat_named(state, word(args, "seat"))].name)


MOVES: dict[str, Action[Transaction]] = {
    "tick": action(tick, lambda args: LAID_OUT[word(args, "part")], PART),
    "tell_size": action(
        tell_size,
        lambda args: N(
            "Counted {n} card in the Action stack", "Counted {n} cards in the Action stack", number(args, "cards")
        ),
        CARDS,
    ),
    "begin_with": action(begin_with, _starts_unnamed, ANY_SEAT, named=_starts),
    "laid_out": action(laid_out, lambda args: LAID_OUT[word(args, "step")], STEP),
    "skip_setup": action(skip_setup, T("Had laid out the game already")),
    "count_stack": action(
        count_stack,
        lambda args: N(
            "Counted {n} card in the Action stack", "Counted {n} cards in the Action stack", number(args, "cards")
        ),
        CARDS,
    ),
    "count_new_stack": action(
        count_new_stack,
        lambda args: N(
            "Counted {n} card in the new Action stack",
            "Counted {n} cards in the new Action stack",
            number(args, "cards"),
        ),
        CARDS,
    ),
    "start_with": action(start_with, _starts_unnamed, ANY_SEAT, named=_starts),
}
MODULE: GameModule[State, Transaction] = GameModule(name="setup", moves=MOVES, prompts=prompts)
