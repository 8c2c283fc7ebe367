"""Cards that nobody types: added by phone and camera, one corrected, an effect accepted; then one comes up."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from companion.app.service import Service
from hardware.players import RememberingPlayer
from tests.web.rooms import SMALL_PHONE
from vision.drawn_deck import draw_card

from .conftest import A_NEW_HOME, Hands

pytestmark = [pytest.mark.slow, pytest.mark.browser]


def photo(code: str) -> bytes:
    """A phone's photo of a card on a plain table."""
    card = draw_card(code)[::2, ::2]
    table = np.full((card.shape[0] + 200, card.shape[1] + 300, 3), (70, 95, 60), np.uint8)
    table[100 : 100 + card.shape[0], 150 : 150 + card.shape[1]] = card
    return cv2.imencode(".jpg", table)[1].tobytes()


def test_an_owners_cards(service: Service, hands: Hands, player: RememberingPlayer, chromium: Browser) -> None:
    """Nothing is typed but the word that was corrected."""
    context = chromium.new_context(viewport=SMALL_PHONE)
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{service.server.port}/join#code={service.code}")  # type: ignore[union-attr]
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Join").click()
    page.wait_for_selector(".welcome")
    page.goto(page.url.split("#")[0] + "#add-cards")
    page.get_by_label("Frostpunk: The Board Game").check()
    page.get_by_label("Photograph a card").set_input_files(
        {"name": "card.jpg", "mimeType": "image/jpeg", "buffer": photo("M017")}
    )
    expect(page.locator(".added .row")).to_contain_text("M017", timeout=60_000)
    page.get_by_role("button", name="Let the camera add cards").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    assert service.camera.show is not None
    service.camera.show("D012")
    expect(page.locator(".added .row")).to_have_count(2, timeout=60_000)
    page.get_by_role("button", name="Pause").click()
    service.camera.show(None)
    assert sorted(service.texts.all("frostpunk")) == ["D012", "M017"]

    page.locator(".added .row", has_text="M017").click()
    page.get_by_text("turns", exact=True).click()
    page.get_by_label("So it is printed").fill("sleeps")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".text-check")).to_contain_text("The wind sleeps at dusk.")
    page.get_by_role("button", name="Change this part").last.click()
    page.get_by_role("textbox", name="Text of the card").fill("The wind sleeps. Gain 1 Hope.")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Look at it and take it over").click()
    expect(page.get_by_label("What it says")).to_have_value('now: say "The wind sleeps."; hope +1')
    page.get_by_role("button", name="Save").click()
    hands.wait_for(lambda: "card.M017" in service.session.told("frostpunk"), "the effect that was accepted")
    page.get_by_role("button", name="All right").click()
    expect(page.locator(".card-code")).to_have_text("D012")  # the next one that is to be looked at

    hands.session.start("frostpunk", "Saturday", ["Anna", "Ben"], A_NEW_HOME, "Anna")
    page.goto(page.url.split("#")[0] + "#now")
    service.camera.show("M017")
    expect(page.get_by_role("region", name="The card on the table")).to_contain_text("The wind sleeps.")
    read = "The wind sleeps. Gain 1 Hope."
    hands.wait_for(lambda: read in player.begun, "the card read aloud")
    assert player.begun[player.begun.index(read) - 1] == "Morning card"
    context.close()
