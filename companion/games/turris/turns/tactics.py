"""Tactics cards: one in the Action Step, others by effects that do not count (rulebook p. 10, 24)."""

from __future__ import annotations

from companion.api import Args, IllegalMove, Offer, Prompt, T, Text, Words
from companion.api import Move as GameMove
from companion.games.turris import known_cards
from companion.games.turris.names import LONGEST_NAME, shown_name, who
from companion.games.turris.rewards import able
from companion.games.turris.rewards.effects import FREE, TURN, describe, give, read_card
from companion.games.turris.state import State, Task
from companion.games.turris.transaction import Transaction, require_phase
from companion.toolkit import Action, action, pick, require_task, tap, word

PLAY = "reward.play"


def play(tx: Transaction, args: Args) -> None:
    """The one Tactics card of the Action Step, before or after an Action (p. 10)."""
    state = tx.state
    require_phase(state, "turns", "actions")
    if state.tactics_played:
        raise IllegalMove(T("Only one Tactics card may be played in a turn, unless an effect allows it."),
                          rule="tactics", page=10)  # fmt: skip
    _play(tx, state.turn, word(args, "name"), TURN)
    tx.set(tactics_played=True)


def play_free(tx: Transaction, args: Args) -> None:
    """A Tactics card that an effect allows; it does not count (p. 10)."""
    task = require_task(tx.state, PLAY)
    tx.finish_task()
    if task.count > 1:
        tx.add_task(Task(kind=PLAY, seat=task.seat, count=task.count - 1))
    tx.set(tasks=_play_first(tx, task.seat, word(args, "name")))


def _play_first(tx: Transaction, seat: int, name: str) -> tuple[Task, ...]:
    """The tasks with those of the card before all others."""
    others = tx.state.tasks
    tx.set(tasks=())
    _play(tx, seat, name, FREE)
    return (*tx.state.tasks, *others)


def _play(tx: Transaction, seat: int, name: str, how: str) -> None:
    player = tx.state.players[seat]
    if not player.tactics:
        raise IllegalMove(T("There is no Tactics card in your hand."), rule="tactics", page=10)
    effects = known_cards.effects_of(tx.state, "tactics", name)
    tx.set_player(seat, tactics=player.tactics - 1)
    if effects and (reason := able.why_not(tx.state, seat, effects)) is not None:
        raise IllegalMove(T("A Tactics card must be done in full: {why}", why=reason), rule="tactics", page=24)
    tx.note("tactics_played", T("{player} played a Tactics card.", player=player.name), seat=seat + 1)
    if effects:
        give(tx, seat, effects)
    else:
        read_card(tx, seat, "tactics", how)


def not_played(tx: Transaction, args: Args) -> None:
    """The card that may be played is not played."""
    require_task(tx.state, PLAY)
    tx.finish_task()


def offers(state: State, seat: int, move: str) -> tuple[Offer, ...]:
    """Any card by one tap; those known by name from a list, unless they cannot be done in full."""
    if not state.players[seat].tactics:
        return ()
    any_card = tap(move, T("Play a Tactics card"), rule="tactics", icon="tactics", name="")
    known = {
        name: _named(state, name) for name in known_cards.known_names(state, "tactics") if _able(state, seat, name)
    }
    if not known:
        return (any_card,)
    ask = pick("name", T("Which card"), known)
    return (any_card, Offer(move=GameMove(move), label=T("Play a known Tactics card"), asks=(ask,), rule="tactics"))


def _named(state: State, name: str) -> Text:
    return T("{card}: {what}", card=shown_name(name), what=describe(known_cards.effects_of(state, "tactics", name)))


def _able(state: State, seat: int, name: str) -> bool:
    """Whether a card can be done in full once it has left the hand (p. 24)."""
    tx = Transaction(state)
    tx.set_player(seat, tactics=state.players[seat].tactics - 1)
    return able.why_not(tx.state, seat, known_cards.effects_of(state, "tactics", name)) is None


def free_prompt(state: State) -> Prompt:
    """An effect allows one more card."""
    task = state.tasks[0]
    return Prompt(
        name="tactics.free",
        do=T("{player}, play a Tactics card, if you like.", player=who(state, task.seat)),
        more=T("It does not count as the one of your turn."),
        offers=(*offers(state, task.seat, "play_free"), tap("no_tactics", T("No card"))),
        seat=task.seat,
        rule="tactics",
    )


NAME = Words(name="name", label=T("Which card"), at_most_chars=LONGEST_NAME)
MOVES: dict[str, Action[Transaction]] = {
    "play_tactics": action(play, T("Played a Tactics card"), NAME),
    "play_free": action(play_free, T("Played a Tactics card"), NAME),
    "no_tactics": action(not_played, T("Played no Tactics card")),
}
TASKS = {PLAY: free_prompt}
