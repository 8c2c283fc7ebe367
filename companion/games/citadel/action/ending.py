"""What follows an action: the die, the next try of a compound one, the next turn; and what unconsciousness makes of it
(p. 11 to 13, 20)."""

from __future__ import annotations

from dataclasses import replace

from companion.api import Args, IllegalMove, N, Prompt, T, Text
from companion.games.citadel import heroes
from companion.games.citadel.action import gearing, performing, recalling, starting, traits
from companion.games.citadel.action.sheet import DIE_SIDES
from companion.games.citadel.cards import moving
from companion.games.citadel.cards.cards import OUT_OF_PLAY
from companion.games.citadel.heroes import SEAT
from companion.games.citadel.life import piles
from companion.games.citadel.state import Action, Die, State, Task
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import pick, tap


def ends(state: State, action: Action) -> bool:
    """Whether the action is over with its card."""
    gone = any(copy.key == action.card and copy.where in OUT_OF_PLAY for copy in state.cards.copies)
    return action.over or gone


def conclude(tx: Transaction) -> None:
    """The revealed cards are discarded; the die, the next try or the next turn follow. No new turn is told of while
    something is still to be done, such as what an Exploration card says that was turned over."""
    action = _cards_away(tx)
    die = _die_after(tx, action)
    tx.set(action=None)
    _event_returned(tx, action)
    if die is None and action.sheet is not None:
        performing.take_die(tx, action.card, action.icon, action.sheet)
    elif die is not None:
        performing.put_die(tx, die)
    if die is None or not _again(tx, action, die):
        performing.close(tx, action)
    if not (tx.state.action or tx.state.tasks or tx.state.sketch.turned or tx.state.ended):
        tx.tell("action_over", _over(die), seat=action.active)


def _over(die: Die | None) -> Text:
    if die is None:
        return T("The action is over. A new turn begins.")
    return T(
        "The try is over, the action is not: its die stays on row {row} and shows {value}. A new turn begins.",
        row=die.row,
        value=die.value,
    )


def _cards_away(tx: Transaction) -> Action:
    """The revealed cards and the Skill cards that were used go where they belong; what was done is kept."""
    gearing.skills_used(tx)
    action = tx.state.action
    assert action is not None
    recalling.learn(tx, action)
    piles.discarded(tx, action.active, action.drawn)
    name = tx.state.hero(action.active).name
    if action.drawn:
        count = action.drawn
        text = N("{name}: {n} revealed card discarded.", "{name}: {n} revealed cards discarded.", count, name=name)
        tx.note("revealed_discarded", text, seat=action.active, cards=count)
        order = N(
            "{name}: put the revealed card onto your Discard Pile",
            "{name}: put the {n} revealed cards onto your Discard Pile",
            count,
            name=name,
        )
        tx.todo(order, "discard")
    return action


def try_again(tx: Transaction) -> None:
    """An action that the players count by themselves goes on with another try, by the same character until another one
    is chosen."""
    action = _cards_away(tx)
    anew = Action(
        active=action.active, involved=(action.active,), icon=action.icon, source=action.source, card=action.card,
        step="sheet", held=action.held, forced=action.forced,
    )  # fmt: skip
    tx.set(action=anew, turn=replace(tx.state.turn, last=action.active))
    tx.tell("action_goes_on", T("The action goes on."))


def _die_after(tx: Transaction, action: Action) -> Die | None:
    """The die as it lies now; None for a simple action, or when the action is over."""
    if action.die is None or action.sheet is None or ends(tx.state, action):
        return None
    shown = None if action.card else action.sheet
    if action.outcome == "success":
        return Die(
            card=action.card, icon=action.icon, row=action.next_row, value=action.next_die, by=action.active,
            sheet=shown,
        )  # fmt: skip
    value = max(1, action.die - action.successes)
    healed = min(DIE_SIDES, value + action.sheet.trait("regenerate"))
    if healed > value:
        tx.tell("regenerated", T("Regenerate: turn the die up to {value}.", value=healed), value=healed)
        performing.die_shows(tx, action, healed, before=value)
    return Die(
        card=action.card, icon=action.icon, row=action.row, value=healed, by=action.active, sheet=shown
    )  # fmt: skip


def _again(tx: Transaction, action: Action, die: Die) -> bool:
    """A mandatory compound action is taken again at once, until it is over (p. 11); False when it is not."""
    assert action.sheet is not None
    if not action.sheet.mandatory or not traits.present(tx.state, action) or tx.state.ended:
        return False
    anew = Action(
        active=action.active, involved=action.involved, icon=action.icon, source=action.source, card=action.card,
        sheet=action.sheet, step="again", row=die.row, die=die.value, held=action.held, forced=action.forced,
    )  # fmt: skip
    tx.set(action=anew, turn=replace(tx.state.turn, last=action.active))
    _go_on(tx, anew)
    return True


def _go_on(tx: Transaction, action: Action) -> None:
    """Those involved choose who is active in the next try: the same one again where that is allowed, until another one
    answers."""
    tx.tell("action_goes_on", T("The action goes on: it is mandatory."))
    eligible = traits.candidates(tx.state, action)
    if eligible:
        _begin_again(tx, action.active if action.active in eligible else eligible[0], told=len(eligible) == 1)


BEFORE_DRAWING = ("choose", "sheet", "traits", "die", "gear")


def follow(tx: Transaction) -> None:
    """Whoever falls unconscious before any card is drawn, as by a Recovery, is not active any more (p. 12, 20): of a
    mandatory action another one of those involved takes over; any other is not taken."""
    action = tx.state.action
    if action is None or action.step not in BEFORE_DRAWING or tx.state.tasks:
        return
    hero = tx.state.hero(action.active)
    if hero.conscious:
        return
    tx.tell("active_fainted", T("{name}: unconscious, so no action is possible.", name=hero.name), seat=hero.seat)
    sheet = action.sheet
    if sheet is not None and sheet.mandatory and traits.present(tx.state, action):
        again = performing.change(tx, step="again", gear=(), either={}, asking="")
        _go_on(tx, again)
        return
    _event_returned(tx, action)
    starting.not_taken(tx, action)


def alone(tx: Transaction, args: Args) -> None:
    """Nobody else takes part after all: against an Epic creature, one alone may go on."""
    action = performing.require_action(tx.state, "gear")
    if action.sheet is None or action.sheet.mandatory or action.sheet.group:
        raise IllegalMove(T("In this action everybody here takes part."), rule="action.mandatory", page=11)
    performing.change(tx, involved=(action.active,))


def active_again(tx: Transaction, args: Args) -> None:
    """The involved characters choose who is active in the next try."""
    action, seat = performing.require_action(tx.state, "again", "gear"), str(args["seat"])
    mandatory = action.sheet is not None and action.sheet.mandatory
    if action.step == "gear" and not (mandatory or traits.barred(tx.state, action)):
        raise IllegalMove(T("The active player is chosen already."), rule="action.turn", page=10)
    if seat not in traits.candidates(tx.state, action):
        raise IllegalMove(T("Epic: nobody may be active twice in a row."), rule="traits", page=23)
    _begin_again(tx, seat)


def _begin_again(tx: Transaction, seat: str, told: bool = True) -> None:
    action = tx.state.action
    assert action is not None
    everybody = action.sheet is not None and (action.sheet.mandatory or action.sheet.group)
    involved = heroes.together(tx.state, seat) if everybody else action.involved
    performing.change(tx, active=seat, involved=involved, step="gear", gear=(), either={}, asking="")
    gearing.add_forced(tx)
    if told:
        tx.tell("active_again", T("{name}: active player.", name=tx.state.hero(seat).name), seat=seat)


def _event_returned(tx: Transaction, action: Action) -> None:
    """If all who took part are unconscious, an event card is returned (p. 20); which kind, only the page's icon
    shows."""
    if any(tx.state.hero(seat).conscious for seat in action.involved) or tx.state.ended:
        return
    copy = next((copy for copy in tx.state.cards.copies if copy.key == action.card), None)
    if copy is None or copy.where in OUT_OF_PLAY or action.source not in ("temporary", "event"):
        return
    said = tx.state.board.get("faint_card")
    if said is None:
        tx.add_first(Task(kind="faint_card", card=action.card, about=action.source))
    elif said in ("both", "temporary" if action.source == "temporary" else "permanent"):
        moving.return_(tx, action.card)


def faint_card_told(tx: Transaction, args: Args) -> None:
    """The page's icon was read: the card is returned, or not."""
    task = tx.finish_task("faint_card")
    kind = str(args["kind"])
    tx.learn("faint_card", kind)
    if kind in ("both", "temporary" if task.about == "temporary" else "permanent"):
        moving.return_(tx, task.card)


# --- the next try -----------------------------------------------------------------------------------------------------


def again_prompt(state: State, action: Action) -> Prompt:
    """A mandatory compound action goes on: the involved characters choose who is active."""
    names = tuple(state.hero(seat) for seat in traits.candidates(state, action))
    return Prompt(
        name="action.again",
        do=T("The action goes on. Who is active now?"),
        more=None if action.die is None else T("Row {row}: the die shows {value}.", row=action.row, value=action.die),
        offers=tuple(
            tap("active_again", T("{name}", name=hero.name), rule="action.compound", seat=hero.seat) for hero in names
        ),
        rule="action.compound",
    )


def faint_card_prompt(state: State, task: Task) -> Prompt:
    """All who took part are unconscious: which event card is returned, an icon on page 20 shows."""
    kinds = {
        "temporary": T("A Temporary event card"),
        "permanent": T("A Permanent event card"),
        "both": T("Either of them"),
    }
    return Prompt(
        name="life.faint_card",
        do=T("All who took part are unconscious. Which card is returned?"),
        more=T("Page 20 shows the kind of card in its text on unconsciousness. It is asked only once."),
        offers=tuple(tap("faint_card_told", text, rule="life.unconscious", kind=kind) for kind, text in kinds.items()),
        rule="life.unconscious",
    )


MOVES: Moves = {
    "active_again": move(active_again, T("Chose the active player"), SEAT),
    "alone": move(alone, T("Nobody else takes part")),
    "faint_card_told": move(
        faint_card_told,
        T("Read page 20"),
        pick("kind", T("Card"), {"temporary": T("Temporary"), "permanent": T("Permanent"), "both": T("Both")}),
    ),
}
