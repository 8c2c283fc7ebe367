"""Effects of cards in words."""

from __future__ import annotations

from companion.api.text import N, T, Text
from companion.games.citadel.action.effects import Effect
from companion.games.citadel.cards.words import listed


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
