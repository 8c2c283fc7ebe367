"""The adventure's story: life points, cards and the Board turn by turn, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from companion.api import Event, N, Plot, Point, Series, Story, T, Text, verbatim
from companion.games.citadel.campaign.ending import how_it_ended
from companion.games.citadel.leaflet.buildings import title_of
from companion.games.citadel.leaflet.leaflet import FINISHED, SCORES
from companion.games.citadel.state import Hero, State, TurnEnd
from companion.games.citadel.transaction import Transaction

# The facts that tell what the players decided and what became of it.
DECISIONS = frozenset(
    {
        "scenario_begun", "action_begun", "figures_moved", "terrain_placed", "succeeded", "failed", "recovered",
        "fell_unconscious", "built", "quest_added", "quest_finished", "symbol_checked", "left_adventure",
        "joined_adventure", "game_saved", "scenario_ended", "adventure_won", "adventure_lost",
    }
)  # fmt: skip
TONES = ("good", "warm", "cold", "plain")  # one for each seat
UNKNOWN = -1
MOST_TURNS = 240  # of a long campaign the last ones are kept: three or four evenings


def record(tx: Transaction) -> None:
    """Keep how the present turn stands. What is done between two actions still belongs to the one that is over; what a
    running action does, to the next."""
    _count(tx)
    state, point, past = tx.state, _now(tx), tx.state.past
    if past and past[-1].turn == point.turn:
        if state.action is not None:
            return
        point = replace(point, scenario=point.scenario or past[-1].scenario)
        past = past[:-1]
    tx.set(past=(*past, point)[-MOST_TURNS:], late=_late(state))


def _late(state: State) -> bool:
    """Whether an earlier version, which counted no turns, played some of this adventure: today the beginning is kept
    before anybody has acted."""
    return state.late or (not state.past and bool(state.turn.last))


def _count(tx: Transaction) -> None:
    names = [fact.name for fact in tx.facts]
    succeeded, failed = names.count("succeeded"), names.count("failed")
    if succeeded or failed:
        turn = tx.state.turn
        tx.set(turn=replace(turn, succeeded=turn.succeeded + succeeded, failed=turn.failed + failed))


def _now(tx: Transaction) -> TurnEnd:
    begun = any(fact.name == "scenario_begun" for fact in tx.facts)
    return replace(_standing(tx.state), scenario=begun)


def _standing(state: State) -> TurnEnd:
    """The table as it is now, after the turns that are over."""
    piles = [state.vigour.of(hero.seat) for hero in state.heroes]
    decks = [UNKNOWN if one.deck is None else one.deck for one in piles]
    return TurnEnd(
        turn=state.turn.number,
        life=_of_those_who_play(state, [_life(hero) for hero in state.heroes]),
        deck=_of_those_who_play(state, decks),
        hand=_of_those_who_play(state, [one.hand for one in piles]),
        terrains=len(state.sketch.terrains),
        succeeded=state.turn.succeeded,
        failed=state.turn.failed,
        scores=tuple(state.leaflet.score(name) for name in SCORES),
    )


def _of_those_who_play(state: State, values: Sequence[int]) -> tuple[int, ...]:
    return tuple(value if hero.joined else UNKNOWN for hero, value in zip(state.heroes, values, strict=True))


def _life(hero: Hero) -> int:
    """A counter on 0 while its character is conscious has not been set yet."""
    return UNKNOWN if hero.conscious and not hero.life else hero.life


def story(state: State) -> Story:
    """The adventure so far; an action that is being performed counts as it stands."""
    now = _standing(state)
    past = state.past
    if state.action is not None or not past:
        past = (*past, replace(now, turn=now.turn + 1 if past else now.turn))
    players = len(state.party)
    return Story(
        title=N("The 7th Citadel, {n} player", "The 7th Citadel, {n} players", players),
        ending=how_it_ended(state) or T("The adventure goes on, in turn {number}.", number=state.turn.number + 1),
        plots=tuple(plot for plot in _plots(state, past) if _says_something(plot)),
        events=tuple(_events(state, past)),
        lists=tuple((title, items) for title, items in _lists(state) if items),
        unit="turn",
    )


# --- plots ------------------------------------------------------------------------------------------------------------


def _plots(state: State, past: tuple[TurnEnd, ...]) -> Iterator[Plot]:
    yield Plot(label=T("Life points"), series=_by_seat(state, past, lambda one: one.life))
    yield Plot(label=T("Cards in the Action Deck"), series=_by_seat(state, past, lambda one: one.deck))
    yield Plot(label=T("Skill cards in hand"), series=_by_seat(state, past, lambda one: one.hand))
    came = (
        _series(past, T("Successes"), "good", lambda one: one.succeeded),
        _series(past, T("Failures"), "danger", lambda one: one.failed),
    )
    yield Plot(label=T("Actions so far"), series=came)
    yield Plot(label=T("Terrain cards"), series=(_series(past, T("on the Board"), "good", lambda one: one.terrains),))
    if any(any(one.scores) for one in past):
        yield Plot(label=T("Community"), series=tuple(_scores(past)))


def _says_something(plot: Plot) -> bool:
    """A line along nought, such as the Skill cards in hand of whoever keeps none, tells nothing."""
    return any(point.value for one in plot.series for point in one.points)


def _by_seat(
    state: State, past: tuple[TurnEnd, ...], values: Callable[[TurnEnd], tuple[int, ...]]
) -> tuple[Series, ...]:
    found = []
    for seat, hero in enumerate(state.heroes):
        points = tuple(_point(one, values(one)[seat]) for one in past if seat < len(values(one)))
        known = tuple(point for point in points if point.value != UNKNOWN)
        found.append(Series(label=verbatim(hero.name), points=known, tone=TONES[seat % len(TONES)]))
    return tuple(one for one in found if one.points)


def _scores(past: tuple[TurnEnd, ...]) -> Iterator[Series]:
    tones = dict(zip(SCORES, TONES, strict=True))
    for at, (name, label) in enumerate(SCORES.items()):
        yield Series(label=label, points=tuple(_point(one, one.scores[at]) for one in past), tone=tones[name])


def _series(past: tuple[TurnEnd, ...], label: Text, tone: str, value: Callable[[TurnEnd], int]) -> Series:
    return Series(label=label, points=tuple(_point(one, value(one)) for one in past), tone=tone)


def _point(one: TurnEnd, value: int) -> Point:
    return Point(at=one.turn, value=value)


def _events(state: State, past: tuple[TurnEnd, ...]) -> Iterator[Event]:
    """Turns after which a scenario began, and in which somebody fell unconscious."""
    before: tuple[int, ...] = ()
    for one in past:
        for seat, life in enumerate(one.life):
            if life == 0 and seat < len(before) and before[seat] != 0:
                yield Event(at=one.turn, label=T("{name}: unconscious", name=state.heroes[seat].name), tone="danger")
        if one.scenario:
            yield Event(at=one.turn, label=T("A scenario begins"), tone="good")
        before = one.life


# --- lists ------------------------------------------------------------------------------------------------------------


def _lists(state: State) -> Iterator[tuple[Text, tuple[Text, ...]]]:
    yield T("How it stands"), tuple(_standings(state))
    yield T("Buildings"), tuple(title_of(state, name) for name in state.leaflet.built)
    quests = tuple(verbatim(quest.title) for quest in state.leaflet.quests if quest.status == FINISHED)
    yield T("Side quests finished"), quests


def _standings(state: State) -> Iterator[Text]:
    for hero in state.party:
        life = N("{n} life point", "{n} life points", hero.life)
        if not hero.conscious:
            yield T("{name}: unconscious", name=hero.name)
        elif hero.life:
            yield T("{name}: {life}", name=hero.name, life=life)
    if _late(state):
        yield T("Turns played before the companion counted them are not among these.")
