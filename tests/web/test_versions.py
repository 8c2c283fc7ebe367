"""Versions on the page: everybody who has joined sees them, the owner's phone updates, between evenings only."""

from dataclasses import replace

from companion.api.text import T

from .household import Household
from .phones import Phone


def test_the_owner_updates_between_evenings(house: Household, phone: Phone) -> None:
    """Another phone is told whose it is to do; an evening that is being played is not interrupted."""
    other = Phone(house)
    other.join("Ben")
    assert phone.get("/api/versions").json == {
        "now": "0.2.0", "before": "0.1.9", "next": "0.3.0", "playing": False, "may_install": True, "told": None,
    }  # fmt: skip
    assert other.get("/api/versions").json["may_install"] is False
    refused = other.post("/api/versions", {"do": "update"})
    assert (refused.status_code, refused.json["error"]) == (403, "Only the owner’s phone may do this: Ada.")
    house.versions.now = replace(
        house.versions.now, playing="Friday", told=T("Version {version} runs.", version="0.2.0")
    )
    found = phone.get("/api/versions").json
    assert (found["playing"], found["told"]) == (True, "Version 0.2.0 runs.")
    busy = phone.post("/api/versions", {"do": "update"})
    assert (busy.status_code, busy.json["error"]) == (422, "“Friday” is being played. Update between two evenings.")
    assert house.versions.installed == 0
    house.versions.now = replace(house.versions.now, playing="")
    assert phone.post("/api/versions", {"do": "update"}).status_code == 200
    assert phone.post("/api/versions", {"do": "downgrade"}).status_code == 400
    assert house.versions.installed == 1
