"""Gear up (p. 12): who takes part, which cards are selected, and what they do, told once by their owner."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Args, IllegalMove
from companion.api.text import T
from companion.games.citadel.action import facts, selecting, starting
from companion.games.citadel.action.running import Action, Gear
from companion.games.citadel.cards import looking, owner_facts
from companion.games.citadel.life import piles
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.toolkit.modules import number, word


def involve(tx: Transaction, args: Args) -> None:
    """Another character on the Terrain card takes part, or does not (p. 10)."""
    action, seat = starting.require_action(tx.state, "gear"), word(args, "seat")
    assert action.sheet is not None
    if seat == action.active or seat not in starting.together(tx.state, action.active):
        raise IllegalMove(T("Only others on the same Terrain card can take part."), rule="action.involved", page=10)
    if action.sheet.mandatory or action.sheet.group:
        raise IllegalMove(T("In this action everybody here takes part."), rule="action.mandatory", page=11)
    chosen = {*action.involved} ^ {seat}
    starting.change(tx, involved=tuple(hero.seat for hero in tx.state.party if hero.seat in chosen))


def select(tx: Transaction, args: Args) -> None:
    """A card is used in this action, or put back again."""
    action, ident = starting.require_action(tx.state, "gear"), word(args, "card")
    used = next((gear for gear in action.gear if gear.ident == ident), None)
    if used is not None:
        if used.forced:
            raise IllegalMove(T("This card must be used in this action."), rule="action.gear", page=12)
        drop(tx, ident)
        return
    _add(tx, action, ident)


def drop(tx: Transaction, ident: str) -> None:
    """The card is not used in this action after all."""
    action = tx.state.action
    assert action is not None
    either = {key: at for key, at in action.either.items() if not key.startswith(f"{ident}/")}
    starting.change(tx, gear=tuple(one for one in action.gear if one.ident != ident), either=either)


def _add(tx: Transaction, action: Action, ident: str) -> None:
    kind = _kind(tx.state, action, ident)
    common = "" if kind == "skill" else selecting.clash(tx.state, action.gear, ident)
    if common:
        text = T("Another selected card has the keyword {keyword}, too.", keyword=common)
        raise IllegalMove(text, rule="action.keywords", page=12)
    _check_unsettling(tx.state, action, kind)
    known = facts.effects_of(tx.state, ident)
    asked = known is None or not facts.fitting(tx.state, ident, action.icon)
    starting.change(tx, gear=(*action.gear, Gear(ident=ident, kind=kind)), asking=ident if asked else action.asking)


def _kind(state: State, action: Action, ident: str) -> str:
    if ident.startswith(facts.SKILL):
        return "skill"
    for kind, copies in (
        ("purse", looking.of(state, "purse", action.active)),
        ("quest", looking.of(state, "quest")),
        ("event", selecting.events_here(state, action)),
    ):
        if ident in {copy.key for copy in copies}:
            return kind
    raise IllegalMove(T("Only own cards that are not blocked can be used."), rule="action.gear", page=12)


REVEALING = ("either", "stars", "icons")  # steps in which cards are revealed


def limited(state: State, action: Action, kind: str) -> bool:
    """Whether the trait Unsettling counts cards of this kind; both kinds while nobody has read the sign."""
    if kind == "event":
        return False  # it is nobody's card
    said = state.board.get("trait_unsettling", "both")
    return said == "both" or said == ("skill" if kind in ("skill", "reflex") else "purse")


def _check_unsettling(state: State, action: Action, kind: str) -> None:
    most = action.sheet.trait("unsettling") if action.sheet is not None else 0
    if not most or "trait_unsettling" not in state.board or not limited(state, action, kind):
        return
    if sum(limited(state, action, gear.kind) for gear in action.gear) >= most:
        text = T("Unsettling {most}: the effects of more cards cannot be applied.", most=most)
        raise IllegalMove(text, rule="traits", page=23)


def reflex(tx: Transaction, args: Args) -> None:
    """A Reflex Skill was revealed: its effects apply, whatever the chain says (p. 13, 19); the same again takes it
    back."""
    action, title = starting.require_action(tx.state, *REVEALING), word(args, "title")
    ident = facts.skill_ident(title)
    if ident == facts.SKILL:
        raise IllegalMove(T("Enter the title of the Skill card."), rule="skills.hand", page=19)
    if ident in {gear.ident for gear in action.gear}:
        drop(tx, ident)
        return
    if not action.drawn:
        raise IllegalMove(T("No card was revealed."), rule="skills.hand", page=19)
    _check_unsettling(tx.state, action, "skill")
    tx.learn(ident, title)
    if ident not in tx.state.turn.reflexes:
        tx.set(turn=replace(tx.state.turn, reflexes=(*tx.state.turn.reflexes, ident)))
    known = bool(facts.fitting(tx.state, ident, action.icon))
    starting.change(tx, gear=(*action.gear, Gear(ident=ident, kind="reflex")), asking="" if known else ident)


def skill_named(tx: Transaction, args: Args) -> None:
    """A Skill card from the hand is used for the first time: it is called by its title."""
    action, title = starting.require_action(tx.state, "gear"), word(args, "title")
    ident = facts.skill_ident(title)
    if ident == facts.SKILL:
        raise IllegalMove(T("Enter the title of the Skill card."), rule="action.gear", page=12)
    tx.learn(ident, title)
    seat = action.active
    mine = tx.state.turn.skills.get(seat, ())
    if ident not in mine:
        tx.set(turn=replace(tx.state.turn, skills={**tx.state.turn.skills, seat: (*mine, ident)}))
    if ident not in {gear.ident for gear in action.gear}:
        _add(tx, action, ident)


def keywords_told(tx: Transaction, args: Args) -> None:
    """The keywords at the bottom of a selected card; a second card with one of them is put back."""
    starting.require_action(tx.state, "gear")
    ident, words = word(args, "card"), word(args, "keywords")
    if ident not in {copy.key for copy in tx.state.cards.copies}:
        raise IllegalMove(T("There is no such card."))
    owner_facts.set_fact(tx, ident, "keywords", words.upper())
    action = tx.state.action
    assert action is not None
    common = selecting.clash(tx.state, action.gear, ident)
    if common:
        drop(tx, ident)
        name = facts.name_of(tx.state, ident)
        text = T("{card}: not selected, its keyword {keyword} is there already.", card=name, keyword=common)
        tx.tell("keyword_clash", text, card=ident, keyword=common)


def unread(state: State, action: Action) -> str:
    """The last selected card whose keywords nobody has said, where that matters: two or more are selected."""
    cards = [gear.ident for gear in action.gear if gear.numbered]
    missing = [ident for ident in cards if looking.keywords(state, ident) is None]
    return missing[-1] if len(cards) > 1 and missing else ""


def chosen(tx: Transaction, args: Args) -> None:
    """Of the effects of a card of which only one is applied, this one (p. 15, the sword)."""
    action = starting.require_action(tx.state, "gear", "either")
    key, at = word(args, "group"), number(args, "at")
    starting.change(tx, either={**action.either, key: at})


def spent(state: State, action: Action) -> tuple[tuple[str, str], ...]:
    """The Skill cards in use that say what becomes of them, each with `discard` or `block` (p. 19)."""
    found = []
    for gear in action.gear:
        uses = {effect.use for effect in facts.fitting(state, gear.ident, action.icon)}
        wanted = {"skill": {"discard", "block"}, "reflex": {"block"}}.get(gear.kind, set())
        if uses & wanted:
            found.append((gear.ident, "block" if "block" in uses else "discard"))
    return tuple(found)


def skills_used(tx: Transaction) -> None:
    """The Skill cards that were used leave the hand as their effects say (p. 19), once in an action."""
    action = tx.state.action
    assert action is not None
    if action.spent:
        return
    reflexes = {gear.ident for gear in action.gear if gear.kind == "reflex"}
    for ident, use in spent(tx.state, action):
        if ident not in reflexes and piles.piles(tx.state, action.active).hand:
            piles.from_hand(tx, action.active, 1, "blocked" if use == "block" else "discard")
        if ident in reflexes and use == "block" and action.drawn:
            action = starting.change(tx, drawn=action.drawn - 1)
            piles.set_piles(tx, action.active, blocked=piles.piles(tx.state, action.active).blocked + 1)
    starting.change(tx, spent=True)


def settle(tx: Transaction) -> None:
    """Whoever falls unconscious through the consequences has used the Skill cards before: the hand that is drawn then
    holds none of them (p. 20)."""
    action = tx.state.action
    if action is not None and action.step == "consequence" and not tx.state.hero(action.active).conscious:
        skills_used(tx)


def icon_label(kind: str) -> str:
    """A kind of class icon in the players' words."""
    return kind.replace("_", " ")
