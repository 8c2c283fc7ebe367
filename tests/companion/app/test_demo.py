"""Demo rounds: a real game for one browser, beside the evening, and with nothing of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import Client, TestResponse

from companion.app.demo import MEMORY, DemoRound, demo_game
from companion.library.registry import find
from web.demos import IDLE_S, MOST, MOST_STEPS, QUIET_S, Demos, WithDemos
from web.errors import HttpRefusal
from web.ports import DashboardSettings

GAMES = find()
GAME = str(demo_game(GAMES))
HEADERS = {"Origin": "http://localhost", "Content-Type": "application/json"}


def make(language: str) -> DemoRound:
    """A demo as the service makes it."""
    return DemoRound(GAME, GAMES, DashboardSettings(language=language, demo=True), lambda name: None)


class Clock:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class NoDashboard:
    """The dashboard beside it, which has nothing at any address."""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("404 Not Found", [("Content-Type", "application/json")])
        return [b'{"error": "There is nothing at this address.", "kind": "http"}']


class Visitor:
    """A browser with a demo."""

    def __init__(self, demos: Demos, language: str = "en") -> None:
        self.path = demos.begin(language).rstrip("/")
        dashboard: Any = NoDashboard()
        self.client = Client(WithDemos(dashboard, demos))

    def get(self, path: str) -> TestResponse:
        return self.client.get(f"{self.path}{path}")

    def post(self, path: str, body: dict[str, Any]) -> TestResponse:
        return self.client.post(f"{self.path}{path}", data=json.dumps(body), headers=HEADERS)

    def screen(self) -> dict[str, Any]:
        """All but the timers, which go on."""
        found: dict[str, Any] = json.loads(self.get("/api/screen").data)
        del found["timers"]
        return found

    def play(self, move: str, **args: Any) -> TestResponse:
        return self.post("/api/play", {"move": move, "args": args, "seen": self.screen()["version"]})


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def demos(clock: Clock) -> Iterator[Demos]:
    found = Demos(make, clock)
    yield found
    found.close()


def folders() -> set[Path]:
    """The folders that demos lie in."""
    return set(MEMORY.glob("companion-demo-*"))


def test_a_demo_begins_where_cubes_are_to_fall(demos: Demos) -> None:
    """Three cubes are to be dropped; those that fall into the drawer are counted, and the game goes on."""
    visitor = Visitor(demos)
    assert visitor.screen()["prompts"][0]["name"] == "generator.drop"
    assert visitor.play("all_dropped").status_code == 200
    assert visitor.post("/api/table", {"verb": "drop_cubes", "count": 2}).status_code == 200
    last = visitor.screen()["last"]
    assert (last["by"], [fact["args"] for fact in last["facts"] if fact["name"] == "cubes_fell"]) == (
        "drawer",
        [{"count": 2}],
    )


def test_whoever_tries_it_needs_no_pairing(demos: Demos) -> None:
    """The visitor is joined in the demo, under a name in their language, and what they are at the table is unknown."""
    visitor = Visitor(demos, "pl")
    visitor.client.set_cookie("companion", "17.somebody-at-the-table")
    assert visitor.get("/api/phones/me").json["phone"]["name"] == "Ty"  # type: ignore[index]
    assert visitor.screen()["evening"]["players"] == ["Ty", "Ada"]


def test_two_demos_know_nothing_of_each_other(demos: Demos) -> None:
    """What one visitor plays the other does not see."""
    one, other = Visitor(demos), Visitor(demos)
    before = other.screen()
    assert one.play("all_dropped").status_code == 200
    assert other.screen() == before


@pytest.mark.parametrize(
    "path",
    ["/api/evenings/start", "/api/evenings/import", "/api/board", "/api/voice", "/api/phones/invite", "/api/photo",
     "/api/demo", "/api/scale", "/api/cards/M017/picture"],
)  # fmt: skip
def test_a_demo_has_nothing_else(demos: Demos, path: str) -> None:
    """Evenings, boards, phones, pictures and devices are refused in words, and nothing changes."""
    visitor = Visitor(demos)
    before = visitor.screen()
    answer = visitor.post(path, {})
    assert (answer.status_code in (403, 415), answer.json["error"].endswith(".")) == (True, True)  # type: ignore[index]
    assert visitor.screen() == before


def test_changes_come_from_its_own_page_alone(demos: Demos) -> None:
    """A foreign page that guesses the address changes nothing."""
    visitor = Visitor(demos)
    answer = visitor.client.post(
        f"{visitor.path}/api/undo", json={"seen": 1}, headers={"Origin": "http://evil.example"}
    )
    assert (answer.status_code, answer.json["kind"]) == (403, "origin")  # type: ignore[index]


def test_nothing_is_left_of_it(demos: Demos, clock: Clock) -> None:
    """After a quarter of an hour without a tap it is gone, with all its files; its address is none any more."""
    before = folders()
    visitor = Visitor(demos)
    assert len(folders() - before) == 1
    clock.now += IDLE_S + 1
    assert visitor.get("/").status_code == 404
    assert folders() == before


def test_few_run_at_once(demos: Demos, clock: Clock) -> None:
    """One that is in use is never taken away; one that nobody has touched for a minute gives way."""
    first = [Visitor(demos) for _ in range(MOST)]
    with pytest.raises(HttpRefusal) as refused:
        demos.begin("en")
    assert (refused.value.status, refused.value.more) == (503, {"wait_s": 60})
    clock.now += QUIET_S + 1
    for one in first[1:]:
        assert one.get("/api/phones/me").status_code == 200
    demos.begin("en")
    assert [one.get("/api/phones/me").status_code for one in first] == [404, 200, 200, 200]


@pytest.mark.slow
def test_a_demo_does_not_go_on_for_ever(demos: Demos) -> None:
    """After some hundred steps it takes no more, so that nobody fills the memory."""
    visitor = Visitor(demos)
    seen = visitor.screen()["version"]
    for _ in range(MOST_STEPS):
        done = visitor.post("/api/correct", {"name": "coal", "value": seen % 7, "seen": seen})
        if done.status_code != 200:
            break
        seen = done.json["version"]  # type: ignore[index]
    answer = visitor.post("/api/undo", {"seen": visitor.screen()["version"]})
    assert (answer.status_code, answer.json["kind"]) == (403, "demo")  # type: ignore[index]


@pytest.mark.parametrize("token", ["", "x", "../../etc", "x" * 5000])
def test_an_address_that_is_none(demos: Demos, token: str) -> None:
    """Whatever is no demo's address is answered by the dashboard, as every address that it does not have."""
    assert Visitor(demos).client.get(f"/demo/{token}/api/screen").status_code == 404
