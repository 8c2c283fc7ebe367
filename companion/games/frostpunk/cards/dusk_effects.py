"""`DUSK PHASE:` effects of the cards in both displays (rulebook p. 27): carried out first, in any order."""

from __future__ import annotations

from companion.api.game import BoardFamily, Choice, IllegalMove, Pick
from companion.api.text import T, template
from companion.games.frostpunk.cards import carrying, owner_facts
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction

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


def waiting(state: State) -> tuple[str, ...]:
    """Cards in both displays whose effect is still to be done in this phase, or whose effect nobody has said."""
    cards = dict.fromkeys((*state.scenario_cards, *state.display))
    return tuple(card for card in cards if has(state, card) is not False and f"{_TICK}{card}" not in state.ticked)


def due(state: State) -> bool:
    """Whether there is anything to do before the Dusk card."""
    return bool(waiting(state))


def do(tx: Transaction, card: str) -> None:
    """A card's effect is carried out; one that the companion does not know, by the players."""
    if card not in waiting(tx.state):
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
    for card in waiting(tx.state):
        if carried_out(tx.state, card):
            do(tx, card)


def none_has(tx: Transaction) -> None:
    """None of the cards that nobody has said it of has such an effect."""
    for card in waiting(tx.state):
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
    if not waiting(tx.state):
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
