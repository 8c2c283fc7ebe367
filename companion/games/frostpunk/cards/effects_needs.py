"""Whether what a card needs is there: its conditions, and what it has to spend (rulebook p. 16, 17, 19)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from companion.api.text import T, Text
from companion.games.frostpunk import tokens
from companion.games.frostpunk.cards.effects_parse import Effect
from companion.games.frostpunk.state import KINDS, UNTOLD, State
from companion.games.frostpunk.stores import amount, can_spend


def requirement(state: State, effects: Iterable[Effect]) -> bool | None:
    """Whether every condition holds and all that is to be spent is there; None where only the players can say."""
    wanted = tuple(effects)
    answers = [NEEDS[one.verb](state, one) for one in wanted if one.verb in NEEDS]
    if False in answers or unpaid(state, wanted) is not None or unexhausted(state, wanted) is not None:
        return False
    return None if None in answers else True


def unpaid(state: State, effects: Iterable[Effect]) -> Text | None:
    """Why what is to be spent cannot be spent in full, all together (p. 16); None where it can."""
    stores: Counter[str] = Counter()
    for effect in effects:
        if effect.verb == "spend":
            stores[effect.what] += effect.count
    return can_spend(state, stores)


def unexhausted(state: State, effects: Iterable[Effect]) -> Text | None:
    """Why the tokens that have to be exhausted cannot be (p. 17); None where they can."""
    needed: Counter[str] = Counter()
    for effect in effects:
        if effect.verb == "pay":
            needed[effect.what] += effect.count
            needed[about(effect.what)[0]] += effect.count if effect.what not in tokens.TYPES else 0
    for what, count in needed.items():
        if _enough(state, what, count, active=True) is False:
            return T("There are not enough active tokens for that: {kind}.", kind=_called(state, what))
    return None


def unmet(state: State, effects: Iterable[Effect]) -> Text | None:
    """The first condition that does not hold, in words; None where none fails."""
    for effect in effects:
        if effect.verb in NEEDS and NEEDS[effect.verb](state, effect) is False:
            from companion.games.frostpunk.cards.effects_words import say

            return T("This cannot be done now. It needs: {needs}.", needs=say(state, effect))
    return None


def about(what: str) -> tuple[str, str]:
    """The track of a token word, and the type where it names one."""
    return (what, "") if what in tokens.TYPES else (tokens.track_of(what), what)


def total(state: State, what: str) -> int:
    """How much there is of something that is counted."""
    counts: Mapping[str, Callable[[], int]] = {
        "automaton": lambda: state.automatons,
        "people": lambda: sum(state.group(kind).citizens for kind in KINDS),
        "sick": lambda: sum(state.group(kind).sick for kind in KINDS),
        "round": lambda: state.round,
        "laws": lambda: len(state.laws.passed),
    }
    return counts[what]() if what in counts else amount(state, what)


def _called(state: State, what: str) -> Text:
    return tokens.TRACK_NAMES[what] if what in tokens.TYPES else tokens.token_name(state, what)


def _enough(state: State, what: str, count: int, active: bool | None) -> bool | None:
    """Whether so many tokens lie there on that side (None: on either); None where untold ones may be of the type."""
    track, kind = about(what)
    lying = [token.kind for token in state.tokens(track).row if active is None or token.active == active]
    sure = sum(not kind or one == kind for one in lying)
    unsure = sum(one == UNTOLD for one in lying) if kind in tokens.nameable(state, track) else 0
    return True if sure >= count else None if sure + unsure >= count else False


def _stands(state: State, kind: str) -> bool:
    return any(building.kind == kind and not building.ruin for building in state.city.buildings)


NEEDS: Mapping[str, Callable[[State, Effect], bool | None]] = {
    "needs_active": lambda state, one: _enough(state, one.what, one.count, active=True),
    "needs_exhausted": lambda state, one: _enough(state, one.what, one.count, active=False),
    "needs_tokens": lambda state, one: _enough(state, one.what, one.count, active=None),
    "needs_law": lambda state, one: one.what in state.laws.passed,
    "needs_no_law": lambda state, one: one.what not in state.laws.passed,
    "needs_building": lambda state, one: _stands(state, one.what),
    "needs_no_building": lambda state, one: not _stands(state, one.what),
    "needs": lambda state, one: total(state, one.what) >= one.count,
    "needs_most": lambda state, one: total(state, one.what) <= one.count,
    "needs_none": lambda state, one: total(state, one.what) == 0,
    "needs_words": lambda state, one: None,
}
