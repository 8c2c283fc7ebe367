"""What is asked of Advisors in the Preparation Phase (rulebook p. 22, 31)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Args, Move, MoveKind, Offer, Prompt, Words
from companion.api.text import N, T
from companion.games.frostpunk import tokens
from companion.games.frostpunk.cards import advisors
from companion.games.frostpunk.cards.advisors import ADVISORS, MOST_RISE, TITLES
from companion.games.frostpunk.cards.by_hand_prompts import MOST_CHARS, effects_ask
from companion.games.frostpunk.moves import move, number, says, word
from companion.games.frostpunk.state import HOPE_TYPES, TOKEN_NAMES, State
from companion.games.frostpunk.tokens import token_name
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit.forms import pick, tap, whole

STEP = "preparation.advisor"


def no_advisor(tx: Transaction, args: Args) -> None:
    """No Advisor this round; then the Sickness markers are checked (p. 22)."""
    require_step(tx.state, STEP)
    tx.go_on()


def use_advisor(tx: Transaction, args: Args) -> None:
    """An Advisor's ability is used; only one may be in a round (p. 22)."""
    require_step(tx.state, STEP)
    advisors.use(tx, word(args, "advisor"))
    _go_on(tx)


def advisor_told(tx: Transaction, args: Args) -> None:
    """An Advisor's token and ability were read off the card, and the ability is used."""
    require_step(tx.state, STEP)
    advisors.told(tx, word(args, "advisor"), word(args, "token"), word(args, "effects"))
    _go_on(tx)


def call_to_rise(tx: Transaction, args: Args) -> None:
    """Solo: Call to Rise is used once and leaves the game; an Advisor may still be used (p. 31)."""
    require_step(tx.state, STEP)
    advisors.rise(tx, number(args, "cards"))
    if tx.state.advisor_used:
        tx.go_on()


def _go_on(tx: Transaction) -> None:
    """One Advisor is all; only Call to Rise may still be used in this step."""
    if not advisors.can_rise(tx.state):
        tx.go_on()


# --- what is asked ----------------------------------------------------------------------------------------------------


def _advisor(state: State) -> Prompt:
    used = state.advisor_used
    offers = [Offer(move=Move("no_advisor"), label=T("Go on") if used else T("No Advisor"), tone="usual")]
    offers += [_offer(state, one) for one in advisors.in_play(state) if advisors.can_use(state, one)]
    if advisors.can_rise(state):
        offers.append(_rise(state))
    nobody = T("No Advisor can be used: the Hope token that one needs is not active.")
    do = T("Choose one Advisor to use this round, if you like.") if len(offers) > 1 else nobody
    return Prompt(
        name=STEP,
        do=T("Call to Rise can still be used.") if used else do,
        more=T(
            "Its ability costs one Hope token of the type on the card, which you exhaust. The leader has the last "
            "word. Then the sick are looked after."
        ),
        rule="preparation.advisor",
        offers=tuple(offers),
    )


def _offer(state: State, advisor: str) -> Offer:
    from companion.games.frostpunk.cards import effects  # the effects call the cards' modules in their turn

    seat = advisors.seat_of(state, advisor)
    who = T("{advisor}, {name}", advisor=TITLES[advisor], name=state.players[seat]) if seat is not None else None
    label = who or TITLES[advisor]
    words = advisors.ability(state, advisor)
    if words and advisors.token(state, advisor):
        offer = tap("use_advisor", label, advisor=advisor)
        return Offer(move=offer.move, label=label, note=effects.describe(words))
    kinds = {kind: token_name(state, kind) for kind in tokens.active_kinds(state, "hope")}
    asks = (
        pick("token", T("Hope token that it exhausts"), kinds),
        effects_ask("effects", T("What it then does")),
    )
    return Offer(move=Move("advisor_told", {"advisor": advisor}), label=label, asks=asks)


def _rise(state: State) -> Offer:
    hope = state.hope.count
    known = state.fact(advisors.rise_fact(hope))
    ask = whole(
        "cards",
        N("Citizen cards that it draws with {n} Hope token", "Citizen cards that it draws with {n} Hope tokens", hope),
        MOST_RISE,
        known,
    )
    return Offer(move=Move("call_to_rise"), label=T("Use Call to Rise"), asks=(ask,), rule="advisors")


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {STEP: _advisor}
_ADVISOR = pick("advisor", T("Advisor"), {one: TITLES[one] for one in ADVISORS})
MOVES: Mapping[str, MoveKind[State]] = {
    "no_advisor": move(no_advisor, says(T("Advisors seen to"))),
    "use_advisor": move(use_advisor, lambda args: T("{advisor} used", advisor=TITLES[word(args, "advisor")]), _ADVISOR),
    "advisor_told": move(
        advisor_told,
        lambda args: T("{advisor} used", advisor=TITLES[word(args, "advisor")]),
        _ADVISOR,
        pick("token", T("Hope token that it exhausts"), {kind: TOKEN_NAMES[kind] for kind in HOPE_TYPES}),
        Words(name="effects", label=T("What it then does"), at_most_chars=MOST_CHARS),
    ),
    "call_to_rise": move(
        call_to_rise,
        lambda args: N("Call to Rise used: {n} card", "Call to Rise used: {n} cards", number(args, "cards")),
        whole("cards", T("Citizen cards drawn"), MOST_RISE),
    ),
}
