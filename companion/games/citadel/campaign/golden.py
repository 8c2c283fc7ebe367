"""Golden rules (p. 7 to 19, 27): each is shown once, at the moment when it matters, and can be silenced for good."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.api import Args, IllegalMove, Move, Offer, T, Text
from companion.games.citadel.campaign.lists import write
from companion.games.citadel.cards import looking
from companion.games.citadel.state import State
from companion.games.citadel.tables import read
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import pick, word


@dataclass(frozen=True, kw_only=True)
class Golden:
    """A golden rule: what it says, its page, and whether its moment is now."""

    title: Text
    text: Text
    page: int
    moment: Callable[[State], bool]


def _task(*kinds: str) -> Callable[[State], bool]:
    return lambda state: bool(state.tasks) and state.tasks[0].kind in kinds


def _step(*steps: str) -> Callable[[State], bool]:
    return lambda state: not state.tasks and state.action is not None and state.action.step in steps


def _several(state: State) -> bool:
    """A mandatory action is met, and more than one character may be concerned."""
    if len(state.awake) < 2:
        return False
    action = state.action
    started = action is not None and action.step == "gear" and action.sheet is not None and action.sheet.mandatory
    return started or _task("board.mandatory")(state)


def _own_cards(state: State) -> int:
    """How many Purse cards the active player could use; Quest items are everybody's."""
    action = state.action
    return 0 if action is None else len(looking.of(state, "purse", action.active))


def _keywords(state: State) -> bool:
    return _step("gear")(state) and _own_cards(state) > 1


def _must(state: State) -> bool:
    return _step("gear")(state) and bool(_own_cards(state) or looking.of(state, "quest"))


def _more(state: State) -> bool:
    """Where successes are needed at all, more cards can help."""
    return _step("gear")(state) and state.action is not None and state.action.need > 0


def _chained(state: State) -> bool:
    action = state.action
    return _step("gear")(state) and action is not None and action.sheet is not None and action.sheet.chain


def _revealing(state: State) -> bool:
    """Cards are revealed: also together with drawing them, where an action takes any."""
    return _step("stars", "icons")(state) or _more(state)


def _compound(state: State) -> bool:
    return _revealing(state) and state.action is not None and state.action.die is not None


def _framed(state: State) -> bool:
    """A card is to be taken of whose number a framed copy is known."""
    if not _task("card.take")(state):
        return False
    return any(copy.frame for copy in state.cards.numbered(state.tasks[0].card))


MOMENTS: Mapping[str, Callable[[State], bool]] = {
    "mandatory": _several,
    "more": _more,
    "keywords": _keywords,
    "strip": _revealing,
    "framed": _framed,
    "die": _compound,
    "chain": _chained,
    "must": _must,
    "active": _step("consequence"),
    "text": _task("card.event"),
    "gold": _task("card.take"),
    "arrow": _task("board.attach"),
    "lock": _task("card.keep"),
}
RULES: Mapping[str, Golden] = {
    name: Golden(title=Text(rule["title"]), text=Text(rule["what"]), page=rule["page"], moment=MOMENTS[name])
    for name, rule in read("golden").items()
}
MOST_SHOWN = 2


def due(state: State) -> tuple[str, ...]:
    """The golden rules whose moment is now, neither said in this evening nor silenced; those of p. 27 first."""
    open_ones = (name for name in RULES if name not in (*state.reminded, *state.silenced))
    return tuple(name for name in open_ones if RULES[name].moment(state))[:MOST_SHOWN]


def follow(tx: Transaction) -> None:
    """A rule whose moment has passed has been said; those whose moment is now are shown."""
    showing, now = tx.state.campaign.showing, due(tx.state)
    passed = tuple(name for name in showing if name not in now and name not in tx.state.silenced)
    if passed:
        tx.set(reminded=tuple(dict.fromkeys((*tx.state.reminded, *passed))))
        now = due(tx.state)
    if now != showing:
        write(tx, showing=now)


def _shown(state: State) -> tuple[str, ...]:
    return tuple(name for name in state.campaign.showing if name in RULES and name not in state.silenced)


def said(state: State) -> tuple[Text, ...]:
    """The rules of this moment, in the small print of what has to be done."""
    return tuple(T("Golden rule: {rule}", rule=RULES[name].text) for name in _shown(state))


GOLDEN_RULES = T("Golden rules")


def silence(tx: Transaction, args: Args) -> None:
    """This one is known by now."""
    name = word(args, "golden")
    if name in tx.state.silenced:
        raise IllegalMove(T("That golden rule is silent already."), rule="golden", page=27)
    tx.set(silenced=(*tx.state.silenced, name))
    tx.note("golden_silenced", T("Not said again: {title}.", title=RULES[name].title), golden=name)


def speak(tx: Transaction, args: Args) -> None:
    """It is to be said again after all."""
    name = word(args, "golden")
    if name not in tx.state.silenced:
        raise IllegalMove(T("That golden rule is not silent."), rule="golden", page=27)
    tx.set(
        silenced=tuple(one for one in tx.state.silenced if one != name),
        reminded=tuple(one for one in tx.state.reminded if one != name),
    )
    tx.note("golden_heard", T("Said again at its moment: {title}.", title=RULES[name].title), golden=name)


def offers(state: State) -> tuple[Offer, ...]:
    """Which are said, and which are silent."""
    under = GOLDEN_RULES
    heard = {name: rule.title for name, rule in RULES.items() if name not in state.silenced}
    silent = {name: rule.title for name, rule in RULES.items() if name in state.silenced}
    found = []
    if heard:
        ask = pick("golden", T("Golden rule"), heard)
        found.append(
            Offer(move=Move("golden_silence"), label=T("Do not remind us"), asks=(ask,), under=under, rule="golden")
        )
    if silent:
        ask = pick("golden", T("Golden rule"), silent)
        found.append(
            Offer(move=Move("golden_speak"), label=T("Remind us again"), asks=(ask,), under=under, rule="golden")
        )
    return tuple(found)


_GOLDEN = pick("golden", T("Golden rule"), {name: rule.title for name, rule in RULES.items()})
MOVES: Moves = {
    "golden_silence": move(silence, T("Silenced a golden rule"), _GOLDEN),
    "golden_speak": move(speak, T("A golden rule is said again"), _GOLDEN),
}
