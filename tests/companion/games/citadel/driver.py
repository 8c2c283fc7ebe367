"""Evenings played at random through what is offered, and what must hold at every moment of them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from companion.api.game import Ask, Chance, Code, IllegalMove, Offer, Pick, Prompt, Value, Whole
from companion.api.refusals import BadMove
from companion.games.citadel.campaign.ending import CLEAR, clear_items
from companion.games.citadel.cards.cards import OWNED, PLACES
from companion.games.citadel.game import GAME
from companion.games.citadel.state import State
from tests.companion.games.citadel.table import Evening

STEPS = 250
NUMBERS = ("001", "013", "031", "049", "050", "081", "094", "112", "154", "316")
WORDS = ("moon", "Hoe", "WEAPON", "TEMPORARY", "094 I", "1", "a note", "")


def answer(ask: Ask, dice: random.Random, wild: bool) -> Value:
    """A value within the limits: any when wild, else the usual or a small one."""
    usual = getattr(ask, "usual", None)
    if usual not in (None, "") and not wild:
        return usual  # type: ignore[no-any-return]
    if isinstance(ask, Whole):
        return dice.randint(ask.at_least, ask.at_most if wild else min(ask.at_most, ask.at_least + 3))
    if isinstance(ask, Pick | Chance):
        return dice.choice(ask.choices).value if ask.choices else ""
    if isinstance(ask, Code):
        return dice.choice([one for one in NUMBERS if re.fullmatch(ask.pattern, one)] or ["049"])
    return dice.choice(WORDS)[: ask.at_most_chars]


def choose(shown: tuple[Prompt, ...], dice: random.Random, wild: bool) -> Offer:
    """One of the offers, of the first prompt or (when wild) of any."""
    offers = [offer for prompt in (shown if wild else shown[:1]) for offer in prompt.offers]
    usual = [offer for offer in offers if offer.tone == "usual"]
    if usual and not wild and dice.random() < 0.6:
        return usual[0]
    calm = [offer for offer in offers if offer.tone != "danger"]
    return dice.choice(calm if calm and dice.random() < 0.95 else offers)


_LAST: dict[str, tuple[State, tuple[Prompt, ...]]] = {}


def shown_in(state: State) -> tuple[Prompt, ...]:
    """The prompts of a state; those of the last one are kept, for a check and the next move both need them."""
    if "last" not in _LAST or _LAST["last"][0] is not state:
        _LAST["last"] = (state, GAME.prompts(state))
    return _LAST["last"][1]


def random_evening(seed: int, players: int, wildness: float, steps: int = STEPS) -> Iterator[State]:
    """The states of an evening; `wildness` is how often a move is an arbitrary one with arbitrary values."""
    dice = random.Random(seed)
    evening = Evening(players)
    yield evening.state
    for _ in range(steps):
        shown = shown_in(evening.state)
        if not shown:
            return
        if move(evening, shown, dice, dice.random() < wildness):
            yield evening.state


def move(evening: Evening, shown: tuple[Prompt, ...], dice: random.Random, wild: bool) -> bool:
    """Take some offer; False where the rules refuse these values, which changes nothing."""
    offer = choose(shown, dice, wild)
    args = {**offer.move.args, **{ask.name: answer(ask, dice, wild) for ask in offer.asks}}
    try:
        evening.play(offer.move.name, **args)
    except (IllegalMove, BadMove) as refused:
        if not offer.asks:
            raise AssertionError(f"{offer.move} is offered and refused: {refused}") from refused
        return False
    return True


def check(state: State) -> None:
    """What holds at every moment."""
    _check_ledger(state)
    _check_heroes(state)
    _check_tasks(state)


def _check_ledger(state: State) -> None:
    """Every card is in exactly one place, and a player's card has a player."""
    keys = [copy.key for copy in state.cards]
    assert len(keys) == len(set(keys))
    seats = {hero.seat for hero in state.heroes}
    for copy in state.cards:
        assert copy.where in PLACES
        assert (copy.whose in seats) if copy.where in OWNED else not copy.whose
        assert copy.key.startswith(f"{copy.number}.")
        assert copy.at == "" or copy.where == "board"
    assert {away.key for away in state.cards.tray} <= set(keys)


def _check_heroes(state: State) -> None:
    for hero in state.heroes:
        assert 0 <= hero.life <= 99
        assert hero.conscious or not hero.place
    assert state.ended or state.awake or not state.party


def _check_tasks(state: State) -> None:
    """A card that was just revealed is always being dealt with, or on the list of what is cleared away."""
    busy = {task.card for task in state.tasks} | {task.of for task in state.tasks}
    seats = {hero.seat for hero in state.heroes}
    assert all(task.seat in {"", *seats} for task in state.tasks)
    listed = {key for task in state.tasks if task.kind == CLEAR for key in clear_items(state, task)}
    if not state.ended and state.action is None:
        shown = [copy for copy in state.cards if copy.where == "shown" and not copy.saved]
        assert {copy.key for copy in shown if f"cards:{copy.whose}" not in listed} <= busy


def check_shown(state: State) -> None:
    """There is something to do until the game has ended; at most one answer of a prompt is the usual one."""
    shown = shown_in(state)
    assert bool(shown) == (GAME.ending(state) is None)
    assert all(prompt.offers for prompt in shown)
    assert all(sum(offer.tone == "usual" for offer in prompt.offers) <= 1 for prompt in shown)
    assert GAME.view(state).panels
