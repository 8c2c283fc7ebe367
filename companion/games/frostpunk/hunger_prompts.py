"""What is asked in the Hunger Phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.api.game import Move, MoveKind, Offer, Prompt
from companion.api.text import N, T, Text
from companion.games.frostpunk import hunger, sections
from companion.games.frostpunk.moves import move, says, word
from companion.games.frostpunk.spelling import suffering
from companion.games.frostpunk.state import HUNGER_SIDE, KIND_NAMES, KINDS, LOSING_HUNGER, MOST_HUNGER, State
from companion.toolkit.forms import pick, tap, usual, whole

MOST_DEATHS = 6
MOST_INCREASES = 6
_WHO = {kind: KIND_NAMES[kind] for kind in KINDS}


def _previous(state: State) -> Prompt:
    return Prompt(
        name="hunger.previous",
        do=_previous_do(state),
        more=_previous_more(state),
        rule="hunger.previous",
        offers=(usual("pay_hunger", T("Done")),),
    )


def _previous_do(state: State) -> Text:
    spent, left = hunger.paid(state), hunger.left(state)
    if not left:
        return N(
            "Spend {n} Food on yesterday's hunger, and put the Hunger marker on zero.",
            "Spend {n} Food on yesterday's hunger, and put the Hunger marker on zero.",
            spent,
        )
    if not spent:
        return T("There is no Food for yesterday's hunger. It stays on {left}.", left=left)
    return N(
        "Spend {n} Food on yesterday's hunger. It falls to {left}.",
        "Spend {n} Food on yesterday's hunger. It falls to {left}.",
        spent,
        left=left,
    )


def _previous_more(state: State) -> Text:
    if hunger.left(state) >= LOSING_HUNGER:
        return T("Twenty-five or more is left: you lose.")
    more = _below(state)
    if state.hunger > HUNGER_SIDE:
        return T("Turn the Hunger marker back to its first side. {more}", more=more)
    return more


def _below(state: State) -> Text:
    """What follows from the section below the marker."""
    left, effects = hunger.left(state), hunger.known_effects(state)
    if not left:
        return T("As much Food as you have must be spent on it.")
    if effects is None:
        return T("Then comes what the section below the marker shows.")
    return _what_follows(state, effects)


def _what_follows(state: State, effects: Mapping[str, int]) -> Text:
    """The effects of a section, and that the marker goes back."""
    what = suffering(effects["discontent"], effects["deaths"], sections.dies_of_hunger(state) or KINDS[0])
    if what is None:
        return T("Nothing else happens; the Hunger marker goes back to zero.")
    return T("Then this happens: {what}. The Hunger marker goes back to zero.", what=what)


def _effects(state: State) -> Prompt:
    now = state.hunger
    who = sections.dies_of_hunger(state)
    asks = (
        whole(
            "discontent", T("Discontent increases"), MOST_INCREASES, sections.hint(state, "hunger", "discontent", now)
        ),
        whole("deaths", T("Citizens who die"), MOST_DEATHS, sections.hint(state, "hunger", "deaths", now)),
        pick("kind", T("Type over the previous round"), _WHO, who),
        whole("first", T("First space of the section"), now, now, at_least=sections.FIRST["hunger"]),
        whole("last", T("Last space of the section"), max(now, sections.LAST["hunger"]), now, at_least=now),
    )
    return Prompt(
        name="hunger.effects",
        do=T("What does the section below the Hunger marker show, on {hunger}?", hunger=now),
        more=T(
            "Read it off the Food track; it is asked once for all spaces of the section. Those who die are of the type "
            "over the previous round's column; in the first round, over the current one. Then put the Hunger marker "
            "on zero."
        ),
        rule="hunger.previous",
        offers=(Offer(move=Move("hunger_told"), label=T("Carried out"), asks=asks),),
    )


_DOS: Mapping[str, Callable[[int], Text]] = {
    "workers": lambda food: N("Feed the workers: {n} Food.", "Feed the workers: {n} Food.", food),
    "engineers": lambda food: N("Feed the engineers: {n} Food.", "Feed the engineers: {n} Food.", food),
    "children": lambda food: N("Feed the children: {n} Food.", "Feed the children: {n} Food.", food),
}


def _do(state: State, kind: str) -> Text:
    if not state.group(kind).citizens:
        return T("{who}: there is nobody to feed.", who=KIND_NAMES[kind])
    return _DOS[kind](hunger.fed(state, kind)[0])


def _feed(state: State) -> Prompt:
    known = sections.fed_in(state, state.round)
    offers = tuple(_feed_offer(state, kind, known) for kind in sorted(KINDS, key=lambda kind: kind != known))
    asked = T("Feed those whose type stands over this round's column.")
    return Prompt(
        name="hunger.feed",
        do=asked if known is None else _do(state, known),
        more=T(
            "One Food for each of them. For each Food that lacks, Hunger rises by one; you have {food} Food.",
            food=state.food,
        ),
        rule="hunger.feed",
        offers=offers,
    )


def _feed_offer(state: State, kind: str, known: str | None) -> Offer:
    spent, then = hunger.fed(state, kind)
    lacked = state.group(kind).citizens - spent
    note = T("{food} Food left.", food=state.food - spent)
    if lacked:
        note = N(
            "{n} stays hungry, Hunger rises to {hunger}.",
            "{n} stay hungry, Hunger rises to {hunger}.",
            lacked,
            hunger=then,
        )
    if lacked and then > HUNGER_SIDE:
        note = N(
            "{n} stays hungry, Hunger rises to {hunger}: {space} on the other side of its marker.",
            "{n} stay hungry, Hunger rises to {hunger}: {space} on the other side of its marker.",
            lacked,
            hunger=then,
            space=then - HUNGER_SIDE,
        )
    if lacked and then == MOST_HUNGER:
        note = N(
            "{n} stays hungry, Hunger rises to fifty, its limit.",
            "{n} stay hungry, Hunger rises to fifty, its limit.",
            lacked,
        )
    label = N("{who}: {n} Food", "{who}: {n} Food", spent, who=KIND_NAMES[kind])
    return replace(tap("feed", label, "usual" if kind == known else "plain", kind=kind), note=note)


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    "hunger.previous": _previous,
    "hunger.effects": _effects,
    "hunger.feed": _feed,
}
_KIND = pick("kind", T("Type"), _WHO)
MOVES: Mapping[str, MoveKind[State]] = {
    "pay_hunger": move(hunger.pay_hunger, says(T("Food spent on yesterday's hunger"))),
    "hunger_told": move(
        hunger.hunger_told,
        lambda args: T("Hunger: Discontent {discontent}, deaths {deaths}", **dict(args)),
        whole("discontent", T("Discontent increases"), MOST_INCREASES),
        whole("deaths", T("Citizens who die"), MOST_DEATHS),
        _KIND,
        whole("first", T("First space of the section"), MOST_HUNGER),
        whole("last", T("Last space of the section"), MOST_HUNGER),
    ),
    "feed": move(hunger.feed, lambda args: T("{who} fed", who=KIND_NAMES[word(args, "kind")]), _KIND),
}
