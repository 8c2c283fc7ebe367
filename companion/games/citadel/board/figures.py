"""Figures on the Board (p. 22): steps to an adjacent Terrain card, other effects that move them, and where they
arrive."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.api import Args, IllegalMove, Move, Offer, T, Text, Urgency, Value, Words
from companion.games.citadel.board import geometry, showing
from companion.games.citadel.board.placing import change_space
from companion.games.citadel.board.showing import LONGEST_KEY, number_of
from companion.games.citadel.board.sketch import EXPLORATION, Space, beside
from companion.games.citadel.cards.looking import listed
from companion.games.citadel.life import limits
from companion.games.citadel.state import Hero, State, Task
from companion.games.citadel.transaction import Moves, Transaction, move, require_effects, require_free
from companion.toolkit import Settable, pick, seat_of, tap, word

EVERYBODY = "all"
CONSEQUENCE = "consequence"  # the step of an action in which effects move figures


def on(state: State, terrain: str) -> tuple[str, ...]:
    """The seats whose figures stand on a Terrain card."""
    return tuple(hero.seat for hero in state.awake if hero.place == terrain)


def seat_on(state: State, terrain: str) -> int | None:
    """Whose business a Terrain card is: the only one's who stands there, for the phones."""
    here = on(state, terrain)
    return seat_of(here[0]) if len(here) == 1 else None


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
    while nothing else has to be done, or as the consequence of an action (p. 13)."""
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
    tx.todo(T("Move figures to {number}: {names}", number=number, names=names), "figure")
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


def follow(tx: Transaction) -> None:
    """Nobody has to take a mandatory action where nobody stands any more: the figures were put elsewhere by hand, or
    all who had arrived are unconscious."""
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


TO_TERRAIN = Words(name="to", label=T("Terrain card"), at_most_chars=LONGEST_KEY)
_SEAT = Words(name="seat", label=T("Who"), at_most_chars=8)
_WHO = Words(name="who", label=T("Who"), at_most_chars=8)


# --- what is shown ----------------------------------------------------------------------------------------------------


FIGURES = T("Figures on the Board")


def spaces_for(state: State, hero: Hero) -> tuple[Space, ...]:
    """Where a character can explore or go: the Exploration cards beside the figure and the adjacent Terrain cards; all
    Exploration cards while the figure is not on the sketch."""
    fog = set(fog_beside(state, hero.place))
    cards = (one for one in state.sketch.spaces if one.kind == EXPLORATION and (one.key in fog or not hero.place))
    return (*cards, *geometry.adjacent(state.sketch, hero.place))


def ways(state: State, hero: Hero, under: Text | None = None) -> tuple[Offer, ...]:
    """One tap on the map explores, or moves the figure (p. 21 to 22)."""
    spaces = spaces_for(state, hero)
    move, names = Move("to_space", {"seat": hero.seat}), {one.name: showing.where(state, one.name) for one in spaces}
    if not spaces:
        return ()
    if len(spaces) == 1:
        only, there = spaces[0], names[spaces[0].name]
        label = T("{name} explores: {card}", name=hero.name, card=there)
        if only.kind != EXPLORATION:
            label = T("{name} moves to {card}", name=hero.name, card=there)
        return (tap("to_space", label, under=under, rule="exploring", seat=hero.seat, space=only.name),)
    kinds = {one.kind == EXPLORATION for one in spaces}
    label = T("{name} explores or moves", name=hero.name)
    if kinds == {True}:
        label = T("{name} explores", name=hero.name)
    elif kinds == {False}:
        label = T("{name} moves", name=hero.name)
    ask = pick("space", T("Tap where to"), names, on=showing.MAP)
    return (Offer(move=move, label=label, asks=(ask,), under=under, rule="exploring"),)


def by_effect(state: State) -> tuple[Offer, ...]:
    """Figures that an effect moves: each one, and all of them, to any Terrain card."""
    whose = {hero.seat: T("{name}: an effect moves the figure", name=hero.name) for hero in state.awake}
    everybody = {EVERYBODY: T("An effect moves all figures")} if len(state.awake) > 1 else {}
    return tuple(
        Offer(
            move=Move("figures_to", {"who": who}),
            label=label,
            asks=(pick("to", T("Terrain card"), places),),
            under=FIGURES,
            rule="board.move",
        )
        for who, label in (everybody | whose).items()
        if (places := _elsewhere(state, who))
    )


def _elsewhere(state: State, who: str) -> dict[str, Text]:
    """The Terrain cards where somebody who is moved does not stand yet."""
    moved = tuple(hero for hero in state.awake if who in (EVERYBODY, hero.seat))
    return {
        one.key: T("{number}", number=number_of(state, one.key))
        for one in state.sketch.terrains
        if any(hero.place != one.key for hero in moved)
    }


OFF = "off"


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """Where each figure stands."""
    terrains = {one.key: T("{number}", number=number_of(state, one.key)) for one in state.sketch.terrains}
    places = {OFF: T("Off the Board")} | terrains
    for hero in state.party:
        ask = pick(f"figure_{hero.seat}", T("Figure of {name}", name=hero.name), places)
        yield Settable(ask, hero.place if hero.place in places else OFF, partial(_stand, hero.seat))


def _stand(seat: str, tx: Transaction, value: Value) -> None:
    """A figure stands elsewhere."""
    if value != OFF:
        go(tx, (seat,), str(value))
        return
    hero = tx.set_hero(seat, place="")
    tx.note("figure_off", T("{name}: the figure is off the Board.", name=hero.name), seat=seat)


MOVES: Moves = {
    "step": move(step, lambda a: T("Moved to {terrain}", terrain=showing.number_in(word(a, "to"))), _SEAT, TO_TERRAIN),
    "figures_to": move(
        moved, lambda a: T("Figures put on {terrain}", terrain=showing.number_in(word(a, "to"))), _WHO, TO_TERRAIN
    ),
    "mandatory_taken": move(mandatory_taken, T("Took the mandatory action"), _SEAT),
    "mandatory_over": move(mandatory_over, T("The mandatory action can no longer be taken")),
}
