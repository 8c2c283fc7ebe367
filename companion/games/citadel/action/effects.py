"""What Purse and Skill cards do for an action, told once by their owner and kept as one line, such as `cost -2 for
pull,fight / convert 3 any 1 max 2 for pull,fight / words consequence for any : Roll a die.`"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from companion.api import IllegalMove, N, T, Text
from companion.games.citadel.action.sheet import ACTIONS
from companion.games.citadel.cards.looking import listed
from companion.games.citadel.tables import typed
from companion.toolkit.card_language import BadWords, Clause

WILD = "wild"
# `cost`: cards fewer (negative) or more to draw; `success`: added; `cards`: so many more count under a chain; `icons`:
# it has class icons itself; `convert` and `cancel`: class icons into successes, or into cancelled damage; `words`:
# read out.
KINDS = ("cost", "success", "cards", "icons", "convert", "cancel", "words")
STEPS = ("gear", "draw", "result", "consequence")
USES = ("", "discard", "block")
ANY = "any"
MOST = 20
MOST_CHOICES = 999  # numbers after `or`: far more than a card has choices


@dataclass(frozen=True, kw_only=True)
class Effect:
    """One effect. `amount` is what it gives (each time); `icons` class icons `of` these kinds (none: any) are paid for
    it, at most `most` times (0: without limit). `actions` are those it fits (none: any action). `must`: it has to be
    applied. Of the effects of a card with the same `either` other than 0 only one is applied. `use` says what becomes
    of a Skill card that was used for it. `words` are read in the step `step`."""

    kind: str
    amount: int = 0
    icons: int = 0
    of: tuple[str, ...] = ()
    most: int = 0
    actions: tuple[str, ...] = ()
    must: bool = False
    either: int = 0
    use: str = ""
    step: str = ""
    words: str = ""

    def fits(self, icon: str) -> bool:
        """Whether its condition matches the action."""
        return not self.actions or icon in self.actions


def slug(words: str) -> str:
    """Words as a name: letters and digits, joined."""
    return re.sub(r"[^\w]+", "_", words.lower()).strip("_")


def spelled(effects: tuple[Effect, ...]) -> str:
    """The line that keeps them; "nothing" for a card without any."""
    return " / ".join(_line(effect) for effect in effects) or "nothing"


def _line(effect: Effect) -> str:
    kinds = ",".join(effect.of) or ANY
    head = {
        "icons": f"icons {effect.amount} {kinds}",
        "convert": f"convert {effect.icons} {kinds} {effect.amount}",
        "cancel": f"cancel {effect.icons} {kinds} {effect.amount}",
        "words": f"words {effect.step}",
    }.get(effect.kind, f"{effect.kind} {effect.amount}")
    tail = [f"max {effect.most}"] if effect.most else []
    tail.append(f"for {','.join(effect.actions) or ANY}")
    tail += ["must"] if effect.must else []
    tail += [f"or {effect.either}"] if effect.either else []
    tail += [f"use {effect.use}"] if effect.use else []
    tail += [f": {effect.words.replace(' / ', ', ')}"] if effect.words else []
    return " ".join([head, *tail])


@lru_cache(maxsize=256)  # of the cards in play, for each screen
def understood(line: str) -> tuple[Effect, ...]:
    """The line read back, in whatever language it was typed; refused when it cannot be understood."""
    line = typed(line)
    if line.strip().lower() == "nothing":
        return ()
    try:
        return tuple(_effect(one.strip()) for one in line.split(" / "))
    except BadWords as bad:
        raise IllegalMove(
            T("Write effects like this: cost -2 for pull / convert 3 any 1 max 2 for pull"), rule="action.gear"
        ) from bad


def _effect(line: str) -> Effect:
    told, _, said = line.partition(" : ")
    clause = Clause(told)
    kind = clause.one_of(clause.word(0), KINDS)
    paid = kind in ("convert", "cancel")
    return Effect(
        kind=kind,
        amount=0 if kind == "words" else clause.number(clause.word(3 if paid else 1), -MOST, MOST),
        icons=clause.number(clause.word(1), 0, MOST) if paid else 0,
        of=_several(clause.word(2)) if paid or kind == "icons" else (),
        most=clause.number(clause.after("max") or "0", 0, MOST),
        actions=tuple(clause.one_of(one, ACTIONS) for one in _several(clause.after("for") or ANY)),
        must=clause.has("must"),
        either=clause.number(clause.after("or") or "0", -MOST_CHOICES, MOST_CHOICES),
        use=clause.one_of(clause.after("use"), USES),
        words=said.strip(),
        step=clause.one_of(clause.word(1), STEPS) if kind == "words" else "",
    )


def _several(words: str) -> tuple[str, ...]:
    return () if words == ANY else tuple(words.split(","))


def class_icons(effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """The kinds of class icons that they name."""
    return tuple(dict.fromkeys(kind for effect in effects for kind in effect.of if kind != WILD))


def effect_text(effect: Effect) -> Text:
    """What an effect does, as a label."""
    text = _plain(effect)
    if effect.must:
        return T("{effect} (must be applied)", effect=text)
    return text


def _plain(effect: Effect) -> Text:
    n = effect.amount
    if effect.kind == "cost":
        fewer = N("Draw {n} card fewer", "Draw {n} cards fewer", -n)
        return fewer if n < 0 else N("Draw {n} card more", "Draw {n} cards more", n)
    if effect.kind == "success":
        return N("{n} success", "{n} successes", n)
    if effect.kind == "cards":
        return N("{n} more card counts", "{n} more cards count", n)
    if effect.kind == "icons":
        return N("{n} class icon: {icons}", "{n} class icons: {icons}", n, icons=_icons(effect))
    if effect.kind == "words":
        return T("{words}", words=effect.words)
    return _paid(effect)


def _paid(effect: Effect) -> Text:
    gives = N("{n} success", "{n} successes", effect.amount)
    if effect.kind == "cancel":
        gives = N("{n} damage cancelled", "{n} damage cancelled", effect.amount)
        if not effect.icons:
            return gives
    text = N(
        "{gives} for {n} class icon: {icons}", "{gives} for {n} class icons: {icons}", effect.icons, gives=gives,
        icons=_icons(effect),
    )  # fmt: skip
    most = effect.most
    return N("{effect}, {n} time at most", "{effect}, {n} times at most", most, effect=text) if most else text


def _icons(effect: Effect) -> Text:
    if not effect.of:
        return T("any kind")
    return listed([T("{icon}", icon=kind.replace("_", " ")) for kind in effect.of])
