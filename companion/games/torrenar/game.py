"""The Skies of Torrenar: shut down the smokestack before it is empty. See docs/games/torrenar.md."""

from __future__ import annotations

from companion.api.game import Args, Ask, Choice, Game, MoveKind, Pick, Whole
from companion.api.text import N, T, Text
from companion.games.torrenar import actions, card_asks, card_moves, setup, turn
from companion.games.torrenar.corrections import correct, corrections
from companion.games.torrenar.prompts import prompts
from companion.games.torrenar.showing import view
from companion.games.torrenar.state import MOST_PLAYERS, SETUP_STEPS, State
from companion.games.torrenar.words import CARDS, any_seat, card_name

# More than all piles together can hold, even if every one was set by hand; what fits now the prompts say.
MOST_CARDS = 10_000


def ending(state: State) -> Text | None:
    """How the game ended (Game End); None while it goes on."""
    if state.won:
        return T("You have won: {card} shut the Smokestack down.", card=card_name(state.won))
    return T("You have lost: the Smokestack is empty.") if state.lost else None


def _whole(name: str, label: Text, at_least: int = 1) -> Whole:
    return Whole(name=name, label=label, at_least=at_least, at_most=MOST_CARDS)


def _step() -> Pick:
    choices = tuple(Choice(value=step, label=T("Part {number}", number=at)) for at, step in enumerate(SETUP_STEPS, 1))
    return Pick(name="step", label=T("Part of the setup"), choices=choices)


def _card() -> Pick:
    return Pick(
        name="card", label=T("Card"), choices=tuple(Choice(value=card, label=card_name(card)) for card in CARDS)
    )


def _how() -> Pick:
    choices = (Choice(value="won", label=T("We won")), Choice(value="lost", label=T("We lost")))
    return Pick(name="how", label=T("What counts"), choices=choices)


def _number(args: Args, name: str) -> int:
    return int(args[name])


def _ended(pollutants: int) -> Text:
    if not pollutants:
        return T("Ended the turn without a Pollutant")
    return N("Ended the turn with {n} Pollutant", "Ended the turn with {n} Pollutants", pollutants)


def _laid_out_label(args: Args) -> Text:
    labels = {
        "size": T("Sorted out the cards of other game sizes"),
        "smokestack": T("Built the Smokestack"),
        "players": T("Gave everybody the starting cards"),
        "action_stack": T("Built the Action stack"),
        "first_hand": T("Drew the first cards"),
        "starter": T("Laid out the game"),
    }
    return labels[str(args["step"])]


def _setup_moves() -> dict[str, MoveKind[State]]:
    cards = _whole("cards", T("Cards in the Action stack"), at_least=0)
    return {
        "laid_out": MoveKind(play=setup.laid_out, label=_laid_out_label, asks=(_step(),)),
        "skip_setup": MoveKind(play=setup.skip_setup, label=lambda args: T("Had laid out the game already")),
        "count_stack": MoveKind(
            play=setup.count_stack,
            label=lambda args: N(
                "Counted {n} card in the Action stack",
                "Counted {n} cards in the Action stack",
                _number(args, "cards"),
            ),
            asks=(cards,),
        ),
        "count_new_stack": MoveKind(
            play=setup.count_new_stack,
            label=lambda args: N(
                "Counted {n} card in the new Action stack",
                "Counted {n} cards in the new Action stack",
                _number(args, "cards"),
            ),
            asks=(cards,),
        ),
        "start_with": MoveKind(
            play=setup.start_with,
            label=lambda args: T("Player {number} starts", number=str(args["seat"])),
            asks=(any_seat(),),
        ),
    }


def _action_moves() -> dict[str, MoveKind[State]]:
    cooperation = _whole("cooperation", T("Cooperation needed"))
    return {
        "use": MoveKind(
            play=actions.use,
            label=lambda args: T("Began to use {card}", card=card_name(str(args["card"]))),
            asks=(_card(),),
        ),
        "call_off": MoveKind(play=actions.call_off, label=lambda args: T("Called the card off")),
        "paid": MoveKind(play=actions.paid, label=lambda args: T("Paid the Cost")),
        "pay_alone": MoveKind(
            play=actions.pay_alone,
            label=lambda args: T("Paid {number} Cooperation alone", number=_number(args, "cooperation")),
            asks=(cooperation,),
        ),
        "pay_together": MoveKind(
            play=actions.pay_together,
            label=lambda args: T("Asked for {number} Cooperation, Collectively", number=_number(args, "cooperation")),
            asks=(cooperation,),
        ),
        "contribute": MoveKind(
            play=actions.contribute,
            label=lambda args: T(
                "Player {seat} promised {number} Cooperation", seat=str(args["seat"]), number=_number(args, "cards")
            ),
            asks=(any_seat(), _whole("cards", T("Cards with the Cooperation icon"))),
        ),
    }


def _effect_moves() -> dict[str, MoveKind[State]]:
    return {
        "discard_used": MoveKind(play=actions.discard_used, label=lambda args: T("Discarded the Action")),
        "forfeit_used": MoveKind(play=actions.forfeit_used, label=lambda args: T("Forfeited the Action, Gained 1")),
        "succeed": MoveKind(play=actions.succeed, label=lambda args: T("Shut the Smokestack down")),
        "give_up": MoveKind(play=actions.give_up, label=lambda args: T("Did not succeed")),
        "decide": MoveKind(play=actions.decide, label=lambda args: T("Decided how it ended"), asks=(_how(),)),
    }


def _turn_moves() -> dict[str, MoveKind[State]]:
    pollutants = _whole("pollutants", T("Pollutants in your Hand"), at_least=0)
    return {
        "no_more_actions": MoveKind(play=turn.no_more_actions, label=lambda args: T("Used no more Actions")),
        "deal": MoveKind(
            play=turn.deal,
            label=lambda args: _ended(_number(args, "pollutants")),
            asks=(pollutants,),
        ),
    }


def _word_moves() -> dict[str, MoveKind[State]]:
    plays = {
        "gain": (card_moves.gain, lambda args: T("Gained {number}", number=_number(args, "number"))),
        "draw": (card_moves.draw, lambda args: T("Drew {number}", number=_number(args, "number"))),
        "discard": (card_moves.discard, lambda args: T("Discarded {number}", number=_number(args, "number"))),
        "forfeit": (card_moves.forfeit, lambda args: T("Forfeited {number}", number=_number(args, "number"))),
        "mitigate": (card_moves.mitigate, lambda args: T("Mitigated {number}", number=_number(args, "number"))),
        "return": (card_moves.return_, lambda args: T("Returned {number}", number=_number(args, "number"))),
    }
    return {
        word: MoveKind(play=play, label=label, asks=card_asks.widest_asks(word))
        for word, (play, label) in plays.items()
    }


def _nothing_more(players: int) -> tuple[Ask, ...]:
    """Nothing is asked before the first move: who starts is the last point of the setup."""
    return ()


GAME = Game(
    name="torrenar",
    title=T("The Skies of Torrenar"),
    state=State,
    seats=range(1, MOST_PLAYERS + 1),
    setup=_nothing_more,
    start=setup.start,
    moves={**_setup_moves(), **_action_moves(), **_effect_moves(), **_turn_moves(), **_word_moves()},
    prompts=prompts,
    view=view,
    corrections=corrections,
    correct=correct,
    ending=ending,
    board=setup.board(),
    learn=setup.learn,
)
