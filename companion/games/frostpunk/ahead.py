"""An answer and the choices that it brings at once, by one tap (rulebook p. 16, 17, 25, 30, 41): "Hear them" and which
token.

Where an answer leads straight to a question of a few ready answers, these stand below it, each with what it brings in
its turn as far as there is room; a tap on one of them plays all of it: the move `<name>_then` has the first one's
values, and in `then` the others in words, with "; " between them. Every first move may be played alone as ever, with an
empty `then` as well: what it brings is asked afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from msgspec import structs

from companion.api import (
    Args,
    CardExpected,
    Choice,
    IllegalMove,
    Move,
    MoveKind,
    Offer,
    Outcome,
    Pick,
    Prompt,
    T,
    Text,
    Words,
)
from companion.games.frostpunk.action import building_sites, by_whom, map_offers, meeples
from companion.games.frostpunk.action.following import SUFFIX, THEN, in_words
from companion.games.frostpunk.city.ground import LAY
from companion.games.frostpunk.phases import shelters
from companion.games.frostpunk.phases.names import phase_of
from companion.games.frostpunk.state import State
from companion.toolkit import once

DUSK_SHOWN = "dusk_card_shown"
TURN = "action.turn"
DUSK_SAYS = T("The Dusk card before the camera says that nobody acts any more.")
CHOICES = ("card.either", "discontent.", "hope.", "people.")
BUILDING = (*CHOICES, "action.platform", "action.way", "action.workshop", "technology.choose")
TILE = ("city.lay",)
SITE = ("action.site",)
NIGHT = (shelters.STEP,)
SAID = (shelters.IS_HEATED, shelters.LIES_DOWN)  # questions whose answers alone do not say what is asked
COLD = ("generator.sick",)
# Answers that are looked ahead of, and how the names of the questions begin whose answers may stand below them.
FIRST: Mapping[str, tuple[str, ...]] = {
    "act_build": SITE,
    "act_snow": TILE,
    "act_special": CHOICES,
    "act_use": BUILDING,
    "building_way": BUILDING,
    "choose_option": CHOICES,
    "choose_way": CHOICES,
    "construct_plan": SITE,
    "death_card": CHOICES,
    "dusk_effect": CHOICES,
    "expedition_card": ("expedition.arrived", "expedition.explore"),
    "explore_location": ("expedition.explore",),
    "fuel": NIGHT,
    "no_fuel": (*NIGHT, *COLD),
    "platform_law": CHOICES,
    "take_way": CHOICES,
    "tokens": CHOICES,
    "use_advisor": CHOICES,
    "which_consequence": ("dusk.resolve",),
}
ASIDE = ("name_third",)  # not answers to the question itself
PLACED = ("construct_build", "tile_at")  # answered by a place of the map, which may stand below the answer by its name
LAWS = T("Laws")
DECLINING = ("platform_done",)  # whoever wants none of it does not begin it
PASSING = ("turn_over", "actions_over")
PLATFORM = "action.platform"
USING = ("act_use", "building_way")
FAR = ("act_snow", "death_card", "expedition_card", "which_consequence")
EMPTY = Text("")
BY_HAND = "place_card"  # what a card says is done first, by hand
NEXT = "; "
FEWEST, MOST = 2, 12
MOST_IN_A_ROW = 7  # ways of several answers: their words are long
MOST_MORE = 2  # so many questions more than the one that follows at once
MOST_CHARS = 240
_THEN = Words(name=THEN, label=T("And then"), at_most_chars=MOST_CHARS)


@dataclass(frozen=True)
class Way:
    """Answers that follow one after the other, what they are called together, where on the map they are, and the state
    after them; none where what follows is asked by itself."""

    moves: tuple[Move, ...] = ()
    label: Text = EMPTY
    icon: str | None = None
    at: tuple[str, ...] = ()
    state: State | None = None

    @property
    def words(self) -> str:
        return NEXT.join(map(in_words, self.moves))

    @property
    def seen_at(self) -> str | None:
        """Its places on the map, where they say all of it."""
        return " ".join(self.at) if self.at and len(self.at) == len(self.moves) else None


class Ahead:
    """Looks one answer ahead, with the game's own moves and prompts; `pressing` is the first of these by itself."""

    def __init__(
        self,
        moves: Mapping[str, MoveKind[State]],
        prompts: Callable[[State], tuple[Prompt, ...]],
        pressing: Callable[[State], Prompt | None],
    ) -> None:
        self._moves, self._prompts = moves, prompts
        self._pressing = once(pressing)  # what an answer leads to is asked twice: what, and with what
        self._latest: tuple[State, Prompt, Prompt] | None = None
        both = {f"{name}{SUFFIX}": self._both(name) for name in FIRST}
        self.moves: Mapping[str, MoveKind[State]] = {**moves, **both, DUSK_SHOWN: self._dusk_shown()}

    # --- the moves ----------------------------------------------------------------------------------------------------

    def _both(self, name: str) -> MoveKind[State]:
        first = self._moves[name]

        def play(state: State, args: Args) -> Outcome[State]:
            alone = {key: value for key, value in args.items() if key != THEN}
            return self._then(first.play(state, alone), str(args[THEN]))

        def label(args: Args) -> Text:
            alone = first.label({key: value for key, value in args.items() if key != THEN})
            then = self._label(str(args[THEN]))
            if then is not None and name in building_sites.ACTIONS:
                return then  # the first one only says the same
            return alone if then is None else T("{first}; {then}", first=alone, then=then)

        return MoveKind(play=play, label=label, asks=(*first.asks, _THEN))

    def _then(self, came: Outcome[State], words: str) -> Outcome[State]:
        """What came of the first answer, and then of those in `words`, one after the other."""
        for one in filter(None, words.split(NEXT)):
            move = next((move for move, *_ in self._answers(came.state) if in_words(move) == one), None)
            if move is None:
                raise IllegalMove(T("That does not follow any more. Answer once more."))
            more = self._moves[move.name].play(came.state, move.args)
            came = Outcome(more.state, (*came.facts, *more.facts), {**came.board_facts, **more.board_facts})
        return came

    def _label(self, words: str) -> Text | None:
        """What follows, as the history calls it; its last step says most."""
        name, *values = re.split(r" (?=\w+=)", words.split(NEXT)[-1])
        kind = self._moves.get(name)
        if kind is None:
            return None
        parts = dict(value.partition("=")[::2] for value in values)
        numbers = {key: int(value) if value.removeprefix("-").isdecimal() else value for key, value in parts.items()}
        return kind.label(numbers)

    # --- a card that says that a phase is over ------------------------------------------------------------------------

    def _dusk_shown(self) -> MoveKind[State]:
        """Nobody acts any more, and the Dusk card is revealed: the camera reads it where only Children are left."""
        over, reveal = self._moves["actions_over"], self._moves["reveal_dusk"]

        def play(state: State, args: Args) -> Outcome[State]:
            came = over.play(state, {})
            more = reveal.play(came.state, args)
            return Outcome(more.state, (*came.facts, *more.facts), {**came.board_facts, **more.board_facts})

        return MoveKind(play=play, label=reveal.label, asks=reveal.asks)

    def _expects_dusk(self, state: State, prompt: Prompt) -> Prompt:
        """A Dusk card answers as well, where only Children could still act: it says that none of them does."""
        over = prompt.name == TURN and set(meeples.free(state)) == {"children"}
        after = self._pressing(self._moves["actions_over"].play(state, {}).state) if over else None
        cards = tuple(
            structs.replace(one, move=Move(DUSK_SHOWN), ahead=True)
            for one in (after.expects if after is not None else ())
            if isinstance(one, CardExpected) and one.move.name == "reveal_dusk"
        )
        if not cards:
            return prompt
        more = T("{more} {says}", more=prompt.more or Text(""), says=DUSK_SAYS)
        return structs.replace(prompt, more=more, expects=(*prompt.expects, *cards))

    # --- what is offered ----------------------------------------------------------------------------------------------

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """The game's prompts, with the choices that follow an answer below it."""
        return (
            tuple(self._prompt(state, prompt) for prompt in self._prompts(state))
            if state.swift
            else self._prompts(state)
        )

    def pressing(self, state: State) -> Prompt | None:
        """The first of these by itself."""
        prompt = self._pressing(state)
        return prompt if prompt is None or not state.swift else self._prompt(state, prompt)

    def _prompt(self, state: State, prompt: Prompt) -> Prompt:
        prompt = self._expects_dusk(state, prompt)
        if not any(offer.move.name in FIRST for offer in prompt.offers):
            return prompt
        latest = self._latest
        if latest is None or latest[0] != state or latest[1] != prompt:
            latest = self._latest = state, prompt, self._with_choices(state, prompt)
        return latest[2]

    def _with_choices(self, state: State, prompt: Prompt) -> Prompt:
        offers = [one for offer in prompt.offers for one in self._offers(state, offer)]
        laws = [one for one in offers if one.under is LAWS]
        others = [one for one in offers if one.under is not LAWS]
        at = next((n for n, one in enumerate(others) if one.move.name in PASSING), len(others))
        found = (*others[:at], *laws, *others[at:])
        placed = (row for one in found for row in building_sites.with_sites(state, one))
        chips = (by_whom.with_chips(state, one) for one in placed)
        return structs.replace(prompt, offers=map_offers.together(state, chips))

    def _offers(self, state: State, offer: Offer) -> list[Offer]:
        """The offer with what follows below it; a Law that is known and brings a choice has a row of its own."""
        name = offer.move.name
        if name not in FIRST or offer.asks or offer.tone == "danger":
            return [offer]
        try:
            after = self._moves[name].play(state, offer.move.args).state
        except IllegalMove:
            return [offer]
        asked = self._asked(after, FIRST[name]) if phase_of(after.step) == phase_of(state.step) else None
        if asked is None:
            return [offer]
        far = _looks_far(name, asked, after)
        ways = list(self._ways(after, Way(), play=far))
        if all(way.moves[-1].name in DECLINING for way in ways):
            return [offer]
        apart = [way for way in ways if asked.name == PLATFORM and self._next(way, FIRST[name]) is not None]
        rest = [way for way in ways if way not in apart]
        rows = [self._with(offer, asked, self._spread(rest, FIRST[name]) if far else rest)]
        for way in apart:
            following = self._next(way, FIRST[name])
            assert following is not None
            row = self._with(
                offer, following, self._spread(list(self._ways(way.state or after, way, alone=True)), FIRST[name])
            )
            rows.append(structs.replace(row, label=T("Platform: {law}", law=way.label), under=LAWS))
        return rows

    def _with(self, offer: Offer, asked: Prompt, ways: list[Way]) -> Offer:
        """The offer with these ways below it; as it is where there are too few or too many."""
        choices = [Choice(value=way.words, label=way.label, icon=way.icon, at=way.seen_at) for way in ways]
        if not 0 < len(choices) <= MOST:
            return offer
        if any(one.move.name in PLACED for one in asked.offers):
            choices.append(Choice(value="", label=T("On the map …")))
        elif _asks_more(asked):
            choices.append(Choice(value="", label=T("Otherwise …")))
        if len(choices) < FEWEST:
            return offer
        told = {choice.value for choice in choices}
        usual = next((in_words(one.move) for one in asked.offers if one.tone == "usual" and not one.asks), None)
        ask = Pick(name=THEN, label=asked.do, choices=tuple(choices), usual=usual if usual in told else None)
        note = offer.note
        if note is not None and asked.name in SAID:
            note = T("{one} {two}", one=note, two=asked.do)
        move = Move(f"{offer.move.name}{SUFFIX}", offer.move.args)
        return structs.replace(offer, move=move, asks=(ask,), tone="plain", note=note)

    def _asked(self, state: State, names: tuple[str, ...]) -> Prompt | None:
        """The pressing question, where it is one of these and nothing of it has to be looked at by itself."""
        if state.ended or (not state.tasks and state.step == TURN):
            return None
        shown = self._pressing(state)
        if shown is None or not shown.name.startswith(names):
            return None
        ready = [one for one in shown.offers if not one.asks]
        return None if any(one.tone == "danger" or one.move.name == BY_HAND for one in ready) else shown

    def _next(self, way: Way, names: tuple[str, ...]) -> Prompt | None:
        """The question that a way leads to in its turn."""
        last = way.moves[-1]
        return self._asked(way.state, FIRST.get(last.name, names)) if way.state is not None else None

    def _ways(self, state: State, before: Way, *, alone: bool = False, play: bool = True) -> Iterator[Way]:
        """Every answer to the pressing question, behind what came before it; `alone`: called without that. What they
        lead to is left open unless it is to `play` them."""
        for move, label, icon, at in self._answers(state):
            try:
                after = self._moves[move.name].play(state, move.args).state if play else None
            except IllegalMove:
                continue
            both = label if alone or not before.moves else T("{first}; {then}", first=before.label, then=label)
            yield Way(
                moves=(*before.moves, move), label=both, icon=before.icon or icon, at=(*before.at, *at), state=after
            )

    def _spread(self, ways: list[Way], names: tuple[str, ...]) -> list[Way]:
        """The ways with what each of them brings in its turn, as far as all of it has room."""
        for _ in range(MOST_MORE):
            # One more than there is room for tells enough: the rest of them is not played.
            longer = list(islice(_each_once(self._longer(ways, names)), MOST_IN_A_ROW + 1))
            if len(longer) > MOST_IN_A_ROW:
                break
            ways = longer
        return ways

    def _longer(self, ways: list[Way], names: tuple[str, ...]) -> Iterator[Way]:
        """Each way with one more answer, all of these; as it is where none follows."""
        for way in ways:
            asked = self._next(way, names)
            more = None
            for more in self._ways(way.state, way) if asked is not None and way.state is not None else ():
                yield more
            if more is None:
                yield way
            elif asked is not None and _asks_more(asked):
                yield replace(way, label=T("{first}; …", first=way.label), state=None)

    def _answers(self, state: State) -> Iterator[tuple[Move, Text, str | None, tuple[str, ...]]]:
        """The ready answers of the pressing question; a place for a tile is one, and is seen on the map."""
        asked = self._pressing(state)
        for offer in asked.offers if asked is not None else ():
            if not offer.asks:
                yield offer.move, offer.label, offer.icon, ()
            elif offer.move.name in PLACED and len(offer.asks) == 1 and isinstance(offer.asks[0], Pick):
                for choice in offer.asks[0].choices:
                    args = {**offer.move.args, offer.asks[0].name: choice.value}
                    yield Move(offer.move.name, args), choice.label, choice.icon, (choice.value,)


def _looks_far(name: str, asked: Prompt, state: State) -> bool:
    """Whether the answers to this question often bring another one, so that it is worth while to look."""
    if asked.name in TILE:
        return sum(task.kind == LAY for task in state.tasks) > 1  # where another tile is laid behind this one
    return name in FAR if not name.startswith(USING) else asked.name in (PLATFORM, "action.workshop")


def _asks_more(asked: Prompt) -> bool:
    """Whether a question may be answered by more than a tap."""
    return any(offer.asks and offer.move.name not in (*ASIDE, *PLACED) for offer in asked.offers)


def _each_once(ways: Iterable[Way]) -> Iterator[Way]:
    """Without those that do what an earlier one does in another order."""
    alike: dict[tuple[str, ...], list[Way]] = {}
    for way in ways:
        same = alike.setdefault(tuple(sorted(map(in_words, way.moves))), [])
        if not any(one.state == way.state or len({move.name for move in way.moves}) == 1 for one in same):
            same.append(way)
            yield way
