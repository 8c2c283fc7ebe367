"""Creature traits that act after a failure (p. 23), and the signs in them that only the player aid shows."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove
from companion.api.text import N, T, Text
from companion.games.citadel.action import starting
from companion.games.citadel.action.running import Action
from companion.games.citadel.cards import looking, moving
from companion.games.citadel.life import draining, points
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.toolkit.modules import number, word

SIGNS = ("trait_unsettling", "trait_evasive", "trait_reach")
# What Brutal blocks by the die's result (p. 23).
BRUTAL = {1: ("ARMOR", "SHIELD"), 2: ("WEAPON", "SECONDARY")}


def name(trait: str, count: int) -> Text:
    """A trait as it stands beside the fight."""
    return {
        "unsettling": T("Unsettling {x}", x=count),
        "tough": T("Tough {x}", x=count),
        "epic": T("Epic"),
        "evasive": T("Evasive {x}", x=count),
        "brutal": T("Brutal"),
        "reach": T("Reach {x}", x=count),
        "regenerate": T("Regenerate {x}", x=count),
    }[trait]


def explained(trait: str, count: int) -> Text:
    """What it does, in words."""
    return {
        "unsettling": N("Unsettling: use {n} card at most.", "Unsettling: use {n} cards at most.", count),
        "tough": N("Tough: {n} success is ignored.", "Tough: {n} successes are ignored.", count),
        "epic": T("Epic: nobody is active twice in a row."),
        "evasive": N(
            "Evasive: for every 3 cards drawn you lose {n}.", "Evasive: for every 3 cards drawn you lose {n}.", count
        ),
        "brutal": T("Brutal: after a failure a die may block a selected card."),
        "reach": N(
            "Reach: after a failure somebody involved loses {n}.",
            "Reach: after a failure somebody involved loses {n}.",
            count,
        ),
        "regenerate": T("Regenerate: after a failure the die goes up by {x}, to 6 at most.", x=count),
    }[trait]


def missing_sign(state: State, action: Action) -> str:
    """A sign of a trait that matters now and that nobody has read yet."""
    if action.sheet is None:
        return ""
    evades = action.sheet.trait("evasive") and action.drawn >= 3
    wanted = {
        "trait_unsettling": action.step == "gear" and action.sheet.trait("unsettling"),
        "trait_evasive": action.step == "drawn" and evades,
        "trait_reach": action.step == "consequence" and "reach" in action.due,
    }
    return next((sign for sign in SIGNS if wanted[sign] and sign not in state.board), "")


def sign_told(tx: Transaction, args: Args) -> None:
    """A sign was read off the player aid; it is kept."""
    action, sign = starting.require_action(tx.state), word(args, "sign")
    if sign != missing_sign(tx.state, action):
        raise IllegalMove(T("This sign is not asked for now."))
    tx.learn(sign, word(args, "means"))


def reached(tx: Transaction, args: Args) -> None:
    """A random involved character loses as much as Reach says."""
    action = _due(tx.state, "reach")
    assert action.sheet is not None
    seat, count = word(args, "who"), action.sheet.trait("reach")
    if seat not in in_reach(tx.state, action):
        raise IllegalMove(T("Only involved, conscious characters are in reach."), rule="traits", page=23)
    _done(tx, "reach")
    hero = tx.state.hero(seat)
    tx.tell("reached", T("{name}: in reach of the creature.", name=hero.name), seat=seat, count=count)
    if tx.state.board.get("trait_reach") == "life":
        points.lose(tx, seat, count)
    else:
        draining.drain(tx, seat, count)


def in_reach(state: State, action: Action) -> tuple[str, ...]:
    """Those of whom chance chooses one."""
    return tuple(hero.seat for hero in state.awake if hero.seat in action.involved)


def brutal_rolled(tx: Transaction, args: Args) -> None:
    """The die was rolled for Brutal: 1 blocks ARMOR or SHIELD, 2 WEAPON or SECONDARY, if such a card is selected."""
    action = _due(tx.state, "brutal")
    rolled = number(args, "die") if isinstance(args["die"], int) else int(word(args, "die"))
    _done(tx, "brutal")
    found = blockable(tx.state, action, rolled)
    tx.tell("brutal_rolled", T("Brutal: the die shows {rolled}.", rolled=rolled), rolled=rolled)
    if len(found) == 1 and looking.keywords(tx.state, found[0]) is not None:
        moving.block(tx, found[0], action.active)
    elif found:
        current = tx.state.action
        assert current is not None
        starting.change(tx, due=(f"block{rolled}", *current.due))


def blockable(state: State, action: Action, rolled: int) -> tuple[str, ...]:
    """The selected cards that such a roll may block: those with one of its keywords, and those never read."""
    wanted = set(BRUTAL.get(rolled, ()))
    found = []
    for gear in action.gear:
        words = looking.keywords(state, gear.ident)
        if gear.kind == "purse" and wanted and (words is None or wanted & set(words)):
            found.append(gear.ident)
    return tuple(found)


def may_spare(state: State, cards: tuple[str, ...]) -> bool:
    """Whether Brutal may find nothing to block: it cannot skip a card that is known to show one of the keywords."""
    return all(looking.keywords(state, one) is None for one in cards)


def brutal_blocks(tx: Transaction, args: Args) -> None:
    """Which of several selected cards is blocked; none where none has such a keyword."""
    action = starting.require_action(tx.state, "consequence")
    due = next((one for one in action.due if one.startswith("block")), "")
    card = word(args, "card")
    if not due:
        raise IllegalMove(T("Nothing is to be blocked now."), rule="traits", page=23)
    found = blockable(tx.state, action, int(due.removeprefix("block")))
    if card and card not in found:
        raise IllegalMove(T("That card cannot be blocked now."), rule="traits", page=23)
    if not card and not may_spare(tx.state, found):
        raise IllegalMove(T("A selected card shows such a keyword, so one must be blocked."), rule="traits", page=23)
    _done(tx, due)
    if card:
        moving.block(tx, card, action.active)


def _due(state: State, what: str) -> Action:
    action = starting.require_action(state, "consequence")
    if what not in action.due:
        raise IllegalMove(T("This trait does not act now."), rule="traits", page=23)
    return action


def _done(tx: Transaction, what: str) -> None:
    action = tx.state.action
    assert action is not None
    starting.change(tx, due=tuple(one for one in action.due if one != what))
