"""Campaigns of the venue: which lie there, handing an evening over, going on with one at this table."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from companion.api.text import T
from companion.status.campaigns import CampaignDesk
from web.api import done
from web.context import context
from web.errors import not_here
from web.requests import Body, ShortText, answer, body, tap, titled

campaigns = Blueprint("api_campaigns", __name__, url_prefix="/api/campaigns")


class HandOver(Body):
    """Which evening."""

    evening: ShortText


class Take(Body):
    """Which campaign; `over`: also though another table seems to play it."""

    campaign: ShortText
    over: bool = False


@campaigns.get("")
def read() -> Response:
    """Those that lie at the venue, by name."""
    return answer({"campaigns": [titled(one) for one in _desk().at_venue()]})


@campaigns.post("/hand-over")
@tap
def hand_over() -> dict[str, Any]:
    """From now on any table of the venue may go on with this evening while it is put away here."""
    _desk().hand_over(body(HandOver).evening)
    return {}


@campaigns.post("/take")
@tap
def take() -> dict[str, Any]:
    """Go on with a campaign at this table; it is opened."""
    asked = body(Take)
    return done(_desk().take(asked.campaign, asked.over))


def _desk() -> CampaignDesk:
    desk = context().campaigns
    if desk is None:
        raise not_here(T("This table belongs to no venue."))
    return desk
