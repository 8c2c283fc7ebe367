"""Gather Ichor and Force Revive (rulebook p. 9)."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove, Offer
from companion.api.game import Move as GameMove
from companion.api.text import N, T
from companion.games.turris import people, supply
from companion.games.turris.state import State
from companion.games.turris.transaction import Transaction, require_phase
from companion.games.turris.turns import rules
from companion.toolkit.forms import tap, whole
from companion.toolkit.modules import Action, action, number


def gather(tx: Transaction, args: Args) -> None:
    """1 Ichor; the second Gather of a turn brings 1 more, in total (p. 9)."""
    state = tx.state
    rules.require_action(state)
    tx.set(done=(*state.done, "gather"))
    supply.gain(tx, state.turn, "ichor", gather_gain(state), aloud=False)


def gather_gain(state: State) -> int:
    """What the next Gather of this turn brings."""
    return 2 if state.done.count("gather") + 1 == rules.GATHERS_FOR_MORE else 1


def force_revive(tx: Transaction, args: Args) -> None:
    """3 Ichor for a Scout of the Graveyard, 1 Ichor while all four lie there (p. 9)."""
    state, seat = tx.state, tx.state.turn
    rules.require_action(state)
    if not state.players[seat].graveyard:
        raise IllegalMove(T("None of your Scouts is in the Graveyard."), rule="revive", page=9)
    cost = rules.revive_cost(state, seat)
    wild = max(number(args, "artifacts"), supply.short(state, seat, {"ichor": cost}))
    if wild > min(cost, state.players[seat].artifacts):
        text = N("That costs {n} Ichor; you do not have it.", "That costs {n} Ichor; you do not have it.", cost)
        raise IllegalMove(text, rule="revive", page=9)
    tx.set(done=(*state.done, "revive"))
    supply.pay(tx, seat, {"ichor": cost}, {"ichor": wild})
    people.revive(tx, seat)


def use_token(tx: Transaction, args: Args) -> None:
    """An Additional Action token is spent: one more Action in this turn."""
    state, seat = tx.state, tx.state.turn
    require_phase(state, "turns", "actions")
    if not state.players[seat].tokens:
        raise IllegalMove(T("You have no Additional Action token."), rule="turn", page=3)
    supply.spend(tx, seat, "tokens")
    tx.set(extra=state.extra + 1)


def token_offers(state: State) -> tuple[Offer, ...]:
    """To spend a token, for who has one."""
    if not state.players[state.turn].tokens:
        return ()
    return (tap("use_token", T("Spend a token: one more Action"), rule="turn"),)


def offers(state: State) -> tuple[Offer, ...]:
    """Gather; Force Revive where it can be paid, with Artifacts by a form."""
    gain = gather_gain(state)
    label = N("Gather {n} Ichor", "Gather {n} Ichor", gain)
    return (tap("gather", label, rule="gather"), *_revive_offers(state))


def _revive_offers(state: State) -> tuple[Offer, ...]:
    player, cost = state.players[state.turn], rules.revive_cost(state, state.turn)
    if not player.graveyard or rules.payable(state, state.turn) < cost:
        return ()
    label = N("Force Revive for {n} Ichor", "Force Revive for {n} Ichor", cost)
    wild = supply.short(state, state.turn, {"ichor": cost})
    note = N("{n} Artifact stands in for Ichor", "{n} Artifacts stand in for Ichor", wild) if wild else None
    plain = tap("force_revive", label, rule="revive", note=note, artifacts=0)
    if not player.artifacts or player.ichor < 1:
        return (plain,)
    ask = whole("artifacts", T("Artifacts instead of Ichor"), min(cost, player.artifacts), 1, at_least=1)
    with_artifacts = Offer(
        move=GameMove("force_revive"), label=T("Force Revive with Artifacts"), asks=(ask,), rule="artifacts"
    )
    return (plain, with_artifacts)


MOVES: dict[str, Action[Transaction]] = {
    "use_token": action(use_token, T("Spent an Additional Action token")),
    "gather": action(gather, T("Gathered Ichor")),
    "force_revive": action(
        force_revive, T("Force Revived a Scout"), whole("artifacts", T("Artifacts instead of Ichor"), 3, 0)
    ),
}
