"""Boards and cards of the venue on the page: what is offered, and taking it."""

from .household import Household
from .phones import Phone


def test_what_the_venue_offers_is_taken_by_a_tap(house: Household, phone: Phone) -> None:
    """Of the table that was chosen; what is not offered is refused in words."""
    found = phone.get("/api/card-offers").json
    assert [(one["title"], one["source"], one["texts"]) for one in found["offers"]] == [
        ("The Lighthouse", "table-3", 20), ("The Lighthouse", "table-9", 20),
    ]  # fmt: skip
    assert (found["taking"], "last" in found) == (False, False)
    assert phone.post("/api/card-offers/take", {"game": "lighthouse", "source": "table-4"}).status_code == 422
    assert phone.post("/api/card-offers/take", {"game": "lighthouse", "source": "table-9"}).status_code == 200
    assert house.card_offers.taken == [("lighthouse", "table-9")]
    assert phone.get("/api/card-offers").json["last"] == "New here: 1."
