"""What the command at a table asks: which campaigns lie at the venue, handing an evening over, taking a campaign."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.refusals import BadMove, Refused
from companion.api.text import Catalogue, T, Text
from companion.app.control import Request
from companion.session.session import Session
from companion.status.campaigns import Campaign, CampaignDesk
from companion.storage.losses import moment

CAMPAIGNS = "campaigns"


def answer(desk: CampaignDesk | None, session: Session, words: Catalogue, asked: Request) -> Request:
    """What came of it, in lines; what is refused comes as `error`."""
    try:
        if desk is None:
            raise BadMove(T("This table belongs to no venue."))
        verb, what = str(asked.get("verb")), str(asked.get("what") or "")
        if verb == "hand-over":
            lines = _hand_over(desk, session, what)
        elif verb == "take":
            lines = _take(desk, what, bool(asked.get("over")))
        else:
            lines = [_line(one) for one in desk.at_venue()] or [T("No campaign lies there.")]
        return {"lines": [words.say(one) for one in lines]}
    except Refused as refusal:
        return {"error": words.say(refusal.text)}


def _hand_over(desk: CampaignDesk, session: Session, what: str) -> list[Text]:
    evening = _one({one.id: one.name for one in session.evenings()}, what)
    desk.hand_over(evening)
    return [T("Handed to the venue. Put away here, it may be gone on with at any table there.")]


def _take(desk: CampaignDesk, what: str, over: bool) -> list[Text]:
    found = {one.id: one for one in desk.at_venue()}
    campaign = found[_one({id: one.name for id, one in found.items()}, what)]
    if campaign.playing and not campaign.here and not over:
        raise BadMove(
            T(
                "“{name}” is being played at {table}; its last move came {when}. If that table does not go on with it: "
                "--over. What was played there since is not in it; that table is told, and keeps it as an evening of "
                "its own.",
                name=campaign.name,
                table=campaign.table,
                when=moment(campaign.at),
            )
        )
    desk.take(campaign.id, over)
    return [T("“{name}” is open here.", name=campaign.name)]


def _one(found: Mapping[str, str], what: str) -> str:
    """The id of what is meant, by id or by name."""
    if what in found:
        return what
    ids = [id for id, name in found.items() if what.strip() and name.casefold() == what.strip().casefold()]
    if len(ids) > 1:
        raise BadMove(T("Several are called so; give the id of one: {ids}.", ids=", ".join(ids)))
    if not ids:
        raise BadMove(T("There is none of that name."))
    return ids[0]


def _line(one: Campaign) -> Text:
    words = {"id": one.id, "name": one.name, "game": one.game, "table": one.table}
    if one.playing:
        return T("{id}  {name} ({game})  played at {table}, last move {when}", **words, when=moment(one.at))
    return T("{id}  {name} ({game})  put away at {table}, {when}", **words, when=moment(one.since))
