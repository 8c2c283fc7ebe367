"""The row of versions at the foot of *Table*: an update is offered to the owner's phone, between evenings only."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.api.text import T
from companion.status.versions import Versions

from .household import Household
from .rooms import Room

pytestmark = pytest.mark.browser


def test_an_update_by_tap(house: Household, room: Room) -> None:
    """Offered when the evening has ended, asked once more, begun by one phone; what came of it, and how to go back."""
    house.begin()
    house.versions.now = replace(house.versions.now, playing="Friday")
    owner = room.at(room.joined("Ada"), "table")
    row, update = owner.locator(".versions"), owner.get_by_role("button", name="Update to 0.3.0")
    expect(row).to_contain_text(
        re.compile("Version 0.2.0.*Before it ran 0.1.9; at the Pi: sudo companion update --back")
    )
    expect(row).to_contain_text("Version 0.3.0 lies ready. Update between two evenings.")
    expect(update).to_have_count(0)

    house.versions.now = replace(house.versions.now, playing="")
    house.session.close()
    expect(update).to_have_count(1)  # without the page being opened anew
    other = room.at(room.joined("Ben"), "table")
    expect(other.locator(".versions")).to_contain_text("The owner’s phone installs it.")
    expect(other.get_by_role("button", name="Update to 0.3.0")).to_have_count(0)

    update.click()
    sheet = owner.get_by_role("dialog", name="Update to 0.3.0?")
    sheet.get_by_role("button", name="Cancel").click()
    expect(sheet).to_have_count(0)
    assert house.versions.installed == 0
    update.click()
    sheet.get_by_role("button", name="Update to 0.3.0").click()
    expect(owner.get_by_text("The update has begun. The page comes back by itself.")).to_be_visible()
    assert house.versions.installed == 1

    told = T("Version {version} did not become healthy ({why}), so {before} runs again.",
             version="0.3.0", why="failed, exit-code", before="0.2.0")  # fmt: skip
    house.versions.now = Versions("0.2.0", told=told)
    owner.reload()
    expect(row).to_contain_text("Version 0.3.0 did not become healthy (failed, exit-code), so 0.2.0 runs again.")
    expect(row).not_to_contain_text("--back")  # there is nothing to go back to
