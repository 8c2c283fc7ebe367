"""Frostpunk: The Board Game, 'A New Home: Crater' with Society I, Normal. Pages are those of its rulebook."""

from __future__ import annotations

from pathlib import Path

from companion.api import Game, Outcome, T, Value
from companion.games.frostpunk import changes_by_hand, dangers, endings, supply
from companion.games.frostpunk.action import (
    construct,
    industry,
    meeples,
    reuse,
    running,
    society,
    turn,
    using,
    works,
)
from companion.games.frostpunk.ahead import Ahead
from companion.games.frostpunk.cards import (
    advisors,
    by_hand,
    carrying,
    citizens,
    dusk_effects,
    event_board,
    event_steps,
    events,
    exploring,
    lasting,
    laws,
    owner_facts,
    scenario,
    technologies,
)
from companion.games.frostpunk.cards.effect_texts import PHRASES
from companion.games.frostpunk.cards.proposed_text import write_card
from companion.games.frostpunk.city import editing, generator_tile, laying, view
from companion.games.frostpunk.city import tasks as city_tasks
from companion.games.frostpunk.generator import board as generator
from companion.games.frostpunk.generator import breakdown, cold, fuelling, markers, stress_check
from companion.games.frostpunk.implied import Implied
from companion.games.frostpunk.people import board as people
from companion.games.frostpunk.people import sharing, sickness, token_choices
from companion.games.frostpunk.phases import hunger, night, round, shelters, steps, swift, weather
from companion.games.frostpunk.setup import module as setup
from companion.games.frostpunk.state import State
from companion.games.frostpunk.story import DECISIONS, story
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.upgrade import upgrade
from companion.toolkit import GameModule, ModularGame, load_board

FOLDER = Path(__file__).parent

# In the order of what can be set by hand. Each task and each step belongs to one of them; steps go on when none has a
# task to see to.
MODULES: tuple[GameModule[State, Transaction], ...] = (
    endings.MODULE,
    dangers.MODULE,
    supply.MODULE,
    generator.MODULE,
    fuelling.MODULE,
    cold.MODULE,
    stress_check.MODULE,
    breakdown.MODULE,
    markers.MODULE,
    people.MODULE,
    sharing.MODULE,
    token_choices.MODULE,
    sickness.MODULE,
    round.MODULE,
    weather.MODULE,
    hunger.MODULE,
    night.MODULE,
    shelters.MODULE,
    laws.MODULE,
    technologies.MODULE,
    exploring.MODULE,
    advisors.MODULE,
    citizens.MODULE,
    scenario.MODULE,
    lasting.MODULE,
    by_hand.MODULE,
    carrying.MODULE,
    event_board.MODULE,
    dusk_effects.MODULE,
    changes_by_hand.MODULE,
    view.MODULE,
    editing.MODULE,
    laying.MODULE,
    city_tasks.MODULE,
    event_steps.MODULE,
    running.MODULE,
    meeples.MODULE,
    turn.MODULE,
    using.MODULE,
    construct.MODULE,
    industry.MODULE,
    works.MODULE,
    society.MODULE,
    reuse.MODULE,
    setup.MODULE,
    swift.MODULE,
    steps.MODULE,
)
# On the phones, what changes most comes first.
SHOWN: tuple[GameModule[State, Transaction], ...] = (
    dangers.MODULE,
    generator.MODULE,
    supply.MODULE,
    people.MODULE,
    round.MODULE,
    view.MODULE,
    event_board.MODULE,
    exploring.MODULE,
    laws.MODULE,
    technologies.MODULE,
    advisors.MODULE,
    scenario.MODULE,
)
MODULAR: ModularGame[State, Transaction] = ModularGame(MODULES, Transaction, round.where, SHOWN)
AHEAD = Ahead(MODULAR.moves, MODULAR.prompts, MODULAR.pressing)
IMPLIED = Implied(AHEAD.moves, AHEAD.prompts, AHEAD.pressing)


def learn(state: State, name: str, value: Value) -> Outcome[State]:
    """A board fact was told while the game runs: the Generator tile turns with it; a card that is being resolved is
    carried out once its words are told."""
    tx = Transaction(state)
    owner_facts.check_fact(name, value)
    tx.remember(name, value)
    tx.set(city=generator_tile.moved(state.city, state.board, tx.state.board))
    text = T("The board was read: {value}.", value=value)
    if name.startswith(owner_facts.START):
        text = T("What “{name}” says was entered.", name=owner_facts.title(tx.state, name))
    tx.note("board_fact_told", text, name=name, value=value)
    events.words_told(tx, state)
    endings.check_boards(tx)
    MODULAR.settle(tx)
    return tx.outcome()


def forget(state: State, name: str) -> Outcome[State]:
    """A told board fact was taken back: it is read off the board again where it matters."""
    tx = Transaction(state)
    tx.forget(name)
    tx.note("board_fact_forgotten", T("What was told of the board is taken back."), name=name)
    MODULAR.settle(tx)
    return tx.outcome()


GAME: Game[State] = Game(
    name="frostpunk",
    title=T("Frostpunk: The Board Game"),
    state=State,
    seats=setup.SEATS,
    setup=setup.asked,
    start=setup.start,
    moves=IMPLIED.moves,
    prompts=IMPLIED.prompts,
    view=MODULAR.view,
    corrections=MODULAR.corrections,
    correct=MODULAR.correct,
    ending=endings.ending,
    board=load_board(FOLDER / "board.toml"),
    learn=learn,
    check=owner_facts.check_fact,
    families=MODULAR.families,
    forget=forget,
    upgrade=upgrade,
    story=story,
    decisions=DECISIONS,
    devices=frozenset({"drawer", "camera"}),
    propose_effects=PHRASES.propose,
    write_card=write_card,
)
