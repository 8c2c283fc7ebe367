"""What a card does is told at the table: by a tap for each thing, or in words that are known from then on."""

from __future__ import annotations

from collections.abc import Mapping

from companion.asking import pick, seat_name, seat_of, tap, usual, whole
from companion.game import Args, Ask, Choice, IllegalMove, Offer, Pick, Prompt, Words
from companion.game import Move as GameMove
from companion.games.turris import council, face_up, known_cards, prestige, supply
from companion.games.turris.books import Books
from companion.games.turris.kept_names import LONGEST_NAME
from companion.games.turris.names import place_name, who
from companion.games.turris.rewards import able, doing, telling
from companion.games.turris.rewards.giving import CARD, give, read_card
from companion.games.turris.rewards.words import LONGEST, parse
from companion.games.turris.state import State, Task
from companion.parts import Deed, Part, deed, number, word
from companion.scribe import require_running, require_task
from companion.text import T, Text

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
DO: Mapping[str, Text] = {
    "tactics": T("{player}, do what the Tactics card says."),
    "mission": T("{player}, do what the Mission says."),
    "trionfi": T("{player}, do what the Trionfi card says."),
    "card": T("{player}, do what the card says."),
    "place": T("{player}, take what the place gives."),
    "say": T("{player}: do this at the table."),
}


# --- moves ------------------------------------------------------------------------------------------------------------


def done(books: Books, args: Args) -> None:
    """All of it is done."""
    require_task(books.state, CARD)
    books.finish_task()


def gained(books: Books, args: Args) -> None:
    """One thing that the card gave; more may follow."""
    task = require_task(books.state, CARD)
    books.finish_task()
    change(books, task.seat, word(args, "what"), 1)
    books.add_task(task)  # what has come of it, such as a spot of the Council track, goes before the rest of the card


def other(books: Books, args: Args) -> None:
    """Something that anybody gained or lost."""
    task = require_task(books.state, CARD)
    sign = -1 if word(args, "how") == "lose" else 1
    books.finish_task()
    change(books, seat_of(word(args, "who")), word(args, "what"), sign * number(args, "count"))
    books.add_task(task)


def change(books: Books, seat: int, what: str, count: int) -> None:
    """Somebody has more or less of something, as far as there is any."""
    if what == "council":
        council.advance(books, seat, max(0, count))
    elif what == "prestige":
        _prestige(books, seat, count)
    elif what == "tactics":
        _cards(books, seat, count)
    elif what in ("completed", "reserved"):
        books.set_player(seat, **{what: max(0, int(getattr(books.state.players[seat], what)) + count)})
    elif count > 0:
        supply.gain(books, seat, what, count, aloud=False)
    else:
        supply.spend(books, seat, what, -count)


def _cards(books: Books, seat: int, count: int) -> None:
    if count > 0:
        doing.draw(books, seat, count)
    else:
        doing.discard(books, seat, -count)


def _prestige(books: Books, seat: int, count: int) -> None:
    if count > 0:
        prestige.gain(books, seat, count)
    else:
        prestige.lose(books, seat, -count)


def on_board(books: Books, args: Args) -> None:
    """Something that the card lets its player do with Scouts, Beasts or cards; more of the card may follow."""
    task = require_task(books.state, CARD)
    effects = parse(word(args, "effect"))
    reason = able.why_not(books.state, task.seat, effects)
    if reason is not None:
        raise IllegalMove(T("That cannot be done: {why}", why=reason), page=24)
    books.finish_task()
    give(books, task.seat, effects)
    books.add_task(task)


def open_card(books: Books, args: Args) -> None:
    """A card of somebody gives or takes something, whenever that is."""
    require_running(books.state)
    if books.state.tasks:
        raise IllegalMove(T("Something else has to be done first: it is shown at the top."))
    seat = seat_of(word(args, "who"))
    if seat >= len(books.state.players):
        raise IllegalMove(T("Nobody sits there."))
    read_card(books, seat, "card")


def in_words(books: Books, args: Args) -> None:
    """What the card says, in words; with a name it is known from then on."""
    task = require_task(books.state, CARD)
    effects = known_cards.understood(word(args, "words"))
    if not effects:
        raise IllegalMove(T("Enter what the card does, such as “gain relics 2; advance”."), rule="words")
    why_not = able.why_not(books.state, task.seat, effects)
    if why_not is not None and task.about == "tactics":
        raise IllegalMove(T("A Tactics card must be done in full: {why}", why=why_not), rule="tactics", page=24)
    if task.about in known_cards.KINDS:
        known_cards.keep(books, task.about, word(args, "name"), word(args, "words"))
    books.finish_task()
    give(books, task.seat, effects)


def known(books: Books, args: Args) -> None:
    """A card whose words are known by its name."""
    task = require_task(books.state, CARD)
    effects = (
        known_cards.effects_of(books.state, task.about, word(args, "name")) if task.about in known_cards.KINDS else ()
    )
    if not effects:
        raise IllegalMove(T("That card is not known yet: enter it."), rule="words")
    books.finish_task()
    give(books, task.seat, effects)


# --- the prompt -------------------------------------------------------------------------------------------------------

WORDS = Words(name="words", label=T("What it does"), at_most_chars=LONGEST, lines=True, blocks=telling.BLOCKS)
NAME = Words(name="name", label=T("Name of the card, to know it next time"), at_most_chars=LONGEST_NAME)
HOW = pick("how", T("Gained or lost"), {"gain": T("Gained"), "lose": T("Lost")}, "gain")


def prompt(state: State) -> Prompt:
    """Do what the card says, and enter what of it the books keep."""
    task = state.tasks[0]
    named = Text(DO[task.about].msgid, {"player": who(state, task.seat)})
    return Prompt(
        name="card.do",
        do=named,
        more=_more(state, task),
        offers=(
            usual("card_done", T("Done")),
            *_known_offers(state, task),
            *(tap("card_gain", ONE_MORE[what], what=what) for what in COUNTED),
            Offer(move=GameMove("card_other"), label=T("Anything else"), asks=_other_asks(state, task.seat)),
            Offer(move=GameMove("card_board"), label=T("Scouts, Beasts, cards"), asks=(ON_BOARD,)),
            Offer(move=GameMove("card_words"), label=T("Enter it in words"), asks=(WORDS, NAME), rule="words"),
        ),
        seat=task.seat,
        rule=RULES.get(task.about, "words"),
    )


def _more(state: State, task: Task) -> Text:
    if task.about == "say":
        return Text("{words}", {"words": task.place})
    if task.about == "place":
        return T("{place}: tap what it gives, then Done.", place=place_name(state, task.place))
    return T("Tap what it gives, then Done.")


def _known_offers(state: State, task: Task) -> tuple[Offer, ...]:
    """The cards of this kind that are known by name."""
    names = known_cards.known_names(state, task.about) if task.about in known_cards.KINDS else ()
    if not names:
        return ()
    choices = {name: known_cards.label(state, task.about, name) for name in names}
    return (
        Offer(move=GameMove("card_known"), label=T("A known card"), asks=(pick("name", T("Which card"), choices),)),
    )


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


ON_BOARD = pick(
    "effect",
    T("What it does"),
    {words: telling.describe(parse(words)) for words in (
        "action", "place", "recall", "move", "play", "revive 1", "sacrifice", "reserve", "future", "fruit", "beast 1",
        "beast 2", "flip",
        "room 3", "room 5")},
)  # fmt: skip
WHO = pick("who", T("Who"), {seat_name(seat): T("Player {number}", number=seat + 1) for seat in range(4)})
ONE = pick("what", T("What"), COUNTED, "ichor")
WHAT = pick("what", T("What"), ALL_COUNTED, "ichor")
COUNT = whole("count", T("How many"), MOST_AT_ONCE, 1, at_least=1)

MOVES: dict[str, Deed[Books]] = {
    "card_done": deed(done, T("Did what the card says")),
    "card_gain": deed(gained, lambda args: T("Gained: {what}", what=ONE_MORE[word(args, "what")]), ONE),
    "card_other": deed(other, T("Entered what somebody gained or lost"), WHO, HOW, WHAT, COUNT),
    "card_board": deed(on_board, T("Did what a card allows"), ON_BOARD),
    "open_card": deed(open_card, T("Turned to a card"), WHO),
    "card_known": deed(
        known, T("Did what a known card does"), Words(name="name", label=T("Which card"), at_most_chars=LONGEST_NAME)
    ),
    "card_words": deed(in_words, T("Entered what a card does"), WORDS, NAME),
}
PART: Part[State, Books] = Part(
    name="cards", moves=MOVES, tasks={CARD: prompt}, prompts=prompts, families=known_cards.FAMILIES
)
