"""What is asked when somebody dies: the Citizen card, drawn or discarded, and its death effect (rulebook p. 30, 33)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Args, IllegalMove, Move, MoveKind, Offer, Pick, Prompt, Words
from companion.api.text import N, T, Text, verbatim
from companion.games.frostpunk.cards import by_hand, citizens, lines, owner_facts
from companion.games.frostpunk.cards.by_hand_prompts import MOST_CHARS, effects_ask
from companion.games.frostpunk.cards.citizens import KIND, TASK
from companion.games.frostpunk.endings import end
from companion.games.frostpunk.moves import move, says, word
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import pick, seat_name, seat_of, tap, usual
from companion.toolkit.transaction import require_task

DECK = "deck"
FEW = 4  # so many known cards are offered as taps of their own


def death_done(tx: Transaction, args: Args) -> None:
    """A Citizen card was drawn, and its death effect carried out by hand (p. 30)."""
    citizens.die_by_card(tx)


def death_card(tx: Transaction, args: Args) -> None:
    """A Citizen card that is known was drawn or discarded: its death effect is carried out."""
    kind = require_task(tx.state, TASK).about
    name = word(args, "name")
    if citizens.death_effect(tx.state, name, kind) is None:
        text = T("What that card does at such a death is not known yet.")
        raise IllegalMove(text, rule="death", page=30)
    citizens.die_by_card(tx, name, _seat(args))


def death_told(tx: Transaction, args: Args) -> None:
    """A Citizen card was read: its death effect is kept under its name, and carried out."""
    kind = require_task(tx.state, TASK).about
    name, effects = lines.tidy(word(args, "name")), by_hand.as_effects(word(args, "effects"))
    if not (name and effects):
        raise IllegalMove(T("Enter the card’s name and its effect, or say that it is done."), rule="death", page=30)
    lines.write(tx, owner_facts.named(KIND, name), f"dies {kind}", effects)
    citizens.die_by_card(tx, name, _seat(args))


def death_discard(tx: Transaction, args: Args) -> None:
    """A player discards a card of the same type instead; its effect is carried out by hand (p. 30)."""
    citizens.die_by_card(tx, seat=seat_of(word(args, "seat")))


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
    known = citizens.known_for(state, kind)
    if len(known) <= FEW:
        offers += [_drawn(name) for name in known]
    if known:
        names = pick("name", T("Card"), {name: Text(name) for name in known})
        offers.append(Offer(move=Move("death_card"), label=T("A card you know"), asks=(_source(state), names)))
    name = Words(name="name", label=T("Card"), at_most_chars=lines.MOST_CHARS)
    asks = (_source(state), name, effects_ask("effects", T("Its death effect")))
    offers.append(Offer(move=Move("death_told"), label=T("Enter its effect"), asks=asks))
    offers += _discards(state)
    if state.fact("corpse_last") is None:
        full = T("The Corpse marker is on the last space")
        offers.append(tap("corpse_track_full", full, "danger", rule="ends"))
    return Prompt(name="death.card", do=_DO[kind], more=_more(state), rule="death", offers=tuple(offers))


def _more(state: State) -> Text:
    corpses = state.corpses
    deck = citizens.deck(state)
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
    return {
        seat_name(seat): verbatim(name) for seat, name in enumerate(state.players) if citizens.hand(state, seat) != 0
    }


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


TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {TASK: _death}
_SEATS = {seat_name(seat): T("Seat {number}", number=seat + 1) for seat in range(4)}
_SOURCE = pick("source", T("Where from"), {DECK: T("Drawn from the deck"), **_SEATS})
_NAME = Words(name="name", label=T("Card"), at_most_chars=lines.MOST_CHARS)
MOVES: Mapping[str, MoveKind[State]] = {
    "death_done": move(death_done, says(T("Death effect carried out"))),
    "death_card": move(death_card, lambda args: T("Death effect of {name}", name=word(args, "name")), _SOURCE, _NAME),
    "death_told": move(
        death_told,
        lambda args: T("Death effect of {name}", name=word(args, "name")),
        _SOURCE,
        _NAME,
        Words(name="effects", label=T("Its death effect"), at_most_chars=MOST_CHARS),
    ),
    "death_discard": move(
        death_discard, says(T("A Citizen card discarded for a death")), pick("seat", T("Whose card"), _SEATS)
    ),
    "corpse_track_full": move(corpse_track_full, says(T("Corpse track full"))),
}
