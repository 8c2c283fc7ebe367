"""What a phone is told that has not joined, route by route: a route that is not decided on here fails."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.api.game import Move, Urgency
from companion.api.readings import CardSeen
from companion.api.text import T
from companion.status.health import device
from web.guard import OPEN

from .card_photos import card_photo
from .household import CODE, Household
from .phones import Phone

JOINED = "joined"  # 401 for everybody else
# Every route that can be read, with what an unjoined phone gets there: `JOINED`, or exactly what is shown to it.
ROUTES: dict[str, tuple[str, str]] = {
    "/": ("/", "the page"),
    "/join": ("/join", "the page"),
    "/wall": ("/wall", "the page for the wall"),
    "/texts": ("/texts", "its words"),
    "/assets/<digest>/<path:name>": ("/assets/0/app.js", "its scripts"),
    "/favicon.ico": ("/favicon.ico", "its icon"),
    "/manifest.webmanifest": ("/manifest.webmanifest", "its name"),
    "/secure": ("/secure", "how to trust the companion"),
    "/authority.crt": ("/authority.crt", "what to trust"),
    "/service-worker.js": ("/service-worker.js", "the page without a connection"),
    "/games/<name>/icons.svg": ("/games/lighthouse/icons.svg", "its game's icons"),
    "/games/<name>/look.css": ("/games/lighthouse/look.css", "its game's colours"),
    "/games/<name>/picture.svg": ("/games/lighthouse/picture.svg", "its game's picture"),
    "/sounds/<name>.wav": ("/sounds/turn.wav", JOINED),
    "/live": ("/live?tab=x&wanted=adjustables,phones,scale,trace,pile,scan,table,health,voice", "the table"),
    "/api/screen": ("/api/screen", "the table"),
    "/api/history": ("/api/history", "without names"),
    "/api/story": ("/api/story", "without names"),
    "/api/rules": ("/api/rules?game=lighthouse&q=M017", "as printed"),
    "/api/rules/<id>": ("/api/rules/lamp.feed?game=lighthouse", "as printed"),
    "/api/cards/<path:code>": ("/api/cards/M017?game=lighthouse", "as printed"),
    "/api/phones/me": ("/api/phones/me", "null"),
    "/invite.svg": ("/invite.svg", JOINED),
    "/api/phones": ("/api/phones", JOINED),
    "/api/evenings": ("/api/evenings", JOINED),
    "/api/evenings/<id>/export": ("/api/evenings/{evening}/export", JOINED),
    "/healthz": ("/healthz", "which parts are well"),
    "/metrics": ("/metrics", JOINED),
    "/api/support.zip": ("/api/support.zip", JOINED),
    "/api/backups": ("/api/backups", JOINED),
    "/api/versions": ("/api/versions", JOINED),
    "/api/campaigns": ("/api/campaigns", JOINED),
    "/api/card-offers": ("/api/card-offers", JOINED),
    "/api/backups/new.zip": ("/api/backups/new.zip", JOINED),
    "/api/games": ("/api/games", JOINED),
    "/api/games/<name>/setup": ("/api/games/lighthouse/setup?players=2", JOINED),
    "/api/board": ("/api/board?game=lighthouse", JOINED),
    "/api/card-texts": ("/api/card-texts?game=lighthouse", JOINED),
    "/api/card-texts/<path:code>": ("/api/card-texts/M017?game=lighthouse", JOINED),
    "/api/card-texts/export.zip": ("/api/card-texts/export.zip?game=lighthouse", JOINED),
    "/api/cards/<path:code>/picture": ("/api/cards/M017/picture?game=lighthouse", JOINED),
    "/api/photo/places/<ticket>": ("/api/photo/places/1", JOINED),
    "/api/scan/picture": ("/api/scan/picture", JOINED),
    "/api/scan/sightings/<int:number>/picture": ("/api/scan/sightings/1/picture", JOINED),
    "/api/scan/wrong": ("/api/scan/wrong", JOINED),
    "/api/scan/wrong.zip": ("/api/scan/wrong.zip", JOINED),
    "/api/scan/wrong/<id>/picture": ("/api/scan/wrong/1/picture", JOINED),
    "/api/scan/checks": ("/api/scan/checks", JOINED),
    "/api/scan/checks/export": ("/api/scan/checks/export", JOINED),
    "/api/scale/calibrations": ("/api/scale/calibrations", JOINED),
    "/api/scale/export": ("/api/scale/export", JOINED),
    "/api/scale/recording.csv": ("/api/scale/recording.csv", JOINED),
}
# Whatever the owner or a joined phone has put in; none of it may reach a phone that has not joined.
SECRETS = {
    "a phone's name": "Zebedee",
    "a note on a card": "Bent corner",
    "a card's own text": "Fog from the north",
    "what is printed on a card": "Leaking cans",
    "the name that the owner gave a card": "Whispering Gull",
    "the pairing code": CODE,
    "another evening": "Wednesday of secrets",
    "a device's trouble": "/dev/video7",
}


@pytest.fixture
def lived_in(house: Household) -> Household:
    """A household in which a joined phone has left everything that a stranger must not read."""
    house.secure.port = 8443
    phone = Phone(house)
    phone.join("Zebedee")
    house.begin(name="Wednesday of secrets")
    house.session.close()
    house.begin()
    phone.post("/api/play", {"move": "feed", "args": {"oil": 2}, "seen": phone.version})
    phone.post("/api/correct", {"name": "dark", "value": 5, "seen": phone.version})
    house.session.undo("Zebedee", 1)
    house.session.report(CardSeen("card_id", "M021", True, 0.99), "camera")
    house.session.play(Move("draw", {"card": "M017"}), "Zebedee")
    house.health.put(device("camera", "trouble of /dev/video7"))
    assert (
        phone.post("/api/cards/note", {"game": "lighthouse", "code": "M017", "note": "Bent corner"}).status_code == 200
    )
    house.store.put("board.lighthouse", "card.M017", "name: Whispering Gull\nFog from the north")
    photo = {"data": b"\xff\xd8jpeg", "content_type": "image/jpeg", "json": None}
    assert phone.post("/api/cards/M017/picture?game=lighthouse", **photo).status_code == 200
    printed = {"data": card_photo(), "content_type": "image/jpeg", "json": None}
    assert phone.post("/api/card-texts/photo?game=lighthouse", **printed).status_code == 200
    told = phone.get("/api/cards/M017?game=lighthouse").json
    assert (told["note"], told["title"], told["picture"]["card"]) == ("Bent corner", "Whispering Gull", "M017")
    return house


def streamed(phone: Phone, path: str) -> dict[str, Any]:
    """Everything that a stream sends until it has nothing more to say."""
    found: dict[str, Any] = {}
    for message in phone.client.get(path).response:
        if message.startswith(b"event: beat"):
            return found
        if message.startswith(b"event: state"):
            found |= json.loads(message.partition(b"data: ")[2])
    return found


def test_every_route_is_decided_on(house: Household) -> None:
    """A new route that can be read must be put into the table above (and into docs/http-api.md)."""
    gets = {str(rule) for rule in house.app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert gets == set(ROUTES)


def test_every_open_route_is_in_the_table(house: Household) -> None:
    """The guard lets strangers through exactly where the table says that they are shown something, and to join."""
    opened = {str(rule) for rule in house.app.url_map.iter_rules() if rule.endpoint in OPEN}
    assert opened == {rule for rule, (_, shown) in ROUTES.items() if shown != JOINED} | {
        "/api/phones/join",
        "/api/demo",
    }


@pytest.mark.parametrize("rule", [rule for rule, (_, shown) in ROUTES.items() if shown == JOINED])
def test_what_is_for_joined_phones(lived_in: Household, rule: str) -> None:
    """A stranger is refused, by any method that reads, and told nothing but that it has not joined."""
    path = ROUTES[rule][0].format(evening=lived_in.session.screen().evening.id)  # type: ignore[union-attr]
    stranger = Phone(lived_in)
    answer = stranger.get(path)
    assert (answer.status_code, set(answer.json), answer.json["kind"]) == (401, {"error", "kind"}, "unpaired")
    assert stranger.client.head(path).status_code == 401


@pytest.mark.parametrize("rule", [rule for rule, (_, shown) in ROUTES.items() if shown != JOINED and rule != "/live"])
def test_what_strangers_read_holds_no_secret(lived_in: Household, rule: str) -> None:
    """Of what joined phones and the owner have put in, nothing stands in what a stranger may read."""
    answer = Phone(lived_in).get(ROUTES[rule][0])
    assert answer.status_code == 200
    for what, secret in SECRETS.items():
        assert secret not in answer.text, what


@pytest.mark.parametrize("query", ["gull", "whispering", "fog", "M017", "cans", "card.M017", "bent corner"])
def test_searching_finds_no_secret(lived_in: Household, query: str) -> None:
    """A stranger's search finds cards as they are printed, not by what the owner wrote of them."""
    found = Phone(lived_in).get(f"/api/rules?game=lighthouse&q={query}").text
    for what in (
        "a note on a card",
        "a card's own text",
        "what is printed on a card",
        "the name that the owner gave a card",
    ):
        assert SECRETS[what] not in found


def test_a_card_as_it_is_printed(lived_in: Household) -> None:
    """A stranger reads of a card what its kind is, and nothing of what the owner keeps of it."""
    assert Phone(lived_in).get("/api/cards/M017?game=lighthouse").json == {
        "code": "M017",
        "kind": "morning",
        "title": "Morning card",
        "what": "What dawn brings.",
        "now": "Read it aloud.",
        "rule": "lamp.feed",
        "note": "",
        "own": "",
        "fact": "",
        "text": "",
        "pictured": "",
        "unseen": False,
    }


TABLE = {"joined", "version", "evening", "prompts", "ending", "last", "orders", "where", "panels", "captions", "count"}
SEEN: dict[str, Callable[[Phone], dict[str, Any]]] = {
    "screen": lambda phone: phone.get("/api/screen?wanted=adjustables,phones").json or {},
    "stream": lambda phone: streamed(phone, ROUTES["/live"][0]),
}


@pytest.mark.parametrize("way", SEEN)
def test_the_table_and_nothing_else(lived_in: Household, way: str) -> None:
    """A stranger's screen and stream hold what lies on the table and is said there: no names in the history, nothing to
    tap or correct, no sensor's notice, no device, no voice's settings, whatever it asks for."""
    lived_in.app.live.beat_s = 0.0
    lived_in.say(T("The lamp is lit."), Urgency.PLAIN)
    told = SEEN[way](Phone(lived_in))
    assert {name for name in told if not name.startswith("panel:")} == TABLE
    assert told["joined"] is False
    assert [prompt["offers"] for prompt in told["prompts"]] == [[] for _ in told["prompts"]]
    assert told["prompts"][0]["do"]
    assert set(told["last"]) == {"number", "kind", "label", "facts", "at", "undone"}
    assert told["evening"]["players"] == ["Ada", "Ben"]
    assert told["captions"][-1]["text"] == "The lamp is lit."
    for what, secret in SECRETS.items():
        assert secret not in json.dumps(told), what


@pytest.mark.parametrize("way", SEEN)
def test_a_joined_phone_is_told_all(lived_in: Household, way: str) -> None:
    """The same request from a joined phone brings who did what, what may be tapped, notices and devices."""
    lived_in.app.live.beat_s = 0.0
    phone = Phone(lived_in)
    phone.join("Ada")
    told = SEEN[way](phone)
    assert told["joined"] is True
    assert {"notices", "devices", "voice", "can", "undoes", "adjustables", "table"} <= set(told)
    assert told["last"]["by"] == "Zebedee"
    assert any(prompt["offers"] for prompt in told["prompts"])


def test_history_and_story_without_names(lived_in: Household) -> None:
    """What happened may be read by anybody at the table; by whom, only by who has joined."""
    stranger, joined = Phone(lived_in), Phone(lived_in)
    joined.join("Ada")
    for path, key in (("/api/history", "steps"), ("/api/history?before=3", "steps"), ("/api/story", "decisions")):
        without, whole = stranger.get(path).json[key], joined.get(path).json[key]
        assert whole
        assert all("by" in one for one in whole)
        assert without == [{name: value for name, value in one.items() if name != "by"} for one in whole]


def test_other_evenings_stories_are_for_joined_phones(lived_in: Household) -> None:
    """A stranger may read the story of the evening that lies on the table and of no other."""
    other = next(one.id for one in lived_in.session.evenings() if one.name == SECRETS["another evening"])
    assert Phone(lived_in).get(f"/api/story?evening={other}").status_code == 401


def test_a_stream_that_was_a_guests_stays_one(lived_in: Household) -> None:
    """Joining does not widen a stream that is open already; the page opens a new one."""
    lived_in.app.live.beat_s = 0.0
    phone = Phone(lived_in)
    stream = phone.client.get("/live?tab=x").response
    phone.join("Ada")
    lived_in.session.play(Move("feed", {"oil": 1}), "Zebedee")
    for message in stream:
        assert b"Zebedee" not in message
        if message.startswith(b"event: beat"):
            break
