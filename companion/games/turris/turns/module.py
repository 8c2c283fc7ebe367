"""The Player Turn Phase (rulebook p. 8 to 12)."""

from __future__ import annotations

from companion.api.game import Move as GameMove
from companion.api.game import Offer, Prompt
from companion.api.text import N, T, Text, all_of
from companion.games.turris import known_cards
from companion.games.turris.forms import pick_place
from companion.games.turris.kept_names import shown_name
from companion.games.turris.names import who
from companion.games.turris.rewards import doing, forms, scouts, telling
from companion.games.turris.state import State
from companion.games.turris.transaction import Transaction
from companion.games.turris.turns import acting, collecting, course, missions, placing, rules, tactics
from companion.toolkit.forms import usual
from companion.toolkit.modules import GameModule, action


def prompts(state: State) -> tuple[Prompt, ...]:
    """The Actions, then a Mission or the end of the turn."""
    if state.phase != "turns" or state.step != "actions":
        return ()
    return (_actions(state) if rules.must(state) else _close(state),)


def _actions(state: State) -> Prompt:
    player = who(state, state.turn)
    first = not state.done
    return Prompt(
        name="turn.actions",
        do=T("{player}, take your first Action.", player=player)
        if first
        else T("{player}, take your second Action.", player=player),
        more=_ongoing(state),
        offers=(*_action_offers(state), *_tactics_offers(state), *acting.token_offers(state)),
        seat=state.turn,
        rule="turn",
    )


def _action_offers(state: State) -> tuple[Offer, ...]:
    return (*_place_offers(state), *acting.offers(state), *collecting.offers(state))


def _place_offers(state: State) -> tuple[Offer, ...]:
    if rules.why_no_place(state, state.turn) is not None:
        return ()
    where = rules.open_places(state, state.turn)
    if not where:
        return ()
    ask = pick_place(state, "place", T("Where"), where)
    return (Offer(move=GameMove("place"), label=T("Place a Scout"), asks=(ask,), rule="place"),)


def _tactics_offers(state: State) -> tuple[Offer, ...]:
    return () if state.tactics_played else tactics.offers(state, state.turn, "play_tactics")


def _close(state: State) -> Prompt:
    """Both Actions are taken: a Mission, a Tactics card, what effects gave, or the end of the turn."""
    player = who(state, state.turn)
    more_actions = _action_offers(state) if rules.left(state) else ()
    do = T("{player}, complete a Mission or end your turn.", player=player)
    if state.mission_done:
        do = T("{player}, end your turn.", player=player)
    if more_actions:
        do = N("{player}, you have {n} more Action.", "{player}, you have {n} more Actions.", rules.left(state),
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
            *acting.token_offers(state),
        ),
        seat=state.turn,
        rule="missions",
    )


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
    return T("{card} ({what})", card=card, what=telling.describe(lasting))


def settle(tx: Transaction) -> bool:
    return collecting.settle(tx) or missions.settle(tx) or doing.settle(tx) or course.settle(tx)


MODULE: GameModule[State, Transaction] = GameModule(
    name="turns",
    moves={
        **placing.MOVES,
        **collecting.MOVES,
        **acting.MOVES,
        **tactics.MOVES,
        **missions.MOVES,
        **forms.MOVES,
        **scouts.MOVES,
        "end_turn": action(course.end_turn, T("Ended the turn")),
    },
    tasks={**placing.TASKS, **collecting.TASKS, **tactics.TASKS, **missions.TASKS, **forms.TASKS, **scouts.TASKS},
    prompts=prompts,
    settle=settle,
)
