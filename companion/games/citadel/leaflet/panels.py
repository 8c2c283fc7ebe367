"""The leaflet's pages on the phones, and what can be set by hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.api import Cell, Counter, Grid, Note, Panel, T, Text, Track, Value, Widget
from companion.games.citadel.cards.looking import listed
from companion.games.citadel.leaflet import buildings, community, destiny
from companion.games.citadel.leaflet.leaflet import FINISHED, HIGHEST, LOWEST, MOST_LEVEL, SCORES, STATUS, Built, Quest
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.toolkit import Settable, whole


def panels(state: State) -> tuple[Panel, ...]:
    """Community, Destiny and Buildings, Side quests, map."""
    return (community_page(state), progress(state), quests(state), notes(state))


def community_page(state: State) -> Panel:
    """Scores and level; the record of life points where one was written."""
    leaflet = state.leaflet
    widgets: list[Widget] = [
        Track(label=text, at=leaflet.score(name), first=LOWEST, last=HIGHEST, value=name, icon=name, main=True)
        for name, text in SCORES.items()
    ]
    widgets.append(
        Counter(
            label=T("Groundshiver level"),
            count=leaflet.groundshiver,
            value="groundshiver",
            icon="groundshiver",
            main=True,
        )
    )
    record = [hero for hero in state.party if hero.seat in leaflet.lives]
    if record:
        lives = [T("{name} {life}", name=hero.name, life=leaflet.lives[hero.seat]) for hero in record]
        widgets.append(Note(text=T("Life points written down: {lives}", lives=listed(lives)), rule="community"))
    title = T("Community of {name}", name=leaflet.community) if leaflet.community else T("Community")
    return Panel(name="community", title=title, widgets=tuple(widgets), icon="community")


def progress(state: State) -> Panel:
    """What is checked, and what stands."""
    widgets: list[Widget] = [Note(text=destiny.title_of(state, one), tone="good") for one in state.leaflet.symbols]
    rows = tuple(_building(state, one) for one in state.leaflet.buildings)
    if rows:
        widgets.append(Grid(label=T("Buildings"), columns=(T("Building"), T("Boxes")), rows=rows))
    widgets += [
        Note(
            text=T("{building}: {effect}", building=buildings.title_of(state, name), effect=_effect(state, name)),
            rule="buildings",
        )
        for name in state.leaflet.built
    ]
    return Panel(name="destiny", title=T("Destiny and buildings"), widgets=tuple(widgets), icon="destiny")


def _effect(state: State, name: str) -> Text:
    score = buildings.raises(state, name)
    if score is None:
        return buildings.effect(state, name)
    if score:
        return T("In the Preparation phase, {score} rises by 1.", score=SCORES[score])
    return T("In the Preparation phase, the score that it shows rises by 1.")


def _building(state: State, built: Built) -> tuple[Cell, ...]:
    boxes = buildings.boxes_of(state, built.name)
    title = buildings.title_of(state, built.name)
    icon = "building" if built.name.startswith(("blank_", "other_")) else built.name
    if built.done:
        return (Cell(label=title, tone="good", icon=icon), Cell(label=T("built"), tone="good"))
    if boxes is None:
        return (Cell(label=title, icon=icon), Cell(label=T("{checked}", checked=built.boxes)))
    return (Cell(label=title, icon=icon), Cell(label=T("{checked} of {boxes}", checked=built.boxes, boxes=boxes)))


def quests(state: State) -> Panel:
    """The side quests, the open ones first."""
    found = sorted(state.leaflet.quests, key=lambda quest: quest.status == FINISHED)
    return Panel(name="quests", title=T("Side quests"), widgets=tuple(_quest(quest) for quest in found), icon="quest")


def _quest(quest: Quest) -> Note:
    title, status = quest.title, STATUS[quest.status]
    tone = "plain" if quest.status == FINISHED else "good"
    text = T("{title} ({status})", title=title, status=status)
    if quest.dialogue:
        text = T("{title} ({status}), dialogue {dialogue}", title=title, status=status, dialogue=quest.dialogue)
    if quest.notes:
        text = T("{quest}: {notes}", quest=text, notes=quest.notes)
    return Note(text=text, tone=tone, rule="quests")


def notes(state: State) -> Panel:
    """What was written on the map."""
    found = tuple(Note(text=T("{where}: {words}", where=one.where, words=one.words)) for one in state.leaflet.notes)
    return Panel(name="map_notes", title=T("Map of the Kel Protectorate"), widgets=found, icon="map")


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
