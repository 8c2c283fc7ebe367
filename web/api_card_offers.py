"""Boards and cards that lie at the venue for this table: what there is, and taking it in."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from companion.api.text import T
from companion.status.venue_cards import CardOffers
from web.context import context
from web.errors import not_here
from web.requests import Body, ShortText, answer, body, say, tap, titled

card_offers = Blueprint("api_card_offers", __name__, url_prefix="/api/card-offers")


class Take(Body):
    """Which game's, and whose."""

    game: ShortText
    source: ShortText


@card_offers.get("")
def read() -> Response:
    """What may be taken, whether something is on its way, and what came of the last time."""
    desk = _desk()
    found: dict[str, Any] = {"offers": [titled(one) for one in desk.offers()], "taking": desk.taking()}
    last = desk.last()
    return answer(found if last is None else {**found, "last": say(last)})


@card_offers.post("/take")
@tap
def take() -> dict[str, Any]:
    """Take it in; what is here already stays as it is."""
    asked = body(Take)
    _desk().take(asked.game, asked.source)
    return {}


def _desk() -> CardOffers:
    desk = context().card_offers
    if desk is None:
        raise not_here(T("This table keeps no boards and cards at a venue."))
    return desk
