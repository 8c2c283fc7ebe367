"""Choosing who acts and which action (p. 10 to 11), up to the moment when cards are selected."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.api.game import Args, IllegalMove
from companion.api.text import T
from companion.games.citadel.action import closing, dice, facts, selecting
from companion.games.citadel.action.icons import MOVE
from companion.games.citadel.action.running import Action, Die, Held
from companion.games.citadel.action.sheet import DIE_SIDES, TRAITS, WITH_NUMBER, Sheet, asks_traits
from companion.games.citadel.board import figures
from companion.games.citadel.cards import looking
from companion.games.citadel.life import limits
from companion.games.citadel.state import Hero, State
from companion.games.citadel.transaction import Transaction, require_free
from companion.toolkit.modules import number, word
from companion.toolkit.transaction import require_idle

SOURCES = ("terrain", "event", "temporary", "purse", "quest", "skill", "character", "dialogue")


def change(tx: Transaction, **changes: Any) -> Action:
    """Change fields of the running action."""
    assert tx.state.action is not None
    action: Action = replace(tx.state.action, **changes)
    tx.set(action=action)
    return action


def require_action(state: State, *steps: str) -> Action:
    """The running action, if it stands at one of these steps."""
    require_idle(state)
    if state.action is None or (steps and state.action.step not in steps):
        raise IllegalMove(T("This is not the time for that. What to do now is shown at the top."))
    return state.action


def may_act(state: State) -> bool:
    """Whether an action can begin: none is running, and nothing else has to be done (p. 11)."""
    return state.action is None and not state.tasks and not state.ended


def together(state: State, seat: str) -> tuple[str, ...]:
    """The conscious characters on the same Terrain card, the active one first; all where figures are not known."""
    place = state.hero(seat).place
    others = (hero for hero in state.awake if hero.seat != seat)
    return (seat, *(hero.seat for hero in others if not (place and hero.place) or hero.place == place))


# --- who --------------------------------------------------------------------------------------------------------------


def turn(tx: Transaction, args: Args) -> None:
    """A player is chosen as active; the action comes next (p. 10)."""
    require_free(tx.state)
    tx.set(action=Action(active=_awake(tx.state, word(args, "seat")).seat))


def _awake(state: State, seat: str) -> Hero:
    hero = state.hero(seat)
    if not hero.conscious or not hero.joined:
        raise IllegalMove(T("{name}: unconscious, so no action is possible.", name=hero.name), rule="life.unconscious")
    return hero


def cancel(tx: Transaction, args: Args) -> None:
    """The action was not taken after all; nothing has been drawn yet."""
    action = require_action(tx.state, "choose", "sheet", "traits", "die", "gear")
    if action.forced or (action.sheet is not None and action.sheet.mandatory and action.step == "gear"):
        raise IllegalMove(T("A mandatory action must be taken."), rule="action.mandatory", page=11)
    not_taken(tx, action)


def not_taken(tx: Transaction, action: Action) -> None:
    """The action ends before any card was drawn for it."""
    closing.close(tx, action, taken=False)
    die = dice.on(tx.state, action.card, action.icon)
    if die is not None and action.sheet is not None and (die.row, die.value) == (1, action.sheet.rows[0]):
        dice.take(tx, action.card, action.icon)  # it begins anew there anyhow
    tx.note("action_left", T("The action was not taken."))


# --- which action -----------------------------------------------------------------------------------------------------


def start(
    tx: Transaction,
    seat: str,
    icon: str,
    source: str,
    card: str = "",
    held: tuple[Held, ...] = (),
    forced: bool = False,
) -> None:
    """An action begins. What is known of it is not asked again. `held` tasks go on after it; a `forced` one came about
    in the midst of something else, and cannot be left."""
    hero = _awake(tx.state, seat)
    _check_allowed(tx.state, hero, icon, source, card)
    action = Action(active=seat, involved=(seat,), icon=icon, source=source, card=card, held=held, forced=forced)
    tx.set(action=action)
    text = T("{name}: {action}.", name=hero.name, action=facts.action_name(tx.state, action))
    tx.tell("action_begun", text, seat=seat, icon=icon, source=source, card=card)
    sheet = facts.sheet_of(tx.state, card, icon)
    if sheet is None:
        change(tx, step="sheet")
    else:
        _read(tx, sheet)


def _check_allowed(state: State, hero: Hero, icon: str, source: str, card: str) -> None:
    if not can_reach(state, hero.seat, source, card):
        raise IllegalMove(T("{name}: your figure is not there.", name=hero.name), rule="action.turn", page=10)
    if source == "terrain" and icon in figures.forbidden(state, hero.place):
        text = T("This has been done here already: a Permanent event attached to this Terrain card shows the icon.")
        raise IllegalMove(text, rule="action.forbidden", page=11)
    if source == "purse" and card and card not in {copy.key for copy in looking.of(state, "purse", hero.seat)}:
        raise IllegalMove(T("That card is not before {name}, or it is blocked.", name=hero.name), rule="action.turn")
    if (source, icon) == ("character", MOVE) and limits.too_heavy(state, hero.seat):
        text = T("{name}: you carry more than you may, so the move action is not allowed.", name=hero.name)
        raise IllegalMove(text, rule="purse.weight", page=19)


def can_reach(state: State, seat: str, source: str, card: str) -> bool:
    """Whether a character stands where an action of the Board can be taken (p. 10); true of any other action, and while
    the figure is not on the sketch."""
    hero = state.hero(seat)
    return source not in ("terrain", "event") or not hero.place or _here(state, hero, source, card)


def _here(state: State, hero: Hero, source: str, card: str) -> bool:
    if source == "terrain":
        return card in ("", hero.place)
    attached = {one.key for one in state.sketch.attached if one.to == hero.place}
    attached |= set(figures.fog_beside(state, hero.place))
    return not card or card in attached or not state.sketch.holding(hero.place)


def act(tx: Transaction, args: Args) -> None:
    """Somebody takes an action: from the choice of the active player, or at once."""
    seat, card, source = word(args, "seat"), word(args, "card"), word(args, "source")
    if tx.state.action is not None and tx.state.action.step == "choose":
        require_action(tx.state, "choose")
        tx.set(action=None)
    require_free(tx.state)
    copy = next((copy for copy in tx.state.cards.copies if copy.key == card), None)
    start(tx, seat, word(args, "icon"), source_of(tx.state, card) if copy else source, card if copy else "")


def source_of(state: State, card: str) -> str:
    """Where an action stands, by the card that shows it."""
    copy = state.cards.copy(card)
    by_place = {"purse": "purse", "quest": "quest", "shown": "temporary"}
    if copy.where in by_place:
        return by_place[copy.where]
    return "terrain" if copy.kind == "terrain" else "event"


# --- what it shows ----------------------------------------------------------------------------------------------------


def sheet_told(tx: Transaction, args: Args) -> None:
    """Cost, difficulty and kind were read off the card; they are kept for the next time."""
    action = require_action(tx.state, "sheet")
    sort, duty = word(args, "sort"), word(args, "duty")
    difficulty = number(args, "difficulty")
    compound = sort.startswith("compound")
    if compound and not 1 <= difficulty <= DIE_SIDES:
        raise IllegalMove(T("A compound action has a die: its difficulty is 1 to 6."), rule="action.compound", page=11)
    before = facts.sheet_of(tx.state, action.card, action.icon)
    sheet = Sheet(
        cost=number(args, "cost"),
        rows=(difficulty, *(() if before is None or not compound else before.rows[1:])),
        chain=sort.endswith("chain"),
        compound=compound,
        mandatory=duty in ("mandatory", "both"),
        group=duty in ("group", "both"),
    )
    facts.learn_sheet(tx, action.card, action.icon, sheet)
    _read(tx, sheet)


def sheet_again(tx: Transaction, args: Args) -> None:
    """Something of the action was told wrongly: it is read once more, before cards are drawn."""
    action = require_action(tx.state, "gear")
    if action.die is not None and action.sheet is not None and (action.row, action.die) == (1, action.sheet.rows[0]):
        dice.take(tx, action.card, action.icon)
    anew: dict[str, Any] = {"row": 1, "die": None, "gear": (), "either": {}, "asking": "", "involved": (action.active,)}
    change(tx, step="sheet", sheet=None, **anew)


def prerequisite_told(tx: Transaction, args: Args) -> None:
    """What must be there before the action can be taken (p. 11), in the players' words; empty takes it back."""
    action = require_action(tx.state, "gear")
    if not facts.kept(tx.state, action.card):
        raise IllegalMove(T("Nothing is kept of this card."), rule="action.forbidden", page=11)
    tx.learn(f"prerequisite.{action.card}.{action.icon}", word(args, "words").strip())


def trait_told(tx: Transaction, args: Args) -> None:
    """A trait stands beside the fight; the same again takes it away."""
    action = require_action(tx.state, "traits")
    assert action.sheet is not None
    name, count = word(args, "trait"), number(args, "count")
    traits = dict(action.sheet.traits or {})
    if name in traits and name not in WITH_NUMBER:
        del traits[name]
    else:
        traits[name] = count if name in WITH_NUMBER else 1
    change(tx, sheet=replace(action.sheet, traits={one: traits[one] for one in TRAITS if one in traits}))


def traits_done(tx: Transaction, args: Args) -> None:
    """All traits of the creature have been said."""
    action = require_action(tx.state, "traits")
    assert action.sheet is not None
    sheet = replace(action.sheet, traits=dict(action.sheet.traits or {}))
    facts.learn_sheet(tx, action.card, action.icon, sheet)
    _read(tx, sheet)


def _read(tx: Transaction, sheet: Sheet) -> None:
    """What the action shows is known: who takes part, the traits, the die; then cards are selected."""
    action = change(tx, sheet=sheet)
    if asks_traits(action.icon, sheet):
        change(tx, step="traits")
        return
    if sheet.group and set(together(tx.state, action.active)) != {hero.seat for hero in tx.state.awake}:
        closing.close(tx, action, taken=False)
        text = T("This action needs all conscious characters on one Terrain card: it cannot be taken now.")
        tx.tell("action_forbidden", text, icon=action.icon)
        return
    if sheet.group or sheet.mandatory:
        change(tx, involved=together(tx.state, action.active))
    _place_die(tx)


def _place_die(tx: Transaction) -> None:
    action = tx.state.action
    assert action is not None
    assert action.sheet is not None
    if not action.sheet.compound:
        change(tx, step="gear")
        selecting.add_forced(tx)
        return
    die = dice.on(tx.state, action.card, action.icon)
    if die is None and dice.none_free(tx.state):
        change(tx, step="die")
        return
    if die is None:
        die = Die(card=action.card, icon=action.icon, row=1, value=min(DIE_SIDES, action.sheet.rows[0]))
        dice.put(tx, die)
        tx.tell("die_placed", T("Lay a die on the first row, showing {value}.", value=die.value), value=die.value)
    change(tx, row=die.row, die=die.value, step="gear")
    selecting.add_forced(tx)


def first_row(tx: Transaction, args: Args) -> None:
    """Without a card that is told apart, a die of the same kind of action may lie on another card: this one begins
    anew."""
    action = require_action(tx.state, "gear")
    if action.card or action.die is None or action.sheet is None:
        raise IllegalMove(T("Its die lies where it lies."), rule="action.compound", page=11)
    value = action.sheet.rows[0]
    dice.put(tx, Die(card="", icon=action.icon, row=1, value=value))
    change(tx, row=1, die=value)
    tx.tell("die_placed", T("Lay a die on the first row, showing {value}.", value=value), value=value)


def die_taken(tx: Transaction, args: Args) -> None:
    """No die was free: one is taken from another card (p. 11)."""
    require_action(tx.state, "die")
    at = number(args, "at")
    if not 0 <= at < len(tx.state.turn.dice):
        raise IllegalMove(T("There is no die on such a card."), rule="action.compound", page=11)
    die = tx.state.turn.dice[at]
    kept = tuple(one for one in tx.state.turn.dice if one != die)
    tx.set(turn=replace(tx.state.turn, dice=kept))
    name = facts.where_named(tx.state, die.icon, die.card)
    tx.tell("die_taken", T("{action}: its die is taken away.", action=name), card=die.card, icon=die.icon)
    _place_die(tx)
