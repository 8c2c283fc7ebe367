"""The Council track (rulebook p. 21): a step for every Scout laid into the Graveyard, and what the spots give."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api import Args, BoardFamily, Panel, Prompt, T, Text, Track, Value, Words, template
from companion.games.turris.names import who
from companion.games.turris.rewards import able
from companion.games.turris.rewards.effects import (
    BLOCKS,
    LANGUAGE,
    LONGEST,
    describe,
    give,
    only_good,
    parse,
    read_card,
)
from companion.games.turris.rewards.reward_form import RewardForm
from companion.games.turris.state import State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit import Action, GameModule, Settable, action, pick, require_task, tap, usual, whole, word

STEP, SPOT, WRAP = "council.step", "council.spot", "council.wrap"
MOST_SPOTS = 40  # keeps slips of the finger out; how many spots there are stands on the board
LAST = "council_last"  # the board fact: the number of the spots of the last level
YES_NO = {"no": T("No"), "yes": T("Yes, of the last level")}


def advance(tx: Transaction, seat: int, steps: int = 1) -> None:
    """A player's Council token goes on; each step with its reward comes before the next one (p. 18)."""
    for _ in range(steps):
        tx.add_task(Task(kind=STEP, seat=seat))


def reward_name(spot: int) -> str:
    """The board fact of what a spot gives; spots count from the leftmost, which is 0."""
    return f"council.{spot}"


def known(state: State, spot: int) -> bool:
    """Whether it is known what a spot gives, and whether it is one of the last level."""
    return reward_name(spot) in state.board


def in_last_level(state: State, spot: int) -> bool:
    return state.number(LAST) == spot


# --- what happens by itself -------------------------------------------------------------------------------------------


def settle(tx: Transaction) -> bool:
    """Move a token; gain what its spot gives where that is known and wants no choice."""
    task = tx.state.tasks[0] if tx.state.tasks else None
    if task is None or task.seat < 0:
        return False
    if task.kind == STEP:
        _step(tx, tx.finish_task().seat)
        return True
    if task.kind == SPOT and _plain(tx.state, task):
        _give(tx, tx.finish_task())
        return True
    return False


def _step(tx: Transaction, seat: int) -> None:
    """One spot to the right; from the last level back to the start (p. 21)."""
    spot = tx.state.players[seat].council
    if in_last_level(tx.state, spot):
        _to_start(tx, seat)
        return
    tx.set_player(seat, council=spot + 1)
    text = T("{player}: the Council token moves to spot {spot}.", player=who(tx.state, seat), spot=spot + 1)
    tx.tell("council_moved", text, seat=seat + 1, to=spot + 1)
    tx.todo(_token_to(tx.state, seat, spot + 1), icon="council", back=_token_to(tx.state, seat, spot))
    tx.add_task(Task(kind=SPOT, seat=seat, count=spot + 1))


def _to_start(tx: Transaction, seat: int) -> None:
    spot = tx.state.players[seat].council
    tx.set_player(seat, council=0)
    text = T("{player}: the Council token moves back to the start.", player=who(tx.state, seat))
    tx.tell("council_moved", text, seat=seat + 1, to=0)
    tx.todo(_token_to(tx.state, seat, 0), icon="council", back=_token_to(tx.state, seat, spot))


def _token_to(state: State, seat: int, spot: int) -> Text:
    if not spot:
        return T("{player}: your Council token back to the start", player=who(state, seat))
    return T("{player}: your Council token to spot {spot}", player=who(state, seat), spot=spot)


def _plain(state: State, task: Task) -> bool:
    """Whether a spot's reward needs no word of anybody: it is known, and either only good or not to be had."""
    if not known(state, task.count):
        return False
    effects = parse(state.word(reward_name(task.count)))
    return only_good(effects) or able.why_not(state, task.seat, effects) is not None


def _give(tx: Transaction, task: Task) -> None:
    """The owner gains the reward; then, in the last level, says whether the token goes back to the start (p. 21)."""
    effects = parse(tx.state.word(reward_name(task.count)))
    why_not = able.why_not(tx.state, task.seat, effects)
    if why_not is None:
        give(tx, task.seat, effects)
    else:
        tx.tell("nothing_gained", T("Nothing is gained here: {why}", why=why_not), seat=task.seat + 1)
    _ask_wrap(tx, task)


def _ask_wrap(tx: Transaction, task: Task) -> None:
    if in_last_level(tx.state, task.count):
        tx.add_task(Task(kind=WRAP, seat=task.seat))


# --- moves ------------------------------------------------------------------------------------------------------------


def told(tx: Transaction, args: Args) -> None:
    """What the spot gives was read off the board; from now on it is known."""
    task = require_task(tx.state, SPOT)
    words = word(args, "words")
    LANGUAGE.understood(words, rule="words")
    tx.learn(reward_name(task.count), words)
    if word(args, "last") == "yes":
        tx.learn(LAST, task.count)


def _gives(tx: Transaction, words: str, end: str) -> None:
    """The same, told by taps."""
    task = require_task(tx.state, SPOT)
    tx.learn(reward_name(task.count), words)
    if end == ENDS_HERE:
        tx.learn(LAST, task.count)


def _later(tx: Transaction) -> None:
    """What it gives is taken off the board at the table, and read another time."""
    require_task(tx.state, SPOT)
    task = tx.finish_task()
    read_card(tx, task.seat, "spot")


GOES_ON, ENDS_HERE = "on", "ends"
GIVES = RewardForm(
    SPOT,
    "spot",
    _gives,
    _later,
    {
        GOES_ON: lambda what: T("That is all: {what}", what=what),
        ENDS_HERE: lambda what: T("That is all, and the track ends here: {what}", what=what),
    },
)


def take(tx: Transaction, args: Args) -> None:
    """The reward of the spot is taken."""
    require_task(tx.state, SPOT)
    _give(tx, tx.finish_task())


def leave(tx: Transaction, args: Args) -> None:
    """The reward of the spot is not taken: it may be gained, it need not (p. 21)."""
    require_task(tx.state, SPOT)
    task = tx.finish_task()
    tx.note("council_left", T("{player} leaves the reward.", player=who(tx.state, task.seat)))
    _ask_wrap(tx, task)


def wrap(tx: Transaction, args: Args) -> None:
    """The token of the last level goes back to the start at once, or stays for now (p. 21)."""
    require_task(tx.state, WRAP)
    task = tx.finish_task()
    if word(args, "back") == "yes":
        _to_start(tx, task.seat)
    else:
        tx.note("council_stays", T("{player}: the Council token stays.", player=who(tx.state, task.seat)))


# --- prompts ----------------------------------------------------------------------------------------------------------

WORDS = Words(name="words", label=T("What the spot gives"), at_most_chars=LONGEST, lines=True, blocks=BLOCKS)
LAST_LEVEL = pick("last", T("Is it a spot of the last level, where the track ends?"), YES_NO, "no")


def spot_prompt(state: State) -> Prompt:
    """What the spot gives: read off the board once, later taken or left."""
    task = state.tasks[0]
    player = who(state, task.seat)
    if not known(state, task.count):
        return Prompt(
            name="council.read",
            do=T("{player}: what does spot {spot} of the Council track give?", player=player, spot=task.count),
            more=T("Tap all that it shows; several spots in one level are ways to choose from. It is asked only once."),
            offers=tuple(GIVES.offers(task)),
            seat=task.seat,
            rule="council",
        )
    effects = parse(state.word(reward_name(task.count)))
    return Prompt(
        name="council.spot",
        do=T("{player}, take the reward of the Council track?", player=player),
        more=describe(effects),
        offers=(
            usual("council_take", T("Take it"), "council"),
            tap("council_leave", T("Leave it"), rule="council"),
        ),
        seat=task.seat,
        rule="council",
    )


def wrap_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    return Prompt(
        name="council.wrap",
        do=T("{player}, move the Council token back to the start?", player=who(state, task.seat)),
        more=T("If it stays, it goes there with its next step."),
        offers=(
            tap("council_wrap", T("Back to the start"), rule="council", back="yes"),
            tap("council_wrap", T("It stays for now"), rule="council", back="no"),
        ),
        seat=task.seat,
        rule="council",
    )


# --- shown and set by hand --------------------------------------------------------------------------------------------


def panels(state: State) -> tuple[Panel, ...]:
    """Each player's token on the track, with what its spot gives where that is known."""
    far = state.number(LAST) or max(5, *(player.council for player in state.players))
    tracks = tuple(
        Track(label=Text("{name}", {"name": player.name}), at=player.council, first=0, last=far,
              value=f"council_{seat + 1}", note=_next(state, player.council), icon="council")
        for seat, player in enumerate(state.players)
    )  # fmt: skip
    return (Panel(name="council", title=T("Council track"), widgets=tracks, icon="council"),)


def _next(state: State, spot: int) -> Text | None:
    """What the next step gives, if it is known."""
    if in_last_level(state, spot):
        return T("Next: back to the start")
    if not known(state, spot + 1):
        return None
    return T("Next: {what}", what=describe(parse(state.word(reward_name(spot + 1)))))


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """Where each Council token stands."""
    for seat, player in enumerate(state.players):
        label = T("Council track, spot of {player}", player=player.name)
        far = max(state.number(LAST) or MOST_SPOTS, player.council)
        yield Settable(whole(f"council_{seat + 1}", label, far), player.council, _put(seat))


def _put(seat: int) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        tx.set_player(seat, council=int(value))

    return put


FAMILY = BoardFamily(
    pattern=r"council\.([1-9][0-9]?)",
    ask=Words(name="words", label=template("Council track, spot {name}"), at_most_chars=LONGEST, lines=True,
              blocks=BLOCKS),
    label=T("What the spots of the Council track give"),
)  # fmt: skip

MOVES: dict[str, Action[Transaction]] = {
    **GIVES.moves,
    "council_told": action(told, T("Read a spot of the Council track"), WORDS, LAST_LEVEL),
    "council_take": action(take, T("Took the reward of the Council track")),
    "council_leave": action(leave, T("Left the reward of the Council track")),
    "council_wrap": action(
        wrap,
        T("Said where the Council token goes"),
        pick("back", T("Back to the start"), {"yes": T("Yes"), "no": T("No")}),
    ),
}
MODULE: GameModule[State, Transaction] = GameModule(
    name="council",
    moves=MOVES,
    tasks={STEP: spot_prompt, SPOT: spot_prompt, WRAP: wrap_prompt},
    settle=settle,
    panels=panels,
    settables=settables,
    families=(FAMILY,),
)
