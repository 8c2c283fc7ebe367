"""Cards that are known by name: what they do, in words, as board facts."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api import BoardFamily, T, Text, Words, template
from companion.games.turris.names import shown_name, tidy_name
from companion.games.turris.rewards.effects import BLOCKS, LANGUAGE, LONGEST, Effect, describe, parse
from companion.games.turris.state import State
from companion.games.turris.transaction import Transaction

KINDS: Mapping[str, Text] = {
    "tactics": T("Tactics card"),
    "mission": T("Mission"),
    "trionfi": T("Trionfi card"),
}


def fact_name(kind: str, name: str) -> str:
    """The board fact of a card: `tactics.swift_feet`."""
    return f"{kind}.{tidy_name(name)}"


def known_names(state: State, kind: str) -> tuple[str, ...]:
    """The cards of a kind that are known, by name."""
    start = f"{kind}."
    return tuple(sorted(name.removeprefix(start) for name in state.board if name.startswith(start)))


def effects_of(state: State, kind: str, name: str) -> tuple[Effect, ...]:
    """What a known card says; nothing where it is not known."""
    return parse(state.word(fact_name(kind, name)))


def label(state: State, kind: str, name: str) -> Text:
    """A known card with what it does, for a list to choose from."""
    return T("{card}: {what}", card=shown_name(name), what=describe(effects_of(state, kind, name)))


def understood(words: str) -> tuple[Effect, ...]:
    """Words that somebody entered, read; `IllegalMove` says what is wrong with them."""
    return LANGUAGE.understood(words, rule="words")


def keep(tx: Transaction, kind: str, name: str, words: str) -> None:
    """Keep what a card says, if it has been given a name."""
    if tidy_name(name) and words:
        tx.learn(fact_name(kind, name), words)


def _family(kind: str, label: Text, one: Text) -> BoardFamily:
    ask = Words(name="words", label=one, at_most_chars=LONGEST, lines=True, blocks=BLOCKS)
    return BoardFamily(pattern=rf"{kind}\.(\w{{1,40}})", ask=ask, label=label)


FAMILIES = (
    _family("tactics", T("What Tactics cards do, by name"), template("Tactics card {name}")),
    _family("mission", T("Missions by name: cost, Prestige, effect"), template("Mission {name}")),
    _family("trionfi", T("What Trionfi cards do, by name"), template("Trionfi card {name}")),
)
