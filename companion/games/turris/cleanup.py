"""The Cleanup Phase (rulebook p. 20): the Altar token, the Beast Speed token, the First Player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.api.game import Args, BoardFamily, Prompt, Value
from companion.api.text import T, Text
from companion.games.turris import ending
from companion.games.turris.books import Books
from companion.games.turris.names import BEAST_NAMES, who
from companion.games.turris.state import NOWHERE, State, Task
from companion.games.turris.story import record_round
from companion.toolkit.forms import pick, tap, whole
from companion.toolkit.modules import Knob, Part, deed, word
from companion.toolkit.transaction import require_task

ALTAR = "cleanup.altar"
MOST_ROUNDS = 99  # keeps slips of the finger out; the rulebook names no limit
SPOTS: Mapping[str, Text] = {**BEAST_NAMES, NOWHERE: T("No Effect")}
FAMILY = BoardFamily(
    pattern=r"altar_after_(none|pain|delusion|despair|harrow)",
    ask=pick("altar_after", T("Altar track, clockwise after: {name}"), SPOTS),
    label=T("Spots of the Altar track"),
    called=lambda spot: SPOTS[spot],
)


def after(spot: str) -> str:
    """The board fact of the spot that comes next on the Altar track, clockwise."""
    return f"altar_after_{spot}"


def settle(books: Books) -> bool:
    """The Altar token moves on, everything else follows; asked only where the next spot is not known yet."""
    state = books.state
    if state.tasks and state.tasks[0].kind == ALTAR and state.word(after(state.altar)) in SPOTS:
        books.finish_task()
        _clean_up(books, books.state.word(after(books.state.altar)))
        return True
    if state.phase != "cleanup" or state.tasks:
        return False
    if not state.beasts and not state.solo:
        _pass_first_player(books)  # ties are broken by who is First Player now
        ending.finish(books)
    else:
        books.add_task(Task(kind=ALTAR))
    return True


def _clean_up(books: Books, spot: str) -> None:
    """Altar, Beast Speed token, First Player; then the next round."""
    record_round(books)
    _move_altar(books, spot)
    _pass_first_player(books)
    state = books.state
    books.set(round=state.round + 1, phase="turns", step="", turn=state.first)
    text = T("Round {round}. {name} begins.", round=state.round + 1, name=who(state, state.first))
    books.tell("round_began", text, round=state.round + 1, seat=state.first + 1)


def _move_altar(books: Books, spot: str) -> None:
    """The token goes to the next spot; the Beast Speed token lies under that Beast, or is set aside without it."""
    under = spot if books.state.beast(spot) else ""
    if spot == NOWHERE and books.state.beast("harrow"):
        under = "harrow"  # as at the start (p. 6)
    books.set(altar=spot, fast=under)
    books.tell("altar_moved", _altar_text(spot, under), to=spot, speed_token=under)


def _altar_text(spot: str, under: str) -> Text:
    if spot == NOWHERE or (spot == "harrow" and under):
        return T("Altar token on: {spot}. Beast Speed token under the Harrow, without effect.", spot=SPOTS[spot])
    if not under:
        return T("Altar token on: {spot}. The Beast Speed token is set aside.", spot=SPOTS[spot])
    return T("Altar token on: {spot}. Beast Speed token under it: two steps next time.", spot=SPOTS[spot])


def _pass_first_player(books: Books) -> None:
    """The holder of the Future First Player card becomes First Player, and the card goes back."""
    state = books.state
    if state.future < 0:
        return
    new = state.future
    books.set(first=new, future=-1)
    if new != state.first:
        text = T("{name} is First Player from now on. The Future First Player card goes back.", name=who(state, new))
    else:
        text = T("{name} stays First Player. The Future First Player card goes back.", name=who(state, new))
    books.tell("first_player", text, seat=new + 1)


# --- the order of the Altar track, told once --------------------------------------------------------------------------


def tell_altar(books: Books, args: Args) -> None:
    """Somebody moved the Altar token and says where it is now: that is known from now on."""
    require_task(books.state, ALTAR)
    books.learn(after(books.state.altar), word(args, "spot"))


def prompt(state: State) -> Prompt:
    """Move the Altar token; one tap, and never again for this spot."""
    return Prompt(
        name=ALTAR,
        do=T("Move the Altar token one space clockwise. Where is it now?"),
        more=T("It was on: {spot}. The companion remembers the order of the spots.", spot=SPOTS[state.altar]),
        rule="cleanup",
        offers=tuple(tap("altar_is", SPOTS[spot], spot=spot) for spot in SPOTS if spot != state.altar),
    )


# --- set by hand ------------------------------------------------------------------------------------------------------


def knobs(state: State) -> Iterator[Knob[Books]]:
    """The round, and whether the endgame has begun."""
    yield Knob(whole("round", T("Round"), max(MOST_ROUNDS, state.round), at_least=1), state.round, _put_round)
    if not state.solo:
        ask = pick("endgame", T("The endgame has begun"), {"no": T("No"), "yes": T("Yes")})
        now = "yes" if state.endgame else "no"
        yield Knob(ask, now, lambda books, value: ending.set_by_hand(books, value == "yes"))


def _put_round(books: Books, value: Value) -> None:
    books.set(round=value)


PART: Part[State, Books] = Part(
    name="cleanup",
    moves={
        "altar_is": deed(
            tell_altar,
            lambda args: T("Moved the Altar token to: {spot}", spot=SPOTS[word(args, "spot")]),
            pick("spot", T("Where it is now"), SPOTS),
        )
    },
    tasks={ALTAR: prompt},
    settle=settle,
    knobs=knobs,
    families=(FAMILY,),
)
