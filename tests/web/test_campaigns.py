"""Campaigns of the venue on the page: what lies there, handing an evening over, taking one."""

from .household import Household
from .phones import Phone


def test_a_campaign_is_handed_over_and_another_one_taken(house: Household, phone: Phone) -> None:
    """One that another table plays only where somebody says so."""
    evening = phone.get("/api/evenings").json["evenings"][0]
    assert "handed" not in evening
    assert phone.post("/api/campaigns/hand-over", {"evening": evening["id"]}).status_code == 200
    assert phone.get("/api/evenings").json["evenings"][0]["handed"] == {"how": "waiting", "table": ""}
    found = phone.get("/api/campaigns").json["campaigns"]
    assert [(one["name"], one["title"], one["playing"]) for one in found] == [
        ("The other way", "The Lighthouse", False),
        ("The long way", "The Lighthouse", True),
    ]
    refused = phone.post("/api/campaigns/take", {"campaign": "c1"})
    assert (refused.status_code, refused.json["error"]) == (422, "“The long way” is being played at table-17.")
    assert phone.post("/api/campaigns/take", {"campaign": "c1", "over": True}).status_code == 200
    assert house.campaigns.taken == [("c1", True)]
