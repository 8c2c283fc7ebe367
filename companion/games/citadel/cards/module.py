"""What the cards bring to the game."""

from __future__ import annotations

from companion.api import Ask, CardExpected, Move, Offer, Prompt, T, Table
from companion.games.citadel.cards import choosing, inventory, lookup, owner_facts, panels, revealing, taking, tray
from companion.games.citadel.cards.cards import NUMBER, card_number
from companion.games.citadel.modules import GameModule, with_task
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.toolkit import pick

CARDS = T("Cards")
BOX = T("Look into the box")
CONSEQUENCE = "consequence"  # the step of an action in which cards are taken
CALLING = ("leaflet.prepare", "board.turned")  # tasks of other modules that may call for a card

_POSSESSION = {
    choosing.GROUP: T("Of anybody in the group"),
    choosing.TAKER: T("Of the player who takes the card"),
}
_GOLD = {
    "free": T("No: the gold one may be taken"),
    "barred": T("Yes: then none may be taken"),
}


def setup(players: int) -> tuple[Ask, ...]:
    """Two points that the rulebook leaves open (p. 16 to 17)."""
    bars = pick("gold_bars", T("Does a green card that you may not take bar the gold one?"), _GOLD, "free")
    if players == 1:
        return (bars,)
    whose = pick("possession", T("Whose cards count for the pictograph of a framed card?"), _POSSESSION, choosing.GROUP)
    return (whose, bars)


def begin(tx: Transaction, table: Table) -> None:
    """What was chosen, and the cards that earlier campaigns made known."""
    tx.remember("house.possession", table.choices.get("possession", choosing.GROUP))
    tx.remember("house.gold", table.choices.get("gold_bars", "free"))
    tx.set(cards=owner_facts.seed(tx.state))


def idle(state: State) -> tuple[Offer, ...]:
    """Take a card, put cards away, look into the box."""
    return (
        Offer(
            move=Move("card_shown"),
            label=T("A card's number"),
            asks=(card_number(T("The number")),),
            under=CARDS,
            rule="cards.take",
        ),
        Offer(move=Move("put_away"), label=T("Put cards away"), under=CARDS, rule="cards.sorting"),
        *lookup.unnumbered_offers(state, CARDS),
        lookup.enter_offer(state, CARDS),
        *inventory.offers(state, BOX),
    )


def reminders(state: State) -> tuple[Prompt, ...]:
    """While something else is being done, a card that it calls for can be shown or typed."""
    acting = not state.tasks and state.action is not None and state.action.step == CONSEQUENCE
    if not acting and not (state.tasks and state.tasks[0].kind in CALLING):
        return ()
    called = Offer(
        move=Move("card_called"), label=T("Take a card"), asks=(card_number(T("Its number")),), rule="cards.take"
    )
    seen = CardExpected(kind="numbox", pattern=NUMBER, move=Move("card_called"), arg="number")
    do = T("Does it call for a numbered card?")
    return (Prompt(name="cards.called", do=do, offers=(called,), rule="cards.take", expects=(seen,)),)


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
    reminders=reminders,
    panels=panels.panels,
    settables=panels.settables,
    setup=setup,
    begin=begin,
    families=owner_facts.FAMILIES,
    check=owner_facts.check,
    told=owner_facts.told,
)
