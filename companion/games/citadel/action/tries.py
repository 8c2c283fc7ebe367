"""A try that is told by one tap: who is active, a card that is used, and what the cards show (p. 11 to 13).

Nothing is settled before that tap: whoever was active last stands in front, anybody else who takes part stands below,
each with an answer of their own.
"""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from companion.api import Args, Move, N, Offer, Prompt, T, Text
from companion.games.citadel import heroes
from companion.games.citadel.action import (
    counting,
    drawing,
    facts,
    gearing,
    outcome,
    performing,
    reading,
    results,
    traits,
)
from companion.games.citadel.action.performing import KEY
from companion.games.citadel.heroes import SEAT
from companion.games.citadel.life import piles, recovery
from companion.games.citadel.state import Action, Gear, State
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, tap, whole, word

MOST_WITH = 2  # cards of which each has an answer of its own
OTHER_CARDS = T("Or they use cards, or draw otherwise")
WITH = T("With one card")


def _prepare(tx: Transaction, args: Args) -> None:
    """Who is active and which card is used, as the answer says."""
    action = performing.require_action(tx.state, "gear", "sheet")
    seat, card = word(args, "seat"), word(args, "card")
    if seat != action.active:
        reading.active_is(tx, {"seat": seat})
    now = tx.state.action
    assert now is not None
    if card and card not in {gear.ident for gear in now.gear}:
        gearing.select(tx, {"card": card})


def revealed_by(tx: Transaction, args: Args) -> None:
    """Somebody drew so many cards, which show so many successes; with a card in use, or with none."""
    _prepare(tx, args)
    outcome.revealed(tx, args)


def revealed_lots_by(tx: Transaction, args: Args) -> None:
    """The same; with it the companion has drawn whom Reach hits, should it fail."""
    _prepare(tx, args)
    outcome.revealed_lots(tx, args)


def gear_by(tx: Transaction, args: Args) -> None:
    """Somebody else is active, and uses a card; what it does may have to be said first."""
    _prepare(tx, args)


def draw_with(tx: Transaction, args: Args) -> None:
    """More cards than the cost are drawn, with a card in use."""
    _prepare(tx, args)
    drawing.draw(tx, args)


def came_out_by(tx: Transaction, args: Args) -> None:
    """Somebody drew so many cards, and the players say how it came out."""
    _prepare(tx, args)
    outcome.came_out(tx, args)


def draw_by(tx: Transaction, args: Args) -> None:
    """Somebody else draws what is left of the deck; a Recovery follows."""
    _prepare(tx, {**args, "card": ""})
    action = tx.state.action
    assert action is not None
    drawing.draw(tx, {"cards": drawing.cost(tx.state, action)})


def draw_back_by(tx: Transaction, args: Args) -> None:
    """Somebody else draws what is left of the deck, and the Recovery that follows takes so many cards back."""
    _prepare(tx, {**args, "card": ""})
    drawing.draw_back(tx, args)


# --- what is shown ----------------------------------------------------------------------------------------------------


def gear_prompt(state: State, action: Action) -> Prompt:
    """Cards are selected and drawn; most tries are one tap."""
    return gearing.gear_prompt(state, action, with_cards(state, action), others(state, action))


def rest_prompt(state: State, action: Action) -> Prompt:
    """The rest of the cost after a Recovery; what all cards show comes with it where nothing lies between."""
    prompt = drawing.rest_prompt(state, action)
    deck, hero = piles.piles(state, action.active).deck, state.hero(action.active)
    assert action.sheet is not None
    between = action.sheet.trait("evasive") or (deck is not None and deck < action.owed)
    after = replace(action, drawn=action.drawn + action.owed, owed=0)
    if not hero.conscious or between or counting.step(state, after) != "stars":
        return prompt
    first, *rest = prompt.offers
    offer = results.revealed(state, after, after.drawn, Move("rest_revealed"))
    return structs.replace(prompt, offers=(offer, structs.replace(first, tone="plain"), *rest))


def with_cards(state: State, action: Action) -> tuple[Offer, ...]:
    """The same answers with one card in use, while none is ticked: of cards whose effects here are known."""
    if any(not gear.forced for gear in action.gear):
        return ()
    found: list[Offer] = []
    for ident in gearing.usable(state, action)[:MOST_WITH]:
        kind = gearing.kind_of(state, action, ident)
        used = replace(action, gear=(*action.gear, Gear(ident=ident, kind=kind)))
        found += [
            structs.replace(
                _by(offer, action.active, ident),
                label=T("With {card}: {what}", card=facts.name_of(state, ident), what=offer.label),
                under=WITH,
            )
            for offer in _answers(state, used)
        ]
        found += _more_with(state, used, ident)
    return tuple(found)


def _more_with(state: State, used: Action, ident: str) -> tuple[Offer, ...]:
    """With that card more cards are drawn than it costs, in one tap."""
    deck, due = piles.piles(state, used.active).deck, drawing.cost(state, used)
    most = gearing.MOST_DRAWN if deck is None else deck
    if most <= due or not gearing.settled(state, used):
        return ()
    ask = whole("cards", T("Cards drawn"), most, at_least=due + 1, likely=due + gearing.LIKELY_MORE)
    move = Move("draw_with", {"seat": used.active, "card": ident})
    label = T("With {card}: draw more cards", card=facts.name_of(state, ident))
    return (Offer(move=move, label=label, asks=(ask,), under=WITH, rule="action.draw"),)


def others(state: State, action: Action) -> tuple[Offer, ...]:
    """Anybody else who may be active: what the cards show is one tap; another one leads to cards of their own."""
    seats = others_in_turn(state, action)
    told = tuple(offer for seat in seats for offer in _of(state, action, seat))
    return (
        *told,
        *(offer for seat in seats for offer in _uses(state, action, seat)),
        *(
            tap("active_is", T("{name}", name=state.hero(seat).name), under=OTHER_CARDS, rule="action.mandatory",
                seat=seat)
            for seat in seats
        ),
    )  # fmt: skip


def _uses(state: State, action: Action, seat: str) -> tuple[Offer, ...]:
    """Somebody else is active and uses one of the own cards that may fit here: one tap names both."""
    other = _other(state, action, seat)
    cards = [ident for ident in gearing.may_use(state, other) if ident not in {gear.ident for gear in other.gear}]
    return tuple(
        tap("gear_by", T("{name} uses {card}", name=state.hero(seat).name, card=facts.name_of(state, ident)),
            under=OTHER_CARDS, rule="action.gear", seat=seat, card=ident)
        for ident in cards[:MOST_WITH]
    )  # fmt: skip


def others_in_turn(state: State, action: Action) -> tuple[str, ...]:
    """Who else may be active now; of an Epic creature nobody twice in a row."""
    may = traits.candidates(state, action)
    return tuple(seat for seat in performing.others_who_may_act(state, action) if seat in may)


def _of(state: State, action: Action, seat: str) -> tuple[Offer, ...]:
    other = _other(state, action, seat)
    name = state.hero(seat).name
    answers = tuple(
        structs.replace(
            _by(offer, seat, ""),
            label=T("{name}: {what}", name=name, what=offer.label),
            under=performing.ACTIVE,
        )
        for offer in _answers(state, other)
    )
    return answers or _last_cards(state, other, name)


def _other(state: State, action: Action, seat: str) -> Action:
    """The try as it is with somebody else active, before anything is selected."""
    involved = heroes.together(state, seat)
    other = replace(action, active=seat, involved=involved, gear=(), either={}, asking="", step="gear")
    return gearing.with_forced(state, other)


def _last_cards(state: State, other: Action, name: str) -> tuple[Offer, ...]:
    deck, due = piles.piles(state, other.active).deck, drawing.cost(state, other)
    if deck is None or not deck < due or not gearing.settled(state, other):
        return ()
    label = N("{name}: the last card, then a Recovery", "{name}: the last {n} cards, then a Recovery", deck, name=name)
    alone = tap("draw_by", label, under=performing.ACTIVE, rule="action.draw", seat=other.active)
    back = drawing.taking_back(state, other)
    if back is None:
        return (alone,) if deck else ()
    what = T("{name}: {what}", name=name, what=gearing.last_cards(deck))
    move = Move("draw_back_by", {"seat": other.active})
    joined = Offer(move=move, label=what, asks=(back,), under=performing.ACTIVE, rule="life.recovery")
    return (joined, alone) if deck else (joined,)


def _answers(state: State, action: Action) -> tuple[Offer, ...]:
    """What the cards of this try may show, without repeating what follows."""
    if not gearing.settled(state, action):
        return ()
    return tuple(
        structs.replace(offer, note=None) for offer in results.read(state, action, drawing.cost(state, action))
    )


def _by(offer: Offer, seat: str, card: str) -> Offer:
    return structs.replace(offer, move=Move(f"{offer.move.name}_by", {**offer.move.args, "seat": seat, "card": card}))


def _revealed(args: Args) -> Text:
    return N("Revealed {n} success", "Revealed {n} successes", number(args, "count"))


_CARDS, _COUNT = whole("cards", T("Cards drawn"), piles.MOST_CARDS), whole("count", T("Successes"), 60)
MOVES: Moves = {
    "revealed_by": move(revealed_by, _revealed, SEAT, KEY, _CARDS, _COUNT),
    "revealed_lots_by": move(revealed_lots_by, _revealed, SEAT, KEY, _CARDS, _COUNT, traits.WHO),
    "came_out_by": move(came_out_by, outcome.how, SEAT, KEY, _CARDS, outcome.OUTCOME),
    "draw_by": move(draw_by, T("Drew the last cards"), SEAT),
    "draw_back_by": move(draw_back_by, T("Drew the last cards, and a Recovery"), SEAT, recovery.BACK),
    "draw_with": move(draw_with, T("Drew more cards"), SEAT, KEY, _CARDS),
    "gear_by": move(gear_by, T("Used a card"), SEAT, KEY),
}
