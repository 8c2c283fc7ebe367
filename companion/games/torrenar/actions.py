"""Using Actions: the Cost, alone or together, the Effect, and what becomes of the card (Your Turn)."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Args, Fact, IllegalMove, Outcome, Urgency
from companion.api.text import N, T, Text
from companion.games.torrenar.piles import ACTION_STACK, FORFEIT, Moved, Place, free, move_cards, seat_named
from companion.games.torrenar.state import WINNING, State, Using, outcome
from companion.games.torrenar.turn import require
from companion.games.torrenar.words import card_name, shares


def use(state: State, args: Args) -> Outcome[State]:
    """The active player begins to use a card: first its Cost."""
    require(state, "actions")
    card = str(args["card"])
    reason = why_not_use(state, card)
    if reason is not None:
        raise IllegalMove(reason, rule="end.win" if card in WINNING else "turn.actions")
    return outcome(replace(state, step="cost", using=Using(card)))


def why_not_use(state: State, card: str) -> Text | None:
    """Why the active player cannot use this card now, as far as the books know."""
    if card == "revolution":
        return None
    if not state.active.hand:
        return T("{player} has no card in the Hand to use.", player=state.active.name)
    if card == "court_victory" and state.court_victory_lies_below:
        return T("Court Victory still lies under the Action stack. If it does not, set that right by hand first.")
    return None if state.active.most_actions_in_hand else _only_pollutants(state, state.turn)


def _only_pollutants(state: State, seat: int) -> Text:
    return T(
        "By the books there are only Pollutants in this Hand: {player}. If not, set their number right first.",
        player=state.players[seat].name,
    )


def call_off(state: State, args: Args) -> Outcome[State]:
    """The Cost cannot or will not be paid: the card stays where it is, and nobody has Discarded anything."""
    require(state, "cost")
    return outcome(replace(state, step="actions", using=None))


def paid(state: State, args: Args) -> Outcome[State]:
    """There is no Cost in Cooperation to pay, and any other Cost is paid."""
    require(state, "cost")
    return outcome(replace(state, step="effect"))


def pay_alone(state: State, args: Args) -> Outcome[State]:
    """A Cost in Cooperation that is the user's alone."""
    require(state, "cost")
    needed = int(args["cooperation"])
    if needed > can_contribute(state, state.turn):
        raise _too_few(state, state.turn)
    alone = tuple(needed if seat == state.turn else 0 for seat in state.seats)
    return _contributed(state, replace(_using(state), needed=needed, contributed=alone))


def pay_together(state: State, args: Args) -> Outcome[State]:
    """A Collective Cost: so much Cooperation is needed of all players together."""
    require(state, "cost")
    needed = int(args["cooperation"])
    most = sum(can_contribute(state, seat) for seat in state.seats)
    if needed > most:
        raise IllegalMove(
            N(
                "All Hands together hold {n} card to Contribute.",
                "All Hands together hold {n} cards to Contribute.",
                most,
            ),
            rule="turn.collective",
        )
    using = replace(_using(state), needed=needed, contributed=tuple(0 for _ in state.seats))
    return outcome(replace(state, using=using))


def contribute(state: State, args: Args) -> Outcome[State]:
    """A player promises so many cards with the Cooperation icon; the cards go when the Cost is complete."""
    require(state, "cost")
    using, seat, cards = _using(state), seat_named(state, str(args["seat"])), int(args["cards"])
    if cards > using.missing:
        raise IllegalMove(
            N("Only {n} Cooperation is missing.", "Only {n} Cooperation is missing.", using.missing),
            rule="turn.collective",
        )
    if cards > can_contribute(state, seat):
        raise _too_few(state, seat)
    added = (had + cards if one == seat else had for one, had in enumerate(using.contributed))
    return _contributed(state, replace(using, contributed=tuple(added)))


def can_contribute(state: State, seat: int) -> int:
    """How many cards a player could still Contribute: those in the Hand that are not promised or being used, and need
    not be Pollutants, for these have no Cooperation icon."""
    promised = state.using.contributed[seat] if state.using is not None and state.using.contributed else 0
    player = state.players[seat]
    return max(0, (free(state, Place("hand", seat)) or 0) - player.fewest_pollutants_in_hand - promised)


def discard_used(state: State, args: Args) -> Outcome[State]:
    """The Effect is done; the card goes to the user's Discard pile."""
    require(state, "effect")
    moved = _used_card_to(state, Place("discard", state.turn))
    text = T("{player} used an Action and Discarded it.", player=state.active.name)
    return outcome(_back_to_actions(moved.state), Fact("action_used", text, {"forfeited": 0}), *moved.facts)


def forfeit_used(state: State, args: Args) -> Outcome[State]:
    """The Effect is done; the card goes to the Forfeit pile and its user Gains 1 from the Action stack."""
    require(state, "effect")
    moved = _used_card_to(state, FORFEIT)
    gained = move_cards(moved.state, ACTION_STACK, Place("discard", state.turn), 1, False)
    text = T("{player} used an Action, Forfeited it and Gained 1 from the Action stack.", player=state.active.name)
    fact = Fact("action_used", text, {"forfeited": 1})
    return outcome(_back_to_actions(gained.state), fact, *moved.facts, *gained.facts)


def succeed(state: State, args: Args) -> Outcome[State]:
    """Court Victory or Revolution was used to its end: the game is won (Game End)."""
    require(state, "effect")
    return _won(state)


def give_up(state: State, args: Args) -> Outcome[State]:
    """Court Victory or Revolution did not succeed; a Court Victory stays in the Hand."""
    require(state, "effect")
    if _using(state).card not in WINNING:
        raise IllegalMove(T("An Action that was used is Discarded or Forfeited."), rule="turn.after")
    return outcome(_back_to_actions(state))


def decide(state: State, args: Args) -> Outcome[State]:
    """The Smokestack ran empty while a winning card was being used: the group says what counts."""
    if not state.undecided:
        raise IllegalMove(T("There is nothing to decide."), rule="end")
    if args["how"] == "won":
        return _won(state)
    lost = Fact("lost", T("The Smokestack is empty. You have lost."), urgency=Urgency.FINAL)
    return outcome(replace(state, using=None, step="actions"), lost)


def _won(state: State) -> Outcome[State]:
    card = _using(state).card
    if card not in WINNING:
        raise IllegalMove(T("Only Court Victory and Revolution win the game."), rule="end.win")
    text = T(
        "{player} used {card}. The Smokestack is shut down for good: you have won!",
        player=state.active.name,
        card=card_name(card),
    )
    return outcome(replace(state, won=card, using=None), Fact("won", text, {"by": card}, Urgency.FINAL))


def _using(state: State) -> Using:
    if state.using is None:
        raise IllegalMove(T("No Action is being used."), rule="turn.actions")
    return state.using


def _contributed(state: State, using: Using) -> Outcome[State]:
    """The promises so far; once they make up the Cost the cards are Discarded and the Effect follows."""
    if using.missing:
        return outcome(replace(state, using=using))
    facts: list[Fact] = []
    after = state
    for seat in state.from_seat(state.turn):
        moved = move_cards(after, Place("hand", seat), Place("discard", seat), using.contributed[seat], False)
        after = moved.state
        facts += moved.facts
    return outcome(replace(after, using=using, step="effect"), _paid_told(state, using), *facts)


def _paid_told(state: State, using: Using) -> Fact:
    text = N(
        "{n} Cooperation was Contributed: {shares}.",
        "{n} Cooperation was Contributed: {shares}.",
        using.needed,
        shares=shares(state, using.contributed, state.turn),
    )
    each = {f"seat_{seat + 1}": cards for seat, cards in enumerate(using.contributed)}
    return Fact("cooperation_contributed", text, each)


def _used_card_to(state: State, target: Place) -> Moved:
    """The card that was used leaves the Hand; Court Victory is such a card too, where it did not win."""
    if not _using(state).from_hand:
        raise IllegalMove(T("Revolution is not a card of your Hand: it either wins or is called off."), rule="end.win")
    return move_cards(replace(state, using=None), Place("hand", state.turn), target, 1, False)


def _back_to_actions(state: State) -> State:
    return replace(state, step="actions", using=None)


def _too_few(state: State, seat: int) -> IllegalMove:
    most = can_contribute(state, seat)
    if state.players[seat].hand and not state.players[seat].most_actions_in_hand:
        return IllegalMove(_only_pollutants(state, seat), rule="cooperation")
    return IllegalMove(
        N(
            "By the books {player} has {n} card left to Contribute.",
            "By the books {player} has {n} cards left to Contribute.",
            most,
            player=state.players[seat].name,
        ),
        rule="cooperation",
    )
