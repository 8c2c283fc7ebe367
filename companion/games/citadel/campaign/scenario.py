"""Threat, scenario and bookmark (p. 22): a scenario begins and ends, what can be done between two of them, and
dialogues."""

from __future__ import annotations

from companion.api import (
    Args,
    BoardFamily,
    IllegalMove,
    Move,
    N,
    Offer,
    Prompt,
    T,
    Text,
    Value,
    Whole,
    Words,
    row_of,
    template,
)
from companion.games.citadel.campaign.lists import write
from companion.games.citadel.campaign.setting_up import INTRODUCTORY
from companion.games.citadel.cards import choosing, looking, moving
from companion.games.citadel.leaflet import community
from companion.games.citadel.leaflet.leaflet import MOST_LEVEL
from companion.games.citadel.state import BETWEEN, INTRODUCTION, MOST_LIFE, PLAYING, THREAT, State, Task
from companion.games.citadel.tables import words
from companion.games.citadel.transaction import AMID, Moves, Transaction, move, require_effects
from companion.toolkit import number, pick, require_idle, tap, whole, word

FAMILIES = (
    BoardFamily(
        pattern=r"scenario\.introduction\.life\.([1-4])",
        ask=whole("life", template("Life points in the introductory scenario, players: {name}"), MOST_LIFE, at_least=1),
        label=T("Life points in the introductory scenario"),
    ),
)
SCENARIO = "campaign.scenario"
MOST_PAGES = 200
LONGEST = 60
THREATS = words("threats")


def begun(tx: Transaction, args: Args) -> None:
    """A scenario begins: the booklet gives its page, its pictograph, the groundshiver's level and the life points."""
    first = bool(tx.state.tasks) and tx.state.tasks[0].kind == SCENARIO
    if first:
        task = tx.finish_task(SCENARIO)
        intro = task.about == INTRODUCTION
    else:
        _require_between(tx.state)
        intro = False
    title = word(args, "title") or (INTRODUCTORY if intro else "")
    write(
        tx,
        step=PLAYING,
        threat="" if intro else word(args, "threat"),
        scenario=title,
        page=number(args, "page"),
        bookmark=INTRODUCTION if intro else THREAT,
        citadel=False,
        saved=False,
        lives={},
    )
    choosing.set_scenario(tx, word(args, "pictograph"))
    if intro and number(args, "groundshiver"):
        raise IllegalMove(T("There is no groundshiver in the introductory scenario."), rule="groundshiver", page=23)
    community.set_groundshiver(tx, number(args, "groundshiver"))
    tx.tell("scenario_begun", T("The scenario begins: {title}.", title=title or T("page {page}", page=args["page"])))
    if intro and number(args, "life"):
        tx.learn(life_fact(tx.state, INTRODUCTION), number(args, "life"))
    _give_life(tx, number(args, "life"))


def next_begun(tx: Transaction, args: Args) -> None:
    """The next scenario begins: only the life points matter at once; its page, pictograph and the groundshiver's level
    are told when they do."""
    _require_between(tx.state)
    threat = word(args, "threat")
    write(
        tx, step=PLAYING, threat=threat, scenario="", page=0, bookmark=THREAT, citadel=False, saved=False, lives={}
    )  # fmt: skip
    choosing.set_scenario(tx, "")
    tx.tell("scenario_begun", T("The scenario begins: {title}.", title=THREATS[threat]), threat=threat)
    _give_life(tx, number(args, "life"))


def named(tx: Transaction, args: Args) -> None:
    """The booklet's title of the scenario."""
    write(tx, scenario=word(args, "title"))


def bookmarked(tx: Transaction, args: Args) -> None:
    """The page at which the bookmark lies."""
    write(tx, page=number(args, "page"))


def _give_life(tx: Transaction, life: int) -> None:
    """Everybody's counter is set to what the booklet gives (p. 20); 0: it gives none, the counters stay."""
    if not life:
        return
    before = tx.state.party
    for hero in before:
        tx.set_hero(hero.seat, life=life, conscious=True)
    text = N("Everybody has {n} life point.", "Everybody has {n} life points.", life)
    if len(before) == 1:
        text = N("{name} has {n} life point.", "{name} has {n} life points.", life, name=before[0].name)
    tx.tell("life_given", text, life=life)
    parts = [T("{name} {life}", name=hero.name, life=hero.life) for hero in before]
    back = T("Life counters: {parts}", parts=row_of(parts))
    order = N("Set the life point counter to {life}", "Set every life point counter to {life}", len(before), life=life)
    tx.todo(order, "life", back=back)


def ended(tx: Transaction, args: Args) -> None:
    """The epilogue is read: the scenario is over, and everybody's life points are written down (p. 22 to 23)."""
    require_idle(tx.state)
    if tx.state.campaign.step != PLAYING:
        raise IllegalMove(T("No scenario is being played now."), rule="scenario", page=22)
    if tx.state.action is not None:
        raise IllegalMove(T("An action is being performed. Finish it first."), rule="scenario", page=22)
    citadel = word(args, "citadel") == "yes"
    write(tx, step=BETWEEN, citadel=citadel)
    community.record_lives(tx)
    tx.tell("scenario_ended", T("The scenario is over. The Threat Booklet tells what comes of it."))


def cleared(tx: Transaction, args: Args) -> None:
    """The Board is put away as the booklet says: into the Past, or back to the decks."""
    _require_between(tx.state)
    lying = looking.of(tx.state, "board")
    for copy in lying:
        moving.put(tx, copy.key, word(args, "where"))
    for hero in tx.state.party:
        tx.set_hero(hero.seat, place="")
    text = N("The Board is cleared: {n} card.", "The Board is cleared: {n} cards.", len(lying))
    tx.tell("board_put_away", text, cards=len(lying))
    if lying:
        past = N("Put the card of the Board into the Past", "Put the {n} cards of the Board into the Past", len(lying))
        back = N("Return the card of the Board", "Return the {n} cards of the Board", len(lying))
        tx.todo(past if word(args, "where") == "past" else back, "deck")


def _require_between(state: State) -> None:
    if state.campaign.step != BETWEEN:
        raise IllegalMove(T("End the present scenario first."), rule="scenario", page=22)
    require_idle(state)


# --- what is asked ----------------------------------------------------------------------------------------------------


LIKELY_LIFE = 12


def _life(at_least: int = 0) -> Whole:
    return whole("life", T("Life points for each"), MOST_LIFE, at_least=at_least, likely=LIKELY_LIFE)


def life_fact(state: State, scenario: str) -> str:
    """What the life points of the introduction are called among the facts of the owner's booklets."""
    return f"scenario.{scenario}.life.{max(1, len(state.party))}"


def prompt(state: State, task: Task) -> Prompt:
    """The introductory scenario: only its life points are asked."""
    settled: dict[str, Value] = {
        "threat": "other",
        "title": INTRODUCTORY,
        "page": 3,
        "pictograph": "",
        "groundshiver": 0,
    }
    known = int(state.board.get(life_fact(state, INTRODUCTION), 0))
    # Who does not know yet taps so: nobody begins with none.
    asks = (_life(at_least=1),)
    told = Offer(move=Move("scenario", settled), label=T("Life points for each"), asks=asks, rule="scenario")
    before: tuple[Offer, ...] = ()
    if known:
        text = N("{n} life point each, as before", "{n} life points each, as before", known)
        before = (Offer(move=Move("scenario", {**settled, "life": known}), label=text, tone="usual"),)
    later = Offer(move=Move("scenario", {**settled, "life": 0}), label=T("It tells so later"), under=T("Otherwise"))
    return Prompt(
        name=SCENARIO,
        do=T("Play the introductory scenario. How many life points does each character get?"),
        more=T("The booklet tells it for your number of players."),
        offers=(*before, told, later),
        rule="scenario",
    )


def between(state: State) -> tuple[Offer, ...]:
    """Between two scenarios: the next one, and clearing the Board where the booklet says so."""
    under = T("Between two scenarios")
    threats = THREATS if state.campaign.threat not in THREATS else {state.campaign.threat: T("The next scenario")}
    offers = [
        Offer(
            move=Move("scenario_next", {"threat": threat}),
            label=T("{scenario} begins", scenario=name),
            note=T("0 where the booklet gives none. Put the bookmark where it says."),
            asks=(_life(),),
            under=under,
            rule="scenario",
        )
        for threat, name in threats.items()
    ]
    if looking.of(state, "board"):
        ways = {"past": T("The Board goes into the Past"), "deck": T("The Board goes back to the decks")}
        offers += [tap("clear_board", text, under=under, rule="scenario", where=way) for way, text in ways.items()]
    return tuple(offers)


def end_offers(state: State) -> tuple[Offer, ...]:
    """The scenario is over once its epilogue is read, usually at the Citadel; its pages and pictograph are told when
    they are of use."""
    note = T("Its epilogue is read.")
    places = {"yes": T("The scenario is over, you are at the Citadel"), "no": T("The scenario is over, elsewhere")}
    return tuple(
        tap("scenario_ended", text, note=note, under=T("Scenario"), rule="scenario", citadel=citadel)
        for citadel, text in places.items()
    )


def naming(state: State) -> tuple[Offer, ...]:
    """What the booklet says of the scenario: its title and its page."""
    if state.campaign.bookmark == INTRODUCTION:
        return ()
    title = Words(name="title", label=T("Title of the scenario"), at_most_chars=LONGEST, usual=state.campaign.scenario)
    page = whole("page", T("Page of the bookmark"), MOST_PAGES)
    return (
        Offer(move=Move("scenario_named"), label=T("Title of the scenario"), asks=(title,), under=T("Scenario")),
        Offer(move=Move("bookmark_at"), label=T("Page of the bookmark"), asks=(page,), under=T("Scenario")),
    )


DIALOGUE = Words(name="dialogue", label=T("Number of the dialogue"), at_most_chars=8)


def reading(tx: Transaction, args: Args) -> None:
    """A dialogue is being read (p. 18), also in the midst of an event that calls for it."""
    require_effects(tx.state)
    write(tx, reading=word(args, "dialogue"))
    text = T("Read dialogue {number}.", number=word(args, "dialogue"))
    tx.note("dialogue_read", text, dialogue=word(args, "dialogue"))


def read(tx: Transaction, args: Args) -> None:
    """It has been read."""
    if not tx.state.campaign.reading:
        raise IllegalMove(T("No dialogue is being read."), rule="dialogue", page=18)
    write(tx, reading="")


def reading_prompt(state: State) -> Prompt:
    """While a dialogue is read, cards' actions wait; a mandatory action inside has a freely chosen active player."""
    more = T(
        "No action of a card may be taken meanwhile, unless the dialogue says so. You choose freely who "
        "takes a mandatory "
        "action in it. Underlined words are a side quest; words with a star are in the glossary."
    )
    return Prompt(
        name="campaign.reading",
        do=T("Read dialogue {number} and do what it says.", number=state.campaign.reading),
        more=more,
        offers=(
            tap("dialogue_over", T("It is read"), tone="usual"),
            *((read_offer(T("It leads to another dialogue")),) if reads_now(state) else ()),
        ),
        rule="dialogue",
    )


def read_offer(label: Text, under: Text | None = None) -> Offer:
    """Some number of the Dialogue Book is called for."""
    return Offer(move=Move("read_dialogue"), label=label, asks=(DIALOGUE,), under=under, rule="dialogue")


def reads_now(state: State) -> bool:
    """Whether a dialogue is read before anything else: nothing has to be done but what called for it."""
    free = not state.tasks or state.tasks[0].kind in AMID
    return bool(state.campaign.reading) and free and state.action is None


_SCENARIO = (
    pick("threat", T("Threat"), THREATS),
    Words(name="title", label=T("Title of the scenario"), at_most_chars=LONGEST),
    whole("page", T("Page of the bookmark"), MOST_PAGES),
    Words(name="pictograph", label=T("Pictograph of the scenario, in a word"), at_most_chars=20),
    whole("groundshiver", T("Level of the groundshiver"), MOST_LEVEL),
    whole("life", T("Life points for each"), MOST_LIFE),
)
YES_NO = {"yes": T("Yes"), "no": T("No")}
MOVES: Moves = {
    "scenario": move(begun, lambda a: T("Scenario: {title}", title=word(a, "title")), *_SCENARIO),
    "scenario_next": move(
        next_begun,
        lambda a: T("The next scenario: {threat}", threat=THREATS[word(a, "threat")]),
        pick("threat", T("Threat"), THREATS),
        whole("life", T("Life points for each"), MOST_LIFE),
    ),
    "scenario_named": move(
        named, T("Named the scenario"), Words(name="title", label=T("Title of the scenario"), at_most_chars=LONGEST)
    ),
    "bookmark_at": move(bookmarked, T("Put the bookmark"), whole("page", T("Page of the bookmark"), MOST_PAGES)),
    "scenario_ended": move(ended, T("The scenario is over"), pick("citadel", T("At the Citadel"), YES_NO)),
    "clear_board": move(
        cleared,
        T("Put the Board away"),
        pick("where", T("Where to"), {"past": T("Into the Past"), "deck": T("Back to the decks")}),
    ),
    "read_dialogue": move(reading, lambda a: T("Dialogue {number}", number=word(a, "dialogue")), DIALOGUE),
    "dialogue_over": move(read, T("Read the dialogue")),
}
