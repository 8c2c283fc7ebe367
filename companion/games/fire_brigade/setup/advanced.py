"""The advanced game: which Captain and which Firehouse were dealt to whom (rulebook p. 3)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.game import Args, IllegalMove, Prompt
from companion.api.text import T
from companion.games.fire_brigade.crew.cards import CAPTAINS, HOUSES, Ability, title
from companion.games.fire_brigade.names import seat_name, seat_of
from companion.games.fire_brigade.setup import house
from companion.games.fire_brigade.state import State
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit.forms import pick, tap
from companion.toolkit.modules import Action, action, word

DEALT: Mapping[str, Mapping[str, Ability]] = {"captain": CAPTAINS, "side": HOUSES}


def missing(state: State) -> tuple[int, str] | None:
    """The first seat whose Captain or board was not told, and which of them."""
    if house.rule(state, "sides") != "advanced":
        return None
    for seat, player in enumerate(state.players):
        for what in DEALT:
            if not getattr(player, what):
                return seat, what
    return None


def prompt(state: State) -> Prompt:
    """One tap for each Captain and each board; what somebody else has is not offered."""
    seat, what = missing(state) or (0, "captain")
    name = state.players[seat].name
    taken = {getattr(one, what) for one in state.players}
    offers = tuple(
        tap("dealt", title(key), note=one.words, seat=seat_name(seat), what=what, name=key)
        for key, one in DEALT[what].items()
        if key not in taken
    )
    questions = {"captain": T("{who}, who is your Captain?", who=name),
                 "side": T("{who}, which Firehouse board is yours?", who=name)}  # fmt: skip
    return Prompt(name="setup.dealt", do=questions[what], offers=offers, seat=seat, rule="captains")


def told(tx: Transaction, args: Args) -> None:
    """A Captain or a board was dealt to somebody."""
    seat, what, name = seat_of(word(args, "seat")), word(args, "what"), word(args, "name")
    if tx.state.phase != "setup":
        raise IllegalMove(T("The game is laid out already."))
    if seat >= len(tx.state.players) or name not in DEALT[what]:
        raise IllegalMove(T("Choose one of the answers."))
    if any(getattr(one, what) == name for at, one in enumerate(tx.state.players) if at != seat):
        raise IllegalMove(T("{name} was dealt to somebody else.", name=title(name)))
    tx.set_player(seat, **{what: name})
    text = T("{who}: {name}.", who=tx.state.players[seat].name, name=title(name))
    tx.note("dealt", text, seat=seat, what=what, name=name)


_SEAT = pick("seat", T("Who"), {seat_name(at): T("Player {number}", number=at + 1) for at in range(4)})
_WHAT = pick("what", T("What"), {"captain": T("Captain"), "side": T("Firehouse")})
_NAME = pick("name", T("Name"), {key: title(key) for deck in DEALT.values() for key in deck})
MOVES: dict[str, Action[Transaction]] = {"dealt": action(told, T("Captain or board"), _SEAT, _WHAT, _NAME)}
