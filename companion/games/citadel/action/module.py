"""What this part brings to the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Offer, Prompt
from companion.games.citadel.action import (
    counting,
    counting_prompts,
    dice,
    drawing,
    ending,
    ending_prompts,
    gearing,
    gearing_prompts,
    giving,
    moves,
    owner_facts,
    recalling,
    replaying,
    starting_prompts,
    telling_prompts,
    traits,
    traits_prompts,
    turn_prompts,
    views,
)
from companion.games.citadel.action.running import Action
from companion.games.citadel.modules import GameModule, with_task
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction

STEPS: Mapping[str, Callable[[State, Action], Prompt]] = {
    "choose": starting_prompts.choose,
    "sheet": starting_prompts.sheet,
    "traits": starting_prompts.creature,
    "die": starting_prompts.die,
    "gear": gearing_prompts.gear,
    "draw": counting_prompts.draw,
    "either": counting_prompts.either,
    "stars": counting_prompts.stars,
    "icons": counting_prompts.icons,
    "consequence": ending_prompts.consequence,
    "again": ending_prompts.again,
}


def prompts(state: State) -> tuple[Prompt, ...]:
    """What the running action waits for."""
    action = state.action
    if action is None:
        return ()
    if traits.missing_sign(state, action):
        return (traits_prompts.sign(state, action),)
    if ending.barred(state, action):
        return (traits_prompts.epic(state, action),)
    if action.asking:
        return (telling_prompts.effects(state, action),)
    if action.step == "gear" and gearing.unread(state, action):
        return (gearing_prompts.keywords(state, action),)
    return (STEPS[action.step](state, action),)


def idle(state: State) -> tuple[Offer, ...]:
    """Who acts; giving a Purse card."""
    return (*turn_prompts.idle(state), *giving.idle(state))


def follow(tx: Transaction) -> None:
    """What needs nobody's choice: dice of cards that are gone, what the drawn cards lead to, a card that weighs
    nothing."""
    dice.settle(tx)
    giving.settle(tx)
    ending.settle(tx)
    drawing.settle(tx)
    gearing.settle(tx)
    counting.settle(tx)
    recalling.settle(tx)
    replaying.settle(tx)


MODULE = GameModule(
    name="action",
    moves=moves.MOVES,
    tasks=with_task({"giving": giving.prompt, "faint_card": ending_prompts.faint_card}),
    prompts=prompts,
    idle=idle,
    reminders=turn_prompts.reminders,
    panels=views.panels,
    settables=views.settables,
    families=owner_facts.FAMILIES,
    check=owner_facts.check,
    follow=follow,
    line=views.line,
)
