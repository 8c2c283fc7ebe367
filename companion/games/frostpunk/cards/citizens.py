"""Citizen cards (rulebook p. 30, 32, 33): hands, the deck and its discard pile, the effect of a death."""

from __future__ import annotations

from companion.api import Args, IllegalMove, Move, N, Offer, Pick, Prompt, T, Text, Words, verbatim
from companion.games.frostpunk.cards import by_hand, owner_facts
from companion.games.frostpunk.cards.by_hand import MOST_CHARS, effects_ask
from companion.games.frostpunk.endings import end
from companion.games.frostpunk.state import KIND_NAMES, State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule, action, pick, require_task, seat_name, seat_of, tap, usual, word

CARDS = 30  # p. 5
KIND = "citizen"
TASK = "death"


def hand(state: State, seat: int) -> int | None:
    """How many cards a seat holds, None while the hands are not known."""
    return state.hands[seat] if seat < len(state.hands) else None


def deck_left(state: State) -> int | None:
    """How many cards are left in the deck, None while the hands are not known."""
    if not state.hands:
        return None
    return max(0, CARDS - sum(state.hands) - len(state.played) - state.citizen_discard)


def set_hand(tx: Transaction, seat: int, count: int) -> None:
    """A seat holds so many cards."""
    if seat < len(tx.state.hands):
        row = list(tx.state.hands)
        row[seat] = max(0, count)
        tx.set(hands=tuple(row))


def lie_open(state: State) -> tuple[str, ...]:
    """The cards that are known to lie face up, on the discard pile or in front of a player: neither in a hand nor in
    the deck; none while the hands are not known, for nobody could tell then when the pile was shuffled (p. 33)."""
    return (*state.discarded, *state.played_cards) if state.hands else ()


def in_hands(state: State) -> tuple[str, ...]:
    """The known cards that somebody may hold."""
    return tuple(name for name in owner_facts.names(state, KIND) if name not in lie_open(state))


# --- cards move -------------------------------------------------------------------------------------------------------


def draw(tx: Transaction, seat: int, count: int) -> None:
    """A player draws cards into the hand; an empty deck is made anew from the discard pile (p. 33)."""
    for _ in range(count):
        _refill(tx)
        set_hand(tx, seat, (hand(tx.state, seat) or 0) + 1)
    drawn = N("{name}: draw {n} Citizen card.", "{name}: draw {n} Citizen cards.", count, name=_who(tx.state, seat))
    tx.tell("citizens_drawn", drawn, seat=seat, count=count)
    order = N("{name}: draw {n} Citizen card", "{name}: draw {n} Citizen cards", count, name=_who(tx.state, seat))
    tx.todo(order, "citizen")


def _refill(tx: Transaction) -> None:
    if deck_left(tx.state) == 0 and tx.state.citizen_discard:
        tx.set(citizen_discard=0, discarded=())
        text = T("The Citizen deck is empty: shuffle its discard pile into a new deck.")
        tx.tell("citizen_deck_renewed", text, cards=deck_left(tx.state) or 0)
        tx.todo(T("Shuffle the Citizen discard pile into a new deck"), "citizen")


def discard(tx: Transaction, seat: int, name: str = "") -> None:
    """A player discards a card, by its name where it was told; refused where the hand is known to be empty."""
    held = hand(tx.state, seat)
    if held == 0:
        text = T("{name} holds no Citizen card.", name=_who(tx.state, seat))
        raise IllegalMove(text, rule="citizens", page=32)
    set_hand(tx, seat, (held or 0) - 1)
    _onto_pile(tx, name)
    text = T("{name} discards a Citizen card.", name=_who(tx.state, seat))
    tx.note("citizen_discarded", text, seat=seat, left=hand(tx.state, seat) or 0)


def _onto_pile(tx: Transaction, name: str) -> None:
    tx.set(citizen_discard=tx.state.citizen_discard + 1, discarded=(*tx.state.discarded, *((name,) if name else ())))


def set_discard(tx: Transaction, count: int) -> None:
    """So many cards lie on the discard pile; of a smaller one nobody knows which cards are left."""
    tx.set(citizen_discard=count, discarded=tx.state.discarded if count >= tx.state.citizen_discard else ())


def can_play(state: State, seat: int) -> bool:
    """Whether a seat may play a card for its main ability: one each round (p. 33)."""
    return seat not in state.played and hand(state, seat) != 0


def play(tx: Transaction, seat: int, name: str = "") -> None:
    """A player plays a card for its main ability, by its name where it was told; it lies in front of them to the end of
    the round (p. 32, 33)."""
    who = _who(tx.state, seat)
    if seat in tx.state.played:
        text = T("{name} has played a Citizen card for its ability this round: one each is the most.", name=who)
        raise IllegalMove(text, rule="citizens.ability", page=33)
    held = hand(tx.state, seat)
    if held == 0:
        raise IllegalMove(T("{name} holds no Citizen card.", name=who), rule="citizens", page=32)
    set_hand(tx, seat, (held or 0) - 1)
    tx.set(played=(*tx.state.played, seat), played_cards=(*tx.state.played_cards, *((name,) if name else ())))
    tx.note("citizen_played", T("{name} played a Citizen card.", name=who), seat=seat)


def round_over(tx: Transaction) -> None:
    """The cards played for their abilities go onto the discard pile (p. 33)."""
    count = len(tx.state.played)
    if count:
        lying = (*tx.state.discarded, *tx.state.played_cards)
        tx.set(played=(), played_cards=(), discarded=lying, citizen_discard=tx.state.citizen_discard + count)
        text = N(
            "Put the Citizen card that was played onto the Citizen discard pile.",
            "Put the {n} Citizen cards that were played onto the Citizen discard pile.",
            count,
        )
        tx.tell("citizens_cleared", text, count=count)
        order = N("Discard the Citizen card that was played", "Discard the {n} Citizen cards that were played", count)
        tx.todo(order, "citizen")


# --- a death ----------------------------------------------------------------------------------------------------------


def death_effect(state: State, name: str, kind: str) -> str | None:
    """What a Citizen card does when somebody of a type dies, None while nobody has said."""
    found = owner_facts.card(state, owner_facts.named(KIND, name))
    return found.dies.get(kind) if found is not None else None


def known_for(state: State, kind: str) -> tuple[str, ...]:
    """The Citizen cards whose effect for the death of a type is known, be it none."""
    return tuple(name for name in owner_facts.names(state, KIND) if death_effect(state, name, kind) is not None)


def may_come(state: State, kind: str) -> tuple[str, ...]:
    """Those of them that a hand or the deck may give now: an empty deck is made anew from the discard pile (p. 33)."""
    lie = state.played_cards if deck_left(state) == 0 else lie_open(state)
    return tuple(name for name in known_for(state, kind) if name not in lie)


def can_match(state: State, name: str, kind: str) -> bool:
    """Whether a card may be discarded for a death of that type: its own type matches, or is not known (p. 30)."""
    found = owner_facts.card(state, owner_facts.named(KIND, name))
    return found is None or not found.types or kind in found.types


def die_by_card(tx: Transaction, name: str = "", seat: int | None = None) -> None:
    """The death at the head is seen to by a card: drawn from the deck, or discarded by a seat instead (p. 30).

    The effect of a card that is known is carried out; else the players do it by hand and enter what it changed.
    """
    kind = require_task(tx.state, TASK).about
    if seat is not None and name and not can_match(tx.state, name, kind):
        text = T("Only a card of the type that died can be discarded: {who}.", who=KIND_NAMES[kind])
        raise IllegalMove(text, rule="death", page=30)
    tx.finish_task()
    if seat is None:
        _turn_up(tx, name)
    else:
        discard(tx, seat, name)
    words = death_effect(tx.state, name, kind) if name else None
    if words:
        text = T("{name}: its death effect is carried out.", name=Text(name))
        tx.note("death_effect", text, card=name, kind=kind)
        by_hand.carry(tx, words, name, as_far_as_possible=True)


def _turn_up(tx: Transaction, name: str) -> None:
    _refill(tx)
    _onto_pile(tx, name)


def _who(state: State, seat: int) -> Text:
    return verbatim(state.players[seat])


DECK = "deck"
FEW = 4  # so many known cards are offered as taps of their own


def death_done(tx: Transaction, args: Args) -> None:
    """A Citizen card was drawn, and its death effect carried out by hand (p. 30)."""
    die_by_card(tx)


def death_card(tx: Transaction, args: Args) -> None:
    """A Citizen card that is known was drawn or discarded: its death effect is carried out."""
    kind = require_task(tx.state, TASK).about
    name = word(args, "name")
    if death_effect(tx.state, name, kind) is None:
        text = T("What that card does at such a death is not known yet.")
        raise IllegalMove(text, rule="death", page=30)
    die_by_card(tx, name, _seat(args))


def death_told(tx: Transaction, args: Args) -> None:
    """A Citizen card was read: its death effect is kept under its name, and carried out."""
    kind = require_task(tx.state, TASK).about
    name, effects = owner_facts.tidy(word(args, "name")), by_hand.as_effects(word(args, "effects"))
    if not (name and effects):
        raise IllegalMove(T("Enter the card’s name and its effect, or say that it is done."), rule="death", page=30)
    owner_facts.write_line(tx, owner_facts.named(KIND, name), f"dies {kind}", effects)
    die_by_card(tx, name, _seat(args))


def death_discard(tx: Transaction, args: Args) -> None:
    """A player discards a card of the same type instead; its effect is carried out by hand (p. 30)."""
    die_by_card(tx, seat=seat_of(word(args, "seat")))


def corpse_track_full(tx: Transaction, args: Args) -> None:
    """The Corpse marker stands on the last space of its track: the board says so, and the game is lost (p. 16)."""
    require_task(tx.state, TASK)
    tx.learn("corpse_last", tx.state.corpses)
    end(tx, "deaths")


def _seat(args: Args) -> int | None:
    return None if word(args, "source") == DECK else seat_of(word(args, "source"))


# --- what is asked ----------------------------------------------------------------------------------------------------


_DO = {
    "workers": T("A worker died. Draw a Citizen card and carry out its death effect for a worker."),
    "engineers": T("An engineer died. Draw a Citizen card and carry out its death effect for an engineer."),
    "children": T("A child died. Draw a Citizen card and carry out its death effect for a child."),
}


def _death(state: State) -> Prompt:
    kind = state.tasks[0].about
    offers = [usual("death_done", T("Done"))]
    known = may_come(state, kind)
    if len(known) <= FEW:
        offers += [_drawn(name) for name in known]
    if known:
        names = pick("name", T("Card"), {name: Text(name) for name in known})
        offers.append(Offer(move=Move("death_card"), label=T("A card you know"), asks=(_source(state), names)))
    name = Words(name="name", label=T("Card"), at_most_chars=owner_facts.NAME_CHARS)
    asks = (_source(state), name, effects_ask("effects", T("Its death effect")))
    offers.append(Offer(move=Move("death_told"), label=T("Enter its effect"), asks=asks))
    offers += _discards(state)
    if state.fact("corpse_last") is None:
        full = T("The Corpse marker is on the last space")
        offers.append(tap("corpse_track_full", full, "danger", rule="ends"))
    do, more = _DO[kind], _more(state)
    return Prompt(name="death.card", do=do, more=more, rule="death", look="look_card_bottom", offers=tuple(offers))


def _more(state: State) -> Text:
    corpses = state.corpses
    deck = deck_left(state)
    more = T(
        "Or one of you discards a Citizen card of the same type instead and carries out that one. Do as much of it as "
        "you can. The Corpse marker stands on {corpses}; on the last space of its track you lose.",
        corpses=corpses,
    )
    if deck is None:
        return more
    empty = T("The Citizen deck is empty: shuffle its discard pile into a new deck first.")
    left = N("{n} card is left in the Citizen deck.", "{n} cards are left in the Citizen deck.", deck)
    return T("{more} {deck}", more=more, deck=left if deck else empty)


def _holders(state: State) -> dict[str, Text]:
    return {seat_name(seat): verbatim(name) for seat, name in enumerate(state.players) if hand(state, seat) != 0}


def _source(state: State) -> Pick:
    return pick("source", T("Where from"), {DECK: T("Drawn from the deck"), **_holders(state)}, DECK)


def _drawn(name: str) -> Offer:
    """A known card that was drawn: its effect follows by one tap."""
    return Offer(move=Move("death_card", {"source": DECK, "name": name}), label=T("Drawn: {name}", name=name))


def _discards(state: State) -> list[Offer]:
    """A card discarded from somebody's hand instead, a tap for each player who holds any."""
    under = T("Discarded from a hand instead, and done")
    return [
        Offer(move=Move("death_discard", {"seat": seat}), label=name, under=under)
        for seat, name in _holders(state).items()
    ]


_SEATS = {seat_name(seat): T("Seat {number}", number=seat + 1) for seat in range(4)}
_SOURCE = pick("source", T("Where from"), {DECK: T("Drawn from the deck"), **_SEATS})
_NAME = Words(name="name", label=T("Card"), at_most_chars=owner_facts.NAME_CHARS)

MODULE: GameModule[State, Transaction] = GameModule(
    name="citizens",
    moves={
        "death_done": action(death_done, T("Death effect carried out")),
        "death_card": action(
            death_card, lambda args: T("Death effect of {name}", name=word(args, "name")), _SOURCE, _NAME
        ),
        "death_told": action(
            death_told,
            lambda args: T("Death effect of {name}", name=word(args, "name")),
            _SOURCE,
            _NAME,
            Words(name="effects", label=T("Its death effect"), at_most_chars=MOST_CHARS),
        ),
        "death_discard": action(
            death_discard, T("A Citizen card discarded for a death"), pick("seat", T("Whose card"), _SEATS)
        ),
        "corpse_track_full": action(corpse_track_full, T("Corpse track full")),
    },
    tasks={
        TASK: _death,
    },
)
