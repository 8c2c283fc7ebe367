"""Recruiting: two crew cards are drawn, one or none is kept (rulebook p. 11).

A card's affiliation and water are printed on it: they are asked once for each card and kept.
"""

from __future__ import annotations

from companion.asking import pick, tap, whole
from companion.game import Args, BoardFamily, IllegalMove, Move, Offer, Pick, Prompt, Words
from companion.games.fire_brigade.books import Books
from companion.games.fire_brigade.crew.cards import CREW
from companion.games.fire_brigade.crew.triggers import FREE_RECRUIT
from companion.games.fire_brigade.names import KIND_NAMES, who
from companion.games.fire_brigade.state import KINDS, Crew, State
from companion.parts import number, word
from companion.scribe import require_task
from companion.text import T, Text

NOBODY = "nobody"
MOST_WATER = 6
FAMILY = BoardFamily(
    pattern=r"crew\.([a-z_]{1,24})",
    ask=Words(name="crew", label=T("Affiliation and water of {name}, such as nobles 2"), at_most_chars=20),
    label=T("Crew cards"),
)


def known(state: State, name: str) -> tuple[str, int] | None:
    """Affiliation and water of a crew card, if they were told."""
    words = str(state.board.get(f"crew.{name}", "")).split()
    return (words[0], int(words[1])) if len(words) == 2 else None


def check(value: str) -> None:
    """Refuse what is no affiliation with water."""
    words = value.split()
    if len(words) != 2 or words[0] not in KINDS or not words[1].isdigit() or int(words[1]) > MOST_WATER:
        raise IllegalMove(T("Write the affiliation and the water, such as “nobles 2”: commons, council, merchants, "
                            "nobles or university."))  # fmt: skip


def room(state: State, seat: int) -> int:
    """How many more crew members a player may have."""
    player = state.players[seat]
    return player.values["crew"] - len(player.crew)


def may(state: State, seat: int) -> bool:
    """Whether a Recruit makes sense: there is room, or somebody to be replaced."""
    return state.players[seat].values["crew"] > 0


def keep(books: Books, args: Args) -> None:
    """One of the two is kept; where there is no room, somebody is replaced."""
    task = require_task(books.state, FREE_RECRUIT)
    name, leaves = word(args, "name"), word(args, "leaves")
    player = books.state.players[task.seat]
    if any(one.name == name for other in books.state.players for one in other.crew):
        raise IllegalMove(T("{name} is in a crew already.", name=CREW[name].name))
    if leaves == NOBODY and room(books.state, task.seat) <= 0:
        raise IllegalMove(
            T("Your board allows {n} crew members: say who leaves.", n=player.values["crew"]), rule="actions.recruit",
            page=11)  # fmt: skip
    if leaves != NOBODY and all(one.name != leaves for one in player.crew):
        raise IllegalMove(T("{name} is not in your crew.", name=CREW[leaves].name))
    books.finish_task()
    kind, holds = word(args, "kind"), number(args, "holds")
    books.learn(f"crew.{name}", f"{kind} {holds}")
    came = Crew(name=name, kind=kind, holds=holds, water=min(holds, books.state.water_left()))
    books.set_player(task.seat, crew=(*(one for one in player.crew if one.name != leaves), came))
    text = T("{who} recruits {name}.", who=who(books.state, task.seat), name=CREW[name].name)
    books.tell("recruited", text, seat=task.seat, crew=name, water=came.water)


def keep_none(books: Books, args: Args) -> None:
    """Both cards are discarded: the Recruit is wasted."""
    task = require_task(books.state, FREE_RECRUIT)
    books.finish_task()
    books.tell("recruited_none", T("{who} recruits nobody.", who=who(books.state, task.seat)), seat=task.seat)


def prompt(state: State) -> Prompt:
    """Draw two, keep one or none."""
    task = state.tasks[0]
    taken = {one.name for player in state.players for one in player.crew}
    offers = tuple(_offer(state, task.seat, name) for name in CREW if name not in taken)
    return Prompt(
        name="recruit",
        do=T("{who}, draw two crew cards. Whom do you keep?", who=who(state, task.seat)),
        offers=(tap("recruit_none", T("Nobody")), *offers) if may(state, task.seat) else
        (tap("recruit_none", T("Nobody"), tone="usual"),),
        more=T("The others go onto the discard pile. If the deck is too small, shuffle the discard pile into it."),
        seat=task.seat,
        rule="actions.recruit",
    )  # fmt: skip


def _offer(state: State, seat: int, name: str) -> Offer:
    told = known(state, name)
    kind, holds = told or ("", 0)
    asks = (
        KIND if not told else pick("kind", T("Affiliation"), {kind: KIND_NAMES[kind]}, kind),
        whole("holds", T("Water that it holds"), MOST_WATER, holds if told else None),
        _leaves(state, seat),
    )
    return Offer(move=Move("recruit_keep", {"name": name}), label=Text(CREW[name].name), asks=asks)


def _leaves(state: State, seat: int) -> Pick:
    crew = {one.name: Text(CREW[one.name].name) for one in state.players[seat].crew}
    stays = {NOBODY: T("Nobody leaves")} if room(state, seat) > 0 else {}
    return pick("leaves", T("Who leaves"), {**stays, **crew}, NOBODY if stays else None)


KIND = pick("kind", T("Affiliation"), {kind: KIND_NAMES[kind] for kind in KINDS})
NAME = pick("name", T("Who"), {name: Text(one.name) for name, one in CREW.items()})
LEAVES = pick("leaves", T("Who leaves"), {NOBODY: T("Nobody leaves"), **{n: Text(o.name) for n, o in CREW.items()}})
HOLDS = whole("holds", T("Water that it holds"), MOST_WATER)
