"""A phone that speaks instead of the companion, in Chromium with a speech engine that writes down what it is told."""

import pytest
from playwright.sync_api import Page, expect

from companion.api.game import Move

from .household import Household
from .rooms import Room, until

pytestmark = pytest.mark.browser

# Chromium has no voices here: these take the place of its engine and of its sound.
ENGINE = """
    globalThis.heard = [];
    const voices = [
        { name: "Near", voiceURI: "near", lang: "en-GB", localService: true },
        { name: "Far", voiceURI: "far", lang: "en-US", localService: false },
    ];
    const engine = Object.assign(new EventTarget(), {
        getVoices: () => voices, cancel: () => heard.push("(cancel)"), speaking: false, pending: false,
        speak: (one) => { heard.push(`${one.voice?.name}: ${one.text}`); setTimeout(() => one.onend?.(), 5); },
    });
    Object.defineProperty(globalThis, "speechSynthesis", { value: engine });
    globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    globalThis.Audio = class { constructor(source) { this.source = source; }
        async play() { heard.push(this.source); setTimeout(() => this.onended?.(), 5); } };
    navigator.vibrate = (ms) => heard.push(`vibrate ${ms}`);
"""


def phone(room: Room, name: str = "Ada") -> Page:
    """A phone whose browser has voices, at the table's page."""
    page = room.browser()
    page.add_init_script(ENGINE)
    page.goto(f"{room.address}/join#code=123456")
    page.get_by_label("Your name").fill(name)
    page.keyboard.press("Enter")
    page.wait_for_selector(".now, .welcome")
    return room.at(page, "table")


def heard(page: Page) -> list[str]:
    return list(page.evaluate("heard"))


def test_the_phone_speaks_and_the_companion_is_silent(house: Household, room: Room) -> None:
    """With one tap the phone says all that is new, with the voice that was chosen by listening; with one more the
    companion does again."""
    house.begin()
    page = phone(room)
    own = page.get_by_role("group", name="Its voice: English")
    expect(own.get_by_role("radio", name="espeak-ng")).to_be_checked()
    own.get_by_role("radio", name="Hibari").click(force=True)
    expect(own.get_by_role("radio", name="Hibari")).to_be_checked()
    assert house.speaker.said[-1] == "It is your turn. Two cubes fell into the drawer."
    page.get_by_role("radio", name="This phone", exact=True).click(force=True)
    expect(own).to_have_count(0)
    page.get_by_role("radio", name="Far").click(force=True)
    expect(page.get_by_role("radio", name="Far")).to_be_checked()
    until(page, lambda: any(one.startswith("Far: ") for one in heard(page)))
    before, said = len(heard(page)), len(house.speaker.said)
    house.session.play(Move("feed", {"oil": 2}), "Ben")
    until(page, lambda: len(heard(page)) > before)
    assert all(one.startswith(("Far: ", "/sounds/")) for one in heard(page)[before:])
    assert len(house.speaker.said) == said
    page.get_by_role("radio", name="The companion").click(force=True)
    expect(page.get_by_role("radio", name="The companion")).to_be_checked()
    page.wait_for_timeout(200)
    silent = len(heard(page))
    house.session.undo("Ben")
    page.wait_for_timeout(300)
    assert len(house.speaker.said) > said
    assert len([one for one in heard(page)[silent:] if one != "(cancel)"]) == 0


def test_when_the_phone_goes_the_companion_speaks(house: Household, room: Room) -> None:
    """A phone that is closed leaves nobody without a voice."""
    house.begin()
    page = phone(room)
    page.get_by_role("radio", name="This phone", exact=True).click(force=True)
    expect(page.get_by_role("radio", name="This phone", exact=True)).to_be_checked()
    page.close()
    said = len(house.speaker.said)
    for _ in range(100):
        if not house.app.live.watching:
            break
        room.browser().wait_for_timeout(100)
    house.session.play(Move("feed", {"oil": 2}), "Ben")
    assert len(house.speaker.said) > said


def test_only_one_phone_speaks(house: Household, room: Room) -> None:
    """The second phone that is chosen takes the voice over, and the first says whose it is."""
    house.begin()
    ada, ben = phone(room), phone(room, "Ben")
    ada.get_by_role("radio", name="This phone", exact=True).click(force=True)
    expect(ben.get_by_role("radio", name="The phone of Ada")).to_be_checked()
    ben.get_by_role("radio", name="This phone", exact=True).click(force=True)
    expect(ada.get_by_role("radio", name="The phone of Ben")).to_be_checked()
