"""The end of an adventure (p. 3): won or lost, everything gained is gone. A new one begins in the same campaign, with
those of the last one, those who had left, or newcomers (p. 7)."""

from __future__ import annotations

from dataclasses import replace

from companion.api import Args, IllegalMove, Move, Offer, Prompt, T, Text, Urgency, Words
from companion.games.citadel.board.sketch import Sketch
from companion.games.citadel.campaign import parting, setting_up
from companion.games.citadel.campaign.lists import Checklist, Items, write
from companion.games.citadel.campaign.parting import SEAT
from companion.games.citadel.cards import looking, moving
from companion.games.citadel.cards.cards import OWNED, order
from companion.games.citadel.cards.looking import way_back
from companion.games.citadel.leaflet.leaflet import Leaflet
from companion.games.citadel.state import INTRODUCTION, OVER, PLAYING, Piles, State, Task, Turn
from companion.games.citadel.tables import words
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import pick, require_task, tap, word

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
    setting_up.begin(tx)


def who_prompt(state: State, task: Task) -> Prompt:
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


CLEAR = "campaign.clear"
HOW = words("endings")


def end(tx: Transaction, args: Args) -> None:
    """The game itself says so: the Threat is overcome, or your adventure ends here (p. 3)."""
    if word(args, "how") == "won":
        tx.tell("adventure_won", T("You have overcome the Threat. You win!"), Urgency.FINAL)
    else:
        tx.tell("adventure_lost", T("Your adventure ends here. You have lost."), Urgency.FINAL)
    tx.end(word(args, "how"))


def after(state: State) -> Prompt:
    """An adventure is over: a new one begins with the introductory scenario."""
    do = T("You have lost. Begin a new adventure?")
    if state.ended == "won":
        do = T("You have won! Begin a new adventure?")
    return Prompt(
        name="campaign.ended",
        do=do,
        more=T("Everything that you gained is lost. A new adventure begins with the introductory scenario."),
        offers=(
            tap("new_adventure", T("A new adventure"), tone="usual"),
            tap("close_campaign", T("We close this campaign"), tone="danger"),
        ),
        rule="adventure.end",
        story=True,
    )


def new(tx: Transaction, args: Args) -> None:
    """Clear away first; then the introductory scenario."""
    if not tx.state.ended:
        raise IllegalMove(T("This adventure is not over yet."), rule="adventure.end", page=3)
    if tx.state.campaign.step == OVER:
        raise IllegalMove(T("This campaign is closed. Take the last step back if that was a mistake."))
    for hero in tx.state.heroes:
        tx.set_hero(hero.seat, life=0, conscious=True, place="")
    tx.set(ended="", tasks=(Task(kind=CLEAR),), action=None)
    write(tx, ticked=(), stored=False, reading="")


def close(tx: Transaction, args: Args) -> None:
    """The group has finished for good."""
    if not tx.state.ended:
        raise IllegalMove(T("This adventure is not over yet."), rule="adventure.end", page=3)
    write(tx, step=OVER)
    tx.tell("campaign_closed", T("This campaign is closed."))


def ending(state: State) -> Text | None:
    """How the campaign ended; None while another adventure may follow."""
    return how_it_ended(state) if state.campaign.step == OVER else None


def how_it_ended(state: State) -> Text | None:
    """How the adventure ended; None while it goes on."""
    if not state.ended:
        return None
    if state.ended == "won":
        return T("You have overcome the Threat: the adventure is won.")
    return T("Your adventure has ended.")


def clear_items(state: State, task: Task) -> Items:
    """What goes back into the box (p. 3, 18): all of it, the banished cards too."""
    items: dict[str, Text] = {}
    for hero in state.heroes:
        own = sorted((copy for copy in state.cards if copy.where in OWNED and copy.whose == hero.seat), key=order)
        if own:
            cards = way_back(own)
            items[f"cards:{hero.seat}"] = T("{name}: return {cards}.", name=hero.name, cards=cards)
    for place in ("board", "quest", "global", "map", "past", "banished"):
        if there := looking.of(state, place):
            items[place] = _from(place, way_back(there))
    items["decks"] = T(
        "Action Decks apart: Character, Advanced and Reflex Skills behind their dividers; Save cards too."
    )
    items["leaflet"] = T("A new Citadel leaflet. The old one counts no more.")
    return items


def _from(place: str, cards: Text) -> Text:
    """What is returned from a common place."""
    texts = {
        "board": T("From the Board, return {cards}.", cards=cards),
        "quest": T("Quest items, return {cards}.", cards=cards),
        "global": T("Global events, return {cards}.", cards=cards),
        "map": T("From the World Map, return {cards}.", cards=cards),
        "past": T("From the Past, return {cards}.", cards=cards),
        "banished": T("From the banished cards, return {cards}.", cards=cards),
    }
    return texts[place]


def cleared(tx: Transaction, task: Task) -> None:
    """Nothing of the old adventure is left but what is known of the owner's cards."""
    state = tx.state
    moving.end(tx)
    number = state.campaign.adventure + 1
    for hero in state.heroes:
        tx.set_hero(hero.seat, character="")
    piles = tuple(Piles(seat=hero.seat) for hero in state.heroes)
    vigour = replace(state.vigour, piles=piles, ticked=())
    tx.set(sketch=Sketch(), leaflet=Leaflet(), turn=Turn(), vigour=vigour, reminded=(), action=None,
           past=(), late=False)  # fmt: skip
    write(
        tx, adventure=number, step=PLAYING, threat="", scenario="", bookmark=INTRODUCTION, page=0, citadel=False,
        saved=False, stored=False, lives={}, reading="", ticked=(), showing=(),
    )  # fmt: skip
    tx.tell("adventure_begun", T("Adventure {number} begins.", number=number), number=number)
    tx.add_first(Task(kind=WHO))


LISTS = {
    CLEAR: Checklist(
        do=lambda state, task: T("Clear everything away."),
        items=clear_items,
        finish=cleared,
        done=T("All cleared away"),
        rule="adventure.end",
    ),
}


def offers(state: State) -> tuple[Offer, ...]:
    """The game itself says when."""
    under = T("The end")
    labels = {
        "won": T("The game says that you have overcome the Threat"),
        "lost": T("The game says that your adventure ends here"),
    }
    return tuple(
        Offer(
            move=Move("adventure_over", {"how": how}),
            label=label,
            tone="danger",
            under=under,
            rule="adventure.end",
            ends=True,
        )
        for how, label in labels.items()
    )


MOVES: Moves = {
    "plays": move(toggle, T("Said who plays"), SEAT),
    "newcomer": move(
        newcomer,
        lambda a: T("{name} plays", name=word(a, "player")),
        Words(name="player", label=T("Name"), at_most_chars=parting.LONGEST_NAME),
    ),
    "gathered": move(gathered, T("Said who plays the new adventure")),
    "adventure_over": move(end, lambda a: T("{how}", how=HOW[word(a, "how")]), pick("how", T("How"), HOW)),
    "new_adventure": move(new, T("Began a new adventure"), when_over=True),
    "close_campaign": move(close, T("Closed the campaign"), when_over=True),
}
