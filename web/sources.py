"""What the live streams are made of: the parts of the page by source, and what makes them new."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

from companion.api.text import Catalogue
from companion.drawer.desk import ScaleDesk
from companion.drawer.pile import PileDesk
from companion.scanner.adding import AddingDesk
from companion.scanner.desk import ScanDesk
from companion.session.screen import Screen
from companion.session.session import Session
from companion.speech.card_reader import CardReader
from companion.speech.narrator import Narrator
from companion.status.health import HealthBoard
from companion.status.simulated_table import SimulatedTable
from companion.status.staff_call import StaffCall
from companion.status.ticked_orders import TickedOrders
from companion.status.timers import Timers
from web.encode import Rendered, Say, adjustable_parts, guest_parts, plain, screen_parts, to_ms
from web.live import Live, Render, Source
from web.pairing import Pairing

CAPTIONS_SHOWN = 8


def all_sources(
    pairing: Pairing,
    session: Session,
    narrator: Narrator,
    health: HealthBoard,
    table: SimulatedTable | None,
    scale: ScaleDesk | None,
    pile: PileDesk | None = None,
    scan: ScanDesk | None = None,
    timers: Timers | None = None,
    adding: AddingDesk | None = None,
    reader: CardReader | None = None,
    staff: StaffCall | None = None,
    ticked: TickedOrders | None = None,
) -> dict[str, Source]:
    """All sources by name. The scale's reading trembles, so only a phone that looks at its page is sent it. Hundreds of
    values can be set by hand, which only a phone is sent on which somebody is about to.

    Phones that have not joined are sent what is on the table and what is said there, and nothing else.
    """
    found = {
        "me": Source(lambda words: {"joined": True}, guests=lambda parts: {"joined": False}),
        "phones": Source(lambda words: {"phones": _phones(pairing)}, optional=True),
        "screen": Source(_of_screen(session, screen_parts), guests=guest_parts),
        "adjustables": Source(_of_screen(session, adjustable_parts), optional=True),
        "captions": Source(lambda words: {"captions": _captions(narrator, words)}, guests=_of_no_card),
        # Without a rest: a phone that speaks has a new rate before the words that are to be said at it.
        "voice": Source(lambda words: {"voice": plain(_voice(narrator, pairing), words.say)}),
        "health": Source(lambda words: {"devices": plain(health.health(), words.say)}, rest_s=0.5),
    }
    if timers is not None:
        found["timers"] = Source(lambda words: {"timers": _to_ms(plain(timers.state(), words.say))}, ages=True)
    if ticked is not None:
        found["ticked"] = Source(lambda words: {"ticked": list(ticked.orders)})
    if table is not None:
        found["table"] = Source(
            lambda words: {"table": plain(table.state(), words.say) if table.anything else None}, rest_s=0.1
        )
    if scale is not None:
        found["scale"] = Source(lambda words: {"scale": plain(scale.state(), words.say)}, optional=True, rest_s=0.25)
        found["trace"] = Source(lambda words: {"trace": scale.trace()}, optional=True, rest_s=0.25)
        found["count"] = Source(lambda words: {"count": plain(scale.live_count(), words.say)}, guests=dict)
    if pile is not None:
        found["pile"] = Source(lambda words: {"pile": plain(pile.state(), words.say)}, optional=True, rest_s=0.25)
    if scan is not None:
        found["scan"] = Source(lambda words: {"scan": plain(scan.state(), words.say)}, optional=True, rest_s=0.25)
    if reader is not None:
        found["card"] = Source(lambda words: {"card": plain(reader.now, words.say)})
    if staff is not None:
        found["staff"] = Source(
            lambda words: {"staff": plain({} if staff.present is None else staff.present, words.say)}
        )
    if adding is not None:
        found["adding"] = Source(lambda words: {"adding": plain(adding.state, words.say)}, optional=True, rest_s=0.25)
    return found


def _of_screen(session: Session, parts: Callable[[Screen, Say, Rendered], Mapping[str, Any]]) -> Render:
    """What was put into words is kept by language; a source is rendered by one thread at a time."""
    rendered = defaultdict[str, Rendered](Rendered)
    return lambda words: parts(session.screen(), words.say, rendered[words.language])


def listen_to_sources(
    live: Live,
    pairing: Pairing,
    session: Session,
    narrator: Narrator,
    health: HealthBoard,
    table: SimulatedTable | None,
    scale: ScaleDesk | None,
    pile: PileDesk | None = None,
    scan: ScanDesk | None = None,
    timers: Timers | None = None,
    adding: AddingDesk | None = None,
    reader: CardReader | None = None,
    staff: StaffCall | None = None,
    ticked: TickedOrders | None = None,
) -> list[Callable[[], None]]:
    """Have every source's news wake the streams; the answers end that."""

    def phones_changed(removed: str | None) -> None:
        if removed is not None:
            live.end(removed)
        live.changed("phones")

    pairing.subscribe(phones_changed)
    stops = [
        session.subscribe(lambda update: live.changed("screen")),
        session.subscribe(lambda update: live.changed("adjustables")),
        narrator.subscribe(_VoiceNews(live, narrator, pairing)),
        health.subscribe(lambda: live.changed("health")),
    ]
    if timers is not None:
        stops += [session.subscribe(timers.hear), timers.subscribe(lambda: live.changed("timers"))]
    if ticked is not None:
        stops += [session.subscribe(ticked.hear), ticked.subscribe(lambda: live.changed("ticked"))]
    if table is not None:
        stops.append(table.subscribe(lambda: live.changed("table")))
        # Which drawn cards there are to show is the game's on the table.
        stops.append(session.subscribe(lambda update: live.changed("table")))
    if scale is not None:
        stops.append(scale.subscribe(lambda: live.changed("scale")))
        stops.append(scale.subscribe_trace(lambda: live.changed("trace")))
        stops.append(scale.subscribe_count(lambda: live.changed("count")))
    if pile is not None:
        stops.append(pile.subscribe(lambda: live.changed("pile")))
        stops.append(session.subscribe(lambda update: live.changed("pile")))
    for name, one in (("scan", scan), ("card", reader), ("adding", adding), ("staff", staff)):
        if one is not None:
            stops.append(one.subscribe(partial(live.changed, name)))
    return stops


class _VoiceNews:
    """What the narrator tells of: nearly always something was said, and nothing set."""

    def __init__(self, live: Live, narrator: Narrator, pairing: Pairing) -> None:
        self._live, self._narrator, self._pairing = live, narrator, pairing
        self._told: dict[str, Any] = {}

    def __call__(self) -> None:
        now = _voice(self._narrator, self._pairing)
        if now != self._told:
            self._told = now
            self._live.changed("voice")
        self._live.changed("captions")


def _to_ms(times: Mapping[str, Any]) -> dict[str, Any]:
    """Seconds with three decimals: nothing packs the others, which were a tenth of the news of a short tap."""
    return {name: round(value, 3) if isinstance(value, float) else value for name, value in times.items()}


def _phones(pairing: Pairing) -> dict[str, Any]:
    """Who has joined, whose the owner's phone is, and the number of the invitation that holds."""
    invitation = pairing.invitation
    joined = [{"id": one.id, "name": one.name, "since": one.since} for one in pairing.phones()]
    return {"joined": joined, "owner": pairing.owner, "invitation": None if invitation is None else invitation.number}


def _of_no_card(parts: Mapping[str, Any]) -> dict[str, Any]:
    """What was said, for phones that only watch: what is printed on the owner's cards is not for them."""
    return {"captions": [one for one in parts["captions"] if "language" not in one]}


def _captions(narrator: Narrator, words: Catalogue) -> list[dict[str, Any]]:
    return [
        {"number": one.number, "text": words.say(one.text), "urgency": int(one.urgency), "at": to_ms(one.at)}
        | ({} if one.cue is None else {"cue": one.cue})
        | ({} if one.language is None else {"language": one.language})
        | ({"over": True} if one.over else {})
        | ({"here": True} if one.here else {})
        for one in narrator.captions()[-CAPTIONS_SHOWN:]
    ]


def _voice(narrator: Narrator, pairing: Pairing) -> dict[str, Any]:
    """How the voice is set; `phone` is the one that speaks, `by` the name that it has."""
    now = narrator.state
    by = None if not now.phone else next((one.name for one in pairing.phones() if one.id == now.phone), None)
    found: dict[str, Any] = {
        "muted": now.muted,
        "rate": now.rate,
        "volume": now.volume,
        "language": now.language,
        "cues": now.cues,
        "flavour": now.flavour,
    }
    if by is not None:
        found |= {"phone": now.phone, "by": by}
    if own := narrator.own_voices():
        found["own"] = [asdict(one) for one in own]
    return found
