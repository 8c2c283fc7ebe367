"""The Generator board on the phones, and its markers and cubes set by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.api import Counter, Mark, N, Note, Panel, T, Text, Track, Value, Widget
from companion.games.frostpunk.forms import YES_NO, Settable
from companion.games.frostpunk.generator.cold import icons_at
from companion.games.frostpunk.generator.stress_check import cubes_at
from companion.games.frostpunk.state import MOST_CUBES_INSIDE, SMALL_SPACES, State
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import citizens
from companion.toolkit import GameModule, pick, whole

# --- Generator --------------------------------------------------------------------------------------------------------


def _generator(state: State) -> Panel:
    """The Heat, Stress and Generator tracks, and the tower."""
    board = state.generator
    waiting = N("{n} of them lies in the drawer.", "{n} of them lie in the drawer.", board.waiting)
    inside = Counter(
        label=T("Cubes inside"),
        count=board.inside,
        value="inside",
        note=waiting if board.waiting else None,
        icon="stress",
    )
    upgraded = (Note(text=T("The Generator Upgrade is in.")),) if board.upgraded else ()
    widgets = (_heat(state), _stress(state), inside, *_indicators(state), *upgraded)
    return Panel(name="generator", title=T("Generator"), widgets=widgets, icon="generator")


def _heat(state: State) -> Track:
    board = state.generator
    return Track(
        label=T("Heat, overheated") if board.overheated else T("Heat"),
        at=board.heat,
        first=1,
        last=state.fact("heat_spaces") or board.cold,
        marks=(Mark(at=board.cold, label=T("Cold marker"), tone="cold"),),
        icon="heat",
        main=True,
        tone="danger" if board.overheated else "plain",
        value="heat",
        note=_heat_note(state),
    )


def _heat_note(state: State) -> Text | None:
    """What the next stress check would bring from here, as far as it is known."""
    cubes, icons = cubes_at(state, state.generator.heat), icons_at(state, state.generator.heat)
    if icons is not None and any(icons.values()):
        return T("Between the markers, as they stand, these fall sick: {who}.", who=citizens(icons))
    if cubes is not None:
        return N("This space shows {n} cube.", "This space shows {n} cubes.", cubes)
    if state.fact("heat_spaces") is None:
        return T("Shown up to the Cold marker: the length of the track is not known yet.")
    return None


def _stress(state: State) -> Track:
    board = state.generator
    over = board.stress - SMALL_SPACES
    return Track(
        label=T("Stress"),
        at=min(board.stress, SMALL_SPACES),
        first=0,
        last=SMALL_SPACES,
        marks=(Mark(at=SMALL_SPACES, label=T("Last small space"), tone="danger"),),
        icon="stress",
        main=True,
        tone="danger" if board.stress >= SMALL_SPACES - 1 else "plain",
        value="stress",
        note=N("{n} cube on the overflow space.", "{n} cubes on the overflow space.", over) if over > 0 else None,
    )


def _indicators(state: State) -> tuple[Widget, ...]:
    board = state.generator
    return (
        Counter(label=T("Cold marker"), count=board.cold, value="cold", tone="cold", icon="cold"),
        Counter(label=T("Red indicator"), count=board.red, value="red", icon="indicator"),
        Counter(label=T("Orange indicator"), count=board.orange, value="orange", icon="indicator"),
        Counter(label=T("Yellow indicator"), count=board.yellow, value="yellow", icon="indicator"),
    )


def _limits(state: State) -> Mapping[str, tuple[Text, int, int]]:
    """The markers and cubes of the Generator board, the lowest and the highest they can be set to."""
    board, last = state.generator, state.last_generator_space
    return {
        "heat": (T("Heat marker"), 1, board.cold),
        "cold": (T("Cold marker"), board.heat, state.last_heat),
        "red": (T("Red indicator"), 1, last),
        "orange": (T("Orange indicator"), 1, last),
        "yellow": (T("Yellow indicator"), 1, last),
        "stress": (T("Stress cubes"), 0, MOST_CUBES_INSIDE),
        "inside": (T("Cubes inside the Generator"), max(board.waiting, board.fell), MOST_CUBES_INSIDE),
        "waiting": (T("Cubes left in the drawer"), 0, board.inside),
    }


def settables(state: State) -> Iterator[Settable]:
    """The markers and cubes of the Generator board, and what is in it."""
    board = state.generator
    for name, (label, least, most) in _limits(state).items():
        yield Settable(whole(name, label, most, at_least=least), getattr(board, name), _put(name))
    for name, label in (("overheated", T("Heat marker overheated")), ("upgraded", T("Generator Upgrade in"))):
        yield Settable(pick(name, label, YES_NO), "yes" if getattr(board, name) else "no", _put(name))


def _put(name: str) -> Callable[[Transaction, Value], None]:
    return lambda tx, value: tx.set_generator(**{name: value == "yes" if isinstance(value, str) else value})


MODULE: GameModule[State, Transaction] = GameModule(
    name="generator",
    panels=lambda state: (_generator(state),),
    settables=settables,
)
