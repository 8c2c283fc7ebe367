"""Which cards can be selected, and which must be (p. 12)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.citadel.action import facts
from companion.games.citadel.action.effects import Effect
from companion.games.citadel.action.running import Action, Gear
from companion.games.citadel.cards import looking
from companion.games.citadel.cards.cards import EXPLORATION, Copy
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction


def add_forced(tx: Transaction) -> None:
    """The card of the action itself is selected, and every card whose effect must be applied (p. 12)."""
    action = tx.state.action
    assert action is not None
    gear = action.gear
    if action.source in ("purse", "quest") and action.card:
        gear = (*gear, Gear(ident=action.card, kind=action.source, forced=True))
    purse = [(copy.key, "purse") for copy in looking.of(tx.state, "purse", action.active)]
    skills = [(ident, "skill") for ident in tx.state.turn.skills.get(action.active, ())]
    quests = [(copy.key, "quest") for copy in looking.of(tx.state, "quest")]
    events = [(copy.key, "event") for copy in events_here(tx.state, action)]
    for ident, kind in (*purse, *quests, *events, *skills):
        must = _must(facts.fitting(tx.state, ident, action.icon))
        if must and kind != "skill" and not clash(tx.state, gear, ident) and ident not in {one.ident for one in gear}:
            gear = (*gear, Gear(ident=ident, kind=kind, forced=True))
    unread = bool(gear) and gear[0].ident == action.card and facts.effects_of(tx.state, action.card) is None
    tx.set(action=replace(action, gear=gear, asking=action.card if unread else action.asking))


def events_here(state: State, action: Action) -> tuple[Copy, ...]:
    """Events whose effects may concern this action (p. 5 to 6, 17): Global ones, and Permanent ones attached to where
    the active player stands; not the card of the action itself."""
    place = state.hero(action.active).place
    attached = {one.key for one in state.sketch.attached if one.to and one.to == place}
    here = (copy for copy in state.cards if copy.key in attached and copy.deck != EXPLORATION)
    return tuple(copy for copy in (*looking.of(state, "global"), *here) if copy.key != action.card and copy.in_play)


def _must(effects: tuple[Effect, ...]) -> bool:
    return any(effect.must for effect in effects)


def clash(state: State, gear: tuple[Gear, ...], ident: str) -> str:
    """A keyword that this card has in common with a selected one; empty when there is none, or none is known."""
    own = set(looking.keywords(state, ident) or ())
    for other in gear:
        if other.numbered and other.ident != ident:
            common = sorted(own & set(looking.keywords(state, other.ident) or ()))
            if common:
                return common[0]
    return ""
