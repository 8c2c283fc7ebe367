"""What the views share: everything that was handed to `create_app`, in one value."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from flask import current_app

from companion.api.game import Game
from companion.api.text import Catalogue
from companion.backup.desk import BackupDesk
from companion.drawer.desk import ScaleDesk
from companion.drawer.pile import PileDesk
from companion.library.look_up import LookUp
from companion.scanner.adding import AddingDesk, Picture
from companion.scanner.desk import ScanDesk
from companion.scanner.photo_queue import PhotoQueue
from companion.session.session import Session
from companion.speech.card_reader import CardReader
from companion.speech.narrator import Narrator
from companion.status.campaigns import CampaignDesk
from companion.status.health import HealthBoard
from companion.status.simulated_table import SimulatedTable
from companion.status.staff_call import StaffCall
from companion.status.ticked_orders import TickedOrders
from companion.status.timers import Timers
from companion.status.venue_cards import CardOffers
from companion.status.versions import VersionDesk
from companion.storage.pictures import Pictures
from web.live import Live
from web.pairing import Pairing
from web.ports import (
    CardPhotoMaker,
    DashboardSettings,
    FiguresPort,
    LibraryPort,
    LooksPort,
    PhotoRead,
    RulesPort,
    SecurePort,
    SoundsPort,
    SupportPort,
)
from web.taps import Taps

KEY = "companion"


@dataclass(frozen=True, kw_only=True)
class Shared:
    """What the views of every page use, a table's and a venue's."""

    settings: DashboardSettings
    catalogue: Callable[[str], Catalogue]
    languages: Callable[[], Sequence[str]]
    looks: LooksPort
    pairing: Pairing
    taps: Taps
    live: Live


@dataclass(frozen=True, kw_only=True)
class Context(Shared):
    """Everything that the views of a table's page use."""

    session: Session
    games: Mapping[str, Game[Any]]
    library: LibraryPort
    rules: RulesPort
    sounds: SoundsPort
    narrator: Narrator
    health: HealthBoard
    read_photo: Callable[[Picture, bool], PhotoRead] | None
    card_photo: CardPhotoMaker | None
    photo_queue: PhotoQueue
    pictures: Pictures | None
    adding: AddingDesk | None
    card_reader: CardReader | None
    begin_demo: Callable[[str], str] | None
    table: SimulatedTable | None
    scale: ScaleDesk | None
    pile: PileDesk | None
    scan: ScanDesk | None
    backups: BackupDesk | None
    versions: VersionDesk | None
    campaigns: CampaignDesk | None
    card_offers: CardOffers | None
    figures: FiguresPort | None
    support: SupportPort | None
    leave_safe: Callable[[], None] | None
    timers: Timers
    ticked: TickedOrders
    staff_call: StaffCall | None
    secure: SecurePort | None
    # By game, language, whether joined.
    look_ups: OrderedDict[tuple[str, str, bool], LookUp] = field(default_factory=OrderedDict)


def shared() -> Shared:
    """What the running app has in common with every other."""
    return cast(Shared, current_app.extensions[KEY])


def context() -> Context:
    """The context of the running app."""
    return cast(Context, current_app.extensions[KEY])
