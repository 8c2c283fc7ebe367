"""What the Citadel leaflet brings to the game."""

from __future__ import annotations

from companion.api import IllegalMove, Offer, T, Value
from companion.games.citadel.leaflet import buildings, community, destiny, hope, panels, preparation, quests, skills
from companion.games.citadel.modules import GameModule, with_task
from companion.games.citadel.state import State
from companion.toolkit import grouped

SKILLS = T("Skill cards")


def idle(state: State) -> tuple[Offer, ...]:
    """All pages of the leaflet."""
    under = T("Life points of all")
    pages = (*destiny.offers(state), *buildings.offers(state), *community.offers(state))
    others = (*quests.offers(state), *hope.offers(state, under), *skills.offers(state, SKILLS))
    return (*pages, *others, *preparation.offers(state))


def _check(name: str, value: Value) -> None:
    """Refuse connections that are none, and buildings that are on no page."""
    destiny.check_near(name, value)
    if name.startswith("building.") and not buildings.is_name(name):
        raise IllegalMove(T("The Buildings pages have no building of that name."), rule="buildings", page=23)


MODULE = GameModule(
    name="leaflet",
    moves={
        **community.MOVES,
        **quests.MOVES,
        **skills.MOVES,
        **hope.MOVES,
        **destiny.MOVES,
        **buildings.MOVES,
        **preparation.MOVES,
    },
    tasks=with_task(
        {
            buildings.BOX: buildings.box_prompt,
            buildings.BOXES: buildings.boxes_prompt,
            buildings.TITLE: buildings.title_prompt,
            destiny.SCORE: destiny.score_prompt,
            destiny.NEAR: destiny.near_prompt,
            destiny.GUILD: destiny.guild_prompt,
            destiny.CARD: destiny.card_prompt,
            destiny.MAP: destiny.map_prompt,
            **skills.TASKS,
            hope.HOPE: hope.prompt,
            preparation.LIST: preparation.list_prompt,
            preparation.ICON: preparation.icon_prompt,
            preparation.SHARE: preparation.share_prompt,
        }
    ),
    idle=idle,
    reminders=hope.reminders,
    panels=panels.panels,
    settables=lambda state: grouped(T("Citadel leaflet"), panels.settables(state)),
    families=(*destiny.FAMILIES, *buildings.FAMILIES),
    check=_check,
    follow=destiny.known_card,
)
