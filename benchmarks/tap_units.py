"""What an evening is made of, for counting its taps: the beginning, rounds, turns, actions, explorations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.citadel.action import facts
from companion.games.citadel.cards.cards import EXPLORATION
from companion.games.torrenar.state import SETUP_STEPS
from companion.session.screen import Screen

BEGINNING, ROUND, TURN, ACTION, EXPLORING, OTHER = "beginning", "round", "turn", "action", "exploration", "other"
# Moves that tell what a card, a tile or the board shows, where the state does not keep it as a board fact, or how a
# campaign is played (a house rule, who plays which character).
TOLD = frozenset(
    {
        "cost_told", "mark_told", "difficulty_told", "first_row_told", "trait_told", "traits_done", "sign_told",
        "effect_told", "effects_done", "name_card", "arrow_at", "arrows_end", "house_rule",
        "character",  # the 7th Citadel
        "tile", "survey", "surveyed", "name_tile", "was_special", "circle", "crew_card", "mark_fireball",
        "keep_storm", "read_rule", "dealt", "count_stack", "tell_size",  # the fire brigades and Torrenar
    }
)  # fmt: skip
UNCOUNTED = frozenset({"undo", "redo", "correct", "learn"})
# An action or a choice of Frostpunk counts, whatever it tells besides.
DOING = ("act_", "construct_", "choose_option", "choose_token", "choose_way")
BEFORE_DRAWING = ("choose", "sheet", "traits", "die", "gear", "again")


@dataclass(frozen=True)
class Counted:
    """A move and what it cost: taps, how many of them were out of sight, the page's seconds; `lost` says why it was not
    found on the page. `state` and `screen` are those that it led to."""

    line: int
    verb: str
    taps: int
    unseen: int
    page_s: float
    lost: str
    state: Any
    screen: Screen


@dataclass
class Span:
    """Something that is counted as a whole: its taps, those of them that tell something once, its answers (moves that
    cost a tap), the moves that were not found, and the page's seconds."""

    kind: str
    line: int
    name: str
    taps: int = 0
    told: int = 0
    unseen: int = 0
    answers: int = 0
    lost: int = 0
    page_s: float = 0.0

    def add(self, one: Counted, told: bool) -> None:
        """Count a move."""
        if one.verb in UNCOUNTED:
            return
        self.taps += one.taps
        self.told += one.taps if told else 0
        self.unseen += one.unseen
        self.answers += one.taps > 0
        self.lost += bool(one.lost)
        self.page_s += one.page_s if one.taps else 0.0


def spans(game: str, counted: list[Counted]) -> list[Span]:
    """The spans of an evening, in their order; what belongs to none of them is left out."""
    labels = _citadel(counted) if game == "citadel" else _others(game, counted)
    found: dict[tuple[str, int], Span] = {}
    before: Any = None
    for one, names in zip(counted, labels, strict=True):
        learnt = before is not None and _learnt(before, one.state) and not one.verb.startswith(DOING)
        told = one.verb in TOLD or learnt
        for kind, number, name in names:
            span = found.setdefault((kind, number), Span(kind, one.line, name))
            span.add(one, told)
        before = one.state
    return [span for span in found.values() if span.kind != OTHER and (span.answers or span.lost)]


def _learnt(before: Any, after: Any) -> bool:
    known, now = getattr(before, "board", {}), getattr(after, "board", {})
    return any(name not in known for name in now if not name.startswith("recent."))


Label = tuple[str, int, str]


def _others(game: str, counted: list[Counted]) -> Iterator[list[Label]]:
    """By the screen before each move: the setup, the round, the turn; and of Frostpunk the actions."""
    before: Counted | None = None
    acts, turn, whose = 0, 0, ""
    for one in counted:
        labels: list[Label] = []
        where = None if before is None or before.screen.view is None else before.screen.view.where
        if before is None or where is None or _setting_up(game, before):
            labels.append((BEGINNING, 0, "from “New evening” to the first prompt"))
        elif game in ("torrenar", "fire_brigade"):
            state = before.state
            number = state.turns if game == "torrenar" else state.turn.number
            labels.append((TURN, number, str(where.line)))
        else:
            labels.append((ROUND, where.round or 0, f"round {where.round}"))
            phase = "" if where.phase is None else str(where.phases[where.phase])
            if game == "frostpunk" and phase == "Action":
                acts += one.verb.startswith("act_")
                if acts:
                    labels.append((ACTION, acts, one.verb))
            if game == "turris" and before.state.phase == "turns":
                now = f"{where.round} {before.state.turn}"
                turn += now != whose
                whose = now
                labels.append((TURN, turn, str(where.line)))
        yield labels
        before = one


def _setting_up(game: str, one: Counted) -> bool:
    if game == "torrenar":
        return one.state.step in SETUP_STEPS
    if game in ("turris", "fire_brigade"):
        return bool(one.state.phase == "setup")
    return one.screen.view is None or one.screen.view.where.phase is None


def _citadel(counted: list[Counted]) -> Iterator[list[Label]]:
    """The actions, each try of a compound one for itself, with an event that they end; and the explorations, from the
    action on the Exploration card until the Terrain card behind it lies there and its arrows are read."""
    kind, number, name, before = BEGINNING, 0, "from “New evening” to the first prompt", None
    for one in counted:
        after = one.state
        if before is not None and kind in (OTHER, BEGINNING) and _playing(before):
            kind, number, name = OTHER, number + 1, ""
            if one.verb not in UNCOUNTED and (one.verb == "explore" or _exploring(after)):
                kind, name = EXPLORING, "exploration"
            elif one.verb not in UNCOUNTED and (after.action is not None or before.action is not None):
                known = _known(before, after)
                kind, name = f"{'known' if known else 'unknown'} {ACTION}", one.verb
        yield [(kind, number, name)]
        if before is not None and (_over(kind, before, after) or _tried(kind, one)):
            kind, number = OTHER, number + 1
        before = after


def _playing(state: Any) -> bool:
    waiting = state.tasks[0].kind if state.tasks else ""
    return bool(state.campaign.step == "playing" and not waiting.startswith("campaign."))


def _exploring(state: Any) -> bool:
    """Whether an Exploration card is being turned over, or the space that it hid is open."""
    action = state.action
    card = None if action is None else next((one for one in state.cards if one.key == action.card), None)
    turned = any(task.kind == "board.turned" for task in state.tasks)
    return turned or bool(state.sketch.opening) or (card is not None and card.deck == EXPLORATION)


def _known(before: Any, after: Any) -> bool:
    """Whether anything was kept of the action: what it shows, or what a section of it did."""
    action = after.action or before.action
    if action is None or not action.card:
        return bool(action is not None and action.sheet is not None and action.die is not None and before.action)
    name = f"then.{action.card}.{action.icon}."
    return facts.sheet_of(before, action.card, action.icon) is not None or any(
        one.startswith(name) for one in before.board
    )


def _tried(kind: str, one: Counted) -> bool:
    """Whether one answer told a whole try, after which the action goes on with the next one."""
    action, whole = one.state.action, one.verb.startswith(("revealed", "came_out"))
    waits = bool(one.state.tasks)
    return whole and kind.endswith(ACTION) and not waits and action is not None and action.step in BEFORE_DRAWING


def _over(kind: str, before: Any, after: Any) -> bool:
    waiting = after.tasks[0].kind if after.tasks else ""
    action = after.action
    if kind.endswith(ACTION):
        fresh = action is not None and action.step in BEFORE_DRAWING and not action.drawn
        again = fresh and before.action is not None and before.action.step not in BEFORE_DRAWING
        return bool((action is None or again) and waiting not in ("card.event", "drain", "recover", "life.faint"))
    if kind == EXPLORING:
        return action is None and not after.tasks and not after.sketch.opening
    return False
