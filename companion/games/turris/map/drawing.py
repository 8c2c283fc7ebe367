"""The links of the board are told once, by tapping place after place along its paths; each is held against the
examples at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.api import (
    Args,
    BoardFamily,
    IllegalMove,
    Move,
    N,
    Offer,
    Panel,
    Pick,
    Prompt,
    T,
    Text,
    Value,
    all_of,
    template,
)
from companion.games.turris.map import view
from companion.games.turris.map.land import (
    Example,
    against_link,
    against_wiping,
    contradicted,
    cut_off,
    ends,
    graph,
    link_name,
    linked,
    links,
    told,
)
from companion.games.turris.map.view import DRAW
from companion.games.turris.names import MAP, PLACE_NAMES
from companion.games.turris.state import PLACES, State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit import (
    Action,
    GameModule,
    Settable,
    action,
    grouped,
    pick,
    require_idle,
    require_task,
    tap,
    usual,
    word,
)

YES_NO = {"yes": T("Yes"), "no": T("No")}
LINK = BoardFamily(
    pattern=r"link\.([a-z]+\.[a-z]+)",
    ask=pick("link", template("Link {name}"), {"yes": T("One step apart"), "no": T("Not linked")}),
    label=T("A link of the board"),
    called=lambda pair: all_of([PLACE_NAMES.get(place, place) for place in pair.split(".")]),
)


def check_fact(name: str, value: Value) -> None:
    """Refuse a link that is none, or that an example contradicts by itself."""
    view.check_sketch(name, value)
    if not name.startswith("link."):
        return
    pair = ends(name)
    if pair is None:
        raise IllegalMove(T("{name} is no link between two places of the board.", name=name), rule="map")
    example = against_link(*pair, ()) if value == "yes" else against_wiping(*pair)
    if example:
        raise _against(example)


def _against(example: Example) -> IllegalMove:
    text = T("The example on page {page} says otherwise. {says}", page=example.page, says=example.says)
    return IllegalMove(text, rule="map.links", page=example.page)


# --- moves ------------------------------------------------------------------------------------------------------------


def link(tx: Transaction, args: Args) -> None:
    """A path of the board leads from one place to another."""
    first, second = _two(tx.state, args)
    if linked(tx.state, first, second):
        raise IllegalMove(T("These two are linked already."), rule="map.links")
    example = against_link(first, second, links(tx.state))
    if example:
        raise _against(example)
    _put(tx, first, second, "yes")


def unlink(tx: Transaction, args: Args) -> None:
    """A link was drawn by mistake."""
    first, second = _two(tx.state, args)
    if not linked(tx.state, first, second):
        raise IllegalMove(T("These two are not linked."), rule="map.links")
    example = against_wiping(first, second)
    if example:
        raise _against(example)
    _put(tx, first, second, "no")


def link_anyway(tx: Transaction, args: Args) -> None:
    """The owner's board differs from an example: it is right."""
    first, second = _two(tx.state, args)
    _put(tx, first, second, "no" if linked(tx.state, first, second) else "yes")


def _two(state: State, args: Args) -> tuple[str, str]:
    _refuse_told(state)
    first, second = word(args, "first"), word(args, "second")
    if first == second:
        raise IllegalMove(T("A link needs two different places."), rule="map.links")
    return first, second


def _refuse_told(state: State) -> None:
    if told(state):
        raise IllegalMove(T("All links are drawn. To change one, first correct that to No."), rule="map.links")


def _put(tx: Transaction, first: str, second: str, value: str) -> None:
    names = {"first": PLACE_NAMES[first], "second": PLACE_NAMES[second]}
    text = T("Linked: {first} and {second}.", **names)
    if value == "no":
        text = T("No longer linked: {first} and {second}.", **names)
    tx.note("linked" if value == "yes" else "unlinked", text, first=first, second=second)
    tx.learn(link_name(first, second), value)


def links_done(tx: Transaction, args: Args) -> None:
    """All links are drawn; every example holds, and every place can be reached."""
    _refuse_gaps(tx.state)
    example = next(contradicted(links(tx.state), graph(links(tx.state))), None)
    if example:
        raise _against(example)
    _done(tx)


def links_done_anyway(tx: Transaction, args: Args) -> None:
    """All links are drawn, and the owner's board differs from an example."""
    _refuse_gaps(tx.state)
    _done(tx)


def _done(tx: Transaction) -> None:
    count = len(links(tx.state))
    text = N("{n} link of the board is drawn.", "{n} links of the board are drawn.", count)
    tx.note("links_told", text, count=count)
    tx.learn("links_told", "yes")
    _put_away(tx)


def _refuse_gaps(state: State) -> None:
    place = next(iter(cut_off(state)), None)
    if place:
        text = T("No path leads from the Abyss to this place yet: {place}.", place=PLACE_NAMES[place])
        raise IllegalMove(text, rule="map.links")


# --- place after place along the paths --------------------------------------------------------------------------------


DRAWING, WIPING, ANYWAY = "draw", "wipe", "anyway"  # what a tap on a second place does


def begin(tx: Transaction, args: Args) -> None:
    """Somebody draws the paths now; it can be left and taken up again at any time."""
    require_idle(tx.state)
    _refuse_told(tx.state)
    tx.set(pen="")
    tx.add_first(Task(kind=DRAW, about=DRAWING))


def later(tx: Transaction, args: Args) -> None:
    """The rest is drawn another time."""
    require_task(tx.state, DRAW)
    _put_away(tx)


def _put_away(tx: Transaction) -> None:
    tx.set(pen="", tasks=tuple(task for task in tx.state.tasks if task.kind != DRAW))


def draw(tx: Transaction, args: Args) -> None:
    """The next place along a path: the pen goes there, drawing a link or over one that is drawn; the same place again
    lifts it. While wiping, the second place ends it."""
    task, place, pen = require_task(tx.state, DRAW), word(args, "place"), tx.state.pen
    if place == pen:
        tx.set(pen="")
    elif not pen:
        tx.set(pen=place)
    elif task.about == DRAWING:
        if not linked(tx.state, pen, place):
            link(tx, {"first": pen, "second": place})
        tx.set(pen=place)
    else:
        change = unlink if task.about == WIPING else link_anyway
        change(tx, {"first": pen, "second": place})
        tx.set(pen="")


def lift(tx: Transaction, args: Args) -> None:
    """The next path begins elsewhere."""
    require_task(tx.state, DRAW)
    tx.set(pen="")


def mode(tx: Transaction, args: Args) -> None:
    """What two taps do."""
    require_task(tx.state, DRAW)
    tx.set(pen="")
    tx.change_task(about=word(args, "mode"))


def _can_tap(state: State, how: str) -> Mapping[str, Text]:
    """The places that can be tapped now; the pen's own lifts it."""
    pen = state.pen
    found = {place: PLACE_NAMES[place] for place in PLACES if place != pen and _may(state, how, place)}
    return {**found, pen: T("{place}, lift the pen", place=PLACE_NAMES[pen])} if pen else found


def _may(state: State, how: str, place: str) -> bool:
    if how == ANYWAY:
        return True
    if how == WIPING:
        ends_here = (other for other in PLACES if linked(state, place, other) and against_wiping(place, other) is None)
        return any(not state.pen or other == state.pen for other in ends_here)
    if not state.pen or linked(state, state.pen, place):
        return True
    return against_link(state.pen, place, links(state)) is None


def draw_prompt(state: State) -> Prompt:
    """The map to tap on, and how far it has come."""
    how, pen = state.tasks[0].about, state.pen
    ask = pick("place", T("Next place") if pen else T("First place"), _can_tap(state, how), on=MAP)
    return Prompt(
        name=DRAW,
        do=_do(state, how),
        more=None if cut_off(state) else _more(state),
        rule="map.links",
        offers=(
            *((Offer(move=Move("draw"), label=_LABELS[how], asks=(ask,)),) if ask.choices else ()),
            *((tap("lift_pen", T("Begin at another place")),) if pen and how == DRAWING else ()),
            *_finishing(state),
            *(tap("draw_mode", label, mode=other) for other, label in _MODES.items() if _can_turn_to(state, other)),
            tap("draw_later", T("The rest later")),
        ),
    )


def _can_turn_to(state: State, how: str) -> bool:
    """Whether taps can do this instead; there must be a path to wipe."""
    if how == state.tasks[0].about:
        return False
    return how != WIPING or any(against_wiping(*pair) is None for pair in links(state))


def _do(state: State, how: str) -> Text:
    if how == WIPING:
        return T("Tap both ends of the path that is wrong.")
    if how == ANYWAY:
        return T("Tap both ends of the path that differs from the example.")
    if state.pen:
        return T("{place}: tap the next place along the path.", place=PLACE_NAMES[state.pen])
    return T("Tap along a path of your board, place after place.")


_LABELS: Mapping[str, Text] = {
    DRAWING: T("Draw a path"),
    WIPING: T("Wipe a path"),
    ANYWAY: T("Change a path although an example says otherwise"),
}
_MODES: Mapping[str, Text] = {
    DRAWING: T("Go on drawing"),
    WIPING: T("A path is wrong: wipe it"),
    ANYWAY: T("My board differs from an example"),
}


# --- what is asked ----------------------------------------------------------------------------------------------------


def _place(name: str, label: Text) -> Pick:
    return pick(name, label, PLACE_NAMES, on=MAP)


_ENDS = (_place("first", T("From")), _place("second", T("To")))


def prompt(state: State) -> Prompt:
    """Nobody need draw the links; once drawn, they are known for all evenings."""
    return Prompt(
        name="map.links",
        do=T("Shall the companion move the Beasts? Draw the paths of your board once."),
        more=T("A minute or two, known for all evenings. Without them you move the Beasts yourselves."),
        rule="map.links",
        offers=(
            tap("draw_paths", T("Draw the paths")),
            *_finishing(state),
            *((view.offer(),) if state.phase == "setup" else ()),
        ),
    )


def waiting_prompt(state: State) -> Prompt:
    """The Beasts are about to move, and the companion does not know the paths."""
    return Prompt(
        name="map.links",
        do=T("The Beasts move. Not all paths of your board are drawn yet."),
        more=T(
            "The map shows those that the rulebook tells. The others are drawn once, in a minute or two; then the "
            "companion moves the Beasts."
        ),
        rule="map.links",
        offers=(
            usual("by_hand", T("We move the Beasts by hand this round"), "beasts.move"),
            tap("draw_paths", T("Draw the paths")),
            *_finishing(state),
        ),
    )


def _finishing(state: State) -> Iterator[Offer]:
    """The last tap, as soon as every place can be reached."""
    if cut_off(state):
        return
    if next(contradicted(links(state), graph(links(state))), None):
        yield tap("links_done_anyway", T("My board differs from the example; that is all"), tone="danger")
    else:
        yield tap("links_done", T("All links are drawn"))


def _more(state: State) -> Text:
    example = next(contradicted(links(state), graph(links(state))), None)
    if example:
        return T(
            "As it is drawn, it does not fit the example on page {page}. {says}", page=example.page, says=example.says
        )
    return T("Every place can be reached and every example of the rulebook holds. Are all paths there?")


WAITING = ("betrayers", "beasts")  # phases that cannot go on before all links are told


def prompts(state: State) -> tuple[Prompt, ...]:
    """Asked until somebody has said that all links are drawn."""
    return () if told(state) or state.phase in WAITING else (prompt(state),)


def pressing(state: State) -> tuple[Prompt, ...]:
    """Before everything else, once the Beasts wait for it."""
    waits = state.phase in WAITING and not told(state) and state.by_hand != state.round
    return (waiting_prompt(state),) if waits else ()


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """Whether all links are drawn; No opens the drawing again."""
    ask = pick("links_told", T("All links of the board are drawn"), YES_NO)
    yield Settable(ask, "yes" if told(state) else "no", lambda tx, value: tx.learn("links_told", value))


def _names(args: Args) -> dict[str, Text]:
    return {"first": PLACE_NAMES[word(args, "first")], "second": PLACE_NAMES[word(args, "second")]}


MOVES: Mapping[str, Action[Transaction]] = {
    "draw_paths": action(begin, T("Began to draw the paths")),
    "draw": action(
        draw,
        lambda args: T("Drew on: {place}", place=PLACE_NAMES[word(args, "place")]),
        _place("place", T("Next place")),
    ),
    "lift_pen": action(lift, T("Lifted the pen")),
    "draw_mode": action(mode, T("Went on otherwise"), pick("mode", T("What two taps do"), _LABELS)),
    "draw_later": action(later, T("Left the drawing for later")),
    "link": action(link, lambda args: T("Linked {first} and {second}", **_names(args)), *_ENDS),
    "unlink": action(unlink, lambda args: T("Wiped the link of {first} and {second}", **_names(args)), *_ENDS),
    "link_anyway": action(
        link_anyway, lambda args: T("Changed the link of {first} and {second}", **_names(args)), *_ENDS
    ),
    "links_done": action(links_done, T("All links drawn")),
    "links_done_anyway": action(links_done_anyway, T("All links drawn, unlike an example")),
}


# --- the map, put together --------------------------------------------------------------------------------------------


__all__ = ["MODULE", "check_fact"]


def _panels(state: State) -> tuple[Panel, ...]:
    return (view.panel(state),)


def _all_prompts(state: State) -> tuple[Prompt, ...]:
    return (*prompts(state), *view.sketch_prompts(state))


MODULE: GameModule[State, Transaction] = GameModule(
    name="map",
    moves={**MOVES, **view.SKETCH_MOVES},
    tasks={DRAW: draw_prompt},
    prompts=_all_prompts,
    panels=_panels,
    settables=lambda state: grouped(T("Board"), settables(state)),
    families=(LINK, view.FAMILY),
)
