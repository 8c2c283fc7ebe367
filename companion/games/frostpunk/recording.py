"""How each round ended, kept for the evening's story."""

from __future__ import annotations

from companion.games.frostpunk.state import KINDS, RoundEnd, State
from companion.games.frostpunk.transaction import Transaction


def record_round(tx: Transaction) -> None:
    """Keep how the present round stands, and begin a new tally. A round that is recorded twice keeps both tallies."""
    tx.set(story=rounds(tx.state), tally={})


def rounds(state: State) -> tuple[RoundEnd, ...]:
    """The rounds that are over, and the present one as it stands."""
    before = tuple(one for one in state.story if one.round < state.round)
    return (*before, _present(state))


def _present(state: State) -> RoundEnd:
    same = next((one for one in state.story if one.round == state.round), None)
    kept = {} if same is None else {"deaths": same.deaths, "storms": same.storms, "breakdowns": same.breakdowns}
    happened = {what: kept.get(what, 0) + state.tally.get(what, 0) for what in ("deaths", "storms", "breakdowns")}
    groups = [state.group(kind) for kind in KINDS]
    return RoundEnd(
        round=state.round,
        hope=state.hope.count,
        hope_active=state.hope.active,
        discontent=state.discontent.count,
        discontent_active=state.discontent.active,
        citizens=sum(group.citizens for group in groups),
        sick=sum(group.sick for group in groups),
        food=state.food,
        hunger=state.hunger,
        stress=state.generator.stress,
        coal=state.coal,
        **happened,
    )
