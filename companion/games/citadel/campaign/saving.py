"""Saving the game (p. 25): whether it is allowed, what goes where, and the same backwards when it is resumed."""

from __future__ import annotations

from companion.api import Args, IllegalMove, N, T, Text
from companion.games.citadel.board import geometry, placing
from companion.games.citadel.board.room import meeting_place
from companion.games.citadel.board.showing import areas_of, number_of, sides_of
from companion.games.citadel.board.sketch import EXPLORATION
from companion.games.citadel.campaign.lists import Checklist, Items, write
from companion.games.citadel.cards import looking, moving
from companion.games.citadel.cards.cards import ADVENTURE, Copy
from companion.games.citadel.cards.looking import card_name, listed, way_back
from companion.games.citadel.leaflet import community
from companion.games.citadel.life import piles
from companion.games.citadel.state import BETWEEN, THREAT, Hero, State, Task
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import require_idle

SAVE, RESUME = "campaign.save", "campaign.resume"


def saving_allowed(state: State) -> Text | None:
    """Why the game may not be saved now, in words; None where it may (p. 25)."""
    campaign = state.campaign
    if campaign.stored:
        return T("The game is saved already.")
    if campaign.bookmark != THREAT or campaign.step == BETWEEN:
        return T("You may save only while the bookmark marks a scenario in the Threat Booklet.")
    if campaign.saved:
        return T("You have saved in this scenario already. It is allowed only once.")
    if campaign.reading:
        return T("A dialogue is being read. Finish it first.")
    if any(task.kind == "board.mandatory" for task in state.tasks):
        return T("A mandatory action has to be taken first.")
    if state.action is not None:
        return T("An action is being performed. Finish it first.")
    if state.tasks:
        return T("Something else has to be done first: it is shown at the top.")
    if meeting_place(state) is None:
        return T("All conscious characters must stand on the same Terrain card.")
    return None


def begin(tx: Transaction, args: Args) -> None:
    """The group saves: the list of what goes where follows."""
    refused = saving_allowed(tx.state)
    if refused is not None:
        raise IllegalMove(refused, rule="save", page=25)
    require_idle(tx.state)
    write(tx, ticked=())
    tx.add_first(Task(kind=SAVE, card=meeting_place(tx.state) or ""))


# --- what goes where --------------------------------------------------------------------------------------------------


def to_the_past(state: State, terrain: str) -> tuple[Copy, ...]:
    """What is discarded from the Board: everything but the Terrain card that the figures stand on (p. 25)."""
    return tuple(copy for copy in looking.of(state, "board") if copy.key != terrain)


def kept(state: State, terrain: str) -> tuple[Copy, ...]:
    """What goes behind the "Save" divider first: that Terrain card and the Global events in play."""
    return (state.cards.copy(terrain), *looking.of(state, "global"))


def belongings(state: State, seat: str) -> tuple[tuple[Copy, ...], tuple[Copy, ...]]:
    """A player's cards under the Character card, and before the player."""
    return looking.of(state, "blocked", seat), looking.of(state, "purse", seat)


def names(state: State, copies: tuple[Copy, ...]) -> Text:
    """Cards one after the other; several of an area as a count."""
    adventure = [card_name(state, copy) for copy in copies if copy.deck == ADVENTURE]
    areas = tuple(copy.number for copy in copies if copy.deck != ADVENTURE)
    parts = [*adventure, *([T("Exploration cards {areas}", areas=areas_of(areas))] if areas else [])]
    return listed(parts) if parts else T("nothing")


def save_items(state: State, task: Task) -> Items:
    """Exactly which cards go where, in the order of the rulebook (p. 25)."""
    terrain = task.card
    items: dict[str, Text] = {}
    for hero in state.party:
        items[f"hand:{hero.seat}"] = _hand(state, hero)
    away = to_the_past(state, terrain)
    if away:
        items["past"] = T("From the Board into the Past: {cards}.", cards=names(state, away))
    items["terrain"] = T("Behind “Save”, on top: {cards}.", cards=names(state, kept(state, terrain)))
    for hero in state.party:
        items |= _stack(state, hero)
    items["counters"] = T("Life point counters into the box as they are: {lives}.", lives=_lives(state))
    return items


def _hand(state: State, hero: Hero) -> Text:
    count = piles.piles(state, hero.seat).hand
    if not count:
        return T("{name}: no Skill cards stay in hand; discard any.", name=hero.name)
    return N("{name}: discard {n} Skill card from your hand.", "{name}: discard {n} Skill cards from your hand.", count,
             name=hero.name)  # fmt: skip


def _stack(state: State, hero: Hero) -> Items:
    """Below that, for one player: Character, Action Deck, Discard Pile, Purse."""
    blocked, purse = belongings(state, hero.seat)
    skills = piles.piles(state, hero.seat).blocked
    name = hero.name
    character = T("{name}: Character card, nothing under it.", name=name)
    if blocked and skills:
        character = N(
            "{name}: Character card; under it {cards} and {n} Skill card.",
            "{name}: Character card; under it {cards} and {n} Skill cards.", skills,
            name=name, cards=names(state, blocked),
        )  # fmt: skip
    elif blocked:
        character = T("{name}: Character card; under it {cards}.", name=name, cards=names(state, blocked))
    elif skills:
        character = N(
            "{name}: Character card; under it {n} Skill card.", "{name}: Character card; under it {n} Skill cards.",
            skills, name=name,
        )  # fmt: skip
    found: dict[str, Text] = {
        f"character:{hero.seat}": character,
        f"deck:{hero.seat}": T("{name}: card “Save – Action Deck”, the Action Deck under it.", name=name),
        f"discard:{hero.seat}": T("{name}: card “Save – Discard Pile”, the Discard Pile under it.", name=name),
    }
    if purse:
        found[f"purse:{hero.seat}"] = T("{name}: Purse cards {cards}.", name=name, cards=names(state, purse))
    return found


def _lives(state: State) -> Text:
    return listed([T("{name} {life}", name=hero.name, life=hero.life) for hero in state.party])


def stored(tx: Transaction, task: Task) -> None:
    """Everything is in the box: the list of cards and the sketch follow."""
    for hero in tx.state.party:
        piles.from_hand(tx, hero.seat, piles.piles(tx.state, hero.seat).hand)
    away = to_the_past(tx.state, task.card)
    for copy in away:
        moving.put(tx, copy.key, "past")
        placing.drop(tx, copy.key)
    placing.write(tx, attached=(), opening="", number="")
    keep = {copy.key for copy in kept(tx.state, task.card)}
    for copy in tx.state.cards:
        if copy.key in keep or copy.where in ("purse", "blocked"):
            moving.save(tx, copy.key)
    community.record_lives(tx)
    write(tx, saved=True, stored=True, lives={hero.seat: hero.life for hero in tx.state.party})
    tx.tell("game_saved", T("The game is saved. See you again!"), cards=len(away))
    tx.add_first(Task(kind=RESUME, card=task.card))


# --- and back ---------------------------------------------------------------------------------------------------------


def resume_items(state: State, task: Task) -> Items:
    """The same list backwards (p. 25)."""
    terrain = task.card
    items: dict[str, Text] = {"past": _past(state)}
    items["terrain"] = T("Back onto the table: {cards}.", cards=names(state, kept(state, terrain)))
    items["figures"] = _figures(state, terrain)
    space = state.sketch.holding(terrain)
    arrows = tuple(arrow for arrow in (space.arrows if space else None) or () if arrow.area)
    if arrows:
        items["exploration"] = T("Exploration cards around {terrain}: {sides}.", terrain=number_of(state, terrain),
                                 sides=sides_of(arrows))  # fmt: skip
    for hero in state.party:
        items |= _unstack(state, hero)
    items["counters"] = T("Life point counters: {lives}.", lives=_lives(state))
    return items


def _past(state: State) -> Text:
    past = looking.of(state, "past")
    if not past:
        return T("The Past is empty: nothing to return.")
    return T("Return the Past: {cards}.", cards=way_back(past))


def _figures(state: State, terrain: str) -> Text:
    awake = [T("{name}", name=hero.name) for hero in state.awake]
    if not awake:
        return T("No figure stands on {terrain}.", terrain=number_of(state, terrain))
    return T("Figures onto {terrain}: {names}.", terrain=number_of(state, terrain), names=listed(awake))


def _unstack(state: State, hero: Hero) -> Items:
    blocked, purse = belongings(state, hero.seat)
    name = hero.name
    character = T("{name}: Character card, with what lies under it.", name=name)
    if blocked:
        character = T("{name}: Character card; under it {cards}.", name=name, cards=names(state, blocked))
    found: dict[str, Text] = {
        f"character:{hero.seat}": character,
        f"deck:{hero.seat}": T("{name}: Action Deck; its Save card back behind “Save”.", name=name),
        f"discard:{hero.seat}": T("{name}: Discard Pile, face up; its Save card back behind “Save”.", name=name),
    }
    if purse:
        found[f"purse:{hero.seat}"] = T("{name}: Purse cards {cards}.", name=name, cards=names(state, purse))
    return found


def resumed(tx: Transaction, task: Task) -> None:
    """Everything lies where it lay, the Past is returned, and there is fog around the Terrain card again."""
    moving.return_past(tx)
    moving.resume(tx)
    write(tx, stored=False)
    tx.set(reminded=())
    placing.refill(tx, geometry.gaps(tx.state.sketch), ordered=True)
    tx.by_hand()
    laid = sum(space.kind == EXPLORATION for space in tx.state.sketch.spaces)
    tx.tell("game_resumed", T("The game goes on where you saved it."), exploration=laid)


LISTS = {
    SAVE: Checklist(
        do=lambda state, task: T("Save the game: put everything away like this."),
        items=save_items,
        finish=stored,
        done=T("All put away"),
        more=T("The bookmark stays in the Threat Booklet. Quest items and the Past stay behind their dividers."),
        rule="save",
    ),
    RESUME: Checklist(
        do=lambda state, task: T("The game is saved. When you go on, lay out this."),
        items=resume_items,
        finish=resumed,
        done=T("All laid out"),
        rule="resume",
        more_to_do=True,
    ),
}
MOVES: Moves = {
    "save": move(begin, T("Saved the game")),
}
