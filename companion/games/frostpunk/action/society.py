"""Buildings of the Laws that are no plain ones (rulebook p. 43): Temple, Agitator, Faith Keepers, Propaganda Centre."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api import CardExpected, IllegalMove, Move, N, Offer, Prompt, T, Text
from companion.games.frostpunk.action.meeples import TYPE_OF, standing_on
from companion.games.frostpunk.action.performing import PerformingOption
from companion.games.frostpunk.cards import dusk
from companion.games.frostpunk.cards.event_steps import DUSK_CODE
from companion.games.frostpunk.city.land import Building
from companion.games.frostpunk.people import tokens
from companion.games.frostpunk.state import State
from companion.games.frostpunk.supply import lose
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule, action, require_task, tap, usual, word

KEEPERS = "faith_keepers"  # three Dusk cards were revealed
REVEALED = 3
PUNISHED = 4  # p. 43: less Hunger by the Prison
REUSE = "reuse"  # an action on a Building or with a Worker is repeated


def temple(state: State, building: Building) -> tuple[PerformingOption, ...]:
    """All Hope tokens of one type become active."""
    return tuple(
        PerformingOption(
            name=kind,
            label=T("activate all {kind}", kind=tokens.token_name(state, kind)),
            do=_turn_all("activate_all", "hope", kind),
        )
        for kind in tokens.exhausted_kinds(state, "hope")
    )


def agitator(state: State, building: Building) -> tuple[PerformingOption, ...]:
    """All active Discontent tokens of one type are exhausted."""
    return tuple(
        PerformingOption(
            name=kind,
            label=T("exhaust all {kind}", kind=tokens.token_name(state, kind)),
            do=_turn_all("exhaust_all", "discontent", kind),
        )
        for kind in tokens.active_kinds(state, "discontent")
    )


def _turn_all(change: str, about: str, kind: str) -> Callable[[Transaction], None]:
    return lambda tx: tokens.change(tx, change, about, 1, kind)


# --- Prison -----------------------------------------------------------------------------------------------------------


def prison(state: State, building: Building) -> tuple[PerformingOption, ...]:
    """Hunger falls by four. Without Hunger the Meeple still has a place for the night (p. 43)."""
    count = min(PUNISHED, state.hunger)
    label = T("{n} less Hunger", n=count) if count else T("a place for the night")
    return (PerformingOption(name="punish", label=label, do=lambda tx: lose(tx, "hunger", PUNISHED)),)


# --- Faith Keepers ----------------------------------------------------------------------------------------------------


def faith_keepers(state: State, building: Building) -> tuple[PerformingOption, ...]:
    """Three Dusk cards are revealed, one of them may be discarded without its effect."""
    return (PerformingOption(name="reveal", label=T("reveal three Dusk cards"), do=_reveal),)


def _reveal(tx: Transaction) -> None:
    if not tx.state.dusk.count:
        raise IllegalMove(T("The Dusk deck is empty."), rule="faith.keepers", page=43)
    tx.queue(KEEPERS, count=1)


def keep_faith(tx: Transaction, code: str) -> None:
    """One of the revealed cards goes onto the Dusk discard pile; with an empty code none does."""
    _revealed(tx)
    if code:
        dusk.from_deck_to_discard(tx, code)
    _shuffle(tx)


def keep_faith_unnamed(tx: Transaction) -> None:
    """The same for a card whose code nobody tells."""
    if not may_discard(tx.state):
        text = T("Only the Social Dispute lies in the deck: it is never discarded.")
        raise IllegalMove(text, rule="dusk.place", page=43)
    _revealed(tx)
    dusk.from_deck_unnamed(tx)
    _shuffle(tx)


def _shuffle(tx: Transaction) -> None:
    tx.tell("dusk_shuffled", T("Shuffle the other revealed cards back into the Dusk deck."))
    tx.todo(T("Shuffle the other revealed cards back into the Dusk deck"), "dusk")


def may_discard(state: State) -> bool:
    """Whether another card than the Social Dispute lies in the deck, which alone is known to bear the red icon."""
    return any(not dusk.never_discarded(state, entry) for entry in state.dusk.deck)


def _revealed(tx: Transaction) -> None:
    require_task(tx.state, KEEPERS)
    tx.finish_task()


# --- Propaganda Centre ------------------------------------------------------------------------------------------------


def propaganda_centre(state: State, building: Building) -> tuple[PerformingOption, ...]:
    """The action of a Building with a Citizen Meeple on it is performed, heated."""
    return (PerformingOption(name="copy", label=T("act as another Building"), do=_copy),)


def _copy(tx: Transaction) -> None:
    if not peopled(tx.state):
        text = T("No other Building has a Citizen Meeple on it.")
        raise IllegalMove(text, rule="propaganda", page=43)
    tx.queue(REUSE, "building")


def peopled(state: State) -> tuple[Building, ...]:
    """Buildings with a Citizen Meeple on them, whose action can be performed again (p. 34, 43); an Automaton is no
    Citizen. A Propaganda Centre does not copy itself."""
    return tuple(
        building
        for building in state.city.buildings
        if building.kind != "propaganda_centre"
        and any(meeple.kind in TYPE_OF for meeple in standing_on(state, building))
    )


WAYS: Mapping[str, Callable[[State, Building], tuple[PerformingOption, ...]]] = {
    "temple": temple,
    "agitator": agitator,
    "faith_keepers": faith_keepers,
    "propaganda_centre": propaganda_centre,
    "prison": prison,
}


# --- Faith Keepers ----------------------------------------------------------------------------------------------------


def _keepers(state: State) -> Prompt:
    discard = Offer(move=Move("keep_faith"), label=T("Discard this one"), asks=(DUSK_CODE,), rule="dusk.place")
    unnamed = tap("keep_unnamed", T("One was discarded, without its code"), rule="dusk.place")
    return Prompt(
        name="action.faith_keepers",
        do=_reveal_how_many(min(REVEALED, state.dusk.count)),
        more=T("Not one with the red icon. Then shuffle the others back into the Dusk deck."),
        seat=state.turn,
        rule="dusk.place",
        offers=(usual("keep_none", T("Discard none")), *((discard, unnamed) if may_discard(state) else ())),
        expects=(CardExpected(kind="card_id", pattern=DUSK_CODE.pattern, move=Move("keep_faith"), arg="code"),),
    )


def _reveal_how_many(count: int) -> Text:
    """Three cards are revealed, or all where there are fewer."""
    if count == REVEALED:
        return T("Reveal three Dusk cards. You may discard one of them without its effect.")
    return N(
        "Reveal the only Dusk card. You may discard it without its effect.",
        "Reveal the {n} Dusk cards. You may discard one of them without its effect.",
        count,
    )


MODULE: GameModule[State, Transaction] = GameModule(
    name="society",
    moves={
        "keep_faith": action(
            lambda tx, args: keep_faith(tx, word(args, "code")),
            lambda args: T("Faith Keepers: {code} discarded", code=word(args, "code")),
            DUSK_CODE,
        ),
        "keep_unnamed": action(lambda tx, args: keep_faith_unnamed(tx), T("Faith Keepers: a card discarded")),
        "keep_none": action(lambda tx, args: keep_faith(tx, ""), T("Faith Keepers: no card discarded")),
    },
    tasks={
        KEEPERS: _keepers,
    },
)
