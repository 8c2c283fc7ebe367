"""Telling what a card does in actions (p. 12 to 13): its owner reads it off once, effect by effect."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Args, IllegalMove
from companion.api.text import T
from companion.games.citadel.action import facts, starting
from companion.games.citadel.action.effects import ANY, Effect, slug
from companion.games.citadel.action.gearing import REVEALING, drop
from companion.games.citadel.action.running import Action
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.toolkit.modules import number, word


def effect_told(tx: Transaction, args: Args) -> None:
    """One effect of the card that is being read, for this kind of action."""
    action = _asking(tx.state)
    kind, amount = word(args, "kind"), number(args, "amount")
    if kind == "less":
        kind, amount = "cost", -amount
    icons = number(args, "icons") if kind in ("convert", "cancel") else 0
    if kind == "shield":
        kind = "cancel"
    elif kind == "cancel" and not icons:
        raise IllegalMove(T("Enter how many class icons it takes."), rule="action.icons", page=13)
    of = _of(word(args, "of"), word(args, "new"))
    if kind == "words" and not word(args, "words"):
        raise IllegalMove(T("Enter what is to be remembered."), rule="action.gear", page=12)
    if kind in ("cost", "success", "cards", "icons") and amount == 0:
        raise IllegalMove(T("That would change nothing: enter a number."), rule="action.gear", page=12)
    effect = Effect(
        kind=kind,
        amount=0 if kind == "words" else amount,
        icons=icons,
        of=of if icons or kind == "icons" else (),
        most=number(args, "most"),
        actions=(action.icon,),
        step=word(args, "step") if kind == "words" else "",
        words=word(args, "words") if kind == "words" else "",
    )
    _append(tx, action, effect)


def _of(kind: str, new: str) -> tuple[str, ...]:
    """The kind of class icon: one that was met before, or a new one in the players' words."""
    if new.strip():
        return (slug(new),)
    return () if kind == ANY else (kind,)


def _append(tx: Transaction, action: Action, effect: Effect) -> None:
    known = facts.effects_of(tx.state, action.asking) or ()
    facts.learn_effects(tx, action.asking, (*known, effect))


def _asking(state: State) -> Action:
    action = starting.require_action(state, "gear", *REVEALING)
    if not action.asking:
        raise IllegalMove(T("No card is being read."))
    return action


def effect_here(tx: Transaction, args: Args) -> None:
    """A known effect fits this action as well, or any action at all; the same again takes it back."""
    action, at = _asking(tx.state), number(args, "at")
    known = list(facts.effects_of(tx.state, action.asking) or ())
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
    facts.learn_effects(tx, action.asking, tuple(known))


def effects_marked(tx: Transaction, args: Args) -> None:
    """What holds for all effects of the card: only one of them (OR), they must be applied, what becomes of a Skill
    card."""
    action, mark = _asking(tx.state), word(args, "mark")
    known = facts.effects_of(tx.state, action.asking) or ()
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
    facts.learn_effects(tx, action.asking, known)


def effects_done(tx: Transaction, args: Args) -> None:
    """The card has been read; one that does nothing here is put back, for its condition does not match (p. 12)."""
    action = _asking(tx.state)
    ident = action.asking
    if facts.effects_of(tx.state, ident) is None:
        facts.learn_effects(tx, ident, ())
    starting.change(tx, asking="")
    forced = any(gear.forced for gear in action.gear if gear.ident == ident)
    if not forced and not facts.fitting(tx.state, ident, action.icon):
        drop(tx, ident)
        text = T("{card}: not used, nothing on it fits this action.", card=facts.name_of(tx.state, ident))
        tx.tell("gear_dropped", text, card=ident)


def effects_again(tx: Transaction, args: Args) -> None:
    """A card in use is read once more, because something on it was entered wrongly."""
    action, ident = starting.require_action(tx.state, "gear"), word(args, "card")
    if ident not in {gear.ident for gear in action.gear}:
        raise IllegalMove(T("This card is not in use."), rule="action.gear", page=12)
    starting.change(tx, asking=ident)
