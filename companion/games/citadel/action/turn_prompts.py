"""What can be begun: who acts, actions that are known, and a mandatory action of a card that was just revealed."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Move, Offer, Prompt
from companion.api.text import T, Text
from companion.games.citadel.action import facts, interrupting
from companion.games.citadel.action.icons import ACTIONS, called
from companion.games.citadel.action.starting_prompts import known_of, sources
from companion.games.citadel.forms import which_hero
from companion.games.citadel.state import Hero, State
from companion.toolkit.forms import pick

MOST_AT_ONCE = 6  # known actions of all characters that stand in the list of what can be begun


def idle(state: State) -> tuple[Offer, ...]:
    """Known actions are one tap while there are few of them; else whoever is conscious is chosen as active first
    (p. 10)."""
    known = tuple(
        replace(one, label=_of(state, hero, one.label), under=T("Turn")) for hero in state.awake
        for card in sources(state, hero) for one in known_of(state, hero, card)
    )  # fmt: skip
    return (*(known if len(known) <= MOST_AT_ONCE else ()), *_turns(state))


def _of(state: State, hero: Hero, action: Text) -> Text:
    return action if len(state.awake) == 1 else T("{name}: {action}", name=hero.name, action=action)


def _turns(state: State) -> tuple[Offer, ...]:
    return tuple(
        Offer(
            move=Move("turn", {"seat": hero.seat}),
            label=T("{name} acts", name=hero.name),
            note=_note(state, hero),
            under=T("Turn"),
            rule="action.turn",
        )
        for hero in state.awake
    )


def next_left(state: State) -> str:
    """Without an agreement the player to the left of the last active one is next (p. 10)."""
    seats = [hero.seat for hero in state.party]
    if state.turn.last not in seats:
        return ""
    at = seats.index(state.turn.last)
    order = (*seats[at + 1 :], *seats[: at + 1])
    return next((seat for seat in order if state.hero(seat).conscious), "")


def _note(state: State, hero: Hero) -> Text | None:
    if len(state.awake) < 2 or not state.turn.last:
        return None
    if hero.seat == state.turn.last:
        return T("Again, if all agree")
    return T("Next, if you cannot agree") if hero.seat == next_left(state) else None


def reminders(state: State) -> tuple[Prompt, ...]:
    """A card that was just revealed may show a mandatory action: it is taken in its midst."""
    task = interrupting.interrupted(state)
    if task is None or task.kind == "board.mandatory" or not state.awake:
        return ()  # the Terrain card's own prompt offers it
    heroes = interrupting.who(state, task)
    known = tuple(_at_once(hero, icon) for icon in facts.known_actions(state, task.card) for hero in heroes)
    asks = (
        which_hero(heroes, T("Active player"), usual=heroes[0].seat),
        pick("icon", T("Action"), ACTIONS),
    )
    other = Offer(move=Move("act_now"), label=T("It shows an action"), asks=asks, rule="action.mandatory")
    return (
        Prompt(
            name="action.mandatory",
            do=T("Does it show an action?"),
            more=T("All characters on this Terrain card take part, and choose who is active."),
            offers=(*known, other),
            rule="action.mandatory",
        ),
    )


def _at_once(hero: Hero, icon: str) -> Offer:
    return Offer(
        move=Move("act_now", {"seat": hero.seat, "icon": icon}),
        label=T("{action}: {name} is active", action=called(icon), name=hero.name),
        rule="action.mandatory",
    )
