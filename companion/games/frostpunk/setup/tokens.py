"""The first Hope and Discontent tokens (rulebook p. 13): drawn from the bags, their types told, or drawn by the
companion.

How many are drawn and how many of them are active stands on the Society card; the active ones are the leftmost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

from companion.api import Args, Chance, Choice, IllegalMove, N, Offer, Prompt, T, Text, Whole, Words
from companion.api import Move as GameMove
from companion.games.frostpunk.people import tokens
from companion.games.frostpunk.setup import checklist
from companion.games.frostpunk.state import BAG, TOKEN_NAMES, UNTOLD, State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import Action, action, number, pick, tap, whole, word

STEP = "setup.tokens"
ABOUT = ("discontent", "hope")  # p. 13: Discontent first
MOST_AT_ONCE = 4  # tokens that the companion draws with one tap
_TRACKS = {"hope": T("Hope"), "discontent": T("Discontent")}
_PLACES = (T("first"), T("second"), T("third"), T("fourth"), T("fifth"), T("sixth"))


def untold(state: State) -> tuple[str, tuple[int, ...]]:
    """The track of which the next token is to be told, and the places of all that are; empty once all are told."""
    for about in ABOUT:
        places = tuple(at for at, token in enumerate(state.tokens(about).row) if token.kind == UNTOLD)
        if places:
            return about, places
    return "", ()


# --- moves ------------------------------------------------------------------------------------------------------------


def told(tx: Transaction, args: Args) -> None:
    """The next token from the left is of this type."""
    require_step(tx.state, STEP)
    _tell(tx, word(args, "kind"))
    _finish(tx)


def drawn(tx: Transaction, args: Args) -> None:
    """The companion has drawn the next tokens of a track, from the left; the players take them out of the bag."""
    require_step(tx.state, STEP)
    about, places = untold(tx.state)
    if about != word(args, "about"):
        raise IllegalMove(T("These tokens are drawn already."), rule="hope", page=13)
    kinds = tuple(word(args, "of").split())
    if not kinds or len(kinds) > len(places):
        raise IllegalMove(T("So many tokens are not drawn."), rule="hope", page=13)
    for kind in kinds:
        _tell(tx, kind)
    row = tx.state.tokens(about).row
    for at in places[: len(kinds)]:
        name = tokens.token_name(tx.state, row[at].kind)
        active = T("Take this token out of its bag and lay it down, active: {kind}.", kind=name)
        exhausted = T("Take this token out of its bag and lay it down, exhausted: {kind}.", kind=name)
        text = active if row[at].active else exhausted
        tx.tell("token_set_up", text, track=about, kind=row[at].kind)
        tx.todo(text)
    _finish(tx)


def _tell(tx: Transaction, kind: str) -> None:
    about, places = untold(tx.state)
    if not places or kind not in tokens.nameable(tx.state, about):
        raise IllegalMove(T("No such token can be drawn now."), rule="hope", page=13)
    tokens.name_token(tx, about, places[0], kind)


def _finish(tx: Transaction) -> None:
    if not untold(tx.state)[1]:
        checklist.finish(tx)


def bag_counted(tx: Transaction, args: Args) -> None:
    """What the two bags hold was counted; nine tokens in each (p. 5)."""
    require_step(tx.state, STEP)
    for about in ABOUT:
        if sum(number(args, f"bag_{kind}") for kind in tokens.TYPES[about]) != BAG:
            text = T("{track}: there are nine tokens in the bag, counting those that were drawn.", track=_TRACKS[about])
            raise IllegalMove(text, rule="hope", page=5)
    for kind in _KINDS:
        tx.learn(f"bag_{kind}", number(args, f"bag_{kind}"))


# --- prompt -----------------------------------------------------------------------------------------------------------


def prompt(state: State) -> Prompt:
    """Which token was drawn next, one tap each; without types the game goes on, too."""
    about, places = untold(state)
    without = Offer(move=checklist.set_up(state), label=T("Drawn; tell the types later"))
    if not places:
        return checklist.shown(state)
    kinds = tuple(
        tap("token_told", tokens.token_name(state, kind), kind=kind) for kind in tokens.nameable(state, about)
    )
    return checklist.shown(
        state,
        *kinds[1:],
        *_by_companion(state),
        *(without,) * bool(kinds),
        *_count(state),
        do=_do(state, about, places[0]),
        more=_more(state, about),
        done=kinds[0] if kinds else without,
    )


def _do(state: State, about: str, at: int) -> Text:
    count, place = state.tokens(about).count, _PLACES[at]
    if about == "discontent":
        return N(
            "Draw a Discontent token. Which type is it?",
            "Draw {n} Discontent tokens. Which type is the {place} from the left?",
            count,
            place=place,
        )
    return N(
        "Draw a Hope token. Which type is it?",
        "Draw {n} Hope tokens. Which type is the {place} from the left?",
        count,
        place=place,
    )


def _more(state: State, about: str) -> Text:
    active, exhausted = state.tokens(about).active, state.tokens(about).exhausted
    if not exhausted:
        return T("All of them lie active side up.")
    if not active:
        return T("All of them lie exhausted side up.")
    return N(
        "The leftmost one lies active side up, the rest exhausted.",
        "The leftmost {n} lie active side up, the rest exhausted.",
        active,
    )


def _by_companion(state: State) -> Iterator[Offer]:
    """The companion draws, where what the bag holds is known."""
    about, places = untold(state)
    held = {kind: state.fact(f"bag_{kind}") for kind in tokens.TYPES[about]}
    if None in held.values():
        return
    left = {kind: (count or 0) - tokens.out(state, kind) for kind, count in held.items()}
    weights = draws(left, min(len(places), MOST_AT_ONCE))
    choices = tuple(Choice(value=" ".join(kinds), label=_listed(state, kinds)) for kinds in weights)
    bag = Chance(name="of", label=T("Tokens from the left"), choices=choices, weights=tuple(weights.values()))
    yield Offer(move=GameMove("tokens_drawn", {"about": about}), label=T("Let the companion draw"), asks=(bag,))


def draws(left: Mapping[str, int], count: int) -> dict[tuple[str, ...], int]:
    """Every order in which so many tokens can come out of a bag, with in how many ways it can."""
    ways = {}
    for kinds in product(left, repeat=count):
        way = prod(max(0, left[kind] - kinds[:at].count(kind)) for at, kind in enumerate(kinds))
        if way:
            ways[kinds] = way
    return ways


def _listed(state: State, kinds: tuple[str, ...]) -> Text:
    names: Text | None = None
    for kind in kinds:
        name = tokens.token_name(state, kind)
        names = name if names is None else T("{first}, {then}", first=names, then=name)
    return names or T("none")


def _count(state: State) -> tuple[Offer, ...]:
    """What the bags hold can be told once; the companion can draw then."""
    if all(state.fact(f"bag_{kind}") is not None for kind in _KINDS):
        return ()
    label = T("Count the bags once, and the companion can draw")
    return (Offer(move=GameMove("bag_counted"), label=label, asks=_bag_asks()),)


_KINDS = (*tokens.TYPES["hope"], *tokens.TYPES["discontent"])


def _bag_asks() -> tuple[Whole, ...]:
    return tuple(whole(f"bag_{kind}", TOKEN_NAMES[kind], BAG) for kind in _KINDS)


_KIND = pick("kind", T("Type"), {kind: TOKEN_NAMES[kind] for kind in _KINDS})
MOVES: Mapping[str, Action[Transaction]] = {
    "token_told": action(told, lambda args: T("Drawn: {kind}", kind=TOKEN_NAMES[word(args, "kind")]), _KIND),
    "tokens_drawn": action(
        drawn,
        T("The companion drew the first tokens"),
        pick("about", T("Track"), _TRACKS),
        Words(name="of", label=T("Tokens from the left"), at_most_chars=80),
    ),
    "bag_counted": action(bag_counted, T("Bags counted"), *_bag_asks()),
}
