"""A Citizen card played for its main ability (rulebook p. 32, 33), in place of the action's normal effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.api import IllegalMove, T, Text
from companion.games.frostpunk.action import meeples, reuse, snow, ways
from companion.games.frostpunk.action.meeples import BY_HAND, CONSTRUCT, SNOW, TYPE_OF
from companion.games.frostpunk.action.performing import KNOWN, STEP, Act, perform
from companion.games.frostpunk.cards import citizens, owner_facts
from companion.games.frostpunk.cards.card_text import OwnCard
from companion.games.frostpunk.city import ground, heat
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.land import place_of
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction, require_step

ANOTHER = "another"  # the answer for a card that nobody has entered
ACTIONS: Mapping[str, Text] = {
    "use": T("Use a Building"),
    "gather": T("Gather Resources"),
    "snow": T("Remove snow"),
    "construct": T("Construct"),
    "other": T("Another action"),
}
_WORDS = {
    "gather": ("gather", "gather_resources", "gathering"),
    "snow": ("snow", "remove_snow"),
    "construct": ("construct", "build", "dismantle"),
    "other": ("scouts", "deploy_scouts", "special", "special_action"),
}
_STANDS = {"snow": SNOW, "construct": CONSTRUCT, "other": BY_HAND}


@dataclass(frozen=True, kw_only=True)
class Play:
    """A card about to be played: by its name (empty where nobody entered it), with a Meeple for an action; `at` is a
    space of the map for those that have one; `told` says whether it is heated there, where only the players see it."""

    name: str
    meeple: str
    action: str
    at: str = ""
    told: str = KNOWN


def known(state: State) -> tuple[str, ...]:
    """The Citizen cards that may be in the hand: those whose ability is known, and those of which only the name is."""
    return citizens.in_hands(state)


def can_play(state: State) -> bool:
    """Whether the player whose turn it is may play a card: one each round, from a hand that is not empty (p. 33)."""
    return citizens.can_play(state, state.turn) and any(meeples.available(state, kind) for kind in TYPE_OF)


def play(tx: Transaction, card: Play) -> None:
    """Play a card right before the Meeple is placed; the card may let a Meeple act that could not otherwise."""
    require_step(tx.state, STEP)
    found = owner_facts.card(tx.state, owner_facts.named(citizens.KIND, card.name)) if card.name else None
    if found is not None:
        _refuse_type(found, card.meeple)
        _refuse_action(tx.state, found, card)
    stands = _stands(tx.state, card)
    citizens.play(tx, tx.state.turn, card.name)
    perform(
        tx,
        Act(
            what="citizen",
            meeple=card.meeple,
            at=stands,
            way=card.name,
            heated=_heated(tx, card, found),
            allowed=True,
        ),
        KNOWN if found is not None and found.heated else card.told,
    )


def _refuse_type(found: OwnCard, meeple: str) -> None:
    if found.types and TYPE_OF.get(meeple) not in found.types:
        text = T("The type on the Citizen card and the Meeple’s type have to be the same.")
        raise IllegalMove(text, rule="citizens.ability", page=32)


def _refuse_action(state: State, found: OwnCard, card: Play) -> None:
    if not found.at or set(found.at) & set(_listed(state, card)):
        return
    text = T("The Citizen card does not list this action or this Building.")
    raise IllegalMove(text, rule="citizens.ability", page=32)


def _listed(state: State, card: Play) -> tuple[str, ...]:
    """What a card may list for this action: the action's names, or the Building's."""
    if card.action != "use":
        return _WORDS[card.action]
    building = ground.building_at(state, card.at)
    if building is None:
        return ()
    return (building.kind, BUILDINGS[building.kind].name.msgid.casefold().replace("’", "").replace(" ", "_"))


def _stands(state: State, card: Play) -> str:
    """Where the Meeple is placed; refused where there is no room for it."""
    if card.action in _STANDS:
        return _STANDS[card.action]
    building = ground.building_at(state, card.at) if card.at else None
    if card.action == "gather":
        if building is not None or place_of(card.at or "G") not in state.city.tiles or not card.at:
            raise IllegalMove(T("Choose a space of the map without a Building."), rule="action.gather", page=25)
        if meeples.standing_at(state, card.at):
            text = T("A Meeple has been there this round: each space is used once.")
            raise IllegalMove(text, rule="action.gather", page=25)
        return card.at
    if building is None or building.ruin:
        raise IllegalMove(T("Choose a Building on the map."), rule="action.building", page=26)
    free = [space for space in building.at if not meeples.standing_at(state, space)]
    if len(meeples.standing_on(state, building)) >= ways.size(building) or not free:
        raise IllegalMove(T("No further Meeple can be placed on this Building."), rule="action.building", page=26)
    return free[0]


def _heated(tx: Transaction, card: Play, found: OwnCard | None) -> bool | None:
    """As for the action itself, unless the card says that it is heated (p. 32)."""
    if found is not None and found.heated:
        return True
    if card.action in ("construct", "other"):
        return True
    if card.action == "snow":
        return snow.heated(tx.state)
    building = ground.building_at(tx.state, card.at) if card.action == "use" else None
    if card.told != KNOWN and found is not None:  # a card that nobody entered may itself say that it is heated
        heat.tell(tx, place_of(card.at), card.told == "heated", building)
    if building is not None:
        return heat.of_building(tx.state, building)
    return heat.of_place(tx.state, place_of(card.at))


def resolve(tx: Transaction, at: str, name: str) -> None:
    """The card's ability, in place of what the action would do."""
    found = owner_facts.card(tx.state, owner_facts.named(citizens.KIND, name)) if name else None
    if found is not None and name in ON_THE_SPACE:
        ON_THE_SPACE[name](tx, at)
    words = found.ability if found is not None else ""
    reuse.carry(tx, words, name)


def _fell(tx: Transaction, at: str) -> None:
    ground.take_tree(tx, at)


# What the rulebook tells of a card beyond the companion's words (p. 33): the Tree on the Meeple's space is removed.
ON_THE_SPACE: Mapping[str, Callable[[Transaction, str], None]] = {"Paolo Feldman": _fell}
