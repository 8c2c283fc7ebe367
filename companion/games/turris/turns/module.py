"""The Player Turn Phase: Gather, Force Revive, and the prompt of the Action Step (rulebook p. 8 to 12)."""

from __future__ import annotations

from companion.api import Args, IllegalMove, N, Offer, Prompt, T, Text, all_of
from companion.api import Move as GameMove
from companion.games.turris import known_cards, people, supply
from companion.games.turris.map import land
from companion.games.turris.names import pick_place, shown_name, who
from companion.games.turris.rewards import choosing, doing
from companion.games.turris.rewards.effects import describe
from companion.games.turris.state import State
from companion.games.turris.transaction import Transaction, require_phase
from companion.games.turris.turns import collecting, course, missions, placing, tactics
from companion.toolkit import Action, GameModule, action, number, tap, usual, whole


def gather(tx: Transaction, args: Args) -> None:
    """1 Ichor; the second Gather of a turn brings 1 more, in total (p. 9)."""
    state = tx.state
    course.require_action(state)
    tx.set(done=(*state.done, "gather"))
    supply.gain(tx, state.turn, "ichor", gather_gain(state), aloud=False)


def gather_gain(state: State) -> int:
    """What the next Gather of this turn brings."""
    return 2 if state.done.count("gather") + 1 == course.GATHERS_FOR_MORE else 1


def force_revive(tx: Transaction, args: Args) -> None:
    """3 Ichor for a Scout of the Graveyard, 1 Ichor while all four lie there (p. 9)."""
    state, seat = tx.state, tx.state.turn
    course.require_action(state)
    if not state.players[seat].graveyard:
        raise IllegalMove(T("None of your Scouts is in the Graveyard."), rule="revive", page=9)
    cost = course.revive_cost(state, seat)
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
    supply.spend(tx, seat, "tokens", chosen=True)
    tx.set(extra=state.extra + 1)


def _token_offers(state: State) -> tuple[Offer, ...]:
    """To spend a token, for who has one."""
    if not state.players[state.turn].tokens:
        return ()
    return (tap("use_token", T("Spend a token: one more Action"), rule="turn", icon="tokens"),)


def _gather_and_revive_offers(state: State) -> tuple[Offer, ...]:
    """Gather; Force Revive where it can be paid, with Artifacts by a form."""
    gain = gather_gain(state)
    label = N("Gather {n} Ichor", "Gather {n} Ichor", gain)
    return (tap("gather", label, rule="gather", icon="ichor"), *_revive_offers(state))


def _revive_offers(state: State) -> tuple[Offer, ...]:
    player, cost = state.players[state.turn], course.revive_cost(state, state.turn)
    if not player.graveyard or course.payable(state, state.turn) < cost:
        return ()
    label = N("Force Revive for {n} Ichor", "Force Revive for {n} Ichor", cost)
    wild = supply.short(state, state.turn, {"ichor": cost})
    note = N("{n} Artifact stands in for Ichor", "{n} Artifacts stand in for Ichor", wild) if wild else None
    plain = tap("force_revive", label, rule="revive", note=note, icon="graveyard", artifacts=0)
    if not player.artifacts or player.ichor < 1:
        return (plain,)
    ask = whole("artifacts", T("Artifacts instead of Ichor"), min(cost, player.artifacts), 1, at_least=1)
    with_artifacts = Offer(
        move=GameMove("force_revive"),
        label=T("Force Revive with Artifacts"),
        asks=(ask,),
        rule="artifacts",
        icon="artifacts",
    )
    return (plain, with_artifacts)


_MOVES: dict[str, Action[Transaction]] = {
    "use_token": action(use_token, T("Spent an Additional Action token")),
    "gather": action(gather, T("Gathered Ichor")),
    "force_revive": action(
        force_revive, T("Force Revived a Scout"), whole("artifacts", T("Artifacts instead of Ichor"), 3, 0)
    ),
}


# --- the prompt -------------------------------------------------------------------------------------------------------


def prompts(state: State) -> tuple[Prompt, ...]:
    """The Actions, then a Mission or the end of the turn."""
    if state.phase != "turns" or state.step != "actions":
        return ()
    return (_actions(state) if course.must(state) else _close(state),)


def _actions(state: State) -> Prompt:
    player = who(state, state.turn)
    first = not state.done
    return Prompt(
        name="turn.actions",
        do=T("{player}, take your first Action.", player=player)
        if first
        else T("{player}, take your second Action.", player=player),
        more=_ongoing(state),
        offers=(*_action_offers(state), *_tactics_offers(state), *_token_offers(state)),
        seat=state.turn,
        rule="turn",
    )


def _action_offers(state: State) -> tuple[Offer, ...]:
    return (*_place_offers(state), *_gather_and_revive_offers(state), *collecting.offers(state))


def _place_offers(state: State) -> tuple[Offer, ...]:
    if course.why_no_place(state, state.turn) is not None:
        return ()
    where = course.open_places(state, state.turn)
    if not where:
        return ()
    ask = pick_place(state, "place", T("Where"), where)
    return (Offer(move=GameMove("put"), label=T("Place a Scout"), asks=(ask,), rule="place", icon="place"),)


def _tactics_offers(state: State) -> tuple[Offer, ...]:
    return () if state.tactics_played else tactics.offers(state, state.turn, "play_tactics")


def _close(state: State) -> Prompt:
    """Both Actions are taken: a Mission, a Tactics card, what effects gave, or the end of the turn."""
    player = who(state, state.turn)
    more_actions = _action_offers(state) if course.left(state) else ()
    do = T("{player}, complete a Mission or end your turn.", player=player)
    if state.mission_done:
        do = T("{player}, end your turn.", player=player)
    if more_actions:
        do = N("{player}, you have {n} more Action.", "{player}, you have {n} more Actions.", course.left(state),
               player=player)  # fmt: skip
    return Prompt(
        name="turn.close",
        do=do,
        more=_ongoing(state),
        offers=(
            usual("end_turn", T("End the turn"), "missions"),
            *more_actions,
            *missions.offers(state),
            *_tactics_offers(state),
            *_token_offers(state),
            *_by_hand_offers(state),
        ),
        seat=state.turn,
        rule="missions",
    )


def _by_hand_offers(state: State) -> tuple[Offer, ...]:
    """Before the Beasts go by themselves, the table may say that it moves them."""
    if not course.is_last(state) or land.by_hand(state):
        return ()
    label = T("End the turn, and we move the Beasts by hand")
    return (tap("end_turn_by_hand", label, rule="beasts.move", icon="beasts"),)


def _ongoing(state: State) -> Text | None:
    """The ongoing Missions of the player, so that nobody forgets them."""
    slots = state.players[state.turn].ongoing
    told = [_does(state, name) for name in slots if name]
    if nameless := slots.count(""):
        told.append(N("{n} Mission without a name", "{n} Missions without a name", nameless))
    return T("Ongoing: {missions}", missions=all_of(told)) if told else None


def _does(state: State, name: str) -> Text:
    """An ongoing Mission with what it does, where that is known; its cost and its Prestige are past."""
    known = known_cards.effects_of(state, "mission", name)
    lasting = tuple(one for one in known if one.verb not in ("cost", "ongoing") and one.what != "prestige")
    card = shown_name(name)
    if not lasting:
        return Text("{name}", {"name": card})
    return T("{card} ({what})", card=card, what=describe(lasting))


def settle(tx: Transaction) -> bool:
    return collecting.settle(tx) or missions.settle(tx) or doing.settle(tx) or course.settle(tx)


MODULE: GameModule[State, Transaction] = GameModule(
    name="turns",
    moves={
        **placing.MOVES,
        **collecting.MOVES,
        **_MOVES,
        **tactics.MOVES,
        **missions.MOVES,
        **choosing.MOVES,
        **choosing.SCOUT_MOVES,
        "end_turn": action(course.end_turn, T("Ended the turn")),
        "end_turn_by_hand": action(course.end_turn_by_hand, T("Ended the turn, the Beasts by hand")),
    },
    tasks={
        **placing.TASKS,
        **collecting.TASKS,
        **tactics.TASKS,
        **missions.TASKS,
        **choosing.TASKS,
        **choosing.SCOUT_TASKS,
    },
    prompts=prompts,
    settle=settle,
)
