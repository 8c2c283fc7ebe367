"""The Destiny page (p. 8, 24): the symbol in the centre first, then only symbols connected to a checked one.

Its picture is not in the rulebook's text, so each symbol is told once, when it is first checked: a number is given
to it, and what it is, where it is and which symbols it is connected to are facts of the owner's leaflet. Symbol 1 is
the centre."""

from __future__ import annotations

import re

from companion.api.game import Ask, IllegalMove, Value, Words
from companion.api.text import T, Text
from companion.games.citadel.state import State
from companion.games.citadel.tables import words
from companion.toolkit.forms import pick

CENTRE = "1"
MOST_SYMBOLS = 99
PRIZES = words("prizes")
ADVANCED_DRAWN = 4  # Advanced Skill cards to choose from (p. 24); the Academy adds as many (p. 23)
# What a checked symbol brings (p. 8, 24), in words, where no prompt says it.
EFFECTS = words("prize_effects")


def check_near(name: str, value: Value) -> None:
    """What a symbol is connected to are numbers of symbols, not its own."""
    match = re.fullmatch(r"destiny\.([1-9][0-9]?)\.near", name)
    if match is None:
        return
    near = str(value).replace(",", " ").split()
    if any(not re.fullmatch(r"[1-9][0-9]?", one) or one == match[1] for one in near):
        raise IllegalMove(T("Enter the numbers of other symbols, with commas, such as 1, 3."), rule="destiny")


def known(state: State) -> tuple[str, ...]:
    """The numbers of all symbols that were ever told."""
    names = (name.split(".") for name in state.board if name.startswith("destiny.") and name.endswith(".prize"))
    return tuple(sorted((number for _, number, _ in names), key=int))


def prize(state: State, symbol: str) -> str:
    """What a symbol brings; empty while nobody has told."""
    return str(state.board.get(f"destiny.{symbol}.prize", ""))


def near(state: State, symbol: str) -> frozenset[str]:
    """The symbols that are known to be connected to a symbol, told at either end."""
    own = set(str(state.board.get(f"destiny.{symbol}.near", "")).replace(",", " ").split())
    back = {one for one in known(state) if symbol in str(state.board.get(f"destiny.{one}.near", ""))
            .replace(",", " ").split()}  # fmt: skip
    return frozenset(own | back)


def title(state: State, symbol: str) -> Text:
    """How a symbol is called: what it brings and where it is."""
    if symbol == CENTRE:
        return T("The symbol in the centre")
    what = PRIZES.get(prize(state, symbol), T("Not told yet"))
    where = str(state.board.get(f"destiny.{symbol}.where", ""))
    if where:
        return T("Symbol {number} ({where}): {what}", number=symbol, where=where, what=what)
    return T("Symbol {number}: {what}", number=symbol, what=what)


def to_check(state: State) -> tuple[str, ...]:
    """The told symbols that may be checked now: the centre first, then those connected to a checked one (p. 8)."""
    checked = state.leaflet.symbols
    if not checked:
        return (CENTRE,)
    return tuple(one for one in known(state) if one not in checked and near(state, one) & set(checked))


def elsewhere(state: State) -> tuple[str, ...]:
    """The told symbols that are not checked, and of which no connection to a checked one has been told."""
    if not state.leaflet.symbols:
        return ()
    return tuple(one for one in known(state) if one not in (*state.leaflet.symbols, *to_check(state)))


def joined(state: State, symbol: str, other: str) -> str:
    """What is then known of a symbol's connections, when it is connected to another one as well."""
    told = str(state.board.get(f"destiny.{symbol}.near", "")).replace(",", " ").split()
    return ", ".join(dict.fromkeys((*told, other)))


def why_not(state: State, symbol: str) -> Text | None:
    """Why a symbol may not be checked; None where it may."""
    checked = state.leaflet.symbols
    if symbol in checked:
        return T("That symbol is checked already.")
    if not checked and symbol != CENTRE:
        return T("The first symbol to check is the one in the centre.")
    if checked and not near(state, symbol) & set(checked):
        return T("That symbol is not connected to a checked one.")
    return None


def next_number(state: State) -> str:
    """The number that the next symbol gets."""
    used = {int(one) for one in (*known(state), CENTRE)}
    return str(max(used) + 1)


def new_asks(state: State) -> tuple[Ask, ...]:
    """What is told of a symbol that is checked for the first time ever."""
    beside = {one: title(state, one) for one in state.leaflet.symbols}
    only = next(iter(beside)) if len(beside) == 1 else None
    return (
        pick("near", T("Connected to"), beside, only),
        pick("prize", T("What it brings"), PRIZES),
        Words(name="where", label=T("Where it is, such as “above the centre”"), at_most_chars=60),
    )
