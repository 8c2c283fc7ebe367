"""What the Citadel leaflet brings to the game."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import Adjustable, Args, IllegalMove, MoveKind, Offer, Outcome, Value, Words
from companion.games.citadel.asking import card_number, pick, tap, whole
from companion.games.citadel.books import Books, move, require_idle, says, word
from companion.games.citadel.cards import looking, moving
from companion.games.citadel.leaflet import (
    buildings,
    community,
    destiny,
    preparation,
    progress,
    prompts,
    quests,
    showing,
)
from companion.games.citadel.leaflet.leaflet import HIGHEST, LOWEST, MOST_LEVEL, SCORES
from companion.games.citadel.leaflet.own import FAMILIES
from companion.games.citadel.part import Part
from companion.games.citadel.state import State, Task
from companion.text import T

HOPE = "hope reborn"
HOPE_SHARED = 10  # life points for blocking "Hope reborn!" cards (p. 6, 24)


def hope(books: Books, args: Args) -> None:
    """A player blocks all own "Hope reborn!" cards: the characters share 10 life points (p. 6, 24)."""
    require_idle(books.state)
    name = books.state.hero(word(args, "seat")).name
    text = T("{name}: block all your cards “Hope reborn!”. The characters share 10 life points.", name=name)
    books.tell("hope_blocked", text, seat=word(args, "seat"))
    for copy in looking.of(books.state, "purse", word(args, "seat")):
        if HOPE in looking.title(books.state, copy.key).casefold():
            moving.block(books, copy.key, word(args, "seat"))
    books.press(Task(kind=preparation.SHARE, count=HOPE_SHARED))


_BUILDING = pick("building", T("Building"), {name: plan.title for name, plan in buildings.PLANS.items()})
_SYMBOL = Words(name="symbol", label=T("Symbol"), at_most_chars=2)
_PRIZE = pick("prize", T("What it brings"), destiny.PRIZES)
_NEAR = Words(name="near", label=T("Connected to"), at_most_chars=2)
_WHERE = Words(name="where", label=T("Where it is"), at_most_chars=60)
_SEAT = Words(name="seat", label=T("Who"), at_most_chars=8)
_SHARES = tuple(whole(seat, T("Share"), preparation.MOST_SHARED) for seat in preparation.SEATS)

MOVES: Mapping[str, MoveKind[State]] = {
    **community.MOVES,
    **quests.MOVES,
    "destiny": move(progress.check_symbol, says(T("Checked a symbol of the Destiny page")), _SYMBOL),
    "destiny_new": move(progress.check_new, says(T("Checked a new symbol of the Destiny page")), _NEAR, _PRIZE, _WHERE),
    "destiny_card": move(
        progress.card_told, lambda a: T("The symbol gives {card}", card=word(a, "number")), card_number(T("Number"))
    ),
    "guild_told": move(progress.guild_told, says(T("Read the Guild's symbol")), _PRIZE),
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
        lambda a: T("{boxes} boxes in all", boxes=a["boxes"]),
        whole("boxes", T("Number of its boxes"), buildings.MOST_BOXES, at_least=1),
    ),
    "building_named": move(
        progress.titled,
        lambda a: T("Building: {title}", title=word(a, "title")),
        Words(name="title", label=T("Name on the page"), at_most_chars=40),
    ),
    "prepare": move(
        preparation.begin,
        says(T("Began the Preparation phase")),
        pick("citadel", T("At the Citadel"), {"yes": T("Yes"), "no": T("No")}),
        whole("life", T("Life points to share"), preparation.MOST_SHARED),
    ),
    "prepared": move(
        preparation.tick, says(T("Saw to a reminder")), Words(name="item", label=T("Reminder"), at_most_chars=40)
    ),
    "all_prepared": move(preparation.all_seen, says(T("Saw to all reminders"))),
    "icon_told": move(
        preparation.icon_told,
        lambda a: T("It raises {score}", score=SCORES[word(a, "score")]),
        pick("score", T("Score"), SCORES),
    ),
    "life_shared": move(preparation.shared, says(T("Shared life points")), *_SHARES),
    "share_changed": move(
        preparation.recounted,
        lambda a: T("{count} life points to share", count=a["count"]),
        whole("count", T("Life points to share"), preparation.MOST_SHARED),
    ),
    "hope_blocked": move(hope, says(T("Blocked the cards “Hope reborn!” for life points")), _SEAT),
}


def idle(state: State) -> tuple[Offer, ...]:
    """All pages of the leaflet."""
    under = T("Life points of all")
    hopes = tuple(
        tap(
            "hope_blocked",
            T("{name}: block “Hope reborn!” for 10 life points", name=hero.name),
            under=under,
            rule="destiny.hope",
            note=T("All of your own cards of that name"),
            seat=hero.seat,
        )
        for hero in state.party
    )
    prepare = preparation.offer(state)
    return (*prompts.destiny_offers(state), *community.offers(state), *quests.offers(state), *hopes, prepare)


def adjustables(state: State) -> tuple[Adjustable, ...]:
    """Scores, level, checked boxes."""
    leaflet = state.leaflet
    found = [
        Adjustable(ask=whole(name, text, HIGHEST, at_least=LOWEST), now=leaflet.score(name))
        for name, text in SCORES.items()
    ]
    found.append(Adjustable(ask=whole("groundshiver", T("Groundshiver level"), MOST_LEVEL), now=leaflet.groundshiver))
    return tuple(found)


def correct(state: State, name: str, value: Value) -> Outcome[State] | None:
    """A number of the Community page is as somebody says."""
    if name not in (*SCORES, "groundshiver"):
        return None
    books = Books(state)
    if name == "groundshiver":
        community.set_groundshiver(books, int(value))
    else:
        community.write(books, **{name: int(value)})
        books.note("score_set", T("{what} is {to}.", what=SCORES[name], to=int(value)), what=name, to=int(value))
    return books.outcome()


def _check(name: str, value: Value) -> None:
    """Refuse connections that are none, and buildings that are on no page."""
    destiny.check_near(name, value)
    if name.startswith("building.") and not buildings.is_name(name):
        raise IllegalMove(T("The Buildings pages have no building of that name."), rule="buildings", page=23)


PART = Part(
    name="leaflet",
    moves=MOVES,
    tasks={
        progress.BOX: prompts.box,
        progress.BOXES: prompts.boxes,
        progress.TITLE: prompts.title,
        progress.SCORE: prompts.score,
        progress.GUILD: prompts.guild,
        progress.CARD: prompts.card,
        preparation.LIST: preparation.list_prompt,
        preparation.ICON: preparation.icon_prompt,
        preparation.SHARE: preparation.share_prompt,
    },
    idle=idle,
    panels=showing.panels,
    adjustables=adjustables,
    correct=correct,
    families=FAMILIES,
    check=_check,
    settle=progress.known_card,
)
