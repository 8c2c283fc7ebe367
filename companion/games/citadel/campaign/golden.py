"""Golden rules (p. 7 to 19, 27): each is shown once, at the moment when it matters, and can be silenced for good."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.api.game import Args, IllegalMove, Move, Offer, Prompt
from companion.api.text import T, Text
from companion.games.citadel.campaign.lists import write
from companion.games.citadel.cards import looking
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.toolkit.forms import pick, tap
from companion.toolkit.modules import word


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


def _compound(state: State) -> bool:
    action = state.action
    return _step("stars", "icons")(state) and action is not None and action.die is not None


def _framed(state: State) -> bool:
    """A card is to be taken of whose number a framed copy is known."""
    if not _task("card.take")(state):
        return False
    return any(copy.frame for copy in state.cards.numbered(state.tasks[0].card))


RULES: Mapping[str, Golden] = {
    "mandatory": Golden(
        title=T("Mandatory actions"),
        text=T(
            "Everybody on the Terrain card takes part in a mandatory action, and they choose who is the active player."
        ),
        page=27,
        moment=_several,
    ),
    "more": Golden(
        title=T("More cards than the cost"),
        text=T("You may draw more cards than the cost, for a better chance."),
        page=27,
        moment=_more,
    ),
    "keywords": Golden(
        title=T("KEYWORDS"),
        text=T("Purse cards that share a KEYWORD cannot be selected together."),
        page=27,
        moment=_keywords,
    ),
    "strip": Golden(
        title=T("Icons in the left strip"),
        text=T("Icons in an Action card's left strip count only when the card is revealed from the Action Deck."),
        page=27,
        moment=_step("stars", "icons"),
    ),
    "framed": Golden(
        title=T("Framed cards"),
        text=T(
            "A framed card comes first if your scenario or a card of yours shows its pictograph. Else take a plain one."
        ),
        page=27,
        moment=_framed,
    ),
    "die": Golden(
        title=T("The die of a compound action"),
        text=T("Each success lowers the die by 1, even when the action fails."),
        page=27,
        moment=_compound,
    ),
    "chain": Golden(
        title=T("The chain"),
        text=T("The chain limits only whose successes count. You may draw more, and class icons count on every card."),
        page=27,
        moment=_chained,
    ),
    "must": Golden(
        title=T("Effects outlined in red"),
        text=T("A card with a fitting condition outlined in red must be selected, and its effects applied."),
        page=12,
        moment=_must,
    ),
    "active": Golden(
        title=T("Consequences"),
        text=T("Consequences concern the active player alone, unless they name others."),
        page=13,
        moment=_step("consequence"),
    ),
    "text": Golden(
        title=T("Cards come before the rulebook"),
        text=T(
            "What a card or a dialogue says comes before the rulebook. In doubt, take the logical reading, "
            "else your favour."
        ),
        page=16,
        moment=_task("card.event"),
    ),
    "gold": Golden(
        title=T("Gold cards"),
        text=T("A gold card may be taken only when no green one of that number is available."),
        page=17,
        moment=_task("card.take"),
    ),
    "arrow": Golden(
        title=T("The action in a placement arrow"),
        text=T("While that event lies there, the action in its arrow cannot be taken from its Terrain card."),
        page=17,
        moment=_task("board.attach"),
    ),
    "lock": Golden(
        title=T("The lock sign"),
        text=T("You may not choose to discard or give away a card with the lock sign."),
        page=19,
        moment=_task("card.keep"),
    ),
}
MOST_SHOWN = 2


def due(state: State) -> tuple[str, ...]:
    """The golden rules whose moment is now, neither said in this evening nor silenced; those of p. 27 first."""
    open_ones = (name for name in RULES if name not in (*state.reminded, *state.silenced))
    return tuple(name for name in open_ones if RULES[name].moment(state))[:MOST_SHOWN]


def settle(tx: Transaction) -> None:
    """A rule whose moment has passed has been said; those whose moment is now are shown."""
    showing, now = tx.state.campaign.showing, due(tx.state)
    passed = tuple(name for name in showing if name not in now and name not in tx.state.silenced)
    if passed:
        tx.set(reminded=tuple(dict.fromkeys((*tx.state.reminded, *passed))))
        now = due(tx.state)
    if now != showing:
        write(tx, showing=now)


def reminders(state: State) -> tuple[Prompt, ...]:
    """The rules of this moment, below what has to be done."""
    return tuple(
        Prompt(
            name=f"golden.{name}",
            do=RULES[name].text,
            offers=(tap("golden_silence", T("Do not say it again"), golden=name),),
            rule="golden",
        )
        for name in state.campaign.showing
        if name in RULES and name not in state.silenced
    )


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
    under = T("Golden rules")
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
