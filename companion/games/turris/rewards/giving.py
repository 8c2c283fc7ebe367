"""Effects on their way: each is a task of its own, done by itself where it wants no choice."""

from __future__ import annotations

from companion.games.turris.rewards.words import Effect
from companion.games.turris.state import Task
from companion.games.turris.transaction import Transaction

KIND = "reward."
CARD = "card.do"
TURN, FREE = "turn", "free"  # a Tactics card: the one of the Action Step, or one that an effect allows


def give(tx: Transaction, seat: int, effects: tuple[Effect, ...], place: str = "") -> None:
    """A player does these effects, one after the other, before anything else goes on; `place` is where they come from,
    if from a place."""
    for effect in effects:
        tx.add_task(task_of(effect, seat, place))


def task_of(effect: Effect, seat: int, place: str = "") -> Task:
    """The task of an effect; `of` holds words of its own, or the ways of an `either`."""
    up_to = ("up_to",) if effect.up_to else ()
    of = (effect.words,) if effect.words else up_to
    return Task(kind=KIND + effect.verb, seat=seat, about=effect.what, place=place, count=effect.count, of=of)


def effect_of(task: Task) -> Effect:
    """The effect that a task is about."""
    verb = task.kind.removeprefix(KIND)
    words = task.of[0] if verb in ("say", "either") and task.of else ""
    return Effect(verb=verb, what=task.about, count=task.count, up_to=task.of == ("up_to",), words=words)


def read_card(tx: Transaction, seat: int, kind: str, name: str = "", origin: str = "") -> None:
    """A player does what a card says: of the kind `tactics` (`name`: TURN or FREE), `mission` or `trionfi`, what a
    `place` (`name`) gives, or words of one's own (`name`) behind `say`; `origin` is the place that these come from."""
    tx.add_task(Task(kind=CARD, seat=seat, about=kind, place=name, of=(origin,) if origin else ()))


def origin_of(task: Task) -> str:
    """The place whose reward somebody does at the table; empty for a card."""
    if task.about == "place":
        return task.place
    return task.of[0] if task.of else ""
