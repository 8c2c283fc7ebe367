"""The turn's frame: no more Actions, dealing Pollutants, the Smokestack, drawing, the next player (Your Turn)."""

from __future__ import annotations

from companion.api import Args, IllegalMove, N, Offer, Prompt, T, Text
from companion.api import Move as GameMove
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


def _end(tx: Transaction, pollutants: int) -> None:
    seat, hand, smokestack = tx.state.turn, Place("hand", tx.state.turn), tx.state.smokestack
    thrown = _discard_actions(tx, tx.state.active.hand - pollutants)
    dealt = round_the_table(tx.state, pollutants)
    _deal_out(tx, pollutants)
    tx.move_cards(SMOKESTACK, Place("discard", seat), 1, True)
    tell_smokestack(tx, smokestack)
    if tx.state.ended:
        return
    drawn = tx.move_cards(Place("draw", seat), hand, DRAWN_EACH_TURN, None)
    text = N("{player} Drew {n} card.", "{player} Drew {n} cards.", drawn, player=tx.state.active.name)
    tx.tell("cards_drawn", text, seat=seat + 1, cards=drawn)
    tx.set(turns=tx.state.turns + 1, last=LastTurn(seat, thrown, dealt, drawn))
    begin(tx, tx.state.left_of(seat))


def _discard_actions(tx: Transaction, cards: int) -> int:
    thrown = tx.move_cards(Place("hand", tx.state.turn), Place("discard", tx.state.turn), cards, False)
    if thrown:
        text = N(
            "{player} Discarded {n} Action.", "{player} Discarded {n} Actions.", thrown, player=tx.state.active.name
        )
        tx.tell("actions_discarded", text, cards=thrown)
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


# --- prompts ----------------------------------------------------------------------------------------------------------


def unfinished(state: State) -> Text | None:
    """What the player before still does at the table while the next one begins."""
    last = state.last
    if last is None or last.seat == state.turn:
        return None
    name = state.players[last.seat].name
    if not any(last.dealt):
        return T(
            "{player} has no Pollutant to deal, Gains 1 from the Smokestack and Draws {drawn}.",
            player=name,
            drawn=last.drawn,
        )
    return T(
        "{player} deals Pollutants ({shares}), Gains 1 from the Smokestack and Draws {drawn}.",
        player=name,
        shares=shares(state, last.dealt, last.seat),
        drawn=last.drawn,
    )


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


MOVES: dict[str, Action[Transaction]] = {
    "no_more_actions": action(no_more_actions, T("Used no more Actions")),
    "deal": action(deal, _ended, whole("pollutants", T("Pollutants in your Hand"), MOST_CARDS)),
}
MODULE: GameModule[State, Transaction] = GameModule(name="turn", moves=MOVES, prompts=prompts)
