"""`DUSK PHASE:` effects of the cards in both displays (rulebook p. 27): carried out first, in any order."""

from __future__ import annotations

from companion.api import Args, BoardFamily, Choice, IllegalMove, Move, N, Offer, Pick, Prompt, T, Text, template
from companion.games.frostpunk.cards import carrying, effects, owner_facts
from companion.games.frostpunk.forms import asked_in
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, tap, usual, word

STEP = "dusk.effects"
UNNAMED = "?"
_TICK = "dusk effect "


def fact(card: str) -> str:
    """The board fact that says whether a card has such an effect, for cards whose words nobody has entered."""
    return f"dusk_effect.{card}"


def family() -> BoardFamily:
    """For each card that was ever in a display whether it has such an effect."""
    choices = (Choice(value="no", label=T("No")), Choice(value="yes", label=T("Yes")))
    ask = Pick(name="dusk_effect", label=template("Has “{name}” a Dusk Phase effect?"), choices=choices)
    return BoardFamily(
        pattern=rf"dusk_effect\.{owner_facts.NAMED}", ask=ask, label=T("Whether a card has a Dusk Phase effect")
    )


def has(state: State, card: str) -> bool | None:
    """Whether a card has such an effect; None while nobody has said."""
    known = owner_facts.card(state, card)
    if known is not None and known.at_dusk:
        return True
    if known is not None and not known.part:
        return False
    told = state.word(fact(card))
    return None if told is None else told == "yes"


def carried_out(state: State, card: str) -> bool:
    """Whether the companion carries a card's effect out itself."""
    known = owner_facts.card(state, card)
    return known is not None and bool(known.at_dusk)


def still_waiting(state: State) -> tuple[str, ...]:
    """Cards in both displays whose effect is still to be done in this phase, or whose effect nobody has said."""
    cards = dict.fromkeys((*state.scenario_cards, *state.display))
    return tuple(card for card in cards if has(state, card) is not False and f"{_TICK}{card}" not in state.ticked)


def due(state: State) -> bool:
    """Whether there is anything to do before the Dusk card."""
    return bool(still_waiting(state))


def do(tx: Transaction, card: str) -> None:
    """A card's effect is carried out; one that the companion does not know, by the players."""
    if card not in still_waiting(tx.state):
        raise IllegalMove(T("That card has no Dusk Phase effect left to do."), rule="dusk.effects", page=27)
    _tick(tx, card)
    known = owner_facts.card(tx.state, card)
    if known is not None and known.at_dusk:
        name = owner_facts.title(tx.state, card)
        tx.tell("dusk_effect", T("“{name}” has its Dusk Phase effect.", name=name), code=card)
        carrying.queue(tx, known.at_dusk, card)
    else:
        _keep(tx, card, "yes")
    _go_on(tx)


def do_all(tx: Transaction) -> None:
    """Every effect that the companion knows, in the order in which the cards lie."""
    for card in still_waiting(tx.state):
        if carried_out(tx.state, card):
            do(tx, card)


def none_has(tx: Transaction) -> None:
    """None of the cards that nobody has said it of has such an effect."""
    for card in still_waiting(tx.state):
        if has(tx.state, card) is None:
            _keep(tx, card, "no")
    _go_on(tx)


def _tick(tx: Transaction, card: str) -> None:
    tx.set(ticked=(*tx.state.ticked, f"{_TICK}{card}"))


def _keep(tx: Transaction, card: str, answer: str) -> None:
    """What a card has is kept for good; of a card that nobody named, for this evening."""
    if card.startswith(UNNAMED):
        tx.remember(fact(card), answer)
    else:
        tx.learn(fact(card), answer)


def _go_on(tx: Transaction) -> None:
    if not still_waiting(tx.state):
        tx.set(ticked=_without_ticks(tx.state))
        tx.go_on()


def _without_ticks(state: State) -> tuple[str, ...]:
    return tuple(one for one in state.ticked if not one.startswith(_TICK))


# --- other phases -----------------------------------------------------------------------------------------------------


def phase_began(tx: Transaction, phase: str) -> None:
    """What cards in the displays do in a phase other than Dusk (p. 34), when that phase begins."""
    for card in dict.fromkeys((*tx.state.scenario_cards, *tx.state.display)):
        known = owner_facts.card(tx.state, card)
        if known is not None:
            carrying.queue(tx, known.phases.get(phase, ()), card)


def dusk_effect(tx: Transaction, args: Args) -> None:
    """A card's Dusk Phase effect is done."""
    require_step(tx.state, STEP)
    do(tx, word(args, "card"))


def dusk_effects_all(tx: Transaction, args: Args) -> None:
    """All Dusk Phase effects that the companion knows are done."""
    require_step(tx.state, STEP)
    do_all(tx)


def no_dusk_effects(tx: Transaction, args: Args) -> None:
    """No other card has a Dusk Phase effect."""
    require_step(tx.state, STEP)
    none_has(tx)


def prompt(state: State) -> Prompt:
    """Effects to be done, one tap each; then cards of which nobody has said whether they have one."""
    waiting = still_waiting(state)
    sure = [card for card in waiting if has(state, card)]
    unsure = [card for card in waiting if card not in sure]
    done = N(
        "Do the Dusk Phase effect of a displayed card.",
        "Do the Dusk Phase effects of {n} displayed cards, in any order.",
        len(sure),
    )
    ask = T("Does a card in a display say “Dusk Phase”? Do that now.")
    more = T("Cards in the Scenario display and in the Event display. It is asked once for each card.")
    return Prompt(
        name=STEP,
        do=done if sure else ask,
        more=more,
        rule="dusk.effects",
        offers=(*_sure(state, sure), *_unsure(state, unsure, "plain" if sure else "usual")),
    )


def _sure(state: State, cards: list[str]) -> list[Offer]:
    offers = [_offer(state, card, only=len(cards) == 1) for card in cards]
    known = [card for card in cards if carried_out(state, card)]
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


MODULE: GameModule[State, Transaction] = GameModule(
    name="dusk_effects",
    moves={
        "dusk_effect": action(
            dusk_effect,
            lambda args: T("Dusk Phase effect of {card} done", card=owner_facts.called(word(args, "card"))),
            owner_facts.CARD,
        ),
        "dusk_effects_all": action(dusk_effects_all, T("Dusk Phase effects done")),
        "no_dusk_effects": action(no_dusk_effects, T("No other Dusk Phase effect")),
    },
    prompts=asked_in(
        {
            STEP: prompt,
        }
    ),
)
