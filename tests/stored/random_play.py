"""Evenings played at random from a seed, the same each time: offers, corrections, board facts, undo and redo."""

from __future__ import annotations

import random
from contextlib import suppress

from companion.api.checks import usual
from companion.api.game import Ask, Chance, IllegalMove, Move, Offer, Pick, Value, Whole, Words
from companion.api.refusals import BadMove
from companion.session.session import Session


def answer(ask: Ask, chance: random.Random, often_usual: float = 0.6) -> Value | None:
    """Some answer within the limits, the usual one often; None where none can be thought of (a card's code)."""
    found = usual(ask)
    if found not in (None, "") and chance.random() < often_usual:
        return found
    if isinstance(ask, Whole):
        return chance.randint(ask.at_least, min(ask.at_most, ask.at_least + 8))
    if isinstance(ask, Pick | Chance):
        return chance.choice(ask.choices).value
    if isinstance(ask, Words):
        return chance.choice(("Anna", "Berta", "Zoë"))
    return None


def _play_offer(session: Session, offer: Offer, chance: random.Random) -> None:
    asked = {ask.name: answer(ask, chance) for ask in offer.asks if not isinstance(ask, Chance)}
    args = {name: value for name, value in asked.items() if value is not None}
    session.play(Move(offer.move.name, {**offer.move.args, **args}), chance.choice(("Anna", "Bert")))


def step(session: Session, chance: random.Random, offers_alone: bool = False) -> None:
    """One tap: mostly an offer of a prompt, now and then a correction, an undo or a redo. May be refused."""
    screen = session.screen()
    kind = 1.0 if offers_alone else chance.random()
    if kind < 0.06 and screen.corrections:
        one = chance.choice(screen.corrections)
        value = answer(one.ask, chance, 0.2)
        if value is not None:
            session.correct(one.ask.name, value, "Anna")
    elif kind < 0.10 and screen.can_undo:
        session.undo("Bert", chance.randint(1, min(3, screen.can_undo)))
    elif kind < 0.12 and screen.can_redo:
        session.redo("Bert")
    else:
        offers = [offer for prompt in screen.prompts for offer in prompt.offers]
        wanted = [offer for offer in offers if offer.tone == "usual"]
        _play_offer(session, chance.choice(wanted if wanted and chance.random() < 0.6 else offers), chance)


def play(session: Session, steps: int, chance: random.Random, offers_alone: bool = False) -> None:
    """Try so many taps, or fewer where the game ends."""
    for _ in range(steps):
        if session.screen().ending is not None:
            return
        with suppress(IllegalMove, BadMove):
            step(session, chance, offers_alone)
