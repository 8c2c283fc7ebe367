"""Using Actions: the Cost, alone or together, the Effect, what becomes of the card, and winning (Your Turn)."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from companion.api import Args, IllegalMove, N, Offer, Prompt, T, Text, Urgency, Value, Whole
from companion.api import Move as GameMove
from companion.games.torrenar.card_moves import quick_moves
from companion.games.torrenar.names import ANY_SEAT, CARDS, card_name, seat_named, seat_value, shares
from companion.games.torrenar.state import WINNING, State, Using
from companion.games.torrenar.transaction import ACTION_STACK, FORFEIT, Place, Transaction, free, require_step
from companion.games.torrenar.turn import MOST_CARDS, standing, ways_to_end
from companion.toolkit import Action, GameModule, action, number, pick, tap, whole, word


def use(tx: Transaction, args: Args) -> None:
    """The active player begins to use a card: first its Cost."""
    require_step(tx.state, "actions")
    card = word(args, "card")
    reason = why_not_use(tx.state, card)
    if reason is not None:
        raise IllegalMove(reason, rule="end.win" if card in WINNING else "turn.actions")
    tx.set(step="cost", using=Using(card))


def used(tx: Transaction, args: Args) -> None:
    """An Action without Cooperation or cards to be moved was used to its end: one tap says what became of it."""
    use(tx, {"card": "action"})
    paid(tx, {})
    if word(args, "then") == "forfeit":
        forfeit_used(tx, {})
    else:
        discard_used(tx, {})


def use_free(tx: Transaction, args: Args) -> None:
    """An Action is used whose Cost, if it has one, is paid without Cooperation: its Effect comes now."""
    use(tx, {"card": "action"})
    paid(tx, {})


def use_alone(tx: Transaction, args: Args) -> None:
    """An Action is used whose Cost in Cooperation its user pays alone."""
    use(tx, {"card": "action"})
    pay_alone(tx, args)


def use_together(tx: Transaction, args: Args) -> None:
    """A card is used whose Cost is Collective."""
    use(tx, {"card": word(args, "card")})
    pay_together(tx, args)


def won_by(tx: Transaction, args: Args) -> None:
    """Court Victory or Revolution was paid for and did succeed: the game is won."""
    card = word(args, "card")
    use(tx, {"card": card})
    paid(tx, {})
    succeed(tx, {})


def why_not_use(state: State, card: str) -> Text | None:
    """Why the active player cannot use this card now, as far as the companion knows."""
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


def call_off(tx: Transaction, args: Args) -> None:
    """The Cost cannot or will not be paid: the card stays where it is, and nobody has Discarded anything."""
    require_step(tx.state, "cost")
    _back_to_actions(tx)


def paid(tx: Transaction, args: Args) -> None:
    """There is no Cost in Cooperation to pay, and any other Cost is paid."""
    require_step(tx.state, "cost")
    tx.set(step="effect")


def pay_alone(tx: Transaction, args: Args) -> None:
    """A Cost in Cooperation that is the user's alone."""
    require_step(tx.state, "cost")
    needed, user = number(args, "cooperation"), tx.state.turn
    if needed > can_contribute(tx.state, user):
        raise _too_few(tx.state, user)
    alone = tuple(needed if seat == user else 0 for seat in tx.state.seats)
    _contributed(tx, replace(_using(tx.state), needed=needed, contributed=alone))


def pay_together(tx: Transaction, args: Args) -> None:
    """A Collective Cost: so much Cooperation is needed of all players together."""
    require_step(tx.state, "cost")
    needed = number(args, "cooperation")
    most = sum(can_contribute(tx.state, seat) for seat in tx.state.seats)
    if needed > most:
        raise IllegalMove(
            N(
                "All Hands together hold {n} card to Contribute.",
                "All Hands together hold {n} cards to Contribute.",
                most,
            ),
            rule="turn.collective",
        )
    tx.set(using=replace(_using(tx.state), needed=needed, contributed=tuple(0 for _ in tx.state.seats)))


def contribute(tx: Transaction, args: Args) -> None:
    """A player promises so many cards with the Cooperation icon; the cards go when the Cost is complete."""
    require_step(tx.state, "cost")
    using, seat, cards = _using(tx.state), seat_named(tx.state, word(args, "seat")), number(args, "cards")
    if cards > using.missing:
        raise IllegalMove(
            N("Only {n} Cooperation is missing.", "Only {n} Cooperation is missing.", using.missing),
            rule="turn.collective",
        )
    if cards > can_contribute(tx.state, seat):
        raise _too_few(tx.state, seat)
    added = (had + cards if one == seat else had for one, had in enumerate(using.contributed))
    _contributed(tx, replace(using, contributed=tuple(added)))


def can_contribute(state: State, seat: int) -> int:
    """How many cards a player could still Contribute: those in the Hand that are not promised or being used, and need
    not be Pollutants, for these have no Cooperation icon."""
    promised = state.using.contributed[seat] if state.using is not None and state.using.contributed else 0
    player = state.players[seat]
    return max(0, (free(state, Place("hand", seat)) or 0) - player.fewest_pollutants_in_hand - promised)


def _contributed(tx: Transaction, using: Using) -> None:
    """The promises so far; once they make up the Cost the cards are Discarded and the Effect follows."""
    if using.missing:
        tx.set(using=using)
        return
    text = N(
        "{n} Cooperation was Contributed: {shares}.",
        "{n} Cooperation was Contributed: {shares}.",
        using.needed,
        shares=shares(tx.state, using.contributed, tx.state.turn),
    )
    each = {f"seat_{seat + 1}": cards for seat, cards in enumerate(using.contributed)}
    tx.tell("cooperation_contributed", text, **each)
    tx.todo(T("Discard for Cooperation: {shares}", shares=shares(tx.state, using.contributed, tx.state.turn)),
            "cooperation")  # fmt: skip
    for seat in tx.state.from_seat(tx.state.turn):
        tx.move_cards(Place("hand", seat), Place("discard", seat), using.contributed[seat], False)
    tx.set(using=using, step="effect")


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


def discard_used(tx: Transaction, args: Args) -> None:
    """The Effect is done; the card goes to the user's Discard pile."""
    require_step(tx.state, "effect")
    since = len(tx.facts)
    _move_used(tx, Place("discard", tx.state.turn))
    text = T("{player} used an Action and Discarded it.", player=tx.state.active.name)
    tx.tell_at(since, "action_used", text, forfeited=0)
    _back_to_actions(tx)


def forfeit_used(tx: Transaction, args: Args) -> None:
    """The Effect is done; the card goes to the Forfeit pile and its user Gains 1 from the Action stack."""
    require_step(tx.state, "effect")
    since = len(tx.facts)
    _move_used(tx, FORFEIT)
    gained = tx.move_cards(ACTION_STACK, Place("discard", tx.state.turn), 1, False)
    name = tx.state.active.name
    text = T("{player} used an Action, Forfeited it and Gained 1 from the Action stack.", player=name)
    order = T("{player}: Gain 1 from the Action stack, onto your Discard pile", player=name) if gained else None
    tx.tell_at(since, "action_used", text, order, "action_stack", forfeited=1)
    _back_to_actions(tx)


def succeed(tx: Transaction, args: Args) -> None:
    """Court Victory or Revolution was used to its end: the game is won (Game End)."""
    require_step(tx.state, "effect")
    _win(tx)


def give_up(tx: Transaction, args: Args) -> None:
    """Court Victory or Revolution did not succeed; a Court Victory stays in the Hand."""
    require_step(tx.state, "effect")
    if _using(tx.state).card not in WINNING:
        raise IllegalMove(T("An Action that was used is Discarded or Forfeited."), rule="turn.after")
    _back_to_actions(tx)


def decide(tx: Transaction, args: Args) -> None:
    """The Smokestack ran empty while a winning card was being used: the group says what counts."""
    if not tx.state.undecided:
        raise IllegalMove(T("There is nothing to decide."), rule="end")
    if word(args, "how") == "won":
        _win(tx)
        return
    _back_to_actions(tx)
    tx.tell("lost", T("The Smokestack is empty. You have lost."), Urgency.FINAL)


def _win(tx: Transaction) -> None:
    card = _using(tx.state).card
    if card not in WINNING:
        raise IllegalMove(T("Only Court Victory and Revolution win the game."), rule="end.win")
    text = T(
        "{player} used {card}. The Smokestack is shut down for good: you have won!",
        player=tx.state.active.name,
        card=card_name(card),
    )
    tx.set(won=card, using=None)
    tx.tell("won", text, Urgency.FINAL, by=card)


def _move_used(tx: Transaction, target: Place) -> None:
    """The card that was used leaves the Hand; Court Victory is such a card too, where it did not win."""
    if not _using(tx.state).from_hand:
        raise IllegalMove(T("Revolution is not a card of your Hand: it either wins or is called off."), rule="end.win")
    tx.set(using=None)
    tx.move_cards(Place("hand", tx.state.turn), target, 1, False)


def _back_to_actions(tx: Transaction) -> None:
    tx.set(step="actions", using=None)


def _using(state: State) -> Using:
    if state.using is None:
        raise IllegalMove(T("No Action is being used."), rule="turn.actions")
    return state.using


# --- prompts ----------------------------------------------------------------------------------------------------------


def prompts(state: State) -> tuple[Prompt, ...]:
    """Which Action is used, its Cost, its Effect; or what counts, where the Smokestack ran empty meanwhile."""
    if state.undecided:
        return (_undecided(state),)
    ask = {"actions": _actions, "cost": _cost, "effect": _effect}.get(state.step)
    return () if ask is None else (ask(state),)


def _actions(state: State) -> Prompt:
    """Using an Action and ending the turn are one tap each, where an Action costs Cooperation or moves cards two."""
    return Prompt(
        name="turn.actions",
        do=T("{player}, use Actions, as many as you like.", player=state.active.name),
        more=standing(state),
        offers=(*_using_one(state), *ways_to_end(state), *_to_win(state)),
        seat=state.turn,
        rule="turn.actions",
    )


def _using_one(state: State) -> list[Offer]:
    if why_not_use(state, "action") is not None:
        return []
    under = T("Use an Action")
    offers = [
        _one("used", T("Used, then Discarded"), under, "discard", then="discard"),
        _one("used", T("Used, then Forfeited; Gain 1 onto your Discard pile"), under, "forfeit", then="forfeit"),
    ]
    own = max(0, can_contribute(state, state.turn) - 1)  # the card itself is needed afterwards
    together = own + sum(can_contribute(state, seat) for seat in state.seats if seat != state.turn)
    if own:
        offers.append(_costing("use_alone", T("It costs Cooperation, all from you:"), own, under, {}))
    if together and len(state.players) > 1:
        of_action: dict[str, Value] = {"card": "action"}
        offers.append(_costing("use_together", T("It costs Cooperation, Collectively:"), together, under, of_action))
    return [*offers, _one("use_free", T("Its Effect moves cards"), under, "hand")]


def _one(name: str, label: Text, under: Text, icon: str, **args: Value) -> Offer:
    return Offer(move=GameMove(name, args), label=label, rule="turn.after", under=under, icon=icon)


def _costing(name: str, label: Text, most: int, under: Text, settled: dict[str, Value]) -> Offer:
    cards = whole("cooperation", T("Cooperation needed"), most, at_least=1, likely=LIKELY_COST)
    return Offer(move=GameMove(name, settled), label=label, asks=(cards,), rule="turn.collective", under=under,
                 icon="cooperation")  # fmt: skip


def _to_win(state: State) -> list[Offer]:
    """A card that wins is tried, or has won: what was paid for it matters no more then."""
    cards = [card for card in WINNING if why_not_use(state, card) is None]
    under = T("Shut the Smokestack down")
    tried = [offer for card in cards for offer in _tries(state, card)]
    won = [
        structs.replace(
            tap("won_by", T("{card} succeeded: we won", card=card_name(card)), "danger", "end.win", card=card),
            ends=True,
            under=under,
            icon=card,
        )
        for card in cards
    ]
    return [*tried, *won]


def _tries(state: State, card: str) -> list[Offer]:
    """Using a card that wins: with its Cooperation in one tap, or with any other Cost."""
    under, together = T("Shut the Smokestack down"), sum(can_contribute(state, seat) for seat in state.seats)
    together -= card != "revolution" and can_contribute(state, state.turn) > 0  # a card of the Hand is needed itself
    other = structs.replace(
        tap("use", T("Use {card}", card=card_name(card)), rule="end.win", card=card), under=under, icon=card
    )
    if not together or len(state.players) < 2:
        return [other]
    label = T("Use {card}, Cooperation Collectively:", card=card_name(card))
    return [_costing("use_together", label, together, under, {"card": card}), other]


def _cost(state: State) -> Prompt:
    using = _using(state)
    return _contributing(state, using) if using.needed else _paying(state, using)


def _paying(state: State, using: Using) -> Prompt:
    offers = [structs.replace(tap("paid", T("Paid, or it has none"), rule="turn.use"), icon="discard")]
    own = can_contribute(state, state.turn)
    together = sum(can_contribute(state, seat) for seat in state.seats)
    if own:
        offers.append(
            Offer(move=GameMove("pay_alone"), label=T("Cooperation, all from you:"), asks=(_cooperation(own),))
        )
    if together and len(state.players) > 1:
        offers.append(
            Offer(
                move=GameMove("pay_together"),
                label=T("Cooperation, Collectively:"),
                asks=(_cooperation(together),),
                rule="turn.collective",
            )
        )
    offers.append(tap("call_off", T("Call it off")))
    return Prompt(
        name="use.cost",
        do=T("Pay the Cost of {card}.", card=card_name(using.card)),
        more=T("Make sure that you meet its Requirement too. Cards that it costs are entered below."),
        offers=tuple(offers),
        seat=state.turn,
        rule="turn.use",
    )


def _cooperation(most: int) -> Whole:
    return whole("cooperation", T("Cooperation needed"), most, at_least=1, likely=LIKELY_COST)


def _contributing(state: State, using: Using) -> Prompt:
    offers = [_contribution(state, using, seat) for seat in state.from_seat(state.turn) if can_contribute(state, seat)]
    offers.append(tap("call_off", T("Call it off: nobody Discards"), rule="turn.collective"))
    some = any(using.contributed)
    return Prompt(
        name="use.contribute",
        do=N(
            "Contribute together: {n} Cooperation is missing.",
            "Contribute together: {n} Cooperation is missing.",
            using.missing,
        ),
        more=T("So far: {shares}.", shares=shares(state, using.contributed, state.turn)) if some else None,
        offers=tuple(offers),
        rule="turn.collective",
    )


def _contribution(state: State, using: Using, seat: int) -> Offer:
    most = min(using.missing, can_contribute(state, seat))
    cards = whole("cards", T("Cards with the Cooperation icon"), most, at_least=1)
    return Offer(
        move=GameMove("contribute", {"seat": seat_value(seat)}),
        label=T("{player} Contributes", player=state.players[seat].name),
        icon="cooperation",
        asks=(cards,),
        rule="cooperation",
    )


def _effect(state: State) -> Prompt:
    using = _using(state)
    wins = using.card in WINNING
    return Prompt(
        name="use.effect",
        do=T("Do the Effect of {card}.", card=card_name(using.card)),
        more=_contributors(state, using),
        offers=_winning() if wins else (*_afterwards(), *quick_moves(state)),
        seat=state.turn,
        rule="end.win" if wins else "turn.use",
    )


def _contributors(state: State, using: Using) -> Text | None:
    if not any(using.contributed):
        return None
    return T("Contributors: {shares}.", shares=shares(state, using.contributed, state.turn))


def _afterwards() -> tuple[Offer, ...]:
    gain = T("Forfeit it; Gain 1 from the Action stack onto your Discard pile")
    under = T("When all of it is done, the card itself")
    return (_one("discard_used", T("Discard it"), under, "discard"), _one("forfeit_used", gain, under, "forfeit"))


def _winning() -> tuple[Offer, ...]:
    won = tap("succeed", T("It succeeded: we won"), rule="end.win")
    return (won, tap("give_up", T("It did not succeed"), rule="end.win"))


def _undecided(state: State) -> Prompt:
    card = card_name(_using(state).card)
    return Prompt(
        name="end.undecided",
        do=T("The Smokestack ran empty while {card} was being used. Decide together what counts.", card=card),
        more=T("The rulebook does not say which of the two comes first."),
        offers=(
            tap("decide", T("We lost"), rule="end.lose", how="lost"),
            tap("decide", T("We won"), rule="end.win", how="won"),
        ),
        rule="end.lose",
    )


LIKELY_COST = 5  # most Costs are smaller
COOPERATION = _cooperation(MOST_CARDS)
THEN = pick("then", T("What becomes of it"), {"discard": T("Discarded"), "forfeit": T("Forfeited")})
CARD = pick("card", T("Card"), {card: card_name(card) for card in CARDS})
CONTRIBUTED = whole("cards", T("Cards with the Cooperation icon"), MOST_CARDS, at_least=1)
HOW = pick("how", T("What counts"), {"won": T("We won"), "lost": T("We lost")})
MOVES: dict[str, Action[Transaction]] = {
    "use": action(use, lambda args: T("Began to use {card}", card=card_name(word(args, "card"))), CARD),
    "used": action(
        used,
        lambda args: (
            T("Used an Action, Forfeited it") if word(args, "then") == "forfeit" else T("Used an Action, Discarded it")
        ),
        THEN,
        named=lambda state, args: (
            T("{player} used an Action, Forfeited it", player=state.active.name)
            if word(args, "then") == "forfeit"
            else T("{player} used an Action, Discarded it", player=state.active.name)
        ),
    ),
    "use_free": action(
        use_free,
        T("Used an Action"),
        named=lambda state, args: T("{player} used an Action", player=state.active.name),
    ),
    "use_alone": action(
        use_alone, lambda args: T("Paid {number} Cooperation alone", number=number(args, "cooperation")), COOPERATION
    ),
    "use_together": action(
        use_together,
        lambda args: T("Asked for {number} Cooperation, Collectively", number=number(args, "cooperation")),
        CARD,
        COOPERATION,
    ),
    "won_by": action(won_by, T("Shut the Smokestack down"), CARD),
    "call_off": action(call_off, T("Called the card off")),
    "paid": action(paid, T("Paid the Cost")),
    "pay_alone": action(
        pay_alone, lambda args: T("Paid {number} Cooperation alone", number=number(args, "cooperation")), COOPERATION
    ),
    "pay_together": action(
        pay_together,
        lambda args: T("Asked for {number} Cooperation, Collectively", number=number(args, "cooperation")),
        COOPERATION,
    ),
    "contribute": action(
        contribute,
        lambda args: T(
            "Player {seat} promised {number} Cooperation", seat=word(args, "seat"), number=number(args, "cards")
        ),
        ANY_SEAT,
        CONTRIBUTED,
        named=lambda state, args: N(
            "{player} promised {n} Cooperation",
            "{player} promised {n} Cooperation",
            number(args, "cards"),
            player=state.players[seat_named(state, word(args, "seat"))].name,
        ),
    ),
    "discard_used": action(discard_used, T("Discarded the Action")),
    "forfeit_used": action(forfeit_used, T("Forfeited the Action, Gained 1")),
    "succeed": action(succeed, T("Shut the Smokestack down")),
    "give_up": action(give_up, T("Did not succeed")),
    "decide": action(decide, T("Decided how it ended"), HOW),
}
MODULE: GameModule[State, Transaction] = GameModule(name="actions", moves=MOVES, prompts=prompts)
