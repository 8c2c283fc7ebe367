"""An evening in real browsers over bad networks: taps that wait or get lost, and phones that were away."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, Route, expect

from companion.api.game import Move
from web.live import Form, Group, Stream

from .rooms import SMALL_PHONE, Room, expect_oil, usual

pytestmark = pytest.mark.browser


def tapped_offline(evening: Room) -> Page:
    """A phone that has lost its network and whose large button was tapped then."""
    page = evening.joined()
    page.context.set_offline(True)
    usual(page).click()
    return page


def test_a_tap_while_offline_goes_out_later(evening: Room) -> None:
    """A tap without a connection waits visibly and is played once when the connection is back."""
    page = tapped_offline(evening)
    expect(page.get_by_role("status").filter(has_text="Not sent yet: Feed the lamp")).to_be_visible()
    assert evening.house.session.state().oil == 24
    page.context.set_offline(False)
    expect(page.locator(".said").first).to_contain_text("2 cans of oil were burnt.")
    expect(page.locator(".banner")).to_have_count(0)
    assert evening.house.session.state().oil == 22


def test_a_page_opened_while_offline_comes_by_itself(evening: Room) -> None:
    """What is read only for one page waits for the network, and is there as soon as that is back: nobody has to go to
    another page and return."""
    page = evening.joined()
    shown = {"history": "Began with 2 players", "board": "Depth of the well", "new": "Who plays?", "phones": "Ada"}
    for route, words in shown.items():
        page.context.set_offline(True)
        expect(page.locator(".banner")).to_be_visible()
        page.evaluate("route => { location.hash = route; }", route)
        expect(page.get_by_text("One moment…")).to_be_visible()
        page.context.set_offline(False)
        expect(page.locator("main")).to_contain_text(words)
        expect(page.locator(".banner, .message")).to_have_count(0)


def test_a_waiting_tap_can_be_taken_back(evening: Room) -> None:
    """A tap that still waits can be cancelled and is then not sent."""
    page = tapped_offline(evening)
    page.get_by_role("button", name="Do not send it").click()
    page.context.set_offline(False)
    expect(page.locator(".banner")).to_have_count(0)
    usual(page).click()
    expect_oil(page, 22)
    assert evening.house.session.state().oil == 22


def test_a_waiting_tap_may_come_too_late(evening: Room) -> None:
    """When others played on meanwhile, the waiting tap is refused kindly and the newest screen shown."""
    page = tapped_offline(evening)
    expect(page.locator(".banner")).to_contain_text("Not sent yet")
    evening.house.session.play(Move("feed", {"oil": 6}), "Ben")
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_contain_text("Ben was quicker")
    expect_oil(page, 18)


def test_a_lost_answer_is_not_a_second_move(evening: Room) -> None:
    """A tap that arrived but whose answer was lost is sent again by itself and counts once."""
    page = evening.joined()
    keys: list[str] = []

    def lose_the_first(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        answer = route.fetch()
        route.abort() if len(keys) == 1 else route.fulfill(response=answer)

    page.route("**/api/play", lose_the_first)
    usual(page).click()
    expect_oil(page, 22)
    expect(page.locator(".action-bar .answer[aria-busy=false]")).to_be_visible()
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert evening.house.session.state().oil == 22


def lose_one(stream: Stream) -> None:
    """The next news of the game that goes to this phone is thought to be sent, and is not."""
    live = stream.live
    say = live.say

    def lost(group: Group) -> bytes:
        news = say(group)
        if stream not in group.streams or "screen" not in group.due:
            return news
        assert group.streams == [stream]  # nobody else loses it
        live.say = say  # type: ignore[method-assign]
        return b""

    live.say = lost  # type: ignore[method-assign]


# The page's newest stream, and when it has heard that the network is back: it opens another one then, though the one
# before may have lived on and told it what is new.
WATCHED = """
    window.EventSource = class extends EventSource {
        constructor(...how) {
            super(...how);
            window.newest = this;
        }
    };
    window.addEventListener("online", () => setTimeout(() => { window.isBack = true; }));
"""


def english(page: Page, streams: Mapping[str, Stream]) -> Stream:
    """The one stream to a joined phone in English that is back, once it is open."""
    page.wait_for_function("() => window.isBack && window.newest.readyState === EventSource.OPEN")
    [mine] = [one for one in streams.values() if not one.guest and one.language == "en"]
    return mine


def test_reconnecting_brings_the_newest(evening: Room) -> None:
    """A phone that was away sees what happened meanwhile as soon as it is back; one that missed news asks for all
    when what comes next does not fit what it has. Beside it others go on, in another language and unjoined."""
    page, polish = evening.joined(), evening.joined("Ben", locale="pl")
    page.add_init_script(WATCHED)
    page.reload()
    polish.context.add_cookies([{"name": "language", "value": "pl", "url": evening.address}])
    polish.reload()
    guest = evening.browser()
    guest.goto(evening.address)
    play = evening.house.session.play
    play(Move("feed", {"oil": 1}), "Ben")
    for one in (page, polish, guest):
        expect_oil(one, 23)
    streams = evening.house.app.live._streams
    assert {one.told.form for one in streams.values()} == {Form(patches=True, packed=True)}
    page.context.set_offline(True)
    play(Move("feed", {"oil": 4}), "Ben")
    page.context.set_offline(False)
    expect_oil(page, 19)
    mine = english(page, streams)
    lose_one(mine)
    evening.house.session.undo("Ben")
    for one in (polish, guest):
        expect_oil(one, 23)
    expect_oil(page, 19)
    play(Move("feed", {"oil": 2}), "Ben")
    for one in (page, polish, guest):
        expect_oil(one, 21)
    assert mine.ended
    page.get_by_role("button", name="Undo").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Undo").click()
    for one in (page, polish, guest):
        expect_oil(one, 23)


def test_a_slow_network_plays_once(evening: Room) -> None:
    """On a slow network an impatient player's three taps are one move, and the button shows that it works."""
    page = evening.joined()
    network = page.context.new_cdp_session(page)
    slow = {"offline": False, "latency": 1500, "downloadThroughput": 20_000, "uploadThroughput": 20_000}
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", slow)
    usual(page).click(click_count=3, delay=20, force=True)  # before anybody can have read what the first has brought
    expect(usual(page)).to_have_attribute("aria-busy", "true")
    expect_oil(page, 22)
    expect(usual(page)).to_have_attribute("aria-busy", "false")
    assert evening.house.session.state().oil == 22


def hide(page: Page, hidden: bool) -> None:
    """Put the page behind another app, or in front again."""
    page.evaluate(
        """(hidden) => {
            Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        hidden,
    )


def test_a_hidden_page_holds_no_stream(evening: Room) -> None:
    """A page that is not seen closes its stream; seen again it opens one and shows the newest."""
    page = evening.joined()
    hide(page, True)
    evening.house.session.play(Move("feed", {"oil": 4}), "Ben")
    evening.house.session.play(Move("feed", {"oil": 4}), "Ben")
    expect_oil(page, 24)
    hide(page, False)
    expect_oil(page, 16)


def test_an_idle_page_asks_for_nothing(evening: Room) -> None:
    """While nothing happens the page sends no request: its one stream brings everything."""
    page = evening.joined()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(10):  # the arrival (the game's picture) may be late: it is over once a second asks nothing
        asked.clear()
        page.wait_for_timeout(1000)
        if not asked:
            break
    page.wait_for_timeout(3000)
    assert asked == []
    assert page.evaluate("document.getAnimations().length") == 0


def test_one_phone_too_many_is_told(evening: Room) -> None:
    """A phone beyond the cap sees the present screen and is told that too many watch."""
    evening.house.app.live.cap = 1
    evening.joined("Ada")
    page = evening.browser(SMALL_PHONE)
    page.goto(evening.address)
    expect(page.locator(".do")).to_contain_text("Feed the lamp")
    expect(page.locator(".banner")).to_contain_text("Too many phones")
