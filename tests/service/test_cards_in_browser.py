"""Cards that nobody types: ten are added by phone and camera, one is corrected, an effect accepted; on the next evening
one comes up and is booked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from companion.api.readings import CardSeen
from companion.app.service import Service
from companion.app.settings import Settings
from companion.games.frostpunk.state import State
from companion.library.cards import Library
from companion.scanner.adding import CardReading, Picture, Reader
from companion.storage.card_texts import TextBlock
from hardware.drawn_deck import draw_card
from hardware.players import FolderPlayer, seconds
from tests.hardware.test_speech_engine import loudness
from tests.web.rooms import SMALL_PHONE

from .conftest import A_NEW_HOME, QUIET, Hands

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.voice]


@pytest.fixture
def player(tmp_path: Path) -> FolderPlayer:
    """Keeps what is said as WAV files."""
    return FolderPlayer(tmp_path / "said")


def said(player: FolderPlayer) -> list[str]:
    """What was said, in its order."""
    return [text for text, _ in player.played]


def wood(service: Service) -> int:
    """How much Wood there is."""
    state = service.session.state()
    assert isinstance(state, State)
    return state.wood


def photo(code: str) -> bytes:
    """A phone's photo of a card on a plain table."""
    card = draw_card(code)[::2, ::2]
    table = np.full((card.shape[0] + 200, card.shape[1] + 300, 3), (70, 95, 60), np.uint8)
    table[100 : 100 + card.shape[0], 150 : 150 + card.shape[1]] = card
    return cv2.imencode(".jpg", table)[1].tobytes()


class QuickReader:
    """Reads the first card of either way as the service does, and of the others what the test says: reading print is
    measured elsewhere, and takes seconds of the processor for each."""

    def __init__(self, truly: Reader) -> None:
        self._truly = truly
        self.codes: list[str] = []  # of the phone's next photos
        self.lies = ""  # under the camera

    def __call__(self, picture: Picture, library: Library) -> CardReading:
        code = self.codes.pop(0) if self.codes else self.lies
        if not code:
            return self._truly(picture, library)
        blocks = (TextBlock(kind="title", text=f"Title {code}"), TextBlock(kind="body", text=f"The words of {code}."))
        return CardReading(b"\xff\xd8" + code.encode(), 70, 100, (CardSeen("card_id", code, True, 0.99),), blocks)


def joined(service: Service, page: Page) -> None:
    """A phone joins the table."""
    page.goto(f"http://127.0.0.1:{service.server.port}/join#code={service.code}")  # type: ignore[union-attr]
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Join").click()
    page.wait_for_selector(".welcome")


def add_ten(service: Service, page: Page) -> None:
    """Five by phone, of which four come at once, and five under the camera."""
    service.adding._read = quick = QuickReader(service.adding._read)
    rows = page.locator(".added .row")
    page.get_by_label("Photograph a card").set_input_files(
        {"name": "card.jpg", "mimeType": "image/jpeg", "buffer": photo("M017")}
    )
    expect(rows).to_contain_text("M017", timeout=60_000)
    quick.codes = ["M018", "M019", "M020", "M021"]
    page.get_by_label("Choose photos").set_input_files(
        [{"name": f"{code}.jpg", "mimeType": "image/jpeg", "buffer": code.encode()} for code in quick.codes]
    )
    expect(rows).to_have_count(5)
    page.get_by_role("button", name="Let the camera add cards").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    assert service.camera.show is not None
    for count, code in enumerate(["D012", "D013", "D014", "D015", "D016"], 6):
        quick.lies = code if count > 6 else ""
        service.camera.show(code)
        expect(rows).to_have_count(count, timeout=60_000)
    page.get_by_role("button", name="Pause").click()
    service.camera.show(None)


@contextmanager
def restarted(service: Service, data: Path, player: FolderPlayer) -> Iterator[Service]:
    """The same companion on the next evening."""
    service.stop()
    found = Service(Settings(), data=data, port=0, simulate=True, player=player, code="123456")
    found.start()
    yield found
    found.stop()


def test_an_owners_cards(
    service: Service, hands: Hands, player: FolderPlayer, chromium: Browser, tmp_path: Path
) -> None:
    """Nothing is typed but what was corrected and the effect that was in doubt."""
    context = chromium.new_context(viewport=SMALL_PHONE)
    context.set_default_timeout(30_000)
    page = context.new_page()
    joined(service, page)
    page.goto(page.url.split("#")[0] + "#add-cards")
    page.get_by_label("Frostpunk: The Board Game").check()
    add_ten(service, page)
    assert sorted(service.texts.all("frostpunk")) == [
        *(f"D0{n}" for n in range(12, 17)),
        *(f"M0{n}" for n in range(17, 22)),
    ]
    correct_and_accept(service, hands, page)
    with restarted(service, tmp_path / "data", player) as next_evening:
        play(next_evening, Hands(next_evening.session), player, page)
    context.close()


def correct_and_accept(service: Service, hands: Hands, page: Page) -> None:
    """A word and a part of one card are corrected, and what it does is taken over."""
    page.locator(".added .row", has_text="M017").click()
    page.get_by_text("turns", exact=True).click()
    expect(page.get_by_role("img", name="The word on the card")).to_be_visible()
    page.get_by_label("So it is printed").fill("sleeps")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".text-check")).to_contain_text("The wind sleeps at dusk.")
    page.get_by_role("button", name="Change this part").last.click()
    page.get_by_role("textbox", name="Text of the card").fill("The wind sleeps. Gain 2 Wood.")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".effects")).to_contain_text("in doubt")  # the wind might bear on it
    with page.expect_response(lambda answer: "holds=0" in answer.url):
        page.get_by_role("button", name="It holds").click()
    page.get_by_role("button", name="Look at it and take it over").click()
    expect(page.get_by_label("What it says")).to_have_value('now: say "The wind sleeps."; gain wood 2')
    page.get_by_role("button", name="Save").click()
    hands.wait_for(lambda: "card.M017" in service.session.told("frostpunk"), "the effect that was accepted")
    page.get_by_role("button", name="All right").click()
    expect(page.locator(".card-code")).to_have_text("D016")  # the next one that is to be looked at


def play(service: Service, hands: Hands, player: FolderPlayer, page: Page) -> None:
    """An evening on which the card comes up: shown, read aloud, booked, undone."""
    assert service.camera.show is not None
    joined(service, page)
    hands.session.start("frostpunk", "Saturday", ["Anna", "Ben"], A_NEW_HOME, "Anna")
    hands.answer("all_set_up", food=0, leader="seat1")
    hands.answer_until("morning.card", **QUIET)
    page.goto(page.url.split("#")[0] + "#now")
    expect(page.locator("h1.do")).to_contain_text("Morning card")
    before = wood(service)
    hands.wait_for(lambda: not service.camera.looks_first, "a camera that has looked")
    service.camera.show("M017")
    card = page.get_by_role("region", name="The card on the table")
    expect(card).to_contain_text("The wind sleeps.")
    read = "The wind sleeps. Gain 2 Wood."
    hands.wait_for(lambda: read in said(player), "the card read aloud")
    assert said(player)[said(player).index(read) - 1] == "Morning card"
    wav = player.played[said(player).index(read)][1]
    loud = loudness(wav)
    assert 1.0 < seconds(wav) < 6.0  # six words at 165 a minute take two seconds
    assert np.percentile(loud, 90) > 3 * np.percentile(loud, 10)  # up and down, as syllables do

    printed = service.texts.all("frostpunk")["M017"]
    service.texts.put("frostpunk", replace(printed, blocks=printed.blocks * 40))
    service.card_reader.changed()
    whole = card.get_by_role("button", name="Morning card")
    expect(whole).to_have_attribute("aria-expanded", "false")  # a long text shows its first words
    done = page.get_by_role("group", name="Answers").get_by_role("button", name="Done")
    expect(page.locator("h1.do")).to_be_in_viewport(ratio=1)
    expect(done).to_be_in_viewport(ratio=1)
    whole.click()
    expect(card.locator(".printed .of-body")).to_have_count(40)
    assert wood(service) == before  # nothing is booked unseen
    done.click()
    hands.wait_for(lambda: wood(service) == before + 2, "two Wood more")
    page.get_by_role("button", name="Undo").click()
    hands.wait_for(lambda: wood(service) == before, "what there was before")
    expect(page.locator("h1.do")).to_contain_text("The wind sleeps.")
