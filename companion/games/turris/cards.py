"""What a card does is told at the table: by a tap for each thing, or in words that are known from then on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.api import Args, Ask, Choice, IllegalMove, Offer, Pick, Prompt, T, Text, Words, template
from companion.api import Move as GameMove
from companion.games.turris import council, face_up, known_cards, prestige, supply
from companion.games.turris.names import LONGEST_NAME, place_name, who
from companion.games.turris.rewards import able, doing, reward_form
from companion.games.turris.rewards.effects import (
    BLOCKS,
    CARD,
    FREE,
    KIND,
    LONGEST,
    TURN,
    Effect,
    describe,
    give,
    origin_of,
    parse,
    read_card,
)
from companion.games.turris.state import State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit import (
    Action,
    GameModule,
    action,
    number,
    pick,
    require_running,
    require_task,
    seat_name,
    seat_of,
    tap,
    usual,
    whole,
    word,
)

MOST_AT_ONCE = 25
COUNTED: Mapping[str, Text] = {
    **supply.NAMES,
    "tactics": T("Tactics cards"),
    "prestige": T("Prestige"),
    "council": T("Steps on the Council track"),
}
ALL_COUNTED: Mapping[str, Text] = {
    **COUNTED,
    "completed": T("Missions completed"),
    "reserved": T("Missions reserved"),
}
ONE_MORE: Mapping[str, Text] = {
    "ichor": T("1 Ichor"),
    "knowledge": T("1 Knowledge"),
    "relics": T("1 Relic"),
    "weaponry": T("1 Weaponry"),
    "artifacts": T("1 Artifact"),
    "tokens": T("1 Additional Action token"),
    "tactics": T("1 Tactics card"),
    "prestige": T("1 Prestige"),
    "council": T("1 step on the Council track"),
}
GAINED = (*supply.TOKENS, "tactics", "council")
LOST = (*supply.TOKENS, "tactics", "prestige", "reserved")
LIKELY = 6
ONE_OF: Mapping[str, Text] = {**reward_form.ONE, "council": T("Council step"), "prestige": T("Prestige")}
ICONS: Mapping[str, str] = {what: what for what in (*GAINED, *LOST)}
DO: Mapping[str, Text] = {
    "tactics": template("{player}, do what the Tactics card says."),
    "mission": template("{player}, do what the Mission says."),
    "trionfi": template("{player}, do what the Trionfi card says."),
    "card": template("{player}, do what the card says."),
    "place": template("{player}, take what the place gives."),
    "spot": template("{player}, take what the spot of the Council track gives."),
    "say": template("{player}: do this at the table."),
}


# --- moves ------------------------------------------------------------------------------------------------------------


def done(tx: Transaction, args: Args) -> None:
    """All of it is done."""
    require_task(tx.state, CARD)
    tx.finish_task()


def gained(tx: Transaction, args: Args) -> None:
    """One thing that the card gave; more may follow."""
    task = require_task(tx.state, CARD)
    tx.finish_task()
    change(tx, task.seat, word(args, "what"), 1)
    _go_on(tx, task)


def other(tx: Transaction, args: Args) -> None:
    """Something that anybody gained or lost."""
    task = require_task(tx.state, CARD)
    sign = -1 if word(args, "how") == "lose" else 1
    tx.finish_task()
    change(tx, seat_of(word(args, "who")), word(args, "what"), sign * number(args, "count"))
    _go_on(tx, task)


def _go_on(tx: Transaction, task: Task) -> None:
    """More of the card may follow; what has come of it, such as a spot of the Council track, goes before the rest. Its
    `count` grows: something of it is done."""
    tx.add_task(replace(task, count=task.count + 1))


def change(tx: Transaction, seat: int, what: str, count: int) -> None:
    """Somebody has more or less of something, as far as there is any."""
    if what == "council":
        council.advance(tx, seat, max(0, count))
    elif what == "prestige":
        _prestige(tx, seat, count)
    elif what == "tactics":
        _cards(tx, seat, count)
    elif what == "completed":
        tx.set_player(seat, completed=max(0, tx.state.players[seat].completed + count))
    elif what == "reserved":
        _reserved(tx, seat, count)
    elif count > 0:
        supply.gain(tx, seat, what, count, aloud=False)
    else:
        supply.spend(tx, seat, what, -count, chosen=True)


def _cards(tx: Transaction, seat: int, count: int) -> None:
    if count > 0:
        doing.draw(tx, seat, count)
    else:
        doing.discard(tx, seat, -count)


def _reserved(tx: Transaction, seat: int, count: int) -> None:
    if count > 0:
        face_up.reserve(tx, seat, count)
    else:
        face_up.discard(tx, seat, -count)


def _prestige(tx: Transaction, seat: int, count: int) -> None:
    if count > 0:
        prestige.gain(tx, seat, count)
    else:
        prestige.lose(tx, seat, -count)


def on_board(tx: Transaction, args: Args) -> None:
    """Something that the card lets its player do with Scouts, Beasts or cards; more of the card may follow."""
    task = require_task(tx.state, CARD)
    effects = parse(word(args, "effect"))
    reason = able.why_not(tx.state, task.seat, effects, origin_of(task))
    if reason is not None:
        raise IllegalMove(T("That cannot be done: {why}", why=reason), page=24)
    tx.finish_task()
    give(tx, task.seat, effects, origin_of(task))
    _go_on(tx, task)


def taken_back(tx: Transaction, args: Args) -> None:
    """A Tactics card that cannot be done in full may not be played (p. 24): it goes back to the hand."""
    task = require_task(tx.state, CARD)
    if not _returns(task):
        text = T("Only a Tactics card of which nothing is done yet can be taken back.")
        raise IllegalMove(text, rule="tactics", page=24)
    tx.finish_task()
    player = tx.state.players[task.seat]
    tx.set_player(task.seat, tactics=player.tactics + 1)
    if task.place == TURN:
        tx.set(tactics_played=False)
    else:
        tx.add_task(Task(kind=f"{KIND}play", seat=task.seat))
    tx.note("tactics_taken_back", T("{player} takes the Tactics card back.", player=player.name), seat=task.seat + 1)


def _returns(task: Task) -> bool:
    """Whether a card can still be taken back: a Tactics card of which nothing is done."""
    return task.about == "tactics" and task.place in (TURN, FREE) and task.count == 1


def open_card(tx: Transaction, args: Args) -> None:
    """A card of somebody gives or takes something, whenever that is."""
    require_running(tx.state)
    if tx.state.tasks:
        raise IllegalMove(T("Something else has to be done first: it is shown at the top."))
    seat = seat_of(word(args, "who"))
    if seat >= len(tx.state.players):
        raise IllegalMove(T("Nobody sits there."))
    read_card(tx, seat, "card")


def in_words(tx: Transaction, args: Args) -> None:
    """What the card says, in words; with a name it is known from then on."""
    task = require_task(tx.state, CARD)
    effects = known_cards.understood(word(args, "words"))
    if not effects:
        raise IllegalMove(T("Enter what the card does, such as “gain relics 2; advance”."), rule="words")
    _refuse_in_part(tx.state, task, effects)
    if task.about in known_cards.KINDS:
        known_cards.keep(tx, task.about, word(args, "name"), word(args, "words"))
    tx.finish_task()
    give(tx, task.seat, effects, origin_of(task))


def _refuse_in_part(state: State, task: Task, effects: tuple[Effect, ...]) -> None:
    why_not = able.why_not(state, task.seat, effects)
    if why_not is not None and task.about == "tactics":
        raise IllegalMove(T("A Tactics card must be done in full: {why}", why=why_not), rule="tactics", page=24)


def known(tx: Transaction, args: Args) -> None:
    """A card whose words are known by its name."""
    task = require_task(tx.state, CARD)
    effects = (
        known_cards.effects_of(tx.state, task.about, word(args, "name")) if task.about in known_cards.KINDS else ()
    )
    if not effects:
        raise IllegalMove(T("That card is not known yet: enter it."), rule="words")
    _refuse_in_part(tx.state, task, effects)
    tx.finish_task()
    give(tx, task.seat, effects)


# --- the prompt -------------------------------------------------------------------------------------------------------

WORDS = Words(name="words", label=T("What it does"), at_most_chars=LONGEST, lines=True, blocks=BLOCKS)
NAME = Words(name="name", label=T("Name of the card, to know it next time"), at_most_chars=LONGEST_NAME)
HOW = pick("how", T("Gained or lost"), {"gain": T("Gained"), "lose": T("Lost")}, "gain")


def prompt(state: State) -> Prompt:
    """Do what the card says, and enter what of it the companion keeps."""
    task = state.tasks[0]
    named = Text(DO[task.about].msgid, {"player": who(state, task.seat)})
    return Prompt(
        name="card.do",
        do=named,
        more=_more(state, task),
        offers=(
            *_known_offers(state, task),
            *_gain_offers(task.seat),
            _done_offer(task),
            *_loss_offers(state, task.seat),
            *_on_board_offers(state, task),
            *_other_offers(state, task.seat),
            Offer(move=GameMove("card_words"), label=T("Enter it in words"), asks=(WORDS, NAME), rule="words"),
            *_back_offers(task),
        ),
        seat=task.seat,
        rule=RULES.get(task.about, "words"),
    )


def _done_offer(task: Task) -> Offer:
    """The usual answer once something of it was entered, or where nothing has to be."""
    if task.count > 1 or task.about == "say":
        return usual("card_done", T("That is all"))
    return tap("card_done", T("Nothing to enter"))


def _gain_offers(seat: int) -> tuple[Offer, ...]:
    """One of anything by a tap, and Prestige with its number."""
    ask = pick("what", T("It gives"), {what: ONE_OF[what] for what in GAINED}, icons=ICONS)
    return (
        Offer(move=GameMove("card_gain"), label=T("It gives"), asks=(ask,)),
        Offer(
            move=GameMove("card_other", {"who": seat_name(seat), "how": "gain", "what": "prestige"}),
            label=T("Prestige"),
            asks=(whole("count", T("Prestige"), MOST_AT_ONCE, at_least=1, likely=LIKELY),),
            icon="prestige",
        ),
    )


def _loss_offers(state: State, seat: int) -> tuple[Offer, ...]:
    """One of anything that the player has."""
    player = state.players[seat]
    has = {what: ONE_OF[what] for what in LOST if getattr(player, what)}
    if not has:
        return ()
    move = GameMove("card_other", {"who": seat_name(seat), "how": "lose", "count": 1})
    return (Offer(move=move, label=T("It costs"), asks=(pick("what", T("It costs"), has, icons=ICONS),)),)


def _other_offers(state: State, seat: int) -> tuple[Offer, ...]:
    """What somebody else gains or loses, or more of it at once."""
    label = T("Anything else") if state.solo else T("Anything else, also of somebody else")
    return (Offer(move=GameMove("card_other"), label=label, asks=_other_asks(state, seat)),)


def _more(state: State, task: Task) -> Text:
    if task.about == "say":
        return Text("{words}", {"words": task.place})
    if task.about == "place":
        return T("{place}: tap what it gives, one by one.", place=place_name(state, task.place))
    return T("Tap what it gives, one by one.")


def _known_offers(state: State, task: Task) -> tuple[Offer, ...]:
    """The cards of this kind that are known by name."""
    names = known_cards.known_names(state, task.about) if task.about in known_cards.KINDS else ()
    choices = {name: known_cards.label(state, task.about, name) for name in names if _listed(state, task, name)}
    if not choices:
        return ()
    return (
        Offer(move=GameMove("card_known"), label=T("A known card"), asks=(pick("name", T("Which card"), choices),)),
    )


def _listed(state: State, task: Task, name: str) -> bool:
    """A Tactics card only if it can be done in full (p. 24)."""
    effects = known_cards.effects_of(state, task.about, name)
    return task.about != "tactics" or able.why_not(state, task.seat, effects) is None


def _on_board_offers(state: State, task: Task) -> tuple[Offer, ...]:
    """What can be done now with Scouts, Beasts and cards."""
    place = origin_of(task)
    can = {words: label for words, label in DONE_ON_BOARD.items()
           if able.why_not(state, task.seat, parse(words), place) is None}  # fmt: skip
    ask = pick("effect", ON_BOARD.label, can, icons=reward_form.ICONS)
    return (Offer(move=GameMove("card_board"), label=T("Scouts, Beasts, cards"), asks=(ask,)),) if can else ()


def _back_offers(task: Task) -> tuple[Offer, ...]:
    if not _returns(task):
        return ()
    return (tap("card_back", T("Take it back: it cannot be done in full"), rule="tactics"),)


RULES = {"tactics": "tactics", "mission": "missions", "trionfi": "tower"}


def _other_asks(state: State, seat: int) -> tuple[Ask, ...]:
    people = Pick(
        name="who",
        label=T("Who"),
        choices=tuple(
            Choice(value=seat_name(one), label=Text("{name}", {"name": player.name}))
            for one, player in enumerate(state.players)
        ),
        usual=seat_name(seat),
    )
    return (people, HOW, WHAT, COUNT)


def prompts(state: State) -> tuple[Prompt, ...]:
    """Cards act at any time; never pressing."""
    if state.phase in ("setup", "over"):
        return ()
    offers = tuple(
        tap("open_card", T("A card of {player}", player=player.name), who=seat_name(seat))
        for seat, player in enumerate(state.players)
    )
    return (
        Prompt(
            name="cards",
            do=T("Does a card or a token give or take anything else?"),
            more=T("An ongoing Mission, for example, or a Trionfi card."),
            offers=(*offers, *face_up.offers(state)),
            rule="missions",
        ),
    )


DONE_ON_BOARD: Mapping[str, Text] = {words: reward_form.ALSO.get(words, describe(parse(words))) for words in (
    "action", "place", "recall", "move", "play", "revive 1", "sacrifice", "reserve", "future", "fruit", "beast 1",
    "beast 2", "flip", "room 3", "room 5",
)}  # fmt: skip
ON_BOARD = pick("effect", T("What it does"), DONE_ON_BOARD)
WHO = pick("who", T("Who"), {seat_name(seat): T("Player {number}", number=seat + 1) for seat in range(4)})
ONE = pick("what", T("What"), COUNTED, "ichor")
WHAT = pick("what", T("What"), ALL_COUNTED, "ichor")
COUNT = whole("count", T("How many"), MOST_AT_ONCE, 1, at_least=1)

MOVES: dict[str, Action[Transaction]] = {
    "card_done": action(done, T("Did what the card says")),
    "card_gain": action(gained, lambda args: T("Gained: {what}", what=ONE_MORE[word(args, "what")]), ONE),
    "card_other": action(other, T("Entered what somebody gained or lost"), WHO, HOW, WHAT, COUNT),
    "card_board": action(on_board, T("Did what a card allows"), ON_BOARD),
    "card_back": action(taken_back, T("Took a Tactics card back")),
    "open_card": action(open_card, T("Turned to a card"), WHO),
    "card_known": action(
        known, T("Did what a known card does"), Words(name="name", label=T("Which card"), at_most_chars=LONGEST_NAME)
    ),
    "card_words": action(in_words, T("Entered what a card does"), WORDS, NAME),
}
MODULE: GameModule[State, Transaction] = GameModule(
    name="cards", moves=MOVES, tasks={CARD: prompt}, prompts=prompts, families=known_cards.FAMILIES
)
