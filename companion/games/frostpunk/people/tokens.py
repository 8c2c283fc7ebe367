"""Hope and Discontent tokens (rulebook p. 17): drawn, activated, exhausted, and put back into their bags."""

from __future__ import annotations

from companion.api import T, Text
from companion.games.frostpunk.endings import check_boards
from companion.games.frostpunk.house_rules import NAMED_TYPE_ON_A_FULL_TRACK, house
from companion.games.frostpunk.state import (
    BAG,
    DISCONTENT_TYPES,
    HOPE_TYPES,
    MOST_TOKENS,
    TOKEN_NAMES,
    UNTOLD,
    State,
    Task,
    Token,
)
from companion.games.frostpunk.transaction import Transaction

TRACK_NAMES: dict[str, Text] = {"hope": T("Hope"), "discontent": T("Discontent")}
TYPES: dict[str, tuple[str, ...]] = {"hope": HOPE_TYPES, "discontent": DISCONTENT_TYPES}
THIRD_NAME = "third_discontent_name"  # a board fact: only pictured on p. 5 and 17
CHANGES = ("increase", "decrease", "activate", "exhaust", "discard", "activate_all", "exhaust_all")


def track_of(kind: str) -> str:
    """The track on which tokens of a type lie."""
    return "hope" if kind in HOPE_TYPES else "discontent"


def token_name(state: State, kind: str) -> Text:
    """What a type of token is called; the third type of Discontent as the owner has named it."""
    named = state.word(THIRD_NAME) if kind == "third" else None
    return Text(named) if named else TOKEN_NAMES[kind]


def exhausted_kinds(state: State, about: str) -> tuple[str, ...]:
    """The types that an exhausted token of a track has, or may have while nobody has said."""
    return _may_be(state, about, active=False)


def active_kinds(state: State, about: str) -> tuple[str, ...]:
    """The types that an active token of a track has, or may have while nobody has said."""
    return _may_be(state, about, active=True)


def _may_be(state: State, about: str, *, active: bool) -> tuple[str, ...]:
    found = state.tokens(about).kinds(active)
    sure = tuple(kind for kind in TYPES[about] if kind in found)
    unsure = nameable(state, about) if UNTOLD in found else ()
    return (*sure, *(kind for kind in unsure if kind not in sure))


# --- the bags ---------------------------------------------------------------------------------------------------------


def out(state: State, kind: str) -> int:
    """Tokens of a type that are known to lie on their track."""
    return sum(token.kind == kind for token in state.tokens(track_of(kind)).row)


def in_bag(state: State, about: str) -> dict[str, int] | None:
    """How many tokens of each type are left in a bag; None while the bag's or the track's tokens are not all known."""
    held = {kind: state.fact(f"bag_{kind}") for kind in TYPES[about]}
    if None in held.values() or any(token.kind == UNTOLD for token in state.tokens(about).row):
        return None
    left = {kind: max(0, (count or 0) - out(state, kind)) for kind, count in held.items()}
    return left if sum(left.values()) else None


def nameable(state: State, about: str) -> tuple[str, ...]:
    """The types of which another token can be out, as far as the bag is known (p. 5: nine tokens in each)."""
    held = {kind: state.fact(f"bag_{kind}") for kind in TYPES[about]}
    return tuple(kind for kind, count in held.items() if out(state, kind) < (BAG if count is None else count))


def can_draw(state: State, about: str) -> bool:
    """Whether a token can be drawn: each track has six places, and the sixth Discontent token loses (p. 16, 17)."""
    return state.tokens(about).count < MOST_TOKENS


def loses(state: State, about: str, how: str) -> bool:
    """Whether this would lose at once: the sixth Discontent token, or the last Hope token gone (p. 16)."""
    count = state.tokens(about).count
    if about == "discontent":
        return how == "draw" and count == MOST_TOKENS - 1
    return how in ("remove", "remove_active") and count == 1


# --- single tokens ----------------------------------------------------------------------------------------------------


def draw(tx: Transaction, about: str, kind: str = UNTOLD) -> None:
    """A token was drawn; it lies exhausted on the leftmost empty place."""
    tx.set_row(about, (*tx.state.tokens(about).row, Token(kind=kind)))
    text = T("{track}: a token was drawn, {kind}.", track=TRACK_NAMES[about], kind=token_name(tx.state, kind))
    _tell(tx, "token_drawn", text, about, kind, None)


def turn(tx: Transaction, about: str, kind: str, *, active: bool, chosen: bool = True) -> bool:
    """Turn one token of a type to its active or its exhausted side; False where there is none to be turned.

    It is told aloud unless somebody has just `chosen` it.
    """
    at = _find(tx.state, about, kind, active=not active)
    if at is None:
        return False
    row = tx.state.tokens(about).row
    tx.set_row(about, (*row[:at], Token(kind=kind, active=active), *row[at + 1 :]))
    name = token_name(tx.state, kind)
    if active:
        order = None if chosen else T("Turn a {kind} token to its active side", kind=name)
        _tell(tx, "token_activated", T("A token was activated: {kind}.", kind=name), about, kind, order)
    else:
        order = None if chosen else T("Turn a {kind} token to its exhausted side", kind=name)
        _tell(tx, "token_exhausted", T("A token was exhausted: {kind}.", kind=name), about, kind, order)
    return True


def take_off(tx: Transaction, about: str, kind: str, *, active: bool, chosen: bool = True) -> bool:
    """Put a token of a type and side back into its bag; those to its right slide left. False where there is none."""
    at = _find(tx.state, about, kind, active=active)
    if at is None:
        return False
    row = tx.state.tokens(about).row
    tx.set_row(about, (*row[:at], *row[at + 1 :]))
    name = token_name(tx.state, kind)
    order = None if chosen else T("Put a {kind} token into its bag; those to its right slide left", kind=name)
    _tell(tx, "token_returned", T("A token went back into its bag: {kind}.", kind=name), about, kind, order)
    return True


def name_token(tx: Transaction, about: str, at: int, kind: str) -> None:
    """Somebody says which type a token is."""
    row = tx.state.tokens(about).row
    tx.set_row(about, (*row[:at], Token(kind=kind, active=row[at].active), *row[at + 1 :]))
    text = T("{track}: the token is {kind}.", track=TRACK_NAMES[about], kind=token_name(tx.state, kind))
    tx.note("token_named", text, track=about, kind=kind, at=at)


def _find(state: State, about: str, kind: str, *, active: bool) -> int | None:
    """The first token of a type and side, else one of that side whose type nobody has said and that may be it."""
    row = state.tokens(about).row
    for wanted in (kind, UNTOLD) if kind in nameable(state, about) else (kind,):
        for at, token in enumerate(row):
            if token.kind == wanted and token.active == active:
                return at
    return None


def _tell(tx: Transaction, name: str, text: Text, about: str, kind: str, order: Text | None) -> None:
    """Note what became of a token; aloud and with an order where nobody has just chosen it."""
    tokens = tx.state.tokens(about)
    say = tx.note if order is None else tx.tell
    say(name, text, track=about, kind=kind, active=tokens.active, exhausted=tokens.exhausted)
    if order is not None:
        tx.todo(order, kind if kind in TOKEN_NAMES and kind != UNTOLD else about)
    check_boards(tx)


# --- changes ----------------------------------------------------------------------------------------------------------


def change(tx: Transaction, kind: str, about: str, count: int, of: str = "") -> None:
    """A change of Hope or Discontent, so many times; what is a choice is asked, the rest is done by itself.

    `kind` is one of `CHANGES`; `of` is a type where the change names one ("increase your Care", p. 17).
    """
    if not tx.state.ended and count > 0:
        tx.queue(kind, about, count, of)


def choices(state: State, kind: str, about: str, of: str = "") -> tuple[tuple[str, str], ...]:
    """Every way to carry out a change once: what is done, and with which type (p. 17)."""
    active, exhausted = _only(active_kinds(state, about), of), _only(exhausted_kinds(state, about), of)
    if kind == "increase":
        draws = _draws(state, about)
        if of and draws:
            return draws  # the named type is activated afterwards, by itself
        if of and house(state, NAMED_TYPE_ON_A_FULL_TRACK) == "no":
            return ()
        return (*draws, *(("activate", one) for one in exhausted))
    if kind in ("activate", "activate_all"):
        return tuple((kind, one) for one in exhausted)
    if kind in ("exhaust", "exhaust_all"):
        return tuple((kind, one) for one in active)
    if kind == "decrease":
        return (*(("exhaust", one) for one in active), *(("remove", one) for one in exhausted))
    return (*(("remove", one) for one in exhausted), *(("remove_active", one) for one in active))


def _only(kinds: tuple[str, ...], of: str) -> tuple[str, ...]:
    return tuple(kind for kind in kinds if kind == of) if of else kinds


def _draws(state: State, about: str) -> tuple[tuple[str, str], ...]:
    if not can_draw(state, about):
        return ()
    if loses(state, about, "draw"):
        return (("draw", UNTOLD),)  # whichever comes, it is the sixth
    left = in_bag(state, about)
    return tuple(("draw", one) for one in nameable(state, about) if left is None or left[one])


def carry_out(tx: Transaction, about: str, how: str, kind: str, *, of: str = "", chosen: bool = True) -> None:
    """Carry out a change once; after the draw of a specific increase, one of the named type is activated (p. 17)."""
    if how == "draw":
        draw(tx, about, kind)
        if of:
            change(tx, "activate", about, 1, of)
    elif how in ("remove", "remove_active"):
        take_off(tx, about, kind, active=how == "remove_active", chosen=chosen)
    elif how in ("activate_all", "exhaust_all"):
        while not tx.state.ended and turn(tx, about, kind, active=how == "activate_all", chosen=chosen):
            pass
    else:
        turn(tx, about, kind, active=how == "activate", chosen=chosen)


def settle(tx: Transaction) -> bool:
    """Do by itself what leaves no choice in the task at the head; True where something was done."""
    task = tx.at_head(*CHANGES)
    if task is None:
        return False
    if task.kind.endswith("_all") and _ask_types(tx, task):
        return True
    open_ = choices(tx.state, task.kind, task.about, task.of)
    if not open_:
        _ignore(tx)
        return True
    [(how, kind), *others] = open_
    if others or not _sure(tx.state, task.about, how, kind):
        return False
    tx.finish_task()
    carry_out(tx, task.about, how, kind, of=task.of, chosen=False)
    return True


def _sure(state: State, about: str, how: str, kind: str) -> bool:
    """Whether it needs no telling: the losing draw, or a token whose type is known."""
    if how == "draw":
        return kind == UNTOLD
    return kind in state.tokens(about).kinds(active=how.startswith(("exhaust", "remove_active")))


def _ask_types(tx: Transaction, task: Task) -> bool:
    """Before all tokens of a type are turned, the types of those that may be concerned have to be known."""
    row = tx.state.tokens(task.about).row
    untold = [at for at, token in enumerate(row) if token == Token(kind=UNTOLD, active=task.kind == "exhaust_all")]
    if not untold:
        return False
    tx.finish_task()
    for at in untold:
        tx.queue("name_token", task.about, of=str(at))
    tx.queue(task.kind, task.about, of=task.of)
    return True


def _ignore(tx: Transaction) -> None:
    """What cannot be carried out is ignored, however often it was to be repeated (p. 17)."""
    task = tx.drop_task()
    if task.of and task.kind == "activate":
        return  # the second half of a specific increase: only "if possible"
    text = T("{track} stays as it is: no such change is possible.", track=TRACK_NAMES[task.about])
    tx.tell("change_ignored", text, track=task.about, change=task.kind)
