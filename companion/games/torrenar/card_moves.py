"""Cards moved by the rulebook's defined words: Gain, Draw, Discard, Forfeit, Mitigate, Return (Glossary)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from companion.api import Args, Ask, IllegalMove, Move, N, Offer, Pick, Prompt, T, Text, Whole, template_n
from companion.games.torrenar.names import (
    ANY_SEAT,
    KINDS,
    kind_name,
    pile_of,
    seat_named,
    seat_pick,
    seat_value,
    shared_pile,
)
from companion.games.torrenar.setup import count_stack_offers
from companion.games.torrenar.state import SETUP_STEPS, State
from companion.games.torrenar.transaction import (
    ACTION_STACK,
    FORFEIT,
    MITIGATED,
    PLACES,
    SMOKESTACK,
    Place,
    Transaction,
    free,
    place_name,
    place_named,
    require_laid_out,
    tell_smokestack,
)
from companion.games.torrenar.turn import another_number
from companion.toolkit import Action, GameModule, action, number, pick, whole, word

MOST_CARDS = 30
WORDS = ("gain", "draw", "discard", "forfeit", "mitigate", "return")
OWN_DRAW_PILE = "own_draw"
SHUFFLED = ("discard_pile_reshuffled", "action_stack_refilled")


class Told(NamedTuple):
    """How a word is told once it was carried out: its fact, that in words, and the order for the hands."""

    fact: str
    said: Text
    order: Text


TOLD: Mapping[str, Told] = {
    "gain": Told(
        "gained",
        template_n("{player} Gained {n} card from {place}.", "{player} Gained {n} cards from {place}."),
        template_n(
            "{player}: Gain {n} card from {place}, onto your Discard pile",
            "{player}: Gain {n} cards from {place}, onto your Discard pile",
        ),
    ),
    "draw": Told(
        "drew",
        template_n("{player} Drew {n} card from {place}.", "{player} Drew {n} cards from {place}."),
        template_n("{player}: Draw {n} card from {place}", "{player}: Draw {n} cards from {place}"),
    ),
    "discard": Told(
        "discarded",
        template_n("{n} card from {place} was Discarded.", "{n} cards from {place} were Discarded."),
        template_n("Discard {n} card from {place}", "Discard {n} cards from {place}"),
    ),
    "forfeit": Told(
        "forfeited",
        template_n("{n} card from {place} was Forfeited.", "{n} cards from {place} were Forfeited."),
        template_n("Forfeit {n} card from {place}", "Forfeit {n} cards from {place}"),
    ),
    "mitigate": Told(
        "mitigated",
        template_n("{n} card from {place} was Mitigated.", "{n} cards from {place} were Mitigated."),
        template_n(
            "Mitigate {n} card from {place}: out of the game", "Mitigate {n} cards from {place}: out of the game"
        ),
    ),
    "return": Told(
        "returned",
        template_n(
            "{n} card was Returned from {place} to {back_to}.", "{n} cards were Returned from {place} to {back_to}."
        ),
        template_n("Return {n} card from {place} to {back_to}", "Return {n} cards from {place} to {back_to}"),
    ),
}


def gain(tx: Transaction, args: Args) -> None:
    """Cards go to the Discard pile of whoever Gains them, from the Action stack where nothing else is said."""
    require_laid_out(tx.state)
    seat = seat_named(tx.state, word(args, "seat"))
    source, target = place_named(tx.state, word(args, "place")), Place("discard", seat)
    _move(tx, args, "gain", source, target, player=tx.state.players[seat].name)


def draw(tx: Transaction, args: Args) -> None:
    """Cards go to the Hand of whoever Draws them, from the own Draw pile where nothing else is said."""
    require_laid_out(tx.state)
    seat, named = seat_named(tx.state, word(args, "seat")), word(args, "place")
    source = Place("draw", seat) if named == OWN_DRAW_PILE else place_named(tx.state, named)
    _move(tx, args, "draw", source, Place("hand", seat), player=tx.state.players[seat].name)


def discard(tx: Transaction, args: Args) -> None:
    """Cards go face-up to the own Discard pile, from the Hand or the Draw pile."""
    require_laid_out(tx.state)
    source = place_named(tx.state, word(args, "place"))
    if source.seat is None:
        raise IllegalMove(
            T("Only a player's own cards are Discarded; from elsewhere they are Gained."), rule="word.discard"
        )
    _move(tx, args, "discard", source, Place("discard", source.seat))


def forfeit(tx: Transaction, args: Args) -> None:
    """Cards go face-up to the Forfeit pile, from the Hand where nothing else is said."""
    require_laid_out(tx.state)
    _move(tx, args, "forfeit", place_named(tx.state, word(args, "place")), FORFEIT)


def mitigate(tx: Transaction, args: Args) -> None:
    """Cards go out of the game."""
    require_laid_out(tx.state)
    _move(tx, args, "mitigate", place_named(tx.state, word(args, "place")), MITIGATED)


def return_(tx: Transaction, args: Args) -> None:
    """Cards go back exactly to where they came from."""
    require_laid_out(tx.state)
    source, target = (place_named(tx.state, word(args, name)) for name in ("place", "back_to"))
    _move(tx, args, "return", source, target, back_to=place_name(tx.state, target))


def _move(tx: Transaction, args: Args, of: str, source: Place, target: Place, **places: Text | str) -> None:
    """Move the cards and tell the fact of the word with its order, after the shuffling that it needed and before what
    else came of it."""
    since, smokestack, place = len(tx.facts), tx.state.smokestack, place_name(tx.state, source)
    moved = tx.move_cards(source, target, number(args, "number"), word(args, "what") == "pollutants")
    fact, *texts = TOLD[of]
    said, order = (Text(one.msgid, {**places, "place": place, "n": moved}, one.plural) for one in texts)
    if not moved:
        said = T("There was no card to move. Place: {place}.", place=place)
    tx.facts[since:] = sorted(tx.facts[since:], key=lambda fact: fact.name not in SHUFFLED)
    shuffled = sum(fact.name in SHUFFLED for fact in tx.facts[since:])
    tx.tell_at(
        since + shuffled, fact, said, tx.resumed(order) if moved else None, ICONS[of], cards=moved, place=source.value
    )
    tell_smokestack(tx, smokestack)


# --- what is asked ----------------------------------------------------------------------------------------------------


def widest_asks(of: str) -> tuple[Ask, ...]:
    """What a of asks, with the widest limits that could ever be right."""
    places = {place.value: _any_place_name(place) for place in PLACES.values()}
    sources = {OWN_DRAW_PILE: OWN_DRAW, **places} if of == "draw" else places
    return _asks(of, ANY_SEAT, _place(sources), _back_to(places))


def asks_now(state: State) -> dict[str, tuple[Ask, ...]]:
    """What each word asks at this moment: players of this game, piles with cards; nothing at all where no pile has
    any. All at once, as all of them name the same piles."""
    places = _places(state)
    targets = {place.value: place_name(state, place) for place in places}
    full = [place for place in places if _has_cards(state, place)]
    who, back_to = seat_pick(state), _back_to(targets, Place("draw", state.turn).value)
    found: dict[str, tuple[Ask, ...]] = {}
    for of in WORDS:
        sources = {place.value: targets[place.value] for place in _sources(full, of)}
        usual = _usual_source(state, of)
        if of == "draw":
            sources = {OWN_DRAW_PILE: OWN_DRAW, **sources}
        found[of] = _asks(of, who, _place(sources, usual if usual in sources else None), back_to) if sources else ()
    return found


def _asks(of: str, who: Pick, place: Pick, back_to: Pick) -> tuple[Ask, ...]:
    """Who (for Gain and Draw), how many, from where, what they are, and where to (for Return)."""
    asks = (NUMBER, place, MITIGATED_WHAT if of == "mitigate" else WHAT)
    if of in ("gain", "draw"):
        return (who, *asks)
    return (*asks, back_to) if of == "return" else asks


def _sources(places: list[Place], of: str) -> list[Place]:
    """Those of the piles that have a card to give from which the word may take one."""
    if of == "discard":
        return [place for place in places if place.seat is not None and place.pile != "discard"]
    if of == "draw":
        return [place for place in places if place.pile != "hand"]
    if of in ("forfeit", "mitigate"):
        return [place for place in places if place not in (FORFEIT if of == "forfeit" else MITIGATED,)]
    return places


def _places(state: State) -> list[Place]:
    """All piles, those of the active player first."""
    seats = state.from_seat(state.turn)
    own, *others = ([Place(pile, seat) for pile in ("hand", "draw", "discard")] for seat in seats)
    shared = [ACTION_STACK, SMOKESTACK, FORFEIT, MITIGATED]
    return [*own, *shared, *(place for places in others for place in places)]


def _has_cards(state: State, place: Place) -> bool:
    if place == ACTION_STACK and state.forfeit:
        return True
    if place.pile == "draw" and place.seat is not None and state.players[place.seat].discard:
        return True
    return free(state, place) != 0


def _usual_source(state: State, of: str) -> str:
    """The place that the glossary means where a card names none."""
    if of == "draw":
        return OWN_DRAW_PILE
    return (ACTION_STACK if of == "gain" else Place("hand", state.turn)).value


def _any_place_name(place: Place) -> Text:
    """A place of any game, where the players have no names yet."""
    if place.seat is None:
        return shared_pile(place.pile)
    return pile_of(place.pile, T("player {number}", number=place.seat + 1))


def _place(places: Mapping[str, Text], usual: str | None = None) -> Pick:
    return pick("place", T("From where"), places, usual)


def _back_to(places: Mapping[str, Text], usual: str | None = None) -> Pick:
    return pick("back_to", T("Back to"), places, usual)


def _what(usual: str) -> Pick:
    return pick("what", T("What they are, if you see it"), {kind: kind_name(kind) for kind in KINDS}, usual)


OWN_DRAW = T("the own Draw pile")
NUMBER = whole("number", T("How many"), MOST_CARDS, 1, at_least=1)
WHAT, MITIGATED_WHAT = _what("actions"), _what("pollutants")


def quick_moves(state: State) -> list[Offer]:
    """What Effects do most, one tap each: whose, from where and of what kind the cards are stands in the label."""
    seat, player = state.turn, state.active
    me = {"seat": seat_value(seat)}
    hand, thrown = Place("hand", seat), Place("discard", seat)
    of_hand = max(0, (free(state, hand) or 0))
    actions = max(0, of_hand - player.fewest_pollutants_in_hand)
    bad = min(of_hand, player.most_pollutants_in_hand)
    stack = LIKELY if state.action_stack is None else state.action_stack + state.forfeit
    most = (
        (stack, "action_stack", T("Gain from the Action stack:"), _to("gain", ACTION_STACK, "actions", me)),
        (player.draw + player.discard, "draw", T("Draw:"),
         Move("draw", {**me, "place": OWN_DRAW_PILE, "what": "actions"})),
        (bad, "mitigated", T("Mitigate Pollutants of your Hand:"), _to("mitigate", hand, "pollutants")),
        (player.shown, "mitigated", T("Mitigate Pollutants of your Discard pile:"),
         _to("mitigate", thrown, "pollutants")),
        (bad, "pollutants", T("Discard Pollutants:"), _to("discard", hand, "pollutants")),
        (actions, "discard", T("Discard Actions:"), _to("discard", hand, "actions")),
        (actions, "forfeit", T("Forfeit Actions:"), _to("forfeit", hand, "actions")),
        (state.forfeit, "forfeit", T("Gain from the Forfeit pile:"), _to("gain", FORFEIT, "actions", me)),
    )  # fmt: skip
    under = T("Cards of {player}", player=player.name)
    return [
        Offer(move=move, label=label, asks=(_few(cards),), under=under, rule=f"word.{move.name}", icon=icon)
        for cards, icon, label, move in most
        if cards > 0
    ]


LIKELY = 5


def _to(of: str, place: Place, what: str, more: Mapping[str, str] | None = None) -> Move:
    return Move(of, {**(more or {}), "place": place.value, "what": what})


def _few(cards: int) -> Whole:
    return whole("number", T("How many"), min(cards, MOST_CARDS), at_least=1, likely=LIKELY)


def prompts(state: State) -> tuple[Prompt, ...]:
    """Whatever a card says, by the defined words; open at every moment of a turn."""
    if state.step in SETUP_STEPS or state.undecided:
        return ()
    asked = asks_now(state)
    under = T("Anything else")
    offers = [] if state.step == "effect" else quick_moves(state)
    offers += [
        Offer(move=Move(of), label=NAMES[of], asks=asks, under=under, rule=f"word.{of}", icon=ICONS[of])
        for of, asks in asked.items()
        if asks
    ]
    offers += [*count_stack_offers(state), *another_number(state)]
    return (Prompt(name="cards.move", do=T("A card moves other cards"), offers=tuple(offers), rule="words"),)


ICONS = {
    "gain": "action_stack",
    "draw": "draw",
    "discard": "discard",
    "forfeit": "forfeit",
    "mitigate": "mitigated",
    "return": "piles",
}


NAMES: Mapping[str, Text] = {
    "gain": T("Gain"),
    "draw": T("Draw"),
    "discard": T("Discard"),
    "forfeit": T("Forfeit"),
    "mitigate": T("Mitigate"),
    "return": T("Return"),
}
_WHAT_WENT: Mapping[str, Callable[[int, Text], Text]] = {
    "gain": lambda n, place: N("{n} card Gained from {place}", "{n} cards Gained from {place}", n, place=place),
    "draw": lambda n, place: N("{n} card Drawn from {place}", "{n} cards Drawn from {place}", n, place=place),
    "discard": lambda n, place: N(
        "{n} card Discarded from {place}", "{n} cards Discarded from {place}", n, place=place
    ),
    "forfeit": lambda n, place: N(
        "{n} card Forfeited from {place}", "{n} cards Forfeited from {place}", n, place=place
    ),
    "mitigate": lambda n, place: N(
        "{n} card Mitigated from {place}", "{n} cards Mitigated from {place}", n, place=place
    ),
    "return": lambda n, place: N("{n} card Returned from {place}", "{n} cards Returned from {place}", n, place=place),
}


def _went(of: str, args: Args) -> Text:
    """What was done, in the history: how many cards, and from where."""
    named = word(args, "place")
    place = OWN_DRAW if named == OWN_DRAW_PILE else _any_place_name(PLACES[named])
    return _WHAT_WENT[of](number(args, "number"), place)


def _went_named(of: str, state: State, args: Args) -> Text:
    """The same at a table whose players are known."""
    named = word(args, "place")
    place = OWN_DRAW if named == OWN_DRAW_PILE else place_name(state, PLACES[named])
    return _WHAT_WENT[of](number(args, "number"), place)


_PLAYS = {"gain": gain, "draw": draw, "discard": discard, "forfeit": forfeit, "mitigate": mitigate, "return": return_}
MOVES: dict[str, Action[Transaction]] = {
    of: action(play, partial(_went, of), *widest_asks(of), named=partial(_went_named, of))
    for of, play in _PLAYS.items()
}
MODULE: GameModule[State, Transaction] = GameModule(name="card_moves", moves=MOVES, prompts=prompts)
