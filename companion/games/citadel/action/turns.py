"""What can be begun: who acts, actions that are known; and mandatory actions in the midst of something else: of a
revealed event, a Terrain card, or a dialogue (p. 10 to 11, 18)."""

from __future__ import annotations

from dataclasses import replace

from companion.api import Args, IllegalMove, Move, Offer, Prompt, T, Text
from companion.games.citadel import heroes
from companion.games.citadel.action import facts, starting
from companion.games.citadel.action.sheet import ACTIONS, called
from companion.games.citadel.action.starting import ICON, known_of, sources, start
from companion.games.citadel.board import figures
from companion.games.citadel.cards import revealing
from companion.games.citadel.heroes import SEAT, together, which_hero
from companion.games.citadel.state import Hero, State, Task
from companion.games.citadel.transaction import AMID, Moves, Transaction, move
from companion.toolkit import pick, word

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


MOST_AT_ONCE = 6  # known actions of all characters that stand in the list of what can be begun


def offers(state: State) -> tuple[Offer, ...]:
    """Known actions are one tap while there are few of them; else whoever is conscious is chosen as active first
    (p. 10)."""
    known = tuple(
        replace(one, label=_of(state, hero, one.label), under=T("Turn")) for hero in state.awake
        for card in sources(state, hero) for one in known_of(state, hero, card)
    )  # fmt: skip
    return (*(known if len(known) <= MOST_AT_ONCE else ()), *_turns(state))


def _of(state: State, hero: Hero, action: Text) -> Text:
    return action if len(state.awake) == 1 else T("{name}: {action}", name=hero.name, action=action)


def _turns(state: State) -> tuple[Offer, ...]:
    return tuple(
        Offer(
            move=Move("turn", {"seat": hero.seat}),
            label=T("{name} acts", name=hero.name),
            note=_note(state, hero),
            under=T("Turn"),
            rule="action.turn",
        )
        for hero in state.awake
    )


def next_left(state: State) -> str:
    """Without an agreement the player to the left of the last active one is next (p. 10)."""
    seats = [hero.seat for hero in state.party]
    if state.turn.last not in seats:
        return ""
    at = seats.index(state.turn.last)
    order = (*seats[at + 1 :], *seats[: at + 1])
    return next((seat for seat in order if state.hero(seat).conscious), "")


def _note(state: State, hero: Hero) -> Text | None:
    if len(state.awake) < 2 or not state.turn.last:
        return None
    if hero.seat == state.turn.last:
        return T("Again, if all agree")
    return T("Next, if you cannot agree") if hero.seat == next_left(state) else None


def reminders(state: State) -> tuple[Prompt, ...]:
    """A card that was just revealed may show a mandatory action: it is taken in its midst."""
    task = interrupted(state)
    if task is None or task.kind == "board.mandatory" or not state.awake:
        return ()  # the Terrain card's own prompt offers it
    heroes = who(state, task)
    known = tuple(_at_once(hero, icon) for icon in facts.known_actions(state, task.card) for hero in heroes)
    asks = (
        which_hero(heroes, T("Active player"), usual=heroes[0].seat),
        pick("icon", T("Action"), ACTIONS),
    )
    other = Offer(move=Move("act_now"), label=T("It shows an action"), asks=asks, rule="action.mandatory")
    return (
        Prompt(
            name="action.mandatory",
            do=T("Does it show an action?"),
            more=T("All characters on this Terrain card take part, and choose who is active."),
            offers=(*known, other),
            rule="action.mandatory",
        ),
    )


def _at_once(hero: Hero, icon: str) -> Offer:
    return Offer(
        move=Move("act_now", {"seat": hero.seat, "icon": icon}),
        label=T("{action}: {name} is active", action=called(icon), name=hero.name),
        rule="action.mandatory",
    )


MOVES: Moves = {
    "act_now": move(act_now, starting.label, SEAT, ICON),
}
