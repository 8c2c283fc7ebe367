"""Who plays a new adventure (p. 3, 7): those of the last one, those who had left, newcomers."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove, Move, Offer, Prompt, Words
from companion.api.text import T
from companion.games.citadel.campaign import parting, setting_up
from companion.games.citadel.state import State, Task
from companion.games.citadel.transaction import Transaction
from companion.toolkit.forms import tap
from companion.toolkit.modules import word
from companion.toolkit.transaction import require_task

WHO = "campaign.who"
RULE = "adventure.end"


def toggle(tx: Transaction, args: Args) -> None:
    """Somebody plays, or does not."""
    require_task(tx.state, WHO)
    seat = word(args, "seat")
    hero = next((one for one in tx.state.heroes if one.seat == seat), None)
    if hero is None:
        raise IllegalMove(T("Nobody plays there."), rule=RULE, page=3)
    tx.set_hero(seat, joined=not hero.joined)


def newcomer(tx: Transaction, args: Args) -> None:
    """Somebody who has not played before, or who is entered by name."""
    require_task(tx.state, WHO)
    parting.seat_for(tx, word(args, "player"))


def gathered(tx: Transaction, args: Args) -> None:
    """These play: the introductory scenario is set up for them."""
    if not tx.state.party:
        raise IllegalMove(T("At least one player is needed."), rule=RULE, page=3)
    tx.finish_task(WHO)
    setting_up.begin(tx, first=False)


def prompt(state: State, task: Task) -> Prompt:
    """Ticks for everybody who ever played; the usual answer is those of the last adventure."""
    offers = [
        Offer(move=Move("plays", {"seat": hero.seat}), label=T("{name}", name=hero.name), ticked=hero.joined)
        for hero in state.heroes
    ]
    if len(state.party) < parting.MOST_PLAYERS:
        ask = Words(name="player", label=T("Name"), at_most_chars=parting.LONGEST_NAME)
        offers.append(Offer(move=Move("newcomer"), label=T("Another player"), asks=(ask,), rule=RULE))
    if state.party:
        offers.append(tap("gathered", T("We play"), tone="usual"))
    return Prompt(name=WHO, do=T("Who plays the new adventure?"), offers=tuple(offers), rule=RULE)
