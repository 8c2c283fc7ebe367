"""What one move writes: cards from one place to another, one by one, with the reshuffles that this needs."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion import toolkit
from companion.api import IllegalMove, N, T, Text, Urgency, Value
from companion.games.torrenar.names import OWN_PILES, SHARED_PILES, no_such_player, pile_of, shared_pile
from companion.games.torrenar.state import MOST_PLAYERS, SETUP_STEPS, State


class Place(NamedTuple):
    """A pile: `draw`, `hand` or `discard` of a seat, or a shared one without a seat."""

    pile: str
    seat: int | None = None

    @property
    def value(self) -> str:
        """As it stands in a move: `forfeit`, or `hand_2` for the second player's Hand."""
        return self.pile if self.seat is None else f"{self.pile}_{self.seat + 1}"


SMOKESTACK = Place("smokestack")
ACTION_STACK = Place("action_stack")
FORFEIT = Place("forfeit")
MITIGATED = Place("mitigated")
PLACES: dict[str, Place] = {
    place.value: place
    for place in (
        *(Place(pile) for pile in SHARED_PILES),
        *(Place(pile, seat) for seat in range(MOST_PLAYERS) for pile in OWN_PILES),
    )
}


def place_named(state: State, value: str) -> Place:
    """The place of a move's argument, in this game."""
    place = PLACES[value]
    if place.seat is not None and place.seat not in state.seats:
        raise no_such_player(place.seat)
    return place


def place_name(state: State, place: Place) -> Text:
    """A place, in the middle of a sentence."""
    if place.seat is None:
        return shared_pile(place.pile)
    return pile_of(place.pile, state.players[place.seat].name)


def count(state: State, place: Place) -> int | None:
    """How many cards lie there; None in an Action stack that nobody has counted."""
    if place.seat is not None:
        found: int = getattr(state.players[place.seat], place.pile)
        return found
    shared: int | None = getattr(state, place.pile)
    return shared


def free(state: State, place: Place) -> int | None:
    """How many may be taken from there: the Action that is being used stays in its user's Hand until it is done."""
    found = count(state, place)
    held = state.using is not None and state.using.from_hand and place == Place("hand", state.turn)
    return max(0, found - 1) if held and found is not None else found


class Interrupted(NamedTuple):
    """How cards that were moved were interrupted: after how many of them, and what was to be done before the rest."""

    after: int
    shuffle: Text


class Transaction(toolkit.Transaction[State]):
    """Lives for one move. `interrupted` is what the cards that were moved last were interrupted by; None where all of
    them lay there."""

    interrupted: Interrupted | None = None

    def set_player(self, seat: int, **changes: int) -> None:
        """Change some piles of a player."""
        players = list(self.state.players)
        players[seat] = toolkit.changed(players[seat], **changes)
        self.set(players=tuple(players))

    def tell_at(
        self, at: int, name: str, text: Text, order: Text | None = None, icon: str | None = None, /, **args: Value
    ) -> None:
        """Note a fact, and what hands must do because of it, before those that stand there from `at` on, because they
        came of it."""
        self.tell(name, text, **args)
        if order is not None:
            self.todo(order, icon)
        self.facts.insert(at, self.facts.pop())

    def move_cards(self, source: Place, target: Place, number: int, pollutants: bool | None) -> int:
        """Move so many cards, or as many as there are, and say how many there were; `pollutants` is None where nobody
        sees what they are.

        An empty Draw pile is refilled from its Discard pile, an empty Action stack from the Forfeit pile, only when the
        next card is needed; then the moving goes on (Play: Drawing). Where that is in the middle of it, the order for
        these cards says so, by `resumed`.
        """
        self.interrupted = None
        if source == target:
            return 0
        moved, odd = 0, False
        if ACTION_STACK in (source, target):
            self._no_bottom_card()  # it was the last card
        while moved < number:
            self._refill(source, moved)
            if free(self.state, source) == 0:
                break
            odd = self._move_one(source, target, pollutants) or odd
            moved += 1
            self._tell_court_victory(source, target)
            self._no_bottom_card()
        if odd:
            self._tell_mended(source)
        return moved

    def _no_bottom_card(self) -> None:
        if self.state.action_stack == 0:
            self.set(court_victory_below=False)

    def _move_one(self, source: Place, target: Place, pollutant: bool | None) -> bool:
        """Whether the count of Pollutants could not be true at the source."""
        seen = _seen_at(source, target, pollutant)
        odd = self._change(source, -1, seen)
        self._change(target, +1, seen)
        return odd

    def _change(self, place: Place, by: int, pollutant: bool | None) -> bool:
        if place.seat is not None:
            return self._change_player(place.seat, place.pile, by, pollutant)
        if place == ACTION_STACK:
            stack = None if self.state.action_stack is None else self.state.action_stack + by
            self.set(action_stack=stack, actions_taken=self.state.actions_taken - by)
        else:
            self.set(**{place.pile: getattr(self.state, place.pile) + by})
        return False

    def _change_player(self, seat: int, pile: str, by: int, pollutant: bool | None) -> bool:
        """One card more or less; where the count of Pollutants cannot be true, the table is believed."""
        player = self.state.players[seat]
        changes: dict[str, Any] = {pile: getattr(player, pile) + by}
        if pollutant is None:  # it stays among the cards that only this player sees
            self.set_player(seat, **changes)
            return False
        counted = "shown" if pile == "discard" else "hidden"
        room = player.discard if counted == "shown" else player.draw + player.hand
        told: int = getattr(player, counted) + (by if pollutant else 0)
        right = min(max(told, 0), room + by)
        self.set_player(seat, **changes, **{counted: right})
        return right != told

    def resumed(self, order: Text) -> Text:
        """An order for the cards that were moved last, with the shuffling that is to be done in the middle of it."""
        if self.interrupted is None:
            return order
        after, shuffle = self.interrupted
        return N(
            "{order}; after the first {shuffle}", "{order}; after {n} of them {shuffle}", after,
            order=order, shuffle=shuffle,
        )  # fmt: skip

    def _order_shuffle(self, moved: int, order: Text, shuffle: Text, icon: str) -> None:
        """What lies there is taken first, so that only the rest waits for the shuffling."""
        if moved:
            self.interrupted = self.interrupted or Interrupted(moved, shuffle)
        else:
            self.todo(order, icon)

    def _refill(self, place: Place, moved: int) -> None:
        if place.pile == "draw" and place.seat is not None:
            self._reshuffle(place.seat, moved)
        elif place == ACTION_STACK and self.state.action_stack == 0 and self.state.forfeit:
            cards = self.state.forfeit
            text = N(
                "The Action stack was empty: the Forfeit pile becomes a new one, of {n} card.",
                "The Action stack was empty: shuffle the Forfeit pile into a new one, of {n} cards.",
                cards,
            )
            self.set(action_stack=cards, forfeit=0)
            self.tell("action_stack_refilled", text, cards=cards)
            order = T("Shuffle the Forfeit pile into a new Action stack")
            self._order_shuffle(moved, order, T("shuffle the Forfeit pile into a new Action stack"), "action_stack")

    def _reshuffle(self, seat: int, moved: int) -> None:
        player = self.state.players[seat]
        if player.draw or not player.discard:
            return
        text = T("The Draw pile of {player} was empty: shuffle the Discard pile into a new one.", player=player.name)
        self.tell("discard_pile_reshuffled", text, seat=seat + 1, cards=player.discard)
        order = T("{player}: shuffle your Discard pile into a new Draw pile", player=player.name)
        self._order_shuffle(moved, order, T("shuffle the Discard pile into a new Draw pile"), "draw")
        self.set_player(seat, draw=player.discard, discard=0, hidden=player.hidden + player.shown, shown=0)

    def _tell_court_victory(self, source: Place, target: Place) -> None:
        """The last card of the first Action stack is Court Victory, where the count was right."""
        if source == ACTION_STACK and self.state.action_stack == 0 and self.state.court_victory_below:
            text = T(
                "That was the bottom of the Action stack: Court Victory should now be in {place}.",
                place=place_name(self.state, target),
            )
            self.tell("court_victory_came_up", text, Urgency.URGENT)
            order = T("Look whether Court Victory lies there: {place}", place=place_name(self.state, target))
            self.todo(order, "court_victory")

    def _tell_mended(self, source: Place) -> None:
        name = "" if source.seat is None else self.state.players[source.seat].name
        text = T(
            "The books of Pollutants of {player} did not fit what was told; they now follow the table.", player=name
        )
        self.note("pollutants_set_right", text)


def _seen_at(source: Place, target: Place, pollutant: bool | None) -> bool | None:
    """What the card counts as: the Smokestack holds only Pollutants; from Draw pile to own Hand nobody else sees it."""
    if source == SMOKESTACK:
        return True
    unseen = source.seat is not None and source.seat == target.seat and {source.pile, target.pile} <= {"draw", "hand"}
    return None if unseen else pollutant


def require_step(state: State, step: str) -> None:
    """Refuse what does not belong to this step of the turn."""
    if state.step != step:
        raise IllegalMove(T("That is not what comes now in the turn."), rule="turn")


def require_laid_out(state: State) -> None:
    """Refuse what comes only once the game is laid out."""
    if state.step in SETUP_STEPS:
        raise IllegalMove(T("Lay out the game first."), rule="setup.size")


def tell_smokestack(tx: Transaction, before: int) -> None:
    """What to tell when the Smokestack has shrunk: it is empty and the game is lost, or few turns are left."""
    state = tx.state
    if state.smokestack >= before:
        return
    if state.lost:
        tx.tell("lost", T("The Smokestack is empty. You have lost."), Urgency.FINAL)
    elif state.undecided:
        tx.tell("smokestack_emptied", T("The Smokestack is empty."), Urgency.URGENT)
    else:
        left = state.smokestack
        text = N("The Smokestack is down to {n} Pollutant.", "The Smokestack is down to {n} Pollutants.", left)
        tx.tell("smokestack_fell", text, Urgency.URGENT if left <= len(state.players) else Urgency.PLAIN, to=left)
