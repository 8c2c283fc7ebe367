"""A power cut at any step of an update, of one that fails, and of going back: settled when the machine is back."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.system import service, update
from companion.system.program import ABOUT
from companion.system.update import NoUpdate, Switch, Trial

STEPS = ("_note", "_settler", "_systemctl", "_refresh", "_copy", "_never_was")  # after each of these the power may go
TRIAL = Trial("", ("evening",), 7, (), ())
TROUBLED = Trial("", ("evening",), 7, ("evening",), ("an evening does not open",))  # type: ignore[arg-type]


class PowerCut(BaseException):
    """Nothing that follows is done, whoever would clean up."""


class House:
    """A machine with two versions, `old` and `new`: the `healthy` ones come up. What is kept says who wrote it."""

    def __init__(self, root: Path, patch: pytest.MonkeyPatch) -> None:
        self.home, self.data = root / "opt", root / "data"
        self.healthy = {"old", "new"}
        self.opens: dict[str, Callable[[], Trial]] = {}
        self.runs: str | None = None
        self.left = -1  # steps until the power goes
        self.was: Switch | None = None  # what stands of it once it is settled
        for folder in (self.home / "versions", self.data):
            folder.mkdir(parents=True)
        for name in ("old", "new"):
            (self.home / "versions" / name).mkdir()
            about = {"version": name, "name": name, "python": "3.11", "machine": "arm64"}
            (self.home / "versions" / name / ABOUT).write_text(json.dumps(about))
        (self.home / "current").symlink_to("versions/old")
        self.keep("old")
        for name, value in (("HOME", self.home), ("VERSIONS", self.home / "versions"), ("DATA", self.data),
                            ("STATE", self.home / "update.json"), ("SETTLER", self.home / "settler"),
                            ("BEFORE", self.home / "before-update")):  # fmt: skip
            patch.setattr(update, name, value)
        patch.setattr(service, "current", lambda: (self.home / "current").resolve())
        patch.setattr(service, "make_current", self._make_current)
        patch.setattr(update, "_refresh", lambda folder: None)
        patch.setattr(update, "_systemctl", self._systemctl)
        patch.setattr(update, "_watched", lambda: None if self.runs in self.healthy else "failed, exit-code")
        patch.setattr(update, "try_out", lambda folder: self.opens.get(folder.name, lambda: TRIAL)())
        patch.setattr(update.os, "chown", lambda *_, **__: None)
        patch.setattr(update, "USER", "root")
        for name in STEPS:
            patch.setattr(update, name, self._may_be_cut(getattr(update, name)))

    def keep(self, who: str) -> None:
        """The log as this version writes it."""
        for name in ("companion.db", "companion.journal"):
            (self.data / name).write_text(who)

    @property
    def kept(self) -> set[str]:
        """Who wrote the log, all of it."""
        return {path.read_text() for path in self.data.iterdir()}

    @property
    def now(self) -> str:
        return (self.home / "current").resolve().name

    def cut_after(self, steps: int, do: Callable[[], object]) -> bool:
        """Do it, with the power gone after so many steps; whether it was."""
        self.left = steps
        try:
            do()
        except NoUpdate:
            return False
        except PowerCut:
            self.runs, self.left = None, -1
            return True
        finally:
            self.left = -1
        return False

    def back_up(self) -> None:
        """The machine is back: the service starts, and whoever settles, where one is named."""
        self.runs = self.now
        if (self.home / "settler").is_symlink():
            assert (self.home / "settler").is_dir()
            update.settle()

    def _make_current(self, folder: Path) -> None:
        (self.home / "current").unlink()
        (self.home / "current").symlink_to(f"versions/{folder.name}")

    def _systemctl(self, *words: str) -> None:
        if words[0] == "start":
            self.runs = self.now
            if self.now == "new":
                self.keep("new")
        elif words[0] == "stop":
            self.runs = None

    def _may_be_cut(self, step: Callable[..., object]) -> Callable[..., object]:
        def done(*args: object, **more: object) -> object:
            found = step(*args, **more)
            self.left -= 1
            if self.left == 0:
                raise PowerCut
            return found

        return done


def forward() -> None:
    about = update._about
    update._switch(about(update.VERSIONS / "old"), about(update.VERSIONS / "new"), TRIAL)


def back() -> None:
    update.go_back(lambda text: None)


def cuts(
    tmp_path: Path,
    patch: pytest.MonkeyPatch,
    do: Callable[[], None],
    ready: Callable[[House], None],
    then: Callable[[House], None] = lambda house: None,
) -> list[House]:
    """A house for every step after which the power can go, cut there and back again; `then` is done in each of them."""
    found: list[House] = []
    while True:
        with patch.context() as here:
            house = House(tmp_path / str(len(found)), here)
            ready(house)
            if not house.cut_after(len(found) + 1, do):
                return found
            house.back_up()
            found.append(house)
            assert house.runs == house.now
            assert not (house.home / "settler").is_symlink()
            house.was = update.last_switch()
            assert house.was is None or (house.was.settled and house.was.now == house.now)
            then(house)


def test_an_update_that_is_cut_is_done_or_was_never(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Before the switch the old version goes on, after it the new one; nothing that was kept is lost."""
    houses = cuts(tmp_path, monkeypatch, forward, lambda house: None)
    versions = [house.now for house in houses]
    switched = versions.index("new")
    assert versions == ["old"] * switched + ["new"] * (len(houses) - switched)
    assert len(houses) >= 10
    assert all(house.kept == {house.now} for house in houses)
    assert all((house.was is None) == (house.now == "old") for house in houses)


def test_an_update_that_fails_and_is_cut_goes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Wherever it is cut: the old version runs, with the log that it can read, and each of its files is whole."""

    def ready(house: House) -> None:
        house.healthy = {"old"}
        house.opens["old"] = lambda: TRIAL if house.kept == {"old"} else TROUBLED

    houses = cuts(tmp_path, monkeypatch, forward, ready)
    assert len(houses) >= 15
    assert {house.now for house in houses} == {"old"}
    assert [house.kept for house in houses] == [{"old"}] * len(houses)


def test_half_of_what_is_kept_aside_is_never_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Both versions are unwell, which is when what was kept aside is put back: the log stays as it was."""

    def ready(house: House) -> None:
        house.healthy = set()
        house.opens["old"] = lambda: TROUBLED

    houses = cuts(tmp_path, monkeypatch, forward, ready)
    assert {house.now for house in houses} == {"old"}
    assert all(house.kept == {"old"} for house in houses)


def test_going_back_that_is_cut_can_be_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Either it is done, or the new version runs and the old one can still be gone back to."""
    came_to_nothing: list[House] = []

    def ready(house: House) -> None:
        forward()
        house.opens["old"] = lambda: TRIAL if house.kept == {"old"} else TROUBLED

    def then(house: House) -> None:
        if house.now == "new":
            came_to_nothing.append(house)
            back()
        assert (house.now, house.kept) == ("old", {"old"})

    houses = cuts(tmp_path, monkeypatch, back, ready, then)
    assert 0 < len(came_to_nothing) < len(houses)
