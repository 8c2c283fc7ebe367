"""Cards of which the rulebook's text itself tells something, in the words of an owner's own card texts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from companion.api import BoardFamily, IllegalMove, T, Text, Value, Words, template
from companion.games.frostpunk.cards import blocks
from companion.games.frostpunk.cards.card_text import BadCard, OwnCard, parse
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction

_FILE = Path(__file__).parent / "known_cards.toml"


def _load() -> dict[str, tuple[str, str]]:
    entries = tomllib.loads(_FILE.read_text(encoding="utf-8"))["card"]
    return {f"card.{one['card']}": (one["text"].strip(), one["source"]) for one in entries}


_CARDS = _load()
KNOWN_TEXTS: Mapping[str, str] = {key: text for key, (text, _) in _CARDS.items()}
KNOWN_SOURCES: Mapping[str, str] = {key: source for key, (_, source) in _CARDS.items()}
START = "card."
NAMED = r"([^\x00-\x1f{}<>\\]{1,60})"  # a card's code, or its kind and name, in any alphabet
PATTERN = rf"card\.{NAMED}"
MOST_CHARS = 2000
MOST_READ = 1024  # texts kept as read: more than the game has cards


def key(card: str) -> str:
    """The board fact that keeps a card's words, by its code ("D012") or its kind and name ("weather.Blizzard")."""
    return card if card.startswith(START) else f"{START}{card}"


def named(kind: str, name: str) -> str:
    """The board fact that keeps the words of a card without a code."""
    return f"{START}{kind}.{name}"


def fits(card: str) -> bool:
    """Whether a card's words can be kept under this code or name."""
    return re.fullmatch(PATTERN, key(card)) is not None


def text_of(state: State, card: str) -> str:
    """A card's text: the owner's, else what the rulebook tells of it; empty where there is none."""
    return state.word(key(card)) or KNOWN_TEXTS.get(key(card), "")


def card(state: State, card: str) -> OwnCard | None:
    """What is known of a card; None where nothing is, or where it cannot be understood (`problem` says why)."""
    text = text_of(state, card)
    found = _read(text) if text else None
    return found if isinstance(found, OwnCard) else None


def problem(state: State, card: str) -> Text | None:
    """Why a card's text cannot be understood; None where it can, or where there is none."""
    text = text_of(state, card)
    found = _read(text) if text else None
    return found if isinstance(found, Text) else None


def whole(state: State, card_: str) -> OwnCard | None:
    """A card of which everything is known that the companion needs; None where only a part of it or nothing is."""
    found = card(state, card_)
    return None if found is None or found.part else found


@lru_cache(maxsize=MOST_READ)
def _read(text: str) -> OwnCard | Text:
    try:
        return parse(text)
    except BadCard as error:
        return error.text


def names(state: State, kind: str) -> tuple[str, ...]:
    """The names of the cards of a kind of which something is known, in the order of the alphabet."""
    start = named(kind, "")
    found = {one.removeprefix(start) for one in (*KNOWN_TEXTS, *state.board) if one.startswith(start)}
    return tuple(sorted(found))


def is_named(state: State, card_: str) -> bool:
    """Whether the box or the owner gives this card a name."""
    found = card(state, card_)
    return found is not None and bool(found.name)


def title(state: State, card_: str) -> Text:
    """A card as people call it: by its name where that is known, else by its code."""
    found = card(state, card_)
    if found is not None and found.name:
        typed = bool(state.word(key(card_)))  # the owner's words stay as they are, the box's have translations
        return Text("{name}", {"name": found.name}) if typed else Text(found.name)
    if re.fullmatch(r"L[0-9]{2}/[12]", card_):  # nobody has named this Consequence; the Law may have a name
        return T("A Consequence of {law}", law=title(state, card_.split("/")[0]))
    return called(card_)


def called(code: str) -> Text:
    """A card by its code; one in the display whose code nobody told ("?1") by its number."""
    if re.fullmatch(r"\?[0-9]+", code):
        return T("Unnamed card {number}", number=code[1:])
    return Text("{name}", {"name": code.removeprefix(START)})


def check(text: str) -> None:
    """Refuse a text that cannot be understood, with the line and why."""
    try:
        parse(text)
    except BadCard as error:
        raise IllegalMove(error.text) from error


def check_fact(name: str, value: Value) -> None:
    """The same for any board fact: only cards' texts can be wrong."""
    if name.startswith(START):
        check(str(value))


# --- how it is entered ------------------------------------------------------------------------------------------------


CARD = Words(name="card", label=T("Card"), at_most_chars=60)
ENTERED = T("What the card says")


def ask(usual: str = "", label: Text = ENTERED) -> Words:
    """The owner's text of a card is asked for."""
    return Words(
        name="text",
        label=label,
        at_most_chars=MOST_CHARS,
        usual=usual,
        lines=True,
        blocks=(*blocks.LINES, *blocks.EFFECTS),
    )


def family() -> BoardFamily:
    """Every card's text as a board fact."""
    return BoardFamily(pattern=PATTERN, ask=ask(label=template("What “{name}” says")), label=T("A card’s own text"))


PART = "only a part"
_ODD = re.compile(r"[^\w/ .,'’!?()&#-]")  # what the name of a board fact cannot hold (`owner_facts.PATTERN`)
NAME_CHARS = 40


def tidy(name: str) -> str:
    """A card's name as it can be kept."""
    return " ".join(_ODD.sub(" ", name).split())[:NAME_CHARS]


def has_line(state: State, card: str, head: str) -> bool:
    """Whether somebody has entered a line with that head, be it that there is nothing."""
    return any(_head(line) == head for line in text_of(state, card).splitlines())


def write_line(tx: Transaction, card: str, head: str, words: str) -> None:
    """Keep a line of a card; it takes the place of an earlier one with that head."""
    text = text_of(tx.state, card)
    others = [line for line in text.splitlines() if _head(line) != head] or [PART]
    tx.learn(key(card), "\n".join((f"{head}: {words}", *others)))


def _head(line: str) -> str:
    return line.partition(":")[0].strip().casefold()
