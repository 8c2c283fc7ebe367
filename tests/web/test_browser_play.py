"""An evening in real browsers: joining, playing, two phones at once, and evenings that begin and are kept."""

import json

import pytest
from playwright.sync_api import Route, expect

from companion.api.game import Move, Urgency
from companion.api.readings import Cubes
from companion.api.text import T
from companion.app.starts import safe_mode
from companion.status.health import device

from .rooms import READ_MS, SMALL_PHONE, Room, expect_oil, until, usual

pytestmark = pytest.mark.browser


# --- joining ----------------------------------------------------------------------------------------------------------


def test_a_wrong_code_is_said(room: Room) -> None:
    """A wrong pairing code is answered with a sentence, and the right one lets the phone in."""
    page = room.browser()
    page.goto(f"{room.address}/#join")
    page.get_by_label("Pairing code").fill("000000")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("alert")).to_contain_text("This is not the pairing code")
    page.get_by_label("Pairing code").fill("123456")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("alert")).to_contain_text("You have joined, Ada.")


def test_the_invitation_leaves_no_code_in_the_address(room: Room) -> None:
    """The pairing code of the QR code is filled in and goes from the address bar and its history."""
    page = room.browser()
    page.goto(f"{room.address}/join#code=123456")
    expect(page.get_by_label("Pairing code")).to_have_value("123456")
    assert "123456" not in page.url


def test_the_way_back_does_not_lead_to_the_door_again(evening: Room) -> None:
    """Once a phone has joined, the browser's way back leads to what was watched before, not to the form."""
    page = evening.browser()
    page.goto(evening.address)
    page.get_by_role("link", name="Join").click()
    page.get_by_label("Pairing code").fill("123456")
    page.get_by_label("Your name").fill("Ada")
    page.wait_for_timeout(READ_MS)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("alert")).to_contain_text("You have joined, Ada.")
    page.go_back()
    expect(page.get_by_role("heading", name="Feed the lamp with oil.")).to_be_visible()
    expect(page.get_by_role("heading", name="Join the table")).to_have_count(0)


def test_who_has_not_joined_only_watches(evening: Room) -> None:
    """An unpaired phone follows the game live and is offered nothing that would change it."""
    page = evening.browser()
    page.goto(evening.address)
    expect(page.get_by_role("heading", name="Feed the lamp with oil.")).to_be_visible()
    expect(page.get_by_role("button", name="Feed the lamp")).to_have_count(0)
    evening.house.session.play(Move("put_out"), "Ada")
    expect(page.get_by_role("heading", name="The lamp went out on night 3.")).to_be_visible()
    page.goto(f"{evening.address}/#evenings")
    expect(page.get_by_role("heading", name="Join the table")).to_be_visible()


def test_even_a_forged_button_is_refused(evening: Room) -> None:
    """A tap that an unpaired phone forges is refused by the companion."""
    page = evening.browser()
    page.goto(evening.address)
    forged = """(seen) => fetch('/api/play', {method: 'POST', headers: {'Content-Type': 'application/json'},
        body: JSON.stringify({move: 'feed', args: {oil: 1}, seen})}).then((answer) => answer.json())"""
    answer = page.evaluate(forged, evening.house.session.screen().version)
    assert answer["kind"] == "unpaired"
    assert evening.house.session.state().oil == 24


# --- playing ----------------------------------------------------------------------------------------------------------


def test_one_tap_gives_the_usual_answer(evening: Room) -> None:
    """The large button plays the usual answer and names its values beforehand."""
    page = evening.joined()
    expect(usual(page)).to_contain_text("Oil 2")
    usual(page).click()
    expect(page.locator(".said").first).to_contain_text("2 cans of oil were burnt.")
    assert evening.house.session.state().oil == 22


def test_another_answer_is_one_tap_too(evening: Room) -> None:
    """Another number than the usual one is a tap on its chip: no dialog, no confirmation."""
    page = evening.joined()
    page.get_by_role("button", name="Feed the lamp: 5").click()
    expect(page.locator(".said").first).to_contain_text("5 cans")
    assert evening.house.session.state().oil == 19


def test_a_danger_asks_once_more(evening: Room) -> None:
    """A dangerous offer is played only after a second tap."""
    page = evening.joined()
    page.get_by_role("button", name="Put the lamp out").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert not evening.house.session.state().lost
    page.get_by_role("button", name="Put the lamp out").click()
    page.get_by_role("dialog").get_by_role("button", name="Put the lamp out").click()
    expect(page.get_by_text("The game is over")).to_be_visible()


def test_a_card_is_read_from_a_photo(evening: Room) -> None:
    """A photo taken in the dialog fills in the code."""
    page = evening.joined()
    page.get_by_role("button", name="Draw a Morning card").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("input[type=file]").set_input_files(
        {"name": "card.jpg", "mimeType": "image/jpeg", "buffer": b"M017"}
    )
    expect(dialog.get_by_label("Card", exact=True)).to_have_value("M017")
    dialog.get_by_role("button", name="Draw a Morning card").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".said").first).to_contain_text("Card M017 was drawn.")


def test_a_wrong_code_is_said_before_it_is_sent(evening: Room) -> None:
    """A code that no such card has is told at the field, with what is wanted."""
    page = evening.joined()
    page.get_by_role("button", name="Draw a Morning card").click()
    page.get_by_role("dialog").get_by_label("Card", exact=True).fill("x1")
    page.get_by_role("dialog").get_by_role("button", name="Draw a Morning card").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("a Morning card, such as M017")


def test_the_board_says_otherwise(evening: Room) -> None:
    """A tap on a track opens its correction."""
    page = evening.at(evening.joined(), "tracks")
    page.get_by_role("button", name="Darkness").click()
    page.get_by_role("radio", name="7").check()
    page.get_by_role("button", name="Set it").click()
    expect(page.get_by_role("button", name="Darkness")).to_contain_text("7, from 0 to 10")
    assert evening.house.session.state().dark == 7


def test_steps_are_undone_and_brought_back(evening: Room) -> None:
    """From the history any number of steps is undone after a question, struck out, and brought back."""
    page = evening.joined()
    for number in range(3):
        usual(page).click()
        expect_oil(page, 22 - 2 * number)
        page.wait_for_timeout(READ_MS)
    evening.at(page, "history")
    page.locator("summary").nth(1).click()
    page.get_by_role("button", name="Go back to before this").click()
    expect(page.get_by_role("dialog")).to_contain_text("Steps to undo: 2")
    page.get_by_role("dialog").get_by_role("button", name="Undo").click()
    expect(page.locator("s")).to_have_count(2)
    assert evening.house.session.state().oil == 22
    page.get_by_role("button", name="Redo").click()
    page.get_by_role("radio", name="2").check()
    page.get_by_role("dialog").get_by_role("button", name="Redo").click()
    expect(page.locator("s")).to_have_count(0)
    assert evening.house.session.state().oil == 18


def test_a_double_tap_counts_once(evening: Room) -> None:
    """The same question comes again under the finger: it is answered once, and one wish to undo takes back one step.
    Once the page has shown what came of it, the next tap counts."""
    page = evening.joined()
    for oil in (22, 20):
        usual(page).dblclick(delay=20)
        expect_oil(page, oil)
        page.wait_for_timeout(READ_MS)
        assert evening.house.session.state().oil == oil
    for oil in (22, 24):
        page.get_by_role("button", name="Undo").dblclick(delay=20)
        expect_oil(page, oil)
        page.wait_for_timeout(READ_MS)
        assert evening.house.session.state().oil == oil


def test_a_tap_just_after_anothers_was_made_for_what_was_there_before(evening: Room) -> None:
    """Two phones answer a question at the same moment: it is answered once, and the slower one is told by whom."""
    page = evening.joined("Ben")
    evening.house.session.play(Move("feed", {"oil": 3}), "Ada")
    page.evaluate(
        """() => new Promise((done) => {
            const look = () => {
                if (!document.body.textContent.includes("3 cans of oil were burnt"))
                    return requestAnimationFrame(look);
                const large = document.querySelector(".action-bar .answer");
                large.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
                done(large.click());
            };
            look();
        })"""
    )
    expect(page.get_by_role("alert")).to_contain_text("Ada was quicker: Fed the lamp with 3 cans. Please look again.")
    assert evening.house.session.state().oil == 21
    page.wait_for_timeout(READ_MS)
    usual(page).click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_anothers_step_is_undone_only_on_purpose(evening: Room) -> None:
    """The undo button names another player's step before it undoes it."""
    page = evening.joined("Ben")
    evening.house.session.play(Move("feed", {"oil": 3}), "Ada")
    expect_oil(page, 21)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("dialog")).to_contain_text("Ada: Fed the lamp with 3 cans")
    page.get_by_role("dialog").get_by_role("button", name="Undo").click()
    expect_oil(page, 24)


def test_an_unsure_count_asks(evening: Room) -> None:
    """What a sensor is not sure of is shown with the move that it would be, and one tap takes it."""
    page = evening.joined()
    evening.house.session.report(Cubes("drawer", 4, False, 0.6), "drawer")
    notice = page.locator(".notice")
    expect(notice).to_be_visible()
    assert evening.house.session.state().stones is None
    notice.get_by_role("button").click()
    if page.get_by_role("dialog").count():
        page.get_by_role("dialog").get_by_role("button", name="Count the stones").click()
    expect(page.locator(".notice")).to_have_count(0)
    assert evening.house.session.state().stones == 4


def test_urgent_news_stand_out(evening: Room) -> None:
    """What is urgent is shown in a frame with a sign; a game's end stands large, and what ended it quietly below."""
    page = evening.joined()
    evening.house.say(T("The storm is near."), Urgency.URGENT)
    expect(page.locator(".said.urgent")).to_contain_text("The storm is near.")
    evening.house.session.play(Move("put_out"), "Ben")
    expect(page.locator(".ending h1")).to_contain_text("The lamp went out on night")
    expect(page.locator(".said.plain")).to_contain_text("The lamp went out: the ships are lost.")
    expect(page.locator("[aria-live=assertive]")).to_contain_text("The lamp went out: the ships are lost.")


def test_what_hands_must_do_stands_above_the_question(evening: Room) -> None:
    """The last move's orders are a list to tick off on this phone; ticked, it is one line; undone, it says put back."""
    page = evening.joined()
    page.get_by_role("button", name="Let the storm come").click()
    boxes = page.get_by_role("checkbox")
    expect(boxes).to_have_count(2)
    expect(boxes.nth(1)).to_have_accessible_name("Put 2 cans back")
    first, question = boxes.first.bounding_box(), page.locator(".do").bounding_box()
    assert first is not None
    assert question is not None
    assert first["y"] < question["y"]
    expect(page.locator(".said")).to_have_text("The storm broke.")
    boxes.first.click()
    expect(page.locator("[aria-checked=true]")).to_have_count(1)
    page.reload()
    expect(page.locator("[aria-checked=true]")).to_have_count(1)
    page.get_by_role("button", name="All done").click()
    expect(boxes).to_have_count(0)
    page.get_by_role("button", name="2 things done on the table").click()
    expect(boxes).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("region", name="Undone: put back on the table").get_by_role("checkbox")).to_have_count(2)


def test_orders_of_others_wait_until_they_are_ticked_off(evening: Room) -> None:
    """What another phone's move asked of hands stays on this one when the game goes on, until it is ticked off."""
    page = evening.joined("Ben")
    expect(page.get_by_role("button", name="Let the storm come")).to_be_visible()  # what came before it is none of its
    evening.house.session.play(Move("storm"), "Ada")
    evening.house.session.play(Move("feed", {"oil": 1}), "Ada")
    expect_oil(page, 21)
    page.get_by_role("button", name="All done").click()
    expect(page.get_by_role("checkbox")).to_have_count(0)


def test_a_pulled_cable_is_one_line_and_a_dot(evening: Room) -> None:
    """A device that has stopped working is told in one line on the first page, and by a dot on the way to more."""
    house = evening.house
    page = evening.joined()
    expect(page.locator(".tabs .dot")).to_have_count(0)
    expect(page.locator(".lost-line")).to_have_count(0)
    house.health.put(device("drawer", "lost"))
    expect(page.locator(".lost-line")).to_have_count(1)
    expect(page.get_by_role("link", name="a device has stopped working")).to_be_visible()
    house.health.put(device("camera", "lost"))
    expect(page.locator(".lost-line")).to_have_text("2 devices have stopped working")
    page.locator(".lost-line").click()
    expect(page.get_by_role("heading", name="Diagnostics")).to_be_visible()
    house.health.put(device("drawer", "simulated"))
    house.health.put(device("camera", "simulated"))
    expect(page.locator(".tabs .dot")).to_have_count(0)


def test_the_first_page_says_why_no_evening_was_opened(room: Room) -> None:
    """After starts that failed: why nothing is there, what to do, and the way back, where everybody looks first."""
    page, guest = room.joined(), room.browser()
    guest.goto(room.address)
    why = page.get_by_text("No device is used and no evening was opened, because the last 3 starts failed.")
    expect(page.get_by_role("link", name="New evening")).to_be_visible()
    expect(why).to_have_count(0)
    room.house.health.put(safe_mode(3))
    expect(why).to_be_visible()
    expect(page.get_by_role("link", name="New evening")).to_be_visible()
    expect(guest.get_by_role("button", name="Start as usual")).to_have_count(0)
    page.get_by_role("button", name="Start as usual").click()
    expect(page.get_by_text("The companion is starting again.")).to_be_visible()
    room.house.health.drop("safe")
    expect(why).to_have_count(0)


def test_how_the_game_ends_stands_where_it_ends(evening: Room) -> None:
    """An offer that ends the game stands on the Table page, and not among what else could be done."""
    page = evening.joined()
    page.get_by_role("button", name="that could be done").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="The ships are safe")).to_have_count(0)
    page.get_by_role("dialog").get_by_role("button", name="The game ends").click()
    page.get_by_role("button", name="The ships are safe").click()
    page.get_by_role("dialog").get_by_role("button", name="The ships are safe").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("nav").get_by_text("Now").click()
    expect(page.get_by_text("The lamp went out on night 3.").first).to_be_visible()


# --- two phones at once -----------------------------------------------------------------------------------------------


def test_of_two_taps_one_wins(evening: Room) -> None:
    """Two phones answer the same prompt: one wins, the other keeps its hands clean, sees the new screen and why."""
    ada, ben = evening.joined("Ada"), evening.joined("Ben")
    held: list[Route] = []
    ben.route("**/api/play", lambda route: held.append(route))
    usual(ben).click()
    expect(usual(ben)).to_have_attribute("aria-busy", "true")
    usual(ada).click()
    expect(ada.locator(".said").first).to_contain_text("2 cans of oil were burnt.")
    held[0].continue_()
    expect(ben.get_by_role("alert")).to_contain_text("Ada was quicker: Fed the lamp with 2 cans")
    expect_oil(ben, 22)
    assert evening.house.session.state().oil == 22


def test_a_dialog_says_that_the_game_went_on(evening: Room) -> None:
    """Whoever is still choosing when another phone has answered is told, and nothing is sent."""
    page = evening.joined("Ben")
    page.get_by_role("button", name="Feed and name").click()
    evening.house.session.play(Move("feed", {"oil": 1}), "Ada")
    expect(page.get_by_role("dialog")).to_contain_text("The game has gone on meanwhile: Fed the lamp with 1 can")
    page.get_by_role("button", name="Show me the new screen").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert evening.house.session.state().oil == 23


def test_a_dialog_says_that_its_evening_was_put_away(evening: Room) -> None:
    """Whoever is still choosing when somebody closes the evening, or opens another one, is told just that, and enters
    nothing there that was meant for this one."""
    page, session = evening.joined("Ben"), evening.house.session
    page.get_by_role("button", name="Feed and name").click()
    was = session.screen().evening
    assert was is not None
    session.close()
    expect(page.get_by_role("alert")).to_have_text("The evening has been closed meanwhile; please look again.")
    session.again(was.id, "Ada")
    expect(page.get_by_role("alert")).to_have_text("Another evening is open now; please look again.")
    expect(page.get_by_role("button", name="Enter it all the same")).to_have_count(0)
    page.get_by_role("button", name="Show me the new screen").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_what_was_entered_is_kept_when_the_game_went_on(evening: Room) -> None:
    """The dialog names what was entered; whoever has looked and still means it enters it with one tap."""
    page = evening.joined("Ben")
    page.get_by_role("button", name="Feed and name").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="5").check()
    evening.house.session.play(Move("feed", {"oil": 1}), "Ada")
    expect(dialog.locator(".entered")).to_have_text("Oil5")
    dialog.get_by_role("button", name="Enter it all the same").click()
    expect(dialog.get_by_role("radio", name="5")).to_be_checked()
    assert evening.house.session.state().oil == 23
    dialog.get_by_role("button", name="Feed and name").click()
    expect(dialog).to_have_count(0)
    assert evening.house.session.state().oil == 18


def test_what_is_no_longer_asked_cannot_be_entered(evening: Room) -> None:
    """When the game has ended meanwhile, there is only the way to the new screen."""
    page = evening.joined("Ben")
    page.get_by_role("button", name="Name the watch").click()
    page.get_by_role("dialog").get_by_label("Name of the watch").fill("The long night")
    evening.house.session.play(Move("put_out"), "Ada")
    expect(page.get_by_role("dialog").locator(".entered")).to_contain_text("The long night")
    expect(page.get_by_role("button", name="Enter it all the same")).to_have_count(0)


def test_a_refused_entry_is_kept(evening: Room) -> None:
    """What the rules refuse stays open with all that was entered, and says why; mended, it is taken and closes."""
    evening.house.session.correct("oil", 3, "Ada")
    page = evening.joined("Ben")
    page.get_by_role("button", name="Feed and name").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="5").check()
    dialog.get_by_role("button", name="Feed and name").click()
    expect(dialog.locator("fieldset").get_by_role("alert")).to_have_text("There are only 3 cans of oil left.")
    expect(dialog.get_by_role("radio", name="5")).to_be_checked()
    assert evening.house.session.state().oil == 3
    dialog.get_by_role("radio", name="3").check()
    dialog.get_by_role("button", name="Feed and name").click()
    expect(dialog).to_have_count(0)
    assert evening.house.session.state().oil == 0


def test_a_refused_tap_says_why_where_it_was_made(evening: Room) -> None:
    """What the rules refuse of a chip stands below it, with the rule; the next tap that is taken takes it away."""
    evening.house.session.correct("oil", 3, "Ada")
    page = evening.joined("Ben")
    page.get_by_role("button", name="Feed the lamp: 5").click()
    group = page.get_by_role("group", name="Feed the lamp")
    expect(group.get_by_role("alert")).to_contain_text("There are only 3 cans of oil left.")
    expect(group.get_by_role("link", name="Open the rule")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(1)
    page.get_by_role("button", name="Feed the lamp: 3").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert evening.house.session.state().oil == 0


def test_a_closed_dialog_keeps_its_entry(evening: Room) -> None:
    """Closed by a slip, or by a browser that loads the page anew, a dialog holds what was entered when it is opened
    again; once it was taken, it begins anew."""
    page = evening.joined("Ben")
    page.get_by_role("button", name="Feed and name").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="5").check()
    dialog.get_by_label("Name of the watch").fill("The long night")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Feed and name").click()
    expect(dialog.get_by_role("radio", name="5")).to_be_checked()
    expect(dialog.get_by_label("Name of the watch")).to_have_value("The long night")
    page.reload()
    page.get_by_role("button", name="Feed and name").click()
    expect(dialog.get_by_label("Name of the watch")).to_have_value("The long night")
    dialog.get_by_role("button", name="Feed and name").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Feed and name").click()
    expect(dialog.get_by_role("radio", name="2")).to_be_checked()
    expect(dialog.get_by_label("Name of the watch")).to_have_value("")


def test_a_code_is_typed_as_people_type(evening: Room) -> None:
    """Without the noughts, in small letters, with a space: one card alone can be meant, so it is taken. The button says
    what it takes."""
    page = evening.joined()
    page.get_by_role("button", name="Draw a Morning card").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Draw a Morning card", exact=True)).to_be_visible()
    page.get_by_role("dialog").get_by_label("Card", exact=True).fill("m 17")
    page.get_by_role("dialog").get_by_role("button", name="Draw a Morning card M017", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert evening.house.session.state().cards == ("M017",)


def test_a_number_beyond_the_chips_is_typed(evening: Room) -> None:
    """Behind "more" any number can be typed; what cannot be is said there."""
    page = evening.joined()
    page.get_by_role("button", name="that could be done").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Count the stones: More").click()
    dialog.get_by_label("Stones", exact=True).fill("77")
    dialog.get_by_role("button", name="Count the stones", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("from 0 to 40")
    dialog.get_by_label("Stones", exact=True).fill("33")
    dialog.get_by_role("button", name="Count the stones 33", exact=True).click()
    expect(dialog).to_have_count(0)
    assert evening.house.session.state().stones == 33


def test_an_entry_waits_with_its_dialog_for_the_network(evening: Room) -> None:
    """Sent without a network, an entry stays before its owner's eyes, says that it waits, and goes out once."""
    page = evening.joined("Ben")
    page.get_by_role("button", name="Feed and name").click()
    page.context.set_offline(True)
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="5").check()
    dialog.get_by_role("button", name="Feed and name").click()
    expect(dialog.get_by_text("Not sent yet: Feed and name")).to_be_visible()
    expect(dialog.get_by_role("radio", name="5")).to_be_checked()
    page.context.set_offline(False)
    expect(dialog).to_have_count(0)
    assert evening.house.session.state().oil == 19


def test_a_new_prompt_is_shown_from_its_top(evening: Room) -> None:
    """A page that was scrolled down shows the headline of the next prompt; the same prompt leaves it where it is."""
    page = evening.joined(size={"width": 360, "height": 480})
    expect(page.locator(".message")).to_have_count(0)  # what goes away above moves what is below
    scrolled = (
        "() => { const main = document.querySelector('main'); main.scrollTo(0, 200); return main.scrollTop === 200; }"
    )
    page.wait_for_function(scrolled)
    evening.house.session.play(Move("feed", {"oil": 1}), "Ben")
    expect(page.locator(".said").first).to_contain_text("1 can of oil was burnt.")
    assert page.locator("main").evaluate("main => main.scrollTop") == 200
    evening.house.session.play(Move("put_out"), "Ben")
    expect(page.get_by_role("heading", name="The lamp went out on night 3.")).to_be_in_viewport()
    page.wait_for_function("() => document.querySelector('main').scrollTop === 0")


def test_every_phone_follows(evening: Room) -> None:
    """A move on one phone is on the others at once."""
    phones = [evening.joined(name) for name in ("Ada", "Ben", "Cy")]
    usual(phones[0]).click()
    for page in phones:
        expect_oil(page, 22)


# --- evenings ---------------------------------------------------------------------------------------------------------


def test_an_evening_is_begun(room: Room) -> None:
    """From the welcome to the first prompt: names, setup, begin. What lacks is said where it lacks, a field more that
    nobody filled in is nobody, and the game that was taken first makes room for who plays."""
    page = room.joined(size=SMALL_PHONE)
    page.get_by_role("link", name="New evening").click()
    expect(page.get_by_label("Player 1", exact=True)).to_be_in_viewport(ratio=1)
    page.get_by_label("Player 1", exact=True).fill(" ")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_label("Player 1", exact=True)).to_be_focused()
    expect(page.get_by_text("Give every player a name.")).to_be_visible()
    page.keyboard.type("Ada")
    expect(page.get_by_text("1 player so far: a field left empty is nobody.")).to_be_visible()
    page.get_by_label("Player 2", exact=True).fill("Ben")
    page.get_by_role("button", name="Add a player").click()
    expect(page.get_by_text("2 players so far: a field left empty is nobody.")).to_be_visible()
    page.get_by_role("radio", name="Storm").check()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".do")).to_contain_text("Feed the lamp")
    state = room.house.session.state()
    assert (state.players, state.weather) == (("Ada", "Ben"), "storm")


def test_an_evening_begins_only_once_its_questions_are_there(room: Room) -> None:
    """Who is quicker than a slow companion cannot begin without the answers it wants; what could not be asked is asked
    again by itself."""
    page = room.joined(size=SMALL_PHONE)
    held: list[Route] = []
    page.route("**/setup?players=*", lambda route: held.append(route))
    page.get_by_role("link", name="New evening").click()
    page.get_by_label("Player 1", exact=True).fill("Ada")
    until(page, lambda: held)
    expect(page.get_by_role("button", name="Begin")).to_have_count(0)
    for route in held:
        route.abort()
    expect(page.locator(".message")).to_be_visible()
    expect(page.get_by_role("button", name="Begin")).to_have_count(0)
    page.unroute("**/setup?players=*")
    page.context.set_offline(True)
    expect(page.locator(".banner")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Ada")
    page.get_by_label("Player 2", exact=True).fill("Ben")
    page.get_by_role("radio", name="Storm").check()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".do")).to_contain_text("Feed the lamp")


def test_an_evening_goes_to_a_file_and_back(evening: Room) -> None:
    """An evening is saved to a file and taken in again; half a file is refused with a sentence."""
    page = evening.at(evening.joined(), "evenings")
    page.locator(".evening summary").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save to a file").click()
    data = download.value.path().read_bytes()
    assert json.loads(data)
    chooser = page.locator("footer input[type=file]")
    chooser.set_input_files({"name": "half.json", "mimeType": "application/json", "buffer": data[: len(data) // 2]})
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator(".evening")).to_have_count(1)
    chooser.set_input_files({"name": "Friday.json", "mimeType": "application/json", "buffer": data})
    expect(page.get_by_role("alert")).to_contain_text("“Friday” was taken in.")
    expect(page.locator(".evening")).to_have_count(2)


def test_the_simulated_table_plays_along(evening: Room) -> None:
    """A card shown on the simulated table is drawn in the game."""
    page = evening.at(evening.joined(), "table")
    page.get_by_role("button", name="M021").click()
    expect(page.get_by_text("On the scan spot: M021")).to_be_visible()
    assert evening.house.session.state().cards == ("M021",)


def test_the_drawn_cards_are_those_of_the_game_on_the_table(evening: Room) -> None:
    """The cards to show change with the evening, without anything else happening at the simulated table."""
    page = evening.at(evening.joined(), "table")
    cards = page.locator(".deck-card")
    expect(cards).to_have_count(3)
    evening.house.session.close()
    expect(cards).to_have_count(0)
    evening.house.begin(name="Saturday")
    expect(cards).to_have_count(3)


def test_a_rule_is_found_and_read(evening: Room) -> None:
    """A mistyped word finds the rule, also where the page was not told the evening yet; its entry names the page."""
    held: list[Route] = []
    page = evening.at(evening.joined(), "look-up")
    page.route("**/live?*", lambda route: held.append(route))
    page.reload()
    page.get_by_label("Rule or card code").fill("feding")
    with page.expect_response("**/live?*"):
        held[0].continue_()
    page.get_by_role("link", name="Feeding the lamp").click()
    expect(page.get_by_role("heading", name="Feeding the lamp")).to_be_visible()
    expect(page.get_by_text("rulebook p. 4")).to_be_visible()
