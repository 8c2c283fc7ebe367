"""Between the scale and the evening."""

from dataclasses import dataclass, field
from typing import Any

from companion.evening import Screen, Update
from companion.game import CubesExpected, Move, Prompt
from companion.readings import Cubes, Reading
from companion.scale_desk import SECOND_LOOK_S, ScaleDesk
from companion.text import T


@dataclass
class Count:
    count: int | None
    status: str = "sure"
    confidence: float = 1.0


@dataclass
class Health:
    resting: bool = True
    grams: float | None = 1.0
    last: Count | None = None
    step: str = ""
    step_seen: bool = False


class Refused(Exception):
    code = "cell_too_coarse"


class Made:
    def to_plain(self) -> dict[str, float]:
        return {"cube": 650.0}


@dataclass
class Scale:
    """A scale that remembers what it was asked and says what it is told to."""

    health: Health = field(default_factory=Health)
    asked: list[Any] = field(default_factory=list)
    calibration: Any = None
    refuse: bool = False

    def feed(self, time_s: float, raw: int, good: bool = True) -> None:
        pass

    def expect(self, drop: str, at_most: int) -> None:
        self.asked.append((drop, at_most))

    def stop_expecting(self) -> None:
        self.asked.append("stop")

    def tare(self) -> None:
        self.asked.append("tare")

    def known(self, cubes: int) -> None:
        self.asked.append(("known", cubes))

    def finish_calibration(self) -> Made:
        if self.refuse:
            raise Refused
        return Made()


class Kept(dict[tuple[str, str], Any]):
    def get(self, kind: str, key: str) -> Any:  # type: ignore[override]
        return super().get((kind, key))

    def put(self, kind: str, key: str, value: Any) -> None:
        self[kind, key] = value


def prompt(name: str, place: str = "drawer", drop: str = "round 2") -> Prompt:
    wanted = CubesExpected(place=place, drop=drop, at_most=3, move=Move("counted"), arg="cubes")
    return Prompt(name=name, do=T("Count."), offers=(), expects=(wanted,))


def desk(scale: Scale, store: Kept | None = None) -> tuple[ScaleDesk, list[Reading]]:
    heard: list[Reading] = []
    return ScaleDesk(scale, heard.append, store if store is not None else Kept(), lambda: "id-1", lambda: 5.0), heard


def told(*prompts: Prompt) -> Update:
    return Update(screen=Screen(prompts=prompts), cause="move")


def test_the_scale_is_told_what_the_game_expects():
    """Drop and limit come from the prompt; without one nothing is counted."""
    scale = Scale()
    one, _ = desk(scale)
    one.hear(told(prompt("drop")))
    one.hear(told())
    one.hear(told(prompt("relics", place="plate")))
    assert scale.asked == [("round 2", 3), "stop", "stop"]


def test_a_count_becomes_a_reading():
    """What the scale says is reported with how sure it is."""
    one, heard = desk(Scale())
    one.counted(Count(2, "unsure", 0.7))
    assert heard == [Cubes("drawer", 2, False, 0.7)]


def test_a_question_after_the_fall_is_answered_after_a_second_look():
    """Cubes that lie still already are reported once, a moment after the question, not at once and not again."""
    scale = Scale(Health(last=Count(2)))
    one, heard = desk(scale)
    one.hear(told(prompt("count")))
    one.feed(10.0, 0, True)
    one.feed(10.0 + SECOND_LOOK_S / 2, 0, True)
    assert heard == []
    one.feed(10.1 + SECOND_LOOK_S, 0, True)
    one.feed(10.2 + SECOND_LOOK_S, 0, True)
    assert heard == [Cubes("drawer", 2, True, 1.0)]


def test_a_cube_that_is_just_landing_is_waited_for():
    """While the drawer is not at rest an old count is not repeated."""
    scale = Scale(Health(resting=False, last=Count(1)))
    one, heard = desk(scale)
    one.hear(told(prompt("count")))
    one.feed(10.0, 0, True)
    one.feed(11.0, 0, True)
    assert heard == []
    scale.health = Health(last=Count(2))
    one.feed(11.1, 0, True)
    one.feed(12.0, 0, True)
    assert heard == [Cubes("drawer", 2, True, 1.0)]


def test_nothing_is_reported_that_nobody_asked():
    """Without a question the scale's last count stays where it is."""
    one, heard = desk(Scale(Health(last=Count(2))))
    one.feed(10.0, 0, True)
    one.feed(20.0, 0, True)
    assert heard == []


def test_calibration_leads_through_its_steps_and_is_kept():
    """Empty drawer, whole set, done: kept for this drawer with its time."""
    scale, store = Scale(), Kept()
    one, _ = desk(scale, store)
    one.tare()
    assert one.state().step == "known"
    one.known(20)
    assert one.state().step == "done"
    one.done()
    assert one.state().step == "idle"
    assert store.get("calibration", "id-1") == {"at": 5.0, "values": {"cube": 650.0}}
    assert desk(Scale(), store)[0].state().calibrated_at == 5.0


def test_a_refused_calibration_says_why_and_keeps_the_old_one():
    """A cell that cannot count is refused in words."""
    store = Kept()
    one, _ = desk(Scale(refuse=True), store)
    one.tare()
    one.done()
    assert "too coarse" in str(one.state().words)
    assert not store


def test_listeners_hear_of_a_new_reading_only():
    """A reading that stays the same wakes nobody."""
    scale = Scale()
    one, _ = desk(scale)
    heard: list[int] = []
    one.subscribe(lambda: heard.append(1))
    one.feed(1.0, 0, True)
    one.feed(1.1, 0, True)
    scale.health = Health(grams=2.0)
    one.feed(1.2, 0, True)
    assert len(heard) == 2
