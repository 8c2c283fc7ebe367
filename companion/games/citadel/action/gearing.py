"""Gear up (p. 12): who takes part, which cards are selected, and what they do, told once by their owner."""

from __future__ import annotations

from dataclasses import replace

from companion.game import Args, IllegalMove
from companion.games.citadel.action import facts, starting
from companion.games.citadel.action.effects import ANY, Effect, slug
from companion.games.citadel.action.running import Action, Gear
from companion.games.citadel.books import Books, number, word
from companion.games.citadel.cards import looking, own
from companion.games.citadel.life import piles
from companion.games.citadel.state import State
from companion.text import T


def involve(books: Books, args: Args) -> None:
    """Another character on the Terrain card takes part, or does not (p. 10)."""
    action, seat = starting.require_action(books.state, "gear"), word(args, "seat")
    assert action.sheet is not None
    if seat == action.active or seat not in starting.together(books.state, action.active):
        raise IllegalMove(T("Only others on the same Terrain card can take part."), rule="action.involved", page=10)
    if action.sheet.mandatory or action.sheet.group:
        raise IllegalMove(T("In this action everybody here takes part."), rule="action.mandatory", page=11)
    chosen = {*action.involved} ^ {seat}
    starting.change(books, involved=tuple(hero.seat for hero in books.state.party if hero.seat in chosen))


def select(books: Books, args: Args) -> None:
    """A card is used in this action, or put back again."""
    action, ident = starting.require_action(books.state, "gear"), word(args, "card")
    used = next((gear for gear in action.gear if gear.ident == ident), None)
    if used is not None:
        if used.forced:
            raise IllegalMove(T("This card must be used in this action."), rule="action.gear", page=12)
        _drop(books, ident)
        return
    _add(books, action, ident)


def _drop(books: Books, ident: str) -> None:
    action = books.state.action
    assert action is not None
    either = {key: at for key, at in action.either.items() if not key.startswith(f"{ident}/")}
    starting.change(books, gear=tuple(one for one in action.gear if one.ident != ident), either=either)


def _add(books: Books, action: Action, ident: str) -> None:
    kind = _kind(books.state, action, ident)
    common = "" if kind == "skill" else starting.clash(books.state, action.gear, ident)
    if common:
        text = T("Another selected card has the keyword {keyword}, too.", keyword=common)
        raise IllegalMove(text, rule="action.keywords", page=12)
    _check_unsettling(books.state, action, kind)
    known = facts.effects_of(books.state, ident)
    asked = known is None or not facts.fitting(books.state, ident, action.icon)
    starting.change(books, gear=(*action.gear, Gear(ident=ident, kind=kind)), asking=ident if asked else action.asking)


def _kind(state: State, action: Action, ident: str) -> str:
    if ident.startswith(facts.SKILL):
        return "skill"
    for kind, copies in (
        ("purse", looking.of(state, "purse", action.active)),
        ("quest", looking.of(state, "quest")),
    ):
        if ident in {copy.key for copy in copies}:
            return kind
    raise IllegalMove(T("Only own cards that are not blocked can be used."), rule="action.gear", page=12)


REVEALING = ("either", "stars", "icons")  # steps in which cards are revealed


def limited(state: State, action: Action, kind: str) -> bool:
    """Whether the trait Unsettling counts cards of this kind; both kinds while nobody has read the sign."""
    said = state.known.get("trait_unsettling", "both")
    return said == "both" or said == ("skill" if kind in ("skill", "reflex") else "purse")


def _check_unsettling(state: State, action: Action, kind: str) -> None:
    most = action.sheet.trait("unsettling") if action.sheet is not None else 0
    if not most or "trait_unsettling" not in state.known or not limited(state, action, kind):
        return
    if sum(limited(state, action, gear.kind) for gear in action.gear) >= most:
        text = T("Unsettling {most}: the effects of more cards cannot be applied.", most=most)
        raise IllegalMove(text, rule="traits", page=23)


def reflex(books: Books, args: Args) -> None:
    """A Reflex Skill was revealed: its effects apply, whatever the chain says (p. 13, 19); the same again takes it
    back."""
    action, title = starting.require_action(books.state, *REVEALING), word(args, "title")
    ident = facts.skill_ident(title)
    if ident == facts.SKILL:
        raise IllegalMove(T("Enter the title of the Skill card."), rule="skills.hand", page=19)
    if ident in {gear.ident for gear in action.gear}:
        _drop(books, ident)
        return
    if not action.drawn:
        raise IllegalMove(T("No card was revealed."), rule="skills.hand", page=19)
    _check_unsettling(books.state, action, "skill")
    books.learn(ident, title)
    if ident not in books.state.turn.reflexes:
        books.set(turn=replace(books.state.turn, reflexes=(*books.state.turn.reflexes, ident)))
    known = bool(facts.fitting(books.state, ident, action.icon))
    starting.change(books, gear=(*action.gear, Gear(ident=ident, kind="reflex")), asking="" if known else ident)


def skill_named(books: Books, args: Args) -> None:
    """A Skill card from the hand is used for the first time: it is called by its title."""
    action, title = starting.require_action(books.state, "gear"), word(args, "title")
    ident = facts.skill_ident(title)
    if ident == facts.SKILL:
        raise IllegalMove(T("Enter the title of the Skill card."), rule="action.gear", page=12)
    books.learn(ident, title)
    seat = action.active
    mine = books.state.turn.skills.get(seat, ())
    if ident not in mine:
        books.set(turn=replace(books.state.turn, skills={**books.state.turn.skills, seat: (*mine, ident)}))
    if ident not in {gear.ident for gear in action.gear}:
        _add(books, action, ident)


def keywords_told(books: Books, args: Args) -> None:
    """The keywords at the bottom of a selected card; a second card with one of them is put back."""
    starting.require_action(books.state, "gear")
    ident, words = word(args, "card"), word(args, "keywords")
    if ident not in {copy.key for copy in books.state.ledger.copies}:
        raise IllegalMove(T("There is no such card."))
    own.set_fact(books, ident, "keywords", words.upper())
    action = books.state.action
    assert action is not None
    common = starting.clash(books.state, action.gear, ident)
    if common:
        _drop(books, ident)
        name = facts.name_of(books.state, ident)
        text = T("{card}: not selected, its keyword {keyword} is there already.", card=name, keyword=common)
        books.tell("keyword_clash", text, card=ident, keyword=common)


def unread(state: State, action: Action) -> str:
    """The last selected card whose keywords nobody has said, where that matters: two or more are selected."""
    cards = [gear.ident for gear in action.gear if gear.numbered]
    missing = [ident for ident in cards if looking.keywords(state, ident) is None]
    return missing[-1] if len(cards) > 1 and missing else ""


# --- what a card does -------------------------------------------------------------------------------------------------


def effect_told(books: Books, args: Args) -> None:
    """One effect of the card that is being read, for this kind of action."""
    action = _asking(books.state)
    kind, amount = word(args, "kind"), number(args, "amount")
    if kind == "less":
        kind, amount = "cost", -amount
    of = _of(word(args, "of"), word(args, "new"))
    if kind == "words" and not word(args, "words"):
        raise IllegalMove(T("Enter what is to be remembered."), rule="action.gear", page=12)
    if kind in ("cost", "success", "cards", "icons") and amount == 0:
        raise IllegalMove(T("That would change nothing: enter a number."), rule="action.gear", page=12)
    effect = Effect(
        kind=kind,
        amount=0 if kind == "words" else amount,
        icons=number(args, "icons") if kind in ("convert", "cancel") else 0,
        of=of if kind in ("convert", "cancel", "icons") else (),
        most=number(args, "most"),
        actions=(action.icon,),
        step=word(args, "step") if kind == "words" else "",
        words=word(args, "words") if kind == "words" else "",
    )
    _append(books, action, effect)


def _of(kind: str, new: str) -> tuple[str, ...]:
    """The kind of class icon: one that was met before, or a new one in the players' words."""
    if new.strip():
        return (slug(new),)
    return () if kind == ANY else (kind,)


def _append(books: Books, action: Action, effect: Effect) -> None:
    known = facts.effects_of(books.state, action.asking) or ()
    facts.learn_effects(books, action.asking, (*known, effect))


def _asking(state: State) -> Action:
    action = starting.require_action(state, "gear", *REVEALING)
    if not action.asking:
        raise IllegalMove(T("No card is being read."))
    return action


def effect_here(books: Books, args: Args) -> None:
    """A known effect fits this action as well, or any action at all; the same again takes it back."""
    action, at = _asking(books.state), number(args, "at")
    known = list(facts.effects_of(books.state, action.asking) or ())
    if not at < len(known):
        raise IllegalMove(T("There is no such effect."))
    effect = known[at]
    if word(args, "what") == "any":
        actions: tuple[str, ...] = (action.icon,) if not effect.actions else ()
    else:
        chosen = {*effect.actions} ^ {action.icon}
        actions = tuple(sorted(chosen))
    if word(args, "what") == "gone" or (not actions and word(args, "what") != "any"):
        del known[at]
    else:
        known[at] = replace(effect, actions=actions)
    facts.learn_effects(books, action.asking, tuple(known))


def effects_marked(books: Books, args: Args) -> None:
    """What holds for all effects of the card: only one of them (OR), they must be applied, what becomes of a Skill
    card."""
    action, mark = _asking(books.state), word(args, "mark")
    known = facts.effects_of(books.state, action.asking) or ()
    here = [effect for effect in known if effect.fits(action.icon) and effect.kind != "words"]
    if mark == "either":
        on = 0 if all(effect.either for effect in here) else 1
        known = tuple(replace(one, either=on) if one in here else one for one in known)
    elif mark == "must":
        must = not all(effect.must for effect in here)
        known = tuple(replace(one, must=must) if one in here else one for one in known)
    else:
        use = "" if all(effect.use == mark for effect in here) else mark
        known = tuple(replace(one, use=use) if one in here else one for one in known)
    facts.learn_effects(books, action.asking, known)


def effects_done(books: Books, args: Args) -> None:
    """The card has been read; one that does nothing here is put back, for its condition does not match (p. 12)."""
    action = _asking(books.state)
    ident = action.asking
    if facts.effects_of(books.state, ident) is None:
        facts.learn_effects(books, ident, ())
    starting.change(books, asking="")
    forced = any(gear.forced for gear in action.gear if gear.ident == ident)
    if not forced and not facts.fitting(books.state, ident, action.icon):
        _drop(books, ident)
        text = T("{card}: not used, nothing on it fits this action.", card=facts.name_of(books.state, ident))
        books.tell("gear_dropped", text, card=ident)


def effects_again(books: Books, args: Args) -> None:
    """A card in use is read once more, because something on it was entered wrongly."""
    action, ident = starting.require_action(books.state, "gear"), word(args, "card")
    if ident not in {gear.ident for gear in action.gear}:
        raise IllegalMove(T("This card is not in use."), rule="action.gear", page=12)
    starting.change(books, asking=ident)


def chosen(books: Books, args: Args) -> None:
    """Of the effects of a card of which only one is applied, this one (p. 15, the sword)."""
    action = starting.require_action(books.state, "gear", "either")
    key, at = word(args, "group"), number(args, "at")
    starting.change(books, either={**action.either, key: at})


def skills_used(books: Books) -> None:
    """The Skill cards that were used leave the hand as their effects say (p. 19)."""
    action = books.state.action
    assert action is not None
    for gear in action.gear:
        uses = {effect.use for effect in facts.fitting(books.state, gear.ident, action.icon)} - {""}
        if gear.kind == "skill" and uses and piles.piles(books.state, action.active).hand:
            piles.from_hand(books, action.active, 1, "blocked" if "block" in uses else "discard")
        if gear.kind == "reflex" and "block" in uses and action.drawn:
            action = starting.change(books, drawn=action.drawn - 1)
            piles.set_piles(books, action.active, blocked=piles.piles(books.state, action.active).blocked + 1)


def icon_label(kind: str) -> str:
    """A kind of class icon in the players' words."""
    return kind.replace("_", " ")
