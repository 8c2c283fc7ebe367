"""Figures on the Board (p. 22): steps to an adjacent Terrain card, other effects that move them, and where they
arrive."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove, Urgency
from companion.api.text import T
from companion.games.citadel.board import geometry
from companion.games.citadel.board.placing import change_space
from companion.games.citadel.board.sketch import EXPLORATION, beside
from companion.games.citadel.board.words import number_of
from companion.games.citadel.cards.words import listed
from companion.games.citadel.life import limits
from companion.games.citadel.state import State, Task
from companion.games.citadel.transaction import Transaction, require_effects, require_free
from companion.toolkit.modules import word

EVERYBODY = "all"
CONSEQUENCE = "consequence"  # the step of an action in which effects move figures


def figure_of(state: State, seat: str) -> str:
    """The key of the Terrain card that a character's figure stands on; empty while it is off the Board."""
    return state.hero(seat).place


def on(state: State, terrain: str) -> tuple[str, ...]:
    """The seats whose figures stand on a Terrain card."""
    return tuple(hero.seat for hero in state.awake if hero.place == terrain)


def fog_beside(state: State, terrain: str) -> tuple[str, ...]:
    """The Exploration cards that an arrow of a Terrain card points to: whoever stands there may take the actions that
    their backs show (p. 21)."""
    here = state.sketch.holding(terrain)
    if here is None:
        return ()
    spaces = (state.sketch.at(*beside(here.x, here.y, arrow.side)) for arrow in here.arrows or ())
    return tuple(space.key for space in spaces if space is not None and space.kind == EXPLORATION)


def forbidden(state: State, terrain: str) -> tuple[str, ...]:
    """The actions that cannot be taken from a Terrain card any more, because an attached Permanent event bears their
    icon in its placement arrow (p. 11, 17)."""
    found = (one.action for one in state.sketch.attached if one.to == terrain and one.action)
    return tuple(dict.fromkeys(found))


def steps_for(state: State, seat: str) -> tuple[str, ...]:
    """The Terrain cards that a character's move action can lead to."""
    return tuple(space.key for space in geometry.adjacent(state.sketch, state.hero(seat).place))


def step(tx: Transaction, args: Args) -> None:
    """The move action of a Character card: that character's own figure goes to an adjacent Terrain card (p. 22). It is
    a turn like any other: whoever takes it is the last active player then (p. 10)."""
    require_free(tx.state)
    seat, to = word(args, "seat"), word(args, "to")
    hero = tx.state.hero(seat)
    if not hero.conscious or not hero.place:
        raise IllegalMove(T("{name}: your figure is not on the Board.", name=hero.name), rule="board.move", page=22)
    if to not in steps_for(tx.state, seat):
        raise IllegalMove(
            T("The move action only leads to a Terrain card beside the one where you stand."),
            rule="board.move",
            page=22,
        )
    heavy = limits.too_heavy(tx.state, seat)
    if heavy:
        raise IllegalMove(
            T("{name}: you carry more than you may, so the move action is not allowed.", name=hero.name),
            rule="board.move",
            page=19,
        )
    if heavy is None:
        tx.tell(
            "weight_unknown",
            T("{name}: check your weight. Above your limit you may not take the move action.", name=hero.name),
            seat=seat,
        )
    tx.acted(seat)
    go(tx, (seat,), to)


def moved(tx: Transaction, args: Args) -> None:
    """Another effect moves one figure, or those of all conscious characters, to any Terrain card (p. 22). Effects come
    while nothing presses, or as the consequence of an action (p. 13)."""
    require_effects(tx.state)
    if tx.state.action is not None and tx.state.action.step != CONSEQUENCE:
        raise IllegalMove(
            T("An action is being performed: effects move figures in its Consequence step."), rule="board.move", page=13
        )
    who, to = word(args, "who"), word(args, "to")
    if to not in {space.key for space in tx.state.sketch.terrains}:
        raise IllegalMove(T("That Terrain card is not on the Board."), rule="board.move", page=22)
    seats = tuple(hero.seat for hero in tx.state.awake if who in (EVERYBODY, hero.seat))
    if not seats:
        raise IllegalMove(T("An unconscious character's figure stays off the Board."), rule="life.unconscious", page=20)
    if all(tx.state.hero(seat).place == to for seat in seats):
        text = T("There is nobody to move: the figures stand on {number} already.", number=number_of(tx.state, to))
        raise IllegalMove(text, rule="board.move", page=22)
    go(tx, seats, to)


def go(tx: Transaction, seats: tuple[str, ...], to: str) -> None:
    """Figures arrive on a Terrain card; a mandatory action there has to be taken at once (p. 22)."""
    going = tuple(seat for seat in seats if tx.state.hero(seat).place != to)
    for seat in going:
        tx.set_hero(seat, place=to)
    if not going:
        return
    number = number_of(tx.state, to)
    names = listed([T("{name}", name=tx.state.hero(seat).name) for seat in going])
    tx.tell("figures_moved", T("On {number} now: {names}.", number=number, names=names), card=to)
    arrive(tx, to, going)


def arrive(tx: Transaction, terrain: str, seats: tuple[str, ...]) -> None:
    """A mandatory action on the Terrain card must be taken together by all who are there (p. 11, 22)."""
    space = tx.state.sketch.holding(terrain)
    if space is None or not space.mandatory or not seats:
        return
    task = Task(kind="board.mandatory", card=terrain, seats=on(tx.state, terrain))
    if not any(one.kind == task.kind and one.card == terrain for one in tx.state.tasks):
        tx.add_first(task)
        text = T("{number} shows a mandatory action.", number=number_of(tx.state, terrain))
        tx.tell("mandatory_here", text, Urgency.URGENT, card=terrain)


def settle(tx: Transaction) -> None:
    """A mandatory action where nobody stands any more presses nobody: the figures were put elsewhere by hand, or all
    who had arrived are unconscious."""
    left = tuple(
        task for task in tx.state.tasks if task.kind != "board.mandatory" or on(tx.state, task.card)
    )  # fmt: skip
    if left != tx.state.tasks:
        tx.set(tasks=left)


def mandatory_over(tx: Transaction, args: Args) -> None:
    """The mandatory action can no longer be taken from this Terrain card: its icon is on an attached event (p. 11)."""
    task = tx.finish_task("board.mandatory")
    space = tx.state.sketch.holding(task.card)
    if space is not None:
        change_space(tx, space, mandatory=False)
    text = T("The mandatory action of {number} can no longer be taken.", number=number_of(tx.state, task.card))
    tx.note("mandatory_over", text, card=task.card)


def mandatory_taken(tx: Transaction, args: Args) -> None:
    """It is being taken: whether it comes again, the Terrain card and what is attached to it say."""
    task, seat = tx.finish_task("board.mandatory"), word(args, "seat")
    if seat not in on(tx.state, task.card):
        raise IllegalMove(
            T("Only somebody on that Terrain card can be the active player."), rule="action.mandatory", page=11
        )
    tx.acted(seat)
    text = T("The mandatory action of {number} is taken together.", number=number_of(tx.state, task.card))
    tx.note("mandatory_taken", text, card=task.card)
