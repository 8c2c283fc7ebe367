"""The table told to a home: by a real broker, over TLS, through its absence, and by a process that is killed."""

from __future__ import annotations

import random
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.api.game import IllegalMove
from companion.api.refusals import Refused
from companion.app.home import HomeService
from companion.app.settings import MqttSettings
from companion.home import link
from companion.library.registry import find
from companion.library.sounds import read_sounds
from companion.session.session import Session
from companion.speech.narrator import Narrator, VoiceState
from companion.status.health import HealthBoard, device
from companion.storage.log import Log
from companion.testing import RandomPlayer
from companion.testing.playscript import Player
from companion.testing.script import parse
from tests.companion.home.mosquitto import PASSWORD, USER, Broker, Heard, needs_mosquitto, wait_for
from tests.companion.speech.test_narrator import Remembering
from tests.companion.toy_game import GAME, fuel_move, labels
from web.certificates import Authority

ROOT = Path(__file__).parents[3]
EVENINGS = ROOT / "tests" / "playthroughs"
SOUNDS: Mapping[str, Mapping[str, str]] = {
    **{name: read_sounds(one.folder) for name, one in find().items()},
    "boiler": {"coal_burnt": "breakdown"},
}
GAMES = {**{name: one.game for name, one in find().items()}, "boiler": GAME}
VOICE = VoiceState(muted=False, rate=160, volume=1.0, language="en")
TELLS = ("companion.home.table", "companion.status.health")


class Table:
    """A session, a voice and the home's part, as the service has them."""

    def __init__(self, log: Log, settings: MqttSettings, session: Session | None = None) -> None:
        self.session = session or Session(log, GAMES, dice=random.Random(1))
        self.board, self.log = HealthBoard(), log
        self.board.put(device("drawer", "connected"))
        self.narrator = Narrator(Remembering(), VOICE, log)
        self.home = HomeService(
            settings,
            self.session,
            self.narrator,
            self.board,
            log,
            GAMES,
            lambda game: SOUNDS[game],
            lambda: "http://a:1",
            log.sync,
        )

    @property
    def topic(self) -> str:
        return f"table-companion/{self.log.get('home', 'id')}"

    @property
    def broker(self) -> str:
        """How it stands with the broker, as a word for the state and in words."""
        return next((f"{one.state}: {one.words}" for one in self.board.health() if one.name == "mqtt"), "")

    @contextmanager
    def told(self) -> Iterator[None]:
        self.home.start()
        try:
            yield
        finally:
            self.home.stop()


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long between two tries."""
    monkeypatch.setattr(link, "FIRST_WAIT_S", 0.1)
    monkeypatch.setattr(link, "LONGEST_WAIT_S", 0.3)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    log = Log(tmp_path / "data", durable=False)
    yield log
    log.close()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    broker = Broker(tmp_path)
    broker.start()
    yield broker
    broker.kill()


def settings(tmp_path: Path, port: int, password: str = PASSWORD) -> MqttSettings:
    file = tmp_path / "password"
    file.write_text(f"{password}\n", encoding="utf-8")
    file.chmod(0o600)
    return MqttSettings(broker="127.0.0.1", port=port, user=USER, password_file=str(file))


def begin(table: Table) -> None:
    table.session.start("boiler", "Friday", ["Anna", "Bert"], {"level": "easy"}, by="Anna")


def states(heard: list[Heard]) -> list[Any]:
    return [one.document for one in heard if one.topic.endswith("/state")]


# --- without a broker -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_nothing_of_it_is_loaded_unless_a_broker_is_named(tmp_path: Path):
    """A fresh companion that runs without one has imported neither paho nor what stands on it; with one, both."""
    program = f"""
import sys
from pathlib import Path
from companion.app.service import Service
from companion.app.settings import MqttSettings, Settings
def loaded(broker):
    service = Service(Settings(mqtt=MqttSettings(broker=broker)), data=Path({str(tmp_path)!r}), port=0)
    service.home.start()
    service.stop()
    return [name for name in ("paho", "companion.home.link") if name in sys.modules]
print(loaded(""), loaded("127.0.0.1"))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[] ['paho', 'companion.home.link']\n"


GREETED = b"\x20\x03\x00\x00\x00"  # as a broker of MQTT 5 greets


@contextmanager
def answering(greeting: bytes) -> Iterator[int]:
    """A port where something answers so, and hangs up unless it is a broker."""
    with socket.create_server(("127.0.0.1", 0)) as server, ExitStack() as calls:

        def answer() -> None:
            with suppress(OSError):
                while True:
                    there, _ = server.accept()
                    calls.callback(there.close)
                    there.recv(1000)
                    there.sendall(greeting)
                    if not greeting.startswith(GREETED):
                        there.close()

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
        thread.join()


@pytest.mark.parametrize(
    ("greeting", "more", "words"),
    [
        (None, {}, "absent: No broker answers at 127.0.0.1:"),
        (None, {"broker": "no-such-broker.invalid"}, "absent: There is no machine called no-such-broker.invalid"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", {}, "trouble: What answers at 127.0.0.1:"),
        (b"\x20\x05\x00\x01\x00\xff\xff" * 50, {}, "trouble: "),
        (b"\x20\x02\x00\x01", {}, "trouble: The broker 127.0.0.1:"),  # a broker of MQTT 3.1.1
        (GREETED + b"\xe0\x02\x8e\x00", {}, "trouble: Another companion uses this one's name"),
        (GREETED + b"\x90\x04\x00\x01\x00\x87", {}, "trouble: The broker 127.0.0.1:"),  # no leave to listen
        (b"hello\n", {"tls": True}, "trouble: The broker 127.0.0.1:"),
        (None, {"ca_file": "/nowhere/ca.pem"}, "trouble: /nowhere/ca.pem cannot be read as a certificate"),
        (None, {"password_file": "/nowhere/password"}, "trouble: The file with the broker's password is not there"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    log: Log, tmp_path: Path, greeting: bytes | None, more: dict[str, Any], words: str, caplog: pytest.LogCaptureFixture
):
    """On the page, and once in the log, without the password; the table plays on."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        nobody = free.getsockname()[1]
    with nullcontext(nobody) if greeting is None else answering(greeting) as port:
        table = Table(log, replace(settings(tmp_path, port), **more))
        with table.told():
            wait_for(lambda: table.broker.startswith(words), words)
            begin(table)
            table.session.play(fuel_move(1), "Anna")
    told = [one for one in caplog.records if one.name in TELLS and one.levelname == "WARNING"]
    assert len(told) == 1 or (greeting or b"").startswith(GREETED)
    assert PASSWORD not in caplog.text


@pytest.mark.parametrize(
    ("mode", "text", "words"),
    [(0o644, PASSWORD, "Others on this machine may read the broker's password"), (0o600, "\n", "is empty")],
)
def test_a_password_is_nobody_elses(log: Log, tmp_path: Path, mode: int, text: str, words: str):
    """A file that others may read is not used; mended, it is, without another start."""
    table = Table(log, settings(tmp_path, 1))
    file = tmp_path / "password"
    file.write_text(text, encoding="utf-8")
    file.chmod(mode)
    with table.told():
        wait_for(lambda: words in table.broker, "the words")
        file.write_text(PASSWORD, encoding="utf-8")
        file.chmod(0o600)
        wait_for(lambda: "No broker answers" in table.broker, "the next try")


# --- with a broker ----------------------------------------------------------------------------------------------------


@needs_mosquitto
@pytest.mark.slow
def test_a_press_is_played_once_and_named(log: Log, tmp_path: Path, broker: Broker):
    """By user and password; a retained press, a huge one and one of a button that is not allowed are left out; Home
    Assistant's start brings all of it again; at the end the table is offline."""
    table = Table(log, replace(settings(tmp_path, broker.port), buttons=("next", "mute")))
    begin(table)
    with broker.listening("#") as heard:
        broker.say(f"{table.topic}/command/next", "PRESS", "-r")  # before the table is there
        with table.told():
            version = wait_for(lambda: states(heard()), "a state")[-1]["version"]
            press = f'{{"seen": {version}}}'
            broker.say(f"{table.topic}/command/next", press, "-r")
            broker.say(f"{table.topic}/command/next", "x" * 1_000_000)
            broker.say(f"{table.topic}/command/undo", press)
            for _ in range(3):
                broker.say(f"{table.topic}/command/next", press, "-q", "1")
            broker.say(f"{table.topic}/command/mute", "ON")
            wait_for(lambda: states(heard())[-1]["muted"], "the voice muted")
            assert [one for one in labels(table.session) if one.startswith("Home")] == [
                "Home Assistant: Fuelled with 1 coal"
            ]
            documents = [one for one in heard() if one.topic.startswith("homeassistant/device/")]
            before = len(states(heard()))
            broker.say("homeassistant/status", "online")
            wait_for(lambda: len(states(heard())) > before, "the state again")
            again = [one for one in heard() if one.topic.startswith("homeassistant/device/")]
            assert [one.document for one in again] == [one.document for one in documents] + [documents[-1].document]
        ends = f"{table.topic}/availability"
        wait_for(lambda: [one.payload for one in heard() if one.topic == ends] == ["online", "offline"], "the end")
    assert table.broker.startswith("ok: Connected")


@needs_mosquitto
@pytest.mark.slow
def test_a_wrong_password_is_said_and_tried_again(log: Log, tmp_path: Path, broker: Broker):
    """The right one, written into the file, comes in without another start."""
    table = Table(log, settings(tmp_path, broker.port, "wrong"))
    with table.told():
        wait_for(lambda: "refuses this user or password" in table.broker, "the refusal")
        settings(tmp_path, broker.port)
        wait_for(lambda: table.broker.startswith("ok"), "the connection")


@needs_mosquitto
@pytest.mark.slow
def test_tls_by_an_authority_of_ones_own(log: Log, tmp_path: Path):
    """Trusted where it is named; where it is not, the table says so and is not connected."""
    folder = tmp_path / "authority"
    authority = Authority.make(folder, "Home", ["localhost"], datetime.now(UTC))
    server, ca = authority.issue(["localhost"], datetime.now(UTC)), tmp_path / "ca.pem"
    ca.write_text(ssl.DER_cert_to_PEM_cert(authority.der), encoding="ascii")
    broker = Broker(tmp_path, server)
    broker.start()
    try:
        known = replace(settings(tmp_path, broker.port), broker="localhost", ca_file=str(ca))
        stranger = Table(log, replace(known, ca_file="", tls=True))
        with stranger.told():
            wait_for(lambda: "is not trusted" in stranger.broker, "the doubt")
        table = Table(log, known)
        with table.told():
            wait_for(lambda: table.broker.startswith("ok"), "the connection")
        plain = Table(log, settings(tmp_path, broker.port))
        with plain.told():
            wait_for(lambda: "is no MQTT broker" in plain.broker, "no answer without TLS")
    finally:
        broker.kill()


@needs_mosquitto
@pytest.mark.slow
def test_a_broker_that_was_gone_gets_what_is_now(
    log: Log, tmp_path: Path, broker: Broker, caplog: pytest.LogCaptureFixture
):
    """Killed and back, with nothing of its memory: the present state and the document, no event of the time between."""
    table = Table(log, settings(tmp_path, broker.port))
    begin(table)
    with table.told(), pytest.MonkeyPatch.context() as patched:
        patched.setattr("companion.home.publisher.FRESH_S", 0.0)  # what waits at all waits for an hour
        wait_for(lambda: table.broker.startswith("ok"), "the connection")
        broker.kill()
        wait_for(lambda: "absent: The broker" in table.broker, "the loss")
        for _ in range(4):
            table.session.play(fuel_move(2), "Anna")
        broker.start()
        with broker.listening("#") as heard:
            wait_for(lambda: table.broker.startswith("ok"), "the connection again")
            newest = table.session.screen().version
            wait_for(lambda: newest in [one["version"] for one in states(heard())], "the present state")
            assert {one["version"] for one in states(heard())} == {newest}
            assert [one.levelname for one in caplog.records if one.name in TELLS] == ["WARNING"]
            assert [one for one in heard() if "/event/" in one.topic] == []


@needs_mosquitto
@pytest.mark.slow
def test_a_thousand_moves_are_told_in_order(log: Log, tmp_path: Path, broker: Broker):
    """Of a real game: each state newer than the one before, the last one there, no event twice."""
    table = Table(log, settings(tmp_path, broker.port))
    player = RandomPlayer(random.Random(1), words=("Anna",))
    events: list[int] = []
    table.session.subscribe(
        lambda update: events.extend(update.screen.version for one in update.facts if one.name in SOUNDS["torrenar"])
    )
    with table.told(), broker.listening("table-companion/#") as heard:
        table.session.start("torrenar", "Long", ["Ada", "Ben", "Cleo"], {}, by="Ada")
        moves = 0
        while moves < 1000:
            screen = table.session.screen()
            with suppress(IllegalMove, Refused):
                if screen.prompts:
                    table.session.play(player.move(screen.prompts), "Ada")
                else:
                    table.session.undo("Ada", min(screen.can_undo, 20))
                moves += 1
        last = table.session.screen().version
        wait_for(lambda: states(heard()) and states(heard())[-1]["version"] == last, "the last state")
        versions = [one["version"] for one in states(heard())]
        told = [one.document["version"] for one in heard() if "/event/" in one.topic]
    assert all(earlier < later for earlier, later in pairwise(versions))
    assert len(versions) > 100
    assert told == events
    assert len(told) >= 1


@needs_mosquitto
@pytest.mark.slow
def test_a_table_that_is_killed_is_offline(tmp_path: Path, broker: Broker):
    """The broker says so, and keeps it for whoever asks later."""
    program = f"""
import time
from pathlib import Path
from companion.storage.log import Log
from tests.companion.app.test_home import Table, settings
home = Path({str(tmp_path)!r})
table = Table(Log(home / "data", durable=False), settings(home, {broker.port}))
table.home.start()
time.sleep(60)
"""
    process = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT)
    with broker.listening("table-companion/+/availability") as heard:
        wait_for(lambda: [one.payload for one in heard()] == ["online"], "the table")
        process.send_signal(signal.SIGKILL)
        process.wait()
        wait_for(lambda: [one.payload for one in heard()] == ["online", "offline"], "the last will")
    with broker.listening("table-companion/+/availability") as heard:
        wait_for(lambda: [(one.payload, one.retained) for one in heard()] == [("offline", True)], "what is kept")


# --- the automation of the docs ---------------------------------------------------------------------------------------


def automation() -> dict[str, Any]:
    """The automation that docs/home-assistant.md has for lights at a breakdown."""
    text = (ROOT / "docs" / "home-assistant.md").read_text(encoding="utf-8")
    block = next(one for one in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL) if "breakdown" in one)
    found: dict[str, Any] = yaml.safe_load(block)
    return found


def acted_out(heard: list[Heard]) -> list[dict[str, Any]]:
    """What Home Assistant would do: an event entity's state is the time of its newest event, and a state trigger fires
    when it changes to something that is not left out."""
    rule, done = automation(), []
    (trigger,) = rule["triggers"]
    assert (trigger["trigger"], set(trigger)) == ("state", {"trigger", "entity_id", "not_from", "not_to"})
    components: dict[str, Any] = {}
    state = "unknown"
    for number, one in enumerate(heard):
        if one.topic.startswith("homeassistant/device/"):
            components = {found.get("default_entity_id"): found for found in one.document["cmps"].values()}
        entity = components.get(trigger["entity_id"])
        if entity is None or one.topic != entity["state_topic"] or one.retained:
            continue
        assert one.document["event_type"] in entity["event_types"]
        before, state = state, f"2026-11-27T20:00:{number:02}"
        if before not in trigger["not_from"] and state not in trigger["not_to"]:
            done.append(rule["actions"][0])
    return done


@needs_mosquitto
@pytest.mark.slow
def test_lights_turn_red_at_a_breakdown(log: Log, tmp_path: Path, broker: Broker):
    """The golden evening breaks down twice: the docs' automation, acted out by a listener, does its part twice."""
    script = parse((EVENINGS / "frostpunk" / "first_breakdown.evening").read_text(encoding="utf-8"))
    player = Player(script, GAMES, log)
    table = Table(log, settings(tmp_path, broker.port), player.session)
    with table.told(), broker.listening("#") as heard:
        wait_for(lambda: states(heard()), "the first state")
        for _ in player.play():
            pass
        wait_for(lambda: any(one.topic.endswith("/event/lost") for one in heard()), "the end")
        done = acted_out(heard())
    assert [one["action"] for one in done] == ["light.turn_on", "light.turn_on"]
    assert done[0]["data"]["rgb_color"] == [255, 0, 0]
