"""The Buildings pages (p. 23): boxes, and what a building does once all of its boxes are checked.

The names are those of the rulebook's picture of the pages. How many boxes each has, and what most of them do, only the
owner's leaflet shows: it is asked once, when it first matters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.api import Args, BoardFamily, IllegalMove, Move, N, Offer, Prompt, T, Text, Words, template
from companion.games.citadel.leaflet import community
from companion.games.citadel.leaflet.leaflet import SCORES, Built
from companion.games.citadel.state import State, Task
from companion.games.citadel.tables import read, words
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, pick, require_task, tap, whole, word

MOST_BOXES = 12
# When a building's effect is applied. `citadel`: in the Preparation phase, only when you are at the Citadel; `opening`:
# at its very beginning, at the Citadel too; `built`: once, right after it is built; `other`: at another moment.
WHEN = words("building_times")


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A building of the page. `when` and `words` are what the rulebook's text tells for sure, empty where it does not;
    `raises`: it raises one score by 1 in the Preparation phase, which one only its icon shows."""

    title: Text
    when: str = ""
    words: Text | None = None
    raises: bool = False


def _plan(title: str, when: str = "", what: str = "", raises: bool = False) -> Plan:
    return Plan(title=Text(title), when=when, words=Text(what) if what else None, raises=raises)


PLANS: Mapping[str, Plan] = {
    **{name: _plan(**plan) for name, plan in read("buildings").items()},
    **{f"other_{at}": Plan(title=T("A building of another name")) for at in range(1, 10)},
}
OTHERS = tuple(name for name in PLANS if name.startswith("other_"))  # each gets the name that stands on the page
BLANK_BUILT = T(
    "Take the cards whose number it shows, choose one and write its title on the blank line. Return the others."
)
NAME = r"([a-z]+(?:_[a-z0-9]+)?)"


def title_of(state: State, name: str) -> Text:
    """How a building is called: by what the group wrote over it or read on the page, else by its name."""
    own = state.leaflet.building(name).title or str(state.board.get(f"building.{name}.title", ""))
    return T("{title}", title=own) if own else PLANS[name].title


def boxes_of(state: State, name: str) -> int | None:
    """How many boxes it has; None while nobody has told."""
    told = state.board.get(f"building.{name}.boxes")
    return None if told is None else int(told)


def raises(state: State, name: str) -> str | None:
    """The score that it raises in the Preparation phase; empty while its icon was not told, None where it raises
    none."""
    if not PLANS[name].raises:
        return None
    return str(state.board.get(f"building.{name}.score", ""))


def when(state: State, name: str) -> str:
    """When its effect is applied; empty while unknown."""
    return str(state.board.get(f"building.{name}.when", PLANS[name].when))


def effect(state: State, name: str) -> Text:
    """What it does, in words."""
    told = str(state.board.get(f"building.{name}.effect", ""))
    if told:
        return T("{words}", words=told)
    return PLANS[name].words or T("Read its effect off the Buildings page.")


def is_told(state: State, name: str) -> bool:
    """Whether its own name on the page is known."""
    return f"building.{name}.title" in state.board or bool(state.leaflet.building(name).title)


def to_build(state: State) -> tuple[str, ...]:
    """The buildings of which a box can still be checked; of those with other names the ones told, and one more."""
    fresh = [name for name in OTHERS if not state.leaflet.building(name).boxes and not is_told(state, name)]
    return tuple(name for name in PLANS if not state.leaflet.building(name).done and name not in fresh[1:])


def is_name(fact: str) -> bool:
    """Whether a fact of this family is about a building that the page has."""
    match = re.fullmatch(rf"building\.{NAME}\.[a-z]+", fact)
    return match is None or match[1] in PLANS


BOX, BOXES, TITLE = "leaflet.box", "leaflet.boxes", "leaflet.title"


# --- buildings --------------------------------------------------------------------------------------------------------


def box_checked(tx: Transaction, args: Args) -> None:
    """One box next to a building is checked; with the last one it is built (p. 23)."""
    name = word(args, "building")
    task = require_task(tx.state, BOX) if tx.state.tasks else None
    if name not in to_build(tx.state):
        raise IllegalMove(T("That building is built already."), rule="buildings", page=23)
    if task is not None:
        tx.finish_task(BOX)
    before = tx.state.leaflet.building(name)
    after = replace(before, boxes=before.boxes + 1)
    _put(tx, after)
    title = title_of(tx.state, name)
    text = N("{building}: {n} box is checked.", "{building}: {n} boxes are checked.", after.boxes, building=title)
    tx.tell("box_checked", text, building=name, boxes=after.boxes)
    tx.todo(T("Check a box on the leaflet: {building}", building=title), "building")
    boxes = boxes_of(tx.state, name)
    if boxes is None:
        tx.add_first(Task(kind=BOXES, card=name))
    else:
        _complete(tx, name, boxes)
    if name.startswith(("other_", "blank_")) and not is_told(tx.state, name):
        tx.add_first(Task(kind=TITLE, card=name))


def boxes_told(tx: Transaction, args: Args) -> None:
    """How many boxes the building has, read off the page once."""
    task = require_task(tx.state, BOXES)
    boxes = number(args, "boxes")
    if boxes < tx.state.leaflet.building(task.card).boxes:
        raise IllegalMove(T("It has at least as many boxes as are checked."), rule="buildings", page=23)
    tx.finish_task(BOXES)
    tx.learn(f"building.{task.card}.boxes", boxes)
    _complete(tx, task.card, boxes)


def _complete(tx: Transaction, name: str, boxes: int) -> None:
    built = tx.state.leaflet.building(name)
    if built.done or built.boxes < boxes:
        return
    _put(tx, replace(built, done=True))
    title = title_of(tx.state, name)
    tx.tell("built", T("{building}: built. Its effect applies from now on.", building=title), building=name)
    if when(tx.state, name) == "built":
        tx.tell("built_effect", BLANK_BUILT, building=name)


def titled(tx: Transaction, args: Args) -> None:
    """What the players call it, or wrote on its blank line."""
    task = require_task(tx.state, TITLE)
    if not word(args, "title"):
        raise IllegalMove(T("Enter the name that stands on the page."), rule="buildings", page=23)
    tx.finish_task(TITLE)
    _put(tx, replace(tx.state.leaflet.building(task.card), title=word(args, "title")))
    if task.card in OTHERS:
        tx.learn(f"building.{task.card}.title", word(args, "title"))
    tx.note("building_named", T("Building: {title}.", title=word(args, "title")), building=task.card)


def _put(tx: Transaction, built: Built) -> None:
    others = tuple(one for one in tx.state.leaflet.buildings if one.name != built.name)
    order = list(PLANS)
    kept = tuple(sorted((*others, built), key=lambda one: order.index(one.name)))
    community.write(tx, buildings=kept)


_BUILDING = pick("building", T("Building"), {name: plan.title for name, plan in PLANS.items()})
BUILDINGS = T("Buildings page")


# --- what is shown ----------------------------------------------------------------------------------------------------


def box_prompt(state: State, task: Task) -> Prompt:
    """A box next to a building of your choice."""
    return Prompt(
        name="leaflet.box",
        do=T("Check a box next to a building of your choice."),
        offers=tuple(_box_offers(state)),
        rule="buildings",
    )


def _box_offers(state: State) -> list[Offer]:
    found = []
    for name in to_build(state):
        checked, boxes = state.leaflet.building(name).boxes, boxes_of(state, name)
        note: Text | None = None
        if boxes is not None:
            note = T("Boxes: {checked} of {boxes}", checked=checked, boxes=boxes)
        elif checked:
            note = N("{n} box", "{n} boxes", checked)
        found.append(tap("box", title_of(state, name), building=name, note=note))
    return found


def boxes_prompt(state: State, task: Task) -> Prompt:
    """How many boxes it has, once."""
    checked = state.leaflet.building(task.card).boxes
    ask = whole("boxes", T("Number of its boxes"), MOST_BOXES, at_least=max(1, checked))
    title = title_of(state, task.card)
    return Prompt(
        name="leaflet.boxes",
        do=T("{building}: how many boxes does it have in all?", building=title),
        more=T("Count them on the Buildings page. It is asked only once."),
        offers=(Offer(move=Move("boxes_told"), label=T("Number of its boxes"), asks=(ask,)),),
        rule="buildings",
    )


def title_prompt(state: State, task: Task) -> Prompt:
    """A name for a building that the rulebook does not name."""
    ask = Words(name="title", label=T("Name on the page"), at_most_chars=40)
    return Prompt(
        name="leaflet.title",
        do=T("What is that building called?"),
        offers=(Offer(move=Move("building_named"), label=T("Write its name"), asks=(ask,)),),
        rule="buildings",
    )


def offers(state: State) -> tuple[Offer, ...]:
    """A box of a building, where a card says so."""
    names = {name: title_of(state, name) for name in to_build(state)}
    ask = pick("building", T("Building"), names)
    return (Offer(move=Move("box"), label=T("A card checks a box"), asks=(ask,), under=BUILDINGS, rule="buildings"),)


def _building(name: str) -> Text | str:
    return PLANS[name].title if name in PLANS else name


FAMILIES = (
    BoardFamily(
        pattern=rf"building\.{NAME}\.boxes",
        ask=whole("boxes", template("Buildings page, {name}: number of boxes"), MOST_BOXES, at_least=1),
        label=T("Buildings page: numbers of boxes"),
        called=_building,
    ),
    BoardFamily(
        pattern=r"building\.(other_[1-9])\.title",
        ask=Words(name="title", label=template("Buildings page, {name}: its name"), at_most_chars=40),
        label=T("Buildings page: names of other buildings"),
        called=_building,
    ),
    BoardFamily(
        pattern=rf"building\.{NAME}\.score",
        ask=pick("score", template("Buildings page, {name}: the score that it raises"), SCORES),
        label=T("Buildings page: scores that are raised"),
        called=_building,
    ),
    BoardFamily(
        pattern=rf"building\.{NAME}\.when",
        ask=pick("when", template("Buildings page, {name}: when its effect is applied"), WHEN),
        label=T("Buildings page: when effects are applied"),
        called=_building,
    ),
    BoardFamily(
        pattern=rf"building\.{NAME}\.effect",
        ask=Words(
            name="effect", label=template("Buildings page, {name}: its effect, in your words"), at_most_chars=200
        ),
        label=T("Buildings page: effects, in your words"),
        called=_building,
    ),
)
MOVES: Moves = {
    "box": move(
        box_checked,
        lambda a: T("A box: {building}", building=PLANS[word(a, "building")].title),
        _BUILDING,
    ),
    "boxes_told": move(
        boxes_told,
        lambda a: T("Boxes in all: {boxes}", boxes=a["boxes"]),
        whole("boxes", T("Number of its boxes"), MOST_BOXES, at_least=1),
    ),
    "building_named": move(
        titled,
        lambda a: T("Building: {title}", title=word(a, "title")),
        Words(name="title", label=T("Name on the page"), at_most_chars=40),
    ),
}
