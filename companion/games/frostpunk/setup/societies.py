"""The Society card: what the City begins with (rulebook p. 11 to 13). Society I, Normal, is told in the rulebook's
text; of the others the values are read off the card once, and kept as a board fact of the card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec import structs

from companion.api import BoardFamily, IllegalMove, T, Text, Value, Whole, Words, template
from companion.games.frostpunk import forms as facts
from companion.games.frostpunk.setup import rulebook
from companion.games.frostpunk.state import (
    KINDS,
    MOST_CITIZENS,
    MOST_FOOD,
    MOST_RESOURCES,
    MOST_TOKENS,
    UNTOLD,
    Group,
    State,
    Token,
    Tokens,
)
from companion.games.frostpunk.supply import MOST_AUTOMATONS, gain
from companion.games.frostpunk.transaction import Transaction

CARDS = ("I", "II", "III", "IV", "V", "VI")  # p. 11
LEVELS: Mapping[str, Text] = {"normal": T("Normal"), "hard": T("Hard")}


@dataclass(frozen=True)
class Line:
    """A value on the card: what it is and how high it may go. `usual` is the first value where nobody has said."""

    label: Text
    at_most: int
    usual: int | None = None
    at_least: int = 0


LINES: Mapping[str, Line] = {
    "workers": Line(T("Workers"), MOST_CITIZENS),
    "engineers": Line(T("Engineers"), MOST_CITIZENS),
    "children": Line(T("Children"), MOST_CITIZENS),
    "sick_workers": Line(T("Sick workers"), MOST_CITIZENS, usual=0),
    "sick_engineers": Line(T("Sick engineers"), MOST_CITIZENS, usual=0),
    "sick_children": Line(T("Sick children"), MOST_CITIZENS, usual=0),
    "food": Line(T("Food"), MOST_FOOD),
    "corpses": Line(T("Space of the Corpse marker"), MOST_RESOURCES),
    "wood": Line(T("Wood"), MOST_RESOURCES),
    "coal": Line(T("Coal"), MOST_RESOURCES),
    "steam_cores": Line(T("Steam Cores"), MOST_RESOURCES),
    "automatons": Line(T("Automatons"), MOST_AUTOMATONS),
    "discontent_drawn": Line(T("Discontent: tokens to draw, before the stroke"), MOST_TOKENS - 1),
    "discontent_active": Line(T("Discontent: active ones, after the stroke"), MOST_TOKENS - 1),
    "hope_drawn": Line(T("Hope: tokens to draw, before the stroke"), MOST_TOKENS, at_least=1),
    "hope_active": Line(T("Hope: active ones, after the stroke"), MOST_TOKENS),
}
STORES = ("wood", "coal", "steam_cores", "automatons", "corpses")
I_NORMAL: Mapping[str, int] = rulebook.SOCIETIES["I normal"]
ASKS = tuple(
    Whole(name=value, label=line.label, at_least=line.at_least, at_most=line.at_most, usual=line.usual)
    for value, line in LINES.items()
)
FAMILIES = (
    BoardFamily(
        pattern=r"society\.((?:I|II|III|IV|V|VI) (?:normal|hard))",
        ask=Words(name="society", label=template("Society {name}"), at_most_chars=600, lines=True),
        label=T("Society cards"),
    ),
)


def fact(society: str) -> str:
    """The board fact that keeps a card: `society.II hard`."""
    return f"society.{society}"


def told(board: Mapping[str, Value], society: str) -> dict[str, int]:
    """The values of a card as far as they are known."""
    found = dict(I_NORMAL) if society == "I normal" else {}
    read = facts.read_lines(board.get(fact(society)), ASKS)
    return {**found, **{name: value for name, value in read.items() if isinstance(value, int)}}


def known(board: Mapping[str, Value], society: str) -> bool:
    """Whether every value of a card is known, and they fit together."""
    values = told(board, society)
    return len(values) == len(LINES) and problem(values) is None


def problem(values: Mapping[str, int]) -> Text | None:
    """Why the values cannot stand on one card; None where they can."""
    if any(values[f"sick_{kind}"] > values[kind] for kind in KINDS):
        return T("There cannot be more sick people of a type than there are people.")
    if any(values[f"{about}_active"] > values[f"{about}_drawn"] for about in ("hope", "discontent")):
        return T("There cannot be more active tokens than tokens drawn.")
    return None


def asks(state: State) -> tuple[Whole, ...]:
    """The form of the present card, filled in as far as it is known."""
    found = told(state.board, state.society)
    return tuple(structs.replace(ask, usual=found.get(ask.name, ask.usual)) for ask in ASKS)


def dealt(state: State) -> bool:
    """Whether the City has the card's values already; every card has Hope tokens."""
    return state.hope.count > 0


def learn(tx: Transaction, values: Mapping[str, int]) -> None:
    """The card was read: its values are kept, and the City begins with them."""
    why_not = problem(values)
    if why_not is not None:
        raise IllegalMove(why_not, rule="setup", page=11)
    tx.learn(fact(tx.state.society), facts.as_lines(values, ASKS))
    deal(tx)


def deal(tx: Transaction) -> None:
    """The City begins with the card's values (p. 12 and 13); what the tiles have brought already is kept."""
    values = told(tx.state.board, tx.state.society)
    tx.set(
        **{kind: Group(citizens=values[kind], sick=values[f"sick_{kind}"]) for kind in KINDS},
        **{what: values[what] for what in STORES},
        hope=_drawn(values, "hope"),
        discontent=_drawn(values, "discontent"),
    )
    gain(tx, "food", values["food"])


def _drawn(values: Mapping[str, int], about: str) -> Tokens:
    """The tokens as they lie: the active ones are the leftmost (p. 13); their types are told when they are drawn."""
    active = values[f"{about}_active"]
    return Tokens(row=tuple(Token(kind=UNTOLD, active=n < active) for n in range(values[f"{about}_drawn"])))


def name(society: str) -> Text:
    """A card for people: "Society II, Hard"."""
    card, level = society.split()
    return T("Society {card}, {level}", card=card, level=LEVELS[level])
