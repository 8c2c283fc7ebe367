"""What one card does in actions, told once by its owner: each effect by a tap and its numbers."""

from __future__ import annotations

from companion.api.game import Ask, Move, Offer, Prompt, Words
from companion.api.text import T, Text
from companion.games.citadel.action import facts
from companion.games.citadel.action.effect_words import effect_text
from companion.games.citadel.action.effects import ANY, MOST, STEPS, Effect
from companion.games.citadel.action.icons import called
from companion.games.citadel.action.running import Action
from companion.games.citadel.state import State
from companion.games.citadel.tables import words
from companion.toolkit.forms import pick, seat_of, usual, whole

STEP_NAMES = words("action_steps")
BLANK: dict[str, int | str] = {
    "amount": 0, "icons": 0, "of": ANY, "new": "", "most": 0, "step": "consequence", "words": "",
}  # fmt: skip
LONGEST_WORDS = 120


def effects(state: State, action: Action) -> Prompt:
    """The effects of one card for this action."""
    known = facts.effects_of(state, action.asking) or ()
    here = any(effect.fits(action.icon) for effect in known)
    done = usual("effects_done", T("That is all") if here else T("Nothing that fits here"))
    return Prompt(
        name="action.effects",
        do=T("{card}: what does it do in this action?", card=facts.name_of(state, action.asking)),
        more=T("Read it off the card. The companion remembers it."),
        offers=(*_here(action, known), *_new(state, action), *_marks(action, known), done),
        seat=seat_of(action.active),
        rule="action.gear",
    )


def _new(state: State, action: Action) -> tuple[Offer, ...]:
    kinds = {ANY: T("Any class icons")} | {
        kind: T("{icon}", icon=kind.replace("_", " ")) for kind in facts.class_icons(state)
    }
    of = (pick("of", T("Which class icons"), kinds, ANY), Words(name="new", label=T("Or a new kind, in your words")))
    count = whole("amount", T("How many"), MOST, 1, at_least=1)
    icons = whole("icons", T("Class icons needed each time"), MOST, 1, at_least=1)
    gives = whole("amount", T("What it gives each time"), MOST, 1, at_least=1)
    most = whole("most", T("So many times at most (0: no limit)"), MOST, 0)
    step = pick("step", T("When"), {one: STEP_NAMES[one] for one in STEPS}, "consequence")
    words = Words(name="words", label=T("What to remember"), at_most_chars=LONGEST_WORDS)
    chain = action.sheet is not None and action.sheet.chain
    return (
        _tell("less", T("Fewer cards to draw"), count),
        _tell("success", T("Successes"), count),
        *((_tell("cards", T("More cards count under the chain"), count),) if chain else ()),
        _tell("convert", T("Class icons become successes"), icons, *of, gives, most),
        _tell("cancel", T("Class icons cancel damage"), icons, *of, gives, most),
        _tell("shield", T("Cancels damage by itself"), whole("amount", T("How much"), MOST, 1, at_least=1)),
        _tell("icons", T("It has class icons itself"), count, *of),
        _tell("cost", T("More cards to draw"), count),
        _tell("words", T("Something to remember"), step, words),
    )


def _tell(kind: str, label: Text, *asks: Ask) -> Offer:
    asked = {ask.name for ask in asks}
    given = {name: value for name, value in BLANK.items() if name not in asked}
    return Offer(move=Move("effect_told", {"kind": kind, **given}), label=label, asks=asks, under=T("What it does"))


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
