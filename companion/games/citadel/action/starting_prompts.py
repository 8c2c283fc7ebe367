"""What is asked before cards are selected: who acts, which action, and what it shows."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Move, Offer, Prompt, Value
from companion.api.text import N, T, Text
from companion.games.citadel.action import dice, facts, traits
from companion.games.citadel.action.icons import ACTIONS
from companion.games.citadel.action.running import Action
from companion.games.citadel.action.sheet import DIE_SIDES, MOST_COST, MOST_DIFFICULTY, TRAITS, WITH_NUMBER, Sheet
from companion.games.citadel.board import figures
from companion.games.citadel.cards import looking
from companion.games.citadel.cards.cards import Copy
from companion.games.citadel.state import Hero, State
from companion.games.citadel.tables import words
from companion.toolkit.forms import pick, seat_of, tap, usual, whole

SORTS = words("action_sorts")
DUTIES = words("action_duties")
ELSEWHERE = words("action_places")


# --- which action -----------------------------------------------------------------------------------------------------


def choose(state: State, action: Action) -> Prompt:
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
    sheet, die = facts.sheet_of(state, card, icon), dice.on(state, card, icon)
    if die is not None:
        return T("Go on: row {row}, the die shows {value}", row=die.row, value=die.value)
    assert sheet is not None
    text, demands = (
        T("Cost {cost}, difficulty {difficulty}", cost=sheet.cost, difficulty=sheet.rows[0]),
        needed(state, card, icon),
    )
    return text if demands is None else T("{cost}. {demands}", cost=text, demands=demands)


def needed(state: State, card: str, icon: str) -> Text | None:
    """What an action demands, as a sentence; None when nobody has said that it demands anything."""
    words = facts.prerequisite(state, card, icon)
    return T("Only if: {words}.", words=words.rstrip(".")) if words else None


def _cancel(action: Action) -> tuple[Offer, ...]:
    return () if action.forced else (tap("action_cancel", T("Not now")),)


# --- what it shows ----------------------------------------------------------------------------------------------------


def sheet(state: State, action: Action) -> Prompt:
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


def creature(state: State, action: Action) -> Prompt:
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
        return Offer(move=move, label=traits.name(trait, 1), ticked=bool(count), under=under, rule="traits")
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
        label=traits.name(trait, count) if count else plain,
        asks=(ask,),
        under=under,
        rule="traits",
    )


def die(state: State, action: Action) -> Prompt:
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


def heading(state: State, action: Action) -> Text:
    """The running action in one line."""
    return T("{name}: {action}", name=state.hero(action.active).name, action=facts.action_name(state, action))


def needs(state: State, action: Action) -> Text:
    """What it takes to succeed."""
    text = N("{n} success needed", "{n} successes needed", action.need)
    text = text if action.need else T("no success needed")
    if action.die is None:
        return text
    return T("{needed}, row {row}", needed=text, row=action.row)
