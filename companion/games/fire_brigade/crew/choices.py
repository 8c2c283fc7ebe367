"""The choices that abilities leave, one by one (card texts at the end of the rulebook)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from companion.api import Args, IllegalMove, Move, Offer, Prompt, T, Text, Words, verbatim
from companion.games.fire_brigade import water
from companion.games.fire_brigade.crew import cards, triggers
from companion.games.fire_brigade.crew.cards import CREW, EVERYBODY, title
from companion.games.fire_brigade.crew.triggers import ALI, CHOPS, IMMORA, KIND, ORANGE, WALDER, ZILDA, others, spread
from companion.games.fire_brigade.fire.flames import dampen, kindle
from companion.games.fire_brigade.names import field_name, pick_field, who
from companion.games.fire_brigade.state import DESTROYED, State, Task
from companion.games.fire_brigade.streets import ALL
from companion.games.fire_brigade.transaction import Transaction
from companion.games.fire_brigade.turns import moving, renown
from companion.toolkit import Action, GameModule, action, require_task, seat_name, seat_of, tap, word

# --- the questions ----------------------------------------------------------------------------------------------------


FEW = 5  # so many answers at most are buttons; more are picked on the map
ANSWER = Words(name="answer", label=T("Answer"), at_most_chars=40)


@dataclass(frozen=True)
class Choice:
    """What an ability asks. `options`: legal answers, fields or other words, with their labels; `may`: it can be left;
    `carry` does what was chosen, the task being done already."""

    ability: str
    do: Callable[[State, Task], Text]
    options: Callable[[State, Task], Mapping[str, Text]]
    carry: Callable[[Transaction, Task, str], None]
    may: bool = True


class Choosing:
    """The prompts and moves of a number of choices, by the kind of their tasks."""

    def __init__(self, choices: Mapping[str, Choice]) -> None:
        self._choices = choices
        self.tasks = dict.fromkeys(choices, self.prompt)

    def prompt(self, state: State) -> Prompt:
        """What the task at the head asks."""
        task = state.tasks[0]
        choice = self._choices[task.kind]
        options = choice.options(state, task)
        if len(options) > FEW and all(answer in ALL for answer in options):
            ask = pick_field(state, "answer", T("Which block"), options)
            offers = [Offer(move=Move("use_ability"), label=T("Choose a block"), asks=(ask,))]
        else:
            offers = [tap("use_ability", label, answer=answer) for answer, label in options.items()]
        if choice.may:
            offers.append(tap("skip_ability", T("No")))
        more = T("{name}: {words}", name=title(choice.ability), words=EVERYBODY[choice.ability].words)
        return Prompt(name=f"ability.{task.kind}", do=choice.do(state, task), offers=tuple(offers), more=more,
                      seat=task.seat, rule="crew.list")  # fmt: skip

    def use(self, tx: Transaction, args: Args) -> None:
        """An answer."""
        task = require_task(tx.state, *self._choices)
        choice, answer = self._choices[task.kind], word(args, "answer")
        if answer not in choice.options(tx.state, task):
            name = title(choice.ability)
            raise IllegalMove(T("{name}: that cannot be chosen.", name=name), rule="crew", page=11)
        tx.finish_task()
        choice.carry(tx, task, answer)

    def skip(self, tx: Transaction, args: Args) -> None:
        """The ability is not used."""
        task = require_task(tx.state, *self._choices)
        choice = self._choices[task.kind]
        if not choice.may:
            raise IllegalMove(T("{name}: one has to be chosen.", name=title(choice.ability)), rule="crew")
        tx.finish_task()
        text = T("{who}: {name} is not used.", who=who(tx.state, task.seat), name=title(choice.ability))
        tx.note("ability_left", text, seat=task.seat)

    def settle(self, tx: Transaction) -> bool:
        """A choice among nothing is none; one that must be made is made where there is only one answer."""
        task = tx.state.tasks[0] if tx.state.tasks else None
        if task is None or task.kind not in self._choices:
            return False
        choice = self._choices[task.kind]
        options = tuple(choice.options(tx.state, task))
        if options and (choice.may or len(options) > 1):
            return False
        tx.finish_task()
        if options:
            choice.carry(tx, task, options[0])
        return True


# --- what comes of them -----------------------------------------------------------------------------------------------


GNESS, MOG, AURATH, ESME, ALI_FROM, ALI_TO = "gness", "mog", "aurath", "esme", "ali_from", "ali_to"
VEDA, CINDY = "veda", "cindy"
CHOPS_FIRE, ALI_WATER = 2, 2
BRIGADE, WAGON, YES, WATER, RENOWN = "brigade", "wagon", "yes", "water", "renown"


def named(state: State, fields: Iterable[str]) -> dict[str, Text]:
    """Fields as answers."""
    return {place: field_name(state, place) for place in fields}


def _can_burn(state: State, place: str) -> bool:
    block = state.city.get(place)
    return block is not None and not block.destroyed and block.fire < DESTROYED


def _near(state: State, task: Task) -> Mapping[str, Text]:
    """The neighbours that can burn higher."""
    return named(state, (one for one in cards.neighbours(state, task.field) if _can_burn(state, one)))


# --- after a block was won --------------------------------------------------------------------------------------------


def _chops(tx: Transaction, task: Task, answer: str) -> None:
    kindle(tx, answer, CHOPS_FIRE, event=False, source=task.field)


def _crews(state: State, task: Task) -> Mapping[str, Text]:
    others = (one for at, one in enumerate(state.players) if at != task.seat)
    return {one.name: verbatim(CREW[one.name].name) for player in others for one in player.crew}


def _zilda(tx: Transaction, task: Task, answer: str) -> None:
    dismiss(tx, answer)


def dismiss(tx: Transaction, name: str) -> None:
    """A crew member goes to the discard pile; the water on the card goes back."""
    for seat, player in enumerate(tx.state.players):
        if any(one.name == name for one in player.crew):
            tx.set_player(seat, crew=tuple(one for one in player.crew if one.name != name))
            text = T("{who}: {name} leaves the crew.", who=player.name, name=CREW[name].name)
            tx.tell("crew_left", text, seat=seat, crew=name)
            tx.todo(T("{who}: discard {name} with the water", who=player.name, name=CREW[name].name), "crew")


def _ali_options(state: State, task: Task) -> Mapping[str, Text]:
    found: dict[str, Text] = {}
    if water.crew_room(state, task.seat):
        found[WATER] = T("Two water for the crew")
    if _own_renown(state, task):
        found[RENOWN] = T("Move one Renown")
    for place in cards.neighbours(state, task.field):
        if 0 < state.city[place].fire < DESTROYED:
            found[place] = T("{where} burns one lower", where=field_name(state, place))
    return found


def _ali(tx: Transaction, task: Task, answer: str) -> None:
    if answer == WATER:
        water.pour(tx, task.seat, min(ALI_WATER, tx.state.water_left()), captain=False)
        text = T("{who}: the Brigade holds {water} water now.", who=who(tx.state, task.seat),
                 water=tx.state.players[task.seat].brigade_water)  # fmt: skip
        tx.tell("refilled", text, seat=task.seat)
    elif answer == RENOWN:
        tx.ask(ALI_FROM, seat=task.seat)
    else:
        dampen(tx, answer, 1)


def _own_renown(state: State, task: Task) -> Mapping[str, Text]:
    return named(state, renown.own(state, task.seat))


def _ali_from(tx: Transaction, task: Task, answer: str) -> None:
    renown.take_back(tx, task.seat, answer)
    tx.ask(ALI_TO, seat=task.seat, field=answer)


def _ali_targets(state: State, task: Task) -> Mapping[str, Text]:
    return named(state, (one for one in state.city if renown.open_to(state, task.seat, one)))


def _ali_to(tx: Transaction, task: Task, answer: str) -> None:
    renown.lay(tx, task.seat, answer, 1)


# --- one Renown onto each of some blocks ------------------------------------------------------------------------------


def _spread_options(state: State, task: Task) -> Mapping[str, Text]:
    fields = _spread_fields(state, task)
    left = state.renown_left(task.seat)
    if not fields or not left:
        return {}
    return {YES: T("On each of them")} if len(fields) <= left else named(state, fields)


def _spread_fields(state: State, task: Task) -> tuple[str, ...]:
    kind = task.about.removeprefix(KIND)
    fields = task.about.split() if kind == task.about else others(state, kind, task.field)
    return tuple(one for one in fields if renown.open_to(state, task.seat, one))


def _spread(tx: Transaction, task: Task, answer: str) -> None:
    """On all of them; with too few markers on the chosen one, then the next is chosen."""
    if answer != YES:
        renown.lay(tx, task.seat, answer, 1)
        rest = tuple(one for one in _spread_fields(tx.state, task) if one != answer)
        spread(tx, task.seat, task.kind, rest)
        return
    for place in _spread_fields(tx.state, task):
        if renown.open_to(tx.state, task.seat, place):
            renown.lay(tx, task.seat, place, 1)


# --- moving and refilling ---------------------------------------------------------------------------------------------


def moved(tx: Transaction, seat: int, before: State) -> None:
    """The Brigade has moved: whom it passed, whom it pushes, and what burns under it."""
    place = tx.state.players[seat].brigade
    awake = cards.active(tx.state, seat)
    if "aurath" in awake:
        passed = _passed(before, seat, place)
        if passed:
            tx.ask(AURATH, seat=seat, about=" ".join(passed))
    if "mog" in awake:
        for other, player in enumerate(tx.state.players):
            if other != seat and player.brigade == place:
                tx.ask(MOG, seat=seat, about=seat_name(other), field=place)
    block = tx.state.city.get(place)
    if "gness" in awake and block is not None and 0 < block.fire < DESTROYED:
        tx.ask(GNESS, seat=seat, field=place)


def _passed(before: State, seat: int, target: str) -> list[str]:
    """Whose Brigade or Wagon the way can have led past."""
    found = []
    for other, player in enumerate(before.players):
        for what, place in ((BRIGADE, player.brigade), (WAGON, player.wagon)):
            if other != seat and place != target and moving.by_way_of(before, seat, place, target):
                found.append(f"{seat_name(other)}.{what}")
    return found


def _aurath_options(state: State, task: Task) -> Mapping[str, Text]:
    found: dict[str, Text] = {}
    if not water.brigade_room(state, task.seat):
        return found
    for answer in task.about.split():
        player = state.players[seat_of(answer.partition(".")[0])]
        if answer.endswith(WAGON) and player.wagon_water:
            found[answer] = T("{who}: the Wagon", who=player.name)
        elif answer.endswith(BRIGADE) and player.brigade_water:
            found[answer] = T("{who}: the Brigade", who=player.name)
    return found


def _aurath(tx: Transaction, task: Task, answer: str) -> None:
    seat, _, what = answer.partition(".")
    take(tx, seat_of(seat), what)
    water.pour(tx, task.seat, 1)
    text = T("{who} takes one water from {other}.", who=who(tx.state, task.seat),
             other=who(tx.state, seat_of(seat)))  # fmt: skip
    tx.tell("water_stolen", text, seat=task.seat, other=seat_of(seat))
    rest = " ".join(one for one in task.about.split() if one != answer)
    tx.ask(AURATH, seat=task.seat, about=rest)


def take(tx: Transaction, seat: int, what: str) -> None:
    """One water less in the Brigade or in the Wagon."""
    if what == WAGON:
        tx.set_player(seat, wagon_water=tx.state.players[seat].wagon_water - 1)
    else:
        water.spend(tx, seat, 1)


def _push_targets(state: State, task: Task) -> Mapping[str, Text]:
    return named(state, moving.push_targets(state, task.field))


def _mog(tx: Transaction, task: Task, answer: str) -> None:
    other = seat_of(task.about)
    tx.set_player(other, brigade=answer)
    text = T("{who}: the Brigade is pushed to {where}.", who=who(tx.state, other),
             where=field_name(tx.state, answer))  # fmt: skip
    tx.tell("brigade_pushed", text, seat=other, to=answer)


def _gness(tx: Transaction, task: Task, answer: str) -> None:
    kindle(tx, task.field, event=False)


def _walder_options(state: State, task: Task) -> Mapping[str, Text]:
    player = state.players[task.seat]
    found: dict[str, Text] = {}
    if player.brigade_water:
        found[BRIGADE] = T("Out of the Brigade")
    if player.wagon_water:
        found[WAGON] = T("Out of the Wagon")
    return found


def _walder(tx: Transaction, task: Task, answer: str) -> None:
    take(tx, task.seat, answer)
    text = T("{who} loses one water to Walder Ranier.", who=who(tx.state, task.seat))
    tx.tell("water_lost", text, seat=task.seat, what=answer)


def _esme(tx: Transaction, task: Task, answer: str) -> None:
    kindle(tx, answer, event=True, source=task.field, kind="ball")


def _veda(tx: Transaction, seat: int, fields: tuple[str, ...]) -> None:
    player = tx.state.players[seat]
    mine = tuple(one for one in dict.fromkeys((player.brigade, player.wagon)) if one in fields)
    spread(tx, seat, VEDA, mine)


def fireballs(tx: Transaction, fields: tuple[str, ...]) -> None:
    """Fireballs fell on these blocks: what Esme, Veda and Cindy make of it (card texts). On the block of a Brigade they
    do nothing, so that turning one away afterwards is the same as before."""
    for seat in tx.state.clockwise:
        awake = cards.active(tx.state, seat)
        if "esme" in awake and tx.state.players[seat].brigade in fields:
            tx.ask(ESME, seat=seat, field=tx.state.players[seat].brigade)
        if "veda" in awake:
            _veda(tx, seat, fields)
        if "cindy" in awake:
            spread(tx, seat, CINDY, fields)


def _said(state: State, task: Task) -> Mapping[str, Text]:
    return {YES: T("Yes")}


CHOICES: dict[str, Choice] = {
    CHOPS: Choice("chops", lambda s, t: T("{who}, which neighbour burns two higher?", who=who(s, t.seat)), _near,
                  _chops),
    ZILDA: Choice("zilda", lambda s, t: T("{who}, who has to leave another crew?", who=who(s, t.seat)), _crews, _zilda),
    ALI: Choice("ali", lambda s, t: T("{who}, choose what Ali Ahmar gives.", who=who(s, t.seat)), _ali_options, _ali),
    ALI_FROM: Choice("ali", lambda s, t: T("{who}, from where do you move a Renown?", who=who(s, t.seat)), _own_renown,
                     _ali_from),
    ALI_TO: Choice("ali", lambda s, t: T("{who}, where does the Renown go?", who=who(s, t.seat)), _ali_targets, _ali_to,
                   may=False),
    IMMORA: Choice("immora", lambda s, t: T("{who}, place a Renown on the other blocks of the Nobles' Rise.",
                                            who=who(s, t.seat)), _spread_options, _spread, may=False),
    ORANGE: Choice("orange", lambda s, t: T("{who}, place a Renown on the other Merchant Markets blocks.",
                                            who=who(s, t.seat)), _spread_options, _spread),
    VEDA: Choice("veda", lambda s, t: T("{who}, place a Renown where the fireball would fall.", who=who(s, t.seat)),
                 _spread_options, _spread, may=False),
    CINDY: Choice("cindy", lambda s, t: T("{who}, place a Renown on each block that is hit.", who=who(s, t.seat)),
                  _spread_options, _spread, may=False),
    GNESS: Choice("gness", lambda s, t: T("{who}, does the fire under your Brigade rise?", who=who(s, t.seat)), _said,
                  _gness),
    MOG: Choice("mog", lambda s, t: T("{who}, where do you push the other Brigade?", who=who(s, t.seat)), _push_targets,
                _mog, may=False),
    AURATH: Choice("aurath", lambda s, t: T("{who}, whom did your Brigade pass?", who=who(s, t.seat)), _aurath_options,
                   _aurath),
    WALDER: Choice("walder", lambda s, t: T("{who}, you lose one water again.", who=who(s, t.seat)), _walder_options,
                   _walder, may=False),
    ESME: Choice("esme", lambda s, t: T("{who}, where do you turn the fireball?", who=who(s, t.seat)), _near, _esme),
}  # fmt: skip

CHOOSING = Choosing(CHOICES)

MOVES: dict[str, Action[Transaction]] = {
    "use_ability": action(CHOOSING.use, T("Used an ability"), ANSWER),
    "skip_ability": action(CHOOSING.skip, T("Did not use an ability")),
}

MODULE: GameModule[State, Transaction] = GameModule(
    name="choices", moves=MOVES, tasks=CHOOSING.tasks, settle=lambda tx: triggers.settle(tx) or CHOOSING.settle(tx)
)
