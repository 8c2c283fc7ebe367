"""Setting up (p. 7 to 9): the box sorted once, the table laid out, characters chosen in the introductory scenario."""

from __future__ import annotations

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T
from companion.games.citadel.campaign.lists import Checklist, Items, write
from companion.games.citadel.state import INTRODUCTION, State, Task
from companion.games.citadel.tables import words
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import pick, require_task, seat_of, word

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
    return {
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
    ask = pick("character", T("Character"), free, next(iter(free)) if len(free) == 1 else None)
    return Prompt(
        name=CHARACTER,
        do=T("{name}: which character do you play?", name=hero.name),
        more=T("The introductory scenario tells how the characters and their first skills are chosen."),
        offers=(Offer(move=Move("character"), label=T("This character"), asks=(ask,)),),
        seat=seat_of(task.seat),
        rule="setup.characters",
    )


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
        done=T("All laid out"),
        rule="setup.table",
    ),
}


def begin(tx: Transaction, first: bool) -> None:
    """What has to be done before the first turn of an adventure; the box is sorted before the very first one only."""
    characters = tuple(Task(kind=CHARACTER, seat=hero.seat) for hero in tx.state.party)
    sorting = (Task(kind=SORT),) if first else ()
    tx.add_last(*sorting, Task(kind=TABLE), *characters, Task(kind="campaign.scenario", about=INTRODUCTION))


MOVES: Moves = {
    "character": move(
        chosen,
        lambda a: T("Character: {name}", name=CHARACTERS[word(a, "character")]),
        pick("character", T("Character"), CHARACTERS),
    ),
}
