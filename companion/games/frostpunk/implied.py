"""What an answer says of the question before it, which then needs no tap of its own (rulebook p. 22, 26, 27, 29).

Who acts next lets the one who builds have built all; a card that opens a phase says that the phase before it is over.
Such an answer stands with the question, and closes it first: the page says so, it is told what was taken to be so, and
one step back takes back both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from msgspec import structs

from companion.api import (
    Args,
    CardExpected,
    CubesExpected,
    Expected,
    Fact,
    IllegalMove,
    MoveKind,
    Offer,
    Outcome,
    Prompt,
    T,
    Text,
)
from companion.games.frostpunk.action import construct
from companion.games.frostpunk.action.following import SUFFIX
from companion.games.frostpunk.ahead import DUSK_SHOWN
from companion.games.frostpunk.cards import advisors
from companion.games.frostpunk.state import State

Moves = Mapping[str, MoveKind[State]]


@dataclass(frozen=True, kw_only=True)
class Closing:
    """The question `asked` is closed by its ready answer `by`, where that leads to one of the steps `leads_to`: by one
    of the offers there that are called `offers`, by a card for one of the moves `cards`, or by cubes for one of the
    moves `cubes`. `says` is told then."""

    asked: str
    by: str
    leads_to: frozenset[str]
    says: Text
    offers: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()
    cubes: frozenset[str] = frozenset()


BUILT = Closing(
    asked="action.construct",
    by="construct_done",
    leads_to=frozenset({"action.turn", "dusk.card"}),
    says=T("Nothing more is built."),
    # Not what is built next: it would stand beside what is still to be built now.
    offers=frozenset({"act_gather", "act_scouts", "act_snow", "act_special", "act_use", "fuel"}),
    cards=frozenset({DUSK_SHOWN, "reveal_dusk"}),
)
NIGHT_OVER = Closing(
    asked="night.fuel",
    by="no_fuel",
    leads_to=frozenset({"morning.card"}),
    says=T("The Generator was not fuelled for the night."),
    cards=frozenset({"reveal_morning"}),
)
NO_ADVISOR = Closing(
    asked=advisors.STEP,
    by="no_advisor",
    leads_to=frozenset({"action.turn"}),
    says=T("No Advisor was used."),
    offers=frozenset({"act_build", "act_gather", "act_scouts", "act_snow", "act_special", "act_use", "fuel"}),
)
CUBES_PLACED = Closing(
    asked="generator.drawer",
    by="place_cubes",
    leads_to=frozenset({"weather.card"}),
    says=T("The cubes lie on the Stress track."),
    offers=frozenset({"weather_card", "weather_new"}),
)
# Whoever drops the cubes that there are without fuel has not fuelled (p. 20).
DROPPED = Closing(
    asked="generator.fuel",
    by="no_fuel",
    leads_to=frozenset({"generator.drop"}),
    says=T("The Generator was not fuelled."),
    cubes=frozenset({"cubes_weighed"}),
)
CLOSINGS = {one.asked: one for one in (BUILT, NIGHT_OVER, NO_ADVISOR, CUBES_PLACED, DROPPED)}
STEPS = frozenset({NIGHT_OVER.asked, NO_ADVISOR.asked, CUBES_PLACED.asked, DROPPED.asked})


class Implied:
    """Closes a question by what answers the next one, with the game's own moves and prompts; `pressing` is the first
    of these by itself."""

    def __init__(
        self,
        moves: Moves,
        prompts: Callable[[State], tuple[Prompt, ...]],
        pressing: Callable[[State], Prompt | None],
    ) -> None:
        self._moves, self._prompts, self._pressing = moves, prompts, pressing
        closed = {name: self._closing(name) for name in moves if any(_closes(one, name) for one in CLOSINGS.values())}
        self.moves: Moves = {**moves, **closed}

    # --- the moves ----------------------------------------------------------------------------------------------------

    def _closing(self, name: str) -> MoveKind[State]:
        kind = self._moves[name]

        def play(state: State, args: Args) -> Outcome[State]:
            found = self._found(state)
            if found is None or not _closes(found[0], name):
                return kind.play(state, args)
            closing, before = found
            more = kind.play(before.state, args)
            said = Fact(f"implied_{closing.by}", closing.says)
            return Outcome(more.state, (said, *before.facts, *more.facts), {**before.board_facts, **more.board_facts})

        return replace(kind, play=play)

    def _found(self, state: State, asked: Prompt | None = None) -> tuple[Closing, Outcome[State]] | None:
        """What may be closed now, and how the game stands once it is; `asked` is the pressing prompt, where it is
        known."""
        if not state.swift or state.ended or not _may_be(state):
            return None
        asked = self._pressing(state) if asked is None else asked
        closing = CLOSINGS.get(asked.name) if asked is not None else None
        if asked is None or closing is None:
            return None
        ready = [one.move for one in asked.offers if one.move.name == closing.by and not one.asks]
        if not ready:
            return None
        try:
            came = self._moves[closing.by].play(state, ready[0].args)
        except IllegalMove:
            return None
        there = not came.state.ended and not came.state.tasks and came.state.step in closing.leads_to
        return (closing, came) if there else None

    # --- what is offered ----------------------------------------------------------------------------------------------

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """The game's prompts; below a question that may be closed so, what closes it."""
        shown = self._prompts(state)
        found = self._found(state, shown[0] if shown else None)
        if found is None:
            return shown
        closing, came = found
        after = self._pressing(came.state)
        if after is None:
            return shown
        offers = tuple(_next(closing, one) for one in after.offers if _name(one.move.name) in closing.offers)
        seen: tuple[Expected, ...] = (*_cards(after, closing), *_cubes(after, closing))
        if not offers and not seen:
            return shown
        first = shown[0]
        more = _more(first.more, _hint(closing, came.state, bool(offers), bool(seen)))
        both = structs.replace(first, more=more, offers=(*first.offers, *offers), expects=(*first.expects, *seen))
        return (both, *shown[1:])


def _may_be(state: State) -> bool:
    """Whether such a question may be open at all, seen at a glance."""
    return state.tasks[0].kind == construct.TASK if state.tasks else state.step in STEPS


def _name(move: str) -> str:
    """The move's own name, without what says that a second one follows."""
    return move.removesuffix(SUFFIX)


def _closes(closing: Closing, name: str) -> bool:
    return _name(name) in closing.offers or name in closing.cards | closing.cubes


def _cards(after: Prompt, closing: Closing) -> Iterator[CardExpected]:
    for one in after.expects:
        if isinstance(one, CardExpected) and one.move.name in closing.cards:
            yield structs.replace(one, ahead=True)


def _cubes(after: Prompt, closing: Closing) -> Iterator[CubesExpected]:
    return (one for one in after.expects if isinstance(one, CubesExpected) and one.move.name in closing.cubes)


def _next(closing: Closing, offer: Offer) -> Offer:
    """Under a heading that says whose it is; nothing of it is the usual answer to the question above."""
    if closing is CUBES_PLACED:
        return structs.replace(
            offer, under=offer.under or T("Weather card"), tone="plain" if offer.tone == "usual" else offer.tone
        )
    head = T("Next turn: {what}", what=offer.under) if offer.under is not None else T("Next turn")
    return structs.replace(offer, under=head, tone="plain" if offer.tone == "usual" else offer.tone)


def _hint(closing: Closing, after: State, acts: bool, shows: bool) -> Text:
    name = after.players[after.turn]
    if closing is NO_ADVISOR:
        return T("When {name} acts, no Advisor is used.", name=name)
    if closing is DROPPED:
        return T("Cubes in the drawer say that there is no fuel.")
    if closing is CUBES_PLACED:
        return T("The Weather card says that this is done.")
    if acts and shows:
        return T("When {name} acts, or the Dusk card lies before the camera, nothing more is built.", name=name)
    if acts:
        return T("When {name} acts, nothing more is built.", name=name)
    if closing is NIGHT_OVER:
        return T("The new Morning card before the camera says that there is no fuel.")
    return T("The Dusk card before the camera says that nothing more is built.")


def _more(more: Text | None, hint: Text) -> Text:
    return hint if more is None else T("{more} {says}", more=more, says=hint)
