"""The Cleanup Phase (rulebook p. 20): the Altar token, the Beast Speed token, the First Player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.api import Args, BoardFamily, Prompt, T, Text, Value, template
from companion.games.turris import ending
from companion.games.turris.names import BEAST_NAMES, who
from companion.games.turris.state import NOWHERE, State, Task
from companion.games.turris.story import record_round
from companion.games.turris.transaction import Transaction
from companion.toolkit import GameModule, Settable, action, grouped, pick, require_task, tap, whole, word

ALTAR = "cleanup.altar"
MOST_ROUNDS = 99  # keeps slips of the finger out; the rulebook names no limit
SPOTS: Mapping[str, Text] = {**BEAST_NAMES, NOWHERE: T("No Effect")}
FAMILY = BoardFamily(
    pattern=r"altar_after_(none|pain|delusion|despair|harrow)",
    ask=pick("altar_after", template("Altar track, clockwise after: {name}"), SPOTS),
    label=T("Spots of the Altar track"),
    called=lambda spot: SPOTS[spot],
)


def after(spot: str) -> str:
    """The board fact of the spot that comes next on the Altar track, clockwise."""
    return f"altar_after_{spot}"


def settle(tx: Transaction) -> bool:
    """The Altar token moves on, everything else follows; asked only where the next spot is not known yet."""
    state = tx.state
    if state.tasks and state.tasks[0].kind == ALTAR and state.word(after(state.altar)) in SPOTS:
        tx.finish_task()
        _clean_up(tx, tx.state.word(after(tx.state.altar)))
        return True
    if state.phase != "cleanup" or state.tasks:
        return False
    if not state.beasts and not state.solo:
        _pass_first_player(tx)  # ties are broken by who is First Player now
        ending.finish(tx)
    else:
        tx.add_task(Task(kind=ALTAR))
    return True


def _clean_up(tx: Transaction, spot: str, *, moved: bool = False) -> None:
    """Altar (`moved`: the table has moved it already), Beast Speed token, First Player; then the next round."""
    record_round(tx)
    _move_altar(tx, spot, moved=moved)
    _pass_first_player(tx)
    state = tx.state
    tx.set(round=state.round + 1, phase="turns", step="", turn=state.first)
    text = T("Round {round}. {name} begins.", round=state.round + 1, name=who(state, state.first))
    tx.tell("round_began", text, round=state.round + 1, seat=state.first + 1)


def _move_altar(tx: Transaction, spot: str, *, moved: bool) -> None:
    """The token goes to the next spot; the Beast Speed token lies under that Beast, or is set aside without it."""
    under = spot if tx.state.beast(spot) else ""
    if spot == NOWHERE and tx.state.beast("harrow"):
        under = "harrow"  # as at the start (p. 6)
    tx.set(altar=spot, fast=under)
    tx.tell("altar_moved", _altar_text(spot, under), to=spot, speed_token=under)
    tx.todo(_speed_order(spot, under) if moved else _altar_order(spot, under), icon="altar")


def _altar_text(spot: str, under: str) -> Text:
    if spot == NOWHERE or (spot == "harrow" and under):
        return T("Altar token on: {spot}. Beast Speed token under the Harrow, without effect.", spot=SPOTS[spot])
    if not under:
        return T("Altar token on: {spot}. The Beast Speed token is set aside.", spot=SPOTS[spot])
    return T("Altar token on: {spot}. Beast Speed token under it: two steps next time.", spot=SPOTS[spot])


def _speed_order(spot: str, under: str) -> Text:
    """Which side of the token is up stands with it (p. 20)."""
    if not under:
        return T("Beast Speed token aside")
    if spot == NOWHERE or spot == "harrow":
        return T("Beast Speed token under the Harrow, “no effect” side up")
    return T("Beast Speed token under: {spot}, “2 movement speed” side up", spot=SPOTS[spot])


def _altar_order(spot: str, under: str) -> Text:
    if not under:
        return T("Altar token onto: {spot}. Beast Speed token aside", spot=SPOTS[spot])
    if spot == NOWHERE or spot == "harrow":
        return T("Altar token onto: {spot}. Beast Speed token under the Harrow, “no effect” side up", spot=SPOTS[spot])
    return T("Altar token onto: {spot}. Beast Speed token under it, “2 movement speed” side up", spot=SPOTS[spot])


def _pass_first_player(tx: Transaction) -> None:
    """The holder of the Future First Player card becomes First Player, and the card goes back."""
    state = tx.state
    if state.future < 0:
        return
    new = state.future
    tx.set(first=new, future=-1)
    if new != state.first:
        text = T("{name} is First Player from now on. The Future First Player card goes back.", name=who(state, new))
    else:
        text = T("{name} stays First Player. The Future First Player card goes back.", name=who(state, new))
    tx.tell("first_player", text, seat=new + 1)
    tx.todo(_first_player_order(state, new), icon="first")


def _first_player_order(state: State, new: int) -> Text:
    if new == state.first:
        return T("{player}: put the Future First Player card back", player=who(state, new))
    return T("{player}: take the First Player token, put the Future First Player card back", player=who(state, new))


# --- the order of the Altar track, told once --------------------------------------------------------------------------


def tell_altar(tx: Transaction, args: Args) -> None:
    """Somebody moved the Altar token and says where it is now: that is known from now on."""
    require_task(tx.state, ALTAR)
    tx.learn(after(tx.state.altar), word(args, "spot"))
    tx.finish_task()
    _clean_up(tx, word(args, "spot"), moved=True)


def prompt(state: State) -> Prompt:
    """Move the Altar token; one tap, and never again for this spot."""
    return Prompt(
        name=ALTAR,
        do=T("Move the Altar token one space clockwise. Where is it now?"),
        more=T("It was on: {spot}. The companion remembers the order of the spots.", spot=SPOTS[state.altar]),
        rule="cleanup",
        offers=tuple(
            tap("altar_is", SPOTS[spot], icon=spot if spot != NOWHERE else "altar", spot=spot)
            for spot in SPOTS
            if spot != state.altar
        ),
    )


# --- set by hand ------------------------------------------------------------------------------------------------------


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """The round, and whether the endgame has begun."""
    yield Settable(whole("round", T("Round"), max(MOST_ROUNDS, state.round), at_least=1), state.round, _put_round)
    if not state.solo:
        ask = pick("endgame", T("The endgame has begun"), {"no": T("No"), "yes": T("Yes")})
        now = "yes" if state.endgame else "no"
        yield Settable(ask, now, lambda tx, value: ending.set_by_hand(tx, value == "yes"))


def _put_round(tx: Transaction, value: Value) -> None:
    tx.set(round=value)


MODULE: GameModule[State, Transaction] = GameModule(
    name="cleanup",
    moves={
        "altar_is": action(
            tell_altar,
            lambda args: T("Moved the Altar token to: {spot}", spot=SPOTS[word(args, "spot")]),
            pick("spot", T("Where it is now"), SPOTS),
        )
    },
    tasks={ALTAR: prompt},
    settle=settle,
    settables=lambda state: grouped(T("Round"), settables(state)),
    families=(FAMILY,),
)
