"""Every move of this part."""

from __future__ import annotations

from companion.api.game import Args, Ask, Chance, Choice, IllegalMove, Words
from companion.api.text import N, T, Text
from companion.games.citadel.action import (
    counting,
    drawing,
    ending,
    gearing,
    giving,
    interrupting,
    replaying,
    starting,
    telling,
    traits,
)
from companion.games.citadel.action.effects import ANY, KINDS, MOST, STEPS
from companion.games.citadel.action.icons import ACTIONS, called
from companion.games.citadel.action.sheet import DIE_SIDES, MOST_COST, MOST_DIFFICULTY, TRAITS
from companion.games.citadel.action.stars import WILD
from companion.games.citadel.action.starting_prompts import DUTIES, SORTS
from companion.games.citadel.action.traits_prompts import DIE
from companion.games.citadel.cards import moving
from companion.games.citadel.cards.cards import OUT_OF_PLAY
from companion.games.citadel.cards.taking_moves import ENDS
from companion.games.citadel.life.moves import SEAT, SEATS
from companion.games.citadel.life.piles import MOST_CARDS
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit.forms import pick, whole
from companion.toolkit.modules import number, word

KEY = Words(name="card", label=T("Card"), at_most_chars=80)
COUNT = whole("count", T("How many"), MOST_CARDS)
CARDS = whole("cards", T("Cards"), MOST_CARDS)
STARS: tuple[Ask, ...] = tuple(
    whole(name, label, 60)
    for name, label in (("stars", T("Full stars")), ("left", T("Left halves")), ("right", T("Right halves")))
)
ICONS: tuple[Ask, ...] = tuple(
    whole(name, T("Class icons"), 60) for name in (*counting.ICON_ARGS, WILD, counting.OTHER)
)
AT = whole("at", T("Which"), 40)
WHO = Chance(
    name="who", label=T("Who"), choices=tuple(Choice(value=seat, label=T("{name}", name=seat)) for seat in SEATS)
)


def _act_new(tx: Transaction, args: Args) -> None:
    """An action by its icon, and where it stands: a card of the ledger, or a kind of card."""
    where = word(args, "where")
    known = where in {copy.key for copy in tx.state.cards.copies}
    starting.act(tx, {**args, "card": where if known else "", "source": "" if known else where})


def _card(tx: Transaction, args: Args) -> None:
    """A card of the action goes where the consequence says."""
    action = starting.require_action(tx.state, "consequence")
    key, to = word(args, "card"), word(args, "to")
    if key not in {action.card, *(gear.ident for gear in action.gear)}:
        raise IllegalMove(T("This card has no part in the action."))
    copy = next((one for one in tx.state.cards.copies if one.key == key), None)
    if copy is None or copy.where in OUT_OF_PLAY:
        raise IllegalMove(T("This card is not in play."))
    if key == action.card and to != "blocked":
        ending.card_goes(tx, to)
    elif to == "blocked":
        moving.block(tx, key, action.active)
    else:
        ending.WAYS[to](tx, key)


def _roll(tx: Transaction, args: Args) -> None:
    """A die that a card asks for."""
    starting.require_action(tx.state, "consequence")
    tx.tell("die_rolled", T("The die shows {rolled}.", rolled=word(args, "die")), rolled=int(word(args, "die")))


def _name(args: Args) -> Text:
    return T("Action: {action}", action=called(word(args, "icon")))


def _drawn(args: Args) -> Text:
    return N("Drew {n} card", "Drew {n} cards", number(args, "cards"))


def _counted(args: Args) -> Text:
    return N("Counted {n} success", "Counted {n} successes", number(args, "count"))


ICON = pick("icon", T("Action"), ACTIONS)
NUMBER = whole("amount", T("How many"), MOST)
CLOSE = whole("close", T("And done"), 1)

STARTING: Moves = {
    "turn": move(starting.turn, T("Chose the active player"), SEAT),
    "act": move(starting.act, _name, SEAT, ICON, Words(name="source", label=T("Where")), KEY),
    "act_new": move(_act_new, _name, SEAT, ICON, Words(name="where", label=T("Where"), at_most_chars=80)),
    "act_now": move(interrupting.act_now, _name, SEAT, ICON),
    "action_cancel": move(starting.cancel, T("Left the action")),
    "prerequisite": move(
        starting.prerequisite_told,
        T("Read a prerequisite"),
        Words(name="words", label=T("What it demands"), at_most_chars=120),
    ),
    "first_row": move(starting.first_row, T("Lay the die on the first row")),
    "sheet_again": move(starting.sheet_again, T("Read the action again")),
    "sheet_told": move(
        starting.sheet_told,
        T("Read the action"),
        whole("cost", T("Cost"), MOST_COST),
        whole("difficulty", T("Difficulty"), MOST_DIFFICULTY),
        pick("sort", T("Kind"), SORTS),
        pick("duty", T("Who"), DUTIES),
    ),
    "trait_told": move(
        starting.trait_told,
        T("Told a trait"),
        pick("trait", T("Trait"), {trait: traits.name(trait, 1) for trait in TRAITS}),
        whole("count", T("Its number"), DIE_SIDES, at_least=1),
    ),
    "traits_done": move(starting.traits_done, T("Told the traits")),
    "die_taken": move(starting.die_taken, T("Took a die from another card"), AT),
    "sign_told": move(
        traits.sign_told,
        T("Read a sign of the player aid"),
        pick("sign", T("Trait"), {sign: T("{sign}", sign=sign) for sign in traits.SIGNS}),
        pick(
            "means",
            T("Meaning"),
            {
                "purse": T("Purse cards"), "skill": T("Skill cards"), "both": T("All cards"),
                "deck": T("Action cards"), "life": T("Life points"), "successes": T("Successes"),
            },
        ),
    ),
}  # fmt: skip

GEARING: Moves = {
    "involve": move(gearing.involve, T("Takes part"), SEAT),
    "gear": move(gearing.select, T("Used a card"), KEY),
    "reflex": move(
        gearing.reflex,
        lambda args: T("Revealed “{title}”", title=word(args, "title")),
        Words(name="title", label=T("Title")),
    ),
    "skill_named": move(
        gearing.skill_named,
        lambda args: T("Used “{title}”", title=word(args, "title")),
        Words(name="title", label=T("Title")),
    ),
    "keywords_told": move(gearing.keywords_told, T("Read keywords"), KEY, Words(name="keywords", label=T("Keywords"))),
    "effect_told": move(
        telling.effect_told,
        T("Read an effect"),
        pick("kind", T("Kind"), {kind: T("{kind}", kind=kind) for kind in (*KINDS, "less", "shield")}),
        NUMBER,
        whole("icons", T("Class icons"), MOST),
        Words(name="of", label=T("Which class icons"), usual=ANY),
        Words(name="new", label=T("A new kind")),
        whole("most", T("At most"), MOST),
        pick("step", T("When"), {step: T("{step}", step=step) for step in STEPS}),
        Words(name="words", label=T("What to remember"), at_most_chars=120),
    ),
    "effect_here": move(
        telling.effect_here,
        T("Changed an effect"),
        AT,
        pick("what", T("Where it fits"), {"here": T("This action"), "any": T("Any action"), "gone": T("Nowhere")}),
    ),
    "effects_marked": move(
        telling.effects_marked,
        T("Marked effects"),
        pick(
            "mark",
            T("Mark"),
            {"must": T("Must"), "either": T("Or"), "discard": T("Discarded"), "block": T("Blocked")},
        ),
    ),
    "effects_done": move(telling.effects_done, T("Read a card")),
    "effects_again": move(telling.effects_again, T("Read a card again"), KEY),
    "either": move(gearing.chosen, T("Chose an effect"), Words(name="group", label=T("Of"), at_most_chars=80), AT),
}

RESOLVING: Moves = {
    "draw": move(drawing.draw, _drawn, CARDS),
    "draw_short": move(drawing.short, _drawn, CARDS),
    "draw_rest": move(drawing.rest, T("Drew the rest")),
    "draw_more": move(drawing.more, _drawn, CARDS),
    "action_stopped": move(drawing.given_up, T("The action ended without a result")),
    "stars_told": move(counting.stars_told, _counted, COUNT),
    "all_told": move(counting.all_told, T("Told stars and halves"), *STARS),
    "by_card": move(counting.by_card, T("Card by card")),
    "face": move(counting.face_told, T("Told a card"), *STARS),
    "icon": move(counting.icon_seen, T("Told a class icon"), Words(name="kind", label=T("Class icon"))),
    "icons_told": move(counting.icons_told, T("Told class icons"), *ICONS),
    "recounted": move(counting.recounted, _counted, COUNT),
}

ENDING: Moves = {
    "action_damage": move(ending.damage, T("Suffered damage"), COUNT),
    "action_keep": move(ending.kept, T("Kept revealed cards"), COUNT),
    "action_card": move(_card, lambda args: ENDS[word(args, "to")], KEY, pick("to", T("Where it goes"), ENDS)),
    "action_roll": move(_roll, T("Rolled a die"), DIE),
    "action_done": move(ending.finish, T("Finished the action")),
    "action_event": move(ending.event_done, T("Finished the action and its event")),
    "as_last_time": move(replaying.as_last_time, T("As the last time"), whole("keep", T("Cards to the hand"), 40)),
    "row_moved": move(
        ending.row_moved,
        T("Moved the die to another row"),
        whole("rows", T("Rows"), ending.MOST_ROWS, at_least=1),
        whole("difficulty", T("Difficulty"), DIE_SIDES, at_least=1),
        CLOSE,
    ),
    "action_last": move(ending.over, T("The last row was done"), CLOSE),
    "active_again": move(ending.active_again, T("Chose the active player"), SEAT),
    "alone": move(ending.alone, T("Nobody else takes part")),
    "brutal_rolled": move(traits.brutal_rolled, T("Rolled for Brutal"), DIE),
    "brutal_blocks": move(traits.brutal_blocks, T("Blocked a card"), KEY),
    "reached": move(traits.reached, T("Reach"), WHO),
    "faint_card_told": move(
        ending.faint_card_told,
        T("Read page 20"),
        pick("kind", T("Card"), {"temporary": T("Temporary"), "permanent": T("Permanent"), "both": T("Both")}),
    ),
}

GIVING: Moves = {
    "give": move(
        giving.give, T("Gives a card"), KEY, pick("to", T("To whom"), {seat: T("{s}", s=seat) for seat in SEATS})
    ),
    "give_told": move(
        giving.told,
        T("Read a weight"),
        whole("weight", T("Weight"), giving.MOST_WEIGHT),
        pick("lock", T("Lock sign"), {"no": T("No"), "yes": T("Yes")}),
    ),
    "give_pay": move(giving.pay, T("Gave a card"), pick("who", T("Who"), {seat: T("{s}", s=seat) for seat in SEATS})),
    "give_left": move(giving.leave, T("Gave nothing")),
}

MOVES: Moves = {**STARTING, **GEARING, **RESOLVING, **ENDING, **GIVING}
