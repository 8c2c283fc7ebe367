"""Telling what a card does in actions (p. 12 to 13): its owner reads it off once, effect by effect, each by a tap and
its numbers."""

from __future__ import annotations

import re
from dataclasses import replace

from msgspec import structs

from companion.api import Args, Ask, Choice, IllegalMove, Move, Offer, Prompt, T, Text, Words
from companion.games.citadel.action import drawing, effects, facts, performing, results
from companion.games.citadel.action.effects import ANY, KINDS, MOST, STEPS, Effect, effect_text, slug
from companion.games.citadel.action.gearing import REVEALING, drop, settled
from companion.games.citadel.action.performing import AT, KEY
from companion.games.citadel.action.sheet import called
from companion.games.citadel.state import Action, State
from companion.games.citadel.tables import typed, words
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, pick, seat_of, usual, whole, word
from companion.toolkit.card_language import shown


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


def written(tx: Transaction, args: Args) -> None:
    """What the card does in the players' words; an effect that names no action is for this one."""
    action, line = _asking(tx.state), word(args, "line").strip()
    if not line:
        raise IllegalMove(T("Write what it does."), rule="action.gear", page=12, field="line")
    parts = [part.strip() for part in re.split(r"\s/\s|;|\n", line) if part.strip()]
    told = tuple(effect for part in parts for effect in _read(part, action.icon))
    facts.learn_effects(tx, action.asking, (*(facts.effects_of(tx.state, action.asking) or ()), *told))


def _read(part: str, icon: str) -> tuple[Effect, ...]:
    """One effect as it was written, for this action where it names none."""
    head, sign, said = typed(part).partition(" : ")
    line = f"{head}{sign}{said}" if " for " in f"{head} " else f"{head} for {icon}{sign}{said}"
    try:
        return effects.understood(line)
    except IllegalMove:
        text = T("“{piece}” is not understood: write it like “cost -2” or “convert 3 any 1”.", piece=shown(part))
        raise IllegalMove(text, rule="action.gear", page=12, field="line") from None


def _of(kind: str, new: str) -> tuple[str, ...]:
    """The kind of class icon: one that was met before, or a new one in the players' words."""
    if new.strip():
        return (slug(new),)
    return () if kind == ANY else (kind,)


def _append(tx: Transaction, action: Action, effect: Effect) -> None:
    known = facts.effects_of(tx.state, action.asking) or ()
    facts.learn_effects(tx, action.asking, (*known, effect))


def _asking(state: State) -> Action:
    action = performing.require_action(state, "gear", *REVEALING)
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
    performing.change(tx, asking="")
    forced = any(gear.forced for gear in action.gear if gear.ident == ident)
    if not forced and not facts.fitting(tx.state, ident, action.icon):
        drop(tx, ident)
        text = T("{card}: not used, nothing on it fits this action.", card=facts.name_of(tx.state, ident))
        tx.tell("gear_dropped", text, card=ident)


def effects_again(tx: Transaction, args: Args) -> None:
    """A card in use is read once more, because something on it was entered wrongly."""
    action, ident = performing.require_action(tx.state, "gear"), word(args, "card")
    if ident not in {gear.ident for gear in action.gear}:
        raise IllegalMove(T("This card is not in use."), rule="action.gear", page=12)
    performing.change(tx, asking=ident)


NUMBER = whole("amount", T("How many"), MOST)
STEP_NAMES = words("action_steps")
BLANK: dict[str, int | str] = {
    "amount": 0, "icons": 0, "of": ANY, "new": "", "most": 0, "step": "consequence", "words": "",
}  # fmt: skip
LONGEST_WORDS = 120


# --- what is shown ----------------------------------------------------------------------------------------------------


def effects_prompt(state: State, action: Action) -> Prompt:
    """The effects of one card for this action."""
    known = facts.effects_of(state, action.asking) or ()
    here = any(effect.fits(action.icon) for effect in known)
    done = usual("effects_done", T("That is all") if here else T("Nothing that fits here"))
    return Prompt(
        name="action.effects",
        do=T("{card}: what does it do in this action?", card=facts.name_of(state, action.asking)),
        more=T("Read it off the card. The companion remembers it."),
        offers=(*_told(state, action, here), *_here(action, known), *_new(state, action), *_marks(action, known), done),
        seat=seat_of(action.active),
        rule="action.gear",
    )


def _told(state: State, action: Action, here: bool) -> tuple[Offer, ...]:
    """What the drawn cards show, once something on the card fits: that is all then, and nothing else is asked."""
    ready = replace(action, asking="")
    if not here or action.step != "gear" or not settled(state, ready):
        return ()
    answers = results.read(state, ready, drawing.cost(state, ready))
    return tuple(structs.replace(one, label=T("That is all. {what}", what=one.label), note=None) for one in answers)


# What can be put in by a tap while it is written, and what it means.
BLOCKS = {
    "cost -1": T("Draw a card fewer"),
    "success 1": T("A success"),
    "cards 1": T("One more card counts under the chain"),
    "convert 1 any 1": T("A class icon becomes a success"),
    "cancel 1 any 1": T("A class icon cancels a damage"),
    "cancel 0 any 1": T("Cancels a damage by itself"),
    "icons 1 any": T("It has a class icon itself"),
    "max 1": T("Once at most"),
    "must": T("Must be applied"),
    "or 1": T("Only one of them: OR"),
    "for any": T("In any action"),
}


def _new(state: State, action: Action) -> tuple[Offer, ...]:
    count = whole("amount", T("How many"), MOST, at_least=1, likely=LIKELY)
    icons = whole("icons", T("Class icons for each"), MOST, at_least=1, likely=LIKELY)
    remember = Words(name="words", label=T("What to remember"), at_most_chars=LONGEST_WORDS)
    line = Words(
        name="line",
        label=T("Such as: cost -2; convert 3 any 1 max 2"),
        at_most_chars=facts.LONGEST,
        lines=True,
        blocks=tuple(Choice(value=value, label=label) for value, label in BLOCKS.items()),
    )
    chain = action.sheet is not None and action.sheet.chain
    return (
        _tell("less", T("Fewer cards to draw"), count),
        _tell("success", T("Successes"), count),
        *((_tell("cards", T("More cards count under the chain"), count),) if chain else ()),
        _tell("convert", T("Class icons of any kind become a success"), icons, amount=1),
        _tell("cancel", T("Class icons of any kind cancel a damage"), icons, amount=1),
        _tell("shield", T("Cancels damage by itself"), count),
        _tell("cost", T("More cards to draw"), count),
        _tell("words", T("Something to remember when consequences are applied"), remember),
        Offer(move=Move("effects_written"), label=T("Write what it does"), asks=(line,), under=T("What it does")),
    )


LIKELY = 4


def _tell(kind: str, label: Text, ask: Ask, **settled: int) -> Offer:
    given = {name: value for name, value in (BLANK | settled).items() if name != ask.name}
    return Offer(move=Move("effect_told", {"kind": kind, **given}), label=label, asks=(ask,), under=T("What it does"))


def _here(action: Action, known: tuple[Effect, ...]) -> tuple[Offer, ...]:
    """The effects that were told before: which of them fit this action, or any."""
    ticks = tuple(
        Offer(
            move=Move("effect_here", {"at": at, "what": "here"}),
            label=effect_text(effect),
            ticked=effect.fits(action.icon),
            under=T("In this action: {action}", action=called(action.icon)),
        )
        for at, effect in enumerate(known)
        if effect.actions
    )
    anywhere = tuple(
        Offer(
            move=Move("effect_here", {"at": at, "what": "any"}),
            label=effect_text(effect),
            ticked=not effect.actions,
            under=T("In any action (empty icon)"),
        )
        for at, effect in enumerate(known)
        if effect.fits(action.icon)
    )
    return (*ticks, *anywhere)


def _marks(action: Action, known: tuple[Effect, ...]) -> tuple[Offer, ...]:
    here = [effect for effect in known if effect.fits(action.icon) and effect.kind != "words"]
    if not here:
        return ()
    marks = {"must": (T("They must be applied"), all(one.must for one in here))}
    if len(here) > 1:
        marks["either"] = (T("Only one of them: OR"), all(one.either for one in here))
    if action.asking.startswith(facts.SKILL):
        marks["discard"] = (T("The card is then discarded"), all(one.use == "discard" for one in here))
        marks["block"] = (T("The card is then blocked"), all(one.use == "block" for one in here))
    return tuple(
        Offer(move=Move("effects_marked", {"mark": mark}), label=label, ticked=ticked, under=T("For all of them"))
        for mark, (label, ticked) in marks.items()
    )


MOVES: Moves = {
    "effect_told": move(
        effect_told,
        T("Read an effect"),
        pick("kind", T("Kind"), {kind: T("{kind}", kind=kind) for kind in (*KINDS, "less", "shield")}),
        NUMBER,
        whole("icons", T("Class icons"), MOST),
        Words(name="of", label=T("Which class icons"), usual=ANY),
        Words(name="new", label=T("A new kind")),
        whole("most", T("At most"), MOST),
        pick("step", T("When"), {step: T("{step}", step=step) for step in STEPS}),
        Words(name="words", label=T("What to remember"), at_most_chars=120),
    ),
    "effects_written": move(
        written,
        T("Read a card"),
        Words(name="line", label=T("What it does"), at_most_chars=facts.LONGEST, lines=True),
    ),
    "effect_here": move(
        effect_here,
        T("Changed an effect"),
        AT,
        pick("what", T("Where it fits"), {"here": T("This action"), "any": T("Any action"), "gone": T("Nowhere")}),
    ),
    "effects_marked": move(
        effects_marked,
        T("Marked effects"),
        pick(
            "mark",
            T("Mark"),
            {"must": T("Must"), "either": T("Or"), "discard": T("Discarded"), "block": T("Blocked")},
        ),
    ),
    "effects_done": move(effects_done, T("Read a card")),
    "effects_again": move(effects_again, T("Read a card again"), KEY),
}
