"""What a card does, in the companion's own words (docs/games/frostpunk-words.md): read, said, judged, carried out.

hope +1; discontent -2; care +1        Hope, Discontent, or one type of token (rulebook p. 17)
activate hope 2; exhaust anger; discard hope; activate all hope; spend care
gain food 3; lose wood 2; spend coal 1; stress +3; corpses -1; lose all food
sick 2; sick workers; cure 3; treat 1; die; die children; die current
people +3; workers +2; engineers -1; automaton +1; place automaton
cold +1; red +1; indicators +1; storm -2; storm to 12; trigger 7
add D045; remove M012; near 1; far 1; build sawmill free; unlock faith; destroy; ruin tent; scouts 2
if active care: cure 2 & hope +1; either lose food 2 | discontent +1
needs active care; needs hope 3; needs coal 2; needs law L05; needs "own words"
lasts children act; to display; to discard; out; say anything else
"""

from __future__ import annotations

from companion.api.game import IllegalMove
from companion.api.text import Text
from companion.games.frostpunk.cards import effects_needs, effects_words
from companion.games.frostpunk.cards.effects_blocks import BLOCKS
from companion.games.frostpunk.cards.effects_do import SAY, TASK, carried_out, pay, refuse
from companion.games.frostpunk.cards.effects_forms import PLACES
from companion.games.frostpunk.cards.effects_parse import BadEffects, Effect, join, parse
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction

__all__ = ["BLOCKS", "BadEffects", "Effect", "carry_out", "describe", "lasting", "parse", "placement", "requirement"]


def requirement(state: State, words: str) -> bool | None:
    """Whether every condition holds and all that is to be spent is there; None where only the players can say."""
    return effects_needs.requirement(state, _understood(words))


def describe(words: str, state: State | None = None) -> Text:
    """The effects in readable words; with a state, in the names that the owner has given."""
    return effects_words.describe(_understood(words), state)


def placement(words: str) -> str | None:
    """Where the words put the card: `display`, `discard`, `out`, or None where they do not say."""
    return next((PLACES[one.verb] for one in _understood(words) if one.verb in PLACES), None)


def lasting(words: str) -> tuple[str, ...]:
    """The modifiers that the words put in force while the card lies where it lies."""
    return tuple(one.words for one in _understood(words) if one.verb == "lasts")


def carry_out(tx: Transaction, words: str, *, aloud: bool = True) -> None:
    """Carry out effects in their order; what the players choose or do becomes a task, and what follows it waits.

    Refused as a whole where a condition fails or something cannot be spent in full (p. 16, 19); what is spent is spent
    first. All that changes is told aloud, unless somebody has just entered it.
    """
    since = len(tx.facts)
    effects = _understood(words)
    refuse(effects_needs.unmet(tx.state, effects), "events.options", 19)
    refuse(effects_needs.unpaid(tx.state, effects), "spend.lose", 16)
    refuse(effects_needs.unexhausted(tx.state, effects), "hope.flip", 17)
    _go(tx, pay(tx, effects))
    if aloud:
        tx.speak_up(since)


def settle(tx: Transaction) -> bool:
    """Carry out the effects that waited, when they have come to the head of the list; True where that was done."""
    task = tx.state.tasks[0]
    if task.kind != TASK:
        return False
    tx.drop_task()
    try:
        carry_out(tx, task.words)
    except IllegalMove as refused:  # what was possible is so no longer: the players see to it
        tx.tell("effects_refused", refused.text)
        tx.queue(SAY, words=str(describe(task.words, tx.state)))
    return True


def _go(tx: Transaction, effects: tuple[Effect, ...]) -> None:
    rest = carried_out(tx, effects)
    if rest and not tx.state.ended:
        tx.queue(TASK, words=join(rest))


def _understood(words: str) -> tuple[Effect, ...]:
    try:
        return parse(words)
    except BadEffects as error:
        raise IllegalMove(error.text) from error
