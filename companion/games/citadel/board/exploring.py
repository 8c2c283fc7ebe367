"""Resolving Exploration cards and opening the spaces that they hide (p. 21)."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from companion.api import Args, CardExpected, IllegalMove, Move, Offer, Prompt, T, Text, Words
from companion.games.citadel import heroes
from companion.games.citadel.action import starting, turns
from companion.games.citadel.board import figures, geometry, laying, placing, showing
from companion.games.citadel.board.showing import LONGEST_KEY, SPACE, number_of, where
from companion.games.citadel.board.sketch import EVENT, EXPLORATION, Attached, Space, space_at, space_name
from companion.games.citadel.cards import moving, revealing, taking
from companion.games.citadel.cards.cards import NUMBER, card_number
from companion.games.citadel.cards.looking import card_name, listed
from companion.games.citadel.state import Hero, State, Task
from companion.games.citadel.tables import words
from companion.games.citadel.transaction import Moves, Transaction, move, require_effects, require_free
from companion.toolkit import pick, require_task, seat_of, tap, word

# What becomes of an Exploration card that is resolved (p. 17, 21).
BECOMES = words("becomes")
TURNED = "board.turned"
FACE_UP = "face up"  # what a task says of a card that lies turned over already
AWAY = words("event_ends")


def to_resolve(state: State) -> tuple[Space, ...]:
    """The Exploration cards on the Board, those beside somebody's figure first."""
    here = {hero.place for hero in state.awake}
    cards = [space for space in state.sketch.spaces if space.kind == EXPLORATION]
    near = {space.name for space in cards if _beside(state, space) & here}
    return tuple(sorted(cards, key=lambda space: space.name not in near))


def _beside(state: State, space: Space) -> set[str]:
    around = geometry.points_home(state.sketch, space.x, space.y)
    event = Space(x=space.x, y=space.y, kind=EVENT, points=around)
    return {one.key for one in geometry.pointed_to(state.sketch, event)}


def standing_beside(state: State, x: int, y: int, explorer: str = "") -> str:
    """The Terrain card with an arrow to this space from where it is explored: the one on which the explorer stands,
    else the only one with figures on it; empty where there is none, or several."""
    arrows = {terrain.key for terrain, _ in geometry.pointing(state.sketch, x, y)}
    if explorer and state.hero(explorer).place in arrows:
        return state.hero(explorer).place
    found = {hero.place for hero in state.awake} & arrows
    return found.pop() if len(found) == 1 else ""


def beside_it(state: State, x: int, y: int, number: str = "") -> tuple[str, ...]:
    """The seats of those whose figures stand on a Terrain card with an arrow to a space; with this number, if any."""
    arrows = geometry.pointing(state.sketch, x, y)
    terrains = {terrain.key for terrain, arrow in arrows if number in ("", arrow.number)}
    return tuple(hero.seat for hero in state.awake if hero.place in terrains)


def explorers(state: State) -> tuple[str, ...]:
    """Who may have resolved an Exploration card: whoever stands beside one. Figures that are not on the sketch may
    stand there, too."""
    cards = (space for space in state.sketch.spaces if space.kind == EXPLORATION)
    near = {seat for space in cards for seat in beside_it(state, space.x, space.y)}
    return tuple(hero.seat for hero in state.awake if hero.seat in near or not hero.place)


def explore(tx: Transaction, args: Args) -> None:
    """An Exploration card was turned over and resolved, as far as it goes. That took an action (p. 21), so whoever did
    it was the active player."""
    if tx.state.tasks and tx.state.tasks[0].kind == TURNED:
        explorer = tx.finish_task(TURNED).seat
        space = _card_at(tx.state, word(args, "space"))
    else:
        require_free(tx.state)
        space = _card_at(tx.state, word(args, "space"))
        explorer = _explorer(tx.state, space, word(args, "by"))
        if explorer:
            tx.acted(explorer)
    became = word(args, "became")
    if became == "stays":
        _stay(tx, space, explorer)
        return
    _away(tx, space.key, became, word(args, "seat"))
    placing.drop(tx, space.key)
    open_space(tx, space.x, space.y, explorer)


def _card_at(state: State, name: str) -> Space:
    space = state.sketch.at(*_read_space(name))
    if space is None or space.kind != EXPLORATION:
        raise IllegalMove(T("No Exploration card lies there."), rule="exploring", page=21)
    return space


def _explorer(state: State, space: Space, said: str) -> str:
    """Who resolved the card: whoever was named, else the only one who stands beside it; empty where nobody can tell."""
    near = beside_it(state, space.x, space.y)
    if not said:
        return near[0] if len(near) == 1 else ""
    hero = next((hero for hero in state.awake if hero.seat == said), None)
    if hero is None or (hero.place and near and said not in near):
        name = hero.name if hero is not None else said
        raise IllegalMove(T("{name}: your figure is not there.", name=name), rule="exploring", page=21)
    return said


def to_space(tx: Transaction, args: Args) -> None:
    """A space of the map was tapped: the character takes the action of the Exploration card there, or moves there."""
    seat, space = word(args, "seat"), tx.state.sketch.at(*_read_space(word(args, "space")))
    hero = tx.state.hero(seat)
    if space is None or space not in figures.spaces_for(tx.state, hero):
        text = T("{name}: that is not beside your figure.", name=hero.name)
        raise IllegalMove(text, rule="board.move", page=22, field="space")
    if space.kind == EXPLORATION:
        starting.explores(tx, seat, space.key)
        return
    if tx.state.action is not None and tx.state.action.step == "choose":
        tx.set(action=None)
    figures.step(tx, {"seat": seat, "to": space.key})


def explored(tx: Transaction, args: Args) -> None:
    """An Exploration card was turned over without the companion's leading through its action: whoever did it was the
    active player (p. 21), and what became of the card is asked next."""
    require_free(tx.state)
    space = _card_at(tx.state, word(args, "space"))
    explorer = _explorer(tx.state, space, word(args, "by"))
    if explorer:
        tx.acted(explorer)
    tx.add_first(Task(kind=TURNED, seat=explorer or heroes.active_seat(tx.state), card=space.key, about=FACE_UP))


def not_turned(tx: Transaction, args: Args) -> None:
    """The action did not turn the Exploration card over."""
    tx.finish_task(TURNED)


def follow(tx: Transaction) -> None:
    """An action on the back of an Exploration card succeeded: when it is over, the card is resolved (p. 21). An action
    on its front leads back to it."""
    _open_what_was_hidden(tx)
    state, action = tx.state, tx.state.action
    if action is not None:
        space = state.sketch.holding(action.card)
        success = action.outcome == "success" or action.source == "temporary"
        if space is not None and space.kind == EXPLORATION and success and state.sketch.turned != space.key:
            placing.write(tx, turned=space.key, front=action.source == "temporary")
    elif state.sketch.turned and not state.tasks:
        space = state.sketch.holding(state.sketch.turned)
        about = FACE_UP if state.sketch.front else ""
        placing.write(tx, turned="", front=False)
        if space is not None and space.kind == EXPLORATION:
            tx.add_first(Task(kind=TURNED, seat=heroes.active_seat(tx.state), card=space.key, about=about))


def _open_what_was_hidden(tx: Transaction) -> None:
    """A Permanent event that hid a Terrain card has left the Board, whatever took it away: the space is opened as soon
    as nothing else has to be done (p. 21)."""
    while tx.state.tasks and tx.state.tasks[0].kind == placing.OPEN:
        x, y = space_at(tx.finish_task(placing.OPEN).about)
        if tx.state.sketch.at(x, y) is None and geometry.pointing(tx.state.sketch, x, y):
            open_space(tx, x, y)


def _read_space(name: str) -> tuple[int, int]:
    try:
        return space_at(name)
    except ValueError:
        raise IllegalMove(T("No Exploration card lies there."), rule="exploring", page=21) from None


def _away(tx: Transaction, key: str, became: str, seat: str = "") -> None:
    if became == "kept":
        moving.change(tx, key, kind="purse")
        moving.keep(tx, key, seat)
    elif became in ("quest", "global"):
        moving.change(tx, key, kind=became)
        moving.to_common(tx, key, became)
    elif became == "deck":
        moving.return_(tx, key)
    elif became == "banished":
        moving.banish(tx, key)
    else:
        moving.discard(tx, key)


def _stay(tx: Transaction, space: Space, explorer: str) -> None:
    """A Permanent event: it stays where it lies, and hides the Terrain until it is resolved (p. 21)."""
    moving.change(tx, space.key, kind="permanent")
    sides = geometry.points_home(tx.state.sketch, space.x, space.y)
    standing = standing_beside(tx.state, space.x, space.y, explorer)
    arrows = {terrain.key for terrain, _ in geometry.pointing(tx.state.sketch, space.x, space.y)}
    event = placing.change_space(tx, space, kind=EVENT, points=sides, hides=True)
    terrains = [one.key for one in geometry.pointed_to(tx.state.sketch, event)]
    to = next((key for key in (standing, *terrains) if key in arrows), None) or standing or terrains[0]
    placing.write(tx, attached=(*tx.state.sketch.attached, Attached(key=space.key, to=to)))
    text = T("Exploration card {area} stays as a Permanent event, attached to {terrain}.", area=space.area,
             terrain=number_of(tx.state, to))  # fmt: skip
    tx.tell("exploration_stays", text, card=space.key, to=to)


def event_over(tx: Transaction, args: Args) -> None:
    """A Permanent event is resolved; where it lay instead of an Exploration card, the space is opened now (p. 21)."""
    require_effects(tx.state)
    key = word(args, "event")
    if key not in {one.key for one in tx.state.sketch.attached}:
        raise IllegalMove(T("That Permanent event is not on the Board."), rule="events.permanent", page=17)
    space = tx.state.sketch.holding(key)
    _away(tx, key, word(args, "how"))
    placing.drop(tx, key)
    if space is not None and space.hides:
        open_space(tx, space.x, space.y)


def open_space(tx: Transaction, x: int, y: int, explorer: str = "") -> None:
    """The space is open: the card whose number stands at the arrow is taken and placed there (p. 21)."""
    numbers = geometry.numbers_at(tx.state.sketch, x, y, standing_beside(tx.state, x, y, explorer))
    at = space_name(x, y)
    if not numbers:
        tx.tell("space_open", T("That space is open. No arrow gives a card for it."), x=x, y=y)
        return
    if len(numbers) > 1 or not numbers[0]:
        tx.tell("space_open", T("That space is open."), x=x, y=y)
        tx.add_first(Task(kind="board.which", seat=explorer, about=at))
        return
    fetch(tx, at, numbers[0])


def fetch(tx: Transaction, at: str, number: str) -> None:
    """That number is taken for the open space."""
    placing.write(tx, opening=at, number=number)
    tx.tell("space_open", T("The space is open: take card {number} and place it there.", number=number), card=number)
    taking.take(tx, number, _who_opens(tx.state, at, number))


def _who_opens(state: State, at: str, number: str) -> str:
    """Who takes the card for an open space: the active player (p. 21), unless only others can have opened it, because
    they alone stand at an arrow with its number; of these the next one clockwise."""
    active, near = heroes.active_seat(state), beside_it(state, *space_at(at), number)
    return next((seat for seat in heroes.clockwise(state, active) if seat in near), active)


def area_ran_out(tx: Transaction, args: Args) -> None:
    """An Exploration card could not be put: none of its area is left, so the Past is returned first (p. 21)."""
    tx.tell("area_empty", T("No Exploration card {area} is left.", area=word(args, "area")), area=word(args, "area"))
    moving.return_past(tx)


def space_number(tx: Transaction, args: Args) -> None:
    """The number at the arrow from where the space is explored."""
    task = require_task(tx.state, "board.which")
    if word(args, "number") not in geometry.numbers_at(tx.state.sketch, *space_at(task.about)):
        raise IllegalMove(T("No arrow to that space shows this number."), rule="exploring", page=21)
    tx.finish_task("board.which")
    fetch(tx, task.about, word(args, "number"))


def arrow_number(tx: Transaction, args: Args) -> None:
    """The number at the arrow from where the space is explored is read now, and kept."""
    task, number = require_task(tx.state, "board.which"), word(args, "number")
    x, y = space_at(task.about)
    standing = standing_beside(tx.state, x, y, task.seat)
    arrows = [(one, arrow) for one, arrow in geometry.pointing(tx.state.sketch, x, y) if not arrow.number]
    mine = [one for one in arrows if one[0].key == standing] or arrows
    if not mine:
        raise IllegalMove(T("No arrow to that space shows this number."), rule="exploring", page=21)
    if len(mine) == 1:
        terrain, arrow = mine[0]
        read = tuple(replace(one, number=number) if one is arrow else one for one in terrain.arrows or ())
        placing.change_space(tx, terrain, arrows=read)
        laying.keep_arrows(tx, terrain.key)
    tx.finish_task("board.which")
    fetch(tx, task.about, number)


_EVENT = Words(name="event", label=T("Permanent event"), at_most_chars=LONGEST_KEY)
_AREA = Words(name="area", label=T("Area"), at_most_chars=8)
_NUMBER = card_number(T("Number at the arrow"))


# --- what is shown ----------------------------------------------------------------------------------------------------


def turned(state: State, task: Task) -> Prompt:
    """An action has turned an Exploration card over: it is resolved, then its space is opened (p. 21). Where it lies
    turned over already, as after an action of its front, it is not turned again."""
    space = state.sketch.holding(task.card)
    assert space is not None, "an Exploration card lies on the Board until it is resolved"
    face_up = task.about == FACE_UP
    do = T("Turn Exploration card {area} over and do what it says.", area=space.area)
    more = T("Then its space is opened.")
    if face_up:
        do = T("Exploration card {area}: what becomes of it?", area=space.area)
        more = T("Do what it still says. Then its space is opened.")

    def became(what: str, label: Text, under: Text | None = None, seat: str = "") -> Offer:
        return tap("explore", label, under=under, space=space.name, became=what, seat=seat, by=task.seat)

    keepers = tuple(
        became("kept", T("{name} keeps it", name=state.hero(one).name), T("A Purse card"), one)
        for one in heroes.involved(state, task.seat)
    )
    done = structs.replace(became("past", T("An event, done: into the Past")), tone="usual")
    others = tuple(became(what, BECOMES[what], T("Otherwise")) for what in ("quest", "global", "deck", "banished"))
    stays = became("stays", BECOMES["stays"])
    return Prompt(
        name=task.kind,
        do=do,
        more=more,
        offers=(
            done,
            revealing.calls(),
            stays,
            *keepers,
            *others,
            *(() if face_up else (tap("not_turned", T("It was not turned over"), under=T("Otherwise")),)),
        ),
        seat=seat_of(task.seat),
        rule="exploring",
        expects=(revealing.CALLED,),
    )


def which(state: State, task: Task) -> Prompt:
    """Arrows of several Terrain cards give different numbers for the open space, or nobody has read the number yet."""
    x, y = space_at(task.about)
    numbers = geometry.numbers_at(state.sketch, x, y, standing_beside(state, x, y, task.seat))
    offers = tuple(tap("space_number", T("Card {number}", number=one), number=one) for one in numbers if one)
    if "" in numbers:
        return _number_prompt(state, task, offers)
    return Prompt(
        name="board.which",
        do=T("Which number does your arrow to the open space show?"),
        more=T("It counts the arrow on the Terrain card from where you explore."),
        offers=offers,
        seat=seat_of(task.seat) if task.seat else None,
        rule="exploring",
    )


def _number_prompt(state: State, task: Task, known: tuple[Offer, ...]) -> Prompt:
    ask = card_number(T("The number at the arrow"))
    typed = Offer(move=Move("arrow_number"), label=T("Type its number"), asks=(ask,), rule="exploring")
    return Prompt(
        name="board.which",
        do=T("Which number stands at your arrow? Take that card."),
        more=T("The arrow to the open space, on the Terrain card from where you explore."),
        offers=(*known, typed),
        seat=seat_of(task.seat) if task.seat else None,
        rule="exploring",
        expects=(CardExpected(kind="numbox", pattern=NUMBER, move=Move("arrow_number"), arg="number"),),
    )


def exploration_label(state: State, space: Space) -> Text:
    """An Exploration card in a list."""
    assert space.kind == EXPLORATION
    return where(state, space.name)


def mandatory(state: State, task: Task) -> Prompt:
    """Who arrives at a mandatory action takes it with everybody there, unless it can no longer be taken (p. 11, 22)."""
    here = tuple(state.hero(seat) for seat in figures.on(state, task.card))
    names = listed([T("{name}", name=hero.name) for hero in here]) if here else T("nobody")
    offers: list[Offer] = []
    if here:
        offers += turns.taken_now(state, here[0], task.card, barred=figures.forbidden(state, task.card))
    offers += [_taken(hero, len(here)) for hero in here]
    gone = T("An attached event bears its icon")
    offers.append(tap("mandatory_over", T("It can no longer be taken"), note=gone, under=T("Otherwise")))
    return Prompt(
        name="board.mandatory",
        do=T("Take the mandatory action of Terrain {number} now, together.", number=number_of(state, task.card)),
        more=T("Involved: {names}. You choose who is the active player.", names=names),
        offers=tuple(offers),
        seat=seat_of(here[0].seat) if len(here) == 1 else None,
        rule="action.mandatory",
    )


def _taken(hero: Hero, several: int) -> Offer:
    """The action was taken without the companion: whose turn that was is told where several are there."""
    label = T("{name} has taken it already", name=hero.name) if several > 1 else T("It has been taken already")
    return tap("mandatory_taken", label, under=T("Otherwise"), seat=hero.seat)


EXPLORE = T("Explore")


def offers(state: State) -> tuple[Offer, ...]:
    """Exploring first, then Permanent events."""
    return (*_explore_offers(state), *event_offers(state))


def _explore_offers(state: State) -> tuple[Offer, ...]:
    """Cards that were resolved without the companion's leading, by anybody; and an area of which none is left."""
    cards = to_resolve(state)
    if not cards:
        return ()
    spaces = {space.name: exploration_label(state, space) for space in cards}
    who = {seat: T("{name} has turned one over", name=state.hero(seat).name) for seat in explorers(state)}
    resolved = tuple(
        Offer(
            move=Move("explored", {"by": seat}),
            label=label,
            asks=(pick("space", T("Exploration card"), spaces),),
            under=EXPLORE,
            rule="exploring",
        )
        for seat, label in (who or {"": T("Turned over already")}).items()
    )
    areas = {area: T("{area}", area=area) for area in sorted({space.area for space in cards})}
    empty = Offer(
        move=Move("area_ran_out"),
        label=T("No Exploration card of an area is left"),
        note=T("The Past is then returned first."),
        asks=(pick("area", T("Area"), areas),),
        under=EXPLORE,
        rule="exploring",
    )
    return (*resolved, empty)


def event_offers(state: State) -> tuple[Offer, ...]:
    """A Permanent event is resolved: discarded, or what it says instead (p. 17)."""
    keys = dict.fromkeys(one.key for one in state.sketch.attached)
    if not keys:
        return ()
    events: dict[str, Text] = {key: card_name(state, state.cards.copy(key)) for key in keys}
    labels = {
        "past": T("Permanent event resolved and discarded"),
        "deck": T("Permanent event resolved and returned"),
        "banished": T("Permanent event resolved and banished"),
    }
    return tuple(
        Offer(
            move=Move("event_over", {"how": how}),
            label=label,
            asks=(pick("event", T("Permanent event"), events),),
            under=EXPLORE,
            rule="events.permanent",
        )
        for how, label in labels.items()
    )


MOVES: Moves = {
    "arrow_number": move(arrow_number, lambda a: T("The arrow shows {number}", number=word(a, "number")), _NUMBER),
    "space_number": move(space_number, lambda a: T("The arrow shows {number}", number=word(a, "number")), _NUMBER),
    "explore": move(
        explore,
        lambda a: T("Exploration card: {what}", what=BECOMES[word(a, "became")]),
        SPACE,
        pick("became", T("What became of it"), BECOMES),
        Words(name="seat", label=T("Who keeps it"), at_most_chars=8),
        Words(name="by", label=T("Who explored"), at_most_chars=8),
    ),
    "to_space": move(
        to_space,
        T("Explored or moved"),
        Words(name="seat", label=T("Who"), at_most_chars=8),
        SPACE,
    ),
    "explored": move(
        explored,
        T("An Exploration card was turned over"),
        SPACE,
        Words(name="by", label=T("Who explored"), at_most_chars=8),
    ),
    "not_turned": move(not_turned, T("An Exploration card was not turned over")),
    "event_over": move(
        event_over,
        lambda a: T("Permanent event {event} resolved", event=showing.number_in(word(a, "event"))),
        _EVENT,
        pick("how", T("Where it goes"), AWAY),
    ),
    "area_ran_out": move(area_ran_out, lambda a: T("No Exploration card {area} was left", area=word(a, "area")), _AREA),
}
