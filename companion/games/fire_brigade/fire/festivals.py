"""The four festival cards, which feed the fire of a kind of blocks (card texts at the end of the rulebook).

"Any block" is read as every such block, or as one of the player's choice: a house rule. Dirty Dealings lets each player
choose one in any case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api import Args, IllegalMove, Move, Offer, Prompt, T
from companion.games.fire_brigade import house_rules, tiles
from companion.games.fire_brigade.fire.flames import kindle
from companion.games.fire_brigade.names import field_name, pick_field, who
from companion.games.fire_brigade.state import DESTROYED, Block, State
from companion.games.fire_brigade.streets import BLOCKS
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit import require_task, tap, word

CELEBRATED, ONE, DIRTY = "celebrated", "festival_one", "dirty_dealings"
KARNAJ_VALUE = 2
NAMES = {
    "arson": T("Arson"),
    "burning_man": T("Burning Man Festival"),
    "dirty_dealings": T("Dirty Dealings"),
    "karnaj": T("Karnaj Celebrates"),
}
_MEANT: Mapping[str, Callable[[State, str, Block], bool]] = {
    "arson": lambda state, place, block: block.loyal >= 0,
    "burning_man": lambda state, place, block: bool(state.guards(place)),
    "dirty_dealings": lambda state, place, block: not state.guards(place),
    "karnaj": lambda state, place, block: block.value == KARNAJ_VALUE,
}


def meant(state: State, card: str) -> tuple[str, ...]:
    """The blocks that a festival card means, without those that cannot burn any higher."""
    return tuple(
        place
        for place in BLOCKS
        if _MEANT[card](state, place, state.city[place])
        and not state.city[place].destroyed
        and state.city[place].fire < DESTROYED
    )


def held_back(state: State, card: str) -> bool:
    """Whether Brigades and Wagons protect from it: from the Burning Man only by a house rule, for that card means just
    the blocks where they are."""
    return card != "burning_man" or house_rules.rule(state, "burning_man") == "held"


def celebrate(tx: Transaction, card: str) -> None:
    """A festival card was revealed."""
    tx.tell("festival", T("{name} is celebrated.", name=NAMES[card]), card=card)
    tx.ask(CELEBRATED, about=card)


def _asked_first(tx: Transaction, card: str) -> bool:
    """What has to be known before a festival burns: which blocks it means, and how the group reads the card."""
    if card == "karnaj" and tiles.ask_survey(tx, f"value:{KARNAJ_VALUE}"):
        return True
    blocks = meant(tx.state, card)
    if card != "dirty_dealings" and len(blocks) > 1 and house_rules.ask_reading(tx, "festival"):
        return True
    return card == "burning_man" and bool(blocks) and house_rules.ask_reading(tx, "burning_man")


def _burn(tx: Transaction, card: str) -> None:
    if card == "dirty_dealings":
        for seat in tx.state.clockwise:
            tx.ask(DIRTY, seat=seat, about=card)
    elif house_rules.rule(tx.state, "festival") == "one":
        tx.ask(ONE, seat=tx.state.turn.seat, about=card)
    else:
        for place in meant(tx.state, card):
            kindle(tx, place, event=True, guard=held_back(tx.state, card))


def settle(tx: Transaction) -> bool:
    """A choice among no blocks is none."""
    if tx.state.tasks and tx.state.tasks[0].kind == CELEBRATED:
        card = tx.state.tasks[0].about
        if not _asked_first(tx, card):
            tx.finish_task()
            _burn(tx, card)
        return True
    if not tx.state.tasks or tx.state.tasks[0].kind not in (ONE, DIRTY):
        return False
    if meant(tx.state, tx.state.tasks[0].about):
        return False
    tx.finish_task()
    return True


def feed(tx: Transaction, args: Args) -> None:
    """The player at the head chose a block for the festival."""
    task = require_task(tx.state, ONE, DIRTY)
    place = word(args, "field")
    if place not in meant(tx.state, task.about):
        _refuse(tx.state, task.about, place)
    tx.finish_task()
    kindle(tx, place, event=True, guard=held_back(tx.state, task.about))


def _refuse(state: State, card: str, place: str) -> None:
    raise IllegalMove(T("{card} does not mean {where}.", card=NAMES[card], where=field_name(state, place)),
                      rule="events.festivals")  # fmt: skip


def pass_by(tx: Transaction, args: Args) -> None:
    """Dirty Dealings: each player may, and need not."""
    require_task(tx.state, DIRTY)
    tx.finish_task()
    tx.note("passed", T("No block was chosen."))


def prompt(state: State) -> Prompt:
    """Which block burns higher."""
    task = state.tasks[0]
    asks = (pick_field(state, "field", T("Which block"), meant(state, task.about)),)
    offers = [Offer(move=Move("feed_fire"), label=T("Choose a block"), asks=asks)]
    if task.kind == DIRTY:
        offers.append(tap("feed_none", T("None")))
    text = (
        T("{who}, you may choose a block that burns one higher.", who=who(state, task.seat))
        if task.kind == DIRTY
        else T("{who}, choose a block that burns one higher.", who=who(state, task.seat))
    )
    return Prompt(
        name="fire.festival", do=text, offers=tuple(offers), seat=task.seat, rule="events.festivals",
        more=T("{name}. Only blocks that the card means can be chosen.", name=NAMES[task.about]),
    )  # fmt: skip
