"""What the campaign brings to the game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.api import Note, Offer, Panel, Prompt, T, Table, Text, Value, Words
from companion.games.citadel.campaign import ending, golden, house, lists, parting, saving, scenario, setting_up
from companion.games.citadel.campaign.scenario import YES_NO
from companion.games.citadel.modules import GameModule, with_task
from companion.games.citadel.state import BETWEEN, INTRODUCTION, THREAT, State
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import Settable, grouped, pick, tap, whole

LISTS = {**setting_up.LISTS, **saving.LISTS, **parting.LISTS, **ending.LISTS}
LIST_MOVES: Moves = {
    "tick": move(lists.tick(LISTS), T("Ticked off"), Words(name="item", label=T("Item"), at_most_chars=40)),
    "list_done": move(lists.all_done(LISTS), T("The list is done")),
}


def idle(state: State) -> tuple[Offer, ...]:
    """Saving, the scenario, players, golden rules, the end."""
    found: list[Offer] = []
    if state.campaign.step == BETWEEN:
        found += scenario.between(state)
    if not state.campaign.reading:
        found.append(scenario.read_offer(T("Read a dialogue"), T("Scenario")))
    if state.campaign.step != BETWEEN:
        found += [*scenario.end_offers(state), *scenario.naming(state)]
    if saving.saving_allowed(state) is None:
        note = T("Once in each scenario")
        found.append(tap("save", T("Save the game"), under=T("Put the game away"), rule="save", note=note))
    return (*found, *golden.offers(state), *ending.offers(state))


def reminders(state: State) -> tuple[Prompt, ...]:
    """The dialogue that is being read."""
    return (scenario.reading_prompt(state),) if state.campaign.reading and not scenario.reads_now(state) else ()


def line(state: State) -> Text:
    """The scenario, or what lies between two."""
    campaign = state.campaign
    if campaign.stored:
        return T("The game is saved.")
    if campaign.step == BETWEEN:
        return T("Between two scenarios")
    if campaign.bookmark == INTRODUCTION:
        return T("Introductory scenario")
    if campaign.scenario and campaign.page:
        return T("{scenario}, page {page}", scenario=campaign.scenario, page=campaign.page)
    if campaign.scenario:
        return T("{scenario}", scenario=campaign.scenario)
    if campaign.page:
        return T("Scenario at page {page}", page=campaign.page)
    return scenario.THREATS.get(campaign.threat, T("A scenario"))


def panels(state: State) -> tuple[Panel, ...]:
    """Threat, scenario, bookmark; whether the save of this scenario is used up."""
    campaign = state.campaign
    notes = [Note(text=T("Adventure {number}", number=campaign.adventure))]
    if campaign.threat:
        notes.append(Note(text=T("Threat: {threat}", threat=scenario.THREATS[campaign.threat]), rule="scenario"))
    if campaign.bookmark == THREAT:
        notes.append(Note(text=T("Bookmark: page {page}", page=campaign.page), rule="scenario"))
    refused = saving.saving_allowed(state)
    text = T("Saving: allowed now.") if refused is None else T("Saving: not now. {why}", why=refused)
    notes.append(Note(text=text, tone="good" if refused is None else "plain", rule="save"))
    return (Panel(name="campaign", title=T("Campaign"), widgets=tuple(notes), icon="campaign"),)


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """The bookmark, and whether the one save was used; house rules."""
    yield from grouped(T("Campaign"), _books(state))
    yield from grouped(T("House rules"), house.settables(state))


def _books(state: State) -> Iterator[Settable[Transaction]]:
    campaign = state.campaign
    places = {INTRODUCTION: T("Not in the Threat Booklet"), THREAT: T("In the Threat Booklet")}
    yield Settable(pick("bookmark", T("Bookmark"), places), campaign.bookmark, partial(_set, "bookmark"))
    page = whole("page", T("Page of the bookmark"), scenario.MOST_PAGES)
    yield Settable(page, campaign.page, partial(_set, "page"))
    saved = pick("saved", T("Saved in this scenario"), YES_NO)
    yield Settable(saved, "yes" if campaign.saved else "no", partial(_set_whether, "saved"))
    citadel = pick("citadel", T("At the Citadel"), YES_NO)
    yield Settable(citadel, "yes" if campaign.citadel else "no", partial(_set_whether, "citadel"))


def _set(name: str, tx: Transaction, value: Value | bool) -> None:
    lists.write(tx, **{name: value})
    tx.note("campaign_set", T("The campaign's books were set right."), what=name)


def _set_whether(name: str, tx: Transaction, value: Value) -> None:
    _set(name, tx, value == "yes")


def begin(tx: Transaction, table: Table) -> None:
    """The first adventure: the table, the introductory scenario."""
    house.begin(tx, table)
    setting_up.begin(tx)


def _follow(tx: Transaction) -> None:
    """What has to be chosen first, then the golden rules of the moment."""
    house.follow(tx)
    golden.follow(tx)


MODULE = GameModule(
    name="campaign",
    moves={
        **LIST_MOVES,
        **setting_up.MOVES,
        **scenario.MOVES,
        **saving.MOVES,
        **parting.MOVES,
        **ending.MOVES,
        **golden.MOVES,
        **house.MOVES,
    },
    tasks=with_task(
        {
            **{kind: partial(lists.prompt, checklist) for kind, checklist in LISTS.items()},
            setting_up.CHARACTER: setting_up.character_prompt,
            house.HOUSE: house.prompt,
            scenario.SCENARIO: scenario.prompt,
            parting.HEIR: parting.heir_prompt,
            parting.SKILLS: parting.skills_prompt,
            ending.WHO: ending.who_prompt,
        }
    ),
    idle=idle,
    said=golden.said,
    reminders=reminders,
    panels=panels,
    settables=settables,
    begin=begin,
    families=scenario.FAMILIES,
    follow=_follow,
    line=line,
)
