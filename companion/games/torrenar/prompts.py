"""What must be done now, with the moves that answer it."""

from __future__ import annotations

from companion.api.game import Ask, Move, Offer, Prompt, Whole
from companion.api.text import N, T, Text
from companion.games.torrenar import card_asks
from companion.games.torrenar.actions import can_contribute, why_not_use
from companion.games.torrenar.setup import MOST_ACTIONS
from companion.games.torrenar.setup_prompts import setup_prompt
from companion.games.torrenar.state import DRAWN_EACH_TURN, SETUP_STEPS, WINNING, State, Using
from companion.games.torrenar.words import card_name, seat_value, shares

MOST_BUTTONS = 7


def prompts(state: State) -> tuple[Prompt, ...]:
    """What to do now; none once the game is over."""
    if state.over:
        return ()
    if state.step in SETUP_STEPS:
        return (setup_prompt(state),)
    if state.undecided:
        return (_undecided(state),)
    asked = {"actions": _actions, "cost": _cost, "effect": _effect, "pollutants": _pollutants}[state.step](state)
    return (asked, _card_words(state))


# --- Actions ----------------------------------------------------------------------------------------------------------


def _actions(state: State) -> Prompt:
    offers = [Offer(move=Move("no_more_actions"), label=T("No more Actions"), tone="usual", rule="turn.discard")]
    if why_not_use(state, "action") is None:
        offers.append(Offer(move=Move("use", {"card": "action"}), label=T("Use an Action"), rule="turn.actions"))
    offers += [_use(card) for card in WINNING if why_not_use(state, card) is None]
    if state.action_stack is None:
        offers += _count_stack(state)
    return Prompt(
        name="turn.actions",
        do=T("Use Actions, as many as you like."),
        more=_unfinished(state),
        offers=tuple(offers),
        seat=state.turn,
        rule="turn.actions",
    )


def _use(card: str) -> Offer:
    return Offer(move=Move("use", {"card": card}), label=T("Use {card}", card=card_name(card)), rule="end.win")


def _count_stack(state: State) -> list[Offer]:
    """Once cards have left it, it may be a new stack by now: then Court Victory lies below no more."""
    cards = Whole(name="cards", label=T("Cards in the Action stack now"), at_most=MOST_ACTIONS)
    labels = {"count_stack": T("Count the Action stack")}
    if state.actions_taken > 0:
        labels = {
            "count_stack": T("Count the Action stack, Court Victory at the bottom"),
            "count_new_stack": T("Count the Action stack, Court Victory has come up"),
        }
    return [Offer(move=Move(move), label=label, asks=(cards,), rule="setup.action_stack")
            for move, label in labels.items()]  # fmt: skip


def _unfinished(state: State) -> Text | None:
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


# --- the Cost ---------------------------------------------------------------------------------------------------------


def _cost(state: State) -> Prompt:
    using = _using(state)
    return _contributing(state, using) if using.needed else _paying(state, using)


def _paying(state: State, using: Using) -> Prompt:
    offers = [Offer(move=Move("paid"), label=T("Paid, or it has none"), tone="usual", rule="turn.use")]
    own = can_contribute(state, state.turn)
    together = sum(can_contribute(state, seat) for seat in state.seats)
    if own:
        offers.append(Offer(move=Move("pay_alone"), label=T("Cooperation, from me alone"), asks=(_cooperation(own),)))
    if together and len(state.players) > 1:
        offers.append(
            Offer(
                move=Move("pay_together"),
                label=T("Cooperation, Collectively"),
                asks=(_cooperation(together),),
                rule="turn.collective",
            )
        )
    offers.append(Offer(move=Move("call_off"), label=T("Call it off")))
    return Prompt(
        name="use.cost",
        do=T("Pay the Cost of {card}.", card=card_name(using.card)),
        more=T("Make sure that you meet its Requirement too. Cards that it costs are entered below."),
        offers=tuple(offers),
        seat=state.turn,
        rule="turn.use",
    )


def _cooperation(most: int) -> Whole:
    return Whole(name="cooperation", label=T("Cooperation needed"), at_least=1, at_most=most)


def _contributing(state: State, using: Using) -> Prompt:
    offers = [_contribution(state, using, seat) for seat in state.from_seat(state.turn) if can_contribute(state, seat)]
    offers.append(Offer(move=Move("call_off"), label=T("Call it off: nobody Discards"), rule="turn.collective"))
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
    cards = Whole(name="cards", label=T("Cards with the Cooperation icon"), at_least=1, at_most=most, usual=1)
    return Offer(
        move=Move("contribute", {"seat": seat_value(seat)}),
        label=T("{player} Contributes", player=state.players[seat].name),
        asks=(cards,),
        rule="cooperation",
    )


# --- the Effect -------------------------------------------------------------------------------------------------------


def _effect(state: State) -> Prompt:
    using = _using(state)
    wins = using.card in WINNING
    return Prompt(
        name="use.effect",
        do=T("Do the Effect of {card}.", card=card_name(using.card)),
        more=_contributors(state, using),
        offers=_winning(using) if wins else _afterwards(),
        seat=state.turn,
        rule="end.win" if wins else "turn.use",
    )


def _contributors(state: State, using: Using) -> Text | None:
    if not any(using.contributed):
        return None
    return T("Contributors: {shares}.", shares=shares(state, using.contributed, state.turn))


def _afterwards() -> tuple[Offer, ...]:
    return (
        Offer(move=Move("discard_used"), label=T("Done: Discard the card"), tone="usual", rule="turn.after"),
        Offer(
            move=Move("forfeit_used"),
            label=T("Done: Forfeit the card, Gain 1 from the Action stack"),
            rule="turn.after",
        ),
    )


def _winning(using: Using) -> tuple[Offer, ...]:
    won = Offer(move=Move("succeed"), label=T("It succeeded: we won"), tone="danger", rule="end.win")
    return (won, Offer(move=Move("give_up"), label=T("It did not succeed"), rule="end.win"))


def _undecided(state: State) -> Prompt:
    card = card_name(_using(state).card)
    return Prompt(
        name="end.undecided",
        do=T("The Smokestack ran empty while {card} was being used. Decide together what counts.", card=card),
        more=T("The rulebook does not say which of the two comes first."),
        offers=(
            Offer(move=Move("decide", {"how": "lost"}), label=T("We lost"), tone="danger", rule="end.lose"),
            Offer(move=Move("decide", {"how": "won"}), label=T("We won"), tone="danger", rule="end.win"),
        ),
        rule="end.lose",
    )


# --- the turn's end ---------------------------------------------------------------------------------------------------


def _pollutants(state: State) -> Prompt:
    return Prompt(
        name="turn.pollutants",
        do=T("Discard your Actions. How many Pollutants remain?"),
        more=T(
            "They are dealt one by one, you first, to the left. Then Gain 1 from the Smokestack and Draw {number}.",
            number=DRAWN_EACH_TURN,
        ),
        offers=_pollutant_offers(state),
        seat=state.turn,
        rule="turn.deal",
    )


def _pollutant_offers(state: State) -> tuple[Offer, ...]:
    """A button for each number that the books allow, and a way to say another one."""
    player = state.active
    low, high = player.fewest_pollutants_in_hand, player.most_pollutants_in_hand
    numbers = range(low, high + 1)
    offers = [_button(number, only=len(numbers) == 1) for number in numbers] if len(numbers) <= MOST_BUTTONS else []
    if len(offers) <= player.hand:
        asked = Whole(name="pollutants", label=T("Pollutants in your Hand"), at_most=player.hand)
        offers.append(Offer(move=Move("deal"), label=T("Another number"), asks=(asked,), rule="turn.deal"))
    return tuple(offers)


def _button(number: int, *, only: bool) -> Offer:
    label = T("{number}", number=number) if number else T("None")
    return Offer(
        move=Move("deal", {"pollutants": number}), label=label, tone="usual" if only else "plain", rule="turn.deal"
    )


# --- cards moved by a word --------------------------------------------------------------------------------------------


def _card_words(state: State) -> Prompt:
    """Whatever a card says, by the defined words; open at every moment of a turn."""
    asked = {word: card_asks.asks_now(state, word) for word in card_asks.WORDS}
    offers = (_word_offer(word, asks) for word, asks in asked.items() if asks)
    return Prompt(
        name="cards.move",
        do=T("A card moves other cards"),
        offers=tuple(offers),
        rule="words",
    )


def _word_offer(word: str, asks: tuple[Ask, ...]) -> Offer:
    labels = {
        "gain": T("Gain"),
        "draw": T("Draw"),
        "discard": T("Discard"),
        "forfeit": T("Forfeit"),
        "mitigate": T("Mitigate"),
        "return": T("Return"),
    }
    return Offer(move=Move(word), label=labels[word], asks=asks, rule=f"word.{word}")


def _using(state: State) -> Using:
    assert state.using is not None
    return state.using
