"""A phone over HTTPS: it is known there, reads a card with its live camera, and shows the last state when the
companion is gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.app.service import Service
from hardware.drawn_deck import draw_card
from tests.web.axe import violations
from tests.web.rooms import CHROMIUM, FLAGS, PATIENCE_MS, SMALL_PHONE

pytestmark = [pytest.mark.slow, pytest.mark.browser]


@pytest.fixture
def phone(chromium: Browser, tmp_path: Path) -> Iterator[Page]:
    """A phone that takes the certificate (how a real one comes to that is `/secure`'s business), whose camera is held
    over the card M017."""
    frame = np.full((720, 1280, 3), 70, np.uint8)
    card = cv2.resize(draw_card("M017"), (430, 600))
    frame[60:660, 300:730] = card
    video = tmp_path / "camera.mjpeg"
    video.write_bytes(cv2.imencode(".jpg", frame)[1].tobytes() * 4)
    media = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    flags = [*FLAGS, *media, f"--use-file-for-fake-video-capture={video}", "--ignore-certificate-errors"]
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=flags)
    context = browser.new_context(viewport=SMALL_PHONE, permissions=["camera"])
    context.add_init_script("localStorage.setItem('tour', 'off')")
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    browser.close()


def test_a_phone_over_https(service: Service, phone: Page) -> None:
    """From joining in the open to the page without a connection."""
    faults: list[str] = []
    phone.on("pageerror", lambda error: faults.append(str(error)))
    service.https.on()
    assert service.server is not None
    open_air, secure = f"http://127.0.0.1:{service.server.port}", f"https://127.0.0.1:{service.https.port}"

    phone.goto(f"{open_air}/join#code={service.code}")
    phone.get_by_label("Your name").fill("Anna")
    phone.get_by_role("button", name="Join").click()
    expect(phone.locator(".welcome")).to_be_visible()
    phone.goto(f"{open_air}/#this-phone")
    expect(phone.get_by_role("button", name="Stays awake while this page is open")).to_be_visible()  # at home by itself
    phone.get_by_role("link", name="A secure connection").click()
    expect(phone.get_by_text(service.https.fingerprint)).to_be_visible()
    assert not violations(phone)
    phone.get_by_role("link", name=secure).click()

    # The phone need not join again.
    expect(phone.locator(".welcome")).to_be_visible()
    phone.goto(f"{secure}/#this-phone")
    expect(phone.get_by_label("Name of this phone")).to_have_value("Anna")
    assert len(service.pairing.phones()) == 1
    kept = {one["name"]: one["secure"] for one in phone.context.cookies()}
    assert kept["__Host-companion"]
    assert "companion" not in kept

    # A card is read as soon as it lies still: no shutter, nothing to confirm.
    phone.goto(f"{secure}/#new")
    phone.get_by_role("button", name="Frostpunk: The Board Game").click()
    for number, name in enumerate(("Anna", "Ben"), 1):
        phone.get_by_role("textbox", name=f"Player {number}").fill(name)
    phone.get_by_role("button", name="Begin").click()
    heading = phone.get_by_role("heading", level=1)
    expect(heading).to_contain_text("Lay out the game")
    phone.goto(f"{secure}/#look-up")
    phone.get_by_role("button", name="Photo of the card").click()
    expect(phone.locator("dialog.live-camera")).to_be_visible()
    phone.wait_for_url("**/#look-up/card/M017", timeout=60_000)
    expect(phone.locator("dialog.live-camera")).to_have_count(0)

    # What is printed on it is added likewise, once, however long it lies there.
    phone.goto(f"{secure}/#add-cards")
    phone.get_by_role("button", name="Add with this phone’s camera, live").click()
    expect(phone.locator("dialog.live-camera [role=status]")).to_contain_text("M017", timeout=60_000)
    phone.locator("dialog.live-camera").get_by_role("button", name="Close").click()
    assert list(service.texts.all("frostpunk")) == ["M017"]

    # The companion is switched off: the page opens all the same and says of when it is.
    phone.goto(f"{secure}/#now")
    expect(heading).to_contain_text("Lay out the game")
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.reload()  # as a worker takes over the page at its next visit
    expect(heading).to_contain_text("Lay out the game")
    service.stop()
    phone.reload()
    expect(phone.locator(".banner")).to_contain_text("So it stood:")
    expect(heading).to_contain_text("Lay out the game")
    assert faults == []
