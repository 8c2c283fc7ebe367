"""What is asked about `DUSK PHASE:` effects (rulebook p. 27)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Move, Offer, Prompt
from companion.api.text import N, T, Text
from companion.games.frostpunk.cards import dusk_effects, effects, owner_facts
from companion.games.frostpunk.state import State
from companion.toolkit.forms import tap, usual


def prompt(state: State) -> Prompt:
    """Effects to be done, one tap each; then cards of which nobody has said whether they have one."""
    waiting = dusk_effects.waiting(state)
    sure = [card for card in waiting if dusk_effects.has(state, card)]
    unsure = [card for card in waiting if card not in sure]
    done = N(
        "Do the Dusk Phase effect of a displayed card.",
        "Do the Dusk Phase effects of {n} displayed cards, in any order.",
        len(sure),
    )
    ask = T("Does a card in a display say “Dusk Phase”? Do that now.")
    more = T("Cards in the Scenario display and in the Event display. It is asked once for each card.")
    return Prompt(
        name=dusk_effects.STEP,
        do=done if sure else ask,
        more=more,
        rule="dusk.effects",
        offers=(*_sure(state, sure), *_unsure(state, unsure, "plain" if sure else "usual")),
    )


def _sure(state: State, cards: list[str]) -> list[Offer]:
    offers = [_offer(state, card, only=len(cards) == 1) for card in cards]
    known = [card for card in cards if dusk_effects.carried_out(state, card)]
    if len(known) > 1:
        offers.append(usual("dusk_effects_all", T("All of them, in this order")))
    return offers


def _offer(state: State, card: str, *, only: bool) -> Offer:
    known = owner_facts.card(state, card)
    note: Text | None = None
    if known is not None and known.at_dusk:
        note = effects.describe(known.dusk, state)
    return Offer(
        move=Move("dusk_effect", {"card": card}),
        label=T("“{name}”: done", name=owner_facts.title(state, card)),
        tone="usual" if only else "plain",
        note=note,
        rule="dusk.effects",
    )


def _unsure(state: State, cards: list[str], tone: str) -> list[Offer]:
    if not cards:
        return []
    has = [tap("dusk_effect", _has_one(state, card), card=card) for card in cards]
    return [*has, tap("no_dusk_effects", N("No, it does not", "No other card does", len(cards)), tone)]


def _has_one(state: State, card: str) -> Text:
    return T("“{name}” does, and it is done", name=owner_facts.title(state, card))


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {dusk_effects.STEP: prompt}
