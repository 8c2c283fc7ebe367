"""What is asked while an action is carried out: which effect, which spaces, what is built, which Law."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Args, CardExpected, Move, MoveKind, Offer, Prompt
from companion.api.text import N, T, Text
from companion.games.frostpunk.action import asks, industry, reuse, snow, society, using, ways, works
from companion.games.frostpunk.cards import laws, technologies
from companion.games.frostpunk.cards.event_prompts import DUSK_CODE
from companion.games.frostpunk.city import laying
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.costs import UPGRADE_NAMES, cost_text, upgrade_cost
from companion.games.frostpunk.city.counted import counted
from companion.games.frostpunk.city.geometry import space_name
from companion.games.frostpunk.city.land import SPACE_MOST, Building
from companion.games.frostpunk.moves import move, number, says, word
from companion.games.frostpunk.state import State, Task
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import pick, tap, usual
from companion.toolkit.transaction import require_task

FEW_LAWS = 8
KNOWN_PRICE = "known"


# --- one of several ways ----------------------------------------------------------------------------------------------


def building_way(tx: Transaction, args: Args) -> None:
    """Which of a Building's effects is carried out."""
    task = require_task(tx.state, using.TASK)
    building = using.find(tx.state, task.of)
    every = ways.ways(tx.state, building)
    chosen = every[number(args, "way") - 1 : number(args, "way")]
    tx.finish_task()
    for way in chosen:
        using.carry_out(tx, building, way)


def _way(state: State) -> Prompt:
    building = using.find(state, state.tasks[0].of)
    offers = tuple(
        tap("building_way", way.label, way=n)
        for n, way in enumerate(ways.ways(state, building), 1)
        if ways.hindrance(state, way) is None
    )
    name = BUILDINGS[building.kind].name
    return Prompt(
        name="action.way",
        do=T("{building}: which effect?", building=name),
        seat=state.turn,
        rule="action.building",
        offers=offers or (tap("building_way", T("None is possible any more"), way=0),),
    )


# --- spaces of the map ------------------------------------------------------------------------------------------------


_POINT: Mapping[str, Text] = {
    "gathering_post": T("Gathering Post: from which adjacent space is a Resource taken?"),
    "sawmill": T("Sawmill: which Tree is taken?"),
    "coal_thumper": T("Coal Thumper: onto which adjacent space does Coal go?"),
}


def _around(state: State) -> Prompt:
    task = state.tasks[0]
    open_ = industry.open_spaces(state, task.about, task.of, tuple(task.words.split()))
    offers = [Offer(move=Move("point", {"at": space}), label=_pointed(state, task.about, space)) for space in open_]
    if len(open_) > 1:
        offers.insert(0, Offer(move=Move("point"), label=T("On the map"), asks=(asks.space(open_),)))
    return Prompt(
        name="action.around",
        do=_POINT[task.about],
        more=_how_many(task),
        seat=state.turn,
        rule="action.building",
        offers=(*offers, tap("point", T("No further one"), at=industry.STOP)),
    )


def _how_many(task: Task) -> Text:
    """How many spaces are chosen; a Gathering Post takes from every adjacent one."""
    if task.about == "gathering_post":
        return T("Choose every adjacent space with Resources, one after the other.")
    return N("{n} space still to be chosen.", "Up to {n} spaces still to be chosen.", task.count)


def _pointed(state: State, kind: str, space: str) -> Text:
    """A space that may be chosen, and how much Coal a Coal Thumper puts there: up to three, five in all (p. 42)."""
    if kind != "coal_thumper":
        return space_name(space)
    room = min(industry.THUMPED, SPACE_MOST - laying.on(state, space).count)
    return T("{space}: {what}", space=space_name(space), what=counted("coal", room))


# --- the Workshop and the Platform ------------------------------------------------------------------------------------


def workshop_upgrade(tx: Transaction, args: Args) -> None:
    """The Workshop upgrades a Building for its upgrade cost."""
    require_task(tx.state, works.WORKSHOP)
    building = using.find(tx.state, word(args, "at"))
    tx.finish_task()
    pay = word(args, "pay")
    laying.upgrade(tx, building, None if pay == KNOWN_PRICE else pay)


def workshop_token(tx: Transaction, args: Args) -> None:
    """The Workshop moves the Development token one space back."""
    require_task(tx.state, works.WORKSHOP)
    tx.finish_task()
    technologies.token_back(tx)


def stop(kind: str) -> Callable[[Transaction, Args], None]:
    """What is left of the task at the head is left out."""

    def skip(tx: Transaction, args: Args) -> None:
        require_task(tx.state, kind)
        tx.drop_task()

    return skip


def _workshop(state: State) -> Prompt:
    able = [one for one in state.city.buildings if laying.can_upgrade(state, one) is None]
    offers = [_upgrade(state, building) for building in able]
    if technologies.can_move_back(state):
        offers.append(tap("workshop_token", T("Move the Development token one space back")))
    return Prompt(
        name="action.workshop",
        do=N("Workshop: choose one more effect.", "Workshop: choose {n} effects.", state.tasks[0].count),
        more=T("Upgrade a Building without a Meeple, or bring a Technology nearer; the same twice is allowed."),
        seat=state.turn,
        rule="action.building",
        offers=(*offers, tap("workshop_done", T("Nothing more"))),
    )


def _upgrade(state: State, building: Building) -> Offer:
    price = upgrade_cost(state, building.kind)
    settled = {"at": building.at[0]} if price is None else {"at": building.at[0], "pay": KNOWN_PRICE}
    ask = pick("pay", T("Upgrade cost below its column"), dict(UPGRADE_NAMES))
    return Offer(
        move=Move("workshop_upgrade", settled),
        label=T("Upgrade: {building}", building=BUILDINGS[building.kind].name),
        asks=(ask,) if price is None else (),
        note=T("{cost}. {space}", cost=cost_text(price), space=space_name(building.at[0])),
    )


def platform_law(tx: Transaction, args: Args) -> None:
    """The Platform introduces a Law."""
    require_task(tx.state, works.PLATFORM)
    tx.finish_task()
    laws.introduce(tx, word(args, "law"))


def _platform(state: State) -> Prompt:
    open_ = laws.may_offer(state)
    named = {code: laws.title(state, code) for code in open_}
    if len(open_) <= FEW_LAWS:
        offers = tuple(tap("platform_law", name, law=code) for code, name in named.items())
    else:
        ask = pick("law", T("Law"), named)
        offers = (Offer(move=Move("platform_law"), label=T("Introduce a Law"), asks=(ask,), rule="laws"),)
    return Prompt(
        name="action.platform",
        do=T("Which Law do you introduce?"),
        more=T("Choose one from the Future Law display; you may read the Laws, but not their Consequences."),
        seat=state.turn,
        rule="laws",
        offers=(*offers, tap("platform_done", T("None after all"))),
    )


# --- Faith Keepers ----------------------------------------------------------------------------------------------------


def _keepers(state: State) -> Prompt:
    discard = Offer(move=Move("keep_faith"), label=T("Discard this one"), asks=(DUSK_CODE,), rule="dusk.place")
    unnamed = tap("keep_unnamed", T("One was discarded, without its code"), rule="dusk.place")
    return Prompt(
        name="action.faith_keepers",
        do=_reveal(min(society.REVEALED, state.dusk.count)),
        more=T("Not one with the red icon. Then shuffle the others back into the Dusk deck."),
        seat=state.turn,
        rule="dusk.place",
        offers=(usual("keep_none", T("Discard none")), *((discard, unnamed) if society.may_discard(state) else ())),
        expects=(CardExpected(kind="card_id", pattern=DUSK_CODE.pattern, move=Move("keep_faith"), arg="code"),),
    )


def _reveal(count: int) -> Text:
    """Three cards are revealed, or all where there are fewer."""
    if count == society.REVEALED:
        return T("Reveal three Dusk cards. You may discard one of them without its effect.")
    return N(
        "Reveal the only Dusk card. You may discard it without its effect.",
        "Reveal the {n} Dusk cards. You may discard one of them without its effect.",
        count,
    )


# --- reusing ----------------------------------------------------------------------------------------------------------


def _reuse(state: State) -> Prompt:
    about = state.tasks[0].about
    offers = [offer for at in reuse.places(state, about) for offer in _again(state, at)]
    buildings = T("Which Building acts again? It counts as heated.")
    workers = T("Where does a Worker act again? It counts as heated.")
    return Prompt(
        name="action.reuse",
        do=buildings if about == "building" else workers,
        seat=state.turn,
        rule="action.building",
        offers=(*offers, tap("reuse", T("None"), at=reuse.SKIP, way=0)),
    )


def _again(state: State, at: str) -> list[Offer]:
    if at == "snow":
        return [
            tap("reuse", snow.label(state, ring), at=at, way=n)
            for n, ring in enumerate(snow.RINGS, 1)
            if snow.tiles(state, ring)
        ]
    if at == "construct":
        return [tap("reuse", T("Construct"), at=at, way=0)]
    building = ways.at(state, at)
    if building is None:
        return [tap("reuse", T("Gather: {space}", space=space_name(at)), at=at, way=0)]
    return [
        tap("reuse", T("{building}: {what}", building=BUILDINGS[building.kind].name, what=way.label), at=at, way=n)
        for n, way in enumerate(ways.ways(state, building), 1)
        if ways.hindrance(state, way) is None
    ]


_PLACES = {space: space_name(space) for space in asks.SPACES}
_WHERE = pick(
    "at", T("Where"), {**_PLACES, "snow": T("Remove snow"), "construct": T("Construct"), reuse.SKIP: T("None")}
)
_POINTED = pick("at", T("Space"), {**_PLACES, industry.STOP: T("No further one")})
_WHERE_NAMES = {choice.value: choice.label for choice in (*_WHERE.choices, *_POINTED.choices)}
TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    using.TASK: _way,
    industry.AROUND: _around,
    works.WORKSHOP: _workshop,
    works.PLATFORM: _platform,
    society.KEEPERS: _keepers,
    society.REUSE: _reuse,
}
MOVES: Mapping[str, MoveKind[State]] = {
    "building_way": move(building_way, says(T("Effect chosen")), asks.WAY),
    "point": move(
        lambda tx, args: industry.choose_space(tx, word(args, "at")),
        lambda args: T("Space chosen: {space}", space=_WHERE_NAMES[word(args, "at")]),
        _POINTED,
    ),
    "workshop_upgrade": move(
        workshop_upgrade,
        lambda args: T("Upgraded: {space}", space=space_name(word(args, "at"))),
        asks.space(),
        pick("pay", T("Upgrade cost"), {KNOWN_PRICE: T("As known"), **UPGRADE_NAMES}),
    ),
    "workshop_token": move(workshop_token, says(T("Development token moved back"))),
    "workshop_done": move(stop(works.WORKSHOP), says(T("Workshop: nothing more"))),
    "platform_law": move(
        platform_law,
        lambda args: T("Law {law} introduced", law=word(args, "law")),
        pick("law", T("Law"), {code: T("Law {code}", code=code) for code in laws.CODES}),
    ),
    "platform_done": move(stop(works.PLATFORM), says(T("No Law introduced"))),
    "keep_faith": move(
        lambda tx, args: society.keep_faith(tx, word(args, "code")),
        lambda args: T("Faith Keepers: {code} discarded", code=word(args, "code")),
        DUSK_CODE,
    ),
    "keep_unnamed": move(lambda tx, args: society.keep_faith_unnamed(tx), says(T("Faith Keepers: a card discarded"))),
    "keep_none": move(lambda tx, args: society.keep_faith(tx, ""), says(T("Faith Keepers: no card discarded"))),
    "reuse": move(
        lambda tx, args: reuse.choose(tx, word(args, "at"), number(args, "way")),
        lambda args: T("Reused: {where}", where=_WHERE_NAMES[word(args, "at")]),
        _WHERE,
        asks.WAY,
    ),
}
