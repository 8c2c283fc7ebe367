"""What an action shows (p. 11): told by those who read it, with its traits and its die, up to the moment when cards are
selected."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import structs

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text, Words
from companion.games.citadel import heroes
from companion.games.citadel.action import drawing, facts, gearing, performing, places, results, sheet
from companion.games.citadel.action.performing import AT, KEY
from companion.games.citadel.action.sheet import (
    DIE_SIDES,
    EXPLORE,
    FLAGS,
    MOST_COST,
    MOST_DIFFICULTY,
    TRAITS,
    WITH_NUMBER,
    Sheet,
    asks_traits,
)
from companion.games.citadel.heroes import SEAT
from companion.games.citadel.state import Action, Die, Hero, State
from companion.games.citadel.tables import words
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, pick, seat_of, tap, usual, whole, word


def sheet_told(tx: Transaction, args: Args) -> None:
    """Cost, difficulty and kind were read off the card; they are kept for the next time."""
    action = performing.require_action(tx.state, "sheet")
    if action.icon == EXPLORE:
        raise IllegalMove(T("Say first which action it is."), rule="action.cost", page=11)
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
    begin_reading(tx, sheet)


def cost_told(tx: Transaction, args: Args) -> None:
    """The cost was read off the card; what else it shows comes next."""
    action = performing.require_action(tx.state, "sheet")
    if action.icon == EXPLORE:
        raise IllegalMove(T("Say first which action it is."), rule="action.cost", page=11)
    told = action.sheet or Sheet(cost=0, rows=(), mandatory=_must_be_taken(action))
    performing.change(tx, sheet=replace(told, cost=number(args, "cost")))


def mark_told(tx: Transaction, args: Args) -> None:
    """A sign beside cost and difficulty; the same again takes it away."""
    action, mark = _half_read(tx.state), word(args, "mark")
    assert action.sheet is not None
    signs: dict[str, Any] = {mark: not getattr(action.sheet, mark)}
    performing.change(tx, sheet=replace(action.sheet, **signs))


def difficulty_told(tx: Transaction, args: Args) -> None:
    """The difficulty was read off the card: all of it is known now, and kept for the next time."""
    _difficulty(tx, number(args, "difficulty"))


def first_row_told(tx: Transaction, args: Args) -> None:
    """The action has a slot for a die, and this is the difficulty of its first row."""
    action = _half_read(tx.state)
    assert action.sheet is not None
    performing.change(tx, sheet=replace(action.sheet, compound=True))
    _difficulty(tx, number(args, "difficulty"))


def _difficulty(tx: Transaction, difficulty: int) -> None:
    action = _half_read(tx.state)
    assert action.sheet is not None
    if action.sheet.compound and not 1 <= difficulty <= DIE_SIDES:
        raise IllegalMove(
            T("A compound action has a die: its difficulty is 1 to 6."),
            rule="action.compound",
            page=11,
            field="difficulty",
        )
    told = replace(action.sheet, rows=(difficulty,))
    facts.learn_sheet(tx, action.card, action.icon, told)
    begin_reading(tx, told)


def half_read(action: Action) -> bool:
    """Whether the cost was told, and the rest not yet."""
    return action.step == "sheet" and action.sheet is not None and not action.sheet.rows


def _half_read(state: State) -> Action:
    action = performing.require_action(state, "sheet")
    if not half_read(action):
        raise IllegalMove(T("Say the cost first."), rule="action.cost", page=11)
    return action


def _must_be_taken(action: Action) -> bool:
    return action.source == "temporary" or action.forced


def stands_on(tx: Transaction, args: Args) -> None:
    """The card that shows the action: what is known of it is not asked again."""
    action, card = performing.require_action(tx.state, "sheet"), word(args, "card")
    hero = tx.state.hero(action.active)
    if action.card or card not in {copy.key for copy in places.sources(tx.state, hero)}:
        raise IllegalMove(T("That card is not where this character can use it."), rule="action.turn", page=10)
    source = places.source_of(tx.state, card)
    places.check_allowed(tx.state, hero, action.icon, source, card)
    performing.change(tx, card=card, source=source)
    known = facts.sheet_of(tx.state, card, action.icon)
    if known is not None:
        begin_reading(tx, known)


def named(tx: Transaction, args: Args) -> None:
    """Which action the back of an Exploration card shows, so that it can be counted."""
    action = performing.require_action(tx.state, "sheet")
    if action.icon != EXPLORE:
        raise IllegalMove(T("The action is chosen already."), rule="action.turn", page=10)
    facts.taken(tx, word(args, "icon"))
    performing.change(tx, icon=word(args, "icon"))


def active_is(tx: Transaction, args: Args) -> None:
    """All on the Terrain card take part in a mandatory action, and choose who is active (p. 11); until cards are drawn
    they may choose another one."""
    action, seat = performing.require_action(tx.state, "sheet", "gear"), word(args, "seat")
    if seat not in performing.others_who_may_act(tx.state, action):
        text = T("Only somebody on that Terrain card can be the active player.")
        raise IllegalMove(text, rule="action.mandatory", page=11)
    name = tx.state.hero(seat).name
    tx.note("active_again", T("{name}: active player.", name=name), seat=seat)
    performing.change(tx, active=seat, involved=(seat,), gear=(), either={}, asking="")
    if action.step == "gear":
        performing.change(tx, involved=heroes.together(tx.state, seat))
        gearing.add_forced(tx)


def sheet_again(tx: Transaction, args: Args) -> None:
    """Something of the action was told wrongly: it is read once more, before cards are drawn."""
    action = performing.require_action(tx.state, "gear")
    if action.die is not None and action.sheet is not None and (action.row, action.die) == (1, action.sheet.rows[0]):
        performing.take_die(tx, action.card, action.icon, action.sheet)
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
    begin_reading(tx, sheet)


def begin_reading(tx: Transaction, sheet: Sheet) -> None:
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
    die = performing.die_on(tx.state, action.card, action.icon, action.sheet)
    if die is not None and not action.card:
        text = T("Its die lies on row {row} already and shows {value}.", row=die.row, value=die.value)
        tx.tell("die_lies_there", text, row=die.row, value=die.value)
    if die is None and performing.no_die_free(tx.state):
        performing.change(tx, step="die")
        return
    if die is None:
        die = Die(
            card=action.card, icon=action.icon, row=1, value=min(DIE_SIDES, action.sheet.rows[0]),
            sheet=None if action.card else action.sheet,
        )  # fmt: skip
        performing.put_die(tx, die)
        tx.tell("die_placed", T("Lay a die on the first row, showing {value}.", value=die.value), value=die.value)
        order = T("Lay a die on the first row, showing {value}", value=die.value)
        performing.die_order(tx, order, action.card, action.icon, action.sheet)
    performing.change(tx, row=die.row, die=die.value, step="gear")
    gearing.add_forced(tx)


def first_row(tx: Transaction, args: Args) -> None:
    """Without a card that is told apart, a die of the same kind of action may lie on another card: this one begins
    anew."""
    action = performing.require_action(tx.state, "gear")
    if action.card or action.die is None or action.sheet is None:
        raise IllegalMove(T("Its die lies where it lies."), rule="action.compound", page=11)
    value = action.sheet.rows[0]
    performing.put_die(tx, Die(card="", icon=action.icon, row=1, value=value, sheet=action.sheet))
    performing.change(tx, row=1, die=value)
    tx.tell("die_placed", T("Lay a die on the first row, showing {value}.", value=value), value=value)
    order = T("Lay a die on the first row, showing {value}", value=value)
    performing.die_order(tx, order, "", action.icon, action.sheet)


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
    tx.todo(T("Take the die away: {action}", action=name), "die")
    _place_die(tx)


MARKS = {mark: T("{mark}", mark=mark) for mark in FLAGS}
SORTS = words("action_sorts")
DUTIES = words("action_duties")


def sheet_prompt(state: State, action: Action) -> Prompt:
    """An action that nobody has read: it is told how it came out. Whoever wants the companion to count, tells the cost
    first, then the rest."""
    if half_read(action):
        return _difficulty_prompt(state, action)
    name, fog = state.hero(action.active).name, action.icon == EXPLORE
    do = T("{head}. Draw and reveal: does it succeed?", head=facts.heading(state, action))
    if fog:
        area = state.cards.copy(action.card).number
        do = T("{name} takes the action on Exploration card {area}: does it succeed?", name=name, area=area)
    return Prompt(
        name="action.sheet",
        do=do,
        more=T("Or the companion counts: then tell it first what the action shows."),
        offers=(
            *results.unread(state, action),
            *_unread_by(state, action),
            *_counting(state, action),
            *performing.active_instead(state, action),
            *places.cancel_offer(action),
        ),
        seat=seat_of(action.active),
        rule="action.cost",
    )


def _unread_by(state: State, action: Action) -> tuple[Offer, ...]:
    """The same answers of anybody else who may be active: one tap says both."""
    return tuple(
        structs.replace(
            offer,
            move=Move("came_out_by", {**offer.move.args, "seat": seat, "card": ""}),
            label=T("{name}: {what}", name=state.hero(seat).name, what=offer.label),
            under=performing.ACTIVE,
        )
        for seat in performing.others_who_may_act(state, action)
        for offer in results.unread(state, replace(action, active=seat))
    )


COUNTING = T("The companion counts")
LIKELY_COST, LIKELY_DIFFICULTY = 6, 6


def _counting(state: State, action: Action) -> tuple[Offer, ...]:
    if action.icon == EXPLORE:
        first, rest = facts.in_front(state)[: places.GRID], facts.in_front(state)[places.GRID :]
        label = T("Its icon")
        return tuple(
            Offer(move=Move("action_named"), label=label, asks=(places.icons_ask(icons),), under=COUNTING)
            for icons in (first, rest)
        )
    cost = whole("cost", T("Cost"), MOST_COST, likely=LIKELY_COST)
    told = Offer(move=Move("cost_told"), label=T("Cost"), asks=(cost,), under=COUNTING, rule="action.cost")
    known = {} if action.card else _places(state, state.hero(action.active))
    if not known:
        return (told,)
    where = Offer(
        move=Move("stands_on"), label=T("It stands on a card"), asks=(pick("card", T("Card"), known),), under=COUNTING
    )
    return (told, where)


def _places(state: State, hero: Hero) -> dict[str, Text]:
    """The cards on which an action of this character can stand and be kept."""
    return {
        copy.key: facts.name_of(state, copy.key) for copy in places.sources(state, hero) if facts.kept(state, copy.key)
    }


def keeping(state: State, action: Action) -> tuple[Offer, ...]:
    """At the end of an action whose card nobody has said: the card can still be said, with the same tap."""
    known = {} if action.card or action.icon == EXPLORE else _places(state, state.hero(action.active))
    if not known:
        return ()
    return (
        Offer(
            move=Move("done_on"),
            label=T("Done, and remember it with the card"),
            asks=(pick("card", T("Card"), known),),
            rule="action.turn",
        ),
    )


def _difficulty_prompt(state: State, action: Action) -> Prompt:
    """The signs beside it, ticked; then the difficulty, which ends it."""
    assert action.sheet is not None
    marks = {
        "chain": T("The chain sign"),
        "mandatory": T("A red outline: mandatory"),
        "group": T("The sign for all conscious characters"),
    }
    ticks = tuple(
        Offer(
            move=Move("mark_told", {"mark": mark}),
            label=label,
            ticked=bool(getattr(action.sheet, mark)),
            under=T("It also shows"),
            rule="action.cost",
        )
        for mark, label in marks.items()
    )
    label, first = T("Difficulty"), T("With a slot for a die: difficulty of its first row")
    ask = whole("difficulty", label, MOST_DIFFICULTY, likely=LIKELY_DIFFICULTY)
    row = whole("difficulty", first, DIE_SIDES, at_least=1)
    return Prompt(
        name="action.difficulty",
        do=N(
            "{head} costs {n} card. How many successes does it take?",
            "{head} costs {n} cards. How many successes does it take?",
            action.sheet.cost,
            head=facts.heading(state, action),
        ),
        more=T("Tick first what else the action shows.") if not action.card else T("It is asked only once."),
        offers=(
            *ticks,
            Offer(move=Move("difficulty_told"), label=label, asks=(ask,), rule="action.cost"),
            Offer(move=Move("first_row_told"), label=first, asks=(row,), rule="action.compound"),
            *places.cancel_offer(action),
        ),
        seat=seat_of(action.active),
        rule="action.cost",
    )


def creature_prompt(state: State, action: Action) -> Prompt:
    """The creature's traits beside the fight, ticked; most have none."""
    assert action.sheet is not None
    has = dict(action.sheet.traits or {})
    offers = tuple(_trait(action.sheet, trait) for trait in TRAITS)
    done = T("No other trait") if has else T("No traits")
    after = _after_traits(state, action)
    shown = results.read(state, after, drawing.cost(state, after)) if after is not None else ()
    told = tuple(
        structs.replace(one, label=T("{traits}: {what}", traits=done, what=one.label), note=None) for one in shown
    )
    return Prompt(
        name="action.traits",
        do=T("Which traits stand beside the fight?"),
        more=T("Each is explained as soon as it is in play."),
        offers=(*told, *offers, usual("traits_done", done), *places.cancel_offer(action)),
        seat=seat_of(action.active),
        rule="traits",
    )


def _after_traits(state: State, action: Action) -> Action | None:
    """The action once these are all of its traits, where nothing else has to be said before cards are drawn."""
    assert action.sheet is not None
    shown = replace(action.sheet, traits=dict(action.sheet.traits or {}))
    die = performing.die_on(state, action.card, action.icon, shown)
    if (shown.compound and die is None and performing.no_die_free(state)) or shown.group:
        return None
    row, value = (1, min(DIE_SIDES, shown.rows[0])) if die is None else (die.row, die.value)
    involved = heroes.together(state, action.active) if shown.mandatory else action.involved
    laid = replace(action, sheet=shown, step="gear", row=row, die=value if shown.compound else None, involved=involved)
    ready = gearing.with_forced(state, laid)
    return ready if gearing.settled(state, ready) else None


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
    ask = whole("count", T("Its number"), DIE_SIDES, count or None, at_least=1)
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
        structs.replace(
            tap("die_taken", facts.where_named(state, one.icon, one.card), rule="action.compound", at=at),
            note=T("Row {row}, the die shows {value}", row=one.row, value=one.value),
        )
        for at, one in enumerate(state.turn.dice)
    )
    return Prompt(
        name="action.die",
        do=T("No die is free. From which card do you take one?"),
        more=T("That action begins again on its first row."),
        offers=(*offers, *places.cancel_offer(action)),
        seat=seat_of(action.active),
        rule="action.compound",
    )


MOVES: Moves = {
    "active_is": move(active_is, T("Chose the active player"), SEAT),
    "cost_told": move(
        cost_told, lambda args: T("Cost: {cost}", cost=number(args, "cost")), whole("cost", T("Cost"), MOST_COST)
    ),
    "mark_told": move(mark_told, T("Told a sign of the action"), pick("mark", T("Sign"), MARKS)),
    "difficulty_told": move(
        difficulty_told,
        lambda args: T("Difficulty: {difficulty}", difficulty=number(args, "difficulty")),
        whole("difficulty", T("Difficulty"), MOST_DIFFICULTY),
    ),
    "first_row_told": move(
        first_row_told,
        lambda args: T("Difficulty: {difficulty}", difficulty=number(args, "difficulty")),
        whole("difficulty", T("Difficulty of its first row"), DIE_SIDES, at_least=1),
    ),
    "stands_on": move(stands_on, lambda args: T("It stands on {card}", card=word(args, "card")[:3]), KEY),
    "action_named": move(named, places.label, places.ICON),
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
