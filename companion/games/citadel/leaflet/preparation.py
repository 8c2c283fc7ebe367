"""The Preparation phase (p. 9, 23): buildings at its beginning, scores that rise, reminders in the page's order, and
the life points that the characters share."""

from __future__ import annotations

from companion.api import Args, IllegalMove, N, Offer, Prompt, T, Text, Words
from companion.api import Move as GameMove
from companion.games.citadel.cards import looking, revealing
from companion.games.citadel.cards.looking import card_name, listed
from companion.games.citadel.heroes import SEATS
from companion.games.citadel.leaflet import buildings, community
from companion.games.citadel.leaflet.leaflet import SCORES
from companion.games.citadel.life import points
from companion.games.citadel.state import BETWEEN, MOST_LIFE, State, Task
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, pick, require_idle, require_task, tap, whole, word

LIST, ICON, SHARE = "leaflet.prepare", "leaflet.icon", "leaflet.share"
CEMETERY_LIFE = 10  # the characters must have more than this in all (p. 23)
SANATORIUM = 5  # more life points to share (p. 23)
CARDS = ("quest", "global", "map")
MOST_SHARED = 4 * MOST_LIFE


def begin(tx: Transaction, args: Args) -> None:
    """The Preparation phase begins: `citadel` tells whether you are there, `life` how many points are to be shared."""
    require_idle(tx.state)
    state, citadel, life = tx.state, word(args, "citadel") == "yes", number(args, "life")
    standing = state.leaflet.built
    names = [name for name in buildings.PLANS if name in standing]
    opening = [name for name in names if citadel and _applies(state, name, "opening")]
    during = [name for name in names if _applies(state, name, "preparation")]
    during += [name for name in names if citadel and _applies(state, name, "citadel") and name != "sanatorium"]
    unknown = [name for name in names if not buildings.when(state, name)]
    rising = [name for name in during if buildings.raises(state, name) is not None]
    told = [f"building:{name}" for name in (*opening, *during, *unknown) if name not in rising]
    cards = [f"cards:{place}" for place in CARDS if looking.of(state, place)]
    community.write(tx, preparing=(*told, *cards))
    tx.tell("preparation", T("The Preparation phase begins."), citadel=int(citadel))
    _rise(tx, rising)
    if citadel and "sanatorium" in standing:
        life += SANATORIUM
        tx.tell("sanatorium", T("The Sanatorium gives 5 more life points to share."), life=life)
    tasks = [Task(kind=ICON, card=name) for name in rising if not buildings.raises(state, name)]
    if tx.state.leaflet.preparing:
        tasks.append(Task(kind=LIST, count=life))
    if life:
        tasks.append(Task(kind=SHARE, count=life))
    tx.add_first(*tasks)


def _applies(state: State, name: str, when: str) -> bool:
    if buildings.when(state, name) != when:
        return False
    everybody = sum(hero.life for hero in state.party)
    return name != "cemetery" or everybody > CEMETERY_LIFE


def _rise(tx: Transaction, rising: list[str]) -> None:
    """Each of these buildings raises its score by 1."""
    for name in rising:
        score = buildings.raises(tx.state, name)
        if score:
            community.score(tx, score, 1)


def icon_told(tx: Transaction, args: Args) -> None:
    """The score at a building's icon, read off the page once; it rises now."""
    task = tx.finish_task(ICON)
    tx.learn(f"building.{task.card}.score", word(args, "score"))
    _rise(tx, [task.card])


def tick(tx: Transaction, args: Args) -> None:
    """A reminder was seen to; with the last one the list is done."""
    require_task(tx.state, LIST)
    item = word(args, "item")
    preparing = tx.state.leaflet.preparing
    if item not in preparing:
        raise IllegalMove(T("That is seen to already."), rule="preparation", page=23)
    community.write(tx, preparing=tuple(one for one in preparing if one != item))
    if len(preparing) == 1:
        tx.finish_task(LIST)


def all_seen(tx: Transaction, args: Args) -> None:
    """Everything in the list was seen to."""
    tx.finish_task(LIST)
    community.write(tx, preparing=())


def shared(tx: Transaction, args: Args) -> None:
    """The characters share life points as they like; whoever is unconscious and gets some is conscious again (p.
    20)."""
    task = require_task(tx.state, SHARE)
    shares = {hero.seat: number(args, hero.seat) for hero in tx.state.heroes if hero.joined}
    given = sum(shares.values())
    count = min(task.count, MOST_LIFE * len(shares))  # nobody can hold more than 99, the rest is lost
    if given != count:
        raise IllegalMove(
            T("Life points to share: {count}. You have shared {given}.", count=count, given=given),
            rule="preparation",
            page=23,
        )
    tx.finish_task(SHARE)
    for seat, life in shares.items():
        if life:
            points.gain(tx, seat, life)


def recounted(tx: Transaction, args: Args) -> None:
    """A card changes how many life points are shared, such as a Global event that takes some away (p. 6)."""
    tx.finish_task(SHARE)
    count = number(args, "count")
    tx.note("share_changed", N("{n} life point to share.", "{n} life points to share.", count), count=count)
    if count:
        tx.add_first(Task(kind=SHARE, count=count))


# --- what is asked ----------------------------------------------------------------------------------------------------


def list_prompt(state: State, task: Task) -> Prompt:
    """The reminders that are still open, each one tap."""
    offers = [
        Offer(move=GameMove("prepared", {"item": item}), label=words(state, item), ticked=False)
        for item in state.leaflet.preparing
    ]
    offers += [tap("all_prepared", T("All seen to"), tone="usual"), revealing.calls()]
    return Prompt(
        name="leaflet.prepare",
        do=T("Preparation phase: see to these, in this order."),
        offers=tuple(offers),
        rule="preparation",
        expects=(revealing.CALLED,),
    )


def words(state: State, item: str) -> Text:
    """A reminder in words."""
    kind, _, name = item.partition(":")
    if kind == "building":
        effect = buildings.effect(state, name)
        return T("{building}: {effect}", building=buildings.title_of(state, name), effect=effect)
    cards = listed([card_name(state, copy) for copy in looking.of(state, name)])
    texts = {
        "quest": T(
            "Quest items that speak of this phase: {cards}. Some are turned over and a dialogue is read.", cards=cards
        ),
        "global": T("Global events that speak of this phase: {cards}.", cards=cards),
        "map": T(
            "World Map cards that speak of this phase: {cards}. Some are turned over and a dialogue is read.",
            cards=cards,
        ),
    }
    return texts[name]


def icon_prompt(state: State, task: Task) -> Prompt:
    """Which score a building raises, only its icon shows."""
    title = buildings.title_of(state, task.card)
    offers = tuple(tap("icon_told", text, score=name) for name, text in SCORES.items())
    return Prompt(
        name="leaflet.icon",
        do=T("{building}: which score does it raise?", building=title),
        more=T("Read the icon on the Buildings page. It is asked only once."),
        offers=offers,
        rule="buildings",
    )


def share_prompt(state: State, task: Task) -> Prompt:
    """So many points to each; evenly is the usual answer."""
    party = state.party
    base, rest = divmod(task.count, len(party))
    even = {hero.seat: min(base + (1 if at < rest else 0), MOST_LIFE) for at, hero in enumerate(party)}
    asks = tuple(
        whole(
            hero.seat,
            T("{name}, now {life}", name=hero.name, life=hero.life),
            min(task.count, MOST_SHARED),
            even[hero.seat],
        )
        for hero in party
    )
    do = N("Share {n} life point.", "Share {n} life points.", task.count)
    label = T("Share evenly")
    absent = {seat: 0 for seat in SEATS if seat not in even}
    offer = Offer(move=GameMove("life_shared", absent), label=label, asks=asks, tone="usual", rule="preparation")
    return Prompt(
        name="leaflet.share",
        do=do,
        more=T("As you like, to 99 for one character."),
        offers=(offer, _recount(task)),
        rule="preparation",
    )


def _recount(task: Task) -> Offer:
    ask = whole("count", T("Life points to share"), MOST_SHARED, task.count)
    label = T("A card changes how many")
    return Offer(move=GameMove("share_changed"), label=label, asks=(ask,), rule="preparation")


def offers(state: State) -> tuple[Offer, ...]:
    """The Preparation phase begins, when the Threat Booklet says so; where the characters are, the scenario's end has
    said, mostly."""
    ask = whole("life", T("Life points to share"), MOST_SHARED, likely=LIKELY_SHARED)
    labels = {
        "yes": T("The Preparation phase begins at the Citadel"),
        "no": T("The Preparation phase begins elsewhere"),
    }
    between = state.campaign.step == BETWEEN
    here = [("yes" if state.campaign.citadel else "no")] if between else ["yes", "no"]
    return tuple(
        Offer(move=GameMove("prepare", {"citadel": one}), label=labels[one], asks=(ask,), rule="preparation")
        for one in here
    )


LIKELY_SHARED = 10
_SHARES = tuple(whole(seat, T("Share"), MOST_SHARED) for seat in SEATS)
MOVES: Moves = {
    "prepare": move(
        begin,
        T("Began the Preparation phase"),
        pick("citadel", T("At the Citadel"), {"yes": T("Yes"), "no": T("No")}),
        whole("life", T("Life points to share"), MOST_SHARED),
    ),
    "prepared": move(tick, T("Saw to a reminder"), Words(name="item", label=T("Reminder"), at_most_chars=40)),
    "all_prepared": move(all_seen, T("Saw to all reminders")),
    "icon_told": move(
        icon_told,
        lambda a: T("It raises {score}", score=SCORES[word(a, "score")]),
        pick("score", T("Score"), SCORES),
    ),
    "life_shared": move(shared, T("Shared life points"), *_SHARES),
    "share_changed": move(
        recounted,
        lambda a: T("Life points to share: {count}", count=a["count"]),
        whole("count", T("Life points to share"), MOST_SHARED),
    ),
}
