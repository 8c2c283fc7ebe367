"""The Consequence step (p. 13), and what follows: the die, the next try of a compound action, the next turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.api.game import Args, IllegalMove
from companion.api.text import N, T
from companion.games.citadel.action import closing, dice, facts, gearing, recalling, selecting, starting
from companion.games.citadel.action.running import Action, Die
from companion.games.citadel.action.sheet import DIE_SIDES
from companion.games.citadel.cards import moving
from companion.games.citadel.cards.cards import OUT_OF_PLAY
from companion.games.citadel.life import limits, piles, points
from companion.games.citadel.state import State, Task
from companion.games.citadel.transaction import Transaction
from companion.toolkit.modules import number

MOST_ROWS = recalling.MOST_ROWS


def kept(tx: Transaction, args: Args) -> None:
    """Some revealed cards go to the hand instead of the Discard Pile, where an effect says so (p. 13, 18)."""
    action = starting.require_action(tx.state, "consequence")
    count, hero = number(args, "count"), tx.state.hero(action.active)
    if count > action.drawn:
        text = N("Only {n} card was revealed.", "Only {n} cards were revealed.", action.drawn)
        raise IllegalMove(text, rule="action.consequence", page=13)
    starting.change(tx, drawn=action.drawn - count)
    recalling.applied(tx, f"keep {count}")
    piles.into_hand(tx, action.active, count)
    text = N("{name}: {n} revealed card to the hand.", "{name}: {n} revealed cards to the hand.", count, name=hero.name)
    tx.tell("cards_kept", text, seat=action.active, cards=count)
    if limits.hand_limit(tx.state, action.active) is None:
        limits.ask_limits(tx, action.active)


def damage(tx: Transaction, args: Args) -> None:
    """The active player suffers damage; what class icons cancel is used up (p. 13, 18)."""
    action = starting.require_action(tx.state, "consequence")
    count = number(args, "count")
    used = min(count, action.cancels)
    starting.change(tx, cancels=action.cancels - used)
    recalling.applied(tx, f"damage {count}")
    points.lose(tx, action.active, count, damage=True, cancelled=used)


def row_moved(tx: Transaction, args: Args) -> None:
    """The die goes to another row: one further for each arrow, set to that row's difficulty (p. 18)."""
    action = starting.require_action(tx.state, "consequence")
    assert action.sheet is not None
    if action.die is None or action.outcome != "success":
        text = T("The die moves only after a success of a compound action.")
        raise IllegalMove(text, rule="action.compound", page=13)
    row, value = action.row + number(args, "rows"), number(args, "difficulty")
    rows = list(action.sheet.rows) + [0] * (row - len(action.sheet.rows))
    rows[row - 1] = value
    sheet = replace(action.sheet, rows=tuple(rows))
    facts.learn_sheet(tx, action.card, action.icon, sheet)
    starting.change(tx, sheet=sheet, next_row=row, next_die=value, over=False)
    recalling.applied(tx, f"die {number(args, 'rows')} {value}")
    text = T("The die goes to row {row}, showing {value}.", row=row, value=value)
    tx.tell("die_moved", text, row=row, value=value)
    if number(args, "close"):
        conclude(tx)


def over(tx: Transaction, args: Args) -> None:
    """The card is gone, or its last row was done: a compound action is over (p. 13)."""
    starting.require_action(tx.state, "consequence")
    starting.change(tx, over=True, next_row=0, next_die=0)
    recalling.applied(tx, "last")
    if number(args, "close"):
        conclude(tx)


WAYS: Mapping[str, Callable[[Transaction, str], None]] = {
    "past": moving.discard, "banished": moving.banish, "deck": moving.return_,
}  # fmt: skip


def card_goes(tx: Transaction, to: str) -> None:
    """The card of the action goes where the section says."""
    action = tx.state.action
    assert action is not None
    WAYS[to](tx, action.card)
    recalling.applied(tx, f"card {to}")


def event_shown(state: State, action: Action) -> bool:
    """Whether the action stands on a Temporary event that was revealed just now."""
    shown = any(copy.key == action.card and copy.where == "shown" for copy in state.cards.copies)
    return shown and action.source == "temporary"


def event_over(state: State, action: Action) -> bool:
    """Whether a Temporary event is resolved with this action: a simple one, or a compound one that is over (p. 17)."""
    return event_shown(state, action) and (action.die is None or action.over)


def event_done(tx: Transaction, args: Args) -> None:
    """The action is over, and with it the Temporary event, which is discarded (p. 17)."""
    action = starting.require_action(tx.state, "consequence")
    if action.due:
        raise IllegalMove(T("The creature’s traits come first: they are shown at the top."), rule="traits", page=23)
    if not event_shown(tx.state, action):
        raise IllegalMove(T("No event was revealed just now."), rule="cards.kinds", page=17)
    card_goes(tx, "past")
    conclude(tx)


def finish(tx: Transaction, args: Args) -> None:
    """All consequences are applied: the revealed cards are discarded."""
    action = starting.require_action(tx.state, "consequence")
    if action.due:
        raise IllegalMove(T("The creature’s traits come first: they are shown at the top."), rule="traits", page=23)
    if unsettled(tx.state, action):
        raise IllegalMove(T("Say first where the die goes."), rule="action.compound", page=13)
    conclude(tx)


def unsettled(state: State, action: Action) -> bool:
    """Whether it is still open where the die goes after a success of a compound action."""
    return action.die is not None and action.outcome == "success" and not (action.next_row or ends(state, action))


def ends(state: State, action: Action) -> bool:
    """Whether the action is over with its card."""
    gone = any(copy.key == action.card and copy.where in OUT_OF_PLAY for copy in state.cards.copies)
    return action.over or gone


def conclude(tx: Transaction) -> None:
    """The revealed cards are discarded; the die, the next try or the next turn follow."""
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
    die = _die_after(tx, action)
    tx.set(action=None)
    _event_returned(tx, action)
    if die is None:
        dice.take(tx, action.card, action.icon)
    else:
        dice.put(tx, die)
    if die is None or not _again(tx, action, die):
        closing.close(tx, action)
    if tx.state.action is None and not tx.state.ended:
        tx.tell("action_over", T("The action is over. A new turn begins."), seat=action.active)


def _die_after(tx: Transaction, action: Action) -> Die | None:
    """The die as it lies now; None for a simple action, or when the action is over."""
    if action.die is None or action.sheet is None or ends(tx.state, action):
        return None
    if action.outcome == "success":
        return Die(
            card=action.card, icon=action.icon, row=action.next_row, value=action.next_die, by=action.active
        )  # fmt: skip
    value = max(1, action.die - action.successes)
    healed = min(DIE_SIDES, value + action.sheet.trait("regenerate"))
    if healed > value:
        tx.tell("regenerated", T("Regenerate: turn the die up to {value}.", value=healed), value=healed)
    return Die(card=action.card, icon=action.icon, row=action.row, value=healed, by=action.active)


def _again(tx: Transaction, action: Action, die: Die) -> bool:
    """A mandatory compound action is taken again at once, until it is over (p. 11); False when it is not."""
    assert action.sheet is not None
    if not action.sheet.mandatory or not _present(tx.state, action) or tx.state.ended:
        return False
    anew = Action(
        active=action.active, involved=action.involved, icon=action.icon, source=action.source, card=action.card,
        sheet=action.sheet, step="again", row=die.row, die=die.value, held=action.held, forced=action.forced,
    )  # fmt: skip
    tx.set(action=anew, turn=replace(tx.state.turn, last=action.active))
    _go_on(tx, anew)
    return True


def _go_on(tx: Transaction, action: Action) -> None:
    """Somebody is active in the next try: chosen by those involved, unless there is only one."""
    tx.tell("action_goes_on", T("The action goes on: it is mandatory."))
    eligible = candidates(tx.state, action)
    if len(eligible) == 1:
        _begin_again(tx, eligible[0])


def _present(state: State, action: Action) -> tuple[str, ...]:
    """Those of the involved characters who are conscious and stand where the action is taken (p. 10 to 11)."""
    return tuple(
        hero.seat
        for hero in state.awake
        if hero.seat in action.involved and starting.can_reach(state, hero.seat, action.source, action.card)
    )


def candidates(state: State, action: Action) -> tuple[str, ...]:
    """Who may be active in the next try: anybody here who is involved; against an Epic creature nobody twice in a
    row."""
    assert action.sheet is not None
    here = _present(state, action) or tuple(hero.seat for hero in state.awake if hero.seat in action.involved)
    tired = _tired(state, action)
    return tuple(seat for seat in here if seat != tired) or here


def _tired(state: State, action: Action) -> str:
    """Who was active in the last turn, which was a try of this fight against an Epic creature, where several take
    part."""
    if action.sheet is None or not action.sheet.trait("epic") or len(action.involved) < 2:
        return ""
    die = dice.on(state, action.card, action.icon)
    return die.by if die is not None and die.by == state.turn.last else ""


def barred(state: State, action: Action) -> bool:
    """Whether the trait Epic wants somebody else to be active, because several take part."""
    tired = action.step == "gear" and _tired(state, action) == action.active
    return tired and action.active not in candidates(state, action)


BEFORE_DRAWING = ("choose", "sheet", "traits", "die", "gear")


def settle(tx: Transaction) -> None:
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
    if sheet is not None and sheet.mandatory and _present(tx.state, action):
        again = starting.change(tx, step="again", gear=(), either={}, asking="")
        _go_on(tx, again)
        return
    _event_returned(tx, action)
    starting.not_taken(tx, action)


def alone(tx: Transaction, args: Args) -> None:
    """Nobody else takes part after all: against an Epic creature, one alone may go on."""
    action = starting.require_action(tx.state, "gear")
    if action.sheet is None or action.sheet.mandatory or action.sheet.group:
        raise IllegalMove(T("In this action everybody here takes part."), rule="action.mandatory", page=11)
    starting.change(tx, involved=(action.active,))


def active_again(tx: Transaction, args: Args) -> None:
    """The involved characters choose who is active in the next try."""
    action, seat = starting.require_action(tx.state, "again", "gear"), str(args["seat"])
    if action.step == "gear" and not barred(tx.state, action):
        raise IllegalMove(T("The active player is chosen already."), rule="action.turn", page=10)
    if seat not in candidates(tx.state, action):
        raise IllegalMove(T("Epic: nobody may be active twice in a row."), rule="traits", page=23)
    _begin_again(tx, seat)


def _begin_again(tx: Transaction, seat: str) -> None:
    action = tx.state.action
    assert action is not None
    everybody = action.sheet is not None and (action.sheet.mandatory or action.sheet.group)
    involved = starting.together(tx.state, seat) if everybody else action.involved
    starting.change(tx, active=seat, involved=involved, step="gear", gear=(), either={}, asking="")
    selecting.add_forced(tx)
    name = tx.state.hero(seat).name
    tx.tell("active_again", T("{name}: active player.", name=name), seat=seat)


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
