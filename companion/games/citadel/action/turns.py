"""What can be begun: who acts, actions that are known; and mandatory actions in the midst of something else: of a
revealed event, a Terrain card, or a dialogue (p. 10 to 11, 18)."""

from __future__ import annotations

from dataclasses import replace

from companion.api import Args, IllegalMove, Move, Offer, T, Text
from companion.games.citadel import heroes
from companion.games.citadel.action import facts, places, starting
from companion.games.citadel.action.places import GRID, ICON
from companion.games.citadel.action.sheet import called
from companion.games.citadel.action.starting import start
from companion.games.citadel.board import figures
from companion.games.citadel.cards import revealing
from companion.games.citadel.heroes import SEAT, together
from companion.games.citadel.state import Hero, State, Task
from companion.games.citadel.transaction import AMID, Moves, Transaction, move
from companion.toolkit import word

DIALOGUE = "dialogue"
# Tasks in whose midst a mandatory action is taken, and where it then stands.
INTERRUPTED = {
    revealing.EVENT: "temporary",
    "board.turned": "temporary",
    "board.mandatory": "terrain",
    DIALOGUE: "dialogue",
}


def act_now(tx: Transaction, args: Args) -> None:
    """A revealed card shows a mandatory action: it is taken at once, and what waits goes on afterwards (p. 11)."""
    task, seat = interrupted(tx.state), word(args, "seat")
    if task is None:
        raise IllegalMove(T("No card that was just revealed shows an action."), rule="action.mandatory", page=11)
    if seat not in {hero.seat for hero in who(tx.state, task)}:
        raise IllegalMove(
            T("Only somebody on that Terrain card can be the active player."), rule="action.mandatory", page=11
        )
    card = task.card if any(copy.key == task.card for copy in tx.state.cards.copies) else ""
    held = tx.state.tasks if task.kind == DIALOGUE else tx.state.tasks[1:]
    outer = tx.state.action
    if outer is not None:
        tx.set(turn=replace(tx.state.turn, waiting=(*tx.state.turn.waiting, outer)))
    tx.set(tasks=(), action=None)
    start(tx, seat, word(args, "icon"), INTERRUPTED[task.kind], card, held, forced=True)


def interrupted(state: State) -> Task | None:
    """What a mandatory action may come up in now: the dialogue that is being read, or else the event or Terrain card
    that was revealed; None where nothing of that kind is done. Whoever reads or revealed it is the task's seat."""
    calm = state.action is None or state.action.step == "consequence"
    if state.campaign.reading and calm and (not state.tasks or state.tasks[0].kind in AMID):
        return Task(kind=DIALOGUE, seat=_reader(state))
    task = state.tasks[0] if state.tasks else None
    return task if task is not None and task.kind in INTERRUPTED else None


def _reader(state: State) -> str:
    """The active player reads a dialogue (p. 18); in the midst of an event, whoever resolves that."""
    seat = state.tasks[0].seat if state.tasks else ""
    return seat or (heroes.active_seat(state) if state.awake else "")


def who(state: State, task: Task) -> tuple[Hero, ...]:
    """Who may be the active player of the mandatory action: on a Terrain card whoever stands there, else everybody on
    the Terrain card of the one who revealed it or reads it (p. 11, 18), that one first."""
    if task.kind == "board.mandatory":
        return tuple(state.hero(seat) for seat in figures.on(state, task.card))
    if not state.awake:
        return ()
    seat = next((hero.seat for hero in state.awake if hero.seat == task.seat), state.awake[0].seat)
    return tuple(state.hero(one) for one in together(state, seat))


def offers(state: State) -> tuple[Offer, ...]:
    """What whoever is next can do; anybody else acts where all agree (p. 10)."""
    hero = heroes.proposed(state)
    if hero is None:
        return ()
    return (*starting.choices(state, hero, T("Turn")), *_others(state, hero))


def _others(state: State, proposed: Hero) -> tuple[Offer, ...]:
    return tuple(
        Offer(
            move=Move("turn", {"seat": hero.seat}),
            label=T("{name} acts", name=hero.name),
            note=T("Again, if all agree") if hero.seat == state.turn.last else None,
            under=T("Somebody else, if all agree"),
            rule="action.turn",
        )
        for hero in state.awake
        if hero.seat != proposed.seat
    )


SHOWS = T("It shows an action")


def aside(state: State) -> tuple[Offer, ...]:
    """A card that was just revealed may show a mandatory action: it is taken in its midst."""
    task = interrupted(state)
    if task is None or task.kind == "board.mandatory" or not state.awake:
        return ()  # the Terrain card's own prompt offers it
    return taken_now(state, who(state, task)[0], task.card, SHOWS)


def taken_now(
    state: State, hero: Hero, card: str, under: Text | None = None, barred: tuple[str, ...] = ()
) -> tuple[Offer, ...]:
    """A mandatory action with this character as the active player, until another one is chosen: those that the card is
    known to show, then all icons."""
    known = tuple(icon for icon in facts.known_actions(state, card) if icon not in barred)
    icons = tuple(icon for icon in facts.in_front(state) if icon not in barred)
    rows = {icons[:GRID]: T("{name} takes the action", name=hero.name), icons[GRID:]: T("Another action")}
    return (
        *(_at_once(hero, icon, under) for icon in known),
        *(
            Offer(
                move=Move("act_now", {"seat": hero.seat}),
                label=label,
                asks=(places.icons_ask(some),),
                under=under,
                rule="action.mandatory",
            )
            for some, label in rows.items()
        ),
    )


def _at_once(hero: Hero, icon: str, under: Text | None) -> Offer:
    return Offer(
        move=Move("act_now", {"seat": hero.seat, "icon": icon}),
        label=T("{name}: {action}", action=called(icon), name=hero.name),
        under=under,
        rule="action.mandatory",
        icon=icon,
    )


MOVES: Moves = {
    "act_now": move(act_now, places.label, SEAT, ICON),
}
