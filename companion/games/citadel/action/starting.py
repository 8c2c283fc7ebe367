"""Choosing who acts and which action (p. 10 to 11), and telling what it shows, up to the moment when cards are
selected."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.api import Args, IllegalMove, Move, Offer, Prompt, T, Text, Value, Words
from companion.games.citadel import heroes
from companion.games.citadel.action import facts, gearing, performing, sheet
from companion.games.citadel.action.performing import AT, KEY
from companion.games.citadel.action.sheet import (
    ACTIONS,
    DIE_SIDES,
    MOST_COST,
    MOST_DIFFICULTY,
    MOVE,
    TRAITS,
    WITH_NUMBER,
    Sheet,
    asks_traits,
    called,
)
from companion.games.citadel.board import figures
from companion.games.citadel.cards import looking
from companion.games.citadel.cards.cards import Copy
from companion.games.citadel.heroes import SEAT
from companion.games.citadel.life import limits
from companion.games.citadel.state import Action, Die, Hero, State, Task
from companion.games.citadel.tables import words
from companion.games.citadel.transaction import Moves, Transaction, move, require_free
from companion.toolkit import number, pick, seat_of, tap, usual, whole, word

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
    action = performing.require_action(tx.state, "choose", "sheet", "traits", "die", "gear")
    if action.forced or (action.sheet is not None and action.sheet.mandatory and action.step == "gear"):
        raise IllegalMove(T("A mandatory action must be taken."), rule="action.mandatory", page=11)
    not_taken(tx, action)


def not_taken(tx: Transaction, action: Action) -> None:
    """The action ends before any card was drawn for it."""
    performing.close(tx, action, taken=False)
    die = performing.die_on(tx.state, action.card, action.icon)
    if die is not None and action.sheet is not None and (die.row, die.value) == (1, action.sheet.rows[0]):
        performing.take_die(tx, action.card, action.icon)  # it begins anew there anyhow
    tx.note("action_left", T("The action was not taken."))


# --- which action -----------------------------------------------------------------------------------------------------


def start(
    tx: Transaction,
    seat: str,
    icon: str,
    source: str,
    card: str = "",
    held: tuple[Task, ...] = (),
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
        performing.change(tx, step="sheet")
    else:
        _read(tx, sheet)


def _check_allowed(state: State, hero: Hero, icon: str, source: str, card: str) -> None:
    if not performing.can_reach(state, hero.seat, source, card):
        raise IllegalMove(T("{name}: your figure is not there.", name=hero.name), rule="action.turn", page=10)
    if source == "terrain" and icon in figures.forbidden(state, hero.place):
        text = T("This has been done here already: a Permanent event attached to this Terrain card shows the icon.")
        raise IllegalMove(text, rule="action.forbidden", page=11)
    if source == "purse" and card and card not in {copy.key for copy in looking.of(state, "purse", hero.seat)}:
        raise IllegalMove(T("That card is not before {name}, or it is blocked.", name=hero.name), rule="action.turn")
    if (source, icon) == ("character", MOVE) and limits.too_heavy(state, hero.seat):
        text = T("{name}: you carry more than you may, so the move action is not allowed.", name=hero.name)
        raise IllegalMove(text, rule="purse.weight", page=19)


def act(tx: Transaction, args: Args) -> None:
    """Somebody takes an action: from the choice of the active player, or at once."""
    seat, card, source = word(args, "seat"), word(args, "card"), word(args, "source")
    if tx.state.action is not None and tx.state.action.step == "choose":
        performing.require_action(tx.state, "choose")
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
    action = performing.require_action(tx.state, "sheet")
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
    action = performing.require_action(tx.state, "gear")
    if action.die is not None and action.sheet is not None and (action.row, action.die) == (1, action.sheet.rows[0]):
        performing.take_die(tx, action.card, action.icon)
    anew: dict[str, Any] = {"row": 1, "die": None, "gear": (), "either": {}, "asking": "", "involved": (action.active,)}
    performing.change(tx, step="sheet", sheet=None, **anew)


def prerequisite_told(tx: Transaction, args: Args) -> None:
    """What must be there before the action can be taken (p. 11), in the players' words; empty takes it back."""
    action = performing.require_action(tx.state, "gear")
    if not facts.kept(tx.state, action.card):
        raise IllegalMove(T("Nothing is kept of this card."), rule="action.forbidden", page=11)
    tx.learn(f"prerequisite.{action.card}.{action.icon}", word(args, "words").strip())


def trait_told(tx: Transaction, args: Args) -> None:
    """A trait stands beside the fight; the same again takes it away."""
    action = performing.require_action(tx.state, "traits")
    assert action.sheet is not None
    name, count = word(args, "trait"), number(args, "count")
    traits = dict(action.sheet.traits or {})
    if name in traits and name not in WITH_NUMBER:
        del traits[name]
    else:
        traits[name] = count if name in WITH_NUMBER else 1
    performing.change(tx, sheet=replace(action.sheet, traits={one: traits[one] for one in TRAITS if one in traits}))


def traits_done(tx: Transaction, args: Args) -> None:
    """All traits of the creature have been said."""
    action = performing.require_action(tx.state, "traits")
    assert action.sheet is not None
    sheet = replace(action.sheet, traits=dict(action.sheet.traits or {}))
    facts.learn_sheet(tx, action.card, action.icon, sheet)
    _read(tx, sheet)


def _read(tx: Transaction, sheet: Sheet) -> None:
    """What the action shows is known: who takes part, the traits, the die; then cards are selected."""
    action = performing.change(tx, sheet=sheet)
    if asks_traits(action.icon, sheet):
        performing.change(tx, step="traits")
        return
    if sheet.group and set(heroes.together(tx.state, action.active)) != {hero.seat for hero in tx.state.awake}:
        performing.close(tx, action, taken=False)
        text = T("This action needs all conscious characters on one Terrain card: it cannot be taken now.")
        tx.tell("action_forbidden", text, icon=action.icon)
        return
    if sheet.group or sheet.mandatory:
        performing.change(tx, involved=heroes.together(tx.state, action.active))
    _place_die(tx)


def _place_die(tx: Transaction) -> None:
    action = tx.state.action
    assert action is not None
    assert action.sheet is not None
    if not action.sheet.compound:
        performing.change(tx, step="gear")
        gearing.add_forced(tx)
        return
    die = performing.die_on(tx.state, action.card, action.icon)
    if die is None and performing.no_die_free(tx.state):
        performing.change(tx, step="die")
        return
    if die is None:
        die = Die(card=action.card, icon=action.icon, row=1, value=min(DIE_SIDES, action.sheet.rows[0]))
        performing.put_die(tx, die)
        tx.tell("die_placed", T("Lay a die on the first row, showing {value}.", value=die.value), value=die.value)
    performing.change(tx, row=die.row, die=die.value, step="gear")
    gearing.add_forced(tx)


def first_row(tx: Transaction, args: Args) -> None:
    """Without a card that is told apart, a die of the same kind of action may lie on another card: this one begins
    anew."""
    action = performing.require_action(tx.state, "gear")
    if action.card or action.die is None or action.sheet is None:
        raise IllegalMove(T("Its die lies where it lies."), rule="action.compound", page=11)
    value = action.sheet.rows[0]
    performing.put_die(tx, Die(card="", icon=action.icon, row=1, value=value))
    performing.change(tx, row=1, die=value)
    tx.tell("die_placed", T("Lay a die on the first row, showing {value}.", value=value), value=value)


def die_taken(tx: Transaction, args: Args) -> None:
    """No die was free: one is taken from another card (p. 11)."""
    performing.require_action(tx.state, "die")
    at = number(args, "at")
    if not 0 <= at < len(tx.state.turn.dice):
        raise IllegalMove(T("There is no die on such a card."), rule="action.compound", page=11)
    die = tx.state.turn.dice[at]
    kept = tuple(one for one in tx.state.turn.dice if one != die)
    tx.set(turn=replace(tx.state.turn, dice=kept))
    name = facts.where_named(tx.state, die.icon, die.card)
    tx.tell("die_taken", T("{action}: its die is taken away.", action=name), card=die.card, icon=die.icon)
    _place_die(tx)


def _act_new(tx: Transaction, args: Args) -> None:
    """An action by its icon, and where it stands: a known card, or a kind of card."""
    where = word(args, "where")
    known = where in {copy.key for copy in tx.state.cards.copies}
    act(tx, {**args, "card": where if known else "", "source": "" if known else where})


def label(args: Args) -> Text:
    return T("Action: {action}", action=called(word(args, "icon")))


ICON = pick("icon", T("Action"), ACTIONS)
SORTS = words("action_sorts")
DUTIES = words("action_duties")
ELSEWHERE = words("action_places")


# --- what is shown ----------------------------------------------------------------------------------------------------


def choose_prompt(state: State, action: Action) -> Prompt:
    """Known actions are one tap; any other is told by its icon and where it stands. While a dialogue is read, no action
    of a card is taken unless it says so (p. 18)."""
    hero, reading = state.hero(action.active), bool(state.campaign.reading)
    known = tuple(offer for card in sources(state, hero) for offer in known_of(state, hero, card))
    places = {copy.key: facts.name_of(state, copy.key) for copy in sources(state, hero)} | ELSEWHERE
    asks = (pick("icon", T("Action"), ACTIONS), pick("where", T("Where it stands"), places, next(iter(places))))
    other = Offer(
        move=Move("act_new", {"seat": hero.seat}),
        label=T("Another action") if known else T("Choose the action"),
        asks=asks,
        rule="action.turn",
        under=T("New"),
    )
    return Prompt(
        name="action.choose",
        do=T("{name}: which action?", name=hero.name),
        more=T("A dialogue is being read: only an action that it invites you to take.") if reading else None,
        offers=(*known, other, *_cancel(action)),
        seat=seat_of(hero.seat),
        rule="action.turn",
    )


def sources(state: State, hero: Hero) -> tuple[Copy, ...]:
    """The cards that this character may take actions from (p. 10): own Terrain, what is attached to it, a revealed
    Temporary event, own Purse cards and Quest items; and Exploration cards beside it (p. 21)."""
    attached = {one.key for one in state.sketch.attached if one.to and one.to == hero.place}
    attached |= set(figures.fog_beside(state, hero.place))
    here = tuple(copy for copy in state.cards.copies if copy.key == hero.place or copy.key in attached)
    here = tuple(sorted(here, key=lambda copy: copy.key != hero.place))
    shown = tuple(copy for copy in looking.of(state, "shown") if copy.kind in ("", "temporary"))
    return (*shown, *here, *looking.of(state, "purse", hero.seat), *looking.of(state, "quest"))


def known_of(state: State, hero: Hero, copy: Copy) -> tuple[Offer, ...]:
    """The actions of a card that were told before, each with one tap."""
    done = figures.forbidden(state, copy.key) if copy.kind == "terrain" else ()
    icons = (icon for icon in facts.known_actions(state, copy.key) if icon not in done)
    return tuple(
        Offer(
            move=Move("act", {"seat": hero.seat, "icon": icon, "source": "", "card": copy.key}),
            label=facts.where_named(state, icon, copy.key),
            note=_sheet_note(state, copy.key, icon),
            under=T("Known actions"),
            rule="action.turn",
        )
        for icon in icons
    )


def _sheet_note(state: State, card: str, icon: str) -> Text:
    sheet, die = facts.sheet_of(state, card, icon), performing.die_on(state, card, icon)
    if die is not None:
        return T("Go on: row {row}, the die shows {value}", row=die.row, value=die.value)
    assert sheet is not None
    text, demands = (
        T("Cost {cost}, difficulty {difficulty}", cost=sheet.cost, difficulty=sheet.rows[0]),
        facts.needed(state, card, icon),
    )
    return text if demands is None else T("{cost}. {demands}", cost=text, demands=demands)


def _cancel(action: Action) -> tuple[Offer, ...]:
    return () if action.forced else (tap("action_cancel", T("Not now")),)


def sheet_prompt(state: State, action: Action) -> Prompt:
    """Cost and difficulty, read off once."""
    told = facts.sheet_of(state, action.card, action.icon)
    asks = (
        whole("cost", T("Cost: cards to draw"), MOST_COST, None if told is None else told.cost),
        whole("difficulty", T("Difficulty: successes"), MOST_DIFFICULTY, None if told is None else told.rows[0]),
        pick("sort", T("Kind"), SORTS, "simple" if told is None else _sort(told)),
        pick("duty", T("Who"), DUTIES, _duty(action, told)),
    )
    read = Offer(move=Move("sheet_told"), label=T("This is what it shows"), asks=asks, rule="action.cost")
    free: dict[str, Value] = {"cost": 0, "difficulty": 0, "sort": "simple", "duty": "free"}
    more = T("Read cost, difficulty and outline off the card.")
    if action.card:
        more = T("Read cost, difficulty and outline off the card. It is asked only once.")
    return Prompt(
        name="action.sheet",
        do=T("What does the action show?"),
        more=more,
        offers=(read, Offer(move=Move("sheet_told", free), label=T("Cost 0 and difficulty 0")), *_cancel(action)),
        seat=seat_of(action.active),
        rule="action.cost",
    )


def _sort(told: Sheet) -> str:
    return ("compound" if told.compound else "simple") + ("_chain" if told.chain else "")


def _duty(action: Action, told: Sheet | None) -> str:
    if told is None:
        return "mandatory" if action.source == "temporary" or action.forced else "free"
    return {(True, True): "both", (True, False): "mandatory", (False, True): "group"}.get(
        (told.mandatory, told.group), "free"
    )


def creature_prompt(state: State, action: Action) -> Prompt:
    """The creature's traits beside the fight, ticked; most have none."""
    assert action.sheet is not None
    has = dict(action.sheet.traits or {})
    offers = tuple(_trait(action.sheet, trait) for trait in TRAITS)
    done = T("These traits") if has else T("No traits")
    return Prompt(
        name="action.traits",
        do=T("Which traits stand beside the fight?"),
        more=T("Each is explained as soon as it is in play."),
        offers=(*offers, usual("traits_done", done), *_cancel(action)),
        seat=seat_of(action.active),
        rule="traits",
    )


def _trait(shown: Sheet, trait: str) -> Offer:
    count, under = shown.trait(trait), T("Traits")
    if trait not in WITH_NUMBER:
        move = Move("trait_told", {"trait": trait, "count": 1})
        return Offer(move=move, label=sheet.trait_name(trait, 1), ticked=bool(count), under=under, rule="traits")
    plain = {
        "unsettling": T("Unsettling"),
        "tough": T("Tough"),
        "evasive": T("Evasive"),
        "reach": T("Reach"),
        "regenerate": T("Regenerate"),
    }[trait]
    ask = whole("count", T("Its number"), DIE_SIDES, count or 1, at_least=1)
    return Offer(
        move=Move("trait_told", {"trait": trait}),
        label=sheet.trait_name(trait, count) if count else plain,
        asks=(ask,),
        under=under,
        rule="traits",
    )


def die_prompt(state: State, action: Action) -> Prompt:
    """All four dice lie on cards: one is taken from another card."""
    offers = tuple(
        replace(
            tap("die_taken", facts.where_named(state, one.icon, one.card), rule="action.compound", at=at),
            note=T("Row {row}, the die shows {value}", row=one.row, value=one.value),
        )
        for at, one in enumerate(state.turn.dice)
    )
    return Prompt(
        name="action.die",
        do=T("No die is free. From which card do you take one?"),
        more=T("That action begins again on its first row."),
        offers=(*offers, *_cancel(action)),
        seat=seat_of(action.active),
        rule="action.compound",
    )


MOVES: Moves = {
    "turn": move(turn, T("Chose the active player"), SEAT),
    "act": move(act, label, SEAT, ICON, Words(name="source", label=T("Where")), KEY),
    "act_new": move(_act_new, label, SEAT, ICON, Words(name="where", label=T("Where"), at_most_chars=80)),
    "action_cancel": move(cancel, T("Left the action")),
    "prerequisite": move(
        prerequisite_told,
        T("Read a prerequisite"),
        Words(name="words", label=T("What it demands"), at_most_chars=120),
    ),
    "first_row": move(first_row, T("Lay the die on the first row")),
    "sheet_again": move(sheet_again, T("Read the action again")),
    "sheet_told": move(
        sheet_told,
        T("Read the action"),
        whole("cost", T("Cost"), MOST_COST),
        whole("difficulty", T("Difficulty"), MOST_DIFFICULTY),
        pick("sort", T("Kind"), SORTS),
        pick("duty", T("Who"), DUTIES),
    ),
    "trait_told": move(
        trait_told,
        T("Told a trait"),
        pick("trait", T("Trait"), {trait: sheet.trait_name(trait, 1) for trait in TRAITS}),
        whole("count", T("Its number"), DIE_SIDES, at_least=1),
    ),
    "traits_done": move(traits_done, T("Told the traits")),
    "die_taken": move(die_taken, T("Took a die from another card"), AT),
}
