"""The links of the board are told once, by tapping two places for each; they are held against the examples at once."""

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
    ends,
    graph,
    link_name,
    linked,
    links,
    spread,
    told,
)
from companion.games.turris.names import MAP, PLACE_NAMES
from companion.games.turris.state import PLACES, State
from companion.games.turris.transaction import Transaction
from companion.toolkit import Action, GameModule, Settable, action, pick, tap, word

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
    if told(state):
        raise IllegalMove(T("All links are drawn. To change one, first correct that to No."), rule="map.links")
    first, second = word(args, "first"), word(args, "second")
    if first == second:
        raise IllegalMove(T("A link needs two different places."), rule="map.links")
    return first, second


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


def _refuse_gaps(state: State) -> None:
    place = _cut_off(state)
    if place:
        text = T("No path leads from the Abyss to this place yet: {place}.", place=PLACE_NAMES[place])
        raise IllegalMove(text, rule="map.links")


def _cut_off(state: State) -> str | None:
    """A place that cannot be reached from the Abyss by what is drawn."""
    reached = spread(graph(links(state)), "abyss")
    return next((place for place in PLACES if place not in reached), None)


# --- what is asked ----------------------------------------------------------------------------------------------------


def _place(name: str, label: Text) -> Pick:
    return pick(name, label, PLACE_NAMES, on=MAP)


_ENDS = (_place("first", T("From")), _place("second", T("To")))


def prompt(state: State) -> Prompt:
    """Draw the links, once and for all evenings."""
    return Prompt(
        name="map.links",
        do=T("Draw the paths of your board: tap two places that are one step apart."),
        more=_more(state),
        rule="map.links",
        offers=(
            Offer(move=Move("link"), label=T("Link two places"), asks=_ENDS),
            Offer(move=Move("unlink"), label=T("Wipe a link"), asks=_ENDS),
            *_finishing(state),
            view.offer(),
            Offer(
                move=Move("link_anyway"),
                label=T("Change a link although an example says otherwise"),
                asks=_ENDS,
                tone="danger",
                rule="map.links",
            ),
        ),
    )


def _finishing(state: State) -> Iterator[Offer]:
    """The last tap, as soon as every place can be reached."""
    if _cut_off(state):
        return
    if next(contradicted(links(state), graph(links(state))), None):
        yield tap("links_done_anyway", T("My board differs from the example; that is all"), tone="danger")
    else:
        yield tap("links_done", T("All links are drawn"))


def _more(state: State) -> Text:
    place = _cut_off(state)
    if place:
        return T(
            "On the map, two taps draw a link. Those of the rulebook's examples are there. "
            "No path leads to this place yet: {place}.",
            place=PLACE_NAMES[place],
        )
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
    """The same before everything else, once the Beasts wait for it."""
    return (prompt(state),) if state.phase in WAITING and not told(state) else ()


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """Whether all links are drawn; No opens the drawing again."""
    ask = pick("links_told", T("All links of the board are drawn"), YES_NO)
    yield Settable(ask, "yes" if told(state) else "no", lambda tx, value: tx.learn("links_told", value))


def _names(args: Args) -> dict[str, Text]:
    return {"first": PLACE_NAMES[word(args, "first")], "second": PLACE_NAMES[word(args, "second")]}


MOVES: Mapping[str, Action[Transaction]] = {
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
    prompts=_all_prompts,
    panels=_panels,
    settables=settables,
    families=(LINK, view.FAMILY),
)
