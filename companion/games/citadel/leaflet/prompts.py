"""What the leaflet asks for after a symbol or a box was checked."""

from __future__ import annotations

from companion.api.game import CardExpected, Move, Offer, Prompt, Words
from companion.api.text import N, T, Text
from companion.games.citadel.forms import NUMBER, card_number
from companion.games.citadel.leaflet import buildings, destiny
from companion.games.citadel.leaflet.leaflet import HIGHEST, SCORES
from companion.games.citadel.state import State, Task
from companion.toolkit.forms import pick, tap, whole

DESTINY, BUILDINGS = T("Destiny page"), T("Buildings page")


def box(state: State, task: Task) -> Prompt:
    """A box next to a building of your choice."""
    return Prompt(
        name="leaflet.box",
        do=T("Check a box next to a building of your choice."),
        offers=tuple(_box_offers(state)),
        rule="buildings",
    )


def _box_offers(state: State) -> list[Offer]:
    found = []
    for name in buildings.to_build(state):
        checked, boxes = state.leaflet.building(name).boxes, buildings.boxes(state, name)
        note: Text | None = None
        if boxes is not None:
            note = T("Boxes: {checked} of {boxes}", checked=checked, boxes=boxes)
        elif checked:
            note = N("{n} box", "{n} boxes", checked)
        found.append(tap("box", buildings.title(state, name), building=name, note=note))
    return found


def boxes(state: State, task: Task) -> Prompt:
    """How many boxes it has, once."""
    checked = state.leaflet.building(task.card).boxes
    ask = whole("boxes", T("Number of its boxes"), buildings.MOST_BOXES, at_least=max(1, checked))
    title = buildings.title(state, task.card)
    return Prompt(
        name="leaflet.boxes",
        do=T("{building}: how many boxes does it have in all?", building=title),
        more=T("Count them on the Buildings page. It is asked only once."),
        offers=(Offer(move=Move("boxes_told"), label=T("So many boxes"), asks=(ask,)),),
        rule="buildings",
    )


def title(state: State, task: Task) -> Prompt:
    """A name for a building that the rulebook does not name."""
    ask = Words(name="title", label=T("Name on the page"), at_most_chars=40)
    return Prompt(
        name="leaflet.title",
        do=T("What is that building called?"),
        offers=(Offer(move=Move("building_named"), label=T("It is called this"), asks=(ask,)),),
        rule="buildings",
    )


def score(state: State, task: Task) -> Prompt:
    """Which score is raised."""
    offers = tuple(
        tap("score_chosen", text, what=name, note=T("now {score}", score=state.leaflet.score(name)))
        for name, text in SCORES.items()
    )
    do = T("Raise one score by {count}. Which one?", count=task.count)
    if task.about == "guild":
        do = T("Guild: raise one score by {count} as well. Which one?", count=task.count)
    return Prompt(
        name="leaflet.score",
        do=do,
        more=T("No score rises above {most}.", most=HIGHEST),
        offers=offers,
        rule="community.scores",
    )


def guild(state: State, task: Task) -> Prompt:
    """The kind of symbol that the Guild is about, once."""
    offers = tuple(tap("guild_told", text, prize=name) for name, text in destiny.PRIZES.items())
    return Prompt(
        name="leaflet.guild",
        do=T("Guild: which kind of symbol does it show?"),
        more=T("Read it off the Buildings page. It is asked only once."),
        offers=offers,
        rule="buildings",
    )


def card(state: State, task: Task) -> Prompt:
    """The number of the card at a symbol, once."""
    ask = card_number(T("Number beside the symbol"))
    return Prompt(
        name="leaflet.card",
        do=T("Which card does that symbol give?"),
        offers=(Offer(move=Move("destiny_card"), label=T("This card"), asks=(ask,)),),
        rule="destiny",
    )


def map_slot(state: State, task: Task) -> Prompt:
    """Which card goes into the World Map (p. 24)."""
    ask = card_number(T("Number at the arrow"))
    return Prompt(
        name="leaflet.map",
        do=T("Choose an arrow of a card in the World Map. Which number stands there?"),
        more=T("That card goes into the slot to which the arrow points, without turning it over."),
        offers=(
            Offer(move=Move("map_card"), label=T("This card"), asks=(ask,)),
            tap("map_full", T("No arrow leads to a free slot")),
        ),
        rule="destiny",
        expects=(CardExpected(kind="numbox", pattern=NUMBER, move=Move("map_card"), arg="number"),),
    )


def destiny_offers(state: State) -> tuple[Offer, ...]:
    """The symbols that can be checked now; the card that pays for it says how."""
    note = T("The card that pays for it says how.")
    found = []
    told = {one: destiny.title(state, one) for one in destiny.to_check(state) if destiny.prize(state, one)}
    if told:
        ask = pick("symbol", T("Symbol"), told, next(iter(told)) if len(told) == 1 else None)
        found.append(
            Offer(
                move=Move("destiny"), label=T("Check a symbol"), note=note, asks=(ask,), under=DESTINY, rule="destiny"
            )
        )
    if state.leaflet.symbols:
        label = T("Check a symbol that was never checked before")
        asks = destiny.new_asks(state)
        found.append(Offer(move=Move("destiny_new"), label=label, note=note, asks=asks, under=DESTINY, rule="destiny"))
    elif not told:
        ask = pick("prize", T("What it brings"), destiny.PRIZES)
        settled = {"near": "", "where": ""}
        label = T("Check the symbol in the centre")
        found.append(
            Offer(move=Move("destiny_new", settled), label=label, note=note, asks=(ask,), under=DESTINY, rule="destiny")
        )
    if apart := destiny.elsewhere(state):
        asks = (
            pick("symbol", T("Symbol"), {one: destiny.title(state, one) for one in apart}),
            destiny.new_asks(state)[0],
        )
        label = T("Check a known symbol that another connection leads to")
        found.append(Offer(move=Move("destiny_joined"), label=label, asks=asks, under=DESTINY, rule="destiny"))
    names = {name: buildings.title(state, name) for name in buildings.to_build(state)}
    ask = pick("building", T("Building"), names)
    found.append(
        Offer(move=Move("box"), label=T("A card checks a box"), asks=(ask,), under=BUILDINGS, rule="buildings")
    )
    return tuple(found)
