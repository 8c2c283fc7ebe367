"""Where an action stands, whether it may be taken there (p. 10, 11, 19), and how it is called."""

from __future__ import annotations

from companion.api import Args, IllegalMove, Offer, Pick, T, Text
from companion.games.citadel.action import performing
from companion.games.citadel.action.sheet import (
    ACTIONS,
    MOVE,
    called,
)
from companion.games.citadel.board import figures
from companion.games.citadel.cards import looking
from companion.games.citadel.cards.cards import Copy
from companion.games.citadel.life import limits
from companion.games.citadel.state import Action, Hero, State
from companion.games.citadel.tables import words
from companion.toolkit import pick, tap, word


def check_allowed(state: State, hero: Hero, icon: str, source: str, card: str) -> None:
    if not performing.can_reach(state, hero.seat, source, card):
        raise IllegalMove(T("{name}: your figure is not there.", name=hero.name), rule="action.turn", page=10)
    if source == "terrain" and icon in figures.forbidden(state, hero.place):
        text = T("This has been done here already: a Permanent event attached to this Terrain card shows the icon.")
        raise IllegalMove(text, rule="action.forbidden", page=11)
    if source == "purse" and card and card not in {copy.key for copy in looking.of(state, "purse", hero.seat)}:
        raise IllegalMove(T("That card is not before {name}, or it is blocked.", name=hero.name), rule="action.turn")
    if (source, icon) == ("character", MOVE) and limits.too_heavy(state, hero.seat):
        text = T("{name}: you carry more than you may, so the move action is not allowed.", name=hero.name)
        raise IllegalMove(text, rule="purse.weight", page=19)


def source_of(state: State, card: str) -> str:
    """Where an action stands, by the card that shows it."""
    copy = state.cards.copy(card)
    by_place = {"purse": "purse", "quest": "quest", "shown": "temporary"}
    if copy.where in by_place:
        return by_place[copy.where]
    return "terrain" if copy.kind == "terrain" else "event"


def label(args: Args) -> Text:
    return T("Action: {action}", action=called(word(args, "icon")))


ICON = pick("icon", T("Action"), ACTIONS)
ELSEWHERE = words("action_places")
GRID = 12  # icons that lie side by side; the rest is behind "more"


def icons_ask(icons: tuple[str, ...]) -> Pick:
    """One of these actions is asked for, by its picture; always in the same order, so that fingers find it again."""
    ordered = tuple(icon for icon in ACTIONS if icon in icons)
    return pick("icon", T("Action"), {icon: called(icon) for icon in ordered}, icons={icon: icon for icon in ordered})


def sources(state: State, hero: Hero) -> tuple[Copy, ...]:
    """The cards that this character may take actions from (p. 10): own Terrain, what is attached to it, a revealed
    Temporary event, own Purse cards and Quest items; and Exploration cards beside it (p. 21). A Terrain card that was
    laid before somebody is a place no longer, wherever figures stand in the books."""
    attached = {one.key for one in state.sketch.attached if one.to and one.to == hero.place}
    attached |= set(figures.fog_beside(state, hero.place))
    attached.add(hero.place)
    here = tuple(copy for copy in state.cards.copies if copy.key in attached and not copy.whose)
    here = tuple(sorted(here, key=lambda copy: copy.key != hero.place))
    shown = tuple(copy for copy in looking.of(state, "shown") if copy.kind in ("", "temporary"))
    return (*shown, *here, *looking.of(state, "purse", hero.seat), *looking.of(state, "quest"))


def cancel_offer(action: Action) -> tuple[Offer, ...]:
    return () if action.forced else (tap("action_cancel", T("Not now")),)
