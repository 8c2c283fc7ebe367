"""The Generator Building, the Workshop and the Platform (rulebook p. 40 and 41)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T
from companion.games.frostpunk.action import asks
from companion.games.frostpunk.action.performing import PerformingOption
from companion.games.frostpunk.cards import laws, owner_facts, technologies
from companion.games.frostpunk.city import construction, ground
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.costs import UPGRADE_NAMES, cost_text, upgrade_cost
from companion.games.frostpunk.city.geometry import space_name
from companion.games.frostpunk.city.land import Building
from companion.games.frostpunk.state import State
from companion.games.frostpunk.supply import lose, spend
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule, action, pick, require_task, tap, word

MOST_REMOVED = 5  # p. 40
WORKSHOP = "workshop"  # effects of the Workshop are to be chosen
EFFECTS = 2  # p. 41
PLATFORM = "platform"  # a Law is to be chosen


def generator_building(state: State, building: Building) -> tuple[PerformingOption, ...]:
    """Up to five Stress cubes go back to the bank, or all of them for a Steam Core."""
    cubes = min(MOST_REMOVED, state.generator.stress)
    all_off, only = T("take all Stress cubes off for a Steam Core"), T("the Generator Upgrade for a Steam Core")
    return (
        PerformingOption(
            name="five",
            label=N("take {n} Stress cube off", "take {n} Stress cubes off", cubes),
            do=lambda tx: remove_stress(tx, MOST_REMOVED),
        ),
        PerformingOption(name="core", label=all_off if cubes else only, do=remove_all_stress),
    )


def remove_stress(tx: Transaction, cubes: int) -> None:
    """Up to so many Stress cubes go back to the bank."""
    _refuse_empty(tx.state)
    lose(tx, "stress", cubes)


def _refuse_empty(state: State) -> None:
    if not state.generator.stress:
        raise IllegalMove(T("No Stress cubes lie on the Stress track."), rule="generator.building", page=40)


def remove_all_stress(tx: Transaction) -> None:
    """A Steam Core takes all Stress cubes off; the first one puts the Generator Upgrade in, be there cubes or none."""
    if tx.state.generator.upgraded:
        _refuse_empty(tx.state)
    spend(tx, "steam_cores", 1)
    lose(tx, "stress", tx.state.generator.stress)
    if not tx.state.generator.upgraded:
        tx.set_generator(upgraded=True)
        tx.tell("generator_upgraded", T("Put the Generator Upgrade into the top of the Generator."))
        tx.todo(T("Put the Generator Upgrade into the top of the Generator"), "generator")


def workshop(state: State, building: Building) -> tuple[PerformingOption, ...]:
    """Two effects, the same twice if you like: an upgrade, or the Development token one space back."""
    return (PerformingOption(name="two", label=T("choose two effects"), do=_work),)


def _work(tx: Transaction) -> None:
    if not can_work(tx.state):
        text = T("No Building can be upgraded, and no Development token lies on the Round track.")
        raise IllegalMove(text, rule="workshop", page=41)
    tx.queue(WORKSHOP, count=EFFECTS)


def can_work(state: State) -> bool:
    """Whether an effect of the Workshop can be carried out: an upgrade that can be paid, or the token moved back."""
    able = any(construction.can_upgrade(state, building) is None for building in state.city.buildings)
    return able or technologies.can_move_back(state)


def settle(tx: Transaction) -> bool:
    """Where no further effect of the Workshop is possible, the action is done."""
    if tx.at_head(WORKSHOP) is None or can_work(tx.state):
        return False
    tx.drop_task()
    return True


def platform(state: State, building: Building) -> tuple[PerformingOption, ...]:
    """A new Law is introduced."""
    return (PerformingOption(name="law", label=T("introduce a Law"), do=_platform),)


def _platform(tx: Transaction) -> None:
    if not laws.may_offer(tx.state):
        raise IllegalMove(T("No further Law can be brought in."), rule="laws", page=37)
    tx.queue(PLATFORM)


WAYS: Mapping[str, Callable[[State, Building], tuple[PerformingOption, ...]]] = {
    "generator_building": generator_building,
    "workshop": workshop,
    "platform": platform,
}
FEW_LAWS = 12
KNOWN_PRICE = "known"


# --- the Workshop and the Platform ------------------------------------------------------------------------------------


def workshop_upgrade(tx: Transaction, args: Args) -> None:
    """The Workshop upgrades a Building for its upgrade cost."""
    require_task(tx.state, WORKSHOP)
    building = ground.find_building(tx.state, word(args, "at"))
    tx.finish_task()
    pay = word(args, "pay")
    construction.upgrade(tx, building, None if pay == KNOWN_PRICE else pay)


def workshop_token(tx: Transaction, args: Args) -> None:
    """The Workshop moves the Development token one space back."""
    require_task(tx.state, WORKSHOP)
    tx.finish_task()
    technologies.token_back(tx)


def leave_out(kind: str) -> Callable[[Transaction, Args], None]:
    """What is left of the task at the head is left out."""

    def skip(tx: Transaction, args: Args) -> None:
        require_task(tx.state, kind)
        tx.drop_task()

    return skip


def _workshop(state: State) -> Prompt:
    able = [one for one in state.city.buildings if construction.can_upgrade(state, one) is None]
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
    require_task(tx.state, PLATFORM)
    tx.finish_task()
    laws.introduce(tx, word(args, "law"))


def _which_law(state: State) -> Prompt:
    open_ = laws.may_offer(state)
    known = sorted(open_, key=lambda code: owner_facts.card(state, code) is None)  # those that have a name in front
    named = {code: owner_facts.title(state, code) for code in known}
    if len(open_) <= FEW_LAWS:
        offers = tuple(tap("platform_law", name, law=code) for code, name in named.items())
    else:
        ask = pick("law", T("Law"), named)
        offers = (Offer(move=Move("platform_law"), label=T("Introduce a Law"), asks=(ask,), rule="laws", icon="law"),)
    return Prompt(
        name="action.platform",
        do=T("Which Law do you introduce?"),
        more=T("Choose one from the Future Law display; you may read the Laws, but not their Consequences."),
        seat=state.turn,
        rule="laws",
        offers=(*offers, tap("platform_done", T("None after all"))),
    )


MODULE: GameModule[State, Transaction] = GameModule(
    name="works",
    moves={
        "workshop_upgrade": action(
            workshop_upgrade,
            lambda args: T("Upgraded: {space}", space=space_name(word(args, "at"))),
            asks.space(),
            pick("pay", T("Upgrade cost"), {KNOWN_PRICE: T("As known"), **UPGRADE_NAMES}),
        ),
        "workshop_token": action(workshop_token, T("Development token moved back")),
        "workshop_done": action(leave_out(WORKSHOP), T("Workshop: nothing more")),
        "platform_law": action(
            platform_law,
            lambda args: T("Law {law} introduced", law=word(args, "law")),
            pick("law", T("Law"), {code: T("Law {code}", code=code) for code in laws.CODES}),
        ),
        "platform_done": action(leave_out(PLATFORM), T("No Law introduced")),
    },
    tasks={
        WORKSHOP: _workshop,
        PLATFORM: _which_law,
    },
    settle=settle,
)
