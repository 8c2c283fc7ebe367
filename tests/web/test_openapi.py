"""docs/openapi.yaml: about the routes that there are, and true of what they answer; and both descriptions are valid."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.playthroughs.test_random_evenings import GAMES, begun
from web.encode import screen_parts
from web.guard import OPEN
from web.live import BEAT

from . import beacons, islands, lighthouse
from .card_photos import card_photo
from .household import Household
from .openapi import TABLE, VENUE, Described, NotAsDescribed, events, needs_phone, routes_of, written
from .phones import ORIGIN, Phone
from .whole_house import AS_PHOTO, WholeHouse

JSON = {"Content-Type": "application/json"}
STREAM = "/live?tab=x&wanted=scale,trace,pile,phones"
EXTRA = {"scale", "trace", "pile", "phones"}
TEST_GAMES = {one.name: one for one in (lighthouse.GAME, islands.GAME, beacons.GAME)}


@pytest.fixture
def whole(tmp_path: Path) -> Iterator[WholeHouse]:
    """A dashboard with everything."""
    whole = WholeHouse(tmp_path / "data")
    yield whole
    whole.close()


# --- the document -----------------------------------------------------------------------------------------------------


both = pytest.mark.parametrize("described", [TABLE, VENUE], ids=repr)


@both
def test_the_document_is_valid(described: Described) -> None:
    """OpenAPI 3.1, with every reference leading somewhere."""
    from openapi_spec_validator import OpenAPIV31SpecValidator  # half a second of each process that collects tests

    assert described.document["openapi"].startswith("3.1")
    faults = OpenAPIV31SpecValidator(described.document).iter_errors()
    assert [f"{error.message} {list(error.absolute_path)}" for error in faults] == []


@both
def test_nothing_in_the_document_is_empty_by_mistake(described: Described) -> None:
    """In YAML a comma within `{…}` ends a text, and what follows it becomes a field without a value; `on` and `no` are
    truth values."""

    def look(node: Any, where: str) -> Iterator[str]:
        inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
        for name, value in inner:
            if value is None or not isinstance(name, str | int) or isinstance(name, bool):
                yield f"{where}/{name}"
            yield from look(value, f"{where}/{name}")

    assert list(look(written(described.path), "")) == []


@both
def test_every_component_is_used(described: Described) -> None:
    """Nothing is described that no request and no answer has."""
    text, components = described.path.read_text(encoding="utf-8"), written(described.path)["components"]
    named = {f"#/components/{kind}/{name}" for kind, some in components.items() for name in some}
    unused = {name for name in named if f"'{name}'" not in text and "/securitySchemes/" not in name}
    assert unused == set()


def test_every_route_stands_in_the_document(house: Household) -> None:
    """Each route with its methods, and no other; and the guard lets strangers in exactly where the document asks for no
    cookie."""
    assert TABLE.routes() == routes_of(house.app, OPEN)


def test_strangers_are_refused_as_described(whole: WholeHouse) -> None:
    """401 for whoever sends no cookie, wherever the document asks for one, and nothing changes."""
    stranger, before = Phone(whole.house), whole.everything()
    for name, operation in TABLE.operations.items():
        if needs_phone(operation):
            body = (
                b"M017"
                if name in ("read_photo", "add_card_picture", "add_card_text", "upload_backup", "import_cards")
                else {}
            )
            answer = ask(stranger, operation.method, re.sub(r"{\w+}", "1", operation.path), body)
            assert (answer.status_code, answer.json["kind"]) == (401, "unpaired"), name  # type: ignore[index]
            TABLE.conforms(name, answer.status_code, answer.headers, answer.data)
    assert whole.everything() == before


@both
def test_changes_need_the_own_page_and_a_type(described: Described) -> None:
    """Every operation that changes something asks for `Origin` and for a body, and says what it answers without."""
    for name, operation in described.operations.items():
        if operation.method == "get":
            continue
        told = operation.definition.raw
        assert {"$ref": "#/components/parameters/Origin"} in told["parameters"], name
        assert "requestBody" in told, name
        assert {"400", "403", "411", "413", "415", "500"} <= set(told["responses"]), name


# --- what is answered -------------------------------------------------------------------------------------------------


def test_every_answer_is_as_described(whole: WholeHouse) -> None:
    """An evening in which everything is done once: each operation is answered well, and as the document says."""
    done = set()
    for name, path, body in evening(whole):
        TABLE.good(name, ask(whole.phone, TABLE.operations[name].method, path, body))
        done.add(name)
    assert done == set(TABLE.operations) - {"watch"}  # which has tests of its own


def evening(whole: WholeHouse) -> Iterator[tuple[str, str, Any]]:
    """Operation, path and body of one request after the other."""
    yield from looking(whole)
    yield from playing(whole)
    yield from devices(whole)
    yield from managing(whole)


def looking(whole: WholeHouse) -> Iterator[tuple[str, str, Any]]:
    sighting = whole.spot.desk.state().sightings[0].number
    [wrong] = [one.id for one in whole.spot.wrong.all()]
    evening = whole.house.session.evenings()[0].id
    yield "show_page", "/", None
    yield "show_page_to_join", "/join", None
    yield "show_wall", "/wall", None
    yield "read_texts", "/texts", None
    yield "read_asset", "/assets/0/app.js", None
    yield "read_game_icons", "/games/lighthouse/icons.svg", None
    yield "read_game_colours", "/games/lighthouse/look.css?v=0", None
    yield "read_game_picture", "/games/lighthouse/picture.svg", None
    yield "read_cue", "/sounds/turn.wav", None
    yield "begin_demo", "/api/demo", {}
    yield "read_icon", "/favicon.ico", None
    yield "read_manifest", "/manifest.webmanifest", None
    yield "show_secure", "/secure", None
    yield "read_authority", "/authority.crt", None
    yield "read_service_worker", "/service-worker.js", None
    yield "read_screen", "/api/screen", None
    yield "read_history", "/api/history", None
    yield "read_history", "/api/history?before=2", None
    yield "read_story", "/api/story", None
    yield "read_own_phone", "/api/phones/me", None
    yield "read_phones", "/api/phones", None
    yield "read_invitation", "/invite.svg", None
    yield "read_games", "/api/games", None
    yield "read_setup", "/api/games/lighthouse/setup?players=2", None
    yield "read_evenings", "/api/evenings", None
    yield "export_evening", f"/api/evenings/{evening}/export", None
    yield "read_board", "/api/board", None
    yield "search_rules", "/api/rules", None
    yield "search_rules", "/api/rules?q=oil", None
    yield "search_rules", "/api/rules?q=M017", None
    yield "read_rule", "/api/rules/lamp.feed", None
    yield "read_card", "/api/cards/M017", None
    yield "read_card", "/api/cards/I%2F08", None
    yield "read_card_picture", "/api/cards/M017/picture", None
    yield "read_calibrations", "/api/scale/calibrations", None
    yield "export_calibrations", "/api/scale/export", None
    yield "read_recording", "/api/scale/recording.csv", None
    yield "read_scan_picture", "/api/scan/picture", None
    yield "read_scan_picture", "/api/scan/picture?after=1", None
    yield "read_sighting_picture", f"/api/scan/sightings/{sighting}/picture", None
    yield "read_wrong_reads", "/api/scan/wrong", None
    yield "read_wrong_picture", f"/api/scan/wrong/{wrong}/picture", None
    yield "export_wrong_reads", "/api/scan/wrong.zip", None
    yield "read_camera_checks", "/api/scan/checks", None
    yield "export_camera_checks", "/api/scan/checks/export", None
    yield "read_health", "/healthz", None
    yield "read_metrics", "/metrics", None
    yield "save_support_file", "/api/support.zip", None
    yield "read_backups", "/api/backups", None
    yield "save_backup", "/api/backups/new.zip", None
    yield "read_versions", "/api/versions", None
    yield "read_campaigns", "/api/campaigns", None
    yield "read_card_offers", "/api/card-offers", None


def playing(whole: WholeHouse) -> Iterator[tuple[str, str, Any]]:
    def seen() -> int:
        return whole.house.session.screen().version

    yield "play", "/api/play", {"move": "feed", "args": {"oil": 3}, "seen": seen()}
    yield "correct", "/api/correct", {"name": "dark", "value": 5, "seen": seen()}
    yield "undo", "/api/undo", {"seen": seen()}
    yield "tick_orders", "/api/orders", {"orders": ["12:do:0"], "done": True}
    yield "redo", "/api/redo", {"steps": 1, "seen": seen()}
    yield "tell_board", "/api/board", {"game": "lighthouse", "values": {"depth": 7, "buoy.A": "A reef"}, "seen": seen()}
    yield "read_board", "/api/board?game=lighthouse", None
    yield "write_note", "/api/cards/note", {"game": "lighthouse", "code": "M017", "note": "Bent"}
    yield "read_card", "/api/cards/M017", None
    yield "add_card_picture", "/api/cards/M018/picture?seen=&turned=1", AS_PHOTO["data"]
    yield "delete_card_picture", "/api/cards/M018/picture", {}
    yield "add_card_text", "/api/card-texts/photo?code=M017", card_photo()
    yield "read_card", "/api/cards/M017", None
    yield "propose_effects", "/api/card-texts/M017", None
    yield "card_verb", "/api/card-texts/do", {"do": "stop"}
    version = whole.house.texts.find("lighthouse", "M017").version  # type: ignore[union-attr]
    blocks = [{"kind": "title", "text": "Leaking cans"}]
    yield "correct_card_text", "/api/card-texts/M017", {"seen": version, "blocks": blocks}
    yield "name_card_text", "/api/card-texts/name", {"card": "M017", "code": "M018", "over": True}
    yield "let_camera_add_cards", "/api/card-texts/camera", {"add": True}
    yield "read_card_texts", "/api/card-texts", None
    yield "let_camera_add_cards", "/api/card-texts/camera", {"add": False}
    yield "export_cards", "/api/card-texts/export.zip", None
    yield "import_cards", "/api/card-texts/import", whole.phone.get("/api/card-texts/export.zip").data
    yield "delete_card_text", "/api/card-texts/M018", {}
    yield "read_photo", "/api/photo?for=play", b"M044"
    yield "take_photo_place", "/api/photo/places", {}
    place = ask(whole.phone, "post", "/api/photo/places", {}).json["place"]  # type: ignore[index]
    yield "ask_photo_place", f"/api/photo/places/{place}", None
    yield "leave_photo_place", f"/api/photo/places/{place}", {}
    yield "play", "/api/play", {"move": "put_out", "seen": seen()}
    yield "read_screen", "/api/screen", None


def devices(whole: WholeHouse) -> Iterator[tuple[str, str, Any]]:
    file = json.loads(whole.phone.get("/api/scan/checks/export").data)
    [wrong] = [one.id for one in whole.spot.wrong.all()]
    yield "set_voice", "/api/voice", {"rate": 200, "language": "en"}
    yield "set_voice", "/api/voice", {"own_voice": "en Hibari"}
    yield "set_timers", "/api/timers", {"turn_min": 3, "paused": True}
    yield "call_staff", "/api/staff", {"wanted": True}
    yield "voice_verb", "/api/voice/do", {"do": "repeat"}
    yield "table_verb", "/api/table", {"verb": "drop_cubes", "count": 3}
    yield "table_verb", "/api/table", {"verb": "show_card", "code": "M017"}
    yield "scale_verb", "/api/scale", {"do": "calibrate", "count": 40}
    yield "import_calibrations", "/api/scale/import", {}
    yield "pile_verb", "/api/pile", {"do": "bind", "adjustable": None, "by_itself": True}
    yield "scan_verb", "/api/scan", {"do": "torch", "on": True}
    yield "report_wrong_read", "/api/scan/wrong", {"sighting": 0, "right": "M001"}
    yield "delete_wrong_read", f"/api/scan/wrong/{wrong}", {}
    yield "delete_wrong_reads", "/api/scan/wrong", {}
    yield "import_camera_checks", "/api/scan/checks/import", file
    yield "read_screen", "/api/screen", None


def managing(whole: WholeHouse) -> Iterator[tuple[str, str, Any]]:
    session, pairing = whole.house.session, whole.house.app.pairing
    id = session.evenings()[-1].id
    file = json.loads(whole.phone.get(f"/api/evenings/{id}/export").data)
    yield "start_again", "/api/evenings/again", {"evening": id}
    yield "open_evening", "/api/evenings/open", {"evening": id}
    yield "rename_evening", "/api/evenings/rename", {"evening": id, "name": "Sunday"}
    yield "close_evening", "/api/evenings/close", {}
    yield "read_screen", "/api/screen", None
    yield "read_history", "/api/history", None
    yield "forget_evening", "/api/evenings/forget", {"evening": id}
    yield "remember_evening", "/api/evenings/remember", {"evening": id}
    yield "import_evening", "/api/evenings/import", file
    choices = {"weather": "calm"}
    yield (
        "start_evening",
        "/api/evenings/start",
        {"game": "lighthouse", "name": "New", "players": ["Ada"], "choices": choices},
    )
    yield "hand_over_evening", "/api/campaigns/hand-over", {"evening": id}
    yield "read_evenings", "/api/evenings", None
    yield "take_campaign", "/api/campaigns/take", {"campaign": "c1", "over": True}
    yield "take_card_offer", "/api/card-offers/take", {"game": "lighthouse", "source": "table-9"}
    yield "read_card_offers", "/api/card-offers", None
    yield "install_version", "/api/versions", {"do": "update"}
    yield "leave_safe_mode", "/api/safe/leave", {}
    yield "do_with_backups", "/api/backups", {"do": "make"}
    yield "read_backups", "/api/backups", None
    [kept] = whole.phone.get("/api/backups").json["kept"]  # type: ignore[index]
    yield "upload_backup", "/api/backups/upload", (whole.house.stick / kept["name"]).read_bytes()
    for verb in ("look", "drop", "look", "restore"):
        yield "do_with_backups", "/api/backups", {"do": verb, "name": kept["name"]}
    yield "invite", "/api/phones/invite", {}
    yield "join", "/api/phones/join", {"code": "", "name": "Cleo"}
    yield "rename_phone", "/api/phones/rename", {"name": "Dora"}
    own, other = (one.id for one in pairing.phones())
    yield "hand_over", "/api/phones/owner", {"id": other}
    yield "forget_phone", "/api/phones/forget", {"id": own}
    whole.phone.join(code=pairing.invite()[0].code)


def test_joining_is_as_described(house: Household) -> None:
    """Of a phone that was a stranger, as its cookie comes with the answer; and wrong codes, until it must wait."""
    answer = Phone(house).join()
    TABLE.good("join", answer)
    assert answer.headers["Set-Cookie"].startswith("companion=")
    refused = [Phone(house).join(code="000000") for _ in range(7)]
    assert [one.status_code for one in refused] == [403] * 5 + [429] * 2
    for one in refused:
        TABLE.conforms("join", one.status_code, one.headers, one.data)


@pytest.mark.parametrize("joined", [True, False])
@pytest.mark.parametrize("game", TEST_GAMES)
def test_the_stream_is_as_described(tmp_path: Path, game: str, joined: bool) -> None:
    """Every part of it, with every kind of ask and widget; put together it is a whole screen."""
    house = Household(tmp_path / "data", game=TEST_GAMES[game])
    house.app.live.beat_s = 0.0
    house.begin()
    phone = Phone(house)
    if joined:
        phone.join()
    stream = phone.client.get(STREAM)
    told = b"".join(takewhile(lambda message: not message.startswith(b"event: beat"), stream.response))  # type: ignore[arg-type,union-attr]
    stream.close()
    TABLE.conforms("watch", stream.status_code, stream.headers, told + BEAT)
    parts = {name: part for one in events(told) for name, part in json.loads(one["data"]).items()}
    assert set(parts) & EXTRA == (EXTRA if joined else set())
    TABLE.conforms("read_screen", 200, JSON, json.dumps(parts).encode())
    house.close()


@pytest.mark.parametrize("game", sorted(GAMES))
@settings(
    max_examples=3, deadline=None, derandomize=True, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)
@given(data=st.data())
def test_screens_of_the_games_are_as_described(game: str, data: st.DataObject) -> None:
    """Whatever comes up in an evening of a real game."""
    with begun(GAMES[game], data) as (session, player):
        for _ in range(8):
            parts = {**screen_parts(session.screen(), str), "joined": True, "captions": []}
            TABLE.conforms("read_screen", 200, JSON, msgspec.json.encode(parts))
            if session.screen().ending is None:
                player.take_on(session, session.screen())


OWN = {"phone": {"id": "1", "name": "Ada", "since": 1.0}}


@pytest.mark.parametrize(
    ("status", "headers", "content"),
    [
        (200, JSON, {**OWN, "more": 1}), (200, JSON, {"phone": {**OWN["phone"], "more": 1}}), (200, JSON, {}),
        (200, JSON, {"phone": {**OWN["phone"], "since": "now"}}), (200, {"Content-Type": "text/html"}, OWN),
        (200, {}, OWN), (418, JSON, OWN), (500, JSON, {"error": "Oh.", "kind": "bad"}), (500, JSON, {"error": "Oh."}),
    ],
)  # fmt: skip
def test_what_is_not_described_is_noticed(status: int, headers: dict[str, str], content: Any) -> None:
    """These tests would not pass over a field, a status, a kind or a type that the document does not have."""
    TABLE.conforms("read_own_phone", 200, JSON, json.dumps(OWN).encode())
    with pytest.raises(NotAsDescribed):
        TABLE.conforms("read_own_phone", status, headers, json.dumps(content).encode())


def ask(phone: Phone, method: str, path: str, body: Any) -> TestResponse:
    """Send one request as the page would."""
    if method == "get":
        return phone.get(path)
    kind = "application/zip" if path in ("/api/backups/upload", "/api/card-texts/import") else "image/jpeg"
    sent = {"data": body, "content_type": kind} if isinstance(body, bytes) else {"json": body}
    return phone.client.open(path, method=method.upper(), headers={"Origin": ORIGIN}, buffered=True, **sent)
