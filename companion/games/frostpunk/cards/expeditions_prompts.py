"""What is asked of Expeditions: a card's spaces, skip or explore, and the options of the black side (p. 35, 36)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Args, IllegalMove, Move, MoveKind, Offer, Prompt, Words
from companion.api.text import T, Text
from companion.games.frostpunk.cards import by_hand, expeditions, exploring, lines
from companion.games.frostpunk.cards.by_hand_prompts import MOST_CHARS, effects_ask
from companion.games.frostpunk.cards.expeditions import (
    ARRIVED,
    EXPLORING,
    FEWEST_SPACES,
    MOST_SPACES,
    SPACES,
    known_cards,
    stacks,
)
from companion.games.frostpunk.cards.own_card import Way
from companion.games.frostpunk.moves import move, number, says, word
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import pick, tap, whole
from companion.toolkit.transaction import require_task

FEW = 4  # so many known cards are offered as taps of their own
MET = T("A card you have met before")
WAYS = {
    "continue_b": T("Continue, B under the arrow"),
    "continue_c": T("Continue, C under the arrow"),
    "return_a": T("Return, New A under the arrow"),
    "return_b": T("Return, B under the arrow"),
    "return_c": T("Return, C under the arrow"),
}


def spaces_told(tx: Transaction, args: Args) -> None:
    """The spaces of the top card were counted; the Scout moves on."""
    index = int(require_task(tx.state, SPACES).about)
    tx.finish_task()
    expeditions.told_spaces(tx, index, word(args, "name"), number(args, "spaces"))
    expeditions.move(tx, index)


def card_named(tx: Transaction, args: Args) -> None:
    """The top card is one that is known from earlier evenings; the Scout moves on."""
    index = int(require_task(tx.state, SPACES).about)
    name = word(args, "name")
    if name not in known_cards(tx.state):
        raise IllegalMove(T("No Expedition card of that name is known."), rule="expeditions", page=35)
    tx.finish_task()
    expeditions.set_top(tx, index, name=name)
    expeditions.move(tx, index)


def skip(tx: Transaction, args: Args) -> None:
    """The location is skipped."""
    exploring.skip(tx)


def explore(tx: Transaction, args: Args) -> None:
    """The location is explored."""
    exploring.explore(tx)


def take_way(tx: Transaction, args: Args) -> None:
    """An option that the card's text tells."""
    exploring.choose(tx, number(args, "number"))


def way_told(tx: Transaction, args: Args) -> None:
    """An option read off the card."""
    how, deck = word(args, "way").split("_")
    exploring.told(tx, word(args, "name"), how, deck.upper(), word(args, "effects"))


# --- what is asked ----------------------------------------------------------------------------------------------------


def _spaces(state: State) -> Prompt:
    index = int(state.tasks[0].about)
    top = stacks(state)[index].cards[-1]
    name = Words(name="name", label=T("Its name, to know it again"), at_most_chars=lines.MOST_CHARS, usual=top.name)
    offers = [Offer(move=Move("expedition_spaces"), label=T("Counted"), asks=(name, _SPACES))]
    known = () if top.name else known_cards(state)
    if len(known) <= FEW:
        met = [Offer(move=Move("expedition_card", {"name": one}), label=Text(one), under=MET) for one in known]
        offers = [*met, *offers]
    else:
        names = pick("name", T("Card"), {one: Text(one) for one in known})
        offers.insert(0, Offer(move=Move("expedition_card"), label=MET, asks=(names,)))
    return Prompt(
        name="expedition.spaces",
        do=T("Count the spaces of the top card of {stack}.", stack=expeditions.name(state, index)),
        more=T("All its circles, from the first, at the bottom, to the last, at the top. You are asked only once."),
        rule="expeditions",
        offers=tuple(offers),
    )


def _arrived(state: State) -> Prompt:
    index = int(state.tasks[0].about)
    stack = stacks(state)[index]
    offers = [tap("explore_location", T("Explore"), rule="expeditions.explore")]
    if exploring.can_skip(state, index):
        deck = exploring.NEXT[stack.cards[-1].deck]
        offers.append(
            tap("skip_location", T("Skip, with a card of the {deck} deck", deck=deck), rule="expeditions.skip")
        )
    do = T("The Scout of {stack} is on the last space. Skip the location, or explore it.", stack=_name(state, index))
    must = T("The Scout of {stack} is on the last space. Explore the location.", stack=_name(state, index))
    left = T("Spaces left to move: {left}. They are used only if you skip.", left=stack.left)
    aside = T("To explore it, put the Scout beside the top card and turn only that card to its black side.")
    return Prompt(
        name="expedition.arrived",
        do=do if len(offers) > 1 else must,
        more=left if stack.left and len(offers) > 1 else aside,
        rule="expeditions",
        offers=tuple(offers),
    )


def _name(state: State, index: int) -> Text:
    return expeditions.name(state, index)


def _exploring(state: State) -> Prompt:
    index = int(state.tasks[0].about)
    top = stacks(state)[index].cards[-1]
    name = Words(name="name", label=T("Card’s name, to know it again"), at_most_chars=lines.MOST_CHARS, usual=top.name)
    asks = (name, effects_ask("effects", T("What the option gives")))
    known = [_known(state, way) for way in exploring.ways(state, index)]
    told = [
        Offer(move=Move("way_told", {"way": way}), label=label, asks=asks, under=T("Read it off the card"))
        for way, label in WAYS.items()
    ]
    return Prompt(
        name="expedition.explore",
        do=T("Choose an option of {stack}: continue, or return.", stack=_name(state, index)),
        more=T(
            "Continue: the card stays black, and what it gives comes when the Scout returns. Return: the Scout goes to "
            "the supply, and you get this option and all that was promised on the way."
        ),
        rule="expeditions.explore",
        offers=(*(offer for offer in known if offer), *told),
    )


def _known(state: State, way: Way) -> Offer | None:
    if not exploring.may_choose(state, way):
        return None
    go_on = T("Continue, {deck} under the arrow", deck=way.deck)
    home = T("Return, New A under the arrow") if way.deck == "A" else T("Return, {deck} under the arrow", deck=way.deck)
    label = Text(way.label) if way.label else (go_on if way.how == "continue" else home)
    return Offer(
        move=Move("take_way", {"number": way.number}),
        label=label,
        note=by_hand.said(way.effects) if way.effects else None,
    )


TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    SPACES: _spaces,
    ARRIVED: _arrived,
    EXPLORING: _exploring,
}
_SPACES = whole("spaces", T("Spaces on the card"), MOST_SPACES, at_least=FEWEST_SPACES)
_NAME = Words(name="name", label=T("Card’s name"), at_most_chars=lines.MOST_CHARS)
MOVES: Mapping[str, MoveKind[State]] = {
    "expedition_spaces": move(
        spaces_told, lambda args: T("Expedition card, spaces: {spaces}", spaces=args["spaces"]), _NAME, _SPACES
    ),
    "expedition_card": move(card_named, lambda args: T("Expedition card {name}", name=word(args, "name")), _NAME),
    "skip_location": move(skip, says(T("Location skipped"))),
    "explore_location": move(explore, says(T("Location explored"))),
    "take_way": move(take_way, says(T("Option of the Expedition chosen")), whole("number", T("Option"), 9, at_least=1)),
    "way_told": move(
        way_told,
        lambda args: WAYS[word(args, "way")],
        pick("way", T("Option"), WAYS),
        _NAME,
        Words(name="effects", label=T("What it gives"), at_most_chars=MOST_CHARS),
    ),
}
