"""The Draw step (p. 12): as many cards as the action costs, more by choice, a Recovery when the deck runs out."""

from __future__ import annotations

from companion.api import Args, IllegalMove, N, Offer, Pick, Prompt, T, Text
from companion.games.citadel.action import facts, performing, resolving, traits
from companion.games.citadel.life import piles, points, recovery
from companion.games.citadel.life.piles import MOST_CARDS
from companion.games.citadel.state import Action, State
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, seat_of, tap, usual, whole, word

PER_EVASIVE = 3  # cards drawn (p. 23)


def cost(state: State, action: Action) -> int:
    """The fewest cards that must be drawn. Of effects of which only one is applied, the one chosen, else the first."""
    assert action.sheet is not None
    effects = facts.in_use(state, action)
    costs = []
    for taken in resolving.ways(effects, action.either):
        costs.append(resolving.draw(action.sheet.cost, [effects[at][1] for at in taken]))
    return min(costs)


def draw(tx: Transaction, args: Args) -> None:
    """So many cards are drawn: at least the cost."""
    action = performing.require_action(tx.state, "gear")
    check_ready(tx.state, action)
    cards, due, deck = number(args, "cards"), cost(tx.state, action), piles.piles(tx.state, action.active).deck
    if cards < due:
        raise IllegalMove(
            N("This action costs {n} card.", "This action costs {n} cards.", due), rule="action.draw", page=12
        )
    if deck is not None and cards > deck >= due:
        text = N(
            "Only {n} card is left in your Action Deck. Draw fewer, or perform a Recovery first.",
            "Only {n} cards are left in your Action Deck. Draw fewer, or perform a Recovery first.",
            deck,
        )
        raise IllegalMove(text, rule="action.draw", page=12)
    settle_choices(tx, action, cards)
    taken = cards if deck is None else min(cards, deck)
    take_cards(tx, taken)
    _owe(tx, due - taken)


def settle_choices(tx: Transaction, action: Action, cards: int) -> None:
    """Whoever draws fewer cards by an effect of which only one is applied has thereby chosen it."""
    effects = facts.in_use(tx.state, action)
    for (card, choice), places in resolving.alternatives(effects).items():
        lowest = min(places, key=lambda at: effects[at][1].amount if effects[at][1].kind == "cost" else 0)
        key, effect = f"{card}/{choice}", effects[lowest][1]
        if effect.kind != "cost" or effect.amount >= 0 or key in action.either:
            continue
        others = {**action.either, key: next(at for at in range(len(places)) if places[at] != lowest)}
        if cards < cost(tx.state, performing.change(tx, either=others)):
            performing.change(tx, either={**action.either, key: places.index(lowest)})
        else:
            performing.change(tx, either=action.either)


def check_ready(state: State, action: Action) -> None:
    if action.asking:
        raise IllegalMove(T("First say what the selected card does."), rule="action.gear", page=12)
    if traits.barred(state, action):
        raise IllegalMove(T("Epic: nobody may be active twice in a row."), rule="traits", page=23)


def short(tx: Transaction, args: Args) -> None:
    """The deck, which nobody had counted, ran out after so many cards."""
    action = performing.require_action(tx.state, "gear", "draw")
    check_ready(tx.state, action)
    due = action.owed if action.step == "draw" else cost(tx.state, action)
    cards = number(args, "cards")
    if piles.piles(tx.state, action.active).deck is not None or cards >= due:
        raise IllegalMove(T("The Action Deck has enough cards for that."), rule="action.draw", page=12)
    take_cards(tx, cards)
    piles.run_out(tx, action.active)
    _owe(tx, due - cards)


def rest(tx: Transaction, args: Args) -> None:
    """After a Recovery: the cards that were still owed."""
    action = performing.require_action(tx.state, "draw")
    _check_awake(tx.state, action)
    deck = piles.piles(tx.state, action.active).deck
    taken = action.owed if deck is None else min(action.owed, deck)
    take_cards(tx, taken)
    _owe(tx, action.owed - taken)


def draw_back(tx: Transaction, args: Args) -> None:
    """What is left of the deck is drawn, and the Recovery that follows takes so many cards back (p. 12, 20)."""
    action = performing.require_action(tx.state, "gear")
    due, deck = cost(tx.state, action), piles.piles(tx.state, action.active).deck
    if deck is None or deck >= due:
        raise IllegalMove(T("The Action Deck has enough cards for that."), rule="action.draw", page=12)
    draw(tx, {"cards": due})
    recovery.recover(tx, {"cards": int(word(args, "back"))})


def taking_back(state: State, action: Action) -> Pick | None:
    """How many cards the Recovery takes back that follows on drawing the last ones; None where none has to be."""
    due, deck = cost(state, action), piles.piles(state, action.active).deck
    if deck is None or deck >= due:
        return None
    return recovery.back(state, action.active, due - deck, piles.piles(state, action.active).discard)


def _check_awake(state: State, action: Action) -> None:
    if not state.hero(action.active).conscious:
        raise IllegalMove(T("An unconscious character draws no more cards."), rule="action.draw", page=12)


def more(tx: Transaction, args: Args) -> None:
    """A card lets the player reveal more cards in the Result step; they count as revealed."""
    action = performing.require_action(tx.state, "stars")
    cards, deck = number(args, "cards"), piles.piles(tx.state, action.active).deck
    if deck is not None and cards > deck:
        raise IllegalMove(T("There are not so many cards in your Action Deck."), rule="action.draw", page=12)
    take_cards(tx, cards)
    performing.change(tx, extra=action.extra + cards)


def in_draw_step(action: Action) -> int:
    """The cards that were drawn in the Draw step, without those that a card revealed later."""
    return action.drawn - action.extra


def take_cards(tx: Transaction, count: int) -> None:
    """So many cards lie before the active player now."""
    action = tx.state.action
    assert action is not None
    piles.drawn(tx, action.active, count)
    performing.change(tx, drawn=action.drawn + count)
    name = tx.state.hero(action.active).name
    if count:
        text = N("{name}: {n} card drawn.", "{name}: {n} cards drawn.", count, name=name)
        tx.note("cards_drawn", text, seat=action.active, cards=count)


def _owe(tx: Transaction, owed: int) -> None:
    action = tx.state.action
    assert action is not None
    if owed > 0 and recovery.must(tx, action.active, owed, "draw"):
        performing.change(tx, step="draw", owed=owed)
        return
    performing.change(tx, step="drawn", owed=0)


def follow(tx: Transaction) -> None:
    """All is drawn: the trait Evasive takes its share, then the cards are revealed."""
    action = tx.state.action
    if action is None or action.step != "drawn" or action.sheet is None:
        return
    lost = action.drawn // PER_EVASIVE * action.sheet.trait("evasive")
    sign = str(tx.state.board.get("trait_evasive", ""))
    if lost and not sign:
        return  # the sign is asked first
    performing.change(tx, step="reveal")
    if not lost or sign == "successes":
        return
    name = tx.state.hero(action.active).name
    text = N("{name}: Evasive takes {n}.", "{name}: Evasive takes {n}.", lost, name=name)
    tx.tell("evasive", text, seat=action.active, count=lost)
    if sign == "deck":
        recovery.drain(tx, action.active, lost)
    else:
        points.lose(tx, action.active, lost)


def ignored(state: State, action: Action) -> int:
    """Successes that traits take away in the Result step: Tough, and Evasive where its sign says so."""
    assert action.sheet is not None
    evasive = in_draw_step(action) // PER_EVASIVE * action.sheet.trait("evasive")
    return action.sheet.trait("tough") + (evasive if state.board.get("trait_evasive") == "successes" else 0)


def given_up(tx: Transaction, args: Args) -> None:
    """The active player fell unconscious in mid-draw: the cost cannot be paid, so that there is no result."""
    action = performing.require_action(tx.state, "draw")
    if tx.state.hero(action.active).conscious:
        raise IllegalMove(T("The cards that are still owed are drawn first."), rule="action.draw", page=12)
    piles.discarded(tx, action.active, action.drawn)
    performing.close(tx, action)
    tx.tell("action_stopped", T("The cost could not be paid: the action ends without a result."))


CARDS = whole("cards", T("Cards"), MOST_CARDS)


def _drew(args: Args) -> Text:
    return N("Drew {n} card", "Drew {n} cards", number(args, "cards"))


# --- what is shown ----------------------------------------------------------------------------------------------------


def rest_prompt(state: State, action: Action) -> Prompt:
    """After a Recovery: the rest of the cost; or the end, when the active player fell unconscious."""
    hero = state.hero(action.active)
    if not hero.conscious:
        return Prompt(
            name="action.stopped",
            do=T("{name}: unconscious. The cost cannot be paid.", name=hero.name),
            more=T("The action ends without a result; the drawn cards go to the Discard Pile."),
            offers=(usual("action_stopped", T("The action ends")),),
            seat=seat_of(hero.seat),
            rule="action.draw",
        )
    deck = piles.piles(state, action.active).deck
    now = action.owed if deck is None else min(action.owed, deck)
    return Prompt(
        name="action.draw",
        do=N("{name}: draw the other card.", "{name}: draw the other {n} cards.", now, name=hero.name),
        offers=(usual("draw_rest", T("Drawn")), *_recovery(state, action)),
        seat=seat_of(hero.seat),
        rule="action.draw",
    )


def _recovery(state: State, action: Action) -> tuple[Offer, ...]:
    if not recovery.found(state, action.active):
        return ()
    return (tap("recovery", T("Another Recovery first"), rule="life.recovery", seat=action.active),)


MOVES: Moves = {
    "draw": move(draw, _drew, CARDS),
    "draw_back": move(draw_back, T("Drew the last cards, and a Recovery"), recovery.BACK),
    "draw_short": move(short, _drew, CARDS),
    "draw_rest": move(rest, T("Drew the rest")),
    "draw_more": move(more, _drew, CARDS),
    "action_stopped": move(given_up, T("The action ended without a result")),
}
