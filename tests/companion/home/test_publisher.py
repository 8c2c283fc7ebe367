"""What is published when: the newest state once, the document when it changes, events while they are fresh."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import jinja2

from companion.home.publisher import MOST_EVENTS, Publisher
from companion.session.session import Session
from companion.status.health import HealthBoard, device
from companion.storage.log import Log
from tests.companion.toy_game import fuel_move

from .conftest import TOPICS, Home

CONFIG, STATE = TOPICS.config, TOPICS.state
# What Home Assistant's schemas know, read in its sources (homeassistant/components/mqtt: schemas.py, sensor.py,
# event.py, binary_sensor.py, button.py, switch.py); other keys of a component would be left out without a word.
COMMON = {"p", "name", "icon", "unique_id", "default_entity_id", "entity_category",
          "json_attributes_topic", "json_attributes_template"}  # fmt: skip
KEYS = {
    "sensor": COMMON | {"state_topic", "value_template", "state_class", "device_class"},
    "binary_sensor": COMMON | {"state_topic", "value_template", "device_class"},
    "event": COMMON | {"state_topic", "event_types", "value_template"},
    "button": COMMON | {"command_topic", "command_template"},
    "switch": COMMON | {"state_topic", "command_topic", "value_template"},
}
WANTED = {"event": {"state_topic", "event_types"}, "button": {"command_topic"}, "switch": {"command_topic"}}


def begin(home: Home, name: str = "Friday") -> None:
    home.session.start("boiler", name, ["Anna", "Bert"], {"level": "easy"}, by="Anna")


def shown(component: dict[str, Any], state: dict[str, Any]) -> str:
    """What Home Assistant makes of a component's template."""
    return jinja2.Environment().from_string(component["value_template"]).render(value_json=state)


def test_the_state_is_one_document(home: Home):
    """Game, where, who, what to do, its numbers and the devices; names and words in the house's language."""
    begin(home)
    home.listen()
    state = home.newest(STATE)
    assert state["game_id"] == "boiler"
    assert (state["players"], state["asked"], state["prompt_id"]) == (["Anna", "Bert"], "Everybody", "fuel")
    assert state["prompt"] == "Fuel the boiler, or draw a card."
    assert state["numbers"] == {"heat": 0}
    assert state["devices"]["drawer"] == {"state": "ok", "problem": False, "words": "Connected."}
    assert state["devices"]["camera"]["problem"] is False
    home.board.put(device("drawer", "lost"))
    home.listen()
    assert home.newest(STATE)["devices"]["drawer"]["problem"] is True


def test_the_document_is_as_home_assistant_wants_it(home: Home):
    """Every component's keys are known to its platform, the ids are unique, the templates say what the state holds."""
    begin(home)
    home.session.play(fuel_move(3), "Anna")
    home.listen()
    document, state = home.newest(CONFIG), home.newest(STATE)
    assert set(document) == {"dev", "o", "availability_topic", "state_topic", "cmps"}
    assert set(document["dev"]) == {"ids", "name", "mf", "mdl", "sw", "cu"}
    assert document["o"]["name"]
    components = document["cmps"]
    assert [one for one in components.values() if set(one) - KEYS[one["p"]]] == []
    assert [one for one in components.values() if WANTED.get(one["p"], set()) - set(one)] == []
    assert all(re.fullmatch("[a-z0-9_]+", id) for id in components)
    assert len({one["unique_id"] for one in components.values()}) == len(components)
    assert all(one["default_entity_id"].startswith(f"{one['p']}.table_companion_") for one in components.values())
    said = {id: shown(one, state) for id, one in components.items() if "value_template" in one}
    assert said["boiler_heat"] == "3"
    assert said["prompt"] == "Drop 5 cubes."
    assert (said["phase"], said["round"], said["drawer"]) == ("unknown", "None", "OFF")
    assert components["event_breakdown"]["event_types"] == ["coal_burnt"]
    press = jinja2.Environment().from_string(components["next"]["command_template"])
    assert press.render(this={"attributes": {"version": 7}}) == '{"seen": 7}'
    assert press.render(this={"attributes": {}}) == '{"seen": 0}'


def test_a_long_prompt_fits_home_assistants_states(home: Home):
    """A state has at most 255 characters; the whole stands in the attributes."""
    home.listen()
    prompt = home.newest(CONFIG)["cmps"]["prompt"]
    state = {**home.newest(STATE), "prompt": "ł" * 400}
    assert shown(prompt, state) == "ł" * 255
    attributes = jinja2.Environment().from_string(prompt["json_attributes_template"]).render(value_json=state)
    assert attributes.count("\\u0142") + attributes.count("ł") == 400


def test_only_the_newest_state_is_told_and_never_twice(home: Home):
    """Ten moves between two looks are one state; what changes nothing is not told again."""
    begin(home)
    assert [topic for topic, _ in home.listen()] == [CONFIG, STATE]
    for _ in range(3):
        home.session.play(fuel_move(1), "Anna")
    told = home.listen()
    assert [topic for topic, _ in told if topic == STATE] == [STATE]
    assert told[0][1]["version"] == home.session.screen().version
    home.publisher.changed()
    assert home.listen() == []


def test_nothing_is_told_before_it_is_saved(session: Session, publisher_of: Callable[..., Publisher]):
    """State and events wait for the disk, once for all that is told together; where nothing is, nobody waits."""
    order: list[str] = []
    publisher = publisher_of(session, HealthBoard(), [100.0], lambda: order.append("saved"))
    session.subscribe(publisher.hear)
    publisher.connected()
    session.start("boiler", "Friday", ["Anna"], {"level": "easy"}, by="Anna")
    session.play(fuel_move(2), "Anna")
    for one in publisher.due():
        order.append(one.topic)
    assert order == ["saved", CONFIG, STATE, TOPICS.event("breakdown")]
    assert [*publisher.due()] == []
    assert order.count("saved") == 1


def test_events_are_told_once_and_only_while_fresh(home: Home):
    """An event of an hour ago is none; so many as pile up are bounded; none is retained; an undo tells none."""
    begin(home)
    home.listen()
    home.session.play(fuel_move(2), "Anna")
    version = home.session.screen().version
    topic = TOPICS.event("breakdown")
    text = "2 coal were burnt."
    told = {"event_type": "coal_burnt", "text": text, "game": "boiler", "version": version, "args": {"coal": 2}}
    assert home.listen()[-1] == (topic, told)
    assert [retain for there, _, retain in home.sent if there == topic] == [False]
    home.session.undo("Anna")
    home.session.redo("Anna")
    assert [there for there, _ in home.listen()] == [STATE]
    home.session.play(fuel_move(1), "Anna")
    home.clock[0] += 3600
    home.publisher.connected()
    assert [there for there, _ in home.listen()] == [CONFIG, STATE]
    home.session.correct("coal", 99, "Anna")
    for _ in range(MOST_EVENTS + 5):
        home.session.correct("heat", 0, "Anna")
        home.session.play(fuel_move(1), "Anna")
    assert len([there for there, _ in home.listen() if there == topic]) == MOST_EVENTS


def test_a_game_that_is_left_takes_its_numbers_with_it(
    home: Home, log: Log, publisher_of: Callable[[Session, HealthBoard, list[float]], Publisher]
):
    """Closing an evening leaves them without values; another game's evening takes them away, by their platform alone,
    also when the companion was started anew between the two."""
    begin(home)
    home.listen()
    home.session.close()
    home.listen()
    assert home.newest(STATE)["numbers"] == {"heat": None}
    assert home.newest(STATE)["game"] is None
    log.put("home", "described", {**log.get("home", "described"), "game": "other", "names": {"life": "Life"},
                                  "there": {"other_life": "sensor", "next": "button", "undo": "button"}})  # fmt: skip
    again = publisher_of(home.session, home.board, home.clock)
    again.connected()
    first = Home(home.session, home.board, again, home.clock)
    first.listen()
    gone = {id: one for id, one in first.newest(CONFIG)["cmps"].items() if len(one) == 1}
    assert gone == {"undo": {"p": "button"}}
    assert first.newest(STATE)["numbers"] == {"life": None}
    home.session.subscribe(again.hear)
    begin(home, "Saturday")
    first.listen()
    gone = {id: one for id, one in first.newest(CONFIG)["cmps"].items() if len(one) == 1}
    assert gone == {"other_life": {"p": "sensor"}}
    assert first.newest(STATE)["numbers"] == {"heat": 0}


def test_what_was_published_is_told_anew_to_whoever_comes_back(home: Home):
    """A broker that forgot, or a Home Assistant that started: document and state as they are."""
    begin(home)
    before = home.listen()
    home.publisher.connected()
    assert home.listen() == before


def test_what_people_may_have_seen(home: Home):
    """A state that has been out for less than a second is nothing that anybody has pressed for."""
    begin(home)
    home.listen()
    before = home.session.screen().version
    home.clock[0] += 10
    home.session.play(fuel_move(1), "Anna")
    home.listen()
    home.clock[0] += 0.5
    assert home.publisher.seen(1.0) == before
    home.clock[0] += 0.5
    assert home.publisher.seen(1.0) == home.session.screen().version
