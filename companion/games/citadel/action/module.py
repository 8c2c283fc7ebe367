"""What actions bring to the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api import Offer, Prompt, T, Value
from companion.games.citadel.action import (
    consequences,
    counting,
    drawing,
    ending,
    facts,
    gearing,
    giving,
    outcome,
    performing,
    reading,
    recalling,
    starting,
    telling,
    traits,
    tries,
    turns,
)
from companion.games.citadel.modules import GameModule, with_task
from companion.games.citadel.state import Action, State
from companion.games.citadel.transaction import Transaction
from companion.toolkit import grouped

STEPS: Mapping[str, Callable[[State, Action], Prompt]] = {
    "choose": starting.choose_prompt,
    "sheet": reading.sheet_prompt,
    "traits": reading.creature_prompt,
    "die": reading.die_prompt,
    "gear": tries.gear_prompt,
    "draw": tries.rest_prompt,
    "either": counting.either_prompt,
    "stars": counting.stars_prompt,
    "icons": counting.icons_prompt,
    "consequence": consequences.consequence,
    "again": ending.again_prompt,
}


def prompts(state: State) -> tuple[Prompt, ...]:
    """What the running action waits for."""
    action = state.action
    if action is None:
        return ()
    if traits.missing_sign(state, action):
        return (traits.sign_prompt(state, action),)
    if traits.barred(state, action):
        return (traits.epic_prompt(state, action),)
    if action.asking:
        return (telling.effects_prompt(state, action),)
    if action.step == "gear" and gearing.unread(state, action):
        return (gearing.keywords_prompt(state, action),)
    return (STEPS[action.step](state, action),)


def idle(state: State) -> tuple[Offer, ...]:
    """Who acts; giving a Purse card."""
    return (*turns.offers(state), *giving.idle(state))


def check(name: str, value: Value) -> None:
    """Refuse a line of an owner's fact that cannot be understood."""
    facts.check(name, value)
    recalling.check(name, value)


def follow(tx: Transaction) -> None:
    """What needs nobody's choice: dice of cards that are gone, what the drawn cards lead to, a card that weighs
    nothing."""
    performing.return_dice(tx)
    giving.follow(tx)
    ending.follow(tx)
    drawing.follow(tx)
    gearing.follow(tx)
    counting.follow(tx)
    traits.follow(tx)
    recalling.follow(tx)
    consequences.follow(tx)


MODULE = GameModule(
    name="action",
    moves={
        **starting.MOVES,
        **reading.MOVES,
        **turns.MOVES,
        **gearing.MOVES,
        **telling.MOVES,
        **drawing.MOVES,
        **counting.MOVES,
        **consequences.MOVES,
        **outcome.MOVES,
        **tries.MOVES,
        **ending.MOVES,
        **traits.MOVES,
        **giving.MOVES,
    },
    tasks=with_task({"giving": giving.prompt, "faint_card": ending.faint_card_prompt}),
    prompts=prompts,
    idle=idle,
    aside=turns.aside,
    panels=performing.panels,
    settables=lambda state: grouped(T("Dice on cards"), performing.settables(state)),
    families=(*facts.FAMILIES, *recalling.FAMILIES),
    check=check,
    follow=follow,
    line=performing.line,
)
