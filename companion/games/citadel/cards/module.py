"""What the cards bring to the game."""

from __future__ import annotations

from companion.api import Move, Offer, T, Table
from companion.games.citadel.cards import inventory, lookup, owner_facts, panels, revealing, taking, tray
from companion.games.citadel.cards.cards import card_number
from companion.games.citadel.modules import GameModule, with_task
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.toolkit import grouped

CARDS = T("Cards")
BOX = T("Look into the box")


def begin(tx: Transaction, table: Table) -> None:
    """The cards that earlier campaigns made known."""
    tx.set(cards=owner_facts.seed(tx.state))


def idle(state: State) -> tuple[Offer, ...]:
    """Take a card, put cards away, look into the box."""
    return (
        Offer(
            move=Move("card_shown"),
            label=T("Take a card by its number"),
            asks=(card_number(T("The number")),),
            under=CARDS,
            rule="cards.take",
        ),
        Offer(move=Move("put_away"), label=T("Put cards away"), under=CARDS, rule="cards.sorting"),
        *lookup.unnumbered_offers(state, CARDS),
        lookup.enter_offer(state, CARDS),
        *inventory.offers(state, BOX),
    )


MODULE = GameModule(
    name="cards",
    moves={
        **taking.MOVES,
        **revealing.MOVES,
        **lookup.MOVES,
        **tray.MOVES,
        **inventory.MOVES,
    },
    tasks=with_task(
        {
            **taking.TASKS,
            **revealing.TASKS,
            **lookup.TASKS,
            **tray.TASKS,
            **inventory.TASKS,
        }
    ),
    idle=idle,
    panels=panels.panels,
    settables=lambda state: grouped(T("Cards"), panels.settables(state)),
    begin=begin,
    families=owner_facts.FAMILIES,
    check=owner_facts.check,
    told=owner_facts.told,
)
