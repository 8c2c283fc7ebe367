"""The whole service with everything simulated, and hands that play at its table."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.api.checks import usual
from companion.api.game import Move, Offer, Pick, Prompt
from companion.app.service import Service
from companion.app.settings import Settings
from companion.drawer.desk import ScaleDesk
from companion.library.registry import find_games
from companion.session.session import Session
from companion.testing.playscript import Player
from companion.testing.script import parse
from hardware.players import RememberingPlayer

LONG_ENOUGH_S = 30.0
QUIET: dict[str, dict[str, Any]] = {  # nothing is done, and nothing comes of any card
    "action_turn": {"move": "actions_over"},
    "dusk_card": {"move": "place_card", "where": "discard"},
    "morning_card": {"move": "place_card", "where": "out"},
    "generator_sick": {"move": "freeze", "workers": 0, "engineers": 0, "children": 0},
    "hunger_effects": {"move": "hunger_told", "discontent": 0, "deaths": 0},
    "weather_card": {"move": "weather_new", "name": "Calm"},
    "preparation_advisor": {"move": "no_advisor"},
    "preparation_sickness": {"move": "sickness_told", "tokens": 0, "flips": 0},
}
EVENINGS = Path(__file__).parents[1] / "playthroughs"
# So many actions into each evening: a turn, or the setup.
MOMENTS = {"frostpunk/eight_rounds": 120, "fire_brigade/pozar": 59, "turris/two_rounds": 30, "torrenar/choked": 17,
           "citadel/first_steps": 60}  # fmt: skip
A_NEW_HOME = {"scenario": "a_new_home", "name": "", "society": "I", "level": "normal"}


class Hands:
    """What people at the table do: wait for what must come, answer what is asked."""

    def __init__(self, session: Session, scale: ScaleDesk | None = None) -> None:
        self.session = session
        self.scale = scale

    def asked(self) -> Prompt:
        """What is to be done now."""
        return self.session.screen().prompts[0]

    def wait_for(self, holds: Callable[[], Any], what: str, limit_s: float = LONG_ENOUGH_S) -> Any:
        """What `holds` gives, once it is true; fails with `what` when it never is."""
        until = time.monotonic() + limit_s
        while not (found := holds()):
            assert time.monotonic() < until, f"never came: {what}; {self._how_it_is()}"
            time.sleep(0.02)
        return found

    def _how_it_is(self) -> str:
        """What is asked, told and weighed: a failure on another machine is seen only once."""
        screen = self.session.screen()
        weighed = None if self.scale is None else self.scale.state()
        return f"asked {[one.name for one in screen.prompts]}, told {screen.notices}, weighed {weighed}"

    def wait_until_asked(self, name: str) -> None:
        """Wait for the prompt of this name."""
        self.wait_for(lambda: self.asked().name == name, f"the prompt {name} (it is {self.asked().name})")

    def answer(self, move: str | None = None, **args: int | str) -> None:
        """Answer the present prompt: with its usual offer, or with this move, filled in as given, and else as usual; a
        pick without a usual answer takes the first."""
        offer = self._offer(move)
        first = {ask.name: ask.choices[0].value for ask in offer.asks if isinstance(ask, Pick) and ask.usual is None}
        filled = {ask.name: usual(ask) for ask in offer.asks} | first | args
        values = {name: value for name, value in filled.items() if value is not None}
        self.session.play(Move(offer.move.name, {**offer.move.args, **values}), "Anna")

    def answer_until(self, name: str, **instead: dict[str, Any]) -> None:
        """Answer prompt after prompt until the one of this name; `instead` gives other answers, dots as `_`."""
        for _ in range(80):
            prompt = self.asked().name
            if prompt == name:
                return
            how = dict(instead.get(prompt.replace(".", "_"), {}))
            self.answer(how.pop("move", None), **how)
        raise AssertionError(f"{name} was never asked; last was {self.asked().name}")

    def _offer(self, move: str | None) -> Offer:
        offers = self.asked().offers
        fitting = [one for one in offers if (one.tone == "usual" if move is None else one.move.name == move)]
        return (fitting or [*offers])[0]


@pytest.fixture
def player() -> RememberingPlayer:
    """Hears what is said."""
    return RememberingPlayer()


@pytest.fixture
def service(tmp_path: Path, player: RememberingPlayer) -> Iterator[Service]:
    """The service on simulated devices, answering on a port of its own."""
    found = Service(Settings(), data=tmp_path / "data", port=0, simulate=True, player=player, code="123456")
    found.start()
    yield found
    found.stop()


@pytest.fixture(scope="module")  # it would keep a tenth of a core busy for the others
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, dict[str, str]]]:
    """One companion with all the golden evenings at their moments, for all cases: these look, and change nothing."""
    data = tmp_path_factory.mktemp("played")
    service = Service(Settings(), data=data, port=0, simulate=True, player=RememberingPlayer(), code="123456")
    service.start()
    evenings = {}
    for name, steps in MOMENTS.items():
        player = Player(parse((EVENINGS / f"{name}.evening").read_text(encoding="utf-8")), find_games(), service.log)
        player.session = service.session
        for step, _ in enumerate(player.play()):
            if step == steps:
                break
        evening = service.session.screen().evening
        assert evening is not None
        evenings[name] = evening.id
    yield service, evenings
    service.stop()


@pytest.fixture(params=MOMENTS)
def golden(request: pytest.FixtureRequest, played: tuple[Service, dict[str, str]]) -> Service:
    """A golden evening at its moment."""
    service, evenings = played
    service.session.open(evenings[request.param])
    return service


@pytest.fixture
def hands(service: Service) -> Hands:
    """Hands at that table, once the drawer has come to rest on its scale and the camera has seen what lies there."""
    found = Hands(service.session, service.scale)
    assert service.scale is not None
    found.wait_for(lambda: service.scale.state().resting, "a drawer at rest")
    found.wait_for(lambda: not service.camera.looks_first, "a camera that has looked")
    return found


def to_the_generator(hands: Hands) -> None:
    """Frostpunk for two, played on to round 2, about to drop three cubes into the Generator."""
    hands.session.start("frostpunk", "Saturday", ["Anna", "Ben"], A_NEW_HOME, "Anna")
    hands.answer("all_set_up", food=0, leader="seat1")
    hands.answer_until("generator.drop", generator_cubes={"move": "tell_cubes", "cubes": 3}, **QUIET)


@pytest.fixture
def at_the_generator(service: Service, hands: Hands) -> Hands:
    """Hands about to drop three cubes, the scale's zero taken."""
    to_the_generator(hands)
    scale = service.scale
    assert scale is not None
    hands.wait_for(lambda: scale.state().sure and scale.state().count == 0, "the scale's zero")
    return hands
