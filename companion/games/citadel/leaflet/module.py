"""What the Citadel leaflet brings to the game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.api.game import IllegalMove, Offer, Value, Words
from companion.api.text import T
from companion.games.citadel.forms import card_number
from companion.games.citadel.leaflet import (
    buildings,
    community,
    destiny,
    hope,
    preparation,
    progress,
    prompts,
    quests,
    showing,
    skills,
)
from companion.games.citadel.leaflet.leaflet import HIGHEST, LOWEST, MOST_LEVEL, SCORES
from companion.games.citadel.leaflet.owner_facts import FAMILIES
from companion.games.citadel.modules import GameModule, with_task
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit.forms import pick, whole
from companion.toolkit.modules import Settable, word

_BUILDING = pick("building", T("Building"), {name: plan.title for name, plan in buildings.PLANS.items()})
_SYMBOL = Words(name="symbol", label=T("Symbol"), at_most_chars=2)
_PRIZE = pick("prize", T("What it brings"), destiny.PRIZES)
_NEAR = Words(name="near", label=T("Connected to"), at_most_chars=2)
_WHERE = Words(name="where", label=T("Where it is"), at_most_chars=60)
SKILLS = T("Skill cards")
_SHARES = tuple(whole(seat, T("Share"), preparation.MOST_SHARED) for seat in preparation.SEATS)

MOVES: Moves = {
    **community.MOVES,
    **quests.MOVES,
    **skills.MOVES,
    **hope.MOVES,
    "destiny_joined": move(progress.check_joined, T("Checked a symbol by another connection"), _SYMBOL, _NEAR),
    "map_card": move(
        progress.map_card, lambda a: T("Into the World Map: {card}", card=word(a, "number")), card_number(T("Number"))
    ),
    "map_full": move(progress.map_full, T("No slot of the World Map was free")),
    "destiny": move(progress.check_symbol, T("Checked a symbol of the Destiny page"), _SYMBOL),
    "destiny_new": move(progress.check_new, T("Checked a new symbol of the Destiny page"), _NEAR, _PRIZE, _WHERE),
    "destiny_card": move(
        progress.card_told, lambda a: T("The symbol gives {card}", card=word(a, "number")), card_number(T("Number"))
    ),
    "guild_told": move(progress.guild_told, T("Read the Guild's symbol"), _PRIZE),
    "score_chosen": move(
        progress.score_chosen,
        lambda a: T("Raised: {score}", score=SCORES[word(a, "what")]),
        pick("what", T("Score"), SCORES),
    ),
    "box": move(
        progress.box_checked,
        lambda a: T("A box: {building}", building=buildings.PLANS[word(a, "building")].title),
        _BUILDING,
    ),
    "boxes_told": move(
        progress.boxes_told,
        lambda a: T("Boxes in all: {boxes}", boxes=a["boxes"]),
        whole("boxes", T("Number of its boxes"), buildings.MOST_BOXES, at_least=1),
    ),
    "building_named": move(
        progress.titled,
        lambda a: T("Building: {title}", title=word(a, "title")),
        Words(name="title", label=T("Name on the page"), at_most_chars=40),
    ),
    "prepare": move(
        preparation.begin,
        T("Began the Preparation phase"),
        pick("citadel", T("At the Citadel"), {"yes": T("Yes"), "no": T("No")}),
        whole("life", T("Life points to share"), preparation.MOST_SHARED),
    ),
    "prepared": move(
        preparation.tick, T("Saw to a reminder"), Words(name="item", label=T("Reminder"), at_most_chars=40)
    ),
    "all_prepared": move(preparation.all_seen, T("Saw to all reminders")),
    "icon_told": move(
        preparation.icon_told,
        lambda a: T("It raises {score}", score=SCORES[word(a, "score")]),
        pick("score", T("Score"), SCORES),
    ),
    "life_shared": move(preparation.shared, T("Shared life points"), *_SHARES),
    "share_changed": move(
        preparation.recounted,
        lambda a: T("Life points to share: {count}", count=a["count"]),
        whole("count", T("Life points to share"), preparation.MOST_SHARED),
    ),
}


def idle(state: State) -> tuple[Offer, ...]:
    """All pages of the leaflet."""
    under = T("Life points of all")
    prepare = preparation.offer(state)
    return (*prompts.destiny_offers(state), *community.offers(state), *quests.offers(state),
            *hope.offers(state, under), *skills.offers(state, SKILLS), prepare)  # fmt: skip


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """Scores and the groundshiver's level."""
    leaflet = state.leaflet
    for name, text in SCORES.items():
        yield Settable(whole(name, text, HIGHEST, at_least=LOWEST), leaflet.score(name), partial(_set_score, name))
    level = whole("groundshiver", T("Groundshiver level"), MOST_LEVEL)
    yield Settable(level, leaflet.groundshiver, lambda tx, value: community.set_groundshiver(tx, int(value)))


def _set_score(name: str, tx: Transaction, value: Value) -> None:
    community.write(tx, **{name: int(value)})
    tx.note("score_set", T("{what} is {to}.", what=SCORES[name], to=int(value)), what=name, to=int(value))


def _check(name: str, value: Value) -> None:
    """Refuse connections that are none, and buildings that are on no page."""
    destiny.check_near(name, value)
    if name.startswith("building.") and not buildings.is_name(name):
        raise IllegalMove(T("The Buildings pages have no building of that name."), rule="buildings", page=23)


MODULE = GameModule(
    name="leaflet",
    moves=MOVES,
    tasks=with_task(
        {
            progress.BOX: prompts.box,
            progress.BOXES: prompts.boxes,
            progress.TITLE: prompts.title,
            progress.SCORE: prompts.score,
            progress.GUILD: prompts.guild,
            progress.CARD: prompts.card,
            progress.MAP: prompts.map_slot,
            **skills.TASKS,
            hope.HOPE: hope.prompt,
            preparation.LIST: preparation.list_prompt,
            preparation.ICON: preparation.icon_prompt,
            preparation.SHARE: preparation.share_prompt,
        }
    ),
    idle=idle,
    reminders=hope.reminders,
    panels=showing.panels,
    settables=settables,
    families=FAMILIES,
    check=_check,
    follow=progress.known_card,
)
