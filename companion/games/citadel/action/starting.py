"""Choosing who acts and which action (p. 10 to 11)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from companion.api import Args, IllegalMove, Move, Offer, Prompt, T, Text, Words
from companion.games.citadel.action import facts, performing, places, reading
from companion.games.citadel.action.performing import AT, KEY
from companion.games.citadel.action.sheet import EXPLORE, Sheet, called
from companion.games.citadel.board import figures
from companion.games.citadel.cards.cards import Copy
from companion.games.citadel.heroes import SEAT
from companion.games.citadel.state import Action, Die, Hero, State, Task
from companion.games.citadel.transaction import Moves, Transaction, move, require_free
from companion.toolkit import number, seat_of, word


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
    action = performing.require_action(tx.state, "choose", "sheet", "traits", "die", "gear")
    if action.forced or (action.sheet is not None and action.sheet.mandatory and action.step == "gear"):
        raise IllegalMove(T("A mandatory action must be taken."), rule="action.mandatory", page=11)
    not_taken(tx, action)


def not_taken(tx: Transaction, action: Action) -> None:
    """The action ends before any card was drawn for it."""
    performing.close(tx, action, taken=False)
    die = performing.die_on(tx.state, action.card, action.icon, action.sheet)
    rows = () if action.sheet is None else action.sheet.rows
    if die is not None and rows and (die.row, die.value) == (1, rows[0]):
        performing.take_die(tx, action.card, action.icon, action.sheet)  # it begins anew there anyhow
    tx.note("action_left", T("The action was not taken."))


def start(
    tx: Transaction,
    seat: str,
    icon: str,
    source: str,
    card: str = "",
    held: tuple[Task, ...] = (),
    forced: bool = False,
    sheet: Sheet | None = None,
) -> None:
    """An action begins. What is known of it is not asked again; `sheet` is what it is known to show where it stands on
    no named card. `held` tasks go on after it; a `forced` one came about in the midst of something else, and cannot be
    left."""
    hero = _awake(tx.state, seat)
    places.check_allowed(tx.state, hero, icon, source, card)
    action = Action(active=seat, involved=(seat,), icon=icon, source=source, card=card, held=held, forced=forced)
    tx.set(action=action)
    text = T("{name}: {action}.", name=hero.name, action=facts.action_name(tx.state, action))
    tx.tell("action_begun", text, seat=seat, icon=icon, source=source, card=card)
    shown = sheet or facts.sheet_of(tx.state, card, icon)
    if shown is None:
        performing.change(tx, step="sheet")
    else:
        reading.begin_reading(tx, shown)


def act(tx: Transaction, args: Args) -> None:
    """Somebody takes an action: from the choice of the active player, or at once."""
    seat, card, source = word(args, "seat"), word(args, "card"), word(args, "source")
    _leave_choosing(tx)
    require_free(tx.state)
    copy = next((copy for copy in tx.state.cards.copies if copy.key == card), None)
    start(tx, seat, word(args, "icon"), places.source_of(tx.state, card) if copy else source, card if copy else "")


def acts(tx: Transaction, args: Args) -> None:
    """Somebody takes an action by its icon; on which card it stands may be said later, or never."""
    _leave_choosing(tx)
    require_free(tx.state)
    facts.taken(tx, word(args, "icon"))
    start(tx, word(args, "seat"), word(args, "icon"), "")


def goes_on(tx: Transaction, args: Args) -> None:
    """Somebody goes on with an action whose die lies on a card that nobody has named: its sheet is known (p. 11)."""
    at, dice = number(args, "at"), tx.state.turn.dice
    if at >= len(dice) or dice[at].card or dice[at].sheet is None:
        raise IllegalMove(T("No die lies on such an action."), rule="action.compound", page=11)
    _leave_choosing(tx)
    require_free(tx.state)
    facts.taken(tx, dice[at].icon)
    start(tx, word(args, "seat"), dice[at].icon, "", sheet=dice[at].sheet)


def explores(tx: Transaction, seat: str, card: str) -> None:
    """Somebody takes the action on the back of an Exploration card, whatever its icon is (p. 21)."""
    _leave_choosing(tx)
    require_free(tx.state)
    start(tx, seat, EXPLORE, "event", card)


def _leave_choosing(tx: Transaction) -> None:
    """Another active player was about to choose: this one acts instead."""
    if tx.state.action is not None and tx.state.action.step == "choose":
        performing.require_action(tx.state, "choose")
        tx.set(action=None)


def _act_new(tx: Transaction, args: Args) -> None:
    """An action by its icon, and where it stands: a known card, or a kind of card."""
    where = word(args, "where")
    known = where in {copy.key for copy in tx.state.cards.copies}
    act(tx, {**args, "card": where if known else "", "source": "" if known else where})


def choose_prompt(state: State, action: Action) -> Prompt:
    """Known actions are one tap, and so is any other by its icon. While a dialogue is read, no action of a card is
    taken unless it says so (p. 18)."""
    hero, reading = state.hero(action.active), bool(state.campaign.reading)
    return Prompt(
        name="action.choose",
        do=T("{name}: which action?", name=hero.name),
        more=T("A dialogue is being read: only an action that it invites you to take.") if reading else None,
        offers=(*choices(state, hero), *figures.ways(state, hero), *places.cancel_offer(action)),
        seat=seat_of(hero.seat),
        rule="action.turn",
    )


MOST_AT_ONCE = 6  # known actions of a character that stand there by themselves


def choices(state: State, hero: Hero, under: Text | None = None) -> tuple[Offer, ...]:
    """What a character can do: the known actions of the cards here, and the icons, those used last in front."""
    known = tuple(
        structs.replace(offer, under=under)
        for card in places.sources(state, hero)
        for offer in known_of(state, hero, card)
    )
    begun = tuple(structs.replace(offer, under=under) for offer in _begun(state, hero))
    few, many = (*begun, *known[:MOST_AT_ONCE]), known[MOST_AT_ONCE:]
    first, rest = facts.in_front(state)[: places.GRID], facts.in_front(state)[places.GRID :]
    label = T("{name} takes an action", name=hero.name)
    grid = Offer(move=Move("acts", {"seat": hero.seat}), label=label, asks=(places.icons_ask(first),), under=under)
    more = Offer(
        move=Move("acts", {"seat": hero.seat}), label=T("Another action"), asks=(places.icons_ask(rest),), under=OTHERS
    )
    return (*few, grid, *(structs.replace(one, under=OTHERS) for one in many), more)


OTHERS = T("Other actions")


def _begun(state: State, hero: Hero) -> Iterator[Offer]:
    """The actions on cards that nobody has named whose dice lie there."""
    for at, die in enumerate(state.turn.dice):
        if not die.card and die.sheet is not None:
            move = Move("goes_on", {"seat": hero.seat, "at": at})
            yield Offer(move=move, label=called(die.icon), note=_goes_on(die), rule="action.compound", icon=die.icon)


def _goes_on(die: Die) -> Text:
    return T("Go on: row {row}, the die shows {value}", row=die.row, value=die.value)


def known_of(state: State, hero: Hero, copy: Copy) -> tuple[Offer, ...]:
    """The actions of a card that were told before, each with one tap."""
    done = figures.forbidden(state, copy.key) if copy.kind == "terrain" else ()
    icons = (icon for icon in facts.known_actions(state, copy.key) if icon not in done)
    return tuple(
        Offer(
            move=Move("act", {"seat": hero.seat, "icon": icon, "source": "", "card": copy.key}),
            label=facts.where_named(state, icon, copy.key),
            note=_sheet_note(state, copy.key, icon),
            rule="action.turn",
            icon=icon,
        )
        for icon in icons
    )


def _sheet_note(state: State, card: str, icon: str) -> Text | None:
    sheet, die = facts.sheet_of(state, card, icon), performing.die_on(state, card, icon)
    if die is not None:
        return _goes_on(die)
    demands = facts.needed(state, card, icon)
    if sheet is None:
        return demands
    text = T("Cost {cost}, difficulty {difficulty}", cost=sheet.cost, difficulty=sheet.rows[0])
    return text if demands is None else T("{cost}. {demands}", cost=text, demands=demands)


MOVES: Moves = {
    "turn": move(turn, T("Chose the active player"), SEAT),
    "act": move(act, places.label, SEAT, places.ICON, Words(name="source", label=T("Where")), KEY),
    "act_new": move(_act_new, places.label, SEAT, places.ICON, Words(name="where", label=T("Where"), at_most_chars=80)),
    "acts": move(acts, places.label, SEAT, places.ICON),
    "goes_on": move(goes_on, T("Went on with an action whose die lies there"), SEAT, AT),
    "action_cancel": move(cancel, T("Left the action")),
}
