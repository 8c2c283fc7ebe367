"""The Buildings that Laws unlock (rulebook p. 42 and 43). What they cost stands on the Law cards.

The number of Propaganda Centres, Agitators and Prisons is lost in the scan; it is one of each: the four Faith and Order
Buildings are two sides of the same tiles (p. 14), and p. 7 counts ten small and one large of these.
"""

from __future__ import annotations

from companion.api.text import T
from companion.games.frostpunk.city.kind import LARGE, BuildingKind

SPECIAL = (
    BuildingKind(
        kind="child_shelter",
        name=T("Child Shelter"),
        insulation="orange",
        unlocked_by="law",
        usable=False,
        sleeps=4,
        sleepers=("children",),
        does=T("Four child Meeples sleep here."),
        page=42,
    ),
    BuildingKind(
        kind="care_house",
        name=T("Care House"),
        insulation="orange",
        unlocked_by="law",
        basic=("cure 2", "needs active care; exhaust care; cure 5"),
        does=T("Cure 2; or exhaust an active Care token and Cure 5."),
        page=42,
    ),
    BuildingKind(
        kind="fighting_arena",
        name=T("Fighting Arena"),
        insulation="orange",
        unlocked_by="law",
        basic=("discontent -1",),
        does=T("Discontent decreases."),
        page=42,
    ),
    BuildingKind(
        kind="public_house",
        name=T("Public House"),
        insulation="orange",
        unlocked_by="law",
        basic=("hope +1",),
        does=T("Hope increases."),
        page=42,
    ),
    BuildingKind(
        kind="field_kitchen",
        name=T("Field Kitchen"),
        insulation="white",
        number=4,
        unlocked_by="faith",
        usable=False,
        does=T("Everything on its tile is heated."),
        page=43,
    ),
    BuildingKind(
        kind="cemetery",
        name=T("Cemetery"),
        insulation="yellow",
        unlocked_by="faith",
        basic=("needs corpses 1; lose corpses 1; hope +1", "needs corpses 2; lose corpses 2; hope +1"),
        does=T("Move the Corpse marker one or two spaces back; if you do, Hope increases."),
        page=43,
    ),
    BuildingKind(
        kind="temple",
        name=T("Temple"),
        insulation="yellow",
        unlocked_by="faith",
        engineer_only=True,
        does=T("Activate all Hope tokens of one type."),
        page=43,
    ),
    BuildingKind(
        kind="faith_keepers",
        name=T("Faith Keepers"),
        insulation="red",
        size=LARGE,
        unlocked_by="faith",
        does=T("Reveal 3 Dusk cards. You may discard one without its effect; shuffle the others back in."),
        page=43,
    ),
    BuildingKind(
        kind="snow_pit",
        name=T("Snow Pit"),
        insulation="white",
        number=4,
        unlocked_by="order",
        usable=False,
        does=T("When built, the Corpse marker moves one to three spaces back."),
        page=43,
    ),
    BuildingKind(
        kind="propaganda_centre",
        name=T("Propaganda Centre"),
        insulation="orange",
        unlocked_by="order",
        engineer_only=True,
        does=T("Perform the action of a Building with a Citizen Meeple on it; that action is heated."),
        page=43,
    ),
    BuildingKind(
        kind="agitator",
        name=T("Agitator"),
        insulation="yellow",
        unlocked_by="order",
        does=T("Exhaust all active Discontent tokens of one type."),
        page=43,
    ),
    BuildingKind(
        kind="prison",
        name=T("Prison"),
        insulation="red",
        size=LARGE,
        unlocked_by="order",
        does=T("Hunger falls by 4. The Meeple stays here for the night."),
        page=43,
    ),
)
