"""The turn's frame: no more Actions, dealing Pollutants, the Smokestack, drawing, the next player (Your Turn)."""

from __future__ import annotations

from companion.api import Args, IllegalMove, N, Offer, Prompt, T, Text
from companion.api import Move as GameMove
from companion.games.torrenar import story
from companion.games.torrenar.names import shares
from companion.games.torrenar.state import DRAWN_EACH_TURN, LastTurn, State
from companion.games.torrenar.transaction import SMOKESTACK, Place, Transaction, require_step, tell_smokestack
from companion.toolkit import Action, GameModule, action, number, tap, whole

MOST_BUTTONS = 7
MOST_CARDS = 10_000  # more than a Hand can hold, even if every pile was set by hand; what fits now the prompts say


def begin(tx: Transaction, seat: int) -> None:
    """The turn of a seat begins with its Actions."""
    tx.set(step="actions", turn=seat, using=None)
    tx.note("turn_began", T("It is the turn of {player}.", player=tx.state.active.name), seat=seat + 1)


def no_more_actions(tx: Transaction, args: Args) -> None:
    """The active player uses no more Actions; what is left in the Hand is told next. An empty Hand needs no telling."""
    require_step(tx.state, "actions")
    tx.set(step="pollutants")
    if not tx.state.active.hand:
        _end(tx, 0)


def deal(tx: Transaction, args: Args) -> None:
    """The Hand held so many Pollutants: everything else of the turn's end follows from it."""
    require_step(tx.state, "pollutants")
    pollutants, player = number(args, "pollutants"), tx.state.active
    if pollutants > player.hand:
        raise IllegalMove(
            N(
                "By the books the Hand of {player} has {n} card. Enter what was drawn, or set the Hand right first.",
                "By the books the Hand of {player} has {n} cards. Enter what was drawn, or set the Hand right first.",
                player.hand,
                player=player.name,
            ),
            rule="turn.deal",
        )
    _end(tx, pollutants)


def end_turn(tx: Transaction, args: Args) -> None:
    """The active player uses no more Actions, and so many Pollutants are left in the Hand: one tap ends the turn."""
    require_step(tx.state, "actions")
    tx.set(step="pollutants")
    deal(tx, args)


def _end(tx: Transaction, pollutants: int) -> None:
    """The end of a turn: what hands must do is said piece by piece, in the order of the book."""
    seat, hand, smokestack = tx.state.turn, Place("hand", tx.state.turn), tx.state.smokestack
    thrown = _discard_actions(tx, tx.state.active.hand - pollutants)
    dealt = round_the_table(tx.state, pollutants)
    _deal_out(tx, pollutants)
    tx.move_cards(SMOKESTACK, Place("discard", seat), 1, True)
    tell_smokestack(tx, smokestack)
    if tx.state.ended:
        return
    name = tx.state.active.name
    tx.todo(T("{player}: Gain 1 from the Smokestack, onto your Discard pile", player=name), "smokestack")
    drawn = tx.move_cards(Place("draw", seat), hand, DRAWN_EACH_TURN, None)
    tx.tell("cards_drawn", N("{player} Drew {n} card.", "{player} Drew {n} cards.", drawn, player=name),
            seat=seat + 1, cards=drawn)  # fmt: skip
    if drawn:
        order = N("{player}: Draw {n} card", "{player}: Draw {n} cards", drawn, player=name)
        tx.todo(tx.resumed(order), "draw")
    story.record_turn(tx)
    tx.set(turns=tx.state.turns + 1, last=LastTurn(seat, thrown, dealt, drawn))
    begin(tx, tx.state.left_of(seat))


def _discard_actions(tx: Transaction, cards: int) -> int:
    thrown = tx.move_cards(Place("hand", tx.state.turn), Place("discard", tx.state.turn), cards, False)
    if thrown:
        text = N(
            "{player} Discarded {n} Action.", "{player} Discarded {n} Actions.", thrown, player=tx.state.active.name
        )
        tx.tell("actions_discarded", text, cards=thrown)
        name = tx.state.active.name
        order = N("{player}: Discard {n} Action", "{player}: Discard {n} Actions", thrown, player=name)
        tx.todo(order, "discard")
    return thrown


def round_the_table(state: State, cards: int) -> tuple[int, ...]:
    """How many of so many cards each seat is dealt, one by one, the active player first, going to the left."""
    each = [0 for _ in state.seats]
    for card in range(cards):
        each[state.left_of(state.turn, card)] += 1
    return tuple(each)


def _deal_out(tx: Transaction, cards: int) -> None:
    """The Pollutants of the Hand, dealt to the Discard piles; that their count was odd is told once."""
    since = len(tx.facts)
    for card in range(cards):
        target = Place("discard", tx.state.left_of(tx.state.turn, card))
        tx.move_cards(Place("hand", tx.state.turn), target, 1, True)
        tx.facts[since:] = tx.facts[since:][-1:]
    if cards:
        each = round_the_table(tx.state, cards)
        text = N(
            "{player} dealt {n} Pollutant: {shares}.",
            "{player} dealt {n} Pollutants: {shares}.",
            cards,
            player=tx.state.active.name,
            shares=shares(tx.state, each, tx.state.turn),
        )
        tx.tell("pollutants_dealt", text, **{f"seat_{seat + 1}": share for seat, share in enumerate(each)})
        name = tx.state.active.name
        order = N(
            "{player}: deal {n} Pollutant onto the Discard piles, one by one: {shares}",
            "{player}: deal {n} Pollutants onto the Discard piles, one by one: {shares}",
            cards,
            player=name,
            shares=shares(tx.state, each, tx.state.turn),
        )
        alone = T("{player}: put the Pollutant onto your own Discard pile", player=name)
        tx.todo(alone if cards == 1 else order, "pollutants")


# --- prompts ----------------------------------------------------------------------------------------------------------


def standing(state: State) -> Text:
    """What the books know of the active Hand: what can be used, and what has to be dealt."""
    player = state.active
    low, high = player.fewest_pollutants_in_hand, player.most_pollutants_in_hand
    cards = N("{n} card in your Hand", "{n} cards in your Hand", player.hand)
    if low == high:
        return T("{cards}, {low} of them Pollutants.", cards=cards, low=low)
    return T("{cards}, {low} to {high} of them Pollutants.", cards=cards, low=low, high=high)


def ways_to_end(state: State) -> list[Offer]:
    """The turn ends with one tap, the number of Pollutants in the Hand: those that the books find possible. It is the
    usual answer where they leave one number, and nothing to be used."""
    player = state.active
    low, high = player.fewest_pollutants_in_hand, player.most_pollutants_in_hand
    if not player.hand:
        return [tap("no_more_actions", T("End the turn: your Hand is empty"), "usual", "turn.discard")]
    if low == high:
        label = N("End the turn: deal {n} Pollutant", "End the turn: deal {n} Pollutants", low)
        only = not player.most_actions_in_hand
        return [tap("end_turn", label, "usual" if only else "plain", "turn.discard", pollutants=low)]
    asked = whole("pollutants", T("Pollutants in your Hand"), high, at_least=low, likely=min(high, low + MOST_BUTTONS))
    label = T("End the turn; Pollutants in your Hand:")
    return [Offer(move=GameMove("end_turn"), label=label, asks=(asked,), rule="turn.discard", icon="pollutants")]


def another_number(state: State) -> list[Offer]:
    """The table is believed: a number that the books find impossible can be told, too."""
    player = state.active
    if state.step != "actions" or player.most_pollutants_in_hand - player.fewest_pollutants_in_hand == player.hand:
        return []
    asked = whole("pollutants", T("Pollutants in your Hand"), player.hand)
    label = T("End the turn with another number of Pollutants")
    return [Offer(move=GameMove("end_turn"), label=label, asks=(asked,), rule="turn.deal", icon="pollutants")]


def prompts(state: State) -> tuple[Prompt, ...]:
    """How many Pollutants are left in the Hand."""
    if state.step != "pollutants" or state.undecided:
        return ()
    more = T(
        "They are dealt one by one, you first, to the left. Then Gain 1 from the Smokestack and Draw {number}.",
        number=DRAWN_EACH_TURN,
    )
    return (
        Prompt(
            name="turn.pollutants",
            do=T("Discard your Actions. How many Pollutants remain?"),
            more=more,
            offers=_pollutant_offers(state),
            seat=state.turn,
            rule="turn.deal",
        ),
    )


def _pollutant_offers(state: State) -> tuple[Offer, ...]:
    """A button for each number that the companion finds possible, and a way to say another one."""
    player = state.active
    low, high = player.fewest_pollutants_in_hand, player.most_pollutants_in_hand
    numbers = range(low, high + 1)
    offers = [_button(number, only=len(numbers) == 1) for number in numbers] if len(numbers) <= MOST_BUTTONS else []
    if len(offers) <= player.hand:
        asked = whole("pollutants", T("Pollutants in your Hand"), player.hand)
        offers.append(Offer(move=GameMove("deal"), label=T("Another number"), asks=(asked,), rule="turn.deal"))
    return tuple(offers)


def _button(number: int, *, only: bool) -> Offer:
    label = T("{number}", number=number) if number else T("None")
    return tap("deal", label, "usual" if only else "plain", "turn.deal", pollutants=number)


def _ended(args: Args) -> Text:
    pollutants = number(args, "pollutants")
    if not pollutants:
        return T("Ended the turn without a Pollutant")
    return N("Ended the turn with {n} Pollutant", "Ended the turn with {n} Pollutants", pollutants)


def _ended_named(state: State, args: Args) -> Text:
    """Whose turn it was: with one phone for the whole table nothing else tells it."""
    pollutants, name = number(args, "pollutants"), state.active.name
    if not pollutants:
        return T("{player} ended the turn without a Pollutant", player=name)
    return N(
        "{player} ended the turn with {n} Pollutant", "{player} ended the turn with {n} Pollutants", pollutants,
        player=name,
    )  # fmt: skip


LEFT = whole("pollutants", T("Pollutants in your Hand"), MOST_CARDS)
MOVES: dict[str, Action[Transaction]] = {
    "no_more_actions": action(no_more_actions, T("Used no more Actions")),
    "end_turn": action(end_turn, _ended, LEFT, named=_ended_named),
    "deal": action(deal, _ended, LEFT, named=_ended_named),
}
MODULE: GameModule[State, Transaction] = GameModule(name="turn", moves=MOVES, prompts=prompts)
