"""An answer and the choice that it brings at once, by one tap (rulebook p. 16, 17, 30): "Hear them" and which token.

Where an answer leads straight to a question of a few ready answers, these stand below it, and a tap on one of them
plays both: the move `<name>_then` has the first one's values, and in `then` the second move in words. Every first move
may be played alone as ever, with an empty `then` as well: what it brings is asked afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

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
from companion.games.frostpunk.action import meeples
from companion.games.frostpunk.phases.names import phase_of
from companion.games.frostpunk.state import State, once

THEN = "then"
DUSK_SHOWN = "dusk_card_shown"
TURN = "action.turn"
DUSK_SAYS = T("The Dusk card before the camera says that nobody acts any more.")
SUFFIX = "_then"
CHOICES = ("card.either", "discontent.", "hope.", "people.")
BUILDING = (*CHOICES, "action.platform", "action.way", "action.workshop")
NIGHT = ("night.shelters",)
# Answers that are looked ahead of, and how the names of the questions begin whose answers may stand below them.
FIRST: Mapping[str, tuple[str, ...]] = {
    "act_special": CHOICES,
    "act_use": BUILDING,
    "building_way": BUILDING,
    "choose_option": CHOICES,
    "choose_way": CHOICES,
    "death_card": CHOICES,
    "dusk_effect": CHOICES,
    "expedition_card": ("expedition.arrived", "expedition.explore"),
    "explore_location": ("expedition.explore",),
    "fuel": NIGHT,
    "no_fuel": NIGHT,
    "platform_law": CHOICES,
    "take_way": CHOICES,
    "use_advisor": CHOICES,
}
ASIDE = ("name_third",)  # not answers to the question itself
FEWEST, MOST = 2, 12
MOST_CHARS = 120
_THEN = Words(name=THEN, label=T("And then"), at_most_chars=MOST_CHARS)


def in_words(move: Move) -> str:
    """A move with its values as they stand in `then`."""
    return " ".join((move.name, *(f"{name}={value}" for name, value in move.args.items())))


class Ahead:
    """Looks one answer ahead, with the game's own moves and prompts."""

    def __init__(self, moves: Mapping[str, MoveKind[State]], prompts: Callable[[State], tuple[Prompt, ...]]) -> None:
        self._moves, self._prompts = moves, once(prompts)  # what an answer leads to is asked twice: what, and with what
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
            return alone if then is None else T("{first}; {then}", first=alone, then=then)

        return MoveKind(play=play, label=label, asks=(*first.asks, _THEN))

    def _then(self, came: Outcome[State], words: str) -> Outcome[State]:
        if not words:
            return came
        found = next((offer for offer in self._answers(came.state) if in_words(offer.move) == words), None)
        if found is None:
            raise IllegalMove(T("That does not follow any more. Answer once more."))
        more = self._moves[found.move.name].play(came.state, found.move.args)
        return Outcome(more.state, (*came.facts, *more.facts), {**came.board_facts, **more.board_facts})

    def _label(self, words: str) -> Text | None:
        name, *values = words.split(" ")
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
        after = self._prompts(self._moves["actions_over"].play(state, {}).state) if over else ()
        cards = tuple(
            replace(one, move=Move(DUSK_SHOWN))
            for shown in after[:1]
            for one in shown.expects
            if isinstance(one, CardExpected) and one.move.name == "reveal_dusk"
        )
        if not cards:
            return prompt
        more = T("{more} {says}", more=prompt.more or Text(""), says=DUSK_SAYS)
        return replace(prompt, more=more, expects=(*prompt.expects, *cards))

    # --- what is offered ----------------------------------------------------------------------------------------------

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """The game's prompts, with the choices that follow an answer below it."""
        return (
            tuple(self._prompt(state, prompt) for prompt in self._prompts(state))
            if state.swift
            else self._prompts(state)
        )

    def _prompt(self, state: State, prompt: Prompt) -> Prompt:
        prompt = self._expects_dusk(state, prompt)
        if not any(offer.move.name in FIRST for offer in prompt.offers):
            return prompt
        return replace(prompt, offers=tuple(self._offer(state, prompt, offer) for offer in prompt.offers))

    def _offer(self, state: State, prompt: Prompt, offer: Offer) -> Offer:
        if offer.move.name not in FIRST or offer.asks or offer.tone == "danger":
            return offer
        try:
            after = self._moves[offer.move.name].play(state, offer.move.args).state
        except IllegalMove:
            return offer
        ask = self._ask(after, FIRST[offer.move.name]) if phase_of(after.step) == phase_of(state.step) else None
        if ask is None:
            return offer
        move = Move(f"{offer.move.name}{SUFFIX}", offer.move.args)
        return replace(offer, move=move, asks=(ask,), tone="plain")

    def _ask(self, after: State, names: tuple[str, ...]) -> Pick | None:
        shown = self._prompts(after)
        if not shown or not shown[0].name.startswith(names):
            return None
        answers = tuple(self._answers(after))
        if len(answers) > MOST or any(offer.tone == "danger" for offer in answers):
            return None
        usual = next((in_words(offer.move) for offer in answers if offer.tone == "usual"), None)
        choices = [Choice(value=in_words(offer.move), label=offer.label, icon=offer.icon) for offer in answers]
        if any(offer.asks and offer.move.name not in ASIDE for offer in shown[0].offers):
            choices.append(Choice(value="", label=T("Otherwise …")))
        if len(choices) < FEWEST:
            return None
        return Pick(name=THEN, label=shown[0].do, choices=tuple(choices), usual=usual)

    def _answers(self, state: State) -> Iterator[Offer]:
        """The ready answers of the pressing question."""
        for prompt in self._prompts(state)[:1]:
            yield from (offer for offer in prompt.offers if not offer.asks)
