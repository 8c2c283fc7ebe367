"""What plain Buildings do, in few words that sound well: by the effect in the companion's own words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from companion.api import IllegalMove, N, T, Text
from companion.games.frostpunk import automatons
from companion.games.frostpunk.action import industry, society, works
from companion.games.frostpunk.action.performing import PerformingOption
from companion.games.frostpunk.cards import by_hand, effects
from companion.games.frostpunk.city.buildings import BUILDINGS, SMALL, BuildingKind
from companion.games.frostpunk.city.land import Building
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import counted

# A pattern over the effect's words, and how it is said; the pattern's groups are its numbers.
_SAID: tuple[tuple[str, Callable[..., Text]], ...] = (
    (r"spend food (\d+); hope \+1", lambda n: N("increase Hope for {n} Food", "increase Hope for {n} Food", n)),
    (
        r"spend food (\d+); discontent -1",
        lambda n: N("decrease Discontent for {n} Food", "decrease Discontent for {n} Food", n),
    ),
    (r"spend wood 1; gain coal (\d+)", lambda n: N("{n} Coal for one Wood", "{n} Coal for one Wood", n)),
    (r"spend steam_cores 1; automaton \+1", lambda: T("an Automaton for a Steam Core")),
    (r"gain food (\d+)", lambda n: counted("food", n)),
    (r"gain coal (\d+)", lambda n: counted("coal", n)),
    (r"gain wood (\d+)", lambda n: counted("wood", n)),
    (r"cure (\d+)", lambda n: T("Cure {n}", n=n)),
    (r"treat (\d+)", lambda n: T("Treat {n}", n=n)),
    (r"needs active care; .*cure (\d+)", lambda n: T("exhaust a Care token and Cure {n}", n=n)),
    (r"hope \+1", lambda: T("increase Hope")),
    (r"discontent -1", lambda: T("decrease Discontent")),
    (r"needs corpses 1; .*", lambda: T("Corpse marker one space back, and increase Hope")),
    (r"needs corpses 2; .*", lambda: T("Corpse marker two spaces back, and increase Hope")),
)


def said(words: str) -> Text | None:
    """An effect in few words; None where only its plain description will do."""
    for pattern, say in _SAID:
        found = re.fullmatch(pattern, words)
        if found is not None:
            return say(*(int(group) for group in found.groups()))
    return None


SPECIAL: Mapping[str, Callable[[State, Building], tuple[PerformingOption, ...]]] = {
    **industry.WAYS,
    **society.WAYS,
    **works.WAYS,
}


def ways(state: State, building: Building) -> tuple[PerformingOption, ...]:
    """Every way to use a Building, those among them that cannot be carried out now."""
    if building.kind in SPECIAL:
        return SPECIAL[building.kind](state, building)
    kind = BUILDINGS[building.kind]
    plain = kind.effects(building.upgraded)
    if plain:
        return tuple(_plain(kind.kind, words) for words in plain)
    return (_scenario(kind),)


def _plain(kind: str, words: str) -> PerformingOption:
    def do(tx: Transaction) -> None:
        if kind == "factory":
            _require_automaton(tx.state)
        effects.carry_out(tx, words)

    return PerformingOption(name=words, label=said(words) or effects.describe(words), do=do)


def _require_automaton(state: State) -> None:
    """A Steam Core is spent to gain an Automaton (p. 41), which comes from the bank (p. 39): none there, none spent."""
    if not automatons.bank(state):
        raise IllegalMove(T("No Automaton is left in the bank, so no Steam Core is spent."), rule="automatons", page=39)


def _scenario(kind: BuildingKind) -> PerformingOption:
    """A scenario's Building: a Scenario card says what it does (p. 43), so the players do it."""
    return PerformingOption(
        name="card",
        label=T("as the scenario says"),
        do=lambda tx: by_hand.carry(tx, "", str(kind.name)),
    )


def usable(building: Building) -> bool:
    """Whether a Building has an action at all: no Shelter, no Ruin, no white Building (p. 39)."""
    return BUILDINGS[building.kind].usable and not building.ruin


def size(building: Building) -> int:
    """How many Meeples may stand on a Building in a round (p. 26, 39)."""
    return BUILDINGS[building.kind].size or max(SMALL, len(building.at))


def hindrance(state: State, way: PerformingOption) -> Text | None:
    """Why a way cannot be carried out now, None where it can."""
    try:
        way.do(Transaction(state))
    except IllegalMove as refused:
        return refused.text
    return None
