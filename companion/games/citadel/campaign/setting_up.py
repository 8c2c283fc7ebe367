"""Setting up (p. 7 to 9): the box sorted once, the table laid out, characters chosen in the introductory scenario."""

from __future__ import annotations

from companion.api import Args, IllegalMove, N, Offer, Prompt, T
from companion.games.citadel.campaign.lists import Checklist, Items, write
from companion.games.citadel.state import INTRODUCTION, OPEN, State, Task
from companion.games.citadel.tables import words
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import pick, require_task, seat_of, tap, word

SORT, TABLE, CHARACTER = "campaign.sort", "campaign.table", "campaign.character"
# The names on the four Character cards of the box (p. 4); another one can be entered through the card's own letter.
CHARACTERS = words("characters")
SORTING = words("sorting")
INTRODUCTORY = "A new beginning"
INTRO_PAGE = 3  # of the introductory scenario's booklet (p. 7)


def sort_items(state: State, task: Task) -> Items:
    """Every card behind its divider (p. 7): 1,074 cards in all."""
    return SORTING


def table_items(state: State, task: Task) -> Items:
    """What lies on the table (p. 8 to 9)."""
    players = len(state.party)
    first = {} if state.campaign.adventure > 1 else {"box": T("The box is sorted: every card behind its divider.")}
    return first | {
        "map": T("The World Map, without cards in its slots."),
        "leaflet": T("A new Citadel leaflet; its pages are kept here as well."),
        "books": T("The Dialogue Book, the Threat Booklets and the bookmark. Nobody reads ahead."),
        "past": T("Dividers “The Past” and “Quest items” near the place for the Board."),
        "counters": N("{n} life point counter.", "{n} life point counters, one each.", players),
        "empty": T("Nobody has a hand, Purse cards or blocked cards yet."),
    }


def open_intro(tx: Transaction, task: Task) -> None:
    """The introductory scenario begins (p. 7)."""
    write(tx, bookmark=INTRODUCTION, scenario=INTRODUCTORY)
    text = T("Open the introductory scenario's booklet on page 3 and read until it tells you to stop.")
    tx.tell("introduction", text, page=INTRO_PAGE)


def nothing(tx: Transaction, task: Task) -> None:
    """What comes next waits already."""


def chosen(tx: Transaction, args: Args) -> None:
    """A character was chosen; nobody plays the same (p. 7)."""
    task = require_task(tx.state, CHARACTER)
    name = word(args, "character")
    if any(hero.character == name for hero in tx.state.party if hero.seat != task.seat):
        raise IllegalMove(T("Another player has that character already."), rule="setup.characters", page=7)
    tx.finish_task(CHARACTER)
    hero = tx.set_hero(task.seat, character=name)
    text = T("{name} plays {character}.", name=hero.name, character=CHARACTERS[name])
    tx.note("character_chosen", text, seat=task.seat, character=name)


def character_prompt(state: State, task: Task) -> Prompt:
    """Which character; those that others play are left out."""
    taken = {hero.character for hero in state.party}
    free = {name: text for name, text in CHARACTERS.items() if name not in taken}
    hero = state.hero(task.seat)
    offers = tuple(tap("character", name, icon="hero", character=key) for key, name in free.items())
    return Prompt(
        name=CHARACTER,
        do=T("{name}: which character do you play?", name=hero.name),
        more=T("The introductory scenario tells how the characters and their first skills are chosen."),
        offers=(*offers, tap("character_later", T("Later"), under=T("Otherwise"))),
        seat=seat_of(task.seat),
        rule="setup.characters",
    )


def sorting_offer(state: State, task: Task) -> tuple[Offer, ...]:
    """How the box is sorted, for whoever has not done it yet."""
    if state.campaign.adventure > 1:
        return ()
    return (tap("show_sorting", T("How to sort the box"), rule="setup.sorting"),)


LISTS = {
    SORT: Checklist(
        do=lambda state, task: T("Is the box sorted? Tick off, or go on when it is."),
        items=sort_items,
        finish=nothing,
        done=T("The box is sorted"),
        more=T("Do not look at what is on the fronts of the cards, or in the booklets."),
        rule="setup.sorting",
    ),
    TABLE: Checklist(
        do=lambda state, task: T("Lay out the table."),
        items=table_items,
        finish=open_intro,
        done=T("All laid out: we begin"),
        rule="setup.table",
        extra=sorting_offer,
    ),
}


def show_sorting(tx: Transaction, args: Args) -> None:
    """The list of the box comes first."""
    require_task(tx.state, TABLE)
    tx.add_first(Task(kind=SORT))


def begin(tx: Transaction) -> None:
    """What has to be done before the first turn of an adventure. Who plays which character is asked when it matters,
    except in an evening of an earlier version."""
    heroes = () if OPEN in tx.state.board else tx.state.party
    characters = tuple(Task(kind=CHARACTER, seat=hero.seat) for hero in heroes)
    tx.add_last(Task(kind=TABLE), *characters, Task(kind="campaign.scenario", about=INTRODUCTION))


def later(tx: Transaction, args: Args) -> None:
    """Nobody looks now: it is asked again when it matters."""
    tx.finish_task(CHARACTER)


MOVES: Moves = {
    "show_sorting": move(show_sorting, T("Looked how the box is sorted")),
    "character_later": move(later, T("The character is said later")),
    "character": move(
        chosen,
        lambda a: T("Character: {name}", name=CHARACTERS[word(a, "character")]),
        pick("character", T("Character"), CHARACTERS),
    ),
}
