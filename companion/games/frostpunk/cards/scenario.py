"""Scenario cards (rulebook p. 19, 33): those face up in the display, and what their Trigger tokens set off."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.api import (
    Args,
    CardExpected,
    CardList,
    CardRow,
    Code,
    IllegalMove,
    Move,
    Note,
    Offer,
    Panel,
    Prompt,
    T,
    Text,
    Value,
    Words,
    row_of,
)
from companion.games.frostpunk.cards import by_hand, carrying, owner_facts, technologies
from companion.games.frostpunk.cards.by_hand import MOST_CHARS, effects_ask
from companion.games.frostpunk.cards.lasting import lasting_note
from companion.games.frostpunk.cards.owner_facts import title
from companion.games.frostpunk.forms import Settable, asked_in, typed, typed_list
from companion.games.frostpunk.state import ROUNDS, State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, pick, require_running, usual, word

TOKENS = 7  # p. 5
PATTERN = r"(I|II|III|IV|V|VI|VII|VIII|IX|X)/[0-9]{2}"


def triggered(state: State) -> tuple[str, ...]:
    """The face-up cards that a Trigger token of this round belongs to, as far as their texts tell.

    A card that names its rounds answers only those; one that names none answers every token.
    """
    cards = [(code, owner_facts.card(state, code)) for code in state.scenario_cards]
    telling = [(code, card) for code, card in cards if card is not None and (card.trigger or card.triggers)]
    return tuple(code for code, card in telling if not card.triggers or state.round in card.triggers)


def effect(state: State, code: str) -> str:
    """What a card does when its token is reached; empty where nobody has said."""
    found = owner_facts.card(state, code)
    return found.trigger if found is not None else ""


def all_known(state: State) -> bool:
    """Whether the effects of this round's token can be carried out by the companion."""
    cards = triggered(state)
    return bool(cards) and all(by_hand.understood(effect(state, code)) for code in cards)


def trigger(tx: Transaction) -> None:
    """The Round marker reaches a Trigger token: it is taken off, the Scenario cards are followed (p. 19)."""
    take_off(tx)
    for code in triggered(tx.state):
        if effect(tx.state, code):
            title = str(owner_facts.title(tx.state, code))
            by_hand.carry(tx, effect(tx.state, code), title, as_far_as_possible=True)


def take_off(tx: Transaction) -> None:
    """This round's Trigger token leaves the Round track."""
    here = tx.state.round
    tx.set(triggers=tuple(space for space in tx.state.triggers if space != here))
    tx.note("trigger_reached", T("The Scenario Trigger token was taken off."), round=here)
    tx.todo(T("Take the Scenario Trigger token off round {round}", round=here), "trigger")


def told(tx: Transaction, code: str, words: str) -> None:
    """What a card's token does was read off the card: kept, and carried out."""
    effects = by_hand.as_effects(words)
    if effects:
        owner_facts.write_line(tx, code, "trigger", effects)
    take_off(tx)
    by_hand.carry(tx, effects, str(owner_facts.title(tx.state, code)), as_far_as_possible=True)


def reveal(tx: Transaction, code: str, rounds: tuple[int, ...]) -> None:
    """A Scenario card is turned up into the display: Trigger tokens go onto its rounds, what happens at once is done.

    Rounds that are over get no token.
    """
    if code in tx.state.scenario_cards:
        return
    known = owner_facts.card(tx.state, code)
    rounds = rounds or (known.triggers if known is not None else ())
    _learn_rounds(tx, code, rounds)
    ahead = tuple(space for space in rounds if tx.state.round < space <= ROUNDS)
    triggers = tuple(sorted({*tx.state.triggers, *ahead}))
    tx.set(scenario_cards=(*tx.state.scenario_cards, code), triggers=triggers)
    tx.tell("scenario_card", _revealed(tx.state, code, ahead), code=code)
    if ahead:
        tx.todo(T("Put Scenario Trigger tokens on rounds {spaces}", spaces=row_of(ahead)), "trigger")
    if known is not None:
        carrying.queue(tx, known.at_once, code)


def _revealed(state: State, code: str, ahead: tuple[int, ...]) -> Text:
    card = owner_facts.title(state, code)
    if not ahead:
        return T("{card} lies in the Scenario display.", card=card)
    spaces = row_of(ahead)
    return T("{card} lies in the Scenario display. Trigger tokens go onto {spaces}.", card=card, spaces=spaces)


def _learn_rounds(tx: Transaction, code: str, rounds: tuple[int, ...]) -> None:
    known = owner_facts.card(tx.state, code)
    if rounds and (known is None or known.triggers != tuple(sorted(rounds))):
        owner_facts.write_line(tx, code, "triggers", ", ".join(str(space) for space in sorted(rounds)))


def turn_down(tx: Transaction, code: str) -> None:
    """A Scenario card leaves the display."""
    tx.set(scenario_cards=tuple(one for one in tx.state.scenario_cards if one != code))
    text = T("{card} left the Scenario display.", card=owner_facts.title(tx.state, code))
    tx.note("scenario_card_left", text, code=code)


def set_triggers(tx: Transaction, spaces: tuple[int, ...]) -> None:
    """Set by hand where Trigger tokens lie."""
    tx.set(triggers=tuple(sorted({space for space in spaces if 1 <= space <= ROUNDS})))


STEP = "dawn.trigger"
_CODE = Code(name="code", label=T("Card"), kind="card_id", pattern=PATTERN, suits=T("a Scenario card, such as I/02"))
_ROUNDS = Words(name="rounds", label=T("Rounds for its Trigger tokens"), at_most_chars=40)


def trigger_done(tx: Transaction, args: Args) -> None:
    """The Trigger token was taken off and the Scenario cards followed."""
    require_step(tx.state, STEP)
    trigger(tx)
    tx.go_on()


def trigger_told(tx: Transaction, args: Args) -> None:
    """What the token sets off was read off a Scenario card: kept, and carried out."""
    require_step(tx.state, STEP)
    told(tx, word(args, "code"), word(args, "effects"))
    tx.go_on()


def turned_up(tx: Transaction, args: Args) -> None:
    """A Scenario card lies face up in the display; its Trigger tokens were put onto the Round track."""
    require_running(tx.state)
    reveal(tx, word(args, "code"), rounds_of(word(args, "rounds")))


def shown(tx: Transaction, args: Args) -> None:
    """A Scenario card was shown to the camera while a token was followed: it is turned up, as far as it is known."""
    require_step(tx.state, STEP)
    reveal(tx, word(args, "code"), ())


def turned_down(tx: Transaction, args: Args) -> None:
    """A Scenario card left the display."""
    require_running(tx.state)
    turn_down(tx, word(args, "code"))


def rounds_of(words: str) -> tuple[int, ...]:
    """The rounds that somebody wrote: "4 and 11"."""
    rounds = tuple(int(found) for found in re.findall(r"[0-9]+", words))
    if any(not 1 <= one <= ROUNDS for one in rounds):
        text = T("A Trigger token lies on a round from 1 to {last}.", last=ROUNDS)
        raise IllegalMove(text, rule="scenario", page=33)
    return rounds


# --- what is asked ----------------------------------------------------------------------------------------------------


def _trigger(state: State) -> Prompt:
    known = all_known(state)
    offers = [usual("triggered", T("Carried out") if known else T("Done"))]
    if not known:
        offers.append(_tell(state))
    offers.append(Offer(move=Move("scenario_card"), label=T("A Scenario card is turned up"), asks=(_CODE, _ROUNDS)))
    both = T("A Development token lies here too: it comes next. The rulebook gives no order.")
    look = T(
        "Enter below what it changes, such as Hope, Food or the sick. Scenario cards that are turned up stay in the "
        "Scenario display."
    )
    return Prompt(
        name=STEP,
        do=T("Take off the Scenario Trigger token, and do what the Scenario cards say."),
        more=both if technologies.due_now(state) else look,
        rule="dawn.trigger",
        offers=tuple(offers),
        expects=(CardExpected(kind="card_id", pattern=PATTERN, move=Move("scenario_card_shown"), arg="code"),),
    )


def _tell(state: State) -> Offer:
    effects = effects_ask("effects", T("What it does"))
    cards = {code: owner_facts.title(state, code) for code in state.scenario_cards}
    if not cards:
        return Offer(move=Move("trigger_told"), label=T("Enter what it does"), asks=(_CODE, effects))
    code = pick("code", T("Card"), cards, next(iter(cards)))
    return Offer(move=Move("trigger_told"), label=T("Enter what it does"), asks=(code, effects))


_EFFECTS = Words(name="effects", label=T("What it does"), at_most_chars=MOST_CHARS)


def panel(state: State) -> Panel:
    """The Scenario display, and the rounds with a Trigger token."""
    cards = tuple(
        CardRow(code=code, label=title(state, code), note=lasting_note(state, code), icon="scenario")
        for code in state.scenario_cards
    )
    ahead = [space for space in state.triggers if space >= state.round]
    rounds = row_of(ahead)
    tokens = T("Trigger tokens lie on rounds {rounds}.", rounds=rounds)
    none = T("No Trigger token lies on the Round track.")
    return Panel(
        name="scenario",
        title=T("Scenario"),
        icon="scenario",
        widgets=(
            CardList(label=T("Scenario display"), cards=cards),
            Note(text=tokens if ahead else none, rule="scenario"),
        ),
    )


def settables(state: State) -> Iterator[Settable]:
    """The rounds with a Trigger token, and the Scenario display."""

    def put_triggers(tx: Transaction, value: Value) -> None:
        wrong = T("A Trigger token lies on a round from 1 to {last}.", last=ROUNDS)
        spaces = tuple(int(one) for one in typed_list(value, "1?[0-9]", wrong))
        if any(not 1 <= space <= ROUNDS for space in spaces):
            raise IllegalMove(wrong, rule="scenario", page=33)
        set_triggers(tx, spaces)

    def put_cards(tx: Transaction, value: Value) -> None:
        wrong = T("Scenario cards have codes such as I/01: write them with spaces between them.")
        tx.set(scenario_cards=typed_list(value, PATTERN, wrong))

    triggers, cards = " ".join(str(space) for space in state.triggers), " ".join(state.scenario_cards)
    label = T("Rounds with a Scenario Trigger token")
    yield Settable(typed("triggers", label, triggers), triggers, put_triggers)
    yield Settable(typed("scenario_cards", T("Scenario display, by codes"), cards), cards, put_cards)


MODULE: GameModule[State, Transaction] = GameModule(
    name="scenario",
    moves={
        "triggered": action(trigger_done, T("Scenario Trigger carried out")),
        "trigger_told": action(trigger_told, T("Scenario Trigger carried out"), _CODE, _EFFECTS),
        "scenario_card": action(
            turned_up, lambda args: T("Scenario card {code} turned up", code=word(args, "code")), _CODE, _ROUNDS
        ),
        "scenario_card_shown": action(
            shown, lambda args: T("Scenario card {code} turned up", code=word(args, "code")), _CODE
        ),
        "scenario_card_out": action(
            turned_down, lambda args: T("Scenario card {code} left the display", code=word(args, "code")), _CODE
        ),
    },
    prompts=asked_in(
        {
            STEP: _trigger,
        }
    ),
    panels=lambda state: (panel(state),),
    settables=settables,
)
