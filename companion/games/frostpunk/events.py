"""Morning and Dusk cards (rulebook p. 19, 27, 28, 33): revealed, resolved, put where they belong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.game import Args, CardExpected, Code, Move, MoveKind, Offer, Prompt
from companion.games.frostpunk.asking import tap, usual
from companion.games.frostpunk.ledger import Ledger, require_step
from companion.games.frostpunk.moves import move, says, word
from companion.games.frostpunk.state import State
from companion.text import T, Text

MORNING_PATTERN = "M[0-9]{3}"
DUSK_PATTERN = "D[0-9]{3}"
MORNING_CODE = Code(
    name="code", label=T("Card"), kind="card_id", pattern=MORNING_PATTERN, suits=T("a Morning card, such as M017")
)
DUSK_CODE = Code(
    name="code", label=T("Card"), kind="card_id", pattern=DUSK_PATTERN, suits=T("a Dusk card, such as D012")
)


def reveal(ledger: Ledger, args: Args) -> None:
    """A card was revealed; its code may stay untold."""
    require_step(ledger.state, "morning.card", "dusk.card")
    ledger.set(card="")
    ledger.go_on()


def _reveal_code(step: str) -> Callable[[Ledger, Args], None]:
    def reveal_code(ledger: Ledger, args: Args) -> None:
        require_step(ledger.state, step)
        code = word(args, "code")
        ledger.set(card=code)
        ledger.tell("card_revealed", T("Card {code} was revealed.", code=code), code=code)
        ledger.go_on()

    return reveal_code


def resolved(ledger: Ledger, args: Args) -> None:
    """What the card says was done."""
    require_step(ledger.state, "morning.resolve", "dusk.resolve")
    ledger.go_on()


def remove_card(ledger: Ledger, args: Args) -> None:
    """The card leaves the game."""
    require_step(ledger.state, "morning.place", "dusk.place")
    _placed(ledger, "card_removed", T("The card left the game."))
    ledger.go_on()


def display_card(ledger: Ledger, args: Args) -> None:
    """The card goes into the Event display."""
    require_step(ledger.state, "morning.place", "dusk.place")
    if ledger.state.card:
        others = tuple(code for code in ledger.state.display if code != ledger.state.card)
        ledger.set(display=(*others, ledger.state.card))
    _placed(ledger, "card_displayed", T("The card lies in the Event display."))
    ledger.go_on()


def discard_card(ledger: Ledger, args: Args) -> None:
    """The card goes onto the Dusk discard pile."""
    require_step(ledger.state, "dusk.place")
    _placed(ledger, "card_discarded", T("The card lies on the Dusk discard pile."))
    ledger.go_on()


def _placed(ledger: Ledger, name: str, text: Text) -> None:
    ledger.note(name, text, code=ledger.state.card)
    ledger.set(card="")


def dispute_resolved(ledger: Ledger, args: Args) -> None:
    """It was a Social Dispute: it leaves the game, and the next one is shuffled in (p. 28)."""
    require_step(ledger.state, "dusk.place")
    _placed(ledger, "card_removed", T("The Social Dispute card left the game."))
    ledger.set(step="dusk.dispute")


def dispute_added(ledger: Ledger, args: Args) -> None:
    """The next Social Dispute was shuffled together with the Dusk deck and its discard pile, while there are any."""
    require_step(ledger.state, "dusk.dispute")
    ledger.set(dusk=replace(ledger.state.dusk, disputes=max(0, ledger.state.dusk.disputes - 1)))
    ledger.go_on()


def take_from_display(ledger: Ledger, args: Args) -> None:
    """A card leaves the Event display."""
    code = word(args, "code")
    ledger.set(display=tuple(one for one in ledger.state.display if one != code))
    ledger.note("card_removed", T("Card {code} left the Event display.", code=code), code=code)


# --- what is asked ----------------------------------------------------------------------------------------------------


def _card(state: State) -> Prompt:
    morning = state.step == "morning.card"
    code, name = (MORNING_CODE, "reveal_morning") if morning else (DUSK_CODE, "reveal_dusk")
    do = T("Reveal the top Morning card and read it aloud.")
    return Prompt(
        name=state.step,
        do=do if morning else T("Shuffle the Dusk deck, reveal its top card and read it aloud."),
        more=T("Show it to the camera or enter its code, if you like to look it up."),
        rule="morning.card" if morning else "dusk.card",
        offers=(usual("reveal", T("Revealed")), Offer(move=Move(name), label=T("Enter its code"), asks=(code,))),
        expects=(CardExpected(kind="card_id", pattern=code.pattern, move=Move(name), arg="code"),),
    )


def _resolve(state: State) -> Prompt:
    more = T(
        "First what happens at once, then one numbered option. An option with red text needs what the red text names."
    )
    return Prompt(
        name=state.step,
        do=T("Do what the card says, and choose one option if it has any."),
        more=more,
        rule="events.options",
        offers=(usual("resolved", T("Done")),),
    )


def _place(state: State) -> Prompt:
    offers = [
        tap("remove_card", T("Crossed out: out of the game")),
        tap("display_card", T("Exclamation mark: Event display")),
    ]
    if state.step == "dusk.place":
        offers.append(tap("discard_card", T("No icon: Dusk discard pile"), rule="dusk.place"))
        offers.append(tap("dispute_resolved", T("It was a Social Dispute"), rule="dusk.dispute"))
    return Prompt(
        name=state.step,
        do=T("Where does the card go?"),
        more=T(
            "The icon beside the chosen option says so. When it leaves, Resources on it go to the bank and Meeples to "
            "the supply."
        ),
        rule="events.place" if state.step == "morning.place" else "dusk.place",
        offers=tuple(offers),
    )


def _dispute(state: State) -> Prompt:
    take = T("Read the next Social Dispute card, then shuffle it into a new Dusk deck.")
    more = T("Shuffle it together with the Dusk deck and the Dusk discard pile, face down.")
    none = T(
        "The Social Dispute deck is empty: no new one is added. Whether the discard pile is shuffled in all the same "
        "is not said; the leader decides."
    )
    return Prompt(
        name="dusk.dispute",
        do=take if state.dusk.disputes else T("No Social Dispute card is left to add."),
        more=more if state.dusk.disputes else none,
        rule="dusk.dispute",
        offers=(usual("dispute_added", T("Done")),),
    )


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    "morning.card": _card,
    "morning.resolve": _resolve,
    "morning.place": _place,
    "dusk.card": _card,
    "dusk.resolve": _resolve,
    "dusk.place": _place,
    "dusk.dispute": _dispute,
}


def _shown(args: Args) -> Text:
    return T("Card {code} revealed", code=args["code"])


MOVES: Mapping[str, MoveKind[State]] = {
    "reveal": move(reveal, says(T("Card revealed"))),
    "reveal_morning": move(_reveal_code("morning.card"), _shown, MORNING_CODE),
    "reveal_dusk": move(_reveal_code("dusk.card"), _shown, DUSK_CODE),
    "resolved": move(resolved, says(T("Card resolved"))),
    "remove_card": move(remove_card, says(T("Card out of the game"))),
    "display_card": move(display_card, says(T("Card into the Event display"))),
    "discard_card": move(discard_card, says(T("Card onto the Dusk discard pile"))),
    "dispute_resolved": move(dispute_resolved, says(T("Social Dispute out of the game"))),
    "dispute_added": move(dispute_added, says(T("Social Disputes seen to"))),
    "take_from_display": move(
        take_from_display,
        lambda args: T("Card {code} out of the Event display", code=args["code"]),
        Code(
            name="code", label=T("Card"), kind="card_id", pattern="[MD][0-9]{3}", suits=T("an Event card, such as D012")
        ),
    ),
}
